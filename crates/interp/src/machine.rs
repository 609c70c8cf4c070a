//! The state of a run: memory, registers, frames, and what is remembered for the report.
//!
//! The frames are a stack of their own, so that recursion of the program is never recursion of the interpreter.
//! The run is deterministic: everything it reads from outside is in the configuration (or recorded on first
//! reading), so running again gives the same steps. Leaks and traces are found by running again.

use crate::Config;
use crate::code::Code;
use crate::console::Console;
use crate::coverage::Coverage;
use crate::decode;
use crate::garbage::Filling;
use crate::library::random::Random;
use crate::memory::{Kind, Life, Memory, Problem};
use crate::observe::Observer;
use crate::onward::Passed;
use crate::place::Place;
use crate::report::{Fault, Notes, ObjectInfo, Signal, Site, Stopped, Storage};
use crate::value::{Prov, Value};
use crate::variadic::Variadic;
use clib::Primitive;
use ir::cfg::Cfg;
use ir::liveness::Liveness;
use ir::{ErrorKind, FuncId, GlobalId, Program, Property, diagnosis};
use std::cell::{Cell, OnceCell};
use std::collections::BTreeSet;

/// A program ready to run, with the library linked in ([`clib::link`]): decoded as far as needed. Who runs it often
/// prepares it once.
pub struct Prepared<'a> {
    /// The program.
    pub(crate) program: &'a Program,
    /// Where functions and globals lie.
    addresses: Memory,
    codes: Vec<OnceCell<Code>>,
    liveness: Vec<OnceCell<Liveness>>,
    /// What the library does for functions without a body.
    pub(crate) models: Vec<Option<Primitive>>,
    /// Which functions are library functions with a body.
    pub(crate) library: Vec<bool>,
    /// The variable behind `errno`, where the program has it.
    pub(crate) error_number: Option<GlobalId>,
    /// The variable behind which the whole environment is, where the program looks at it.
    pub(crate) environment: Option<GlobalId>,
    /// Whether the program may set handlers of signals.
    pub(crate) handles_signals: bool,
    options: decode::Options,
}

impl<'a> Prepared<'a> {
    /// Prepares a program that the library models were linked into.
    pub fn new(program: &'a Program, config: &Config) -> Prepared<'a> {
        let functions = &program.functions;
        let model = |function: &ir::Function| match function.body {
            Some(_) => None,
            None => clib::primitive(&function.name, program.target),
        };
        let library = |function: &ir::Function| clib::is_of_library(program, function.span);
        Prepared {
            program,
            addresses: Memory::addresses(program),
            codes: functions.iter().map(|_| OnceCell::new()).collect(),
            liveness: functions.iter().map(|_| OnceCell::new()).collect(),
            models: functions.iter().map(model).collect(),
            library: functions.iter().map(library).collect(),
            error_number: clib::error_number(program),
            environment: clib::environment(program),
            handles_signals: clib::handles_signals(program),
            options: decode::Options {
                check_overflow: config.properties.contains(Property::NoOverflow),
                long_loops: config.long_loops,
            },
        }
    }

    /// The decoded body of a function that has one.
    pub(crate) fn code(&self, id: FuncId) -> Option<&Code> {
        let body = self.program.function(id).body.as_ref()?;
        let decode = || decode::decode(self.program, id, body, &self.addresses, self.options);
        Some(self.codes[id.index()].get_or_init(decode))
    }

    /// The liveness of a function that has a body.
    pub(crate) fn liveness(&self, id: FuncId) -> Option<&Liveness> {
        let body = self.program.function(id).body.as_ref()?;
        Some(self.liveness[id.index()].get_or_init(|| Liveness::new(body, &Cfg::new(body))))
    }

    /// The source position of an operation.
    pub(crate) fn span(&self, function: FuncId, pc: u32) -> Option<ir::Span> {
        let origin = self.code(function)?.origins.get(pc as usize)?;
        let body = self.program.function(function).body.as_ref()?;
        let block = &body.blocks[origin.block as usize];
        match block.insts.get(origin.inst as usize) {
            Some(inst) => inst.span,
            None => block.terminator.span,
        }
    }

    /// A place for people.
    pub(crate) fn site(&self, place: Place) -> Site {
        let name = |id: FuncId| self.program.function(id).name.clone();
        Site {
            span: self.span(place.function, place.pc),
            function: name(place.function),
            library: place.library.map(name),
        }
    }
}

/// An active call.
pub struct Frame<'a> {
    /// What it executes.
    pub code: &'a Code,
    /// The operation it is at: the call, for all but the last frame.
    pub pc: u32,
    /// Its first register.
    pub base: usize,
    /// How many stack objects its callers have.
    pub stack_mark: usize,
    /// The stack pointer of its caller.
    pub stack_pointer: u64,
    /// The stack pointer when it was entered.
    pub stack_start: u64,
    /// Its variadic arguments.
    pub variadic: Option<Variadic>,
    /// Whether returning from it ends the execution.
    pub boundary: bool,
    /// A number that no other frame of the run has.
    pub serial: u64,
}

