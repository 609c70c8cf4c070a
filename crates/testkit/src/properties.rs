//! Asking for fewer properties never proves less: each program of the corpus that is proved safe is proved for each
//! property alone.
//!
//! There is one trial for each such program. A sample always runs; all of them are run with `-- --include-ignored`.

use crate::answer::{self, Answer, Effort};
use crate::corpus;
use crate::engines::Engine;
use crate::truth::Truth;
use anyhow::{Result, ensure};
use libtest_mimic::{Failed, Trial};
use std::fs;
use std::path::{Path, PathBuf};

/// The properties that are checked without being asked for.
const STANDARD: [&str; 4] = ["valid-deref", "valid-free", "valid-memtrack", "unreach-call"];

/// One of so many programs is in the sample.
const SAMPLE: usize = 16;

/// A program that is proved safe.
struct Case {
    binary: PathBuf,
    corpus: PathBuf,
    program: PathBuf,
    truth: Truth,
}

impl Case {
    fn run(&self) -> Result<()> {
        for property in STANDARD {
            let truth = Truth { property: Some(property.to_string()), ..self.truth.clone() };
            let arguments = answer::arguments(&self.program, &truth, &Engine::auto(), Effort::Repeat);
            let answer = answer::ask(&self.binary, &self.corpus, &self.program, &arguments)?;
            ensure!(answer == Answer::Safe, "with {property} alone: {answer}");
        }
        Ok(())
    }
}

/// The trials.
pub fn trials(binary: &Path, corpus: &Path) -> Result<Vec<Trial>> {
    let corpus = fs::canonicalize(corpus)?;
    let achieved = corpus::read_achieved(&corpus, &Engine::auto().name)?;
    let mut trials = Vec::new();
    for (program, truth) in corpus::programs(&corpus)? {
        let name = program.to_string_lossy().into_owned();
        if truth.property.is_some() || achieved.answer(&name) != Answer::Safe {
            continue;
        }
        let is_sampled = trials.len().is_multiple_of(SAMPLE);
        let case = Case { binary: binary.to_path_buf(), corpus: corpus.clone(), program, truth };
        let trial = Trial::test(name, move || case.run().map_err(|error| Failed::from(format!("{error:#}"))));
        trials.push(trial.with_ignored_flag(!is_sampled));
    }
    Ok(trials)
}
