//! Speed, always as a ratio to something else that is measured in the same run.
//!
//! - The interpreter against the same program compiled without optimisation.
//! - Loading a program (`heapproof ir`) against clang alone, for files the user names.
//! - The CHR solver against the published one ([`chr`]).
//!
//! Each figure is the best of several runs: the machine's other work only ever adds time.

mod chr;

use crate::process::{self, Finished, root};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

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
    /// The folder `test` of the public SMCHR solver: its tests are run with our CHR solver
    #[arg(long, value_name = "DIR")]
    smchr_tests: Option<PathBuf>,
    /// The public SMCHR solver, to run the same tests with
    #[arg(long, value_name = "BINARY", requires = "smchr_tests")]
    smchr: Option<PathBuf>,
}

/// Runs the benchmarks and prints a table for each.
pub fn run(options: &Options) -> Result<()> {
    let heapproof = process::build_heapproof()?;
    let programs = benchmark_programs()?;
    interpreter(&heapproof, &programs)?;
    let files: Vec<&PathBuf> = programs.iter().chain(&options.files).collect();
    loading(&heapproof, &files, &options.args)?;
    chr::scaling(&heapproof)?;
    if let Some(folder) = &options.smchr_tests {
        chr::suite(&heapproof, folder, options.smchr.as_deref())?;
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

/// The fastest of several runs that all end with 0.
fn best(command: impl Fn() -> Command) -> Result<Finished> {
    let mut best: Option<Finished> = None;
    for _ in 0..REPEAT {
        let finished = process::run(&mut command(), LIMIT)?;
        ensure!(
            finished.code == Some(0),
            "{:?} ends with {:?}: {}",
            command(),
            finished.code,
            finished.stderr
        );
        if best.as_ref().is_none_or(|best| finished.time < best.time) {
            best = Some(finished);
        }
    }
    best.context("a measurement is made at least once")
}

fn interpreter(heapproof: &Path, programs: &[PathBuf]) -> Result<()> {
    println!("interpreter, against clang -O0");
    println!(
        "{:<20} {:>10} {:>12} {:>8} {:>14}",
        "program", "native", "interpreter", "ratio", "instructions/s"
    );
    let binary = std::env::temp_dir().join(format!("heapproof-bench-{}", std::process::id()));
    for program in programs {
        let mut clang = Command::new("clang-19");
        clang.args(["-O0", "-w"]).arg(program).arg("-o").arg(&binary);
        ensure!(
            process::run(&mut clang, LIMIT)?.code == Some(0),
            "clang does not compile {}",
            program.display()
        );
        let native = best(|| Command::new(&binary))?;
        let ours = best(|| {
            let mut check = Command::new(heapproof);
            check.args(["check", "--malloc=ok", "--format=json", "--timeout=120"]).arg(program);
            check
        })?;
        let figure =
            |name| json_number(&ours.stdout, name).with_context(|| format!("no `{name}` in the JSON report"));
        let (seconds, instructions) = (figure("seconds")?, figure("instructions")?);
        println!(
            "{:<20} {:>8.1}ms {:>10.1}ms {:>7.1}x {:>13.1}M",
            name(program),
            native.time.as_secs_f64() * 1e3,
            seconds * 1e3,
            seconds / native.time.as_secs_f64(),
            instructions / seconds / 1e6,
        );
    }
    fs::remove_file(&binary)?;
    println!();
    Ok(())
}

fn loading(heapproof: &Path, files: &[&PathBuf], args: &[String]) -> Result<()> {
    println!("loading (heapproof ir), against clang alone");
    println!("{:<20} {:>10} {:>12} {:>12}", "file", "clang", "heapproof", "ours/clang");
    for file in files {
        let clang = best(|| {
            let mut clang = Command::new("clang-19");
            clang.args([
                "-c",
                "-emit-llvm",
                "-g",
                "-O1",
                "-Xclang",
                "-disable-llvm-passes",
                "-w",
                "-o",
                "/dev/null",
            ]);
            clang.args(args).arg(file);
            clang
        })?;
        let ours = best(|| {
            let mut load = Command::new(heapproof);
            load.arg("ir").arg(file).arg("--").args(args);
            load
        })?;
        let beyond = ours.time.saturating_sub(clang.time).as_secs_f64();
        println!(
            "{:<20} {:>8.1}ms {:>10.1}ms {:>11.2}x",
            name(file),
            clang.time.as_secs_f64() * 1e3,
            ours.time.as_secs_f64() * 1e3,
            beyond / clang.time.as_secs_f64(),
        );
    }
    println!();
    Ok(())
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
