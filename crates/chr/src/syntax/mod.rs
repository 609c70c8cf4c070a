//! The language of goals and rule files: tokens, expressions, rules.
//!
//! Reading is separate from meaning: this module knows operators and their binding strengths, and
//! nothing of types or theories.
//!
//! # Goals
//!
//! A goal is a formula on one line. From loosest to tightest binding:
//!
//! | operators | |
//! |---|---|
//! | `\/` | or |
//! | `/\` | and |
//! | `->` `<->` | implies, if and only if; so `a /\ b -> c` is `a /\ (b -> c)` |
//! | `not` | |
//! | `=` `!=` `<` `<=` `>` `>=` | |
//! | `+` `-` `xor` | |
//! | `*` `/` | division is exact: `x = y / 3` says `3*x = y` |
//! | `^` and unary `-` | |
//!
//! A name is a variable, or a constraint or function before `(`. Further there are integers,
//! `@atom`, `"string"`, `nil`, `true`, `false`, `_` for a variable of its own, and `'any name'`.
//! Comments are `/* .. */` and `// ..`.
//!
//! # Built-in constraints
//!
//! Arithmetic is flattened to `int_eq(x,y)`, `int_eq_c(x,c)`, `int_gt(x,y)`, `int_gt_c(x,c)`,
//! `int_eq_plus(x,y,z)`, `int_eq_plus_c(x,y,c)`, `int_eq_mul(x,y,z)` and `int_eq_mul_c(x,y,c)`, which
//! rules may match; `int_lb(x,c)` is `x >= c`, `int_dom(x,l,u)` a finite domain, and
//! `T_eq_call_f(x,..)` says `x = f(..)`. Heaps: `in(H,p,v)` (or `access`), `dom(H,p)`, `emp(H)`,
//! `one(H,p,v)`, `sep(H,H1,..,Hn)`, `eq(G,H)`, `sub(G,H)`, `domsub(G,H)`, `alloc(H,G,p,v)` and
//! `assign(H,G,p,v)`, where H is the new heap and G the old one.
//!
//! # Rule files
//!
//! ```text
//! type leq(var of num, var of num) priority high;   // signature; `type f(num) = str;` for functions
//! leq(x, y) /\ leq(y, z) ==> leq(x, z);             // propagation
//! leq(x, x) <=> true;                               // simplification: the head is removed
//! lb(x, m) \ lb(x, n) <=> m $> n | true;            // simpagation, with a guard
//! p(x) ==> y := x - 1 /\ inc(q, x, 4) | r(y, q);    // `:=` calculates, `inc` names x + 4
//! not leq(x, y) ==> x > y \/ (p(x) /\ p(y + 1));   // negated heads, bodies of any shape
//! not emp(h) --> in(h, s, t);                       // rewriting of goals; s and t are fresh
//! ```
//!
//! Matching is modulo equality and sees the store as a set: one constraint may match two heads.

pub mod expr;
mod lexer;
mod parser;
pub mod rule;
#[cfg(test)]
mod tests;

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
