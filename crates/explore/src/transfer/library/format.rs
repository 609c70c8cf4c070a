//! Formats of the `printf` family, taken apart.

/// What is wrong where a format asks for a pointer that was not passed.
pub const NOT_PASSED: &str = "uses a pointer that was not passed: the format asks for more arguments";

/// How wide an integer argument is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// `int`, as without a modifier. The number of bits that count, for `h` and `hh`.
    Int(u32),
    /// `long`, `size_t`, `ptrdiff_t`: as wide as a pointer.
    Word,
    /// `long long`, `intmax_t`.
    Wide,
    /// `long double`.
    LongDouble,
}

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

/// A conversion of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conversion {
    /// The letter.
    pub letter: u8,
    /// The size of the argument.
    pub length: Length,
    /// `-`: padded on the right.
    pub left: bool,
    /// `0`: padded with zeros.
    pub zeros: bool,
    /// `+` or a space: what stands before numbers that are not negative.
    pub plus: Option<u8>,
    /// `#` or `'`: another form, which is not followed.
    pub other: bool,
    /// The least number of bytes.
    pub width: Count,
    /// The number of digits, or the most bytes of a string.
    pub precision: Count,
}

/// A part of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Text that is copied.
    Text(Vec<u8>),
    /// A conversion of an argument.
    Conversion(Conversion),
    /// A conversion that ends before its letter: nobody says what that means.
    Incomplete,
}

/// Splits a format into text and conversions; a conversion that is not complete ends it.
pub fn parts(format: &[u8]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut text = Vec::new();
    let mut at = 0;
    while let Some(&byte) = format.get(at) {
        at += 1;
        if byte != b'%' {
            text.push(byte);
            continue;
        }
        if format.get(at) == Some(&b'%') {
            at += 1;
            text.push(b'%');
            continue;
        }
        if !text.is_empty() {
            parts.push(Part::Text(std::mem::take(&mut text)));
        }
        let Some(conversion) = conversion(format, &mut at) else {
            parts.push(Part::Incomplete);
            return parts;
        };
        parts.push(Part::Conversion(conversion));
    }
    if !text.is_empty() {
        parts.push(Part::Text(text));
    }
    parts
}

fn conversion(format: &[u8], at: &mut usize) -> Option<Conversion> {
    let mut found = Conversion {
        letter: 0,
        length: Length::Int(32),
        left: false,
        zeros: false,
        plus: None,
        other: false,
        width: Count::None,
        precision: Count::None,
    };
    loop {
        match format.get(*at)? {
            b'-' => found.left = true,
            b'0' => found.zeros = true,
            b'+' => found.plus = Some(b'+'),
            b' ' => found.plus = found.plus.or(Some(b' ')),
            b'#' | b'\'' => found.other = true,
            _ => break,
        }
        *at += 1;
    }
    found.width = count(format, at);
    if format.get(*at) == Some(&b'.') {
        *at += 1;
        found.precision = match count(format, at) {
            Count::None => Count::Given(0),
            count => count,
        };
    }
    loop {
        let byte = *format.get(*at)?;
        *at += 1;
        found.length = match (byte, found.length) {
            (b'h', Length::Int(32)) => Length::Int(16),
            (b'h', _) => Length::Int(8),
            (b'l', Length::Word) | (b'j' | b'q', _) => Length::Wide,
            (b'l' | b'z' | b't', _) => Length::Word,
            (b'L', _) => Length::LongDouble,
            _ => {
                found.letter = byte;
                return Some(found);
            }
        };
    }
}

fn count(format: &[u8], at: &mut usize) -> Count {
    if format.get(*at) == Some(&b'*') {
        *at += 1;
        return Count::Argument;
    }
    let mut number = None;
    while let Some(digit) = format.get(*at).filter(|byte| byte.is_ascii_digit()) {
        let so_far: u64 = number.unwrap_or(0);
        number = Some(so_far.saturating_mul(10).saturating_add(u64::from(digit - b'0')));
        *at += 1;
    }
    number.map_or(Count::None, Count::Given)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_taken_apart() {
        let plain = Conversion {
            letter: b'd',
            length: Length::Int(32),
            left: false,
            zeros: false,
            plus: None,
            other: false,
            width: Count::None,
            precision: Count::None,
        };
        let string = Conversion { letter: b's', ..plain };
        let text = |text: &[u8]| Part::Text(text.to_vec());
        assert_eq!(
            parts(b"a%d%%%s"),
            [text(b"a"), Part::Conversion(plain), text(b"%"), Part::Conversion(string)]
        );
        let limited =
            Conversion { left: true, width: Count::Given(5), precision: Count::Given(12), ..string };
        assert_eq!(parts(b"%-5.12s"), [Part::Conversion(limited)]);
        let long = Conversion { letter: b'u', length: Length::Word, ..plain };
        assert_eq!(parts(b"%lu"), [Part::Conversion(long)]);
        let starred = Conversion { width: Count::Argument, precision: Count::Argument, ..string };
        assert_eq!(parts(b"%*.*s"), [Part::Conversion(starred)]);
        let short =
            Conversion { letter: b'x', length: Length::Int(8), zeros: true, width: Count::Given(2), ..plain };
        assert_eq!(parts(b"%02hhx"), [Part::Conversion(short)]);
        assert_eq!(parts(b"100%"), [text(b"100"), Part::Incomplete]);
    }
}
