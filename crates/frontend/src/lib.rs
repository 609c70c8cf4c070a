//! From C to the IR: runs clang, loads and links bitcode, reads debug info, lowers.
//!
//! [`load`] is the whole interface: files in, a [`Program`] or a [`LoadError`] out. Bad input is an error value,
//! never a panic.
//!
//! Architecture invariant: this is the only crate that knows LLVM. Its `unsafe` code is in the private module
//! `llvm`, a thin safe view of LLVM's data; the lowering is safe code on top of it. No LLVM pass ever runs: passes
//! use undefined behaviour to simplify code, and so remove the very errors that are looked for.

pub mod annotations;
mod arguments;
mod clang;
mod compile_commands;
mod constants;
mod error;
mod lexer;
mod link;
// Alone talks to LLVM; every unsafe block has its reason.
#[allow(unsafe_code)]
mod llvm;
mod lower;
mod project;

pub use error::{LoadError, Rejection};

use clang::{Clang, Unit};
use compile_commands::Database;
use ir::Program;
use link::Compiled;
use project::Project;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How to load.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Arguments for clang, such as `-DX=1`, `-Iinclude`, `-std=c99`, `-m32`.
    pub clang_args: Vec<OsString>,
    /// A `compile_commands.json`, or the directory that holds one.
    pub compile_commands: Option<PathBuf>,
    /// What belongs together.
    pub scope: Scope,
    /// Whether clang's messages are to be coloured.
    pub color: bool,
    /// Whether clang's warnings are to be suppressed.
    pub quiet: bool,
    /// How many files are compiled at once; as many as there are cores where it is not said.
    pub jobs: Option<NonZeroUsize>,
    /// Whether the process ends soon after loading: what LLVM holds is then left to the operating system, since
    /// freeing it takes as long as a tenth of compiling.
    pub ends_soon: bool,
}

/// Which files belong together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Those that are named; without any, all of the compilation database.
    #[default]
    Files,
    /// Those, and files of the compilation database that define what is missing: a program.
    Program,
    /// Those, and several of them may have a `main` of their own: functions of a project that has several programs.
    Functions,
}

/// A program, and what clang said about it.
#[derive(Debug)]
pub struct Loaded {
    /// The program.
    pub program: Program,
    /// Clang's warnings, in order of input.
    pub warnings: String,
}

/// Loads a program from C, C++, bitcode and LLVM assembly files, linked together. With a compilation database and
/// no files, the program is everything the database lists.
pub fn load(inputs: &[PathBuf], options: &Options) -> Result<Program, LoadError> {
    load_with_warnings(inputs, options).map(|loaded| loaded.program)
}

/// Like [`load`], but keeps clang's warnings.
pub fn load_with_warnings(inputs: &[PathBuf], options: &Options) -> Result<Loaded, LoadError> {
    let database = options.compile_commands.as_deref().map(Database::read).transpose()?;
    let units = units(inputs, database.as_ref(), options)?;
    let clang = Clang::find()?;
    let (compiled, mut warnings) = compile_all(&clang, &units.iter().collect::<Vec<_>>(), options)?;
    let others = match (&database, options.scope) {
        (Some(database), Scope::Program) => prepared(database.except(&units), options)?,
        _ => Vec::new(),
    };
    let project = Project::new(&clang, options, others);
    let program = link::program(compiled, options, &|needed| project.defining(needed))?;
    warnings.push_str(&project.into_warnings());
    Ok(Loaded { program, warnings })
}

/// The kinds of input.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Clang compiles it.
    Source,
    /// LLVM reads it.
    Ir,
}

fn kind(path: &Path) -> Result<Kind, LoadError> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("c" | "i" | "cc" | "cpp" | "cxx" | "c++" | "C" | "ii") => Ok(Kind::Source),
        Some("bc" | "ll") => Ok(Kind::Ir),
        _ => Err(LoadError::UnknownKind { path: path.to_path_buf() }),
    }
}

