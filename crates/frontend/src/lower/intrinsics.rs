//! LLVM's intrinsic functions, by name.
//!
//! A name is `llvm.`, the stem, and the types it is overloaded on (`llvm.fshl.i32`). The stem decides; whatever is
//! not in these tables is `Unsupported` under its own name.

use super::body::{BodyLowering, Vals, float_kind, int_bits};
use super::{Lower, Unsupported};
use crate::llvm::{Value, ValueKind};
use ir::{
    Arg, BinaryOp, Callee, CastOp, CmpOp, FloatKind, Inst, InstKind, Intrinsic, Operand, Results, Scalar,
};
use smallvec::{SmallVec, smallvec};

impl<'m> BodyLowering<'_, 'm> {
    pub(super) fn lower_intrinsic(&mut self, call: Value<'m>, name: &str) -> Lower<Vals> {
        let stem = stem(name);
        if let Some(vals) = self.memory_intrinsic(call, stem)? {
            return Ok(vals);
        }
        if let Some((op, arity)) = pure(stem) {
            return self.lower_pure(call, op, arity);
        }
        if let Some((op, overflows)) = with_overflow(stem) {
            let (left, right) = (self.vals(call.operand(0))?, self.vals(call.operand(1))?);
            let mut results = Vals::new();
            for (left, right) in left.iter().zip(&right) {
                results.push(self.binary(op, *left, *right));
            }
            for (left, right) in left.iter().zip(&right) {
                results.push(self.intrinsic2(overflows, Scalar::BOOL, *left, *right));
            }
            return Ok(results);
        }
        if let Some(operation) = stem.strip_prefix("vector.reduce.") {
            return self.lower_reduction(call, operation, name);
        }
        if let Some((function, arity)) = library(stem) {
            return self.lower_library(call, function, arity);
        }
        match stem {
            // Hints and marks without effect.
            "assume"
            | "donothing"
            | "prefetch"
            | "sideeffect"
            | "experimental.noalias.scope.decl"
            | "invariant.end"
            | "var.annotation"
            | "pseudoprobe"
            | "codeview.annotation"
            | "clear_cache"
            | "dbg.declare"
            | "dbg.value"
            | "dbg.label"
            | "dbg.assign" => Ok(Vals::new()),
            "invariant.start" => Ok(smallvec![Operand::Null]),
            "expect"
            | "expect.with.probability"
            | "annotation"
            | "ptr.annotation"
            | "threadlocal.address"
            | "launder.invariant.group"
            | "strip.invariant.group"
            | "ssa.copy"
            | "arithmetic.fence" => self.vals(call.operand(0)),
            "trap" | "debugtrap" | "ubsantrap" => {
                self.trap();
                Ok(Vals::new())
            }
            "is.constant" => Ok(smallvec![Operand::int(1, u128::from(is_plain_constant(call.operand(0))))]),
            "abs" => self.lower_abs(call),
            "objectsize" => self.lower_object_size(call),
            "ptrmask" => self.lower_pointer_mask(call),
            "fmuladd" => {
                let product = self.lanes2(call, |this, a, b| Ok(this.binary(BinaryOp::FMul, a, b)))?;
                let addends = self.vals(call.operand(2))?;
                let pairs = product.into_iter().zip(addends);
                Ok(pairs.map(|(a, b)| self.binary(BinaryOp::FAdd, a, b)).collect())
            }
            "convert.from.fp16" => {
                let half = self.val(call.operand(0))?;
                let half = self.cast(CastOp::Bitcast, half, Scalar::Float(FloatKind::F16));
                let to = self.scalar_type(call)?;
                Ok(smallvec![self.cast(CastOp::FpExt, half, to)])
            }
            "convert.to.fp16" => {
                let value = self.val(call.operand(0))?;
                let half = self.cast(CastOp::FpTrunc, value, Scalar::Float(FloatKind::F16));
                Ok(smallvec![self.cast(CastOp::Bitcast, half, Scalar::Int(16))])
            }
            _ => Err(Unsupported::new(format!("intrinsic {name}"))),
        }
    }

    /// Intrinsics that work on memory and its lifetime.
    fn memory_intrinsic(&mut self, call: Value<'m>, stem: &str) -> Lower<Option<Vals>> {
        let kind = match stem {
            "memcpy" | "memcpy.inline" | "memmove" => InstKind::MemCopy {
                dst: self.val(call.operand(0))?,
                src: self.val(call.operand(1))?,
                len: self.val(call.operand(2))?,
                may_overlap: stem == "memmove",
            },
            "memset" | "memset.inline" => InstKind::MemSet {
                dst: self.val(call.operand(0))?,
                byte: self.val(call.operand(1))?,
                len: self.val(call.operand(2))?,
            },
            "lifetime.start" | "lifetime.end" => {
                let place = call.operand(1);
                let slot = self.scoped.contains(&place).then(|| self.val(place)).transpose()?;
                match slot.and_then(Operand::value) {
                    Some(slot) if stem == "lifetime.start" => InstKind::ScopeBegin { slot },
                    Some(slot) => InstKind::ScopeEnd { slot },
                    None => return Ok(Some(Vals::new())),
                }
            }
            "stacksave" => return Ok(Some(smallvec![self.emit(Scalar::Ptr, InstKind::StackSave)])),
            "stackrestore" => InstKind::StackRestore { token: self.val(call.operand(0))? },
            "va_start" => InstKind::VaStart { list: self.val(call.operand(0))? },
            "va_end" => InstKind::VaEnd { list: self.val(call.operand(0))? },
            "va_copy" => {
                InstKind::VaCopy { dst: self.val(call.operand(0))?, src: self.val(call.operand(1))? }
            }
            _ => return Ok(None),
        };
        self.effect(kind);
        Ok(Some(Vals::new()))
    }

    fn lower_pure(&mut self, call: Value<'m>, op: Intrinsic, arity: u32) -> Lower<Vals> {
        let flat = self.context.flat(call.ty())?;
        let mut lanes: Vec<SmallVec<[Operand; 2]>> = vec![SmallVec::new(); flat.scalars.len()];
        for index in 0..arity {
            let vals = self.vals(call.operand(index))?;
            for (lane, args) in lanes.iter_mut().enumerate() {
                // The mask of `is.fpclass` is the same for all elements.
                let value = vals.get(lane).or(vals.first());
                args.push(*value.ok_or_else(|| Unsupported::new("an intrinsic without operands"))?);
            }
        }
        let pairs = lanes.into_iter().zip(&flat.scalars);
        Ok(pairs.map(|(args, ty)| self.emit(*ty, InstKind::Intrinsic { op, args })).collect())
    }

    /// `abs`. C's functions have no result for the smallest number: where that is said, the number is negated as C does
    /// it, so that the overflow is one.
    fn lower_abs(&mut self, call: Value<'m>) -> Lower<Vals> {
        if self.val(call.operand(1))? != Operand::int(1, 1) {
            return self.lower_pure(call, Intrinsic::Abs, 1);
        }
        let numbers = self.vals(call.operand(0))?;
        let mut results = Vals::new();
        for number in numbers {
            let Scalar::Int(bits) = self.type_of(number) else {
                return Err(Unsupported::new("the absolute value of something else than an integer"));
            };
            let zero = Operand::int(bits, 0);
            let negated = self.binary_with(BinaryOp::Sub, zero, number, true);
            let is_negative = self.compare(CmpOp::Slt, number, zero);
            results.push(self.select(is_negative, negated, number));
        }
        Ok(results)
    }

    /// `vector.reduce.*`: one operation between all elements, from the first to the last.
    fn lower_reduction(&mut self, call: Value<'m>, operation: &str, name: &str) -> Lower<Vals> {
        let starts_with_value = matches!(operation, "fadd" | "fmul");
        let vals = self.vals(call.operand(u32::from(starts_with_value)))?;
        let mut vals = vals.into_iter();
        let first = match starts_with_value {
            true => Some(self.val(call.operand(0))?),
            false => vals.next(),
        };
        let mut sum = first.ok_or_else(|| Unsupported::new("a reduction of no elements"))?;
        for value in vals {
            let ty = self.type_of(sum);
            sum = match operation {
                "add" => self.binary(BinaryOp::Add, sum, value),
                "mul" => self.binary(BinaryOp::Mul, sum, value),
                "and" => self.binary(BinaryOp::And, sum, value),
                "or" => self.binary(BinaryOp::Or, sum, value),
                "xor" => self.binary(BinaryOp::Xor, sum, value),
                "fadd" => self.binary(BinaryOp::FAdd, sum, value),
                "fmul" => self.binary(BinaryOp::FMul, sum, value),
                "smax" => self.intrinsic2(Intrinsic::SMax, ty, sum, value),
                "smin" => self.intrinsic2(Intrinsic::SMin, ty, sum, value),
                "umax" => self.intrinsic2(Intrinsic::UMax, ty, sum, value),
                "umin" => self.intrinsic2(Intrinsic::UMin, ty, sum, value),
                "fmax" => self.intrinsic2(Intrinsic::FMax, ty, sum, value),
                "fmin" => self.intrinsic2(Intrinsic::FMin, ty, sum, value),
                _ => return Err(Unsupported::new(format!("intrinsic {name}"))),
            };
        }
        Ok(smallvec![sum])
    }

    /// An intrinsic that is a function of the C library: a call of it for each element.
    fn lower_library(&mut self, call: Value<'m>, function: &str, arity: u32) -> Lower<Vals> {
        let flat = self.context.flat(call.ty())?;
        let mut operands = Vec::new();
        for index in 0..arity {
            operands.push(self.vals(call.operand(index))?);
        }
        let mut results = Vals::new();
        for (lane, result) in flat.scalars.iter().enumerate() {
            let pick = |vals: &Vals| vals.get(lane).or(vals.first()).copied();
            let args: Option<Vals> = operands.iter().map(pick).collect();
            let args = args.ok_or_else(|| Unsupported::new("an intrinsic without operands"))?;
            let types: Vec<Scalar> = args.iter().map(|arg| self.type_of(*arg)).collect();
            let name = library_name(function, float_kind(types[0])?)?;
            let id = self.context.library_function(&name, &types, *result);
            let value = self.body.add_value(*result, None);
            let args =
                args.iter().zip(types).map(|(value, ty)| Arg { value: *value, ty, by_value: None }).collect();
            let kind = InstKind::Call { callee: Callee::Direct(id), args, variadic_from: None };
            let id: Results = smallvec![value];
            self.insts.push(Inst { results: id, kind, span: self.span });
            results.push(Operand::Value(value));
        }
        Ok(results)
    }

    /// `objectsize`: the value that says "unknown", as without optimisation.
    fn lower_object_size(&mut self, call: Value<'m>) -> Lower<Vals> {
        let bits = int_bits(self.scalar_type(call)?)?;
        let minimum = matches!(self.val(call.operand(1))?, Operand::Int { value: 1, .. });
        Ok(smallvec![if minimum { Operand::int(bits, 0) } else { Operand::int(bits, u128::MAX) }])
    }

    /// `ptrmask`: the pointer moved to its masked address, so that it still points to its object.
    fn lower_pointer_mask(&mut self, call: Value<'m>) -> Lower<Vals> {
        let word = self.context.target.word();
        let pointer = self.val(call.operand(0))?;
        let mask = self.val(call.operand(1))?;
        if self.type_of(mask) != word {
            return Err(Unsupported::new("a pointer mask of another width"));
        }
        let address = self.cast(CastOp::PtrToInt, pointer, word);
        let masked = self.binary(BinaryOp::And, address, mask);
        let offset = self.binary(BinaryOp::Sub, masked, address);
        Ok(smallvec![self.emit(Scalar::Ptr, InstKind::PtrAdd { base: pointer, offset, via: None })])
    }
}

