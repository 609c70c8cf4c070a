//! Numbers and truth values: what the operations of the program give.
//!
//! Equality and signed order are exact; sums with constants are told with the case that they wrap around (`arrays.rs`);
//! of other results only that the same operands give the same result is known.

use crate::exec::Exec;
use crate::exec::arrays;
use crate::solver::term::{Formula, Lin, Sym};
use crate::state::memory;
use crate::state::{Operation, Origin, State, Value};
use ir::{BinaryOp, CastOp, CmpOp, Inst, Operand, Scalar};

impl Exec<'_, '_> {
    /// An operation on two scalars.
    pub fn binary(&mut self, state: &mut State, inst: &Inst, op: BinaryOp, lhs: Operand, rhs: Operand) {
        let ty = self.context.body.operand_type(lhs);
        if ty == Scalar::BOOL {
            let (one, other) = (self.truth(state, lhs), self.truth(state, rhs));
            let formula = match op {
                BinaryOp::And => Formula::And(vec![one, other]),
                BinaryOp::Or => Formula::Or(vec![one, other]),
                BinaryOp::Xor => match (one, other) {
                    (formula, Formula::Bool(true)) | (Formula::Bool(true), formula) => formula.negated(),
                    (formula, Formula::Bool(false)) | (Formula::Bool(false), formula) => formula,
                    (one, other) => Formula::Or(vec![
                        Formula::And(vec![one.clone(), other.clone().negated()]),
                        Formula::And(vec![one.negated(), other]),
                    ]),
                },
                _ => return self.opaque_result(state, inst, "a truth value"),
            };
            return self.set(state, inst, Value::Truth(formula));
        }
        let (one, other) = (self.word(state, lhs), self.word(state, rhs));
        let bits = ty.bits(self.context.program.target);
        let value = match (one.base, other.base) {
            (None, None) => fold(op, one.offset, other.offset, bits).map(Lin::constant),
            _ => None,
        };
        let value = value.unwrap_or_else(|| arrays::arithmetic(state, op, one, other, bits));
        self.set(state, inst, Value::Word(value));
    }

    /// Whether two addresses lie in literals that cannot share their memory so that these are equal.
    fn literals_differ(&self, state: &State, one: Lin, other: Lin) -> bool {
        let literal = |value: Lin| {
            let found = state.globals.iter().find(|(_, sym)| Some(**sym) == value.base)?;
            let global = self.context.program.global(*found.0);
            let at = u64::try_from(value.offset).ok().filter(|at| *at < global.size)?;
            global.mergeable.then_some((global, at))
        };
        match (literal(one), literal(other)) {
            (Some((one, at)), Some((other, other_at))) => {
                !std::ptr::eq(one, other) && !one.may_share(at, other, other_at)
            }
            _ => false,
        }
    }

    /// A comparison of numbers or addresses.
    pub fn compare(&mut self, state: &mut State, op: CmpOp, lhs: Operand, rhs: Operand) -> Formula {
        let ty = self.context.body.operand_type(lhs);
        if ty == Scalar::BOOL {
            let (one, other) = (self.word(state, lhs), self.word(state, rhs));
            return match op {
                CmpOp::Eq => Formula::equal(one, other),
                CmpOp::Ne => Formula::differ(one, other),
                _ => opaque_order(state, op, one, other),
            };
        }
        let (one, other) = (self.word(state, lhs), self.word(state, rhs));
        let (one, other) = (state.simplest(one), state.simplest(other));
        let is_number = ty != Scalar::Ptr;
        if is_number {
            let bits = ty.bits(self.context.program.target);
            state.in_range(one, bits);
            state.in_range(other, bits);
        }
        if matches!(op, CmpOp::Eq | CmpOp::Ne) && self.literals_differ(state, one, other) {
            return Formula::Bool(op == CmpOp::Ne);
        }
        match op {
            CmpOp::Eq => equality(state, one, other),
            CmpOp::Ne => equality(state, one, other).negated(),
            _ if !is_number && self.in_one_object(state, one, other) => {
                let (one, other) = (one.offset, other.offset);
                Formula::Bool(match op {
                    CmpOp::Ult | CmpOp::Slt => one < other,
                    CmpOp::Ule | CmpOp::Sle => one <= other,
                    CmpOp::Ugt | CmpOp::Sgt => one > other,
                    CmpOp::Uge | CmpOp::Sge => one >= other,
                    CmpOp::Eq => one == other,
                    CmpOp::Ne => one != other,
                })
            }
            CmpOp::Slt if is_number => Formula::less(one, other),
            CmpOp::Sgt if is_number => Formula::less(other, one),
            CmpOp::Sge if is_number => Formula::less(one, other).negated(),
            CmpOp::Sle if is_number => Formula::less(other, one).negated(),
            _ => {
                let order = arrays::unsigned_order(op, one, other);
                let order = order.or_else(|| is_number.then(|| unsigned(op, one, other)).flatten());
                order.unwrap_or_else(|| opaque_order(state, op, one, other))
            }
        }
    }

