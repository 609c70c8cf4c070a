//! Strings in the elements of arrays: what is written to one element leaves those of the others alone
//! ([`heap::Column`]).
//!
//! Which members can hold strings is told by types: arrays of characters in the elements of an array. A write to an element
//! *opens* it in the columns of the members that it touches. Where a zero is found in the member of the open element, or
//! in that of the first element that a column does not speak of, the column is *settled*. Where a string in an element is
//! read, its column gives a *witness*: a zero at some place of the member, which is a cell from then on, and all that
//! is known of cells applies.
//!
//! The number of the element at an offset is read off the term, as the factor of the size of elements in it.

use crate::state::State;
use crate::transfer::access::At;
use crate::transfer::{Possible, Transfer};
use heap::{Cell, Column, Data, Fill, HasValue, Kind, Object, ObjectId, Pointer, Rights, Shape};
use ir::TypeId;
use ir::types::TypeKind;
use logic::{BinOp, Node, Term};

/// How many members of elements are looked at.
const MEMBERS: usize = 6;

/// How many elements a column grows by at once.
const SETTLED: usize = 64;

/// The largest element.
const LARGEST: u64 = 1 << 16;

/// How many cells of an object with columns outlive a round of a loop.
const CELLS: usize = 2;

/// A member of the elements of an array that can hold a string.
struct Member {
    start: u64,
    stride: u64,
    at: u64,
    len: u64,
    /// The number of elements, where the type tells.
    most: Option<u64>,
}

