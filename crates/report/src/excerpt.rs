//! What is shown of a source line: which part of it, and which part of that is underlined.
//!
//! Clang gives one character of a construct only: the first one of most, the operator of an assignment, the name of
//! a member. The underline is stretched over the expression that is meant: the members, arguments and indices that
//! follow a name, the left-hand side of an assignment. Of a very long line only the neighbourhood of what is
//! underlined is shown, so that minified or generated code makes no report unreadable.

use std::ops::Range;

/// Lines up to this many bytes are shown whole.
const WHOLE_LINE: usize = 160;
/// How many bytes of a longer line are shown to either side of what is underlined.
const NEIGHBOURHOOD: usize = 50;
/// An underline longer than this says nothing: only the token is underlined then.
const LONGEST_UNDERLINE: usize = 80;
/// Stands for what is left out of a line.
const ELLIPSIS: &str = "…";

/// A line, or the parts of it that matter.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Excerpt {
    /// The text: valid UTF-8, without line ends.
    pub text: String,
    /// The part to underline for each column asked for, as byte ranges of `text`.
    pub underlines: Vec<Range<usize>>,
}

/// The excerpt of a line for the given columns (from 1, in bytes, 0 for the whole line).
pub(crate) fn excerpt(line: &[u8], columns: &[u32]) -> Excerpt {
    let text: String = String::from_utf8_lossy(line).chars().map(displayable).collect();
    let underlines = columns.iter().map(|column| match column.checked_sub(1) {
        None => whole(&text),
        Some(bytes_before) => extent(&text, offset_in_text(line, &text, bytes_before as usize)),
    });
    let underlines: Vec<_> = underlines.collect();
    match text.len() <= WHOLE_LINE {
        true => Excerpt { text, underlines },
        false => neighbourhoods(&text, &underlines),
    }
}

/// Where byte `at` of the raw line is in its displayable text.
fn offset_in_text(line: &[u8], text: &str, at: usize) -> usize {
    let before = &line[..at.min(line.len())];
    let offset: usize = String::from_utf8_lossy(before).chars().map(|c| displayable(c).len_utf8()).sum();
    floor_boundary(text, offset)
}

/// Control characters would move the cursor of a terminal; a tab is known to the renderer.
fn displayable(c: char) -> char {
    match c.is_control() && c != '\t' {
        true => '\u{fffd}',
        false => c,
    }
}

/// The nearest character boundary at or before `at`.
fn floor_boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|index| text.is_char_boundary(*index)).unwrap_or(0)
}

/// The nearest character boundary at or after `at`.
fn ceil_boundary(text: &str, at: usize) -> usize {
    (at..text.len()).find(|index| text.is_char_boundary(*index)).unwrap_or(text.len())
}

/// The line without the blanks around it.
fn whole(text: &str) -> Range<usize> {
    let start = text.len() - text.trim_start().len();
    let end = text.trim_end().len().max(start);
    match end - start <= LONGEST_UNDERLINE {
        true => start..end,
        false => start..ceil_boundary(text, start + 1),
    }
}

/// The construct that clang means by byte `start` of the line.
fn extent(text: &str, start: usize) -> Range<usize> {
    let (before, rest) = text.split_at(start);
    if rest.starts_with('=') && !rest.starts_with("==") {
        return assigned(before).unwrap_or(start..start + 1);
    }
    // A dereference is underlined with what it dereferences; a multiplication has a blank or nothing after it.
    let stars = rest.len() - rest.trim_start_matches('*').len();
    let is_name = rest[stars..].starts_with(is_name_char);
    if stars > 0 && !is_name {
        return start..start + stars;
    }
    let end = stars + token_length(&rest[stars..]);
    let is_member = before.trim_end().ends_with("->") || before.trim_end().ends_with('.');
    let whole = match is_name && !is_member && !is_keyword(&rest[stars..end]) {
        true => end + postfix_length(&rest[end..]),
        false => end,
    };
    start..start + if whole <= LONGEST_UNDERLINE { whole } else { end.min(LONGEST_UNDERLINE) }
}

