//! `heapproof run`: execute the program in the interpreter, as if it were compiled.

use crate::guard::{self, Failure};
use crate::load::{self, LoadError};
use crate::options::RunOptions;
use crate::output::{self, Exit};
use crate::progress::{Activity, Spinner};
use crate::verdict::Reported;
use crate::{entry, interrupt};
use engine::{Budget, Coverage, Outcome, Scenario};
use frontend::Scope;
use interp::{Config, MallocPolicy, Outside, Stdin, Stopped, Streams};
use ir::{Program, PropertySet};
use report::text::Style;
use std::ffi::OsStr;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The exit code of a program whose reader is gone, as a shell shows it.
const BROKEN_PIPE: Exit = Exit(128 + 13);

/// How a program was executed.
struct Executed {
    program: Program,
    report: interp::Report,
    /// Whether the reader of the program's output is gone.
    unread: bool,
}

/// Executes a program.
pub fn run(options: &RunOptions) -> Exit {
    let cancel = interrupt::flag();
    let budget = Budget::new(options.timeout, options.memory, cancel.clone());
    let config = config(options, &budget);
    let (input, entry) = (options.input.clone(), options.task.entry.clone());
    let work = move || -> Result<Executed, LoadError> {
        let mut program = load::executable(&input, &[], Scope::Program, false)?;
        let entry = entry::start(&mut program, &entry).map_err(LoadError::Entry)?;
        let mut out = Output::new(cancel);
        let streams = Streams { out: &mut out, err: &mut io::stderr() };
        let report = interp::run(&program, entry, &config, streams);
        let unread = out.finish();
        Ok(Executed { program, report, unread })
    };
    // The terminal belongs to the program: no progress is shown.
    match guard::run(&budget, &Activity::default(), Spinner::new(true), work) {
        Ok(Ok(executed)) if executed.unread => BROKEN_PIPE,
        Ok(Ok(executed)) => conclude(options, &executed),
        Ok(Err(error)) => {
            error.print();
            Exit::BAD_INPUT
        }
        Err(Failure::Overran(_)) => {
            output::error("the program did not end in time");
            Exit::UNKNOWN
        }
        Err(Failure::Panicked(panicked)) => {
            output::internal_error(&panicked);
            Exit::INTERNAL_ERROR
        }
    }
}

/// The surroundings of the program: those of this process, and what the options say.
fn config(options: &RunOptions, budget: &Budget) -> Config {
    let defaults = Config::default();
    let bytes = |text: &OsStr| text.as_encoded_bytes().to_vec();
    let last = options.failing_allocations.iter().max().map_or(0, |last| *last as usize);
    let script = (1..=last).map(|number| !options.failing_allocations.contains(&(number as u32)));
    let name = options.input.files.first().map(|file| bytes(file.as_os_str()));
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let config = Config {
        properties: options.task.properties(),
        malloc: MallocPolicy::Script(script.collect()),
        inputs: options.inputs.clone(),
        stdin: Stdin::Process,
        outside: outside(options),
        goes_on: true,
        args: name.into_iter().chain(options.args.iter().map(|arg| bytes(arg))).collect(),
        env: match options.given_variables.is_empty() {
            true => std::env::vars_os().map(|(name, value)| (bytes(&name), bytes(&value))).collect(),
            false => options.given_variables.iter().flatten().cloned().collect(),
        },
        time: options.time.unwrap_or_else(|| i64::try_from(since_epoch.as_secs()).unwrap_or(i64::MAX)),
        recycle: options.recycle,
        garbage: portfolio::garbage(&options.garbage),
        budget: budget.clone(),
        memory_limit: options.memory.unwrap_or(defaults.memory_limit),
        ..defaults
    };
    match &options.witness {
        Some(scenario) => with_choices(config, scenario),
        None => config,
    }
}

/// What the system does. Whoever gives inputs or files says that, too.
fn outside(options: &RunOptions) -> Outside {
    match (options.given_files.is_empty(), options.inputs.is_empty()) {
        (false, _) => Outside::Files(options.given_files.iter().flatten().cloned().collect()),
        (true, true) => Outside::System,
        (true, false) => Outside::Inputs,
    }
}

/// The same with the choices of a witness: a replay as the one that confirmed the finding.
fn with_choices(mut config: Config, scenario: &Scenario) -> Config {
    config.args.extend(scenario.args.iter().cloned());
    Config {
        malloc: MallocPolicy::Script(scenario.allocations.clone()),
        inputs: scenario.inputs.clone(),
        stdin: Stdin::Bytes(scenario.stdin.clone()),
        outside: scenario.files.clone().map_or(Outside::Inputs, Outside::Files),
        env: scenario.env.clone(),
        time: scenario.time,
        recycle: scenario.recycled,
        garbage: portfolio::garbage(&scenario.garbage),
        long_loops: Some(portfolio::REPLAY_ROUNDS),
        ..config
    }
}

/// Reports what went wrong, if anything, and gives the exit code.
fn conclude(options: &RunOptions, executed: &Executed) -> Exit {
    let report = &executed.report;
    let mut outcome = Outcome::new(Coverage::Partial, Vec::new());
    outcome.ledger.add_losses(&executed.program);
    outcome.findings = report
        .faults()
        .chain(&report.unplaced)
        .map(|fault| portfolio::finding(fault, &report.notes))
        .collect();
    if executed.program.meaning.foreign == ir::Foreign::Unknown {
        portfolio::record_foreign(&report.notes, &mut outcome.ledger);
    }
    if let interp::Outcome::Stopped(stopped) = &report.outcome {
        portfolio::record_stop(stopped, &mut outcome.ledger);
        if let Stopped::AssumptionFailed { .. } = stopped {
            output::error("an assumption of the program does not hold: this execution does not count");
        }
    }
    print(options, &executed.program, options.task.properties(), &outcome);
    // What a function nobody defines gave is a guess, and so is how the program ended after it.
    let is_guess =
        executed.program.meaning.foreign == ir::Foreign::Unknown && !report.notes.foreign.is_empty();
    match report.outcome.shell_code() {
        _ if !outcome.findings.is_empty() => Exit::UNSAFE,
        Some(code) if !is_guess => Exit(code),
        _ => Exit::UNKNOWN,
    }
}

fn print(options: &RunOptions, program: &Program, properties: PropertySet, outcome: &Outcome) {
    let reported = Reported::new(program, outcome, properties, None);
    let style = Style { detail: options.detail.detail(), color: output::has_colors(&io::stderr()) };
    output::print_error(&report::text::diagnostics(&reported.report(None), style));
}

/// The standard output of the program: buffered unless it is a terminal, as in the C library. When its reader is
/// gone, the program is asked to end: natively it would be killed.
struct Output {
    writer: Box<dyn Write>,
    cancel: Arc<AtomicBool>,
    unread: bool,
}

impl Output {
    fn new(cancel: Arc<AtomicBool>) -> Output {
        let writer: Box<dyn Write> = match io::stdout().is_terminal() {
            true => Box::new(io::stdout()),
            false => Box::new(BufWriter::with_capacity(1 << 16, io::stdout())),
        };
        Output { writer, cancel, unread: false }
    }

    fn watched<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        if result.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
            self.unread = true;
            self.cancel.store(true, Ordering::Relaxed);
        }
        result
    }

    /// Writes what is buffered, and tells whether the reader is gone.
    fn finish(mut self) -> bool {
        // That other problems go unnoticed is how the C library ends a program, too.
        let _ = self.flush();
        self.unread
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.writer.write(bytes);
        self.watched(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.writer.flush();
        self.watched(result)
    }
}
