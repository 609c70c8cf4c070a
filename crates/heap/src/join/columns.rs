//! Columns of two objects: those of the same members, of as many elements as either side says.

use super::{Join, Purpose};
use crate::{Column, Content};

impl Join<'_> {
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
                known.unwrap_or(Column { count: none, open: None, ..place })
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
            columns.push(Column { count, open, ..place });
        }
        columns
    }
}
