//! A line on the terminal that tells what is going on, after half a second.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Work shorter than this is not worth a line.
const PATIENCE: Duration = Duration::from_millis(500);

/// What the work is doing. The work writes it as often as it likes, the display reads it when it draws.
#[derive(Default)]
pub struct Activity(Mutex<String>);

impl engine::Progress for Activity {
    fn update(&self, activity: &str) {
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        current.clear();
        current.push_str(activity);
    }
}

/// The line on the terminal.
pub struct Spinner {
    start: Instant,
    bar: Option<ProgressBar>,
    wanted: bool,
}

impl Spinner {
    /// A spinner that shows only on a terminal, and not if quiet.
    pub fn new(quiet: bool) -> Spinner {
        let wanted = !quiet && std::io::stderr().is_terminal();
        Spinner { start: Instant::now(), bar: None, wanted }
    }

    /// Draws, if it is time.
    pub fn tick(&mut self, activity: &Activity) {
        if !self.wanted || self.start.elapsed() < PATIENCE {
            return;
        }
        let start = self.start;
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{spinner} {msg} ({elapsed})");
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
                .with_elapsed(start.elapsed())
        });
        let current = activity.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        // Either of them draws.
        match bar.message() == current {
            true => bar.tick(),
            false => bar.set_message(current),
        }
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
