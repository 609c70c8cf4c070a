//! A compact CDCL SAT core that theories can feed while it searches.
//!
//! The idea: SMCHR (section 4 of the shape-neutral analysis paper and its SMCHR references) lets
//! theory solvers answer with *clauses*. So this core accepts clauses at any moment and at any
//! decision level, and grows new variables during search. Two things differ from a textbook solver:
//!
//! - **Relevance** (`relevance.rs`): only literals that some active disjunction still needs are
//!   decided, so that theories are not woken by guesses nobody asked for.
//! - **Late units**: a clause may arrive when it is already unit below the current level. It is
//!   enqueued at the current level and remembered, and enqueued again after backjumping, instead
//!   of throwing away the trail.
//!
//! Invariant: when `propagate` returns no conflict, every clause is satisfied, or has two
//! non-false watched literals, or is recorded as late.

pub(crate) mod analyze;
pub(crate) mod lit;
mod order;
mod relevance;

use crate::proof::{Proof, Source};
use lit::{Clause, ClauseRef, Lit, Var, Watch};
use order::Order;
use relevance::Duties;

/// What adding a clause led to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Added {
    /// The clause holds, is open, or its last literal was enqueued.
    Fine,
    /// All literals are false.
    Conflict(ClauseRef),
}

/// How a clause is to be treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keep {
    /// Part of the problem: kept, and its choices must be made true when its premises hold.
    Problem,
    /// A consequence that its theory finds again whenever needed.
    Redundant,
}

#[derive(Clone, Default, Debug)]
pub(crate) struct Sat {
    clauses: Vec<Clause>,
    free: Vec<ClauseRef>,
    watches: Vec<Vec<Watch>>,
    /// By literal: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    level: Vec<u32>,
    reason: Vec<Option<ClauseRef>>,
    trail: Vec<Lit>,
    trail_lim: Vec<usize>,
    queue_head: usize,
    activity: Vec<f64>,
    bump: f64,
    clause_bump: f32,
    phase: Vec<bool>,
    order: Order,
    duties: Duties,
    late: Vec<(ClauseRef, u32)>,
    seen: Vec<u8>,
    redundant: usize,
    redundant_limit: usize,
    pub(crate) proof: Proof,
    pub(crate) conflicts: u64,
    pub(crate) decisions: u64,
    pub(crate) propagations: u64,
}

impl Sat {
    pub(crate) fn new() -> Sat {
        Sat { bump: 1.0, clause_bump: 1.0, redundant_limit: 4000, ..Sat::default() }
    }

    pub(crate) fn new_var(&mut self) -> Var {
        let v = Var(self.level.len() as u32);
        self.level.push(0);
        self.reason.push(None);
        self.activity.push(0.0);
        self.phase.push(false);
        self.seen.push(0);
        self.order.grow();
        self.duties.grow();
        for _ in 0..2 {
            self.values.push(0);
            self.watches.push(Vec::new());
        }
        v
    }

    pub(crate) fn num_vars(&self) -> usize {
        self.level.len()
    }

    pub(crate) fn value(&self, l: Lit) -> Option<bool> {
        match self.values[l.index()] {
            0 => None,
            v => Some(v > 0),
        }
    }

    pub(crate) fn is_true(&self, l: Lit) -> bool {
        self.values[l.index()] > 0
    }

    pub(crate) fn is_false(&self, l: Lit) -> bool {
        self.values[l.index()] < 0
    }

    pub(crate) fn level_of(&self, v: Var) -> u32 {
        self.level[v.index()]
    }

    pub(crate) fn level(&self) -> u32 {
        self.trail_lim.len() as u32
    }

    pub(crate) fn trail(&self) -> &[Lit] {
        &self.trail
    }

    /// Opens a new decision level and assumes `l`.
    pub(crate) fn decide_on(&mut self, l: Lit) {
        self.trail_lim.push(self.trail.len());
        self.enqueue(l, None);
    }

    /// Opens a level without a literal, for an assumption that already holds.
    pub(crate) fn open_level(&mut self) {
        self.trail_lim.push(self.trail.len());
    }

    fn enqueue(&mut self, l: Lit, reason: Option<ClauseRef>) {
        debug_assert!(self.values[l.index()] == 0);
        self.values[l.index()] = 1;
        self.values[(!l).index()] = -1;
        let v = l.var().index();
        self.level[v] = self.level();
        self.reason[v] = reason;
        self.phase[v] = l.is_positive();
        self.trail.push(l);
    }

    /// Adds a clause whose first `premises` literals are the negated conditions under which the
    /// others are to hold. Literals may have any value.
    pub(crate) fn add_clause(&mut self, lits: &[Lit], premises: usize, keep: Keep, source: Source) -> Added {
        let mut sorted: Vec<Lit> = lits.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.windows(2).any(|w| w[0] == !w[1]) {
            return Added::Fine;
        }
        if sorted.iter().any(|&l| self.is_true(l) && self.level_of(l.var()) == 0) {
            return Added::Fine;
        }
        if keep == Keep::Problem {
            self.duties.add(&lits[..premises], &lits[premises..]);
            for l in &lits[premises..] {
                self.order.insert(l.var(), &self.activity);
            }
        }
        let step = self.proof.leaf(&sorted, source);
        self.install(sorted, keep == Keep::Redundant, 0, step)
    }

