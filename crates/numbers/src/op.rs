//! The binary operations on words and their meaning.
//!
//! Semantics are SMT-LIB's, as everywhere in the program: arithmetic wraps around, `x / 0` is all ones, `x mod 0` is `x`,
//! shifts by the width or more give zeros, or copies of the sign.

use crate::word::{half, mask, signed};

/// A binary operation on words of one width, with a result of that width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// Wrapping sum.
    Add,
    /// Wrapping difference.
    Sub,
    /// Wrapping product.
    Mul,
    /// Unsigned quotient.
    Udiv,
    /// Unsigned remainder.
    Urem,
    /// Signed quotient, rounded towards zero.
    Sdiv,
    /// Signed remainder, with the sign of the dividend.
    Srem,
    /// Left shift.
    Shl,
    /// Right shift, zeros following.
    Lshr,
    /// Right shift, copies of the sign following.
    Ashr,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
}

impl Op {
    /// All operations.
    pub const ALL: [Op; 13] = [
        Op::Add,
        Op::Sub,
        Op::Mul,
        Op::Udiv,
        Op::Urem,
        Op::Sdiv,
        Op::Srem,
        Op::Shl,
        Op::Lshr,
        Op::Ashr,
        Op::And,
        Op::Or,
        Op::Xor,
    ];

    /// The result for two words.
    pub fn evaluate(self, width: u32, a: u128, b: u128) -> u128 {
        let is_negative = |word: u128| word & half(width) != 0;
        let magnitude = |word: u128| if is_negative(word) { word.wrapping_neg() & mask(width) } else { word };
        let result = match self {
            Op::Add => a.wrapping_add(b),
            Op::Sub => a.wrapping_sub(b),
            Op::Mul => a.wrapping_mul(b),
            Op::Udiv => a.checked_div(b).unwrap_or(u128::MAX),
            Op::Urem => a.checked_rem(b).unwrap_or(a),
            Op::Sdiv => {
                let quotient = Op::Udiv.evaluate(width, magnitude(a), magnitude(b));
                if is_negative(a) != is_negative(b) { quotient.wrapping_neg() } else { quotient }
            }
            Op::Srem => {
                let rest = Op::Urem.evaluate(width, magnitude(a), magnitude(b));
                if is_negative(a) { rest.wrapping_neg() } else { rest }
            }
            Op::Shl if b >= width.into() => 0,
            Op::Shl => a << b,
            Op::Lshr if b >= width.into() => 0,
            Op::Lshr => a >> b,
            Op::Ashr => (signed(width, a) >> b.min(u128::from(width) - 1)) as u128,
            Op::And => a & b,
            Op::Or => a | b,
            Op::Xor => a ^ b,
        };
        result & mask(width)
    }
}
