//! Reads annotations from the comments of source files.
//!
//! Comments in function bodies reach neither clang's output nor its syntax tree, so a small lexer finds them in the
//! text; from the tokens around it follows what an annotation stands before. The text is read as it is written: an
//! annotation that a macro or an `#if` hides is still one.

use crate::constants;
use crate::lexer::{self, Kind, Token};
use ir::{Annotation, FileId, Program, Subject};
use std::collections::BTreeSet;
use std::sync::Arc;

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
    let tokens = lexer::tokens(text);
    let partners = partners(&tokens);
    let constants = Arc::new(constants::in_text(text));
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
                    ended: ended(text, &tokens, &partners, &enclosing, index),
                    constants: constants.clone(),
                });
                index = last;
            }
            Kind::Word | Kind::Other => {}
        }
        index += 1;
    }
    annotations
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

/// The words, each with its line, that stand only in blocks and `for` loops that ended before the token `here`. Debug info
/// tells the line of a variable, not its column.
fn ended(
    text: &str,
    tokens: &[Token],
    partners: &[Option<usize>],
    enclosing: &[usize],
    here: usize,
) -> BTreeSet<(u32, String)> {
    let mut ended = BTreeSet::new();
    let mut open = BTreeSet::new();
    let Some(outermost) = enclosing.first() else { return ended };
    let mut closed = outermost + 1;
    for index in outermost + 1..here {
        let token = tokens[index];
        if index >= closed {
            let end = match token.kind {
                Kind::Open => partners[index],
                Kind::Word if &text[token.begin..token.end] == "for" => {
                    statement_end(text, tokens, partners, index)
                }
                _ => None,
            };
            closed = end.filter(|end| *end < here).map_or(index, |end| end + 1);
        }
        if token.kind == Kind::Word {
            let words = if index < closed { &mut ended } else { &mut open };
            words.insert((token.at.line, text[token.begin..token.end].to_string()));
        }
    }
    ended.retain(|word| !open.contains(word));
    ended
}

/// The last token of the statement that begins at a token.
fn statement_end(text: &str, tokens: &[Token], partners: &[Option<usize>], begin: usize) -> Option<usize> {
    let word = |index: usize| tokens.get(index).map(|token| &text[token.begin..token.end]);
    let end_of = |begin: usize| statement_end(text, tokens, partners, begin);
    match word(begin)? {
        "{" => partners[begin],
        "for" | "while" | "switch" => end_of(behind_parentheses(text, tokens, begin + 1)?),
        "if" => {
            let then = end_of(behind_parentheses(text, tokens, begin + 1)?)?;
            match word(then + 1) {
                Some("else") => end_of(then + 2),
                _ => Some(then),
            }
        }
        "do" => semicolon(text, tokens, partners, end_of(begin + 1)? + 1),
        _ if tokens[begin].kind == Kind::Annotation => end_of(begin + 1),
        _ => semicolon(text, tokens, partners, begin),
    }
}

/// The first semicolon that stands at a token or behind it, outside of braces.
fn semicolon(text: &str, tokens: &[Token], partners: &[Option<usize>], begin: usize) -> Option<usize> {
    let mut index = begin;
    loop {
        let token = tokens.get(index)?;
        match token.kind {
            Kind::Open => index = partners[index]? + 1,
            Kind::Close => return None,
            _ if &text[token.begin..token.end] == ";" => return Some(index),
            _ => index += 1,
        }
    }
}

/// The token behind the parentheses that open at a token.
fn behind_parentheses(text: &str, tokens: &[Token], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (index, token) in tokens.iter().enumerate().skip(open) {
        match &text[token.begin..token.end] {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (index > open).then_some(index + 1);
        }
    }
    None
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
    let mut has_body = false;
    if &text[tokens[next].begin..tokens[next].end] == "typedef" {
        return function_type(text, tokens, next);
    }
    for index in next..tokens.len() {
        let token = tokens[index];
        let word = &text[token.begin..token.end];
        end = token.at;
        if token.kind == Kind::Open || word == ";" {
            has_body = token.kind == Kind::Open;
            break;
        }
        let after = |by: usize| tokens.get(index + by).map(|after| &text[after.begin..after.end]);
        // `int (*less)(int, int)` is a pointer.
        let called = after(1) == Some("(") && after(2) != Some("*");
        if token.kind == Kind::Word && called {
            names.push((word.to_string(), parameters(text, tokens, index + 2)));
        }
    }
    match names.is_empty() {
        true => Subject::Nothing,
        false => Subject::Declaration { names, end, has_body },
    }
}

