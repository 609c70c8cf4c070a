//! Shape-neutral analysis of single functions: no main, no annotations (after "Shape Neutral Analysis of Graph-based
//! Data-structures" by Duck, Jaffar and Yap).
//!
//! For every function the analysis shows that it keeps data structures *intact* (links are null or point to whole
//! nodes of the right type), that every access stays inside a node, and that nothing is accessed through null; or it
//! tells which condition fails, where, on which path, and under which precondition it would hold. Types come from
//! debug info; the shape of the structure (list, tree, graph) does not matter.
//!
//! # How a function flows
//!
//! | step | file |
//! |---|---|
//! | node types from debug info, and tags of unions from code | `layout.rs`, `tags.rs` |
//! | small callees become part of their callers | `inline.rs` |
//! | what callers need to know | `signature.rs`, `pointers.rs`, `summary.rs`, `keeping.rs` |
//! | cut-points, and claims at them | `cuts.rs`, `arrive.rs`, `resume.rs` |
//! | symbolic execution of the pieces in between | `exec.rs`, `scalars.rs`, `access.rs`, `arrays.rs`, `counters.rs`, `blocks.rs`, `fresh.rs`, `calls.rs`, `lending.rs`, `library.rs`, `memory.rs`, `tagging.rs`, on `state.rs` |
//! | the conditions at calls, returns and cut-points | `publish.rs`, `returns.rs` |
//! | the generated solver, and questions to it | `rules.rs`, `solve.rs`, `term.rs` |
//! | one function until its claims hold; all functions; results of earlier runs | `function.rs`, `analyse.rs`, `cache.rs` |
//! | what fails, in words | `report.rs` |
//!
//! # Architecture invariants
//!
//! - Most conditions hold obviously and never reach the solver; the solver decides the rest, one conjunct at a time.
//! - What is not modelled is a failed check of severity unknown; it is never skipped.
//! - Functions are analysed one by one; the result does not depend on the number of cores.

mod access;
mod analyse;
mod arrays;
mod arrive;
mod blocks;
mod cache;
mod calls;
mod context;
mod counters;
mod cuts;
mod exec;
mod fresh;
mod function;
mod globals;
mod inline;
mod keeping;
mod layout;
mod lending;
mod library;
mod memory;
mod pointers;
mod publish;
mod report;
mod resume;
mod returns;
mod rules;
mod scalars;
mod signature;
mod solve;
mod state;
mod summary;
mod tagging;
mod tags;
mod term;

use analyse::Options;
use engine::{Budget, FunctionEngine, FunctionTask, Outcome, Progress};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The modular engine.
#[derive(Clone, Default, Debug)]
pub struct Modular {
    /// How many functions are analysed at once; none for the number of cores.
    pub jobs: Option<NonZeroUsize>,
    /// The folder where results are kept; none to keep nothing.
    pub cache: Option<PathBuf>,
}

impl FunctionEngine for Modular {
    fn name(&self) -> &'static str {
        "modular"
    }

    fn run(&self, task: &FunctionTask<'_>, budget: &Budget, progress: &dyn Progress) -> Outcome {
        let options = Options {
            wanted: task.wanted,
            malloc: task.malloc,
            jobs: self.jobs,
            cache: self.cache.as_deref(),
        };
        analyse::analyse(task.program, &options, budget, progress)
    }
}
