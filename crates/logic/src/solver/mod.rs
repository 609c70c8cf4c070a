//! The solver: is a path condition, with some assumptions, satisfiable?
//!
//! A [`Solver`] follows one [`PathCondition`] at a time. Asking about a longer path adds levels, asking about
//! another branch goes back to the common prefix: an executor that explores depth-first gets incremental solving
//! without saying push or pop. Questions pass through layers, cheapest first ([`Layer`]): simplification under the
//! path's equalities, facts, earlier models, guesses, earlier answers, and at last SAT on the part of the path
//! that shares variables with the question. A numeric domain ([`Refuter`]) is asked before SAT whether the question
//! contradicts the path, and once more where SAT finds it hard.
//!
//! # States
//!
//! ```text
//!              check                       check: the path contradicts itself
//!   ┌───────┐ ───────▶ ┌────────────────┐ ──────────────────────────▶ ┌────────────────┐
//!   │ fresh │          │ following path │                             │ refuted at a   │
//!   └───────┘          └────────────────┘ ◀────────────────────────── │ level          │
//!                        │            ▲     check: a path that leaves └────────────────┘
//!    out of budget:      │            │     before that level           check: any longer path is
//!    answer Unknown      ▼            │                                 Unsat with the same core
//!                      ┌────────────────┐
//!                      │ no SAT instance│  next check that needs one builds it anew
//!                      └────────────────┘
//! ```
//!
//! Every state accepts every call. Answers are values (a shared model, an owned core), so there is no "model
//! only valid until the next call". The one rule of use is enforced by assertion: a solver serves the terms of
//! one store, the first it is asked about.
//!
//! # Trust
//!
//! Every model is evaluated on the path and the assumptions as they were given before it is returned, by code
//! that shares nothing with simplifier or bit-blaster. A failure there is a bug in this crate and panics.

mod cache;
mod follow;
mod models;
mod stats;

pub use stats::{Layer, Stats};

use crate::bits::BitVec;
use crate::eval::{Evaluation, Memo, Model, evaluate};
use crate::facts::Facts;
use crate::path::PathCondition;
use crate::sat::{Blaster, Verdict};
use crate::term::{Term, TermStore, VarId};
use budget::{Budget, Exhausted};
use cache::Cache;
use follow::Follower;
use models::{Candidate, Models};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The answer to a check.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Satisfiable, with a model of the path and the assumptions.
    Sat(Arc<Model>),
    /// Unsatisfiable; so is the core by itself.
    Unsat(Core),
    /// Not decided.
    Unknown(Exhausted),
}

impl Answer {
    /// Is it `Sat`?
    pub fn is_sat(&self) -> bool {
        matches!(self, Answer::Sat(_))
    }

    /// Is it `Unsat`?
    pub fn is_unsat(&self) -> bool {
        matches!(self, Answer::Unsat(_))
    }

    /// The model of `Sat`.
    pub fn model(&self) -> Option<&Model> {
        match self {
            Answer::Sat(m) => Some(m),
            _ => None,
        }
    }
}

/// Conjuncts of the path and assumptions that are unsatisfiable together. Small, not necessarily minimal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Core {
    /// From the path, oldest first.
    pub path: Vec<Term>,
    /// From the assumptions, in the order given.
    pub assumptions: Vec<Term>,
}

/// A question's conjunct after rewriting.
struct Goal {
    term: Term,
    /// Which assumption it comes from.
    source: usize,
    support: Arc<[VarId]>,
}

/// Somebody who may know whether conditions are impossible together, and is faster than SAT. "Yes" must be right.
pub trait Refuter: Send {
    /// Does a question contradict conditions? It is likely that the next question is about the same ones.
    fn contradicts(&mut self, store: &TermStore, conditions: &[Term], question: &[Term]) -> bool;

    /// Are conditions impossible together, looked at more closely? There are few of them.
    fn refutes(&self, store: &TermStore, conditions: &[Term]) -> bool;
}

