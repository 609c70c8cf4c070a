//! Strategies: which state is explored next, and what becomes of states where paths meet.
//!
//! The transfer function is the same for all of them. A strategy ranks states, and is asked where there is something to
//! choose: at the start of a block, where states that are alike can be merged and those at a loop head joined; where a
//! function is called, which can be explored by itself; and where such an exploration ends.
//!
//! Obligation of every hook: each execution of the state that it is given is an execution of a state that it gives back,
//! of one that was or will be explored, or of one that is written down as lost. A strategy that drops executions
//! otherwise ([`guided`]) covers no task.

mod course;
pub mod exact;
pub mod guided;
mod notes;
pub mod seen;
pub mod shape;

use crate::context::Precision;
use crate::state::{Moving, State};
use crate::steps::{Edge, Error};
use crate::transfer::Transfer;
use engine::Outcome;
use logic::Term;
pub use notes::Notes;

/// How much more effort is made after an error was found: enough to see independent errors, soon over.
const EFFORT_AFTER_FINDING: u64 = 200_000;

/// How many more after a block was lost: many programs lose something at their end, which must not hide a crash.
const EFFORT_AFTER_LOSS: u64 = 1_000_000;

/// When a state goes on.
pub enum Turn {
    /// At once.
    Now(Moving),
    /// At once, unless a state waits that ranks lower.
    InOrder(Moving),
    /// When it has the lowest rank of all that wait.
    Waits(Moving),
}

/// How a task is explored.
pub trait Strategy {
    /// How much the transfer function shall tell apart.
    fn precision(&self) -> Precision;

    /// The exploration begins with a state.
    fn begins(&mut self, transfer: &mut Transfer<'_>, start: &State);

    /// The rank of a state that waits: the lowest is explored first, and of those with the same rank the one that came
    /// first.
    fn rank(&mut self, transfer: &mut Transfer<'_>, state: &State) -> Vec<u32>;

    /// A state has waited and is the next. Whether it need not be explored any more, because others cover it.
    fn is_obsolete(&mut self, _state: &State) -> bool {
        false
    }

    /// A state took an edge to the start of a block. Gives the states to go on with.
    fn arrives(&mut self, transfer: &mut Transfer<'_>, state: Moving, edge: Edge) -> Vec<Turn>;

    /// A state entered a function.
    fn enters(&mut self, transfer: &mut Transfer<'_>, state: Moving) -> Vec<Turn>;

    /// A function that is explored by itself returned values.
    fn leaves(&mut self, _transfer: &mut Transfer<'_>, _state: Moving, _values: Vec<Term>) -> Vec<Turn> {
        unreachable!("a strategy without entries has no states in them")
    }

    /// The program exits in a function that is explored by itself.
    fn exits(&mut self, _transfer: &mut Transfer<'_>, _state: Moving) -> Vec<Turn> {
        unreachable!("a strategy without entries has no states in them")
    }

    /// An error was found in a state. Gives how much more effort shall be made.
    fn finds(&mut self, error: &Error) -> u64 {
        match error.kind.is_recoverable() {
            true => EFFORT_AFTER_LOSS,
            false => EFFORT_AFTER_FINDING,
        }
    }

    /// Whether what was found or lost so far makes going on pointless.
    fn gives_up(&self, _outcome: &Outcome) -> bool {
        false
    }

    /// How far an exploration came that has to stop: how many states it saw, how many wait, and of which number of closed
    /// loops all paths were explored.
    fn progress(&self, seen: u64, waiting: u64, loops: u32) -> String {
        format!(
            "the search for errors explored {seen} states, {waiting} wait; all paths that close at most {loops} loops \
             were explored"
        )
    }

    /// The exploration is over, after so much work: what else there is to say.
    fn ends(&mut self, _transfer: &mut Transfer<'_>, _outcome: &mut Outcome, _work: u64) {}
}
