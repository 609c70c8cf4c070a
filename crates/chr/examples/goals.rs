//! Solves goals from a file or standard input, as `heapproof chr` does.
//!
//! Usage: `goals [-s SOLVERS]… [--explain] [-v N] [--timeout SECONDS] [FILE]`

use chr::command::{Options, run};
use std::io::{BufReader, stdin, stdout};
use std::time::Duration;

fn main() {
    let mut options = Options { verbosity: 1, ..Options::default() };
    let mut file = None;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().unwrap_or_default();
        match arg.as_str() {
            "-s" | "--solver" => {
                if let Err(e) = options.add_solvers(&value()) {
                    eprintln!("error: {e}");
                    std::process::exit(2);
                }
            }
            "-v" | "--verbosity" => options.verbosity = value().parse().unwrap_or(1),
            "--timeout" => options.timeout = value().parse().ok().map(Duration::from_secs),
            "--explain" => options.explain = true,
            "--silent" => options.silent = true,
            "--script" => options.script = true,
            _ => file = Some(arg),
        }
    }
    let status = match file {
        Some(name) => match std::fs::File::open(&name) {
            Ok(f) => run(&options, &name, BufReader::new(f), false, &mut stdout()),
            Err(e) => {
                eprintln!("error: cannot read {name}: {e}");
                std::process::exit(2);
            }
        },
        None => run(&options, "<stdin>", stdin().lock(), true, &mut stdout()),
    };
    std::process::exit(status.map_or(101, |s| i32::from(s.code())));
}
