//! Speed, always as a ratio to something else that is measured in the same run.
//!
//! - The interpreter against the same program compiled without optimisation.
//! - Loading a program (`heapproof ir`) against clang alone, for files the user names.
//! - The default allocation check against those of SL-CPA ([`alloc_checks`]), and how fast exploration is
//!   ([`throughput`]).
//! - The CHR solver against the published one ([`chr`]), and the analysis of libraries against the published tool
//!   ([`libraries`]).
//!
//! - How the time of the shape analysis grows with lists ([`shapes`]) and with arrays and strings ([`data`]), and Predator's
//!   time on its suite against ours.
//!
//! - The everyday programs of the corpus, with the analyzers of gcc and clang on the same files ([`everyday`]).
//!
//! - How the time of the template engine grows ([`template`]).
//!
//! - The proofs of contracts: against the paper's figure, and how their time grows ([`contracts`]).
//!
//! - What the report as a page costs ([`page`]).
//!
//! Each figure is the best of several runs: the machine's other work only ever adds time.

mod alloc_checks;
mod chr;
mod contracts;
mod data;
mod everyday;
mod growth;
mod interpreter;
mod libraries;
mod loading;
mod page;
mod shapes;
mod template;
mod throughput;

use crate::process::{self, Finished, root};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use testkit::answer::Effort;
use testkit::truth::Truth;

/// How often each measurement is repeated.
const REPEAT: usize = 3;

/// How long one measurement may take.
const LIMIT: Duration = Duration::from_secs(120);

/// What is measured.
#[derive(clap::Args)]
pub struct Options {
    /// C files whose loading is compared with clang's own time, besides the benchmark programs
    files: Vec<PathBuf>,
    /// Passed to clang and heapproof when loading the files, such as `-Iinclude`
    #[arg(long = "arg", allow_hyphen_values = true)]
    args: Vec<String>,
    /// Measure only this
    #[arg(long, value_name = "SECTION")]
    only: Option<Section>,
    /// A folder of programs to measure the throughput of exploration on, instead of the corpus
    ///
    /// Programs of Predator's suite get the options that they need.
    #[arg(long, value_name = "DIR")]
    programs: Option<PathBuf>,
    /// The binary to measure, instead of building one
    #[arg(long, value_name = "BINARY")]
    heapproof: Option<PathBuf>,
    /// The folder `test` of the public SMCHR solver: its tests are run with our CHR solver
    #[arg(long, value_name = "DIR")]
    smchr_tests: Option<PathBuf>,
    /// The public SMCHR solver, to run the same tests with
    #[arg(long, value_name = "BINARY", requires = "smchr_tests")]
    smchr: Option<PathBuf>,
    /// The script `slgcc` of a Predator build: the programs of `--programs` are run with it, too
    #[arg(long, value_name = "SCRIPT", requires = "programs")]
    predator: Option<PathBuf>,
    /// How many seconds Predator and heapproof each may take for a program, and heapproof for an everyday program
    #[arg(long, value_name = "SECS", default_value_t = 10)]
    limit: u64,
    /// Leave out how the shape analysis grows, and only compare with Predator
    #[arg(long, requires = "predator")]
    no_growth: bool,
}

/// A part of the benchmarks.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Section {
    /// The interpreter against compiled code
    Interpreter,
    /// Loading against clang
    Loading,
    /// The allocation checks against each other
    AllocChecks,
    /// States and queries per second
    Throughput,
    /// The CHR solver
    Chr,
    /// The analysis of libraries
    Lib,
    /// The shape analysis
    Shapes,
    /// Everyday programs, side by side with other analyzers
    Everyday,
    /// The template engine
    Template,
    /// Contracts
    Contracts,
    /// The report as a page
    Page,
}

