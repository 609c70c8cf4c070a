//! And, or, xor, not.
//!
//! Negation is pulled outwards, so a term and its complement differ by one `Not`, and `or` is `¬(¬a ∧ ¬b)`.
//! A mask with few runs of ones is extractions with zeros around them, which the slice rules see through.

use crate::bits::BitVec;
use crate::term::{BinOp, Node, Term, TermStore};

/// How far an `and`-chain is searched for an equal or complementary operand.
const CHAIN: usize = 8;

/// How many runs of ones of a mask are extracted one by one.
const RUNS: usize = 3;

/// The runs of ones of a mask from below, each with its lowest bit and its length; only a few more than [`RUNS`].
fn runs(m: &BitVec) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for bit in 0..m.width() {
        match runs.last_mut() {
            Some((low, length)) if m.bit(bit) && *low + *length == bit => *length += 1,
            _ if m.bit(bit) => runs.push((bit, 1)),
            _ => {}
        }
        if runs.len() > RUNS {
            break;
        }
    }
    runs
}

impl TermStore {
    /// Bitwise complement; logical negation at width 1.
    pub fn not(&mut self, a: Term) -> Term {
        let width = self.width(a);
        match self.node(a) {
            Node::Not(x) => x,
            Node::Const(_) => {
                let value = self.as_const(a).expect("a constant").not();
                self.constant(value)
            }
            // Sums stay linear: ¬a = -a - 1.
            Node::Bin(BinOp::Add, ..) if width > 1 => {
                let minus = self.constant(BitVec::ones(width));
                let negated = self.neg(a);
                self.add(negated, minus)
            }
            Node::Bin(BinOp::Mul, _, c) if width > 1 && self.as_const(c).is_some() => {
                let minus = self.constant(BitVec::ones(width));
                let negated = self.neg(a);
                self.add(negated, minus)
            }
            _ => self.intern(Node::Not(a), width),
        }
    }

    /// Is `b` the complement of `a`, visibly?
    pub(crate) fn complementary(&self, a: Term, b: Term) -> bool {
        matches!(self.node(a), Node::Not(x) if x == b) || matches!(self.node(b), Node::Not(x) if x == a)
    }

