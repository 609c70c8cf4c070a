//! Witnesses: what verifiers exchange about a verdict (the formats of SV-COMP).
//!
//! A violation is written as GraphML 1.0 or as a `violation_sequence` of YAML 2.0: the inputs in the order of reading,
//! then the target. A proof is an `invariant_set` of YAML 2.0 with the loop invariants that are C expressions; what only
//! separation logic can say is left out. What the formats have no place for (allocations that fail, the standard input,
//! arguments) stands beside it for our own reader ([`read`]): with it, a run of the interpreter shows the error again.

mod graphml;
mod read;
mod yaml;

use crate::Report;
use engine::{Finding, Scenario, Verdict};
use ir::Span;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Write;

pub use read::read;

/// What a witness says about how it came to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct About {
    /// The property as a `.prp` file spells it.
    pub specification: String,
    /// The files of the program as they were named.
    pub files: Vec<String>,
    /// The width of pointers in bits.
    pub bits: u32,
    /// When it is written, as ISO 8601 says it.
    pub created: String,
}

impl About {
    fn data_model(&self) -> &'static str {
        if self.bits == 32 { "ILP32" } else { "LP64" }
    }

    fn architecture(&self) -> &'static str {
        if self.bits == 32 { "32bit" } else { "64bit" }
    }
}

/// The forms of a witness.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// GraphML 1.0.
    Graph,
    /// YAML 2.0.
    Yaml,
}

impl Form {
    /// The form that the name of a file says.
    pub fn of(name: &str) -> Form {
        if name.ends_with(".graphml") || name.ends_with(".xml") { Form::Graph } else { Form::Yaml }
    }
}

/// The witness of a verdict; none where nothing was decided.
pub fn render(report: &Report<'_>, about: &About, form: Form) -> Option<String> {
    let confirmed = report.findings().into_iter().find(|finding| finding.is_confirmed());
    match (report.outcome.verdict(), confirmed, form) {
        (Verdict::Unsafe, Some(finding), Form::Graph) => Some(graphml::violation(report, about, finding)),
        (Verdict::Unsafe, Some(finding), Form::Yaml) => Some(yaml::violation(report, about, finding)),
        (Verdict::Safe, _, Form::Graph) => Some(graphml::correctness(report, about)),
        (Verdict::Safe, _, Form::Yaml) => Some(yaml::invariants(report, about)),
        _ => None,
    }
}

/// The choices of a replay that the formats have no place for.
#[derive(Serialize, Deserialize, Default, Clone, PartialEq, Eq, Debug)]
#[serde(default)]
struct Choices {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    inputs: Vec<u128>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    failing: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stdin: Vec<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    args: Vec<Vec<u8>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    env: Vec<(Vec<u8>, Vec<u8>)>,
    time: i64,
    recycled: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    garbage: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<Vec<(Vec<u8>, Vec<u8>)>>,
}

impl Choices {
    fn of(scenario: &Scenario) -> String {
        let choices = Choices {
            inputs: scenario.inputs.clone(),
            failing: crate::invocation::failing(scenario),
            stdin: scenario.stdin.clone(),
            args: scenario.args.clone(),
            env: scenario.env.clone(),
            time: scenario.time,
            recycled: scenario.recycled,
            garbage: scenario.garbage.iter().map(ToString::to_string).collect(),
            files: scenario.files.clone(),
        };
        // Serialising to a string fails for maps with non-string keys only, and there are none.
        serde_json::to_string(&choices).expect("all keys are strings")
    }

    fn scenario(self) -> Scenario {
        let last = self.failing.iter().max().copied().unwrap_or(0);
        Scenario {
            inputs: self.inputs,
            allocations: (1..=last).map(|number| !self.failing.contains(&number)).collect(),
            stdin: self.stdin,
            args: self.args,
            env: self.env,
            time: self.time,
            recycled: self.recycled,
            garbage: self.garbage.iter().filter_map(|text| text.parse().ok()).collect(),
            files: self.files,
        }
    }
}

/// The SHA-256 of a file of the program; that of nothing where it cannot be read.
fn file_hash(report: &Report<'_>, file: &str) -> String {
    hex(&(report.read)(&report.root.join(file)).unwrap_or_default())
}

fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A unique name that depends on nothing but what it is for.
fn uuid(report: &Report<'_>, about: &About) -> String {
    let hashes: String = about.files.iter().map(|file| file_hash(report, file)).collect();
    let digest =
        hex(format!("{}{}{}{hashes}", about.specification, about.created, report.outcome.verdict())
            .as_bytes());
    format!(
        "{}-{}-5{}-8{}-{}",
        &digest[..8],
        &digest[8..12],
        &digest[13..16],
        &digest[17..20],
        &digest[20..32]
    )
}

/// The name of the file and the line of a place, with its column where it is known.
fn place_of(report: &Report<'_>, span: Option<Span>) -> Option<(String, u32, u32)> {
    let span = span?;
    Some((crate::place::file_name(report.program, span).to_string(), span.line.get(), span.column))
}

/// What is violated, as SV-COMP names it.
fn violated(finding: &Finding) -> &'static str {
    finding.kind.property().map_or("unknown", |property| property.name())
}
