//! `scanf` on the standard input.
//!
//! A number is one choice of its value, so that reading it costs one path and not one for each of its digits; words
//! and sets of characters are read byte by byte. White space before a conversion has no effect, and none is read.
//! What follows a conversion in the input may be anything for whoever reads next, which covers what can be there.

use super::input::LINE;
use super::longer::lengths;
use crate::state::{Choice, EndOfInput, Moving, Notation};
use crate::transfer::Transfer;
use crate::transfer::call::Argument;
use crate::transfer::library::Results;
use clib::{ByteSet, Length, NOT_PASSED, ScanConversion, ScanPart};
use engine::Reason;
use ir::{Access, ErrorKind, Target};
use logic::Term;

/// The bytes that are white space.
const SPACE: &[u8] = b" \t\n\x0b\x0c\r";

/// What a format asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Directive {
    /// White space, or none.
    Space,
    /// This byte.
    Literal(u8),
    /// A number of so many bytes and, where its width is limited, its largest absolute value.
    Number { bytes: u64, notation: Notation, limit: Option<u128>, stored: bool },
    /// Bytes of a set, up to so many; `word` where space before it is skipped and a zero is put behind it.
    Bytes { set: ByteSet, least: u64, most: Option<u64>, skips: bool, ends: bool, stored: bool },
    /// The number of bytes that were read so far.
    Position { bytes: u64, stored: bool },
}

/// A state in the middle of a format.
#[derive(Clone)]
struct Reading {
    state: Moving,
    /// How many values were stored.
    assigned: u32,
    /// The next argument.
    argument: usize,
    /// A byte that was looked at and not taken.
    peeked: Option<Term>,
}

