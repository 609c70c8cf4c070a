//! Inline assembly. Only an empty template has a known meaning: it is how C hides a value from the optimiser.

use super::body::{BodyLowering, Vals};
use super::memory::Access;
use super::{Lower, Unsupported};
use crate::llvm::{TypeKind, Value};
use ir::Operand;

impl<'m> BodyLowering<'_, 'm> {
    pub(super) fn lower_asm(&mut self, call: Value<'m>, asm: Value<'m>) -> Lower<Vals> {
        let (template, constraints) = asm.inline_asm();
        if !template.trim().is_empty() {
            return Err(Unsupported::new(format!("asm \"{}\"", template.trim().escape_default())));
        }
        let outputs = output_types(call);
        let mut tied: Vec<Option<Value<'m>>> = vec![None; outputs.len()];
        let mut places = Vec::new();
        let (mut results, mut argument) = (0, 0);
        for constraint in constraints.split(',') {
            let constraint = constraint.trim_start_matches(['&', '%', '!']);
            if constraint.starts_with('~') {
                continue;
            }
            if let Some(output) = constraint.strip_prefix('=') {
                if !output.trim_start_matches('&').starts_with('*') {
                    places.push(Place::Result(results));
                    results += 1;
                    continue;
                }
                places.push(Place::Memory(operand(call, argument)?));
            } else if let Ok(number) = constraint.parse::<usize>() {
                let value = operand(call, argument)?;
                match places.get(number) {
                    Some(Place::Result(result)) if *result < tied.len() => tied[*result] = Some(value),
                    // The same memory in and out: it stays as it is.
                    Some(Place::Memory(address)) if *address == value => {}
                    Some(Place::Memory(address)) => self.tie_to_memory(*address, value)?,
                    _ => return Err(Unsupported::new(format!("asm constraint {constraint}"))),
                }
            }
            argument += 1;
        }
        let mut vals = Vals::new();
        for (ty, source) in outputs.into_iter().zip(tied) {
            let flat = self.context.flat(ty)?;
            match source {
                Some(source) => {
                    let from = self.vals(source)?;
                    if from.iter().map(|value| self.type_of(*value)).ne(flat.scalars.iter().copied()) {
                        return Err(Unsupported::new("asm that changes the type of a value"));
                    }
                    vals.extend(from);
                }
                None => vals.extend(flat.scalars.iter().map(|ty| Operand::Undef(*ty))),
            }
        }
        Ok(vals)
    }

    /// An output to memory starts, and with an empty template ends, with the value of its input.
    fn tie_to_memory(&mut self, address: Value<'m>, value: Value<'m>) -> Lower<()> {
        let ty = value.ty();
        let flat = self.context.flat(ty)?;
        let vals = self.vals(value)?;
        let ptr = self.val(address)?;
        let align = ty.abi_align(self.context.module);
        self.store(&flat, &vals, ptr, Access { align, volatile: false })
    }
}

/// Where an output of an asm statement goes.
enum Place<'m> {
    /// The result with this number.
    Result(usize),
    /// The memory at this address.
    Memory(Value<'m>),
}

fn operand<'m>(call: Value<'m>, index: u32) -> Lower<Value<'m>> {
    match index < call.arg_count() {
        true => Ok(call.operand(index)),
        false => Err(Unsupported::new("asm with too few operands")),
    }
}

/// The types of the outputs that are results.
fn output_types<'m>(call: Value<'m>) -> Vec<crate::llvm::Type<'m>> {
    let ty = call.ty();
    match ty.kind() {
        TypeKind::LLVMVoidTypeKind => Vec::new(),
        TypeKind::LLVMStructTypeKind => ty.fields(),
        _ => vec![ty],
    }
}
