//! Checking the types of operands and results: the table at the top of [`super`].

use super::Checker;
use crate::{
    Arg, BinaryOp, Body, Callee, CastOp, InstKind, Intrinsic, Operand, Scalar, TerminatorKind, ValueId,
};
use std::collections::HashSet;

/// How many results an instruction has, and of which type.
enum Expected {
    None,
    One(Scalar),
    /// One result, whose type is checked together with the operands.
    OneOfOwnType,
    Any,
}

impl Checker<'_> {
    pub(super) fn typing(&mut self, body: &Body) {
        let scoped: HashSet<ValueId> = body
            .blocks
            .iter()
            .flat_map(|block| &block.insts)
            .filter(|inst| matches!(inst.kind, InstKind::Alloca { scoped: true, .. }))
            .filter_map(|inst| inst.result())
            .collect();
        for id in body.block_ids() {
            let block = body.block(id);
            self.block = Some(id);
            for (number, inst) in block.insts.iter().enumerate() {
                self.inst = Some(number);
                let first = inst.results.first().map(|result| body.value_type(*result));
                let expected = self.inst_kind(body, &scoped, &inst.kind, first);
                let results: Vec<Scalar> =
                    inst.results.iter().map(|result| body.value_type(*result)).collect();
                let fine = match expected {
                    Expected::None => results.is_empty(),
                    Expected::One(ty) => results == [ty],
                    Expected::OneOfOwnType => results.len() == 1,
                    Expected::Any => true,
                };
                self.check(fine, || "the number or type of the results is wrong".to_string());
            }
            self.inst = None;
            self.terminator(body, &block.terminator.kind);
        }
        self.block = None;
    }

    fn expect(&mut self, body: &Body, operand: Operand, what: &str, fine: impl FnOnce(Scalar) -> bool) {
        let ty = body.operand_type(operand);
        self.check(fine(ty), || format!("{what} has type {ty:?}"));
    }

    fn expect_type(&mut self, body: &Body, operand: Operand, what: &str, ty: Scalar) {
        self.expect(body, operand, what, |found| found == ty);
    }

    fn pointer(&mut self, body: &Body, operand: Operand, what: &str) {
        self.expect_type(body, operand, what, Scalar::Ptr);
    }

    fn whole_bytes(&mut self, ty: Scalar) {
        self.scalar(ty);
        let whole = ty.bytes(self.program.target) * 8 == ty.bits(self.program.target);
        self.check(whole, || "memory is accessed in whole bytes".to_string());
    }

    fn inst_kind(
        &mut self,
        body: &Body,
        scoped: &HashSet<ValueId>,
        kind: &InstKind,
        result: Option<Scalar>,
    ) -> Expected {
        let word = self.program.target.word();
        match kind {
            InstKind::Alloca { size, align, ty, .. } => {
                self.expect_type(body, *size, "the size", word);
                self.align(*align);
                self.type_id(*ty);
                Expected::One(Scalar::Ptr)
            }
            InstKind::ScopeBegin { slot } | InstKind::ScopeEnd { slot } => {
                self.check(scoped.contains(slot), || {
                    "the slot is not the result of a scoped alloca".to_string()
                });
                Expected::None
            }
            InstKind::StackSave => Expected::One(Scalar::Ptr),
            InstKind::Unwritten { ty, .. } => {
                self.scalar(*ty);
                Expected::One(*ty)
            }
            InstKind::StackRestore { token } => {
                self.pointer(body, *token, "the token");
                Expected::None
            }
            InstKind::VarIs { .. } | InstKind::VarEnd { .. } | InstKind::Trap => Expected::None,
            InstKind::Load { ty, ptr, align, .. } => {
                self.whole_bytes(*ty);
                self.align(*align);
                self.pointer(body, *ptr, "the address");
                Expected::One(*ty)
            }
            InstKind::Store { ty, value, ptr, align, .. } => {
                self.whole_bytes(*ty);
                self.align(*align);
                self.expect_type(body, *value, "the value", *ty);
                self.pointer(body, *ptr, "the address");
                Expected::None
            }
            InstKind::MemCopy { dst, src, len, .. } => {
                self.pointer(body, *dst, "the destination");
                self.pointer(body, *src, "the source");
                self.expect(body, *len, "the length", is_int);
                Expected::None
            }
            InstKind::MemSet { dst, byte, len } => {
                self.pointer(body, *dst, "the destination");
                self.expect_type(body, *byte, "the byte", Scalar::Int(8));
                self.expect(body, *len, "the length", is_int);
                Expected::None
            }
            InstKind::PtrAdd { base, offset, via } => {
                self.pointer(body, *base, "the base");
                self.expect_type(body, *offset, "the offset", word);
                self.type_id(*via);
                Expected::One(Scalar::Ptr)
            }
            InstKind::Binary { op, lhs, rhs, signed } => {
                let ty = body.operand_type(*lhs);
                let fine = if op.is_float() { is_float(ty) } else { is_int(ty) };
                self.check(fine, || format!("the left operand has type {ty:?}"));
                self.expect_type(body, *rhs, "the right operand", ty);
                let can_overflow =
                    matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl);
                self.check(!signed || can_overflow, || "this operation has no signed overflow".to_string());
                Expected::One(ty)
            }
            InstKind::Compare { lhs, rhs, .. } => {
                let ty = body.operand_type(*lhs);
                self.check(!is_float(ty), || "the left operand is a float".to_string());
                self.expect_type(body, *rhs, "the right operand", ty);
                Expected::One(Scalar::BOOL)
            }
            InstKind::FCompare { lhs, rhs, .. } => {
                let ty = body.operand_type(*lhs);
                self.check(is_float(ty), || "the left operand is not a float".to_string());
                self.expect_type(body, *rhs, "the right operand", ty);
                Expected::One(Scalar::BOOL)
            }
            InstKind::Cast { op, value } => {
                let from = body.operand_type(*value);
                if let Some(to) = result {
                    let fine = self.cast_is_fine(*op, from, to);
                    self.check(fine, || format!("cannot convert {from:?} to {to:?} like this"));
                }
                Expected::OneOfOwnType
            }
            InstKind::Select { cond, then, otherwise } => {
                self.expect_type(body, *cond, "the condition", Scalar::BOOL);
                let ty = body.operand_type(*then);
                self.expect_type(body, *otherwise, "the other value", ty);
                Expected::One(ty)
            }
            InstKind::Intrinsic { op, args } => self.intrinsic(body, *op, args),
            InstKind::Phi { incoming, .. } => {
                for (from, value) in incoming {
                    let ty = body.operand_type(*value);
                    self.check(result.is_none_or(|result| result == ty), || {
                        format!("the value from bb{} has type {ty:?}", from.0)
                    });
                }
                Expected::OneOfOwnType
            }
            InstKind::Call { callee, args, variadic_from } => {
                self.call(body, *callee, args, *variadic_from);
                Expected::Any
            }
            InstKind::VaStart { list } | InstKind::VaEnd { list } => {
                self.pointer(body, *list, "the list");
                Expected::None
            }
            InstKind::VaCopy { dst, src } => {
                self.pointer(body, *dst, "the destination");
                self.pointer(body, *src, "the source");
                Expected::None
            }
            InstKind::Unsupported { .. } => Expected::Any,
        }
    }

    fn call(&mut self, body: &Body, callee: Callee, args: &[Arg], variadic_from: Option<u32>) {
        let fixed = variadic_from.map_or(args.len(), |fixed| fixed as usize);
        self.check(fixed <= args.len(), || "there are fewer arguments than fixed ones".to_string());
        let defined = match callee {
            Callee::Indirect(pointer) => {
                self.pointer(body, pointer, "the callee");
                None
            }
            Callee::Direct(id) => {
                self.constant(Operand::Func(id));
                self.program.functions.get(id.index()).filter(|function| function.body.is_some())
            }
        };
        for (number, arg) in args.iter().enumerate() {
            self.scalar(arg.ty);
            self.by_value(arg.ty, arg.by_value);
            self.expect_type(body, arg.value, "an argument", arg.ty);
            let copies = defined.is_some_and(|function| number < function.params.len());
            self.check(!(copies && arg.by_value.is_some()), || {
                "the callee has a body and copies by-value parameters itself".to_string()
            });
        }
    }

    fn cast_is_fine(&self, op: CastOp, from: Scalar, to: Scalar) -> bool {
        let width = |ty: Scalar| ty.bits(self.program.target);
        match op {
            CastOp::Trunc => is_int(from) && is_int(to) && width(from) > width(to),
            CastOp::ZExt | CastOp::SExt => is_int(from) && is_int(to) && width(from) < width(to),
            CastOp::FpTrunc => is_float(from) && is_float(to) && width(from) > width(to),
            CastOp::FpExt => is_float(from) && is_float(to) && width(from) < width(to),
            CastOp::FpToUi | CastOp::FpToSi => is_float(from) && is_int(to),
            CastOp::UiToFp | CastOp::SiToFp => is_int(from) && is_float(to),
            CastOp::PtrToInt => from == Scalar::Ptr && is_int(to),
            CastOp::IntToPtr => is_int(from) && to == Scalar::Ptr,
            CastOp::Bitcast => width(from) == width(to),
        }
    }

    fn intrinsic(&mut self, body: &Body, op: Intrinsic, args: &[Operand]) -> Expected {
        use Intrinsic::*;
        let arity = match op {
            Ctlz | Cttz | Ctpop | Bswap | BitReverse | Abs | FNeg | FAbs | Sqrt | Floor | Ceil | Truncate
            | RoundEven | Round => 1,
            FunnelShl | FunnelShr | Fma => 3,
            _ => 2,
        };
        self.check(args.len() == arity, || format!("{arity} arguments are expected"));
        let Some(first) = args.first() else { return Expected::OneOfOwnType };
        let ty = body.operand_type(*first);
        let floats = matches!(
            op,
            FNeg | FAbs
                | CopySign
                | Sqrt
                | Floor
                | Ceil
                | Truncate
                | RoundEven
                | Round
                | Fma
                | FMin
                | FMax
                | IsFpClass
        );
        self.check(if floats { is_float(ty) } else { is_int(ty) }, || format!("an argument has type {ty:?}"));
        if op == IsFpClass {
            let constant = matches!(args.get(1), Some(Operand::Int { .. }));
            self.check(constant, || "the mask is not a constant".to_string());
            return Expected::One(Scalar::BOOL);
        }
        for arg in &args[1..] {
            self.expect_type(body, *arg, "an argument", ty);
        }
        match op {
            SAddOverflows | UAddOverflows | SSubOverflows | USubOverflows | SMulOverflows | UMulOverflows => {
                Expected::One(Scalar::BOOL)
            }
            _ => Expected::One(ty),
        }
    }

    fn terminator(&mut self, body: &Body, kind: &TerminatorKind) {
        match kind {
            TerminatorKind::Branch { cond, .. } => {
                self.expect_type(body, *cond, "the condition", Scalar::BOOL);
            }
            TerminatorKind::Switch { value, cases, .. } => {
                self.expect(body, *value, "the value", is_int);
                if let Scalar::Int(bits) = body.operand_type(*value) {
                    for (case, _) in cases {
                        self.constant(Operand::Int { bits, value: *case });
                    }
                }
            }
            TerminatorKind::Indirect { address, .. } => self.pointer(body, *address, "the address"),
            TerminatorKind::Return(values) => {
                let found: Vec<Scalar> = values.iter().map(|value| body.operand_type(*value)).collect();
                let expected = self.function.map(|function| function.results.as_slice()).unwrap_or_default();
                self.check(found == expected, || format!("returned are {found:?}, declared {expected:?}"));
            }
            TerminatorKind::Jump(_) | TerminatorKind::Unreachable => {}
        }
    }
}

fn is_int(ty: Scalar) -> bool {
    matches!(ty, Scalar::Int(_))
}

fn is_float(ty: Scalar) -> bool {
    matches!(ty, Scalar::Float(_))
}
