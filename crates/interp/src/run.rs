//! A whole run: constructors, the entry function, exit handlers, destructors; then, where something went wrong,
//! further runs that find out when and how.

use crate::call::Argument;
use crate::console::{Console, InputLog};
use crate::leaks::{self, Lost, Marks};
use crate::machine::{Machine, Prepared, Step, Stop};
use crate::observe::Observer;
use crate::report::{Fault, InputRead, InputSource, Notes, Outcome, Report, Site, Stopped};
use crate::trace::{Event, Recorder};
use crate::value::{Prov, Value, Wide};
use crate::{Config, Streams};
use budget::Budget;
use ir::{ErrorKind, FuncId, Program, Property, Scalar};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// How many steps a run takes at most that is repeated although its time is up.
const SHORT: u64 = 1_000_000;

/// A program that looks at all variables of the environment may well be given one of this name.
pub const ANY_VARIABLE: &str = "NAME";

/// The step of the error that ended a run: what its last operation did is part of the trace.
const AT_THE_END: u64 = u64::MAX - 1;

/// Runs a program from its entry function.
///
/// Library functions that have code are linked in where [`clib::link`] has not done so before. The output of the
/// program goes to `streams`; what it did wrong is in the report, whose spans are those of `program`.
pub fn run(program: &Program, entry: FuncId, config: &Config, streams: Streams<'_>) -> Report {
    if clib::is_linked(program) {
        return run_linked(program, entry, config, streams);
    }
    let mut linked = program.clone();
    clib::link(&mut linked);
    let mut report = run_linked(&linked, entry, config, streams);
    report.forget_spans(|span| span.file.index() >= program.files.len());
    report
}

fn run_linked(program: &Program, entry: FuncId, config: &Config, streams: Streams<'_>) -> Report {
    Prepared::new(program, config).run(entry, config, streams)
}

impl Prepared<'_> {
    /// Runs the program from an entry function, with a configuration that has the same properties and the same limit of
    /// long loops as that with which it was prepared.
    pub fn run(&self, entry: FuncId, config: &Config, streams: Streams<'_>) -> Report {
        run_prepared(self, entry, config, streams)
    }
}

fn run_prepared(prepared: &Prepared<'_>, entry: FuncId, config: &Config, streams: Streams<'_>) -> Report {
    let program = prepared.program;
    let globals = program.globals.iter().fold(0u64, |sum, global| sum.saturating_add(global.size));
    if globals > config.memory_limit / 2 {
        let function = program.function(entry);
        let site = Site { span: function.span, function: function.name.clone(), library: None };
        let outcome = Outcome::Stopped(Stopped::OutOfMemory { site });
        let notes = Notes::default();
        return Report::new(outcome, notes, 0);
    }
    let input = RefCell::new(InputLog::new(&config.stdin));
    let console = Console::new(Some((streams.out, streams.err)), &input, &config.outside);
    let mut machine = Machine::new(prepared, config, console, Observer::Nobody);
    let outcome = machine.run_program(entry);
    machine.console.flush();
    let mut report = Report::new(outcome, std::mem::take(&mut machine.notes), machine.steps);
    let (passed, passed_at) =
        std::mem::take(&mut machine.passed).into_iter().map(|passed| (*passed.fault, passed.step)).unzip();
    report.passed = passed;
    report.coverage = machine.coverage.take();
    let rerun = Rerun { prepared, config, input: &input, entry, steps: machine.steps, passed_at };
    match report.outcome {
        Outcome::Stopped(Stopped::Cancelled { .. } | Stopped::Deadline { .. }) => {}
        // An execution that does not count loses nothing; what was wrong before is wrong all the same.
        Outcome::Stopped(Stopped::AssumptionFailed { .. }) if config.trace => {
            rerun.add_traces(&mut report, Vec::new(), None);
        }
        Outcome::Stopped(Stopped::AssumptionFailed { .. }) => {}
        _ => rerun.explain(&machine, &mut report),
    }
    report
}

/// What is needed to run again.
struct Rerun<'a> {
    prepared: &'a Prepared<'a>,
    config: &'a Config,
    input: &'a RefCell<InputLog>,
    entry: FuncId,
    /// How many steps the run took.
    steps: u64,
    /// After how many steps each error happened after which it went on.
    passed_at: Vec<u64>,
}

