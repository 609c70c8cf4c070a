//! Formatted input: `scanf` on the standard input, and the reading of floating-point numbers.

use super::print::Arguments;
use crate::call::Argument;
use crate::console::Stream;
use crate::float;
use crate::machine::{Machine, Step};
use crate::report::InputSource;
use crate::value::{Value, Wide};
use clib::{Length, Scan, ScanConversion, ScanFrom, ScanPart};
use ir::FloatKind;

/// The standard input while it is scanned; characters that are not used are put back.
struct Reader {
    /// How many characters were read.
    position: usize,
}

impl Machine<'_> {
    /// Executes a member of the `scanf` family.
    pub fn scan(&mut self, scan: Scan, args: &[Argument]) -> Step<i64> {
        let first = self.pointer_argument(args, 0);
        let format_at = match scan.from {
            ScanFrom::Stdin => {
                self.open_stream(Stream::In)?;
                0
            }
            ScanFrom::Stream => {
                self.input_stream(first)?;
                1
            }
        };
        let mut reader = Reader { position: 0 };
        let format = self.pointer_argument(args, format_at);
        let format = self.read_string(format, None)?;
        let mut source = match scan.list {
            true => Arguments::List(self.pointer_argument(args, format_at + 1)),
            false => Arguments::Direct(args, format_at + 1),
        };
        let result = self.scan_format(&mut reader, &format, &mut source);
        self.note_input(InputSource::Stdin, reader.position as u128, reader.position > 0);
        result
    }

    fn scan_format(&mut self, reader: &mut Reader, format: &[u8], args: &mut Arguments<'_>) -> Step<i64> {
        let mut assigned = 0;
        for part in clib::scan_parts(format) {
            match part {
                ScanPart::Space => self.skip_space(reader),
                ScanPart::Conversion(directive) => match self.scan_directive(reader, &directive, args)? {
                    Taken::Assigned => assigned += 1,
                    Taken::Skipped => {}
                    // Whatever was converted and not stored, to the GNU library.
                    Taken::End if assigned == 0 => return Ok(-1),
                    Taken::End | Taken::Mismatch => return Ok(assigned),
                },
                ScanPart::Literal(byte) => match self.next_character(reader) {
                    Some(found) if found == byte => {}
                    Some(found) => {
                        self.put_back(reader, found);
                        return Ok(assigned);
                    }
                    None => return Ok(if assigned > 0 { assigned } else { -1 }),
                },
                ScanPart::Incomplete => return self.undefined("the format of scanf is not complete"),
            }
        }
        Ok(assigned)
    }

    fn next_character(&mut self, reader: &mut Reader) -> Option<u8> {
        let byte = self.console.read();
        reader.position += usize::from(byte.is_some());
        byte
    }

    fn put_back(&mut self, reader: &mut Reader, byte: u8) {
        reader.position -= 1;
        self.console.unread(byte);
    }

    fn skip_space(&mut self, reader: &mut Reader) {
        while let Some(byte) = self.next_character(reader) {
            if !is_space(byte) {
                self.put_back(reader, byte);
                break;
            }
        }
    }

    /// Takes characters as long as `accept` likes the text so far with the next one.
    fn take(&mut self, reader: &mut Reader, limit: usize, accept: impl Fn(&[u8], u8) -> bool) -> Vec<u8> {
        let mut taken = Vec::new();
        while taken.len() < limit {
            match self.next_character(reader) {
                Some(byte) if accept(&taken, byte) => taken.push(byte),
                Some(byte) => {
                    self.put_back(reader, byte);
                    break;
                }
                None => break,
            }
        }
        taken
    }

    fn scan_directive(
        &mut self,
        reader: &mut Reader,
        directive: &ScanConversion,
        args: &mut Arguments<'_>,
    ) -> Step<Taken> {
        let conversion = directive.letter;
        let bytes = match conversion {
            b'p' => self.memory.word,
            _ => directive.length.bytes(self.prepared.program.target) as usize,
        };
        if matches!(directive.length, Length::Long | Length::LongLong)
            && matches!(conversion, b's' | b'c' | b'[')
        {
            return self.unsupported("scanf reads a wide string");
        }
        if !matches!(conversion, b'c' | b'[' | b'n') {
            self.skip_space(reader);
        }
        if conversion == b'n' {
            if !directive.suppressed {
                let pointer = self.next_pointer(args)?;
                self.write_memory(pointer, Value::int(reader.position as u64), bytes)?;
            }
            return Ok(Taken::Skipped);
        }
        match self.next_character(reader) {
            None => return Ok(Taken::End),
            Some(byte) => self.put_back(reader, byte),
        }
        let limit = directive.width.map_or(usize::MAX, |width| width as usize);
        let text = match conversion {
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'p' => {
                let base = base_of(conversion);
                self.take(reader, limit, |so_far, byte| continues_integer(so_far, byte, base))
            }
            _ if directive.is_float() => self.take(reader, limit, continues_float),
            b's' => self.take(reader, limit, |_, byte| !is_space(byte)),
            b'c' => self.take(reader, directive.width.unwrap_or(1) as usize, |_, _| true),
            b'[' => {
                let is_meant = |byte| directive.set.as_ref().is_some_and(|set| set.contains(byte));
                self.take(reader, limit, |_, byte| is_meant(byte))
            }
            b'%' => {
                let found = self.take(reader, 1, |_, byte| byte == b'%');
                return Ok(if found.is_empty() { Taken::Mismatch } else { Taken::Skipped });
            }
            _ => return self.unsupported(format!("the conversion %{} of scanf", char::from(conversion))),
        };
        let value = match conversion {
            b's' | b'[' | b'c' if text.is_empty() => return Ok(Taken::Mismatch),
            b's' | b'[' | b'c' => None,
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'p' => match parse_integer(&text, base_of(conversion))
            {
                Some(number) => Some((Wide::from_bits(number), bytes)),
                None => return Ok(Taken::Mismatch),
            },
            _ => {
                let kind = match directive.length {
                    Length::LongDouble => FloatKind::X87,
                    Length::Long | Length::LongLong => FloatKind::F64,
                    _ => FloatKind::F32,
                };
                let (bits, used) = float_prefix(kind, &text);
                if used == 0 || used < text.len() {
                    return Ok(Taken::Mismatch);
                }
                Some((Wide::from_bits(bits), usize::try_from(kind.bits() / 8).unwrap_or(8)))
            }
        };
        if directive.suppressed {
            return Ok(Taken::Skipped);
        }
        let mut pointer = self.next_pointer(args)?;
        match value {
            Some((value, bytes)) => {
                self.write_memory(pointer, value.lo, bytes.min(8))?;
                if bytes > 8 {
                    self.write_memory(self.offset(pointer, 8), value.hi, bytes - 8)?;
                }
            }
            None => {
                let end: &[u8] = if conversion == b'c' { &[] } else { &[0] };
                let bytes = [text.as_slice(), end].concat();
                if directive.allocated {
                    let block = self.malloc(Value::int(bytes.len() as u64))?;
                    self.write_memory(pointer, block, self.memory.word)?;
                    if block.bits == 0 {
                        return Ok(Taken::End);
                    }
                    pointer = block;
                }
                self.write_bytes(pointer, &bytes)?;
            }
        }
        Ok(Taken::Assigned)
    }
}

