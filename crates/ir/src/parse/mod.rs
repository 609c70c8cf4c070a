//! Reads the text form of a program, as `print` writes it.
//!
//! The order of the text is the order of the tables: target, files, types, constructors, destructors, losses,
//! globals, functions (globals and functions may alternate). References may precede what they name: symbols are
//! collected first, and values and blocks are named by number.
//!
//! The parser checks form only. Whether a program makes sense is for [`mod@crate::validate`] to say, so that tests
//! can write down programs that do not.
//!
//! Invariant: no text makes it panic.

mod function;
mod inst;
mod lexer;
mod operand;
mod outline;
mod tables;
#[cfg(test)]
mod tests;

use crate::print::words::Word;
use crate::{FileId, FuncId, GlobalId, Program, Scalar, Span, Target, TypeId};
use lexer::{Token, TokenKind};
pub use outline::Outline;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// Why a text is not a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// What was expected there.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

/// Reads a program.
pub fn parse(text: &str) -> Result<Program, ParseError> {
    let mut parser = Parser::new(text)?;
    parser.program()?;
    Ok(parser.program)
}

impl std::str::FromStr for Program {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Program, ParseError> {
        parse(text)
    }
}

/// What names stand for.
type Symbols = Arc<HashMap<String, Symbol>>;

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
enum Symbol {
    Global(GlobalId),
    Func(FuncId),
    /// More than one thing has this name.
    Ambiguous,
}

/// Finds the definitions of all globals and functions: a line that starts with one of three keywords.
fn symbols(tokens: &[Token]) -> Symbols {
    let mut symbols = HashMap::new();
    let (mut globals, mut functions) = (0, 0);
    for pair in tokens.windows(2) {
        let (TokenKind::Word(keyword), TokenKind::Symbol(name)) = (&pair[0].kind, &pair[1].kind) else {
            continue;
        };
        let symbol = match keyword.as_str() {
            "global" if pair[0].first => {
                globals += 1;
                Symbol::Global(GlobalId::new(globals - 1))
            }
            "func" | "declare" if pair[0].first => {
                functions += 1;
                Symbol::Func(FuncId::new(functions - 1))
            }
            _ => continue,
        };
        symbols.entry(name.clone()).and_modify(|known| *known = Symbol::Ambiguous).or_insert(symbol);
    }
    Arc::new(symbols)
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    symbols: Symbols,
    program: Program,
    /// The file of the function that is read.
    file: Option<FileId>,
}

type Parsed<T> = Result<T, ParseError>;

impl Parser {
    /// A parser at the begin of a text.
    fn new(text: &str) -> Parsed<Parser> {
        let tokens = lexer::tokens(text)?;
        let symbols = symbols(&tokens);
        Ok(Parser { tokens, at: 0, symbols, program: Program::new(Target::BITS64), file: None })
    }

    fn program(&mut self) -> Parsed<()> {
        self.expect_word("target")?;
        self.program.target = match self.number::<u64>()? {
            64 => Target::BITS64,
            32 => Target::BITS32,
            _ => return self.error("expected 32 or 64", true),
        };
        self.end_of_line()?;
        while self.definition()? {}
        Ok(())
    }

    /// A definition; gives whether there was one before the end of the text.
    fn definition(&mut self) -> Parsed<bool> {
        match self.word("a definition")?.as_str() {
            "" => return Ok(false),
            "file" => self.source_file()?,
            "type" => self.type_definition()?,
            "constructor" => {
                let constructor = self.constructor()?;
                self.program.constructors.push(constructor);
            }
            "destructor" => {
                let destructor = self.constructor()?;
                self.program.destructors.push(destructor);
            }
            "loss" => self.loss()?,
            "global" => self.global()?,
            "func" => self.function(true)?,
            "declare" => self.function(false)?,
            _ => {
                return self.error(
                    "expected file, type, constructor, destructor, loss, global, func or declare",
                    true,
                );
            }
        }
        self.end_of_line()?;
        Ok(true)
    }

    /// The next token; `End` stays where it is.
    fn peek(&self) -> &TokenKind {
        &self.tokens[self.at].kind
    }

    fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    /// An error at the next token, or at the one just read.
    fn error<T>(&self, message: impl Into<String>, just_read: bool) -> Parsed<T> {
        let at = if just_read { self.at.saturating_sub(1) } else { self.at };
        let Token { line, column, .. } = self.tokens[at];
        Err(ParseError { line, column, message: message.into() })
    }

    /// Reads the next token if it is `kind`.
    fn eat(&mut self, kind: &TokenKind) -> bool {
        let found = self.peek() == kind;
        if found {
            self.advance();
        }
        found
    }

    fn eat_punct(&mut self, c: char) -> bool {
        self.eat(&TokenKind::Punct(c))
    }

