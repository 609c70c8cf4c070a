//! Showing an error again: the command line in the report, and the test in C.

use crate::support::{LONG, SAFE, Scratch, USE_AFTER_FREE};

/// Goes wrong for one input, one argument, one outcome of the second allocation and one byte that is read.
const PICKY: &str = r#"
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(int argc, char **argv)
{
    int chosen = __VERIFIER_nondet_int();
    char *one = malloc(4), *other = malloc(4);
    if (one && !other && chosen == -70000 && argc == 2 && argv[1][0] == '%' && getchar() == '\'')
        one[4] = 0;
    free(one);
    free(other);
    return 0;
}
"#;

/// The command that follows a word at the start of a line.
fn command(text: &str, word: &str) -> String {
    let line = text.lines().find_map(|line| line.trim_start().strip_prefix(word));
    line.unwrap_or_else(|| panic!("no `{word}` in:\n{text}")).trim().to_string()
}

/// The output of a command of a shell in which `heapproof` is the binary.
fn shell(scratch: &Scratch, line: &str) -> String {
    let line = line.replace("heapproof run", concat!(env!("CARGO_BIN_EXE_heapproof"), " run"));
    let output =
        std::process::Command::new("bash").arg("-c").arg(&line).current_dir(scratch.path()).output().unwrap();
    [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()).concat()
}

#[test]
fn the_report_says_how_to_replay() {
    let scratch = Scratch::with("a b.c", PICKY);
    let mut check = scratch.command("check --property=valid-deref -DX");
    let output = check.arg("a b.c").output().unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(report.contains("__VERIFIER_nondet_int() = -70000"), "{report}");
    let replay = command(&report, "replay:");
    assert!(replay.starts_with("printf '\\047"), "{replay}");
    let replayed = shell(&scratch, &replay);
    assert!(replayed.contains("error[out-of-bounds]") && replayed.contains("a b.c:10:16"), "{replayed}");
}

#[test]
fn errors_of_one_run_are_replayed_by_one_line() {
    let source = "#include <stdlib.h>\nint main(void)\n{\n    malloc(1);\n    malloc(2);\n}\n";
    let finished = Scratch::with("a.c", source).run("check a.c").expect(1).says("unsafe: 2 errors");
    assert_eq!(finished.stdout.matches("replay:").count(), 1, "{}", finished.stdout);
}

#[test]
fn a_test_in_c_shows_the_error() {
    let scratch = Scratch::with("a.c", PICKY);
    scratch.run("check --emit-test t.c a.c").expect(1);
    let test = std::fs::read_to_string(scratch.path().join("t.c")).unwrap();
    let shown = shell(&scratch, &command(&test, "*     clang").replacen("", "clang", 1));
    assert!(shown.contains("heap-buffer-overflow") && shown.contains("a.c:10:16"), "{shown}");
}

#[test]
fn without_an_error_there_is_no_test() {
    let scratch = Scratch::with("a.c", SAFE);
    scratch
        .run("check --emit-test t.c a.c")
        .expect(0)
        .complains("no test was written: no error was confirmed");
    assert!(!scratch.path().join("t.c").exists());
    let timeout = Scratch::with("a.c", LONG);
    timeout
        .run("check --engine exact --timeout 0.1 --emit-test t.c a.c")
        .expect(3)
        .complains("no test was written");
}

#[test]
fn a_test_that_cannot_be_written_is_told() {
    let scratch = Scratch::with("a.c", USE_AFTER_FREE);
    let finished = scratch.run("check --emit-test missing/t.c a.c").expect(2);
    finished.says("error[use-after-free]").complains("missing/t.c cannot be written");
}

#[test]
fn nothing_is_overwritten_but_tests() {
    let scratch = Scratch::with("a.c", USE_AFTER_FREE);
    scratch.run("check --emit-test a.c a.c").expect(2).complains("a.c is there already");
    assert_eq!(std::fs::read_to_string(scratch.path().join("a.c")).unwrap(), USE_AFTER_FREE);
    scratch.run("check --emit-test . a.c").expect(2).complains(". cannot be written");
    scratch.write("t.c", "");
    scratch.run("check --emit-test t.c a.c").expect(1);
    scratch.run("check --emit-test t.c a.c").expect(1);
}

