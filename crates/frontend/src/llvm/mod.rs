//! A thin safe view of LLVM: all `unsafe` of the project's front end is below this module.
//!
//! The views ([`Value`], [`Type`], [`Block`], [`Node`]) are pointers that borrow the [`Module`] they belong to, so
//! they cannot outlive it. LLVM's C API does not check that a value is of the kind a function expects; the views
//! do, with assertions, so that a mistake in the lowering is a panic and not undefined behaviour.

mod debug;
mod ffi;
mod module;
mod types;
mod value;

pub use debug::{DbgRecord, DiType, Node};
pub use llvm_sys::{
    LLVMIntPredicate as IntPredicate, LLVMLinkage as Linkage, LLVMOpcode as Opcode,
    LLVMRealPredicate as RealPredicate, LLVMTypeKind as TypeKind, LLVMValueKind as ValueKind,
};
pub use module::{Context, Module};
pub use types::Type;
pub use value::{Block, Value};

/// The string at `data`, whose bytes live as long as the module that is borrowed for `'m`. What is not UTF-8 (file
/// names, identifiers in other encodings) is replaced.
fn text<'m>(data: *const std::ffi::c_char, length: usize) -> std::borrow::Cow<'m, str> {
    String::from_utf8_lossy(bytes(data, length))
}

/// The bytes at `data`, which live as long as the module that is borrowed for `'m`.
fn bytes<'m>(data: *const std::ffi::c_char, length: usize) -> &'m [u8] {
    match data.is_null() {
        true => &[],
        // SAFETY: LLVM returned this range; it owns it as long as the module lives, and nothing changes it.
        false => unsafe { std::slice::from_raw_parts(data.cast(), length) },
    }
}
