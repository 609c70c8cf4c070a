//! A proof that begins before it is its turn.
//!
//! With more than one core, the first engine that proves begins together with the first looks. Nothing but the clock
//! changes: asked whether it would have ended within some work, it waits until it has ended or has done more
//! ([`Early::within`]), and what began is not begun again when its turn comes ([`Early::finish`]).

use crate::Analysed;
use engine::{Budget, Progress};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{ScopedJoinHandle, sleep};
use std::time::Duration;

/// How often it is looked whether the proof has come further.
const PAUSE: Duration = Duration::from_millis(1);

/// How much work was done; it passes on what else is told.
pub struct Gauge<'a> {
    progress: &'a dyn Progress,
    work: AtomicU64,
}

impl<'a> Gauge<'a> {
    /// No work was done yet.
    pub fn new(progress: &'a dyn Progress) -> Gauge<'a> {
        Gauge { progress, work: AtomicU64::new(0) }
    }
}

impl Progress for Gauge<'_> {
    fn update(&self, activity: &str) {
        self.progress.update(activity);
    }

    fn worked(&self, work: u64) {
        self.work.store(work, Ordering::Relaxed);
    }
}

/// A proof on its way.
pub struct Early<'scope> {
    /// The thread that works on it.
    pub thread: ScopedJoinHandle<'scope, Analysed>,
    /// How much it has done.
    pub gauge: &'scope Gauge<'scope>,
}

impl<'scope> Early<'scope> {
    /// What the proof says if it takes less than some work; itself if it takes more, or longer than the budget allows.
    pub fn within(self, work: u64, budget: &Budget) -> Result<Analysed, Early<'scope>> {
        let is_more = || self.gauge.work.load(Ordering::Relaxed) >= work;
        while !self.thread.is_finished() && !is_more() && budget.check().is_ok() {
            sleep(PAUSE);
        }
        match self.thread.is_finished() && !is_more() {
            true => Ok(self.finish()),
            false => Err(self),
        }
    }

    /// What the proof says. A panic goes on here.
    pub fn finish(self) -> Analysed {
        self.thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    }
}
