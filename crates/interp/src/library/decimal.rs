//! Exact decimal digits of binary floating-point numbers.
//!
//! A finite number is m·2^e. For e ≥ 0 that is an integer; for e < 0 it is m·5^(-e) / 10^(-e): in both cases an
//! integer with a decimal point in it. So all digits are computed exactly, and rounding to any number of them is
//! done once, to nearest even, as `printf` of the GNU C library does.

use crate::float::{self, Class};
use ir::FloatKind;

/// A floating-point number taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// Whether its sign is negative.
    pub negative: bool,
    /// What kind of number it is.
    pub class: Class,
    /// The significand as an integer.
    pub mantissa: u128,
    /// The power of two that the significand is multiplied by.
    pub exponent: i32,
}

/// Takes a number apart.
pub fn parts(kind: FloatKind, bits: u128) -> Parts {
    let (class, negative) = float::classify(kind, bits);
    // The width of the stored fraction, of the exponent, and its bias.
    let (fraction_bits, exponent_bits) = match kind {
        FloatKind::F16 => (10, 5),
        FloatKind::BF16 => (7, 8),
        FloatKind::F32 => (23, 8),
        FloatKind::F64 => (52, 11),
        FloatKind::X87 => (64, 15),
        FloatKind::F128 => (112, 15),
    };
    let bias = (1 << (exponent_bits - 1)) - 1;
    let fraction = bits & ((1 << fraction_bits) - 1);
    let biased = (bits >> fraction_bits) as i32 & ((1 << exponent_bits) - 1);
    // The x87 format stores the leading one.
    let explicit = kind == FloatKind::X87;
    let scale = if explicit { fraction_bits - 1 } else { fraction_bits };
    let mantissa = match biased {
        0 => fraction,
        _ if explicit => fraction,
        _ => fraction | 1 << fraction_bits,
    };
    Parts { negative, class, mantissa, exponent: biased.max(1) - bias - scale }
}

/// A non-negative number in decimal: 0.d₁d₂d₃… × 10^point, with d₁ ≠ 0; zero has no digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decimal {
    /// The digits, as numbers.
    pub digits: Vec<u8>,
    /// The position of the decimal point.
    pub point: i32,
}

const LIMB: u64 = 1_000_000_000;

fn multiply(limbs: &mut Vec<u32>, factor: u32) {
    let mut carry = 0;
    for limb in limbs.iter_mut() {
        let product = u64::from(*limb) * u64::from(factor) + carry;
        *limb = (product % LIMB) as u32;
        carry = product / LIMB;
    }
    while carry > 0 {
        limbs.push((carry % LIMB) as u32);
        carry /= LIMB;
    }
}

fn power(limbs: &mut Vec<u32>, base: u32, chunk: u32, mut exponent: u32) {
    let step = base.pow(chunk);
    while exponent >= chunk {
        multiply(limbs, step);
        exponent -= chunk;
    }
    multiply(limbs, base.pow(exponent));
}

impl Decimal {
    /// The digits of `mantissa`·2^`exponent`.
    pub fn new(mantissa: u128, exponent: i32) -> Decimal {
        let mut limbs = Vec::new();
        let mut rest = mantissa;
        while rest > 0 {
            limbs.push((rest % u128::from(LIMB)) as u32);
            rest /= u128::from(LIMB);
        }
        match exponent {
            0.. => power(&mut limbs, 2, 29, exponent.unsigned_abs()),
            _ => power(&mut limbs, 5, 12, exponent.unsigned_abs()),
        }
        let mut digits: Vec<u8> = Vec::new();
        for limb in limbs.iter().rev() {
            digits.extend(format!("{limb:09}").bytes().map(|digit| digit - b'0'));
        }
        let leading = digits.iter().take_while(|digit| **digit == 0).count();
        digits.drain(..leading);
        let point = digits.len() as i32 + exponent.min(0);
        let trailing = digits.iter().rev().take_while(|digit| **digit == 0).count();
        digits.truncate(digits.len() - trailing);
        Decimal { digits, point }
    }

