//! The interpreter, without loading, against the same program compiled without optimisation.

use super::{LIMIT, best, name};
use crate::process;
use anyhow::{Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Prints a table of the programs.
pub fn run(heapproof: &Path, programs: &[PathBuf]) -> Result<()> {
    println!("interpreter, against clang -O0");
    println!("{:<20} {:>10} {:>12} {:>8}", "program", "native", "interpreter", "ratio");
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
        let command = |name: &str| {
            let mut command = Command::new(heapproof);
            command.arg(name).arg(program);
            command
        };
        let (loading, ours) = (best(|| command("ir"))?, best(|| command("run"))?);
        let seconds = ours.time.saturating_sub(loading.time).as_secs_f64();
        println!(
            "{:<20} {:>8.1}ms {:>10.1}ms {:>7.1}x",
            name(program),
            native.time.as_secs_f64() * 1e3,
            seconds * 1e3,
            seconds / native.time.as_secs_f64(),
        );
    }
    fs::remove_file(&binary)?;
    println!();
    Ok(())
}
