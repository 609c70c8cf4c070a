//! Public suites with expected results, run as a user would run heapproof: one process per program.
//!
//! A suite is fetched elsewhere and never part of this repository. Each kind of suite has a file here that finds
//! its programs and reads what is expected of them. A verdict that differs is *wrong* unless `docs/suites.md`
//! explains it; the chore fails if there is one.

mod explained;
pub mod predator;
mod sv_comp;
mod table;
mod two_ls;

use crate::{pool, process};
use anyhow::{Context, Result, bail, ensure};
use explained::Explained;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How long a program may go on after its time is up.
const GRACE: Duration = Duration::from_secs(10);

/// The suites are old C: what was allowed then is not refused.
pub const LENIENT: [&str; 4] = [
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
];

/// How a suite is run.
#[derive(clap::Args)]
pub struct Options {
    /// The kind of suite: where its expected results are
    suite: Suite,
    /// The folder to look for programs in, with its sub-folders
    folder: PathBuf,
    /// SV-COMP: a set of programs, by the name of its `.set` file; may be repeated
    #[arg(long = "set")]
    sets: Vec<String>,
    /// The engine
    #[arg(long, default_value = "auto")]
    engine: String,
    /// Seconds for one program
    #[arg(long, default_value_t = 10)]
    timeout: u64,
    /// How many programs are checked at once (default: the number of cores)
    #[arg(short, long)]
    jobs: Option<usize>,
    /// Only programs whose name contains this
    #[arg(long)]
    only: Option<String>,
    /// List all programs, not just those without the expected verdict
    #[arg(long)]
    all: bool,
    /// Predator: compare with what is expected when allocation may fail
    #[arg(long)]
    oom: bool,
    /// Another argument of `heapproof check`, such as `-m32`; may be repeated
    #[arg(long = "arg", allow_hyphen_values = true)]
    args: Vec<String>,
    /// The binary to run, instead of building one
    #[arg(long)]
    heapproof: Option<PathBuf>,
    /// Write one line for each program to this file: name, expected, fate, seconds, MiB, reason
    #[arg(long)]
    list: Option<PathBuf>,
}

/// The suites whose expected results can be read.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Suite {
    /// Predator's tests: an `.err` file beside each program
    Predator,
    /// 2LS's regression tests: a `test.desc` in each folder
    #[value(name = "2ls")]
    TwoLs,
    /// SV-COMP's benchmarks: the names of the files
    #[value(name = "svcomp")]
    SvComp,
}

impl Suite {
    fn name(self) -> &'static str {
        match self {
            Suite::Predator => "predator",
            Suite::TwoLs => "2ls",
            Suite::SvComp => "svcomp",
        }
    }
}

/// What is expected of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expected {
    Safe,
    Unsafe,
}

/// A program, and what is expected of it.
struct Case {
    name: String,
    files: Vec<PathBuf>,
    expected: Expected,
    /// Arguments of `heapproof check`.
    args: Vec<String>,
}

/// What heapproof says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Safe,
    Unsafe,
    Unknown,
}

impl Verdict {
    fn read(name: &str) -> Option<Verdict> {
        match name {
            "safe" => Some(Verdict::Safe),
            "unsafe" => Some(Verdict::Unsafe),
            "unknown" => Some(Verdict::Unknown),
            _ => None,
        }
    }
}

/// How a program fared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fate {
    /// The expected verdict.
    Right,
    /// Another one, and it is known why.
    Explained,
    /// Not decided.
    Unknown,
    /// Clang does not compile it.
    Rejected,
    /// The opposite of what is expected.
    Wrong,
    /// heapproof failed.
    Failed,
}

/// The result for one program.
struct Row {
    name: String,
    expected: Expected,
    fate: Fate,
    /// What was found, why nothing was decided, or why the disagreement is no mistake.
    reason: String,
    /// The kinds of things that could not be accounted for.
    causes: BTreeSet<String>,
    /// How long it took.
    time: Duration,
    /// How long it computed.
    cpu: Duration,
    /// The most memory it used, in bytes.
    memory: u64,
}

/// Runs the suite and prints how it went; fails if a verdict is wrong.
pub fn run(options: &Options) -> Result<()> {
    let heapproof = process::heapproof(options.heapproof.as_deref())?;
    let explained = Explained::read(&process::root().join("docs/suites.md"))?;
    let scratch = std::env::temp_dir().join(format!("heapproof-suite-{}", std::process::id()));
    fs::create_dir_all(&scratch)?;
    let mut cases = match options.suite {
        Suite::Predator => predator::cases(options, &scratch)?,
        Suite::TwoLs => two_ls::cases(options)?,
        Suite::SvComp => sv_comp::cases(options)?,
    };
    cases.retain(|case| options.only.as_ref().is_none_or(|only| case.name.contains(only)));
    ensure!(!cases.is_empty(), "no program with an expected result in {}", options.folder.display());
    let check = |case: &Case| check(case, options, &heapproof, &explained);
    let rows = match options.jobs {
        Some(1) => cases.iter().map(check).collect(),
        Some(jobs) => pool::map_on(jobs, &cases, check),
        None => pool::map(&cases, check),
    };
    fs::remove_dir_all(&scratch)?;
    let rows: Vec<Row> = rows.into_iter().collect::<Result<_>>()?;
    print!("{}", table::render(options.suite.name(), &rows, options.all));
    if let Some(path) = &options.list {
        fs::write(path, table::list(&rows)).with_context(|| path.display().to_string())?;
    }
    match rows.iter().filter(|row| row.fate >= Fate::Wrong).count() {
        0 => Ok(()),
        wrong => bail!("{wrong} verdicts are wrong"),
    }
}

