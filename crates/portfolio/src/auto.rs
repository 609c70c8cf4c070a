//! Which engines decide a program when the user does not choose: the concrete one where there are no inputs, then
//! exact exploration for shallow errors, then the shape analysis for a proof, and exact exploration again for deep
//! errors.
//!
//! With more than one core the later stages begin before the earlier ones have ended. That changes when an answer
//! comes, and not which: the answer is chosen by the same code, [`choose`], which asks the stages in the same order
//! and waits for each. The first look at shallow errors ends after a fixed amount of work, not after some time, for the
//! same reason (`docs/decisions/0009-same-answer-on-any-number-of-cores.md`).

use crate::{Concrete, Proof, Strategy, exact, part, reads_inputs, run as run_engine, shape};
use engine::{Budget, Outcome, Progress, Reason, Task, Verdict};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, Scope, ScopedJoinHandle, scope};
use std::time::Duration;

/// How long a program with inputs is run with fixed ones before it is explored.
const GLANCE: Duration = Duration::from_secs(1);

/// How much is done to look for shallow errors before a proof is tried: about half a second's work.
const SHALLOW: u64 = 120_000;

/// How long that may take on a machine that is very slow.
const SHALLOW_TIME: Duration = Duration::from_secs(3);

/// The share of the time for running a program without inputs: it may run for ever, and still be proved.
const RUNNING: f64 = 0.25;

/// The share of the time for trying a proof.
const PROOF: f64 = 0.5;

/// Recursion over deep data structures of a program needs stack.
const STACK_BYTES: usize = 256 << 20;

/// A program without inputs is run; where that does not decide it, it is explored.
pub fn run(task: &Task<'_>, strategy: Strategy, budget: &Budget, progress: &dyn Progress) -> Outcome {
    let first = match reads_inputs(task) {
        true => budget.within(GLANCE),
        false => part(budget, RUNNING),
    };
    let outcome = run_engine(&Concrete, task, &first, progress);
    // More can be decided only where the run left out executions, not where it met what nobody can execute.
    let leaves_out = |reason| {
        matches!(reason, Reason::NoEngine | Reason::LayoutDependent | Reason::EngineLimit | Reason::Timeout)
    };
    let undecided = outcome.verdict() == Verdict::Unknown
        && budget.check().is_ok()
        && outcome.ledger.entries().iter().any(|entry| leaves_out(entry.reason));
    if !undecided {
        return outcome;
    }
    let stages = Stages { task, strategy, budget, progress };
    match strategy.overlap {
        false => choose(budget, || stages.shallow(), || stages.proof(budget), || stages.deep(budget)),
        true => stages.overlapping(),
    }
}

/// The answer of the first stage that decides; each is asked only if those before it did not decide.
fn choose(
    budget: &Budget,
    shallow: impl FnOnce() -> Outcome,
    proof: impl FnOnce() -> Proof,
    deep: impl FnOnce() -> Outcome,
) -> Outcome {
    let shallow = shallow();
    if !is_cut_short(&shallow) || budget.check().is_err() {
        return shallow;
    }
    let Proof { outcome: proof, is_last_word } = proof();
    if proof.verdict() != Verdict::Unknown || is_last_word || budget.check().is_err() {
        return proof;
    }
    let deep = deep();
    match deep.verdict() {
        Verdict::Unknown => either(deep, proof),
        _ => deep,
    }
}

/// The stages of the exploration.
#[derive(Clone, Copy)]
struct Stages<'a> {
    task: &'a Task<'a>,
    strategy: Strategy,
    budget: &'a Budget,
    progress: &'a dyn Progress,
}

impl<'a> Stages<'a> {
    fn shallow(&self) -> Outcome {
        exact(self.task, self.strategy, Some(SHALLOW), &self.budget.within(SHALLOW_TIME), self.progress)
    }

    fn proof(&self, budget: &Budget) -> Proof {
        shape(self.task, PROOF, budget, self.progress)
    }

