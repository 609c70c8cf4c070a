//! Floating-point operations on constants, in the formats that the machine at hand has too.
//!
//! `None` means that the result is not computed here.

use ir::{BinaryOp, CastOp, FCmpOp, FloatKind, Intrinsic, Scalar};
use std::cmp::Ordering;

/// A constant in a format of the machine at hand. `float` is exact in `f64`.
fn value(kind: FloatKind, bits: u128) -> Option<f64> {
    match kind {
        FloatKind::F32 => Some(f64::from(f32::from_bits(bits as u32))),
        FloatKind::F64 => Some(f64::from_bits(bits as u64)),
        FloatKind::F16 | FloatKind::BF16 | FloatKind::X87 | FloatKind::F128 => None,
    }
}

/// Sum, difference, product, quotient or remainder.
pub fn binary(op: BinaryOp, kind: FloatKind, a: u128, b: u128) -> Option<u128> {
    match kind {
        FloatKind::F32 => {
            let (x, y) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            let result = match op {
                BinaryOp::FAdd => x + y,
                BinaryOp::FSub => x - y,
                BinaryOp::FMul => x * y,
                BinaryOp::FDiv => x / y,
                BinaryOp::FRem => x % y,
                _ => return None,
            };
            Some(result.to_bits().into())
        }
        FloatKind::F64 => {
            let (x, y) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
            let result = match op {
                BinaryOp::FAdd => x + y,
                BinaryOp::FSub => x - y,
                BinaryOp::FMul => x * y,
                BinaryOp::FDiv => x / y,
                BinaryOp::FRem => x % y,
                _ => return None,
            };
            Some(result.to_bits().into())
        }
        FloatKind::F16 | FloatKind::BF16 | FloatKind::X87 | FloatKind::F128 => None,
    }
}

/// A comparison.
pub fn compare(op: FCmpOp, kind: FloatKind, a: u128, b: u128) -> Option<bool> {
    use FCmpOp::*;
    let order = value(kind, a)?.partial_cmp(&value(kind, b)?);
    let (less, equal, greater) =
        (order == Some(Ordering::Less), order == Some(Ordering::Equal), order == Some(Ordering::Greater));
    Some(match op {
        False => false,
        True => true,
        Oeq => equal,
        Ogt => greater,
        Oge => greater || equal,
        Olt => less,
        Ole => less || equal,
        One => less || greater,
        Ord => order.is_some(),
        Uno => order.is_none(),
        Ueq => !less && !greater,
        Ugt => !less && !equal,
        Uge => !less,
        Ult => !greater && !equal,
        Ule => !greater,
        Une => !equal,
    })
}

/// A conversion from or to a float, of a value of `from_bits` bits to one of `width` bits.
pub fn cast(op: CastOp, from: Scalar, into: Scalar, bits: u128, from_bits: u32, width: u32) -> Option<u128> {
    let encode = |kind: FloatKind, double: f64, single: f32| match kind {
        FloatKind::F32 => Some(u128::from(single.to_bits())),
        FloatKind::F64 => Some(u128::from(double.to_bits())),
        _ => None,
    };
    match (op, from, into) {
        (CastOp::FpTrunc | CastOp::FpExt, Scalar::Float(from), Scalar::Float(into)) => {
            let value = value(from, bits)?;
            encode(into, value, value as f32)
        }
        (CastOp::FpToSi, Scalar::Float(from), _) => {
            let value = value(from, bits)?.trunc();
            let limit = 2f64.powi(width as i32 - 1);
            (value >= -limit && value < limit).then(|| value as i128 as u128 & mask(width))
        }
        (CastOp::FpToUi, Scalar::Float(from), _) => {
            let value = value(from, bits)?.trunc();
            (value > -1.0 && value < 2f64.powi(width as i32)).then_some(value as u128)
        }
        (CastOp::SiToFp, _, Scalar::Float(into)) => {
            let shift = 128 - from_bits;
            let number = ((bits << shift) as i128) >> shift;
            encode(into, number as f64, number as f32)
        }
        (CastOp::UiToFp, _, Scalar::Float(into)) => encode(into, bits as f64, bits as f32),
        _ => None,
    }
}

/// A pure function of floats.
pub fn intrinsic(op: Intrinsic, kind: FloatKind, args: &[u128]) -> Option<u128> {
    let x = value(kind, *args.first()?)?;
    let exact = match op {
        // A root of a `float` in double precision, rounded once more, is the correctly rounded one.
        Intrinsic::Sqrt => x.sqrt(),
        Intrinsic::Floor => x.floor(),
        Intrinsic::Ceil => x.ceil(),
        Intrinsic::Truncate => x.trunc(),
        Intrinsic::RoundEven => x.round_ties_even(),
        Intrinsic::Round => x.round(),
        Intrinsic::CopySign => x.copysign(value(kind, *args.get(1)?)?),
        _ => return None,
    };
    match kind {
        FloatKind::F32 => Some((exact as f32).to_bits().into()),
        _ => Some(exact.to_bits().into()),
    }
}

fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width.clamp(1, 128))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_folded_as_the_machine_does() {
        let bits = |x: f64| u128::from(x.to_bits());
        assert_eq!(binary(BinaryOp::FDiv, FloatKind::F64, bits(1.0), bits(4.0)), Some(bits(0.25)));
        assert_eq!(compare(FCmpOp::Ult, FloatKind::F64, bits(f64::NAN), bits(1.0)), Some(true));
        assert_eq!(compare(FCmpOp::Olt, FloatKind::F64, bits(f64::NAN), bits(1.0)), Some(false));
        let (double, int) = (Scalar::Float(FloatKind::F64), Scalar::Int(8));
        assert_eq!(cast(CastOp::FpToSi, double, int, bits(-2.9), 64, 8), Some(0xfe));
        assert_eq!(cast(CastOp::FpToSi, double, int, bits(128.0), 64, 8), None);
        assert_eq!(cast(CastOp::SiToFp, int, double, 0xff, 8, 64), Some(bits(-1.0)));
        assert_eq!(binary(BinaryOp::FAdd, FloatKind::X87, 0, 0), None);
    }
}
