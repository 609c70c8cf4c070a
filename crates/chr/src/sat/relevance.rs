//! Which literals are worth deciding.
//!
//! A *duty* is a disjunction of the problem: input clauses, and rule instances whose body is a
//! choice. It is *active* once its premises are true and *done* once a choice is true. Only
//! choices of active duties that are not done are decided; when none is left, the assignment
//! satisfies the problem however the open variables are set.
//!
//! This matters twice: theories see only constraints that somebody asked for, and rules that
//! create new constraints do not run away on guesses.

use super::Sat;
use super::lit::{Lit, Var};

#[derive(Clone, Debug)]
struct Duty {
    /// The clause literals that are false when the premises hold.
    premises: Box<[Lit]>,
    choices: Box<[Lit]>,
}

#[derive(Clone, Default, Debug)]
pub(super) struct Duties {
    all: Vec<Duty>,
    /// By variable: the duties it is a choice of.
    of_var: Vec<Vec<u32>>,
    /// Variables taken from the order as irrelevant, with the level at which that was found.
    skipped: Vec<(Var, u32)>,
}

impl Duties {
    pub(super) fn grow(&mut self) {
        self.of_var.push(Vec::new());
    }

    pub(super) fn add(&mut self, premises: &[Lit], choices: &[Lit]) {
        if choices.len() < 2 {
            return; // Unit propagation does all there is to do.
        }
        let id = self.all.len() as u32;
        for l in choices {
            self.of_var[l.var().index()].push(id);
        }
        self.all.push(Duty { premises: premises.into(), choices: choices.into() });
    }

    pub(super) fn needs(&self, v: Var) -> bool {
        !self.of_var[v.index()].is_empty()
    }

    /// Gives back the variables that were skipped above `level`.
    pub(super) fn unskip(&mut self, level: u32) -> Vec<Var> {
        let keep = self.skipped.partition_point(|&(_, at)| at <= level);
        self.skipped.split_off(keep).into_iter().map(|(v, _)| v).collect()
    }
}

impl Sat {
    fn is_open(&self, duty: &Duty) -> bool {
        duty.premises.iter().all(|&l| self.is_false(l)) && !duty.choices.iter().any(|&l| self.is_true(l))
    }

    /// The polarity in which some open duty wants `v`, preferring the remembered phase.
    fn wanted(&self, v: Var) -> Option<Lit> {
        let preferred = v.lit(self.phase[v.index()]);
        let mut found = None;
        for &id in &self.duties.of_var[v.index()] {
            let duty = &self.duties.all[id as usize];
            if self.is_open(duty) {
                if duty.choices.contains(&preferred) {
                    return Some(preferred);
                }
                found = Some(!preferred);
            }
        }
        found
    }

    /// The next decision, or nothing when every active duty is done.
    pub(crate) fn pick_decision(&mut self) -> Option<Lit> {
        loop {
            while let Some(v) = self.order.pop(&self.activity) {
                if self.value(v.lit(true)).is_some() {
                    continue;
                }
                if let Some(l) = self.wanted(v) {
                    self.decisions += 1;
                    return Some(l);
                }
                let level = self.level();
                self.duties.skipped.push((v, level));
            }
            // A duty may have become active after its choices were skipped.
            let mut again = Vec::new();
            for duty in &self.duties.all {
                if self.is_open(duty) {
                    again.extend(
                        duty.choices.iter().map(|l| l.var()).filter(|v| self.value(v.lit(true)).is_none()),
                    );
                }
            }
            if again.is_empty() {
                return None;
            }
            for v in again {
                self.order.insert(v, &self.activity);
            }
        }
    }
}
