//! Contracts: annotated C with a low-level reachability predicate (after "A Low-Level Memory Model and an Accompanying
//! Reachability Predicate" by Chatterjee, Lahiri, Qadeer and Rakamarić).
//!
//! Annotations are comments. For every function it is shown that, from any state that satisfies its precondition, it
//! accesses memory safely, satisfies its postcondition, assigns and frees nothing else, keeps its loop invariants, and
//! keeps every list ending with a blocking pointer; or which of these fails, where, on which path, with a heap.
//!
//! # How a function flows
//!
//! | step | file |
//! |---|---|
//! | tokens and trees | `syntax/` |
//! | names, types, links | `resolve.rs`, `types.rs`, into `formula.rs` |
//! | which function, loop or statement an annotation belongs to | `contract.rs` |
//! | paths between cut-points, with their obligations | `exec.rs`, `instructions.rs`, `calls.rs`, `loops.rs` |
//! | structs by value | `abi.rs` |
//! | which links are in use where | `links.rs` |
//! | function types with a contract | `function_types.rs` |
//! | memory, allocation, reachability in versions | `world.rs` |
//! | what terms, formulas and sets mean there | `meaning.rs` |
//! | proving: a satisfiability check, refined by instances of axioms | `theory.rs`, `search.rs`, `equalities.rs` |
//! | invariants that nobody wrote | `infer.rs` |
//! | all functions, findings, words | `prove.rs`, `report.rs`, `example.rs`, `setup.rs` |
//! | why conditions hold; conditions for other solvers | `explain.rs`, `conditions.rs` |
//!
//! # Architecture invariants
//!
//! - An annotation that is not understood is an error, never skipped.
//! - What is not modelled is written down, and then nothing is proved.
//! - Integers are machine integers; pointers are objects and offsets; nothing depends on where objects lie.

mod abi;
#[cfg(test)]
mod brute;
mod calls;
mod conditions;
mod contract;
mod effort;
mod equalities;
mod example;
mod exec;
mod explain;
mod formula;
mod function_types;
mod infer;
mod instructions;
mod links;
mod loops;
mod meaning;
mod prove;
mod report;
mod resolve;
#[cfg(test)]
mod sampled;
mod search;
mod setup;
mod syntax;
mod theory;
mod types;
mod world;

use engine::{AnnotationError, Budget, FunctionEngine, FunctionTask, Outcome, Progress};
use std::path::PathBuf;
use std::time::Duration;

/// The engine for annotated functions.
#[derive(Clone, Default, Debug)]
pub struct Annotated {
    /// How long the proof of one function may take; none for as long as there is time.
    pub function_time: Option<Duration>,
    /// Whether it is told why conditions hold.
    pub explain: bool,
    /// The folder that the conditions are written to for other solvers; none to keep them.
    pub conditions: Option<PathBuf>,
}

impl FunctionEngine for Annotated {
    fn name(&self) -> &'static str {
        "contracts"
    }

    fn run(
        &self,
        task: &FunctionTask<'_>,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<Outcome, Vec<AnnotationError>> {
        prove::prove(task, self, budget, progress)
    }
}
