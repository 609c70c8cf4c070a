//! Loads files and prints the program, or with `--check` only whether it is valid and how long it took.
//!
//! Usage: `dump [--check] FILE… [-- CLANG-ARGS]`

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let check = args.first().is_some_and(|arg| arg == "--check");
    if check {
        args.remove(0);
    }
    let split = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
    let inputs: Vec<PathBuf> = args[..split].iter().map(PathBuf::from).collect();
    let clang_args = args.iter().skip(split + 1).map(Into::into).collect();
    let options = frontend::Options { clang_args, quiet: true, ..Default::default() };
    let start = Instant::now();
    match frontend::load(&inputs, &options) {
        Ok(program) => {
            let seconds = start.elapsed().as_secs_f64();
            if check {
                println!("OK {seconds:.3}");
            } else {
                println!("{program:#?}");
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
