//! The symbolic heap: all objects of a path.
//!
//! It is plain data on persistent maps: a copy is a few reference counts, and a write to a copy touches one path of
//! the map and one object. No operation here asks a solver; what cannot be decided from terms alone is handed back
//! as a term to decide (see [`Heap::equal`] and [`Heap::axioms`]).
//!
//! Names: SL-CPA's `Σ` is the set of objects that are alive, each `base ↦ bytes`; its pure part `Π` lives with the
//! path. An object that ended stays, so that a dangling pointer is told from every other.

use crate::object::{Kind, Life, Object, ObjectId, Place, Rights};
use crate::unwritten::Begun;
use crate::{Content, Data, Fill, Fresh, HasValue, Pointer, Shape, Symbols};
use imbl::OrdMap;
use logic::Term;
use std::sync::Arc;

/// Addresses below this belong to no object: what null pointers with a small offset look like.
pub const NULL_PAGE: u64 = 4096;

/// Bitwise operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bitwise {
    /// And.
    And,
    /// Or.
    Or,
    /// Exclusive or.
    Xor,
}

/// Counts the variables that a path made up.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counter {
    undefined: u32,
    unknown: u32,
}

impl Counter {
    /// A counter whose variables neither of two has given.
    pub(crate) fn max(self, other: Counter) -> Counter {
        Counter { undefined: self.undefined.max(other.undefined), unknown: self.unknown.max(other.unknown) }
    }
}

impl Counter {
    /// A variable for something that was never written.
    pub fn undefined(&mut self, symbols: &mut Symbols, width: u32) -> Term {
        self.undefined += 1;
        symbols.undefined(self.undefined, width)
    }

    /// A variable for something of which nothing is known.
    pub fn unknown(&mut self, symbols: &mut Symbols, width: u32) -> Term {
        self.unknown += 1;
        symbols.unknown(self.unknown, width)
    }
}

impl Fresh for Counter {
    fn unwritten(&mut self, symbols: &mut Symbols, _offset: u64, width: u32) -> Term {
        self.undefined(symbols, width)
    }

    fn unknown(&mut self, symbols: &mut Symbols, width: u32) -> Term {
        self.unknown(symbols, width)
    }
}

/// What a new object is to be.
#[derive(Clone, Copy, Debug)]
pub struct New {
    /// What it is.
    pub kind: Kind,
    /// Its size in bytes, as wide as a pointer.
    pub size: Term,
    /// The alignment of its address.
    pub align: u64,
    /// What its bytes hold.
    pub fill: Fill,
    /// Whether its life has begun.
    pub alive: bool,
    /// What may be done with its memory.
    pub rights: Rights,
    /// Where it is allocated.
    pub place: Option<Place>,
}

/// All objects of a path.
#[derive(Clone, Debug, Default)]
pub struct Heap {
    pub(crate) objects: OrdMap<ObjectId, Arc<Object>>,
    pub(crate) next: u32,
    pub(crate) blocks: u32,
    pub(crate) clock: u32,
    /// Gives names to what is read without being known.
    pub fresh: Counter,
    /// The objects that began without content.
    pub(crate) begun: Begun,
}

impl Heap {
    /// No objects.
    pub fn new() -> Heap {
        Heap::default()
    }

    /// A new object.
    pub fn create(&mut self, symbols: &mut Symbols, new: New) -> ObjectId {
        let id = ObjectId(self.next);
        self.next += 1;
        self.clock += 1;
        let object = Object {
            kind: new.kind,
            life: if new.alive { Life::Alive } else { Life::Unborn },
            rights: new.rights,
            base: symbols.base(id, new.align),
            size: new.size,
            align: new.align,
            place: new.place,
            born: self.clock,
            died: None,
            content: Content::filled(new.fill),
            mergeable: false,
            shape: Shape::Region,
            owner: None,
            used_as: None,
            path: None,
        };
        if new.alive && new.fill == Fill::Undefined && matches!(new.kind, Kind::Stack(..) | Kind::Heap(_)) {
            self.begun.object(id);
        }
        self.objects.insert(id, Arc::new(object));
        id
    }

