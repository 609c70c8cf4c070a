//! Arithmetic circuits on words: slices of literals, least significant first.
//!
//! Plain textbook circuits: ripple carries, shift-and-add products (non-adjacent form for constant factors),
//! restoring division, barrel shifters. Constant bits fold in the gates, so an operand that was extended or
//! masked costs only its live bits.

use super::gates::{Gates, Lit};
use crate::bits::BitVec;

/// A word.
pub(crate) type Word = Vec<Lit>;

impl Gates {
    pub(crate) fn constant_word(&self, value: &BitVec) -> Word {
        (0..value.width()).map(|i| self.bool(value.bit(i))).collect()
    }

    pub(crate) fn not_word(&self, a: &[Lit]) -> Word {
        a.iter().map(|&l| !l).collect()
    }

    /// `a + b + carry`; the second result is the carry out.
    pub(crate) fn add_word(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> (Word, Lit) {
        debug_assert_eq!(a.len(), b.len());
        let mut carry = carry;
        let mut out = Word::with_capacity(a.len());
        for (&x, &y) in a.iter().zip(b) {
            out.push(self.xor3(x, y, carry));
            carry = self.majority(x, y, carry);
        }
        (out, carry)
    }

    /// `a - b`; the second result says `a ≥ b` (unsigned).
    pub(crate) fn sub_word(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Lit) {
        let not_b = self.not_word(b);
        self.add_word(a, &not_b, self.bool(true))
    }

    /// `-a` if `c`, else `a`.
    fn negate_if(&mut self, c: Lit, a: &[Lit]) -> Word {
        let flipped: Word = a.iter().map(|&l| self.xor(l, c)).collect();
        let zero = vec![self.bool(false); a.len()];
        self.add_word(&flipped, &zero, c).0
    }

    pub(crate) fn mux_word(&mut self, c: Lit, a: &[Lit], b: &[Lit]) -> Word {
        a.iter().zip(b).map(|(&x, &y)| self.mux(c, x, y)).collect()
    }

    pub(crate) fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let bits: Vec<Lit> = a.iter().zip(b).map(|(&x, &y)| !self.xor(x, y)).collect();
        self.all(bits)
    }

    pub(crate) fn below(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut less = self.bool(false);
        for (&x, &y) in a.iter().zip(b) {
            less = self.majority(!x, y, less);
        }
        less
    }

    pub(crate) fn signed_below(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        // Exchanging the sign bits turns the signed order into the unsigned one.
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        let top = a.len() - 1;
        std::mem::swap(&mut a[top], &mut b[top]);
        self.below(&a, &b)
    }

    /// `a << k`, keeping the width.
    fn shifted(&self, a: &[Lit], k: usize) -> Word {
        let k = k.min(a.len());
        let mut out = vec![self.bool(false); k];
        out.extend_from_slice(&a[..a.len() - k]);
        out
    }

    pub(crate) fn mul_word(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let width = a.len();
        let zero = self.bool(false);
        // Fewer live bits in the multiplier mean fewer rows.
        let live = |w: &[Lit]| w.iter().filter(|&&l| l != zero).count();
        let (a, b) = if live(b) <= live(a) { (a, b) } else { (b, a) };
        let mut acc = vec![zero; width];
        for (i, &bit) in b.iter().enumerate() {
            if bit == zero {
                continue;
            }
            let row: Word = a[..width - i].iter().map(|&l| self.and(l, bit)).collect();
            let (sum, _) = self.add_word(&acc[i..], &row, zero);
            acc[i..].copy_from_slice(&sum);
        }
        acc
    }

    /// Product with a constant: one addition or subtraction per non-zero digit of its non-adjacent form.
    pub(crate) fn mul_constant(&mut self, a: &[Lit], factor: &BitVec) -> Word {
        let width = a.len();
        let mut acc = vec![self.bool(false); width];
        let mut carry = 0u32;
        for i in 0..width {
            let here = u32::from(factor.bit(i as u32)) + carry;
            let next = (i + 1 < width) && factor.bit(i as u32 + 1);
            // Digit 1 or -1 (carrying one into the next place); 0 and 2 give digit 0.
            carry = here / 2;
            if here == 1 {
                let row = &a[..width - i];
                let sum = if next {
                    carry = 1;
                    self.sub_word(&acc[i..], row).0
                } else {
                    self.add_word(&acc[i..], row, self.bool(false)).0
                };
                acc[i..].copy_from_slice(&sum);
            }
        }
        acc
    }

    /// Unsigned quotient and remainder. A zero divisor gives all ones and the dividend, as SMT-LIB wants: the
    /// restoring steps then always subtract zero.
    pub(crate) fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let width = a.len();
        let zero = self.bool(false);
        let mut divisor = b.to_vec();
        divisor.push(zero);
        let mut rest = vec![zero; width + 1];
        let mut quotient = vec![zero; width];
        for i in (0..width).rev() {
            rest.pop();
            rest.insert(0, a[i]);
            let (difference, enough) = self.sub_word(&rest, &divisor);
            quotient[i] = enough;
            rest = self.mux_word(enough, &difference, &rest);
        }
        rest.pop();
        (quotient, rest)
    }

    /// Signed quotient and remainder, by magnitudes.
    pub(crate) fn signed_divide(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
        let (x, y) = (self.negate_if(sign_a, a), self.negate_if(sign_b, b));
        let (q, r) = self.divide(&x, &y);
        let sign_q = self.xor(sign_a, sign_b);
        (self.negate_if(sign_q, &q), self.negate_if(sign_a, &r))
    }

    pub(crate) fn shift_left(&mut self, a: &[Lit], amount: &[Lit]) -> Word {
        let zero = self.bool(false);
        self.barrel(a, amount, zero, |g, w, k| g.shifted(w, k))
    }

    /// Right shift filling with `fill`: zero for the logical, the sign for the arithmetic one.
    pub(crate) fn shift_right(&mut self, a: &[Lit], amount: &[Lit], fill: Lit) -> Word {
        self.barrel(a, amount, fill, |_, w, k| {
            let mut out = w[k..].to_vec();
            out.resize(w.len(), fill);
            out
        })
    }

    fn barrel(
        &mut self,
        a: &[Lit],
        amount: &[Lit],
        fill: Lit,
        shift: impl Fn(&Self, &[Lit], usize) -> Word,
    ) -> Word {
        let width = a.len();
        let stages = amount.iter().enumerate().take_while(|(k, _)| *k < 32 && 1usize << k < width).count();
        let mut out = a.to_vec();
        for (k, &bit) in amount[..stages].iter().enumerate() {
            let moved = shift(self, &out, 1 << k);
            out = self.mux_word(bit, &moved, &out);
        }
        let beyond = self.any(amount[stages..].iter().copied());
        out.into_iter().map(|l| self.mux(beyond, fill, l)).collect()
    }
}
