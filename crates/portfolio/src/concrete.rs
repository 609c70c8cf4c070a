//! The concrete engine: a program without inputs is decided by running it.
//!
//! Without inputs the only freedom left is the outcome of each allocation. The engine runs the program with all
//! allocations succeeding, then with every combination of failures, in order of the number of failures, so that
//! the simplest scenario of an error comes first. Most programs give up at the first failure, which makes the
//! number of runs linear in the number of allocations.
//!
//! Memory that was never written holds zeros. Where a run depends on it, others follow in which one object after the other
//! begins with something else, which shows where two buffers are compared of which one was forgotten, and then all of
//! them, which shows where the end of a text was forgotten.
//!
//! Invariant: coverage is complete only if every sequence of allocation outcomes was run to its end, and no run
//! depended on anything else.

use crate::replay;
use engine::{
    Assumption, Budget, Coverage, Engine, Finding, Garbage, InputValue, Malloc, Outcome, Progress, Reason,
    Scenario, Source, Task,
};
use interp::{Config, Fault, MallocPolicy, Notes, Outside, Report, Stopped, Streams};
use std::collections::VecDeque;

/// How many more runs are made after an error was found: enough to see independent errors, soon over.
const RUNS_AFTER_FINDING: u64 = 64;

/// How many more runs are made after one was given up in a loop that goes round too often: nothing is proved any more,
/// but an allocation that fails may still show an error.
const RUNS_AFTER_LONG_LOOP: u64 = 16;

/// After how many rounds such a loop is given up. Where each round loses a block, it takes time to find out when.
const LONG_LOOP_ROUNDS: u64 = 5_000;

/// The concrete engine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Concrete {
    /// How many instructions all runs together may execute.
    pub steps: Option<u64>,
}

/// Of how many objects, in the order in which they begin, it is tried that they do not begin with zeros.
const OBJECTS: u64 = 16;

/// What is chosen in a run.
#[derive(Clone, Default)]
struct Choices {
    /// The numbers, ascending, of the allocations that fail; all others succeed.
    failures: Vec<usize>,
    /// What memory holds that was never written, where it is not zero.
    garbage: Vec<Garbage>,
    /// Whether no byte that was never written holds zero, and freed addresses are used again.
    recycled: bool,
}

impl Choices {
    /// Allocations succeed, and one object does not begin with zero.
    fn with_garbage_in(object: u64) -> Choices {
        let garbage = vec![Garbage { object, offset: 0, bytes: vec![1] }];
        Choices { garbage, ..Choices::default() }
    }

    /// The choices as a report tells them. Other inputs are those of an ordinary run: zeros, and nothing to read.
    fn scenario(&self, task: &Task<'_>) -> Scenario {
        let files = crate::calls_system(task.program).then(Vec::new);
        let (allocations, garbage) = (script(&self.failures), self.garbage.clone());
        Scenario { allocations, garbage, files, recycled: self.recycled, ..Scenario::default() }
    }
}

