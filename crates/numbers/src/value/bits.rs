//! Bits that are known: the masks of those that are zero and of those that are one, as in the tristate numbers of the
//! Linux kernel (Vishwanathan et al., *Sound, precise, and fast abstract interpretation with tristate numbers*, 2022).

use crate::word::{mask, trailing_zeros};

/// Which bits of a word are known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Bits {
    pub(crate) zeros: u128,
    pub(crate) ones: u128,
}

impl Bits {
    /// No bit is known.
    pub(crate) const ANY: Bits = Bits { zeros: 0, ones: 0 };

    /// All bits are known.
    pub(crate) fn exactly(width: u32, word: u128) -> Self {
        Bits { zeros: !word & mask(width), ones: word }
    }

    /// The bits that all words between two have in common.
    pub(crate) fn between(width: u32, low: u128, high: u128) -> Self {
        let apart = low ^ high;
        let below = if apart == 0 { 0 } else { u128::MAX >> apart.leading_zeros() };
        let common = mask(width) & !below;
        Bits { zeros: !low & common, ones: low & common }
    }

    pub(crate) fn known(&self) -> u128 {
        self.zeros | self.ones
    }

    pub(crate) fn admits(&self, word: u128) -> bool {
        word & self.zeros == 0 && word & self.ones == self.ones
    }

    pub(crate) fn join(&self, other: &Self) -> Self {
        Bits { zeros: self.zeros & other.zeros, ones: self.ones & other.ones }
    }

    /// Both; `None` when a bit would be zero and one.
    pub(crate) fn meet(&self, other: &Self) -> Option<Self> {
        let both = Bits { zeros: self.zeros | other.zeros, ones: self.ones | other.ones };
        (both.zeros & both.ones == 0).then_some(both)
    }

    pub(crate) fn includes(&self, other: &Self) -> bool {
        self.zeros & !other.zeros == 0 && self.ones & !other.ones == 0
    }

    /// How many of the lowest bits are known without a gap.
    pub(crate) fn trailing(&self, width: u32) -> u32 {
        self.known().trailing_ones().min(width)
    }

    /// The least word at or above `from` with these bits.
    pub(crate) fn next(&self, width: u32, from: u128) -> Option<u128> {
        let wrong = (from & self.zeros) | (!from & self.ones);
        if wrong == 0 {
            return Some(from);
        }
        // The highest wrong bit decides. A zero becomes one; a one needs a carry into a free zero above it.
        let top = 1u128 << (127 - wrong.leading_zeros());
        let carry = if from & top == 0 {
            top
        } else {
            let above = mask(width) & !(top | (top - 1));
            let free = above & !from & !self.known();
            if free == 0 {
                return None;
            }
            1 << free.trailing_zeros()
        };
        let below = carry - 1;
        Some((from | carry) & !below | (self.ones & below))
    }

    /// The greatest word at or below `from` with these bits.
    pub(crate) fn previous(&self, width: u32, from: u128) -> Option<u128> {
        let mirrored = Bits { zeros: self.ones, ones: self.zeros };
        Some(!mirrored.next(width, !from & mask(width))? & mask(width))
    }

    pub(crate) fn not(&self) -> Self {
        Bits { zeros: self.ones, ones: self.zeros }
    }

    /// A bit of the sum is known where both addends and the carry into it are known: the carries of the least and of
    /// the greatest addends are compared.
    pub(crate) fn add(&self, other: &Self, width: u32, carry_in: bool) -> Self {
        let (a, b) = (!self.zeros & mask(width), !other.zeros & mask(width));
        let carry = u128::from(carry_in);
        let least = self.ones.wrapping_add(other.ones).wrapping_add(carry);
        let greatest = a.wrapping_add(b).wrapping_add(carry);
        let same_carry = !((least ^ self.ones ^ other.ones) ^ (greatest ^ a ^ b));
        let known = same_carry & self.known() & other.known() & mask(width);
        Bits { zeros: !least & known, ones: least & known }
    }

    /// The low bits of a product are known as far as those of the factors and their zeros reach.
    pub(crate) fn mul(&self, other: &Self, width: u32) -> Self {
        let (i, j) = (self.trailing(width), other.trailing(width));
        let low = |bits: &Bits, count: u32| if count == 0 { 0 } else { bits.ones & mask(count) };
        let (a, b) = (low(self, i), low(other, j));
        let reach = (i + trailing_zeros(j, b)).min(j + trailing_zeros(i, a)).min(width);
        if reach == 0 {
            return Self::ANY;
        }
        let product = a.wrapping_mul(b) & mask(reach);
        Bits { zeros: !product & mask(reach), ones: product }
    }

    pub(crate) fn and(&self, other: &Self) -> Self {
        Bits { zeros: self.zeros | other.zeros, ones: self.ones & other.ones }
    }

    pub(crate) fn xor(&self, other: &Self) -> Self {
        Bits {
            zeros: self.zeros & other.zeros | self.ones & other.ones,
            ones: self.zeros & other.ones | self.ones & other.zeros,
        }
    }

    /// Shifted up by less than the width.
    pub(crate) fn shl(&self, width: u32, by: u32) -> Self {
        let fill = (1u128 << by) - 1;
        Bits { zeros: (self.zeros << by | fill) & mask(width), ones: self.ones << by & mask(width) }
    }

    /// Shifted down by less than the width, zeros following.
    pub(crate) fn lshr(&self, width: u32, by: u32) -> Self {
        let fill = mask(width) & !(mask(width) >> by);
        Bits { zeros: self.zeros >> by | fill, ones: self.ones >> by }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(width: u32) -> Vec<Bits> {
        let words = 1u128 << width;
        let pairs = (0..words).flat_map(|zeros| (0..words).map(move |ones| Bits { zeros, ones }));
        pairs.filter(|bits| bits.zeros & bits.ones == 0).collect()
    }

    #[test]
    fn next_and_previous_are_exact() {
        let width = 5;
        for bits in all(width) {
            for from in 0..1u128 << width {
                let up = (from..1 << width).find(|word| bits.admits(*word));
                let down = (0..=from).rev().find(|word| bits.admits(*word));
                assert_eq!(bits.next(width, from), up, "{bits:?} {from}");
                assert_eq!(bits.previous(width, from), down, "{bits:?} {from}");
            }
        }
    }

    /// The best description of a set of words.
    fn best(width: u32, words: impl Iterator<Item = u128>) -> Bits {
        let each = words.map(|word| Bits::exactly(width, word & mask(width)));
        each.reduce(|a, b| a.join(&b)).expect("not empty")
    }

    #[test]
    fn sums_are_sound_and_as_good_as_can_be() {
        let width = 4;
        let words = |bits: Bits| (0..1u128 << width).filter(move |word| bits.admits(*word));
        for a in all(width) {
            for b in all(width) {
                let pairs = || words(a).flat_map(|x| words(b).map(move |y| (x, y)));
                assert_eq!(a.add(&b, width, false), best(width, pairs().map(|(x, y)| x + y)));
                let difference = a.add(&b.not(), width, true);
                assert_eq!(difference, best(width, pairs().map(|(x, y)| x.wrapping_sub(y))));
                let product = a.mul(&b, width);
                assert!(pairs().all(|(x, y)| product.admits((x * y) & mask(width))), "{a:?} {b:?}");
                assert_eq!(a.xor(&b), best(width, pairs().map(|(x, y)| x ^ y)));
                assert_eq!(a.and(&b), best(width, pairs().map(|(x, y)| x & y)));
            }
        }
    }
}
