//! A report as an editor shows it: diagnostics, hovers, hints, actions.

use super::address::{self, path_of};
use super::{REPORT, RUN, STOP, TRACE};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Command, Diagnostic,
    DiagnosticRelatedInformation, DiagnosticSeverity, Hover, HoverContents, InlayHint, InlayHintLabel,
    Location, MarkupContent, MarkupKind, NumberOrString, Position, Range, TextEdit, Uri, WorkspaceEdit,
};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

/// What is shown, by the address of the file at which it is shown.
pub type Diagnostics = BTreeMap<String, Vec<Diagnostic>>;

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
    address::uri(&folder.join(name))?.parse().ok()
}

/// Errors, failed checks and what is not decided. What has no place is shown at the file that was checked.
pub fn diagnostics(checked: &str, report: &Value) -> Diagnostics {
    let mut diagnostics = Diagnostics::from([(checked.to_string(), Vec::new())]);
    let mut add = |value: &Value, severity, code: &str, message: &str| {
        let uri = uri_of(checked, value).map_or_else(|| checked.to_string(), |uri| uri.to_string());
        let shown = diagnostic(checked, value, severity, code, message);
        diagnostics.entry(uri).or_default().push(shown);
    };
    let open = DiagnosticSeverity::INFORMATION;
    for finding in list(report, "findings") {
        let severity = match finding["confirmed"].as_bool() {
            Some(true) => DiagnosticSeverity::ERROR,
            _ => DiagnosticSeverity::WARNING,
        };
        add(finding, severity, text(finding, "kind"), text(finding, "message"));
    }
    for function in list(report, "functions") {
        let name = text(function, "name");
        for failed in list(function, "failed") {
            let message = format!("{name}: {}", text(failed, "text"));
            add(failed, DiagnosticSeverity::ERROR, text(failed, "check"), &message);
        }
        for lost in list(function, "unknown") {
            add(lost, open, text(lost, "reason"), &format!("{name}: {}", text(lost, "detail")));
        }
    }
    for lost in list(report, "unknown") {
        add(lost, open, text(lost, "reason"), text(lost, "detail"));
    }
    diagnostics
}

/// That a file was not checked at all, and why.
pub fn not_checked(checked: &str, problem: &str) -> Diagnostics {
    let first = problem.trim().lines().next().unwrap_or("heapproof said nothing");
    let message = format!("not checked: {}", first.strip_prefix("error: ").unwrap_or(first));
    let severity = DiagnosticSeverity::WARNING;
    let shown = diagnostic(checked, &Value::Null, severity, "not-checked", &message);
    Diagnostics::from([(checked.to_string(), vec![shown])])
}

/// Puts what a report says of a function in place of what is known of it; nothing where the report has nothing.
pub fn replace_function(known: &mut Value, name: &str, report: &mut Value) {
    let is_it = |function: &Value| text(function, "name") == name;
    let new = report["functions"].as_array_mut().into_iter().flatten().find(|it| is_it(it)).map(Value::take);
    if let Some(functions) = known["functions"].as_array_mut() {
        functions.retain(|function| !is_it(function));
        functions.extend(new);
    }
}

/// The path to the error with this number, as text.
pub fn trace(report: &Value, number: usize) -> Option<String> {
    let finding = report["findings"].get(number)?;
    let mut shown = format!("{}: {}\n\n", text(finding, "kind"), text(finding, "message"));
    let place = |value: &Value| format!("{}:{}", text(value, "file"), line(value) + 1);
    for (number, step) in list(finding, "trace").enumerate() {
        let (place, function) = (place(step), text(step, "function"));
        let _ = writeln!(shown, "{:>5}. {place:<24} {function:<16} {}", number + 1, text(step, "text"));
    }
    let _ = writeln!(shown, "       {:<24} {:<16} the error", place(finding), text(finding, "function"));
    let inputs: Vec<&Value> = list(finding, "inputs").collect();
    if !inputs.is_empty() {
        shown.push_str("\ninputs:\n");
    }
    for input in inputs {
        let _ = writeln!(shown, "    {} = {}", text(input, "what"), input["value"]);
    }
    if let Some(replay) = finding["replay"].as_str() {
        let _ = writeln!(shown, "\nreplay: {replay}");
    }
    Some(shown)
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

/// What can be done at a place, about the diagnostics there and with what is known of the file.
pub fn actions(params: &CodeActionParams, report: Option<&Value>) -> Vec<CodeActionOrCommand> {
    let uri = &params.text_document.uri;
    let command = |title: &str, command: &str, argument: Option<Value>| {
        let arguments = Some([Value::from(uri.as_str())].into_iter().chain(argument).collect());
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
    let first = params.range.start.line;
    if let Some(report) = report {
        let at = |value: &&Value| line(value) == first;
        for (number, finding) in list(report, "findings").enumerate().filter(|(_, it)| at(it)) {
            let title = format!("Show the path to this {}", text(finding, "kind"));
            actions.push(command(&title, TRACE, Some(number.into())));
        }
        // The function that begins last before the place.
        let before = list(report, "functions").filter(|function| line(function) <= first);
        if let Some(function) = before.max_by_key(|function| line(function)) {
            let name = text(function, "name");
            actions.push(command(&format!("Check `{name}` again"), RUN, Some(name.into())));
        }
    }
    actions.push(command("Show the path and the heap in a browser", REPORT, None));
    actions.push(command("Check this file again", RUN, None));
    actions.push(command("Stop checking this file", STOP, None));
    actions
}
