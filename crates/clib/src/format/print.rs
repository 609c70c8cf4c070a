//! Formats of the `printf` family.

use super::{Cursor, Length};

/// A number in a format that may be an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// It is not there.
    None,
    /// It is written in the format.
    Given(u64),
    /// `*`: it is the next argument.
    Argument,
}

/// The flags of a conversion.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Flags {
    /// `-`: padded on the right.
    pub left: bool,
    /// `0`: padded with zeros.
    pub zeros: bool,
    /// `+`: a plus before numbers that are not negative.
    pub plus: bool,
    /// A space before numbers that are not negative.
    pub space: bool,
    /// `#`: the other form.
    pub alternative: bool,
    /// `'` or `I`: as the locale writes numbers.
    pub localised: bool,
}

/// A conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrintConversion {
    /// The letter.
    pub letter: u8,
    /// The number of the argument, from 1, where the format tells it.
    pub position: Option<u64>,
    /// The flags.
    pub flags: Flags,
    /// The least number of bytes.
    pub width: Count,
    /// The number of digits, or the most bytes of a string.
    pub precision: Count,
    /// The size of the argument.
    pub length: Length,
}

/// A part of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PrintPart {
    /// Text that is copied.
    Text(Vec<u8>),
    /// A conversion of an argument.
    Conversion(PrintConversion),
    /// A conversion that ends before its letter: nobody says what that means.
    Incomplete,
}

/// Splits a format into text and conversions; a conversion that is not complete ends it.
pub fn print_parts(format: &[u8]) -> Vec<PrintPart> {
    let mut cursor = Cursor { format, at: 0 };
    let mut parts = Vec::new();
    let mut text = Vec::new();
    while let Some(byte) = cursor.peek() {
        cursor.at += 1;
        if byte != b'%' || cursor.eat(b'%') {
            text.push(byte);
            continue;
        }
        let conversion = conversion(&mut cursor);
        if conversion.is_some_and(|conversion| conversion.letter == b'%') {
            text.push(b'%');
            continue;
        }
        if !text.is_empty() {
            parts.push(PrintPart::Text(std::mem::take(&mut text)));
        }
        match conversion {
            Some(conversion) => parts.push(PrintPart::Conversion(conversion)),
            None => {
                parts.push(PrintPart::Incomplete);
                return parts;
            }
        }
    }
    if !text.is_empty() {
        parts.push(PrintPart::Text(text));
    }
    parts
}

/// Reads a conversion from behind its `%`; none where it is not complete.
fn conversion(cursor: &mut Cursor<'_>) -> Option<PrintConversion> {
    let position = cursor.position();
    let mut flags = Flags::default();
    while let Some(flag) = cursor.peek() {
        match flag {
            b'-' => flags.left = true,
            b'0' => flags.zeros = true,
            b'+' => flags.plus = true,
            b' ' => flags.space = true,
            b'#' => flags.alternative = true,
            b'\'' | b'I' => flags.localised = true,
            _ => break,
        }
        cursor.at += 1;
    }
    let width = count(cursor);
    let precision = match cursor.eat(b'.').then(|| count(cursor)) {
        None => Count::None,
        // A point alone is a precision of zero.
        Some(Count::None) => Count::Given(0),
        Some(count) => count,
    };
    let length = cursor.length();
    let letter = cursor.peek()?;
    cursor.at += 1;
    Some(PrintConversion { letter, position, flags, width, precision, length })
}

fn count(cursor: &mut Cursor<'_>) -> Count {
    match cursor.eat(b'*') {
        true => Count::Argument,
        false => cursor.number().map_or(Count::None, Count::Given),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_taken_apart() {
        let plain = PrintConversion {
            letter: b'd',
            position: None,
            flags: Flags::default(),
            width: Count::None,
            precision: Count::None,
            length: Length::Int,
        };
        let one = PrintPart::Conversion;
        let string = PrintConversion { letter: b's', ..plain };
        let text = |text: &[u8]| PrintPart::Text(text.to_vec());
        assert_eq!(print_parts(b"a%d%%%s"), [text(b"a"), one(plain), text(b"%"), one(string)]);
        let flags = Flags { left: true, ..Flags::default() };
        let limited =
            PrintConversion { flags, width: Count::Given(5), precision: Count::Given(12), ..string };
        assert_eq!(print_parts(b"%-5.12s"), [one(limited)]);
        let long = PrintConversion { letter: b'u', length: Length::Long, ..plain };
        assert_eq!(print_parts(b"%lu"), [one(long)]);
        let starred = PrintConversion { width: Count::Argument, precision: Count::Argument, ..string };
        assert_eq!(print_parts(b"%*.*s"), [one(starred)]);
        let flags = Flags { zeros: true, ..Flags::default() };
        let short =
            PrintConversion { letter: b'x', length: Length::Char, flags, width: Count::Given(2), ..plain };
        assert_eq!(print_parts(b"%02hhx"), [one(short)]);
        let second = PrintConversion { position: Some(2), width: Count::Given(3), ..plain };
        assert_eq!(print_parts(b"%2$3d"), [one(second)]);
        assert_eq!(print_parts(b"100%"), [text(b"100"), PrintPart::Incomplete]);
        assert_eq!(
            print_parts(b"%.f%-5%"),
            [one(PrintConversion { letter: b'f', precision: Count::Given(0), ..plain }), text(b"%"),]
        );
    }
}
