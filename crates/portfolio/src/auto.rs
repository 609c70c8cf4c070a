//! Which engines decide a program when the user does not choose.
//!
//! Most programs are decided by very little work of the right engine, so all of them get a first look: the program is run,
//! with zeros for its inputs and then with inputs that are made up; it is explored exactly, which finds shallow errors;
//! the shape analysis tries a proof. What is still open then gets more of the same, in this order: exact exploration,
//! a longer run, or more inputs where there are any, the shape analysis with exact exploration led to what it thinks possible, and exact exploration for deep
//! errors in all the time that is left.
//!
//! With more than one core the later stages begin before the earlier ones have ended. That changes when an answer
//! comes, and not which: the answer is chosen by the same code, [`choose`], which asks the stages in the same order
//! and waits for each. The first looks end after a fixed amount of work, not after some time, for the same reason
//! (`docs/decisions/0009-same-answer-on-any-number-of-cores.md`).

use crate::early::{Early, Gauge};
use crate::registry::{Limits, Registered, Role, scheduled};
use crate::{Analysed, Strategy, analyse, guided, prove, reads_inputs, run as run_engine, search};
use engine::{Budget, Coverage, Outcome, Progress, Reason, Task, Verdict};
use ir::{Property, PropertySet};
use std::cell::Cell;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, Scope, ScopedJoinHandle, scope};
use std::time::Duration;

/// How long any of this may take on a machine that is very slow.
const SHALLOW_TIME: Duration = Duration::from_secs(3);

/// By how much less is searched where an error is known.
const LESS: u64 = 3;

/// Recursion over deep data structures of a program needs stack.
const STACK_BYTES: usize = 256 << 20;

/// Decides a task by little work if that suffices, and by more otherwise.
pub fn run(task: &Task<'_>, strategy: Strategy, budget: &Budget, progress: &dyn Progress) -> Outcome {
    let engines = Scheduled::new();
    let (runner, glance) = (engines.run.0, engines.run.1.first);
    let glancing = (runner.make)(&strategy.config, Some(glance));
    let mut outcome = run_engine(&*glancing, task, &budget.within(SHALLOW_TIME), progress);
    // More can be decided only where the run left out executions, not where it met what nobody can execute.
    let leaves_out =
        |reason: Reason| reason.is_of_engine() || matches!(reason, Reason::LayoutDependent | Reason::Timeout);
    let undecided = outcome.ledger.entries().iter().any(|entry| leaves_out(entry.reason));
    match outcome.verdict() {
        Verdict::Safe => return outcome,
        Verdict::Unknown if !undecided => return outcome,
        Verdict::Unknown | Verdict::Unsafe => {}
    }
    if let Err(exhausted) = budget.check() {
        let entry = task.program.function(task.entry).span;
        outcome.ledger.add(exhausted.into(), entry, "what a first run left out was not explored");
        return outcome;
    }
    let runs_on = !reads_inputs(task) && outcome.stats.instructions >= glance;
    let (stop, gauge) = (StopAtEnd::default(), Gauge::new(progress));
    let covered = Arc::new(AtomicBool::new(false));
    let until = budget.until(stop.0.clone()).until(covered.clone());
    scope(|scope| {
        // However this ends, nobody wants what is still on its way.
        let _stop = stop;
        let (analysed, early) = Default::default();
        let mut stages =
            Stages { task, strategy, budget, progress, runs_on, engines, analysed, early, covered };
        if strategy.overlap {
            stages.begin_proof(scope, &until, &gauge);
        }
        stages.decide(outcome)
    })
}

/// What the first looks found, if anything: the outcome of the first that found something, with all that the others did.
fn all_errors(looks: [&Outcome; 3]) -> Option<Outcome> {
    let mut found =
        looks.iter().find(|look| look.verdict() == Verdict::Unsafe).map(|look| (*look).clone())?;
    looks.into_iter().for_each(|look| absorb(&mut found, look));
    // The last look is the one that can tell what it left.
    found.stats.unexplored = looks[2].stats.unexplored;
    Some(found)
}

/// Adds what another look found, and what it assumed.
fn absorb(found: &mut Outcome, look: &Outcome) {
    found.add_confirmed(look.findings.iter().cloned());
    look.assumptions.iter().for_each(|assumption| found.assume(assumption.clone()));
}

/// Whether all that is wrong are blocks that are lost.
fn is_only_lost(found: &Outcome) -> bool {
    found
        .findings
        .iter()
        .filter(|finding| finding.is_confirmed())
        .all(|finding| finding.kind.is_recoverable())
}

