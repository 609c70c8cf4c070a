//! Limits on a search: steps, time, and a flag to stop it from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Why a search was stopped before it had an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// The step limit was reached.
    Steps,
    /// The deadline has passed.
    Time,
    /// Somebody raised the flag.
    Cancelled,
}

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Stopped::Steps => "the step limit was reached",
            Stopped::Time => "the time limit was reached",
            Stopped::Cancelled => "cancelled",
        })
    }
}

/// How much a search may cost. The default is without limits.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    steps: Option<u64>,
    deadline: Option<Instant>,
    cancel: Option<Arc<AtomicBool>>,
    used: u64,
}

impl Budget {
    /// No limits.
    pub fn unlimited() -> Budget {
        Budget::default()
    }

    /// At most this many steps; a step is a decision, a conflict or a constraint looked at.
    pub fn with_steps(mut self, steps: u64) -> Budget {
        self.steps = Some(steps);
        self
    }

    /// Until this long from now.
    pub fn with_time(mut self, time: Duration) -> Budget {
        self.deadline = Instant::now().checked_add(time);
        self
    }

    /// Until the flag is raised.
    pub fn with_cancel(mut self, flag: Arc<AtomicBool>) -> Budget {
        self.cancel = Some(flag);
        self
    }

    /// The steps used so far.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// Counts one step; clock and flag are looked at now and then.
    pub(crate) fn step(&mut self) -> Result<(), Stopped> {
        self.used += 1;
        if self.steps.is_some_and(|limit| self.used > limit) {
            return Err(Stopped::Steps);
        }
        if self.used % 64 == 1 {
            if self.cancel.as_ref().is_some_and(|c| c.load(Ordering::Relaxed)) {
                return Err(Stopped::Cancelled);
            }
            if self.deadline.is_some_and(|d| Instant::now() >= d) {
                return Err(Stopped::Time);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_noticed() {
        let mut steps = Budget::unlimited().with_steps(2);
        assert_eq!([steps.step(), steps.step(), steps.step()], [Ok(()), Ok(()), Err(Stopped::Steps)]);
        assert_eq!(steps.used(), 3);
        assert_eq!(Budget::unlimited().with_time(Duration::ZERO).step(), Err(Stopped::Time));
        assert_eq!(Budget::unlimited().step(), Ok(()));
    }
}
