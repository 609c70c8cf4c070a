//! Numbers at the heads of loops that are less than others: what indexes need.
//!
//! A loop that counts compares its counter with a number or with a member of a struct. Such a comparison is a candidate for
//! what always holds when control arrives there: `i < n`, `i <= s->len`. Candidates that hold at the first arrival are
//! claimed, and dropped as soon as one arrival does not keep them. What is compared without sign may be less in that sense
//! only: of `i < n` with a large `n`, nothing is known with sign. A counter that runs down is not greater than what it begins
//! with.

use crate::claims::Cut;
use crate::code::context::Context;
use crate::exec::rooms::LARGEST_OBJECT;
use crate::exec::{Exec, texts};
use crate::solver::term::{Field, Formula, Lin};
use crate::state::memory::{self, Place};
use crate::state::{State, Value};
use crate::types::layout::SpotKind;
use ir::{BinaryOp, BlockId, CastOp, CmpOp, Inst, InstKind, Operand, Scalar, ValueId};
use std::collections::{BTreeMap, BTreeSet};

/// How many relations are claimed at one loop.
const MOST: usize = 16;

/// That a number is less than another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Ordered {
    /// The lesser one.
    pub lesser: Term,
    /// The greater one.
    pub greater: Term,
    /// Whether they differ.
    pub is_strict: bool,
    /// Whether both are numbers without sign. Of wide ones that no object is as large as, nothing is said then.
    pub is_unsigned: bool,
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
        for (lesser, greater, is_unsigned) in candidates(self.context, block) {
            let is_known = |it: &Ordered| it.lesser == lesser && it.greater == greater;
            if found.iter().any(is_known) {
                continue;
            }
            for is_strict in [true, false] {
                let order = Ordered { lesser, greater, is_strict, is_unsigned };
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

/// The parameters that relations are about: the loop may need them for nothing else.
pub fn params(context: &Context<'_>, cut: &Cut) -> BTreeSet<ValueId> {
    let terms = cut.orders.iter().flat_map(|it| [it.lesser, it.greater]);
    let value = |term| match term {
        Term::Value(id) => Some(id).filter(|id| id.index() < context.body.params),
        Term::Member(..) | Term::End(_) => None,
    };
    terms.filter_map(value).collect()
}

fn formula(context: &Context<'_>, state: &mut State, order: &Ordered) -> Option<Formula> {
    let (lesser, greater) = (number(context, state, order.lesser)?, number(context, state, order.greater)?);
    let is_less = match order.is_strict {
        true => Formula::less(lesser, greater),
        false => Formula::less(greater, lesser).negated(),
    };
    if !order.is_unsigned {
        return Some(is_less);
    }
    let is_large = |value: Lin| Formula::less(value, Lin::ZERO);
    let is_small = is_large(lesser).negated();
    // No object has so many elements.
    if bits(context, order.greater) == 64 {
        let beyond = Formula::less(Lin::constant(LARGEST_OBJECT), greater);
        return Some(Formula::Or(vec![is_large(greater), beyond, Formula::And(vec![is_small, is_less])]));
    }
    // A number without sign that would be negative is greater than all that would not.
    Some(Formula::Or(vec![
        Formula::And(vec![is_small.clone(), is_large(greater)]),
        Formula::And(vec![is_less, Formula::Or(vec![is_small, is_large(greater)])]),
    ]))
}

/// How many bits a number has.
fn bits(context: &Context<'_>, term: Term) -> u32 {
    match term {
        Term::Value(id) => context.body.value_type(id).bits(context.program.target),
        Term::Member(_, _, bytes) => 8 * bytes as u32,
        Term::End(_) => 64,
    }
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

/// The pairs that the function compares, as far as they are known where the loop begins, and whether they are compared without
/// sign, too.
pub fn candidates(context: &Context<'_>, block: BlockId) -> BTreeSet<(Term, Term, bool)> {
    let live: BTreeSet<ValueId> = context.live_at(block).into_iter().collect();
    let mut found = BTreeSet::new();
    let phis: BTreeMap<ValueId, Vec<Operand>> = counters(context, block);
    let compares: BTreeSet<ValueId> = context.compares.keys().copied().collect();
    for (op, lhs, rhs) in compares.iter().filter_map(|id| context.compares.get(id)) {
        let (one, other) = (term(context, &live, *lhs), term(context, &live, *rhs));
        if let (Some(one), Some(other)) = (one, other)
            && one != other
        {
            found.extend([(one, other, false), (other, one, false)]);
            // The bound of a counter stays as it is in the loop.
            let is_counter = |it: Term| matches!(it, Term::Value(id) if phis.contains_key(&id));
            match op {
                CmpOp::Ult | CmpOp::Ule if is_counter(one) => _ = found.insert((one, other, true)),
                CmpOp::Ugt | CmpOp::Uge if is_counter(other) => _ = found.insert((other, one, true)),
                _ => {}
            }
        }
    }
    for (phi, begins) in &phis {
        for begin in begins.iter().filter_map(|it| term(context, &live, *it)) {
            if begin != Term::Value(*phi) {
                found.extend([false, true].map(|is_unsigned| (Term::Value(*phi), begin, is_unsigned)));
            }
        }
    }
    for inst in context.body.blocks.iter().flat_map(|block| &block.insts) {
        if let InstKind::PtrAdd { base: Operand::Value(base), offset, .. } = &inst.kind
            && (live.contains(base) || base.index() < context.body.params)
            && let Some(index @ Term::Value(_)) = term(context, &live, *offset)
        {
            found.insert((index, Term::End(*base), false));
        }
    }
    found
}

/// The numbers that change in a loop, with what they begin with and go on with.
fn counters(context: &Context<'_>, block: BlockId) -> BTreeMap<ValueId, Vec<Operand>> {
    let number = |inst: &Inst| match &inst.kind {
        InstKind::Phi { incoming, .. } => {
            let result = inst.result()?;
            let is_number = matches!(context.body.value_type(result), Scalar::Int(8..=64));
            is_number.then(|| (result, incoming.iter().map(|(_, operand)| *operand).collect()))
        }
        _ => None,
    };
    context.body.block(block).insts.iter().filter_map(number).collect()
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
