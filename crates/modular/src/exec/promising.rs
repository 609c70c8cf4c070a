//! Promises of structs while code is executed: where others look at a struct that was written, it must keep them
//! (`types/promises.rs` has the idea, `state/promised.rs` what is known because of them).

use crate::exec::{Exec, Purpose};
use crate::report::Require;
use crate::solver::solve::Said;
use crate::solver::term::{Field, Formula, Lin};
use crate::state::memory;
use crate::state::promised;
use crate::state::room::Room;
use crate::state::seen::{Condition, Order, Seen};
use crate::state::{Class, Entry, Freed, Origin, Scaled, State};
use crate::types::layout::TargetId;
use crate::types::promises::{Promise, Says};
use ir::{FuncId, Span};
use std::collections::BTreeSet;

/// What others can see of the memory that this function made.
#[derive(Clone, Default, Debug)]
pub struct Visible {
    /// The blocks.
    pub blocks: BTreeSet<usize>,
    /// Whether the private nodes.
    pub private: bool,
}

/// A struct that promises something, and may have been changed.
struct Touched {
    base: Lin,
    owner: TargetId,
    span: Option<Span>,
}

impl Exec<'_, '_> {
    /// Checks that the structs that were written on this path keep what they promise, where others can see them.
    pub fn check_promises(&mut self, state: &mut State, visible: &Visible, when: &str, span: Option<Span>) {
        let layouts = self.context.layouts;
        if layouts.promises().is_empty() || self.purpose == Purpose::Witness {
            return;
        }
        for Touched { base, owner, span: at } in self.touched(state, visible) {
            for (index, promise) in layouts.promises_of(owner) {
                let is_broken = self.notes.broken.contains_key(&index);
                if is_broken {
                    continue;
                }
                if self.keeps(state, promise, base) {
                    if self.is_established(state, promise, base) {
                        self.notes.established.insert(index);
                    }
                } else if self.context.oracle.ask(state, &Formula::Bool(true)) != Said::Impossible {
                    let name = base.base.map_or(String::new(), |sym| state.info(sym).name.clone());
                    let name = if base.offset == 0 { name } else { format!("{name} + {}", base.offset) };
                    let text = promise.text(self.context.program, layouts, &name);
                    let text = format!("it is not known whether {text} {when}, as other functions rely on");
                    self.notes.broken.insert(index, (at.or(span), text));
                }
            }
        }
    }

    /// The structs with promises that may have been changed since others ran, and that others can see.
    fn touched(&self, state: &State, visible: &Visible) -> Vec<Touched> {
        let layouts = self.context.layouts;
        let mut all: Vec<Touched> = Vec::new();
        let mut touch = |base: Lin, owner: TargetId, span: Option<Span>| {
            let base = state.resolve(base);
            let is_known = all.iter().any(|it| (it.base, it.owner) == (base, owner));
            if !is_known && is_visible(state, visible, base) {
                all.push(Touched { base, owner, span });
            }
        };
        let is_about = |field: &Field| {
            let of_owner = layouts.promises_of(field.owner);
            of_owner.into_iter().any(|(_, it)| it.members().iter().any(|bytes| bytes.at == field.at))
        };
        let last = state.log.iter().rposition(|entry| matches!(entry, Entry::Havoc { .. }));
        let since = last.map_or(0, |at| at + 1);
        let is_freed = |value: Lin| {
            let value = state.resolve(value);
            value.base.is_some() && state.freed.iter().any(|freed| state.resolve(freed.value) == value)
        };
        for (index, entry) in state.log.iter().enumerate() {
            match entry {
                Entry::Store { field, base, value, span, .. } => {
                    if is_about(field) && (index >= since || is_freed(*value)) {
                        touch(*base, field.owner, *span);
                    }
                }
                Entry::Scramble { base } if index >= since => {
                    let start = Lin { base: state.resolve(*base).base, offset: 0 };
                    for (at, owner) in self.claimed_structs(state, start) {
                        touch(at, owner, None);
                    }
                }
                Entry::Scramble { .. } | Entry::Element | Entry::Havoc { .. } => {}
            }
        }
        for block in state.blocks.iter().filter(|block| block.published.is_none()) {
            for (at, owner) in self.claimed_structs(state, block.base.value()) {
                touch(at, owner, block.span);
            }
        }
        for ((field, _, _, base), sym) in &state.contents {
            if is_about(field) && is_freed(sym.value()) {
                touch(*base, field.owner, None);
            }
        }
        all.retain(|it| layouts.promises_of(it.owner).next().is_some());
        all
    }

