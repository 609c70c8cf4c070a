//! Replays confirmed findings once more to record what each step does to memory, for reports that show it.

use crate::{confirm, replay};
use engine::heap::{Member, Node, Object, Part, Target, Value, Variable};
use engine::recording::{Call, Change, Home, Located, Moment, Recording};
use engine::{Budget, Finding, Outcome, Scenario, Task};
use interp::{Cell, Config, ObjectView, Report, Storage, Streams};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long one replay may take.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long all replays may take, as a part of the time that finding the errors took.
const SHARE: f64 = 0.05;
/// How long they may take at least.
const LEAST: Duration = Duration::from_millis(250);
/// How many findings are recorded.
const FINDINGS: usize = 20;

/// A recording for each finding of an outcome that a run shows again, in time. Findings with the same choices share a
/// run.
pub fn record(task: &Task<'_>, outcome: &Outcome) -> Vec<Option<Recording>> {
    let all = Duration::try_from_secs_f64(outcome.stats.seconds * SHARE).unwrap_or_default().max(LEAST);
    let end = Instant::now() + all;
    let mut runs: Vec<(&Scenario, Report)> = Vec::new();
    // The short ones first: a long run takes the time of none but other long ones.
    let mut order: Vec<usize> = (0..outcome.findings.len().min(FINDINGS)).collect();
    order.sort_by_key(|number| outcome.findings[*number].trace.len());
    let mut recordings: Vec<Option<Recording>> = outcome.findings.iter().map(|_| None).collect();
    for number in order {
        let finding = &outcome.findings[number];
        let Some(scenario) = finding.scenario.as_ref().filter(|_| finding.is_confirmed()) else { continue };
        if runs.iter().all(|(known, _)| *known != scenario) && Instant::now() < end {
            runs.push((scenario, run(task, scenario)));
        }
        let report = runs.iter().find(|(known, _)| *known == scenario);
        recordings[number] = report.and_then(|(_, report)| recording(report, finding));
    }
    recordings
}

/// A run that says what each event changes.
fn run(task: &Task<'_>, scenario: &Scenario) -> Report {
    let budget = Budget::new(Some(PATIENCE), None, Arc::default());
    let config = Config { views: true, budget, ..confirm::config(task, scenario) };
    let streams = Streams { out: &mut std::io::sink(), err: &mut std::io::sink() };
    interp::run(task.program, task.entry, &config, streams)
}

/// The recording of one finding, if the run shows it.
fn recording(report: &Report, finding: &Finding) -> Option<Recording> {
    let fault = report.faults().find(|fault| replay::finding(fault, &report.notes).same_error(finding))?;
    let events = fault.trace.iter().zip(&fault.changes);
    let moments: Vec<Moment> = events
        .map(|(step, changes)| Moment { step: step.clone(), changes: changes.iter().map(change).collect() })
        .collect();
    (!moments.is_empty()).then_some(Recording { moments })
}

fn change(change: &interp::Change) -> Change {
    match change {
        interp::Change::Call(call) => {
            let variable =
                |(name, cell): &(String, Cell)| Variable { name: name.clone(), value: value(cell) };
            let variables = call.variables.iter().map(variable).collect();
            Change::Call(Call { id: call.id, function: call.function.clone(), variables })
        }
        interp::Change::CallEnded(id) => Change::CallEnded(*id),
        interp::Change::Object(view) => Change::Object(Box::new(located(view))),
        interp::Change::ObjectGone(id) => Change::ObjectGone(*id),
        interp::Change::Omitted(count) => Change::Omitted(*count),
    }
}

fn located(view: &ObjectView) -> Located {
    let member = |(place, offset, cell): &(String, u64, Option<Cell>)| Member {
        place: place.clone(),
        offset: *offset,
        value: cell.as_ref().map(value),
        part: Part::Plain,
    };
    let home = match (view.storage, view.call) {
        (Storage::Heap, _) => Home::Heap,
        (Storage::Variable, None) if view.is_alive => Home::Global,
        (Storage::Variable | Storage::Other, call) => Home::Stack(call),
    };
    let object = Object {
        id: view.id,
        name: view.name.clone(),
        address: format!("&{}", view.name),
        type_name: view.type_name.clone(),
        size: view.size.to_string(),
        is_alive: view.is_alive,
        segment: None,
        is_scalar: matches!(view.members.as_slice(), [(name, ..)] if name.is_empty()),
        members: view.members.iter().map(member).collect(),
        owned: Vec::new(),
    };
    Located { object, home, hidden: view.hidden }
}

fn value(cell: &Cell) -> Value {
    let target =
        |(object, offset): (u64, i64)| Target { object, node: Node::First, offset: offset.to_string() };
    Value { text: cell.text.clone(), target: cell.target.map(target) }
}
