//! The standard input: every byte, and where it ends, is a choice from outside.

use crate::access::Access;
use crate::explorer::{Explorer, Moving};
use crate::library::Results;
use crate::state::{Choice, Event, State};
use engine::Reason;
use logic::Term;

/// The longest line that is read.
const LINE: u64 = 32;

impl Explorer<'_> {
    /// The next byte of the standard input, or its end: the states in which there is one, and in which not.
    fn next_byte(&mut self, mut state: Moving) -> (Option<(Moving, Term)>, Moving) {
        if state.end_of_input {
            return (None, state);
        }
        let mut end = state.clone();
        end.end_of_input = true;
        self.note_choice(&mut end, Choice::EndOfInput);
        state.inputs += 1;
        let byte = self.symbols.store.var(&format!("input{}/8", state.inputs), 8);
        self.note_choice(&mut state, Choice::Byte(byte));
        (Some((state, byte)), end)
    }

    fn note_choice(&mut self, state: &mut State, choice: Choice) {
        let place = self.place(state);
        state.choices.push((choice, place));
        self.tell(state, Event::Chooses(choice));
    }

    /// `getchar()`.
    pub fn get_character(&mut self, state: Moving) -> Results {
        let (byte, end) = self.next_byte(state);
        let eof = self.symbols.store.constant(logic::BitVec::ones(32));
        let mut results = vec![(end, Some(eof))];
        if let Some((state, byte)) = byte {
            let wide = self.symbols.store.zext(byte, 32);
            results.push((state, Some(wide)));
        }
        results
    }

    /// `fgets(buffer, size, stdin)`.
    pub fn get_line(&mut self, state: Moving, buffer: Term, size: Term) -> Results {
        let Some(size) = self.unique(&state, size).filter(|size| *size > 0 && *size < 1 << 31) else {
            self.loss(&state, Reason::Unsupported, "a line of symbolic length is read");
            return Vec::new();
        };
        let null = self.symbols.null();
        let newline = self.symbols.store.num(8, b'\n'.into());
        let mut results = Vec::new();
        let mut open = vec![(state, Vec::<Term>::new())];
        while let Some((state, line)) = open.pop() {
            let count = line.len() as u64;
            if count + 1 == size {
                results.extend(self.end_line(state, buffer, &line));
                continue;
            }
            if count == LINE {
                self.loss(&state, Reason::EngineLimit, "lines of more than 32 bytes are not explored");
                continue;
            }
            let (next, end) = self.next_byte(state);
            match line.is_empty() {
                true => results.push((end, Some(null))),
                false => results.extend(self.end_line(end, buffer, &line)),
            }
            let Some((state, byte)) = next else { continue };
            let mut line = line;
            line.push(byte);
            let ends = self.symbols.store.eq(byte, newline);
            let (last, more) = self.split(state, ends);
            if let Some(state) = last {
                results.extend(self.end_line(state, buffer, &line));
            }
            open.extend(more.map(|state| (state, line)));
        }
        results
    }

    /// Writes a line and its end.
    fn end_line(&mut self, state: Moving, buffer: Term, line: &[Term]) -> Results {
        let zero = self.symbols.store.zero(8);
        let mut states = vec![state];
        for (at, byte) in line.iter().copied().chain([zero]).enumerate() {
            let offset = self.symbols.size(at as u64);
            let pointer = self.symbols.store.add(buffer, offset);
            let mut next = Vec::new();
            for state in states {
                for target in self.access(state, pointer, 1, Access::Write) {
                    next.extend(self.write(target, 1, byte));
                }
            }
            states = next;
        }
        states.into_iter().map(|state| (state, Some(buffer))).collect()
    }
}
