//! Chooses the engines for a task and makes one outcome of what they say.
//!
//! Architecture invariant: this is the only place that knows more than one engine. It adds to what engines say,
//! and never turns an outcome into a better one: a ledger entry stays, a finding is confirmed only by the
//! interpreter.

mod concrete;
mod replay;

use engine::{Budget, Engine, Outcome, Progress, Reason, Task};
use std::time::Instant;

pub use concrete::Concrete;
pub use replay::{finding, record_stop};

/// Which engine the user wants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Choice {
    /// Whatever suits the task.
    #[default]
    Auto,
}

/// Decides a task about a whole program.
pub fn check(task: &Task<'_>, choice: Choice, budget: &Budget, progress: &dyn Progress) -> Outcome {
    let start = Instant::now();
    let engine: &dyn Engine = match choice {
        Choice::Auto => &Concrete,
    };
    let mut outcome = engine.run(task, budget, progress);
    for loss in &task.program.losses {
        outcome.ledger.add(Reason::Unsupported, loss.span, &loss.what);
    }
    outcome.stats.engine = engine.name().to_string();
    outcome.stats.seconds = start.elapsed().as_secs_f64();
    outcome
}
