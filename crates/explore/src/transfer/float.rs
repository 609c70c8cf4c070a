//! Operations on floats as terms.
//!
//! Constants are computed as the machine does. What is symbolic becomes a term of integer operations on the bits
//! (`logic` spells IEEE 754 out), so that comparisons and conversions of inputs are decided exactly. Where there is
//! no such term (roots, remainders), or where it would be too hard to decide, the result is a value of which nothing
//! is known, which covers every execution.
//!
//! `long double` writes its leading one down. It is left out for computing and put back afterwards; patterns in which
//! it is not as it should be come from no computation, and whatever is computed from them is unknown.

use crate::state::{Moving, State};
use crate::transfer::arith::Wrong;
use crate::transfer::float_bounds::Computed;
use crate::transfer::{Transfer, float_constant};
use engine::Reason;
use ir::{BinaryOp, CastOp, FCmpOp, FloatKind, Intrinsic, Scalar};
use logic::{BinOp, FloatFormat, Integral, Node, Term};
use rustc_hash::FxHashSet;

/// How hard the operands of a float operation may be to decide together, in nodes of an easy term.
const EFFORT: u64 = 4000;
/// What a product of two unknown significands costs.
const PRODUCT: u64 = 300;
/// What a quotient costs.
const QUOTIENT: u64 = 800;

/// The format of `long double` once its leading one is hidden.
const EXTENDED: FloatFormat = FloatFormat { exponent: 15, fraction: 63 };

/// The format in which a kind of floats is computed.
pub fn format(kind: FloatKind) -> FloatFormat {
    match kind {
        FloatKind::F16 => FloatFormat::HALF,
        FloatKind::BF16 => FloatFormat::BFLOAT,
        FloatKind::F32 => FloatFormat::SINGLE,
        FloatKind::F64 => FloatFormat::DOUBLE,
        FloatKind::F128 => FloatFormat::QUAD,
        FloatKind::X87 => EXTENDED,
    }
}

