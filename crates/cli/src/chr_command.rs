//! `heapproof chr`: the CHR solver by itself, on a file of goals or at a prompt.

use crate::options::ChrOptions;
use crate::output::{self, Exit};
use chr::Theories;
use chr::command::{self, Options};
use std::fs::File;
use std::io::{self, BufReader, IsTerminal};

/// Solves goals until the input ends.
pub fn run(options: &ChrOptions) -> Exit {
    let mut solver = Options {
        silent: options.detail.quiet,
        verbosity: 1,
        explain: options.explain,
        script: options.script,
        timeout: options.timeout,
        ..Options::default()
    };
    if options.detail.verbose {
        solver.verbosity = 9;
    }
    if options.solvers.is_empty() {
        solver.theories = Theories::all();
    }
    for list in &options.solvers {
        if let Err(error) = solver.add_solvers(list) {
            output::error(&error.to_string());
            return Exit::BAD_INPUT;
        }
    }
    let mut out = io::stdout().lock();
    let status = match &options.goals {
        None => {
            let interactive = io::stdin().is_terminal();
            command::run(&solver, "<stdin>", io::stdin().lock(), interactive, &mut out)
        }
        Some(path) => match File::open(path) {
            Ok(file) => command::run(&solver, &path.to_string_lossy(), BufReader::new(file), false, &mut out),
            Err(error) => {
                output::error(&format!("{} cannot be read: {error}", path.display()));
                return Exit::BAD_INPUT;
            }
        },
    };
    match status {
        Ok(status) => Exit(status.code()),
        Err(error) => output::written(output::quiet_if_closed(Err(error)), Exit::SUCCESS),
    }
}
