//! The solver: search modulo theories and rules.
//!
//! One loop (DPLL(T)) drives everything. Deduction runs to a fixpoint in a fixed order, cheapest
//! first: clauses, unit propagation, new constraints, equality and bounds of newly assigned
//! literals, congruence, interval propagation, heap rules and user rules by priority, simplex.
//! Only then is something decided; when nothing is left to decide, the final checks may split
//! once more, and otherwise the answer is UNKNOWN with the store.
//!
//! States: a solver collects goals and rules (`assert`, `assume`, `load_rules`), then `check` runs
//! a search. After UNKNOWN the store can be read; after UNSAT the derivation. Any further
//! call starts from the collected goals again, with everything learnt.
//!
//! Invariant: theories are at the same decision level as the SAT core, and have seen exactly the
//! trail up to `theory_head`.

use crate::arith::{Arith, Final};
use crate::build::{Build, Rewrite, Rewrites};
use crate::check::Checker;
use crate::congruence;
use crate::core::{Core, Lemma};
use crate::eq::Equality;
use crate::heaps::Heaps;
use crate::meter::Meter;
use crate::normal::Made;
use crate::proof::{Derivation, Line, Source};
use crate::rules::{self, Engine};
use crate::sat::analyze::Refutation;
use crate::sat::lit::{ClauseRef, Lit, Var};
use crate::sat::{Added, Keep};
use crate::symbol::{ArgType, Kind, Priority, Signature};
use crate::syntax::expr::Expr;
use crate::syntax::rule::{Item, TypeDecl};
use crate::syntax::{Error, parse_goal, parse_rules};
use crate::term::TypeId;
use budget::{Budget, Exhausted};
use std::collections::VecDeque;

/// Which theories take part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Theories {
    /// Equality between variables, with congruence.
    pub eq: bool,
    /// Linear integer arithmetic.
    pub linear: bool,
    /// Interval propagation without simplex.
    pub bounds: bool,
    /// Finite domains `int_dom(x, l, u)`.
    pub dom: bool,
    /// Heaps.
    pub heaps: bool,
}

impl Theories {
    /// Everything that verification conditions need.
    pub fn all() -> Theories {
        Theories { eq: true, linear: true, bounds: false, dom: true, heaps: true }
    }
}

/// The outcome of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is no model.
    Unsat,
    /// No contradiction was found; the store says what was considered.
    Unknown,
    /// The search was stopped.
    Stopped(Exhausted),
}

/// A formula that can be switched on for single checks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Assumption(Lit);

/// A constraint of the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// Whether it holds or fails.
    pub positive: bool,
    /// The symbol; arithmetic is in primitive form, such as `int_eq_plus_c`.
    pub name: String,
    /// The arguments as text.
    pub args: Vec<String>,
}

/// Counters of the work done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Conflicts that the SAT core learnt from.
    pub conflicts: u64,
    /// Decisions.
    pub decisions: u64,
    /// Literals propagated.
    pub propagations: u64,
    /// Instances of user rules.
    pub firings: u64,
    /// Constraints made.
    pub constraints: u64,
}

/// A solver for goals over built-in and user constraints.
#[derive(Clone, Debug)]
pub struct Solver {
    core: Core,
    eq: Equality,
    arith: Arith,
    heaps: Heaps,
    engine: Engine,
    rewrites: Rewrites,
    theories: Theories,
    theory_head: usize,
    registered: usize,
    queues: [VecDeque<Var>; 4],
    queued: Vec<bool>,
    refuted: Option<Refutation>,
    /// The refutation does not depend on assumptions.
    hopeless: bool,
    restart_at: u64,
    restarts: u64,
}

/// Outcomes of deduction other than a fixpoint.
enum Halt {
    Refuted,
    Stopped(Exhausted),
    Error(Error),
}