/// What is assigned to, where `before` is what stands before the `=`. None where it is no simple expression.
fn assigned(before: &str) -> Option<Range<usize>> {
    let end = before.trim_end().len();
    let mut start = end;
    let mut depth = 0_usize;
    for (index, c) in before[..end].char_indices().rev().take(LONGEST_UNDERLINE) {
        match c {
            ')' | ']' => depth += 1,
            // Where a bracket opens that did not close, the expression begins behind it.
            '(' | '[' if depth == 0 => break,
            '(' | '[' => depth -= 1,
            // Inside of brackets anything goes but strings, whose brackets do not count.
            '"' | '\'' => return None,
            _ if depth > 0 => {}
            _ if is_name_char(c) || matches!(c, '.' | '*') => {}
            '>' if before[..index].ends_with('-') => {}
            '-' if before[index..].starts_with("->") => {}
            _ => break,
        }
        start = index;
    }
    (depth == 0 && start < end).then_some(start..end)
}

/// The length of the token at the start of the text; 0 at the end of the line.
fn token_length(text: &str) -> usize {
    const OPERATORS: [&str; 21] = [
        "<<=", ">>=", "->", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "==", "!=", "<=",
        ">=", "&&", "||", "<<", ">>",
    ];
    let Some(first) = text.chars().next() else { return 0 };
    if is_name_char(first) {
        return text.find(|c| !is_name_char(c)).unwrap_or(text.len());
    }
    if first == '"' {
        return string_length(text);
    }
    OPERATORS.iter().find(|operator| text.starts_with(**operator)).map_or(first.len_utf8(), |it| it.len())
}

fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Words that are no function even if a parenthesis follows.
fn is_keyword(word: &str) -> bool {
    matches!(word, "return" | "if" | "while" | "for" | "switch" | "do" | "else" | "goto" | "case" | "sizeof")
}

/// The length of the members, argument lists and indices that follow a name.
fn postfix_length(text: &str) -> usize {
    let mut length = 0;
    loop {
        let rest = &text[length..];
        let arrow = ["->", "."].iter().find(|arrow| rest.starts_with(**arrow)).map_or(0, |arrow| arrow.len());
        let member = token_length(&rest[arrow..]);
        if arrow > 0 && rest[arrow..].starts_with(is_name_char) {
            length += arrow + member;
        } else if let Some(group) = balanced_length(rest) {
            length += group;
        } else {
            return length;
        }
    }
}

