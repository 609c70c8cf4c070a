//! GCC's C-torture programs as an oracle for the front end and the interpreter.
//!
//! Each program is compiled by clang without optimisation and run; where that exits with 0, the interpreter must
//! show the same output and exit code. What differs is listed with the reason, so that nothing differs in silence.

use crate::{pool, process};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How the suite is run.
#[derive(clap::Args)]
pub struct Options {
    /// The folder with the programs (`gcc/testsuite/gcc.c-torture/execute`), or single programs
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Seconds for one program
    #[arg(long, default_value_t = 60)]
    timeout: u64,
    /// Write the programs that do not agree, with their reasons, to this file as a Markdown table
    #[arg(long)]
    list: Option<PathBuf>,
    /// The share of programs that must agree, in percent
    #[arg(long, default_value_t = 97.0)]
    at_least: f64,
}

/// How a program fared.
enum Fate {
    /// Not an oracle: clang does not compile it, or it fails natively.
    NoOracle(&'static str),
    /// Same output, same exit code.
    Agree,
    /// The interpreter says that it cannot run it.
    Unsupported(String),
    /// Something else happened.
    Differ(String),
}

/// Runs the suite, prints the totals and what does not agree; fails when too few agree.
pub fn run(options: &Options) -> Result<()> {
    let heapproof = process::build_heapproof()?;
    let programs = collect(&options.paths)?;
    let scratch = std::env::temp_dir().join(format!("heapproof-torture-{}", std::process::id()));
    fs::create_dir_all(&scratch)?;
    let limit = Duration::from_secs(options.timeout);
    let fates = pool::map(&programs, |program| compare(program, &heapproof, &scratch, limit));
    fs::remove_dir_all(&scratch)?;

    let mut rows = Vec::new();
    let (mut agree, mut unsupported, mut differ, mut no_oracle) = (0, 0, 0, 0);
    for (program, fate) in programs.iter().zip(fates) {
        let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match fate? {
            Fate::Agree => agree += 1,
            Fate::NoOracle(reason) => {
                no_oracle += 1;
                rows.push((name, "no oracle", reason.to_string()));
            }
            Fate::Unsupported(reason) => {
                unsupported += 1;
                rows.push((name, "unsupported", reason));
            }
            Fate::Differ(reason) => {
                differ += 1;
                rows.push((name, "differ", reason));
            }
        }
    }
    for (name, fate, reason) in rows.iter().filter(|row| row.1 != "no oracle") {
        println!("{fate:11} {name}: {reason}");
    }
    let total = agree + unsupported + differ;
    let share = 100.0 * f64::from(agree) / f64::from(total.max(1));
    println!(
        "torture: {} programs, {no_oracle} without a native result, {agree} agree, {differ} differ, \
         {unsupported} unsupported: {share:.2} % of {total} agree",
        programs.len()
    );
    if let Some(path) = &options.list {
        fs::write(path, markdown(&rows)).with_context(|| format!("cannot write {}", path.display()))?;
    }
    ensure!(share >= options.at_least, "fewer than {} % agree", options.at_least);
    Ok(())
}

fn markdown(rows: &[(String, &'static str, String)]) -> String {
    let mut text = String::from("| program | result | reason |\n|---|---|---|\n");
    for (name, fate, reason) in rows {
        text.push_str(&format!("| {name} | {fate} | {} |\n", reason.replace('|', "\\|")));
    }
    text
}

/// The programs below the given folders (not below their sub-folders) and the given files.
fn collect(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut programs = Vec::new();
    for path in paths {
        if path.is_dir() {
            for entry in fs::read_dir(path)? {
                let file = entry?.path();
                if file.extension().is_some_and(|extension| extension == "c") {
                    programs.push(file);
                }
            }
        } else {
            programs.push(path.clone());
        }
    }
    ensure!(!programs.is_empty(), "no C program in {paths:?}");
    programs.sort();
    Ok(programs)
}

fn compare(program: &Path, heapproof: &Path, scratch: &Path, limit: Duration) -> Result<Fate> {
    // The suite is old C: the dialect with implicit declarations first, then clang's default.
    let own = own_flags(program)?;
    let binary = scratch.join(program.file_stem().context("a program has a name")?);
    for dialect in ["-std=gnu89", "-std=gnu17"] {
        let flags: Vec<&str> = [dialect, "-w"].into_iter().chain(own.iter().map(String::as_str)).collect();
        let mut clang = Command::new("clang-19");
        clang.arg("-O0").args(&flags).arg(program).arg("-lm").arg("-o").arg(&binary);
        if process::run(&mut clang, limit)?.code != Some(0) {
            continue;
        }
        let native = process::run(&mut Command::new(&binary), limit)?;
        fs::remove_file(&binary)?;
        if native.code != Some(0) {
            return Ok(Fate::NoOracle("fails natively"));
        }
        let mut interpreter = Command::new(heapproof);
        // Leaks are not what the suite is about: most of its programs free nothing.
        interpreter.args(["run", "--property", "valid-deref,valid-free,unreach-call"]);
        interpreter.arg("--timeout").arg(limit.as_secs().to_string());
        interpreter.arg(dialect).args(own.iter().filter(|flag| flag.starts_with("-D"))).arg(program);
        let clang_only: Vec<_> = own.iter().filter(|flag| !flag.starts_with("-D")).collect();
        if !clang_only.is_empty() {
            interpreter.args(clang_only.into_iter().map(|flag| format!("--clang-arg={flag}")));
        }
        let ours = process::run(&mut interpreter, limit + Duration::from_secs(5))?;
        return Ok(judge(&native, &ours));
    }
    Ok(Fate::NoOracle("clang does not compile it"))
}

fn judge(native: &process::Finished, ours: &process::Finished) -> Fate {
    let reason = ours.stderr.lines().find(|line| !line.trim().is_empty()).unwrap_or("no message").to_string();
    match ours.code {
        Some(0) if ours.stdout == native.stdout => Fate::Agree,
        Some(0) => Fate::Differ("the output differs".to_string()),
        Some(3) => Fate::Unsupported(reason),
        Some(code) => Fate::Differ(format!("exit code {code}: {reason}")),
        None => Fate::Differ("takes too long".to_string()),
    }
}

/// The options a program asks for in its header, unless they are for certain targets only.
fn own_flags(program: &Path) -> Result<Vec<String>> {
    let text = String::from_utf8_lossy(&fs::read(program)?).into_owned();
    let mut flags = Vec::new();
    for line in
        text.lines().filter(|line| line.contains("dg-options") || line.contains("dg-additional-options"))
    {
        let parts: Vec<&str> = line.split('"').collect();
        let [_, options, rest, ..] = parts.as_slice() else { continue };
        if !rest.contains("target") {
            let wanted =
                |flag: &&str| flag.starts_with("-f") || flag.starts_with("-D") || flag.starts_with("-std");
            flags.extend(options.split_whitespace().filter(wanted).map(str::to_string));
        }
    }
    Ok(flags)
}
