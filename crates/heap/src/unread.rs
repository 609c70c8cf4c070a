//! Forgetting pointers that nobody reads any more.
//!
//! What such a pointer was is not known afterwards, so it tells no nodes apart. A segment whose links back are not read
//! is linked forwards only, unless something still names its last node. The other links of segments stay, and so do
//! those of nodes of the same type that are not folded yet. A null pointer stays as well: where other nodes own what they
//! have there it says that this one has nothing, and where theirs are forgotten it is joined with them all the same.
//!
//! **Obligation**: as with all forgotten pointers nothing is lost with one; what it leads to must be held by
//! something else.

use crate::heap::Heap;
use crate::object::{Kind, Object, ObjectId, Rights};
use crate::{Fill, Links, Segment, Shape, Symbols};
use ir::TypeId;
use logic::Term;

impl Heap {
    /// The heap without the pointers that objects have at the offsets which `unread` gives for their type. None where
    /// there are none, or where something would be lost.
    pub fn without_unread(
        &self,
        symbols: &mut Symbols,
        roots: &[Term],
        type_of: impl Fn(&Object) -> Option<TypeId>,
        mut unread: impl FnMut(TypeId) -> Vec<u64>,
    ) -> Option<Heap> {
        let word = u64::from(symbols.word() / 8);
        let mut out = self.clone();
        let mut is_changed = false;
        let mut backward = Vec::new();
        let mut links: Vec<(TypeId, u64)> = Vec::new();
        for (_, object) in self.objects() {
            if let (Some(ty), Some(segment)) = (object.used_as, object.segment()) {
                let names_last =
                    |root: &Term| segment.last.is_some_and(|last| symbols.objects_in(*root).contains(&last));
                let goes_back = segment.prev().filter(|_| !roots.iter().any(names_last));
                let kept = segment.link_offsets().filter(|link| goes_back != Some(*link));
                links.extend(kept.map(|link| (ty, link)));
            }
        }
        let may_forget = |object: &Object| {
            let is_variable = matches!(object.kind, Kind::Global(_) | Kind::Stack(..));
            object.is_live_heap() || (is_variable && object.is_alive() && object.rights == Rights::Write)
        };
        for (id, object) in self.objects().filter(|(_, object)| may_forget(object)) {
            let Some(ty) = type_of(object) else { continue };
            for offset in unread(ty) {
                let is_prev = object.segment().is_some_and(|segment| segment.prev() == Some(offset));
                let is_link = links.contains(&(ty, offset));
                let term = object.content.known(symbols, offset, word);
                if is_prev && !is_link {
                    backward.push(id);
                } else if !is_link && term.is_some_and(|term| symbols.has_base(term)) {
                    out.object_mut(id).content.fill(offset, word, Fill::Unknown);
                    is_changed = true;
                }
            }
        }
        for id in backward {
            if !out.link_forwards_only(symbols, roots, id) {
                return None;
            }
            is_changed = true;
        }
        let is_fine = is_changed && out.holds_all(symbols, roots) && out.is_well_formed(symbols, roots);
        is_fine.then_some(out)
    }

    /// Forgets the links back of a segment, if nothing names its last node. Gives whether it was done.
    fn link_forwards_only(&mut self, symbols: &mut Symbols, roots: &[Term], id: ObjectId) -> bool {
        let Some(&segment) = self.object(id).segment() else { return false };
        let (Links::List { head, next, prev: Some(prev) }, Some(last)) = (segment.links, segment.last) else {
            return false;
        };
        let word = u64::from(symbols.word() / 8);
        let held: Vec<Term> = self
            .objects()
            .filter(|(_, object)| object.is_alive())
            .flat_map(|(_, object)| object.content.terms().map(|(term, _)| term))
            .collect();
        let mut named = roots.iter().copied().chain(held);
        if named.any(|term| symbols.has_base(term) && symbols.objects_in(term).contains(&last)) {
            return false;
        }
        let links = Links::List { head, next, prev: None };
        let mut object: Object = self.object(id).clone();
        object.content.fill(prev, word, Fill::Unknown);
        object.shape = Shape::Segment(Segment { links, last: None, ..segment });
        self.insert(id, object);
        self.forget(last);
        true
    }
}
