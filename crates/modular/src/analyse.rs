//! All functions of a program, and their verdicts.
//!
//! Functions are analysed in groups, callees before callers, each group on all cores. A function sees what was known
//! of others when its group began, so the results do not depend on the number of cores.

use crate::cache::{self, Found, Key};
use crate::claims::Choice;
use crate::code::allocators;
use crate::code::context::Context;
use crate::code::cursors;
use crate::code::inline::{self, Small, Where};
use crate::exec::OUT_OF_TIME;
use crate::function::{self, param_name};
use crate::report::{Check, Failure, Notes, Require, Severity};
use crate::solver::solve::Oracle;
use crate::state::seen::Seen;
use crate::state::{State, promised};
use crate::summary::Summaries;
use crate::types::layout::{Layouts, TargetId};
use crate::types::promises::{self, Promise};
use crate::types::tags::{self, Tagged};
use crate::types::{endless, globals};
use engine::{
    Assumption, Budget, Certainty, Condition, Coverage, Finding, FunctionOutcome, Malloc, Outcome, Progress,
    Reason,
};
use ir::call_graph::{self, CallGraph};
use ir::{Body, Callee, FuncId, Function, InstKind, Program, TypeId};
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often functions are analysed again because what is known of their callees has changed.
const MOST_ROUNDS: usize = 60;
/// How often promises of structs are tried, with fewer each time.
const MOST_TRIALS: usize = 8;
/// How many functions must rely on a promise for each that breaks it.
const RELY_FOR_EACH_BREACH: usize = 3;
/// The same in a trial with fewer promises.
const RELY_FOR_EACH_GUESS: usize = 8;
/// A mistake is in one or two functions; what more of them break may be a wrong guess.
const MISTAKES: usize = 2;
/// How many preconditions a function that is decided is worth.
const DECIDED: i64 = 4;
/// How many functions an assumption names.
const MOST_NAMES: usize = 20;
/// The time for one function where nobody says how much.
const FUNCTION_TIME: Duration = Duration::from_secs(10);
/// The part of the time for a function that each search for a failure may take, as a divisor.
const WITNESS_SHARE: u32 = 15;
/// A function may take so many times its share of the time that is left.
const LENIENCE: f64 = 6.0;
/// The part of the time that functions have together before those that take long have more.
const QUICK: f64 = 0.5;
/// What every function may take, whatever its share.
const LEAST_TIME: Duration = Duration::from_millis(300);
/// The part of the time for a function for a proof with the loops of its callees, as a divisor.
const LOOPS_SHARE: u32 = 4;
/// A function is no longer than so many blocks with the loops of its callees.
const MOST_LOOP_BLOCKS: usize = 80;
/// Where more is open, the loops of callees do not decide a function.
const MOST_OPEN: usize = 6;
/// What may fail because a loop of a callee is not in view.
const LOOPS_MATTER: [Check; 2] = [Check::Spatial, Check::Null];
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
    let (Run { results: found, settled, summaries, .. }, layouts) =
        with_promises(program, options, layouts, budget, progress);
    let frees = summaries.frees;
    let is_meant =
        |id: &&FuncId| (options.wanted)(&program.function(**id).name) && !frees[id.index()].is_nothing();
    let freeing: Vec<FuncId> = found.keys().filter(is_meant).copied().collect();
    let graph = CallGraph::new(program);
    let called = program.function_ids().filter(|id| !graph.callers(*id).is_empty());
    let called = called.map(|id| program.function(id)).filter(|it| allocators::is_assumed(program, it));
    let mut allocators: BTreeSet<String> = called.map(|it| it.name.clone()).collect();
    allocators.extend(found.values().flat_map(|found| found.notes.allocators.iter().cloned()));
    allocators.extend(program.meaning.allocators.iter().cloned());
    let trusted = allocators::trusted(program);
    let trusted: Vec<String> = trusted.iter().map(|id| program.function(*id).name.clone()).collect();
    let mut outcome = Outcome::new(Coverage::Complete, assumptions(program, &layouts, &freeing));
    if !allocators.is_empty() {
        let names: Vec<String> = allocators.into_iter().take(MOST_NAMES).collect();
        outcome.assumptions.push(Assumption::Allocators { functions: names });
    }
    if !trusted.is_empty() {
        let functions = trusted.into_iter().take(MOST_NAMES).collect();
        outcome.assumptions.push(Assumption::AllocatorsSucceed { functions });
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

/// What is known of functions, as far as they were analysed.
#[derive(Clone)]
struct Run {
    summaries: Summaries,
    /// The functions whose code stands for their calls.
    small: Small,
    results: BTreeMap<FuncId, Found>,
    /// The functions that failed in a trial, or when they were analysed again: it was not looked whether they fail surely.
    unsearched: BTreeSet<FuncId>,
    /// Whether no function waits for news of its callees.
    settled: bool,
}

/// Analyses all functions, first without promises of structs, then with those that functions keep, where that helps. Also
/// returns the types with the promises that count.
fn with_promises<'a>(
    program: &'a Program,
    options: &Options<'_>,
    layouts: Layouts<'a>,
    budget: &Budget,
    progress: &dyn Progress,
) -> (Run, Layouts<'a>) {
    let mut library = Library::new(program, options, &layouts, budget);
    let mut plain = Run {
        summaries: Summaries::new(program, &layouts),
        small: Small::new(),
        results: BTreeMap::new(),
        unsearched: BTreeSet::new(),
        settled: false,
    };
    let all: BTreeSet<FuncId> = program.function_ids().filter(|id| is_own(program, *id)).collect();
    // All have their turn before those that take long have more time.
    library.most = library.quick(all.len());
    library.analyse(&mut plain, all, progress);
    let was_quick = library.most.take().is_some();
    let is_slow = |found: &Found| found.notes.failures.iter().any(|it| it.check == Check::Time);
    let slow: BTreeSet<FuncId> =
        plain.results.iter().filter(|(_, found)| is_slow(found)).map(|(id, _)| *id).collect();
    if !slow.is_empty() && was_quick && budget.check().is_ok() {
        library.analyse(&mut plain, slow, progress);
    }
    drop(library);
    if budget.check().is_err() {
        return (plain, layouts);
    }
    let searched = |mut run: Run| {
        Library::new(program, options, &layouts, budget).search(&mut run, progress);
        run
    };
    let notes = plain.results.values().map(|found| (&found.notes.requires, &found.notes.indexed));
    let mut candidates = promises::candidates(program, &layouts, notes);
    let mut followed: BTreeMap<TargetId, usize> = BTreeMap::new();
    for target in plain.results.values().flat_map(|found| &found.notes.followed) {
        *followed.entry(*target).or_default() += 1;
    }
    candidates.extend(endless::candidates(program, &layouts, &followed));
    candidates.retain(|promise, _| globals::keep(program, &layouts, promise));
    candidates = promised::consistent(&layouts, &Oracle::new(&layouts, budget), &candidates);
    let trial = Trial { program, options, layouts: &layouts, budget, progress, plain: &plain };
    let first = Rule { rely: RELY_FOR_EACH_BREACH, spares: 0 };
    let strict = Rule { rely: RELY_FOR_EACH_GUESS, spares: MISTAKES };
    // First all structs that promise something, then those that promise less than before.
    let all: BTreeSet<TargetId> = candidates.keys().map(|promise| promise.owner).collect();
    let Some(tried) = trial.settle((plain.clone(), candidates), all, first) else {
        return (searched(plain), layouts);
    };
    // What a guess made a promise costs more than it helps where many break it: structs that do better without it have their
    // functions decided by what is left.
    let (run, kept) = tried;
    let mut chosen = (run.clone(), kept.clone());
    let guessed = refuted(&kept, &run, strict);
    if !guessed.is_empty() {
        let owners: BTreeSet<TargetId> = guessed.iter().map(|promise| promise.owner).collect();
        if let Some(lean) = trial.settle((run, kept.clone()), BTreeSet::new(), strict) {
            let promising = layouts.with_promises(kept.keys().cloned().collect());
            let count = |run: &Run, owner: TargetId| decided_of(program, &promising, run, owner);
            let is_worse = |owner: &TargetId| count(&lean.0, *owner) <= count(&chosen.0, *owner);
            let worse: BTreeSet<TargetId> = owners.iter().copied().filter(is_worse).collect();
            if worse.is_empty() {
                chosen = lean;
            } else if worse != owners {
                let mixed: BTreeMap<Promise, usize> = kept
                    .iter()
                    .filter(|(promise, _)| worse.contains(&promise.owner) || lean.1.contains_key(promise))
                    .map(|(promise, asked)| (promise.clone(), *asked))
                    .collect();
                let changed = owners.difference(&worse).copied().collect();
                let begun = (with_numbers(&chosen.0, &kept, &mixed), mixed);
                chosen = trial.settle(begun, changed, first).unwrap_or(chosen);
            }
        }
    }
    let (mut best, candidates) = chosen;
    let mut blamed = best.clone();
    blamed.results.values_mut().for_each(blame);
    if worth(&blamed) < worth(&plain) {
        return (searched(plain), layouts);
    }
    let promising = layouts.with_promises(candidates.into_keys().collect());
    Library::new(program, options, &promising, budget).search(&mut best, progress);
    best.results.values_mut().for_each(blame);
    (best, promising)
}

