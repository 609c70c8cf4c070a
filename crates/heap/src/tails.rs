//! Tail pointers of lists without links back.
//!
//! Only a segment with links back has an address for its last node, so a queue of singly-linked nodes that knows its last
//! one would keep that node apart, and the empty queue from all others. But a list can always be given links back that the
//! program does not know of: *hidden* ones, at an offset that no access reaches ([`BACK`]). They are auxiliary variables:
//! nothing reads them, so they may be set to anything at any time. Where a structure names the last node of a list,
//! they are set in all nodes before it, and lists with and without nodes are folded and joined like those that are
//! linked both ways.
//!
//! **Obligations**: a hidden link keeps no memory from being lost (`reach.rs`, `certain.rs`), and who names the last
//! node by such a segment holds nothing but that node. Where a segment may be empty, its hidden link says what its last
//! specifier stands for then; so it is not changed while something names the last node.

use crate::heap::Heap;
use crate::object::{Kind, Object, ObjectId};
use crate::{Content, Fill, Links, Pointer, Segment, Shape, Symbols};
use logic::Term;
use rustc_hash::{FxHashMap, FxHashSet};

/// Where a node has a hidden link to the one before it: behind everything that can be accessed.
pub const BACK: u64 = 1 << 61;

/// The links of a list without links back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Forward {
    head: u64,
    next: u64,
}

impl Segment {
    /// Whether its links back are hidden.
    pub fn has_hidden_links(&self) -> bool {
        self.prev() == Some(BACK)
    }
}

impl Content {
    /// Whether a node with this content has a hidden link.
    pub(crate) fn has_back(&self) -> bool {
        self.edges().iter().rev().take(2).any(|edge| edge.offset == BACK)
    }

    /// The same content without a hidden link.
    pub(crate) fn without_back(&self) -> Content {
        self.without(|offset| offset == BACK)
    }

    /// The same content without what is at hidden offsets of some kind.
    pub(crate) fn without(&self, is_gone: impl Fn(u64) -> bool) -> Content {
        let mut content = Content::filled(self.rest());
        for edge in self.edges().iter().filter(|edge| !is_gone(edge.offset)) {
            content.paste(&[*edge], edge.offset, edge.offset);
        }
        content.with_cells(self.cells().to_vec());
        content.with_columns(self.columns().to_vec());
        content
    }
}

impl Heap {
    /// The segment with hidden links of which an object is the last specifier.
    pub fn hidden_end(&self, id: ObjectId) -> Option<ObjectId> {
        let Shape::Last(of) = self.find(id)?.shape else { return None };
        self.find(of)?.segment().filter(|segment| segment.has_hidden_links()).map(|_| of)
    }

    /// Sets hidden links in the lists whose last nodes are named by structures that name other nodes of them, too, and
    /// forgets all others.
    pub fn link_tails(&mut self, symbols: &mut Symbols, roots: &[Term]) {
        let tails = self.tails(symbols, roots);
        let linked: Vec<ObjectId> = self
            .objects()
            .filter(|(_, object)| object.owner.is_none() && object.content.has_back())
            .map(|(id, _)| id)
            .collect();
        if tails.is_empty() && linked.is_empty() {
            return;
        }
        for id in &linked {
            if self.object(*id).segment().is_none() {
                let content = self.object(*id).content.without_back();
                self.object_mut(*id).content = content;
            }
        }
        let mut visited = FxHashSet::default();
        for (tail, links) in tails {
            self.link_back_from(symbols, tail, links, &mut visited);
        }
        for id in linked.into_iter().filter(|id| !visited.contains(id)) {
            self.forget_hidden_links(symbols, roots, id);
        }
    }

    /// Objects go, and with them what hidden links say of them.
    pub fn forget_links_to(&mut self, symbols: &mut Symbols, gone: &[ObjectId]) {
        let names = |heap: &Heap, symbols: &mut Symbols, object: &Object| {
            let word = u64::from(symbols.word() / 8);
            let term = object.content.peek(symbols, BACK, word);
            term.is_some_and(|term| {
                let mut named = symbols.objects_in(term).into_iter();
                named.any(|id| gone.contains(&id) || heap.segment_of(id).is_some_and(|it| gone.contains(&it)))
            })
        };
        let with_links =
            self.objects().filter(|(id, object)| object.content.has_back() && !gone.contains(id));
        let with_links: Vec<ObjectId> = with_links.map(|(id, _)| id).collect();
        for id in with_links {
            if names(self, symbols, self.object(id)) {
                self.set_back(symbols, id, None);
            }
        }
    }

