//! The language of goals and rule files: tokens, expressions, rules.
//!
//! Reading is separate from meaning: this module knows operators and their binding strengths, and
//! nothing of types or theories.

pub mod expr;
mod lexer;
mod parser;
pub mod rule;

pub use parser::{parse_goal, parse_rules};

use std::fmt;

/// A place in a text; both numbers count from 1, and 0 means "made by a program".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Span {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

/// What is wrong with a goal or a rule file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The file or input, when known.
    pub file: Option<String>,
    /// The place.
    pub span: Span,
    /// A sentence for the user.
    pub message: String,
}

impl Error {
    pub(crate) fn at(span: Span, message: impl Into<String>) -> Error {
        Error { file: None, span, message: message.into() }
    }

    /// The same error with the name of the file it is about.
    pub fn in_file(mut self, file: &str) -> Error {
        self.file.get_or_insert_with(|| file.to_string());
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}:")?;
        }
        if self.span.line > 0 {
            write!(f, "{}:{}: ", self.span.line, self.span.column)?;
        } else if self.file.is_some() {
            write!(f, " ")?;
        }
        write!(f, "{}", self.message)
    }
}

impl std::error::Error for Error {}
