//! Debug info: metadata nodes and what they describe.

use super::{Value, ffi, text};
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::LLVMMetadataRef;
use std::borrow::Cow;
use std::marker::PhantomData;
use std::ptr::NonNull;

/// A metadata node.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Node<'m> {
    raw: NonNull<llvm_sys::LLVMOpaqueMetadata>,
    module: PhantomData<&'m ()>,
}

/// What a type node says.
pub struct DiType<'m> {
    /// `DW_TAG_*`
    pub tag: u32,
    /// `DIFlag*`
    pub flags: u32,
    /// The line of its declaration.
    pub line: u32,
    /// `DW_ATE_*` of a base type.
    pub encoding: u32,
    /// The size.
    pub size_bits: u64,
    /// The offset of a member.
    pub offset_bits: u64,
    /// The name, empty where there is none.
    pub name: Cow<'m, str>,
    /// The file of its declaration.
    pub file: Option<Node<'m>>,
    /// What it is declared in.
    pub scope: Option<Node<'m>>,
    /// The type it is derived from.
    pub base: Option<Node<'m>>,
    /// Members, enumerators, subranges, or result and parameters.
    pub elements: Option<Node<'m>>,
}

/// What the node of a variable or subprogram says.
pub struct DiVariable<'m> {
    /// The name in the source.
    pub name: Cow<'m, str>,
    /// The type.
    pub ty: Option<Node<'m>>,
    /// The file of its declaration.
    pub file: Option<Node<'m>>,
    /// The line of its declaration.
    pub line: u32,
    /// The number of a parameter, from 0.
    pub parameter: Option<u32>,
}

/// The statement of a debug record: this variable lives at this address, or has this value.
pub struct DbgRecord<'m> {
    /// The address or value, where it still exists.
    pub value: Option<Value<'m>>,
    /// The variable.
    pub variable: Node<'m>,
    /// Whether `value` is an address.
    pub is_declare: bool,
    /// Whether `value` is meant as it is, not through an expression.
    pub is_plain: bool,
}