/// Answers questions about one path at a time. See the module documentation.
#[derive(Default)]
pub struct Solver {
    budget: Budget,
    stats: Stats,
    store: Option<u64>,
    follower: Follower,
    models: Models,
    cache: Cache,
    blaster: Option<Blaster>,
    /// SAT variables each conjunct added to the instance.
    costs: FxHashMap<Term, usize>,
    /// How many variables of the instance were given values that no question was about.
    wasted: usize,
    /// Who is asked before SAT, and again where SAT finds a question hard.
    refuter: Option<Box<dyn Refuter>>,
    /// Skip every layer but SAT.
    plain: bool,
    /// Whether the search stays with what it met last.
    focused: bool,
}

/// How many conflicts SAT may have before somebody else is asked.
const EASY: u64 = 20;
/// How many conditions of the path make it worth asking somebody else first.
const MANY: usize = 20;
/// How many conditions of the path are looked at closely then.
const NEAR: usize = 60;
/// By how much translating a variable costs more than giving it a value.
const TRANSLATION: usize = 6;
/// How many values may be wasted on any instance before it is discarded.
const SMALL_INSTANCE: usize = 10_000;
/// How many variables of a question are moved one at a time when guessing.
const GUESS_VARIABLES: usize = 4;
/// Slices longer than this are not worth guessing.
const GUESS_LIMIT: usize = 300;

impl Solver {
    /// A solver without limits.
    pub fn new() -> Self {
        Self::default()
    }

    /// A solver with limits for each check.
    pub fn with_budget(budget: Budget) -> Self {
        Solver { budget, ..Self::default() }
    }

    /// The same solver, which asks somebody before SAT, and again where SAT finds a question hard.
    pub fn asking(self, refuter: Box<dyn Refuter>) -> Self {
        Solver { refuter: Some(refuter), ..self }
    }

    /// The same solver, whose search stays with what it met last.
    pub fn focused(self) -> Self {
        Solver { focused: true, ..self }
    }

    /// A solver that hands every query to SAT as it is. It is the reference that the layers are tested and
    /// measured against.
    pub fn plain() -> Self {
        Solver { plain: true, ..Self::default() }
    }

    /// Replaces the limits.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// The limits of each check.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// What was asked so far, and who answered.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Is `path ∧ assumptions` satisfiable?
    pub fn check(&mut self, store: &mut TermStore, path: &PathCondition, assumptions: &[Term]) -> Answer {
        let id = *self.store.get_or_insert(store.id());
        assert_eq!(id, store.id(), "a solver serves the terms of one store");
        self.stats.queries += 1;
        let (answer, layer) = if self.plain {
            (self.plain_answer(store, path, assumptions), Layer::Sat)
        } else {
            self.answer(store, path, assumptions)
        };
        match &answer {
            Answer::Sat(model) => {
                self.stats.sat += 1;
                debug_assert!(
                    satisfies_all(store, model, path.terms().iter().chain(assumptions)),
                    "the model satisfies path and assumptions"
                );
            }
            Answer::Unsat(_) => self.stats.unsat += 1,
            Answer::Unknown(_) => self.stats.unknown += 1,
        }
        self.stats.count(layer);
        answer
    }

    /// Does the path imply the Boolean? `None` when that could not be decided.
    pub fn entails(&mut self, store: &mut TermStore, path: &PathCondition, term: Term) -> Option<bool> {
        let negation = store.not(term);
        match self.check(store, path, &[negation]) {
            Answer::Sat(_) => Some(false),
            Answer::Unsat(_) => Some(true),
            Answer::Unknown(_) => None,
        }
    }

    /// The value of a term if the path (which must be satisfiable) leaves it only one.
    pub fn unique_value(
        &mut self,
        store: &mut TermStore,
        path: &PathCondition,
        term: Term,
    ) -> Result<Option<BitVec>, Exhausted> {
        if let Some(c) = store.as_const(term) {
            return Ok(Some(c.clone()));
        }
        let value = match self.check(store, path, &[]) {
            Answer::Sat(model) => model.eval(store, term),
            Answer::Unsat(_) => return Ok(None),
            Answer::Unknown(reason) => return Err(reason),
        };
        let constant = store.constant(value.clone());
        let other = store.ne(term, constant);
        match self.check(store, path, &[other]) {
            Answer::Sat(_) => Ok(None),
            Answer::Unsat(_) => Ok(Some(value)),
            Answer::Unknown(reason) => Err(reason),
        }
    }

