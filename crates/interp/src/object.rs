//! Objects of memory: their bytes, which bits are undefined, and the pointers stored in them.
//!
//! Content and shadow share one buffer: `size` bytes of content, then `size` bytes that mark undefined bits. The
//! marks are stored inverted in objects that start undefined, so that a fresh object is a buffer of zeros either
//! way, which the operating system provides without touching it.
//!
//! Stored provenance is kept per pointer-sized word. A word whose bytes carry different provenance is `Mixed`,
//! with one entry per byte in a side table; copying a pointer byte by byte passes through that state and ends in
//! a whole word again.

use crate::value::{Prov, Value};
use std::collections::BTreeMap;

/// The mark of a word whose bytes carry different provenance. No object has this number.
const MIXED: Prov = Prov(u32::MAX);

/// The memory of an object.
#[derive(Clone, Debug)]
pub struct Object {
    /// The address of its first byte.
    pub base: u64,
    /// The number of bytes that may be read: its size, or zero when it may not be read.
    pub readable: u64,
    /// The number of bytes that may be written.
    pub writable: u64,
    /// Content, then shadow.
    data: Vec<u8>,
    /// The position of the shadow in `data`.
    shadow: usize,
    /// All ones where the shadow marks defined bits instead of undefined ones.
    inverted: u64,
    /// The provenance of each word; empty as long as no pointer was stored.
    words: Vec<Prov>,
    /// The provenance of each byte of the mixed words.
    mixed: BTreeMap<u32, [Prov; 8]>,
}

/// How the bytes of a new object start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    /// Zero.
    Zero,
    /// Undefined.
    Undefined,
}

impl Object {
    /// An entry of the table that is no object, or an object without accessible bytes.
    pub fn opaque(base: u64) -> Object {
        Object {
            base,
            readable: 0,
            writable: 0,
            data: Vec::new(),
            shadow: 0,
            inverted: 0,
            words: Vec::new(),
            mixed: BTreeMap::new(),
        }
    }

    /// An object of `size` bytes in a buffer that may have been used before.
    pub fn new(base: u64, size: u64, fill: Fill, mut buffer: Vec<u8>) -> Object {
        let bytes = size as usize;
        buffer.clear();
        if buffer.capacity() < 2 * bytes {
            buffer = vec![0; 2 * bytes];
        } else {
            buffer.resize(2 * bytes, 0);
        }
        let inverted = match fill {
            Fill::Zero => 0,
            Fill::Undefined => u64::MAX,
        };
        Object {
            readable: size,
            writable: size,
            data: buffer,
            shadow: bytes,
            inverted,
            ..Object::opaque(base)
        }
    }

    /// Takes the buffer out of an object whose life ends. It can no longer be accessed.
    pub fn end(&mut self) -> Vec<u8> {
        self.readable = 0;
        self.writable = 0;
        self.words = Vec::new();
        self.mixed.clear();
        std::mem::take(&mut self.data)
    }

    /// The bytes of the content.
    pub fn content_mut(&mut self) -> &mut [u8] {
        &mut self.data[..self.shadow]
    }

    /// The size of the buffer.
    pub fn footprint(&self) -> u64 {
        self.data.len() as u64
    }

    /// Reads `count` (up to 8) bytes at `at`, which is in bounds.
    #[inline]
    pub fn load(&self, at: usize, count: usize, word: usize) -> Value {
        let (bits, undef) = match count {
            8 => (read::<8>(&self.data, at), read::<8>(&self.data, self.shadow + at)),
            4 => (read::<4>(&self.data, at), read::<4>(&self.data, self.shadow + at)),
            1 => (read::<1>(&self.data, at), read::<1>(&self.data, self.shadow + at)),
            2 => (read::<2>(&self.data, at), read::<2>(&self.data, self.shadow + at)),
            _ => (read_any(&self.data, at, count), read_any(&self.data, self.shadow + at, count)),
        };
        let undef = (undef ^ self.inverted) & (u64::MAX >> (64 - 8 * count as u32));
        let prov = match self.words.is_empty() {
            true => Prov::NONE,
            false => self.provenance(at, count, word),
        };
        Value { bits, undef, prov }
    }

