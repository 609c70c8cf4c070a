//! Numbers that look random and are the same in every run (SplitMix64: Steele, Lea, Flood, 2014).

/// A sequence of numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Default for Random {
    fn default() -> Random {
        Random(0x5eed)
    }
}

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below a limit; zero where there is none.
    pub fn below(&mut self, limit: usize) -> usize {
        match limit {
            0 => 0,
            _ => (self.next() % limit as u64) as usize,
        }
    }

    /// One of a list, unless it is empty.
    pub fn one<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        let number = self.below(list.len());
        list.get(number)
    }
}