    /// The number of the next heap block.
    pub fn next_block(&mut self) -> Kind {
        self.blocks += 1;
        Kind::Heap(self.blocks)
    }

    /// Ends the life of an object; its bytes are gone.
    pub fn end(&mut self, id: ObjectId, place: Place) {
        self.clock += 1;
        let clock = self.clock;
        let object = self.object_mut(id);
        object.life = Life::Ended(place);
        object.died = Some(clock);
        object.content = Content::filled(Fill::Undefined);
    }

    /// The object with this id, if the path has one.
    pub fn find(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(&id).map(|object| &**object)
    }

    /// The object with this id.
    pub fn object(&self, id: ObjectId) -> &Object {
        self.find(id).expect("an id names an object of its path")
    }

    /// The object with this id, to change it.
    pub fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        Arc::make_mut(self.objects.get_mut(&id).expect("an id names an object of its path"))
    }

    /// Whether both heaps have the very same object, unchanged since one was copied from the other.
    pub fn shares(&self, other: &Heap, id: ObjectId) -> bool {
        match (self.objects.get(&id), other.objects.get(&id)) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }

    /// All objects by ascending id.
    pub fn objects(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        self.objects.iter().map(|(id, object)| (*id, &**object))
    }

    /// The number of heap blocks that are alive; those of a segment are one.
    pub fn live_blocks(&self) -> usize {
        self.objects.values().filter(|object| object.is_live_block()).count()
    }

    /// The number of objects, those that ended included.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Whether there is no object.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// Forgets an object that has ended and that nothing points to any more.
    pub fn forget(&mut self, id: ObjectId) {
        self.objects.remove(&id);
        self.begun.forget(id);
    }

    /// The segment that an object stands for or is a specifier of.
    pub fn segment_of(&self, id: ObjectId) -> Option<ObjectId> {
        match self.find(id)?.shape {
            Shape::Region => None,
            Shape::Segment(_) => Some(id),
            Shape::Last(segment) | Shape::Node(segment) | Shape::After(segment) => Some(segment),
        }
    }

    /// Whether the base of an object stands for a node that may not exist.
    fn may_be_absent(&self, object: &Object) -> bool {
        let segment = match object.shape {
            Shape::Region => return false,
            Shape::Segment(segment) => segment,
            // It may be what follows the segment.
            Shape::After(_) => return true,
            Shape::Last(id) | Shape::Node(id) => match self.find(id).and_then(Object::segment) {
                Some(segment) => *segment,
                None => return true,
            },
        };
        segment.may_be_empty()
    }

    /// Whether two different objects may be the same node of a segment.
    fn may_be_one_node(&self, one: ObjectId, other: ObjectId) -> bool {
        match (self.segment_of(one), self.segment_of(other)) {
            (Some(a), Some(b)) if a == b => self.object(a).segment().is_none_or(|segment| segment.min < 2),
            _ => false,
        }
    }

    /// Whether a pointer leads to an object for certain: where the segments that it leads to are empty, to what
    /// follows them.
    pub fn exists(&self, symbols: &mut Symbols, pointer: Term) -> bool {
        let word = u64::from(symbols.word() / 8);
        let mut at = pointer;
        let mut seen = Vec::new();
        loop {
            let Pointer::Into(id, _) = self.pointer(symbols, at) else { return false };
            let Some(object) = self.find(id) else { return false };
            if !self.may_be_absent(object) {
                return true;
            }
            let link = match object.shape {
                Shape::Segment(segment) => segment.next(),
                _ => None,
            };
            let Some(link) = link.filter(|_| !seen.contains(&id)) else { return false };
            seen.push(id);
            match object.content.known(symbols, link, word) {
                Some(next) => at = next,
                None => return false,
            }
        }
    }

    /// Forgets when objects that ended did so: nothing is said any more about who lived beside them.
    pub fn forget_times(&mut self) {
        let known = |(id, object): (ObjectId, &Object)| {
            let has_times = object.died.is_some_and(|died| died > 0);
            has_times.then_some(id)
        };
        let ended: Vec<ObjectId> = self.objects().filter_map(known).collect();
        for id in ended {
            let object = self.object_mut(id);
            (object.born, object.died) = (0, Some(0));
        }
    }

    /// Reads a term as a pointer.
    pub fn pointer(&self, symbols: &mut Symbols, term: Term) -> Pointer {
        symbols.pointer(term, |id| self.find(id).map(|object| object.base))
    }

    /// What may be done with the text that begins at an address. The rest of a string literal, which may share its memory
    /// with other texts as these do, is a text that may be read.
    pub fn text_at(&self, symbols: &mut Symbols, address: Term) -> Option<Rights> {
        let Pointer::Into(id, offset) = self.pointer(symbols, address) else { return None };
        let object = self.find(id)?;
        let number = |term: Term| symbols.store.as_const(term)?.to_u64();
        let offset = number(offset)?;
        if object.kind == Kind::Text {
            return (offset == 0).then_some(object.rights);
        }
        let last = number(object.size)?.checked_sub(1)?;
        let is_literal = matches!(object.kind, Kind::Global(_)) && object.mergeable;
        if !is_literal || object.rights != Rights::Read || offset > last {
            return None;
        }
        let end = object.content.known(symbols, last, 1)?;
        symbols.store.as_const(end)?.is_zero().then_some(Rights::Read)
    }

    /// Writes all addresses at an offset with what that offset is.
    pub fn fix_offset(&mut self, symbols: &mut Symbols, offset: Term, value: Term) {
        let ids: Vec<ObjectId> = self.objects().map(|(id, _)| id).collect();
        for id in ids {
            let edges: Vec<HasValue> = self.object(id).content.edges().to_vec();
            for edge in edges {
                if let Data::Bits { term, skip } = edge.data
                    && symbols.has_base(term)
                    && let Pointer::Into(to, at) = self.pointer(symbols, term)
                    && at == offset
                    && let Some(base) = self.find(to).map(|object| object.base)
                {
                    let term = symbols.store.add(base, value);
                    let new = HasValue { data: Data::Bits { term, skip }, ..edge };
                    let content = &mut self.object_mut(id).content;
                    let (cells, columns) = (content.cells().to_vec(), content.columns().to_vec());
                    content.paste(&[new], edge.offset, edge.offset);
                    content.with_cells(cells);
                    content.with_columns(columns);
                }
            }
        }
    }

    /// The value of `len` bytes at a constant offset that is in bounds.
    pub fn read(&mut self, symbols: &mut Symbols, id: ObjectId, offset: u64, len: u64) -> Term {
        // Most reads find what they look for; only naming unknown bytes changes the content.
        if let Some(value) = self.object(id).content.peek(symbols, offset, len) {
            return value;
        }
        let mut naming = self.naming(id);
        let value = self.object_mut(id).content.read(symbols, &mut naming, offset, len);
        self.note_named(naming);
        value
    }

    /// Writes a term of `len` bytes at a constant offset that is in bounds.
    pub fn write(&mut self, id: ObjectId, offset: u64, len: u64, value: Term) {
        self.object_mut(id).content.write(offset, len, value);
    }

    /// Copies `len` bytes between constant offsets that are in bounds; the ranges may overlap.
    pub fn copy(&mut self, symbols: &mut Symbols, to: (ObjectId, u64), from: (ObjectId, u64), len: u64) {
        self.name_unwritten(symbols, from, len);
        let parts = self.object(from.0).content.parts(from.1, len);
        self.object_mut(to.0).content.paste(&parts, from.1, to.1);
    }

    /// Whether the offset is known to lie inside the object, or at the start of an empty one.
    fn is_strictly_inside(&self, symbols: &Symbols, object: &Object, offset: Term) -> bool {
        let (at, size) = (symbols.store.facts(offset), symbols.store.facts(object.size));
        object.is_alive()
            && !self.may_be_absent(object)
            && at.tracks()
            && (at.value() == Some(0) || size.tracks() && at.umax() < size.umin())
    }

    /// The condition under which two values of one width are equal, with what is known of addresses: distinct
    /// objects that are alive lie apart, none lies at null. Where the addresses decide, they stay in the term.
    pub fn equal(&self, symbols: &mut Symbols, a: Term, b: Term) -> Term {
        if a == b {
            return symbols.store.truth();
        }
        if symbols.store.width(a) == symbols.word() && (symbols.has_base(a) || symbols.has_base(b)) {
            let (left, right) = (self.pointer(symbols, a), self.pointer(symbols, b));
            match (left, right) {
                (Pointer::Into(one, x), Pointer::Into(other, y)) if one == other => {
                    return symbols.store.eq(x, y);
                }
                (Pointer::Into(one, x), Pointer::Into(other, y)) => {
                    let is_one_node = self.may_be_one_node(one, other);
                    let (one, other) = (self.object(one), self.object(other));
                    let apart = !is_one_node
                        && !may_share(symbols, (one, x), (other, y))
                        && self.is_strictly_inside(symbols, one, x)
                        && self.is_strictly_inside(symbols, other, y);
                    if apart {
                        return symbols.store.falsity();
                    }
                }
                (Pointer::Into(id, offset), Pointer::Null) | (Pointer::Null, Pointer::Into(id, offset))
                    if !self.may_be_absent(self.object(id)) =>
                {
                    let facts = symbols.store.facts(offset);
                    // Within its object an address never wraps around; a 64-bit one not far beyond it either.
                    let reach = match symbols.word() > 32 {
                        true => 1 << 62,
                        false => symbols.store.facts(self.object(id).size).umin() as i64,
                    };
                    if facts.tracks() && facts.smin() > -(NULL_PAGE as i64) && facts.smax() <= reach {
                        return symbols.store.falsity();
                    }
                }
                _ => {}
            }
        }
        symbols.store.eq(a, b)
    }

    /// An address combined bitwise with a number, where that concerns only bits that the alignment of the object
    /// makes zero in its base: then the operation is one on the offset. So tagged pointers stay pointers.
    pub fn masked(&self, symbols: &mut Symbols, op: Bitwise, a: Term, b: Term) -> Option<Term> {
        let (address, number) = match (symbols.has_base(a), symbols.has_base(b)) {
            (true, false) => (a, b),
            (false, true) => (b, a),
            _ => return None,
        };
        if symbols.store.width(address) != symbols.word() {
            return None;
        }
        let Pointer::Into(id, offset) = self.pointer(symbols, address) else { return None };
        let object = self.object(id);
        let low = object.align.max(1) - 1;
        let facts = symbols.store.facts(number);
        let all = u64::MAX >> (64 - symbols.word());
        let keeps_high = facts.tracks() && facts.known_ones() | low == all;
        let is_low = facts.tracks() && facts.umax() <= low;
        match op {
            Bitwise::And if keeps_high => {
                let offset = symbols.store.and(offset, number);
                Some(symbols.store.add(object.base, offset))
            }
            Bitwise::And if is_low => Some(symbols.store.and(offset, number)),
            Bitwise::Or if is_low => {
                let offset = symbols.store.or(offset, number);
                Some(symbols.store.add(object.base, offset))
            }
            Bitwise::Xor if is_low => {
                let offset = symbols.store.xor(offset, number);
                Some(symbols.store.add(object.base, offset))
            }
            Bitwise::And | Bitwise::Or | Bitwise::Xor => None,
        }
    }

    /// The condition under which one value of a width is below another as an unsigned number. Within one object
    /// offsets decide: its addresses do not wrap around.
    pub fn below(&self, symbols: &mut Symbols, a: Term, b: Term) -> Term {
        if symbols.store.width(a) == symbols.word()
            && symbols.has_base(a)
            && symbols.has_base(b)
            && let (Pointer::Into(one, x), Pointer::Into(other, y)) =
                (self.pointer(symbols, a), self.pointer(symbols, b))
            && one == other
        {
            let reach = match symbols.word() > 32 {
                true => 1 << 62,
                false => symbols.store.facts(self.object(one).size).umin() as i64,
            };
            let near = [x, y].iter().all(|offset| {
                let facts = symbols.store.facts(*offset);
                facts.tracks() && facts.smin() > -(NULL_PAGE as i64) && facts.smax() <= reach
            });
            if near {
                return symbols.store.slt(x, y);
            }
        }
        symbols.store.ult(a, b)
    }

    /// What holds of the addresses that occur in a term: no object lies at null or beyond the address space, and
    /// objects that lived at the same time do not overlap, other than constants that may share their memory. True of
    /// every layout, so it may be assumed at any time.
    pub fn axioms(&self, symbols: &mut Symbols, term: Term) -> Vec<Term> {
        let ids = symbols.objects_in(term);
        let there = |id: &ObjectId| self.find(*id).filter(|object| !self.may_be_absent(object));
        let objects: Vec<(ObjectId, &Object)> =
            ids.iter().filter_map(|id| there(id).map(|object| (*id, object))).collect();
        let mut axioms = Vec::new();
        let limit = if symbols.word() > 32 { 1u64 << 47 } else { 0xffff_f000 };
        let (page, limit) = (symbols.size(NULL_PAGE), symbols.size(limit));
        let sizes: Vec<Term> = objects.iter().map(|(_, object)| least_size(symbols, object)).collect();
        let store = &mut symbols.store;
        for ((_, object), size) in objects.iter().zip(&sizes) {
            axioms.push(store.ule(page, object.base));
            let room = store.sub(limit, object.base);
            axioms.push(store.ult(object.base, limit));
            axioms.push(store.ule(*size, room));
        }
        for (number, (id, one)) in objects.iter().enumerate() {
            let apart = |other: &&(ObjectId, &Object)| {
                let is_shared = one.mergeable && other.1.mergeable;
                one.coexists(other.1) && !is_shared && !self.may_be_one_node(*id, other.0)
            };
            for (before, (_, other)) in objects[..number].iter().enumerate().filter(|it| apart(&it.1)) {
                let pairs = [(one, sizes[number], other), (other, sizes[before], one)];
                let disjoint = pairs.map(|(low, size, high)| {
                    let zero = symbols.store.zero(symbols.word());
                    let one_byte = symbols.store.num(symbols.word(), 1);
                    let empty = symbols.store.eq(size, zero);
                    let size = symbols.store.ite(empty, one_byte, size);
                    let end = symbols.store.add(low.base, size);
                    symbols.store.ule(end, high.base)
                });
                axioms.push(symbols.store.or(disjoint[0], disjoint[1]));
            }
        }
        axioms
    }
}

