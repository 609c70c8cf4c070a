//! Formatted output: the `printf` family, with the results of the GNU C library in the "C" locale.

use super::decimal::{self, Decimal};
use crate::call::Argument;
use crate::console::Stream;
use crate::float::Class;
use crate::machine::{Machine, Step};
use crate::value::{Prov, Value, Wide};
use clib::{Count, Flags, Length, NOT_PASSED, Print, PrintConversion, PrintPart, PrintTo};
use ir::{ErrorKind, FloatKind, Scalar};

/// The widest field that is shown.
const WIDEST: u64 = 1 << 24;

/// Where the arguments of a format come from.
pub enum Arguments<'b> {
    /// The arguments of the call itself, and how many are used.
    Direct(&'b [Argument], usize),
    /// A `va_list`: its address on x86-64, its value on i386.
    List(Value),
}

/// The memory that a text is made from: addresses and numbers of bytes.
#[derive(Default)]
struct Used {
    /// The texts that are shown.
    shown: Vec<(Value, u64)>,
    /// Where `%n` stores the number of bytes so far.
    counts: Vec<(Value, u64)>,
}

/// How a value is shown: a conversion whose numbers are known.
#[derive(Clone, Debug)]
struct Spec {
    flags: Flags,
    width: usize,
    precision: Option<usize>,
}

impl Spec {
    /// Pads a text to the width: `sign` stays in front of zeros.
    fn pad(&self, sign: &str, body: &str, zeros: bool) -> Vec<u8> {
        let fill = self.width.saturating_sub(sign.len() + body.len());
        let text = if self.flags.left {
            format!("{sign}{body}{}", " ".repeat(fill))
        } else if zeros && self.flags.zeros {
            format!("{sign}{}{body}", "0".repeat(fill))
        } else {
            format!("{}{sign}{body}", " ".repeat(fill))
        };
        text.into_bytes()
    }

    /// Pads bytes to the width.
    fn pad_bytes(&self, body: &[u8]) -> Vec<u8> {
        let fill = vec![b' '; self.width.saturating_sub(body.len())];
        if self.flags.left { [body, &fill].concat() } else { [&fill, body].concat() }
    }

