//! What is known of allocation: how large a block can be, and the allocation functions of libraries other than C's
//! own, for analyses that meet calls of them without code.
//!
//! These are told apart from primitives because no engine executes them: an analysis of single functions needs to
//! know only that they give new memory, and whether it is set.

use ir::{Program, Target};

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
    /// A block is moved to one of another size.
    Resize {
        /// The argument with its address, or null.
        pointer: usize,
        /// The argument with the new size in bytes.
        size: usize,
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
        // The Linux kernel.
        "kmalloc" | "vmalloc" => block(0, false, true),
        "kzalloc" | "vzalloc" => block(0, true, true),
        "kmalloc_array" => array(false, true),
        "kcalloc" => array(true, true),
        "krealloc" => Some(Allocation::Resize { pointer: 0, size: 1, may_fail: true }),
        "kfree" | "vfree" => Some(Allocation::Free { pointer: 0 }),
        _ => None,
    }
}

/// Makes functions stand for those of C that allocate and free, as `NAME` or `NAME:FREE` say: from then on they bear their
/// names, and have no code. Functions that the program does not have are left out.
pub fn name_allocators(program: &mut Program, pairs: &[String]) -> Result<(), String> {
    for pair in pairs {
        let (name, free) = match pair.split_once(':') {
            Some((name, free)) => (name, Some(free)),
            None => (pair.as_str(), None),
        };
        for (name, frees) in [(Some(name), false), (free, true)] {
            let Some(name) = name else { continue };
            let ids: Vec<ir::FuncId> =
                program.function_ids().filter(|id| program.function(*id).name == name).collect();
            for id in ids {
                let function = &mut program.functions[id.index()];
                let is_number = |ty: &ir::Scalar| matches!(ty, ir::Scalar::Int(_));
                let params: Vec<ir::Scalar> = function.params.iter().map(|param| param.ty).collect();
                let stands_for = match params.as_slice() {
                    [ir::Scalar::Ptr, ..] if frees => "free",
                    [size] if is_number(size) => "malloc",
                    [count, size] if is_number(count) && is_number(size) => "calloc",
                    [ir::Scalar::Ptr, size] if is_number(size) => "realloc",
                    _ => {
                        return Err(format!("`{name}` takes other arguments than a function that allocates"));
                    }
                };
                function.name = stands_for.to_string();
                function.body = None;
                program.meaning.allocators.push(name.to_string());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_functions_stand_for_those_of_c() {
        let text = "target 64\ndeclare @take(i64) -> ptr\ndeclare @more(ptr, i64) -> ptr\ndeclare @give(ptr)\n\
                    declare @other(ptr, ptr)\n";
        let mut program: Program = text.parse().unwrap();
        let pairs = ["take:give", "more", "nowhere"].map(str::to_string);
        name_allocators(&mut program, &pairs).unwrap();
        let names: Vec<&str> = program.functions.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["malloc", "realloc", "free", "other"]);
        assert_eq!(program.meaning.allocators, ["take", "give", "more"]);
        assert!(name_allocators(&mut program, &["other".to_string()]).is_err());
    }

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
