//! Local variables whose addresses are given away: to callees, which may keep them, and into memory, where they must
//! not stay when the function returns.

use crate::code::context::Context;
use crate::exec::Exec;
use crate::report::{Check, Require, Severity};
use crate::solver::solve::Said;
use crate::solver::term::{Field, Formula, Lin, Sym};
use crate::state::memory::{self, Place};
use crate::state::{Block, Class, Entry, Origin, State, Value};
use crate::summary::filling::Unless;
use crate::summary::keeping::Keeping;
use crate::types::layout::TargetId;
use ir::{Arg, FuncId, Inst, Span};
use std::collections::BTreeSet;

/// A link in a local variable that a callee is given to fill and does not look at.
struct Given {
    address: Lin,
    /// What it links to.
    target: TargetId,
    /// What the callee returns where it does not fill it.
    unless: Unless,
    /// Whether the callee fills it with what is not null.
    is_node: bool,
}

/// That a call returned what it returns where it does not fill.
pub fn returns(unless: &Unless, result: Lin) -> Formula {
    match unless {
        Unless::NotZero => Formula::differ(result, Lin::ZERO),
        Unless::Returns(values) => {
            Formula::Or(values.iter().map(|it| Formula::equal(result, Lin::constant(*it))).collect())
        }
    }
}

impl Exec<'_, '_> {
    /// Lends local variables to a callee: those that it is given must not be kept. Returns whether what it returns may
    /// be the address of one.
    pub fn lend(&mut self, state: &mut State, callee: Option<FuncId>, name: &str, values: &[Lin]) -> bool {
        let summaries = self.context.summaries;
        let is_foreign = callee.is_none_or(|id| self.context.program.function(id).body.is_none());
        let keeping = |index: usize| callee.map_or(Keeping::FOREIGN, |id| summaries.keeping.of(id, index));
        let mut is_returned = false;
        for index in 0..state.blocks.len() {
            let block = state.blocks[index].clone();
            if !is_local(self.context, &block) || block.target.is_none_or(|target| !self.claims(target)) {
                continue;
            }
            let given = values.iter().enumerate().filter(|(_, value)| self.may_be(state, **value, &block));
            let given: Vec<Keeping> = given.map(|(number, _)| keeping(number)).collect();
            if self.is_in_memory(state, &block) {
                // Whoever finds the address in memory can do anything with it.
                state.blocks[index].is_kept = true;
                is_returned = true;
            }
            is_returned |= given.iter().any(|it| it.returns);
            if given.iter().any(|it| it.keeps) {
                let is_record = block.target.is_some_and(|target| self.context.layouts.get(target).is_record);
                match is_foreign {
                    // Pointers to anything but structs are data in memory, which is taken to be valid.
                    true if !is_record => state.blocks[index].is_abroad = true,
                    true => {
                        let variable = state.info(block.base).name.trim_start_matches('&');
                        let text = format!("`{name}` keeps no pointer to `{variable}`");
                        self.notes.requires.insert(Require::Callee(text));
                    }
                    false => state.blocks[index].is_kept = true,
                }
            }
        }
        is_returned
    }

    /// The local variables that a callee cannot reach: they were lent, but nobody kept their addresses, and it is not given
    /// one. Only pointers and numbers: structs have promises to keep.
    pub fn spared(&self, state: &State, values: &[Lin]) -> BTreeSet<usize> {
        let is_spared = |index: &usize| {
            let block = &state.blocks[*index];
            let is_plain = block.target.is_some_and(|target| !self.context.layouts.get(target).is_record);
            is_plain
                && is_local(self.context, block)
                && block.published.is_some()
                && !block.is_kept
                && !block.is_abroad
                && !self.is_in_memory(state, block)
                && !values.iter().any(|value| self.may_be(state, *value, block))
        };
        (0..state.blocks.len()).filter(is_spared).collect()
    }

