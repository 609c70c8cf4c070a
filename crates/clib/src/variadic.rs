//! Where variadic arguments lie.
//!
//! On i386 they lie in a row. On x86-64 the first integers and floats come in registers, which the callee saves to an
//! area of memory; the rest lie in a row behind it.
//!
//! Where nothing lies in the row the area is filled from its end: the offsets start where the variadic arguments that
//! came in registers use it up exactly. So whoever asks for more arguments than were passed, or for one of another kind,
//! looks into the row, which ends there, and that is noticed. Otherwise registers lie where the machine has them, and
//! those that hold no argument are undefined.

use ir::{FloatKind, Param, Scalar, Target};

/// The end of the saved integer registers.
pub const INTEGERS_END: u32 = 48;
/// The end of the saved float registers.
pub const FLOATS_END: u32 = 176;

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

/// How an argument travels on x86-64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// In an integer register, or in the row.
    Integer,
    /// In a float register, or in the row.
    Float,
    /// In the row.
    Memory,
}

/// How an argument of a type, or by value with this size and alignment, travels.
pub fn way(ty: Scalar, by_value: Option<(u64, u64)>) -> Way {
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
    pub fn new(params: &[Param], extra: &[Param], target: Target) -> VariadicLayout {
        if target == Target::BITS32 {
            return VariadicLayout::in_a_row(extra, target);
        }
        let fixed =
            |way_of: Way| params.iter().filter(|param| way(param.ty, param.by_value) == way_of).count();
        let room = (6usize.saturating_sub(fixed(Way::Integer)), 8usize.saturating_sub(fixed(Way::Float)));
        let passed = |way_of: Way| extra.iter().filter(|arg| way(arg.ty, arg.by_value) == way_of).count();
        let saved = (room.0.min(passed(Way::Integer)), room.1.min(passed(Way::Float)));
        let has_row = saved.0 + saved.1 < extra.len();
        let used = if has_row { room } else { saved };
        let starts = (INTEGERS_END - 8 * used.0 as u32, FLOATS_END - 16 * used.1 as u32);
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
    fn in_a_row(extra: &[Param], target: Target) -> VariadicLayout {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn args(types: &[Scalar]) -> Vec<Param> {
        types.iter().map(|ty| Param { ty: *ty, by_value: None }).collect()
    }

    #[test]
    fn registers_are_used_up_exactly_where_nothing_follows() {
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
        let long = VariadicLayout::new(&params, &args(&long), Target::BITS64);
        assert_eq!((long.starts, long.offsets), ((8, 48), vec![8, 176]));
        let narrow = VariadicLayout::new(&[], &args(&[int, double, int]), Target::BITS32);
        assert_eq!((narrow.offsets, narrow.size), (vec![0, 4, 12], 16));
    }
}
