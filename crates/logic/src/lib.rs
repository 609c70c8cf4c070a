//! Bit-vector logic.
mod bits;
mod budget;
mod build;
mod eval;
mod facts;
mod path;
mod refine;
mod sat;
mod solver;
mod subst;
mod term;
pub use bits::BitVec;
pub use budget::{Budget, CancelFlag, Unknown};
pub use eval::{Evaluation, Model};
pub use facts::Facts;
pub use path::PathCondition;
pub use solver::{Answer, Core, Layer, Solver, Stats};
pub use term::{BinOp, ConstId, Node, Term, TermStore, VarId};
