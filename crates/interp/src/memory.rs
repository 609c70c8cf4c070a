//! The memory of a run: a table of objects, and an address space in which they lie.
//!
//! Every access names its object by provenance, so an access never lands in a neighbour: addresses only matter
//! where a program computes with them. They look like those of a real process, heap addresses are never reused,
//! and stack addresses are, as on a real machine. Objects keep their entry after their life ended, so that a
//! dangling pointer is told from every other; entries that no pointer names any more are reused
//! (see [`crate::collect`]).
//!
//! Invariant: `readable` and `writable` of an object are zero unless it is alive, so one comparison decides
//! whether an access is fine; why it is not is found out afterwards.

use crate::garbage::Filling;
use crate::object::{Extract, Fill, Object};
use crate::place::Place;
use crate::value::{Prov, Value};
use ir::diagnosis::{self, Stage, Storage};
use ir::{Access, BlockId, ErrorKind, FuncId, GlobalId, Program, Target, VarId};
use std::collections::BTreeMap;

/// Addresses below this are what null pointers with an offset look like.
pub const NULL_PAGE: u64 = 4096;

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// No object: the entry of plain numbers, of derived addresses, or one that can be reused.
    Vacant,
    /// A global variable.
    Global(GlobalId),
    /// A global variable that no file defines.
    External(GlobalId),
    /// A function, or a label in it.
    Function(FuncId),
    /// A stack object.
    Stack(FuncId, Option<VarId>),
    /// The heap block with this number, counted from 1.
    Heap(u32),
    /// The variadic arguments of a call.
    Variadic,
    /// Something that belongs to the library or the environment: a stream, the arguments of `main`.
    Library(&'static str),
}

/// Where an object is in its life.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    /// Its scope has not begun.
    Unborn,
    /// It is alive.
    Alive,
    /// It ended: it was freed, or its scope ended.
    Ended(Place),
}

/// What is known of an object besides its memory.
#[derive(Clone, Copy, Debug)]
pub struct Meta {
    /// What it is.
    pub kind: Kind,
    /// Where it is in its life.
    pub life: Life,
    /// Its size in bytes.
    pub size: u64,
    /// The alignment of its address.
    pub align: u64,
    /// Where it was allocated.
    pub place: Option<Place>,
    /// Whether its address was computed with in a way that provenance does not follow: a disguised pointer may
    /// keep it.
    pub exposed: bool,
    /// Whether an address without provenance may mean it.
    pub listed: bool,
    /// Whether it may share its memory with other constants of which this holds ([`ir::Global::mergeable`]).
    pub mergeable: bool,
}

impl Meta {
    /// An object of which nothing else is known.
    fn new(kind: Kind, life: Life, size: u64, align: u64) -> Meta {
        Meta { kind, life, size, align, place: None, exposed: false, listed: false, mergeable: false }
    }
}

/// Why an access cannot be done.
#[derive(Clone, Debug)]
pub enum Problem {
    /// It is an error.
    Error {
        /// What kind of error.
        kind: ErrorKind,
        /// What happened.
        message: String,
        /// The object it concerns, and the offset into it.
        object: Option<(Prov, i64)>,
    },
    /// It is to a variable that no file defines.
    External(GlobalId),
    /// It is to memory of a function that nobody defines.
    Foreign,
}

/// The memory of a run.
pub struct Memory {
    /// The objects; [`Prov`] is an index.
    pub objects: Vec<Object>,
    /// What they are.
    pub metas: Vec<Meta>,
    /// The size of a pointer.
    pub word: usize,
    /// Entries that can be reused.
    pub vacant: Vec<Prov>,
    /// Live objects that an address without provenance may mean, by address.
    listed: BTreeMap<u64, Prov>,
    /// The addresses of freed blocks by size and alignment, the next to be used last; none where they are not reused.
    freed: Option<BTreeMap<(u64, u64), Vec<u64>>>,
    /// Buffers to reuse.
    buffers: Vec<Vec<u8>>,
    /// What objects hold that are not written yet.
    pub garbage: Filling,
    /// The bytes of all buffers in use.
    footprint: u64,
    next_global: u64,
    next_heap: u64,
    heap_end: u64,
    /// The lowest address of the stack in use.
    pub stack_pointer: u64,
    stack_start: u64,
    heap_blocks: u32,
    /// Whether a place in an object was computed that another layout would change; whoever executes notes it.
    pub depends_on_layout: bool,
    /// Whether constants that may share their memory do so, as far as comparisons tell.
    pub shares_literals: bool,
}

