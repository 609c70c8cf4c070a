//! Telling the cases of a segment apart: taking a node off an end, and removing a segment that is empty.
//!
//! Taking off the first node turns the segment's own object into that node, so that pointers to the first node stay
//! what they are; the rest of the segment is a new object. Taking off the last node turns the last specifier into it.
//! Only a segment that vanishes makes pointers change: those to its first node become what follows, those to its
//! last node what precedes. This is SMG's *materialisation*.

use crate::heap::Heap;
use crate::object::{Object, ObjectId};
use crate::{Branches, Data, Fill, HasValue, Links, Pointer, Segment, Shape, Symbols};
use logic::Term;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// An end of a segment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// The first node.
    First,
    /// The last node.
    Last,
}

/// Bases of objects and the addresses that take their place.
#[derive(Clone, Default, Debug)]
pub struct Substitution {
    /// For each object its base and what takes its place.
    objects: FxHashMap<ObjectId, (Term, Term)>,
    terms: FxHashMap<Term, Term>,
    /// For variables of each node those of the node that was taken off.
    instances: Vec<(Term, Term)>,
}

impl Substitution {
    /// Replaces the base of an object.
    pub fn insert(&mut self, id: ObjectId, base: Term, with: Term) {
        self.objects.insert(id, (base, with));
        self.terms.insert(base, with);
    }

    /// The variables of each node of which the node that was taken off has got its own: what holds of the former
    /// holds of the latter.
    pub fn instances(&self) -> &[(Term, Term)] {
        &self.instances
    }

    /// Whether nothing is replaced.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// The term after the replacement. None where an address that is replaced occurs in a way that cannot be told
    /// from its parts.
    pub fn apply(&self, symbols: &mut Symbols, term: Term) -> Option<Term> {
        if !symbols.has_base(term) {
            return Some(term);
        }
        let inside = symbols.objects_in(term);
        if !inside.iter().any(|id| self.objects.contains_key(id)) {
            return Some(term);
        }
        if let [id] = inside[..]
            && symbols.store.width(term) == symbols.word()
        {
            let (base, with) = self.objects[&id];
            let offset = symbols.store.sub(term, base);
            if !symbols.has_base(offset) {
                return Some(symbols.store.add(with, offset));
            }
        }
        let new = symbols.store.replace(term, &self.terms);
        // The bases that stay were there before; one that was replaced may only come from a replacement.
        let mut stay: Vec<ObjectId> =
            inside.into_iter().filter(|id| !self.objects.contains_key(id)).collect();
        for id in symbols.objects_in(term) {
            if let Some((_, with)) = self.objects.get(&id) {
                stay.extend(symbols.objects_in(*with));
            }
        }
        symbols.objects_in(new).iter().all(|id| stay.contains(id)).then_some(new)
    }
}

impl Heap {
    /// From now on a segment has at least one node.
    pub fn require_node(&mut self, id: ObjectId) {
        if let Shape::Segment(segment) = &mut self.object_mut(id).shape {
            segment.min = segment.min.max(1);
        }
    }

    /// A segment has so many nodes, a number that is known to be that of its nodes.
    pub fn set_count(&mut self, id: ObjectId, count: Term) {
        if let Shape::Segment(segment) = &mut self.object_mut(id).shape {
            segment.count = Some(count);
        }
    }

    /// From now on what an address points to exists: a segment there that would be null if it were empty has a node.
    pub fn require_node_at(&mut self, symbols: &mut Symbols, address: Term) {
        let Pointer::Into(id, _) = self.pointer(symbols, address) else { return };
        let Some(whole) = self.segment_of(id) else { return };
        let object = self.object(whole);
        let Some(segment) = object.segment() else { return };
        let link = match self.object(id).shape {
            Shape::Segment(_) => segment.next(),
            Shape::Last(_) => segment.prev(),
            Shape::Region | Shape::Node(_) | Shape::After(_) => return,
        };
        let word = u64::from(symbols.word() / 8);
        let is_null = match link.map(|link| object.content.known(symbols, link, word)) {
            // An object that may be absent is null then.
            None => true,
            Some(beyond) => beyond.is_some_and(|beyond| symbols.store.as_const(beyond).is_some()),
        };
        if is_null {
            self.require_node(whole);
        }
    }

