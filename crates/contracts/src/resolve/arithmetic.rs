//! C's conversions and arithmetic on terms.

use super::*;

impl Scope<'_> {
    pub(super) fn promoted(&self, at: usize, term: Term) -> Result<Term> {
        match term.ty {
            Ty::Int { bits, .. } if bits < 32 => self.converted(at, term, Ty::INT),
            Ty::Int { .. } => Ok(term),
            _ => wrong(at, format!("an integer is expected here, not {}", term.ty.words(self.program))),
        }
    }

    pub(super) fn converted(&self, at: usize, term: Term, ty: Ty) -> Result<Term> {
        if term.ty == ty {
            return Ok(term);
        }
        match (&term.kind, &term.ty, &ty) {
            (TermKind::Int(0), _, Ty::Ptr(_)) => Ok(null_of(ty)),
            (TermKind::Int(value), _, Ty::Int { bits, signed }) => {
                Ok(Term { kind: TermKind::Int(wrapped(*value, *bits, *signed)), ty })
            }
            (_, Ty::Ptr(_) | Ty::Int { .. }, Ty::Ptr(_) | Ty::Int { .. }) => {
                Ok(Term { kind: TermKind::Cast(Box::new(term)), ty })
            }
            (_, from, _) => wrong(
                at,
                format!("{} is not converted to {}", from.words(self.program), ty.words(self.program)),
            ),
        }
    }

    /// Both terms with one type, as comparisons need them.
    pub(super) fn comparable(&self, at: usize, one: Term, other: Term) -> Result<(Term, Term)> {
        match (&one.ty, &other.ty) {
            (Ty::Int { .. }, Ty::Int { .. }) => self.balanced(at, one, other),
            (Ty::Ptr(_), Ty::Ptr(_)) | (Ty::Object, Ty::Object) => Ok((one, other)),
            (Ty::Ptr(_), Ty::Int { .. }) if other.kind == TermKind::Int(0) => {
                let ty = one.ty.clone();
                Ok((one, null_of(ty)))
            }
            (Ty::Int { .. }, Ty::Ptr(_)) if one.kind == TermKind::Int(0) => {
                let ty = other.ty.clone();
                Ok((null_of(ty), other))
            }
            (one, other) => wrong(
                at,
                format!("{} and {} are not comparable", one.words(self.program), other.words(self.program)),
            ),
        }
    }

    pub(super) fn balanced(&self, at: usize, one: Term, other: Term) -> Result<(Term, Term)> {
        let (one, other) = (self.promoted(at, one)?, self.promoted(at, other)?);
        let (Ty::Int { bits: a, signed: s }, Ty::Int { bits: b, signed: r }) = (&one.ty, &other.ty) else {
            return wrong(at, "integers are expected");
        };
        let bits = (*a).max(*b);
        let signed = match a.cmp(b) {
            std::cmp::Ordering::Equal => *s && *r,
            std::cmp::Ordering::Greater => *s,
            std::cmp::Ordering::Less => *r,
        };
        let ty = Ty::Int { bits, signed };
        Ok((self.converted(at, one, ty.clone())?, self.converted(at, other, ty)?))
    }

    pub(super) fn arithmetic(&self, at: usize, sign: &str, one: Term, other: Term) -> Result<Term> {
        match (sign, &one.ty, &other.ty) {
            ("+" | "-", Ty::Ptr(_), Ty::Int { .. }) => self.moved(at, one, other, sign == "-"),
            ("+", Ty::Int { .. }, Ty::Ptr(_)) => self.moved(at, other, one, false),
            ("-", Ty::Ptr(_), Ty::Ptr(_)) => {
                let size = if self.bytes.get() { Some(1) } else { self.step(&one.ty) };
                let Some(size) = size else {
                    return wrong(at, "the size of what is pointed to is not known");
                };
                let ty = Ty::word(self.program, true);
                Ok(Term { kind: TermKind::Distance(Box::new(one), Box::new(other), size), ty })
            }
            _ => {
                let op = match sign {
                    "+" => Op::Add,
                    "-" => Op::Sub,
                    "*" => Op::Mul,
                    "/" => Op::Div,
                    "%" => Op::Rem,
                    "&" => Op::And,
                    "|" => Op::Or,
                    "^" => Op::Xor,
                    "<<" => Op::Shl,
                    _ => Op::Shr,
                };
                let (one, other) = self.balanced(at, one, other)?;
                Ok(self.binary(op, one, other))
            }
        }
    }

    pub(super) fn binary(&self, op: Op, one: Term, other: Term) -> Term {
        let ty = one.ty.clone();
        if let (TermKind::Int(a), TermKind::Int(b), Ty::Int { bits, signed }) = (&one.kind, &other.kind, &ty)
        {
            let value = match op {
                Op::Add => Some(a + b),
                Op::Sub => Some(a - b),
                Op::Mul => a.checked_mul(*b),
                _ => None,
            };
            if let Some(value) = value {
                return Term { kind: TermKind::Int(wrapped(value, *bits, *signed)), ty };
            }
        }
        Term { kind: TermKind::Binary(op, Box::new(one), Box::new(other)), ty }
    }

    pub(super) fn step(&self, pointer: &Ty) -> Option<i64> {
        match pointer.pointee()? {
            Ty::Void | Ty::Function(_) => Some(1),
            target => target.size(self.program).map(|size| size as i64),
        }
    }

    /// A pointer plus or minus an integer.
    pub(super) fn moved(&self, at: usize, pointer: Term, by: Term, back: bool) -> Result<Term> {
        let step = if self.bytes.get() { Some(1) } else { self.step(&pointer.ty) };
        let Some(step) = step else { return wrong(at, "the size of what is pointed to is not known") };
        let step = if back { -step } else { step };
        let ty = pointer.ty.clone();
        if let TermKind::Int(value) = by.kind {
            return Ok(shift(pointer, value as i64 * step, ty));
        }
        Ok(Term { kind: TermKind::Element(Box::new(pointer), Box::new(by), step), ty })
    }
}
