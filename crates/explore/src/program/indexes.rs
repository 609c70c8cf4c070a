//! Which arrays of addresses the variables of loops are indexes of, as far as the text tells.
//!
//! Elements of an array stay apart at the numbers of the loops' variables (`strategy/shape/borders.rs`). A variable that
//! counts the columns of a matrix says nothing about its rows.

use ir::{Body, GlobalId, InstKind, Operand, Scalar, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is indexed in a function, and by what.
#[derive(Default)]
pub struct Indexes {
    /// For each variable of a loop by which something is indexed the arrays of addresses, or of structures, among that:
    /// by their addresses.
    loops: FxHashMap<ValueId, Vec<Operand>>,
    /// The global variables by which such arrays are indexed: how many elements are in use.
    globals: Vec<GlobalId>,
}

impl Indexes {
    /// Computes them.
    pub fn new(body: &Body) -> Indexes {
        let insts = || body.blocks.iter().flat_map(|block| &block.insts);
        let made: FxHashMap<ValueId, &InstKind> =
            insts().filter_map(|inst| Some((inst.result()?, &inst.kind))).collect();
        let with_addresses = with_addresses(body);
        let mut found = Indexes::default();
        for inst in insts() {
            let InstKind::PtrAdd { base, offset: Operand::Value(offset), .. } = &inst.kind else { continue };
            let has_addresses = inst.result().is_some_and(|place| with_addresses.contains(&place));
            for variable in variables(&made, *offset) {
                match made.get(&variable) {
                    Some(InstKind::Load { ptr: Operand::Global { id, offset: 0 }, .. }) => {
                        found.globals.extend(has_addresses.then_some(*id));
                    }
                    Some(InstKind::Phi { .. }) => {
                        let arrays = found.loops.entry(variable).or_default();
                        if has_addresses && !arrays.contains(base) {
                            arrays.push(*base);
                        }
                    }
                    _ => {}
                }
            }
        }
        found.globals.sort_unstable();
        found.globals.dedup();
        found
    }

    /// The addresses of the arrays that a variable is an index of; none if it is no index.
    pub fn of(&self, variable: ValueId) -> Option<&[Operand]> {
        self.loops.get(&variable).map(|arrays| &arrays[..])
    }

    /// The global variables by which arrays of addresses are indexed.
    pub fn globals(&self) -> &[GlobalId] {
        &self.globals
    }
}

/// The places of the program at which other things than single numbers are read or written.
fn with_addresses(body: &Body) -> FxHashSet<ValueId> {
    let mut found = FxHashSet::default();
    for block in &body.blocks {
        for inst in &block.insts {
            let number_at = match &inst.kind {
                InstKind::Load { ptr, ty, .. } if *ty != Scalar::Ptr => ptr.value(),
                InstKind::Store { ptr, value, .. } if body.operand_type(*value) != Scalar::Ptr => ptr.value(),
                _ => None,
            };
            inst.kind.for_each_value(|value| {
                if Some(value) != number_at {
                    found.insert(value);
                }
            });
        }
        block.terminator.kind.for_each_value(|value| {
            found.insert(value);
        });
    }
    found
}

/// The variables of loops, and those in memory, that a number is computed from.
fn variables(made: &FxHashMap<ValueId, &InstKind>, number: ValueId) -> Vec<ValueId> {
    let mut seen = FxHashSet::default();
    let (mut found, mut work) = (Vec::new(), vec![number]);
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            continue;
        }
        match made.get(&value) {
            Some(InstKind::Phi { .. } | InstKind::Load { .. }) => found.push(value),
            Some(InstKind::Call { .. } | InstKind::PtrAdd { .. }) | None => {}
            Some(kind) => kind.for_each_value(|operand| work.push(operand)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::Program;

    #[test]
    fn columns_are_no_indexes_of_rows() {
        let text = "target 64
func @f(ptr %rows.0) -> ptr {
bb0:
  jump bb1
bb1:
  %i.1: i64 = phi [bb0: 0, bb1: %next.6]
  %j.2: i64 = phi [bb0: 0, bb1: %next.6]
  %row.3 = ptradd %rows.0, %i.1
  %at.4 = load ptr %row.3
  %cell.5 = ptradd %at.4, %j.2
  store i32 0, %cell.5
  %next.6: i64 = add %i.1, 8
  jump bb1
}
";
        let program: Program = text.parse().unwrap();
        let body = program.functions[0].body.as_ref().unwrap();
        let indexes = Indexes::new(body);
        let value = |index| ValueId::new(index);
        assert_eq!(indexes.of(value(1)), Some(&[Operand::Value(value(0))][..]));
        assert_eq!(indexes.of(value(2)), Some(&[][..]));
        assert_eq!(indexes.of(value(6)), None);
    }
}