impl Engine for Concrete {
    fn name(&self) -> &'static str {
        "concrete"
    }

    fn run(&self, task: &Task<'_>, budget: &Budget, progress: &dyn Progress) -> Outcome {
        let mut outcome = Outcome::new(Coverage::Complete, task.assumptions());
        let entry = task.program.function(task.entry).span;
        let mut pending: VecDeque<Choices> = VecDeque::from([Choices::default()]);
        let (mut runs, mut steps, mut last_run) = (0, 0, None);
        while let Some(choices) = pending.pop_front() {
            if let Err(exhausted) = budget.check() {
                outcome.ledger.add(exhausted.into(), entry, left_to_run(pending.len() + 1));
                break;
            }
            if last_run.is_some_and(|last| runs >= last) {
                outcome.stats.unexplored = pending.len() as u64 + 1;
                outcome.coverage = Coverage::Partial;
                break;
            }
            let left = self.steps.map(|most| most.saturating_sub(steps));
            if left == Some(0) {
                outcome.ledger.add(Reason::WorkLimit, entry, left_to_run(pending.len() + 1));
                break;
            }
            progress.update(&format!("running scenario {}", runs + 1));
            let report = run(task, budget, left, &choices, false);
            runs += 1;
            steps += report.steps;
            let faults = replay::certain_faults(&report, || run(task, budget, left, &choices, true));
            record(&report, faults, &choices, task, &mut outcome);
            let is_given_up = matches!(report.outcome, interp::Outcome::Stopped(Stopped::LongLoop { .. }));
            if last_run.is_none() && !outcome.findings.is_empty() {
                last_run = Some(runs + RUNS_AFTER_FINDING);
            } else if last_run.is_none() && is_given_up {
                last_run = Some(runs + RUNS_AFTER_LONG_LOOP);
            }
            if runs == 1 && outcome.findings.is_empty() && !report.notes.uninitialized.is_empty() {
                pending.extend((0..OBJECTS).map(Choices::with_garbage_in));
                pending.push_back(Choices { recycled: true, ..Choices::default() });
            }
            let is_ordinary = choices.garbage.is_empty() && !choices.recycled;
            if task.malloc == Malloc::MayFail && is_ordinary {
                if report.notes.allocations.len() >= Notes::LIMIT {
                    outcome.ledger.add(Reason::WorkLimit, None, "too many allocations to try every failure");
                }
                // Every sequence of outcomes is reached once: by failing one more, later allocation.
                let first = choices.failures.last().map_or(0, |last| last + 1);
                pending.extend((first..report.notes.allocations.len()).map(|next| {
                    let mut choices = choices.clone();
                    choices.failures.push(next);
                    choices
                }));
            }
        }
        outcome.stats.counters.insert("runs", runs);
        outcome.stats.instructions = steps;
        outcome
    }
}

/// What is said where no more runs are made.
fn left_to_run(runs: usize) -> String {
    let noun = if runs == 1 { "run" } else { "runs" };
    format!("{runs} {noun} with other outcomes of allocations left")
}

/// The outcomes of the allocations up to the last that fails.
fn script(failures: &[usize]) -> Vec<bool> {
    let mut script = vec![true; failures.last().map_or(0, |last| last + 1)];
    for &failure in failures {
        script[failure] = false;
    }
    script
}

fn run(
    task: &Task<'_>,
    budget: &Budget,
    step_limit: Option<u64>,
    choices: &Choices,
    share_literals: bool,
) -> Report {
    let defaults = Config::default();
    let config = Config {
        properties: task.properties,
        malloc: MallocPolicy::Script(script(&choices.failures)),
        garbage: replay::garbage(&choices.garbage),
        recycle: choices.recycled,
        share_literals,
        step_limit,
        long_loops: Some(LONG_LOOP_ROUNDS),
        budget: budget.clone(),
        goes_on: true,
        outside: Outside::Files(Vec::new()),
        memory_limit: budget.memory_bytes().unwrap_or(defaults.memory_limit),
        ..defaults
    };
    let streams = Streams { out: &mut std::io::sink(), err: &mut std::io::sink() };
    interp::run(task.program, task.entry, &config, streams)
}

/// What an object begins with, among the inputs. Which one it is, only their order tells.
fn unwritten(garbage: &Garbage) -> InputValue {
    let object = format!("object {} of those that begin without a value", garbage.object + 1);
    let source = Source::Memory { object, offset: garbage.offset, size: garbage.bytes.len() as u64 };
    let digits: String = garbage.bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect();
    InputValue { span: None, source, value: format!("0x{digits}") }
}

/// Adds what a run showed to the outcome, of its faults these.
fn record(report: &Report, faults: Vec<&Fault>, choices: &Choices, task: &Task<'_>, outcome: &mut Outcome) {
    for fault in faults {
        let scenario = choices.scenario(task);
        let mut finding = replay::finding_in(fault, &report.notes, &scenario);
        finding.inputs.extend(scenario.garbage.iter().map(unwritten));
        finding.scenario = Some(scenario);
        if !outcome.findings.iter().any(|known: &Finding| known.same_error(&finding)) {
            outcome.findings.push(finding);
        }
    }
    replay::record_unplaced(report, &mut outcome.ledger);
    replay::record_notes(&report.notes, &mut outcome.ledger);
    if report.notes.impossible_allocation {
        outcome.assume(Assumption::Library(clib::Assumption::largest_block(task.program.target)));
    }
    replay::record_assumptions(&report.notes, outcome);
    if let interp::Outcome::Stopped(stopped) = &report.outcome {
        replay::record_stop(stopped, &mut outcome.ledger);
    }
}