    /// The last nodes that are named by something that names another node of the list, with the links of the list.
    fn tails(&self, symbols: &mut Symbols, roots: &[Term]) -> Vec<(ObjectId, Forward)> {
        // Which objects that are no nodes of the list name what.
        let mut holders: FxHashMap<ObjectId, Vec<ObjectId>> = FxHashMap::default();
        let mut ends: FxHashSet<ObjectId> = FxHashSet::default();
        for root in roots.iter().filter(|root| symbols.has_base(**root)).copied().collect::<Vec<Term>>() {
            ends.extend(symbols.objects_in(root));
        }
        for (id, object) in self.objects().filter(|(_, object)| object.is_alive()) {
            for (term, edge) in object.content.terms() {
                if edge.offset == BACK || !symbols.has_base(term) {
                    continue;
                }
                for named in symbols.objects_in(term) {
                    ends.insert(named);
                    let by = holders.entry(named).or_default();
                    if !by.contains(&id) {
                        by.push(id);
                    }
                }
            }
        }
        let mut tails = Vec::new();
        for (id, object) in self.objects() {
            if object.owner.is_some() || object.path.is_some() || !object.is_live_block() {
                continue;
            }
            match object.shape {
                Shape::Segment(segment) if segment.last.is_some_and(|last| ends.contains(&last)) => {
                    if let (Links::List { head, next, .. }, true) =
                        (segment.links, segment.has_hidden_links())
                    {
                        tails.push((id, Forward { head, next }));
                    }
                }
                Shape::Region => {
                    let Some(by) = holders.get(&id) else { continue };
                    let mut outside =
                        by.iter().filter(|holder| !self.object(**holder).is_like(object)).peekable();
                    if outside.peek().is_none() {
                        continue;
                    }
                    let Some(links) = self.links_to_end(symbols, id) else { continue };
                    let chain = self.before(symbols, id, links);
                    let names_other = |holder: &ObjectId| {
                        let is_global = matches!(self.object(*holder).kind, Kind::Global(_));
                        is_global
                            || chain
                                .iter()
                                .any(|node| holders.get(node).is_some_and(|holders| holders.contains(holder)))
                    };
                    if outside.any(names_other) {
                        tails.push((id, links));
                    }
                }
                _ => {}
            }
        }
        tails
    }

    /// How a node hangs at the end of a list without links back: another one leads to it by a link that is null in it.
    fn links_to_end(&self, symbols: &mut Symbols, end: ObjectId) -> Option<Forward> {
        let word = u64::from(symbols.word() / 8);
        let null = symbols.null();
        let last = self.object(end);
        for (id, object) in self.objects() {
            let is_before =
                id != end && object.owner.is_none() && object.is_live_block() && object.is_like(last);
            if !is_before || matches!(object.shape, Shape::Segment(it) if !is_forward(&it)) {
                continue;
            }
            for edge in object.content.edges().iter().filter(|edge| edge.len == word && edge.offset != BACK) {
                let Some(term) = object.content.peek(symbols, edge.offset, word) else { continue };
                let Pointer::Into(to, at) = self.pointer(symbols, term) else { continue };
                let head = symbols.store.as_const(at).and_then(|at| at.to_u64()).filter(|at| *at < 1 << 32);
                let (Some(head), true) = (head, to == end) else { continue };
                let links = Forward { head, next: edge.offset };
                let is_end = last.content.known(symbols, edge.offset, word) == Some(null);
                let fits =
                    object.segment().is_none_or(|it| it.head() == head && it.next() == Some(links.next));
                // A list that is linked both ways needs no other links back.
                let back = symbols.size(head);
                let back = symbols.store.add(object.base, back);
                let leads_back = last.content.terms().any(|(term, edge)| edge.offset != BACK && term == back);
                if is_end && fits && !leads_back {
                    return Some(links);
                }
            }
        }
        None
    }

    /// The nodes and segments before a node, nearest first.
    fn before(&self, symbols: &mut Symbols, id: ObjectId, links: Forward) -> Vec<ObjectId> {
        let mut found = Vec::new();
        let mut at = id;
        while let Some(before) = self.node_before(symbols, at, links)
            && before != id
            && !found.contains(&before)
        {
            found.push(before);
            at = before;
        }
        found
    }

