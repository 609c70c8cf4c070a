//! The process and its surroundings: exit, abort, assertions, inputs, environment, clock.

use crate::machine::{Machine, Step, Stop};
use crate::report::{InputRead, InputSource, Notes, Signal, Stopped};
use crate::value::{Value, Wide};
use ir::{ErrorKind, Scalar};

impl Machine<'_> {
    /// `exit(code)`.
    pub fn exit<T>(&mut self, code: Value) -> Step<T> {
        let code = self.decided("the exit code", code)?;
        Err(Stop::Exit(code as u8))
    }

    /// `_exit(code)`.
    pub fn immediate_exit<T>(&mut self, code: Value) -> Step<T> {
        let code = self.decided("the exit code", code)?;
        Err(Stop::ImmediateExit(code as u8))
    }

    /// `abort()`.
    pub fn abort<T>(&self) -> Step<T> {
        Err(Stop::Signal(Signal::Abort))
    }

    /// `raise(signal)`.
    pub fn raise<T>(&mut self, signal: Value) -> Step<T> {
        let signal = self.decided("the signal", signal)?;
        Err(Stop::Signal(match signal {
            6 => Signal::Abort,
            4 => Signal::IllegalInstruction,
            other => Signal::Other(other as u8 & 127),
        }))
    }

    /// A violation where that is checked; else the end of the path, as the C library would end it.
    fn violation<T>(&self, kind: ErrorKind, message: String) -> Step<T> {
        match self.config.properties.contains(kind.property()) {
            true => self.error(kind, message, None),
            false => self.end_by_signal(Signal::Abort),
        }
    }

    /// Ends the run by a signal that the library or the machine sends, unless a handler may run instead.
    pub fn end_by_signal<T>(&self, signal: Signal) -> Step<T> {
        match self.prepared.handles_signals {
            true => self.unsupported("the handler of a signal may run"),
            false => Err(Stop::Signal(signal)),
        }
    }

    /// Sets `errno`, where the program can see it.
    pub fn set_error(&mut self, number: i64) -> Step<()> {
        let program = self.prepared.program;
        match self.prepared.error_number {
            Some(errno) => {
                let at = self.memory.global_address(program, errno, 0);
                self.write_memory(at, Value::int(number as u64), 4)
            }
            None => Ok(()),
        }
    }

    /// Notes that a function may set `errno` as it is not computed here, where the program can see it.
    pub fn note_any_error(&mut self) {
        if self.prepared.error_number.is_some() {
            self.note_loss("whether a function of floating-point numbers sets errno");
        }
    }

    /// `__assert_fail(text, …)`.
    pub fn assertion_failed<T>(&mut self, text: Value) -> Step<T> {
        let text = self.read_string(text, Some(1000)).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).into_owned();
        self.violation(ErrorKind::AssertionFailure, format!("the assertion `{text}` fails"))
    }

    /// `__VERIFIER_assert(condition)`.
    pub fn verifier_assert(&mut self, condition: Value) -> Step<()> {
        match self.decided("an assertion", condition)? {
            0 => self.violation(ErrorKind::AssertionFailure, "an assertion fails".to_string()),
            _ => Ok(()),
        }
    }

    /// `reach_error()`.
    pub fn reach_error<T>(&self) -> Step<T> {
        self.violation(ErrorKind::ReachError, "an error function is called".to_string())
    }

    /// `__VERIFIER_assume(condition)`.
    pub fn assume(&mut self, condition: Value) -> Step<()> {
        match self.decided("an assumption", condition)? {
            0 => Err(Stop::Stopped(Box::new(Stopped::AssumptionFailed { site: self.site() }))),
            _ => Ok(()),
        }
    }

    /// Notes that something was read from outside.
    pub fn note_input(&mut self, source: InputSource, value: u128, given: bool) {
        if self.notes.inputs.len() < Notes::LIMIT {
            let site = self.site();
            self.notes.inputs.push(InputRead { source, value, given, site });
        }
    }

    /// The next input, as a value of this type, for the function that is called.
    pub fn nondet(&mut self, ty: Scalar) -> Wide {
        let name =
            self.primitive.map_or_else(String::new, |id| self.prepared.program.function(id).name.clone());
        self.next_input(InputSource::Nondet(name, ty), ty)
    }

    /// The next input.
    pub fn next_input(&mut self, source: InputSource, ty: Scalar) -> Wide {
        let given = self.config.inputs.get(self.inputs_used).copied();
        self.inputs_used += 1;
        let bits = ty.bits(self.prepared.program.target) as u8;
        let value = given.unwrap_or(0) & crate::arith::mask(bits);
        self.note_input(source, value, given.is_some());
        Wide::from_bits(value)
    }

    /// `getenv(name)`.
    pub fn getenv(&mut self, name: Value) -> Step<Value> {
        let name = self.read_string(name, None)?;
        let found = self.config.env.iter().find(|(other, _)| *other == name);
        let text = String::from_utf8_lossy(&name).into_owned();
        self.note_input(InputSource::Environment(text), u128::from(found.is_some()), true);
        let Some((_, value)) = found else { return Ok(Value::ZERO) };
        let bytes = [value.as_slice(), &[0]].concat();
        let kind = crate::memory::Kind::Library("the environment");
        let prov = self.memory.create_static(bytes.len() as u64, 1, kind, true);
        let word = self.memory.word;
        self.memory.objects[prov.index()].write(0, &bytes, word);
        Ok(Value::pointer(self.memory.objects[prov.index()].base, prov))
    }

    /// `time(result)`.
    pub fn time(&mut self, result: Value) -> Step<i64> {
        let time = self.config.time;
        self.note_input(InputSource::Clock, time as u128, true);
        if result.bits != 0 || result.undef != 0 {
            self.write_memory(result, Value::int(time as u64), self.memory.word)?;
        }
        Ok(time)
    }

    /// `clock()`: a microsecond for every hundred steps.
    pub fn clock(&mut self) -> i64 {
        let ticks = (self.steps / 100) as i64;
        self.note_input(InputSource::Clock, ticks as u128, true);
        ticks
    }

    /// `getpid()`.
    pub fn process_number(&mut self) -> i64 {
        let number = 4711;
        self.note_input(InputSource::Process, number as u128, true);
        number
    }

    /// Stores seconds and a fraction; `unit` fractions are a second.
    pub fn time_of_day(&mut self, result: Value, unit: u64) -> Step<i64> {
        self.note_input(InputSource::Clock, self.config.time as u128, true);
        if result.bits == 0 && result.undef == 0 {
            return Ok(0);
        }
        let word = self.memory.word;
        let fraction = self.steps % unit;
        self.write_memory(result, Value::int(self.config.time as u64), word)?;
        self.write_memory(self.offset(result, word as u64), Value::int(fraction), word)?;
        Ok(0)
    }
}
