//! Replays what `lib` shows of functions: a driver in C calls the function on heaps that respect integrity
//! (`report::driver`), a check of the driver finds one on which the function fails at the same place, and the interpreter
//! replays it. What it confirms is told with the path of that run; what it does not stays as it was.

use crate::load;
use crate::options::FunctionOptions;
use engine::recording::{Change, Home, Moment, Recording};
use engine::{
    Action, Budget, Certainty, Check, Finding, FunctionOutcome, Outcome, Progress, Remark, Step, Task,
    Violation,
};
use frontend::Scope;
use ir::{ErrorKind, FileId, Function, Program, Property, PropertySet, Span};
use portfolio::Strategy;
use report::driver::Driver;
use report::harness::MARK;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long the search for a heap may take for one function.
const PATIENCE: Duration = Duration::from_secs(4);
/// How long it may take for all of them.
const PATIENCE_IN_ALL: Duration = Duration::from_secs(24);
/// The share of the time that is left for all of them.
const SHARE: f64 = 0.5;
/// Where a driver starts.
const MAIN: &str = "main";
/// How many functions are replayed.
const FUNCTIONS: usize = 24;

/// What the replays gave besides what they confirm.
#[derive(Default)]
pub struct Replayed {
    /// For each finding of the outcome, and then of its functions, the run with memory at each step, where there is one.
    pub recordings: Vec<Option<Recording>>,
    /// The first test.
    pub test: Option<String>,
}

/// Confirms what can be of the findings about functions.
pub fn run(
    options: &FunctionOptions,
    program: &Program,
    outcome: &mut Outcome,
    budget: &Budget,
    progress: &dyn Progress,
) -> Replayed {
    let budget = budget.part(SHARE).within(PATIENCE_IN_ALL);
    let recordings = outcome.findings.iter().map(|_| None).collect();
    let mut replayed = Replayed { recordings, test: None };
    let mut left = FUNCTIONS;
    for function in &mut outcome.functions {
        let is_open =
            |finding: &Finding| finding.certainty == Certainty::Shown && !errors(finding.kind).is_empty();
        let mut runs = Vec::new();
        if left > 0 && function.findings.iter().any(is_open) && budget.check().is_ok() {
            left -= 1;
            progress.update(&format!("replaying {}", function.name));
            let replay = Replay { options, program, budget: budget.within(PATIENCE) };
            runs = replay.function(function).unwrap_or_default();
        }
        for (number, finding) in function.findings.iter_mut().enumerate() {
            let run = runs.iter().position(|run| run.number == number).map(|at| runs.swap_remove(at));
            replayed.recordings.push(run.and_then(|run| {
                finding.certainty = Certainty::Confirmed;
                finding.trace = run.trace;
                replayed.test.get_or_insert(run.test);
                run.recording
            }));
        }
    }
    replayed
}

/// What an execution does wrong where a check fails.
fn errors(violation: Violation) -> &'static [ErrorKind] {
    match violation {
        Violation::Check(Check::Null) => &[ErrorKind::NullDeref],
        Violation::Check(Check::Spatial) => &[ErrorKind::OutOfBounds],
        Violation::Check(Check::Temporal) => &[ErrorKind::UseAfterFree, ErrorKind::DoubleFree],
        Violation::Check(Check::Stack) => &[ErrorKind::UseAfterScope],
        // What lies in memory harms nobody before it is used.
        _ => &[],
    }
}

/// The replay of a function.
struct Replay<'a> {
    options: &'a FunctionOptions,
    program: &'a Program,
    budget: Budget,
}

/// A run that shows a finding.
struct Run {
    /// Which one of the function.
    number: usize,
    trace: Vec<Step>,
    recording: Option<Recording>,
    test: String,
}

impl Replay<'_> {
    /// The runs that show findings of a function; none where there is no driver for it.
    fn function(&self, outcome: &FunctionOutcome) -> Option<Vec<Run>> {
        let function =
            self.program.functions.iter().find(|it| it.name == outcome.name && it.span == outcome.span)?;
        let source = std::fs::canonicalize(self.program.file(function.span?.file).path()).ok()?;
        let driver = Driver::new(self.program, function, source.to_str()?, &outcome.requires)?;
        let folder = Folder::new()?;
        let file = folder.0.join("driver.c");
        std::fs::write(&file, driver.any()).ok()?;
        let driven = self.load(&file, &source)?;
        let entry = driven.find_function(MAIN)?;
        let properties = PropertySet::default().with(Property::ValidDeref).with(Property::ValidFree);
        let task = Task { program: &driven, entry, properties, malloc: self.options.verdict.malloc.into() };
        let found = portfolio::check(&task, Strategy::default(), &self.budget, &engine::Silent);
        let recordings = match self.options.verdict.html {
            Some(_) => portfolio::record(&task, &found),
            None => Vec::new(),
        };
        let places = Places { from: &driven, to: self.program, driver: &file };
        let mut runs = Vec::new();
        for (number, shown) in outcome.findings.iter().enumerate() {
            let is_it = |found: &&Finding| {
                found.is_confirmed()
                    && found.kind.error().is_some_and(|kind| errors(shown.kind).contains(&kind))
                    && places.is_at(found, shown.span)
                    && !places.is_made_up(&driver, found)
            };
            let Some(at) = found.findings.iter().position(|found| is_it(&found)) else { continue };
            let finding = &found.findings[at];
            let scenario = finding.scenario.clone().unwrap_or_default();
            runs.push(Run {
                number,
                trace: finding.trace.iter().filter_map(|step| places.step(step)).collect(),
                recording: recordings.get(at).and_then(Option::as_ref).map(|it| places.recording(it)),
                test: driver.test(&self.comment(function, shown), &scenario.inputs, &scenario.allocations),
            });
        }
        Some(runs)
    }

    /// The driver with the rest of the program: the file that it includes is no file of its own.
    fn load(&self, driver: &Path, source: &Path) -> Option<Program> {
        let mut input = self.options.verdict.input.clone();
        input.files.retain(|file| std::fs::canonicalize(file).ok().as_deref() != Some(source));
        input.files.push(driver.to_path_buf());
        if input.database.is_some() {
            return None;
        }
        load::executable(&input, &self.options.verdict.clang_args, Scope::Files, false).ok()
    }

    /// What a test shows, and how to run it.
    fn comment(&self, function: &Function, finding: &Finding) -> String {
        let place = finding.span.map_or_else(String::new, |span| {
            format!("{}:{}: ", self.program.file(span.file).name, span.line)
        });
        format!(
            "/*\n * {MARK}, that calls {} on a heap on which it fails:\n *\n *     {place}{}\n *\n \
             * Compile it with clang -g -fsanitize=address, as the library is compiled but without the file that it\n \
             * includes, and run it; or run it with `heapproof run`.\n */\n",
            function.name,
            finding.message.replace("*/", "* /")
        )
    }
}

