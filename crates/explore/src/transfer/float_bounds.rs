//! Between which numbers one lies that is computed in floats: `(size_t)(capacity * 1.5f)`.
//!
//! Rounding is monotonic, so the sum, the product and the conversion of the ends of an interval are the ends of the
//! interval of results. Which number it is in between is a hard question for a solver (a float of any number of 64 bits is
//! hundreds of nodes), and proofs seldom depend on it. How a float was computed is noted by its term, which tells nothing
//! but that; between which numbers it lies is asked of the path where it becomes an integer again.

use crate::state::State;
use crate::transfer::{Transfer, float_constant};
use ir::{BinaryOp, CastOp, FCmpOp, FloatKind, Scalar};
use logic::Term;
use numbers::Knowledge;

/// How many operations are followed.
const DEPTH: u32 = 8;
/// Among how many numbers one is computed exactly.
const FEW: u128 = 1 << 16;

/// How a float was computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Computed {
    /// From an integer, or from a float of another kind.
    Cast(CastOp, Scalar, Term),
    /// From two floats of its kind.
    Binary(BinaryOp, Term, Term),
}

impl Transfer<'_> {
    /// Notes how a float was computed.
    pub(super) fn note_float(&mut self, kind: FloatKind, result: Term, computed: Computed) {
        if !self.context.precision.computes_floats && matches!(kind, FloatKind::F32 | FloatKind::F64) {
            self.floats.entry(result).or_insert((kind, computed));
        }
    }

    /// The integer that a float becomes, where that is one of many: a number of which bounds are known.
    pub(super) fn bounded_integer(
        &mut self,
        state: &mut State,
        op: CastOp,
        into: Scalar,
        value: Term,
    ) -> Option<Term> {
        let (kind, computed) = *self.floats.get(&value)?;
        if !self.is_arithmetic(computed, DEPTH) {
            return None;
        }
        let known = Knowledge::of(&self.symbols.store, &state.path.terms()).ok()?;
        let ends = self.float_bounds(&known, kind, value, DEPTH)?;
        let width = into.bits(self.context.program().target);
        let integer = |bits| float_constant::cast(op, Scalar::Float(kind), into, bits, kind.bits(), width);
        let [low, high] = [integer(ends[0])?, integer(ends[1])?];
        let words = u128::MAX >> (u128::BITS - width);
        if high.wrapping_sub(low) & words < FEW {
            return None;
        }
        let result = self.unknown(state, width, &[value]);
        let store = &mut self.symbols.store;
        let [low, high] = [low, high].map(|end| store.num(width, end));
        let bounds = match op {
            CastOp::FpToSi => [store.sle(low, result), store.sle(result, high)],
            _ => [store.ule(low, result), store.ule(result, high)],
        };
        bounds.into_iter().for_each(|bound| self.assume(state, bound));
        Some(result)
    }

    /// Whether a float is not just an integer in another form, which is easy to compute.
    fn is_arithmetic(&self, computed: Computed, depth: u32) -> bool {
        match computed {
            Computed::Binary(..) => true,
            Computed::Cast(_, Scalar::Float(_), value) if depth > 0 => {
                self.floats.get(&value).is_some_and(|(_, from)| self.is_arithmetic(*from, depth - 1))
            }
            Computed::Cast(..) => false,
        }
    }

    /// The least and the greatest number that a float may be, neither infinite nor none.
    fn float_bounds(&self, known: &Knowledge, kind: FloatKind, term: Term, depth: u32) -> Option<[u128; 2]> {
        let ends = match self.number(term) {
            Some(bits) => [bits; 2],
            None => match self.floats.get(&term).filter(|_| depth > 0)? {
                (_, Computed::Cast(op, from, value)) => {
                    let target = self.context.program().target;
                    let ends = match from {
                        Scalar::Float(other) => self.float_bounds(known, *other, *value, depth - 1)?,
                        _ => self.integer_bounds(known, *op, *value)?,
                    };
                    let cast = |bits| {
                        let into = Scalar::Float(kind);
                        float_constant::cast(*op, *from, into, bits, from.bits(target), kind.bits())
                    };
                    [cast(ends[0])?, cast(ends[1])?]
                }
                (_, Computed::Binary(op, a, b)) => {
                    let a = self.float_bounds(known, kind, *a, depth - 1)?;
                    let b = self.float_bounds(known, kind, *b, depth - 1)?;
                    corners(*op, kind, a, b)?
                }
            },
        };
        // What is not less than itself and what lies beyond it is a number, and none that is infinite.
        let zero = ends.map(|end| float_constant::binary(BinaryOp::FSub, kind, end, end));
        let is_finite = zero.iter().all(|zero| {
            zero.and_then(|zero| float_constant::compare(FCmpOp::Oeq, kind, zero, 0)) == Some(true)
        });
        is_finite.then_some(ends)
    }

    /// The least and the greatest of what an integer may be, as it is read where it becomes a float.
    fn integer_bounds(&self, known: &Knowledge, op: CastOp, value: Term) -> Option<[u128; 2]> {
        let known = known.value(&self.symbols.store, value)?;
        match op {
            CastOp::UiToFp => {
                let (low, high) = known.unsigned_bounds();
                Some([low, high])
            }
            CastOp::SiToFp => {
                let words = u128::MAX >> (u128::BITS - self.symbols.store.width(value));
                let (low, high) = known.signed_bounds();
                Some([low, high].map(|end| end as u128 & words))
            }
            _ => None,
        }
    }
}

