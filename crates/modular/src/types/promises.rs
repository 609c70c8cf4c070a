//! What structs promise of themselves: relations between their members that all functions keep.
//!
//! A type says that `buffer` is a pointer and `capacity` a number. That `buffer` has `capacity` elements is in no type, but
//! every function that indexes the buffer relies on it. Such a relation is a *promise* of the struct. Candidates come from
//! what functions would have to ask their callers for, and from the numbers beside a pointer that is indexed. They are taken
//! for granted together, of every struct that others can reach, and checked wherever others look at a struct that was
//! written; those that functions break are dropped, and the rest is tried again (Flanagan and Leino's Houdini). A promise
//! that most functions rely on and few break is kept: who breaks it is told.
//!
//! Invariant: a promise is kept only if some function establishes it with members that it wrote itself, so that promises
//! never contradict each other; and whoever is not shown to keep one is not safe.

use crate::report::Require;
use crate::solver::term::{Formula, Lin};
use crate::state::room::{Amount, Room};
use crate::state::seen::{Bytes, Condition, Guard, Order, Seen};
use crate::types::layout::{Layouts, SpotKind, TargetId};
use ir::types::{Encoding, TypeKind};
use ir::{BinaryOp, InstKind, Operand, Program, ValueId};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// How many numbers of a struct are searched for relations between them.
const MOST_NUMBERS: usize = 8;

/// A promise of a struct. In what it says, the struct is the first parameter.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Promise {
    /// The struct.
    pub owner: TargetId,
    /// What it promises.
    pub says: Says,
}

/// What a struct promises.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Says {
    /// So many elements are behind a pointer.
    Room(Room),
    /// A pointer is not null, unless a guard holds.
    Holds(Condition),
    /// A number is in a bound.
    Bound(Guard),
    /// One number is at most another one, or less.
    Ordered {
        /// The lesser one.
        lesser: Seen,
        /// The greater one.
        greater: Seen,
        /// Whether they differ.
        is_strict: bool,
    },
}

impl Promise {
    /// The members that the promise is about, as paths.
    pub fn seen(&self) -> Vec<&Seen> {
        match &self.says {
            Says::Room(room) => [&room.pointer].into_iter().chain(&room.count.seen).collect(),
            Says::Holds(condition) => {
                condition.unless.iter().map(|guard| &guard.seen).chain([&condition.pointer]).collect()
            }
            Says::Bound(guard) => vec![&guard.seen],
            Says::Ordered { lesser, greater, .. } => vec![lesser, greater],
        }
    }

    /// The members that the promise is about.
    pub fn members(&self) -> Vec<Bytes> {
        self.seen().into_iter().filter_map(Seen::bytes).collect()
    }

    /// The same order, turned around.
    pub fn reversed(&self) -> Option<Promise> {
        let Says::Ordered { lesser, greater, is_strict } = &self.says else { return None };
        let says = Says::Ordered { lesser: greater.clone(), greater: lesser.clone(), is_strict: *is_strict };
        Some(Promise { owner: self.owner, says })
    }

    /// Whether a struct of zeros keeps the promise.
    pub fn allows_zeros(&self) -> bool {
        let holds = |guard: &Guard| guard.order.formula(Lin::ZERO, guard.constant) == Formula::Bool(true);
        match &self.says {
            Says::Room(room) => room.count.plus <= 0,
            Says::Holds(condition) => condition.unless.iter().any(holds),
            Says::Bound(guard) => holds(guard),
            Says::Ordered { is_strict, .. } => !is_strict,
        }
    }

    /// The C expression, for a struct that something points to.
    pub fn text(&self, program: &Program, layouts: &Layouts<'_>, base: &str) -> String {
        let base = |_: usize| base.to_string();
        match &self.says {
            Says::Room(room) => room.text(program, layouts, &base),
            Says::Holds(condition) => condition.text(program, layouts, &base),
            Says::Bound(guard) => guard.text(program, layouts, &base),
            Says::Ordered { lesser, greater, is_strict } => {
                let order = if *is_strict { "<" } else { "<=" };
                let [lesser, greater] = [lesser, greater].map(|it| it.text(program, layouts, &base));
                format!("{lesser} {order} {greater}")
            }
        }
    }

