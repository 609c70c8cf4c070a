//! Compares what the analysis says about the functions of a library with what executions of them show.

use crate::library::driver;
use crate::library::generate::Library;
use crate::random::Random;
use anyhow::{Context, Result, anyhow};
use engine::{
    Assumption, Budget, Condition, FunctionOutcome, FunctionTask, FunctionVerdict, Malloc, Outcome,
};
use interp::{Config, MallocPolicy, Streams};
use ir::{FuncId, Program, Property, PropertySet};
use portfolio::registry::{self, FunctionCommand, FunctionConfig};
use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// How many instructions a run may take.
const STEPS: u64 = 2_000_000;

/// How functions are analysed and executed.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// How long the analysis of a library may take.
    pub time: Duration,
    /// How often a function is executed.
    pub runs: usize,
}

/// What was answered, counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Answers {
    /// Functions called safe.
    pub safe: u32,
    /// Functions called safe under preconditions.
    pub conditional: u32,
    /// Functions called unsafe.
    pub not_safe: u32,
    /// Functions that were not decided.
    pub unknown: u32,
    /// Functions that were executed because they were called safe.
    pub executed: u32,
    /// Functions called unsafe that are wrong in a run: what the runs are able to show.
    pub shown: u32,
}

impl Answers {
    /// Adds the figures of another library.
    pub fn add(&mut self, other: &Answers) {
        self.safe += other.safe;
        self.conditional += other.conditional;
        self.not_safe += other.not_safe;
        self.unknown += other.unknown;
        self.executed += other.executed;
        self.shown += other.shown;
    }

    fn count(&mut self, verdict: FunctionVerdict) {
        match verdict {
            FunctionVerdict::Safe => self.safe += 1,
            FunctionVerdict::Conditional => self.conditional += 1,
            FunctionVerdict::Unsafe => self.not_safe += 1,
            FunctionVerdict::Unknown => self.unknown += 1,
        }
    }
}

/// A function that was called safe and is not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refuted {
    /// The function.
    pub function: String,
    /// What a run shows.
    pub shown: String,
}

impl fmt::Display for Refuted {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} is called safe, but a run shows {}", self.function, self.shown)
    }
}

/// Analyses a library, and executes what is called safe.
pub fn judge(library: &Library, seed: u64, trial: &Trial, scratch: &Path) -> Result<(Answers, Vec<Refuted>)> {
    let program = load(&library.text(), &[], scratch)?;
    let outcome = analyse(&program, trial);
    let results = outcome.functions;
    let mut answers = Answers::default();
    results.iter().filter(|result| library.has(&result.name)).for_each(|it| answers.count(it.verdict()));
    let candidates = executable(library, &results);
    // What structs promise of themselves is an assumption that random heaps do not keep.
    let has_promises = outcome.assumptions.iter().any(|it| matches!(it, Assumption::Promised { .. }));
    if candidates.is_empty() || has_promises {
        return Ok((answers, Vec::new()));
    }
    let entries: String = candidates.iter().map(|it| driver::entry(&it.name, &it.required)).collect();
    let text = format!("{}{}{entries}", library.text(), driver::DRIVER);
    // Links in unions are only claimed to be nodes where some function relies on that.
    let mut args = vec!["-DRUN"];
    for (claim, arg) in [(1, "-DONE_IS_CLAIMED"), (2, "-DMANY_IS_CLAIMED")] {
        let is_claimed = |it: &Assumption| matches!(it, Assumption::Tagged { tag, value, .. } if tag == "kind" && *value == claim);
        if outcome.assumptions.iter().any(is_claimed) {
            args.push(arg);
        }
    }
    let program = load(&text, &args, scratch)?;
    let mut refuted = Vec::new();
    for Candidate { name, is_safe, .. } in candidates {
        let entry = program.find_function(&format!("run_{name}")).context("the entry of a function")?;
        let mut random = Random::new(seed);
        let shown = (0..trial.runs).find_map(|_| execute(&program, entry, random.bits()));
        match is_safe {
            true => {
                answers.executed += 1;
                refuted.extend(shown.map(|shown| Refuted { function: name, shown }));
            }
            false => answers.shown += u32::from(shown.is_some()),
        }
    }
    Ok((answers, refuted))
}

