//! Help, and what is said to a command line that makes no sense.

use crate::support::{SAFE, Scratch, USE_AFTER_FREE};

#[test]
fn help_is_there_for_everything() {
    let scratch = Scratch::new();
    scratch.run("--help").expect(0).says("Exit codes:").says("Examples:");
    for command in ["check", "run", "ir"] {
        let finished = scratch.run(&format!("{command} --help")).expect(0).says("Examples:");
        finished.says(&format!("Usage: heapproof {command} [OPTIONS] FILE…"));
        scratch.run(&format!("{command} -h")).expect(0);
    }
    scratch.run("--version").expect(0).says("heapproof ");
}

#[test]
fn bad_usage_is_2() {
    let scratch = Scratch::with("a.c", SAFE);
    let lines = [
        "",
        "frobnicate",
        "check",
        "check -q -v a.c",
        "check --no-such-option a.c",
        "check --property memory a.c",
        "check --timeout 0 a.c",
        "check --timeout soon a.c",
        "check --memory -1 a.c",
        "check --format xml a.c",
        "check --engine magic a.c",
        "check -m16 a.c",
        "check -j0 a.c",
        "run --input x a.c",
        "run --fail-allocation 0 a.c",
    ];
    for line in lines {
        let finished = scratch.run(line).expect(2);
        assert!(finished.stderr.contains("Usage") || finished.stderr.contains("error:"), "{line}");
    }
    scratch.run("check --property memory a.c").complains("`memory` is not a property; there are memsafety, ");
}

#[test]
fn ir_shows_source_lines_unless_raw() {
    let scratch = Scratch::with("a.c", USE_AFTER_FREE);
    let with_source = scratch.run("ir a.c").expect(0).says("func @main()").says("; a.c:8  free(list);");
    let raw = scratch.run("ir --raw a.c").expect(0).says("func @main()");
    assert!(!raw.stdout.contains("free(list);"), "{}", raw.stdout);
    assert!(raw.stdout.len() < with_source.stdout.len());
}