    /// The promise that would make a precondition superfluous: one that speaks of the members of one struct.
    fn of_require(layouts: &Layouts<'_>, require: &Require) -> Option<Promise> {
        let mut found: Option<(Seen, TargetId)> = None;
        let mut own = |seen: &Seen| {
            let Seen::Member(base, target, bytes) = seen else { return None };
            let around = (Seen::clone(base), *target);
            if *found.get_or_insert_with(|| around.clone()) != around || !is_plain(layouts, *target, *bytes) {
                return None;
            }
            Some(member(*target, *bytes))
        };
        let says = match require {
            Require::Room(room) => {
                let count = match &room.count.seen {
                    Some(seen) => Some(own(seen)?),
                    None => None,
                };
                let count = Amount { seen: count, plus: room.count.plus };
                Says::Room(Room { pointer: own(&room.pointer)?, count, each: room.each })
            }
            Require::Holds(condition) => {
                let guard = |guard: &Guard| Some(Guard { seen: own(&guard.seen)?, ..guard.clone() });
                let unless = condition.unless.iter().map(guard).collect::<Option<_>>()?;
                Says::Holds(Condition { pointer: own(&condition.pointer)?, unless })
            }
            Require::Bound(guard) => Says::Bound(Guard { seen: own(&guard.seen)?, ..guard.clone() }),
            Require::NonNull(_)
            | Require::String(..)
            | Require::Header(_)
            | Require::Chain(_)
            | Require::Text(_)
            | Require::Callee(_) => return None,
        };
        let (_, owner) = found?;
        // A list ends somewhere.
        let links_on = |bytes: Bytes| {
            let spot = layouts.spot(owner, bytes.at as i64, bytes.size);
            spot.is_some_and(|spot| spot.kind == SpotKind::Link(owner))
        };
        let is_endless = match &says {
            Says::Holds(Condition { pointer, unless }) if unless.is_empty() => {
                pointer.bytes().is_some_and(links_on)
            }
            _ => false,
        };
        (!is_endless).then_some(Promise { owner, says })
    }
}

/// A member of the struct that promises.
fn member(owner: TargetId, bytes: Bytes) -> Seen {
    Seen::Member(Arc::new(Seen::Param(0)), owner, bytes)
}

/// Whether a member is one of the struct itself, and no part of a union.
fn is_plain(layouts: &Layouts<'_>, target: TargetId, Bytes { at, size }: Bytes) -> bool {
    let is_record = layouts.get(target).is_record;
    let spot = layouts.spot(target, at as i64, size);
    is_record
        && layouts.scalar_at(target, at, size).is_some()
        && spot.is_some_and(|it| it.owner == target && matches!(it.kind, SpotKind::Data | SpotKind::Link(_)))
}

/// A pointer in a struct that is used with an index, and the size of the elements.
pub type Indexed = (TargetId, u64, u64);

