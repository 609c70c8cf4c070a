//! Lists as long as a number says, while code is executed (`state/chain.rs` has the idea).
//!
//! A function is asked for such a list where it follows pointers that may be null otherwise: candidates are the links of what
//! parameters reach, and the numbers beside them; those count with which less fails. What is known of a pointer goes on with
//! what is read through it: behind `p->next` there is one node less.
//!
//! Invariant: what is known holds as long as no link of that kind is written: a store to one, other than in memory that only
//! this function knows, and a call that may write one, ends it.

use crate::code::context::Context;
use crate::exec::Exec;
use crate::exec::rooms::LARGEST_OBJECT;
use crate::report::{Check, Severity};
use crate::solver::term::{Field, Formula, Lin};
use crate::state::chain::{Chain, Linked};
use crate::state::memory::Place;
use crate::state::room::Amount;
use crate::state::seen::{Bytes, Seen};
use crate::state::{Entry, Origin, State};
use crate::types::layout::{SpotKind, TargetId};
use ir::{InstKind, Operand, Scalar, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How many candidates there are for one function.
const MOST: usize = 8;

impl Exec<'_, '_> {
    /// Takes the preconditions for granted, where what they speak of is as it was when the function began.
    pub fn begin_chains(&mut self, state: &mut State) {
        if self.chains.is_empty() {
            return;
        }
        let given = self.given(state);
        for chain in self.chains.clone() {
            let Some((pointer, count)) = self.chain_values(state, &chain, &given) else { continue };
            let is_given = |value: Lin, seen: &Seen| {
                value.symbol().is_some_and(|sym| state.info(sym).seen.as_ref() == Some(seen))
            };
            let number = count.plus(-chain.count.plus);
            let is_count = match (&chain.count.seen, number) {
                (Some(seen), Some(number)) => is_given(number, seen),
                (None, _) => true,
                _ => false,
            };
            let is_touched =
                self.place(chain.link).is_none_or(|it| state.written.may_touch(self.context.layouts, &it));
            if !is_given(pointer, &chain.pointer) || !is_count || is_touched {
                continue;
            }
            if let Some(number) =
                number.filter(|_| chain.count.seen.as_ref().is_some_and(|it| self.is_wide(it)))
            {
                // There are not so many nodes that their number would be negative.
                state.facts.push_back(Formula::less(number, Lin::ZERO).negated());
            }
            linked(state, Linked { pointer, link: chain.link, count, since: state.log.len() });
            self.fits_in_memory(state, chain.link, count);
        }
    }

    /// Different nodes do not overlap, so that there are no more than memory holds.
    pub fn fits_in_memory(&self, state: &mut State, link: Field, count: Lin) {
        let most = LARGEST_OBJECT / self.context.layouts.get(link.owner).size.max(1) as i64;
        match Formula::less(Lin::constant(most), count) {
            Formula::Bool(_) => {}
            more => state.facts.push_back(more.negated()),
        }
    }

    /// The parameters. Of those that are not used any more nothing is known.
    pub fn given(&mut self, state: &mut State) -> Vec<Lin> {
        let params: Vec<ir::ValueId> = self.context.body.param_values().collect();
        let value = |id: ir::ValueId| match state.env.contains_key(&id) {
            true => self.word(state, id.into()),
            false => state.symbol("a parameter", Origin::Opaque).value(),
        };
        params.into_iter().map(value).collect()
    }

    /// The pointer and the number of nodes that a precondition speaks of.
    fn chain_values(&mut self, state: &mut State, chain: &Chain, values: &[Lin]) -> Option<(Lin, Lin)> {
        let pointer = self.value_seen(state, &chain.pointer, values)?;
        let count = match &chain.count.seen {
            None => Lin::ZERO,
            Some(seen) => self.value_seen(state, seen, values)?,
        };
        Some((state.resolve(pointer), state.resolve(count).plus(chain.count.plus)?))
    }

    /// Whether a number that callers see is without sign, and as wide as an address.
    fn is_wide(&self, seen: &Seen) -> bool {
        self.is_unsigned(seen) && self.bytes(seen) == Some(8)
    }

    /// The cell of a link.
    fn place(&self, link: Field) -> Option<Place> {
        let size = u64::from(self.context.program.target.pointer_bytes);
        let spot = self.context.layouts.spot(link.owner, link.at as i64, size)?;
        Some(Place { base: Lin::ZERO, field: link, size, kind: spot.kind })
    }

    /// What is known of the nodes behind a pointer now.
    pub fn linked_now<'s>(
        &self,
        state: &'s State,
        pointer: Lin,
    ) -> impl Iterator<Item = Linked> + use<'s, '_> {
        let pointer = state.resolve(pointer);
        let known: Vec<Linked> =
            state.chains.iter().copied().filter(|it| state.resolve(it.pointer) == pointer).collect();
        let is_valid = |it: &Linked| {
            let place = self.place(it.link);
            state.log.iter().skip(it.since).all(|entry| match entry {
                Entry::Store { field, base, link, .. } => {
                    let block = state.block_of(state.resolve(*base));
                    let is_own = block.is_some_and(|block| state.blocks[block].published.is_none());
                    link.is_none() || *field != it.link || is_own
                }
                Entry::Scramble { .. } | Entry::Element => true,
                Entry::Havoc { writes, .. } => {
                    place.is_some_and(|place| !writes.may_touch(self.context.layouts, &place))
                }
            })
        };
        known.into_iter().filter(is_valid).collect::<Vec<_>>().into_iter()
    }

    /// A link was read: behind it there is one node less.
    pub fn chain_followed(&self, state: &mut State, place: &Place, value: Lin) {
        if state.chains.is_empty() || place.link() != Some(place.field.owner) {
            return;
        }
        let known: Vec<Linked> =
            self.linked_now(state, place.base).filter(|it| it.link == place.field).collect();
        for it in known {
            if let Some(count) = it.count.plus(-1) {
                linked(state, Linked { pointer: value, count, since: state.log.len(), ..it });
            }
        }
    }

    /// Whether there are so many nodes behind a pointer, surely.
    pub fn has_nodes(&self, state: &State, pointer: Lin, link: Field, count: Lin) -> bool {
        let refutes = |formula: Formula| match formula {
            Formula::Bool(holds) => !holds,
            formula => self.context.oracle.refutes(state, &formula),
        };
        if refutes(Formula::less(Lin::ZERO, count)) {
            return true;
        }
        let mut known = self.linked_now(state, pointer).filter(|it| it.link == link);
        known.any(|it| refutes(Formula::less(it.count, count)))
    }

    /// Checks a list that a callee asks for, in terms of the caller.
    pub fn check_chain(
        &mut self,
        state: &mut State,
        chain: &Chain,
        callee: &str,
        values: &[Lin],
        span: Option<Span>,
    ) {
        if let Some((pointer, count)) = self.chain_values(state, chain, values) {
            if self.has_nodes(state, pointer, chain.link, count) {
                return;
            }
            let seen = |value: Lin| value.symbol().and_then(|sym| state.info(sym).seen.clone());
            let number = count.plus(-chain.count.plus).and_then(seen);
            if let (Some(pointer), true) = (seen(pointer), number.is_some() || count.base.is_none()) {
                let plus = if number.is_some() { chain.count.plus } else { count.offset };
                let count = Amount { seen: number, plus };
                self.notes.chain_wishes.insert(Chain { pointer, link: chain.link, count });
            }
        }
        let stated = self.stated(callee, |program, layouts, param| chain.text(program, layouts, param));
        let text = format!("it is not known whether {stated} holds, as `{callee}` requires");
        self.fail(state, Check::Null, Severity::Unknown, span, &text);
    }
}