    /// Writes the lower `count` (up to 8) bytes of a value at `at`, which is in bounds.
    #[inline]
    pub fn store(&mut self, at: usize, value: Value, count: usize, word: usize) {
        let undef = value.undef ^ self.inverted;
        let shadow = self.shadow + at;
        match count {
            8 => {
                write::<8>(&mut self.data, at, value.bits);
                write::<8>(&mut self.data, shadow, undef);
            }
            4 => {
                write::<4>(&mut self.data, at, value.bits);
                write::<4>(&mut self.data, shadow, undef);
            }
            1 => {
                write::<1>(&mut self.data, at, value.bits);
                write::<1>(&mut self.data, shadow, undef);
            }
            2 => {
                write::<2>(&mut self.data, at, value.bits);
                write::<2>(&mut self.data, shadow, undef);
            }
            _ => {
                self.data[at..at + count].copy_from_slice(&value.bits.to_le_bytes()[..count]);
                self.data[shadow..shadow + count].copy_from_slice(&undef.to_le_bytes()[..count]);
            }
        }
        if value.prov != Prov::NONE || !self.words.is_empty() {
            self.set_provenance(at, count, value.prov, word);
        }
    }

    /// The provenance of `count` bytes at `at`: that of all bytes that carry any, or derived where they differ.
    #[inline]
    fn provenance(&self, at: usize, count: usize, word: usize) -> Prov {
        let first = at / word;
        if at + count <= (first + 1) * word {
            let prov = self.words[first];
            if prov != MIXED {
                return prov;
            }
        }
        self.provenance_of_bytes(at, count, word)
    }

    fn provenance_of_bytes(&self, at: usize, count: usize, word: usize) -> Prov {
        let mut found = Prov::NONE;
        for byte in at..at + count {
            match self.byte_provenance(byte, word) {
                Prov::NONE => {}
                prov if found == Prov::NONE || found == prov => found = prov,
                _ => return Prov::DERIVED,
            }
        }
        found
    }

    /// The provenance of one byte.
    pub fn byte_provenance(&self, at: usize, word: usize) -> Prov {
        match self.words.get(at / word) {
            Some(&MIXED) => {
                self.mixed.get(&((at / word) as u32)).map_or(Prov::NONE, |bytes| bytes[at % word])
            }
            Some(&prov) => prov,
            None => Prov::NONE,
        }
    }

    fn set_provenance(&mut self, at: usize, count: usize, prov: Prov, word: usize) {
        if self.words.is_empty() {
            self.words = vec![Prov::NONE; self.shadow.div_ceil(word)];
        }
        if count == word && at.is_multiple_of(word) {
            if self.words[at / word] == MIXED {
                self.mixed.remove(&((at / word) as u32));
            }
            self.words[at / word] = prov;
            return;
        }
        for byte in at..at + count {
            self.set_byte_provenance(byte, prov, word);
        }
    }

    fn set_byte_provenance(&mut self, at: usize, prov: Prov, word: usize) {
        let index = at / word;
        let whole = self.words[index];
        if whole == prov {
            return;
        }
        let key = index as u32;
        let bytes = self.mixed.entry(key).or_insert([whole; 8]);
        bytes[at % word] = prov;
        // A last word that the object cuts off counts as whole when all its bytes agree.
        let present = word.min(self.shadow - index * word);
        let first = bytes[0];
        if bytes[..present].iter().all(|byte| *byte == first) {
            self.mixed.remove(&key);
            self.words[index] = first;
        } else {
            self.words[index] = MIXED;
        }
    }

