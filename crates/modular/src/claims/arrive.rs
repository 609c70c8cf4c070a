//! Arrivals at cut-points, where claims are checked, and weakened until they hold.

use crate::claims::resume::slot_place;
use crate::claims::{Choice, Claim, Cut, Known};
use crate::exec::lending::{is_slot, touches_slot};
use crate::exec::promising::Visible;
use crate::exec::publish::{Broken, Holder, Hole, Need, Publisher};
use crate::exec::rooms::LARGEST_OBJECT;
use crate::exec::{Exec, texts};
use crate::solver::solve::Said;
use crate::solver::term::{Field, Formula, Lin, Sym};
use crate::state::memory;
use crate::state::{Class, Entry, Origin, State, Value};
use crate::types::layout::TargetId;
use ir::{BlockId, Scalar, ValueId};
use std::collections::BTreeSet;

impl Exec<'_, '_> {
    /// Checks what is claimed at a cut-point when control arrives there, and weakens what does not hold. Returns
    /// whether the claims changed.
    pub fn arrive(&mut self, block: BlockId, state: &State, cut: &mut Option<Cut>) -> bool {
        let before = cut.clone();
        let mut state = state.clone();
        self.name_links(block, &mut state);
        let mut claims = match cut.take() {
            Some(claims) => claims,
            None => self.first_claims(block, &state),
        };
        if before.is_none() {
            claims.texts = self.first_texts(block, &mut state);
            claims.orders = self.first_orders(block, &mut state);
            claims.guarded = self.first_guarded(block, &state);
            claims.rooms = self.first_rooms(block, &mut state);
            claims.counted = self.first_counted(block, &mut state);
            if !claims.counted.is_empty() {
                self.bound_numbers(&state, &mut claims);
            }
        }
        self.settle_tags(&mut state);
        // Each round weakens a claim or ends; the bound is never reached unless something is wrong with that.
        let mut visible = Visible::default();
        for _ in 0..1000 {
            if !self.weaken(block, &mut state, &mut claims, &mut visible) {
                break;
            }
        }
        let span = self.context.body.block(block).terminator.span;
        self.check_promises(&mut state, &visible, "when the loop is entered again", span);
        let changed = before.as_ref() != Some(&claims);
        *cut = Some(claims);
        changed
    }

    /// A pointer to a link may point into an array of them.
    fn name_links(&mut self, block: BlockId, state: &mut State) {
        let span = self.context.body.block(block).terminator.span;
        for id in self.context.live_at(block) {
            if let Some(Value::Word(value)) = state.env.get(&id).cloned()
                && let Some(link) = self.link_of_element(state, value, span)
            {
                state.env.insert(id, Value::Word(link));
            }
        }
    }

    /// The pointers to strings: parameters that are indexed, and others where the function looks for the zero.
    fn first_texts(&mut self, block: BlockId, state: &mut State) -> BTreeSet<ValueId> {
        let context = self.context;
        let tested = texts::tested(context);
        let mut found = BTreeSet::new();
        for id in context.live_at(block) {
            let Some(base) = self.text_at(state, id) else { continue };
            let is_known = state.texts.contains_key(&base);
            let is_param = id.index() < context.body.params;
            if (is_known || is_param || tested.contains(&id))
                && texts::end(context.layouts, state, base).is_some()
            {
                if let (false, Some(seen)) = (is_param, state.info(base).seen.clone()) {
                    self.notes.string(seen, false);
                }
                found.insert(id);
            }
        }
        found
    }

    /// The symbol of a live pointer to bytes.
    fn text_at(&self, state: &State, id: ValueId) -> Option<Sym> {
        match state.env.get(&id) {
            Some(Value::Word(value)) => {
                let sym = state.resolve(*value).symbol()?;
                texts::is_text(self.context.layouts, state, sym).then_some(sym)
            }
            _ => None,
        }
    }

