//! Operations on integers and pointers as terms: arithmetic, comparisons, conversions, intrinsics.

use crate::state::{Moving, State};
use crate::transfer::{Possible, Transfer};
use engine::Reason;
use heap::{Bitwise, Pointer};
use ir::{BinaryOp, CastOp, CmpOp, ErrorKind, Intrinsic, Property, Scalar};
use logic::Term;

impl Transfer<'_> {
    /// A value of which nothing is known, undefined where an argument is.
    pub fn unknown(&mut self, state: &mut State, width: u32, args: &[Term]) -> Term {
        match args.iter().any(|arg| self.symbols.is_undefined(*arg)) {
            true => state.heap.fresh.undefined(&mut self.symbols, width),
            false => state.heap.fresh.unknown(&mut self.symbols, width),
        }
    }

    /// What is left of a number divided by another that is no constant and not zero: a number below that. Which one is a
    /// hard question for a solver, and proofs seldom depend on it; it is the same one each time. None if it may be
    /// divided by a number below zero.
    fn remainder(&mut self, state: &mut State, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        let width = self.symbols.store.width(a);
        let zero = self.symbols.store.zero(width);
        let [negative, below_zero] = [a, b].map(|it| self.symbols.store.slt(it, zero));
        let is_signed = op == BinaryOp::SRem;
        if is_signed && !matches!(self.can(state, below_zero), Possible::No) {
            return None;
        }
        let is_natural = !is_signed || matches!(self.can(state, negative), Possible::No);
        let kind = if is_natural { "remainder" } else { "signed remainder" };
        let store = &mut self.symbols.store;
        let rest = store.var(&format!("{kind} of {a:?} by {b:?}/{width}"), width);
        let known = match is_natural {
            true => [store.ult(rest, b), store.ule(rest, a)],
            false => {
                let least = store.neg(b);
                [store.slt(rest, b), store.slt(least, rest)]
            }
        };
        known.into_iter().for_each(|known| self.assume(state, known));
        Some(rest)
    }

    /// An integer operation. Where it is undefined the path ends; the state that goes on is given with the result.
    pub fn binary(
        &mut self,
        state: Moving,
        op: BinaryOp,
        a: Term,
        b: Term,
        signed: bool,
    ) -> Option<(Moving, Term)> {
        let mut state = state;
        let width = self.symbols.store.width(a);
        match op {
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => {
                if self.symbols.is_undefined(b) && !self.on_undefined(&mut state, "a division") {
                    return None;
                }
                let zero = self.symbols.store.zero(width);
                let by_zero = self.symbols.store.eq(b, zero);
                state = self.exclude(state, by_zero, Wrong::Undefined("divides by zero"))?;
                let overflows = self.context.task.properties.contains(Property::NoOverflow);
                if matches!(op, BinaryOp::SDiv | BinaryOp::SRem) && overflows {
                    let least = self.symbols.store.constant(logic::BitVec::sign_bit(width));
                    let minus = self.symbols.store.constant(logic::BitVec::ones(width));
                    let is_least = self.symbols.store.eq(a, least);
                    let is_minus = self.symbols.store.eq(b, minus);
                    let overflow = self.symbols.store.and(is_least, is_minus);
                    let text = "the smallest number divided by -1 overflows";
                    state = self.exclude(state, overflow, Wrong::Error(ErrorKind::SignedOverflow, text))?;
                }
            }
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                let limit = self.symbols.store.num(width, width.into());
                let too_far = self.symbols.store.uge(b, limit);
                let wrong = Wrong::Undefined("shifts by the width of the type or more");
                state = self.exclude(state, too_far, wrong)?;
            }
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul
                if signed && self.context.task.properties.contains(Property::NoOverflow) =>
            {
                let overflow = match op {
                    BinaryOp::Add => self.symbols.store.sadd_overflow(a, b),
                    BinaryOp::Sub => self.symbols.store.ssub_overflow(a, b),
                    _ => self.symbols.store.smul_overflow(a, b),
                };
                let wrong = Wrong::Error(ErrorKind::SignedOverflow, "signed arithmetic overflows");
                state = self.exclude(state, overflow, wrong)?;
            }
            _ => {}
        }
        let bitwise = match op {
            BinaryOp::And => Some(Bitwise::And),
            BinaryOp::Or => Some(Bitwise::Or),
            BinaryOp::Xor => Some(Bitwise::Xor),
            _ => None,
        };
        if let Some(result) = bitwise.and_then(|op| state.heap.masked(&mut self.symbols, op, a, b)) {
            return Some((state, result));
        }
        let is_plain =
            |symbols: &mut heap::Symbols, term: Term| !symbols.is_undefined(term) && !symbols.has_base(term);
        if matches!(op, BinaryOp::URem | BinaryOp::SRem)
            && self.constant(b).is_none()
            && !self.context.precision.divides_exactly
            && [a, b].into_iter().all(|term| is_plain(&mut self.symbols, term))
            && let Some(rest) = self.remainder(&mut state, op, a, b)
        {
            return Some((state, rest));
        }
        let store = &mut self.symbols.store;
        let result = match op {
            BinaryOp::Add => store.add(a, b),
            BinaryOp::Sub => store.sub(a, b),
            BinaryOp::Mul => store.mul(a, b),
            BinaryOp::UDiv => store.udiv(a, b),
            BinaryOp::SDiv => store.sdiv(a, b),
            BinaryOp::URem => store.urem(a, b),
            BinaryOp::SRem => store.srem(a, b),
            BinaryOp::Shl => store.shl(a, b),
            BinaryOp::LShr => store.lshr(a, b),
            BinaryOp::AShr => store.ashr(a, b),
            BinaryOp::And => store.and(a, b),
            BinaryOp::Or => store.or(a, b),
            BinaryOp::Xor => store.xor(a, b),
            BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => {
                unreachable!("float operations know their format")
            }
        };
        Some((state, result))
    }

    /// The constant that a term of up to 128 bits is.
    pub fn number(&self, term: Term) -> Option<u128> {
        self.symbols.store.as_const(term).and_then(|value| value.to_u128())
    }

    /// Ends the executions in which something goes wrong, and gives the state in which it does not.
    pub fn exclude(&mut self, mut state: Moving, condition: Term, wrong: Wrong) -> Option<Moving> {
        if self.symbols.store.as_bool(condition) == Some(false) {
            return Some(state);
        }
        self.assume_layout(&mut state, condition);
        match self.can(&state, condition) {
            Possible::No => return Some(state),
            Possible::Yes | Possible::Unknown => {
                let mut bad = state.clone();
                self.assume(&mut bad, condition);
                match wrong {
                    Wrong::Undefined(what) => self.loss(&bad, Reason::UndefinedBehaviour, what),
                    Wrong::Error(kind, what) => self.fault(&bad, kind, what.to_string(), None),
                }
            }
        }
        let fine = self.symbols.store.not(condition);
        if matches!(self.can(&state, fine), Possible::No) {
            return None;
        }
        self.assume(&mut state, fine);
        Some(state)
    }

    /// A comparison of integers or pointers.
    pub fn compare(&mut self, state: &State, op: CmpOp, a: Term, b: Term) -> Term {
        let (a, b) = match op {
            CmpOp::Ult | CmpOp::Ule | CmpOp::Ugt | CmpOp::Uge => self.offsets(state, a, b).unwrap_or((a, b)),
            _ => (a, b),
        };
        let (heap, symbols) = (&state.heap, &mut self.symbols);
        match op {
            CmpOp::Eq => heap.equal(symbols, a, b),
            CmpOp::Ne => {
                let equal = heap.equal(symbols, a, b);
                symbols.store.not(equal)
            }
            CmpOp::Ult => heap.below(symbols, a, b),
            CmpOp::Ugt => heap.below(symbols, b, a),
            CmpOp::Ule => {
                let above = heap.below(symbols, b, a);
                symbols.store.not(above)
            }
            CmpOp::Uge => {
                let below = heap.below(symbols, a, b);
                symbols.store.not(below)
            }
            CmpOp::Slt => symbols.store.slt(a, b),
            CmpOp::Sle => symbols.store.sle(a, b),
            CmpOp::Sgt => symbols.store.sgt(a, b),
            CmpOp::Sge => symbols.store.sge(a, b),
        }
    }

    /// The offsets of two addresses in one object, where the path keeps them from wrapping around: they compare like
    /// the addresses, and what follows from that says nothing about where the object lies.
    fn offsets(&mut self, state: &State, a: Term, b: Term) -> Option<(Term, Term)> {
        if !self.symbols.has_base(a) || !self.symbols.has_base(b) {
            return None;
        }
        let (Pointer::Into(one, x), Pointer::Into(other, y)) =
            (state.heap.pointer(&mut self.symbols, a), state.heap.pointer(&mut self.symbols, b))
        else {
            return None;
        };
        if one != other || (self.constant(x).is_some() && self.constant(y).is_some()) {
            return None;
        }
        let most = match self.symbols.word() > 32 {
            true => self.symbols.size(1 << 62),
            false => state.heap.object(one).size,
        };
        let store = &mut self.symbols.store;
        let (far, also_far) = (store.ult(most, x), store.ult(most, y));
        let far = store.or(far, also_far);
        matches!(self.can(state, far), Possible::No).then_some((x, y))
    }

    /// A conversion. Where it is undefined the path ends; the state that goes on is given with the result.
    pub fn cast(
        &mut self,
        state: Moving,
        op: CastOp,
        from: Scalar,
        into: Scalar,
        value: Term,
    ) -> Option<(Moving, Term)> {
        let width = into.bits(self.context.program().target);
        match op {
            CastOp::Trunc | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::ZExt | CastOp::Bitcast => {
                let value = self.resize(value, width);
                Some((state, value))
            }
            CastOp::SExt => {
                let value = self.symbols.store.sext_or_trunc(value, width);
                Some((state, value))
            }
            _ => self.float_cast(state, op, from, into, value),
        }
    }

    /// Cuts a value, or extends it with zeros.
    pub fn resize(&mut self, value: Term, width: u32) -> Term {
        let from = self.symbols.store.width(value);
        if width < from && width.is_multiple_of(8) {
            return self.symbols.slice(value, 0, u64::from(width / 8));
        }
        self.symbols.store.zext_or_trunc(value, width)
    }

    /// A pure function of scalars.
    pub fn intrinsic(
        &mut self,
        state: &mut State,
        op: Intrinsic,
        ty: Scalar,
        result: Scalar,
        args: &[Term],
    ) -> Term {
        use Intrinsic::*;
        let target = self.context.program().target;
        let width = result.bits(target);
        if let Scalar::Float(kind) = ty {
            return self.float_intrinsic(state, op, kind, width, args);
        }
        let store = &mut self.symbols.store;
        let bits = store.width(args[0]);
        let a = args[0];
        let b = args.get(1).copied().unwrap_or(a);
        match op {
            Ctlz => store.ctlz(a),
            Cttz => store.cttz(a),
            Ctpop => store.popcount(a),
            Bswap => store.bswap(a),
            BitReverse => store.bitreverse(a),
            Abs => {
                let zero = store.zero(bits);
                let negative = store.slt(a, zero);
                let minus = store.neg(a);
                store.ite(negative, minus, a)
            }
            SMin => {
                let first = store.slt(a, b);
                store.ite(first, a, b)
            }
            SMax => {
                let first = store.slt(a, b);
                store.ite(first, b, a)
            }
            UMin => {
                let first = store.ult(a, b);
                store.ite(first, a, b)
            }
            UMax => {
                let first = store.ult(a, b);
                store.ite(first, b, a)
            }
            FunnelShl => store.fshl(a, b, args[2]),
            FunnelShr => store.fshr(a, b, args[2]),
            SAddOverflows => store.sadd_overflow(a, b),
            UAddOverflows => store.uadd_overflow(a, b),
            SSubOverflows => store.ssub_overflow(a, b),
            USubOverflows => store.usub_overflow(a, b),
            SMulOverflows => store.smul_overflow(a, b),
            UMulOverflows => store.umul_overflow(a, b),
            UAddSat => {
                let (over, sum) = (store.uadd_overflow(a, b), store.add(a, b));
                let most = store.constant(logic::BitVec::ones(bits));
                store.ite(over, most, sum)
            }
            USubSat => {
                let (over, difference) = (store.usub_overflow(a, b), store.sub(a, b));
                let zero = store.zero(bits);
                store.ite(over, zero, difference)
            }
            SAddSat | SSubSat => {
                let (over, plain) = match op {
                    SAddSat => (store.sadd_overflow(a, b), store.add(a, b)),
                    _ => (store.ssub_overflow(a, b), store.sub(a, b)),
                };
                // Overflow is towards the sign of the first operand.
                let zero = store.zero(bits);
                let negative = store.slt(a, zero);
                let least = store.constant(logic::BitVec::sign_bit(bits));
                let most = store.not(least);
                let clamped = store.ite(negative, least, most);
                store.ite(over, clamped, plain)
            }
            FNeg | FAbs | CopySign | Sqrt | Floor | Ceil | Truncate | RoundEven | Round | Fma | FMin
            | FMax | IsFpClass => self.unknown(state, width, args),
        }
    }
}

/// What is wrong with the executions that are excluded.
#[derive(Clone, Copy, Debug)]
pub enum Wrong {
    /// Undefined behaviour without a kind of its own.
    Undefined(&'static str),
    /// An error.
    Error(ErrorKind, &'static str),
}
