//! `heapproof lsp`: a language server.
//!
//! A file is checked when it is opened and when it is saved, by a heapproof of its own, which is killed when the file
//! changes: so several files are checked at once, a check can be cancelled at any time, and results of earlier runs are
//! reused as on the command line.
//!
//! Invariant: what is shown belongs to what the file holds, on disk and in the editor. A change takes back at once
//! everything that was said about it, and an answer to an older question, or about a text that is no longer there, is
//! dropped. A file that was saved may be part of what others mean (a header, a linked file), so they are asked again.

mod address;
mod checks;
mod view;

use crate::output::{self, Exit};
use checks::{Answer, Checked, Checks, Question};
use lsp_server::{Connection, Message, Notification, Request, Response};
use lsp_types::notification::Notification as _;
use lsp_types::request::Request as _;
use lsp_types::{
    CodeActionParams, CodeActionProviderCapability, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, ExecuteCommandOptions, ExecuteCommandParams,
    HoverParams, HoverProviderCapability, InlayHintParams, OneOf, PublishDiagnosticsParams,
    ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, Uri,
    notification, request,
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use view::Diagnostics;

/// How often to look whether a check has ended.
const TICK: Duration = Duration::from_millis(30);

/// Checks again.
pub const RUN: &str = "heapproof.run";
/// Stops the check of a file.
pub const STOP: &str = "heapproof.stop";
/// Writes the report as a page and shows it.
pub const REPORT: &str = "heapproof.report";
/// Shows the path to an error as text.
pub const TRACE: &str = "heapproof.trace";

/// Serves until the client says that it is enough.
pub fn run() -> Exit {
    let (connection, threads) = Connection::stdio();
    let capabilities = ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::FULL),
            save: Some(true.into()),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: [RUN, STOP, REPORT, TRACE].map(str::to_string).to_vec(),
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    };
    let served = serde_json::to_value(capabilities)
        .map_err(|error| error.to_string())
        .and_then(|capabilities| connection.initialize(capabilities).map_err(|error| error.to_string()))
        .and_then(|_| Server::new(connection).serve());
    match served {
        Ok(()) => {
            let _ = threads.join();
            Exit::SUCCESS
        }
        Err(problem) => {
            output::error(&problem);
            Exit::BAD_INPUT
        }
    }
}

/// A file that is open in the editor.
struct Document {
    version: i32,
    text: String,
}

struct Server {
    connection: Connection,
    checks: Checks,
    results: Receiver<Checked>,
    open: BTreeMap<String, Document>,
    /// What was found out about each file; none while that is not known.
    known: BTreeMap<String, Value>,
    /// What is shown because of the check of a file, by the file at which it is shown.
    shown: BTreeMap<String, Diagnostics>,
    requests: i32,
}

impl Server {
    fn new(connection: Connection) -> Server {
        let (sender, results) = channel();
        Server {
            connection,
            checks: Checks::new(sender),
            results,
            open: BTreeMap::new(),
            known: BTreeMap::new(),
            shown: BTreeMap::new(),
            requests: 0,
        }
    }

    fn serve(mut self) -> Result<(), String> {
        loop {
            while let Ok(checked) = self.results.try_recv() {
                self.checked(checked);
            }
            match self.connection.receiver.recv_timeout(TICK) {
                Ok(Message::Request(request)) => {
                    if self.connection.handle_shutdown(&request).map_err(|error| error.to_string())? {
                        return Ok(());
                    }
                    self.answer(request);
                }
                Ok(Message::Notification(note)) => self.note(note),
                Ok(Message::Response(_)) => {}
                Err(error) if error.is_timeout() => {}
                Err(_) => return Ok(()),
            }
        }
    }

    /// What a check found out, unless the file has changed since.
    fn checked(&mut self, checked: Checked) {
        let is_there = self.saved(&checked.uri).as_ref() == Some(&checked.text);
        if !self.checks.is_current(&checked) || !is_there {
            return;
        }
        let Checked { uri, question, answer, .. } = checked;
        match (answer, question) {
            (Answer::Report(mut report), Question::Function(name)) => {
                if let Some(known) = self.known.get_mut(&uri) {
                    view::replace_function(known, &name, &mut report);
                }
                self.tell(&uri);
            }
            (Answer::Report(report), _) => {
                self.known.insert(uri.clone(), report);
                self.tell(&uri);
            }
            (Answer::Page(page), _) => self.show(&page, true),
            (Answer::Nothing(problem), _) => self.show_all(&uri, view::not_checked(&uri, &problem)),
        }
    }

    /// What a file holds, if that is the same on disk and in the editor.
    fn saved(&self, uri: &str) -> Option<Vec<u8>> {
        let text = std::fs::read(address::path_of(uri)?).ok()?;
        self.open.get(uri).is_none_or(|document| document.text.as_bytes() == text).then_some(text)
    }

    /// Asks about a file, unless the editor has not saved it: what is on disk is then not what the user sees.
    fn ask(&mut self, uri: &str, question: Question) {
        if let Some(text) = self.saved(uri) {
            self.checks.start(uri, text, question);
        }
    }

    /// Takes back what was said about a file.
    fn forget(&mut self, uri: &str) {
        self.checks.cancel(uri);
        self.known.remove(uri);
        self.show_all(uri, BTreeMap::from([(uri.to_string(), Vec::new())]));
    }

    /// Takes back what was said about a file, and asks again.
    fn ask_again(&mut self, uri: &str) {
        self.forget(uri);
        self.ask(uri, Question::File);
    }