impl Rerun<'_> {
    /// Adds leaks, blocks that were not freed, and traces to the report of the run that `machine` did.
    fn explain(&self, machine: &Machine<'_>, report: &mut Report) {
        let checked = |property| self.config.properties.contains(property);
        let blocks = machine.live_blocks();
        // What is lost after an error may be lost because of it.
        let is_clean = self.passed_at.is_empty() && machine.last_step.is_none();
        if is_clean && checked(Property::ValidMemcleanup) && matches!(report.outcome, Outcome::Exited(_)) {
            report.not_freed = blocks.iter().map(|prov| not_freed(machine, *prov)).collect();
        }
        let mut wanted: Vec<u64> = Vec::new();
        if checked(Property::ValidMemtrack) && !blocks.is_empty() {
            let unreachable = match is_clean {
                true => {
                    note_disguised(machine, &blocks, &mut report.notes);
                    machine.lost_blocks()
                }
                false => machine.lost_before_error.clone(),
            };
            let inner: BTreeSet<Prov> = unreachable
                .iter()
                .flat_map(|prov| {
                    let pointers = machine.memory.objects[prov.index()].pointers(machine.memory.word);
                    pointers.map(|(to, _)| to).filter(move |to| to != prov)
                })
                .collect();
            let lost: Vec<Lost> = unreachable
                .iter()
                .filter_map(|prov| {
                    let allocated = machine.memory.metas[prov.index()].place;
                    let (number, inner) = (machine.block_number(*prov)?, inner.contains(prov));
                    Some(Lost { number, allocated, prov: *prov, inner })
                })
                .collect();
            if !lost.is_empty() {
                wanted = self.find_leaks(machine, &lost, report);
            }
        }
        if self.config.trace {
            let faulty = matches!(report.outcome, Outcome::Fault(_));
            let last = faulty.then(|| machine.last_step.unwrap_or(AT_THE_END));
            self.add_traces(report, wanted, last);
        }
    }

    /// Adds the leaks in the order of loss; gives the steps after which each is lost.
    fn find_leaks(&self, machine: &Machine<'_>, lost: &[Lost], report: &mut Report) -> Vec<u64> {
        // What is soon done does not depend on how busy the machine was before.
        let budget = match self.steps > SHORT {
            true => self.config.budget.clone(),
            false => Budget::new(None, None, self.config.budget.cancel_flag().clone()),
        };
        let config = Config { budget, ..self.config.clone() };
        let run_again = |marks: Marks| {
            let console = Console::new(None, self.input, &self.config.outside);
            let observer = Observer::Marks(Box::new(marks));
            let mut machine = Machine::new(self.prepared, &config, console, observer);
            let outcome = machine.run_program(self.entry);
            if matches!(outcome, Outcome::Stopped(Stopped::Cancelled { .. } | Stopped::Deadline { .. })) {
                return None;
            }
            match std::mem::replace(&mut machine.observer, Observer::Nobody) {
                Observer::Marks(mut marks) => {
                    leaks::finish(&mut machine, &mut marks);
                    Some(*marks)
                }
                Observer::Nobody | Observer::Recorder(_) => None,
            }
        };
        let search = leaks::search(lost, self.steps + 1, machine.memory.objects.len(), run_again);
        if search.unfinished {
            let placed = |block: &&Lost| search.losses.iter().any(|loss| loss.first == block.number);
            let sites: Vec<_> = lost.iter().filter(placed).map(|block| block.allocated).collect();
            let open = lost.iter().find(|block| !sites.contains(&block.allocated));
            report.unplaced = open.map(|block| unplaced(machine, block));
        }
        let describe = |loss: &leaks::Loss| {
            let block = lost.iter().find(|block| block.number == loss.first)?;
            let site = loss.interval.place.map(|place| self.prepared.site(place));
            Some((leak(machine, block, loss.count, site), loss.interval.to))
        };
        let (leaks, steps) = search.losses.iter().filter_map(describe).unzip();
        report.leaks = leaks;
        steps
    }

    /// Runs once more to record how each fault came about: leaks, after so many steps each, and errors; after how many
    /// steps the last one happened, where there is one.
    fn add_traces(&self, report: &mut Report, lost_at: Vec<u64>, last: Option<u64>) {
        if report.faults().next().is_none() {
            return;
        }
        let mut faults: Vec<(u64, &mut Fault)> = lost_at.into_iter().zip(&mut report.leaks).collect();
        faults.extend(self.passed_at.iter().copied().zip(&mut report.passed));
        if let Outcome::Fault(fault) = &mut report.outcome {
            faults.extend(last.map(|last| (last, &mut **fault)));
        }
        faults.sort_by_key(|(step, _)| *step);
        let windows = faults.iter().map(|(step, _)| (*step).min(self.steps)).collect();
        let console = Console::new(None, self.input, &self.config.outside);
        let observer = Observer::Recorder(Box::new(Recorder::new(windows, self.config.views)));
        let mut machine = Machine::new(self.prepared, self.config, console, observer);
        machine.run_program(self.entry);
        let observer = std::mem::replace(&mut machine.observer, Observer::Nobody);
        let Observer::Recorder(mut recorder) = observer else { return };
        let rest = machine.last_trace(&mut recorder);
        let mut traces = recorder.taken.into_iter();
        for (step, fault) in faults {
            let taken = traces.next().filter(|_| step != AT_THE_END);
            fault.set_trace(taken.unwrap_or_else(|| rest.clone()), self.config.views);
        }
    }
}

