//! What is known of one machine integer.
//!
//! A [`Value`] is a set of words of one width that is not empty. Up to [`FEW`] words are kept one by one, and every
//! operation on them is exact. A larger set is described by bounds of both readings ([`halves`]), known bits
//! ([`bits`]) and a congruence ([`congruence`]), as a reduced product: [`Many::reduce`] is the one place where the
//! three tighten each other, and the one place that finds out that they contradict.
//!
//! There is no bottom: what may be empty returns `Option`, so nobody can go on with an empty set by mistake.
//!
//! Obligations: a transfer function ([`transfer`]) admits the result for all admitted operands; a refinement
//! ([`backward`]) keeps every operand that can give an admitted result. The tests check both against all sets of words
//! at small widths.

mod backward;
mod bits;
mod congruence;
mod halves;
#[cfg(test)]
mod tests;
mod transfer;

pub(crate) use bits::Bits;
pub(crate) use congruence::Congruence;
pub(crate) use halves::{Halves, Range};

use crate::word::{half, mask, signed};
use std::fmt;

/// How many words are kept one by one. Tests have fewer, so that small widths have larger sets.
pub const FEW: usize = if cfg!(test) { 3 } else { 8 };

/// How often the parts of a value tighten each other. More rounds gain nothing that was seen to matter.
const ROUNDS: u32 = 4;

/// A set of words of one width, not empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value {
    width: u32,
    set: Set,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Set {
    /// These, ascending and distinct; those after the first `count` are zero.
    Few { count: u8, words: [u128; FEW] },
    /// All that satisfy a description.
    Many(Many),
}

/// A description of words by three parts that all hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Many {
    pub(crate) halves: Halves,
    pub(crate) bits: Bits,
    pub(crate) congruence: Congruence,
}

impl Many {
    pub(crate) fn any(width: u32) -> Self {
        Many { halves: Halves::any(width), bits: Bits::ANY, congruence: Congruence::ANY }
    }

    fn admits(&self, word: u128) -> bool {
        self.halves.admits(word) && self.bits.admits(word) && self.congruence.admits(word)
    }

    fn join(&self, other: &Self) -> Self {
        Many {
            halves: self.halves.join(&other.halves),
            bits: self.bits.join(&other.bits),
            congruence: self.congruence.join(&other.congruence),
        }
    }

    /// Lets the parts tighten each other; `None` when no word satisfies all of them as far as is seen.
    pub(crate) fn reduce(mut self, width: u32) -> Option<Value> {
        for _ in 0..ROUNDS {
            let before = self;
            // The low bits are a congruence, and a congruence of a power of two is low bits.
            let low = self.bits.trailing(width).min(62);
            if low > self.congruence.modulus.trailing_zeros() || self.congruence.modulus == 0 {
                let of_bits = Congruence::new(1 << low, self.bits.ones & ((1 << low) - 1));
                self.congruence = self.congruence.meet(&of_bits)?;
            }
            if self.congruence.modulus == 0 {
                let word = self.congruence.residue;
                return self.admits(word).then(|| Value::exactly(width, word));
            }
            let known = self.congruence.modulus.trailing_zeros().min(width);
            if known > 0 {
                let low = mask(known);
                let residue = self.congruence.residue;
                self.bits = self.bits.meet(&Bits { zeros: !residue & low, ones: residue & low })?;
            }
            let mut shared: Option<Bits> = None;
            for range in &mut self.halves.0 {
                let Some(known) = *range else { continue };
                *range = narrow_range(width, known, &self.bits, &self.congruence);
                if let Some(Range { low, high }) = *range {
                    let common = Bits::between(width, low, high);
                    shared = Some(shared.map_or(common, |it| it.join(&common)));
                }
            }
            self.bits = self.bits.meet(&shared?)?;
            if self == before {
                break;
            }
        }
        let few = self.list(width);
        match few {
            Some(words) => Value::of_few(width, &words),
            None => Some(Value { width, set: Set::Many(self) }),
        }
    }

