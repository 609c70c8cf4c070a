//! What a rational solution leaves open: integrality and disequalities.
//!
//! After simplex is satisfied, in this order: a row whose coefficients share a factor that does
//! not divide its fixed part is a conflict; a disequality that the solution violates is split
//! into less and greater; a fractional variable is branched on. All of it is stated as clauses or
//! offered as a decision, so that the SAT core learns from the outcome.

use super::rational::Rational;
use super::simplex::{Bounds, Outcome, Violated};
use super::{Arith, Info, Quantity, Says};
use crate::core::Core;
use crate::linear::{Overflow, Poly, gcd};
use crate::normal::Made;
use crate::proof::Source;
use crate::sat::Keep;
use crate::sat::lit::Lit;
use crate::term::TermId;

/// What the final check asks for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Final {
    /// The bounds have an integer solution that respects all disequalities, or it cannot be told.
    Done,
    /// Clauses were stated.
    Stated,
    /// Decide this literal and go on.
    Decide(Lit),
}

struct View<'a>(&'a [Info]);

impl Bounds for View<'_> {
    fn lower(&self, c: u32) -> Option<i64> {
        self.0[c as usize].lower.map(|b| b.value)
    }

    fn upper(&self, c: u32) -> Option<i64> {
        self.0[c as usize].upper.map(|b| b.value)
    }
}

/// The least common denominator, unless it exceeds a limit.
pub(super) fn common_denominator<'a>(
    numbers: impl Iterator<Item = &'a Rational>,
    limit: i128,
) -> Option<i128> {
    let mut common: i128 = 1;
    for n in numbers {
        let d = n.denominator();
        common = (common / gcd(common, d)).checked_mul(d).filter(|&c| c <= limit)?;
    }
    Some(common)
}

const MAX_BRANCHES: u64 = 3000;
const MAX_CUTS: u64 = 40;

impl Arith {
    /// Runs simplex on the present bounds. Returns false after stating a conflict.
    pub(crate) fn check_rational(&mut self, core: &mut Core) -> bool {
        if !self.linear || self.conflict {
            return !self.conflict;
        }
        let mut touched: Vec<u32> = Vec::new();
        for q in std::mem::take(&mut self.touched) {
            let info = &self.info[q.index()];
            if info.form.is_empty() {
                self.simplex.add_column(q.0);
            } else if !self.simplex.knows(q.0) && (info.lower.is_some() || info.upper.is_some()) {
                let form: Vec<(u32, i64)> = info.form.iter().map(|&(m, a)| (m.0, a)).collect();
                self.simplex.add_row(q.0, &form);
                // Members may have got their bounds before the row was there.
                touched.extend(form.iter().map(|&(m, _)| m));
            }
            touched.push(q.0);
        }
        match self.simplex.check(&View(&self.info), &touched) {
            Outcome::Feasible => true,
            Outcome::GaveUp => true,
            Outcome::Conflict(clash) => {
                let premises = self.explain_clash(&clash);
                core.imply(&premises, &[], Keep::Redundant, Source::Theory("linear: simplex"));
                self.conflict = true;
                // The columns in the clash must be repaired when the bounds have been relaxed.
                self.touched.extend(touched.into_iter().map(Quantity));
                false
            }
        }
    }

    pub(crate) fn simplex_rows(&self) -> usize {
        self.simplex.rows()
    }

    fn explain_clash(&self, clash: &[Violated]) -> Vec<Lit> {
        let mut events = Vec::with_capacity(clash.len());
        for v in clash {
            let info = &self.info[v.column as usize];
            let bound = if v.upper { info.upper } else { info.lower };
            events.push(bound.expect("a bound in a clash exists").event);
        }
        self.explain(&events, &[])
    }

    /// The last resort when nothing else is left to do.
    pub(crate) fn final_check(&mut self, core: &mut Core) -> Final {
        if !self.linear {
            return Final::Done;
        }
        if !self.check_rational(core) {
            return Final::Stated;
        }
        if self.simplex.gave_up {
            return Final::Done;
        }
        if self.divisibility(core) || self.export_equalities(core) || self.split_disequalities(core) {
            return Final::Stated;
        }
        // A cut now and then; too many make the tableau dense.
        if self.branches >= 4 * (self.cuts + 1) && self.cuts < MAX_CUTS && self.cut(core) {
            self.cuts += 1;
            return Final::Stated;
        }
        self.branch(core)
    }

