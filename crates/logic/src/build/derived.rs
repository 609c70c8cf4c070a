//! Operations built from the others: overflow predicates and the bit-counting intrinsics of LLVM.

use crate::bits::BitVec;
use crate::term::{Term, TermStore};

impl TermStore {
    /// The most significant bit.
    pub fn sign(&mut self, a: Term) -> Term {
        self.extract(a, self.width(a) - 1, 1)
    }

    /// Does `a + b` leave the unsigned range?
    pub fn uadd_overflow(&mut self, a: Term, b: Term) -> Term {
        // The sum wraps exactly when it is below an operand; below a constant one is simplest.
        let sum = self.add(a, b);
        let below = if self.as_const(a).is_some() { a } else { b };
        self.ult(sum, below)
    }

    /// Does `a - b` leave the unsigned range?
    pub fn usub_overflow(&mut self, a: Term, b: Term) -> Term {
        self.ult(a, b)
    }

    /// Does `a + b` leave the signed range?
    pub fn sadd_overflow(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if let Some(value) = self.fits_signed(a, b, i128::checked_add) {
            return self.bool(!value);
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some(c) = self.as_const(y).cloned() {
                return self.signed_sum_overflow(x, &c, width);
            }
        }
        let sum = self.add(a, b);
        let (sa, sb, ss) = (self.sign(a), self.sign(b), self.sign(sum));
        let (same, flipped) = (self.eq(sa, sb), self.ne(sa, ss));
        self.and(same, flipped)
    }

    /// `x + c` leaves the signed range: beyond the greatest for `c ≥ 0`, below the least for `c < 0`.
    fn signed_sum_overflow(&mut self, x: Term, c: &BitVec, width: u32) -> Term {
        let least = BitVec::sign_bit(width);
        if c.msb() {
            let bound = self.constant(least.sub(c));
            self.slt(x, bound)
        } else {
            let bound = self.constant(least.not().sub(c));
            self.slt(bound, x)
        }
    }

    /// Does `a - b` leave the signed range?
    pub fn ssub_overflow(&mut self, a: Term, b: Term) -> Term {
        self.same_width(a, b);
        if let Some(value) = self.fits_signed(a, b, i128::checked_sub) {
            return self.bool(!value);
        }
        let difference = self.sub(a, b);
        let (sa, sb, sd) = (self.sign(a), self.sign(b), self.sign(difference));
        let (different, flipped) = (self.ne(sa, sb), self.ne(sa, sd));
        self.and(different, flipped)
    }

    /// Does `a · b` leave the unsigned range?
    pub fn umul_overflow(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        for (x, y) in [(a, b), (b, a)] {
            if let Some(c) = self.as_const(y).cloned() {
                if c.is_zero() {
                    return self.falsity();
                }
                let bound = self.constant(BitVec::ones(width).udiv(&c));
                return self.ult(bound, x);
            }
        }
        let (x, y) = (self.zext(a, 2 * width), self.zext(b, 2 * width));
        let product = self.mul(x, y);
        let high = self.extract(product, width, width);
        self.is_nonzero(high)
    }

    /// Does `a · b` leave the signed range?
    pub fn smul_overflow(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if let Some(value) = self.fits_signed(a, b, i128::checked_mul) {
            return self.bool(!value);
        }
        if width > 1 {
            for (x, y) in [(a, b), (b, a)] {
                if let Some(c) = self.as_const(y).cloned() {
                    return self.signed_multiple_overflow(x, &c);
                }
            }
        }
        let (x, y) = (self.sext(a, 2 * width), self.sext(b, 2 * width));
        let product = self.mul(x, y);
        let low = self.extract(product, 0, width);
        let back = self.sext(low, 2 * width);
        self.ne(product, back)
    }

    /// `c·x` leaves the signed range: `x` lies outside the quotients of the bounds, which rounding towards zero
    /// gets right on both sides.
    fn signed_multiple_overflow(&mut self, x: Term, c: &BitVec) -> Term {
        let width = c.width();
        let (least, greatest) = (BitVec::sign_bit(width), BitVec::sign_bit(width).not());
        if c.is_zero() || c.is_one() {
            return self.falsity();
        }
        if c.is_ones() {
            let least = self.constant(least);
            return self.eq(x, least);
        }
        let (p, q) = (least.sdiv(c), greatest.sdiv(c));
        let (low, high) = if c.msb() { (q, p) } else { (p, q) };
        let (low, high) = (self.constant(low), self.constant(high));
        let (under, over) = (self.slt(x, low), self.slt(high, x));
        self.or(under, over)
    }

