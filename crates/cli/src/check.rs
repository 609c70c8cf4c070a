//! `heapproof check`: load the program, let the portfolio decide, report.

use crate::guard::{self, Failure};
use crate::load::{self, LoadError};
use crate::options::{CheckOptions, Format};
use crate::output::{self, Exit};
use crate::progress::{Activity, Spinner};
use crate::{emit_test, entry, interrupt, invocation};
use engine::{Budget, Coverage, Exhausted, Outcome, Progress, Reason, Task};
use ir::{Program, Target};
use portfolio::Strategy;
use report::Report;
use report::text::Style;
use std::sync::Arc;

/// What to do where there is no function to start in.
const WITHOUT_MAIN: &str = "functions without a main are analysed one by one by `heapproof lib`";

/// Checks a program and reports.
pub fn run(options: &CheckOptions) -> Exit {
    if let Err(missing) = options.alloc_check.0.available() {
        output::error(&format!("--alloc-check={} is not possible: {missing}", options.alloc_check.0.name()));
        return Exit::BAD_INPUT;
    }
    if let Err(refusal) = options.emit_test.as_deref().map_or(Ok(()), emit_test::may_be_written) {
        output::error(&refusal);
        return Exit::BAD_INPUT;
    }
    let budget = Budget::new(Some(options.timeout), options.memory, interrupt::flag());
    let activity = Arc::new(Activity::default());
    let work = {
        let (input, task, clang_args) =
            (options.input.clone(), options.task.clone(), options.clang_args.clone());
        let strategy = Strategy { engine: options.engine.0, alloc_check: options.alloc_check.0 };
        let (malloc, verbose) = (options.malloc.into(), options.detail.verbose);
        let (budget, activity) = (budget.clone(), activity.clone());
        move || -> Result<(Program, Outcome), LoadError> {
            activity.update("compiling");
            let program = load::executable(&input, &clang_args, verbose)?;
            let entry = entry::find(&program, &task.entry)
                .map_err(|problem| LoadError::Entry(format!("{problem}\n{WITHOUT_MAIN}")))?;
            activity.update("checking");
            let task = Task { program: &program, entry, properties: task.properties(), malloc };
            let outcome = portfolio::check(&task, strategy, &budget, &*activity);
            Ok((program, outcome))
        }
    };
    let result = guard::run(&budget, &activity, Spinner::new(options.detail.quiet), work);
    match checked(result, &budget) {
        Ok((program, outcome)) => print(options, &program, &outcome),
        Err(error) => {
            error.print();
            Exit::BAD_INPUT
        }
    }
}

/// What was checked and how it ended; an error only if there is no program to check.
fn checked(
    result: Result<Result<(Program, Outcome), LoadError>, Failure>,
    budget: &Budget,
) -> Result<(Program, Outcome), LoadError> {
    match result {
        // An interrupt reaches clang too: that it did not finish says nothing about the program.
        Ok(Err(error)) => match budget.check() {
            Err(exhausted) => Ok(gave_up(exhausted.into(), words(exhausted))),
            Ok(()) => Err(error),
        },
        Ok(checked) => checked,
        Err(Failure::Overran(exhausted)) => Ok(gave_up(exhausted.into(), words(exhausted))),
        Err(Failure::Panicked(panicked)) => Ok(gave_up(Reason::InternalError, &panicked.to_string())),
    }
}

/// An outcome that says nothing but why, about a program that is not at hand.
fn gave_up(reason: Reason, detail: &str) -> (Program, Outcome) {
    let mut outcome = Outcome::new(Coverage::Partial, Vec::new());
    outcome.ledger.add(reason, None, detail);
    (Program::new(Target::BITS64), outcome)
}

/// Which limit was reached, in words.
fn words(exhausted: Exhausted) -> &'static str {
    match exhausted {
        Exhausted::Time => "the time is up",
        Exhausted::Memory => "the memory limit is reached",
        Exhausted::Interrupted => "the check was interrupted",
    }
}

fn print(options: &CheckOptions, program: &Program, outcome: &Outcome) -> Exit {
    let root = std::env::current_dir().unwrap_or_default();
    let properties = options.task.properties();
    let invocation = invocation::of(options, program);
    let report = Report {
        outcome,
        program,
        properties,
        read: &output::read_source,
        root: &root,
        invocation: Some(&invocation),
    };
    let text = match options.format {
        Format::Text => {
            let color = output::has_colors(&std::io::stdout());
            report::text::render(&report, Style { detail: options.detail.detail(), color })
        }
        Format::Json => report::json::render(&report),
        Format::Sarif => report::sarif::render(&report),
    };
    let exit = output::written(output::print(&text), exit(outcome));
    match &options.emit_test {
        Some(path) => emit_test::run(options, path, program, outcome, &invocation, exit),
        None => exit,
    }
}

/// The exit code of an outcome: that of its verdict, unless heapproof itself failed.
fn exit(outcome: &Outcome) -> Exit {
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
        let (_, outcome) = checked(result, budget).ok()?;
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
