//! What is known of allocation: how large a block can be, and the allocation functions of libraries other than C's
//! own, for analyses that meet calls of them without code.
//!
//! These are told apart from primitives because no engine executes them: an analysis of single functions needs to
//! know only that they give new memory, and whether it is set.

use ir::Target;

/// The size of the largest block that can be allocated: no more than the memory that addresses of user programs reach
/// on x86, and no more than a difference of pointers can tell.
pub fn largest_block(target: Target) -> u64 {
    match target.pointer_bytes {
        4 => 0x7fff_ffff,
        _ => 1 << 47,
    }
}

/// What an allocation function does. Arguments are given by number, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Allocation {
    /// A new block.
    Block {
        /// The argument with its size in bytes.
        size: usize,
        /// Whether it is filled with zeros.
        zeroed: bool,
        /// Whether it may be null where memory is short; otherwise the program ends.
        may_fail: bool,
    },
    /// A new block for an array.
    Array {
        /// The argument with the number of elements.
        count: usize,
        /// The argument with the size of an element.
        size: usize,
        /// Whether it is filled with zeros.
        zeroed: bool,
        /// Whether it may be null.
        may_fail: bool,
    },
    /// A block is given back.
    Free {
        /// The argument with its address, or null.
        pointer: usize,
    },
}

/// What the function with this name does, where it is a known allocation function.
pub fn allocation(name: &str) -> Option<Allocation> {
    let block = |size, zeroed, may_fail| Some(Allocation::Block { size, zeroed, may_fail });
    let array = |zeroed, may_fail| Some(Allocation::Array { count: 0, size: 1, zeroed, may_fail });
    match name {
        // GLib ends the program where memory is short, unless asked to try.
        "g_malloc" | "g_slice_alloc" => block(0, false, false),
        "g_malloc0" | "g_slice_alloc0" => block(0, true, false),
        "g_try_malloc" => block(0, false, true),
        "g_try_malloc0" => block(0, true, true),
        "g_malloc_n" => array(false, false),
        "g_malloc0_n" => array(true, false),
        "g_try_malloc_n" => array(false, true),
        "g_try_malloc0_n" => array(true, true),
        "g_free" => Some(Allocation::Free { pointer: 0 }),
        "g_slice_free1" => Some(Allocation::Free { pointer: 1 }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_allocation_is_a_primitive() {
        for name in ["g_malloc", "g_slice_alloc0", "g_malloc_n", "g_free", "g_slice_free1"] {
            assert!(
                allocation(name).is_some() && crate::primitive(name, ir::Target::BITS64).is_none(),
                "{name}"
            );
        }
        assert_eq!(allocation("malloc"), None, "what C defines is a primitive");
    }
}