/// The name without `llvm.` and without the types it is overloaded on.
fn stem(name: &str) -> &str {
    let mut stem = name.strip_prefix("llvm.").unwrap_or(name);
    while let Some((rest, last)) = stem.rsplit_once('.') {
        if !is_type(last) {
            break;
        }
        stem = rest;
    }
    stem
}

/// Whether a part of an intrinsic's name is a type: `i32`, `f64`, `p0`, `v4f32`, `f80`, `isVoid`.
fn is_type(part: &str) -> bool {
    let digits = |rest: &str| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(vector) = part.strip_prefix('v') {
        let element = vector.trim_start_matches(|c: char| c.is_ascii_digit());
        return element.len() < vector.len() && is_type(element);
    }
    match part.split_at_checked(1) {
        Some(("i" | "f" | "p", rest)) => digits(rest),
        _ => part == "bf16" || part.starts_with("sl_") || part.starts_with("s_"),
    }
}

/// Pure functions of scalars, with the number of operands that count.
fn pure(stem: &str) -> Option<(Intrinsic, u32)> {
    use Intrinsic::*;
    Some(match stem {
        "ctlz" => (Ctlz, 1),
        "cttz" => (Cttz, 1),
        "ctpop" => (Ctpop, 1),
        "bswap" => (Bswap, 1),
        "bitreverse" => (BitReverse, 1),
        "smin" => (SMin, 2),
        "smax" => (SMax, 2),
        "umin" => (UMin, 2),
        "umax" => (UMax, 2),
        "fshl" => (FunnelShl, 3),
        "fshr" => (FunnelShr, 3),
        "sadd.sat" => (SAddSat, 2),
        "uadd.sat" => (UAddSat, 2),
        "ssub.sat" => (SSubSat, 2),
        "usub.sat" => (USubSat, 2),
        "fabs" => (FAbs, 1),
        "copysign" => (CopySign, 2),
        "sqrt" => (Sqrt, 1),
        "floor" => (Floor, 1),
        "ceil" => (Ceil, 1),
        "trunc" => (Truncate, 1),
        "roundeven" => (RoundEven, 1),
        "round" => (Round, 1),
        "fma" => (Fma, 3),
        "minnum" => (FMin, 2),
        "maxnum" => (FMax, 2),
        "is.fpclass" => (IsFpClass, 2),
        _ => return None,
    })
}

