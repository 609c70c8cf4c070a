//! `setjmp` and `longjmp`.
//!
//! `setjmp` makes an object that stands for the place of the call, and writes its address into the buffer. The object
//! belongs to the frame, so it ends with it, and a jump to a function that has returned is noticed like any other
//! use after scope. `longjmp` leaves all frames above and lets the call of `setjmp` return once more.
//!
//! Nothing that a function with a call of `setjmp` computes is forgotten before it returns ([`crate::program::code::Code`]
//! sees to that), since it may be needed after a jump.

use crate::state::Moving;
use crate::steps::Next;
use crate::transfer::Transfer;
use crate::transfer::library::Results;
use engine::Reason;
use heap::{Fill, Kind, Life, New, Pointer, Rights};
use ir::{Access, BlockId};
use logic::Term;

/// What the object of a place is called.
const PLACE: &str = "the place of a call of setjmp";

impl Transfer<'_> {
    /// `setjmp(buffer)`.
    pub fn set_jump(&mut self, mut state: Moving, buffer: Term) -> Results {
        let frame = state.top();
        if !self.context.library.saves_place(self.context.body(frame.function)) {
            self.loss(&state, Reason::Unsupported, "setjmp is called through a pointer");
            return Vec::new();
        }
        let (block, next) = (frame.block.index() as u64, frame.next as u64);
        let place = self.place(&state);
        let new = New {
            kind: Kind::Library(PLACE),
            size: self.symbols.size(16),
            align: 16,
            fill: Fill::Undefined,
            alive: true,
            rights: Rights::None,
            place: Some(place),
        };
        let id = state.heap.create(&mut self.symbols, new);
        for (at, number) in [(0, block), (8, next)] {
            let number = self.symbols.store.num(64, number.into());
            state.heap.write(id, at, 8, number);
        }
        state.top_mut().stack.push(id);
        let base = state.heap.object(id).base;
        // What else is in the buffer is nobody's business, but it is not what was there before.
        let (word, size) =
            (u64::from(self.symbols.word() / 8), clib::jump_buffer(self.context.program().target));
        let rest = self.unknown(&mut state, (size - word) as u32 * 8, &[]);
        let offset = self.symbols.size(word);
        let behind = self.symbols.store.add(buffer, offset);
        let zero = self.symbols.store.zero(32);
        let mut results = Vec::new();
        for (state, ..) in self.access(state, buffer, size, Access::Write) {
            for target in self.access(state, behind, size - word, Access::Write) {
                for state in self.write(target, size - word, rest) {
                    for target in self.access(state, buffer, word, Access::Write) {
                        let states = self.write(target, word, base);
                        results.extend(states.into_iter().map(|state| (state, Some(zero))));
                    }
                }
            }
        }
        results
    }

    /// `longjmp(buffer, value)`: the states go on after the call of `setjmp`.
    pub fn long_jump(&mut self, state: Moving, buffer: Term, value: Term) {
        let (word, size) =
            (u64::from(self.symbols.word() / 8), clib::jump_buffer(self.context.program().target));
        for (state, ..) in self.access(state, buffer, size, Access::Read) {
            for target in self.access(state, buffer, word, Access::Read) {
                for (state, saved) in self.read(target, word) {
                    if let Some(state) = self.jump(state, saved, value) {
                        self.said.push(Next::Waits(state));
                    }
                }
            }
        }
    }

    fn jump(&mut self, mut state: Moving, saved: Term, value: Term) -> Option<Moving> {
        let id = match state.heap.pointer(&mut self.symbols, saved) {
            Pointer::Into(id, _) if state.heap.object(id).kind == Kind::Library(PLACE) => id,
            _ => {
                let what = "longjmp to a buffer that setjmp did not fill";
                self.loss(&state, Reason::UndefinedBehaviour, what);
                return None;
            }
        };
        let position = state.frames.iter().rposition(|frame| frame.stack.contains(&id));
        let Some(position) = position.filter(|_| state.heap.object(id).life == Life::Alive) else {
            let what = "longjmp to a function that has returned";
            self.loss(&state, Reason::UndefinedBehaviour, what);
            return None;
        };
        while state.frames.len() > position + 1 {
            self.leave(&mut state);
        }
        let numbers = [0, 8].map(|at| {
            let number = state.heap.read(&mut self.symbols, id, at, 8);
            self.constant(number)
        });
        let [Some(block), Some(next)] = numbers else {
            self.loss(&state, Reason::Imprecise, "longjmp to one of several calls of setjmp");
            return None;
        };
        let frame = state.top_mut();
        frame.block = BlockId::new(block as usize);
        frame.next = next as usize;
        let result = self.current(state.top()).and_then(|inst| inst.results.first().copied());
        if let Some(result) = result {
            let (zero, one) = (self.symbols.store.zero(32), self.symbols.store.num(32, 1));
            let value = self.resize(value, 32);
            let is_zero = self.symbols.store.eq(value, zero);
            let value = self.symbols.store.ite(is_zero, one, value);
            state.set(result, value);
        }
        // As where a loop closes: jumping back for ever must not keep other paths from being seen.
        state.depth += 1;
        Some(state)
    }
}
