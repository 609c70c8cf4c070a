//! The source, with the colours of C. Of long files only the neighbourhood of the lines that a story names is shown.

use super::escape;
use super::story::Story;
use crate::Report;
use crate::place::file_name;
use crate::source::Sources;
use ir::{FileId, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Files with at most so many lines are shown whole.
const WHOLE: u32 = 1500;
/// How many lines around one that is named are shown of longer files.
const AROUND: u32 = 25;
/// How many letters of a line are shown.
const LETTERS: usize = 400;

const KEYWORDS: &str = " auto break case char const continue default do double else enum extern float for goto if inline int \
                        long register restrict return short signed sizeof static struct switch typedef union unsigned \
                        void volatile while _Bool bool NULL true false ";

/// A source file as HTML.
pub(super) struct File {
    pub id: FileId,
    name: String,
    html: String,
}

/// The files that stories name, in the order in which they come up.
pub(super) fn files(report: &Report<'_>, sources: &Sources<'_>, stories: &[Story]) -> Vec<File> {
    let mut order: Vec<Span> = Vec::new();
    let mut lines: BTreeMap<FileId, BTreeSet<u32>> = BTreeMap::new();
    let functions = report.outcome.functions.iter().filter_map(|function| function.span);
    let spans = stories.iter().flat_map(|story| &story.steps).filter_map(|step| step.span).chain(functions);
    for span in spans {
        if !order.iter().any(|known| known.file == span.file) {
            order.push(span);
        }
        lines.entry(span.file).or_default().insert(span.line.get());
    }
    let file = |span: &Span| {
        let text = sources.text(span.file)?;
        let all = (1..).take_while(|number| text.line(*number).is_some()).count() as u32;
        let wanted = lines.get(&span.file)?;
        let is_near = |number: u32| {
            all <= WHOLE || wanted.range(number.saturating_sub(AROUND)..=number + AROUND).next().is_some()
        };
        let mut html = String::new();
        let mut comment = false;
        let mut gap = false;
        for number in 1..=all {
            let line = String::from_utf8_lossy(text.line(number)?).into_owned();
            let coloured = colour(&line, &mut comment);
            if is_near(number) {
                let _ = write!(html, "<li value=\"{number}\" data-n=\"{number}\">{coloured}</li>");
            } else if !gap {
                html.push_str("<li class=\"gap\" aria-hidden=\"true\">…</li>");
            }
            gap = !is_near(number);
        }
        Some(File { id: span.file, name: file_name(report.program, *span).to_string(), html })
    };
    order.iter().filter_map(file).collect()
}

/// The section with all files.
pub(super) fn section(files: &[File]) -> String {
    if files.is_empty() {
        return String::new();
    }
    let mut html = "<section id=\"source\"><h2>Source</h2>\n".to_string();
    for (number, file) in files.iter().enumerate() {
        let _ = write!(
            html,
            "<div class=\"file\" id=\"file-{number}\">\n<h3>{0}</h3>\n<ol class=\"code\" tabindex=\"0\" \
             aria-label=\"Source of {0}\">{1}</ol>\n</div>\n",
            escape(&file.name),
            file.html
        );
    }
    html.push_str("</section>\n");
    html
}

/// A line of C in colours. `comment` says whether it begins inside of one.
fn colour(line: &str, comment: &mut bool) -> String {
    let letters: Vec<char> = line.chars().take(LETTERS).collect();
    let mut html = String::new();
    let mut at = 0;
    let directive = !*comment && line.trim_start().starts_with('#');
    while at < letters.len() {
        let rest = &letters[at..];
        let starts =
            |text: &str| text.chars().enumerate().all(|(index, letter)| rest.get(index) == Some(&letter));
        let (class, length) = if *comment || starts("/*") {
            let skip = if *comment { 0 } else { 2 };
            let end = rest.windows(2).skip(skip).position(|pair| pair == ['*', '/']);
            *comment = end.is_none();
            ("m", end.map_or(rest.len(), |end| end + skip + 2))
        } else if starts("//") {
            ("m", rest.len())
        } else if rest[0] == '"' || rest[0] == '\'' {
            let mut end = 1;
            while end < rest.len() && rest[end] != rest[0] {
                end += if rest[end] == '\\' { 2 } else { 1 };
            }
            ("q", (end + 1).min(rest.len()))
        } else if rest[0].is_ascii_digit() {
            ("n", run(rest, |letter| letter.is_alphanumeric() || letter == '.'))
        } else if rest[0].is_alphabetic() || rest[0] == '_' {
            let length = run(rest, |letter| letter.is_alphanumeric() || letter == '_');
            let word: String = rest[..length].iter().collect();
            (if KEYWORDS.contains(&format!(" {word} ")) { "w" } else { "" }, length)
        } else if directive && rest[0] == '#' {
            ("w", 1 + run(&rest[1..], |letter| letter.is_alphabetic()))
        } else {
            ("", 1)
        };
        let text = escape(&rest[..length].iter().collect::<String>());
        match class {
            "" => html.push_str(&text),
            class => {
                let _ = write!(html, "<i class=\"{class}\">{text}</i>");
            }
        }
        at += length;
    }
    if line.chars().nth(LETTERS).is_some() {
        html.push('…');
    }
    html
}

/// How many letters at the start are like this.
fn run(letters: &[char], is_such: impl Fn(char) -> bool) -> usize {
    letters.iter().take_while(|letter| is_such(**letter)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_strings_and_words_have_colours() {
        let mut comment = false;
        assert_eq!(
            colour("if (a < 10) /* b", &mut comment),
            "<i class=\"w\">if</i> (a &lt; <i class=\"n\">10</i>) <i class=\"m\">/* b</i>"
        );
        assert!(comment);
        assert_eq!(
            colour("c */ \"\\\"\" x", &mut comment),
            "<i class=\"m\">c */</i> <i class=\"q\">&quot;\\&quot;&quot;</i> x"
        );
        assert!(!comment);
        assert_eq!(colour("/**/x", &mut comment), "<i class=\"m\">/**/</i>x");
        assert_eq!(colour("'\\", &mut comment), "<i class=\"q\">'\\</i>");
    }
}
