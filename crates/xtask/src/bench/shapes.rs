//! The shape analysis: how its time grows with what a program has, and Predator's on the same programs.
//!
//! Growth is measured on programs made for it, all of them safe: lists of lists nested to some depth, some list
//! variables that are all alive at once, some loops one after the other over one list, some containers with head, tail and
//! length from which nodes may be taken off, and the same operations on one container several times.

use super::growth::{self, Family};
use super::scratch;
use crate::process;
use crate::suite::predator;
use anyhow::{Context, Result};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// The share of the limit after which a program without a verdict is taken to have come to it.
const NEARLY: f64 = 0.9;
/// Of how many programs it is told that we take longer than Predator.
const LOSSES: usize = 24;

const FAMILIES: &[Family] = &[
    Family { what: "nesting depth", sizes: &[1, 2, 3, 4, 5, 6], program: nested },
    Family { what: "list variables", sizes: &[1, 2, 4, 6, 8, 10, 12], program: variables },
    Family { what: "consecutive loops", sizes: &[1, 2, 4, 8, 16, 32, 64], program: loops },
    Family { what: "live containers", sizes: &[1, 2, 4, 8, 16], program: containers },
    Family { what: "live queues, linked singly", sizes: &[1, 2, 4, 8, 16], program: queues },
    Family { what: "live queues with lengths of type int", sizes: &[1, 2, 4, 8], program: queues_by_int },
    Family { what: "rounds of operations", sizes: &[1, 2, 4, 8, 16], program: rounds },
];

/// Prints how long proofs take as programs grow.
pub fn growth(heapproof: &Path) -> Result<()> {
    growth::run(heapproof, &["--engine=shape"], FAMILIES)
}

/// What a program of Predator's suite takes.
struct Pair {
    name: String,
    predator: Duration,
    heapproof: Duration,
}

