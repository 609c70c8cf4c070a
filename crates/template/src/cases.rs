//! The cases that a program tells apart in a loop.
//!
//! An invariant of one form need not hold in all rounds, but in those of a *case*: `x` goes up by one below a limit and
//! by two beyond, a flag says which of two ways a counter goes. Cases are what the program itself decides by:
//! comparisons of a variable of the loop, or of a value that the loop does not change, with a constant, and their
//! opposites. What is found of a case is an implication, a *guarded* row of the paper.

use crate::encode::{Encoding, Head};
use crate::exec::compared;
use crate::rows::{Entity, Point, value};
use crate::value::Value;
use ir::{CmpOp, InstKind, Operand, Scalar, TerminatorKind, ValueId};
use logic::Term;

/// A comparison that holds, or does not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Case {
    /// The number that is compared.
    pub entity: Entity,
    op: CmpOp,
    constant: u128,
    /// Whether the comparison holds.
    holds: bool,
}

impl Case {
    /// That it is the case at a point; none where its number does not exist there.
    pub fn at(&self, encoding: &mut Encoding<'_>, point: &Point<'_>) -> Option<Term> {
        let Value::Number(number) = value(encoding, self.entity, point, None)? else { return None };
        let store = &mut encoding.store;
        let constant = store.num(store.width(number), self.constant);
        let holds = compared(store, self.op, number, constant);
        Some(if self.holds { holds } else { store.not(holds) })
    }

    /// That something holds in the case, in C, given the names of numbers.
    pub fn implies(&self, what: &str, name: impl Fn(Entity) -> Option<String>) -> Option<String> {
        let text = format!("{} {} {}", name(self.entity)?, self.op.symbol(), self.constant);
        Some(if self.holds { format!("(!({text}) || {what})") } else { format!("({text} || {what})") })
    }
}

/// The cases of a loop, as far as they come of so many comparisons, in the loop or elsewhere: a flag is asked behind it.
/// Those that a `switch` tells apart are equations.
pub fn cases(encoding: &Encoding<'_>, head: &Head, most: usize) -> Vec<Case> {
    let body = &encoding.flat.body;
    let entity = |id: ValueId| {
        if matches!(body.value_type(id), Scalar::Ptr) {
            return None;
        }
        let is_own = head.registers.iter().any(|(it, _)| *it == id);
        let is_outer = || matches!(head.outer[id.index()], Some(Value::Number(_)));
        is_own.then_some(Entity::Register(id)).or_else(|| is_outer().then_some(Entity::Outer(id)))
    };
    let mut found = Vec::new();
    for block in &body.blocks {
        let compared = block.insts.iter().filter_map(|inst| match &inst.kind {
            InstKind::Compare { op, lhs: Operand::Value(id), rhs: Operand::Int { value, .. } } => {
                Some((*id, *op, *value))
            }
            _ => None,
        });
        let chosen = match &block.terminator.kind {
            TerminatorKind::Switch { value: Operand::Value(id), cases, .. } => {
                cases.iter().map(|(value, _)| (*id, CmpOp::Eq, *value)).collect()
            }
            _ => Vec::new(),
        };
        for (id, op, constant) in compared.chain(chosen) {
            let case = entity(id).map(|entity| (entity, op, constant));
            found.extend(case.filter(|case| !found.contains(case)));
        }
    }
    let both = |(entity, op, constant)| [true, false].map(|holds| Case { entity, op, constant, holds });
    found.into_iter().take(most).flat_map(both).collect()
}
