//! The tokens of a C source file as it is written: what annotations and a look at the names it defines need.
//!
//! The lexer knows comments, literals, preprocessor lines and braces. It does not expand macros and reads all branches of
//! an `#if`.

use ir::Position;

/// The kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A name, a keyword or a number.
    Word,
    /// A brace that opens.
    Open,
    /// A brace that closes.
    Close,
    /// A comment that is an annotation.
    Annotation,
    /// A literal, or one character.
    Other,
}

/// A token: the bytes from `begin` to `end`, which stand at `at`.
#[derive(Clone, Copy)]
pub struct Token {
    pub kind: Kind,
    pub begin: usize,
    pub end: usize,
    pub at: Position,
}

/// The tokens of a text, without comments that are no annotations and without preprocessor lines.
pub fn tokens(text: &str) -> Vec<Token> {
    Lexer { text: text.as_bytes(), at: 0, line: 1, line_start: 0 }.tokens()
}

struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    line: u32,
    line_start: usize,
}

impl Lexer<'_> {
    fn tokens(mut self) -> Vec<Token> {
        let mut tokens = Vec::new();
        let mut fresh_line = true;
        while let Some(byte) = self.peek(0) {
            let begin = self.at;
            let at = Position { line: self.line, column: (begin - self.line_start) as u32 + 1 };
            let kind = match (byte, self.peek(1)) {
                (b'\n', _) => {
                    fresh_line = true;
                    self.step();
                    continue;
                }
                (byte, _) if byte.is_ascii_whitespace() => {
                    self.step();
                    continue;
                }
                (b'#', _) if fresh_line => {
                    self.directive();
                    continue;
                }
                (b'/', Some(b'/')) => {
                    self.line_rest();
                    if self.text[begin..].get(2) != Some(&b'@') {
                        continue;
                    }
                    Kind::Annotation
                }
                (b'/', Some(b'*')) => {
                    self.block_comment();
                    if self.text[begin..].get(2) != Some(&b'@') {
                        continue;
                    }
                    Kind::Annotation
                }
                (b'"' | b'\'', _) => {
                    self.literal(byte);
                    Kind::Other
                }
                (byte, _) if byte.is_ascii_alphanumeric() || byte == b'_' => {
                    while self.peek(0).is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
                        self.step();
                    }
                    Kind::Word
                }
                _ => {
                    self.step();
                    match byte {
                        b'{' => Kind::Open,
                        b'}' => Kind::Close,
                        _ => Kind::Other,
                    }
                }
            };
            fresh_line = false;
            tokens.push(Token { kind, begin, end: self.at, at });
        }
        tokens
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.at + ahead).copied()
    }

    fn step(&mut self) {
        if self.peek(0) == Some(b'\n') {
            self.line += 1;
            self.line_start = self.at + 1;
        }
        self.at += 1;
        // A byte in the middle of a character is no place to stop.
        while self.peek(0).is_some_and(|byte| byte & 0xc0 == 0x80) {
            self.at += 1;
        }
    }

    fn line_rest(&mut self) {
        while self.peek(0).is_some_and(|byte| byte != b'\n') {
            self.step();
        }
    }

    /// A preprocessor line, with the lines that continue it.
    fn directive(&mut self) {
        loop {
            match (self.peek(0), self.peek(1)) {
                (None | Some(b'\n'), _) => return,
                (Some(b'/'), Some(b'/')) => return,
                (Some(b'/'), Some(b'*')) => return,
                (Some(b'\\'), Some(_)) => {
                    self.step();
                    self.step();
                }
                _ => self.step(),
            }
        }
    }

    fn block_comment(&mut self) {
        self.step();
        self.step();
        while self.peek(0).is_some() && !(self.peek(0) == Some(b'*') && self.peek(1) == Some(b'/')) {
            self.step();
        }
        for _ in 0..2 {
            if self.peek(0).is_some() {
                self.step();
            }
        }
    }

    fn literal(&mut self, quote: u8) {
        self.step();
        while let Some(byte) = self.peek(0) {
            if byte == b'\n' {
                return;
            }
            self.step();
            if byte == b'\\' && self.peek(0).is_some() {
                self.step();
            }
            if byte == quote {
                return;
            }
        }
    }
}
