//! Abstraction: neighbouring nodes of a list become one segment.
//!
//! A node is a live heap block or a segment of such; its neighbour is another of the same size or type to which it
//! has a link, at the same offsets that its own neighbour has. Folding joins what the two nodes hold besides the
//! links; what only one of them reaches comes to belong to each node. Where sizes differ, or offsets in what the
//! nodes point to, each node has its own ([`Symbols::each`]). Nodes of different types are neighbours where nothing
//! else can be folded, if they hold a number that may tell which they are. Only the ends of a segment may be named
//! from outside: folding a node that is named otherwise leaves a pointer to nothing and is refused
//! ([`crate::Heap::is_well_formed`]).

use crate::heap::Heap;
use crate::join::{Join, Parts, Purpose, Side};
use crate::object::{Object, ObjectId};
use crate::paths::{is_beside_path, is_of_path};
use crate::tails::BACK;
use crate::{Content, Data, Fill, Links, Number, Offset, Pointer, Segment, Shape, Symbols};
use logic::Term;
use rustc_hash::FxHashMap;

/// Above this a least number of nodes is not counted: what matters is whether the ends differ.
const COUNTED: u32 = 2;

/// What folding two nodes costs: first in parts that they have, then in anything.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cost {
    parts: Status,
    all: Status,
}

/// How two nodes compare.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Status {
    /// The nodes are alike.
    Equal,
    /// One covers the other.
    OneSided,
    /// They have something in common.
    Both,
}

/// A heap in which two nodes were folded.
pub struct Folded {
    /// The heap.
    pub heap: Heap,
    /// What it cost.
    pub cost: Cost,
    /// The numbers that each node has by itself, and what they were in either node.
    pub numbers: Vec<Number>,
    /// The offsets among them.
    pub offsets: Vec<Offset>,
    /// Whether pointers were forgotten.
    pub forgets: bool,
}

impl Cost {
    /// Whether a node may have other parts, or in other numbers, than one of the two had.
    pub fn changes_parts(self) -> bool {
        self.parts != Status::Equal
    }

    /// Whether nodes are alike, so that nothing costs less.
    pub fn is_least(self) -> bool {
        self.parts == Status::Equal && self.all == Status::Equal
    }
}

impl Status {
    fn new(lost: [bool; 2]) -> Status {
        match lost {
            [false, false] => Status::Equal,
            [true, true] => Status::Both,
            _ => Status::OneSided,
        }
    }
}

/// Two nodes that could be folded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fold {
    /// The node before.
    pub first: ObjectId,
    /// The node after.
    pub second: ObjectId,
    /// How they hang together.
    pub links: Links,
}

/// Whether numbers lie where a node would have its link: an array that a structure points to is no list node, even if
/// it happens to be as large.
fn holds_numbers(symbols: &mut Symbols, object: &Object, offset: u64, word: u64) -> bool {
    let end = offset + word;
    let overlapping = object.content.edges().iter().filter(|edge| edge.offset < end && offset < edge.end());
    overlapping.into_iter().any(|edge| match edge.data {
        Data::Bits { term, .. } => {
            let is_word = (edge.offset, edge.len) == (offset, word);
            let is_number = symbols.store.as_const(term).is_none() && !symbols.is_undefined(term);
            !symbols.has_base(term) && (!is_word || is_number)
        }
        Data::Fill(_) | Data::OneOf(_) => false,
    })
}

impl Heap {
    /// The pairs of neighbours that hang together like nodes of a list. Nodes that are named by something besides
    /// their neighbours and their own parts, where that forbids folding, are left out.
    pub fn neighbours(&self, symbols: &mut Symbols, roots: &[Term]) -> Vec<Fold> {
        self.neighbours_with(symbols, roots, false)
    }

    /// The same, with pairs of nodes of different types and sizes that hold numbers which may tell them apart.
    pub fn neighbours_by_tag(&self, symbols: &mut Symbols, roots: &[Term]) -> Vec<Fold> {
        self.neighbours_with(symbols, roots, true)
    }

