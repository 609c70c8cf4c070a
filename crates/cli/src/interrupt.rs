//! Ctrl-C: the first one asks the work to end, the second one ends the process.

use crate::guard;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of a process that is ended by an interrupt.
const INTERRUPTED: i32 = 130;

/// A flag that is set when the user interrupts.
pub fn flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = flag.clone();
    let handler = move || {
        if seen.swap(true, Ordering::Relaxed) {
            guard::kill_children();
            std::process::exit(INTERRUPTED);
        }
    };
    // Without a handler an interrupt ends the process at once, which is no worse than it sounds.
    let _ = ctrlc::set_handler(handler);
    flag
}
