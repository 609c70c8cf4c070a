//! What one check costs.
//!
//! Budgets are honoured *inside* the search: the SAT solver asks a [`Meter`] at every decision, the bit-blaster
//! at every term. Running out is an answer, never a hang. The work of a budget is the number of conflicts of one check,
//! its memory the bytes (estimated) that clauses and variables of the SAT solver take.

use budget::{Budget, Exhausted};
use std::cell::Cell;
use std::time::Instant;

/// The running account of one check against its [`Budget`].
#[derive(Debug, Default)]
pub(crate) struct Meter {
    budget: Budget,
    pub(crate) spent_conflicts: u64,
    /// Bytes in use; kept by whoever allocates, over all checks.
    pub(crate) bytes: usize,
    ticks: Cell<u32>,
    verdict: Cell<Option<Exhausted>>,
}

/// The clock is read once in so many questions; the others cost a load.
const CLOCK_PERIOD: u32 = 64;

impl Meter {
    /// Starts the account of a new check; memory in use carries over.
    pub(crate) fn start(&mut self, budget: &Budget) {
        self.budget = budget.clone();
        self.spent_conflicts = 0;
        self.ticks.set(0);
        self.verdict.set(None);
    }

    /// Must the check stop, and why? Once stopped it stays stopped.
    pub(crate) fn exhausted(&self) -> Option<Exhausted> {
        if self.verdict.get().is_none() {
            let tick = self.ticks.get();
            self.ticks.set(tick.wrapping_add(1));
            let late = || {
                tick.is_multiple_of(CLOCK_PERIOD)
                    && self.budget.deadline().is_some_and(|d| Instant::now() >= d)
            };
            let verdict = if self.budget.is_interrupted() {
                Some(Exhausted::Interrupted)
            } else if self.budget.work().is_some_and(|c| self.spent_conflicts >= c) {
                Some(Exhausted::Work)
            } else if self.budget.memory_bytes().is_some_and(|m| self.bytes as u64 > m) {
                Some(Exhausted::Memory)
            } else if late() {
                Some(Exhausted::Time)
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
    use std::sync::atomic::Ordering;
    use std::time::Duration;

    #[test]
    fn each_limit_is_noticed_and_sticks() {
        let mut meter = Meter::default();
        meter.start(&Budget::unlimited());
        assert_eq!(meter.exhausted(), None);
        meter.start(&Budget::unlimited().within(Duration::ZERO));
        assert_eq!(meter.exhausted(), Some(Exhausted::Time));
        meter.start(&Budget::unlimited().with_work(2));
        assert_eq!(meter.exhausted(), None);
        meter.spent_conflicts = 2;
        assert_eq!(meter.exhausted(), Some(Exhausted::Work));
        meter.spent_conflicts = 0;
        assert_eq!(meter.exhausted(), Some(Exhausted::Work));
        meter.bytes = 10;
        meter.start(&Budget::unlimited().with_memory(5));
        assert_eq!(meter.exhausted(), Some(Exhausted::Memory));
        let budget = Budget::unlimited();
        meter.start(&budget);
        budget.cancel_flag().store(true, Ordering::Relaxed);
        assert_eq!(meter.exhausted(), Some(Exhausted::Interrupted));
    }
}
