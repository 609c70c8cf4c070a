//! Conflict analysis: first unique implication point, with clause minimisation.
//!
//! Every resolution is logged by the proof steps it used, so that an UNSAT can be told as a
//! derivation. Literals of level 0 are resolved away silently; their reasons count as used.

use super::lit::{ClauseRef, Lit, Var};
use super::{Added, Sat};

/// A learnt clause: the literal to assert first, then the rest.
pub(crate) struct Learnt {
    pub(crate) lits: Vec<Lit>,
    pub(crate) back_to: u32,
    glue: u32,
    used: Vec<u32>,
}

impl Sat {
    /// The highest level among the literals of a false clause, and how many share it.
    pub(crate) fn conflict_level(&self, c: ClauseRef) -> (u32, usize) {
        let levels = self.clause(c).iter().map(|l| self.level_of(l.var()));
        let top = levels.clone().max().unwrap_or(0);
        (top, levels.filter(|&l| l == top).count())
    }

    /// The second highest level in a clause with one literal on the highest.
    pub(crate) fn second_level(&self, c: ClauseRef) -> u32 {
        let (top, _) = self.conflict_level(c);
        self.clause(c).iter().map(|l| self.level_of(l.var())).filter(|&l| l < top).max().unwrap_or(0)
    }

    /// Asserts the only open literal of a clause after backjumping. Late units may have closed it
    /// in the meantime, which is a conflict again.
    pub(crate) fn assert_unit(&mut self, c: ClauseRef) -> Added {
        let lits = self.clause(c).to_vec();
        if lits.iter().all(|&l| self.is_false(l)) {
            return Added::Conflict(c);
        }
        // The watches were set when all literals were false: watch the open literal and the
        // highest false one from now on.
        let cl = &mut self.clauses[c.0 as usize];
        let (redundant, glue, step) = (cl.redundant, cl.glue, cl.step);
        cl.deleted = true;
        if redundant {
            self.redundant -= 1;
        }
        self.install(lits, redundant, glue, step)
    }

    /// Resolves the conflict, whose literals are all false with at least two at the current
    /// level, to a clause that asserts one literal after backjumping.
    pub(crate) fn analyze(&mut self, conflict: ClauseRef) -> Learnt {
        self.conflicts += 1;
        let current = self.level();
        let mut lits = vec![Lit(0)];
        let mut used = Vec::new();
        let mut touched: Vec<Var> = Vec::new();
        let mut open = 0;
        let mut index = self.trail.len();
        let mut clause = conflict;
        let asserting;
        let mut skip: Option<Lit> = None;
        loop {
            self.note_use(clause, &mut used);
            for k in 0..self.clauses[clause.0 as usize].lits.len() {
                let q = self.clauses[clause.0 as usize].lits[k];
                let v = q.var();
                if Some(q) == skip || self.seen[v.index()] != 0 {
                    continue;
                }
                if self.level_of(v) == 0 {
                    self.proof.note_fixed(v);
                    continue;
                }
                self.seen[v.index()] = 1;
                touched.push(v);
                self.bump_var(v);
                if self.level_of(v) == current {
                    open += 1;
                } else {
                    lits.push(q);
                }
            }
            loop {
                index -= 1;
                if self.seen[self.trail[index].var().index()] != 0 {
                    break;
                }
            }
            let p = self.trail[index];
            open -= 1;
            if open == 0 {
                asserting = !p;
                break;
            }
            clause = self.reason[p.var().index()].expect("only the last literal of a level is a decision");
            skip = Some(p);
        }
        lits[0] = asserting;
        self.minimise(&mut lits, &mut used);
        for v in touched {
            self.seen[v.index()] = 0;
        }
        let mut back_to = 0;
        for i in 1..lits.len() {
            let l = self.level_of(lits[i].var());
            if l > back_to {
                back_to = l;
                lits.swap(1, i);
            }
        }
        let mut levels: Vec<u32> = lits.iter().map(|l| self.level_of(l.var())).collect();
        levels.sort_unstable();
        levels.dedup();
        self.decay();
        Learnt { glue: levels.len() as u32, lits, back_to, used }
    }

    /// Drops literals that the others imply directly.
    fn minimise(&mut self, lits: &mut Vec<Lit>, used: &mut Vec<u32>) {
        let mut kept = vec![lits[0]];
        for &l in &lits[1..] {
            let implied = self.reason[l.var().index()].filter(|&r| {
                self.clause(r).iter().all(|q| {
                    q.var() == l.var() || self.seen[q.var().index()] != 0 || self.level_of(q.var()) == 0
                })
            });
            match implied {
                Some(r) => {
                    self.note_use(r, used);
                    let fixed: Vec<Var> =
                        self.clause(r).iter().map(|q| q.var()).filter(|&v| self.level_of(v) == 0).collect();
                    fixed.into_iter().for_each(|v| self.proof.note_fixed(v));
                }
                None => kept.push(l),
            }
        }
        *lits = kept;
    }

    fn note_use(&mut self, c: ClauseRef, used: &mut Vec<u32>) {
        let clause = &mut self.clauses[c.0 as usize];
        if clause.redundant {
            clause.activity += self.clause_bump;
        }
        if self.proof.is_on() {
            used.push(clause.step);
        }
    }

    /// Adds a learnt clause after backjumping; its first literal becomes true, unless a late unit
    /// has just made it false.
    pub(crate) fn learn(&mut self, learnt: Learnt) -> Added {
        let step = self.proof.resolvent(&learnt.lits, learnt.used);
        self.install(learnt.lits, true, learnt.glue, step)
    }

    /// The proof steps that refute the problem, starting from a clause that is false at level 0,
    /// or from an assumption that is false.
    pub(crate) fn refutation(&mut self, conflict: Option<ClauseRef>, failed: Option<Lit>) -> Refutation {
        let mut steps = Vec::new();
        let mut assumptions = Vec::new();
        let mut stack: Vec<Var> = Vec::new();
        let mut seen = vec![false; self.num_vars()];
        if let Some(c) = conflict {
            steps.push(self.clauses[c.0 as usize].step);
            stack.extend(self.clause(c).iter().map(|l| l.var()));
        }
        if let Some(l) = failed {
            assumptions.push(l);
            stack.push(l.var());
        }
        stack.extend(self.proof.fixed());
        while let Some(v) = stack.pop() {
            if std::mem::replace(&mut seen[v.index()], true) {
                continue;
            }
            match self.reason[v.index()] {
                Some(r) => {
                    steps.push(self.clauses[r.0 as usize].step);
                    stack.extend(self.clause(r).iter().map(|l| l.var()));
                }
                None if self.level_of(v) > 0 => {
                    let l = v.lit(self.is_true(v.lit(true)));
                    assumptions.push(l);
                }
                None => {}
            }
        }
        Refutation { steps, assumptions }
    }
}

/// Why a problem has no model: proof steps, and the assumptions that took part.
#[derive(Clone, Debug, Default)]
pub(crate) struct Refutation {
    pub(crate) steps: Vec<u32>,
    pub(crate) assumptions: Vec<Lit>,
}
