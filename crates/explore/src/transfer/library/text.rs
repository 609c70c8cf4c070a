//! Texts of any length: what a program reads, for proofs.
//!
//! Exact exploration reads inputs byte by byte and has to stop somewhere. A proof is about all of them, so here a text
//! is described at once: an argument or a variable of the environment is an object of any size whose last byte is
//! zero; a line is any number of bytes in the buffer of the program, of which nothing is known but where they end
//! ([`heap::Cell`]). The array of arguments is of any length, and its elements are made when they are read
//! ([`heap::Fill::Texts`]): the first read of an element gives a text of its own, which is remembered at the offset that
//! was read, constant or not. Texts may share their memory, so that two texts may be one element's. A string literal that
//! a program sets an element to is a text as well; from then on any element may be one that must not be changed. Where a program
//! changes a text, all others are forgotten but for their last byte: it stays zero, since only a zero may be written
//! there. A program that writes something else there is given up, and so is one that changes a text in a call that is
//! explored by itself, where not all texts are in view.
//!
//! A state with such a text has no inputs that a run could be given: what is found in it is possible.

use crate::state::{EndOfInput, Moving, State};
use crate::transfer::access::{At, Target};
use crate::transfer::library::Results;
use crate::transfer::library::block::Block;
use crate::transfer::{Possible, Transfer};
use engine::Reason;
use heap::{Cell, Content, Data, Fill, Kind, New, ObjectId, Pointer, Rights};
use ir::Access;
use logic::Term;

