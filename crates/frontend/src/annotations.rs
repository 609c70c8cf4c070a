//! Reads annotations from the comments of source files.
//!
//! Comments in function bodies reach neither clang's output nor its syntax tree, so a small lexer finds them in the
//! text: it knows comments, literals, preprocessor lines and braces, and so tells what an annotation stands before. It
//! sees the file as it is written: an annotation that a macro or an `#if` hides is still one.

use ir::{Annotation, FileId, Position, Program, Subject};

/// The annotations of all files of a program that can be read, in the order of files and lines.
pub fn read(program: &Program) -> Vec<Annotation> {
    let mut all = Vec::new();
    for (index, file) in program.files.iter().enumerate() {
        if let Ok(bytes) = std::fs::read(file.path()) {
            all.extend(in_text(FileId::new(index), &String::from_utf8_lossy(&bytes)));
        }
    }
    all
}

/// The annotations of a text.
pub fn in_text(file: FileId, text: &str) -> Vec<Annotation> {
    if !text.contains("/*@") && !text.contains("//@") {
        return Vec::new();
    }
    let tokens = Lexer { text: text.as_bytes(), at: 0, line: 1, line_start: 0 }.tokens();
    let partners = partners(&tokens);
    let mut annotations: Vec<Annotation> = Vec::new();
    let mut enclosing: Vec<usize> = Vec::new();
    let mut index = 0;
    while index < tokens.len() {
        let token = tokens[index];
        match token.kind {
            Kind::Open => enclosing.push(index),
            Kind::Close => {
                enclosing.pop();
            }
            Kind::Annotation => {
                let mut last = index;
                // Lines of `//@` that follow each other are one text.
                while is_line(text, token)
                    && tokens.get(last + 1).is_some_and(|next| {
                        next.kind == Kind::Annotation
                            && is_line(text, *next)
                            && next.at.line == tokens[last].at.line + 1
                    })
                {
                    last += 1;
                }
                annotations.push(Annotation {
                    file,
                    start: token.at,
                    text: blanked(&text[token.begin..tokens[last].end]),
                    subject: subject(text, &tokens, &partners, &enclosing, last + 1),
                });
                index = last;
            }
            Kind::Word | Kind::Other => {}
        }
        index += 1;
    }
    annotations
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Open,
    Close,
    Annotation,
    Other,
}

#[derive(Clone, Copy)]
struct Token {
    kind: Kind,
    begin: usize,
    end: usize,
    at: Position,
}

fn is_line(text: &str, token: Token) -> bool {
    text[token.begin..].starts_with("//")
}

/// The text with the delimiters of comments blanked.
fn blanked(text: &str) -> String {
    let mut blank = String::with_capacity(text.len());
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            blank.push('\n');
        }
        let trimmed = line.trim_start();
        let indent = line.len() - trimmed.len();
        let lead = ["//@", "/*@"].into_iter().find(|lead| trimmed.starts_with(lead)).map_or(0, str::len);
        let body = &line[indent + lead..];
        let shown = body.trim_end_matches('\r');
        let shown = shown.strip_suffix("*/").map_or(shown, |body| body.trim_end_matches('@'));
        blank.push_str(&" ".repeat(indent + lead));
        blank.push_str(shown);
        blank.push_str(&" ".repeat(body.len() - shown.len()));
    }
    blank
}

/// The brace that closes the one that opens, by index of token.
fn partners(tokens: &[Token]) -> Vec<Option<usize>> {
    let mut partners = vec![None; tokens.len()];
    let mut open = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Open => open.push(index),
            Kind::Close => {
                if let Some(begin) = open.pop() {
                    partners[begin] = Some(index);
                }
            }
            _ => {}
        }
    }
    partners
}

/// What stands at the token `next`.
fn subject(
    text: &str,
    tokens: &[Token],
    partners: &[Option<usize>],
    enclosing: &[usize],
    next: usize,
) -> Subject {
    let word = |index: usize| tokens.get(index).map(|token| &text[token.begin..token.end]);
    let mut next = next;
    while tokens.get(next).is_some_and(|token| token.kind == Kind::Annotation) {
        next += 1;
    }
    let Some(first) = tokens.get(next) else { return Subject::Nothing };
    let is_body = |open: &usize| {
        *open > 0
            && (word(open - 1) == Some(")") || enclosing.first() != Some(open) && word(open - 1) != Some("="))
    };
    match enclosing.iter().any(is_body) {
        true => {
            let block_end = enclosing.last().and_then(|open| partners[*open]).map(|close| tokens[close].at);
            let (Some(block_end), Some(word_here)) = (block_end, word(next)) else { return Subject::Nothing };
            match word_here {
                "while" | "for" | "do" => Subject::Loop { keyword: first.at },
                "case" | "default" => Subject::Label,
                _ if first.kind == Kind::Word
                    && word(next + 1) == Some(":")
                    && word(next + 2) != Some(":") =>
                {
                    Subject::Label
                }
                _ => Subject::Statement { begin: first.at, block_end },
            }
        }
        false => declaration(text, tokens, next),
    }
}

