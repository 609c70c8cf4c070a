//! The queue of states that wait: the lowest rank first, then first come, first served.

use crate::state::Moving;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// A state that waits.
struct Waiting {
    rank: Vec<u32>,
    number: u64,
    state: Moving,
}

impl Waiting {
    fn key(&self) -> Reverse<(&[u32], u64)> {
        Reverse((&self.rank, self.number))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}
impl Eq for Waiting {}
impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

/// The states that wait.
#[derive(Default)]
pub struct Queue {
    waiting: BinaryHeap<Waiting>,
    pushed: u64,
}

impl Queue {
    /// Adds a state.
    pub fn push(&mut self, rank: Vec<u32>, state: Moving) {
        self.pushed += 1;
        self.waiting.push(Waiting { rank, number: self.pushed, state });
    }

    /// Takes the state that is next.
    pub fn pop(&mut self) -> Option<Moving> {
        self.waiting.pop().map(|waiting| waiting.state)
    }

    /// Whether a state waits that ranks lower.
    pub fn has_lower(&self, rank: &[u32]) -> bool {
        self.waiting.peek().is_some_and(|waiting| waiting.rank.as_slice() < rank)
    }

    /// How many states wait.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }
}