impl Fault {
    /// Tells how it came about.
    fn set_trace(&mut self, events: Vec<Event>, views: bool) {
        let (trace, changes) = events.into_iter().map(|event| (event.step, event.changes)).unzip();
        self.trace = trace;
        self.changes = if views { changes } else { Vec::new() };
    }
}

fn not_freed(machine: &Machine<'_>, prov: Prov) -> Fault {
    let object = machine.describe(prov, None);
    let unknown = Site { span: None, function: String::new(), library: None };
    Fault {
        kind: ErrorKind::NotFreed,
        site: object.allocated.clone().unwrap_or(unknown),
        message: format!("{} of {} bytes is never freed", object.name, object.size),
        object: Some(object),
        trace: Vec::new(),
        changes: Vec::new(),
    }
}

/// A block is lost, and there was no time to find out when.
fn unplaced(machine: &Machine<'_>, block: &Lost) -> Fault {
    let mut fault = leak(machine, block, 1, None);
    if let Some(object) = &fault.object {
        let told = "was allocated here and is lost later; there was no time to find out where";
        fault.message = format!("{} of {} bytes {told}", object.name, object.size);
    }
    fault
}

fn leak(machine: &Machine<'_>, block: &Lost, count: usize, site: Option<Site>) -> Fault {
    let object = machine.describe(block.prov, None);
    let more = match count {
        1 => String::new(),
        _ => format!("; {count} blocks that were allocated at the same place are lost in all"),
    };
    let unknown = Site { span: None, function: String::new(), library: None };
    Fault {
        kind: ErrorKind::Leak,
        site: site.or_else(|| object.allocated.clone()).unwrap_or(unknown),
        message: format!("the last pointer to {} of {} bytes is lost here{more}", object.name, object.size),
        object: Some(object),
        trace: Vec::new(),
        changes: Vec::new(),
    }
}

/// Blocks that only a disguised pointer may keep are no leaks, but nobody can tell.
fn note_disguised(machine: &Machine<'_>, blocks: &[Prov], notes: &mut Notes) {
    let (reachable, held) = (machine.reachable(), machine.held());
    for prov in blocks.iter().filter(|prov| reachable[prov.index()] && !held[prov.index()]) {
        if let Some(place) = machine.memory.metas[prov.index()].place {
            let site = machine.prepared.site(place);
            let what =
                "a block may be kept by an address that was computed with, or by a part of one".to_string();
            if !notes.losses.iter().any(|(_, other)| *other == site) {
                notes.losses.push((what, site));
            }
        }
    }
}

impl<'a> Machine<'a> {
    /// Runs the whole program.
    pub fn run_program(&mut self, entry: FuncId) -> Outcome {
        let stop = match self.run_to_exit(entry) {
            Ok(code) => Stop::ImmediateExit(code),
            Err(stop) => stop,
        };
        match stop {
            Stop::Exit(code) | Stop::ImmediateExit(code) => Outcome::Exited(code),
            Stop::Signal(signal) => Outcome::Signalled(signal),
            Stop::Fault(fault) => Outcome::Fault(fault),
            Stop::Stopped(stopped) => Outcome::Stopped(*stopped),
        }
    }

    fn run_to_exit(&mut self, entry: FuncId) -> Step<u8> {
        let mut code = match self.run_main(entry) {
            Ok(code) => code,
            Err(Stop::Exit(code)) => code,
            Err(stop) => return Err(stop),
        };
        // An exit handler may register more handlers, or exit with another code.
        while let Some((handler, argument)) = self.exit_handlers.pop() {
            let id = self.resolve_function(handler)?;
            let ty = Scalar::Ptr;
            let args: Vec<_> = argument
                .map(|value| Argument { value: Wide::narrow(value), ty, by_value: None })
                .into_iter()
                .collect();
            code = self.run_handler(id, &args, code)?;
        }
        for destructor in &self.prepared.program.destructors {
            code = self.run_handler(destructor.function, &[], code)?;
        }
        Ok(code)
    }

