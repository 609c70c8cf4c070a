//! The control-flow graph of a body: predecessors, reverse postorder, dominators.

use crate::{BlockId, Body, TerminatorKind};

impl TerminatorKind {
    /// The blocks that may come next, without repetition, in order of first mention.
    pub fn successors(&self) -> Vec<BlockId> {
        let mut all = match self {
            TerminatorKind::Jump(target) => vec![*target],
            TerminatorKind::Branch { then, otherwise, .. } => vec![*then, *otherwise],
            TerminatorKind::Switch { cases, default, .. } => {
                cases.iter().map(|case| case.1).chain([*default]).collect()
            }
            TerminatorKind::Indirect { targets, .. } => targets.clone(),
            TerminatorKind::Return(_) | TerminatorKind::Unreachable => Vec::new(),
        };
        let mut seen = std::collections::HashSet::new();
        all.retain(|block| seen.insert(*block));
        all
    }
}

/// The control-flow graph of a body. Blocks that cannot be reached from the entry have no number and no dominator.
#[derive(Clone, Debug)]
pub struct Cfg {
    predecessors: Vec<Vec<BlockId>>,
    successors: Vec<Vec<BlockId>>,
    reverse_postorder: Vec<BlockId>,
    /// The position of each block in `reverse_postorder`.
    number: Vec<Option<usize>>,
    /// The closest strict dominator.
    idom: Vec<Option<BlockId>>,
    /// The blocks numbered so that those a block dominates follow it without a gap: its number and how many there
    /// are, itself included.
    dominated: Vec<(usize, usize)>,
}

impl Cfg {
    /// Computes the graph of `body`.
    pub fn new(body: &Body) -> Cfg {
        let count = body.blocks.len();
        let successors: Vec<_> = body.blocks.iter().map(|block| block.terminator.kind.successors()).collect();
        let reverse_postorder = reverse_postorder(&successors);
        let mut number = vec![None; count];
        for (position, block) in reverse_postorder.iter().enumerate() {
            number[block.index()] = Some(position);
        }
        let mut predecessors = vec![Vec::new(); count];
        for block in body.block_ids() {
            for next in &successors[block.index()] {
                predecessors[next.index()].push(block);
            }
        }
        let mut cfg = Cfg {
            predecessors,
            successors,
            reverse_postorder,
            number,
            idom: vec![None; count],
            dominated: vec![(0, 0); count],
        };
        cfg.compute_dominators();
        cfg.number_dominated();
        cfg
    }

    /// The blocks that may come before `block`, in ascending order.
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        &self.predecessors[block.index()]
    }

    /// The blocks that may come after `block`.
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        &self.successors[block.index()]
    }

    /// The reachable blocks so that, back edges aside, each comes after its predecessors.
    pub fn reverse_postorder(&self) -> &[BlockId] {
        &self.reverse_postorder
    }

    /// The position of `block` in the reverse postorder, or none where it cannot be reached.
    pub fn number(&self, block: BlockId) -> Option<usize> {
        self.number[block.index()]
    }

    /// The closest strict dominator of `block`; none for the entry and for unreachable blocks.
    pub fn immediate_dominator(&self, block: BlockId) -> Option<BlockId> {
        self.idom[block.index()]
    }

    /// Whether every path from the entry to `block` passes through `dominator`.
    pub fn dominates(&self, dominator: BlockId, block: BlockId) -> bool {
        let (first, count) = self.dominated[dominator.index()];
        let (number, _) = self.dominated[block.index()];
        let reachable = self.number(dominator).is_some() && self.number(block).is_some();
        dominator == block || reachable && (first..first + count).contains(&number)
    }

    /// Whether the edge closes a cycle in the depth-first order: the target of a retreating edge is where loops
    /// are cut, also in irreducible graphs.
    pub fn is_retreating(&self, from: BlockId, to: BlockId) -> bool {
        matches!((self.number(from), self.number(to)), (Some(from), Some(to)) if to <= from)
    }

    /// The iterative algorithm of Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm".
    fn compute_dominators(&mut self) {
        let mut changed = true;
        while changed {
            changed = false;
            for position in 1..self.reverse_postorder.len() {
                let block = self.reverse_postorder[position];
                let mut dominator = None;
                for &before in &self.predecessors[block.index()] {
                    let known = before == Body::ENTRY || self.idom[before.index()].is_some();
                    if known {
                        dominator =
                            Some(dominator.map_or(before, |other| self.common_dominator(before, other)));
                    }
                }
                if self.idom[block.index()] != dominator {
                    self.idom[block.index()] = dominator;
                    changed = true;
                }
            }
        }
    }

    /// Fills `dominated`. In reverse postorder a block comes after its dominator, so sizes of subtrees sum up
    /// backwards, and each block hands out the numbers after its own forwards.
    fn number_dominated(&mut self) {
        for &block in self.reverse_postorder.iter().rev() {
            self.dominated[block.index()].1 += 1;
            if let Some(dominator) = self.idom[block.index()] {
                self.dominated[dominator.index()].1 += self.dominated[block.index()].1;
            }
        }
        let mut next = vec![1; self.idom.len()];
        for &block in &self.reverse_postorder {
            if let Some(dominator) = self.idom[block.index()] {
                let number = next[dominator.index()];
                self.dominated[block.index()].0 = number;
                next[dominator.index()] += self.dominated[block.index()].1;
                next[block.index()] = number + 1;
            }
        }
    }

    fn common_dominator(&self, mut a: BlockId, mut b: BlockId) -> BlockId {
        let up = |block: BlockId| self.idom[block.index()].expect("only the entry has no dominator");
        while a != b {
            match self.number(a) > self.number(b) {
                true => a = up(a),
                false => b = up(b),
            }
        }
        a
    }

    /// The dominance frontier of every block: the blocks where its dominance ends.
    pub fn dominance_frontiers(&self) -> Vec<Vec<BlockId>> {
        let mut frontiers = vec![Vec::new(); self.idom.len()];
        for &block in &self.reverse_postorder {
            let stop = self.immediate_dominator(block);
            for &before in self.predecessors(block).iter().filter(|before| self.number(**before).is_some()) {
                let mut runner = Some(before);
                while let Some(at) = runner.filter(|at| Some(*at) != stop) {
                    if frontiers[at.index()].last() != Some(&block) {
                        frontiers[at.index()].push(block);
                    }
                    runner = self.immediate_dominator(at);
                }
            }
        }
        frontiers
    }
}

