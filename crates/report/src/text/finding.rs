//! One finding, or one thing that was not accounted for.

use super::snippet::{Diagnostic, Mark};
use super::{Detail, Text};
use crate::place::{count, place};
use crate::{formula, kinds, words};
use annotate_snippets::{AnnotationKind, Level};
use engine::heap::Heap;
use engine::{Entry, Finding, InputValue, Step};
use std::fmt::Write;

/// A longer path is folded: so many steps are shown at its start …
const FIRST_STEPS: usize = 4;
/// … and so many at its end.
const LAST_STEPS: usize = 8;
/// A heap with more objects is not shown.
const OBJECTS: usize = 60;
/// Places are aligned up to this width.
const WIDEST_PLACE: usize = 40;

impl Text<'_> {
    /// A finding with its source lines, path, heap and inputs. What a finding shown before has in the same way is
    /// not repeated.
    pub(super) fn finding(&self, finding: &Finding, before: &[&Finding]) -> String {
        let level = match finding.is_confirmed() {
            true => Level::ERROR,
            false => Level::WARNING.with_name("possible error"),
        };
        let mut marks = Vec::new();
        let mut remarks = Vec::new();
        let within = match finding.function.as_str() {
            "" => String::new(),
            function => format!(", in `{function}`"),
        };
        match finding.span {
            Some(span) => {
                let label = format!("{}{within}", kinds::label(finding.kind));
                marks.push(Mark { span, kind: AnnotationKind::Primary, label });
            }
            None => remarks.push((Level::NOTE, format!("no source position is known{within}"))),
        }
        for note in &finding.notes {
            match note.span {
                Some(span) => marks.push(Mark {
                    span,
                    kind: AnnotationKind::Context,
                    label: words::remark(&note.remark),
                }),
                None => remarks.push((Level::NOTE, words::remark(&note.remark))),
            }
        }
        if !finding.is_confirmed() {
            let text = "no execution that shows this was replayed: it may be a false alarm";
            remarks.push((Level::NOTE, text.to_string()));
        }
        let title = level.primary_title(finding.message.clone()).id(finding.kind.name());
        let mut text = self.diagnostic(Diagnostic { title, marks, remarks });
        let mut details = String::new();
        let same_path =
            |other: &&&Finding| (&other.trace, &other.inputs) == (&finding.trace, &finding.inputs);
        match before.iter().find(same_path).filter(|_| !finding.trace.is_empty()) {
            Some(other) => {
                let heading = self.paint.strong("path to the error:");
                let place = place(self.report.program, other.span);
                let _ = writeln!(details, "  {heading} the same as to the {} at {place}", other.kind);
            }
            None => {
                self.trace(&mut details, &finding.trace);
                self.inputs(&mut details, &finding.inputs);
            }
        }
        self.heap(&mut details, finding.heap.as_ref());
        self.replay(&mut details, finding, before);
        if !details.is_empty() {
            text.push('\n');
        }
        text.push_str(&details);
        text
    }

    /// Something that was not accounted for, and what to do about it.
    pub(super) fn entry(&self, entry: &Entry) -> String {
        let level = Level::WARNING.with_name("unknown");
        let marks = entry.span.map(|span| Mark { span, kind: AnnotationKind::Primary, label: String::new() });
        let title = level.primary_title(entry.detail.clone()).id(entry.reason.name());
        let remarks = vec![(Level::HELP, kinds::advice(entry.reason).to_string())];
        self.diagnostic(Diagnostic { title, marks: marks.into_iter().collect(), remarks })
    }

    /// How execution gets there: numbered, under the name of the function whenever that changes.
    fn trace(&self, text: &mut String, trace: &[Step]) {
        if trace.is_empty() {
            return;
        }
        let hidden = match trace.len() > FIRST_STEPS + LAST_STEPS + 1 && self.detail != Detail::Verbose {
            true => FIRST_STEPS..trace.len() - LAST_STEPS,
            false => 0..0,
        };
        // What the compiler made up has no place; its step stands between its neighbours.
        let step_place = |step: &Step| step.span.map(|span| place(self.report.program, Some(span)));
        let places: Vec<String> = trace.iter().map(|step| step_place(step).unwrap_or_default()).collect();
        let shown_places = places.iter().enumerate().filter(|(index, _)| !hidden.contains(index));
        let width = shown_places.map(|(_, place)| place.chars().count()).max().unwrap_or(0).min(WIDEST_PLACE);
        let digits = trace.len().to_string().len();
        let _ = writeln!(text, "  {}", self.paint.strong("path to the error:"));
        let mut function = None;
        for (index, (step, place)) in trace.iter().zip(&places).enumerate() {
            if index == hidden.start && !hidden.is_empty() {
                let _ = writeln!(text, "    … {} (-v shows them)", count(hidden.len(), "more step"));
                function = None;
            }
            if hidden.contains(&index) {
                continue;
            }
            if function != Some(&step.function) {
                let _ = writeln!(text, "    in {}:", self.paint.strong(&step.function));
                function = Some(&step.function);
            }
            let number = index + 1;
            let place = match width {
                0 => String::new(),
                _ => self.paint.dim(&format!("{place:width$}")) + "  ",
            };
            let _ = writeln!(text, "      {number:>digits$}. {place}{}", words::action(&step.action));
        }
    }

    fn inputs(&self, text: &mut String, inputs: &[InputValue]) {
        if inputs.is_empty() {
            return;
        }
        let _ = writeln!(text, "  {}", self.paint.strong("inputs:"));
        for run in inputs.chunk_by(|one, other| one == other) {
            let input = &run[0];
            let place = place(self.report.program, input.span);
            let times = match run.len() {
                1 => String::new(),
                times => format!(" ({times} times)"),
            };
            let _ = writeln!(
                text,
                "    {}  {} = {}{times}",
                self.paint.dim(&place),
                words::source(&input.source),
                input.value
            );
        }
    }

    /// The command line that shows the finding again, unless it is the same as for one before.
    fn replay(&self, text: &mut String, finding: &Finding, before: &[&Finding]) {
        let Some(command) = self.report.replay(finding) else { return };
        let replayed = |other: &&Finding| other.is_confirmed() && other.scenario == finding.scenario;
        if !before.iter().any(replayed) {
            let _ = writeln!(text, "  {} {command}", self.paint.strong("replay:"));
        }
    }

    /// The heap as a formula, unless it is too large to read.
    fn heap(&self, text: &mut String, heap: Option<&Heap>) {
        let Some(heap) = heap.filter(|heap| heap.live_objects() <= OBJECTS) else { return };
        let _ = writeln!(text, "  {}", self.paint.strong("the heap at that moment:"));
        let _ = writeln!(text, "    {}", formula::render(heap));
    }
}
