//! What the commands that end with a verdict have in common: load the program, let something decide within the limits,
//! report.
//!
//! Invariant: whatever happens while it is decided, there is an outcome to report, and only a proof gives exit code 0.

use crate::guard::{self, Failure};
use crate::interrupt;
use crate::load::{self, LoadError};
use crate::options::{FailOn, Format, VerdictOptions};
use crate::output::{self, Exit};
use crate::progress::{Activity, Spinner};
use engine::recording::Recording;
use engine::{Budget, Coverage, Exhausted, Outcome, Progress, Reason};
use frontend::Scope;
use ir::{FileId, Program, PropertySet, SourceFile, Span, Target};
use report::text::Style;
use report::triage::Triage;
use report::{Baseline, Invocation, Report};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Loads the program and decides about it; an error only if there is no program to decide about.
pub fn decide(
    options: &VerdictOptions,
    scope: Scope,
    decide: impl FnOnce(&mut Program, &Budget, &Activity) -> Result<Outcome, LoadError> + Send + 'static,
) -> Result<(Program, Outcome), LoadError> {
    let budget = Budget::new(Some(options.timeout), options.memory, interrupt::flag());
    let activity = Arc::new(Activity::default());
    let first = options.input.files.first().or(options.input.database.as_ref());
    let stage = Arc::new(Mutex::new(Stage::compiling(first.cloned().unwrap_or_default())));
    let work = {
        let (input, clang_args) = (options.input.clone(), options.clang_args.clone());
        let (budget, activity, verbose) = (budget.clone(), activity.clone(), options.detail.verbose);
        let stage = stage.clone();
        move || -> Result<(Program, Outcome), LoadError> {
            activity.update("compiling");
            let mut program = load::executable(&input, &clang_args, scope, verbose)?;
            activity.update("checking");
            *stage.lock().unwrap_or_else(PoisonError::into_inner) = Stage::checking(&program);
            let outcome = decide(&mut program, &budget, &activity)?;
            Ok((program, outcome))
        }
    };
    let result = guard::run(&budget, &activity, Spinner::new(options.detail.quiet), work);
    let stage = stage.lock().unwrap_or_else(PoisonError::into_inner);
    decided(result, &budget, &stage)
}

/// What is done with a program, and the place to name where a limit is reached meanwhile.
struct Stage {
    activity: &'static str,
    /// Files, and what lies in them.
    program: Program,
    span: Option<Span>,
}

impl Stage {
    /// Compiling begins with this file.
    fn compiling(first: PathBuf) -> Stage {
        let mut program = Program::new(Target::BITS64);
        let name = first.to_string_lossy().into_owned();
        program.files.push(SourceFile { name, directory: String::new() });
        Stage { activity: "while the program is compiled", program, span: Span::new(FileId::new(0), 1, 0) }
    }

    /// A program is there; the place is its main function, or the first that there is.
    fn checking(loaded: &Program) -> Stage {
        let defined = || loaded.functions.iter().filter(|function| function.body.is_some());
        let first = defined().find(|function| function.name == "main").or_else(|| defined().next());
        let mut program = Program::new(loaded.target);
        program.files.clone_from(&loaded.files);
        Stage { activity: "in the middle of a step", program, span: first.and_then(|function| function.span) }
    }

    /// An outcome that says nothing but why.
    fn gave_up(&self, reason: Reason, detail: &str) -> (Program, Outcome) {
        let mut outcome = Outcome::new(Coverage::Partial, Vec::new());
        outcome.ledger.add(reason, self.span, detail);
        (self.program.clone(), outcome)
    }

    /// The same where a limit is reached.
    fn overran(&self, exhausted: Exhausted) -> (Program, Outcome) {
        self.gave_up(exhausted.into(), &format!("{} {}", words(exhausted), self.activity))
    }
}

/// What was decided and how it ended.
fn decided(
    result: Result<Result<(Program, Outcome), LoadError>, Failure>,
    budget: &Budget,
    stage: &Stage,
) -> Result<(Program, Outcome), LoadError> {
    match result {
        // An interrupt reaches clang too: that it did not finish says nothing about the program.
        Ok(Err(error)) => match budget.check() {
            Err(exhausted) => Ok(stage.overran(exhausted)),
            Ok(()) => Err(error),
        },
        Ok(decided) => decided,
        Err(Failure::Overran(exhausted)) => Ok(stage.overran(exhausted)),
        Err(Failure::Panicked(panicked)) => Ok(stage.gave_up(Reason::InternalError, &panicked.to_string())),
    }
}

