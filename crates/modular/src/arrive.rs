//! The ends of pieces: returns, and arrivals at cut-points, where claims are checked and weakened.

use crate::context::Context;
use crate::cuts::{Claim, Cut, Known};
use crate::exec::Exec;
use crate::fresh;
use crate::layout::{SpotKind, TargetId};
use crate::memory::{self, Place};
use crate::publish::{Broken, Hole, Need, Publisher};
use crate::report::{Check, Severity};
use crate::signature::{Role, Signature};
use crate::solve::{self, Said};
use crate::state::{Block, Class, Entry, Origin, State, Value};
use crate::term::{Field, Formula, Lin};
use ir::{BlockId, Scalar, Span, ValueId};

impl Exec<'_, '_> {
    /// The function returns: its data structures are intact, and nothing points to its local variables.
    pub fn finish(&mut self, state: &mut State, values: &[Lin], span: Option<Span>) {
        let signature = self.context.signature(self.context.function);
        let mut roots = Vec::new();
        for (value, role) in values.iter().zip(&signature.results) {
            let target = self.context.role_target(*role).filter(|target| self.claims(*target));
            roots.extend(target.map(|target| (*value, target, Need::Shared)));
            self.check_argument_freed(state, *value, span);
        }
        for (index, role) in signature.params.iter().enumerate() {
            if let (Role::Result(target), Some(Value::Word(base))) =
                (role, state.env.get(&ValueId::new(index)).cloned())
            {
                roots.push((base, *target, Need::Shared));
            }
        }
        if !signature.is_known {
            let text = "how structs are passed by value to this function is not modelled";
            self.fail(state, Check::Model, Severity::Unknown, self.context.function.span, text);
        }
        if let [value] = values
            && !self.proves_nonnull(state, state.resolve(*value))
        {
            self.notes.nonnull = false;
        }
        let mut publisher = Publisher::new(self.context.layouts, state, &[]);
        publisher.run(&roots, false);
        let (published, broken) = (publisher.published.clone(), std::mem::take(&mut publisher.broken));
        for it in &broken {
            self.integrity(state, it, "when the function returns", span);
        }
        self.check_dangling(state, "when the function returns", span);
        self.check_locals(state, &published, values, span);
    }

