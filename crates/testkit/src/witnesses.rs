//! Witnesses of the errors in the corpus: each is written in both forms, linted, and replayed to the same error.

use crate::answer::{self, Effort};
use crate::engines::Engine;
use crate::tools;
use crate::truth::Truth;
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The endings of the forms.
const FORMS: [&str; 2] = ["yml", "graphml"];

/// What became of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Witnessed {
    /// Its witnesses lead to the error.
    Replayed(Vec<PathBuf>),
    /// No error is confirmed, so there is nothing to witness.
    Nothing,
}

/// Writes the witnesses of a program (its path is relative to the corpus) into a folder, and replays them.
pub fn replay(
    binary: &Path,
    corpus: &Path,
    program: &Path,
    truth: &Truth,
    folder: &Path,
) -> Result<Witnessed> {
    let auto = Engine { name: "auto".to_string(), by_paths: false };
    let arguments = answer::arguments(program, truth, &auto, Effort::Repeat);
    let mut witnesses = Vec::new();
    for form in FORMS {
        let name = program.display().to_string().replace('/', "-");
        let witness = folder.join(format!("{name}.{form}"));
        let check = Command::new(binary)
            .args(&arguments)
            .arg("--witness")
            .arg(&witness)
            .current_dir(corpus)
            .output()
            .context("heapproof does not start")?;
        let report: Value = serde_json::from_slice(&check.stdout)
            .with_context(|| String::from_utf8_lossy(&check.stderr).into_owned())?;
        if report["verdict"] != "unsafe" {
            ensure!(!witness.exists(), "a witness is written, but nothing was confirmed");
            return Ok(Witnessed::Nothing);
        }
        ensure!(witness.exists(), "no witness is written");
        led_to_the_error(binary, corpus, &arguments, &report["findings"][0], &witness)?;
        witnesses.push(witness);
    }
    Ok(Witnessed::Replayed(witnesses))
}

/// Runs the interpreter along a witness; an error unless it ends with this finding.
fn led_to_the_error(
    binary: &Path,
    corpus: &Path,
    check: &[String],
    finding: &Value,
    witness: &Path,
) -> Result<()> {
    // The options of a run: those of the check that say what the program means.
    let mut options = check.iter().skip(1);
    let mut given: Vec<&String> = Vec::new();
    while let Some(option) = options.next() {
        match option.as_str() {
            "--format" | "--engine" | "--timeout" => drop(options.next()),
            "-j1" | "--malloc=ok" => {}
            _ => given.push(option),
        }
    }
    let run = Command::new(binary)
        .args(["run", "--timeout", "60"])
        .args(&given)
        .arg("--witness")
        .arg(witness)
        .current_dir(corpus)
        .output()
        .context("heapproof does not start")?;
    let told = String::from_utf8_lossy(&run.stderr).into_owned();
    let kind = finding["kind"].as_str().unwrap_or_default();
    let place = match (finding["file"].as_str(), finding["line"].as_u64()) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        _ => String::new(),
    };
    if run.status.code() != Some(1) || !told.contains(&format!("error[{kind}]")) || !told.contains(&place) {
        bail!(
            "{} does not lead to the {kind} at {place}: {given:?} ends with {}\n{told}",
            witness.display(),
            run.status
        );
    }
    Ok(())
}

/// Lints witnesses of programs whose names are relative to the corpus.
pub fn lint(corpus: &Path, witnesses: &[PathBuf]) -> Result<()> {
    let script = tools::root().join("scripts/witness_lint.py");
    for some in witnesses.chunks(200) {
        tools::succeed(tools::python()?.arg(&script).arg("--programs").arg(corpus).args(some))?;
    }
    Ok(())
}
