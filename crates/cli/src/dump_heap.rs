//! `--dump-heap`: draws the heaps of an outcome, and writes the drawings into a folder.
//!
//! The names tell what is drawn: `loop-list-12-1.dot` is the first case at the loop in line 12 of `list.c`,
//! `error-1-use-after-free.dot` the heap at the first error, `error-reverse-1-postcondition.dot` the heap with which a
//! check of the function `reverse` fails. Files of these names are written anew.

use crate::output::{self, Exit};
use engine::Outcome;
use engine::heap::Heap;
use ir::{Program, Span};
use std::io;
use std::path::Path;

/// Writes what there is to be drawn; the exit code.
pub fn run(folder: &Path, program: &Program, outcome: &Outcome, exit: Exit) -> Exit {
    match write(folder, program, outcome) {
        Ok(0) => {
            output::print_error(
                "no heap was drawn: there is neither a proof by shapes nor an error on its heap\n",
            );
            exit
        }
        Ok(_) => exit,
        Err(error) => {
            output::error(&format!("{} cannot be written: {error}", folder.display()));
            Exit::BAD_INPUT
        }
    }
}

/// Writes the drawings; how many.
fn write(folder: &Path, program: &Program, outcome: &Outcome) -> io::Result<usize> {
    std::fs::create_dir_all(folder)?;
    let mut drawings: Vec<(String, &Heap)> = Vec::new();
    for cases in outcome.invariants.chunk_by(|one, other| one.span == other.span) {
        for (number, case) in cases.iter().enumerate() {
            let name = format!("loop-{}-{}", place(program, case.span), number + 1);
            drawings.extend(case.heap.as_ref().map(|heap| (name, heap)));
        }
    }
    for (number, finding) in outcome.findings.iter().enumerate() {
        let name = format!("error-{}-{}", number + 1, finding.kind);
        drawings.extend(finding.heap.as_ref().map(|heap| (name, heap)));
    }
    for function in &outcome.functions {
        for (number, finding) in function.findings.iter().enumerate() {
            let name = format!("error-{}-{}-{}", function.name, number + 1, finding.kind);
            drawings.extend(finding.heap.as_ref().map(|heap| (name, heap)));
        }
    }
    for (name, heap) in &drawings {
        std::fs::write(folder.join(format!("{name}.dot")), report::dot::render(heap))?;
    }
    Ok(drawings.len())
}

/// A place as a part of a file name.
fn place(program: &Program, span: Option<Span>) -> String {
    let Some(span) = span else { return "unknown".to_string() };
    let name = Path::new(&program.file(span.file).name).file_stem().unwrap_or_default().to_string_lossy();
    format!("{name}-{}", span.line)
}
