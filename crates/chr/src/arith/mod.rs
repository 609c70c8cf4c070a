//! Integer arithmetic: bounds, propagation, simplex, integrality.
//!
//! Every arithmetic constraint is a bound on a *quantity*: a variable, or a linear form over
//! variables with coprime coefficients. `x > y + 2` is `x - y >= 3`; `x = 2*y` is `x - 2*y = 0`.
//! Forms are shared, so opposite and repeated constraints meet at one quantity. Four methods work
//! on the bounds, cheapest first:
//!
//! 1. offsets `x = y + c`: not here, they live in the union-find of `eq.rs`;
//! 2. `propagate.rs`: interval propagation along forms (finite domains, order);
//! 3. `simplex.rs`: a rational solution, or a conflict;
//! 4. `integer.rs`, `cut.rs`, `difference.rs`, `interface.rs`: divisibility, branching, cuts,
//!    disequalities, and the equalities that other theories need.
//!
//! A bound remembers why it holds: a literal, or other bounds. Explanations are expanded down to
//! literals only when a clause is stated.
//!
//! Invariant: all numbers stay far from overflow. What would leave the safe range is not derived,
//! which loses conclusions but never makes a wrong one.

mod cut;
mod difference;
mod integer;
mod interface;
mod propagate;
mod rational;
mod simplex;

use crate::core::Core;
use crate::linear::{Poly, gcd};
use crate::proof::Source;
use crate::sat::Keep;
use crate::sat::lit::{Lit, Var};
use crate::symbol::Kind;
use crate::term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};
use simplex::Simplex;

pub(crate) use integer::Final;
use std::collections::BTreeMap;

/// A variable or a linear form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Quantity(u32);

impl Quantity {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Bounds beyond this are not recorded.
const BOUND_LIMIT: i128 = 1 << 60;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bound {
    value: i64,
    event: u32,
}

/// A bound that came to hold.
#[derive(Clone, Debug)]
struct Event {
    quantity: Quantity,
    upper: bool,
    previous: Option<Bound>,
    /// A literal that says the same.
    lit: Option<Lit>,
    events: Box<[u32]>,
    lits: Box<[Lit]>,
}

/// What a constraint says about a quantity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Says {
    AtLeast(i64),
    AtMost(i64),
    Equals(i64),
    Between(i64, i64),
}

#[derive(Clone, Copy, Debug)]
struct Atom {
    quantity: Quantity,
    says: Says,
}

#[derive(Clone, Default, Debug)]
struct Info {
    term: Option<TermId>,
    /// The form, for quantities that are not variables.
    form: Box<[(Quantity, i64)]>,
    lower: Option<Bound>,
    upper: Option<Bound>,
    /// Literals that mean "at least n".
    at_least: BTreeMap<i64, Vec<Lit>>,
    /// Literals that mean "equals n".
    equals: BTreeMap<i64, Vec<Lit>>,
    /// Forms to look at when a bound changes, itself included.
    forms: Vec<Quantity>,
}

#[derive(Clone, Default, Debug)]
pub(crate) struct Arith {
    bounds: bool,
    linear: bool,
    info: Vec<Info>,
    of_term: FxHashMap<TermId, Quantity>,
    of_form: FxHashMap<Box<[(Quantity, i64)]>, Quantity>,
    atoms: FxHashMap<Var, Atom>,
    /// Asserted products x = y * z.
    products: Vec<(Var, [TermId; 3])>,
    instantiated: FxHashSet<(Var, TermId, i64)>,
    events: Vec<Event>,
    marks: Vec<usize>,
    queue: Vec<Quantity>,
    /// Some bound has changed since products were looked at.
    moved: bool,
    queued: Vec<bool>,
    effort: Vec<u32>,
    touched: Vec<Quantity>,
    simplex: Simplex,
    branches: u64,
    cuts: u64,
    conflict: bool,
}

impl Arith {
    pub(crate) fn new(bounds: bool, linear: bool) -> Arith {
        Arith { bounds, linear, ..Arith::default() }
    }

    pub(crate) fn enabled(&self) -> bool {
        self.bounds || self.linear
    }

