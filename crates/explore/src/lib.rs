//! Symbolic execution over the symbolic heap.
//!
//! [`Exact`] explores a program path by path without abstraction, as SL-CPA does (Beck, "Solver-based Analysis of
//! Memory Safety using Separation Logic", 2020): a state is a symbolic heap `Π ∧ Σ`, every access is checked
//! against it, conditions are decided by a solver. Exhausting all paths is a proof; every finding comes with the
//! choices that lead to it, so that it can be replayed.
//!
//! Architecture invariant: this crate never executes a program concretely and never confirms its own findings.

mod context;
mod outcome;
mod program;
mod scheduler;
mod state;
mod steps;
mod strategy;
mod transfer;

use engine::{Budget, Engine, Guide, Outcome, Progress, Task};
use scheduler::Scheduler;
use strategy::exact::ExactStrategy;
use strategy::guided;
use strategy::shape::Attempts;

pub use strategy::exact::LONG_LOOP_ROUNDS;
pub use strategy::guided::leave_out_unreachable;
pub use transfer::AllocCheck;

/// Exact exploration.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Exact {
    /// How the object of an access is found.
    pub alloc_check: AllocCheck,
    /// After how much work to give up, in instructions and what takes as long. Unlike time it is the same on every
    /// machine.
    pub work: Option<u64>,
}

impl Engine for Exact {
    fn name(&self) -> &'static str {
        "exact"
    }

    fn run(&self, task: &Task<'_>, budget: &Budget, progress: &dyn Progress) -> Outcome {
        let strategy = ExactStrategy::default();
        Scheduler::new(task, budget, strategy, self.alloc_check, self.work).run(progress)
    }
}

/// Shape analysis: the same exploration with states made general where loops close.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Shape {
    /// After how much work to give up, as for exact exploration.
    pub work: Option<u64>,
}

impl Engine for Shape {
    fn name(&self) -> &'static str {
        "shape"
    }

    fn run(&self, task: &Task<'_>, budget: &Budget, progress: &dyn Progress) -> Outcome {
        Attempts::new(task, budget, progress, self.work).run()
    }
}

/// Exact exploration that is led to errors which the shape analysis thinks possible. It looks at some executions
/// only, so it proves nothing.
#[derive(Clone, Debug)]
pub struct Guided {
    /// What leads it.
    pub guide: Guide,
}

impl Engine for Guided {
    fn name(&self) -> &'static str {
        "guided"
    }

    fn run(&self, task: &Task<'_>, budget: &Budget, progress: &dyn Progress) -> Outcome {
        guided::explore(task, budget, &self.guide, progress)
    }
}
