//! A look ahead from the head of a loop: whether a state is sure to enter it.
//!
//! A state that is sure to go round at least once is not joined with those that have gone round: what holds after each
//! round need not hold before the first one. The look ahead follows instructions that change nothing and branches that
//! are decided, up to the first branch that could have left the loop.

use crate::explorer::{Explorer, Moving};
use crate::state::State;
use ir::{Access, BlockId, InstKind, Operand, TerminatorKind};

/// How many blocks are looked at.
const BLOCKS: usize = 6;

impl Explorer<'_> {
    /// Whether the state, which is at a loop head, goes into the loop for certain.
    pub(super) fn is_sure_to_enter(&mut self, state: &State) -> bool {
        let (function, head) = (state.top().function, state.top().block);
        let code = self.code(function);
        let mut ahead = Box::new(state.clone());
        for _ in 0..BLOCKS {
            let Some(at_end) = self.at_end_of_block(ahead) else { return false };
            ahead = at_end;
            let block = self.body(function).block(ahead.top().block);
            let (to, could_leave) = match block.terminator.kind {
                TerminatorKind::Jump(to) => (to, false),
                TerminatorKind::Branch { cond, then, otherwise } => {
                    let Some(holds) = self.decided(&mut ahead, cond) else { return false };
                    let stays = [then, otherwise].map(|to| code.is_inside(head, to));
                    (if holds { then } else { otherwise }, stays[0] != stays[1])
                }
                _ => return false,
            };
            if !code.is_inside(head, to) || code.is_head(to) {
                return false;
            }
            if could_leave {
                return true;
            }
            self.look_into(&mut ahead, to);
        }
        false
    }

    /// The state at the end of its block, where all instructions before are harmless.
    fn at_end_of_block(&mut self, mut state: Moving) -> Option<Moving> {
        let (function, block) = (state.top().function, state.top().block);
        while let Some(inst) = self.body(function).block(block).insts.get(state.top().next) {
            let is_harmless = match inst.kind {
                InstKind::Phi { .. } | InstKind::VarIs { .. } => true,
                InstKind::Binary { .. } | InstKind::Cast { .. } | InstKind::Compare { .. } => true,
                InstKind::PtrAdd { .. } => true,
                InstKind::Load { ty, ptr, .. } => {
                    let len = u64::from(ty.bytes(self.program().target));
                    let pointer = self.operand(&mut state, ptr);
                    self.quick(&state, pointer, len, Access::Read).is_some()
                }
                _ => false,
            };
            if !is_harmless || self.needs_cases(&mut state) {
                return None;
            }
            state = self.step(state)?;
        }
        Some(state)
    }

    /// Whether a condition holds, where the state decides it.
    fn decided(&mut self, state: &mut State, cond: Operand) -> Option<bool> {
        let cond = self.operand(state, cond);
        let negation = self.symbols.store.not(cond);
        [(cond, true), (negation, false)].into_iter().find_map(|(term, holds)| {
            let is_sure = self.solver.entails(&mut self.symbols.store, &state.path, term) == Some(true);
            is_sure.then_some(holds)
        })
    }

    /// Takes the edge into a block of the innermost call.
    fn look_into(&mut self, state: &mut State, to: BlockId) {
        let (function, from) = (state.top().function, state.top().block);
        let mut phis = Vec::new();
        for inst in &self.body(function).block(to).insts {
            let InstKind::Phi { incoming, .. } = &inst.kind else { break };
            let operand = incoming.iter().find(|entry| entry.0 == from).map(|entry| entry.1);
            if let (Some(operand), Some(result)) = (operand, inst.result()) {
                phis.push((result, self.operand(state, operand)));
            }
        }
        let frame = state.top_mut();
        (frame.block, frame.next) = (to, phis.len());
        for (result, value) in phis {
            frame.values[result.index()] = Some(value);
        }
    }
}
