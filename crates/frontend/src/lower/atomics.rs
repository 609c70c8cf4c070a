//! Atomic instructions with their sequential meaning: there is one thread.

use super::body::{BodyLowering, Vals, int_bits, ones};
use super::memory::Access;
use super::{Lower, Unsupported};
use crate::llvm::Value;
use ir::{BinaryOp, CmpOp, Intrinsic, Operand};
use smallvec::smallvec;

impl<'m> BodyLowering<'_, 'm> {
    /// `atomicrmw`: load, operate, store; the result is the old value.
    pub(super) fn lower_rmw(&mut self, inst: Value<'m>) -> Lower<Vals> {
        let flat = self.context.flat(inst.ty())?;
        let ptr = self.val(inst.operand(0))?;
        let operand = self.val(inst.operand(1))?;
        let access = Access { align: inst.align(), volatile: inst.is_volatile() };
        let loaded = self.load(&flat, ptr, access)?;
        let [old] = loaded.as_slice() else { return Err(Unsupported::new("atomicrmw on a vector")) };
        let new = self.rmw_result(&inst.rmw_operation(), *old, operand)?;
        self.store(&flat, &[new], ptr, access)?;
        Ok(smallvec![*old])
    }

    fn rmw_result(&mut self, operation: &str, old: Operand, operand: Operand) -> Lower<Operand> {
        let ty = self.type_of(old);
        Ok(match operation {
            "xchg" => operand,
            "add" => self.binary(BinaryOp::Add, old, operand),
            "sub" => self.binary(BinaryOp::Sub, old, operand),
            "and" => self.binary(BinaryOp::And, old, operand),
            "or" => self.binary(BinaryOp::Or, old, operand),
            "xor" => self.binary(BinaryOp::Xor, old, operand),
            "nand" => {
                let and = self.binary(BinaryOp::And, old, operand);
                self.binary(BinaryOp::Xor, and, ones(int_bits(ty)?))
            }
            "max" => self.intrinsic2(Intrinsic::SMax, ty, old, operand),
            "min" => self.intrinsic2(Intrinsic::SMin, ty, old, operand),
            "umax" => self.intrinsic2(Intrinsic::UMax, ty, old, operand),
            "umin" => self.intrinsic2(Intrinsic::UMin, ty, old, operand),
            "fadd" => self.binary(BinaryOp::FAdd, old, operand),
            "fsub" => self.binary(BinaryOp::FSub, old, operand),
            "fmax" => self.intrinsic2(Intrinsic::FMax, ty, old, operand),
            "fmin" => self.intrinsic2(Intrinsic::FMin, ty, old, operand),
            other => return Err(Unsupported::new(format!("atomicrmw {other}"))),
        })
    }

    /// `cmpxchg`: load, compare, store the new or the old value; the results are the old value and whether it was
    /// the expected one.
    pub(super) fn lower_compare_exchange(&mut self, inst: Value<'m>) -> Lower<Vals> {
        let flat = self.context.flat(inst.operand(1).ty())?;
        let ptr = self.val(inst.operand(0))?;
        let expected = self.val(inst.operand(1))?;
        let new = self.val(inst.operand(2))?;
        let access = Access { align: inst.align(), volatile: inst.is_volatile() };
        let loaded = self.load(&flat, ptr, access)?;
        let [old] = loaded.as_slice() else { return Err(Unsupported::new("cmpxchg on a vector")) };
        let equal = self.compare(CmpOp::Eq, *old, expected);
        let stored = self.select(equal, new, *old);
        self.store(&flat, &[stored], ptr, access)?;
        Ok(smallvec![*old, equal])
    }
}
