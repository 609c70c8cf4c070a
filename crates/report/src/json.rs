//! The report for programs: one JSON object whose fields are a stable interface.
//!
//! Lists are always there, possibly empty; a place that is not known is `null`.

use crate::place::file_name;
use crate::triage::Triage;
use crate::{Report, formula, kinds, words};
use engine::{
    Certainty, Entry, Finding, FunctionOutcome, FunctionVerdict, InputValue, Invariant, Reason, Source,
    Stats, Step, Unit,
};
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
    #[serde(skip_serializing_if = "Option::is_none")]
    fixed: Option<Vec<String>>,
    functions: Vec<JsonFunction<'a>>,
    summary: Summary,
    unknown: Vec<JsonEntry<'a>>,
    invariants: Vec<JsonInvariant<'a>>,
    assumptions: Vec<String>,
    stats: JsonStats<'a>,
}

#[derive(Serialize)]
struct JsonFinding<'a> {
    kind: &'static str,
    property: Option<&'static str>,
    confirmed: bool,
    file: Option<&'a str>,
    line: Option<u32>,
    column: Option<u32>,
    function: &'a str,
    message: &'a str,
    #[serde(flatten)]
    known: JsonKnown,
    trace: Vec<JsonStep<'a>>,
    inputs: Vec<JsonInput<'a>>,
    replay: Option<String>,
}

/// What a project knows of a finding.
#[derive(Serialize)]
struct JsonKnown {
    fingerprint: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suppressed: Option<String>,
}

#[derive(Serialize)]
struct JsonStep<'a> {
    file: Option<&'a str>,
    line: Option<u32>,
    column: Option<u32>,
    function: &'a str,
    text: String,
}

/// What a program is given, as data; what does not exist or is not set has no text.
#[derive(Serialize, Default)]
struct JsonData<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    arguments: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

#[derive(Serialize)]
struct JsonInput<'a> {
    #[serde(flatten)]
    data: JsonData<'a>,
    what: &'static str,
    file: Option<&'a str>,
    line: Option<u32>,
    column: Option<u32>,
    source: String,
    value: &'a str,
}

#[derive(Serialize)]
struct JsonFunction<'a> {
    name: &'a str,
    file: Option<&'a str>,
    line: Option<u32>,
    column: Option<u32>,
    verdict: &'static str,
    requires: Vec<String>,
    failed: Vec<JsonFailedCheck<'a>>,
    unknown: Vec<JsonLoss<'a>>,
    inferred: Vec<JsonFact<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    explained: Vec<JsonExplanation<'a>>,
}

#[derive(Serialize)]
struct JsonExplanation<'a> {
    line: Option<u32>,
    excluded: &'a str,
    because: &'a [String],
}

#[derive(Serialize)]
struct JsonFailedCheck<'a> {
    check: &'static str,
    file: Option<&'a str>,
    line: Option<u32>,
    column: Option<u32>,
    confirmed: bool,
    text: String,
    #[serde(flatten)]
    known: JsonKnown,
}

#[derive(Serialize)]
struct JsonLoss<'a> {
    reason: &'static str,
    file: Option<&'a str>,
    line: Option<u32>,
    column: Option<u32>,
    detail: String,
    fingerprint: String,
}

#[derive(Serialize)]
struct JsonFact<'a> {
    line: Option<u32>,
    text: &'a str,
}

/// How many functions got each verdict.
#[derive(Serialize)]
struct Summary {
    functions: usize,
    safe: usize,
    conditional: usize,
    r#unsafe: usize,
    unknown: usize,
}

#[derive(Serialize)]
struct JsonEntry<'a> {
    #[serde(flatten)]
    loss: JsonLoss<'a>,
    advice: &'static str,
}

#[derive(Serialize)]
struct JsonInvariant<'a> {
    file: Option<&'a str>,
    line: Option<u32>,
    text: String,
    formula: Option<String>,
}

#[derive(Serialize)]
struct JsonStats<'a> {
    engine: &'a str,
    seconds: f64,
    instructions: u64,
    unexplored: u64,
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
    let triage = Triage::new(report, report.baseline);
    let mut losses = triage.losses.iter().cloned();
    let unknown = outcome.ledger.entries().iter().zip(losses.by_ref());
    let unknown = unknown.map(|(entry, print)| json_entry(program, entry, print)).collect();
    Document {
        verdict: outcome.verdict().name(),
        properties: report.properties.iter().map(|property| property.name()).collect(),
        findings: report
            .findings()
            .into_iter()
            .map(|finding| json_finding(report, &triage, finding))
            .collect(),
        fixed: report.baseline.map(|_| triage.fixed.clone()),
        functions: outcome
            .functions
            .iter()
            .map(|function| json_function(report, &triage, &mut losses, function))
            .collect(),
        summary: summary(&outcome.functions),
        unknown,
        invariants: outcome.invariants.iter().map(|item| json_invariant(program, item)).collect(),
        assumptions: outcome.assumptions.iter().map(words::assumption).collect(),
        stats: json_stats(&outcome.stats),
    }
}

fn json_known(report: &Report<'_>, triage: &Triage, finding: &Finding) -> JsonKnown {
    let known = triage.of(report, finding);
    let state = |introduced| if introduced { "introduced" } else { "unchanged" };
    JsonKnown {
        fingerprint: known.map(|known| known.fingerprint.clone()).unwrap_or_default(),
        baseline: known.and_then(|known| known.introduced).map(state),
        suppressed: known.and_then(|known| known.suppressed.clone()),
    }
}

