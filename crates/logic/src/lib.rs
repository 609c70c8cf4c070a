//! Bit-vector logic: terms, a simplifier, and a solver that follows symbolic execution.
//!
//! - [`TermStore`] makes and keeps terms. A [`Term`] is a copyable id; equal terms have equal ids. Every term is a
//!   bit-vector, a Boolean is one bit wide. The constructors (`add`, `ult`, `concat`, …) simplify as they build.
//! - [`Facts`] are the known bits and intervals that every term carries.
//! - [`PathCondition`] is a persistent list of Booleans, cheap to clone into states.
//! - [`Solver`] answers whether a path condition with assumptions is satisfiable, with a [`Model`] or a [`Core`],
//!   within a [`Budget`]. It goes through cheap layers before it asks SAT; [`Stats`] says which answered.
//! - [`Session`] answers many questions about one formula that only grows.
//!
//! Semantics are SMT-LIB's: arithmetic wraps, `x / 0` is all ones, `x mod 0` is `x`, shifts by the width or more
//! give zeros (or copies of the sign). Whether a division or shift is *allowed* is for the caller to ask.
//!
//! Architecture invariants: this crate knows nothing of C or of heaps; nothing outside this crate sees a SAT or
//! SMT solver, and no type of one appears in this interface; nothing depends on the order of a hash map.
//!
//! # Example
//!
//! A symbolic executor at the branch `if (i < n)`, then at the access `a[i]` of an array of ten 4-byte elements:
//!
//! ```
//! use logic::{Answer, PathCondition, Solver, TermStore};
//!
//! let mut terms = TermStore::new();
//! let mut solver = Solver::new();
//! let (i, n) = (terms.var("i", 32), terms.var("n", 32));
//! let ten = terms.num(32, 10);
//! let mut path = PathCondition::new();
//! path.push(&terms, terms.truth()); // nothing is assumed yet
//! let small = terms.ule(n, ten);
//! path.push(&terms, small);
//!
//! // Which sides of the branch are possible? Each state continues with its own path.
//! let taken = terms.ult(i, n);
//! let not_taken = terms.not(taken);
//! assert!(solver.check(&mut terms, &path, &[taken]).is_sat());
//! assert!(solver.check(&mut terms, &path, &[not_taken]).is_sat());
//! let inside = path.and(&terms, taken);
//!
//! // Can the access at offset 4·i leave the 40 bytes of the array?
//! let wide = terms.zext(i, 64);
//! let (four, size) = (terms.num(64, 4), terms.num(64, 40));
//! let offset = terms.mul(wide, four);
//! let end = terms.add(offset, four);
//! let out_of_bounds = terms.ult(size, end);
//! assert!(solver.check(&mut terms, &inside, &[out_of_bounds]).is_unsat());
//!
//! // On the other side of the branch it can, and the model is the input that shows it.
//! let outside = path.and(&terms, not_taken);
//! let Answer::Sat(model) = solver.check(&mut terms, &outside, &[out_of_bounds]) else { panic!() };
//! assert!(model.eval(&terms, i).to_u64().unwrap() >= 10);
//! ```

mod bits;
mod build;
mod eval;
mod facts;
mod meter;
mod path;
mod refine;
mod relevant;
mod replace;
mod sat;
mod session;
mod show;
mod smtlib;
mod solver;
mod subst;
mod term;

pub use bits::BitVec;
pub use budget::{Budget, Exhausted};
pub use build::{FloatFormat, Integral};
pub use eval::{Evaluation, Model};
pub use facts::Facts;
pub use path::PathCondition;
pub use relevant::relevant;
pub use session::{Reply, Session};
pub use show::Show;
pub use solver::{Answer, Core, Layer, Refuter, Solver, Stats};
pub use term::{BinOp, ConstId, Node, Term, TermStore, VarId};