    /// The segment whose emptiness makes an address null, where it is one that belongs to no node.
    pub fn null_if_empty(&self, symbols: &mut Symbols, address: Term) -> Option<ObjectId> {
        let Pointer::Into(id, _) = self.pointer(symbols, address) else { return None };
        let object = self.object(id);
        let segment = object.segment().filter(|segment| segment.may_be_empty() && object.owner.is_none())?;
        let word = u64::from(symbols.word() / 8);
        let null = symbols.null();
        let is_null = match segment.next() {
            Some(next) => object.content.known(symbols, next, word) == Some(null),
            None => true,
        };
        is_null.then_some(id)
    }

    /// A segment of at least one node: takes the node off an end, which becomes a region. Gives what has to be
    /// replaced everywhere outside of the heap; inside it is done. None where that is not possible.
    pub fn materialise(&mut self, symbols: &mut Symbols, id: ObjectId, end: End) -> Option<Substitution> {
        let object = self.object(id).clone();
        let segment = *object.segment().filter(|segment| segment.min > 0 && object.owner.is_none())?;
        let head = symbols.size(segment.head());
        let is_only = segment.max == Some(1);
        let last = segment.last;
        let mut gone = Substitution::default();
        if is_only {
            // The originals belong to the only node; a last specifier is that node.
            let base = object.base;
            let beyond = self.beyond(symbols, id);
            self.object_mut(id).shape = Shape::Region;
            let nested = self.owned_by(segment.node);
            for nested in &nested {
                self.object_mut(*nested).owner = None;
            }
            gone.instances = self.instantiate(symbols, nested.into_iter().chain([id]));
            gone.insert(segment.node, self.object(segment.node).base, base);
            if let Some(last) = last {
                gone.insert(last, self.object(last).base, base);
            }
            if let Some((after, beyond)) = segment.after.zip(beyond) {
                gone.insert(after, self.object(after).base, beyond);
            }
            self.substitute(symbols, &gone)?;
            segment.specifiers().for_each(|specifier| self.forget(specifier));
            return Some(gone);
        }
        if let Links::Tree(links) = segment.links {
            gone.instances = self.take_root(symbols, id, segment, links)?;
            return Some(gone);
        }
        let (node, rest) = match end {
            End::First => (id, self.fresh_id()),
            End::Last => (last?, id),
        };
        let word = u64::from(symbols.word() / 8);
        let Links::List { next, prev, .. } = segment.links else { return None };
        let rest_base = match end {
            End::First => symbols.base(rest, object.align),
            End::Last => object.base,
        };
        let node_base = self.object(node).base;
        let after = match end {
            End::First => rest_base,
            End::Last => self.beyond(symbols, id)?,
        };
        let (copies, copied) = self.copy_owned(symbols, &segment, None, node_base, Some(after))?;
        let mut region = Object { base: node_base, shape: Shape::Region, ..object.clone() };
        Heap::map_content(symbols, &mut region, &copies)?;
        let mut left = Object { base: rest_base, ..object.clone() };
        let one = symbols.size(1);
        let mut remaining = Segment {
            min: segment.min - 1,
            max: segment.max.map(|max| max - 1),
            count: segment.count.map(|count| symbols.store.sub(count, one)),
            ..segment
        };
        let to_node = symbols.store.add(node_base, head);
        let to_rest = symbols.store.add(rest_base, head);
        match end {
            End::First => {
                region.content.rename(next, word, to_rest);
                if let Some(prev) = prev {
                    left.content.rename(prev, word, to_node);
                }
            }
            End::Last => {
                let specifier = self.fresh_id();
                let base = symbols.base(specifier, object.align);
                let before = symbols.store.add(base, head);
                region.content.rename(prev?, word, before);
                left.content.rename(next, word, to_node);
                remaining.last = Some(specifier);
                self.insert(
                    specifier,
                    Object { base, shape: Shape::Last(id), ..self.object(segment.node).clone() },
                );
            }
        }
        left.shape = Shape::Segment(remaining);
        self.insert(rest, left);
        self.insert(node, region);
        self.object_mut(segment.node).shape = Shape::Node(rest);
        if let Some(after) = segment.after {
            self.object_mut(after).shape = Shape::After(rest);
        }
        if let Some(last) = remaining.last {
            self.object_mut(last).shape = Shape::Last(rest);
        }
        gone.instances = self.instantiate(symbols, copied.into_iter().chain([node]));
        Some(gone)
    }

