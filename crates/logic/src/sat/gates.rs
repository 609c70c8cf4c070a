//! Boolean gates as clauses.
//!
//! A gate over literals gives a literal; equal gates are shared, constants and trivial cases never reach the
//! solver. Gates are encoded in both directions, so an output can be used in either polarity at any time.

use crate::meter::Meter;
use batsat::{Callbacks, ClauseKind, Solver, SolverInterface, SolverOpts, lbool};
use budget::{Budget, Exhausted};
use rustc_hash::FxHashMap;

pub(crate) use batsat::Lit;

/// What the search said.
pub(crate) enum Verdict {
    /// Satisfiable; read the bits with [`Gates::bit`].
    Sat,
    /// Unsatisfiable together with these assumptions.
    Unsat(Vec<Lit>),
    /// The budget ran out.
    Unknown(Exhausted),
}

/// Lets the meter listen to the solver.
impl Callbacks for Meter {
    fn on_new_clause(&mut self, clause: &[Lit], _: ClauseKind) {
        self.spent_conflicts += 1;
        self.bytes += clause_bytes(clause.len());
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        self.bytes = self.bytes.saturating_sub(clause_bytes(clause.len()));
    }

    fn stop(&self) -> bool {
        self.exhausted().is_some()
    }
}

/// Header, literals, two watches.
fn clause_bytes(len: usize) -> usize {
    36 + 4 * len
}

/// Assignment, activity, reason, level, heap and watch-list heads of one variable.
const VARIABLE_BYTES: usize = 160;

/// How much of a variable's activity a conflict leaves where the search is focused.
const FOCUSED_DECAY: f64 = 0.8;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Gate {
    And(u32, u32),
    Xor(u32, u32),
    Xor3(u32, u32, u32),
    Majority(u32, u32, u32),
    Mux(u32, u32, u32),
}

/// A SAT instance that grows by gates.
pub(crate) struct Gates {
    sat: Solver<Meter>,
    truth: Lit,
    shared: FxHashMap<Gate, Lit>,
    clause: Vec<Lit>,
    /// Whether more than definitions was added, so that the clauses may be unsatisfiable.
    required: bool,
}

impl Gates {
    /// No gates yet. Where the search is focused, variables of old conflicts are forgotten sooner.
    pub(crate) fn new(focused: bool) -> Self {
        let mut options = SolverOpts::default();
        if focused {
            options.var_decay = FOCUSED_DECAY;
        }
        let mut sat = Solver::new(options, Meter::default());
        let truth = Lit::new(sat.new_var_default(), true);
        sat.add_clause_reuse(&mut vec![truth]);
        Gates { sat, truth, shared: FxHashMap::default(), clause: Vec::new(), required: false }
    }

    /// Starts the account of a check.
    pub(crate) fn start(&mut self, budget: &Budget) {
        self.sat.cb_mut().start(budget);
    }

    pub(crate) fn exhausted(&self) -> Option<Exhausted> {
        self.sat.cb().exhausted()
    }

    /// How many variables there are: the size of the instance.
    pub(crate) fn size(&self) -> usize {
        self.sat.num_vars() as usize
    }

    /// Propagations and conflicts of all searches so far: a measure of work that does not depend on the machine.
    pub(crate) fn work(&self) -> (u64, u64) {
        (self.sat.num_propagations(), self.sat.num_conflicts())
    }

    pub(crate) fn bool(&self, value: bool) -> Lit {
        if value { self.truth } else { !self.truth }
    }

    pub(crate) fn fresh(&mut self) -> Lit {
        self.sat.cb_mut().bytes += VARIABLE_BYTES;
        Lit::new(self.sat.new_var_default(), true)
    }

    fn add(&mut self, lits: &[Lit]) {
        self.clause.clear();
        self.clause.extend_from_slice(lits);
        self.sat.cb_mut().bytes += clause_bytes(lits.len());
        let consistent = self.sat.add_clause_reuse(&mut self.clause);
        debug_assert!(consistent || self.required, "definitions are satisfiable");
    }

    /// Makes a literal true for good. Everything else that is added is a definition; with this the clauses may become
    /// unsatisfiable.
    pub(crate) fn require(&mut self, literal: Lit) {
        self.clause.clear();
        self.clause.push(literal);
        self.sat.add_clause_reuse(&mut self.clause);
        self.required = true;
    }

    /// Searches under assumptions.
    pub(crate) fn solve(&mut self, assumptions: &[Lit]) -> Verdict {
        let answer = self.sat.solve_limited(assumptions);
        if answer == lbool::TRUE {
            Verdict::Sat
        } else if answer == lbool::FALSE {
            // The solver's core holds the negated assumptions.
            let used = |l: &Lit| self.sat.unsat_core_contains_lit(!*l);
            Verdict::Unsat(assumptions.iter().copied().filter(used).collect())
        } else {
            Verdict::Unknown(self.exhausted().unwrap_or(Exhausted::Interrupted))
        }
    }

