//! The allocation check: which object and offset an address means, and whether it may be accessed there.
//!
//! By provenance the object is known from the term alone (SL-CPA's `Deref` needs a solver to find it); what is left
//! is one question, whether the offset can leave the bounds, and only where offset or size are symbolic. An error
//! ends the executions in which it happens; the others go on under the condition that it does not.
//!
//! **Symbolic offsets.** An access in bounds whose offset is not constant is done for every offset it can have (the
//! *candidates*): a number is read or written as a case distinction in one term, an address by forking, since an
//! address must name one object. Where there are too many candidates, tables of numbers are selected from
//! ([`crate::table`]); in what is larger still a read gives a value of which nothing is known, and a write makes all
//! bytes unknown that it can reach ([`crate::extent`]): both cover every execution. Where addresses are among those
//! bytes the path ends with an entry in the ledger.

use crate::state::{Moving, State};
use crate::transfer::alloc_check::AllocCheck;
use crate::transfer::{Possible, Transfer};
use engine::{Assumption, Reason};
use heap::{Bases, Cell, HasValue, Kind, Life, Object, ObjectId, Pointer, Rights, Shape};
use ir::diagnosis::{self, Stage, Storage};
use ir::{Access, ErrorKind, Property};
use logic::Term;

/// How many offsets are told apart.
pub const CANDIDATES: usize = 64;
/// How many states an access through an address with several targets may give.
pub const FORKS: usize = 16;

/// What an access does, as far as it matters for whether it is fine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    /// Whether it reads or writes.
    pub access: Access,
    /// Whether it stores the byte that ends a string, and nothing else.
    pub ends_text: bool,
}

impl From<Access> for Use {
    fn from(access: Access) -> Use {
        Use { access, ends_text: false }
    }
}

/// The rights that an access needs.
fn needed(access: Access) -> Rights {
    match access {
        Access::Read => Rights::Read,
        Access::Write => Rights::Write,
    }
}

/// An offset into an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// A constant.
    Const(u64),
    /// A term that can have several values.
    Symbolic(Term),
}

/// A state in which an access is fine, and where it goes.
pub type Target = (Moving, ObjectId, At);

