//! All functions of a program, and their verdicts.
//!
//! Functions are analysed in groups, callees before callers, each group on all cores. A function sees what was known
//! of others when its group began, so the results do not depend on the number of cores.

use crate::cache::{self, Found, Key};
use crate::code::allocators;
use crate::code::context::Context;
use crate::code::inline::{self, Small, Where};
use crate::function::{self, param_name};
use crate::report::{Notes, Require, Severity};
use crate::summary::Summaries;
use crate::types::globals;
use crate::types::layout::Layouts;
use crate::types::tags::{self, Tagged};
use engine::{
    Assumption, Budget, Certainty, Condition, Coverage, Finding, FunctionOutcome, Malloc, Outcome, Progress,
    Reason,
};
use ir::call_graph::{self, CallGraph};
use ir::{Body, FuncId, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often functions are analysed again because what is known of their callees has changed.
const MOST_ROUNDS: usize = 60;
/// How many functions an assumption names.
const MOST_NAMES: usize = 20;
/// Formulas nest deeply where many stores may alias.
const STACK_BYTES: usize = 256 << 20;

/// What to analyse, and how.
pub(crate) struct Options<'a> {
    /// Whether a function is wanted, by name.
    pub wanted: &'a (dyn Fn(&str) -> bool + Sync),
    /// Whether allocation can fail.
    pub malloc: Malloc,
    /// How long the analysis of one function may take; none for as long as there is time.
    pub function_time: Option<Duration>,
    /// How many functions are analysed at once; none for the number of cores.
    pub jobs: Option<NonZeroUsize>,
    /// The folder where results are kept; none to keep nothing.
    pub cache: Option<&'a Path>,
}

/// Analyses the functions of a program.
pub(crate) fn analyse(
    program: &Program,
    options: &Options<'_>,
    budget: &Budget,
    progress: &dyn Progress,
) -> Outcome {
    let begin = Instant::now();
    let mut layouts = Layouts::new(program);
    let claims = tagged(program, &layouts, options.malloc, budget);
    layouts.claim_tagged(claims);
    let library = Library::new(program, options, &layouts, budget);
    let (found, settled) = library.analyse(progress);
    let frees = Summaries::new(program, &layouts).frees;
    let is_meant =
        |id: &&FuncId| (options.wanted)(&program.function(**id).name) && !frees[id.index()].is_nothing();
    let freeing: Vec<FuncId> = found.keys().filter(is_meant).copied().collect();
    let graph = &library.graph;
    let called = program.function_ids().filter(|id| !graph.callers(*id).is_empty());
    let called = called.map(|id| program.function(id)).filter(|it| allocators::is_assumed(program, it));
    let mut allocators: BTreeSet<String> = called.map(|it| it.name.clone()).collect();
    allocators.extend(found.values().flat_map(|found| found.notes.allocators.iter().cloned()));
    let mut outcome = Outcome::new(Coverage::Complete, assumptions(program, &layouts, &freeing));
    if !allocators.is_empty() {
        let names: Vec<String> = allocators.into_iter().take(MOST_NAMES).collect();
        outcome.assumptions.push(Assumption::Allocators { functions: names });
    }
    if !settled {
        outcome.ledger.add(Reason::WorkLimit, None, "what functions need of each other did not settle");
    }
    for (global, what) in globals::broken(program, &layouts) {
        outcome.ledger.add(Reason::Unsupported, global.span, what);
    }
    for (id, found) in found {
        if (options.wanted)(&program.function(id).name) {
            outcome.functions.push(result(program, &layouts, id, found.notes));
        }
    }
    // As they stand in the files.
    outcome.functions.sort_by_key(|function| function.span.map(|span| (span.file, span.line, span.column)));
    for loss in &program.losses {
        outcome.ledger.add(Reason::Unsupported, loss.span, &loss.what);
    }
    if let Err(exhausted) = budget.check() {
        outcome.ledger.add(exhausted.into(), None, "not all functions were analysed to their end");
    }
    outcome.stats.engine = "modular".to_string();
    outcome.stats.seconds = begin.elapsed().as_secs_f64();
    outcome
}

/// The functions of a program, and how they are analysed.
struct Library<'a> {
    program: &'a Program,
    options: &'a Options<'a>,
    layouts: &'a Layouts<'a>,
    budget: &'a Budget,
    /// Who calls whom.
    graph: CallGraph,
    /// The functions whose code can stand for their calls.
    all: Small,
    /// The part of all keys that is the same; none where results are not kept.
    key: Option<Key>,
}