    fn answer(
        &mut self,
        store: &mut TermStore,
        path: &PathCondition,
        assumptions: &[Term],
    ) -> (Answer, Layer) {
        let common = self.follower.follow(store, path);
        self.models.cut(common);
        if let Some((_, core)) = &self.follower.refuted {
            return (Answer::Unsat(self.core(core, &[])), Layer::Path);
        }
        // Layer: simplification and facts, conjunct by conjunct.
        let mut goals: Vec<Goal> = Vec::new();
        let mut by_facts = false;
        for (source, &assumption) in assumptions.iter().enumerate() {
            assert_eq!(store.width(assumption), 1, "an assumption has one bit");
            let rewritten = self.follower.rewrite(store, assumption);
            for term in store.conjuncts(rewritten) {
                if term == store.truth() || self.follower.position(term).is_some() {
                    continue;
                }
                let negation = store.not(term);
                if let Some(i) = self.follower.position(negation) {
                    let seeds = vec![self.follower.kept[i].level];
                    return (self.unsat(store, seeds, assumptions, &[source]), Layer::Simplify);
                }
                if term == store.falsity() {
                    return (self.unsat(store, Vec::new(), assumptions, &[source]), Layer::Simplify);
                }
                match self.follower.facts.decides(store, term) {
                    Some(true) => {
                        by_facts = true;
                        continue;
                    }
                    Some(false) => {
                        let support = self.follower.support(store, term);
                        let seeds = self.levels_of(&self.follower.slice([&*support]));
                        return (self.unsat(store, seeds, assumptions, &[source]), Layer::Facts);
                    }
                    None => {}
                }
                let support = self.follower.support(store, term);
                goals.push(Goal { term, source, support });
            }
        }
        // Layer: earlier models.
        let (base, hit) = self.models.find(store, &self.follower, assumptions);
        if let Some(model) = hit {
            let layer = match (goals.is_empty(), by_facts, assumptions.is_empty()) {
                (true, false, false) => Layer::Simplify,
                (true, true, _) => Layer::Facts,
                (true, _, true) => Layer::Path,
                _ => Layer::Model,
            };
            return (Answer::Sat(model), layer);
        }
        // The part of the path that matters: all of it as long as it is not known to be satisfiable.
        let slice = match &base {
            Some(_) => self.follower.slice(goals.iter().map(|g| &*g.support)),
            None => (0..self.follower.kept.len()).collect(),
        };
        if let Some(done) = self.guess(store, assumptions, &goals, &slice, base.as_deref()) {
            return done;
        }
        let mut set: Vec<Term> =
            slice.iter().map(|&i| self.follower.kept[i].term).chain(goals.iter().map(|g| g.term)).collect();
        set.sort_unstable();
        set.dedup();
        if let Some(core) = self.cache.core_within(&set) {
            let core = core.to_vec();
            return (self.unsat_by(store, &core, assumptions, &slice, &goals), Layer::Cache);
        }
        if let Some(part) = self.cache.model_of(&set) {
            let model = self.complete(store, base.as_deref(), &part);
            if let Some(model) = self.accept(store, assumptions, model) {
                return (Answer::Sat(model), Layer::Cache);
            }
        }
        // SAT is quick with few conditions, and its models are worth having.
        if let Some(refuter) = self.refuter.as_mut().filter(|_| slice.len() >= MANY) {
            let path: Vec<Term> = slice.iter().map(|&i| self.follower.kept[i].term).collect();
            let question: Vec<Term> = goals.iter().map(|goal| goal.term).collect();
            if refuter.contradicts(store, &path, &question) {
                return (self.unsat_by(store, &set, assumptions, &slice, &goals), Layer::Numbers);
            }
        }
        // Most of the other questions are easy for SAT.
        let mut found = match self.refuter {
            Some(_) => self.search(store, &set, &self.budget.with_work(EASY)),
            None => Err(Exhausted::Work),
        };
        if matches!(found, Err(Exhausted::Work)) {
            let near = self.follower.nearest(&slice, goals.iter().map(|goal| &*goal.support), NEAR);
            let near = near.into_iter().map(|i| self.follower.kept[i].term);
            let core: Vec<Term> = near.chain(goals.iter().map(|goal| goal.term)).collect();
            if self.refuter.as_ref().is_some_and(|refuter| refuter.refutes(store, &core)) {
                self.cache.add_core(core.clone());
                return (self.unsat_by(store, &core, assumptions, &slice, &goals), Layer::Numbers);
            }
            found = self.search(store, &set, &self.budget.clone());
        }
        let answer = match found {
            Ok(Ok(part)) => {
                let part = Arc::new(self.restrict(part, &slice, &goals));
                let model = self.complete(store, base.as_deref(), &part);
                self.cache.add_model(set, part);
                let model = self.accept(store, assumptions, model);
                Answer::Sat(model.expect("a model found by SAT satisfies path and assumptions"))
            }
            Ok(Err(core)) => {
                self.cache.add_core(core.clone());
                self.unsat_by(store, &core, assumptions, &slice, &goals)
            }
            Err(reason) => Answer::Unknown(reason),
        };
        (answer, Layer::Sat)
    }

