//! The Rust side of `shim.cpp`: structs and functions that must agree with it field by field.

use llvm_sys::prelude::{LLVMMetadataRef, LLVMModuleRef, LLVMValueRef};
use std::ffi::{c_char, c_uint};

/// A string that LLVM owns.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Text {
    pub data: *const c_char,
    pub length: usize,
}

impl Text {
    pub const EMPTY: Text = Text { data: std::ptr::null(), length: 0 };
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct DbgRecord {
    pub value: LLVMValueRef,
    pub variable: LLVMMetadataRef,
    pub is_declare: bool,
    pub is_plain: bool,
}

#[repr(C)]
pub struct DiType {
    pub tag: c_uint,
    pub flags: c_uint,
    pub line: c_uint,
    pub encoding: c_uint,
    pub size_bits: u64,
    pub offset_bits: u64,
    pub name: Text,
    pub file: LLVMMetadataRef,
    pub scope: LLVMMetadataRef,
    pub base: LLVMMetadataRef,
    pub elements: LLVMMetadataRef,
}

#[repr(C)]
pub struct DiVariable {
    pub name: Text,
    pub ty: LLVMMetadataRef,
    pub file: LLVMMetadataRef,
    pub line: c_uint,
    pub argument: c_uint,
}

unsafe extern "C" {
    pub fn heapproof_dbg_records(instruction: LLVMValueRef, out: *mut DbgRecord, capacity: usize) -> usize;
    pub fn heapproof_has_label(instruction: LLVMValueRef) -> bool;
    pub fn heapproof_md_operand_count(node: LLVMMetadataRef) -> c_uint;
    pub fn heapproof_md_operand(node: LLVMMetadataRef, index: c_uint) -> LLVMMetadataRef;
    pub fn heapproof_di_type(node: LLVMMetadataRef, out: *mut DiType) -> bool;
    pub fn heapproof_di_subrange(node: LLVMMetadataRef, count: *mut i64) -> bool;
    pub fn heapproof_di_enumerator(node: LLVMMetadataRef, name: *mut Text, value: *mut i64) -> bool;
    pub fn heapproof_di_variable(node: LLVMMetadataRef, out: *mut DiVariable) -> bool;
    pub fn heapproof_di_subprogram(node: LLVMMetadataRef, out: *mut DiVariable) -> bool;
    pub fn heapproof_di_scope(node: LLVMMetadataRef) -> LLVMMetadataRef;
    pub fn heapproof_loop_start(instruction: LLVMValueRef) -> LLVMMetadataRef;
    pub fn heapproof_retained_types(
        module: LLVMModuleRef,
        out: *mut LLVMMetadataRef,
        capacity: usize,
    ) -> usize;
    pub fn heapproof_global_debug(global: LLVMValueRef) -> LLVMMetadataRef;
    pub fn heapproof_int_words(constant: LLVMValueRef, out: *mut u64);
    pub fn heapproof_float_words(constant: LLVMValueRef, out: *mut u64);
    pub fn heapproof_data_bytes(constant: LLVMValueRef) -> Text;
    pub fn heapproof_note_records(module: LLVMModuleRef);
    pub fn heapproof_gep_record(gep: LLVMValueRef) -> Text;
    pub fn heapproof_rmw_name(instruction: LLVMValueRef) -> Text;
}