/// Why an execution ends before its function returns.
pub enum Stop {
    /// A property is violated.
    Fault(Box<Fault>),
    /// The program exits.
    Exit(u8),
    /// The program exits without running handlers.
    ImmediateExit(u8),
    /// The program ends itself abnormally.
    Signal(Signal),
    /// The run cannot go on.
    Stopped(Box<Stopped>),
}

/// The result of something that may end the execution.
pub type Step<T> = Result<T, Stop>;

/// The state of a run.
pub struct Machine<'a> {
    /// The program.
    pub prepared: &'a Prepared<'a>,
    /// How to run it.
    pub config: &'a Config,
    /// The memory.
    pub memory: Memory,
    /// The registers of all frames.
    pub registers: Vec<Value>,
    /// The active calls.
    pub frames: Vec<Frame<'a>>,
    /// The operation that the last frame is at.
    pub pc: u32,
    /// Where the outermost function returned, once it has.
    pub returned_from: Option<Place>,
    /// The stack objects of all frames.
    pub stack_objects: Vec<Prov>,
    /// The number of operations executed.
    pub steps: u64,
    /// When to look up from executing.
    pub horizon: u64,
    /// The next frame's number.
    pub next_serial: u64,
    /// The library function being executed, where it is a primitive.
    pub primitive: Option<FuncId>,
    /// The random numbers to come.
    pub random: Random,
    /// What the run depended on.
    pub notes: Notes,
    /// Places already noted, by list.
    pub noted: BTreeSet<(u8, Place)>,
    /// How many inputs were consumed.
    pub inputs_used: usize,
    /// How many allocations were decided.
    pub allocations: usize,
    /// The streams.
    pub console: Console<'a>,
    /// Who watches the run.
    pub observer: Observer,
    /// The functions to run at exit, in order of registration, with the argument of those that have one.
    pub exit_handlers: Vec<(Value, Option<Value>)>,
    /// The objects that belong to the library and keep what they point to reachable.
    pub library_roots: Vec<Prov>,
    /// The places that `setjmp` saved.
    pub jump_targets: Vec<crate::jump::JumpTarget>,
    /// When to look for entries of the object table that can be reused.
    pub collect_at: usize,
    /// The errors after which the run went on.
    pub passed: Vec<Passed>,
    /// The blocks that were lost already when the first error happened after which the run went on.
    pub lost_before_error: Vec<Prov>,
    /// The object that the last error was about.
    pub wrong: Cell<Option<Prov>>,
    /// After how many steps the error happened that ended the run, where that is not its last step.
    pub last_step: Option<u64>,
    /// The edges that were taken, where somebody wants to know.
    pub coverage: Option<Box<Coverage>>,
}

