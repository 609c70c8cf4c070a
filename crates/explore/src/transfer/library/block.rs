//! What functions of the library demand of blocks of memory, and what they set besides: `errno`.

use crate::state::{Moving, State};
use crate::transfer::Transfer;
use crate::transfer::library::Results;
use engine::{Assumption, Reason};
use heap::{ObjectId, Pointer};
use ir::{Access, ErrorKind};
use logic::Term;

/// A block: its address and its length, which is not zero and as wide as a pointer.
pub type Block = (Term, Term);

/// States in which two blocks lie apart, and others in which they overlap, with the place where the one that is
/// written begins.
pub type Overlap = (Vec<Moving>, Vec<(Moving, (ObjectId, Term))>);

impl Transfer<'_> {
    /// The states in which a block may be read. One without bytes always may.
    pub fn readable(&mut self, mut state: Moving, pointer: Term, len: Term) -> Vec<Moving> {
        if self.symbols.is_undefined(len) && !self.on_undefined(&mut state, "the length of a block") {
            return Vec::new();
        }
        let zero = self.symbols.size(0);
        let empty = self.symbols.store.eq(len, zero);
        let (none, some) = self.split(state, empty);
        if let Some(state) = &none {
            self.note_empty(state, &[pointer]);
        }
        let mut done: Vec<Moving> = none.into_iter().collect();
        if let Some(state) = some {
            let targets = self.access_block(state, pointer, len, Access::Read);
            done.extend(targets.into_iter().map(|(state, ..)| state));
        }
        done
    }

    /// Says that nothing is done with these pointers, which C forbids to be null even so.
    pub fn note_empty(&mut self, state: &Moving, pointers: &[Term]) {
        let is_null = |pointer: &Term| state.heap.pointer(&mut self.symbols, *pointer) == Pointer::Null;
        if pointers.iter().any(is_null) {
            self.said.assume(Assumption::Library(clib::Assumption::NullOfNothing));
        }
    }

    /// Tells apart where a block that is written and one that is read overlap.
    pub fn overlap(&mut self, state: Moving, to: Block, from: Block) -> Overlap {
        let (mut apart, mut overlapping) = (Vec::new(), Vec::new());
        for (state, target, to_at) in self.access_block(state, to.0, to.1, Access::Write) {
            for (state, source, from_at) in self.access_block(state, from.0, from.1, Access::Read) {
                if target != source {
                    apart.push(state);
                    continue;
                }
                let (to_at, from_at) = (self.offset_term(to_at), self.offset_term(from_at));
                // Both lie in the object, so that the sums do not wrap around.
                let store = &mut self.symbols.store;
                let (to_end, from_end) = (store.add(to_at, to.1), store.add(from_at, from.1));
                let (before, behind) = (store.ule(to_end, from_at), store.ule(from_end, to_at));
                let is_apart = store.or(before, behind);
                let (fine, wrong) = self.split(state, is_apart);
                apart.extend(fine);
                overlapping.extend(wrong.map(|state| (state, (target, to_at))));
            }
        }
        (apart, overlapping)
    }

    /// The states in which a copy does not overlap its source; where it does is an error.
    pub fn apart(&mut self, state: Moving, to: Block, from: Block) -> Vec<Moving> {
        let (apart, overlapping) = self.overlap(state, to, from);
        for (state, at) in overlapping {
            let message = "copies between blocks that overlap".to_string();
            self.fault(&state, ErrorKind::OverlappingCopy, message, Some(at));
        }
        apart
    }

    /// The states after `errno` is set, where the program can see it.
    pub fn with_error(&mut self, state: Moving, number: Term) -> Vec<Moving> {
        let Some(errno) = self.context.library.error_number else { return vec![state] };
        let base = state.heap.object(self.context.library.global(errno)).base;
        let mut done = Vec::new();
        for target in self.access(state, base, 4, Access::Write) {
            done.extend(self.write(target, 4, number));
        }
        done
    }

    /// The same with a constant, and a result for all.
    pub fn failed_with(&mut self, state: Moving, number: u128, result: Term) -> Results {
        let number = self.symbols.store.num(32, number);
        self.with_error(state, number).into_iter().map(|state| (state, Some(result))).collect()
    }

    /// The states after a function that may, or may not, set `errno` to what nobody computes here.
    pub fn with_any_error(&mut self, state: Moving) -> Vec<Moving> {
        let Some(errno) = self.context.library.error_number else { return vec![state] };
        let base = state.heap.object(self.context.library.global(errno)).base;
        let mut done = Vec::new();
        for target in self.access(state, base, 4, Access::Read) {
            for (mut state, old) in self.read(target, 4) {
                let (sets, new) = (self.unknown(&mut state, 1, &[]), self.unknown(&mut state, 32, &[]));
                let number = self.symbols.store.ite(sets, new, old);
                done.extend(self.with_error(state, number));
            }
        }
        done
    }

    /// Ends a path by a signal that the library sends. Where a handler may run instead the ledger says so.
    pub fn end_by_signal(&mut self, state: &State) {
        match self.context.library.handles_signals {
            true => self.loss(state, Reason::Unsupported, "the handler of a signal may run"),
            false => self.said.figures.exits += 1,
        }
    }
}