/// From places of the driver to places of the program.
struct Places<'a> {
    from: &'a Program,
    to: &'a Program,
    driver: &'a Path,
}

impl Places<'_> {
    /// A place in a file of the program; none in the driver.
    fn span(&self, span: Span) -> Option<Span> {
        let path = std::fs::canonicalize(self.from.file(span.file).path()).ok()?;
        let is_it = |file: &ir::SourceFile| std::fs::canonicalize(file.path()).ok().as_ref() == Some(&path);
        let file = self.to.files.iter().position(is_it)?;
        Some(Span { file: FileId(u32::try_from(file).ok()?), ..span })
    }

    /// Whether an error happens on a line of the program, or in a call that is made there.
    fn is_at(&self, finding: &Finding, wanted: Option<Span>) -> bool {
        let wanted = wanted.map(|span| (span.file, span.line.get()));
        let mut calls: Vec<Option<Span>> = Vec::new();
        for step in &finding.trace {
            match step.action {
                Action::Called { .. } => calls.push(step.span),
                Action::Returned { .. } => drop(calls.pop()),
                _ => {}
            }
        }
        calls.push(finding.span);
        wanted.is_some() && calls.into_iter().any(|span| self.line(span) == wanted)
    }

    fn line(&self, span: Option<Span>) -> Option<(FileId, u32)> {
        let span = self.span(span?)?;
        Some((span.file, span.line.get()))
    }

    /// Whether an error is one at the end of memory whose extent the driver made up.
    fn is_made_up(&self, driver: &Driver, finding: &Finding) -> bool {
        let in_driver = |span: Span| self.from.file(span.file).path() == self.driver;
        finding.kind == ErrorKind::OutOfBounds
            && finding.notes.iter().any(|note| {
                matches!(note.remark, Remark::Begins { .. })
                    && note.span.is_some_and(|span| in_driver(span) && driver.is_made_up(span.line.get()))
            })
    }

    /// A step outside of the driver, which is nobody's business in it.
    fn step(&self, step: &Step) -> Option<Step> {
        let mut step = Step { span: Some(self.span(step.span?)?), ..step.clone() };
        match &mut step.action {
            Action::Assigned { value, .. } | Action::Returned { value: Some(value), .. } => {
                *value = self.without_driver(value);
            }
            _ => {}
        }
        Some(step)
    }

    /// A value without the place in the driver where its memory was made.
    fn without_driver(&self, value: &str) -> String {
        let folder = self.driver.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        match value.split_once(", allocated at ") {
            Some((block, place)) if place.contains(&*folder) => {
                let behind = place.split_once(')').map_or("", |(_, behind)| behind);
                format!("{block}){behind}")
            }
            _ => value.to_string(),
        }
    }

    /// The moments outside of the driver; the first shows the heap that the driver made, without its own variables.
    fn recording(&self, recording: &Recording) -> Recording {
        let (mut moments, mut before) = (Vec::new(), Vec::new());
        let changes = || recording.moments.iter().flat_map(|moment| &moment.changes);
        let own: BTreeSet<u64> = changes()
            .filter_map(|change| match change {
                Change::Call(call) if call.function == MAIN => Some(call.id),
                _ => None,
            })
            .collect();
        let is_shown = |change: &&Change| match change {
            Change::Call(call) => !own.contains(&call.id),
            Change::Object(object) => !matches!(object.home, Home::Stack(Some(call)) if own.contains(&call)),
            _ => true,
        };
        for moment in &recording.moments {
            before.extend(moment.changes.iter().filter(is_shown).cloned());
            if let Some(step) = self.step(&moment.step) {
                moments.push(Moment { step, changes: std::mem::take(&mut before) });
            }
        }
        Recording { moments }
    }
}

/// A folder for a driver, which goes when it is not needed any more.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Option<Folder> {
        let folder = std::env::temp_dir().join(format!("heapproof-driver-{}", std::process::id()));
        std::fs::create_dir_all(&folder).ok()?;
        Some(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