impl<'a> Machine<'a> {
    /// A machine before the first step.
    pub fn new(
        prepared: &'a Prepared<'a>,
        config: &'a Config,
        console: Console<'a>,
        observer: Observer,
    ) -> Self {
        let mut machine = Machine {
            prepared,
            config,
            memory: Memory::new(prepared.program),
            registers: Vec::new(),
            frames: Vec::new(),
            pc: 0,
            returned_from: None,
            stack_objects: Vec::new(),
            steps: 0,
            horizon: 0,
            next_serial: 0,
            primitive: None,
            random: Random::new(1),
            notes: Notes::default(),
            noted: BTreeSet::new(),
            inputs_used: 0,
            allocations: 0,
            console,
            observer,
            exit_handlers: Vec::new(),
            library_roots: Vec::new(),
            jump_targets: Vec::new(),
            collect_at: 0,
            passed: Vec::new(),
            wrong: Cell::new(None),
            lost_before_error: Vec::new(),
            last_step: None,
            coverage: config.coverage.then(Box::default),
        };
        machine.collect_at = machine.memory.objects.len() + crate::collect::INTERVAL;
        machine.create_streams();
        let byte = if config.recycle { 0xff } else { 0 };
        machine.memory.garbage = Filling::new(config.garbage.clone(), byte);
        if config.recycle {
            machine.memory.recycle();
        }
        machine.memory.shares_literals = config.share_literals;
        machine
    }

    /// The place of the current operation, as user code sees it.
    pub fn place(&self) -> Place {
        let mut library = self.primitive;
        let mut pc = self.pc;
        for (index, frame) in self.frames.iter().enumerate().rev() {
            let id = frame.code.id;
            if !self.prepared.library[id.index()] || index == 0 {
                return Place { function: id, pc, library };
            }
            library = Some(id);
            pc = self.frames[index - 1].pc;
        }
        self.returned_from.unwrap_or(Place { function: FuncId(0), pc: 0, library })
    }

    /// The place of an allocation: that it happens inside of `malloc` says nothing.
    pub fn allocation_place(&mut self) -> Place {
        let primitive = self.primitive.take();
        let place = self.place();
        self.primitive = primitive;
        place
    }

    /// The site of the current operation.
    pub fn site(&self) -> Site {
        self.prepared.site(self.place())
    }

    /// An error of this kind, or undefined behaviour where the kind is not checked.
    pub fn error<T>(&self, kind: ErrorKind, message: String, object: Option<(Prov, i64)>) -> Step<T> {
        let site = self.site();
        if !self.config.properties.contains(kind.property()) {
            return Err(Stop::Stopped(Box::new(Stopped::Undefined { message, site })));
        }
        self.wrong.set(object.map(|(prov, _)| prov));
        let object = object.map(|(prov, offset)| self.describe(prov, Some(offset)));
        Err(Stop::Fault(Box::new(Fault {
            kind,
            site,
            message,
            object,
            trace: Vec::new(),
            changes: Vec::new(),
        })))
    }

    /// The error that an access is.
    pub fn problem<T>(&self, problem: Problem) -> Step<T> {
        match problem {
            Problem::Error { kind, message, object } => self.error(kind, message, object),
            Problem::Foreign => self.unsupported(clib::FOREIGN_MEMORY),
            Problem::External(id) => {
                let name = &self.prepared.program.global(id).name;
                self.unsupported(clib::undefined_variable(name))
            }
        }
    }

    /// Undefined behaviour that no kind of error covers.
    pub fn undefined<T>(&self, message: &str) -> Step<T> {
        let (message, site) = (message.to_string(), self.site());
        Err(Stop::Stopped(Box::new(Stopped::Undefined { message, site })))
    }

    /// Something that the interpreter does not execute.
    pub fn unsupported<T>(&self, what: impl Into<String>) -> Step<T> {
        let (what, site) = (what.into(), self.site());
        Err(Stop::Stopped(Box::new(Stopped::Unsupported { what, site })))
    }

    /// Notes undefined behaviour after which the run goes on, once per place.
    pub fn note_undefined(&mut self, message: &str) {
        let place = self.place();
        if self.noted.insert((0, place)) {
            self.notes.undefined.push((message.to_string(), self.prepared.site(place)));
        }
    }

