//! Whether a program has arrays of addresses on the heap, as far as its text tells.
//!
//! A block whose type is not known may be such an array, or a structure that nobody names. Only where the program goes
//! from one address to the next, by an index or by steps, is it worth asking: elements are much more work than the
//! members of a structure ([`heap::Heap::elements`]).

use crate::context::Context;
use crate::transfer::library::Library;
use ir::{Body, FuncId, GlobalId, InstKind, Operand, Program, Scalar, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Whether some function reads or writes an address at a place that it computes from a number, or comes to by steps.
pub fn indexes_addresses(program: &Program, library: &Library) -> bool {
    let own = program.functions.iter().enumerate().filter(|(id, _)| !library.is_library(FuncId::new(*id)));
    own.filter_map(|(_, function)| function.body.as_ref()).any(has_index)
}

/// The global variables by which arrays of addresses are indexed, and what numbers are multiplied by.
pub fn indexes(context: &Context<'_>) -> (Vec<GlobalId>, FxHashSet<i128>) {
    let program = context.program();
    let functions = program.functions.iter().enumerate().filter(|(_, function)| function.body.is_some());
    let own = functions.map(|(id, _)| FuncId::new(id)).filter(|id| !context.library.is_library(*id));
    let (mut globals, mut strides) = (Vec::new(), FxHashSet::default());
    for code in own.map(|id| context.code(id)) {
        globals.extend_from_slice(code.indexes().globals());
        strides.extend(code.scales());
    }
    globals.sort_unstable();
    globals.dedup();
    (globals, strides)
}

fn has_index(body: &Body) -> bool {
    let insts = || body.blocks.iter().flat_map(|block| &block.insts);
    let definitions: FxHashMap<ValueId, &InstKind> =
        insts().filter_map(|inst| Some((inst.result()?, &inst.kind))).collect();
    insts().any(|inst| match &inst.kind {
        InstKind::Load { ptr, ty: Scalar::Ptr, .. } => is_computed(&definitions, ptr),
        InstKind::Store { ptr, value, .. } => {
            body.operand_type(*value) == Scalar::Ptr && is_computed(&definitions, ptr)
        }
        _ => false,
    })
}

/// Whether an address lies at a distance from another that is no constant, or is one of several that follow each other.
fn is_computed(definitions: &FxHashMap<ValueId, &InstKind>, address: &Operand) -> bool {
    let mut seen = FxHashSet::default();
    let mut work: Vec<ValueId> = address.value().into_iter().collect();
    let mut has_steps = false;
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            // Only a loop comes back to a value: by what it adds.
            if has_steps {
                return true;
            }
            continue;
        }
        match definitions.get(&value) {
            Some(InstKind::PtrAdd { base, offset, .. }) => {
                let Operand::Int { value: offset, .. } = offset else { return true };
                has_steps |= *offset != 0;
                work.extend(base.value());
            }
            Some(InstKind::Phi { incoming, .. }) => {
                work.extend(incoming.iter().filter_map(|(_, value)| value.value()));
            }
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finds(text: &str) -> bool {
        let program: Program = text.parse().unwrap();
        program.functions.iter().filter_map(|function| function.body.as_ref()).any(has_index)
    }

    #[test]
    fn members_are_no_elements() {
        let text = "target 64
func @f(ptr %p.0) -> ptr {
bb0:
  jump bb1
bb1:
  %q.1: ptr = phi [bb0: %p.0, bb1: %next.3]
  %at.2 = ptradd %q.1, 8
  %next.3 = load ptr %at.2
  %end.4 = cmp eq %next.3, null
  branch %end.4, bb2, bb1
bb2:
  return %q.1
}
";
        assert!(!finds(text));
    }

    #[test]
    fn indexes_and_steps_are_found() {
        let index = "target 64
func @f(ptr %p.0, i64 %i.1) -> ptr {
bb0:
  %at.2 = ptradd %p.0, %i.1
  %it.3 = load ptr %at.2
  return %it.3
}
";
        assert!(finds(index));
        let steps = "target 64
func @f(ptr %p.0) -> ptr {
bb0:
  jump bb1
bb1:
  %q.1: ptr = phi [bb0: %p.0, bb1: %next.2]
  %next.2 = ptradd %q.1, 8
  store ptr null, %q.1
  jump bb1
}
";
        assert!(finds(steps));
        assert!(!finds(&steps.replace("ptr null", "i64 0")));
    }
}