/// The candidates, with the number of functions that asked for each.
pub fn candidates<'n>(
    program: &Program,
    layouts: &Layouts<'_>,
    functions: impl Iterator<Item = (&'n BTreeSet<Require>, &'n BTreeSet<Indexed>)>,
) -> BTreeMap<Promise, usize> {
    let Compared { pairs: compared, masked, rings } = compared(program, layouts);
    let mut all: BTreeMap<Promise, usize> = BTreeMap::new();
    let mut rooms: BTreeMap<Indexed, usize> = BTreeMap::new();
    // The numbers that would count elements, and those that are indexes themselves.
    let (mut counts, mut indexes) = (BTreeSet::new(), BTreeSet::new());
    for (requires, indexed) in functions {
        let asked: BTreeSet<Promise> =
            requires.iter().filter_map(|it| Promise::of_require(layouts, it)).collect();
        let mut used: BTreeSet<Indexed> = indexed.clone();
        for promise in asked {
            if let Says::Room(room) = &promise.says
                && let Seen::Member(_, owner, bytes) = &room.pointer
            {
                used.insert((*owner, bytes.at, room.each));
                if let Some(Seen::Member(_, owner, count)) = &room.count.seen {
                    counts.insert((*owner, count.at));
                    if room.count.plus > 0 {
                        indexes.insert((*owner, count.at));
                    }
                }
            }
            *all.entry(promise).or_default() += 1;
        }
        used.into_iter().for_each(|it| *rooms.entry(it).or_default() += 1);
    }
    let pointer = u64::from(program.target.pointer_bytes);
    for ((owner, at, each), functions) in rooms {
        let bytes = Bytes { at, size: pointer };
        if !is_plain(layouts, owner, bytes) {
            continue;
        }
        let is_compared = |at: u64| compared.iter().any(|it| it.0 == owner && (it.1 == at || it.2 == at));
        let mut numbers = numbers(program, layouts, owner);
        numbers.retain(|(number, _)| counts.contains(&(owner, number.at)) || is_compared(number.at));
        for (number, _) in &numbers {
            let count = Amount { seen: Some(member(owner, *number)), plus: 0 };
            let room = Room { pointer: member(owner, bytes), count, each };
            let asked = all.entry(Promise { owner, says: Says::Room(room) }).or_default();
            *asked = functions.max(*asked);
        }
        for (greater, is_signed) in &numbers {
            let bound =
                |order, constant| Says::Bound(Guard { seen: member(owner, *greater), order, constant });
            let least = if *is_signed { bound(Order::AtLeast, 0) } else { bound(Order::Greater, 0) };
            // What masks an index by a number less one relies on it not to be zero.
            let relying = masked.get(&(owner, greater.at)).copied().unwrap_or(0);
            let asked = all.entry(Promise { owner, says: least }).or_default();
            *asked = relying.max(*asked);
            for (lesser, _) in numbers.iter().filter(|it| it.0 != *greater && it.1 == *is_signed) {
                let pair = (owner, lesser.at.min(greater.at), lesser.at.max(greater.at));
                if lesser.size != greater.size || !compared.contains(&pair) {
                    continue;
                }
                let is_index = indexes.contains(&(owner, lesser.at));
                for is_strict in [false, true].into_iter().filter(|it| !it || is_index) {
                    let [lesser, greater] = [*lesser, *greater].map(|it| member(owner, it));
                    let says = Says::Ordered { lesser, greater, is_strict };
                    let asked = all.entry(Promise { owner, says }).or_default();
                    // That a count is not greater than the room is relied on by whoever indexes, and in a ring that a
                    // position is less.
                    let is_relied_on = !is_strict || rings.contains(&pair);
                    *asked = if is_relied_on { functions.max(*asked) } else { *asked };
                }
            }
        }
    }
    all
}

/// How the code relates the numbers of one struct.
#[derive(Default)]
struct Compared {
    /// The pairs of members that some function compares with each other, sets to one value, or keeps in a ring.
    pairs: BTreeSet<(TargetId, u64, u64)>,
    /// The members that masks are made from by subtracting one, and the number of functions that do.
    masked: BTreeMap<(TargetId, u64), usize>,
    /// The pairs of a position in a ring and the number of its places: the one is masked or divided by the other.
    rings: BTreeSet<(TargetId, u64, u64)>,
}

