//! Columns: what holds of one member of all elements of an array.
//!
//! Where records with names of fixed size lie in an array, and the record is chosen by a number, no cell says of all of them
//! that their names end. A *column* does: of every element below a number, but for one that is being written, some byte
//! of the member is zero. Where a number that is read from an array is an index elsewhere, a column says between which
//! numbers all of them lie; these ends are numbers of the state like any other. Like cells, columns are a layer over the has-value edges: these stay true without them, a
//! column can be dropped at any time, and whoever changes an object without saying which columns it leaves alone
//! drops them all ([`Content::with_columns`] puts them back). No column is the same as one of no elements.

use crate::Content;
use logic::Term;

/// Of each of the first `count` elements of an array, but for the element `open`, one of the bytes of a member is zero,
/// or the member is a number between two others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Column {
    /// The offset of the first element.
    pub start: u64,
    /// The number of bytes of an element.
    pub stride: u64,
    /// The offset of the member in its element.
    pub at: u64,
    /// The number of bytes of the member.
    pub len: u64,
    /// How many elements it speaks of, as wide as a pointer.
    pub count: Term,
    /// The number of the element that may be none of them, as wide as a pointer.
    pub open: Option<Term>,
    /// The least and the greatest number, signed and as wide as the member, where it is one of numbers.
    pub range: Option<[Term; 2]>,
}

impl Column {
    /// Whether both speak of one member.
    pub fn is_like(&self, other: &Column) -> bool {
        let place = |it: &Column| (it.start, it.stride, it.at, it.len, it.range.is_some());
        place(self) == place(other)
    }

    /// The numbers in it.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        [Some(self.count), self.open].into_iter().flatten().chain(self.range.into_iter().flatten())
    }
}

impl Content {
    /// What is known of the strings and numbers in elements.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The same bytes, with only what is given known of the strings and numbers in elements, which must hold.
    pub fn with_columns(&mut self, columns: Vec<Column>) {
        self.columns = columns;
    }

    /// The terms of all that is known besides of places that are no constants.
    pub fn layer_terms(&self) -> impl Iterator<Item = Term> {
        let cells = self.cells.iter().flat_map(|cell| [cell.offset, cell.value]);
        cells.chain(self.columns.iter().flat_map(Column::terms))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fill, Heap, Join, Kind, New, ObjectId, Rights, Symbols};
    use ir::Target;

    /// A local of 64 bytes, records of 16 with a name of 12.
    fn with_column(heap: &mut Heap, symbols: &mut Symbols, count: Term, open: Option<Term>) -> ObjectId {
        let size = symbols.size(64);
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
        let column = Column { start: 0, stride: 16, at: 0, len: 12, count, open, range: None };
        heap.object_mut(id).content.with_columns(vec![column]);
        id
    }

    #[test]
    fn a_change_that_knows_nothing_of_columns_drops_them() {
        let mut symbols = Symbols::new(Target::BITS64);
        let mut heap = Heap::new();
        let count = symbols.size(2);
        let id = with_column(&mut heap, &mut symbols, count, None);
        let read = heap.read(&mut symbols, id, 3, 1);
        assert_eq!(heap.object(id).content.columns().len(), 1, "a read changes nothing");
        heap.write(id, 3, 1, read);
        assert!(heap.object(id).content.columns().is_empty());
    }

    #[test]
    fn a_side_without_a_column_has_one_of_no_elements() {
        let mut symbols = Symbols::new(Target::BITS64);
        let mut left = Heap::new();
        let count = symbols.size(1);
        let id = with_column(&mut left, &mut symbols, count, None);
        let mut right = left.clone();
        right.object_mut(id).content.with_columns(Vec::new());
        let mut join = Join::new(&mut symbols, &left, &right).expect("the heaps fit");
        let out = join.object(id, id).expect("an object fits itself");
        let joined = join.finish(&[]).expect("contents fit");
        let columns = joined.heap.object(out).content.columns();
        let zero = symbols.size(0);
        let is_count = |number: &crate::Number| {
            number.out == columns[0].count && (number.left, number.right) == (count, zero)
        };
        assert!(joined.numbers.iter().any(is_count));
        assert!(joined.left_lost && joined.right_lost, "any number covers one and none");
    }

    #[test]
    fn numbers_of_elements_lie_between_the_ends_of_both_sides() {
        let mut symbols = Symbols::new(Target::BITS64);
        let mut left = Heap::new();
        let count = symbols.size(2);
        let id = with_column(&mut left, &mut symbols, count, None);
        let mut right = left.clone();
        let numbers = [3, 5, 7].map(|value| symbols.store.num(32, value));
        for (heap, range) in [(&mut left, [numbers[0], numbers[1]]), (&mut right, [numbers[0], numbers[2]])] {
            let column =
                Column { start: 0, stride: 16, at: 12, len: 4, count, open: None, range: Some(range) };
            heap.object_mut(id).content.with_columns(vec![column]);
        }
        let mut join = Join::new(&mut symbols, &left, &right).expect("the heaps fit");
        let out = join.object(id, id).expect("an object fits itself");
        let joined = join.finish(&[]).expect("contents fit");
        let [low, high] = joined.heap.object(out).content.columns()[0].range.expect("numbers");
        assert_eq!(low, numbers[0]);
        let is_high = |number: &crate::Number| {
            number.out == high && (number.left, number.right) == (numbers[1], numbers[2])
        };
        assert!(joined.numbers.iter().any(is_high));
    }

    #[test]
    fn an_element_that_is_open_on_one_side_only_costs_the_column() {
        let mut symbols = Symbols::new(Target::BITS64);
        let mut left = Heap::new();
        let (count, open) = (symbols.size(2), symbols.size(1));
        let id = with_column(&mut left, &mut symbols, count, Some(open));
        let mut right = Heap::new();
        assert_eq!(with_column(&mut right, &mut symbols, count, None), id);
        let mut join = Join::new(&mut symbols, &left, &right).expect("the heaps fit");
        let out = join.object(id, id).expect("an object fits itself");
        let joined = join.finish(&[]).expect("contents fit");
        assert!(joined.heap.object(out).content.columns().is_empty());
        assert!(joined.left_lost && joined.right_lost);
    }
}
