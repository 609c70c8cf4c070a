//! Tokens of annotations.

use super::Mistake;

/// A token.
#[derive(Clone, PartialEq, Debug)]
pub struct Token {
    /// Its first byte.
    pub at: usize,
    /// What it is.
    pub kind: TokenKind,
}

/// What a token is.
#[derive(Clone, PartialEq, Debug)]
pub enum TokenKind {
    /// A name, or a word with a backslash such as `\result`.
    Word(String),
    /// An integer.
    Int {
        /// Its value.
        value: u128,
        /// Whether a suffix makes it unsigned.
        unsigned: bool,
        /// Whether a suffix makes it long.
        long: bool,
    },
    /// An operator or bracket.
    Sign(&'static str),
    /// The end of the text.
    End,
}

/// The signs, longer ones before their prefixes.
const SIGNS: &[&str] = &[
    "<==>", "==>", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "->", "+=", "-=", "(", ")", "{", "}", "[",
    "]", ",", ";", ".", "+", "-", "*", "/", "%", "&", "|", "^", "~", "!", "<", ">", "?", ":",
];

/// What others write, and how it is written here. It is looked for before the signs, most of which it begins with.
const NO_SIGNS: &[(&str, &str)] = &[
    ("<=>", "`<=>` has no meaning in an annotation; equivalence is `<==>`"),
    ("=>", "`=>` has no meaning in an annotation; implication is `==>`"),
    ("++", "`++` changes a variable, and annotations change nothing"),
    ("--", "`--` changes a variable, and annotations change nothing"),
    ("..", "there are no ranges in annotations; n elements of k bytes from p on are `array(p, k, n)`"),
    ("\"", "there are no strings in annotations; speak of characters, as in `p[0] == 'a'`"),
];

/// The tokens of a text.
pub fn tokens(text: &str) -> Result<Vec<Token>, Mistake> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        let byte = bytes[at];
        if byte.is_ascii_whitespace() || byte == b'@' {
            at += 1;
        } else if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if byte.is_ascii_digit() {
            let (kind, length) = number(rest, at)?;
            tokens.push(Token { at, kind });
            at += length;
        } else if byte == b'\'' {
            let (value, length) = character(rest, at)?;
            tokens.push(Token { at, kind: TokenKind::Int { value, unsigned: false, long: false } });
            at += length;
        } else if byte.is_ascii_alphabetic() || byte == b'_' || byte == b'\\' {
            let length = 1 + rest[1..]
                .bytes()
                .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
                .count();
            tokens.push(Token { at, kind: TokenKind::Word(rest[..length].to_string()) });
            at += length;
        } else if let Some((_, advice)) = NO_SIGNS.iter().find(|(sign, _)| rest.starts_with(*sign)) {
            return Err(Mistake::new(at, *advice));
        } else if let Some(sign) = SIGNS.iter().copied().find(|sign| rest.starts_with(*sign)) {
            tokens.push(Token { at, kind: TokenKind::Sign(sign) });
            at += sign.len();
        } else {
            let shown = rest.chars().next().unwrap_or(' ');
            if shown == '=' {
                return Err(Mistake::new(at, "`=` has no meaning in an annotation; did you mean `==`?"));
            }
            return Err(Mistake::new(at, format!("`{shown}` has no meaning in an annotation")));
        }
    }
    tokens.push(Token { at: text.trim_end().len(), kind: TokenKind::End });
    Ok(tokens)
}

fn number(rest: &str, at: usize) -> Result<(TokenKind, usize), Mistake> {
    let length = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'.').count();
    let word = rest[..length].to_ascii_lowercase();
    let wrong = || Mistake::new(at, format!("`{}` is not an integer", &rest[..length]));
    let (digits, radix) = match word.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None if word.starts_with('0') && word.len() > 1 && word.as_bytes()[1].is_ascii_digit() => {
            (&word[1..], 8)
        }
        None => (&word[..], 10),
    };
    let body = digits.trim_end_matches(['u', 'l']);
    let suffix = &digits[body.len()..];
    let value = u128::from_str_radix(body, radix).map_err(|_| wrong())?;
    if value > u128::from(u64::MAX) {
        return Err(Mistake::new(at, "the number does not fit into 64 bits"));
    }
    Ok((TokenKind::Int { value, unsigned: suffix.contains('u'), long: suffix.contains('l') }, length))
}

fn character(rest: &str, at: usize) -> Result<(u128, usize), Mistake> {
    let bytes = rest.as_bytes();
    let plain = |byte: u8| u128::from(byte);
    match (bytes.get(1), bytes.get(2), bytes.get(3)) {
        (Some(b'\\'), Some(escaped), Some(b'\'')) => {
            let value = match escaped {
                b'n' => 10,
                b't' => 9,
                b'r' => 13,
                b'0' => 0,
                other => plain(*other),
            };
            Ok((value, 4))
        }
        (Some(byte), Some(b'\''), _) => Ok((plain(*byte), 3)),
        _ => Err(Mistake::new(at, "a character constant ends with a quote, as in 'a'")),
    }
}
