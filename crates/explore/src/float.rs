//! Operations on floats as terms.
//!
//! Constants are computed as the machine does. What is symbolic becomes a term of integer operations on the bits
//! (`logic` spells IEEE 754 out), so that comparisons and conversions of inputs are decided exactly. Where there is
//! no such term (formats with an explicit leading one, roots, remainders), or where it would be too hard to decide,
//! the result is a value of which nothing is known, which covers every execution.

use crate::arith::Wrong;
use crate::explorer::{Explorer, Moving};
use crate::float_constant;
use crate::state::State;
use engine::Reason;
use heap::Fresh;
use ir::{BinaryOp, CastOp, FCmpOp, FloatKind, Intrinsic, Scalar};
use logic::{BinOp, FloatFormat, Integral, Node, Term};
use rustc_hash::FxHashSet;

/// How hard the operands of a float operation may be to decide together, in nodes of an easy term.
const EFFORT: u64 = 4000;
/// What a product of two unknown significands costs.
const PRODUCT: u64 = 300;
/// What a quotient costs.
const QUOTIENT: u64 = 800;

/// The format of a kind of floats, where it is one with a hidden leading one.
pub fn format(kind: FloatKind) -> Option<FloatFormat> {
    match kind {
        FloatKind::F16 => Some(FloatFormat::HALF),
        FloatKind::BF16 => Some(FloatFormat::BFLOAT),
        FloatKind::F32 => Some(FloatFormat::SINGLE),
        FloatKind::F64 => Some(FloatFormat::DOUBLE),
        FloatKind::F128 => Some(FloatFormat::QUAD),
        FloatKind::X87 => None,
    }
}

impl Explorer<'_> {
    /// The format of a symbolic operation, where its operands are easy enough.
    fn easy(&self, kind: FloatKind, args: &[Term]) -> Option<FloatFormat> {
        let format = format(kind)?;
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
        Some(format)
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
        let store = &mut self.symbols.store;
        match op {
            BinaryOp::FAdd => store.float_add(format, a, b, nan),
            BinaryOp::FSub => store.float_sub(format, a, b, nan),
            BinaryOp::FMul => store.float_mul(format, a, b, nan),
            BinaryOp::FDiv => store.float_div(format, a, b, nan),
            _ => self.unknown(state, kind.bits(), &[a, b]),
        }
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
        let store = &mut self.symbols.store;
        let (less, greater) = (store.float_lt(format, a, b), store.float_lt(format, b, a));
        let equal = store.float_eq(format, a, b);
        let (nan_a, nan_b) = (store.float_is_nan(format, a), store.float_is_nan(format, b));
        let unordered = store.or(nan_a, nan_b);
        match op {
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
        }
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
        let target = self.program().target;
        let width = into.bits(target);
        if let Some(bits) = self.number(value)
            && let Some(bits) = float_constant::cast(op, from, into, bits, from.bits(target), width)
        {
            let value = self.symbols.store.num(width, bits);
            return Some((state, value));
        }
        let kind = |ty: Scalar| match ty {
            Scalar::Float(kind) => self.easy(kind, &[value]),
            _ => None,
        };
        let value = match (op, kind(from), kind(into)) {
            (CastOp::FpTrunc | CastOp::FpExt, Some(from), Some(into)) => {
                let nan = self.nan(&mut state, into);
                self.symbols.store.float_convert(from, into, value, nan)
            }
            (CastOp::FpToSi | CastOp::FpToUi, Some(from), _) => {
                let signed = op == CastOp::FpToSi;
                let (number, fits) = self.symbols.store.float_to_int(from, value, width, signed);
                let outside = self.symbols.store.not(fits);
                state = self.exclude(state, outside, Wrong::Undefined(OUTSIDE))?;
                number
            }
            (CastOp::SiToFp | CastOp::UiToFp, _, Some(into)) => {
                self.symbols.store.float_from_int(into, value, op == CastOp::SiToFp)
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
                return match self.constant(b) {
                    Some(mask) => self.symbols.store.float_is_class(format, a, mask as u32),
                    None => self.unknown(state, width, args),
                };
            }
            Intrinsic::FMin => return self.extremum(state, format, a, b),
            Intrinsic::FMax => {
                let (minus_a, minus_b) = (self.symbols.store.xor(a, sign), self.symbols.store.xor(b, sign));
                let least = self.extremum(state, format, minus_a, minus_b);
                return self.symbols.store.xor(least, sign);
            }
            _ => return self.unknown(state, width, args),
        };
        let nan = self.nan(state, format);
        self.symbols.store.float_integral(format, integral, a, nan)
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