    fn expect_punct(&mut self, c: char) -> Parsed<()> {
        match self.eat_punct(c) {
            true => Ok(()),
            false => self.error(format!("expected `{c}`"), false),
        }
    }

    fn peek_word(&self) -> Option<&str> {
        match self.peek() {
            TokenKind::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Reads the next token if it is this word on the same line.
    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == Some(word) && !self.tokens[self.at].first;
        if found {
            self.advance();
        }
        found
    }

    fn expect_word(&mut self, word: &str) -> Parsed<()> {
        match self.peek_word() == Some(word) {
            true => {
                self.advance();
                Ok(())
            }
            false => self.error(format!("expected `{word}`"), false),
        }
    }

    /// Any word; at the end of the text the empty one.
    fn word(&mut self, what: &str) -> Parsed<String> {
        let word = match self.peek() {
            TokenKind::Word(word) => word.clone(),
            TokenKind::End => String::new(),
            _ => return self.error(format!("expected {what}"), false),
        };
        self.advance();
        Ok(word)
    }

    fn end_of_line(&self) -> Parsed<()> {
        match self.tokens[self.at].first {
            true => Ok(()),
            false => self.error("expected the end of the line", false),
        }
    }

    fn number<T: std::str::FromStr>(&mut self) -> Parsed<T> {
        match self.peek_word().map(str::parse) {
            Some(Ok(number)) => {
                self.advance();
                Ok(number)
            }
            _ => self.error("expected a number in range", false),
        }
    }

    /// Text in quotes.
    fn text(&mut self) -> Parsed<String> {
        let TokenKind::Text(bytes) = self.peek() else { return self.error("expected text in quotes", false) };
        let Ok(text) = String::from_utf8(bytes.clone()) else { return self.error("expected UTF-8", false) };
        self.advance();
        Ok(text)
    }

    /// A name, bare or in quotes.
    fn name(&mut self) -> Parsed<String> {
        match self.peek_word() {
            Some(word) => {
                let word = word.to_string();
                self.advance();
                Ok(word)
            }
            None => self.text(),
        }
    }

    /// A name where the next token is one.
    fn optional_name(&mut self) -> Parsed<Option<String>> {
        match self.peek() {
            TokenKind::Word(_) | TokenKind::Text(_) => self.name().map(Some),
            _ => Ok(None),
        }
    }

    fn type_id(&mut self) -> Parsed<TypeId> {
        let TokenKind::Type(number) = *self.peek() else {
            return self.error("expected a type such as `#3`", false);
        };
        self.advance();
        Ok(TypeId(number))
    }

    /// `type #3`, where it stands.
    fn optional_type(&mut self) -> Parsed<Option<TypeId>> {
        match self.eat_word("type") {
            true => self.type_id().map(Some),
            false => Ok(None),
        }
    }

    fn optional_span(&mut self) -> Parsed<Option<Span>> {
        if !self.eat_punct('!') {
            return Ok(None);
        }
        let first: u32 = self.number()?;
        self.expect_punct(':')?;
        let second = self.number()?;
        let span = match (self.eat_punct(':'), self.file) {
            (true, _) => Span::new(FileId(first), second, self.number()?),
            (false, Some(file)) => Span::new(file, first, second),
            (false, None) => return self.error("expected a file number, a line and a column", true),
        };
        match span {
            Some(span) => Ok(Some(span)),
            None => self.error("expected a line number from 1", true),
        }
    }

    /// A list of items between brackets that are separated by commas.
    fn list(&mut self, open: char, close: char, mut item: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        self.expect_punct(open)?;
        if self.eat_punct(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.eat_punct(close) {
                return Ok(());
            }
            if !self.eat_punct(',') {
                return self.error(format!("expected `,` or `{close}`"), false);
            }
        }
    }

    /// A word of one of the tables in `words`.
    fn table_word<T: Word>(&mut self, what: &str) -> Parsed<T> {
        let word = self.word(what)?;
        match T::from_word(&word) {
            Some(thing) => Ok(thing),
            None => {
                let known: Vec<_> = T::WORDS.iter().map(|(_, word)| *word).collect();
                self.error(format!("expected {what}: {}", known.join(", ")), true)
            }
        }
    }

    fn scalar(&mut self) -> Parsed<Scalar> {
        match self.peek_word().and_then(scalar) {
            Some(ty) => {
                self.advance();
                Ok(ty)
            }
            None => self.error("expected a type: i1 to i128, ptr, f16, bf16, f32, f64, x87 or f128", false),
        }
    }
}

/// The scalar type that a word names.
fn scalar(word: &str) -> Option<Scalar> {
    if word == "ptr" {
        return Some(Scalar::Ptr);
    }
    if let Some(bits) = word.strip_prefix('i').and_then(|bits| bits.parse().ok()) {
        return (1..=128).contains(&bits).then_some(Scalar::Int(bits));
    }
    crate::FloatKind::from_word(word).map(Scalar::Float)
}
