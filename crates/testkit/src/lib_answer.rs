//! What `heapproof lib` answers about the functions of a file: it is run as a user runs it, and its JSON report is
//! read.

use crate::lib_truth::{LibTruth, join};
use anyhow::{Context, Result, bail, ensure};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;
use std::process::Command;

/// An answer about one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FunctionAnswer {
    /// Proved safe in every context.
    Safe,
    /// Proved safe under these preconditions.
    Conditional(BTreeSet<String>),
    /// Conditions fail at these lines; line 0 stands for a failure without a place.
    Unsafe(BTreeSet<u32>),
    /// Not decided.
    Unknown,
}

impl fmt::Display for FunctionAnswer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FunctionAnswer::Safe => write!(out, "safe"),
            FunctionAnswer::Conditional(requires) => write!(out, "conditional {}", join(requires, "; ")),
            FunctionAnswer::Unsafe(lines) => write!(out, "unsafe {}", join(lines, " ")),
            FunctionAnswer::Unknown => write!(out, "unknown"),
        }
    }
}

impl FunctionAnswer {
    /// Reads what [`fmt::Display`] writes.
    pub fn parse(text: &str) -> Option<FunctionAnswer> {
        let (verdict, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rest = rest.trim();
        match verdict {
            "safe" if rest.is_empty() => Some(FunctionAnswer::Safe),
            "unknown" if rest.is_empty() => Some(FunctionAnswer::Unknown),
            "conditional" if !rest.is_empty() => Some(FunctionAnswer::Conditional(
                rest.split(';').map(|part| part.trim().to_string()).collect(),
            )),
            "unsafe" if !rest.is_empty() => {
                let lines = rest.split_whitespace().map(|line| line.parse().ok());
                Some(FunctionAnswer::Unsafe(lines.collect::<Option<_>>()?))
            }
            _ => None,
        }
    }
}

/// The answers about a file, by function.
pub type Answers = BTreeMap<String, FunctionAnswer>;

/// How long one file may take, in seconds.
const TIMEOUT: &str = "120";

/// The arguments that analyse `file` (a path relative to the corpus). Proofs of an earlier run must not hide what the
/// analysis can do today, so none are kept.
pub fn arguments(file: &Path, truth: &LibTruth) -> Vec<String> {
    let mut arguments: Vec<String> =
        ["lib", "--format", "json", "--no-cache", "--timeout", TIMEOUT].map(str::to_string).to_vec();
    arguments.extend(truth.args.iter().cloned());
    arguments.push(file.display().to_string());
    arguments
}

/// Runs the binary in the corpus folder and reads its answers.
pub fn ask(binary: &Path, corpus: &Path, arguments: &[String]) -> Result<Answers> {
    let output = Command::new(binary)
        .args(arguments)
        .current_dir(corpus)
        .output()
        .with_context(|| format!("{} cannot be run", binary.display()))?;
    let (answers, verdict) = read(&String::from_utf8_lossy(&output.stdout)).with_context(|| {
        let errors = String::from_utf8_lossy(&output.stderr);
        format!("no answer ({})\n{}", output.status, errors.trim_end())
    })?;
    let code = match verdict.as_str() {
        "safe" => 0,
        "unsafe" => 1,
        _ => 3,
    };
    ensure!(
        output.status.code() == Some(code),
        "the report says `{verdict}`, but the program ended with {}",
        output.status
    );
    Ok(answers)
}

/// The answers by function, and the verdict on the whole file.
fn read(json: &str) -> Result<(Answers, String)> {
    let report: serde_json::Value = serde_json::from_str(json).context("the report is not JSON")?;
    let verdict = report["verdict"].as_str().context("the report has no verdict")?;
    let functions = report["functions"].as_array().context("the report has no list of functions")?;
    let mut answers = Answers::new();
    for function in functions {
        let name = function["name"].as_str().context("a function has no name")?;
        let answer = answer(function).with_context(|| format!("the answer about `{name}`"))?;
        ensure!(answers.insert(name.to_string(), answer).is_none(), "`{name}` is reported twice");
    }
    let worst = worst(&answers);
    ensure!(worst.contains(&verdict), "the verdict is `{verdict}`, but the worst function is {worst:?}");
    Ok((answers, verdict.to_string()))
}

/// The verdicts on a whole file that suit the worst of its functions. A file can be unknown although all functions
/// are proved, because of something outside them, or because of what a precondition leaves to callers out of view.
fn worst(answers: &Answers) -> &'static [&'static str] {
    let any = |wanted: fn(&FunctionAnswer) -> bool| answers.values().any(wanted);
    if any(|answer| matches!(answer, FunctionAnswer::Unsafe(_))) {
        &["unsafe"]
    } else if any(|answer| *answer == FunctionAnswer::Unknown) {
        &["unknown"]
    } else {
        &["safe", "unknown"]
    }
}

