//! Time, memory and the user's patience.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// How often memory is measured: every so many checks.
const MEMORY_STRIDE: u32 = 64;

/// The limits of a piece of work. Clones share the cancel flag.
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    memory_bytes: Option<u64>,
    cancel: Arc<AtomicBool>,
    checks: Arc<AtomicU32>,
}

/// Which limit was reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Exhausted {
    /// The time is up.
    Time,
    /// The process uses more memory than allowed.
    Memory,
    /// The user interrupted.
    Interrupted,
}

impl Budget {
    /// A budget that starts now. `cancel` is set from outside to interrupt the work.
    pub fn new(time: Option<Duration>, memory_bytes: Option<u64>, cancel: Arc<AtomicBool>) -> Budget {
        // A duration too long for the clock is no limit.
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        Budget { deadline, memory_bytes, cancel, checks: Arc::default() }
    }

    /// A budget without limits.
    pub fn unlimited() -> Budget {
        Budget::new(None, None, Arc::default())
    }

    /// The same limits with at most `time` from now.
    pub fn within(&self, time: Duration) -> Budget {
        let earlier = Instant::now().checked_add(time);
        let deadline = match (self.deadline, earlier) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        Budget { deadline, ..self.clone() }
    }

    /// When the time is up.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// The memory limit in bytes.
    pub fn memory_bytes(&self) -> Option<u64> {
        self.memory_bytes
    }

    /// The flag that interrupts the work.
    pub fn cancel_flag(&self) -> &Arc<AtomicBool> {
        &self.cancel
    }

    /// Whether work may go on. Cheap enough to be called a million times a second.
    pub fn check(&self) -> Result<(), Exhausted> {
        if self.cancel.load(Ordering::Relaxed) {
            return Err(Exhausted::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Exhausted::Time);
        }
        if let Some(limit) = self.memory_bytes {
            let due = self.checks.fetch_add(1, Ordering::Relaxed).is_multiple_of(MEMORY_STRIDE);
            if due && resident_bytes().is_some_and(|used| used > limit) {
                return Err(Exhausted::Memory);
            }
        }
        Ok(())
    }
}

/// The memory the process uses; none where the system does not tell.
fn resident_bytes() -> Option<u64> {
    const PAGE: u64 = 4096;
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split(' ').nth(1)?.parse().ok()?;
    Some(pages * PAGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_is_noticed() {
        assert_eq!(Budget::unlimited().check(), Ok(()));
        let flag = Arc::new(AtomicBool::new(false));
        let budget = Budget::new(Some(Duration::from_secs(1000)), None, flag.clone());
        assert_eq!(budget.check(), Ok(()));
        assert_eq!(budget.within(Duration::ZERO).check(), Err(Exhausted::Time));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(budget.check(), Err(Exhausted::Interrupted));
        assert_eq!(Budget::new(None, Some(1), Arc::default()).check(), Err(Exhausted::Memory));
        assert_eq!(Budget::new(Some(Duration::MAX), None, Arc::default()).check(), Ok(()));
    }
}