    /// Takes the root off a tree: what is left are trees, one for each link, which may be empty. Gives the variables
    /// that the root has got.
    fn take_root(
        &mut self,
        symbols: &mut Symbols,
        id: ObjectId,
        segment: Segment,
        links: Branches,
    ) -> Option<Vec<(Term, Term)>> {
        let tree = self.object(id).clone();
        let word = u64::from(symbols.word() / 8);
        let (copies, copied) = self.copy_owned(symbols, &segment, None, tree.base, None)?;
        let mut root = Object { shape: Shape::Region, ..tree.clone() };
        Heap::map_content(symbols, &mut root, &copies)?;
        for (number, link) in links.offsets().enumerate() {
            let child = self.fresh_id();
            let base = symbols.base(child, tree.align);
            root.content.rename(link, word, base);
            let mut below = Object { base, ..tree.clone() };
            // What belongs to the nodes stays with the first tree and is copied for the others.
            let node = match number {
                0 => segment.node,
                _ => {
                    let node = self.fresh_id();
                    let base = symbols.base(node, tree.align);
                    self.insert(node, Object { base, ..self.object(segment.node).clone() });
                    let (copies, _) = self.copy_owned(symbols, &segment, Some(node), base, None)?;
                    Heap::map_content(symbols, &mut below, &copies)?;
                    node
                }
            };
            below.shape = Shape::Segment(Segment { min: 0, max: None, count: None, node, ..segment });
            self.object_mut(node).shape = Shape::Node(child);
            self.insert(child, below);
        }
        self.insert(id, root);
        Some(self.instantiate(symbols, copied.into_iter().chain([id])))
    }

    /// A segment is empty: it vanishes with all that belongs to its nodes. Gives what has to be replaced
    /// everywhere outside of the heap; inside it is done. None where that is not possible.
    pub fn remove_empty(&mut self, symbols: &mut Symbols, id: ObjectId) -> Option<Substitution> {
        let segment = *self.object(id).segment().filter(|segment| segment.may_be_empty())?;
        let mut gone = Substitution::default();
        let base = self.object(id).base;
        match segment.links {
            Links::Tree(_) | Links::Optional => {
                let null = symbols.null();
                gone.insert(id, base, null);
            }
            Links::List { head, prev, .. } => {
                let head = symbols.size(head);
                let word = u64::from(symbols.word() / 8);
                let mut ends = vec![(id, base, self.beyond(symbols, id)?)];
                if let (Some(prev), Some(last)) = (prev, segment.last) {
                    let precedes = self.read(symbols, id, prev, word);
                    let precedes = symbols.store.sub(precedes, head);
                    ends.push((last, self.object(last).base, precedes));
                }
                for (specifier, base, with) in ends {
                    // A ring of nothing has no address.
                    let inside = symbols.objects_in(with);
                    if inside.iter().any(|other| self.segment_of(*other) == Some(id)) {
                        return None;
                    }
                    gone.insert(specifier, base, with);
                }
            }
        }
        self.forget_segment(id);
        self.substitute(symbols, &gone)?;
        Some(gone)
    }