impl Transfer<'_> {
    /// The members of the elements of an object that can hold strings, as columns of no elements, each with the number of
    /// elements where the type tells.
    fn text_members(&mut self, object: &Object) -> Vec<(Column, Option<u64>)> {
        let (count, open) = (self.symbols.size(0), None);
        let column = |Member { start, stride, at, len, most }: Member| {
            (Column { start, stride, at, len, count, open, range: None }, most)
        };
        self.find_members(object).into_iter().map(column).collect()
    }

    fn find_members(&self, object: &Object) -> Vec<Member> {
        let may_have = self.context.precision.any_text
            && object.is_alive()
            && object.shape == Shape::Region
            && object.owner.is_none()
            && object.rights == Rights::Write
            && !object.content.has_elements();
        if !may_have {
            return Vec::new();
        }
        let mut found: Vec<Member> = Vec::new();
        let ty = match object.kind {
            Kind::Heap(_) => {
                if let Some(element) = object.used_as {
                    self.members_of_elements(element, 0, None, &mut found);
                }
                None
            }
            Kind::Global(id) => self.context.program().global(id).ty,
            Kind::Stack(function, Some(var)) => self.context.body(function).var(var).ty,
            _ => None,
        };
        if let Some(ty) = ty {
            self.members(ty, 0, &mut found);
        }
        found.truncate(MEMBERS);
        found
    }

    /// Whether the elements of an object have members that can hold strings.
    pub fn has_text_members(&self, state: &State, id: ObjectId) -> bool {
        self.context.precision.any_text && !self.find_members(state.heap.object(id)).is_empty()
    }

    /// The offsets of members that can hold strings in the element at an offset, where all of them are within `len` bytes.
    pub fn members_within(&mut self, state: &State, id: ObjectId, offset: Term, len: Term) -> Vec<Term> {
        let Some(len) = self.constant(len) else { return Vec::new() };
        let mut found = Vec::new();
        for (column, _) in self.text_members(&state.heap.object(id).clone()) {
            let Some((_, within)) = self.element_at(state, &column, offset) else { continue };
            let Some(within) = self.constant(within) else { continue };
            if within <= column.at && column.at < within + len {
                let distance = self.symbols.size(column.at - within);
                found.push(self.symbols.store.add(offset, distance));
            }
        }
        found
    }

    /// The members of arrays within something of a type.
    fn members(&self, ty: TypeId, start: u64, found: &mut Vec<Member>) {
        let types = &self.context.program().types;
        match &types.get(types.strip(ty)).kind {
            TypeKind::Array { element, count } => self.members_of_elements(*element, start, *count, found),
            TypeKind::Struct(record) => {
                for field in record.fields.iter().filter(|field| field.bit_width.is_none()) {
                    self.members(field.ty, start + field.offset(), found);
                }
            }
            _ => {}
        }
    }

    fn members_of_elements(&self, element: TypeId, start: u64, most: Option<u64>, found: &mut Vec<Member>) {
        let stride = self.context.program().types.get(element).size;
        if (2..=LARGEST).contains(&stride) && most.is_none_or(|most| most > 1) {
            let mut texts = Vec::new();
            self.texts_in(element, 0, &mut texts);
            found.extend(texts.into_iter().map(|(at, len)| Member { start, stride, at, len, most }));
        }
    }

    /// Whether something of a type has arrays of characters, and no addresses: such are followed element by element
    /// ([`super::elements`]).
    pub fn is_record_of_texts(&self, ty: TypeId) -> bool {
        let mut texts = Vec::new();
        self.texts_in(ty, 0, &mut texts);
        !texts.is_empty() && !self.has_addresses(ty)
    }

    /// Whether something of a type has addresses.
    pub fn has_addresses(&self, ty: TypeId) -> bool {
        let types = &self.context.program().types;
        match &types.get(types.strip(ty)).kind {
            TypeKind::Pointer(_) => true,
            TypeKind::Array { element, .. } => self.has_addresses(*element),
            TypeKind::Struct(record) | TypeKind::Union(record) => {
                record.fields.iter().any(|field| self.has_addresses(field.ty))
            }
            _ => false,
        }
    }

    /// The arrays of characters in something of a type: where they are, and how long.
    fn texts_in(&self, ty: TypeId, at: u64, found: &mut Vec<(u64, u64)>) {
        let types = &self.context.program().types;
        match &types.get(types.strip(ty)).kind {
            TypeKind::Array { element, count: Some(count) } => {
                let element = types.get(types.strip(*element));
                if element.size == 1 && *count > 1 && matches!(element.kind, TypeKind::Base { .. }) {
                    found.push((at, *count));
                }
            }
            TypeKind::Struct(record) => {
                for field in record.fields.iter().filter(|field| field.bit_width.is_none()) {
                    self.texts_in(field.ty, at + field.offset(), found);
                }
            }
            _ => {}
        }
    }

    /// The number of the element at an offset in bounds, and how far within the element that is.
    pub(super) fn element_at(
        &mut self,
        state: &State,
        column: &Column,
        offset: Term,
    ) -> Option<(Term, Term)> {
        let start = self.symbols.size(column.start);
        let offset = self.symbols.store.sub(offset, start);
        let stride = column.stride;
        let (mut number, mut within) = (self.symbols.size(0), self.symbols.size(0));
        let mut summands = vec![offset];
        while let Some(term) = summands.pop() {
            let factor = match self.symbols.store.node(term) {
                Node::Bin(BinOp::Add, a, b) => {
                    summands.extend([a, b]);
                    continue;
                }
                Node::Bin(BinOp::Mul, a, b) => [(a, b), (b, a)]
                    .into_iter()
                    .find_map(|(a, b)| Some((a, self.constant(b).filter(|it| it.is_multiple_of(stride))?))),
                _ => None,
            };
            let (elements, bytes) = match (factor, self.constant(term)) {
                (Some((term, factor)), _) => {
                    let factor = self.symbols.size(factor / stride);
                    (self.symbols.store.mul(term, factor), self.symbols.size(0))
                }
                (None, Some(constant)) => {
                    let unused = 64 - self.symbols.word();
                    let constant = (constant << unused) as i64 >> unused;
                    let elements = constant.div_euclid(stride as i64) as u64;
                    let bytes = constant.rem_euclid(stride as i64) as u64;
                    (self.symbols.size(elements), self.symbols.size(bytes))
                }
                (None, None) => (self.symbols.size(0), term),
            };
            number = self.symbols.store.add(number, elements);
            within = self.symbols.store.add(within, bytes);
        }
        // No product wraps around, so that there is one such number.
        let half = u64::MAX >> (65 - self.symbols.word());
        let (most, stride) = (self.symbols.size(half / stride), self.symbols.size(stride));
        let is_large = self.symbols.store.ult(most, number);
        let is_beyond = self.symbols.store.ule(stride, within);
        let is_other = self.symbols.store.or(is_large, is_beyond);
        self.is_impossible(state, is_other).then_some((number, within))
    }

    pub(super) fn is_impossible(&mut self, state: &State, condition: Term) -> bool {
        match self.symbols.store.as_bool(condition) {
            Some(known) => !known,
            None => matches!(self.can(state, condition), Possible::No),
        }
    }

    /// The columns of an object after a write of `len` bytes, a term as wide as a pointer, at an offset. Both lie within the
    /// object.
    pub fn columns_after(&mut self, state: &mut State, id: ObjectId, offset: Term, len: Term) -> Vec<Column> {
        if state.heap.object(id).content.columns().is_empty() && !self.has_text_members(state, id) {
            return Vec::new();
        }
        self.settle_columns(state, id);
        let mut columns = state.heap.object(id).content.columns().to_vec();
        columns.retain_mut(|column| {
            let (start, past) = (self.symbols.size(column.start), self.symbols.store.add(offset, len));
            let reaches = self.symbols.store.ult(start, past);
            if column.start > 0 && self.is_impossible(state, reaches) {
                return true;
            }
            let Some((number, within)) = self.element_at(state, column, offset) else { return false };
            let store = &mut self.symbols.store;
            let end = store.add(within, len);
            let word = store.width(len);
            let [at, member_end, stride] =
                [column.at, column.at + column.len, column.stride].map(|it| store.num(word, it.into()));
            let is_before = store.ule(end, at);
            let is_behind = store.ule(member_end, within);
            let is_aside = store.or(is_before, is_behind);
            // The sum does not wrap around, since the write lies within the object.
            let fits = store.ule(end, stride);
            let is_wide = store.not(fits);
            let touches = store.not(is_aside);
            if !self.is_impossible(state, is_wide) {
                return false;
            }
            if self.is_impossible(state, touches) || column.open == Some(number) {
                return true;
            }
            let is_spoken_of = self.symbols.store.ult(number, column.count);
            if self.is_impossible(state, is_spoken_of) {
                return true;
            }
            if column.range.is_some() {
                return false;
            }
            let was_closed = column.open.is_none();
            // An element that may be the next one is taken for it: those before it are what matters where a table is
            // filled.
            let is_next = self.symbols.store.ule(column.count, number);
            let is_beyond = self.symbols.store.ult(column.count, number);
            if was_closed && !self.is_impossible(state, is_next) && self.is_impossible(state, is_beyond) {
                column.count = number;
                return true;
            }
            column.open = Some(number);
            was_closed
        });
        columns
    }

    /// Closes the open elements of the columns of an object in which strings end, and adds those to them that follow their
    /// elements.
    pub fn settle_columns(&mut self, state: &mut State, id: ObjectId) {
        let object = state.heap.object(id).clone();
        let mut columns: Vec<Column> = object.content.columns().to_vec();
        columns.retain(|column| column.range.is_some());
        for (none, most) in self.text_members(&object) {
            let known = object.content.columns().iter().find(|column| column.is_like(&none)).copied();
            let mut column = known.unwrap_or(none);
            let one = self.symbols.size(1);
            if known.is_none()
                && object.content.edges().is_empty()
                && self.is_zero_fill(object.content.rest())
            {
                column.count = match most {
                    Some(most) => self.symbols.size(most),
                    None => {
                        let stride = self.symbols.size(column.stride);
                        self.symbols.store.udiv(object.size, stride)
                    }
                };
            }
            for _ in 0..SETTLED {
                let all = most.is_some() && self.constant(column.count) == most;
                let next = match column.open {
                    Some(open) => open,
                    None if all => break,
                    None => column.count,
                };
                if !self.has_end(state, &object, &column, next) {
                    break;
                }
                match column.open.take() {
                    Some(_) => {}
                    None => column.count = self.symbols.store.add(column.count, one),
                }
            }
            if self.constant(column.count) != Some(0) {
                columns.push(column);
            }
        }
        if object.content.columns() != &columns[..] {
            state.heap.object_mut(id).content.with_columns(columns);
        }
    }

    pub(super) fn is_zero_fill(&self, fill: Fill) -> bool {
        matches!(fill, Fill::Repeat(byte) if self.constant(byte) == Some(0))
    }

    /// Whether a zero is known in the member of the element with a number.
    fn has_end(&mut self, state: &State, object: &Object, column: &Column, number: Term) -> bool {
        let stride = self.symbols.size(column.stride);
        let first = self.symbols.size(column.start + column.at);
        let distance = self.symbols.store.mul(number, stride);
        let from = self.symbols.store.add(first, distance);
        if let (Some(number), Some(from)) = (self.constant(number), self.constant(from)) {
            let is_within = number <= LARGEST && {
                let end = self.symbols.size(from + column.len);
                let is_outside = self.symbols.store.ult(object.size, end);
                self.is_impossible(state, is_outside)
            };
            let parts = object.content.parts(from, column.len);
            if is_within && parts.iter().any(|part| self.holds_zero(part)) {
                return true;
            }
        }
        let len = self.symbols.size(column.len);
        for cell in object.content.cells().iter().filter(|cell| cell.len == 1) {
            if self.constant(cell.value) != Some(0) {
                continue;
            }
            let distance = self.symbols.store.sub(cell.offset, from);
            let is_outside = self.symbols.store.ule(len, distance);
            if self.is_impossible(state, is_outside) {
                return true;
            }
        }
        false
    }

    /// Whether a byte of a part is certainly zero.
    fn holds_zero(&mut self, part: &HasValue) -> bool {
        match part.data {
            Data::Fill(fill) => self.is_zero_fill(fill),
            Data::Bits { term, skip } if !self.symbols.has_base(term) => (0..part.len).any(|byte| {
                let byte = self.symbols.slice(term, skip + byte, 1);
                self.constant(byte) == Some(0)
            }),
            Data::Bits { .. } | Data::OneOf(_) => false,
        }
    }

    /// Where a string in an element begins at an address, and its column says that it ends, a zero at some place of its
    /// member is known from then on.
    pub fn witness(&mut self, state: &mut State, pointer: Term) {
        let Pointer::Into(id, offset) = state.heap.pointer(&mut self.symbols, pointer) else { return };
        if !state.heap.object(id).content.columns().is_empty()
            && self.is_readable(state, pointer)
            && self.ends_of_string(state, pointer).is_none()
        {
            self.witness_at(state, id, offset);
        }
    }

    /// The same for all strings of elements in a block that is copied.
    pub fn witness_copied(&mut self, state: &mut State, id: ObjectId, at: At, len: u64) {
        for column in strings(state, id) {
            let offset = self.offset_term(at);
            let Some((_, within)) = self.element_at(state, &column, offset) else { continue };
            let Some(within) = self.constant(within) else { continue };
            if within <= column.at && column.at + column.len <= within + len {
                let distance = self.symbols.size(column.at - within);
                let offset = self.symbols.store.add(offset, distance);
                self.witness_at(state, id, offset);
            }
        }
    }

    fn witness_at(&mut self, state: &mut State, id: ObjectId, offset: Term) {
        self.settle_columns(state, id);
        for column in strings(state, id) {
            let Some((number, within)) = self.element_at(state, &column, offset) else { continue };
            if self.constant(within) != Some(column.at) {
                continue;
            }
            let below = self.symbols.store.ult(number, column.count);
            let mut is_other = self.symbols.store.not(below);
            if let Some(open) = column.open {
                let is_open = self.symbols.store.eq(number, open);
                is_other = self.symbols.store.or(is_other, is_open);
            }
            if self.is_impossible(state, is_other) {
                let len = self.symbols.size(column.len);
                let place = self.unknown(state, self.symbols.word(), &[]);
                let is_within = self.symbols.store.ult(place, len);
                self.assume(state, is_within);
                let (offset, value) = (self.symbols.store.add(offset, place), self.symbols.store.zero(8));
                let content = &mut state.heap.object_mut(id).content;
                content.add_cell(&mut self.symbols, Cell::new(offset, 1, value));
                state.is_general = true;
                return;
            }
        }
    }

    /// Writes what is known of the ends of strings into columns, where a loop closes: cells are forgotten for it but for a
    /// few.
    pub fn settle_all_columns(&mut self, state: &mut State) {
        let ids: Vec<ObjectId> = state
            .heap
            .objects()
            .filter(|(_, object)| !self.find_members(object).is_empty())
            .map(|(id, _)| id)
            .collect();
        for id in ids {
            self.settle_columns(state, id);
            let content = &state.heap.object(id).content;
            let count = content.cells().len();
            if !content.columns().is_empty() && count > CELLS {
                let kept = content.cells()[count - CELLS..].to_vec();
                state.heap.object_mut(id).content.with_cells(kept);
            }
        }
    }
}

/// What is known of the strings in the elements of an object.
fn strings(state: &State, id: ObjectId) -> Vec<Column> {
    let columns = state.heap.object(id).content.columns();
    columns.iter().filter(|column| column.range.is_none()).copied().collect()
}
