//! The trials of `heapproof lib`: one per file below `corpus/lib`, about all of its functions, and the acceptance of
//! what was gained.
//!
//! What the analysis achieves today is kept in `corpus/achieved/lib.txt`, one line per function:
//!
//! ```text
//! lib/figure5/slist.c slist_append      safe
//! lib/figure5/slist.c slist_find_custom conditional compare != NULL
//! lib/mutants/short.c push              unsafe 17
//! ```
//!
//! A function without a line counts as unknown.

use crate::judge::Failure;
use crate::lib_answer::{self, Answers, FunctionAnswer};
use crate::lib_judge::judge;
use crate::lib_truth::LibTruth;
use anyhow::{Context, Result, anyhow, bail, ensure};
use libtest_mimic::{Failed, Trial};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folder of the corpus whose files are given to `heapproof lib`.
pub const FOLDER: &str = "lib";

/// The file of the corpus that holds the records.
const RECORDS: &str = "achieved/lib.txt";

/// The recorded answers, by file and function.
type Records = BTreeMap<(String, String), FunctionAnswer>;

/// A file of the corpus.
struct Case {
    binary: PathBuf,
    corpus: PathBuf,
    /// Relative to the corpus, with `/` between folders.
    file: String,
    truth: LibTruth,
}

impl Case {
    fn arguments(&self) -> Vec<String> {
        lib_answer::arguments(Path::new(&self.file), &self.truth)
    }

    /// The answers, which must be about all functions of the file.
    fn ask(&self) -> Result<Answers> {
        let answers = lib_answer::ask(&self.binary, &self.corpus, &self.arguments())?;
        ensure!(
            answers.len() == self.truth.functions,
            "{} functions are reported, but the file has {}",
            answers.len(),
            self.truth.functions
        );
        for function in self.truth.exceptions.keys() {
            ensure!(answers.contains_key(function), "nothing is reported about `{function}`");
        }
        Ok(answers)
    }

    /// What a developer needs to look into a failure.
    fn explain(&self, problem: &str) -> String {
        format!(
            "{problem}\n  file      {}\n  reproduce cd {} && {} {}",
            self.corpus.join(&self.file).display(),
            self.corpus.display(),
            self.binary.display(),
            self.arguments().join(" ")
        )
    }

    /// The functions whose answer is wrong, or not the recorded one.
    fn failures(&self, answers: &Answers, records: &Records) -> Vec<(Failure, String)> {
        let mut failures = Vec::new();
        for (function, answer) in answers {
            let truth = self.truth.of(function);
            let recorded = recorded(records, &self.file, function);
            if let Err(failure) = judge(&truth, answer, &recorded) {
                let text = format!("{function} is {truth}; recorded {recorded}, answered {answer}");
                failures.push((failure, text));
            }
        }
        failures
    }

    fn run(&self, records: &Records) -> Result<(), Failed> {
        let answers = self.ask().map_err(|error| self.explain(&format!("{error:#}")))?;
        let failures = self.failures(&answers, records);
        if failures.is_empty() {
            return Ok(());
        }
        let texts: Vec<String> =
            failures.into_iter().map(|(failure, text)| format!("{failure}\n  {text}")).collect();
        Err(self.explain(&texts.join("\n")).into())
    }
}

fn recorded(records: &Records, file: &str, function: &str) -> FunctionAnswer {
    let key = (file.to_string(), function.to_string());
    records.get(&key).cloned().unwrap_or(FunctionAnswer::Unknown)
}

/// The trials of a corpus: one per file, and one that finds records without a file.
pub fn trials(binary: &Path, corpus: &Path) -> Result<Vec<Trial>> {
    let records = Arc::new(read_records(corpus)?);
    let cases = cases(binary, corpus)?;
    let files: BTreeSet<String> = cases.iter().map(|case| case.file.clone()).collect();
    let known = records.clone();
    let mut trials = vec![Trial::test("lib::every record has a file", move || {
        match known.keys().find(|(file, _)| !files.contains(file)) {
            Some((file, _)) => Err(format!("{file} is recorded, but does not exist").into()),
            None => Ok(()),
        }
    })];
    for case in cases {
        let records = records.clone();
        trials.push(Trial::test(format!("lib::{}", case.file), move || case.run(&records)));
    }
    Ok(trials)
}

/// Analyses all files and rewrites the records. Nothing is written if an answer is unsound or at a wrong line, or if
/// there is none. Gives the lines that say what changed.
pub fn bless(binary: &Path, corpus: &Path) -> Result<Vec<String>> {
    let before = read_records(corpus)?;
    let (mut after, mut changes, mut refused) = (Records::new(), Vec::new(), Vec::new());
    for case in cases(binary, corpus)? {
        let answers = match case.ask() {
            Ok(answers) => answers,
            Err(error) => {
                refused.push(case.explain(&format!("{error:#}")));
                continue;
            }
        };
        for (failure, text) in case.failures(&answers, &before) {
            match failure {
                Failure::Lost => changes.push(format!("lost lib {}: {text}", case.file)),
                Failure::Gained => changes.push(format!("gained lib {}: {text}", case.file)),
                Failure::Unsound | Failure::WrongLine => {
                    refused.push(case.explain(&format!("{failure}: {text}")))
                }
            }
        }
        after.extend(answers.into_iter().map(|(function, answer)| ((case.file.clone(), function), answer)));
    }
    if !refused.is_empty() {
        bail!("{} answers cannot be accepted\n\n{}", refused.len(), refused.join("\n\n"));
    }
    if after == before {
        return Ok(changes);
    }
    let path = corpus.join(RECORDS);
    fs::write(&path, write(&after)).with_context(|| path.display().to_string())?;
    Ok(changes)
}