/// Takes it for granted that there are so many nodes behind a pointer.
pub fn linked(state: &mut State, it: Linked) {
    if state.chains.contains(&it) {
        return;
    }
    let is_there = Formula::differ(it.pointer, Lin::ZERO);
    let is_none = Formula::less(Lin::ZERO, it.count).negated();
    match is_none {
        Formula::Bool(true) => {}
        Formula::Bool(false) => {
            state.assume(&is_there);
        }
        is_none => state.facts.push_back(Formula::Or(vec![is_there, is_none])),
    }
    state.chains.push_back(it);
}

/// The lists that a function may need: the links in structs that parameters point to, or parameters, and the numbers beside
/// them. First those that loops follow.
pub fn candidates(context: &Context<'_>) -> Vec<Chain> {
    let layouts = context.layouts;
    let pointer = u64::from(context.program.target.pointer_bytes);
    let own = |owner: TargetId| {
        let cells = layouts.get(owner).cells.iter().filter(move |cell| cell.target == owner);
        cells.map(move |cell| Field { owner, at: cell.offset })
    };
    // The links that the function follows.
    let mut followed: BTreeSet<Field> = BTreeSet::new();
    let mut read: BTreeSet<(TargetId, u64)> = BTreeSet::new();
    for inst in context.body.blocks.iter().flat_map(|block| &block.insts) {
        if let InstKind::PtrAdd { offset: Operand::Int { value, .. }, via: Some(via), .. } = &inst.kind
            && let Some(owner) = layouts.object_target(*via)
        {
            read.insert((owner, *value as u64));
            followed.extend(own(owner).filter(|it| it.at == *value as u64));
        }
    }
    let signature = context.signature(context.function);
    let targets: Vec<(usize, TargetId)> = signature
        .params
        .iter()
        .enumerate()
        .filter_map(|(index, role)| Some((index, context.role_target(*role)?)))
        .filter(|(_, target)| layouts.get(*target).is_record)
        .collect();
    let is_number = |index: &usize| matches!(context.function.params[*index].ty, Scalar::Int(16..=64));
    let numbers: Vec<usize> = (0..context.function.params.len()).filter(is_number).collect();
    let mut found = Vec::new();
    for &(param, target) in &targets {
        let cells = layouts.get(target).cells.iter().filter(|cell| read.contains(&(target, cell.offset)));
        let given =
            |at: u64, size: u64| Seen::Member(Arc::new(Seen::Param(param)), target, Bytes { at, size });
        for cell in cells {
            for &link in followed.iter().filter(|link| link.owner == cell.target && cell.target != target) {
                for (bytes, _) in crate::types::promises::numbers(context.program, layouts, target) {
                    let count = Amount { seen: Some(given(bytes.at, bytes.size)), plus: 0 };
                    found.push(Chain { pointer: given(cell.offset, pointer), link, count });
                }
            }
        }
        for &link in followed.iter().filter(|link| link.owner == target) {
            for plus in [0, 1] {
                for &number in &numbers {
                    let count = Amount { seen: Some(Seen::Param(number)), plus };
                    found.push(Chain { pointer: Seen::Param(param), link, count });
                }
            }
        }
    }
    found.retain(|chain| {
        let spot = layouts.spot(chain.link.owner, chain.link.at as i64, pointer);
        spot.is_some_and(|spot| {
            spot.kind == SpotKind::Link(chain.link.owner) && spot.owner == chain.link.owner
        })
    });
    found.truncate(MOST);
    found
}
