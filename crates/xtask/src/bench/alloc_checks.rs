//! The allocation checks of SL-CPA and the default, on the programs of `corpus/ext3`.
//!
//! The thesis (chapter 6) compares its three procedures by solver calls, time and memory on such programs; the
//! default shall need at most a tenth of the time of the first, which asks a solver for separation logic. The time
//! is that of the check alone, without clang; the memory is that of the largest process, and thus of that solver
//! where it is larger. All procedures must give the verdicts that are true.

use super::{explored, json_number};
use crate::process::{self, Finished};
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use testkit::truth::Truth;

/// The procedures, the default first; how often each is measured, the best counting.
const CHECKS: &[(&str, usize)] = &[("default", 3), ("model", 3), ("smt", 3), ("sl", 1)];
/// How long one check may take.
const TIMEOUT: Duration = Duration::from_secs(300);
/// How long a check may go on after that.
const GRACE: Duration = Duration::from_secs(10);
/// The share of the time of `sl` that the default may need.
const SHARE: f64 = 0.1;
/// The folder of the programs, in the corpus.
const FOLDER: &str = "ext3";

/// What a procedure needs for one program, or for all.
#[derive(Clone, Copy, Default)]
struct Cost {
    /// Questions to any solver, among them those about allocation.
    calls: f64,
    /// Questions about allocation.
    alloc: f64,
    /// Questions that the external solver did not answer in its time, and `smt` answered.
    unanswered: f64,
    seconds: f64,
    /// In bytes.
    memory: u64,
}

/// Prints a table of the programs, with the totals of each procedure.
pub fn run(heapproof: &Path) -> Result<()> {
    println!("allocation checks on corpus/{FOLDER}: solver calls (of them for allocation), time");
    let has_solver =
        Command::new("cvc5").arg("--version").output().is_ok_and(|output| output.status.success());
    if !has_solver {
        println!("cvc5 is not installed: without it there is no `sl` (apt-get install cvc5)");
    }
    let checks: Vec<&(&str, usize)> =
        CHECKS.iter().filter(|(check, _)| *check != "sl" || has_solver).collect();
    print!("{:<28}", "program");
    for (check, _) in &checks {
        print!(" {check:>24}");
    }
    println!();
    let corpus = testkit::corpus_directory();
    let programs = testkit::corpus::programs(&corpus)?;
    let mut totals = vec![Cost::default(); checks.len()];
    for (program, truth) in programs.iter().filter(|(program, _)| program.starts_with(FOLDER)) {
        print!("{:<28}", super::name(program));
        for ((check, repeat), total) in checks.iter().zip(&mut totals) {
            let cost = measured(heapproof, &corpus, program, truth, check, *repeat)?;
            print!(" {:>9} {:>12}", format!("{} ({})", cost.calls, cost.alloc), time(cost.seconds));
            total.calls += cost.calls;
            total.alloc += cost.alloc;
            total.unanswered += cost.unanswered;
            total.seconds += cost.seconds;
            total.memory = total.memory.max(cost.memory);
        }
        println!();
    }
    print!("{:<28}", "all");
    for total in &totals {
        print!(" {:>9} {:>12}", format!("{} ({})", total.calls, total.alloc), time(total.seconds));
    }
    print!("\n{:<28}", "memory at most");
    for total in &totals {
        print!(" {:>22}", format!("{} MiB", total.memory >> 20));
    }
    println!();
    if let (true, Some(default), Some(sl)) = (has_solver, totals.first(), totals.last()) {
        let share = default.seconds / sl.seconds;
        println!("cvc5 left {} questions to smt, most of them after ten seconds", sl.unanswered);
        println!("the default needs {:.2} % of the time of sl\n", 100.0 * share);
        ensure!(share <= SHARE, "the default needs more than {} % of the time of sl", 100.0 * SHARE);
    }
    Ok(())
}

fn time(seconds: f64) -> String {
    match seconds < 1.0 {
        true => format!("{:.1} ms", seconds * 1e3),
        false => format!("{seconds:.1} s"),
    }
}

/// What a procedure needs for a program: the best of several runs.
fn measured(
    heapproof: &Path,
    corpus: &Path,
    program: &Path,
    truth: &Truth,
    check: &str,
    repeat: usize,
) -> Result<Cost> {
    let mut best: Option<Cost> = None;
    for _ in 0..repeat {
        let mut command = Command::new(heapproof);
        command.args(explored(program, truth, TIMEOUT)).arg(format!("--alloc-check={check}"));
        let finished = process::run(command.current_dir(corpus), TIMEOUT + GRACE)?;
        let expected = if truth.bugs.is_empty() { 0 } else { 1 };
        ensure!(
            finished.code == Some(expected),
            "{check} ends with {:?} on {}",
            finished.code,
            program.display()
        );
        let cost = cost(&finished)?;
        if best.is_none_or(|best| cost.seconds < best.seconds) {
            best = Some(cost);
        }
    }
    best.context("a measurement is made at least once")
}

fn cost(finished: &Finished) -> Result<Cost> {
    let figure = |name| json_number(&finished.stdout, name);
    let wanted = |name| figure(name).with_context(|| format!("no `{name}` in the JSON report"));
    Ok(Cost {
        calls: wanted("queries")? + figure("alloc-external").unwrap_or(0.0),
        alloc: wanted("alloc-queries")?,
        unanswered: figure("alloc-fallbacks").unwrap_or(0.0),
        seconds: wanted("seconds")?,
        memory: finished.memory,
    })
}
