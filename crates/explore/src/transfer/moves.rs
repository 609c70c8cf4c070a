//! Several elements of arrays at once: what `memcpy` and `memmove` do to arrays that are taken apart.
//!
//! A block of elements is what lies between two borders: runs are split there, and what lies between them is taken out of
//! its place and put where it is copied to. What belongs to each element goes with it, so that the set of blocks that
//! an array owns is the same in any order of its elements. What the source holds afterwards are second copies of the same
//! addresses. Who moves elements does not look at these, and with them nothing would belong to an element alone: they are
//! forgotten, as if nothing had been written there. Whoever follows one is told that it may lead nowhere.

use crate::state::{Moving, State};
use crate::transfer::{Possible, Transfer};
use engine::Reason;
use heap::{Fill, Item, Object, ObjectId, Pointer, Shape};
use ir::Access;
use logic::Term;

/// How many elements that are left behind stand for themselves.
const SINGLES: u64 = 4;

/// Where two parts of an array meet: the item before, unless it is its beginning, and the number of elements before.
type Border = (Option<ObjectId>, Term);

/// The beginning of a block of elements, in an array.
type Place = (ObjectId, Term);

impl Transfer<'_> {
    /// Copies `len` bytes where that may be any number of elements of arrays that are taken apart. None where it is not that.
    pub(super) fn copy_run(
        &mut self,
        state: &Moving,
        dst: Term,
        src: Term,
        len: Term,
        may_overlap: bool,
    ) -> Option<Vec<Moving>> {
        let Pointer::Into(from, _) = state.heap.pointer(&mut self.symbols, src) else { return None };
        if !state.heap.object(from).content.has_elements() || self.unique(state, len).is_some() {
            return None;
        }
        let zero = self.symbols.size(0);
        let is_empty = self.symbols.store.eq(len, zero);
        let (none, some) = self.split(state.clone(), is_empty);
        let mut done = self.copy_elements(&some?, dst, src, len, may_overlap)?;
        if let Some(state) = &none {
            self.note_empty(state, &[dst, src]);
        }
        done.extend(none);
        Some(done)
    }

    /// Copies `len` bytes, not none, where that may be several elements of arrays that are taken apart. None where it is not
    /// that.
    pub(super) fn copy_elements(
        &mut self,
        state: &Moving,
        dst: Term,
        src: Term,
        len: Term,
        may_overlap: bool,
    ) -> Option<Vec<Moving>> {
        if !self.context.precision.takes_arrays_apart {
            return None;
        }
        let [to, from] = [dst, src].map(|term| match state.heap.pointer(&mut self.symbols, term) {
            Pointer::Into(id, offset) if state.heap.object(id).shape == Shape::Region => Some((id, offset)),
            _ => None,
        });
        let ((to, to_at), (from, from_at)) = to.zip(from)?;
        let has_elements = state.heap.object(from).content.has_elements();
        if !has_elements || (from == to && !may_overlap) {
            return None;
        }
        let word = u64::from(self.symbols.word() / 8);
        let elements = state.heap.elements(&mut self.symbols, from, word)?;
        let stride = self.symbols.size(elements.stride);
        for number in [from_at, to_at, len] {
            let rest = self.symbols.store.urem(number, stride);
            if self.unique(state, rest) != Some(0) {
                return None;
            }
        }
        if self.constant(len) == Some(elements.stride) {
            return None;
        }
        let read = self.accessible(state.clone(), from, from_at, len, Access::Read.into());
        let written = read.and_then(|state| self.accessible(state, to, to_at, len, Access::Write.into()));
        let Some(mut state) = written else { return Some(Vec::new()) };
        if !state.heap.object(to).content.has_elements() && !self.take_apart(&mut state, to, elements.stride)
        {
            return None;
        }
        self.assume_elements(&mut state, from, &elements);
        if from != to {
            let others = state.heap.elements(&mut self.symbols, to, word)?;
            if !others.items.is_empty() && others.stride != elements.stride {
                return None;
            }
            self.assume_elements(&mut state, to, &others);
        }
        let [from_at, to_at, count] =
            [from_at, to_at, len].map(|it| self.element_number(&mut state, it, elements.stride));
        let moved = match from == to {
            true => self.move_within(state, from, (from_at, to_at), count, elements.stride),
            false => self.move_across(state, (to, to_at), (from, from_at), count, elements.stride),
        };
        Some(moved)
    }

    /// Moves so many elements of an array to another place in it, which may overlap with them.
    fn move_within(
        &mut self,
        state: Moving,
        array: ObjectId,
        (from, to): (Term, Term),
        count: Term,
        stride: u64,
    ) -> Vec<Moving> {
        let is_down = self.symbols.store.ule(to, from);
        let (down, up) = self.split(state, is_down);
        let mut done = Vec::new();
        for (state, is_down) in down.map(|it| (it, true)).into_iter().chain(up.map(|it| (it, false))) {
            let (low, high) = if is_down { (to, from) } else { (from, to) };
            let distance = self.symbols.store.sub(high, low);
            let is_near = self.symbols.store.ule(distance, count);
            let (near, far) = self.split(state, is_near);
            if let Some(far) = far {
                let what = "elements of an array are moved further than they are many";
                self.loss(&far, Reason::Imprecise, what);
            }
            let Some(state) = near else { continue };
            let middle = if is_down { from } else { self.symbols.store.add(from, count) };
            let end = self.symbols.store.add(high, count);
            for (state, borders) in self.borders_at(state, array, &[low, middle, end], stride) {
                done.extend(self.exchange(state, array, borders, (distance, is_down), stride));
            }
        }
        done
    }

    /// Puts the two parts between three borders of an array in the other order: one is moved, and what is in the way, so many
    /// elements, is overwritten, the second one where elements move up.
    fn exchange(
        &mut self,
        mut state: Moving,
        array: ObjectId,
        borders: Vec<Border>,
        (distance, is_down): (Term, bool),
        stride: u64,
    ) -> Option<Moving> {
        let parts = self.parts_between(&state, array, &borders);
        let Some([before, first, second, behind]) = parts else {
            self.not_one_element(&state);
            return None;
        };
        let (overwritten, moved) = if is_down { (first, second) } else { (second, first) };
        self.drop_elements(&mut state, &overwritten);
        let left = match is_down && self.is_end(&state, array, &behind) {
            true => Vec::new(),
            false => self.forgotten_elements(&mut state, array, distance, stride),
        };
        let items = match is_down {
            true => [before, moved, left, behind].concat(),
            false => [before, left, moved, behind].concat(),
        };
        state.heap.chain_elements(&mut self.symbols, array, &items);
        state.is_general = true;
        Some(state)
    }

    /// Moves so many elements of an array to another one.
    fn move_across(
        &mut self,
        state: Moving,
        (to, to_at): Place,
        (from, from_at): Place,
        count: Term,
        stride: u64,
    ) -> Vec<Moving> {
        let from_end = self.symbols.store.add(from_at, count);
        let to_end = self.symbols.store.add(to_at, count);
        let mut done = Vec::new();
        for (state, sources) in self.borders_at(state, from, &[from_at, from_end], stride) {
            for (state, targets) in self.borders_at(state, to, &[to_at, to_end], stride) {
                done.extend(self.replace(state, (to, targets), (from, sources.clone()), count, stride));
            }
        }
        done
    }

    /// Puts the elements between two borders of an array in place of those between two borders of another one.
    fn replace(
        &mut self,
        mut state: Moving,
        (to, targets): (ObjectId, Vec<Border>),
        (from, sources): (ObjectId, Vec<Border>),
        count: Term,
        stride: u64,
    ) -> Option<Moving> {
        let parts = self.parts_between(&state, from, &sources);
        let to_parts = self.parts_between(&state, to, &targets);
        let (Some([before, moved, behind]), Some([to_before, overwritten, to_behind])) = (parts, to_parts)
        else {
            self.not_one_element(&state);
            return None;
        };
        self.drop_elements(&mut state, &overwritten);
        let left = match self.is_end(&state, from, &behind) {
            true => Vec::new(),
            false => self.forgotten_elements(&mut state, from, count, stride),
        };
        state.heap.chain_elements(&mut self.symbols, from, &[before, left, behind].concat());
        let Object { life, rights, place, .. } = *state.heap.object(to);
        for id in &moved {
            let object = state.heap.object_mut(*id);
            (object.life, object.rights, object.place) = (life, rights, place);
        }
        state.heap.chain_elements(&mut self.symbols, to, &[to_before, moved, to_behind].concat());
        state.is_general = true;
        Some(state)
    }

    /// The states in which parts of an array begin at the given numbers of elements, in ascending order, each with the borders.
    fn borders_at(
        &mut self,
        state: Moving,
        array: ObjectId,
        numbers: &[Term],
        stride: u64,
    ) -> Vec<(Moving, Vec<Border>)> {
        let mut states = vec![(state, Vec::new())];
        for number in numbers {
            let mut next = Vec::new();
            for (state, borders) in states {
                let start = borders.last().copied().unwrap_or((None, self.symbols.size(0)));
                for (state, before) in self.border_at(state, array, start, *number, stride) {
                    let mut borders: Vec<Border> = borders.clone();
                    borders.push((before, *number));
                    next.push((state, borders));
                }
            }
            states = next;
        }
        states
    }

    /// The states in which a part of an array begins at a number of elements, which is not less than those before another
    /// border, each with the item before it.
    fn border_at(
        &mut self,
        mut state: Moving,
        array: ObjectId,
        (mut before, mut first): Border,
        number: Term,
        stride: u64,
    ) -> Vec<(Moving, Option<ObjectId>)> {
        let mut done = Vec::new();
        let Some(items) = self.items_behind(&state, array, before) else {
            self.not_one_element(&state);
            return done;
        };
        for item in items {
            let Some(count) = item.count else {
                self.not_one_element(&state);
                return done;
            };
            let next = self.symbols.store.add(first, count);
            let is_here = self.symbols.store.ult(number, next);
            let (here, beyond) = self.split(state, is_here);
            if let Some(mut here) = here {
                let place = self.symbols.store.sub(number, first);
                match self.is_certainly_zero(&here, place) || here.heap.object(item.id).shape == Shape::Region
                {
                    true => done.push((here, before)),
                    false if here.heap.split_run(&mut self.symbols, array, before, item.id, place) => {
                        let behind = self.items_behind(&here, array, before).unwrap_or_default();
                        match behind.first() {
                            Some(new) => done.push((here, Some(new.id))),
                            None => {
                                self.not_one_element(&here);
                            }
                        }
                    }
                    false => {
                        self.not_one_element(&here);
                    }
                }
            }
            let Some(rest) = beyond else { return done };
            state = rest;
            before = Some(item.id);
            first = next;
        }
        let missing = self.symbols.store.sub(number, first);
        if !self.is_certainly_zero(&state, missing) {
            let run = state.heap.append_run(&mut self.symbols, array, before, stride, missing);
            before = Some(run);
        }
        done.push((state, before));
        done
    }

    /// The items of an array behind one of them, or all.
    fn items_behind(
        &mut self,
        state: &State,
        array: ObjectId,
        before: Option<ObjectId>,
    ) -> Option<Vec<Item>> {
        let word = u64::from(self.symbols.word() / 8);
        let mut items = state.heap.elements(&mut self.symbols, array, word)?.items;
        if let Some(before) = before {
            let at = items.iter().position(|item| item.id == before)?;
            items.drain(..=at);
        }
        Some(items)
    }

    /// The parts of an array that borders divide it into, one more than there are borders.
    fn parts_between<const PARTS: usize>(
        &mut self,
        state: &State,
        array: ObjectId,
        borders: &[Border],
    ) -> Option<[Vec<ObjectId>; PARTS]> {
        let mut rest: Vec<ObjectId> =
            self.items_behind(state, array, None)?.into_iter().map(|item| item.id).collect();
        let mut parts: Vec<Vec<ObjectId>> = Vec::new();
        for (before, _) in borders {
            // Where nothing lies between two borders, the item before both is in an earlier part.
            let last = before.and_then(|before| rest.iter().position(|id| *id == before));
            let end = last.map_or(0, |at| at + 1);
            let behind = rest.split_off(end);
            parts.push(std::mem::replace(&mut rest, behind));
        }
        parts.push(rest);
        parts.try_into().ok()
    }

    /// Whether what an array has behind some items is as if nothing had been written there.
    fn is_end(&self, state: &State, array: ObjectId, items: &[ObjectId]) -> bool {
        items.is_empty() && state.heap.object(array).content.rest() == Fill::Undefined
    }

    fn is_certainly_zero(&mut self, state: &State, number: Term) -> bool {
        let zero = self.symbols.size(0);
        let is_some = self.symbols.store.ne(number, zero);
        self.can(state, is_some) == Possible::No
    }

    /// Forgets elements that are overwritten: what they hold may be lost.
    fn drop_elements(&mut self, state: &mut State, items: &[ObjectId]) {
        let zero = self.symbols.size(0);
        for id in items {
            let object = state.heap.object(*id);
            let is_empty = object.count().is_some_and(|count| count == zero);
            let owns = object.segment().is_some_and(|it| !state.heap.owned_by(it.node).is_empty());
            let stride = object.element_size(&self.symbols).unwrap_or(u64::MAX);
            let edges = object.content.edges().iter().filter(|edge| edge.offset < stride);
            let terms: Vec<Term> = edges.filter_map(heap::HasValue::term).collect();
            let may_exist = !is_empty && self.may_exist(state, *id);
            if owns && may_exist {
                // What belongs to each is lost with it, unless it turns out that there are none.
                let base = state.heap.object(*id).base;
                self.dies(state, base);
                continue;
            }
            state.heap.forget_segment(*id);
            if may_exist {
                terms.into_iter().for_each(|term| self.dies(state, term));
            }
        }
    }

    /// So many new elements of which nothing is known, not linked to others yet.
    fn forgotten_elements(
        &mut self,
        state: &mut State,
        array: ObjectId,
        count: Term,
        stride: u64,
    ) -> Vec<ObjectId> {
        if self.is_certainly_zero(state, count) {
            return Vec::new();
        }
        let single = self.unique(state, count).filter(|count| *count <= SINGLES);
        let symbols = &mut self.symbols;
        let items: Vec<ObjectId> = match single {
            Some(count) => {
                (0..count).map(|_| state.heap.append_element(symbols, array, None, stride)).collect()
            }
            None => vec![state.heap.append_run(symbols, array, None, stride, count)],
        };
        for id in &items {
            state.heap.object_mut(*id).content.fill(0, stride, Fill::Undefined);
        }
        items
    }
}