    fn neighbours_with(&self, symbols: &mut Symbols, roots: &[Term], by_tag: bool) -> Vec<Fold> {
        let named = self.named(symbols, roots);
        let linked = self.linked(symbols);
        let word = u64::from(symbols.word() / 8);
        let mut found = Vec::new();
        for (first, object) in self.objects() {
            if !is_node(object) {
                continue;
            }
            let is_link = |offset: u64| offset != BACK && !is_beside_path(offset);
            let links = object.content.edges().iter().filter(|edge| edge.len == word && is_link(edge.offset));
            for edge in links {
                let Some(term) = object.content.peek(symbols, edge.offset, word) else { continue };
                let Pointer::Into(second, offset) = self.pointer(symbols, term) else { continue };
                let Some(head) = symbols.store.as_const(offset).and_then(|offset| offset.to_u64()) else {
                    continue;
                };
                let Some(other) = self.find(second).filter(|other| is_node(other)) else { continue };
                let unlike = object.used_as.zip(other.used_as).is_some_and(|(one, other)| one != other);
                let alike = other.size == object.size
                    || object.used_as.is_some_and(|_| object.used_as == other.used_as);
                let may_be = (alike && !unlike) || (by_tag && Heap::has_tag(symbols, object, other));
                if second == first || !may_be || head >= 1 << 32 || object.path != other.path {
                    continue;
                }
                // What elements of an array hold is no link between them.
                let is_element_link = object.element_links(symbols).map(|links| match links {
                    Links::List { next, .. } => next == edge.offset,
                    Links::Tree(_) | Links::Optional => false,
                });
                if object.kind != other.kind && (object.is_element() || other.is_element())
                    || is_element_link == Some(false)
                {
                    continue;
                }
                if self.leads_to_itself(symbols, second, edge.offset)
                    || holds_numbers(symbols, other, edge.offset, word)
                {
                    continue;
                }
                let back = self.backward_links(symbols, first, second, head);
                // Where a node follows by two links, the later one is that of an upper level.
                let is_twice = |&(from, at, to): &(ObjectId, u64, ObjectId)| {
                    from == first && at > edge.offset && to == second
                };
                if back.is_empty() && linked.iter().any(is_twice) {
                    continue;
                }
                // Only a chain without links back is singly linked.
                let ways = if back.is_empty() { vec![None] } else { back };
                for prev in ways {
                    let links = Links::List { head, next: edge.offset, prev };
                    let fits = |object: &Object| object.segment().is_none_or(|it| it.links == links);
                    // A chain that is linked both ways is seen from one end only: the one from which the links
                    // forward come first in a node.
                    let is_backward = prev.is_some_and(|prev| prev <= edge.offset);
                    if is_backward || !fits(object) || !fits(other) {
                        continue;
                    }
                    let fold = Fold { first, second, links };
                    // Where links of an upper level lead to a node, it begins a chain of the lower one.
                    let is_upper = |(from, at, to): &(ObjectId, u64, ObjectId)| {
                        *to == first
                            && ![first, second].contains(from)
                            && *at > edge.offset
                            && Some(*at) != prev
                            && self.object(*from).is_like(object)
                    };
                    let is_beginning = linked.iter().any(is_upper);
                    if !is_beginning && !found.contains(&fold) && self.may_fold(&named, &fold) {
                        found.push(fold);
                        break;
                    }
                }
            }
        }
        found
    }

    /// Objects that may be absent become lists of at most one node where another of their type leads to them by a link
    /// that is null in them: they are the rest of its list.
    pub fn list_optional(&mut self, symbols: &mut Symbols) {
        let word = u64::from(symbols.word() / 8);
        let null = symbols.null();
        let mut found: Vec<(ObjectId, u64)> = Vec::new();
        for (first, object) in self.objects().filter(|(_, object)| is_node(object)) {
            let links = object
                .content
                .edges()
                .iter()
                .filter(|edge| edge.len == word && edge.offset != BACK && !is_of_path(edge.offset));
            for edge in links {
                let Some(term) = object.content.peek(symbols, edge.offset, word) else { continue };
                let Pointer::Into(second, offset) = self.pointer(symbols, term) else { continue };
                let Some(other) = self.find(second).filter(|other| other.owner.is_none()) else { continue };
                let is_optional = other.segment().is_some_and(|it| it.links == Links::Optional);
                let is_start = symbols.store.as_const(offset).is_some_and(|offset| offset.is_zero());
                if is_optional
                    && is_start
                    && first != second
                    && object.is_like(other)
                    && other.content.known(symbols, edge.offset, word) == Some(null)
                    && !found.iter().any(|(id, _)| *id == second)
                {
                    found.push((second, edge.offset));
                }
            }
        }
        for (id, next) in found {
            let object = self.object(id).clone();
            let Some(segment) = object.segment().copied() else { continue };
            let after = self.fresh_id();
            let base = symbols.base(after, object.align);
            let specifier = Object { base, shape: Shape::After(id), ..self.object(segment.node).clone() };
            self.insert(after, specifier);
            let links = Links::List { head: 0, next, prev: None };
            let list = Segment { links, after: Some(after), ..segment };
            let object = self.object_mut(id);
            object.shape = Shape::Segment(list);
            object.content.rename(next, word, null);
        }
    }

