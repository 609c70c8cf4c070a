//! The proof log: where each clause came from, and which clauses a learnt one was resolved from.
//!
//! An UNSAT answer is told as a derivation: the goal's clauses and the theory and rule instances
//! that the refutation really used, in the order in which they were found. A lemma is a clause
//! `premises -> conclusions` with the name of the rule that justifies it, so each line can be
//! checked by itself, and `Derivation::lines` together are propositionally unsatisfiable; the
//! tests check that with an independent procedure.
//!
//! Logging is off unless asked for, and then costs memory only.

use crate::sat::lit::{Lit, Var};

/// Who vouches for a clause.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// Part of a goal.
    Goal,
    /// The definition of an auxiliary variable, true by choice of that variable.
    Definition,
    /// A rule of a built-in theory, by name.
    Theory(&'static str),
    /// A user rule, by its number in the rule base.
    Rule(u32),
}

#[derive(Clone, Debug)]
enum Step {
    Leaf { lits: Box<[Lit]>, source: Source },
    Resolvent { used: Box<[u32]> },
}

#[derive(Clone, Default, Debug)]
pub(crate) struct Proof {
    on: bool,
    steps: Vec<Step>,
    fixed: Vec<Var>,
    is_fixed: Vec<bool>,
}

impl Proof {
    pub(crate) fn turn_on(&mut self) {
        self.on = true;
    }

    pub(crate) fn is_on(&self) -> bool {
        self.on
    }

    pub(crate) fn leaf(&mut self, lits: &[Lit], source: Source) -> u32 {
        if !self.on {
            return u32::MAX;
        }
        self.steps.push(Step::Leaf { lits: lits.into(), source });
        self.steps.len() as u32 - 1
    }

    pub(crate) fn resolvent(&mut self, _lits: &[Lit], used: Vec<u32>) -> u32 {
        if !self.on {
            return u32::MAX;
        }
        self.steps.push(Step::Resolvent { used: used.into() });
        self.steps.len() as u32 - 1
    }

    /// Records that a literal fixed at level 0 was resolved away.
    pub(crate) fn note_fixed(&mut self, v: Var) {
        if self.on {
            if self.is_fixed.len() <= v.index() {
                self.is_fixed.resize(v.index() + 1, false);
            }
            if !std::mem::replace(&mut self.is_fixed[v.index()], true) {
                self.fixed.push(v);
            }
        }
    }

    pub(crate) fn fixed(&self) -> Vec<Var> {
        self.fixed.clone()
    }

    /// The leaves below the given steps, oldest first.
    pub(crate) fn leaves(&self, from: &[u32]) -> Vec<(&[Lit], Source)> {
        let mut needed = vec![false; self.steps.len()];
        let mut stack: Vec<u32> = from.iter().copied().filter(|&s| s != u32::MAX).collect();
        while let Some(s) = stack.pop() {
            if !std::mem::replace(&mut needed[s as usize], true)
                && let Step::Resolvent { used } = &self.steps[s as usize]
            {
                stack.extend(used.iter().copied().filter(|&s| s != u32::MAX));
            }
        }
        let mut leaves = Vec::new();
        for (i, step) in self.steps.iter().enumerate() {
            if let (true, Step::Leaf { lits, source }) = (needed[i], step) {
                leaves.push((&**lits, *source));
            }
        }
        leaves
    }
}

/// One line of a derivation: `premises` together imply that one of `conclusions` holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Literals that have to hold, as text.
    pub premises: Vec<String>,
    /// Literals of which one holds then; empty means contradiction.
    pub conclusions: Vec<String>,
    /// The goal, the definition, the theory rule or the user rule behind this line.
    pub because: String,
    /// The clause itself, for programs that check derivations.
    pub clause: Vec<Lit>,
}

/// Why a goal is unsatisfiable.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Derivation {
    /// The clauses used, in the order in which they were found.
    pub lines: Vec<Line>,
    /// The assumptions that took part, when there were any.
    pub assumptions: Vec<Lit>,
}

impl std::fmt::Display for Derivation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let width = self.lines.len().to_string().len();
        for (i, line) in self.lines.iter().enumerate() {
            let conclusion = if line.conclusions.is_empty() {
                "false".to_string()
            } else {
                line.conclusions.join(" \\/ ")
            };
            write!(f, "{:>width$}. ", i + 1)?;
            if line.premises.is_empty() {
                write!(f, "{conclusion}")?;
            } else {
                write!(f, "{} ==> {conclusion}", line.premises.join(" /\\ "))?;
            }
            writeln!(f, "    [{}]", line.because)?;
        }
        writeln!(f, "No choice of the disjunctions above is consistent: UNSAT")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_are_found_through_resolvents() {
        let mut proof = Proof::default();
        proof.turn_on();
        let l = |i: u32| Var(i).lit(true);
        let a = proof.leaf(&[l(0)], Source::Goal);
        let unused = proof.leaf(&[l(1)], Source::Goal);
        let b = proof.leaf(&[!l(0), l(2)], Source::Theory("test"));
        let learnt = proof.resolvent(&[l(2)], vec![a, b]);
        let leaves = proof.leaves(&[learnt]);
        assert_eq!(leaves.len(), 2);
        assert_ne!(unused, learnt);
        assert_eq!(leaves[1], (&[!l(0), l(2)][..], Source::Theory("test")));
    }
}
