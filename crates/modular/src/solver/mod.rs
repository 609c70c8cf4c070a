//! The constraint solver for data structures: terms and formulas, the rules that are generated from the node types, and
//! questions.

pub mod facts;
pub mod parts;
pub mod premises;
pub mod reduce;
pub mod rules;
pub mod solve;
pub mod term;
