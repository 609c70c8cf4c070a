//! Places in texts to which the elements of an array point: none lies behind the end of its string.
//!
//! A program that cuts a line into words keeps the addresses of the words in an array. Each element of a run has an offset
//! of its own ([`heap::Symbols::each`]), and what makes it safe to print the words is that no offset is greater than the
//! place of the zero that ends the line, a number of the state. So where elements become a run, and where runs are joined,
//! the ends of strings in the object that they point to, and its size, are tried as bounds of the offsets.
//!
//! **Invariant**: a condition of a path that speaks of variables of nodes holds of the values of every node, and whatever
//! the other variables are in an execution, some values of those of nodes satisfy the path. So it can be assumed of a node
//! that is taken off, and says nothing that is wrong where there is none: a bound of elements that may be absent is one for
//! the case that there are some.

use super::join::Paths;
use crate::strategy::shape::Analysis;
use heap::{Fold, Folded, Heap, Object, Pointer, Rights};
use logic::{PathCondition, Term};
use rustc_hash::FxHashSet;

/// How many bounds are tried of one offset.
const BOUNDS: usize = 8;
/// How many offsets of elements are looked at.
const OFFSETS: usize = 8;

/// What may hold of the place to which each element of a run points.
pub(super) struct Placed {
    /// That there are elements.
    exists: Term,
    /// What may hold of each of them, the strongest first; of these the first that holds is assumed.
    bounds: Vec<Term>,
}

impl Analysis<'_, '_> {
    /// Bounds of the places to which the elements of runs point.
    pub(super) fn placed(&mut self, heap: &Heap) -> Vec<Placed> {
        let symbols = &mut self.transfer.symbols;
        let mut offsets: Vec<(Term, Term, &Object)> = Vec::new();
        for (_, object) in heap.objects().filter(|(_, object)| object.is_element()) {
            let Some(count) = object.count() else { continue };
            for (term, _) in object.content.terms() {
                // One element that may be absent has a place of its own, too.
                if let Pointer::Into(id, offset) = heap.pointer(symbols, term)
                    && symbols.store.as_const(offset).is_none()
                    && let Some(target) = heap.find(id).filter(|target| target.is_alive())
                    && offsets.len() < OFFSETS
                {
                    offsets.push((count, offset, target));
                }
            }
        }
        let mut placed = Vec::new();
        for (count, offset, target) in offsets {
            let zero = symbols.size(0);
            let exists = symbols.store.ne(count, zero);
            let is_end = |value: Term| symbols.store.as_const(value).is_some_and(|value| value.is_zero());
            let cells = target.content.cells().iter().filter(|cell| cell.len == 1 && is_end(cell.value));
            let mut ends: Vec<Term> = cells.map(|cell| cell.offset).collect();
            ends.extend(target.content.first_zero(symbols).map(|end| symbols.size(end)));
            for end in ends.into_iter().take(BOUNDS) {
                let (before, within) = (symbols.store.ult(offset, end), symbols.store.ule(offset, end));
                placed.push(Placed { exists, bounds: vec![before, within] });
            }
            if target.rights == Rights::Write && symbols.store.as_const(target.size).is_none() {
                let within = symbols.store.ult(offset, target.size);
                placed.push(Placed { exists, bounds: vec![within] });
            }
        }
        placed
    }

    /// What holds of the places to which the elements of a run point that two became, given what is known of either.
    pub(super) fn places_of_folded(
        &mut self,
        (heap, path): (&Heap, &PathCondition),
        fold: Fold,
        folded: &Folded,
    ) -> Vec<Term> {
        if !heap.object(fold.first).is_element() || folded.numbers.is_empty() {
            return Vec::new();
        }
        let new: FxHashSet<Term> = folded.numbers.iter().map(|number| number.out).collect();
        let mut placed = self.placed(&folded.heap);
        let mut is_new =
            |bound: &Term| self.transfer.symbols.each_in(*bound).0.iter().any(|each| new.contains(each));
        placed.retain(|it| it.bounds.iter().any(&mut is_new));
        if placed.is_empty() {
            return Vec::new();
        }
        let zero = self.transfer.symbols.size(0);
        let store = &mut self.transfer.symbols.store;
        let exists = [fold.first, fold.second].map(|id| match heap.object(id).count() {
            Some(count) => store.ne(count, zero),
            None => store.truth(),
        });
        let mut paths = Paths::new(store, &mut self.transfer.solver, [path; 2], &folded.numbers);
        let mut found = Vec::new();
        for Placed { exists: there, bounds } in placed {
            let mut holds = |bound: &Term| (0..2).all(|side| paths.implies_where(side, exists[side], *bound));
            if let Some(bound) = bounds.into_iter().find(|bound| holds(bound)) {
                found.push(paths.store.implies(there, bound));
            }
        }
        found
    }
}

impl Paths<'_> {
    /// Whether a condition on the result holds on a side where something else does there.
    fn implies_where(&mut self, side: usize, premise: Term, condition: Term) -> bool {
        let condition = self.on(side, condition);
        let condition = self.store.implies(premise, condition);
        self.entails(side, condition)
    }

    /// Adds bounds of the places to which the elements of runs point, as far as they hold on both sides.
    pub(super) fn guess_places(&mut self, placed: &[Placed]) {
        for Placed { exists, bounds } in placed {
            let conditions: Vec<Term> =
                bounds.iter().map(|bound| self.store.implies(*exists, *bound)).collect();
            let known = conditions.into_iter().find(|condition| {
                [0, 1].iter().all(|side| {
                    let there = self.on(*side, *condition);
                    self.entails(*side, there)
                })
            });
            known.into_iter().for_each(|condition| self.add(condition));
        }
    }
}
