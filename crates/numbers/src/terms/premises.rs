//! Whether questions contradict conditions, where many questions are asked about the same conditions.
//!
//! A join asks hundreds of questions about each of two paths, and nearly all of those that no model refutes are about
//! differences of numbers. What a path says of numbers is put together once and remembered, so that a question costs what
//! it says itself. Conditions that begin like remembered ones add to what these say.

use super::{Knowledge, refutes};
use crate::state::Bottom;
use logic::{Term, TermStore};
use std::collections::VecDeque;

/// For how many lists of conditions it is remembered what they say.
const REMEMBERED: usize = 16;

/// What some lists of conditions say, those that were asked about last first.
#[derive(Default)]
pub struct Premises {
    known: VecDeque<(Vec<Term>, Result<Knowledge, Bottom>)>,
}

impl Premises {
    /// Nothing is remembered yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// What conditions say.
    fn knowledge(&mut self, store: &TermStore, conditions: &[Term]) -> &Result<Knowledge, Bottom> {
        if let Some(at) = self.known.iter().position(|(known, _)| known == conditions) {
            let found = self.known.remove(at).expect("in range");
            self.known.push_front(found);
        } else {
            let begins = |known: &&(Vec<Term>, Result<Knowledge, Bottom>)| conditions.starts_with(&known.0);
            let longest = self.known.iter().filter(begins).max_by_key(|(known, _)| known.len());
            let made = match longest {
                Some((known, Err(Bottom))) if !known.is_empty() => Err(Bottom),
                Some((known, Ok(start))) if 2 * known.len() >= conditions.len() => {
                    let mut start = start.clone();
                    start.assume_all(store, &conditions[known.len()..]).map(|()| start)
                }
                _ => {
                    let mut start = Knowledge::new();
                    start.assume_all(store, conditions).map(|()| start)
                }
            };
            self.known.push_front((conditions.to_vec(), made));
            self.known.truncate(REMEMBERED);
        }
        &self.known[0].1
    }
}

impl Knowledge {
    /// Assumes all conditions, twice: bounds that come late show that sums before them do not wrap around.
    fn assume_all(&mut self, store: &TermStore, conditions: &[Term]) -> Result<(), Bottom> {
        for _ in 0..2 {
            conditions.iter().try_for_each(|condition| self.assume(store, *condition, true))?;
            self.open.sort_unstable();
            self.open.dedup();
        }
        self.reconsider(store)
    }
}

impl logic::Refuter for Premises {
    fn contradicts(&mut self, store: &TermStore, conditions: &[Term], question: &[Term]) -> bool {
        let Ok(known) = self.knowledge(store, conditions) else { return true };
        if question.iter().any(|part| known.decide(store, *part) == Some(false)) {
            return true;
        }
        let mut case = known.clone();
        case.assume_all(store, question).is_err()
    }

    fn refutes(&self, store: &TermStore, conditions: &[Term]) -> bool {
        refutes(store, conditions)
    }
}
