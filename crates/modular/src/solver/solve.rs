//! Questions to the solver.
//!
//! A question is whether a formula is impossible under the premises of a path. The answer depends on both alone; what is
//! kept here only makes it come faster:
//!
//! - Premises that cannot contradict anything are left out (`reduce.rs`), once for all questions of a path (`premises.rs`).
//! - Premises that share no value with the formula, directly or through other premises, can only contradict themselves: a
//!   rule relates values of different *parts* by their being different at most, and there are enough values for that. So each
//!   part is a question of its own, and a small one.
//! - A part that was asked before, in other words or on another path, is not asked again: its key leaves out how values are
//!   numbered.
//! - The rules of each set of node types are compiled once, and the solver of an earlier question serves the next one as
//!   long as its premises begin the new ones. A solver that is not asked is never built.

use crate::solver::parts::{self, Part};
use crate::solver::premises::{Asked, Premises};
use crate::solver::term::Formula;
use crate::solver::{reduce, rules};
use crate::state::State;
use crate::types::layout::{Layouts, TargetId};
use chr::{Answer, Solver, Theories};
use engine::Budget;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

/// How much a question may cost, in steps of the solver.
const STEPS: u64 = 40_000;
/// How many solvers with premises are kept.
const MOST_SOLVERS: usize = 12;
/// How many sets of rules are kept.
const MOST_COMPILED: usize = 400;

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

impl Said {
    /// What is said of two parts together.
    fn and(self, other: impl FnOnce() -> Said) -> Said {
        match self {
            Said::Impossible => self,
            Said::Possible => other(),
            Said::GaveUp => match other() {
                Said::Impossible => Said::Impossible,
                Said::Possible | Said::GaveUp => self,
            },
        }
    }
}

/// Solvers without premises, whose rules are compiled, by the targets that these are about.
pub type Compiled = Mutex<BTreeMap<BTreeSet<TargetId>, Arc<Solver>>>;

/// Answers questions about the paths of one function.
pub struct Oracle<'a> {
    layouts: &'a Layouts<'a>,
    budget: &'a Budget,
    kept: RefCell<Kept>,
}

/// What is kept between questions.
#[derive(Default)]
struct Kept {
    /// The premises of the path that was asked about last.
    path: Premises,
    /// What was said, by the key of the part.
    answers: FxHashMap<Vec<u64>, Said>,
    /// Solvers with premises, the one that was asked last at the end.
    solvers: Vec<Teller>,
}

/// A solver with some premises of a path.
struct Teller {
    solver: Solver,
    targets: BTreeSet<TargetId>,
    told: Vec<Formula>,
}

