//! How much a check may cost, and the ways it can end without an answer.
//!
//! Budgets are honoured *inside* the search: the SAT solver asks a [`Meter`] at every decision, the bit-blaster
//! at every term. Running out is an answer ([`Unknown`]), never a hang.

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A flag shared between threads: once raised, checks that look at it stop.
#[derive(Clone, Debug, Default)]
pub struct CancelFlag(Arc<AtomicBool>);

impl CancelFlag {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the flag for good.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Has it been raised?
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Limits; `None` means unlimited.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Wall-clock time for one check.
    pub time: Option<Duration>,
    /// The moment after which no check may run.
    pub deadline: Option<Instant>,
    /// Conflicts of the SAT search in one check. Unlike time it is deterministic.
    pub conflicts: Option<u64>,
    /// Bytes (estimated) that clauses and variables of the SAT solver may take.
    pub memory: Option<usize>,
    /// Stops all checks that share the flag.
    pub cancel: CancelFlag,
}

impl Budget {
    /// No limits.
    pub fn unlimited() -> Self {
        Self::default()
    }
}

/// Why a check has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// The time for this check, or the overall deadline, has passed.
    Time,
    /// The conflict limit was reached.
    Conflicts,
    /// The memory limit was reached.
    Memory,
    /// The cancel flag was raised.
    Cancelled,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unknown::Time => "out of time",
            Unknown::Conflicts => "conflict limit reached",
            Unknown::Memory => "memory limit reached",
            Unknown::Cancelled => "cancelled",
        })
    }
}

/// The running account of one check against its [`Budget`].
#[derive(Debug, Default)]
pub(crate) struct Meter {
    cancel: CancelFlag,
    deadline: Option<Instant>,
    conflicts: Option<u64>,
    memory: Option<usize>,
    pub(crate) spent_conflicts: u64,
    /// Bytes in use; kept by whoever allocates, over all checks.
    pub(crate) bytes: usize,
    ticks: Cell<u32>,
    verdict: Cell<Option<Unknown>>,
}

/// The clock is read once in so many questions; the others cost a load.
const CLOCK_PERIOD: u32 = 64;

impl Meter {
    /// Starts the account of a new check; memory in use carries over.
    pub(crate) fn start(&mut self, budget: &Budget) {
        let own = budget.time.map(|t| Instant::now() + t);
        self.cancel = budget.cancel.clone();
        self.deadline = match (own, budget.deadline) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        self.conflicts = budget.conflicts;
        self.memory = budget.memory;
        self.spent_conflicts = 0;
        self.ticks.set(0);
        self.verdict.set(None);
    }

    /// Must the check stop, and why? Once stopped it stays stopped.
    pub(crate) fn exhausted(&self) -> Option<Unknown> {
        if self.verdict.get().is_none() {
            let tick = self.ticks.get();
            self.ticks.set(tick.wrapping_add(1));
            let late =
                || tick.is_multiple_of(CLOCK_PERIOD) && self.deadline.is_some_and(|d| Instant::now() >= d);
            let verdict = if self.cancel.is_cancelled() {
                Some(Unknown::Cancelled)
            } else if self.conflicts.is_some_and(|c| self.spent_conflicts >= c) {
                Some(Unknown::Conflicts)
            } else if self.memory.is_some_and(|m| self.bytes > m) {
                Some(Unknown::Memory)
            } else if late() {
                Some(Unknown::Time)
            } else {
                None
            };
            self.verdict.set(verdict);
        }
        self.verdict.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_is_noticed_and_sticks() {
        let mut meter = Meter::default();
        meter.start(&Budget::unlimited());
        assert_eq!(meter.exhausted(), None);
        meter.start(&Budget { time: Some(Duration::ZERO), ..Budget::default() });
        assert_eq!(meter.exhausted(), Some(Unknown::Time));
        meter.start(&Budget { conflicts: Some(2), ..Budget::default() });
        assert_eq!(meter.exhausted(), None);
        meter.spent_conflicts = 2;
        assert_eq!(meter.exhausted(), Some(Unknown::Conflicts));
        meter.spent_conflicts = 0;
        assert_eq!(meter.exhausted(), Some(Unknown::Conflicts));
        meter.bytes = 10;
        meter.start(&Budget { memory: Some(5), ..Budget::default() });
        assert_eq!(meter.exhausted(), Some(Unknown::Memory));
        let budget = Budget::unlimited();
        meter.start(&budget);
        budget.cancel.cancel();
        assert_eq!(meter.exhausted(), Some(Unknown::Cancelled));
    }
}
