//! The constructors: every term is simplified as it is built.
//!
//! All constructors are methods of [`TermStore`](crate::TermStore), one file per subject. A rule may assume that
//! the arguments are already in normal form. Soundness obligation of each rule: for every assignment, the term
//! built has the value that SMT-LIB gives the operator — in wrap-around arithmetic, with total division and
//! shifts. The property tests in `tests/simplifier.rs` compare random constructions with plain evaluation.
//!
//! Normal form in short: commutative arguments in order of creation with a constant last; sums as linear forms;
//! shifts by constants as multiplications, extractions and extensions; concatenations nested to the right with
//! adjacent pieces merged; negations pulled out of `and`, `xor` and `ite` conditions.

mod arith;
mod bitwise;
mod compare;
mod derived;
mod float;
mod ite;
mod linear;
mod shift;
mod slice;

pub use float::{FloatFormat, Integral};