    /// Drops what is no longer known to be a string. Returns whether there was any.
    fn weaken_texts(&self, state: &mut State, cut: &mut Cut) -> bool {
        let before = (cut.texts.len(), cut.is_touched, cut.is_shortened);
        cut.is_touched |= state.is_touched;
        cut.is_shortened |= state.is_shortened;
        cut.texts.retain(|id| {
            let base = self.text_at(state, *id);
            base.is_some_and(|base| texts::end(self.context.layouts, state, base).is_some())
        });
        before != (cut.texts.len(), cut.is_touched, cut.is_shortened)
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
                info.target()
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

    /// Weakens what does not hold; false if all holds. Also tells what others can see.
    fn weaken(&mut self, block: BlockId, state: &mut State, cut: &mut Cut, visible: &mut Visible) -> bool {
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
        changed |= self.weaken_texts(state, cut);
        changed |= self.weaken_orders(state, cut);
        changed |= self.weaken_guarded(state, cut);
        changed |= self.weaken_counted(state, cut);
        changed |= self.weaken_rooms(state, cut);
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
        // Who writes to a tag through a pointer of a loop could not be seen to do so.
        for (value, claim, item) in &mut items {
            let target = claim.target.map(|target| self.context.layouts.get(target));
            let size = target.filter(|layout| !layout.is_record).map(|layout| layout.size);
            let is_at_claim =
                |size| self.is_at_tag(state, *value, size) || self.is_at_promise(state, *value, size);
            if claim.known < Known::Nothing && size.is_some_and(is_at_claim) {
                claim.known = Known::Nothing;
                item.claim(cut).known = Known::Nothing;
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
            let freed = state.freed.iter().any(|freed| state.resolve(freed.value) == *value);
            if freed && !claim.freed && value.base.is_some() {
                item.claim(cut).freed = true;
                changed = true;
            }
        }
        let mut publisher = Publisher::new(self.context, state, &holes);
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
            publisher.require(*value, target, need, Holder::Nothing);
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
        *visible = Visible { blocks: published.clone(), private: private_published };
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
            let hole = it.holder.cell().and_then(|(field, base)| {
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
        if !cut.links_private && links_private(state) {
            cut.links_private = true;
            changed = true;
        }
        for block in &state.blocks {
            if let (Some(slot), true) = (block.slot, block.is_abroad)
                && cut.abroad_slots.insert(slot)
            {
                changed = true;
            }
            if let (Some(slot), true) = (block.slot, block.is_kept)
                && cut.kept_slots.insert(slot)
            {
                changed = true;
            }
        }
        for index in published {
            if let Some(slot) = state.blocks[index].slot
                && cut.shared_slots.insert(slot)
            {
                changed = true;
            }
            if let Some(slot) = state.blocks[index].slot
                && (state.blocks[index].published.is_none() || self.is_in_memory(state, &state.blocks[index]))
                && cut.kept_slots.insert(slot)
            {
                changed = true;
            }
        }
        changed
    }

    /// A live variable that is the address of a node: one that changes in the loop, if there is one.
    fn holder(&mut self, block: BlockId, state: &State, cut: &Cut, node: Lin) -> Option<ValueId> {
        let is_it = |id: &&ValueId| matches!(state.env.get(*id), Some(Value::Word(value)) if state.resolve(*value) == node);
        let holders: Vec<ValueId> = cut.values.keys().filter(is_it).copied().collect();
        let code = &self.context.body.block(block).insts;
        let is_phi = |id: &&ValueId| code.iter().any(|inst| inst.result() == Some(**id));
        let phis: Vec<ValueId> = holders.iter().filter(is_phi).copied().collect();
        if phis.len() > 1 {
            self.notes.had_choice = true;
        }
        let phi = match self.choice {
            Choice::First => phis.first(),
            Choice::Last => phis.last(),
        };
        phi.or(holders.first()).copied()
    }

    /// Weakens bounds of numbers that do not hold.
    fn weaken_bounds(&self, state: &State, cut: &mut Cut) -> bool {
        let mut changed = false;
        let is_counted = !cut.counted.is_empty();
        for (id, (least, most)) in &mut cut.bounds {
            let Some(Value::Word(value)) = state.env.get(id) else { continue };
            let value = state.resolve(*value);
            let impossible = |formula: Formula| match formula {
                Formula::Bool(value) => !value,
                formula => self.context.oracle.refutes(state, &formula),
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
                let is_small = is_counted
                    && bound < LARGEST_OBJECT
                    && impossible(Formula::less(Lin::constant(LARGEST_OBJECT), value));
                *most = is_small.then_some(LARGEST_OBJECT);
                changed = true;
            }
        }
        changed
    }

    /// Claims that numbers are no greater than the number of nodes can be, where they are not: counters do not wrap around then.
    fn bound_numbers(&self, state: &State, cut: &mut Cut) {
        for (id, (_, most)) in cut.bounds.iter_mut().filter(|(_, (_, most))| most.is_none()) {
            let Some(Value::Word(value)) = state.env.get(id) else { continue };
            let large = Formula::less(Lin::constant(LARGEST_OBJECT), state.resolve(*value));
            if large != Formula::Bool(true) && self.context.oracle.refutes(state, &large) {
                *most = Some(LARGEST_OBJECT);
            }
        }
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
        let said = self.context.oracle.ask(state, &question);
        said == Said::Impossible
    }

    pub fn proves_nonnull(&self, state: &State, value: Lin) -> bool {
        if state.surely_nonnull(value) || state.simplest(value) == Lin::ZERO {
            return state.simplest(value) != Lin::ZERO;
        }
        let null = Formula::equal(value, Lin::ZERO);
        let said = self.context.oracle.ask(state, &null);
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

/// Whether nodes that only this function knows may link to each other.
pub fn links_private(state: &State) -> bool {
    let links = |entry: &Entry| match entry {
        Entry::Store { base, value, link: Some(_), .. } => {
            touches_private(state, *base) && touches_private(state, *value)
        }
        _ => false,
    };
    state.links_private || state.log.iter().any(links)
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