    fn new_quantity(&mut self, info: Info) -> Quantity {
        self.info.push(info);
        self.queued.push(false);
        self.effort.push(0);
        Quantity(self.info.len() as u32 - 1)
    }

    fn quantity_of_term(&mut self, t: TermId) -> Quantity {
        if let Some(&q) = self.of_term.get(&t) {
            return q;
        }
        let q = self.new_quantity(Info { term: Some(t), ..Info::default() });
        self.of_term.insert(t, q);
        q
    }

    /// The quantity for a sum, with the factor and constant that relate them: sum = f * q + k.
    fn quantity(&mut self, p: &Poly) -> Option<(Quantity, i128, i128)> {
        let content = p.coefficients.values().fold(0, |g, &a| gcd(g, a));
        let mut form: Vec<(Quantity, i128)> = Vec::with_capacity(p.coefficients.len());
        for (&t, &a) in &p.coefficients {
            form.push((self.quantity_of_term(t), a));
        }
        form.sort_unstable();
        let factor = if form.first()?.1 < 0 { -content } else { content };
        if let [(q, _)] = form.as_slice() {
            return Some((*q, p.coefficients.values().copied().next()?, p.constant));
        }
        let mut reduced = Vec::with_capacity(form.len());
        for (q, a) in form {
            reduced.push((q, i64::try_from(a / factor).ok().filter(|a| a.abs() < 1 << 40)?));
        }
        let reduced: Box<[(Quantity, i64)]> = reduced.into();
        let q = match self.of_form.get(&reduced) {
            Some(&q) => q,
            None => {
                let q = self.new_quantity(Info { form: reduced.clone(), ..Info::default() });
                for &(member, _) in reduced.iter() {
                    self.info[member.index()].forms.push(q);
                }
                self.info[q.index()].forms.push(q);
                self.of_form.insert(reduced, q);
                self.schedule(q);
                q
            }
        };
        Some((q, factor, p.constant))
    }