/// Runs Predator and heapproof on the programs of Predator's suite, both for at most `limit`, and prints the total times
/// and the programs where we lose most. What Predator takes is the computing time of its script, gcc's included; ours
/// includes clang's.
pub fn against_predator(heapproof: &Path, slgcc: &Path, programs: &Path, limit: Duration) -> Result<()> {
    let folder = scratch("predator")?;
    let seconds = limit.as_secs().to_string();
    let mut pairs: Vec<Pair> = Vec::new();
    for program in crate::suite::collect(programs, "c")? {
        if !program.with_extension("err").exists() {
            continue;
        }
        let arguments = predator::arguments(&program, &folder)?;
        let flags = arguments.iter().filter(|word| word.starts_with('-'));
        // Its script starts processes that would go on if it were ended; so they are limited instead.
        let mut theirs = Command::new("sh");
        theirs.args(["-c", "ulimit -t \"$1\"; shift; exec \"$@\"", "sh", &seconds]).arg(slgcc);
        theirs.args(flags).arg(&program).current_dir(&folder);
        let mut ours = Command::new(heapproof);
        ours.args(["check", "-q", "-j1", "--malloc=ok", "--timeout", &seconds])
            .args(&arguments)
            .arg(&program);
        let time = |command: &mut Command| -> Result<Duration> {
            let finished =
                process::run(command, 10 * limit).with_context(|| program.display().to_string())?;
            // Our limit is on the clock: on a machine with other work less was computed when it was reached.
            let late = finished.code == Some(3) && finished.time >= limit.mul_f64(NEARLY);
            Ok(if late { finished.cpu.max(limit) } else { finished.cpu })
        };
        pairs.push(Pair {
            name: super::name(&program),
            predator: time(&mut theirs)?,
            heapproof: time(&mut ours)?,
        });
    }
    println!(
        "{} programs of Predator's suite, at most {seconds} s each, computing time with compiling",
        pairs.len()
    );
    let show = |tool: &str, time: fn(&Pair) -> Duration| {
        let total: Duration = pairs.iter().map(time).sum();
        let late = pairs.iter().filter(|pair| time(pair) >= limit).count();
        println!("{tool:<10} {:>8.1} s in all, {late} at the limit", total.as_secs_f64());
    };
    show("Predator", |pair| pair.predator);
    show("heapproof", |pair| pair.heapproof);
    println!("\nwhere heapproof takes longest beyond Predator:");
    println!("{:<24} {:>10} {:>10}", "program", "Predator", "heapproof");
    pairs.sort_by_key(|pair| std::cmp::Reverse(pair.heapproof.saturating_sub(pair.predator)));
    for pair in pairs.iter().take(LOSSES) {
        let (theirs, ours) = (pair.predator.as_secs_f64(), pair.heapproof.as_secs_f64());
        println!("{:<24} {theirs:>8.2} s {ours:>8.2} s", pair.name);
    }
    println!();
    fs::remove_dir_all(&folder)?;
    Ok(())
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

/// So many lists with head, tail and length, from each of which a node may be taken off.
fn containers(count: usize) -> String {
    start() + CONTAINER + &uses(count)
}

/// A main function that has so many of them.
fn uses(count: usize) -> String {
    let mut text = "int main(void)\n{\n".to_string();
    for number in 1..=count {
        let _ = writeln!(text, "    struct list list{number} = {{ NULL, NULL, 0 }};");
    }
    for number in 1..=count {
        let _ = writeln!(text, "    fill(&list{number});");
    }
    for number in 1..=count {
        let _ = writeln!(text, "    if (__VERIFIER_nondet_int())\n        pop(&list{number});");
    }
    for number in 1..=count {
        let _ = writeln!(text, "    clear(&list{number});");
    }
    text + "    return 0;\n}\n"
}

/// So many queues of singly-linked nodes with head, tail and length, from each of which a node may be taken.
fn queues(count: usize) -> String {
    start() + QUEUE + &uses(count)
}

/// The same with lengths that are narrower than an address.
fn queues_by_int(count: usize) -> String {
    queues(count).replace("unsigned long length", "int length")
}

/// One list with head, tail and length, filled and emptied by one node so many times.
fn rounds(count: usize) -> String {
    let mut text = start() + CONTAINER + "int main(void)\n{\n    struct list list = { NULL, NULL, 0 };\n";
    for _ in 0..count {
        text += "    fill(&list);\n    if (__VERIFIER_nondet_int())\n        pop(&list);\n";
    }
    text + "    clear(&list);\n    return 0;\n}\n"
}

/// A list with head, tail and length, and what is done with it.
const CONTAINER: &str = "struct node {
    struct node *next, *prev;
    int value;
};
struct list {
    struct node *head, *tail;
    unsigned long length;
};
static void fill(struct list *list)
{
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->value = 0;
        node->next = NULL;
        node->prev = list->tail;
        if (list->tail)
            list->tail->next = node;
        else
            list->head = node;
        list->tail = node;
        list->length++;
    }
}
static void pop(struct list *list)
{
    struct node *node = list->head;
    if (!node)
        return;
    list->head = node->next;
    if (list->head)
        list->head->prev = NULL;
    else
        list->tail = NULL;
    list->length--;
    free(node);
}
static void clear(struct list *list)
{
    while (list->length > 0) {
        struct node *node = list->head;
        list->head = node->next;
        free(node);
        list->length--;
    }
}
";

/// The same, linked in one direction only.
const QUEUE: &str = "struct node {
    struct node *next;
    int value;
};
struct list {
    struct node *head, *tail;
    unsigned long length;
};
static void fill(struct list *list)
{
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->value = 0;
        node->next = NULL;
        if (list->length == 0)
            list->head = node;
        else
            list->tail->next = node;
        list->tail = node;
        list->length++;
    }
}
static void pop(struct list *list)
{
    struct node *node = list->head;
    if (!node)
        return;
    list->head = node->next;
    if (!list->head)
        list->tail = NULL;
    list->length--;
    free(node);
}
static void clear(struct list *list)
{
    while (list->head)
        pop(list);
}
";

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
