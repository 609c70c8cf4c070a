//! The report for editors and code hosts: SARIF 2.1.0.
//!
//! Findings, of the program and of functions, are results; each kind of error and each check is a rule with the
//! weakness (CWE) it is an instance of; paths are code flows. What was not accounted for are notifications of the
//! invocation: no result of a rule, but never silent. The verdicts on functions and their preconditions are properties
//! of the run.

mod model;

use crate::source::Sources;
use crate::triage::Triage;
use crate::{Report, kinds, words};
use engine::{Certainty, Check, Entry, Finding, FunctionOutcome, Reason, Violation};
use ir::{ErrorKind, Span};
use model::*;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// How many results a run has, and how many steps a path: code hosts take no more.
const RESULTS: usize = 5_000;
const STEPS: usize = 1_000;

/// The report as one SARIF log, with a line end after it.
pub fn render(report: &Report<'_>) -> String {
    let triage = Triage::new(report, report.baseline);
    let writer = Writer { report: *report, sources: Sources::new(report.program, report.read), triage };
    // Serialising to a string fails for maps with non-string keys only, and there are none.
    let mut text = serde_json::to_string_pretty(&writer.log()).expect("all keys are strings");
    text.push('\n');
    text
}

struct Writer<'a> {
    report: Report<'a>,
    sources: Sources<'a>,
    triage: Triage,
}

impl Writer<'_> {
    fn log(&self) -> Log {
        let outcome = self.report.outcome;
        let of_functions = outcome.functions.iter().flat_map(|function| {
            function.ledger.entries().iter().map(|entry| (entry, Some(function.name.as_str())))
        });
        let entries: Vec<(&Entry, Option<&str>)> =
            outcome.ledger.entries().iter().map(|entry| (entry, None)).chain(of_functions).collect();
        let mut reasons: Vec<Reason> = Vec::new();
        for (entry, _) in &entries {
            if !reasons.contains(&entry.reason) {
                reasons.push(entry.reason);
            }
        }
        let driver = Driver {
            name: "heapproof",
            version: env!("CARGO_PKG_VERSION"),
            rules: violations().map(rule).collect(),
            notifications: reasons.iter().map(|reason| notification_rule(*reason)).collect(),
        };
        let invocation = Invocation {
            execution_successful: !reasons.contains(&Reason::InternalError),
            tool_execution_notifications: entries
                .iter()
                .map(|(entry, function)| self.notification(entry, *function, &reasons))
                .collect(),
        };
        let findings = self.report.all_findings();
        let run = Run {
            tool: Tool { driver },
            invocations: vec![invocation],
            column_kind: "unicodeCodePoints",
            results: findings.into_iter().take(RESULTS).map(|finding| self.result(finding)).collect(),
            properties: RunProperties {
                verdict: outcome.verdict().name(),
                checked: self.report.properties.iter().map(|property| property.name()).collect(),
                assumptions: outcome.assumptions.iter().map(words::assumption).collect(),
                functions: outcome.functions.iter().map(function_properties).collect(),
            },
        };
        Log { schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: vec![run] }
    }

    fn result(&self, finding: &Finding) -> SarifResult {
        // The end of a path matters most.
        let trace = &finding.trace[finding.trace.len().saturating_sub(STEPS)..];
        // Readers want a place for every step.
        let steps = trace.iter().filter(|step| step.span.is_some()).map(|step| ThreadFlowLocation {
            location: self.location(step.span, Some(&step.function), Some(&words::action(&step.action))),
        });
        let steps: Vec<_> = steps.collect();
        let code_flows = match steps.is_empty() {
            true => vec![],
            false => vec![CodeFlow { thread_flows: vec![ThreadFlow { locations: steps }] }],
        };
        let related = finding
            .notes
            .iter()
            .map(|note| self.location(note.span, None, Some(&words::remark(&note.remark))));
        let known = self.triage.of(&self.report, finding);
        SarifResult {
            partial_fingerprints: known
                .map(|known| BTreeMap::from([("heapproof/v1", known.fingerprint.clone())]))
                .unwrap_or_default(),
            baseline_state: known
                .and_then(|known| known.introduced)
                .map(|introduced| if introduced { "new" } else { "unchanged" }),
            suppressions: known
                .and_then(|known| known.suppressed.clone())
                .map(|justification| Suppression { kind: "inSource", justification })
                .into_iter()
                .collect(),
            rule_id: finding.kind.name(),
            rule_index: violations().position(|kind| kind.name() == finding.kind.name()),
            level: if finding.certainty >= Certainty::Shown { "error" } else { "warning" },
            message: Message { text: finding.message.clone() },
            locations: vec![self.location(finding.span, Some(&finding.function), None)],
            related_locations: related.collect(),
            code_flows,
            properties: ResultProperties {
                confirmed: finding.is_confirmed(),
                property: finding.kind.property().map(|property| property.name()),
                inputs: finding
                    .inputs
                    .iter()
                    .map(|input| format!("{} = {}", words::source(&input.source), input.value))
                    .collect(),
            },
        }
    }

    fn notification(&self, entry: &Entry, function: Option<&str>, reasons: &[Reason]) -> Notification {
        Notification {
            level: if entry.reason == Reason::InternalError { "error" } else { "warning" },
            message: Message { text: format!("{}: {}", entry.detail, kinds::advice(entry.reason)) },
            locations: (entry.span.is_some() || function.is_some())
                .then(|| self.location(entry.span, function, None))
                .into_iter()
                .collect(),
            descriptor: DescriptorReference {
                id: entry.reason.name(),
                index: reasons.iter().position(|reason| *reason == entry.reason),
            },
        }
    }

    fn location(&self, span: Option<Span>, function: Option<&str>, text: Option<&str>) -> Location {
        Location {
            physical_location: span.map(|span| PhysicalLocation {
                artifact_location: ArtifactLocation { uri: self.uri(span) },
                region: Region { start_line: span.line.get(), start_column: self.sources.char_column(span) },
            }),
            logical_locations: function
                .filter(|function| !function.is_empty())
                .map(|function| LogicalLocation {
                    fully_qualified_name: function.to_string(),
                    kind: "function",
                })
                .into_iter()
                .collect(),
            message: text.map(|text| Message { text: text.to_string() }),
        }
    }

    /// The file of a span as a URI: relative where it is below the root.
    fn uri(&self, span: Span) -> String {
        let path = self.report.program.files.get(span.file.index()).map(ir::SourceFile::path);
        let path = normalised(&path.unwrap_or_default());
        match path.strip_prefix(self.report.root) {
            Ok(relative) => encoded(relative),
            Err(_) if path.is_absolute() => format!("file://{}", encoded(&path)),
            Err(_) => encoded(&path),
        }
    }
}

