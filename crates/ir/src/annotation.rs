//! Annotations: comments of the form `/*@ … */` and `//@ …`, with what they stand before.
//!
//! The front end reads them from the source files; what they mean is for an engine to say. An annotation keeps its
//! text as it stands in the file, so that a message can point at the character.

use crate::FileId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A position in a file: line and column, both from 1, ordered as the text is read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column, in bytes.
    pub column: u32,
}

/// An annotation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotation {
    /// The file.
    pub file: FileId,
    /// Where `text` begins.
    pub start: Position,
    /// The comment; its delimiters are blanks, line ends are kept. `//@` lines that follow each other are one text.
    pub text: String,
    /// What it stands before.
    pub subject: Subject,
    /// The words, each with its line, that stand only in blocks and loops of its function which ended before it: what is
    /// declared there is no longer in scope.
    pub ended: BTreeSet<(u32, String)>,
    /// The names in its file that stand for an expression: macros and enumerators.
    pub constants: Arc<BTreeMap<String, String>>,
}

/// What an annotation stands before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A declaration outside of functions, up to its body or semicolon.
    Declaration {
        /// The names that are followed by a parenthesis, and the last words between its commas: the function and its
        /// parameters are among them.
        names: Vec<(String, Vec<String>)>,
        /// Where the next declaration can begin at the earliest.
        end: Position,
        /// Whether a brace follows, not a semicolon.
        has_body: bool,
    },
    /// A type of functions, or of pointers to them.
    Type {
        /// The name.
        name: String,
        /// The names of the parameters.
        params: Vec<String>,
    },
    /// A loop, by its keyword.
    Loop {
        /// Where the keyword stands.
        keyword: Position,
    },
    /// Another statement.
    Statement {
        /// Where it begins.
        begin: Position,
        /// Where the block that holds it ends.
        block_end: Position,
    },
    /// A label: control may come from elsewhere.
    Label,
    /// Nothing that can be annotated.
    Nothing,
}

impl Annotation {
    /// The position of a byte of the text.
    pub fn position(&self, byte: usize) -> Position {
        let before = &self.text[..byte.min(self.text.len())];
        match before.rfind('\n') {
            None => Position { line: self.start.line, column: self.start.column + before.len() as u32 },
            Some(newline) => Position {
                line: self.start.line + before.matches('\n').count() as u32,
                column: (before.len() - newline) as u32,
            },
        }
    }
}
