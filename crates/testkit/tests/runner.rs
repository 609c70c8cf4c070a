//! The runner as a whole, on small corpora and with a program in place of `heapproof` that answers what the test
//! wants: trials fail in the four ways, and records are rewritten only when nothing is wrong.

#![cfg(unix)]

use libtest_mimic::Arguments;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use tempfile::TempDir;
use testkit::corpus;

/// The engines that the program in place of `heapproof` tells.
const ENGINES: [&str; 2] = ["auto", "exact"];

/// A corpus in a temporary folder.
struct Corpus {
    folder: TempDir,
}

impl Corpus {
    fn new() -> Corpus {
        let corpus = Corpus { folder: tempfile::tempdir().unwrap() };
        // Answers with the file that stands beside the program, and with the exit code that belongs to it.
        let script = "#!/bin/sh\nif [ $1 = engines ]; then printf 'auto any\\nexact search\\n'; exit 0; fi\n\
                      for last; do :; done\ncat \"$last.json\"\n\
                      case $(cat \"$last.json\") in *unsafe*) exit 1;; *safe*) exit 0;; *unknown*) exit 3;; esac\nexit 101\n";
        fs::write(corpus.binary(), script).unwrap();
        fs::set_permissions(corpus.binary(), fs::Permissions::from_mode(0o755)).unwrap();
        fs::create_dir_all(corpus.folder.path().join("corpus/achieved")).unwrap();
        corpus
    }

    fn binary(&self) -> PathBuf {
        self.folder.path().join("heapproof")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("corpus").join(name)
    }

    /// Adds a program with an error in line 2, or a safe one, and what the analyser shall answer.
    fn program(self, name: &str, verdict: &str, answer: &str) -> Corpus {
        let mark = if verdict == "unsafe" { " // BUG: leak" } else { "" };
        fs::write(self.path(name), format!("// verdict: {verdict}\nint main(void) {{}}{mark}\n")).unwrap();
        let report = match answer.strip_prefix("leak:") {
            Some(line) => format!(
                r#"{{"verdict": "unsafe", "findings": [{{"kind": "leak", "confirmed": true, "file": "{name}", "line": {line}}}]}}"#
            ),
            None => format!(r#"{{"verdict": "{answer}", "findings": []}}"#),
        };
        fs::write(self.path(&format!("{name}.json")), report).unwrap();
        self
    }

    fn recorded(self, text: &str) -> Corpus {
        for engine in ENGINES {
            fs::write(self.path(&format!("achieved/{engine}.txt")), text).unwrap();
        }
        self
    }

    /// How many trials of the first engine fail.
    fn failures(&self) -> u64 {
        let trials = corpus::trials(&self.binary(), &self.path("")).unwrap();
        // In a file, not between the lines of these tests.
        let log = self.folder.path().join("log").display().to_string();
        let filter = Some("auto::".to_string());
        let arguments = Arguments { logfile: Some(log), filter, ..Arguments::default() };
        libtest_mimic::run(&arguments, trials).num_failed
    }

    fn records(&self) -> String {
        fs::read_to_string(self.path("achieved/auto.txt")).unwrap_or_default()
    }
}

#[test]
fn what_agrees_with_truth_and_record_passes() {
    let corpus = Corpus::new()
        .program("a.c", "safe", "safe")
        .program("b.c", "unsafe", "leak:2")
        .program("c.c", "unsafe", "unknown")
        .recorded("a.c safe\nb.c unsafe leak:2\n");
    assert_eq!(corpus.failures(), 0);
}

#[test]
fn each_kind_of_failure_fails_its_trial_but_a_gain() {
    let corpus = Corpus::new()
        .program("unsound.c", "unsafe", "safe")
        .program("line.c", "unsafe", "leak:1")
        .program("lost.c", "safe", "unknown")
        .program("gained.c", "safe", "safe")
        .program("fine.c", "safe", "safe")
        .recorded("lost.c safe\nfine.c safe\n");
    assert_eq!(corpus.failures(), 3);
}

#[test]
fn records_without_a_program_fail() {
    let corpus = Corpus::new().program("a.c", "safe", "safe").recorded("a.c safe\ngone.c safe\n");
    assert_eq!(corpus.failures(), 1);
}

#[test]
fn an_analyser_without_an_answer_fails() {
    let corpus = Corpus::new().program("a.c", "safe", "nonsense");
    assert_eq!(corpus.failures(), 1);
    assert!(corpus::bless(&corpus.binary(), &corpus.path("")).unwrap_err().to_string().contains("no answer"));
}

#[test]
fn blessing_records_what_was_gained_and_lost() {
    let corpus = Corpus::new()
        .program("gained.c", "unsafe", "leak:2")
        .program("lost.c", "safe", "unknown")
        .recorded("lost.c safe\ngone.c safe\n");
    let changes = corpus::bless(&corpus.binary(), &corpus.path("")).unwrap();
    let mut expected = Vec::new();
    for engine in ENGINES {
        expected.push(format!("gained {engine} gained.c: unknown -> unsafe leak:2"));
        expected.push(format!("lost {engine} lost.c: safe -> unknown"));
    }
    assert_eq!(changes, expected);
    assert!(corpus.records().ends_with("gained.c unsafe leak:2\nlost.c   unknown\n"), "{}", corpus.records());
    assert_eq!(corpus.failures(), 0);
}

#[test]
fn blessing_refuses_what_is_wrong_and_writes_nothing() {
    for (verdict, answer) in [("unsafe", "safe"), ("safe", "leak:2"), ("unsafe", "leak:1")] {
        let corpus = Corpus::new().program("wrong.c", verdict, answer).program("gained.c", "safe", "safe");
        let error = corpus::bless(&corpus.binary(), &corpus.path("")).unwrap_err().to_string();
        assert!(error.contains("wrong.c") && error.contains("reproduce"), "{error}");
        assert_eq!(corpus.records(), "");
    }
}
