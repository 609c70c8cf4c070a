//! Exact rationals on 128-bit integers; every operation says when it would overflow.

use crate::linear::gcd;
use std::cmp::Ordering;

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rational {
    num: i128,
    den: i128,
}

impl Rational {
    pub(crate) const ZERO: Rational = Rational { num: 0, den: 1 };
    pub(crate) const ONE: Rational = Rational { num: 1, den: 1 };

    pub(crate) fn int(n: i64) -> Rational {
        Rational { num: i128::from(n), den: 1 }
    }

    fn new(num: i128, den: i128) -> Option<Rational> {
        if den == 0 || num == i128::MIN || den == i128::MIN {
            return None;
        }
        let g = gcd(num, den);
        let sign = if den < 0 { -1 } else { 1 };
        Some(Rational { num: num / g * sign, den: den / g * sign })
    }

    /// The least number is excluded so that negation never overflows.
    fn whole(num: i128) -> Option<Rational> {
        (num != i128::MIN).then_some(Rational { num, den: 1 })
    }

    pub(crate) fn add(self, other: Rational) -> Option<Rational> {
        if self.den == 1 && other.den == 1 {
            return Rational::whole(self.num.checked_add(other.num)?);
        }
        let a = self.num.checked_mul(other.den)?;
        let b = other.num.checked_mul(self.den)?;
        Rational::new(a.checked_add(b)?, self.den.checked_mul(other.den)?)
    }

    pub(crate) fn neg(self) -> Rational {
        Rational { num: -self.num, den: self.den }
    }

    pub(crate) fn sub(self, other: Rational) -> Option<Rational> {
        self.add(other.neg())
    }

    pub(crate) fn mul(self, other: Rational) -> Option<Rational> {
        if self.den == 1 && other.den == 1 {
            return Rational::whole(self.num.checked_mul(other.num)?);
        }
        Rational::new(self.num.checked_mul(other.num)?, self.den.checked_mul(other.den)?)
    }

    pub(crate) fn div(self, other: Rational) -> Option<Rational> {
        Rational::new(self.num.checked_mul(other.den)?, self.den.checked_mul(other.num)?)
    }

    pub(crate) fn compare(self, other: Rational) -> Option<Ordering> {
        if self.den == other.den {
            return Some(self.num.cmp(&other.num));
        }
        Some(self.num.checked_mul(other.den)?.cmp(&other.num.checked_mul(self.den)?))
    }

    pub(crate) fn sign(self) -> i32 {
        self.num.signum() as i32
    }

    pub(crate) fn as_int(self) -> Option<i64> {
        if self.den == 1 { i64::try_from(self.num).ok() } else { None }
    }

    pub(crate) fn is_int(self) -> bool {
        self.den == 1
    }

    pub(crate) fn floor(self) -> Option<i64> {
        i64::try_from(self.num.div_euclid(self.den)).ok()
    }

    pub(crate) fn numerator(self) -> i128 {
        self.num
    }

    pub(crate) fn denominator(self) -> i128 {
        self.den
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_and_overflow() {
        let half = Rational::ONE.div(Rational::int(2)).unwrap();
        let third = Rational::int(-1).div(Rational::int(-3)).unwrap();
        assert_eq!(half.add(third).unwrap().mul(Rational::int(6)).unwrap().as_int(), Some(5));
        assert_eq!(half.neg().floor(), Some(-1));
        assert_eq!(half.compare(third), Some(Ordering::Greater));
        let huge = Rational { num: i128::MAX, den: 1 };
        assert_eq!(huge.add(Rational::ONE), None);
        assert_eq!(Rational::ONE.div(Rational::ZERO), None);
    }
}
