//! Columns of two objects: those of the same members, of as many elements as either side says.

use super::{Join, Purpose};
use crate::{Column, Content, ObjectId};
use logic::{BinOp, Node, Term};

/// The largest constant offset that is taken for that of an element.
const FAR: u64 = 1 << 30;

impl Join<'_> {
    /// Two offsets that are the same place in different elements of an array with columns: that place in an element
    /// with a number that covers both.
    pub(super) fn in_elements(&mut self, ids: [ObjectId; 2], offsets: [Term; 2]) -> Option<Term> {
        if self.purpose != Purpose::States || offsets[0] == offsets[1] {
            return None;
        }
        let columns =
            [0, 1].map(|side| self.heaps[side].object(ids[side]).content.columns().first().copied());
        let Column { start, stride, .. } = columns.into_iter().flatten().next()?;
        let [(one, at), (other, there)] = offsets.map(|offset| self.element_at(offset, start, stride));
        let (one, other) = (one?, other?);
        if at != there {
            return None;
        }
        let number = self.generalize(one, other, false);
        let (stride, place) = (self.symbols.size(stride), self.symbols.size(start + at));
        let distance = self.symbols.store.mul(number, stride);
        Some(self.symbols.store.add(place, distance))
    }

    /// The number of the element at an offset, where it can be read off, and the place in it.
    fn element_at(&mut self, offset: Term, start: u64, stride: u64) -> (Option<Term>, u64) {
        let store = &self.symbols.store;
        let constant = |term: Term| store.as_const(term).and_then(|value| value.to_u64());
        let product = |term: Term| match store.node(term) {
            Node::Bin(BinOp::Mul, a, b) if constant(b) == Some(stride) => Some(a),
            Node::Bin(BinOp::Mul, a, b) if constant(a) == Some(stride) => Some(b),
            _ => None,
        };
        let (number, rest) = match store.node(offset) {
            _ if constant(offset).is_some() => (None, constant(offset)),
            Node::Bin(BinOp::Add, a, b) if product(a).is_some() => (product(a), constant(b)),
            Node::Bin(BinOp::Add, a, b) => (product(b), constant(a)),
            _ => (product(offset), Some(0)),
        };
        let is_product = number.is_some() || constant(offset).is_some();
        let Some(rest) = rest.and_then(|rest| rest.checked_sub(start)).filter(|it| is_product && *it <= FAR)
        else {
            return (None, 0);
        };
        let first = self.symbols.size(rest / stride);
        let number = number.map_or(first, |number| self.symbols.store.add(number, first));
        (Some(number), rest % stride)
    }

    /// An end of a range on the side that has no numbers, where it is known on the other.
    fn any_end(&mut self, end: Term) -> Term {
        let width = self.symbols.store.width(end);
        let constant = self.symbols.store.as_const(end).is_some();
        if constant { end } else { self.symbols.store.zero(width) }
    }

    /// The columns of the result of two contents.
    pub(super) fn columns(&mut self, left: &Content, right: &Content) -> Vec<Column> {
        let sides = [left.columns(), right.columns()];
        if self.purpose != Purpose::States {
            // Nodes of a list have none: each would have its own number of elements.
            self.now.lost = [0, 1].map(|side| self.now.lost[side] || !sides[side].is_empty());
            return Vec::new();
        }
        let only_right = |column: &&Column| !sides[0].iter().any(|other| other.is_like(column));
        let places: Vec<Column> =
            sides[0].iter().chain(sides[1].iter().filter(only_right)).copied().collect();
        let none = self.symbols.size(0);
        let mut columns = Vec::new();
        for place in places {
            let [one, other] = sides.map(|columns| {
                let known = columns.iter().find(|column| column.is_like(&place)).copied();
                // Any ends are those of no numbers.
                let ends = place.range.map(|ends| ends.map(|end| self.any_end(end)));
                known.unwrap_or(Column { count: none, open: None, range: ends, ..place })
            });
            let open = match (one.open, other.open) {
                (Some(a), Some(b)) => Some(self.generalize(a, b, false)),
                (None, None) => None,
                _ => {
                    self.now.lost = [true; 2];
                    continue;
                }
            };
            let count = self.generalize(one.count, other.count, false);
            let range = one
                .range
                .zip(other.range)
                .map(|([a, b], [x, y])| [self.generalize(a, x, false), self.generalize(b, y, false)]);
            columns.push(Column { count, open, range, ..place });
        }
        columns
    }
}
