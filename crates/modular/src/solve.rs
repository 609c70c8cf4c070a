//! Questions to the solver.
//!
//! A question is whether a formula is impossible under the premises of a path. Premises are handed over once and
//! shared by all questions of the path; a solver that is not asked is never built.

use crate::layout::{Layouts, TargetId};
use crate::rules;
use crate::term::Formula;
use chr::{Answer, Budget, Solver, Theories};
use std::collections::BTreeSet;

/// How much a question may cost, in steps of the solver.
const STEPS: u64 = 40_000;

/// A solver with the premises of one path.
#[derive(Debug)]
pub struct Premises {
    solver: Solver,
    targets: BTreeSet<TargetId>,
    told: usize,
}

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

/// Whether `formula` is impossible under `facts`. `kept` is the solver of earlier questions on the same path, whose
/// premises were a prefix of `facts`.
pub fn ask(layouts: &Layouts<'_>, kept: &mut Option<Premises>, facts: &[Formula], formula: &Formula) -> Said {
    let mut targets = BTreeSet::new();
    let mut note = |target: TargetId| {
        targets.insert(target);
    };
    formula.for_each_target(&mut note);
    let told = kept.as_ref().map_or(0, |premises| premises.told);
    facts[told..].iter().for_each(|fact| fact.for_each_target(&mut note));
    if kept.as_ref().is_some_and(|premises| !targets.is_subset(&premises.targets)) {
        *kept = None;
        facts.iter().for_each(|fact| {
            fact.for_each_target(&mut |target| {
                targets.insert(target);
            })
        });
    }
    let premises = match kept {
        Some(premises) => premises,
        None => match build(layouts, targets) {
            Some(premises) => kept.insert(premises),
            None => return Said::GaveUp,
        },
    };
    for fact in &facts[premises.told..] {
        if premises.solver.assert(&fact.expr()).is_err() {
            return Said::GaveUp;
        }
    }
    premises.told = facts.len();
    let Ok(assumption) = premises.solver.assume(&formula.expr()) else { return Said::GaveUp };
    let mut budget = Budget::unlimited().with_steps(STEPS);
    match premises.solver.check_assuming(&[assumption], &mut budget) {
        Ok(Answer::Unsat) => Said::Impossible,
        Ok(Answer::Unknown) => Said::Possible,
        Ok(Answer::Stopped(_)) | Err(_) => Said::GaveUp,
    }
}

fn build(layouts: &Layouts<'_>, targets: BTreeSet<TargetId>) -> Option<Premises> {
    let mut solver = Solver::new(Theories { heaps: false, dom: false, ..Theories::all() });
    solver.load_rules(&rules::rules(layouts, &targets), "data structures").ok()?;
    Some(Premises { solver, targets, told: 0 })
}
