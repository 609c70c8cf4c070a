//! Floating-point operations on encodings, in all formats.
//!
//! `float` and `double` use the machine's own arithmetic; the other formats go through a soft-float library that
//! rounds as IEEE 754 prescribes, to nearest even, as C programs find the machine.

use ir::{BinaryOp, FCmpOp, FloatKind, Intrinsic};
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};
use std::cmp::Ordering;

/// Evaluates a body with `$type` standing for the soft-float type of a format.
macro_rules! with_format {
    ($kind:expr, $type:ident => $body:expr) => {
        match $kind {
            FloatKind::F16 => {
                type $type = Half;
                $body
            }
            FloatKind::BF16 => {
                type $type = BFloat;
                $body
            }
            FloatKind::F32 => {
                type $type = Single;
                $body
            }
            FloatKind::F64 => {
                type $type = Double;
                $body
            }
            FloatKind::X87 => {
                type $type = X87DoubleExtended;
                $body
            }
            FloatKind::F128 => {
                type $type = Quad;
                $body
            }
        }
    };
}

/// The encoding of a `float` as its number.
pub fn single(bits: u128) -> f32 {
    f32::from_bits(bits as u32)
}

/// The encoding of a `double` as its number.
pub fn double(bits: u128) -> f64 {
    f64::from_bits(bits as u64)
}

/// A binary operation.
pub fn binary(op: BinaryOp, kind: FloatKind, a: u128, b: u128) -> u128 {
    match kind {
        FloatKind::F64 => u128::from(binary_double(op, double(a), double(b)).to_bits()),
        FloatKind::F32 => {
            let (a, b) = (single(a), single(b));
            let result = match op {
                BinaryOp::FAdd => a + b,
                BinaryOp::FSub => a - b,
                BinaryOp::FMul => a * b,
                BinaryOp::FDiv => a / b,
                _ => a % b,
            };
            u128::from(result.to_bits())
        }
        _ => with_format!(kind, F => {
            let (x, y) = (F::from_bits(a), F::from_bits(b));
            let result = match op {
                BinaryOp::FAdd => (x + y).value,
                BinaryOp::FSub => (x - y).value,
                BinaryOp::FMul => (x * y).value,
                BinaryOp::FDiv => (x / y).value,
                _ => x.c_fmod(y).value,
            };
            // The machine's own NaN for an invalid operation has the sign set.
            if result.is_nan() && !x.is_nan() && !y.is_nan() { (-F::NAN).to_bits() } else { result.to_bits() }
        }),
    }
}

/// A binary operation on doubles.
#[inline]
pub fn binary_double(op: BinaryOp, a: f64, b: f64) -> f64 {
    match op {
        BinaryOp::FAdd => a + b,
        BinaryOp::FSub => a - b,
        BinaryOp::FMul => a * b,
        BinaryOp::FDiv => a / b,
        _ => a % b,
    }
}

/// The order of two numbers; none where one is a NaN.
pub fn order(kind: FloatKind, a: u128, b: u128) -> Option<Ordering> {
    match kind {
        FloatKind::F64 => double(a).partial_cmp(&double(b)),
        FloatKind::F32 => single(a).partial_cmp(&single(b)),
        _ => with_format!(kind, F => F::from_bits(a).partial_cmp(&F::from_bits(b))),
    }
}

/// A comparison.
pub fn compare(op: FCmpOp, kind: FloatKind, a: u128, b: u128) -> bool {
    use FCmpOp::*;
    let order = order(kind, a, b);
    let Some(order) = order else { return matches!(op, Uno | Ueq | Ugt | Uge | Ult | Ule | Une | True) };
    match op {
        False | Uno => false,
        True | Ord => true,
        Oeq | Ueq => order == Ordering::Equal,
        One | Une => order != Ordering::Equal,
        Ogt | Ugt => order == Ordering::Greater,
        Oge | Uge => order != Ordering::Less,
        Olt | Ult => order == Ordering::Less,
        Ole | Ule => order != Ordering::Greater,
    }
}

/// The number in another format, rounded to nearest even.
pub fn convert(from: FloatKind, to: FloatKind, bits: u128) -> u128 {
    match (from, to) {
        _ if from == to => bits,
        (FloatKind::F32, FloatKind::F64) => u128::from(f64::from(single(bits)).to_bits()),
        (FloatKind::F64, FloatKind::F32) => u128::from((double(bits) as f32).to_bits()),
        _ => with_format!(from, F => with_format!(to, G => {
            let mut inexact = false;
            let result: G = F::from_bits(bits).convert(&mut inexact).value;
            result.to_bits()
        })),
    }
}

/// The number as an integer of `width` bits, rounded towards zero; none where it does not fit.
pub fn to_integer(kind: FloatKind, bits: u128, width: u8, signed: bool) -> Option<u128> {
    round_to_integer(kind, bits, width, signed, Round::TowardZero)
}

