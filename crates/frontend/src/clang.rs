//! Finding and running clang.
//!
//! Clang compiles without optimising: only the marks that optimisation levels add to the code (scopes of locals)
//! are wanted, no pass may run, since passes remove memory errors. Its output comes through a pipe.

use crate::LoadError;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A clang that was found.
pub struct Clang {
    program: PathBuf,
}

/// What clang gave.
pub struct Output {
    /// Whether it succeeded.
    pub success: bool,
    /// What it wrote.
    pub bitcode: Vec<u8>,
    /// What it said.
    pub diagnostics: String,
}

/// One file to compile.
pub struct Unit {
    /// The file.
    pub path: PathBuf,
    /// The user's arguments for it.
    pub args: Vec<OsString>,
    /// Where clang is to run.
    pub directory: Option<PathBuf>,
    /// The file's name as seen from there, where it is another.
    pub given: Option<PathBuf>,
}

impl Clang {
    /// Finds clang 19: the one the user names, `clang-19`, or a `clang` of that version.
    pub fn find() -> Result<Clang, LoadError> {
        if let Some(program) = env::var_os("HEAPPROOF_CLANG").filter(|program| !program.is_empty()) {
            return Clang::checked(program.into());
        }
        if let Some(program) = on_path("clang-19") {
            return Ok(Clang { program });
        }
        match on_path("clang") {
            Some(program) => Clang::checked(program),
            None => Err(LoadError::ClangMissing { detail: None }),
        }
    }

    /// The clang at this path, if its version is right.
    fn checked(program: PathBuf) -> Result<Clang, LoadError> {
        let missing = |detail: String| LoadError::ClangMissing { detail: Some(detail) };
        let output = Command::new(&program).arg("--version").stdin(Stdio::null()).output();
        let output = output.map_err(|error| missing(format!("cannot run {}: {error}", program.display())))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let version = text.split_once("clang version ").map(|(_, version)| version);
        let major = version.and_then(|version| version.split('.').next()).unwrap_or("?");
        match major {
            "19" => Ok(Clang { program }),
            other => Err(missing(format!("{} is version {other} of clang", program.display()))),
        }
    }

    /// Compiles a source file to bitcode.
    pub fn compile(&self, unit: &Unit, color: bool, quiet: bool) -> Result<Output, LoadError> {
        let mut command = self.command(color);
        command.args(&unit.args).args(FLAGS);
        if matches!(language(&unit.path), "c" | "cpp-output") {
            // A variable is no part of the caller's memory, even if its value is returned. In C++ it may be.
            command.arg("-fno-elide-constructors");
        }
        if quiet {
            command.arg("-w");
        }
        if let Some(directory) = &unit.directory {
            command.current_dir(directory);
        }
        command.arg("-o").arg("-");
        let name = unit.given.as_ref().unwrap_or(&unit.path);
        match endless_line(&unit.path) {
            None => {
                command.arg(argument(name));
                self.run(command, None)
            }
            Some(text) => {
                let directory = unit.path.parent().filter(|directory| !directory.as_os_str().is_empty());
                command.arg("-iquote").arg(directory.unwrap_or(Path::new(".")));
                command.arg("-x").arg(language(&unit.path)).arg("-");
                // A line marker, so that positions name the file.
                let quoted = name.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
                let mut source = format!("# 1 \"{quoted}\"\n").into_bytes();
                source.extend(text);
                source.push(b'\n');
                self.run(command, Some(source))
            }
        }
    }

    /// Lets clang read an LLVM file, so that one that LLVM cannot bear ends that process and not this one.
    pub fn check(&self, path: &Path, color: bool) -> Result<Output, LoadError> {
        let mut command = self.command(color);
        command.args(["-x", "ir", "-c", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-w"]);
        command.arg("-o").arg("/dev/null").arg(argument(path));
        self.run(command, None)
    }

    fn command(&self, color: bool) -> Command {
        let mut command = Command::new(&self.program);
        command.arg(if color { "-fcolor-diagnostics" } else { "-fno-color-diagnostics" });
        command
    }

    /// Runs a command to its end, with `input` on its standard input.
    fn run(&self, mut command: Command, input: Option<Vec<u8>>) -> Result<Output, LoadError> {
        let failed = |error| LoadError::ClangFailed { clang: self.program.clone(), error };
        command.stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() });
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(failed)?;
        let pipe = child.stdin.take();
        let output = std::thread::scope(|scope| {
            if let (Some(mut pipe), Some(input)) = (pipe, input) {
                // Clang may stop reading at an error; its messages say why.
                scope.spawn(move || pipe.write_all(&input).ok());
            }
            child.wait_with_output()
        });
        let output = output.map_err(failed)?;
        let mut diagnostics = String::from_utf8_lossy(&output.stderr).into_owned();
        if !output.status.success() && output.status.code().is_none() {
            diagnostics.push_str(&format!("clang ended abnormally: {}\n", output.status));
        }
        Ok(Output { success: output.status.success(), bitcode: output.stdout, diagnostics })
    }
}

/// Lines longer than this must end.
const LONG_LINE: u64 = 1 << 20;

/// The text of a file whose last line is very long and has no end. For every position in such a line clang searches
/// the start of the line byte by byte, which takes hours where a newline at the end makes it seconds.
fn endless_line(path: &Path) -> Option<Vec<u8>> {
    let mut file = File::open(path).ok()?;
    let start = file.metadata().ok()?.len().checked_sub(LONG_LINE)?;
    let mut text = Vec::new();
    file.seek(SeekFrom::Start(start)).ok()?;
    file.read_to_end(&mut text).ok()?;
    if text.contains(&b'\n') {
        return None;
    }
    std::fs::read(path).ok()
}

/// The language of a file by its extension, as `-x` wants it.
fn language(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("i") => "cpp-output",
        Some("ii") => "c++-cpp-output",
        Some("c") => "c",
        _ => "c++",
    }
}

/// How every source file is compiled; these come last and win.
const FLAGS: &[&str] = &[
    "-c",
    "-emit-llvm",
    "-g",
    // Marks the scopes of locals; the passes of this level do not run.
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    // Without it the C library's headers bring inline bodies of their own.
    "-U__OPTIMIZE__",
    // Characters are classified by calls of the functions, which compare, and not by macros, which look into tables.
    "-D__NO_CTYPE",
    "-U_FORTIFY_SOURCE",
    "-fno-discard-value-names",
    // No metadata about aliasing that nothing here reads.
    "-Xclang",
    "-relaxed-aliasing",
    // Nor the order in which LLVM keeps the uses of a value, which costs both sides a fifth of their time.
    "-Xclang",
    "-no-emit-llvm-uselists",
    // Calls of these stay calls, so that the library model checks their blocks for overlap; copies that the
    // compiler itself makes are intrinsics.
    "-fno-builtin-memcpy",
    "-fno-builtin-mempcpy",
    // A product and a sum are two roundings, as in unoptimised native code.
    "-ffp-contract=off",
    // Initialisation of static locals in C++ without locks: there is one thread.
    "-fno-threadsafe-statics",
    "-Qunused-arguments",
];

/// A path as an argument that cannot be taken for an option.
fn argument(path: &Path) -> OsString {
    match path.as_os_str().as_encoded_bytes().starts_with(b"-") {
        true => Path::new(".").join(path).into_os_string(),
        false => path.as_os_str().to_os_string(),
    }
}

/// The first program of this name on the search path.
fn on_path(name: impl AsRef<OsStr>) -> Option<PathBuf> {
    let name = name.as_ref();
    env::split_paths(&env::var_os("PATH")?).map(|directory| directory.join(name)).find(|path| path.is_file())
}
