//! Instructions and constant expressions by opcode: arithmetic, comparisons, casts, aggregates.
//!
//! Operations on vectors are the same operation on each element.

use super::body::{BodyLowering, Vals};
use super::{Lower, Unsupported, layout};
use crate::llvm::{IntPredicate, Opcode, RealPredicate, TypeKind, Value};
use ir::{BinaryOp, CastOp, CmpOp, FCmpOp, InstKind, Intrinsic, Operand, Scalar};
use smallvec::smallvec;

impl<'m> BodyLowering<'_, 'm> {
    /// Lowers an instruction (no phi, no terminator) or a constant expression to the scalars of its result.
    pub(super) fn lower_operation(&mut self, inst: Value<'m>) -> Lower<Vals> {
        use Opcode::*;
        let opcode = inst.opcode().ok_or_else(|| Unsupported::new("an operand of unknown kind"))?;
        if let Some(op) = binary_op(opcode) {
            let signed = matches!(opcode, LLVMAdd | LLVMSub | LLVMMul | LLVMShl) && inst.no_signed_wrap();
            return self.lanes2(inst, |this, lhs, rhs| Ok(this.binary_with(op, lhs, rhs, signed)));
        }
        if let Some(op) = cast_op(opcode) {
            return self.lower_cast(inst, op);
        }
        match opcode {
            LLVMFNeg => self.lanes1(inst, |this, value| Ok(this.intrinsic1(Intrinsic::FNeg, value))),
            LLVMICmp => {
                let op = compare_op(inst.int_predicate());
                self.lanes2(inst, |this, lhs, rhs| Ok(this.compare(op, lhs, rhs)))
            }
            LLVMFCmp => {
                let op = float_compare_op(inst.real_predicate());
                self.lanes2(inst, |this, lhs, rhs| {
                    Ok(this.emit(Scalar::BOOL, InstKind::FCompare { op, lhs, rhs }))
                })
            }
            LLVMSelect => self.lower_select(inst),
            LLVMFreeze | LLVMAddrSpaceCast => self.vals(inst.operand(0)),
            LLVMBitCast => self.lower_bitcast(inst),
            LLVMExtractValue => {
                let vals = self.vals(inst.operand(0))?;
                let (start, count) = self.member(inst)?;
                Ok(vals[start..start + count].iter().copied().collect())
            }
            LLVMInsertValue => {
                let mut vals = self.vals(inst.operand(0))?;
                let part = self.vals(inst.operand(1))?;
                let (start, _) = self.member(inst)?;
                vals[start..start + part.len()].copy_from_slice(&part);
                Ok(vals)
            }
            LLVMExtractElement => self.lower_extract_element(inst),
            LLVMInsertElement => self.lower_insert_element(inst),
            LLVMShuffleVector => self.lower_shuffle(inst),
            LLVMAlloca => self.lower_alloca(inst),
            LLVMLoad => self.lower_load(inst),
            LLVMStore => self.lower_store(inst),
            LLVMGetElementPtr => self.lower_gep(inst),
            LLVMAtomicRMW => self.lower_rmw(inst),
            LLVMAtomicCmpXchg => self.lower_compare_exchange(inst),
            // There is one thread.
            LLVMFence => Ok(Vals::new()),
            LLVMCall => self.lower_call(inst),
            LLVMVAArg => Err(Unsupported::new("va_arg instruction")),
            other => Err(Unsupported::new(format!("instruction {other:?}"))),
        }
    }

    /// Applies `f` to each element of the only operand.
    pub(super) fn lanes1(
        &mut self,
        inst: Value<'m>,
        mut f: impl FnMut(&mut Self, Operand) -> Lower<Operand>,
    ) -> Lower<Vals> {
        let vals = self.vals(inst.operand(0))?;
        vals.into_iter().map(|value| f(self, value)).collect()
    }

    /// Applies `f` to each pair of elements of the first two operands.
    pub(super) fn lanes2(
        &mut self,
        inst: Value<'m>,
        mut f: impl FnMut(&mut Self, Operand, Operand) -> Lower<Operand>,
    ) -> Lower<Vals> {
        let (left, right) = (self.vals(inst.operand(0))?, self.vals(inst.operand(1))?);
        if left.len() != right.len() {
            return Err(Unsupported::new("operands of different shape"));
        }
        left.into_iter().zip(right).map(|(left, right)| f(self, left, right)).collect()
    }

    pub(super) fn binary_with(&mut self, op: BinaryOp, lhs: Operand, rhs: Operand, signed: bool) -> Operand {
        self.emit(self.type_of(lhs), InstKind::Binary { op, lhs, rhs, signed })
    }

    pub(super) fn binary(&mut self, op: BinaryOp, lhs: Operand, rhs: Operand) -> Operand {
        self.binary_with(op, lhs, rhs, false)
    }

    pub(super) fn compare(&mut self, op: CmpOp, lhs: Operand, rhs: Operand) -> Operand {
        self.emit(Scalar::BOOL, InstKind::Compare { op, lhs, rhs })
    }

    pub(super) fn cast(&mut self, op: CastOp, value: Operand, to: Scalar) -> Operand {
        self.emit(to, InstKind::Cast { op, value })
    }

    pub(super) fn select(&mut self, cond: Operand, then: Operand, otherwise: Operand) -> Operand {
        self.emit(self.type_of(then), InstKind::Select { cond, then, otherwise })
    }

    /// A pure function of one argument with a result of the same type.
    pub(super) fn intrinsic1(&mut self, op: Intrinsic, value: Operand) -> Operand {
        self.emit(self.type_of(value), InstKind::Intrinsic { op, args: smallvec![value] })
    }

    /// A pure function of two arguments with a result of the given type.
    pub(super) fn intrinsic2(&mut self, op: Intrinsic, ty: Scalar, a: Operand, b: Operand) -> Operand {
        self.emit(ty, InstKind::Intrinsic { op, args: smallvec![a, b] })
    }

    /// An integer brought to another width.
    pub(super) fn resize(&mut self, value: Operand, bits: u8, signed: bool) -> Operand {
        if let Operand::Int { bits: from, value } = value {
            return Operand::int(
                bits,
                match signed {
                    true => super::constants::sign_extend(value, u32::from(from)) as u128,
                    false => value,
                },
            );
        }
        let to = Scalar::Int(bits);
        match self.type_of(value) {
            Scalar::Int(from) if from > bits => self.cast(CastOp::Trunc, value, to),
            Scalar::Int(from) if from < bits => {
                self.cast(if signed { CastOp::SExt } else { CastOp::ZExt }, value, to)
            }
            _ => value,
        }
    }

    fn lower_cast(&mut self, inst: Value<'m>, op: CastOp) -> Lower<Vals> {
        let flat = self.context.flat(inst.ty())?;
        let vals = self.vals(inst.operand(0))?;
        let pairs = vals.into_iter().zip(&flat.scalars);
        Ok(pairs.map(|(value, ty)| self.cast_scalar(op, value, *ty)).collect())
    }

    fn cast_scalar(&mut self, op: CastOp, value: Operand, to: Scalar) -> Operand {
        let Scalar::Int(word) = self.context.target.word() else { return value };
        match (op, to) {
            // Conversions between pointers and integers of another width are two steps.
            (CastOp::PtrToInt, Scalar::Int(bits)) if bits != word => {
                let address = self.cast(CastOp::PtrToInt, value, Scalar::Int(word));
                self.resize(address, bits, false)
            }
            (CastOp::IntToPtr, _) => {
                let address = self.resize(value, word, false);
                self.cast(CastOp::IntToPtr, address, to)
            }
            _ => self.cast(op, value, to),
        }
    }

    fn lower_select(&mut self, inst: Value<'m>) -> Lower<Vals> {
        let conds = self.vals(inst.operand(0))?;
        let (then, otherwise) = (self.vals(inst.operand(1))?, self.vals(inst.operand(2))?);
        let per_element = inst.operand(0).ty().kind() == TypeKind::LLVMVectorTypeKind;
        let cond = |index: usize| conds[if per_element { index } else { 0 }];
        let pairs = then.into_iter().zip(otherwise).enumerate();
        Ok(pairs.map(|(index, (then, otherwise))| self.select(cond(index), then, otherwise)).collect())
    }

    /// Which scalars of an aggregate an extractvalue or insertvalue means: the first and how many.
    fn member(&mut self, inst: Value<'m>) -> Lower<(usize, usize)> {
        let mut ty = inst.operand(0).ty();
        let mut start = 0;
        for &index in inst.value_indices() {
            match ty.kind() {
                TypeKind::LLVMStructTypeKind => {
                    let fields = ty.fields();
                    for field in &fields[..index as usize] {
                        start += self.context.flat(*field)?.scalars.len();
                    }
                    ty = fields[index as usize];
                }
                TypeKind::LLVMArrayTypeKind => {
                    ty = ty.sequence().0;
                    start += index as usize * self.context.flat(ty)?.scalars.len();
                }
                _ => return Err(Unsupported::new("a member of no aggregate")),
            }
        }
        Ok((start, self.context.flat(ty)?.scalars.len()))
    }

    /// The scalar type of an LLVM type.
    pub(super) fn scalar_type(&self, value: Value<'m>) -> Lower<Scalar> {
        layout::scalar(value.ty())
    }
}

