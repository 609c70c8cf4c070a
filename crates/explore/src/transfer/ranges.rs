//! Between which numbers those in an array lie: columns of numbers ([`heap::Column::range`]).
//!
//! A number that is read from an array is often an index: the next free place, the parent of an element, an entry of a
//! queue or a permutation. A column of numbers says of the first elements that a member of each lies between two terms.
//! Where a number is written, the ends become the least and the greatest of it and of what they were; a join makes
//! numbers of the state of them, so that what bounds them is found as for any other. Where an element is read, the ends bound
//! what is read.
//!
//! The number of elements that a column speaks of grows where the one behind the last is written. A block of zeros, or of any
//! byte that is repeated, is one of equal numbers. Which members are numbers is told by types; what holds of them is told by
//! bytes: a write that is not certainly one to that member of one element, or beside it, costs the column.

use crate::state::State;
use crate::transfer::Transfer;
use heap::{Column, Content, Data, Fill, Kind, Object, ObjectId, Rights, Shape};
use ir::TypeId;
use ir::types::{Encoding, TypeKind};
use logic::Term;

/// How many members of elements are looked at.
const MEMBERS: usize = 6;
/// How many elements a column grows by at once, and has at constant places when it begins.
const SETTLED: usize = 64;
/// The largest element.
const LARGEST: u64 = 4096;

/// A member of the elements of an array that holds a number.
#[derive(Clone, Copy)]
struct Member {
    start: u64,
    stride: u64,
    at: u64,
    len: u64,
    /// The number of elements, where the type tells.
    most: Option<u64>,
}

impl Member {
    fn is_of(&self, column: &Column) -> bool {
        (self.start, self.stride, self.at, self.len) == (column.start, column.stride, column.at, column.len)
    }
}

