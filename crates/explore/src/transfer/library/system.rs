//! Calls of the system: any outcome, and any bytes; the models that make them say what is possible.

use crate::state::Moving;
use crate::transfer::Transfer;
use crate::transfer::library::Results;
use engine::Reason;
use ir::{Access, FuncId};
use logic::Term;

/// How many bytes of a block that is delivered are known by the input that they come from.
const BYTES_OF_INPUT: u64 = 16;

/// An input of letters alone.
const LETTERS: u128 = u128::from_le_bytes([b'a'; BYTES_OF_INPUT as usize]);

/// The number of random numbers.
const RANDOM: u64 = 1 << 31;

impl Transfer<'_> {
    /// Bytes that a call of the system delivers. The first of them are an input, so that a replay has them; of the others
    /// nothing is known.
    pub fn receive(&mut self, mut state: Moving, callee: FuncId, to: Term, count: Term) -> Vec<Moving> {
        if let Some(size @ (2 | 4 | 8)) = self.constant(count) {
            // As large as a number: it stays whole.
            let number = self.input(&mut state, callee, size as u32 * 8);
            let mut done = Vec::new();
            for target in self.access(state, to, size, Access::Write) {
                done.extend(self.write(target, size, number));
            }
            return done;
        }
        let input = self.input(&mut state, callee, 128);
        let zero = self.symbols.size(0);
        let empty = self.symbols.store.eq(count, zero);
        let (none, some) = self.split(state, empty);
        let mut done: Vec<Moving> = none.into_iter().collect();
        let Some(mut state) = some else { return done };
        let known = self.unique(&state, count).map(|count| count.min(BYTES_OF_INPUT));
        let byte = |at: u64, transfer: &mut Self| transfer.symbols.store.extract(input, at as u32 * 8, 8);
        let bytes: Vec<Term> = (0..known.unwrap_or(0)).map(|at| byte(at, self)).collect();
        if known.is_none() {
            // Nothing looks at this input but a replay, which repeats its last byte: letters show a text that is too
            // long where zeros would end it.
            let letters = self.symbols.store.num(128, LETTERS);
            let is_text = self.symbols.store.eq(input, letters);
            self.assume(&mut state, is_text);
        }
        if self.constant(count).is_some_and(|count| count <= BYTES_OF_INPUT) {
            done.extend(self.store_bytes(state, to, &bytes));
            return done;
        }
        for (state, id, at) in self.access_block(state, to, count, Access::Write) {
            let offset = self.offset_term(at);
            if let Some(state) = self.write_within(state, id, offset, count) {
                done.extend(self.store_bytes(state, to, &bytes));
            }
        }
        done
    }

    /// Whether a pointer is a standard stream.
    pub fn is_standard(&mut self, state: Moving, pointer: Term) -> Results {
        if state.heap.pointer(&mut self.symbols, pointer) == heap::Pointer::Mixed {
            self.loss(&state, Reason::Unsupported, "a stream that is one of several");
            return Vec::new();
        }
        let is_standard = self.standard_stream(&state, pointer).is_some();
        let result = self.symbols.store.num(32, is_standard.into());
        vec![(state, Some(result))]
    }

    /// A random number.
    pub fn random(&mut self, mut state: Moving) -> Results {
        let word = self.symbols.word();
        let number = state.heap.fresh.unknown(&mut self.symbols, word);
        let limit = self.symbols.size(RANDOM);
        let is_one = self.symbols.store.ult(number, limit);
        self.assume(&mut state, is_one);
        vec![(state, Some(number))]
    }
}
