//! How the time of an engine grows with what a program has.
//!
//! Growth is measured on programs made for it, all of them safe. What is measured is computing time, without that of
//! loading, because other work on the machine does not count there.

use super::{json_number, scratch};
use crate::process::{self, Finished};
use anyhow::Result;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How long one program may take.
const LIMIT: Duration = Duration::from_secs(60);

/// A family of programs by one number.
pub struct Family {
    /// What there are so many of.
    pub what: &'static str,
    /// The numbers.
    pub sizes: &'static [usize],
    /// The program for a number.
    pub program: fn(usize) -> String,
}

/// Prints how long proofs take as programs grow, and the share of the solver where the engine tells it.
pub fn run(heapproof: &Path, arguments: &[&str], families: &[Family]) -> Result<()> {
    let folder = scratch("growth")?;
    for family in families {
        println!("{} (heapproof check {}), computing time without loading", family.what, arguments.join(" "));
        println!("{:>6} {:>10} {:>12} {:>10} {:>8}", "n", "verdict", "time", "time/n", "solver");
        for &size in family.sizes {
            let file = folder.join("program.c");
            fs::write(&file, (family.program)(size))?;
            let mut ir = Command::new(heapproof);
            ir.arg("ir").arg(&file);
            let seconds = LIMIT.as_secs().to_string();
            let mut check = Command::new(heapproof);
            check.args(["check", "--format=json", "-j1", "--timeout", &seconds]).args(arguments).arg(&file);
            let loading = process::run(&mut ir, LIMIT)?.cpu;
            let check = process::run(&mut check, 2 * LIMIT)?;
            let time = check.cpu.saturating_sub(loading).as_secs_f64();
            print!("{size:>6} {:>10} {time:>10.3} s {:>8.3} s", verdict(&check), time / size as f64);
            match (json_number(&check.stdout, "solver-ms"), json_number(&check.stdout, "seconds")) {
                (Some(solver), Some(seconds)) => println!(" {:>6.0} %", solver / seconds / 10.0),
                _ => println!(),
            }
        }
        println!();
    }
    fs::remove_dir_all(&folder)?;
    Ok(())
}

/// The verdict that an exit code tells.
fn verdict(finished: &Finished) -> &'static str {
    match finished.code {
        Some(0) => "safe",
        Some(1) => "unsafe",
        Some(3) => "unknown",
        _ => "failed",
    }
}
