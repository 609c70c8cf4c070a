//! Functions of the library, many small cases of each subject: the same output as the compiled program.
//!
//! The files in `tests/library` hold cases, `CASE(name) { … }`. All cases of a file are one program, which tells the name
//! of each before it; what a case prints natively and here must agree.

use super::{compile, file, run_program};
use interp::{Config, Outside, Stdin};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What all cases of a program read from the standard input.
const INPUT: &str = "first line\nsecon3 4\nrest of it\nlast without end";

const HEADERS: &[&str] = &[
    "arpa/inet.h",
    "ctype.h",
    "dirent.h",
    "errno.h",
    "fcntl.h",
    "fnmatch.h",
    "getopt.h",
    "inttypes.h",
    "limits.h",
    "locale.h",
    "math.h",
    "pthread.h",
    "search.h",
    "setjmp.h",
    "signal.h",
    "stdarg.h",
    "stdio.h",
    "stdlib.h",
    "string.h",
    "strings.h",
    "sys/stat.h",
    "sys/sysmacros.h",
    "sys/uio.h",
    "time.h",
    "unistd.h",
    "wchar.h",
    "wctype.h",
];

/// A program of all cases of a text.
fn program(cases: &str) -> String {
    let mut source = String::from("#define _GNU_SOURCE\n");
    HEADERS.iter().for_each(|header| source += &format!("#include <{header}>\n"));
    source +=
        "char *dirname(char *);\nstatic const char *folder;\n#define CASE(name) static void name(void)\n";
    source += cases;
    source += "int main(int argc, char **argv) {\n    folder = argv[1];\n";
    for name in names(cases) {
        source += &format!("    puts(\"== {name}\"); {name}();\n");
    }
    source + "    return 0;\n}\n"
}

/// The names of the cases.
fn names(cases: &str) -> Vec<&str> {
    let rest = cases.lines().filter_map(|line| line.strip_prefix("CASE("));
    rest.filter_map(|rest| rest.split_once(')')).map(|(name, _)| name).collect()
}

fn new_folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("heapproof-library-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// Runs the compiled program in a new folder.
fn native(source: &str, folder: &Path) -> (String, Option<i32>) {
    let path = file(source);
    let binary = path.with_extension("exe");
    let mut clang = Command::new("clang-19");
    let clang = clang.args(["-w", "-O0", "-fno-builtin"]).arg(&path).arg("-o").arg(&binary).arg("-lm");
    assert!(clang.status().expect("clang runs").success(), "the cases compile");
    let mut command = Command::new(&binary);
    command.arg(folder).env("TZ", "UTC").env("LC_ALL", "C").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    // Most programs do not read it, and may have ended.
    let _ = child.stdin.take().expect("it has an input").write_all(INPUT.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

fn compare(name: &str, cases: &str) {
    let source = program(cases);
    let folder = new_folder(name);
    let (expected, code) = native(&source, &folder);
    let folder = new_folder(name);
    let args = vec![b"program".to_vec(), folder.to_string_lossy().into_owned().into_bytes()];
    let stdin = Stdin::Bytes(INPUT.into());
    let config = Config { outside: Outside::System, args, stdin, ..Config::default() };
    let (report, shown) = run_program(&compile(&source, &["-fno-builtin"]), &config);
    let _ = std::fs::remove_dir_all(folder);
    let parts = |text: &str| -> Vec<String> { text.split("== ").map(str::to_string).collect() };
    for (ours, theirs) in parts(&shown).iter().zip(&parts(&expected)) {
        assert_eq!(ours, theirs, "{:?}", report.outcome);
    }
    assert_eq!(parts(&shown).len(), names(cases).len() + 1, "{:?}", report.outcome);
    assert_eq!(report.outcome.shell_code().map(i32::from), code, "{:?}", report.outcome);
}

macro_rules! subjects {
    ($($name:ident)*) => {
        const SUBJECTS: &[&str] = &[$(include_str!(concat!("../library/", stringify!($name), ".c")),)*];

        $(#[test]
        fn $name() {
            compare(stringify!($name), include_str!(concat!("../library/", stringify!($name), ".c")));
        })*
    };
}

subjects! { characters files formats numbers process sorting strings }

#[test]
fn there_are_many_cases_and_no_name_twice() {
    let mut all: Vec<&str> = SUBJECTS.iter().flat_map(|cases| names(cases)).collect();
    assert!(all.len() >= 150, "{}", all.len());
    all.sort_unstable();
    assert!(all.windows(2).all(|pair| pair[0] != pair[1]));
}
