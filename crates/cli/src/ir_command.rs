//! `heapproof ir`: print the program as every engine sees it.

use crate::guard::{self, Failure};
use crate::interrupt;
use crate::load;
use crate::options::IrOptions;
use crate::output::{self, Exit};
use crate::progress::{Activity, Spinner};
use engine::Budget;
use ir::Program;

/// Prints the program.
pub fn run(options: &IrOptions) -> Exit {
    let budget = Budget::new(None, None, interrupt::flag());
    let (input, clang_args, raw) = (options.input.clone(), options.clang_args.clone(), options.raw);
    let work = move || load::shown(&input, &clang_args).map(|program| text(&program, raw));
    match guard::run(&budget, &Activity::default(), Spinner::new(false), work) {
        Ok(Ok(text)) => output::written(output::print(&text), Exit::SUCCESS),
        Ok(Err(error)) => {
            error.print();
            Exit::BAD_INPUT
        }
        Err(Failure::Overran(_)) => Exit::UNKNOWN,
        Err(Failure::Panicked(panicked)) => {
            output::internal_error(&panicked);
            Exit::INTERNAL_ERROR
        }
    }
}

/// The text form, with the source lines unless it is to be raw.
fn text(program: &Program, raw: bool) -> String {
    if raw {
        return ir::print::program(program, ir::print::Options::default());
    }
    let source = |file: &ir::SourceFile| {
        let bytes = output::read_source(&file.path())?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    };
    let sources: Vec<Option<String>> = program.files.iter().map(source).collect();
    ir::print::program(program, ir::print::Options { source: Some(&sources) })
}
