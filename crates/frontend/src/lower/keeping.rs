//! Which instructions let an address live longer than the expression that it is in.
//!
//! Clang keeps what is needed beyond an expression in memory. So an address is kept if it is stored, by the function
//! itself or by one that it is passed to, or if nothing is known about the one it is passed to. Variables of called
//! functions may hold it: they are gone when the expression is.
//!
//! Invariant: where nothing is found, no address of the object is left when the expression is over.

use super::is_intrinsic;
use crate::llvm::{Opcode, TypeKind, Value, ValueKind};
use rustc_hash::FxHashSet;

/// How far an address is followed from call to call.
const MAX_CALLS: u32 = 4;

/// The instructions that may keep an address of the object that an instruction allocates.
pub fn keepers<'m>(alloca: Value<'m>) -> Vec<Value<'m>> {
    follow(alloca, 0)
}

/// The instructions of a function that may keep `address`, which was passed to it by so many calls.
fn follow<'m>(address: Value<'m>, calls: u32) -> Vec<Value<'m>> {
    use Opcode::*;
    let mut keepers = Vec::new();
    let mut seen = FxHashSet::default();
    let mut work = vec![address];
    while let Some(address) = work.pop() {
        for user in address.users() {
            let keeps = match user.opcode() {
                Some(LLVMLoad | LLVMICmp) => false,
                Some(LLVMStore) if user.operand(0) != address => false,
                Some(LLVMStore) if calls > 0 && is_private(user.operand(1)) => {
                    let loads = user.operand(1).users().into_iter();
                    work.extend(loads.filter(|load| load.opcode() == Some(LLVMLoad) && seen.insert(*load)));
                    false
                }
                // The objects of the frame die with it; those of the caller do not.
                Some(LLVMRet) => calls > 0,
                Some(LLVMGetElementPtr | LLVMBitCast | LLVMPHI | LLVMSelect | LLVMFreeze) => {
                    work.extend(seen.insert(user).then_some(user));
                    false
                }
                Some(LLVMPtrToInt) => !user.users().into_iter().all(is_distance),
                Some(LLVMCall | LLVMInvoke) => passes_on(user, address, calls),
                _ => true,
            };
            if keeps {
                keepers.push(user);
            }
        }
    }
    keepers
}

/// Whether an instruction computes how far two addresses are apart, or which is higher.
fn is_distance(inst: Value) -> bool {
    let is_address = |value: Value| value.opcode() == Some(Opcode::LLVMPtrToInt);
    matches!(inst.opcode(), Some(Opcode::LLVMSub | Opcode::LLVMICmp))
        && is_address(inst.operand(0))
        && is_address(inst.operand(1))
}

/// Whether a place is a variable that nothing but its own loads can read.
fn is_private(place: Value) -> bool {
    place.opcode() == Some(Opcode::LLVMAlloca)
        && place.users().into_iter().all(|user| match user.opcode() {
            Some(Opcode::LLVMLoad) => true,
            Some(Opcode::LLVMStore) => user.operand(0) != place,
            Some(Opcode::LLVMCall) => is_about_variable(user),
            _ => false,
        })
}

/// Whether a call only says where a variable lives, and copies nothing.
fn is_about_variable(call: Value) -> bool {
    let name = call.called().name();
    ["llvm.lifetime.", "llvm.dbg."].iter().any(|prefix| name.starts_with(prefix))
}

/// Whether a call is one of an intrinsic that gives no address back.
fn is_intrinsic_call(call: Value) -> bool {
    let called = call.called();
    called.kind() == ValueKind::LLVMFunctionValueKind && is_intrinsic(called) && !gives_address(call)
}

fn gives_address(call: Value) -> bool {
    call.called_type().result().kind() == TypeKind::LLVMPointerTypeKind
}

/// Whether a function of the library keeps an address that it gets, or stores it through another argument, as `strtol`
/// does with that of the end. The others may only return one.
fn keeps_argument(name: &str, index: u32) -> bool {
    clib::row(name).is_some_and(|row| row.keeps.contains(&(index as usize)))
}

/// Whether a call hands an address to somebody who may keep it.
fn passes_on<'m>(call: Value<'m>, address: Value<'m>, calls: u32) -> bool {
    if is_intrinsic_call(call) {
        return false;
    }
    let called = call.called();
    let is_function = called.kind() == ValueKind::LLVMFunctionValueKind;
    (0..call.arg_count()).filter(|index| call.operand(*index) == address).any(|index| {
        let is_copied = call.arg_by_value(index).is_some() || call.arg_is_result(index);
        match is_function {
            _ if is_copied => false,
            true if called.is_declaration() => gives_address(call) || keeps_argument(&called.name(), index),
            true => match called.params().get(index as usize) {
                Some(param) if calls < MAX_CALLS => !follow(*param, calls + 1).is_empty(),
                _ => true,
            },
            false => true,
        }
    })
}
