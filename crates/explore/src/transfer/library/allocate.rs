//! The allocator.
//!
//! Whether an allocation succeeds is a choice from outside: the path forks, and the choice is written down so that
//! a finding can be replayed.

use crate::state::{Choice, Event, Moving};
use crate::transfer::library::Results;
use crate::transfer::{Possible, Transfer};
use engine::{Assumption, Malloc, Reason};
use heap::{Bases, Content, Data, Fill, Kind, Life, New, ObjectId, Pointer, Rights};
use ir::{Access, ErrorKind};
use logic::Term;

/// The error number of a failed allocation.
const ENOMEM: u128 = 12;
/// The error number of an argument that is not allowed.
const EINVAL: u128 = 22;
/// How many new sizes of a block with addresses are told apart.
const FORKS: usize = 16;
/// The alignment of heap blocks.
const ALIGN: u64 = 16;

impl Transfer<'_> {
    /// A new block, or null: a state for each.
    fn allocate(&mut self, mut state: Moving, size: Term, align: u64, fill: Fill) -> Results {
        if self.symbols.is_undefined(size) && !self.on_undefined(&mut state, "the size of a block") {
            return Vec::new();
        }
        let null = self.symbols.null();
        let place = self.place(&state);
        let largest = clib::largest_block(self.context.program().target);
        let limit =
            self.symbols.size(self.context.precision.max_heap.map_or(largest, |most| most.min(largest)));
        let possible = self.symbols.store.ule(size, limit);
        let may_fail = (self.context.task.malloc == Malloc::MayFail).then(|| state.clone());
        let (mut fits, huge) = self.split(state, possible);
        // What implies it may be forgotten before the block is: how large the block was that this one replaces.
        if let (Some(fits), None, true) = (&mut fits, &huge, self.context.precision.any_text) {
            self.assume(fits, possible);
        }
        if huge.is_some() {
            let assumed = clib::Assumption::largest_block(self.context.program().target);
            self.said.assume(Assumption::Library(assumed));
        }
        let mut results = Vec::new();
        if let Some(mut failed) = may_fail.or(huge) {
            let choice = Choice::Allocation(false);
            failed.choices.push((choice, place));
            self.tell(&mut failed, Event::Chooses(choice));
            results.extend(self.failed_with(failed, ENOMEM, null));
        }
        let Some(mut state) = fits else { return results };
        let choice = Choice::Allocation(true);
        state.choices.push((choice, place));
        self.tell(&mut state, Event::Chooses(choice));
        let kind = state.heap.next_block();
        let new = New { kind, size, align, fill, alive: true, rights: Rights::Write, place: Some(place) };
        let id = state.heap.create(&mut self.symbols, new);
        state.live_blocks += 1;
        // A block whose address nobody takes is lost at once.
        state.dying.push(id);
        let base = state.heap.object(id).base;
        results.insert(0, (state, Some(base)));
        results
    }

    /// `malloc(size)`.
    pub fn malloc(&mut self, state: Moving, size: Term) -> Results {
        self.allocate(state, size, ALIGN, Fill::Undefined)
    }

    /// Splits by whether a product overflows: the states with the product, and those without.
    pub(super) fn product(
        &mut self,
        state: Moving,
        a: Term,
        b: Term,
    ) -> (Option<(Moving, Term)>, Option<Moving>) {
        let overflow = self.symbols.store.umul_overflow(a, b);
        let product = self.symbols.store.mul(a, b);
        let (too_much, fine) = self.split(state, overflow);
        (fine.map(|state| (state, product)), too_much)
    }

    /// `calloc(count, size)`.
    pub fn calloc(&mut self, state: Moving, count: Term, size: Term) -> Results {
        let (fine, overflow) = self.product(state, count, size);
        let zero = self.symbols.store.zero(8);
        let null = self.symbols.null();
        let mut results = Vec::new();
        if let Some((state, size)) = fine {
            results.extend(self.allocate(state, size, ALIGN, Fill::Repeat(zero)));
        }
        if let Some(state) = overflow {
            results.extend(self.failed_with(state, ENOMEM, null));
        }
        results
    }

    /// `aligned_alloc(align, size)`.
    pub fn aligned_alloc(&mut self, state: Moving, align: Term, size: Term) -> Results {
        match self.unique(&state, align) {
            Some(align) if align.is_power_of_two() && align <= 1 << 30 => {
                self.allocate(state, size, align.max(ALIGN), Fill::Undefined)
            }
            Some(_) => {
                self.loss(&state, Reason::UndefinedBehaviour, "asks for an alignment that no block has");
                Vec::new()
            }
            None => {
                self.loss(&state, Reason::Unsupported, "an allocation with a symbolic alignment");
                Vec::new()
            }
        }
    }

    /// `posix_memalign(result, align, size)`.
    pub fn posix_memalign(&mut self, state: Moving, result: Term, align: Term, size: Term) -> Results {
        let (failure, success) = (self.symbols.store.num(32, ENOMEM), self.symbols.store.zero(32));
        let word = u64::from(self.symbols.word() / 8);
        let null = self.symbols.null();
        let is_wrong = |align: u64| !align.is_power_of_two() || !align.is_multiple_of(word);
        if self.unique(&state, align).is_some_and(is_wrong) {
            let refused = self.symbols.store.num(32, EINVAL);
            return vec![(state, Some(refused))];
        }
        let mut results = Vec::new();
        for (state, block) in self.aligned_alloc(state, align, size) {
            let block = block.unwrap_or(null);
            if block == null {
                results.push((state, Some(failure)));
                continue;
            }
            for target in self.access(state, result, word, Access::Write) {
                results
                    .extend(self.write(target, word, block).into_iter().map(|state| (state, Some(success))));
            }
        }
        results
    }

    /// The heap block that a pointer given to `free` or `realloc` means; the state where it is one.
    fn heap_block(&mut self, mut state: Moving, pointer: Term) -> Option<(Moving, ObjectId)> {
        if self.symbols.is_undefined(pointer) {
            if !self.on_undefined(&mut state, "the pointer to free") {
                return None;
            }
            if !self.symbols.has_base(pointer) {
                self.fault(&state, ErrorKind::InvalidFree, "frees an uninitialised pointer".into(), None);
                return None;
            }
        }
        let (id, offset) = match state.heap.pointer(&mut self.symbols, pointer) {
            Pointer::Into(id, offset) => (id, offset),
            Pointer::Null | Pointer::Number => {
                let message = "frees an address where no heap block starts";
                self.fault(&state, ErrorKind::InvalidFree, message.into(), None);
                return None;
            }
            Pointer::Mixed => {
                // Computed from the address of one object in other ways than by adding an offset: it is that address
                // again, or none to be freed.
                let object = match self.symbols.traits(pointer).bases {
                    Bases::One(id) => state.heap.find(id).map(|object| (id, object.base)),
                    Bases::None | Bases::Many => None,
                };
                let Some((id, base)) = object else {
                    let what = "an address that is computed from several addresses is freed";
                    self.loss(&state, Reason::Unsupported, what);
                    return None;
                };
                self.assume_layout(&mut state, pointer);
                (id, self.symbols.store.sub(pointer, base))
            }
        };
        if !self.is_one_object(&state, id) {
            return None;
        }
        if state.heap.object(id).kind == Kind::Library(clib::FOREIGN_MEMORY) {
            let what = "frees memory of a function that has no body and no model";
            self.loss(&state, Reason::UnmodelledCall, what);
            return None;
        }
        let zero = self.symbols.size(0);
        let at_start = self.symbols.store.eq(offset, zero);
        let (start, middle) = self.split(state, at_start);
        let object = start.as_ref().or(middle.as_ref()).map(|state| state.heap.object(id).clone())?;
        let at = Some((id, offset));
        let (right, wrong) = match (object.kind, object.life) {
            (Kind::Heap(_), Life::Ended(_)) => (
                Some((ErrorKind::DoubleFree, "frees heap memory that was freed before")),
                "frees a pointer into the middle of memory that was freed before",
            ),
            (Kind::Heap(_), _) => (None, "frees a pointer into the middle of a heap block"),
            (kind, _) => {
                let what = match kind {
                    Kind::Stack(..) | Kind::Variadic => "frees a local variable",
                    Kind::Global(_) => "frees a global variable",
                    Kind::Function(_) => "frees a function",
                    Kind::Library(_) | Kind::Text | Kind::Heap(_) | Kind::Element => {
                        "frees memory that belongs to the library"
                    }
                };
                (Some((ErrorKind::InvalidFree, what)), what)
            }
        };
        if let Some(state) = middle {
            self.fault(&state, ErrorKind::InvalidFree, wrong.into(), at);
        }
        match (start, right) {
            (Some(state), Some((kind, message))) => {
                self.fault(&state, kind, message.into(), at);
                None
            }
            (start, _) => start.map(|state| (state, id)),
        }
    }

    /// The states in which a pointer is null, and in which it is not.
    fn split_null(&mut self, state: Moving, pointer: Term) -> (Option<Moving>, Option<Moving>) {
        if self.symbols.is_undefined(pointer) {
            return (None, Some(state));
        }
        let null = self.symbols.null();
        let is_null = state.heap.equal(&mut self.symbols, pointer, null);
        self.split(state, is_null)
    }

    /// `free(pointer)`.
    pub fn free(&mut self, state: Moving, pointer: Term) -> Vec<Moving> {
        let (null, block) = self.split_null(state, pointer);
        let mut states: Vec<Moving> = null.into_iter().collect();
        if let Some((mut state, id)) = block.and_then(|state| self.heap_block(state, pointer)) {
            self.end_block(&mut state, id);
            states.push(state);
        }
        states
    }

    /// Ends the life of a heap block, and of the pointers in it.
    fn end_block(&mut self, state: &mut Moving, id: ObjectId) {
        self.note_content(state, id);
        let place = self.place(state);
        state.heap.end(id, place);
        state.live_blocks -= 1;
    }

    /// `realloc(pointer, size)`.
    pub fn realloc(&mut self, state: Moving, pointer: Term, size: Term) -> Results {
        let (null, block) = self.split_null(state, pointer);
        let mut results = Vec::new();
        if let Some(state) = null {
            results.extend(self.malloc(state, size));
        }
        let Some((state, id)) = block.and_then(|state| self.heap_block(state, pointer)) else {
            return results;
        };
        let (zero, null) = (self.symbols.size(0), self.symbols.null());
        let empty = self.symbols.store.eq(size, zero);
        let (none, some) = self.split(state, empty);
        if let Some(mut state) = none {
            self.said.assume(Assumption::Library(clib::Assumption::ReallocToNothing));
            self.end_block(&mut state, id);
            results.push((state, Some(null)));
        }
        let Some(state) = some else { return results };
        for (state, block) in self.malloc(state, size) {
            let new = block.map(|block| state.heap.pointer(&mut self.symbols, block));
            let Some(Pointer::Into(new, _)) = new else {
                results.push((state, block));
                continue;
            };
            for (mut state, content) in self.resized(state, id, size) {
                state.heap.object_mut(new).content = content;
                // What is known of the strings in elements needs their type, and so does taking the array apart.
                let used_as = state.heap.object(id).used_as.filter(|ty| {
                    let element = self.context.program().types.get(*ty).size;
                    self.is_record_of_texts(*ty)
                        || (self.has_addresses(*ty) && self.is_multiple(size, element))
                });
                state.heap.object_mut(new).used_as = used_as;
                state.heap.resized(id, new);
                self.end_block(&mut state, id);
                // The block may stay where it is: the old and the new one never lie side by side.
                let born = state.heap.object(new).born;
                state.heap.object_mut(id).died = Some(born);
                results.push((state, block));
            }
        }
        results
    }

    /// The content of a block after its size changed: what was within the old size and is within the new one.
    ///
    /// Where it is not known whether some bytes are, an address is told apart by forking: whether the block keeps it
    /// decides about leaks, and so an address in a block lies within its size. Numbers behind the new end stay, since
    /// no access reaches them there; when the block grows again, only those that surely lay within it are kept.
    fn resized(&mut self, mut state: Moving, id: ObjectId, size: Term) -> Vec<(Moving, Content)> {
        if state.heap.object(id).content.has_elements() {
            if let Some(content) = self.resized_elements(&state, id, size) {
                return vec![(state, content)];
            }
            let what = "an array of addresses gets a size that may be too small for them";
            self.loss(&state, Reason::Imprecise, what);
            return Vec::new();
        }
        self.settle_columns(&mut state, id);
        let object = state.heap.object(id);
        let old = object.size;
        let shrinks = self.symbols.store.ult(size, old);
        let mut columns = object.content.columns().to_vec();
        columns.retain(|_| matches!(self.can(&state, shrinks), Possible::No));
        // Where the old size is not known, bytes between the edges may lie within it or behind it: they hold anything.
        let is_plain = match object.content.rest() {
            Fill::Undefined | Fill::Unknown => true,
            Fill::Repeat(term) => !self.symbols.has_base(term),
            Fill::Texts(_) => false,
        };
        let parts = match (self.constant(old), self.constant(size)) {
            (Some(old), new) => object.content.parts(0, new.map_or(old, |new| old.min(new))),
            (None, _) if is_plain => object.content.edges().to_vec(),
            (None, _) => {
                let what = "a block of unknown size that is not plain is resized";
                self.loss(&state, Reason::Unsupported, what);
                return Vec::new();
            }
        };
        // What lies at a place that is not constant stays if that surely is within the new size.
        let mut cells = object.content.cells().to_vec();
        cells.retain(|cell| {
            let len = self.symbols.size(cell.len);
            let end = self.symbols.store.add(cell.offset, len);
            let is_cut = self.symbols.store.ult(size, end);
            !self.symbols.has_base(cell.value) && matches!(self.can(&state, is_cut), Possible::No)
        });
        let (mut state, mut results) = (state, Vec::new());
        let mut content = Content::filled(Fill::Undefined);
        for part in parts {
            if self.have_address(&[part]) {
                if results.len() == FORKS {
                    let what = "a block with many addresses gets one of many sizes";
                    self.loss(&state, Reason::Imprecise, what);
                    return results;
                }
                let end = self.symbols.size(part.end());
                let fits = self.symbols.store.ule(end, size);
                let (kept, cut) = self.split(state, fits);
                results.extend(cut.map(|state| (state, content.clone())));
                let Some(kept) = kept else { return results };
                state = kept;
            } else if part.data == Data::Fill(Fill::Undefined) || !self.is_at_least(&state, old, part.end()) {
                continue;
            }
            content.paste(&[part], 0, 0);
        }
        results.push((state, content));
        for (_, content) in &mut results {
            content.with_cells(cells.clone());
            content.with_columns(columns.clone());
        }
        results
    }

    /// `reallocarray(pointer, count, size)`.
    pub fn realloc_array(&mut self, state: Moving, pointer: Term, count: Term, size: Term) -> Results {
        let (fine, overflow) = self.product(state, count, size);
        let null = self.symbols.null();
        let mut results = Vec::new();
        if let Some((state, size)) = fine {
            results.extend(self.realloc(state, pointer, size));
        }
        if let Some(state) = overflow {
            results.extend(self.failed_with(state, ENOMEM, null));
        }
        results
    }

    /// `malloc_usable_size(pointer)`.
    pub fn usable_size(&mut self, state: Moving, pointer: Term) -> Results {
        let (null, block) = self.split_null(state, pointer);
        let zero = self.symbols.size(0);
        let mut results: Results = null.into_iter().map(|state| (state, Some(zero))).collect();
        if let Some((mut state, id)) = block.and_then(|state| self.heap_block(state, pointer)) {
            let size = state.heap.object(id).size;
            let usable = self.unknown(&mut state, self.symbols.word(), &[]);
            let is_enough = self.symbols.store.ule(size, usable);
            self.assume(&mut state, is_enough);
            results.push((state, Some(usable)));
        }
        results
    }
}
