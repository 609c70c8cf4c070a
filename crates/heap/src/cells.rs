//! Cells: single values at places of an object that are no constants.
//!
//! Has-value edges lie at constant offsets. What a program writes at `a[i]`, or reads there of an array of which
//! nothing is known, is a *cell*: an offset that is a term, a number of bytes, and their value. Cells are a layer over
//! the edges: these stay true of all bytes without them, so a cell can be dropped at any time, and whoever changes an
//! object without saying which cells it leaves alone drops them all ([`Content::with_cells`] puts them back). The end of a string
//! is the cell that makes most proofs about text: a zero at an offset that is all that is known of its length.
//!
//! Invariant: all cells hold at the same time, so two cells at one offset have one value. Cells hold numbers, or the
//! addresses of texts ([`crate::Kind::Text`]), which are never lost: the address of a heap block at an unknown place would
//! have to survive whoever drops a cell.

use crate::{Content, Data, Symbols};
use logic::Term;

/// How many cells an object keeps, of those that end strings and of others.
const MOST: usize = 8;

/// A value at an offset.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    /// The offset of the first byte, as wide as a pointer.
    pub offset: Term,
    /// The number of bytes.
    pub len: u64,
    /// Their value.
    pub value: Term,
    /// Whether it follows from another cell, as the end of a string that was measured does from one behind it.
    pub measured: bool,
}

impl Cell {
    /// What was written, or read, at a place.
    pub fn new(offset: Term, len: u64, value: Term) -> Cell {
        Cell { offset, len, value, measured: false }
    }
}

impl Content {
    /// Adds a cell. Where there are too many ends of strings, the oldest is dropped that was only measured; if all were
    /// written, the oldest but one: where a line is cut into words, the first end is that of the line. Where there are too
    /// many others, the oldest is dropped that is not a constant; if all are, the oldest.
    pub fn add_cell(&mut self, symbols: &mut Symbols, cell: Cell) {
        self.cells.retain(|known| (known.offset, known.len) != (cell.offset, cell.len));
        let is_constant = |cell: &Cell| symbols.store.as_const(cell.value).is_some();
        let is_zero = |cell: &Cell| symbols.store.as_const(cell.value).is_some_and(|it| it.is_zero());
        let is_end = is_zero(&cell);
        let alike = |(_, known): &(usize, &Cell)| is_zero(known) == is_end;
        let alike: Vec<(usize, &Cell)> = self.cells.iter().enumerate().filter(alike).collect();
        if alike.len() >= MOST {
            let is_droppable = |cell: &Cell| if is_end { cell.measured } else { !is_constant(cell) };
            let oldest = alike.iter().find(|(_, cell)| is_droppable(cell));
            let (oldest, _) = *oldest.unwrap_or(&alike[usize::from(is_end)]);
            self.cells.remove(oldest);
        }
        self.cells.push(cell);
    }

    /// The lowest constant offset of a byte that is known to be zero, where the bytes were written one by one: the end
    /// of a string.
    pub fn first_zero(&self, symbols: &Symbols) -> Option<u64> {
        let is_zero = |term: Term| symbols.store.as_const(term).is_some_and(|value| value.is_zero());
        let bytes = self.edges().iter().filter(|edge| edge.len == 1);
        bytes.filter(|edge| edge.whole(symbols).is_some_and(is_zero)).map(|edge| edge.offset).next()
    }

