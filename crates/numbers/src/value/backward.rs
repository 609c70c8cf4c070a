//! Refinement of operands by what is known of a result, and of both sides of a comparison.
//!
//! Each function keeps every pair of operands whose result is admitted, and returns `None` when there is none.

use super::{Bits, Value};
use crate::op::Op;
use crate::word::{half, inverse, mask, trailing_zeros};

impl Value {
    /// The operands of an operation that can give the result.
    pub fn backward(op: Op, result: &Value, a: &Value, b: &Value) -> Option<(Value, Value)> {
        let width = result.width;
        match op {
            Op::Add => {
                let x = a.meet(&Value::binary(Op::Sub, result, b))?;
                let y = b.meet(&Value::binary(Op::Sub, result, &x))?;
                Some((x, y))
            }
            Op::Sub => {
                let x = a.meet(&Value::binary(Op::Add, result, b))?;
                let y = b.meet(&Value::binary(Op::Sub, &x, result))?;
                Some((x, y))
            }
            Op::Xor => {
                let x = a.meet(&Value::binary(Op::Xor, result, b))?;
                let y = b.meet(&Value::binary(Op::Xor, result, &x))?;
                Some((x, y))
            }
            Op::Mul => match (a.as_constant(), b.as_constant()) {
                (_, Some(factor)) => Some((factors(result, a, factor)?, *b)),
                (Some(factor), None) => Some((*a, factors(result, b, factor)?)),
                (None, None) => Some((*a, *b)),
            },
            Op::And => {
                let bits = result.many().bits;
                let other = |this: &Value, other: &Value| {
                    // A one of the result is one in both; a zero beside a one comes from the other operand.
                    let zeros = bits.zeros & other.many().bits.ones;
                    let refined = this.meet(&Value::with_bits(width, zeros, bits.ones)?)?;
                    // Taking bits away does not make a number larger.
                    refined.meet(&Value::unsigned(width, result.unsigned_bounds().0, mask(width))?)
                };
                let x = other(a, b)?;
                let y = other(b, &x)?;
                Some((x, y))
            }
            Op::Or => {
                let (x, y) = Value::backward(Op::And, &result.not(), &a.not(), &b.not())?;
                Some((x.not(), y.not()))
            }
            Op::Udiv => {
                let Some(by) = b.as_constant().filter(|by| *by > 0) else { return Some((*a, *b)) };
                let (low, high) = result.unsigned_bounds();
                let least = low.checked_mul(by).filter(|it| *it <= mask(width))?;
                let greatest =
                    high.checked_mul(by).and_then(|it| it.checked_add(by - 1)).unwrap_or(u128::MAX);
                Some((a.meet(&Value::unsigned(width, least, greatest)?)?, *b))
            }
            Op::Urem => {
                // A remainder is at most the dividend.
                let mut x = a.meet(&Value::unsigned(width, result.unsigned_bounds().0, mask(width))?)?;
                if let Some(by) = b.as_constant().filter(|by| *by > 0) {
                    let (modulus, residue) = result.congruence();
                    let common = crate::word::gcd(modulus, by);
                    x = x.meet(&Value::congruent(width, common, residue)?)?;
                    let (low, high) = x.unsigned_bounds();
                    if low / by == high / by {
                        let start = low - low % by;
                        x = x.meet(&Value::binary(Op::Add, result, &Value::exactly(width, start)))?;
                    }
                }
                Some((x, *b))
            }
            Op::Shl => match b.as_constant() {
                Some(by) if by < width.into() => Some((factors(result, a, 1 << by)?, *b)),
                _ => Some((*a, *b)),
            },
            Op::Lshr => match b.as_constant() {
                Some(by) if by < width.into() => {
                    let fill = (1u128 << by) - 1;
                    let (low, high) = result.unsigned_bounds();
                    if low > mask(width) >> by {
                        return None;
                    }
                    let range = Value::unsigned(width, low << by, high.min(mask(width) >> by) << by | fill)?;
                    let bits = result.many().bits;
                    let shifted = Value::with_bits(width, bits.zeros << by, bits.ones << by)?;
                    Some((a.meet(&range)?.meet(&shifted)?, *b))
                }
                _ => Some((*a, *b)),
            },
            Op::Sdiv | Op::Srem | Op::Ashr => Some((*a, *b)),
        }
    }