    /// Checks that no pointer to a local variable survives.
    fn check_locals(
        &mut self,
        state: &State,
        published: &std::collections::BTreeSet<usize>,
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
            if values.iter().any(|value| is_it(*value) || self.perhaps_local(state, *value, block)) {
                let text = format!("the address of the local variable `{name}` is returned");
                self.fail(state, Check::Stack, Severity::Unsafe, span, &text);
            } else if let Some(at) = stored {
                let text = format!(
                    "a pointer to the local variable `{name}` is left in memory when the function returns"
                );
                self.fail(state, Check::Stack, Severity::Unsafe, at.or(span), &text);
            } else if block.published == Some(0) || published.contains(&index) && block.published.is_none() {
                let text = format!(
                    "it is not known that no pointer to the local variable `{name}` is left in memory"
                );
                self.fail(state, Check::Stack, Severity::Unknown, span, &text);
            }
        }
    }

    /// Whether a value that is not known can be the address of a local variable.
    fn perhaps_local(&self, state: &State, value: Lin, block: &Block) -> bool {
        if !touches_slot(state, value) {
            return false;
        }
        let question = Formula::equal(state.resolve(value), block.base.value());
        let said =
            solve::ask(self.context.layouts, &mut state.premises.borrow_mut(), &state.facts, &question);
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
            let said =
                solve::ask(self.context.layouts, &mut state.premises.borrow_mut(), &state.facts, &question);
            if said != Said::Impossible {
                return Some(*span);
            }
        }
        None
    }

    /// Checks what is claimed at a cut-point when control arrives there, and weakens what does not hold. Returns
    /// whether the claims changed.
    pub fn arrive(&mut self, block: BlockId, state: &State, cut: &mut Option<Cut>) -> bool {
        let before = cut.clone();
        let mut claims = match cut.take() {
            Some(claims) => claims,
            None => self.first_claims(block, state),
        };
        let mut state = state.clone();
        // Each round weakens a claim or ends; the bound is never reached unless something is wrong with that.
        for _ in 0..1000 {
            if !self.weaken(block, &mut state, &mut claims) {
                break;
            }
        }
        let changed = before.as_ref() != Some(&claims);
        *cut = Some(claims);
        changed
    }

    /// The strongest claims that the first arrival allows.
    fn first_claims(&self, block: BlockId, state: &State) -> Cut {
        let mut cut = Cut::default();
        for id in self.context.live_at(block) {
            if self.context.body.value_type(id) != Scalar::Ptr || self.is_slot_value(state, id) {
                continue;
            }
            let Some(Value::Word(value)) = state.env.get(&id) else { continue };
            let value = state.resolve(*value);
            let hint = value.symbol().and_then(|sym| {
                let info = state.info(sym);
                info.valid.map(|valid| valid.0).or(info.hint)
            });
            let target = self.context.value_target(id).or(hint);
            let known = match target {
                None => Known::Nothing,
                Some(_) if state.simplest(value) == Lin::ZERO => Known::Null,
                Some(_) if is_slot(state, value) => Known::Local,
                Some(_) => Known::Shared,
            };
            cut.values.insert(id, Claim { target, known, nonnull: true, freed: false, only_null: true });
        }
        for id in self.context.live_at(block) {
            if let (Scalar::Int(8..=64), Some(Value::Word(value))) =
                (self.context.body.value_type(id), state.env.get(&id))
            {
                let value = state.resolve(*value);
                let constant = value.base.is_none().then_some(value.offset);
                cut.bounds.insert(id, (constant.or(Some(0)), constant));
            }
        }
        for block in &state.blocks {
            let (Some(slot), Some(target)) = (block.slot, block.target) else { continue };
            for (offset, _, link) in self.context.layouts.all_cells(target) {
                let claim = Claim {
                    target: Some(link),
                    known: Known::Shared,
                    nonnull: true,
                    freed: false,
                    only_null: true,
                };
                cut.slots.insert((slot, offset), claim);
            }
        }
        cut
    }

    fn is_slot_value(&self, state: &State, id: ValueId) -> bool {
        state.blocks.iter().any(|block| block.slot == Some(id))
    }

    /// Weakens what does not hold; false if all holds.
    fn weaken(&mut self, block: BlockId, state: &mut State, cut: &mut Cut) -> bool {
        let value_of = |state: &State, id: ValueId| match state.env.get(&id) {
            Some(Value::Word(value)) => Some(state.resolve(*value)),
            _ => None,
        };
        let mut changed = false;
        let holes: Vec<Hole> = cut
            .holes
            .iter()
            .filter_map(|((id, field), is_weak)| {
                Some(Hole { node: value_of(state, *id)?, field: *field, is_weak: *is_weak })
            })
            .collect();
        // What is claimed of values and of local variables in memory.
        let mut items: Vec<(Lin, Claim, Item)> = Vec::new();
        for (id, claim) in &cut.values {
            if let Some(value) = value_of(state, *id) {
                items.push((value, *claim, Item::Value(*id)));
            }
        }
        for (&(slot, offset), claim) in &cut.slots {
            let Some((place, base)) = slot_place(self.context, state, slot, offset) else { continue };
            let value = memory::load(self.context.layouts, state, &place, "a local variable".to_string());
            let hole = holes.iter().any(|hole| hole.field == place.field && hole.node == base);
            if !hole {
                items.push((state.resolve(value), *claim, Item::Slot(slot, offset, place.field, base)));
            }
        }
        let state: &State = state;
        changed |= self.weaken_bounds(state, cut);
        for (value, claim, item) in &items {
            if claim.nonnull && !self.proves_nonnull(state, *value) {
                item.claim(cut).nonnull = false;
                changed = true;
                if let Some(Origin::Param(index)) = value.symbol().map(|sym| state.info(sym).origin) {
                    self.notes.wishes.insert(index);
                }
            }
        }
        for (value, claim, item) in &mut items {
            if claim.known == Known::Null && state.simplest(*value) != Lin::ZERO {
                claim.known = Known::Shared;
                item.claim(cut).known = Known::Shared;
                changed = true;
            }
        }
        // Local variables are not published just because a variable of the function points to them.
        for (value, claim, item) in &mut items {
            if claim.known == Known::Shared && touches_slot(state, *value) {
                claim.known = Known::Local;
                item.claim(cut).known = Known::Local;
                changed = true;
            }
        }
        let arrived: Vec<Item> = items
            .iter()
            .filter(|(value, claim, _)| claim.only_null && state.simplest(*value) != Lin::ZERO)
            .map(|(_, _, item)| *item)
            .collect();
        for (value, claim, item) in &items {
            let freed = state.freed.iter().any(|(freed, _)| state.resolve(*freed) == *value);
            if freed && !claim.freed && value.base.is_some() {
                item.claim(cut).freed = true;
                changed = true;
            }
        }
        let mut publisher = Publisher::new(self.context.layouts, state, &holes);
        let need = |known: Known| match known {
            Known::Shared => Some(Need::Shared),
            Known::Private => Some(Need::Private),
            Known::Local => Some(Need::Local),
            Known::Any => Some(Need::Any),
            Known::Null | Known::Nothing | Known::Bad => None,
        };
        let mut failed: Vec<(usize, Broken)> = Vec::new();
        for (index, (value, claim, item)) in items.iter().enumerate() {
            let (Some(need), Some(target)) = (need(claim.known), claim.target) else { continue };
            publisher.require(*value, target, need, None);
            if let Some(it) = publisher.broken.pop() {
                let by_hole = matches!(item, Item::Slot(_, _, field, base)
                    if self.slot_is_fine_by_hole(state, &holes, *field, *base, *value, target));
                if !by_hole {
                    failed.push((index, it));
                }
            }
        }
        publisher.run(&[], true);
        let published = publisher.published.clone();
        let private_published = publisher.private_published;
        let broken = std::mem::take(&mut publisher.broken);
        for (index, it) in failed {
            let (value, claim, item) = &items[index];
            changed = true;
            let private = matches!(claim.known, Known::Shared | Known::Private | Known::Local);
            let private =
                (private && touches_private(state, *value)).then(|| private_claim(state, claim, *value));
            let hole = match item {
                Item::Slot(_, _, field, base) => self.holder(block, state, cut, *base).map(|id| (id, *field)),
                Item::Value(_) => None,
            };
            if let Some(hole) = hole
                && !cut.holes.contains_key(&hole)
            {
                cut.holes.insert(hole, false);
                continue;
            }
            // Pointers to single links and numbers are also moved along arrays, which is not followed.
            let record = claim.target.is_some_and(|target| self.context.layouts.get(target).is_record);
            let bad = self.is_bad(state, it.value) && (record || is_unset(state, it.value));
            item.claim(cut).known = match (private, bad) {
                (Some(known), _) => known,
                (None, true) => Known::Bad,
                (None, false) if matches!(claim.known, Known::Private | Known::Local) => Known::Any,
                (None, false) => Known::Nothing,
            };
        }
        for it in broken {
            // A link of a node that a live variable names may be unset for a while.
            let hole = it.cell.and_then(|(field, base, _)| {
                let base = state.resolve(base);
                Some((self.holder(block, state, cut, base)?, field))
            });
            match hole {
                Some(hole) if is_unset(state, it.value) && cut.holes.get(&hole) != Some(&true) => {
                    // First where only this function looks, then anywhere.
                    let is_weak = cut.holes.contains_key(&hole);
                    cut.holes.insert(hole, is_weak);
                    changed = true;
                    for (value, claim, item) in &items {
                        if claim.known == Known::Shared && touches_private(state, *value) {
                            item.claim(cut).known = private_claim(state, claim, *value);
                        }
                    }
                }
                _ if !changed => {
                    let span = self.context.body.block(block).terminator.span;
                    self.integrity(state, &it, "when the loop is entered again", span);
                }
                _ => {}
            }
        }
        if !changed {
            // Only when all holds, so that this arrival itself could choose the class.
            for item in arrived {
                item.claim(cut).only_null = false;
                changed = true;
            }
        }
        // What was published meanwhile is not private any more.
        for (value, claim, item) in &items {
            let block = state.block_of(*value).is_some_and(|index| published.contains(&index));
            let lost = block || private_published && touches_private(state, *value);
            if claim.known == Known::Private && lost && item.claim(cut).known == Known::Private {
                item.claim(cut).known = Known::Any;
                changed = true;
            }
        }
        for index in published {
            if let Some(slot) = state.blocks[index].slot
                && cut.shared_slots.insert(slot)
            {
                changed = true;
            }
        }
        changed
    }

    /// A live variable that is the address of a node: one that changes in the loop, if there is one.
    fn holder(&self, block: BlockId, state: &State, cut: &Cut, node: Lin) -> Option<ValueId> {
        let is_it = |id: &&ValueId| matches!(state.env.get(id), Some(Value::Word(value)) if state.resolve(*value) == node);
        let holders: Vec<ValueId> = cut.values.keys().filter(is_it).copied().collect();
        let code = &self.context.body.block(block).insts;
        let is_phi = |id: &&ValueId| code.iter().any(|inst| inst.result() == Some(**id));
        let phis: Vec<ValueId> = holders.iter().filter(is_phi).copied().collect();
        if phis.len() > 1 {
            self.context.had_choice.set(true);
        }
        let phi = if self.context.prefers_last.get() { phis.last() } else { phis.first() };
        phi.or(holders.first()).copied()
    }

    /// Weakens bounds of numbers that do not hold.
    fn weaken_bounds(&self, state: &State, cut: &mut Cut) -> bool {
        let mut changed = false;
        for (id, (least, most)) in &mut cut.bounds {
            let Some(Value::Word(value)) = state.env.get(id) else { continue };
            let value = state.resolve(*value);
            let impossible = |formula: Formula| match formula {
                Formula::Bool(value) => !value,
                formula => {
                    let mut kept = state.premises.borrow_mut();
                    solve::ask(self.context.layouts, &mut kept, &state.facts, &formula) == Said::Impossible
                }
            };
            if let Some(bound) = *least
                && !impossible(Formula::less(value, Lin::constant(bound)))
            {
                // Zero is the bound that arrays need.
                let zero = bound > 0 && impossible(Formula::less(value, Lin::ZERO));
                *least = zero.then_some(0);
                changed = true;
            }
            if let Some(bound) = *most
                && !impossible(Formula::less(Lin::constant(bound), value))
            {
                *most = None;
                changed = true;
            }
        }
        changed
    }

    /// Whether a link of a local variable is a node unless it is a hole.
    fn slot_is_fine_by_hole(
        &self,
        state: &State,
        holes: &[Hole],
        field: Field,
        base: Lin,
        value: Lin,
        target: TargetId,
    ) -> bool {
        let mut parts: Vec<Formula> = holes
            .iter()
            .filter(|hole| hole.field == field)
            .map(|hole| Formula::differ(hole.node, base))
            .collect();
        if parts.is_empty() {
            return false;
        }
        parts.push(Formula::differ(value, Lin::ZERO));
        parts.push(Formula::Shared(target, state.generation, value).negated());
        let question = Formula::And(parts);
        let said =
            solve::ask(self.context.layouts, &mut state.premises.borrow_mut(), &state.facts, &question);
        said == Said::Impossible
    }

    fn proves_nonnull(&self, state: &State, value: Lin) -> bool {
        if state.surely_nonnull(value) || state.simplest(value) == Lin::ZERO {
            return state.simplest(value) != Lin::ZERO;
        }
        let null = Formula::equal(value, Lin::ZERO);
        let said = solve::ask(self.context.layouts, &mut state.premises.borrow_mut(), &state.facts, &null);
        said == Said::Impossible
    }

    /// Whether a value may be unset or made up.
    fn is_bad(&self, state: &State, value: Lin) -> bool {
        let value = state.resolve(value);
        let Some(base) = value.base else { return value != Lin::ZERO };
        let info = state.info(base);
        // A block of unknown size may be large enough.
        if let Origin::Block(index) = info.origin {
            return state.blocks[index].size.is_some();
        }
        matches!(info.origin, Origin::Unset | Origin::Number)
            || info.valid.is_some() && info.alternatives.is_empty()
            || info.alternatives.iter().any(|it| {
                state.resolve(*it).base != Some(base)
                    && self.is_bad(state, *it)
                    && state
                        .resolve(*it)
                        .base
                        .is_some_and(|sym| matches!(state.info(sym).origin, Origin::Unset | Origin::Number))
            })
    }
}

