//! Explores a program and prints what came out: a tool for working on the engine.
//!
//! `explore [--shape] [--ok] [--time SECS] [--alloc-check sl|smt|model] [--property P,…] FILE… [-- CLANG-ARGS]`

use engine::{Budget, Engine, Malloc, Silent, Task};
use explore::AllocCheck;
use ir::PropertySet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

fn main() {
    let (mut malloc, mut time, mut properties) = (Malloc::MayFail, 10, PropertySet::standard());
    let (mut alloc_check, mut shape) = (AllocCheck::Default, false);
    let (mut files, mut options) = (Vec::new(), frontend::Options { quiet: true, ..Default::default() });
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--shape" => shape = true,
            "--ok" => malloc = Malloc::Ok,
            "--time" => time = args.next().and_then(|time| time.parse().ok()).expect("--time SECS"),
            "--property" => {
                properties = args.next().and_then(|list| list.parse().ok()).expect("--property P")
            }
            "--alloc-check" => {
                alloc_check = match args.next().as_deref() {
                    Some("sl") => AllocCheck::Sl,
                    Some("smt") => AllocCheck::Smt,
                    Some("model") => AllocCheck::Model,
                    _ => AllocCheck::Default,
                }
            }
            "--" => options.clang_args = args.by_ref().map(Into::into).collect(),
            _ => files.push(PathBuf::from(arg)),
        }
    }
    let mut program = match frontend::load(&files, &options) {
        Ok(program) => program,
        Err(error) => {
            println!("error {error}");
            return;
        }
    };
    clib::link(&mut program);
    let Some(entry) = program.find_function("main") else {
        println!("error no main");
        return;
    };
    let start = Instant::now();
    let task = Task { program: &program, entry, properties, malloc };
    let budget = Budget::new(Some(Duration::from_secs(time)), Some(3 << 30), Default::default());
    let outcome = match shape {
        true => explore::Shape { work: None }.run(&task, &budget, &Silent),
        false => explore::Exact { alloc_check, work: None }.run(&task, &budget, &Silent),
    };
    for finding in &outcome.findings {
        let line = finding.span.map_or(0, |span| span.line.get());
        println!("{} line {line} in {}: {}", finding.kind, finding.function, finding.message);
        if let Some(scenario) = &finding.scenario {
            println!("  {scenario:?}");
        }
        for step in &finding.trace {
            println!(
                "  {} {}: {:?}",
                step.span.map_or(0, |span| span.line.get()),
                step.function,
                step.action
            );
        }
    }
    for entry in outcome.ledger.entries() {
        println!("{} line {}: {}", entry.reason, entry.span.map_or(0, |span| span.line.get()), entry.detail);
    }
    let counters: Vec<String> =
        outcome.stats.counters.iter().map(|(name, count)| format!("{name} {count}")).collect();
    println!("{} in {:.3} s; {}", outcome.verdict(), start.elapsed().as_secs_f64(), counters.join(", "));
}
