//! The corpus as a list of trials, one per program and engine, and the acceptance of what was gained.
//!
//! Programs are found by walking the folder, so none is forgotten. A file whose name ends in `.part.c` belongs to
//! another program and is no trial by itself.

use crate::achieved::Achieved;
use crate::answer::{self, Answer, Effort};
use crate::engines::{self, Engine};
use crate::judge::{Failure, judge};
use crate::truth::Truth;
use anyhow::{Context, Result, anyhow, bail, ensure};
use libtest_mimic::{Failed, Trial};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// The folder of the programs for `heapproof prove`, which the tests of `contracts` run.
const CONTRACTS: &str = "contracts";
/// The folder of the programs that are run and compared with compiled ones, which the tests of `interp` do.
const RUNS: &str = "runs";
/// An engine that is asked about the programs of one folder only, those that are made for it.
const SPECIALISTS: &[(&str, &str)] = &[("template", "template")];

/// The folder of the corpus that holds the records.
const RECORDS: &str = "achieved";

/// A program of the corpus and an engine to check it with.
struct Case {
    binary: PathBuf,
    corpus: PathBuf,
    /// Relative to the corpus.
    program: PathBuf,
    truth: Truth,
    engine: Engine,
}

impl Case {
    /// The program with `/` between folders, as records name it.
    fn name(&self) -> String {
        let parts: Vec<_> = self.program.iter().map(|part| part.to_string_lossy()).collect();
        parts.join("/")
    }

    fn arguments(&self, effort: Effort) -> Vec<String> {
        answer::arguments(&self.program, &self.truth, &self.engine, effort)
    }

    fn ask(&self, effort: Effort) -> Result<Answer> {
        answer::ask(&self.binary, &self.corpus, &self.program, &self.arguments(effort))
    }

    /// What a developer needs to look into a failure.
    fn explain(&self, problem: &str, answer: &str, recorded: &Answer) -> String {
        format!(
            "{problem}\n  program   {}\n  truth     {}\n  answer    {answer}\n  recorded  {recorded}\n  \
             reproduce cd {} && {} {}",
            self.corpus.join(&self.program).display(),
            self.truth,
            self.corpus.display(),
            self.binary.display(),
            self.arguments(Effort::Repeat).join(" ")
        )
    }

    /// Asks again about what is recorded. Being better than the record is fine: on a faster machine more is decided.
    fn run(&self, recorded: &Answer) -> Result<(), Failed> {
        let effort = if *recorded == Answer::Unknown { Effort::Glance } else { Effort::Repeat };
        let answer = match self.ask(effort) {
            Ok(answer) => answer,
            Err(error) => return Err(self.explain(&format!("{error:#}"), "none", recorded).into()),
        };
        match judge(&self.truth, &answer, recorded) {
            Ok(()) | Err(Failure::Gained) => Ok(()),
            Err(failure) => Err(self.explain(&failure.to_string(), &answer.to_string(), recorded).into()),
        }
    }
}

/// The trials of a corpus: one per program and engine, one per engine that finds records without a program, and
/// those of the libraries.
pub fn trials(binary: &Path, corpus: &Path) -> Result<Vec<Trial>> {
    let mut trials = Vec::new();
    for engine in engines::ask(binary)? {
        let cases = cases(binary, corpus, &engine)?;
        let engine = engine.name;
        let achieved = Arc::new(read_achieved(corpus, &engine)?);
        let known: Vec<String> = cases.iter().map(Case::name).collect();
        let records = achieved.clone();
        trials.push(Trial::test(format!("{engine}::every record has a program"), move || {
            match records.0.keys().find(|program| !known.contains(program)) {
                Some(program) => Err(format!("{program} is recorded, but does not exist").into()),
                None => Ok(()),
            }
        }));
        for case in cases {
            let recorded = achieved.answer(&case.name());
            let name = format!("{engine}::{}", case.name());
            trials.push(Trial::test(name, move || case.run(&recorded)));
        }
    }
    trials.extend(crate::lib_corpus::trials(binary, corpus)?);
    Ok(trials)
}

/// Runs all programs and rewrites the records. Nothing is written if an answer is unsound or at a wrong line, or if
/// there is none. Gives the lines that say what changed.
pub fn bless(binary: &Path, corpus: &Path) -> Result<Vec<String>> {
    let mut changes = bless_only(binary, corpus, "")?;
    changes.extend(crate::lib_corpus::bless(binary, corpus)?);
    Ok(changes)
}