    /// Whether two addresses are in one object, or just behind it, so that their order is that of their offsets.
    fn in_one_object(&self, state: &State, one: Lin, other: Lin) -> bool {
        let Some(base) = one.base.filter(|_| one.base == other.base) else { return false };
        let size = match state.block_of(one) {
            Some(index) => state.blocks[index].size,
            None => {
                let valid = state.info(base).valid.filter(|_| state.nonnull.contains(&base));
                valid.map(|(target, _)| self.context.layouts.get(target).size)
            }
        };
        let inside = |at: i64| u64::try_from(at).is_ok_and(|at| size.is_some_and(|size| at <= size));
        inside(one.offset) && inside(other.offset)
    }

    /// A conversion.
    pub fn cast(&mut self, state: &mut State, inst: &Inst, op: CastOp, operand: Operand) {
        let from = self.context.body.operand_type(operand);
        let target = self.context.program.target;
        let to = inst.result().map_or(from, |result| self.context.body.value_type(result));
        let bits = to.bits(target);
        if to == Scalar::BOOL {
            let value = self.word(state, operand);
            let truth = match (value.base, value.symbol().and_then(|sym| state.truths.get(&sym)).cloned()) {
                (None, _) => Formula::Bool(value.offset & 1 != 0),
                // A truth value that was a number for a while.
                (Some(_), Some(truth)) => truth,
                (Some(_), None) => {
                    let low = pure(state, Operation::LowBit, vec![value], "a truth value");
                    Formula::differ(low.value(), Lin::ZERO)
                }
            };
            return self.set(state, inst, Value::Truth(truth));
        }
        if from == Scalar::BOOL && op == CastOp::ZExt {
            let value = self.word(state, operand);
            return self.set(state, inst, Value::Word(value));
        }
        let value = self.word(state, operand);
        let result = match (op, value.base) {
            (CastOp::PtrToInt | CastOp::IntToPtr, _) if from.bits(target) == bits => {
                if let (CastOp::IntToPtr, Some(sym)) = (op, value.base)
                    && matches!(state.info(sym).origin, Origin::Opaque | Origin::Data)
                    && state.info(sym).alternatives.is_empty()
                {
                    state.symbols[sym.index()].origin = Origin::Number;
                }
                Some(value)
            }
            (CastOp::SExt, Some(_)) if value.offset == 0 && from != Scalar::BOOL => Some(value),
            (CastOp::SExt, None) if from != Scalar::BOOL => Some(value),
            (CastOp::ZExt, None) => {
                let mask = if from.bits(target) >= 64 { u64::MAX } else { (1 << from.bits(target)) - 1 };
                i64::try_from(value.offset as u64 & mask).ok().map(Lin::constant)
            }
            (CastOp::Trunc, None) => Some(Lin::constant(signed(value.offset as u64 as u128, bits))),
            (CastOp::Bitcast, _) if from != Scalar::BOOL => Some(value),
            _ => None,
        };
        let result = result.unwrap_or_else(|| match op {
            CastOp::ZExt => arrays::extended(state, value, from.bits(target)),
            CastOp::Trunc => arrays::truncated(state, value, bits),
            _ => pure(state, Operation::Cast(op, bits), vec![value], "a converted value").value(),
        });
        // A number without sign is seen as it was.
        if let (CastOp::ZExt, Some(from), Some(to)) = (op, value.symbol(), result.symbol())
            && let Some(seen) = state.info(from).seen.clone()
            && self.is_unsigned(&seen)
        {
            state.symbols[to.index()].seen = Some(seen);
        }
        if let Some(sym) = result.symbol()
            && op == CastOp::IntToPtr
            && matches!(state.info(sym).origin, Origin::Opaque | Origin::Data)
            && state.info(sym).alternatives.is_empty()
        {
            state.symbols[sym.index()].origin = Origin::Number;
        }
        self.set(state, inst, Value::Word(result));
    }

    /// One of two values.
    pub fn select(
        &mut self,
        state: &mut State,
        inst: &Inst,
        cond: Operand,
        then: Operand,
        otherwise: Operand,
    ) {
        let condition = self.truth(state, cond);
        let (one, other) = (self.value(state, then), self.value(state, otherwise));
        let value = match (condition, one, other) {
            (Formula::Bool(choice), one, other) => {
                if choice {
                    one
                } else {
                    other
                }
            }
            (condition, Value::Word(one), Value::Word(other)) => Value::Word(memory::combine(
                state,
                vec![(condition, one)],
                other,
                "a chosen value".to_string(),
                None,
            )),
            (condition, one, other) => {
                let truth = |value| match value {
                    Value::Truth(formula) => formula,
                    Value::Word(value) => Formula::differ(value, Lin::ZERO),
                };
                let (one, other) = (truth(one), truth(other));
                Value::Truth(Formula::Or(vec![
                    Formula::And(vec![condition.clone(), one]),
                    Formula::And(vec![condition.negated(), other]),
                ]))
            }
        };
        self.set(state, inst, value);
    }
}

