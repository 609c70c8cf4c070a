//! Writes witnesses of the errors in the corpus in both forms, lints them, and replays them to the same error.

use crate::{pool, process};
use anyhow::{Result, ensure};
use std::path::PathBuf;
use std::sync::Mutex;
use testkit::corpus;
use testkit::witnesses::{self, Witnessed};

/// Which programs.
#[derive(clap::Args)]
pub struct Options {
    /// Only the programs whose names contain this
    #[arg(default_value = "")]
    word: String,
    /// Keep the witnesses in this folder
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// How many programs at once; by default one on each core
    #[arg(short, value_name = "N")]
    jobs: Option<usize>,
    /// The binary to ask, instead of building one
    #[arg(long, value_name = "BINARY")]
    heapproof: Option<PathBuf>,
}

/// Replays all witnesses and prints the totals, and every witness that does not lead to its error.
pub fn run(options: &Options) -> Result<()> {
    let heapproof = process::heapproof(options.heapproof.as_deref())?;
    let scratch = std::env::temp_dir().join(format!("heapproof-witnesses-{}", std::process::id()));
    let folder = options.keep.as_ref().unwrap_or(&scratch);
    std::fs::create_dir_all(folder)?;
    let folder = std::fs::canonicalize(folder)?;
    let corpus = std::fs::canonicalize(testkit::corpus_directory())?;
    let mut programs = corpus::programs(&corpus)?;
    programs.retain(|(program, truth)| {
        !truth.bugs.is_empty() && program.to_string_lossy().contains(&options.word)
    });
    let all: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    let jobs = options.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |it| it.get()));
    let results = pool::map_on(jobs, &programs, |(program, truth)| {
        let result = witnesses::replay(&heapproof, &corpus, program, truth, &folder);
        if let Ok(Witnessed::Replayed(witnesses)) = &result {
            all.lock().expect("no worker panics").extend(witnesses.iter().cloned());
        }
        result
    });
    let (mut replayed, mut nothing, mut failed) = (0, 0, 0);
    for ((program, _), result) in programs.iter().zip(results) {
        match result {
            Ok(Witnessed::Replayed(_)) => replayed += 1,
            Ok(Witnessed::Nothing) => nothing += 1,
            Err(problem) => {
                failed += 1;
                println!("{}: {problem:#}", program.display());
            }
        }
    }
    let witnesses = all.into_inner().expect("no worker panics");
    println!(
        "{} programs with errors: {replayed} with witnesses that lead to the error, {nothing} not confirmed, {failed} failed",
        programs.len()
    );
    let linted = witnesses::lint(&corpus, &witnesses);
    if scratch.exists() {
        std::fs::remove_dir_all(&scratch)?;
    }
    linted?;
    println!("{} witnesses were linted", witnesses.len());
    ensure!(failed == 0, "{failed} programs have a witness that does not lead to the error");
    Ok(())
}
