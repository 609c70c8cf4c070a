//! Contracts: the programs of the paper's figure 12 against the times printed there, twenty annotated functions in one
//! file, and how time grows with the stores on a path and with the links in use.
//!
//! What is measured is computing time, without that of loading, because other work on the machine does not count there.

use super::scratch;
use crate::process::{self, root};
use anyhow::{Result, ensure};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How long z3 may take for one condition.
const Z3_SECONDS: u32 = 5;
/// How long one program may take.
const LIMIT: Duration = Duration::from_secs(120);

/// That allocation may fail, as an argument.
const MAY_FAIL: &str = "--malloc=may-fail";

/// The seconds that figure 12 prints.
const FIGURE12: &[(&str, f64)] = &[
    ("iterate", 1.50),
    ("iterate_acyclic", 1.43),
    ("slist_add", 1.36),
    ("reverse_acyclic", 1.37),
    ("slist_sorted_insert", 4.85),
    ("dlist_add", 1.75),
    ("dlist_remove", 1.65),
    ("allocator", 2.00),
    ("list_appl", 30.22),
    ("muh_free", 8.20),
];

/// Prints all tables.
pub fn run(heapproof: &Path) -> Result<()> {
    println!("figure 12 (heapproof prove), computing time without loading, and the paper's seconds");
    let (mut ours, mut theirs) = (0.0, 0.0);
    for (name, paper) in FIGURE12 {
        let time = seconds(heapproof, &root().join(format!("corpus/contracts/figure12/{name}.c")), MAY_FAIL)?;
        println!("{name:<20} {time:>8.2} s {paper:>8.2} s");
        (ours, theirs) = (ours + time, theirs + paper);
    }
    println!("{:<20} {ours:>8.2} s {theirs:>8.2} s\n", "all");
    let folder = scratch("contracts")?;
    with_z3(heapproof, &folder)?;
    let file = folder.join("program.c");
    fs::write(&file, functions(20))?;
    println!("twenty annotated functions in one file: {:.2} s\n", seconds(heapproof, &file, MAY_FAIL)?);
    for (what, sizes, program) in [
        ("stores on a path, to new nodes", &[1, 2, 4, 8, 16, 32, 64][..], news as fn(usize) -> String),
        (
            "stores on a path, to nodes that the contract says differ, pair by pair",
            &[1, 2, 4, 8, 16, 32, 64],
            pushes,
        ),
        ("links in use, and one store", &[1, 2, 4, 8, 16, 32][..], one_of_links),
        ("links in use, and a store to each: the square of their number", &[1, 2, 4, 8, 16][..], links),
    ] {
        println!("{what}\n{:>6} {:>12} {:>10}", "n", "time", "time/n");
        for &size in sizes {
            fs::write(&file, program(size))?;
            let time = seconds(heapproof, &file, "--malloc=ok")?;
            println!("{size:>6} {time:>10.3} s {:>8.3} s", time / size as f64);
        }
        println!();
    }
    fs::remove_dir_all(&folder)?;
    Ok(())
}

/// The conditions of figure 12 in z3, where it is installed: how many it decides, and how long it takes for them.
fn with_z3(heapproof: &Path, folder: &Path) -> Result<()> {
    if Command::new("z3").arg("--version").output().is_err() {
        println!("z3 is not installed: no comparison with it\n");
        return Ok(());
    }
    println!("the same conditions in z3 (at most {Z3_SECONDS} s each), and the ratio of computing times");
    let (mut ours, mut theirs) = (0.0, 0.0);
    for (name, _) in FIGURE12 {
        let file = root().join(format!("corpus/contracts/figure12/{name}.c"));
        let conditions = folder.join(name);
        let mut dump = Command::new(heapproof);
        dump.args(["prove", "-q", "--function-timeout", "60", "--dump-conditions"])
            .arg(&conditions)
            .arg(&file);
        process::run(&mut dump, LIMIT)?;
        let (mut decided, mut count, mut time) = (0, 0, 0.0);
        let mut scripts: Vec<_> = fs::read_dir(&conditions)?.collect::<std::io::Result<_>>()?;
        scripts.sort_by_key(fs::DirEntry::path);
        for script in scripts {
            let mut z3 = Command::new("z3");
            z3.arg(format!("-T:{Z3_SECONDS}")).arg(script.path());
            let answer = process::run(&mut z3, LIMIT)?;
            count += 1;
            decided += usize::from(answer.stdout.trim_ascii() == b"unsat");
            time += answer.cpu.as_secs_f64();
        }
        let own = seconds(heapproof, &file, MAY_FAIL)?;
        println!("{name:<20} {own:>8.2} s {time:>8.2} s for {decided} of {count} conditions");
        (ours, theirs) = (ours + own, theirs + time);
    }
    println!("{:<20} {ours:>8.2} s {theirs:>8.2} s, ratio {:.1}\n", "all", theirs / ours.max(0.01));
    Ok(())
}

/// The computing time of a proof that succeeds, with what is said about allocation.
fn seconds(heapproof: &Path, file: &Path, malloc: &str) -> Result<f64> {
    let mut ir = Command::new(heapproof);
    ir.arg("ir").arg(file);
    let loading = process::run(&mut ir, LIMIT)?.cpu;
    let limit = LIMIT.as_secs().to_string();
    let mut prove = Command::new(heapproof);
    prove.args(["prove", "-q", "-j1", malloc, "--timeout", &limit, "--function-timeout", &limit]).arg(file);
    let proof = process::run(&mut prove, 2 * LIMIT)?;
    ensure!(proof.code == Some(0), "{} ends with {:?}", file.display(), proof.code);
    Ok(proof.cpu.saturating_sub(loading).as_secs_f64())
}

