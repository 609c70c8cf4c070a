//! Linear expressions over the readings of variables, as whole numbers.
//!
//! A machine integer is a word; what `x < y` or `x - y ≤ 3` means depends on how it is read. A [`Reading`] of a variable
//! is a whole number, so a linear expression over readings has its meaning in mathematics, without wrap-around. Who turns
//! words into readings has to show that nothing wraps.

use crate::word::{gcd, half, mask};

/// How a word is read as a whole number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Reading {
    /// From 0 to 2^width - 1.
    Unsigned,
    /// Two's complement.
    Signed,
}

impl Reading {
    /// Both readings.
    pub const ALL: [Reading; 2] = [Reading::Unsigned, Reading::Signed];

    /// The least and the greatest number, for widths of at most [`WIDEST`] bits.
    pub(crate) fn range(self, width: u32) -> (i128, i128) {
        match self {
            Reading::Unsigned => (0, mask(width) as i128),
            Reading::Signed => (-(half(width) as i128), half(width) as i128 - 1),
        }
    }
}

/// The widest words that take part in linear expressions: sums of a few of them cannot overflow an `i128`.
pub const WIDEST: u32 = 100;

/// A variable with the way it is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Node<V> {
    /// The variable.
    pub var: V,
    /// How it is read.
    pub reading: Reading,
}

/// `constant + Σ coefficient · node`. Nodes are ascending and distinct, coefficients not zero.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Linear<V> {
    /// The nodes and their coefficients.
    pub parts: Vec<(Node<V>, i128)>,
    /// What is added.
    pub constant: i128,
}

/// Arithmetic returns `None` where a number leaves `i128`; nothing is then concluded.
impl<V: Copy + Ord> Linear<V> {
    /// A number.
    pub fn constant(constant: i128) -> Self {
        Linear { parts: Vec::new(), constant }
    }

    /// A reading of a variable.
    pub fn node(var: V, reading: Reading) -> Self {
        Linear { parts: vec![(Node { var, reading }, 1)], constant: 0 }
    }

    /// `self + factor · other`.
    pub fn plus(&self, factor: i128, other: &Self) -> Option<Self> {
        let constant = self.constant.checked_add(factor.checked_mul(other.constant)?)?;
        let mut parts = Vec::with_capacity(self.parts.len() + other.parts.len());
        let (mut a, mut b) = (self.parts.iter().peekable(), other.parts.iter().peekable());
        loop {
            let (node, coefficient) = match (a.peek(), b.peek()) {
                (Some((x, c)), Some((y, d))) if x == y => {
                    let sum = c.checked_add(factor.checked_mul(*d)?)?;
                    let node = *x;
                    a.next();
                    b.next();
                    (node, sum)
                }
                (Some((x, c)), Some((y, _))) if x < y => {
                    let part = (*x, *c);
                    a.next();
                    part
                }
                (_, Some((y, d))) => {
                    let part = (*y, factor.checked_mul(*d)?);
                    b.next();
                    part
                }
                (Some((x, c)), None) => {
                    let part = (*x, *c);
                    a.next();
                    part
                }
                (None, None) => break,
            };
            if coefficient != 0 {
                parts.push((node, coefficient));
            }
        }
        Some(Linear { parts, constant })
    }

    /// `self - other`.
    pub fn minus(&self, other: &Self) -> Option<Self> {
        self.plus(-1, other)
    }

    /// `factor · self`.
    pub fn times(&self, factor: i128) -> Option<Self> {
        Linear::constant(0).plus(factor, self)
    }

    /// `self + number`.
    pub fn offset(&self, number: i128) -> Option<Self> {
        Some(Linear { parts: self.parts.clone(), constant: self.constant.checked_add(number)? })
    }

    /// The greatest common divisor of the coefficients; 0 for a constant.
    pub(crate) fn content(&self) -> i128 {
        self.parts.iter().fold(0, |g, (_, c)| gcd(g, c.unsigned_abs())) as i128
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_cancel_vanish() {
        let x = Linear::node('x', Reading::Signed);
        let y = Linear::node('y', Reading::Unsigned);
        let sum = x.plus(4, &y).and_then(|it| it.offset(3)).unwrap();
        assert_eq!(sum.minus(&x).and_then(|it| it.plus(-4, &y)), Some(Linear::constant(3)));
        assert_eq!(sum.times(0), Some(Linear::constant(0)));
        assert_eq!(sum.times(i128::MAX), None);
        assert_eq!(y.times(6).and_then(|it| it.plus(4, &x)).unwrap().content(), 2);
    }
}
