//! The shape analysis: how its time grows with what a program has, and Predator's on the same programs.
//!
//! Growth is measured on programs made for it, all of them safe: lists of lists nested to some depth, some list
//! variables that are all alive at once, some loops one after the other over one list. What is measured is computing
//! time, without that of loading, because other work on the machine does not count there.

use super::scratch;
use crate::process::{self, Finished};
use crate::suite::predator;
use anyhow::{Context, Result};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How long one program may take.
const LIMIT: Duration = Duration::from_secs(60);
/// How long one program of Predator's suite may take.
const SUITE_LIMIT: Duration = Duration::from_secs(30);

/// A family of programs by one number.
struct Family {
    what: &'static str,
    sizes: &'static [usize],
    program: fn(usize) -> String,
}

const FAMILIES: &[Family] = &[
    Family { what: "nesting depth", sizes: &[1, 2, 3, 4, 5, 6], program: nested },
    Family { what: "list variables", sizes: &[1, 2, 4, 6, 8, 10, 12], program: variables },
    Family { what: "consecutive loops", sizes: &[1, 2, 4, 8, 16, 32, 64], program: loops },
];

/// Prints how long proofs take as programs grow.
pub fn growth(heapproof: &Path) -> Result<()> {
    let folder = scratch("shapes")?;
    for family in FAMILIES {
        println!("{} (heapproof check --engine shape), computing time without loading", family.what);
        println!("{:>6} {:>10} {:>12} {:>10}", "n", "verdict", "time", "time/n");
        for &size in family.sizes {
            let file = folder.join("program.c");
            fs::write(&file, (family.program)(size))?;
            let mut ir = Command::new(heapproof);
            ir.arg("ir").arg(&file);
            let seconds = LIMIT.as_secs().to_string();
            let mut check = Command::new(heapproof);
            check.args(["check", "-q", "-j1", "--engine", "shape", "--timeout", &seconds]).arg(&file);
            let loading = process::run(&mut ir, LIMIT)?.cpu;
            let check = process::run(&mut check, 2 * LIMIT)?;
            let time = check.cpu.saturating_sub(loading).as_secs_f64();
            println!("{size:>6} {:>10} {time:>10.3} s {:>8.3} s", verdict(&check), time / size as f64);
        }
        println!();
    }
    fs::remove_dir_all(&folder)?;
    Ok(())
}

/// Runs Predator and heapproof on the programs of Predator's suite and prints the total times.
pub fn against_predator(heapproof: &Path, slgcc: &Path, programs: &Path) -> Result<()> {
    let folder = scratch("predator")?;
    let mut totals = [Duration::ZERO; 2];
    let mut timeouts = [0; 2];
    let mut count = 0;
    for program in crate::suite::collect(programs, "c")? {
        if !program.with_extension("err").exists() {
            continue;
        }
        count += 1;
        let arguments = predator::arguments(&program, &folder)?;
        let flags: Vec<&String> = arguments.iter().filter(|word| word.starts_with('-')).collect();
        let mut theirs = Command::new(slgcc);
        theirs.args(&flags).arg(&program).current_dir(&folder);
        let seconds = SUITE_LIMIT.as_secs().to_string();
        let mut ours = Command::new(heapproof);
        ours.args(["check", "-q", "-j1", "--malloc=ok", "--timeout", &seconds])
            .args(&arguments)
            .arg(&program);
        for (number, command) in [&mut theirs, &mut ours].into_iter().enumerate() {
            let finished = process::run(command, SUITE_LIMIT + Duration::from_secs(5))
                .with_context(|| program.display().to_string())?;
            totals[number] += finished.cpu;
            timeouts[number] += usize::from(finished.cpu >= SUITE_LIMIT);
        }
    }
    println!(
        "{count} programs of Predator's suite, at most {} s each, computing time",
        SUITE_LIMIT.as_secs()
    );
    for (number, name) in ["Predator", "heapproof"].into_iter().enumerate() {
        let seconds = totals[number].as_secs_f64();
        println!("{name:<10} {seconds:>8.1} s in all, {} at the limit", timeouts[number]);
    }
    println!();
    fs::remove_dir_all(&folder)?;
    Ok(())
}

/// The verdict that an exit code tells.
fn verdict(finished: &Finished) -> &'static str {
    match finished.code {
        Some(0) => "safe",
        Some(1) => "unsafe",
        Some(3) => "unknown",
        _ => "failed",
    }
}

/// Lists nested to a depth, built and destroyed.
fn nested(depth: usize) -> String {
    let mut text = start();
    for level in (1..=depth).rev() {
        let inner = if level == depth { String::new() } else { format!("    struct l{} *in;\n", level + 1) };
        let _ = write!(text, "struct l{level} {{\n    struct l{level} *next;\n{inner}}};\n");
        let (build, clear) = match level == depth {
            true => (String::new(), String::new()),
            false => (
                format!("        node->in = build{}();\n", level + 1),
                format!("        clear{}(list->in);\n", level + 1),
            ),
        };
        let _ = write!(
            text,
            "static struct l{level} *build{level}(void)\n{{\n    struct l{level} *list = NULL;\n    \
             while (__VERIFIER_nondet_int()) {{\n        struct l{level} *node = malloc(sizeof *node);\n        \
             if (!node)\n            break;\n{build}        node->next = list;\n        list = node;\n    }}\n    \
             return list;\n}}\nstatic void clear{level}(struct l{level} *list)\n{{\n    while (list) {{\n        \
             struct l{level} *next = list->next;\n{clear}        free(list);\n        list = next;\n    }}\n}}\n"
        );
    }
    text + "int main(void)\n{\n    clear1(build1());\n    return 0;\n}\n"
}

/// So many lists that are all alive at once.
fn variables(count: usize) -> String {
    let mut text = start() + NODE;
    text += "int main(void)\n{\n";
    for number in 1..=count {
        let _ = writeln!(text, "    struct node *list{number} = build();");
    }
    for number in 1..=count {
        let _ = writeln!(text, "    clear(list{number});");
    }
    text + "    return 0;\n}\n"
}

/// So many loops over one list, one after the other.
fn loops(count: usize) -> String {
    let mut text = start() + NODE;
    text += "int main(void)\n{\n    struct node *list = build();\n";
    for number in 1..=count {
        let _ = write!(
            text,
            "    for (struct node *node = list; node; node = node->next)\n        node->value = {number};\n"
        );
    }
    text + "    clear(list);\n    return 0;\n}\n"
}

fn start() -> String {
    "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\n".to_string()
}

/// A list of numbers.
const NODE: &str = "\
struct node {
    int value;
    struct node *next;
};
static struct node *build(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->value = 0;
        node->next = list;
        list = node;
    }
    return list;
}
static void clear(struct node *list)
{
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}
";