fn check(case: &Case, options: &Options, heapproof: &Path, explained: &Explained) -> Result<Row> {
    let limit = Duration::from_secs(options.timeout);
    let mut command = Command::new(heapproof);
    command.args(["check", "--format=json", "--engine", &options.engine]);
    command.arg(format!("--timeout={}", options.timeout)).args(&case.args).args(&options.args);
    // One program shall not take the memory of the others.
    command.arg("--memory=2000").args(&case.files).arg("--").args(LENIENT);
    let finished = process::run(&mut command, limit + GRACE)?;
    let mut row = Row {
        name: case.name.clone(),
        expected: case.expected,
        fate: Fate::Failed,
        reason: String::new(),
        causes: BTreeSet::new(),
        time: finished.time,
        cpu: finished.cpu,
        memory: finished.memory,
    };
    if finished.code == Some(2) {
        row.fate = Fate::Rejected;
        row.reason = finished.stderr.lines().find(|line| line.contains("error:")).unwrap_or("").to_string();
        row.causes.insert("does not compile".to_string());
        return Ok(row);
    }
    let report: Value = serde_json::from_slice(&finished.stdout).unwrap_or_default();
    let verdict = report["verdict"].as_str().and_then(Verdict::read);
    let Some(verdict) = verdict.filter(|_| matches!(finished.code, Some(0 | 1 | 3))) else {
        let last = finished.stderr.lines().last().unwrap_or("no message");
        row.reason = format!("exit code {:?}: {last}", finished.code);
        return Ok(row);
    };
    let why = explained.why(options.suite.name(), &case.name, case.expected, verdict);
    let why = why.or_else(|| (verdict == Verdict::Safe && has_bounded_heap(&report)).then_some(BOUNDED_HEAP));
    row.fate = match (verdict, case.expected) {
        (Verdict::Safe, Expected::Safe) | (Verdict::Unsafe, Expected::Unsafe) => Fate::Right,
        _ if why.is_some() => Fate::Explained,
        (Verdict::Unknown, _) => Fate::Unknown,
        (Verdict::Safe, Expected::Unsafe) | (Verdict::Unsafe, Expected::Safe) => Fate::Wrong,
    };
    if verdict == Verdict::Unknown {
        row.causes = entries(&report["unknown"]).filter_map(|entry| text(&entry["reason"])).collect();
    }
    row.reason = why.map(str::to_string).or_else(|| reason(&report)).unwrap_or_default();
    Ok(row)
}

/// Why a program with an error is called safe whose error needs more memory than is assumed to be there.
const BOUNDED_HEAP: &str = "safe as long as no more of the heap is in use than is printed as an assumption";

/// Whether a verdict rests on how much of the heap is in use at once.
fn has_bounded_heap(report: &Value) -> bool {
    entries(&report["assumptions"]).filter_map(Value::as_str).any(|text| text.contains("--max-heap"))
}

/// What a report says first: the finding, or what could not be accounted for.
fn reason(report: &Value) -> Option<String> {
    let finding = entries(&report["findings"]).next().map(|finding| (finding, "kind", "message"));
    let unknown = entries(&report["unknown"]).next().map(|entry| (entry, "reason", "detail"));
    let (entry, name, detail) = finding.or(unknown)?;
    let line = entry["line"].as_u64().map_or_else(String::new, |line| format!(" line {line}"));
    Some(format!("{}{line}: {}", text(&entry[name])?, text(&entry[detail])?))
}

fn entries(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_string)
}

/// The files below a folder whose names end with an extension, in the order of their names, each once, however many
/// links lead to it. A file is named by the first link to it, because what is expected stands beside that.
pub fn collect(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let folder = fs::canonicalize(folder).with_context(|| folder.display().to_string())?;
    walk(&folder, extension, &mut files)?;
    files.sort();
    let mut seen = BTreeSet::new();
    // A link whose target is missing is nobody's program.
    files.retain(|file| fs::canonicalize(file).is_ok_and(|target| seen.insert(target)));
    Ok(files)
}

fn walk(folder: &Path, extension: &str, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() && !path.is_symlink() {
            walk(&path, extension, files)?;
        } else if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    Ok(())
}
