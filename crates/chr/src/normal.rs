//! Normal forms of primitive constraints.
//!
//! Each primitive is brought into one shape before it gets a variable, so that equal facts are
//! equal literals: `x = x` is true, `x = y + 0` is `x = y`, `x = y + -5` is `y = x + 5`,
//! `x = y + y` is `x = 2*y`, and so on. Arguments that turn out to be constants select the
//! constant version of a primitive.
//!
//! Invariant: every rewriting is an equivalence over the integers. A constant that would leave
//! the safe range keeps the constraint as it stands; it then has no meaning to any theory, which
//! loses proofs but never invents one.

use crate::core::Core;
use crate::sat::lit::Lit;
use crate::symbol::{Kind, SymId};
use crate::term::{INT_LIMIT, TermId, in_range};

/// What became of a constraint: a truth value or a literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Made {
    True,
    False,
    Lit(Lit),
}

impl Made {
    fn of(value: bool) -> Made {
        if value { Made::True } else { Made::False }
    }

    pub(crate) fn negate(self) -> Made {
        match self {
            Made::True => Made::False,
            Made::False => Made::True,
            Made::Lit(l) => Made::Lit(!l),
        }
    }

    pub(crate) fn formula(self) -> crate::formula::Formula {
        use crate::formula::Formula;
        match self {
            Made::True => Formula::True,
            Made::False => Formula::False,
            Made::Lit(l) => Formula::Lit(l),
        }
    }
}

fn safe(n: i128) -> Option<i64> {
    i64::try_from(n).ok().filter(|&n| in_range(n))
}

impl Core {
    /// The literal of a constraint after normalisation.
    pub(crate) fn make(&mut self, sym: SymId, args: &[TermId]) -> Made {
        let b = self.syms.builtin;
        let n = |i: usize| self.terms.as_int(args[i]);
        match self.syms.kind(sym) {
            Kind::Eq => {
                let (x, y) = (args[0].min(args[1]), args[0].max(args[1]));
                if x == y {
                    return Made::True;
                }
                match (self.terms.is_var(x), self.terms.is_var(y)) {
                    (true, true) => self.raw(sym, &[x, y]),
                    (false, false) => Made::False,
                    (x_var, _) => {
                        let (x, c) = if x_var { (x, y) } else { (y, x) };
                        let sym = self.syms.equality_c(self.terms.type_of(c), &self.types);
                        self.raw(sym, &[x, c])
                    }
                }
            }
            Kind::EqC if !self.terms.is_var(args[0]) && !self.terms.is_var(args[1]) => {
                Made::of(args[0] == args[1])
            }
            Kind::Gt => match (n(0), n(1)) {
                _ if args[0] == args[1] => Made::False,
                (Some(x), Some(y)) => Made::of(x > y),
                (None, Some(_)) => self.raw(b.gt_c, args),
                (Some(x), None) => {
                    let below = self.int_term(x - 1);
                    self.raw(b.gt_c, &[args[1], below]).negate()
                }
                (None, None) => self.raw(sym, args),
            },
            Kind::GtC => match (n(0), n(1)) {
                (Some(x), Some(c)) => Made::of(x > c),
                _ => self.raw(sym, args),
            },
            Kind::Lb => match (n(0), n(1)) {
                (Some(x), Some(c)) => Made::of(x >= c),
                _ => self.raw(sym, args),
            },
            Kind::EqPlusC => self.eq_plus_c(sym, args),
            Kind::EqPlus => self.eq_plus(sym, args),
            Kind::EqMulC => self.eq_mul_c(sym, args),
            Kind::EqMul => match (n(1), n(2)) {
                (_, Some(_)) => self.make(b.eq_mul_c, args),
                (Some(_), None) => self.make(b.eq_mul_c, &[args[0], args[2], args[1]]),
                _ => {
                    let (y, z) = (args[1].min(args[2]), args[1].max(args[2]));
                    self.raw(sym, &[args[0], y, z])
                }
            },
            _ => self.raw(sym, args),
        }
    }

    fn raw(&mut self, sym: SymId, args: &[TermId]) -> Made {
        Made::Lit(self.intern(sym, args).lit(true))
    }

