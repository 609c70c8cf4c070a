//! Terms of `logic` as variables of the domain: what a conjunction of conditions says of numbers.
//!
//! A [`Knowledge`] is made from conditions ([`Knowledge::assume`]) and decides others ([`Knowledge::decide`]), in
//! microseconds and without a solver; what it cannot decide is open, never wrong. Its variables are terms: the variables
//! that conditions speak of, and compound terms that cannot be told by others, as `n % 10` or a sum that may wrap around.
//!
//! - [`read`]: the value of a term, and the term as a linear expression over whole numbers, where nothing wraps.
//! - [`assume`]: what a condition says of its terms, in both directions.
//! - [`decide`]: whether a condition holds.
//! - [`refute`]: whether conditions contradict each other.
//! - [`premises`]: whether questions contradict conditions that many are asked about.
//! - [`write`]: what is known, as terms; and the join of what two states know of corresponding terms.

mod assume;
mod decide;
mod premises;
mod read;
mod refute;
mod write;

pub use premises::Premises;
pub use refute::refutes;
pub use write::{Correspondence, Joining};

use crate::state::{Bottom, Numbers};
use crate::value::Value;
use logic::{Term, TermStore};

/// What conditions say of the terms in them.
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    state: Numbers<Term>,
    /// Disjunctions of which more than one part may hold.
    open: Vec<(Term, bool)>,
    /// How many more terms the condition at hand may narrow.
    fuel: u32,
}

/// How many questions were asked, and how many were decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Decided {
    /// Conditions that were shown to hold.
    pub entailed: u64,
    /// Conditions that were shown not to hold.
    pub contradicted: u64,
    /// Conditions of which neither could be shown.
    pub open: u64,
}

impl Decided {
    /// Counts an answer.
    pub fn note(&mut self, answer: Option<bool>) {
        match answer {
            Some(true) => self.entailed += 1,
            Some(false) => self.contradicted += 1,
            None => self.open += 1,
        }
    }
}

impl Knowledge {
    /// Nothing is known.
    pub fn new() -> Self {
        Self::default()
    }

    /// What a conjunction says. Conditions are looked at twice, since bounds that come late show that sums before them do
    /// not wrap around.
    pub fn of(store: &TermStore, conditions: &[Term]) -> Result<Self, Bottom> {
        let mut known = Self::new();
        for _ in 0..2 {
            known.open.clear();
            for condition in conditions {
                known.assume(store, *condition, true)?;
            }
        }
        Ok(known)
    }

    /// The state over terms.
    pub fn state(&self) -> &Numbers<Term> {
        &self.state
    }

    /// What is known of a term; `None` if it is too wide.
    pub fn value(&self, store: &TermStore, term: Term) -> Option<Value> {
        read::Reader::new(store, &self.state).value(term)
    }
}