    /// The admitted words, if it is seen that there are few.
    fn list(&self, width: u32) -> Option<Vec<u128>> {
        let modulus = self.congruence.modulus.max(1);
        let steps = self.halves.ranges().map(|range| range.span() / modulus);
        let (mut spread, mut places) = (0u128, 0);
        for step in steps {
            spread = spread.saturating_add(step);
            places += 1;
        }
        if spread.saturating_add(places) <= 2 * FEW as u128 {
            let mut found = Vec::new();
            for range in self.halves.ranges() {
                let mut at = self.congruence.next(range.low);
                while let Some(word) = at.filter(|word| *word <= range.high) {
                    if self.bits.admits(word) {
                        found.push(word);
                    }
                    at = word.checked_add(modulus);
                }
            }
            return (found.len() <= FEW).then_some(found);
        }
        let unknown = mask(width) & !self.bits.known();
        if unknown.count_ones() <= FEW.ilog2() {
            let mut found = Vec::new();
            let mut part = 0u128;
            loop {
                let word = self.bits.ones | part;
                if self.admits(word) {
                    found.push(word);
                }
                // The next subset of the unknown bits.
                part = part.wrapping_sub(unknown) & unknown;
                if part == 0 {
                    return Some(found);
                }
            }
        }
        None
    }
}

/// The part of an interval between the first and the last word with these bits and this congruence.
fn narrow_range(width: u32, range: Range, bits: &Bits, congruence: &Congruence) -> Option<Range> {
    let Range { mut low, mut high } = range;
    for _ in 0..ROUNDS {
        let up = congruence.next(bits.next(width, low)?)?;
        let down = congruence.previous(bits.previous(width, high)?)?;
        if up > down {
            return None;
        }
        if (up, down) == (low, high) {
            break;
        }
        (low, high) = (up, down);
    }
    Some(Range { low, high })
}

impl Value {
    /// Any word.
    pub fn any(width: u32) -> Self {
        Many::any(width).reduce(width).expect("there are words")
    }

    /// One word; its bits above the width are ignored.
    pub fn exactly(width: u32, word: u128) -> Self {
        let mut words = [0; FEW];
        words[0] = word & mask(width);
        Value { width, set: Set::Few { count: 1, words } }
    }

    /// A truth value: one bit.
    pub fn truth(value: Option<bool>) -> Self {
        value.map_or(Self::any(1), |value| Self::exactly(1, value.into()))
    }

    /// The best value that admits all these words; `None` if there are none.
    pub fn of(width: u32, words: &[u128]) -> Option<Self> {
        let mut words: Vec<u128> = words.iter().map(|word| word & mask(width)).collect();
        words.sort_unstable();
        words.dedup();
        if words.len() <= FEW { Self::of_few(width, &words) } else { hull(width, &words).reduce(width) }
    }

    /// At most [`FEW`] words, ascending and distinct.
    fn of_few(width: u32, list: &[u128]) -> Option<Self> {
        let mut words = [0; FEW];
        words[..list.len()].copy_from_slice(list);
        (!list.is_empty()).then_some(Value { width, set: Set::Few { count: list.len() as u8, words } })
    }

    /// The words between two, unsigned; `None` if there are none.
    pub fn unsigned(width: u32, low: u128, high: u128) -> Option<Self> {
        let mut many = Many { halves: Halves::NONE, ..Many::any(width) };
        if low <= high {
            many.halves.add_range(width, Range { low, high: high.min(mask(width)) });
        }
        many.reduce(width)
    }

    /// The words between two, signed; `None` if there are none. Bounds may lie beyond what the width can express.
    pub fn signed(width: u32, low: i128, high: i128) -> Option<Self> {
        let (least, greatest) = (signed(width, half(width)), signed(width, half(width) - 1));
        let (low, high) = (low.max(least), high.min(greatest));
        let mut many = Many { halves: Halves::NONE, ..Many::any(width) };
        if low <= high {
            many.halves.add_arc(width, low as u128, high.wrapping_sub(low) as u128);
        }
        many.reduce(width)
    }

    /// The words with these bits; `None` if a bit is to be both.
    pub fn with_bits(width: u32, zeros: u128, ones: u128) -> Option<Self> {
        let bits = Bits { zeros: zeros & mask(width), ones: ones & mask(width) };
        let bits = bits.meet(&bits)?;
        Many { bits, ..Many::any(width) }.reduce(width)
    }

    /// The words that are, as unsigned numbers, congruent to `residue`; `None` if there are none.
    pub fn congruent(width: u32, modulus: u128, residue: u128) -> Option<Self> {
        Many { congruence: Congruence::new(modulus.max(1), residue), ..Many::any(width) }.reduce(width)
    }

    /// The number of bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The words, ascending, if they are few.
    pub fn few(&self) -> Option<&[u128]> {
        match &self.set {
            Set::Few { count, words } => Some(&words[..usize::from(*count)]),
            Set::Many(_) => None,
        }
    }

