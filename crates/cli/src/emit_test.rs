//! `--emit-test`: writes the test in C that shows the first error.
//!
//! Invariant: nothing is overwritten but tests that heapproof wrote before.

use crate::entry;
use crate::options::CheckOptions;
use crate::output::{self, Exit};
use engine::Outcome;
use ir::Program;
use report::Invocation;
use report::harness::{Harness, MARK};
use std::path::Path;

/// Whether a test may be written to this file; otherwise why not.
pub fn may_be_written(path: &Path) -> Result<(), String> {
    let existing = match std::fs::read(path) {
        Ok(existing) => existing,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(format!("{} cannot be written: {error}", path.display())),
    };
    let is_test = existing.windows(MARK.len()).take(100).any(|window| window == MARK.as_bytes());
    match is_test || existing.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "{} is there already and was not written by --emit-test: remove it, or choose another name",
            path.display()
        )),
    }
}

/// Writes the test that the user asked for, if there is an error to show; the exit code.
pub fn run(
    options: &CheckOptions,
    path: &Path,
    program: &Program,
    outcome: &Outcome,
    invocation: &Invocation,
    exit: Exit,
) -> Exit {
    // Where there is no program, nothing was found.
    let Some(entry) = entry::started(program, &options.task.entry) else {
        output::print_error("no test was written: no error was confirmed\n");
        return exit;
    };
    let harness = Harness { program, entry, invocation, file: path.as_os_str().as_encoded_bytes() };
    write(path, harness.render(&outcome.findings), exit)
}

/// Writes a test, or says why there is none; the exit code.
pub fn write(path: &Path, test: Result<String, impl std::fmt::Display>, exit: Exit) -> Exit {
    match test {
        Ok(text) => match std::fs::write(path, text) {
            Ok(()) => exit,
            Err(error) => {
                output::error(&format!("{} cannot be written: {error}", path.display()));
                Exit::BAD_INPUT
            }
        },
        Err(impossible) => {
            output::print_error(&format!("no test was written: {impossible}\n"));
            exit
        }
    }
}
