//! Random numbers: the additive feedback generator of the GNU library, so that programs print the same.

/// How many numbers the generator keeps.
const KEPT: usize = 31;

/// The generator.
#[derive(Clone)]
pub struct Random {
    /// The last numbers, in a ring; each new one replaces the oldest and adds the one three steps back.
    ring: [u32; KEPT],
    at: usize,
}

impl Random {
    /// The generator with a seed.
    pub fn new(seed: u32) -> Random {
        let mut ring = [0; KEPT];
        let mut last = i64::from(if seed == 0 { 1 } else { seed as i32 });
        ring[0] = last as u32;
        for number in &mut ring[1..] {
            last = 16_807 * last % 2_147_483_647;
            if last < 0 {
                last += 2_147_483_647;
            }
            *number = last as u32;
        }
        let mut random = Random { ring, at: 3 };
        (0..310).for_each(|_| _ = random.next());
        random
    }

    /// The next number.
    pub fn next(&mut self) -> u32 {
        let at = self.at;
        self.ring[at] = self.ring[at].wrapping_add(self.ring[(at + KEPT - 3) % KEPT]);
        self.at = (at + 1) % KEPT;
        self.ring[at] >> 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_gnu_library() {
        let mut random = Random::new(1);
        assert_eq!([random.next(), random.next()], [1_804_289_383, 846_930_886]);
        let mut random = Random::new(42);
        assert_eq!(random.next(), 71_876_166);
    }
}