impl Solver {
    /// A solver with the given theories and no goals.
    pub fn new(theories: Theories) -> Solver {
        let mut core = Core::new();
        core.offsets = theories.linear;
        if theories.heaps {
            core.syms.load_heaps();
        }
        if theories.dom {
            core.syms.load_dom();
        }
        Solver {
            core,
            eq: Equality::new(theories.eq || theories.linear || theories.heaps, theories.linear),
            arith: Arith::new(theories.bounds, theories.linear),
            heaps: Heaps::new(theories.heaps),
            engine: Engine::default(),
            rewrites: Rewrites::default(),
            theories,
            theory_head: 0,
            registered: 0,
            queues: Default::default(),
            queued: Vec::new(),
            refuted: None,
            hopeless: false,
            restart_at: 0,
            restarts: 0,
        }
    }

    /// Records derivations from now on; call it before the first goal.
    pub fn explain(&mut self) {
        self.core.sat.proof.turn_on();
    }

    /// Loads the declarations and rules of a rule file; `file` names it in messages.
    pub fn load_rules(&mut self, text: &str, file: &str) -> Result<(), Error> {
        self.rewind();
        for item in parse_rules(text, file)? {
            let loaded = match item {
                Item::Type(decl) => self.declare(&decl),
                Item::Rule(decl) => rules::compile(&mut self.core, &decl, self.engine.rules.len())
                    .map(|(rule, plans)| self.engine.add(rule, plans)),
                Item::Rewrite(decl) => {
                    let mut checker = Checker::rule(&self.core.types, &self.core.syms);
                    let checked = checker
                        .head(&decl.name, &decl.args, decl.span)
                        .and_then(|()| checker.formula(&decl.body));
                    checked.map(|()| {
                        let sym = self.core.syms.named(&decl.name, decl.args.len());
                        let rewrite = Rewrite { args: decl.args, body: decl.body };
                        self.rewrites.rules.entry((sym, !decl.negated)).or_default().push(rewrite);
                    })
                }
            };
            loaded.map_err(|e| e.in_file(file))?;
        }
        Ok(())
    }

    fn declare(&mut self, decl: &TypeDecl) -> Result<(), Error> {
        let args: Vec<ArgType> = decl
            .args
            .iter()
            .map(|(name, var)| ArgType { ty: self.core.types.named(name), var: *var })
            .collect();
        let result = decl.result.as_ref().map_or(TypeId::BOOL, |name| self.core.types.named(name));
        let signature = Signature { args, result };
        let sym = self.core.syms.named(&decl.name, decl.args.len());
        let symbol = self.core.syms.get_mut(sym);
        if symbol.signature.as_ref().is_some_and(|old| *old != signature) {
            let (name, arity) = (&decl.name, decl.args.len());
            let message = format!("conflicting typeinst declarations for {name}/{arity}");
            return Err(Error::at(decl.span, message));
        }
        symbol.signature = Some(signature);
        if let Some(priority) = decl.priority {
            symbol.priority = priority;
        }
        Ok(())
    }

    /// Adds a goal, given as text, for good.
    pub fn assert_text(&mut self, goal: &str) -> Result<(), Error> {
        self.assert(&parse_goal(goal, 1)?)
    }

    /// Adds a goal for good.
    pub fn assert(&mut self, goal: &Expr) -> Result<(), Error> {
        let formula = self.formula(goal)?;
        self.core.imply_formula(&[], formula, Source::Goal);
        Ok(())
    }

    /// Prepares a formula that holds only in checks that assume it.
    pub fn assume(&mut self, formula: &Expr) -> Result<Assumption, Error> {
        let formula = self.formula(formula)?;
        let switch = self.core.new_var().lit(true);
        self.core.imply_formula(&[switch], formula, Source::Goal);
        Ok(Assumption(switch))
    }

