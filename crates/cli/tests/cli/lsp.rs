//! The language server, driven by a scripted client.

use crate::support::{SAFE, Scratch, USE_AFTER_FREE};
use serde_json::{Value, json};
use std::collections::VecDeque;
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
    /// What came while an answer was waited for.
    pending: VecDeque<Value>,
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
        let mut client = Client { server, input, messages, pending: VecDeque::new(), next: 0 };
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
            if message["id"] == id && message["method"].is_null() {
                return message["result"].clone();
            }
            self.pending.push_back(message);
        }
    }

    /// The next message that is no answer.
    fn next(&mut self) -> Value {
        match self.pending.pop_front() {
            Some(message) => message,
            None => self.messages.recv_timeout(PATIENCE).expect("a message"),
        }
    }

    /// The next diagnostics that satisfy a condition, of a file.
    fn diagnostics(&mut self, uri: &str, is_it: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        loop {
            let message = self.next();
            let found = message["params"]["diagnostics"].as_array();
            if message["params"]["uri"] == uri
                && let Some(found) = found.filter(|found| is_it(found))
            {
                return found.clone();
            }
        }
    }

    /// The next request of the server to show a document.
    fn shown(&mut self) -> Value {
        loop {
            let message = self.next();
            if message["method"] == "window/showDocument" {
                return message["params"].clone();
            }
        }
    }

    fn change(&mut self, uri: &str, text: &str) {
        let change =
            json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [{ "text": text }] });
        self.tell("textDocument/didChange", change);
    }

    fn save(&mut self, uri: &str) {
        self.tell("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
    }

    fn execute(&mut self, command: &str, arguments: Value) {
        self.ask("workspace/executeCommand", json!({ "command": command, "arguments": arguments }));
    }

    /// The hints in the first lines of a file.
    fn hints(&mut self, uri: &str) -> Value {
        let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 30, "character": 0 } });
        self.ask("textDocument/inlayHint", json!({ "textDocument": { "uri": uri }, "range": range }))
    }

    /// The titles and commands of the actions at a line.
    fn actions(&mut self, uri: &str, line: u32) -> Vec<(String, Value)> {
        let place = json!({ "line": line, "character": 0 });
        let asked = json!({ "textDocument": { "uri": uri }, "range": { "start": place, "end": place },
                            "context": { "diagnostics": [] } });
        let actions = self.ask("textDocument/codeAction", asked);
        let actions = actions.as_array().cloned().unwrap_or_default();
        actions.into_iter().map(|it| (it["title"].as_str().unwrap_or_default().to_string(), it)).collect()
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
    client.change(&bad, SAFE);
    client.diagnostics(&bad, <[Value]>::is_empty);
    scratch.write("bad.c", SAFE);
    client.save(&bad);
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
    let hints = client.hints(&uri);
    assert_eq!(hints[0]["label"], "safe if top != NULL", "{hints}");
    let at = json!({ "textDocument": { "uri": uri }, "position": { "line": 1, "character": 4 } });
    let hover = client.ask("textDocument/hover", at.clone()).to_string();
    assert!(hover.contains("requires `top != NULL`"), "{hover}");
    // One function is checked again: what was said of it is taken back, then told anew.
    let again = client.actions(&uri, 3).into_iter().find(|(title, _)| title == "Check `peek` again");
    client.execute("heapproof.run", again.expect("an action").1["arguments"].clone());
    client.diagnostics(&uri, |_| true);
    client.diagnostics(&uri, |_| true);
    assert_eq!(client.hints(&uri)[0]["label"], "safe if top != NULL");
    client.change(&uri, "");
    assert_eq!(client.hints(&uri), json!([]));
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

#[test]
fn a_stopped_check_says_nothing_and_a_new_one_does() {
    let scratch = Scratch::with("slow.c", crate::support::LONG);
    scratch.write(".heapproof.toml", "timeout = 600\n");
    let uri = uri(&scratch, "slow.c");
    let mut client = Client::start(&scratch);
    client.open(&uri, crate::support::LONG);
    // The edit stops the check of the old text; what is saved is checked instead, and nothing of the old is told.
    client.change(&uri, USE_AFTER_FREE);
    scratch.write("slow.c", USE_AFTER_FREE);
    client.save(&uri);
    let found = client.diagnostics(&uri, |found| !found.is_empty());
    assert_eq!((found.len(), &found[0]["code"]), (1, &json!("use-after-free")), "{found:?}");
    client.end();
}

#[test]
fn nothing_is_said_of_text_that_is_not_saved() {
    let scratch = Scratch::with("a.c", USE_AFTER_FREE);
    let uri = uri(&scratch, "a.c");
    let mut client = Client::start(&scratch);
    // The editor shows something else than what is on disk: no verdict on either.
    client.open(&uri, SAFE);
    client.execute("heapproof.run", json!([uri]));
    client.diagnostics(&uri, <[Value]>::is_empty);
    std::thread::sleep(Duration::from_secs(3));
    assert_eq!(client.hints(&uri), json!([]));
    assert!(client.pending.is_empty() && client.messages.try_recv().is_err(), "nothing was told");
    client.change(&uri, USE_AFTER_FREE);
    client.save(&uri);
    client.diagnostics(&uri, |found| !found.is_empty());
    client.end();
}

#[test]
fn a_header_that_is_saved_is_checked_in_the_files_that_include_it() {
    let scratch = Scratch::with("get.h", "static int get(int *p) { return *p; }\n");
    let source = "#include \"get.h\"\nint main(void)\n{\n    int x = 3;\n    return get(&x) - get(0);\n}\n";
    scratch.write("a.c", source);
    let (header, main) = (uri(&scratch, "get.h"), uri(&scratch, "a.c"));
    let mut client = Client::start(&scratch);
    client.open(&main, source);
    // The error is in the header, and shown there.
    let found = client.diagnostics(&header, |found| !found.is_empty());
    assert_eq!(found[0]["code"], "null-deref");
    let repaired = "static int get(int *p) { return p ? *p : 0; }\n";
    client.open(&header, &std::fs::read_to_string(scratch.path().join("get.h")).unwrap());
    client.change(&header, repaired);
    scratch.write("get.h", repaired);
    client.save(&header);
    client.diagnostics(&header, <[Value]>::is_empty);
    client.end();
}

#[test]
fn paths_and_pages_are_shown_and_what_does_not_compile_is_told() {
    let scratch = Scratch::with("a.c", USE_AFTER_FREE);
    let uri = uri(&scratch, "a.c");
    let mut client = Client::start(&scratch);
    client.open(&uri, USE_AFTER_FREE);
    client.diagnostics(&uri, |found| !found.is_empty());
    let actions = client.actions(&uri, 8);
    let path = actions.iter().find(|(title, _)| title == "Show the path to this use-after-free").unwrap();
    client.execute("heapproof.trace", path.1["arguments"].clone());
    let shown = client.shown();
    let file = shown["uri"].as_str().unwrap().strip_prefix("file://").unwrap();
    let text = std::fs::read_to_string(file).unwrap();
    assert!(text.contains("frees block 1") && text.contains("replay: heapproof run a.c"), "{text}");
    client.execute("heapproof.report", json!([uri]));
    let shown = client.shown();
    assert_eq!(shown["external"], true);
    let page = shown["uri"].as_str().unwrap().strip_prefix("file://").unwrap();
    assert!(std::fs::read_to_string(page).unwrap().contains("<!doctype html>"));

    client.change(&uri, "int main(void) { return }\n");
    scratch.write("a.c", "int main(void) { return }\n");
    client.save(&uri);
    let found = client.diagnostics(&uri, |found| !found.is_empty());
    assert_eq!((found.len(), &found[0]["code"]), (1, &json!("not-checked")), "{found:?}");
    client.end();
}

#[test]
fn loops_of_a_proof_are_hints_and_hovers() {
    let list = "#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\nstruct node { struct node *next; };\nint main(void)\n{\n    \
                struct node *list = 0;\n    while (__VERIFIER_nondet_int()) {\n        struct node *node = malloc(sizeof *node);\n        \
                if (!node) break;\n        node->next = list;\n        list = node;\n    }\n    \
                while (list) { struct node *next = list->next; free(list); list = next; }\n    return 0;\n}\n";
    let scratch = Scratch::with("list.c", list);
    let uri = uri(&scratch, "list.c");
    let mut client = Client::start(&scratch);
    client.open(&uri, list);
    client.diagnostics(&uri, |found| found.is_empty());
    let hints = client.hints(&uri).to_string();
    assert!(hints.contains("singly-linked list"), "{hints}");
    let at = json!({ "textDocument": { "uri": uri }, "position": { "line": 6, "character": 4 } });
    let hover = client.ask("textDocument/hover", at).to_string();
    assert!(hover.contains("always: ") && hover.contains("sls("), "{hover}");
    client.end();
}
