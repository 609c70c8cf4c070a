//! Functions that give and take memory: those that the description of the library knows, and others by their type.
//!
//! A function that is not in view, takes a size and returns `void *` allocates: `void *(size_t)` gives a block of that
//! size, `void *(size_t, size_t)` an array. One that takes a `void *`, returns nothing and has `free` in its name frees. The
//! same holds of pointers to functions in structs and globals, by which libraries let their users choose an allocator.
//! That is told with the assumptions.

use clib::Allocation;
use ir::types::TypeKind;
use ir::{Callee, FuncId, Function, InstKind, Operand, Program, TypeId, ValueId};
use std::collections::{BTreeSet, HashMap};

/// What a function does, if it gives or takes memory and the program has no code for it.
pub fn of(program: &Program, function: &Function) -> Option<Allocation> {
    let known = clib::allocation(&function.name);
    match function.body {
        // Code of the program is looked at; that of a model would say the same as what is known.
        Some(_) => known.filter(|_| clib::is_of_library(program, function.span)),
        None if clib::primitive(&function.name, program.target).is_some() => None,
        None => known.or_else(|| of_type(program, function.ty?, &function.name)),
    }
}

/// Whether a function is taken for an allocator because of its type.
pub fn is_assumed(program: &Program, function: &Function) -> bool {
    of(program, function).is_some() && clib::allocation(&function.name).is_none()
}

/// What a function of some type and name does, if it gives or takes memory.
pub fn of_type(program: &Program, ty: TypeId, name: &str) -> Option<Allocation> {
    let types = &program.types;
    let TypeKind::Function { result, params, .. } = &types.get(types.strip(ty)).kind else { return None };
    let is_untyped = |ty: TypeId| {
        types
            .pointee(ty)
            .is_some_and(|pointee| matches!(types.get(types.strip(pointee)).kind, TypeKind::Void))
    };
    let is_size = |ty: &TypeId| {
        let ty = types.get(types.strip(*ty));
        let is_unsigned = matches!(&ty.kind, TypeKind::Base { name, .. } if name.starts_with("unsigned"));
        is_unsigned && ty.size == u64::from(program.target.pointer_bytes)
    };
    let name = name.to_ascii_lowercase();
    let zeroed = name.contains("calloc") || name.contains("zero");
    let may_fail = true;
    match params.as_slice() {
        [size] if is_untyped(*result) && is_size(size) => {
            Some(Allocation::Block { size: 0, zeroed, may_fail })
        }
        [count, size] if is_untyped(*result) && is_size(count) && is_size(size) => {
            Some(Allocation::Array { count: 0, size: 1, zeroed, may_fail })
        }
        [pointer, size]
            if is_untyped(*result) && is_untyped(*pointer) && is_size(size) && name.contains("realloc") =>
        {
            Some(Allocation::Resize { pointer: 0, size: 1, may_fail })
        }
        [pointer]
            if matches!(types.get(types.strip(*result)).kind, TypeKind::Void)
                && is_untyped(*pointer)
                && name.contains("free") =>
        {
            Some(Allocation::Free { pointer: 0 })
        }
        _ => None,
    }
}

/// Functions that are taken for allocators because of their type, and whose results nobody in view compares with null: it
/// is taken that they never give null.
pub fn trusted(program: &Program) -> BTreeSet<FuncId> {
    let is_assumed = |id: &FuncId| self::is_assumed(program, program.function(*id));
    let mut trusted: BTreeSet<FuncId> = program.function_ids().filter(is_assumed).collect();
    for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
        // The results of calls, also where they pass through variables.
        let mut results: HashMap<ValueId, FuncId> = HashMap::new();
        let mut stored: HashMap<ValueId, FuncId> = HashMap::new();
        let insts = || body.blocks.iter().flat_map(|block| &block.insts);
        for inst in insts() {
            match (&inst.kind, inst.result()) {
                (InstKind::Call { callee: Callee::Direct(id), .. }, Some(result)) if trusted.contains(id) => {
                    results.insert(result, *id);
                }
                (InstKind::Phi { incoming, .. }, Some(result)) => {
                    let of = incoming.iter().find_map(|(_, it)| results.get(&it.value()?)).copied();
                    results.extend(of.map(|id| (result, id)));
                }
                (InstKind::Store { value: Operand::Value(value), ptr: Operand::Value(at), .. }, _) => {
                    stored.extend(results.get(value).map(|id| (*at, *id)));
                }
                (InstKind::Load { ptr: Operand::Value(at), .. }, Some(result)) => {
                    results.extend(stored.get(at).map(|id| (result, *id)));
                }
                _ => {}
            }
        }
        for inst in insts() {
            if let InstKind::Compare { lhs, rhs, .. } = &inst.kind {
                for id in [lhs, rhs].into_iter().filter_map(|it| results.get(&it.value()?)) {
                    trusted.remove(id);
                }
            }
        }
    }
    trusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_tell_allocators() {
        let text = "target 64\ntype #0 = void size 0\ntype #1 = pointer #0 size 8\n\
                    type #2 = base \"unsigned long\" unsigned size 8\ntype #3 = base \"int\" signed size 4\n\
                    type #4 = function (#2) -> #1 size 0\ntype #5 = function (#1) -> #0 size 0\n\
                    type #6 = function (#3) -> #1 size 0\n\
                    declare @take(i64) -> ptr type #4\ndeclare @my_free(ptr) type #5\ndeclare @visit(ptr) type #5\n\
                    declare @get(i32) -> ptr type #6\n";
        let program: Program = text.parse().unwrap();
        let found: Vec<bool> = program.functions.iter().map(|it| of(&program, it).is_some()).collect();
        assert_eq!(found, [true, true, false, false]);
    }
}
