//! Tests that `heapproof check --emit-test` writes, compiled and run: a sanitizer must show the error that heapproof
//! found, of the same kind and at the same line.
//!
//! There is one trial for each program of the corpus in which heapproof is known to find an error. Compiling takes time, so that most are ignored unless
//! they are asked for (`-- --include-ignored`); the first program that shows a kind of error always runs.

use crate::answer::{self, Answer};
use crate::corpus;
use crate::engines::Engine;
use crate::truth::Truth;
use anyhow::{Context, Result, anyhow, ensure};
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a sanitizer, or the program itself, prints for a kind of error; any of these will do.
const SHOWN: &[(&str, &[&str])] = &[
    ("null-deref", &["AddressSanitizer: SEGV on unknown address"]),
    ("use-after-free", &["AddressSanitizer: heap-use-after-free"]),
    (
        "out-of-bounds",
        &[
            "-buffer-overflow",
            "-buffer-underflow",
            "AddressSanitizer: use-after-poison",
            "AddressSanitizer: negative-size-param",
            "runtime error: index",
            // Far from the object there is nothing at all.
            "AddressSanitizer: SEGV on unknown address",
        ],
    ),
    (
        "use-after-scope",
        &["AddressSanitizer: stack-use-after-scope", "AddressSanitizer: stack-use-after-return"],
    ),
    ("invalid-pointer", &["AddressSanitizer: SEGV on unknown address"]),
    ("overlapping-copy", &["-param-overlap"]),
    ("double-free", &["AddressSanitizer: attempting double-free"]),
    (
        "invalid-free",
        &[
            "AddressSanitizer: attempting free on address which was not malloc()-ed",
            // The allocator looks for its notes before the block, and there may be nothing.
            "AddressSanitizer: SEGV on unknown address",
        ],
    ),
    ("leak", &["LeakSanitizer: detected memory leaks"]),
    ("not-freed", &["LeakSanitizer: detected memory leaks"]),
    ("assertion-failure", &["Assertion `", "an assertion fails"]),
    ("reach-error", &["an error function is called"]),
    ("uninitialized-read", &["MemorySanitizer: use-of-uninitialized-value"]),
    ("signed-overflow", &["runtime error: signed integer overflow", "runtime error: negation of"]),
];

/// The error that a test claims to show.
struct Claim {
    line: String,
    kind: String,
    command: String,
}

/// A program whose error a test shall show.
struct Case {
    binary: PathBuf,
    corpus: PathBuf,
    program: PathBuf,
    truth: Truth,
}

impl Case {
    /// Has the test written, compiles it and runs it.
    fn run(&self) -> Result<()> {
        let scratch = std::env::temp_dir().join(format!("heapproof-native-{}", std::process::id()));
        fs::create_dir_all(&scratch)?;
        let name = self.program.with_extension("").to_string_lossy().replace(['/', '.'], "-");
        let test = scratch.join(format!("{name}.c"));
        let mut arguments =
            answer::arguments(&self.program, &self.truth, &Engine::auto(), answer::Effort::Record);
        arguments.push(format!("--emit-test={}", test.display()));
        let checked = Command::new(&self.binary).args(&arguments).current_dir(&self.corpus).output()?;
        ensure!(checked.status.code() == Some(1), "heapproof does not find the error any more");
        let text = fs::read_to_string(&test)
            .with_context(|| format!("no test was written: {}", String::from_utf8_lossy(&checked.stderr)))?;
        let claim = claim(&text).context("the test does not say what it shows")?;
        let shell = Command::new("sh").arg("-c").arg(&claim.command).current_dir(&self.corpus).output()?;
        let printed =
            [shell.stdout.as_slice(), &shell.stderr].map(|part| String::from_utf8_lossy(part).into_owned());
        let result =
            match (judge(&claim, shell.status.success(), &printed.concat()), self.truth.sanitizers_blind) {
                (Ok(()), true) => {
                    Err(anyhow!("the sanitizer sees the error, although it is said to be blind"))
                }
                (Err(_), true) => Ok(()),
                (result, false) => result,
            };
        if result.is_ok() {
            fs::remove_file(&test)?;
            // What does not compile left nothing behind.
            let _ = fs::remove_file(test.with_extension(""));
        }
        result.with_context(|| format!("reproduce: cd {} && {}", self.corpus.display(), claim.command))
    }
}