/// The same for the programs whose names contain a word; the records of the others stay.
pub fn bless_only(binary: &Path, corpus: &Path, word: &str) -> Result<Vec<String>> {
    let mut changes = Vec::new();
    let mut refused = Vec::new();
    let mut files = Vec::new();
    for engine in engines::ask(binary)? {
        let before = read_achieved(corpus, &engine.name)?;
        let mut after = Achieved::default();
        let (cases, others): (Vec<Case>, Vec<Case>) =
            cases(binary, corpus, &engine)?.into_iter().partition(|case| case.name().contains(word));
        let kept = others.iter().filter_map(|case| before.0.get_key_value(&case.name()));
        after.0.extend(kept.map(|(program, answer)| (program.clone(), answer.clone())));
        for (case, answer) in cases.iter().zip(ask_all(&cases)) {
            let recorded = before.answer(&case.name());
            let answer = match answer {
                Ok(answer) => answer,
                Err(error) => {
                    refused.push(case.explain(&format!("{error:#}"), "none", &recorded));
                    continue;
                }
            };
            match judge(&case.truth, &answer, &recorded) {
                Err(failure) if !failure.can_be_accepted() => {
                    refused.push(case.explain(&failure.to_string(), &answer.to_string(), &recorded));
                }
                Err(failure) => {
                    let word = if failure == Failure::Lost { "lost" } else { "gained" };
                    changes.push(format!("{word} {} {}: {recorded} -> {answer}", engine.name, case.name()));
                }
                Ok(()) => {}
            }
            after.0.insert(case.name(), answer);
        }
        files.push((record_file(corpus, &engine.name), after.write(&engine.name)));
    }
    if !refused.is_empty() {
        bail!("{} answers cannot be accepted\n\n{}", refused.len(), refused.join("\n\n"));
    }
    for (path, text) in files {
        fs::create_dir_all(path.parent().context("the file is in a folder")?)?;
        fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    Ok(changes)
}

/// The answers to all cases, in their order, with one worker per core.
fn ask_all(cases: &[Case]) -> Vec<Result<Answer>> {
    let workers = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let next = AtomicUsize::new(0);
    let answers: Mutex<Vec<Option<Result<Answer>>>> = Mutex::new(cases.iter().map(|_| None).collect());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((number, case)) = Some(next.fetch_add(1, Ordering::Relaxed))
                    .and_then(|number| Some((number, cases.get(number)?)))
                {
                    let answer = case.ask(Effort::Record);
                    answers.lock().expect("no worker panics while it holds the lock")[number] = Some(answer);
                }
            });
        }
    });
    let answers = answers.into_inner().expect("no worker panics while it holds the lock");
    answers.into_iter().map(|answer| answer.expect("every case was asked")).collect()
}

fn record_file(corpus: &Path, engine: &str) -> PathBuf {
    corpus.join(RECORDS).join(format!("{engine}.txt"))
}

/// What an engine is recorded to answer about the programs of a corpus.
pub fn read_achieved(corpus: &Path, engine: &str) -> Result<Achieved> {
    let path = record_file(corpus, engine);
    if !path.exists() {
        return Ok(Achieved::default());
    }
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    Achieved::read(&text).map_err(|error| anyhow!("{}: {error}", path.display()))
}

fn cases(binary: &Path, corpus: &Path, engine: &Engine) -> Result<Vec<Case>> {
    let corpus = fs::canonicalize(corpus).with_context(|| corpus.display().to_string())?;
    let case = |(program, truth)| Case {
        binary: binary.to_path_buf(),
        corpus: corpus.clone(),
        program,
        truth,
        engine: engine.clone(),
    };
    let folder = SPECIALISTS.iter().find(|(name, _)| *name == engine.name).map(|(_, folder)| *folder);
    let is_asked = |(program, _): &(PathBuf, Truth)| folder.is_none_or(|folder| program.starts_with(folder));
    Ok(programs(&corpus)?.into_iter().filter(is_asked).map(case).collect())
}

/// The programs of a corpus, relative to it, in the order of their names, with their truth.
pub fn programs(corpus: &Path) -> Result<Vec<(PathBuf, Truth)>> {
    let mut programs = Vec::new();
    collect(corpus, Path::new(""), &mut programs)?;
    programs.sort();
    ensure!(!programs.is_empty(), "{} holds no program", corpus.display());
    let with_truth = |program: PathBuf| {
        let path = corpus.join(&program);
        let source = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let truth = Truth::read(&source).map_err(|error| anyhow!("{}: {error}", path.display()))?;
        for file in &truth.link {
            let linked = path.with_file_name(file);
            ensure!(linked.exists(), "{}: {} does not exist", path.display(), linked.display());
        }
        Ok((program, truth))
    };
    programs.into_iter().map(with_truth).collect()
}

/// Finds the programs below `folder`, relative to the corpus.
fn collect(corpus: &Path, folder: &Path, programs: &mut Vec<PathBuf>) -> Result<()> {
    let absolute = corpus.join(folder);
    for entry in fs::read_dir(&absolute).with_context(|| absolute.display().to_string())? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        let name = path.to_string_lossy();
        if entry.file_type()?.is_dir() {
            // Libraries have no `main`; they have trials of their own.
            if ![crate::lib_corpus::FOLDER, CONTRACTS, RUNS].iter().any(|other| path == Path::new(other)) {
                collect(corpus, &path, programs)?;
            }
        } else if name.ends_with(".c") && !name.ends_with(".part.c") {
            programs.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The programs of this repository state their truth without mistakes, whether or not the tool can be run.
    #[test]
    fn every_program_states_its_truth() {
        let cases = programs(&crate::corpus_directory()).unwrap();
        for kind in crate::truth::KINDS {
            let shown = |(_, truth): &&(PathBuf, Truth)| truth.bugs.iter().any(|bug| bug.kind == *kind);
            assert!(cases.iter().any(|case| shown(&case)), "no program shows a {kind}");
        }
        let safe = cases.iter().filter(|(_, truth)| truth.bugs.is_empty()).count();
        assert!(safe * 3 >= cases.len(), "too few safe programs: {safe} of {}", cases.len());
    }
}
