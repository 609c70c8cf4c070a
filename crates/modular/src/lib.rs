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
//! | step | where |
//! |---|---|
//! | node types from debug info, tags of unions, the scalars of a function | `types/` |
//! | names and types of values, counters; small callees become part of their callers | `code/` |
//! | what callers need to know of a function | `summary/` |
//! | what is known at a point of a path: plain data; cells, and new blocks | `state/` |
//! | symbolic execution between cut-points, and the checks at accesses, calls and returns | `exec/` |
//! | cut-points: claims, arrivals that weaken them, states that resume from them | `claims/` |
//! | terms, the generated solver, and questions to it | `solver/` |
//! | one function until its claims hold; all functions; results of earlier runs | `function.rs`, `analyse.rs`, `cache.rs` |
//! | what fails, in words | `report.rs` |
//!
//! # Architecture invariants
//!
//! - Most conditions hold obviously and never reach the solver; the solver decides the rest, one conjunct at a time.
//! - What is not modelled is a failed check of severity unknown; it is never skipped.
//! - A state is plain data: no solver, no options, no clock. Copies share their parts.
//! - Functions are analysed one by one; the result does not depend on the number of cores.

mod analyse;
mod cache;
mod claims;
mod code;
mod exec;
mod function;
mod report;
mod solver;
mod state;
mod summary;
mod types;

use analyse::Options;
use engine::{AnnotationError, Budget, FunctionEngine, FunctionTask, Outcome, Progress};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// The modular engine.
#[derive(Clone, Default, Debug)]
pub struct Modular {
    /// How many functions are analysed at once; none for the number of cores.
    pub jobs: Option<NonZeroUsize>,
    /// How long the analysis of one function may take; none for as long as there is time.
    pub function_time: Option<Duration>,
    /// The folder where results are kept; none to keep nothing.
    pub cache: Option<PathBuf>,
}

impl FunctionEngine for Modular {
    fn name(&self) -> &'static str {
        "modular"
    }

    fn run(
        &self,
        task: &FunctionTask<'_>,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<Outcome, Vec<AnnotationError>> {
        let options = Options {
            wanted: task.wanted,
            malloc: task.malloc,
            jobs: self.jobs,
            function_time: self.function_time,
            cache: self.cache.as_deref(),
        };
        Ok(analyse::analyse(task.program, &options, budget, progress))
    }
}
