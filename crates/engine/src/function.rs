//! What is found out about a single function, by the analyses of libraries and of contracts, and the verdict that
//! follows from it.
//!
//! Architecture invariant: an engine leaves findings, preconditions and losses; [`FunctionOutcome::verdict`] decides.

use crate::{Certainty, Finding, Invariant, Ledger};
use ir::Span;
use std::fmt;

/// What is found out about one function.
#[derive(Clone, PartialEq, Debug)]
pub struct FunctionOutcome {
    /// The function.
    pub name: String,
    /// Where it is defined.
    pub span: Option<Span>,
    /// The preconditions under which everything else is said. Each speaks of what a caller can see and establish:
    /// parameters, what they reach, globals.
    pub requires: Vec<Condition>,
    /// The checks that fail, or may fail.
    pub findings: Vec<Finding>,
    /// What of the function was not accounted for.
    pub ledger: Ledger,
    /// What was inferred on the way: invariants of loops, and other facts that hold at a place.
    pub inferred: Vec<Invariant>,
    /// Why its conditions hold, where that was asked for.
    pub explained: Vec<Explanation>,
}

/// A condition that holds, and what shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// Where it is checked.
    pub span: Option<Span>,
    /// What cannot happen, as a failure would be told.
    pub excluded: String,
    /// The facts and the instances of axioms that exclude it.
    pub because: Vec<String>,
}

/// A precondition.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Condition {
    /// A pointer is not null: the parameter of this name, or an expression over parameters such as `list->next`.
    NotNull(String),
    /// Any other condition, as a C expression or, where C has none for it, in words.
    Holds(String),
}

impl fmt::Display for Condition {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::NotNull(pointer) => write!(out, "{pointer} != NULL"),
            Condition::Holds(condition) => out.write_str(condition),
        }
    }
}

/// The verdicts on a function, from best to worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FunctionVerdict {
    /// Safe in every context that respects data-structure integrity, or the contract.
    Safe,
    /// Safe under the preconditions shown, which the callers in view were checked against.
    Conditional,
    /// Could not be decided.
    Unknown,
    /// A check fails in a context and on a path that are shown.
    Unsafe,
}

impl FunctionVerdict {
    /// All verdicts, from best to worst.
    pub const ALL: [FunctionVerdict; 4] = [
        FunctionVerdict::Safe,
        FunctionVerdict::Conditional,
        FunctionVerdict::Unknown,
        FunctionVerdict::Unsafe,
    ];

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            FunctionVerdict::Safe => "safe",
            FunctionVerdict::Conditional => "conditional",
            FunctionVerdict::Unknown => "unknown",
            FunctionVerdict::Unsafe => "unsafe",
        }
    }
}

impl FunctionOutcome {
    /// An outcome with nothing in it yet.
    pub fn new(name: impl Into<String>, span: Option<Span>) -> FunctionOutcome {
        FunctionOutcome {
            name: name.into(),
            span,
            requires: Vec::new(),
            findings: Vec::new(),
            ledger: Ledger::default(),
            inferred: Vec::new(),
            explained: Vec::new(),
        }
    }

    /// The verdict: unsafe if a finding is shown; unknown if anything else is open; otherwise safe, if need be under
    /// preconditions. A finding that is merely possible leaves the function undecided.
    pub fn verdict(&self) -> FunctionVerdict {
        if self.findings.iter().any(|finding| finding.certainty >= Certainty::Shown) {
            FunctionVerdict::Unsafe
        } else if !self.findings.is_empty() || !self.ledger.is_empty() {
            FunctionVerdict::Unknown
        } else if !self.requires.is_empty() {
            FunctionVerdict::Conditional
        } else {
            FunctionVerdict::Safe
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Check, Reason};

    #[test]
    fn the_worst_that_is_known_decides() {
        let mut function = FunctionOutcome::new("f", None);
        assert_eq!(function.verdict(), FunctionVerdict::Safe);
        function.requires.push(Condition::NotNull("list".to_string()));
        assert_eq!(function.verdict(), FunctionVerdict::Conditional);
        let mut lossy = function.clone();
        lossy.ledger.add(Reason::Imprecise, None, "what the loop keeps");
        assert_eq!(lossy.verdict(), FunctionVerdict::Unknown);
        let finding = |certainty| Finding { certainty, ..Finding::new(Check::Null, None, "f", "") };
        function.findings.push(finding(Certainty::Possible));
        assert_eq!(function.verdict(), FunctionVerdict::Unknown);
        function.findings.push(finding(Certainty::Shown));
        assert_eq!(function.verdict(), FunctionVerdict::Unsafe);
    }

    #[test]
    fn conditions_are_c() {
        assert_eq!(Condition::NotNull("list->next".to_string()).to_string(), "list->next != NULL");
        assert_eq!(Condition::Holds("n > 0".to_string()).to_string(), "n > 0");
    }
}
