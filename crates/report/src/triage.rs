//! What a project knows of its findings: which are new against a baseline, and which the source says to suppress.
//!
//! A finding is known again by its *fingerprint*: the kind, the function and the text of its line without white space,
//! counted where several are alike. So it stays the same when lines are added above it, when its function moves or when
//! its file gets another name. A baseline is an earlier report as JSON.
//!
//! Invariant: nothing here changes a verdict. A suppressed finding is still there, in every report; with
//! `--fail-on introduced`, neither it nor what the baseline has makes the exit code fail.

use crate::Report;
use crate::source::Sources;
use engine::{Certainty, Finding, Reason};
use ir::Span;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// The word with which a suppression begins in a comment.
const MARK: &str = "heapproof: allow ";

/// What a baseline knows: the fingerprints of an earlier report.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Baseline {
    known: BTreeMap<String, String>,
}

/// The part of an earlier report that is read.
#[derive(Deserialize)]
struct Earlier {
    findings: Vec<EarlierFinding>,
    #[serde(default)]
    functions: Vec<EarlierFunction>,
    #[serde(default)]
    unknown: Vec<EarlierLoss>,
}

#[derive(Deserialize)]
struct EarlierFinding {
    fingerprint: String,
    #[serde(alias = "check")]
    kind: String,
    file: Option<String>,
    line: Option<u32>,
}

#[derive(Deserialize)]
struct EarlierFunction {
    #[serde(default)]
    failed: Vec<EarlierFinding>,
    #[serde(default)]
    unknown: Vec<EarlierLoss>,
}

#[derive(Deserialize)]
struct EarlierLoss {
    fingerprint: Option<String>,
}

impl Baseline {
    /// Reads an earlier report.
    pub fn parse(text: &str) -> Result<Baseline, String> {
        let earlier: Earlier = serde_json::from_str(text)
            .map_err(|error| format!("it is no report of heapproof --format=json: {error}"))?;
        let of_functions = earlier.functions.iter().flat_map(|function| &function.failed);
        let findings = earlier.findings.iter().chain(of_functions).map(|finding| {
            let file = finding.file.as_deref().unwrap_or("(unknown file)");
            let line = finding.line.map_or_else(String::new, |line| format!(":{line}"));
            (finding.fingerprint.clone(), format!("{file}{line}: {}", finding.kind))
        });
        let losses = earlier.functions.iter().flat_map(|function| &function.unknown).chain(&earlier.unknown);
        let losses = losses.filter_map(|loss| loss.fingerprint.clone()).map(|known| (known, String::new()));
        Ok(Baseline { known: findings.chain(losses).collect() })
    }
}

/// What is known of one finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// What tells it from others over time.
    pub fingerprint: String,
    /// Whether the baseline does not have it; none without a baseline.
    pub introduced: Option<bool>,
    /// Why the source says to suppress it.
    pub suppressed: Option<String>,
}

/// What is known of all findings, in the order of the report.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Triage {
    /// One for each finding.
    pub findings: Vec<Known>,
    /// The findings of the baseline that are gone.
    pub fixed: Vec<String>,
    /// Comments that look like a suppression and are none, with their place.
    pub mistakes: Vec<(String, u32, String)>,
    /// The fingerprints of what is not accounted for: of the program, then of each function.
    pub losses: Vec<String>,
    /// Whether something is not accounted for that the baseline does not have.
    pub new_losses: bool,
}

impl Triage {
    /// Looks at the findings of a report.
    pub fn new(report: &Report<'_>, baseline: Option<&Baseline>) -> Triage {
        let sources = Sources::new(report.program, report.read);
        let mut prints = Prints { sources: &sources, seen: BTreeMap::new() };
        let mut triage = Triage::default();
        let mut present = BTreeSet::new();
        for finding in report.all_findings() {
            let fingerprint = prints.of(finding.kind.name(), &finding.function, finding.span);
            present.insert(fingerprint.clone());
            let introduced = baseline.map(|baseline| !baseline.known.contains_key(&fingerprint));
            let suppressed = triage.suppression(report, &sources, finding);
            triage.findings.push(Known { fingerprint, introduced, suppressed });
        }
        let functions = report.outcome.functions.iter();
        let functions =
            functions.flat_map(|it| it.ledger.entries().iter().map(|entry| (it.name.as_str(), entry)));
        let entries = report.outcome.ledger.entries().iter().map(|entry| ("", entry)).chain(functions);
        for (function, entry) in entries {
            let print = prints.of(entry.reason.name(), function, entry.span);
            // A finding that was not confirmed has its own fingerprint.
            if entry.reason != Reason::Unconfirmed {
                triage.new_losses |= baseline.is_none_or(|baseline| !baseline.known.contains_key(&print));
            }
            triage.losses.push(print);
        }
        if let Some(baseline) = baseline {
            let gone =
                baseline.known.iter().filter(|(print, told)| !present.contains(*print) && !told.is_empty());
            triage.fixed = gone.map(|(_, told)| told.clone()).collect();
        }
        triage
    }

