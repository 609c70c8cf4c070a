//! Loops that walk down a tree: the nodes between its root and the place where the loop is become a path
//! ([`heap::DOWN`]).
//!
//! The nodes that variables of the loop point to, its *cursors*, stay as they are: what is known of them matters next. A
//! loop that remembers the node above, to hang a new one below it, compares once more to find out on which side, so
//! what it has found there is kept, and states that went down on different sides stay apart for a while.

use crate::state::State;
use crate::strategy::shape::Analysis;
use heap::{Branches, Data, ObjectId, Pointer, Shape};
use logic::Term;
use rustc_hash::{FxHashMap, FxHashSet};

impl Analysis<'_, '_> {
    /// The objects that variables of the loop point to at whose head a state is.
    pub(super) fn cursors(&mut self, state: &State) -> Vec<ObjectId> {
        let Some(frame) = state.frames.last() else { return Vec::new() };
        let set = self.set_by_loop(state);
        let values = set.iter().filter_map(|phi| frame.values[phi.index()]);
        values.flat_map(|term| self.transfer.symbols.objects_in(term)).collect()
    }

    /// Whether a state is at the head of a loop that goes down by several of these links.
    pub(super) fn goes_down(&mut self, state: &State, links: Branches) -> bool {
        let is_ghost = state.is_at_end_of_entry();
        let frame = state.frames.last().filter(|_| !is_ghost);
        let descents = self.descents();
        frame.is_some_and(|frame| descents.goes_down((frame.function, frame.block), links))
    }

    /// Puts the nodes that loops left behind, on their way down a tree, on a path. Gives whether there were any.
    pub(super) fn enter_paths(&mut self, state: &mut State, roots: &[Term], cursors: &[ObjectId]) -> bool {
        let mut entered = false;
        for links in self.tree_links().iter() {
            let everywhere = self.goes_down(state, *links);
            let symbols = &mut self.transfer.symbols;
            entered |= state.heap.enter_paths(symbols, *links, roots, cursors, everywhere);
        }
        entered
    }

    /// Whether the loop at whose head two states are went down a tree on different sides: what it found out of a number
    /// in a node that it points to is the opposite in the other state.
    pub(super) fn went_elsewhere(&mut self, left: &State, right: &State) -> bool {
        if !self.tree_links().iter().any(|links| self.goes_down(left, *links)) {
            return false;
        }
        let (Some(one), Some(other)) = (left.frames.last(), right.frames.last()) else { return false };
        // What numbers of the left state are in the right one; those in nodes are what matters.
        let mut map: FxHashMap<Term, Term> = FxHashMap::default();
        let mut held: Vec<Term> = Vec::new();
        for phi in self.set_by_loop(left) {
            let values = [one.values[phi.index()], other.values[phi.index()]];
            let [Some(a), Some(b)] = values else { continue };
            let symbols = &mut self.transfer.symbols;
            let found = [left.heap.pointer(symbols, a), right.heap.pointer(symbols, b)];
            let [Pointer::Into(a, _), Pointer::Into(b, _)] = found else { continue };
            let (a, b) = (left.heap.object(a), right.heap.object(b));
            if a.shape != Shape::Region || b.shape != Shape::Region {
                continue;
            }
            for edge in a.content.edges() {
                let Data::Bits { term, skip: 0 } = edge.data else { continue };
                if let Some(there) = b.content.peek(symbols, edge.offset, edge.len)
                    && symbols.store.width(term) == symbols.store.width(there)
                    && ![term, there].into_iter().any(|term| symbols.has_base(term))
                {
                    map.insert(term, there);
                    held.push(term);
                }
            }
        }
        let store = &self.transfer.symbols.store;
        let held: FxHashSet<logic::VarId> = store.support(&held).into_iter().collect();
        for (a, b) in one.values.iter().zip(&other.values) {
            let (Some(a), Some(b)) = (*a, *b) else { continue };
            let is_number = !self.transfer.symbols.has_base(a);
            let store = &self.transfer.symbols.store;
            if is_number && store.as_const(a).is_none() && store.width(a) == store.width(b) {
                map.entry(a).or_insert(b);
            }
        }
        let store = &mut self.transfer.symbols.store;
        let known: FxHashSet<Term> = right.path.terms().into_iter().collect();
        left.path.terms().into_iter().any(|condition| {
            store.support(&[condition]).iter().any(|var| held.contains(var)) && {
                let there = store.replace(condition, &map);
                let opposite = store.not(there);
                known.contains(&opposite)
            }
        })
    }
}
