//! What `--html` costs: a check with it against the same check without, on the examples of the README.

use super::{LIMIT, name, scratch};
use crate::process::{self, root};
use anyhow::Result;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How often each program is checked.
const TURNS: usize = 5;

/// Prints a table of the programs, and of all together.
pub fn run(heapproof: &Path) -> Result<()> {
    println!("the page (--html), against the same check without it: computing time, the least of {TURNS}");
    println!("{:<24} {:>10} {:>12} {:>10} {:>10}", "file", "without", "with", "more", "size");
    let folder = scratch("page")?;
    let mut files: Vec<PathBuf> = fs::read_dir(root().join("examples"))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    let mut total = (Duration::ZERO, Duration::ZERO);
    for file in &files {
        let check = |page: bool| {
            let mut check = Command::new(heapproof);
            check.args(["check", "-q", "-j1"]).arg(file);
            if page {
                check.arg("--html").arg(&folder);
            }
            process::run(&mut check, LIMIT)
        };
        // Some examples have no main.
        if check(false)?.code == Some(2) {
            continue;
        }
        let (mut without, mut with) = (Duration::MAX, Duration::MAX);
        for _ in 0..TURNS {
            without = without.min(check(false)?.cpu);
            with = with.min(check(true)?.cpu);
        }
        let size = fs::metadata(folder.join("index.html")).map_or(0, |page| page.len());
        line(&name(file), without, with, size);
        total = (total.0 + without, total.1 + with);
    }
    line("all", total.0, total.1, 0);
    println!();
    fs::remove_dir_all(folder)?;
    Ok(())
}

fn line(name: &str, without: Duration, with: Duration, size: u64) {
    let (without, with) = (without.as_secs_f64() * 1e3, with.as_secs_f64() * 1e3);
    let more = (with / without - 1.0) * 100.0;
    println!("{name:<24} {without:>8.1}ms {with:>10.1}ms {more:>9.1}% {:>8}kB", size / 1000);
}
