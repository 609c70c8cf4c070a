//! Promises of structs, taken for granted of what others can reach.
//!
//! Whenever others have run, and when the function begins, all structs that others can reach keep what they promise
//! (`types/promises.rs`). So whoever reads a member that a promise is about knows the promise, as of then.
//!
//! Invariant: a promise is taken only of an address that is surely that of a struct of its type which others can reach.

use crate::exec::rooms::{LARGEST_OBJECT, bound_formula};
use crate::exec::scalars;
use crate::solver::solve::{Oracle, Said};
use crate::solver::term::{Field, Formula, Lin};
use crate::state::memory::{self, Place};
use crate::state::seen::Seen;
use crate::state::{Class, Entry, Operation, Origin, State};
use crate::types::layout::{Layouts, SpotKind, TargetId};
use crate::types::promises::{Promise, Says};
use ir::CmpOp;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Takes the promises of the struct that a place is in, where it is one of the members that they are about.
pub fn take(layouts: &Layouts<'_>, state: &mut State, place: &Place) {
    let owner = place.field.owner;
    let is_about = |promise: &Promise| promise.members().iter().any(|it| it.at == place.field.at);
    if !layouts.promises_of(owner).any(|(_, promise)| is_about(promise)) {
        return;
    }
    let base = state.resolve(place.base);
    let Some(since) = shared_since(layouts, state, owner, base) else { return };
    let mut times = vec![(0, 0)];
    for (index, entry) in state.log.iter().enumerate() {
        if let Entry::Havoc { generation, .. } = entry {
            times.push((*generation, index + 1));
        }
    }
    for (generation, end) in times.into_iter().filter(|(generation, _)| *generation >= since) {
        if state.promised.insert((owner, base, generation)).is_some() {
            continue;
        }
        for (_, promise) in layouts.promises_of(owner) {
            let value = |state: &mut State, seen: &Seen| member(layouts, state, (owner, base), seen, end);
            tell(layouts, state, promise, &value);
        }
    }
}

/// The generation from which on others can reach a struct; none where they may not.
fn shared_since(layouts: &Layouts<'_>, state: &State, owner: TargetId, base: Lin) -> Option<u32> {
    let sym = base.base?;
    let is_it = |target| u64::try_from(base.offset).is_ok_and(|at| layouts.contains(target, at, owner));
    if let Some(index) = state.block_of(base) {
        let block = &state.blocks[index];
        return block.published.filter(|_| block.target.is_some_and(is_it));
    }
    let info = state.info(sym);
    let (target, class) = info.valid?;
    let is_there = info.origin == Origin::Global || state.nonnull.contains(&sym);
    match class {
        Class::Shared(since) if is_there && is_it(target) => Some(since),
        _ => None,
    }
}

/// What a member of a struct held when the log had some length.
fn member(
    layouts: &Layouts<'_>,
    state: &mut State,
    (owner, base): (TargetId, Lin),
    seen: &Seen,
    end: usize,
) -> Option<Lin> {
    let place = place(layouts, owner, base, seen)?;
    let name = layouts.member_name(owner, place.field.at, place.size);
    let start = base.base.map_or(String::new(), |sym| state.info(sym).name.clone());
    let value = memory::load_before(layouts, state, &place, format!("{start}->{name}"), end);
    Some(state.resolve(value))
}

/// The place of a member that a promise is about.
pub fn place(layouts: &Layouts<'_>, owner: TargetId, base: Lin, seen: &Seen) -> Option<Place> {
    let Seen::Member(_, _, bytes) = seen else { return None };
    let spot = layouts.spot(owner, bytes.at as i64, bytes.size)?;
    let field = Field { owner, at: bytes.at };
    let is_plain = spot.owner == owner && matches!(spot.kind, SpotKind::Data | SpotKind::Link(_));
    is_plain.then_some(Place { base, field, size: bytes.size, kind: spot.kind })
}