impl Transfer<'_> {
    /// Columns of numbers of an object after a number was written to `len` bytes at an offset; both lie within the object.
    pub(super) fn ranges_after(
        &mut self,
        state: &mut State,
        id: ObjectId,
        offset: Term,
        len: u64,
        value: Term,
    ) -> Vec<Column> {
        if !self.context.precision.bounds_elements {
            return Vec::new();
        }
        let object = state.heap.object(id).clone();
        let members = self.number_members(&object, Some(len));
        let mut columns = Vec::new();
        for member in members {
            let Some(column) = self.settled_range(state, &object, member) else { continue };
            columns.extend(self.range_after(state, column, (offset, len), value));
        }
        columns
    }

    fn range_after(
        &mut self,
        state: &State,
        mut column: Column,
        (offset, len): (Term, u64),
        value: Term,
    ) -> Option<Column> {
        if column.start > 0 {
            let (start, size) = (self.symbols.size(column.start), self.symbols.size(len));
            let past = self.symbols.store.add(offset, size);
            let reaches = self.symbols.store.ult(start, past);
            if self.is_impossible(state, reaches) {
                return Some(column);
            }
        }
        let (number, within) = self.element_at(state, &column, offset)?;
        let within = self.constant(within)?;
        if within + len > column.stride {
            return None;
        }
        if within + len <= column.at || column.at + column.len <= within {
            return Some(column);
        }
        if (within, len) != (column.at, column.len) {
            return None;
        }
        let is_below = self.symbols.store.ult(number, column.count);
        let is_beyond = self.symbols.store.ult(column.count, number);
        let may_be_below = !self.is_impossible(state, is_below);
        let is_next = self.is_impossible(state, is_beyond);
        if !may_be_below && !is_next {
            return Some(column);
        }
        if self.symbols.has_base(value) {
            return None;
        }
        column.range = self.wider(state, &column, value);
        let is_certainly_below = {
            let is_not = self.symbols.store.not(is_below);
            self.is_impossible(state, is_not)
        };
        // An element that may be the next one is taken for it: those before it are what matters.
        if is_next && !is_certainly_below {
            let one = self.symbols.size(1);
            column.count = self.symbols.store.add(number, one);
        }
        Some(column)
    }

    /// The range of a column with another number.
    fn wider(&mut self, state: &State, column: &Column, value: Term) -> Option<[Term; 2]> {
        let [low, high] = column.range?;
        match self.constant(column.count) {
            Some(0) => Some([value; 2]),
            _ => Some([self.least(state, value, low), self.greatest(state, high, value)]),
        }
    }

    /// The less of two numbers.
    fn least(&mut self, state: &State, a: Term, b: Term) -> Term {
        let is_less = self.symbols.store.slt(a, b);
        if self.is_impossible(state, is_less) {
            return b;
        }
        let is_not = self.symbols.store.not(is_less);
        if self.is_impossible(state, is_not) { a } else { self.symbols.store.ite(is_less, a, b) }
    }

    /// The greater of two numbers.
    fn greatest(&mut self, state: &State, a: Term, b: Term) -> Term {
        let is_less = self.symbols.store.slt(a, b);
        if self.is_impossible(state, is_less) {
            return a;
        }
        let is_not = self.symbols.store.not(is_less);
        if self.is_impossible(state, is_not) { b } else { self.symbols.store.ite(is_less, b, a) }
    }

    /// A value that is read from `len` bytes at an offset in bounds lies between the ends of its column.
    pub(super) fn assume_range(
        &mut self,
        state: &mut State,
        id: ObjectId,
        offset: Term,
        len: u64,
        value: Term,
    ) {
        if !self.context.precision.bounds_elements
            || self.constant(value).is_some()
            || self.symbols.has_base(value)
        {
            return;
        }
        let Some(object) = state.heap.find(id) else { return };
        let mut columns = object.content.columns().to_vec();
        columns.retain(|column| column.len == len);
        for column in columns {
            let Some([low, high]) = column.range else { continue };
            let Some((number, within)) = self.element_at(state, &column, offset) else { continue };
            if self.constant(within) != Some(column.at) {
                continue;
            }
            let store = &mut self.symbols.store;
            let is_below = store.ult(number, column.count);
            let (from, to) = (store.sle(low, value), store.sle(value, high));
            let is_between = store.and(from, to);
            let is_other = store.not(is_below);
            // Without a premise each end is a condition by itself, which a join can keep.
            let holds = match self.is_impossible(state, is_other) {
                true => is_between,
                false => self.symbols.store.implies(is_below, is_between),
            };
            let is_new = self.symbols.store.not(holds);
            if !self.is_impossible(state, is_new) {
                self.assume(state, holds);
            }
        }
    }

    /// Whether it is known of an object between which numbers those in its elements lie.
    pub(super) fn has_ranges(&self, state: &State, id: ObjectId) -> bool {
        state.heap.object(id).content.columns().iter().any(|column| column.range.is_some())
    }

    /// Columns of numbers where a loop closes: what lies at constant places and in cells is told by them from then on.
    pub(crate) fn settle_ranges(&mut self, state: &mut State) {
        if !self.context.precision.bounds_elements {
            return;
        }
        let ids: Vec<ObjectId> = state.heap.objects().map(|(id, _)| id).collect();
        for id in ids {
            let object = state.heap.object(id).clone();
            let members = self.number_members(&object, None);
            if members.is_empty() {
                continue;
            }
            let mut columns = object.content.columns().to_vec();
            columns.retain(|column| column.range.is_none());
            for member in members {
                let column = self.settled_range(state, &object, member);
                columns.extend(column.filter(|column| self.constant(column.count) != Some(0)));
            }
            state.heap.object_mut(id).content.with_columns(columns);
        }
    }

    /// What is known of a member of the elements of an object.
    fn settled_range(&mut self, state: &State, object: &Object, member: Member) -> Option<Column> {
        let content = &object.content;
        let known = content.columns().iter().find(|column| column.range.is_some() && member.is_of(column));
        let mut column = match known {
            Some(known) => *known,
            None => self.range_of_fill(state, object, member)?,
        };
        for _ in 0..SETTLED {
            if member.most.is_some() && self.constant(column.count) == member.most {
                break;
            }
            let Some(value) = self.number_at(state, object, &column) else { break };
            column.range = self.wider(state, &column, value);
            let one = self.symbols.size(1);
            column.count = self.symbols.store.add(column.count, one);
        }
        Some(column)
    }

    /// The column of a member of a block that was filled at once, and holds other numbers at constant places only; that
    /// of no elements where it is not such.
    fn range_of_fill(&mut self, state: &State, object: &Object, member: Member) -> Option<Column> {
        let Member { start, stride, at, len, most } = member;
        let zero = self.symbols.store.zero(8 * u32::try_from(len).ok()?);
        let none = Column {
            start,
            stride,
            at,
            len,
            count: self.symbols.size(0),
            open: None,
            range: Some([zero; 2]),
        };
        let filling = match object.content.rest() {
            Fill::Repeat(byte) if !self.symbols.has_base(byte) => object.content.rest(),
            _ => return Some(none),
        };
        let value = Content::filled(filling).known(&mut self.symbols, 0, len)?;
        let mut column = Column { range: Some([value; 2]), ..none };
        let mut places: Vec<u64> = Vec::new();
        for edge in object.content.edges() {
            if matches!(edge.data, Data::Fill(fill) if fill != filling) || edge.end() - edge.offset > LARGEST
            {
                return Some(none);
            }
            if edge.end() <= start {
                continue;
            }
            let first = edge.offset.saturating_sub(start) / stride;
            places.extend(first..=(edge.end() - 1 - start) / stride);
        }
        places.dedup();
        places.retain(|place| most.is_none_or(|most| *place < most));
        if places.len() > SETTLED {
            return Some(none);
        }
        for place in places {
            let known = object.content.known(&mut self.symbols, start + place * stride + at, len);
            let Some(value) = known.filter(|value| !self.symbols.has_base(*value)) else { return Some(none) };
            let [low, high] = column.range?;
            column.range = Some([self.least(state, value, low), self.greatest(state, high, value)]);
        }
        column.count = match most {
            Some(most) => self.symbols.size(most),
            None => {
                let stride = self.symbols.size(stride);
                self.symbols.store.udiv(object.size, stride)
            }
        };
        Some(column)
    }

    /// The number in the first element that a column does not speak of, where it is known.
    fn number_at(&mut self, state: &State, object: &Object, column: &Column) -> Option<Term> {
        let first = self.symbols.size(column.start + column.at);
        let stride = self.symbols.size(column.stride);
        let distance = self.symbols.store.mul(column.count, stride);
        let offset = self.symbols.store.add(first, distance);
        let value = match self.constant(offset) {
            Some(offset) => {
                let end = self.symbols.size(offset.checked_add(column.len)?);
                let is_outside = self.symbols.store.ult(object.size, end);
                if !self.is_impossible(state, is_outside) {
                    return None;
                }
                object.content.known(&mut self.symbols, offset, column.len)
            }
            None => {
                let cells = object.content.cells().iter().filter(|cell| cell.len == column.len);
                let mut value = None;
                for cell in cells {
                    let is_elsewhere = self.symbols.store.ne(cell.offset, offset);
                    if self.is_impossible(state, is_elsewhere) {
                        value = Some(cell.value);
                    }
                }
                value
            }
        };
        value.filter(|value| !self.symbols.has_base(*value))
    }

    /// The members of the elements of an object that hold numbers: those that types tell; of a block without a type, words
    /// as they are written.
    fn number_members(&self, object: &Object, written: Option<u64>) -> Vec<Member> {
        let may_have = object.is_alive()
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
                let first =
                    object.content.edges().first().filter(|edge| edge.offset == 0).map(|edge| edge.len);
                let known = object.content.columns().iter().find(|column| column.range.is_some());
                match (object.used_as, known.map(|column| column.stride).or(written).or(first)) {
                    (Some(element), _) => self.numbers_of_elements(element, 0, None, &mut found),
                    (None, Some(len @ (2 | 4 | 8))) => {
                        found.push(Member { start: 0, stride: len, at: 0, len, most: None });
                    }
                    _ => {}
                }
                object.used_as
            }
            Kind::Global(id) => self.context.program().global(id).ty,
            Kind::Stack(function, Some(var)) => self.context.body(function).var(var).ty,
            _ => None,
        };
        if let Some(ty) = ty {
            self.arrays_of_numbers(ty, 0, &mut found);
        }
        found.truncate(MEMBERS);
        found
    }

    fn arrays_of_numbers(&self, ty: TypeId, start: u64, found: &mut Vec<Member>) {
        let types = &self.context.program().types;
        match &types.get(types.strip(ty)).kind {
            TypeKind::Array { element, count: Some(count) } => {
                let (mut element, mut count) = (*element, *count);
                // The rows of an array lie one after the other.
                while let TypeKind::Array { element: inner, count: Some(more) } =
                    &types.get(types.strip(element)).kind
                {
                    (element, count) = (*inner, count * more);
                }
                if count > 1 {
                    self.numbers_of_elements(element, start, Some(count), found);
                }
            }
            TypeKind::Struct(record) => {
                for field in record.fields.iter().filter(|field| field.bit_width.is_none()) {
                    self.arrays_of_numbers(field.ty, start + field.offset(), found);
                }
            }
            _ => {}
        }
    }

    fn numbers_of_elements(&self, element: TypeId, start: u64, most: Option<u64>, found: &mut Vec<Member>) {
        let types = &self.context.program().types;
        let stride = types.get(element).size;
        if !(2..=LARGEST).contains(&stride) {
            return;
        }
        let number = |ty: TypeId| {
            let ty = types.get(types.strip(ty));
            let is_number = match &ty.kind {
                TypeKind::Base { encoding, .. } => {
                    *encoding != Encoding::Float && *encoding != Encoding::Complex
                }
                TypeKind::Enum { .. } => true,
                _ => false,
            };
            (is_number && matches!(ty.size, 2 | 4 | 8)).then_some(ty.size)
        };
        match &types.get(types.strip(element)).kind {
            TypeKind::Struct(record) => {
                for field in record.fields.iter().filter(|field| field.bit_width.is_none()) {
                    let at = field.offset();
                    found.extend(number(field.ty).map(|len| Member { start, stride, at, len, most }));
                }
            }
            _ => found.extend(number(element).map(|len| Member { start, stride, at: 0, len, most })),
        }
    }
}
