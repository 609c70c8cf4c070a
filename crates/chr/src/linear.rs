//! Linear terms: sums of variables with integer coefficients, and their names.
//!
//! Arithmetic in goals is collected into a polynomial `(sum of a*x + k) / d` with exact rational
//! meaning, and only then taken apart into primitive constraints. A linear term that occurs as an
//! argument gets a *name*: a variable defined to be equal to it. Names are shared, and a name of a
//! name is resolved first, so `(p + 1) + 2` and `p + 3` are the same variable; this is what keeps
//! base+offset pointers cheap.

use crate::core::Core;
use crate::normal::Made;
use crate::proof::Source;
use crate::sat::Keep;
use crate::symbol::SymId;
use crate::term::{TermId, TypeId, in_range};
use std::collections::BTreeMap;

/// A sum of terms with coefficients and a constant, over a common denominator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Poly {
    pub(crate) coefficients: BTreeMap<TermId, i128>,
    pub(crate) constant: i128,
    denominator: i128,
}

/// Terms with coefficients.
type Sum = Vec<(TermId, i128)>;

/// A number left the range in which the arithmetic is exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Overflow;

pub(crate) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Bound on intermediate values; products of two still fit into 128 bits.
const WIDE: i128 = 1 << 62;

fn narrow(n: i128) -> Result<i128, Overflow> {
    if n.abs() <= WIDE { Ok(n) } else { Err(Overflow) }
}

impl Poly {
    pub(crate) fn constant(n: i64) -> Poly {
        Poly { coefficients: BTreeMap::new(), constant: i128::from(n), denominator: 1 }
    }

    /// The term itself, with names of linear terms resolved.
    pub(crate) fn term(core: &Core, t: TermId) -> Poly {
        let mut p = Poly::constant(core.terms.as_int(t).unwrap_or(0));
        match core.linear_defs.get(&t) {
            Some((sum, k)) => {
                p.coefficients = sum.iter().map(|&(t, a)| (t, i128::from(a))).collect();
                p.constant = i128::from(*k);
            }
            None if core.terms.as_int(t).is_none() => {
                p.coefficients.insert(t, 1);
            }
            None => {}
        }
        p
    }

    pub(crate) fn as_constant(&self) -> Option<i128> {
        (self.coefficients.is_empty() && self.constant % self.denominator == 0)
            .then(|| self.constant / self.denominator)
    }

    pub(crate) fn scale(&self, by: i128) -> Result<Poly, Overflow> {
        let mut p = Poly::constant(0);
        p.denominator = self.denominator;
        for (&t, &a) in &self.coefficients {
            p.coefficients.insert(t, narrow(a * narrow(by)?)?);
        }
        p.coefficients.retain(|_, a| *a != 0);
        p.constant = narrow(self.constant * by)?;
        p.reduced()
    }

    pub(crate) fn divide(&self, by: i128) -> Result<Poly, Overflow> {
        let mut p = if by < 0 { self.scale(-1)? } else { self.clone() };
        p.denominator = narrow(p.denominator * narrow(by.abs())?)?;
        p.reduced()
    }

    pub(crate) fn add(&self, other: &Poly) -> Result<Poly, Overflow> {
        let mut p = self.clone();
        let (m, n) = (other.denominator, self.denominator);
        if m != n {
            for a in p.coefficients.values_mut() {
                *a = narrow(*a * m)?;
            }
            p.constant = narrow(p.constant * m)?;
            p.denominator = narrow(n * m)?;
        }
        let factor = if m == n { 1 } else { n };
        for (&t, &a) in &other.coefficients {
            let sum = p.coefficients.entry(t).or_insert(0);
            *sum = narrow(*sum + narrow(a * factor)?)?;
        }
        p.coefficients.retain(|_, a| *a != 0);
        p.constant = narrow(p.constant + narrow(other.constant * factor)?)?;
        p.reduced()
    }

    pub(crate) fn sub(&self, other: &Poly) -> Result<Poly, Overflow> {
        self.add(&other.scale(-1)?)
    }

    fn reduced(mut self) -> Result<Poly, Overflow> {
        let mut g = gcd(self.denominator, self.constant);
        for &a in self.coefficients.values() {
            g = gcd(g, a);
        }
        if g > 1 {
            self.denominator /= g;
            self.constant /= g;
            self.coefficients.values_mut().for_each(|a| *a /= g);
        }
        Ok(self)
    }