/// The number as an integer of `width` bits; none where it does not fit.
pub fn round_to_integer(kind: FloatKind, bits: u128, width: u8, signed: bool, round: Round) -> Option<u128> {
    use rustc_apfloat::Status;
    with_format!(kind, F => {
        let mut exact = false;
        let number = F::from_bits(bits);
        let (status, value) = match signed {
            true => {
                let result = number.to_i128_r(usize::from(width), round, &mut exact);
                (result.status, result.value as u128)
            }
            false => {
                let result = number.to_u128_r(usize::from(width), round, &mut exact);
                (result.status, result.value)
            }
        };
        (!status.contains(Status::INVALID_OP)).then_some(value & crate::arith::mask(width))
    })
}

/// An integer as a number.
pub fn from_integer(kind: FloatKind, value: u128, width: u8, signed: bool) -> u128 {
    with_format!(kind, F => match signed {
        true => F::from_i128(crate::arith::signed(value, width)).value.to_bits(),
        false => F::from_u128(value).value.to_bits(),
    })
}

/// The bit that holds the sign.
pub fn sign_bit(kind: FloatKind) -> u128 {
    1 << (kind.bits() - 1)
}

/// A quiet NaN.
pub fn nan(kind: FloatKind) -> u128 {
    with_format!(kind, F => F::NAN.to_bits())
}

/// Positive infinity.
pub fn infinity(kind: FloatKind) -> u128 {
    with_format!(kind, F => F::INFINITY.to_bits())
}

/// The class of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Class {
    Signaling,
    Quiet,
    Infinite,
    Normal,
    Subnormal,
    Zero,
}

/// The class and whether the sign is negative.
pub fn classify(kind: FloatKind, bits: u128) -> (Class, bool) {
    with_format!(kind, F => {
        let number = F::from_bits(bits);
        let class = if number.is_signaling() {
            Class::Signaling
        } else if number.is_nan() {
            Class::Quiet
        } else if number.is_infinite() {
            Class::Infinite
        } else if number.is_zero() {
            Class::Zero
        } else if number.is_denormal() {
            Class::Subnormal
        } else {
            Class::Normal
        };
        (class, number.is_negative())
    })
}

/// Whether the number is in one of the classes of LLVM's mask.
pub fn is_in_class(kind: FloatKind, bits: u128, classes: u128) -> bool {
    let (class, negative) = classify(kind, bits);
    let bit = match (class, negative) {
        (Class::Signaling, _) => 0,
        (Class::Quiet, _) => 1,
        (Class::Infinite, true) => 2,
        (Class::Normal, true) => 3,
        (Class::Subnormal, true) => 4,
        (Class::Zero, true) => 5,
        (Class::Zero, false) => 6,
        (Class::Subnormal, false) => 7,
        (Class::Normal, false) => 8,
        (Class::Infinite, false) => 9,
    };
    classes >> bit & 1 == 1
}

/// Rounds to an integral number.
pub fn round(kind: FloatKind, bits: u128, round: Round) -> u128 {
    with_format!(kind, F => F::from_bits(bits).round_to_integral(round).value.to_bits())
}

/// The product of two numbers plus a third, rounded once.
pub fn fused_multiply_add(kind: FloatKind, a: u128, b: u128, c: u128) -> u128 {
    with_format!(kind, F => F::from_bits(a).mul_add(F::from_bits(b), F::from_bits(c)).value.to_bits())
}

/// The smaller number (or the larger), where the other is a NaN the number.
pub fn extremum(kind: FloatKind, a: u128, b: u128, larger: bool) -> u128 {
    with_format!(kind, F => {
        let (a, b) = (F::from_bits(a), F::from_bits(b));
        if larger { a.max(b).to_bits() } else { a.min(b).to_bits() }
    })
}

/// The number times a power of two.
pub fn scale(kind: FloatKind, bits: u128, exponent: i32) -> u128 {
    with_format!(kind, F => F::from_bits(bits).scalbn(exponent).to_bits())
}

/// The number as a fraction in [1/2, 1) and an exponent.
pub fn split(kind: FloatKind, bits: u128) -> (u128, i32) {
    with_format!(kind, F => {
        let number = F::from_bits(bits);
        if !number.is_finite_non_zero() {
            return (bits, 0);
        }
        let mut exponent = 0;
        let fraction = number.frexp(&mut exponent);
        (fraction.to_bits(), exponent)
    })
}

/// The exponent of a finite number that is not zero.
pub fn exponent(kind: FloatKind, bits: u128) -> i32 {
    with_format!(kind, F => F::from_bits(bits).ilogb())
}

/// The neighbour of `a` in the direction of `b`.
pub fn next_after(kind: FloatKind, a: u128, b: u128) -> u128 {
    with_format!(kind, F => {
        let (from, to) = (F::from_bits(a), F::from_bits(b));
        match from.partial_cmp(&to) {
            None => if from.is_nan() { a } else { b },
            Some(Ordering::Equal) => b,
            Some(Ordering::Less) => from.next_up().value.to_bits(),
            Some(Ordering::Greater) => from.next_down().value.to_bits(),
        }
    })
}

