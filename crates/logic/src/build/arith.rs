//! Addition, multiplication, division.
//!
//! At width 1 arithmetic is Boolean: `a + b` is `a ⊕ b`, `a · b` is `a ∧ b`.

use crate::bits::BitVec;
use crate::term::{BinOp, Node, Term, TermStore};

impl TermStore {
    pub(crate) fn same_width(&self, a: Term, b: Term) -> u32 {
        let width = self.width(a);
        assert_eq!(width, self.width(b), "operands of different width");
        width
    }

    /// Wrapping sum.
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width == 1 {
            return self.xor(a, b);
        }
        match (self.as_const(a), self.as_const(b)) {
            (Some(x), _) if x.is_zero() => return b,
            (_, Some(y)) if y.is_zero() => return a,
            _ => {}
        }
        let mut form = self.linear(a);
        let other = self.linear(b);
        form.add_scaled(&other, &BitVec::one(width));
        self.linear_sum(&form)
    }

    /// Wrapping difference.
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width == 1 {
            return self.xor(a, b);
        }
        let mut form = self.linear(a);
        let other = self.linear(b);
        form.add_scaled(&other, &BitVec::ones(width));
        self.linear_sum(&form)
    }

    /// Wrapping negation.
    pub fn neg(&mut self, a: Term) -> Term {
        let width = self.width(a);
        let minus = self.constant(BitVec::ones(width));
        self.mul(a, minus)
    }

    /// Wrapping product.
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width == 1 {
            return self.and(a, b);
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some(factor) = self.as_const(y).cloned() {
                let form = self.linear_multiple(x, factor);
                return self.linear_sum(&form);
            }
        }
        // (c·x)·(d·y) → cd·(x·y)
        let mut factor = BitVec::one(width);
        let mut operands = [a, b];
        for t in &mut operands {
            if let Node::Bin(BinOp::Mul, x, c) = self.node(*t)
                && let Some(c) = self.as_const(c)
            {
                factor = factor.mul(c);
                *t = x;
            }
        }
        operands.sort_unstable();
        if factor.is_one() {
            return self.intern(Node::Bin(BinOp::Mul, operands[0], operands[1]), width);
        }
        let product = self.mul(operands[0], operands[1]);
        let factor = self.constant(factor);
        self.mul(product, factor)
    }

    /// Is the unsigned value of `a` certainly below that of `b`?
    fn certainly_below(&self, a: Term, b: Term) -> bool {
        self.facts(a).tracks() && self.facts(a).ult(self.facts(b)) == Some(true)
    }

    /// Is the sign bit certainly clear?
    pub(crate) fn certainly_nonnegative(&self, a: Term) -> bool {
        match self.node(a) {
            Node::Zext(_) => true,
            _ => self.facts(a).tracks() && self.facts(a).smin() >= 0,
        }
    }

    fn power_of_two(&self, t: Term) -> Option<u32> {
        self.as_const(t).filter(|c| c.count_ones() == 1).map(BitVec::trailing_zeros)
    }

    /// Unsigned quotient; all ones when the divisor is zero.
    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            let value = x.udiv(y);
            return self.constant(value);
        }
        if self.as_const(b).is_some_and(BitVec::is_zero) {
            return self.constant(BitVec::ones(width));
        }
        if let Some(k) = self.power_of_two(b) {
            return self.lshr_by(a, k);
        }
        if self.certainly_below(a, b) {
            return self.zero(width);
        }
        if width == 1 {
            // a/1 = a, a/0 = 1
            let not_b = self.not(b);
            return self.or(a, not_b);
        }
        self.intern(Node::Bin(BinOp::Udiv, a, b), width)
    }

    /// Unsigned remainder; the dividend when the divisor is zero.
    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            let value = x.urem(y);
            return self.constant(value);
        }
        if self.as_const(b).is_some_and(BitVec::is_zero) || self.certainly_below(a, b) {
            return a;
        }
        if let Some(k) = self.power_of_two(b) {
            return match k {
                0 => self.zero(width),
                _ => {
                    let low = self.extract(a, 0, k);
                    self.zext(low, width)
                }
            };
        }
        if a == b {
            return self.zero(width); // x mod x = 0, and 0 mod 0 = 0
        }
        if width == 1 {
            // a mod 1 = 0, a mod 0 = a
            let not_b = self.not(b);
            return self.and(a, not_b);
        }
        self.intern(Node::Bin(BinOp::Urem, a, b), width)
    }

    /// Signed quotient, rounded towards zero; division by zero gives 1 for a negative dividend, else -1.
    pub fn sdiv(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            let value = x.sdiv(y);
            return self.constant(value);
        }
        if width > 1 {
            if self.as_const(b).is_some_and(BitVec::is_one) {
                return a;
            }
            if self.as_const(b).is_some_and(BitVec::is_ones) {
                return self.neg(a);
            }
            if self.certainly_nonnegative(a) && self.certainly_nonnegative(b) {
                return self.udiv(a, b);
            }
        }
        self.intern(Node::Bin(BinOp::Sdiv, a, b), width)
    }

    /// Signed remainder with the sign of the dividend; the dividend when the divisor is zero.
    pub fn srem(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            let value = x.srem(y);
            return self.constant(value);
        }
        if let Some(y) = self.as_const(b) {
            if y.is_zero() {
                return a;
            }
            if y.is_one() || y.is_ones() {
                return self.zero(width);
            }
        }
        if a == b {
            return self.zero(width);
        }
        if self.certainly_nonnegative(a) && self.certainly_nonnegative(b) {
            return self.urem(a, b);
        }
        self.intern(Node::Bin(BinOp::Srem, a, b), width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_by_powers_of_two_disappears() {
        let mut s = TermStore::new();
        let x = s.var("x", 32);
        let c8 = s.num(32, 8);
        let (q, r) = (s.udiv(x, c8), s.urem(x, c8));
        assert!(matches!(s.node(q), Node::Zext(_)));
        assert!(matches!(s.node(r), Node::Zext(_)));
        let q8 = s.mul(q, c8);
        let back = s.add(q8, r);
        // Not simplified back to x, but the facts agree that the parts do not overlap.
        assert_eq!(s.facts(q8).known_zeros() & 7, 7);
        assert!(s.facts(r).umax() == 7 && s.width(back) == 32);
    }

    #[test]
    fn small_dividends() {
        let mut s = TermStore::new();
        let b = s.var("b", 8);
        let x = s.zext(b, 32);
        let c1000 = s.num(32, 1000);
        assert_eq!(s.urem(x, c1000), x);
        assert_eq!(s.srem(x, c1000), x);
        assert_eq!(s.sdiv(x, c1000), s.zero(32));
    }
}
