//! A report as an editor shows it: diagnostics, hovers, hints, actions.

use super::checks::path_of;
use super::{REPORT, RUN, STOP};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Command, Diagnostic,
    DiagnosticRelatedInformation, DiagnosticSeverity, Hover, HoverContents, InlayHint, InlayHintLabel,
    Location, MarkupContent, MarkupKind, NumberOrString, Position, Range, TextEdit, Uri, WorkspaceEdit,
};
use serde_json::Value;
use std::collections::HashMap;

/// How many steps of a path are shown.
const STEPS: usize = 30;

fn list<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    value[key].as_array().into_iter().flatten()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// The line of something, from 0.
fn line(value: &Value) -> u32 {
    value["line"].as_u64().map_or(0, |line| line.saturating_sub(1) as u32)
}

fn range(value: &Value) -> Range {
    let column = value["column"].as_u64().map_or(0, |column| column.saturating_sub(1) as u32);
    Range { start: Position::new(line(value), column), end: Position::new(line(value), column + 1) }
}

/// The address of the file in which something is: names are relative to the folder of the file that was checked.
fn uri_of(checked: &str, value: &Value) -> Option<Uri> {
    let name = value["file"].as_str()?;
    let folder = path_of(checked)?.parent()?.to_path_buf();
    if path_of(checked)?.file_name()?.to_str() == Some(name) {
        return checked.parse().ok();
    }
    let encoded: String = folder
        .join(name)
        .to_str()?
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                char::from(byte).to_string()
            }
            _ => format!("%{byte:02X}"),
        })
        .collect();
    format!("file://{encoded}").parse().ok()
}

/// Errors, failed checks and what is not decided, in the file that was checked.
pub fn diagnostics(checked: &str, report: &Value) -> Vec<Diagnostic> {
    let here = |value: &&Value| uri_of(checked, value).is_none_or(|uri| uri.as_str() == checked);
    let mut diagnostics = Vec::new();
    for finding in list(report, "findings").filter(here) {
        let severity = match finding["confirmed"].as_bool() {
            Some(true) => DiagnosticSeverity::ERROR,
            _ => DiagnosticSeverity::WARNING,
        };
        diagnostics.push(diagnostic(
            checked,
            finding,
            severity,
            text(finding, "kind"),
            text(finding, "message"),
        ));
    }
    for function in list(report, "functions") {
        for failed in list(function, "failed").filter(here) {
            let message = format!("{}: {}", text(function, "name"), text(failed, "text"));
            diagnostics.push(diagnostic(
                checked,
                failed,
                DiagnosticSeverity::ERROR,
                text(failed, "check"),
                &message,
            ));
        }
        for open in list(function, "unknown").filter(here) {
            let message = format!("{}: {}", text(function, "name"), text(open, "detail"));
            let severity = DiagnosticSeverity::INFORMATION;
            diagnostics.push(diagnostic(checked, open, severity, text(open, "reason"), &message));
        }
    }
    for open in list(report, "unknown").filter(here) {
        let severity = DiagnosticSeverity::INFORMATION;
        diagnostics.push(diagnostic(checked, open, severity, text(open, "reason"), text(open, "detail")));
    }
    diagnostics
}

fn diagnostic(
    checked: &str,
    value: &Value,
    severity: DiagnosticSeverity,
    code: &str,
    message: &str,
) -> Diagnostic {
    let steps: Vec<&Value> = list(value, "trace").collect();
    let shown = &steps[steps.len().saturating_sub(STEPS)..];
    let related = shown.iter().filter_map(|step| {
        let location = Location { uri: uri_of(checked, step)?, range: range(step) };
        Some(DiagnosticRelatedInformation { location, message: text(step, "text").to_string() })
    });
    Diagnostic {
        range: range(value),
        severity: Some(severity),
        code: Some(NumberOrString::String(code.to_string())),
        source: Some("heapproof".to_string()),
        message: message.to_string(),
        related_information: Some(related.collect()),
        ..Diagnostic::default()
    }
}

/// What always holds at a line, and what a function that begins there requires.
pub fn hover(report: &Value, at: u32) -> Option<Hover> {
    let mut parts: Vec<String> = Vec::new();
    for invariant in list(report, "invariants").filter(|invariant| line(invariant) == at) {
        parts.push(format!("always: {}", text(invariant, "text")));
        let formula = text(invariant, "formula");
        if !formula.is_empty() {
            parts.push(format!("`{formula}`"));
        }
    }
    for function in list(report, "functions").filter(|function| line(function) == at) {
        parts.push(format!("**{}**: {}", text(function, "name"), text(function, "verdict")));
        parts.extend(
            list(function, "requires").filter_map(Value::as_str).map(|it| format!("requires `{it}`")),
        );
    }
    let value = parts.join("\n\n");
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    (!parts.is_empty()).then_some(Hover { contents, range: None })
}

/// The verdict on each function and what it requires; what always holds at loops.
pub fn hints(report: &Value, range: Range) -> Vec<InlayHint> {
    let hint = |at: u32, label: String| InlayHint {
        position: Position::new(at, u32::from(u16::MAX)),
        label: InlayHintLabel::String(label),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: None,
        data: None,
    };
    let functions = list(report, "functions").map(|function| {
        let requires: Vec<&str> = list(function, "requires").filter_map(Value::as_str).collect();
        let requires =
            if requires.is_empty() { String::new() } else { format!(" if {}", requires.join(", ")) };
        let verdict = text(function, "verdict").replace("conditional", "safe");
        hint(line(function), format!("{verdict}{requires}"))
    });
    let invariants = list(report, "invariants").map(|it| hint(line(it), text(it, "text").to_string()));
    let is_wanted = |hint: &InlayHint| (range.start.line..=range.end.line).contains(&hint.position.line);
    functions.chain(invariants).filter(is_wanted).collect()
}

/// What can be done about the diagnostics at a place.
pub fn actions(params: &CodeActionParams) -> Vec<CodeActionOrCommand> {
    let uri = &params.text_document.uri;
    let command = |title: &str, command: &str| {
        let arguments = Some(vec![Value::from(uri.as_str())]);
        CodeActionOrCommand::Command(Command {
            title: title.to_string(),
            command: command.to_string(),
            arguments,
        })
    };
    let ours = params.context.diagnostics.iter().filter(|it| it.source.as_deref() == Some("heapproof"));
    let mut actions = Vec::new();
    for diagnostic in ours {
        let Some(NumberOrString::String(kind)) = &diagnostic.code else { continue };
        if diagnostic.severity != Some(DiagnosticSeverity::INFORMATION) {
            let start = Position::new(diagnostic.range.start.line, 0);
            let new_text = format!("// heapproof: allow {kind}: TODO say why\n");
            let edit = TextEdit { range: Range { start, end: start }, new_text };
            #[expect(
                clippy::mutable_key_type,
                reason = "the type of the protocol; the address does not change"
            )]
            let changes = HashMap::from([(uri.clone(), vec![edit])]);
            actions.push(CodeActionOrCommand::CodeAction(CodeAction {
                title: format!("Suppress this {kind} with a reason"),
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![diagnostic.clone()]),
                edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
                ..CodeAction::default()
            }));
        }
    }
    actions.push(command("Show the path and the heap in a browser", REPORT));
    actions.push(command("Check this file again", RUN));
    actions.push(command("Stop checking this file", STOP));
    actions
}
