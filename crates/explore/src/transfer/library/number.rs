//! Floats as text: `strtod` and its kin on text that may be symbolic.
//!
//! The text is read byte by byte, with a fork wherever it is open what a byte is: space, sign, digit, point, mark of
//! an exponent, or something else. So how much of the text is the number is known on every path. The value is
//! exact where that is cheap: integers, and decimals of which there are few. Else it is any number between the least
//! and the greatest that the digits allow; reading is monotonic and so are the bits of positive floats, so that is
//! a range of bit patterns. Words (`inf`, `nan`) and hexadecimal numbers can be any value of any length, and so can what
//! a text begins with that is known as a whole, in proofs.

use crate::state::Moving;
use crate::transfer::library::Results;
use crate::transfer::{Transfer, float};
use heap::Pointer;
use ir::{Access, FloatKind};
use logic::Term;

/// The largest object whose bytes are followed one by one also where they are known to be a string.
const SMALL: u64 = 8;
/// The most digits whose value is followed.
const DIGITS: u32 = 18;
/// The most digits of an exponent.
const EXPONENT_DIGITS: u32 = 4;
/// How many values of the digits are told apart where the number is no integer.
const VALUES: u64 = 100;

/// What is expected next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Space,
    Sign,
    First,
    Whole,
    Fraction,
    Mark,
    Exponent,
}

/// A number that is partly read.
#[derive(Clone)]
struct Reading {
    state: Moving,
    /// The next byte.
    at: usize,
    phase: Phase,
    /// Whether there is a minus, as a Boolean.
    negative: Term,
    /// The digits as a number of 64 bits, as long as there are at most [`DIGITS`].
    number: Term,
    digits: u32,
    /// How many of them are after the point.
    scale: u32,
    /// The exponent's digits as a number of 16 bits, how many there are, and whether it is negative.
    exponent: Term,
    exponent_digits: u32,
    exponent_negative: bool,
}

