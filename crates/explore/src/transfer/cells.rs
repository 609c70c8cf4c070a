//! Accesses at symbolic offsets of objects with cells ([`heap::Cell`]): what was written or read at such a place is
//! read there again.
//!
//! A read at an offset `o` of which the has-value edges say nothing gives `ite(o = c₁, v₁, … u)` for the cells `cᵢ` of
//! its width, with a new variable `u`; the result is a cell, too, so the next read there gives the same. A write keeps
//! the cells that it certainly does not overlap.

use crate::state::State;
use crate::transfer::access::At;
use crate::transfer::{Possible, Transfer};
use heap::{Cell, HasValue, Kind, Object, ObjectId, Pointer, Rights, Shape};
use ir::Property;
use logic::Term;

/// How many bytes of an object are looked at for what they are.
const SETTLED: usize = 16;

/// How many bytes that are copied are looked at for a zero.
const COPIED: u64 = 256;

/// How many bytes of a string are looked at for whether all of them are known.
const LOOKED_AT: u64 = 4096;

impl Transfer<'_> {
    /// The value of `len` bytes at an offset, where a cell lies exactly there.
    pub fn read_cell(&self, state: &State, id: ObjectId, offset: Term, len: u64) -> Option<Term> {
        let cells = state.heap.object(id).content.cells();
        cells.iter().find(|cell| (cell.offset, cell.len) == (offset, len)).map(|cell| cell.value)
    }

    /// The value of `len` bytes at an offset, where without cells it would be the given one.
    pub fn through_cells(
        &mut self,
        state: &State,
        id: ObjectId,
        offset: Term,
        len: u64,
        otherwise: Term,
    ) -> Term {
        let cells = state.heap.object(id).content.cells().to_vec();
        let cells = cells.iter().filter(|cell| cell.len == len);
        cells.fold(otherwise, |otherwise, cell| {
            let here = self.symbols.store.eq(offset, cell.offset);
            self.symbols.store.ite(here, cell.value, otherwise)
        })
    }

    /// The value of one byte at an offset, where it would be the given one but for the end of a string at a constant place.
    pub fn through_end(
        &mut self,
        state: &State,
        id: ObjectId,
        offset: Term,
        len: u64,
        otherwise: Term,
    ) -> Term {
        let end = state.heap.object(id).content.first_zero(&self.symbols);
        let Some(end) = end.filter(|_| len == 1) else { return otherwise };
        let end = self.symbols.size(end);
        let is_end = self.symbols.store.eq(offset, end);
        let zero = self.symbols.store.zero(8);
        self.symbols.store.ite(is_end, zero, otherwise)
    }

    /// Where `len` bytes at an offset have a constant value, cells of other constants lie elsewhere.
    pub fn assume_apart(&mut self, state: &mut State, id: ObjectId, offset: Term, len: u64, value: Term) {
        for cell in state.heap.object(id).content.cells().to_vec() {
            if cell.len == len && cell.value != value && self.constant(cell.value).is_some() {
                let apart = self.symbols.store.ne(offset, cell.offset);
                self.assume(state, apart);
            }
        }
    }

    /// Adds a cell of a number at an offset that is no constant. One that was never written is a number like any other
    /// where nobody asks for that.
    pub fn note_cell(&mut self, state: &mut State, id: ObjectId, cell: Cell) {
        let asks = self.context.task.properties.contains(Property::Initialized);
        let is_use = asks && self.symbols.is_undefined(cell.value);
        if !self.symbols.has_base(cell.value) && !is_use && self.constant(cell.offset).is_none() {
            state.heap.object_mut(id).content.add_cell(&mut self.symbols, cell);
        }
    }

    /// The cells of an object that a write of `len` bytes, a term as wide as a pointer, at an offset leaves alone. Both
    /// lie within the object, so that no sum wraps around.
    pub fn untouched_cells(&mut self, state: &State, id: ObjectId, offset: Term, len: Term) -> Vec<Cell> {
        let mut cells = state.heap.object(id).content.cells().to_vec();
        cells.retain(|cell| {
            let end = self.symbols.store.add(offset, len);
            let size = self.symbols.size(cell.len);
            let cell_end = self.symbols.store.add(cell.offset, size);
            let before = self.symbols.store.ult(cell.offset, end);
            let behind = self.symbols.store.ult(offset, cell_end);
            let overlaps = self.symbols.store.and(before, behind);
            matches!(self.can(state, overlaps), Possible::No)
        });
        cells
    }

    /// The numbers in cells within `len` bytes at an offset of an object, as they are after these are copied to another offset.
    pub fn copied_cells(
        &mut self,
        state: &State,
        id: ObjectId,
        offset: Term,
        to: Term,
        len: Term,
    ) -> Vec<Cell> {
        let mut cells = state.heap.object(id).content.cells().to_vec();
        cells.retain(|cell| !self.symbols.has_base(cell.value));
        cells.retain(|cell| {
            let end = self.symbols.store.add(offset, len);
            let size = self.symbols.size(cell.len);
            let cell_end = self.symbols.store.add(cell.offset, size);
            let starts = self.symbols.store.ule(offset, cell.offset);
            let ends = self.symbols.store.ule(cell_end, end);
            let inside = self.symbols.store.and(starts, ends);
            let outside = self.symbols.store.not(inside);
            matches!(self.can(state, outside), Possible::No)
        });
        for cell in &mut cells {
            let distance = self.symbols.store.sub(cell.offset, offset);
            *cell = Cell::new(self.symbols.store.add(to, distance), cell.len, cell.value);
        }
        cells
    }

    /// The first zero at a constant place within `len` bytes at an offset of an object, as it is after these are copied to
    /// another offset.
    pub fn copied_end(
        &mut self,
        state: &State,
        (id, at): (ObjectId, At),
        to: Term,
        len: Term,
    ) -> Option<Cell> {
        let At::Const(first) = at else { return None };
        let object = state.heap.object(id);
        let most = self.constant(object.size).map_or(COPIED, |size| size.saturating_sub(first).min(COPIED));
        let mut is_zero = |at: u64| {
            let byte = object.content.known(&mut self.symbols, at, 1);
            byte.is_some_and(|byte| self.symbols.store.as_const(byte).is_some_and(|byte| byte.is_zero()))
        };
        let zero = (first..first + most).find(|at| is_zero(*at))?;
        let (distance, value) = (self.symbols.size(zero - first), self.symbols.store.zero(8));
        let is_beyond = self.symbols.store.ule(len, distance);
        let offset = self.symbols.store.add(to, distance);
        matches!(self.can(state, is_beyond), Possible::No).then(|| Cell::new(offset, 1, value))
    }

    /// Whether a pointer leads into an object that may be read, and is no node of a segment.
    pub fn is_readable(&mut self, state: &State, pointer: Term) -> bool {
        let Pointer::Into(id, _) = state.heap.pointer(&mut self.symbols, pointer) else { return false };
        let object = state.heap.object(id);
        object.is_alive()
            && object.rights >= Rights::Read
            && object.shape == Shape::Region
            && !object.content.has_elements()
    }

    /// Whether the string at a pointer is known as a whole, in a proof: where it ends, and not all bytes before that.
    pub fn is_string(&mut self, state: &State, pointer: Term) -> bool {
        self.context.precision.any_text && self.ends_of_string(state, pointer).is_some()
    }

    /// The places at which the string at a pointer certainly ends, not all bytes before them being known: its object, the
    /// offset of the pointer, and the offsets of zeros that do not lie before it.
    pub fn ends_of_string(&mut self, state: &State, pointer: Term) -> Option<(ObjectId, Term, Vec<Term>)> {
        let Pointer::Into(id, offset) = state.heap.pointer(&mut self.symbols, pointer) else { return None };
        if !self.is_readable(state, pointer) {
            return None;
        }
        let object = state.heap.object(id);
        let mut zeros: Vec<Term> = Vec::new();
        for cell in object.content.cells().to_vec().iter().filter(|cell| cell.len == 1) {
            let before = self.symbols.store.ult(cell.offset, offset);
            let is_other = self.symbols.store.is_nonzero(cell.value);
            let is_no_end = self.symbols.store.or(before, is_other);
            if matches!(self.can(state, is_no_end), Possible::No) {
                zeros.push(cell.offset);
            }
        }
        zeros.extend(self.constant_end(state, id, offset));
        (!zeros.is_empty()).then_some((id, offset, zeros))
    }

    /// The first constant offset of a zero that does not lie before an offset; none where all bytes up to it are known,
    /// and where it is found to lie outside of what is looked at.
    fn constant_end(&mut self, state: &State, id: ObjectId, offset: Term) -> Option<Term> {
        let content = &state.heap.object(id).content;
        let first = self.constant(offset);
        let is_zero = |edge: &&HasValue| {
            let value = edge.whole(&self.symbols).and_then(|term| self.constant(term));
            edge.len == 1 && value == Some(0) && first.is_none_or(|first| first <= edge.offset)
        };
        let zero = content.edges().iter().filter(is_zero).map(|edge| edge.offset).min()?;
        let Some(first) = first else {
            let here = self.symbols.size(zero);
            let behind = self.symbols.store.ult(here, offset);
            return matches!(self.can(state, behind), Possible::No).then_some(here);
        };
        let mut is_known = |at: u64| {
            let byte = content.known(&mut self.symbols, at, 1);
            byte.is_some_and(|byte| self.symbols.store.as_const(byte).is_some())
        };
        let all_known = zero - first <= LOOKED_AT && (first..zero).all(&mut is_known);
        (!all_known).then(|| self.symbols.size(zero))
    }

    /// Writes what paths say of the values of cells, and of bytes beside them, into memory where it is one number: what
    /// is assumed of variables may be lost in a join. Cells of other numbers are forgotten, and those of characters that do
    /// not end a string: where a loop walks along it, each round would have others.
    pub fn settle_cells(&mut self, state: &mut State) {
        let with_cells = |state: &State| -> Vec<ObjectId> {
            let with = state.heap.objects().filter(|(_, object)| !object.content.cells().is_empty());
            with.map(|(id, _)| id).collect()
        };
        for id in with_cells(state) {
            let mut cells = Vec::new();
            for cell in state.heap.object(id).content.cells().to_vec() {
                if self.symbols.has_base(cell.value) {
                    cells.push(cell);
                    continue;
                }
                let value = match cell.len {
                    1 => self.is_zero(state, cell.value).then_some(0),
                    _ => self.unique(state, cell.value),
                };
                if let Some(value) = value {
                    let value = self.symbols.store.num(cell.len as u32 * 8, value.into());
                    cells.push(Cell { value, ..cell });
                }
            }
            let bytes: Vec<HasValue> = state.heap.object(id).content.edges().to_vec();
            for edge in bytes.into_iter().filter(|edge| edge.len == 1).take(SETTLED) {
                let Some(term) = edge.whole(&self.symbols) else { continue };
                if self.constant(term).is_none()
                    && !self.symbols.is_undefined(term)
                    && self.is_zero(state, term)
                {
                    let zero = self.symbols.store.zero(8);
                    state.heap.object_mut(id).content.rename(edge.offset, 1, zero);
                }
            }
            state.heap.object_mut(id).content.with_cells(cells);
        }
    }

    /// The values of bytes that the program may have written and that are no constants: those of cells, and a few beside
    /// them.
    pub fn open_bytes(&mut self, state: &State) -> Vec<Term> {
        let mut bytes = Vec::new();
        let is_written = |object: &Object| {
            object.is_alive() && object.rights == Rights::Write && object.kind != Kind::Text
        };
        for (_, object) in state.heap.objects().filter(|(_, object)| is_written(object)) {
            let cells = object.content.cells().iter().filter(|cell| cell.len == 1).map(|cell| cell.value);
            let edges = object.content.edges().iter().filter(|edge| edge.len == 1);
            let edges = edges.filter_map(|edge| edge.whole(&self.symbols)).take(SETTLED);
            bytes.extend(cells.chain(edges));
        }
        bytes.sort_unstable();
        bytes.dedup();
        bytes.retain(|byte| self.constant(*byte).is_none() && !self.symbols.is_undefined(*byte));
        bytes
    }

    /// Writes zeros into memory for those of some bytes that are zero on the path. Gives whether there are such.
    pub fn settle_zeros(&mut self, state: &mut State, bytes: &[Term]) -> bool {
        let zeros: Vec<Term> = bytes.iter().copied().filter(|byte| self.is_zero(state, *byte)).collect();
        let zero = self.symbols.store.zero(8);
        let ids: Vec<ObjectId> = state.heap.objects().map(|(id, _)| id).collect();
        for id in ids {
            let edges = state.heap.object(id).content.edges().iter().filter(|edge| edge.len == 1);
            let is_zero =
                |edge: &&HasValue| edge.whole(&self.symbols).is_some_and(|byte| zeros.contains(&byte));
            let places: Vec<u64> = edges.filter(is_zero).map(|edge| edge.offset).collect();
            for place in places {
                state.heap.object_mut(id).content.rename(place, 1, zero);
            }
        }
        !zeros.is_empty()
    }

    /// Whether a value is certainly zero.
    fn is_zero(&mut self, state: &State, value: Term) -> bool {
        let is_other = self.symbols.store.is_nonzero(value);
        matches!(self.can(state, is_other), Possible::No)
    }
}
