//! Bit-vector logic.
mod bits;
mod budget;
mod build;
mod eval;
mod facts;
mod sat;
mod term;
pub use bits::BitVec;
pub use budget::{Budget, CancelFlag, Unknown};
pub use eval::{Evaluation, Model};
pub use facts::Facts;
pub use term::{BinOp, ConstId, Node, Term, TermStore, VarId};