    /// Rows `L*basic = sum of integers * columns` with all but a common factor fixed.
    fn divisibility(&mut self, core: &mut Core) -> bool {
        for &basic in self.simplex.basic_columns() {
            let Some(row) = self.simplex.row(basic) else { continue };
            if row.len() > 40 {
                continue;
            }
            let Some(scale) = common_denominator(row.values(), 1 << 40) else { continue };
            let mut fixed_part: i128 = 0;
            let mut common: i128 = 0;
            let mut events = Vec::new();
            let mut fits = true;
            let minus_one = Rational::int(-1);
            for (&column, a) in row.iter().chain(std::iter::once((&basic, &minus_one))) {
                let Some(a) = a.numerator().checked_mul(scale / a.denominator()) else {
                    fits = false;
                    break;
                };
                let info = &self.info[column as usize];
                match (info.lower, info.upper) {
                    (Some(l), Some(u)) if l.value == u.value => {
                        match a.checked_mul(i128::from(l.value)).and_then(|n| fixed_part.checked_add(n)) {
                            Some(n) => fixed_part = n,
                            None => fits = false,
                        }
                        events.extend([l.event, u.event]);
                    }
                    _ => common = gcd(common, a),
                }
            }
            if fits && common > 1 && fixed_part % common != 0 {
                let premises = self.explain(&events, &[]);
                core.imply(&premises, &[], Keep::Redundant, Source::Theory("linear: divisibility"));
                self.conflict = true;
                return true;
            }
        }
        false
    }

    /// The value of a variable: fixed by its bounds, or in the solution found last.
    pub(crate) fn value(&self, t: TermId) -> Option<i64> {
        if let Some((n, _)) = self.fixed(t) {
            return Some(n);
        }
        let q = self.of_term.get(&t).filter(|q| self.linear && self.simplex.knows(q.0))?;
        self.simplex.value(q.0).as_int()
    }

    /// The value of a quantity in the rational solution.
    pub(super) fn solution(&self, q: Quantity) -> Option<Rational> {
        if self.simplex.knows(q.0) {
            return Some(self.simplex.value(q.0));
        }
        let mut sum = Rational::ZERO;
        for &(m, a) in self.info[q.index()].form.iter() {
            sum = sum.add(self.simplex.value(m.0).mul(Rational::int(a))?)?;
        }
        Some(sum)
    }

    /// The linear form of a quantity over terms.
    pub(super) fn poly(&self, core: &Core, q: Quantity) -> Result<Poly, Overflow> {
        let info = &self.info[q.index()];
        match info.term {
            Some(t) => Ok(Poly::term(core, t)),
            None => info.form.iter().try_fold(Poly::constant(0), |sum, &(m, a)| {
                let t = self.info[m.index()].term.expect("forms are over variables");
                sum.add(&Poly::term(core, t).scale(i128::from(a))?)
            }),
        }
    }

    fn split_disequalities(&mut self, core: &mut Core) -> bool {
        let violated = self.atoms.iter().filter_map(|(&v, atom)| {
            let Says::Equals(n) = atom.says else { return None };
            let is_violated =
                core.sat.is_false(v.lit(true)) && self.solution(atom.quantity) == Some(Rational::int(n));
            is_violated.then_some((v, atom.quantity, n))
        });
        let mut violated: Vec<_> = violated.collect();
        violated.sort_unstable();
        let mut stated = false;
        for (v, q, n) in violated {
            let sides = |core: &mut Core| -> Result<(Made, Made), Overflow> {
                let difference = self.poly(core, q)?.sub(&Poly::constant(n))?;
                Ok((difference.above_zero(core)?, difference.scale(-1)?.above_zero(core)?))
            };
            let Ok((greater, less)) = sides(core) else { continue };
            let mut choices = vec![];
            for side in [greater, less] {
                if let Made::Lit(l) = side {
                    choices.push(l);
                }
            }
            if choices.iter().any(|&l| core.sat.is_true(l)) {
                continue; // Decided already; the solution has not caught up.
            }
            core.imply(&[v.lit(false)], &choices, Keep::Problem, Source::Theory("linear: less or greater"));
            stated = true;
        }
        stated
    }

    fn branch(&mut self, core: &mut Core) -> Final {
        if self.branches >= MAX_BRANCHES {
            return Final::Done;
        }
        for i in 0..self.info.len() {
            let q = Quantity(i as u32);
            let Some(t) = self.info[i].term.filter(|_| self.simplex.knows(q.0)) else { continue };
            let value = self.simplex.value(q.0);
            if value.is_int() {
                continue;
            }
            let Some(above) = value.floor().and_then(|n| n.checked_add(1)) else { continue };
            let bound = core.int_term(above);
            let made = core.make(core.syms.builtin.lb, &[t, bound]);
            if let Made::Lit(l) = made
                && core.sat.value(l).is_none()
            {
                self.branches += 1;
                return Final::Decide(l);
            }
        }
        Final::Done
    }
}