fn binary_op(opcode: Opcode) -> Option<BinaryOp> {
    use Opcode::*;
    Some(match opcode {
        LLVMAdd => BinaryOp::Add,
        LLVMSub => BinaryOp::Sub,
        LLVMMul => BinaryOp::Mul,
        LLVMUDiv => BinaryOp::UDiv,
        LLVMSDiv => BinaryOp::SDiv,
        LLVMURem => BinaryOp::URem,
        LLVMSRem => BinaryOp::SRem,
        LLVMShl => BinaryOp::Shl,
        LLVMLShr => BinaryOp::LShr,
        LLVMAShr => BinaryOp::AShr,
        LLVMAnd => BinaryOp::And,
        LLVMOr => BinaryOp::Or,
        LLVMXor => BinaryOp::Xor,
        LLVMFAdd => BinaryOp::FAdd,
        LLVMFSub => BinaryOp::FSub,
        LLVMFMul => BinaryOp::FMul,
        LLVMFDiv => BinaryOp::FDiv,
        LLVMFRem => BinaryOp::FRem,
        _ => return None,
    })
}

fn cast_op(opcode: Opcode) -> Option<CastOp> {
    use Opcode::*;
    Some(match opcode {
        LLVMTrunc => CastOp::Trunc,
        LLVMZExt => CastOp::ZExt,
        LLVMSExt => CastOp::SExt,
        LLVMFPTrunc => CastOp::FpTrunc,
        LLVMFPExt => CastOp::FpExt,
        LLVMFPToUI => CastOp::FpToUi,
        LLVMFPToSI => CastOp::FpToSi,
        LLVMUIToFP => CastOp::UiToFp,
        LLVMSIToFP => CastOp::SiToFp,
        LLVMPtrToInt => CastOp::PtrToInt,
        LLVMIntToPtr => CastOp::IntToPtr,
        _ => return None,
    })
}

