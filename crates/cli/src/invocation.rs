//! How the program was given on the command line, for reports that tell what to do with it.

use crate::options::CheckOptions;
use ir::Program;
use report::Invocation;
use std::ffi::OsStr;

/// How the program of a check was given.
pub fn of(options: &CheckOptions, program: &Program) -> Invocation {
    let bytes = |text: &OsStr| text.as_encoded_bytes().to_vec();
    let input = &options.verdict.input;
    let mut checked = Vec::new();
    if let Some(properties) = options.task.chosen() {
        let names: Vec<&str> = properties.iter().map(|property| property.name()).collect();
        checked.push(format!("--property={}", names.join(",")));
    }
    if options.task.entry != "main" {
        checked.push(format!("--entry={}", options.task.entry));
    }
    checked.extend(input.meaning.given());
    Invocation {
        files: input.files.iter().map(|file| bytes(file.as_os_str())).collect(),
        database: input.database.as_ref().map(|database| bytes(database.as_os_str())),
        clang_args: input
            .clang
            .args
            .iter()
            .chain(&options.verdict.clang_args)
            .map(|arg| bytes(arg))
            .collect(),
        options: checked,
        clang: clang(),
        reads_stdin: portfolio::reads_stdin(program),
        reads_clock: portfolio::reads_clock(program),
        calls_system: portfolio::calls_system(program),
        reads_environment: portfolio::reads_environment(program),
    }
}

/// The clang that compiles the program, as a user would call it.
fn clang() -> String {
    let named = std::env::var("HEAPPROOF_CLANG").ok().filter(|name| !name.is_empty());
    let is_on_path = |name: &str| {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
    };
    let name = if is_on_path("clang-19") { "clang-19" } else { "clang" };
    named.unwrap_or_else(|| name.to_string())
}
