//! Bounds that the conditions of a loop name: `while (i < 10)` → `i <= 10`.
//!
//! A counter that goes by one ends at the number that it is compared with, above or below.

use super::*;

/// The numbers that variables are compared with in a loop bound them.
pub(super) fn limits(body: &Body, it: &Loop, variables: &[Variable], texts: &mut Texts) {
    for block in &it.blocks {
        for inst in &body.block(*block).insts {
            let InstKind::Compare { lhs, rhs, .. } = &inst.kind else { continue };
            for (number, constant) in [(lhs, rhs), (rhs, lhs)] {
                let Some(var) = named(body, it, variables, *number) else { continue };
                if let Some(limit) = value_of(*constant, &var.ty) {
                    texts.of_cursor(format!("{} <= {limit}", var.name));
                    texts.of_cursor(format!("{} >= {limit}", var.name));
                }
            }
        }
    }
}

/// The variable of which an operand is the value in a pass of the loop.
fn named<'a>(body: &Body, it: &Loop, variables: &'a [Variable], operand: Operand) -> Option<&'a Variable> {
    let Operand::Value(value) = operand else { return None };
    let insts = it.blocks.iter().flat_map(|block| &body.block(*block).insts);
    let var = insts.filter(|inst| inst.result() == Some(value)).find_map(|inst| match inst.kind {
        InstKind::Phi { var, .. } => var,
        _ => None,
    })?;
    variables.iter().find(|it| it.moves && it.name == body.vars[var.index()].name)
}
