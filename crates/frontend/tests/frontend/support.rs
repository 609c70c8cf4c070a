//! What the tests share: scratch directories, and programs that are checked as they are loaded.

use frontend::{LoadError, Options};
use ir::Program;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A directory of its own for a test, removed at the end.
pub struct Scratch {
    path: PathBuf,
}

impl Scratch {
    /// An empty directory.
    pub fn new() -> Scratch {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("heapproof-frontend-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the temporary directory is writable");
        Scratch { path }
    }

    /// Writes a file, and the directories it is in.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path.join(name);
        std::fs::create_dir_all(path.parent().expect("it is below the scratch directory")).expect("writable");
        std::fs::write(&path, content).expect("writable");
        path
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// Loads files, and checks what must hold for every program.
pub fn load(inputs: &[PathBuf], options: &Options) -> Result<Program, LoadError> {
    let program = frontend::load(inputs, options)?;
    if let Err(violations) = ir::validate::validate(&program) {
        let all: Vec<String> = violations.iter().map(|violation| violation.to_string()).collect();
        panic!("invalid program:\n{}", all.join("\n"));
    }
    let text = ir::print::program(&program, ir::print::Options::default());
    match ir::parse::parse(&text) {
        Ok(again) => assert!(again == program, "the text form does not give the same program:\n{text}"),
        Err(error) => panic!("the text form does not parse: {error}\n{text}"),
    }
    Ok(program)
}

/// The program of one C source.
pub fn program(source: &str) -> Program {
    let scratch = Scratch::new();
    let file = scratch.file("test.c", source);
    load(&[file], &Options::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// The message with which loading fails.
pub fn failure(inputs: &[PathBuf], options: &Options) -> String {
    match frontend::load(inputs, options) {
        Ok(_) => panic!("loading should fail"),
        Err(error) => error.to_string(),
    }
}
