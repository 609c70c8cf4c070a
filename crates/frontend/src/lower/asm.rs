//! Inline assembly. Only an empty template has a known meaning: it is how C hides a value from the optimiser.

use super::body::{BodyLowering, Vals};
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
        // The number among the results of each output constraint; none for outputs to memory.
        let mut result_of = Vec::new();
        let (mut results, mut argument) = (0, 0);
        for constraint in constraints.split(',') {
            let constraint = constraint.trim_start_matches(['&', '%', '!']);
            if let Some(output) = constraint.strip_prefix('=') {
                match output.trim_start_matches('&').starts_with('*') {
                    true => {
                        result_of.push(None);
                        argument += 1;
                    }
                    false => {
                        result_of.push(Some(results));
                        results += 1;
                    }
                }
            } else if !constraint.starts_with('~') {
                if let Ok(number) = constraint.parse::<usize>() {
                    let place =
                        result_of.get(number).copied().flatten().and_then(|place| tied.get_mut(place));
                    match place {
                        Some(place) if argument < call.arg_count() => *place = Some(call.operand(argument)),
                        _ => return Err(Unsupported::new(format!("asm constraint {constraint}"))),
                    }
                }
                argument += 1;
            }
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
