//! Names of constants that debug info does not have: macros that stand for a value, and enumerators that no variable uses.
//!
//! Comments are not preprocessed, so a name in an annotation that is a macro has to be looked up in the text. Only what
//! means the same wherever it stands is taken: a literal, a name, or what is in parentheses; defined once, not undefined,
//! and under no condition but the guard of a header.

use crate::lexer::{self, Kind, Token};
use std::collections::BTreeMap;

/// The constants of a text, each with the expression that it stands for.
pub fn in_text(text: &str) -> BTreeMap<String, String> {
    let mut found: BTreeMap<String, Option<String>> = BTreeMap::new();
    let mut add = |name: String, value: Option<String>| {
        let known = found.entry(name).or_insert_with(|| value.clone());
        if *known != value {
            *known = None;
        }
    };
    macros(text, &mut add);
    enumerators(text, &lexer::tokens(text), &mut add);
    found.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

fn macros(text: &str, add: &mut dyn FnMut(String, Option<String>)) {
    let mut conditions = 0;
    let mut is_guarded = false;
    let directives = text.lines().filter_map(|line| line.trim_start().strip_prefix('#')).map(str::trim);
    for (number, directive) in directives.enumerate() {
        let (word, rest) = directive.split_once(char::is_whitespace).unwrap_or((directive, ""));
        match word {
            "if" | "ifdef" | "ifndef" => {
                conditions += 1;
                is_guarded |= number == 0 && word == "ifndef";
            }
            "endif" => conditions -= 1,
            "define" => {
                let end = rest.find(|letter: char| !is_letter(letter)).unwrap_or(rest.len());
                let (name, body) = rest.split_at(end);
                let body = body.split("//").next().unwrap_or_default();
                let body = body.split("/*").next().unwrap_or_default();
                let is_plain = body.starts_with(char::is_whitespace) && is_whole(body.trim());
                let is_sure = conditions == i32::from(is_guarded);
                add(name.to_string(), (is_plain && is_sure).then(|| body.trim().to_string()));
            }
            "undef" => add(rest.trim().to_string(), None),
            _ => {}
        }
    }
}

fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Whether a text is one operand: a word, or what one pair of parentheses holds.
fn is_whole(text: &str) -> bool {
    let number = text.strip_prefix('-').unwrap_or(text);
    if !number.is_empty() && number.chars().all(is_letter) {
        return true;
    }
    let mut depth = 0;
    let closes = |(at, letter): (usize, char)| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        (depth == 0).then_some(at)
    };
    text.starts_with('(') && text.char_indices().find_map(closes) == Some(text.len() - 1)
}

/// The enumerators of all enumerations whose values are literals, or one more than the one before.
fn enumerators(text: &str, tokens: &[Token], add: &mut dyn FnMut(String, Option<String>)) {
    let word = |index: usize| tokens.get(index).map(|token: &Token| &text[token.begin..token.end]);
    for index in (0..tokens.len()).filter(|index| word(*index) == Some("enum")) {
        let mut next = index + 1;
        next += usize::from(tokens.get(next).is_some_and(|token| token.kind == Kind::Word));
        if tokens.get(next).is_none_or(|token| token.kind != Kind::Open) {
            continue;
        }
        let mut value = Some(0_i64);
        loop {
            next += 1;
            let Some(name) = word(next).filter(|_| tokens[next].kind == Kind::Word) else { break };
            if word(next + 1) == Some("=") {
                value = word(next + 2).and_then(|literal| literal.parse().ok());
                next += 2;
            }
            let ends = matches!(word(next + 1), Some("," | "}"));
            value = value.filter(|_| ends);
            add(name.to_string(), value.map(|value| value.to_string()));
            value = value.map(|value| value + 1);
            while word(next + 1).is_some_and(|word| !matches!(word, "," | "}")) {
                next += 1;
            }
            next += 1;
            if word(next) != Some(",") {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, String)> {
        in_text(text).into_iter().collect()
    }

    fn pair(name: &str, value: &str) -> (String, String) {
        (name.to_string(), value.to_string())
    }

    #[test]
    fn macros_that_are_one_operand_are_constants() {
        let text = "#define A 16 // items\n#define B (A + 1)\n#define C 4 + 4\n#define D(x) x\n#define E (1) + (2)\n#define F -1\n";
        assert_eq!(found(text), [pair("A", "16"), pair("B", "(A + 1)"), pair("F", "-1")]);
    }

    #[test]
    fn what_depends_on_conditions_is_no_constant() {
        let text = "#ifdef X\n#define A 1\n#endif\n#define B 2\n#undef B\n#define C 3\n#define C 4\n";
        assert_eq!(found(text), []);
        assert_eq!(found("#ifndef H\n#define H\n#define A 1\n#endif\n"), [pair("A", "1")]);
    }

    #[test]
    fn enumerators_count_on() {
        let text = "enum { A = 3, B, C = 1 << 2, D };\nenum color { RED };\nenum color paint;\n";
        assert_eq!(found(text), [pair("A", "3"), pair("B", "4"), pair("RED", "0")]);
    }
}