/// What an allocator adds to a buffer.
const ALLOCATION: usize = 32;

const fn align_up(address: u64, align: u64) -> u64 {
    (address + align - 1) & !(align - 1)
}

impl Memory {
    /// A memory that holds the functions and globals of the program, the latter with their initial bytes. Their
    /// entries follow the two pseudo-entries: functions first, then globals.
    pub fn new(program: &Program) -> Memory {
        let mut memory = Memory::addresses(program);
        for (index, global) in program.globals.iter().enumerate() {
            if global.init.is_some() {
                let prov = Memory::global(program, GlobalId::new(index));
                let base = memory.objects[prov.index()].base;
                let object = Object::new(base, global.size, Fill::Zero, Vec::new());
                memory.footprint += object.footprint();
                memory.objects[prov.index()] = object;
            }
        }
        memory.initialize_globals(program);
        memory
    }

    /// The addresses of that memory, without any content: what decoding needs.
    pub fn addresses(program: &Program) -> Memory {
        let target = program.target;
        let wide = target == Target::BITS64;
        let mut memory = Memory {
            objects: Vec::new(),
            metas: Vec::new(),
            word: target.pointer_bytes as usize,
            vacant: Vec::new(),
            listed: BTreeMap::new(),
            freed: None,
            buffers: Vec::new(),
            garbage: Filling::default(),
            footprint: 0,
            next_global: if wide { 0x40_1000 } else { 0x804_9000 },
            next_heap: if wide { 0x5555_5577_a2a0 } else { 0x5657_a1a0 },
            heap_end: if wide { 0x7fff_0000_0000 } else { 0xf000_0000 },
            stack_pointer: if wide { 0x7fff_ffff_e000 } else { 0xffff_d000 },
            stack_start: if wide { 0x7fff_ffff_e000 } else { 0xffff_d000 },
            heap_blocks: 0,
            depends_on_layout: false,
            shares_literals: false,
        };
        let vacant = Meta::new(Kind::Vacant, Life::Unborn, 0, 1);
        for _ in 0..2 {
            memory.add(Object::opaque(0), vacant);
        }
        for id in program.function_ids() {
            let labels = program.function(id).body.as_ref().map_or(0, |body| body.blocks.len() as u64);
            let size = 1 + labels;
            let base = align_up(memory.next_global, 16);
            memory.next_global = base + size;
            let meta = Meta::new(Kind::Function(id), Life::Alive, size, 16);
            memory.add(Object::opaque(base), meta);
        }
        memory.next_global = align_up(memory.next_global, 4096);
        for (index, global) in program.globals.iter().enumerate() {
            let id = GlobalId::new(index);
            let kind = if global.init.is_some() { Kind::Global(id) } else { Kind::External(id) };
            let prov = memory.create_static(global.size, global.align, kind, false);
            memory.metas[prov.index()].mergeable = global.mergeable;
        }
        memory
    }

    fn initialize_globals(&mut self, program: &Program) {
        for (index, global) in program.globals.iter().enumerate() {
            let Some(init) = &global.init else { continue };
            let prov = Memory::global(program, GlobalId::new(index));
            let word = self.word;
            let object = &mut self.objects[prov.index()];
            let length = init.bytes.len().min(global.size as usize);
            object.write(0, &init.bytes[..length], word);
            for reloc in &init.relocs {
                let target = match reloc.target {
                    ir::Operand::Global { id, offset } => self.global_address(program, id, offset),
                    ir::Operand::Func(id) => self.function_address(id),
                    ir::Operand::Block(function, block) => self.label_address(function, block),
                    _ => Value::ZERO,
                };
                if reloc.offset + word as u64 <= global.size {
                    let object = &mut self.objects[prov.index()];
                    object.store(reloc.offset as usize, target, word, word);
                }
            }
            if global.constant {
                self.objects[prov.index()].writable = 0;
            }
        }
    }

    /// The entry of a global.
    pub fn global(program: &Program, id: GlobalId) -> Prov {
        Prov((2 + program.functions.len() + id.index()) as u32)
    }

    /// The entry of a function.
    pub fn function(id: FuncId) -> Prov {
        Prov((2 + id.index()) as u32)
    }

    /// The address `offset` bytes into a global.
    pub fn global_address(&self, program: &Program, id: GlobalId, offset: i64) -> Value {
        let prov = Memory::global(program, id);
        let address = self.objects[prov.index()].base.wrapping_add(offset as u64);
        Value::pointer(self.wrap(address), prov)
    }