    /// Whether the facts alone show that the exact result is, for all values, inside (`true`) the signed range.
    fn fits_signed(&self, a: Term, b: Term, op: fn(i128, i128) -> Option<i128>) -> Option<bool> {
        let (x, y) = (self.facts(a), self.facts(b));
        if !x.tracks() {
            return None;
        }
        let width = self.width(a);
        let bounds = crate::Facts::top(width);
        let corner = |p: i64, q: i64| {
            let r = op(p.into(), q.into())?;
            Some(r >= bounds.smin().into() && r <= bounds.smax().into())
        };
        let inside = corner(x.smin(), y.smin())?
            && corner(x.smin(), y.smax())?
            && corner(x.smax(), y.smin())?
            && corner(x.smax(), y.smax())?;
        inside.then_some(true)
    }

    /// The number of one bits, in the operand's width.
    pub fn popcount(&mut self, a: Term) -> Term {
        let width = self.width(a);
        // Enough bits to hold the count, then add pairwise.
        let enough = (32 - width.leading_zeros()).min(width);
        let mut counts: Vec<Term> = (0..width).map(|i| self.extract(a, i, 1)).collect();
        if width == 1 {
            return a;
        }
        counts = counts.into_iter().map(|bit| self.zext(bit, enough)).collect();
        while counts.len() > 1 {
            counts = counts.chunks(2).map(|c| if let [x, y] = *c { self.add(x, y) } else { c[0] }).collect();
        }
        self.zext(counts[0], width)
    }

    /// The number of high zero bits; the width when the operand is zero.
    pub fn ctlz(&mut self, a: Term) -> Term {
        let width = self.width(a);
        self.first_one(a, (0..width).collect(), |i| width - 1 - i)
    }

    /// The number of low zero bits; the width when the operand is zero.
    pub fn cttz(&mut self, a: Term) -> Term {
        let width = self.width(a);
        self.first_one(a, (0..width).rev().collect(), |i| i)
    }

    /// The count belonging to the last bit in `order` that is one; the width when none is.
    fn first_one(&mut self, a: Term, order: Vec<u32>, count: impl Fn(u32) -> u32) -> Term {
        let width = self.width(a);
        let mut out = self.num(width, width.into());
        for i in order {
            let (bit, value) = (self.extract(a, i, 1), self.num(width, count(i).into()));
            out = self.ite(bit, value, out);
        }
        out
    }

    /// The bytes in reverse order. Panics unless the width is a multiple of 8.
    pub fn bswap(&mut self, a: Term) -> Term {
        let width = self.width(a);
        assert_eq!(width % 8, 0, "bswap of whole bytes");
        let bytes: Vec<Term> = (0..width / 8).map(|i| self.extract(a, 8 * i, 8)).collect();
        bytes.into_iter().reduce(|acc, byte| self.concat(acc, byte)).expect("at least one byte")
    }

    /// The bits in reverse order.
    pub fn bitreverse(&mut self, a: Term) -> Term {
        let bits: Vec<Term> = (0..self.width(a)).map(|i| self.extract(a, i, 1)).collect();
        bits.into_iter().reduce(|acc, bit| self.concat(acc, bit)).expect("at least one bit")
    }

    /// Funnel shift left: the high half of `(a ++ b) << (amount mod width)`.
    pub fn fshl(&mut self, a: Term, b: Term, amount: Term) -> Term {
        let width = self.same_width(a, b);
        let (both, by) = self.funnel(a, b, amount);
        let shifted = self.shl(both, by);
        self.extract(shifted, width, width)
    }

    /// Funnel shift right: the low half of `(a ++ b) >> (amount mod width)`.
    pub fn fshr(&mut self, a: Term, b: Term, amount: Term) -> Term {
        let width = self.same_width(a, b);
        let (both, by) = self.funnel(a, b, amount);
        let shifted = self.lshr(both, by);
        self.extract(shifted, 0, width)
    }

    fn funnel(&mut self, a: Term, b: Term, amount: Term) -> (Term, Term) {
        let width = self.same_width(a, amount);
        // The modulus itself may need one bit more than the operand has.
        let wide = self.zext(amount, 2 * width.max(2));
        let modulus = self.num(2 * width.max(2), width.into());
        let by = self.urem(wide, modulus);
        (self.concat(a, b), self.zext_or_trunc(by, 2 * width))
    }
}
