//! Certainty: which blocks can be named however many nodes the segments have.
//!
//! A segment that may be empty holds what its nodes share only where it has a node. Two cases hold for certain all the
//! same: what belongs to its nodes does not exist without them, and what it is skipped to is named, where it is
//! empty, by whoever names its end. So each pointer has *conditions*: the segments that must have a node for the
//! pointer to be there. It holds a block for certain if those are among the conditions under which the block exists.
//!
//! **Obligation**: a block is held for certain only if it is held in every concrete heap in which it exists. On this
//! rests that nothing which dies unseen is a leak.

use crate::heap::Heap;
use crate::object::{Kind, Object, ObjectId};
use crate::reach::Reach;
use crate::tails::BACK;
use crate::{Bases, Data, HasValue, Pointer, Shape, Symbols};
use logic::Term;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// A block of uncertain reachability: it is held only by nodes which may not exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Uncertain {
    /// The block.
    pub block: ObjectId,
    /// The segments that may be empty, so far as they hold it themselves.
    pub segments: Vec<ObjectId>,
}

impl Uncertain {
    /// A segment of which it can be asked whether it is empty: one that belongs to no node.
    pub fn outermost(&self, heap: &Heap) -> Option<ObjectId> {
        self.segments.iter().copied().find(|id| heap.object(*id).owner.is_none())
    }
}

enum Step {
    /// What an object holds.
    Content(ObjectId),
    /// What follows an end of a segment, where that is empty.
    Beyond(ObjectId),
}

struct Walk<'a> {
    heap: &'a Heap,
    /// What is held for certain.
    held: FxHashSet<ObjectId>,
    /// The ends of segments that are named where those are empty.
    ends: FxHashSet<ObjectId>,
    work: Vec<Step>,
    /// The objects that are held if a segment has a node, with that segment.
    uncertain: BTreeSet<(ObjectId, ObjectId)>,
}

impl Heap {
    /// The live blocks that are held by the same roots, but not for certain.
    pub fn uncertain(
        &self,
        symbols: &mut Symbols,
        roots: impl IntoIterator<Item = Term>,
        reach: &Reach,
    ) -> Vec<Uncertain> {
        let may_share = reach.held.iter().any(|id| self.may_share(symbols, *id));
        if !may_share && !reach.ends.iter().any(|id| !self.conditions(*id).is_empty()) {
            return Vec::new();
        }
        let (held, ends, work, uncertain) = Default::default();
        let mut walk = Walk { heap: self, held, ends, work, uncertain };
        for root in roots {
            walk.term(symbols, root, &[]);
        }
        for (id, object) in self.objects() {
            if object.is_alive() && !matches!(object.kind, Kind::Heap(_) | Kind::Element) {
                walk.work.push(Step::Content(id));
            }
        }
        while let Some(step) = walk.work.pop() {
            walk.step(symbols, step);
        }
        let is_uncertain = |id: &ObjectId| {
            self.find(*id).is_some_and(|object| object.is_live_heap()) && !walk.held.contains(id)
        };
        let segments_of = |block: ObjectId| -> Vec<ObjectId> {
            walk.uncertain
                .iter()
                .filter(|uncertain| uncertain.0 == block)
                .map(|uncertain| uncertain.1)
                .collect()
        };
        let blocks = reach.held.iter().copied().filter(is_uncertain);
        blocks.map(|block| Uncertain { block, segments: segments_of(block) }).collect()
    }

    /// Whether a live block is held by some roots, but not for certain.
    pub fn has_uncertain(&self, symbols: &mut Symbols, roots: &[Term]) -> bool {
        let has_end = |object: &Object| object.segment().is_some_and(|it| it.has_hidden_links());
        if !self.objects().any(|(id, object)| has_end(object) || self.may_share(symbols, id)) {
            return false;
        }
        let reach = self.reach(symbols, roots.iter().copied());
        !self.uncertain(symbols, roots.iter().copied(), &reach).is_empty()
    }

    /// Whether an object may be there for some nodes only and hold more than the link to what follows those.
    fn may_share(&self, symbols: &mut Symbols, id: ObjectId) -> bool {
        !self.unsure_terms(symbols, id).0.is_empty()
    }

    /// The addresses in an object that are there only if some segments have a node, and those segments.
    pub fn unsure_terms(&self, symbols: &mut Symbols, id: ObjectId) -> (Vec<Term>, Vec<ObjectId>) {
        let conditions = self.conditions(id);
        if conditions.is_empty() {
            return Default::default();
        }
        let object = self.object(id);
        // A segment that nothing names by its last node is skipped to what follows.
        let next = match object.segment() {
            Some(segment) if conditions == [id] && (segment.last.is_none() || segment.has_hidden_links()) => {
                segment.next()
            }
            _ => None,
        };
        let is_unsure = |it: &(Term, &HasValue)| {
            ![next, Some(BACK)].contains(&Some(it.1.offset)) && symbols.traits(it.0).bases != Bases::None
        };
        (object.content.terms().filter(is_unsure).map(|it| it.0).collect(), conditions)
    }