    /// The address of a function.
    pub fn function_address(&self, id: FuncId) -> Value {
        let prov = Memory::function(id);
        Value::pointer(self.objects[prov.index()].base, prov)
    }

    /// The address of a label: inside its function's object.
    pub fn label_address(&self, function: FuncId, block: BlockId) -> Value {
        let prov = Memory::function(function);
        Value::pointer(self.objects[prov.index()].base + 1 + block.index() as u64, prov)
    }

    /// The address cut to the width of a pointer.
    #[inline]
    pub fn wrap(&self, address: u64) -> u64 {
        if self.word == 4 { address & 0xffff_ffff } else { address }
    }

    fn add(&mut self, object: Object, meta: Meta) -> Prov {
        self.footprint += object.footprint();
        match self.vacant.pop() {
            Some(prov) => {
                self.objects[prov.index()] = object;
                self.metas[prov.index()] = meta;
                prov
            }
            None => {
                self.objects.push(object);
                self.metas.push(meta);
                Prov((self.objects.len() - 1) as u32)
            }
        }
    }

    /// The bytes that all objects take on this machine, with what describes them: of small blocks that is the most.
    pub fn bytes(&self) -> u64 {
        let tables =
            self.objects.capacity() * size_of::<Object>() + self.metas.capacity() * size_of::<Meta>();
        self.footprint + (tables + self.objects.len() * ALLOCATION) as u64
    }

    fn buffer(&mut self, size: u64) -> Vec<u8> {
        match size <= 512 {
            true => self.buffers.pop().unwrap_or_default(),
            false => Vec::new(),
        }
    }

    /// An object that lives as long as the program. Without content it may not be accessed.
    pub fn create_static(&mut self, size: u64, align: u64, kind: Kind, content: bool) -> Prov {
        let base = align_up(self.next_global, align.max(16));
        self.next_global = base + size.max(1) + 16;
        // Where it lies is a whim of this run; what may be relied on is its own alignment.
        let meta = Meta::new(kind, Life::Alive, size, align.max(1));
        let object = match content {
            true => Object::new(base, size, Fill::Zero, Vec::new()),
            false => Object::opaque(base),
        };
        self.add(object, meta)
    }

    /// Makes a variable that no file defines one that the library defines, holding a pointer.
    pub fn define_external(&mut self, prov: Prov, id: GlobalId, value: Value) {
        let word = self.word;
        let base = self.objects[prov.index()].base;
        let size = self.metas[prov.index()].size;
        let mut object = Object::new(base, size, Fill::Zero, Vec::new());
        if size >= word as u64 {
            object.store(0, value, word, word);
        }
        self.footprint += object.footprint();
        self.objects[prov.index()] = object;
        self.metas[prov.index()].kind = Kind::Global(id);
    }

    /// From now on the addresses of freed blocks are used again.
    pub fn recycle(&mut self) {
        self.freed = Some(BTreeMap::new());
    }

    /// An address for a new heap block; none where the address space is used up.
    fn heap_address(&mut self, size: u64, align: u64) -> Option<u64> {
        let recycled = self.freed.as_mut().and_then(|freed| freed.get_mut(&(size, align))?.pop());
        if recycled.is_some() {
            return recycled;
        }
        let base = self.next_heap.checked_add(align - 1)? & !(align - 1);
        let end = base.checked_add(size.max(1))?.checked_add(32)?;
        if end > self.heap_end {
            return None;
        }
        self.next_heap = align_up(end, 16);
        Some(base)
    }

    /// A new heap block, or none where the address space is used up.
    pub fn create_heap(&mut self, size: u64, align: u64, fill: Fill, place: Option<Place>) -> Option<Prov> {
        let align = align.max(16).checked_next_power_of_two()?;
        let base = self.heap_address(size, align)?;
        self.heap_blocks += 1;
        let kind = Kind::Heap(self.heap_blocks);
        let meta = Meta { place, ..Meta::new(kind, Life::Alive, size, align) };
        let buffer = self.buffer(size);
        let mut object = Object::new(base, size, fill, buffer);
        if fill == Fill::Undefined {
            self.garbage.fill(object.content_mut());
        }
        Some(self.add(object, meta))
    }