    /// The value of a literal in the model found last; bits the search left open read as zero.
    pub(crate) fn bit(&self, lit: Lit) -> bool {
        self.sat.value_lit(lit) == lbool::TRUE
    }

    fn known(&self, lit: Lit) -> Option<bool> {
        if lit.var() == self.truth.var() {
            return Some(lit == self.truth);
        }
        // What was required may have fixed more: then later gates are smaller.
        let fixed = if self.required { self.sat.value_lvl_0(lit) } else { lbool::UNDEF };
        (fixed != lbool::UNDEF).then_some(fixed == lbool::TRUE)
    }

    fn share(&mut self, gate: Gate, define: impl FnOnce(&mut Self, Lit)) -> Lit {
        if let Some(&out) = self.shared.get(&gate) {
            return out;
        }
        let out = self.fresh();
        define(self, out);
        self.shared.insert(gate, out);
        out
    }

    pub(crate) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        match (self.known(a), self.known(b)) {
            (Some(false), _) | (_, Some(false)) => return self.bool(false),
            (Some(true), _) => return b,
            (_, Some(true)) => return a,
            _ => {}
        }
        if a == b {
            return a;
        }
        if a == !b {
            return self.bool(false);
        }
        let (a, b) = if a.idx() < b.idx() { (a, b) } else { (b, a) };
        self.share(Gate::And(a.idx(), b.idx()), |g, o| {
            g.add(&[!o, a]);
            g.add(&[!o, b]);
            g.add(&[o, !a, !b]);
        })
    }

    pub(crate) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub(crate) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        match (self.known(a), self.known(b)) {
            (Some(v), _) => return if v { !b } else { b },
            (_, Some(v)) => return if v { !a } else { a },
            _ => {}
        }
        if a.var() == b.var() {
            return self.bool(a != b);
        }
        // Signs move to the output.
        let flip = a.sign() != b.sign();
        let (a, b) = (a.apply_sign(a.sign()), b.apply_sign(b.sign()));
        let (a, b) = if a.idx() < b.idx() { (a, b) } else { (b, a) };
        let out = self.share(Gate::Xor(a.idx(), b.idx()), |g, o| {
            g.add(&[!o, a, b]);
            g.add(&[!o, !a, !b]);
            g.add(&[o, !a, b]);
            g.add(&[o, a, !b]);
        });
        if flip { !out } else { out }
    }

    /// `a` if `c`, else `b`.
    pub(crate) fn mux(&mut self, c: Lit, a: Lit, b: Lit) -> Lit {
        if let Some(v) = self.known(c) {
            return if v { a } else { b };
        }
        if a == b {
            return a;
        }
        match (self.known(a), self.known(b)) {
            (Some(true), _) => return self.or(c, b),
            (Some(false), _) => return self.and(!c, b),
            (_, Some(true)) => return self.or(!c, a),
            (_, Some(false)) => return self.and(c, a),
            _ => {}
        }
        if a == !b {
            return !self.xor(c, a);
        }
        if a.var() == c.var() {
            return if a == c { self.or(c, b) } else { self.and(!c, b) };
        }
        if b.var() == c.var() {
            return if b == c { self.and(c, a) } else { self.or(!c, a) };
        }
        let (c, a, b) = if c.sign() { (c, a, b) } else { (!c, b, a) };
        let flip = !a.sign();
        let (a, b) = if flip { (!a, !b) } else { (a, b) };
        let out = self.share(Gate::Mux(c.idx(), a.idx(), b.idx()), |g, o| {
            g.add(&[!c, !a, o]);
            g.add(&[!c, a, !o]);
            g.add(&[c, !b, o]);
            g.add(&[c, b, !o]);
            // Redundant, for propagation: both branches agree.
            g.add(&[!a, !b, o]);
            g.add(&[a, b, !o]);
        });
        if flip { !out } else { out }
    }

    /// The sum bit of a full adder.
    pub(crate) fn xor3(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let trivial = |x: Lit, y: Lit| x.var() == y.var();
        if [a, b, c].iter().any(|&l| self.known(l).is_some())
            || trivial(a, b)
            || trivial(b, c)
            || trivial(a, c)
        {
            // Put a pair that folds together first.
            let (x, y, z) = if trivial(b, c) {
                (b, c, a)
            } else if trivial(a, c) || self.known(c).is_some() {
                (a, c, b)
            } else {
                (a, b, c)
            };
            let inner = self.xor(x, y);
            return self.xor(inner, z);
        }
        let flip = !(a.sign() ^ b.sign() ^ c.sign());
        let mut v = [a, b, c].map(|l| l.apply_sign(l.sign()));
        v.sort_unstable();
        let [a, b, c] = v;
        let out = self.share(Gate::Xor3(a.idx(), b.idx(), c.idx()), |g, o| {
            for signs in 0..8u32 {
                let lit = |l: Lit, i: u32| l.apply_sign(signs >> i & 1 == 0);
                // The clause forbids (a, b, c) = signs with the wrong output.
                let parity = signs.count_ones() % 2 == 1;
                g.add(&[lit(a, 0), lit(b, 1), lit(c, 2), o.apply_sign(parity)]);
            }
        });
        if flip { !out } else { out }
    }

    /// The carry bit of a full adder.
    pub(crate) fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        for (x, y, z) in [(a, b, c), (b, c, a), (c, a, b)] {
            if let Some(v) = self.known(x) {
                return if v { self.or(y, z) } else { self.and(y, z) };
            }
            if x == y {
                return x;
            }
            if x == !y {
                return z;
            }
        }
        // majority(¬a, ¬b, ¬c) = ¬majority(a, b, c): make the first literal positive.
        let mut v = [a, b, c];
        v.sort_unstable_by_key(|l| l.idx());
        let flip = !v[0].sign();
        let [a, b, c] = v.map(|l| if flip { !l } else { l });
        let out = self.share(Gate::Majority(a.idx(), b.idx(), c.idx()), |g, o| {
            g.add(&[!a, !b, o]);
            g.add(&[!a, !c, o]);
            g.add(&[!b, !c, o]);
            g.add(&[a, b, !o]);
            g.add(&[a, c, !o]);
            g.add(&[b, c, !o]);
        });
        if flip { !out } else { out }
    }

    /// Conjunction of any number of literals.
    pub(crate) fn all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        let mut v: Vec<Lit> = Vec::new();
        for l in lits {
            match self.known(l) {
                Some(true) => {}
                Some(false) => return self.bool(false),
                None => v.push(l),
            }
        }
        v.sort_unstable();
        v.dedup();
        if v.windows(2).any(|w| w[0] == !w[1]) {
            return self.bool(false);
        }
        match v[..] {
            [] => self.bool(true),
            [a] => a,
            [a, b] => self.and(a, b),
            _ => {
                let out = self.fresh();
                for &l in &v {
                    self.add(&[!out, l]);
                }
                let mut long: Vec<Lit> = v.iter().map(|&l| !l).collect();
                long.push(out);
                self.add(&long);
                out
            }
        }
    }

    /// Disjunction of any number of literals.
    pub(crate) fn any(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        !self.all(lits.into_iter().map(|l| !l))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every gate on every input, with inputs that are free, constant, equal or complementary.
    #[test]
    fn gates_compute_their_functions() {
        let mut g = Gates::new(false);
        let (x, y, z) = (g.fresh(), g.fresh(), g.fresh());
        let pool = [x, y, z, !x, !y, !z, g.bool(true), g.bool(false)];
        for &a in &pool {
            for &b in &pool {
                for &c in &pool {
                    let outs = [
                        g.and(a, b),
                        g.or(a, b),
                        g.xor(a, b),
                        g.mux(a, b, c),
                        g.xor3(a, b, c),
                        g.majority(a, b, c),
                        g.all([a, b, c]),
                        g.any([a, b, c]),
                    ];
                    for inputs in 0..8u32 {
                        let assume: Vec<Lit> = [x, y, z]
                            .iter()
                            .enumerate()
                            .map(|(i, l)| l.apply_sign(inputs >> i & 1 == 1))
                            .collect();
                        assert!(matches!(g.solve(&assume), Verdict::Sat));
                        let (p, q, r) = (g.bit(a), g.bit(b), g.bit(c));
                        let expected = [
                            p & q,
                            p | q,
                            p ^ q,
                            if p { q } else { r },
                            p ^ q ^ r,
                            (p & q) | (q & r) | (p & r),
                            p & q & r,
                            p | q | r,
                        ];
                        assert_eq!(outs.map(|o| g.bit(o)), expected);
                    }
                }
            }
        }
    }

    #[test]
    fn cores_are_assumptions() {
        let mut g = Gates::new(false);
        let (a, b, c) = (g.fresh(), g.fresh(), g.fresh());
        let both = g.and(a, b);
        let Verdict::Unsat(core) = g.solve(&[c, both, !a]) else { panic!("a ∧ b contradicts ¬a") };
        assert_eq!(core, vec![both, !a]);
        assert!(matches!(g.solve(&[both]), Verdict::Sat));
    }
}