    /// Bitwise and; conjunction at width 1.
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if a == b {
            return a;
        }
        if self.complementary(a, b) {
            return self.zero(width);
        }
        let (a, b) = self.const_last(a, b);
        if let Some(m) = self.as_const(b).cloned() {
            return self.and_mask(a, &m);
        }
        // Look for b in the chain of a and the other way round: (x ∧ (y ∧ z)) with z = x or z = ¬x.
        for (chain, t) in [(a, b), (b, a)] {
            let mut rest = chain;
            for _ in 0..CHAIN {
                let Node::Bin(BinOp::And, l, r) = self.node(rest) else { break };
                if l == t || r == t {
                    return chain;
                }
                if self.complementary(l, t) || self.complementary(r, t) {
                    return self.zero(width);
                }
                rest = if matches!(self.node(l), Node::Bin(BinOp::And, ..)) { l } else { r };
            }
            // a ∧ ¬(b ∧ ¬a…) absorption: a ∨ (a ∧ b) = a appears as a ∧ ¬(¬a ∧ …) = a.
            if let Node::Not(inner) = self.node(chain)
                && let Node::Bin(BinOp::And, l, r) = self.node(inner)
            {
                if self.complementary(l, t) || self.complementary(r, t) {
                    return t;
                }
                if l == t || r == t {
                    // t ∧ ¬(t ∧ r) = t ∧ ¬r
                    let other = if l == t { r } else { l };
                    let negated = self.not(other);
                    return self.and(t, negated);
                }
            }
        }
        self.intern(Node::Bin(BinOp::And, a, b), width)
    }

    /// `a ∧ m` for a constant mask.
    fn and_mask(&mut self, a: Term, m: &BitVec) -> Term {
        let width = m.width();
        if m.is_zero() {
            return self.zero(width);
        }
        if m.is_ones() {
            return a;
        }
        if let Some(x) = self.as_const(a) {
            let value = x.and(m);
            return self.constant(value);
        }
        if let Node::Bin(BinOp::And, x, c) = self.node(a)
            && let Some(c) = self.as_const(c)
        {
            let both = c.and(m);
            return self.and_mask(x, &both);
        }
        // Few runs of ones: extract them and put zeros between.
        let runs = runs(m);
        if runs.len() <= RUNS {
            let mut out: Option<Term> = None;
            let mut at = 0;
            for (low, length) in runs {
                for part in [(low > at).then(|| self.zero(low - at)), Some(self.extract(a, low, length))] {
                    out = match (part, out) {
                        (Some(part), Some(below)) => Some(self.concat(part, below)),
                        (part, below) => part.or(below),
                    };
                }
                at = low + length;
            }
            let out = out.expect("a mask that is not zero has a run of ones");
            return self.zext(out, width);
        }
        let mask = self.constant(m.clone());
        self.intern(Node::Bin(BinOp::And, a, mask), width)
    }

    /// Bitwise or; disjunction at width 1.
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        // Operands without a common one: the sum, which the linear form understands.
        if width > 1 && self.never_both_one(a, b) {
            return self.glue(a, b).or_else(|| self.glue(b, a)).unwrap_or_else(|| self.add(a, b));
        }
        let (x, y) = (self.not(a), self.not(b));
        let both = self.and(x, y);
        self.not(both)
    }

    /// `2^k·x | low → x ++ low` when `low` fits in `k` bits: how C assembles words from bytes.
    fn glue(&mut self, high: Term, low: Term) -> Option<Term> {
        let Node::Bin(BinOp::Mul, x, c) = self.node(high) else { return None };
        let k = self.as_const(c).filter(|c| c.count_ones() == 1)?.trailing_zeros();
        if k >= 64 || self.facts(low).umax() >> k != 0 {
            return None;
        }
        let (upper, lower) = (self.extract(x, 0, self.width(x) - k), self.extract(low, 0, k));
        Some(self.concat(upper, lower))
    }

    pub(crate) fn never_both_one(&self, a: Term, b: Term) -> bool {
        let (x, y) = (self.facts(a), self.facts(b));
        let all = Facts64::mask(self.width(a));
        x.tracks() && (x.known_zeros() | y.known_zeros()) == all
    }

    /// Bitwise exclusive or; disequality at width 1.
    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if a == b {
            return self.zero(width);
        }
        let (a, b) = self.const_last(a, b);
        if let Some(c) = self.as_const(b).cloned() {
            if c.is_zero() {
                return a;
            }
            if c.is_ones() {
                return self.not(a);
            }
            if let Some(x) = self.as_const(a) {
                let value = x.xor(&c);
                return self.constant(value);
            }
            match self.node(a) {
                Node::Bin(BinOp::Xor, x, d) if self.as_const(d).is_some() => {
                    let both = self.as_const(d).expect("a constant").xor(&c);
                    let both = self.constant(both);
                    return self.xor(x, both);
                }
                Node::Not(x) => {
                    let negated = self.constant(c.not());
                    return self.xor(x, negated);
                }
                _ => {}
            }
            if width > 1 && self.never_both_one(a, b) {
                return self.add(a, b);
            }
        }
        // ¬a ⊕ b = ¬(a ⊕ b)
        match (self.node(a), self.node(b)) {
            (Node::Not(x), Node::Not(y)) => return self.xor(x, y),
            (Node::Not(x), _) => {
                let inner = self.xor(x, b);
                return self.not(inner);
            }
            (_, Node::Not(y)) => {
                let inner = self.xor(a, y);
                return self.not(inner);
            }
            _ => {}
        }
        // (x ⊕ y) ⊕ x = y
        for (sum, t) in [(a, b), (b, a)] {
            if let Node::Bin(BinOp::Xor, l, r) = self.node(sum) {
                if l == t {
                    return r;
                }
                if r == t {
                    return l;
                }
            }
        }
        self.intern(Node::Bin(BinOp::Xor, a, b), width)
    }

    /// Commutative arguments in normal order: by creation, a constant last.
    pub(crate) fn const_last(&self, a: Term, b: Term) -> (Term, Term) {
        match (self.as_const(a), self.as_const(b)) {
            (Some(_), None) => (b, a),
            (None, Some(_)) => (a, b),
            _ if a <= b => (a, b),
            _ => (b, a),
        }
    }

    /// `a → b`.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// Conjunction of Booleans; `true` when there are none.
    pub fn all(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        terms.into_iter().fold(self.truth(), |acc, t| self.and(acc, t))
    }

    /// Disjunction of Booleans; `false` when there are none.
    pub fn any(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        terms.into_iter().fold(self.falsity(), |acc, t| self.or(acc, t))
    }

    /// The conjuncts of a Boolean, in order and without repetition: `a ∧ (b ∧ c)` gives three.
    pub fn conjuncts(&self, term: Term) -> Vec<Term> {
        let mut out = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![term];
        while let Some(t) = stack.pop() {
            match self.node(t) {
                Node::Bin(BinOp::And, a, b) if self.width(t) == 1 && seen.insert(t) => {
                    stack.push(b);
                    stack.push(a);
                }
                _ if seen.insert(t) => out.push(t),
                _ => {}
            }
        }
        out
    }
}

/// The all-ones word of a width that facts can describe.
struct Facts64;

impl Facts64 {
    fn mask(width: u32) -> u64 {
        if width >= 64 { u64::MAX } else { (1 << width) - 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_become_slices() {
        let mut s = TermStore::new();
        let x = s.var("x", 32);
        let (ff, ff00) = (s.num(32, 0xff), s.num(32, 0xff00));
        let low = s.extract(x, 0, 8);
        assert_eq!(s.and(x, ff), s.zext(low, 32));
        let both = s.and(x, ff00);
        let second = s.extract(x, 8, 8);
        assert_eq!(s.extract(both, 8, 8), second);
        assert_eq!(s.extract(both, 0, 8), s.zero(8));
    }

    #[test]
    fn boolean_laws() {
        let mut s = TermStore::new();
        let (p, q) = (s.var("p", 1), s.var("q", 1));
        let np = s.not(p);
        assert_eq!(s.and(p, np), s.falsity());
        assert_eq!(s.or(p, np), s.truth());
        let pq = s.and(p, q);
        assert_eq!(s.and(pq, p), pq);
        assert_eq!(s.and(pq, np), s.falsity());
        assert_eq!(s.or(pq, p), p);
        let either = s.or(p, q);
        assert_eq!(s.and(either, p), p);
        assert_eq!(s.and(either, np), s.and(q, np));
        assert_eq!(s.implies(p, p), s.truth());
        assert_eq!(s.conjuncts(pq), vec![p, q]);
    }

    #[test]
    fn assembling_bytes_is_concatenation() {
        let mut s = TermStore::new();
        let (x, y) = (s.var("x", 8), s.var("y", 8));
        let (lo, hi) = (s.zext(x, 16), s.zext(y, 16));
        let c256 = s.num(16, 256);
        let up = s.mul(hi, c256);
        assert_eq!(s.or(lo, up), s.concat(y, x));
    }
}