    fn formula(&mut self, goal: &Expr) -> Result<crate::formula::Formula, Error> {
        self.rewind();
        let mut checker = Checker::goal(&self.core);
        checker.formula(goal)?;
        for (name, ty) in checker.result() {
            match ty {
                TypeId::BOOL => {
                    self.core.bool_var(&name);
                }
                TypeId::ANY => {}
                ty => {
                    let t = self.core.terms.var(&name);
                    self.core.terms.set_type(t, ty);
                }
            }
        }
        Build::goal(&mut self.core, &mut self.rewrites).formula(goal, true)
    }

    /// Searches for a contradiction in the goals.
    pub fn check(&mut self, budget: &Budget) -> Result<Answer, Error> {
        self.check_assuming(&[], budget)
    }

    /// Searches for a contradiction in the goals together with some assumptions.
    pub fn check_assuming(&mut self, assumptions: &[Assumption], budget: &Budget) -> Result<Answer, Error> {
        self.rewind();
        if self.hopeless {
            return Ok(Answer::Unsat);
        }
        self.refuted = None;
        self.arith.begin();
        self.restart_at = self.core.sat.conflicts + 100;
        let assumptions: Vec<Lit> = assumptions.iter().map(|a| a.0).collect();
        match self.search(&assumptions, &mut Meter::new(budget)) {
            Ok(()) => Ok(Answer::Unknown),
            Err(Halt::Refuted) => Ok(Answer::Unsat),
            Err(Halt::Stopped(why)) => Ok(Answer::Stopped(why)),
            Err(Halt::Error(e)) => Err(e),
        }
    }

    /// Runs until nothing is left to decide.
    fn search(&mut self, assumptions: &[Lit], meter: &mut Meter<'_>) -> Result<(), Halt> {
        loop {
            self.deduce(meter)?;
            meter.step().map_err(Halt::Stopped)?;
            if self.core.sat.conflicts >= self.restart_at {
                self.restarts += 1;
                self.restart_at = self.core.sat.conflicts + 100 * luby(self.restarts);
                self.backjump(0);
                continue;
            }
            if self.core.sat.wants_reduction() {
                self.core.sat.reduce();
            }
            let level = self.core.sat.level() as usize;
            if let Some(&assumption) = assumptions.get(level) {
                match self.core.sat.value(assumption) {
                    Some(false) => {
                        self.refuted = Some(self.core.sat.refutation(None, Some(assumption)));
                        return Err(Halt::Refuted);
                    }
                    Some(true) => {
                        self.core.sat.open_level();
                        self.push_level();
                    }
                    None => self.decide(assumption),
                }
                continue;
            }
            if let Some(l) = self.core.sat.pick_decision() {
                self.decide(l);
                continue;
            }
            if self.eq.final_check(&mut self.core) {
                continue;
            }
            match self.arith.final_check(&mut self.core) {
                Final::Stated => {}
                Final::Decide(l) => self.decide(l),
                Final::Done => {
                    let addresses = self.heaps.addresses(&self.core);
                    match self.arith.interface_split(&mut self.core, &addresses) {
                        // The equality may be new to the SAT core: let it settle first.
                        Some(l) => {
                            self.deduce(meter)?;
                            if self.core.sat.value(l).is_none() {
                                self.decide(l);
                            }
                        }
                        None => return Ok(()),
                    }
                }
            }
        }
    }

    fn decide(&mut self, l: Lit) {
        self.core.sat.decide_on(l);
        self.push_level();
    }

    fn push_level(&mut self) {
        self.eq.push();
        self.arith.push();
        self.engine.push();
    }

    fn rewind(&mut self) {
        self.backjump(0);
    }

    fn backjump(&mut self, level: u32) {
        if self.core.sat.level() <= level {
            return;
        }
        let keep = self.core.sat.cancel_until(level);
        self.theory_head = self.theory_head.min(keep);
        self.eq.pop(level);
        self.arith.pop(level);
        self.engine.pop(level);
        for queue in &mut self.queues {
            for v in queue.drain(..) {
                self.queued[v.index()] = false;
            }
        }
    }

