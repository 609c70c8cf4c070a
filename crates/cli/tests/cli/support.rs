//! Running the binary on files in a directory of their own.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A list that is freed while it is walked.
pub const USE_AFTER_FREE: &str = "\
#include <stdlib.h>
struct node { struct node *next; };
int main(void)
{
    struct node *list = calloc(1, sizeof *list);
    if (!list)
        return 1;
    free(list);
    return list->next != 0;
}
";

/// A program that takes for ever path by path.
pub const LONG: &str =
    "unsigned long next(unsigned long n) { return n * 6364136223846793005ul + 1442695040888963407ul; }
int main(void) { unsigned long n = 1; do n = next(n); while (n != 1); return 0; }\n";

/// A program that is safe.
pub const SAFE: &str = "\
#include <stdlib.h>
int main(void)
{
    free(malloc(4));
    return 0;
}
";

/// A directory with files to check, removed afterwards.
pub struct Scratch {
    directory: tempfile::TempDir,
}

/// How a run of the binary ended.
pub struct Finished {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Scratch {
    pub fn new() -> Scratch {
        Scratch { directory: tempfile::tempdir().unwrap() }
    }

    /// A directory with one file.
    pub fn with(name: &str, content: impl AsRef<[u8]>) -> Scratch {
        let scratch = Scratch::new();
        scratch.write(name, content);
        scratch
    }

    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        std::fs::write(&path, content).unwrap();
        path
    }

    /// The binary, to be run in the directory.
    pub fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_heapproof"));
        command.current_dir(self.path()).args(line.split_whitespace());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Starts the binary in the directory.
    pub fn start(&self, line: &str) -> Child {
        self.command(line).spawn().unwrap()
    }

    /// Runs the binary in the directory.
    pub fn run(&self, line: &str) -> Finished {
        finish(self.start(line))
    }

    /// Runs the binary in the directory with this standard input.
    pub fn run_with_input(&self, line: &str, input: &str) -> Finished {
        let mut child = self.command(line).stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        finish(child)
    }

    /// Compiles a C file of the directory to bitcode.
    pub fn bitcode(&self, source: &str, output: &str) -> Vec<u8> {
        let mut clang = Command::new("clang-19");
        clang.current_dir(self.path()).args(["-c", "-g", "-emit-llvm", source, "-o", output]);
        assert!(clang.status().unwrap().success());
        std::fs::read(self.path().join(output)).unwrap()
    }
}

/// Waits for the binary to end.
pub fn finish(child: Child) -> Finished {
    let output = child.wait_with_output().unwrap();
    Finished {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

impl Finished {
    /// Checks the exit code, and that no panic shows.
    #[track_caller]
    pub fn expect(self, code: i32) -> Finished {
        let all = format!("{}\n{}", self.stdout, self.stderr);
        assert_eq!(self.code, Some(code), "{all}");
        assert!(!all.contains("panicked at") && !all.contains("internal-error"), "{all}");
        self
    }

    /// Checks that the standard output contains a text.
    #[track_caller]
    pub fn says(self, text: &str) -> Finished {
        assert!(self.stdout.contains(text), "`{text}` is not in:\n{}\n{}", self.stdout, self.stderr);
        self
    }

    /// Checks that the standard error contains a text.
    #[track_caller]
    pub fn complains(self, text: &str) -> Finished {
        assert!(self.stderr.contains(text), "`{text}` is not in:\n{}", self.stderr);
        self
    }
}