impl<'a> Oracle<'a> {
    /// An oracle that was not asked yet.
    pub fn new(layouts: &'a Layouts<'a>, budget: &'a Budget) -> Oracle<'a> {
        Oracle { layouts, budget, kept: RefCell::default() }
    }

    /// Whether `formula` is impossible in a state.
    pub fn ask(&self, state: &State, formula: &Formula) -> Said {
        if *formula == Formula::Bool(false) {
            return Said::Impossible;
        }
        let kept = &mut *self.kept.borrow_mut();
        kept.path.follow(&state.facts);
        let Asked { connected, others } = kept.path.asked(formula);
        let connected: Vec<&Formula> = connected.iter().map(|fact| &**fact).collect();
        let (facts, asked) = reduce::reduced(&connected, formula, &|sym| kept.path.is_equated(sym));
        let formula = asked.unwrap_or(&Formula::Bool(true));
        let (about, apart) = parts::split(&facts, formula);
        let said = self.ask_part(kept, &about, formula);
        let mut whole = said.and(|| self.ask_parts(kept, &apart));
        for other in &others {
            if whole == Said::Impossible {
                break;
            }
            let facts: Vec<&Formula> = other.facts.iter().map(|fact| &**fact).collect();
            let said = self.ask_parts(kept, &parts::split(&facts, &Formula::Bool(true)).1);
            if said == Said::Possible {
                kept.path.is_consistent(other);
            }
            whole = whole.and(|| said);
        }
        whole
    }

    /// Whether some parts contradict themselves.
    fn ask_parts(&self, kept: &mut Kept, parts: &[Part<'_>]) -> Said {
        let ask = |so_far: Said, part| so_far.and(|| self.ask_part(kept, part, &Formula::Bool(true)));
        parts.iter().fold(Said::Possible, ask)
    }

    /// Whether `formula` is impossible in a state, surely.
    pub fn refutes(&self, state: &State, formula: &Formula) -> bool {
        self.ask(state, formula) == Said::Impossible
    }

    fn ask_part(&self, kept: &mut Kept, part: &Part<'_>, formula: &Formula) -> Said {
        let key = part.key(formula);
        if let Some(said) = kept.answers.get(&key) {
            return *said;
        }
        let Some(mut premises) = kept.premises(self.layouts, part, formula) else { return Said::GaveUp };
        let said = premises.ask(part, formula, self.budget);
        kept.solvers.push(premises);
        // What was not decided for want of time says nothing about the question.
        if self.budget.check().is_ok() {
            kept.answers.insert(key, said);
        }
        said
    }
}

impl Kept {
    /// The solver that knows most of a part and nothing else; none if the rules are not understood.
    fn premises(&mut self, layouts: &Layouts<'_>, part: &Part<'_>, formula: &Formula) -> Option<Teller> {
        let mut targets = BTreeSet::new();
        let mut add = |target| {
            targets.insert(target);
        };
        formula.for_each_target(&mut add);
        part.facts.iter().for_each(|fact| fact.for_each_target(&mut add));
        let is_useful = |it: &Teller| targets.is_subset(&it.targets) && it.begins(part);
        let best = (0..self.solvers.len()).filter(|at| is_useful(&self.solvers[*at]));
        if let Some(at) = best.max_by_key(|at| (self.solvers[*at].told.len(), *at)) {
            return Some(self.solvers.remove(at));
        }
        if self.solvers.len() >= MOST_SOLVERS {
            self.solvers.remove(0);
        }
        let solver = Solver::clone(&*compiled(layouts, &targets)?);
        Some(Teller { solver, targets, told: Vec::new() })
    }
}

/// A solver with the rules for some targets, and without premises; none if the rules are not understood.
fn compiled(layouts: &Layouts<'_>, targets: &BTreeSet<TargetId>) -> Option<Arc<Solver>> {
    let all = || layouts.compiled().lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(solver) = all().get(targets) {
        return Some(solver.clone());
    }
    let mut solver = Solver::new(Theories { heaps: false, dom: false, ..Theories::all() });
    solver.load_rules(&rules::rules(layouts, targets), "data structures").ok()?;
    let solver = Arc::new(solver);
    let mut all = all();
    if all.len() >= MOST_COMPILED {
        all.clear();
    }
    all.insert(targets.clone(), solver.clone());
    Some(solver)
}

impl Teller {
    /// Whether a part begins with what the solver was told.
    fn begins(&self, part: &Part<'_>) -> bool {
        self.told.len() <= part.facts.len()
            && self.told.iter().zip(&part.facts).all(|(told, fact)| told == *fact)
    }

    /// Tells the solver the facts that are new to it, and asks.
    fn ask(&mut self, part: &Part<'_>, formula: &Formula, budget: &Budget) -> Said {
        for fact in part.facts.iter().skip(self.told.len()) {
            if self.solver.assert(&fact.expr()).is_err() {
                return Said::GaveUp;
            }
            self.told.push(Formula::clone(fact));
        }
        let Ok(assumption) = self.solver.assume(&formula.expr()) else { return Said::GaveUp };
        match self.solver.check_assuming(&[assumption], &budget.with_work(STEPS)) {
            Ok(Answer::Unsat) => Said::Impossible,
            Ok(Answer::Unknown) => Said::Possible,
            Ok(Answer::Stopped(_)) | Err(_) => Said::GaveUp,
        }
    }
}
