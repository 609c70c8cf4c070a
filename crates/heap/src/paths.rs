//! Paths: the nodes of a tree from its root down to the place where a loop is.
//!
//! A loop that walks down a tree goes on by one of several links at each node, and all that hangs at the other links
//! stays behind. A node *on a path* holds what its links hold in another order: first what the path goes on to, at a
//! hidden offset ([`DOWN`]), then what hangs at its other links, in their order, at the offsets behind it. At which of
//! its links the path goes on is open. So nodes on a path are those of a list that is linked by `DOWN`, each of which
//! owns the trees beside the path; they are folded, joined, skipped and taken off like those of any list.
//!
//! **Obligations**: the words at the links of a node on a path are not known, and nothing reads or writes them before
//! it was decided where the path goes on ([`Heap::leave_path`]); whoever accesses the node looks at all cases. A path
//! that leads to a tree is one tree, its nodes having either of the contents, whatever their number
//! ([`Heap::absorb_path`]).

use crate::heap::Heap;
use crate::object::{Object, ObjectId};
use crate::tails::BACK;
use crate::{Branches, End, Fill, Links, Pointer, Segment, Shape, Symbols};
use logic::Term;
use rustc_hash::FxHashMap;

/// Where a node on a path has what the path goes on to; what hangs at its other links follows.
pub const DOWN: u64 = 1 << 60;

/// How a path goes through a node of a tree.
struct Step {
    node: ObjectId,
    /// The number of the link by which it goes on.
    link: usize,
    /// What that leads to.
    to: ObjectId,
}

/// Whether an offset is that of a word that only nodes on a path have.
pub(crate) fn is_of_path(offset: u64) -> bool {
    (DOWN..BACK).contains(&offset)
}

/// Whether an offset is that of a tree beside a path.
pub(crate) fn is_beside_path(offset: u64) -> bool {
    offset != DOWN && is_of_path(offset)
}

/// Where a node has its links, and where it has them on a path that goes on by one of them: that comes first, the
/// others follow in their order.
fn places(links: Branches, link: usize, word: u64) -> impl Iterator<Item = (u64, u64)> {
    links.offsets().enumerate().map(move |(number, offset)| {
        let place = match number.cmp(&link) {
            std::cmp::Ordering::Less => number as u64 + 1,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => number as u64,
        };
        (offset, DOWN + place * word)
    })
}

impl Heap {
    /// Puts nodes of trees on a path: those that lead by one link to what cannot be folded, such as the node where a
    /// loop is, and by the others to trees or to nothing. Left out are `cursors`, and, unless the loop goes down
    /// `everywhere`, nodes that are not next to one on a path. Gives whether there were any.
    pub fn enter_paths(
        &mut self,
        symbols: &mut Symbols,
        links: Branches,
        roots: &[Term],
        cursors: &[ObjectId],
        everywhere: bool,
    ) -> bool {
        let named = self.times_named(symbols, roots);
        let nodes = self.objects().map(|(id, _)| id).filter(|id| !cursors.contains(id));
        let steps: Vec<Step> = nodes.filter_map(|id| self.step_down(symbols, id, links, &named)).collect();
        let mut is_entered = vec![false; steps.len()];
        while let Some(number) = (0..steps.len())
            .find(|at| !is_entered[*at] && (everywhere || self.is_next_to_path(symbols, &steps[*at], links)))
        {
            is_entered[number] = true;
            self.enter_path(symbols, links, &steps[number]);
        }
        is_entered.contains(&true)
    }

    /// Folds one path that ends in a tree, or in nothing, with that and with the trees beside it. None where there is
    /// no such path.
    pub fn absorb_path(&self, symbols: &mut Symbols, links: Branches, roots: &[Term]) -> Option<Heap> {
        let may_be_path = |object: &Object| {
            object.owner.is_none()
                && (object.path == Some(links)
                    || object.segment().is_some_and(|it| it.next().is_some_and(|next| links.has(next))))
        };
        let paths: Vec<ObjectId> =
            self.objects().filter(|(_, object)| may_be_path(object)).map(|(id, _)| id).collect();
        if paths.is_empty() {
            return None;
        }
        let named = self.times_named(symbols, roots);
        paths.into_iter().find_map(|id| self.absorbed(symbols, id, links, roots, &named))
    }

    /// Decides by which link the path goes on at a node, so that the node can be accessed.
    pub fn leave_path(&mut self, symbols: &mut Symbols, id: ObjectId, link: usize) {
        let Some(links) = self.object(id).path else { return };
        let word = u64::from(symbols.word() / 8);
        let object = self.object_mut(id);
        let mut content = object.content.without(is_of_path);
        let layer = (content.cells().to_vec(), content.columns().to_vec());
        for (offset, hidden) in places(links, link, word) {
            content.paste(&object.content.parts(hidden, word), hidden, offset);
        }
        content.with_cells(layer.0);
        content.with_columns(layer.1);
        object.content = content;
        object.path = None;
    }

    /// The other way round: at which of its links the path goes on is forgotten.
    fn enter_path(&mut self, symbols: &mut Symbols, links: Branches, step: &Step) {
        let word = u64::from(symbols.word() / 8);
        let object = self.object_mut(step.node);
        let mut content = object.content.clone();
        for (offset, hidden) in places(links, step.link, word) {
            content.paste(&object.content.parts(offset, word), offset, hidden);
            content.fill(offset, word, Fill::Unknown);
        }
        // Memory stays what it is.
        content.with_cells(object.content.cells().to_vec());
        content.with_columns(object.content.columns().to_vec());
        object.content = content;
        object.path = Some(links);
    }