    fn content(&self) -> i128 {
        self.coefficients.values().fold(0, |g, &a| gcd(g, a))
    }

    /// The parts with positive and with negative coefficients, the latter negated.
    fn sides(&self) -> (Sum, Sum) {
        let side = |sign: i128| {
            self.coefficients.iter().filter(|(_, a)| **a * sign > 0).map(|(&t, &a)| (t, a * sign)).collect()
        };
        (side(1), side(-1))
    }

    /// The constraint `self = 0`.
    pub(crate) fn equals_zero(&self, core: &mut Core) -> Result<Made, Overflow> {
        let b = core.syms.builtin;
        if self.coefficients.is_empty() {
            return Ok(if self.constant == 0 { Made::True } else { Made::False });
        }
        let g = self.content();
        if self.constant % g != 0 {
            return Ok(Made::False);
        }
        let mut p = self.clone();
        p.constant /= g;
        p.coefficients.values_mut().for_each(|a| *a /= g);
        let k = p.constant;
        let (mut left, mut right) = p.sides();
        let (mut left_k, mut right_k) = (k.max(0), (-k).max(0));
        // Prefer a plain variable on the left.
        let plain = |side: &[(TermId, i128)], k: i128| side.len() == 1 && side[0].1 == 1 && k == 0;
        if left.is_empty() || !plain(&left, left_k) && plain(&right, right_k) {
            std::mem::swap(&mut left, &mut right);
            std::mem::swap(&mut left_k, &mut right_k);
        }
        if right.is_empty() {
            let x = core.name_linear(&left, 0)?;
            let c = core.checked_int(right_k - left_k)?;
            return Ok(core.make(b.eq, &[x, c]));
        }
        let x = core.name_linear(&left, left_k)?;
        match right.as_slice() {
            [(y, 1)] => {
                let c = core.checked_int(right_k)?;
                Ok(core.make(b.eq_plus_c, &[x, *y, c]))
            }
            [(y, a)] if right_k == 0 => {
                let a = core.checked_int(*a)?;
                Ok(core.make(b.eq_mul_c, &[x, *y, a]))
            }
            [only] => {
                let y = core.name_linear(&[*only], 0)?;
                let c = core.checked_int(right_k)?;
                Ok(core.make(b.eq_plus_c, &[x, y, c]))
            }
            [first, rest @ ..] => {
                let y = core.name_linear(&[*first], 0)?;
                let z = core.name_linear(rest, right_k)?;
                Ok(core.make(b.eq_plus, &[x, y, z]))
            }
            [] => unreachable!("an empty side was handled above"),
        }
    }

    /// The constraint `self > 0`; coefficients are divided by their common factor and the
    /// constant rounded, which is exact over the integers.
    pub(crate) fn above_zero(&self, core: &mut Core) -> Result<Made, Overflow> {
        let b = core.syms.builtin;
        if self.coefficients.is_empty() {
            return Ok(if self.constant > 0 { Made::True } else { Made::False });
        }
        let g = self.content();
        let mut p = self.clone();
        p.coefficients.values_mut().for_each(|a| *a /= g);
        p.constant = -(-self.constant).div_euclid(g);
        let (left, right) = p.sides();
        let k = p.constant;
        if right.is_empty() {
            let x = core.name_linear(&left, 0)?;
            let c = core.checked_int(-k)?;
            return Ok(core.make(b.gt_c, &[x, c]));
        }
        if left.is_empty() {
            let x = core.name_linear(&right, 0)?;
            let c = core.checked_int(k - 1)?;
            return Ok(core.make(b.gt_c, &[x, c]).negate());
        }
        let x = core.name_linear(&left, k.max(0))?;
        let y = core.name_linear(&right, (-k).max(0))?;
        Ok(core.make(b.gt, &[x, y]))
    }

    /// The same constraint over the rationals needs no denominator: multiply it away.
    pub(crate) fn numerator(&self) -> Poly {
        Poly { denominator: 1, ..self.clone() }
    }

    pub(crate) fn is_integral(&self) -> bool {
        self.denominator == 1
    }
}

impl Core {
    pub(crate) fn checked_int(&mut self, n: i128) -> Result<TermId, Overflow> {
        match i64::try_from(n) {
            Ok(n) if in_range(n) => Ok(self.int_term(n)),
            _ => Err(Overflow),
        }
    }