/// The remainder with the quotient rounded to nearest even.
pub fn remainder(kind: FloatKind, a: u128, b: u128) -> u128 {
    with_format!(kind, F => F::from_bits(a).ieee_rem(F::from_bits(b)).value.to_bits())
}

/// A decimal or hexadecimal text as a number.
pub fn parse(kind: FloatKind, text: &str) -> Option<u128> {
    with_format!(kind, F => F::from_str_r(text, Round::NearestTiesToEven).ok().map(|number| number.value.to_bits()))
}

/// Square root.
pub fn square_root(kind: FloatKind, bits: u128) -> u128 {
    match kind {
        FloatKind::F64 => u128::from(double(bits).sqrt().to_bits()),
        FloatKind::F32 => u128::from(single(bits).sqrt().to_bits()),
        _ => with_format!(kind, F => {
            let number = F::from_bits(bits);
            if number.is_zero() || number.is_nan() || number.is_pos_infinity() {
                return bits;
            }
            if number.is_negative() {
                return (-F::NAN).to_bits();
            }
            // Newton's method on the fraction, whose root a double approximates, doubles the digits each round.
            let mut power = 0;
            let mut fraction = number.frexp(&mut power);
            if power % 2 != 0 {
                fraction = fraction.scalbn(1);
                power -= 1;
            }
            let estimate = double(convert(kind, FloatKind::F64, fraction.to_bits())).sqrt();
            let mut root = F::from_bits(convert(FloatKind::F64, kind, u128::from(estimate.to_bits())));
            for _ in 0..2 {
                let residue = (-root).mul_add(root, fraction).value;
                let step = (residue / root).value.scalbn(-1);
                root = (root + step).value;
            }
            root.scalbn(power / 2).to_bits()
        }),
    }
}

/// A pure function of floats; none where the operation is one on integers.
pub fn intrinsic(op: Intrinsic, kind: FloatKind, args: &[u128]) -> Option<u128> {
    let sign = sign_bit(kind);
    let first = args.first().copied().unwrap_or(0);
    let second = args.get(1).copied().unwrap_or(0);
    let third = args.get(2).copied().unwrap_or(0);
    Some(match op {
        Intrinsic::FNeg => first ^ sign,
        Intrinsic::FAbs => first & !sign,
        Intrinsic::CopySign => (first & !sign) | (second & sign),
        Intrinsic::Sqrt => square_root(kind, first),
        Intrinsic::Floor => round(kind, first, Round::TowardNegative),
        Intrinsic::Ceil => round(kind, first, Round::TowardPositive),
        Intrinsic::Truncate => round(kind, first, Round::TowardZero),
        Intrinsic::RoundEven => round(kind, first, Round::NearestTiesToEven),
        Intrinsic::Round => round(kind, first, Round::NearestTiesToAway),
        Intrinsic::Fma => fused_multiply_add(kind, first, second, third),
        Intrinsic::FMin => extremum(kind, first, second, false),
        Intrinsic::FMax => extremum(kind, first, second, true),
        Intrinsic::IsFpClass => u128::from(is_in_class(kind, first, second)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_convert_and_compute() {
        let extended = |number: f64| convert(FloatKind::F64, FloatKind::X87, u128::from(number.to_bits()));
        let sum = binary(BinaryOp::FAdd, FloatKind::X87, extended(1.5), extended(2.25));
        assert_eq!(double(convert(FloatKind::X87, FloatKind::F64, sum)), 3.75);
        assert_eq!(to_integer(FloatKind::X87, extended(-7.9), 32, true), Some(0xffff_fff9));
        assert_eq!(to_integer(FloatKind::F64, u128::from(3e10f64.to_bits()), 32, true), None);
        assert_eq!(from_integer(FloatKind::F64, 0xff, 8, true), u128::from((-1f64).to_bits()));
    }

    #[test]
    fn roots_are_exact_where_they_can_be() {
        for kind in [FloatKind::X87, FloatKind::F128, FloatKind::F16] {
            for number in [0u128, 1, 4, 9, 144, 2025] {
                let square = from_integer(kind, number * number % 60_000, 64, false);
                let root = square_root(kind, square);
                let again = binary(BinaryOp::FMul, kind, root, root);
                if number * number < 60_000 && (kind != FloatKind::F16 || number < 45) {
                    assert_eq!(again, square, "{kind:?} {number}");
                }
            }
        }
    }

    #[test]
    fn comparisons_with_nan_are_unordered() {
        let (one, nan) = (u128::from(1f64.to_bits()), nan(FloatKind::F64));
        assert!(
            compare(FCmpOp::Une, FloatKind::F64, one, nan) && !compare(FCmpOp::One, FloatKind::F64, one, nan)
        );
        assert!(is_in_class(FloatKind::F64, nan, 3) && is_in_class(FloatKind::F64, one, 0x100));
    }
}