    fn rank(&self, l: Lit) -> (u8, u32) {
        match self.values[l.index()] {
            0 => (1, 0),
            v if v > 0 => (2, u32::MAX - self.level_of(l.var())),
            _ => (0, self.level_of(l.var())),
        }
    }

    fn install(&mut self, mut lits: Vec<Lit>, redundant: bool, glue: u32, step: u32) -> Added {
        for place in 0..lits.len().min(2) {
            let best = (place..lits.len()).max_by_key(|&i| (self.rank(lits[i]), std::cmp::Reverse(i)));
            lits.swap(place, best.expect("the range is not empty"));
        }
        let (first, second) = (lits.first().copied(), lits.get(1).copied());
        let clause = Clause { lits, redundant, deleted: false, activity: self.clause_bump, glue, step };
        let cref = match self.free.pop() {
            Some(c) => {
                self.clauses[c.0 as usize] = clause;
                c
            }
            None => {
                self.clauses.push(clause);
                ClauseRef(self.clauses.len() as u32 - 1)
            }
        };
        if redundant {
            self.redundant += 1;
        }
        let Some(first) = first else { return Added::Conflict(cref) };
        if let Some(second) = second {
            self.watches[(!first).index()].push(Watch { clause: cref, blocker: second });
            self.watches[(!second).index()].push(Watch { clause: cref, blocker: first });
        }
        if self.is_false(first) {
            return Added::Conflict(cref);
        }
        if second.is_none_or(|s| self.is_false(s)) {
            let unit_level = second.map_or(0, |s| self.level_of(s.var()));
            if self.value(first).is_none() {
                self.enqueue(first, Some(cref));
            }
            if unit_level < self.level_of(first.var()) {
                self.late.push((cref, unit_level));
            }
        }
        Added::Fine
    }

