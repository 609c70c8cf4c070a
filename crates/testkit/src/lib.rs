//! What tests of the whole tool share: the corpus runner, and the check of dumps in the documentation ([`docs`]).
//!
//! A C program under `corpus/` states its own truth in its header and marks the offending line (see [`truth`]).
//! What an engine achieves today is kept apart from the truth, in one file per engine (see [`achieved`]). A trial
//! runs the `heapproof` binary on one program with one engine and compares (see [`judge`]); there are four
//! failures: *unsound*, *wrong line*, *lost* and *gained*. [`corpus::bless`] accepts what was gained.
//!
//! Libraries, under `corpus/lib`, are analysed function by function with `heapproof lib`; their trials are the same
//! in spirit (see [`lib_truth`], [`lib_judge`] and [`lib_corpus`]).
//!
//! [`pages`] and [`witnesses`] check what others read: pages in a browser, witnesses by a linter and a replay.
//!
//! Architecture invariant: this crate uses none of the analyser's crates. It sees what a user sees, the command
//! line and the JSON report, so that a mistake in a shared table cannot hide itself.

pub mod achieved;
pub mod answer;
pub mod corpus;
pub mod docs;
pub mod engines;
pub mod judge;
pub mod lib_answer;
pub mod lib_corpus;
pub mod lib_judge;
pub mod lib_mutate;
pub mod lib_truth;
pub mod native;
pub mod pages;
pub mod properties;
pub mod tools;
pub mod truth;
pub mod witnesses;

use std::path::{Path, PathBuf};

/// The corpus of this repository.
pub fn corpus_directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
}

/// The body of a test target without harness: runs all trials of the corpus with this `heapproof` binary, as the
/// command line says, and ends the process.
pub fn main(binary: &Path) -> ! {
    run_trials(corpus::trials(binary, &corpus_directory()))
}

/// The same for the tests that heapproof writes.
pub fn native_main(binary: &Path) -> ! {
    run_trials(native::trials(binary, &corpus_directory()))
}

/// The same for each property alone.
pub fn properties_main(binary: &Path) -> ! {
    run_trials(properties::trials(binary, &corpus_directory()))
}

fn run_trials(trials: anyhow::Result<Vec<libtest_mimic::Trial>>) -> ! {
    let arguments = libtest_mimic::Arguments::from_args();
    match trials {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit(),
        Err(error) => {
            eprintln!("the corpus cannot be run: {error:#}");
            std::process::exit(1);
        }
    }
}
