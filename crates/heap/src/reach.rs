//! Reachability: which heap blocks the program can still name.
//!
//! A block is *held* if a pointer to it (its base plus an offset) is in a root or in a live object that is itself
//! held or no heap block. A block whose address occurs in such a value only in disguise (scrambled, or a part of
//! its bytes) is *disguised*: whether the program can still name it depends on what it computes.
//!
//! All nodes are taken to be there. What is held only by nodes that may not exist is told by [`Heap::uncertain`].

use crate::heap::Heap;
use crate::object::{Kind, Object, ObjectId};
use crate::tails::BACK;
use crate::{Bases, Data, Fill, Pointer, Segment, Shape, Symbols};
use logic::Term;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeSet, VecDeque};

/// What can still be named.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Reach {
    /// Objects to which there is a pointer.
    pub held: BTreeSet<ObjectId>,
    /// Objects whose address occurs in disguise only.
    pub disguised: BTreeSet<ObjectId>,
    /// Lists with hidden links ([`crate::BACK`]) whose last nodes are named: that alone does not hold the lists.
    pub ends: BTreeSet<ObjectId>,
}

impl Reach {
    /// Whether the object can still be named, perhaps in disguise.
    pub fn contains(&self, id: ObjectId) -> bool {
        self.held.contains(&id) || self.disguised.contains(&id)
    }
}

struct Walk<'a> {
    heap: &'a Heap,
    reach: Reach,
    work: Vec<(ObjectId, bool)>,
    /// The last specifiers of lists with hidden links that were met, and whether by pointers.
    ends: FxHashMap<ObjectId, bool>,
}

impl Heap {
    /// Follows pointers from the roots and from all live objects that are no heap blocks.
    pub fn reach(&self, symbols: &mut Symbols, roots: impl IntoIterator<Item = Term>) -> Reach {
        let mut walk =
            Walk { heap: self, reach: Reach::default(), work: Vec::new(), ends: FxHashMap::default() };
        for root in roots {
            walk.term(symbols, root, true, true);
        }
        for (id, object) in self.objects() {
            if object.is_alive() && !matches!(object.kind, Kind::Heap(_) | Kind::Element) {
                walk.content(symbols, id, true);
            }
        }
        while let Some((id, held)) = walk.work.pop() {
            walk.content(symbols, id, held);
        }
        walk.reach
    }

    /// What some objects lead to, themselves included.
    pub fn reach_from(&self, symbols: &mut Symbols, ids: &[ObjectId]) -> Reach {
        let mut walk =
            Walk { heap: self, reach: Reach::default(), work: Vec::new(), ends: FxHashMap::default() };
        for id in ids {
            walk.object(*id, true);
        }
        while let Some((id, held)) = walk.work.pop() {
            walk.content(symbols, id, held);
        }
        walk.reach
    }
}

/// How many objects a quick search visits before it gives up.
const QUICK: usize = 4096;

impl Heap {
    /// Whether all wanted objects are found soon by following pointers from the roots and from some objects, nearest
    /// first. Of a segment that may be empty only the link is followed to which it is skipped. False says nothing: then
    /// [`Heap::reach`] and [`Heap::uncertain`] decide.
    pub fn finds(
        &self,
        symbols: &mut Symbols,
        roots: impl IntoIterator<Item = Term>,
        objects: impl IntoIterator<Item = ObjectId>,
        mut wanted: Vec<ObjectId>,
    ) -> bool {
        let mut seen = FxHashSet::default();
        let mut work = VecDeque::new();
        for root in roots {
            self.note(symbols, root, &mut seen, &mut work, &mut wanted);
            if wanted.is_empty() {
                return true;
            }
        }
        work.extend(objects);
        let mut visited = 0;
        while let Some(id) = work.pop_front() {
            visited += 1;
            if visited > QUICK {
                return false;
            }
            let Some(object) = self.find(id).filter(|object| object.is_alive()) else { continue };
            if self.hidden_end(id).is_some() {
                continue;
            }
            let only = match object.shape {
                Shape::Last(of) => {
                    Some((of, self.find(of).and_then(Object::segment).and_then(Segment::prev)))
                }
                Shape::Segment(segment) if segment.may_be_empty() => Some((id, segment.next())),
                _ => None,
            };
            let Some(object) = only.map_or(Some(object), |(of, _)| self.find(of)) else { continue };
            for edge in object.content.edges() {
                if edge.offset == BACK || only.is_some_and(|(_, link)| link != Some(edge.offset)) {
                    continue;
                }
                if let Some(term) = edge.whole(symbols) {
                    self.note(symbols, term, &mut seen, &mut work, &mut wanted);
                    if wanted.is_empty() {
                        return true;
                    }
                }
            }
        }
        wanted.is_empty()
    }