/// Reads off the code how the numbers of structs are related.
fn compared(program: &Program, layouts: &Layouts<'_>) -> Compared {
    let mut found = Compared::default();
    let Compared { pairs: all, masked, rings } = &mut found;
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    for body in bodies {
        let mut members: HashMap<ValueId, (TargetId, u64)> = HashMap::new();
        let mut values: HashMap<ValueId, (TargetId, u64)> = HashMap::new();
        let (mut below, mut masks) = (BTreeSet::new(), BTreeSet::new());
        let mut pair = |one: &(TargetId, u64), other: &(TargetId, u64)| {
            if one.0 == other.0 {
                all.insert((one.0, one.1.min(other.1), one.1.max(other.1)));
            }
        };
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            match (&inst.kind, inst.result()) {
                (
                    InstKind::PtrAdd { offset: Operand::Int { value, .. }, via: Some(via), .. },
                    Some(result),
                ) => {
                    if let Some(target) = layouts.object_target(*via) {
                        members.insert(result, (target, *value as u64));
                    }
                }
                (InstKind::Load { ptr: Operand::Value(at), .. }, Some(result)) => {
                    values.extend(members.get(at).map(|member| (result, *member)));
                }
                (InstKind::Store { ptr: Operand::Value(at), value: Operand::Value(value), .. }, _) => {
                    if let (Some(one), Some(other)) = (members.get(at).copied(), values.get(value).copied()) {
                        pair(&one, &other);
                    }
                    values.extend(members.get(at).map(|member| (*value, *member)));
                }
                (InstKind::Binary { op, lhs: Operand::Value(one), rhs, .. }, Some(result)) => {
                    let is_one_less = match (op, rhs) {
                        (BinaryOp::Sub, Operand::Int { value: 1, .. }) => true,
                        (BinaryOp::Add, Operand::Int { bits, value }) => {
                            crate::exec::scalars::signed(*value, u32::from(*bits)) == -1
                        }
                        _ => false,
                    };
                    if is_one_less {
                        below.insert(result);
                    }
                    if let (BinaryOp::And | BinaryOp::URem, Operand::Value(other)) = (op, rhs) {
                        let masks_with = [*one, *other].into_iter().filter(|it| below.contains(it));
                        masks.extend(masks_with.filter_map(|it| values.get(&it).copied()));
                        if let (Some(one), Some(other)) = (values.get(one), values.get(other)) {
                            pair(one, other);
                            rings.extend(
                                (one.0 == other.0).then(|| (one.0, one.1.min(other.1), one.1.max(other.1))),
                            );
                        }
                    }
                    values.extend(values.get(one).copied().map(|member| (result, member)));
                }
                (InstKind::Compare { lhs: Operand::Value(one), rhs: Operand::Value(other), .. }, _) => {
                    if let (Some(one), Some(other)) = (values.get(one), values.get(other)) {
                        pair(one, other);
                    }
                }
                _ => {}
            }
        }
        for member in masks {
            *masked.entry(member).or_default() += 1;
        }
    }
    found
}

/// The numbers in a struct that can count, and whether they have a sign.
pub fn numbers(program: &Program, layouts: &Layouts<'_>, owner: TargetId) -> Vec<(Bytes, bool)> {
    let types = &program.types;
    let TypeKind::Struct(record) = &types.get(types.strip(layouts.get(owner).ty)).kind else {
        return Vec::new();
    };
    let number = |field: &ir::types::Field| {
        let ty = types.get(types.strip(field.ty));
        let TypeKind::Base { encoding, .. } = &ty.kind else { return None };
        let is_signed = match encoding {
            Encoding::Signed => true,
            Encoding::Unsigned => false,
            _ => return None,
        };
        let bytes = Bytes { at: field.offset(), size: ty.size };
        let counts = field.bit_width.is_none() && ty.size >= 4 && is_plain(layouts, owner, bytes);
        counts.then_some((bytes, is_signed))
    };
    record.fields.iter().filter_map(number).take(MOST_NUMBERS).collect()
}

