//! Finding and running clang.
//!
//! Clang compiles without optimising: only the marks that optimisation levels add to the code (scopes of locals)
//! are wanted, no pass may run, since passes remove memory errors. Its output comes through a pipe.

use crate::LoadError;
use std::env;
use std::ffi::{OsStr, OsString};
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
        if quiet {
            command.arg("-w");
        }
        if let Some(directory) = &unit.directory {
            command.current_dir(directory);
        }
        command.arg("-o").arg("-").arg(argument(unit.given.as_ref().unwrap_or(&unit.path)));
        self.run(command)
    }

    /// Lets clang read an LLVM file, so that one that LLVM cannot bear ends that process and not this one.
    pub fn check(&self, path: &Path, color: bool) -> Result<Output, LoadError> {
        let mut command = self.command(color);
        command.args(["-x", "ir", "-c", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-w"]);
        command.arg("-o").arg("/dev/null").arg(argument(path));
        self.run(command)
    }

    fn command(&self, color: bool) -> Command {
        let mut command = Command::new(&self.program);
        command.stdin(Stdio::null());
        command.arg(if color { "-fcolor-diagnostics" } else { "-fno-color-diagnostics" });
        command
    }

    fn run(&self, mut command: Command) -> Result<Output, LoadError> {
        let output = command
            .output()
            .map_err(|error| LoadError::ClangFailed { clang: self.program.clone(), error })?;
        let mut diagnostics = String::from_utf8_lossy(&output.stderr).into_owned();
        if !output.status.success() && output.status.code().is_none() {
            diagnostics.push_str(&format!("clang ended abnormally: {}\n", output.status));
        }
        Ok(Output { success: output.status.success(), bitcode: output.stdout, diagnostics })
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
    "-U_FORTIFY_SOURCE",
    "-fno-discard-value-names",
    // No metadata about aliasing that nothing here reads.
    "-Xclang",
    "-relaxed-aliasing",
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
