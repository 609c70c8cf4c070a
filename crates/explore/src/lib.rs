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

use engine::{Assumption, Budget, Coverage, Engine, Guide, Outcome, Progress, Task};
use scheduler::{FOLDED, Scheduler};
use strategy::exact::ExactStrategy;
use strategy::guided;
use strategy::shape::{DIVIDED, Kinds, ShapeStrategy, counts_narrowly};
use transfer::library::Library;

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

/// How much of the heap is assumed to be in use at once, where a proof needs that, and the user does not say.
const MAX_HEAP: u64 = 16 << 30;

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
        let explore = |kinds, max_heap| {
            let strategy = ShapeStrategy::new(task.program, kinds, max_heap);
            let scheduler = Scheduler::new(task, budget, strategy, AllocCheck::Default, self.work);
            let mut outcome = scheduler.run(progress);
            if let Some(bytes) = max_heap {
                outcome.assume(Assumption::MaxHeap { bytes });
            }
            outcome
        };
        let given = task.program.meaning.max_heap;
        let outcome = explore(Kinds::default(), given);
        let is_open = |outcome: &Outcome| outcome.coverage == Coverage::Complete && !outcome.is_closed();
        let figure = |name: &str| outcome.stats.counters.get(name).is_some_and(|figure| *figure > 0);
        if figure(DIVIDED) && is_open(&outcome) {
            let alike = explore(Kinds::Alike, given);
            if alike.is_closed() {
                return alike;
            }
        }
        let counts = || counts_narrowly(task.program, &Library::new(task.program));
        // Once an error is found, an exploration may end before it has seen everything.
        let may_be_open = is_open(&outcome) || !outcome.findings.is_empty();
        if given.is_none() && figure(FOLDED) && may_be_open && budget.check().is_ok() && counts() {
            let bounded = explore(Kinds::default(), Some(MAX_HEAP));
            if bounded.is_closed() {
                return bounded;
            }
        }
        outcome
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