impl<'a> Library<'a> {
    fn new(
        program: &'a Program,
        options: &'a Options<'a>,
        layouts: &'a Layouts<'a>,
        budget: &'a Budget,
    ) -> Library<'a> {
        let identity = options.cache.and_then(|_| cache::identity());
        let key = identity.map(|identity| {
            let mut key = Key::new();
            key.add(&identity);
            key.add_debug(&(
                options.malloc,
                program.target,
                &program.files,
                &program.types,
                &program.globals,
                layouts.tagged(),
            ));
            key
        });
        let graph = CallGraph::new(program);
        let all = inline::all(program, &graph, &|id| is_own(program, id));
        Library { program, options, layouts, budget, graph, all, key }
    }

    /// Analyses all functions, callees before callers, and again where what is known of callees has changed. Also
    /// returns whether that came to an end.
    fn analyse(&self, progress: &dyn Progress) -> (BTreeMap<FuncId, Found>, bool) {
        let program = self.program;
        let graph = &self.graph;
        let levels = levels(graph, &|id| is_own(program, id));
        let mut summaries = Summaries::new(program, self.layouts);
        let mut small = Small::new();
        let mut results: BTreeMap<FuncId, Found> = BTreeMap::new();
        let mut stale: BTreeSet<FuncId> = levels.iter().flatten().copied().collect();
        for round in 0..MOST_ROUNDS {
            let mut changed = BTreeSet::new();
            for level in &levels {
                let due: Vec<FuncId> = level.iter().copied().filter(|id| stale.contains(id)).collect();
                progress.update(&format!("analysing {} functions", due.len()));
                for (id, found) in self.level(&due, &summaries, &small) {
                    let place = match found.notes.failures.iter().map(|failure| failure.severity).max() {
                        None if summaries.frees[id.index()].params.iter().any(|it| it.frees) => {
                            Some(Where::Calls)
                        }
                        None => Some(Where::New),
                        Some(Severity::Unknown) => Some(Where::Everywhere),
                        Some(Severity::Unsafe) => None,
                    };
                    // Only the first round decides, so that all rounds analyse the same code.
                    if let (0, Some(place)) = (round, place)
                        && inline::is_small(program.function(id), place)
                        && !graph.is_recursive(id)
                    {
                        small.insert(id, place);
                    }
                    if summaries.learn(id, &found) {
                        changed.insert(id);
                    }
                    results.insert(id, found);
                }
            }
            stale = graph.above(&changed);
            if stale.is_empty() || self.budget.check().is_err() {
                break;
            }
        }
        (results, stale.is_empty())
    }

    /// Analyses functions that do not need to know of each other, on all cores.
    fn level(&self, due: &[FuncId], summaries: &Summaries, small: &Small) -> Vec<(FuncId, Found)> {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let jobs = self.options.jobs.map_or(cores, NonZeroUsize::get).min(due.len()).max(1);
        let next = AtomicUsize::new(0);
        let results: Mutex<Vec<(FuncId, Found)>> = Mutex::new(Vec::new());
        let work = || {
            while let Some(&id) = due.get(next.fetch_add(1, Ordering::Relaxed)) {
                if let Some(found) = self.function(id, summaries, small) {
                    results.lock().unwrap_or_else(PoisonError::into_inner).push((id, found));
                }
            }
        };
        match jobs {
            1 => work(),
            _ => std::thread::scope(|scope| {
                for _ in 0..jobs {
                    let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
                    // Where no thread can be started, the others do the work.
                    if builder.spawn_scoped(scope, work).is_err() {
                        work();
                    }
                }
            }),
        }
        let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.sort_by_key(|(id, _)| *id);
        results
    }

    /// The result for one function: as it was, or as it is found now.
    fn function(&self, id: FuncId, summaries: &Summaries, small: &Small) -> Option<Found> {
        let body = inline::expand(self.program, id, small)?;
        let whole = inline::expand(self.program, id, &self.all)?;
        let key = self.key.as_ref().map(|key| {
            let mut key = self.function_key(key.clone(), id, &body, summaries);
            key.add_debug(&whole);
            key
        });
        let kept = key.as_ref().zip(self.options.cache).and_then(|(key, folder)| cache::read(folder, key));
        if let Some(found) = kept {
            return Some(found);
        }
        let budget = self.options.function_time.map_or(self.budget.clone(), |time| self.budget.within(time));
        let mut context =
            Context::new(self.program, self.layouts, summaries, id, &body, self.options.malloc, &budget);
        let (mut notes, mut choice) = function::analyse(&context);
        if notes.has_too_many_paths {
            context.cut_at_joins();
            (notes, choice) = function::analyse(&context);
        }
        if !notes.failures.is_empty() || !summaries.frees[id.index()].is_nothing() {
            function::witness(&context, &mut notes);
            let context =
                Context::new(self.program, self.layouts, summaries, id, &whole, self.options.malloc, &budget);
            if notes.failures.iter().all(|failure| failure.severity == Severity::Unknown) {
                function::witness(&context, &mut notes);
            }
        }
        let nonnull_if = match notes.nonnull {
            true => BTreeSet::new(),
            false => function::nonnull_if(&context, choice, &notes),
        };
        let found = Found { notes, nonnull_if };
        // A result for want of time says nothing the next time.
        if let (Some(key), Some(folder), Ok(())) = (&key, self.options.cache, budget.check()) {
            cache::write(folder, key, &found);
        }
        Some(found)
    }

    fn function_key(&self, mut key: Key, id: FuncId, body: &Body, summaries: &Summaries) -> Key {
        let declaration = |function: &ir::Function| {
            let library =
                function.span.is_some_and(|span| clib::is_library_file(&self.program.file(span.file).name));
            let scalars = (&function.params, &function.results, function.variadic, function.noreturn);
            format!("{:?}", (&function.name, scalars, function.ty, function.body.is_some(), library))
        };
        key.add(&declaration(self.program.function(id)));
        key.add_debug(&self.program.function(id).span);
        key.add_debug(body);
        for callee in call_graph::named(body) {
            key.add(&declaration(self.program.function(callee)));
            key.add(&summaries.text(callee));
        }
        key
    }
}