/// When promises are dropped that functions break.
#[derive(Clone, Copy)]
struct Rule {
    /// How many functions must rely on one for each that breaks it.
    rely: usize,
    /// How many may break one, whatever that number is.
    spares: usize,
}

/// Promises, and what is known of functions that rely on them.
type Tried = (Run, BTreeMap<Promise, usize>);

/// The same results, with the numbers that promises have among those that are left.
fn with_numbers(run: &Run, before: &BTreeMap<Promise, usize>, after: &BTreeMap<Promise, usize>) -> Run {
    let kept: Vec<usize> =
        before.keys().enumerate().filter(|(_, promise)| after.contains_key(promise)).map(|it| it.0).collect();
    let mut run = run.clone();
    run.results.values_mut().for_each(|found| found.notes.renumber(&kept));
    run
}

/// Trials of promises: which functions keep them.
struct Trial<'t, 'a> {
    program: &'a Program,
    options: &'t Options<'t>,
    layouts: &'t Layouts<'a>,
    budget: &'t Budget,
    progress: &'t dyn Progress,
    /// What is known without promises.
    plain: &'t Run,
}

impl Trial<'_, '_> {
    /// Drops promises until those that are left are kept by all functions but a few, and relied on by so many for each of
    /// these. Functions are analysed again that have to do with structs whose promises changed. None where time or trials are
    /// used up.
    fn settle(
        &self,
        (mut run, mut candidates): Tried,
        changed: BTreeSet<TargetId>,
        rule: Rule,
    ) -> Option<Tried> {
        let mut changed = changed;
        let mut before = self.layouts.with_promises(candidates.keys().cloned().collect());
        for _ in 0..MOST_TRIALS {
            if candidates.is_empty() || self.budget.check().is_err() {
                return None;
            }
            let promising = self.layouts.with_promises(candidates.keys().cloned().collect());
            let mut library = Library::new(self.program, self.options, &promising, self.budget);
            library.is_trial = true;
            let mut due = concerned(self.program, &before, &run, &changed);
            // Who needs too much time would need it again.
            let is_slow =
                |id: &FuncId| self.plain.results[id].notes.failures.iter().any(|it| it.check == Check::Time);
            due.retain(|id| !is_slow(id));
            library.analyse(&mut run, due, self.progress);
            if self.budget.check().is_err() {
                return None;
            }
            let dropped = refuted(&candidates, &run, rule);
            if dropped.is_empty() {
                return Some((run, candidates));
            }
            let all = candidates.clone();
            changed = dropped.iter().map(|promise| promise.owner).collect();
            candidates.retain(|promise, _| !dropped.contains(promise));
            run = with_numbers(&run, &all, &candidates);
            drop(library);
            before = promising;
        }
        None
    }
}