/// What the head of a test says.
fn claim(text: &str) -> Option<Claim> {
    let mut lines = text.lines().filter_map(|line| line.strip_prefix(" *     "));
    let (error, command) = (lines.next()?, lines.next()?);
    let (place, rest) = error.split_once(": ")?;
    let kind = rest.split_once(": ")?.0.to_string();
    // `file.c:12:5` or `file.c:12`.
    let mut parts = place.rsplitn(3, ':');
    let (last, middle, first) = (parts.next()?, parts.next()?, parts.next());
    let line = match first {
        Some(file) => format!("{file}:{middle}:"),
        None => format!("{middle}:{last}"),
    };
    Some(Claim { line, kind, command: command.to_string() })
}

/// Whether what the compiled test printed shows the error.
fn judge(claim: &Claim, success: bool, printed: &str) -> Result<()> {
    let (_, shown) =
        SHOWN.iter().find(|(kind, _)| *kind == claim.kind).context("an unknown kind of error")?;
    ensure!(!success, "the test ends well");
    ensure!(shown.iter().any(|text| printed.contains(text)), "no {} shows:\n{printed}", claim.kind);
    // A lost block is reported by where it was allocated; a failed assertion names its line in its own way.
    // A call of no function at all leaves no trace of its caller.
    let has_line = !matches!(claim.kind.as_str(), "leak" | "not-freed" | "assertion-failure" | "reach-error")
        && !printed.contains("Hint: pc points to the zero page")
        && !printed.contains("Hint: PC is at a non-executable region");
    ensure!(!has_line || printed.contains(&claim.line), "not at {}:\n{printed}", claim.line);
    Ok(())
}

/// The trials, one for each program with an error that is found.
pub fn trials(binary: &Path, corpus: &Path) -> Result<Vec<Trial>> {
    let corpus = fs::canonicalize(corpus)?;
    let achieved = corpus::read_achieved(&corpus, &Engine::auto().name)?;
    let mut seen = BTreeSet::new();
    let mut trials = Vec::new();
    for (program, truth) in corpus::programs(&corpus)? {
        let kinds: BTreeSet<String> = truth.bugs.iter().map(|bug| bug.kind.clone()).collect();
        let name = program.to_string_lossy().into_owned();
        if !matches!(achieved.answer(&name), Answer::Unsafe(_)) {
            continue;
        }
        let is_first = kinds.iter().any(|kind| !seen.contains(kind));
        seen.extend(kinds);
        let case = Case { binary: binary.to_path_buf(), corpus: corpus.clone(), program, truth };
        let trial = Trial::test(name, move || case.run().map_err(|error| Failed::from(format!("{error:#}"))));
        trials.push(trial.with_ignored_flag(!is_first));
    }
    Ok(trials)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: &str = "/*\n * A test\n *\n *     a/b.c:12:5: leak: the last pointer is lost\n *\n \
                        * It is compiled:\n *\n *     clang a.c && ./a\n */\n";

    #[test]
    fn the_head_of_a_test_is_read() {
        let claim = claim(TEST).unwrap();
        assert_eq!((claim.line.as_str(), claim.kind.as_str()), ("a/b.c:12:", "leak"));
        assert_eq!(claim.command, "clang a.c && ./a");
    }

    #[test]
    fn a_sanitizer_must_show_the_same_error() {
        let mut claim = claim(TEST).unwrap();
        assert!(judge(&claim, false, "LeakSanitizer: detected memory leaks").is_ok());
        assert!(judge(&claim, true, "LeakSanitizer: detected memory leaks").is_err());
        assert!(judge(&claim, false, "AddressSanitizer: SEGV").is_err());
        claim.kind = "use-after-free".to_string();
        let freed = "AddressSanitizer: heap-use-after-free\n#0 main /x/a/b.c:12:5";
        assert!(judge(&claim, false, freed).is_ok());
        assert!(judge(&claim, false, &freed.replace("12", "13")).is_err());
    }

    #[test]
    fn every_kind_can_be_shown() {
        let kinds: Vec<&str> = SHOWN.iter().map(|(kind, _)| *kind).collect();
        assert_eq!(kinds, crate::truth::KINDS);
    }
}
