//! All functions of a program, and their verdicts.

use crate::arrive;
use crate::context::Context;
use crate::cuts::Cut;
use crate::exec::Exec;
use crate::inline;
use crate::layout::Layouts;
use crate::report::{Notes, Require, Severity};
use crate::signature::Role;
use crate::state::{Class, Origin, State, Value};
use crate::summary::Summaries;
use crate::term::{Formula, Lin};
use engine::{Budget, Coverage, FailedCheck, FunctionResult, FunctionVerdict, Malloc, Outcome, Progress};
use ir::{BlockId, Body, FuncId, Program, Scalar, VarKind};
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;

/// How often the pieces of a function may be run again.
const MOST_ROUNDS: usize = 60;

/// What to analyse, and how.
pub struct Options<'a> {
    /// Whether a function is wanted, by name.
    pub wanted: &'a (dyn Fn(&str) -> bool + Sync),
    /// Whether allocation can fail.
    pub malloc: Malloc,
    /// How many functions are analysed at once; none for the number of cores.
    pub jobs: Option<NonZeroUsize>,
}

/// Analyses the functions of a program.
pub fn analyse(
    program: &Program,
    options: &Options<'_>,
    budget: &Budget,
    progress: &dyn Progress,
) -> Outcome {
    let layouts = Layouts::new(program);
    let mut summaries = Summaries::new(program);
    let mut results: BTreeMap<FuncId, Notes> = BTreeMap::new();
    let own: Vec<FuncId> = program.function_ids().filter(|id| is_own(program, *id)).collect();
    let order = callees_first(program, &own);
    let mut small: BTreeSet<FuncId> = BTreeSet::new();
    // Preconditions of callees are preconditions of callers: repeat until nothing changes.
    for round in 0..MOST_ROUNDS {
        let mut changed = false;
        for &id in &order {
            progress.update(&format!("analysing {}", program.function(id).name));
            let Some(body) = inline::expand(program, id, &small) else { continue };
            let context = Context::new(program, &layouts, &summaries, id, &body, options.malloc, budget);
            let notes = function(&context);
            let summary = &mut summaries;
            if summary.requires[id.index()] != notes.requires || summary.nonnull[id.index()] != notes.nonnull
            {
                summary.requires[id.index()] = notes.requires.clone();
                summary.nonnull[id.index()] = notes.nonnull;
                changed = true;
            }
            // Only the first round decides, so that all rounds analyse the same code.
            let fine = notes.failures.iter().all(|failure| failure.severity != Severity::Unsafe);
            if round == 0 && fine && inline::is_small(program.function(id)) && !calls(program, id, id) {
                small.insert(id);
            }
            results.insert(id, notes);
        }
        if !changed {
            break;
        }
    }
    let mut outcome = Outcome::new(Coverage::Complete, assumptions());
    for (id, notes) in results {
        let name = &program.function(id).name;
        if (options.wanted)(name) {
            outcome.functions.push(result(program, id, notes));
        }
    }
    outcome.stats.engine = "modular".to_string();
    outcome
}

/// What is taken for granted.
fn assumptions() -> Vec<String> {
    [
        "callers and called functions keep data structures intact: links are null or point to whole nodes of their type",
        "memory that was freed is not used again, except where that is seen on one path",
        "pointers to data (void *, char *, numbers) are valid wherever they are passed on",
    ]
    .map(str::to_string)
    .to_vec()
}

/// Whether a function is of the program itself.
fn is_own(program: &Program, id: FuncId) -> bool {
    let function = program.function(id);
    let library = function.span.is_some_and(|span| clib::is_library_file(&program.file(span.file).name));
    function.body.is_some() && !library
}

/// The functions so that callees come before callers, as far as there is no recursion.
fn callees_first(program: &Program, own: &[FuncId]) -> Vec<FuncId> {
    let mut order = Vec::new();
    let mut seen = BTreeSet::new();
    let mut pending: Vec<(FuncId, bool)> = own.iter().rev().map(|id| (*id, false)).collect();
    while let Some((id, done)) = pending.pop() {
        if done {
            order.push(id);
            continue;
        }
        if !own.contains(&id) || !seen.insert(id) {
            continue;
        }
        pending.push((id, true));
        let Some(body) = &program.function(id).body else { continue };
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            if let ir::InstKind::Call { callee: ir::Callee::Direct(callee), .. } = &inst.kind {
                pending.push((*callee, false));
            }
        }
    }
    order
}

/// Whether a function calls another, directly or through others.
fn calls(program: &Program, from: FuncId, to: FuncId) -> bool {
    let mut seen = BTreeSet::new();
    let mut pending = vec![from];
    while let Some(id) = pending.pop() {
        let Some(body) = &program.function(id).body else { continue };
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            if let ir::InstKind::Call { callee: ir::Callee::Direct(callee), .. } = &inst.kind {
                if *callee == to {
                    return true;
                }
                if seen.insert(*callee) {
                    pending.push(*callee);
                }
            }
        }
    }
    false
}