/// What a claim is about.
#[derive(Clone, Copy, Debug)]
enum Item {
    Value(ValueId),
    Slot(ValueId, u64, Field, Lin),
}

impl Item {
    fn claim<'c>(&self, cut: &'c mut Cut) -> &'c mut Claim {
        let nothing =
            Claim { target: None, known: Known::Nothing, nonnull: false, freed: false, only_null: true };
        match self {
            Item::Value(id) => cut.values.entry(*id).or_insert(nothing),
            Item::Slot(slot, offset, ..) => cut.slots.entry((*slot, *offset)).or_insert(nothing),
        }
    }
}

/// Whether a value may be unset.
fn is_unset(state: &State, value: Lin) -> bool {
    let Some(base) = state.resolve(value).base else { return false };
    let info = state.info(base);
    let other = |it: &Lin| state.resolve(*it).base != Some(base) && is_unset(state, *it);
    info.origin == Origin::Unset || info.alternatives.iter().any(other)
}

/// Whether a block ends with the function.
fn is_local(context: &Context<'_>, block: &Block) -> bool {
    block.slot.is_some_and(|slot| slot.index() >= context.body.params)
}

fn is_slot(state: &State, value: Lin) -> bool {
    state.block_of(state.resolve(value)).is_some_and(|index| state.blocks[index].slot.is_some())
}

