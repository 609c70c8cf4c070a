//! Tokens.

use super::{Error, Span};
use crate::term::INT_LIMIT;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// An identifier, or a quoted name.
    Name(String),
    Int(i64),
    Atom(String),
    Str(String),
    /// An operator or a punctuation mark.
    Op(&'static str),
    End,
}

/// All operators; at each place the longest one that fits is taken.
const OPERATORS: &[&str] = &[
    "<->", "<=>", "==>", "-->", "$!=", "$<=", "$>=", "/\\", "\\/", "->", "<=", ">=", "!=", ":=", "$=", "$<",
    "$>", "$+", "$-", "$*", "$/", "=", "<", ">", "+", "-", "*", "/", "^", "|", "\\", "(", ")", ",", ";", "#",
];

pub(super) fn lex(text: &str, first_line: u32) -> Result<Vec<(Token, Span)>, Error> {
    let chars: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    let (mut line, mut line_start) = (first_line, 0);
    while at < chars.len() {
        let c = chars[at];
        let span = Span { line, column: (at - line_start + 1) as u32 };
        if c == '\n' {
            line += 1;
            line_start = at + 1;
            at += 1;
        } else if c.is_whitespace() {
            at += 1;
        } else if chars[at..].starts_with(&['/', '/']) {
            while at < chars.len() && chars[at] != '\n' {
                at += 1;
            }
        } else if chars[at..].starts_with(&['/', '*']) {
            at += 2;
            loop {
                match chars.get(at) {
                    None => return Err(Error::at(span, "this comment is never closed")),
                    Some('*') if chars.get(at + 1) == Some(&'/') => break,
                    Some('\n') => {
                        line += 1;
                        line_start = at + 1;
                    }
                    Some(_) => {}
                }
                at += 1;
            }
            at += 2;
        } else if c.is_alphabetic() || c == '_' || c == '@' {
            let start = if c == '@' { at + 1 } else { at };
            at = start;
            while at < chars.len() && (chars[at].is_alphanumeric() || chars[at] == '_') {
                at += 1;
            }
            let name: String = chars[start..at].iter().collect();
            if c == '@' {
                if name.is_empty() {
                    return Err(Error::at(span, "expected a name after `@`"));
                }
                tokens.push((Token::Atom(name), span));
            } else {
                tokens.push((Token::Name(name), span));
            }
        } else if c.is_ascii_digit() {
            let start = at;
            while at < chars.len() && chars[at].is_ascii_digit() {
                at += 1;
            }
            let digits: String = chars[start..at].iter().collect();
            let value = digits.parse::<i64>().ok().filter(|n| *n <= INT_LIMIT);
            let value = value.ok_or_else(|| Error::at(span, format!("the integer {digits} is too large")))?;
            tokens.push((Token::Int(value), span));
        } else if c == '"' || c == '\'' {
            let (content, next) = quoted(&chars, at, span)?;
            at = next;
            tokens.push((if c == '"' { Token::Str(content) } else { Token::Name(content) }, span));
        } else {
            let fits = |op: &&&str| op.chars().enumerate().all(|(i, c)| chars.get(at + i) == Some(&c));
            let Some(op) = OPERATORS.iter().find(fits) else {
                return Err(Error::at(span, format!("unexpected character `{c}`")));
            };
            at += op.chars().count();
            tokens.push((Token::Op(op), span));
        }
    }
    tokens.push((Token::End, Span { line, column: (at.max(line_start) - line_start + 1) as u32 }));
    Ok(tokens)
}

/// The text between two equal quotes, and the position behind it.
fn quoted(chars: &[char], start: usize, span: Span) -> Result<(String, usize), Error> {
    let quote = chars[start];
    let mut text = String::new();
    let mut at = start + 1;
    loop {
        match chars.get(at) {
            None | Some('\n') => return Err(Error::at(span, format!("the quote `{quote}` is never closed"))),
            Some(&c) if c == quote => return Ok((text, at + 1)),
            Some('\\') => {
                at += 1;
                match chars.get(at) {
                    Some('n') => text.push('\n'),
                    Some('t') => text.push('\t'),
                    Some(&c) => text.push(c),
                    None => continue,
                }
            }
            Some(&c) => text.push(c),
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_taken_longest_first() {
        let ops: Vec<Token> = lex("x<->y<=>z<=-1/\\\\/", 1).unwrap().into_iter().map(|t| t.0).collect();
        let text: Vec<&str> =
            ops.iter().filter_map(|t| if let Token::Op(o) = t { Some(*o) } else { None }).collect();
        assert_eq!(text, ["<->", "<=>", "<=", "-", "/\\", "\\/"]);
    }

    #[test]
    fn errors_know_their_place() {
        let error = lex("x = y /\\\n  \"abc", 1).unwrap_err();
        assert_eq!((error.span.line, error.span.column), (2, 3));
        assert!(lex("999999999999999999999", 1).is_err());
        assert!(lex("x ? y", 1).is_err());
    }
}