/// A pure operation: the same operands give the same result.
pub fn pure(state: &mut State, operation: Operation, operands: Vec<Lin>, name: &str) -> Sym {
    let key = (operation, operands);
    if let Some(sym) = state.pure.get(&key) {
        return *sym;
    }
    // What is computed from any number can be any number.
    let data = |value: &Lin| value.base.is_none_or(|base| state.info(base).origin == Origin::Data);
    let is_data = !key.1.is_empty() && key.1.iter().all(data);
    let sym = state.symbol(name, if is_data { Origin::Data } else { Origin::Opaque });
    state.pure.insert(key, sym);
    sym
}

/// That a number is not zero; the truth value it stands for where it does.
pub fn nonzero(state: &State, value: Lin) -> Formula {
    match value.symbol().and_then(|sym| state.truths.get(&sym)) {
        Some(truth) => truth.clone(),
        None => Formula::differ(value, Lin::ZERO),
    }
}

/// Equality, where one side may be a truth value as a number.
fn equality(state: &State, one: Lin, other: Lin) -> Formula {
    match (one == Lin::ZERO, other == Lin::ZERO) {
        (_, true) => nonzero(state, one).negated(),
        (true, _) => nonzero(state, other).negated(),
        _ => Formula::equal(one, other),
    }
}

/// The order of two numbers without sign, in terms of their order with sign; none for other comparisons.
pub fn unsigned(op: CmpOp, one: Lin, other: Lin) -> Option<Formula> {
    let less = |one: Lin, other: Lin| {
        let negative = |value: Lin| Formula::less(value, Lin::ZERO);
        Formula::Or(vec![
            Formula::And(vec![negative(one).negated(), negative(other)]),
            Formula::And(vec![
                Formula::less(one, other),
                Formula::Or(vec![negative(one).negated(), negative(other)]),
            ]),
        ])
    };
    match op {
        CmpOp::Ult => Some(less(one, other)),
        CmpOp::Uge => Some(less(one, other).negated()),
        CmpOp::Ugt => Some(less(other, one)),
        CmpOp::Ule => Some(less(other, one).negated()),
        _ => None,
    }
}

/// An order of which only its being the same each time is known.
fn opaque_order(state: &mut State, op: CmpOp, one: Lin, other: Lin) -> Formula {
    // A comparison and its negation are one symbol.
    let (operation, one, other, negated) = match op {
        CmpOp::Ult => (Operation::UnsignedLess, one, other, false),
        CmpOp::Uge => (Operation::UnsignedLess, one, other, true),
        CmpOp::Ugt => (Operation::UnsignedLess, other, one, false),
        CmpOp::Ule => (Operation::UnsignedLess, other, one, true),
        CmpOp::Slt => (Operation::SignedLess, one, other, false),
        CmpOp::Sge => (Operation::SignedLess, one, other, true),
        CmpOp::Sgt => (Operation::SignedLess, other, one, false),
        CmpOp::Sle => (Operation::SignedLess, other, one, true),
        CmpOp::Eq | CmpOp::Ne => (Operation::Equal, one, other, op == CmpOp::Ne),
    };
    let sym = pure(state, operation, vec![one, other], "a comparison");
    let formula = Formula::differ(sym.value(), Lin::ZERO);
    if negated { formula.negated() } else { formula }
}

/// A constant of some bits as a signed number.
pub fn signed(value: u128, bits: u32) -> i64 {
    let shift = 64 - bits.clamp(1, 64);
    ((value as u64) << shift) as i64 >> shift
}

/// Arithmetic on constants, as the machine does it; none where C leaves it open.
fn fold(op: BinaryOp, one: i64, other: i64, bits: u32) -> Option<i64> {
    let mask = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
    let (wide, divisor) = (one as u64 & mask, other as u64 & mask);
    let shift = u32::try_from(divisor).ok().filter(|shift| *shift < bits.min(64));
    let value = match op {
        BinaryOp::Add => one.wrapping_add(other),
        BinaryOp::Sub => one.wrapping_sub(other),
        BinaryOp::Mul => one.wrapping_mul(other),
        BinaryOp::UDiv => wide.checked_div(divisor)? as i64,
        BinaryOp::URem => wide.checked_rem(divisor)? as i64,
        BinaryOp::SDiv => one.checked_div(other)?,
        BinaryOp::SRem => one.checked_rem(other)?,
        BinaryOp::Shl => one.wrapping_shl(shift?),
        BinaryOp::LShr => (wide >> shift?) as i64,
        BinaryOp::AShr => one >> shift?,
        BinaryOp::And => one & other,
        BinaryOp::Or => one | other,
        BinaryOp::Xor => one ^ other,
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => return None,
    };
    (bits <= 64).then(|| signed(value as u64 as u128, bits))
}