fn compare_op(predicate: IntPredicate) -> CmpOp {
    use IntPredicate::*;
    match predicate {
        LLVMIntEQ => CmpOp::Eq,
        LLVMIntNE => CmpOp::Ne,
        LLVMIntUGT => CmpOp::Ugt,
        LLVMIntUGE => CmpOp::Uge,
        LLVMIntULT => CmpOp::Ult,
        LLVMIntULE => CmpOp::Ule,
        LLVMIntSGT => CmpOp::Sgt,
        LLVMIntSGE => CmpOp::Sge,
        LLVMIntSLT => CmpOp::Slt,
        LLVMIntSLE => CmpOp::Sle,
    }
}

fn float_compare_op(predicate: RealPredicate) -> FCmpOp {
    use RealPredicate::*;
    match predicate {
        LLVMRealPredicateFalse => FCmpOp::False,
        LLVMRealOEQ => FCmpOp::Oeq,
        LLVMRealOGT => FCmpOp::Ogt,
        LLVMRealOGE => FCmpOp::Oge,
        LLVMRealOLT => FCmpOp::Olt,
        LLVMRealOLE => FCmpOp::Ole,
        LLVMRealONE => FCmpOp::One,
        LLVMRealORD => FCmpOp::Ord,
        LLVMRealUNO => FCmpOp::Uno,
        LLVMRealUEQ => FCmpOp::Ueq,
        LLVMRealUGT => FCmpOp::Ugt,
        LLVMRealUGE => FCmpOp::Uge,
        LLVMRealULT => FCmpOp::Ult,
        LLVMRealULE => FCmpOp::Ule,
        LLVMRealUNE => FCmpOp::Une,
        LLVMRealPredicateTrue => FCmpOp::True,
    }
}
