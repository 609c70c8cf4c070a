//! Equality and order.
//!
//! Equality of sums is solved in modular arithmetic: common summands cancel, an odd coefficient is divided away
//! (it has an inverse modulo 2^width), an even one cuts the operand. Order is *not* preserved by adding on both
//! sides in wrap-around arithmetic; the rules below either prove that nothing wraps or turn the wrap itself into
//! the condition (`x < x + c` holds unless `x + c` wraps, which is `x < -c`).

use super::linear::Linear;
use crate::bits::BitVec;
use crate::term::{BinOp, Node, Term, TermStore};

impl TermStore {
    /// Equality.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width == 1 {
            let different = self.xor(a, b);
            return self.not(different);
        }
        if a == b {
            return self.truth();
        }
        if self.facts(a).tracks() && self.facts(a).disjoint(self.facts(b)) {
            return self.falsity();
        }
        if self.is_linear(a) || self.is_linear(b) {
            let mut form = self.linear(a);
            let other = self.linear(b);
            form.add_scaled(&other, &BitVec::ones(width));
            return self.linear_is_zero(form);
        }
        self.eq_structural(a, b)
    }

    /// Disequality.
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    fn is_linear(&self, t: Term) -> bool {
        match self.node(t) {
            Node::Bin(BinOp::Add, ..) | Node::Not(_) => true,
            Node::Bin(BinOp::Mul, _, c) => self.as_const(c).is_some(),
            _ => false,
        }
    }

    /// `form = 0`.
    fn linear_is_zero(&mut self, form: Linear) -> Term {
        let width = form.constant.width();
        let Some((_, first)) = form.atoms.first() else { return self.bool(form.constant.is_zero()) };
        if let [(x, c)] = &form.atoms[..] {
            // c·x = k
            let (x, k) = (*x, form.constant.neg());
            let shift = c.trailing_zeros();
            if k.trailing_zeros() < shift {
                return self.falsity();
            }
            let (c, k) = (c.extract(shift, width - shift), k.extract(shift, width - shift));
            let part = self.extract(x, 0, width - shift);
            let value = self.constant(k.mul(&c.odd_inverse()));
            return if width == shift + 1 { self.eq(part, value) } else { self.eq_structural(part, value) };
        }
        // One of form = 0 and -form = 0: the one whose first coefficient reads as positive.
        let form = if first.msb() { form.scaled(&BitVec::ones(width)) } else { form };
        let (negative, positive) = form.atoms.into_iter().partition(|(_, c)| c.msb());
        let left = self.linear_sum(&Linear { constant: BitVec::zero(width), atoms: positive });
        let right = Linear { constant: form.constant, atoms: negative }.scaled(&BitVec::ones(width));
        let right = self.linear_sum(&right);
        self.eq_structural(left, right)
    }

    /// Equality by the shape of the operands; both sides are as far apart as linear arithmetic can bring them.
    fn eq_structural(&mut self, a: Term, b: Term) -> Term {
        self.same_width(a, b);
        if a == b {
            return self.truth();
        }
        let (a, b) = self.const_last(a, b);
        if let Some(c) = self.as_const(b).cloned() {
            if let Some(x) = self.as_const(a) {
                let value = *x == c;
                return self.bool(value);
            }
            if let Some(t) = self.eq_const(a, &c) {
                return t;
            }
        }
        match (self.node(a), self.node(b)) {
            (Node::Zext(x), Node::Zext(y)) => {
                let inner = self.width(x).max(self.width(y));
                let (x, y) = (self.zext(x, inner), self.zext(y, inner));
                return self.eq(x, y);
            }
            (Node::Sext(x), Node::Sext(y)) => {
                let inner = self.width(x).max(self.width(y));
                let (x, y) = (self.sext(x, inner), self.sext(y, inner));
                return self.eq(x, y);
            }
            (Node::Concat(h, l), Node::Concat(i, m)) if self.width(l) == self.width(m) => {
                let (high, low) = (self.eq(h, i), self.eq(l, m));
                return self.and(high, low);
            }
            _ => {}
        }
        self.intern(Node::Bin(BinOp::Eq, a, b), 1)
    }

    /// `a = c` for a constant, when the shape of `a` helps.
    fn eq_const(&mut self, a: Term, c: &BitVec) -> Option<Term> {
        let width = c.width();
        match self.node(a) {
            Node::Zext(x) => {
                let cut = c.extract(0, self.width(x));
                Some(if cut.zext(width) == *c { self.eq_value(x, cut) } else { self.falsity() })
            }
            Node::Sext(x) => {
                let cut = c.extract(0, self.width(x));
                Some(if cut.sext(width) == *c { self.eq_value(x, cut) } else { self.falsity() })
            }
            Node::Concat(h, l) => {
                let split = self.width(l);
                let high = self.eq_value(h, c.extract(split, width - split));
                let low = self.eq_value(l, c.extract(0, split));
                Some(self.and(high, low))
            }
            Node::Bin(BinOp::Xor, x, d) => {
                if let Some(d) = self.as_const(d) {
                    let value = d.xor(c);
                    return Some(self.eq_value(x, value));
                }
                if c.is_zero() {
                    return Some(self.eq(x, d));
                }
                None
            }
            Node::Ite(p, x, y) => {
                if self.as_const(x).is_none() && self.as_const(y).is_none() {
                    return None;
                }
                let (x, y) = (self.eq_value(x, c.clone()), self.eq_value(y, c.clone()));
                Some(self.ite(p, x, y))
            }
            _ => None,
        }
    }

    fn eq_value(&mut self, a: Term, value: BitVec) -> Term {
        let value = self.constant(value);
        self.eq(a, value)
    }

    /// `t` as `x + c`, where `c` may be zero.
    fn split_offset(&self, t: Term) -> (Term, BitVec) {
        if let Node::Bin(BinOp::Add, x, c) = self.node(t)
            && let Some(c) = self.as_const(c)
        {
            return (x, c.clone());
        }
        (t, BitVec::zero(self.width(t)))
    }

    /// Does `x + c` certainly not wrap (unsigned)?
    fn no_wrap(&self, x: Term, c: &BitVec) -> bool {
        let facts = self.facts(x);
        facts.tracks() && c.to_u64().is_some_and(|c| c <= max_of(self.width(x)) - facts.umax())
    }

    /// Unsigned less than.
    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if a == b {
            return self.falsity();
        }
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            let value = x.ult(y);
            return self.bool(value);
        }
        if width == 1 {
            let not_a = self.not(a);
            return self.and(not_a, b);
        }
        if self.facts(a).tracks()
            && let Some(value) = self.facts(a).ult(self.facts(b))
        {
            return self.bool(value);
        }
        if let Some(c) = self.as_const(b).cloned()
            && let Some(t) = self.ult_upper(a, &c)
        {
            return t;
        }
        if let Some(c) = self.as_const(a).cloned()
            && let Some(t) = self.ult_lower(&c, b)
        {
            return t;
        }
        match (self.node(a), self.node(b)) {
            (Node::Zext(x), Node::Zext(y)) => {
                let inner = self.width(x).max(self.width(y));
                let (x, y) = (self.zext(x, inner), self.zext(y, inner));
                return self.ult(x, y);
            }
            // Sign extension is monotone in the unsigned order too.
            (Node::Sext(x), Node::Sext(y)) if self.width(x) == self.width(y) => return self.ult(x, y),
            _ => {}
        }
        let ((x, c), (y, d)) = (self.split_offset(a), self.split_offset(b));
        if x == y {
            // with y = x + c: y < y + (d - c) unless that wraps, so y < c - d
            let bound = self.constant(c.sub(&d));
            return self.ult(a, bound);
        }
        if c == d && !c.is_zero() && self.no_wrap(x, &c) && self.no_wrap(y, &c) {
            return self.ult(x, y);
        }
        self.intern(Node::Bin(BinOp::Ult, a, b), 1)
    }

    /// `a < c` for a constant.
    fn ult_upper(&mut self, a: Term, c: &BitVec) -> Option<Term> {
        let width = c.width();
        if c.is_zero() {
            return Some(self.falsity());
        }
        if c.is_one() {
            return Some(self.eq_value(a, BitVec::zero(width)));
        }
        if c.is_ones() {
            let top = self.eq_value(a, c.clone());
            return Some(self.not(top));
        }
        match self.node(a) {
            Node::Zext(x) => {
                let cut = c.extract(0, self.width(x));
                if cut.zext(width) != *c {
                    return Some(self.truth());
                }
                let cut = self.constant(cut);
                Some(self.ult(x, cut))
            }
            Node::Ite(p, x, y) if self.as_const(x).is_some() && self.as_const(y).is_some() => {
                let c = self.constant(c.clone());
                let (x, y) = (self.ult(x, c), self.ult(y, c));
                Some(self.ite(p, x, y))
            }
            Node::Bin(BinOp::Add, ..) => {
                let (x, d) = self.split_offset(a);
                (!d.is_zero() && self.no_wrap(x, &d) && !c.ult(&d)).then(|| {
                    let bound = self.constant(c.sub(&d));
                    self.ult(x, bound)
                })
            }
            _ => None,
        }
    }

    /// `c < b` for a constant.
    fn ult_lower(&mut self, c: &BitVec, b: Term) -> Option<Term> {
        let width = c.width();
        if c.is_ones() {
            return Some(self.falsity());
        }
        if c.is_zero() {
            let zero = self.eq_value(b, c.clone());
            return Some(self.not(zero));
        }
        if c.add(&BitVec::one(width)).is_ones() {
            return Some(self.eq_value(b, BitVec::ones(width)));
        }
        match self.node(b) {
            Node::Zext(x) => {
                let cut = c.extract(0, self.width(x));
                if cut.zext(width) != *c {
                    return Some(self.falsity());
                }
                let cut = self.constant(cut);
                Some(self.ult(cut, x))
            }
            Node::Ite(p, x, y) if self.as_const(x).is_some() && self.as_const(y).is_some() => {
                let c = self.constant(c.clone());
                let (x, y) = (self.ult(c, x), self.ult(c, y));
                Some(self.ite(p, x, y))
            }
            Node::Bin(BinOp::Add, ..) => {
                let (x, d) = self.split_offset(b);
                (!d.is_zero() && self.no_wrap(x, &d) && !c.ult(&d)).then(|| {
                    let bound = self.constant(c.sub(&d));
                    self.ult(bound, x)
                })
            }
            _ => None,
        }
    }

    /// Signed less than.
    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if a == b {
            return self.falsity();
        }
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            let value = x.slt(y);
            return self.bool(value);
        }
        if width == 1 {
            let not_b = self.not(b);
            return self.and(a, not_b);
        }
        if self.facts(a).tracks() {
            let (x, y) = (self.facts(a), self.facts(b));
            if let Some(value) = x.slt(y) {
                return self.bool(value);
            }
            if x.smax() < 0 && y.smax() < 0 {
                return self.ult(a, b);
            }
        }
        if self.certainly_nonnegative(a) && self.certainly_nonnegative(b) {
            return self.ult(a, b);
        }
        if let Some(t) = self.slt_const(a, b) {
            return t;
        }
        match (self.node(a), self.node(b)) {
            (Node::Sext(x), Node::Sext(y)) => {
                let inner = self.width(x).max(self.width(y));
                let (x, y) = (self.sext(x, inner), self.sext(y, inner));
                return self.slt(x, y);
            }
            (Node::Sext(x), Node::Const(_)) => {
                let c = self.as_const(b).expect("a constant");
                let cut = c.extract(0, self.width(x));
                if cut.sext(width) == *c {
                    let cut = self.constant(cut);
                    return self.slt(x, cut);
                }
            }
            (Node::Const(_), Node::Sext(y)) => {
                let c = self.as_const(a).expect("a constant");
                let cut = c.extract(0, self.width(y));
                if cut.sext(width) == *c {
                    let cut = self.constant(cut);
                    return self.slt(cut, y);
                }
            }
            _ => {}
        }
        let ((x, c), (y, d)) = (self.split_offset(a), self.split_offset(b));
        if x == y {
            // The signed order is the unsigned one after adding the sign bit to both sides.
            let bound = c.sub(&d).add(&BitVec::sign_bit(width));
            let bound = self.constant(bound);
            return self.slt(a, bound);
        }
        self.intern(Node::Bin(BinOp::Slt, a, b), 1)
    }

    /// Signed comparisons with a constant at the edge of the range, or of two constants chosen by a condition.
    fn slt_const(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let (least, greatest) = (BitVec::sign_bit(width), BitVec::sign_bit(width).not());
        let one = BitVec::one(width);
        if let Some(c) = self.as_const(b).cloned() {
            if c == least {
                return Some(self.falsity());
            }
            if c == greatest {
                let top = self.eq_value(a, c);
                return Some(self.not(top));
            }
            if c == least.add(&one) {
                return Some(self.eq_value(a, least));
            }
            if let Node::Ite(p, x, y) = self.node(a)
                && self.as_const(x).is_some()
                && self.as_const(y).is_some()
            {
                let (x, y) = (self.slt(x, b), self.slt(y, b));
                return Some(self.ite(p, x, y));
            }
        }
        if let Some(c) = self.as_const(a).cloned() {
            if c == greatest {
                return Some(self.falsity());
            }
            if c == least {
                let bottom = self.eq_value(b, c);
                return Some(self.not(bottom));
            }
            if c.add(&one) == greatest {
                return Some(self.eq_value(b, greatest));
            }
            if let Node::Ite(p, x, y) = self.node(b)
                && self.as_const(x).is_some()
                && self.as_const(y).is_some()
            {
                let (x, y) = (self.slt(a, x), self.slt(a, y));
                return Some(self.ite(p, x, y));
            }
        }
        None
    }

    /// Unsigned at most.
    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        let greater = self.ult(b, a);
        self.not(greater)
    }

    /// Unsigned greater than.
    pub fn ugt(&mut self, a: Term, b: Term) -> Term {
        self.ult(b, a)
    }

    /// Unsigned at least.
    pub fn uge(&mut self, a: Term, b: Term) -> Term {
        self.ule(b, a)
    }

    /// Signed at most.
    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        let greater = self.slt(b, a);
        self.not(greater)
    }

    /// Signed greater than.
    pub fn sgt(&mut self, a: Term, b: Term) -> Term {
        self.slt(b, a)
    }

    /// Signed at least.
    pub fn sge(&mut self, a: Term, b: Term) -> Term {
        self.sle(b, a)
    }
}

