//! The checks of files that are under way, each a process of its own.

use super::address;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

/// What is asked about a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// Everything.
    File,
    /// One function, by its name, and not from what is kept of earlier runs.
    Function(String),
    /// The report as a page.
    Page,
}

/// What a check found out.
pub enum Answer {
    /// The report as JSON.
    Report(Value),
    /// The page, as an address.
    Page(String),
    /// There is nothing to report, and why.
    Nothing(String),
}

/// The end of a check.
pub struct Checked {
    pub uri: String,
    number: u64,
    /// What the file held when the check began.
    pub text: Vec<u8>,
    pub question: Question,
    pub answer: Answer,
}

/// A check that can be stopped.
#[derive(Default)]
struct Running {
    child: Option<Child>,
    is_stopped: bool,
}

/// The checks under way.
pub struct Checks {
    results: Sender<Checked>,
    /// The number of the newest check of each file, and the check.
    current: BTreeMap<String, (u64, Arc<Mutex<Running>>)>,
    next: u64,
}

impl Checks {
    /// No checks yet; results are sent here.
    pub fn new(results: Sender<Checked>) -> Checks {
        Checks { results, current: BTreeMap::new(), next: 0 }
    }

    /// Starts to check a file as it is on disk.
    pub fn start(&mut self, uri: &str, text: Vec<u8>, question: Question) {
        self.cancel(uri);
        let Some(path) = address::path_of(uri) else { return };
        self.next += 1;
        let running = Arc::new(Mutex::new(Running::default()));
        self.current.insert(uri.to_string(), (self.next, running.clone()));
        let (results, uri, number) = (self.results.clone(), uri.to_string(), self.next);
        std::thread::spawn(move || {
            if let Some(answer) = answer(&path, &text, &question, number, &running) {
                // The server may be gone.
                let _ = results.send(Checked { uri, number, text, question, answer });
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
    pub fn is_current(&self, checked: &Checked) -> bool {
        self.current.get(&checked.uri).is_some_and(|(number, _)| *number == checked.number)
    }
}

/// The answer to a question about a file; none where the check was stopped.
fn answer(
    path: &Path,
    text: &[u8],
    question: &Question,
    number: u64,
    running: &Mutex<Running>,
) -> Option<Answer> {
    // A file without main is a library; one with contracts is proved.
    let has_contracts = [&b"/*@"[..], b"//@"].iter().any(|mark| text.windows(3).any(|at| at == *mark));
    let functions = if has_contracts { "prove" } else { "lib" };
    let commands: &[&str] = match question {
        Question::Function(_) => &[functions],
        Question::File | Question::Page => &["check", functions],
    };
    let page = std::env::temp_dir().join(format!("heapproof-{}-{number}", std::process::id()));
    let mut problem = "heapproof cannot be started".to_string();
    for command in commands {
        let mut process = heapproof(command, path);
        match question {
            Question::File => {}
            Question::Function(name) => {
                process.arg(format!("--functions=^{name}$"));
                if *command == "lib" {
                    process.arg("--no-cache");
                }
            }
            Question::Page => drop(process.arg("--html").arg(&page)),
        }
        let (output, errors) = finished(&mut process, running)?;
        match serde_json::from_str(&output) {
            Ok(_) if *question == Question::Page => {
                return Some(Answer::Page(address::uri(&page.join("index.html"))?));
            }
            Ok(report) => return Some(Answer::Report(report)),
            Err(_) => problem = errors,
        }
    }
    Some(Answer::Nothing(problem))
}

/// What a process wrote to its standard output and to its standard error; none where it was stopped.
fn finished(process: &mut Command, running: &Mutex<Running>) -> Option<(String, String)> {
    let lock = || running.lock().unwrap_or_else(PoisonError::into_inner);
    let (mut output, mut errors) = {
        let mut running = lock();
        if running.is_stopped {
            return None;
        }
        let mut child = process.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().ok()?;
        let streams = (child.stdout.take()?, child.stderr.take()?);
        running.child = Some(child);
        streams
    };
    let errors = std::thread::spawn(move || {
        let mut text = Vec::new();
        // What could be read is good enough to tell.
        let _ = errors.read_to_end(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    });
    let mut text = Vec::new();
    let read = output.read_to_end(&mut text);
    let errors = errors.join().unwrap_or_default();
    let mut running = lock();
    if let Some(mut child) = running.child.take() {
        let _ = child.wait();
    }
    read.ok()?;
    (!running.is_stopped).then(|| (String::from_utf8_lossy(&text).into_owned(), errors))
}

/// This program on a file, from the folder of the file.
fn heapproof(command: &str, path: &Path) -> Command {
    let program = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("heapproof"));
    let mut process = Command::new(program);
    process.args([command, "-q", "--format=json"]).arg(path.file_name().unwrap_or_default());
    process.current_dir(path.parent().unwrap_or(Path::new("/"))).stdin(Stdio::null());
    process
}
