//! Predator's test suite: the expected result is in the `.err` file beside each program.
//!
//! Predator prints an `error:` for what ends a path and a warning for a lost block; a file without either means
//! that the program is safe. By default it assumes that allocation succeeds; `.err.oom` files are for allocation
//! that may fail. Many folders of the suite are links to others: each program counts once.

use super::{Case, Expected, Options};
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// Definitions of the functions that are built into Predator.
const BUILTINS: &str = include_str!("predator-builtins.c");

/// The cases below a folder.
pub(super) fn cases(options: &Options, scratch: &Path) -> Result<Vec<Case>> {
    let (extension, malloc) = match options.oom {
        true => ("err.oom", "--malloc=may-fail"),
        false => ("err", "--malloc=ok"),
    };
    let mut cases = Vec::new();
    for program in super::collect(&options.folder, "c")? {
        let Ok(expected) = fs::read(program.with_extension(extension)) else { continue };
        let mut args = arguments(&program, scratch)?;
        args.push(malloc.to_string());
        let stem = program.file_stem().context("a program has a name")?.to_string_lossy().into_owned();
        cases.push(Case {
            name: stem,
            files: vec![program],
            expected: expected_result(&String::from_utf8_lossy(&expected)),
            args,
        });
    }
    Ok(cases)
}

/// The arguments that a program of Predator's suite needs, among them a file with definitions of Predator's built-in
/// functions, which is written to the scratch folder; none for other programs.
pub fn arguments(program: &Path, scratch: &Path) -> Result<Vec<String>> {
    let Some(folder) = include_folder(program) else { return Ok(Vec::new()) };
    let builtins = scratch.join("predator-builtins.c");
    if !builtins.exists() {
        fs::write(&builtins, BUILTINS)?;
    }
    Ok(vec!["-DPREDATOR".to_string(), format!("-I{}", folder.display()), builtins.display().to_string()])
}

/// The folder with Predator's header, in the tree that the program is part of.
fn include_folder(program: &Path) -> Option<PathBuf> {
    program.ancestors().map(|folder| folder.join("include/predator-builtins")).find(|folder| folder.is_dir())
}

/// What the text of an `.err` file says.
fn expected_result(text: &str) -> Expected {
    let is_error = |line: &str| line.contains(": error: ") || line.contains("warning: memory leak detected");
    match text.lines().any(is_error) {
        true => Expected::Unsafe,
        false => Expected::Safe,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_and_leaks_are_unsafe() {
        assert_eq!(expected_result("a.c:3: error: invalid free()\n"), Expected::Unsafe);
        let leak = "a.c:3: warning: memory leak detected while destroying a variable on stack";
        assert_eq!(expected_result(leak), Expected::Unsafe);
        assert_eq!(expected_result("a.c:3: note: writing heap graph to 'error: 1.dot'...\n"), Expected::Safe);
        assert_eq!(expected_result(""), Expected::Safe);
    }
}