/// Arithmetic that also tells whether it overflowed.
fn with_overflow(stem: &str) -> Option<(BinaryOp, Intrinsic)> {
    Some(match stem {
        "sadd.with.overflow" => (BinaryOp::Add, Intrinsic::SAddOverflows),
        "uadd.with.overflow" => (BinaryOp::Add, Intrinsic::UAddOverflows),
        "ssub.with.overflow" => (BinaryOp::Sub, Intrinsic::SSubOverflows),
        "usub.with.overflow" => (BinaryOp::Sub, Intrinsic::USubOverflows),
        "smul.with.overflow" => (BinaryOp::Mul, Intrinsic::SMulOverflows),
        "umul.with.overflow" => (BinaryOp::Mul, Intrinsic::UMulOverflows),
        _ => return None,
    })
}

/// Functions of the C library, by their name for `double`, with the number of operands.
fn library(stem: &str) -> Option<(&str, u32)> {
    match stem {
        "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "sinh" | "cosh" | "tanh" | "exp" | "exp2"
        | "exp10" | "log" | "log2" | "log10" | "rint" | "nearbyint" | "lround" | "llround" | "lrint"
        | "llrint" => Some((stem, 1)),
        "pow" | "ldexp" | "powi" => Some((stem, 2)),
        _ => None,
    }
}

