//! What engines share: the [`Task`] they get, the [`Budget`] they must respect, the [`Ledger`] in which they write
//! what they could not do, the [`Finding`]s they report and the [`Outcome`] they end with.
//!
//! Architecture invariant: a verdict is computed in one place, [`Outcome::verdict`], from what is written down. An
//! engine cannot say "safe"; it can only return an outcome with complete coverage, no finding and an empty ledger.
//! This crate knows no engine and no report format.

mod budget;
mod finding;
mod function;
mod ledger;
mod outcome;
mod progress;
mod task;

pub use budget::{Budget, Exhausted};
pub use finding::{Finding, InputValue, Invariant, Note, Scenario, Step, Storage};
pub use function::{FailedCheck, FunctionResult, FunctionVerdict};
pub use ledger::{Entry, Ledger, Reason};
pub use outcome::{Coverage, Outcome, Stats, UNWRITTEN, Verdict};
pub use progress::{Progress, Silent};
pub use task::{Malloc, Task};

/// A way to decide a task.
pub trait Engine {
    /// The name in options and statistics.
    fn name(&self) -> &'static str;

    /// Works on the task until it is done or the budget is exhausted.
    ///
    /// Obligations. Every finding describes an execution that the engine believes possible; it is `confirmed` only
    /// if the interpreter replayed it. Coverage is complete only if every execution of the task was accounted for.
    /// Whatever was dropped, guessed or not modelled is in the ledger. An exhausted budget is an entry too.
    fn run(&self, task: &Task<'_>, budget: &Budget, progress: &dyn Progress) -> Outcome;
}