impl Transfer<'_> {
    /// A text, with what may be done with it; its address.
    fn new_text(&mut self, state: &mut State, rights: Rights) -> Term {
        let size = self.any_size(state, 1);
        let new =
            New { kind: Kind::Text, size, align: 1, fill: Fill::Unknown, alive: true, rights, place: None };
        let id = state.heap.create(&mut self.symbols, new);
        let one = self.symbols.size(1);
        let (offset, value) = (self.symbols.store.sub(size, one), self.symbols.store.zero(8));
        let object = state.heap.object_mut(id);
        object.mergeable = true;
        object.content.add_cell(&mut self.symbols, Cell::new(offset, 1, value));
        state.is_general = true;
        object_base(state, id)
    }

    /// Prepares a write of `len` bytes within bounds to a text, which may store the byte that ends one. Gives whether the
    /// text keeps its end.
    pub fn change_text(
        &mut self,
        state: &mut State,
        id: ObjectId,
        (offset, len): (Term, Term),
        ends_text: bool,
    ) -> bool {
        let (one, size) = (self.symbols.size(1), state.heap.object(id).size);
        let last = self.symbols.store.sub(size, one);
        let end = self.symbols.store.add(offset, len);
        let reaches_end = self.symbols.store.ult(last, end);
        let keeps_end = ends_text || matches!(self.can(state, reaches_end), Possible::No);
        if !keeps_end || state.is_in_entry() {
            return false;
        }
        let is_other = |(other, object): (ObjectId, &heap::Object)| other != id && object.kind == Kind::Text;
        let others: Vec<ObjectId> =
            state.heap.objects().filter(|it| is_other(*it)).map(|(other, _)| other).collect();
        for other in others {
            let last = self.symbols.store.sub(state.heap.object(other).size, one);
            let value = self.symbols.store.zero(8);
            let content = &mut state.heap.object_mut(other).content;
            *content = Content::filled(Fill::Unknown);
            content.add_cell(&mut self.symbols, Cell::new(last, 1, value));
        }
        true
    }

    /// Any size of an object from a least one on.
    fn any_size(&mut self, state: &mut State, least: u64) -> Term {
        let word = self.symbols.word();
        let size = state.heap.fresh.unknown(&mut self.symbols, word);
        let largest = clib::largest_block(self.context.program().target);
        let (least, largest) = (self.symbols.size(least), self.symbols.size(largest));
        let bounds = [self.symbols.store.ule(least, size), self.symbols.store.ule(size, largest)];
        bounds.into_iter().for_each(|bound| self.assume(state, bound));
        size
    }

    /// An array of texts that ends with null, of a number of elements or of any number.
    pub fn text_array(&mut self, state: &mut State, count: Option<Term>) -> Term {
        let word = self.symbols.size(u64::from(self.symbols.word() / 8));
        let count = match count {
            Some(count) => self.resize(count, self.symbols.word()),
            None => {
                let count = self.any_size(state, 0);
                let most = self.symbols.size(i32::MAX as u64);
                let few = self.symbols.store.ule(count, most);
                self.assume(state, few);
                count
            }
        };
        let bytes = self.symbols.store.mul(count, word);
        let size = self.symbols.store.add(bytes, word);
        let new = New {
            kind: Kind::Library("the arguments of main"),
            size,
            align: 16,
            fill: Fill::Texts(Rights::Write),
            alive: true,
            rights: Rights::Write,
            place: None,
        };
        let id = state.heap.create(&mut self.symbols, new);
        object_base(state, id)
    }

    /// Whether `len` bytes at an offset of an array of texts are one whole element.
    fn is_element(&mut self, state: &State, id: ObjectId, offset: Term, len: u64) -> bool {
        let word = u64::from(self.symbols.word() / 8);
        let low = self.symbols.store.extract(offset, 0, word.trailing_zeros());
        let is_uneven = self.symbols.store.is_nonzero(low);
        let is_whole = |edge: &heap::HasValue| edge.len == word && edge.offset.is_multiple_of(word);
        len == word
            && state.heap.object(id).content.edges().iter().all(is_whole)
            && matches!(self.can(state, is_uneven), Possible::No)
    }

    /// The offset of the null at the end of an array of texts.
    fn end_of_texts(&mut self, state: &State, id: ObjectId) -> Term {
        let (size, word) =
            (state.heap.object(id).size, self.symbols.size(u64::from(self.symbols.word() / 8)));
        self.symbols.store.sub(size, word)
    }

    /// Reads from an array of texts.
    pub fn read_of_texts(&mut self, (mut state, id, at): Target, len: u64) -> Vec<(Moving, Term)> {
        let content = &state.heap.object(id).content;
        if let At::Const(at) = at
            && let Some(value) = content.peek(&self.symbols, at, len)
        {
            return vec![(state, value)];
        }
        let offset = self.offset_term(at);
        if let Some(value) = self.read_cell(&state, id, offset, len) {
            return vec![(state, value)];
        }
        let (named, rights) = (content.edges().to_vec(), content.rest().texts());
        if !self.is_element(&state, id, offset, len) {
            self.loss(&state, Reason::Imprecise, "reads a part of an element of the arguments");
            return Vec::new();
        }
        let mut results = Vec::new();
        // The elements that have a name or were set, then the end, then any other.
        for edge in named {
            let here = self.symbols.size(edge.offset);
            let is_here = self.symbols.store.eq(offset, here);
            let (this, other) = self.split(state, is_here);
            if let (Some(this), Data::Bits { term, skip: 0 }) = (this, edge.data) {
                results.push((this, term));
            }
            let Some(other) = other else { return results };
            state = other;
        }
        let end = self.end_of_texts(&state, id);
        let is_end = self.symbols.store.eq(offset, end);
        let (end, other) = self.split(state, is_end);
        let null = self.symbols.null();
        results.extend(end.map(|state| (state, null)));
        if let (Some(mut state), Some(rights)) = (other, rights) {
            let text = self.new_text(&mut state, rights);
            self.name_text(&mut state, id, at, text);
            results.push((state, text));
        }
        results
    }

    /// Notes that an element of an array of texts is this one.
    fn name_text(&mut self, state: &mut State, id: ObjectId, at: At, text: Term) {
        let len = u64::from(self.symbols.word() / 8);
        let content = &mut state.heap.object_mut(id).content;
        let cells = content.cells().to_vec();
        match at {
            At::Const(at) => {
                content.write(at, len, text);
                content.with_cells(cells);
            }
            At::Symbolic(offset) => content.add_cell(&mut self.symbols, Cell::new(offset, len, text)),
        }
    }

    /// Writes to an array of texts. What a program sets an element to that is a text stays one: a place within a text
    /// is the start of another, which shares its memory.
    pub fn write_to_texts(&mut self, (mut state, id, at): Target, len: u64, value: Term) -> Vec<Moving> {
        let offset = self.offset_term(at);
        let end = self.end_of_texts(&state, id);
        let is_end = self.symbols.store.eq(offset, end);
        let mut old = state.heap.object(id).content.edges().to_vec();
        old.retain(|edge| {
            let here = self.symbols.size(edge.offset);
            let is_here = self.symbols.store.eq(offset, here);
            !matches!(self.can(&state, is_here), Possible::No)
        });
        let is_inner = self.is_element(&state, id, offset, len)
            && matches!(self.can(&state, is_end), Possible::No)
            && old
                .iter()
                .all(|edge| edge.term().is_some_and(|term| self.text_around(&state, term).is_some()));
        let texts = state.heap.object(id).content.rest().texts();
        let (Some(rights), Some(texts), true) = (self.text_around(&state, value), texts, is_inner) else {
            return self.write_as_bytes((state, id, at), len, value);
        };
        // What is known of an element at a place that is no constant may be forgotten: then it is one of any.
        let of_old = old.iter().filter_map(|edge| self.text_around(&state, edge.term()?));
        let all = match at {
            At::Const(_) => texts,
            At::Symbolic(_) => of_old.fold(texts.min(rights), Rights::min),
        };
        let size = self.symbols.size(len);
        let kept = self.untouched_cells(&state, id, offset, size);
        for edge in old {
            state.heap.object_mut(id).content.fill(edge.offset, edge.len, Fill::Texts(all));
        }
        let content = &mut state.heap.object_mut(id).content;
        content.refill(Fill::Texts(all));
        content.with_cells(kept);
        let text = match state.heap.text_at(&mut self.symbols, value) {
            Some(_) => value,
            None => self.new_text(&mut state, rights),
        };
        self.name_text(&mut state, id, at, text);
        vec![state]
    }

    /// Exchanges the elements of a block, all of one size, in any way. Gives whether that was possible: where they are
    /// described once that says nothing, and where they are texts each may be any of them then.
    pub fn shuffle(&mut self, state: &mut State, block: Block, size: Term) -> bool {
        let Pointer::Into(id, offset) = state.heap.pointer(&mut self.symbols, block.0) else { return false };
        let object = state.heap.object(id);
        if !object.is_alive() || object.rights != Rights::Write {
            return false;
        }
        let outside = self.reaches_beyond(object.size, offset, block.1);
        if !matches!(self.can(state, outside), Possible::No) {
            return false;
        }
        let Some(size) = self.unique(state, size) else { return false };
        if state.heap.object(id).content.has_elements() {
            return self.are_described_once(state, id, (offset, block.1), size);
        }
        size == u64::from(self.symbols.word() / 8) && self.shuffle_texts(state, id)
    }

    /// Exchanges the elements of an array of texts: each may be any of them then. Gives whether that is such an array.
    fn shuffle_texts(&mut self, state: &mut State, id: ObjectId) -> bool {
        let content = &state.heap.object(id).content;
        let (edges, Some(texts)) = (content.edges().to_vec(), content.rest().texts()) else { return false };
        let rights = edges.iter().map(|edge| self.text_around(state, edge.term()?));
        let Some(all) = rights.into_iter().try_fold(texts, |all, it| it.map(|it| all.min(it))) else {
            return false;
        };
        let content = &mut state.heap.object_mut(id).content;
        edges.iter().for_each(|edge| content.fill(edge.offset, edge.len, Fill::Texts(all)));
        content.refill(Fill::Texts(all));
        content.with_cells(Vec::new());
        true
    }

    /// Where an address certainly is that of a byte of a text, what may be done with that.
    fn text_around(&mut self, state: &State, address: Term) -> Option<Rights> {
        if let Some(rights) = state.heap.text_at(&mut self.symbols, address) {
            return Some(rights);
        }
        let Pointer::Into(id, offset) = state.heap.pointer(&mut self.symbols, address) else { return None };
        let object = state.heap.object(id);
        let is_outside = self.symbols.store.ule(object.size, offset);
        (object.kind == Kind::Text && matches!(self.can(state, is_outside), Possible::No))
            .then_some(object.rights)
    }

    /// `getenv(name)`: null, or a text.
    pub fn any_environment(&mut self, state: Moving, name: Term) -> Results {
        let null = self.symbols.null();
        let mut results = Vec::new();
        for (mut state, ..) in self.access(state, name, 1, Access::Read) {
            results.push((state.clone(), Some(null)));
            let text = self.new_text(&mut state, Rights::Write);
            results.push((state, Some(text)));
        }
        results
    }

    /// `__heapproof_length(text)`: where all bytes are constant, their number; in a proof any length up to a place where the
    /// string certainly ends; else the largest size.
    pub fn text_length(&mut self, mut state: Moving, pointer: Term) -> Results {
        let is_readable = self.is_readable(&state, pointer);
        if let Some(text) = self.constant_string(&mut state, pointer).filter(|_| is_readable) {
            let length = self.symbols.size(text.len() as u64);
            return vec![(state, Some(length))];
        }
        self.witness(&mut state, pointer);
        let ends = match self.context.precision.any_text {
            true => self.ends_of_string(&state, pointer),
            false => None,
        };
        let Some((id, offset, ends)) = ends else {
            let unknown = self.unknown_length();
            return vec![(state, Some(unknown))];
        };
        let length = self.any_size(&mut state, 0);
        for end in ends {
            let most = self.symbols.store.sub(end, offset);
            let within = self.symbols.store.ule(length, most);
            self.assume(&mut state, within);
        }
        // A string that certainly has a first byte is not empty.
        if let Some(first) = self.known_byte(&state, id, offset) {
            let (none, zero) = (self.symbols.size(0), self.symbols.store.zero(8));
            let is_end = self.symbols.store.eq(first, zero);
            if matches!(self.can(&state, is_end), Possible::No) {
                let is_filled = self.symbols.store.ne(length, none);
                self.assume(&mut state, is_filled);
            }
        }
        state.is_general = true;
        let (end, zero) = (self.symbols.store.add(offset, length), self.symbols.store.zero(8));
        self.note_cell(&mut state, id, Cell { measured: true, ..Cell::new(end, 1, zero) });
        vec![(state, Some(length))]
    }

    /// What stands for a length that is not known.
    pub fn unknown_length(&mut self) -> Term {
        self.symbols.store.num(self.symbols.word(), u128::MAX >> (128 - self.symbols.word()))
    }

    /// The byte at an offset of an object, where something is known of it.
    fn known_byte(&mut self, state: &State, id: ObjectId, offset: Term) -> Option<Term> {
        let byte = match self.constant(offset) {
            Some(at) => state.heap.object(id).content.peek(&self.symbols, at, 1),
            None => self.read_cell(state, id, offset, 1),
        };
        byte.filter(|byte| !self.symbols.is_undefined(*byte) && !self.symbols.has_base(*byte))
    }

    /// Any length between two bounds; none where there is none.
    pub fn any_length(&mut self, state: &mut State, least: Term, most: Option<Term>) -> Option<Term> {
        let length = self.any_size(state, 0);
        let mut bounds = vec![self.symbols.store.ule(least, length)];
        bounds.extend(most.map(|most| self.symbols.store.ule(length, most)));
        for bound in bounds {
            if matches!(self.can(state, bound), Possible::No) {
                return None;
            }
            self.assume(state, bound);
        }
        state.is_general = true;
        Some(length)
    }

    /// Stores a text of a length between two bounds, and a zero behind it where it ends with one.
    pub fn store_text(
        &mut self,
        mut state: Moving,
        buffer: Term,
        (least, most): (Term, Option<Term>),
        ends: bool,
    ) -> Vec<Moving> {
        match self.any_length(&mut state, least, most) {
            Some(length) => self.put_any_text(state, buffer, length, ends),
            None => Vec::new(),
        }
    }

    /// Stores a text of a length, of which nothing else is known, and a zero behind it where it ends with one.
    pub fn put_any_text(&mut self, state: Moving, buffer: Term, length: Term, ends: bool) -> Vec<Moving> {
        let one = self.symbols.size(u64::from(ends));
        let all = self.symbols.store.add(length, one);
        let mut done = Vec::new();
        for (mut state, id, at) in self.access_block(state, buffer, all, Access::Write) {
            let offset = self.offset_term(at);
            let columns = self.columns_after(&mut state, id, offset, all);
            let kept = self.untouched_cells(&state, id, offset, all);
            let Some(mut state) = self.write_within(state, id, offset, all) else { continue };
            for cell in kept {
                self.note_cell(&mut state, id, cell);
            }
            if ends {
                let (end, zero) = (self.symbols.store.add(offset, length), self.symbols.store.zero(8));
                self.note_cell(&mut state, id, Cell::new(end, 1, zero));
            }
            state.heap.object_mut(id).content.with_columns(columns);
            done.push(state);
        }
        done
    }

    /// `fgets(buffer, size, stdin)`.
    pub fn get_any_line(&mut self, state: Moving, buffer: Term, size: Term) -> Results {
        let size = self.symbols.store.sext(size, self.symbols.word());
        let one = self.symbols.size(1);
        let (null, zero) = (self.symbols.null(), self.symbols.size(0));
        let mut results = Vec::new();
        // Without room there is no line, and with room for the end alone it is empty.
        let has_room = self.symbols.store.slt(zero, size);
        let (state, without) = self.split(state, has_room);
        results.extend(without.map(|state| (state, Some(null))));
        let Some(state) = state else { return results };
        let is_usual = self.symbols.store.slt(one, size);
        let (state, short) = self.split(state, is_usual);
        if let Some(short) = short {
            let end = self.symbols.store.zero(8);
            let states = self.store_bytes(short, buffer, &[end]);
            results.extend(states.into_iter().map(|state| (state, Some(buffer))));
        }
        let Some(state) = state else { return results };
        let is_open = state.end_of_input == EndOfInput::Open;
        let last = self.end_input(state.clone());
        results.push((last, Some(null)));
        if is_open {
            let most = self.symbols.store.sub(size, one);
            // The line may be the last one, without a newline.
            for state in self.with_end_behind(state) {
                let states = self.store_text(state, buffer, (one, Some(most)), true);
                results.extend(states.into_iter().map(|state| (state, Some(buffer))));
            }
        }
        results
    }

    /// `fread(buffer, size, count, stdin)`.
    pub fn read_any_elements(&mut self, state: Moving, buffer: Term, size: Term, count: Term) -> Results {
        let zero = self.symbols.size(0);
        let total = self.symbols.store.mul(size, count);
        let nothing = self.symbols.store.eq(total, zero);
        let (none, some) = self.split(state, nothing);
        let mut results: Results = none.map(|state| (state, Some(zero))).into_iter().collect();
        let Some(state) = some else { return results };
        if state.end_of_input != EndOfInput::Open {
            results.push((self.end_input(state), Some(zero)));
            return results;
        }
        // All of it, or less where the input ends.
        for (state, most) in [(state.clone(), None), (self.end_input(state), Some(count))] {
            let least = if most.is_some() { zero } else { total };
            for mut state in self.store_text(state, buffer, (least, Some(total)), false) {
                let result = match most {
                    None => count,
                    Some(count) => {
                        let word = self.symbols.word();
                        let read = state.heap.fresh.unknown(&mut self.symbols, word);
                        let fewer = self.symbols.store.ult(read, count);
                        self.assume(&mut state, fewer);
                        read
                    }
                };
                results.push((state, Some(result)));
            }
        }
        results
    }

    /// `read(0, buffer, count)`: any part of what is asked for, or nothing at the end of the input.
    pub fn read_any_part(&mut self, state: Moving, buffer: Term, count: Term) -> Results {
        let (zero, one) = (self.symbols.size(0), self.symbols.size(1));
        let nothing = self.symbols.store.eq(count, zero);
        let (none, some) = self.split(state, nothing);
        let mut results: Results = none.map(|state| (state, Some(zero))).into_iter().collect();
        let Some(mut state) = some else { return results };
        let is_open = state.end_of_input == EndOfInput::Open;
        results.push((self.end_input(state.clone()), Some(zero)));
        if is_open && let Some(length) = self.any_length(&mut state, one, Some(count)) {
            let states = self.put_any_text(state, buffer, length, false);
            results.extend(states.into_iter().map(|state| (state, Some(length))));
        }
        results
    }
}

fn object_base(state: &State, id: ObjectId) -> Term {
    state.heap.object(id).base
}
