//! Where variadic arguments lie, and how a `va_list` walks over them.
//!
//! On i386 they lie in a row, and a `va_list` points to the next one. On x86-64 the first integers and floats come in
//! registers, which the callee saves to an area of memory; the rest lie in a row. A `va_list` has an offset into
//! the area for each kind of register and a pointer into the row.
//!
//! The area is filled from its end: the offsets start where the variadic arguments that came in registers use it up
//! exactly. So whoever asks for more arguments than were passed looks into the row, which ends there, and that is
//! noticed.

use crate::machine::{Machine, Step};
use crate::value::{Prov, Value, Wide};
use ir::{Access, FloatKind, Param, Scalar, Target};

/// The end of the saved integer registers.
const INTEGERS_END: u32 = 48;
/// The end of the saved float registers.
const FLOATS_END: u32 = 176;

/// The variadic arguments of a call.
#[derive(Clone, Copy, Debug)]
pub struct Variadic {
    /// The object that holds them.
    pub prov: Prov,
    /// Where the saved integers and floats start in it.
    pub starts: (u32, u32),
}

/// The positions of variadic arguments in their object: the saved registers, then the row.
pub struct VariadicLayout {
    /// The position of each argument.
    pub offsets: Vec<usize>,
    /// The size of the object.
    pub size: usize,
    /// The alignment of the object, so that aligned positions are aligned addresses.
    pub align: u64,
    /// Where the saved integers and floats start.
    pub starts: (u32, u32),
}

/// How an argument travels.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Integer,
    Float,
    Memory,
}

fn way(ty: Scalar, by_value: Option<(u64, u64)>) -> Way {
    match ty {
        _ if by_value.is_some() => Way::Memory,
        Scalar::Ptr | Scalar::Int(0..=64) => Way::Integer,
        // Wider integers that come in registers have been split.
        Scalar::Int(_) | Scalar::Float(FloatKind::X87) => Way::Memory,
        Scalar::Float(_) => Way::Float,
    }
}

impl VariadicLayout {
    /// The layout for a callee with these parameters.
    pub fn new(params: &[Param], extra: &[crate::call::Argument], target: Target) -> VariadicLayout {
        if target == Target::BITS32 {
            return VariadicLayout::in_a_row(extra, target);
        }
        let fixed =
            |way_of: Way| params.iter().filter(|param| way(param.ty, param.by_value) == way_of).count();
        let room = (6usize.saturating_sub(fixed(Way::Integer)), 8usize.saturating_sub(fixed(Way::Float)));
        let passed = |way_of: Way| extra.iter().filter(|arg| way(arg.ty, arg.by_value) == way_of).count();
        let saved = (room.0.min(passed(Way::Integer)), room.1.min(passed(Way::Float)));
        let starts = (INTEGERS_END - 8 * saved.0 as u32, FLOATS_END - 16 * saved.1 as u32);
        let (mut integer, mut float) = starts;
        let mut row = FLOATS_END as usize;
        let mut most = 16;
        let mut offsets = Vec::new();
        for arg in extra {
            match way(arg.ty, arg.by_value) {
                Way::Integer if integer < INTEGERS_END => {
                    offsets.push(integer as usize);
                    integer += 8;
                }
                Way::Float if float < FLOATS_END => {
                    offsets.push(float as usize);
                    float += 16;
                }
                _ => {
                    let (length, align) = arg.by_value.unwrap_or_else(|| {
                        let bytes = u64::from(arg.ty.bytes(target)).next_power_of_two();
                        (bytes, bytes)
                    });
                    let align = align.clamp(8, 4096).next_power_of_two();
                    most = most.max(align);
                    row = row.next_multiple_of(align as usize);
                    offsets.push(row);
                    row += (length as usize).next_multiple_of(8);
                }
            }
        }
        VariadicLayout { offsets, size: row, align: most, starts }
    }

    /// The layout of i386: all in slots of 4 bytes.
    fn in_a_row(extra: &[crate::call::Argument], target: Target) -> VariadicLayout {
        let mut size = 0;
        let mut offsets = Vec::new();
        for arg in extra {
            offsets.push(size);
            let length = match (arg.by_value, arg.ty) {
                (Some((length, _)), _) => length as usize,
                (None, ty) => ty.bytes(target) as usize,
            };
            size += length.next_multiple_of(4);
        }
        VariadicLayout { offsets, size, align: 16, starts: (0, 0) }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::Argument;

    fn args(types: &[Scalar]) -> Vec<Argument> {
        let arg = |ty: &Scalar| Argument { value: Wide::from_bits(0), ty: *ty, by_value: None };
        types.iter().map(arg).collect()
    }

    #[test]
    fn registers_are_used_up_exactly() {
        let int = Scalar::Int(32);
        let double = Scalar::Float(FloatKind::F64);
        let params = [Param { ty: Scalar::Ptr, by_value: None }];
        let few = VariadicLayout::new(&params, &args(&[int, double, int]), Target::BITS64);
        assert_eq!((few.starts, few.size), ((32, 160), 176));
        assert_eq!(few.offsets, [32, 160, 40]);
        let many = VariadicLayout::new(&params, &args(&[int; 7]), Target::BITS64);
        assert_eq!(many.starts.0, 8);
        assert_eq!(many.offsets, [8, 16, 24, 32, 40, 176, 184]);
        let long = [int, Scalar::Float(FloatKind::X87)];
        assert_eq!(VariadicLayout::new(&[], &args(&long), Target::BITS64).offsets, [40, 176]);
        let narrow = VariadicLayout::new(&[], &args(&[int, double, int]), Target::BITS32);
        assert_eq!((narrow.offsets, narrow.size), (vec![0, 4, 12], 16));
    }
}
