//! Congruences `x ≡ residue (mod modulus)` on the unsigned reading, as a whole number.
//!
//! A modulus of 1 says nothing and a modulus of 0 means equality, so that constants take part in the arithmetic.
//! Because the reading is a whole number and not a residue modulo 2^width, moduli that are no powers of two, as the
//! size 24 of a struct, are possible; an operation that may wrap around keeps only their powers of two.

use crate::word::gcd;

/// Larger moduli are given up: they arise by chance and cost overflow checks.
const LARGEST: u128 = 1 << 62;

/// `x ≡ residue (mod modulus)`; the residue is less than the modulus, unless that is 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Congruence {
    pub(crate) modulus: u128,
    pub(crate) residue: u128,
}

impl Congruence {
    /// Any number.
    pub(crate) const ANY: Congruence = Congruence { modulus: 1, residue: 0 };

    /// The number itself.
    pub(crate) fn exactly(number: u128) -> Self {
        Congruence { modulus: 0, residue: number }
    }

    /// Normalises the residue, and gives up moduli that are too large.
    pub(crate) fn new(modulus: u128, residue: u128) -> Self {
        match modulus {
            0 => Self::exactly(residue),
            _ if modulus > LARGEST => Self::ANY,
            _ => Congruence { modulus, residue: residue % modulus },
        }
    }

    /// Does the number satisfy it?
    pub(crate) fn admits(&self, number: u128) -> bool {
        match self.modulus {
            0 => number == self.residue,
            m => number % m == self.residue,
        }
    }

    /// What the two have in common.
    pub(crate) fn join(&self, other: &Self) -> Self {
        let apart = self.residue.abs_diff(other.residue);
        Self::new(gcd(gcd(self.modulus, other.modulus), apart), self.residue)
    }

    /// Does every number of the other satisfy it?
    pub(crate) fn includes(&self, other: &Self) -> bool {
        match (self.modulus, other.modulus) {
            (0, 0) => self.residue == other.residue,
            (0, _) => false,
            (m, n) => n.is_multiple_of(m) && other.residue % m == self.residue,
        }
    }

    /// Both, by the Chinese remainder theorem; `None` when they contradict. Where the common modulus is too large the
    /// stronger of the two is kept.
    pub(crate) fn meet(&self, other: &Self) -> Option<Self> {
        let (a, b) = if self.modulus >= other.modulus { (self, other) } else { (other, self) };
        if b.modulus == 0 {
            return a.admits(b.residue).then_some(*b);
        }
        let g = gcd(a.modulus, b.modulus);
        if a.residue % g != b.residue % g {
            return None;
        }
        let step = b.modulus / g;
        if a.modulus.checked_mul(step).is_none_or(|m| m > LARGEST) {
            return Some(*a);
        }
        // a.residue + a.modulus·k ≡ b.residue (mod b.modulus), so k·(a.modulus / g) ≡ difference / g (mod step).
        let difference = (b.residue + b.modulus - a.residue % b.modulus) % b.modulus / g;
        let factor = modular_inverse((a.modulus / g) % step, step);
        let k = difference % step * factor % step;
        Some(Self::new(a.modulus * step, a.residue + a.modulus * k))
    }

    /// The least number at or above `from`.
    pub(crate) fn next(&self, from: u128) -> Option<u128> {
        match self.modulus {
            0 => (self.residue >= from).then_some(self.residue),
            1 => Some(from),
            m => from.checked_add((self.residue + m - from % m) % m),
        }
    }

    /// The greatest number at or below `from`.
    pub(crate) fn previous(&self, from: u128) -> Option<u128> {
        match self.modulus {
            0 => (self.residue <= from).then_some(self.residue),
            1 => Some(from),
            m => from.checked_sub((from % m + m - self.residue) % m),
        }
    }

    pub(crate) fn add(&self, other: &Self) -> Self {
        match self.residue.checked_add(other.residue) {
            Some(sum) => Self::new(gcd(self.modulus, other.modulus), sum),
            None => Self::ANY,
        }
    }

    /// `constant - x`, where that is not negative.
    pub(crate) fn subtract_from(&self, constant: u128) -> Self {
        match self.modulus {
            0 => Self::exactly(constant.wrapping_sub(self.residue)),
            m => Self::new(m, constant % m + m - self.residue),
        }
    }

    /// `x - constant`, where that is not negative.
    pub(crate) fn minus(&self, constant: u128) -> Self {
        match self.modulus {
            0 => Self::exactly(self.residue.wrapping_sub(constant)),
            m => Self::new(m, self.residue + m - constant % m),
        }
    }

    pub(crate) fn mul(&self, other: &Self) -> Self {
        let (a, b) = (self, other);
        let product = |x: u128, y: u128| x.checked_mul(y);
        let parts = (
            product(a.modulus, b.modulus),
            product(a.modulus, b.residue),
            product(b.modulus, a.residue),
            product(a.residue, b.residue),
        );
        match parts {
            (Some(mm), Some(mr), Some(rm), Some(rr)) => Self::new(gcd(gcd(mm, mr), rm), rr),
            _ => Self::ANY,
        }
    }

    /// The quotient by a constant, where the remainder is the same for all numbers.
    pub(crate) fn divided(&self, by: u128) -> Self {
        if self.modulus.is_multiple_of(by) {
            Self::new(self.modulus / by, self.residue / by)
        } else {
            Self::ANY
        }
    }

    /// What is left when a multiple of `period` may have been added or taken away.
    pub(crate) fn modulo(&self, period: u128) -> Self {
        Self::new(gcd(self.modulus, period), self.residue)
    }
}

/// The inverse of `a` modulo `m`, for coprime numbers below 2^63; 0 when m is 1.
fn modular_inverse(a: u128, m: u128) -> u128 {
    let (mut r0, mut r1) = (m as i128, a as i128);
    let (mut s0, mut s1) = (0i128, 1i128);
    while r1 != 0 {
        let q = r0 / r1;
        (r0, r1) = (r1, r0 - q * r1);
        (s0, s1) = (s1, s0 - q * s1);
    }
    s0.rem_euclid(m as i128) as u128
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = Congruence> {
        (0..12u128).flat_map(|m| (0..m.max(6)).map(move |r| Congruence::new(m, r)))
    }

    #[test]
    fn every_operation_agrees_with_numbers() {
        for a in all() {
            for b in all() {
                let (meet, join) = (a.meet(&b), a.join(&b));
                assert!(join.includes(&a) && join.includes(&b));
                let (sum, product) = (a.add(&b), a.mul(&b));
                for x in (0..150).filter(|x| a.admits(*x)) {
                    assert!(join.admits(x));
                    assert_eq!(b.admits(x), meet.is_some_and(|m| m.admits(x)), "{a:?} {b:?} {x}");
                    for y in (0..30).filter(|y| b.admits(*y)) {
                        assert!(sum.admits(x + y) && product.admits(x * y), "{a:?} {b:?} {x} {y}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_next_number_is_the_next() {
        for c in all() {
            for from in 0..40u128 {
                assert_eq!(c.next(from), (from..100).find(|x| c.admits(*x)), "{c:?} {from}");
                assert_eq!(c.previous(from), (0..=from).rev().find(|x| c.admits(*x)), "{c:?} {from}");
            }
        }
    }
}