    /// Draws consequences to a fixpoint.
    fn deduce(&mut self, meter: &mut Meter<'_>) -> Result<(), Halt> {
        loop {
            self.flush(meter)?;
            if let Some(conflict) = self.core.sat.propagate() {
                self.resolve(conflict)?;
                meter.step().map_err(Halt::Stopped)?;
                continue;
            }
            if self.registered < self.core.cons.len() {
                self.register();
                continue;
            }
            if self.theory_head < self.core.sat.trail().len() {
                self.assign();
                continue;
            }
            if !self.eq.touched.is_empty() {
                self.wake_touched();
                continue;
            }
            if self.arith.enabled() {
                self.arith.propagate(&mut self.core);
                if !self.core.lemmas.is_empty() {
                    continue;
                }
            }
            meter.step().map_err(Halt::Stopped)?;
            if let Some(v) = self.queues.iter_mut().find_map(VecDeque::pop_front) {
                self.queued[v.index()] = false;
                self.heaps.wake(&mut self.core, &self.eq, v);
                self.engine.wake(&mut self.core, &self.eq, &mut self.rewrites, v).map_err(Halt::Error)?;
                continue;
            }
            if self.arith.simplex_rows() <= 80 {
                self.arith.check_rational(&mut self.core);
                if !self.core.lemmas.is_empty() {
                    continue;
                }
            }
            return Ok(());
        }
    }

    /// Hands the waiting clauses to the SAT core.
    fn flush(&mut self, meter: &mut Meter<'_>) -> Result<(), Halt> {
        if self.core.lemmas.is_empty() {
            return Ok(());
        }
        meter.step().map_err(Halt::Stopped)?;
        // Clauses are stated once, so all of them go in even when one is a conflict.
        for Lemma { lits, premises, keep, source } in std::mem::take(&mut self.core.lemmas) {
            if let Added::Conflict(c) = self.core.sat.add_clause(&lits, premises, keep, source) {
                self.resolve(c)?;
            }
        }
        Ok(())
    }

    /// Learns from a clause whose literals are all false, and jumps back.
    fn resolve(&mut self, mut conflict: ClauseRef) -> Result<(), Halt> {
        loop {
            let (level, count) = self.core.sat.conflict_level(conflict);
            if level == 0 {
                self.hopeless = true;
                self.refuted = Some(self.core.sat.refutation(Some(conflict), None));
                return Err(Halt::Refuted);
            }
            self.backjump(level);
            let added = if count == 1 {
                let back_to = self.core.sat.second_level(conflict);
                self.backjump(back_to);
                self.core.sat.assert_unit(conflict)
            } else {
                let learnt = self.core.sat.analyze(conflict);
                self.backjump(learnt.back_to);
                self.core.sat.learn(learnt)
            };
            match added {
                Added::Fine => return Ok(()),
                Added::Conflict(next) => conflict = next,
            }
        }
    }

    /// Introduces new constraints to the theories.
    fn register(&mut self) {
        while self.registered < self.core.cons.len() {
            let v = Var(self.registered as u32);
            self.registered += 1;
            self.queued.resize(self.core.cons.len(), false);
            if !self.core.is_constraint(v) {
                continue;
            }
            self.eq.register(&mut self.core, v);
            self.arith.register(&mut self.core, v);
            self.heaps.register(&self.core, v);
            if self.eq.joins {
                congruence::check(&mut self.core, &self.eq, v);
            }
            if self.theories.dom {
                self.encode_domain(v);
            }
        }
        self.queued.resize(self.core.cons.len(), false);
    }

