//! The everyday programs of the corpus, with the analyzers of gcc and clang on the same files.
//!
//! Each tool has one process for a program, one after the other, in the way it is used on a file: `heapproof check`,
//! `gcc -fanalyzer`, `clang --analyze`. What is measured is computing time; ours includes compiling, as theirs does. A
//! correct program is right where heapproof proves it, and where an analyzer says nothing, which is no proof; a program with
//! an error is right where heapproof confirms one, and where an analyzer warns of one of its marked lines.

use super::Options;
use crate::process::{self, Finished};
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use testkit::truth::Truth;

/// Where the programs are, below the corpus.
const FOLDER: &str = "everyday";

/// A tool, and what it took and answered.
struct Tool {
    name: &'static str,
    /// Its command for a program, without the program.
    command: fn(&Path, &Truth, u64) -> Command,
    /// Whether the answer is right.
    right: fn(&Finished, &Path, &Truth) -> bool,
    times: Vec<Duration>,
    /// How many of the correct programs, and of those with an error, are right.
    safe: usize,
    unsafe_: usize,
}

/// Prints the time of each tool, in all and in the middle, and how many of its answers are right.
pub fn run(heapproof: &Path, options: &Options) -> Result<()> {
    let mut tools = tools();
    let corpus = testkit::corpus_directory();
    let mut programs = testkit::corpus::programs(&corpus)?;
    programs.retain(|(program, truth)| program.starts_with(FOLDER) && truth.link.is_empty());
    for (program, truth) in &programs {
        let file = corpus.join(program);
        for tool in &mut tools {
            let mut command = (tool.command)(heapproof, truth, options.limit);
            command.current_dir(&corpus).arg(&file);
            // A limit of elapsed time is only there for a tool that hangs.
            let finished = process::run(&mut command, Duration::from_secs(10 * options.limit))?;
            tool.times.push(finished.cpu);
            let right = (tool.right)(&finished, &file, truth);
            *(if truth.bugs.is_empty() { &mut tool.safe } else { &mut tool.unsafe_ }) += usize::from(right);
        }
    }
    let safe = programs.iter().filter(|(_, truth)| truth.bugs.is_empty()).count();
    println!("{} everyday programs, computing time with compiling", programs.len());
    println!(
        "{:<16} {:>10} {:>10} {:>22} {:>22}",
        "tool",
        "total",
        "median",
        format!("right, of {safe} correct"),
        format!("of {} with an error", programs.len() - safe)
    );
    for tool in &mut tools {
        tool.times.sort();
        let total: Duration = tool.times.iter().sum();
        let median = tool.times.get(tool.times.len() / 2).copied().unwrap_or_default();
        println!(
            "{:<16} {:>8.1} s {:>8.3} s {:>22} {:>22}",
            tool.name,
            total.as_secs_f64(),
            median.as_secs_f64(),
            tool.safe,
            tool.unsafe_
        );
    }
    println!();
    Ok(())
}

fn tools() -> Vec<Tool> {
    let tool = |name, command, right| Tool { name, command, right, times: Vec::new(), safe: 0, unsafe_: 0 };
    vec![
        tool("heapproof", ours, decided),
        tool("gcc -fanalyzer", gcc, warned),
        tool("clang --analyze", clang, warned),
    ]
}

fn ours(heapproof: &Path, truth: &Truth, limit: u64) -> Command {
    let mut command = Command::new(heapproof);
    command.args(["check", "-q", "-j1", "--timeout", &limit.to_string()]).args(&truth.args);
    if let Some(property) = &truth.property {
        command.args(["--property", property]);
    }
    if truth.malloc_ok {
        command.arg("--malloc=ok");
    }
    command
}

fn gcc(_: &Path, _: &Truth, _: u64) -> Command {
    let mut command = Command::new("gcc");
    command.args(["-fanalyzer", "-S", "-o", "/dev/null"]);
    command
}

fn clang(_: &Path, _: &Truth, _: u64) -> Command {
    let mut command = Command::new("clang-19");
    command.args(["--analyze", "-Xclang", "-analyzer-output=text"]);
    command
}

/// Whether heapproof's exit code is that of the truth.
fn decided(finished: &Finished, _: &Path, truth: &Truth) -> bool {
    finished.code == Some(i32::from(!truth.bugs.is_empty()))
}

/// Whether an analyzer warns of a marked line of the program, or of no line where it is correct.
fn warned(finished: &Finished, file: &Path, truth: &Truth) -> bool {
    let warned = warnings(&finished.stderr, file);
    match truth.bugs.is_empty() {
        true => warned.is_empty() && finished.code == Some(0),
        false => truth.bugs.iter().any(|bug| warned.contains(&bug.line)),
    }
}

/// The lines of a file that `file:line:column: warning:` names.
fn warnings(text: &str, file: &Path) -> Vec<u32> {
    let file = PathBuf::from(file).display().to_string();
    let line = |text: &str| {
        let (place, _) = text.strip_prefix(&file)?.strip_prefix(':')?.split_once(": warning: ")?;
        place.split(':').next()?.parse().ok()
    };
    text.lines().filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::warnings;
    use std::path::Path;

    #[test]
    fn warnings_have_lines() {
        let text = "/c/a.c: In function 'main':\n/c/a.c:12:5: warning: leak of 'p' [CWE-401]\n\
                    /c/a.c:9:3: note: allocated here\n/c/b.h:3:1: warning: other\n";
        assert_eq!(warnings(text, Path::new("/c/a.c")), [12]);
        assert!(warnings("", Path::new("/c/a.c")).is_empty());
    }
}
