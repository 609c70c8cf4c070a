//! The process and its surroundings: exit, assertions, assumptions, inputs, the clock.

use crate::state::{Choice, Event, Moving, Outside, State};
use crate::transfer::library::Results;
use crate::transfer::library::longer::lengths;
use crate::transfer::{Possible, Transfer};
use clib::Math;
use engine::Reason;
use ir::{Access, ErrorKind, FloatKind, FuncId, Intrinsic, Scalar};
use logic::Term;

/// The longest value of an environment variable that is explored at first.
const ENVIRONMENT_BYTES: u64 = 24;

impl Transfer<'_> {
    /// `exit(code)`.
    pub fn exit_program(&mut self, mut state: Moving, code: Term) -> Results {
        if self.symbols.is_undefined(code) && !self.on_undefined(&mut state, "the exit code") {
            return Vec::new();
        }
        self.exit(state);
        Vec::new()
    }

    /// A violation where that is checked; else the end of the path, as the C library would end it.
    fn violation(&mut self, state: &State, kind: ErrorKind, message: String) {
        match self.context.task.properties.contains(kind.property()) {
            true => self.fault(state, kind, message, None),
            false => self.end_by_signal(state),
        }
    }

    /// `__assert_fail(text, …)`.
    pub fn assertion_failed(&mut self, mut state: Moving, text: Term) {
        let text = self.constant_string(&mut state, text).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).into_owned();
        self.violation(&state, ErrorKind::AssertionFailure, format!("the assertion `{text}` fails"));
    }

    /// `reach_error()`.
    pub fn reach_error(&mut self, state: Moving) {
        self.violation(&state, ErrorKind::ReachError, "an error function is called".to_string());
    }

    fn is_not_zero(&mut self, value: Term) -> Term {
        self.symbols.store.is_nonzero(value)
    }

    /// `__VERIFIER_assert(condition)`.
    pub fn verifier_assert(&mut self, mut state: Moving, condition: Term) -> Results {
        if self.symbols.is_undefined(condition) && !self.on_undefined(&mut state, "an assertion") {
            return Vec::new();
        }
        let holds = self.is_not_zero(condition);
        let (fine, wrong) = self.split(state, holds);
        if let Some(state) = wrong {
            self.violation(&state, ErrorKind::AssertionFailure, "an assertion fails".to_string());
        }
        fine.into_iter().map(|state| (state, None)).collect()
    }

    /// `__VERIFIER_assume(condition)`: executions in which it does not hold do not count.
    pub fn assume_argument(&mut self, mut state: Moving, condition: Term) -> Results {
        if self.symbols.is_undefined(condition) && !self.on_undefined(&mut state, "an assumption") {
            return Vec::new();
        }
        let holds = self.is_not_zero(condition);
        self.assume_layout(&mut state, holds);
        if matches!(self.can(&state, holds), Possible::No) {
            return Vec::new();
        }
        self.assume(&mut state, holds);
        vec![(state, None)]
    }

    /// The next input of a path.
    pub fn input(&mut self, state: &mut State, callee: FuncId, width: u32) -> Term {
        state.inputs += 1;
        let value = self.symbols.store.var(&format!("input{}/{width}", state.inputs), width);
        let choice = Choice::Input(callee, value);
        let place = self.place(state);
        state.choices.push((choice, place));
        self.tell(state, Event::Chooses(choice));
        value
    }

    /// `getenv(name)`: null, or a string of symbolic bytes.
    pub fn environment(&mut self, state: Moving, name: Term) -> Results {
        let null = self.symbols.null();
        if self.context.precision.any_text {
            return self.any_environment(state, name);
        }
        let mut results = Vec::new();
        for (mut state, name) in self.string(state, name, None) {
            let text: Option<Vec<u8>> =
                name.iter().map(|byte| self.constant(*byte).map(|byte| byte as u8)).collect();
            let lengths = lengths(&state, ENVIRONMENT_BYTES);
            if *lengths.start() == 0 {
                results.push((state.clone(), Some(null)));
            }
            let Some(text) = text else {
                self.loss(&state, Reason::Unsupported, "an environment variable whose name is not constant");
                continue;
            };
            self.leaves_longer();
            let name = self.constant_object(&mut state, &text);
            let value = self.symbolic_string(&mut state, Outside::Environment(name), *lengths.end());
            let base = state.heap.object(value).base;
            results.push((state, Some(base)));
        }
        results
    }

    /// A function of `<math.h>`: computed where it is exact and its arguments are constant.
    pub fn math(&mut self, state: &mut State, function: Math, kind: FloatKind, args: &[Term]) -> Term {
        let exact = match function {
            Math::Sqrt => Some(Intrinsic::Sqrt),
            Math::Floor => Some(Intrinsic::Floor),
            Math::Ceil => Some(Intrinsic::Ceil),
            Math::Trunc => Some(Intrinsic::Truncate),
            Math::Round => Some(Intrinsic::Round),
            Math::Rint => Some(Intrinsic::RoundEven),
            Math::Copysign => Some(Intrinsic::CopySign),
            Math::Fabs => Some(Intrinsic::FAbs),
            _ => None,
        };
        let ty = Scalar::Float(kind);
        match exact {
            Some(op) if !args.is_empty() => self.intrinsic(state, op, ty, ty, args),
            // Whatever the type of the result: the call takes as many bits as it wants.
            _ => self.unknown(state, 128, args),
        }
    }

    /// `frexp` and `modf`: a float in two unknown parts, the second stored through a pointer.
    pub fn split_float(&mut self, state: Moving, float: Term, pointer: Term, bytes: u64) -> Results {
        let mut results = Vec::new();
        for mut target in self.access(state, pointer, bytes, Access::Write) {
            let part = self.unknown(&mut target.0, bytes as u32 * 8, &[float]);
            for mut state in self.write(target, bytes, part) {
                let rest = self.unknown(&mut state, 128, &[float]);
                results.push((state, Some(rest)));
            }
        }
        results
    }

    /// Stores what the clock says through a pointer unless it is null: any number of seconds as wide as a pointer, and
    /// any part of a second behind it, where that is divided into a number of parts. The result is the number of
    /// seconds, or zero where the parts are stored, too.
    pub fn store_time(&mut self, state: Moving, pointer: Term, parts: Option<u64>) -> Results {
        let word = self.symbols.word();
        let bytes = u64::from(word / 8);
        let null = self.symbols.null();
        let is_null = state.heap.equal(&mut self.symbols, pointer, null);
        let (none, some) = self.split(state, is_null);
        let mut results = Vec::new();
        for (state, stores) in [(none, false), (some, true)] {
            let Some(mut state) = state else { continue };
            let seconds = state.heap.fresh.unknown(&mut self.symbols, word);
            let last = self.symbols.size(clib::last_second(self.context.program().target));
            let is_in_range = self.symbols.store.ule(seconds, last);
            self.assume(&mut state, is_in_range);
            let (choice, place) = (Choice::Time(seconds), self.place(&state));
            state.choices.push((choice, place));
            let mut numbers = vec![seconds];
            if let Some(parts) = parts {
                let part = state.heap.fresh.unknown(&mut self.symbols, word);
                let parts = self.symbols.size(parts);
                let is_part = self.symbols.store.ult(part, parts);
                self.assume(&mut state, is_part);
                numbers.push(part);
            }
            let mut states = vec![state];
            for (slot, number) in numbers.into_iter().enumerate().filter(|_| stores) {
                let offset = self.symbols.size(slot as u64 * bytes);
                let at = self.symbols.store.add(pointer, offset);
                let mut next = Vec::new();
                for state in states {
                    for target in self.access(state, at, bytes, Access::Write) {
                        next.extend(self.write(target, bytes, number));
                    }
                }
                states = next;
            }
            let result = if parts.is_some() { null } else { seconds };
            results.extend(states.into_iter().map(|state| (state, Some(result))));
        }
        results
    }
}