/// Runs the benchmarks and prints a table for each.
pub fn run(options: &Options) -> Result<()> {
    let heapproof = process::heapproof(options.heapproof.as_deref())?;
    let wanted = |section| options.only.is_none_or(|only| only == section);
    let programs = benchmark_programs()?;
    if wanted(Section::Interpreter) {
        interpreter::run(&heapproof, &programs)?;
    }
    if wanted(Section::Loading) {
        let files: Vec<&PathBuf> = programs.iter().chain(&options.files).collect();
        loading::run(&heapproof, &files, &options.args)?;
    }
    if wanted(Section::AllocChecks) {
        alloc_checks::run(&heapproof)?;
    }
    if wanted(Section::Throughput) {
        throughput::run(&heapproof, options.programs.as_deref(), &options.args)?;
    }
    if wanted(Section::Chr) {
        chr::scaling(&heapproof)?;
        if let Some(folder) = &options.smchr_tests {
            chr::suite(&heapproof, folder, options.smchr.as_deref())?;
        }
    }
    if wanted(Section::Lib) {
        libraries::scaling(&heapproof)?;
        libraries::figure5(&heapproof)?;
    }
    if wanted(Section::Shapes) {
        if !options.no_growth {
            shapes::growth(&heapproof)?;
            growth::run(&heapproof, &["--engine=shape"], data::FAMILIES)?;
        }
        if let (Some(slgcc), Some(programs)) = (&options.predator, &options.programs) {
            shapes::against_predator(&heapproof, slgcc, programs, Duration::from_secs(options.limit))?;
        }
    }
    if wanted(Section::Everyday) {
        everyday::run(&heapproof, options)?;
    }
    if wanted(Section::Template) {
        template::growth(&heapproof)?;
    }
    if wanted(Section::Contracts) {
        contracts::run(&heapproof)?;
    }
    if wanted(Section::Page) {
        page::run(&heapproof)?;
    }
    Ok(())
}

/// A new folder for files of this run.
fn scratch(subject: &str) -> Result<PathBuf> {
    let folder = std::env::temp_dir().join(format!("heapproof-bench-{subject}-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// The programs in `bench/`.
fn benchmark_programs() -> Result<Vec<PathBuf>> {
    let mut programs: Vec<PathBuf> = fs::read_dir(root().join("bench"))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    programs.sort();
    Ok(programs)
}

/// The arguments that explore a program of the corpus for at most this time.
fn explored(program: &Path, truth: &Truth, time: Duration) -> Vec<String> {
    let engine = testkit::engines::Engine { name: "exact".to_string(), by_paths: true };
    let mut arguments = testkit::answer::arguments(program, truth, &engine, Effort::Record);
    if let Some(at) = arguments.iter().position(|argument| argument == "--timeout") {
        arguments[at + 1] = time.as_secs().to_string();
    }
    arguments
}

/// The fastest of several runs that all end with 0.
fn best(command: impl Fn() -> Command) -> Result<Finished> {
    let mut best: Option<Finished> = None;
    for _ in 0..REPEAT {
        let finished = measure(&mut command())?;
        if best.as_ref().is_none_or(|best| finished.time < best.time) {
            best = Some(finished);
        }
    }
    best.context("a measurement is made at least once")
}

/// One run that ends with 0.
fn measure(command: &mut Command) -> Result<Finished> {
    let finished = process::run(command, LIMIT)?;
    ensure!(finished.code == Some(0), "{command:?} ends with {:?}: {}", finished.code, finished.stderr);
    Ok(finished)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The number that follows the first `"name":` of a JSON text.
fn json_number(json: &[u8], name: &str) -> Option<f64> {
    let text = std::str::from_utf8(json).ok()?;
    let rest = text.split_once(&format!("\"{name}\":"))?.1.trim_start();
    let end = rest.find(|c: char| !c.is_ascii_digit() && !".eE+-".contains(c)).unwrap_or(rest.len());
    rest[..end].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::json_number;

    #[test]
    fn numbers_are_found() {
        let json = br#"{ "stats": { "seconds": 0.25, "instructions":12 } }"#;
        assert_eq!(json_number(json, "seconds"), Some(0.25));
        assert_eq!(json_number(json, "instructions"), Some(12.0));
        assert_eq!(json_number(json, "runs"), None);
    }
}
