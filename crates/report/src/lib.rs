//! The reports: text and a page for people, JSON for programs, SARIF for editors and code hosts, pictures of heaps, and
//! tests in C.
//!
//! Every report is a pure function of a [`Report`]: what the engines ended with, the program it is about, and a
//! way to read source files. What a report says never depends on the clock, on the terminal or on the order of
//! a hash map.
//!
//! Architecture invariant: this crate computes no verdict (that is `engine::Outcome::verdict`), opens no file
//! by itself and prints nothing.

pub mod dot;
pub mod driver;
mod excerpt;
mod formula;
pub mod harness;
pub mod html;
mod invocation;
pub mod json;
mod kinds;
mod picture;
mod place;
pub mod sarif;
mod shell;
mod source;
pub mod svcomp;
pub mod text;
pub mod triage;
pub mod walk;
pub mod witness;
mod words;

use engine::{Finding, Outcome};
use ir::{Program, PropertySet};
use std::path::Path;

pub use invocation::Invocation;
pub use kinds::advice;
pub use triage::Baseline;

/// A way to read a source file; none where it cannot be read. Reports then do without the source line.
pub type ReadSource<'a> = &'a dyn Fn(&Path) -> Option<Vec<u8>>;

/// What a report is about.
#[derive(Clone, Copy)]
pub struct Report<'a> {
    /// What the engines ended with.
    pub outcome: &'a Outcome,
    /// The program that was checked.
    pub program: &'a Program,
    /// What it was checked for.
    pub properties: PropertySet,
    /// How to read its source.
    pub read: ReadSource<'a>,
    /// The directory that paths in machine-readable reports are relative to, where they are below it.
    pub root: &'a Path,
    /// How the program was given; none where nobody could replay what is reported.
    pub invocation: Option<&'a Invocation>,
    /// What was known before.
    pub baseline: Option<&'a Baseline>,
}

impl<'a> Report<'a> {
    /// All findings: those of the program as [`Report::findings`] has them, then those of functions.
    pub(crate) fn all_findings(&self) -> Vec<&'a Finding> {
        let mut findings = self.findings();
        findings.extend(self.outcome.functions.iter().flat_map(|function| &function.findings));
        findings
    }

    /// The command line that shows a finding again; none unless it was confirmed.
    fn replay(&self, finding: &Finding) -> Option<String> {
        let (invocation, scenario) = (self.invocation?, finding.scenario.as_ref()?);
        finding.is_confirmed().then(|| invocation.replay(scenario))
    }

    /// The findings about the program, the most serious first: those that were confirmed, and of these the ones that end the
    /// execution. A list that is destroyed the wrong way is used after it was freed, and that this loses memory,
    /// too, comes second.
    pub fn findings(&self) -> Vec<&'a Finding> {
        let mut findings: Vec<_> = self.outcome.findings.iter().collect();
        findings.sort_by_key(|finding| (!finding.is_confirmed(), finding.kind.is_recoverable()));
        findings
    }
}

#[cfg(test)]
mod sample;
