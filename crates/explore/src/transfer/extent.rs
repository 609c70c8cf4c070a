//! Accesses whose offset or length is one of too many: the range of bytes that they can touch.
//!
//! Where an access cannot be done for every offset that it can have, what the path says of the offset still bounds it:
//! a piece that is cut from an arena lies behind the arena's header. The *extent* of an access is found by asking
//! which of the borders between the has-value edges of the object it cannot cross. What a write can reach is unknown
//! afterwards, everything else stays: Predator's offset intervals (section 4), with the interval taken from the path.
//!
//! Numbers only: where an address lies within the extent, the path ends with an entry in the ledger.

use crate::state::{Moving, State};
use crate::transfer::{Possible, Transfer};
use engine::Reason;
use heap::{Cell, Content, Data, Fill, HasValue, ObjectId};
use ir::Property;
use logic::Term;

/// A range of bytes that holds all that an access can touch; without an end, all from the start on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// The first byte.
    pub start: u64,
    /// The byte behind the last one.
    pub end: Option<u64>,
}

impl Transfer<'_> {
    /// The extent of an access in bounds to `len` bytes, a term as wide as a pointer.
    pub fn extent(&mut self, state: &State, id: ObjectId, offset: Term, len: Term) -> Extent {
        let edges = state.heap.object(id).content.edges();
        let mut borders: Vec<u64> = edges.iter().flat_map(|edge| [edge.offset, edge.end()]).collect();
        borders.dedup();
        // The access lies within its object, so the sum does not wrap around.
        let past = self.symbols.store.add(offset, len);
        let below = borders.partition_point(|border| self.is_at_least(state, offset, *border));
        let start = below.checked_sub(1).map(|last| borders[last]);
        let reached = borders.partition_point(|border| !self.is_at_most(state, past, *border));
        let end = borders.get(reached).copied();
        // Where the solver gave up in between, what was found need not hold.
        let start = start.filter(|start| self.is_at_least(state, offset, *start)).unwrap_or(0);
        let end = end.filter(|end| self.is_at_most(state, past, *end));
        // An access that begins at a constant place is a member's: what lies before it is another member.
        let first = self.constant(offset);
        let facts = self.symbols.store.facts(past);
        let size = self.constant(state.heap.object(id).size);
        let last = size.filter(|_| first.is_some() && facts.tracks()).map(|size| size.min(facts.umax()));
        let end = [end, last].into_iter().flatten().min();
        Extent { start: first.map_or(start, |first| first.max(start)), end }
    }

    /// Whether a term as wide as a pointer cannot be below a border.
    pub fn is_at_least(&mut self, state: &State, term: Term, border: u64) -> bool {
        let border = self.symbols.size(border);
        let below = self.symbols.store.ult(term, border);
        matches!(self.can(state, below), Possible::No)
    }

    fn is_at_most(&mut self, state: &State, term: Term, border: u64) -> bool {
        let border = self.symbols.size(border);
        let beyond = self.symbols.store.ult(border, term);
        matches!(self.can(state, beyond), Possible::No)
    }

    /// The parts of an object within an extent; of the bytes behind the last has-value edge one stands for all.
    fn parts_within(&self, state: &State, id: ObjectId, extent: Extent) -> Vec<HasValue> {
        let content = &state.heap.object(id).content;
        let last = content.edges().last().map_or(0, HasValue::end);
        let end = extent.end.unwrap_or(last.max(extent.start) + 1);
        content.parts(extent.start, end.saturating_sub(extent.start))
    }

    /// Whether a byte of an address is among the parts.
    pub fn have_address(&mut self, parts: &[HasValue]) -> bool {
        parts.iter().any(|part| match part.term() {
            Some(term) => self.symbols.has_base(term),
            None => matches!(part.data, Data::Fill(Fill::Texts(_))),
        })
    }

    /// Whether a byte that was never written is among the parts.
    fn have_undefined(&mut self, parts: &[HasValue]) -> bool {
        parts.iter().any(|part| match part.term() {
            Some(term) => self.symbols.is_undefined(term),
            None => part.data == Data::Fill(Fill::Undefined),
        })
    }

    /// Whether nothing is known of bytes that `len` bytes at an offset within bounds can touch, so that telling them
    /// apart says little.
    pub fn is_unknown(&mut self, state: &State, id: ObjectId, offset: Term, len: u64) -> bool {
        let size = self.symbols.size(len);
        let extent = self.extent(state, id, offset, size);
        let parts = self.parts_within(state, id, extent);
        let is_filled = |part: &HasValue| {
            matches!(part.data, Data::Fill(Fill::Unknown | Fill::Undefined)) && part.len >= len
        };
        parts.iter().any(is_filled) && !self.have_address(&parts)
    }

    /// Reads `len` bytes at an offset within bounds: a number of which nothing is known but what cells say, and where a
    /// string ends.
    pub fn read_within(
        &mut self,
        mut state: Moving,
        id: ObjectId,
        offset: Term,
        len: u64,
    ) -> Option<(Moving, Term)> {
        let size = self.symbols.size(len);
        let extent = self.extent(&state, id, offset, size);
        let parts = self.parts_within(&state, id, extent);
        if self.have_address(&parts) {
            self.loss(&state, Reason::Imprecise, "reads an address at one of too many offsets");
            return None;
        }
        // One byte that is everywhere is also there.
        if let [HasValue { data: Data::Fill(fill @ Fill::Repeat(byte)), .. }] = parts[..]
            && self.constant(byte).is_some()
            && let Some(value) = Content::filled(fill).known(&mut self.symbols, 0, len)
        {
            return Some((state, value));
        }
        let width = len as u32 * 8;
        let other = match self.have_undefined(&parts) {
            true => state.heap.fresh.undefined(&mut self.symbols, width),
            false => state.heap.fresh.unknown(&mut self.symbols, width),
        };
        let other = self.through_end(&state, id, offset, len, other);
        let value = self.through_cells(&state, id, offset, len, other);
        self.note_cell(&mut state, id, Cell::new(offset, len, value));
        Some((state, value))
    }

    /// A write of numbers to `len` bytes at an offset, both within bounds: nothing is known afterwards of the bytes
    /// that it can reach.
    pub fn write_within(
        &mut self,
        mut state: Moving,
        id: ObjectId,
        offset: Term,
        len: Term,
    ) -> Option<Moving> {
        let extent = self.extent(&state, id, offset, len);
        let parts = self.parts_within(&state, id, extent);
        if self.have_address(&parts) {
            self.loss(&state, Reason::Imprecise, "writes over an address at one of too many offsets");
            return None;
        }
        if self.context.task.properties.contains(Property::Initialized) {
            self.loss(&state, Reason::Imprecise, "cannot follow which of many bytes were written");
        }
        let content = &mut state.heap.object_mut(id).content;
        match extent.end {
            Some(end) => content.fill(extent.start, end.saturating_sub(extent.start), Fill::Unknown),
            None => content.fill_from(extent.start, Fill::Unknown),
        }
        Some(state)
    }

    /// Whether `len` bytes at an offset within bounds are numbers, whichever they are.
    pub fn are_numbers_within(&mut self, state: &State, id: ObjectId, offset: Term, len: Term) -> bool {
        let extent = self.extent(state, id, offset, len);
        let parts = self.parts_within(state, id, extent);
        !self.have_address(&parts)
    }
}
