//! Values and blocks.

use super::{
    DbgRecord, IntPredicate, Linkage, Node, Opcode, RealPredicate, Type, ValueKind, bytes, ffi, text,
};
use llvm_sys::LLVMUnnamedAddr;
use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMGetSubprogram, LLVMInstructionGetDebugLoc};
use llvm_sys::prelude::{LLVMAttributeRef, LLVMBasicBlockRef, LLVMValueRef};
use std::borrow::Cow;
use std::marker::PhantomData;
use std::ptr::NonNull;
use std::sync::LazyLock;

/// A value: constant, global, argument or instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value<'m> {
    raw: NonNull<llvm_sys::LLVMValue>,
    module: PhantomData<&'m ()>,
}

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Block<'m> {
    raw: NonNull<llvm_sys::LLVMBasicBlock>,
    module: PhantomData<&'m ()>,
}

/// The number of the attribute with this name.
fn attribute_kind(name: &str) -> u32 {
    // SAFETY: the name is a valid range of bytes.
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

// Looked up once: every pointer argument of every call is asked.
static BY_VALUE: LazyLock<u32> = LazyLock::new(|| attribute_kind("byval"));
static STRUCT_RESULT: LazyLock<u32> = LazyLock::new(|| attribute_kind("sret"));
static ALIGN: LazyLock<u32> = LazyLock::new(|| attribute_kind("align"));

/// What by-value passing says: the type, and the alignment where one is given.
fn by_value<'m>(attribute: impl Fn(u32) -> LLVMAttributeRef) -> Option<(Type<'m>, Option<u64>)> {
    let ty = attribute(*BY_VALUE);
    if ty.is_null() {
        return None;
    }
    let align = attribute(*ALIGN);
    // SAFETY: `byval` is a type attribute, `align` an integer attribute; null ones are not read.
    unsafe {
        let align = (!align.is_null()).then(|| LLVMGetEnumAttributeValue(align));
        Some((Type::from_raw(LLVMGetTypeAttributeValue(ty))?, align))
    }
}

