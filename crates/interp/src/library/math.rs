//! `<math.h>`: on `float` and `double` by the machine's own library, so that results equal those of the compiled
//! program; on `long double` exactly where that is defined by rounding, else through `double` with a note.

use crate::arith;
use crate::call::Argument;
use crate::code::Call;
use crate::float::{self, Class};
use crate::machine::{Machine, Step};
use crate::value::{Value, Wide};
use clib::Math;
use ir::{BinaryOp, FloatKind, Scalar};
use rustc_apfloat::Round;

/// `FP_ILOGB0` and `FP_ILOGBNAN`.
const ILOGB_MIN: i64 = i32::MIN as i64;

impl Machine<'_> {
    /// Executes a function of `<math.h>`.
    pub fn math(&mut self, function: Math, kind: FloatKind, args: &[Argument], call: &Call) -> Wide {
        let result = call.results.first().map_or(Scalar::Float(kind), |result| result.1);
        let value = self.defined_math(function, kind, args, result);
        match args.iter().all(|arg| arg.value.is_defined()) {
            true => value,
            false => value.marked(self.undefined_value(result).undef()),
        }
    }

    fn defined_math(&mut self, function: Math, kind: FloatKind, args: &[Argument], result: Scalar) -> Wide {
        // On i386 a long double is the only type that differs; quad precision has its own suffix.
        let kind = match args.first().map(|arg| arg.ty) {
            Some(Scalar::Float(passed)) => passed,
            _ => kind,
        };
        let numbers: Vec<u128> = args.iter().map(|arg| arg.value.bits()).collect();
        let a = numbers.first().copied().unwrap_or(0);
        let b = numbers.get(1).copied().unwrap_or(0);
        let c = numbers.get(2).copied().unwrap_or(0);
        if let Some(bits) = exact(function, kind, a, b, c) {
            return Wide::from_bits(bits);
        }
        if let Some(number) = integral(function, kind, a, result, self.prepared.program.target) {
            return Wide::narrow(Value::int(number as u64));
        }
        if let FloatKind::F32 = kind {
            let number = single(function, float::single(a), float::single(b));
            return Wide::from_bits(u128::from(number.to_bits()));
        }
        if kind != FloatKind::F64 {
            self.note_loss("a function of long double is computed in double precision");
        }
        let through = |bits| float::double(float::convert(kind, FloatKind::F64, bits));
        let number = double(function, through(a), through(b));
        Wide::from_bits(float::convert(FloatKind::F64, kind, u128::from(number.to_bits())))
    }

    /// `frexp(number, exponent)`.
    pub fn frexp(&mut self, kind: FloatKind, args: &[Argument]) -> Step<Wide> {
        let number = args.first().map_or(0, |arg| arg.value.bits());
        let (fraction, exponent) = float::split(kind, number);
        let pointer = self.pointer_argument(args, 1);
        self.write_memory(pointer, Value::int(exponent as u32 as u64), 4)?;
        Ok(Wide::from_bits(fraction))
    }

    /// `modf(number, whole)`.
    pub fn modf(&mut self, kind: FloatKind, args: &[Argument]) -> Step<Wide> {
        let number = args.first().map_or(0, |arg| arg.value.bits());
        let whole = float::round(kind, number, Round::TowardZero);
        let sign = float::sign_bit(kind);
        let fraction = match float::classify(kind, number).0 {
            Class::Infinite => 0,
            _ => float::binary(BinaryOp::FSub, kind, number, whole),
        };
        let pointer = self.pointer_argument(args, 1);
        self.store_scalar(pointer, Wide::from_bits(whole), Scalar::Float(kind))?;
        Ok(Wide::from_bits(fraction & !sign | number & sign))
    }
}

