//! Earlier models, tried on new questions.
//!
//! Most branches of a program leave one side open that the last model already takes. Each candidate remembers how
//! many levels of the followed path it satisfies and every value it computed, so trying it costs the new terms
//! only. A variable that a level defines and mentions first gets its value from the definition.

use super::follow::Follower;
use crate::eval::{Memo, Model, evaluate};
use crate::term::{Term, TermStore};
use std::collections::VecDeque;
use std::sync::Arc;

/// How many models are kept.
const MODELS: usize = 8;
/// Values remembered per model before it starts over.
const VALUES: usize = 100_000;

pub(crate) struct Candidate {
    pub(crate) model: Arc<Model>,
    values: Memo,
    /// The first so many levels hold.
    holds: usize,
    /// The level after those is known not to hold.
    failed: bool,
}

impl Candidate {
    pub(crate) fn new(model: Model) -> Self {
        Candidate { model: Arc::new(model), values: Memo::default(), holds: 0, failed: false }
    }

    /// The value of a Boolean.
    pub(crate) fn satisfies(&mut self, store: &TermStore, term: Term) -> bool {
        if self.values.len() > VALUES {
            self.values.clear();
        }
        evaluate(store, &self.model, &mut self.values, term);
        self.values[&term].is_one()
    }

    /// Does the whole path hold?
    pub(crate) fn satisfies_path(&mut self, store: &TermStore, follower: &Follower) -> bool {
        while !self.failed && self.holds < follower.levels.len() {
            let level = self.holds;
            for d in follower.fresh_definitions(level) {
                if self.model.get(d.var).is_none() {
                    evaluate(store, &self.model, &mut self.values, d.by);
                    let value = self.values[&d.by].clone();
                    if self.values.contains_key(&store.var_term(d.var)) {
                        self.values.clear(); // it was taken for zero before
                    }
                    Arc::make_mut(&mut self.model).set(d.var, value);
                }
            }
            if self.satisfies(store, follower.levels[level].term) {
                self.holds += 1;
            } else {
                self.failed = true;
            }
        }
        !self.failed
    }
}

/// The most recent models, newest first.
#[derive(Default)]
pub(crate) struct Models {
    candidates: VecDeque<Candidate>,
}

impl Models {
    /// The path was cut back to `levels` levels.
    pub(crate) fn cut(&mut self, levels: usize) {
        for c in &mut self.candidates {
            if c.holds > levels || (c.holds == levels && c.failed) {
                c.holds = c.holds.min(levels);
                c.failed = false;
            }
        }
    }

    pub(crate) fn add(&mut self, candidate: Candidate) -> Arc<Model> {
        let model = candidate.model.clone();
        self.candidates.push_front(candidate);
        self.candidates.truncate(MODELS);
        model
    }

    /// A model of the path, and one of path and goals if there is one among the candidates.
    pub(crate) fn find(
        &mut self,
        store: &TermStore,
        follower: &Follower,
        goals: &[Term],
    ) -> (Option<Arc<Model>>, Option<Arc<Model>>) {
        let mut base = None;
        for i in 0..self.candidates.len() {
            let c = &mut self.candidates[i];
            if !c.satisfies_path(store, follower) {
                continue;
            }
            if goals.iter().all(|&g| c.satisfies(store, g)) {
                let model = c.model.clone();
                let hit = self.candidates.remove(i).expect("in range");
                self.candidates.push_front(hit);
                return (Some(model.clone()), Some(model));
            }
            base.get_or_insert_with(|| c.model.clone());
        }
        (base, None)
    }
}