    /// Takes note of a constraint. Those that are decided by their shape alone are stated so.
    pub(crate) fn register(&mut self, core: &mut Core, v: Var) {
        if !self.enabled() {
            return;
        }
        let Some(cons) = core.cons(v) else { return };
        let kind = core.syms.kind(cons.sym);
        let args = cons.args.clone();
        let term = |i: usize| Poly::term(core, args[i]);
        let constant = |i: usize| core.terms.as_int(args[i]).map(i128::from);
        let numeric = kind.is_arith()
            || kind == Kind::Eq && cons.sym == core.syms.builtin.eq
            || kind == Kind::EqC && cons.sym == core.syms.builtin.eq_c;
        if !numeric {
            return;
        }
        if kind == Kind::EqMul {
            self.products.push((v, [args[0], args[1], args[2]]));
            args.iter().for_each(|&t| {
                if core.terms.is_var(t) && !core.linear_defs.contains_key(&t) {
                    self.quantity_of_term(t);
                }
            });
            return;
        }
        // The constraint as "sum says n".
        let stated = match kind {
            Kind::Eq | Kind::EqC => term(0).sub(&term(1)).map(|p| (p, Says::Equals(0))),
            Kind::Gt => term(0).sub(&term(1)).map(|p| (p, Says::AtLeast(1))),
            Kind::GtC => term(0).sub(&term(1)).map(|p| (p, Says::AtLeast(1))),
            Kind::Lb => term(0).sub(&term(1)).map(|p| (p, Says::AtLeast(0))),
            Kind::EqPlusC | Kind::EqPlus => {
                term(0).sub(&term(1)).and_then(|p| p.sub(&term(2))).map(|p| (p, Says::Equals(0)))
            }
            Kind::EqMulC => match constant(2) {
                Some(c) => term(1).scale(c).and_then(|y| term(0).sub(&y)).map(|p| (p, Says::Equals(0))),
                None => return,
            },
            Kind::IntDom => match (constant(1), constant(2)) {
                (Some(l), Some(u)) => Ok((term(0), Says::Between(l as i64, u as i64))),
                _ => return,
            },
            _ => return,
        };
        let Ok((sum, says)) = stated else { return };
        if sum.coefficients.is_empty() {
            let holds = match says {
                Says::Equals(n) => sum.constant == i128::from(n),
                Says::AtLeast(n) => sum.constant >= i128::from(n),
                Says::AtMost(n) => sum.constant <= i128::from(n),
                Says::Between(l, u) => (i128::from(l)..=i128::from(u)).contains(&sum.constant),
            };
            core.imply(&[], &[v.lit(holds)], Keep::Problem, Source::Theory("linear: by definition"));
            return;
        }
        let Some((q, f, k)) = self.quantity(&sum) else { return };
        let exact = |n: i64| i128::from(n) - k;
        let safe = |n: i128| (n.abs() < BOUND_LIMIT).then_some(n as i64);
        // f * q >= m, for a negative f, is q <= m / f rounded down.
        let at_least = |m: i128| -> Option<Says> {
            Some(if f > 0 {
                Says::AtLeast(safe(-(-m).div_euclid(f))?)
            } else {
                Says::AtMost(safe((-m).div_euclid(-f))?)
            })
        };
        let says = match says {
            Says::Equals(n) if exact(n) % f != 0 => {
                core.imply(&[], &[v.lit(false)], Keep::Problem, Source::Theory("linear: divisibility"));
                return;
            }
            Says::Equals(n) => safe(exact(n) / f).map(Says::Equals),
            Says::AtLeast(n) => at_least(exact(n)),
            Says::AtMost(_) => None,
            Says::Between(l, u) if f == 1 => match (safe(exact(l)), safe(exact(u))) {
                (Some(l), Some(u)) => Some(Says::Between(l, u)),
                _ => None,
            },
            Says::Between(..) => None,
        };
        let Some(says) = says else { return };
        let yes = v.lit(true);
        let info = &mut self.info[q.index()];
        match says {
            Says::AtLeast(n) => info.at_least.entry(n).or_default().push(yes),
            Says::AtMost(n) => info.at_least.entry(n + 1).or_default().push(!yes),
            Says::Equals(n) => info.equals.entry(n).or_default().push(yes),
            Says::Between(..) => {}
        }
        self.atoms.insert(v, Atom { quantity: q, says });
        self.announce_known(core, q, says, yes);
    }

    /// States a new constraint that the present bounds already decide.
    fn announce_known(&mut self, core: &mut Core, q: Quantity, says: Says, yes: Lit) {
        let info = &self.info[q.index()];
        let (lower, upper) = (info.lower, info.upper);
        let above = |n: i64| lower.filter(|b| b.value >= n);
        let below = |n: i64| upper.filter(|b| b.value <= n);
        let (conclusion, because): (Lit, Vec<Bound>) = match says {
            Says::AtLeast(n) if above(n).is_some() => (yes, above(n).into_iter().collect()),
            Says::AtLeast(n) if below(n - 1).is_some() => (!yes, below(n - 1).into_iter().collect()),
            Says::AtMost(n) if below(n).is_some() => (yes, below(n).into_iter().collect()),
            Says::AtMost(n) if above(n + 1).is_some() => (!yes, above(n + 1).into_iter().collect()),
            Says::Equals(n) => match (above(n), below(n)) {
                (Some(l), Some(u)) if l.value == u.value => (yes, vec![l, u]),
                _ => match (above(n + 1), below(n - 1)) {
                    (Some(b), _) | (_, Some(b)) => (!yes, vec![b]),
                    _ => return,
                },
            },
            _ => return,
        };
        let because: Vec<u32> = because.iter().map(|b| b.event).collect();
        let premises = self.explain(&because, &[]);
        core.imply(&premises, &[conclusion], Keep::Redundant, Source::Theory("linear: bounds"));
    }

