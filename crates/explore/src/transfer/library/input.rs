//! The standard input: every byte, and where it ends, is a choice from outside.

use crate::state::{Choice, EndOfInput, Event, Moving, State};
use crate::transfer::Transfer;
use crate::transfer::library::Results;
use crate::transfer::library::longer::lengths;
use engine::Reason;
use ir::Access;
use logic::Term;

/// The longest line, word or block that is read at first.
pub const LINE: u64 = 32;

impl Transfer<'_> {
    /// The next byte of the standard input, or its end: the states in which there is one, and in which not.
    pub fn next_byte(&mut self, mut state: Moving) -> (Option<(Moving, Term)>, Option<Moving>) {
        if let Some(byte) = state.put_back.pop() {
            return (Some((state, byte)), None);
        }
        let end = self.end_input(state.clone());
        if state.end_of_input != EndOfInput::Open {
            return (None, Some(end));
        }
        state.inputs += 1;
        let byte = self.symbols.store.var(&format!("input{}/8", state.inputs), 8);
        self.note_choice(&mut state, Choice::Byte(byte));
        (Some((state, byte)), Some(end))
    }

    /// A read meets the end of the input.
    pub fn end_input(&mut self, mut state: Moving) -> Moving {
        if std::mem::replace(&mut state.end_of_input, EndOfInput::Marked) == EndOfInput::Open {
            self.note_choice(&mut state, Choice::EndOfInput);
        }
        state
    }

    /// The states behind a read that got something, in a proof: the end of the input may have been met by it, or not.
    /// The second covers the first unless the program asks, since what is read next may be the end there, too.
    pub fn with_end_behind(&mut self, state: Moving) -> Vec<Moving> {
        match self.context.library.asks_for_end {
            true => vec![state.clone(), self.end_input(state)],
            false => vec![state],
        }
    }

    /// `ungetc(character, stdin)`. In proofs the character is forgotten: what is read next may be any, this one too.
    pub fn put_back(&mut self, state: Moving, character: Term) -> Results {
        let eof = self.symbols.store.constant(logic::BitVec::ones(32));
        let character = self.resize(character, 32);
        let is_eof = self.symbols.store.eq(character, eof);
        let (nothing, some) = self.split(state, is_eof);
        let mut results: Results = nothing.map(|state| (state, Some(eof))).into_iter().collect();
        if let Some(mut state) = some {
            let byte = self.resize(character, 8);
            let character = self.symbols.store.zext(byte, 32);
            if !self.context.precision.keeps_put_back {
                state.end_of_input = EndOfInput::Open;
                state.is_general = true;
                // Another may be there already, for which there is no room.
                if !self.result_is_unread(&state) {
                    results.push((state.clone(), Some(eof)));
                }
                results.push((state, Some(character)));
                return results;
            }
            if !state.put_back.is_empty() {
                self.loss(&state, Reason::Unsupported, "a second character is put back, which may fail");
                return results;
            }
            state.put_back.push(byte);
            if state.end_of_input == EndOfInput::Marked {
                state.end_of_input = EndOfInput::Cleared;
            }
            results.push((state, Some(character)));
        }
        results
    }

    pub fn note_choice(&mut self, state: &mut State, choice: Choice) {
        let place = self.place(state);
        state.choices.push((choice, place));
        self.tell(state, Event::Chooses(choice));
    }

    /// `getchar()`.
    pub fn get_character(&mut self, state: Moving) -> Results {
        let (byte, end) = self.next_byte(state);
        let eof = self.symbols.store.constant(logic::BitVec::ones(32));
        let mut results: Results = end.map(|end| (end, Some(eof))).into_iter().collect();
        if let Some((state, byte)) = byte {
            let wide = self.symbols.store.zext(byte, 32);
            results.push((state, Some(wide)));
        }
        results
    }

    /// `fgets(buffer, size, stdin)`.
    pub fn get_line(&mut self, state: Moving, buffer: Term, size: Term) -> Results {
        if self.context.precision.any_text {
            return self.get_any_line(state, buffer, size);
        }
        let Some(size) = self.unique(&state, size).filter(|size| *size > 0 && *size < 1 << 31) else {
            self.loss(&state, Reason::Unsupported, "a line of symbolic length is read");
            return Vec::new();
        };
        let null = self.symbols.null();
        let newline = self.symbols.store.num(8, b'\n'.into());
        let lengths = lengths(&state, LINE);
        let mut results = Vec::new();
        let mut open = vec![(state, Vec::<Term>::new())];
        while let Some((state, line)) = open.pop() {
            let count = line.len() as u64;
            if count + 1 == size {
                results.extend(self.end_line(state, buffer, &line));
                continue;
            }
            if count == *lengths.end() {
                self.leaves_longer();
                continue;
            }
            let (next, end) = self.next_byte(state);
            match end.filter(|_| lengths.contains(&count)) {
                Some(end) if line.is_empty() => results.push((end, Some(null))),
                Some(end) => results.extend(self.end_line(end, buffer, &line)),
                None => {}
            }
            let Some((state, byte)) = next else { continue };
            let mut line = line;
            line.push(byte);
            let ends = self.symbols.store.eq(byte, newline);
            let (last, more) = self.split(state, ends);
            if let Some(state) = last.filter(|_| lengths.contains(&(count + 1))) {
                results.extend(self.end_line(state, buffer, &line));
            }
            open.extend(more.map(|state| (state, line)));
        }
        results
    }

    /// Writes a line and its end.
    fn end_line(&mut self, state: Moving, buffer: Term, line: &[Term]) -> Results {
        let zero = self.symbols.store.zero(8);
        let bytes: Vec<Term> = line.iter().copied().chain([zero]).collect();
        let states = self.store_bytes(state, buffer, &bytes);
        states.into_iter().map(|state| (state, Some(buffer))).collect()
    }

    /// Writes bytes one after the other, as functions do that read input.
    pub fn store_bytes(&mut self, state: Moving, buffer: Term, bytes: &[Term]) -> Vec<Moving> {
        let mut states = vec![state];
        for (at, byte) in bytes.iter().enumerate() {
            let offset = self.symbols.size(at as u64);
            let pointer = self.symbols.store.add(buffer, offset);
            let mut next = Vec::new();
            for state in states {
                for target in self.access(state, pointer, 1, Access::Write) {
                    next.extend(self.write(target, 1, *byte));
                }
            }
            states = next;
        }
        states
    }

    /// `fread(buffer, size, count, stdin)`.
    pub fn read_elements(&mut self, state: Moving, buffer: Term, size: Term, count: Term) -> Results {
        if self.context.precision.any_text {
            return self.read_any_elements(state, buffer, size, count);
        }
        let (Some(size), Some(count)) = (self.unique(&state, size), self.unique(&state, count)) else {
            self.loss(&state, Reason::Unsupported, "a block of symbolic size is read");
            return Vec::new();
        };
        let total = size.saturating_mul(count);
        if total == 0 {
            let none = self.symbols.size(0);
            return vec![(state, Some(none))];
        }
        let lengths = lengths(&state, LINE);
        let mut results = Vec::new();
        let mut open = Some((state, Vec::new()));
        while let Some((state, mut bytes)) = open.take() {
            let read = bytes.len() as u64;
            if read == total {
                results.extend(self.end_block_read(state, buffer, &bytes, read / size));
                break;
            }
            if read == *lengths.end() {
                self.leaves_longer();
                break;
            }
            let (next, end) = self.next_byte(state);
            if let Some(end) = end.filter(|_| lengths.contains(&read)) {
                results.extend(self.end_block_read(end, buffer, &bytes, read / size));
            }
            open = next.map(|(state, byte)| {
                bytes.push(byte);
                (state, bytes)
            });
        }
        results
    }

    fn end_block_read(&mut self, state: Moving, buffer: Term, bytes: &[Term], result: u64) -> Results {
        let result = self.symbols.size(result);
        let states = self.store_bytes(state, buffer, bytes);
        states.into_iter().map(|state| (state, Some(result))).collect()
    }

    /// `read(0, buffer, count)`: any part of what is asked for, or nothing at the end of the input.
    pub fn read_descriptor(&mut self, state: Moving, descriptor: Term, buffer: Term, count: Term) -> Results {
        if !state.put_back.is_empty() {
            // A descriptor knows nothing of what a stream has buffered.
            self.loss(&state, Reason::Unsupported, "reading from a descriptor what a stream reads, too");
            return Vec::new();
        }
        let from = self.unique(&state, descriptor);
        if from == Some(0) && self.context.precision.any_text {
            return self.read_any_part(state, buffer, count);
        }
        let (Some(0), Some(count)) = (from, self.unique(&state, count)) else {
            let what =
                "reading from another descriptor than the standard input, or a symbolic number of bytes";
            self.loss(&state, Reason::Unsupported, what);
            return Vec::new();
        };
        let lengths = lengths(&state, LINE);
        let mut results = Vec::new();
        let mut open = Some((state, Vec::new()));
        while let Some((state, mut bytes)) = open.take() {
            let read = bytes.len() as u64;
            if (read > 0 || count == 0) && lengths.contains(&read) {
                results.extend(self.end_block_read(state.clone(), buffer, &bytes, read));
            }
            if read == count {
                break;
            }
            if read == *lengths.end() {
                self.leaves_longer();
                break;
            }
            let (next, end) = self.next_byte(state);
            if let Some(end) = end.filter(|_| read == 0 && lengths.contains(&read)) {
                results.extend(self.end_block_read(end, buffer, &bytes, 0));
            }
            open = next.map(|(state, byte)| {
                bytes.push(byte);
                (state, bytes)
            });
        }
        results
    }
}
