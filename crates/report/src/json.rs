//! The report for programs: one JSON object whose fields are a stable interface.
//!
//! Lists are always there, possibly empty; a place that is not known is `null`.

use crate::Report;
use crate::place::file_name;
use engine::{Entry, Finding, FunctionResult, InputValue, Invariant, Stats, Step};
use ir::{Program, Span};
use serde::Serialize;
use std::collections::BTreeMap;

/// The report as one JSON object, with a line end after it.
pub fn render(report: &Report<'_>) -> String {
    let document = document(report);
    // Serialising to a string fails for maps with non-string keys only, and there are none.
    let mut text = serde_json::to_string_pretty(&document).expect("all keys are strings");
    text.push('\n');
    text
}

#[derive(Serialize)]
struct Document<'a> {
    verdict: &'static str,
    properties: Vec<&'static str>,
    findings: Vec<JsonFinding<'a>>,
    functions: Vec<JsonFunction<'a>>,
    unknown: Vec<JsonEntry<'a>>,
    invariants: Vec<JsonInvariant<'a>>,
    assumptions: &'a [String],
    stats: JsonStats<'a>,
}

#[derive(Serialize)]
struct JsonFinding<'a> {
    kind: &'static str,
    property: &'static str,
    confirmed: bool,
    file: Option<&'a str>,
    line: Option<u32>,
    column: Option<u32>,
    function: &'a str,
    message: &'a str,
    trace: Vec<JsonStep<'a>>,
    inputs: Vec<JsonInput<'a>>,
}

#[derive(Serialize)]
struct JsonStep<'a> {
    file: Option<&'a str>,
    line: Option<u32>,
    column: Option<u32>,
    function: &'a str,
    text: &'a str,
}

#[derive(Serialize)]
struct JsonInput<'a> {
    file: Option<&'a str>,
    line: Option<u32>,
    source: &'a str,
    value: &'a str,
}

#[derive(Serialize)]
struct JsonFunction<'a> {
    name: &'a str,
    verdict: &'static str,
    requires: &'a [String],
    failed: Vec<JsonFailedCheck<'a>>,
}

#[derive(Serialize)]
struct JsonFailedCheck<'a> {
    check: &'a str,
    line: Option<u32>,
    text: &'a str,
}

#[derive(Serialize)]
struct JsonEntry<'a> {
    reason: &'static str,
    file: Option<&'a str>,
    line: Option<u32>,
    detail: &'a str,
}

#[derive(Serialize)]
struct JsonInvariant<'a> {
    file: Option<&'a str>,
    line: Option<u32>,
    text: &'a str,
    formula: Option<&'a str>,
}

#[derive(Serialize)]
struct JsonStats<'a> {
    engine: &'a str,
    seconds: f64,
    #[serde(flatten)]
    counters: &'a BTreeMap<&'static str, u64>,
}

/// A span as the three fields that stand for it.
struct Place<'a> {
    file: Option<&'a str>,
    line: Option<u32>,
    column: Option<u32>,
}

fn place(program: &Program, span: Option<Span>) -> Place<'_> {
    Place {
        file: span.map(|span| file_name(program, span)),
        line: span.map(|span| span.line.get()),
        column: span.map(|span| span.column).filter(|column| *column != 0),
    }
}

fn document<'a>(report: &Report<'a>) -> Document<'a> {
    let Report { outcome, program, .. } = *report;
    Document {
        verdict: outcome.verdict().name(),
        properties: report.properties.iter().map(|property| property.name()).collect(),
        findings: report.findings().into_iter().map(|finding| json_finding(program, finding)).collect(),
        functions: outcome.functions.iter().map(json_function).collect(),
        unknown: outcome.ledger.entries().iter().map(|entry| json_entry(program, entry)).collect(),
        invariants: outcome.invariants.iter().map(|item| json_invariant(program, item)).collect(),
        assumptions: &outcome.assumptions,
        stats: json_stats(&outcome.stats),
    }
}

fn json_finding<'a>(program: &'a Program, finding: &'a Finding) -> JsonFinding<'a> {
    let Place { file, line, column } = place(program, finding.span);
    JsonFinding {
        kind: finding.kind.name(),
        property: finding.kind.property().name(),
        confirmed: finding.confirmed,
        file,
        line,
        column,
        function: &finding.function,
        message: &finding.message,
        trace: finding.trace.iter().map(|step| json_step(program, step)).collect(),
        inputs: finding.inputs.iter().map(|input| json_input(program, input)).collect(),
    }
}

fn json_step<'a>(program: &'a Program, step: &'a Step) -> JsonStep<'a> {
    let Place { file, line, column } = place(program, step.span);
    JsonStep { file, line, column, function: &step.function, text: &step.text }
}

fn json_input<'a>(program: &'a Program, input: &'a InputValue) -> JsonInput<'a> {
    let Place { file, line, .. } = place(program, input.span);
    JsonInput { file, line, source: &input.source, value: &input.value }
}

fn json_function(function: &FunctionResult) -> JsonFunction<'_> {
    let failed = function.failed.iter().map(|check| JsonFailedCheck {
        check: &check.check,
        line: check.span.map(|span| span.line.get()),
        text: &check.text,
    });
    JsonFunction {
        name: &function.name,
        verdict: function.verdict.name(),
        requires: &function.requires,
        failed: failed.collect(),
    }
}

fn json_entry<'a>(program: &'a Program, entry: &'a Entry) -> JsonEntry<'a> {
    let Place { file, line, .. } = place(program, entry.span);
    JsonEntry { reason: entry.reason.name(), file, line, detail: &entry.detail }
}

fn json_invariant<'a>(program: &'a Program, invariant: &'a Invariant) -> JsonInvariant<'a> {
    let Place { file, line, .. } = place(program, invariant.span);
    JsonInvariant { file, line, text: &invariant.text, formula: invariant.formula.as_deref() }
}

fn json_stats(stats: &Stats) -> JsonStats<'_> {
    JsonStats { engine: &stats.engine, seconds: stats.seconds, counters: &stats.counters }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_report_with_everything_in_it() {
        insta::assert_snapshot!(render(&sample::everything().report()));
    }

    #[test]
    fn a_safe_report_has_all_lists_empty() {
        insta::assert_snapshot!(render(&sample::safe().report()));
    }
}
