//! Borders: where a variable of a loop divides the elements of an array.
//!
//! What a loop has done to the elements before its index it has not done to those behind it. So the element whose number
//! is that of a variable, or follows it, begins a part of the array that is kept apart from what precedes it, and where
//! states are joined the parts on both sides of the same variable correspond: where one state has a border inside of a
//! run, the run is split there first (the unification of Cousot, Cousot and Logozzo's array segmentation).

use crate::state::{Moving, State};
use crate::strategy::shape::Analysis;
use crate::transfer::Possible;
use heap::{Fill, Item, ObjectId, Pointer, Shape};
use ir::{InstKind, Operand, Scalar, ValueId};
use logic::Term;

/// How many variables may be borders.
const VARIABLES: usize = 6;

/// How many global variables may be borders.
const GLOBALS: usize = 4;

/// The first border that is a global variable.
const IN_MEMORY: u32 = 1 << 31;

/// The border at which an array begins.
const BEGINNING: u32 = u32::MAX;

/// How an element lies to a border, the nearest last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Side {
    /// At no border of a loop.
    None,
    /// Its number follows that of the variable.
    Behind,
    /// Its number is that of the variable.
    At,
}

/// How an element lies to a border where it begins.
pub(super) fn side(border: u32) -> Side {
    match border {
        BEGINNING => Side::None,
        IN_MEMORY.. => Side::At,
        _ if border.is_multiple_of(2) => Side::At,
        _ => Side::Behind,
    }
}

/// The item of an array, the number of its first element, and the borders there.
struct Part {
    item: Item,
    first: Term,
    borders: Vec<u32>,
}

impl Analysis<'_, '_> {
    /// The elements, and runs of them, that begin at a border, each with the border: a variable, and whether the
    /// element follows it.
    pub(super) fn borders(&mut self, state: &State) -> Vec<(ObjectId, u32)> {
        let arrays = state.heap.objects().filter(|(_, object)| object.content.has_elements());
        let arrays: Vec<ObjectId> = arrays.map(|(id, _)| id).collect();
        arrays.into_iter().flat_map(|array| self.borders_of_array(state, array)).collect()
    }

    /// The same of one array.
    pub(super) fn borders_of_array(&mut self, state: &State, array: ObjectId) -> Vec<(ObjectId, u32)> {
        let places = self.places(state, Some(array));
        let parts = self.parts(state, array, &places);
        parts.iter().flat_map(|part| part.borders.iter().map(|border| (part.item.id, *border))).collect()
    }

    /// Whether the elements of an array are as many as a variable of a loop says.
    pub(super) fn ends_at_border(&mut self, state: &State, array: ObjectId) -> bool {
        let places = self.places(state, Some(array));
        let parts = self.parts(state, array, &places);
        let Some(last) = parts.last() else { return false };
        let Some(count) = last.item.count else { return true };
        let end = self.transfer.symbols.store.add(last.first, count);
        places.iter().any(|(border, place)| side(*border) == Side::At && self.are_equal(state, end, *place))
    }

    /// The items of an array in order.
    fn parts(&mut self, state: &State, array: ObjectId, places: &[(u32, Term)]) -> Vec<Part> {
        let word = u64::from(self.transfer.symbols.word() / 8);
        let elements = state.heap.elements(&mut self.transfer.symbols, array, word);
        let mut first = self.transfer.symbols.size(0);
        let mut parts = Vec::new();
        for item in elements.map(|elements| elements.items).unwrap_or_default() {
            let here = places.iter().filter(|(_, place)| self.are_equal(state, first, *place));
            let mut borders: Vec<u32> = here.map(|(border, _)| *border).collect();
            if parts.is_empty() {
                borders.push(BEGINNING);
            }
            parts.push(Part { item, first, borders });
            let Some(count) = item.count else { break };
            first = self.transfer.symbols.store.add(first, count);
        }
        parts
    }