impl Transfer<'_> {
    /// `scanf(format, …)`.
    pub fn scan(&mut self, mut state: Moving, args: &[Argument]) -> Results {
        let put_back = state.put_back.pop();
        if put_back.is_some() && state.end_of_input != EndOfInput::Open {
            self.loss(
                &state,
                Reason::Unsupported,
                "scanf reads a character that was put back behind the last",
            );
            return Vec::new();
        }
        let format = args.first().and_then(|format| self.constant_string(&mut state, format.value));
        let target = self.context.program().target;
        let Some(directives) = format.and_then(|format| directives(&format, target)) else {
            self.loss(&state, Reason::Unsupported, "a format of scanf that is not modelled");
            return Vec::new();
        };
        let mut done = Vec::new();
        let first = Reading { state, assigned: 0, argument: 1, peeked: put_back };
        let mut open = vec![first];
        for (number, directive) in directives.iter().enumerate() {
            let mut next = Vec::new();
            for reading in open {
                self.follow(reading, directive, args, &mut next, &mut done);
            }
            // Between a number and what is not space or a byte of its own, space must stand.
            let separate = match (directive, directives.get(number + 1)) {
                (Directive::Number { .. }, Some(Directive::Literal(_))) => false,
                (Directive::Number { .. }, Some(Directive::Bytes { skips, .. })) => *skips,
                (directive, _) => matches!(directive, Directive::Number { .. }),
            };
            if separate {
                let space = self.symbols.store.num(8, b' '.into());
                next.iter_mut().for_each(|reading| self.note_choice(&mut reading.state, Choice::Byte(space)));
            }
            open = next;
        }
        for reading in open {
            let count = self.symbols.store.num(32, reading.assigned.into());
            done.push((reading.state, Some(count)));
        }
        done
    }

    /// The input ends before a directive. Nothing but a value that was stored counts to the GNU library.
    fn ended(&mut self, reading: Reading) -> (Moving, Option<Term>) {
        let result = match reading.assigned > 0 {
            true => self.symbols.store.num(32, reading.assigned.into()),
            false => self.symbols.store.constant(logic::BitVec::ones(32)),
        };
        (reading.state, Some(result))
    }

    /// The input is not what a directive asks for.
    fn mismatched(&mut self, reading: Reading) -> (Moving, Option<Term>) {
        let result = self.symbols.store.num(32, reading.assigned.into());
        (reading.state, Some(result))
    }

    /// The pointer to store through.
    fn destination(&mut self, reading: &mut Reading, args: &[Argument]) -> Option<Term> {
        let pointer = args.get(reading.argument).map(|arg| arg.value);
        reading.argument += 1;
        if pointer.is_none() {
            self.fault(&reading.state, ErrorKind::InvalidPointer, NOT_PASSED.to_string(), None);
        }
        pointer
    }

    /// Does what one directive says.
    fn follow(
        &mut self,
        mut reading: Reading,
        directive: &Directive,
        args: &[Argument],
        next: &mut Vec<Reading>,
        done: &mut Results,
    ) {
        match directive {
            Directive::Space => {
                if let Some(byte) = reading.peeked.take() {
                    let is_space = self.is_one_of(byte, SPACE);
                    let Reading { state, .. } = reading.clone();
                    let (space, other) = self.split(state, is_space);
                    next.extend(space.map(|state| Reading { state, ..reading.clone() }));
                    next.extend(other.map(|state| Reading { state, peeked: Some(byte), ..reading.clone() }));
                    return;
                }
                next.push(reading);
            }
            Directive::Literal(wanted) => {
                let Some((reading, byte)) = self.take(reading, done) else { return };
                let is_wanted = self.is_one_of(byte, &[*wanted]);
                let (yes, no) = self.split(reading.state.clone(), is_wanted);
                next.extend(yes.map(|state| Reading { state, ..reading.clone() }));
                done.extend(no.map(|state| self.mismatched(Reading { state, ..reading.clone() })));
            }
            Directive::Number { bytes, notation, limit, stored } => {
                // What was looked at is space, or part of the number, or shows that there is none.
                reading.peeked = None;
                let mut end = reading.clone();
                end.state = self.end_input(end.state);
                done.push(self.ended(end));
                if reading.state.end_of_input != EndOfInput::Open {
                    return;
                }
                let mut other = reading.clone();
                self.note_choice(&mut other.state, Choice::NoNumber);
                done.push(self.mismatched(other));
                let value = self.number_read(&mut reading.state, *bytes, *notation, *limit);
                if !stored {
                    next.push(reading);
                    return;
                }
                let Some(pointer) = self.destination(&mut reading, args) else { return };
                reading.assigned += 1;
                for target in self.access(reading.state.clone(), pointer, *bytes, Access::Write) {
                    for state in self.write(target, *bytes, value) {
                        next.push(Reading { state, ..reading.clone() });
                    }
                }
            }
            Directive::Bytes { .. } => self.read_bytes(reading, directive, args, next, done),
            Directive::Position { bytes, stored } => {
                if !stored {
                    next.push(reading);
                    return;
                }
                let Some(pointer) = self.destination(&mut reading, args) else { return };
                let count = self.count(&mut reading.state);
                let count = self.symbols.store.zext_or_trunc(count, *bytes as u32 * 8);
                for target in self.access(reading.state.clone(), pointer, *bytes, Access::Write) {
                    for state in self.write(target, *bytes, count) {
                        next.push(Reading { state, ..reading.clone() });
                    }
                }
            }
        }
    }

    /// The value of a number that is read.
    fn number_read(
        &mut self,
        state: &mut Moving,
        bytes: u64,
        notation: Notation,
        limit: Option<u128>,
    ) -> Term {
        state.inputs += 1;
        let width = bytes as u32 * 8;
        let value = self.symbols.store.var(&format!("input{}/{width}", state.inputs), width);
        if let Some(limit) = limit.filter(|limit| *limit < 1 << (width - 1)) {
            let most = self.symbols.store.num(width, limit);
            let minus = self.symbols.store.neg(most);
            let inside = match notation {
                Notation::Signed => {
                    let (above, below) =
                        (self.symbols.store.sle(minus, value), self.symbols.store.sle(value, most));
                    self.symbols.store.and(above, below)
                }
                // A sign is read also where the number has none.
                _ => {
                    let (small, wrapped) =
                        (self.symbols.store.ule(value, most), self.symbols.store.ule(minus, value));
                    self.symbols.store.or(small, wrapped)
                }
            };
            self.assume(state, inside);
        }
        self.note_choice(state, Choice::Number(value, notation));
        value
    }

    /// The next byte, the one that was looked at first; where there is none the scan is over.
    fn take(&mut self, mut reading: Reading, done: &mut Results) -> Option<(Reading, Term)> {
        if let Some(byte) = reading.peeked.take() {
            return Some((reading, byte));
        }
        let (byte, end) = self.next_byte(reading.state.clone());
        done.extend(end.map(|state| self.ended(Reading { state, ..reading.clone() })));
        byte.map(|(state, byte)| (Reading { state, ..reading }, byte))
    }

    /// Reads a word, characters, or bytes of a set: as many as there may be, of which nothing is known.
    fn read_any_bytes(
        &mut self,
        reading: Reading,
        directive: &Directive,
        args: &[Argument],
        next: &mut Vec<Reading>,
        done: &mut Results,
    ) {
        let Directive::Bytes { least, most, skips, ends, stored, .. } = directive else { return };
        let end = self.end_input(reading.state.clone());
        let is_open = reading.state.end_of_input == EndOfInput::Open;
        done.push(self.ended(Reading { state: end, ..reading.clone() }));
        if !is_open {
            return;
        }
        if !skips {
            done.push(self.mismatched(reading.clone()));
        }
        let mut reading = reading;
        let pointer = match stored {
            true => {
                let Some(pointer) = self.destination(&mut reading, args) else { return };
                reading.assigned += 1;
                Some(pointer)
            }
            false => None,
        };
        // What follows may be the end of the input, too.
        for state in self.with_end_behind(reading.state.clone()) {
            let least = self.symbols.size((*least).max(1));
            let most = most.map(|most| self.symbols.size(most));
            let states = match pointer {
                Some(pointer) => self.store_text(state, pointer, (least, most), *ends),
                None => vec![state],
            };
            next.extend(states.into_iter().map(|state| Reading { state, ..reading.clone() }));
        }
    }

    fn is_in_set(&mut self, byte: Term, set: &ByteSet) -> Term {
        let listed = self.is_one_of(byte, &set.bytes);
        if set.negated { self.symbols.store.not(listed) } else { listed }
    }

    /// Reads a word, characters, or bytes of a set.
    fn read_bytes(
        &mut self,
        mut reading: Reading,
        directive: &Directive,
        args: &[Argument],
        next: &mut Vec<Reading>,
        done: &mut Results,
    ) {
        let Directive::Bytes { set, least, most, skips, ends, stored } = directive else { return };
        if let Some(byte) = reading.peeked.filter(|_| *skips) {
            let is_space = self.is_one_of(byte, SPACE);
            let (space, other) = self.split(reading.state.clone(), is_space);
            if let Some(state) = space {
                let reading = Reading { state, peeked: None, ..reading.clone() };
                self.read_bytes(reading, directive, args, next, done);
            }
            match other {
                Some(state) => reading.state = state,
                None => return,
            }
        }
        if self.context.precision.any_text && reading.peeked.is_none() {
            self.read_any_bytes(reading, directive, args, next, done);
            return;
        }
        let mut open = vec![(reading, Vec::<Term>::new())];
        let mut full = Vec::new();
        while let Some((mut reading, mut text)) = open.pop() {
            let count = text.len() as u64;
            if most.is_some_and(|most| count == most) {
                full.push((reading, text));
                continue;
            }
            // Another word of the same line may be short: those that were explored before are not left out.
            if count == *lengths(&reading.state, LINE).end() {
                self.leaves_longer();
                continue;
            }
            let byte = match reading.peeked.take() {
                Some(byte) => byte,
                None => {
                    let (byte, end) = self.next_byte(reading.state.clone());
                    let over = end.map(|state| Reading { state, ..reading.clone() });
                    match count > 0 && count >= *least {
                        true => full.extend(over.map(|over| (over, text.clone()))),
                        false => done.extend(over.map(|over| self.ended(over))),
                    }
                    let Some((state, byte)) = byte else { continue };
                    reading.state = state;
                    byte
                }
            };
            let fits = self.is_in_set(byte, set);
            let (yes, no) = self.split(reading.state.clone(), fits);
            if let Some(state) = no {
                let reading = Reading { state, peeked: Some(byte), ..reading.clone() };
                match (count, *skips) {
                    // Space before a word is skipped: what follows it was explored as what comes first.
                    (0, true) => {}
                    (0, false) => done.push(self.mismatched(reading)),
                    _ => full.push((reading, text.clone())),
                }
            }
            if let Some(state) = yes {
                text.push(byte);
                open.push((Reading { state, ..reading }, text));
            }
        }
        let zero = self.symbols.store.zero(8);
        for (mut reading, mut text) in full {
            if !stored {
                next.push(reading);
                continue;
            }
            let Some(pointer) = self.destination(&mut reading, args) else { continue };
            reading.assigned += 1;
            text.extend(ends.then_some(zero));
            for state in self.store_bytes(reading.state.clone(), pointer, &text) {
                next.push(Reading { state, ..reading.clone() });
            }
        }
    }
}