    /// x = value, when the value is in range.
    fn equals(&mut self, sym: SymId, args: &[TermId], x: TermId, value: i128) -> Made {
        match safe(value) {
            Some(v) => {
                let c = self.int_term(v);
                self.make(self.syms.builtin.eq, &[x, c])
            }
            None => self.raw(sym, args),
        }
    }

    /// x = y + c
    fn eq_plus_c(&mut self, sym: SymId, args: &[TermId]) -> Made {
        let (x, y) = (args[0], args[1]);
        let Some(c) = self.terms.as_int(args[2]) else { return self.raw(sym, args) };
        match (self.terms.as_int(x), self.terms.as_int(y)) {
            _ if c == 0 => self.make(self.syms.builtin.eq, &[x, y]),
            _ if x == y => Made::False,
            (_, Some(y)) => self.equals(sym, args, x, i128::from(y) + i128::from(c)),
            (Some(x), None) => self.equals(sym, args, y, i128::from(x) - i128::from(c)),
            (None, None) if (-INT_LIMIT..0).contains(&c) => {
                let positive = self.int_term(-c);
                self.raw(sym, &[y, x, positive])
            }
            (None, None) => self.raw(sym, args),
        }
    }

    /// x = y + z
    fn eq_plus(&mut self, sym: SymId, args: &[TermId]) -> Made {
        let b = self.syms.builtin;
        let (x, y, z) = (args[0], args[1].min(args[2]), args[1].max(args[2]));
        let n = |t| self.terms.as_int(t);
        match (n(x), n(y), n(z)) {
            (_, Some(_), _) => self.make(b.eq_plus_c, &[x, z, y]),
            (_, _, Some(_)) => self.make(b.eq_plus_c, &[x, y, z]),
            _ if y == z => {
                let two = self.int_term(2);
                self.make(b.eq_mul_c, &[x, y, two])
            }
            _ if x == y => self.make(b.eq, &[z, TermId::ZERO]),
            _ if x == z => self.make(b.eq, &[y, TermId::ZERO]),
            _ => self.raw(sym, &[x, y, z]),
        }
    }

    /// x = c * y
    fn eq_mul_c(&mut self, sym: SymId, args: &[TermId]) -> Made {
        let b = self.syms.builtin;
        let (x, y) = (args[0], args[1]);
        let Some(c) = self.terms.as_int(args[2]) else { return self.raw(sym, args) };
        match (self.terms.as_int(x), self.terms.as_int(y)) {
            _ if c == 0 => self.make(b.eq, &[x, TermId::ZERO]),
            _ if c == 1 => self.make(b.eq, &[x, y]),
            _ if x == y => self.make(b.eq, &[x, TermId::ZERO]),
            (_, Some(y)) => self.equals(sym, args, x, i128::from(c) * i128::from(y)),
            (Some(x), None) if x % c == 0 => self.equals(sym, args, y, i128::from(x / c)),
            (Some(_), None) => Made::False,
            (None, None) => self.raw(sym, args),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_facts_are_equal_literals() {
        let mut core = Core::new();
        let (x, y) = (core.terms.var("x"), core.terms.var("y"));
        let b = core.syms.builtin;
        let (zero, five, minus_five) = (TermId::ZERO, core.int_term(5), core.int_term(-5));
        assert_eq!(core.make(b.eq, &[x, x]), Made::True);
        assert_eq!(core.make(b.eq, &[x, y]), core.make(b.eq, &[y, x]));
        assert_eq!(core.make(b.eq_plus_c, &[x, y, zero]), core.make(b.eq, &[x, y]));
        assert_eq!(core.make(b.eq_plus_c, &[x, y, minus_five]), core.make(b.eq_plus_c, &[y, x, five]));
        assert_eq!(core.make(b.eq_plus_c, &[x, x, five]), Made::False);
        assert_eq!(core.make(b.gt, &[x, x]), Made::False);
        assert_eq!(core.make(b.gt, &[five, x]), {
            let four = core.int_term(4);
            core.make(b.gt_c, &[x, four]).negate()
        });
        assert_eq!(core.make(b.eq_mul_c, &[five, x, five]), {
            let one = core.int_term(1);
            core.make(b.eq, &[x, one])
        });
        let two = core.int_term(2);
        assert_eq!(core.make(b.eq_mul_c, &[five, x, two]), Made::False, "5 = 2*x has no integer solution");
    }
}
