//! Which edges of the control flow a run takes, and about how often.
//!
//! Whoever looks for inputs wants to know whether a run did something that no run did before. An edge is known by a hash
//! of its function and target, as in fuzzers (AFL): two edges may share a place, so that a run may seem to add nothing
//! although it does, which costs a search some inputs and nobody a verdict.

/// How many places edges share.
const PLACES: usize = 1 << 13;

/// The edges that were taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coverage {
    /// In a run how often, at most 255; in a sum of runs a bit for each order of magnitude.
    counts: Vec<u8>,
}

impl Default for Coverage {
    fn default() -> Coverage {
        Coverage { counts: vec![0; PLACES] }
    }
}

impl Coverage {
    /// An edge to an operation of a function is taken.
    #[inline]
    pub(crate) fn take(&mut self, function: u32, target: u32) {
        let hash = function.wrapping_mul(0x9e37_79b1).wrapping_add(target).wrapping_mul(0x85eb_ca6b);
        let place = &mut self.counts[(hash >> 19) as usize % PLACES];
        *place = place.saturating_add(1);
    }

    /// Adds this run to a sum of runs; whether it took an edge that none took, or took one much more often.
    pub fn adds_to(&self, sum: &mut Coverage) -> bool {
        let mut is_new = false;
        for (counts, known) in self.counts.chunks(64).zip(sum.counts.chunks_mut(64)) {
            if counts.iter().all(|count| *count == 0) {
                continue;
            }
            for (count, known) in counts.iter().zip(known) {
                let class = magnitude(*count);
                is_new |= class & !*known != 0;
                *known |= class;
            }
        }
        is_new
    }
}

/// The order of magnitude of a count, as a bit.
fn magnitude(count: u8) -> u8 {
    match count {
        0 => 0,
        1 => 1,
        2 => 2,
        3..=5 => 4,
        6..=12 => 8,
        13..=40 => 16,
        41..=100 => 32,
        101..=254 => 64,
        255 => 128,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_adds_what_none_did() {
        let mut sum = Coverage::default();
        let mut run = Coverage::default();
        run.take(1, 5);
        assert!(run.adds_to(&mut sum));
        assert!(!run.adds_to(&mut sum));
        run.take(1, 6);
        assert!(run.adds_to(&mut sum));
        (0..100).for_each(|_| run.take(1, 6));
        assert!(run.adds_to(&mut sum));
        assert!(!Coverage::default().adds_to(&mut sum));
    }
}
