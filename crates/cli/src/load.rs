//! From files and options to a program, or to a message why there is none.

use crate::options::InputOptions;
use crate::output;
use frontend::Scope;
use ir::Program;
use std::ffi::OsString;

/// Why there is no program to work on.
#[derive(Debug)]
pub enum LoadError {
    /// The front end could not load it.
    Frontend(frontend::LoadError),
    /// It does not start where it should.
    Entry(String),
    /// An option does not fit it.
    Option(String),
}

impl LoadError {
    /// Tells the user: clang's own words as they are, then ours.
    pub fn print(&self) {
        match self {
            LoadError::Frontend(frontend::LoadError::Rejected { files }) => {
                for file in files {
                    output::print_error(&file.diagnostics);
                }
                let names: Vec<String> = files.iter().map(|file| file.path.display().to_string()).collect();
                let verb = if names.len() == 1 { "does" } else { "do" };
                output::error(&format!("{} {verb} not compile", names.join(", ")));
            }
            LoadError::Frontend(error) => output::error(&error.to_string()),
            LoadError::Entry(message) | LoadError::Option(message) => output::error(message),
        }
    }
}

/// The program as it is, for a command that ends once it is shown.
pub fn shown(input: &InputOptions, clang_args: &[OsString]) -> Result<Program, LoadError> {
    program(input, clang_args, Scope::Files, false, true)
}

/// Compiles, links and lowers the program. Clang's warnings are printed if `warnings`.
fn program(
    input: &InputOptions,
    clang_args: &[OsString],
    scope: Scope,
    warnings: bool,
    ends_soon: bool,
) -> Result<Program, LoadError> {
    let options = frontend::Options {
        clang_args: input.clang.args.iter().chain(clang_args).cloned().collect(),
        compile_commands: input.database.clone(),
        scope,
        color: output::has_colors(&std::io::stderr()),
        quiet: !warnings,
        jobs: input.jobs,
        ends_soon,
    };
    let loaded = frontend::load_with_warnings(&input.files, &options).map_err(LoadError::Frontend)?;
    if warnings {
        output::print_error(&loaded.warnings);
    }
    Ok(loaded.program)
}

/// The program together with the C library functions it uses, ready to be executed or checked.
pub fn executable(
    input: &InputOptions,
    clang_args: &[OsString],
    scope: Scope,
    warnings: bool,
) -> Result<Program, LoadError> {
    let mut program = program(input, clang_args, scope, warnings, false)?;
    clib::link(&mut program);
    program.meaning = input.meaning.meaning();
    clib::name_allocators(&mut program, &input.meaning.allocator).map_err(LoadError::Option)?;
    Ok(program)
}