    /// Takes `size` bytes from the stack; none where it has no room for them.
    pub fn push_stack(&mut self, size: u64, align: u64, limit: u64) -> Option<u64> {
        let align = align.max(1);
        let base = self.stack_pointer.checked_sub(size.checked_add(16)?)? & !(align - 1);
        if self.stack_start - base > limit {
            return None;
        }
        self.stack_pointer = base;
        Some(base)
    }

    /// A new object on the stack at an address that was taken.
    pub fn create_stack(&mut self, base: u64, size: u64, align: u64, kind: Kind, place: Place) -> Prov {
        let meta = Meta { place: Some(place), ..Meta::new(kind, Life::Alive, size, align) };
        let buffer = self.buffer(size);
        let mut object = Object::new(base, size, Fill::Undefined, buffer);
        match kind {
            Kind::Stack(..) => self.garbage.fill(object.content_mut()),
            _ => self.garbage.fill_unnamed(object.content_mut()),
        }
        self.add(object, meta)
    }

    /// A stack object whose scope has not begun.
    pub fn create_unborn(&mut self, base: u64, size: u64, align: u64, kind: Kind, place: Place) -> Prov {
        let meta = Meta { place: Some(place), ..Meta::new(kind, Life::Unborn, size, align) };
        self.add(Object::opaque(base), meta)
    }

    /// Ends the life of an object.
    pub fn end(&mut self, prov: Prov, place: Place) {
        let object = &mut self.objects[prov.index()];
        self.footprint -= object.footprint();
        let buffer = object.end();
        if buffer.capacity() > 0 && buffer.capacity() <= 1024 && self.buffers.len() < 256 {
            self.buffers.push(buffer);
        }
        let meta = &mut self.metas[prov.index()];
        if meta.listed {
            self.listed.remove(&self.objects[prov.index()].base);
        }
        meta.life = Life::Ended(place);
        if let (Some(freed), Kind::Heap(_)) = (&mut self.freed, meta.kind) {
            freed.entry((meta.size, meta.align)).or_default().push(self.objects[prov.index()].base);
        }
    }

    /// Makes an entry that no pointer names available again.
    pub fn vacate(&mut self, prov: Prov) {
        self.metas[prov.index()].kind = Kind::Vacant;
        self.vacant.push(prov);
    }

    /// From now on an address computed in any way may mean this object.
    pub fn expose(&mut self, prov: Prov) {
        if prov.is_object() {
            self.metas[prov.index()].exposed = true;
            self.list(prov);
        }
    }

    /// The address was shown to the outside, which may give it back, but does not keep the object.
    pub fn list(&mut self, prov: Prov) {
        if prov.is_object() && !self.metas[prov.index()].listed {
            self.metas[prov.index()].listed = true;
            if self.metas[prov.index()].life == Life::Alive {
                self.listed.insert(self.objects[prov.index()].base, prov);
            }
        }
    }

    /// Reads `count` (up to 8) bytes, or none where that is an error.
    #[inline]
    pub fn load(&mut self, pointer: Value, count: usize) -> Option<Value> {
        let object = &self.objects[pointer.prov.index()];
        let at = pointer.bits.wrapping_sub(object.base);
        if pointer.undef != 0 || at >= object.readable || object.readable - at < count as u64 {
            return None;
        }
        let value = object.load(at as usize, count, self.word);
        if value.prov == Prov::DERIVED {
            self.expose_stored(pointer.prov, at as usize, count);
        }
        Some(value)
    }

    /// Writes the lower `count` (up to 8) bytes of a value; false where that is an error.
    #[inline]
    pub fn store(&mut self, pointer: Value, value: Value, count: usize) -> bool {
        let object = &mut self.objects[pointer.prov.index()];
        let at = pointer.bits.wrapping_sub(object.base);
        if pointer.undef != 0 || at >= object.writable || object.writable - at < count as u64 {
            return false;
        }
        object.store(at as usize, value, count, self.word);
        true
    }

    /// Several pointers were read as one number: all of them may be recovered from it.
    fn expose_stored(&mut self, prov: Prov, at: usize, count: usize) {
        for byte in at..at + count {
            let stored = self.objects[prov.index()].byte_provenance(byte, self.word);
            self.expose(stored);
        }
    }