impl<'m> Value<'m> {
    /// The view of a value that LLVM returned.
    pub(super) fn from_raw(raw: LLVMValueRef) -> Option<Value<'m>> {
        Some(Value { raw: NonNull::new(raw)?, module: PhantomData })
    }

    fn raw(self) -> LLVMValueRef {
        self.raw.as_ptr()
    }

    /// The value that must be there.
    fn required(raw: LLVMValueRef) -> Value<'m> {
        Value::from_raw(raw).expect("LLVM returns a value here")
    }

    /// Its kind.
    pub fn kind(self) -> ValueKind {
        // SAFETY: the value is valid.
        unsafe { LLVMGetValueKind(self.raw()) }
    }

    /// Its type.
    pub fn ty(self) -> Type<'m> {
        // SAFETY: the value is valid.
        Type::from_raw(unsafe { LLVMTypeOf(self.raw()) }).expect("values have a type")
    }

    /// Its name, empty where it has none.
    pub fn name(self) -> Cow<'m, str> {
        let mut length = 0;
        // SAFETY: the value and the out-pointer are valid.
        let data = unsafe { LLVMGetValueName2(self.raw(), &mut length) };
        text(data, length)
    }

    /// Whether it is a constant of any kind.
    pub fn is_constant(self) -> bool {
        // SAFETY: the value is valid.
        unsafe { LLVMIsConstant(self.raw()) != 0 }
    }

    fn is_user(self) -> bool {
        // SAFETY: the value is valid.
        unsafe { !LLVMIsAUser(self.raw()).is_null() }
    }

    /// The number of operands.
    pub fn operand_count(self) -> u32 {
        match self.is_user() {
            // SAFETY: it is a user.
            true => u32::try_from(unsafe { LLVMGetNumOperands(self.raw()) }).unwrap_or(0),
            false => 0,
        }
    }

    /// The operand with this number.
    pub fn operand(self, index: u32) -> Value<'m> {
        assert!(index < self.operand_count(), "operand {index} of {}", self.operand_count());
        // SAFETY: it is a user, and the index is in range.
        Value::required(unsafe { LLVMGetOperand(self.raw(), index) })
    }

    /// The opcode of an instruction or constant expression.
    pub fn opcode(self) -> Option<Opcode> {
        // SAFETY: each call is made on the kind of value it is for.
        unsafe {
            match self.kind() {
                // Kinds that the C API does not know are reported as instructions.
                ValueKind::LLVMInstructionValueKind => {
                    (!LLVMIsAInstruction(self.raw()).is_null()).then(|| LLVMGetInstructionOpcode(self.raw()))
                }
                ValueKind::LLVMConstantExprValueKind => Some(LLVMGetConstOpcode(self.raw())),
                _ => None,
            }
        }
    }

    fn expect(self, opcodes: &[Opcode]) {
        let opcode = self.opcode();
        assert!(opcode.is_some_and(|opcode| opcodes.contains(&opcode)), "unexpected {opcode:?}");
    }

    // --- constants ---

    /// The low 128 bits of an integer constant.
    pub fn int_value(self) -> u128 {
        assert!(self.kind() == ValueKind::LLVMConstantIntValueKind);
        let mut words = [0; 2];
        // SAFETY: it is an integer constant; there is room for two words.
        unsafe { ffi::heapproof_int_words(self.raw(), words.as_mut_ptr()) };
        u128::from(words[0]) | u128::from(words[1]) << 64
    }

    /// The encoding of a floating-point constant.
    pub fn float_bits(self) -> u128 {
        assert!(self.kind() == ValueKind::LLVMConstantFPValueKind);
        let mut words = [0; 2];
        // SAFETY: it is a floating-point constant; there is room for two words.
        unsafe { ffi::heapproof_float_words(self.raw(), words.as_mut_ptr()) };
        u128::from(words[0]) | u128::from(words[1]) << 64
    }

    /// The bytes of a constant data array or vector, in the host's order.
    pub fn data_bytes(self) -> &'m [u8] {
        use ValueKind::*;
        assert!(matches!(self.kind(), LLVMConstantDataArrayValueKind | LLVMConstantDataVectorValueKind));
        // SAFETY: it is a constant data sequence.
        let data = unsafe { ffi::heapproof_data_bytes(self.raw()) };
        bytes(data.data, data.length)
    }

    /// An element of a constant struct, array or vector.
    pub fn element(self, index: u32) -> Option<Value<'m>> {
        assert!(self.is_constant());
        // SAFETY: it is a constant; LLVM checks the index.
        Value::from_raw(unsafe { LLVMGetAggregateElement(self.raw(), index) })
    }

    /// Function and block of a block address.
    pub fn block_address(self) -> (Value<'m>, Block<'m>) {
        assert!(self.kind() == ValueKind::LLVMBlockAddressValueKind);
        // SAFETY: it is a block address.
        unsafe {
            let block = Block::from_raw(LLVMGetBlockAddressBasicBlock(self.raw()));
            (
                Value::required(LLVMGetBlockAddressFunction(self.raw())),
                block.expect("block addresses have a block"),
            )
        }
    }

    // --- globals ---

    fn expect_global(self) {
        use ValueKind::*;
        assert!(matches!(
            self.kind(),
            LLVMFunctionValueKind
                | LLVMGlobalVariableValueKind
                | LLVMGlobalAliasValueKind
                | LLVMGlobalIFuncValueKind
        ));
    }

    fn expect_variable(self) {
        assert!(self.kind() == ValueKind::LLVMGlobalVariableValueKind);
    }

    fn expect_function(self) {
        assert!(self.kind() == ValueKind::LLVMFunctionValueKind);
    }

    /// The linkage of a global.
    pub fn linkage(self) -> Linkage {
        self.expect_global();
        // SAFETY: it is a global value.
        unsafe { LLVMGetLinkage(self.raw()) }
    }

    /// Gives a global another name.
    pub fn rename(self, name: &str) {
        self.expect_global();
        // SAFETY: it is a global value; LLVM copies the name.
        unsafe { LLVMSetValueName2(self.raw(), name.as_ptr().cast(), name.len()) }
    }

    /// Whether a global is only declared.
    pub fn is_declaration(self) -> bool {
        self.expect_global();
        // SAFETY: it is a global value.
        unsafe { LLVMIsDeclaration(self.raw()) != 0 }
    }

    /// The type of a global variable or function (not of its address).
    pub fn value_type(self) -> Type<'m> {
        self.expect_global();
        // SAFETY: it is a global value.
        Type::from_raw(unsafe { LLVMGlobalGetValueType(self.raw()) }).expect("globals have a type")
    }

    /// The initialiser of a global variable.
    pub fn initializer(self) -> Option<Value<'m>> {
        self.expect_variable();
        // SAFETY: it is a global variable.
        Value::from_raw(unsafe { LLVMGetInitializer(self.raw()) })
    }

    /// Whether a global variable is never written.
    pub fn is_constant_global(self) -> bool {
        self.expect_variable();
        // SAFETY: it is a global variable.
        unsafe { LLVMIsGlobalConstant(self.raw()) != 0 }
    }

    /// Whether nothing depends on the address of a global variable, so that it may be another one's.
    pub fn is_unnamed(self) -> bool {
        self.expect_variable();
        // SAFETY: it is a global variable.
        unsafe { LLVMGetUnnamedAddress(self.raw()) == LLVMUnnamedAddr::LLVMGlobalUnnamedAddr }
    }

    /// The aliasee of an alias.
    pub fn aliasee(self) -> Option<Value<'m>> {
        assert!(self.kind() == ValueKind::LLVMGlobalAliasValueKind);
        // SAFETY: it is an alias.
        Value::from_raw(unsafe { LLVMAliasGetAliasee(self.raw()) })
    }

    /// The debug info of a global variable.
    pub fn global_debug(self) -> Option<Node<'m>> {
        self.expect_variable();
        // SAFETY: it is a global variable.
        Node::from_raw(unsafe { ffi::heapproof_global_debug(self.raw()) })
    }

    /// The debug info of a function.
    pub fn subprogram(self) -> Option<Node<'m>> {
        self.expect_function();
        // SAFETY: it is a function.
        Node::from_raw(unsafe { LLVMGetSubprogram(self.raw()) })
    }

    /// The arguments of a function.
    pub fn params(self) -> Vec<Value<'m>> {
        self.expect_function();
        // SAFETY: it is a function; the buffer has room for its parameters.
        unsafe {
            let mut all = vec![std::ptr::null_mut(); LLVMCountParams(self.raw()) as usize];
            LLVMGetParams(self.raw(), all.as_mut_ptr());
            all.into_iter().map(Value::required).collect()
        }
    }

    /// The blocks of a function.
    pub fn blocks(self) -> Vec<Block<'m>> {
        self.expect_function();
        // SAFETY: it is a function; the buffer has room for its blocks.
        unsafe {
            let mut all = vec![std::ptr::null_mut(); LLVMCountBasicBlocks(self.raw()) as usize];
            LLVMGetBasicBlocks(self.raw(), all.as_mut_ptr());
            all.into_iter().filter_map(Block::from_raw).collect()
        }
    }

    /// Whether a function has this attribute.
    pub fn has_function_attribute(self, name: &str) -> bool {
        self.expect_function();
        // SAFETY: it is a function.
        unsafe {
            let index = llvm_sys::LLVMAttributeFunctionIndex;
            !LLVMGetEnumAttributeAtIndex(self.raw(), index, attribute_kind(name)).is_null()
        }
    }

    /// Whether a function has this attribute of the target or of clang.
    pub fn has_string_attribute(self, name: &str) -> bool {
        self.expect_function();
        // SAFETY: it is a function; the name is passed with its length.
        unsafe {
            let index = llvm_sys::LLVMAttributeFunctionIndex;
            !LLVMGetStringAttributeAtIndex(self.raw(), index, name.as_ptr().cast(), name.len() as u32)
                .is_null()
        }
    }

    /// The type and alignment of what a function's parameter passes by value.
    pub fn param_by_value(self, index: u32) -> Option<(Type<'m>, Option<u64>)> {
        self.expect_function();
        // SAFETY: it is a function.
        by_value(|kind| unsafe { LLVMGetEnumAttributeAtIndex(self.raw(), index + 1, kind) })
    }

    // --- instructions ---

    /// The position of an instruction.
    pub fn debug_location(self) -> Option<Node<'m>> {
        self.opcode()?;
        if self.kind() != ValueKind::LLVMInstructionValueKind {
            return None;
        }
        // SAFETY: it is an instruction.
        Node::from_raw(unsafe { LLVMInstructionGetDebugLoc(self.raw()) })
    }

    /// Where the statement begins that this branch closes the loop of.
    pub fn loop_start(self) -> Option<Node<'m>> {
        self.opcode()?;
        assert!(self.kind() == ValueKind::LLVMInstructionValueKind);
        // SAFETY: it is an instruction.
        Node::from_raw(unsafe { ffi::heapproof_loop_start(self.raw()) })
    }

    /// The block of an instruction.
    pub fn block(self) -> Option<Block<'m>> {
        self.opcode()?;
        assert!(self.kind() == ValueKind::LLVMInstructionValueKind);
        // SAFETY: it is an instruction.
        Block::from_raw(unsafe { LLVMGetInstructionParent(self.raw()) })
    }

    /// The values that have this one as an operand, once for each time, the last first.
    pub fn users(self) -> Vec<Value<'m>> {
        let mut users = Vec::new();
        // SAFETY: walking the uses of a valid value; users are valid values.
        unsafe {
            let mut use_ = LLVMGetFirstUse(self.raw());
            while !use_.is_null() {
                users.extend(Value::from_raw(LLVMGetUser(use_)));
                use_ = LLVMGetNextUse(use_);
            }
        }
        users
    }

    /// What the debug records in front of an instruction say.
    pub fn debug_records(self) -> Vec<DbgRecord<'m>> {
        assert!(self.kind() == ValueKind::LLVMInstructionValueKind && self.opcode().is_some());
        let (value, variable) = (std::ptr::null_mut(), std::ptr::null_mut());
        let empty = ffi::DbgRecord { value, variable, is_declare: false, is_plain: false };
        // SAFETY: it is an instruction; the shim writes at most as many records as there is room for.
        unsafe {
            let count = ffi::heapproof_dbg_records(self.raw(), std::ptr::null_mut(), 0);
            let mut records = vec![empty; count];
            if count > 0 {
                ffi::heapproof_dbg_records(self.raw(), records.as_mut_ptr(), count);
            }
            let view = |record: ffi::DbgRecord| {
                Some(DbgRecord {
                    value: Value::from_raw(record.value),
                    variable: Node::from_raw(record.variable)?,
                    is_declare: record.is_declare,
                    is_plain: record.is_plain,
                })
            };
            records.into_iter().filter_map(view).collect()
        }
    }

    /// Whether signed overflow of an arithmetic instruction is undefined.
    pub fn no_signed_wrap(self) -> bool {
        self.expect(&[Opcode::LLVMAdd, Opcode::LLVMSub, Opcode::LLVMMul, Opcode::LLVMShl]);
        // SAFETY: it is an operator that can overflow.
        unsafe { LLVMGetNSW(self.raw()) != 0 }
    }

    /// Whether a memory access is volatile.
    pub fn is_volatile(self) -> bool {
        use Opcode::*;
        self.expect(&[LLVMLoad, LLVMStore, LLVMAtomicRMW, LLVMAtomicCmpXchg]);
        // SAFETY: it is a memory access.
        unsafe { LLVMGetVolatile(self.raw()) != 0 }
    }

    /// The alignment of an alloca, a memory access or a global; 0 where a global leaves it open.
    pub fn align(self) -> u64 {
        use Opcode::*;
        if self.kind() != ValueKind::LLVMGlobalVariableValueKind {
            self.expect(&[LLVMAlloca, LLVMLoad, LLVMStore, LLVMAtomicRMW, LLVMAtomicCmpXchg]);
        }
        // SAFETY: it is one of the kinds that have an alignment.
        u64::from(unsafe { LLVMGetAlignment(self.raw()) })
    }

    /// The type of an element of an alloca.
    pub fn allocated_type(self) -> Type<'m> {
        self.expect(&[Opcode::LLVMAlloca]);
        // SAFETY: it is an alloca.
        Type::from_raw(unsafe { LLVMGetAllocatedType(self.raw()) }).expect("allocas have a type")
    }

    /// The type that a GEP steps through.
    pub fn gep_source(self) -> Type<'m> {
        self.expect(&[Opcode::LLVMGetElementPtr]);
        // SAFETY: it is a GEP.
        Type::from_raw(unsafe { LLVMGetGEPSourceElementType(self.raw()) }).expect("GEPs have a source type")
    }

    /// The name that the struct type which a GEP steps through has in its file.
    pub fn gep_record(self) -> Option<Cow<'m, str>> {
        self.expect(&[Opcode::LLVMGetElementPtr]);
        // SAFETY: it is a GEP.
        let name = unsafe { ffi::heapproof_gep_record(self.raw()) };
        (name.length > 0).then(|| text(name.data, name.length))
    }

    /// The indices of an extractvalue or insertvalue.
    pub fn value_indices(self) -> &'m [u32] {
        self.expect(&[Opcode::LLVMExtractValue, Opcode::LLVMInsertValue]);
        // SAFETY: it has indices, which live as long as the instruction.
        unsafe {
            std::slice::from_raw_parts(LLVMGetIndices(self.raw()), LLVMGetNumIndices(self.raw()) as usize)
        }
    }

    /// Which elements a shufflevector takes; none for undefined ones.
    pub fn shuffle_mask(self) -> Vec<Option<usize>> {
        self.expect(&[Opcode::LLVMShuffleVector]);
        // SAFETY: it is a shufflevector; the index is in range.
        unsafe {
            let count = LLVMGetNumMaskElements(self.raw());
            (0..count).map(|index| usize::try_from(LLVMGetMaskValue(self.raw(), index)).ok()).collect()
        }
    }

    /// The predicate of an integer comparison.
    pub fn int_predicate(self) -> IntPredicate {
        self.expect(&[Opcode::LLVMICmp]);
        // SAFETY: it is an icmp.
        unsafe { LLVMGetICmpPredicate(self.raw()) }
    }

    /// The predicate of a floating-point comparison.
    pub fn real_predicate(self) -> RealPredicate {
        self.expect(&[Opcode::LLVMFCmp]);
        // SAFETY: it is an fcmp.
        unsafe { LLVMGetFCmpPredicate(self.raw()) }
    }

    /// The name of the operation of an atomicrmw.
    pub fn rmw_operation(self) -> Cow<'m, str> {
        self.expect(&[Opcode::LLVMAtomicRMW]);
        // SAFETY: it is an atomicrmw.
        let name = unsafe { ffi::heapproof_rmw_name(self.raw()) };
        text(name.data, name.length)
    }

    /// Values and blocks of a phi.
    pub fn incoming(self) -> Vec<(Value<'m>, Block<'m>)> {
        self.expect(&[Opcode::LLVMPHI]);
        // SAFETY: it is a phi; the index is in range.
        unsafe {
            let count = LLVMCountIncoming(self.raw());
            let pair = |index| {
                let value = Value::required(LLVMGetIncomingValue(self.raw(), index));
                (value, Block::from_raw(LLVMGetIncomingBlock(self.raw(), index)).expect("phis have blocks"))
            };
            (0..count).map(pair).collect()
        }
    }

    // --- calls ---

    fn expect_call(self) {
        self.expect(&[Opcode::LLVMCall, Opcode::LLVMInvoke, Opcode::LLVMCallBr]);
    }

    /// Who a call calls.
    pub fn called(self) -> Value<'m> {
        self.expect_call();
        // SAFETY: it is a call.
        Value::required(unsafe { LLVMGetCalledValue(self.raw()) })
    }

    /// The function type that a call uses.
    pub fn called_type(self) -> Type<'m> {
        self.expect_call();
        // SAFETY: it is a call.
        Type::from_raw(unsafe { LLVMGetCalledFunctionType(self.raw()) }).expect("calls have a function type")
    }

    /// The number of arguments of a call.
    pub fn arg_count(self) -> u32 {
        self.expect_call();
        // SAFETY: it is a call.
        unsafe { LLVMGetNumArgOperands(self.raw()) }
    }

    /// The type and alignment of what a call's argument passes by value.
    pub fn arg_by_value(self, index: u32) -> Option<(Type<'m>, Option<u64>)> {
        self.expect_call();
        // SAFETY: it is a call.
        by_value(|kind| unsafe { LLVMGetCallSiteEnumAttribute(self.raw(), index + 1, kind) })
    }

    /// Whether an argument of a call is the place where the callee puts its result.
    pub fn arg_is_result(self, index: u32) -> bool {
        self.expect_call();
        // SAFETY: it is a call.
        unsafe { !LLVMGetCallSiteEnumAttribute(self.raw(), index + 1, *STRUCT_RESULT).is_null() }
    }

    /// Whether a call has this attribute itself.
    pub fn has_call_attribute(self, name: &str) -> bool {
        self.expect_call();
        // SAFETY: it is a call.
        unsafe {
            let index = llvm_sys::LLVMAttributeFunctionIndex;
            !LLVMGetCallSiteEnumAttribute(self.raw(), index, attribute_kind(name)).is_null()
        }
    }

    /// Template and constraints of inline assembly.
    pub fn inline_asm(self) -> (Cow<'m, str>, Cow<'m, str>) {
        assert!(self.kind() == ValueKind::LLVMInlineAsmValueKind);
        let (mut asm_length, mut constraint_length) = (0, 0);
        // SAFETY: it is inline assembly; the out-pointers are valid.
        unsafe {
            let template = LLVMGetInlineAsmAsmString(self.raw(), &mut asm_length);
            let constraints = LLVMGetInlineAsmConstraintString(self.raw(), &mut constraint_length);
            (text(template, asm_length), text(constraints, constraint_length))
        }
    }

    // --- terminators ---

    /// The blocks that a terminator names, in order.
    pub fn successors(self) -> Vec<Block<'m>> {
        // SAFETY: it is a terminator; the index is in range.
        unsafe {
            assert!(!LLVMIsATerminatorInst(self.raw()).is_null());
            let count = LLVMGetNumSuccessors(self.raw());
            (0..count).filter_map(|index| Block::from_raw(LLVMGetSuccessor(self.raw(), index))).collect()
        }
    }

    /// The condition of a branch that has one.
    pub fn condition(self) -> Option<Value<'m>> {
        self.expect(&[Opcode::LLVMBr]);
        // SAFETY: it is a branch, and conditional where the condition is read.
        unsafe { (LLVMIsConditional(self.raw()) != 0).then(|| Value::required(LLVMGetCondition(self.raw()))) }
    }

    /// Where an invoke goes on when the call returns.
    pub fn normal_destination(self) -> Block<'m> {
        self.expect(&[Opcode::LLVMInvoke]);
        // SAFETY: it is an invoke.
        Block::from_raw(unsafe { LLVMGetNormalDest(self.raw()) }).expect("invokes have a destination")
    }
}