fn read_records(corpus: &Path) -> Result<Records> {
    let path = corpus.join(RECORDS);
    if !path.exists() {
        return Ok(Records::new());
    }
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    read(&text).map_err(|error| anyhow!("{}: {error}", path.display()))
}

/// Reads a file of records. The error names the line.
fn read(text: &str) -> Result<Records, String> {
    let mut records = Records::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let record = || {
            let (file, rest) = line.split_once(' ')?;
            let (function, answer) = rest.trim().split_once(' ')?;
            Some(((file.to_string(), function.to_string()), FunctionAnswer::parse(answer.trim())?))
        };
        let (key, answer) = record()
            .ok_or_else(|| format!("line {number}: expected a file, a function, and an answer about it"))?;
        if records.insert(key, answer).is_some() {
            return Err(format!("line {number}: the function is recorded twice"));
        }
    }
    Ok(records)
}

/// The text of the file of records, in columns.
fn write(records: &Records) -> String {
    let mut text = String::from(
        "# What `heapproof lib` answers today; the truth is in the files. Rewritten by `cargo xtask bless`.\n",
    );
    let name = |(file, function): &(String, String)| format!("{file} {function}");
    let width = records.keys().map(|key| name(key).chars().count()).max().unwrap_or(0);
    for (key, answer) in records {
        writeln!(text, "{:width$} {answer}", name(key)).expect("writing to a string cannot fail");
    }
    text
}

fn cases(binary: &Path, corpus: &Path) -> Result<Vec<Case>> {
    let corpus = fs::canonicalize(corpus).with_context(|| corpus.display().to_string())?;
    let mut files = Vec::new();
    if corpus.join(FOLDER).exists() {
        collect(&corpus, FOLDER, &mut files)?;
    }
    files.sort();
    let case = |file: String| {
        let path = corpus.join(&file);
        let source = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let truth = LibTruth::read(&source).map_err(|error| anyhow!("{}: {error}", path.display()))?;
        Ok(Case { binary: binary.to_path_buf(), corpus: corpus.clone(), file, truth })
    };
    files.into_iter().map(case).collect()
}

/// Finds the files below `folder`, relative to the corpus.
fn collect(corpus: &Path, folder: &str, files: &mut Vec<String>) -> Result<()> {
    let absolute = corpus.join(folder);
    for entry in fs::read_dir(&absolute).with_context(|| absolute.display().to_string())? {
        let entry = entry?;
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            collect(corpus, &path, files)?;
        } else if path.ends_with(".c") {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lib_truth::FunctionTruth;

    #[test]
    fn records_are_written_and_read() {
        let text = "# comment\n\nlib/a.c f  safe\nlib/a.c long_name   conditional p != NULL; q != NULL\n";
        let records = read(text).unwrap();
        assert_eq!(recorded(&records, "lib/a.c", "f"), FunctionAnswer::Safe);
        assert_eq!(recorded(&records, "lib/b.c", "f"), FunctionAnswer::Unknown);
        assert_eq!(read(&write(&records)), Ok(records));
        for line in ["lib/a.c", "lib/a.c f", "lib/a.c f maybe", "lib/a.c f unsafe"] {
            assert!(read(line).unwrap_err().contains("line 1: expected"), "{line}");
        }
        assert!(read("a.c f safe\na.c f unknown").unwrap_err().contains("line 2: the function"));
    }

    /// The files of this repository state their truth without mistakes, whether or not the tool can be run.
    #[test]
    fn every_file_states_its_truth() {
        let cases = cases(Path::new("heapproof"), &crate::corpus_directory()).unwrap();
        let count = |folder: &str, wanted: fn(&FunctionTruth) -> bool| {
            let in_folder = |case: &&Case| case.file.starts_with(folder);
            let exceptions = cases.iter().filter(in_folder).flat_map(|case| case.truth.exceptions.values());
            exceptions.filter(|truth| wanted(truth)).count()
        };
        let is_unsafe = |truth: &FunctionTruth| matches!(truth, FunctionTruth::Unsafe(_));
        assert_eq!(count("lib/figure5/", is_unsafe), 0, "the libraries are free of mistakes");
        assert_eq!(cases.iter().filter(|case| case.file.starts_with("lib/figure7/")).count(), 27);
        assert_eq!(count("lib/figure7/", is_unsafe), 24, "eight variants of three data structures are wrong");
        assert!(count("lib/mutants/", is_unsafe) >= 40, "every way to break a data structure is shown");
    }
}
