//! Numbers at the heads of loops that are less than others: what indexes need.
//!
//! A loop that counts compares its counter with a number or with a member of a struct. Such a comparison is a candidate for
//! what always holds when control arrives there: `i < n`, `i <= s->len`. Candidates that hold at the first arrival are
//! claimed, and dropped as soon as one arrival does not keep them.

use crate::claims::Cut;
use crate::code::context::Context;
use crate::exec::{Exec, texts};
use crate::solver::term::{Field, Formula, Lin};
use crate::state::memory::{self, Place};
use crate::state::{State, Value};
use crate::types::layout::SpotKind;
use ir::{BinaryOp, BlockId, CastOp, InstKind, Operand, Scalar, ValueId};
use std::collections::BTreeSet;

/// How many relations are claimed at one loop.
const MOST: usize = 16;

/// That a number is less than another one, with sign.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Ordered {
    /// The lesser one.
    pub lesser: Term,
    /// The greater one.
    pub greater: Term,
    /// Whether they differ.
    pub is_strict: bool,
}

/// A number that is known where a loop begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Term {
    /// A value.
    Value(ValueId),
    /// A member of the struct that a value points to, and its size.
    Member(ValueId, Field, u64),
    /// Where the string that a value points to holds a zero.
    End(ValueId),
}

impl Exec<'_, '_> {
    /// The relations that hold when control arrives for the first time.
    pub fn first_orders(&self, block: BlockId, state: &mut State) -> BTreeSet<Ordered> {
        let mut found: BTreeSet<Ordered> = BTreeSet::new();
        for (lesser, greater) in candidates(self.context, block) {
            for is_strict in [true, false] {
                let order = Ordered { lesser, greater, is_strict };
                if found.len() < MOST && self.holds(state, &order) {
                    found.insert(order);
                    break;
                }
            }
        }
        found
    }

    /// Drops the relations that do not hold on arrival. Returns whether there were any.
    pub fn weaken_orders(&self, state: &mut State, cut: &mut Cut) -> bool {
        let broken: Vec<Ordered> = cut.orders.iter().copied().filter(|it| !self.holds(state, it)).collect();
        for order in &broken {
            cut.orders.remove(order);
            // What is no longer less may still be equal.
            let weaker = Ordered { is_strict: false, ..*order };
            if order.is_strict && self.holds(state, &weaker) {
                cut.orders.insert(weaker);
            }
        }
        !broken.is_empty()
    }

    fn holds(&self, state: &mut State, order: &Ordered) -> bool {
        let Some(formula) = formula(self.context, state, order) else { return false };
        match formula.negated() {
            Formula::Bool(is_broken) => !is_broken,
            broken => self.context.oracle.refutes(state, &broken),
        }
    }
}

/// Tells the relations that are claimed.
pub fn tell(context: &Context<'_>, state: &mut State, cut: &Cut) {
    for order in &cut.orders {
        if let Some(formula) = formula(context, state, order) {
            state.facts.push_back(formula);
        }
    }
}

fn formula(context: &Context<'_>, state: &mut State, order: &Ordered) -> Option<Formula> {
    let (lesser, greater) = (number(context, state, order.lesser)?, number(context, state, order.greater)?);
    Some(match order.is_strict {
        true => Formula::less(lesser, greater),
        false => Formula::less(greater, lesser).negated(),
    })
}

/// What a number is now.
pub fn number(context: &Context<'_>, state: &mut State, term: Term) -> Option<Lin> {
    let word = |state: &State, id: ValueId| match state.env.get(&id) {
        Some(Value::Word(value)) => Some(state.resolve(*value)),
        _ => None,
    };
    match term {
        Term::Value(id) => word(state, id),
        Term::End(pointer) => texts::end(context.layouts, state, word(state, pointer)?.symbol()?),
        Term::Member(pointer, field, size) => {
            let base = word(state, pointer)?;
            let place = Place { base, field, size, kind: SpotKind::Data };
            let name = context.layouts.member_name(field.owner, field.at, size);
            let value = memory::load(context.layouts, state, &place, name);
            Some(state.resolve(value))
        }
    }
}

/// The pairs that the function compares, as far as they are known where the loop begins.
pub fn candidates(context: &Context<'_>, block: BlockId) -> BTreeSet<(Term, Term)> {
    let live: BTreeSet<ValueId> = context.live_at(block).into_iter().collect();
    let mut found = BTreeSet::new();
    let compares: BTreeSet<ValueId> = context.compares.keys().copied().collect();
    for (_, lhs, rhs) in compares.iter().filter_map(|id| context.compares.get(id)) {
        let (one, other) = (term(context, &live, *lhs), term(context, &live, *rhs));
        if let (Some(one), Some(other)) = (one, other)
            && one != other
        {
            found.insert((one, other));
            found.insert((other, one));
        }
    }
    for inst in context.body.blocks.iter().flat_map(|block| &block.insts) {
        if let InstKind::PtrAdd { base: Operand::Value(base), offset, .. } = &inst.kind
            && (live.contains(base) || base.index() < context.body.params)
            && let Some(index @ Term::Value(_)) = term(context, &live, *offset)
        {
            found.insert((index, Term::End(*base)));
        }
    }
    found
}

/// A number that an operand is made from by adding a constant or converting it.
fn term(context: &Context<'_>, live: &BTreeSet<ValueId>, operand: Operand) -> Option<Term> {
    let id = operand.value()?;
    let is_number = matches!(context.body.value_type(id), Scalar::Int(8..=64));
    if live.contains(&id) || id.index() < context.body.params {
        return is_number.then_some(Term::Value(id));
    }
    match &context.definition(id)?.kind {
        InstKind::Binary { op: BinaryOp::Add | BinaryOp::Sub, lhs, rhs: Operand::Int { .. }, .. } => {
            term(context, live, *lhs)
        }
        InstKind::Cast { op: CastOp::SExt | CastOp::ZExt, value, .. } => term(context, live, *value),
        InstKind::Load { ty: ty @ Scalar::Int(8..=64), ptr: Operand::Value(at), .. } => {
            let InstKind::PtrAdd { base, offset: Operand::Int { value, .. }, via: Some(via) } =
                &context.definition(*at)?.kind
            else {
                return None;
            };
            let (pointer, target) = (base.value()?, context.layouts.object_target(*via)?);
            let size = u64::from(ty.bytes(context.program.target));
            let spot = context.layouts.spot(target, *value as i64, size)?;
            let is_plain = spot.owner == target && spot.kind == SpotKind::Data && live.contains(&pointer);
            is_plain.then_some(Term::Member(pointer, Field { owner: target, at: spot.at }, size))
        }
        _ => None,
    }
}