fn answer(function: &serde_json::Value) -> Result<FunctionAnswer> {
    match function["verdict"].as_str() {
        Some("safe") => Ok(FunctionAnswer::Safe),
        Some("unknown") => Ok(FunctionAnswer::Unknown),
        Some("conditional") => {
            let requires = function["requires"].as_array().context("there is no list `requires`")?;
            let requires: Option<BTreeSet<String>> =
                requires.iter().map(|text| text.as_str().map(str::to_string)).collect();
            let requires = requires.context("a precondition is no text")?;
            ensure!(!requires.is_empty(), "it is conditional, but requires nothing");
            Ok(FunctionAnswer::Conditional(requires))
        }
        Some("unsafe") => {
            let failed = function["failed"].as_array().context("there is no list `failed`")?;
            let line = |check: &serde_json::Value| {
                let line = check["line"].as_u64().unwrap_or(0);
                Ok(u32::try_from(line)?)
            };
            let lines: BTreeSet<u32> = failed.iter().map(line).collect::<Result<_>>()?;
            ensure!(!lines.is_empty(), "it is unsafe, but no check failed");
            Ok(FunctionAnswer::Unsafe(lines))
        }
        _ => bail!("there is no verdict"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_written_and_read() {
        for text in ["safe", "unknown", "conditional p != NULL; q != NULL", "unsafe 3 17"] {
            assert_eq!(FunctionAnswer::parse(text).map(|answer| answer.to_string()).as_deref(), Some(text));
        }
        for text in ["", "maybe", "safe 3", "unknown why", "conditional", "unsafe", "unsafe x"] {
            assert_eq!(FunctionAnswer::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_file_is_analysed_as_its_header_says() {
        let truth = LibTruth { args: vec!["-m32".to_string()], ..LibTruth::default() };
        assert_eq!(
            arguments(Path::new("lib/a.c"), &truth).join(" "),
            "lib --format json --no-cache --timeout 120 -m32 lib/a.c"
        );
    }

    #[test]
    fn reports_are_read() {
        let report = |verdict: &str, functions: &str| {
            let text = format!(r#"{{"verdict": "{verdict}", "functions": [{functions}]}}"#);
            let shown =
                |answers: Answers| answers.iter().map(|(f, a)| format!("{f} {a}")).collect::<Vec<_>>();
            read(&text).map(|(answers, _)| shown(answers)).map_err(|error| format!("{error:#}"))
        };
        let safe = r#"{"name": "f", "verdict": "safe"}"#;
        let conditional = r#"{"name": "g", "verdict": "conditional", "requires": ["p != NULL"]}"#;
        let bad = r#"{"name": "h", "verdict": "unsafe", "failed": [{"check": "c", "line": 4, "text": "t"}]}"#;
        let all = report("unsafe", &[safe, conditional, bad].join(","));
        assert_eq!(all, Ok(["f safe", "g conditional p != NULL", "h unsafe 4"].map(str::to_string).to_vec()));
        assert!(report("safe", bad).unwrap_err().contains("the worst function"));
        assert!(report("safe", r#"{"name": "f", "verdict": "unknown"}"#).unwrap_err().contains("worst"));
        assert!(report("safe", &[safe, safe].join(",")).unwrap_err().contains("twice"));
        assert!(report("unsafe", r#"{"name": "f", "verdict": "unsafe", "failed": []}"#).is_err());
        assert!(report("safe", r#"{"name": "f", "verdict": "conditional", "requires": []}"#).is_err());
        assert!(report("safe", r#"{"name": "f"}"#).unwrap_err().contains("about `f`: there is no verdict"));
        assert!(read("").is_err());
    }
}
