//! Liveness of SSA values: which values may still be read.
//!
//! Engines drop dead values from their states; the interpreter asks it which temporaries still keep heap memory
//! reachable. The classic backward data flow, with the operands of a phi read at the end of the predecessor.

use crate::bitset::BitSet;
use crate::cfg::Cfg;
use crate::{BlockId, Body, InstKind, Operand};

/// The values live at the borders of every block.
#[derive(Clone, Debug)]
pub struct Liveness {
    live_out: Vec<BitSet>,
}

impl Liveness {
    /// Computes liveness for `body`, whose graph is `cfg`.
    pub fn new(body: &Body, cfg: &Cfg) -> Liveness {
        let mut liveness = Liveness { live_out: vec![BitSet::new(body.values.len()); body.blocks.len()] };
        let mut changed = true;
        while changed {
            changed = false;
            for &block in cfg.reverse_postorder().iter().rev() {
                let live_in = liveness.live_after(body, block, None);
                for &before in cfg.predecessors(block) {
                    let live_out = &mut liveness.live_out[before.index()];
                    changed |= live_out.union(&live_in);
                    for inst in &body.block(block).insts {
                        let InstKind::Phi { incoming, .. } = &inst.kind else { break };
                        for (from, operand) in incoming {
                            if let (true, Operand::Value(value)) = (*from == before, operand) {
                                changed |= live_out.insert(value.index());
                            }
                        }
                    }
                }
            }
        }
        liveness
    }

    /// The values that may be read after `block`, on the way into its successors.
    pub fn live_out(&self, block: BlockId) -> &BitSet {
        &self.live_out[block.index()]
    }

    /// The values that may be read after the instruction with number `inst` of `block`; with none, those that may
    /// be read from the start of the block (its phis defined but not read there).
    pub fn live_after(&self, body: &Body, block: BlockId, inst: Option<usize>) -> BitSet {
        let mut live = self.live_out[block.index()].clone();
        let block = body.block(block);
        block.terminator.kind.for_each_value(|value| {
            live.insert(value.index());
        });
        let first = inst.map_or(0, |inst| inst + 1);
        for inst in block.insts[first..].iter().rev() {
            for result in &inst.results {
                live.remove(result.index());
            }
            if !matches!(inst.kind, InstKind::Phi { .. }) {
                inst.kind.for_each_value(|value| {
                    live.insert(value.index());
                });
            }
        }
        live
    }
}