/// The answer of the first stage that decides; each is asked only if those before it did not decide.
fn choose(
    budget: &Budget,
    shallow: impl FnOnce() -> Outcome,
    longer_run: impl FnOnce() -> Option<Outcome>,
    proof: impl FnOnce() -> Analysed,
    deep: impl FnOnce() -> Outcome,
) -> Outcome {
    let shallow = shallow();
    if !is_cut_short(&shallow) || budget.check().is_err() {
        return shallow;
    }
    if let Some(outcome) = longer_run().filter(|outcome| outcome.verdict() != Verdict::Unknown) {
        return outcome;
    }
    // Where the analysis is complete, the search that it led has looked for all that a search without it could find.
    let Analysed { outcome: proof, is_complete, .. } = proof();
    if proof.verdict() != Verdict::Unknown || is_complete || budget.check().is_err() {
        return proof;
    }
    let deep = deep();
    match deep.verdict() {
        Verdict::Unknown => left(proof, deep),
        _ => deep,
    }
}

/// The engines of the registry, by what they are good for.
struct Scheduled {
    run: (&'static Registered, Limits),
    attempt: (&'static Registered, Limits),
    search: (&'static Registered, Limits),
    prove: Vec<(&'static Registered, Limits)>,
}

impl Scheduled {
    fn new() -> Scheduled {
        let first = |role| scheduled(role).next().expect("the registry has an engine for every role");
        Scheduled {
            run: first(Role::Run),
            attempt: first(Role::Try),
            search: first(Role::Search),
            prove: scheduled(Role::Prove).collect(),
        }
    }
}

/// What is done after the first looks.
struct Stages<'scope, 'a> {
    task: &'a Task<'a>,
    strategy: Strategy,
    budget: &'a Budget,
    progress: &'a dyn Progress,
    /// Whether there is one way only to run the program, which did not end so far.
    runs_on: bool,
    engines: Scheduled,
    /// What each engine that proves said, where it came to its end.
    analysed: Vec<Option<Analysed>>,
    /// The proof that has begun, of the first engine that proves.
    early: Mutex<Option<Early<'scope>>>,
    /// Set where the search for deep errors has seen every execution, and none is wrong: no other proof is needed.
    covered: Arc<AtomicBool>,
}

impl<'scope, 'a: 'scope> Stages<'scope, 'a> {
    /// Decides what a run with zeros for inputs left open.
    fn decide(mut self, outcome: Outcome) -> Outcome {
        let budget = self.budget;
        // An error does not end the first looks: what they find is told together.
        let tried = self.attempt(self.engines.attempt.1.first, &budget.within(SHALLOW_TIME));
        let is_wrong = [&outcome, &tried].iter().any(|outcome| outcome.verdict() == Verdict::Unsafe);
        let work = self.engines.search.1.first;
        let look = self.look(if is_wrong { work / LESS } else { work });
        if let Some(found) = all_errors([&outcome, &tried, &look]) {
            return match is_only_lost(&found) && budget.check().is_ok() {
                true => self.more_errors(found),
                false => found,
            };
        }
        if !is_cut_short(&look) || budget.check().is_err() {
            return look;
        }
        let mut last_word = None;
        for (prover, limits) in self.engines.prove.clone() {
            let short = budget.within(SHALLOW_TIME);
            let Some(analysed) = self.first_proof(prover, limits.first, &short) else {
                self.analysed.push(None);
                continue;
            };
            if analysed.outcome.verdict() != Verdict::Unknown {
                return analysed.outcome;
            }
            if analysed.is_last_word() && last_word.is_none() {
                last_word = Some(analysed.outcome.clone());
            }
            let cut = analysed.outcome.coverage == Coverage::Partial && is_cut_short(&analysed.outcome);
            self.analysed.push((!cut).then_some(analysed));
        }
        if let Some(outcome) = last_word {
            return outcome;
        }
        match self.strategy.overlap {
            false => choose(
                budget,
                || self.shallow(),
                || self.longer_run(budget),
                || self.proof(budget),
                || self.deep(budget),
            ),
            true => self.overlapping(),
        }
    }

    /// What second looks find besides blocks that are lost. Many programs lose some at their end; that does not tell
    /// whether they crash.
    fn more_errors(&self, mut found: Outcome) -> Outcome {
        let tried = reads_inputs(self.task).then(|| self.longer_run(self.budget)).flatten();
        let look = self.shallow();
        found.stats.unexplored = look.stats.unexplored;
        tried.iter().chain([&look]).for_each(|look| absorb(&mut found, look));
        found
    }

    /// Begins the first proof.
    fn begin_proof(
        &mut self,
        scope: &'scope Scope<'scope, '_>,
        budget: &'scope Budget,
        gauge: &'scope Gauge<'scope>,
    ) {
        let Some((prover, limits)) = self.engines.prove.first().copied() else { return };
        let (task, config) = (self.task, self.strategy.config);
        let share = budget.part(limits.share);
        let thread = start(scope, move || analyse(prover, task, config, None, &share, gauge));
        self.early = Mutex::new(thread.map(|thread| Early { thread, gauge }));
    }

    /// What an engine says that proves, if it comes to its end by some work. The first may have begun before.
    fn first_proof(&mut self, prover: &Registered, work: u64, budget: &Budget) -> Option<Analysed> {
        let Some(early) = self.take_early() else {
            let (config, progress) = (self.strategy.config, self.progress);
            return Some(analyse(prover, self.task, config, Some(work), budget, progress));
        };
        match early.within(work, budget) {
            Ok(analysed) => Some(analysed),
            Err(early) => {
                self.early = Mutex::new(Some(early));
                None
            }
        }
    }

    fn take_early(&self) -> Option<Early<'scope>> {
        self.early.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn look(&self, work: u64) -> Outcome {
        self.search(Some(work), &self.budget.within(SHALLOW_TIME))
    }

    /// Runs on inputs that are made up.
    fn attempt(&self, work: u64, budget: &Budget) -> Outcome {
        search(self.engines.attempt.0, self.task, self.strategy.config, Some(work), budget, self.progress)
    }

    fn search(&self, work: Option<u64>, budget: &Budget) -> Outcome {
        search(self.engines.search.0, self.task, self.strategy.config, work, budget, self.progress)
    }

    fn shallow(&self) -> Outcome {
        let limits = self.engines.search.1;
        self.search(Some(limits.again.unwrap_or(limits.first)), &self.budget.within(2 * SHALLOW_TIME))
    }

    /// A longer run where there is one way only to run the program; more trials where there are many.
    fn longer_run(&self, budget: &Budget) -> Option<Outcome> {
        if let (true, limits) = (reads_inputs(self.task), self.engines.attempt.1) {
            let more = limits.again.unwrap_or(limits.first);
            return Some(self.attempt(more, &budget.part(limits.share)));
        }
        let (runner, limits) = self.engines.run;
        let engine = (runner.make)(&self.strategy.config, None);
        let run = || run_engine(&*engine, self.task, &budget.part(limits.share), self.progress);
        self.runs_on.then(run)
    }

    /// The first proof that decides, or all that stays open. Where an engine accounted for every execution and doubts
    /// some properties only, those after it are asked about these alone.
    fn proof(&self, budget: &Budget) -> Analysed {
        let mut open: Option<Analysed> = None;
        for ((prover, limits), analysed) in self.engines.prove.iter().zip(&self.analysed) {
            if let Some(proved) = open.as_ref().and_then(|open| self.rest(prover, limits.share, open, budget))
            {
                return proved;
            }
            let early = analysed.is_none().then(|| self.take_early()).flatten();
            let analysed = match (analysed, early) {
                (Some(analysed), _) => guided(self.task, analysed.clone(), budget, self.progress),
                (None, Some(early)) => guided(self.task, early.finish(), budget, self.progress),
                (None, None) => {
                    prove(prover, self.task, self.strategy.config, limits.share, budget, self.progress)
                }
            };
            if analysed.outcome.verdict() != Verdict::Unknown {
                return analysed;
            }
            open = Some(match open {
                None => analysed,
                Some(first) => Analysed {
                    outcome: with_doubts(first.outcome, analysed.outcome),
                    is_complete: first.is_complete || analysed.is_complete,
                },
            });
        }
        open.expect("the registry has an engine for every role")
    }

    /// The proof of what another engine left open.
    fn rest(&self, prover: &Registered, share: f64, open: &Analysed, budget: &Budget) -> Option<Analysed> {
        let task = Task { properties: left_open(open, self.task.properties)?, ..*self.task };
        let analysed = analyse(prover, &task, self.strategy.config, None, &budget.part(share), self.progress);
        (analysed.outcome.verdict() == Verdict::Safe)
            .then(|| Analysed { outcome: together(&open.outcome, analysed.outcome), is_complete: true })
    }

    fn deep(&self, budget: &Budget) -> Outcome {
        self.search(None, budget)
    }

    /// Two stages at a time: the proof begins at once, beside the search for shallow errors and a longer run, and the
    /// search for deep errors after those. More trials are not waited for once there is a proof: they could say nothing
    /// else. A run without inputs is, since it decides by itself. Nor is the proof waited for once all paths were seen.
    fn overlapping(&self) -> Outcome {
        let (stop, proved) = (StopAtEnd::default(), Arc::new(AtomicBool::new(false)));
        let budget = self.budget.until(stop.0.clone());
        scope(|scope| {
            // However this ends, nobody wants what is still on its way.
            let _stop = stop;
            let proof = start(scope, || {
                let analysed = self.proof(&budget.until(self.covered.clone()));
                proved.store(analysed.outcome.verdict() == Verdict::Safe, Ordering::Relaxed);
                analysed
            });
            let deep = Cell::new(None);
            choose(
                self.budget,
                || self.shallow(),
                || {
                    let outcome = match reads_inputs(self.task) {
                        true => self.longer_run(&self.budget.until(proved.clone())),
                        false => self.longer_run(self.budget),
                    };
                    if !proved.load(Ordering::Relaxed) {
                        deep.set(start(scope, || {
                            let outcome = self.deep(&budget);
                            self.covered.store(outcome.verdict() == Verdict::Safe, Ordering::Relaxed);
                            outcome
                        }));
                    }
                    outcome
                },
                || finish(proof, || self.proof(self.budget)),
                || finish(deep.take(), || self.deep(self.budget)),
            )
        })
    }
}

/// Sets a flag when it goes.
#[derive(Default)]
struct StopAtEnd(Arc<AtomicBool>);

impl Drop for StopAtEnd {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A stage on its way; none where the system gives no thread.
type Started<'scope, T> = Option<ScopedJoinHandle<'scope, T>>;

fn start<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    stage: impl FnOnce() -> T + Send + 'scope,
) -> Started<'scope, T> {
    Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, stage).ok()
}

/// Waits for a stage; one that could not be started is done now. A panic goes on here.
fn finish<T>(stage: Started<'_, T>, now: impl FnOnce() -> T) -> T {
    match stage {
        Some(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
        None => now(),
    }
}

/// Whether an engine left executions out that another one, or more time, may account for.
fn is_cut_short(outcome: &Outcome) -> bool {
    let more = |reason: Reason| reason.is_of_engine() || matches!(reason, Reason::Timeout | Reason::Memory);
    outcome.verdict() == Verdict::Unknown && outcome.ledger.entries().iter().any(|entry| more(entry.reason))
}

/// The properties that an analysis of every execution doubts, where it proves some others.
///
/// Each property may be proved by an engine of its own. The first error of an execution violates one of them; the engine
/// that proves this one follows the execution up to there, since nothing before ends it.
fn left_open(analysed: &Analysed, asked: PropertySet) -> Option<PropertySet> {
    let Analysed { outcome, is_complete: true } = analysed else { return None };
    let doubts: Option<Vec<Property>> = outcome.findings.iter().map(|it| it.kind.property()).collect();
    let doubts = doubts.filter(|doubts| !doubts.is_empty())?;
    let open = doubts.into_iter().fold(PropertySet::default(), PropertySet::with);
    (open != asked).then_some(open)
}

/// The proof that two engines have together: the one proves what the other doubts.
fn together(one: &Outcome, mut other: Outcome) -> Outcome {
    one.assumptions.iter().for_each(|assumption| other.assume(assumption.clone()));
    other.invariants.extend(one.invariants.iter().cloned());
    other.invariants.sort_by_key(|invariant| invariant.span);
    other
}

/// Two proofs failed: why the first did, and the possible errors that only the other saw. Why the other failed would
/// say the same in other words.
fn with_doubts(one: Outcome, mut other: Outcome) -> Outcome {
    other.ledger.settle(|entry| entry.reason != Reason::Unconfirmed);
    either(one, other)
}

/// Neither a proof nor a search for deep errors decided: what stops the proof, and how far the search came. The limits of
/// the search, such as how long its inputs are, are those of no proof.
fn left(proof: Outcome, mut search: Outcome) -> Outcome {
    search.ledger.settle(|entry| entry.reason.is_of_engine() && !proof.ledger.is_empty());
    either(proof, search)
}

/// Two engines could not decide: what the one has to say, and what only the other saw.
fn either(mut one: Outcome, other: Outcome) -> Outcome {
    for finding in other.findings {
        if !one.findings.iter().any(|known| known.same_error(&finding)) {
            one.findings.push(finding);
        }
    }
    one.ledger.extend(other.ledger);
    one
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Certainty, Coverage, Finding};
    use ir::ErrorKind;

    fn safe() -> Outcome {
        Outcome::new(Coverage::Complete, Vec::new())
    }

    fn cut_short() -> Outcome {
        let mut outcome = safe();
        outcome.ledger.add(Reason::WorkLimit, None, "enough");
        outcome
    }

    fn wrong(confirmed: bool, kind: ErrorKind) -> Outcome {
        let mut outcome = safe();
        let certainty = if confirmed { Certainty::Confirmed } else { Certainty::Possible };
        outcome.findings.push(Finding { certainty, ..Finding::new(kind, None, "main", "") });
        if !confirmed {
            outcome.ledger.add(Reason::Unconfirmed, None, kind.name());
        }
        outcome
    }

    /// What is chosen of the answers of the three stages.
    fn chosen(shallow: Outcome, proof: Outcome, deep: Outcome) -> Outcome {
        choose(&Budget::unlimited(), || shallow, || None, || open(proof), || deep)
    }

    /// What the shape analysis says where it is not the last word.
    fn open(outcome: Outcome) -> Analysed {
        Analysed { outcome, is_complete: false }
    }

    #[test]
    fn the_first_stage_that_decides_is_believed() {
        let (leak, deref) = (wrong(true, ErrorKind::Leak), wrong(true, ErrorKind::NullDeref));
        assert_eq!(chosen(leak.clone(), safe(), deref.clone()), leak);
        assert_eq!(chosen(cut_short(), safe(), deref.clone()), safe());
        assert_eq!(chosen(cut_short(), leak.clone(), deref.clone()), leak);
        assert_eq!(chosen(cut_short(), cut_short(), deref.clone()), deref);
    }

    #[test]
    fn what_nobody_decides_keeps_all_doubts() {
        let mut deep = cut_short();
        deep.ledger.add(Reason::Timeout, None, "deep");
        let outcome = chosen(cut_short(), wrong(false, ErrorKind::Leak), deep);
        assert_eq!(outcome.verdict(), Verdict::Unknown);
        assert_eq!(outcome.findings.len(), 1);
        let reasons: Vec<Reason> = outcome.ledger.entries().iter().map(|entry| entry.reason).collect();
        assert_eq!(reasons, [Reason::Unconfirmed, Reason::Timeout]);
        // What limits the search for deep errors does not limit a proof.
        let outcome = chosen(cut_short(), cut_short(), cut_short());
        assert_eq!(outcome.ledger.entries().len(), 1);
    }

    #[test]
    fn what_one_engine_doubts_is_left_to_the_next() {
        let asked = PropertySet::standard();
        let doubts =
            |is_complete| Analysed { outcome: wrong(false, ErrorKind::AssertionFailure), is_complete };
        let assertions = PropertySet::default().with(Property::UnreachCall);
        assert_eq!(left_open(&doubts(true), asked), Some(assertions));
        // Executions are missing, or nothing is proved, or nothing is doubted: the next engine is asked about everything.
        assert_eq!(left_open(&doubts(false), asked), None);
        assert_eq!(left_open(&doubts(true), assertions), None);
        assert_eq!(left_open(&Analysed { outcome: cut_short(), is_complete: true }, asked), None);
    }

    #[test]
    fn stages_that_are_not_needed_are_not_asked() {
        let never = || -> Outcome { panic!("this stage is not needed") };
        let no_run = || None;
        let budget = Budget::unlimited();
        assert_eq!(choose(&budget, safe, || Some(never()), || open(never()), never), safe());
        assert_eq!(choose(&budget, cut_short, || Some(safe()), || open(never()), never), safe());
        assert_eq!(choose(&budget, cut_short, no_run, || open(safe()), never), safe());
        let last = || Analysed { is_complete: true, ..open(wrong(false, ErrorKind::Leak)) };
        assert_eq!(choose(&budget, cut_short, || Some(cut_short()), last, never), last().outcome);
    }

    #[test]
    fn a_thread_that_panics_is_no_answer() {
        let result = std::panic::catch_unwind(|| {
            scope(|scope| {
                let stage = start(scope, || panic!("an invariant broke"));
                finish(stage, safe)
            })
        });
        assert!(result.is_err());
    }
}