/// Loads a library through the front end.
fn load(text: &str, args: &[&str], scratch: &Path) -> Result<Program> {
    let path = scratch.join("library.c");
    fs::write(&path, text).with_context(|| path.display().to_string())?;
    let clang_args = args.iter().map(Into::into).collect();
    let options = frontend::Options { quiet: true, clang_args, ..frontend::Options::default() };
    let mut program = frontend::load(&[path], &options).map_err(|error| anyhow!("{error:?}"))?;
    clib::link(&mut program);
    Ok(program)
}

fn analyse(program: &Program, trial: &Trial) -> Outcome {
    let task = FunctionTask { program, annotations: &[], wanted: &|_| true, malloc: Malloc::MayFail };
    let budget = Budget::new(Some(trial.time), None, Default::default());
    let engine = registry::for_command(FunctionCommand::Lib);
    portfolio::analyse_functions(engine, &FunctionConfig::default(), &task, &budget, &engine::Silent)
        .expect("there is no annotation")
}

/// A function to execute.
struct Candidate {
    name: String,
    /// The parameters that must not be null.
    required: Vec<char>,
    /// Whether it is called safe, so that a run can refute that.
    is_safe: bool,
}

/// The functions that are executed: whatever they call is called safe, because otherwise their callees are to blame.
fn executable(library: &Library, results: &[FunctionOutcome]) -> Vec<Candidate> {
    let mut safe: BTreeSet<String> = BTreeSet::new();
    let mut all = Vec::new();
    for name in library.names() {
        let Some(result) = results.iter().find(|result| result.name == name) else { continue };
        let others: Vec<String> =
            library.callees(&name).into_iter().filter(|callee| *callee != name).collect();
        if !others.iter().all(|callee| safe.contains(callee)) {
            continue;
        }
        // Functions elsewhere keep no local variables, as the driver is written.
        let keeps = |condition: &Condition| condition.to_string().contains(" keeps no pointer to ");
        let conditions = result.requires.iter().filter(|condition| !keeps(condition));
        let required: Option<Vec<char>> = conditions.map(parameter).collect();
        match (result.verdict(), required) {
            (FunctionVerdict::Safe, _) => {
                safe.insert(name.clone());
                all.push(Candidate { name, required: Vec::new(), is_safe: true });
            }
            (FunctionVerdict::Conditional, Some(required)) => {
                all.push(Candidate { name, required, is_safe: true });
            }
            (FunctionVerdict::Unsafe, _) => {
                all.push(Candidate { name, required: Vec::new(), is_safe: false })
            }
            (FunctionVerdict::Conditional | FunctionVerdict::Unknown, _) => {}
        }
    }
    all
}

/// The parameter that a precondition is about, if it says that it is not null.
fn parameter(condition: &Condition) -> Option<char> {
    match condition {
        Condition::NotNull(name) => ['a', 'b', 'i'].into_iter().find(|known| name == &known.to_string()),
        Condition::Holds(_) => None,
    }
}

/// Executes a function once; what is wrong with it, if anything is.
fn execute(program: &Program, entry: FuncId, seed: u64) -> Option<String> {
    let properties = [Property::ValidDeref, Property::ValidFree, Property::UnreachCall]
        .into_iter()
        .fold(PropertySet::default(), PropertySet::with);
    let config = Config {
        properties,
        malloc: MallocPolicy::Script(Vec::new()),
        inputs: vec![u128::from(seed as u32)],
        step_limit: Some(STEPS),
        trace: false,
        ..Config::default()
    };
    let streams = Streams { out: &mut std::io::sink(), err: &mut std::io::sink() };
    let report = interp::run(program, entry, &config, streams);
    let found = report.faults().next().map(|fault| portfolio::finding(fault, &report.notes))?;
    let line = found.span.map_or(0, |span| span.line.get());
    Some(format!("{} in {} at line {line}, input {}", found.kind.name(), found.function, seed as u32))
}
