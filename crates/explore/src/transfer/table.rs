//! Accesses at one of very many offsets: tables and large arrays.
//!
//! Where an offset can have more values than are worth telling apart one by one, the elements that it can mean are
//! found from what is known of its bits: the low ones that are constant give the distance of the elements; the
//! object's size and what the path says of the offset bound their number. A read is then a selection by the remaining
//! bits, a balanced tree of choices; a write makes each element a choice between its old value and the new one. Both
//! are exact. That some of the elements are out of reach on this path does no harm, since in them the choice never
//! falls on the value.
//!
//! Numbers only: an address must name one object, so arrays of pointers are not treated here.

use crate::state::State;
use crate::transfer::Transfer;
use crate::transfer::extent::Extent;
use heap::{Data, HasValue, ObjectId};
use ir::Property;
use logic::Term;

/// The most elements of a table that is read.
const READ: u64 = 4096;
/// The most elements of an array that is written.
const WRITTEN: u64 = 1024;
/// The same where states are joined, and each element is a number of its own then.
const WRITTEN_AND_JOINED: u64 = 16;

/// The offsets that an access can have: `residue` and all that differ from it in bits from `shift` on.
struct Slots {
    shift: u32,
    residue: u64,
    /// The numbers of the first and the last slot.
    range: (u64, u64),
}

impl Slots {
    fn offset(&self, number: u64) -> u64 {
        (number << self.shift) + self.residue
    }
}

impl Transfer<'_> {
    /// The slots of an object of constant size in which `len` bytes at an offset within bounds can lie.
    fn slots(&mut self, state: &State, id: ObjectId, offset: Term, len: u64, most: u64) -> Option<Slots> {
        let size = self.constant(state.heap.object(id).size)?;
        // What the path says is asked for only where something would be torn that is longer than an element, and nodes
        // are compared afterwards.
        let is_longer = |edge: &HasValue| edge.len > len && matches!(edge.data, Data::Bits { .. });
        let tears = state.heap.object(id).content.edges().iter().any(is_longer);
        let extent = match self.context.precision.bounds_torn_writes && tears {
            true => {
                let bytes = self.symbols.size(len);
                self.extent(state, id, offset, bytes)
            }
            false => Extent { start: 0, end: None },
        };
        let size = extent.end.map_or(size, |end| end.min(size));
        let facts = self.symbols.store.facts(offset);
        let known = facts.known_zeros() | facts.known_ones();
        let shift = known.trailing_ones().min(16);
        let residue = facts.known_ones() & ((1 << shift) - 1);
        let last = facts.umax().min(size.checked_sub(len)?).checked_sub(residue)? >> shift;
        let first = facts.umin().max(extent.start) >> shift;
        let count = last.checked_sub(first)?.checked_add(1)?;
        (count <= most).then_some(Slots { shift, residue, range: (first, last) })
    }

    /// The value of `len` bytes at an offset within bounds, where all that it can mean are plain numbers.
    pub fn read_table(&mut self, state: &mut State, id: ObjectId, offset: Term, len: u64) -> Option<Term> {
        let slots = self.slots(state, id, offset, len, READ)?;
        let mut values = Vec::new();
        for number in slots.range.0..=slots.range.1 {
            let value = state.heap.read(&mut self.symbols, id, slots.offset(number), len);
            let traits = self.symbols.traits(value);
            if traits.undefined || traits.bases != heap::Bases::None {
                return None;
            }
            values.push(value);
        }
        let (first, last) = slots.range;
        let bits = u64::BITS - last.leading_zeros();
        Some(self.choose(offset, slots.shift, bits, first, &values))
    }

    /// The value whose number the low `bits` bits of an offset from `shift` on are; those of the first is `first`.
    fn choose(&mut self, offset: Term, shift: u32, bits: u32, first: u64, values: &[Term]) -> Term {
        if bits == 0 || values.iter().all(|value| *value == values[0]) {
            return values[0];
        }
        // The values whose highest bit is not set, then the others. Their common bits above do not matter.
        let half = 1u64 << (bits - 1);
        let low_bits = first & (2 * half - 1);
        let cut = (half.saturating_sub(low_bits) as usize).min(values.len());
        let (below, above) = values.split_at(cut);
        match (below.is_empty(), above.is_empty()) {
            (true, _) => self.choose(offset, shift, bits - 1, first, above),
            (_, true) => self.choose(offset, shift, bits - 1, first, below),
            (false, false) => {
                let low = self.choose(offset, shift, bits - 1, first, below);
                let high = self.choose(offset, shift, bits - 1, first + cut as u64, above);
                let bit = self.symbols.store.extract(offset, shift + bits - 1, 1);
                self.symbols.store.ite(bit, high, low)
            }
        }
    }

    /// Writes `len` bytes at an offset within bounds, where everything is a plain number and the elements do not
    /// overlap. Gives whether it was done.
    pub fn write_table(
        &mut self,
        state: &mut State,
        id: ObjectId,
        offset: Term,
        len: u64,
        value: Term,
    ) -> bool {
        let most = match self.context.precision.tells_elements_apart {
            true => WRITTEN,
            false => WRITTEN_AND_JOINED,
        };
        let Some(slots) = self.slots(state, id, offset, len, most) else { return false };
        if len > 1 << slots.shift || self.symbols.has_base(value) {
            return false;
        }
        let numbers = slots.range.0..=slots.range.1;
        let mut old = Vec::new();
        for number in numbers.clone() {
            // A byte of an address may be a plain number; a choice there would tear the address apart.
            let parts = state.heap.object(id).content.parts(slots.offset(number), len);
            if self.have_address(&parts) {
                return false;
            }
            let value = state.heap.read(&mut self.symbols, id, slots.offset(number), len);
            let traits = self.symbols.traits(value);
            // What was never written may be written now: where nobody asks, it is just unknown.
            old.push(match traits.undefined {
                true if self.context.task.properties.contains(Property::Initialized) => return false,
                true => state.heap.fresh.unknown(&mut self.symbols, len as u32 * 8),
                false => value,
            });
        }
        for (number, old) in numbers.zip(old) {
            let at = slots.offset(number);
            let here = self.symbols.size(at);
            let here = self.symbols.store.eq(offset, here);
            let new = self.symbols.store.ite(here, value, old);
            state.heap.write(id, at, len, new);
        }
        true
    }
}
