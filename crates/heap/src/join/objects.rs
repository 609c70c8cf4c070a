//! Pairs of objects, and what stands for both in the result.

use super::{Join, Joined, Purpose, Side, Specifier};
use crate::fold::count_of;
use crate::heap::Heap;
use crate::object::{Kind, Life, Object, ObjectId};
use crate::paths::is_beside_path;
use crate::tails::BACK;
use crate::{Content, Fill, Links, Pointer, Segment, Shape};
use logic::Term;

impl Join<'_> {
    /// The object of which an object is a specifier, and which.
    pub(super) fn canonical(&self, side: Side, id: ObjectId) -> Option<(ObjectId, Specifier)> {
        Some(match self.heaps[side.index()].find(id)?.shape {
            Shape::Region | Shape::Segment(_) => (id, Specifier::Own),
            Shape::Last(of) => (of, Specifier::Last),
            Shape::Node(of) => (of, Specifier::Node),
            Shape::After(of) => (of, Specifier::After),
        })
    }

    /// The object of the result that stands for one of either side.
    pub(super) fn target(&mut self, left: ObjectId, right: ObjectId) -> Option<ObjectId> {
        let ((a, x), (b, y)) = (self.canonical(Side::Left, left)?, self.canonical(Side::Right, right)?);
        let out = match self.now.pairs.get(&(a, b)) {
            Some(&out) => out,
            None => self.pair(a, b)?,
        };
        let Some(segment) = self.now.out.object(out).segment().copied() else {
            return (x == Specifier::Own && y == Specifier::Own).then_some(out);
        };
        if a == b && matches!(self.purpose, Purpose::Nodes(_)) {
            // Shared by both nodes, untouched.
            return (x == y).then_some(left);
        }
        // Where there is exactly one node, it is the first and the last; where there may be none, the ends stand for
        // what follows and what precedes.
        let is_single = |heap: &Heap, id: ObjectId| match heap.object(id).shape {
            Shape::Segment(segment) => (segment.min, segment.max) == (1, Some(1)),
            _ => true,
        };
        let is_region = |heap: &Heap, id: ObjectId| heap.object(id).segment().is_none();
        let is_main = matches!(self.purpose, Purpose::Nodes(node) if segment.node == node);
        let specifier = if is_main {
            // Whatever a node of the new segment says of itself, each node says.
            let own = (x == Specifier::Own && is_region(self.heaps[0], a)) || x == Specifier::Node;
            let other = (y == Specifier::Own && is_region(self.heaps[1], b)) || y == Specifier::Node;
            (own && other).then_some(Specifier::Node)?
        } else {
            match (x, y) {
                (x, y) if x == y => x,
                (Specifier::After, _) | (_, Specifier::After) => return None,
                (Specifier::Own, y) if is_single(self.heaps[0], a) => y,
                (x, Specifier::Own) if is_single(self.heaps[1], b) => x,
                _ => return None,
            }
        };
        match specifier {
            Specifier::Own => Some(out),
            Specifier::Last => segment.last,
            Specifier::Node => Some(segment.node),
            Specifier::After => segment.after,
        }
    }

    /// An address that is on both sides what follows a node of the segment in which the walk is, or of one around it.
    pub(super) fn after(&mut self, left: Term, right: Term) -> Option<Term> {
        for out in self.around() {
            let Some(segment) = self.now.out.object(out).segment().copied() else { continue };
            let pair = self.now.pairs.iter().find(|(_, it)| **it == out).map(|(pair, _)| *pair);
            let (Some((a, b)), Some(specifier)) = (pair, segment.after) else { continue };
            let x = self.beyond_node(Side::Left, a, segment.links, left);
            if x.is_some() && x == self.beyond_node(Side::Right, b, segment.links, right) {
                let base = self.now.out.object(specifier).base;
                return x.map(|x| self.symbols.store.add(base, x));
            }
        }
        None
    }

    /// Whether an address of a side is the node that follows one in which the walk is.
    pub(super) fn follows(&mut self, side: Side, term: Term) -> bool {
        let heap = self.heaps[side.index()];
        let Pointer::Into(next, _) = heap.pointer(self.symbols, term) else { return false };
        // What a pointer led to may be gone.
        let Some(next) = heap.find(next) else { return false };
        self.around().into_iter().any(|out| {
            let source = self.source(side, out).filter(|id| heap.object(*id).is_like(next));
            let links = self.now.out.object(out).segment().map(|segment| segment.links);
            source.zip(links).is_some_and(|(id, links)| self.beyond_node(side, id, links, term).is_some())
        })
    }

    /// The segments of the result inside of whose nodes the walk is, from the inside out.
    pub(super) fn around(&self) -> Vec<ObjectId> {
        let Some((start, offset)) = self.inside else {
            return match self.purpose {
                Purpose::Nodes(node) => self.now.out.segment_of(node).into_iter().collect(),
                Purpose::States => Vec::new(),
            };
        };
        let mut around = Vec::new();
        let object = self.now.out.object(start);
        // A link leads out of its segment.
        if object.segment().is_some_and(|segment| ![segment.next(), segment.prev()].contains(&Some(offset))) {
            around.push(start);
        }
        let mut owner = object.owner;
        while let Some(segment) = owner.and_then(|node| self.now.out.segment_of(node)) {
            around.push(segment);
            owner = self.now.out.object(segment).owner;
        }
        around
    }

    /// How far beyond the beginning of what follows a node an address lies, for a node of a side or each of a segment.
    pub(super) fn beyond_node(&mut self, side: Side, id: ObjectId, links: Links, term: Term) -> Option<Term> {
        let Links::List { head, next, .. } = links else { return None };
        let heap = self.heaps[side.index()];
        let object = heap.object(id);
        let segment = object.segment();
        let specifier = segment.and_then(|segment| segment.after).map(|after| heap.object(after).base);
        // A single node is followed by what its link leads to.
        let word = u64::from(self.symbols.word() / 8);
        let head = self.symbols.size(head);
        let is_single = segment.is_none_or(|segment| segment.max == Some(1));
        let link = match is_single {
            true => object.content.known(self.symbols, next, word),
            false => None,
        };
        let link = link.map(|link| self.symbols.store.sub(link, head));
        [specifier, link].into_iter().flatten().find_map(|following| {
            let distance = self.symbols.store.sub(term, following);
            (!self.symbols.has_base(distance)).then_some(distance)
        })
    }

    /// Pairs two objects that were not met before.
    pub(super) fn pair(&mut self, a: ObjectId, b: ObjectId) -> Option<ObjectId> {
        if self.is_taken(Side::Left, a) || self.is_taken(Side::Right, b) {
            return None;
        }
        if a == b && matches!(self.purpose, Purpose::Nodes(_)) {
            // Both nodes point to it: it is shared, and stays what it is.
            self.now.note(a, b, a);
            return Some(a);
        }
        let (one, other) = (self.heaps[0].object(a).clone(), self.heaps[1].object(b).clone());
        let kinds = match (one.kind, other.kind) {
            (Kind::Heap(_), Kind::Heap(_)) => true,
            (a, b) => a == b,
        };
        let lives = match (one.life, other.life) {
            (Life::Ended(_), Life::Ended(_)) => true,
            (a, b) => a == b,
        };
        // What is on the stack belongs to its call, not to nodes that name it.
        let may_belong = self.purpose == Purpose::States || matches!(one.kind, Kind::Heap(_) | Kind::Element);
        // Some texts may be changed and others not; what may be done with either may be done with both.
        let may_be_used = one.rights == other.rights || one.kind == Kind::Text;
        if !kinds || !lives || !may_belong || !may_be_used || one.path != other.path {
            return None;
        }
        let rights = one.rights.min(other.rights);
        self.now.lost[0] |= one.rights != rights;
        self.now.lost[1] |= other.rights != rights;
        let size = match one.size == other.size {
            true => {
                self.keep(one.size);
                one.size
            }
            false => self.offset(one.size, other.size)?,
        };
        let segment = self.pair_shapes(&one, &other)?;
        let owner = self.moved_owner(Side::Left, one.owner)?;
        if self.moved_owner(Side::Right, other.owner)? != owner {
            return None;
        }
        let states = self.purpose == Purpose::States;
        let out = match states && a == b && self.now.out.find(a).is_none() {
            true => a,
            false => self.now.out.fresh_id(),
        };
        let align = one.align.min(other.align);
        self.now.lost[0] |= one.align != align;
        self.now.lost[1] |= other.align != align;
        let same_times = a == b && one.born == other.born && one.died == other.died;
        let (born, died) = match (same_times, one.died) {
            (true, died) => (one.born, died),
            (false, None) => (self.now.out.clock, None),
            // Of an object that ended at different times nothing is said about who lived beside it.
            (false, Some(_)) => (0, Some(0)),
        };
        for (side, object) in [&one, &other].into_iter().enumerate() {
            let times = (object.born, object.died);
            self.now.lost[side] |= died.is_some() && times != (born, died);
            self.now.younger[side] |= died.is_none() && times != (born, died);
        }
        let mut object = Object {
            base: self.symbols.base(out, align),
            size,
            align,
            born,
            died,
            content: Content::filled(Fill::Undefined),
            shape: Shape::Region,
            owner,
            rights,
            ..one
        };
        if let Some(segment) = segment {
            object.shape = Shape::Segment(self.add_handles(out, &object, segment));
        }
        self.now.out.insert(out, object);
        self.now.note(a, b, out);
        self.now.work.push_back((a, b));
        Some(out)
    }

    pub(super) fn is_taken(&self, side: Side, id: ObjectId) -> bool {
        self.now.partners[side.index()].contains_key(&id) || self.now.skipped[side.index()].contains_key(&id)
    }

    /// The segment that covers two objects, unless both are regions; its specifiers are still to be made.
    pub(super) fn pair_shapes(&mut self, one: &Object, other: &Object) -> Option<Option<Segment>> {
        let range = |object: &Object| match object.shape {
            Shape::Segment(segment) => (segment.min, segment.max),
            _ => (1, Some(1)),
        };
        let template = match (one.shape, other.shape) {
            (Shape::Region, Shape::Region) => return Some(None),
            (Shape::Segment(a), Shape::Segment(b)) if a.links == b.links => a,
            (Shape::Segment(a), Shape::Segment(b)) => {
                // An object that may be absent is a list or a tree of at most one node if that ends in null.
                match (a.links, b.links) {
                    (Links::Optional, _) => self.ends_in_null(one, b)?,
                    (_, Links::Optional) => self.ends_in_null(other, a)?,
                    _ => return None,
                }
            }
            (Shape::Segment(a), Shape::Region) if !self.is_of_other_level(Side::Right, other, one, &a) => {
                self.is_leaf(other, a)?
            }
            (Shape::Region, Shape::Segment(b)) if !self.is_of_other_level(Side::Left, one, other, &b) => {
                self.is_leaf(one, b)?
            }
            _ => return None,
        };
        if !one.is_live_heap() || !other.is_live_heap() {
            return None;
        }
        let ((min, max), (least, most)) = (range(one), range(other));
        let range = (min.min(least), max.zip(most).map(|(a, b)| a.max(b)));
        for (side, own) in [(min, max), (least, most)].into_iter().enumerate() {
            self.now.lost[side] |= range != own;
            self.now.reshaped[side] |= range != own;
        }
        let counts = [count_of(self.symbols, one), count_of(self.symbols, other)];
        let count = self.joined_count(template.links, counts);
        Some(Some(Segment { min: range.0, max: range.1, count, ..template }))
    }

    /// The number of nodes of a list that covers those of both sides.
    pub(super) fn joined_count(&mut self, links: Links, counts: [Option<Term>; 2]) -> Option<Term> {
        if self.purpose != Purpose::States {
            return None;
        }
        if let ([Some(one), Some(other)], Links::List { .. }) = (counts, links)
            && let Joined::Term(count) = self.number(one, other)
        {
            return Some(count);
        }
        for (side, count) in counts.into_iter().enumerate() {
            self.now.lost[side] |= count.is_some();
        }
        None
    }

    /// The segment, if an object has null where that has links.
    fn ends_in_null(&mut self, object: &Object, segment: Segment) -> Option<Segment> {
        let null = self.symbols.null();
        let word = u64::from(self.symbols.word() / 8);
        let mut links = segment.link_offsets();
        links.all(|link| object.content.known(self.symbols, link, word) == Some(null)).then_some(segment)
    }

    /// The segment, if a region can be its only node. That of a tree is a leaf; what the last node of a list leads to
    /// is joined like everything else.
    fn is_leaf(&mut self, region: &Object, segment: Segment) -> Option<Segment> {
        match segment.links {
            Links::Tree(_) => self.ends_in_null(region, segment),
            Links::List { .. } | Links::Optional => Some(segment),
        }
    }

    /// Whether a region leads by another link than those of a segment to a node like itself, and the nodes of the
    /// segment lead nowhere by it: then it is on a level of a skip list on which they are not.
    fn is_of_other_level(
        &mut self,
        side: Side,
        region: &Object,
        template: &Object,
        segment: &Segment,
    ) -> bool {
        let word = u64::from(self.symbols.word() / 8);
        self.other_links(side, region, segment.links).into_iter().any(|link| {
            let there = template.content.known(self.symbols, link, word);
            there.is_some_and(|term| self.symbols.store.as_const(term).is_some())
        })
    }

    /// Where a region leads to another block of its kind, besides the links of a list.
    pub(super) fn other_links(&mut self, side: Side, region: &Object, links: Links) -> Vec<u64> {
        let Links::List { next, prev, .. } = links else { return Vec::new() };
        let heap = self.heaps[side.index()];
        let word = u64::from(self.symbols.word() / 8);
        let mut found = Vec::new();
        for edge in region.content.edges() {
            if edge.len == word
                && edge.offset != next
                && edge.offset != BACK
                && !is_beside_path(edge.offset)
                && Some(edge.offset) != prev
                && let Some(term) = region.content.peek(self.symbols, edge.offset, word)
                && let Pointer::Into(id, _) = heap.pointer(self.symbols, term)
                && heap.find(id).is_some_and(|other| other.base != region.base && other.is_like(region))
                && !heap.leads_to_itself(self.symbols, id, edge.offset)
            {
                found.push(edge.offset);
            }
        }
        found
    }

    /// Makes the specifiers of a segment of the result.
    pub(super) fn add_handles(&mut self, out: ObjectId, object: &Object, segment: Segment) -> Segment {
        let specifier = |join: &mut Self, shape: Shape| {
            let id = join.now.out.fresh_id();
            let base = join.symbols.base(id, object.align);
            let content = Content::filled(Fill::Undefined);
            join.now.out.insert(id, Object { base, shape, content, owner: None, ..object.clone() });
            id
        };
        let node = specifier(self, Shape::Node(out));
        let last = segment.prev().map(|_| specifier(self, Shape::Last(out)));
        let after = segment.next().map(|_| specifier(self, Shape::After(out)));
        Segment { node, last, after, ..segment }
    }

    /// To what an object of a side belongs in the result, met where the walk is.
    pub(super) fn moved_owner(&self, side: Side, owner: Option<ObjectId>) -> Option<Option<ObjectId>> {
        let here = self.here[side.index()];
        match owner {
            owner if owner == here.from => Some(here.to),
            None => Some(self.purpose.owner()),
            Some(node) => self.owner_in_result(side, node).map(Some),
        }
    }

    /// What stands in the result for an object of a side that is no specifier, where it was met.
    pub(super) fn in_result(&self, side: Side, id: ObjectId) -> Option<ObjectId> {
        match (self.now.partners[side.index()].get(&id), side) {
            (Some(&partner), Side::Left) => Some(self.now.pairs[&(id, partner)]),
            (Some(&partner), Side::Right) => Some(self.now.pairs[&(partner, id)]),
            (None, _) => self.now.skipped[side.index()].get(&id).map(|skipped| skipped.out),
        }
    }

    /// The node specifier in the result for one of a side.
    pub(super) fn owner_in_result(&self, side: Side, node: ObjectId) -> Option<ObjectId> {
        let (segment, _) = self.canonical(side, node)?;
        let out = self.in_result(side, segment)?;
        self.now.out.object(out).segment().map(|segment| segment.node)
    }
}