/// How many functions that have to do with a struct are decided: who breaks a promise is not.
fn decided_of(program: &Program, layouts: &Layouts<'_>, run: &Run, owner: TargetId) -> usize {
    let is_decided = |id: &FuncId| {
        let notes = &run.results[id].notes;
        notes.failures.is_empty() && notes.broken.is_empty()
    };
    concerned(program, layouts, run, &BTreeSet::from([owner])).into_iter().filter(is_decided).count()
}

/// Who breaks a promise that others rely on is not decided.
fn blame(found: &mut Found) {
    let broken = std::mem::take(&mut found.notes.broken);
    let failure = |(span, text)| Failure { span, check: Check::Integrity, severity: Severity::Unknown, text };
    found.notes.failures.extend(broken.into_values().map(failure));
}

/// The functions that have to do with some of the structs that promise something.
fn concerned(
    program: &Program,
    layouts: &Layouts<'_>,
    run: &Run,
    owners: &BTreeSet<TargetId>,
) -> BTreeSet<FuncId> {
    let is_meant = |ty: TypeId| {
        let targets = [layouts.object_target(ty), layouts.pointer_target(ty)];
        let is_one = |target| layouts.claimed_in(target).iter().any(|(_, owner)| owners.contains(owner));
        targets.into_iter().flatten().any(is_one)
    };
    let is_concerned = |id: &FuncId| {
        let Some(body) = inline::expand(program, *id, &run.small) else { return false };
        let of_vars = body.vars.iter().filter_map(|var| var.ty);
        let of_insts =
            body.blocks.iter().flat_map(|block| &block.insts).filter_map(|inst| match &inst.kind {
                InstKind::PtrAdd { via, .. } => *via,
                InstKind::Alloca { ty, .. } => *ty,
                _ => None,
            });
        of_vars.chain(of_insts).any(is_meant)
    };
    run.results.keys().copied().filter(is_concerned).collect()
}