/// Analyses one function.
fn function(context: &Context<'_>) -> Notes {
    let mut required: BTreeSet<usize> = BTreeSet::new();
    let mut refused: BTreeSet<usize> = BTreeSet::new();
    loop {
        let mut notes = with_required(context, &required);
        let asked = notes.requires.iter().filter_map(|require| match require {
            Require::NonNull(index) => Some(*index),
            Require::Text(_) => None,
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
            let better = with_required(context, &with_wish);
            match better.requires.len() < notes.requires.len() {
                true => required = with_wish,
                false => {
                    refused.insert(wish);
                }
            }
            continue;
        }
        notes.requires.extend(required.into_iter().map(Require::NonNull));
        return notes;
    }
}

/// Analyses one function, some of whose parameters are not null.
fn with_required(context: &Context<'_>, required: &BTreeSet<usize>) -> Notes {
    let mut cuts: BTreeMap<BlockId, Option<Cut>> =
        context.cuts().iter().map(|block| (*block, None)).collect();
    let mut found: BTreeMap<Option<BlockId>, Notes> = BTreeMap::new();
    let mut pending: BTreeSet<Option<BlockId>> = BTreeSet::from([None]);
    let mut rounds = 0;
    while let Some(piece) = pending.pop_first() {
        rounds += 1;
        let mut exec = Exec::new(context);
        match piece {
            None => exec.run(at_entry(context, required), Body::ENTRY, 0),
            Some(block) => {
                let Some(Some(cut)) = cuts.get(&block) else { continue };
                let state = arrive::at_cut(context, block, cut, &|index| required.contains(&index));
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
        found.insert(piece, exec.notes);
        if rounds > MOST_ROUNDS {
            let state = State::default();
            let text = "no invariant of the loops was found";
            let check = crate::report::Check::Model;
            let mut notes = Notes::default();
            notes.fail(&state, context.program, check, Severity::Unknown, context.function.span, text);
            found.insert(None, notes);
            break;
        }
    }
    let mut all = Notes { nonnull: true, ..Notes::default() };
    for notes in found.into_values() {
        all.failures.extend(notes.failures);
        all.requires.extend(notes.requires);
        all.wishes.extend(notes.wishes);
        all.nonnull &= notes.nonnull;
    }
    all
}

/// The state when a function is called.
fn at_entry(context: &Context<'_>, required: &BTreeSet<usize>) -> State {
    let mut state = State::default();
    let signature = context.signature(context.function);
    arrive::result_slot(context, &mut state, &signature);
    for id in context.body.param_values() {
        let index = id.index();
        let name = param_name(context.body, index).unwrap_or_else(|| context.value_name(id));
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
            _ => Value::Word(state.symbol(name, Origin::Opaque).value()),
        };
        let is_copy = matches!(role, Role::Copy(_));
        if let (true, Value::Word(value)) = (is_copy || required.contains(&index), &value) {
            let value = *value;
            state.assume(&Formula::differ(value, Lin::ZERO));
        }
        state.env.insert(id, value);
    }
    state
}

/// The source name of a parameter.
fn param_name(body: &Body, index: usize) -> Option<String> {
    let named = |var: &&ir::Var| matches!(var.kind, VarKind::Param(number) if number as usize == index);
    body.vars.iter().find(named).map(|var| var.name.clone())
}

/// The verdict on a function.
fn result(program: &Program, id: FuncId, notes: Notes) -> FunctionResult {
    let function = program.function(id);
    let worst = notes.failures.iter().map(|failure| failure.severity).max();
    let verdict = match worst {
        Some(Severity::Unsafe) => FunctionVerdict::Unsafe,
        Some(Severity::Unknown) => FunctionVerdict::Unknown,
        None if notes.requires.is_empty() => FunctionVerdict::Safe,
        None => FunctionVerdict::Conditional,
    };
    let requires = notes.requires.iter().map(|require| match require {
        Require::NonNull(index) => {
            let name = function.body.as_ref().and_then(|body| param_name(body, *index));
            format!("{} != NULL", name.unwrap_or_else(|| format!("parameter {}", index + 1)))
        }
        Require::Text(text) => text.clone(),
    });
    let failed = notes.failures.iter().map(|failure| FailedCheck {
        check: failure.check.name().to_string(),
        span: failure.span,
        text: failure.text.clone(),
    });
    FunctionResult {
        name: function.name.clone(),
        verdict,
        requires: requires.collect(),
        failed: failed.collect(),
    }
}
