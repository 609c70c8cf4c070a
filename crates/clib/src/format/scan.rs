//! Formats of the `scanf` family.

use super::{Cursor, Length};

/// A set of bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByteSet {
    /// The bytes that are listed.
    pub bytes: Vec<u8>,
    /// Whether all others are meant.
    pub negated: bool,
}

impl ByteSet {
    /// Whether a byte is in the set.
    pub fn contains(&self, byte: u8) -> bool {
        self.bytes.contains(&byte) != self.negated
    }
}

/// A conversion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScanConversion {
    /// The letter; `[` for a set.
    pub letter: u8,
    /// `*`: nothing is stored.
    pub suppressed: bool,
    /// The most characters; zero is none, as where nothing is written.
    pub width: Option<u64>,
    /// `m`: memory for the text is allocated.
    pub allocated: bool,
    /// The size of the argument.
    pub length: Length,
    /// The set of a conversion `[`.
    pub set: Option<ByteSet>,
}

impl ScanConversion {
    /// Whether it reads a float.
    pub fn is_float(&self) -> bool {
        matches!(self.letter, b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A')
    }
}

/// A part of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScanPart {
    /// White space, or none.
    Space,
    /// This byte.
    Literal(u8),
    /// A conversion.
    Conversion(ScanConversion),
    /// A conversion that is not complete: nobody says what that means.
    Incomplete,
}

/// Whether a character is white space: Rust leaves out the vertical tab.
fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

/// Splits a format; a conversion that is not complete ends it.
pub fn scan_parts(format: &[u8]) -> Vec<ScanPart> {
    let mut cursor = Cursor { format, at: 0 };
    let mut parts = Vec::new();
    while let Some(byte) = cursor.peek() {
        cursor.at += 1;
        match byte {
            byte if is_space(byte) => {
                if parts.last() != Some(&ScanPart::Space) {
                    parts.push(ScanPart::Space);
                }
            }
            b'%' => match conversion(&mut cursor) {
                Some(conversion) => parts.push(ScanPart::Conversion(conversion)),
                None => {
                    parts.push(ScanPart::Incomplete);
                    return parts;
                }
            },
            byte => parts.push(ScanPart::Literal(byte)),
        }
    }
    parts
}

/// Reads a conversion from behind its `%`; none where it is not complete.
fn conversion(cursor: &mut Cursor<'_>) -> Option<ScanConversion> {
    let suppressed = cursor.eat(b'*');
    let width = cursor.number().filter(|width| *width > 0);
    let allocated = cursor.eat(b'm');
    let length = cursor.length();
    let letter = cursor.peek()?;
    cursor.at += 1;
    let set = if letter == b'[' { Some(set(cursor)?) } else { None };
    Some(ScanConversion { letter, suppressed, width, allocated, length, set })
}

/// Reads a set from behind its bracket; none where it does not end.
fn set(cursor: &mut Cursor<'_>) -> Option<ByteSet> {
    let negated = cursor.eat(b'^');
    let start = cursor.at;
    let mut bytes = Vec::new();
    loop {
        let byte = cursor.peek()?;
        let next = cursor.format.get(cursor.at + 1).copied();
        match (byte, next) {
            (b']', _) if cursor.at > start => break,
            (b'-', Some(last)) if cursor.at > start && last != b']' => {
                bytes.extend(cursor.format[cursor.at - 1]..=last);
            }
            _ => bytes.push(byte),
        }
        cursor.at += 1;
    }
    cursor.at += 1;
    Some(ByteSet { bytes, negated })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_taken_apart() {
        let plain = ScanConversion {
            letter: b'd',
            suppressed: false,
            width: None,
            allocated: false,
            length: Length::Int,
            set: None,
        };
        let one = ScanPart::Conversion;
        let narrow = ScanConversion { letter: b'u', width: Some(2), length: Length::Char, ..plain.clone() };
        assert_eq!(
            scan_parts(b"%d, \t%2hhu"),
            [one(plain.clone()), ScanPart::Literal(b','), ScanPart::Space, one(narrow),]
        );
        let [ScanPart::Conversion(set)] = &scan_parts(b"%*7[^]a-c]")[..] else { panic!("one conversion") };
        assert!(set.suppressed && set.width == Some(7));
        let bytes = set.set.as_ref().unwrap();
        assert!(!bytes.contains(b']') && !bytes.contains(b'b') && bytes.contains(b'-'));
        let allocated = ScanConversion { letter: b's', allocated: true, ..plain };
        assert_eq!(scan_parts(b"%ms"), [one(allocated)]);
        assert_eq!(scan_parts(b"%"), [ScanPart::Incomplete]);
        assert_eq!(scan_parts(b"%[a"), [ScanPart::Incomplete]);
    }
}
