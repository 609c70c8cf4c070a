//! Witnesses of version 2.0: entries in YAML.

use super::{About, Choices, file_hash, place_of, uuid};
use crate::Report;
use crate::source::Sources;
use engine::{Finding, Source};
use ir::Span;
use std::fmt::Write;

/// The inputs as returns of functions, then the target.
pub(super) fn violation(report: &Report<'_>, about: &About, finding: &Finding) -> String {
    let choices = finding.scenario.as_ref().map(Choices::of);
    let mut text = metadata(report, about, "violation_sequence", choices.as_deref());
    text.push_str("  content:\n");
    let sources = Sources::new(report.program, report.read);
    for input in &finding.inputs {
        let Source::Call(_) = &input.source else { continue };
        let Some(span) = input.span else { continue };
        text.push_str(
            "  - segment:\n    - waypoint:\n        type: \"function_return\"\n        action: \"follow\"\n",
        );
        let _ = writeln!(
            text,
            "        constraint:\n          value: {}\n          format: \"ext_c_expression\"",
            quoted(&format!("\\result == {}", input.value))
        );
        location(&mut text, report, Some(after_call(&sources, span)), None);
    }
    text.push_str("  - segment:\n    - waypoint:\n        type: \"target\"\n        action: \"follow\"\n");
    location(&mut text, report, finding.span, Some(&finding.function));
    text
}

/// The loop invariants that are C expressions. Where several cases hold at a loop, one of them does.
pub(super) fn invariants(report: &Report<'_>, about: &About) -> String {
    let mut text = metadata(report, about, "invariant_set", None);
    let all = &report.outcome.invariants;
    let mut entries = String::new();
    for cases in all.chunk_by(|one, other| one.span == other.span) {
        let conditions: Option<Vec<&str>> = cases.iter().map(|case| case.condition.as_deref()).collect();
        let Some(conditions) = conditions.filter(|_| cases[0].span.is_some()) else { continue };
        let value =
            conditions.iter().map(|condition| format!("({condition})")).collect::<Vec<_>>().join(" || ");
        entries.push_str("  - invariant:\n      type: \"loop_invariant\"\n");
        let mut place = String::new();
        location(&mut place, report, cases[0].span, None);
        // One step less deep than in a waypoint.
        for line in place.lines() {
            let _ = writeln!(entries, "{}", line.strip_prefix("  ").unwrap_or(line));
        }
        let _ = writeln!(entries, "      value: {}\n      format: \"c_expression\"", quoted(&value));
    }
    match entries.is_empty() {
        true => text.push_str("  content: []\n"),
        false => {
            let _ = write!(text, "  content:\n{entries}");
        }
    }
    text
}

fn metadata(report: &Report<'_>, about: &About, entry: &str, choices: Option<&str>) -> String {
    let mut text = format!(
        "- entry_type: \"{entry}\"\n  metadata:\n    format_version: \"2.0\"\n    uuid: \"{}\"\n    \
         creation_time: {}\n    producer:\n      name: \"heapproof\"\n      version: \"{}\"\n",
        uuid(report, about),
        quoted(&about.created),
        env!("CARGO_PKG_VERSION")
    );
    if let Some(choices) = choices {
        let _ = writeln!(text, "      configuration: {}", quoted(choices));
    }
    text.push_str("    task:\n      input_files:\n");
    for file in &about.files {
        let _ = writeln!(text, "      - {}", quoted(file));
    }
    text.push_str("      input_file_hashes:\n");
    for file in &about.files {
        let _ = writeln!(text, "        {}: \"{}\"", quoted(file), file_hash(report, file));
    }
    let _ = writeln!(
        text,
        "      specification: {}\n      data_model: \"{}\"\n      language: \"C\"",
        quoted(about.specification.trim()),
        about.data_model()
    );
    text
}

fn location(text: &mut String, report: &Report<'_>, span: Option<Span>, function: Option<&str>) {
    text.push_str("        location:\n");
    let (file, line, column) = place_of(report, span).unwrap_or_default();
    let _ = writeln!(text, "          file_name: {}\n          line: {}", quoted(&file), line.max(1));
    if column > 0 {
        let _ = writeln!(text, "          column: {column}");
    }
    if let Some(function) = function.filter(|function| !function.is_empty()) {
        let _ = writeln!(text, "          function: {}", quoted(function));
    }
}

/// The closing parenthesis of a call that begins at a place: there, the format says, a function returns.
fn after_call(sources: &Sources<'_>, span: Span) -> Span {
    let text = sources.text(span.file);
    let line = text.as_ref().and_then(|text| text.line(span.line.get())).unwrap_or_default();
    let mut depth = 0;
    for (index, byte) in line.iter().enumerate().skip(span.column.saturating_sub(1) as usize) {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => {
                return Span::new(span.file, span.line.get(), index as u32 + 1).unwrap_or(span);
            }
            b')' => depth -= 1,
            _ => {}
        }
    }
    span
}

/// A text in double quotes: JSON's strings are YAML's, too.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