fn reverse_postorder(successors: &[Vec<BlockId>]) -> Vec<BlockId> {
    let mut order = Vec::new();
    let mut visited = vec![false; successors.len()];
    let mut stack = Vec::new();
    if !successors.is_empty() {
        visited[0] = true;
        stack.push((Body::ENTRY, 0));
    }
    while let Some((block, next)) = stack.last_mut() {
        match successors[block.index()].get(*next) {
            Some(&target) => {
                *next += 1;
                if !visited[target.index()] {
                    visited[target.index()] = true;
                    stack.push((target, 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::{Block, Operand, Terminator};

    /// A body of empty blocks with these edges.
    pub(crate) fn graph(edges: &[&[u32]]) -> Body {
        let blocks = edges.iter().map(|targets| {
            let kind = match **targets {
                [] => TerminatorKind::Return(Default::default()),
                [to] => TerminatorKind::Jump(BlockId(to)),
                [then, otherwise] => TerminatorKind::Branch {
                    cond: Operand::int(1, 1),
                    then: BlockId(then),
                    otherwise: BlockId(otherwise),
                },
                _ => panic!("at most two edges"),
            };
            Block { name: None, insts: Vec::new(), terminator: Terminator { kind, span: None } }
        });
        Body { blocks: blocks.collect(), ..Body::default() }
    }

    #[test]
    fn a_loop_with_a_branch() {
        // 0 → 1; 1 → 2 | 5; 2 → 3 | 4; 3 → 4; 4 → 1; 5 returns; 6 is unreachable.
        let cfg = Cfg::new(&graph(&[&[1], &[2, 5], &[3, 4], &[4], &[1], &[], &[5]]));
        let idom: Vec<_> =
            (0..7).map(|block| cfg.immediate_dominator(BlockId(block)).map(|id| id.0)).collect();
        assert_eq!(idom, [None, Some(0), Some(1), Some(2), Some(2), Some(1), None]);
        assert!(cfg.is_retreating(BlockId(4), BlockId(1)));
        assert!(!cfg.is_retreating(BlockId(2), BlockId(4)));
        assert!(cfg.dominates(BlockId(1), BlockId(4)) && !cfg.dominates(BlockId(3), BlockId(4)));
        let frontiers = cfg.dominance_frontiers();
        assert_eq!(frontiers[3], [BlockId(4)]);
        assert_eq!(frontiers[4], [BlockId(1)]);
        assert_eq!(frontiers[1], [BlockId(1)]);
        assert_eq!(cfg.number(BlockId(6)), None);
    }

    /// Whether `to` can be reached from the entry without passing through `avoid`.
    fn reaches(edges: &[Vec<u32>], to: u32, avoid: Option<u32>) -> bool {
        let mut seen = vec![false; edges.len()];
        let mut work = vec![0];
        while let Some(at) = work.pop() {
            if Some(at) != avoid && !std::mem::replace(&mut seen[at as usize], true) {
                work.extend(&edges[at as usize]);
            }
        }
        seen[to as usize]
    }

    proptest::proptest! {
        #![proptest_config(proptest::test_runner::Config { failure_persistence: None, ..Default::default() })]

        /// Dominance as its definition says: without the dominator there is no way.
        #[test]
        fn dominance_agrees_with_its_definition(
            edges in proptest::collection::vec(proptest::collection::vec(1u32..12, 0..3), 12)
        ) {
            let slices: Vec<&[u32]> = edges.iter().map(Vec::as_slice).collect();
            let cfg = Cfg::new(&graph(&slices));
            for block in 0..12 {
                let reachable = reaches(&edges, block, None);
                assert_eq!(cfg.number(BlockId(block)).is_some(), reachable);
                for other in (0..12).filter(|_| reachable) {
                    let dominates = !reaches(&edges, block, Some(other));
                    assert_eq!(cfg.dominates(BlockId(other), BlockId(block)), dominates, "{other} over {block}");
                }
            }
        }
    }
}
