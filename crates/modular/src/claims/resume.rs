//! Where pieces begin: the state at a cut-point, as its claims describe it.
//!
//! Invariant: whatever the claims allow is a possible state, and nothing else is known.

use crate::claims::{Choice, Claim, Cut, Known};
use crate::claims::{guarded, orders};
use crate::code::context::Context;
use crate::exec::{Exec, Purpose, texts};
use crate::solver::term::{Field, Formula, Lin};
use crate::state::fresh;
use crate::state::memory::{self, Place};
use crate::state::seen::Seen;
use crate::state::{Class, Entry, Freed, Origin, State, Value};
use crate::types::layout::SpotKind;
use crate::types::signature::{Role, Signature};
use ir::{BlockId, Scalar, ValueId};
use std::collections::BTreeSet;

/// Values that are computed from more others than this are not computed again.
const MOST_LEAVES: usize = 8;

/// The state at a cut-point, as its claims describe it.
pub fn at_cut(
    context: &Context<'_>,
    block: BlockId,
    cut: &Cut,
    nonnull_params: &dyn Fn(usize) -> bool,
) -> State {
    let mut state = State {
        has_private: cut.has_private(),
        links_private: cut.links_private,
        written: context.writes_before(block),
        ..State::default()
    };
    if state.has_private {
        state.facts.push_back(Formula::PrivateOutside(0));
    }
    locals(context, &mut state, cut);
    let live = context.live_at(block);
    let is_leaf = |id: &ValueId| id.index() < context.body.params || live.binary_search(id).is_ok();
    let again: Vec<ValueId> =
        live.iter().copied().filter(|id| is_computed(context, block, *id, &is_leaf)).collect();
    let operands = again.iter().flat_map(|id| leaves(context, block, *id));
    let bounds = orders::params(context, cut);
    let needed: BTreeSet<ValueId> =
        live.iter().copied().filter(|id| !again.contains(id)).chain(operands).chain(bounds).collect();
    for id in needed {
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
        state.symbols[sym.index()].seen = param.map(Seen::Param);
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
    for id in again {
        compute(context, &mut state, block, id);
    }
    state.is_touched = cut.is_touched;
    state.is_shortened = cut.is_shortened;
    for id in &cut.texts {
        if let Some(Value::Word(value)) = state.env.get(id).cloned()
            && let Some(base) = state.resolve(value).symbol()
        {
            texts::begin(&mut state, base);
        }
    }
    orders::tell(context, &mut state, cut);
    guarded::tell(&mut state, cut);
    decided(context, &mut state, block);
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
            state.facts.push_back(Formula::Or(vec![Formula::Shared(field.owner, 0, base).negated(), valid]));
        }
        state.log.push_back(Entry::Store {
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

/// Tells what was decided on every way to a block: comparisons of values that are the same there as where they were
/// compared, because each is defined before.
fn decided(context: &Context<'_>, state: &mut State, block: BlockId) {
    let mut exec = Exec::new(context, Purpose::Proof, Choice::First);
    for (condition, is_true) in context.decided_before(block) {
        let Some(inst) = context.definition(condition) else { continue };
        let ir::InstKind::Compare { lhs, rhs, .. } = &inst.kind else { continue };
        for id in [lhs, rhs].into_iter().filter_map(|operand| operand.value()) {
            let is_new = !state.env.contains_key(&id) && again(context, block, id).is_some();
            let leaves = if is_new { leaves(context, block, id) } else { Vec::new() };
            if is_new && leaves.len() <= MOST_LEAVES && leaves.iter().all(|it| state.env.contains_key(it)) {
                compute(context, state, block, id);
            }
        }
        let is_known = |operand: &ir::Operand| match operand {
            ir::Operand::Value(id) => state.env.contains_key(id),
            _ => true,
        };
        if state.env.contains_key(&condition) || !is_known(lhs) || !is_known(rhs) {
            continue;
        }
        exec.compute(state, inst);
        let truth = exec.truth(state, condition.into());
        state.assume(&if is_true { truth } else { truth.negated() });
        state.env.remove(&condition);
    }
}

/// Whether a value is computed from others that do not change in the loop, so that it is known exactly; these need no others:
/// parameters, and what is live at a cut-point anyway.
fn is_computed(
    context: &Context<'_>,
    block: BlockId,
    id: ValueId,
    is_leaf: &dyn Fn(&ValueId) -> bool,
) -> bool {
    let leaves = || leaves(context, block, id);
    again(context, block, id).is_some() && leaves().len() <= MOST_LEAVES && leaves().iter().all(is_leaf)
}

fn is_phi_of(context: &Context<'_>, block: BlockId, id: ValueId) -> bool {
    context.body.block(block).insts.iter().any(|inst| inst.result() == Some(id))
}

/// The instruction that gives a value, where it gives the same one again: it computes, or reads what callers gave and nobody
/// has written since.
fn again<'a>(context: &Context<'a>, block: BlockId, id: ValueId) -> Option<&'a ir::Inst> {
    let inst = context.definition(id).filter(|_| !is_phi_of(context, block, id))?;
    let is_pure = matches!(
        inst.kind,
        ir::InstKind::PtrAdd { .. } | ir::InstKind::Binary { .. } | ir::InstKind::Cast { .. }
    );
    (is_pure || is_as_given(context, block, inst)).then_some(inst)
}

/// Whether an instruction reads a member of a struct that a parameter points to, which nobody has written when a block is
/// entered: then nobody had when it was read.
fn is_as_given(context: &Context<'_>, block: BlockId, inst: &ir::Inst) -> bool {
    let ir::InstKind::Load { ty, ptr: ir::Operand::Value(at), .. } = &inst.kind else { return false };
    let Some(ir::InstKind::PtrAdd { base, offset, via: Some(via) }) =
        context.definition(*at).map(|inst| &inst.kind)
    else {
        return false;
    };
    let (Some(base), ir::Operand::Int { value: offset, .. }) = (base.value(), offset) else { return false };
    let size = u64::from(ty.bytes(context.program.target));
    let target = context.layouts.object_target(*via).filter(|_| base.index() < context.body.params);
    let spot = target.and_then(|target| context.layouts.spot(target, *offset as i64, size));
    spot.filter(|spot| matches!(spot.kind, SpotKind::Data | SpotKind::Link(_))).is_some_and(|spot| {
        let field = Field { owner: spot.owner, at: spot.at };
        let place = Place { base: Lin::ZERO, field, size, kind: spot.kind };
        !context.writes_before(block).may_touch(context.layouts, &place)
    })
}

/// The values that a value is computed from, in the end.
fn leaves(context: &Context<'_>, block: BlockId, id: ValueId) -> Vec<ValueId> {
    let mut found = Vec::new();
    let mut pending = vec![id];
    while let Some(next) = pending.pop() {
        if found.len() > MOST_LEAVES {
            break;
        }
        match again(context, block, next) {
            Some(inst) => inst.kind.for_each_operand(|operand| pending.extend(operand.value())),
            None => found.push(next),
        }
    }
    found
}

/// Computes a value again.
fn compute(context: &Context<'_>, state: &mut State, block: BlockId, id: ValueId) {
    if state.env.contains_key(&id) {
        return;
    }
    let Some(inst) = again(context, block, id) else { return };
    inst.kind.for_each_operand(|operand| {
        if let Some(operand) = operand.value() {
            compute(context, state, block, operand);
        }
    });
    let mut exec = Exec::new(context, Purpose::Proof, Choice::First);
    exec.compute(state, inst);
}

/// A symbol with what is claimed of it.
fn claimed(
    state: &mut State,
    name: String,
    origin: Origin,
    claim: Option<Claim>,
) -> crate::solver::term::Sym {
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
        state.freed.push_back(Freed { value: sym.value(), span: None, by: None, is_certain: false });
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
        state.blocks[index].is_kept = cut.kept_slots.contains(&slot);
        state.blocks[index].is_abroad = cut.abroad_slots.contains(&slot);
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
        state.facts.push_back(Formula::Shared(target, 0, base));
    }
}

/// The cell of a local variable.
pub fn slot_place(context: &Context<'_>, state: &State, slot: ValueId, offset: u64) -> Option<(Place, Lin)> {
    let block = state.blocks.iter().find(|block| block.slot == Some(slot))?;
    let pointer = u64::from(context.program.target.pointer_bytes);
    let spot = context.layouts.spot(block.target?, offset as i64, pointer)?;
    let base = block.base.value().plus(spot.owner_at as i64)?;
    let field = Field { owner: spot.owner, at: spot.at };
    Some((Place { base, field, size: pointer, kind: spot.kind }, base))
}
