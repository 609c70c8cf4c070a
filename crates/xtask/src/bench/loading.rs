//! Loading a program (`heapproof ir`) against clang alone.

use super::{best, name};
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Prints a table of the files.
pub fn run(heapproof: &Path, files: &[&PathBuf], args: &[String]) -> Result<()> {
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
