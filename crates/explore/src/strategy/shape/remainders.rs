//! Remainders: nodes that are put into a list two at a time, and taken out in the same way.
//!
//! A program that adds two nodes in each round and takes two off while there are any reads the link of the second one
//! without asking whether it is there: the number of nodes is even. So where the numbers of nodes on either side of a
//! join differ by a multiple of a power of two, it is asked whether they leave the same remainder. What the program
//! counts is on a line with them.
//!
//! **Why this ends**: what holds of the result of a join holds of its left side, and the powers only get smaller.

use super::relations::Search;
use logic::BitVec;

/// The largest power of two, as an exponent.
const LARGEST: u32 = 4;

impl Search<'_, '_> {
    /// Adds what remainders numbers of nodes leave.
    pub(super) fn remainders(&mut self) {
        // Those that are told by another number tell what that leaves.
        for x in 0..self.quantities.terms.len() {
            if self.quantities.counts[x] && self.changed[x] {
                self.remainder(x);
            }
        }
    }

    fn remainder(&mut self, x: usize) {
        let term = self.quantities.terms[x];
        let width = self.paths.store.width(term);
        for exponent in (1..=LARGEST).rev() {
            let modulus = 1_i128 << exponent;
            let rest = |point: &[i128]| point[x].rem_euclid(modulus);
            let Some(expected) = self.points[0].first().map(|point| rest(point)) else { return };
            if self.is_over() || !self.everywhere(|point| rest(point) == expected) {
                continue;
            }
            let store = &mut *self.paths.store;
            let [mask, expected] =
                [modulus - 1, expected].map(|it| store.constant(BitVec::from_i128(width, it)));
            let low = store.and(term, mask);
            let candidate = store.eq(low, expected);
            if self.ask(candidate) {
                return;
            }
        }
    }
}
