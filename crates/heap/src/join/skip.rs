//! Segments that only one side has: the other is taken to have an empty one in their place.

use super::{Join, Move, Purpose, Side, Skipped, Specifier};
use crate::fold::count_of;
use crate::object::{Object, ObjectId};
use crate::paths::{DOWN, is_beside_path};
use crate::tails::BACK;
use crate::{Content, Data, Fill, HasValue, Links, Pointer, Segment, Shape, Symbols};
use logic::Term;

impl Join<'_> {
    /// How likely skipping a segment is right: it was skipped before, or what follows it is known to correspond to
    /// what the other side has in its place, or it may be empty.
    pub(super) fn skip_rank(&mut self, side: Side, id: ObjectId, against: Pointer) -> u32 {
        let Some((segment_id, specifier)) = self.canonical(side, id) else { return 4 };
        if self.now.skipped[side.index()].contains_key(&segment_id) {
            return 0;
        }
        let heap = self.heaps[side.index()];
        let Some(segment) = heap.object(segment_id).segment().copied() else { return 4 };
        let link = match specifier {
            Specifier::Last => segment.prev(),
            _ => segment.next(),
        };
        let word = u64::from(self.symbols.word() / 8);
        let beyond = link.and_then(|link| heap.object(segment_id).content.known(self.symbols, link, word));
        let beyond = beyond.map(|term| heap.pointer(self.symbols, term));
        let corresponds = beyond.is_some_and(|beyond| self.corresponds(side, beyond, against));
        match (corresponds, segment.may_be_empty()) {
            (true, _) => 1,
            (false, true) => 2,
            (false, false) => 3,
        }
    }

    /// A pointer into a segment that the other side lacks: there it stands for what the segment is skipped to.
    pub(super) fn skip(&mut self, side: Side, id: ObjectId, offset: Term, other: Term) -> Option<Term> {
        let (segment_id, specifier) = self.canonical(side, id)?;
        if matches!(specifier, Specifier::Node | Specifier::After)
            || self.now.partners[side.index()].contains_key(&segment_id)
        {
            return None;
        }
        let heap = self.heaps[side.index()];
        let object = heap.object(segment_id).clone();
        if !object.is_live_heap() {
            return None;
        }
        let before = self.now.skipped[side.index()].get(&segment_id).copied();
        let segment = match (object.shape, before) {
            (Shape::Segment(segment), _) => segment,
            (_, Some(skipped)) => *self.now.out.object(skipped.out).segment()?,
            // What only one of two nodes has, each node may have.
            (Shape::Region, None) => {
                let single = self.links_of_single(side, id, offset, other);
                let links = match self.purpose {
                    Purpose::States => single?,
                    Purpose::Nodes(_) => single.unwrap_or(Links::Optional),
                };
                let count = count_of(self.symbols, &object);
                // How many elements there are is told by the count.
                let max = (!object.is_element()).then_some(1);
                Segment { links, min: 1, max, count, node: id, last: None, after: None }
            }
            _ => return None,
        };
        let skipped = match before {
            Some(skipped) => skipped,
            None => self.start_skip(side, segment_id, &object, segment)?,
        };
        let made = *self.now.out.object(skipped.out).segment()?;
        let specifier = match object.shape {
            Shape::Region => self.end_of_single(side, id, &segment, &skipped, other),
            _ => specifier,
        };
        let (link, done, base) = match specifier {
            Specifier::Own => (segment.next(), skipped.next, self.now.out.object(skipped.out).base),
            Specifier::Last => (segment.prev(), skipped.prev, self.now.out.object(made.last?).base),
            Specifier::Node | Specifier::After => return None,
        };
        let Some(link) = link else {
            // An object that may be absent: its address is null then.
            let null = self.symbols.null();
            let zero = self.symbols.size(0);
            return (other == null && offset == zero).then_some(base);
        };
        let word = u64::from(self.symbols.word() / 8);
        let head = self.symbols.size(segment.head());
        let beyond = heap.object(segment_id).content.known(self.symbols, link, word)?;
        let shift = self.symbols.store.sub(offset, head);
        let beyond = self.symbols.store.add(beyond, shift);
        if self.busy.contains(&(side, segment_id)) {
            return None;
        }
        self.busy.push((side, segment_id));
        // What follows the segment belongs to what the segment belongs to.
        let (here, inside) = (self.here, self.inside);
        self.inside = Some((skipped.out, link));
        let to = self.now.out.object(skipped.out).owner;
        self.here[side.index()] = Move { from: object.owner, to, at: Some((segment_id, link)) };
        let joined = match side {
            Side::Left => self.value(beyond, other),
            Side::Right => self.value(other, beyond),
        };
        self.busy.pop();
        (self.here, self.inside) = (here, inside);
        let content = self.symbols.store.sub(joined?, shift);
        let known = self.now.out.object(skipped.out).content.known(self.symbols, link, word);
        if done && known != Some(content) {
            // A segment is skipped to one place only.
            return None;
        }
        if !done && !self.fits_neighbour(skipped.out, specifier, content) {
            return None;
        }
        if !done {
            self.now.out.write(skipped.out, link, word, content);
            let entry = self.now.skipped[side.index()].get_mut(&segment_id)?;
            match specifier {
                Specifier::Own => entry.next = true,
                _ => entry.prev = true,
            }
        }
        Some(self.symbols.store.add(base, offset))
    }

    /// A single node is the first and the last. Where a neighbour names it, that tells which of them is meant.
    fn end_of_single(
        &mut self,
        side: Side,
        id: ObjectId,
        segment: &Segment,
        skipped: &Skipped,
        other: Term,
    ) -> Specifier {
        let (Some(next), Some(prev)) = (segment.next(), segment.prev()) else { return Specifier::Own };
        if let Some((source, at)) = self.here[side.index()].at {
            let heap = self.heaps[side.index()];
            let word = u64::from(self.symbols.word() / 8);
            // The neighbour's own link lies at the same distance from where the links between them point to.
            let mut is_named_by = |back: u64, link: u64| {
                let term = heap.object(id).content.known(self.symbols, back, word);
                let Some(Pointer::Into(to, head)) = term.map(|term| heap.pointer(self.symbols, term)) else {
                    return false;
                };
                let head = self.symbols.store.as_const(head).and_then(|head| head.to_u64());
                heap.segment_of(to).unwrap_or(to) == source
                    && head.is_some_and(|head| at + segment.head() == head + link)
            };
            if is_named_by(prev, next) {
                return Specifier::Own;
            }
            if is_named_by(next, prev) {
                return Specifier::Last;
            }
        }
        let forward = self.leads_to(side, id, next, other);
        match self.leads_to(side, id, prev, other) && (!forward || skipped.next) {
            true => Specifier::Last,
            false => Specifier::Own,
        }
    }

    /// Whether a link of a skipped segment agrees with that of its neighbour: what follows must lead back.
    fn fits_neighbour(&mut self, out: ObjectId, specifier: Specifier, link: Term) -> bool {
        let heap = &self.now.out;
        let Pointer::Into(neighbour, _) = heap.pointer(self.symbols, link) else { return true };
        let neighbour = heap.segment_of(neighbour).unwrap_or(neighbour);
        let skipped = self.now.skipped.iter().flat_map(|side| side.values()).find(|it| it.out == neighbour);
        let segments = (heap.object(out).segment(), heap.object(neighbour).segment());
        let (Some(skipped), (Some(own), Some(other))) = (skipped, segments) else { return true };
        if own.links != other.links || neighbour == out {
            return true;
        }
        let (back, done, end) = match specifier {
            Specifier::Own => (other.prev(), skipped.prev, own.last),
            _ => (other.next(), skipped.next, Some(out)),
        };
        let (Some(back), Some(end), true) = (back, end, done) else { return true };
        let word = u64::from(self.symbols.word() / 8);
        let term = heap.object(neighbour).content.known(self.symbols, back, word);
        term.is_some_and(|term| matches!(heap.pointer(self.symbols, term), Pointer::Into(id, _) if id == end))
    }

    /// How a node of a list hangs in a state where the other has none: the node leads to what the other side has in
    /// its place.
    fn links_of_single(&mut self, side: Side, id: ObjectId, offset: Term, other: Term) -> Option<Links> {
        let heap = self.heaps[side.index()];
        let word = u64::from(self.symbols.word() / 8);
        let object = heap.object(id);
        if let Some(links) = object.element_links(self.symbols) {
            return Some(links);
        }
        let head = self.symbols.store.as_const(offset).and_then(|offset| offset.to_u64())?;
        let to_node = self.symbols.store.add(object.base, offset);
        let links: Vec<u64> =
            object.content.edges().iter().filter(|it| it.len == word).map(|it| it.offset).collect();
        let is_link =
            |link: &u64| *link != BACK && !is_beside_path(*link) && (object.path.is_none() || *link == DOWN);
        for next in links.iter().copied().filter(is_link) {
            if !self.leads_to(side, id, next, other) {
                continue;
            }
            let term = object.content.known(self.symbols, next, word)?;
            let Pointer::Into(follower, at) = heap.pointer(self.symbols, term) else { continue };
            let at = self.symbols.store.as_const(at).and_then(|at| at.to_u64())?;
            let (follower, _) = self.canonical(side, follower)?;
            if heap.leads_to_itself(self.symbols, follower, next) {
                continue;
            }
            let follower = heap.object(follower);
            // The link back lies in the follower where it lies in the node.
            let back = follower.content.edges().iter().find(|edge| {
                edge.len == word && follower.content.peek(self.symbols, edge.offset, word) == Some(to_node)
            });
            let prev =
                back.and_then(|back| (back.offset + head).checked_sub(at)).filter(|it| links.contains(it));
            let (next, prev) = match prev {
                Some(prev) if prev < next => (prev, Some(next)),
                prev => (next, prev),
            };
            let links = Links::List { head, next, prev };
            let alike = follower.size == object.size
                && follower.used_as == object.used_as
                && (follower.segment().is_none_or(|segment| segment.links == links)
                    || next == DOWN
                    || self.is_after(side, term, other));
            // Of a node on several levels the links of the upper one tell where it belongs.
            let is_lower = |join: &mut Self| {
                prev.is_none() && join.other_links(side, object, links).into_iter().any(|link| link > next)
            };
            if prev != Some(next) && (alike || prev.is_some()) && !is_lower(self) {
                return Some(links);
            }
        }
        None
    }

    /// Whether a value of a side and one of the other both are what follows a node.
    fn is_after(&mut self, side: Side, term: Term, other: Term) -> bool {
        let (left, right) = match side {
            Side::Left => (term, other),
            Side::Right => (other, term),
        };
        self.after(left, right).is_some()
    }

    /// Whether an object has at an offset what corresponds to a value of the other side.
    fn leads_to(&mut self, side: Side, id: ObjectId, offset: u64, other: Term) -> bool {
        let heap = self.heaps[side.index()];
        let word = u64::from(self.symbols.word() / 8);
        let Some(term) = heap.object(id).content.known(self.symbols, offset, word) else { return false };
        if self.is_after(side, term, other) {
            return true;
        }
        let beyond = heap.pointer(self.symbols, term);
        let other = self.heaps[side.other().index()].pointer(self.symbols, other);
        let same_offset = match (beyond, other) {
            (Pointer::Into(_, x), Pointer::Into(_, y)) => x == y,
            _ => true,
        };
        same_offset && self.corresponds(side, beyond, other)
    }

    /// Whether a pointer of a side leads to what one of the other side is known to lead to, at whatever offset.
    fn corresponds(&self, side: Side, one: Pointer, other: Pointer) -> bool {
        match (one, other) {
            (Pointer::Into(one, _), Pointer::Into(other, _)) => {
                let one = self.canonical(side, one).map(|it| it.0);
                let other = self.canonical(side.other(), other).map(|it| it.0);
                let partner = one.and_then(|one| self.now.partners[side.index()].get(&one).copied());
                partner.is_some() && partner == other
            }
            (Pointer::Null, Pointer::Null) => true,
            _ => false,
        }
    }

    /// What happens to owners at an offset of two objects, of which the third is the result.
    pub(super) fn move_at(&self, side: Side, objects: Option<[ObjectId; 3]>, offset: u64) -> Move {
        let base = self.purpose.owner();
        let Some(objects) = objects else { return Move { from: None, to: base, at: None } };
        let source = self.heaps[side.index()].object(objects[side.index()]);
        let out = self.now.out.object(objects[2]);
        let to = match out.segment() {
            // A link leads out of the segment.
            Some(segment)
                if source.segment().is_none()
                    && ![segment.next(), segment.prev()].contains(&Some(offset)) =>
            {
                Some(segment.node)
            }
            _ => out.owner.or(base),
        };
        Move { from: source.owner, to, at: Some((objects[side.index()], offset)) }
    }

    pub(super) fn start_skip(
        &mut self,
        side: Side,
        id: ObjectId,
        object: &Object,
        segment: Segment,
    ) -> Option<Skipped> {
        let owner = self.moved_owner(side, object.owner)?;
        let out = self.now.out.fresh_id();
        let born = self.now.out.clock;
        let base = self.symbols.base(out, object.align);
        let content = Content::filled(Fill::Undefined);
        let mut new = Object { base, born, content, owner, shape: Shape::Region, ..object.clone() };
        let mut counts = [segment.count.map(|_| self.symbols.size(0)); 2];
        counts[side.index()] = segment.count;
        let count = self.joined_count(segment.links, counts);
        let segment_out = self.add_handles(out, &new, Segment { min: 0, count, ..segment });
        new.shape = Shape::Segment(segment_out);
        self.now.out.insert(out, new);
        self.now.lost[side.other().index()] = true;
        self.now.lost[side.index()] |= segment.min > 0;
        self.now.reshaped[side.other().index()] = true;
        self.now.reshaped[side.index()] |= segment.min > 0;
        let skipped = Skipped { out, next: false, prev: false };
        self.now.skipped[side.index()].insert(id, skipped);
        Some(skipped)
    }

    /// Fills in the segments that only one side has, once all pairs are known.
    pub(crate) fn copy_skipped(&mut self) -> Option<()> {
        for side in [Side::Left, Side::Right] {
            let mut todo: Vec<(ObjectId, Skipped)> =
                self.now.skipped[side.index()].iter().map(|(id, skipped)| (*id, *skipped)).collect();
            todo.sort_unstable_by_key(|entry| entry.0);
            let mut done = 0;
            while done < todo.len() {
                let (id, skipped) = todo[done];
                done += 1;
                self.copy_one(side, id, skipped, &mut todo)?;
            }
        }
        Some(())
    }

    pub(super) fn copy_one(
        &mut self,
        side: Side,
        id: ObjectId,
        skipped: Skipped,
        todo: &mut Vec<(ObjectId, Skipped)>,
    ) -> Option<()> {
        let object = self.heaps[side.index()].object(id).clone();
        let segment = self.now.out.object(skipped.out).segment().copied();
        let word = u64::from(self.symbols.word() / 8);
        let mut content = Content::filled(object.content.rest());
        // The links that are known already.
        let links = [
            segment.and_then(|segment| segment.next()).filter(|_| skipped.next),
            segment.and_then(|segment| segment.prev()).filter(|_| skipped.prev),
        ];
        for link in links.into_iter().flatten() {
            let value = self.now.out.object(skipped.out).content.known(self.symbols, link, word)?;
            content.write(link, word, value);
        }
        for edge in object.content.edges() {
            if links.contains(&Some(edge.offset)) {
                continue;
            }
            match edge.data {
                Data::Bits { term, skip } if self.symbols.has_base(term) => {
                    self.inside = Some((skipped.out, edge.offset));
                    let term = self.copy_pointer(side, id, term, todo)?;
                    if !self.stays_inside(side, term) {
                        return None;
                    }
                    let edge = HasValue { data: Data::Bits { term, skip }, ..*edge };
                    content.paste(&[edge], edge.offset, edge.offset);
                }
                Data::Bits { term, .. } | Data::Fill(Fill::Repeat(term)) => {
                    let is_number = self.symbols.store.as_const(term).is_some();
                    let of_each = matches!(self.symbols.each_in(term), (each, false) if !each.is_empty());
                    let plain = is_number || of_each || matches!(self.purpose, Purpose::Nodes(_));
                    let undefined = self.symbols.is_undefined(term);
                    match plain && !undefined {
                        true => content.paste(&[*edge], edge.offset, edge.offset),
                        false => {
                            self.now.lost[side.index()] = true;
                            let fill = if undefined { Fill::Undefined } else { Fill::Unknown };
                            content.fill(edge.offset, edge.len, fill);
                        }
                    }
                }
                Data::OneOf(_) | Data::Fill(_) => content.paste(&[*edge], edge.offset, edge.offset),
            }
        }
        // The end of a string is what it was.
        content.with_cells(object.content.cells().to_vec());
        self.now.lost[side.index()] |= !object.content.columns().is_empty();
        self.now.out.object_mut(skipped.out).content = content;
        Some(())
    }

    /// Where a node may be absent, what lies between it and the next one on a lower level is absent with it: an
    /// address inside of such a node leads to no other node of its kind than the next one.
    fn stays_inside(&mut self, side: Side, term: Term) -> bool {
        let around = self.around();
        let out = &self.now.out;
        let Pointer::Into(id, _) = out.pointer(self.symbols, term) else { return true };
        let skipped =
            |it: &&ObjectId| self.now.skipped[side.index()].values().any(|skipped| skipped.out == **it);
        let Some(outermost) = around.iter().rfind(skipped) else { return true };
        let whole = out.segment_of(id).unwrap_or(id);
        let Some(target) = out.find(whole) else { return true };
        let is_inside = |it: &ObjectId| {
            let node = out.object(*it).segment().map(|segment| segment.node);
            target.owner == node || whole == *it
        };
        !target.is_like(out.object(*outermost)) || around.iter().any(is_inside)
    }

    /// A pointer of one side in the result; what belongs to the nodes of a copied segment is copied too.
    pub(super) fn copy_pointer(
        &mut self,
        side: Side,
        from: ObjectId,
        term: Term,
        todo: &mut Vec<(ObjectId, Skipped)>,
    ) -> Option<Term> {
        if let Some(out) = self.copy_after(side, term) {
            return Some(out);
        }
        let heap = self.heaps[side.index()];
        let Pointer::Into(id, offset) = heap.pointer(self.symbols, term) else { return None };
        let (canonical, specifier) = self.canonical(side, id)?;
        let nodes = matches!(self.purpose, Purpose::Nodes(_));
        let out = if let Some(out) = self.in_result(side, canonical) {
            out
        } else {
            let object = heap.object(canonical).clone();
            let source = heap.object(from);
            let owner = match object.owner {
                // What an object holds that may be absent is absent with it.
                owner
                    if owner == source.owner
                        && source.segment().is_none()
                        && self.is_held_only_by(side, canonical, from) =>
                {
                    let made = self.now.skipped[side.index()].get(&from)?.out;
                    let made = self.now.out.object(made);
                    made.segment().map_or(made.owner, |segment| Some(segment.node))
                }
                // Shared by all nodes; in the same heap it stays what it is.
                None if nodes => return Some(term),
                None => return None,
                Some(node) => Some(self.owner_in_result(side, node)?),
            };
            let out = self.now.out.fresh_id();
            let base = self.symbols.base(out, object.align);
            let content = Content::filled(Fill::Undefined);
            let mut new = Object { base, content, owner, shape: Shape::Region, ..object.clone() };
            if let Shape::Segment(segment) = object.shape {
                let segment = self.add_handles(out, &new, segment);
                new.shape = Shape::Segment(segment);
            }
            self.now.out.insert(out, new);
            let skipped = Skipped { out, next: false, prev: false };
            self.now.skipped[side.index()].insert(canonical, skipped);
            todo.push((canonical, skipped));
            out
        };
        let made = self.now.out.object(out).segment().copied();
        let is_main = |segment: Segment| matches!(self.purpose, Purpose::Nodes(node) if segment.node == node);
        // A region that becomes a segment is each of its nodes, for itself and for what belongs to it.
        let is_inside = |segment: Segment| {
            let within = self.now.skipped[side.index()].get(&from).and_then(|it| self.now.out.find(it.out));
            canonical == from || within.is_some_and(|object| object.owner == Some(segment.node))
        };
        let is_region = heap.object(canonical).segment().is_none();
        let target = match (specifier, made) {
            (Specifier::Own, Some(segment)) if is_region && (is_inside(segment) || is_main(segment)) => {
                segment.node
            }
            // The ends of a segment that is folded with a neighbour are no longer those of the result.
            (Specifier::Own | Specifier::Last, Some(segment)) if is_main(segment) => return None,
            (Specifier::Own, _) => out,
            (Specifier::Last, Some(segment)) => segment.last?,
            (Specifier::Node, Some(segment)) => segment.node,
            (Specifier::After, Some(segment)) => segment.after?,
            (_, None) => return None,
        };
        let base = self.now.out.object(target).base;
        Some(self.symbols.store.add(base, offset))
    }

    /// An address of one side that is what follows a node in which the walk is.
    fn copy_after(&mut self, side: Side, term: Term) -> Option<Term> {
        for out in self.around() {
            if let Some(segment) = self.now.out.object(out).segment().copied()
                && let Some(after) = segment.after
                && let Some(source) = self.source(side, out)
                && let Some(distance) = self.beyond_node(side, source, segment.links, term)
            {
                let base = self.now.out.object(after).base;
                return Some(self.symbols.store.add(base, distance));
            }
        }
        None
    }

    /// The object of a side that an object of the result stands for.
    pub(super) fn source(&self, side: Side, out: ObjectId) -> Option<ObjectId> {
        let paired = self.now.pairs.iter().find(|(_, it)| **it == out).map(|((left, right), _)| match side {
            Side::Left => *left,
            Side::Right => *right,
        });
        let skipped = || self.now.skipped[side.index()].iter().find(|(_, it)| it.out == out);
        paired.or_else(|| skipped().map(|(id, _)| *id))
    }

    /// Whether a block is named by an object and what was copied with it, and by nothing else.
    fn is_held_only_by(&mut self, side: Side, id: ObjectId, from: ObjectId) -> bool {
        let heap = self.heaps[side.index()];
        let names = |symbols: &mut Symbols, term: Term| {
            symbols.has_base(term)
                && symbols.objects_in(term).into_iter().any(|it| heap.segment_of(it).unwrap_or(it) == id)
        };
        let is_copied = |other: ObjectId| {
            other == from || other == id || self.now.skipped[side.index()].contains_key(&other)
        };
        heap.object(id).is_live_heap()
            && !self.roots.iter().any(|root| names(self.symbols, *root))
            && heap.objects().all(|(other, object)| {
                is_copied(other)
                    || object.content.terms().all(|(term, edge)| {
                        self.now.is_forgotten(side, other, edge.offset) || !names(self.symbols, term)
                    })
            })
    }
}
