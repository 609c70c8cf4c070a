//! Confirms what a symbolic engine found: every finding is replayed in the interpreter.
//!
//! A finding that carries a scenario becomes confirmed if a run with those choices shows the same kind of error at
//! the same place; some errors need memory to be recycled, which is tried next. What is reported then is what the run showed, with its trace. Everything else that such a run
//! shows is a fact too, and is reported as well. A finding that no run shows stays, unconfirmed, and is written to
//! the ledger: it may be real, so nothing is proved, and it may not be, so nothing is refuted.

use crate::replay;
use engine::{Budget, Finding, InputValue, Outcome, Reason, Scenario, Source, Task};
use interp::{Config, InputSource, MallocPolicy, Notes, Outside, Report, Stdin, Streams};
use ir::Span;
use std::time::Duration;

/// How long one replay may take.
const PATIENCE: Duration = Duration::from_secs(1);
/// How many instructions a replay may execute.
const STEPS: u64 = 5_000_000;
/// How many more for each byte of input, and how many of these take a second.
const STEPS_OF_BYTE: u64 = 32;
const STEPS_OF_SECOND: u64 = 20_000_000;

/// Replays the findings of an outcome.
pub fn confirm(task: &Task<'_>, budget: &Budget, outcome: &mut Outcome) {
    let found = std::mem::take(&mut outcome.findings);
    let mut confirmed: Vec<Finding> = Vec::new();
    let mut open: Vec<Finding> = Vec::new();
    let mut runs = 0;
    for finding in found {
        if is_shown(&confirmed, &finding) {
            continue;
        }
        for recycled in [false, true] {
            let Some(scenario) = &finding.scenario else { break };
            if is_shown(&confirmed, &finding) || budget.check().is_err() {
                break;
            }
            runs += 1;
            let scenario = Scenario { recycled, ..scenario.clone() };
            let report = run(task, budget, &scenario, false);
            replay::record_unplaced(&report, &mut outcome.ledger);
            let faults = replay::certain_faults(&report, || run(task, budget, &scenario, true));
            if !faults.is_empty() {
                replay::record_assumptions(&report.notes, outcome);
            }
            for fault in faults {
                let mut shown = replay::finding_in(fault, &report.notes, &scenario);
                shown.scenario = Some(as_run(&scenario, &report.notes));
                let is_memory = |input: &&InputValue| matches!(input.source, Source::Memory { .. });
                shown.inputs.extend(finding.inputs.iter().filter(is_memory).cloned());
                if shown.same_error(&finding) {
                    shown.heap.clone_from(&finding.heap);
                }
                if !is_shown(&confirmed, &shown) {
                    confirmed.push(shown);
                }
            }
        }
        if !is_shown(&confirmed, &finding) {
            open.push(finding);
        }
    }
    // Another scenario of the same error may have been replayed after one that could not.
    open.retain(|finding| !is_shown(&confirmed, finding));
    for finding in open {
        if !is_shown(&outcome.findings, &finding) {
            outcome.ledger.add(Reason::Unconfirmed, finding.span, doubt(&finding));
            outcome.findings.push(finding);
        }
    }
    outcome.findings.splice(0..0, confirmed);
    outcome.stats.counters.insert("replays", runs);
}

/// Why a finding is only possible, in words.
fn doubt(finding: &Finding) -> String {
    let why = match finding.scenario {
        Some(_) => "a run with these inputs does not show it",
        None => "it was found in an abstract state, and no run that shows it was found",
    };
    format!("{}: {}, but {why}", finding.kind, finding.message)
}

/// Adds to an outcome what another exploration of the same task was able to replay. What the outcome thought possible
/// and is shown now is no longer in doubt; nothing else of the ledger changes.
pub fn adopt(outcome: &mut Outcome, shown: Outcome) {
    let confirmed: Vec<Finding> = shown.findings.into_iter().filter(Finding::is_confirmed).collect();
    let (known, open): (Vec<Finding>, Vec<Finding>) =
        std::mem::take(&mut outcome.findings).into_iter().partition(|finding| is_shown(&confirmed, finding));
    let doubts: Vec<(Option<Span>, String)> = known.iter().map(|it| (it.span, doubt(it))).collect();
    outcome.ledger.settle(|entry| {
        entry.reason == Reason::Unconfirmed
            && doubts.iter().any(|(span, detail)| (*span, detail) == (entry.span, &entry.detail))
    });
    outcome.findings = confirmed;
    outcome.findings.extend(open);
    outcome.stats.instructions += shown.stats.instructions;
    for (name, value) in shown.stats.counters {
        *outcome.stats.counters.entry(name).or_default() += value;
    }
}

/// The scenario as it was needed: with the outcome that each allocation really had, since one that no machine can
/// satisfy fails unasked, and without what the program does not look at.
fn as_run(scenario: &Scenario, notes: &Notes) -> Scenario {
    let allocations = notes.allocations.iter().map(|allocation| allocation.succeeded).collect();
    let mut scenario = Scenario { allocations, ..scenario.clone() };
    forget_unread(&mut scenario, notes);
    scenario
}

