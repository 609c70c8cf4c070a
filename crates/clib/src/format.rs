//! Formats of the `printf` and `scanf` families, taken apart: the one place that reads them.
//!
//! What a conversion does with its argument is up to each engine.

mod print;
mod scan;

pub use print::{Count, Flags, PrintConversion, PrintPart, print_parts};
pub use scan::{ByteSet, ScanConversion, ScanPart, scan_parts};

use ir::Target;

/// What is wrong where a format asks for a pointer that was not passed.
pub const NOT_PASSED: &str = "uses a pointer that was not passed: the format asks for more arguments";

/// The size of an argument, as the letters before the conversion tell it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// `hh`: a `char`.
    Char,
    /// `h`: a `short`.
    Short,
    /// No letter: an `int`, or a `float` that is scanned.
    Int,
    /// `l`: a `long`, a `double` that is scanned, wide characters.
    Long,
    /// `z`, `t`: a `size_t` or `ptrdiff_t`.
    Size,
    /// `ll`, `j`, `q`: a `long long`.
    LongLong,
    /// `L`: a `long double`.
    LongDouble,
}

impl Length {
    /// The number of bytes of an integer of this size.
    pub fn bytes(self, target: Target) -> u32 {
        match self {
            Length::Char => 1,
            Length::Short => 2,
            Length::Int => 4,
            Length::Long | Length::Size => target.pointer_bytes,
            Length::LongLong | Length::LongDouble => 8,
        }
    }
}

/// A format that is read from its start to its end.
struct Cursor<'a> {
    format: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<u8> {
        self.format.get(self.at).copied()
    }

    /// Goes on behind a byte if it is the next one.
    fn eat(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    /// A number in decimal digits, if there is one.
    fn number(&mut self) -> Option<u64> {
        let mut number = None;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            let so_far: u64 = number.unwrap_or(0);
            number = Some(so_far.saturating_mul(10).saturating_add(u64::from(digit - b'0')));
            self.at += 1;
        }
        number
    }

    /// The number of an argument, as in `%2$d`.
    fn position(&mut self) -> Option<u64> {
        let start = self.at;
        let number = self.number().filter(|number| *number > 0);
        if number.is_some() && self.eat(b'$') {
            return number;
        }
        self.at = start;
        None
    }

    fn length(&mut self) -> Length {
        let mut length = Length::Int;
        while let Some(byte) = self.peek() {
            length = match (byte, length) {
                (b'h', Length::Short) => Length::Char,
                (b'h', _) => Length::Short,
                (b'l', Length::Long) | (b'j' | b'q', _) => Length::LongLong,
                (b'l', _) => Length::Long,
                (b'z' | b'Z' | b't', _) => Length::Size,
                (b'L', _) => Length::LongDouble,
                _ => break,
            };
            self.at += 1;
        }
        length
    }
}
