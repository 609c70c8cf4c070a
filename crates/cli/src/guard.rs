//! Work that may fail in ways that must not take the process down: it panics, needs much stack, or does not look
//! at its limits.
//!
//! The work runs on a thread of its own with a large stack. The calling thread waits for it, shows progress, and
//! leaves it behind if it overruns its limits by far: the process then ends without it, and so do the processes
//! that it started. Invariant: whatever the work does short of killing the process, the caller gets an answer.

use crate::progress::{Activity, Spinner};
use engine::{Budget, Exhausted};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Recursion over deep data structures of a program needs stack.
const STACK_BYTES: usize = 256 << 20;
/// How long work may go on after its limit before it is left behind, at least.
const GRACE: Duration = Duration::from_secs(3);
/// The part of its time that it may go on for, if that is longer: who had much to do has much to put together.
const GRACE_SHARE: u32 = 10;
/// How often progress is shown and limits are looked at.
const INTERVAL: Duration = Duration::from_millis(100);

/// What the first panic said, and where it was.
static PANIC: Mutex<Option<String>> = Mutex::new(None);

/// The work panicked. Displays as what happened and where.
#[derive(Debug)]
pub struct Panicked(String);

impl fmt::Display for Panicked {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "heapproof failed: {}", self.0)
    }
}

/// Why work gave no result.
#[derive(Debug)]
pub enum Failure {
    /// It panicked.
    Panicked(Panicked),
    /// It overran a limit.
    Overran(Exhausted),
}

/// Keeps panics from being printed: they are reported as what they are, defects of heapproof.
pub fn silence_panics() {
    std::panic::set_hook(Box::new(|info| {
        let message = message(info.payload());
        let place = info.location().map(|place| format!(" ({place})")).unwrap_or_default();
        let mut first = PANIC.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert_with(|| format!("{message}{place}"));
    }));
}

/// Does work that may panic.
pub fn catch<T>(work: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let recorded = PANIC.lock().unwrap_or_else(PoisonError::into_inner).take();
        Panicked(recorded.unwrap_or_else(|| message(&*payload)))
    })
}

/// What a panic said.
fn message(payload: &dyn Any) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").to_string()
}

/// Does work on a thread with a large stack, within the budget.
pub fn run<T: Send + 'static>(
    budget: &Budget,
    activity: &Activity,
    mut spinner: Spinner,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failure> {
    let (sender, receiver) = channel();
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
        // The receiver is gone only if the work was left behind: nobody wants the result then.
        let _ = sender.send(catch(work));
    });
    if let Err(error) = thread {
        return Err(Failure::Panicked(Panicked(format!("no thread can be started: {error}"))));
    }
    let (mut interrupted_since, start) = (None, Instant::now());
    loop {
        match receiver.recv_timeout(INTERVAL) {
            Ok(result) => return result.map_err(Failure::Panicked),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Failure::Panicked(Panicked("the work ended without a result".to_string())));
            }
        }
        spinner.tick(activity);
        let now = Instant::now();
        if budget.cancel_flag().load(Ordering::Relaxed) {
            let since = *interrupted_since.get_or_insert(now);
            if now >= since + GRACE {
                kill_children();
                return Err(Failure::Overran(Exhausted::Interrupted));
            }
        }
        let is_late = |deadline: Instant| {
            let late = now.saturating_duration_since(deadline);
            late >= GRACE && late >= deadline.saturating_duration_since(start) / GRACE_SHARE
        };
        if budget.deadline().is_some_and(is_late) {
            kill_children();
            return Err(Failure::Overran(Exhausted::Time));
        }
    }
}

/// Kills the processes that this one has started and that still run, such as a clang that takes too long.
pub fn kill_children() {
    let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    for list in lists {
        for child in list.split_whitespace().filter_map(|id| id.parse().ok()) {
            // One that has just ended by itself cannot be killed any more, and need not be.
            let _ = kill(Pid::from_raw(child), Signal::SIGKILL);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn guarded<T: Send + 'static>(
        budget: &Budget,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        run(budget, &Activity::default(), Spinner::new(true), work)
    }

    #[test]
    fn results_and_panics_come_back() {
        assert!(matches!(guarded(&Budget::unlimited(), || 7), Ok(7)));
        let panicked = guarded(&Budget::unlimited(), || assert_eq!(1, 2, "the sky fell"));
        assert!(matches!(panicked, Err(Failure::Panicked(panicked)) if panicked.0.contains("the sky fell")));
    }

    #[test]
    fn work_that_ignores_its_limits_is_left_behind() {
        let sleep = || std::thread::sleep(Duration::from_secs(1000));
        let late = Budget::new(Some(Duration::ZERO), None, Arc::default());
        assert!(matches!(guarded(&late, sleep), Err(Failure::Overran(Exhausted::Time))));
        let interrupted = Budget::unlimited();
        interrupted.cancel_flag().store(true, Ordering::Relaxed);
        assert!(matches!(guarded(&interrupted, sleep), Err(Failure::Overran(Exhausted::Interrupted))));
    }

    #[test]
    fn what_the_work_started_does_not_outlive_it() {
        let (sender, receiver) = channel();
        let late = Budget::new(Some(Duration::ZERO), None, Arc::default());
        let work = move || {
            let status = std::process::Command::new("sleep").arg("1000").status().unwrap();
            sender.send(status.success()).unwrap();
        };
        assert!(matches!(guarded(&late, work), Err(Failure::Overran(Exhausted::Time))));
        assert_eq!(receiver.recv_timeout(Duration::from_secs(10)), Ok(false));
    }

    #[test]
    fn deep_recursion_has_stack() {
        fn depth(n: u32) -> u32 {
            let frame = std::hint::black_box([n; 64]);
            if n == 0 { 0 } else { 1 + depth(frame[0] - 1) }
        }
        assert!(matches!(guarded(&Budget::unlimited(), || depth(400_000)), Ok(400_000)));
    }
}