/// The promises that others do not make superfluous: for what is told.
pub fn strongest(promises: &[Promise]) -> Vec<&Promise> {
    let at_most = |one: &Seen, other: &Seen| {
        promises.iter().any(
            |it| matches!(&it.says, Says::Ordered { lesser, greater, .. } if (lesser, greater) == (one, other)),
        )
    };
    let is_implied = |promise: &&Promise| {
        promises.iter().any(|other| match (&promise.says, &other.says) {
            (Says::Room(one), Says::Room(more)) if promise != &other => {
                let smaller = match (&one.count.seen, &more.count.seen) {
                    (Some(one), Some(more)) => at_most(one, more) && !(at_most(more, one) && more > one),
                    _ => false,
                };
                (&one.pointer, one.each) == (&more.pointer, more.each)
                    && (more.implies(one) || smaller && one.count.plus <= more.count.plus)
            }
            (Says::Holds(one), Says::Holds(more)) => promise != &other && more.implies(one),
            (Says::Ordered { is_strict: false, lesser, greater }, Says::Ordered { is_strict: true, .. }) => {
                other.says
                    == Says::Ordered { lesser: lesser.clone(), greater: greater.clone(), is_strict: true }
            }
            _ => false,
        })
    };
    promises.iter().filter(|promise| !is_implied(promise)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPES: &str = "target 64\ntype #0 = base \"unsigned long\" unsigned size 8\n\
        type #1 = struct vec { +0 #0 len, +8 #0 cap, +16 #2 items } size 24\ntype #2 = pointer #0 size 8\n\
        type #3 = pointer #1 size 8\n";

    #[test]
    fn a_precondition_on_one_struct_is_a_candidate() {
        let text = format!(
            "{TYPES}func @full(ptr %0) {{\nbb0:\n  %1 = ptradd %0, 0 via #1\n  %2 = load i64 %1\n  \
             %3 = ptradd %0, 8 via #1\n  %4 = load i64 %3\n  %5 = cmp ult %2, %4\n  return\n}}\n"
        );
        let program: Program = text.parse().unwrap();
        let layouts = Layouts::new(&program);
        let owner = layouts.pointer_target(ir::TypeId(3)).unwrap();
        let of = |base, at| Seen::Member(Arc::new(Seen::Param(base)), owner, Bytes { at, size: 8 });
        let room = |base| {
            let count = Amount { seen: Some(of(base, 0)), plus: 0 };
            Require::Room(Room { pointer: of(1, 16), count, each: 8 })
        };
        let one = BTreeSet::from([room(1)]);
        let found = candidates(&program, &layouts, [(&one, &BTreeSet::new())].into_iter());
        let texts: Vec<String> = found.keys().map(|it| it.text(&program, &layouts, "v")).collect();
        assert!(texts.contains(&"\\valid(v->items + (0 .. v->len - 1))".to_string()), "{texts:?}");
        assert!(texts.contains(&"\\valid(v->items + (0 .. v->cap - 1))".to_string()), "{texts:?}");
        assert!(texts.contains(&"v->len <= v->cap".to_string()), "{texts:?}");
        let two_structs = BTreeSet::from([room(2)]);
        assert!(candidates(&program, &layouts, [(&two_structs, &BTreeSet::new())].into_iter()).is_empty());
    }

    #[test]
    fn what_follows_from_others_is_not_told() {
        let program: Program = TYPES.parse().unwrap();
        let layouts = Layouts::new(&program);
        let owner = layouts.pointer_target(ir::TypeId(3)).unwrap();
        assert_eq!(owner, layouts.object_target(ir::TypeId(1)).unwrap());
        let of = |at| member(owner, Bytes { at, size: 8 });
        let rooms = [0, 8].map(|at| {
            let count = Amount { seen: Some(of(at)), plus: 0 };
            Promise { owner, says: Says::Room(Room { pointer: of(16), count, each: 8 }) }
        });
        let order = Says::Ordered { lesser: of(0), greater: of(8), is_strict: false };
        let [len, cap] = rooms;
        let all = [len, cap.clone(), Promise { owner, says: order.clone() }];
        let told: Vec<&Says> = strongest(&all).into_iter().map(|it| &it.says).collect();
        assert_eq!(told, [&cap.says, &order]);
    }
}
