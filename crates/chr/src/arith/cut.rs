//! Gomory cuts: inequalities that all integer solutions satisfy and the present one does not.
//!
//! Take a row `x = v + sum of a_j * t_j`, where v is fractional and each `t_j >= 0` is the
//! distance of an integer quantity from the bound it rests on. Since x is an integer, with
//! f0 the fractional part of v and f_j that of -a_j,
//!
//! ```text
//! sum over f_j <= f0 of f_j/f0 * t_j  +  sum over f_j > f0 of (1 - f_j)/(1 - f0) * t_j  >=  1
//! ```
//!
//! The cut depends only on the bounds that the t_j with fractional coefficients are measured from,
//! so it is stated as a clause with those as premises and survives backtracking.

use super::integer::common_denominator;
use super::rational::Rational;
use super::{Arith, Quantity};
use crate::core::Core;
use crate::linear::{Overflow, Poly};
use crate::normal::Made;
use crate::proof::Source;
use crate::sat::Keep;

const MAX_ROW: usize = 16;
const MAX_COEFFICIENT: i128 = 1 << 12;

/// A cut `sum of coefficient * quantity >= bound`, with the bounds it depends on.
struct Cut {
    terms: Vec<(Quantity, i128)>,
    bound: i128,
    events: Vec<u32>,
}

impl Arith {
    /// States one cut that is new. Returns whether there was one.
    pub(super) fn cut(&mut self, core: &mut Core) -> bool {
        for i in 0..self.simplex.basic_columns().len() {
            let basic = self.simplex.basic_columns()[i];
            let Some(cut) = self.derive_cut(basic) else { continue };
            let build = |core: &mut Core| -> Result<Made, Overflow> {
                let mut sum = Poly::constant(1);
                for &(q, a) in &cut.terms {
                    sum = sum.add(&self.poly(core, q)?.scale(a)?)?;
                }
                // Cuts of cuts grow quickly, and large numbers end the whole method.
                if sum.coefficients.values().any(|a| a.abs() > MAX_COEFFICIENT) {
                    return Err(Overflow);
                }
                let bound = i64::try_from(cut.bound).map_err(|_| Overflow)?;
                sum.sub(&Poly::constant(bound))?.above_zero(core)
            };
            let choices = match build(core) {
                Ok(Made::Lit(l)) if !core.sat.is_true(l) => vec![l],
                Ok(Made::False) => Vec::new(),
                _ => continue,
            };
            let premises = self.explain(&cut.events, &[]);
            core.imply(&premises, &choices, Keep::Redundant, Source::Theory("linear: cut"));
            return true;
        }
        false
    }

    fn derive_cut(&self, basic: u32) -> Option<Cut> {
        let value = self.simplex.value(basic);
        let row = self.simplex.row(basic).filter(|r| !value.is_int() && r.len() <= MAX_ROW)?;
        let f0 = fraction(value)?;
        let rest = Rational::ONE.sub(f0)?;
        let mut parts: Vec<(Quantity, Rational, bool, i64)> = Vec::new();
        let mut events = Vec::new();
        for (&column, &a) in row {
            if a.is_int() {
                continue; // Contributes an integer whatever its value.
            }
            let info = &self.info[column as usize];
            if let (Some(l), Some(u)) = (info.lower, info.upper)
                && l.value == u.value
            {
                events.extend([l.event, u.event]);
                continue;
            }
            let here = self.simplex.value(column).as_int()?;
            // At the lower bound x = l + t, at the upper one x = u - t.
            let (upper, bound) = match (info.lower, info.upper) {
                (Some(l), _) if l.value == here => (false, l),
                (_, Some(u)) if u.value == here => (true, u),
                _ => return None,
            };
            events.push(bound.event);
            let f = fraction(if upper { a } else { a.neg() })?;
            let weight = if f.compare(f0)?.is_le() { f.div(f0)? } else { Rational::ONE.sub(f)?.div(rest)? };
            parts.push((Quantity(column), weight, upper, bound.value));
        }
        let scale = common_denominator(parts.iter().map(|(_, weight, ..)| weight), MAX_COEFFICIENT)?;
        let mut cut = Cut { terms: Vec::new(), bound: scale, events };
        for (q, weight, upper, at) in parts {
            let weight = weight.numerator().checked_mul(scale / weight.denominator())?;
            if weight > MAX_COEFFICIENT {
                return None;
            }
            let signed = if upper { -weight } else { weight };
            cut.bound += signed * i128::from(at);
            cut.terms.push((q, signed));
        }
        Some(cut)
    }
}

/// What is left of a number above its floor.
fn fraction(r: Rational) -> Option<Rational> {
    r.sub(Rational::int(r.floor()?))
}