/// Whether two addresses in different objects may be equal all the same: both are constants that may share their
/// memory, and these agree in all bytes that they would have in common, as far as is known.
fn may_share(symbols: &mut Symbols, one: (&Object, Term), other: (&Object, Term)) -> bool {
    if !one.0.mergeable || !other.0.mergeable {
        return false;
    }
    let number = |term: Term| symbols.store.as_const(term)?.to_u64();
    let places = [one.1, other.1, one.0.size, other.0.size].map(number);
    let [Some(x), Some(y), Some(size), Some(other_size)] = places else { return true };
    let before = x.min(y);
    let behind = size.saturating_sub(x).min(other_size.saturating_sub(y));
    (0..before.saturating_add(behind)).all(|step| {
        let bytes = [(one.0, x), (other.0, y)].map(|(object, at)| {
            let byte = object.content.known(symbols, at - before + step, 1)?;
            symbols.store.as_const(byte)?.to_u64()
        });
        bytes[0] == bytes[1] || bytes.contains(&None)
    })
}

/// The size of an object, or where each node of a segment has its own what none is below.
fn least_size(symbols: &mut Symbols, object: &Object) -> Term {
    match symbols.is_each(object.size) {
        true => {
            let least = symbols.store.facts(object.size).umin();
            symbols.size(least)
        }
        false => object.size,
    }
}