    /// `int_dom(x, l, u)`: order and value literals, tied together by clauses, and the choice of a
    /// value. Domains that are too large for that only bound the variable.
    fn encode_domain(&mut self, v: Var) {
        const MAX_SIZE: i64 = 5000;
        let core = &mut self.core;
        let Some(cons) = core.cons(v).filter(|c| core.syms.kind(c.sym) == Kind::IntDom) else { return };
        let x = cons.args[0];
        let (Some(l), Some(u)) = (core.terms.as_int(cons.args[1]), core.terms.as_int(cons.args[2])) else {
            return;
        };
        let dom = v.lit(true);
        let source = Source::Theory("dom");
        if l > u || u - l > MAX_SIZE {
            if l > u {
                core.imply(&[dom], &[], Keep::Problem, source);
            }
            return;
        }
        let atom = |core: &mut Core, sym, n: i64| {
            let c = core.int_term(n);
            match core.make(sym, &[x, c]) {
                Made::Lit(l) => l,
                // Only for constants in place of x; a literal of that value will do.
                made => {
                    let fixed = core.new_var().lit(true);
                    core.imply(
                        &[],
                        &[if made == Made::True { fixed } else { !fixed }],
                        Keep::Problem,
                        source,
                    );
                    fixed
                }
            }
        };
        let b = core.syms.builtin;
        let bounds: Vec<Lit> = (l..=u + 1).map(|n| atom(core, b.lb, n)).collect();
        let values: Vec<Lit> = (l..=u).map(|n| atom(core, b.eq_c, n)).collect();
        core.imply(&[dom], &[bounds[0]], Keep::Problem, source);
        core.imply(&[dom], &[!bounds[bounds.len() - 1]], Keep::Problem, source);
        for (i, &value) in values.iter().enumerate() {
            let (here, next) = (bounds[i], bounds[i + 1]);
            core.imply(&[dom, next], &[here], Keep::Problem, source);
            core.imply(&[dom, value], &[here], Keep::Problem, source);
            core.imply(&[dom, value], &[!next], Keep::Problem, source);
            core.imply(&[dom, here, !next], &[value], Keep::Problem, source);
        }
        core.imply(&[dom], &values, Keep::Problem, source);
    }

    /// Shows newly assigned literals to the theories, until one has something to say.
    fn assign(&mut self) {
        while self.theory_head < self.core.sat.trail().len() && self.core.lemmas.is_empty() {
            let l = self.core.sat.trail()[self.theory_head];
            self.theory_head += 1;
            if !self.core.is_constraint(l.var()) {
                continue;
            }
            self.eq.assert(&mut self.core, l);
            self.arith.assert(&mut self.core, l);
            if self.eq.joins {
                congruence::check(&mut self.core, &self.eq, l.var());
            }
            self.enqueue(l.var());
        }
    }

    fn enqueue(&mut self, v: Var) {
        let Some(cons) = self.core.cons(v) else { return };
        let symbol = self.core.syms.get(cons.sym);
        let heap = self.heaps.enabled && symbol.kind.is_heap();
        if !heap && (self.engine.is_empty() || !self.engine.concerns(cons.sym)) {
            return;
        }
        let queue = match symbol.priority {
            Priority::High => 0,
            Priority::Medium if heap => 1,
            Priority::Medium => 2,
            Priority::Low => 3,
        };
        if !std::mem::replace(&mut self.queued[v.index()], true) {
            self.queues[queue].push_back(v);
        }
    }

    /// Looks again at constraints whose arguments have become equal to something.
    fn wake_touched(&mut self) {
        for t in std::mem::take(&mut self.eq.touched) {
            for i in 0..self.core.mentioning(t).len() {
                let v = self.core.mentioning(t)[i];
                if v.index() >= self.registered {
                    continue;
                }
                if self.eq.joins {
                    congruence::check(&mut self.core, &self.eq, v);
                }
                if self.core.sat.value(v.lit(true)).is_some() {
                    self.enqueue(v);
                }
            }
        }
    }

    /// The store after UNKNOWN: the constraints and Booleans that were decided, as goals.
    pub fn store(&self) -> Vec<String> {
        let mut lines: Vec<(Var, String)> = Vec::new();
        for &l in self.core.sat.trail() {
            if !self.engine.is_removed(l.var()) {
                lines.extend(self.core.show_lit(l).map(|text| (l.var(), text)));
            }
        }
        lines.sort();
        lines.into_iter().map(|(_, text)| text).collect()
    }