    /// How a path goes through a node, where all but one of its links lead to trees or nowhere.
    fn step_down(
        &self,
        symbols: &mut Symbols,
        node: ObjectId,
        links: Branches,
        named: &FxHashMap<ObjectId, u32>,
    ) -> Option<Step> {
        let object = self.object(node);
        let is_node = object.shape == Shape::Region && object.path.is_none() && object.owner.is_none();
        if !is_node || !object.is_live_block() {
            return None;
        }
        let word = u64::from(symbols.word() / 8);
        let mut found: Option<Step> = None;
        for (link, offset) in links.offsets().enumerate() {
            let term = object.content.known(symbols, offset, word)?;
            let to = match self.pointer(symbols, term) {
                Pointer::Null => continue,
                Pointer::Into(to, at) if to != node => {
                    symbols.store.as_const(at).filter(|at| at.is_zero()).map(|_| to)?
                }
                _ => return None,
            };
            let below = self.find(to)?;
            let unlike = object.used_as.zip(below.used_as).is_some_and(|(one, other)| one != other);
            let fits = below.is_live_block() && below.owner.is_none() && below.size == object.size && !unlike;
            if !fits {
                return None;
            }
            if self.is_subtree(symbols, to, links, named) {
                continue;
            }
            if found.replace(Step { node, link, to }).is_some() {
                return None;
            }
        }
        found
    }

    /// Whether an object is a tree, or a leaf, that is named once.
    fn is_subtree(
        &self,
        symbols: &mut Symbols,
        id: ObjectId,
        links: Branches,
        named: &FxHashMap<ObjectId, u32>,
    ) -> bool {
        let word = u64::from(symbols.word() / 8);
        let null = symbols.null();
        let object = self.object(id);
        let is_tree = match object.shape {
            Shape::Segment(segment) => segment.links == Links::Tree(links),
            Shape::Region => {
                links.offsets().all(|link| object.content.known(symbols, link, word) == Some(null))
            }
            _ => false,
        };
        is_tree && object.is_live_block() && object.owner.is_none() && named.get(&id) == Some(&1)
    }

    /// Whether a node hangs below one that is on a path, or leads to such a node.
    fn is_next_to_path(&self, symbols: &mut Symbols, step: &Step, links: Branches) -> bool {
        if self.object(step.to).path == Some(links) {
            return true;
        }
        let word = u64::from(symbols.word() / 8);
        let base = Some(self.object(step.node).base);
        self.objects().any(|(_, object)| {
            object.path == Some(links)
                && object.owner.is_none()
                && object.content.peek(symbols, DOWN, word) == base
        })
    }

    /// A heap in which a path and what it leads to are one tree. Of a path of any length two nodes stand for all: each has
    /// numbers of its own, so what holds of both holds of any.
    fn absorbed(
        &self,
        symbols: &mut Symbols,
        id: ObjectId,
        links: Branches,
        roots: &[Term],
        named: &FxHashMap<ObjectId, u32>,
    ) -> Option<Heap> {
        let object = self.object(id);
        if !object.is_live_block() {
            return None;
        }
        let word = u64::from(symbols.word() / 8);
        let segment = object.segment().copied();
        let down = match segment.map(|segment| segment.links) {
            None => DOWN,
            Some(Links::List { head: 0, next, prev: None }) => next,
            Some(_) => return None,
        };
        // A list beside which there are no trees stays one.
        let null = symbols.null();
        let mut beside = links.offsets().filter(|link| *link != down);
        if object.path.is_none()
            && beside.all(|link| object.content.known(symbols, link, word).is_none_or(|it| it == null))
        {
            return None;
        }
        let term = object.content.known(symbols, down, word)?;
        let least = match self.pointer(symbols, term) {
            Pointer::Null => 0,
            Pointer::Into(below, _) if self.is_subtree(symbols, below, links, named) => {
                let is_start = symbols.store.sub(term, self.object(below).base);
                symbols.store.as_const(is_start).filter(|offset| offset.is_zero())?;
                self.object(below).segment().map_or(1, |tree| tree.min)
            }
            _ => return None,
        };
        let mut heap = self.clone();
        let mut nodes = vec![id];
        if let Some(segment) = segment {
            let two = Segment { min: 2, max: Some(2), count: None, ..segment };
            heap.object_mut(id).shape = Shape::Segment(two);
            heap.materialise(symbols, id, End::First)?;
            let second = heap.object(id).content.known(symbols, down, word)?;
            let Pointer::Into(second, _) = heap.pointer(symbols, second) else { return None };
            heap.materialise(symbols, second, End::First)?;
            nodes.push(second);
        }
        for node in &nodes {
            heap.leave_path(symbols, *node, 0);
        }
        for node in nodes.into_iter().rev() {
            heap = heap.fold_tree(symbols, node, links, roots)?;
        }
        if let (Some(segment), Shape::Segment(tree)) = (segment, &mut heap.object_mut(id).shape) {
            tree.min = (segment.min + least).min(1);
        }
        Some(heap)
    }

    /// How often each object is named.
    fn times_named(&self, symbols: &mut Symbols, roots: &[Term]) -> FxHashMap<ObjectId, u32> {
        self.named(symbols, roots).into_iter().map(|(id, (outside, inside))| (id, outside + inside)).collect()
    }
}
