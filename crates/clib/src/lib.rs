//! What the C library does, described once and used by all engines.
//!
//! Each function has one [`Row`]: its names, what it reads, writes, keeps, allocates, frees, consumes, how it ends,
//! how it fails, what it assumes. [`row`] finds it by name. The row says either that the function is a [`Primitive`],
//! whose effect its doc comment tells and which each engine implements in its own domain, or that it has a model in C:
//! bodies in IR, compiled from C that is part of this crate, which [`link`] puts into a program.
//!
//! Architecture invariant: no engine knows a library function by name. A function that is neither in the
//! program nor here is an unmodelled call; it is never skipped.

mod allocation;
mod assumption;
mod code;
mod failing;
mod format;
mod fortified;
mod primitive;
mod row;
mod rows;
mod start;
mod system;
mod variadic;

pub use allocation::{Allocation, allocation, largest_block, name_allocators};
pub use assumption::{Assumption, assumptions};
pub use code::{error_number, handles_signals, has_code, is_linked, is_of_library, link};
pub use format::{
    ByteSet, Count, Flags, Length, NOT_PASSED, PrintConversion, PrintPart, ScanConversion, ScanPart,
    print_parts, scan_parts,
};
pub use primitive::{Math, Primitive, Print, PrintTo, Scan, ScanFrom};
pub use row::{Block, Channel, Does, Ends, Extent, Failure, Feature, Promise, Row, Size};
pub use rows::{asks_system, choice_type, is_known, primitive, row, row_of_model, rows};
pub use start::{start, starter};
pub use system::SystemCall;
pub use variadic::{FLOATS_END, INTEGERS_END, VariadicLayout, Way, way};

use ir::{GlobalId, Program, Target};

/// What starts the names of the files that library code comes from.
const LIBRARY_PREFIX: &str = "<libc>";

/// Whether a source file is part of the library's code: what happens there is attributed to the caller.
pub fn is_library_file(name: &str) -> bool {
    name.starts_with(LIBRARY_PREFIX)
}

/// Whether a struct with this tag is one of the models' own: programs know it by another tag, and the same typedef.
pub fn is_library_tag(tag: &str) -> bool {
    tag.starts_with("__libc_")
}

/// The memory that functions point into which have neither a body nor a model.
pub const FOREIGN_MEMORY: &str = "memory of functions that have no body and no model";

/// The last second that a clock shows: the year 9999 ends, or the numbers.
pub fn last_second(target: Target) -> u64 {
    if target.pointer_bytes == 8 { 253_402_300_799 } else { i32::MAX as u64 }
}

/// The size of a `jmp_buf` in bytes.
pub fn jump_buffer(target: Target) -> u64 {
    if target.pointer_bytes == 8 { 200 } else { 156 }
}

/// A variable that the library defines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variable {
    /// A pointer to the standard input stream.
    Stdin,
    /// A pointer to the standard output stream.
    Stdout,
    /// A pointer to the standard error stream.
    Stderr,
}

/// The variable `environ` of a program that looks at its whole environment. What `getenv` gives besides is any text, or
/// none: C forbids to change it. A program that sets variables changes the vector, too, which is not modelled.
pub fn environment(program: &Program) -> Option<GlobalId> {
    let mut all = program
        .globals
        .iter()
        .enumerate()
        .filter(|(_, global)| global.init.is_none() && is_environment(&global.name));
    let (index, _) = all.next().filter(|_| all.next().is_none())?;
    let sets = |function: &ir::Function| {
        let row =
            row(&function.name).filter(|_| function.body.is_none() || is_of_library(program, function.span));
        row.is_some_and(|row| row.brings.contains(&Feature::Variables))
    };
    (!program.functions.iter().any(sets)).then(|| GlobalId::new(index))
}

/// Why a variable that no file defines cannot be used.
pub fn undefined_variable(name: &str) -> String {
    match is_environment(name) {
        true => format!("the variable {name} of a program that sets variables of its environment"),
        false => format!("the variable {name}, which no file defines"),
    }
}

/// Whether a variable is the vector of all variables of the environment.
fn is_environment(name: &str) -> bool {
    matches!(name, "environ" | "__environ" | "_environ")
}

/// The library variable with this name.
pub fn variable(name: &str) -> Option<Variable> {
    Some(match name {
        "stdin" => Variable::Stdin,
        "stdout" => Variable::Stdout,
        "stderr" => Variable::Stderr,
        _ => return None,
    })
}
