//! One function: its pieces, until the claims at its loops hold.

use crate::claims::resume;
use crate::claims::{Choice, Cut};
use crate::code::context::Context;
use crate::exec::{Exec, Purpose, chains};
use crate::report::{Check, Failure, Notes, Require, Severity};
use crate::solver::term::{Formula, Lin};
use crate::state::chain::Chain;
use crate::state::seen::Seen;
use crate::state::{Class, Origin, State, Value};
use crate::types::signature::Role;
use ir::types::TypeKind;
use ir::{BlockId, Body, InstKind, Operand, Program, Scalar, Span, ValueId, VarKind};
use std::collections::{BTreeMap, BTreeSet};

/// How many lists of some length are tried as preconditions of a function.
const MOST_LISTS: usize = 6;
/// How often the pieces of a function may be run again.
const MOST_ROUNDS: usize = 200;

/// Finds out which of what could not be shown surely fails, on a path from the entry. The code may be another than that of
/// the proof: with its callees in it, they are known exactly.
pub fn witness(context: &Context<'_>, notes: &mut Notes) {
    let mut exec = Exec::new(context, Purpose::Witness, Choice::First);
    let mut entry = at_entry(context, &required(notes));
    exec.grant(&mut entry, &notes.requires);
    exec.chains = chains_of(notes);
    exec.begin_chains(&mut entry);
    exec.run(entry, Body::ENTRY, 0);
    // Where callers decide whether there is something to use, only what fails on all paths fails surely.
    let depends = |span: &Option<Span>| {
        exec.notes.null_where.contains(span) && exec.notes.not_null_where.contains(span)
    };
    let is_sure = |failure: &Failure| {
        failure.severity == Severity::Unsafe && !(failure.check == Check::Null && depends(&failure.span))
    };
    for failure in exec.notes.failures.iter().filter(|failure| is_sure(failure)).cloned() {
        let is_it = |other: &Failure| (other.check, other.span) == (failure.check, failure.span);
        // At one place, a condition may be open for one reason and fail for another.
        let is_alike = |other: &Failure| other.check == failure.check || other.span == failure.span;
        // Where the proof does not fail, preconditions exclude the path; but neither contracts nor the claims at loops say
        // who still holds what is freed, so that a proof relies on nobody else doing so. That a structure has one node at
        // two places is for callers to exclude.
        let is_used = failure.check == Check::Temporal && exec.notes.freed_where.contains(&failure.span);
        if failure.check == Check::Dangling || is_used || notes.failures.iter().any(is_alike) {
            notes.failures.retain(|other| !is_it(other));
            notes.failures.insert(failure);
        }
    }
}

/// The parameters that are required not to be null.
fn required(notes: &Notes) -> BTreeSet<usize> {
    let nonnull = |require: &Require| match require {
        Require::NonNull(index) => Some(*index),
        _ => None,
    };
    notes.requires.iter().filter_map(nonnull).collect()
}

/// The lists that callers are asked for.
fn chains_of(notes: &Notes) -> BTreeSet<Chain> {
    let chain = |require: &Require| match require {
        Require::Chain(chain) => Some(chain.clone()),
        _ => None,
    };
    notes.requires.iter().filter_map(chain).collect()
}

/// Analyses one function: what cannot be shown, and what must be required. Where the claims at loops can be chosen in two
/// ways, the better choice counts.
pub fn analyse(context: &Context<'_>) -> (Notes, Choice) {
    let first = with_preconditions(context, Choice::First);
    if first.failures.is_empty() || !first.had_choice {
        return (first, Choice::First);
    }
    let second = with_preconditions(context, Choice::Last);
    match second.failures.len() < first.failures.len() {
        true => (second, Choice::Last),
        false => (first, Choice::First),
    }
}