    fn deep(&self, budget: &Budget) -> Outcome {
        exact(self.task, self.strategy, None, budget, self.progress)
    }

    /// Two stages at a time: the proof begins at once, and the search for deep errors after that for shallow ones.
    fn overlapping(self) -> Outcome {
        let stop = StopAtEnd::default();
        let budget = self.budget.until(stop.0.clone());
        scope(|scope| {
            // However this ends, nobody wants what is still on its way.
            let _stop = stop;
            let proof = start(scope, || self.proof(&budget));
            let mut deep = None;
            let shallow = self.shallow();
            if is_cut_short(&shallow) {
                deep = Some(start(scope, || self.deep(&budget)));
            }
            choose(
                self.budget,
                || shallow,
                || finish(proof, || self.proof(self.budget)),
                || {
                    deep.map_or_else(
                        || self.deep(self.budget),
                        |deep| finish(deep, || self.deep(self.budget)),
                    )
                },
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
    let more = |reason| matches!(reason, Reason::Timeout | Reason::OutOfMemory | Reason::EngineLimit);
    outcome.verdict() == Verdict::Unknown && outcome.ledger.entries().iter().any(|entry| more(entry.reason))
}

/// Two engines could not decide: what the one has to say, and the possible errors that only the other saw.
fn either(mut one: Outcome, other: Outcome) -> Outcome {
    for finding in other.findings {
        if !one.findings.iter().any(|known| known.same_error(&finding)) {
            one.findings.push(finding);
        }
    }
    for entry in other.ledger.entries().iter().filter(|entry| entry.reason != Reason::Timeout) {
        one.ledger.add(entry.reason, entry.span, &entry.detail);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Coverage, Finding};
    use ir::ErrorKind;

    fn safe() -> Outcome {
        Outcome::new(Coverage::Complete, Vec::new())
    }

    fn cut_short() -> Outcome {
        let mut outcome = safe();
        outcome.ledger.add(Reason::EngineLimit, None, "enough");
        outcome
    }

    fn wrong(confirmed: bool, kind: ErrorKind) -> Outcome {
        let mut outcome = safe();
        outcome.findings.push(Finding {
            kind,
            confirmed,
            span: None,
            function: "main".to_string(),
            message: String::new(),
            notes: Vec::new(),
            trace: Vec::new(),
            inputs: Vec::new(),
            heap: None,
            graph: None,
            scenario: None,
        });
        if !confirmed {
            outcome.ledger.add(Reason::Unconfirmed, None, kind.name());
        }
        outcome
    }

    /// What is chosen of the answers of the three stages.
    fn chosen(shallow: Outcome, proof: Outcome, deep: Outcome) -> Outcome {
        choose(&Budget::unlimited(), || shallow, || open(proof), || deep)
    }

    /// What the shape analysis says where it is not the last word.
    fn open(outcome: Outcome) -> Proof {
        Proof { outcome, is_last_word: false }
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
        let outcome = chosen(cut_short(), wrong(false, ErrorKind::Leak), cut_short());
        assert_eq!(outcome.verdict(), Verdict::Unknown);
        assert_eq!(outcome.findings.len(), 1);
        let reasons: Vec<Reason> = outcome.ledger.entries().iter().map(|entry| entry.reason).collect();
        assert_eq!(reasons, [Reason::EngineLimit, Reason::Unconfirmed]);
    }

    #[test]
    fn stages_that_are_not_needed_are_not_asked() {
        let never = || -> Outcome { panic!("this stage is not needed") };
        assert_eq!(choose(&Budget::unlimited(), safe, || open(never()), never), safe());
        assert_eq!(choose(&Budget::unlimited(), cut_short, || open(safe()), never), safe());
        let last = || Proof { outcome: wrong(false, ErrorKind::Leak), is_last_word: true };
        assert_eq!(choose(&Budget::unlimited(), cut_short, last, never), last().outcome);
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
