//! Integer operations on values that may be undefined in part or carry provenance.
//!
//! The executor computes on plain numbers by itself; whatever is not plain comes here. All functions work on 128
//! bits, for scalars of any width. Which result bits are undefined is computed as precisely as is cheap: exactly
//! for bitwise operations, shifts and comparisons, and from the lowest undefined bit upwards for arithmetic.

use crate::memory::Memory;
use crate::value::{Prov, Value, Wide};
use ir::{BinaryOp, CmpOp};

/// Why an operation has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArithError {
    /// Division by zero.
    DivisionByZero,
    /// The quotient of the smallest number and -1.
    QuotientOverflow,
}

/// The lowest `bits` bits.
pub fn mask(bits: u8) -> u128 {
    u128::MAX >> (128 - u32::from(bits.clamp(1, 128)))
}

/// The number read as signed.
pub fn signed(value: u128, bits: u8) -> i128 {
    let shift = 128 - u32::from(bits.clamp(1, 128));
    ((value << shift) as i128) >> shift
}

/// The operation on defined numbers. Shifts by too much shift by the amount modulo the width, as x86 does.
pub fn compute(op: BinaryOp, bits: u8, a: u128, b: u128) -> Result<u128, ArithError> {
    let amount = (b % u128::from(bits.max(1))) as u32;
    let divisor = || if b == 0 { Err(ArithError::DivisionByZero) } else { Ok(b) };
    let signed_divisor = || {
        let (a, b) = (signed(a, bits), signed(b, bits));
        match (a, b) {
            (_, 0) => Err(ArithError::DivisionByZero),
            (_, -1) if a == signed(1 << (bits - 1), bits) => Err(ArithError::QuotientOverflow),
            _ => Ok((a, b)),
        }
    };
    let result = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::UDiv => a / divisor()?,
        BinaryOp::URem => a % divisor()?,
        BinaryOp::SDiv => signed_divisor().map(|(a, b)| (a / b) as u128)?,
        BinaryOp::SRem => signed_divisor().map(|(a, b)| (a % b) as u128)?,
        BinaryOp::Shl => a << amount,
        BinaryOp::LShr => a >> amount,
        BinaryOp::AShr => (signed(a, bits) >> amount) as u128,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => 0,
    };
    Ok(result & mask(bits))
}

/// Whether the operation on signed numbers leaves their range.
pub fn overflows(op: BinaryOp, bits: u8, a: u128, b: u128) -> bool {
    let (a, b) = (signed(a, bits), signed(b, bits));
    let exact = match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        _ => return false,
    };
    exact.is_none_or(|exact| signed(exact as u128, bits) != exact)
}

/// The operation on any values. A divisor that was never written is the caller's to report.
pub fn binary(op: BinaryOp, bits: u8, a: Wide, b: Wide, memory: &mut Memory) -> Result<Wide, ArithError> {
    let all = mask(bits);
    let (x, y) = (a.bits(), b.bits());
    let (u, v) = (a.undef(), b.undef());
    let result = compute(op, bits, x, y)?;
    let amount = (y % u128::from(bits.max(1))) as u32;
    let undef = match op {
        _ if u | v == 0 => 0,
        BinaryOp::And => (u | v) & (u | x) & (v | y),
        BinaryOp::Or => (u | v) & (u | !x) & (v | !y),
        BinaryOp::Xor => u | v,
        BinaryOp::Shl if v == 0 => u << amount,
        BinaryOp::LShr if v == 0 => u >> amount,
        BinaryOp::AShr if v == 0 => (signed(u, bits) >> amount) as u128,
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => !0 << (u | v).trailing_zeros(),
        _ => !0,
    } & all;
    let mut wide = Wide::from_bits(result).marked(undef);
    (wide.lo.prov, wide.hi.prov) = provenance(op, bits, a, b, wide, memory);
    Ok(wide)
}

/// The provenance of the two halves of a result.
fn provenance(op: BinaryOp, bits: u8, a: Wide, b: Wide, result: Wide, memory: &mut Memory) -> (Prov, Prov) {
    let halves = [a.lo.prov, a.hi.prov, b.lo.prov, b.hi.prov];
    if halves == [Prov::NONE; 4] {
        return (Prov::NONE, Prov::NONE);
    }
    if bits <= 64 {
        return (narrow_provenance(op, a.lo, b.lo, result.lo.bits, memory), Prov::NONE);
    }
    match op {
        BinaryOp::Shl if b.bits() == 64 => (Prov::NONE, a.lo.prov),
        BinaryOp::LShr | BinaryOp::AShr if b.bits() == 64 => (a.hi.prov, Prov::NONE),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {
            let low = narrow_provenance(op, a.lo, b.lo, result.lo.bits, memory);
            (low, narrow_provenance(op, a.hi, b.hi, result.hi.bits, memory))
        }
        BinaryOp::Add | BinaryOp::Sub if a.hi.prov == Prov::NONE && b.hi.prov == Prov::NONE => {
            (narrow_provenance(op, a.lo, b.lo, result.lo.bits, memory), Prov::NONE)
        }
        _ => {
            halves.into_iter().for_each(|prov| memory.expose(prov));
            (Prov::DERIVED, Prov::DERIVED)
        }
    }
}

