//! `heapproof check`: let the portfolio decide about a whole program, and report.

use crate::load::LoadError;
use crate::options::CheckOptions;
use crate::output::{self, Exit};
use crate::{dump_heap, emit_test, entry, invocation, verdict};
use engine::Task;
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
    let task = options.task.clone();
    let malloc = options.verdict.malloc.into();
    let strategy = Strategy {
        engine: options.engine.0,
        config: Config { alloc_check: options.alloc_check.0 },
        overlap: options.verdict.input.jobs().get() > 1,
    };
    let checked = verdict::decide(&options.verdict, move |program, budget, activity| {
        let entry = entry::find(program, &task.entry)
            .map_err(|problem| LoadError::Entry(format!("{problem}\n{WITHOUT_MAIN}")))?;
        let task = Task { program, entry, properties: task.properties(), malloc };
        Ok(portfolio::check(&task, strategy, budget, activity))
    });
    let (program, outcome) = match checked {
        Ok(checked) => checked,
        Err(error) => {
            error.print();
            return Exit::BAD_INPUT;
        }
    };
    let invocation = invocation::of(options, &program);
    let properties = options.task.properties();
    let exit = verdict::print(&options.verdict, &program, &outcome, properties, Some(&invocation));
    let exit = match &options.dump_heap {
        Some(folder) => dump_heap::run(folder, &program, &outcome, exit),
        None => exit,
    };
    match &options.emit_test {
        Some(path) => emit_test::run(options, path, &program, &outcome, &invocation, exit),
        None => exit,
    }
}