/// Whether a character is white space: Rust leaves out the vertical tab.
fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

/// What became of a directive.
enum Taken {
    /// A value was stored.
    Assigned,
    /// It matched, and nothing was stored.
    Skipped,
    /// The input does not match.
    Mismatch,
    /// The input is at its end.
    End,
}

fn base_of(conversion: u8) -> u32 {
    match conversion {
        b'x' | b'X' | b'p' => 16,
        b'o' => 8,
        b'i' => 0,
        _ => 10,
    }
}

/// Whether a character continues an integer; base 0 means that a prefix tells.
fn continues_integer(so_far: &[u8], byte: u8, base: u32) -> bool {
    let unsigned = match so_far {
        [b'+' | b'-', rest @ ..] => rest,
        _ => so_far,
    };
    let hexadecimal = base == 16 || base == 0 && matches!(unsigned, [b'0', b'x' | b'X', ..]);
    match byte {
        b'+' | b'-' => so_far.is_empty(),
        b'x' | b'X' => unsigned == b"0" && (base == 16 || base == 0),
        _ if hexadecimal => byte.is_ascii_hexdigit(),
        _ if base == 8 || base == 0 && unsigned.first() == Some(&b'0') => (b'0'..=b'7').contains(&byte),
        _ => byte.is_ascii_digit(),
    }
}

fn parse_integer(text: &[u8], base: u32) -> Option<u128> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let (base, digits) = match digits {
        [b'0', b'x' | b'X', rest @ ..] if base == 16 || base == 0 => (16, rest),
        [b'0', ..] if base == 0 => (8, digits),
        _ => (if base == 0 { 10 } else { base }, digits),
    };
    let digits = std::str::from_utf8(digits).ok()?;
    let number = u128::from_str_radix(digits, base).ok()?;
    Some(if negative { number.wrapping_neg() } else { number })
}