    /// Two states that are joined with the same arrays taken apart, and split at the same borders. None where nothing had
    /// to be done.
    pub(super) fn alike_apart(&mut self, left: &State, right: &State) -> Option<[Moving; 2]> {
        let mut common: Vec<ObjectId> = Vec::new();
        for (id, object) in left.heap.objects() {
            let other = right.heap.find(id).filter(|other| other.kind == object.kind);
            if other.is_some_and(|other| object.content.has_elements() || other.content.has_elements()) {
                common.push(id);
            }
        }
        if common.is_empty() {
            return None;
        }
        let mut states = [Box::new(left.clone()), Box::new(right.clone())];
        let mut changed = false;
        for id in common {
            changed |= self.take_zeros_apart(&mut states, id);
            changed |= self.split_alike(&mut states, id);
        }
        changed.then_some(states)
    }

    /// Takes an array of zeros apart that is taken apart in the other state.
    fn take_zeros_apart(&mut self, states: &mut [Moving; 2], id: ObjectId) -> bool {
        let word = u64::from(self.transfer.symbols.word() / 8);
        let has_elements = states.each_ref().map(|state| state.heap.object(id).content.has_elements());
        if has_elements[0] == has_elements[1] {
            return false;
        }
        let side = usize::from(has_elements[0]);
        let content = &states[side].heap.object(id).content;
        let is_zero = match content.rest() {
            Fill::Repeat(byte) => self.transfer.constant(byte) == Some(0),
            Fill::Undefined | Fill::Unknown | Fill::Texts(_) => false,
        };
        let is_new = content.edges().is_empty() && is_zero;
        let elements = states[1 - side].heap.elements(&mut self.transfer.symbols, id, word);
        match elements.filter(|_| is_new) {
            Some(elements) => self.transfer.take_apart(&mut states[side], id, elements.stride),
            None => false,
        }
    }

    /// Splits the runs of an array where the other state has a border.
    fn split_alike(&mut self, states: &mut [Moving; 2], id: ObjectId) -> bool {
        let mut changed = false;
        for side in [0, 1] {
            let [own, other] = [&states[1 - side], &states[side]].map(|state| state.clone());
            let (own_places, places) = (self.places(&own, Some(id)), self.places(&other, Some(id)));
            let parts = self.parts(&own, id, &own_places);
            let has = |parts: &[Part], border: u32| parts.iter().any(|part| part.borders.contains(&border));
            for (number, part) in parts.iter().enumerate() {
                let present = self.parts(&states[side], id, &places);
                let missing = part.borders.iter().find(|border| !has(&present, **border));
                let place = |border: u32| places.iter().find(|place| place.0 == border).map(|place| place.1);
                if let Some(place) = missing.and_then(|border| place(*border)) {
                    changed |= self.split_at(&mut states[side], id, place, false);
                }
                // An element that lies between two borders on both sides stands for itself on both.
                let next = parts.get(number + 1).map(|part| &part.borders[..]).unwrap_or_default();
                let ends: Vec<Term> = next.iter().filter_map(|border| place(*border)).collect();
                let is_single = own.heap.object(part.item.id).shape == Shape::Region;
                for start in part.borders.iter().filter(|_| is_single).filter_map(|border| place(*border)) {
                    let one = self.transfer.symbols.size(1);
                    let end = self.transfer.symbols.store.add(start, one);
                    if ends.iter().any(|it| self.are_equal(&other, *it, end)) {
                        changed |= self.split_at(&mut states[side], id, start, true);
                        break;
                    }
                }
            }
        }
        changed
    }

