//! Compilation databases.

use super::support::{Scratch, failure, load};
use frontend::Options;

fn with_database(scratch: &Scratch, json: &str) -> Options {
    let path = scratch.file("build/compile_commands.json", json);
    Options { compile_commands: Some(path), ..Default::default() }
}

const SOURCE: &str = "#include \"size.h\"\nchar a[SIZE]; int f(void) { return A; }\n";

#[test]
fn arguments_and_directory_are_honoured() {
    let scratch = Scratch::new();
    let file = scratch.file("src/a.c", SOURCE);
    scratch.file("src/inc/size.h", "#define SIZE 7\n");
    let json = r#"[{"directory": "../src", "file": "a.c",
        "arguments": ["ccache", "gcc", "-O2", "-DA=3", "-Iinc", "-MD", "-MF", "a.d", "-c", "a.c", "-o", "a.o", "-Werror"]}]"#;
    let options = with_database(&scratch, json);
    let program = load(std::slice::from_ref(&file), &options).expect("it compiles");
    assert_eq!(program.globals[0].size, 7);
    assert_eq!(program.files[0].name, "a.c");
    // The directory of the database stands for it, and without files it is the program.
    let options = Options { compile_commands: Some(scratch.path().join("build")), ..Default::default() };
    assert!(load(&[], &options).expect("it compiles") == program);
    assert!(!scratch.path().join("src/a.o").exists() && !scratch.path().join("src/a.d").exists());
}

#[test]
fn commands_are_split_without_a_shell() {
    let scratch = Scratch::new();
    let file = scratch.file("a.c", "const char *s = NAME; int f(void) { return *s; }");
    let json = r#"[{"directory": "..", "file": "a.c",
        "command": "cc '-DNAME=\"a;touch evil $(touch evil)\"' -c a.c"}]"#;
    let program = load(&[file], &with_database(&scratch, json)).expect("it compiles");
    let string = program.globals.iter().find(|global| global.name == ".str").expect("the string");
    assert_eq!(string.init.as_ref().expect("defined").bytes, b"a;touch evil $(touch evil)");
    assert!(!scratch.path().join("evil").exists());
}

#[test]
fn a_missing_entry_is_explained() {
    let scratch = Scratch::new();
    let file = scratch.file("b.c", "int x;");
    let json = r#"[{"directory": "..", "file": "a.c", "command": "cc -c a.c"}]"#;
    let message = failure(&[file], &with_database(&scratch, json));
    assert!(message.contains("no entry for") && message.contains("it has entries for a.c"), "{message}");
}

#[test]
fn bad_databases_are_refused() {
    let scratch = Scratch::new();
    let file = scratch.file("a.c", "int x;");
    let cases = [
        ("{", "not valid JSON"),
        ("{}", "expected a list"),
        ("[{}]", "no \"file\""),
        (r#"[{"file": "a.c"}]"#, "neither"),
        (r#"[{"file": "a.c", "command": "cc 'a"}]"#, "not closed"),
        (r#"[{"file": "a.c", "arguments": [1]}]"#, "must be strings"),
    ];
    for (json, expected) in cases {
        let message = failure(std::slice::from_ref(&file), &with_database(&scratch, json));
        assert!(message.contains(expected), "{message}");
    }
    assert!(failure(&[], &with_database(&scratch, "[]")).contains("no entries"));
    let missing = Options { compile_commands: Some(scratch.path().join("none.json")), ..Default::default() };
    assert!(failure(&[], &missing).contains("cannot read"));
}
