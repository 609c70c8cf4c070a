//! Output without formatting, and strings: nothing of what is written can be seen again, but it must be readable.

use crate::state::Moving;
use crate::transfer::Transfer;
use crate::transfer::library::Results;
use clib::Primitive;
use engine::Reason;
use ir::{Access, ErrorKind, Property};
use logic::Term;

/// The longest string that is followed.
const STRING: usize = 4096;
/// The most places at which a string that is followed may end.
const ENDS: usize = 256;
/// The same where texts of any length are described at once.
const SHORT: usize = 64;

impl Transfer<'_> {
    /// The states in which a string can be read, with its bytes.
    pub fn string(
        &mut self,
        mut state: Moving,
        pointer: Term,
        limit: Option<u64>,
    ) -> Vec<(Moving, Vec<Term>)> {
        if limit.is_none()
            && let Some(text) = self.constant_string(&mut state, pointer)
        {
            let bytes = text.iter().map(|byte| self.symbols.store.num(8, (*byte).into())).collect();
            return vec![(state, bytes)];
        }
        let zero = self.symbols.store.zero(8);
        let mut open = vec![(state, Vec::new())];
        let mut done = Vec::new();
        while let Some((state, text)) = open.pop() {
            if limit.is_some_and(|limit| text.len() as u64 >= limit) {
                done.push((state, text));
                continue;
            }
            let longest = if self.context.precision.any_text { SHORT } else { STRING };
            if text.len() > longest || done.len() > ENDS {
                self.loss(&state, Reason::WorkLimit, "a string is too long to follow");
                continue;
            }
            let offset = self.symbols.size(text.len() as u64);
            let at = self.symbols.store.add(pointer, offset);
            for target in self.access(state, at, 1, Access::Read) {
                for (mut state, byte) in self.read(target, 1) {
                    if self.symbols.is_undefined(byte) && !self.on_undefined(&mut state, "the output") {
                        continue;
                    }
                    let ends = self.symbols.store.eq(byte, zero);
                    let (last, more) = self.split(state, ends);
                    done.extend(last.map(|state| (state, text.clone())));
                    let mut text = text.clone();
                    text.push(byte);
                    open.extend(more.map(|state| (state, text)));
                }
            }
        }
        done
    }

    /// Whether output has to look at each byte: one that was never written is an error.
    fn looks_at_bytes(&self) -> bool {
        self.context.task.properties.contains(Property::Initialized)
    }

    /// Whether a string that is output is known as a whole, and nothing is asked of its bytes.
    pub fn is_shown_string(&mut self, state: &Moving, pointer: Term) -> bool {
        !self.looks_at_bytes() && self.is_string(state, pointer)
    }

    /// Whether a string can be read up to its end, wherever that is: nothing goes wrong, and nothing has to be told apart.
    /// Whoever does not ask for its bytes goes on with one state instead of one for each length.
    pub fn is_shown(&mut self, state: &Moving, pointer: Term, limit: Option<u64>) -> bool {
        if limit.is_none() && !self.looks_at_bytes() && self.ends_of_string(state, pointer).is_some() {
            return true;
        }
        let before = self.take_said();
        let is_shown = self.is_read_to_its_end(state.clone(), pointer, limit);
        let said = std::mem::replace(&mut self.said, before);
        is_shown && said.errors.is_empty() && said.losses.is_empty() && said.assumptions.is_empty()
    }

    fn is_read_to_its_end(&mut self, mut state: Moving, pointer: Term, limit: Option<u64>) -> bool {
        let zero = self.symbols.store.zero(8);
        let mut ends = 0;
        for at in 0..limit.unwrap_or(u64::MAX) {
            if at > STRING as u64 || ends > ENDS {
                return false;
            }
            let offset = self.symbols.size(at);
            let at = self.symbols.store.add(pointer, offset);
            let mut targets = self.access(state, at, 1, Access::Read);
            let (Some(target), true) = (targets.pop(), targets.is_empty()) else { return false };
            let mut read = self.read(target, 1);
            let (Some((next, byte)), true) = (read.pop(), read.is_empty()) else { return false };
            if self.symbols.is_undefined(byte) {
                return false;
            }
            let is_end = self.symbols.store.eq(byte, zero);
            match self.split(next, is_end) {
                (end, Some(more)) => {
                    ends += usize::from(end.is_some());
                    state = more;
                }
                (_, None) => return true,
            }
        }
        true
    }

    /// Output without formatting.
    pub fn plain_output(&mut self, mut state: Moving, primitive: Primitive, args: &[Term]) -> Results {
        let word = self.symbols.word();
        let zero = self.symbols.store.zero(word);
        let arg = |index: usize| args.get(index).copied().unwrap_or(zero);
        match primitive {
            Primitive::Putchar | Primitive::Fputc => {
                if self.symbols.is_undefined(arg(0)) && !self.on_undefined(&mut state, "the output") {
                    return Vec::new();
                }
                let byte = self.resize(arg(0), 8);
                let value = self.symbols.store.zext(byte, 32);
                vec![(state, Some(value))]
            }
            Primitive::Fwrite | Primitive::Write => {
                let (state, len) = match primitive {
                    Primitive::Fwrite => {
                        let (fine, overflow) = self.product(state, arg(1), arg(2));
                        if let Some(state) = overflow {
                            let what = "reads more bytes than any object has".to_string();
                            self.fault(&state, ErrorKind::OutOfBounds, what, None);
                        }
                        match fine {
                            Some(fine) => fine,
                            None => return Vec::new(),
                        }
                    }
                    _ => {
                        let len = self.resize(arg(2), word);
                        (state, len)
                    }
                };
                let data = if primitive == Primitive::Fwrite { arg(0) } else { arg(1) };
                let result = if primitive == Primitive::Fwrite { arg(2) } else { len };
                let empty = self.symbols.store.eq(len, zero);
                let (none, some) = self.split(state, empty);
                let mut results: Results = none.into_iter().map(|state| (state, Some(zero))).collect();
                if let Some(state) = some {
                    let targets = self.access_block(state, data, len, Access::Read);
                    results.extend(targets.into_iter().map(|(state, ..)| (state, Some(result))));
                }
                results
            }
            _ => {
                if primitive == Primitive::Perror && self.constant(arg(0)) == Some(0) {
                    return vec![(state, None)];
                }
                let mut results = Vec::new();
                self.witness(&mut state, arg(0));
                if self.is_shown_string(&state, arg(0)) || self.is_shown(&state, arg(0), None) {
                    let value = self.count(&mut state);
                    return vec![(state, Some(value))];
                }
                for (mut state, _) in self.string(state, arg(0), None) {
                    let value = self.count(&mut state);
                    results.push((state, Some(value)));
                }
                results
            }
        }
    }

    /// A number of bytes that were written: not negative, else unknown.
    pub fn count(&mut self, state: &mut crate::state::State) -> Term {
        let count = state.heap.fresh.unknown(&mut self.symbols, 31);
        self.symbols.store.zext(count, 32)
    }
}