/// The function type that a typedef names: `typedef int less(int, int)` or `typedef int (*less)(int, int)`.
fn function_type(text: &str, tokens: &[Token], next: usize) -> Subject {
    let word = |index: usize| tokens.get(index).map(|token| &text[token.begin..token.end]);
    for index in next..tokens.len() {
        if tokens[index].kind == Kind::Open || word(index) == Some(";") {
            break;
        }
        let is_word = tokens[index].kind == Kind::Word;
        let open = match (word(index + 1), word(index + 2)) {
            (Some(")"), Some("(")) => index + 2,
            (Some("("), Some(inside)) if inside != "*" => index + 1,
            _ => continue,
        };
        if let (true, Some(name)) = (is_word, word(index)) {
            return Subject::Type { name: name.to_string(), params: parameters(text, tokens, open + 1) };
        }
    }
    Subject::Nothing
}

/// The name of each parameter in the parenthesis that opened before the token `next`, where it has one: its last word, or
/// the one behind the star in a parenthesis, `int (*less)(int a, int b)`.
fn parameters(text: &str, tokens: &[Token], next: usize) -> Vec<String> {
    let mut names = vec![String::new()];
    let (mut depth, mut is_pointer) = (0, false);
    let mut before = ["", ""];
    for token in &tokens[next.min(tokens.len())..] {
        let word = &text[token.begin..token.end];
        match word {
            ")" if depth == 0 => break,
            "," if depth == 0 => {
                names.push(String::new());
                is_pointer = false;
            }
            "(" | "[" => depth += 1,
            ")" | "]" => depth -= 1,
            _ if token.kind == Kind::Word
                && !is_pointer
                && (depth == 0 || depth == 1 && before == ["(", "*"]) =>
            {
                is_pointer = depth == 1;
                if let Some(last) = names.last_mut() {
                    *last = word.to_string();
                }
            }
            _ => {}
        }
        before = [before[1], word];
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::Position;

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
        let declared = |name: &str, end, has_body| {
            let names = vec![(name.into(), params(name))];
            Subject::Declaration { names, end, has_body }
        };
        assert_eq!(all[0], (at(2, 1), "requires a;".into(), declared("f", at(3, 21), true)));
        let (start, lines, subject) = &all[1];
        assert_eq!((*start, subject), (at(4, 3), &Subject::Loop { keyword: at(6, 3) }));
        assert!(lines.starts_with("loop invariant b;\n") && lines.ends_with("loop assigns c;"));
        assert_eq!(all[2].2, Subject::Statement { begin: at(8, 5), block_end: at(9, 3) });
        assert_eq!(all[3].2, declared("g", at(12, 12), false));
    }

    #[test]
    fn parameters_have_their_names() {
        let all =
            found("//@ ensures z;\nint f(int (*less)(int a, int b), int n, char *s[2], void (*hook)(void));");
        let Subject::Declaration { names, .. } = &all[0].2 else { panic!("a declaration") };
        assert_eq!(names[0], ("f".to_string(), ["less", "n", "s", "hook"].map(String::from).to_vec()));
        assert_eq!(found("//@ ensures z;\nint (*less)(int a);")[0].2, Subject::Nothing);
        for typedef in ["typedef int less(int a);", "typedef struct node *(*less)(int a);"] {
            let less = Subject::Type { name: "less".into(), params: vec!["a".into()] };
            assert_eq!(found(&format!("//@ ensures z;\n{typedef}"))[0].2, less);
        }
        assert_eq!(found("//@ ensures z;\ntypedef struct { int (*less)(int a); } t;")[0].2, Subject::Nothing);
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

    #[test]
    fn words_of_blocks_and_loops_that_ended_are_told() {
        let text = "int f(int x) {\n\
                    \x20 int y = 0; { int x = 1; { } y = x; }\n\
                    \x20 for (int i = 0; i < 3; i++) if (y) { y++; } else y--;\n\
                    \x20 for (int j = 0; j < 3; j++) {\n\
                    \x20   do y++; while (y < 3);\n\
                    \x20   //@ assert y;\n\
                    \x20   y--;\n\
                    \x20 }\n\
                    }\n";
        let ended = &in_text(FileId::new(0), text)[0].ended;
        let has = |line: u32, word: &str| ended.contains(&(line, word.to_string()));
        assert!(has(2, "x") && has(3, "i") && has(3, "y"), "{ended:?}");
        assert!(!has(2, "y") && !has(4, "j") && !has(5, "y"), "{ended:?}");
    }
}
