//! The interpreter against the same program compiled without optimisation.

use super::{LIMIT, best, json_number, name};
use crate::process;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Prints a table of the programs.
pub fn run(heapproof: &Path, programs: &[PathBuf]) -> Result<()> {
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