    fn sign(&self, negative: bool) -> &'static str {
        match negative {
            true => "-",
            false if self.flags.plus => "+",
            false if self.flags.space => " ",
            false => "",
        }
    }

    fn integer(&self, conversion: u8, value: u128, bits: u8) -> Vec<u8> {
        let signed = matches!(conversion, b'd' | b'i');
        let (negative, magnitude) = match crate::arith::signed(value, bits) {
            number if signed => (number < 0, number.unsigned_abs()),
            _ => (false, value),
        };
        let digits = match conversion {
            b'o' => format!("{magnitude:o}"),
            b'x' => format!("{magnitude:x}"),
            b'X' => format!("{magnitude:X}"),
            _ => magnitude.to_string(),
        };
        let digits = if magnitude == 0 && self.precision == Some(0) { String::new() } else { digits };
        let least = self.precision.unwrap_or(1);
        let mut digits = format!("{}{digits}", "0".repeat(least.saturating_sub(digits.len())));
        let prefix = match conversion {
            b'x' if self.flags.alternative && magnitude != 0 => "0x",
            b'X' if self.flags.alternative && magnitude != 0 => "0X",
            _ => "",
        };
        if conversion == b'o' && self.flags.alternative && !digits.starts_with('0') {
            digits.insert(0, '0');
        }
        let sign = if signed { self.sign(negative) } else { "" };
        self.pad(&format!("{sign}{prefix}"), &digits, self.precision.is_none())
    }

    fn float(&self, conversion: u8, kind: FloatKind, bits: u128) -> Vec<u8> {
        let parts = decimal::parts(kind, bits);
        let sign = self.sign(parts.negative);
        let upper = conversion.is_ascii_uppercase();
        let cased = |text: String| if upper { text.to_uppercase() } else { text };
        match parts.class {
            Class::Infinite => return self.pad(sign, &cased("inf".to_string()), false),
            Class::Quiet | Class::Signaling => return self.pad(sign, &cased("nan".to_string()), false),
            Class::Normal | Class::Subnormal | Class::Zero => {}
        }
        if matches!(conversion, b'a' | b'A') {
            let text = cased(decimal::hexadecimal(kind, parts, self.precision, self.flags.alternative));
            let (prefix, body) = text.split_at(2);
            return self.pad(&format!("{sign}{prefix}"), body, true);
        }
        let number = Decimal::new(parts.mantissa, parts.exponent);
        let precision = self.precision.unwrap_or(6);
        let text = match conversion {
            b'f' | b'F' => number.fixed(precision, self.flags.alternative),
            b'e' | b'E' => number.scientific(precision, self.flags.alternative, 'e'),
            _ => self.general(&number, precision.max(1)),
        };
        self.pad(sign, &cased(text), true)
    }

    /// The shorter of both styles, as `%g` shows it.
    fn general(&self, number: &Decimal, precision: usize) -> String {
        let exponent = number.exponent(precision - 1);
        let fixed = exponent >= -4 && (exponent as i64) < precision as i64;
        let text = match fixed {
            true => {
                number.fixed((precision as i64 - 1 - i64::from(exponent)) as usize, self.flags.alternative)
            }
            false => number.scientific(precision - 1, self.flags.alternative, 'e'),
        };
        if self.flags.alternative || !text.contains('.') {
            return text;
        }
        let (mantissa, power) = match text.find('e') {
            Some(at) => text.split_at(at),
            None => (text.as_str(), ""),
        };
        let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.');
        format!("{mantissa}{power}")
    }
}