    /// The words of a narrower width whose zero extension is admitted.
    pub fn backward_zext(&self, width: u32) -> Option<Value> {
        let fits = Value::unsigned(self.width, 0, mask(width))?;
        Some(self.meet(&fits)?.trunc(width))
    }

    /// The words of a narrower width whose sign extension is admitted.
    pub fn backward_sext(&self, width: u32) -> Option<Value> {
        let high = (half(width) - 1) as i128;
        let fits = Value::signed(self.width, -high - 1, high)?;
        Some(self.meet(&fits)?.trunc(width))
    }

    /// The words of a wider width whose bits from `low` on are admitted.
    pub fn backward_extract(&self, low: u32, width: u32) -> Option<Value> {
        let bits = self.many().bits;
        let known = Value::with_bits(width, bits.zeros << low, bits.ones << low)?;
        if low + self.width < width {
            return Some(known);
        }
        let (least, greatest) = self.unsigned_bounds();
        let fill = (1u128 << low) - 1;
        known.meet(&Value::unsigned(width, least << low, greatest << low | fill)?)
    }

    /// Both sides where the left one is less, unsigned.
    pub fn assume_ult(a: &Value, b: &Value) -> Option<(Value, Value)> {
        let width = a.width;
        let x = a.meet(&Value::unsigned(width, 0, b.unsigned_bounds().1.checked_sub(1)?)?)?;
        let y = b.meet(&Value::unsigned(width, x.unsigned_bounds().0 + 1, mask(width))?)?;
        Some((x, y))
    }

    /// Both sides where the left one is at most the right one, unsigned.
    pub fn assume_ule(a: &Value, b: &Value) -> Option<(Value, Value)> {
        let width = a.width;
        let x = a.meet(&Value::unsigned(width, 0, b.unsigned_bounds().1)?)?;
        let y = b.meet(&Value::unsigned(width, x.unsigned_bounds().0, mask(width))?)?;
        Some((x, y))
    }

    /// Both sides where the left one is less, signed.
    pub fn assume_slt(a: &Value, b: &Value) -> Option<(Value, Value)> {
        let (x, y) = Self::assume_ult(&a.turned(), &b.turned())?;
        Some((x.turned(), y.turned()))
    }

    /// Both sides where the left one is at most the right one, signed.
    pub fn assume_sle(a: &Value, b: &Value) -> Option<(Value, Value)> {
        let (x, y) = Self::assume_ule(&a.turned(), &b.turned())?;
        Some((x.turned(), y.turned()))
    }

    /// Both sides where they differ.
    pub fn assume_ne(a: &Value, b: &Value) -> Option<(Value, Value)> {
        let mut sides = (*a, *b);
        if let Some(word) = b.as_constant() {
            sides.0 = a.without(word)?;
        }
        if let Some(word) = a.as_constant() {
            sides.1 = b.without(word)?;
        }
        Some(sides)
    }

    /// With the sign bit flipped: turns the signed order into the unsigned one.
    fn turned(&self) -> Value {
        Value::binary(Op::Add, self, &Value::exactly(self.width, half(self.width)))
    }
}

/// The words of `a` whose product with a constant is admitted.
fn factors(result: &Value, a: &Value, factor: u128) -> Option<Value> {
    let width = result.width;
    if factor == 0 {
        return result.admits(0).then_some(*a);
    }
    // factor = 2^zeros · odd: the product determines all but the `zeros` highest bits.
    let zeros = trailing_zeros(width, factor);
    let bits = result.many().bits;
    let known = bits.trailing(width);
    let low = if known == 0 { 0 } else { bits.ones & mask(known) };
    if trailing_zeros(known, low) < zeros.min(known) {
        return None;
    }
    let mut out = *a;
    if known > zeros {
        let count = known - zeros;
        let root = (low >> zeros).wrapping_mul(inverse(width, factor >> zeros)) & mask(count);
        let solved = Bits { zeros: !root & mask(count), ones: root };
        out = out.meet(&Value::with_bits(width, solved.zeros, solved.ones)?)?;
    }
    // Where nothing wraps around, the quotients bound it.
    if out.unsigned_bounds().1.checked_mul(factor).is_some_and(|most| most <= mask(width)) {
        let (least, greatest) = result.unsigned_bounds();
        out = out.meet(&Value::unsigned(width, least.div_ceil(factor), greatest / factor)?)?;
    }
    Some(out)
}
