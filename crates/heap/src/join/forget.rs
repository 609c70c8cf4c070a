//! Pointers that are forgotten: where the nodes of a list differ in a pointer that nothing depends on.
//!
//! A list whose header keeps a pointer to its last node, or to itself while it is empty, has headers of two kinds that
//! have nothing in common. Lists of such headers would grow without end. As a last resort the pointer is forgotten in
//! what a segment says of its nodes: what is read there is a number of which nothing is known, so whoever follows it
//! is told that it may lead nowhere.
//!
//! **Obligation**: nothing is lost with a pointer. All that it leads to must be held by something else; otherwise a
//! block would vanish, and that it is never freed would not be noticed.

use super::{Decisions, Join, Joined, Side};
use crate::heap::Heap;
use crate::object::ObjectId;
use crate::{Data, Fill, HasValue, Symbols};
use logic::Term;

impl Join<'_> {
    /// Forgets what two has-value edges of the same range hold, if one of them is a whole pointer.
    pub(super) fn forgotten(
        &mut self,
        a: &HasValue,
        b: &HasValue,
        objects: Option<[ObjectId; 3]>,
    ) -> Option<Joined> {
        let is_unknown = |edge: &HasValue| edge.data == Data::Fill(Fill::Unknown);
        let may_begin = self.forgets && objects.is_none();
        let may_forget = self.is_template(objects) && (may_begin || is_unknown(a) || is_unknown(b));
        let places = objects.map(|[left, right, _]| [left, right]).or(self.main);
        let places = places.filter(|_| may_forget)?;
        let word = u64::from(self.symbols.word() / 8);
        let is_link = objects.is_some_and(|[.., out]| {
            let segment = self.now.out.object(out).segment();
            segment.is_some_and(|it| [it.next(), it.prev()].contains(&Some(a.offset)))
        });
        let is_whole = |symbols: &mut Symbols, edge: &HasValue| match edge.data {
            Data::Bits { term, skip: 0 } => {
                symbols.store.width(term) == symbols.word() && !symbols.is_undefined(term)
            }
            Data::Fill(fill) => fill != Fill::Undefined,
            _ => false,
        };
        let fits = a.len == word && !is_link && is_whole(self.symbols, a) && is_whole(self.symbols, b);
        if !fits {
            return None;
        }
        self.now.forgotten.push((places, a.offset));
        self.now.lost[0] |= !is_unknown(a);
        self.now.lost[1] |= !is_unknown(b);
        Some(Joined::Fill(Fill::Unknown))
    }

    /// Whether every block that belongs to nodes of a segment was met, for each side from the given objects on: only
    /// asked where pointers were forgotten.
    pub(crate) fn met_all(&self, side: Side, ids: impl IntoIterator<Item = ObjectId>) -> bool {
        let heap = self.heaps[side.index()];
        let is_met = |id: ObjectId| self.is_taken(side, id);
        ids.into_iter().all(|id| match heap.object(id).segment() {
            Some(segment) => {
                let nested = heap.owned_by(segment.node);
                nested.iter().all(|id| is_met(*id)) && self.met_all(side, nested)
            }
            None => true,
        })
    }

    /// Whether a pointer was forgotten.
    pub(crate) fn has_forgotten(&self) -> bool {
        !self.now.forgotten.is_empty()
    }
}

impl Decisions {
    /// Whether what an object of a side holds at an offset is forgotten.
    pub(super) fn is_forgotten(&self, side: Side, id: ObjectId, offset: u64) -> bool {
        self.forgotten.iter().any(|(places, at)| places[side.index()] == id && *at == offset)
    }
}

impl Heap {
    /// Whether every heap block that is alive can be named, for certain.
    pub(crate) fn holds_all(&self, symbols: &mut Symbols, roots: &[Term]) -> bool {
        let reach = self.reach(symbols, roots.iter().copied());
        self.objects().filter(|(_, object)| object.is_live_heap()).all(|(id, _)| reach.held.contains(&id))
            && self.uncertain(symbols, roots.iter().copied(), &reach).is_empty()
    }
}
