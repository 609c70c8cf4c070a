//! Concatenation, extraction, extension: the rules that make byte-wise access to wider values free.
//!
//! `concat` nests to the right and merges neighbours (adjacent extractions of one term, constants, sign copies);
//! `extract` moves inwards wherever that does not duplicate work. So a value stored as bytes and read back as a
//! word is the value itself, and reading one byte of a word is one extraction.

use crate::term::{BinOp, Node, Term, TermStore};

impl TermStore {
    /// `high` above `low`.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        // (a ++ b) ++ c → a ++ (b ++ c), from the inside out without recursion on the left spine.
        let mut pieces = Vec::new();
        let mut first = high;
        while let Node::Concat(a, b) = self.node(first) {
            pieces.push(b);
            first = a;
        }
        pieces.push(first);
        let mut order = Vec::new();
        // `pieces` holds right parts that may be concatenations themselves; flatten them, lowest first.
        for piece in pieces {
            let mut parts = Vec::new();
            let mut rest = piece;
            while let Node::Concat(a, b) = self.node(rest) {
                parts.push(a);
                rest = b;
            }
            parts.push(rest);
            order.extend(parts.into_iter().rev());
        }
        order.into_iter().fold(low, |acc, piece| self.concat_piece(piece, acc))
    }

    /// `piece ++ low` where `piece` is no concatenation and `low` is normal.
    fn concat_piece(&mut self, piece: Term, low: Term) -> Term {
        if let Node::Concat(next, rest) = self.node(low) {
            return match self.merge(piece, next) {
                Some(merged) => self.concat(merged, rest),
                None => self.raw_concat(piece, low),
            };
        }
        match self.merge(piece, low) {
            Some(merged) => merged,
            None => self.raw_concat(piece, low),
        }
    }

    fn raw_concat(&mut self, high: Term, low: Term) -> Term {
        let width = self.width(high).checked_add(self.width(low)).expect("width below 2^32");
        if self.as_const(high).is_some_and(|c| c.is_zero()) {
            return self.zext(low, width);
        }
        self.intern(Node::Concat(high, low), width)
    }

    /// One term for `high ++ low`, if there is a simple one.
    fn merge(&mut self, high: Term, low: Term) -> Option<Term> {
        let width = self.width(high) + self.width(low);
        if let (Some(h), Some(l)) = (self.as_const(high), self.as_const(low)) {
            let value = h.concat(l);
            return Some(self.constant(value));
        }
        // c ++ 0…0x → (c ++ 0…0) ++ x
        if let (Some(c), Node::Zext(x)) = (self.as_const(high), self.node(low)) {
            let padded = c
                .zext(width - self.width(x))
                .shl(&crate::BitVec::new(width - self.width(x), u128::from(self.width(low) - self.width(x))));
            let padded = self.constant(padded);
            return Some(self.raw_concat(padded, x));
        }
        match (self.node(high), self.node(low)) {
            // x[8..16] ++ x[0..8] → x[0..16]
            (Node::Extract { arg: a, low: i }, Node::Extract { arg: b, low: j })
                if a == b && i == j + self.width(low) =>
            {
                Some(self.extract(a, j, width))
            }
            // 0…0x ++ y → zero-extended (x ++ y)
            (Node::Zext(x), _) => {
                let inner = self.concat(x, low);
                Some(self.zext(inner, width))
            }
            // copies of the sign above the value itself
            (Node::Sext(sign), _) if self.is_sign_of(sign, low) => Some(self.sext(low, width)),
            (_, _) if self.is_sign_of(high, low) => Some(self.sext(low, width)),
            _ => None,
        }
    }

    /// Is `sign` the one-bit extraction of the top bit of `value`?
    fn is_sign_of(&self, sign: Term, value: Term) -> bool {
        if self.width(sign) != 1 {
            return false;
        }
        let (source, top) = match self.node(value) {
            Node::Extract { arg, low } => (arg, low + self.width(value) - 1),
            _ => (value, self.width(value) - 1),
        };
        matches!(self.node(sign), Node::Extract { arg, low } if arg == source && low == top)
    }

    /// `width` bits of `arg` from bit `low` upwards. Panics when they reach beyond the argument.
    pub fn extract(&mut self, arg: Term, low: u32, width: u32) -> Term {
        let from = self.width(arg);
        assert!(
            width > 0 && low.checked_add(width).is_some_and(|end| end <= from),
            "extract beyond the operand"
        );
        if width == from {
            return arg;
        }
        match self.node(arg) {
            Node::Const(_) => {
                let value = self.as_const(arg).expect("a constant").extract(low, width);
                self.constant(value)
            }
            Node::Extract { arg: inner, low: offset } => self.extract(inner, low + offset, width),
            Node::Concat(h, l) => {
                let split = self.width(l);
                if low >= split {
                    self.extract(h, low - split, width)
                } else if low + width <= split {
                    self.extract(l, low, width)
                } else {
                    let upper = self.extract(h, 0, low + width - split);
                    let lower = self.extract(l, low, split - low);
                    self.concat(upper, lower)
                }
            }
            Node::Zext(x) => {
                let inner = self.width(x);
                if low >= inner {
                    self.zero(width)
                } else if low + width <= inner {
                    self.extract(x, low, width)
                } else {
                    let part = self.extract(x, low, inner - low);
                    self.zext(part, width)
                }
            }
            Node::Sext(x) => {
                let inner = self.width(x);
                let start = low.min(inner - 1);
                if low + width <= inner {
                    self.extract(x, low, width)
                } else {
                    let part = self.extract(x, start, inner - start);
                    self.sext(part, width)
                }
            }
            Node::Not(x) => {
                let part = self.extract(x, low, width);
                self.not(part)
            }
            Node::Bin(BinOp::And, a, b) if self.slices_well(a) || self.slices_well(b) => {
                let (x, y) = (self.extract(a, low, width), self.extract(b, low, width));
                self.and(x, y)
            }
            Node::Bin(BinOp::Xor, a, b) if self.slices_well(a) || self.slices_well(b) => {
                let (x, y) = (self.extract(a, low, width), self.extract(b, low, width));
                self.xor(x, y)
            }
            // Truncation commutes with sums and products.
            Node::Bin(BinOp::Add, a, b) if low == 0 && (self.slices_well(a) || self.slices_well(b)) => {
                let (x, y) = (self.extract(a, 0, width), self.extract(b, 0, width));
                self.add(x, y)
            }
            // Where no bit is set in both, nothing is carried: how C puts bit-fields together.
            Node::Bin(BinOp::Add, a, b) if self.never_both_one(a, b) => {
                let (x, y) = (self.extract(a, low, width), self.extract(b, low, width));
                self.or(x, y)
            }
            Node::Bin(BinOp::Mul, a, b) => {
                if let Some(c) = self.as_const(b).cloned() {
                    // 2^k·x is x with k zeros below.
                    if c.count_ones() == 1 {
                        let k = c.trailing_zeros();
                        if low >= k {
                            return self.extract(a, low - k, width);
                        }
                        if low + width <= k {
                            return self.zero(width);
                        }
                        let part = self.extract(a, 0, low + width - k);
                        let zeros = self.zero(k - low);
                        return self.concat(part, zeros);
                    }
                }
                if low == 0 && (self.slices_well(a) || self.slices_well(b)) {
                    let (x, y) = (self.extract(a, 0, width), self.extract(b, 0, width));
                    return self.mul(x, y);
                }
                self.intern(Node::Extract { arg, low }, width)
            }
            Node::Ite(c, a, b) if self.as_const(a).is_some() || self.as_const(b).is_some() => {
                let (x, y) = (self.extract(a, low, width), self.extract(b, low, width));
                self.ite(c, x, y)
            }
            _ => self.intern(Node::Extract { arg, low }, width),
        }
    }

    /// Does an extraction from this term vanish or get absorbed?
    fn slices_well(&self, t: Term) -> bool {
        matches!(self.node(t), Node::Const(_) | Node::Zext(_) | Node::Sext(_) | Node::Concat(..))
            || matches!(self.node(t), Node::Bin(BinOp::Mul, x, c)
                if self.as_const(c).is_some() && matches!(self.node(x), Node::Zext(_) | Node::Sext(_)))
    }

    /// Zero extension to `width` bits; the term itself at its own width.
    pub fn zext(&mut self, arg: Term, width: u32) -> Term {
        let from = self.width(arg);
        assert!(width >= from, "zext to a smaller width");
        if width == from {
            return arg;
        }
        match self.node(arg) {
            Node::Const(_) => {
                let value = self.as_const(arg).expect("a constant").zext(width);
                self.constant(value)
            }
            Node::Zext(x) => self.zext(x, width),
            _ => self.intern(Node::Zext(arg), width),
        }
    }

    /// Sign extension to `width` bits; the term itself at its own width.
    pub fn sext(&mut self, arg: Term, width: u32) -> Term {
        let from = self.width(arg);
        assert!(width >= from, "sext to a smaller width");
        if width == from {
            return arg;
        }
        match self.node(arg) {
            Node::Const(_) => {
                let value = self.as_const(arg).expect("a constant").sext(width);
                self.constant(value)
            }
            Node::Sext(x) => self.sext(x, width),
            _ if self.certainly_nonnegative(arg) => self.zext(arg, width),
            _ => self.intern(Node::Sext(arg), width),
        }
    }

    /// Cuts or zero-extends to `width` bits.
    pub fn zext_or_trunc(&mut self, arg: Term, width: u32) -> Term {
        if width < self.width(arg) { self.extract(arg, 0, width) } else { self.zext(arg, width) }
    }

    /// Cuts or sign-extends to `width` bits.
    pub fn sext_or_trunc(&mut self, arg: Term, width: u32) -> Term {
        if width < self.width(arg) { self.extract(arg, 0, width) } else { self.sext(arg, width) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_a_word_make_the_word() {
        let mut s = TermStore::new();
        let x = s.var("x", 64);
        let bytes: Vec<Term> = (0..8).map(|i| s.extract(x, 8 * i, 8)).collect();
        let upwards = bytes[1..].iter().fold(bytes[0], |acc, &b| s.concat(b, acc));
        assert_eq!(upwards, x);
        let downwards = bytes[..7].iter().rev().fold(bytes[7], |acc, &b| s.concat(acc, b));
        assert_eq!(downwards, x);
        let middle = s.concat(bytes[4], bytes[3]);
        assert_eq!(middle, s.extract(x, 24, 16));
    }

    #[test]
    fn concatenation_is_associative() {
        let mut s = TermStore::new();
        let (x, y, z) = (s.var("x", 8), s.var("y", 8), s.var("z", 8));
        let (xy, yz) = (s.concat(x, y), s.concat(y, z));
        let t = s.concat(xy, z);
        assert_eq!(t, s.concat(x, yz));
        assert_eq!(s.extract(t, 8, 8), y);
        assert_eq!(s.extract(t, 8, 16), xy);
        let part = s.extract(t, 4, 8);
        let (yl, zh) = (s.extract(y, 0, 4), s.extract(z, 4, 4));
        assert_eq!(part, s.concat(yl, zh));
    }

    #[test]
    fn extensions_cancel() {
        let mut s = TermStore::new();
        let x = s.var("x", 8);
        let (z, g) = (s.zext(x, 32), s.sext(x, 32));
        assert_eq!(s.extract(z, 0, 8), x);
        assert_eq!(s.extract(g, 0, 8), x);
        assert_eq!(s.extract(z, 8, 24), s.zero(24));
        let sign = s.extract(x, 7, 1);
        assert_eq!(s.extract(g, 16, 1), sign);
        let (hi, lo) = (s.extract(g, 8, 24), s.extract(g, 0, 8));
        assert_eq!(s.concat(hi, lo), g);
        let zz = s.sext(z, 64);
        assert_eq!(zz, s.zext(x, 64));
        let zero = s.zero(24);
        assert_eq!(s.concat(zero, x), z);
    }
}
