//! From what the interpreter tells to findings and ledger entries.

use engine::{
    Assumption, Certainty, Finding, Garbage, InputValue, Ledger, Note, Outcome, Reason, Remark, Scenario,
    Source, Storage, Unit,
};
use interp::{Fault, InputSource, Notes, Report, Stopped};
use ir::{FloatKind, Scalar};

/// The finding that a fault is. It is confirmed: the interpreter has just shown it.
pub fn finding(fault: &Fault, notes: &Notes) -> Finding {
    describe(fault, notes, None)
}

/// The same where it is known what the program was given.
pub fn finding_in(fault: &Fault, notes: &Notes, scenario: &Scenario) -> Finding {
    describe(fault, notes, Some(scenario))
}

/// What memory holds that was never written, as the interpreter takes it.
pub fn garbage(script: &[Garbage]) -> interp::Garbage {
    let mut garbage = interp::Garbage::default();
    for Garbage { object, offset, bytes } in script {
        garbage.objects.entry(*object).or_default().push((*offset, bytes.clone()));
    }
    garbage
}

fn describe(fault: &Fault, notes: &Notes, scenario: Option<&Scenario>) -> Finding {
    let mut explained = Vec::new();
    if let Some(object) = &fault.object {
        let storage = storage(object.storage);
        if let Some(site) = &object.allocated {
            let remark = Remark::Begins { storage, name: object.name.clone(), size: object.size };
            explained.push(Note { span: site.span, remark });
        }
        if let Some(site) = &object.ended {
            let remark = Remark::Ends { storage, name: object.name.clone() };
            explained.push(Note { span: site.span, remark });
        }
    }
    Finding {
        certainty: Certainty::Confirmed,
        notes: explained,
        trace: fault.trace.clone(),
        inputs: inputs(notes, scenario),
        ..Finding::new(fault.kind, fault.site.span, &fault.site.function, &fault.message)
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

/// What was read from outside, and the allocations that failed; all others succeeded. What the scenario of the run has is
/// told as a whole, where it was first read: the arguments, the standard input, each file.
fn inputs(notes: &Notes, scenario: Option<&Scenario>) -> Vec<InputValue> {
    let mut told: Vec<Source> = Vec::new();
    let mut values = Vec::new();
    // That a system without more than these files does what it does goes without saying.
    let is_usual = |source: &InputSource| matches!(source, InputSource::System | InputSource::Room);
    for input in notes.inputs.iter().filter(|input| !is_usual(&input.source)) {
        let source = source(&input.source, scenario.is_some());
        let is_whole = matches!(
            input.source,
            InputSource::Arguments
                | InputSource::Stdin
                | InputSource::Environment(_)
                | InputSource::File(_)
                | InputSource::Directory(_)
        );
        if is_whole && scenario.is_some() {
            if told.contains(&source) {
                continue;
            }
            told.push(source.clone());
        }
        let value = match (&input.source, scenario) {
            (InputSource::Arguments, Some(scenario)) if !scenario.args.is_empty() => {
                scenario.args.iter().map(|arg| literal(arg)).collect::<Vec<_>>().join(" ")
            }
            (InputSource::Arguments, Some(_)) => "none".to_string(),
            (InputSource::Stdin, Some(scenario)) => literal(&scenario.stdin),
            (InputSource::Environment(name), Some(scenario)) => {
                let found = scenario.env.iter().find(|(other, _)| other == name.as_bytes());
                found.map_or_else(|| "not set".to_string(), |(_, value)| literal(value))
            }
            (InputSource::File(name), Some(scenario)) => {
                let mut files = scenario.files.iter().flatten();
                let found = files.find(|(other, _)| other == name);
                found.map_or_else(|| "does not exist".to_string(), |(_, text)| literal(text))
            }
            (InputSource::Directory(name), Some(scenario)) => names_in(name, scenario),
            (source, _) => value(source, input.value),
        };
        values.push(InputValue { span: input.site.span, source, value });
    }
    let failed = notes.allocations.iter().filter(|allocation| !allocation.succeeded).map(|allocation| {
        InputValue { span: allocation.site.span, source: Source::Allocation, value: "NULL".to_string() }
    });
    values.extend(failed);
    let recycled = scenario.is_some_and(|scenario| scenario.recycled);
    values.extend(notes.uninitialized.first().filter(|_| recycled).map(|decision| InputValue {
        span: decision.span,
        source: Source::NewMemory,
        value: "0xff".to_string(),
    }));
    values
}

/// What a directory holds.
fn names_in(directory: &[u8], scenario: &Scenario) -> String {
    let files = scenario.files.iter().flatten();
    let mut names: Vec<&[u8]> =
        files.filter_map(|(file, _)| interp::entry_of(directory, file)).map(|(entry, _)| entry).collect();
    names.sort();
    names.dedup();
    match names.is_empty() {
        true => "none".to_string(),
        false => names.into_iter().map(literal).collect::<Vec<_>>().join(" "),
    }
}

/// Bytes as C would write them; a long run of one byte by its length.
fn literal(bytes: &[u8]) -> String {
    const LONG: usize = 40;
    let mut parts = Vec::new();
    let mut text = Vec::new();
    for run in bytes.chunk_by(|one, other| one == other) {
        match run.len() {
            ..LONG => text.extend_from_slice(run),
            count => {
                if !text.is_empty() {
                    parts.push(format!("\"{}\"", std::mem::take(&mut text).escape_ascii()));
                }
                parts.push(format!("\"{}\" × {count}", run[..1].escape_ascii()));
            }
        }
    }
    if !text.is_empty() || parts.is_empty() {
        parts.push(format!("\"{}\"", text.escape_ascii()));
    }
    parts.join(" + ")
}

/// A value as C would write it: with a sign where its type has one.
fn value(source: &InputSource, value: u128) -> String {
    let InputSource::Nondet(name, ty) = source else { return value.to_string() };
    // What a call of the system delivers; zeros follow.
    if clib::asks_system(name) && *ty == Scalar::Int(128) {
        let used = 16 - value.leading_zeros() as usize / 8;
        let bytes: Vec<String> =
            value.to_le_bytes()[..used].iter().map(|byte| format!("{byte:02x}")).collect();
        return if bytes.is_empty() { "zeros".to_string() } else { format!("the bytes {}", bytes.join(" ")) };
    }
    let signed = clib::asks_system(name)
        || clib::choice_type(name).is_some_and(|ty| !ty.starts_with("unsigned") && ty != "_Bool");
    match ty {
        Scalar::Int(bits) if signed => {
            let unused = 128 - u32::from(*bits);
            (((value << unused) as i128) >> unused).to_string()
        }
        Scalar::Float(FloatKind::F32) => f32::from_bits(value as u32).to_string(),
        Scalar::Float(FloatKind::F64) => f64::from_bits(value as u64).to_string(),
        _ => value.to_string(),
    }
}

/// Where an input comes from. What the program was given may be known.
fn source(source: &InputSource, is_known: bool) -> Source {
    match source {
        InputSource::Nondet(name, _) if clib::asks_system(name) => Source::System,
        InputSource::Nondet(name, _) => Source::Call(name.clone()),
        InputSource::Volatile => Source::Volatile,
        InputSource::Stdin if is_known => Source::StandardInput(Unit::Text),
        InputSource::Stdin => Source::StandardInput(Unit::Count),
        InputSource::Arguments => Source::Arguments,
        InputSource::Environment(name) => Source::Environment(name.clone()),
        InputSource::File(name) => Source::File(String::from_utf8_lossy(name).into_owned()),
        InputSource::Directory(name) => Source::Directory(String::from_utf8_lossy(name).into_owned()),
        InputSource::System | InputSource::Room => Source::System,
        InputSource::Clock => Source::Clock,
        InputSource::Process => Source::Process,
        InputSource::Allocator => Source::BlockSize,
    }
}

/// What an execution depends on, in words.
fn dependence(of: &InputSource) -> String {
    match of {
        InputSource::Nondet(name, _) => format!("{name}()"),
        InputSource::Volatile => "a volatile object".to_string(),
        InputSource::Stdin => "bytes from standard input".to_string(),
        InputSource::Arguments => "the program's arguments".to_string(),
        InputSource::Environment(name) => format!("the environment variable {name}"),
        InputSource::File(name) => format!("the file {}", String::from_utf8_lossy(name)),
        InputSource::Directory(name) => format!("the directory {}", String::from_utf8_lossy(name)),
        InputSource::System => "what the system does".to_string(),
        InputSource::Room => "room for output".to_string(),
        InputSource::Clock => "the clock".to_string(),
        InputSource::Process => "the number of the process".to_string(),
        InputSource::Allocator => "the size of blocks".to_string(),
    }
}

/// Writes down that a block was lost at a place that there was no time to find.
pub fn record_unplaced(report: &Report, ledger: &mut Ledger) {
    if let Some(fault) = &report.unplaced {
        ledger.add(Reason::Timeout, fault.site.span, &fault.message);
    }
}

/// The faults of a run that do not rest on literals having memory of their own, which C leaves open: where something
/// depended on addresses, the run in which literals share what they can must show them, too.
pub fn certain_faults(report: &Report, run_sharing: impl FnOnce() -> Report) -> Vec<&Fault> {
    let mut faults: Vec<&Fault> = report.faults().collect();
    if !faults.is_empty() && !report.notes.layout.is_empty() {
        let sharing = run_sharing();
        let shown: Vec<Finding> = sharing.faults().map(|fault| finding(fault, &sharing.notes)).collect();
        faults.retain(|fault| {
            let found = finding(fault, &report.notes);
            shown.iter().any(|known| known.same_error(&found))
        });
    }
    faults
}

/// Writes down what the course of a run depended on: other executions may go otherwise.
pub fn record_notes(notes: &Notes, ledger: &mut Ledger) {
    if let Some(input) = notes.inputs.first() {
        let detail =
            format!("the execution depends on {}, and only one value was tried", dependence(&input.source));
        ledger.add(Reason::Imprecise, input.site.span, detail);
    }
    for site in &notes.uninitialized {
        let detail = "the execution depends on memory that was never written, and only zeros were tried";
        ledger.add(Reason::Imprecise, site.span, detail);
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
    // What such a function does is for the other engines to say.
    for (name, site) in &notes.foreign {
        let detail = format!("the execution depends on what `{name}` does, which has no body and no model");
        ledger.add(Reason::Imprecise, site.span, detail);
    }
    for site in &notes.random {
        let detail = "the execution depends on random numbers, and only one sequence was tried";
        ledger.add(Reason::Imprecise, site.span, detail);
    }
    for site in &notes.unaffordable {
        let detail = "an allocation was only seen to fail, for lack of memory (see --memory)";
        ledger.add(Reason::WorkLimit, site.span, detail);
    }
}

/// Writes down which functions did nothing in a run, because nobody defines them.
pub fn record_foreign(notes: &Notes, ledger: &mut Ledger) {
    for (name, site) in &notes.foreign {
        ledger.add(Reason::UnmodelledCall, site.span, format!("`{name}` has no body and no model"));
    }
}

/// Writes down what a run took for granted about the library.
pub fn record_assumptions(notes: &Notes, outcome: &mut Outcome) {
    for what in &notes.assumed {
        outcome.assume(Assumption::Library(*what));
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
            (Reason::WorkLimit, Some(site), "the program's stack is full".to_string())
        }
        Stopped::OutOfMemory { site } => {
            (Reason::Memory, Some(site), "the program's memory exceeds the limit".to_string())
        }
        Stopped::LongLoop { reason, site } => (Reason::WorkLimit, Some(site), reason.clone()),
        Stopped::StepLimit { site } => {
            (Reason::WorkLimit, Some(site), "the step limit was reached".to_string())
        }
        Stopped::Deadline { site } => {
            (Reason::Timeout, Some(site), "the time is up before the program ended".to_string())
        }
        Stopped::Cancelled { site } => {
            (Reason::Interrupted, Some(site), "the run was interrupted".to_string())
        }
    };
    ledger.add(reason, site.and_then(|site| site.span), detail);
}

#[cfg(test)]
mod tests {
    use super::*;
    use interp::{InputRead, Site};

    #[test]
    fn values_are_written_as_in_c() {
        let text =
            |name: &str, ty, bits| value(&InputSource::Nondet(format!("__VERIFIER_nondet_{name}"), ty), bits);
        assert_eq!(text("int", Scalar::Int(32), 0xffff_fffe), "-2");
        assert_eq!(text("uint", Scalar::Int(32), 0xffff_fffe), "4294967294");
        assert_eq!(text("char", Scalar::Int(8), 0x7f), "127");
        assert_eq!(text("int128", Scalar::Int(128), u128::MAX), "-1");
        assert_eq!(text("float", Scalar::Float(FloatKind::F32), 0x3fc0_0000), "1.5");
        assert_eq!(value(&InputSource::Stdin, 7), "7");
        let delivered = InputSource::Nondet("__heapproof_received".to_string(), Scalar::Int(128));
        assert_eq!(value(&delivered, 0xff02), "the bytes 02 ff");
        assert_eq!(value(&delivered, 0), "zeros");
    }

    #[test]
    fn what_was_read_is_shown_as_a_whole_where_it_is_known() {
        let site = Site { span: None, function: String::new(), library: None };
        let read = |source: InputSource, value| InputRead { source, value, given: true, site: site.clone() };
        let stdin = |count| read(InputSource::Stdin, count);
        let file = read(InputSource::File(b"a.txt".to_vec()), 0);
        let notes = Notes {
            inputs: vec![read(InputSource::Arguments, 3), stdin(2), stdin(5), file],
            ..Notes::default()
        };
        let shown = |scenario| -> Vec<String> {
            let inputs = inputs(&notes, scenario);
            inputs.into_iter().map(|input| format!("{:?} = {}", input.source, input.value)).collect()
        };
        let scenario = Scenario {
            args: vec![b"-x".to_vec(), vec![b'a'; 64]],
            stdin: b"a\nb".to_vec(),
            ..Scenario::default()
        };
        let expected = [
            "Arguments = \"-x\" \"a\" × 64",
            "StandardInput(Text) = \"a\\nb\"",
            "File(\"a.txt\") = does not exist",
        ];
        assert_eq!(shown(Some(&scenario)), expected);
        assert_eq!(shown(None)[2], "StandardInput(Count) = 5");
        assert_eq!(literal(&[&b"x: "[..], &[b'y'; 50], b"\n"].concat()), "\"x: \" + \"y\" × 50 + \"\\n\"");
    }
}
