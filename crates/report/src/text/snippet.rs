//! Source lines with underlines, drawn by `annotate-snippets`.
//!
//! The renderer gets excerpts and not whole files: lines are made displayable and cut before, and the position is
//! printed as clang gave it, because a position in an excerpt would be a different number.

use super::Text;
use super::style::without_codes;
use crate::excerpt::excerpt;
use crate::place::file_name;
use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Padding, Renderer, Snippet, Title};
use ir::{FileId, Span};
use std::ops::Range;

/// A place with something to say about it.
pub(super) struct Mark {
    pub span: Span,
    pub kind: AnnotationKind,
    pub label: String,
}

/// A diagnostic: a title, marked places, remarks.
pub(super) struct Diagnostic<'a> {
    pub title: Title<'a>,
    pub marks: Vec<Mark>,
    pub remarks: Vec<(Level<'a>, String)>,
}

/// Marks in one file that are drawn together.
struct Picture {
    source: String,
    first_line: u32,
    marks: Vec<(AnnotationKind, Range<usize>, String)>,
}

impl Text<'_> {
    /// Draws a diagnostic. The first mark is the place that the diagnostic is about.
    pub(super) fn diagnostic(&self, diagnostic: Diagnostic<'_>) -> String {
        let mut group = Group::with_title(diagnostic.title);
        // Marks of one file make one picture; the files come in the order in which they are first marked.
        let mut files: Vec<FileId> = Vec::new();
        for mark in &diagnostic.marks {
            if !files.contains(&mark.span.file) {
                files.push(mark.span.file);
            }
        }
        for (index, file) in files.into_iter().enumerate() {
            if index > 0 {
                group = group.element(Padding);
            }
            let marks: Vec<&Mark> = diagnostic.marks.iter().filter(|mark| mark.span.file == file).collect();
            group = group.elements(self.file_elements(&marks));
        }
        if !diagnostic.remarks.is_empty() && !diagnostic.marks.is_empty() {
            group = group.element(Padding);
        }
        for (level, text) in diagnostic.remarks {
            group = group.element(level.message(text));
        }
        let renderer = if self.paint.color { Renderer::styled() } else { Renderer::plain() };
        // A picture without a path of its own is announced by a line with nothing but the sign for a further file.
        let rendered = renderer.render(&[group]);
        let lines = rendered.lines().filter(|line| without_codes(line).trim() != ":::");
        lines.flat_map(|line| [line, "\n"]).collect()
    }

    /// The position of the first mark, and the picture; where the source cannot be read, a line for each mark.
    fn file_elements(&self, marks: &[&Mark]) -> Vec<Element<'static>> {
        let origin = |mark: &Mark| {
            let name = file_name(self.report.program, mark.span).to_string();
            let origin = Origin::path(name).line(mark.span.line.get() as usize);
            match mark.span.column {
                0 => origin,
                column => origin.char_column(column as usize),
            }
        };
        let Some(picture) = self.picture(marks) else {
            return marks
                .iter()
                .flat_map(|mark| {
                    let place = Element::Origin(origin(mark));
                    let label = (!mark.label.is_empty())
                        .then(|| Element::Message(Level::NOTE.no_name().message(mark.label.clone())));
                    [Some(place), label].into_iter().flatten()
                })
                .collect();
        };
        let annotations = picture.marks.into_iter().map(|(kind, range, label)| {
            let label = (!label.is_empty()).then_some(label);
            kind.span(range).label(label)
        });
        let snippet = Snippet::source(picture.source)
            .line_start(picture.first_line as usize)
            .fold(true)
            .annotations(annotations);
        vec![Element::Origin(origin(marks[0])), Element::Cause(snippet)]
    }

    /// The lines that the marks are on and those between them; none where the source has no such lines.
    fn picture(&self, marks: &[&Mark]) -> Option<Picture> {
        let text = self.sources.text(marks.first()?.span.file)?;
        let lines = marks.iter().map(|mark| mark.span.line.get());
        let (first_line, last_line) = (lines.clone().min()?, lines.max()?);
        let mut picture = Picture { source: String::new(), first_line, marks: Vec::new() };
        for number in first_line..=last_line {
            let here: Vec<_> = marks.iter().filter(|mark| mark.span.line.get() == number).collect();
            let columns: Vec<u32> = here.iter().map(|mark| mark.span.column).collect();
            let excerpt = excerpt(text.line(number)?, &columns);
            let base = picture.source.len();
            for (mark, range) in here.into_iter().zip(excerpt.underlines) {
                picture.marks.push((mark.kind, base + range.start..base + range.end, mark.label.clone()));
            }
            picture.source.push_str(&excerpt.text);
            picture.source.push('\n');
        }
        Some(picture)
    }
}
