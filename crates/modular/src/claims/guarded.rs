//! Pointers at the heads of loops that are not null from the first round on.
//!
//! A loop that builds a list begins with a null pointer to its last node, and follows that pointer in all rounds but the first,
//! which it tells by a counter or by another pointer: `if (!head) head = new; else last->next = new;`. The relation
//! `head == NULL || last != NULL` holds whenever control arrives. Candidates are the pairs of what is null and what is null or
//! a constant at the first arrival; they are dropped as soon as one arrival does not keep them.

use crate::claims::Cut;
use crate::exec::Exec;
use crate::solver::term::{Formula, Lin};
use crate::state::{State, Value};
use ir::{BlockId, InstKind, Scalar, ValueId};
use std::collections::BTreeSet;

/// How many relations are claimed at one loop.
const MOST: usize = 12;

/// That a pointer is not null, unless another value is what it was at the start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Guarded {
    /// The pointer.
    pub pointer: ValueId,
    /// The other value.
    pub other: ValueId,
    /// What that was at the start; zero for null.
    pub start: i64,
}

impl Exec<'_, '_> {
    /// The candidates that the first arrival gives: it keeps all of them.
    pub fn first_guarded(&self, block: BlockId, state: &State) -> BTreeSet<Guarded> {
        let live: BTreeSet<ValueId> = self.context.live_at(block).into_iter().collect();
        let insts = self.context.body.block(block).insts.iter();
        let phis: Vec<(ValueId, Scalar, i64)> = insts
            .take_while(|inst| matches!(inst.kind, InstKind::Phi { .. }))
            .filter_map(|inst| inst.result().filter(|id| live.contains(id)))
            .filter_map(|id| {
                let value = state.simplest(word(state, id)?);
                Some((id, self.context.body.value_type(id), value.base.is_none().then_some(value.offset)?))
            })
            .collect();
        let is_null = |(_, ty, start): &&(ValueId, Scalar, i64)| *ty == Scalar::Ptr && *start == 0;
        let mut found = BTreeSet::new();
        for (pointer, ..) in phis.iter().filter(is_null) {
            for (other, _, start) in phis.iter().filter(|it| it.0 != *pointer) {
                found.insert(Guarded { pointer: *pointer, other: *other, start: *start });
            }
        }
        found.into_iter().take(MOST).collect()
    }

    /// Drops the relations that do not hold on arrival. Returns whether there were any.
    pub fn weaken_guarded(&self, state: &State, cut: &mut Cut) -> bool {
        let before = cut.guarded.len();
        cut.guarded.retain(|it| match formula(state, it).map(Formula::negated) {
            None => false,
            Some(Formula::Bool(is_broken)) => !is_broken,
            Some(broken) => self.context.oracle.refutes(state, &broken),
        });
        before != cut.guarded.len()
    }
}

/// Tells the relations that are claimed.
pub fn tell(state: &mut State, cut: &Cut) {
    for it in &cut.guarded {
        state.facts.extend(formula(state, it));
    }
}

fn formula(state: &State, it: &Guarded) -> Option<Formula> {
    let (pointer, other) = (state.simplest(word(state, it.pointer)?), state.simplest(word(state, it.other)?));
    let is_start = Formula::equal(other, Lin::constant(it.start));
    if state.surely_nonnull(pointer) || is_start == Formula::Bool(true) {
        return Some(Formula::Bool(true));
    }
    Some(match is_start {
        Formula::Bool(false) => Formula::differ(pointer, Lin::ZERO),
        is_start => Formula::Or(vec![Formula::differ(pointer, Lin::ZERO), is_start]),
    })
}

fn word(state: &State, id: ValueId) -> Option<Lin> {
    match state.env.get(&id) {
        Some(Value::Word(value)) => Some(state.resolve(*value)),
        _ => None,
    }
}
