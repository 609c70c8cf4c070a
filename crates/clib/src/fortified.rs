//! Calls of fortified variants become calls of the functions that they stand for.
//!
//! `__memcpy_chk(to, from, n, size)` → `memcpy(to, from, n)`: a compiler that knows the size of a buffer passes it on,
//! so that the library can end the program where a copy is too long. Here such a copy is an error by itself. Only
//! calls by name are made such; who takes the address of a variant keeps an unmodelled function.

use crate::rows;
use ir::{Callee, FuncId, Function, InstKind, Program};
use std::collections::HashMap;

/// Whether a program declares a fortified variant that [`simplify`] would replace in calls.
pub fn is_simple(program: &Program) -> bool {
    let mut calls = program.functions.iter().filter_map(|function| function.body.as_ref());
    !calls.any(|body| {
        body.blocks.iter().flat_map(|block| &block.insts).any(|inst| match inst.kind {
            InstKind::Call { callee: Callee::Direct(id), .. } => variant(program.function(id)).is_some(),
            _ => false,
        })
    })
}

/// The function that a declared one is a variant of, and the arguments that it has in addition.
fn variant(function: &Function) -> Option<(&'static str, &'static [usize])> {
    let is_declared = function.body.is_none() && !function.local;
    let (row, extra) = rows::fortified(&function.name).filter(|_| is_declared)?;
    Some((row.name, extra))
}

/// Replaces all calls of fortified variants.
pub fn simplify(program: &mut Program) {
    let found = |id: FuncId| Some((id, variant(program.function(id))?));
    let variants: Vec<_> = program.function_ids().filter_map(found).collect();
    let mut plain: HashMap<FuncId, (FuncId, &[usize])> = HashMap::new();
    for (id, (name, extra)) in variants {
        let known = program.find_function(name).filter(|known| program.function(*known).body.is_none());
        let target = known.unwrap_or_else(|| {
            let mut declaration =
                Function { name: name.to_string(), ty: None, ..program.function(id).clone() };
            declaration.params = without(std::mem::take(&mut declaration.params), extra);
            program.functions.push(declaration);
            FuncId::new(program.functions.len() - 1)
        });
        plain.insert(id, (target, extra));
    }
    if plain.is_empty() {
        return;
    }
    let bodies = program.functions.iter_mut().filter_map(|function| function.body.as_mut());
    for inst in bodies.flat_map(|body| &mut body.blocks).flat_map(|block| &mut block.insts) {
        let InstKind::Call { callee: Callee::Direct(id), args, variadic_from } = &mut inst.kind else {
            continue;
        };
        let Some((target, extra)) = plain.get(id) else { continue };
        *id = *target;
        *args = without(std::mem::take(args), extra);
        *variadic_from = variadic_from.map(|from| from.saturating_sub(extra.len() as u32));
    }
}

/// A list without the elements at some places.
fn without<T>(list: Vec<T>, places: &[usize]) -> Vec<T> {
    let kept = list.into_iter().enumerate().filter(|(at, _)| !places.contains(at));
    kept.map(|(_, element)| element).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_variant_has_in_addition_is_dropped() {
        let text = "target 64\ndeclare @__snprintf_chk(ptr, i64, i32, i64, ptr, ...) -> i32\n\
                    func @f(ptr %p.0) -> i32 {\nbb0:\n  \
                    %n.1: i32 = call @__snprintf_chk(ptr %p.0, i64 8, i32 1, i64 16, ptr null, ..., i32 7)\n  \
                    return %n.1\n}\n";
        let mut program: Program = text.parse().unwrap();
        assert!(!is_simple(&program));
        simplify(&mut program);
        assert_eq!(ir::validate(&program), Ok(()));
        assert!(is_simple(&program));
        let shown = ir::print::program(&program, ir::print::Options::default());
        assert!(shown.contains("declare @snprintf(ptr, i64, ptr, ...) -> i32"), "{shown}");
        assert!(shown.contains("call @snprintf(ptr %p.0, i64 8, ptr null, ..., i32 7)"), "{shown}");
    }
}