    /// Processes an asserted literal.
    pub(crate) fn assert(&mut self, core: &mut Core, l: Lit) {
        let Some(&Atom { quantity: q, says }) = self.atoms.get(&l.var()) else { return };
        match (says, l.is_positive()) {
            (Says::AtLeast(n), true) => self.lower(core, q, n, Some(l), &[], &[]),
            (Says::AtLeast(n), false) => self.upper(core, q, n - 1, Some(l), &[], &[]),
            (Says::AtMost(n), true) => self.upper(core, q, n, Some(l), &[], &[]),
            (Says::AtMost(n), false) => self.lower(core, q, n + 1, Some(l), &[], &[]),
            (Says::Equals(n), true) => {
                self.lower(core, q, n, None, &[], &[l]);
                self.upper(core, q, n, None, &[], &[l]);
            }
            (Says::Equals(_), false) => self.skip_excluded(core, q),
            (Says::Between(lower, upper), true) => {
                self.lower(core, q, lower, None, &[], &[l]);
                self.upper(core, q, upper, None, &[], &[l]);
            }
            (Says::Between(..), false) => {}
        }
    }

    fn record(
        &mut self,
        q: Quantity,
        upper: bool,
        value: i64,
        lit: Option<Lit>,
        events: &[u32],
        lits: &[Lit],
    ) {
        self.moved = true;
        let event = self.events.len() as u32;
        let info = &mut self.info[q.index()];
        let place = if upper { &mut info.upper } else { &mut info.lower };
        let previous = place.replace(Bound { value, event });
        self.events.push(Event {
            quantity: q,
            upper,
            previous,
            lit,
            events: events.into(),
            lits: lits.into(),
        });
        for i in 0..self.info[q.index()].forms.len() {
            let form = self.info[q.index()].forms[i];
            self.schedule(form);
        }
        if self.linear {
            self.touched.push(q);
        }
    }

    fn schedule(&mut self, form: Quantity) {
        if !std::mem::replace(&mut self.queued[form.index()], true) {
            self.queue.push(form);
        }
    }

    /// Raises a lower bound. `lit` says exactly this bound; `events` and `lits` imply it.
    fn lower(
        &mut self,
        core: &mut Core,
        q: Quantity,
        value: i64,
        lit: Option<Lit>,
        events: &[u32],
        lits: &[Lit],
    ) {
        let old = self.info[q.index()].lower;
        if self.conflict || old.is_some_and(|b| b.value >= value) {
            return;
        }
        self.record(q, false, value, lit, events, lits);
        let event = self.events.len() as u32 - 1;
        if self.crossed(core, q) {
            return;
        }
        let info = &self.info[q.index()];
        let from = old.map_or(i64::MIN, |b| b.value);
        let mut truths: Vec<(i64, Lit)> = Vec::new();
        for (&n, lits) in info.at_least.range(from.saturating_add(1)..=value) {
            truths.extend(lits.iter().map(|&l| (n, l)));
        }
        let equal = info.equals.range(from..value).flat_map(|(_, lits)| lits.iter().map(|&l| !l));
        let excluded: Vec<Lit> = equal.collect();
        self.announce(core, event, value, truths, excluded);
        self.check_fixed(core, q);
        self.skip_excluded(core, q);
    }

    /// Lowers an upper bound.
    fn upper(
        &mut self,
        core: &mut Core,
        q: Quantity,
        value: i64,
        lit: Option<Lit>,
        events: &[u32],
        lits: &[Lit],
    ) {
        let old = self.info[q.index()].upper;
        if self.conflict || old.is_some_and(|b| b.value <= value) {
            return;
        }
        self.record(q, true, value, lit, events, lits);
        let event = self.events.len() as u32 - 1;
        if self.crossed(core, q) {
            return;
        }
        let info = &self.info[q.index()];
        let to = old.map_or(i64::MAX, |b| b.value);
        let mut truths: Vec<(i64, Lit)> = Vec::new();
        for (&n, lits) in info.at_least.range(value + 1..=to) {
            truths.extend(lits.iter().map(|&l| (n - 1, !l)));
        }
        let equal = info.equals.range(value + 1..=to).flat_map(|(_, lits)| lits.iter().map(|&l| !l));
        let excluded: Vec<Lit> = equal.collect();
        self.announce(core, event, value, truths, excluded);
        self.check_fixed(core, q);
        self.skip_excluded(core, q);
    }

