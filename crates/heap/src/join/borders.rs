//! Elements of arrays correspond by the borders at which they begin.
//!
//! A border is a number that has the same meaning on both sides, such as a variable of a loop. Where an element of one
//! side begins at a border at which an element further on begins on the other side, the elements before that are ones
//! that the first side does not have.

use super::{Join, Side};
use crate::object::ObjectId;
use crate::{Links, Pointer};

/// How elements of the two sides correspond.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Alignment {
    /// They begin at one border.
    Same,
    /// A side lacks the element of the other.
    Lacks(Side),
    /// Nothing is known.
    Any,
}

impl Join<'_> {
    /// For each side the elements that begin at a border, with the border. A hint: whatever is decided is judged like
    /// the rest.
    pub fn align(&mut self, borders: [Vec<(ObjectId, u32)>; 2]) {
        self.borders = borders;
    }

    /// How two addresses of elements correspond.
    pub(super) fn alignment(&mut self, one: Pointer, other: Pointer) -> Alignment {
        let (Pointer::Into(a, _), Pointer::Into(b, _)) = (one, other) else { return Alignment::Any };
        if self.borders.iter().any(Vec::is_empty) {
            return Alignment::Any;
        }
        let ids = [a, b];
        for side in [Side::Left, Side::Right] {
            let (here, there) = (ids[side.index()], ids[side.other().index()]);
            let of_there = self.borders_of(side.other(), there);
            let own = self.borders_of(side, here);
            for border in own.into_iter().filter(|border| !of_there.contains(border)) {
                if self.comes_later(side.other(), there, border) {
                    return Alignment::Lacks(side);
                }
            }
        }
        let common = self.borders_of(Side::Left, a);
        match self.borders_of(Side::Right, b).into_iter().any(|border| common.contains(&border)) {
            true => Alignment::Same,
            false => Alignment::Any,
        }
    }

    fn borders_of(&self, side: Side, id: ObjectId) -> Vec<u32> {
        let all = self.borders[side.index()].iter();
        all.filter(|(element, _)| *element == id).map(|(_, border)| *border).collect()
    }

    /// Whether an element behind another one begins at a border.
    fn comes_later(&mut self, side: Side, from: ObjectId, border: u32) -> bool {
        let heap = self.heaps[side.index()];
        let word = u64::from(self.symbols.word() / 8);
        let mut at = from;
        for _ in 0..heap.len() {
            let Some(object) = heap.find(at) else { return false };
            let Some(Links::List { next, .. }) = object.element_links(self.symbols) else { return false };
            let link = object.content.known(self.symbols, next, word);
            let Some(Pointer::Into(to, _)) = link.map(|link| heap.pointer(self.symbols, link)) else {
                return false;
            };
            if self.borders_of(side, to).contains(&border) {
                return true;
            }
            at = to;
        }
        false
    }
}
