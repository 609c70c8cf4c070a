//! Runs C programs in the interpreter: `cargo run --example run -- [-p PROPERTY,…] FILE… [-- CLANG-ARGS]`.
//!
//! For trying things out while working on the interpreter; the command line of the tool is in the crate `cli`.

use interp::{Config, Notes, Outcome, Outside, Site, Stdin, Streams};
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut files = Vec::new();
    let mut options = frontend::Options::default();
    let mut config = Config { stdin: Stdin::Process, outside: Outside::System, ..Config::default() };
    let mut quiet = false;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--" => options.clang_args.extend(args.by_ref().map(Into::into)),
            "-q" => quiet = true,
            "-s" => config.step_limit = args.next().and_then(|limit| limit.parse().ok()),
            "-p" => match args.next().unwrap_or_default().parse() {
                Ok(properties) => config.properties = properties,
                Err(message) => {
                    eprintln!("{message}");
                    return ExitCode::from(2);
                }
            },
            file => files.push(PathBuf::from(file)),
        }
    }
    let mut program = match frontend::load(&files, &options) {
        Ok(program) => program,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    clib::link(&mut program);
    let Some(entry) = program.find_function("main") else {
        eprintln!("there is no main");
        return ExitCode::from(2);
    };
    let started = std::time::Instant::now();
    let streams = Streams { out: &mut std::io::stdout(), err: &mut std::io::stderr() };
    let report = interp::run(&program, entry, &config, streams);
    let seconds = started.elapsed().as_secs_f64();
    if !quiet {
        let line = |span: Option<ir::Span>| span.map_or(0, |span| span.line.get());
        for fault in report.faults() {
            for event in &fault.trace {
                eprintln!("    {}:{}: {:?}", event.function, line(event.span), event.action);
            }
            let Site { span, function, library } = &fault.site;
            eprintln!("{function}:{}: {}: {} {library:?}", line(*span), fault.kind, fault.message);
            if let Some(object) = &fault.object {
                let at = |site: &Option<Site>| site.as_ref().map_or(0, |site| line(site.span));
                let (allocated, ended) = (at(&object.allocated), at(&object.ended));
                eprintln!("  {}, {} bytes, from {allocated} to {ended}", object.name, object.size);
            }
        }
        let Notes { inputs, uninitialized, layout, undefined, losses, .. } = &report.notes;
        eprintln!("inputs: {inputs:?}\nuninitialized: {uninitialized:?}\nlayout: {layout:?}");
        eprintln!("undefined: {undefined:?}\nlosses: {losses:?}");
        let rate = report.steps as f64 / seconds / 1e6;
        eprintln!("{} steps, {seconds:.3} s, {rate:.1} M steps/s", report.steps);
    }
    match &report.outcome {
        Outcome::Stopped(stopped) => {
            eprintln!("stopped: {stopped:?}");
            ExitCode::from(125)
        }
        Outcome::Fault(fault) => {
            eprintln!("fault: {} {}", fault.kind, fault.message);
            ExitCode::from(126)
        }
        outcome => {
            eprintln!("{} leaks", report.leaks.len());
            ExitCode::from(outcome.shell_code().unwrap_or(127))
        }
    }
}
