//! A set of small numbers as a row of bits.

/// A set of numbers below a fixed bound.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    /// The empty set of numbers below `bound`.
    pub fn new(bound: usize) -> BitSet {
        BitSet { words: vec![0; bound.div_ceil(64)] }
    }

    /// Adds a number; tells whether it was absent.
    pub fn insert(&mut self, number: usize) -> bool {
        let (word, bit) = (&mut self.words[number / 64], 1 << (number % 64));
        let absent = *word & bit == 0;
        *word |= bit;
        absent
    }

    /// Removes a number.
    pub fn remove(&mut self, number: usize) {
        self.words[number / 64] &= !(1 << (number % 64));
    }

    /// Whether the number is in the set.
    pub fn contains(&self, number: usize) -> bool {
        self.words[number / 64] & (1 << (number % 64)) != 0
    }

    /// Adds all numbers of `other`; tells whether that changed the set.
    pub fn union(&mut self, other: &BitSet) -> bool {
        let mut changed = false;
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            changed |= more & !*word != 0;
            *word |= more;
        }
        changed
    }

    /// The numbers in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let nonzero = |word: u64| (word != 0).then_some(word);
            std::iter::successors(nonzero(word), move |word| nonzero(word & (word - 1)))
                .map(move |word| index * 64 + word.trailing_zeros() as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::BitSet;

    #[test]
    fn holds_what_was_put_in() {
        let mut set = BitSet::new(200);
        assert!(set.insert(3) && set.insert(64) && set.insert(199) && !set.insert(64));
        set.remove(3);
        assert_eq!(set.iter().collect::<Vec<_>>(), [64, 199]);
        let mut other = BitSet::new(200);
        assert!(other.union(&set) && !other.union(&set));
        assert!(other.contains(64) && !other.contains(3));
    }
}