impl Transfer<'_> {
    /// A float as it is computed with.
    fn decoded(&mut self, kind: FloatKind, value: Term) -> Term {
        if kind != FloatKind::X87 {
            return value;
        }
        let (head, fraction) =
            (self.symbols.store.extract(value, 64, 16), self.symbols.store.extract(value, 0, 63));
        self.symbols.store.concat(head, fraction)
    }

    /// A float as it is stored.
    pub fn encoded(&mut self, kind: FloatKind, value: Term) -> Term {
        if kind != FloatKind::X87 {
            return value;
        }
        let store = &mut self.symbols.store;
        let (head, exponent) = (store.extract(value, 63, 16), store.extract(value, 63, 15));
        let (one, fraction) = (store.is_nonzero(exponent), store.extract(value, 0, 63));
        let low = store.concat(one, fraction);
        store.concat(head, low)
    }

    /// Whether floats of a kind are as computations make them.
    fn regular(&mut self, kind: FloatKind, values: &[Term]) -> Term {
        let store = &mut self.symbols.store;
        let mut all = store.truth();
        for value in values.iter().filter(|_| kind == FloatKind::X87) {
            let (exponent, one) = (store.extract(*value, 64, 15), store.extract(*value, 63, 1));
            let some = store.is_nonzero(exponent);
            let same = store.eq(one, some);
            all = store.and(all, same);
        }
        all
    }

    /// A result that was computed from floats of a kind: unknown where they are not regular.
    fn settled(&mut self, state: &mut State, kind: FloatKind, values: &[Term], result: Term) -> Term {
        let regular = self.regular(kind, values);
        if self.symbols.store.as_bool(regular) == Some(true) {
            return result;
        }
        let width = self.symbols.store.width(result);
        let other = self.unknown(state, width, values);
        self.symbols.store.ite(regular, result, other)
    }

    /// The format of a symbolic operation, where its operands are easy enough.
    fn easy(&self, kind: FloatKind, args: &[Term]) -> Option<FloatFormat> {
        let mut effort = 0;
        let mut seen = FxHashSet::default();
        let mut stack = args.to_vec();
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            let node = self.symbols.store.node(term);
            effort += match node {
                Node::Bin(BinOp::Mul, _, b) if self.symbols.store.as_const(b).is_none() => PRODUCT,
                Node::Bin(BinOp::Udiv | BinOp::Urem | BinOp::Sdiv | BinOp::Srem, ..) => QUOTIENT,
                _ => 1,
            };
            if effort > EFFORT {
                return None;
            }
            stack.extend(node.args());
        }
        Some(format(kind))
    }

    /// Some NaN: its sign and payload can be anything.
    fn nan(&mut self, state: &mut State, format: FloatFormat) -> Term {
        let bits = state.heap.fresh.unknown(&mut self.symbols, format.fraction);
        format.quiet_nan(&mut self.symbols.store, bits)
    }

    /// A float operation.
    pub fn float_binary(
        &mut self,
        state: &mut State,
        op: BinaryOp,
        kind: FloatKind,
        a: Term,
        b: Term,
    ) -> Term {
        if let (Some(x), Some(y)) = (self.number(a), self.number(b))
            && let Some(bits) = float_constant::binary(op, kind, x, y)
        {
            return self.symbols.store.num(kind.bits(), bits);
        }
        let Some(format) = self.easy(kind, &[a, b]).filter(|_| op != BinaryOp::FRem) else {
            return self.unknown(state, kind.bits(), &[a, b]);
        };
        let nan = self.nan(state, format);
        let (x, y) = (self.decoded(kind, a), self.decoded(kind, b));
        let store = &mut self.symbols.store;
        let result = match op {
            BinaryOp::FAdd => store.float_add(format, x, y, nan),
            BinaryOp::FSub => store.float_sub(format, x, y, nan),
            BinaryOp::FMul => store.float_mul(format, x, y, nan),
            BinaryOp::FDiv => store.float_div(format, x, y, nan),
            _ => return self.unknown(state, kind.bits(), &[a, b]),
        };
        let result = self.encoded(kind, result);
        let result = self.settled(state, kind, &[a, b], result);
        self.note_float(kind, result, Computed::Binary(op, a, b));
        result
    }

    /// A comparison of floats.
    pub fn float_compare(
        &mut self,
        state: &mut State,
        op: FCmpOp,
        kind: FloatKind,
        a: Term,
        b: Term,
    ) -> Term {
        let folded = match (op, self.number(a), self.number(b)) {
            (FCmpOp::True, ..) => Some(true),
            (FCmpOp::False, ..) => Some(false),
            (_, Some(x), Some(y)) => float_constant::compare(op, kind, x, y),
            _ => None,
        };
        if let Some(holds) = folded {
            return self.symbols.store.bool(holds);
        }
        let Some(format) = self.easy(kind, &[a, b]) else {
            return self.unknown(state, 1, &[a, b]);
        };
        let (x, y) = (self.decoded(kind, a), self.decoded(kind, b));
        let store = &mut self.symbols.store;
        let (less, greater) = (store.float_lt(format, x, y), store.float_lt(format, y, x));
        let equal = store.float_eq(format, x, y);
        let (nan_x, nan_y) = (store.float_is_nan(format, x), store.float_is_nan(format, y));
        let unordered = store.or(nan_x, nan_y);
        let result = match op {
            FCmpOp::False => store.falsity(),
            FCmpOp::True => store.truth(),
            FCmpOp::Oeq => equal,
            FCmpOp::Ogt => greater,
            FCmpOp::Oge => store.or(greater, equal),
            FCmpOp::Olt => less,
            FCmpOp::Ole => store.or(less, equal),
            FCmpOp::One => store.or(less, greater),
            FCmpOp::Ord => store.not(unordered),
            FCmpOp::Uno => unordered,
            FCmpOp::Ueq => store.or(unordered, equal),
            FCmpOp::Ugt => store.or(unordered, greater),
            FCmpOp::Uge => store.not(less),
            FCmpOp::Ult => store.or(unordered, less),
            FCmpOp::Ule => store.not(greater),
            FCmpOp::Une => store.not(equal),
        };
        self.settled(state, kind, &[a, b], result)
    }

    /// A conversion from or to a float. Where a number has no place in an integer the path ends; the state that
    /// goes on is given with the result.
    pub fn float_cast(
        &mut self,
        mut state: Moving,
        op: CastOp,
        from: Scalar,
        into: Scalar,
        value: Term,
    ) -> Option<(Moving, Term)> {
        const OUTSIDE: &str = "converts a float that is out of range to an integer";
        let target = self.context.program().target;
        let width = into.bits(target);
        if let Some(bits) = self.number(value)
            && let Some(bits) = float_constant::cast(op, from, into, bits, from.bits(target), width)
        {
            let value = self.symbols.store.num(width, bits);
            return Some((state, value));
        }
        if matches!(op, CastOp::FpToSi | CastOp::FpToUi)
            && let Some(integer) = self.bounded_integer(&mut state, op, into, value)
        {
            return Some((state, integer));
        }
        let kind = |ty: Scalar| match ty {
            Scalar::Float(kind) => self.easy(kind, &[value]).map(|format| (kind, format)),
            _ => None,
        };
        let value = match (op, kind(from), kind(into)) {
            (CastOp::FpTrunc | CastOp::FpExt, Some((from_kind, from)), Some((into_kind, into))) => {
                let nan = self.nan(&mut state, into);
                let x = self.decoded(from_kind, value);
                let result = self.symbols.store.float_convert(from, into, x, nan);
                let result = self.encoded(into_kind, result);
                let result = self.settled(&mut state, from_kind, &[value], result);
                if matches!(from_kind, FloatKind::F32 | FloatKind::F64) {
                    self.note_float(into_kind, result, Computed::Cast(op, Scalar::Float(from_kind), value));
                }
                result
            }
            (CastOp::FpToSi | CastOp::FpToUi, Some((kind, from)), _) => {
                let signed = op == CastOp::FpToSi;
                let x = self.decoded(kind, value);
                let (number, fits) = self.symbols.store.float_to_int(from, x, width, signed);
                let regular = self.regular(kind, &[value]);
                let fine = self.symbols.store.and(fits, regular);
                let outside = self.symbols.store.not(fine);
                state = self.exclude(state, outside, Wrong::Undefined(OUTSIDE))?;
                number
            }
            (CastOp::SiToFp | CastOp::UiToFp, _, Some((kind, into))) => {
                let result = self.symbols.store.float_from_int(into, value, op == CastOp::SiToFp);
                let result = self.encoded(kind, result);
                self.note_float(kind, result, Computed::Cast(op, from, value));
                result
            }
            (CastOp::FpToSi | CastOp::FpToUi, None, _) => {
                let what = "converts a float that may be out of range to an integer";
                self.loss(&state, Reason::UndefinedBehaviour, what);
                self.unknown(&mut state, width, &[value])
            }
            _ => self.unknown(&mut state, width, &[value]),
        };
        Some((state, value))
    }

    /// A pure function of floats.
    pub fn float_intrinsic(
        &mut self,
        state: &mut State,
        op: Intrinsic,
        kind: FloatKind,
        width: u32,
        args: &[Term],
    ) -> Term {
        let sign = self.symbols.store.constant(logic::BitVec::sign_bit(kind.bits()));
        let rest = self.symbols.store.not(sign);
        let a = args[0];
        let b = args.get(1).copied().unwrap_or(a);
        match op {
            Intrinsic::FNeg => return self.symbols.store.xor(a, sign),
            Intrinsic::FAbs => return self.symbols.store.and(a, rest),
            Intrinsic::CopySign => {
                let (size, sign) = (self.symbols.store.and(a, rest), self.symbols.store.and(b, sign));
                return self.symbols.store.or(size, sign);
            }
            _ => {}
        }
        let numbers: Option<Vec<u128>> = args.iter().map(|arg| self.number(*arg)).collect();
        if let Some(bits) = numbers.and_then(|numbers| float_constant::intrinsic(op, kind, &numbers)) {
            return self.symbols.store.num(width, bits);
        }
        let Some(format) = self.easy(kind, args) else {
            return self.unknown(state, width, args);
        };
        let integral = match op {
            Intrinsic::Floor => Integral::Floor,
            Intrinsic::Ceil => Integral::Ceil,
            Intrinsic::Truncate => Integral::Truncate,
            Intrinsic::RoundEven => Integral::RoundEven,
            Intrinsic::Round => Integral::Round,
            Intrinsic::IsFpClass => {
                let Some(mask) = self.constant(b) else { return self.unknown(state, width, args) };
                let x = self.decoded(kind, a);
                let result = self.symbols.store.float_is_class(format, x, mask as u32);
                return self.settled(state, kind, &[a], result);
            }
            Intrinsic::FMin | Intrinsic::FMax => {
                // The greatest is the least of what is mirrored.
                let (x, y) = (self.decoded(kind, a), self.decoded(kind, b));
                let mirror = match op {
                    Intrinsic::FMax => self.symbols.store.constant(logic::BitVec::sign_bit(format.width())),
                    _ => self.symbols.store.zero(format.width()),
                };
                let (x, y) = (self.symbols.store.xor(x, mirror), self.symbols.store.xor(y, mirror));
                let least = self.extremum(state, format, x, y);
                let result = self.symbols.store.xor(least, mirror);
                let result = self.encoded(kind, result);
                return self.settled(state, kind, &[a, b], result);
            }
            _ => return self.unknown(state, width, args),
        };
        let nan = self.nan(state, format);
        let x = self.decoded(kind, a);
        let result = self.symbols.store.float_integral(format, integral, x, nan);
        let result = self.encoded(kind, result);
        self.settled(state, kind, &[a], result)
    }

    /// The lesser of two floats; of a number and a NaN the number. Of zeros of both signs it can be either.
    fn extremum(&mut self, state: &mut State, format: FloatFormat, a: Term, b: Term) -> Term {
        let either = state.heap.fresh.unknown(&mut self.symbols, 1);
        let nan = self.nan(state, format);
        let store = &mut self.symbols.store;
        let (less, greater) = (store.float_lt(format, a, b), store.float_lt(format, b, a));
        let (nan_a, nan_b) = (store.float_is_nan(format, a), store.float_is_nan(format, b));
        let zero = store.ite(either, a, b);
        let number = store.ite(greater, b, zero);
        let number = store.ite(less, a, number);
        let number = store.ite(nan_b, a, number);
        let both = store.and(nan_a, nan_b);
        let number = store.ite(nan_a, b, number);
        store.ite(both, nan, number)
    }
}
