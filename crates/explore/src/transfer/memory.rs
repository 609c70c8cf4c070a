//! Blocks of memory: copies, fills, and the objects that exist from the start.

use crate::state::Moving;
use crate::transfer::access::At;
use crate::transfer::{Possible, Transfer};
use engine::Reason;
use heap::{Data, Fill, Heap, Kind, New, ObjectId, Rights, Shape};
use ir::{Access, ErrorKind, FuncId, GlobalId, Operand};
use logic::Term;

/// How many lengths of a block operation are told apart.
const LENGTHS: usize = 64;
/// The same where elements are not told apart.
const FEW_LENGTHS: usize = 4;
/// Initial bytes are cut into values of this many bytes.
const WORD: usize = 8;
/// How far a constant text is looked for in an object of any size.
const LONGEST_TEXT: u64 = 4096;

/// The names of the streams' objects.
const STREAMS: [&str; 3] =
    ["the standard input stream", "the standard output stream", "the standard error stream"];
/// The size of a stream's object.
const STREAM_SIZE: u64 = 216;

impl Transfer<'_> {
    /// Copies a block of memory.
    pub fn copy_memory(
        &mut self,
        mut state: Moving,
        dst: Term,
        src: Term,
        len: Term,
        may_overlap: bool,
    ) -> Vec<Moving> {
        if self.symbols.is_undefined(len) && !self.on_undefined(&mut state, "the length of a copy") {
            return Vec::new();
        }
        let len = self.resize(len, self.symbols.word());
        if let Some(done) = self.copy_run(&state, dst, src, len, may_overlap) {
            return done;
        }
        let mut done = Vec::new();
        let lengths = self.lengths(state, len, &mut done);
        done.iter().for_each(|state| self.note_empty(state, &[dst, src]));
        let (state, len) = match lengths {
            Ok(states) => {
                for (state, len) in states {
                    let bytes = self.symbols.size(len);
                    match self.copy_elements(&state, dst, src, bytes, may_overlap) {
                        Some(copied) => done.extend(copied),
                        None => done.extend(self.copy_bytes(state, dst, src, len, may_overlap)),
                    }
                }
                return done;
            }
            Err(state) => (state, len),
        };
        for (state, from, from_at) in self.access_block(state, src, len, Access::Read) {
            for (state, to, to_at) in self.access_block(state, dst, len, Access::Write) {
                done.extend(self.copy_numbers(state, (to, to_at), (from, from_at), len, may_overlap));
            }
        }
        done
    }

    /// Copies numbers of which it is not known which, or where to.
    fn copy_numbers(
        &mut self,
        mut state: Moving,
        to: (ObjectId, At),
        from: (ObjectId, At),
        len: Term,
        may_overlap: bool,
    ) -> Option<Moving> {
        let (from_at, to_at) = (self.offset_term(from.1), self.offset_term(to.1));
        let may_copy = may_overlap || from.0 != to.0;
        if may_copy && self.are_numbers_within(&state, from.0, from_at, len) {
            let columns = self.columns_after(&mut state, to.0, to_at, len);
            let copied = self.copied_cells(&state, from.0, from_at, to_at, len);
            let mut cells = self.untouched_cells(&state, to.0, to_at, len);
            cells.extend(copied);
            cells.extend(self.copied_end(&state, from, to_at, len));
            let mut state = self.write_within(state, to.0, to_at, len)?;
            for cell in cells {
                self.note_cell(&mut state, to.0, cell);
            }
            state.heap.object_mut(to.0).content.with_columns(columns);
            return Some(state);
        }
        self.loss(&state, Reason::Imprecise, "one of too many blocks is copied");
        None
    }

    /// Copies a constant number of bytes.
    fn copy_bytes(
        &mut self,
        state: Moving,
        dst: Term,
        src: Term,
        len: u64,
        may_overlap: bool,
    ) -> Vec<Moving> {
        let mut done = Vec::new();
        for (mut state, from, from_at) in self.access(state, src, len, Access::Read) {
            self.witness_copied(&mut state, from, from_at, len);
            for (state, to, to_at) in self.access(state, dst, len, Access::Write) {
                done.extend(self.copy_between(state, (to, to_at), (from, from_at), len, may_overlap));
            }
        }
        done
    }

    /// One state for each length that is not zero; states with length zero are done. Where there are too many lengths,
    /// the state where it is not zero.
    fn lengths(
        &mut self,
        state: Moving,
        len: Term,
        done: &mut Vec<Moving>,
    ) -> Result<Vec<(Moving, u64)>, Moving> {
        if let Some(len) = self.unique(&state, len) {
            if len == 0 {
                done.push(state);
                return Ok(Vec::new());
            }
            return Ok(vec![(state, len)]);
        }
        let most = if self.context.precision.tells_elements_apart { LENGTHS } else { FEW_LENGTHS };
        let Some(lengths) = self.candidates(&state, len, most) else {
            let zero = self.symbols.size(0);
            let empty = self.symbols.store.eq(len, zero);
            let (none, some) = self.split(state, empty);
            done.extend(none);
            return some.map_or(Ok(Vec::new()), Err);
        };
        let mut states = Vec::new();
        for (fork, length) in self.fork_by(state, len, each(lengths)) {
            match length {
                0 => done.push(fork),
                _ => states.push((fork, length)),
            }
        }
        Ok(states)
    }

    fn copy_between(
        &mut self,
        mut state: Moving,
        to: (ObjectId, At),
        from: (ObjectId, At),
        len: u64,
        may_overlap: bool,
    ) -> Vec<Moving> {
        let (At::Const(to_at), At::Const(from_at)) = (to.1, from.1) else {
            return self.copy_at_symbolic(state, to, from, len, may_overlap);
        };
        let apart = from.0 != to.0 || from_at.abs_diff(to_at) >= len;
        if !may_overlap && !apart && from_at != to_at {
            let message = format!("copies {len} bytes between blocks that overlap");
            let offset = self.symbols.size(to_at);
            self.fault(&state, ErrorKind::OverlappingCopy, message, Some((to.0, offset)));
            return Vec::new();
        }
        self.note_overwritten(&mut state, to.0, to_at, len);
        let [start, end, count] = [from_at, to_at, len].map(|number| self.symbols.size(number));
        let columns = self.columns_after(&mut state, to.0, end, count);
        let has_cells = |id: ObjectId| !state.heap.object(id).content.cells().is_empty();
        let (is_text, mut cells) = (has_cells(from.0), Vec::new());
        if has_cells(from.0) || has_cells(to.0) {
            cells = self.untouched_cells(&state, to.0, end, count);
            cells.extend(self.copied_cells(&state, from.0, start, end, count));
        }
        state.heap.copy(&mut self.symbols, (to.0, to_at), (from.0, from_at), len);
        // The last byte of a copied string is zero, though only the path may say so.
        if is_text && let Some(last) = len.checked_sub(1).map(|last| to_at + last) {
            let byte = state.heap.read(&mut self.symbols, to.0, last, 1);
            if self.constant(byte).is_none()
                && !self.symbols.is_undefined(byte)
                && let Some(value) = self.unique(&state, byte)
            {
                let value = self.symbols.store.num(8, value.into());
                state.heap.write(to.0, last, 1, value);
            }
        }
        for cell in cells {
            self.note_cell(&mut state, to.0, cell);
        }
        state.heap.object_mut(to.0).content.with_columns(columns);
        vec![state]
    }

    /// A copy from or to a symbolic offset: one state for each offset.
    fn copy_at_symbolic(
        &mut self,
        state: Moving,
        to: (ObjectId, At),
        from: (ObjectId, At),
        len: u64,
        may_overlap: bool,
    ) -> Vec<Moving> {
        let (At::Symbolic(offset), is_to) = (match (to.1, from.1) {
            (At::Symbolic(_), _) => (to.1, true),
            _ => (from.1, false),
        }) else {
            return Vec::new();
        };
        let is_of_texts = [to.0, from.0].into_iter().any(|id| self.has_text_members(&state, id));
        let offsets = match is_of_texts && (may_overlap || from.0 != to.0) {
            true => None,
            false => self.candidates(&state, offset, self.most_candidates()),
        };
        let Some(offsets) = offsets else {
            let len = self.symbols.size(len);
            return self.copy_numbers(state, to, from, len, may_overlap).into_iter().collect();
        };
        let mut done = Vec::new();
        for (fork, value) in self.fork_by(state, offset, each(offsets)) {
            let (to, from) = match is_to {
                true => ((to.0, At::Const(value)), from),
                false => (to, (from.0, At::Const(value))),
            };
            done.extend(self.copy_between(fork, to, from, len, may_overlap));
        }
        done
    }

    /// Sets a block of memory.
    pub fn set_memory(&mut self, mut state: Moving, dst: Term, byte: Term, len: Term) -> Vec<Moving> {
        if self.symbols.is_undefined(len) && !self.on_undefined(&mut state, "the length of a block") {
            return Vec::new();
        }
        let len = self.resize(len, self.symbols.word());
        let byte = self.resize(byte, 8);
        // All of an object of symbolic size: the length need not be known.
        if self.unique(&state, len).is_none()
            && let heap::Pointer::Into(id, offset) = state.heap.pointer(&mut self.symbols, dst)
            && self.constant(offset) == Some(0)
            && state.heap.object(id).size == len
        {
            let zero = self.symbols.size(0);
            let empty = self.symbols.store.eq(len, zero);
            let (none, some) = self.split(state, empty);
            let mut done: Vec<Moving> = none.into_iter().collect();
            let targets = some.map(|state| self.access_block(state, dst, len, Access::Write));
            for (mut state, id, _) in targets.into_iter().flatten() {
                self.note_content(&mut state, id);
                state.heap.object_mut(id).content.fill_from(0, Fill::Repeat(byte));
                done.push(state);
            }
            return done;
        }
        let mut done = Vec::new();
        let lengths = self.lengths(state, len, &mut done);
        done.iter().for_each(|state| self.note_empty(state, &[dst]));
        match lengths {
            Ok(states) => {
                for (state, len) in states {
                    for (state, id, at) in self.access(state, dst, len, Access::Write) {
                        done.extend(self.fill_at(state, id, at, len, byte));
                    }
                }
            }
            Err(state) => {
                for (state, id, at) in self.access_block(state, dst, len, Access::Write) {
                    let offset = self.offset_term(at);
                    done.extend(self.fill_somewhere(state, id, offset, len, byte));
                }
            }
        }
        done
    }

    /// Sets so many bytes, at least one, at an offset that can be many. Of what is set to zero the first byte is known, and
    /// where the strings in elements are empty then.
    fn fill_somewhere(
        &mut self,
        mut state: Moving,
        id: ObjectId,
        offset: Term,
        len: Term,
        byte: Term,
    ) -> Option<Moving> {
        let columns = self.columns_after(&mut state, id, offset, len);
        let mut kept = self.untouched_cells(&state, id, offset, len);
        if self.constant(byte) == Some(0) {
            let places = [offset].into_iter().chain(self.members_within(&state, id, offset, len));
            kept.extend(places.map(|offset| heap::Cell::new(offset, 1, byte)));
        }
        let mut state = self.write_within(state, id, offset, len)?;
        for cell in kept {
            self.note_cell(&mut state, id, cell);
        }
        state.heap.object_mut(id).content.with_columns(columns);
        Some(state)
    }

    fn fill_at(&mut self, mut state: Moving, id: ObjectId, at: At, len: u64, byte: Term) -> Vec<Moving> {
        match at {
            At::Const(at) => {
                self.note_overwritten(&mut state, id, at, len);
                state.heap.object_mut(id).content.fill(at, len, Fill::Repeat(byte));
                vec![state]
            }
            At::Symbolic(offset) => {
                let offsets = match self.has_text_members(&state, id) {
                    true => None,
                    false => self.candidates(&state, offset, self.most_candidates()),
                };
                let Some(offsets) = offsets else {
                    let len = self.symbols.size(len);
                    return self.fill_somewhere(state, id, offset, len, byte).into_iter().collect();
                };
                let mut done = Vec::new();
                for (fork, value) in self.fork_by(state, offset, each(offsets)) {
                    done.extend(self.fill_at(fork, id, At::Const(value), len, byte));
                }
                done
            }
        }
    }

    /// Creates the functions and globals, the latter with their initial bytes. Functions come first, so that the
    /// ids are as [`crate::transfer::library::Library`] says.
    pub fn create_globals(&mut self, heap: &mut Heap) {
        let program = self.context.program();
        for id in program.function_ids() {
            let labels = program.function(id).body.as_ref().map_or(0, |body| body.blocks.len() as u64);
            self.create_static(heap, Kind::Function(id), 1 + labels, 16, Rights::None);
        }
        for (index, global) in program.globals.iter().enumerate() {
            let rights = match (&global.init, global.constant) {
                (None, _) => Rights::None,
                (Some(_), true) => Rights::Read,
                (Some(_), false) => Rights::Write,
            };
            let kind = Kind::Global(GlobalId::new(index));
            let id = self.create_static(heap, kind, global.size, global.align, rights);
            heap.object_mut(id).mergeable = global.mergeable;
        }
        for (index, global) in program.globals.iter().enumerate() {
            let id = GlobalId::new(index);
            match clib::variable(&global.name).filter(|_| global.init.is_none()) {
                Some(variable) => self.create_stream(heap, id, variable),
                None => self.initialize(heap, id),
            }
        }
    }

    /// A standard stream, and the variable that points to it.
    fn create_stream(&mut self, heap: &mut Heap, global: GlobalId, variable: clib::Variable) {
        let name = match variable {
            clib::Variable::Stdin => STREAMS[0],
            clib::Variable::Stdout => STREAMS[1],
            clib::Variable::Stderr => STREAMS[2],
        };
        let stream = self.create_static(heap, Kind::Library(name), STREAM_SIZE, 16, Rights::None);
        let word = u64::from(self.symbols.word() / 8);
        let (id, address) = (self.context.library.global(global), heap.object(stream).base);
        if self.context.program().global(global).size >= word {
            heap.object_mut(id).rights = Rights::Write;
            heap.write(id, 0, word, address);
        }
    }

    /// The number of the standard stream that a pointer means.
    pub fn standard_stream(&mut self, state: &crate::state::State, pointer: Term) -> Option<usize> {
        let heap::Pointer::Into(id, _) = state.heap.pointer(&mut self.symbols, pointer) else { return None };
        let Kind::Library(name) = state.heap.object(id).kind else { return None };
        STREAMS.iter().position(|known| *known == name)
    }

    /// The state where a pointer means a standard stream that is open, the input if it is read from, with the number
    /// of that stream.
    pub fn check_stream(&mut self, state: Moving, pointer: Term, reads: bool) -> Option<(Moving, usize)> {
        if let Some(stream) = self.standard_stream(&state, pointer) {
            if reads && stream != 0 {
                self.loss(&state, Reason::Unsupported, "reading from an output stream");
                return None;
            }
            return self.check_open(state, &[stream]).map(|state| (state, stream));
        }
        for (state, ..) in self.access(state, pointer, 1, Access::Read) {
            let what = "uses something as a stream that is none";
            self.loss(&state, Reason::UndefinedBehaviour, what);
        }
        None
    }

    /// The state where none of these standard streams is closed.
    pub fn check_open(&mut self, state: Moving, streams: &[usize]) -> Option<Moving> {
        if streams.iter().any(|stream| state.closed[*stream]) {
            self.loss(&state, Reason::UndefinedBehaviour, "uses a stream that was closed");
            return None;
        }
        Some(state)
    }

    fn create_static(
        &mut self,
        heap: &mut Heap,
        kind: Kind,
        size: u64,
        align: u64,
        rights: Rights,
    ) -> ObjectId {
        let zero = self.symbols.store.zero(8);
        let new = New {
            kind,
            size: self.symbols.size(size),
            align,
            fill: Fill::Repeat(zero),
            alive: true,
            rights,
            place: None,
        };
        heap.create(&mut self.symbols, new)
    }

    fn initialize(&mut self, heap: &mut Heap, id: GlobalId) {
        let global = self.context.program().global(id);
        let Some(init) = &global.init else { return };
        let object = self.context.library.global(id);
        let bytes = &init.bytes[..init.bytes.len().min(global.size as usize)];
        for (number, chunk) in bytes.chunks(WORD).enumerate() {
            let value = chunk.iter().rev().fold(0u128, |value, byte| value << 8 | u128::from(*byte));
            if value != 0 {
                let term = self.symbols.store.num(chunk.len() as u32 * 8, value);
                heap.write(object, (number * WORD) as u64, chunk.len() as u64, term);
            }
        }
        let word = u64::from(self.symbols.word() / 8);
        for reloc in &init.relocs {
            let (target, offset) = match reloc.target {
                Operand::Global { id, offset } => (self.context.library.global(id), offset as u64),
                Operand::Func(id) => (self.context.library.function(id), 0),
                Operand::Block(id, block) => (self.context.library.function(id), 1 + block.index() as u64),
                _ => continue,
            };
            if reloc.offset + word <= global.size {
                let offset = self.symbols.size(offset);
                let address = self.symbols.store.add(heap.object(target).base, offset);
                heap.write(object, reloc.offset, word, address);
            }
        }
    }

    /// The function that a constant pointer is the address of.
    pub fn function_at(&mut self, heap: &Heap, pointer: Term) -> Option<FuncId> {
        match heap.pointer(&mut self.symbols, pointer) {
            heap::Pointer::Into(id, offset) if self.constant(offset) == Some(0) => match heap.object(id).kind
            {
                Kind::Function(id) => Some(id),
                _ => None,
            },
            _ => None,
        }
    }

    /// The bytes of a C string from a pointer on, as far as they are constant: up to its end or to the first byte
    /// that is not constant or not readable.
    pub fn constant_string(&mut self, state: &mut crate::state::State, pointer: Term) -> Option<Vec<u8>> {
        let heap::Pointer::Into(id, offset) = state.heap.pointer(&mut self.symbols, pointer) else {
            return None;
        };
        // Reading names what it reads, and the nodes of a segment have no name in common.
        if state.heap.object(id).shape != Shape::Region {
            return None;
        }
        let size = state.heap.object(id).size;
        let (start, known_size) = (self.constant(offset)?, self.constant(size));
        let mut text = Vec::new();
        for at in start..known_size.unwrap_or(start + LONGEST_TEXT) {
            let byte = match state.heap.object(id).content.parts(at, 1).first().map(|part| part.data) {
                Some(Data::Fill(Fill::Undefined | Fill::Unknown | Fill::Texts(_))) | None => return None,
                Some(_) => state.heap.read(&mut self.symbols, id, at, 1),
            };
            match self.constant(byte)? {
                0 if known_size.is_some() => return Some(text),
                // The object may be one of any size: its end is behind that of the text.
                0 => {
                    let last = self.symbols.size(at);
                    let is_outside = self.symbols.store.ule(size, last);
                    return matches!(self.can(state, is_outside), Possible::No).then_some(text);
                }
                byte => text.push(byte as u8),
            }
        }
        None
    }
}

/// Each value as a case that is named by itself.
fn each(values: Vec<u64>) -> Vec<(u64, u64)> {
    values.into_iter().map(|value| (value, value)).collect()
}
