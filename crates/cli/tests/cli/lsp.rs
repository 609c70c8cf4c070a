//! The language server, driven by a scripted client.

use crate::support::{SAFE, Scratch, USE_AFTER_FREE};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// How long an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

struct Client {
    server: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    next: i64,
}

impl Client {
    fn start(scratch: &Scratch) -> Client {
        let mut server = scratch.command("lsp").stdin(Stdio::piped()).spawn().unwrap();
        let (input, output) = (server.stdin.take().unwrap(), server.stdout.take().unwrap());
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut length = 0;
                loop {
                    let mut line = String::new();
                    if output.read_line(&mut line).unwrap_or(0) == 0 {
                        return;
                    }
                    match line.trim().strip_prefix("Content-Length: ") {
                        Some(number) => length = number.parse().unwrap(),
                        None if line.trim().is_empty() => break,
                        None => {}
                    }
                }
                let mut bytes = vec![0; length];
                output.read_exact(&mut bytes).unwrap();
                if sender.send(serde_json::from_slice(&bytes).unwrap()).is_err() {
                    return;
                }
            }
        });
        let mut client = Client { server, input, messages, next: 0 };
        client.ask("initialize", json!({ "capabilities": {} }));
        client.tell("initialized", json!({}));
        client
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.input.flush().unwrap();
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.messages.recv_timeout(PATIENCE).expect("an answer");
            if message["id"] == id {
                return message["result"].clone();
            }
        }
    }

    /// The next diagnostics that satisfy a condition, of a file.
    fn diagnostics(&self, uri: &str, is_it: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        loop {
            let message = self.messages.recv_timeout(PATIENCE).expect("diagnostics");
            let found = message["params"]["diagnostics"].as_array();
            if message["params"]["uri"] == uri
                && let Some(found) = found.filter(|found| is_it(found))
            {
                return found.clone();
            }
        }
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "c", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn end(mut self) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        assert!(self.server.wait().unwrap().success());
    }
}

fn uri(scratch: &Scratch, name: &str) -> String {
    format!("file://{}", scratch.path().join(name).display())
}

#[test]
fn two_files_are_checked_and_nothing_stale_is_shown() {
    let scratch = Scratch::with("bad.c", USE_AFTER_FREE);
    scratch.write("good.c", SAFE);
    let (bad, good) = (uri(&scratch, "bad.c"), uri(&scratch, "good.c"));
    let mut client = Client::start(&scratch);
    client.open(&bad, USE_AFTER_FREE);
    client.open(&good, SAFE);
    let found = client.diagnostics(&bad, |found| !found.is_empty());
    assert_eq!((&found[0]["code"], &found[0]["severity"]), (&json!("use-after-free"), &json!(1)));
    assert_eq!(found[0]["range"]["start"]["line"], 8);
    assert!(found[0]["relatedInformation"].as_array().is_some_and(|steps| steps.len() > 2), "{found:?}");

    // An action suppresses it.
    let context = json!({ "diagnostics": found });
    let range = found[0]["range"].clone();
    let asked = json!({ "textDocument": { "uri": bad }, "range": range, "context": context });
    let actions = client.ask("textDocument/codeAction", asked).to_string();
    assert!(actions.contains("heapproof: allow use-after-free: "), "{actions}");

    // A change takes it back at once; saving the repaired file finds nothing.
    let change =
        json!({ "textDocument": { "uri": bad, "version": 2 }, "contentChanges": [{ "text": SAFE }] });
    client.tell("textDocument/didChange", change);
    client.diagnostics(&bad, <[Value]>::is_empty);
    scratch.write("bad.c", SAFE);
    client.tell("textDocument/didSave", json!({ "textDocument": { "uri": bad } }));
    client.diagnostics(&bad, <[Value]>::is_empty);
    client.end();
}

#[test]
fn what_is_known_of_functions_is_shown_and_forgotten_on_change() {
    let library = "struct node { struct node *next; int value; };\nint peek(struct node *top)\n{\n    return top->value;\n}\n";
    let scratch = Scratch::with("stack.c", library);
    scratch.write(".heapproof.toml", "[lib]\nno-cache = true\n");
    let uri = uri(&scratch, "stack.c");
    let mut client = Client::start(&scratch);
    client.open(&uri, library);
    client.diagnostics(&uri, |_| true);
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
    let asked = json!({ "textDocument": { "uri": uri }, "range": range });
    let hints = client.ask("textDocument/inlayHint", asked.clone());
    assert_eq!(hints[0]["label"], "safe if top != NULL", "{hints}");
    let at = json!({ "textDocument": { "uri": uri }, "position": { "line": 1, "character": 4 } });
    let hover = client.ask("textDocument/hover", at.clone()).to_string();
    assert!(hover.contains("requires `top != NULL`"), "{hover}");
    let change = json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [{ "text": "" }] });
    client.tell("textDocument/didChange", change);
    assert_eq!(client.ask("textDocument/inlayHint", asked), json!([]));
    assert_eq!(client.ask("textDocument/hover", at), Value::Null);
    client.end();
}

#[test]
fn a_check_can_be_stopped() {
    let scratch = Scratch::with("long.c", crate::support::LONG);
    scratch.write(".heapproof.toml", "timeout = 600\n");
    let uri = uri(&scratch, "long.c");
    let mut client = Client::start(&scratch);
    client.open(&uri, crate::support::LONG);
    client.ask("workspace/executeCommand", json!({ "command": "heapproof.stop", "arguments": [uri] }));
    // The server ends at once: nothing is left that it would wait for.
    client.end();
}
