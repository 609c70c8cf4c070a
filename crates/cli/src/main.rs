//! The `heapproof` program: options, and wiring of the other crates.
//!
//! Architecture invariant: nothing is decided here. The command line says what to do, other crates do it, and the
//! exit code follows from the verdict. Whatever goes wrong inside heapproof itself ends as `unknown` with exit
//! code 101, never as a crash.

mod check;
mod chr_command;
mod clang_options;
mod competition;
mod dump_heap;
mod emit_test;
mod engines;
mod entry;
mod explain;
mod function_command;
mod guard;
mod interrupt;
mod invocation;
mod ir_command;
mod load;
mod lsp;
mod options;
mod output;
mod progress;
mod project;
mod replay_functions;
mod run;
mod verdict;
mod witness;

use clap::Parser;
use options::{Cli, Command};
use output::Exit;
use std::process::ExitCode;

/// States are many small objects that come and go: the system's allocator takes a seventh of the time of a proof.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    guard::silence_panics();
    let args = clang_options::spelled_for_clap(std::env::args_os());
    let cli = match competition::with_tasks(args).and_then(project::with_options) {
        Ok(args) => Cli::parse_from(args),
        Err(problem) => {
            output::error(&problem);
            return Exit::BAD_INPUT.into();
        }
    };
    output::choose_colors(cli.color);
    let result = guard::catch(|| match &cli.command {
        Command::Check(options) => check::run(options),
        Command::Lib(options) => function_command::lib(options),
        Command::Prove(options) => function_command::prove(options),
        Command::Explain(options) => explain::run(options),
        Command::Run(options) => run::run(options),
        Command::Ir(options) => ir_command::run(options),
        Command::Chr(options) => chr_command::run(options),
        Command::Lsp => lsp::run(),
        Command::Engines => engines::run(),
    });
    let exit = result.unwrap_or_else(|panic| {
        output::internal_error(&panic);
        Exit::INTERNAL_ERROR
    });
    interrupt::unless_ended(exit)
}
