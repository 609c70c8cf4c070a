//! The primitives of the C library, executed.
//!
//! What each does is said once, at [`clib::Primitive`]. A primitive checks its accesses as the program's own code
//! does; an error in it is reported at the call.

mod decimal;
mod heap;
mod input;
mod math;
mod output;
mod print;
mod process;
pub mod random;
mod scan;
mod system;

use crate::call::Argument;
use crate::code::Call;
use crate::console::Stream;
use crate::machine::{Machine, Step};
use crate::memory::Kind;
use crate::value::{Prov, Value, Wide};
use clib::Primitive;
use ir::{Access, ErrorKind, FloatKind};

/// A result of type `int`, or any integer of up to 64 bits.
fn number(value: i64) -> Option<Wide> {
    Some(Wide::narrow(Value::int(value as u64)))
}

/// Nothing: the call has no result, or none that is defined.
fn nothing() -> Option<Wide> {
    number(0)
}

impl Machine<'_> {
    /// Executes a primitive. Gives its result, or nothing where control is elsewhere already (`longjmp`).
    pub fn run_primitive(
        &mut self,
        primitive: Primitive,
        args: &[Argument],
        call: &Call,
    ) -> Step<Option<Wide>> {
        use Primitive::*;
        let pointer = |index: usize| args.get(index).map_or(Value::ZERO, |arg| arg.value.lo);
        let value = |result: Value| Some(Wide::narrow(result));
        if matches!(primitive, Math(function, _) if function.sets_errno())
            || matches!(primitive, ParseFloat(_))
        {
            self.note_any_error();
        }
        if matches!(primitive, Math(..) | Frexp | Frexpf | Frexpl | Modf | Modff | Modfl) {
            args.iter().take(1).for_each(|arg| self.note_disguised(arg.value));
        }
        Ok(match primitive {
            Malloc => value(self.malloc(pointer(0))?),
            Calloc => value(self.calloc(pointer(0), pointer(1))?),
            Realloc => value(self.realloc(pointer(0), pointer(1))?),
            ReallocArray => value(self.realloc_array(pointer(0), pointer(1), pointer(2))?),
            Free => {
                self.free(pointer(0))?;
                nothing()
            }
            AlignedAlloc => value(self.aligned_alloc(pointer(0), pointer(1))?),
            PosixMemalign => number(self.posix_memalign(pointer(0), pointer(1), pointer(2))?),
            Valloc => value(self.aligned_alloc(Value::int(4096), pointer(0))?),
            MallocUsableSize => number(self.usable_size(pointer(0))?),
            Memcpy => {
                self.copy_memory(pointer(0), pointer(1), pointer(2), false)?;
                value(pointer(0))
            }
            Memmove => {
                self.copy_memory(pointer(0), pointer(1), pointer(2), true)?;
                value(pointer(0))
            }
            Mempcpy => {
                self.copy_memory(pointer(0), pointer(1), pointer(2), false)?;
                value(self.offset(pointer(0), pointer(2).bits))
            }
            Memset => {
                self.set_memory(pointer(0), pointer(1), pointer(2))?;
                value(pointer(0))
            }
            Bcopy => {
                self.copy_memory(pointer(1), pointer(0), pointer(2), true)?;
                nothing()
            }
            Bzero => {
                self.set_memory(pointer(0), Value::ZERO, pointer(1))?;
                nothing()
            }
            Puts => number(self.puts(pointer(0))?),
            Putchar => number(self.put_character(pointer(0), Stream::Out)?),
            Fputs => number(self.fputs(pointer(0), pointer(1))?),
            Fputc => {
                let stream = self.stream(pointer(1))?;
                number(self.put_character(pointer(0), stream)?)
            }
            Fwrite => number(self.fwrite(args)?),
            Perror => {
                self.perror(pointer(0))?;
                nothing()
            }
            Fflush => {
                if pointer(0) != Value::ZERO {
                    self.stream(pointer(0))?;
                }
                nothing()
            }
            Setbuf => {
                self.stream(pointer(0))?;
                if args.len() > 1 && pointer(1) != Value::ZERO {
                    return self.unsupported("a stream is given a buffer");
                }
                nothing()
            }
            Plot => nothing(),
            Write => number(self.write_descriptor(pointer(0), pointer(1), pointer(2))?),
            Print(print) => number(self.print(print, args)?),
            Getchar => {
                self.open_stream(Stream::In)?;
                number(self.get_character())
            }
            Fgetc => {
                self.input_stream(pointer(0))?;
                number(self.get_character())
            }
            Ungetc => {
                self.input_stream(pointer(1))?;
                number(self.unget(pointer(0))?)
            }
            Fgets => value(self.fgets(pointer(0), pointer(1), pointer(2))?),
            Fread => number(self.fread(args)?),
            Feof => number(i64::from(self.is_at_end(pointer(0))?)),
            Ferror => {
                self.stream(pointer(0))?;
                nothing()
            }
            Fclose => {
                let stream = self.stream(pointer(0))?;
                self.console.close(stream);
                nothing()
            }
            Clearerr => {
                if self.stream(pointer(0))? == Stream::In {
                    self.console.clear_end();
                }
                nothing()
            }
            Fileno => number(self.stream(pointer(0))? as i64),
            Read => number(self.read_descriptor(pointer(0), pointer(1), pointer(2))?),
            Scan(scan) => number(self.scan(scan, args)?),
            Exit => return self.exit(pointer(0)),
            ImmediateExit => return self.immediate_exit(pointer(0)),
            Abort => return self.abort(),
            Atexit => {
                self.exit_handlers.push((pointer(0), None));
                number(0)
            }
            CxaAtexit => {
                self.exit_handlers.push((pointer(0), Some(pointer(1))));
                number(0)
            }
            AssertFail | AssertFailShort => return self.assertion_failed(pointer(0)),
            Assume => {
                self.assume(pointer(0))?;
                nothing()
            }
            ReachError => return self.reach_error(),
            VerifierAssert => {
                self.verifier_assert(pointer(0))?;
                nothing()
            }
            Raise => return self.raise(pointer(0)),
            Unsupported => {
                let what = self.read_string(pointer(0), None)?;
                return self.unsupported(String::from_utf8_lossy(&what));
            }
            Getenv => value(self.getenv(pointer(0))?),
            Time => number(self.time(pointer(0))?),
            Clock => number(self.clock()),
            Gettimeofday if args.len() > 1 && pointer(1) != Value::ZERO => {
                return self.unsupported("the time zone is asked for");
            }
            Gettimeofday => number(self.time_of_day(pointer(0), 1_000_000)?),
            ClockGettime if pointer(0).bits > LAST_CLOCK => {
                return self.unsupported("a clock that may not exist");
            }
            ClockGettime => number(self.time_of_day(pointer(1), 1_000_000_000)?),
            Sleep => number(0),
            Getpid => number(self.process_number()),
            Setjmp => Some(self.setjmp(args)?),
            Longjmp => {
                self.longjmp(args)?;
                return Ok(None);
            }
            System => number(self.system_call(args)?),
            Received => {
                self.received(pointer(0), pointer(1))?;
                nothing()
            }
            IsStandard => {
                let kind = self.memory.metas[pointer(0).prov.index()].kind;
                number(i64::from(matches!(kind, Kind::Library(name) if STREAM_NAMES.contains(&name))))
            }
            Random => {
                self.note_random();
                number(i64::from(self.random.next()))
            }
            SeedRandom => {
                let seed = self.decided("the seed of random numbers", pointer(0))?;
                self.random = random::Random::new(seed as u32);
                nothing()
            }
            Frexp => Some(self.frexp(FloatKind::F64, args)?),
            Frexpf => Some(self.frexp(FloatKind::F32, args)?),
            Frexpl => Some(self.frexp(FloatKind::X87, args)?),
            Modf => Some(self.modf(FloatKind::F64, args)?),
            Modff => Some(self.modf(FloatKind::F32, args)?),
            Modfl => Some(self.modf(FloatKind::X87, args)?),
            Nan => Some(Wide::from_bits(crate::float::nan(FloatKind::F64))),
            Nanf => Some(Wide::from_bits(crate::float::nan(FloatKind::F32))),
            Nanl => Some(Wide::from_bits(crate::float::nan(FloatKind::X87))),
            Undefined => {
                let what = self.read_string(pointer(0), None)?;
                return self.undefined(&String::from_utf8_lossy(&what));
            }
            Length => Some(Wide::from_bits(u128::MAX >> (128 - 8 * self.memory.word))),
            IsPlain | IsKnown => Some(Wide::from_bits(1)),
            IsMany | Shuffled => Some(Wide::from_bits(0)),
            Readable => {
                self.readable(pointer(0), pointer(1))?;
                nothing()
            }
            Apart => {
                let (count, length) = (pointer(1).bits, pointer(3).bits);
                self.apart((pointer(0), count), (pointer(2), length))?;
                nothing()
            }
            Math(function, kind) => Some(self.math(function, kind, args, call)),
            ParseFloat(kind) => Some(self.parse_float(kind, pointer(0), pointer(1))?),
            Nondet(ty) => Some(self.nondet(ty)),
        })
    }

    /// An argument that is a pointer.
    pub fn pointer_argument(&self, args: &[Argument], index: usize) -> Value {
        args.get(index).map_or(Value::ZERO, |arg| arg.value.lo)
    }

    /// The bytes of a string, without its end. Stops at `limit` bytes where one is given. Undefined bytes are
    /// reported: whoever reads a string this way shows it or decides by it.
    pub fn read_string(&mut self, pointer: Value, limit: Option<u64>) -> Step<Vec<u8>> {
        let mut bytes = Vec::new();
        while limit.is_none_or(|limit| (bytes.len() as u64) < limit) {
            let byte = self.read_memory(self.offset(pointer, bytes.len() as u64), 1)?;
            if byte.undef != 0 {
                self.uninitialized("the output")?;
            }
            if byte.prov != Prov::NONE {
                self.note_layout();
            }
            match byte.bits {
                0 => break,
                byte => bytes.push(byte as u8),
            }
        }
        Ok(bytes)
    }

    /// The bytes of a block that goes out of the program.
    fn read_output(&mut self, pointer: Value, count: u64) -> Step<Vec<u8>> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let (prov, at) = self.access(pointer, count, Access::Read)?;
        let (content, undef) = self.memory.objects[prov.index()].bytes(at, count as usize);
        let (content, undefined) = (content.to_vec(), undef.fold(0, |all, byte| all | byte) != 0);
        if undefined {
            self.uninitialized("the output")?;
        }
        let carried = (at..at + count as usize)
            .map(|byte| self.memory.objects[prov.index()].byte_provenance(byte, self.memory.word));
        let carried: Vec<Prov> = carried.filter(|prov| *prov != Prov::NONE).collect();
        if !carried.is_empty() {
            self.note_layout();
            carried.into_iter().for_each(|prov| self.memory.list(prov));
        }
        Ok(content)
    }

    /// Checks that a block may be read. One without bytes always may.
    fn readable(&mut self, pointer: Value, len: Value) -> Step<()> {
        match self.decided("the length of a block", len)? {
            0 => self.note_empty(&[pointer]),
            len => _ = self.access(pointer, len, Access::Read)?,
        }
        Ok(())
    }

    /// Whether a block that is written overlaps one that is read, each an address and a length that is not zero; where
    /// the first one begins.
    fn overlap(&mut self, to: (Value, u64), from: (Value, u64)) -> Step<Option<(Prov, i64)>> {
        let (target, to_at) = self.access(to.0, to.1, Access::Write)?;
        let (source, from_at) = self.access(from.0, from.1, Access::Read)?;
        let (begins, begun) = (to_at as u64, from_at as u64);
        let overlaps = target == source && begins < begun + from.1 && begun < begins + to.1;
        Ok(overlaps.then_some((target, to_at as i64)))
    }

    /// Checks that a copy does not overlap its source.
    fn apart(&mut self, to: (Value, u64), from: (Value, u64)) -> Step<()> {
        match self.overlap(to, from)? {
            Some(at) => {
                let message = "copies between blocks that overlap".to_string();
                self.error(ErrorKind::OverlappingCopy, message, Some(at))
            }
            None => Ok(()),
        }
    }

    /// Writes bytes to memory.
    fn write_bytes(&mut self, pointer: Value, bytes: &[u8]) -> Step<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let (prov, at) = self.access(pointer, bytes.len() as u64, Access::Write)?;
        let word = self.memory.word;
        self.memory.objects[prov.index()].write(at, bytes, word);
        Ok(())
    }

    /// A number that the library decides by.
    fn decided(&mut self, what: &str, value: Value) -> Step<u64> {
        match value.is_plain() {
            true => Ok(value.bits),
            false => self.decide(what, value),
        }
    }

    /// Makes the standard streams, and the variables that point to them.
    pub fn create_streams(&mut self) {
        let program = self.prepared.program;
        for (index, global) in program.globals.iter().enumerate() {
            let Some(variable) = clib::variable(&global.name).filter(|_| global.init.is_none()) else {
                continue;
            };
            let name = match variable {
                clib::Variable::Stdin => STREAM_NAMES[0],
                clib::Variable::Stdout => STREAM_NAMES[1],
                clib::Variable::Stderr => STREAM_NAMES[2],
            };
            let stream = self.memory.create_static(216, 16, Kind::Library(name), false);
            let address = Value::pointer(self.memory.objects[stream.index()].base, stream);
            let id = ir::GlobalId::new(index);
            self.memory.define_external(crate::memory::Memory::global(program, id), id, address);
        }
    }

    /// The stream that a `FILE *` means.
    fn stream(&mut self, pointer: Value) -> Step<Stream> {
        let kind = self.memory.metas[pointer.prov.index()].kind;
        let stream = match kind {
            Kind::Library(name) if name == STREAM_NAMES[0] => Stream::In,
            Kind::Library(name) if name == STREAM_NAMES[1] => Stream::Out,
            Kind::Library(name) if name == STREAM_NAMES[2] => Stream::Err,
            _ => {
                self.access(pointer, 1, Access::Read)?;
                return self.undefined("uses something as a stream that is none");
            }
        };
        self.open_stream(stream)?;
        Ok(stream)
    }

    /// Checks that a standard stream was not closed.
    fn open_stream(&mut self, stream: Stream) -> Step<()> {
        match self.console.is_closed(stream) {
            true => self.undefined("uses a stream that was closed"),
            false => Ok(()),
        }
    }

    /// Checks that a stream is the standard input.
    fn input_stream(&mut self, pointer: Value) -> Step<()> {
        match self.stream(pointer)? {
            Stream::In => Ok(()),
            Stream::Out | Stream::Err => self.unsupported("reading from an output stream"),
        }
    }
}

/// The largest number of a clock that Linux has.
const LAST_CLOCK: u64 = 11;

/// The names of the streams' objects.
const STREAM_NAMES: [&str; 3] =
    ["the standard input stream", "the standard output stream", "the standard error stream"];
