//! What memory holds that was never written.
//!
//! C gives such memory no value; a machine gives it the one that was there before. So each byte has one arbitrary value
//! from the moment its object begins, which stays until it is written: reading it twice gives the same, and so does a
//! copy. A replay says which values it needs ([`Garbage`]); all others are the same byte.

use std::collections::BTreeMap;

/// The values of memory that was never written, by the number of the object: objects without content, and variables
/// outside of memory that may be read before they are written, are numbered from zero in the order in which they begin.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Garbage {
    /// Bytes from an offset on, for each object that has any.
    pub objects: BTreeMap<u64, Vec<(u64, Vec<u8>)>>,
}

/// Fills the objects of one run.
#[derive(Clone, Debug, Default)]
pub struct Filling {
    garbage: Garbage,
    /// What all other bytes hold.
    byte: u8,
    /// How many objects have begun.
    begun: u64,
}

impl Filling {
    /// A run that has not begun.
    pub fn new(garbage: Garbage, byte: u8) -> Filling {
        Filling { garbage, byte, begun: 0 }
    }

    /// The next object begins; `content` is zero.
    #[inline]
    pub fn fill(&mut self, content: &mut [u8]) {
        if self.byte != 0 {
            content.fill(self.byte);
        }
        if !self.garbage.objects.is_empty() {
            self.fill_from_script(content);
        }
        self.begun += 1;
    }

    /// Memory begins that no script names, such as that of arguments; `content` is zero.
    pub fn fill_unnamed(&self, content: &mut [u8]) {
        content.fill(self.byte);
    }

    /// What registers hold that are not set, in some of their bits.
    pub fn register(&self, bits: u128) -> u128 {
        u128::from_le_bytes([self.byte; 16]) & bits
    }

    #[cold]
    fn fill_from_script(&self, content: &mut [u8]) {
        for (offset, bytes) in self.garbage.objects.get(&self.begun).into_iter().flatten() {
            let from = usize::try_from(*offset).unwrap_or(usize::MAX);
            content.iter_mut().skip(from).zip(bytes).for_each(|(to, byte)| *to = *byte);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_object_gets_its_own_bytes() {
        let garbage = Garbage { objects: BTreeMap::from([(1, vec![(1, vec![7, 8, 9])])]) };
        let mut filling = Filling::new(garbage, 0xff);
        let mut contents = [[0; 3]; 3];
        contents.iter_mut().for_each(|content| filling.fill(content));
        assert_eq!(contents, [[0xff; 3], [0xff, 7, 8], [0xff; 3]]);
    }
}