#[test]
fn what_nobody_defines_does_not_keep_a_test_from_being_linked() {
    let source = "#include <unistd.h>\nextern int lookup(int), table[4];\nextern int __VERIFIER_nondet_int(void);\n\
                  int main(void)\n{\n    int a[2] = {0}, i = __VERIFIER_nondet_int();\n    \
                  if (i == 3)\n        return lookup(i) + table[i] + (int)sysconf(1);\n    \
                  if (i == 2)\n        a[i] = 1;\n    return a[0];\n}\n";
    let scratch = Scratch::with("a.c", source);
    scratch.run("check --emit-test t.c a.c").expect(1);
    let test = std::fs::read_to_string(scratch.path().join("t.c")).unwrap();
    let shown = shell(&scratch, &command(&test, "*     clang").replacen("", "clang", 1));
    assert!(shown.contains("a.c:10:9: runtime error: index 2 out of bounds"), "{shown}");
}

#[test]
fn a_test_can_start_elsewhere() {
    let source = "int *p;\nint start(void) { return *p; }\nint main(void) { return start(); }\n";
    let scratch = Scratch::with("a.c", source);
    scratch.run("check --entry start --emit-test t.c a.c").expect(1);
    let test = std::fs::read_to_string(scratch.path().join("t.c")).unwrap();
    let shown = shell(&scratch, &command(&test, "*     clang").replacen("", "clang", 1));
    assert!(shown.contains("SEGV") && shown.contains("in start"), "{shown}");
    let scratch = Scratch::with("a.c", source.replace("int start", "static int start"));
    let finished = scratch.run("check --entry start --emit-test t.c a.c");
    assert!(finished.stderr.contains("the entry function `start` is static"), "{}", finished.stderr);
}

#[test]
fn all_allocation_checks_give_the_same_verdict() {
    let source = "#include <stdlib.h>\nextern unsigned char __VERIFIER_nondet_uchar(void);\nint main(void)\n{\n    \
                  char *p = calloc(3, 1);\n    if (p)\n        p[__VERIFIER_nondet_uchar() % 4] = 1;\n    free(p);\n}\n";
    let scratch = Scratch::with("a.c", source);
    for check in ["default", "smt", "model"] {
        let finished = scratch.run(&format!("check --engine exact --alloc-check {check} a.c")).expect(1);
        finished.says("error[out-of-bounds]").says("--> a.c:7:");
    }
    scratch
        .run("check --alloc-check magic a.c")
        .expect(2)
        .complains("[possible values: default, sl, smt, model]");
}

#[test]
fn no_allocation_check_confuses_objects_that_are_neighbours() {
    // Where both blocks happen to be neighbours the addresses are equal, but the pointer is not derived from `b`.
    let source = "#include <stdlib.h>\nextern unsigned char __VERIFIER_nondet_uchar(void);\nint main(void)\n{\n    \
                  int *a = malloc(4), *b = malloc(4);\n    int *p = a + __VERIFIER_nondet_uchar();\n    \
                  if (a && b && p == b)\n        *p = 1;\n    free(a);\n    free(b);\n}\n";
    let scratch = Scratch::with("a.c", source);
    for check in ["default", "smt", "model"] {
        scratch
            .run(&format!("check --engine exact --alloc-check {check} a.c"))
            .expect(3)
            .says("[out-of-bounds]");
    }
}

#[test]
fn a_missing_solver_is_told_at_once() {
    let scratch = Scratch::with("a.c", SAFE);
    let output = scratch.command("check --alloc-check sl a.c").env("PATH", scratch.path()).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("cvc5") && told.contains("apt-get install"), "{told}");
}

/// Frees a node and reads it where another one follows.
const DANGLING: &str = "#include <stdlib.h>
struct node { struct node *next; int value; };
int drop(struct node *list)
{
    struct node *next = list->next;
    free(list);
    if (!next)
        return 0;
    return list->value;
}
";

#[test]
fn what_fails_in_a_library_is_replayed_on_a_heap_that_a_test_makes() {
    let scratch = Scratch::with("list.c", DANGLING);
    let output = scratch.command("lib --no-cache --emit-test test.c list.c").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("list.c:9:18: temporal-safety fails (replayed)"), "{text}");
    let compiled = "clang-19 -g -fsanitize=address -fno-sanitize-recover=all test.c -o test && ./test";
    assert!(shell(&scratch, compiled).contains("heap-use-after-free"));
    assert!(shell(&scratch, "heapproof run test.c").contains("use-after-free"));
    let output = scratch.command("lib --no-cache --format json list.c").output().unwrap();
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["functions"][0]["failed"][0]["confirmed"], true, "{json}");
}