    /// Whether an object points at an offset to itself. What leads there from another one is no link to the next node
    /// then, but to what all nodes point to, such as the last one of them.
    pub(crate) fn leads_to_itself(&self, symbols: &mut Symbols, id: ObjectId, offset: u64) -> bool {
        let word = u64::from(symbols.word() / 8);
        let term = self.find(id).and_then(|object| object.content.peek(symbols, offset, word));
        term.is_some_and(|term| matches!(self.pointer(symbols, term), Pointer::Into(to, _) if to == id))
    }

    /// The offsets at which the second node points back to the first.
    fn backward_links(
        &self,
        symbols: &mut Symbols,
        first: ObjectId,
        second: ObjectId,
        head: u64,
    ) -> Vec<Option<u64>> {
        let word = u64::from(symbols.word() / 8);
        let back = self.object(first).segment().map_or(Some(first), |segment| segment.last);
        let Some(back) = back else { return Vec::new() };
        let base = self.object(back).base;
        let head = symbols.size(head);
        let expected = symbols.store.add(base, head);
        let object = self.object(second);
        let edges = object.content.edges().iter().filter(|edge| edge.len == word);
        edges
            .filter(|edge| object.content.peek(symbols, edge.offset, word) == Some(expected))
            .map(|edge| Some(edge.offset))
            .collect()
    }

    /// The pointers between heap blocks: whose, at which offset, and to what.
    fn linked(&self, symbols: &mut Symbols) -> Vec<(ObjectId, u64, ObjectId)> {
        let mut linked = Vec::new();
        for (id, object) in self.objects().filter(|(_, object)| object.is_live_heap()) {
            for (term, edge) in
                object.content.terms().filter(|(_, edge)| edge.offset != BACK && !is_of_path(edge.offset))
            {
                if let Pointer::Into(to, _) = self.pointer(symbols, term) {
                    linked.push((id, edge.offset, to));
                }
            }
        }
        linked
    }

    /// By how many places each object is named: by roots and objects that are no heap blocks, and by heap blocks.
    pub(crate) fn named(&self, symbols: &mut Symbols, roots: &[Term]) -> FxHashMap<ObjectId, (u32, u32)> {
        let mut named: FxHashMap<ObjectId, (u32, u32)> = FxHashMap::default();
        for root in roots {
            for id in symbols.objects_in(*root) {
                named.entry(id).or_default().0 += 1;
            }
        }
        for (_, object) in self.objects().filter(|(_, object)| object.is_alive()) {
            let is_block = object.is_live_heap();
            for (term, _) in object.content.terms() {
                if symbols.has_base(term) {
                    for id in symbols.objects_in(term) {
                        let entry = named.entry(id).or_default();
                        match is_block {
                            true => entry.1 += 1,
                            false => entry.0 += 1,
                        }
                    }
                }
            }
        }
        named
    }

    /// A quick look at whether folding can succeed.
    fn may_fold(&self, named: &FxHashMap<ObjectId, (u32, u32)>, fold: &Fold) -> bool {
        let from_outside = |id: ObjectId| named.get(&id).map_or(0, |count| count.0);
        let Links::List { prev, .. } = fold.links else { return false };
        // The end at which the nodes meet must not be named; a region that becomes an end may be.
        let second_is_end = prev.is_some() && self.object(fold.second).segment().is_none();
        let first_meets = self.object(fold.first).segment().and_then(|segment| segment.last);
        (second_is_end || from_outside(fold.second) == 0)
            && first_meets.is_none_or(|last| from_outside(last) == 0)
    }

