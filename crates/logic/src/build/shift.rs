//! Shifts. By a constant they become products, extractions and extensions; only shifts by symbolic amounts keep
//! their own nodes.

use crate::bits::BitVec;
use crate::term::{BinOp, Node, Term, TermStore};

impl TermStore {
    /// `a << k`.
    pub(crate) fn shl_by(&mut self, a: Term, k: u32) -> Term {
        let width = self.width(a);
        if k >= width {
            return self.zero(width);
        }
        let by = BitVec::new(width, k.into());
        let factor = self.constant(BitVec::one(width).shl(&by));
        self.mul(a, factor)
    }

    /// `a >> k`, zeros from above.
    pub(crate) fn lshr_by(&mut self, a: Term, k: u32) -> Term {
        let width = self.width(a);
        if k >= width {
            return self.zero(width);
        }
        let part = self.extract(a, k, width - k);
        self.zext(part, width)
    }

    /// `a >> k`, signs from above.
    pub(crate) fn ashr_by(&mut self, a: Term, k: u32) -> Term {
        let width = self.width(a);
        let k = k.min(width - 1);
        let part = self.extract(a, k, width - k);
        self.sext(part, width)
    }

    /// The amount as a number, at most the width.
    fn shift_amount(&self, b: Term) -> Option<u32> {
        let width = self.width(b);
        self.as_const(b).map(|c| c.to_u64().map_or(width, |v| v.min(width.into()) as u32))
    }

    /// Left shift; zero when the amount reaches the width.
    pub fn shl(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if let Some(k) = self.shift_amount(b) {
            return self.shl_by(a, k);
        }
        if self.as_const(a).is_some_and(BitVec::is_zero) {
            return a;
        }
        self.intern(Node::Bin(BinOp::Shl, a, b), width)
    }

    /// Logical right shift; zero when the amount reaches the width.
    pub fn lshr(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if let Some(k) = self.shift_amount(b) {
            return self.lshr_by(a, k);
        }
        if self.as_const(a).is_some_and(BitVec::is_zero) {
            return a;
        }
        self.intern(Node::Bin(BinOp::Lshr, a, b), width)
    }

    /// Arithmetic right shift; copies of the sign when the amount reaches the width.
    pub fn ashr(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if let Some(k) = self.shift_amount(b) {
            return self.ashr_by(a, k);
        }
        if self.as_const(a).is_some_and(|c| c.is_zero() || c.is_ones()) {
            return a;
        }
        if self.certainly_nonnegative(a) {
            return self.lshr(a, b);
        }
        self.intern(Node::Bin(BinOp::Ashr, a, b), width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_by_constants_cancel() {
        let mut s = TermStore::new();
        let x = s.var("x", 32);
        let k = s.num(32, 24);
        let up = s.shl(x, k);
        let low = s.extract(x, 0, 8);
        assert_eq!(s.lshr(up, k), s.zext(low, 32));
        assert_eq!(s.ashr(up, k), s.sext(low, 32));
        let big = s.num(32, 32);
        assert_eq!(s.shl(x, big), s.zero(32));
        let (zero, four) = (s.zero(32), s.num(32, 4));
        assert_eq!(s.shl(x, zero), x);
        let two = s.num(32, 2);
        assert_eq!(s.shl(x, two), s.mul(x, four));
    }
}
