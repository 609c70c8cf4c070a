//! The checks of files that are under way, each a process of its own.

use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

/// What a check found out: the report as JSON.
pub struct Result {
    pub uri: String,
    number: u64,
    pub report: Value,
}

/// A check that can be stopped.
#[derive(Default)]
struct Running {
    child: Option<Child>,
    is_stopped: bool,
}

/// The checks under way.
pub struct Checks {
    results: Sender<Result>,
    /// The number of the newest check of each file, and the check.
    current: BTreeMap<String, (u64, Arc<Mutex<Running>>)>,
    next: u64,
}

impl Checks {
    /// No checks yet; results are sent here.
    pub fn new(results: Sender<Result>) -> Checks {
        Checks { results, current: BTreeMap::new(), next: 0 }
    }

    /// Starts to check a file as it is on disk.
    pub fn start(&mut self, uri: &str) {
        self.cancel(uri);
        let Some(path) = path_of(uri) else { return };
        self.next += 1;
        let running = Arc::new(Mutex::new(Running::default()));
        self.current.insert(uri.to_string(), (self.next, running.clone()));
        let (results, uri, number) = (self.results.clone(), uri.to_string(), self.next);
        std::thread::spawn(move || {
            // A file without main is a library.
            let report = ["check", "lib"].iter().find_map(|command| report(command, &path, &running));
            if let Some(report) = report {
                // The server may be gone.
                let _ = results.send(Result { uri, number, report });
            }
        });
    }

    /// Stops the check of a file.
    pub fn cancel(&mut self, uri: &str) {
        if let Some((_, running)) = self.current.remove(uri) {
            let mut running = running.lock().unwrap_or_else(PoisonError::into_inner);
            running.is_stopped = true;
            if let Some(child) = &mut running.child {
                let _ = child.kill();
            }
        }
    }

    /// Whether a result answers the newest question about its file.
    pub fn is_current(&self, result: &Result) -> bool {
        self.current.get(&result.uri).is_some_and(|(number, _)| *number == result.number)
    }
}

/// The report of a command on a file; none where there is none to be had.
fn report(command: &str, path: &Path, running: &Mutex<Running>) -> Option<Value> {
    let lock = || running.lock().unwrap_or_else(PoisonError::into_inner);
    let mut output = {
        let mut running = lock();
        if running.is_stopped {
            return None;
        }
        let mut child = heapproof(command, path).arg("--format=json").stdout(Stdio::piped()).spawn().ok()?;
        let output = child.stdout.take()?;
        running.child = Some(child);
        output
    };
    let mut text = String::new();
    let read = output.read_to_string(&mut text);
    if let Some(mut child) = lock().child.take() {
        let _ = child.wait();
    }
    read.ok()?;
    serde_json::from_str(&text).ok()
}

/// This program on a file, from the folder of the file.
fn heapproof(command: &str, path: &Path) -> Command {
    let program = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("heapproof"));
    let mut process = Command::new(program);
    process.arg(command).arg("-q").arg(path.file_name().unwrap_or_default());
    process.current_dir(path.parent().unwrap_or(Path::new("/")));
    process.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    process
}

/// The address of the report on a file as a page, which is written for that.
pub fn page(uri: &str) -> Option<String> {
    let path = path_of(uri)?;
    let folder = std::env::temp_dir().join(format!("heapproof-{}", std::process::id()));
    for command in ["check", "lib"] {
        let status = heapproof(command, &path).arg("--html").arg(&folder).status().ok()?;
        if status.code() != Some(2) {
            return Some(format!("file://{}", folder.join("index.html").display()));
        }
    }
    None
}

/// The path of a file that a URI names.
pub fn path_of(uri: &str) -> Option<PathBuf> {
    let encoded = uri.strip_prefix("file://")?.as_bytes();
    let mut bytes = Vec::new();
    let mut at = 0;
    while at < encoded.len() {
        let code = encoded.get(at + 1..at + 3).and_then(|code| std::str::from_utf8(code).ok());
        match (encoded[at], code.and_then(|code| u8::from_str_radix(code, 16).ok())) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                at += 3;
            }
            (byte, _) => {
                bytes.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8(bytes).ok().map(PathBuf::from)
}