/// Leaves out of a scenario what a run with it did not look at.
pub(crate) fn forget_unread(scenario: &mut Scenario, notes: &Notes) {
    let reads = |source: &InputSource| notes.inputs.iter().any(|input| input.source == *source);
    if !reads(&InputSource::Arguments) {
        scenario.args.clear();
    }
    if !reads(&InputSource::Stdin) {
        scenario.stdin.clear();
    }
    scenario
        .env
        .retain(|(name, _)| reads(&InputSource::Environment(String::from_utf8_lossy(name).into_owned())));
    if let Some(files) = &mut scenario.files {
        let lists = |source: &InputSource, name: &[u8]| match source {
            InputSource::Directory(directory) => interp::entry_of(directory, name).is_some(),
            _ => false,
        };
        let is_listed = |name: &[u8]| notes.inputs.iter().any(|input| lists(&input.source, name));
        files.retain(|(name, _)| reads(&InputSource::File(name.clone())) || is_listed(name));
    }
    // A run that asks the system nothing needs no imagined files.
    let asks = |source: &InputSource| {
        matches!(source, InputSource::File(_) | InputSource::Directory(_) | InputSource::System)
    };
    if notes.inputs.len() < Notes::LIMIT && !notes.inputs.iter().any(|input| asks(&input.source)) {
        scenario.files = None;
    }
}

/// After how many rounds a replay gives up in a loop that goes round so often that nobody waits for its end. Exploring
/// gave up before, so what it found shows earlier.
pub const REPLAY_ROUNDS: u64 = explore::LONG_LOOP_ROUNDS + 1;

fn is_shown(findings: &[Finding], finding: &Finding) -> bool {
    findings.iter().any(|known| known.same_error(finding))
}

/// How many more instructions a run may execute with a long input.
pub(crate) fn steps_for(scenario: &Scenario) -> u64 {
    let files = scenario.files.iter().flatten().map(|(_, text)| text);
    let texts = scenario.args.iter().chain([&scenario.stdin]).chain(files);
    STEPS_OF_BYTE * texts.map(|text| text.len() as u64 + 1).sum::<u64>()
}

fn run(task: &Task<'_>, budget: &Budget, scenario: &Scenario, share_literals: bool) -> Report {
    let patience = PATIENCE + Duration::from_secs(steps_for(scenario) / STEPS_OF_SECOND);
    let config = Config {
        share_literals,
        budget: Budget::new(Some(patience), None, budget.cancel_flag().clone()),
        ..config(task, scenario)
    };
    let streams = Streams { out: &mut std::io::sink(), err: &mut std::io::sink() };
    interp::run(task.program, task.entry, &config, streams)
}

/// A run with the choices of a scenario.
pub(crate) fn config(task: &Task<'_>, scenario: &Scenario) -> Config {
    let defaults = Config::default();
    let mut args = defaults.args.clone();
    args.extend(scenario.args.iter().cloned());
    Config {
        long_loops: Some(REPLAY_ROUNDS),
        properties: task.properties,
        malloc: MallocPolicy::Script(scenario.allocations.clone()),
        inputs: scenario.inputs.clone(),
        stdin: Stdin::Bytes(scenario.stdin.clone()),
        args,
        env: scenario.env.clone(),
        time: scenario.time,
        recycle: scenario.recycled,
        garbage: replay::garbage(&scenario.garbage),
        outside: scenario.files.clone().map_or(Outside::Inputs, Outside::Files),
        goes_on: true,
        step_limit: Some(STEPS + steps_for(scenario)),
        ..defaults
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Certainty, Coverage, Verdict};
    use ir::ErrorKind;

    fn finding(kind: ErrorKind, confirmed: bool) -> Finding {
        let certainty = if confirmed { Certainty::Confirmed } else { Certainty::Possible };
        Finding { certainty, ..Finding::new(kind, None, "main", "something is wrong") }
    }

    #[test]
    fn a_doubt_is_settled_by_a_run_and_by_nothing_else() {
        let mut outcome = Outcome::new(Coverage::Complete, Vec::new());
        for kind in [ErrorKind::Leak, ErrorKind::NullDeref] {
            outcome.ledger.add(Reason::Unconfirmed, None, doubt(&finding(kind, false)));
            outcome.findings.push(finding(kind, false));
        }
        let mut shown = Outcome::new(Coverage::Partial, Vec::new());
        shown.findings = vec![finding(ErrorKind::NullDeref, false)];
        let mut same = outcome.clone();
        adopt(&mut same, shown.clone());
        assert_eq!(same, outcome);
        shown.findings.push(finding(ErrorKind::Leak, true));
        adopt(&mut outcome, shown);
        assert_eq!(outcome.verdict(), Verdict::Unsafe);
        assert_eq!(outcome.findings, [finding(ErrorKind::Leak, true), finding(ErrorKind::NullDeref, false)]);
        let doubts: Vec<&str> = outcome.ledger.entries().iter().map(|entry| entry.detail.as_str()).collect();
        assert_eq!(doubts, [doubt(&finding(ErrorKind::NullDeref, false))]);
    }
}
