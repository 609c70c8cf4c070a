//! Which links are in use where.
//!
//! R_n and B_n are meaningful only on heaps whose lists end, for every link n in use (section 4 of the paper). A function
//! takes that for granted when it begins, and each of its stores keeps it so. Who calls another relies on both: the
//! callee needs lists that end along the links of its own contract, and leaves all lists ending that the caller speaks of.
//!
//! Invariant: functions that call each other, directly or through others, have the same links. Otherwise a callee could close
//! a cycle along a link that it never heard of, and of such a heap the axioms say anything.

use crate::contract::Contracts;
use crate::function_types::FunctionTypes;
use ir::call_graph::{CallGraph, addresses_taken};
use ir::{Callee, FuncId, InstKind, Program};
use std::collections::{BTreeMap, BTreeSet};

/// The links of a program.
#[derive(Default, Debug)]
pub struct Links {
    /// Those along which the stores of a function keep lists ending.
    kept: BTreeMap<FuncId, Vec<i64>>,
    /// Those that a function itself speaks of, or what it calls.
    spoken: BTreeMap<FuncId, Vec<i64>>,
}

impl Links {
    /// The links of all functions.
    pub fn new(program: &Program, contracts: &Contracts) -> Links {
        let graph = CallGraph::of_calls(program);
        let pointers = addresses_taken(program);
        let mut links = Links::default();
        let mut seen = BTreeSet::new();
        for start in program.function_ids() {
            if program.function(start).body.is_none() || !seen.insert(start) {
                continue;
            }
            let (mut together, mut next) = (vec![start], 0);
            let mut used = BTreeSet::new();
            while let Some(id) = together.get(next).copied() {
                next += 1;
                used.extend(contracts.links.get(&id).into_iter().flatten());
                let mut others: BTreeSet<FuncId> =
                    graph.callees(id).union(graph.callers(id)).copied().collect();
                // A pointer may be that of any function, and whoever calls through one may call this.
                let by_pointer = pointers.contains(&id) || contracts.types.is_shown(id);
                if by_pointer || calls_pointers(program, id) {
                    others.extend(program.function_ids().filter(|other| calls_pointers(program, *other)));
                    others.extend(&pointers);
                    others.extend(contracts.types.all().chain(FunctionTypes::types(program)));
                }
                for other in others {
                    // What is only declared has many callers, which need not know of each other.
                    if program.function(other).body.is_none() {
                        used.extend(contracts.links.get(&other).into_iter().flatten());
                    } else if seen.insert(other) {
                        together.push(other);
                    }
                }
            }
            let used: Vec<i64> = used.into_iter().collect();
            links.kept.extend(together.into_iter().map(|id| (id, used.clone())));
        }
        for id in program.function_ids() {
            links.spoken.insert(id, spoken(program, contracts, id));
        }
        links
    }

    /// Along which links the stores of a function keep lists ending.
    pub fn kept_by(&self, id: FuncId) -> Vec<i64> {
        self.kept.get(&id).cloned().unwrap_or_default()
    }

    /// The links that a function itself speaks of, or what it calls.
    pub fn spoken_of_by(&self, id: FuncId) -> &[i64] {
        self.spoken.get(&id).map(|links| &links[..]).unwrap_or_default()
    }
}

fn calls_pointers(program: &Program, id: FuncId) -> bool {
    let blocks = program.function(id).body.iter().flat_map(|body| &body.blocks);
    let mut insts = blocks.flat_map(|block| &block.insts);
    insts.any(|inst| matches!(inst.kind, InstKind::Call { callee: Callee::Indirect(_), .. }))
}

/// The links of a function's annotations, of the contracts of what it calls, and of what becomes part of it.
fn spoken(program: &Program, contracts: &Contracts, id: FuncId) -> Vec<i64> {
    let mut seen = vec![id];
    let mut links = Vec::new();
    let mut next = 0;
    while let Some(id) = seen.get(next).copied() {
        next += 1;
        links.extend(contracts.links.get(&id).into_iter().flatten());
        let Some(body) = &program.function(id).body else { continue };
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            // A pointer may be that of any function.
            if let InstKind::Call { callee: Callee::Indirect(_), .. } = inst.kind {
                links.extend(contracts.links.values().flatten());
            }
            if let InstKind::Call { callee: Callee::Direct(callee), .. } = inst.kind {
                let by_contract = contracts.functions.contains_key(&callee);
                links.extend(contracts.links.get(&callee).into_iter().flatten());
                if !by_contract && program.function(callee).local && !seen.contains(&callee) {
                    seen.push(callee);
                }
            }
        }
    }
    links.sort_unstable();
    links.dedup();
    links
}
