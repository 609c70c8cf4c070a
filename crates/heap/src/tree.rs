//! Abstraction of trees: a node and what hangs below it become one tree.
//!
//! Below a node hang leaves and trees of the same kind. Folding joins what all of them hold, as it does for neighbours
//! in a list ([`Heap::fold`]); only the root may be named from outside. By which links trees hang together cannot be
//! seen from a few nodes, so the caller says it.

use crate::heap::Heap;
use crate::object::{Object, ObjectId};
use crate::{Branches, Fold, Links, Pointer, Shape, Symbols};
use logic::Term;

impl Heap {
    /// The nodes below which there are trees, or leaves, by some links.
    pub fn roots_of_trees(&self, symbols: &mut Symbols, links: Branches) -> Vec<ObjectId> {
        let mut is_root = |(id, object): &(ObjectId, &Object)| {
            let is_node = object.is_live_block() && object.owner.is_none() && object.segment().is_none();
            is_node && self.subtrees(symbols, *id, links).is_some_and(|found| !found.is_empty())
        };
        self.objects().filter(|it| is_root(it)).map(|(id, _)| id).collect()
    }

    /// Whether two neighbours hang together by a link of a tree: a path down a tree is no list.
    pub fn is_in_tree(&self, symbols: &mut Symbols, fold: &Fold, links: Branches) -> bool {
        let Links::List { next, prev: None, .. } = fold.links else { return false };
        let word = u64::from(symbols.word() / 8);
        let mut has_links = |id: ObjectId| {
            let object = self.object(id);
            links.offsets().filter(|link| *link != next).all(|link| {
                let term = object.content.known(symbols, link, word);
                match term.map(|term| self.pointer(symbols, term)) {
                    Some(Pointer::Null) => true,
                    Some(Pointer::Into(id, _)) => self.find(id).is_some_and(|it| it.size == object.size),
                    _ => false,
                }
            })
        };
        links.offsets().any(|link| link == next) && has_links(fold.first) && has_links(fold.second)
    }

    /// What hangs below a node, where that is a tree, a leaf or nothing at each link.
    fn subtrees(&self, symbols: &mut Symbols, root: ObjectId, links: Branches) -> Option<Vec<ObjectId>> {
        let word = u64::from(symbols.word() / 8);
        let object = self.object(root);
        let mut found = Vec::new();
        for link in links.offsets() {
            let term = object.content.known(symbols, link, word)?;
            let (id, offset) = match self.pointer(symbols, term) {
                Pointer::Null => continue,
                Pointer::Into(id, offset) => (id, offset),
                _ => return None,
            };
            let below = self.find(id)?;
            let unlike = object.used_as.zip(below.used_as).is_some_and(|(one, other)| one != other);
            let null = symbols.null();
            let is_tree = match below.shape {
                Shape::Segment(segment) => segment.links == Links::Tree(links),
                Shape::Region => {
                    links.offsets().all(|link| below.content.known(symbols, link, word) == Some(null))
                }
                _ => false,
            };
            let fits = is_tree
                && below.is_live_block()
                && below.owner.is_none()
                && below.size == object.size
                && !unlike
                && symbols.store.as_const(offset).is_some_and(|offset| offset.is_zero());
            if !fits || id == root || found.contains(&id) {
                return None;
            }
            found.push(id);
        }
        Some(found)
    }

    /// Folds a node and what hangs below it into a tree that keeps the id of the node.
    pub fn fold_tree(
        &self,
        symbols: &mut Symbols,
        root: ObjectId,
        links: Branches,
        roots: &[Term],
    ) -> Option<Heap> {
        let below = self.subtrees(symbols, root, links)?;
        let mut heap = self.clone();
        for second in below {
            // What hangs at one link may have gone with what hangs at another.
            heap.find(second)?;
            let fold = Fold { first: root, second, links: Links::Tree(links) };
            heap = heap.fold(symbols, fold, roots)?.heap;
        }
        Some(heap)
    }
}
