//! Compares what an engine says about a program with what runs of it show.

use crate::oracle;
use crate::program::{Flavour, Program};
use crate::render;
use anyhow::{Context, Result, anyhow};
use engine::{Budget, Finding, Malloc, Outcome, Task, Verdict};
use ir::{FuncId, Property, PropertySet};
use portfolio::Strategy;
use portfolio::registry::Registered;
use std::fmt;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;

/// How programs are checked.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// The engine; none for whatever suits the program.
    pub engine: Option<&'static Registered>,
    /// How long it may take for one program.
    pub time: Duration,
    /// How many runs the interpreter makes.
    pub runs: usize,
}

/// What an engine got wrong.
#[derive(Clone, PartialEq, Debug)]
pub enum Problem {
    /// It called the program safe, but a run shows this error.
    Unsound(Box<Finding>),
    /// It called this error confirmed, but running its scenario again does not show it.
    NotReplayed(Box<Finding>),
    /// It panicked, with this message.
    Panic(String),
    /// It went on long after its time was up.
    Hang,
}

impl Problem {
    /// Whether two problems are of the same kind: what a smaller program must still show.
    pub fn same_kind(&self, other: &Problem) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |finding: &Finding| finding.span.map_or(0, |span| span.line.get());
        match self {
            Problem::Unsound(shown) => {
                write!(out, "called safe, but a run shows {} at line {}", shown.kind.name(), line(shown))
            }
            Problem::NotReplayed(found) => {
                write!(out, "{} at line {} is confirmed, but not shown again", found.kind.name(), line(found))
            }
            Problem::Panic(message) => write!(out, "panic: {message}"),
            Problem::Hang => write!(out, "goes on although its time is up"),
        }
    }
}

/// How a program fared.
#[derive(Clone, Debug)]
pub struct Fate {
    /// What the engine says.
    pub verdict: Verdict,
    /// The error that a run shows, if any does.
    pub shown: Option<Finding>,
    /// What is wrong with the answer.
    pub problem: Option<Problem>,
}

/// What is asked about programs of a flavour.
fn question(flavour: Flavour) -> (PropertySet, Malloc) {
    let mut properties = [Property::ValidDeref, Property::ValidFree, Property::UnreachCall]
        .into_iter()
        .fold(PropertySet::default(), PropertySet::with);
    if flavour.leaks {
        properties = properties.with(Property::ValidMemtrack);
    }
    (properties, if flavour.may_fail { Malloc::MayFail } else { Malloc::Ok })
}

/// Loads programs from one C file in the scratch folder: an IR program for all, and the entry of each.
pub fn load(programs: &[(String, &Program)], scratch: &Path) -> Result<(ir::Program, Vec<FuncId>)> {
    let mut text = render::PRELUDE.to_string();
    for (prefix, program) in programs {
        text.push_str(&render::render(program, prefix));
    }
    let path = scratch.join("batch.c");
    fs::write(&path, text).with_context(|| path.display().to_string())?;
    let options = frontend::Options { quiet: true, ..frontend::Options::default() };
    let mut loaded = frontend::load(&[path], &options).map_err(|error| anyhow!("{error:?}"))?;
    clib::link(&mut loaded);
    let entry = |prefix: &String| {
        loaded.find_function(&format!("{prefix}main")).with_context(|| format!("no function {prefix}main"))
    };
    let entries = programs.iter().map(|(prefix, _)| entry(prefix)).collect::<Result<_>>()?;
    Ok((loaded, entries))
}

/// Runs and checks one program. The seed determines the runs.
pub fn judge(program: &Program, loaded: &ir::Program, entry: FuncId, seed: u64, trial: &Trial) -> Fate {
    let (properties, malloc) = question(program.flavour);
    let task = Task { program: loaded, entry, properties, malloc };
    let shown = oracle::find_error(&task, seed, trial.runs).map(|(finding, _)| finding);
    let outcome = match check(&task, trial) {
        Ok(outcome) => outcome,
        Err(message) => {
            return Fate { verdict: Verdict::Unknown, shown, problem: Some(Problem::Panic(message)) };
        }
    };
    let verdict = outcome.verdict();
    let problem = match (&shown, verdict) {
        (Some(shown), Verdict::Safe) => Some(Problem::Unsound(Box::new(shown.clone()))),
        _ => not_replayed(&task, &outcome),
    };
    Fate { verdict, shown, problem }
}

fn check(task: &Task<'_>, trial: &Trial) -> Result<Outcome, String> {
    let budget = Budget::new(Some(trial.time), Some(2 << 30), Default::default());
    let strategy = Strategy { engine: trial.engine, ..Strategy::default() };
    let work = || portfolio::check(task, strategy, &budget, &engine::Silent);
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()))
            .unwrap_or_else(|| "no message".to_string())
    })
}

/// A confirmed finding whose scenario does not show it.
fn not_replayed(task: &Task<'_>, outcome: &Outcome) -> Option<Problem> {
    let confirmed = outcome.findings.iter().filter(|finding| finding.is_confirmed());
    for finding in confirmed {
        let Some(scenario) = &finding.scenario else { continue };
        if !oracle::replay(task, scenario).iter().any(|shown| shown.same_error(finding)) {
            return Some(Problem::NotReplayed(Box::new(finding.clone())));
        }
    }
    None
}
