//! The allocator.

use crate::MallocPolicy;
use crate::machine::{Machine, Step, Stop};
use crate::memory::{Kind, Life};
use crate::object::Fill;
use crate::report::{Allocation, InputSource, Notes, Stopped};
use crate::value::{Prov, Value};
use ir::{Action, ErrorKind};

/// The error number of a failed allocation.
const ENOMEM: i64 = 12;
/// The error number of an argument that is not allowed.
const EINVAL: i64 = 22;

impl Machine<'_> {
    /// A new block, or null as the policy decides.
    fn allocate(&mut self, size: u64, align: u64, fill: Fill) -> Step<Value> {
        let wanted = match &self.config.malloc {
            MallocPolicy::Succeeds => true,
            MallocPolicy::Script(script) => script.get(self.allocations).copied().unwrap_or(true),
        };
        self.allocations += 1;
        let possible = size <= clib::largest_block(self.prepared.program.target);
        self.notes.impossible_allocation |= wanted && !possible;
        // What this run has no memory for fails rather than ending the run.
        let affordable = size <= self.config.memory_limit / 2;
        if wanted && possible && !affordable {
            self.note_unaffordable();
        }
        let succeeded = wanted && possible && affordable;
        if self.notes.allocations.len() < Notes::LIMIT {
            let place = self.allocation_place();
            let site = self.prepared.site(place);
            self.notes.allocations.push(Allocation { succeeded, site });
        }
        if !succeeded {
            if self.observer.is_tracing() {
                self.trace_heap(Action::NotAllocated { size: Some(size) });
            }
            return self.no_memory();
        }
        if self.memory.bytes() + 2 * size > self.config.memory_limit {
            return Err(Stop::Stopped(Box::new(Stopped::OutOfMemory { site: self.site() })));
        }
        if self.observer.is_tracing() {
            self.settle_trace();
        }
        let place = self.allocation_place();
        let Some(prov) = self.memory.create_heap(size, align, fill, Some(place)) else {
            return self.no_memory();
        };
        if self.observer.is_tracing() {
            let name = self.name_of(prov);
            self.trace_heap(Action::Allocated { block: Some(name), size: Some(size) });
        }
        Ok(Value::pointer(self.memory.objects[prov.index()].base, prov))
    }

    /// A null pointer, after a failure that `errno` tells about.
    fn no_memory(&mut self) -> Step<Value> {
        self.set_error(ENOMEM)?;
        Ok(Value::ZERO)
    }

    /// `malloc(size)`.
    pub fn malloc(&mut self, size: Value) -> Step<Value> {
        let size = self.decided("the size of a block", size)?;
        self.allocate(size, 16, Fill::Undefined)
    }

    /// `calloc(count, size)`.
    pub fn calloc(&mut self, count: Value, size: Value) -> Step<Value> {
        let count = self.decided("the size of a block", count)?;
        let size = self.decided("the size of a block", size)?;
        match self.product(count, size) {
            Some(size) => self.allocate(size, 16, Fill::Zero),
            None => self.no_memory(),
        }
    }

    fn product(&self, count: u64, size: u64) -> Option<u64> {
        count.checked_mul(size).filter(|product| self.memory.wrap(*product) == *product)
    }

    /// `aligned_alloc(align, size)`.
    pub fn aligned_alloc(&mut self, align: Value, size: Value) -> Step<Value> {
        let align = self.decided("the alignment of a block", align)?;
        let size = self.decided("the size of a block", size)?;
        match align.is_power_of_two() && align <= 1 << 30 {
            true => self.allocate(size, align, Fill::Undefined),
            false => self.undefined("asks for an alignment that no block has"),
        }
    }

    /// `posix_memalign(result, align, size)`.
    pub fn posix_memalign(&mut self, result: Value, align: Value, size: Value) -> Step<i64> {
        let wanted = self.decided("the alignment of a block", align)?;
        if !wanted.is_power_of_two() || !wanted.is_multiple_of(self.memory.word as u64) {
            return Ok(EINVAL);
        }
        let block = self.aligned_alloc(align, size)?;
        if block.bits == 0 {
            return Ok(ENOMEM);
        }
        self.write_memory(result, block, self.memory.word)?;
        Ok(0)
    }

    /// The heap block that a pointer given to `free` or `realloc` means.
    fn heap_block(&mut self, pointer: Value) -> Step<Prov> {
        if pointer.undef != 0 {
            self.uninitialized("the pointer to free")?;
            if pointer.prov == Prov::NONE {
                return self.error(ErrorKind::InvalidFree, "frees an uninitialised pointer".into(), None);
            }
        }
        let prov = match pointer.prov.is_object() {
            true => pointer.prov,
            false => match self.memory.resolve(pointer, 0, ir::Access::Read) {
                Ok((prov, _)) if prov.is_object() => prov,
                _ => {
                    let message =
                        format!("frees the address {:#x}, where no heap block starts", pointer.bits);
                    return self.error(ErrorKind::InvalidFree, message, None);
                }
            },
        };
        let meta = self.memory.metas[prov.index()];
        let offset = pointer.bits.wrapping_sub(self.memory.objects[prov.index()].base) as i64;
        let object = Some((prov, offset));
        let what = match meta.kind {
            Kind::Heap(_) => match meta.life {
                Life::Ended(_) if offset == 0 => {
                    return self.error(
                        ErrorKind::DoubleFree,
                        "frees heap memory that was freed before".into(),
                        object,
                    );
                }
                Life::Ended(_) => "frees a pointer into the middle of memory that was freed before",
                _ if offset == 0 => return Ok(prov),
                _ => "frees a pointer into the middle of a heap block",
            },
            Kind::Stack(..) | Kind::Variadic => "frees a local variable",
            Kind::Global(_) | Kind::External(_) => "frees a global variable",
            Kind::Function(_) => "frees a function",
            Kind::Library(clib::FOREIGN_MEMORY) => return self.unsupported(clib::FOREIGN_MEMORY),
            Kind::Library(_) | Kind::Vacant => "frees memory that belongs to the library",
        };
        self.error(ErrorKind::InvalidFree, what.to_string(), object)
    }

    /// `free(pointer)`.
    pub fn free(&mut self, pointer: Value) -> Step<()> {
        if pointer.bits == 0 && pointer.undef == 0 && !pointer.prov.is_object() {
            return Ok(());
        }
        let prov = self.heap_block(pointer)?;
        if self.observer.is_tracing() {
            let name = self.name_of(prov);
            self.trace_heap(Action::Freed { block: name });
        }
        let place = self.allocation_place();
        self.memory.end(prov, place);
        Ok(())
    }

    /// `realloc(pointer, size)`.
    pub fn realloc(&mut self, pointer: Value, size: Value) -> Step<Value> {
        if pointer.bits == 0 && pointer.undef == 0 {
            return self.malloc(size);
        }
        let prov = self.heap_block(pointer)?;
        let size = self.decided("the size of a block", size)?;
        if size == 0 {
            self.notes.assume(clib::Assumption::ReallocToNothing);
            self.free(pointer)?;
            return Ok(Value::ZERO);
        }
        let block = self.allocate(size, 16, Fill::Undefined)?;
        if block.bits != 0 {
            let kept = size.min(self.memory.metas[prov.index()].size) as usize;
            self.memory.copy((block.prov, 0), (prov, 0), kept);
            let place = self.allocation_place();
            self.memory.end(prov, place);
        }
        Ok(block)
    }

    /// `reallocarray(pointer, count, size)`.
    pub fn realloc_array(&mut self, pointer: Value, count: Value, size: Value) -> Step<Value> {
        let count = self.decided("the size of a block", count)?;
        let size = self.decided("the size of a block", size)?;
        match self.product(count, size) {
            Some(size) => self.realloc(pointer, Value::int(size)),
            None => self.no_memory(),
        }
    }

    /// `malloc_usable_size(pointer)`.
    pub fn usable_size(&mut self, pointer: Value) -> Step<i64> {
        if pointer.bits == 0 {
            return Ok(0);
        }
        let prov = self.heap_block(pointer)?;
        let size = self.memory.metas[prov.index()].size;
        // The allocator may have given more: as much as the GNU library would.
        let word = self.memory.word as u64;
        let usable = (size + word).next_multiple_of(2 * word).max(4 * word) - word;
        self.note_input(InputSource::Allocator, u128::from(usable), true);
        Ok(usable as i64)
    }
}
