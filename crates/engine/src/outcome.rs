//! What an engine ends with, and the verdict that follows from it.

use crate::{Assumption, Finding, FunctionOutcome, FunctionVerdict, Guide, Invariant, Ledger};
use std::collections::BTreeMap;
use std::fmt;

/// How much of the task was accounted for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Coverage {
    /// Every execution.
    Complete,
    /// Some executions only.
    Partial,
}

/// What an engine ends with.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// How much was accounted for.
    pub coverage: Coverage,
    /// The errors found in the program, in the order of discovery.
    pub findings: Vec<Finding>,
    /// What was not accounted for.
    pub ledger: Ledger,
    /// What was found out about single functions.
    pub functions: Vec<FunctionOutcome>,
    /// What was found to always hold.
    pub invariants: Vec<Invariant>,
    /// Under which assumptions all this holds.
    pub assumptions: Vec<Assumption>,
    /// What may lead another engine to the errors that this one thinks possible.
    pub guide: Guide,
    /// Figures about the work.
    pub stats: Stats,
}

/// Figures about the work.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Stats {
    /// The engine whose outcome this is.
    pub engine: String,
    /// How long it took.
    pub seconds: f64,
    /// How many instructions of the program were executed, concretely or symbolically.
    pub instructions: u64,
    /// How many states or scenarios waited to be explored when the search ended because it had found errors, or had used
    /// up what it was given.
    pub unexplored: u64,
    /// What else was counted, by name, for people to read.
    pub counters: BTreeMap<&'static str, u64>,
}

/// The answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// No execution violates the properties.
    Safe,
    /// An execution was replayed that does.
    Unsafe,
    /// Neither is known.
    Unknown,
}

impl Verdict {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Safe => "safe",
            Verdict::Unsafe => "unsafe",
            Verdict::Unknown => "unknown",
        }
    }

    /// The exit code of the program that reports it.
    pub fn exit_code(self) -> u8 {
        match self {
            Verdict::Safe => 0,
            Verdict::Unsafe => 1,
            Verdict::Unknown => 3,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.name())
    }
}

impl Outcome {
    /// An outcome with nothing in it yet but what it covers.
    pub fn new(coverage: Coverage, assumptions: Vec<Assumption>) -> Outcome {
        Outcome {
            coverage,
            findings: Vec::new(),
            ledger: Ledger::default(),
            functions: Vec::new(),
            invariants: Vec::new(),
            assumptions,
            guide: Guide::default(),
            stats: Stats::default(),
        }
    }

    /// Adds an assumption, unless it is there.
    pub fn assume(&mut self, assumption: Assumption) {
        if !self.assumptions.contains(&assumption) {
            self.assumptions.push(assumption);
        }
    }

    /// Adds errors that were confirmed, unless they are known.
    pub fn add_confirmed(&mut self, findings: impl IntoIterator<Item = Finding>) {
        for finding in findings.into_iter().filter(Finding::is_confirmed) {
            match self.findings.iter_mut().find(|known| known.same_error(&finding)) {
                Some(known) if known.is_confirmed() => {}
                Some(known) => *known = finding,
                None => self.findings.push(finding),
            }
        }
    }

    /// Puts the findings in the order in which people want to hear of them: what was replayed first; what corrupts memory
    /// or violates an assertion before memory that is lost; what happens by itself before what needs an allocation to
    /// fail. Otherwise the order of discovery stays, in which short runs come first.
    pub fn rank_findings(&mut self) {
        let fails = |finding: &Finding| {
            finding.scenario.as_ref().is_some_and(|scenario| scenario.allocations.contains(&false))
        };
        self.findings
            .sort_by_key(|finding| (!finding.is_confirmed(), finding.kind.is_recoverable(), fails(finding)));
    }

    /// The verdict: the worst that confirmed findings and functions say; safe only if everything was accounted for
    /// and nothing was found, not even a finding that could not be confirmed.
    pub fn verdict(&self) -> Verdict {
        let worst = self.functions.iter().map(FunctionOutcome::verdict).max();
        if self.findings.iter().any(Finding::is_confirmed) || worst == Some(FunctionVerdict::Unsafe) {
            return Verdict::Unsafe;
        }
        match self.is_closed() && worst.is_none_or(|worst| worst < FunctionVerdict::Unknown) {
            true => Verdict::Safe,
            false => Verdict::Unknown,
        }
    }

    /// Whether every execution was accounted for and nothing was found.
    pub fn is_closed(&self) -> bool {
        self.findings.is_empty() && self.coverage == Coverage::Complete && self.ledger.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Certainty, Check, Condition, Reason};
    use ir::ErrorKind;

    fn outcome(coverage: Coverage) -> Outcome {
        Outcome::new(coverage, Vec::new())
    }

    fn finding(certainty: Certainty) -> Finding {
        Finding { certainty, ..Finding::new(ErrorKind::Leak, None, "main", "") }
    }

    #[test]
    fn safe_needs_complete_coverage_and_an_empty_ledger() {
        assert_eq!(outcome(Coverage::Complete).verdict(), Verdict::Safe);
        assert_eq!(outcome(Coverage::Partial).verdict(), Verdict::Unknown);
        let mut lossy = outcome(Coverage::Complete);
        lossy.ledger.add(Reason::UnmodelledCall, None, "f");
        assert_eq!(lossy.verdict(), Verdict::Unknown);
    }

    #[test]
    fn only_confirmed_findings_make_it_unsafe() {
        let mut possible = outcome(Coverage::Complete);
        possible.findings.push(finding(Certainty::Possible));
        possible.findings.push(finding(Certainty::Shown));
        assert_eq!(possible.verdict(), Verdict::Unknown);
        possible.findings.push(finding(Certainty::Confirmed));
        assert_eq!(possible.verdict(), Verdict::Unsafe);
    }

    #[test]
    fn a_leak_does_not_hide_a_crash() {
        let mut all = outcome(Coverage::Partial);
        let crash = |certainty| Finding { certainty, ..Finding::new(ErrorKind::NullDeref, None, "f", "") };
        all.findings = vec![crash(Certainty::Possible), finding(Certainty::Confirmed)];
        all.add_confirmed([finding(Certainty::Confirmed), crash(Certainty::Confirmed)]);
        all.rank_findings();
        assert_eq!(all.findings, [crash(Certainty::Confirmed), finding(Certainty::Confirmed)]);
    }

    #[test]
    fn the_worst_function_counts() {
        let mut function = FunctionOutcome::new("f", None);
        let mut library = outcome(Coverage::Complete);
        library.functions.push(function.clone());
        function.requires.push(Condition::NotNull("p".to_string()));
        library.functions.push(function.clone());
        assert_eq!(library.verdict(), Verdict::Safe);
        function.ledger.add(Reason::Imprecise, None, "");
        library.functions.push(function.clone());
        assert_eq!(library.verdict(), Verdict::Unknown);
        let certainty = Certainty::Shown;
        function.findings.push(Finding { certainty, ..Finding::new(Check::Null, None, "f", "") });
        library.functions.push(function);
        assert_eq!(library.verdict(), Verdict::Unsafe);
    }
}