    /// States the literals that a new bound decides. One that says exactly the bound becomes its
    /// explanation, so that learnt clauses speak of bounds rather than of their causes.
    fn announce(&mut self, core: &mut Core, event: u32, value: i64, truths: Vec<(i64, Lit)>, more: Vec<Lit>) {
        let exact = truths.iter().find(|&&(n, _)| n == value).map(|&(_, l)| l);
        for l in exact.into_iter().chain(truths.iter().map(|&(_, l)| l)).chain(more) {
            if !core.sat.is_true(l) {
                let premises = self.explain(&[event], &[]);
                if premises != [l] {
                    core.imply(&premises, &[l], Keep::Redundant, Source::Theory("linear: bounds"));
                }
            }
            if Some(l) == exact && self.events[event as usize].lit.is_none() {
                self.events[event as usize].lit = Some(l);
            }
        }
    }

    fn crossed(&mut self, core: &mut Core, q: Quantity) -> bool {
        let info = &self.info[q.index()];
        let (Some(l), Some(u)) = (info.lower, info.upper) else { return false };
        if l.value <= u.value {
            return false;
        }
        let premises = self.explain(&[l.event, u.event], &[]);
        core.imply(&premises, &[], Keep::Redundant, Source::Theory("linear: bounds"));
        self.conflict = true;
        true
    }

    fn check_fixed(&mut self, core: &mut Core, q: Quantity) {
        let info = &self.info[q.index()];
        let (Some(l), Some(u)) = (info.lower, info.upper) else { return };
        if l.value != u.value || self.conflict {
            return;
        }
        let equal: Vec<Lit> = info.equals.get(&l.value).cloned().unwrap_or_default();
        for lit in equal {
            if !core.sat.is_true(lit) {
                let premises = self.explain(&[l.event, u.event], &[]);
                core.imply(&premises, &[lit], Keep::Redundant, Source::Theory("linear: fixed"));
            }
        }
    }

    /// Moves bounds past values that disequalities exclude.
    fn skip_excluded(&mut self, core: &mut Core, q: Quantity) {
        for upper in [false, true] {
            let info = &self.info[q.index()];
            let Some(b) = (if upper { info.upper } else { info.lower }) else { continue };
            let excluded =
                info.equals.get(&b.value).and_then(|ls| ls.iter().find(|&&l| core.sat.is_false(l)));
            if let Some(&l) = excluded {
                if upper {
                    self.upper(core, q, b.value - 1, None, &[b.event], &[!l]);
                } else {
                    self.lower(core, q, b.value + 1, None, &[b.event], &[!l]);
                }
            }
        }
    }

    /// The literals behind bounds.
    fn explain(&self, events: &[u32], lits: &[Lit]) -> Vec<Lit> {
        let mut found: Vec<Lit> = lits.to_vec();
        let mut stack: Vec<u32> = events.to_vec();
        let mut seen = FxHashSet::default();
        while let Some(e) = stack.pop() {
            if !seen.insert(e) {
                continue;
            }
            let event = &self.events[e as usize];
            match event.lit {
                Some(l) => found.push(l),
                None => {
                    found.extend_from_slice(&event.lits);
                    stack.extend_from_slice(&event.events);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The value of a term when its bounds meet, with their events.
    fn fixed(&self, t: TermId) -> Option<(i64, [u32; 2])> {
        let info = &self.info[self.of_term.get(&t)?.index()];
        let (l, u) = (info.lower?, info.upper?);
        (l.value == u.value).then_some((l.value, [l.event, u.event]))
    }

    /// Starts a new check: its branches are counted anew.
    pub(crate) fn begin(&mut self) {
        self.branches = 0;
        self.cuts = 0;
    }

    pub(crate) fn push(&mut self) {
        self.marks.push(self.events.len());
    }

    pub(crate) fn pop(&mut self, level: u32) {
        self.conflict = false;
        let Some(&keep) = self.marks.get(level as usize) else { return };
        self.marks.truncate(level as usize);
        while self.events.len() > keep {
            let event = self.events.pop().expect("counted above");
            let info = &mut self.info[event.quantity.index()];
            if event.upper {
                info.upper = event.previous;
            } else {
                info.lower = event.previous;
            }
        }
    }
}
