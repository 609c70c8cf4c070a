//! The annotation language: tokens, trees and the parser.
//!
//! `ANNOTATION ::= CLAUSE*`, where clauses end with `;` (the paper's clauses end where the next begins). Terms are C
//! expressions; formulas and sets are expressions too, told apart when names are resolved (`resolve.rs`), so that a
//! message can say what was expected where.

pub mod ast;
pub mod lexer;
pub mod parser;

use std::fmt;

/// A mistake in an annotation: the byte of its text, and what is wrong there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// The byte of the annotation's text.
    pub at: usize,
    /// What is wrong, and what to write instead.
    pub message: String,
}

impl Mistake {
    /// A mistake at a byte.
    pub fn new(at: usize, message: impl Into<String>) -> Mistake {
        Mistake { at, message: message.into() }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

/// The known word that is closest to a misspelt one, if one is close.
pub fn closest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let best = known.into_iter().map(|it| (distance(word, it), it)).min()?;
    (best.0 <= 1 + word.len() / 4).then_some(best.1)
}

/// The number of letters to change, insert or delete to get from one word to the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in other.iter().enumerate() {
            let cost = diagonal + usize::from(!a.eq_ignore_ascii_case(b));
            diagonal = row[j + 1];
            row[j + 1] = cost.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}
