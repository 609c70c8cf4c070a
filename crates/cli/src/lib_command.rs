//! `heapproof lib`: load the files, analyse their functions one by one, report.

use crate::guard::{self, Failure};
use crate::interrupt;
use crate::load::{self, LoadError};
use crate::options::{Format, LibOptions};
use crate::output::{self, Exit};
use crate::progress::{Activity, Spinner};
use engine::{Budget, Coverage, Outcome, Progress, Reason};
use ir::{Program, Property, PropertySet, Target};
use regex_lite::Regex;
use report::Report;
use report::text::Style;
use std::path::PathBuf;
use std::sync::Arc;

/// Analyses the functions of files and reports.
pub fn run(options: &LibOptions) -> Exit {
    let wanted = match options.functions.as_deref().map(Regex::new).transpose() {
        Ok(wanted) => wanted,
        Err(error) => {
            output::error(&format!("--functions: {error}"));
            return Exit::BAD_INPUT;
        }
    };
    let budget = Budget::new(Some(options.timeout), options.memory, interrupt::flag());
    let activity = Arc::new(Activity::default());
    let work = {
        let (input, clang_args, verbose) =
            (options.input.clone(), options.clang_args.clone(), options.detail.verbose);
        let (malloc, jobs) = (options.malloc.into(), options.input.jobs);
        let cache = if options.no_cache { None } else { cache_folder() };
        let (budget, activity) = (budget.clone(), activity.clone());
        move || -> Result<(Program, Outcome), LoadError> {
            activity.update("compiling");
            let program = load::executable(&input, &clang_args, verbose)?;
            let is_wanted = |name: &str| wanted.as_ref().is_none_or(|wanted| wanted.is_match(name));
            let options = modular::Options { wanted: &is_wanted, malloc, jobs, cache: cache.as_deref() };
            let outcome = modular::analyse(&program, &options, &budget, &*activity);
            if outcome.functions.is_empty() && outcome.ledger.is_empty() {
                return Err(LoadError::Entry("there is no function to analyse".to_string()));
            }
            Ok((program, outcome))
        }
    };
    let result = guard::run(&budget, &activity, Spinner::new(options.detail.quiet), work);
    match result {
        Ok(Ok((program, outcome))) => print(options, &program, &outcome),
        Ok(Err(error)) => {
            error.print();
            Exit::BAD_INPUT
        }
        Err(failure) => {
            let (reason, detail) = match &failure {
                Failure::Overran(exhausted) => ((*exhausted).into(), "a limit is reached".to_string()),
                Failure::Panicked(panicked) => (Reason::InternalError, panicked.to_string()),
            };
            let mut outcome = Outcome::new(Coverage::Partial, Vec::new());
            outcome.ledger.add(reason, None, detail);
            print(options, &Program::new(Target::BITS64), &outcome)
        }
    }
}

/// Where results are kept between runs, as the XDG rules have it.
fn cache_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let caches = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")))?;
    Some(caches.join("heapproof").join("lib"))
}

fn print(options: &LibOptions, program: &Program, outcome: &Outcome) -> Exit {
    let root = std::env::current_dir().unwrap_or_default();
    let properties = PropertySet::default().with(Property::ValidDeref);
    let report =
        Report { outcome, program, properties, read: &output::read_source, root: &root, invocation: None };
    let text = match options.format {
        Format::Text => {
            let color = output::has_colors(&std::io::stdout());
            report::text::render(&report, Style { detail: options.detail.detail(), color })
        }
        Format::Json => report::json::render(&report),
        Format::Sarif => report::sarif::render(&report),
    };
    let failed = outcome.ledger.entries().iter().any(|entry| entry.reason == Reason::InternalError);
    let exit = if failed { Exit::INTERNAL_ERROR } else { Exit(outcome.verdict().exit_code()) };
    output::written(output::print(&text), exit)
}
