//! How fast exploration is: states, instructions and solver queries per second, and the share of queries that are
//! answered without the SAT solver.
//!
//! The figures are sums over programs; by default those of the corpus, as their headers say. A program that does not
//! compile, or gives no figures, is counted apart.

use super::{explored, json_number, scratch};
use crate::suite::predator;
use crate::{pool, process};
use anyhow::Result;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use testkit::truth::Truth;

/// The seconds that one program is explored.
const TIMEOUT: u64 = 5;

/// What is summed up.
#[derive(Clone, Copy, Default)]
struct Figures {
    seconds: f64,
    states: f64,
    instructions: f64,
    queries: f64,
    by_sat: f64,
}

/// Prints the figures of a folder of programs, or of the corpus.
pub fn run(heapproof: &Path, folder: Option<&Path>, args: &[String]) -> Result<()> {
    let (name, commands) = match folder {
        Some(folder) => (folder.display().to_string(), of_folder(folder, args)?),
        None => ("corpus".to_string(), of_corpus()?),
    };
    println!("exploration of the programs in {name}, at most {TIMEOUT} s each");
    let results = pool::map_on(1, &commands, |(directory, arguments)| {
        let mut command = Command::new(heapproof);
        command.current_dir(directory).args(arguments);
        process::run(&mut command, Duration::from_secs(TIMEOUT + 10))
    });
    let (mut sum, mut counted, mut silent) = (Figures::default(), 0, 0);
    for result in results {
        match figures(&result?.stdout) {
            Some(figures) => {
                counted += 1;
                sum.seconds += figures.seconds;
                sum.states += figures.states;
                sum.instructions += figures.instructions;
                sum.queries += figures.queries;
                sum.by_sat += figures.by_sat;
            }
            None => silent += 1,
        }
    }
    println!("{counted} programs, {:.1} s; {silent} more without figures", sum.seconds);
    let per_second = |count: f64| count / sum.seconds.max(1e-9);
    println!("{:>12.0} states per second", per_second(sum.states));
    println!("{:>12.0} instructions per second", per_second(sum.instructions));
    println!("{:>12.0} queries per second", per_second(sum.queries));
    println!("{:>12.2} % of {} queries answered without SAT", without_sat(&sum), sum.queries);
    println!();
    Ok(())
}

/// The share of queries that were answered without the SAT solver, in percent.
fn without_sat(figures: &Figures) -> f64 {
    100.0 * (1.0 - figures.by_sat / figures.queries.max(1.0))
}

fn figures(json: &[u8]) -> Option<Figures> {
    let figure = |name| json_number(json, name);
    Some(Figures {
        seconds: figure("seconds")?,
        states: figure("states")?,
        instructions: figure("instructions")?,
        queries: figure("queries")?,
        by_sat: figure("queries-by-sat")?,
    })
}

/// A folder to run in, and the arguments of heapproof.
type Arguments = (PathBuf, Vec<String>);

/// The programs of the corpus, as their headers say.
fn of_corpus() -> Result<Vec<Arguments>> {
    let corpus = testkit::corpus_directory();
    let programs = testkit::corpus::programs(&corpus)?;
    let arguments = |(program, truth): (PathBuf, Truth)| {
        (corpus.clone(), explored(&program, &truth, Duration::from_secs(TIMEOUT)))
    };
    Ok(programs.into_iter().map(arguments).collect())
}

/// The programs below a folder.
fn of_folder(folder: &Path, args: &[String]) -> Result<Vec<Arguments>> {
    let scratch = scratch("throughput")?;
    let mut all = Vec::new();
    for program in crate::suite::collect(folder, "c")? {
        let mut arguments: Vec<String> =
            ["check", "--format=json", "--engine=exact", "--malloc=ok"].map(str::to_string).to_vec();
        arguments.push(format!("--timeout={TIMEOUT}"));
        arguments.extend(predator::arguments(&program, &scratch)?);
        arguments.push(program.display().to_string());
        arguments.extend(args.iter().map(|arg| format!("--clang-arg={arg}")));
        all.push((fs::canonicalize(folder)?, arguments));
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_and_shared() {
        let json = br#"{"stats": {"engine": "exact", "seconds": 2.0, "states": 10, "instructions": 100,
            "queries": 50, "queries-by-sat": 5}}"#;
        let figures = figures(json).unwrap();
        assert_eq!((figures.states, without_sat(&figures)), (10.0, 90.0));
        assert!(super::figures(b"{}").is_none());
        assert_eq!(without_sat(&Figures::default()), 100.0);
    }
}
