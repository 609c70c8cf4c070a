//! The loops of a body: heads, which are the targets of retreating edges, and what lies inside.

use crate::BlockId;
use crate::cfg::Cfg;
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
    /// The head of a loop that is entered elsewhere, too.
    pub irreducible: Option<BlockId>,
}

impl Loops {
    /// Finds the loops.
    pub fn new(cfg: &Cfg) -> Loops {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Program;

    #[test]
    fn inner_loops_are_inside_of_outer_ones() {
        let text = "target 64\nfunc @f(i1 %c.0) {\nbb0:\n  jump bb1\nbb1:\n  branch %c.0, bb2, bb5\n\
                    bb2:\n  jump bb3\nbb3:\n  branch %c.0, bb3, bb4\nbb4:\n  jump bb1\nbb5:\n  return\n}\n";
        let program: Program = text.parse().unwrap();
        let loops = Loops::new(&Cfg::new(program.functions[0].body.as_ref().unwrap()));
        let numbers = |it: &Loop| it.blocks.iter().map(|block| block.index()).collect::<Vec<_>>();
        let list: Vec<_> = loops.list.iter().map(|it| (it.head.index(), numbers(it))).collect();
        assert_eq!(list, [(1, vec![1, 2, 3, 4]), (3, vec![3])]);
        assert_eq!(loops.irreducible, None);
        assert!(loops.is_inside(BlockId::new(4)) && !loops.is_inside(BlockId::new(5)));
    }

    #[test]
    fn a_second_entry_is_told() {
        let text = "target 64\nfunc @f(i1 %c.0) {\nbb0:\n  branch %c.0, bb1, bb2\nbb1:\n  jump bb2\n\
                    bb2:\n  branch %c.0, bb1, bb3\nbb3:\n  return\n}\n";
        let program: Program = text.parse().unwrap();
        let loops = Loops::new(&Cfg::new(program.functions[0].body.as_ref().unwrap()));
        assert!(loops.irreducible.is_some());
    }
}
