//! From terms to clauses: the only place that knows the SAT solver.
//!
//! Three layers: [`gates`] turns Boolean gates into clauses of a `batsat` instance (Tseitin, with sharing and
//! constant propagation), [`words`] builds arithmetic circuits from gates, [`blast`] maps terms to words.
//! Everything added is a definition: an output is a function of its inputs, so the clause set stays satisfiable
//! and nothing need ever be retracted. What a path asserts is only ever assumed.

mod blast;
mod gates;
mod words;

pub(crate) use blast::Blaster;
pub(crate) use gates::Verdict;
