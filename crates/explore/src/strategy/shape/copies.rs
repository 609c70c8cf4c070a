//! Second copies of addresses, left behind where a loop moves the elements of an array.
//!
//! `for (j = i; j + 1 < n; j++) a[j] = a[j + 1];` leaves each address in two elements until the next round, and the last
//! one for good, behind the end of what is in use; so does `a[i] = a[--n]`. A block with two addresses belongs to no element
//! alone, and the elements cannot become a run. The second copy is forgotten at the head of a loop: what is at the loop's
//! index is what it overwrites next, and otherwise what lies behind is what is left over. Nothing is lost with it, the
//! first copy holds the same; whoever follows it after all is told that it may lead nowhere.

use crate::state::State;
use crate::strategy::shape::Analysis;
use crate::strategy::shape::borders::{Side, side};
use crate::transfer::leak::roots;
use heap::{Elements, Fill, ObjectId, Shape};
use logic::Term;

impl Analysis<'_, '_> {
    /// Forgets the elements of arrays that hold the same addresses of blocks as another one, where nothing else holds these.
    pub(super) fn forget_second_copies(&mut self, state: &mut State) {
        let arrays = state.heap.objects().filter(|(_, object)| object.content.has_elements());
        let arrays: Vec<ObjectId> = arrays.map(|(id, _)| id).collect();
        for array in arrays {
            let word = u64::from(self.transfer.symbols.word() / 8);
            while let Some(elements) = state.heap.elements(&mut self.transfer.symbols, array, word)
                && let Some(last) = self.dead_end(state, array, &elements)
            {
                self.forget_copy(state, array, &elements, last);
            }
            while let Some(elements) = state.heap.elements(&mut self.transfer.symbols, array, word)
                && let Some(copy) = self.second_copy(state, array, &elements)
            {
                self.forget_copy(state, array, &elements, copy);
            }
        }
    }

    /// The last element, where it is behind the end of what is in use: its number is that of a variable, or of none, and all
    /// addresses in it lead to blocks that are gone.
    fn dead_end(&mut self, state: &State, array: ObjectId, elements: &Elements) -> Option<ObjectId> {
        let last = elements.items.last()?.id;
        let object = state.heap.object(last);
        if object.shape != Shape::Region || state.heap.object(array).content.rest() != Fill::Undefined {
            return None;
        }
        let edges = object.content.edges().iter().filter(|edge| edge.offset < elements.stride);
        let terms: Vec<Term> = edges.filter_map(heap::HasValue::term).collect();
        let symbols = &mut self.transfer.symbols;
        let named: Vec<ObjectId> = terms.into_iter().flat_map(|term| symbols.objects_in(term)).collect();
        let is_gone = |id: &ObjectId| state.heap.find(*id).is_none_or(|it| it.died.is_some());
        let is_dead = !named.is_empty() && named.iter().all(is_gone);
        (is_dead && !self.ends_at_border(state, array)).then_some(last)
    }

    /// An element that holds the same addresses as another one, and should not.
    fn second_copy(&mut self, state: &State, array: ObjectId, elements: &Elements) -> Option<ObjectId> {
        let singles: Vec<ObjectId> = elements.items.iter().map(|item| item.id).collect();
        let mut singles: Vec<(ObjectId, Vec<(u64, Term)>)> = singles
            .into_iter()
            .filter(|id| state.heap.object(*id).shape == Shape::Region)
            .map(|id| (id, self.addresses_in(state, id, elements.stride)))
            .collect();
        singles.retain(|(_, addresses)| !addresses.is_empty());
        for (number, (first, addresses)) in singles.iter().enumerate() {
            let Some((second, _)) = singles[number + 1..].iter().find(|(_, other)| other == addresses) else {
                continue;
            };
            if !self.hold_alone(state, addresses, [*first, *second]) {
                continue;
            }
            let borders = self.borders_of_array(state, array);
            let side = |id: ObjectId| {
                let sides = borders.iter().filter(|border| border.0 == id).map(|border| side(border.1));
                sides.max().unwrap_or(Side::None)
            };
            return Some(if side(*first) > side(*second) { *first } else { *second });
        }
        None
    }

    /// The addresses of blocks in an element, each with its place.
    fn addresses_in(&mut self, state: &State, element: ObjectId, stride: u64) -> Vec<(u64, Term)> {
        let symbols = &mut self.transfer.symbols;
        let edges = state.heap.object(element).content.edges().iter();
        let words = edges.filter(|edge| edge.offset < stride);
        let mut found = Vec::new();
        for edge in words {
            let Some(term) = edge.term().filter(|term| symbols.has_base(*term)) else { continue };
            let is_block = |id: &ObjectId| state.heap.find(*id).is_some_and(|object| object.is_live_heap());
            if symbols.objects_in(term).iter().any(is_block) {
                found.push((edge.offset, term));
            }
        }
        found
    }

    /// Whether two elements alone hold addresses of the blocks that some addresses lead to.
    fn hold_alone(&mut self, state: &State, addresses: &[(u64, Term)], elements: [ObjectId; 2]) -> bool {
        let symbols = &mut self.transfer.symbols;
        let blocks: Vec<ObjectId> =
            addresses.iter().flat_map(|(_, term)| symbols.objects_in(*term)).collect();
        let mut names = |term: Term| {
            symbols.has_base(term) && symbols.objects_in(term).iter().any(|id| blocks.contains(id))
        };
        let is_held_elsewhere = state.heap.objects().any(|(id, object)| {
            let may_hold = object.is_alive() && !elements.contains(&id) && !blocks.contains(&id);
            may_hold && object.content.terms().any(|(term, _)| names(term))
        });
        !is_held_elsewhere && !roots(state).into_iter().any(names)
    }

    /// Forgets what an element holds. Behind the last one it is as if nothing had been written.
    fn forget_copy(&mut self, state: &mut State, array: ObjectId, elements: &Elements, copy: ObjectId) {
        let is_last = elements.items.last().is_some_and(|item| item.id == copy);
        if is_last && state.heap.object(array).content.rest() == Fill::Undefined {
            let items = elements.items.iter().map(|item| item.id).filter(|id| *id != copy);
            let items: Vec<ObjectId> = items.collect();
            state.heap.forget_segment(copy);
            state.heap.chain_elements(&mut self.transfer.symbols, array, &items);
        } else {
            state.heap.object_mut(copy).content.fill(0, elements.stride, Fill::Unknown);
        }
        state.is_general = true;
    }
}