    fn note(&mut self, note: Notification) {
        match note.method.as_str() {
            notification::DidOpenTextDocument::METHOD => {
                if let Some(params) = params::<DidOpenTextDocumentParams>(note.params) {
                    let document = params.text_document;
                    let uri = document.uri.to_string();
                    self.open
                        .insert(uri.clone(), Document { version: document.version, text: document.text });
                    self.ask(&uri, Question::File);
                }
            }
            notification::DidSaveTextDocument::METHOD => {
                if let Some(params) = params::<DidSaveTextDocumentParams>(note.params) {
                    let saved = params.text_document.uri.to_string();
                    self.ask_again(&saved);
                    let others: Vec<String> = self.open.keys().filter(|it| **it != saved).cloned().collect();
                    others.iter().for_each(|other| self.ask_again(other));
                }
            }
            notification::DidChangeTextDocument::METHOD => {
                if let Some(params) = params::<DidChangeTextDocumentParams>(note.params) {
                    let uri = params.text_document.uri.to_string();
                    let version = params.text_document.version;
                    if let Some(change) = params.content_changes.into_iter().next_back() {
                        self.open.insert(uri.clone(), Document { version, text: change.text });
                    }
                    self.forget(&uri);
                }
            }
            notification::DidCloseTextDocument::METHOD => {
                if let Some(params) = params::<DidCloseTextDocumentParams>(note.params) {
                    self.forget(params.text_document.uri.as_str());
                    self.open.remove(params.text_document.uri.as_str());
                }
            }
            _ => {}
        }
    }

    fn answer(&mut self, request: Request) {
        let result = match request.method.as_str() {
            request::HoverRequest::METHOD => params::<HoverParams>(request.params).map(|params| {
                let at = params.text_document_position_params;
                let report = self.known.get(at.text_document.uri.as_str());
                serde_json::json!(report.and_then(|report| view::hover(report, at.position.line)))
            }),
            request::InlayHintRequest::METHOD => params::<InlayHintParams>(request.params).map(|params| {
                let report = self.known.get(params.text_document.uri.as_str());
                serde_json::json!(report.map(|report| view::hints(report, params.range)).unwrap_or_default())
            }),
            request::CodeActionRequest::METHOD => params::<CodeActionParams>(request.params).map(|params| {
                let report = self.known.get(params.text_document.uri.as_str());
                serde_json::json!(view::actions(&params, report))
            }),
            request::ExecuteCommand::METHOD => params::<ExecuteCommandParams>(request.params).map(|params| {
                self.execute(&params);
                Value::Null
            }),
            _ => None,
        };
        let response = match result {
            Some(result) => Response::new_ok(request.id, result),
            None => Response::new_err(
                request.id,
                lsp_server::ErrorCode::MethodNotFound as i32,
                "heapproof does not know this request".to_string(),
            ),
        };
        self.send(Message::Response(response));
    }

    fn execute(&mut self, params: &ExecuteCommandParams) {
        let Some(uri) = params.arguments.first().and_then(Value::as_str) else { return };
        let second = params.arguments.get(1);
        match (params.command.as_str(), second) {
            (RUN, Some(name)) => {
                let Some(name) = name.as_str() else { return };
                if let Some(known) = self.known.get_mut(uri) {
                    view::replace_function(known, name, &mut Value::Null);
                    self.tell(uri);
                    self.ask(uri, Question::Function(name.to_string()));
                }
            }
            (RUN, None) => self.ask_again(uri),
            (STOP, _) => self.checks.cancel(uri),
            (REPORT, _) => self.ask(uri, Question::Page),
            (TRACE, Some(number)) => {
                let trace = self.known.get(uri).zip(number.as_u64());
                let Some(text) = trace.and_then(|(report, number)| view::trace(report, number as usize))
                else {
                    return;
                };
                let path = std::env::temp_dir().join(format!("heapproof-{}.txt", std::process::id()));
                if let (Ok(()), Some(shown)) = (std::fs::write(&path, text), address::uri(&path)) {
                    self.show(&shown, false);
                }
            }
            _ => {}
        }
    }

    /// Asks the editor to show a document, or a browser to.
    fn show(&mut self, uri: &str, external: bool) {
        self.requests += 1;
        let params = serde_json::json!({ "uri": uri, "external": external });
        let method = request::ShowDocument::METHOD.to_string();
        let id = lsp_server::RequestId::from(self.requests);
        self.send(Message::Request(Request { id, method, params }));
    }

    /// Shows what is known of a file.
    fn tell(&mut self, uri: &str) {
        if let Some(report) = self.known.get(uri) {
            self.show_all(uri, view::diagnostics(uri, report));
        }
    }

    /// Shows what the check of a file says, here and in the files that it includes, instead of what it said before.
    fn show_all(&mut self, checked: &str, now: Diagnostics) {
        let before = self.shown.insert(checked.to_string(), now.clone()).unwrap_or_default();
        let files: BTreeSet<&String> = before.keys().chain(now.keys()).collect();
        files.into_iter().for_each(|file| self.publish(file));
    }

    /// Sends all that is shown at a file. Files that include the same header may say the same of it.
    fn publish(&self, file: &str) {
        let mut diagnostics = Vec::new();
        for diagnostic in self.shown.values().filter_map(|shown| shown.get(file)).flatten() {
            if !diagnostics.contains(diagnostic) {
                diagnostics.push(diagnostic.clone());
            }
        }
        let Ok(uri) = file.parse::<Uri>() else { return };
        let version = self.open.get(file).map(|document| document.version);
        let params = PublishDiagnosticsParams { uri, diagnostics, version };
        let method = notification::PublishDiagnostics::METHOD.to_string();
        self.send(Message::Notification(Notification::new(method, params)));
    }

    fn send(&self, message: Message) {
        // A client that is gone is noticed where messages are received.
        let _ = self.connection.sender.send(message);
    }
}

fn params<T: DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(params).ok()
}
