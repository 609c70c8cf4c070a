//! Verdicts, their exit codes, and the three forms of report.

use crate::support::{SAFE, Scratch, USE_AFTER_FREE};
use serde_json::Value;

#[test]
fn safe_is_0() {
    let finished = Scratch::with("a.c", SAFE).run("check a.c").expect(0);
    let finished = finished.says("safe: no execution violates valid-deref").says("assuming that");
    assert_eq!(finished.stderr, "");
}

#[test]
fn unsafe_is_1_with_the_places_that_explain_it() {
    let finished = Scratch::with("a.c", USE_AFTER_FREE).run("check a.c").expect(1);
    let finished = finished
        .says("error[use-after-free]: ")
        .says("--> a.c:9:18")
        .says("5 |     struct node *list = calloc(1, sizeof *list);")
        .says("8 |     free(list);")
        .says("path to the error:")
        .says("\nunsafe: 1 error\n");
    assert!(!finished.stdout.contains('\u{1b}'), "no colours in a pipe");
}

#[test]
fn unknown_is_3_with_reason_place_and_advice() {
    let source = "void mystery(void);\nint main(void)\n{\n    mystery();\n}\n";
    let finished = Scratch::with("a.c", source).run("check a.c").expect(3);
    let finished = finished.says("unknown[unmodelled-call]: `mystery`").says("--> a.c:4:5").says("help: ");
    finished.says("\nunknown: unmodelled-call\n");
}

#[test]
fn a_lost_block_does_not_hide_a_crash() {
    let source = include_str!("../../../../corpus/inputs/leak_before_deep_crash.c");
    let finished = Scratch::with("a.c", source).run("check a.c").expect(1);
    finished.says("error[null-deref]: ").says("error[leak]: ").says("\nunsafe: 2 errors");
}

#[test]
fn colours_on_demand() {
    let finished = Scratch::with("a.c", USE_AFTER_FREE).run("check --color always a.c").expect(1);
    finished.says("\u{1b}[");
}

#[test]
fn quiet_is_a_line_each() {
    let finished = Scratch::with("a.c", USE_AFTER_FREE).run("check -q a.c").expect(1);
    let lines: Vec<&str> = finished.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("a.c:9:18: error: ") && lines[0].ends_with("[use-after-free]"), "{lines:?}");
    assert_eq!(lines[1], "unsafe: 1 error");
}

#[test]
fn the_output_is_the_same_every_time() {
    let scratch = Scratch::with("a.c", USE_AFTER_FREE);
    assert_eq!(scratch.run("check a.c").stdout, scratch.run("check a.c").stdout);
}

#[test]
fn json_has_the_documented_fields() {
    let finished = Scratch::with("a.c", USE_AFTER_FREE).run("check --format json a.c").expect(1);
    let report: Value = serde_json::from_str(&finished.stdout).unwrap();
    assert_eq!(report["verdict"], "unsafe");
    assert_eq!(
        report["properties"],
        serde_json::json!(["valid-deref", "valid-free", "valid-memtrack", "unreach-call"])
    );
    let finding = &report["findings"][0];
    assert_eq!(finding["kind"], "use-after-free");
    assert_eq!(finding["property"], "valid-deref");
    assert_eq!(finding["confirmed"], true);
    assert_eq!(
        (&finding["file"], &finding["line"], &finding["column"]),
        (&"a.c".into(), &9.into(), &18.into())
    );
    assert_eq!(finding["function"], "main");
    let last = finding["trace"].as_array().and_then(|trace| trace.last()).unwrap();
    assert!(last["line"].is_u64() && last["text"].is_string(), "{last}");
    for list in ["functions", "unknown", "invariants"] {
        assert_eq!(report[list], serde_json::json!([]), "{list}");
    }
    assert!(report["assumptions"][0].is_string());
    assert!(report["stats"]["engine"].is_string() && report["stats"]["seconds"].is_f64());
}

#[test]
fn sarif_has_results_with_relative_paths() {
    let scratch = Scratch::with("a b.c", USE_AFTER_FREE);
    let mut command = scratch.command("check --format sarif");
    let finished = crate::support::finish(command.arg("a b.c").spawn().unwrap()).expect(1);
    let log: Value = serde_json::from_str(&finished.stdout).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "use-after-free");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20b.c");
    assert_eq!(place["region"]["startLine"], 9);
    assert!(result["codeFlows"][0]["threadFlows"][0]["locations"].is_array());
    assert!(!result["relatedLocations"].as_array().unwrap().is_empty());
}

