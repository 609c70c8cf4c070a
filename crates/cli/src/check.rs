//! `heapproof check`: let the portfolio decide about a whole program, and report.

use crate::load::LoadError;
use crate::options::CheckOptions;
use crate::output::{self, Exit};
use crate::verdict::Reported;
use crate::{dump_heap, emit_test, entry, invocation, verdict, witness};
use engine::recording::Recording;
use engine::{Outcome, Task};
use frontend::Scope;
use ir::Program;
use portfolio::Strategy;
use portfolio::registry::Config;

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
    let (program, outcome) = match decide(options) {
        Ok(checked) => checked,
        Err(error) => {
            error.print();
            return Exit::BAD_INPUT;
        }
    };
    let invocation = invocation::of(options, &program);
    let properties = options.task.properties();
    let recordings = match &options.verdict.html {
        Some(_) => recordings(options, &program, &outcome),
        None => Vec::new(),
    };
    let reported = Reported::new(&program, &outcome, properties, Some(&invocation));
    let exit = reported.print(&options.verdict, &recordings);
    let exit = match &options.witness {
        Some(path) => witness::write(options, path, &reported, exit),
        None => exit,
    };
    let exit = match &options.dump_heap {
        Some(folder) => dump_heap::run(folder, &program, &outcome, exit),
        None => exit,
    };
    match &options.emit_test {
        Some(path) => emit_test::run(options, path, &program, &outcome, &invocation, exit),
        None => exit,
    }
}

/// For each finding its replay with what each step changes in memory, where there is one.
pub fn recordings(options: &CheckOptions, program: &Program, outcome: &Outcome) -> Vec<Option<Recording>> {
    let Some(entry) = entry::started(program, &options.task.entry) else { return Vec::new() };
    let (properties, malloc) = (options.task.properties(), options.verdict.malloc.into());
    portfolio::record(&Task { program, entry, properties, malloc }, outcome)
}

/// Checks a program.
pub fn decide(options: &CheckOptions) -> Result<(Program, Outcome), LoadError> {
    let task = options.task.clone();
    let malloc = options.verdict.malloc.into();
    let strategy = Strategy {
        engine: options.engine.0,
        config: Config { alloc_check: options.alloc_check.0 },
        overlap: options.verdict.input.jobs().get() > 1,
    };
    verdict::decide(&options.verdict, Scope::Program, move |program, budget, activity| {
        let entry = entry::start(program, &task.entry)
            .map_err(|problem| LoadError::Entry(format!("{problem}\n{WITHOUT_MAIN}")))?;
        let task = Task { program, entry, properties: task.properties(), malloc };
        Ok(portfolio::check(&task, strategy, budget, activity))
    })
}
