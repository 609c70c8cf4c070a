//! Chooses the engines for a task and makes one outcome of what they say.
//!
//! Architecture invariant: this is the only place that knows more than one engine. It adds to what engines say,
//! and never turns an outcome into a better one: a ledger entry stays, a finding is confirmed only by the
//! interpreter.

mod concrete;
mod confirm;
mod replay;

use clib::Primitive;
use engine::{Budget, Engine, Outcome, Progress, Reason, Task, Verdict};
use explore::{Exact, Shape};
use ir::Program;
use std::time::{Duration, Instant};

pub use concrete::Concrete;
pub use explore::AllocCheck;
pub use replay::{finding, record_stop};

/// How long a program with inputs is run with fixed ones before it is explored.
const GLANCE: Duration = Duration::from_secs(1);

/// How long errors are looked for before a proof is tried.
const SHALLOW: Duration = Duration::from_millis(700);

/// The share of the time for trying a proof.
const PROOF: f64 = 0.5;

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
}

/// Decides a task about a whole program.
pub fn check(task: &Task<'_>, strategy: Strategy, budget: &Budget, progress: &dyn Progress) -> Outcome {
    let start = Instant::now();
    let mut outcome = match strategy.engine {
        Choice::Auto => automatic(task, strategy, budget, progress),
        Choice::Exact => exact(task, strategy, budget, progress),
        Choice::Shape => replayed(&Shape, task, budget, progress),
    };
    outcome.ledger.add_losses(task.program);
    outcome.assumptions.extend(clib::assumptions(task.program));
    outcome.stats.seconds = start.elapsed().as_secs_f64();
    outcome
}

/// A program without inputs is run; where that does not decide it, it is explored.
fn automatic(task: &Task<'_>, strategy: Strategy, budget: &Budget, progress: &dyn Progress) -> Outcome {
    let first = match reads_inputs(task) {
        true => budget.within(GLANCE),
        false => budget.clone(),
    };
    let outcome = run(&Concrete, task, &first, progress);
    // More can be decided only where the run left out executions, not where it met what nobody can execute.
    let leaves_out = |reason| {
        matches!(reason, Reason::NoEngine | Reason::LayoutDependent | Reason::EngineLimit | Reason::Timeout)
    };
    let undecided = outcome.verdict() == Verdict::Unknown
        && budget.check().is_ok()
        && outcome.ledger.entries().iter().any(|entry| leaves_out(entry.reason));
    if undecided { explore(task, strategy, budget, progress) } else { outcome }
}

/// Looks for shallow errors first, then for a proof, and then, in the time that is left, for deeper errors.
fn explore(task: &Task<'_>, strategy: Strategy, budget: &Budget, progress: &dyn Progress) -> Outcome {
    let shallow = exact(task, strategy, &budget.within(SHALLOW), progress);
    if !is_cut_short(&shallow) || budget.check().is_err() {
        return shallow;
    }
    let proof = replayed(&Shape, task, &part(budget, PROOF), progress);
    if proof.verdict() != Verdict::Unknown || budget.check().is_err() {
        return proof;
    }
    let deep = exact(task, strategy, budget, progress);
    match deep.verdict() {
        Verdict::Unknown => either(deep, proof),
        _ => deep,
    }
}

/// Whether an engine left executions out that another one, or more time, may account for.
fn is_cut_short(outcome: &Outcome) -> bool {
    let more = |reason| matches!(reason, Reason::Timeout | Reason::OutOfMemory | Reason::EngineLimit);
    outcome.verdict() == Verdict::Unknown && outcome.ledger.entries().iter().any(|entry| more(entry.reason))
}

/// Two engines could not decide: what the one has to say, and the possible errors that only the other saw.
fn either(mut one: Outcome, other: Outcome) -> Outcome {
    for finding in other.findings {
        if !one.findings.iter().any(|known| known.same_error(&finding)) {
            one.findings.push(finding);
        }
    }
    for entry in other.ledger.entries().iter().filter(|entry| entry.reason != Reason::Timeout) {
        one.ledger.add(entry.reason, entry.span, &entry.detail);
    }
    one
}

/// A part of the time that is left.
fn part(budget: &Budget, share: f64) -> Budget {
    let left = budget.deadline().map(|deadline| deadline.saturating_duration_since(Instant::now()));
    left.map_or_else(|| budget.clone(), |left| budget.within(left.mul_f64(share)))
}

/// Exact exploration, with its findings replayed.
fn exact(task: &Task<'_>, strategy: Strategy, budget: &Budget, progress: &dyn Progress) -> Outcome {
    let exact = Exact { alloc_check: strategy.alloc_check };
    replayed(&exact, task, budget, progress)
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
    reads_stdin(task.program)
        || calls(task.program, |primitive| matches!(primitive, Primitive::Nondet(_) | Primitive::Getenv))
}

/// Whether a program can read the standard input.
pub fn reads_stdin(program: &Program) -> bool {
    use Primitive::*;
    let reads = |primitive| matches!(primitive, Getchar | Fgetc | Fgets | Fread | Read | Scan(_));
    calls(program, reads)
}

/// Whether a program can read the clock.
pub fn reads_clock(program: &Program) -> bool {
    use Primitive::*;
    calls(program, |primitive| matches!(primitive, Time | Clock | Gettimeofday | ClockGettime))
}

/// Whether a program calls a primitive of this sort.
fn calls(program: &Program, is_such: impl Fn(Primitive) -> bool) -> bool {
    let declared = program.functions.iter().filter(|function| function.body.is_none());
    declared.filter_map(|function| clib::primitive(&function.name, program.target)).any(is_such)
}
