//! Symbolic execution over the symbolic heap.
//!
//! [`Exact`] explores a program path by path without abstraction, as SL-CPA does (Beck, "Solver-based Analysis of
//! Memory Safety using Separation Logic", 2020): a state is a symbolic heap `Π ∧ Σ`, every access is checked
//! against it, conditions are decided by a solver. Exhausting all paths is a proof; every finding comes with the
//! choices that lead to it, so that it can be replayed.
//!
//! Architecture invariant: this crate never executes a program concretely and never confirms its own findings.

mod access;
mod alloc_check;
mod arith;
mod call;
mod code;
mod exec;
mod explorer;
mod float;
mod leak;
mod library;
mod memory;
mod merge;
mod report;
mod state;

use engine::{Budget, Engine, Outcome, Progress, Task};

pub use alloc_check::AllocCheck;

/// Exact exploration.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Exact {
    /// How the object of an access is found.
    pub alloc_check: AllocCheck,
}

impl Engine for Exact {
    fn name(&self) -> &'static str {
        "exact"
    }

    fn run(&self, task: &Task<'_>, budget: &Budget, progress: &dyn Progress) -> Outcome {
        explorer::Explorer::new(task, budget, self.alloc_check).run(progress)
    }
}
