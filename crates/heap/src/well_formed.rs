//! What every heap with segments keeps, whatever operation made it.
//!
//! Every pointer names an object of the heap. What belongs to the nodes of a segment, its node specifier and its after
//! specifier are named only by the segment's template, apart from its links, and by what belongs to the same nodes. A
//! segment's specifiers name it. A segment that may be empty is no ring. Variables that each node has by itself
//! occur only in what is said of nodes.

use crate::heap::Heap;
use crate::object::{Object, ObjectId};
use crate::{Shape, Symbols};
use logic::Term;

impl Heap {
    /// Whether the heap, with the values of a program as roots, keeps the invariants of segments.
    pub fn is_well_formed(&self, symbols: &mut Symbols, roots: &[Term]) -> bool {
        let mut fine = roots.iter().all(|root| self.may_name(symbols, &[], *root) && !symbols.is_each(*root));
        for (id, object) in self.objects() {
            let inside = self.insides(id, object);
            // The links of a segment's ends lead out of it.
            let links = object.segment().map_or([None; 2], |segment| [segment.next(), segment.prev()]);
            let outside = &inside[usize::from(object.segment().is_some())..];
            fine = fine
                && self.handles_fit(id, object)
                && (!inside.is_empty() || object.shape != Shape::Region || !symbols.is_each(object.size))
                && object.content.terms().all(|(term, edge)| {
                    let is_link = links.contains(&Some(edge.offset));
                    let may_vary = !is_link && !inside.is_empty();
                    self.may_name(symbols, if is_link { outside } else { &inside }, term)
                        && (may_vary || !symbols.is_each(term))
                })
                && self.is_no_empty_ring(symbols, id, object);
            if !fine {
                return false;
            }
        }
        fine
    }

    /// The node specifiers that an object is inside of.
    fn insides(&self, id: ObjectId, object: &Object) -> Vec<ObjectId> {
        let mut inside: Vec<ObjectId> = object.segment().map(|segment| segment.node).into_iter().collect();
        let mut at = object.owner;
        while let Some(node) = at {
            inside.push(node);
            at = match self.segment_of(node).filter(|segment| *segment != id) {
                Some(segment) => self.find(segment).and_then(|object| object.owner),
                None => None,
            };
        }
        inside
    }

    fn may_name(&self, symbols: &mut Symbols, inside: &[ObjectId], term: Term) -> bool {
        if !symbols.has_base(term) {
            return true;
        }
        symbols.objects_in(term).into_iter().all(|id| {
            let Some(object) = self.find(id) else { return false };
            match object.shape {
                Shape::Region | Shape::Segment(_) => object.owner.is_none_or(|node| inside.contains(&node)),
                Shape::Node(_) => inside.contains(&id),
                Shape::After(of) => match self.find(of).and_then(Object::segment) {
                    Some(segment) => inside.contains(&segment.node),
                    None => false,
                },
                Shape::Last(of) => match self.find(of) {
                    Some(segment) => segment.owner.is_none_or(|node| inside.contains(&node)),
                    None => false,
                },
            }
        })
    }

    fn handles_fit(&self, id: ObjectId, object: &Object) -> bool {
        let shape = |id: ObjectId| self.find(id).map(|object| object.shape);
        match object.shape {
            Shape::Region => true,
            Shape::Segment(segment) => {
                shape(segment.node) == Some(Shape::Node(id))
                    && segment.last.is_none_or(|last| shape(last) == Some(Shape::Last(id)))
                    && segment.last.is_some() == segment.prev().is_some()
                    && segment.after.is_none_or(|after| shape(after) == Some(Shape::After(id)))
                    && segment.after.is_some() == segment.next().is_some()
            }
            Shape::Node(of) => self.find(of).and_then(Object::segment).is_some_and(|it| it.node == id),
            Shape::Last(of) => self.find(of).and_then(Object::segment).is_some_and(|it| it.last == Some(id)),
            Shape::After(of) => {
                self.find(of).and_then(Object::segment).is_some_and(|it| it.after == Some(id))
            }
        }
    }

    fn is_no_empty_ring(&self, symbols: &mut Symbols, id: ObjectId, object: &Object) -> bool {
        let Some(segment) = object.segment().filter(|segment| segment.may_be_empty()) else { return true };
        let word = u64::from(symbols.word() / 8);
        [segment.next(), segment.prev()].into_iter().flatten().all(|link| {
            match object.content.known(symbols, link, word) {
                Some(term) => {
                    symbols.objects_in(term).into_iter().all(|other| self.segment_of(other) != Some(id))
                }
                None => false,
            }
        })
    }
}
