//! The variables of a function that count rounds of loops with loops or calls inside of them.
//!
//! A phi at the head of a loop *counts* if each round leaves it as it is or adds constants to it. Whether it matters how
//! many rounds there were so far is a question of what it is compared with: `i < 8` tells rounds apart, `i < argc` does
//! not.

use ir::bitset::BitSet;
use ir::{BinaryOp, Body, Inst, InstKind, Operand, ValueId};
use std::collections::{BTreeSet, HashMap};

/// A variable that counts rounds.
pub struct Counter {
    /// The phi.
    pub value: ValueId,
    /// What the function compares it with, or what becomes of it in a round.
    pub compared: Box<[Operand]>,
}

/// The counters of loops, which are given by their heads, with other loops or calls inside of them.
pub fn counters(body: &Body, loops: &[Option<BitSet>]) -> Box<[Counter]> {
    let mut made: HashMap<ValueId, &InstKind> = HashMap::new();
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        made.extend(inst.result().map(|result| (result, &inst.kind)));
    }
    let is_call = |inst: &Inst| matches!(inst.kind, InstKind::Call { .. });
    let contains_more = |head: usize, inside: &BitSet| {
        inside.iter().any(|block| {
            (block != head && loops[block].is_some()) || body.blocks[block].insts.iter().any(is_call)
        })
    };
    let heads =
        body.blocks.iter().enumerate().filter(|(number, _)| {
            loops[*number].as_ref().is_some_and(|inside| contains_more(*number, inside))
        });
    let phis = heads.flat_map(|(_, block)| &block.insts).filter_map(|inst| match &inst.kind {
        InstKind::Phi { incoming, .. } => inst.result().map(|result| (result, incoming)),
        _ => None,
    });
    let mut found = Vec::new();
    for (value, incoming) in phis {
        // What comes in from outside does not come from the phi itself.
        for (_, operand) in incoming {
            let (mut names, mut adds) = (BTreeSet::new(), false);
            if comes_from(&made, value, *operand, &mut names, &mut adds) && adds {
                names.insert(value);
                found.push(Counter { value, compared: compared(body, &names) });
            }
        }
    }
    found.into_boxed_slice()
}

/// Whether an operand is a phi, or that and constants, on all ways on which it comes about; `adds` says whether there
/// are constants on one.
fn comes_from(
    made: &HashMap<ValueId, &InstKind>,
    phi: ValueId,
    operand: Operand,
    seen: &mut BTreeSet<ValueId>,
    adds: &mut bool,
) -> bool {
    let Some(value) = operand.value() else { return false };
    if value == phi || !seen.insert(value) {
        return true;
    }
    match made.get(&value) {
        Some(InstKind::Binary {
            op: BinaryOp::Add | BinaryOp::Sub, lhs, rhs: Operand::Int { .. }, ..
        }) => {
            *adds = true;
            comes_from(made, phi, *lhs, seen, adds)
        }
        Some(InstKind::Phi { incoming, .. }) => {
            incoming.iter().all(|(_, operand)| comes_from(made, phi, *operand, seen, adds))
        }
        _ => false,
    }
}

/// What a function compares values with.
fn compared(body: &Body, values: &BTreeSet<ValueId>) -> Box<[Operand]> {
    let mut found = Vec::new();
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        if let InstKind::Compare { lhs, rhs, .. } = &inst.kind {
            for (one, other) in [(lhs, rhs), (rhs, lhs)] {
                if one.value().is_some_and(|value| values.contains(&value)) {
                    found.push(*other);
                }
            }
        }
    }
    found.into_boxed_slice()
}