    /// The variable that is defined as this sum.
    pub(crate) fn name_linear(&mut self, sum: &[(TermId, i128)], k: i128) -> Result<TermId, Overflow> {
        let b = self.syms.builtin;
        match sum {
            [] => return self.checked_int(k),
            [(x, 1)] if k == 0 => return Ok(*x),
            _ => {}
        }
        let mut small = Vec::with_capacity(sum.len());
        for &(t, a) in sum {
            small.push((t, i64::try_from(a).ok().filter(|&a| in_range(a)).ok_or(Overflow)?));
        }
        let constant = self.checked_int(k)?;
        let key = (small.into_boxed_slice(), k as i64);
        if let Some(&name) = self.linear_names.get(&key) {
            return Ok(name);
        }
        let (sym, args): (SymId, [TermId; 2]) = match sum {
            [(x, 1)] => (b.eq_plus_c, [*x, constant]),
            [(x, a)] if k == 0 => (b.eq_mul_c, [*x, self.checked_int(*a)?]),
            [only] => (b.eq_plus_c, [self.name_linear(&[*only], 0)?, constant]),
            [first, rest @ ..] => (b.eq_plus, [self.name_linear(&[*first], 0)?, self.name_linear(rest, k)?]),
            [] => unreachable!("handled above"),
        };
        self.bases.extend(sum.iter().map(|&(t, _)| t));
        let name = self.terms.fresh("F", TypeId::NUM);
        self.linear_names.insert(key.clone(), name);
        self.linear_defs.insert(name, key);
        if let Made::Lit(l) = self.make(sym, &[name, args[0], args[1]]) {
            self.imply(&[], &[l], Keep::Problem, Source::Definition);
        }
        Ok(name)
    }

    /// The variable that stands for `t + offset`.
    pub(crate) fn plus(&mut self, t: TermId, offset: i64) -> Result<TermId, Overflow> {
        let p = Poly::term(self, t).add(&Poly::constant(offset))?;
        let sum: Vec<(TermId, i128)> = p.coefficients.into_iter().collect();
        self.name_linear(&sum, p.constant)
    }

    /// The variable that stands for the product of two terms.
    pub(crate) fn product(&mut self, x: TermId, y: TermId) -> TermId {
        let sym = self.syms.builtin.eq_mul;
        let args: Box<[TermId]> = [x.min(y), x.max(y)].into();
        if let Some(&name) = self.call_names.get(&(sym, args.clone())) {
            return name;
        }
        let name = self.terms.fresh("F", TypeId::NUM);
        self.call_names.insert((sym, args.clone()), name);
        if let Made::Lit(l) = self.make(sym, &[name, args[0], args[1]]) {
            self.imply(&[], &[l], Keep::Problem, Source::Definition);
        }
        name
    }

    /// The variable that stands for a function application.
    pub(crate) fn call_term(&mut self, sym: SymId, args: &[TermId]) -> TermId {
        let key = (sym, Box::from(args));
        if let Some(&name) = self.call_names.get(&key) {
            return name;
        }
        let ty = self.syms.get(sym).signature.as_ref().map_or(TypeId::NUM, |s| s.args[0].ty);
        let name = self.terms.fresh("F", ty);
        self.call_names.insert(key, name);
        let mut full = vec![name];
        full.extend_from_slice(args);
        if let Made::Lit(l) = self.make(sym, &full) {
            self.imply(&[], &[l], Keep::Problem, Source::Definition);
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shared_and_resolved() {
        let mut core = Core::new();
        let p = core.terms.var("p");
        let p1 = core.plus(p, 1).unwrap();
        assert_eq!(core.plus(p1, 2).unwrap(), core.plus(p, 3).unwrap());
        assert_eq!(core.plus(p1, -1).unwrap(), p);
    }

    #[test]
    fn parity_is_decided_by_the_front_end() {
        let mut core = Core::new();
        let (x, y) = (core.terms.var("x"), core.terms.var("y"));
        let p = Poly::term(&core, x).sub(&Poly::term(&core, y)).unwrap().scale(2).unwrap();
        assert_eq!(p.sub(&Poly::constant(1)).unwrap().equals_zero(&mut core), Ok(Made::False));
        let third = Poly::term(&core, y).divide(3).unwrap();
        let same = third.scale(3).unwrap().sub(&Poly::term(&core, y)).unwrap();
        assert_eq!(same.equals_zero(&mut core), Ok(Made::True));
    }
}