/// The path without `.` and, where it only undoes a directory, `..`.
fn normalised(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(result.components().next_back(), Some(Component::Normal(_))) => {
                result.pop();
            }
            _ => result.push(component),
        }
    }
    result
}

/// The path with what is special in URIs written as `%xx`.
fn encoded(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    let mut uri = String::new();
    for &byte in bytes {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' | b'+' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// What can be violated, in the order of the rules. A check with the name of an error shares its rule.
fn violations() -> impl Iterator<Item = Violation> {
    let is_new = |check: &Check| ErrorKind::ALL.iter().all(|kind| kind.name() != check.name());
    let errors = ErrorKind::ALL.iter().map(|kind| Violation::Error(*kind));
    errors.chain(Check::ALL.into_iter().filter(is_new).map(Violation::Check))
}

fn function_properties(function: &FunctionOutcome) -> FunctionProperties {
    FunctionProperties {
        name: function.name.clone(),
        verdict: function.verdict().name(),
        requires: function.requires.iter().map(ToString::to_string).collect(),
    }
}

fn rule(kind: Violation) -> Rule {
    let weaknesses = kinds::weaknesses(kind).iter().map(|number| format!("external/cwe/cwe-{number}"));
    let tags = ["security", "correctness"].map(str::to_string).into_iter().chain(weaknesses);
    Rule {
        id: kind.name(),
        short_description: Message { text: kinds::description(kind).to_string() },
        default_configuration: Some(Configuration { level: "error" }),
        properties: Some(RuleProperties { tags: tags.collect() }),
    }
}

fn notification_rule(reason: Reason) -> Rule {
    Rule {
        id: reason.name(),
        short_description: Message {
            text: format!("Not accounted for. What to do: {}.", kinds::advice(reason)),
        },
        default_configuration: None,
        properties: None,
    }
}

#[cfg(test)]
mod tests;
