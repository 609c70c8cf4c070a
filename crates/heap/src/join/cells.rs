//! Cells of two objects: those that both have, at offsets and with values that cover either side's.
//!
//! A cell of one side corresponds to one of the other at the same offset, or to one of the same constant. The end of a
//! string, the first byte that is zero, is taken for a cell also where it lies at a constant offset: if it was written
//! by itself, or the other side has an end.

use super::{Join, Offset, Side};
use crate::object::ObjectId;
use crate::{Cell, Content, Data, HasValue};

/// What two cells have in common that correspond, closest first.
#[derive(Clone, Copy)]
enum Alike {
    /// They lie at the same offset.
    Place,
    /// They hold the same constant, and both were written, or both measured.
    Origin,
    /// They hold the same constant.
    Value,
}

impl Join<'_> {
    /// The cells of the result of two contents.
    pub(super) fn cells(
        &mut self,
        left: &Content,
        right: &Content,
        objects: Option<[ObjectId; 3]>,
    ) -> Vec<Cell> {
        let is_empty = left.cells().is_empty() && right.cells().is_empty();
        let zero = self.symbols.store.zero(8);
        let mut sides = [left, right].map(|content| {
            let end = content.first_zero(self.symbols).map(|at| self.symbols.size(at));
            let end = end.map(|offset| Cell::new(offset, 1, zero));
            content.cells().iter().copied().chain(end).collect::<Vec<Cell>>()
        });
        if is_empty && sides[0] == sides[1] {
            return Vec::new();
        }
        // A buffer that is all zeros, as `""` makes it, is a string that ends at its start.
        let has_end = |cells: &[Cell]| cells.iter().any(|cell| (cell.len, cell.value) == (1, zero));
        for (side, content) in [left, right].into_iter().enumerate() {
            let size = objects.and_then(|objects| {
                let object = self.heaps[side].find(objects[side])?;
                self.symbols.store.as_const(object.size)?.to_u64()
            });
            if let Some(size) = size
                && !has_end(&sides[side])
                && has_end(&sides[1 - side])
                && let Some(end) = content.lowest_zero(self.symbols, size)
            {
                sides[side].push(Cell::new(self.symbols.size(end), 1, zero));
            }
        }
        // A block with numbers or links is a node, which holds a string or does not as its kind has it.
        let is_buffer = |side: usize| {
            let object = objects.and_then(|objects| self.heaps[side].find(objects[side]));
            let is_wide = |edge: &HasValue| edge.len > 1 && matches!(edge.data, Data::Bits { .. });
            object.is_some_and(|object| object.is_live_heap() && !object.content.edges().iter().any(is_wide))
        };
        self.now.ends_differ |= is_buffer(0) && is_buffer(1) && has_end(&sides[0]) != has_end(&sides[1]);
        let mut cells = Vec::new();
        let mut kept: [Vec<Cell>; 2] = Default::default();
        for alike in [Alike::Place, Alike::Origin, Alike::Value] {
            for one in std::mem::take(&mut sides[0]) {
                let is_constant = self.symbols.store.as_const(one.value).is_some();
                let fits = |other: &Cell| {
                    let has_value = is_constant && (other.value, other.len) == (one.value, one.len);
                    match alike {
                        Alike::Place => (other.offset, other.len) == (one.offset, one.len),
                        Alike::Origin => has_value && other.measured == one.measured,
                        Alike::Value => has_value,
                    }
                };
                let Some(number) = sides[1].iter().position(fits) else {
                    sides[0].push(one);
                    continue;
                };
                let other = sides[1].remove(number);
                let offset = self.generalize(one.offset, other.offset, false);
                let is_address = [one, other].iter().any(|cell| self.symbols.has_base(cell.value));
                let value = match is_address {
                    true => self.pointers(one.value, other.value),
                    false => Some(self.generalize(one.value, other.value, false)),
                };
                let Some(value) = value else { continue };
                // In the nodes of a segment a string ends within its object as it does in both.
                if let Some([.., out]) = objects.filter(|_| self.symbols.is_each(offset)) {
                    let size = self.now.out.object(out).size;
                    self.now.offsets.push(Offset { term: offset, size, differs: true });
                }
                if self.symbols.store.as_const(offset).is_none() {
                    cells.push(Cell { offset, value, measured: one.measured && other.measured, ..one });
                }
                kept[0].push(one);
                kept[1].push(other);
            }
        }
        self.note_dropped(Side::Left, left, &kept[0]);
        self.note_dropped(Side::Right, right, &kept[1]);
        cells
    }

    /// A side may have more cells than the result.
    fn note_dropped(&mut self, side: Side, content: &Content, kept: &[Cell]) {
        self.now.lost[side.index()] |= content.cells().iter().any(|cell| !kept.contains(cell));
    }
}
