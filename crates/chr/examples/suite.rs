//! Runs a directory of goal files with expected answers, in the layout of the public SMCHR test
//! suite: groups of `name.in`, `name.exp` (one pattern per line that must occur in the output),
//! and options per group (`options`) and per test (`name.opt`).
//!
//! Usage: `cargo run --release -p chr --example suite -- DIR [GROUP[/TEST]]…`

use chr::command::{Options, Status, run};
use std::path::Path;
use std::time::{Duration, Instant};

fn main() {
    let mut args = std::env::args().skip(1);
    let Some(root) = args.next() else {
        eprintln!("usage: suite DIR [GROUP[/TEST]]…");
        std::process::exit(2);
    };
    let only: Vec<String> = args.collect();
    let root = std::fs::canonicalize(&root).expect("the directory exists");
    let mut groups: Vec<_> = std::fs::read_dir(&root)
        .expect("the directory is readable")
        .filter_map(|e| e.ok().map(|e| e.path()))
        .filter(|p| p.is_dir())
        .collect();
    groups.sort();
    let (mut passed, mut failed, mut better, mut impossible) = (0, Vec::new(), Vec::new(), Vec::new());
    let start = Instant::now();
    for group in groups {
        let name = group.file_name().unwrap().to_string_lossy().to_string();
        let mut tests: Vec<_> = std::fs::read_dir(&group)
            .expect("the group is readable")
            .filter_map(|e| e.ok().map(|e| e.path()))
            .filter(|p| p.extension().is_some_and(|e| e == "in"))
            .collect();
        tests.sort();
        std::env::set_current_dir(&group).expect("the group is a directory");
        let (mut group_time, mut count) = (Duration::ZERO, 0);
        for test in tests {
            let id = format!("{name}/{}", test.file_stem().unwrap().to_string_lossy());
            if !only.is_empty() && !only.iter().any(|o| *o == name || *o == id) {
                continue;
            }
            count += 1;
            let begin = Instant::now();
            let output = run_test(&group, &test, "");
            let time = begin.elapsed();
            group_time += time;
            if time > Duration::from_millis(400) {
                println!("  slow: {id} {:.2} s", time.as_secs_f64());
            }
            let expected = std::fs::read_to_string(test.with_extension("exp")).unwrap_or_default();
            let missing: Vec<&str> =
                expected.lines().filter(|l| !output.contains(&l.replace("\\*", "*"))).collect();
            let mut answers = output.lines().filter(|l| l.starts_with("UN") || l.starts_with("ABORT"));
            if missing.is_empty() {
                passed += 1;
            } else if expected.contains("UNKNOWN") && answers.clone().any(|l| l == "UNSAT") {
                better.push(id);
            } else if refuted(&group, &test, &missing) {
                impossible.push(id);
            } else {
                let first = answers.next().unwrap_or("no answer");
                let short: String = first.chars().take(200).collect();
                failed.push(format!("{id}: missing {missing:?} in {short}"));
            }
        }
        if count > 0 {
            println!("{name:16} {count:3} tests {:7.3} s", group_time.as_secs_f64());
        }
    }
    for f in &failed {
        println!("FAILED {f}");
    }
    for b in &better {
        println!("UNSAT where UNKNOWN was expected: {b}");
    }
    for i in &impossible {
        println!("the expected values contradict the goal: {i}");
    }
    println!(
        "{passed} as expected, {} with contradictory expectations, {} UNSAT instead of UNKNOWN, {} failed, {:.2} s",
        impossible.len(),
        better.len(),
        failed.len(),
        start.elapsed().as_secs_f64()
    );
}

/// Whether all that is missing are values, and linear arithmetic shows that the goal excludes them.
fn refuted(group: &Path, test: &Path, missing: &[&str]) -> bool {
    let is_value =
        |line: &&str| line.split_once(" = ").is_some_and(|(_, value)| value.trim().parse::<i64>().is_ok());
    let values: String = missing.iter().map(|line| format!(" /\\ {line}")).collect();
    missing.iter().all(is_value) && run_test(group, test, &values).starts_with("UNSAT")
}

/// The output for the goals of a file, with `more` added to the first.
fn run_test(group: &Path, test: &Path, more: &str) -> String {
    let mut words = Vec::new();
    for file in [group.join("options"), test.with_extension("opt")] {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        words.extend(text.split_whitespace().map(str::to_string));
    }
    let mut options =
        Options { silent: true, verbosity: 9, timeout: Some(Duration::from_secs(10)), ..Options::default() };
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        if word == "-s" || word == "--solver" {
            let list = words.next().expect("-s has an argument");
            if let Err(e) = options.add_solvers(&list) {
                return format!("error: {e}");
            }
        }
    }
    let text = std::fs::read_to_string(test).expect("the test is readable");
    let input = match text.split_once('\n') {
        Some((first, rest)) => format!("{first}{more}\n{rest}"),
        None => text + more,
    };
    let mut out = Vec::new();
    let status = run(&options, "goal", input.as_bytes(), false, &mut out).expect("writing to memory works");
    let mut text = String::from_utf8_lossy(&out).to_string();
    if status == Status::BadInput {
        text.push_str("\n(bad input)");
    }
    text
}
