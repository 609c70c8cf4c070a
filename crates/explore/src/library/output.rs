//! Output: nothing of it can be seen again, but what is written must be readable.
//!
//! A formatted text that goes to memory is computed where it is constant; else the path ends with an entry in the
//! ledger.

use crate::access::Access;
use crate::call::Argument;
use crate::explorer::{Explorer, Moving};
use crate::library::Results;
use clib::{Primitive, Print, PrintTo};
use engine::Reason;
use heap::Fresh;
use ir::Scalar;
use logic::Term;

/// The longest string that is followed.
const STRING: usize = 4096;

/// A conversion of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Conversion {
    /// The letter.
    letter: u8,
    /// The number of `*` before it.
    stars: usize,
    /// The most bytes of a string; none where there is no limit, or it is an argument.
    precision: Option<u64>,
    /// Whether it is plain: no flags, width or precision.
    plain: bool,
}

/// A part of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    Text(Vec<u8>),
    Conversion(Conversion),
}

/// Splits a format into text and conversions.
fn parts(format: &[u8]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut text = Vec::new();
    let mut rest = format.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            text.push(byte);
            continue;
        }
        if rest.peek() == Some(&b'%') {
            rest.next();
            text.push(b'%');
            continue;
        }
        let (mut stars, mut precision, mut plain, mut after_point) = (0, None, true, false);
        let mut letter = None;
        for byte in rest.by_ref() {
            match byte {
                b'l' | b'h' | b'z' | b'j' | b't' | b'q' | b'L' => {}
                b'*' => {
                    stars += 1;
                    plain = false;
                }
                b'.' => {
                    after_point = true;
                    precision = Some(0);
                    plain = false;
                }
                b'0'..=b'9' => {
                    plain = false;
                    if after_point {
                        precision = precision.map(|so_far| so_far * 10 + u64::from(byte - b'0'));
                    }
                }
                b'-' | b'+' | b' ' | b'#' | b'\'' => plain = false,
                other => {
                    letter = Some(other);
                    break;
                }
            }
        }
        let Some(letter) = letter else { break };
        if after_point && stars > 0 {
            precision = None;
        }
        if !text.is_empty() {
            parts.push(Part::Text(std::mem::take(&mut text)));
        }
        parts.push(Part::Conversion(Conversion { letter, stars, precision, plain }));
    }
    if !text.is_empty() {
        parts.push(Part::Text(text));
    }
    parts
}