    /// The store after UNKNOWN, for programs: every constraint that holds or fails.
    pub fn facts(&self) -> Vec<Fact> {
        let mut facts: Vec<(Var, Fact)> = Vec::new();
        for &l in self.core.sat.trail() {
            let Some(cons) = self.core.cons(l.var()).filter(|_| !self.engine.is_removed(l.var())) else {
                continue;
            };
            let name = self.core.syms.get(cons.sym).name.to_string();
            let args = cons.args.iter().map(|&t| self.core.show_term(t)).collect();
            facts.push((l.var(), Fact { positive: l.is_positive(), name, args }));
        }
        facts.sort_by_key(|(v, _)| *v);
        facts.into_iter().map(|(_, fact)| fact).collect()
    }

    /// A value for an integer variable that agrees with the store after UNKNOWN, if one is known.
    /// Together such values satisfy the arithmetic of the store, not necessarily the rest.
    pub fn value(&self, variable: &str) -> Option<i64> {
        let t = self.core.terms.find_var(variable)?;
        self.eq.value(&self.core, t).or_else(|| self.arith.value(t))
    }

    /// Why the last check answered UNSAT, if derivations are recorded.
    pub fn derivation(&self) -> Option<Derivation> {
        let refuted = self.refuted.as_ref().filter(|_| self.core.sat.proof.is_on())?;
        let lines = self.core.sat.proof.leaves(&refuted.steps).into_iter().map(|(lits, source)| {
            let implication = source != Source::Goal;
            let (mut premises, mut conclusions) = (Vec::new(), Vec::new());
            let names_a_sum = source == Source::Definition && lits.len() == 1;
            for &l in lits {
                // A clause of the goal reads best as a disjunction of what it says.
                if names_a_sum {
                    conclusions.extend(self.core.show_lit(l));
                } else if implication && !l.is_positive() && self.reads_as_premise(l) {
                    premises.push(self.core.show_lit_or_name(!l));
                } else {
                    conclusions.push(self.core.show_lit_or_name(l));
                }
            }
            let because = match source {
                Source::Goal => "goal".to_string(),
                Source::Definition => "definition".to_string(),
                Source::Theory(name) => name.to_string(),
                Source::Rule(r) => format!("rule {}", self.engine.rules[r as usize].label),
            };
            Line { premises, conclusions, because, clause: lits.to_vec() }
        });
        Some(Derivation { lines: lines.collect(), assumptions: refuted.assumptions.clone() })
    }

    fn reads_as_premise(&self, l: Lit) -> bool {
        self.core.is_constraint(l.var()) || !self.core.bool_names.contains_key(&l.var())
    }

    /// The assumptions that the last UNSAT depends on; none when the goals alone are refuted.
    pub fn failed_assumptions(&self) -> Vec<Assumption> {
        self.refuted.iter().flat_map(|r| &r.assumptions).map(|&l| Assumption(l)).collect()
    }

    /// Counters of the work done so far.
    pub fn stats(&self) -> Stats {
        let sat = &self.core.sat;
        Stats {
            conflicts: sat.conflicts,
            decisions: sat.decisions,
            propagations: sat.propagations,
            firings: self.engine.firings,
            constraints: self.core.cons.iter().flatten().count() as u64,
        }
    }
}

/// The sequence 1 1 2 1 1 2 4 .. that spaces restarts.
fn luby(mut i: u64) -> u64 {
    let mut k = 1;
    while (1 << k) - 1 < i + 1 {
        k += 1;
    }
    while i + 1 != (1 << k) - 1 {
        i -= (1 << (k - 1)) - 1;
        k = 1;
        while (1 << k) - 1 < i + 1 {
            k += 1;
        }
    }
    1 << (k - 1)
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn luby_sequence() {
        let start: Vec<u64> = (0..15).map(luby).collect();
        assert_eq!(start, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
