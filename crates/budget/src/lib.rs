//! Time, memory, work and the user's patience: one type for engines and for the solvers that they ask, so that whatever
//! ends the work of an engine ends the search of its solver, too.
//!
//! A budget is cut into shares: [`Budget::within`] some time, a [`Budget::part`] of the time that is left,
//! [`Budget::until`] a flag is raised, [`Budget::with_work`] so many steps of whatever is counted. A share is never
//! larger than the whole.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How old a measurement of memory may be. Until then it holds for whoever asks: a limit that one look noticed must
/// not be forgotten by the next.
const MEMORY_AGE: Duration = Duration::from_millis(5);

/// The limits of a piece of work. Clones share the cancel flag.
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    memory_bytes: Option<u64>,
    cancel: Arc<AtomicBool>,
    /// Set where the result is not wanted any more; each share may add one.
    stops: Vec<Arc<AtomicBool>>,
    work: Option<u64>,
    meter: Arc<Meter>,
}

/// The memory the process used when it was last measured.
#[derive(Debug)]
struct Meter {
    start: Instant,
    /// From when on, in microseconds after the start, the measurement is too old.
    stale_from: AtomicU64,
    bytes: AtomicU64,
}

impl Meter {
    fn new() -> Meter {
        Meter { start: Instant::now(), stale_from: AtomicU64::new(0), bytes: AtomicU64::new(0) }
    }

    /// The memory the process uses, or used a moment ago.
    fn bytes(&self) -> u64 {
        let now = self.start.elapsed();
        if now.as_micros() as u64 >= self.stale_from.load(Ordering::Relaxed) {
            self.stale_from.store((now + MEMORY_AGE).as_micros() as u64, Ordering::Relaxed);
            // Where the system does not tell, no limit is reached.
            self.bytes.store(resident_bytes().unwrap_or(0), Ordering::Relaxed);
        }
        self.bytes.load(Ordering::Relaxed)
    }
}

/// Which limit was reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Exhausted {
    /// The time is up.
    Time,
    /// More memory is used than allowed.
    Memory,
    /// As much work was done as allowed.
    Work,
    /// The user interrupted, or the result is not wanted any more.
    Interrupted,
}

impl fmt::Display for Exhausted {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Exhausted::Time => "the time limit was reached",
            Exhausted::Memory => "the memory limit was reached",
            Exhausted::Work => "the work limit was reached",
            Exhausted::Interrupted => "interrupted",
        })
    }
}

impl Default for Budget {
    /// Without limits.
    fn default() -> Budget {
        Budget::unlimited()
    }
}

impl Budget {
    /// A budget that starts now. `cancel` is set from outside to interrupt the work.
    pub fn new(time: Option<Duration>, memory_bytes: Option<u64>, cancel: Arc<AtomicBool>) -> Budget {
        // A duration too long for the clock is no limit.
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        Budget {
            deadline,
            memory_bytes,
            cancel,
            stops: Vec::new(),
            work: None,
            meter: Arc::new(Meter::new()),
        }
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

    /// The same limits for work that ends early, too, when the flag is set.
    pub fn until(&self, stop: Arc<AtomicBool>) -> Budget {
        let mut part = self.clone();
        part.stops.push(stop);
        part
    }

    /// The same limits with a part of the time that is left.
    pub fn part(&self, share: f64) -> Budget {
        match self.deadline {
            Some(deadline) => self.within(deadline.saturating_duration_since(Instant::now()).mul_f64(share)),
            None => self.clone(),
        }
    }

    /// The same limits with at most so much work, counted by whoever does it: a solver counts conflicts or steps of one
    /// search. Unlike time it is the same on every machine.
    pub fn with_work(&self, work: u64) -> Budget {
        Budget { work: Some(self.work.map_or(work, |most| most.min(work))), ..self.clone() }
    }

    /// The same limits with at most so much memory.
    pub fn with_memory(&self, bytes: u64) -> Budget {
        let memory_bytes = Some(self.memory_bytes.map_or(bytes, |most| most.min(bytes)));
        Budget { memory_bytes, ..self.clone() }
    }

    /// When the time is up.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// The memory limit in bytes.
    pub fn memory_bytes(&self) -> Option<u64> {
        self.memory_bytes
    }

    /// How much work may be done.
    pub fn work(&self) -> Option<u64> {
        self.work
    }

    /// Whether the work was interrupted, or its result is not wanted any more. Costs next to nothing.
    pub fn is_interrupted(&self) -> bool {
        self.cancel.load(Ordering::Relaxed) || self.stops.iter().any(|stop| stop.load(Ordering::Relaxed))
    }

    /// The flag that interrupts the work.
    pub fn cancel_flag(&self) -> &Arc<AtomicBool> {
        &self.cancel
    }

    /// Whether work may go on, as far as time, memory and the user are concerned. Cheap enough to be called a million times a second.
    pub fn check(&self) -> Result<(), Exhausted> {
        if self.is_interrupted() {
            return Err(Exhausted::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Exhausted::Time);
        }
        match self.memory_bytes {
            Some(limit) if self.meter.bytes() > limit => Err(Exhausted::Memory),
            _ => Ok(()),
        }
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
    fn a_share_is_never_larger_than_the_whole() {
        let whole = Budget::new(Some(Duration::from_secs(100)), Some(10), Arc::default()).with_work(5);
        assert!(whole.within(Duration::from_secs(1000)).deadline() == whole.deadline());
        assert!(whole.part(0.5).deadline() < whole.deadline());
        assert_eq!(whole.with_work(9).work(), Some(5));
        assert_eq!(whole.with_work(3).work(), Some(3));
        assert_eq!(whole.with_memory(20).memory_bytes(), Some(10));
        let (outer, inner) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let share = whole.until(outer.clone()).until(inner);
        assert!(!share.is_interrupted());
        outer.store(true, Ordering::Relaxed);
        assert!(share.is_interrupted() && !whole.is_interrupted());
    }

    #[test]
    fn each_limit_is_noticed() {
        assert_eq!(Budget::unlimited().check(), Ok(()));
        let flag = Arc::new(AtomicBool::new(false));
        let budget = Budget::new(Some(Duration::from_secs(1000)), None, flag.clone());
        assert_eq!(budget.check(), Ok(()));
        assert_eq!(budget.within(Duration::ZERO).check(), Err(Exhausted::Time));
        let stop = Arc::new(AtomicBool::new(false));
        let part = budget.until(stop.clone());
        assert_eq!(part.check(), Ok(()));
        stop.store(true, Ordering::Relaxed);
        assert_eq!((part.check(), budget.check()), (Err(Exhausted::Interrupted), Ok(())));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(budget.check(), Err(Exhausted::Interrupted));
        let small = Budget::new(None, Some(1), Arc::default());
        // Every look notices it, not only one that measures.
        assert_eq!((small.check(), small.check()), (Err(Exhausted::Memory), Err(Exhausted::Memory)));
        assert_eq!(Budget::new(Some(Duration::MAX), None, Arc::default()).check(), Ok(()));
    }
}