    /// What a callee is given to write need not be set: it counts as set, because the callee does not look at it.
    pub fn fill_out(
        &mut self,
        state: &mut State,
        callee: Option<FuncId>,
        values: &[Lin],
        untouched: &BTreeSet<Sym>,
        span: Option<Span>,
    ) {
        let pointer = u64::from(self.context.program.target.pointer_bytes);
        for Given { address, target, .. } in self.given_to_fill(state, callee, values) {
            if address.base.is_some_and(|base| untouched.contains(&base)) {
                continue;
            }
            let name = self.variable_name(state, address);
            let class = Class::Shared(state.generation);
            let set = state.pointer(name, Origin::Call, target, class);
            self.store(state, address, pointer, set.value(), span);
        }
    }

    /// The links in local variables and new nodes that a callee is given to fill and does not look at.
    fn given_to_fill(&self, state: &State, callee: Option<FuncId>, values: &[Lin]) -> Vec<Given> {
        let mut all: Vec<Given> = Vec::new();
        let Some(callee) = callee else { return all };
        for (index, &value) in values.iter().enumerate() {
            let value = state.resolve(value);
            let Some(block) = state.block_of(value).map(|block| &state.blocks[block]) else { continue };
            let Some(fills) = self.context.summaries.fills.of(callee, index) else { continue };
            let alone = values.iter().filter(|it| state.resolve(**it).base == Some(block.base)).count() == 1;
            // A new node may be handed over, too, where the callee sets it whatever happens.
            let is_new = block.slot.is_none();
            let is_own = (is_local(self.context, block) || is_new) && block.published.is_none();
            if fills.is_empty() || !alone || !is_own || self.is_in_memory(state, block) {
                continue;
            }
            let Some(target) = block.target else { continue };
            let pointer = u64::from(self.context.program.target.pointer_bytes);
            for (offset, _, link) in self.context.layouts.all_cells(target) {
                let at = offset as i64 - value.offset;
                let end = at.saturating_add_unsigned(pointer);
                let covers = |it: &(i64, u64)| it.0 <= at && end <= it.0.saturating_add_unsigned(it.1);
                let mut filled = fills.iter().filter(|(range, _)| covers(range));
                if let Some((_, unless)) = filled.find(|(_, unless)| !is_new || unless.is_never()) {
                    let address = Lin { base: value.base, offset: offset as i64 };
                    let is_node =
                        !is_new && self.context.summaries.fills_with_a_node(callee, index, (at, pointer));
                    all.push(Given { address, target: link, unless: unless.clone(), is_node });
                }
            }
        }
        // Of several, some may be filled and others not.
        if all.iter().filter(|it| !it.unless.is_never()).count() > 1 {
            all.retain(|it| it.unless.is_never());
        }
        all
    }

    /// Where a callee fills local variables with what is not null, and what it returns where it does not.
    pub fn filled_with_nodes(&self, state: &State, callee: FuncId, values: &[Lin]) -> Vec<(Lin, Unless)> {
        let given = self.given_to_fill(state, Some(callee), values);
        let mut all: Vec<(Lin, Unless)> =
            given.into_iter().filter(|it| it.is_node).map(|it| (it.address, it.unless)).collect();
        // What this function was given to fill it may hand on.
        let range = (0, u64::from(self.context.program.target.pointer_bytes));
        for (index, value) in values.iter().map(|value| state.resolve(*value)).enumerate() {
            let is_param = |sym: Sym| matches!(state.info(sym).origin, Origin::Param(_));
            let unless = self.context.summaries.fills.of(callee, index).and_then(|fills| fills.get(&range));
            if let Some(unless) = unless
                && value.symbol().is_some_and(is_param)
                && self.context.summaries.fills_with_a_node(callee, index, range)
            {
                all.push((value, unless.clone()));
            }
        }
        all
    }

