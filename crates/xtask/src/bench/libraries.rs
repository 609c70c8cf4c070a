//! The modular analysis: a store to a node type with k links, and all libraries of `corpus/lib/figure5`.
//!
//! The published tool takes 74 s for the libraries of its evaluation (its Figure 5), of which ours are re-creations
//! with the same node types; a tenth of that is the aim.

use super::{best, chr, name};
use anyhow::Result;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use testkit::lib_answer::{self, Answers, FunctionAnswer};

/// The seconds that the published tool takes for all of its libraries.
const PUBLISHED_SECONDS: f64 = 74.0;

/// Prints how the analysis of a store scales with the number of links.
pub fn scaling(heapproof: &Path) -> Result<()> {
    println!("a store to a node type with k links (heapproof lib), against loading alone (heapproof ir)");
    println!("{:>4} {:>10} {:>10} {:>10}", "k", "loading", "lib", "analysis");
    let scratch = super::scratch("lib")?;
    let file = scratch.join("store.c");
    for k in chr::FIELDS {
        fs::write(&file, store(*k))?;
        let run = |arguments: &[&str]| {
            best(|| {
                let mut run = Command::new(heapproof);
                run.args(arguments).arg(&file);
                run
            })
        };
        let (loading, lib) = (run(&["ir"])?.time, run(&["lib", "--no-cache"])?.time);
        println!("{k:>4} {:>10} {:>10} {:>10}", ms(loading), ms(lib), ms(lib.saturating_sub(loading)));
    }
    fs::remove_dir_all(&scratch)?;
    println!();
    Ok(())
}

/// A C function that stores a link of a node with k links.
fn store(k: usize) -> String {
    let links: String = (1..=k).map(|i| format!("    struct node *f{i};\n")).collect();
    format!(
        "#include <stddef.h>\nstruct node {{\n{links}}};\n\nvoid store(struct node *xs, struct node *ys)\n{{\n    \
         if (xs != NULL)\n        xs->f{} = ys;\n}}\n",
        k / 2 + 1
    )
}

/// Analyses all libraries and prints what was decided, and how fast.
pub fn figure5(heapproof: &Path) -> Result<()> {
    let corpus = testkit::corpus_directory();
    let mut files: Vec<PathBuf> = fs::read_dir(corpus.join("lib/figure5"))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.sort();
    println!(
        "libraries (heapproof lib), against the {PUBLISHED_SECONDS} s of the published tool on libraries alike"
    );
    println!(
        "{:<20} {:>6} {:>6} {:>12} {:>8} {:>7} {:>10}",
        "library", "funcs", "safe", "conditional", "unknown", "unsafe", "time"
    );
    let mut all = Answers::new();
    let start = Instant::now();
    for file in &files {
        let begin = Instant::now();
        let arguments = lib_answer::arguments(&fs::canonicalize(file)?, &Default::default());
        let answers = lib_answer::ask(heapproof, &corpus, &arguments)?;
        show(&name(file), &answers, begin.elapsed());
        all.extend(
            answers.into_iter().map(|(function, answer)| (format!("{}:{function}", name(file)), answer)),
        );
    }
    show("all", &all, start.elapsed());
    println!("{:.3} of the published time\n", start.elapsed().as_secs_f64() / PUBLISHED_SECONDS);
    Ok(())
}

fn show(name: &str, answers: &Answers, time: Duration) {
    let count =
        |wanted: fn(&FunctionAnswer) -> bool| answers.values().filter(|answer| wanted(answer)).count();
    println!(
        "{name:<20} {:>6} {:>6} {:>12} {:>8} {:>7} {:>10}",
        answers.len(),
        count(|answer| matches!(answer, FunctionAnswer::Safe)),
        count(|answer| matches!(answer, FunctionAnswer::Conditional(_))),
        count(|answer| matches!(answer, FunctionAnswer::Unknown)),
        count(|answer| matches!(answer, FunctionAnswer::Unsafe(_))),
        ms(time)
    );
}

fn ms(time: Duration) -> String {
    format!("{:.1}ms", time.as_secs_f64() * 1e3)
}