/// Whether a value may be a local variable that nobody else knows.
fn touches_slot(state: &State, value: Lin) -> bool {
    let value = state.resolve(value);
    let Some(base) = value.base else { return false };
    if let Some(index) = state.block_of(value) {
        return state.blocks[index].slot.is_some() && state.blocks[index].published.is_none();
    }
    let info = state.info(base);
    matches!(info.valid, Some((_, Class::Local)))
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

/// Whether a value may be a block or a private node.
fn touches_private(state: &State, value: Lin) -> bool {
    let value = state.resolve(value);
    let Some(base) = value.base else { return false };
    if let Some(index) = state.block_of(value) {
        return state.blocks[index].published.is_none();
    }
    let info = state.info(base);
    matches!(info.valid, Some((_, Class::Any | Class::Private | Class::Local)))
        || info
            .alternatives
            .iter()
            .any(|it| state.resolve(*it).base != Some(base) && touches_private(state, *it))
}

/// What can be claimed of a value that may be private, where others could not reach it.
fn private_claim(state: &State, claim: &Claim, value: Lin) -> Known {
    let value = state.resolve(value);
    let heap_block = state.block_of(value).is_some_and(|index| state.blocks[index].slot.is_none());
    let valid = value.symbol().and_then(|sym| state.info(sym).valid);
    let private = heap_block || matches!(valid, Some((_, Class::Private)));
    let local = is_slot(state, value) || matches!(valid, Some((_, Class::Local)));
    match claim.known {
        // Earlier arrivals were checked against the claim as it was: only a weaker one holds for them.
        Known::Shared if private && claim.only_null => Known::Private,
        Known::Shared if local => Known::Local,
        _ => Known::Any,
    }
}

/// The cell of a local variable.
fn slot_place(context: &Context<'_>, state: &State, slot: ValueId, offset: u64) -> Option<(Place, Lin)> {
    let block = state.blocks.iter().find(|block| block.slot == Some(slot))?;
    let pointer = u64::from(context.program.target.pointer_bytes);
    let spot = context.layouts.spot(block.target?, offset as i64, pointer)?;
    let base = block.base.value().plus(spot.owner_at as i64)?;
    let field = Field { owner: spot.owner, at: spot.at };
    Some((Place { base, field, size: pointer, kind: spot.kind }, base))
}

/// The state at a cut-point, as its claims describe it.
pub fn at_cut(
    context: &Context<'_>,
    block: BlockId,
    cut: &Cut,
    nonnull_params: &dyn Fn(usize) -> bool,
) -> State {
    let mut state = State { has_private: cut.has_private(), ..State::default() };
    if state.has_private {
        state.facts.push(Formula::PrivateOutside(0));
    }
    locals(context, &mut state, cut);
    for id in context.live_at(block) {
        if state.env.contains_key(&id) {
            continue;
        }
        let ty = context.body.value_type(id);
        let name = context.value_name(id);
        let param = (id.index() < context.body.params).then_some(id.index());
        if ty == Scalar::BOOL {
            let sym = state.symbol(name, Origin::Opaque);
            state.env.insert(id, Value::Truth(Formula::differ(sym.value(), Lin::ZERO)));
            continue;
        }
        let claim = cut.values.get(&id).copied();
        let origin = match param {
            Some(index) if ty == Scalar::Ptr => Origin::Param(index),
            _ => Origin::Loop,
        };
        let sym = claimed(&mut state, name, origin, claim);
        if ty != Scalar::Ptr {
            state.symbols[sym.index()].origin = Origin::Opaque;
        }
        if param.is_some_and(nonnull_params) {
            state.assume(&Formula::differ(sym.value(), Lin::ZERO));
        }
        if let Some((least, most)) = cut.bounds.get(&id) {
            let least = least.map(|least| Formula::Less(sym.value(), Lin::constant(least)).negated());
            let most = most.map(|most| Formula::Less(Lin::constant(most), sym.value()).negated());
            state.facts.extend(least.into_iter().chain(most));
        }
        state.env.insert(id, Value::Word(sym.value()));
    }
    // Holes come last: they hide what the claims say of the links.
    let pointer = u64::from(context.program.target.pointer_bytes);
    for ((id, field), is_weak) in &cut.holes {
        let Some(Value::Word(base)) = state.env.get(id).cloned() else { continue };
        let layout = context.layouts.get(field.owner);
        let Some(cell) = layout.cells.iter().find(|cell| cell.offset == field.at) else { continue };
        let member = context.layouts.member_name(field.owner, field.at, pointer);
        let value = memory::unset(&mut state, format!("{}->{member}", context.value_name(*id))).value();
        if !is_weak {
            let valid = state.valid_formula(value, cell.target, Class::Shared(0));
            state.facts.push(Formula::Or(vec![Formula::Shared(field.owner, 0, base).negated(), valid]));
        }
        state.log.push(Entry::Store {
            field: *field,
            size: pointer,
            base,
            value,
            link: Some(cell.target),
            span: None,
        });
    }
    state
}

/// A symbol with what is claimed of it.
fn claimed(state: &mut State, name: String, origin: Origin, claim: Option<Claim>) -> crate::term::Sym {
    let Some(claim) = claim else { return state.symbol(name, origin) };
    let sym = match (claim.known, claim.target) {
        (Known::Shared | Known::Null, Some(target)) => state.pointer(name, origin, target, Class::Shared(0)),
        (Known::Private, Some(target)) => state.pointer(name, origin, target, Class::Private),
        (Known::Local, Some(target)) => state.pointer(name, origin, target, Class::Local),
        (Known::Any, Some(target)) => state.pointer(name, origin, target, Class::Any),
        (Known::Bad, _) => {
            let sym = state.symbol(name, Origin::Unset);
            state.symbols[sym.index()].hint = claim.target;
            sym
        }
        _ => {
            let origin = if matches!(origin, Origin::Param(_)) { origin } else { Origin::Opaque };
            let sym = state.symbol(name, origin);
            state.symbols[sym.index()].hint = claim.target;
            sym
        }
    };
    if claim.nonnull {
        state.assume(&Formula::differ(sym.value(), Lin::ZERO));
    }
    if claim.known == Known::Null {
        state.assume(&Formula::equal(sym.value(), Lin::ZERO));
    }
    if claim.freed {
        state.freed.push((sym.value(), None));
    }
    sym
}

/// The local variables in memory, with what is claimed of their links.
fn locals(context: &Context<'_>, state: &mut State, cut: &Cut) {
    result_slot(context, state, &context.signature(context.function));
    for block in &context.body.blocks {
        for inst in &block.insts {
            let ir::InstKind::Alloca { size: ir::Operand::Int { value: size, .. }, var, .. } = &inst.kind
            else {
                continue;
            };
            let Some(result) = inst.result() else { continue };
            let name = var.map(|var| context.body.var(var).name.clone());
            let name = name.unwrap_or_else(|| context.value_name(result));
            let target = context.object_target(result);
            let size = u64::try_from(*size).ok();
            let base = fresh::new_block(
                context,
                state,
                format!("&{name}"),
                size,
                target,
                Some(result),
                false,
                inst.span,
            );
            state.env.insert(result, Value::Word(base.value()));
        }
    }
    for index in 0..state.blocks.len() {
        let Some(slot) = state.blocks[index].slot else { continue };
        if cut.shared_slots.contains(&slot) {
            share(state, index);
        }
        let Some(target) = state.blocks[index].target else { continue };
        for (offset, _, _) in context.layouts.all_cells(target) {
            let Some((place, _)) = slot_place(context, state, slot, offset) else { continue };
            debug_assert!(matches!(place.kind, SpotKind::Link(_)));
            let name = state.info(state.blocks[index].base).name.trim_start_matches('&').to_string();
            let sym = claimed(state, name, Origin::Loop, cut.slots.get(&(slot, offset)).copied());
            memory::store(state, &place, sym.value(), None);
        }
    }
}

/// The memory where the function stores its result, if the caller gives it.
pub fn result_slot(context: &Context<'_>, state: &mut State, signature: &Signature) {
    for (index, role) in signature.params.iter().enumerate() {
        if let Role::Result(target) = role {
            let size = Some(context.layouts.get(*target).size);
            let id = ValueId::new(index);
            let name = "&result".to_string();
            let base = fresh::new_block(context, state, name, size, Some(*target), Some(id), false, None);
            state.env.insert(id, Value::Word(base.value()));
        }
    }
}

/// Others can reach a local variable from the start of the piece.
fn share(state: &mut State, index: usize) {
    state.blocks[index].published = Some(0);
    let base = state.blocks[index].base.value();
    state.facts.retain(|fact| *fact != Formula::Outside(0, base));
    if let Some(target) = state.blocks[index].target {
        state.facts.push(Formula::Shared(target, 0, base));
    }
}