    /// Whether two nodes are all of a list that hangs below a block of another kind. While a list is built a variable
    /// points to it; one to which none does has got as many nodes as it will have, and few of them are worth counting.
    fn is_complete(&self, symbols: &mut Symbols, fold: &Fold, roots: &[Term]) -> bool {
        let Links::List { next, .. } = fold.links else { return false };
        let word = u64::from(symbols.word() / 8);
        let null = symbols.null();
        let node = self.object(fold.first);
        let mut names = |term: Term| symbols.has_base(term) && symbols.objects_in(term).contains(&fold.first);
        let is_held = self.objects().filter(|(_, object)| object.is_alive()).all(|(id, object)| {
            (object.is_live_heap() && !object.is_like(node))
                || id == fold.second
                || !object.content.terms().any(|(term, _)| names(term))
        });
        is_held
            && !roots.iter().any(|root| names(*root))
            && self.object(fold.second).content.known(symbols, next, word) == Some(null)
    }

    /// Folds two neighbours into a segment that keeps the id of the first. None where that would lose a pointer or
    /// the nodes have too little in common.
    pub fn fold(&self, symbols: &mut Symbols, fold: Fold, roots: &[Term]) -> Option<Folded> {
        self.fold_with(symbols, fold, roots, false)
    }

    /// The same, where pointers in which the nodes differ are forgotten if nothing depends on them.
    pub fn fold_and_forget(&self, symbols: &mut Symbols, fold: Fold, roots: &[Term]) -> Option<Folded> {
        self.fold_with(symbols, fold, roots, true)
    }

