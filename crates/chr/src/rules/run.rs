//! Running rules on the store.
//!
//! Invariant: an instance is stated once, with premises that hold at that moment: its head
//! literals and the equalities used in matching. Later the clause works by itself; matching the
//! same heads again only repeats removals.

use super::{Argument, Body, BodyAtom, Guard, Number, Pattern, Plan, Rule, Step};
use crate::build::{Build, Rewrites};
use crate::congruence::candidates;
use crate::core::Core;
use crate::eq::Equality;
use crate::formula::Formula;
use crate::normal::Made;
use crate::proof::Source;
use crate::sat::lit::{Lit, Var};
use crate::symbol::SymId;
use crate::syntax::expr::Cmp;
use crate::syntax::{Error, Span};
use crate::term::{TermId, TypeId, in_range};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// The plans of rules, by the constraint that is active.
type Plans = FxHashMap<(SymId, bool), Arc<Vec<Plan>>>;

#[derive(Clone, Default, Debug)]
pub(crate) struct Engine {
    /// Shared by copies of the solver: large programs have rules for hundreds of types.
    pub(crate) rules: Arc<Vec<Arc<Rule>>>,
    plans: Arc<Plans>,
    fired: FxHashSet<[u32; 4]>,
    /// The same for rules with more than three heads.
    fired_long: FxHashSet<(u32, Box<[Var]>)>,
    removed: Vec<bool>,
    trail: Vec<Var>,
    marks: Vec<usize>,
    pub(crate) firings: u64,
}

/// A match under construction.
struct Match {
    slots: SmallVec<[Option<TermId>; 8]>,
    heads: SmallVec<[Option<Var>; 4]>,
    equalities: SmallVec<[(TermId, TermId); 8]>,
}

/// What a search for matches should do next.
#[derive(PartialEq, Eq)]
enum Flow {
    Continue,
    /// A partner was removed: look again from the start.
    Restart,
    /// The active constraint was removed.
    Done,
}