/// What is to be compiled, with which arguments.
fn units(inputs: &[PathBuf], database: Option<&Database>, options: &Options) -> Result<Vec<Unit>, LoadError> {
    let units = match (database, inputs) {
        (Some(database), []) => database.all()?,
        (None, []) => return Err(LoadError::NoInput),
        (database, inputs) => {
            let unit = |input: &PathBuf| match (database, kind(input)?) {
                (Some(database), Kind::Source) => database.unit(input),
                _ => Ok(Unit { path: input.clone(), args: Vec::new(), directory: None, given: None }),
            };
            inputs.iter().map(unit).collect::<Result<_, _>>()?
        }
    };
    prepared(units, options)
}

/// The units with the arguments that all get; an error where one cannot be read.
fn prepared(mut units: Vec<Unit>, options: &Options) -> Result<Vec<Unit>, LoadError> {
    let extra = arguments::meaningful(options.clang_args.iter().cloned());
    for unit in &mut units {
        unit.args.extend(extra.iter().cloned());
        kind(&unit.path)?;
        let unreadable = |error| LoadError::Unreadable { path: unit.path.clone(), error };
        let metadata = std::fs::metadata(&unit.path).map_err(unreadable)?;
        if metadata.is_dir() {
            return Err(unreadable(std::io::Error::from(std::io::ErrorKind::IsADirectory)));
        }
    }
    Ok(units)
}

/// Compiles files, several at a time; an error where clang rejects one.
fn compile_all(
    clang: &Clang,
    units: &[&Unit],
    options: &Options,
) -> Result<(Vec<Compiled>, String), LoadError> {
    let mut compiled = Vec::new();
    let mut rejected = Vec::new();
    let mut warnings = String::new();
    for (unit, output) in units.iter().zip(outputs(clang, units, options)) {
        let output = output?;
        match output.success {
            true => {
                warnings.push_str(&output.diagnostics);
                compiled.push(accepted(unit, output)?);
            }
            false => {
                rejected.push(Rejection { path: unit.path.clone(), diagnostics: output.diagnostics });
            }
        }
    }
    match rejected.is_empty() {
        true => Ok((compiled, warnings)),
        false => Err(LoadError::Rejected { files: rejected }),
    }
}

/// A unit as clang compiled it.
fn accepted(unit: &Unit, output: clang::Output) -> Result<Compiled, LoadError> {
    let trusted = kind(&unit.path)? == Kind::Source;
    Ok(Compiled { path: unit.path.clone(), data: output.bitcode, trusted })
}

/// What clang makes of each file, several at a time.
fn outputs(clang: &Clang, units: &[&Unit], options: &Options) -> Vec<Result<clang::Output, LoadError>> {
    type Slot = Mutex<Option<Result<clang::Output, LoadError>>>;
    let jobs: Vec<(&Unit, Slot)> = units.iter().map(|unit| (*unit, Mutex::new(None))).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some((unit, slot)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let output = compile(clang, unit, options);
            *slot.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(output);
        }
    };
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let workers = options.jobs.map_or_else(cores, NonZeroUsize::get);
    std::thread::scope(|scope| {
        for _ in 1..workers.min(units.len()) {
            scope.spawn(work);
        }
        work();
    });
    let output = |slot: Slot| slot.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    jobs.into_iter().map(|(_, slot)| output(slot).expect("every unit was compiled")).collect()
}

fn compile(clang: &Clang, unit: &Unit, options: &Options) -> Result<clang::Output, LoadError> {
    match kind(&unit.path)? {
        Kind::Source => clang.compile(unit, options.color, options.quiet),
        Kind::Ir => {
            let mut output = clang.check(&unit.path, options.color)?;
            if output.success {
                let path = unit.path.clone();
                output.bitcode =
                    std::fs::read(&path).map_err(|error| LoadError::Unreadable { path, error })?;
            }
            Ok(output)
        }
    }
}