    fn fold_with(&self, symbols: &mut Symbols, fold: Fold, roots: &[Term], forgets: bool) -> Option<Folded> {
        let Fold { first, second, links } = fold;
        let prev = match links {
            Links::List { prev, .. } => prev,
            Links::Tree(_) => None,
            Links::Optional => return None,
        };
        let (one, other) = (self.object(first).clone(), self.object(second).clone());
        if one.path != other.path {
            return None;
        }
        let word = u64::from(symbols.word() / 8);
        let mut out = self.clone();
        let node = out.fresh_id();
        let after = matches!(links, Links::List { .. }).then(|| out.fresh_id());
        let last = match (prev, other.shape) {
            (None, _) => None,
            (Some(_), Shape::Segment(segment)) => segment.last,
            (Some(_), _) => Some(second),
        };
        let count = |object: &Object| object.segment().map_or(1, |segment| segment.min);
        let counted = if matches!(links, Links::Tree(_)) { 1 } else { COUNTED };
        let min = (count(&one) + count(&other)).min(counted);
        let align = one.align.min(other.align);
        let most = |object: &Object| object.segment().map_or(Some(1), |segment| segment.max);
        let max = most(&one).zip(most(&other)).map(|(a, b)| a + b).filter(|max| *max <= counted);
        let max = max
            .filter(|_| !one.is_element() && one.path.is_none() && self.is_complete(symbols, &fold, roots));
        let count = match links {
            Links::List { .. } => count_of(symbols, &one).zip(count_of(symbols, &other)),
            Links::Tree(_) | Links::Optional => None,
        };
        let count = count.map(|(a, b)| symbols.store.add(a, b));
        let segment = Segment { links, min, max, count, node, last, after };
        // Both ends keep their addresses, so an end that was less aligned decides only for what it stands for.
        let mut template = Object { align, shape: Shape::Segment(segment), ..one.clone() };
        let specifier = |symbols: &mut Symbols, template: &Object, id: ObjectId, shape: Shape| Object {
            base: symbols.base(id, align),
            shape,
            content: Content::filled(Fill::Undefined),
            owner: None,
            ..template.clone()
        };
        out.insert(node, specifier(symbols, &template, node, Shape::Node(first)));
        if let Some(after) = after {
            out.insert(after, specifier(symbols, &template, after, Shape::After(first)));
        }
        out.insert(first, template.clone());
        let mut join = Join::with(symbols, self, self, Purpose::Nodes(node), out, roots);
        join.forgets = forgets;
        join.preset(first, second, first);
        if one.size != other.size {
            join.keep_tags(&one, &other);
        }
        template.size = join.offset(one.size, other.size)?;
        // Offsets into the nodes are compared with it.
        join.resize(first, template.size);
        let left_out: Vec<(u64, u64)> = segment.link_offsets().map(|link| (link, word)).collect();
        let [left, right] = join.as_large(&one, &other);
        let mut content = join.content(&left, &right, &left_out, None)?;
        join.process()?;
        join.copy_skipped()?;
        let forgot = join.has_forgotten();
        if forgot && !(join.met_all(Side::Left, [first]) && join.met_all(Side::Right, [second])) {
            return None;
        }
        let Parts { mut out, consumed, reshaped, lost, numbers, offsets } = join.into_parts();
        // What belongs to both nodes belongs to neither alone; nor is a node part of its neighbour.
        if consumed[0].iter().any(|id| consumed[1].contains(id)) {
            return None;
        }
        // What all nodes of a segment share does not come to belong to each of them.
        for (side, root, node) in [(0, first, &one), (1, second, &other)] {
            let shared = |id: &ObjectId| *id != root && self.object(*id).owner.is_none();
            if node.segment().is_some() && consumed[side].iter().any(shared) {
                return None;
            }
        }
        match links {
            Links::List { next, prev, .. } => {
                content.rename(next, word, other.content.known(symbols, next, word)?);
                if let Some(prev) = prev {
                    content.rename(prev, word, one.content.known(symbols, prev, word)?);
                }
            }
            Links::Tree(_) => {
                let null = symbols.null();
                segment.link_offsets().for_each(|link| content.rename(link, word, null));
            }
            Links::Optional => return None,
        }
        // What was folded is gone: the other node, old specifiers, and what belonged to either.
        for id in consumed.into_iter().flatten().filter(|id| *id != first && *id != second) {
            if out.find(id).is_some() {
                out.forget_segment(id);
            }
        }
        out.forget(second);
        for segment in [one.segment(), other.segment()].into_iter().flatten() {
            for nested in out.owned_by(segment.node) {
                out.forget_segment(nested);
            }
            segment.specifiers().for_each(|specifier| out.forget(specifier));
        }
        out.insert(node, specifier(symbols, &template, node, Shape::Node(first)));
        if let Some(after) = after {
            out.insert(after, specifier(symbols, &template, after, Shape::After(first)));
        }
        if let Some(last) = last {
            let known = self.object(last);
            let base = known.base;
            let end = Object {
                base,
                align: known.align,
                ..specifier(symbols, &template, last, Shape::Last(first))
            };
            out.insert(last, end);
        }
        out.insert(first, Object { content, ..template });
        out.count_no_parts();
        let cost = Cost { parts: Status::new(reshaped), all: Status::new(lost) };
        if forgot && !out.holds_all(symbols, roots) {
            return None;
        }
        let folded = Folded { heap: out, cost, numbers, offsets, forgets: forgot };
        folded.heap.is_well_formed(symbols, roots).then_some(folded)
    }
}

/// How many nodes a region or a list is, where that is known.
pub(crate) fn count_of(symbols: &mut Symbols, object: &Object) -> Option<Term> {
    match object.shape {
        _ if !(symbols.counts_nodes || object.is_element()) || object.owner.is_some() => None,
        _ if object.path.is_some() => None,
        Shape::Region => Some(symbols.size(1)),
        Shape::Segment(segment) => segment.count,
        Shape::Last(_) | Shape::Node(_) | Shape::After(_) => None,
    }
}

impl Heap {
    /// Forgets how many nodes lists have that are parts of nodes: they differ from node to node.
    pub(crate) fn count_no_parts(&mut self) {
        let is_part = |object: &Object| object.owner.is_some() && object.count().is_some();
        let parts: Vec<ObjectId> =
            self.objects().filter(|(_, object)| is_part(object)).map(|(id, _)| id).collect();
        for id in parts {
            if let Shape::Segment(segment) = &mut self.object_mut(id).shape {
                segment.count = None;
            }
        }
    }
}

/// Whether an object can be a node of a list that is seen from outside.
fn is_node(object: &Object) -> bool {
    object.is_live_heap()
        && object.owner.is_none()
        && object.segment().is_none_or(|segment| matches!(segment.links, Links::List { .. }))
}