    /// The word, if it is the only one.
    pub fn as_constant(&self) -> Option<u128> {
        match self.few() {
            Some([word]) => Some(*word),
            _ => None,
        }
    }

    /// The truth value of one bit, if it is known.
    pub fn as_bool(&self) -> Option<bool> {
        self.as_constant().map(|word| word != 0)
    }

    /// The description; for few words the best one.
    pub(crate) fn many(&self) -> Many {
        match &self.set {
            Set::Few { count, words } => hull(self.width, &words[..usize::from(*count)]),
            Set::Many(many) => *many,
        }
    }

    fn halves(&self) -> Halves {
        match &self.set {
            Set::Few { count, words } => halves_of(self.width, &words[..usize::from(*count)]),
            Set::Many(many) => many.halves,
        }
    }

    /// Is nothing known?
    pub fn is_any(&self) -> bool {
        *self == Self::any(self.width)
    }

    /// Is the word one of the set?
    pub fn admits(&self, word: u128) -> bool {
        match self.few() {
            Some(words) => words.contains(&word),
            None => self.many().admits(word),
        }
    }

    /// The least and the greatest word, unsigned.
    pub fn unsigned_bounds(&self) -> (u128, u128) {
        self.halves().unsigned()
    }

    /// The least and the greatest word, signed.
    pub fn signed_bounds(&self) -> (i128, i128) {
        self.halves().signed(self.width)
    }

    /// The masks of the bits known to be zero, and known to be one.
    pub fn known_bits(&self) -> (u128, u128) {
        let Bits { zeros, ones } = self.many().bits;
        (zeros, ones)
    }

    /// Modulus and residue of the unsigned number; modulus 0 means equality, 1 that nothing is known.
    pub fn congruence(&self) -> (u128, u128) {
        let Congruence { modulus, residue } = self.many().congruence;
        (modulus, residue)
    }

    /// The words with the sign bit, or those without; `None` if there are none.
    pub fn with_sign(&self, negative: bool) -> Option<Self> {
        let bit = half(self.width);
        match self.few() {
            Some(words) => {
                let rest: Vec<u128> =
                    words.iter().copied().filter(|word| (word & bit != 0) == negative).collect();
                Self::of_few(self.width, &rest)
            }
            None => {
                let mut many = self.many();
                many.halves.0[usize::from(!negative)] = None;
                many.reduce(self.width)
            }
        }
    }

    /// The least value that admits what either admits, as far as bounds, bits and a congruence can tell.
    pub fn join(&self, other: &Self) -> Self {
        debug_assert_eq!(self.width, other.width);
        if let (Some(a), Some(b)) = (self.few(), other.few()) {
            return Self::of(self.width, &[a, b].concat()).expect("not empty");
        }
        Value { width: self.width, set: Set::Many(self.many().join(&other.many())) }
    }

    /// What both admit; `None` if that is nothing, as far as is seen.
    pub fn meet(&self, other: &Self) -> Option<Self> {
        debug_assert_eq!(self.width, other.width);
        for (few, whole) in [(self, other), (other, self)] {
            if let Some(words) = few.few() {
                let both: Vec<u128> = words.iter().copied().filter(|word| whole.admits(*word)).collect();
                return Self::of_few(self.width, &both);
            }
        }
        let (a, b) = (self.many(), other.many());
        Many {
            halves: a.halves.meet(&b.halves),
            bits: a.bits.meet(&b.bits)?,
            congruence: a.congruence.meet(&b.congruence)?,
        }
        .reduce(self.width)
    }

    /// Is everything that the other admits admitted, as far as is seen?
    pub fn includes(&self, other: &Self) -> bool {
        debug_assert_eq!(self.width, other.width);
        match (self.few(), other.few()) {
            (_, Some(words)) => words.iter().all(|word| self.admits(*word)),
            (Some(_), None) => false,
            (None, None) => {
                let (a, b) = (self.many(), other.many());
                a.halves.includes(&b.halves)
                    && a.bits.includes(&b.bits)
                    && a.congruence.includes(&b.congruence)
            }
        }
    }