#[test]
fn properties_are_chosen() {
    let source = "#include <stdlib.h>\nvoid *kept;\nint main(void) { kept = malloc(4); return 0; }\n";
    let scratch = Scratch::with("a.c", source);
    scratch.run("check a.c").expect(0);
    scratch.run("check --property valid-memcleanup a.c").expect(1).says("error[not-freed]");
}

#[test]
fn allocation_fails_unless_it_must_not() {
    let source = "#include <stdlib.h>\nint main(void) { int *p = malloc(4); *p = 1; free(p); return 0; }\n";
    let scratch = Scratch::with("a.c", source);
    scratch.run("check a.c").expect(1).says("error[null-deref]").says("inputs:");
    scratch.run("check --malloc=ok a.c").expect(0).says("--malloc=ok");
}

#[test]
fn files_are_linked_and_macros_defined() {
    let scratch =
        Scratch::with("main.c", "int f(void);\nint main(void) { int a[2] = {0}; return a[f()]; }\n");
    scratch.write("f.c", "int f(void) { return N; }\n");
    scratch.run("check main.c f.c -DN=1").expect(0);
    scratch.run("check -j1 main.c f.c -DN=1").expect(0);
    scratch.run("check main.c f.c -D N=2").expect(1).says("error[out-of-bounds]").says("--> main.c:2:");
    scratch.run("check main.c f.c -- -DN=2").expect(1);
}

#[test]
fn bitcode_and_assembly_are_read() {
    let scratch = Scratch::with("a.c", USE_AFTER_FREE);
    scratch.bitcode("a.c", "a.bc");
    scratch.run("check a.bc").expect(1).says("--> a.c:9:18");
}

#[test]
fn pointers_have_the_width_asked_for() {
    let source = "int main(void) { int a[sizeof(void *)] = {0}; return a[4]; }\n";
    let scratch = Scratch::with("a.c", source);
    scratch.run("check a.c").expect(0).says("64-bit");
    scratch.run("check -m32 a.c").expect(1).says("error[out-of-bounds]").says("32-bit");
}

#[test]
fn a_compilation_database_says_how_to_compile() {
    let scratch = Scratch::with("a.c", "int main(void) { int a[2] = {0}; return a[N]; }\n");
    let directory = scratch.path().to_str().unwrap();
    let entry = serde_json::json!([{
        "directory": directory, "file": "a.c", "arguments": ["cc", "-DN=2", "-c", "a.c", "-o", "a.o"]
    }]);
    scratch.write("compile_commands.json", entry.to_string());
    scratch.run("check -p compile_commands.json").expect(1).says("error[out-of-bounds]");
    scratch.run("check a.c -p compile_commands.json").expect(1).says("error[out-of-bounds]");
}

#[test]
fn a_program_is_linked_with_what_it_needs_of_its_project() {
    let scratch = Scratch::with("a.c", "int get(int); int main(void) { return get(2); }\n");
    scratch.write("b.c", "int main(void) { return 0; }\n");
    scratch.write("lib.c", "int get(int i) { int a[2] = {0}; return a[i]; }\n");
    let directory = scratch.path().to_str().unwrap();
    let entry =
        |file: &str| serde_json::json!({"directory": directory, "file": file, "arguments": ["cc", file]});
    let entries = serde_json::json!([entry("a.c"), entry("b.c"), entry("lib.c")]);
    scratch.write("compile_commands.json", entries.to_string());
    let checked = scratch.run("check a.c -p compile_commands.json").expect(1);
    checked.says("error[out-of-bounds]").says("replay: heapproof run -p compile_commands.json a.c");
    scratch.run("run a.c -p compile_commands.json").expect(1);
    scratch.run("check b.c -p compile_commands.json").expect(0);
    scratch.run("check -p compile_commands.json").expect(2).complains("name the files of one program");
    scratch.run("lib -p compile_commands.json").says("get: conditional");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let scratch = Scratch::with("a.c", USE_AFTER_FREE);
    let mut child = scratch.start("check a.c");
    drop(child.stdout.take());
    let finished = crate::support::finish(child).expect(1);
    assert_eq!(finished.stderr, "");
}

#[test]
fn new_in_cpp_never_gives_null() {
    let source = "struct node { node *next; };\n\
                  int main() { node *n = new node; n->next = nullptr; delete n; return 0; }\n";
    let scratch = Scratch::with("a.cpp", source);
    scratch.run("check a.cpp").expect(0);
    scratch.write("b.cpp", source.replace("delete n;", ""));
    scratch.run("check b.cpp").expect(1).says("error[leak]");
}