    /// Notes that nothing is done with pointers that may not even so be null.
    pub fn note_empty(&mut self, pointers: &[Value]) {
        if pointers.iter().any(|pointer| pointer.bits == 0) {
            self.notes.assume(clib::Assumption::NullOfNothing);
        }
    }

    /// Notes a decision that depends on where objects lie, once per place.
    pub fn note_layout(&mut self) {
        let place = self.place();
        if self.noted.insert((1, place)) {
            self.notes.layout.push(self.prepared.site(place));
        }
    }

    /// Notes something that cannot be observed, once per place.
    pub fn note_loss(&mut self, what: &str) {
        let place = self.place();
        if self.noted.insert((2, place)) {
            self.notes.losses.push((what.to_string(), self.prepared.site(place)));
        }
    }

    /// Notes that a random number is drawn, once per place.
    pub fn note_random(&mut self) {
        let place = self.place();
        if self.noted.insert((6, place)) {
            self.notes.random.push(self.prepared.site(place));
        }
    }

    /// Notes an allocation that failed for lack of memory, once per place.
    pub fn note_unaffordable(&mut self) {
        let place = self.place();
        if self.noted.insert((4, place)) {
            self.notes.unaffordable.push(self.prepared.site(place));
        }
    }

    /// A decision depends on undefined bits: an error where that is checked, else a note.
    pub fn uninitialized(&mut self, what: &str) -> Step<()> {
        if self.is_after_error() {
            return self.end_after_error();
        }
        if self.config.properties.contains(Property::Initialized) {
            return self.error(
                ErrorKind::UninitializedRead,
                format!("{what} depends on uninitialised memory"),
                None,
            );
        }
        let place = self.place();
        if self.noted.insert((3, place)) {
            self.notes.uninitialized.push(self.prepared.site(place));
        }
        Ok(())
    }

    /// An object for people.
    pub fn describe(&self, prov: Prov, offset: Option<i64>) -> ObjectInfo {
        let meta = &self.memory.metas[prov.index()];
        let ended = match meta.life {
            Life::Ended(place) => Some(self.prepared.site(place)),
            Life::Unborn | Life::Alive => None,
        };
        let program = self.prepared.program;
        let declared = match meta.kind {
            Kind::Global(id) | Kind::External(id) => program.global(id).span.map(|span| (span, None)),
            Kind::Stack(function, Some(var)) => {
                let body = program.function(function).body.as_ref();
                body.and_then(|body| body.var(var).span).map(|span| (span, Some(function)))
            }
            _ => None,
        };
        let declared = declared.map(|(span, function)| Site {
            span: Some(span),
            function: function.map_or_else(String::new, |id| program.function(id).name.clone()),
            library: None,
        });
        let allocated = declared.or_else(|| meta.place.map(|place| self.prepared.site(place)));
        let storage = match meta.kind {
            Kind::Heap(_) => Storage::Heap,
            Kind::Global(_) | Kind::External(_) | Kind::Stack(_, Some(_)) => Storage::Variable,
            Kind::Stack(_, None) | Kind::Variadic | Kind::Function(_) | Kind::Library(_) | Kind::Vacant => {
                Storage::Other
            }
        };
        ObjectInfo { name: self.name_of(prov), storage, size: meta.size, offset, allocated, ended }
    }

    /// How to call an object.
    pub fn name_of(&self, prov: Prov) -> String {
        let program = self.prepared.program;
        match self.memory.metas[prov.index()].kind {
            Kind::Vacant => "no object".to_string(),
            Kind::Global(id) | Kind::External(id) => diagnosis::global_name(program, id),
            Kind::Function(id) => diagnosis::function_name(program, id),
            Kind::Stack(function, var) => diagnosis::local_name(program, function, var),
            Kind::Heap(number) => diagnosis::block_name(number),
            Kind::Variadic => "variadic arguments".to_string(),
            Kind::Library(what) => what.to_string(),
        }
    }
}
