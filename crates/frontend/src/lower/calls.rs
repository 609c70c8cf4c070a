//! Calls: who is called, and with which scalars.

use super::body::{BodyLowering, Vals};
use super::{CalleeKind, Lower, Symbol, Unsupported};
use crate::llvm::{TypeKind, Value, ValueKind};
use ir::{Arg, Callee, FloatKind, Inst, InstKind, Operand, Results, Scalar};

impl<'m> BodyLowering<'_, 'm> {
    pub(super) fn lower_call(&mut self, inst: Value<'m>) -> Lower<Vals> {
        let called = inst.called();
        match called.kind() {
            ValueKind::LLVMInlineAsmValueKind => return self.lower_asm(inst, called),
            ValueKind::LLVMFunctionValueKind => match self.context.callee_kind(called) {
                CalleeKind::Intrinsic | CalleeKind::LifetimeStart => {
                    return self.lower_intrinsic(inst, &called.name());
                }
                CalleeKind::ReturnsTwice | CalleeKind::Plain => {}
            },
            _ => {}
        }
        let callee = self.callee(called)?;
        let ty = inst.called_type();
        let fixed = ty.params().len() as u32;
        let without_body = match callee {
            Callee::Direct(id) => self.is_without_body(called, id),
            Callee::Indirect(_) => false,
        };
        let mut args = Vec::new();
        let mut fixed_scalars = None;
        for index in 0..inst.arg_count() {
            if index == fixed {
                fixed_scalars = Some(args.len() as u32);
            }
            self.lower_arg(inst, index, index >= fixed, without_body, &mut args)?;
        }
        let variadic_from = ty.is_variadic().then(|| fixed_scalars.unwrap_or(args.len() as u32));
        let scalars = self.context.flat(ty.result())?.scalars.clone();
        let results: Results = scalars.iter().map(|ty| self.body.add_value(*ty, None)).collect();
        let vals = results.iter().map(|id| Operand::Value(*id)).collect();
        let kind = InstKind::Call { callee, args, variadic_from };
        self.insts.push(Inst { results, kind, span: self.span });
        Ok(vals)
    }

    fn callee(&mut self, called: Value<'m>) -> Lower<Callee> {
        // The call of a function that is named needs no address: it may be a weak symbol.
        if let Some(Symbol::Function(id)) = self.context.symbols.get(&called) {
            return Ok(Callee::Direct(*id));
        }
        Ok(match self.val(called)? {
            Operand::Func(id) => Callee::Direct(id),
            pointer => Callee::Indirect(pointer),
        })
    }

    fn is_without_body(&self, called: Value<'m>, id: ir::FuncId) -> bool {
        match called.kind() {
            ValueKind::LLVMFunctionValueKind => called.is_declaration(),
            // An alias stands for a definition.
            _ => !self.context.symbols.iter().any(|(value, symbol)| {
                matches!(symbol, Symbol::Function(other) if *other == id) && !value.is_declaration()
            }),
        }
    }

    fn lower_arg(
        &mut self,
        call: Value<'m>,
        index: u32,
        variadic: bool,
        without_body: bool,
        args: &mut Vec<Arg>,
    ) -> Lower<()> {
        let value = call.operand(index);
        let ty = value.ty();
        if ty.kind() == TypeKind::LLVMMetadataTypeKind {
            return Err(Unsupported::new("a metadata argument"));
        }
        let vals = self.vals(value)?;
        if ty.kind() == TypeKind::LLVMPointerTypeKind {
            let by_value = match variadic || without_body {
                true => call.arg_by_value(index).map(|by_value| self.context.by_value(by_value)),
                false => None,
            };
            args.extend(vals.iter().map(|value| Arg { value: *value, ty: Scalar::Ptr, by_value }));
            return Ok(());
        }
        let vals = match variadic && ty.kind() == TypeKind::LLVMVectorTypeKind {
            true => self.packed(&vals)?,
            false => vals,
        };
        args.extend(vals.iter().map(|value| Arg { value: *value, ty: self.type_of(*value), by_value: None }));
        Ok(())
    }

    /// A vector as the scalars that fill its slots of the variadic arguments: floats where there is one of its
    /// width, because vectors travel in the registers of floats.
    fn packed(&mut self, vals: &[Operand]) -> Lower<Vals> {
        let Some(first) = vals.first() else { return Ok(Vals::new()) };
        let each = self.type_of(*first).bits(self.context.target);
        let total = each * vals.len() as u32;
        let slot = match total {
            32 => Scalar::Float(FloatKind::F32),
            64 => Scalar::Float(FloatKind::F64),
            128 => Scalar::Float(FloatKind::F128),
            bits => Scalar::Int(bits.min(128) as u8),
        };
        match total {
            0..=128 => self.reinterpret(vals, &[slot]),
            _ if total.is_multiple_of(128) => self.reinterpret(vals, &vec![slot; total as usize / 128]),
            _ => Err(Unsupported::new("a variadic argument of an odd vector type")),
        }
    }
}
