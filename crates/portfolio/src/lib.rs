//! Chooses the engines for a task and makes one outcome of what they say.
//!
//! Architecture invariant: this is the only place that knows more than one engine. It adds to what engines say,
//! and never turns an outcome into a better one: a ledger entry stays, a finding is confirmed only by the
//! interpreter.

mod auto;
mod concrete;
mod confirm;
mod replay;

use clib::{Channel, Row};
use engine::{Budget, Coverage, Engine, Outcome, Progress, Reason, Task, Verdict};
use explore::{Exact, Guide, Guided, Shape};
use ir::Program;
use std::time::Instant;

pub use concrete::Concrete;
pub use explore::AllocCheck;
pub use replay::{finding, record_stop};

/// The share of the time that is left after the shape analysis for confirming what it thinks possible.
const GUIDED: f64 = 0.5;

/// The share of an engine's time for exploring; the rest is for replaying.
const EXPLORING: f64 = 0.9;

/// Which engine the user wants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Choice {
    /// Whatever suits the task.
    #[default]
    Auto,
    /// Exact exploration, path by path.
    Exact,
    /// Shape analysis.
    Shape,
}

/// How the user wants a task to be decided.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Strategy {
    /// Which engine.
    pub engine: Choice,
    /// How exact exploration finds the object of an access.
    pub alloc_check: AllocCheck,
    /// Whether several engines may run at the same time. That changes how soon an answer comes, not which.
    pub overlap: bool,
}

/// Decides a task about a whole program.
pub fn check(task: &Task<'_>, strategy: Strategy, budget: &Budget, progress: &dyn Progress) -> Outcome {
    let start = Instant::now();
    let mut outcome = match strategy.engine {
        Choice::Auto => auto::run(task, strategy, budget, progress),
        Choice::Exact => exact(task, strategy, None, budget, progress),
        Choice::Shape => shape(task, 1.0 - GUIDED, budget, progress).outcome,
    };
    outcome.ledger.add_losses(task.program);
    outcome.assumptions.extend(clib::assumptions(task.program));
    outcome.stats.seconds = start.elapsed().as_secs_f64();
    outcome
}

/// A part of the time that is left.
fn part(budget: &Budget, share: f64) -> Budget {
    let left = budget.deadline().map(|deadline| deadline.saturating_duration_since(Instant::now()));
    left.map_or_else(|| budget.clone(), |left| budget.within(left.mul_f64(share)))
}

/// Exact exploration with a limit of its work, with its findings replayed.
fn exact(
    task: &Task<'_>,
    strategy: Strategy,
    work: Option<u64>,
    budget: &Budget,
    progress: &dyn Progress,
) -> Outcome {
    let exact = Exact { alloc_check: strategy.alloc_check, work };
    replayed(&exact, task, budget, progress)
}

/// What the shape analysis says, and what leads to the errors that it thinks possible.
#[derive(Clone)]
struct Analysed {
    outcome: Outcome,
    guide: Guide,
    /// Whether every execution was accounted for: there are no errors but those that are thought possible.
    is_complete: bool,
}

impl Analysed {
    /// Whether all that is left are errors that no run can show, because they lie behind loops that go round too often.
    fn is_last_word(&self) -> bool {
        self.is_complete && self.guide.is_empty()
    }
}

/// Shape analysis with a limit of its work, with its findings replayed where it knows inputs.
fn analyse(task: &Task<'_>, work: Option<u64>, budget: &Budget, progress: &dyn Progress) -> Analysed {
    let engine = Shape { work };
    let (mut outcome, mut guide) = engine.analyse(task, &part(budget, EXPLORING), progress);
    outcome.stats.engine = engine.name().to_string();
    progress.update("replaying what was found");
    confirm::confirm(task, budget, &mut outcome);
    let only_doubts = outcome.ledger.entries().iter().all(|entry| entry.reason == Reason::Unconfirmed);
    let is_complete = outcome.coverage == Coverage::Complete && only_doubts;
    if outcome.verdict() == Verdict::Unknown {
        for (span, reason) in guide.leave_out_unreachable(task) {
            outcome.ledger.add(Reason::WorkLimit, span, reason);
        }
    }
    Analysed { outcome, guide, is_complete }
}

/// Shape analysis in a share of the time. Where it thinks errors possible, exact exploration is led to them.
fn shape(task: &Task<'_>, share: f64, budget: &Budget, progress: &dyn Progress) -> Analysed {
    guided(task, analyse(task, None, &part(budget, share), progress), budget, progress)
}

/// Leads exact exploration to the errors that the shape analysis thinks possible.
fn guided(task: &Task<'_>, mut analysed: Analysed, budget: &Budget, progress: &dyn Progress) -> Analysed {
    let outcome = &mut analysed.outcome;
    if analysed.guide.is_empty() || outcome.verdict() == Verdict::Unsafe || budget.check().is_err() {
        return analysed;
    }
    let guide = analysed.guide.clone();
    let shown = replayed(&Guided { guide }, task, &part(budget, GUIDED), progress);
    confirm::adopt(outcome, shown);
    analysed
}

/// An engine, with its findings replayed.
fn replayed(engine: &dyn Engine, task: &Task<'_>, budget: &Budget, progress: &dyn Progress) -> Outcome {
    // A part of the time is for replaying.
    let mut outcome = run(engine, task, &part(budget, EXPLORING), progress);
    progress.update("replaying what was found");
    confirm::confirm(task, budget, &mut outcome);
    outcome
}

fn run(engine: &dyn Engine, task: &Task<'_>, budget: &Budget, progress: &dyn Progress) -> Outcome {
    let mut outcome = engine.run(task, budget, progress);
    outcome.stats.engine = engine.name().to_string();
    outcome
}

/// Whether the program can read anything from outside.
fn reads_inputs(task: &Task<'_>) -> bool {
    let is_input = |channel: &Channel| *channel != Channel::Clock;
    calls(task.program, |row| row.consumes.iter().any(is_input))
}

/// Whether a program can read the standard input.
pub fn reads_stdin(program: &Program) -> bool {
    calls(program, Row::reads_stream)
}

/// Whether a program can read the clock.
pub fn reads_clock(program: &Program) -> bool {
    calls(program, |row| row.consumes.contains(&Channel::Clock))
}

/// Whether a program calls a primitive of this sort.
fn calls(program: &Program, is_such: impl Fn(&Row) -> bool) -> bool {
    let declared = program.functions.iter().filter(|function| function.body.is_none());
    declared.filter_map(|function| clib::row(&function.name)).any(is_such)
}