fn max_of(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equalities_are_solved() {
        let mut s = TermStore::new();
        let (x, y) = (s.var("x", 32), s.var("y", 32));
        let (c3, c5, c12) = (s.num(32, 3), s.num(32, 5), s.num(32, 12));
        let x3 = s.mul(x, c3);
        let t = s.eq(x3, c12);
        let c4 = s.num(32, 4);
        assert_eq!(t, s.eq(x, c4));
        let (a, b) = (s.add(x, c5), s.add(y, c5));
        assert_eq!(s.eq(a, b), s.eq(x, y));
        let c8 = s.num(32, 8);
        let x8 = s.mul(x, c8);
        assert_eq!(s.eq(x8, c12), s.falsity());
        let d = s.sub(x, y);
        let zero = s.zero(32);
        assert_eq!(s.eq(d, zero), s.eq(x, y));
        let e = s.sub(y, x);
        assert_eq!(s.eq(e, zero), s.eq(x, y));
    }

    #[test]
    fn wrapping_sums_compare_by_their_wrap() {
        let mut s = TermStore::new();
        let x = s.var("x", 8);
        let (c1, c255) = (s.num(8, 1), s.num(8, 255));
        let next = s.add(x, c1);
        let greater = s.ult(x, next);
        // x < x + 1 unless x = 255
        assert_eq!(greater, s.ne(x, c255));
        let smax = s.num(8, 127);
        let signed = s.slt(x, next);
        assert_eq!(signed, s.ne(x, smax));
    }

    #[test]
    fn ranges_decide() {
        let mut s = TermStore::new();
        let b = s.var("b", 8);
        let i = s.zext(b, 64);
        let (c4, c1020, c1021) = (s.num(64, 4), s.num(64, 1020), s.num(64, 1021));
        let offset = s.mul(i, c4);
        assert_eq!(s.ult(offset, c1021), s.truth());
        let inside = s.ult(offset, c1020);
        assert!(s.as_bool(inside).is_none());
        let next = s.add(i, c4);
        let c9 = s.num(64, 9);
        let (five, small) = (s.num(8, 5), s.ult(next, c9));
        assert_eq!(small, s.ult(b, five));
    }
}