fn narrow_provenance(op: BinaryOp, a: Value, b: Value, result: u64, memory: &mut Memory) -> Prov {
    match (op, a.prov, b.prov) {
        (_, Prov::NONE, Prov::NONE) => Prov::NONE,
        (BinaryOp::Sub | BinaryOp::Xor, p, q) if p == q && p.is_object() => Prov::NONE,
        (BinaryOp::And | BinaryOp::Or, p, q) if p == q => p,
        (BinaryOp::And, p, Prov::NONE) => masked(p, b.bits, memory),
        (BinaryOp::And, Prov::NONE, p) => masked(p, a.bits, memory),
        (BinaryOp::URem, p, Prov::NONE) if b.bits.is_power_of_two() => masked(p, b.bits - 1, memory),
        (BinaryOp::Or, p, Prov::NONE) => tagged(p, b.bits, memory),
        (BinaryOp::Or, Prov::NONE, p) => tagged(p, a.bits, memory),
        (BinaryOp::Add, p, Prov::NONE) | (BinaryOp::Sub, p, Prov::NONE) => p,
        (BinaryOp::Add, Prov::NONE, p) => p,
        (BinaryOp::Mul, p, Prov::NONE) if b.bits == 1 => p,
        (BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr, p, Prov::NONE) if b.bits == 0 => p,
        (BinaryOp::Mul, _, Prov::NONE) if b.bits == 0 && b.undef == 0 => Prov::NONE,
        (_, p, q) => {
            memory.depends_on_layout |= is_index(op, p, q, result, memory);
            memory.expose(p);
            memory.expose(q);
            Prov::DERIVED
        }
    }
}

/// Whether the sum of an address and a number derived from addresses is a place in an object that another layout
/// would change. A sum that leads out of the object is how an address is got back from a distance or from the
/// exclusive or of two: it is the same in every layout.
fn is_index(op: BinaryOp, p: Prov, q: Prov, result: u64, memory: &Memory) -> bool {
    if !matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Or | BinaryOp::Xor) {
        return false;
    }
    let (object, other) = if p.is_object() { (p, q) } else { (q, p) };
    match (object.is_object(), other) {
        (true, Prov::DERIVED) => memory.is_within(Value::pointer(result, object)),
        (false, Prov::DERIVED) => object == Prov::DERIVED && op != BinaryOp::Xor,
        _ => false,
    }
}

/// An address of which some bits are set. Above the object's alignment it depends on the layout which place that is.
fn tagged(prov: Prov, set: u64, memory: &mut Memory) -> Prov {
    let align = memory.metas[prov.index()].align;
    memory.depends_on_layout |= prov.is_object() && set & decided_by_layout(align, memory.word) != 0;
    prov
}

/// The bits of an object's address that depend on where it lies: neither those below its alignment nor those above all
/// addresses of a process.
fn decided_by_layout(align: u64, word: usize) -> u64 {
    mask(if word == 4 { 32 } else { 47 }) as u64 & !(align - 1)
}

/// An address of which a mask keeps some bits. The bits below the object's alignment say nothing about where it
/// lies; a few more bits are not enough to find it again. What is left of an address without more bits than those is a
/// place that depends on the layout.
fn masked(prov: Prov, kept: u64, memory: &mut Memory) -> Prov {
    if !prov.is_object() {
        return prov;
    }
    let align = memory.metas[prov.index()].align;
    let above = kept & !(align - 1);
    match kept {
        _ if above == 0 => Prov::NONE,
        _ if kept < 4096 => Prov::DERIVED,
        _ => {
            memory.depends_on_layout |= !kept & decided_by_layout(align, memory.word) != 0;
            prov
        }
    }
}

/// The outcome of a comparison of defined numbers.
pub fn holds(op: CmpOp, bits: u8, a: u128, b: u128) -> bool {
    op.holds((a, b), (signed(a, bits), signed(b, bits)))
}

/// The comparison of any values, as a truth value.
pub fn compare(op: CmpOp, bits: u8, a: Wide, b: Wide, memory: &Memory) -> Value {
    let undef = !is_decided(op, bits, a, b);
    let prov = comparison_provenance(op, a, b, memory);
    if memory.shares_literals && prov == Prov::DERIVED && may_share(op, a, b, memory) {
        return Value { bits: u64::from(op == CmpOp::Eq), undef: 0, prov };
    }
    let outcome = holds(op, bits, a.bits(), b.bits());
    Value { bits: u64::from(outcome), undef: u64::from(undef), prov }
}