    /// Where a node would begin that followed a segment.
    fn beyond(&mut self, symbols: &mut Symbols, id: ObjectId) -> Option<Term> {
        let segment = *self.object(id).segment()?;
        let word = u64::from(symbols.word() / 8);
        let head = symbols.size(segment.head());
        let follows = self.read(symbols, id, segment.next()?, word);
        Some(symbols.store.sub(follows, head))
    }

    /// The objects of which one belongs to each node.
    pub fn owned_by(&self, node: ObjectId) -> Vec<ObjectId> {
        self.objects().filter(|(_, object)| object.owner == Some(node)).map(|(id, _)| id).collect()
    }

    /// An object; if it is a segment, with what belongs to its nodes, however deep.
    pub fn parts_of(&self, id: ObjectId) -> Vec<ObjectId> {
        let mut parts = vec![id];
        let mut done = 0;
        while let Some(id) = parts.get(done).copied() {
            done += 1;
            if let Some(segment) = self.object(id).segment() {
                parts.extend(self.owned_by(segment.node));
            }
        }
        parts
    }

    /// Forgets an object; if it is a segment, with its specifiers and what belongs to its nodes, however deep.
    pub fn forget_segment(&mut self, id: ObjectId) {
        if let Some(segment) = self.object(id).segment().copied() {
            for nested in self.owned_by(segment.node) {
                self.forget_segment(nested);
            }
            segment.specifiers().for_each(|specifier| self.forget(specifier));
        }
        self.forget(id);
    }

    /// Regions stand for themselves from now on: variables of each node become variables of their own, together.
    fn instantiate(
        &mut self,
        symbols: &mut Symbols,
        ids: impl Iterator<Item = ObjectId>,
    ) -> Vec<(Term, Term)> {
        let mut instances: FxHashMap<Term, Term> = FxHashMap::default();
        let mut order = Vec::new();
        for id in ids {
            let object = self.object(id).clone();
            // What belongs to the nodes of a further segment stands for one in each of them.
            if object.shape != Shape::Region || object.owner.is_some() {
                continue;
            }
            let layer = object.content.layer_terms();
            let terms = object.content.terms().map(|(term, _)| term).chain([object.size]).chain(layer);
            let of_each: Vec<Term> = terms.flat_map(|term| symbols.each_in(term).0).collect();
            if of_each.is_empty() {
                continue;
            }
            for each in of_each {
                instances.entry(each).or_insert_with(|| {
                    let width = symbols.store.width(each);
                    let own = self.fresh.unknown(symbols, width);
                    order.push((each, own));
                    own
                });
            }
            let mut object = object;
            object.size = symbols.store.replace(object.size, &instances);
            object.content = object.content.replaced(symbols, &instances);
            self.insert(id, object);
        }
        order
    }

    /// Copies what belongs to the nodes of a segment, for a node at `base` and what follows it in a list: the copies
    /// belong to `owner`. Gives what is replaced in them, and the copies.
    pub(crate) fn copy_owned(
        &mut self,
        symbols: &mut Symbols,
        segment: &Segment,
        owner: Option<ObjectId>,
        base: Term,
        following: Option<Term>,
    ) -> Option<(Substitution, Vec<ObjectId>)> {
        let mut copies = Substitution::default();
        copies.insert(segment.node, self.object(segment.node).base, base);
        if let Some((after, following)) = segment.after.zip(following) {
            copies.insert(after, self.object(after).base, following);
        }
        let mut made = Vec::new();
        self.plan_copies(symbols, segment.node, owner, &mut copies, &mut made);
        for (from, to, owner) in &made {
            let mut copy = self.object(*from).clone();
            Heap::map_content(symbols, &mut copy, &copies)?;
            let id_of = |id: ObjectId| made.iter().find(|entry| entry.0 == id).map_or(id, |entry| entry.1);
            copy.shape = match copy.shape {
                Shape::Region => Shape::Region,
                Shape::Segment(segment) => Shape::Segment(Segment {
                    node: id_of(segment.node),
                    last: segment.last.map(id_of),
                    after: segment.after.map(id_of),
                    ..segment
                }),
                Shape::Last(of) => Shape::Last(id_of(of)),
                Shape::Node(of) => Shape::Node(id_of(of)),
                Shape::After(of) => Shape::After(id_of(of)),
            };
            copy.base = symbols.base(*to, copy.align);
            copy.owner = *owner;
            self.insert(*to, copy);
        }
        Some((copies, made.into_iter().map(|entry| entry.1).collect()))
    }