    /// Whether a struct surely keeps a promise now.
    fn keeps(&mut self, state: &mut State, promise: &Promise, base: Lin) -> bool {
        let Says::Room(room) = &promise.says else {
            let layouts = self.context.layouts;
            let value = |state: &mut State, seen: &Seen| now(layouts, state, promise.owner, base, seen);
            let formula = promised::formula(layouts, state, promise, &value);
            let is_kept = formula.is_some_and(|formula| match formula.negated() {
                Formula::Bool(is_broken) => !is_broken,
                broken => self.context.oracle.refutes(state, &broken),
            });
            return is_kept || self.asks_for(state, promise, base);
        };
        self.keeps_room(state, promise.owner, room, base)
    }

    /// Whether callers can be asked for what a struct promises, because they give what is stored there.
    fn asks_for(&mut self, state: &mut State, promise: &Promise, base: Lin) -> bool {
        let layouts = self.context.layouts;
        match &promise.says {
            Says::Holds(condition) => {
                let Some(pointer) = now(layouts, state, promise.owner, base, &condition.pointer) else {
                    return false;
                };
                let Some(sym) = pointer.symbol().filter(|_| state.simplest(pointer) != Lin::ZERO) else {
                    return false;
                };
                match (state.info(sym).origin, state.info(sym).seen.clone()) {
                    (Origin::Param(index), _) | (_, Some(Seen::Param(index))) => {
                        self.notes.requires.insert(Require::NonNull(index));
                    }
                    (_, Some(seen)) => self.notes.require(Condition::on_path(state, &[], seen)),
                    (_, None) => return false,
                }
                state.assume(&Formula::differ(pointer, Lin::ZERO))
            }
            Says::Room(_) | Says::Bound(_) | Says::Ordered { .. } => false,
        }
    }

    /// Whether as much memory is behind a pointer as a struct promises.
    fn keeps_room(&mut self, state: &mut State, owner: TargetId, room: &Room, base: Lin) -> bool {
        let layouts = self.context.layouts;
        let Some(pointer) = now(layouts, state, owner, base, &room.pointer) else { return false };
        let (number, is_signed) = match &room.count.seen {
            None => (Some(Lin::ZERO), true),
            Some(seen) => (now(layouts, state, owner, base, seen), !layouts.is_unsigned_member(seen)),
        };
        let Some(count) = number.and_then(|it| it.plus(room.count.plus)) else { return false };
        if self.needs_no_room(state, count, is_signed) {
            return true;
        }
        let is_freed = |freed: &Freed| state.resolve(freed.value) == state.resolve(pointer);
        if state.freed.iter().any(is_freed) {
            return false;
        }
        if self.has_room(state, pointer, count, is_signed, room.each) {
            return true;
        }
        if self.asks_for_room(state, pointer, (count, is_signed), room.each) {
            return true;
        }
        // The size of a new block may wrap around, unless callers see to it that it does not.
        let block = state.block_of(state.resolve(pointer)).map(|index| state.blocks[index].size_value);
        let scaled = block.and_then(|size| state.scaled.get(&state.resolve(size).symbol()?)).copied();
        let Some(Scaled { number, scale, most }) = scaled.filter(|it| it.scale > 0) else { return false };
        let (before, mut there) = (self.notes.requires.clone(), state.clone());
        let limit = most / scale;
        if self.ask_for_bound(&mut there, number, Order::AtMost, limit)
            && self.has_room(&mut there, pointer, count, is_signed, room.each)
        {
            *state = there;
            return true;
        }
        self.notes.requires = before;
        false
    }

    /// Whether callers can be asked for memory, because they give the pointer and the number that are stored.
    fn asks_for_room(&mut self, state: &mut State, pointer: Lin, count: (Lin, bool), each: u64) -> bool {
        let (pointer, (count, is_signed)) = (state.resolve(pointer), (state.resolve(count.0), count.1));
        let Some(base) = pointer.symbol().filter(|base| !self.is_in_struct(state, *base)) else {
            return false;
        };
        let Some(seen) = state.info(base).seen.clone() else { return false };
        let own = count.base.and_then(|base| state.info(base).seen.clone());
        let negative = Formula::less(count, Lin::ZERO);
        let is_same = own.is_none_or(|own| self.is_unsigned(&own) != is_signed);
        let is_fine =
            is_same || negative == Formula::Bool(false) || self.context.oracle.refutes(state, &negative);
        is_fine && self.require_room(state, base, seen, count, each)
    }

    /// Whether this function set all members that a promise is about.
    fn is_established(&self, state: &State, promise: &Promise, base: Lin) -> bool {
        let is_new = |index: usize| state.blocks[index].zeroed;
        if state.block_of(base).is_some_and(is_new) {
            return true;
        }
        promise.members().iter().all(|bytes| {
            state.log.iter().any(|entry| {
                matches!(entry, Entry::Store { field, base: at, value, .. }
                    if *field == Field { owner: promise.owner, at: bytes.at }
                        && state.resolve(*at) == base
                        && value.base.is_none_or(|it| state.info(it).origin != Origin::Unset))
            })
        })
    }

