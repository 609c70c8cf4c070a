//! How blocks end.

use super::body::BodyLowering;
use super::{Lower, Unsupported};
use crate::llvm::{Block, Opcode, Value};
use ir::{BlockId, InstKind, Results, TerminatorKind};

impl<'m> BodyLowering<'_, 'm> {
    /// Lowers a terminator; instructions it needs are added before.
    pub(super) fn lower_terminator(&mut self, inst: Value<'m>) -> TerminatorKind {
        let emitted = self.insts.len();
        self.try_terminator(inst).unwrap_or_else(|unsupported| {
            self.insts.truncate(emitted);
            self.unsupported(unsupported, Results::new());
            TerminatorKind::Unreachable
        })
    }

    fn target(&self, block: Block<'m>) -> Lower<BlockId> {
        let id = self.plan.ids.get(&block).copied();
        id.ok_or_else(|| Unsupported::new("a jump to a block that is not lowered"))
    }

    fn try_terminator(&mut self, inst: Value<'m>) -> Lower<TerminatorKind> {
        match inst.opcode() {
            Some(Opcode::LLVMRet) => Ok(TerminatorKind::Return(match inst.operand_count() {
                0 => Default::default(),
                _ => self.vals(inst.operand(0))?,
            })),
            Some(Opcode::LLVMBr) => {
                let targets = inst.successors();
                match (inst.condition(), targets.as_slice()) {
                    (Some(cond), [then, otherwise]) => {
                        let cond = self.val(cond)?;
                        Ok(TerminatorKind::Branch {
                            cond,
                            then: self.target(*then)?,
                            otherwise: self.target(*otherwise)?,
                        })
                    }
                    (None, [target]) => Ok(TerminatorKind::Jump(self.target(*target)?)),
                    _ => Err(Unsupported::new("a branch of unknown form")),
                }
            }
            Some(Opcode::LLVMSwitch) => {
                let value = self.val(inst.operand(0))?;
                let targets = inst.successors();
                let default = self.target(targets[0])?;
                let mut cases = Vec::with_capacity(targets.len() - 1);
                for (index, target) in targets.iter().enumerate().skip(1) {
                    // Operands: the value, the default, then a constant and a block for each case.
                    let case = inst.operand(2 * index as u32).int_value();
                    cases.push((case, self.target(*target)?));
                }
                Ok(match cases.is_empty() {
                    true => TerminatorKind::Jump(default),
                    false => TerminatorKind::Switch { value, cases, default },
                })
            }
            Some(Opcode::LLVMIndirectBr) => {
                let address = self.val(inst.operand(0))?;
                let mut targets = Vec::new();
                for target in inst.successors() {
                    let target = self.target(target)?;
                    if !targets.contains(&target) {
                        targets.push(target);
                    }
                }
                Ok(TerminatorKind::Indirect { address, targets })
            }
            Some(Opcode::LLVMInvoke) => {
                // No exception is ever thrown here, so the call returns or does not.
                let known = self.body.values.len();
                let vals = self.lower_call(inst)?;
                self.define(inst, vals, known);
                Ok(TerminatorKind::Jump(self.target(inst.normal_destination())?))
            }
            Some(Opcode::LLVMUnreachable) => Ok(TerminatorKind::Unreachable),
            Some(Opcode::LLVMCallBr) => Err(Unsupported::new("asm goto")),
            Some(Opcode::LLVMResume) => Err(Unsupported::new("resuming an exception")),
            other => Err(Unsupported::new(format!("terminator {other:?}"))),
        }
    }

    /// Ends the program abnormally.
    pub(super) fn trap(&mut self) {
        self.effect(InstKind::Trap);
    }
}