    /// Lists the copies to make, as (from, to, owner), and what they replace.
    fn plan_copies(
        &mut self,
        symbols: &mut Symbols,
        node: ObjectId,
        owner: Option<ObjectId>,
        copies: &mut Substitution,
        made: &mut Vec<(ObjectId, ObjectId, Option<ObjectId>)>,
    ) {
        for id in self.owned_by(node) {
            let (base, align, segment) = {
                let object = self.object(id);
                (object.base, object.align, object.segment().copied())
            };
            let mut plan = |heap: &mut Heap, id: ObjectId, base: Term, owner: Option<ObjectId>| {
                let to = heap.fresh_id();
                let with = symbols.base(to, align);
                copies.insert(id, base, with);
                made.push((id, to, owner));
                to
            };
            plan(self, id, base, owner);
            if let Some(segment) = segment {
                let inner = plan(self, segment.node, self.object(segment.node).base, None);
                for specifier in segment.last.into_iter().chain(segment.after) {
                    plan(self, specifier, self.object(specifier).base, None);
                }
                self.plan_copies(symbols, segment.node, Some(inner), copies, made);
            }
        }
    }

    /// Replaces bases in all contents.
    pub fn substitute(&mut self, symbols: &mut Symbols, with: &Substitution) -> Option<()> {
        let ids: Vec<ObjectId> = self.objects().map(|(id, _)| id).collect();
        for id in ids {
            let object = self.object(id);
            let concerned = object.content.terms().any(|(term, _)| {
                symbols.has_base(term)
                    && symbols.objects_in(term).iter().any(|id| with.objects.contains_key(id))
            });
            if concerned {
                let mut object = object.clone();
                Heap::map_content(symbols, &mut object, with)?;
                self.insert(id, object);
            }
        }
        Some(())
    }

    /// Replaces bases in the content of an object.
    pub(crate) fn map_content(symbols: &mut Symbols, object: &mut Object, with: &Substitution) -> Option<()> {
        let edges: Vec<HasValue> = object.content.edges().to_vec();
        // Cells and columns hold no addresses.
        let (cells, columns) = (object.content.cells().to_vec(), object.content.columns().to_vec());
        for edge in edges {
            let data = match edge.data {
                Data::Bits { term, skip } => Data::Bits { term: with.apply(symbols, term)?, skip },
                Data::OneOf(term) => Data::OneOf(with.apply(symbols, term)?),
                Data::Fill(Fill::Repeat(term)) => Data::Fill(Fill::Repeat(with.apply(symbols, term)?)),
                other => other,
            };
            if data != edge.data {
                object.content.paste(&[HasValue { data, ..edge }], edge.offset, edge.offset);
            }
        }
        object.content.with_cells(cells);
        object.content.with_columns(columns);
        Some(())
    }

    /// An id that no object has.
    pub(crate) fn fresh_id(&mut self) -> ObjectId {
        let id = ObjectId(self.next);
        self.next += 1;
        id
    }

    /// Puts in an object, in place of one that has the id.
    pub(crate) fn insert(&mut self, id: ObjectId, object: Object) {
        self.objects.insert(id, Arc::new(object));
    }
}
