//! Questions to the solver.
//!
//! A question is whether a formula is impossible under the premises of a path. The answer depends on both alone; what is
//! kept here only makes it come faster. The rules of each set of node types are compiled once, and the solver of the last
//! question serves the next one as long as its premises begin the new ones: paths are followed depth first, so that is
//! most of the time. A solver that is not asked is never built.

use crate::solver::rules;
use crate::solver::term::Formula;
use crate::state::State;
use crate::types::layout::{Layouts, TargetId};
use chr::{Answer, Solver, Theories};
use engine::Budget;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// How much a question may cost, in steps of the solver.
const STEPS: u64 = 40_000;

/// What the solver says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    /// The formula is impossible.
    Impossible,
    /// No contradiction was found.
    Possible,
    /// The search was stopped.
    GaveUp,
}

/// Answers questions about the paths of one function.
pub struct Oracle<'a> {
    layouts: &'a Layouts<'a>,
    budget: &'a Budget,
    kept: RefCell<Kept>,
}

/// What is kept between questions.
#[derive(Default)]
struct Kept {
    /// Solvers without premises, whose rules are compiled, by the targets that these are about.
    compiled: BTreeMap<BTreeSet<TargetId>, Solver>,
    /// The solver of the last question.
    last: Option<Premises>,
}

/// A solver with the premises of one path.
struct Premises {
    solver: Solver,
    targets: BTreeSet<TargetId>,
    told: imbl::Vector<Formula>,
}

impl<'a> Oracle<'a> {
    /// An oracle that was not asked yet.
    pub fn new(layouts: &'a Layouts<'a>, budget: &'a Budget) -> Oracle<'a> {
        Oracle { layouts, budget, kept: RefCell::default() }
    }

    /// Whether `formula` is impossible in a state.
    pub fn ask(&self, state: &State, formula: &Formula) -> Said {
        let mut kept = self.kept.borrow_mut();
        let last = kept.last.take().filter(|last| last.begins(&state.facts));
        let mut targets = BTreeSet::new();
        formula.for_each_target(&mut |target| {
            targets.insert(target);
        });
        let told = last.as_ref().map_or(0, |last| last.told.len());
        for fact in state.facts.iter().skip(told) {
            fact.for_each_target(&mut |target| {
                targets.insert(target);
            });
        }
        let mut premises = match last.filter(|last| targets.is_subset(&last.targets)) {
            Some(premises) => premises,
            None => {
                for fact in state.facts.iter().take(told) {
                    fact.for_each_target(&mut |target| {
                        targets.insert(target);
                    });
                }
                match kept.solver(self.layouts, &targets) {
                    Some(solver) => Premises { solver, targets, told: imbl::Vector::new() },
                    None => return Said::GaveUp,
                }
            }
        };
        let said = premises.ask(&state.facts, formula, self.budget);
        kept.last = Some(premises);
        said
    }

    /// Whether `formula` is impossible in a state, surely.
    pub fn refutes(&self, state: &State, formula: &Formula) -> bool {
        self.ask(state, formula) == Said::Impossible
    }
}

impl Kept {
    /// A solver with the rules for some targets, and without premises; none if the rules are not understood.
    fn solver(&mut self, layouts: &Layouts<'_>, targets: &BTreeSet<TargetId>) -> Option<Solver> {
        if let Some(solver) = self.compiled.get(targets) {
            return Some(solver.clone());
        }
        let mut solver = Solver::new(Theories { heaps: false, dom: false, ..Theories::all() });
        solver.load_rules(&rules::rules(layouts, targets), "data structures").ok()?;
        self.compiled.insert(targets.clone(), solver.clone());
        Some(solver)
    }
}

impl Premises {
    /// Whether some facts begin with what the solver was told.
    fn begins(&self, facts: &imbl::Vector<Formula>) -> bool {
        self.told.len() <= facts.len() && self.told.iter().zip(facts).all(|(told, fact)| told == fact)
    }

    /// Tells the solver the facts that are new to it, and asks.
    fn ask(&mut self, facts: &imbl::Vector<Formula>, formula: &Formula, budget: &Budget) -> Said {
        for fact in facts.iter().skip(self.told.len()) {
            if self.solver.assert(&fact.expr()).is_err() {
                return Said::GaveUp;
            }
            self.told.push_back(fact.clone());
        }
        let Ok(assumption) = self.solver.assume(&formula.expr()) else { return Said::GaveUp };
        match self.solver.check_assuming(&[assumption], &budget.with_work(STEPS)) {
            Ok(Answer::Unsat) => Said::Impossible,
            Ok(Answer::Unknown) => Said::Possible,
            Ok(Answer::Stopped(_)) | Err(_) => Said::GaveUp,
        }
    }
}