    fn plain_answer(&mut self, store: &TermStore, path: &PathCondition, assumptions: &[Term]) -> Answer {
        let path = path.terms();
        let mut set: Vec<Term> = path.iter().chain(assumptions).copied().collect();
        set.sort_unstable();
        set.dedup();
        match self.search(store, &set, &self.budget.clone()) {
            Ok(Ok(model)) => {
                assert!(satisfies_all(store, &model, &set), "a model found by SAT satisfies the query");
                Answer::Sat(Arc::new(model))
            }
            Ok(Err(core)) => Answer::Unsat(Core {
                assumptions: assumptions
                    .iter()
                    .copied()
                    .filter(|t| core.contains(t) && !path.contains(t))
                    .collect(),
                path: path.into_iter().filter(|t| core.contains(t)).collect(),
            }),
            Err(reason) => Answer::Unknown(reason),
        }
    }

    /// Layer: narrow the facts by the goals. Either they contradict, or the narrowed facts suggest models.
    fn guess(
        &mut self,
        store: &mut TermStore,
        assumptions: &[Term],
        goals: &[Goal],
        slice: &[usize],
        base: Option<&Model>,
    ) -> Option<(Answer, Layer)> {
        let mark = self.follower.facts.mark();
        let contradiction = goals.iter().any(|g| self.follower.facts.assert(store, g.term, true).is_err());
        if contradiction {
            self.follower.facts.undo(mark);
            let seeds = self.levels_of(&self.follower.slice(goals.iter().map(|g| &*g.support)));
            let sources: Vec<usize> = goals.iter().map(|g| g.source).collect();
            return Some((self.unsat(store, seeds, assumptions, &sources), Layer::Facts));
        }
        let mut vars: Vec<VarId> = goals.iter().flat_map(|g| g.support.iter().copied()).collect();
        if slice.len() <= GUESS_LIMIT {
            vars.extend(slice.iter().flat_map(|&i| self.follower.kept[i].support.iter().copied()));
        }
        vars.sort_unstable();
        vars.dedup();
        let ranges: Vec<_> =
            vars.iter().map(|&v| (v, self.follower.facts.eval(store, store.var_term(v)))).collect();
        self.follower.facts.undo(mark);
        if slice.len() > GUESS_LIMIT {
            return None;
        }
        for model in self.candidates(store, goals, &ranges, base) {
            let mut values = Memo::default();
            let mut holds = |t: Term| {
                evaluate(store, &model, &mut values, t);
                values[&t].is_one()
            };
            let good = goals.iter().all(|g| holds(g.term))
                && slice.iter().all(|&i| holds(self.follower.kept[i].term));
            if good {
                let model = self.complete(store, base, &model);
                return self.accept(store, assumptions, model).map(|m| (Answer::Sat(m), Layer::Guess));
            }
        }
        None
    }

