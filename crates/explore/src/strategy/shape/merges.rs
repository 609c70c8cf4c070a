//! Where branches meet: states are joined there, too, once many of them wait.
//!
//! States stay apart behind a branch, since what they know of it may decide the next one. But branches in a row multiply: a
//! program that may take a node off each of eight lists has thousands of states before the next loop joins them. So where
//! many states wait at one place they are joined as at a loop head. Only states that wait are joined with each
//! other: those that went on belong to earlier rounds of a loop, which its head joins, if at all. Functions of the library
//! are short, and what they found out about a string is what their caller asked for.

use super::Analysis;
use super::heads::{AtHead, Explored, HeadStateId, Position, position};
use crate::state::{Moving, State};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many states may wait at one place before they are joined.
const CROWD: usize = 32;

/// The states that wait where branches meet.
#[derive(Default)]
pub struct Merges {
    at: FxHashMap<Position, Waiting>,
    /// Those of them that wait no longer.
    gone: FxHashSet<HeadStateId>,
}

/// The states that wait at one place.
#[derive(Default)]
struct Waiting {
    states: Vec<Explored>,
    /// Whether there are so many that they are joined.
    is_crowded: bool,
}

impl Merges {
    /// A state waits no longer.
    pub fn goes_on(&mut self, state: &State) {
        self.gone.extend(state.notes.at_head.filter(|at| !at.closes).map(|at| at.id));
    }
}

impl Analysis<'_, '_> {
    /// A state where branches meet waits for its turn, unless one that waits covers it.
    pub(super) fn wait_at_merge(&mut self, state: Moving) {
        if self.transfer.context.library.is_library(state.top().function) {
            self.later.push(state);
            return;
        }
        let position = position(&state);
        let mut waiting = self.known.merges.at.remove(&position).unwrap_or_default();
        let (merges, heads) = (&mut self.known.merges, &self.known.heads);
        waiting.states.retain(|it| !merges.gone.remove(&it.id) && !heads.was_superseded(it.id));
        waiting.is_crowded &= !waiting.states.is_empty();
        if !waiting.is_crowded && waiting.states.len() == CROWD {
            waiting.is_crowded = true;
            for other in std::mem::take(&mut waiting.states) {
                self.known.heads.supersede(other.id);
                self.join_waiting(&mut waiting.states, other.state);
            }
        }
        match waiting.is_crowded {
            true => self.join_waiting(&mut waiting.states, state),
            false => {
                let marks = self.known.literals.marks(&self.transfer.symbols.store, &state);
                let id = self.known.heads.next_id();
                waiting.states.push(Explored { state: state.clone(), marks, id, joins: 0 });
                self.wait_as(id, state);
            }
        }
        self.known.merges.at.insert(position, waiting);
    }

    /// A state is joined with those that wait.
    pub(super) fn join_waiting(&mut self, waiting: &mut Vec<Explored>, mut state: Moving) {
        self.simplify(&mut state);
        if state.is_general {
            self.abstract_lists(&mut state);
        }
        let joined = self.add_to(waiting, state);
        match (joined, waiting.last().map(|added| added.id)) {
            (Some(state), Some(id)) => self.wait_as(id, state),
            _ => self.transfer.said.figures.merged += 1,
        }
    }

    fn wait_as(&mut self, id: HeadStateId, mut state: Moving) {
        state.notes.at_head = Some(AtHead { id, closes: false });
        self.later.push(state);
    }
}