/// Which limit was reached, in words.
fn words(exhausted: Exhausted) -> &'static str {
    match exhausted {
        Exhausted::Time => "the time is up",
        Exhausted::Memory => "the memory limit is reached",
        Exhausted::Work => "the work limit is reached",
        Exhausted::Interrupted => "the check was interrupted",
    }
}

/// What a report is made of, for all commands and forms.
pub struct Reported<'a> {
    pub program: &'a Program,
    pub outcome: &'a Outcome,
    pub properties: PropertySet,
    /// How the program was given; none where nobody could replay what is reported.
    pub invocation: Option<&'a Invocation>,
    root: PathBuf,
}

impl<'a> Reported<'a> {
    /// What was decided about a program, in the folder in which heapproof runs.
    pub fn new(
        program: &'a Program,
        outcome: &'a Outcome,
        properties: PropertySet,
        invocation: Option<&'a Invocation>,
    ) -> Reported<'a> {
        let root = std::env::current_dir().unwrap_or_default();
        Reported { program, outcome, properties, invocation, root }
    }

    /// The report, against a baseline where there is one.
    pub fn report<'b>(&'b self, baseline: Option<&'b Baseline>) -> Report<'b> {
        Report {
            outcome: self.outcome,
            program: self.program,
            properties: self.properties,
            read: &output::read_source,
            root: &self.root,
            invocation: self.invocation,
            baseline,
        }
    }

    /// Prints the report in the form that the user wants, and writes the page, where there is a recording for each
    /// finding that could be recorded; the exit code.
    pub fn print(&self, options: &VerdictOptions, recordings: &[Option<Recording>]) -> Exit {
        let report = self.report(options.baseline.as_ref());
        let text = match options.format {
            Format::Text => {
                let color = output::has_colors(&std::io::stdout());
                report::text::render(&report, Style { detail: options.detail.detail(), color })
            }
            Format::Json => report::json::render(&report),
            Format::Sarif => report::sarif::render(&report),
            Format::Svcomp => report::svcomp::render(&report),
        };
        let exit = output::written(output::print(&text), exit_of(options, &report));
        match &options.html {
            Some(folder) => {
                output::saved(&folder.join("index.html"), &report::html::render(&report, recordings), exit)
            }
            None => exit,
        }
    }
}

/// The exit code of a report: that of its verdict, or what `--fail-on introduced` makes of it.
fn exit_of(options: &VerdictOptions, report: &Report<'_>) -> Exit {
    let exit = exit(report.outcome);
    if options.fail_on == FailOn::Any || exit == Exit::INTERNAL_ERROR || exit == Exit::SUCCESS {
        return exit;
    }
    let triage = Triage::new(report, options.baseline.as_ref());
    match (triage.has_new_error(report), triage.introduced() > 0 || triage.new_losses) {
        (true, _) => Exit::UNSAFE,
        (false, true) => Exit::UNKNOWN,
        (false, false) => Exit::SUCCESS,
    }
}

/// The exit code of an outcome: that of its verdict, unless heapproof itself failed.
pub fn exit(outcome: &Outcome) -> Exit {
    let failed = outcome.ledger.entries().iter().any(|entry| entry.reason == Reason::InternalError);
    match failed {
        true => Exit::INTERNAL_ERROR,
        false => Exit(outcome.verdict().exit_code()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The exit code and the first thing that was not accounted for, after work on a budget.
    fn ending(
        budget: &Budget,
        work: impl FnOnce() -> Result<(Program, Outcome), LoadError> + Send + 'static,
    ) -> Option<(Exit, Reason)> {
        let result = guard::run(budget, &Activity::default(), Spinner::new(true), work);
        let (_, outcome) = decided(result, budget, &Stage::compiling(PathBuf::new())).ok()?;
        Some((exit(&outcome), outcome.ledger.entries().first()?.reason))
    }

    #[test]
    fn a_panic_is_an_internal_error_with_its_own_exit_code() {
        let ending = ending(&Budget::unlimited(), || panic!("an invariant broke"));
        assert_eq!(ending, Some((Exit::INTERNAL_ERROR, Reason::InternalError)));
    }

    #[test]
    fn clang_failing_after_an_interrupt_is_no_bad_input() {
        let budget = Budget::unlimited();
        let failing = || Err(LoadError::Entry("clang was killed".to_string()));
        assert_eq!(ending(&budget, failing), None);
        budget.cancel_flag().store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(ending(&budget, failing), Some((Exit::UNKNOWN, Reason::Interrupted)));
    }
}
