//! By which members trees are linked: those that recursive calls go down by.
//!
//! Whether two pointers in a node make a tree or a doubly-linked list cannot be seen from small heaps. But a
//! function that builds, walks or frees a tree calls itself for each link: it passes what it reads there, or stores there
//! what it gets. Groups of functions that do so for several offsets say how trees are linked in the program. That is a
//! hint where to look for trees, and nothing more.

use super::graph::CallGraph;
use heap::Branches;
use ir::{Body, Callee, FuncId, Inst, InstKind, Operand, Program, ValueId};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// How far it is followed where a value comes from.
const STEPS: u32 = 3;

/// By which offsets trees are linked.
pub(super) fn tree_links(program: &Program, graph: &CallGraph) -> Vec<Branches> {
    let mut groups: BTreeMap<usize, BTreeSet<u64>> = BTreeMap::new();
    for (number, function) in program.functions.iter().enumerate() {
        let id = FuncId(number as u32);
        if let (Some(body), Some(group)) = (&function.body, graph.group(id)) {
            groups.entry(group).or_default().extend(offsets(body, |callee| graph.is_one_group(callee, id)));
        }
    }
    let links = |offsets: &BTreeSet<u64>| Branches::new(&offsets.iter().copied().collect::<Vec<u64>>());
    let found: BTreeSet<Branches> = groups.values().filter_map(links).collect();
    found.into_iter().collect()
}

/// The offsets from which arguments of recursive calls are read, and where their results are stored.
fn offsets(body: &Body, is_recursive: impl Fn(FuncId) -> bool) -> BTreeSet<u64> {
    let insts = || body.blocks.iter().flat_map(|block| &block.insts);
    let defined: FxHashMap<ValueId, &Inst> =
        insts().filter_map(|inst| inst.result().map(|result| (result, inst))).collect();
    let mut found = BTreeSet::new();
    let mut results: Vec<ValueId> = Vec::new();
    for inst in insts() {
        if let InstKind::Call { callee: Callee::Direct(id), args, .. } = &inst.kind
            && is_recursive(*id)
        {
            results.extend(inst.result());
            args.iter().for_each(|arg| source(&defined, arg.value, STEPS, &mut found));
        }
    }
    for inst in insts() {
        if let InstKind::Store { value: Operand::Value(value), ptr, .. } = inst.kind
            && results.contains(&value)
        {
            found.extend(offset(&defined, ptr));
        }
    }
    found
}

/// The offsets of members that a value is read from, or the address of.
fn source(defined: &FxHashMap<ValueId, &Inst>, value: Operand, steps: u32, found: &mut BTreeSet<u64>) {
    let Operand::Value(id) = value else { return };
    let Some(inst) = defined.get(&id).filter(|_| steps > 0) else { return };
    match &inst.kind {
        InstKind::Load { ptr, .. } => found.extend(offset(defined, *ptr)),
        InstKind::PtrAdd { .. } => found.extend(offset(defined, value)),
        InstKind::Select { then, otherwise, .. } => {
            [then, otherwise].into_iter().for_each(|it| source(defined, *it, steps - 1, found));
        }
        InstKind::Phi { incoming, .. } => {
            incoming.iter().for_each(|(_, it)| source(defined, *it, steps - 1, found));
        }
        _ => {}
    }
}

/// The constant offset of a member whose address a value is.
fn offset(defined: &FxHashMap<ValueId, &Inst>, address: Operand) -> Option<u64> {
    let Operand::Value(id) = address else { return None };
    match defined.get(&id)?.kind {
        InstKind::PtrAdd { offset: Operand::Int { value, .. }, .. } => u64::try_from(value).ok(),
        _ => None,
    }
}
