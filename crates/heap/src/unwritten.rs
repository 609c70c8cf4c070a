//! Bytes that were never written: each has one arbitrary value that stays until it is written.
//!
//! Bytes get a variable when they are first read or copied. For a replay it is known which bytes of which object a
//! variable stands for: objects that begin without content, and variables outside of memory, are numbered in the order
//! in which they begin, as the interpreter numbers them.

use crate::heap::{Counter, Heap};
use crate::object::{Kind, ObjectId, Place};
use crate::{Data, Fill, Fresh, HasValue, Symbols};
use imbl::{OrdMap, Vector};
use ir::VarId;
use logic::Term;

/// How many bytes that were never written are named where they are copied, so that the copy is equal.
const COPIED: u64 = 256;

/// Bytes that were read before they were written, and keep the value that they had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unwritten {
    /// The number of the object.
    pub object: u64,
    /// What it is; a variable outside of memory is one of the stack.
    pub kind: Kind,
    /// Where it began.
    pub place: Option<Place>,
    /// Its first byte that was read.
    pub offset: u64,
    /// The variable that was read.
    pub value: Term,
}

/// The objects and variables of a path that began without content.
#[derive(Clone, Debug, Default)]
pub(crate) struct Begun {
    /// How many.
    count: u64,
    /// The number of each object.
    numbers: OrdMap<ObjectId, u64>,
    /// Of a block that was resized, by its number, the one that it was before, and how many bytes that had.
    resized: OrdMap<u64, (u64, Term)>,
    /// What was read of them before it was written.
    read: Vector<Unwritten>,
}

impl Begun {
    /// An object begins.
    pub fn object(&mut self, id: ObjectId) {
        let number = self.next();
        self.numbers.insert(id, number);
    }

    /// An object is forgotten.
    pub fn forget(&mut self, id: ObjectId) {
        self.numbers.remove(&id);
    }

    /// Forgets all objects, in a heap that belongs to many paths.
    pub fn forget_all(&mut self) {
        *self = Begun { count: self.count, ..Begun::default() };
    }

    fn next(&mut self) -> u64 {
        self.count += 1;
        self.count - 1
    }
}

/// Names the bytes of one object.
pub(crate) struct Naming {
    counter: Counter,
    /// The object as its first byte, where it began without content.
    first: Option<Unwritten>,
    named: Vec<Unwritten>,
}

impl Fresh for Naming {
    fn unwritten(&mut self, symbols: &mut Symbols, offset: u64, width: u32) -> Term {
        let value = self.counter.undefined(symbols, width);
        self.named.extend(self.first.map(|first| Unwritten { offset, value, ..first }));
        value
    }

    fn unknown(&mut self, symbols: &mut Symbols, width: u32) -> Term {
        self.counter.unknown(symbols, width)
    }
}

impl Heap {
    /// Names for bytes of an object.
    pub(crate) fn naming(&self, id: ObjectId) -> Naming {
        let object = self.object(id);
        let (kind, place, value) = (object.kind, object.place, object.size);
        let number = self.begun.numbers.get(&id).copied();
        let first = number.map(|object| Unwritten { object, kind, place, offset: 0, value });
        Naming { counter: self.fresh, first, named: Vec::new() }
    }

    /// Bytes were named.
    pub(crate) fn note_named(&mut self, naming: Naming) {
        self.fresh = naming.counter;
        self.begun.read.extend(naming.named);
    }

    /// A variable outside of memory begins: its value.
    pub fn unwritten_variable(
        &mut self,
        symbols: &mut Symbols,
        place: Place,
        var: Option<VarId>,
        width: u32,
    ) -> Term {
        let object = self.begun.next();
        let value = self.fresh.undefined(symbols, width);
        let kind = Kind::Stack(place.function, var);
        self.begun.read.push_back(Unwritten { object, kind, place: Some(place), offset: 0, value });
        value
    }

    /// The content of a block is now that of another one: bytes that were never written are still those of the first.
    pub fn resized(&mut self, old: ObjectId, new: ObjectId) {
        let size = self.object(old).size;
        if let (Some(old), Some(new)) = (self.begun.numbers.get(&old), self.begun.numbers.get(&new)) {
            self.begun.resized.insert(*new, (*old, size));
        }
    }

    /// The block, by its number, that a byte of a block belonged to when it began; `size` evaluates sizes of blocks.
    pub fn began_in(&self, mut object: u64, offset: u64, size: impl Fn(Term) -> u64) -> u64 {
        while let Some((old, bytes)) = self.begun.resized.get(&object)
            && offset < size(*bytes)
        {
            object = *old;
        }
        object
    }

    /// What was read before it was written, on the whole path.
    pub fn read_unwritten(&self) -> impl Iterator<Item = &Unwritten> {
        self.begun.read.iter()
    }

    /// Names the bytes of a range that were never written, in pieces as large as a register, unless they are many.
    pub(crate) fn name_unwritten(&mut self, symbols: &mut Symbols, from: (ObjectId, u64), len: u64) {
        let unwritten = |part: &HasValue| part.data == Data::Fill(Fill::Undefined);
        let mut parts = self.object(from.0).content.parts(from.1, len);
        parts.retain(unwritten);
        if parts.iter().map(|part| part.len).sum::<u64>() > COPIED {
            return;
        }
        for part in parts {
            let mut at = part.offset;
            while at < part.end() {
                let next = part.end().min((at / 8 + 1) * 8);
                self.read(symbols, from.0, at, next - at);
                at = next;
            }
        }
    }
}
