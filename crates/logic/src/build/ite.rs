//! If-then-else. Boolean choices become connectives where one branch is constant, choices between 0 and 1 (or
//! -1) become extensions of the condition.

use crate::bits::BitVec;
use crate::term::{BinOp, Node, Term, TermStore};

impl TermStore {
    /// `a` if the Boolean `c` holds, else `b`.
    pub fn ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        assert_eq!(self.width(c), 1, "a condition has one bit");
        if let Some(value) = self.as_bool(c) {
            return if value { a } else { b };
        }
        if a == b {
            return a;
        }
        if let Node::Not(positive) = self.node(c) {
            return self.ite(positive, b, a);
        }
        if width == 1 {
            match (self.as_bool(a), self.as_bool(b)) {
                (Some(true), _) => return self.or(c, b),
                (_, Some(false)) => return self.and(c, a),
                (Some(false), _) => {
                    let not_c = self.not(c);
                    return self.and(not_c, b);
                }
                (_, Some(true)) => return self.implies(c, a),
                _ => {}
            }
            if a == c {
                return self.or(c, b);
            }
            if b == c {
                return self.and(c, a);
            }
            if self.complementary(a, b) {
                // c ? a : ¬a is c = a
                return self.eq(c, a);
            }
        } else if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            if y.is_zero() && x.is_one() {
                return self.zext(c, width);
            }
            if y.is_zero() && x.is_ones() {
                return self.sext(c, width);
            }
            if x.is_zero() && y.is_one() {
                let not_c = self.not(c);
                return self.zext(not_c, width);
            }
            if x.is_zero() && y.is_ones() {
                let not_c = self.not(c);
                return self.sext(not_c, width);
            }
        }
        // Under c the nested choice on c is decided.
        if let Node::Ite(d, x, _) = self.node(a)
            && d == c
        {
            return self.ite(c, x, b);
        }
        if let Node::Ite(d, _, y) = self.node(b)
            && d == c
        {
            return self.ite(c, a, y);
        }
        // x = y ? x : y is y.
        if let Node::Bin(BinOp::Eq, x, y) = self.node(c)
            && ((x == a && y == b) || (x == b && y == a))
        {
            return b;
        }
        self.intern(Node::Ite(c, a, b), width)
    }

    /// The Boolean as a number of `width` bits, 0 or 1.
    pub fn bool_to_num(&mut self, c: Term, width: u32) -> Term {
        assert_eq!(self.width(c), 1, "a condition has one bit");
        self.zext(c, width)
    }

    /// `a ≠ 0`.
    pub fn is_nonzero(&mut self, a: Term) -> Term {
        let zero = self.constant(BitVec::zero(self.width(a)));
        self.ne(a, zero)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_between_zero_and_one_are_extensions() {
        let mut s = TermStore::new();
        let p = s.var("p", 1);
        let (zero, one) = (s.zero(32), s.num(32, 1));
        let t = s.ite(p, one, zero);
        assert_eq!(t, s.zext(p, 32));
        assert_eq!(s.is_nonzero(t), p);
        let u = s.ite(p, zero, one);
        let np = s.not(p);
        assert_eq!(s.eq(u, zero), p);
        assert_eq!(u, s.zext(np, 32));
    }

    #[test]
    fn nested_and_redundant_choices() {
        let mut s = TermStore::new();
        let p = s.var("p", 1);
        let (x, y, z) = (s.var("x", 8), s.var("y", 8), s.var("z", 8));
        let inner = s.ite(p, x, y);
        assert_eq!(s.ite(p, inner, z), s.ite(p, x, z));
        assert_eq!(s.ite(p, z, inner), s.ite(p, z, y));
        let same = s.eq(x, y);
        assert_eq!(s.ite(same, x, y), y);
        let np = s.not(p);
        assert_eq!(s.ite(np, x, y), s.ite(p, y, x));
    }
}