/// Analyses one function, and finds the preconditions it needs.
fn with_preconditions(context: &Context<'_>, choice: Choice) -> Notes {
    let mut required: BTreeSet<usize> = BTreeSet::new();
    let mut refused: BTreeSet<usize> = BTreeSet::new();
    let mut lists: BTreeSet<Chain> = BTreeSet::new();
    let mut tried: BTreeSet<Chain> = BTreeSet::new();
    loop {
        let mut notes = with_required(context, choice, &required, &lists);
        let asked = notes.requires.iter().filter_map(|require| match require {
            Require::NonNull(index) => Some(*index),
            _ => None,
        });
        let more: BTreeSet<usize> = asked.filter(|index| !required.contains(index)).collect();
        if !more.is_empty() {
            required.extend(more);
            continue;
        }
        // A variable that is null at the head of a loop may have been a parameter.
        let wishes: BTreeSet<usize> = notes
            .wishes
            .iter()
            .copied()
            .filter(|index| !required.contains(index) && !refused.contains(index))
            .collect();
        if let Some(&wish) = wishes.first() {
            let mut with_wish = required.clone();
            with_wish.insert(wish);
            let better = with_required(context, choice, &with_wish, &lists);
            // It is granted where the function is then safe, or where it takes the place of another precondition.
            let is_better = match notes.failures.len() == better.failures.len() {
                true => better.requires.len() < notes.requires.len(),
                false => better.failures.is_empty(),
            };
            match is_better {
                true => required = with_wish,
                false => {
                    refused.insert(wish);
                }
            }
            continue;
        }
        // Where pointers may be null, lists may be as long as a number says.
        let is_null = notes.failures.iter().any(|failure| failure.check == Check::Null);
        let asked: BTreeSet<Chain> =
            notes.chain_wishes.iter().filter(|it| !tried.contains(*it)).cloned().collect();
        let own = || chains::candidates(context).into_iter().find(|it| !tried.contains(it));
        let wish = match asked.is_empty() {
            false => asked,
            true if is_null => own().into_iter().collect(),
            true => BTreeSet::new(),
        };
        if !wish.is_empty() && tried.len() < MOST_LISTS {
            let with_wish: BTreeSet<Chain> = lists.union(&wish).cloned().collect();
            tried.extend(wish);
            let better = with_required(context, choice, &required, &with_wish);
            if better.failures.len() < notes.failures.len() {
                lists = with_wish;
            }
            continue;
        }
        notes.requires.extend(required.into_iter().map(Require::NonNull));
        let is_implied = |it: &Chain| lists.iter().any(|other| other != it && other.implies(it));
        notes.requires.extend(lists.iter().filter(|it| !is_implied(it)).cloned().map(Require::Chain));
        return notes;
    }
}

/// Analyses one function, some of whose parameters are not null.
fn with_required(
    context: &Context<'_>,
    choice: Choice,
    required: &BTreeSet<usize>,
    lists: &BTreeSet<Chain>,
) -> Notes {
    let mut cuts: BTreeMap<BlockId, Option<Cut>> =
        context.cuts().iter().map(|block| (*block, None)).collect();
    let mut found: BTreeMap<Option<BlockId>, Notes> = BTreeMap::new();
    let mut pending: BTreeSet<Option<BlockId>> = BTreeSet::from([None]);
    let mut rounds = 0;
    let mut had_choice = false;
    let mut has_too_many_paths = false;
    while let Some(piece) = pending.pop_first() {
        rounds += 1;
        let mut exec = Exec::new(context, Purpose::Proof, choice);
        exec.chains = lists.clone();
        match piece {
            None => {
                let mut entry = at_entry(context, required);
                exec.begin_chains(&mut entry);
                exec.run(entry, Body::ENTRY, 0);
            }
            Some(block) => {
                let Some(Some(cut)) = cuts.get(&block) else { continue };
                let mut state = resume::at_cut(context, block, cut, &|index| required.contains(&index));
                exec.begin_chains(&mut state);
                exec.tell_counted(&mut state, cut);
                exec.tell_rooms(&mut state, cut);
                let phis = context.body.block(block).insts.iter();
                let first = phis.take_while(|inst| matches!(inst.kind, ir::InstKind::Phi { .. })).count();
                exec.run(state, block, first);
            }
        }
        for (block, state) in std::mem::take(&mut exec.arrivals) {
            if let Some(cut) = cuts.get_mut(&block)
                && exec.arrive(block, &state, cut)
            {
                pending.insert(Some(block));
            }
        }
        // A piece that is run again has the claims that were chosen before.
        had_choice |= exec.notes.had_choice;
        has_too_many_paths |= exec.notes.has_too_many_paths;
        found.insert(piece, exec.notes);
        if has_too_many_paths {
            // There is another way.
            break;
        }
        if rounds > MOST_ROUNDS {
            let state = State::default();
            let text = "no invariant of the loops was found";
            let check = Check::Work;
            let mut notes = Notes::default();
            notes.fail(&state, check, Severity::Unknown, context.function.span, text);
            found.insert(None, notes);
            break;
        }
    }
    let mut all = Notes { nonnull: true, had_choice, has_too_many_paths, ..Notes::default() };
    for notes in found.into_values() {
        all.failures.extend(notes.failures);
        for require in notes.requires {
            match require {
                Require::Holds(condition) => all.require(condition),
                Require::Room(room) => all.room(room),
                Require::Header(header) => all.header(header),
                Require::Bound(bound) => all.bound(bound),
                Require::String(pointer, is_written) => all.string(pointer, is_written),
                require => {
                    all.requires.insert(require);
                }
            }
        }
        all.spared.extend(notes.spared);
        all.allocators.extend(notes.allocators);
        all.wishes.extend(notes.wishes);
        all.chain_wishes.extend(notes.chain_wishes);
        all.written.extend(notes.written);
        all.indexed.extend(notes.indexed);
        all.followed.extend(notes.followed);
        all.broken.extend(notes.broken);
        all.established.extend(notes.established);
        all.nonnull &= notes.nonnull;
        all.null_fills.extend(notes.null_fills);
    }
    // A string that is written to must be one that may be.
    for seen in all.written.clone() {
        if all.requires.contains(&Require::String(seen.clone(), false)) {
            all.string(seen, true);
        }
    }
    all
}

