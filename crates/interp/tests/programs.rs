//! The programs of `corpus/runs`: the same output and exit code as when they are compiled.
//!
//! Each is a small program that uses some functions of the C library. Its first lines say what it shows and how it is
//! run, `// run: ARGUMENTS <<< INPUT`, any number of times; without such a line it is run once, without arguments and
//! input. Words are separated by blanks, and single quotes keep them together; the input has the escapes of C. A run
//! finds a file `text` in its working directory.
//!
//! The programs of a folder are compiled together, because compiling takes far longer than running: each `main` gets a
//! name of its own, and a new one calls the one that the first argument names.
//!
//! This is a test of its own, because it changes the working directory.

use interp::{Config, Outside, Report, Stdin, Streams};
use ir::Program;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs};

const TEXT: &str = "first line\nsecond\n\nlast without end";

/// How a program is run.
#[derive(Default, Debug)]
struct Run {
    arguments: Vec<String>,
    input: Vec<u8>,
}

impl Run {
    /// Reads what stands behind `// run:`.
    fn read(line: &str) -> Run {
        let (arguments, input) = line.split_once("<<<").unwrap_or((line, ""));
        Run { arguments: words(arguments), input: unescaped(input.strip_prefix(' ').unwrap_or(input)) }
    }
}

/// The words of a line, separated by blanks and kept together by single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let (mut word, mut quoted) = (None, false);
    for letter in line.chars() {
        match letter {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_with(String::new);
            }
            ' ' if !quoted => words.extend(word.take()),
            _ => word.get_or_insert_with(String::new).push(letter),
        }
    }
    words.extend(word);
    words
}

/// A text with `\n`, `\t`, `\\` and `\xHH` replaced by what they mean.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let (byte, length) = match (first, tail) {
            (b'\\', [b'n', ..]) => (b'\n', 2),
            (b'\\', [b't', ..]) => (b'\t', 2),
            (b'\\', [b'\\', ..]) => (b'\\', 2),
            (b'\\', [b'x', digits @ ..]) => {
                let digits = std::str::from_utf8(&digits[..2]).expect("two digits");
                (u8::from_str_radix(digits, 16).expect("two hexadecimal digits"), 4)
            }
            _ => (*first, 1),
        };
        bytes.push(byte);
        rest = &rest[length..];
    }
    bytes
}

/// The paths below a folder, in the order of their names.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder can be read")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths
}

/// A program and the runs that it asks for.
struct Case {
    path: PathBuf,
    runs: Vec<Run>,
    takes_arguments: bool,
}

impl Case {
    fn read(path: PathBuf) -> Case {
        let source = fs::read_to_string(&path).expect("the program can be read");
        let head = source.lines().take_while(|line| line.starts_with("//"));
        let mut runs: Vec<Run> =
            head.filter_map(|line| line.strip_prefix("// run:")).map(Run::read).collect();
        if runs.is_empty() {
            runs.push(Run::default());
        }
        Case { path, runs, takes_arguments: !source.contains("int main(void)") }
    }

    fn name(&self) -> String {
        self.path.file_stem().expect("a program has a name").to_string_lossy().into_owned()
    }
}

/// One text for all programs: its first argument says which of them to run.
fn batch(cases: &[Case]) -> String {
    let mut text = String::from("#define _GNU_SOURCE\n#include <string.h>\n");
    let mut calls = String::new();
    for case in cases {
        let (name, path) = (case.name(), case.path.display());
        writeln!(text, "#define main program_{name}\n#include \"{path}\"\n#undef main")
            .expect("a string grows");
        let arguments = if case.takes_arguments { "argc - 1, argv + 1" } else { "" };
        writeln!(calls, "    if (strcmp(argv[1], \"{name}\") == 0) return program_{name}({arguments});")
            .expect("a string grows");
    }
    writeln!(text, "int main(int argc, char **argv) {{\n{calls}    return 99;\n}}").expect("a string grows");
    text
}

/// A new folder with one file in it, as working directory.
fn enter_new_folder(scratch: &Path) {
    env::set_current_dir(scratch).expect("the folder is there");
    let folder = scratch.join("here");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    fs::write(folder.join("text"), TEXT).expect("a file can be written");
    env::set_current_dir(&folder).expect("the folder is there");
}

/// What a run writes, and its exit code.
type Seen = (String, Option<i32>);

fn run_natively(binary: &Path, name: &str, run: &Run) -> Seen {
    let mut command = Command::new(binary);
    command.arg(name).args(&run.arguments).env("TZ", "UTC").stderr(Stdio::null());
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the compiled program runs");
    // A program that does not read its input may have ended.
    let _ = child.stdin.take().expect("it has an input").write_all(&run.input);
    let output = child.wait_with_output().expect("the compiled program ends");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

fn interpret(program: &Program, binary: &Path, name: &str, run: &Run) -> (Seen, Report) {
    let mut args = vec![binary.to_string_lossy().into_owned().into_bytes(), name.as_bytes().to_vec()];
    args.extend(run.arguments.iter().map(|argument| argument.as_bytes().to_vec()));
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is later than 1970");
    let config = Config {
        args,
        stdin: Stdin::Bytes(run.input.clone()),
        outside: Outside::System,
        time: now.as_secs() as i64,
        ..Config::default()
    };
    let entry = program.find_function("main").expect("there is a main");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let report = interp::run(program, entry, &config, Streams { out: &mut out, err: &mut err });
    let seen = (String::from_utf8_lossy(&out).into_owned(), report.outcome.shell_code().map(i32::from));
    (seen, report)
}

#[test]
fn programs_do_what_they_do_when_compiled() {
    let scratch = env::temp_dir().join(format!("heapproof-programs-{}", std::process::id()));
    fs::create_dir_all(&scratch).expect("a folder can be made");
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/runs");
    let corpus = corpus.canonicalize().expect("the programs are there");
    let mut differences = String::new();
    for folder in entries(&corpus) {
        let cases: Vec<Case> = entries(&folder).into_iter().map(Case::read).collect();
        let (source, binary) = (scratch.join("batch.c"), scratch.join("batch"));
        fs::write(&source, batch(&cases)).expect("a file can be written");
        let flags = ["-w", "-std=gnu2x"];
        let mut clang = Command::new("clang-19");
        clang.args(flags).arg("-O0").arg(&source).arg("-o").arg(&binary).arg("-lm");
        assert!(clang.status().expect("clang runs").success(), "{} compiles", folder.display());
        let options = frontend::Options { clang_args: flags.map(Into::into).to_vec(), ..Default::default() };
        let program = frontend::load(&[source], &options).expect("the programs are loaded");
        for case in &cases {
            for run in &case.runs {
                enter_new_folder(&scratch);
                let native = run_natively(&binary, &case.name(), run);
                enter_new_folder(&scratch);
                let (seen, report) = interpret(&program, &binary, &case.name(), run);
                if seen != native || !report.leaks.is_empty() {
                    let (name, outcome, leaks) = (case.path.display(), &report.outcome, &report.leaks);
                    writeln!(
                        differences,
                        "{name}: {run:?}\n  compiled:    {native:?}\n  interpreted: {seen:?} {outcome:?} {leaks:?}"
                    )
                    .expect("a string grows");
                }
            }
        }
    }
    env::set_current_dir(env::temp_dir()).expect("the folder is there");
    let _ = fs::remove_dir_all(&scratch);
    assert!(differences.is_empty(), "\n{differences}");
}
