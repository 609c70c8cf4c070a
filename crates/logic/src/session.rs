//! Many questions about one large formula.
//!
//! A [`Solver`](crate::Solver) follows paths of symbolic execution. A [`Session`] is for the other way of working: one
//! formula that only grows, and thousands of questions about it under changing assumptions, as invariant inference
//! asks them. Terms are translated once; assumptions become literals, so nothing learnt is ever lost.
//!
//! What is asserted for good simplifies what follows: an equation whose left side is a variable that nothing translated
//! mentions yet gives the variable the bits of the right side, and bits that are known are constants of later circuits.
//!
//! Invariant: an answer `Sat` comes with a model in which every asserted term and every assumption was evaluated to
//! true by code that shares nothing with the bit-blaster.

use crate::eval::{Evaluation, Model};
use crate::sat::{Blaster, Verdict};
use crate::term::{Term, TermStore};
use budget::{Budget, Exhausted};
use std::time::{Duration, Instant};

/// How many propagations are a unit of work.
const PROPAGATIONS: u64 = 200;

/// How many variables of the SAT solver are a unit of work.
const VARIABLES: u64 = 20;

/// What a session says about a question.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Satisfiable, with a model.
    Sat(Model),
    /// Unsatisfiable with these of the assumptions, in the order given.
    Unsat(Vec<Term>),
    /// Not decided.
    Unknown(Exhausted),
}

/// One growing formula. See the module documentation.
pub struct Session {
    blaster: Blaster,
    asserted: Vec<Term>,
    budget: Budget,
    checks: u64,
    solving: Duration,
}

impl Session {
    /// The formula that is always true.
    pub fn new(budget: Budget) -> Session {
        Session { blaster: Blaster::new(), asserted: Vec::new(), budget, checks: 0, solving: Duration::ZERO }
    }

    /// The same for a formula that grows by what its models violate: the search stays with what it met last.
    pub fn focused(budget: Budget) -> Session {
        Session { blaster: Blaster::focused(), ..Session::new(budget) }
    }

    /// Makes a Boolean part of the formula.
    pub fn assert(&mut self, store: &TermStore, term: Term) -> Result<(), Exhausted> {
        self.assert_all(store, &[term])
    }

    /// Makes Booleans part of the formula. Equations that define variables are taken first: more is known then.
    pub fn assert_all(&mut self, store: &TermStore, terms: &[Term]) -> Result<(), Exhausted> {
        let start = Instant::now();
        let result = self.require_all(store, terms);
        self.solving += start.elapsed();
        result
    }

    fn require_all(&mut self, store: &TermStore, terms: &[Term]) -> Result<(), Exhausted> {
        self.blaster.start(&self.budget);
        let mut rest = Vec::new();
        for &term in terms {
            assert_eq!(store.width(term), 1, "a formula has one bit");
            for conjunct in store.conjuncts(term) {
                if !self.blaster.define(store, conjunct)? {
                    rest.push(conjunct);
                }
            }
            self.asserted.push(term);
        }
        for term in rest {
            let literal = self.blaster.literal(store, term)?;
            self.blaster.require(literal);
        }
        Ok(())
    }

    /// Is the formula satisfiable with the assumptions?
    pub fn check(&mut self, store: &TermStore, assumptions: &[Term]) -> Reply {
        self.checks += 1;
        let start = Instant::now();
        let reply = self.answer(store, assumptions);
        self.solving += start.elapsed();
        reply
    }

    fn answer(&mut self, store: &TermStore, assumptions: &[Term]) -> Reply {
        self.blaster.start(&self.budget);
        let mut literals = Vec::with_capacity(assumptions.len());
        for &term in assumptions {
            match self.blaster.literal(store, term) {
                Ok(literal) => literals.push(literal),
                Err(reason) => return Reply::Unknown(reason),
            }
        }
        match self.blaster.solve(&literals) {
            Verdict::Sat => {
                let model = self.blaster.model();
                let mut evaluation = Evaluation::new(&model);
                let good = self.asserted.iter().chain(assumptions).all(|&term| evaluation.holds(store, term));
                assert!(good, "a model found by SAT satisfies the formula and the assumptions");
                Reply::Sat(model)
            }
            Verdict::Unsat(core) => {
                let used = assumptions.iter().zip(&literals).filter(|(_, literal)| core.contains(literal));
                Reply::Unsat(used.map(|(&term, _)| term).collect())
            }
            Verdict::Unknown(reason) => Reply::Unknown(reason),
        }
    }

    /// How long it took to translate formulas and to answer.
    pub fn solving(&self) -> Duration {
        self.solving
    }

    /// How many questions were asked.
    pub fn checks(&self) -> u64 {
        self.checks
    }

    /// The conflicts of all searches so far.
    pub fn conflicts(&self) -> u64 {
        self.blaster.work().1
    }

    /// The work so far, a measure that does not depend on the machine: questions, conflicts, and what large formulas
    /// cost without any, variables and propagations.
    pub fn work(&self) -> u64 {
        let (propagations, conflicts) = self.blaster.work();
        self.checks + conflicts + propagations / PROPAGATIONS + self.blaster.size() as u64 / VARIABLES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assumptions_come_and_go_and_assertions_stay() {
        let mut store = TermStore::new();
        let (x, y) = (store.var("x", 8), store.var("y", 8));
        let mut session = Session::new(Budget::unlimited());
        let below = store.ult(x, y);
        session.assert(&store, below).unwrap();
        let ten = store.num(8, 10);
        let (small, zero) = (store.ult(y, ten), store.zero(8));
        let none = store.eq(y, zero);
        assert!(matches!(session.check(&store, &[small]), Reply::Sat(_)));
        let Reply::Unsat(core) = session.check(&store, &[small, none]) else { panic!("x < 0") };
        assert!(core.contains(&none));
        let Reply::Sat(model) = session.check(&store, &[small]) else { panic!("still satisfiable") };
        assert!(model.satisfies(&store, below));
        let contradiction = store.ult(y, x);
        session.assert(&store, contradiction).unwrap();
        assert!(matches!(session.check(&store, &[]), Reply::Unsat(core) if core.is_empty()));
        assert_eq!(session.checks(), 4);
    }

    #[test]
    fn a_budget_ends_a_question() {
        let mut store = TermStore::new();
        let (x, y) = (store.var("x", 32), store.var("y", 32));
        let product = store.mul(x, y);
        let goal = store.num(32, 0xfff1_fff5);
        let equal = store.eq(product, goal);
        let one = store.num(32, 0xffff);
        let (a, b) = (store.ult(x, one), store.ult(y, one));
        let budget = Budget::unlimited().with_work(1);
        let mut session = Session::new(budget);
        assert!(matches!(session.check(&store, &[equal, a, b]), Reply::Unknown(Exhausted::Work)));
    }
}