    /// Assignments worth trying: the old values where the narrowed facts admit them, all least, all greatest, and
    /// the old ones with one variable of the goals moved: solved from an equality, to an end, or by one.
    fn candidates(
        &mut self,
        store: &mut TermStore,
        goals: &[Goal],
        ranges: &[(VarId, Facts)],
        base: Option<&Model>,
    ) -> Vec<Model> {
        let (mut old, mut least, mut greatest) = (Model::new(), Model::new(), Model::new());
        for (v, facts) in ranges {
            let width = store.var_width(*v);
            let (min, max) =
                (BitVec::new(width, facts.umin().into()), BitVec::new(width, facts.umax().into()));
            let admitted = base.and_then(|m| m.get(*v)).filter(|c| facts.admits(c));
            old.set(*v, admitted.unwrap_or(&min).clone());
            least.set(*v, min);
            greatest.set(*v, max);
        }
        let mut moves: Vec<(VarId, BitVec)> = Vec::new();
        for g in goals {
            if let Some((v, by, _)) = self.follower.definition(store, g.term) {
                moves.push((v, old.eval(store, by)));
            }
        }
        let mut vars: Vec<VarId> = goals.iter().flat_map(|g| g.support.iter().copied()).collect();
        vars.sort_unstable();
        vars.dedup();
        // The youngest variables are the least entangled with the path.
        for &v in vars.iter().rev().take(GUESS_VARIABLES) {
            let (Some(at), Some(min), Some(max)) = (old.get(v), least.get(v), greatest.get(v)) else {
                continue;
            };
            let one = BitVec::one(at.width());
            moves.extend([min.clone(), max.clone(), at.add(&one), at.sub(&one)].map(|value| (v, value)));
        }
        let moved = moves.into_iter().map(|(v, value)| {
            let mut model = old.clone();
            model.set(v, value);
            model
        });
        let moved: Vec<Model> = moved.collect();
        [old, least, greatest].into_iter().chain(moved).collect()
    }

    /// Layer: SAT. The inner result is a model or a core of `set`.
    fn search(
        &mut self,
        store: &TermStore,
        set: &[Term],
        budget: &Budget,
    ) -> Result<Result<Model, Vec<Term>>, Exhausted> {
        self.discard_garbage(set);
        let (stats, focused) = (&mut self.stats, self.focused);
        let blaster = self.blaster.get_or_insert_with(|| {
            stats.instances += 1;
            if focused { Blaster::focused() } else { Blaster::new() }
        });
        blaster.start(budget);
        let (size, (propagations, conflicts)) = (blaster.size(), blaster.work());
        let mut lits = Vec::with_capacity(set.len());
        let mut outcome = Ok(());
        for &t in set {
            let before = blaster.size();
            match blaster.literal(store, t) {
                Ok(l) => lits.push(l),
                Err(reason) => outcome = Err(reason),
            }
            *self.costs.entry(t).or_default() += blaster.size() - before;
            if outcome.is_err() {
                break;
            }
        }
        let verdict = match outcome {
            Ok(()) => blaster.solve(&lits),
            Err(reason) => Verdict::Unknown(reason),
        };
        stats.variables += (blaster.size() - size) as u64;
        stats.propagations += blaster.work().0 - propagations;
        stats.conflicts += blaster.work().1 - conflicts;
        match verdict {
            Verdict::Sat => Ok(Ok(blaster.model())),
            Verdict::Unsat(core) => {
                let used = set.iter().zip(&lits).filter(|(_, l)| core.contains(l)).map(|(&t, _)| t);
                Ok(Err(used.collect()))
            }
            Verdict::Unknown(reason) => {
                if reason == Exhausted::Memory {
                    self.blaster = None;
                    self.costs.clear();
                }
                Err(reason)
            }
        }
    }