/// Whether a character continues a floating-point number.
fn continues_float(so_far: &[u8], byte: u8) -> bool {
    let text = [so_far, &[byte]].concat().to_ascii_lowercase();
    let body = match text.as_slice() {
        [b'+' | b'-', rest @ ..] => rest,
        rest => rest,
    };
    let words: [&[u8]; 2] = [b"infinity", b"nan"];
    if words.iter().any(|word| word.starts_with(body)) {
        return true;
    }
    let (hexadecimal, body) = match body {
        [b'0', b'x', rest @ ..] => (true, rest),
        _ => (false, body),
    };
    let mut point = false;
    let mut exponent = false;
    for (index, byte) in body.iter().enumerate() {
        let mark = if hexadecimal { b'p' } else { b'e' };
        match byte {
            b'0'..=b'9' => {}
            b'a'..=b'f' if hexadecimal && !exponent => {}
            b'.' if !point && !exponent => point = true,
            letter if *letter == mark && !exponent && index > 0 => exponent = true,
            b'+' | b'-' if index > 0 && body[index - 1] == mark => {}
            _ => return false,
        }
    }
    true
}

/// The number that the longest suitable prefix of a text denotes, and its length; zero and 0 where there is none.
pub fn float_prefix(kind: FloatKind, text: &[u8]) -> (u128, usize) {
    let space = text.iter().take_while(|byte| is_space(**byte)).count();
    let body = &text[space..];
    let signed = usize::from(matches!(body.first(), Some(b'+' | b'-')));
    let sign = if body.first() == Some(&b'-') { float::sign_bit(kind) } else { 0 };
    let digits = body[signed..].to_ascii_lowercase();
    for (word, value) in [
        (b"infinity".as_slice(), float::infinity(kind)),
        (b"inf", float::infinity(kind)),
        (b"nan", float::nan(kind)),
    ] {
        if digits.starts_with(word) {
            return (value | sign, space + signed + word.len());
        }
    }
    let length = number_length(&digits);
    let Some(number) = std::str::from_utf8(&digits[..length]).ok().filter(|number| !number.is_empty()) else {
        return (0, 0);
    };
    // The soft-float reader wants an exponent in hexadecimal numbers and digits around the point.
    let number = match number.starts_with("0x") && !number.contains('p') {
        true => format!("{number}p0"),
        false => number.to_string(),
    };
    match float::parse(kind, &number) {
        Some(bits) => (bits | sign, space + signed + length),
        None => (0, 0),
    }
}

/// The length of the longest prefix that is a decimal or hexadecimal number; the text is in lower case.
fn number_length(text: &[u8]) -> usize {
    let hexadecimal = text.starts_with(b"0x")
        && text[2..].iter().find(|byte| **byte != b'.').is_some_and(u8::is_ascii_hexdigit);
    let (start, mark) = if hexadecimal { (2, b'p') } else { (0, b'e') };
    let is_digit = |byte: &u8| if hexadecimal { byte.is_ascii_hexdigit() } else { byte.is_ascii_digit() };
    let count = |from: usize| text[from..].iter().take_while(|byte| is_digit(byte)).count();
    let whole = count(start);
    let mut end = start + whole;
    let mut fraction = 0;
    if text.get(end) == Some(&b'.') {
        fraction = count(end + 1);
        if whole + fraction > 0 {
            end += 1 + fraction;
        }
    }
    if whole + fraction == 0 {
        return 0;
    }
    if text.get(end) == Some(&mark) {
        let signed = usize::from(matches!(text.get(end + 1), Some(b'+' | b'-')));
        let from = end + 1 + signed;
        let digits =
            text.get(from..).unwrap_or_default().iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits > 0 {
            end = from + digits;
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_of_numbers_are_found() {
        let read = |text: &str| {
            let (bits, used) = float_prefix(FloatKind::F64, text.as_bytes());
            (float::double(bits), used)
        };
        assert_eq!(read("  -1.5e3xyz"), (-1500.0, 8));
        assert_eq!(read("1e"), (1.0, 1));
        assert_eq!(read(".5."), (0.5, 2));
        assert_eq!(read("0x1.8p1"), (3.0, 7));
        assert_eq!(read("0x1f"), (31.0, 4));
        assert_eq!(read("0xg"), (0.0, 1));
        assert_eq!(read("-inf"), (f64::NEG_INFINITY, 4));
        assert_eq!(read("5."), (5.0, 2));
        assert_eq!(read("abc"), (0.0, 0));
    }

    #[test]
    fn integers_stop_where_they_end() {
        assert!(continues_integer(b"0", b'x', 0) && !continues_integer(b"0", b'x', 10));
        assert!(!continues_integer(b"07", b'8', 0) && continues_integer(b"-", b'8', 10));
        assert_eq!(parse_integer(b"-0x10", 0), Some(16u128.wrapping_neg()));
        assert_eq!(parse_integer(b"-", 10), None);
    }
}