    fn note(
        &self,
        symbols: &mut Symbols,
        term: Term,
        seen: &mut FxHashSet<ObjectId>,
        work: &mut VecDeque<ObjectId>,
        wanted: &mut Vec<ObjectId>,
    ) {
        let Bases::One(named) = symbols.traits(term).bases else { return };
        let whole = self.segment_of(named);
        let id = whole.unwrap_or(named);
        let may_be_empty = || self.find(id).and_then(Object::segment).is_some_and(Segment::may_be_empty);
        // Where it may be empty it matters by which end it is named.
        let is_end = self.hidden_end(named).is_some();
        let end = if is_end || whole.is_some() && may_be_empty() { named } else { id };
        if !seen.contains(&end) && matches!(self.pointer(symbols, term), Pointer::Into(..)) {
            seen.insert(end);
            work.push_back(end);
            // The last node is not the whole list where links back are hidden.
            if self.hidden_end(named).is_none() {
                wanted.retain(|other| *other != id);
            }
        }
    }
}

impl Walk<'_> {
    /// A value was met; `whole` unless only some of its bytes are there, `held` where it can itself be read.
    fn term(&mut self, symbols: &mut Symbols, term: Term, whole: bool, held: bool) {
        match symbols.traits(term).bases {
            Bases::None => {}
            Bases::One(object) => {
                let plain = whole && matches!(self.heap.pointer(symbols, term), Pointer::Into(..));
                self.object(object, plain && held);
            }
            Bases::Many => {
                for object in symbols.objects_in(term) {
                    self.object(object, false);
                }
            }
        }
    }

    fn object(&mut self, id: ObjectId, held: bool) {
        if self.heap.hidden_end(id).is_some() {
            return self.hidden_end(id, held);
        }
        // Whoever can name a node of a segment can name all of it.
        let id = self.heap.segment_of(id).unwrap_or(id);
        let is_new = match held {
            true => {
                self.reach.disguised.remove(&id);
                self.reach.held.insert(id)
            }
            false => !self.reach.held.contains(&id) && self.reach.disguised.insert(id),
        };
        if is_new {
            self.work.push((id, held));
        }
    }

    /// The last node of a list whose links back are hidden holds nothing of that list. Where there is none it is what
    /// precedes the list.
    fn hidden_end(&mut self, id: ObjectId, held: bool) {
        let is_new = match held {
            true => self.ends.insert(id, true) != Some(true),
            false => !self.ends.contains_key(&id) && self.ends.insert(id, false).is_none(),
        };
        if is_new {
            self.reach.ends.extend(self.heap.hidden_end(id));
            self.work.push((id, held));
        }
    }

    fn content(&mut self, symbols: &mut Symbols, id: ObjectId, held: bool) {
        let heap = self.heap;
        if let Some(segment) = heap.hidden_end(id) {
            let word = u64::from(symbols.word() / 8);
            let object = heap.object(segment);
            if object.segment().is_some_and(Segment::may_be_empty)
                && let Some(term) = object.content.peek(symbols, BACK, word)
            {
                self.term(symbols, term, true, held);
            }
            return;
        }
        let Some(object) = heap.find(id).filter(|object| object.is_alive()) else { return };
        for edge in object.content.edges() {
            if edge.offset == BACK {
                continue;
            }
            let whole = edge.whole(symbols).is_some();
            match edge.data {
                Data::Bits { term, .. } => self.term(symbols, term, whole, held),
                // Each of several values may be the one that is not there.
                Data::OneOf(term) | Data::Fill(Fill::Repeat(term)) => self.term(symbols, term, false, held),
                Data::Fill(Fill::Undefined | Fill::Unknown | Fill::Texts(_)) => {}
            }
        }
        for cell in object.content.cells() {
            self.term(symbols, cell.value, true, held);
        }
    }
}
