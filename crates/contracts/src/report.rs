//! What is said about a function, and how it becomes data of `engine`.

use crate::exec::Step;
use engine::Reason;
use ir::Span;

/// The checks by name. The names are part of reports.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Check {
    /// Accesses are to allocated memory, and blocks are freed once.
    Memory,
    /// What a called function requires.
    Precondition,
    /// What the function ensures.
    Postcondition,
    /// Nothing else is assigned.
    Assigns,
    /// Nothing else is freed.
    Frees,
    /// What holds whenever a loop is reached.
    LoopInvariant,
    /// What holds at a place.
    Assertion,
    /// Every list ends with a blocking pointer.
    WellFounded,
}

impl Check {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Check::Memory => "memory",
            Check::Precondition => "precondition",
            Check::Postcondition => "postcondition",
            Check::Assigns => "assigns",
            Check::Frees => "frees",
            Check::LoopInvariant => "loop-invariant",
            Check::Assertion => "assertion",
            Check::WellFounded => "well-founded",
        }
    }
}

/// A check that failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Which.
    pub check: Check,
    /// Where.
    pub span: Option<Span>,
    /// What fails, in words.
    pub text: String,
    /// The path.
    pub steps: Vec<Step>,
    /// A heap that shows it, in words.
    pub heap: String,
    /// Whether the heap is exact: nothing on the path was approximated.
    pub exact: bool,
}

/// Something that was not accounted for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lost {
    /// Why.
    pub reason: Reason,
    /// Where.
    pub span: Option<Span>,
    /// What.
    pub what: String,
}