impl Machine<'_> {
    /// Executes a member of the `printf` family.
    pub fn print(&mut self, print: Print, args: &[Argument]) -> Step<i64> {
        let format_at = match print.to {
            PrintTo::Stdout => 0,
            PrintTo::Bounded => 2,
            PrintTo::Stream | PrintTo::Buffer | PrintTo::Allocated | PrintTo::Descriptor => 1,
        };
        let first = self.pointer_argument(args, 0);
        let format = self.pointer_argument(args, format_at);
        let source = match print.list {
            true => Arguments::List(self.pointer_argument(args, format_at + 1)),
            false => Arguments::Direct(args, format_at + 1),
        };
        let mut used = Used::default();
        let Some(output) = self.format(format, source, &mut used)? else { return Ok(-1) };
        match print.to {
            PrintTo::Stdout => {
                self.open_stream(Stream::Out)?;
                self.console.write(Stream::Out, &output);
            }
            PrintTo::Stream => {
                let stream = self.stream(first)?;
                self.console.write(stream, &output);
            }
            PrintTo::Descriptor => {
                let stream = match self.decided("the output", first)? as u32 {
                    0 => return self.unsupported("writing to the standard input"),
                    1 => Stream::Out,
                    2 => Stream::Err,
                    descriptor => return self.write_file(descriptor, &output),
                };
                self.open_stream(stream)?;
                self.console.write(stream, &output);
            }
            PrintTo::Buffer => {
                self.check_apart(first, output.len() as u64 + 1, &used)?;
                self.write_bytes(first, &[output.as_slice(), &[0]].concat())?;
            }
            PrintTo::Bounded => {
                let room = self.pointer_argument(args, 1);
                let room = self.decided("the size of a buffer", room)? as usize;
                if room > 0 {
                    let kept = output.len().min(room - 1);
                    self.check_apart(first, kept as u64 + 1, &used)?;
                    self.write_bytes(first, &[&output[..kept], &[0]].concat())?;
                }
            }
            PrintTo::Allocated => {
                let block = self.malloc(Value::int(output.len() as u64 + 1))?;
                if block.bits == 0 {
                    return Ok(-1);
                }
                self.write_bytes(block, &[output.as_slice(), &[0]].concat())?;
                self.write_memory(first, block, self.memory.word)?;
            }
        }
        Ok(output.len() as i64)
    }

    /// Checks that a text is not written over what it shows, nor over a count that it stores, which would be lost or not.
    fn check_apart(&mut self, to: Value, count: u64, used: &Used) -> Step<()> {
        for text in used.shown.iter().filter(|(_, length)| *length > 0) {
            self.apart((to, count), *text)?;
        }
        for stored in &used.counts {
            if self.overlap((to, count), *stored)?.is_some() {
                return self.undefined("printf stores a count where it writes its text");
            }
        }
        Ok(())
    }

    /// The text that a format makes of its arguments; none where a character cannot be shown. What memory it uses is
    /// noted.
    fn format(&mut self, format: Value, mut args: Arguments<'_>, used: &mut Used) -> Step<Option<Vec<u8>>> {
        let at_format = format;
        let format = self.read_string(format, None)?;
        used.shown.push((at_format, format.len() as u64 + 1));
        let start = match &args {
            Arguments::Direct(_, used) => *used,
            Arguments::List(_) => 0,
        };
        let mut output = Vec::new();
        for part in clib::print_parts(&format) {
            let conversion = match part {
                PrintPart::Text(text) => {
                    output.extend(text);
                    continue;
                }
                PrintPart::Conversion(conversion) => conversion,
                PrintPart::Incomplete => {
                    return self.undefined("a format ends with an incomplete conversion");
                }
            };
            if let Some(position) = conversion.position {
                let Arguments::Direct(_, used) = &mut args else {
                    return self.unsupported("numbered arguments of a va_list");
                };
                *used = start + position as usize - 1;
            }
            let spec = self.spec(&conversion, &mut args)?;
            let length = conversion.length;
            let bits = (length.bytes(self.prepared.program.target) * 8) as u8;
            match conversion.letter {
                b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => {
                    let value = self.next_integer(&mut args, bits)?;
                    output.extend(spec.integer(conversion.letter, u128::from(value), bits));
                }
                b'c' | b'C' => {
                    let value = self.next_integer(&mut args, 32)?;
                    let wide = conversion.letter == b'C' || length == Length::Long;
                    if wide && value >= 128 {
                        return Ok(None);
                    }
                    output.extend(spec.pad_bytes(&[value as u8]));
                }
                b's' | b'S' => {
                    let wide = conversion.letter == b'S' || length == Length::Long;
                    let pointer = self.next_pointer(&mut args)?;
                    match self.shown_string(pointer, wide, spec.precision)? {
                        Some(text) => {
                            let ended = spec.precision.is_none_or(|most| text.len() < most);
                            let characters = text.len() as u64 + u64::from(ended);
                            let read = characters * if wide { 4 } else { 1 };
                            // A null pointer was noted and stands for a text of the library.
                            used.shown.extend((pointer.bits != 0).then_some((pointer, read)));
                            output.extend(spec.pad_bytes(&text));
                        }
                        None => return Ok(None),
                    }
                }
                b'p' => {
                    let pointer = self.next_argument(&mut args, Scalar::Ptr)?.lo;
                    self.memory.list(pointer.prov);
                    if pointer.prov != Prov::NONE {
                        self.note_layout();
                    }
                    let address = self.decided("the output", Value { prov: Prov::NONE, ..pointer })?;
                    match address {
                        0 => output.extend(spec.pad("", "(nil)", false)),
                        _ => {
                            let flags = Flags { alternative: true, ..spec.flags };
                            output.extend(Spec { flags, ..spec }.integer(b'x', u128::from(address), 64));
                        }
                    }
                }
                b'n' => {
                    let pointer = self.next_pointer(&mut args)?;
                    let bytes = usize::from(bits) / 8;
                    self.write_memory(pointer, Value::int(output.len() as u64), bytes)?;
                    used.counts.push((pointer, bytes as u64));
                }
                b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
                    let kind = match length {
                        Length::LongDouble => FloatKind::X87,
                        _ => FloatKind::F64,
                    };
                    let value = self.next_argument(&mut args, Scalar::Float(kind))?;
                    if !value.is_defined() {
                        self.uninitialized("the output")?;
                    }
                    self.note_disguised(value);
                    output.extend(spec.float(conversion.letter, kind, value.bits()));
                }
                b'm' => return self.unsupported("the text of errno is printed"),
                _ => return self.undefined("a conversion that printf does not have"),
            }
        }
        Ok(Some(output))
    }

    /// The text of a string argument, cut to the precision; none where a wide character cannot be shown.
    fn shown_string(
        &mut self,
        pointer: Value,
        wide: bool,
        precision: Option<usize>,
    ) -> Step<Option<Vec<u8>>> {
        if !wide {
            return self.read_string(pointer, precision.map(|precision| precision as u64)).map(Some);
        }
        let mut text = Vec::new();
        while precision.is_none_or(|precision| text.len() < precision) {
            let character = self.read_memory(self.offset(pointer, 4 * text.len() as u64), 4)?;
            match self.decided("the output", character)? {
                0 => break,
                character @ 1..=127 => text.push(character as u8),
                _ => return Ok(None),
            }
        }
        Ok(Some(text))
    }

    /// The numbers of a conversion, some of which are arguments.
    fn spec(&mut self, conversion: &PrintConversion, args: &mut Arguments<'_>) -> Step<Spec> {
        let mut flags = conversion.flags;
        let width = match conversion.width {
            Count::None => 0,
            Count::Given(width) => width,
            Count::Argument => {
                let width = self.next_integer(args, 32)? as u32 as i32;
                flags.left |= width < 0;
                u64::from(width.unsigned_abs())
            }
        };
        let precision = match conversion.precision {
            Count::None => None,
            Count::Given(precision) => Some(precision),
            Count::Argument => u64::try_from(self.next_integer(args, 32)? as u32 as i32).ok(),
        };
        if width.max(precision.unwrap_or(0)) > WIDEST {
            return self.unsupported("a field of many million characters");
        }
        Ok(Spec { flags, width: width as usize, precision: precision.map(|precision| precision as usize) })
    }

    /// The next argument as an integer of which `bits` bits count.
    fn next_integer(&mut self, args: &mut Arguments<'_>, bits: u8) -> Step<u64> {
        let passed = if bits <= 32 { 32 } else { 64 };
        let value = self.next_argument(args, Scalar::Int(passed))?.lo.truncated(bits);
        self.decided("the output", value)
    }

    /// The next argument, which memory is accessed through. One that was not passed leads nowhere.
    pub fn next_pointer(&mut self, args: &mut Arguments<'_>) -> Step<Value> {
        if let Arguments::Direct(list, used) = args
            && *used >= list.len()
        {
            return self.error(ErrorKind::InvalidPointer, NOT_PASSED.into(), None);
        }
        Ok(self.next_argument(args, Scalar::Ptr)?.lo)
    }

    /// The next argument of a type.
    fn next_argument(&mut self, args: &mut Arguments<'_>, ty: Scalar) -> Step<Wide> {
        match args {
            Arguments::Direct(list, used) => {
                *used += 1;
                match list.get(*used - 1) {
                    Some(arg) => Ok(arg.value),
                    None => self.undefined("the format asks for more arguments than were passed"),
                }
            }
            Arguments::List(list) if self.memory.word == 8 => self.next_of_saved(*list, ty),
            Arguments::List(cursor) => {
                let (value, next) = self.next_of_cursor(*cursor, ty)?;
                *cursor = next;
                Ok(value)
            }
        }
    }
}