    /// The one node or segment of a list that leads to another.
    fn node_before(&self, symbols: &mut Symbols, id: ObjectId, links: Forward) -> Option<ObjectId> {
        let word = u64::from(symbols.word() / 8);
        let node = self.object(id);
        let mut found = None;
        for (before, object) in self.objects() {
            let is_node =
                before != id && object.owner.is_none() && object.is_live_block() && object.is_like(node);
            let fits = object
                .segment()
                .is_none_or(|it| is_forward(it) && it.head() == links.head && it.next() == Some(links.next));
            if !is_node || !fits {
                continue;
            }
            let Some(term) = object.content.peek(symbols, links.next, word) else { continue };
            let Pointer::Into(to, at) = self.pointer(symbols, term) else { continue };
            if to == id && symbols.store.as_const(at).and_then(|at| at.to_u64()) == Some(links.head) {
                if found.is_some() {
                    return None;
                }
                found = Some(before);
            }
        }
        found
    }

    /// Sets the hidden links of a node and of all before it.
    fn link_back_from(
        &mut self,
        symbols: &mut Symbols,
        tail: ObjectId,
        links: Forward,
        visited: &mut FxHashSet<ObjectId>,
    ) {
        let mut at = tail;
        let mut is_new = false;
        while visited.insert(at) {
            let before = self.node_before(symbols, at, links);
            let mut before_is_new = false;
            let to = before.map(|id| {
                if let Some(segment) = self.object(id).segment().copied() {
                    before_is_new = segment.last.is_none();
                    let last = segment.last.unwrap_or_else(|| self.add_hidden_end(symbols, id, segment));
                    return self.object(last).base;
                }
                self.object(id).base
            });
            let head = symbols.size(links.head);
            let to = to.map(|base| symbols.store.add(base, head));
            // What the last specifier of an empty segment stands for may not change.
            let is_free = is_new || self.object(at).segment().is_none_or(|segment| !segment.may_be_empty());
            if is_free {
                self.set_back(symbols, at, to);
            } else {
                let word = u64::from(symbols.word() / 8);
                if to.is_none() || self.object(at).content.peek(symbols, BACK, word) != to {
                    return;
                }
            }
            let Some(before) = before else { return };
            (at, is_new) = (before, before_is_new);
        }
    }

    /// Gives a segment hidden links, and a last specifier.
    fn add_hidden_end(&mut self, symbols: &mut Symbols, id: ObjectId, segment: Segment) -> ObjectId {
        let Links::List { head, next, .. } = segment.links else { unreachable!("a list has links") };
        let last = self.fresh_id();
        let align = self.object(id).align;
        let base = symbols.base(last, align);
        let content = Content::filled(Fill::Undefined);
        let specifier = Object {
            base,
            content,
            shape: Shape::Last(id),
            owner: None,
            ..self.object(segment.node).clone()
        };
        self.insert(last, specifier);
        let links = Links::List { head, next, prev: Some(BACK) };
        self.object_mut(id).shape = Shape::Segment(Segment { links, last: Some(last), ..segment });
        self.set_back(symbols, id, None);
        last
    }

    /// Sets a hidden link, to null where there is nothing to link to.
    fn set_back(&mut self, symbols: &mut Symbols, id: ObjectId, to: Option<Term>) {
        let word = u64::from(symbols.word() / 8);
        let to = to.unwrap_or_else(|| symbols.null());
        self.object_mut(id).content.rename(BACK, word, to);
    }

    /// Forgets the hidden links of a segment if nothing names its last node.
    fn forget_hidden_links(&mut self, symbols: &mut Symbols, roots: &[Term], id: ObjectId) {
        let Some(segment) = self.object(id).segment().copied().filter(Segment::has_hidden_links) else {
            return;
        };
        let (Links::List { head, next, .. }, Some(last)) = (segment.links, segment.last) else { return };
        let held = self.objects().filter(|(_, object)| object.is_alive());
        let held: Vec<Term> =
            held.flat_map(|(_, object)| object.content.terms().map(|(term, _)| term)).collect();
        let mut named = roots.iter().copied().chain(held);
        if named.any(|term| symbols.has_base(term) && symbols.objects_in(term).contains(&last)) {
            return;
        }
        let links = Links::List { head, next, prev: None };
        let content = self.object(id).content.without_back();
        let object = self.object_mut(id);
        object.content = content;
        object.shape = Shape::Segment(Segment { links, last: None, ..segment });
        self.forget(last);
    }
}

/// Whether a segment is a list without links back that the program knows of.
fn is_forward(segment: &Segment) -> bool {
    matches!(segment.links, Links::List { prev: None | Some(BACK), .. })
}
