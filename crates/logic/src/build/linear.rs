//! Linear forms: how sums are kept normal.
//!
//! A sum is a constant plus coefficients times atoms, all modulo 2^width; an atom is a term that is neither a
//! multiple nor a complement, and a sum only below a coefficient: `c·(a + b)` is not multiplied out. (It was at
//! first: paths that scale one sum by several constants then lost the circuit the products had in common, and
//! some of their queries became twenty times harder for SAT.) [`TermStore::linear_sum`] rebuilds it as
//! `((c₁·a₁ + c₂·a₂) + …) + constant` with atoms in order of creation, so equal sums are equal terms, `x - x` is
//! 0, and `x + c` is always `Add(x, Const)`.
//!
//! Forms longer than [`MAX_ATOMS`] are not flattened further (the longer operand becomes one atom), which bounds
//! the cost of each addition.

use crate::bits::BitVec;
use crate::term::{BinOp, Node, Term, TermStore};

/// Sums with more atoms than this are treated as opaque.
const MAX_ATOMS: usize = 8;

/// `constant + Σ coefficient·atom`, atoms ascending and distinct, coefficients not zero.
#[derive(Clone, Debug)]
pub(crate) struct Linear {
    pub(crate) constant: BitVec,
    pub(crate) atoms: Vec<(Term, BitVec)>,
}

impl Linear {
    fn constant(value: BitVec) -> Self {
        Linear { constant: value, atoms: Vec::new() }
    }

    fn add_atom(&mut self, atom: Term, coefficient: BitVec) {
        match self.atoms.binary_search_by_key(&atom, |&(t, _)| t) {
            Ok(i) => {
                let sum = self.atoms[i].1.add(&coefficient);
                if sum.is_zero() {
                    self.atoms.remove(i);
                } else {
                    self.atoms[i].1 = sum;
                }
            }
            Err(i) if !coefficient.is_zero() => self.atoms.insert(i, (atom, coefficient)),
            Err(_) => {}
        }
    }

    /// `self + factor·other`.
    pub(crate) fn add_scaled(&mut self, other: &Linear, factor: &BitVec) {
        self.constant = self.constant.add(&other.constant.mul(factor));
        for (atom, c) in &other.atoms {
            self.add_atom(*atom, c.mul(factor));
        }
    }

    /// `factor·self`.
    pub(crate) fn scaled(&self, factor: &BitVec) -> Linear {
        let mut out = Linear::constant(BitVec::zero(factor.width()));
        out.add_scaled(self, factor);
        out
    }
}

impl TermStore {
    /// The linear form of a term.
    pub(crate) fn linear(&self, term: Term) -> Linear {
        self.linear_multiple(term, BitVec::one(self.width(term)))
    }

    /// The linear form of `factor·term`.
    pub(crate) fn linear_multiple(&self, term: Term, factor: BitVec) -> Linear {
        let width = self.width(term);
        let mut out = Linear::constant(BitVec::zero(width));
        let mut work = vec![(term, factor.clone())];
        while let Some((t, scale)) = work.pop() {
            if out.atoms.len() + work.len() > MAX_ATOMS {
                out = Linear::constant(BitVec::zero(width));
                out.add_atom(term, factor);
                return out;
            }
            let factor = scale;
            match self.node(t) {
                Node::Bin(BinOp::Add, a, b)
                    if factor.is_one() || factor.is_ones() || self.as_const(b).is_some() =>
                {
                    work.push((a, factor.clone()));
                    work.push((b, factor));
                }
                Node::Const(_) => {
                    let value = self.as_const(t).expect("a constant").mul(&factor);
                    out.constant = out.constant.add(&value);
                }
                // ¬a = -a - 1
                Node::Not(a) if width > 1 => {
                    out.constant = out.constant.sub(&factor);
                    work.push((a, factor.neg()));
                }
                Node::Bin(BinOp::Mul, a, b) if self.as_const(b).is_some() => {
                    let coefficient = self.as_const(b).expect("a constant").mul(&factor);
                    // The coefficient may have become zero modulo 2^width.
                    work.push((a, coefficient));
                }
                _ => out.add_atom(t, factor),
            }
        }
        out
    }

    /// The term of a linear form.
    pub(crate) fn linear_sum(&mut self, form: &Linear) -> Term {
        let width = form.constant.width();
        // -a - 1 reads better, and bit-blasts smaller, as ¬a.
        if let [(atom, c)] = &form.atoms[..]
            && c.is_ones()
            && form.constant.is_ones()
        {
            return self.intern(Node::Not(*atom), width);
        }
        let mut sum = None;
        for (atom, c) in &form.atoms {
            let product = self.multiple(*atom, c);
            sum = Some(match sum {
                None => product,
                Some(s) => self.raw_add(s, product),
            });
        }
        match sum {
            None => self.constant(form.constant.clone()),
            Some(s) if form.constant.is_zero() => s,
            Some(s) => {
                let c = self.constant(form.constant.clone());
                self.raw_add(s, c)
            }
        }
    }

    fn raw_add(&mut self, a: Term, b: Term) -> Term {
        // Facts may have folded a partial sum to a constant.
        match (self.as_const(a), self.as_const(b)) {
            (Some(x), Some(y)) => {
                let sum = x.add(y);
                self.constant(sum)
            }
            (Some(x), None) if x.is_zero() => b,
            (None, Some(y)) if y.is_zero() => a,
            (Some(_), None) => self.intern(Node::Bin(BinOp::Add, b, a), self.width(a)),
            _ => self.intern(Node::Bin(BinOp::Add, a, b), self.width(a)),
        }
    }

    /// `c·atom` for an atom.
    fn multiple(&mut self, atom: Term, c: &BitVec) -> Term {
        if c.is_one() {
            return atom;
        }
        let width = c.width();
        let factor = self.constant(c.clone());
        self.intern(Node::Bin(BinOp::Mul, atom, factor), width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_have_one_form() {
        let mut s = TermStore::new();
        let (x, y) = (s.var("x", 32), s.var("y", 32));
        let (c5, c7, c12) = (s.num(32, 5), s.num(32, 7), s.num(32, 12));
        let a = s.add(x, c5);
        let b = s.add(a, c7);
        assert_eq!(b, s.add(x, c12));
        let xy = s.add(x, y);
        assert_eq!(s.sub(xy, y), x);
        assert_eq!(s.sub(b, b), s.zero(32));
        let (left, right) = (s.add(b, y), s.add(y, c12));
        assert_eq!(left, s.add(right, x));
        let n = s.not(x);
        assert_eq!(s.add(n, x), s.constant(BitVec::ones(32)));
        let m = s.neg(x);
        assert_eq!(s.neg(m), x);
        let one = s.num(32, 1);
        assert_eq!(s.sub(m, one), n);
    }

    #[test]
    fn coefficients_wrap() {
        let mut s = TermStore::new();
        let x = s.var("x", 8);
        let c = s.num(8, 128);
        let t = s.mul(x, c);
        assert_eq!(s.add(t, t), s.zero(8));
    }

    #[test]
    fn long_sums_stay_cheap() {
        let mut s = TermStore::new();
        let mut sum = s.zero(64);
        for i in 0..2000 {
            let v = s.fresh("v", 64);
            let k = s.num(64, i);
            let m = s.mul(v, k);
            sum = s.add(sum, m);
        }
        assert!(s.len() < 200_000);
    }
}
