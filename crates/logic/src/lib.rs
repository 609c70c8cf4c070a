//! Bit-vector logic.
mod bits;
mod build;
mod eval;
mod facts;
mod term;
pub use bits::BitVec;
pub use eval::{Evaluation, Model};
pub use facts::Facts;
pub use term::{BinOp, ConstId, Node, Term, TermStore, VarId};
