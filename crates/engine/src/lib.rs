//! What engines share: the [`Task`] they get, the [`Budget`] they must respect, the [`Ledger`] in which they write
//! what they could not do, the [`Finding`]s they report and the [`Outcome`] they end with.
//!
//! Architecture invariant: verdicts are computed here, by [`Outcome::verdict`] for a program and by
//! [`FunctionOutcome::verdict`] for a function, from what is written down. An engine cannot say "safe"; it can only
//! return an outcome with complete coverage, no finding and an empty ledger. No type here has a verdict in a field.
//! This crate knows no engine and no report format.

mod assumption;
mod example;
mod finding;
mod function;
mod guide;
pub mod heap;
mod ledger;
mod outcome;
mod progress;
pub mod recording;
mod setup;
mod task;
mod violation;

pub use assumption::Assumption;
pub use budget::{Budget, Exhausted};
pub use example::{Example, Held, ListEnd, ObjectFact, Passes};
pub use finding::{Certainty, Finding, Garbage, Invariant, Note, Range, Remark, Scenario, Storage};
pub use function::{Condition, Explanation, FunctionOutcome, FunctionVerdict};
pub use guide::{Edge, Guide, Target};
pub use ir::{Action, InputValue, Source, Step, Unit};
pub use ledger::{Entry, Ledger, Reason};
pub use outcome::{Coverage, Outcome, Stats, Verdict};
pub use progress::{Progress, Silent};
pub use setup::{Setup, SetupBase, SetupCell, SetupEnd, SetupObject, SetupValue};
pub use task::{AnnotationError, FunctionTask, Malloc, Task};
pub use violation::{Check, Violation};

/// A way to decide a task about a whole program.
pub trait Engine {
    /// The name in options and statistics.
    fn name(&self) -> &'static str;

    /// Works on the task until it is done or the budget is exhausted.
    ///
    /// Obligations. Every finding describes an execution that the engine believes possible; it is confirmed only
    /// if the interpreter replayed it. Coverage is complete only if every execution of the task was accounted for.
    /// Whatever was dropped, guessed or not modelled is in the ledger. An exhausted budget is an entry too. Where errors
    /// are thought possible, [`Outcome::guide`] may lead others to them.
    fn run(&self, task: &Task<'_>, budget: &Budget, progress: &dyn Progress) -> Outcome;
}

/// A way to decide a task about single functions.
pub trait FunctionEngine {
    /// The name in options and statistics.
    fn name(&self) -> &'static str;

    /// Works on all functions that are wanted until it is done or the budget is exhausted.
    ///
    /// Obligations. [`Outcome::functions`] has an entry for every wanted function that has a body. A finding of a
    /// function is [`Certainty::Shown`] only where a context that keeps the assumptions and a path are given on which
    /// the check fails; "not known to hold" is an entry of the function's ledger. Preconditions hold at the calls in
    /// view, or those callers have findings or preconditions themselves. What concerns no single function is in the
    /// ledger of the outcome. An annotation that is not understood is an error, never skipped.
    fn run(
        &self,
        task: &FunctionTask<'_>,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<Outcome, Vec<AnnotationError>>;
}
