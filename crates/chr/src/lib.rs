//! Satisfiability modulo constraint handling rules.
#![forbid(unsafe_code)]

mod arith;
mod budget;
mod build;
mod check;
pub mod command;
mod congruence;
mod core;
mod eq;
mod formula;
mod heaps;
mod linear;
mod normal;
mod proof;
mod rules;
mod sat;
mod show;
mod solver;
mod symbol;
pub mod syntax;
mod term;

pub use budget::{Budget, Stopped};
pub use proof::{Derivation, Line, Source};
pub use sat::lit::{Lit, Var};
pub use solver::{Answer, Assumption, Solver, Stats, Theories};
pub use symbol::{ArgType, Priority, Signature, SymId};
pub use syntax::expr::{Cmp, Expr};
pub use syntax::{Error, Span};
pub use term::{Term, TermId, TypeId};
