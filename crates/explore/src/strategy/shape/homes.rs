//! Numbers of one container: the object that holds a number, or that names the list whose nodes the number counts.
//!
//! A length belongs to the list beside which it is kept. Where a state has several containers, numbers of different ones
//! are often equal by chance, and a line between those would take the place of the one that stays true. So a number is
//! first looked at together with those of its home, and where there are many numbers, orderings and the like are looked
//! for only among those that have one home, or none.

use super::relations::{Quantities, Search};
use crate::state::State;
use crate::strategy::shape::Analysis;
use heap::{Object, ObjectId, Rights, Shape};
use logic::Term;
use rustc_hash::FxHashMap;

/// With how many numbers those of different homes have nothing to do with each other.
const CROWDED: usize = 10;

impl Analysis<'_, '_> {
    /// The homes of the numbers of a state. A number that is in several objects has none.
    pub(super) fn homes(&mut self, state: &State) -> FxHashMap<Term, ObjectId> {
        let is_holder = |object: &Object| {
            object.is_alive() && object.shape == Shape::Region && object.rights == Rights::Write
        };
        let mut homes: FxHashMap<Term, Option<ObjectId>> = FxHashMap::default();
        let mut note = |term: Term, home: ObjectId| {
            homes
                .entry(term)
                .and_modify(|known| *known = known.filter(|known| *known == home))
                .or_insert(Some(home));
        };
        for (id, object) in state.heap.objects().filter(|(_, object)| is_holder(object)) {
            for (term, _) in object.content.terms() {
                if !self.transfer.symbols.has_base(term) {
                    note(term, id);
                    continue;
                }
                for named in self.transfer.symbols.objects_in(term) {
                    let named = state.heap.segment_of(named).unwrap_or(named);
                    let list = state.heap.find(named).filter(|list| !list.is_like(object));
                    if let Some(count) = list.and_then(Object::count) {
                        note(count, id);
                    }
                }
            }
        }
        homes.into_iter().filter_map(|(term, home)| Some((term, home?))).collect()
    }
}

impl Search<'_, '_> {
    /// The quantities, those of the same home as one first.
    pub(super) fn nearest(&self, x: usize) -> Vec<usize> {
        let home = self.home(x);
        let (near, far): (Vec<usize>, Vec<usize>) =
            (0..self.quantities.terms.len()).partition(|y| home.is_some() && self.home(*y) == home);
        near.into_iter().chain(far).collect()
    }

    /// Whether two quantities have different homes, and there are many.
    pub(super) fn are_strangers(&self, x: usize, y: usize) -> bool {
        let homes = self.home(x).zip(self.home(y));
        self.quantities.terms.len() > CROWDED && homes.is_some_and(|(one, other)| one != other)
    }

    fn home(&self, x: usize) -> Option<ObjectId> {
        let Quantities { terms, homes, .. } = self.quantities;
        homes.get(&terms[x]).copied()
    }
}
