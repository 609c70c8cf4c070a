//! Questions about a formula of which little matters to each of them.
//!
//! A program with many loops has rows for all of them, at every object whose forgotten contents the formula mentions, and
//! pairs of such objects that may be the same: with the square of the number of loops and more. A question about one
//! loop needs a few of these facts. So facts wait until a model violates them; then they are told to the solver, and the
//! question is asked again. What is assumed for one question waits in the same way, and the places where it once
//! mattered are assumed from then on.
//!
//! Invariant: an answer `Sat` comes with a model of everything, told or not. An answer `Unsat` follows from less.

use engine::{Budget, Exhausted};
use logic::{Evaluation, Reply, Session, Term, TermStore};
use rustc_hash::FxHashSet;
use std::time::Duration;

/// Where a row is assumed: guard and expression.
pub type Place = (Term, Term);

/// Something that is assumed for a question; always, or as far as it matters at its place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Assumed {
    /// What is assumed.
    pub term: Term,
    /// Where.
    pub place: Option<Place>,
}

/// A growing formula, and what was asked about it.
pub struct Questions {
    session: Session,
    waiting: Vec<Term>,
    places: FxHashSet<Place>,
}

impl Questions {
    /// The formula that is always true.
    pub fn new(budget: Budget) -> Questions {
        Questions { session: Session::new(budget), waiting: Vec::new(), places: FxHashSet::default() }
    }

    /// The solver, for figures.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Makes a Boolean part of the formula.
    pub fn assert(&mut self, store: &TermStore, term: Term) -> Result<(), Exhausted> {
        self.session.assert(store, term)
    }

    /// Makes a Boolean part of the formula as soon as it matters.
    pub fn assert_later(&mut self, term: Term) {
        self.waiting.push(term);
    }

    /// Is the formula satisfiable with the assumptions and the goal?
    pub fn check(&mut self, store: &TermStore, assumed: &[Assumed], goal: Term) -> Reply {
        loop {
            let needed =
                assumed.iter().filter(|it| it.place.is_none_or(|place| self.places.contains(&place)));
            let question: Vec<Term> = needed.map(|it| it.term).chain([goal]).collect();
            let reply = self.session.check(store, &question);
            let Reply::Sat(model) = &reply else { return reply };
            let mut evaluation = Evaluation::new(model);
            let (holding, violated): (Vec<Term>, Vec<Term>) =
                self.waiting.iter().partition(|term| evaluation.holds(store, **term));
            let mut missed = false;
            for it in assumed.iter().filter(|it| !evaluation.holds(store, it.term)) {
                missed |= it.place.is_some_and(|place| self.places.insert(place));
            }
            if violated.is_empty() && !missed {
                return reply;
            }
            self.waiting = holding;
            if let Err(reason) = self.session.assert_all(store, &violated) {
                return Reply::Unknown(reason);
            }
        }
    }

    /// The work so far.
    pub fn work(&self) -> u64 {
        self.session.work()
    }

    /// How long the solver took.
    pub fn solving(&self) -> Duration {
        self.session.solving()
    }
}