    /// The number rounded to its first `keep` digits, halves to even. Zero or fewer digits may be kept.
    pub fn rounded(&self, keep: i64) -> Decimal {
        let count = self.digits.len() as i64;
        if keep >= count {
            return self.clone();
        }
        let zero = Decimal { digits: Vec::new(), point: 0 };
        if keep < 0 {
            return zero;
        }
        let keep = keep as usize;
        let (kept, cut) = self.digits.split_at(keep);
        let odd = kept.last().is_some_and(|digit| digit % 2 == 1);
        let up = match cut[0] {
            0..=4 => false,
            5 => odd || cut[1..].iter().any(|digit| *digit != 0),
            _ => true,
        };
        let mut digits = kept.to_vec();
        let mut point = self.point;
        if up {
            while digits.last() == Some(&9) {
                digits.pop();
            }
            match digits.last_mut() {
                Some(digit) => *digit += 1,
                None => {
                    digits.push(1);
                    point += 1;
                }
            }
        }
        let trailing = digits.iter().rev().take_while(|digit| **digit == 0).count();
        digits.truncate(digits.len() - trailing);
        if digits.is_empty() { zero } else { Decimal { digits, point } }
    }

    /// The digit at a position relative to the point: 0 is the first after it, -1 the last before it.
    fn digit(&self, position: i64) -> u8 {
        let index = position + i64::from(self.point);
        usize::try_from(index).ok().and_then(|index| self.digits.get(index)).copied().unwrap_or(0)
    }

    /// With `precision` digits after the point, as `%f` shows it.
    pub fn fixed(&self, precision: usize, force_point: bool) -> String {
        let number = self.rounded(i64::from(self.point) + precision as i64);
        let whole = i64::from(number.point.max(0)).max(1);
        let mut text: String =
            (-whole..0).map(|position| char::from(b'0' + number.digit(position))).collect();
        if precision > 0 || force_point {
            text.push('.');
        }
        text.extend((0..precision as i64).map(|position| char::from(b'0' + number.digit(position))));
        text
    }

    /// The decimal exponent with `precision` + 1 digits kept.
    pub fn exponent(&self, precision: usize) -> i32 {
        let number = self.rounded(precision as i64 + 1);
        if number.digits.is_empty() { 0 } else { number.point - 1 }
    }

    /// With `precision` digits after the first, as `%e` shows it.
    pub fn scientific(&self, precision: usize, force_point: bool, letter: char) -> String {
        let number = self.rounded(precision as i64 + 1);
        let digit = |index: usize| char::from(b'0' + number.digits.get(index).copied().unwrap_or(0));
        let mut text = digit(0).to_string();
        if precision > 0 || force_point {
            text.push('.');
        }
        text.extend((1..=precision).map(digit));
        let exponent = self.exponent(precision);
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{text}{letter}{sign}{:02}", exponent.unsigned_abs())
    }
}

