//! The loops of a body: heads, the blocks inside, and what a pass may change.

use crate::contract::Contracts;
use clib::Primitive;
use ir::cfg::Cfg;
use ir::{BlockId, Body, Callee, FuncId, InstKind, Program, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// A loop.
#[derive(Clone, Default, Debug)]
pub struct Loop {
    /// The blocks inside, the head included.
    pub blocks: BTreeSet<BlockId>,
    /// The variables without memory that get a value inside.
    pub assigned: BTreeSet<VarId>,
    /// Whether memory is written.
    pub writes: bool,
    /// Whether objects begin or end.
    pub allocates: bool,
    /// Whether objects begin.
    pub starts: bool,
    /// Whether variables that have an address begin inside.
    pub begins: bool,
    /// Whether its condition stands at the end: it leaves from where it goes back to its head.
    pub ends_with_condition: bool,
}

/// The loops of a body by their heads: the targets of retreating edges.
pub fn loops(program: &Program, contracts: &Contracts, body: &Body, cfg: &Cfg) -> BTreeMap<BlockId, Loop> {
    let found = ir::Loops::new(cfg).list.into_iter();
    let mut loops: BTreeMap<BlockId, Loop> =
        found.map(|it| (it.head, Loop { blocks: it.blocks, ..Loop::default() })).collect();
    for (head, it) in &mut loops {
        it.ends_with_condition = it.blocks.iter().any(|block| {
            let next = cfg.successors(*block);
            next.contains(head) && next.iter().any(|to| !it.blocks.contains(to))
        });
        for block in &it.blocks {
            for inst in &body.block(*block).insts {
                match &inst.kind {
                    InstKind::VarIs { var, .. } | InstKind::VarEnd { var } => {
                        it.assigned.insert(*var);
                    }
                    InstKind::Store { .. } | InstKind::MemCopy { .. } | InstKind::MemSet { .. } => {
                        it.writes = true
                    }
                    InstKind::Alloca { .. }
                    | InstKind::ScopeBegin { .. }
                    | InstKind::ScopeEnd { .. }
                    | InstKind::StackRestore { .. } => {
                        it.writes = true;
                        it.allocates = true;
                        it.starts = true;
                        it.begins = true;
                    }
                    InstKind::Call { callee, .. } => {
                        let ends = matches!(callee, Callee::Direct(id) if program.function(*id).noreturn);
                        // What is freed keeps its bytes, which nobody may read.
                        let frees = matches!(callee, Callee::Direct(id) if is_free(program, contracts, *id));
                        it.writes |= !ends && !frees;
                        it.starts |= !ends && !frees;
                        it.allocates |= !ends;
                    }
                    _ => {}
                }
            }
        }
    }
    loops
}

/// Whether a function is `free` of the C library, with no contract of its own.
fn is_free(program: &Program, contracts: &Contracts, id: FuncId) -> bool {
    let function = program.function(id);
    let is_given = contracts.functions.contains_key(&id);
    !is_given
        && function.body.is_none()
        && clib::primitive(&function.name, program.target) == Some(Primitive::Free)
}