    /// The content of a range, and its shadow with ones for undefined bits.
    pub fn bytes(&self, at: usize, count: usize) -> (&[u8], impl Iterator<Item = u8>) {
        let inverted = self.inverted as u8;
        let shadow = &self.data[self.shadow + at..self.shadow + at + count];
        (&self.data[at..at + count], shadow.iter().map(move |byte| byte ^ inverted))
    }

    /// Overwrites a range with defined bytes.
    pub fn write(&mut self, at: usize, bytes: &[u8], word: usize) {
        self.data[at..at + bytes.len()].copy_from_slice(bytes);
        let (shadow, inverted) = (self.shadow + at, self.inverted as u8);
        self.data[shadow..shadow + bytes.len()].fill(inverted);
        self.clear_provenance(at, bytes.len(), word);
    }

    /// Sets a range to one byte, of which some bits may be undefined.
    pub fn fill(&mut self, at: usize, count: usize, byte: Value, word: usize) {
        self.data[at..at + count].fill(byte.bits as u8);
        let (shadow, inverted) = (self.shadow + at, self.inverted as u8);
        self.data[shadow..shadow + count].fill(byte.undef as u8 ^ inverted);
        self.clear_provenance(at, count, word);
    }

    fn clear_provenance(&mut self, at: usize, count: usize, word: usize) {
        if self.words.is_empty() || count == 0 {
            return;
        }
        let (first, last) = (at / word, (at + count - 1) / word);
        for index in first..=last {
            let start = at.max(index * word);
            let end = (at + count).min((index + 1) * word);
            if self.words[index] != Prov::NONE {
                for byte in start..end {
                    self.set_byte_provenance(byte, Prov::NONE, word);
                }
            }
        }
    }

    /// A copy of a range with its shadow and provenance.
    pub fn extract(&self, at: usize, count: usize, word: usize) -> Extract {
        let inverted = self.inverted as u8;
        let shadow = self.data[self.shadow + at..self.shadow + at + count].iter().map(|byte| byte ^ inverted);
        let mut provs = Vec::new();
        if !self.words.is_empty() && count > 0 {
            for index in at / word..=(at + count - 1) / word {
                if self.words[index] != Prov::NONE {
                    let start = at.max(index * word);
                    let end = (at + count).min((index + 1) * word);
                    if end - start == word && self.words[index] != MIXED {
                        provs.push((start - at, word, self.words[index]));
                    } else {
                        provs.extend(
                            (start..end).map(|byte| (byte - at, 1, self.byte_provenance(byte, word))),
                        );
                    }
                }
            }
        }
        Extract { content: self.data[at..at + count].to_vec(), undef: shadow.collect(), provs }
    }

    /// Puts a copied range in.
    pub fn insert(&mut self, at: usize, from: &Extract, word: usize) {
        let count = from.content.len();
        self.data[at..at + count].copy_from_slice(&from.content);
        let (shadow, inverted) = (self.shadow + at, self.inverted as u8);
        for (mark, undef) in self.data[shadow..shadow + count].iter_mut().zip(&from.undef) {
            *mark = undef ^ inverted;
        }
        self.clear_provenance(at, count, word);
        for &(offset, length, prov) in &from.provs {
            self.set_provenance(at + offset, length, prov, word);
        }
    }

    /// The provenance of the bytes stored in it, in no particular order, and whether they are a whole pointer; neighbours
    /// may repeat.
    pub fn pointers(&self, word: usize) -> impl Iterator<Item = (Prov, bool)> {
        let agreed = self.words.iter().copied().enumerate();
        let agreed = agreed.filter(|(_, prov)| *prov != Prov::NONE && *prov != MIXED);
        // The end of the object may cut the last word off.
        let agreed = agreed.map(move |(index, prov)| (prov, (index + 1) * word <= self.shadow));
        let mixed = self.mixed.iter().flat_map(move |(index, bytes)| {
            let first = *index as usize * word;
            (first..first + word).zip(bytes).filter(|(_, prov)| **prov != Prov::NONE)
        });
        let in_run = move |(at, prov): (usize, &Prov)| (*prov, self.run_around(at, *prov, word) >= word);
        agreed.chain(mixed.map(in_run))
    }

