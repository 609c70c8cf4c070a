//! A hunt for wrong answers: random programs, run in the interpreter and checked by an engine.
//!
//! A program is a tree of statements ([`program`]): operations on lists as people write them, put together at
//! random, with mistakes planted in some ([`mod@generate`], [`operations`], [`trees`], [`parts`], [`numbers`],
//! [`contents`]). It is
//! rendered as C ([`mod@render`]) and goes through the front end, many programs in one file, because starting clang costs more than all the rest. The
//! interpreter then runs it on random inputs and allocation outcomes ([`oracle`]), and the engine checks it
//! ([`judge`]). There are two kinds of failure: a program called safe of which a run shows an error, and an error
//! called confirmed that does not show when its scenario is run again. Whatever fails is made smaller by leaving out
//! statements ([`mod@minimise`]) and written down as a program of the corpus ([`campaign`]).
//!
//! Libraries have a hunt of their own ([`library`]).
//!
//! Invariant: a seed determines a program and its runs, on any machine and with any number of workers.

pub mod campaign;
pub mod contents;
pub mod generate;
pub mod judge;
pub mod library;
pub mod minimise;
pub mod numbers;
pub mod operations;
pub mod oracle;
pub mod parts;
pub mod program;
pub mod random;
pub mod render;
pub mod trees;