impl Engine {
    pub(crate) fn add(&mut self, rule: Rule, plans: Vec<Plan>) {
        for plan in plans {
            let head = &rule.heads[plan.active];
            let plans = Arc::make_mut(&mut self.plans);
            Arc::make_mut(plans.entry((head.sym, head.negated)).or_default()).push(plan);
        }
        Arc::make_mut(&mut self.rules).push(Arc::new(rule));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    pub(crate) fn concerns(&self, sym: SymId) -> bool {
        self.plans.contains_key(&(sym, false)) || self.plans.contains_key(&(sym, true))
    }

    pub(crate) fn is_removed(&self, v: Var) -> bool {
        self.removed.get(v.index()).copied().unwrap_or(false)
    }

    fn remove(&mut self, v: Var) {
        if self.removed.len() <= v.index() {
            self.removed.resize(v.index() + 1, false);
        }
        if !std::mem::replace(&mut self.removed[v.index()], true) {
            self.trail.push(v);
        }
    }

    pub(crate) fn push(&mut self) {
        self.marks.push(self.trail.len());
    }

    pub(crate) fn pop(&mut self, level: u32) {
        if let Some(&keep) = self.marks.get(level as usize) {
            for v in self.trail.split_off(keep) {
                self.removed[v.index()] = false;
            }
            self.marks.truncate(level as usize);
        }
    }

    /// Runs all rules with the given constraint as the active one.
    pub(crate) fn wake(
        &mut self,
        core: &mut Core,
        eq: &Equality,
        rewrites: &mut Rewrites,
        v: Var,
    ) -> Result<(), Error> {
        let (Some(cons), Some(value)) = (core.cons(v), core.sat.value(v.lit(true))) else { return Ok(()) };
        let key = (cons.sym, !value);
        let Some(plans) = self.plans.get(&key).cloned() else { return Ok(()) };
        let mut outcome = Ok(());
        for plan in plans.iter() {
            let mut flow = Ok(Flow::Restart);
            while matches!(flow, Ok(Flow::Restart)) && !self.is_removed(v) {
                flow = self.start(core, eq, rewrites, plan, v);
            }
            if let Err(e) = flow {
                outcome = Err(e);
                break;
            }
            if self.is_removed(v) {
                break;
            }
        }
        outcome
    }

    fn start(
        &mut self,
        core: &mut Core,
        eq: &Equality,
        rewrites: &mut Rewrites,
        plan: &Plan,
        v: Var,
    ) -> Result<Flow, Error> {
        let rule = &self.rules[plan.rule];
        let mut m = Match {
            slots: smallvec![None; rule.slots.len()],
            heads: smallvec![None; rule.heads.len()],
            equalities: SmallVec::new(),
        };
        if !self.take_head(core, eq, plan.rule, plan.active, v, &mut m) {
            return Ok(Flow::Continue);
        }
        self.extend(core, eq, rewrites, plan, 0, &mut m)
    }

    /// Binds a head to a constraint, if it fits.
    fn take_head(&self, core: &Core, eq: &Equality, rule: usize, head: usize, v: Var, m: &mut Match) -> bool {
        let args = &core.cons(v).expect("heads match constraints").args;
        for (pattern, &arg) in self.rules[rule].heads[head].args.iter().zip(args.iter()) {
            let wanted = match pattern {
                Pattern::Anything => continue,
                Pattern::Constant(c) => *c,
                Pattern::Slot(s) => match m.slots[*s as usize] {
                    Some(t) => t,
                    None => {
                        m.slots[*s as usize] = Some(arg);
                        continue;
                    }
                },
            };
            if wanted != arg {
                if !eq.matches(core, wanted, arg) {
                    return false;
                }
                m.equalities.push((wanted, arg));
            }
        }
        m.heads[head] = Some(v);
        true
    }

    fn extend(
        &mut self,
        core: &mut Core,
        eq: &Equality,
        rewrites: &mut Rewrites,
        plan: &Plan,
        at: usize,
        m: &mut Match,
    ) -> Result<Flow, Error> {
        let Some(step) = plan.steps.get(at) else { return self.fire(core, rewrites, plan, m) };
        let saved = (m.slots.clone(), m.equalities.len());
        match *step {
            Step::Guard(g) => {
                let flow = if self.guard(core, eq, plan.rule, g, m) {
                    self.extend(core, eq, rewrites, plan, at + 1, m)?
                } else {
                    Flow::Continue
                };
                m.slots = saved.0;
                m.equalities.truncate(saved.1);
                Ok(flow)
            }
            Step::Join(h) => {
                let head = &self.rules[plan.rule].heads[h];
                let (sym, value) = (head.sym, !head.negated);
                let known = head.args.iter().enumerate().filter_map(|(pos, a)| match a {
                    Pattern::Constant(c) => Some((pos, *c)),
                    Pattern::Slot(s) => m.slots[*s as usize].map(|t| (pos, t)),
                    Pattern::Anything => None,
                });
                let found = candidates(core, eq, sym, known);
                let found = found.unwrap_or_else(|| core.with_symbol(sym).to_vec());
                for v in found {
                    if !core.sat.is_true(v.lit(value)) || self.is_removed(v) {
                        continue;
                    }
                    if self.take_head(core, eq, plan.rule, h, v, m) {
                        let flow = self.extend(core, eq, rewrites, plan, at + 1, m)?;
                        if flow != Flow::Continue {
                            return Ok(flow);
                        }
                    }
                    m.slots.clone_from(&saved.0);
                    m.equalities.truncate(saved.1);
                }
                Ok(Flow::Continue)
            }
        }
    }

    /// The value of a number; the equalities it depends on are recorded.
    fn number(core: &Core, eq: &Equality, n: &Number, m: &Match, used: &mut Vec<TermId>) -> Option<i64> {
        let mut pair =
            |a, b| Some((Self::number(core, eq, a, m, used)?, Self::number(core, eq, b, m, used)?));
        let value = match n {
            Number::Constant(c) => *c,
            Number::Slot(s) => {
                let t = m.slots[*s as usize]?;
                if core.terms.as_int(t).is_none() {
                    used.push(t);
                }
                eq.value(core, t)?
            }
            Number::Add(a, b) => pair(a, b).and_then(|(a, b)| a.checked_add(b))?,
            Number::Sub(a, b) => pair(a, b).and_then(|(a, b)| a.checked_sub(b))?,
            Number::Mul(a, b) => pair(a, b).and_then(|(a, b)| a.checked_mul(b))?,
            Number::Div(a, b) => pair(a, b).and_then(|(a, b)| a.checked_div(b))?,
        };
        in_range(value).then_some(value)
    }

    fn guard(&self, core: &mut Core, eq: &Equality, rule: usize, g: usize, m: &mut Match) -> bool {
        let mut used = Vec::new();
        let holds = match &self.rules[rule].guards[g] {
            Guard::Compare(op, a, b) => {
                let values =
                    (Self::number(core, eq, a, m, &mut used), Self::number(core, eq, b, m, &mut used));
                match (values, a, b) {
                    ((Some(x), Some(y)), ..) => op.holds(x.cmp(&y)),
                    (_, Number::Slot(a), Number::Slot(b)) => {
                        used.clear();
                        let (Some(a), Some(b)) = (m.slots[*a as usize], m.slots[*b as usize]) else {
                            return false;
                        };
                        match op {
                            Cmp::Eq if eq.equal(core, a, b) => {
                                m.equalities.push((a, b));
                                true
                            }
                            // Constants of other types; variables that merely may differ do not count.
                            Cmp::Ne => a != b && !core.terms.is_var(a) && !core.terms.is_var(b),
                            _ => false,
                        }
                    }
                    _ => false,
                }
            }
            Guard::Assign(slot, n) => match Self::number(core, eq, n, m, &mut used) {
                None => false,
                Some(value) => {
                    let t = core.int_term(value);
                    match m.slots[*slot as usize] {
                        None => {
                            m.slots[*slot as usize] = Some(t);
                            true
                        }
                        Some(old) if eq.equal(core, old, t) => {
                            m.equalities.push((old, t));
                            true
                        }
                        Some(_) => false,
                    }
                }
            },
            Guard::Increment(q, p, n) => {
                let offset = Self::number(core, eq, n, m, &mut used);
                let (Some(offset), Some(p)) = (offset, m.slots[*p as usize]) else { return false };
                match core.plus(p, offset) {
                    Err(_) => false,
                    Ok(t) => match m.slots[*q as usize] {
                        None => {
                            m.slots[*q as usize] = Some(t);
                            true
                        }
                        Some(old) if eq.equal(core, old, t) => {
                            m.equalities.push((old, t));
                            true
                        }
                        Some(_) => false,
                    },
                }
            }
        };
        for t in used {
            if let Some(value) = eq.value(core, t) {
                let constant = core.int_term(value);
                m.equalities.push((t, constant));
            }
        }
        holds
    }

    fn fire(
        &mut self,
        core: &mut Core,
        rewrites: &mut Rewrites,
        plan: &Plan,
        m: &mut Match,
    ) -> Result<Flow, Error> {
        let heads: SmallVec<[Var; 4]> = m.heads.iter().map(|h| h.expect("all heads are matched")).collect();
        let first = if heads.len() <= 3 {
            let mut key = [plan.rule as u32, u32::MAX, u32::MAX, u32::MAX];
            heads.iter().zip(&mut key[1..]).for_each(|(v, place)| *place = v.0);
            self.fired.insert(key)
        } else {
            self.fired_long.insert((plan.rule as u32, heads.as_slice().into()))
        };
        if first {
            self.firings += 1;
            let rule = &self.rules[plan.rule];
            let mut premises: Vec<Lit> = Vec::with_capacity(heads.len() + m.equalities.len());
            for (v, head) in heads.iter().zip(&rule.heads) {
                premises.push(v.lit(!head.negated));
            }
            for &(a, b) in &m.equalities {
                if let Made::Lit(l) = core.equality(a, b) {
                    premises.push(l);
                }
            }
            premises.sort_unstable();
            premises.dedup();
            let formula = instantiate(core, rewrites, rule, m)?;
            core.imply_formula(&premises, formula, Source::Rule(plan.rule as u32));
        }
        let mut flow = Flow::Continue;
        for (i, &head) in heads.iter().enumerate() {
            if self.rules[plan.rule].heads[i].removed {
                self.remove(head);
                if i == plan.active {
                    flow = Flow::Done;
                } else if flow == Flow::Continue {
                    flow = Flow::Restart;
                }
            }
        }
        Ok(flow)
    }
}

/// The body of a rule for one match.
fn instantiate(
    core: &mut Core,
    rewrites: &mut Rewrites,
    rule: &Rule,
    m: &mut Match,
) -> Result<Formula, Error> {
    match &rule.body {
        Body::Formula(e) => {
            let bound =
                rule.slots.iter().zip(&m.slots).filter_map(|(n, t)| Some((n.clone(), (*t)?))).collect();
            Build::body(core, rewrites, bound).formula(e, true).map_err(|e| in_rule(e, rule))
        }
        Body::Literals { all, literals } => {
            let mut parts = Vec::with_capacity(literals.len());
            for (positive, atom) in literals {
                let part = match atom {
                    BodyAtom::Equal(a, b) => {
                        let (a, b) = (argument(core, m, a, TypeId::ANY), argument(core, m, b, TypeId::ANY));
                        Build::goal(core, rewrites).equality(a, b, *positive, Span::default())
                    }
                    BodyAtom::Constraint(sym, args) => {
                        let mut terms = Vec::with_capacity(args.len());
                        for (i, arg) in args.iter().enumerate() {
                            let declared = core.syms.get(*sym).signature.as_ref().map(|s| s.args[i]);
                            let ty = declared.map_or(TypeId::ANY, |d| d.ty);
                            let t = argument(core, m, arg, ty);
                            let constant = declared.is_some_and(|d| !d.var && d.ty != TypeId::ANY);
                            if constant && core.terms.is_var(t) {
                                let name = &core.syms.get(*sym).name;
                                let message = format!("argument {} of `{name}` has to be a constant", i + 1);
                                return Err(in_rule(Error::at(Span::default(), message), rule));
                            }
                            terms.push(t);
                        }
                        Build::goal(core, rewrites).literal(*sym, &terms, *positive, Span::default())
                    }
                };
                parts.push(part.map_err(|e| in_rule(e, rule))?);
            }
            Ok(if *all { Formula::and(parts) } else { Formula::or(parts) })
        }
    }
}

fn in_rule(mut e: Error, rule: &Rule) -> Error {
    e.message = format!("in an instance of the rule at {}: {}", rule.label, e.message);
    e
}

fn argument(core: &mut Core, m: &mut Match, a: &Argument, ty: TypeId) -> TermId {
    match a {
        Argument::Constant(c) => *c,
        Argument::Slot(s) => *m.slots[*s as usize].get_or_insert_with(|| core.terms.fresh("S", ty)),
    }
}