    /// The lowest constant offset of a byte of an object of so many bytes that is known to be zero, however it was written:
    /// together with others, or with all of them. None of an array with elements, of whose bytes the filling says nothing.
    pub fn lowest_zero(&self, symbols: &mut Symbols, size: u64) -> Option<u64> {
        if self.has_elements() {
            return None;
        }
        let mut places: Vec<u64> = vec![0];
        for edge in self.edges() {
            let is_whole = matches!(edge.data, Data::Bits { .. });
            places.extend(edge.offset..if is_whole { edge.end() } else { edge.offset + 1 });
            places.push(edge.end());
        }
        places.sort_unstable();
        places.dedup();
        places.into_iter().filter(|place| *place < size).find(|place| {
            let byte = self.known(symbols, *place, 1);
            byte.and_then(|byte| symbols.store.as_const(byte)).is_some_and(|byte| byte.is_zero())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fill, Heap, Join, Kind, New, ObjectId, Rights};
    use ir::Target;

    /// A local of sixteen bytes with a zero at a place.
    fn with_end(heap: &mut Heap, symbols: &mut Symbols, offset: Term) -> ObjectId {
        let size = symbols.size(16);
        let new = New {
            kind: Kind::Stack(ir::FuncId(0), None),
            size,
            align: 1,
            fill: Fill::Unknown,
            alive: true,
            rights: Rights::Write,
            place: None,
        };
        let id = heap.create(symbols, new);
        let value = symbols.store.zero(8);
        heap.object_mut(id).content.add_cell(symbols, Cell::new(offset, 1, value));
        id
    }

    #[test]
    fn a_change_that_knows_nothing_of_cells_drops_them() {
        let mut symbols = Symbols::new(Target::BITS64);
        let mut heap = Heap::new();
        let offset = symbols.store.var("end/64", 64);
        let id = with_end(&mut heap, &mut symbols, offset);
        let read = heap.read(&mut symbols, id, 3, 1);
        assert_eq!(heap.object(id).content.cells().len(), 1, "a read changes nothing");
        heap.write(id, 3, 1, read);
        assert!(heap.object(id).content.cells().is_empty());
    }

    #[test]
    fn the_end_of_a_string_outlives_its_characters() {
        let mut symbols = Symbols::new(Target::BITS64);
        let mut heap = Heap::new();
        let end = symbols.store.var("end/64", 64);
        let id = with_end(&mut heap, &mut symbols, end);
        let start = symbols.store.var("start/64", 64);
        for number in 0..2 * MOST as u64 {
            let number = symbols.size(number);
            let offset = symbols.store.add(start, number);
            let value = symbols.store.num(8, u128::from(b' '));
            heap.object_mut(id).content.add_cell(&mut symbols, Cell::new(offset, 1, value));
        }
        let cells = heap.object(id).content.cells();
        assert_eq!(cells.len(), MOST + 1);
        assert!(cells.iter().any(|cell| cell.offset == end));
    }

    #[test]
    fn ends_that_were_measured_go_before_those_that_were_written() {
        let mut symbols = Symbols::new(Target::BITS64);
        let mut heap = Heap::new();
        let line = symbols.store.var("line/64", 64);
        let id = with_end(&mut heap, &mut symbols, line);
        let zero = symbols.store.zero(8);
        let written = symbols.store.var("cut/64", 64);
        heap.object_mut(id).content.add_cell(&mut symbols, Cell::new(written, 1, zero));
        for number in 0..2 * MOST {
            let place = symbols.store.var(&format!("length{number}/64"), 64);
            let measured = Cell { measured: true, ..Cell::new(place, 1, zero) };
            heap.object_mut(id).content.add_cell(&mut symbols, measured);
        }
        let cells = heap.object(id).content.cells();
        assert_eq!(cells.len(), MOST);
        assert!([line, written].iter().all(|place| cells.iter().any(|cell| cell.offset == *place)));
    }

    #[test]
    fn ends_at_different_places_become_one_at_a_new_place() {
        let mut symbols = Symbols::new(Target::BITS64);
        let mut left = Heap::new();
        let zero = symbols.store.zero(8);
        let one = symbols.store.var("n/64", 64);
        let id = with_end(&mut left, &mut symbols, one);
        let mut right = left.clone();
        right.write(id, 5, 1, zero);
        let mut join = Join::new(&mut symbols, &left, &right).expect("the heaps fit");
        let out = join.object(id, id).expect("an object fits itself");
        let joined = join.finish(&[]).expect("contents fit");
        let cells = joined.heap.object(out).content.cells();
        assert_eq!(cells.len(), 1);
        assert!(cells[0].offset != one && symbols.store.as_var(cells[0].offset).is_some());
        assert!(!joined.left_lost && joined.right_lost, "a place of its own covers five");
        assert!(joined.numbers.iter().any(|number| number.out == cells[0].offset && number.left == one));
    }

    #[test]
    fn a_buffer_of_zeros_ends_at_its_start() {
        let mut symbols = Symbols::new(Target::BITS64);
        let mut left = Heap::new();
        let end = symbols.store.var("n/64", 64);
        let id = with_end(&mut left, &mut symbols, end);
        let mut right = left.clone();
        let zero = symbols.store.zero(8);
        right.object_mut(id).content = Content::filled(Fill::Repeat(zero));
        let content = &right.object(id).content;
        assert_eq!(content.lowest_zero(&mut symbols, 16), Some(0));
        assert_eq!(content.lowest_zero(&mut symbols, 0), None, "there is no byte");
        let mut join = Join::new(&mut symbols, &left, &right).expect("the heaps fit");
        let out = join.object(id, id).expect("an object fits itself");
        let joined = join.finish(&[]).expect("contents fit");
        let cells = joined.heap.object(out).content.cells();
        assert_eq!(cells.len(), 1, "both are strings");
        let number = joined.numbers.iter().find(|number| number.out == cells[0].offset);
        let right = number.and_then(|number| symbols.store.as_const(number.right));
        assert!(right.is_some_and(|place| place.is_zero()));
    }

    #[test]
    fn an_end_that_one_side_lacks_is_lost() {
        let mut symbols = Symbols::new(Target::BITS64);
        let mut left = Heap::new();
        let one = symbols.store.var("n/64", 64);
        let id = with_end(&mut left, &mut symbols, one);
        let mut right = left.clone();
        right.object_mut(id).content.with_cells(Vec::new());
        let mut join = Join::new(&mut symbols, &left, &right).expect("the heaps fit");
        let out = join.object(id, id).expect("an object fits itself");
        let joined = join.finish(&[]).expect("contents fit");
        assert!(joined.heap.object(out).content.cells().is_empty());
        assert!(joined.left_lost && !joined.right_lost);
    }
}