    /// Throws the instance away once what it has besides a question has cost as much as translating the question
    /// again would. A model gives every variable of the instance a value, also those of paths that were left.
    fn discard_garbage(&mut self, set: &[Term]) {
        let Some(blaster) = &self.blaster else { return };
        let needed: usize = set.iter().filter_map(|t| self.costs.get(t)).sum();
        self.wasted += blaster.size().saturating_sub(needed);
        if self.wasted > TRANSLATION * needed + SMALL_INSTANCE {
            self.blaster = None;
            self.costs.clear();
            self.wasted = 0;
        }
    }

    /// The part of a model that concerns the slice and the goals.
    fn restrict(&self, model: Model, slice: &[usize], goals: &[Goal]) -> Model {
        let mut out = Model::new();
        let supports = slice.iter().map(|&i| &self.follower.kept[i].support);
        for v in supports.chain(goals.iter().map(|g| &g.support)).flat_map(|s| s.iter()) {
            if let Some(value) = model.get(*v) {
                out.set(*v, value.clone());
            }
        }
        out
    }

    /// `base` with the values of `part`, and defined variables computed.
    fn complete(&self, store: &TermStore, base: Option<&Model>, part: &Model) -> Model {
        let mut model = base.cloned().unwrap_or_default();
        for (v, value) in part.iter() {
            model.set(v, value.clone());
        }
        let mut values = Memo::default();
        for d in self.follower.definitions.iter().rev().filter(|d| d.eliminates) {
            evaluate(store, &model, &mut values, d.by);
            let value = values[&d.by].clone();
            // No right side evaluated so far mentions the variable, so remembered values stay right.
            model.set(d.var, value);
        }
        model
    }

    /// Re-checks a model on what was asked; keeps it for later questions.
    fn accept(&mut self, store: &TermStore, assumptions: &[Term], model: Model) -> Option<Arc<Model>> {
        let mut candidate = Candidate::new(model);
        let good = candidate.satisfies_path(store, &self.follower)
            && assumptions.iter().all(|&a| candidate.satisfies(store, a));
        good.then(|| self.models.add(candidate))
    }

    fn levels_of(&self, slice: &[usize]) -> Vec<usize> {
        slice.iter().map(|&i| self.follower.kept[i].level).collect()
    }

    /// `Unsat` from the levels and assumptions that were used, completed by the definitions behind them.
    fn unsat(
        &mut self,
        store: &TermStore,
        seeds: Vec<usize>,
        assumptions: &[Term],
        sources: &[usize],
    ) -> Answer {
        let mut sources = sources.to_vec();
        sources.sort_unstable();
        sources.dedup();
        let used: Vec<Term> = sources.iter().map(|&i| assumptions[i]).collect();
        let levels = self.follower.explain(store, &used, seeds);
        if used.is_empty() {
            // The path alone is at fault: remember it.
            let at = levels.last().copied().expect("a core is not empty");
            self.follower.refuted = Some((at, levels.clone()));
        }
        Answer::Unsat(self.core(&levels, &used))
    }

    /// `Unsat` from a core of rewritten conjuncts.
    fn unsat_by(
        &mut self,
        store: &TermStore,
        core: &[Term],
        assumptions: &[Term],
        slice: &[usize],
        goals: &[Goal],
    ) -> Answer {
        let kept = &self.follower.kept;
        let seeds =
            slice.iter().map(|&i| &kept[i]).filter(|c| core.contains(&c.term)).map(|c| c.level).collect();
        let in_path = |t: Term| self.follower.position(t).is_some();
        let sources: Vec<usize> =
            goals.iter().filter(|g| core.contains(&g.term) && !in_path(g.term)).map(|g| g.source).collect();
        self.unsat(store, seeds, assumptions, &sources)
    }

    fn core(&self, levels: &[usize], assumptions: &[Term]) -> Core {
        Core {
            path: levels.iter().map(|&l| self.follower.levels[l].term).collect(),
            assumptions: assumptions.to_vec(),
        }
    }
}

fn satisfies_all<'a>(store: &TermStore, model: &Model, terms: impl IntoIterator<Item = &'a Term>) -> bool {
    let mut evaluation = Evaluation::new(model);
    terms.into_iter().all(|&t| evaluation.holds(store, t))
}