/// The length of the bracketed group at the start of the text, if there is one that ends on this line and is not
/// overlong.
fn balanced_length(text: &str) -> Option<usize> {
    if !text.starts_with(['(', '[']) {
        return None;
    }
    let mut depth = 0_usize;
    let mut at = 0;
    while at <= LONGEST_UNDERLINE {
        let c = text[at..].chars().next()?;
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        at += if c == '"' { string_length(&text[at..]) } else { c.len_utf8() };
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// The length of the string literal at the start of the text, or of the line where it does not end.
fn string_length(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The parts of a long line around what is underlined, with an ellipsis for what is left out.
fn neighbourhoods(text: &str, underlines: &[Range<usize>]) -> Excerpt {
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut sorted: Vec<_> = underlines.to_vec();
    sorted.sort_by_key(|range| (range.start, range.end));
    for range in sorted {
        let start = floor_boundary(text, range.start.saturating_sub(NEIGHBOURHOOD));
        let end = ceil_boundary(text, range.end + NEIGHBOURHOOD);
        match parts.last_mut() {
            Some(last) if start <= last.end => last.end = last.end.max(end),
            _ => parts.push(start..end),
        }
    }
    if parts.is_empty() {
        parts.push(0..floor_boundary(text, WHOLE_LINE));
    }
    let mut shown = String::new();
    let mut moved = vec![0..0; underlines.len()];
    for part in &parts {
        if part.start > 0 {
            shown.push_str(ELLIPSIS);
        }
        let base = shown.len();
        for (range, moved) in underlines.iter().zip(&mut moved) {
            if part.start <= range.start && range.end <= part.end {
                *moved = base + range.start - part.start..base + range.end - part.start;
            }
        }
        shown.push_str(&text[part.clone()]);
    }
    if parts.last().is_some_and(|last| last.end < text.len()) {
        shown.push_str(ELLIPSIS);
    }
    Excerpt { text: shown, underlines: moved }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is underlined at `column` of `line`.
    fn underlined(line: &str, column: u32) -> String {
        let excerpt = excerpt(line.as_bytes(), &[column]);
        excerpt.text[excerpt.underlines[0].clone()].to_string()
    }

    #[test]
    fn underlines_tokens_calls_indices_and_dereferences() {
        assert_eq!(underlined("  free(list->head);", 3), "free(list->head)");
        assert_eq!(underlined("  x = a[i][j] + 1;", 7), "a[i][j]");
        assert_eq!(underlined("  x = **pp;", 7), "**pp");
        assert_eq!(underlined("  x = a * b;", 9), "*");
        assert_eq!(underlined("  p->next->prev = q;", 6), "next");
        assert_eq!(underlined("  return v->data[f(i).x] + 1;", 10), "v->data[f(i).x]");
        assert_eq!(underlined("  x = y == z;", 9), "==");
        assert_eq!(underlined("  x += y;", 5), "+=");
        assert_eq!(underlined("  return (x);", 3), "return");
        assert_eq!(underlined("  puts(\")\\\")\");", 3), "puts(\")\\\")\")");
        assert_eq!(underlined("  f(a,", 3), "f");
        assert_eq!(underlined("}", 1), "}");
        assert_eq!(underlined("\tint x;  ", 0), "int x;");
        assert_eq!(underlined("x", 2), "");
        assert_eq!(underlined("x", 70), "");
        assert_eq!(underlined("", 0), "");
    }

    #[test]
    fn underlines_what_is_assigned_to() {
        assert_eq!(underlined("  p->next = q;", 11), "p->next");
        assert_eq!(underlined("  if (!x) a[f(i, j)].b = 1;", 24), "a[f(i, j)].b");
        assert_eq!(underlined("  while ((*p = *q)) {}", 14), "*p");
        assert_eq!(underlined("  *(int *)p = 1;", 13), "*(int *)p");
        assert_eq!(underlined("  table['('] = 1;", 14), "=");
        assert_eq!(underlined("  = 1;", 3), "=");
    }

    #[test]
    fn columns_are_bytes_even_where_the_line_is_not_utf8() {
        let excerpt = excerpt(b"/* \xff\xe4 \x1b[1m */ free(p);", &[15]);
        assert_eq!(&excerpt.text[excerpt.underlines[0].clone()], "free(p)");
        assert!(excerpt.text.starts_with("/* \u{fffd}\u{fffd} \u{fffd}[1m */"));
        // A column in the middle of a character names the place behind it.
        assert_eq!(underlined("ü", 2), "");
    }

    #[test]
    fn long_lines_are_cut_around_each_underline() {
        let filler = "int x; ".repeat(1_000_000);
        let line = format!("{filler}free(p);{filler}free(q);{filler}");
        let first = filler.len() as u32 + 1;
        let second = first + 8 + filler.len() as u32;
        let excerpt = excerpt(line.as_bytes(), &[second, first]);
        assert!(excerpt.text.len() < 300, "{} bytes", excerpt.text.len());
        let shown: Vec<_> = excerpt.underlines.iter().map(|range| &excerpt.text[range.clone()]).collect();
        assert_eq!(shown, ["free(q)", "free(p)"]);
        assert_eq!(excerpt.text.matches('…').count(), 3);
    }
}