fn declaration(text: &str, tokens: &[Token], next: usize) -> Subject {
    let mut names = Vec::new();
    let mut end = tokens[next].at;
    for index in next..tokens.len() {
        let token = tokens[index];
        let word = &text[token.begin..token.end];
        end = token.at;
        if token.kind == Kind::Open || word == ";" {
            break;
        }
        let called = tokens.get(index + 1).is_some_and(|after| &text[after.begin..after.end] == "(");
        if token.kind == Kind::Word && called {
            names.push((word.to_string(), parameters(text, tokens, index + 2)));
        }
    }
    match names.is_empty() {
        true => Subject::Nothing,
        false => Subject::Declaration { names, end },
    }
}

/// The last word of each parameter in the parenthesis that opened before the token `next`: its name, where it has one.
fn parameters(text: &str, tokens: &[Token], next: usize) -> Vec<String> {
    let mut names = vec![String::new()];
    let mut depth = 0;
    for token in &tokens[next.min(tokens.len())..] {
        let word = &text[token.begin..token.end];
        match word {
            ")" if depth == 0 => break,
            "," if depth == 0 => names.push(String::new()),
            "(" | "[" => depth += 1,
            ")" | "]" => depth -= 1,
            _ if token.kind == Kind::Word && depth == 0 => {
                if let Some(last) = names.last_mut() {
                    *last = word.to_string();
                }
            }
            _ => {}
        }
    }
    names
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

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(Position, String, Subject)> {
        let all = in_text(FileId::new(0), text);
        all.into_iter().map(|it| (it.start, it.text.trim().to_string(), it.subject)).collect()
    }

    fn at(line: u32, column: u32) -> Position {
        Position { line, column }
    }

    #[test]
    fn annotations_stand_before_functions_loops_and_statements() {
        let text = "#define X /* no */ 1\n\
                    /*@ requires a; */\n\
                    static int f(int a) {\n\
                    \x20 //@ loop invariant b;\n\
                    \x20 //@ loop assigns c;\n\
                    \x20 while (a) {\n\
                    \x20   //@ assert \"}\";\n\
                    \x20   a--;\n\
                    \x20 }\n\
                    }\n\
                    //@ ensures z;\n\
                    int g(void);\n";
        let all = found(text);
        let params = |name: &str| if name == "f" { vec!["a".to_string()] } else { vec!["void".to_string()] };
        let declared =
            |name: &str, end| Subject::Declaration { names: vec![(name.into(), params(name))], end };
        assert_eq!(all[0], (at(2, 1), "requires a;".into(), declared("f", at(3, 21))));
        let (start, lines, subject) = &all[1];
        assert_eq!((*start, subject), (at(4, 3), &Subject::Loop { keyword: at(6, 3) }));
        assert!(lines.starts_with("loop invariant b;\n") && lines.ends_with("loop assigns c;"));
        assert_eq!(all[2].2, Subject::Statement { begin: at(8, 5), block_end: at(9, 3) });
        assert_eq!(all[3].2, declared("g", at(12, 12)));
    }

    #[test]
    fn positions_of_bytes_are_those_of_the_file() {
        let all = in_text(FileId::new(0), "int x; /*@ requires a;\n  ensures b; */\nint f(void);");
        let text = &all[0].text;
        assert_eq!(all[0].position(text.find('a').unwrap()), at(1, 21));
        assert_eq!(all[0].position(text.find('b').unwrap()), at(2, 11));
    }

    #[test]
    fn labels_and_members_are_told_apart() {
        assert_eq!(found("int f(void) { //@ assert 1;\n l: return 1; }")[0].2, Subject::Label);
        assert_eq!(found("struct s { //@ assert 1;\n int x; };")[0].2, Subject::Nothing);
    }
}