/// The functions that are defined by exact rounding, in any format.
fn exact(function: Math, kind: FloatKind, a: u128, b: u128, c: u128) -> Option<u128> {
    let sign = float::sign_bit(kind);
    Some(match function {
        Math::Sqrt => float::square_root(kind, a),
        Math::Floor => float::round(kind, a, Round::TowardNegative),
        Math::Ceil => float::round(kind, a, Round::TowardPositive),
        Math::Trunc => float::round(kind, a, Round::TowardZero),
        Math::Round => float::round(kind, a, Round::NearestTiesToAway),
        Math::Rint => float::round(kind, a, Round::NearestTiesToEven),
        Math::Fabs => a & !sign,
        Math::Copysign => a & !sign | b & sign,
        Math::Fmod => float::binary(BinaryOp::FRem, kind, a, b),
        Math::Remainder => float::remainder(kind, a, b),
        Math::Fmin => float::extremum(kind, a, b, false),
        Math::Fmax => float::extremum(kind, a, b, true),
        Math::Fdim => match float::order(kind, a, b) {
            Some(std::cmp::Ordering::Less | std::cmp::Ordering::Equal) => 0,
            _ => float::binary(BinaryOp::FSub, kind, a, b),
        },
        Math::Nextafter => float::next_after(kind, a, b),
        Math::Fma => float::fused_multiply_add(kind, a, b, c),
        Math::Ldexp => float::scale(kind, a, b as u32 as i32),
        Math::Scalbln => float::scale(kind, a, (b as i64).clamp(-100_000, 100_000) as i32),
        Math::Logb => match float::classify(kind, a).0 {
            Class::Zero => float::infinity(kind) | sign,
            Class::Infinite => a & !sign,
            Class::Quiet | Class::Signaling => a,
            _ => float::from_integer(kind, float::exponent(kind, a) as u128 & arith::mask(32), 32, true),
        },
        _ => return None,
    })
}

/// The functions that give an integer.
fn integral(function: Math, kind: FloatKind, a: u128, result: Scalar, target: ir::Target) -> Option<i64> {
    let (class, negative) = float::classify(kind, a);
    let bits = result.bits(target) as u8;
    let rounded = |round| {
        let number = float::round_to_integer(kind, a, bits, true, round);
        number.map_or(1 << (bits - 1), |number| number as i64)
    };
    Some(match function {
        Math::Ilogb => match class {
            Class::Zero | Class::Quiet | Class::Signaling => ILOGB_MIN,
            Class::Infinite => i64::from(i32::MAX),
            Class::Normal | Class::Subnormal => i64::from(float::exponent(kind, a)),
        },
        Math::Lround | Math::Llround => rounded(Round::NearestTiesToAway),
        Math::Lrint | Math::Llrint => rounded(Round::NearestTiesToEven),
        Math::Isnan => i64::from(matches!(class, Class::Quiet | Class::Signaling)),
        Math::Isinf => match class {
            Class::Infinite if negative => -1,
            Class::Infinite => 1,
            _ => 0,
        },
        Math::Finite => i64::from(matches!(class, Class::Normal | Class::Subnormal | Class::Zero)),
        Math::Signbit => i64::from(negative),
        Math::Classify => match class {
            Class::Quiet | Class::Signaling => 0,
            Class::Infinite => 1,
            Class::Zero => 2,
            Class::Subnormal => 3,
            Class::Normal => 4,
        },
        _ => return None,
    })
}

/// Declares the functions that the machine's library computes, for one type.
macro_rules! transcendental {
    ($name:ident, $type:ty) => {
        fn $name(function: Math, a: $type, b: $type) -> $type {
            match function {
                Math::Sin => a.sin(),
                Math::Cos => a.cos(),
                Math::Tan => a.tan(),
                Math::Asin => a.asin(),
                Math::Acos => a.acos(),
                Math::Atan => a.atan(),
                Math::Sinh => a.sinh(),
                Math::Cosh => a.cosh(),
                Math::Tanh => a.tanh(),
                Math::Asinh => a.asinh(),
                Math::Acosh => a.acosh(),
                Math::Atanh => a.atanh(),
                Math::Exp => a.exp(),
                Math::Exp2 => a.exp2(),
                Math::Exp10 => (10.0 as $type).powf(a),
                Math::Expm1 => a.exp_m1(),
                Math::Log => a.ln(),
                Math::Log2 => a.log2(),
                Math::Log10 => a.log10(),
                Math::Log1p => a.ln_1p(),
                Math::Cbrt => a.cbrt(),
                Math::Pow => a.powf(b),
                Math::Atan2 => a.atan2(b),
                Math::Hypot => a.hypot(b),
                _ => <$type>::NAN,
            }
        }
    };
}

transcendental!(double, f64);
transcendental!(single, f32);
