//! Chores: `cargo xtask <tidy|torture|…>`.
//!
//! One file per chore. A chore that needs `heapproof` builds it in release mode and runs the binary, as a user
//! would; none links the analyser itself, so that chores build in seconds.

mod asan;
mod bench;
mod bless;
mod dependencies;
mod mutate;
mod pages;
mod pool;
mod process;
mod suite;
mod tidy;
mod torture;
mod witnesses;

use anyhow::Result;
use clap::Parser;

/// Chores of the heapproof developers.
#[derive(Parser)]
enum Chore {
    /// Check the house rules: who may depend on whom, and how files open.
    Tidy,
    /// Run the corpus only; options are those of a test runner, such as a part of a program's name.
    Corpus {
        /// Passed on to the runner
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Run GCC's C-torture programs natively and in the interpreter, and compare.
    Torture(torture::Options),
    /// Run programs with AddressSanitizer and in the interpreter, and compare what is found.
    Asan(asan::Options),
    /// Run a public suite with expected results, fetched elsewhere, and compare the verdicts.
    Suite(suite::Options),
    /// Hunt for wrong answers with random list programs; `--help` behind it lists its options.
    #[command(disable_help_flag = true)]
    Fuzz {
        /// Passed on to the hunt
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Plant mistakes into the libraries of the corpus; none of them may be called safe.
    Mutate(mutate::Options),
    /// Open pages of `--html` in a browser: no error, no request, all by keyboard, accessible.
    Pages(pages::Options),
    /// Write, lint and replay witnesses of all errors in the corpus.
    Witnesses(witnesses::Options),
    /// Accept what got better: results on the corpus, dumps in the documentation.
    Bless(bless::Options),
    /// Measure speed against the compiled program and against clang.
    Bench(bench::Options),
}

fn main() -> Result<()> {
    match Chore::parse() {
        Chore::Tidy => tidy::run(),
        Chore::Corpus { args } => {
            process::cargo(["test", "--package", "cli", "--test", "corpus", "--"], &args)
        }
        Chore::Torture(options) => torture::run(&options),
        Chore::Asan(options) => asan::run(&options),
        Chore::Suite(options) => suite::run(&options),
        // A program of its own, because it links the analyser, which other chores do not wait for.
        Chore::Fuzz { args } => {
            process::cargo(["run", "--quiet", "--release", "--package", "fuzz", "--"], &args)
        }
        Chore::Mutate(options) => mutate::run(&options),
        Chore::Pages(options) => pages::run(&options),
        Chore::Witnesses(options) => witnesses::run(&options),
        Chore::Bless(options) => bless::run(&options),
        Chore::Bench(options) => bench::run(&options),
    }
}
