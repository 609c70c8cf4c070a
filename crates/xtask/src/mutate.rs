//! Plants mistakes into the libraries of the corpus, one at a time, and asks `heapproof lib` about the function: an
//! answer that is safe, even under a precondition, is unsound.

use crate::{pool, process};
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use testkit::lib_answer::{self, FunctionAnswer};
use testkit::lib_mutate::{self, Mistake, Mutant};
use testkit::lib_truth::LibTruth;

/// What is mutated.
#[derive(clap::Args)]
pub struct Options {
    /// The libraries, laid out as in the corpus; by default those of `corpus/lib/figure5`
    files: Vec<PathBuf>,
    /// The binary to ask, instead of building one
    #[arg(long, value_name = "BINARY")]
    heapproof: Option<PathBuf>,
}

/// Asks about all mutants and prints the totals, and every mutant that is called safe.
pub fn run(options: &Options) -> Result<()> {
    let heapproof = process::heapproof(options.heapproof.as_deref())?;
    let scratch = std::env::temp_dir().join(format!("heapproof-mutate-{}", std::process::id()));
    fs::create_dir_all(&scratch)?;
    let mut jobs = Vec::new();
    for file in libraries(&options.files)? {
        let source = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        jobs.extend(lib_mutate::mutants(&source).into_iter().map(|mutant| (name.clone(), mutant)));
    }
    ensure!(!jobs.is_empty(), "nothing can be mutated");
    let numbered: Vec<(usize, &(String, Mutant))> = jobs.iter().enumerate().collect();
    let answers = pool::map(&numbered, |(number, (_, mutant))| {
        ask(&heapproof, &scratch.join(format!("{number}.c")), mutant)
    });
    fs::remove_dir_all(&scratch)?;

    let mut totals: BTreeMap<Mistake, [usize; 3]> = BTreeMap::new();
    let mut unsound = 0;
    for ((library, mutant), answer) in jobs.iter().zip(answers) {
        let counts = totals.entry(mutant.mistake).or_default();
        match answer.with_context(|| format!("{library}.c, line {}: {:?}", mutant.line, mutant.mistake))? {
            FunctionAnswer::Unsafe(_) => counts[0] += 1,
            FunctionAnswer::Unknown => counts[1] += 1,
            answer @ (FunctionAnswer::Safe | FunctionAnswer::Conditional(_)) => {
                counts[2] += 1;
                unsound += 1;
                let line = mutant.source.lines().nth(mutant.line - 1).unwrap_or_default().trim();
                println!("{library}.c:{}: {} is {answer} with `{line}`", mutant.line, mutant.function);
            }
        }
    }
    println!("{:<16} {:>8} {:>8} {:>8}", "mistake", "unsafe", "unknown", "safe");
    for (mistake, [found, unknown, safe]) in totals {
        println!("{:<16} {found:>8} {unknown:>8} {safe:>8}", format!("{mistake:?}"));
    }
    ensure!(unsound == 0, "{unsound} of {} mutants are called safe", jobs.len());
    Ok(())
}

fn libraries(files: &[PathBuf]) -> Result<Vec<PathBuf>> {
    if !files.is_empty() {
        return Ok(files.to_vec());
    }
    let folder = testkit::corpus_directory().join("lib/figure5");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    files.sort();
    Ok(files)
}

/// The answer about the function that is wrong.
fn ask(heapproof: &Path, file: &Path, mutant: &Mutant) -> Result<FunctionAnswer> {
    fs::write(file, &mutant.source)?;
    let only = format!("--functions=^{}$", mutant.function);
    let truth = LibTruth { args: vec![only], ..LibTruth::default() };
    let folder = file.parent().context("the file is in a folder")?;
    let answers = lib_answer::ask(heapproof, folder, &lib_answer::arguments(file, &truth))?;
    fs::remove_file(file)?;
    answers.get(&mutant.function).cloned().context("nothing is reported about the function")
}
