//! The standard input: every byte, and where it ends, is a choice from outside.

use crate::access::Access;
use crate::call::Argument;
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

    /// `scanf(format, …)` for formats of numbers and white space.
    pub fn scan(&mut self, mut state: Moving, args: &[Argument]) -> Results {
        let format = args.first().and_then(|format| self.constant_string(&mut state, format.value));
        let long = u64::from(self.symbols.word() / 8);
        let Some(conversions) = format.and_then(|format| conversions(&format, long)) else {
            self.loss(&state, Reason::Unsupported, "input in a format of more than numbers");
            return Vec::new();
        };
        let eof = self.symbols.store.constant(logic::BitVec::ones(32));
        let mut results = Vec::new();
        let mut open = vec![state];
        for (number, (bytes, signed)) in conversions.iter().enumerate() {
            let so_far = self.symbols.store.num(32, number as u128);
            let Some(pointer) = args.get(number + 1).map(|arg| arg.value) else {
                for state in open {
                    let what = "a format has more conversions than there are arguments";
                    self.loss(&state, Reason::UndefinedBehaviour, what);
                }
                return results;
            };
            let mut next = Vec::new();
            for mut state in open {
                let mut end = state.clone();
                end.end_of_input = true;
                self.note_choice(&mut end, Choice::EndOfInput);
                results.push((end, Some(if number == 0 { eof } else { so_far })));
                if state.end_of_input {
                    continue;
                }
                let mut other = state.clone();
                self.note_choice(&mut other, Choice::NoNumber);
                results.push((other, Some(so_far)));
                state.inputs += 1;
                let width = *bytes as u32 * 8;
                let value = self.symbols.store.var(&format!("input{}/{width}", state.inputs), width);
                self.note_choice(&mut state, Choice::Number(value, *signed));
                for target in self.access(state, pointer, *bytes, Access::Write) {
                    next.extend(self.write(target, *bytes, value));
                }
            }
            open = next;
        }
        let all = self.symbols.store.num(32, conversions.len() as u128);
        results.extend(open.into_iter().map(|state| (state, Some(all))));
        results
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

/// The conversions of a format of integers and white space, as number of bytes and whether with a sign; none where
/// it has anything else.
fn conversions(format: &[u8], long: u64) -> Option<Vec<(u64, bool)>> {
    let mut conversions = Vec::new();
    let mut rest = format.iter().copied();
    while let Some(byte) = rest.next() {
        match byte {
            b' ' | b'\t' | b'\n' => {}
            b'%' => {
                let (mut bytes, mut second) = (4, false);
                let signed = loop {
                    match rest.next()? {
                        b'h' => bytes /= 2,
                        b'l' if bytes == 4 && long == 8 => bytes = 8,
                        b'l' if !second => second = true,
                        b'l' | b'j' | b'q' => bytes = 8,
                        b'z' | b't' => bytes = long,
                        b'd' => break true,
                        b'u' => break false,
                        _ => return None,
                    }
                };
                conversions.push((bytes, signed));
            }
            _ => return None,
        }
    }
    Some(conversions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_of_numbers_are_understood() {
        assert_eq!(conversions(b"%d %hhu\n%ld", 8), Some(vec![(4, true), (1, false), (8, true)]));
        assert_eq!(conversions(b"%s", 8), None);
        assert_eq!(conversions(b"%d,%d", 8), None);
    }
}
