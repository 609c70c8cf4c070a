//! Places in words.

use ir::{Program, Span};

/// `file:line:column`, or what says that there is no place.
pub(crate) fn place(program: &Program, span: Option<Span>) -> String {
    match span {
        Some(span) => {
            let file = file_name(program, span);
            match span.column {
                0 => format!("{file}:{}", span.line),
                column => format!("{file}:{}:{column}", span.line),
            }
        }
        None => "(no source position)".to_string(),
    }
}

/// The name of the file as the user knows it. Clang puts `./` before the names of headers beside the file.
pub(crate) fn file_name(program: &Program, span: Span) -> &str {
    let name = program.files.get(span.file.index()).map_or("(unknown file)", |file| file.name.as_str());
    name.strip_prefix("./").unwrap_or(name)
}

/// `1 error`, `2 errors`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}
