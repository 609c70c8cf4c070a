//! Inputs of any length, where executions are explored one by one: short ones first, longer ones later.
//!
//! An instruction that reads an input explores those up to some length. What is longer is no loss: the state before the
//! instruction waits, as if it had closed some loops, and executes it again for inputs of up to twice that length. So a
//! search has no limit but its budget, and what short inputs show is found first.

use crate::state::{Moving, State};
use crate::steps::Next;
use crate::transfer::Transfer;
use crate::transfer::library::Results;
use clib::Primitive;

/// How many loops a path might close while longer inputs wait.
const LATER: u32 = 3;

/// How long the inputs are that an instruction explores in a state, where the first time they have up to `first` bytes:
/// those that it did not explore before, to the longest.
pub fn lengths(state: &State, first: u64) -> std::ops::RangeInclusive<u64> {
    match state.round {
        0 => 0..=first,
        round => (first << (round - 1).min(32)) + 1..=first << round.min(32),
    }
}

/// Whether a primitive explores inputs by their length.
fn reads_inputs(primitive: Primitive) -> bool {
    use Primitive::{Fgets, Fread, Getenv, Read, Scan};
    matches!(primitive, Fgets | Fread | Read | Getenv | Scan(_))
}

impl Transfer<'_> {
    /// The instruction that is executed does not explore inputs that are longer.
    pub fn leaves_longer(&mut self) {
        self.said.leaves_longer = true;
    }

    /// Executes a primitive, later again where it left longer inputs.
    pub fn with_longer(
        &mut self,
        state: Moving,
        primitive: Primitive,
        execute: impl FnOnce(&mut Self, Moving) -> Results,
    ) -> Results {
        if self.context.precision.any_text || !reads_inputs(primitive) {
            return execute(self, state);
        }
        let before = state.clone();
        let mut results = execute(self, state);
        results.iter_mut().for_each(|(state, _)| state.round = 0);
        if std::mem::take(&mut self.said.leaves_longer) {
            let mut again = before;
            again.top_mut().next -= 1;
            self.wait_for_longer(again);
        }
        results
    }

    /// A state that does the same again for longer inputs.
    pub fn wait_for_longer(&mut self, mut state: Moving) {
        state.round += 1;
        state.depth += LATER;
        self.said.push(Next::Waits(state));
    }
}
