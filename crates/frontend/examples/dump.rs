//! Loads files and prints the program, or with `--check` only whether it is valid, how long loading took, and what
//! was not supported. With `--each` every file is a program of its own.
//!
//! Usage: `dump [--check] [--each] FILE… [-- CLANG-ARGS]`

use ir::{InstKind, Program};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let mut flag = |name: &str| {
        let found = args.first().is_some_and(|arg| arg == name);
        if found {
            args.remove(0);
        }
        found
    };
    let (check, each) = (flag("--check"), flag("--each"));
    let split = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
    let inputs: Vec<PathBuf> = args[..split].iter().map(PathBuf::from).collect();
    let clang_args = args.iter().skip(split + 1).map(Into::into).collect();
    let options = frontend::Options { clang_args, quiet: true, ..Default::default() };
    let programs: Vec<&[PathBuf]> = match each {
        true => inputs.chunks(1).collect(),
        false => vec![&inputs],
    };
    let mut failed = false;
    for inputs in programs {
        let names: Vec<String> = inputs.iter().map(|path| path.display().to_string()).collect();
        let names = names.join(" ");
        let start = Instant::now();
        match frontend::load(inputs, &options) {
            Ok(program) if check => failed |= !report(&names, &program, start.elapsed().as_secs_f64()),
            Ok(program) => print!("{}", ir::print::program(&program, ir::print::Options::default())),
            Err(error) => {
                println!("REJECTED {names}\n{error}");
                failed = true;
            }
        }
    }
    ExitCode::from(u8::from(failed))
}

/// Prints a line for a program, and what is wrong with it; whether it is valid.
fn report(names: &str, program: &Program, seconds: f64) -> bool {
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let insts: Vec<_> = bodies.flat_map(|body| &body.blocks).flat_map(|block| &block.insts).collect();
    let violations = ir::validate::validate(program).err().unwrap_or_default();
    let state = if violations.is_empty() { "OK" } else { "INVALID" };
    let types = program.types.len();
    println!("{state} {names} {seconds:.3} s, {} instructions, {types} types", insts.len());
    let mut unsupported = BTreeMap::new();
    for inst in insts {
        if let InstKind::Unsupported { what } = &inst.kind {
            *unsupported.entry(what).or_insert(0) += 1;
        }
    }
    for (what, count) in unsupported {
        println!("  unsupported {count} × {what}");
    }
    for loss in &program.losses {
        println!("  loss {}", loss.what);
    }
    for violation in violations.iter().take(5) {
        println!("  {violation}");
    }
    violations.is_empty()
}