/// What results are worth: functions that are decided, less what their callers have to see to. A promise takes many
/// preconditions away, and may leave those undecided that break it.
fn worth(run: &Run) -> i64 {
    let decided = run.results.values().filter(|found| found.notes.failures.is_empty());
    let asked: usize = decided.clone().map(|found| found.notes.requires.len()).sum();
    DECIDED * decided.count() as i64 - asked as i64
}

/// The candidates that nobody establishes, or that functions break: a few may, where many rely on one. Of an order and its
/// reverse at most the one that fewer functions break is relied on.
fn refuted(candidates: &BTreeMap<Promise, usize>, run: &Run, rule: Rule) -> BTreeSet<Promise> {
    let breaches =
        |index: usize| run.results.values().filter(|found| found.notes.broken.contains_key(&index)).count();
    let position = |promise: &Promise| candidates.keys().position(|it| it == promise);
    let is_refuted = |(index, (promise, asked)): &(usize, (&Promise, &usize))| {
        let breaks = breaches(*index);
        let is_established = run.results.values().any(|found| found.notes.established.contains(index));
        let reverse = promise.reversed().and_then(|it| position(&it));
        let is_likely = reverse.is_none_or(|reverse| breaks < breaches(reverse));
        let relying = if is_likely { **asked } else { 0 };
        !is_established || breaks > rule.spares && breaks * rule.rely > relying
    };
    candidates.iter().enumerate().filter(is_refuted).map(|(_, (promise, _))| promise.clone()).collect()
}