impl Transfer<'_> {
    /// The constant that a term as wide as a pointer, or narrower, is.
    pub fn constant(&self, term: Term) -> Option<u64> {
        self.symbols.store.as_const(term).and_then(|value| value.to_u64())
    }

    /// The object and offset of an access that is plainly fine.
    pub fn quick(
        &mut self,
        state: &State,
        pointer: Term,
        len: u64,
        access: Access,
    ) -> Option<(ObjectId, u64)> {
        if self.context.alloc_check != AllocCheck::Default {
            return None;
        }
        let Pointer::Into(id, offset) = state.heap.pointer(&mut self.symbols, pointer) else { return None };
        let object = state.heap.object(id);
        let (offset, size) = (self.constant(offset)?, self.constant(object.size)?);
        let fine = object.is_alive()
            && object.shape == Shape::Region
            && object.kind != Kind::Text
            && object.rights >= needed(access)
            && object.content.cells().is_empty()
            && object.content.columns().is_empty()
            && !object.content.has_elements()
            && offset <= size
            && size - offset >= len
            && !self.symbols.is_undefined(pointer);
        fine.then_some((id, offset))
    }

    /// The states in which the access to `len` bytes (a constant, not zero) is fine.
    pub fn access(&mut self, state: Moving, pointer: Term, len: u64, how: impl Into<Use>) -> Vec<Target> {
        let len = self.symbols.size(len);
        self.access_block(state, pointer, len, how)
    }

    /// The same for a length that may be symbolic, as wide as a pointer.
    pub fn access_block(
        &mut self,
        mut state: Moving,
        pointer: Term,
        len: Term,
        how: impl Into<Use>,
    ) -> Vec<Target> {
        let how = how.into();
        let verb = how.access.verb();
        if self.symbols.is_undefined(pointer) && !self.on_undefined(&mut state, "an address") {
            return Vec::new();
        }
        if let Some(id) = self.locate(&state, pointer) {
            let base = state.heap.object(id).base;
            let offset = self.symbols.store.sub(pointer, base);
            return self.access_object(state, id, offset, len, how);
        }
        match state.heap.pointer(&mut self.symbols, pointer) {
            Pointer::Null => {
                self.fault(&state, ErrorKind::NullDeref, format!("{verb} through a null pointer"), None);
                Vec::new()
            }
            Pointer::Number if self.symbols.is_undefined(pointer) => {
                self.fault(&state, ErrorKind::InvalidPointer, "uses an uninitialised pointer".into(), None);
                Vec::new()
            }
            Pointer::Number => {
                self.access_number(state, pointer, verb);
                Vec::new()
            }
            Pointer::Mixed => {
                let forks = self.untangle(state, pointer);
                forks
                    .into_iter()
                    .flat_map(|(state, id, offset)| self.access_object(state, id, offset, len, how))
                    .collect()
            }
            Pointer::Into(id, offset) => self.access_object(state, id, offset, len, how),
        }
    }

    /// An address that is computed from the address of one object in other ways than by adding an offset: one
    /// state for each offset that it can amount to.
    pub fn untangle(&mut self, mut state: Moving, pointer: Term) -> Vec<(Moving, ObjectId, Term)> {
        let object = match self.symbols.traits(pointer).bases {
            Bases::One(id) => state.heap.find(id).map(|object| (id, object.base)),
            Bases::None | Bases::Many => None,
        };
        let Some((id, base)) = object.filter(|_| self.symbols.store.width(pointer) == self.symbols.word())
        else {
            let what = "an address that is computed from several addresses is used";
            self.loss(&state, Reason::Unsupported, what);
            return Vec::new();
        };
        self.assume_layout(&mut state, pointer);
        let offset = self.symbols.store.sub(pointer, base);
        let Some(offsets) = self.candidates(&state, offset, CANDIDATES) else {
            let what = "an address that is computed from another one can mean too many things";
            self.loss(&state, Reason::Unsupported, what);
            return Vec::new();
        };
        let cases = offsets.into_iter().map(|value| (value, value)).collect();
        let forks = self.fork_by(state, offset, cases);
        forks.into_iter().map(|(state, value)| (state, id, self.symbols.size(value))).collect()
    }

    /// An access at a number: where no object lies, as far as anybody can tell.
    fn access_number(&mut self, mut state: Moving, pointer: Term, verb: &str) {
        let page = self.symbols.size(heap::NULL_PAGE);
        let low = self.symbols.store.ult(pointer, page);
        let (null, other) = self.split(state.clone(), low);
        if let Some(state) = null {
            self.fault(&state, ErrorKind::NullDeref, format!("{verb} through a null pointer"), None);
        }
        if let Some(other) = other {
            state = other;
            let message = format!("{verb} at an address where no object lies");
            self.fault(&state, ErrorKind::InvalidPointer, message, None);
        }
    }

    /// Whether an object stands for itself. The nodes of a segment that an instruction accesses are taken off it before
    /// ([`super::materialise`]); what is accessed in a way that was not foreseen there is given up.
    pub fn is_one_object(&mut self, state: &State, id: ObjectId) -> bool {
        let is_one = state.heap.object(id).shape == Shape::Region;
        if !is_one {
            self.loss(state, Reason::Imprecise, "unsupported access to a node of an abstract list");
        }
        is_one
    }

    fn access_object(
        &mut self,
        state: Moving,
        id: ObjectId,
        offset: Term,
        len: Term,
        how: Use,
    ) -> Vec<Target> {
        let Some(mut state) = self.accessible(state, id, offset, len, how) else { return Vec::new() };
        if state.heap.object(id).content.has_elements() {
            return self.access_element(state, id, offset, len);
        }
        let at = self.concrete_offset(&mut state, offset);
        vec![(state, id, at)]
    }

    /// The state in which an access to an object is fine.
    pub(super) fn accessible(
        &mut self,
        mut state: Moving,
        id: ObjectId,
        offset: Term,
        len: Term,
        Use { access, ends_text }: Use,
    ) -> Option<Moving> {
        if !self.is_one_object(&state, id) {
            return None;
        }
        let object = state.heap.object(id);
        if let Some((kind, message)) = forbidden(object, access) {
            match object.kind {
                Kind::Global(global) if object.rights == Rights::None => {
                    let what = clib::undefined_variable(&self.context.program().global(global).name);
                    self.loss(&state, Reason::Unsupported, what);
                }
                Kind::Library(clib::FOREIGN_MEMORY) => {
                    let what = "memory of a function that has no body and no model";
                    self.loss(&state, Reason::UnmodelledCall, what);
                }
                // Constant memory is out of bounds first.
                _ if object.is_alive() && object.rights == Rights::Read => {
                    let size = object.size;
                    let inside = self.in_bounds(offset, len, size);
                    let (inside, outside) = self.split(state, inside);
                    if let Some(state) = inside {
                        self.fault(&state, kind, message, Some((id, offset)));
                    }
                    if let Some(state) = outside {
                        self.out_of_bounds(&state, id, offset, len, access);
                    }
                }
                _ => self.fault(&state, kind, message, Some((id, offset))),
            }
            return None;
        }
        let is_changed_text = object.kind == Kind::Text && access == Access::Write;
        let size = object.size;
        let inside = self.in_bounds(offset, len, size);
        if self.symbols.store.as_bool(inside) != Some(true) {
            let outside = self.symbols.store.not(inside);
            self.assume_layout(&mut state, inside);
            match self.can(&state, outside) {
                Possible::No => {}
                Possible::Yes => {
                    let mut wrong = state.clone();
                    self.assume(&mut wrong, outside);
                    self.out_of_bounds(&wrong, id, offset, len, access);
                    if matches!(self.can(&state, inside), Possible::No) {
                        return None;
                    }
                    self.assume(&mut state, inside);
                }
                Possible::Unknown => {
                    self.loss(
                        &state,
                        Reason::WorkLimit,
                        "the solver cannot tell whether an access is in bounds",
                    );
                    self.assume(&mut state, inside);
                }
            }
        }
        if is_changed_text && !self.change_text(&mut state, id, (offset, len), ends_text) {
            self.loss(&state, Reason::Imprecise, "the program changes the end of a text of its surroundings");
            return None;
        }
        Some(state)
    }

    /// Whether `len` bytes at `offset` are not within `size`.
    pub(super) fn reaches_beyond(&mut self, size: Term, offset: Term, len: Term) -> Term {
        let inside = self.in_bounds(offset, len, size);
        self.symbols.store.not(inside)
    }

    /// Whether `len` bytes at `offset` are within `size`.
    fn in_bounds(&mut self, offset: Term, len: Term, size: Term) -> Term {
        let store = &mut self.symbols.store;
        let starts = store.ule(offset, size);
        let room = store.sub(size, offset);
        let fits = store.ule(len, room);
        store.and(starts, fits)
    }

    fn out_of_bounds(&mut self, state: &State, id: ObjectId, offset: Term, len: Term, access: Access) {
        let Some(model) = self.model(state) else {
            self.loss(state, Reason::WorkLimit, "the solver cannot tell whether an access is in bounds");
            return;
        };
        let number = |transfer: &Self, term: Term| {
            model.eval(&transfer.symbols.store, term).to_i128().unwrap_or_default() as i64
        };
        let (at, count) = (number(self, offset), number(self, len) as u64);
        let object = state.heap.object(id);
        let size = number(self, object.size) as u64;
        // In a state that stands for several, what a model says is no number of any run.
        let known = [offset, len, object.size].map(|term| self.constant(term));
        let (kind, message) = match known {
            [None, len, size] if state.is_general => {
                diagnosis::not_within(storage(object), access, len, size)
            }
            [Some(_), len, size] if state.is_general && at >= 0 && (len.is_none() || size.is_none()) => {
                diagnosis::not_ending_within(storage(object), access, at as u64, len, size)
            }
            _ => diagnosis::out_of_bounds(storage(object), access, at, count, size),
        };
        self.fault(state, kind, message, Some((id, offset)));
    }

    /// The offset as a constant where the path leaves it only one value.
    fn concrete_offset(&mut self, state: &mut State, offset: Term) -> At {
        let Some(value) = self.unique(state, offset) else { return At::Symbolic(offset) };
        let constant = self.symbols.size(value);
        if offset != constant {
            self.fix_offset(state, offset, constant);
        }
        At::Const(value)
    }

    /// The only value that the path leaves a term, if it is one.
    pub fn unique(&mut self, state: &State, term: Term) -> Option<u64> {
        if let Some(value) = self.constant(term) {
            return Some(value);
        }
        let value = self.solver.unique_value(&mut self.symbols.store, &state.path, term).ok()??;
        value.to_u64()
    }

    /// The values that a term can have, ascending, or none where there are too many.
    pub fn candidates(&mut self, state: &State, term: Term, limit: usize) -> Option<Vec<u64>> {
        let mut found = Vec::new();
        let mut other = self.symbols.store.truth();
        loop {
            match self.solver.check(&mut self.symbols.store, &state.path, &[other]) {
                logic::Answer::Sat(model) => {
                    let value = model.eval(&self.symbols.store, term);
                    found.push(value.to_u64()?);
                    if found.len() > limit {
                        return None;
                    }
                    let value = self.symbols.store.constant(value);
                    let differs = self.symbols.store.ne(term, value);
                    other = self.symbols.store.and(other, differs);
                }
                logic::Answer::Unsat(_) => break,
                logic::Answer::Unknown(_) => return None,
            }
        }
        found.sort_unstable();
        Some(found)
    }

    /// How many offsets of an access are told apart: what is made general anyway is not worth many questions.
    pub(super) fn most_candidates(&self) -> usize {
        if self.context.precision.fixes_offsets { FORKS } else { CANDIDATES }
    }

    /// An offset as a term.
    pub fn offset_term(&mut self, at: At) -> Term {
        match at {
            At::Const(at) => self.symbols.size(at),
            At::Symbolic(offset) => offset,
        }
    }

    /// Reads `len` bytes where an access is fine; the states, each with the value read.
    pub fn read(&mut self, target: Target, len: u64) -> Vec<(Moving, Term)> {
        let (id, at) = (target.1, target.2);
        let has_columns = !target.0.heap.object(id).content.columns().is_empty();
        let mut read = self.read_any(target, len);
        if has_columns {
            let offset = self.offset_term(at);
            for (state, value) in &mut read {
                self.assume_range(state, id, offset, len, *value);
            }
        }
        read
    }

    fn read_any(&mut self, target: Target, len: u64) -> Vec<(Moving, Term)> {
        let (mut state, id, at) = target;
        if state.heap.object(id).content.rest().texts().is_some() {
            return self.read_of_texts((state, id, at), len);
        }
        let offset = match at {
            At::Const(at) => {
                let value = self.read_at(&mut state, id, at, len);
                return vec![(state, value)];
            }
            At::Symbolic(offset) => offset,
        };
        if let Some(value) = self.read_cell(&state, id, offset, len) {
            return vec![(state, value)];
        }
        if len == 1 && !state.heap.object(id).content.columns().is_empty() {
            let pointer = self.symbols.store.add(state.heap.object(id).base, offset);
            self.witness(&mut state, pointer);
        }
        if !self.context.precision.tells_elements_apart && self.is_unknown(&state, id, offset, len) {
            return self.read_within(state, id, offset, len).into_iter().collect();
        }
        // A table of numbers asks the solver nothing. What is known of all of them says more where they come about in loops.
        if !self.has_ranges(&state, id)
            && let Some(value) = self.read_table(&mut state, id, offset, len)
        {
            return vec![(state, value)];
        }
        let most = self.most_candidates();
        let Some(candidates) = self.candidates(&state, offset, most) else {
            let size = self.symbols.size(len);
            if !self.are_numbers_within(&state, id, offset, size)
                && let Some(targets) = self.access_apart(&state, id, offset, len)
            {
                return targets.into_iter().flat_map(|target| self.read(target, len)).collect();
            }
            return self.read_within(state, id, offset, len).into_iter().collect();
        };
        if candidates.is_empty() {
            // The path turns out to be impossible.
            return Vec::new();
        }
        let values: Vec<Term> =
            candidates.iter().map(|at| state.heap.read(&mut self.symbols, id, *at, len)).collect();
        let same = values.iter().all(|value| *value == values[0]);
        if !same && values.iter().any(|value| self.symbols.has_base(*value)) {
            let cases = candidates.into_iter().zip(values).collect();
            return self.fork_by(state, offset, cases);
        }
        let mut cases = candidates.iter().zip(&values).rev();
        let (_, last) = cases.next().expect("there is a candidate");
        let value = cases.fold(*last, |rest, (at, value)| {
            let at = self.symbols.size(*at);
            let here = self.symbols.store.eq(offset, at);
            self.symbols.store.ite(here, *value, rest)
        });
        vec![(state, value)]
    }

    /// Reads `len` bytes at a constant offset in bounds. What edges say of a number, cells may say more precisely: a byte
    /// of which nothing is known is zero if the string ends there.
    fn read_at(&mut self, state: &mut State, id: ObjectId, at: u64, len: u64) -> Term {
        let value = state.heap.read(&mut self.symbols, id, at, len);
        let has_cells = !state.heap.object(id).content.cells().is_empty();
        // Whether a byte was never written decides where that is looked for; otherwise it is as good as any.
        let is_unwritten =
            self.symbols.is_undefined(value) && self.context.task.properties.contains(Property::Initialized);
        if !has_cells || self.symbols.has_base(value) || is_unwritten {
            return value;
        }
        let offset = self.symbols.size(at);
        if self.constant(value).is_some() {
            self.assume_apart(state, id, offset, len, value);
            return value;
        }
        if self.symbols.store.as_var(value).is_none() {
            return value;
        }
        // It is the same value under a name that says more.
        let named = self.through_cells(state, id, offset, len, value);
        state.heap.object_mut(id).content.rename(at, len, named);
        named
    }

    /// One state for each value of a term.
    pub fn fork_by<T: Copy>(&mut self, state: Moving, term: Term, cases: Vec<(u64, T)>) -> Vec<(Moving, T)> {
        let width = self.symbols.store.width(term);
        cases
            .into_iter()
            .map(|(value, with)| {
                let mut fork = state.clone();
                let value = self.symbols.store.num(width, value.into());
                let here = self.symbols.store.eq(term, value);
                self.assume(&mut fork, here);
                self.fix_offset(&mut fork, term, value);
                (fork, with)
            })
            .collect()
    }

    /// An offset turned out to be a number: in memory, addresses at that offset are written with it where states are
    /// joined, since what is assumed of variables may be lost there. A variable goes with what it was computed from.
    fn fix_offset(&mut self, state: &mut State, offset: Term, value: Term) {
        if self.context.precision.fixes_offsets {
            state.heap.fix_offset(&mut self.symbols, offset, value);
        }
    }

    /// Writes `len` bytes where an access is fine.
    pub fn write(&mut self, target: Target, len: u64, value: Term) -> Vec<Moving> {
        let (state, id, at) = target;
        if state.heap.object(id).content.rest().texts().is_some() {
            return self.write_to_texts((state, id, at), len, value);
        }
        self.write_as_bytes((state, id, at), len, value)
    }

    /// Writes `len` bytes where an access is fine, whatever the object is made of.
    pub fn write_as_bytes(&mut self, target: Target, len: u64, value: Term) -> Vec<Moving> {
        let (mut state, id, at) = target;
        let offset = self.offset_term(at);
        let size = self.symbols.size(len);
        let ranges = self.ranges_after(&mut state, id, offset, len, value);
        let mut columns = self.columns_after(&mut state, id, offset, size);
        columns.retain(|column| column.range.is_none());
        columns.extend(ranges);
        if state.heap.object(id).content.cells().is_empty() && columns.is_empty() {
            return self.write_edges((state, id, at), len, value);
        }
        let untouched = self.untouched_cells(&state, id, offset, size);
        // A byte that has this value still has it, wherever the write was: where a string is cut, its old end ends what
        // lies behind. One that may lie before the write is left over from another string.
        let mut kept = state.heap.object(id).content.cells().to_vec();
        kept.retain(|cell| {
            let is_behind = self.symbols.store.ult(cell.offset, offset);
            untouched.contains(cell)
                || ((cell.len, len, cell.value) == (1, 1, value)
                    && matches!(self.can(&state, is_behind), Possible::No))
        });
        let mut states = self.write_edges((state, id, at), len, value);
        for state in states.iter_mut().filter(|state| !state.heap.object(id).content.has_elements()) {
            let content = &mut state.heap.object_mut(id).content;
            let new = content.cells().to_vec();
            content.with_cells(kept.iter().copied().chain(new).collect());
            content.with_columns(columns.clone());
        }
        states
    }

    /// Writes `len` bytes where an access is fine, and forgets all cells but the one that is written.
    fn write_edges(&mut self, target: Target, len: u64, value: Term) -> Vec<Moving> {
        let (mut state, id, at) = target;
        let offset = match at {
            At::Const(at) => {
                self.note_overwritten(&mut state, id, at, len);
                state.heap.write(id, at, len, value);
                return vec![state];
            }
            At::Symbolic(offset) => offset,
        };
        // What a column says of all elements says more than each of a few characters.
        if len == 1 && self.has_text_members(&state, id) {
            return self.write_somewhere(state, id, offset, len, value);
        }
        let most = self.most_candidates();
        let Some(candidates) = self.candidates(&state, offset, most) else {
            let tells_apart = !self.has_ranges(&state, id)
                && (self.context.precision.tells_elements_apart || !self.is_unknown(&state, id, offset, len));
            if tells_apart && self.write_table(&mut state, id, offset, len, value) {
                return vec![state];
            }
            return self.write_somewhere(state, id, offset, len, value);
        };
        if candidates.is_empty() {
            return Vec::new();
        }
        let overlap = candidates.windows(2).any(|pair| pair[1] - pair[0] < len);
        let old: Vec<Term> =
            candidates.iter().map(|at| state.heap.read(&mut self.symbols, id, *at, len)).collect();
        // A byte of an address may be a plain number.
        let parts: Vec<HasValue> =
            candidates.iter().flat_map(|at| state.heap.object(id).content.parts(*at, len)).collect();
        let has_address = self.symbols.has_base(value) || self.have_address(&parts);
        let has_undefined = old.iter().any(|old| self.symbols.is_undefined(*old));
        if (has_address || has_undefined || overlap) && candidates.len() <= FORKS {
            let cases = candidates.into_iter().map(|at| (at, at)).collect();
            let forks = self.fork_by(state, offset, cases);
            return forks
                .into_iter()
                .flat_map(|(fork, at)| self.write_edges((fork, id, At::Const(at)), len, value))
                .collect();
        }
        if overlap || has_address {
            return self.write_somewhere(state, id, offset, len, value);
        }
        for (at, old) in candidates.into_iter().zip(old) {
            let here = self.symbols.size(at);
            let here = self.symbols.store.eq(offset, here);
            let new = self.symbols.store.ite(here, value, old);
            state.heap.write(id, at, len, new);
        }
        vec![state]
    }

    /// A write at one of too many offsets.
    fn write_somewhere(
        &mut self,
        state: Moving,
        id: ObjectId,
        offset: Term,
        len: u64,
        value: Term,
    ) -> Vec<Moving> {
        let size = self.symbols.size(len);
        let is_address = self.symbols.has_base(value);
        if (is_address || !self.are_numbers_within(&state, id, offset, size))
            && let Some(targets) = self.access_apart(&state, id, offset, len)
        {
            return targets.into_iter().flat_map(|target| self.write(target, len, value)).collect();
        }
        if is_address {
            self.loss(&state, Reason::Imprecise, "writes an address at one of too many offsets");
            return Vec::new();
        }
        let Some(mut state) = self.write_within(state, id, offset, size) else { return Vec::new() };
        self.note_cell(&mut state, id, Cell::new(offset, len, value));
        vec![state]
    }

    /// A pointer that is overwritten dies.
    pub fn note_overwritten(&mut self, state: &mut State, id: ObjectId, at: u64, len: u64) {
        if state.live_blocks == 0 {
            return;
        }
        for part in state.heap.object(id).content.parts(at, len) {
            if let Some(term) = part.term() {
                self.dies(state, term);
            }
        }
    }

    /// Something depends on memory that was never written: an error where that is checked, otherwise it may hold
    /// anything. Gives whether the path goes on.
    pub fn on_undefined(&mut self, state: &mut State, what: &str) -> bool {
        if self.context.task.properties.contains(Property::Initialized) {
            let message = format!("{what} depends on uninitialised memory");
            self.fault(state, ErrorKind::UninitializedRead, message, None);
            return false;
        }
        self.said.assume(Assumption::Unwritten);
        true
    }
}

/// What an object is for the words about a bad access.
fn storage(object: &Object) -> Storage<'static> {
    match object.kind {
        Kind::Function(_) => Storage::Function,
        Kind::Heap(_) | Kind::Element => Storage::Heap,
        Kind::Variadic => Storage::Variadic,
        Kind::Library(what) if object.rights == Rights::None => Storage::Opaque(what),
        Kind::Library(_) | Kind::Text | Kind::Global(_) | Kind::Stack(..) => Storage::Variable,
    }
}

/// Why the memory of an object may not be accessed at all.
fn forbidden(object: &Object, access: Access) -> Option<(ErrorKind, String)> {
    let stage = match object.life {
        Life::Unborn => Stage::Unborn,
        Life::Alive => Stage::Alive,
        Life::Ended(_) => Stage::Ended,
    };
    let is_constant = object.life == Life::Alive && object.rights < needed(access);
    diagnosis::forbidden(storage(object), stage, access).or_else(|| is_constant.then(diagnosis::constant))
}
