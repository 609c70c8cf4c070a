//! The satisfiability checks of one question: a path that grows by instances, and the negation of what is to be shown.
//!
//! The first check is made by the solver that follows the path: it knows earlier models, and most conditions need no
//! more. After that the question has an instance of its own, in which all is asserted for good, so that what is known
//! simplifies what is added.

use crate::equalities::Equalities;
use logic::{Answer, Budget, Core, PathCondition, Reply, Session, Solver, Term, TermStore};
use std::sync::Arc;

/// How many conflicts the first check may take, and each check in an attempt that is hasty.
const FEW_CONFLICTS: u64 = 600;
const MANY_CONFLICTS: u64 = 50_000;

/// The checks of one question.
pub struct Search {
    /// The negation, and what is assumed besides for this question only.
    terms: Vec<Term>,
    budget: Budget,
    session: Option<Session>,
    equalities: Equalities,
    /// How many conjuncts of the path the session has.
    taken: usize,
    /// How many of the terms it has.
    said: usize,
    asked: bool,
    /// The conflicts of all checks.
    conflicts: u64,
}

impl Search {
    /// A question that was not asked yet; each check may take so many conflicts.
    pub fn new(budget: &Budget, negation: Term, hasty: bool, most: u64) -> Search {
        let budget = if hasty { budget.with_work(MANY_CONFLICTS) } else { budget.clone() };
        let budget = if most < u64::MAX { budget.with_work(most) } else { budget };
        Search {
            terms: vec![negation],
            budget,
            session: None,
            equalities: Equalities::default(),
            taken: 0,
            said: 0,
            asked: false,
            conflicts: 0,
        }
    }

    /// A question that is not asked of the solver that follows the path, which would keep what it is told.
    pub fn alone(budget: &Budget, negation: Term, most: u64) -> Search {
        Search { asked: true, ..Search::new(budget, negation, true, most) }
    }

    /// The negation, and what is assumed besides.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The conflicts of all checks so far.
    pub fn conflicts(&self) -> u64 {
        self.conflicts
    }

    /// Assumes something besides, for this question only.
    pub fn also(&mut self, term: Term) {
        self.terms.push(term);
    }

    /// Whether the path has a model with the negation.
    pub fn check(&mut self, t: &mut TermStore, solver: &mut Solver, path: &PathCondition) -> Answer {
        if !self.asked {
            self.asked = true;
            let whole = solver.budget().clone();
            solver.set_budget(whole.with_work(FEW_CONFLICTS));
            let answer = solver.check(t, path, &self.terms);
            solver.set_budget(whole);
            if matches!(answer, Answer::Unknown(_)) {
                self.conflicts += FEW_CONFLICTS;
            }
            if !matches!(answer, Answer::Unknown(_)) {
                return answer;
            }
        }
        let mut session = match self.session.take() {
            Some(session) => session,
            None => {
                (self.taken, self.said) = (0, 0);
                self.equalities = Equalities::default();
                Session::focused(self.budget.clone())
            }
        };
        let mut new = self.terms[self.said..].to_vec();
        new.extend(path.terms().split_off(self.taken));
        self.said = self.terms.len();
        let facts = self.equalities.facts(t, &new);
        new.extend(facts);
        if let Err(why) = session.assert_all(t, &new) {
            return Answer::Unknown(why);
        }
        self.taken = path.len();
        let before = session.conflicts();
        let reply = session.check(t, &[]);
        self.conflicts += session.conflicts() - before;
        match reply {
            Reply::Unsat(_) => Answer::Unsat(Core::default()),
            Reply::Unknown(why) => Answer::Unknown(why),
            Reply::Sat(model) => {
                self.session = Some(session);
                Answer::Sat(Arc::new(model))
            }
        }
    }
}
