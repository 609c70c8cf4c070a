//! The C library: which functions belong to it, and the primitives that code cannot express.
//!
//! What each primitive does is said in `clib`; here it is done on symbolic states. One file per subject.

mod allocate;
mod block;
mod foreign;
mod input;
mod jump;
pub(crate) mod longer;
mod number;
mod output;
mod print;
mod process;
mod rough;
mod scan;
mod system;
mod text;

use crate::state::{EndOfInput, Moving};
use crate::transfer::Transfer;
use crate::transfer::call::Argument;
use clib::Primitive;
use engine::Reason;
use heap::ObjectId;
use ir::{Body, Callee, FuncId, GlobalId, InstKind, Program};
use logic::Term;

/// The largest number of a clock that Linux has.
const LAST_CLOCK: u64 = 11;
/// The most rounds of a loop of a model that a proof goes through one by one.
const ROUNDS: u64 = 4;

/// States after a primitive, each with its result.
pub type Results = Vec<(Moving, Option<Term>)>;

/// Which functions belong to the library, and the objects that exist from the start.
pub struct Library {
    primitives: Vec<Option<Primitive>>,
    is_library: Vec<bool>,
    functions: u32,
    /// The variable behind `errno`, where the program has it.
    pub error_number: Option<GlobalId>,
    /// Whether the program may set handlers of signals.
    pub handles_signals: bool,
    /// Whether the program may ask whether the end of its input was met.
    pub asks_for_end: bool,
}

impl Library {
    /// Looks up all functions of a program.
    pub fn new(program: &Program) -> Library {
        let primitive = |function: &ir::Function| match function.body {
            Some(_) => None,
            None => clib::primitive(&function.name, program.target),
        };
        let is_library = |function: &ir::Function| clib::is_of_library(program, function.span);
        let primitives: Vec<Option<Primitive>> = program.functions.iter().map(primitive).collect();
        Library {
            asks_for_end: primitives.contains(&Some(Primitive::Feof)),
            primitives,
            is_library: program.functions.iter().map(is_library).collect(),
            functions: program.functions.len() as u32,
            error_number: clib::error_number(program),
            handles_signals: clib::handles_signals(program),
        }
    }

    /// What a function without body does, where the library says so.
    pub fn primitive(&self, function: FuncId) -> Option<Primitive> {
        self.primitives[function.index()]
    }

    /// Whether a body calls `setjmp`.
    pub fn saves_place(&self, body: &Body) -> bool {
        body.blocks.iter().flat_map(|block| &block.insts).any(|inst| match inst.kind {
            InstKind::Call { callee: Callee::Direct(id), .. } => {
                self.primitive(id) == Some(Primitive::Setjmp)
            }
            _ => false,
        })
    }

    /// Whether a function with a body is part of the library.
    pub fn is_library(&self, function: FuncId) -> bool {
        self.is_library[function.index()]
    }

    /// The object of a function.
    pub fn function(&self, id: FuncId) -> ObjectId {
        ObjectId(id.0)
    }

    /// The object of a global.
    pub fn global(&self, id: GlobalId) -> ObjectId {
        ObjectId(self.functions + id.0)
    }
}

