//! The report for people. It reads like a good compiler's: each error with its source lines, where the memory was
//! allocated and freed, the path that leads there, what could not be decided and what to do about it, then one
//! line with the verdict, and the assumptions last.

mod finding;
mod snippet;
mod style;
mod verdict;

use crate::Report;
use crate::place::{count, place};
use crate::source::Sources;
use engine::{FunctionResult, FunctionVerdict, Invariant, Stats};
use std::fmt::Write;
use style::Painter;

/// How many things that were not accounted for are shown unless everything is asked for.
const ENTRIES_SHOWN: usize = 10;

/// How much is said.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Detail {
    /// A line for each finding and each reason, and the verdict.
    Quiet,
    /// What a person wants to read.
    #[default]
    Normal,
    /// Nothing is left out: whole paths, all reasons, figures about the work.
    Verbose,
}

/// How the text looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// How much is said.
    pub detail: Detail,
    /// Whether it is coloured, by ANSI escape codes.
    pub color: bool,
}

/// The whole report.
pub fn render(report: &Report<'_>, style: Style) -> String {
    let text = Text::new(report, style);
    match style.detail {
        Detail::Quiet => text.quiet(),
        Detail::Normal | Detail::Verbose => text.full(),
    }
}

/// The findings alone, without verdict: for the execution of a program, which is no proof of anything.
pub fn findings(report: &Report<'_>, style: Style) -> String {
    let text = Text::new(report, style);
    text.sections(match style.detail {
        Detail::Quiet => text.quiet_findings(),
        Detail::Normal | Detail::Verbose => text.finding_sections(),
    })
}

/// What all parts of the text need.
struct Text<'a> {
    report: Report<'a>,
    sources: Sources<'a>,
    detail: Detail,
    paint: Painter,
}

impl<'a> Text<'a> {
    fn new(report: &Report<'a>, style: Style) -> Text<'a> {
        Text {
            report: *report,
            sources: Sources::new(report.program, report.read),
            detail: style.detail,
            paint: Painter { color: style.color },
        }
    }

    /// Sections with an empty line between them.
    fn sections(&self, sections: Vec<String>) -> String {
        let separator = if self.detail == Detail::Quiet { "" } else { "\n" };
        sections.join(separator)
    }

    fn full(&self) -> String {
        let outcome = self.report.outcome;
        let mut sections = self.finding_sections();
        sections.extend(self.ledger_sections());
        sections.extend(outcome.functions.iter().map(|function| self.function_section(function)));
        sections.extend(self.invariant_section(&outcome.invariants));
        let mut end = self.verdict_line();
        if self.detail == Detail::Verbose {
            end.push_str(&stats_line(&outcome.stats));
        }
        for assumption in &outcome.assumptions {
            let word = self.paint.dim("assuming that");
            let _ = writeln!(end, "  {word} {assumption}");
        }
        sections.push(end);
        self.sections(sections)
    }

    fn quiet(&self) -> String {
        let mut lines = self.quiet_findings();
        lines.extend(self.report.outcome.ledger.entries().iter().map(|entry| {
            let place = place(self.report.program, entry.span);
            format!("{place}: unknown: {} [{}]\n", entry.detail, entry.reason)
        }));
        lines.push(self.verdict_line());
        lines.concat()
    }

    fn quiet_findings(&self) -> Vec<String> {
        let line = |finding: &engine::Finding| {
            let place = place(self.report.program, finding.span);
            let word = if finding.confirmed { "error" } else { "possible error" };
            format!("{place}: {word}: {} [{}]\n", finding.message, finding.kind)
        };
        self.report.outcome.findings.iter().map(line).collect()
    }

    fn finding_sections(&self) -> Vec<String> {
        self.report.outcome.findings.iter().map(|finding| self.finding(finding)).collect()
    }

    /// What was not accounted for.
    fn ledger_sections(&self) -> Vec<String> {
        let entries = self.report.outcome.ledger.entries();
        let shown = match self.detail {
            Detail::Verbose => entries.len(),
            Detail::Quiet | Detail::Normal => ENTRIES_SHOWN,
        };
        let mut sections: Vec<_> = entries.iter().take(shown).map(|entry| self.entry(entry)).collect();
        if entries.len() > shown {
            let rest = count(entries.len() - shown, "more thing");
            sections.push(format!("{rest} could not be accounted for; -v lists all\n"));
        }
        sections
    }

    fn function_section(&self, function: &FunctionResult) -> String {
        let verdict = match function.verdict {
            FunctionVerdict::Safe => self.paint.good(function.verdict.name()),
            FunctionVerdict::Conditional | FunctionVerdict::Unknown => {
                self.paint.doubt(function.verdict.name())
            }
            FunctionVerdict::Unsafe => self.paint.bad(function.verdict.name()),
        };
        let mut text = format!("{}: {verdict}\n", self.paint.strong(&function.name));
        for condition in &function.requires {
            let _ = writeln!(text, "  requires {condition}");
        }
        for failed in &function.failed {
            let place = place(self.report.program, failed.span);
            let _ = writeln!(text, "  {place}: {} fails: {}", failed.check, failed.text);
        }
        text
    }

    fn invariant_section(&self, invariants: &[Invariant]) -> Option<String> {
        if invariants.is_empty() {
            return None;
        }
        let mut text = format!("{}\n", self.paint.strong("what always holds:"));
        for invariant in invariants {
            let _ = writeln!(text, "  {}: {}", place(self.report.program, invariant.span), invariant.text);
        }
        Some(text)
    }
}

/// Figures about the work, in one line.
fn stats_line(stats: &Stats) -> String {
    let mut line = format!("  {} engine, {:.2} s", stats.engine, stats.seconds);
    for (name, value) in &stats.counters {
        let _ = write!(line, ", {name} {value}");
    }
    line.push('\n');
    line
}

#[cfg(test)]
mod tests;
