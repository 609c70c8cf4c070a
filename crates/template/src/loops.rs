//! The loops of a body: heads, the edges that close them, and what lies inside.
//!
//! Section II-C cuts the edges back to a head. That needs loops with one entry; a body with others is not encoded.

use ir::cfg::Cfg;
use ir::{BlockId, Body};
use std::collections::BTreeSet;

/// A loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// Where it is entered.
    pub head: BlockId,
    /// All its blocks, those of inner loops included.
    pub blocks: BTreeSet<BlockId>,
}

/// The loops of a body, outer ones before those inside of them.
#[derive(Clone, Debug)]
pub struct Loops {
    /// The loops.
    pub list: Vec<Loop>,
    /// An edge that enters a loop elsewhere than at its head.
    pub irreducible: Option<BlockId>,
}

impl Loops {
    /// Finds the loops.
    pub fn new(body: &Body, cfg: &Cfg) -> Loops {
        let mut loops = Loops { list: Vec::new(), irreducible: None };
        for &head in cfg.reverse_postorder() {
            let closes = |latch: &&BlockId| cfg.is_retreating(**latch, head);
            let latches: Vec<BlockId> = cfg.predecessors(head).iter().filter(closes).copied().collect();
            if latches.is_empty() {
                continue;
            }
            if latches.iter().any(|latch| !cfg.dominates(head, *latch)) {
                loops.irreducible = Some(head);
            }
            let mut blocks = BTreeSet::from([head]);
            let mut work = latches;
            while let Some(block) = work.pop() {
                if cfg.number(block).is_some() && blocks.insert(block) {
                    work.extend(cfg.predecessors(block));
                }
            }
            loops.list.push(Loop { head, blocks });
        }
        debug_assert!(loops.list.iter().all(|it| it.head.index() < body.blocks.len()));
        loops
    }

    /// Whether a block can be executed more than once.
    pub fn is_inside(&self, block: BlockId) -> bool {
        self.list.iter().any(|it| it.blocks.contains(&block))
    }

    /// The loop with this head.
    pub fn at(&self, head: BlockId) -> Option<usize> {
        self.list.iter().position(|it| it.head == head)
    }
}
