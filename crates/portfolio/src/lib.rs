//! Chooses the engines for a task and makes one outcome of what they say.
//!
//! Architecture invariant: this is the only place that knows more than one engine. It adds to what engines say,
//! and never turns an outcome into a better one: a ledger entry stays, a finding is confirmed only by the
//! interpreter.

mod auto;
mod concrete;
mod confirm;
mod early;
mod record;
pub mod registry;
mod replay;
mod setups;
mod trials;

use clib::{Channel, Row};
use engine::{
    AnnotationError, Assumption, Budget, Coverage, Engine, FunctionTask, Outcome, Progress, Reason, Task,
    Verdict,
};
use ir::Program;
use registry::{Config, ENGINES, FunctionConfig, Registered, RegisteredForFunctions, Role};
use std::time::Instant;

pub use concrete::Concrete;
pub use confirm::REPLAY_ROUNDS;
pub use explore::AllocCheck;
pub use record::record;
pub use replay::{finding, garbage, record_foreign, record_stop};
pub use trials::Trials;

/// The share of the time for confirming what an engine that proves thinks possible. It stops soon after it has found
/// such errors, so the rest is for the proof.
const GUIDED: f64 = 0.5;

/// The share of the time of a chosen engine that proves; it ends early where it finds something.
const PROVING: f64 = 0.9;

/// The share of an engine's time for exploring; the rest is for replaying.
const EXPLORING: f64 = 0.9;

/// How the user wants a task to be decided.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Strategy {
    /// Which engine; none for whatever suits the task.
    pub engine: Option<&'static Registered>,
    /// How engines are configured.
    pub config: Config,
    /// Whether several engines may run at the same time. That changes how soon an answer comes, not which.
    pub overlap: bool,
}

/// Decides a task about a whole program.
pub fn check(task: &Task<'_>, strategy: Strategy, budget: &Budget, progress: &dyn Progress) -> Outcome {
    let start = Instant::now();
    let mut outcome = match strategy.engine {
        None => auto::run(task, strategy, budget, progress),
        Some(engine) if engine.role == Role::Prove => {
            prove(engine, task, strategy.config, PROVING, budget, progress).outcome
        }
        Some(engine) => search(engine, task, strategy.config, None, budget, progress),
    };
    outcome.ledger.add_losses(task.program);
    outcome.assumptions.extend(clib::assumptions(task.program).into_iter().map(Assumption::Library));
    outcome.rank_findings();
    outcome.stats.seconds = start.elapsed().as_secs_f64();
    outcome
}

/// Decides a task about single functions, unless its annotations are not understood.
pub fn analyse_functions(
    engine: &RegisteredForFunctions,
    config: &FunctionConfig,
    task: &FunctionTask<'_>,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Outcome, Vec<AnnotationError>> {
    let start = Instant::now();
    let mut outcome = (engine.make)(config).run(task, budget, progress)?;
    setups::confirm(task.program, budget, &mut outcome);
    outcome.ledger.add_losses(task.program);
    outcome.stats.engine = engine.name.to_string();
    outcome.stats.seconds = start.elapsed().as_secs_f64();
    Ok(outcome)
}

/// An engine with a limit of its work, with its findings replayed.
fn search(
    engine: &Registered,
    task: &Task<'_>,
    config: Config,
    work: Option<u64>,
    budget: &Budget,
    progress: &dyn Progress,
) -> Outcome {
    replayed(&*(engine.make)(&config, work), task, budget, progress)
}

/// What an engine that proves says, with the errors that it thinks possible.
#[derive(Clone)]
struct Analysed {
    /// What it says; its guide leads to the errors that a run may show.
    outcome: Outcome,
    /// Whether every execution was accounted for: there are no errors but those that are thought possible.
    is_complete: bool,
}

impl Analysed {
    /// Whether all that is left are errors that no run can show, because they lie behind loops that go round too often.
    fn is_last_word(&self) -> bool {
        self.is_complete && self.outcome.guide.is_empty()
    }
}

/// A proof with a limit of its work, with findings replayed where inputs are known.
fn analyse(
    engine: &Registered,
    task: &Task<'_>,
    config: Config,
    work: Option<u64>,
    budget: &Budget,
    progress: &dyn Progress,
) -> Analysed {
    let mut outcome = search(engine, task, config, work, budget, progress);
    let only_doubts = outcome.ledger.entries().iter().all(|entry| entry.reason == Reason::Unconfirmed);
    let is_complete = outcome.coverage == Coverage::Complete && only_doubts;
    if outcome.verdict() == Verdict::Unknown {
        for (span, reason) in explore::leave_out_unreachable(&mut outcome.guide, task) {
            outcome.ledger.add(Reason::WorkLimit, span, reason);
        }
    }
    Analysed { outcome, is_complete }
}

/// A proof in a share of the time. Where the engine thinks errors possible, another is led to them.
fn prove(
    engine: &Registered,
    task: &Task<'_>,
    config: Config,
    share: f64,
    budget: &Budget,
    progress: &dyn Progress,
) -> Analysed {
    guided(task, analyse(engine, task, config, None, &budget.part(share), progress), budget, progress)
}

/// Leads the first engine that follows guides to the errors that another thinks possible.
fn guided(task: &Task<'_>, mut analysed: Analysed, budget: &Budget, progress: &dyn Progress) -> Analysed {
    let outcome = &mut analysed.outcome;
    if outcome.guide.is_empty() || outcome.verdict() == Verdict::Unsafe || budget.check().is_err() {
        return analysed;
    }
    if let Some(follow) = ENGINES.iter().find_map(|engine| engine.follow) {
        let shown = replayed(&*follow(outcome.guide.clone()), task, &budget.part(GUIDED), progress);
        confirm::adopt(outcome, shown);
    }
    analysed
}

/// An engine, with its findings replayed.
fn replayed(engine: &dyn Engine, task: &Task<'_>, budget: &Budget, progress: &dyn Progress) -> Outcome {
    // A part of the time is for replaying.
    let mut outcome = run(engine, task, &budget.part(EXPLORING), progress);
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
    task.looks_at_arguments()
        || clib::environment(task.program).is_some()
        || calls(task.program, |row| row.consumes.iter().any(is_input))
}

/// Whether a program looks at its whole environment.
pub fn reads_environment(program: &Program) -> bool {
    let main = program.find_function("main").and_then(|id| program.function(id).body.as_ref());
    clib::environment(program).is_some() || main.is_some_and(|body| body.looks_at_param(2))
}

/// Whether a program can read the standard input.
pub fn reads_stdin(program: &Program) -> bool {
    calls(program, Row::reads_stream)
}

/// Whether a program can read the clock.
pub fn reads_clock(program: &Program) -> bool {
    calls(program, |row| row.consumes.contains(&Channel::Clock))
}

/// Whether a program can call the system: open files, start processes.
pub fn calls_system(program: &Program) -> bool {
    calls(program, |row| row.consumes.contains(&Channel::System))
}

/// Whether a program calls a primitive of this sort.
fn calls(program: &Program, is_such: impl Fn(&Row) -> bool) -> bool {
    let declared = program.functions.iter().filter(|function| function.body.is_none());
    declared.filter_map(|function| clib::row(&function.name)).any(is_such)
}