/// The state when a function is called.
fn at_entry(context: &Context<'_>, required: &BTreeSet<usize>) -> State {
    let mut state = State::default();
    let signature = context.signature(context.function);
    resume::result_slot(context, &mut state, &signature);
    for id in context.body.param_values() {
        let index = id.index();
        let name = param_name(context.program, context.body, index).unwrap_or_else(|| context.value_name(id));
        let ty = context.function.params[index].ty;
        let role = signature.params[index];
        let target = context.role_target(role);
        if state.env.contains_key(&id) {
            continue;
        }
        let value = match (ty, target) {
            (Scalar::Ptr, Some(target)) => {
                Value::Word(state.pointer(name, Origin::Param(index), target, Class::Shared(0)).value())
            }
            (Scalar::Ptr, None) => Value::Word(state.symbol(name, Origin::Param(index)).value()),
            (Scalar::BOOL, _) => {
                let sym = state.symbol(name, Origin::Opaque);
                Value::Truth(Formula::differ(sym.value(), Lin::ZERO))
            }
            _ => Value::Word(state.symbol(name, Origin::Data).value()),
        };
        if let Value::Word(Lin { base: Some(sym), .. }) = &value {
            state.symbols[sym.index()].seen = Some(Seen::Param(index));
        }
        let is_copy = matches!(role, Role::Copy(_));
        if let (true, Value::Word(value)) = (is_copy || required.contains(&index), &value) {
            let value = *value;
            state.assume(&Formula::differ(value, Lin::ZERO));
        }
        state.env.insert(id, value);
    }
    state
}

/// The parameters each of which decides that no null is returned, by not being null.
pub fn nonnull_if(context: &Context<'_>, choice: Choice, notes: &Notes) -> BTreeSet<usize> {
    let signature = context.signature(context.function);
    let target =
        |role: &Role| context.role_target(*role).filter(|target| context.layouts.get(*target).is_record);
    if signature.results.first().is_none_or(|role| target(role).is_none()) {
        return BTreeSet::new();
    }
    let (required, lists) = (required(notes), chains_of(notes));
    let pointers = signature.params.iter().enumerate().filter(|(_, role)| target(role).is_some());
    let decides = |index: &usize| {
        let mut assumed = required.clone();
        assumed.insert(*index);
        with_required(context, choice, &assumed, &lists).nonnull
    };
    pointers.map(|(index, _)| index).filter(decides).collect()
}

/// The source name of a parameter, as its code says: a struct that is passed by value may take several scalars, one that is
/// returned one more.
pub fn param_name(program: &Program, body: &Body, index: usize) -> Option<String> {
    let id = ValueId::new(index);
    let is_param = |var: &&ir::Var| matches!(var.kind, VarKind::Param(_));
    let insts = || body.blocks.iter().take(1).flat_map(|block| &block.insts);
    let named = insts().find_map(|inst| match &inst.kind {
        InstKind::VarIs { var, value: Operand::Value(value) } if *value == id => Some(body.var(*var)),
        _ => None,
    });
    if let Some(var) = named.filter(is_param) {
        return Some(var.name.clone());
    }
    // A part of a struct is stored into it.
    let stored = insts().find_map(|inst| match &inst.kind {
        InstKind::Store { value: Operand::Value(value), ptr: Operand::Value(ptr), .. } if *value == id => {
            Some(*ptr)
        }
        _ => None,
    });
    let made = |id: ValueId| insts().find(|inst| inst.result() == Some(id)).map(|inst| &inst.kind);
    let place = stored.and_then(|ptr| match made(ptr)? {
        InstKind::PtrAdd { base: Operand::Value(base), offset: Operand::Int { value, .. }, .. } => {
            Some((*base, u64::try_from(*value).ok()?))
        }
        _ => Some((ptr, 0)),
    });
    if let Some((slot, offset)) = place
        && let Some(InstKind::Alloca { var: Some(var), .. }) = made(slot)
    {
        let var = Some(body.var(*var)).filter(is_param)?;
        let ty = program.types.get(program.types.strip(var.ty?));
        let TypeKind::Struct(record) = &ty.kind else { return Some(var.name.clone()) };
        let field = record.fields.iter().find(|field| field.offset() == offset)?;
        return Some(format!("{}.{}", var.name, field.name.as_ref()?));
    }
    // One that is not used.
    let numbered = |var: &&ir::Var| matches!(var.kind, VarKind::Param(number) if number as usize == index);
    let is_plain = body.vars.iter().filter(is_param).count() == body.params;
    is_plain.then(|| body.vars.iter().find(numbered).map(|var| var.name.clone())).flatten()
}