/// Whether the defined bits alone decide the outcome.
fn is_decided(op: CmpOp, bits: u8, a: Wide, b: Wide) -> bool {
    let (x, y, u, v) = (a.bits(), b.bits(), a.undef(), b.undef());
    if u | v == 0 {
        return true;
    }
    if matches!(op, CmpOp::Eq | CmpOp::Ne) {
        return (x ^ y) & !(u | v) & mask(bits) != 0;
    }
    // The smallest and the largest numbers that the undefined bits allow; as signed, the sign bit counts backwards.
    let signed_op = matches!(op, CmpOp::Slt | CmpOp::Sle | CmpOp::Sgt | CmpOp::Sge);
    let sign = if signed_op { 1u128 << (bits - 1) } else { 0 };
    let range = |x: u128, u: u128| ((x | (u & sign)) & !(u & !sign), (x & !(u & sign)) | (u & !sign));
    let ((low_a, high_a), (low_b, high_b)) = (range(x, u), range(y, v));
    holds(op, bits, low_a, high_b) == holds(op, bits, high_a, low_b)
}

/// Derived where the outcome depends on where objects lie.
fn comparison_provenance(op: CmpOp, a: Wide, b: Wide, memory: &Memory) -> Prov {
    let (a, b) = match (a.hi.prov, b.hi.prov) {
        (Prov::NONE, Prov::NONE) => (a.lo, b.lo),
        _ => return Prov::DERIVED,
    };
    let equality = matches!(op, CmpOp::Eq | CmpOp::Ne);
    let independent = match (a.prov, b.prov) {
        (p, q) if p == q => p != Prov::DERIVED,
        (p, Prov::NONE) if p.is_object() => b.bits == 0 && b.undef == 0 && memory.is_within(a),
        (Prov::NONE, p) if p.is_object() => a.bits == 0 && a.undef == 0 && memory.is_within(b),
        (p, q) if p.is_object() && q.is_object() => {
            let inside = memory.is_strictly_inside(a) && memory.is_strictly_inside(b);
            equality && inside && !memory.may_share(a, b)
        }
        _ => false,
    };
    if independent { Prov::NONE } else { Prov::DERIVED }
}

/// Whether two addresses inside of different constants may be equal because those share their memory.
fn may_share(op: CmpOp, a: Wide, b: Wide, memory: &Memory) -> bool {
    let objects = a.lo.prov.is_object() && b.lo.prov.is_object() && a.lo.prov != b.lo.prov;
    let narrow = [a.hi, b.hi] == [Value::ZERO; 2];
    matches!(op, CmpOp::Eq | CmpOp::Ne)
        && objects
        && narrow
        && memory.is_strictly_inside(a.lo)
        && memory.is_strictly_inside(b.lo)
        && memory.may_share(a.lo, b.lo)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::{Program, Target};

    fn undef(bits: u128, undef: u128) -> Wide {
        let mut wide = Wide::undefined(undef);
        wide.lo.bits = bits as u64;
        wide
    }

    #[test]
    fn undefined_bits_reach_only_what_depends_on_them() {
        let mut memory = Memory::new(&Program::new(Target::BITS64));
        let mut run = |op, a, b| binary(op, 8, a, b, &mut memory).unwrap().undef();
        let number = Wide::from_bits;
        assert_eq!(run(BinaryOp::And, undef(0, 0xff), number(0x0f)), 0x0f);
        assert_eq!(run(BinaryOp::Or, undef(0, 0xff), number(0x0f)), 0xf0);
        assert_eq!(run(BinaryOp::Xor, undef(1, 0xf0), number(0xff)), 0xf0);
        assert_eq!(run(BinaryOp::Add, undef(1, 0x10), number(3)), 0xf0);
        assert_eq!(run(BinaryOp::Shl, undef(0, 0x11), number(1)), 0x22);
        assert_eq!(run(BinaryOp::AShr, undef(0, 0x80), number(2)), 0xe0);
        assert_eq!(run(BinaryOp::Shl, number(1), undef(0, 1)), 0xff);
    }

    #[test]
    fn a_comparison_is_defined_when_the_defined_bits_decide() {
        let memory = Memory::new(&Program::new(Target::BITS64));
        let run = |op, a, b| compare(op, 8, a, b, &memory);
        let number = Wide::from_bits;
        assert_eq!(run(CmpOp::Eq, undef(0x10, 0x0f), number(0x20)), Value::int(0));
        assert_eq!(run(CmpOp::Eq, undef(0x20, 0x0f), number(0x20)).undef, 1);
        assert_eq!(run(CmpOp::Slt, undef(0x80, 0x7f), number(0)), Value::int(1));
        assert_eq!(run(CmpOp::Slt, undef(0, 0x80), number(0)).undef, 1);
        assert_eq!(run(CmpOp::Ult, undef(0x40, 0x0f), number(0x50)), Value::int(1));
    }

    #[test]
    fn division_traps_as_the_machine_does() {
        assert_eq!(compute(BinaryOp::SDiv, 8, 0x80, 0xff), Err(ArithError::QuotientOverflow));
        assert_eq!(compute(BinaryOp::SDiv, 8, 0xf9, 2), Ok(0xfd));
        assert_eq!(compute(BinaryOp::SRem, 8, 0xf9, 2), Ok(0xff));
        assert_eq!(compute(BinaryOp::URem, 8, 7, 0), Err(ArithError::DivisionByZero));
        assert!(overflows(BinaryOp::Mul, 128, 1 << 100, 1 << 100) && !overflows(BinaryOp::Add, 8, 100, 27));
    }
}
