//! From what the interpreter tells to findings and ledger entries.

use engine::{Finding, InputValue, Ledger, Note, Reason, Step, Storage};
use interp::{Fault, InputSource, Notes, Stopped};

/// The finding that a fault is. It is confirmed: the interpreter has just shown it.
pub fn finding(fault: &Fault, notes: &Notes) -> Finding {
    let mut explained = Vec::new();
    if let Some(object) = &fault.object {
        let storage = storage(object.storage);
        if let Some(site) = &object.allocated {
            explained.push(Note::begins(storage, &object.name, object.size, site.span));
        }
        if let Some(site) = &object.ended {
            explained.push(Note::ends(storage, &object.name, site.span));
        }
    }
    let step = |event: &interp::Event| Step {
        span: event.span,
        function: event.function.clone(),
        text: event.text.clone(),
    };
    Finding {
        kind: fault.kind,
        confirmed: true,
        span: fault.site.span,
        function: fault.site.function.clone(),
        message: fault.message.clone(),
        notes: explained,
        trace: fault.trace.iter().map(step).collect(),
        inputs: inputs(notes),
        heap: None,
        scenario: None,
    }
}

/// The kind of memory as reports tell it apart.
fn storage(storage: interp::Storage) -> Storage {
    match storage {
        interp::Storage::Heap => Storage::Block,
        interp::Storage::Variable => Storage::Variable,
        interp::Storage::Other => Storage::Other,
    }
}

/// What was read from outside, and the allocations that failed; all others succeeded.
fn inputs(notes: &Notes) -> Vec<InputValue> {
    let read = notes.inputs.iter().map(|input| InputValue {
        span: input.site.span,
        source: source(&input.source),
        value: input.value.to_string(),
    });
    let failed =
        notes.allocations.iter().filter(|allocation| !allocation.succeeded).map(|allocation| InputValue {
            span: allocation.site.span,
            source: "memory allocation".to_string(),
            value: "NULL".to_string(),
        });
    read.chain(failed).collect()
}

/// An input in words.
fn source(source: &InputSource) -> String {
    match source {
        InputSource::Nondet(name, _) => format!("{name}()"),
        InputSource::Stdin => "bytes from standard input".to_string(),
        InputSource::Arguments => "the program's arguments".to_string(),
        InputSource::Environment(name) => format!("the environment variable {name}"),
        InputSource::Clock => "the clock".to_string(),
    }
}

/// Writes down what the course of a run depended on: other executions may go otherwise.
pub fn record_notes(notes: &Notes, ledger: &mut Ledger) {
    if let Some(input) = notes.inputs.first() {
        let detail =
            format!("the execution depends on {}, and only one value was tried", source(&input.source));
        ledger.add(Reason::NoEngine, input.site.span, detail);
    }
    for site in &notes.uninitialized {
        let detail = "a decision depends on memory that was never written (see --property initialized)";
        ledger.add(Reason::UndefinedBehaviour, site.span, detail);
    }
    for site in &notes.layout {
        ledger.add(Reason::LayoutDependent, site.span, "a decision depends on where objects lie in memory");
    }
    for (what, site) in &notes.undefined {
        ledger.add(Reason::UndefinedBehaviour, site.span, what);
    }
    for (what, site) in &notes.losses {
        ledger.add(Reason::Unsupported, site.span, what);
    }
}

/// Writes down why a run did not come to its end.
pub fn record_stop(stopped: &Stopped, ledger: &mut Ledger) {
    let (reason, site, detail) = match stopped {
        // An execution in which an assumption fails does not count.
        Stopped::AssumptionFailed { .. } => return,
        Stopped::Undefined { message, site } => (Reason::UndefinedBehaviour, Some(site), message.clone()),
        Stopped::UnmodelledCall { name, site } => {
            (Reason::UnmodelledCall, Some(site), format!("`{name}` has no body and no model"))
        }
        Stopped::Unsupported { what, site } => (Reason::Unsupported, Some(site), what.clone()),
        Stopped::StackOverflow { site } => {
            (Reason::EngineLimit, Some(site), "the program's stack is full".to_string())
        }
        Stopped::OutOfMemory { site } => {
            (Reason::OutOfMemory, Some(site), "the program's memory exceeds the limit".to_string())
        }
        Stopped::StepLimit => (Reason::EngineLimit, None, "the step limit was reached".to_string()),
        Stopped::Deadline => (Reason::Timeout, None, "the time is up before the program ended".to_string()),
        Stopped::Cancelled => (Reason::Interrupted, None, "the run was interrupted".to_string()),
    };
    ledger.add(reason, site.and_then(|site| site.span), detail);
}
