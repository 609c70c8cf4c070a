//! Which of two objects corresponds to one: a header names the first and the last node of its list, and where there is
//! only one node it names that twice.
//!
//! The walk goes through a content from the start. Where one side has one object in two places and the other has two,
//! the place that comes first would decide which of the two is meant, and the second place would not fit any more. So
//! the two that are alike are paired before the walk: the only node of a list leads to nothing, as the last one does,
//! and what comes before the last one is skipped. This is a hint about the order and nothing more: all that is
//! decided is judged like the rest.

use super::{Join, Side};
use crate::object::ObjectId;
use crate::{Content, Pointer, Shape};
use logic::Term;

/// A place with a pointer on both sides.
struct Place {
    offset: u64,
    terms: [Term; 2],
    /// The objects that they lead to.
    targets: [ObjectId; 2],
}

impl Join<'_> {
    /// Pairs first what two contents name at places where one of them names one object twice.
    pub(super) fn pair_named_twice(
        &mut self,
        left: &Content,
        right: &Content,
        links: &[(u64, u64)],
        objects: Option<[ObjectId; 3]>,
    ) {
        let places = self.common_places(left, right, links);
        for (number, later) in places.iter().enumerate() {
            let is_ambiguous = |earlier: &&Place| {
                (earlier.targets[0] == later.targets[0]) != (earlier.targets[1] == later.targets[1])
            };
            let Some(earlier) = places[..number].iter().find(is_ambiguous) else { continue };
            if !self.are_alike(later.targets) || self.are_alike(earlier.targets) {
                continue;
            }
            self.go_to(objects, later.offset);
            let saved = self.now.clone();
            if self.joined(later.terms[0], later.terms[1]).is_none() {
                self.now = saved;
            }
        }
    }

    /// The walk is at an offset of two objects, of which the third is the result.
    pub(super) fn go_to(&mut self, objects: Option<[ObjectId; 3]>, offset: u64) {
        self.inside = objects.map(|[_, _, out]| (out, offset));
        self.here = [Side::Left, Side::Right].map(|side| self.move_at(side, objects, offset));
    }

    /// The places, apart from links, where both contents have a pointer.
    fn common_places(&mut self, left: &Content, right: &Content, links: &[(u64, u64)]) -> Vec<Place> {
        let word = u64::from(self.symbols.word() / 8);
        let mut places = Vec::new();
        for edge in left.edges().iter().filter(|edge| edge.len == word) {
            let offset = edge.offset;
            if links.iter().any(|(at, _)| *at == offset) {
                continue;
            }
            let terms = [left.peek(self.symbols, offset, word), right.peek(self.symbols, offset, word)];
            let [Some(x), Some(y)] = terms else { continue };
            let pointers = [self.heaps[0].pointer(self.symbols, x), self.heaps[1].pointer(self.symbols, y)];
            if let [Pointer::Into(a, _), Pointer::Into(b, _)] = pointers {
                places.push(Place { offset, terms: [x, y], targets: [a, b] });
            }
        }
        places
    }

    /// Whether two regions lead somewhere at the same places, and have null at the same places.
    fn are_alike(&mut self, targets: [ObjectId; 2]) -> bool {
        let found = [0, 1].map(|side| self.heaps[side].find(targets[side]));
        let [Some(one), Some(other)] = found else { return false };
        if one.shape != Shape::Region || other.shape != Shape::Region || !one.is_live_heap() {
            return false;
        }
        let word = u64::from(self.symbols.word() / 8);
        let null = self.symbols.null();
        let offsets = one.content.edges().iter().chain(other.content.edges()).map(|edge| edge.offset);
        offsets.into_iter().all(|offset| {
            let [a, b] = [one, other].map(|it| it.content.known(self.symbols, offset, word));
            let is_link = [a, b].into_iter().flatten().any(|term| self.symbols.has_base(term));
            !is_link || (a == Some(null)) == (b == Some(null))
        })
    }
}
