//! Loading a program (`heapproof ir`) against clang alone.
//!
//! Both are run in turns, so that other work on the machine meets both, and the least time of either counts. The time
//! is that of computing: of two processes that share a core, the clock on the wall tells who was lucky.

use super::{measure, name};
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How often each file is loaded.
const TURNS: usize = 5;

/// Prints a table of the files, and of all together.
pub fn run(heapproof: &Path, files: &[&PathBuf], args: &[String]) -> Result<()> {
    println!("loading (heapproof ir), against clang alone: computing time, the least of {TURNS}");
    println!("{:<20} {:>10} {:>12} {:>12}", "file", "clang", "heapproof", "ours/clang");
    let mut total = (Duration::ZERO, Duration::ZERO);
    for file in files {
        let (mut clang, mut ours) = (Duration::MAX, Duration::MAX);
        for _ in 0..TURNS {
            clang = clang.min(measure(&mut clang_alone(file, args))?.cpu);
            let mut load = Command::new(heapproof);
            load.arg("ir").arg(file).arg("--").args(args);
            ours = ours.min(measure(&mut load)?.cpu);
        }
        line(&name(file), clang, ours);
        total = (total.0 + clang, total.1 + ours);
    }
    line("all", total.0, total.1);
    println!();
    Ok(())
}

/// What the front end asks clang for.
fn clang_alone(file: &Path, args: &[String]) -> Command {
    let mut clang = Command::new("clang-19");
    clang.args(["-c", "-emit-llvm", "-g", "-O1", "-Xclang", "-disable-llvm-passes", "-w", "-o", "/dev/null"]);
    clang.args(args).arg(file);
    clang
}

fn line(name: &str, clang: Duration, ours: Duration) {
    let (clang, ours) = (clang.as_secs_f64() * 1e3, ours.as_secs_f64() * 1e3);
    let beyond = (ours - clang).max(0.0) / clang;
    println!("{name:<20} {clang:>8.1}ms {ours:>10.1}ms {beyond:>11.2}x");
}