/// A finite number in hexadecimal, as `%a` shows it, without its sign.
pub fn hexadecimal(kind: FloatKind, parts: Parts, precision: Option<usize>, force_point: bool) -> String {
    // The leading digit has one bit, or four in the x87 format; the others have four each.
    let (lead_bits, total_bits) = match kind {
        FloatKind::F16 => (1, 11),
        FloatKind::BF16 => (1, 8),
        FloatKind::F32 | FloatKind::F64 => (1, 53),
        FloatKind::X87 => (4, 64),
        FloatKind::F128 => (1, 113),
    };
    let parts = match kind {
        // A float is passed as a double.
        FloatKind::F32 => return hexadecimal(FloatKind::F64, widened(parts), precision, force_point),
        _ => parts,
    };
    let mut fraction_bits: u32 = total_bits - lead_bits;
    let mut mantissa = parts.mantissa;
    let padding = (4 - fraction_bits % 4) % 4;
    mantissa <<= padding;
    fraction_bits += padding;
    let mut exponent = match mantissa {
        0 => 0,
        _ => parts.exponent + (total_bits - lead_bits) as i32,
    };
    let digits = (fraction_bits / 4) as usize;
    let shown = precision.unwrap_or(digits).min(digits);
    let cut = 4 * (digits - shown) as u32;
    if cut > 0 {
        let half = 1u128 << (cut - 1);
        let rest = mantissa & ((1 << cut) - 1);
        mantissa >>= cut;
        if rest > half || rest == half && mantissa & 1 == 1 {
            mantissa += 1;
        }
    }
    let shown_bits = 4 * shown as u32;
    let mut lead = mantissa >> shown_bits;
    if lead >= 16 {
        lead >>= 4;
        exponent += 4;
    }
    let fraction = mantissa & ((1u128 << shown_bits) - 1);
    let mut text = if shown > 0 { format!("{fraction:0shown$x}") } else { String::new() };
    match precision {
        None => text.truncate(text.trim_end_matches('0').len()),
        Some(precision) => text.extend(std::iter::repeat_n('0', precision - shown)),
    }
    let point = if text.is_empty() && !force_point { "" } else { "." };
    format!("0x{lead:x}{point}{text}p{exponent:+}")
}

/// The parts of a normal number with a significand of 53 bits.
fn widened(parts: Parts) -> Parts {
    if parts.mantissa == 0 {
        return parts;
    }
    let shift = 53 - (128 - parts.mantissa.leading_zeros());
    Parts { mantissa: parts.mantissa << shift, exponent: parts.exponent - shift as i32, ..parts }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(number: f64) -> Decimal {
        let parts = parts(FloatKind::F64, u128::from(number.to_bits()));
        Decimal::new(parts.mantissa, parts.exponent)
    }

    #[test]
    fn all_digits_are_exact() {
        let tenth = decimal(0.1);
        let text: String = tenth.digits.iter().map(|digit| char::from(b'0' + digit)).collect();
        assert_eq!(text, "1000000000000000055511151231257827021181583404541015625");
        assert_eq!(tenth.point, 0);
        assert_eq!(decimal(1e22).fixed(0, false), "10000000000000000000000");
        assert_eq!(decimal(5e-324).scientific(3, false, 'e'), "4.941e-324");
    }

    #[test]
    fn rounding_is_to_nearest_even() {
        assert_eq!(decimal(0.5).fixed(0, false), "0");
        assert_eq!(decimal(1.5).fixed(0, false), "2");
        assert_eq!(decimal(2.5).fixed(0, false), "2");
        assert_eq!(decimal(0.125).fixed(2, false), "0.12");
        assert_eq!(decimal(9.999).fixed(2, false), "10.00");
        assert_eq!(decimal(0.96).fixed(1, false), "1.0");
        assert_eq!(decimal(0.04).fixed(1, false), "0.0");
        assert_eq!(decimal(99999.5).scientific(4, false, 'e'), "1.0000e+05");
    }

    #[test]
    fn hexadecimal_has_the_leading_digit_of_its_format() {
        let double = |number: f64| parts(FloatKind::F64, u128::from(number.to_bits()));
        assert_eq!(hexadecimal(FloatKind::F64, double(1.0), None, false), "0x1p+0");
        assert_eq!(hexadecimal(FloatKind::F64, double(0.1), Some(3), false), "0x1.99ap-4");
        assert_eq!(hexadecimal(FloatKind::F64, double(0.0), Some(2), false), "0x0.00p+0");
        let bits = float::convert(FloatKind::F64, FloatKind::X87, u128::from(3.5f64.to_bits()));
        assert_eq!(hexadecimal(FloatKind::X87, parts(FloatKind::X87, bits), None, false), "0xep-2");
    }
}