impl<'m> Block<'m> {
    pub(super) fn from_raw(raw: LLVMBasicBlockRef) -> Option<Block<'m>> {
        Some(Block { raw: NonNull::new(raw)?, module: PhantomData })
    }

    fn raw(self) -> LLVMBasicBlockRef {
        self.raw.as_ptr()
    }

    /// Its name, empty where it has none.
    pub fn name(self) -> Cow<'m, str> {
        // SAFETY: the block is valid.
        Value::required(unsafe { LLVMBasicBlockAsValue(self.raw()) }).name()
    }

    /// The instructions, the terminator last.
    pub fn instructions(self) -> impl Iterator<Item = Value<'m>> {
        // SAFETY: the block is valid, and each instruction is followed by another or null.
        let first = Value::from_raw(unsafe { LLVMGetFirstInstruction(self.raw()) });
        std::iter::successors(first, |inst: &Value<'m>| {
            // SAFETY: it is an instruction of this block.
            Value::from_raw(unsafe { LLVMGetNextInstruction(inst.raw()) })
        })
    }

    /// The terminator.
    pub fn terminator(self) -> Option<Value<'m>> {
        // SAFETY: the block is valid.
        Value::from_raw(unsafe { LLVMGetBasicBlockTerminator(self.raw()) })
    }

    /// Whether a label of the source stands at its start.
    pub fn has_label(self) -> bool {
        let mut insts = self.instructions();
        let first = insts.find(|inst| inst.opcode() != Some(Opcode::LLVMPHI));
        // SAFETY: it is an instruction.
        first.is_some_and(|first| unsafe { ffi::heapproof_has_label(first.raw()) })
    }

    /// Whether its address is taken.
    pub fn is_target_of_addresses(self) -> bool {
        // SAFETY: the block is valid.
        let value = unsafe { LLVMBasicBlockAsValue(self.raw()) };
        // SAFETY: walking the uses of a valid value; users are valid values.
        unsafe {
            let mut use_ = LLVMGetFirstUse(value);
            while !use_.is_null() {
                if !LLVMIsABlockAddress(LLVMGetUser(use_)).is_null() {
                    return true;
                }
                use_ = LLVMGetNextUse(use_);
            }
        }
        false
    }
}