    /// Unit propagation to a fixpoint; returns a clause with all literals false, if there is one.
    pub(crate) fn propagate(&mut self) -> Option<ClauseRef> {
        while self.queue_head < self.trail.len() {
            let p = self.trail[self.queue_head];
            self.queue_head += 1;
            self.propagations += 1;
            let mut list = std::mem::take(&mut self.watches[p.index()]);
            let (mut read, mut write) = (0, 0);
            let mut conflict = None;
            'watches: while read < list.len() {
                let watch = list[read];
                read += 1;
                if self.values[watch.blocker.index()] > 0 {
                    list[write] = watch;
                    write += 1;
                    continue;
                }
                let clause = &mut self.clauses[watch.clause.0 as usize];
                if clause.deleted {
                    continue;
                }
                let false_lit = !p;
                if clause.lits[0] == false_lit {
                    clause.lits.swap(0, 1);
                }
                let first = clause.lits[0];
                let kept = Watch { clause: watch.clause, blocker: first };
                if first != watch.blocker && self.values[first.index()] > 0 {
                    list[write] = kept;
                    write += 1;
                    continue;
                }
                for k in 2..clause.lits.len() {
                    if self.values[clause.lits[k].index()] >= 0 {
                        clause.lits.swap(1, k);
                        let watched = clause.lits[1];
                        self.watches[(!watched).index()].push(kept);
                        continue 'watches;
                    }
                }
                list[write] = kept;
                write += 1;
                if self.values[first.index()] < 0 {
                    conflict = Some(watch.clause);
                    self.queue_head = self.trail.len();
                    while read < list.len() {
                        list[write] = list[read];
                        write += 1;
                        read += 1;
                    }
                } else {
                    self.enqueue(first, Some(watch.clause));
                }
            }
            list.truncate(write);
            self.watches[p.index()] = list;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Undoes all assignments above `level`, then repeats the late units that still stand.
    /// Returns how long the trail was at that level.
    pub(crate) fn cancel_until(&mut self, level: u32) -> usize {
        if self.level() <= level {
            return self.trail.len();
        }
        let keep = self.trail_lim[level as usize];
        for i in (keep..self.trail.len()).rev() {
            let l = self.trail[i];
            self.values[l.index()] = 0;
            self.values[(!l).index()] = 0;
            self.reason[l.var().index()] = None;
            if self.duties.needs(l.var()) {
                self.order.insert(l.var(), &self.activity);
            }
        }
        self.trail.truncate(keep);
        self.trail_lim.truncate(level as usize);
        self.queue_head = keep;
        for v in self.duties.unskip(level) {
            self.order.insert(v, &self.activity);
        }
        let mut late = std::mem::take(&mut self.late);
        late.retain(|&(cref, unit_level)| self.repeat_late(cref, unit_level, level));
        self.late = late;
        keep
    }

    /// Whether the late clause is still to be remembered after backjumping to `level`.
    fn repeat_late(&mut self, cref: ClauseRef, unit_level: u32, level: u32) -> bool {
        let clause = &mut self.clauses[cref.0 as usize];
        if unit_level > level || clause.deleted {
            return false;
        }
        if clause.lits.len() > 1 && self.values[clause.lits[0].index()] < 0 {
            clause.lits.swap(0, 1);
        }
        let first = clause.lits[0];
        if self.value(first).is_none() {
            self.enqueue(first, Some(cref));
        }
        unit_level < level
    }

    pub(crate) fn clause(&self, c: ClauseRef) -> &[Lit] {
        &self.clauses[c.0 as usize].lits
    }

    /// Whether enough redundant clauses have piled up to forget some.
    pub(crate) fn wants_reduction(&self) -> bool {
        self.redundant > self.redundant_limit
    }

    /// Forgets the less useful half of the redundant clauses. Glue up to 2 is kept for good.
    pub(crate) fn reduce(&mut self) {
        let mut candidates: Vec<u32> = (0..self.clauses.len() as u32)
            .filter(|&i| {
                let c = &self.clauses[i as usize];
                c.redundant && !c.deleted && c.lits.len() > 2 && !(1..=2).contains(&c.glue) && !self.locked(i)
            })
            .collect();
        candidates.sort_by(|&a, &b| {
            let (a, b) = (&self.clauses[a as usize], &self.clauses[b as usize]);
            a.activity.total_cmp(&b.activity).then(b.lits.len().cmp(&a.lits.len()))
        });
        let drop = candidates.len() / 2;
        for &i in &candidates[..drop] {
            self.clauses[i as usize].deleted = true;
        }
        for list in &mut self.watches {
            list.retain(|w| !self.clauses[w.clause.0 as usize].deleted);
        }
        self.late.retain(|&(c, _)| !self.clauses[c.0 as usize].deleted);
        for &i in &candidates[..drop] {
            self.clauses[i as usize].lits = Vec::new();
            self.free.push(ClauseRef(i));
        }
        self.redundant -= drop;
        self.redundant_limit += self.redundant_limit / 8;
    }

    fn locked(&self, i: u32) -> bool {
        self.clauses[i as usize]
            .lits
            .iter()
            .take(2)
            .any(|l| self.is_true(*l) && self.reason[l.var().index()] == Some(ClauseRef(i)))
    }

    fn bump_var(&mut self, v: Var) {
        self.activity[v.index()] += self.bump;
        if self.activity[v.index()] > 1e100 {
            self.activity.iter_mut().for_each(|a| *a *= 1e-100);
            self.bump *= 1e-100;
        }
        self.order.bumped(v, &self.activity);
    }

    fn decay(&mut self) {
        self.bump /= 0.95;
        self.clause_bump /= 0.999;
        if self.clause_bump > 1e20 {
            self.clauses.iter_mut().for_each(|c| c.activity *= 1e-20);
            self.clause_bump *= 1e-20;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sat_with(vars: usize) -> (Sat, Vec<Lit>) {
        let mut sat = Sat::new();
        let lits = (0..vars).map(|_| sat.new_var().lit(true)).collect();
        (sat, lits)
    }

    fn add(sat: &mut Sat, lits: &[Lit]) -> Added {
        sat.add_clause(lits, 0, Keep::Problem, Source::Goal)
    }

    #[test]
    fn a_late_unit_survives_backjumping() {
        let (mut sat, l) = sat_with(4);
        sat.decide_on(l[0]);
        sat.decide_on(l[1]);
        sat.decide_on(l[2]);
        // Unit since level 1, but stated at level 3.
        assert_eq!(add(&mut sat, &[!l[0], l[3]]), Added::Fine);
        assert_eq!(sat.level_of(l[3].var()), 3);
        sat.cancel_until(1);
        assert!(sat.is_true(l[3]), "still implied by the first decision");
        sat.cancel_until(0);
        assert_eq!(sat.value(l[3]), None);
    }

    #[test]
    fn a_clause_that_is_false_is_a_conflict() {
        let (mut sat, l) = sat_with(2);
        sat.decide_on(!l[0]);
        sat.decide_on(!l[1]);
        assert!(matches!(add(&mut sat, &[l[0], l[1]]), Added::Conflict(_)));
        assert_eq!(add(&mut sat, &[l[0], !l[0]]), Added::Fine, "a tautology is dropped");
    }

    #[test]
    fn only_open_duties_are_decided() {
        let (mut sat, l) = sat_with(5);
        add(&mut sat, &[l[0], l[1]]);
        // A rule instance: under l[2], choose l[3] or l[4].
        sat.add_clause(&[!l[2], l[3], l[4]], 1, Keep::Problem, Source::Goal);
        let first = sat.pick_decision().expect("the first clause is open");
        assert!([l[0], l[1]].contains(&first));
        sat.decide_on(first);
        assert_eq!(sat.propagate(), None);
        assert_eq!(sat.pick_decision(), None, "the premise does not hold");
        sat.decide_on(l[2]);
        assert_eq!(sat.propagate(), None);
        let second = sat.pick_decision().expect("now it does");
        assert!([l[3], l[4]].contains(&second));
    }
}
