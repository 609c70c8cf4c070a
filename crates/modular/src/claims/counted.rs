//! Pointers at the heads of loops that walk along a list: as many nodes are behind them as a counter says.
//!
//! A loop that follows `node = node->next` and counts keeps a relation between both: behind `node` there are at least
//! `list->size - i` nodes, or at least `i` where it counts down. Candidates are the pointers of which so much is known at the
//! first arrival, with each counter; they are dropped as soon as one arrival does not keep them.

use crate::claims::Cut;
use crate::exec::Exec;
use crate::exec::chains;
use crate::solver::term::{Field, Formula, Lin};
use crate::state::chain::Linked;
use crate::state::seen::Seen;
use crate::state::{Origin, State, Value};
use ir::{BlockId, Scalar, ValueId};
use std::collections::BTreeSet;

/// How many relations are claimed at one loop.
const MOST: usize = 12;

/// What is tried to be added where the numbers are not obviously the same.
const OTHERWISE: [i64; 2] = [1, 0];

/// That so many nodes are behind a pointer, along a link: a counter, or a number less a counter; and a constant.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Counted {
    /// The pointer.
    pub pointer: ValueId,
    /// The link.
    pub link: Field,
    /// The number that the counter is taken from; none where it is the number.
    pub from: Option<From>,
    /// The counter.
    pub counter: ValueId,
    /// What is added.
    pub plus: i64,
}

/// A number that a counter is taken from.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum From {
    /// What is where callers see it.
    Seen(Seen),
    /// A value.
    Value(ValueId),
}

impl Exec<'_, '_> {
    /// The relations that hold when control arrives for the first time.
    pub fn first_counted(&mut self, block: BlockId, state: &mut State) -> BTreeSet<Counted> {
        let mut found = BTreeSet::new();
        if state.chains.is_empty() {
            return found;
        }
        let live = self.context.live_at(block);
        let is_number = |id: &ValueId| matches!(self.context.body.value_type(*id), Scalar::Int(16..=64));
        let counters: Vec<ValueId> = live.iter().copied().filter(is_number).collect();
        let seen = self.chains.iter().filter_map(|chain| chain.count.seen.clone()).map(From::Seen);
        let from: BTreeSet<From> = seen.chain(counters.iter().copied().map(From::Value)).collect();
        let mut candidates = Vec::new();
        for &pointer in live.iter().filter(|id| self.context.body.value_type(**id) == Scalar::Ptr) {
            let Some(value) = word(state, pointer) else { continue };
            let known: Vec<Linked> = self.linked_now(state, value).collect();
            for it in known {
                for &counter in &counters {
                    let Some(start) = word(state, counter) else { continue };
                    let plus = match it.count.base == start.base {
                        true => vec![it.count.offset - start.offset],
                        false => OTHERWISE.to_vec(),
                    };
                    candidates.push((pointer, it.link, None, counter, plus));
                    for all in from.iter().filter(|it| **it != From::Value(counter)) {
                        let plus = match self.number(state, all) {
                            Some(all) if all.base == it.count.base && start.base.is_none() => {
                                vec![it.count.offset - all.offset + start.offset]
                            }
                            _ => OTHERWISE.to_vec(),
                        };
                        candidates.push((pointer, it.link, Some(all.clone()), counter, plus));
                    }
                }
            }
        }
        for (pointer, link, from, counter, plus) in candidates {
            let relation = |plus| Counted { pointer, link, from: from.clone(), counter, plus };
            if found.len() < MOST
                && let Some(it) = plus.into_iter().map(relation).find(|it| self.is_counted(state, it))
            {
                found.insert(it);
            }
        }
        found
    }

    /// Drops the relations that do not hold on arrival. Returns whether there were any.
    pub fn weaken_counted(&mut self, state: &mut State, cut: &mut Cut) -> bool {
        let before = cut.counted.len();
        cut.counted.retain(|it| self.is_counted(state, it));
        before != cut.counted.len()
    }

    /// Tells the relations that are claimed.
    pub fn tell_counted(&mut self, state: &mut State, cut: &Cut) {
        for it in &cut.counted {
            if let (Some(pointer), Some(count)) = (word(state, it.pointer), self.count(state, it)) {
                let since = state.log.len();
                chains::linked(state, Linked { pointer, link: it.link, count, since });
                self.fits_in_memory(state, it.link, count);
            }
        }
    }

    fn is_counted(&mut self, state: &mut State, it: &Counted) -> bool {
        let (Some(pointer), Some(count)) = (word(state, it.pointer), self.count(state, it)) else {
            return false;
        };
        self.has_nodes(state, pointer, it.link, count)
    }

    /// The number of nodes.
    fn count(&mut self, state: &mut State, it: &Counted) -> Option<Lin> {
        let counter = word(state, it.counter)?;
        let Some(from) = &it.from else { return counter.plus(it.plus) };
        let all = self.number(state, from)?.plus(it.plus)?;
        if counter.base.is_none() {
            return all.plus(-counter.offset);
        }
        let rest = state.symbol("a number of nodes", Origin::Opaque).value();
        state.facts.push_back(Formula::Sum(all, rest, counter));
        Some(rest)
    }

    /// What a number is now.
    fn number(&mut self, state: &mut State, from: &From) -> Option<Lin> {
        match from {
            From::Value(id) => word(state, *id),
            From::Seen(seen) => {
                let given = self.given(state);
                self.value_seen(state, seen, &given).map(|value| state.resolve(value))
            }
        }
    }
}

fn word(state: &State, id: ValueId) -> Option<Lin> {
    match state.env.get(&id) {
        Some(Value::Word(value)) => Some(state.resolve(*value)),
        _ => None,
    }
}
