//! Template-based invariants: shape and content of heaps by a solver (the template engine).
//!
//! After Malík, Hruška, Schrammel and Vojnar, "Template-Based Verification of Heap-Manipulating Programs" (2LS). The
//! program is inlined (`inline`), functions that are recursive or called too often (`share`) have summaries (`summary`), its pointers are analysed statically
//! (`points`), and it becomes one acyclic formula (`encode`) in which loops forget what they change (`memory`). Templates (`rows`) say which invariants are
//! looked for, `infer` finds the strongest, and with it the checks of the program are questions to the solver.
//!
//! This engine does not look at shapes: it knows of an unbounded structure which sites its nodes come from, where
//! their pointers may lead, and what holds of the numbers in every node. So it is at home where the content of
//! structures of any shape matters, and in loops over numbers.
//!
//! Architecture invariants: depends on no other engine; whatever is not encoded is a check that fails where it can be
//! reached, never skipped.

mod access;
mod addresses;
mod affine;
mod cases;
mod check;
mod effects;
mod elements;
mod encode;
mod ending;
mod exec;
mod harvest;
mod infer;
mod inline;
mod library;
mod memory;
mod points;
mod questions;
mod recheck;
mod rows;
mod search;
mod seeds;
mod share;
mod summary;
mod value;
mod words;

pub use check::Template;
