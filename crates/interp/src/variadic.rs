//! How a `va_list` walks over variadic arguments, which lie where [`clib::VariadicLayout`] says.
//!
//! On i386 it points to the next one. On x86-64 it has an offset into the saved registers for each kind of register and a
//! pointer into the row.

use crate::machine::{Machine, Step};
use crate::value::{Prov, Value, Wide};
use clib::{FLOATS_END, INTEGERS_END, Way, way};
use ir::{Access, FloatKind, Scalar, Target};

/// The variadic arguments of a call.
#[derive(Clone, Copy, Debug)]
pub struct Variadic {
    /// The object that holds them.
    pub prov: Prov,
    /// Where the saved integers and floats start in it.
    pub starts: (u32, u32),
}

impl Machine<'_> {
    /// Initialises a `va_list` with the arguments of the current call.
    pub fn va_start(&mut self, list: Value) -> Step<()> {
        let Some(Variadic { prov, starts }) = self.frames.last().and_then(|frame| frame.variadic) else {
            return self.undefined("va_start in a function without variadic arguments");
        };
        let area = Value::pointer(self.memory.objects[prov.index()].base, prov);
        if self.memory.word == 4 {
            return self.write_memory(list, area, 4);
        }
        self.access(list, 24, Access::Write)?;
        self.write_memory(list, Value::int(u64::from(starts.0)), 4)?;
        self.write_memory(self.offset(list, 4), Value::int(u64::from(starts.1)), 4)?;
        self.write_memory(self.offset(list, 8), self.offset(area, u64::from(FLOATS_END)), 8)?;
        self.write_memory(self.offset(list, 16), area, 8)
    }

    /// The next argument of the `va_list` at `list`, as the library takes it (x86-64).
    pub fn next_of_saved(&mut self, list: Value, ty: Scalar) -> Step<Wide> {
        let (field, end, step) = match way(ty, None) {
            Way::Integer => (0, INTEGERS_END, 8),
            Way::Float => (4, FLOATS_END, 16),
            Way::Memory => return self.next_of_row(list, ty),
        };
        let offset = self.read_memory(self.offset(list, field), 4)?;
        if offset.bits >= u64::from(end) {
            return self.next_of_row(list, ty);
        }
        let area = self.read_memory(self.offset(list, 16), 8)?;
        let value = self.load_scalar(self.offset(area, offset.bits), ty)?;
        self.write_memory(self.offset(list, field), Value::int(offset.bits + step), 4)?;
        Ok(value)
    }

    fn next_of_row(&mut self, list: Value, ty: Scalar) -> Step<Wide> {
        let size = if way(ty, None) == Way::Memory { 16 } else { 8 };
        let cursor = self.offset(list, 8);
        let mut at = self.read_memory(cursor, 8)?;
        at.bits = at.bits.next_multiple_of(size);
        let value = self.load_scalar(at, ty)?;
        self.write_memory(cursor, self.offset(at, size), 8)?;
        Ok(value)
    }

    /// The next argument at a `va_list` that is a pointer, and the pointer to the one after it (i386).
    pub fn next_of_cursor(&mut self, cursor: Value, ty: Scalar) -> Step<(Wide, Value)> {
        let size = match ty {
            Scalar::Float(FloatKind::X87) => 12,
            ty => u64::from(ty.bytes(Target::BITS32)).next_multiple_of(4),
        };
        let value = self.load_scalar(cursor, ty)?;
        Ok((value, self.offset(cursor, size)))
    }
}
