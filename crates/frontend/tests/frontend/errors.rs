//! Bad input is an error with a clear message, never a panic.

use super::support::{Scratch, failure};
use frontend::{LoadError, Options};
use std::path::PathBuf;

#[test]
fn no_input_is_an_error() {
    assert!(failure(&[], &Options::default()).contains("no input file"));
}

#[test]
fn a_missing_file_is_named() {
    let message = failure(&["no/such/file.c".into()], &Options::default());
    assert!(message.contains("cannot read no/such/file.c"), "{message}");
}

#[test]
fn a_directory_is_no_file() {
    let scratch = Scratch::new();
    let path = scratch.path().join("d.c");
    std::fs::create_dir(&path).expect("writable");
    assert!(failure(&[path], &Options::default()).contains("directory"));
}

#[test]
fn unknown_kinds_of_file_are_refused() {
    let scratch = Scratch::new();
    let message = failure(&[scratch.file("a.txt", "x")], &Options::default());
    assert!(message.contains("unknown kind of file"), "{message}");
}

#[test]
fn an_empty_file_is_nothing_to_analyse() {
    let scratch = Scratch::new();
    for content in ["", "// nothing\n", "extern int x; int f(void); typedef int t;"] {
        let message = failure(&[scratch.file("a.c", content)], &Options::default());
        assert!(message.contains("nothing to analyse"), "{message}");
    }
}

#[test]
fn diagnostics_of_clang_are_kept_verbatim() {
    let scratch = Scratch::new();
    let good = scratch.file("good.c", "int g(void) { return 1; }");
    let bad = scratch.file("bad.c", "int f(void) { return x; }\n");
    let worse = scratch.file("worse.c", "int f(void) {");
    let inputs = [bad.clone(), good, worse.clone()];
    match frontend::load(&inputs, &Options::default()) {
        Err(LoadError::Rejected { files }) => {
            let paths: Vec<&PathBuf> = files.iter().map(|file| &file.path).collect();
            assert_eq!(paths, [&bad, &worse]);
            assert!(files[0].diagnostics.contains("bad.c:1:22: error: use of undeclared identifier 'x'"));
            assert!(!files[0].diagnostics.contains('\u{1b}'));
        }
        other => panic!("expected a rejection, got {other:?}"),
    }
    let message = failure(std::slice::from_ref(&bad), &Options { color: true, ..Default::default() });
    assert!(message.contains('\u{1b}'), "colours were asked for");
}

#[test]
fn warnings_are_given_unless_quiet() {
    let scratch = Scratch::new();
    let file = scratch.file("a.c", "int f(int x) { if (x = 1) return 2; return 3; }");
    let loud =
        frontend::load_with_warnings(std::slice::from_ref(&file), &Options::default()).expect("it compiles");
    assert!(loud.warnings.contains("warning: using the result of an assignment"), "{}", loud.warnings);
    let options = Options { quiet: true, ..Default::default() };
    let quiet = frontend::load_with_warnings(&[file], &options).expect("it compiles");
    assert_eq!(quiet.warnings, "");
}

/// Bitcode to damage.
fn bitcode() -> Vec<u8> {
    let scratch = Scratch::new();
    let source = scratch.file("a.c", "struct s { struct s *next; } *g; int f(int x) { return g ? x : 1; }");
    let target = scratch.path().join("a.bc");
    let status = std::process::Command::new("clang-19")
        .args(["-c", "-emit-llvm", "-g", "-o"])
        .arg(&target)
        .arg(source)
        .status()
        .expect("clang-19 runs");
    assert!(status.success());
    std::fs::read(target).expect("clang wrote it")
}

#[test]
fn damaged_bitcode_is_refused() {
    let whole = bitcode();
    let scratch = Scratch::new();
    let path = scratch.file("whole.bc", &whole);
    frontend::load(&[path], &Options::default()).expect("the whole file is fine");
    for length in [0, 3, 4, 40, whole.len() / 2, whole.len() - 1] {
        let path = scratch.file("cut.bc", &whole[..length]);
        failure(&[path], &Options::default());
    }
    let mut garbage = whole.clone();
    for (index, byte) in garbage.iter_mut().enumerate().skip(64) {
        *byte = byte.wrapping_mul(31).wrapping_add(index as u8);
    }
    failure(&[scratch.file("garbage.bc", &garbage)], &Options::default());
    failure(&[scratch.file("noise.ll", &garbage)], &Options::default());
}

#[test]
fn broken_assembly_is_refused() {
    let scratch = Scratch::new();
    let syntax = scratch.file("a.ll", "define i32 @f() { ret i64 1 }");
    assert!(failure(&[syntax], &Options::default()).contains("error"));
    let meaning =
        scratch.file("b.ll", "define i32 @f() {\n  %x = add i32 %y, 1\n  %y = add i32 1, 1\n  ret i32 %x\n}");
    assert!(failure(&[meaning], &Options::default()).contains("dominate"));
}

#[test]
fn other_machines_are_refused() {
    let scratch = Scratch::new();
    let text = "target triple = \"aarch64-unknown-linux-gnu\"\n@x = global i32 1\n";
    let message = failure(&[scratch.file("a.ll", text)], &Options::default());
    assert!(message.contains("aarch64-unknown-linux-gnu"), "{message}");
    let source = scratch.file("a.c", "int x = 1;");
    let options = Options { clang_args: vec!["--target=aarch64-linux-gnu".into()], ..Default::default() };
    assert!(failure(&[source], &options).contains("only x86-64 and i386"));
}

#[test]
fn source_in_other_encodings_loads() {
    let scratch = Scratch::new();
    let file =
        scratch.file("a.c", b"/* \xe4\xf6\xfc */ const char *s = \"\xff\xfe\"; int f(void) { return *s; }");
    let program =
        frontend::load(&[file], &Options { quiet: true, ..Default::default() }).expect("it compiles");
    let string = program.globals.iter().find(|global| global.name == ".str").expect("the string");
    assert_eq!(string.init.as_ref().expect("a definition").bytes, b"\xff\xfe");
    failure(&[scratch.file("b.c", b"int f(void) { return \xff; }")], &Options::default());
}

#[test]
fn a_huge_line_loads() {
    let scratch = Scratch::new();
    let mut source = String::from("const char a[] = \"");
    source.push_str(&"0123456789abcdef".repeat(10 << 16));
    source.push_str("\"; int f(int i) { return 0");
    source.push_str(&" + 1".repeat(1 << 12));
    source.push_str(" + a[i]; }");
    // No newline at the end: clang alone would take hours.
    let file = scratch.file("a.c", source);
    let program = frontend::load(&[file], &Options::default()).expect("clang can do it");
    assert_eq!(program.globals[0].size, (10 << 20) + 1);
    let span = program.functions[0].span.expect("a position");
    assert!(program.file(span.file).name.ends_with("a.c"));
    assert_eq!(span.line.get(), 1);
}

#[test]
fn deep_nesting_is_an_error_of_clang() {
    let scratch = Scratch::new();
    let source = format!("int f(int x) {{ return {}x{}; }}", "(".repeat(100_000), ")".repeat(100_000));
    let message = failure(&[scratch.file("a.c", source)], &Options::default());
    assert!(message.contains("does not compile"), "{message}");
}
