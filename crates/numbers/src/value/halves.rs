//! Bounds of both readings at once: an interval in either half of the circle of words.
//!
//! Words below 2^(width-1) are the same number signed and unsigned; above, the two readings differ by 2^width. So an
//! interval of words without the sign bit and one of words with it *are* the four bounds, signed and unsigned, and no
//! operation can tighten one reading and leave the other stale.

use crate::word::{half, mask, signed};

/// An interval of words, not empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Range {
    pub(crate) low: u128,
    pub(crate) high: u128,
}

impl Range {
    fn hull(self, other: Range) -> Range {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    fn meet(self, other: Range) -> Option<Range> {
        let both = Range { low: self.low.max(other.low), high: self.high.min(other.high) };
        (both.low <= both.high).then_some(both)
    }

    fn includes(self, other: Range) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    pub(crate) fn span(self) -> u128 {
        self.high - self.low
    }
}

/// The words without and with the sign bit. Both absent: no word at all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Halves(pub(crate) [Option<Range>; 2]);

impl Halves {
    pub(crate) const NONE: Halves = Halves([None, None]);

    /// The largest interval of a half.
    pub(crate) fn whole(width: u32, which: usize) -> Range {
        match which {
            0 => Range { low: 0, high: half(width) - 1 },
            _ => Range { low: half(width), high: mask(width) },
        }
    }

    pub(crate) fn any(width: u32) -> Halves {
        Halves([0, 1].map(|which| Some(Self::whole(width, which))))
    }

    /// Adds the words from `start` on, `span` steps around the circle.
    pub(crate) fn add_arc(&mut self, width: u32, start: u128, span: u128) {
        if span >= mask(width) {
            *self = Self::any(width);
            return;
        }
        let start = start & mask(width);
        let end = start.wrapping_add(span) & mask(width);
        if start <= end {
            self.add_range(width, Range { low: start, high: end });
        } else {
            self.add_range(width, Range { low: start, high: mask(width) });
            self.add_range(width, Range { low: 0, high: end });
        }
    }

    /// Adds the words of an interval.
    pub(crate) fn add_range(&mut self, width: u32, range: Range) {
        for which in 0..2 {
            if let Some(part) = range.meet(Self::whole(width, which)) {
                self.0[which] = Some(self.0[which].map_or(part, |known| known.hull(part)));
            }
        }
    }

    /// The intervals that are there.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = Range> + use<> {
        self.0.into_iter().flatten()
    }

    pub(crate) fn admits(&self, word: u128) -> bool {
        self.ranges().any(|range| (range.low..=range.high).contains(&word))
    }

    pub(crate) fn join(&self, other: &Self) -> Self {
        Halves([0, 1].map(|which| match (self.0[which], other.0[which]) {
            (Some(a), Some(b)) => Some(a.hull(b)),
            (a, b) => a.or(b),
        }))
    }

    pub(crate) fn meet(&self, other: &Self) -> Self {
        Halves([0, 1].map(|which| self.0[which].zip(other.0[which]).and_then(|(a, b)| a.meet(b))))
    }

    pub(crate) fn includes(&self, other: &Self) -> bool {
        (0..2).all(|which| match (self.0[which], other.0[which]) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => a.includes(b),
        })
    }

    /// The unsigned bounds. There must be a word.
    pub(crate) fn unsigned(&self) -> (u128, u128) {
        let hull = self.ranges().reduce(Range::hull).expect("there is a word");
        (hull.low, hull.high)
    }

    /// The signed bounds. There must be a word.
    pub(crate) fn signed(&self, width: u32) -> (i128, i128) {
        let [low, high] = self.0;
        let least = high.or(low).expect("there is a word");
        let greatest = low.or(high).expect("there is a word");
        (signed(width, least.low), signed(width, greatest.high))
    }
}