    /// Splits the run of an array in which the element with a number lies, before it or so that it stands for itself.
    /// Gives whether there was such a run.
    fn split_at(&mut self, state: &mut Moving, array: ObjectId, number: Term, single: bool) -> bool {
        let mut before = None;
        for part in self.parts(state, array, &[]) {
            let Some(count) = part.item.count else { return false };
            let store = &mut self.transfer.symbols.store;
            let end = store.add(part.first, count);
            let starts = if single { store.ule(part.first, number) } else { store.ult(part.first, number) };
            let ends = store.ult(number, end);
            let inside = store.and(starts, ends);
            let outside = store.not(inside);
            let is_run = state.heap.object(part.item.id).shape != Shape::Region;
            if is_run && self.transfer.can(state, outside) == Possible::No {
                let place = self.transfer.symbols.store.sub(number, part.first);
                if !single {
                    let symbols = &mut self.transfer.symbols;
                    return state.heap.split_run(symbols, array, before, part.item.id, place);
                }
                let found = self.transfer.element_of((state.clone(), array, before), part.item.id, place);
                if let Some(found) = found {
                    *state = self.resolve_counted(found);
                    return true;
                }
                return false;
            }
            before = Some(part.item.id);
        }
        false
    }

    fn are_equal(&mut self, state: &State, one: Term, other: Term) -> bool {
        let equal = self.transfer.symbols.store.eq(one, other);
        match self.transfer.symbols.store.as_bool(equal) {
            Some(known) => known,
            None => {
                let differ = self.transfer.symbols.store.not(equal);
                self.transfer.can(state, differ) == Possible::No
            }
        }
    }

    /// The numbers of elements of an array that are borders: those that loops of the innermost function change, and those
    /// behind them, and those of global variables that tell how many elements are in use. What is an index of other things
    /// only is none.
    pub(super) fn places(&mut self, state: &State, array: Option<ObjectId>) -> Vec<(u32, Term)> {
        let is_ghost = state.is_at_end_of_entry();
        let Some(frame) = state.frames.last().filter(|_| !is_ghost) else { return Vec::new() };
        let body = self.transfer.context.body(frame.function);
        let insts = body.blocks.iter().flat_map(|block| &block.insts);
        let phis = insts.filter(|inst| matches!(inst.kind, InstKind::Phi { .. }));
        let numbers = phis.filter_map(|inst| inst.result());
        let numbers = numbers.filter(|id| matches!(body.value_type(*id), Scalar::Int(32 | 64)));
        let code = self.transfer.context.code(frame.function);
        let symbols = &mut self.transfer.symbols;
        let (word, one) = (symbols.word(), symbols.size(1));
        let mut may_lead_to = |base: &Operand, array: ObjectId| match base.value() {
            Some(base) => frame.values[base.index()].is_none_or(
                |base| matches!(state.heap.pointer(symbols, base), Pointer::Into(id, _) if id == array),
            ),
            None => true,
        };
        let numbers: Vec<ValueId> = numbers
            .filter(|id| {
                let indexed = code.indexes().of(*id).zip(array);
                indexed.is_none_or(|(bases, array)| bases.iter().any(|base| may_lead_to(base, array)))
            })
            .collect();
        let mut places = Vec::new();
        for id in numbers {
            let Some(value) = frame.values[id.index()] else { continue };
            if places.len() >= 2 * VARIABLES || symbols.has_base(value) || symbols.store.width(value) > word {
                continue;
            }
            let value = symbols.store.sext(value, word);
            let next = symbols.store.add(value, one);
            places.extend([(2 * id.index() as u32, value), (2 * id.index() as u32 + 1, next)]);
        }
        for id in self.known.indexes.iter().take(GLOBALS) {
            let Some(object) = state.heap.find(self.transfer.context.library.global(*id)) else { continue };
            let bytes = symbols.store.as_const(object.size).and_then(|size| size.to_u64());
            let Some(bytes) = bytes.filter(|bytes| [4, 8].contains(bytes) && *bytes * 8 <= word.into())
            else {
                continue;
            };
            if let Some(value) = object.content.known(symbols, 0, bytes)
                && !symbols.has_base(value)
                && !symbols.is_undefined(value)
            {
                places.push((IN_MEMORY + id.index() as u32, symbols.store.sext(value, word)));
            }
        }
        places
    }
}
