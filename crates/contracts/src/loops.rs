//! The loops of a body: heads, the blocks inside, and what a pass may change.

use ir::cfg::Cfg;
use ir::{BlockId, Body, Callee, InstKind, Program, VarId};
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
}

/// The loops of a body by their heads: the targets of retreating edges.
pub fn loops(program: &Program, body: &Body, cfg: &Cfg) -> BTreeMap<BlockId, Loop> {
    let mut loops: BTreeMap<BlockId, Loop> = BTreeMap::new();
    for from in cfg.reverse_postorder() {
        for head in cfg.successors(*from) {
            if cfg.is_retreating(*from, *head) {
                let inside = inside(cfg, *head, *from);
                loops.entry(*head).or_default().blocks.extend(inside);
            }
        }
    }
    for it in loops.values_mut() {
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
                    }
                    InstKind::Call { callee, .. } => {
                        let ends = matches!(callee, Callee::Direct(id) if program.function(*id).noreturn);
                        it.writes |= !ends;
                        it.allocates |= !ends;
                    }
                    _ => {}
                }
            }
        }
    }
    loops
}

/// The blocks from which `from` is reached without passing the head, and the head.
fn inside(cfg: &Cfg, head: BlockId, from: BlockId) -> BTreeSet<BlockId> {
    let mut blocks = BTreeSet::from([head]);
    let mut due = vec![from];
    while let Some(block) = due.pop() {
        if cfg.number(block).is_some() && blocks.insert(block) {
            due.extend_from_slice(cfg.predecessors(block));
        }
    }
    blocks
}