/// The least and the greatest result of an operation on numbers of two intervals.
fn corners(op: BinaryOp, kind: FloatKind, a: [u128; 2], b: [u128; 2]) -> Option<[u128; 2]> {
    let less = |x, y| float_constant::compare(FCmpOp::Olt, kind, x, y);
    match op {
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul => {}
        // A divisor that may be zero has no bounds.
        BinaryOp::FDiv if less(0, b[0])? || less(b[1], 0)? => {}
        _ => return None,
    }
    let mut ends: Option<[u128; 2]> = None;
    for x in a {
        for y in b {
            let result = float_constant::binary(op, kind, x, y)?;
            ends = Some(match ends {
                None => [result; 2],
                Some([low, high]) => [
                    if less(result, low)? { result } else { low },
                    if less(high, result)? { result } else { high },
                ],
            });
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    fn single(value: f32) -> u128 {
        value.to_bits().into()
    }

    #[test]
    fn results_lie_between_those_of_the_ends() {
        let numbers = [-3.5f32, -1.0, 0.0, 0.25, 2.0, 1e10];
        type Computed = fn(f32, f32) -> f32;
        let operations: [(BinaryOp, Computed); 4] = [
            (BinaryOp::FAdd, |x, y| x + y),
            (BinaryOp::FSub, |x, y| x - y),
            (BinaryOp::FMul, |x, y| x * y),
            (BinaryOp::FDiv, |x, y| x / y),
        ];
        for (op, compute) in operations {
            for (i, low) in numbers.iter().enumerate() {
                for (j, other) in numbers.iter().enumerate() {
                    let (a, b) = (&numbers[i..], &numbers[j..]);
                    let ends = [[*low, a[a.len() - 1]], [*other, b[b.len() - 1]]];
                    let [x, y] = ends.map(|ends| ends.map(single));
                    let Some(bounds) = corners(op, FloatKind::F32, x, y) else {
                        assert!(op == BinaryOp::FDiv && *other <= 0.0);
                        continue;
                    };
                    let [least, greatest] = bounds.map(|bits| f32::from_bits(bits as u32));
                    for result in a.iter().flat_map(|x| b.iter().map(move |y| compute(*x, *y))) {
                        assert!(least <= result && result <= greatest, "{op:?} {ends:?} {result}");
                    }
                }
            }
        }
    }
}
