//! Contexts and modules: reading, checking and linking.
//!
//! A [`Context`] owns everything; modules borrow it, so that they are freed first. Diagnostics that LLVM would
//! print (or exit on) are collected instead.

use super::{Node, Value, ffi, text};
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::core::*;
use llvm_sys::ir_reader::LLVMParseIRInContext;
use llvm_sys::linker::LLVMLinkModules2;
use llvm_sys::prelude::*;
use llvm_sys::target::{LLVMGetModuleDataLayout, LLVMPointerSize, LLVMTargetDataRef};
use std::borrow::Cow;
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_void};
use std::marker::PhantomData;
use std::sync::Once;

/// What LLVM had to say, in order.
type Messages = RefCell<Vec<String>>;

/// An LLVM context with the diagnostics it gave.
pub struct Context {
    raw: LLVMContextRef,
    // Boxed because LLVM holds its address.
    messages: Box<Messages>,
}

extern "C" fn collect(info: LLVMDiagnosticInfoRef, messages: *mut c_void) {
    // SAFETY: `messages` is the address that `Context::new` registered, alive as long as the context; `info` is
    // valid for the duration of the call.
    unsafe {
        let description = LLVMGetDiagInfoDescription(info);
        let message = CStr::from_ptr(description).to_string_lossy().into_owned();
        LLVMDisposeMessage(description);
        let severe = matches!(LLVMGetDiagInfoSeverity(info), llvm_sys::LLVMDiagnosticSeverity::LLVMDSError);
        if severe {
            (*messages.cast::<Messages>()).borrow_mut().push(message);
        }
    }
}

impl Context {
    /// A fresh context.
    pub fn new() -> Context {
        static OPTIONS: Once = Once::new();
        OPTIONS.call_once(|| {
            // Reading bitcode verifies the whole module just to see whether debug info must be dropped; inputs
            // that we did not get from clang itself have been checked by clang before.
            let arguments = [c"heapproof".as_ptr(), c"-disable-auto-upgrade-debug-info".as_ptr()];
            // SAFETY: the array holds two nul-terminated strings that live for ever; `Once` excludes races.
            unsafe {
                llvm_sys::support::LLVMParseCommandLineOptions(2, arguments.as_ptr(), std::ptr::null());
            }
        });
        let messages: Box<Messages> = Box::default();
        // SAFETY: the messages outlive the context (dropped after it) and have a stable address.
        unsafe {
            let raw = LLVMContextCreate();
            LLVMContextSetDiagnosticHandler(raw, Some(collect), (&raw const *messages).cast_mut().cast());
            LLVMContextSetDiscardValueNames(raw, 0);
            Context { raw, messages }
        }
    }

    /// Reads bitcode or textual IR.
    pub fn parse(&self, data: &[u8]) -> Result<Module<'_>, String> {
        let mut raw = std::ptr::null_mut();
        let mut message: *mut c_char = std::ptr::null_mut();
        // SAFETY: the buffer is a copy of `data` that the parser takes over; the out-pointers are valid.
        unsafe {
            let name = c"input".as_ptr();
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(data.as_ptr().cast(), data.len(), name);
            if LLVMParseIRInContext(self.raw, buffer, &mut raw, &mut message) != 0 {
                return Err(take_message(message).unwrap_or_else(|| self.take_messages()));
            }
            // Debug variables as records in front of instructions, whatever form the file has.
            LLVMSetIsNewDbgInfoFormat(raw, 1);
        }
        Ok(Module { raw, context: PhantomData })
    }

    /// Moves all of `source` into `target`.
    pub fn link<'c>(&'c self, target: &mut Module<'c>, source: Module<'c>) -> Result<(), String> {
        let raw = source.raw;
        std::mem::forget(source);
        // SAFETY: both modules belong to this context; the source is consumed, also on failure.
        match unsafe {
            ffi::heapproof_note_records(raw);
            LLVMLinkModules2(target.raw, raw)
        } {
            0 => Ok(()),
            _ => Err(self.take_messages()),
        }
    }

    /// Frees the context, and all modules that were left to it, in the background: for a large program this takes
    /// as long as lowering it. A process that ends before that leaves the rest to the operating system.
    pub fn retire(self) {
        struct Retired(Context);
        // SAFETY: a context and its modules may be used by any thread as long as it is one at a time; `self` is
        // owned and modules borrow it, so that nothing else refers to them.
        unsafe impl Send for Retired {}
        let retired = Retired(self);
        let dispose = move || {
            // Names the whole, so that the closure does not capture the context by itself.
            let Retired(context) = { retired };
            drop(context);
        };
        // Where no thread can be had, the context is freed as the closure is dropped.
        let _ = std::thread::Builder::new().name("llvm disposal".to_string()).spawn(dispose);
    }

    fn take_messages(&self) -> String {
        self.messages.take().join("\n")
    }
}

