//! The template engine: how its time grows with the loops, allocation sites, live pointers, functions and calls
//! of a program, and how much of it is the solver's.

use super::growth::{self, Family};
use anyhow::Result;
use std::fmt::Write;
use std::path::Path;

const FAMILIES: &[Family] = &[
    Family { what: "loops", sizes: &[1, 2, 4, 8, 16], program: loops },
    Family { what: "allocation sites", sizes: &[1, 2, 4, 8, 16], program: sites },
    Family { what: "live pointers", sizes: &[1, 2, 4, 8, 16], program: pointers },
    Family { what: "functions", sizes: &[1, 2, 4, 8, 16], program: functions },
    Family { what: "calls of one function", sizes: &[4, 8, 16, 32, 64], program: calls },
    Family { what: "depth of calls, two each", sizes: &[1, 2, 4, 8, 16], program: depth },
];

/// Prints how long proofs take as programs grow.
pub fn growth(heapproof: &Path) -> Result<()> {
    growth::run(heapproof, &["--engine=template", "--property=unreach-call", "--malloc=ok"], FAMILIES)
}

const START: &str = "\
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};
";

/// So many loops over one list, each of which finds the values that the one before left.
fn loops(count: usize) -> String {
    let mut text = format!(
        "{START}int main(void)\n{{\n    struct node *list = NULL;\n    while (__VERIFIER_nondet_int()) {{\n        \
         struct node *node = malloc(sizeof *node);\n        node->value = 0;\n        node->next = list;\n        \
         list = node;\n    }}\n"
    );
    for number in 1..=count {
        let _ = write!(
            text,
            "    for (struct node *node = list; node; node = node->next) {{\n        \
             assert(node->value >= 0 && node->value <= {number});\n        node->value = {number};\n    }}\n"
        );
    }
    text + "    return 0;\n}\n"
}

/// A list whose nodes come from so many places.
fn sites(count: usize) -> String {
    let mut text = format!(
        "{START}int main(void)\n{{\n    struct node *list = NULL;\n    while (__VERIFIER_nondet_int()) {{\n"
    );
    text += "        int choice = __VERIFIER_nondet_int();\n        struct node *node;\n";
    for number in 1..=count {
        let (start, end) = match number {
            _ if number == count => (String::new(), "\n"),
            _ => (format!("if (choice == {number}) "), " else "),
        };
        let _ = write!(
            text,
            "        {start}{{\n            node = malloc(sizeof *node);\n            node->value = {number};\n        }}{end}"
        );
    }
    let _ = write!(
        text,
        "        node->next = list;\n        list = node;\n    }}\n    \
         for (struct node *node = list; node; node = node->next)\n        \
         assert(node->value >= 1 && node->value <= {count});\n    return 0;\n}}\n"
    );
    text
}

/// So many pointers into one list.
fn pointers(count: usize) -> String {
    let mut text = format!("{START}int main(void)\n{{\n    struct node *list = NULL;\n");
    for number in 1..=count {
        let _ = writeln!(text, "    struct node *p{number} = NULL;");
    }
    text += "    while (__VERIFIER_nondet_int()) {\n        struct node *node = malloc(sizeof *node);\n        \
             node->value = 5;\n        node->next = list;\n        list = node;\n";
    for number in 1..=count {
        let _ = write!(text, "        if (__VERIFIER_nondet_int())\n            p{number} = node;\n");
    }
    text += "    }\n";
    for number in 1..=count {
        let _ = writeln!(text, "    assert(!p{number} || p{number}->value == 5);");
    }
    text + "    return 0;\n}\n"
}

/// So many functions with a loop each, called one after the other.
fn functions(count: usize) -> String {
    let mut text = START.to_string();
    for number in 1..=count {
        let _ = write!(
            text,
            "static int f{number}(int x)\n{{\n    while (x < 100 && __VERIFIER_nondet_int())\n        x++;\n    \
             return x;\n}}\n"
        );
    }
    text += "int main(void)\n{\n    int x = 0;\n";
    for number in 1..=count {
        let _ = write!(text, "    x = f{number}(x);\n    assert(x >= 0 && x <= 100);\n");
    }
    text + "    return 0;\n}\n"
}

/// A function with a loop that is called from so many places.
fn calls(count: usize) -> String {
    let mut text = format!(
        "{START}static int clamp(int x, int low, int high)\n{{\n    while (x < low && __VERIFIER_nondet_int())\n        \
         x++;\n    if (x < low)\n        return low;\n    return x > high ? high : x;\n}}\nint main(void)\n{{\n"
    );
    for number in 1..=count {
        let high = number + 100;
        let _ = write!(
            text,
            "    int x{number} = clamp(__VERIFIER_nondet_int(), {number}, {high});\n    \
             assert(x{number} >= {number} && x{number} <= {high});\n"
        );
    }
    text + "    return 0;\n}\n"
}

/// Functions that call each other twice, so deep: copies of the innermost one double with each.
fn depth(count: usize) -> String {
    let mut text = format!(
        "{START}static int f0(int x)\n{{\n    int more = 0;\n    while (more < 3 && __VERIFIER_nondet_int())\n        \
         more++;\n    return x > 90 ? x : x + more;\n}}\n"
    );
    for number in 1..=count {
        let inner = number - 1;
        let _ = write!(
            text,
            "static int f{number}(int x)\n{{\n    x = f{inner}(x);\n    return f{inner}(x);\n}}\n"
        );
    }
    let _ = write!(
        text,
        "int main(void)\n{{\n    int x = f{count}(0);\n    assert(x >= 0 && x <= 100);\n    return 0;\n}}\n"
    );
    text
}
