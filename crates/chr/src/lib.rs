//! Satisfiability modulo constraint handling rules (SMCHR), as a solver in its own right.
//!
//! A *goal* is a formula with any Boolean structure over built-in constraints (equality, linear
//! integer arithmetic, heaps) and constraints that the user defines by *rules*. The answer is
//! UNSAT, with a derivation on request, or UNKNOWN, with the constraint store. The language is
//! that of the published SMCHR system; the ideas are in section 4 of "Shape Neutral Analysis of
//! Graph-based Data-structures" (Duck, Jaffar, Yap) and the work it cites.
//!
//! ```
//! use chr::{Answer, Budget, Solver, Theories};
//!
//! let mut solver = Solver::new(Theories::all());
//! solver.load_rules("node(p, F) ==> p = 0 \\/ dom(F, p + 1);", "list.chr").unwrap();
//! solver.assert_text("sep(H, F, C) /\\ node(xs, F) /\\ xs != 0").unwrap();
//! let bad = solver.assume(&chr::syntax::parse_goal("dom(C, xs + 1)", 1).unwrap()).unwrap();
//! let answer = solver.check_assuming(&[bad], &Budget::unlimited()).unwrap();
//! assert_eq!(answer, Answer::Unsat);
//! ```
//!
//! # How a goal flows
//!
//! | step | file |
//! |---|---|
//! | text → expression | `syntax/` |
//! | types | `check.rs` |
//! | flattening, negation normal form, rewriting, in one pass | `build.rs`, `linear.rs`, `normal.rs` |
//! | clauses | `core.rs` (`imply_formula`) |
//! | search | `solver.rs`, on the SAT core in `sat/` |
//! | equality with offsets, congruence | `eq.rs`, `congruence.rs` |
//! | arithmetic | `arith/` |
//! | heaps | `heaps/` |
//! | user rules | `rules/` |
//! | derivations | `proof.rs` |
//!
//! # Architecture invariants
//!
//! - Nothing here knows C, LLVM or the other crates of the project.
//! - Theories and rules only *state clauses*; the SAT core alone assigns. So every conclusion has
//!   a reason, conflicts are learnt from, and UNSAT can be told as a derivation.
//! - A theory that cannot go on (numbers too large, too many branches, a constraint it does not
//!   understand) says nothing. A wrong UNSAT is the worst defect; UNKNOWN is honest.
//! - No iteration over hash maps reaches an answer, a store or a derivation: runs are
//!   reproducible.
//! - Integer constants are limited in size by the front end, and all arithmetic on them is
//!   checked or wide enough; overflow never wraps.
#![forbid(unsafe_code)]

mod arith;
mod build;
mod check;
pub mod command;
mod congruence;
mod core;
mod eq;
mod formula;
mod heaps;
mod linear;
mod meter;
mod normal;
mod proof;
mod rules;
mod sat;
mod show;
mod solver;
mod symbol;
pub mod syntax;
mod term;

pub use budget::{Budget, Exhausted};
pub use proof::{Derivation, Line};
pub use sat::lit::{Lit, Var};
pub use solver::{Answer, Assumption, Fact, Solver, Stats, Theories};
pub use symbol::Priority;
pub use syntax::expr::{Cmp, Expr};
pub use syntax::{Error, Span};
