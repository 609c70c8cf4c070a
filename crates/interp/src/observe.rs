//! Who watches a run: nobody, a recorder of events, or a searcher for the moment a block is lost.
//!
//! The executor looks up when its step counter reaches the horizon, which is the next thing anyone waits for: a
//! limit, a poll of the clock, a mark. Between horizons watching costs one comparison per operation.

use crate::leaks::Marks;
use crate::machine::{Machine, Step, Stop};
use crate::report::Stopped;
use crate::trace::Recorder;
use budget::Exhausted;

/// How many steps pass between looks at the clock.
const POLL: u64 = 1 << 16;

/// Who watches a run.
pub enum Observer {
    /// Nobody.
    Nobody,
    /// A recorder of events.
    Recorder(Box<Recorder>),
    /// A searcher for lost blocks.
    Marks(Box<Marks>),
}

impl Observer {
    /// Whether events are being recorded now.
    #[inline(always)]
    pub fn is_tracing(&self) -> bool {
        match self {
            Observer::Nobody | Observer::Marks(_) => false,
            Observer::Recorder(recorder) => recorder.active,
        }
    }
}

impl Machine<'_> {
    /// Called before the operation at which the step counter reaches the horizon.
    #[cold]
    pub fn look_up(&mut self) -> Step<()> {
        if self.config.step_limit.is_some_and(|limit| self.steps > limit) {
            return Err(Stop::Stopped(Box::new(Stopped::StepLimit { site: self.site() })));
        }
        if let Err(exhausted) = self.config.budget.check() {
            let site = self.site();
            return Err(Stop::Stopped(Box::new(match exhausted {
                Exhausted::Interrupted => Stopped::Cancelled { site },
                Exhausted::Time => Stopped::Deadline { site },
                Exhausted::Memory => Stopped::OutOfMemory { site },
                Exhausted::Work => Stopped::StepLimit { site },
            })));
        }
        if self.memory.objects.len() >= self.collect_at {
            self.collect();
        }
        let mut horizon = self.steps + POLL;
        if let Some(limit) = self.config.step_limit {
            horizon = horizon.min(limit.saturating_add(1));
        }
        match std::mem::replace(&mut self.observer, Observer::Nobody) {
            Observer::Nobody => {}
            Observer::Marks(mut marks) => {
                horizon = horizon.min(self.mark(&mut marks));
                let is_done = marks.is_done();
                self.observer = Observer::Marks(marks);
                if is_done {
                    // The rest of the run, which may have no end, shows nothing more.
                    return Err(Stop::Stopped(Box::new(Stopped::StepLimit { site: self.site() })));
                }
            }
            Observer::Recorder(mut recorder) => {
                horizon = horizon.min(self.record(&mut recorder));
                self.observer = Observer::Recorder(recorder);
            }
        }
        self.horizon = horizon;
        Ok(())
    }
}