/// The links in unions for which integrity is claimed, because functions rely on their tags.
fn tagged(program: &Program, layouts: &Layouts<'_>, malloc: Malloc, budget: &Budget) -> Vec<Tagged> {
    let summaries = Summaries::new(program, layouts);
    let mut evidence = BTreeSet::new();
    for id in program.function_ids().filter(|id| is_own(program, *id)) {
        if let Some(body) = &program.function(id).body {
            let context = Context::new(program, layouts, &summaries, id, body, malloc, budget);
            evidence.extend(tags::evidence(&context));
        }
    }
    tags::agreed(&evidence)
}

/// What is taken for granted.
fn assumptions(program: &Program, layouts: &Layouts<'_>, freeing: &[FuncId]) -> Vec<Assumption> {
    let bits = program.target.pointer_bytes * 8;
    let contract = [Assumption::Target { bits }, Assumption::Integrity, Assumption::DataIsValid];
    let tags = layouts.tagged().iter().flat_map(|it| layouts.tag_assumptions(it));
    let freed = (!freeing.is_empty()).then(|| {
        let functions: Vec<String> =
            freeing.iter().take(MOST_NAMES).map(|id| program.function(*id).name.clone()).collect();
        Assumption::FreedIsUnused { more: freeing.len() - functions.len(), functions }
    });
    contract.into_iter().chain(freed).chain(tags).collect()
}

/// Whether a function is of the program itself.
fn is_own(program: &Program, id: FuncId) -> bool {
    let function = program.function(id);
    let library = function.span.is_some_and(|span| clib::is_library_file(&program.file(span.file).name));
    function.body.is_some() && !library
}

/// The functions in groups: each function comes after the functions it calls, unless they reach it again.
fn levels(graph: &CallGraph, is_own: &dyn Fn(FuncId) -> bool) -> Vec<Vec<FuncId>> {
    let mut level: BTreeMap<FuncId, usize> = BTreeMap::new();
    let mut groups: Vec<Vec<FuncId>> = Vec::new();
    for component in graph.components() {
        let callees = component.iter().flat_map(|id| graph.callees(*id));
        let below = callees.filter_map(|callee| level.get(callee)).max();
        let number = below.map_or(0, |below| below + 1);
        let own: Vec<FuncId> = component.iter().copied().filter(|id| is_own(*id)).collect();
        if !own.is_empty() {
            level.extend(own.iter().map(|id| (*id, number)));
            groups.resize(groups.len().max(number + 1), Vec::new());
            groups[number].extend(own);
        }
    }
    groups.iter_mut().for_each(|group| group.sort_unstable());
    groups
}

/// What is said about a function.
fn result(program: &Program, layouts: &Layouts<'_>, id: FuncId, notes: Notes) -> FunctionOutcome {
    let function = program.function(id);
    let mut outcome = FunctionOutcome::new(&function.name, function.span);
    let param = |index: usize| {
        let name = function.body.as_ref().and_then(|body| param_name(body, index));
        name.unwrap_or_else(|| format!("parameter {}", index + 1))
    };
    for require in notes.requires {
        outcome.requires.push(match require {
            Require::NonNull(index) => Condition::NotNull(param(index)),
            Require::Holds(condition) if condition.unless.is_empty() => {
                Condition::NotNull(condition.pointer.text(program, layouts, &param))
            }
            Require::Holds(condition) => Condition::Holds(condition.text(program, layouts, &param)),
            Require::Room(room) => Condition::Holds(room.text(program, layouts, &param)),
            Require::Bound(bound) => Condition::Holds(bound.text(program, layouts, &param)),
            Require::Text(text) | Require::Callee(text) => Condition::Holds(text),
        });
    }
    for failure in notes.failures {
        match (failure.severity, failure.check.known()) {
            (Severity::Unsafe, Some(check)) => outcome.findings.push(Finding {
                certainty: Certainty::Shown,
                ..Finding::new(check, failure.span, &function.name, failure.text)
            }),
            _ => outcome.ledger.add(failure.check.reason(), failure.span, failure.text),
        }
    }
    outcome
}
