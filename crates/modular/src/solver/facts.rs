//! The premises of a path, shared by the states that have them in common.
//!
//! A premise is pushed once and then only shared. So the same address at the same place says that two lists of premises are
//! the same up to there, which is how a question finds what the one before it knew (`premises.rs`).

use crate::solver::term::Formula;
use imbl::Vector;
use std::sync::Arc;

/// Premises in the order in which they were found.
#[derive(Clone, Default, Debug)]
pub struct Facts {
    all: Vector<Arc<Formula>>,
}

impl Facts {
    /// Adds a premise.
    pub fn push_back(&mut self, fact: Formula) {
        self.all.push_back(Arc::new(fact));
    }

    /// All premises.
    pub fn iter(&self) -> impl Iterator<Item = &Formula> {
        self.all.iter().map(|fact| &**fact)
    }

    /// All premises from a place on, as they are shared.
    pub fn shared_from(&self, start: usize) -> impl Iterator<Item = &Arc<Formula>> {
        (start..self.all.len()).filter_map(|at| self.all.get(at))
    }

    /// A premise, as it is shared.
    pub fn get(&self, at: usize) -> Option<&Arc<Formula>> {
        self.all.get(at)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Drops some.
    pub fn retain(&mut self, mut keep: impl FnMut(&Formula) -> bool) {
        self.all.retain(|fact| keep(fact));
    }
}

impl Extend<Formula> for Facts {
    fn extend<I: IntoIterator<Item = Formula>>(&mut self, facts: I) {
        self.all.extend(facts.into_iter().map(Arc::new));
    }
}

impl FromIterator<Formula> for Facts {
    fn from_iter<I: IntoIterator<Item = Formula>>(facts: I) -> Facts {
        let mut all = Facts::default();
        all.extend(facts);
        all
    }
}
