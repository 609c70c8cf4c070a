//! `heapproof lsp`: a language server.
//!
//! A file is checked when it is opened and when it is saved, by a heapproof of its own, which is killed when the file
//! changes: so several files are checked at once, a check can be cancelled at any time, and results of earlier runs are
//! reused as on the command line.
//!
//! Invariant: what is shown belongs to what the file holds. A change takes back at once everything that was said about
//! it, and an answer to an older question is dropped.

mod checks;
mod view;

use crate::output::{self, Exit};
use checks::{Checks, Result as Checked};
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
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// How often to look whether a check has ended.
const TICK: Duration = Duration::from_millis(30);

/// Checks again.
pub const RUN: &str = "heapproof.run";
/// Stops the check of a file.
pub const STOP: &str = "heapproof.stop";
/// Writes the report as a page and shows it.
pub const REPORT: &str = "heapproof.report";

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
            commands: [RUN, STOP, REPORT].map(str::to_string).to_vec(),
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

struct Server {
    connection: Connection,
    checks: Checks,
    results: Receiver<Checked>,
    /// What was found out about each file; none while that is not known.
    known: BTreeMap<String, Value>,
    requests: i32,
}

impl Server {
    fn new(connection: Connection) -> Server {
        let (sender, results) = channel();
        Server { connection, checks: Checks::new(sender), results, known: BTreeMap::new(), requests: 0 }
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
        if !self.checks.is_current(&checked) {
            return;
        }
        let diagnostics = view::diagnostics(&checked.uri, &checked.report);
        self.known.insert(checked.uri.clone(), checked.report);
        self.publish(&checked.uri, diagnostics);
    }

    /// Takes back what was said about a file.
    fn forget(&mut self, uri: &str) {
        self.checks.cancel(uri);
        self.known.remove(uri);
        self.publish(uri, Vec::new());
    }

    fn note(&mut self, note: Notification) {
        match note.method.as_str() {
            notification::DidOpenTextDocument::METHOD => {
                if let Some(params) = params::<DidOpenTextDocumentParams>(note.params) {
                    self.checks.start(params.text_document.uri.as_str());
                }
            }
            notification::DidSaveTextDocument::METHOD => {
                if let Some(params) = params::<DidSaveTextDocumentParams>(note.params) {
                    self.forget(params.text_document.uri.as_str());
                    self.checks.start(params.text_document.uri.as_str());
                }
            }
            notification::DidChangeTextDocument::METHOD => {
                if let Some(params) = params::<DidChangeTextDocumentParams>(note.params) {
                    self.forget(params.text_document.uri.as_str());
                }
            }
            notification::DidCloseTextDocument::METHOD => {
                if let Some(params) = params::<DidCloseTextDocumentParams>(note.params) {
                    self.forget(params.text_document.uri.as_str());
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
            request::CodeActionRequest::METHOD => params::<CodeActionParams>(request.params)
                .map(|params| serde_json::json!(view::actions(&params))),
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
        match params.command.as_str() {
            RUN => {
                self.forget(uri);
                self.checks.start(uri);
            }
            STOP => self.checks.cancel(uri),
            REPORT => {
                if let Some(page) = checks::page(uri) {
                    self.requests += 1;
                    let show = serde_json::json!({ "uri": page, "external": true });
                    let method = request::ShowDocument::METHOD.to_string();
                    let id = lsp_server::RequestId::from(self.requests);
                    self.send(Message::Request(Request { id, method, params: show }));
                }
            }
            _ => {}
        }
    }

    fn publish(&self, uri: &str, diagnostics: Vec<lsp_types::Diagnostic>) {
        let Ok(uri) = uri.parse::<Uri>() else { return };
        let params = PublishDiagnosticsParams { uri, diagnostics, version: None };
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
