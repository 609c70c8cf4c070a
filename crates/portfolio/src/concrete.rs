//! The concrete engine: a program without inputs is decided by running it.
//!
//! Without inputs the only freedom left is the outcome of each allocation. The engine runs the program with all
//! allocations succeeding, then with every combination of failures, in order of the number of failures, so that
//! the simplest scenario of an error comes first. Most programs give up at the first failure, which makes the
//! number of runs linear in the number of allocations.
//!
//! Invariant: coverage is complete only if every sequence of allocation outcomes was run to its end, and no run
//! depended on anything else.

use crate::replay;
use engine::{
    Assumption, Budget, Coverage, Engine, Finding, Malloc, Outcome, Progress, Reason, Scenario, Task,
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

/// The numbers, ascending, of the allocations that fail in a run; all others succeed.
type Failures = Vec<usize>;

impl Engine for Concrete {
    fn name(&self) -> &'static str {
        "concrete"
    }

    fn run(&self, task: &Task<'_>, budget: &Budget, progress: &dyn Progress) -> Outcome {
        let mut outcome = Outcome::new(Coverage::Complete, task.assumptions());
        let mut pending: VecDeque<Failures> = VecDeque::from([Vec::new()]);
        let (mut runs, mut steps, mut last_run) = (0, 0, None);
        while let Some(failures) = pending.pop_front() {
            if let Err(exhausted) = budget.check() {
                outcome.ledger.add(
                    exhausted.into(),
                    None,
                    format!("{} scenarios left to run", pending.len() + 1),
                );
                break;
            }
            if last_run.is_some_and(|last| runs >= last) {
                outcome.stats.unexplored = pending.len() as u64 + 1;
                outcome.coverage = Coverage::Partial;
                break;
            }
            let left = self.steps.map(|most| most.saturating_sub(steps));
            if left == Some(0) {
                let detail = format!("{} scenarios left to run", pending.len() + 1);
                outcome.ledger.add(Reason::WorkLimit, None, detail);
                break;
            }
            progress.update(&format!("running scenario {}", runs + 1));
            let report = run(task, budget, left, &failures, false);
            runs += 1;
            steps += report.steps;
            let faults = replay::certain_faults(&report, || run(task, budget, left, &failures, true));
            record(&report, faults, &failures, task, &mut outcome);
            let is_given_up = matches!(report.outcome, interp::Outcome::Stopped(Stopped::LongLoop { .. }));
            if last_run.is_none() && !outcome.findings.is_empty() {
                last_run = Some(runs + RUNS_AFTER_FINDING);
            } else if last_run.is_none() && is_given_up {
                last_run = Some(runs + RUNS_AFTER_LONG_LOOP);
            }
            if task.malloc == Malloc::MayFail {
                if report.notes.allocations.len() >= Notes::LIMIT {
                    outcome.ledger.add(Reason::WorkLimit, None, "too many allocations to try every failure");
                }
                // Every sequence of outcomes is reached once: by failing one more, later allocation.
                let first = failures.last().map_or(0, |last| last + 1);
                pending.extend((first..report.notes.allocations.len()).map(|next| {
                    let mut failures = failures.clone();
                    failures.push(next);
                    failures
                }));
            }
        }
        outcome.stats.counters.insert("runs", runs);
        outcome.stats.instructions = steps;
        outcome
    }
}

/// The outcomes of the allocations up to the last that fails.
fn script(failures: &Failures) -> Vec<bool> {
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
    failures: &Failures,
    share_literals: bool,
) -> Report {
    let defaults = Config::default();
    let config = Config {
        properties: task.properties,
        malloc: MallocPolicy::Script(script(failures)),
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

/// Adds what a run showed to the outcome, of its faults these.
fn record(report: &Report, faults: Vec<&Fault>, failures: &Failures, task: &Task<'_>, outcome: &mut Outcome) {
    for fault in faults {
        // The inputs are those of an ordinary run: zeros, and nothing to read.
        let files = crate::calls_system(task.program).then(Vec::new);
        let scenario = Scenario { allocations: script(failures), files, ..Scenario::default() };
        let mut finding = replay::finding_in(fault, &report.notes, &scenario);
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
