//! Texts of the annotation language, taken apart and put together.

/// Replaces a word where it means what holds now.
pub fn replaced_now(text: &str, word: &str, by: &str) -> String {
    let Some(at) = text.find("\\old(") else { return replaced(text, word, by) };
    let begin = at + "\\old(".len();
    let end = begin + closing(&text[begin..]);
    format!("{}{}{}", replaced(&text[..at], word, by), &text[at..end], replaced_now(&text[end..], word, by))
}

/// Replaces a word.
pub fn replaced(text: &str, word: &str, by: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(word) {
        let before = rest[..at].chars().next_back();
        let after = rest[at + word.len()..].chars().next();
        let inside = |letter: Option<char>| letter.is_some_and(|it| it.is_ascii_alphanumeric() || it == '_');
        let member = rest[..at].ends_with("->") || rest[..at].ends_with('.');
        result.push_str(&rest[..at]);
        result.push_str(if inside(before) || inside(after) || member { word } else { by });
        rest = &rest[at + word.len()..];
    }
    result + rest
}

/// A name like the one given that is not taken.
pub fn fresh(name: &str, is_taken: &dyn Fn(&str) -> bool) -> String {
    let others = ["y".to_string(), "z".to_string()].into_iter();
    let numbered = (1..).map(|number| format!("{name}{number}"));
    let mut names = std::iter::once(name.to_string()).chain(others).chain(numbered);
    names.find(|name| !is_taken(name)).expect("numbers do not end")
}

/// The same formula; but the variables of its quantifiers have names that are not taken. The set of a quantifier does not
/// know its variable.
pub fn told_apart(text: &str, is_taken: &dyn Fn(&str) -> bool) -> String {
    let Some(at) = ["forall(", "exists("].iter().filter_map(|word| text.find(word)).min() else {
        return text.to_string();
    };
    let begin = at + "forall(".len();
    let end = begin + closing(&text[begin..]);
    let rest = told_apart(&text[end..], is_taken);
    let [variable, set, body] = arguments(&text[begin..end])[..] else {
        return format!("{}{}{rest}", &text[..begin], told_apart(&text[begin..end], is_taken));
    };
    let (set, body) = (told_apart(set, is_taken), told_apart(body, is_taken));
    let is_used = |name: &str| is_taken(name) || replaced(&body, name, "") != body;
    let (variable, body) = match is_taken(variable) {
        true => {
            let name = fresh(variable, &is_used);
            (name.clone(), replaced(&body, variable, &name))
        }
        false => (variable.to_string(), body),
    };
    format!("{}{variable}, {set}, {body}{rest}", &text[..begin])
}

/// The texts between the outermost `&&`, unless an operator that is looser stands beside them.
pub fn conjuncts(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let mut parts = Vec::new();
    let mut begin = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            _ if depth == 0 && text[at..].starts_with("&&") => {
                parts.push(text[begin..at].trim());
                begin = at + 2;
            }
            _ if depth == 0 && (text[at..].starts_with("||") || text[at..].starts_with("==>")) => {
                return vec![text];
            }
            _ => {}
        }
    }
    parts.push(text[begin..].trim());
    parts
}

/// The parts of every `forall(x, S, φ)` in a text that stands in no other.
pub fn foralls(text: &str) -> Vec<(&str, &str, &str)> {
    quantified(text, "forall(")
}

/// The parts of every formula with a quantifier that stands in no other. A formula about a union is one about each of its
/// sets.
pub fn quantified<'a>(text: &'a str, word: &str) -> Vec<(&'a str, &'a str, &'a str)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(word) {
        let inner = &rest[at + word.len()..];
        let end = closing(inner);
        if let [variable, set, body] = arguments(&inner[..end])[..] {
            found.extend(united(set).into_iter().map(|part| (variable, part, body)));
        }
        rest = &inner[end..];
    }
    found
}

/// The sets that a union is made of.
fn united(set: &str) -> Vec<&str> {
    match set.strip_prefix("union(").and_then(|rest| rest.strip_suffix(')')) {
        Some(inner) if closing(inner) == inner.len() => {
            arguments(inner).into_iter().flat_map(united).collect()
        }
        _ => vec![set],
    }
}

/// What stands in the parentheses behind a word, wherever it occurs.
pub fn quoted<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(word) {
        let inner = &rest[at + word.len()..];
        found.push(&inner[..closing(inner)]);
        rest = inner;
    }
    found
}

/// Where the parenthesis that was opened before closes.
pub fn closing(text: &str) -> usize {
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' if depth == 0 => return at,
            ')' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// The texts between the outermost commas.
pub fn arguments(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let mut parts = Vec::new();
    let mut begin = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[begin..].trim());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_taken_apart() {
        assert_eq!(conjuncts("a && f(b && c) && d"), ["a", "f(b && c)", "d"]);
        assert_eq!(conjuncts("a && b || c"), ["a && b || c"]);
        assert_eq!(foralls("a || forall(x, list(p, 8), x == y)"), [("x", "list(p, 8)", "x == y")]);
        assert_eq!(foralls("forall(x, S, forall(y, T, a))"), [("x", "S", "forall(y, T, a)")]);
        let parts = foralls("forall(x, union(S, union(T, {a, b})), x != c)");
        assert_eq!(parts, [("x", "S", "x != c"), ("x", "T", "x != c"), ("x", "{a, b}", "x != c")]);
        let is_taken = |name: &str| ["x", "y"].contains(&name);
        assert_eq!(
            told_apart("forall(x, S(x), x == a->x) && x", &is_taken),
            "forall(z, S(x), z == a->x) && x"
        );
        assert_eq!(told_apart("forall(v, S, v == x)", &is_taken), "forall(v, S, v == x)");
        let nested = told_apart("exists(x, S, forall(y, T(x), x == y))", &is_taken);
        assert_eq!(nested, "exists(x1, S, forall(z, T(x1), x1 == z))");
        assert_eq!(quoted("a == \\old(f(b)) + \\old(c)", "\\old("), ["f(b)", "c"]);
        assert_eq!(replaced_now("p + \\old(p + f(p)) + p", "p", "q"), "q + \\old(p + f(p)) + q");
        assert_eq!(replaced("list->list + nlist + list", "list", "L"), "L->list + nlist + L");
    }
}