impl<'m> Node<'m> {
    /// The view of a node that LLVM returned.
    pub(super) fn from_raw(raw: LLVMMetadataRef) -> Option<Node<'m>> {
        Some(Node { raw: NonNull::new(raw)?, module: PhantomData })
    }

    fn raw(self) -> LLVMMetadataRef {
        self.raw.as_ptr()
    }

    fn kind(self) -> LLVMMetadataKind {
        // SAFETY: the node is valid.
        unsafe { LLVMGetMetadataKind(self.raw()) }
    }

    /// The operands; null ones are `None`.
    pub fn operands(self) -> Vec<Option<Node<'m>>> {
        // SAFETY: the shim checks that it is a node, and the index.
        unsafe {
            let count = ffi::heapproof_md_operand_count(self.raw());
            (0..count).map(|index| Node::from_raw(ffi::heapproof_md_operand(self.raw(), index))).collect()
        }
    }

    /// What it says as a type.
    pub fn as_type(self) -> Option<DiType<'m>> {
        let mut out = ffi::DiType {
            tag: 0,
            flags: 0,
            line: 0,
            encoding: 0,
            size_bits: 0,
            offset_bits: 0,
            name: ffi::Text::EMPTY,
            file: std::ptr::null_mut(),
            scope: std::ptr::null_mut(),
            base: std::ptr::null_mut(),
            elements: std::ptr::null_mut(),
        };
        // SAFETY: the shim checks the kind of node and fills the struct.
        let is_type = unsafe { ffi::heapproof_di_type(self.raw(), &mut out) };
        is_type.then(|| DiType {
            tag: out.tag,
            flags: out.flags,
            line: out.line,
            encoding: out.encoding,
            size_bits: out.size_bits,
            offset_bits: out.offset_bits,
            name: text(out.name.data, out.name.length),
            file: Node::from_raw(out.file),
            scope: Node::from_raw(out.scope),
            base: Node::from_raw(out.base),
            elements: Node::from_raw(out.elements),
        })
    }

    /// The number of elements that a subrange node has, where it is a constant.
    pub fn subrange_count(self) -> Option<i64> {
        let mut count = 0;
        // SAFETY: the shim checks the kind of node.
        unsafe { ffi::heapproof_di_subrange(self.raw(), &mut count) }.then_some(count)
    }

    /// The name and value of an enumerator node.
    pub fn enumerator(self) -> Option<(Cow<'m, str>, i64)> {
        let (mut name, mut value) = (ffi::Text::EMPTY, 0);
        // SAFETY: the shim checks the kind of node.
        let found = unsafe { ffi::heapproof_di_enumerator(self.raw(), &mut name, &mut value) };
        found.then(|| (text(name.data, name.length), value))
    }

    /// What it says as a local or global variable.
    pub fn as_variable(self) -> Option<DiVariable<'m>> {
        // SAFETY: the shim checks the kind of node and fills the struct.
        self.variable_with(|raw, out| unsafe { ffi::heapproof_di_variable(raw, out) })
    }

    /// What it says as a subprogram.
    pub fn as_subprogram(self) -> Option<DiVariable<'m>> {
        // SAFETY: the shim checks the kind of node and fills the struct.
        self.variable_with(|raw, out| unsafe { ffi::heapproof_di_subprogram(raw, out) })
    }

    fn variable_with(
        self,
        fill: impl Fn(LLVMMetadataRef, &mut ffi::DiVariable) -> bool,
    ) -> Option<DiVariable<'m>> {
        let null = std::ptr::null_mut();
        let mut out = ffi::DiVariable { name: ffi::Text::EMPTY, ty: null, file: null, line: 0, argument: 0 };
        fill(self.raw(), &mut out).then(|| DiVariable {
            name: text(out.name.data, out.name.length),
            ty: Node::from_raw(out.ty),
            file: Node::from_raw(out.file),
            line: out.line,
            parameter: out.argument.checked_sub(1),
        })
    }

    /// Line, column and scope of a location node.
    pub fn location(self) -> Option<(u32, u32, Node<'m>)> {
        if !matches!(self.kind(), LLVMMetadataKind::LLVMDILocationMetadataKind) {
            return None;
        }
        // SAFETY: it is a DILocation.
        unsafe {
            let scope = Node::from_raw(LLVMDILocationGetScope(self.raw()))?;
            Some((LLVMDILocationGetLine(self.raw()), LLVMDILocationGetColumn(self.raw()), scope))
        }
    }

    /// Where a location was inlined.
    pub fn inlined_at(self) -> Option<Node<'m>> {
        if !matches!(self.kind(), LLVMMetadataKind::LLVMDILocationMetadataKind) {
            return None;
        }
        // SAFETY: it is a DILocation.
        Node::from_raw(unsafe { LLVMDILocationGetInlinedAt(self.raw()) })
    }

    /// The block or function that a location, a local variable or a block is in. Blocks that only tell of another
    /// file are none.
    pub fn enclosing_scope(self) -> Option<Node<'m>> {
        // SAFETY: the shim checks the kind of node.
        let scope = Node::from_raw(unsafe { ffi::heapproof_di_scope(self.raw()) })?;
        match scope.kind() {
            LLVMMetadataKind::LLVMDILexicalBlockFileMetadataKind => scope.enclosing_scope(),
            LLVMMetadataKind::LLVMDILexicalBlockMetadataKind
            | LLVMMetadataKind::LLVMDISubprogramMetadataKind => Some(scope),
            _ => None,
        }
    }

    /// Whether it is a block of statements inside of a function.
    pub fn is_block_scope(self) -> bool {
        matches!(self.kind(), LLVMMetadataKind::LLVMDILexicalBlockMetadataKind)
    }

    /// The file of a function or block scope, or of a file itself.
    pub fn scope_file(self) -> Option<Node<'m>> {
        use LLVMMetadataKind::*;
        match self.kind() {
            LLVMDISubprogramMetadataKind
            | LLVMDILexicalBlockMetadataKind
            | LLVMDILexicalBlockFileMetadataKind
            | LLVMDICompileUnitMetadataKind
            // SAFETY: these are DIScopes.
            | LLVMDIFileMetadataKind => Node::from_raw(unsafe { LLVMDIScopeGetFile(self.raw()) }),
            _ => None,
        }
    }

    /// Whether what is declared in this scope is visible to a whole file.
    pub fn is_file_scope(self) -> bool {
        use LLVMMetadataKind::*;
        matches!(
            self.kind(),
            LLVMDIFileMetadataKind | LLVMDICompileUnitMetadataKind | LLVMDINamespaceMetadataKind
        )
    }

    /// The name and directory of a file node.
    pub fn file_name(self) -> Option<(Cow<'m, str>, Cow<'m, str>)> {
        if !matches!(self.kind(), LLVMMetadataKind::LLVMDIFileMetadataKind) {
            return None;
        }
        let (mut name_length, mut directory_length) = (0, 0);
        // SAFETY: it is a DIFile; the out-pointers are valid.
        unsafe {
            let name = LLVMDIFileGetFilename(self.raw(), &mut name_length);
            let directory = LLVMDIFileGetDirectory(self.raw(), &mut directory_length);
            Some((text(name, name_length as usize), text(directory, directory_length as usize)))
        }
    }
}