    /// What is known of a finding of the report.
    pub(crate) fn of(&self, report: &Report<'_>, finding: &Finding) -> Option<&Known> {
        let position = report.all_findings().iter().position(|it| std::ptr::eq(*it, finding));
        self.findings.get(position?)
    }

    /// How many findings the source says to suppress.
    pub fn suppressed(&self) -> usize {
        self.findings.iter().filter(|known| known.suppressed.is_some()).count()
    }

    /// How many findings count as new: neither in the baseline nor suppressed.
    pub fn introduced(&self) -> usize {
        let is_new = |known: &&Known| known.introduced != Some(false) && known.suppressed.is_none();
        self.findings.iter().filter(is_new).count()
    }

    /// Whether an error counts as new: one that was shown, neither in the baseline nor suppressed.
    pub fn has_new_error(&self, report: &Report<'_>) -> bool {
        let all = report.all_findings().into_iter().zip(&self.findings);
        all.into_iter().any(|(finding, known)| {
            let is_new = known.introduced != Some(false) && known.suppressed.is_none();
            is_new && finding.certainty >= Certainty::Shown
        })
    }

    /// The reason of a comment on the line of a finding, or on the line before, that names its kind.
    fn suppression(
        &mut self,
        report: &Report<'_>,
        sources: &Sources<'_>,
        finding: &Finding,
    ) -> Option<String> {
        let span = finding.span?;
        let text = sources.text(span.file)?;
        for number in [span.line.get(), span.line.get() - 1] {
            let Some(line) = text.line(number) else { continue };
            let line = String::from_utf8_lossy(line);
            let Some((_, comment)) = line.split_once(MARK) else { continue };
            let comment = comment.trim_end().trim_end_matches("*/");
            let (kinds, reason) = comment.split_once(':').unwrap_or((comment, ""));
            if !kinds.split(',').any(|kind| kind.trim() == finding.kind.name()) {
                continue;
            }
            if reason.trim().is_empty() {
                let file = crate::place::file_name(report.program, span).to_string();
                let what = format!("`{MARK}{}` needs a reason: `{MARK}{0}: why`", kinds.trim());
                self.mistakes.push((file, number, what));
                continue;
            }
            return Some(reason.trim().to_string());
        }
        None
    }
}

/// Makes fingerprints, and counts those that are alike.
pub(crate) struct Prints<'a> {
    pub sources: &'a Sources<'a>,
    pub seen: BTreeMap<(String, String, String), u32>,
}

impl Prints<'_> {
    /// The fingerprint of something of a kind in a function.
    pub fn of(&mut self, kind: &str, function: &str, span: Option<Span>) -> String {
        let text = span.and_then(|span| self.sources.text(span.file));
        let line = span.zip(text.as_ref()).and_then(|(span, text)| text.line(span.line.get()));
        let line: String = line.map(|line| String::from_utf8_lossy(line).into_owned()).unwrap_or_default();
        // A comment behind the code, such as a suppression, is no part of it.
        let code = line.split("//").next().unwrap_or_default().split("/*").next().unwrap_or_default();
        let code: String = code.split_whitespace().collect();
        let count = self.seen.entry((kind.to_string(), function.to_string(), code.clone())).or_default();
        *count += 1;
        let all = [kind, function, &code, &count.to_string()].join("\0");
        format!("{:016x}", hash(all.as_bytes()))
    }
}

/// The 64-bit hash of Fowler, Noll and Vo (1a): the same on every machine and in every version.
fn hash(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{json, sample};

    #[test]
    fn a_report_is_its_own_baseline() {
        let sample = sample::everything();
        let report = sample.report();
        let baseline = Baseline::parse(&json::render(&report)).unwrap();
        let triage = Triage::new(&report, Some(&baseline));
        assert!(triage.findings.iter().all(|known| known.introduced == Some(false)), "{triage:?}");
        assert_eq!((triage.introduced(), triage.fixed.len()), (0, 0));
    }

    #[test]
    fn what_is_gone_is_fixed_and_what_is_new_introduced() {
        let mut sample = sample::everything();
        let baseline = Baseline::parse(&json::render(&sample.report())).unwrap();
        let gone = sample.outcome.findings.remove(0);
        let triage = Triage::new(&sample.report(), Some(&baseline));
        assert_eq!(
            (triage.introduced(), triage.fixed.as_slice()),
            (0, &["src/list.c:15: use-after-free".to_string()][..])
        );
        let baseline = Baseline::parse(&json::render(&sample.report())).unwrap();
        sample.outcome.findings.push(gone);
        let triage = Triage::new(&sample.report(), Some(&baseline));
        assert_eq!(triage.introduced(), 1);
        assert!(triage.has_new_error(&sample.report()));
    }

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(hash(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
