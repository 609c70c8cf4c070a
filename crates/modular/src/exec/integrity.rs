//! Links that are wrong where others look: when a function is called, when it returns, when a loop is entered again.
//!
//! Invariant: a link is wrong for sure only where its value is one: unset, a number, the address of something else. What is
//! only not known to be a node is open.

use crate::exec::publish::{Broken, Holder, reason};
use crate::exec::{Exec, rooms};
use crate::report::{Check, Severity};
use crate::solver::term::{Lin, Sym};
use crate::state::memory;
use crate::state::seen::Seen;
use crate::state::{Class, Entry, Origin, State};
use crate::types::layout::TargetId;
use ir::Span;

/// When a function returns, in words.
pub const RETURNS: &str = "when the function returns";

impl Exec<'_, '_> {
    /// Checks that no link that was written on this path points to what was freed since; and where the function returns,
    /// none that was read.
    pub fn check_dangling(&mut self, state: &mut State, when: &str, returns: bool, span: Option<Span>) {
        let pointer = u64::from(self.context.program.target.pointer_bytes);
        let gone = |state: &State, base: Lin| {
            let base = state.resolve(base).base;
            state.freed.iter().any(|freed| state.resolve(freed.value).base == base)
        };
        for freed in state.freed.clone() {
            let value = state.resolve(freed.value);
            let mut dangling = Vec::new();
            for (index, entry) in state.log.iter().enumerate() {
                let Entry::Store { field, base, value: stored, link: Some(_), span, .. } = entry else {
                    continue;
                };
                let block = state.block_of(state.resolve(*base));
                let private = block.is_some_and(|block| state.blocks[block].published.is_none());
                if state.resolve(*stored) == value
                    && !private
                    && !gone(state, *base)
                    && !memory::overwritten(self.context.layouts, state, index)
                {
                    dangling.push((*field, *span));
                }
            }
            let found = memory::found_in(self.context.layouts, state, value).into_iter().filter(|_| returns);
            // Who writes such links somewhere takes care of the others by what is known of the structure.
            for (field, base) in found.filter(|(field, _)| !self.context.stores.contains(field)) {
                // Of other nodes it is not known whether anybody can still reach them.
                let seen = state.resolve(base).base.and_then(|base| state.info(base).seen.as_ref());
                let is_element =
                    state.resolve(base).base.is_some_and(|it| state.info(it).origin == Origin::Element);
                let is_given = is_element || matches!(seen, Some(Seen::Param(_) | Seen::Global(_)));
                if is_given && !gone(state, base) {
                    dangling.push((field, freed.span));
                }
            }
            for (field, at) in dangling {
                let member = self.context.layouts.member_name(field.owner, field.at, pointer);
                let how = self.freed_words(&freed);
                let text = format!("the link `{member}` points to memory {when} that {how}");
                // A pointer that is handed out on the side may be meant to be dead where the function fails.
                let is_record = self.context.layouts.get(field.owner).is_record;
                // That a structure has one node at two places is for callers to exclude.
                let is_met = value.base.is_some_and(|base| state.met.contains(&base));
                let sure = freed.is_certain && is_record && !is_met;
                let severity = if sure { Severity::Unsafe } else { Severity::Unknown };
                self.fail(state, Check::Dangling, severity, at.or(span), &text);
            }
        }
    }

    /// Reports a condition of integrity that does not hold.
    pub fn integrity(&mut self, state: &State, broken: &Broken, when: &str, span: Option<Span>) {
        self.integrity_before(state, broken, when, false, span);
    }