/// Where the code of a function can stand for its calls.
fn place_of(function: &Function, found: &Found, summaries: &Summaries, id: FuncId) -> Option<Where> {
    match found.notes.failures.iter().map(|failure| failure.severity).max() {
        None if inline::is_plain(function) => Some(Where::Calls),
        None if !summaries.frees[id.index()].is_nothing() => Some(Where::Calls),
        None => Some(Where::New),
        Some(Severity::Unknown) => Some(Where::Everywhere),
        Some(Severity::Unsafe) => None,
    }
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
    /// Those of them that loop and are short.
    looping: Small,
    /// The part of all keys that is the same; none where results are not kept.
    key: Option<Key>,
    /// What a function may take at most for now.
    most: Option<Duration>,
    /// Whether promises are only tried: who fails is looked at again when they are chosen.
    is_trial: bool,
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
                layouts.promises(),
            ));
            key
        });
        let graph = CallGraph::new(program);
        let all = inline::all(program, &graph, &|id| is_own(program, id));
        let loops = |id: &FuncId| inline::is_short_loop(program.function(*id));
        let looping = all.iter().filter(|(id, _)| loops(id)).map(|(id, place)| (*id, *place)).collect();
        Library { program, options, layouts, budget, graph, all, looping, key, most: None, is_trial: false }
    }

    /// Analyses the functions that are due, callees before callers, and again where what is known of callees has changed.
    fn analyse(&self, run: &mut Run, due: BTreeSet<FuncId>, progress: &dyn Progress) {
        let program = self.program;
        let graph = &self.graph;
        let levels = levels(graph, &|id| is_own(program, id));
        let mut stale = due;
        for _ in 0..MOST_ROUNDS {
            for level in &levels {
                let due: Vec<FuncId> = level.iter().copied().filter(|id| stale.contains(id)).collect();
                progress.update(&format!("analysing {} functions", due.len()));
                stale.retain(|id| !due.contains(id));
                let is_searched = |id: &FuncId| !self.is_trial && !run.results.contains_key(id);
                let analysed = |at: usize, id| {
                    let left = stale.len() + due.len() - at;
                    self.function(id, left, is_searched(&id), &run.summaries, &run.small)
                };
                for (id, found) in self.level(&due, &analysed) {
                    let is_open =
                        !found.notes.failures.is_empty() && (self.is_trial || run.results.contains_key(&id));
                    // Only the first result decides, so that the same code is analysed again.
                    if let Some(place) = place_of(program.function(id), &found, &run.summaries, id)
                        && !run.results.contains_key(&id)
                        && inline::is_small(program.function(id), place)
                        && !graph.is_recursive(id)
                    {
                        run.small.insert(id, place);
                    }
                    // Callers in groups behind this one come in this round, the others in the next.
                    if run.summaries.learn(id, &found) {
                        stale.extend(graph.callers(id).iter().filter(|id| is_own(program, **id)));
                    }
                    match is_open {
                        true => run.unsearched.insert(id),
                        false => run.unsearched.remove(&id),
                    };
                    run.results.insert(id, found);
                }
            }
            if stale.is_empty() || self.budget.check().is_err() {
                break;
            }
        }
        run.settled = stale.is_empty();
    }

    /// Looks for paths on which functions surely fail that failed without a look.
    fn search(&self, run: &mut Run, progress: &dyn Progress) {
        let due: Vec<FuncId> = std::mem::take(&mut run.unsearched).into_iter().collect();
        progress.update(&format!("looking for failures of {} functions", due.len()));
        let searched = |_: usize, id| self.searched(id, &run.results[&id], &run.summaries, &run.small);
        let found = self.level(&due, &searched);
        run.results.extend(found);
    }

    /// Looks at functions that do not need to know of each other, on all cores: the number of each and its name are given.
    fn level(
        &self,
        due: &[FuncId],
        look: &(dyn Fn(usize, FuncId) -> Option<Found> + Sync),
    ) -> Vec<(FuncId, Found)> {
        let jobs = self.jobs().min(due.len()).max(1);
        let next = AtomicUsize::new(0);
        let results: Mutex<Vec<(FuncId, Found)>> = Mutex::new(Vec::new());
        let work = || {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(&id) = due.get(at) else { break };
                if let Some(found) = look(at, id) {
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

    /// The time for a function while so many are left: what the user allows, but where the time in all is limited no more
    /// than some times its share, so that all have their turn.
    fn share(&self, left: usize) -> Budget {
        let limit = match (self.options.function_time, self.most) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        let Some(deadline) = self.budget.deadline() else {
            return limit.map_or(self.budget.clone(), |time| self.budget.within(time));
        };
        let rest = deadline.saturating_duration_since(Instant::now());
        let share = rest.mul_f64(self.jobs() as f64 * LENIENCE / left.max(1) as f64).max(LEAST_TIME);
        self.budget.within(limit.map_or(share, |limit| limit.min(share)))
    }

    /// What each of so many functions may take so that half of the time is left; none where that is as much as is allowed.
    fn quick(&self, functions: usize) -> Option<Duration> {
        let rest = self.budget.deadline()?.saturating_duration_since(Instant::now());
        let share = rest.mul_f64(self.jobs() as f64 * QUICK / functions.max(1) as f64).max(LEAST_TIME);
        let limit = self.options.function_time.unwrap_or(FUNCTION_TIME);
        (share < limit).then_some(share)
    }

    /// How many functions are analysed at once.
    fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.options.jobs.map_or_else(cores, NonZeroUsize::get)
    }

    /// The result for one function: as it was, or as it is found now. Where it is not searched, what fails is open.
    fn function(
        &self,
        id: FuncId,
        left: usize,
        is_searched: bool,
        summaries: &Summaries,
        small: &Small,
    ) -> Option<Found> {
        // Looking at code costs time, too, and there may be a thousand functions left.
        if self.budget.check().is_err() {
            let mut found = Found::default();
            let span = self.program.function(id).span;
            found.notes.fail(&State::default(), Check::Time, Severity::Unknown, span, OUT_OF_TIME);
            return Some(found);
        }
        let bodies @ [body, _] = &self.bodies(id, small)?;
        let key = self.key.as_ref().map(|key| {
            let mut key = self.function_key(key.clone(), id, bodies, summaries);
            key.add_debug(&is_searched);
            key
        });
        let kept = key.as_ref().zip(self.options.cache).and_then(|(key, folder)| cache::read(folder, key));
        if let Some(found) = kept {
            return Some(found);
        }
        let budget = self.share(left);
        let mut context =
            Context::new(self.program, self.layouts, summaries, id, body, self.options.malloc, &budget);
        let (mut notes, mut choice) = function::analyse(&context);
        if notes.has_too_many_paths {
            context.cut_at_joins();
            (notes, choice) = function::analyse(&context);
        }
        // What a loop of a callee establishes is in no contract: `while (room < need) room *= 2;`.
        let is_meant = |failure: &Failure| LOOPS_MATTER.contains(&failure.check);
        let rest = match notes.failures.len() <= MOST_OPEN && notes.failures.iter().any(is_meant) {
            true => self.with_loops(id, small, bodies),
            false => None,
        };
        let loop_patience = budget.within(self.options.function_time.unwrap_or(FUNCTION_TIME) / LOOPS_SHARE);
        let with_loops = rest.as_ref().map(|rest| {
            Context::new(self.program, self.layouts, summaries, id, rest, self.options.malloc, &loop_patience)
        });
        let mut proof = &context;
        if let Some(other) = &with_loops {
            let found = function::analyse(other);
            if found.0.failures.is_empty() && !found.0.has_too_many_paths {
                (notes, choice) = found;
                proof = other;
            }
        }
        let frees = !summaries.frees[id.index()].is_nothing();
        if notes.failures.is_empty() && frees || !notes.failures.is_empty() && is_searched {
            self.look_for_failures(id, bodies, &budget, summaries, &mut notes);
        }
        Some(self.finish(proof, (notes, choice), key.as_ref()))
    }

    /// The code of a function with small callees in it, and with all that are not recursive.
    fn bodies(&self, id: FuncId, small: &Small) -> Option<[Body; 2]> {
        let body =
            |small| Some(cursors::indexed(inline::expand(self.program, id, small)?, self.program.target));
        Some([body(small)?, body(&self.all)?])
    }

    /// Looks for paths on which a function surely fails.
    fn look_for_failures(
        &self,
        id: FuncId,
        [body, whole]: &[Body; 2],
        budget: &Budget,
        summaries: &Summaries,
        notes: &mut Notes,
    ) {
        let patience = || budget.within(self.options.function_time.unwrap_or(FUNCTION_TIME) / WITNESS_SHARE);
        let look = |body, notes: &mut Notes| {
            let patience = patience();
            let malloc = self.options.malloc;
            function::witness(
                &Context::new(self.program, self.layouts, summaries, id, body, malloc, &patience),
                notes,
            );
        };
        look(body, notes);
        if notes.failures.iter().all(|failure| failure.severity == Severity::Unknown) {
            look(whole, notes);
        }
    }

    /// What is known of a function that failed in a trial, with the failures that are sure.
    fn searched(&self, id: FuncId, found: &Found, summaries: &Summaries, small: &Small) -> Option<Found> {
        self.budget.check().ok()?;
        let bodies = self.bodies(id, small)?;
        let key = self.key.as_ref().map(|key| {
            let mut key = self.function_key(key.clone(), id, &bodies, summaries);
            key.add_debug(&found.notes);
            key
        });
        let kept = key.as_ref().zip(self.options.cache).and_then(|(key, folder)| cache::read(folder, key));
        if kept.is_some() {
            return kept;
        }
        let mut found = found.clone();
        self.look_for_failures(id, &bodies, self.budget, summaries, &mut found.notes);
        if let (Some(key), Some(folder), Ok(())) = (&key, self.options.cache, self.budget.check()) {
            cache::write(folder, key, &found);
        }
        Some(found)
    }

    /// Puts together what is known of a function, and keeps it.
    fn finish(&self, context: &Context<'_>, (notes, choice): (Notes, Choice), key: Option<&Key>) -> Found {
        let nonnull_if = match notes.nonnull {
            true => BTreeSet::new(),
            false => function::nonnull_if(context, choice, &notes),
        };
        let found = Found { notes, nonnull_if };
        // A result for want of time says nothing the next time.
        if let (Some(key), Some(folder), Ok(())) = (key, self.options.cache, context.budget.check()) {
            cache::write(folder, key, &found);
        }
        found
    }

    /// The code of a function with callees in it that loop; none where there are none, or it gets too large. All of it is in the
    /// whole code, by which results are kept.
    fn with_loops(&self, id: FuncId, small: &Small, [body, whole]: &[Body; 2]) -> Option<Body> {
        if whole.blocks.len() >= inline::MOST_BLOCKS {
            return None;
        }
        let mut more = small.clone();
        more.extend(self.looping.iter().map(|(callee, place)| (*callee, *place)));
        let longer = cursors::indexed(inline::expand(self.program, id, &more)?, self.program.target);
        (body.blocks.len() < longer.blocks.len() && longer.blocks.len() <= MOST_LOOP_BLOCKS).then_some(longer)
    }

    fn function_key(
        &self,
        mut key: Key,
        id: FuncId,
        [body, whole]: &[Body; 2],
        summaries: &Summaries,
    ) -> Key {
        let declaration = |function: &ir::Function| {
            let library = clib::is_of_library(self.program, function.span);
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
        key.add_debug(whole);
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
    let promised = promises::strongest(layouts.promises()).into_iter().map(|it| Assumption::Promised {
        owner: layouts.get(it.owner).name.clone(),
        promise: it.text(program, layouts, "it"),
    });
    let freed = (!freeing.is_empty()).then(|| {
        let functions: Vec<String> =
            freeing.iter().take(MOST_NAMES).map(|id| program.function(*id).name.clone()).collect();
        Assumption::FreedIsUnused { more: freeing.len() - functions.len(), functions }
    });
    let others = calls_others(program).then_some(Assumption::OthersFreeNothing);
    contract.into_iter().chain(freed).chain(others).chain(tags).chain(promised).collect()
}

/// Whether a function of the program hands a pointer to one of which nothing is known.
fn calls_others(program: &Program) -> bool {
    let is_other = |callee: &Callee| match callee {
        Callee::Indirect(_) => true,
        Callee::Direct(id) => {
            let function = program.function(*id);
            function.body.is_none()
                && !clib::is_known(&function.name)
                && !allocators::is_assumed(program, function)
        }
    };
    let hands_over = |inst: &ir::Inst| match &inst.kind {
        InstKind::Call { callee, args, .. } => {
            is_other(callee) && args.iter().any(|arg| arg.ty == ir::Scalar::Ptr)
        }
        _ => false,
    };
    let own = program.function_ids().filter(|id| is_own(program, *id));
    let mut bodies = own.filter_map(|id| program.function(id).body.as_ref());
    bodies.any(|body| body.blocks.iter().flat_map(|block| &block.insts).any(hands_over))
}

/// Whether a function is of the program itself.
fn is_own(program: &Program, id: FuncId) -> bool {
    let function = program.function(id);
    let library = clib::is_of_library(program, function.span);
    function.body.is_some() && !library
}

/// The functions in groups: each function comes after the functions it calls, unless they reach it again. Of those that
/// reach each other, too, most come after what they call, so that news of one does not take a round for each call on the way.
fn levels(graph: &CallGraph, is_own: &dyn Fn(FuncId) -> bool) -> Vec<Vec<FuncId>> {
    let mut level: BTreeMap<FuncId, usize> = BTreeMap::new();
    let mut groups: Vec<Vec<FuncId>> = Vec::new();
    for component in graph.components() {
        for id in callees_first(graph, component).into_iter().filter(|id| is_own(*id)) {
            let below = graph.callees(id).iter().filter_map(|callee| level.get(callee)).max();
            let number = below.map_or(0, |below| below + 1);
            level.insert(id, number);
            groups.resize(groups.len().max(number + 1), Vec::new());
            groups[number].push(id);
        }
    }
    groups.iter_mut().for_each(|group| group.sort_unstable());
    groups
}

/// Functions that reach each other, in an order in which most come after those that they call.
fn callees_first(graph: &CallGraph, component: &[FuncId]) -> Vec<FuncId> {
    let members: BTreeSet<FuncId> = component.iter().copied().collect();
    let mut seen: BTreeSet<FuncId> = BTreeSet::new();
    let mut order = Vec::with_capacity(component.len());
    for &first in &members {
        let mut waiting = vec![(first, false)];
        while let Some((id, is_left)) = waiting.pop() {
            if is_left {
                order.push(id);
            } else if seen.insert(id) {
                waiting.push((id, true));
                let callees = graph.callees(id).iter().rev();
                waiting.extend(callees.filter(|it| members.contains(*it)).map(|it| (*it, false)));
            }
        }
    }
    order
}

/// What is said about a function.
fn result(program: &Program, layouts: &Layouts<'_>, id: FuncId, notes: Notes) -> FunctionOutcome {
    let function = program.function(id);
    let mut outcome = FunctionOutcome::new(&function.name, function.span);
    let param = |index: usize| {
        let name = function.body.as_ref().and_then(|body| param_name(program, body, index));
        name.unwrap_or_else(|| format!("parameter {}", index + 1))
    };
    let required = notes.requires.clone();
    let is_nonnull = |pointer: &Seen| {
        required.iter().any(|it| match it {
            Require::NonNull(index) => *pointer == Seen::Param(*index),
            Require::Holds(condition) => condition.unless.is_empty() && condition.pointer == *pointer,
            _ => false,
        })
    };
    for require in notes.requires {
        outcome.requires.push(match require {
            Require::String(pointer, is_written) => {
                let name = pointer.text(program, layouts, &param);
                let string = if is_written { "valid_string" } else { "valid_read_string" };
                Condition::Holds(match is_nonnull(&pointer) {
                    true => format!("{string}({name})"),
                    false => format!("{name} == NULL || {string}({name})"),
                })
            }
            Require::NonNull(index) => Condition::NotNull(param(index)),
            Require::Holds(condition) if condition.unless.is_empty() => {
                Condition::NotNull(condition.pointer.text(program, layouts, &param))
            }
            Require::Holds(condition) => Condition::Holds(condition.text(program, layouts, &param)),
            Require::Room(room) => Condition::Holds(room.text(program, layouts, &param)),
            Require::Header(header) => {
                let text = header.text(program, layouts, &param);
                Condition::Holds(match is_nonnull(&header.pointer) {
                    true => text,
                    false => format!("{} == NULL || {text}", header.pointer.text(program, layouts, &param)),
                })
            }
            Require::Bound(bound) => Condition::Holds(bound.text(program, layouts, &param)),
            Require::Chain(chain) => {
                let text = chain.text(program, layouts, &param);
                let root = chain.pointer.root();
                Condition::Holds(match *root == chain.pointer || is_nonnull(root) {
                    true => text,
                    false => format!("{} == NULL || {text}", root.text(program, layouts, &param)),
                })
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_call_each_other_come_callees_first_as_well() {
        let text = "target 64\nfunc @first() {\nbb0:\n  call @second()\n  return\n}\n\
                    func @second() {\nbb0:\n  call @third()\n  return\n}\n\
                    func @third() {\nbb0:\n  call @first()\n  call @leaf()\n  return\n}\n\
                    func @leaf() {\nbb0:\n  return\n}\n";
        let program: Program = text.parse().unwrap();
        let levels = levels(&CallGraph::new(&program), &|_| true);
        let name = |id: &FuncId| program.function(*id).name.as_str();
        let names: Vec<Vec<&str>> = levels.iter().map(|level| level.iter().map(name).collect()).collect();
        assert_eq!(names, [["leaf"], ["third"], ["second"], ["first"]]);
    }
}