    /// The segments that must have a node for an object to exist; for a segment itself among them, first.
    pub fn conditions(&self, id: ObjectId) -> Vec<ObjectId> {
        let mut conditions = Vec::new();
        let mut at = Some(id);
        while let Some((id, object)) = at.and_then(|id| Some((id, self.find(id)?))) {
            if object.segment().is_some_and(|segment| segment.may_be_empty()) {
                conditions.push(id);
            }
            at = object.owner.and_then(|node| self.segment_of(node));
        }
        conditions
    }

    /// Adds to some objects what segments among them are skipped to if they are empty: whatever names the ones may be
    /// what names the others.
    pub fn add_skipped(&self, symbols: &mut Symbols, ids: &mut Vec<ObjectId>) {
        let word = u64::from(symbols.word() / 8);
        let mut done = 0;
        while let Some(object) = ids.get(done).map(|id| self.find(*id)) {
            done += 1;
            let Some(object) = object else { continue };
            let Some(segment) = object.segment().filter(|segment| segment.may_be_empty()) else { continue };
            for link in segment.next().into_iter().chain(segment.prev()) {
                let Some(term) = object.content.known(symbols, link, word) else { continue };
                for id in symbols.objects_in(term) {
                    let id = self.segment_of(id).unwrap_or(id);
                    if !ids.contains(&id) {
                        ids.push(id);
                    }
                }
            }
        }
    }
}

impl Walk<'_> {
    /// A value was met that is there if some segments have nodes.
    fn term(&mut self, symbols: &mut Symbols, term: Term, conditions: &[ObjectId]) {
        if let Bases::One(_) = symbols.traits(term).bases
            && let Pointer::Into(id, _) = self.heap.pointer(symbols, term)
        {
            self.object(symbols, id, conditions);
        }
    }

    fn object(&mut self, symbols: &mut Symbols, named: ObjectId, conditions: &[ObjectId]) {
        if let Some(segment) = self.heap.hidden_end(named) {
            // Its last node holds nothing for certain; where there is none, what precedes it is named.
            let word = u64::from(symbols.word() / 8);
            let object = self.heap.object(segment);
            if object.segment().is_some_and(|it| it.may_be_empty())
                && let Some(term) = object.content.peek(symbols, BACK, word)
            {
                let named = symbols.objects_in(term).into_iter();
                let whole = |id: ObjectId| self.heap.segment_of(id).unwrap_or(id);
                self.uncertain.extend(named.map(|id| (whole(id), segment)));
            }
            return;
        }
        let id = self.heap.segment_of(named).unwrap_or(named);
        let own = self.heap.conditions(id);
        let mut missing = conditions.iter().filter(|segment| !own.contains(segment)).peekable();
        if missing.peek().is_some() {
            self.uncertain.extend(missing.map(|segment| (id, *segment)));
            return;
        }
        if self.held.insert(id) {
            self.work.push(Step::Content(id));
        }
        // What a segment holds itself is gone with it.
        let may_be_empty = own.first() == Some(&id);
        if may_be_empty && !conditions.contains(&id) && self.ends.insert(named) {
            self.work.push(Step::Beyond(named));
        }
    }

    fn step(&mut self, symbols: &mut Symbols, step: Step) {
        let heap = self.heap;
        match step {
            Step::Content(id) => {
                let Some(object) = heap.find(id).filter(|object| object.is_alive()) else { return };
                let conditions = heap.conditions(id);
                for edge in object.content.edges().iter().filter(|edge| edge.offset != BACK) {
                    if let Data::Bits { term, skip: 0 } = edge.data
                        && u64::from(symbols.store.width(term)) == edge.len * 8
                    {
                        self.term(symbols, term, &conditions);
                    }
                }
            }
            Step::Beyond(end) => {
                let Some(id) = heap.segment_of(end) else { return };
                let object = heap.object(id);
                let link = object.segment().and_then(|segment| match heap.object(end).shape {
                    Shape::Segment(_) => segment.next(),
                    Shape::Last(_) => segment.prev(),
                    Shape::Region | Shape::Node(_) | Shape::After(_) => None,
                });
                let word = u64::from(symbols.word() / 8);
                let beyond = link.and_then(|link| object.content.known(symbols, link, word));
                if let Some(beyond) = beyond {
                    let conditions: Vec<ObjectId> =
                        heap.conditions(id).into_iter().filter(|it| *it != id).collect();
                    self.term(symbols, beyond, &conditions);
                }
            }
        }
    }
}