    /// The object and offset that `count` bytes at the pointer mean.
    pub fn resolve(&self, pointer: Value, count: u64, access: Access) -> Result<(Prov, usize), Problem> {
        let mut prov = pointer.prov;
        if !prov.is_object()
            && pointer.bits >= NULL_PAGE
            && let Some((_, &found)) = self.listed.range(..=pointer.bits).next_back()
            && pointer.bits - self.objects[found.index()].base < self.metas[found.index()].size.max(1)
        {
            prov = found;
        }
        let object = &self.objects[prov.index()];
        let at = pointer.bits.wrapping_sub(object.base);
        let limit = match access {
            Access::Read => object.readable,
            Access::Write => object.writable,
        };
        if at <= limit && limit - at >= count {
            return Ok((prov, at as usize));
        }
        Err(self.explain(pointer, prov, count, access))
    }

    fn explain(&self, pointer: Value, prov: Prov, count: u64, access: Access) -> Problem {
        if !prov.is_object() {
            let (kind, message) = diagnosis::no_object(access, pointer.bits, NULL_PAGE);
            return Problem::Error { kind, message, object: None };
        }
        let meta = &self.metas[prov.index()];
        let base = self.objects[prov.index()].base;
        let offset = match self.word {
            4 => i64::from(pointer.bits.wrapping_sub(base) as i32),
            _ => pointer.bits.wrapping_sub(base) as i64,
        };
        let storage = match meta.kind {
            Kind::External(id) => return Problem::External(id),
            Kind::Library(clib::FOREIGN_MEMORY) => return Problem::Foreign,
            Kind::Function(_) => Storage::Function,
            Kind::Heap(_) => Storage::Heap,
            Kind::Variadic => Storage::Variadic,
            Kind::Library(what) if self.objects[prov.index()].readable == 0 => Storage::Opaque(what),
            _ => Storage::Variable,
        };
        let stage = match meta.life {
            Life::Unborn => Stage::Unborn,
            Life::Alive => Stage::Alive,
            Life::Ended(_) => Stage::Ended,
        };
        let is_inside = offset >= 0 && (offset as u64).checked_add(count).is_some_and(|end| end <= meta.size);
        let (kind, message) =
            diagnosis::forbidden(storage, stage, access).unwrap_or_else(|| match is_inside {
                true => diagnosis::constant(),
                false => diagnosis::out_of_bounds(storage, access, offset, count, meta.size),
            });
        Problem::Error { kind, message, object: Some((prov, offset)) }
    }

    /// Copies bytes with all that they carry; both ranges are in bounds.
    pub fn copy(&mut self, to: (Prov, usize), from: (Prov, usize), count: usize) {
        let piece = self.extract(from, count);
        self.insert(to, &piece);
    }

    /// A copy of a range that is in bounds.
    pub fn extract(&self, from: (Prov, usize), count: usize) -> Extract {
        self.objects[from.0.index()].extract(from.1, count, self.word)
    }

    /// Puts a copied range in; it fits.
    pub fn insert(&mut self, to: (Prov, usize), piece: &Extract) {
        let word = self.word;
        self.objects[to.0.index()].insert(to.1, piece, word);
    }

    /// Whether the pointer is inside its object (or at the start of an empty one), and the object is alive.
    pub fn is_strictly_inside(&self, pointer: Value) -> bool {
        let meta = &self.metas[pointer.prov.index()];
        let at = pointer.bits.wrapping_sub(self.objects[pointer.prov.index()].base);
        meta.life == Life::Alive && (at < meta.size || at == 0)
    }

    /// Whether pointers into two different objects may be equal all the same: both are constants that may share their
    /// memory, and these agree in all bytes that they would have in common.
    pub fn may_share(&self, a: Value, b: Value) -> bool {
        if [a, b].iter().any(|pointer| !self.metas[pointer.prov.index()].mergeable) {
            return false;
        }
        let [one, other] = [a, b].map(|pointer| &self.objects[pointer.prov.index()]);
        let (x, y) = (a.bits.wrapping_sub(one.base), b.bits.wrapping_sub(other.base));
        let before = x.min(y);
        let behind = one.readable.saturating_sub(x).min(other.readable.saturating_sub(y));
        (0..before.saturating_add(behind)).all(|step| {
            let byte = |object: &Object, at: u64| object.load((at - before + step) as usize, 1, self.word);
            let (left, right) = (byte(one, x), byte(other, y));
            // Addresses may be those of constants that share their memory in turn.
            left.bits == right.bits || left.prov != Prov::NONE || right.prov != Prov::NONE
        })
    }

    /// Whether an address of the object can be known to differ from null: it is inside or at its end.
    pub fn is_within(&self, pointer: Value) -> bool {
        let at = pointer.bits.wrapping_sub(self.objects[pointer.prov.index()].base);
        at <= self.metas[pointer.prov.index()].size
    }
}