const NODE: &str = "#include <stddef.h>\nstruct node { int data; struct node *next; };\n";

/// Functions that insert behind a node of a list, each with a contract.
fn functions(count: usize) -> String {
    let mut text = NODE.to_string();
    for number in 0..count {
        let _ = writeln!(
            text,
            "/*@ requires acyclic(list, next) && in(at, nodes(list, next)) && !BS(node) && !in(node, nodes(list, next));
    requires forall(x, nodes(list, next), \\valid(x) && Off(x) == 0) && \\valid(node) && Off(node) == 0;
    assigns {{&at->next, &node->next}};
    ensures acyclic(list, next) && in(node, nodes(list, next));
    ensures forall(x, nodes(list, next), x == node || in(x, \\old(nodes(list, next)))); */
void insert{number}(struct node *list, struct node *at, struct node *node)
{{
    node->next = at->next;
    at->next = node;
}}"
        );
    }
    text
}

/// A function that pushes new nodes onto a list, one after the other. Its contract does not grow.
fn news(count: usize) -> String {
    let mut text = format!("#include <stdlib.h>\n{NODE}");
    text.push_str(
        "/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    requires forall(x, nodes(list, next), Off(x) == 0);
    ensures acyclic(\\result, next); */
struct node *push(struct node *list)
{
",
    );
    for n in 0..count {
        let _ = writeln!(text, "    struct node *n{n} = malloc(sizeof *n{n});\n    n{n}->next = list;");
        let _ = writeln!(text, "    //@ ghost BS -= {{n{n}}};\n    list = n{n};");
    }
    text + "    return list;\n}\n"
}

/// A function that pushes nodes onto a list, one after the other. Its contract has a clause for each pair of nodes: it
/// grows with the square of their number.
fn pushes(count: usize) -> String {
    let mut text = NODE.to_string();
    let names: Vec<String> = (0..count).map(|number| format!("n{number}")).collect();
    let _ = writeln!(text, "/*@ requires acyclic(list, next) && (list == NULL || !BS(list));");
    let _ = writeln!(text, "    requires forall(x, nodes(list, next), Off(x) == 0);");
    for (number, name) in names.iter().enumerate() {
        let _ = writeln!(
            text,
            "    requires \\valid({name}) && Off({name}) == 0 && !BS({name}) && !in({name}, nodes(list, next));"
        );
        for other in &names[..number] {
            let _ = writeln!(text, "    requires Obj({name}) != Obj({other});");
        }
    }
    let assigned: Vec<String> = names.iter().map(|name| format!("&{name}->next")).collect();
    let params: Vec<String> = names.iter().map(|name| format!("struct node *{name}")).collect();
    let _ = writeln!(text, "    assigns {{{}}};", assigned.join(", "));
    let _ =
        writeln!(text, "    ensures acyclic(\\result, next) && in({}, nodes(\\result, next)); */", names[0]);
    let _ = writeln!(text, "struct node *push(struct node *list, {})\n{{", params.join(", "));
    for name in &names {
        let _ = writeln!(text, "    {name}->next = list;\n    list = {name};");
    }
    text + "    return list;\n}\n"
}

/// A function that inserts a node at the front of several lists at once, each with a link of its own.
fn links(count: usize) -> String {
    let numbers = 0..count;
    let members: String = numbers.clone().map(|n| format!("struct node *l{n}; ")).collect();
    let mut text = format!("#include <stddef.h>\nstruct node {{ {members}}};\n");
    let _ = writeln!(text, "/*@ requires \\valid(node) && Off(node) == 0 && !BS(node);");
    for n in numbers.clone() {
        let _ = writeln!(
            text,
            "    requires acyclic(h{n}, l{n}) && (h{n} == NULL || !BS(h{n})) && !in(node, nodes(h{n}, l{n}));"
        );
        for m in numbers.clone() {
            let _ = writeln!(text, "    requires forall(x, nodes(h{n}, l{m}), Off(x) == 0);");
        }
    }
    let assigned: Vec<String> = numbers.clone().map(|n| format!("&node->l{n}")).collect();
    let params: Vec<String> = numbers.clone().map(|n| format!("struct node *h{n}")).collect();
    let _ = writeln!(text, "    assigns {{{}}};", assigned.join(", "));
    let ensured: Vec<String> =
        numbers.clone().map(|n| format!("    ensures acyclic(node, l{n}) && node->l{n} == h{n};")).collect();
    let _ = writeln!(text, "{} */", ensured.join("\n"));
    let _ = writeln!(text, "void insert(struct node *node, {})\n{{", params.join(", "));
    for n in numbers {
        let _ = writeln!(text, "    node->l{n} = h{n};");
    }
    text + "}\n"
}

/// A function that inserts a node at the front of one of the lists that a node is on, each with a link of its own.
fn one_of_links(count: usize) -> String {
    let members: String = (0..count).map(|n| format!("struct node *l{n}; ")).collect();
    let mut text = format!("#include <stddef.h>\nstruct node {{ {members}}};\n");
    let _ = writeln!(text, "/*@ requires \\valid(node) && Off(node) == 0 && !BS(node) && !BS(first);");
    for n in 0..count {
        let _ = writeln!(text, "    requires acyclic(first, l{n}) && !in(node, nodes(first, l{n}));");
        let _ = writeln!(text, "    requires forall(x, nodes(first, l{n}), Off(x) == 0);");
    }
    text.push_str("    assigns {&node->l0};\n    ensures acyclic(node, l0);\n");
    for n in 1..count {
        let _ = writeln!(text, "    ensures acyclic(first, l{n});");
    }
    text + "*/\nvoid insert(struct node *node, struct node *first)\n{\n    node->l0 = first;\n}\n"
}