/// The text of an LLVM message, which is freed.
///
/// # Safety
/// `message` is null or was returned by LLVM as a message to dispose of.
unsafe fn take_message(message: *mut c_char) -> Option<String> {
    if message.is_null() {
        return None;
    }
    // SAFETY: see above; it is nul-terminated and freed exactly once.
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().trim_end().to_string();
        LLVMDisposeMessage(message);
        Some(text)
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: modules borrow the context, so none is in use; those that were forgotten are freed with it.
        unsafe { LLVMContextDispose(self.raw) }
    }
}

/// A module of a context.
pub struct Module<'c> {
    pub(super) raw: LLVMModuleRef,
    context: PhantomData<&'c Context>,
}

impl Drop for Module<'_> {
    fn drop(&mut self) {
        // SAFETY: the module is owned, and its views borrow it.
        unsafe { LLVMDisposeModule(self.raw) }
    }
}

/// Collects a linked list of LLVM's.
fn chain<'m>(
    first: LLVMValueRef,
    next: unsafe extern "C" fn(LLVMValueRef) -> LLVMValueRef,
) -> Vec<Value<'m>> {
    let mut all = Vec::new();
    let mut current = first;
    while let Some(value) = Value::from_raw(current) {
        all.push(value);
        // SAFETY: `current` is a member of the list that `next` walks.
        current = unsafe { next(current) };
    }
    all
}

impl Module<'_> {
    /// Leaves the module to its context, which frees it as it is freed itself.
    pub fn leave_to_context(self) {
        std::mem::forget(self);
    }

    /// Checks LLVM's own rules; what is wrong otherwise.
    pub fn verify(&self) -> Result<(), String> {
        let mut message = std::ptr::null_mut();
        // SAFETY: the module and the out-pointer are valid; the message is freed.
        unsafe {
            let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
            let broken = LLVMVerifyModule(self.raw, action, &mut message) != 0;
            let message = take_message(message).unwrap_or_default();
            if broken { Err(message) } else { Ok(()) }
        }
    }

    /// The target triple.
    pub fn triple(&self) -> String {
        // SAFETY: LLVM returns a nul-terminated string it owns.
        unsafe { CStr::from_ptr(LLVMGetTarget(self.raw)).to_string_lossy().into_owned() }
    }

    /// Gives a module without a target the layout of x86-64 Linux.
    pub fn assume_x86_64(&mut self) {
        let triple = c"x86_64-pc-linux-gnu";
        let layout = c"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
        // SAFETY: the module is valid, and both strings are nul-terminated.
        unsafe {
            LLVMSetTarget(self.raw, triple.as_ptr());
            LLVMSetDataLayout(self.raw, layout.as_ptr());
        }
    }

    /// The size of a pointer in bytes.
    pub fn pointer_bytes(&self) -> u32 {
        // SAFETY: the layout belongs to the module.
        unsafe { LLVMPointerSize(self.layout()) }
    }

    pub(super) fn layout(&self) -> LLVMTargetDataRef {
        // SAFETY: the module is valid; the layout is owned by it.
        unsafe { LLVMGetModuleDataLayout(self.raw) }
    }

    /// The assembly text outside of functions.
    pub fn inline_asm(&self) -> Cow<'_, str> {
        let mut length = 0;
        // SAFETY: the module and the out-pointer are valid.
        let data = unsafe { LLVMGetModuleInlineAsm(self.raw, &mut length) };
        text(data, length)
    }

    /// The functions in order, declarations and intrinsics included.
    pub fn functions(&self) -> Vec<Value<'_>> {
        // SAFETY: the module is valid.
        chain(unsafe { LLVMGetFirstFunction(self.raw) }, LLVMGetNextFunction)
    }

    /// The global variables in order.
    pub fn globals(&self) -> Vec<Value<'_>> {
        // SAFETY: the module is valid.
        chain(unsafe { LLVMGetFirstGlobal(self.raw) }, LLVMGetNextGlobal)
    }

    /// The aliases in order.
    pub fn aliases(&self) -> Vec<Value<'_>> {
        // SAFETY: the module is valid.
        chain(unsafe { LLVMGetFirstGlobalAlias(self.raw) }, LLVMGetNextGlobalAlias)
    }

    /// The indirect functions in order.
    pub fn ifuncs(&self) -> Vec<Value<'_>> {
        // SAFETY: the module is valid.
        chain(unsafe { LLVMGetFirstGlobalIFunc(self.raw) }, LLVMGetNextGlobalIFunc)
    }

    /// The global variable with this name.
    pub fn global(&self, name: &str) -> Option<Value<'_>> {
        let name = CString::new(name).ok()?;
        // SAFETY: the module and the name are valid.
        Value::from_raw(unsafe { LLVMGetNamedGlobal(self.raw, name.as_ptr()) })
    }

    /// The types that the compile units keep although no variable has them.
    pub fn retained_types(&self) -> Vec<Node<'_>> {
        // SAFETY: the shim writes at most as many nodes as there is room for.
        unsafe {
            let count = ffi::heapproof_retained_types(self.raw, std::ptr::null_mut(), 0);
            let mut nodes = vec![std::ptr::null_mut(); count];
            ffi::heapproof_retained_types(self.raw, nodes.as_mut_ptr(), count);
            nodes.into_iter().filter_map(Node::from_raw).collect()
        }
    }
}