/// Tells what is promised of some values.
fn tell(
    layouts: &Layouts<'_>,
    state: &mut State,
    promise: &Promise,
    value: &dyn Fn(&mut State, &Seen) -> Option<Lin>,
) {
    match &promise.says {
        Says::Room(room) => {
            let Some(pointer) = value(state, &room.pointer) else { return };
            let number = match &room.count.seen {
                None => Some(Lin::ZERO),
                Some(seen) => value(state, seen),
            };
            let Some(count) = number.and_then(|it| it.plus(room.count.plus)) else { return };
            state.rooms.push_back((pointer, count, room.each));
            if let Some(seen) = &room.count.seen
                && layouts.is_wide_or_signed(seen)
            {
                // No object has more elements, nor as many as a number without sign that would be negative.
                let limit = LARGEST_OBJECT / room.each.max(1) as i64;
                state.facts.push_back(Formula::less(Lin::constant(limit), count).negated());
                if let Some(number) = number.filter(|_| layouts.is_unsigned_member(seen)) {
                    state.facts.push_back(Formula::less(number, Lin::ZERO).negated());
                }
            }
        }
        _ => {
            if let Some(formula) = formula(layouts, state, promise, value) {
                state.assume(&formula);
            }
        }
    }
}

/// The candidates that can hold together: what more functions asked for first, then what is more specific.
///
/// Promises that contradict each other would make every path impossible, and so every check hold.
pub fn consistent(
    layouts: &Layouts<'_>,
    oracle: &Oracle<'_>,
    candidates: &BTreeMap<Promise, usize>,
) -> BTreeMap<Promise, usize> {
    let rank = |(promise, asked): &(&Promise, &usize)| {
        let kind = match &promise.says {
            Says::Room(_) | Says::Holds(_) => 0,
            Says::Bound(_) => 1,
            Says::Ordered { is_strict: true, .. } => 2,
            Says::Ordered { is_strict: false, .. } => 3,
        };
        (Reverse(**asked), kind)
    };
    let mut all: Vec<(&Promise, &usize)> = candidates.iter().collect();
    all.sort_by_key(rank);
    // One state for each struct: a symbol for each of its members.
    let mut states: BTreeMap<TargetId, State> = BTreeMap::new();
    let mut kept = BTreeMap::new();
    for (promise, asked) in all {
        let mut trial = states.get(&promise.owner).cloned().unwrap_or_default();
        if let Some(formula) = formula(layouts, &mut trial, promise, &any_member) {
            let is_possible = trial.assume(&formula);
            if !is_possible || oracle.ask(&trial, &Formula::Bool(true)) != Said::Possible {
                continue;
            }
        }
        states.insert(promise.owner, trial);
        kept.insert(promise.clone(), *asked);
    }
    kept
}

/// A member of a struct of which nothing is known: one symbol for each.
fn any_member(state: &mut State, seen: &Seen) -> Option<Lin> {
    let bytes = seen.bytes()?;
    let operands = vec![Lin::constant(bytes.at as i64), Lin::constant(bytes.size as i64)];
    Some(scalars::pure(state, Operation::Equal, operands, "a member").value())
}

/// The formula that a promise is about some values; none for memory behind a pointer.
pub fn formula(
    layouts: &Layouts<'_>,
    state: &mut State,
    promise: &Promise,
    value: &dyn Fn(&mut State, &Seen) -> Option<Lin>,
) -> Option<Formula> {
    match &promise.says {
        Says::Room(_) => None,
        Says::Holds(condition) => {
            let pointer = value(state, &condition.pointer)?;
            let mut parts = vec![Formula::differ(pointer, Lin::ZERO)];
            for guard in &condition.unless {
                let number = value(state, &guard.seen)?;
                parts.push(guard.order.formula(number, guard.constant));
            }
            Some(if parts.len() == 1 { parts.remove(0) } else { Formula::Or(parts) })
        }
        Says::Bound(guard) => {
            let number = value(state, &guard.seen)?;
            bound_formula(layouts.is_unsigned_member(&guard.seen), guard, number)
        }
        Says::Ordered { lesser, greater, is_strict } => {
            let (one, other) = (value(state, lesser)?, value(state, greater)?);
            match (layouts.is_unsigned_member(lesser), is_strict) {
                (true, true) => scalars::unsigned(CmpOp::Ult, one, other),
                (true, false) => scalars::unsigned(CmpOp::Ule, one, other),
                (false, true) => Some(Formula::less(one, other)),
                (false, false) => Some(Formula::less(other, one).negated()),
            }
        }
    }
}