impl Transfer<'_> {
    /// Does what a primitive does.
    pub fn primitive(
        &mut self,
        mut state: Moving,
        callee: FuncId,
        primitive: Primitive,
        args: &[Argument],
    ) -> Results {
        use Primitive::*;
        let word = self.symbols.word();
        let zero = self.symbols.store.zero(word);
        let values: Vec<Term> = args.iter().map(|arg| arg.value).collect();
        let arg = |index: usize| values.get(index).copied().unwrap_or(zero);
        let sized = |transfer: &mut Self, index: usize| transfer.resize(arg(index), word);
        let with = |states: Vec<Moving>, value: Option<Term>| -> Results {
            states.into_iter().map(|state| (state, value)).collect()
        };
        let mut stream = None;
        let row = clib::row(&self.context.program().function(callee).name);
        let every = primitive == Fflush && self.constant(arg(0)) == Some(0);
        if let Some((index, reads)) = row.and_then(clib::Row::stream).filter(|_| !every) {
            match self.check_stream(state, arg(index), reads) {
                Some((next, number)) => (state, stream) = (next, Some(number)),
                None => return Vec::new(),
            }
        }
        match self.check_open(state, &row.map(clib::Row::implied_streams).unwrap_or_default()) {
            Some(next) => state = next,
            None => return Vec::new(),
        }
        let is_input = stream == Some(0);
        match primitive {
            Malloc => {
                let size = sized(self, 0);
                self.malloc(state, size)
            }
            Calloc => {
                let (count, size) = (sized(self, 0), sized(self, 1));
                self.calloc(state, count, size)
            }
            Realloc => {
                let size = sized(self, 1);
                self.realloc(state, arg(0), size)
            }
            ReallocArray => {
                let (count, size) = (sized(self, 1), sized(self, 2));
                self.realloc_array(state, arg(0), count, size)
            }
            Free => with(self.free(state, arg(0)), None),
            AlignedAlloc => {
                let (align, size) = (sized(self, 0), sized(self, 1));
                self.aligned_alloc(state, align, size)
            }
            Valloc => {
                let (align, size) = (self.symbols.size(4096), sized(self, 0));
                self.aligned_alloc(state, align, size)
            }
            PosixMemalign => {
                let (align, size) = (sized(self, 1), sized(self, 2));
                self.posix_memalign(state, arg(0), align, size)
            }
            MallocUsableSize => self.usable_size(state, arg(0)),
            Memcpy => with(self.copy_memory(state, arg(0), arg(1), arg(2), false), Some(arg(0))),
            Memmove => with(self.copy_memory(state, arg(0), arg(1), arg(2), true), Some(arg(0))),
            Mempcpy => {
                let len = sized(self, 2);
                let end = self.symbols.store.add(arg(0), len);
                with(self.copy_memory(state, arg(0), arg(1), len, false), Some(end))
            }
            Memset => with(self.set_memory(state, arg(0), arg(1), arg(2)), Some(arg(0))),
            Bcopy => with(self.copy_memory(state, arg(1), arg(0), arg(2), true), None),
            Bzero => with(self.set_memory(state, arg(0), zero, arg(1)), None),
            Puts | Fputs | Perror | Putchar | Fputc | Fwrite | Write => {
                self.plain_output(state, primitive, &values)
            }
            Print(print) => self.print(state, print, args),
            Fclose => {
                if let Some(stream) = stream {
                    state.closed[stream] = true;
                }
                vec![(state, Some(zero))]
            }
            Setbuf if args.len() > 1 && self.constant(arg(1)) != Some(0) => {
                self.loss(&state, Reason::Unsupported, "a stream is given a buffer");
                Vec::new()
            }
            Fflush | Setbuf | Sleep | Ferror => vec![(state, Some(zero))],
            Plot => vec![(state, None)],
            Clearerr => {
                if is_input && state.end_of_input == EndOfInput::Marked {
                    state.end_of_input = EndOfInput::Cleared;
                }
                vec![(state, None)]
            }
            Ungetc => self.put_back(state, arg(0)),
            Getchar | Fgetc => self.get_character(state),
            Fgets => self.get_line(state, arg(0), arg(1)),
            Feof => {
                // Only what was read tells; the end may come at any time.
                let met = is_input && state.end_of_input == EndOfInput::Marked;
                let value = self.symbols.store.num(word, met.into());
                vec![(state, Some(value))]
            }
            Exit => self.exit_program(state, arg(0)),
            ImmediateExit => {
                state.agenda.retain(|item| *item == crate::state::Agenda::Exited);
                self.exit_program(state, arg(0))
            }
            Abort | Raise => {
                self.said.figures.exits += 1;
                Vec::new()
            }
            Atexit => {
                state.exit_handlers.push((arg(0), None));
                vec![(state, Some(zero))]
            }
            CxaAtexit => {
                state.exit_handlers.push((arg(0), Some(arg(1))));
                vec![(state, Some(zero))]
            }
            AssertFail | AssertFailShort => {
                self.assertion_failed(state, arg(0));
                Vec::new()
            }
            VerifierAssert => self.verifier_assert(state, arg(0)),
            ReachError => {
                self.reach_error(state);
                Vec::new()
            }
            Assume => self.assume_argument(state, arg(0)),
            Nondet(ty) => {
                let width = ty.bits(self.context.program().target);
                let value = self.input(&mut state, callee, width);
                vec![(state, Some(value))]
            }
            // The clock, the process and the environment can be anything.
            Clock | Getpid => {
                let value = state.heap.fresh.unknown(&mut self.symbols, word);
                vec![(state, Some(value))]
            }
            Getenv => self.environment(state, arg(0)),
            Scan(scan) if scan.from == clib::ScanFrom::Stdin && !scan.list => self.scan(state, args),
            Scan(scan) if scan.from == clib::ScanFrom::Stream && !scan.list => {
                self.scan(state, args.get(1..).unwrap_or_default())
            }
            Fread => {
                let (size, count) = (sized(self, 1), sized(self, 2));
                self.read_elements(state, arg(0), size, count)
            }
            Read => {
                let (descriptor, count) = (self.resize(arg(0), 32), sized(self, 2));
                self.read_descriptor(state, descriptor, arg(1), count)
            }
            Time => self.store_time(state, arg(0), None),
            Gettimeofday if args.len() > 1 && self.constant(arg(1)) != Some(0) => {
                self.loss(&state, Reason::Unsupported, "the time zone is asked for");
                Vec::new()
            }
            Gettimeofday => self.store_time(state, arg(0), Some(1_000_000)),
            ClockGettime if self.constant(arg(0)).is_none_or(|clock| clock > LAST_CLOCK) => {
                self.loss(&state, Reason::Unsupported, "a clock that may not exist");
                Vec::new()
            }
            ClockGettime => self.store_time(state, arg(1), Some(1_000_000_000)),
            Math(function, kind) => {
                let value = self.math(&mut state, function, kind, &values);
                let states = if function.sets_errno() { self.with_any_error(state) } else { vec![state] };
                with(states, Some(value))
            }
            Nan | Nanf | Nanl => {
                let value = state.heap.fresh.unknown(&mut self.symbols, 128);
                vec![(state, Some(value))]
            }
            ParseFloat(kind) => self.parse_float(state, kind, arg(0), arg(1)),
            Setjmp => self.set_jump(state, arg(0)),
            Longjmp => {
                self.long_jump(state, arg(0), arg(1));
                Vec::new()
            }
            Frexp | Frexpf | Frexpl => self.split_float(state, arg(0), arg(1), 4),
            Modf => self.split_float(state, arg(0), arg(1), 8),
            Modff => self.split_float(state, arg(0), arg(1), 4),
            Modfl => {
                let bytes = if word > 32 { 16 } else { 12 };
                self.split_float(state, arg(0), arg(1), bytes)
            }
            Unsupported => {
                let what = self.constant_string(&mut state, arg(0)).unwrap_or_default();
                self.loss(&state, Reason::Unsupported, String::from_utf8_lossy(&what));
                Vec::new()
            }
            Undefined => {
                let what = self.constant_string(&mut state, arg(0)).unwrap_or_default();
                self.loss(&state, Reason::UndefinedBehaviour, String::from_utf8_lossy(&what));
                Vec::new()
            }
            Length => self.text_length(state, arg(0)),
            IsPlain => {
                self.witness(&mut state, arg(0));
                let is_whole = self.is_string(&state, arg(0));
                let is_plain = self.symbols.store.num(32, u128::from(!is_whole));
                vec![(state, Some(is_plain))]
            }
            IsMany => {
                let number = self.constant(arg(0)).unwrap_or(u64::MAX);
                let is_many = self.context.precision.any_text && number > ROUNDS;
                let is_many = self.symbols.store.num(32, is_many.into());
                vec![(state, Some(is_many))]
            }
            IsKnown => {
                let is_known = self.constant(arg(0)).is_some();
                vec![(state, Some(self.symbols.store.num(32, is_known.into())))]
            }
            Shuffled => {
                let (length, size) = (sized(self, 1), sized(self, 2));
                let is_done =
                    self.context.precision.any_text && self.shuffle(&mut state, (arg(0), length), size);
                let is_done = self.symbols.store.num(32, is_done.into());
                vec![(state, Some(is_done))]
            }
            Readable => {
                let len = sized(self, 1);
                with(self.readable(state, arg(0), len), None)
            }
            Apart => {
                let (count, length) = (sized(self, 1), sized(self, 3));
                with(self.apart(state, (arg(0), count), (arg(2), length)), None)
            }
            Fileno => {
                let number = self.symbols.store.num(32, stream.unwrap_or(0) as u128);
                vec![(state, Some(number))]
            }
            System => {
                let value = self.input(&mut state, callee, word);
                vec![(state, Some(value))]
            }
            Received => {
                let count = sized(self, 1);
                with(self.receive(state, callee, arg(0), count), None)
            }
            IsStandard => self.is_standard(state, arg(0)),
            Random => self.random(state),
            SeedRandom => vec![(state, None)],
            Scan(_) => {
                let name = &self.context.program().function(callee).name;
                let what = format!("`{name}` is not modelled in this engine");
                self.loss(&state, Reason::UnmodelledCall, what);
                Vec::new()
            }
        }
    }
}
