//! The path as the solver sees it: one level per asserted term, rewritten by the equalities before it.
//!
//! Asserting `x = t` with a variable `x` defines it: later terms are rewritten with `t` for `x`, and when nothing
//! kept so far mentions `x`, the equality itself need not be solved at all (*elimination*; the value of `x` is
//! computed from the model afterwards). Whatever the facts already imply is dropped. What remains are the *kept*
//! conjuncts.
//!
//! Invariants: the path is equivalent to kept conjuncts plus definitions; a definition's right side mentions no
//! variable defined before it, so definitions can be evaluated from the last to the first; each level can be
//! undone alone, newest first.

use crate::bits::BitVec;
use crate::path::PathCondition;
use crate::refine::PathFacts;
use crate::term::{BinOp, Node, Term, TermStore, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A conjunct that still has to be satisfied.
pub(crate) struct Conjunct {
    pub(crate) term: Term,
    pub(crate) level: usize,
    pub(crate) support: Arc<[VarId]>,
}

/// `var = by`, from the assertion at `level`.
pub(crate) struct Definition {
    pub(crate) var: VarId,
    pub(crate) by: Term,
    pub(crate) level: usize,
    /// No kept conjunct mentions the variable: the equality is not kept either.
    pub(crate) eliminates: bool,
}

/// One asserted term.
pub(crate) struct Level {
    pub(crate) term: Term,
    path: PathCondition,
    kept: usize,
    definitions: usize,
    facts: usize,
    new_vars: Vec<VarId>,
}

/// The followed path.
#[derive(Default)]
pub(crate) struct Follower {
    pub(crate) levels: Vec<Level>,
    pub(crate) kept: Vec<Conjunct>,
    pub(crate) definitions: Vec<Definition>,
    pub(crate) facts: PathFacts,
    /// The levels that are together unsatisfiable, and the level at which that was noticed.
    pub(crate) refuted: Option<(usize, Vec<usize>)>,
    kept_at: FxHashMap<Term, usize>,
    /// Positions in `kept` that mention a variable.
    mentions: FxHashMap<VarId, Vec<usize>>,
    defined: FxHashMap<VarId, usize>,
    first_seen: FxHashMap<VarId, usize>,
    rewritten: FxHashMap<Term, Term>,
    supports: FxHashMap<Term, Arc<[VarId]>>,
}

/// Remembered supports beyond this are forgotten.
const SUPPORTS: usize = 200_000;
/// Sums with more atoms are not searched for a definition.
const DEFINING_ATOMS: usize = 8;

impl Follower {
    /// Makes the levels those of `path`, keeping the common prefix. Returns how many levels were kept.
    pub(crate) fn follow(&mut self, store: &mut TermStore, path: &PathCondition) -> usize {
        // Walk back to a link that is known, then forward over equal terms.
        let mut pending = Vec::new();
        let mut at = path;
        while !(at.is_empty() || at.len() <= self.levels.len() && self.levels[at.len() - 1].path.same(at)) {
            let (term, before) = at.split_last().expect("not empty");
            pending.push((term, at.clone()));
            at = before;
        }
        let mut common = at.len();
        pending.reverse();
        let equal = pending.iter().zip(&self.levels[common..]).take_while(|((t, _), l)| *t == l.term).count();
        for (i, (_, link)) in pending.drain(..equal).enumerate() {
            self.levels[common + i].path = link;
        }
        common += equal;
        self.pop_to(common);
        for (term, link) in pending {
            self.push(store, term, link);
        }
        common
    }

    fn pop_to(&mut self, len: usize) {
        while self.levels.len() > len {
            let level = self.levels.pop().expect("not empty");
            for c in self.kept.drain(level.kept..).rev() {
                self.kept_at.remove(&c.term);
                for v in &*c.support {
                    self.mentions.get_mut(v).expect("mentioned").pop();
                }
            }
            for d in self.definitions.drain(level.definitions..) {
                self.defined.remove(&d.var);
                self.rewritten.clear();
            }
            self.facts.undo(level.facts);
            for v in &level.new_vars {
                self.first_seen.remove(v);
            }
        }
        if self.refuted.as_ref().is_some_and(|(at, _)| *at >= len) {
            self.refuted = None;
        }
    }

    /// The variables of a term, remembered.
    pub(crate) fn support(&mut self, store: &TermStore, term: Term) -> Arc<[VarId]> {
        if let Some(s) = self.supports.get(&term) {
            return s.clone();
        }
        if self.supports.len() > SUPPORTS {
            self.supports.clear();
        }
        let support: Arc<[VarId]> = store.support(&[term]).into();
        self.supports.insert(term, support.clone());
        support
    }

    /// The term with all definitions applied.
    pub(crate) fn rewrite(&mut self, store: &mut TermStore, term: Term) -> Term {
        let support = self.support(store, term);
        if !support.iter().any(|v| self.defined.contains_key(v)) {
            return term;
        }
        let (defined, definitions) = (&self.defined, &self.definitions);
        store.substitute(term, &mut self.rewritten, |v| defined.get(&v).map(|&d| definitions[d].by))
    }

    fn push(&mut self, store: &mut TermStore, term: Term, path: PathCondition) {
        let level = self.levels.len();
        let support = self.support(store, term);
        let new_vars: Vec<VarId> =
            support.iter().copied().filter(|v| !self.first_seen.contains_key(v)).collect();
        self.first_seen.extend(new_vars.iter().map(|&v| (v, level)));
        self.levels.push(Level {
            term,
            path,
            kept: self.kept.len(),
            definitions: self.definitions.len(),
            facts: self.facts.mark(),
            new_vars,
        });
        let mut work = vec![term];
        while let Some(t) = work.pop() {
            if self.refuted.is_some() {
                return;
            }
            // Definitions made by an earlier conjunct of this level apply to the later ones.
            let rewritten = self.rewrite(store, t);
            let parts = store.conjuncts(rewritten);
            if let [part] = parts[..] {
                self.assert(store, part, level);
            } else {
                work.extend(parts.into_iter().rev());
            }
        }
    }

    fn assert(&mut self, store: &mut TermStore, term: Term, level: usize) {
        match store.as_bool(term).or_else(|| self.facts.decides(store, term)) {
            Some(true) => return,
            Some(false) => return self.refute(store, term, level),
            None => {}
        }
        let definition = self.definition(store, term);
        let eliminates = definition.as_ref().is_some_and(|d| d.2);
        if !eliminates {
            self.keep(store, term, level);
            if self.refuted.is_some() {
                return;
            }
        }
        if let Some((var, by, eliminates)) = definition {
            self.defined.insert(var, self.definitions.len());
            self.definitions.push(Definition { var, by, level, eliminates });
            self.rewritten.clear();
        }
    }

    fn keep(&mut self, store: &mut TermStore, term: Term, level: usize) {
        let support = self.support(store, term);
        for &v in &*support {
            self.mentions.entry(v).or_default().push(self.kept.len());
        }
        self.kept_at.insert(term, self.kept.len());
        self.kept.push(Conjunct { term, level, support });
        let mut consistent = self.facts.assert(store, term, true).is_ok();
        for (implied, value) in consequences(store, term) {
            consistent = consistent && self.facts.assert(store, implied, value).is_ok();
        }
        if !consistent {
            self.refute(store, term, level);
        }
    }

    /// The facts contradict `term`, asserted at `level`: so do the conjuncts connected with it.
    fn refute(&mut self, store: &TermStore, term: Term, level: usize) {
        let support = self.support(store, term);
        let mut seeds: Vec<usize> = self.slice([&*support]).iter().map(|&i| self.kept[i].level).collect();
        seeds.push(level);
        let core = self.explain(store, &[], seeds);
        self.refuted = Some((level, core));
    }

    /// A variable that the conjunct determines: `var`, `by`, and whether nothing kept mentions it.
    pub(crate) fn definition(&mut self, store: &mut TermStore, term: Term) -> Option<(VarId, Term, bool)> {
        let unmentioned = |v: VarId, f: &Self| f.mentions.get(&v).is_none_or(Vec::is_empty);
        match store.node(term) {
            Node::Var(v) => Some((v, store.truth(), unmentioned(v, self))),
            Node::Not(p) => {
                let v = store.as_var(p)?;
                Some((v, store.falsity(), unmentioned(v, self)))
            }
            Node::Bin(BinOp::Eq, a, b) => {
                let width = store.width(a);
                let mut form = store.linear(a);
                form.add_scaled(&store.linear(b), &BitVec::ones(width));
                if form.atoms.len() > DEFINING_ATOMS {
                    return None;
                }
                let supports: Vec<Arc<[VarId]>> =
                    form.atoms.iter().map(|(t, _)| self.support(store, *t)).collect();
                let candidate = |i: usize| {
                    let (t, c) = &form.atoms[i];
                    let v = store.as_var(*t)?;
                    let alone =
                        supports.iter().enumerate().all(|(j, s)| i == j || s.binary_search(&v).is_err());
                    (alone && c.bit(0)).then_some((unmentioned(v, self), v, i))
                };
                // Prefer one that can be eliminated, then the youngest: results are younger than operands.
                let (eliminates, var, i) = (0..form.atoms.len()).filter_map(candidate).max()?;
                if !eliminates && form.atoms.len() > 2 {
                    return None; // a longer term in place of a mentioned variable helps nobody
                }
                let (_, c) = form.atoms.remove(i);
                let by = store.linear_sum(&form.scaled(&c.neg().odd_inverse()));
                let small = store.as_const(by).is_some() || store.as_var(by).is_some();
                (eliminates || small).then_some((var, by, eliminates))
            }
            _ => None,
        }
    }

    /// Positions of the kept conjuncts connected with the given variables, directly or through others.
    pub(crate) fn slice<'a>(&self, supports: impl IntoIterator<Item = &'a [VarId]>) -> Vec<usize> {
        let mut vars: FxHashSet<VarId> = FxHashSet::default();
        let mut work: Vec<VarId> =
            supports.into_iter().flatten().copied().filter(|&v| vars.insert(v)).collect();
        let mut inside: FxHashSet<usize> = FxHashSet::default();
        while let Some(v) = work.pop() {
            for &i in self.mentions.get(&v).into_iter().flatten() {
                if inside.insert(i) {
                    work.extend(self.kept[i].support.iter().copied().filter(|&w| vars.insert(w)));
                }
            }
        }
        let mut out: Vec<usize> = inside.into_iter().collect();
        out.sort_unstable();
        out
    }

    /// Of the given positions of kept conjuncts as many as given that say most about some variables: those with the
    /// fewest variables more, one after the other. All, if the variables are none.
    pub(crate) fn nearest<'a>(
        &self,
        slice: &[usize],
        supports: impl IntoIterator<Item = &'a [VarId]>,
        most: usize,
    ) -> Vec<usize> {
        let mut vars: FxHashSet<VarId> = supports.into_iter().flatten().copied().collect();
        if slice.len() <= most || vars.is_empty() {
            return slice.to_vec();
        }
        let (mut left, mut chosen) = (slice.to_vec(), Vec::new());
        // What needs no variable more comes first, then what needs one and has another, and so on.
        while chosen.len() < most {
            let missing = |i: usize| {
                let support = &self.kept[i].support;
                let more = support.iter().filter(|var| !vars.contains(var)).count();
                if more == support.len() { usize::MAX } else { more }
            };
            let Some(fewest) = left.iter().map(|&i| missing(i)).min() else { break };
            let (next, others) = left.iter().partition(|&&i| missing(i) == fewest);
            left = others;
            let next: Vec<usize> = next;
            for i in next.into_iter().rev().take(most - chosen.len()) {
                vars.extend(self.kept[i].support.iter());
                chosen.push(i);
            }
        }
        chosen.sort_unstable();
        chosen
    }

    /// The kept conjunct that is literally this term.
    pub(crate) fn position(&self, term: Term) -> Option<usize> {
        self.kept_at.get(&term).copied()
    }

    /// Completes `seeds` (levels whose rewritten conjuncts were used) and `terms` (questions that were rewritten)
    /// by the levels whose definitions the rewriting may have used. The result is ascending.
    pub(crate) fn explain(&mut self, store: &TermStore, terms: &[Term], mut seeds: Vec<usize>) -> Vec<usize> {
        seeds.sort_unstable();
        seeds.dedup();
        let mut out: FxHashSet<usize> = seeds.iter().copied().collect();
        let mut visited: FxHashSet<usize> = FxHashSet::default();
        // A level was rewritten with older definitions only, a question with all. The widest bound goes first, so
        // one visit per level is enough.
        let roots = std::iter::once((usize::MAX, terms.to_vec()))
            .chain(seeds.iter().rev().map(|&l| (l, vec![self.levels[l].term])))
            .collect::<Vec<_>>();
        for (bound, mut work) in roots {
            while let Some(t) = work.pop() {
                for v in self.support(store, t).iter() {
                    let Some(&d) = self.defined.get(v) else { continue };
                    let level = self.definitions[d].level;
                    if level <= bound && visited.insert(level) {
                        out.insert(level);
                        work.push(self.levels[level].term);
                    }
                }
            }
        }
        let mut out: Vec<usize> = out.into_iter().collect();
        out.sort_unstable();
        out
    }

    /// Definitions of a level that eliminate a variable the path mentions there for the first time.
    pub(crate) fn fresh_definitions(&self, level: usize) -> impl Iterator<Item = &Definition> {
        let from = self.levels[level].definitions;
        self.definitions[from..]
            .iter()
            .take_while(move |d| d.level == level)
            .filter(move |d| d.eliminates && self.first_seen.get(&d.var) == Some(&level))
    }
}

/// Other comparisons of the same operands that a comparison decides.
fn consequences(store: &mut TermStore, term: Term) -> Vec<(Term, bool)> {
    let (positive, inner) = match store.node(term) {
        Node::Not(t) => (false, t),
        _ => (true, term),
    };
    let Node::Bin(op, a, b) = store.node(inner) else { return Vec::new() };
    let mut out = Vec::new();
    match (op, positive) {
        (BinOp::Ult, true) => {
            out.push((store.ult(b, a), false));
            out.push((store.eq(a, b), false));
        }
        (BinOp::Slt, true) => {
            out.push((store.slt(b, a), false));
            out.push((store.eq(a, b), false));
        }
        (BinOp::Eq, true) => {
            for (x, y) in [(a, b), (b, a)] {
                out.push((store.ult(x, y), false));
                out.push((store.slt(x, y), false));
            }
        }
        _ => {}
    }
    out.retain(|(t, _)| store.as_const(*t).is_none());
    out
}
