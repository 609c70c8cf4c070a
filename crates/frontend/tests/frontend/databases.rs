//! Compilation databases.

use super::support::{Scratch, failure, load};
use frontend::{Options, Scope};

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

/// Two programs that share a library, of which one function has two variants.
fn two_programs(scratch: &Scratch) -> Options {
    scratch.file("cat.c", "int copy(int); extern int count; int main(void) { return copy(count); }");
    scratch.file("tee.c", "int copy(int); int main(void) { return copy(2); } int count = 1;");
    scratch.file("lib/copy.c", "int twice(int); int copy(int n) { return twice(n); }");
    scratch.file("lib/count.c", "int count = 7;");
    scratch.file("lib/new.c", "#ifdef OLD\nint twice(int n) { return n; }\n#endif\nint unused;");
    scratch.file("lib/old.c", "int twice(int n) { return n + n; }\nint odd(int);");
    let files = ["cat.c", "tee.c", "lib/copy.c", "lib/count.c", "lib/new.c", "lib/old.c"];
    let entry = |file| format!(r#"{{"directory": "..", "file": "{file}", "command": "cc -c {file}"}}"#);
    with_database(scratch, &format!("[{}]", files.map(entry).join(",")))
}

#[test]
fn a_program_gets_what_it_needs_of_the_project() {
    let scratch = Scratch::new();
    let options = Options { scope: Scope::Program, ..two_programs(&scratch) };
    let program = load(&[scratch.path().join("cat.c")], &options).expect("it links");
    let defined = |name: &str| {
        let function = program.functions.iter().find(|function| function.name == name);
        let global = program.globals.iter().find(|global| global.name == name);
        function.is_some_and(|it| it.body.is_some()) || global.is_some_and(|it| it.init.is_some())
    };
    assert!(["main", "copy", "twice", "count"].into_iter().all(defined));
    // Nothing is taken that is not needed, nor from another program.
    assert!(!defined("unused"));
    // Without the word, only the options are the project's.
    let program = load(&[scratch.path().join("cat.c")], &two_programs(&scratch)).expect("it compiles");
    assert!(program.functions.iter().all(|function| (function.name == "main") == function.body.is_some()));
}

#[test]
fn names_that_macros_make_are_found_by_compiling() {
    let scratch = Scratch::new();
    let main = scratch.file("main.c", "#include \"names.h\"\nint main(void) { return NAME(twice)(1); }\n");
    scratch.file("names.h", "#define NAME(it) project_ ## it\nint NAME(twice)(int);\n");
    scratch.file("twice.c", "#include \"names.h\"\nint NAME(twice)(int n) { return 2 * n; }\n");
    scratch.file("broken.c", "this is not C\n");
    let entry = |file: &str| {
        format!(r#"{{"directory": "..", "file": "{file}", "arguments": ["cc", "-c", "{file}"]}}"#)
    };
    let json = format!("[{}]", ["main.c", "broken.c", "twice.c"].map(entry).join(","));
    let options = Options { scope: Scope::Program, ..with_database(&scratch, &json) };
    let program = load(&[main], &options).expect("it links");
    let twice = program.functions.iter().find(|function| function.name == "project_twice");
    assert!(twice.is_some_and(|function| function.body.is_some()));
}

#[test]
fn what_two_files_define_is_for_the_user_to_decide() {
    let scratch = Scratch::new();
    let options = two_programs(&scratch);
    let options = Options { scope: Scope::Program, clang_args: vec!["-DOLD".into()], ..options };
    let cat = scratch.path().join("cat.c");
    let message = failure(std::slice::from_ref(&cat), &options);
    assert!(message.contains("`twice`, which the program needs, is defined in"), "{message}");
    load(&[cat, scratch.path().join("lib/old.c")], &options).expect("one of them is named");
}

#[test]
fn functions_of_several_programs_are_no_error() {
    let scratch = Scratch::new();
    let options = two_programs(&scratch);
    let message = failure(&[], &options);
    assert!(message.contains("`main` is defined twice") && message.contains("one program"), "{message}");
    scratch.file("tee.c", "int copy(int); int main(void) { return copy(2); }");
    let program = load(&[], &Options { scope: Scope::Functions, ..options }).expect("it links");
    let mains = program.functions.iter().filter(|function| function.name.starts_with("main"));
    assert_eq!(mains.count(), 2);
}
