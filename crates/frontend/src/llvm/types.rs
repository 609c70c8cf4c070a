//! Types.

use super::{Module, TypeKind};
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMTypeRef;
use llvm_sys::target::*;
use std::marker::PhantomData;
use std::ptr::NonNull;

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type<'m> {
    raw: NonNull<llvm_sys::LLVMType>,
    module: PhantomData<&'m ()>,
}

impl<'m> Type<'m> {
    /// The view of a type that LLVM returned.
    pub(super) fn from_raw(raw: LLVMTypeRef) -> Option<Type<'m>> {
        Some(Type { raw: NonNull::new(raw)?, module: PhantomData })
    }

    fn raw(self) -> LLVMTypeRef {
        self.raw.as_ptr()
    }

    /// Its kind.
    pub fn kind(self) -> TypeKind {
        // SAFETY: the type is valid.
        unsafe { LLVMGetTypeKind(self.raw()) }
    }

    fn expect(self, kind: TypeKind) {
        assert!(self.kind() == kind, "expected {kind:?}, got {:?}", self.kind());
    }

    /// The width of an integer type.
    pub fn int_bits(self) -> u32 {
        self.expect(TypeKind::LLVMIntegerTypeKind);
        // SAFETY: it is an integer type.
        unsafe { LLVMGetIntTypeWidth(self.raw()) }
    }

    /// Whether the size is known.
    pub fn is_sized(self) -> bool {
        // SAFETY: the type is valid.
        unsafe { LLVMTypeIsSized(self.raw()) != 0 }
    }

    /// The member types of a struct.
    pub fn fields(self) -> Vec<Type<'m>> {
        self.expect(TypeKind::LLVMStructTypeKind);
        // SAFETY: it is a struct type; the buffer has room for its elements.
        unsafe {
            let count = LLVMCountStructElementTypes(self.raw()) as usize;
            let mut all = vec![std::ptr::null_mut(); count];
            LLVMGetStructElementTypes(self.raw(), all.as_mut_ptr());
            all.into_iter().filter_map(Type::from_raw).collect()
        }
    }

    /// The element type and number of elements of an array or fixed vector.
    pub fn sequence(self) -> (Type<'m>, u64) {
        // SAFETY: the kind is checked before each call that depends on it.
        unsafe {
            let count = match self.kind() {
                TypeKind::LLVMArrayTypeKind => LLVMGetArrayLength2(self.raw()),
                TypeKind::LLVMVectorTypeKind => u64::from(LLVMGetVectorSize(self.raw())),
                other => panic!("not a sequence: {other:?}"),
            };
            (Type::from_raw(LLVMGetElementType(self.raw())).expect("sequences have elements"), count)
        }
    }

    /// The result type of a function type.
    pub fn result(self) -> Type<'m> {
        self.expect(TypeKind::LLVMFunctionTypeKind);
        // SAFETY: it is a function type.
        Type::from_raw(unsafe { LLVMGetReturnType(self.raw()) }).expect("functions have a result type")
    }

    /// The parameter types of a function type.
    pub fn params(self) -> Vec<Type<'m>> {
        self.expect(TypeKind::LLVMFunctionTypeKind);
        // SAFETY: it is a function type; the buffer has room for its parameters.
        unsafe {
            let count = LLVMCountParamTypes(self.raw()) as usize;
            let mut all = vec![std::ptr::null_mut(); count];
            LLVMGetParamTypes(self.raw(), all.as_mut_ptr());
            all.into_iter().filter_map(Type::from_raw).collect()
        }
    }

    /// Whether a function type takes further arguments.
    pub fn is_variadic(self) -> bool {
        self.expect(TypeKind::LLVMFunctionTypeKind);
        // SAFETY: it is a function type.
        unsafe { LLVMIsFunctionVarArg(self.raw()) != 0 }
    }

    /// The bytes from one element of an array of this type to the next.
    pub fn alloc_size(self, module: &Module) -> u64 {
        assert!(self.is_sized());
        // SAFETY: the type is sized; the layout belongs to the module.
        unsafe { LLVMABISizeOfType(module.layout(), self.raw()) }
    }

    /// The alignment of variables of this type.
    pub fn abi_align(self, module: &Module) -> u64 {
        assert!(self.is_sized());
        // SAFETY: the type is sized; the layout belongs to the module.
        u64::from(unsafe { LLVMABIAlignmentOfType(module.layout(), self.raw()) })
    }

    /// The offset in bytes of a struct's member.
    pub fn field_offset(self, module: &Module, index: u32) -> u64 {
        self.expect(TypeKind::LLVMStructTypeKind);
        // SAFETY: it is a struct type, and the index is checked.
        unsafe {
            assert!(index < LLVMCountStructElementTypes(self.raw()));
            LLVMOffsetOfElement(module.layout(), self.raw(), index)
        }
    }
}