    /// The blocks that a callee can look at: not those that it is given to fill, and does not read.
    pub fn looked_at(
        &self,
        state: &State,
        callee: Option<FuncId>,
        values: &[Lin],
        published: &BTreeSet<usize>,
    ) -> BTreeSet<usize> {
        let fills = |index: usize| {
            let given = |value: &Lin| state.resolve(*value).base == Some(state.blocks[index].base);
            let mut at = values.iter().enumerate().filter(|(_, value)| given(value));
            let is_filled = |at: usize| callee.is_some_and(|id| self.fills_promises(state, id, at, index));
            match (at.next(), at.next()) {
                (Some((at, value)), None) => state.resolve(*value).offset == 0 && is_filled(at),
                _ => false,
            }
        };
        published.iter().copied().filter(|index| !fills(*index)).collect()
    }

    /// Whether a callee fills all members of a block that promises are about.
    fn fills_promises(&self, state: &State, callee: FuncId, param: usize, block: usize) -> bool {
        let Some(fills) = self.context.summaries.fills.of(callee, param) else { return false };
        let filled: Vec<_> = fills.iter().filter(|(_, unless)| unless.is_never()).map(|it| *it.0).collect();
        let is_filled = |from: i64, size: u64| {
            let end = from.saturating_add_unsigned(size);
            filled.iter().any(|(at, len)| *at <= from && end <= at.saturating_add_unsigned(*len))
        };
        self.claimed_structs(state, state.blocks[block].base.value()).into_iter().all(|(at, owner)| {
            let promises = self.context.layouts.promises_of(owner);
            let mut members = promises.flat_map(|(_, promise)| promise.members());
            members.all(|bytes| is_filled(at.offset + bytes.at as i64, bytes.size))
        })
    }

    /// Whether bytes at an address are part of a member that a promise is about.
    pub fn is_at_promise(&self, state: &State, address: Lin, size: u64) -> bool {
        !self.promises_at(state, address, size).is_empty()
    }

    /// The promises about members that bytes at an address are part of, and the struct.
    fn promises_at(&self, state: &State, address: Lin, size: u64) -> Vec<(usize, TargetId)> {
        let layouts = self.context.layouts;
        let address = state.resolve(address);
        let start = Lin { base: address.base, offset: 0 };
        let (from, to) = (address.offset, address.offset.saturating_add_unsigned(size));
        let mut all = Vec::new();
        for (at, owner) in self.claimed_structs(state, start) {
            for (index, promise) in layouts.promises_of(owner) {
                let is_hit = promise.members().iter().any(|bytes| {
                    let begin = at.offset + bytes.at as i64;
                    begin < to && from < begin + bytes.size as i64
                });
                if is_hit {
                    all.push((index, owner));
                }
            }
        }
        all
    }

    /// Breaks the promises that are about what an address is of: whoever gets it as the address of data may write there.
    pub fn give_away(&mut self, state: &State, address: Lin, size: u64, span: Option<Span>) {
        let layouts = self.context.layouts;
        for (index, owner) in self.promises_at(state, address, size) {
            let text = layouts.promises()[index].text(self.context.program, layouts, "it");
            let name = &layouts.get(owner).name;
            let text = format!("the address of a member of a {name} is given away on which {text} depends");
            self.notes.broken.entry(index).or_insert((span, text));
        }
    }
}

/// What a member of a struct holds now.
fn now(
    layouts: &crate::types::layout::Layouts<'_>,
    state: &mut State,
    owner: TargetId,
    base: Lin,
    seen: &Seen,
) -> Option<Lin> {
    let place = promised::place(layouts, owner, base, seen)?;
    let name = layouts.member_name(owner, place.field.at, place.size);
    let value = memory::load(layouts, state, &place, name);
    Some(state.resolve(value))
}

/// Whether others can look at a struct: not at what only this function knows, nor at what was freed.
fn is_visible(state: &State, visible: &Visible, base: Lin) -> bool {
    let Some(sym) = base.base.filter(|_| state.simplest(base) != Lin::ZERO) else { return false };
    if state.freed.iter().any(|freed| freed.is_certain && state.resolve(freed.value).base == Some(sym)) {
        return false;
    }
    match state.block_of(base) {
        Some(index) => visible.blocks.contains(&index),
        None => !matches!(state.info(sym).valid, Some((_, Class::Private)) if !visible.private),
    }
}