    /// The same, before a function is called that may be in view.
    pub fn integrity_before(
        &mut self,
        state: &State,
        broken: &Broken,
        when: &str,
        is_in_view: bool,
        span: Option<Span>,
    ) {
        let why = reason(self.context.layouts, state, broken);
        let value = state.resolve(broken.value);
        let wanted = &self.context.layouts.get(broken.target).name;
        // A variable that a callee is to set may be unset, but whether the callee looks at it first is not known.
        let owner = broken.holder.cell().map_or(broken.target, |(field, _)| field.owner);
        let is_out = value.base.is_some_and(|base| state.info(base).origin == Origin::Unset)
            && (!self.context.layouts.get(owner).is_record
                || when != RETURNS && broken.holder.cell().is_some())
            && broken.holder.cell().is_none_or(|(_, base)| {
                state.block_of(state.resolve(base)).is_some_and(|index| state.blocks[index].slot.is_some())
            });
        // So may a link of a new node: where the callee is in view, its code tells.
        let is_unset = value.base.is_some_and(|base| state.info(base).origin == Origin::Unset);
        let is_new = is_unset && is_in_view && broken.holder.cell().is_some();
        let is_open = broken.gave_up || is_out || is_new;
        let mut severity = if is_open { Severity::Unknown } else { Severity::Unsafe };
        if let Some(base) = value.base
            && severity == Severity::Unsafe
        {
            severity = self.guilt(state, base);
        }
        // A struct that others extend may be what is asked for.
        let own = value.base.and_then(|base| state.info(base).valid).map(|valid| valid.0);
        let is_record = own.is_some_and(|own| self.context.layouts.get(own).is_record);
        let is_open = |target| self.context.layouts.is_open(target);
        if is_record
            && (is_open(broken.target) || own.is_some_and(is_open))
            && state.block_of(value).is_none()
        {
            severity = Severity::Unknown;
        }
        // Behind the beginning of some structs there is memory for anything.
        let whole = state.block_of(value).map_or(own, |index| state.blocks[index].target);
        if value.offset > 0 && whole.is_some_and(|whole| self.context.layouts.has_tail(whole)) {
            severity = Severity::Unknown;
        }
        // The address of the first link of a struct is that of the struct.
        let first = |target: TargetId| {
            let cells = &self.context.layouts.get(target).cells;
            cells.iter().find(|cell| cell.offset == 0).map(|cell| cell.target)
        };
        if own.is_some_and(|own| !is_record && first(own).is_some() && first(own) == first(broken.target)) {
            severity = Severity::Unknown;
        }
        // Memory that was written as what is asked for is that now: whether anybody uses it as what it was is not known.
        if state.block_of(value).is_none() && is_written_as(state, value, broken.target) {
            severity = Severity::Unknown;
        }
        // The library may declare a struct in its own words.
        let given = state.block_of(value).map_or(own, |index| state.blocks[index].target);
        let name_of = |target| &self.context.layouts.get(target).name;
        if given.is_some_and(|given| given != broken.target && name_of(given) == name_of(broken.target)) {
            severity = Severity::Unknown;
        }
        // Whether others can reach a node of any class is not known.
        let node = broken.holder.cell().and_then(|(_, base)| state.resolve(base).base);
        let class = node.and_then(|node| state.info(node).valid).map(|valid| valid.1);
        if matches!(class, Some(Class::Any | Class::Local))
            && value.base.is_some_and(|sym| matches!(state.info(sym).origin, Origin::Block(_)))
        {
            severity = Severity::Unknown;
        }
        let (text, place) = match broken.holder {
            Holder::Cell(field, base, at) => {
                let pointer = u64::from(self.context.program.target.pointer_bytes);
                let name = self.cell_name(state, base, field, pointer);
                let unset = value.base.is_some_and(|base| state.info(base).origin == Origin::Unset);
                let what = match unset {
                    true => format!("`{name}` is not set {when}"),
                    false => format!("`{name}` does not hold a pointer to a {wanted} {when}: {why}"),
                };
                (what, if unset { span } else { at.or(span) })
            }
            Holder::Nothing | Holder::Untyped(_) => {
                let name =
                    value.base.map_or("a number".to_string(), |sym| format!("`{}`", state.info(sym).name));
                (format!("{name} is not a pointer to a {wanted} {when}: {why}"), span)
            }
        };
        self.fail(state, Check::Integrity, severity, place, &text);
    }

    /// Whether an address was made by adding a number to the address of a single node.
    fn is_node_arithmetic(&self, state: &State, sym: Sym) -> bool {
        let Some(element) = state.elements.get(&sym) else { return false };
        let array = state.resolve(element.array);
        let target = match state.block_of(array) {
            Some(_) => None,
            None => array.base.and_then(|base| state.info(base).valid).map(|valid| valid.0),
        };
        target.is_some_and(|target| {
            self.context.layouts.get(target).is_record
                && !rooms::is_element(self.context.layouts, target)
                && self.context.layouts.array_at(target, array.offset).is_none()
        })
    }

    /// Whether a value is surely no node, or only not known to be one.
    fn guilt(&self, state: &State, base: Sym) -> Severity {
        let info = state.info(base);
        // One of several values counts only if it is surely none: the others were looked at by themselves.
        let made_up = |value: &Lin| {
            let sym = state.resolve(*value).base.filter(|sym| *sym != base);
            sym.is_some_and(|sym| {
                let info = state.info(sym);
                let unset = matches!(info.origin, Origin::Unset | Origin::Number);
                unset || !info.alternatives.is_empty() && self.guilt(state, sym) == Severity::Unsafe
            })
        };
        let alternatives = || info.alternatives.iter().any(made_up);
        match info.origin {
            // Memory whose size is not known may be large enough.
            Origin::Block(index) if state.blocks[index].size.is_none() => Severity::Unknown,
            Origin::Unset | Origin::Number | Origin::Block(_) => Severity::Unsafe,
            Origin::Element if self.is_node_arithmetic(state, base) => Severity::Unsafe,
            _ if info.valid.is_some() => Severity::Unsafe,
            _ if !info.alternatives.is_empty() && alternatives() => Severity::Unsafe,
            _ => Severity::Unknown,
        }
    }
}

/// Whether the path wrote a member of a struct of some type at an address.
fn is_written_as(state: &State, value: Lin, target: TargetId) -> bool {
    let is_it = |entry: &Entry| match entry {
        Entry::Store { field, base, .. } => field.owner == target && state.resolve(*base) == value,
        _ => false,
    };
    state.log.iter().any(is_it)
}
