//! Accesses to arrays of addresses: the element is found by its number, and stands for itself from then on.
//!
//! An array whose elements are told apart by number only ([`heap::ELEMENTS`]) is a list of elements and runs of them. An
//! access to one element is an access to the object of that element: a run is split at it, and what the array was filled
//! with behind its last element becomes a run. Where the number can lie in several runs the cases are told apart. An
//! access to more than one element is given up.

use crate::state::{Moving, State};
use crate::transfer::access::{At, FORKS, Target};
use crate::transfer::{Possible, Transfer};
use engine::Reason;
use heap::{ELEMENTS, Elements, End, Fill, ObjectId, Shape};
use logic::{BinOp, Node, Term};

/// The largest element that is looked for.
const LARGEST: u64 = 4096;

impl Transfer<'_> {
    /// The access to `len` bytes at an offset, both in bounds, of an array with elements: the states, each with the
    /// element.
    pub(super) fn access_element(
        &mut self,
        state: Moving,
        array: ObjectId,
        offset: Term,
        len: Term,
    ) -> Vec<Target> {
        let word = u64::from(self.symbols.word() / 8);
        let elements = state.heap.elements(&mut self.symbols, array, word);
        let (Some(elements), Some(len)) = (elements, self.constant(len)) else {
            return self.not_one_element(&state);
        };
        let stride = self.symbols.size(elements.stride);
        let within = self.symbols.store.urem(offset, stride);
        let Some(within) = self.unique(&state, within).filter(|within| within + len <= elements.stride)
        else {
            return self.not_one_element(&state);
        };
        let mut state = state;
        self.assume_elements(&mut state, array, &elements);
        let distance = self.symbols.size(within);
        let start = self.symbols.store.sub(offset, distance);
        let number = self.element_number(&mut state, start, elements.stride);
        let mut targets = Vec::new();
        let mut before = None;
        let mut first = self.symbols.size(0);
        for item in &elements.items {
            let Some(count) = item.count.filter(|_| targets.len() < FORKS) else {
                targets.extend(self.not_one_element(&state));
                return targets;
            };
            let next = self.symbols.store.add(first, count);
            let is_here = self.symbols.store.ult(number, next);
            let (here, beyond) = self.split(state, is_here);
            if let Some(here) = here {
                let place = self.symbols.store.sub(number, first);
                let found = self.element_of((here, array, before), item.id, place);
                targets.extend(found.map(|state| (state, item.id, At::Const(within))));
            }
            let Some(beyond) = beyond else { return targets };
            state = beyond;
            before = Some(item.id);
            first = next;
        }
        targets.extend(
            self.element_behind((state, array, before), number, first, elements.stride)
                .map(|(state, id)| (state, id, At::Const(within))),
        );
        targets
    }

    /// Assumes what is true of the elements of every array: they lie within it. What was known of their number may have
    /// been lost in a join.
    pub(crate) fn assume_elements(&mut self, state: &mut State, array: ObjectId, elements: &Elements) {
        let size = state.heap.object(array).size;
        let stride = self.symbols.size(elements.stride);
        let most = self.symbols.store.udiv(size, stride);
        let mut all = self.symbols.size(0);
        for count in elements.items.iter().filter_map(|item| item.count) {
            all = self.symbols.store.add(all, count);
            for fits in [self.symbols.store.ule(count, most), self.symbols.store.ule(all, most)] {
                let outside = self.symbols.store.not(fits);
                if self.can(state, outside) != Possible::No {
                    self.assume(state, fits);
                }
            }
        }
    }

    /// Whether the elements of a size in a part of an array, within it, are described once. Then all that is known of one is
    /// known of each, and nothing tells in which order they are.
    pub(super) fn are_described_once(
        &mut self,
        state: &mut State,
        array: ObjectId,
        (offset, len): (Term, Term),
        size: u64,
    ) -> bool {
        let word = u64::from(self.symbols.word() / 8);
        let Some(elements) = state.heap.elements(&mut self.symbols, array, word) else { return false };
        let stride = self.symbols.size(elements.stride);
        for number in [offset, len] {
            let rest = self.symbols.store.urem(number, stride);
            if !size.is_multiple_of(elements.stride) || self.unique(state, rest) != Some(0) {
                return false;
            }
        }
        self.assume_elements(state, array, &elements);
        let start = self.element_number(state, offset, elements.stride);
        let number = self.element_number(state, len, elements.stride);
        let mut first = self.symbols.size(0);
        for item in &elements.items {
            let Some(count) = item.count else { return false };
            let is_later = self.symbols.store.ult(start, first);
            let next = self.symbols.store.add(first, count);
            let is_beyond = {
                let end = self.symbols.store.add(start, number);
                self.symbols.store.ult(next, end)
            };
            let is_outside = self.symbols.store.or(is_later, is_beyond);
            if matches!(self.can(state, is_outside), Possible::No) {
                return true;
            }
            first = next;
        }
        false
    }

    pub(super) fn not_one_element(&mut self, state: &State) -> Vec<Target> {
        self.loss(state, Reason::Imprecise, "several elements of an array of addresses are accessed at once");
        Vec::new()
    }

    /// The number of the element that begins at an offset in bounds, which is a multiple of the size of elements.
    pub(super) fn element_number(&mut self, state: &mut State, start: Term, stride: u64) -> Term {
        if let Some(start) = self.constant(start) {
            return self.symbols.size(start / stride);
        }
        // Up to there no product wraps around.
        let most = self.symbols.size((u64::MAX >> (64 - self.symbols.word())) / stride);
        let size = self.symbols.size(stride);
        let factors: Vec<Term> = match self.symbols.store.node(start) {
            Node::Bin(BinOp::Mul | BinOp::Shl, a, b) => vec![a, b],
            _ => Vec::new(),
        };
        for factor in factors.into_iter().chain(self.divided(start, stride)) {
            let is_large = self.symbols.store.ult(most, factor);
            let product = self.symbols.store.mul(factor, size);
            if product == start && self.can(state, is_large) == Possible::No {
                return factor;
            }
        }
        let number = self.unknown(state, self.symbols.word(), &[]);
        let product = self.symbols.store.mul(number, size);
        let is_number = self.symbols.store.eq(product, start);
        self.assume(state, is_number);
        let is_small = self.symbols.store.ule(number, most);
        self.assume(state, is_small);
        number
    }

    /// A sum, divided by a number that divides each part of it by itself.
    fn divided(&mut self, sum: Term, by: u64) -> Option<Term> {
        if let Some(number) = self.symbols.store.as_const(sum) {
            // What is subtracted is a large number without sign.
            let bits = self.symbols.word();
            let number = number.to_u64()?;
            let signed = ((number << (64 - bits)) as i64) >> (64 - bits);
            let by = i64::try_from(by).ok().filter(|by| signed % by == 0)?;
            return Some(self.symbols.size((signed / by) as u64));
        }
        match self.symbols.store.node(sum) {
            Node::Bin(BinOp::Add, a, b) => {
                let (a, b) = (self.divided(a, by)?, self.divided(b, by)?);
                Some(self.symbols.store.add(a, b))
            }
            Node::Bin(BinOp::Mul, a, b) => {
                let (factor, other) = match self.divided(a, by) {
                    Some(factor) if self.constant(a).is_some() => (factor, b),
                    _ => (self.constant(b).and_then(|_| self.divided(b, by))?, a),
                };
                Some(self.symbols.store.mul(factor, other))
            }
            _ => None,
        }
    }

    /// The state in which the element at a place of an item stands for itself: as the item.
    pub(crate) fn element_of(
        &mut self,
        (mut state, array, before): (Moving, ObjectId, Option<ObjectId>),
        item: ObjectId,
        place: Term,
    ) -> Option<Moving> {
        if state.heap.object(item).shape == Shape::Region {
            return Some(state);
        }
        let zero = self.symbols.size(0);
        let is_first = self.symbols.store.eq(place, zero);
        let is_later = self.symbols.store.not(is_first);
        if self.can(&state, is_later) != Possible::No
            && !state.heap.split_run(&mut self.symbols, array, before, item, place)
        {
            self.not_one_element(&state);
            return None;
        }
        state.heap.require_node(item);
        self.materialise_node(state, item, End::First)
    }

    /// The state in which the element with a number behind the last one stands for itself, and that element.
    fn element_behind(
        &mut self,
        (mut state, array, last): (Moving, ObjectId, Option<ObjectId>),
        number: Term,
        first: Term,
        stride: u64,
    ) -> Option<(Moving, ObjectId)> {
        let one = self.symbols.size(1);
        let size = self.symbols.size(stride);
        let needed = self.symbols.store.add(number, one);
        let needed = self.symbols.store.mul(needed, size);
        if !self.is_within(&state, needed, array) {
            self.not_one_element(&state);
            return None;
        }
        let between = self.symbols.store.sub(number, first);
        let zero = self.symbols.size(0);
        let is_next = self.symbols.store.eq(between, zero);
        let is_later = self.symbols.store.not(is_next);
        let mut last = last;
        if self.can(&state, is_later) != Possible::No {
            last = Some(state.heap.append_run(&mut self.symbols, array, last, stride, between));
        }
        let id = state.heap.append_element(&mut self.symbols, array, last, stride);
        Some((state, id))
    }

    /// Whether so many bytes are certainly within an object.
    fn is_within(&mut self, state: &State, bytes: Term, id: ObjectId) -> bool {
        let beyond = self.symbols.store.ult(state.heap.object(id).size, bytes);
        self.can(state, beyond) == Possible::No
    }

    /// Takes an array apart into elements of a size, where it can be. Gives whether it was.
    pub(crate) fn take_apart(&mut self, state: &mut State, array: ObjectId, stride: u64) -> bool {
        let Some(needed) = state.heap.elements_needed(&self.symbols, array, stride) else { return false };
        let bytes = self.symbols.size(needed * stride);
        let is_within = self.is_within(state, bytes, array);
        if is_within {
            let last = state.heap.make_elements(&mut self.symbols, array, stride);
            self.complete_elements(state, array, last, (stride, needed));
        }
        is_within
    }

    /// What a new array is filled with that holds zeros are elements like the others: all of it becomes elements.
    fn complete_elements(
        &mut self,
        state: &mut State,
        array: ObjectId,
        last: Option<ObjectId>,
        (stride, done): (u64, u64),
    ) {
        let Fill::Repeat(byte) = state.heap.object(array).content.rest() else { return };
        let size = state.heap.object(array).size;
        let bytes = self.symbols.size(stride);
        let left = self.symbols.store.urem(size, bytes);
        if self.constant(byte) == Some(0) && self.unique(state, left) == Some(0) {
            let all = self.element_number(state, size, stride);
            let done = self.symbols.size(done);
            let count = self.symbols.store.sub(all, done);
            state.heap.append_run(&mut self.symbols, array, last, stride, count);
        }
    }

    /// Takes an array apart because of an access at an offset that can be many, and finds the element. None where that
    /// is not done.
    pub(super) fn access_apart(
        &mut self,
        state: &Moving,
        array: ObjectId,
        offset: Term,
        len: u64,
    ) -> Option<Vec<Target>> {
        if !self.context.precision.takes_arrays_apart {
            return None;
        }
        let stride = self.stride(offset);
        let mut apart = state.clone();
        if !self.take_apart(&mut apart, array, stride) {
            return None;
        }
        let len = self.symbols.size(len);
        Some(self.access_element(apart, array, offset, len))
    }

    /// The size of the elements of an array that is accessed at an offset: what numbers are multiplied by in it.
    fn stride(&mut self, offset: Term) -> u64 {
        let word = u64::from(self.symbols.word() / 8);
        let mut work = vec![offset];
        while let Some(term) = work.pop() {
            let node = self.symbols.store.node(term);
            match node {
                Node::Bin(BinOp::Mul, a, b) => {
                    let factor = [a, b].into_iter().find_map(|factor| self.constant(factor));
                    if let Some(factor) = factor.filter(|it| it.is_multiple_of(word) && *it <= LARGEST) {
                        return factor;
                    }
                }
                Node::Bin(BinOp::Add, a, b) => work.extend([a, b]),
                _ => {}
            }
        }
        word
    }

    /// The content of an array with elements after its size changed. None where elements may be lost by it.
    pub(super) fn resized_elements(
        &mut self,
        state: &State,
        array: ObjectId,
        size: Term,
    ) -> Option<heap::Content> {
        let word = u64::from(self.symbols.word() / 8);
        let elements = state.heap.elements(&mut self.symbols, array, word)?;
        let mut all = self.symbols.size(0);
        for item in &elements.items {
            all = self.symbols.store.add(all, item.count?);
        }
        let stride = self.symbols.size(elements.stride);
        let bytes = self.symbols.store.mul(all, stride);
        let is_cut = self.symbols.store.ult(size, bytes);
        let content = &state.heap.object(array).content;
        let link = content.peek(&self.symbols, ELEMENTS, word)?;
        if content.rest() != heap::Fill::Undefined || self.can(state, is_cut) != Possible::No {
            return None;
        }
        let mut content = heap::Content::filled(heap::Fill::Undefined);
        content.write(ELEMENTS, word, link);
        Some(content)
    }
}