/// The C library's name of a function for a floating-point format.
fn library_name(function: &str, kind: FloatKind) -> Lower<String> {
    if function == "powi" {
        // The compiler's support library has this one.
        let format = match kind {
            FloatKind::F32 => "sf",
            FloatKind::F64 => "df",
            FloatKind::X87 => "xf",
            FloatKind::F128 => "tf",
            FloatKind::F16 | FloatKind::BF16 => return Err(Unsupported::new("powi on half floats")),
        };
        return Ok(format!("__powi{format}2"));
    }
    let suffix = match kind {
        FloatKind::F32 => "f",
        FloatKind::F64 => "",
        FloatKind::X87 => "l",
        FloatKind::F128 => "f128",
        FloatKind::F16 | FloatKind::BF16 => {
            return Err(Unsupported::new(format!("{function} on half floats")));
        }
    };
    Ok(format!("{function}{suffix}"))
}

/// Whether a value is a constant that `__builtin_constant_p` accepts.
fn is_plain_constant(value: Value) -> bool {
    use ValueKind::*;
    value.is_constant()
        && !matches!(value.kind(), LLVMUndefValueValueKind | LLVMPoisonValueKind)
        && !matches!(value.kind(), LLVMGlobalVariableValueKind | LLVMFunctionValueKind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_lose_their_types_only() {
        assert_eq!(stem("llvm.memcpy.p0.p0.i64"), "memcpy");
        assert_eq!(stem("llvm.memcpy.inline.p0.p0.i64"), "memcpy.inline");
        assert_eq!(stem("llvm.sadd.with.overflow.i32"), "sadd.with.overflow");
        assert_eq!(stem("llvm.vector.reduce.add.v4i32"), "vector.reduce.add");
        assert_eq!(stem("llvm.exp2.f64"), "exp2");
        assert_eq!(stem("llvm.is.fpclass.f80"), "is.fpclass");
        assert_eq!(stem("llvm.convert.from.fp16.f32"), "convert.from.fp16");
        assert_eq!(stem("llvm.va_start.p0"), "va_start");
    }
}