impl Transfer<'_> {
    /// Whether an address leads into an object whose bytes can be followed one by one.
    fn is_in_small_object(&mut self, state: &Moving, pointer: Term) -> bool {
        let Pointer::Into(id, _) = state.heap.pointer(&mut self.symbols, pointer) else { return false };
        self.constant(state.heap.object(id).size).is_some_and(|size| size <= SMALL)
    }

    /// `strtod(text, end)`.
    pub fn parse_float(&mut self, mut state: Moving, kind: FloatKind, text: Term, end: Term) -> Results {
        let mut results = Vec::new();
        self.witness(&mut state, text);
        if self.is_string(&state, text) && !self.is_in_small_object(&state, text) {
            let zero = self.symbols.size(0);
            for (mut state, length) in self.text_length(state, text) {
                let Some(used) = self.any_length(&mut state, zero, length) else { continue };
                let value = self.unknown(&mut state, kind.bits(), &[]);
                let stop = self.symbols.store.add(text, used);
                for state in self.with_any_error(state) {
                    results.extend(self.store_end(state, end, stop, value));
                }
            }
            return results;
        }
        for (state, bytes) in self.string(state, text, None) {
            for (state, value, used) in self.float_prefix(state, kind, &bytes) {
                let stop = self.symbols.store.add(text, used);
                for state in self.with_any_error(state) {
                    results.extend(self.store_end(state, end, stop, value));
                }
            }
        }
        results
    }

    /// Stores where a number ends, unless nobody wants to know.
    fn store_end(&mut self, state: Moving, end: Term, stop: Term, value: Term) -> Results {
        let null = self.symbols.null();
        let is_null = state.heap.equal(&mut self.symbols, end, null);
        let (none, some) = self.split(state, is_null);
        let mut results: Results = none.into_iter().map(|state| (state, Some(value))).collect();
        if let Some(state) = some {
            let bytes = u64::from(self.symbols.word() / 8);
            for target in self.access(state, end, bytes, Access::Write) {
                let states = self.write(target, bytes, stop);
                results.extend(states.into_iter().map(|state| (state, Some(value))));
            }
        }
        results
    }

    /// The number that a text begins with, and how many bytes it takes, as long as a pointer.
    pub fn float_prefix(
        &mut self,
        state: Moving,
        kind: FloatKind,
        bytes: &[Term],
    ) -> Vec<(Moving, Term, Term)> {
        let store = &mut self.symbols.store;
        let start = Reading {
            state,
            at: 0,
            phase: Phase::Space,
            negative: store.falsity(),
            number: store.zero(64),
            digits: 0,
            scale: 0,
            exponent: store.zero(16),
            exponent_digits: 0,
            exponent_negative: false,
        };
        let mut open = vec![start];
        let mut done = Vec::new();
        while let Some(reading) = open.pop() {
            self.read_on(reading, kind, bytes, &mut open, &mut done);
        }
        done
    }

    /// Reads one byte of a number.
    fn read_on(
        &mut self,
        reading: Reading,
        kind: FloatKind,
        bytes: &[Term],
        open: &mut Vec<Reading>,
        done: &mut Vec<(Moving, Term, Term)>,
    ) {
        let zero = self.symbols.store.zero(8);
        let byte = |at: usize| bytes.get(at).copied().unwrap_or(zero);
        let (this, next) = (byte(reading.at), byte(reading.at + 1));
        match reading.phase {
            Phase::Space => {
                let is_space = self.is_one_of(this, b" \t\n\x0b\x0c\r");
                let (yes, no) = self.part(reading, is_space);
                open.extend(yes.map(|it| Reading { at: it.at + 1, ..it }));
                open.extend(no.map(|it| Reading { phase: Phase::Sign, ..it }));
            }
            Phase::Sign => {
                let is_sign = self.is_one_of(this, b"+-");
                let negative = self.is_one_of(this, b"-");
                let (yes, no) = self.part(reading, is_sign);
                open.extend(yes.map(|it| Reading { negative, at: it.at + 1, phase: Phase::First, ..it }));
                open.extend(no.map(|it| Reading { phase: Phase::First, ..it }));
            }
            Phase::First => {
                let is_word = self.is_one_of(this, b"iInN");
                let (zero, x) = (self.is_one_of(this, b"0"), self.is_one_of(next, b"xX"));
                let is_hexadecimal = self.symbols.store.and(zero, x);
                let strange = self.symbols.store.or(is_word, is_hexadecimal);
                let (yes, no) = self.part(reading, strange);
                done.extend(yes.map(|it| self.any_float(it.state, kind, bytes)));
                open.extend(no.map(|it| Reading { phase: Phase::Whole, ..it }));
            }
            Phase::Whole => {
                let is_digit = self.is_digit(this);
                let (yes, no) = self.part(reading, is_digit);
                open.extend(yes.map(|it| self.with_digit(it, this)));
                let Some(reading) = no else { return };
                // A point needs a digit on one of its sides.
                let mut is_point = self.is_one_of(this, b".");
                if reading.digits == 0 {
                    let digit_follows = self.is_digit(next);
                    is_point = self.symbols.store.and(is_point, digit_follows);
                }
                let (yes, no) = self.part(reading, is_point);
                open.extend(yes.map(|it| Reading { at: it.at + 1, phase: Phase::Fraction, ..it }));
                match no {
                    Some(reading) if reading.digits > 0 => {
                        open.push(Reading { phase: Phase::Mark, ..reading })
                    }
                    Some(reading) => {
                        let (value, used) = (self.symbols.store.zero(kind.bits()), self.symbols.size(0));
                        done.push((reading.state, value, used));
                    }
                    None => {}
                }
            }
            Phase::Fraction => {
                let is_digit = self.is_digit(this);
                let (yes, no) = self.part(reading, is_digit);
                open.extend(yes.map(|it| {
                    let it = self.with_digit(it, this);
                    Reading { scale: it.scale + 1, ..it }
                }));
                open.extend(no.map(|it| Reading { phase: Phase::Mark, ..it }));
            }
            Phase::Mark => {
                // A mark without a digit behind it, or behind a sign, is not part of the number.
                let is_mark = self.is_one_of(this, b"eE");
                let is_sign = self.is_one_of(next, b"+-");
                let after = byte(reading.at + 2);
                let (first, second) = (self.is_digit(next), self.is_digit(after));
                let signed = self.symbols.store.and(is_sign, second);
                let (with_sign, without) =
                    (self.symbols.store.and(is_mark, signed), self.symbols.store.and(is_mark, first));
                let (yes, rest) = self.part(reading, with_sign);
                if let Some(reading) = yes {
                    let is_minus = self.is_one_of(next, b"-");
                    let (minus, plus) = self.part(reading, is_minus);
                    let skip = |it: Reading| Reading { at: it.at + 2, phase: Phase::Exponent, ..it };
                    open.extend(minus.map(|it| Reading { exponent_negative: true, ..skip(it) }));
                    open.extend(plus.map(skip));
                }
                let Some(reading) = rest else { return };
                let (yes, no) = self.part(reading, without);
                open.extend(yes.map(|it| Reading { at: it.at + 1, phase: Phase::Exponent, ..it }));
                done.extend(no.map(|it| self.finished(it, kind)));
            }
            Phase::Exponent => {
                let is_digit = self.is_digit(this);
                let (yes, no) = self.part(reading, is_digit);
                if let Some(mut reading) = yes {
                    reading.exponent_digits += 1;
                    if reading.exponent_digits > EXPONENT_DIGITS {
                        done.push(self.any_float(reading.state, kind, bytes));
                    } else {
                        reading.exponent = self.shifted_in(reading.exponent, this);
                        open.push(Reading { at: reading.at + 1, ..reading });
                    }
                }
                done.extend(no.map(|it| self.finished(it, kind)));
            }
        }
    }

    /// Splits a reading by a condition.
    fn part(&mut self, reading: Reading, condition: Term) -> (Option<Reading>, Option<Reading>) {
        let rest = Reading { state: Box::clone(&reading.state), ..reading.clone() };
        let (yes, no) = self.split(reading.state, condition);
        (
            yes.map(|state| Reading { state, ..rest.clone() }),
            no.map(|state| Reading { state, ..rest.clone() }),
        )
    }

    pub fn is_one_of(&mut self, byte: Term, set: &[u8]) -> Term {
        let store = &mut self.symbols.store;
        set.iter().fold(store.falsity(), |so_far, wanted| {
            let wanted = store.num(8, (*wanted).into());
            let here = store.eq(byte, wanted);
            store.or(so_far, here)
        })
    }

    fn is_digit(&mut self, byte: Term) -> Term {
        let store = &mut self.symbols.store;
        let (zero, ten) = (store.num(8, b'0'.into()), store.num(8, 10));
        let distance = store.sub(byte, zero);
        store.ult(distance, ten)
    }

    /// A number with one more decimal digit.
    fn shifted_in(&mut self, number: Term, byte: Term) -> Term {
        let store = &mut self.symbols.store;
        let width = store.width(number);
        // A byte that is a digit is 0011 and the digit.
        let low = store.extract(byte, 0, 4);
        let (digit, ten) = (store.zext(low, width), store.num(width, 10));
        let tens = store.mul(number, ten);
        store.add(tens, digit)
    }

    fn with_digit(&mut self, reading: Reading, byte: Term) -> Reading {
        let number = match reading.digits < DIGITS {
            true => self.shifted_in(reading.number, byte),
            false => reading.number,
        };
        Reading { number, digits: reading.digits + 1, at: reading.at + 1, ..reading }
    }

    /// Any value, and any part of the text may be the number.
    fn any_float(&mut self, mut state: Moving, kind: FloatKind, bytes: &[Term]) -> (Moving, Term, Term) {
        let value = self.unknown(&mut state, kind.bits(), bytes);
        let used = self.unknown(&mut state, self.symbols.word(), &[]);
        let most = self.symbols.size(bytes.len() as u64);
        let fits = self.symbols.store.ule(used, most);
        self.assume(&mut state, fits);
        (state, value, used)
    }

    /// The value of a number that is read.
    fn finished(&mut self, mut reading: Reading, kind: FloatKind) -> (Moving, Term, Term) {
        let used = self.symbols.size(reading.at as u64);
        let magnitude = self.magnitude(&mut reading, kind);
        let value = self.symbols.store.concat(reading.negative, magnitude);
        (reading.state, value, used)
    }

    /// The bits of the absolute value.
    fn magnitude(&mut self, reading: &mut Reading, kind: FloatKind) -> Term {
        let width = kind.bits() - 1;
        let scale = i64::from(reading.scale);
        let (least, most) = match reading.digits <= DIGITS {
            true => {
                let (low, high) = self.range(reading.number);
                // A digit is at most nine, which the four bits it is made of do not say.
                (low, high.min(10u64.pow(reading.digits) - 1).to_string())
            }
            false => (0, "9".repeat(reading.digits as usize)),
        };
        let (low, high) = self.range(reading.exponent);
        let high = high.min(10u64.pow(reading.exponent_digits) - 1);
        let (low, high) = match reading.exponent_negative {
            true => (-(high as i64) - scale, -(low as i64) - scale),
            false => (low as i64 - scale, high as i64 - scale),
        };
        let exact = low == high && reading.digits <= DIGITS;
        if exact && low == 0 {
            let number = self.symbols.store.float_from_int(float::format(kind), reading.number, false);
            let number = self.encoded(kind, number);
            return self.symbols.store.extract(number, 0, width);
        }
        let read = |digits: &str, exponent: i64| parse(kind, &format!("{digits}e{exponent}"));
        let bounds = (read(&least.to_string(), low), read(&most, high));
        let (Some(lowest), Some(highest)) = bounds else {
            return reading.state.heap.fresh.unknown(&mut self.symbols, width);
        };
        if lowest == highest {
            return self.symbols.store.num(width, highest);
        }
        let most: u64 = most.parse().unwrap_or(u64::MAX);
        if exact && most < VALUES {
            let last = self.symbols.store.num(width, highest);
            return (least..most).fold(last, |rest, digits| {
                let bits = read(&digits.to_string(), low).unwrap_or_default();
                let (digits, bits) =
                    (self.symbols.store.num(64, digits.into()), self.symbols.store.num(width, bits));
                let here = self.symbols.store.eq(reading.number, digits);
                self.symbols.store.ite(here, bits, rest)
            });
        }
        let value = reading.state.heap.fresh.unknown(&mut self.symbols, width);
        let (lowest, highest) =
            (self.symbols.store.num(width, lowest), self.symbols.store.num(width, highest));
        for inside in [self.symbols.store.ule(lowest, value), self.symbols.store.ule(value, highest)] {
            self.assume(&mut reading.state, inside);
        }
        value
    }

    /// The bounds that a term of at most 64 bits has on every path.
    fn range(&self, term: Term) -> (u64, u64) {
        let facts = self.symbols.store.facts(term);
        (facts.umin(), facts.umax())
    }
}

/// The bits of a positive decimal number, rounded to the nearest.
fn parse(kind: FloatKind, text: &str) -> Option<u128> {
    match kind {
        FloatKind::F32 => text.parse::<f32>().ok().map(|value| value.to_bits().into()),
        FloatKind::F64 => text.parse::<f64>().ok().map(|value| value.to_bits().into()),
        FloatKind::F16 | FloatKind::BF16 | FloatKind::X87 | FloatKind::F128 => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_read_as_the_library_reads_them() {
        assert_eq!(parse(FloatKind::F64, "25e-1"), Some(2.5f64.to_bits().into()));
        assert_eq!(parse(FloatKind::F64, "1e999"), Some(f64::INFINITY.to_bits().into()));
        assert_eq!(parse(FloatKind::F32, "1e-99"), Some(0));
        assert_eq!(parse(FloatKind::X87, "1e0"), None);
    }
}