    /// What a call has filled with nodes is not null, unless it returned that it did not.
    pub fn filled(&mut self, state: &mut State, inst: &Inst, links: &[(Lin, Unless)]) {
        let pointer = u64::from(self.context.program.target.pointer_bytes);
        let result = match inst.result().and_then(|it| state.env.get(&it)) {
            Some(Value::Word(result)) => Some(*result),
            _ => None,
        };
        for (link, unless) in links {
            let unfilled = match (unless.is_never(), result) {
                (true, _) => Formula::Bool(false),
                (false, Some(result)) => returns(unless, result),
                (false, None) => continue,
            };
            let target = match state.block_of(*link) {
                Some(index) => state.blocks[index].target,
                None => link.symbol().and_then(|sym| state.info(sym).target()),
            };
            let spot = target.and_then(|target| self.context.layouts.spot(target, link.offset, pointer));
            let (Some(spot), Some(base)) = (spot, link.base) else { continue };
            let Some(owner) = base.value().plus(spot.owner_at as i64) else { continue };
            let field = Field { owner: spot.owner, at: spot.at };
            let place = Place { base: owner, field, size: pointer, kind: spot.kind };
            let name = self.variable_name(state, *link);
            let value = memory::load(self.context.layouts, state, &place, name);
            let is_node = Formula::differ(value, Lin::ZERO);
            state.assume(&match unfilled {
                Formula::Bool(false) => is_node,
                unfilled => Formula::Or(vec![unfilled, is_node]),
            });
        }
    }

    /// A call of a function that fills a local variable only where it succeeds: the state behind a call that did not, if
    /// there is such a call.
    pub fn without_filling(
        &mut self,
        state: &State,
        inst: &Inst,
        callee: FuncId,
        name: &str,
        args: &[Arg],
        values: &[Lin],
    ) -> Option<State> {
        let given = self.given_to_fill(state, Some(callee), values);
        let unless = given.iter().find(|it| !it.unless.is_never())?.unless.clone();
        let untouched: BTreeSet<Sym> =
            given.iter().filter(|it| !it.unless.is_never()).filter_map(|it| it.address.base).collect();
        let mut state = state.clone();
        self.contract(&mut state, inst, Some(callee), name, args, values, &untouched);
        // Whether a call can end so is not known.
        state.is_inexact = true;
        let Some(Value::Word(result)) = inst.result().and_then(|it| state.env.get(&it)).cloned() else {
            return Some(state);
        };
        state.assume(&returns(&unless, result)).then_some(state)
    }

    fn variable_name(&self, state: &State, address: Lin) -> String {
        let name = address.base.map(|base| state.info(base).name.clone()).unwrap_or_default();
        name.trim_start_matches('&').to_string()
    }

    /// Whether the address of a local variable may be in memory.
    pub fn is_in_memory(&self, state: &State, block: &Block) -> bool {
        (0..state.log.len()).any(|at| match &state.log[at] {
            Entry::Store { value, .. } => {
                self.may_be(state, *value, block) && !memory::rewritten(self.context.layouts, state, at)
            }
            Entry::Scramble { .. } | Entry::Element | Entry::Havoc { .. } => false,
        }) || state.escaped.iter().any(|(value, _)| self.may_be(state, *value, block))
    }

    /// Whether a value may be an address in a local variable.
    fn may_be(&self, state: &State, value: Lin, block: &Block) -> bool {
        let value = state.resolve(value);
        value.base == Some(block.base)
            || may_be_any_node(state, value) && self.can_equal(state, value, block)
            || self.perhaps_local(state, value, block)
    }