    /// What is left without a word, as far as it can be told: `None` if nothing is.
    pub fn without(&self, word: u128) -> Option<Self> {
        if let Some(words) = self.few() {
            let rest: Vec<u128> = words.iter().copied().filter(|it| *it != word).collect();
            return Self::of_few(self.width, &rest);
        }
        let mut many = self.many();
        for half in &mut many.halves.0 {
            let Some(range) = half else { continue };
            match (range.low == word, range.high == word) {
                (true, true) => *half = None,
                (true, false) => range.low += 1,
                (false, true) => range.high -= 1,
                (false, false) => {}
            }
        }
        many.reduce(self.width)
    }

    /// A value that admits what either admits, and of which chains are finite: a bound that does not hold moves to the
    /// next threshold, or away. Thresholds are ascending; each counts as a number of either reading.
    pub fn widen(&self, next: &Self, thresholds: &[i128]) -> Self {
        if self.includes(next) {
            return *self;
        }
        let width = self.width;
        if let (Some(before), Some(after)) = (self.few(), next.few()) {
            // A set grows by words of the program only: there are finitely many.
            let is_named = |word: &u128| {
                before.contains(word)
                    || thresholds.binary_search(&signed(width, *word)).is_ok()
                    || i128::try_from(*word).is_ok_and(|it| thresholds.binary_search(&it).is_ok())
            };
            let join = self.join(next);
            if join.few().is_some() && after.iter().all(is_named) {
                return join;
            }
        }
        let (old, new) = (self.many(), next.many());
        let mut many = old.join(&new);
        for which in 0..2 {
            let (Some(known), Some(reached)) = (old.halves.0[which], new.halves.0[which]) else { continue };
            let whole = Halves::whole(width, which);
            // A threshold as a word of this half.
            let word = |number: &i128| {
                Some(*number as u128 & mask(width)).filter(|it| (whole.low..=whole.high).contains(it))
            };
            let words = || thresholds.iter().filter_map(word);
            let mut out = known;
            if reached.low < known.low {
                out.low = words().filter(|it| *it <= reached.low).max().unwrap_or(whole.low);
            }
            if reached.high > known.high {
                out.high = words().filter(|it| *it >= reached.high).min().unwrap_or(whole.high);
            }
            many.halves.0[which] = Some(out);
        }
        Value { width, set: Set::Many(many) }
    }

    /// Takes from `next`, which it admits, the bounds that widening gave up, and bits and congruence where nothing is
    /// known.
    pub fn narrow(&self, next: &Self) -> Option<Self> {
        let (Set::Many(old), width) = (self.set, self.width) else { return Some(*self) };
        let new = next.many();
        let mut out = old;
        for which in 0..2 {
            let whole = Halves::whole(width, which);
            out.halves.0[which] = match (old.halves.0[which], new.halves.0[which]) {
                (Some(range), Some(tight)) => Some(Range {
                    low: if range.low == whole.low { tight.low } else { range.low },
                    high: if range.high == whole.high { tight.high } else { range.high },
                }),
                (Some(range), None) if range == whole => None,
                (range, _) => range,
            };
        }
        out.bits = old.bits.meet(&new.bits)?;
        if old.congruence == Congruence::ANY {
            out.congruence = new.congruence;
        }
        out.reduce(width)
    }
}

/// The bounds of words that are ascending.
fn halves_of(width: u32, words: &[u128]) -> Halves {
    let (low, high) = words.split_at(words.partition_point(|word| *word < half(width)));
    let range = |words: &[u128]| Some(Range { low: *words.first()?, high: *words.last()? });
    Halves([range(low), range(high)])
}

/// The best description of some words, ascending.
fn hull(width: u32, words: &[u128]) -> Many {
    let bits = words.iter().map(|word| Bits::exactly(width, *word)).reduce(|a, b| a.join(&b));
    let congruence = words.iter().map(|word| Congruence::exactly(*word)).reduce(|a, b| a.join(&b));
    Many {
        halves: halves_of(width, words),
        bits: bits.expect("not empty"),
        congruence: congruence.expect("not empty"),
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "i{}", self.width)?;
        if let Some(words) = self.few() {
            return f.debug_set().entries(words).finish();
        }
        let Many { halves, bits, congruence } = self.many();
        for range in halves.ranges() {
            write!(f, "[{}, {}]", range.low, range.high)?;
        }
        if bits != Bits::ANY {
            write!(f, " zeros {:#x} ones {:#x}", bits.zeros, bits.ones)?;
        }
        if congruence != Congruence::ANY {
            write!(f, " ≡ {} mod {}", congruence.residue, congruence.modulus)?;
        }
        Ok(())
    }
}
