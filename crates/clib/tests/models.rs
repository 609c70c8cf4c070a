//! The compiled models are what the C says. With `BLESS=1` in the environment they are written anew.

use ir::{Program, Target};
use std::path::{Path, PathBuf};

/// The C files of the models, in order of name.
fn sources() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let entries = std::fs::read_dir(folder).expect("the models are there");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|ext| ext == "c")).collect();
    files.sort();
    files
}

/// Compiles the models for a machine.
fn compile(target: Target) -> Program {
    let machine = if target == Target::BITS64 { "-m64" } else { "-m32" };
    let flags = [machine, "-std=gnu11", "-ffreestanding", "-fno-builtin", "-w"];
    let options =
        frontend::Options { clang_args: flags.iter().map(Into::into).collect(), ..Default::default() };
    let mut program = frontend::load(&sources(), &options).expect("the models compile");
    for file in &mut program.files {
        let name = Path::new(&file.name).file_name().unwrap_or_default().to_string_lossy().into_owned();
        file.name = format!("<libc>/{name}");
        file.directory = String::new();
    }
    program
}

#[test]
fn compiled_models_are_current() {
    for (target, name) in [(Target::BITS64, "64.ir"), (Target::BITS32, "32.ir")] {
        let program = compile(target);
        assert!(program.losses.is_empty(), "{:?}", program.losses);
        let text = ir::print::program(&program, ir::print::Options::default());
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(name);
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &text).expect("the models can be written");
        }
        let current = std::fs::read_to_string(&path).expect("the compiled models are there");
        assert!(current == text, "{name} is stale: run the tests of clib with BLESS=1");
    }
}