    /// Checks that no pointer to a local variable survives.
    pub fn check_locals(
        &mut self,
        state: &State,
        published: &BTreeSet<usize>,
        values: &[Lin],
        span: Option<Span>,
    ) {
        for (index, block) in
            state.blocks.iter().enumerate().filter(|(_, block)| is_local(self.context, block))
        {
            let name = state.info(block.base).name.trim_start_matches('&').to_string();
            let is_it = |value: Lin| state.resolve(value).base == Some(block.base);
            let stored = (0..state.log.len()).find_map(|at| match &state.log[at] {
                Entry::Store { base, value, span, .. }
                    if is_it(*value)
                        && !is_slot(state, *base)
                        && !memory::rewritten(self.context.layouts, state, at) =>
                {
                    Some(*span)
                }
                _ => None,
            });
            let stored = stored.or_else(|| self.perhaps_stored(state, block));
            let returned =
                values.iter().find(|value| is_it(**value) || self.perhaps_local(state, **value, block));
            if let Some(value) = returned {
                let (severity, may) = match is_lent(state, *value) {
                    true => (Severity::Unknown, "may be"),
                    false => (Severity::Unsafe, "is"),
                };
                let text = format!("the address of the local variable `{name}` {may} returned");
                self.fail(state, Check::Stack, severity, span, &text);
            } else if let Some(at) = stored {
                let text = format!(
                    "a pointer to the local variable `{name}` is left in memory when the function returns"
                );
                self.fail(state, Check::Stack, Severity::Unsafe, at.or(span), &text);
            } else if block.is_kept || published.contains(&index) && block.published.is_none() {
                let text = format!(
                    "it is not known that no pointer to the local variable `{name}` is left in memory"
                );
                self.fail(state, Check::Stack, Severity::Unknown, span, &text);
            }
        }
    }

    /// Whether a value that is not known can be the address of a local variable.
    fn perhaps_local(&self, state: &State, value: Lin, block: &Block) -> bool {
        touches_slot(state, value) && self.can_equal(state, value, block)
    }

    fn can_equal(&self, state: &State, value: Lin, block: &Block) -> bool {
        // An address inside of a variable is as bad as its start.
        let start = Lin { base: state.resolve(value).base, offset: 0 };
        let question = Formula::equal(start, block.base.value());
        let said = self.context.oracle.ask(state, &question);
        said != Said::Impossible
    }

    /// Where a value that can be the address of a local variable was stored, and can still be.
    fn perhaps_stored(&self, state: &State, block: &Block) -> Option<Option<Span>> {
        for at in 0..state.log.len() {
            let Entry::Store { base, value, span, link: Some(_), .. } = &state.log[at] else { continue };
            let value = state.resolve(*value);
            if !touches_slot(state, value) && !may_be_any_node(state, value)
                || is_slot(state, *base)
                || memory::overwritten(self.context.layouts, state, at)
            {
                continue;
            }
            let conditions = memory::overwriting_conditions(self.context.layouts, state, at);
            let mut parts: Vec<Formula> = conditions.into_iter().map(Formula::negated).collect();
            parts.push(Formula::equal(value, block.base.value()));
            parts.push(Formula::differ(state.resolve(*base), block.base.value()));
            let question = Formula::And(parts);
            let said = self.context.oracle.ask(state, &question);
            if said != Said::Impossible {
                return Some(*span);
            }
        }
        None
    }
}

/// Whether a block ends with the function.
fn is_local(context: &Context<'_>, block: &Block) -> bool {
    block.slot.is_some_and(|slot| slot.index() >= context.body.params)
}

pub fn is_slot(state: &State, value: Lin) -> bool {
    state.block_of(state.resolve(value)).is_some_and(|index| state.blocks[index].slot.is_some())
}

/// Whether a value is what a callee gave back that was given local variables.
fn is_lent(state: &State, value: Lin) -> bool {
    state.resolve(value).base.is_some_and(|base| state.lent.contains(&base))
}

/// Whether a value may be the address of a local variable.
pub fn touches_slot(state: &State, value: Lin) -> bool {
    let value = state.resolve(value);
    let Some(base) = value.base else { return false };
    if let Some(index) = state.block_of(value) {
        return state.blocks[index].slot.is_some();
    }
    let info = state.info(base);
    matches!(info.valid, Some((_, Class::Local)))
        || state.lent.contains(&base)
        || info
            .alternatives
            .iter()
            .any(|it| state.resolve(*it).base != Some(base) && touches_slot(state, *it))
}

/// Whether a value is some node, of whatever class.
fn may_be_any_node(state: &State, value: Lin) -> bool {
    let valid = state.resolve(value).base.and_then(|sym| state.info(sym).valid);
    matches!(valid, Some((_, Class::Any)))
}
