//! Links that never hold null: those of structures that end in a *sentinel* node instead.
//!
//! Code tells the two kinds of structures apart. Where null ends a list, some function compares a link with null, or stores
//! null into one. Where none does, but functions follow the link as if it were never null, that it is not is a candidate for
//! a promise of the struct (`promises.rs`), checked like any other.
//!
//! Invariant: this only proposes; a link that a function is not shown to keep from being null stays one that may be null.

use crate::solver::term::Field;
use crate::state::seen::{Bytes, Condition, Seen};
use crate::types::layout::{Layouts, TargetId};
use crate::types::promises::{Promise, Says};
use ir::{Body, InstKind, Operand, Program, ValueId};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// How often what is known of values is handed on to those that are chosen from them.
const ROUNDS: usize = 3;

/// The promises that links to some nodes are never null, with the number of functions that follow such nodes without
/// knowing.
pub fn candidates(
    program: &Program,
    layouts: &Layouts<'_>,
    followed: &BTreeMap<TargetId, usize>,
) -> BTreeMap<Promise, usize> {
    let mut all = BTreeMap::new();
    if followed.is_empty() {
        return all;
    }
    let ended = ended(program, layouts);
    let size = u64::from(program.target.pointer_bytes);
    for owner in layouts.ids().filter(|owner| layouts.get(*owner).is_record) {
        for cell in &layouts.get(owner).cells {
            let Some(functions) = followed.get(&cell.target) else { continue };
            if ended.contains(&Field { owner, at: cell.offset }) {
                continue;
            }
            let bytes = Bytes { at: cell.offset, size };
            let pointer = Seen::Member(Arc::new(Seen::Param(0)), owner, bytes);
            let says = Says::Holds(Condition { pointer, unless: Vec::new() });
            all.insert(Promise { owner, says }, *functions);
        }
    }
    all
}

/// The links that some function compares with null, or stores null into.
fn ended(program: &Program, layouts: &Layouts<'_>) -> BTreeSet<Field> {
    let mut all = BTreeSet::new();
    for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
        let members = members(program, layouts, body);
        let values = values(body, &members);
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            match &inst.kind {
                InstKind::Store { ptr: Operand::Value(at), value: Operand::Null, .. } => {
                    all.extend(members.get(at));
                }
                InstKind::Compare { lhs: Operand::Value(id), rhs: Operand::Null, .. }
                | InstKind::Compare { lhs: Operand::Null, rhs: Operand::Value(id), .. } => {
                    all.extend(values.get(id).into_iter().flatten());
                }
                _ => {}
            }
        }
    }
    all
}

/// The addresses of links.
fn members(program: &Program, layouts: &Layouts<'_>, body: &Body) -> HashMap<ValueId, Field> {
    let pointer = u64::from(program.target.pointer_bytes);
    let mut all = HashMap::new();
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        if let InstKind::PtrAdd { offset: Operand::Int { value, .. }, via: Some(via), .. } = &inst.kind
            && let (Some(target), Some(result)) = (layouts.object_target(*via), inst.result())
            && let Some(spot) = layouts.spot(target, *value as i64, pointer)
        {
            all.insert(result, Field { owner: spot.owner, at: spot.at });
        }
    }
    all
}

/// The values that are read from links, or chosen from such values.
fn values(body: &Body, members: &HashMap<ValueId, Field>) -> HashMap<ValueId, BTreeSet<Field>> {
    let mut all: HashMap<ValueId, BTreeSet<Field>> = HashMap::new();
    for _ in 0..ROUNDS {
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            let Some(result) = inst.result() else { continue };
            let from: Vec<Operand> = match &inst.kind {
                InstKind::Load { ptr: Operand::Value(at), .. } => {
                    all.entry(result).or_default().extend(members.get(at));
                    continue;
                }
                InstKind::Phi { incoming, .. } => incoming.iter().map(|it| it.1).collect(),
                InstKind::Select { then, otherwise, .. } => vec![*then, *otherwise],
                _ => continue,
            };
            let found = from.iter().filter_map(|it| all.get(&it.value()?)).flatten().copied();
            let found: BTreeSet<Field> = found.collect();
            all.entry(result).or_default().extend(found);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPES: &str = "target 64\ntype #0 = base \"int\" signed size 4\n\
        type #1 = struct node { +0 #0 value, +8 #2 next, +16 #2 up } size 24\ntype #2 = pointer #1 size 8\n";

    #[test]
    fn a_link_that_is_compared_with_null_ends() {
        let text = format!(
            "{TYPES}func @last(ptr %0) -> ptr {{\nbb0:\n  jump bb1\nbb1:\n  %1: ptr = phi [bb0: %0, bb2: %3]\n  \
             %2 = ptradd %1, 8 via #1\n  %3: ptr = load ptr %2\n  %4 = cmp eq %3, null\n  branch %4, bb3, bb2\n\
             bb2:\n  jump bb1\nbb3:\n  %5 = ptradd %1, 16 via #1\n  %6: ptr = load ptr %5\n  return %6\n}}\n"
        );
        let program: Program = text.parse().unwrap();
        let layouts = Layouts::new(&program);
        let node = layouts.pointer_target(ir::TypeId(2)).unwrap();
        let found = candidates(&program, &layouts, &BTreeMap::from([(node, 3)]));
        let texts: Vec<String> = found.keys().map(|it| it.text(&program, &layouts, "n")).collect();
        assert_eq!(texts, ["n->up != NULL"]);
        assert!(candidates(&program, &layouts, &BTreeMap::new()).is_empty());
    }
}