impl Explorer<'_> {
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
            if text.len() > STRING {
                self.loss(&state, Reason::EngineLimit, "a string is too long to follow");
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
                let len = match primitive {
                    Primitive::Fwrite => self.symbols.store.mul(arg(1), arg(2)),
                    _ => self.resize(arg(2), word),
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
                for (mut state, _) in self.string(state, arg(0), None) {
                    let value = self.count(&mut state);
                    results.push((state, Some(value)));
                }
                results
            }
        }
    }

    /// A number of bytes that were written: not negative, else unknown.
    fn count(&mut self, state: &mut crate::state::State) -> Term {
        let count = state.heap.fresh.unknown(&mut self.symbols, 31);
        self.symbols.store.zext(count, 32)
    }

    /// One of the `printf` family.
    pub fn print(&mut self, mut state: Moving, print: Print, args: &[Argument]) -> Results {
        let before = match print.to {
            PrintTo::Stdout => 0,
            PrintTo::Stream | PrintTo::Buffer | PrintTo::Allocated | PrintTo::Descriptor => 1,
            PrintTo::Bounded => 2,
        };
        let first = before + usize::from(print.fortified);
        let format = args.get(first).and_then(|format| self.constant_string(&mut state, format.value));
        let (Some(format), false) = (format, print.list) else {
            self.loss(&state, Reason::Unsupported, "a format that is not constant, or arguments in a list");
            return Vec::new();
        };
        let parts = parts(&format);
        let mut open = vec![(state, Some(Vec::new()), first + 1)];
        for part in &parts {
            let mut next = Vec::new();
            for (state, text, at) in open {
                self.print_part(state, part, args, text, at, &mut next);
            }
            open = next;
        }
        let mut results = Vec::new();
        for (state, text, _) in open {
            results.extend(self.deliver(state, print, args, text));
        }
        results
    }

    /// Formats one part: the text so far is none where it is not constant.
    fn print_part(
        &mut self,
        mut state: Moving,
        part: &Part,
        args: &[Argument],
        text: Option<Vec<Term>>,
        at: usize,
        next: &mut Vec<(Moving, Option<Vec<Term>>, usize)>,
    ) {
        let conversion = match part {
            Part::Text(bytes) => {
                let bytes: Vec<Term> =
                    bytes.iter().map(|byte| self.symbols.store.num(8, (*byte).into())).collect();
                let text = text.map(|mut text| {
                    text.extend(bytes);
                    text
                });
                next.push((state, text, at));
                return;
            }
            Part::Conversion(conversion) => *conversion,
        };
        let at = at + conversion.stars;
        let Some(arg) = args.get(at).copied() else {
            let what = "a format has more conversions than there are arguments";
            self.loss(&state, Reason::UndefinedBehaviour, what);
            return;
        };
        match conversion.letter {
            b's' if conversion.stars == 0 => {
                for (state, bytes) in self.string(state, arg.value, conversion.precision) {
                    let text = text.clone().filter(|_| conversion.plain).map(|mut text| {
                        text.extend(bytes);
                        text
                    });
                    next.push((state, text, at + 1));
                }
            }
            b's' | b'n' => {
                self.loss(&state, Reason::Unsupported, "a conversion with * or %n is not modelled");
            }
            letter => {
                if self.symbols.is_undefined(arg.value) && !self.on_undefined(&mut state, "the output") {
                    return;
                }
                let shown = self.shown(letter, arg).filter(|_| conversion.plain);
                let text = match (text, shown) {
                    (Some(mut text), Some(shown)) => {
                        text.extend(shown);
                        Some(text)
                    }
                    _ => None,
                };
                next.push((state, text, at + 1));
            }
        }
    }

    /// The bytes of a number, where it is constant (or a character).
    fn shown(&mut self, letter: u8, arg: Argument) -> Option<Vec<Term>> {
        if letter == b'c' {
            return Some(vec![self.resize(arg.value, 8)]);
        }
        let Scalar::Int(bits) = arg.ty else { return None };
        let number = self.number(arg.value)?;
        let shift = 128 - u32::from(bits);
        let text = match letter {
            b'd' | b'i' => (((number << shift) as i128) >> shift).to_string(),
            b'u' => number.to_string(),
            b'x' => format!("{number:x}"),
            b'X' => format!("{number:X}"),
            b'o' => format!("{number:o}"),
            _ => return None,
        };
        Some(text.bytes().map(|byte| self.symbols.store.num(8, byte.into())).collect())
    }

    /// Brings the text to where it goes.
    fn deliver(
        &mut self,
        mut state: Moving,
        print: Print,
        args: &[Argument],
        text: Option<Vec<Term>>,
    ) -> Results {
        let length = |explorer: &mut Self, text: &[Term]| explorer.symbols.store.num(32, text.len() as u128);
        match (print.to, text) {
            (PrintTo::Stdout | PrintTo::Stream | PrintTo::Descriptor, Some(text)) => {
                let count = length(self, &text);
                vec![(state, Some(count))]
            }
            (PrintTo::Stdout | PrintTo::Stream | PrintTo::Descriptor, None) => {
                let count = self.count(&mut state);
                vec![(state, Some(count))]
            }
            (PrintTo::Buffer, Some(text)) => {
                let count = length(self, &text);
                self.put_text(state, args[0].value, &text, count)
            }
            (PrintTo::Bounded, Some(text)) => {
                let count = length(self, &text);
                let word = self.symbols.word();
                let size = self.resize(args[1].value, word);
                match self.unique(&state, size) {
                    Some(0) => vec![(state, Some(count))],
                    Some(size) => {
                        let kept = text.len().min(size as usize - 1);
                        self.put_text(state, args[0].value, &text[..kept], count)
                    }
                    None => {
                        self.loss(&state, Reason::Unsupported, "a text for a buffer of symbolic size");
                        Vec::new()
                    }
                }
            }
            (PrintTo::Allocated, _) | (_, None) => {
                let what = "a formatted text that is not constant goes to memory";
                self.loss(&state, Reason::Unsupported, what);
                Vec::new()
            }
        }
    }

    /// Writes a text and its end to memory.
    fn put_text(&mut self, state: Moving, buffer: Term, text: &[Term], count: Term) -> Results {
        let zero = self.symbols.store.zero(8);
        let len = text.len() as u64 + 1;
        let mut results = Vec::new();
        let bytes: Vec<Term> = text.iter().copied().chain([zero]).collect();
        let value = bytes[1..].iter().fold(bytes[0], |low, high| self.symbols.join(*high, low));
        for target in self.access(state, buffer, len, Access::Write) {
            results.extend(self.write(target, len, value).into_iter().map(|state| (state, Some(count))));
        }
        results
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_taken_apart() {
        let plain = |letter| Part::Conversion(Conversion { letter, stars: 0, precision: None, plain: true });
        assert_eq!(
            parts(b"a%d%%%s"),
            [Part::Text(b"a".to_vec()), plain(b'd'), Part::Text(b"%".to_vec()), plain(b's')]
        );
        let limited = Conversion { letter: b's', stars: 0, precision: Some(12), plain: false };
        assert_eq!(parts(b"%-5.12s"), [Part::Conversion(limited)]);
        assert_eq!(parts(b"%lu"), [plain(b'u')]);
        assert_eq!(parts(b"100%"), [Part::Text(b"100".to_vec())]);
    }
}