    fn run_handler(&mut self, id: FuncId, args: &[Argument], code: u8) -> Step<u8> {
        match self.run_function(id, args) {
            Ok(_) => Ok(code),
            Err(Stop::Exit(other)) => Ok(other),
            Err(stop) => Err(stop),
        }
    }

    fn run_main(&mut self, entry: FuncId) -> Step<u8> {
        for constructor in &self.prepared.program.constructors {
            self.run_function(constructor.function, &[])?;
        }
        let args = self.main_arguments(entry);
        let result = self.run_function(entry, &args)?;
        let value = result.map_or(Value::ZERO, |value| value.lo);
        if value.undef != 0 {
            self.uninitialized("the exit code")?;
        }
        Ok(value.bits as u8)
    }

    /// Calls a function from outside and waits for it to return.
    fn run_function(&mut self, id: FuncId, args: &[Argument]) -> Step<Option<Wide>> {
        let Some(code) = self.prepared.code(id) else {
            let name = self.prepared.program.function(id).name.clone();
            let site = Site { span: None, function: name.clone(), library: None };
            return Err(Stop::Stopped(Box::new(Stopped::UnmodelledCall { name, site })));
        };
        self.enter(code, args, true)?;
        self.execute()
    }

    /// The arguments of the entry function; that it has any makes its run depend on them.
    fn main_arguments(&mut self, entry: FuncId) -> Vec<Argument> {
        let function = self.prepared.program.function(entry);
        let looks_at = |number| function.body.as_ref().is_some_and(|body| body.looks_at_param(number));
        let reads_arguments = (0..function.params.len()).any(|number| number != 2 && looks_at(number));
        let reads_environment = looks_at(2);
        if reads_arguments {
            let site = Site { span: function.span, function: function.name.clone(), library: None };
            let value = self.config.args.len() as u128;
            let source = InputSource::Arguments;
            self.notes.inputs.push(InputRead { source, value, given: true, site });
        }
        let argv = self.string_vector(&self.config.args, "the arguments of the program");
        let argc = Value::int(self.config.args.len() as u64);
        let env: Vec<Vec<u8>> =
            self.config.env.iter().map(|(name, value)| [name, b"=".as_slice(), value].concat()).collect();
        let environment = self.string_vector(&env, "the environment");
        let variable = self.prepared.environment;
        if let Some(id) = variable {
            let object = crate::memory::Memory::global(self.prepared.program, id);
            self.memory.define_external(object, id, environment);
        }
        if variable.is_some() || reads_environment {
            self.note_environment(entry);
        }
        let values = [(argc, Scalar::Int(32)), (argv, Scalar::Ptr), (environment, Scalar::Ptr)];
        let arg = |(value, ty)| Argument { value: Wide::narrow(value), ty, by_value: None };
        values.into_iter().map(arg).take(function.params.len()).collect()
    }

    /// Writes down that the program looks at its whole environment: at each variable that there is, and where there is
    /// none, at one of any name.
    fn note_environment(&mut self, entry: FuncId) {
        let function = self.prepared.program.function(entry);
        let site = Site { span: function.span, function: function.name.clone(), library: None };
        let name = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
        let mut names: Vec<String> = self.config.env.iter().map(|(given, _)| name(given)).collect();
        if names.is_empty() {
            names.push(ANY_VARIABLE.to_string());
        }
        let is_given = u128::from(!self.config.env.is_empty());
        let read = |name| InputRead {
            source: InputSource::Environment(name),
            value: is_given,
            given: true,
            site: site.clone(),
        };
        self.notes.inputs.extend(names.into_iter().map(read));
    }

    /// A vector of strings that ends with null.
    fn string_vector(&mut self, strings: &[Vec<u8>], what: &'static str) -> Value {
        let word = self.memory.word;
        let size = ((strings.len() + 1) * word) as u64;
        let kind = crate::memory::Kind::Library(what);
        let vector = self.memory.create_static(size, 16, kind, true);
        for (index, string) in strings.iter().enumerate() {
            let bytes = [string.as_slice(), &[0]].concat();
            let object = self.memory.create_static(bytes.len() as u64, 1, kind, true);
            self.memory.objects[object.index()].write(0, &bytes, word);
            let address = Value::pointer(self.memory.objects[object.index()].base, object);
            self.memory.objects[vector.index()].store(index * word, address, word, word);
        }
        Value::pointer(self.memory.objects[vector.index()].base, vector)
    }
}
