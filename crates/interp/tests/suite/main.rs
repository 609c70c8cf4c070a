//! The interpreter on C programs: every kind of error at its line, and the same behaviour as the compiled program.

mod errors;
mod files;
mod independence;
mod leaks;
mod library;
mod native;
mod traces;

use interp::{Config, Outcome, Report, Streams};
use ir::Program;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// A file with this text, which no other test writes to.
fn file(source: &str) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("test{number}.c"));
    std::fs::write(&path, source).expect("the file can be written");
    path
}

/// The program that a C text is.
fn compile(source: &str, flags: &[&str]) -> Program {
    let clang_args = ["-w"].iter().chain(flags).map(Into::into).collect();
    let options = frontend::Options { clang_args, ..Default::default() };
    frontend::load(&[file(source)], &options).expect("the program compiles")
}

/// Runs a program; gives the report and what it wrote.
fn run_program(program: &Program, config: &Config) -> (Report, String) {
    let entry = program.find_function("main").expect("there is a main");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let report = interp::run(program, entry, config, Streams { out: &mut out, err: &mut err });
    (report, String::from_utf8_lossy(&out).into_owned())
}

/// Runs a C text with these properties checked.
fn run(source: &str, properties: &str) -> Report {
    let config = Config { properties: properties.parse().expect("properties"), ..Config::default() };
    run_program(&compile(source, &[]), &config).0
}

/// The violations of a run as `kind:line`, the ones that do not stop it first.
fn violations(report: &Report) -> Vec<String> {
    let line = |span: Option<ir::Span>| span.map_or(0, |span| span.line.get());
    report.faults().map(|fault| format!("{}:{}", fault.kind, line(fault.site.span))).collect()
}

/// The lines of a text that end in a comment `// ERROR kind`, as `kind:line`.
fn expected(source: &str) -> Vec<String> {
    let mark = |(index, line): (usize, &str)| {
        line.split_once("// ERROR ").map(|(_, kind)| format!("{}:{}", kind.trim(), index + 1))
    };
    source.lines().enumerate().filter_map(mark).collect()
}

/// Runs a C text that marks its errors, and compares.
fn check_with(source: &str, properties: &str) {
    let report = run(source, properties);
    assert_eq!(violations(&report), expected(source), "{:?}\n{source}", report.outcome);
    if expected(source).is_empty() {
        assert!(matches!(report.outcome, Outcome::Exited(0)), "{:?}\n{source}", report.outcome);
    }
}

/// Runs a C text that marks its errors, with the standard properties.
fn check(source: &str) {
    check_with(source, "memsafety,unreach-call");
}
