//! Splits the text form into tokens that know where they stand.

use super::ParseError;

/// A token and its place.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub line: u32,
    pub column: u32,
    /// Whether it is the first of its line.
    pub first: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum TokenKind {
    /// A name, keyword or number.
    Word(String),
    /// What stood in quotes, escapes resolved.
    Text(Vec<u8>),
    /// `%head.7`
    Value(Option<String>, u32),
    /// `$head.0`
    Var(Option<String>, u32),
    /// `#3`
    Type(u32),
    /// `@name`
    Symbol(String),
    /// `@#g3`
    Global(u32),
    /// `@#f3`
    Func(u32),
    /// `:=`
    Assign,
    /// `->`
    Arrow,
    /// Any other character.
    Punct(char),
    /// The end of the text.
    End,
}

/// Splits `text`; the last token is `End`.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, ParseError> {
    let mut lexer = Lexer { chars: text.chars().peekable(), line: 1, column: 1 };
    let mut tokens: Vec<Token> = Vec::new();
    loop {
        lexer.skip_blanks();
        let (line, column) = (lexer.line, lexer.column);
        let kind = lexer.token()?;
        let end = kind == TokenKind::End;
        let first = tokens.last().is_none_or(|last| last.line != line) || end;
        tokens.push(Token { kind, line, column, first });
        if end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'a> {
    chars: std::iter::Peekable<std::str::Chars<'a>>,
    line: u32,
    column: u32,
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '.'
}

impl Lexer<'_> {
    fn error<T>(&self, message: impl Into<String>) -> Result<T, ParseError> {
        Err(ParseError { line: self.line, column: self.column, message: message.into() })
    }

    fn next(&mut self) -> Option<char> {
        let c = self.chars.next()?;
        match c {
            '\n' => (self.line, self.column) = (self.line.saturating_add(1), 1),
            _ => self.column = self.column.saturating_add(1),
        }
        Some(c)
    }

    fn next_if(&mut self, wanted: impl FnOnce(char) -> bool) -> Option<char> {
        let c = *self.chars.peek()?;
        if wanted(c) { self.next() } else { None }
    }

    fn skip_blanks(&mut self) {
        loop {
            if self.next_if(char::is_whitespace).is_some() {
                continue;
            }
            if self.next_if(|c| c == ';').is_none() {
                return;
            }
            while self.next_if(|c| c != '\n').is_some() {}
        }
    }

    fn token(&mut self) -> Result<TokenKind, ParseError> {
        let Some(&c) = self.chars.peek() else { return Ok(TokenKind::End) };
        if in_word(c) {
            let mut word = self.word();
            // The exponent of a float may be negative.
            let digits = word.strip_suffix('e').is_some_and(|digits| digits.parse::<f64>().is_ok());
            if digits && self.next_if(|c| c == '-').is_some() {
                word.push('-');
                word.push_str(&self.word());
            }
            return Ok(TokenKind::Word(word));
        }
        self.next();
        match c {
            '"' => Ok(TokenKind::Text(self.text()?)),
            '%' => self.numbered().map(|(hint, number)| TokenKind::Value(hint, number)),
            '$' => self.numbered().map(|(hint, number)| TokenKind::Var(hint, number)),
            '#' => match self.word().parse() {
                Ok(number) => Ok(TokenKind::Type(number)),
                Err(_) => self.error("expected the number of a type"),
            },
            '@' => self.symbol(),
            ':' if self.next_if(|c| c == '=').is_some() => Ok(TokenKind::Assign),
            '-' if self.next_if(|c| c == '>').is_some() => Ok(TokenKind::Arrow),
            _ => Ok(TokenKind::Punct(c)),
        }
    }

    fn word(&mut self) -> String {
        let mut word = String::new();
        while let Some(c) = self.next_if(in_word) {
            word.push(c);
        }
        word
    }

    /// What follows the opening quote.
    fn text(&mut self) -> Result<Vec<u8>, ParseError> {
        let mut bytes = Vec::new();
        loop {
            match self.next() {
                None | Some('\n') => return self.error("the text lacks its closing quote"),
                Some('"') => return Ok(bytes),
                Some('\\') => match self.next() {
                    Some('n') => bytes.push(b'\n'),
                    Some('t') => bytes.push(b'\t'),
                    Some(c @ ('"' | '\\')) => bytes.push(c as u8),
                    Some('x') => {
                        let digit = |lexer: &mut Self| lexer.next().and_then(|c| c.to_digit(16));
                        match (digit(self), digit(self)) {
                            (Some(high), Some(low)) => bytes.push((high * 16 + low) as u8),
                            _ => return self.error("expected two hexadecimal digits after `\\x`"),
                        }
                    }
                    _ => return self.error("expected n, t, x, a quote or a backslash after the backslash"),
                },
                Some(c) => bytes.extend(c.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
    }

    fn name(&mut self) -> Result<String, ParseError> {
        let Ok(name) = String::from_utf8(self.text()?) else { return self.error("a name must be UTF-8") };
        Ok(name)
    }

    /// What follows the sigil of a value or variable: a number, possibly after a hint and a dot.
    fn numbered(&mut self) -> Result<(Option<String>, u32), ParseError> {
        let (hint, number) = if self.next_if(|c| c == '"').is_some() {
            let hint = self.name()?;
            match self.word().strip_prefix('.') {
                Some(number) => (Some(hint), number.to_string()),
                None => return self.error("expected a dot and a number after the hint"),
            }
        } else {
            let word = self.word();
            match word.rsplit_once('.') {
                Some((hint, number)) => (Some(hint.to_string()), number.to_string()),
                None => (None, word),
            }
        };
        match number.parse() {
            Ok(number) => Ok((hint, number)),
            Err(_) => self.error("expected a number, possibly after a hint and a dot"),
        }
    }

    fn symbol(&mut self) -> Result<TokenKind, ParseError> {
        if self.next_if(|c| c == '"').is_some() {
            return self.name().map(TokenKind::Symbol);
        }
        if self.next_if(|c| c == '#').is_none() {
            let word = self.word();
            return if word.is_empty() {
                self.error("expected a name after `@`")
            } else {
                Ok(TokenKind::Symbol(word))
            };
        }
        let word = self.word();
        let number = |class: char| word.strip_prefix(class).and_then(|number| number.parse().ok());
        match (number('g'), number('f')) {
            (Some(number), _) => Ok(TokenKind::Global(number)),
            (_, Some(number)) => Ok(TokenKind::Func(number)),
            _ => self.error("expected `g` or `f` and a number after `@#`"),
        }
    }
}
