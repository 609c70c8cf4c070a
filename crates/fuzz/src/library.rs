//! A hunt for wrong answers of the analysis of libraries: random functions on linked nodes.
//!
//! A library is some functions that read, link, allocate and hand over nodes of two types at random, with mistakes
//! among them ([`generate`]). What `heapproof lib` calls safe, or safe under preconditions on its parameters, is then
//! executed by the interpreter on random heaps ([`driver`], [`judge`]): functions elsewhere look whether everything
//! they can reach is intact, change it, and keep what they are given; the caller looks when the function returns. A
//! run that finds a broken structure, or an access outside of it, refutes the proof.
//!
//! Invariant: a seed determines a library and its runs.

pub mod driver;
pub mod generate;
pub mod judge;
pub mod minimise;

use anyhow::{Context, Result};
use generate::Library;
use judge::{Answers, Refuted, Trial};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What to hunt.
#[derive(Clone, Debug)]
pub struct Hunt {
    /// The seeds of the libraries.
    pub seeds: Range<u64>,
    /// How functions are executed.
    pub trial: Trial,
    /// Where libraries with a wrong answer are written.
    pub directory: PathBuf,
    /// Whether to make them smaller first.
    pub minimise: bool,
}

/// How the functions fared.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// What was answered, over all libraries.
    pub answers: Answers,
    /// The wrong answers: the seed, and the function.
    pub failures: Vec<(u64, String)>,
}

impl Hunt {
    /// Runs the hunt. `tell` hears of each wrong answer and, now and then, how far it is.
    pub fn run(&self, tell: &dyn Fn(&str)) -> Result<Summary> {
        let scratch = std::env::temp_dir().join(format!("heapproof-fuzz-lib-{}", std::process::id()));
        fs::create_dir_all(&scratch)?;
        let mut summary = Summary::default();
        let (start, mut last) = (Instant::now(), Instant::now());
        for seed in self.seeds.clone() {
            let library = Library::generate(seed);
            let (answers, refuted) = judge::judge(&library, seed, &self.trial, &scratch)?;
            summary.answers.add(&answers);
            for found in refuted {
                let path = self.record(seed, &library, &found, &scratch)?;
                tell(&format!("seed {seed}: {found}; see {}", path.display()));
                summary.failures.push((seed, found.function));
            }
            if last.elapsed() > Duration::from_secs(10) {
                last = Instant::now();
                tell(&summary.line(start.elapsed()));
            }
        }
        fs::remove_dir_all(&scratch)?;
        Ok(summary)
    }

    /// Writes a library of which a function is called safe and is not.
    fn record(&self, seed: u64, library: &Library, found: &Refuted, scratch: &Path) -> Result<PathBuf> {
        let smaller = match self.minimise {
            true => minimise::minimise(library, found, seed, &self.trial, scratch),
            false => library.clone(),
        };
        fs::create_dir_all(&self.directory).with_context(|| self.directory.display().to_string())?;
        let path = self.directory.join(format!("lib-{seed}-{}.c", found.function));
        let text = format!("// Library {seed} of the random hunt: {found}.\n{}", smaller.text());
        fs::write(&path, text).with_context(|| path.display().to_string())?;
        Ok(path)
    }
}

impl Summary {
    /// The figures in a line.
    pub fn line(&self, time: Duration) -> String {
        let answers = &self.answers;
        let all = answers.safe + answers.conditional + answers.not_safe + answers.unknown;
        format!(
            "{all} functions ({:.0} a minute): {} safe, {} conditional, {} unsafe ({} shown by a run), {} \
             unknown; {} executed, {} wrong",
            f64::from(all) / (time.as_secs_f64() / 60.0).max(1e-9),
            answers.safe,
            answers.conditional,
            answers.not_safe,
            answers.shown,
            answers.unknown,
            answers.executed,
            self.failures.len(),
        )
    }
}