/// What a format asks for; none where it has something that is not modelled.
fn directives(format: &[u8], target: Target) -> Option<Vec<Directive>> {
    let mut all = Vec::new();
    for part in clib::scan_parts(format) {
        match part {
            ScanPart::Space => all.push(Directive::Space),
            ScanPart::Literal(byte) => all.push(Directive::Literal(byte)),
            ScanPart::Conversion(conversion) if conversion.letter == b'%' => {
                all.extend([Directive::Space, Directive::Literal(b'%')]);
            }
            ScanPart::Conversion(conversion) => all.push(directive(conversion, target)?),
            ScanPart::Incomplete => return None,
        }
    }
    Some(all)
}

fn directive(conversion: ScanConversion, target: Target) -> Option<Directive> {
    let (width, stored, length) = (conversion.width, !conversion.suppressed, conversion.length);
    if conversion.allocated || length == Length::LongDouble {
        return None;
    }
    let bytes = u64::from(length.bytes(target));
    let number = |notation: Notation, base: u128| {
        let limit =
            width.and_then(|width| base.checked_pow(u32::try_from(width).ok()?)).map(|limit| limit - 1);
        Directive::Number { bytes, notation, limit, stored }
    };
    let text = |set: ByteSet, most: Option<u64>, skips: bool, ends: bool| Directive::Bytes {
        set,
        least: 1,
        most,
        skips,
        ends,
        stored,
    };
    let all_but = |bytes: &[u8]| ByteSet { bytes: bytes.to_vec(), negated: true };
    let is_wide = matches!(length, Length::Long | Length::LongLong);
    Some(match conversion.letter {
        b'd' => number(Notation::Signed, 10),
        // Whatever the prefix, the number is one of those that a decimal can be.
        b'i' => Directive::Number { bytes, notation: Notation::Signed, limit: None, stored },
        b'u' => number(Notation::Unsigned, 10),
        b'x' | b'X' => number(Notation::Hexadecimal, 16),
        b'o' => number(Notation::Octal, 8),
        b'a' | b'A' => return None,
        _ if conversion.is_float() && width.is_none() => {
            let (bytes, notation) = match length {
                Length::Int => (4, Notation::Single),
                Length::Long => (8, Notation::Double),
                _ => return None,
            };
            Directive::Number { bytes, notation, limit: None, stored }
        }
        b's' if !is_wide => text(all_but(SPACE), width, true, true),
        b'c' if !is_wide => text(all_but(&[]), Some(width.unwrap_or(1)), false, false),
        b'[' if !is_wide => text(conversion.set?, width, false, true),
        b'n' => Directive::Position { bytes, stored },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_taken_apart() {
        let number = |bytes, notation, limit| Directive::Number { bytes, notation, limit, stored: true };
        assert_eq!(
            directives(b"%d, %2hhu%ld", Target::BITS64),
            Some(vec![
                number(4, Notation::Signed, None),
                Directive::Literal(b','),
                Directive::Space,
                number(1, Notation::Unsigned, Some(99)),
                number(8, Notation::Signed, None),
            ])
        );
        assert_eq!(directives(b"%lf", Target::BITS64), Some(vec![number(8, Notation::Double, None)]));
        let Some([Directive::Bytes { set, most, .. }]) = directives(b"%7[^]a-c]", Target::BITS64)
            .as_deref()
            .map(|all| <&[Directive; 1]>::try_from(all).expect("one directive"))
            .cloned()
        else {
            panic!("a set of bytes")
        };
        assert_eq!((set.bytes.as_slice(), set.negated, most), (&b"]aabcc"[..], true, Some(7)));
        assert_eq!(directives(b"%ms", Target::BITS64), None);
        assert_eq!(directives(b"%", Target::BITS64), None);
    }
}
