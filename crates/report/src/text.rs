//! The report for people. It reads like a good compiler's: each error with its source lines, where the memory was
//! allocated and freed, the path that leads there, what could not be decided and what to do about it, then one
//! line with the verdict, and the assumptions last.

mod finding;
mod invariants;
mod snippet;
mod style;
mod verdict;

use crate::place::{count, place};
use crate::source::Sources;
use crate::triage::Triage;
use crate::{Report, words};
use engine::{Certainty, Entry, Finding, FunctionOutcome, FunctionVerdict, Reason, Stats, Verdict};
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

/// The findings and what was not accounted for, without a verdict: for the execution of a program, which is no
/// proof of anything.
pub fn diagnostics(report: &Report<'_>, style: Style) -> String {
    let text = Text::new(report, style);
    match style.detail {
        Detail::Quiet => text.quiet_lines().concat(),
        Detail::Normal | Detail::Verbose => {
            let mut sections = text.finding_sections();
            sections.extend(text.ledger_sections());
            sections.join("\n")
        }
    }
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

    fn full(&self) -> String {
        let outcome = self.report.outcome;
        let mut sections = self.finding_sections();
        sections.extend(self.ledger_sections());
        sections.extend(outcome.functions.iter().map(|function| self.function_section(function)));
        sections.extend(self.invariant_section(&outcome.invariants));
        let mut end = self.verdict_line();
        end.push_str(&self.allocation_line());
        end.push_str(&self.triage_lines());
        if self.detail == Detail::Verbose {
            end.push_str(&stats_line(&outcome.stats));
        }
        for assumption in &outcome.assumptions {
            let word = self.paint.dim("assuming that");
            let _ = writeln!(end, "  {word} {}", words::assumption(assumption));
        }
        sections.push(end);
        // An empty line stands between sections.
        sections.join("\n")
    }

    fn quiet(&self) -> String {
        let mut lines = self.quiet_lines();
        lines.push(self.verdict_line());
        lines.push(self.triage_lines());
        lines.concat()
    }

    /// What the project knows of the findings, in a line for each sort of news.
    fn triage_lines(&self) -> String {
        let triage = Triage::new(&self.report, self.report.baseline);
        let mut text = String::new();
        if self.report.baseline.is_some() {
            let introduced = triage.introduced();
            let unchanged = triage.findings.iter().filter(|known| known.introduced == Some(false)).count();
            let fixed = triage.fixed.len();
            let _ = writeln!(
                text,
                "  against the baseline: {introduced} introduced, {unchanged} unchanged, {fixed} fixed"
            );
            for fixed in &triage.fixed {
                let _ = writeln!(text, "    fixed: {fixed}");
            }
        }
        if triage.suppressed() > 0 {
            let _ = writeln!(text, "  {} suppressed in the source:", count(triage.suppressed(), "finding"));
            for (finding, known) in self.report.all_findings().into_iter().zip(&triage.findings) {
                if let Some(reason) = &known.suppressed {
                    let place = place(self.report.program, finding.span);
                    let _ = writeln!(text, "    {place}: {}: {reason}", finding.kind);
                }
            }
        }
        for (file, line, mistake) in &triage.mistakes {
            let _ = writeln!(text, "  {file}:{line}: {mistake}");
        }
        text
    }

    /// A line for each finding and each thing that was not accounted for; those of functions that were analysed by
    /// themselves name them.
    fn quiet_lines(&self) -> Vec<String> {
        let mut lines = self.quiet_lines_of("", &self.report.findings(), &self.entries());
        for function in &self.report.outcome.functions {
            let findings: Vec<&Finding> = function.findings.iter().collect();
            let entries: Vec<&Entry> = function.ledger.entries().iter().collect();
            lines.extend(self.quiet_lines_of(&format!("{}: ", function.name), &findings, &entries));
        }
        lines
    }

    fn quiet_lines_of(&self, of: &str, findings: &[&Finding], entries: &[&Entry]) -> Vec<String> {
        let place = |span| place(self.report.program, span);
        let findings = findings.iter().map(|finding| {
            let word = if finding.certainty >= Certainty::Shown { "error" } else { "possible error" };
            format!("{}: {word}: {of}{} [{}]\n", place(finding.span), finding.message, finding.kind)
        });
        let entries = entries.iter().map(|entry| {
            format!("{}: unknown: {of}{} [{}]\n", place(entry.span), entry.detail, entry.reason)
        });
        findings.chain(entries).collect()
    }

    fn finding_sections(&self) -> Vec<String> {
        let findings = self.report.findings();
        let section = |(index, finding)| self.finding(finding, &findings[..index]);
        findings.iter().copied().enumerate().map(section).collect()
    }

    /// What was not accounted for, without what the possible errors say already.
    fn entries(&self) -> Vec<&'a Entry> {
        let outcome = self.report.outcome;
        let is_told = |entry: &&Entry| {
            let same = |finding: &Finding| finding.span == entry.span && !finding.is_confirmed();
            entry.reason == Reason::Unconfirmed && outcome.findings.iter().any(same)
        };
        outcome.ledger.entries().iter().filter(|entry| !is_told(entry)).collect()
    }

    /// What was not accounted for. Next to an error it is of little interest, unless everything is asked for.
    fn ledger_sections(&self) -> Vec<String> {
        let outcome = self.report.outcome;
        let entries = self.entries();
        let shown = match (self.detail, outcome.verdict()) {
            (Detail::Verbose, _) => entries.len(),
            (_, Verdict::Unsafe) => 0,
            (_, Verdict::Safe | Verdict::Unknown) => ENTRIES_SHOWN,
        };
        let mut sections: Vec<_> = entries.iter().take(shown).map(|entry| self.entry(entry)).collect();
        if entries.len() > shown {
            let more = if shown == 0 { "thing" } else { "more thing" };
            let rest = count(entries.len() - shown, more);
            sections
                .push(format!("{rest} could not be accounted for; there may be more errors (-v tells)\n"));
        }
        sections
    }

    fn function_section(&self, function: &FunctionOutcome) -> String {
        let verdict = function.verdict();
        let verdict = match verdict {
            FunctionVerdict::Safe => self.paint.good(verdict.name()),
            FunctionVerdict::Conditional | FunctionVerdict::Unknown => self.paint.doubt(verdict.name()),
            FunctionVerdict::Unsafe => self.paint.bad(verdict.name()),
        };
        let mut text = format!("{}: {verdict}\n", self.paint.strong(&function.name));
        for condition in &function.requires {
            let _ = writeln!(text, "  requires {condition}");
        }
        for finding in &function.findings {
            let place = place(self.report.program, finding.span);
            let fails = match finding.certainty {
                Certainty::Confirmed => "fails (replayed)",
                Certainty::Shown => "fails",
                Certainty::Possible => "may fail",
            };
            let _ = writeln!(text, "  {place}: {} {fails}: {}", finding.kind, words::failure(finding));
        }
        for entry in function.ledger.entries() {
            let place = place(self.report.program, entry.span);
            let _ = writeln!(text, "  {place}: unknown[{}]: {}", entry.reason, entry.detail);
        }
        for fact in &function.inferred {
            let place = place(self.report.program, fact.span);
            let _ = writeln!(text, "  {place}: inferred: {}", fact.text);
        }
        for explanation in &function.explained {
            let place = place(self.report.program, explanation.span);
            let _ = writeln!(text, "  {place}: never: {}; because", explanation.excluded);
            for fact in &explanation.because {
                let _ = writeln!(text, "      {fact}");
            }
            if explanation.because.is_empty() {
                let _ = writeln!(text, "      the path alone excludes it");
            }
        }
        text
    }
}

/// Figures about the work, in one line.
fn stats_line(stats: &Stats) -> String {
    let mut line = format!("  {} engine, {:.2} s", stats.engine, stats.seconds);
    if stats.instructions > 0 {
        let _ = write!(line, ", instructions {}", stats.instructions);
    }
    for (name, value) in &stats.counters {
        let _ = write!(line, ", {name} {value}");
    }
    line.push('\n');
    line
}

#[cfg(test)]
mod tests;