    /// How many bytes in a row around one have its provenance; no more are counted than a pointer takes.
    fn run_around(&self, at: usize, prov: Prov, word: usize) -> usize {
        let is_same = |byte: &usize| self.byte_provenance(*byte, word) == prov;
        let before = (0..at).rev().take(word - 1).take_while(is_same).count();
        before + (at..self.shadow).take(word).take_while(is_same).count()
    }
}

/// A piece of memory on its way from one object to another.
#[derive(Clone, Debug)]
pub struct Extract {
    content: Vec<u8>,
    /// Ones for undefined bits.
    undef: Vec<u8>,
    /// Where which provenance stands: offset, length, whose.
    provs: Vec<(usize, usize, Prov)>,
}

#[inline]
fn read<const N: usize>(data: &[u8], at: usize) -> u64 {
    let mut bytes = [0; 8];
    bytes[..N].copy_from_slice(&data[at..at + N]);
    u64::from_le_bytes(bytes)
}

fn read_any(data: &[u8], at: usize, count: usize) -> u64 {
    let mut bytes = [0; 8];
    bytes[..count].copy_from_slice(&data[at..at + count]);
    u64::from_le_bytes(bytes)
}

#[inline]
fn write<const N: usize>(data: &mut [u8], at: usize, bits: u64) {
    data[at..at + N].copy_from_slice(&bits.to_le_bytes()[..N]);
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTER: Value = Value::pointer(0x1122_3344_5566_7788, Prov(7));

    #[test]
    fn a_pointer_survives_a_copy_byte_by_byte() {
        let mut object = Object::new(0, 32, Fill::Undefined, Vec::new());
        object.store(8, POINTER, 8, 8);
        for byte in 0..8 {
            let value = object.load(8 + byte, 1, 8);
            object.store(17 + byte, value, 1, 8);
        }
        assert_eq!(object.load(17, 8, 8), POINTER);
        object.store(8, Value::int(0), 4, 8);
        assert_eq!(object.load(8, 4, 8).prov, Prov::NONE);
        assert_eq!(object.load(12, 4, 8).prov, Prov(7));
        object.store(12, Value::int(0), 4, 8);
        assert_eq!(object.load(8, 8, 8), Value::int(0));
    }

    #[test]
    fn undefined_bits_are_tracked_one_by_one() {
        let mut object = Object::new(0, 4, Fill::Undefined, Vec::new());
        assert_eq!(object.load(0, 4, 8), Value::undefined(0xffff_ffff));
        object.store(1, Value { bits: 0b100, undef: 0b011, prov: Prov::NONE }, 1, 8);
        assert_eq!(object.load(0, 2, 8), Value { bits: 0x400, undef: 0x3ff, prov: Prov::NONE });
        let zeros = Object::new(0, 4, Fill::Zero, vec![1; 64]);
        assert_eq!(zeros.load(0, 4, 8), Value::ZERO);
    }

    #[test]
    fn pieces_move_with_everything_they_carry() {
        let mut from = Object::new(0, 24, Fill::Undefined, Vec::new());
        from.store(8, POINTER, 8, 8);
        let piece = from.extract(4, 16, 8);
        let mut to = Object::new(0, 24, Fill::Zero, Vec::new());
        to.store(0, Value::pointer(1, Prov(9)), 8, 8);
        to.insert(3, &piece, 8);
        assert_eq!(to.load(7, 8, 8), POINTER);
        assert_eq!(to.load(3, 4, 8), Value::undefined(0xffff_ffff));
        let found: std::collections::BTreeSet<_> = to.pointers(8).collect();
        assert_eq!(found, [(Prov(7), true), (Prov(9), false)].into());
    }
}
