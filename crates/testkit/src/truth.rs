//! The truth about a program, as its source states it.
//!
//! The first comment lines say in words what the program shows, and then, one key a line:
//!
//! ```text
//! // Reads a node's link after freeing the node.
//! // verdict: unsafe                 safe or unsafe
//! // property: valid-memcleanup      what to check, where it is not the default
//! // malloc: ok                      allocation never fails (by default it may)
//! // args: -m32                      more arguments of `heapproof check`
//! // link: queue.part.c              another file of the program, in the same folder
//! // paths: unbounded                no engine can prove it path by path
//! // sanitizers: blind, because …    the compiled program does not show the error to a sanitizer
//! ```
//!
//! The offending line ends with `// BUG: use-after-free`; with several kinds, separated by commas, any of them
//! is true of that line. A program with several such lines has several errors, and reporting some of them is
//! right. A safe program has none.

use std::collections::BTreeSet;
use std::fmt;

/// The kinds of error a line can be marked with.
pub const KINDS: &[&str] = &[
    "null-deref",
    "use-after-free",
    "out-of-bounds",
    "use-after-scope",
    "invalid-pointer",
    "overlapping-copy",
    "double-free",
    "invalid-free",
    "leak",
    "not-freed",
    "assertion-failure",
    "reach-error",
    "uninitialized-read",
    "signed-overflow",
];

/// An error at a line.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Bug {
    /// The line, from 1.
    pub line: u32,
    /// The kind, one of [`KINDS`].
    pub kind: String,
}

impl fmt::Display for Bug {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.kind, self.line)
    }
}

/// What is true of a program.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Truth {
    /// The errors; none means that the program is safe.
    pub bugs: BTreeSet<Bug>,
    /// The properties that the truth is about, where they are not the default.
    pub property: Option<String>,
    /// Whether allocation never fails.
    pub malloc_ok: bool,
    /// More arguments of `heapproof check`.
    pub args: Vec<String>,
    /// Other files of the program, relative to its folder.
    pub link: Vec<String>,
    /// Whether there is no bound on the lengths of its executions, so that following paths one by one never ends.
    pub unbounded_paths: bool,
    /// Whether no sanitizer can see the error when the program is compiled.
    pub sanitizers_blind: bool,
}

impl Truth {
    /// Reads the header and the marks of a source text. The error says what is wrong with them.
    pub fn read(source: &str) -> Result<Truth, String> {
        let mut truth = Truth::default();
        let mut safe = None;
        for line in source.lines() {
            let Some(comment) = line.strip_prefix("//") else { break };
            let Some((key, value)) = comment.trim().split_once(": ") else { continue };
            let value = value.trim();
            match key {
                "verdict" => {
                    safe = Some(match value {
                        "safe" => true,
                        "unsafe" => false,
                        _ => return Err(format!("the verdict is safe or unsafe, not `{value}`")),
                    });
                }
                "property" => truth.property = Some(value.to_string()),
                "malloc" if value == "ok" => truth.malloc_ok = true,
                "malloc" => return Err(format!("malloc is ok or not mentioned, not `{value}`")),
                "args" => truth.args = value.split_whitespace().map(str::to_string).collect(),
                "link" => truth.link = value.split_whitespace().map(str::to_string).collect(),
                "paths" if value == "unbounded" => truth.unbounded_paths = true,
                "paths" => return Err(format!("paths are unbounded or not mentioned, not `{value}`")),
                "sanitizers" if value.starts_with("blind, because ") => truth.sanitizers_blind = true,
                "sanitizers" => return Err("sanitizers are `blind, because …` or not mentioned".to_string()),
                word if word.chars().all(|c| c.is_ascii_lowercase() || c == '-') => {
                    return Err(format!("the header has no key `{word}`"));
                }
                _ => {} // A sentence.
            }
        }
        truth.bugs = bugs(source)?;
        match (safe, truth.bugs.is_empty()) {
            (Some(true), true) | (Some(false), false) => Ok(truth),
            (Some(true), false) => Err("the program is safe and has a line marked BUG".to_string()),
            (Some(false), true) => Err("the program is unsafe and has no line marked BUG".to_string()),
            (None, _) => Err("the header states no verdict".to_string()),
        }
    }
}

fn bugs(source: &str) -> Result<BTreeSet<Bug>, String> {
    let mut bugs = BTreeSet::new();
    for (line, text) in (1..).zip(source.lines()) {
        let Some((_, kinds)) = text.split_once("// BUG: ") else { continue };
        for kind in kinds.split(',').map(str::trim) {
            if !KINDS.contains(&kind) {
                return Err(format!("line {line}: `{kind}` is not a kind of error"));
            }
            bugs.insert(Bug { line, kind: kind.to_string() });
        }
    }
    Ok(bugs)
}

impl fmt::Display for Truth {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.bugs.is_empty() {
            return write!(out, "safe");
        }
        write!(out, "unsafe")?;
        self.bugs.iter().try_for_each(|bug| write!(out, " {bug}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_header_is_read() {
        let source = "// Shows something: at length.\n// verdict: unsafe\n// property: initialized\n\
                      // malloc: ok\n// args: -m32 -DX=1\n// link: a.part.c\n// paths: unbounded\nint main(void) {\n\
                      f(); // BUG: leak, not-freed\ng(); // BUG: double-free\n}\n";
        let truth = Truth::read(source).unwrap();
        assert_eq!(truth.to_string(), "unsafe leak:9 not-freed:9 double-free:10");
        assert_eq!(truth.property.as_deref(), Some("initialized"));
        assert!(truth.malloc_ok);
        assert_eq!(truth.args, ["-m32", "-DX=1"]);
        assert_eq!(truth.link, ["a.part.c"]);
        assert!(truth.unbounded_paths);
    }

    #[test]
    fn keys_after_the_header_are_no_keys() {
        let truth = Truth::read("// verdict: safe\nint x;\n// malloc: ok\n").unwrap();
        assert!(!truth.malloc_ok);
        assert_eq!(truth.to_string(), "safe");
    }

    #[test]
    fn contradictions_and_mistakes_are_refused() {
        let error = |source: &str| Truth::read(source).unwrap_err();
        assert!(error("int x;").contains("no verdict"));
        assert!(error("// verdict: unknown").contains("safe or unsafe"));
        assert!(error("// verdict: safe\nf(); // BUG: leak").contains("is safe and has"));
        assert!(error("// verdict: unsafe\nf();").contains("no line marked BUG"));
        assert!(error("// verdict: unsafe\nf(); // BUG: leek").contains("line 2: `leek`"));
        assert!(error("// verdict: safe\n// sanitizers: blind").contains("blind, because"));
        assert!(error("// verdct: safe").contains("no key `verdct`"));
        assert!(error("// verdict: safe\n// malloc: fails").contains("malloc is ok"));
        assert!(error("// verdict: safe\n// paths: many").contains("paths are unbounded"));
    }

    /// This crate does not link the analyser, but it must know the same kinds.
    #[test]
    fn the_kinds_are_those_of_the_analyser() {
        let kinds: Vec<_> = ir::ErrorKind::ALL.iter().map(|kind| kind.name()).collect();
        assert_eq!(KINDS, kinds);
    }
}
