//! Loop invariants that nobody wrote: candidates, pruned until what is left is inductive (Houdini).

use crate::formula::Formula;
use ir::{BlockId, FuncId};
use std::collections::BTreeMap;

/// A formula that may be an invariant.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The formula.
    pub formula: Formula,
    /// How it is written.
    pub text: String,
    /// Whether it still may be one.
    pub live: bool,
}

/// The candidates of all loops.
#[derive(Clone, Default, Debug)]
pub struct Candidates {
    /// By function and head.
    pub loops: BTreeMap<(FuncId, BlockId), Vec<Candidate>>,
    /// Whether one was dropped since the last look.
    pub dropped: bool,
}

impl Candidates {
    /// The numbers of those of a loop that still may be invariants.
    pub fn live(&self, func: FuncId, head: BlockId) -> Vec<usize> {
        let all = self.loops.get(&(func, head)).map(|all| &all[..]).unwrap_or_default();
        (0..all.len()).filter(|index| all[*index].live).collect()
    }

    /// The formula of one.
    pub fn formula(&self, func: FuncId, head: BlockId, index: usize) -> Formula {
        self.loops[&(func, head)][index].formula.clone()
    }

    /// One turned out not to be an invariant.
    pub fn drop(&mut self, func: FuncId, head: BlockId, index: usize) {
        if let Some(all) = self.loops.get_mut(&(func, head)) {
            all[index].live = false;
        }
        self.dropped = true;
    }
}
