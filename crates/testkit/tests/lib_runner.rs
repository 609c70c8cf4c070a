//! The trials of libraries as a whole, with a program in place of `heapproof` that answers what the test wants.

#![cfg(unix)]

use libtest_mimic::Arguments;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use tempfile::TempDir;
use testkit::lib_corpus;

/// A library of three functions: one safe, one with a precondition, one with a mistake in line 6.
const LIBRARY: &str = "// A library.\n// command: lib\n// functions: 3\n// requires: get: p != NULL\n\
                       void put(void)\n{ x(); } // BUG: put: wrong\n";

/// A corpus in a temporary folder with one library.
struct Corpus {
    folder: TempDir,
}

impl Corpus {
    /// The answers are those about `make`, `get` and `put`, as JSON without the name.
    fn new(verdict: &str, answers: [&str; 3]) -> Corpus {
        let corpus = Corpus { folder: tempfile::tempdir().unwrap() };
        let code = match verdict {
            "safe" => 0,
            "unsafe" => 1,
            _ => 3,
        };
        let script = format!("#!/bin/sh\nfor last; do :; done\ncat \"$last.json\"\nexit {code}\n");
        fs::write(corpus.binary(), script).unwrap();
        fs::set_permissions(corpus.binary(), fs::Permissions::from_mode(0o755)).unwrap();
        fs::create_dir_all(corpus.path("lib")).unwrap();
        fs::create_dir_all(corpus.path("achieved")).unwrap();
        fs::write(corpus.path("lib/a.c"), LIBRARY).unwrap();
        let functions: Vec<String> = ["make", "get", "put"]
            .iter()
            .zip(answers)
            .map(|(name, answer)| format!(r#"{{"name": "{name}", {answer}}}"#))
            .collect();
        let report = format!(r#"{{"verdict": "{verdict}", "functions": [{}]}}"#, functions.join(","));
        fs::write(corpus.path("lib/a.c.json"), report).unwrap();
        corpus
    }

    fn binary(&self) -> PathBuf {
        self.folder.path().join("heapproof")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("corpus").join(name)
    }

    fn recorded(self, text: &str) -> Corpus {
        fs::write(self.path("achieved/lib.txt"), text).unwrap();
        self
    }

    fn failures(&self) -> u64 {
        let trials = lib_corpus::trials(&self.binary(), &self.path("")).unwrap();
        // In a file, not between the lines of these tests.
        let log = self.folder.path().join("log").display().to_string();
        let arguments = Arguments { logfile: Some(log), ..Arguments::default() };
        libtest_mimic::run(&arguments, trials).num_failed
    }
}

const SAFE: &str = r#""verdict": "safe""#;
const UNKNOWN: &str = r#""verdict": "unknown""#;
const CONDITIONAL: &str = r#""verdict": "conditional", "requires": ["p != NULL"]"#;
const FOUND: &str = r#""verdict": "unsafe", "failed": [{"check": "c", "line": 6, "text": "t"}]"#;
const ELSEWHERE: &str = r#""verdict": "unsafe", "failed": [{"check": "c", "line": 5, "text": "t"}]"#;
const RECORDS: &str = "lib/a.c get conditional p != NULL\nlib/a.c make safe\nlib/a.c put unsafe 6\n";

#[test]
fn what_agrees_with_truth_and_records_passes() {
    assert_eq!(Corpus::new("unsafe", [SAFE, CONDITIONAL, FOUND]).recorded(RECORDS).failures(), 0);
    assert_eq!(Corpus::new("unknown", [UNKNOWN, UNKNOWN, UNKNOWN]).failures(), 0);
}

#[test]
fn what_is_better_is_recorded_once_and_passes_then() {
    let corpus = Corpus::new("unsafe", [SAFE, CONDITIONAL, FOUND]);
    assert_eq!(corpus.failures(), 1);
    let changes = lib_corpus::bless(&corpus.binary(), &corpus.path("")).unwrap();
    assert_eq!(changes.len(), 3, "{changes:?}");
    assert!(changes[0].contains("gained"), "{changes:?}");
    assert_eq!(corpus.failures(), 0);
    assert_eq!(lib_corpus::bless(&corpus.binary(), &corpus.path("")).unwrap(), [""; 0]);
}

#[test]
fn what_contradicts_the_truth_fails_and_is_never_recorded() {
    for (verdict, answers) in [
        ("unsafe", [SAFE, SAFE, FOUND]),
        ("safe", [SAFE, CONDITIONAL, SAFE]),
        ("unsafe", [SAFE, CONDITIONAL, ELSEWHERE]),
    ] {
        let corpus = Corpus::new(verdict, answers);
        assert_eq!(corpus.failures(), 1, "{answers:?}");
        let refused = lib_corpus::bless(&corpus.binary(), &corpus.path("")).unwrap_err().to_string();
        assert!(refused.contains("1 answers cannot be accepted"), "{refused}");
        assert!(!corpus.path("achieved/lib.txt").exists());
    }
}

#[test]
fn a_function_that_is_not_reported_and_a_record_without_file_are_failures() {
    let corpus = Corpus::new("unsafe", [SAFE, CONDITIONAL, FOUND]).recorded(RECORDS);
    let source = LIBRARY.replace("functions: 3", "functions: 4");
    fs::write(corpus.path("lib/a.c"), source).unwrap();
    assert_eq!(corpus.failures(), 1);
    let corpus = corpus.recorded("lib/b.c f safe\n");
    assert_eq!(corpus.failures(), 2);
}
