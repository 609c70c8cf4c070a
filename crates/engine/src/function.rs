//! Results for single functions, as the analyses of libraries and contracts give them.

use ir::Span;

/// The result for one function.
#[derive(Clone, PartialEq, Debug)]
pub struct FunctionResult {
    /// The function.
    pub name: String,
    /// The verdict.
    pub verdict: FunctionVerdict,
    /// The precondition under which it is safe, as C expressions over its parameters.
    pub requires: Vec<String>,
    /// The checks that failed.
    pub failed: Vec<FailedCheck>,
}

/// The verdicts on a function, from best to worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FunctionVerdict {
    /// Safe in every context that respects data-structure integrity, or the contract.
    Safe,
    /// Safe under the precondition shown, which the callers in view were checked against.
    Conditional,
    /// Could not be decided.
    Unknown,
    /// A check fails on a path that is shown.
    Unsafe,
}

impl FunctionVerdict {
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

/// A check that failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FailedCheck {
    /// The name of the check.
    pub check: String,
    /// Where.
    pub span: Option<Span>,
    /// What failed, on which path, in words.
    pub text: String,
}
