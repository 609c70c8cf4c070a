//! A look ahead from the head of a loop: whether a state is sure to enter it, or to leave it.
//!
//! A state that is sure to go round at least once is not joined with those that have gone round: what holds after each
//! round need not hold before the first one. The look ahead follows instructions that change nothing and branches that
//! are decided, up to the first branch that could have left the loop. A state that is sure to leave need not be made as
//! general as those that go round.
//!
//! Where that branch is open and a string is complete only if the loop is left there, the two cases part before they meet
//! others: in `for (i = 0; i <= n; i++) copy[i] = text[i];` the last round writes the zero, and all rounds before it write
//! what need not be one. Both cases together are the state, so that parting them covers the same executions.

use crate::state::{Moving, State};
use crate::strategy::shape::Analysis;
use ir::{Access, BlockId, InstKind, Operand, TerminatorKind};
use logic::Term;

/// What is ahead of a state at the head of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ahead {
    /// It goes round.
    Enters,
    /// It leaves the loop.
    Leaves,
    /// It leaves the loop where a condition holds, and goes round otherwise.
    LeavesIf(Term),
}

/// How many blocks are looked at.
const BLOCKS: usize = 6;

impl Analysis<'_, '_> {
    /// Whether the state, which is at a loop head, goes into the loop for certain.
    pub(super) fn is_sure_to_enter(&mut self, state: &State) -> bool {
        self.look_ahead(state) == Some(Ahead::Enters)
    }

    /// Whether the state, which is at a loop head, leaves the loop for certain.
    pub(super) fn is_sure_to_leave(&mut self, state: &State) -> bool {
        self.look_ahead(state) == Some(Ahead::Leaves)
    }

    /// Whether it is certain for the state, which is at a loop head, that it enters the loop, or that it leaves it.
    pub(super) fn is_decided_ahead(&mut self, state: &State) -> bool {
        matches!(self.look_ahead(state), Some(Ahead::Enters | Ahead::Leaves))
    }

    /// The case of a state, which is at a loop head, in which it leaves the loop, where some byte is known to end a
    /// string then. The state becomes the other case.
    pub(super) fn part_leaving(&mut self, state: &mut Moving) -> Option<Moving> {
        let code = self.transfer.context.code(state.top().function);
        if !code.loop_stores_bytes(state.top().block) {
            return None;
        }
        let open = self.transfer.open_bytes(state);
        if open.is_empty() {
            return None;
        }
        let Some(Ahead::LeavesIf(cond)) = self.look_ahead(state) else { return None };
        if self.transfer.symbols.has_base(cond) {
            return None;
        }
        let mut leaving = state.clone();
        self.transfer.assume(&mut leaving, cond);
        if !self.transfer.settle_zeros(&mut leaving, &open) {
            return None;
        }
        let stays = self.transfer.symbols.store.not(cond);
        self.transfer.assume(state, stays);
        Some(leaving)
    }

    fn look_ahead(&mut self, state: &State) -> Option<Ahead> {
        let (function, head) = (state.top().function, state.top().block);
        let code = self.transfer.context.code(function);
        let mut ahead = Box::new(state.clone());
        for _ in 0..BLOCKS {
            ahead = self.at_end_of_block(ahead)?;
            let block = self.transfer.context.body(function).block(ahead.top().block);
            let (to, could_leave) = match block.terminator.kind {
                TerminatorKind::Jump(to) => (to, false),
                TerminatorKind::Branch { cond, then, otherwise } => {
                    let stays = [then, otherwise].map(|to| code.is_inside(head, to));
                    let could_leave = stays[0] != stays[1];
                    let Some(holds) = self.decided(&mut ahead, cond) else {
                        let cond = self.transfer.operand(&mut ahead, cond);
                        let leaves = if stays[0] { self.transfer.symbols.store.not(cond) } else { cond };
                        return could_leave.then_some(Ahead::LeavesIf(leaves));
                    };
                    (if holds { then } else { otherwise }, could_leave)
                }
                _ => return None,
            };
            if !code.is_inside(head, to) {
                return could_leave.then_some(Ahead::Leaves);
            }
            if could_leave {
                return (!code.is_head(to)).then_some(Ahead::Enters);
            }
            if code.is_head(to) {
                return None;
            }
            self.look_into(&mut ahead, to);
        }
        None
    }

    /// The state at the end of its block, where all instructions before are harmless.
    fn at_end_of_block(&mut self, mut state: Moving) -> Option<Moving> {
        let (function, block) = (state.top().function, state.top().block);
        while let Some(inst) = self.transfer.context.body(function).block(block).insts.get(state.top().next) {
            let is_harmless = match inst.kind {
                InstKind::Phi { .. } | InstKind::VarIs { .. } => true,
                InstKind::Binary { .. } | InstKind::Cast { .. } | InstKind::Compare { .. } => true,
                InstKind::PtrAdd { .. } => true,
                InstKind::Load { ty, ptr, .. } => {
                    let len = u64::from(ty.bytes(self.transfer.context.program().target));
                    let pointer = self.transfer.operand(&mut state, ptr);
                    self.transfer.quick(&state, pointer, len, Access::Read).is_some()
                }
                _ => false,
            };
            if !is_harmless || self.transfer.needs_cases(&mut state) {
                return None;
            }
            state = self.transfer.step(state).only()?;
        }
        Some(state)
    }

    /// Whether a condition holds, where the state decides it.
    fn decided(&mut self, state: &mut State, cond: Operand) -> Option<bool> {
        let cond = self.transfer.operand(state, cond);
        let negation = self.transfer.symbols.store.not(cond);
        [(cond, true), (negation, false)].into_iter().find_map(|(term, holds)| {
            let is_sure = self.transfer.solver.entails(&mut self.transfer.symbols.store, &state.path, term)
                == Some(true);
            is_sure.then_some(holds)
        })
    }

    /// Takes the edge into a block of the innermost call.
    fn look_into(&mut self, state: &mut State, to: BlockId) {
        let (function, from) = (state.top().function, state.top().block);
        let mut phis = Vec::new();
        for inst in &self.transfer.context.body(function).block(to).insts {
            let InstKind::Phi { incoming, .. } = &inst.kind else { break };
            let operand = incoming.iter().find(|entry| entry.0 == from).map(|entry| entry.1);
            if let (Some(operand), Some(result)) = (operand, inst.result()) {
                phis.push((result, self.transfer.operand(state, operand)));
            }
        }
        let frame = state.top_mut();
        (frame.block, frame.next) = (to, phis.len());
        for (result, value) in phis {
            frame.values[result.index()] = Some(value);
        }
    }
}