fn json_finding<'a>(report: &Report<'a>, triage: &Triage, finding: &'a Finding) -> JsonFinding<'a> {
    let program = report.program;
    let Place { file, line, column } = place(program, finding.span);
    JsonFinding {
        kind: finding.kind.name(),
        property: finding.kind.property().map(|property| property.name()),
        confirmed: finding.is_confirmed(),
        file,
        line,
        column,
        function: &finding.function,
        message: &finding.message,
        known: json_known(report, triage, finding),
        trace: finding.trace.iter().map(|step| json_step(program, step)).collect(),
        inputs: finding.inputs.iter().map(|input| json_input(program, input, finding)).collect(),
        replay: report.replay(finding),
    }
}

fn json_step<'a>(program: &'a Program, step: &'a Step) -> JsonStep<'a> {
    let Place { file, line, column } = place(program, step.span);
    JsonStep { file, line, column, function: &step.function, text: words::action(&step.action) }
}

fn json_input<'a>(program: &'a Program, input: &'a InputValue, finding: &'a Finding) -> JsonInput<'a> {
    let Place { file, line, column } = place(program, input.span);
    let (what, source) = (input.source.kind(), words::source(&input.source));
    let scenario = finding.scenario.as_ref();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let named = |list: &[(Vec<u8>, Vec<u8>)], name: &str| {
        list.iter().find(|(other, _)| other == name.as_bytes()).map(|(_, value)| text(value))
    };
    let mut data = JsonData::default();
    match (&input.source, scenario) {
        (Source::Arguments, Some(scenario)) => {
            data.arguments = Some(scenario.args.iter().map(|arg| text(arg)).collect());
        }
        (Source::StandardInput(Unit::Text), Some(scenario)) => data.text = Some(text(&scenario.stdin)),
        (Source::Environment(name), Some(scenario)) => {
            (data.name, data.text) = (Some(name.as_str()), named(&scenario.env, name));
        }
        (Source::File(name), Some(scenario)) => {
            let files = scenario.files.as_deref().unwrap_or_default();
            (data.name, data.text) = (Some(name.as_str()), named(files, name));
        }
        _ => {}
    }
    JsonInput { what, file, line, column, source, value: &input.value, data }
}

fn json_function<'a>(
    report: &Report<'a>,
    triage: &Triage,
    losses: &mut impl Iterator<Item = String>,
    function: &'a FunctionOutcome,
) -> JsonFunction<'a> {
    let program = report.program;
    let is_shown = |finding: &&Finding| finding.certainty >= Certainty::Shown;
    let failed = function.findings.iter().filter(is_shown).map(|finding| {
        let Place { file, line, column } = place(program, finding.span);
        let known = json_known(report, triage, finding);
        JsonFailedCheck {
            check: finding.kind.name(),
            file,
            line,
            column,
            confirmed: finding.is_confirmed(),
            text: words::failure(finding),
            known,
        }
    });
    // What is merely possible is no failure.
    let possible = function.findings.iter().filter(|finding| !is_shown(finding)).map(|finding| {
        let Place { file, line, column } = place(program, finding.span);
        let fingerprint = json_known(report, triage, finding).fingerprint;
        let reason = Reason::Unconfirmed.name();
        JsonLoss { reason, file, line, column, detail: words::failure(finding), fingerprint }
    });
    let entries = function.ledger.entries().iter().zip(losses);
    let losses = entries.map(|(entry, print)| json_loss(program, entry, print));
    let inferred = function
        .inferred
        .iter()
        .map(|fact| JsonFact { line: fact.span.map(|span| span.line.get()), text: &fact.text });
    let explained = function.explained.iter().map(|it| JsonExplanation {
        line: it.span.map(|span| span.line.get()),
        excluded: &it.excluded,
        because: &it.because,
    });
    let Place { file, line, column } = place(program, function.span);
    JsonFunction {
        name: &function.name,
        file,
        line,
        column,
        verdict: function.verdict().name(),
        requires: function.requires.iter().map(ToString::to_string).collect(),
        failed: failed.collect(),
        unknown: losses.chain(possible).collect(),
        inferred: inferred.collect(),
        explained: explained.collect(),
    }
}

fn summary(functions: &[FunctionOutcome]) -> Summary {
    let count =
        |verdict| functions.iter().filter(|function| FunctionOutcome::verdict(function) == verdict).count();
    Summary {
        functions: functions.len(),
        safe: count(FunctionVerdict::Safe),
        conditional: count(FunctionVerdict::Conditional),
        r#unsafe: count(FunctionVerdict::Unsafe),
        unknown: count(FunctionVerdict::Unknown),
    }
}

fn json_loss<'a>(program: &'a Program, entry: &'a Entry, fingerprint: String) -> JsonLoss<'a> {
    let Place { file, line, column } = place(program, entry.span);
    JsonLoss { reason: entry.reason.name(), file, line, column, detail: entry.detail.clone(), fingerprint }
}

fn json_entry<'a>(program: &'a Program, entry: &'a Entry, fingerprint: String) -> JsonEntry<'a> {
    JsonEntry { loss: json_loss(program, entry, fingerprint), advice: kinds::advice(entry.reason) }
}

fn json_invariant<'a>(program: &'a Program, invariant: &'a Invariant) -> JsonInvariant<'a> {
    let Place { file, line, .. } = place(program, invariant.span);
    JsonInvariant { file, line, text: words::invariant(invariant), formula: formula::of_invariant(invariant) }
}

fn json_stats(stats: &Stats) -> JsonStats<'_> {
    JsonStats {
        engine: &stats.engine,
        seconds: stats.seconds,
        instructions: stats.instructions,
        unexplored: stats.unexplored,
        counters: &stats.counters,
    }
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
