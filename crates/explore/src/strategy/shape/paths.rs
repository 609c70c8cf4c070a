//! Loops that walk down a tree: the nodes between its root and the place where the loop is become a path
//! ([`heap::DOWN`]).
//!
//! The nodes that variables of the loop point to, its *cursors*, stay as they are: what is known of them matters next. A
//! loop that remembers the node above, to hang a new one below it, compares once more to find out on which side, so
//! what it has found there is kept, and states that went down on different sides stay apart for a while.

use crate::state::State;
use crate::strategy::shape::Analysis;
use crate::transfer::Possible;
use heap::{Branches, ObjectId, Pointer, Shape};
use logic::Term;

/// The least width of a number that is compared with a key.
const NUMBER: u32 = 8;
/// How many pairs of numbers are compared at most to find out whether two states went down on different sides.
const PAIRS: usize = 12;

impl Analysis<'_, '_> {
    /// The objects that variables of the loop point to at whose head a state is.
    pub(super) fn cursors(&mut self, state: &State) -> Vec<ObjectId> {
        let Some(frame) = state.frames.last() else { return Vec::new() };
        let set = self.set_by_loop(state);
        let values = set.iter().filter_map(|phi| frame.values[phi.index()]);
        values.flat_map(|term| self.transfer.symbols.objects_in(term)).collect()
    }

    /// By how many of these links the loop goes down at whose head a state is.
    pub(super) fn ways_down(&mut self, state: &State, links: Branches) -> usize {
        let is_ghost = state.is_at_end_of_entry();
        let frame = state.frames.last().filter(|_| !is_ghost);
        let descents = self.descents();
        frame.map_or(0, |frame| descents.ways((frame.function, frame.block), links))
    }

    /// Puts the nodes that loops left behind, on their way down a tree, on a path. Gives whether there were any.
    pub(super) fn enter_paths(&mut self, state: &mut State, roots: &[Term], cursors: &[ObjectId]) -> bool {
        let mut entered = false;
        for links in self.tree_links().iter() {
            let everywhere = self.ways_down(state, *links) > 1;
            let symbols = &mut self.transfer.symbols;
            entered |= state.heap.enter_paths(symbols, *links, roots, cursors, everywhere);
        }
        entered
    }

    /// Whether the loop at whose head two states are went down a tree on different sides: how a number compares with one
    /// in a node that the loop points to is certain in both, and the opposite.
    pub(super) fn went_elsewhere(&mut self, left: &State, right: &State) -> bool {
        if !self.tree_links().iter().any(|links| self.ways_down(left, *links) > 1) {
            return false;
        }
        let held = self.numbers_at_cursors([left, right]);
        let (Some(one), Some(other)) = (left.frames.last(), right.frames.last()) else { return false };
        let set = self.set_by_loop(left);
        let mut pairs: Vec<[[Term; 2]; 2]> = Vec::new();
        for (number, (a, b)) in one.values.iter().zip(&other.values).enumerate() {
            let (Some(a), Some(b)) = (*a, *b) else { continue };
            let symbols = &mut self.transfer.symbols;
            let width = symbols.store.width(a);
            let is_number = !symbols.has_base(a) && !symbols.has_base(b);
            if width < NUMBER || width != symbols.store.width(b) || !is_number {
                continue;
            }
            let fits = held.iter().filter(|[held, _]| symbols.store.width(*held) == width);
            pairs.extend(fits.map(|[x, y]| [[a, *x], [b, *y]]));
            // What a comparison of texts gave.
            if set.iter().any(|phi| phi.index() == number) {
                let zero = self.transfer.symbols.store.zero(width);
                pairs.push([[a, zero], [b, zero]]);
            }
        }
        pairs.truncate(PAIRS);
        pairs.into_iter().any(|[one, other]| {
            [false, true].into_iter().any(|signed| {
                self.is_opposite([left, right], [one, other], signed)
                    || self.is_opposite([left, right], [[one[1], one[0]], [other[1], other[0]]], signed)
            })
        })
    }

    /// Whether of two pairs of numbers the first is less in one state for certain, and in the other for certain not.
    fn is_opposite(&mut self, states: [&State; 2], pairs: [[Term; 2]; 2], signed: bool) -> bool {
        let mut known = [None; 2];
        for (side, (state, [a, b])) in states.into_iter().zip(pairs).enumerate() {
            let store = &mut self.transfer.symbols.store;
            let is_less = if signed { store.slt(a, b) } else { store.ult(a, b) };
            let is_not = store.not(is_less);
            known[side] = match () {
                () if self.transfer.can(state, is_not) == Possible::No => Some(true),
                () if self.transfer.can(state, is_less) == Possible::No => Some(false),
                () => return false,
            };
        }
        known[0] != known[1]
    }

    /// The numbers that nodes hold, in two states, to which variables of the loop point.
    fn numbers_at_cursors(&mut self, states: [&State; 2]) -> Vec<[Term; 2]> {
        let [left, right] = states;
        let (Some(one), Some(other)) = (left.frames.last(), right.frames.last()) else { return Vec::new() };
        let mut held: Vec<[Term; 2]> = Vec::new();
        for phi in self.set_by_loop(left) {
            let [Some(a), Some(b)] = [one.values[phi.index()], other.values[phi.index()]] else { continue };
            let symbols = &mut self.transfer.symbols;
            let found = [left.heap.pointer(symbols, a), right.heap.pointer(symbols, b)];
            let [Pointer::Into(a, _), Pointer::Into(b, _)] = found else { continue };
            let (a, b) = (left.heap.object(a), right.heap.object(b));
            if a.shape != Shape::Region || b.shape != Shape::Region {
                continue;
            }
            for edge in a.content.edges() {
                let Some(term) = edge.whole(symbols).filter(|term| !symbols.has_base(*term)) else {
                    continue;
                };
                let there = b.content.peek(symbols, edge.offset, edge.len);
                if let Some(there) = there.filter(|there| !symbols.has_base(*there)) {
                    held.push([term, there]);
                }
            }
        }
        held.dedup();
        held
    }
}
