//! Ctrl-C: the first one asks the work to end, the second one ends the process.

use crate::guard;
use crate::output::Exit;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of a process that is ended by an interrupt.
const INTERRUPTED: u8 = 130;

/// Whether a second interrupt came.
static ENDS: AtomicBool = AtomicBool::new(false);

/// The exit code, unless a second interrupt ends the process: the work may have noticed first that the compiler was killed.
pub fn unless_ended(exit: Exit) -> ExitCode {
    match ENDS.load(Ordering::Relaxed) {
        true => ExitCode::from(INTERRUPTED),
        false => exit.into(),
    }
}

/// A flag that is set when the user interrupts.
pub fn flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = flag.clone();
    let handler = move || {
        if seen.swap(true, Ordering::Relaxed) {
            ENDS.store(true, Ordering::Relaxed);
            guard::kill_children();
            std::process::exit(INTERRUPTED.into());
        }
    };
    // Without a handler an interrupt ends the process at once, which is no worse than it sounds.
    let _ = ctrlc::set_handler(handler);
    flag
}
