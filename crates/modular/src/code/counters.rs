//! Counters that nothing bounds: numbers that start as constants, go up and down by constants, and are never compared.
//!
//! Code that keeps a path in a local array relies on the height of a tree, not on a test, to stay inside of it. That
//! cannot be shown from types; it can be stated. So where such a counter is the index, the function is safe under the
//! precondition that it stays in bounds, and that what is read was written before.

use ir::{BinaryOp, Body, InstKind, Operand, TerminatorKind, ValueId};
use std::collections::HashSet;

/// Local arrays that are used by counting.
#[derive(Clone, Default, Debug)]
pub struct Paths {
    /// The arrays.
    pub slots: HashSet<ValueId>,
    /// The addresses in them that a counter without bounds gives.
    pub addresses: HashSet<ValueId>,
}

/// Finds the local arrays that are used by counting.
pub fn paths(body: &Body) -> Paths {
    let counters = unbounded(body);
    let mut paths = Paths::default();
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        if let InstKind::PtrAdd { base: Operand::Value(base), offset: Operand::Value(offset), .. } =
            &inst.kind
            && let (true, Some(slot), Some(result)) =
                (counters.contains(offset), slot(body, *base), inst.result())
        {
            paths.slots.insert(slot);
            paths.addresses.insert(result);
        }
    }
    paths
}

/// The local variable that an address is surely in.
fn slot(body: &Body, address: ValueId) -> Option<ValueId> {
    let mut insts = body.blocks.iter().flat_map(|block| &block.insts);
    let inst = insts.find(|inst| inst.result() == Some(address))?;
    match &inst.kind {
        InstKind::Alloca { .. } => Some(address),
        InstKind::PtrAdd { base: Operand::Value(base), offset: Operand::Int { .. }, .. } => slot(body, *base),
        _ => None,
    }
}

/// The values that are counters without bounds, or computed from one.
fn unbounded(body: &Body) -> HashSet<ValueId> {
    let mut families = Families::new(body.values.len());
    let mut spoiled: Vec<ValueId> = body.param_values().collect();
    let mut phis: Vec<ValueId> = Vec::new();
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        let Some(result) = inst.result() else {
            // Whoever is given a counter, or stores it, may bound it.
            if !matches!(inst.kind, InstKind::VarIs { .. }) {
                inst.kind.for_each_operand(|operand| spoiled.extend(operand.value()));
            }
            continue;
        };
        match &inst.kind {
            InstKind::Phi { incoming, .. } => {
                phis.push(result);
                for (_, operand) in incoming {
                    match operand {
                        Operand::Value(id) => families.join(result, *id),
                        Operand::Int { .. } | Operand::Undef(_) => {}
                        _ => spoiled.push(result),
                    }
                }
            }
            InstKind::Binary {
                op: BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl,
                lhs: lhs @ (Operand::Value(_) | Operand::Int { .. }),
                rhs: Operand::Int { .. },
                ..
            } => lhs.value().into_iter().for_each(|id| families.join(result, id)),
            InstKind::Cast { value: value @ (Operand::Value(_) | Operand::Int { .. }), .. } => {
                value.value().into_iter().for_each(|id| families.join(result, id));
            }
            // The offset of an address is what counters are for.
            InstKind::PtrAdd { base, .. } => {
                spoiled.push(result);
                spoiled.extend(base.value());
            }
            kind => {
                spoiled.push(result);
                kind.for_each_operand(|operand| spoiled.extend(operand.value()));
            }
        }
    }
    for block in &body.blocks {
        let kind = &block.terminator.kind;
        if !matches!(kind, TerminatorKind::Jump(_)) {
            kind.for_each_operand(|operand| spoiled.extend(operand.value()));
        }
    }
    let bad: HashSet<usize> = spoiled.into_iter().map(|id| families.head(id)).collect();
    let counting: HashSet<usize> = phis.into_iter().map(|id| families.head(id)).collect();
    let all = (0..body.values.len()).map(ValueId::new);
    all.filter(|id| counting.contains(&families.head(*id)) && !bad.contains(&families.head(*id))).collect()
}

/// Values that are computed from each other.
struct Families {
    parents: Vec<usize>,
}

impl Families {
    fn new(count: usize) -> Families {
        Families { parents: (0..count).collect() }
    }

    fn head(&self, id: ValueId) -> usize {
        let mut at = id.index();
        while self.parents[at] != at {
            at = self.parents[at];
        }
        at
    }

    fn join(&mut self, one: ValueId, other: ValueId) {
        let (one, other) = (self.head(one), self.head(other));
        self.parents[one] = other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counters(compare: &str) -> usize {
        let text = format!(
            "target 64\nfunc @f(i64 %n.0, i1 %more.1) {{\nbb0:\n  jump bb1\nbb1:\n  \
             %i.2: i64 = phi [bb0: 0, bb2: %j.3]\n  branch %more.1, bb2, bb3\nbb2:\n  \
             %j.3: i64 = add %i.2, 1\n{compare}  jump bb1\nbb3:\n  return\n}}\n"
        );
        let program: ir::Program = text.parse().unwrap();
        unbounded(program.functions[0].body.as_ref().unwrap()).len()
    }

    #[test]
    fn a_comparison_bounds_a_counter() {
        assert_eq!(counters(""), 2);
        assert_eq!(counters("  %c.4 = cmp slt %j.3, %n.0\n"), 0);
    }
}
