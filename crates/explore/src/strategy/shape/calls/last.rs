//! Calls of functions that never return, such as those that print a message and end the program.
//!
//! Whoever makes such a call never goes on. What only the active calls can reach is out of reach for good, as it is when the
//! program exits ([`super::exit`]), so it is forgotten, and the calls themselves are, too. Ways to the function from all
//! over the program then differ in its arguments only: they meet at its beginning, and are joined as at a loop head. Without
//! that, what prints a message is explored for each state of each place that may fail.
//!
//! Obligation: an execution of the function, and of what runs at exit, is one of a state that is given back or covers it.
//! None returns to what was forgotten, because none returns; a program that jumps out of calls is left alone.

use super::cut::pending;
use super::exit::holding;
use crate::state::Moving;
use crate::strategy::shape::Analysis;
use crate::strategy::shape::heads::{Explored, Position, position};
use ir::Property;
use logic::Term;
use rustc_hash::FxHashMap;

/// The states at the beginning of functions that never return, by how many values their callers hold.
pub(super) type LastCalls = FxHashMap<(Position, usize), Vec<Explored>>;

impl Analysis<'_, '_> {
    /// Whether a call that has just begun is one whose callers can be forgotten. The library's functions are told as
    /// calls of the program that makes them.
    pub(super) fn is_last_call(&mut self, state: &Moving) -> bool {
        let function = state.top().function;
        let graph = self.call_graph();
        let has_callers = !state.notes.is_last && state.frames.len() > 1;
        // What the callers of an entry hold is not known there.
        let is_known = !state.is_in_entry()
            || !self.transfer.context.task.properties.contains(Property::ValidMemcleanup);
        has_callers
            && is_known
            && graph.calls_nest()
            && graph.never_returns(function)
            && !self.transfer.context.library.is_library(function)
    }

    /// A call that never returns has begun: its callers are forgotten, and it meets others.
    pub(super) fn begin_last_call(&mut self, mut state: Moving) {
        let callee = state.frames.pop().expect("a call has begun");
        let roots = callee.values.iter().chain(&callee.vars).flatten().copied().chain(pending(&state));
        let roots: Vec<Term> = roots.collect();
        let values = self.leave_calls(&mut state, roots, &callee.stack);
        let held = values.len();
        state.abandoned = vec![holding(&callee, values)];
        state.frames = vec![callee];
        state.notes.entry = None;
        state.notes.is_last = true;
        for state in self.transfer.without_lost(state) {
            let place = (position(&state), held);
            let mut known = self.known.calls.last.remove(&place).unwrap_or_default();
            self.join_waiting(&mut known, state);
            self.known.calls.last.insert(place, known);
        }
    }
}
