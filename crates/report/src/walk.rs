//! Stepping through a finding in a terminal: the line, what happens, and memory as text.

use crate::picture::{Figure, Role, Row, Scene, of_heap, of_memory};
use crate::place::place;
use crate::source::Sources;
use crate::{Report, words};
use engine::recording::{Memory, Moment, Recording};
use engine::{Action, Finding, Remark, Step};
use std::fmt::Write;

/// How many lines of the source are shown before and after the current one.
const AROUND: u32 = 2;

/// A finding to be stepped through. Its last page is the error itself.
pub struct Walk<'a> {
    report: Report<'a>,
    finding: &'a Finding,
    recording: Option<&'a Recording>,
}

impl<'a> Walk<'a> {
    /// A walk along the recording of a finding, or along its trace where there is none.
    pub fn new(report: Report<'a>, finding: &'a Finding, recording: Option<&'a Recording>) -> Walk<'a> {
        Walk { report, finding, recording }
    }

    /// How many pages there are.
    pub fn pages(&self) -> usize {
        1 + self.recording.map_or(self.finding.trace.len(), |recording| recording.moments.len())
    }

    fn step(&self, number: usize) -> Option<&'a Step> {
        match self.recording {
            Some(recording) => recording.moments.get(number).map(|moment| &moment.step),
            None => self.finding.trace.get(number),
        }
    }

    /// The page on which the memory concerned is allocated, and the one on which it is freed.
    pub fn landmarks(&self) -> (Option<usize>, Option<usize>) {
        let block = self.finding.notes.iter().find_map(|note| match &note.remark {
            Remark::Begins { name, .. } | Remark::Ends { name, .. } => Some(name),
            Remark::Abstract(_) => None,
        });
        let find = |is_it: &dyn Fn(&Action) -> bool| {
            (0..self.pages()).find(|number| self.step(*number).is_some_and(|step| is_it(&step.action)))
        };
        let allocated =
            find(&|it| matches!(it, Action::Allocated { block: Some(name), .. } if Some(name) == block));
        let freed = find(&|it| matches!(it, Action::Freed { block: name } if Some(name) == block));
        (allocated, freed)
    }

    /// A page, numbered from 0.
    pub fn page(&self, number: usize) -> String {
        let (span, function, what) = match self.step(number) {
            Some(step) => (step.span, step.function.as_str(), words::action(&step.action)),
            None => {
                let what = format!("{}: {}", self.finding.kind, self.finding.message);
                (self.finding.span, self.finding.function.as_str(), what)
            }
        };
        let mut text = format!(
            "step {} of {}, in {function}, {}\n",
            number + 1,
            self.pages(),
            place(self.report.program, span)
        );
        let sources = Sources::new(self.report.program, self.report.read);
        if let Some(span) = span
            && let Some(source) = sources.text(span.file)
        {
            let now = span.line.get();
            for line in now.saturating_sub(AROUND).max(1)..=now + AROUND {
                if let Some(bytes) = source.line(line) {
                    let mark = if line == now { '>' } else { ' ' };
                    let shown: String = String::from_utf8_lossy(bytes).chars().take(120).collect();
                    let _ = writeln!(text, "{mark} {line:>4} | {shown}");
                }
            }
        }
        let _ = writeln!(text, "  {what}\n");
        if let Some(scene) = self.scene(number) {
            text.push_str(&scene_text(&scene));
        }
        text
    }

    /// Memory on a page, with what changed marked.
    fn scene(&self, number: usize) -> Option<Scene> {
        let Some(recording) = self.recording else {
            let is_last = number + 1 == self.pages();
            return self.finding.heap.as_ref().filter(|_| is_last).map(of_heap);
        };
        let at = |count: usize| {
            let mut memory = Memory::default();
            let apply = |moment: &Moment| memory.apply(&moment.changes);
            recording.moments.iter().take(count).for_each(apply);
            of_memory(&memory)
        };
        let mut scene = at(number + 1);
        if number < recording.moments.len() {
            scene.compare(&at(number));
        }
        Some(scene)
    }
}

fn scene_text(scene: &Scene) -> String {
    let mut text = String::new();
    for figure in &scene.boxes {
        let _ = writeln!(text, "  {} ({})", figure.title, kind(figure));
        for row in &figure.rows {
            let changed = if row.is_changed { "*" } else { " " };
            let _ = writeln!(text, "  {changed} {:<16} {}", row.label, value(scene, row));
        }
    }
    for remark in &scene.remarks {
        let _ = writeln!(text, "  {remark}");
    }
    text
}

fn kind(figure: &Figure) -> String {
    match figure.role {
        Role::Frame if figure.subtitle.is_empty() => "variables".to_string(),
        _ => figure.subtitle.clone(),
    }
}

fn value(scene: &Scene, row: &Row) -> String {
    let Some(arrow) = &row.arrow else { return row.text.clone() };
    let key = format!("o{}", arrow.to);
    let own = scene.boxes.iter().find(|figure| figure.key == key);
    let own = own.map(|figure| figure.title.split(": ").next().unwrap_or_default().to_string());
    let rows = scene.boxes.iter().flat_map(|figure| &figure.rows);
    let inside =
        rows.filter(|row| row.anchors.contains(&arrow.to)).map(|row| format!("&{}", row.label)).next();
    let name = own.or(inside).unwrap_or_else(|| "?".to_string());
    let offset = if arrow.label.is_empty() { String::new() } else { format!(" {}", arrow.label) };
    let dangling = if arrow.is_dangling { " (dangling)" } else { "" };
    format!("-> {name}{offset}{dangling}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn the_last_page_is_the_error() {
        let sample = sample::everything();
        let finding = sample::use_after_free();
        let walk = Walk::new(sample.report(), &finding, None);
        assert_eq!(walk.pages(), 6);
        assert!(walk.page(0).contains("> ") && walk.page(0).contains("calls cons"), "{}", walk.page(0));
        assert!(walk.page(5).contains("use-after-free: reads 8 bytes"), "{}", walk.page(5));
    }
}
