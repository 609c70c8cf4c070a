//! Equalities `x = c·y + d` modulo 2^width: a forest of depth one, each variable told by the representative of its class.
//!
//! Merging two classes needs an odd factor on one side, since only odd numbers have inverses modulo 2^width. Without one
//! (`2·x = 6·y`) the equality only refines values.

use super::{Bottom, Line, Numbers, Variable};
use crate::linear::{Linear, Node};
use crate::op::Op;
use crate::value::Value;
use crate::word::{half, inverse, mask, signed, trailing_zeros};

impl<V: Variable> Numbers<V> {
    /// How the representative of its class tells a variable.
    pub(super) fn line_of(&self, var: V) -> Line<V> {
        self.entry(var).line.unwrap_or(Line { of: var, factor: 1, offset: 0 })
    }

    /// Assumes `x = factor·y + offset` modulo 2^width. Both must be variables of the state, of one width.
    pub fn equate(&mut self, x: V, factor: u128, y: V, offset: u128) -> Result<(), Bottom> {
        let width = self.entry(x).value.width();
        debug_assert_eq!(width, self.entry(y).value.width(), "equalities are between words of one width");
        let all = mask(width);
        let (a, b) = (self.line_of(x), self.line_of(y));
        // a.factor·a.of = slope·b.of + rest
        let slope = factor.wrapping_mul(b.factor) & all;
        let rest = factor.wrapping_mul(b.offset).wrapping_add(offset).wrapping_sub(a.offset) & all;
        if a.of == b.of {
            return self.solve(a.of, a.factor.wrapping_sub(slope) & all, rest);
        }
        if slope == 0 {
            return self.solve(a.of, a.factor, rest);
        }
        let line = if a.factor & 1 == 1 {
            let inverse = inverse(width, a.factor);
            Some((a.of, inverse.wrapping_mul(slope), b.of, inverse.wrapping_mul(rest)))
        } else if slope & 1 == 1 {
            let inverse = inverse(width, slope);
            let offset = inverse.wrapping_mul(rest).wrapping_neg();
            Some((b.of, inverse.wrapping_mul(a.factor), a.of, offset))
        } else {
            None
        };
        let Some((under, factor, of, offset)) = line else {
            // Only the words are refined.
            let right = self.entry(b.of).value;
            let scaled = Value::binary(Op::Mul, &right, &Value::exactly(width, slope));
            let right = Value::binary(Op::Add, &scaled, &Value::exactly(width, rest));
            let by = Value::exactly(width, a.factor);
            let (left, _) = Value::backward(Op::Mul, &right, &self.entry(a.of).value, &by).ok_or(Bottom)?;
            return self.refine(a.of, &left);
        };
        self.attach(under, factor & all, of, offset & all);
        self.settle(&mut vec![under, of])
    }

    /// Puts the class of a representative under another one, without refining values.
    pub(super) fn attach(&mut self, under: V, factor: u128, of: V, offset: u128) {
        self.changed();
        let all = mask(self.entry(under).value.width());
        for entry in &mut self.entries {
            let line = entry.line.unwrap_or(Line { of: entry.var, factor: 1, offset: 0 });
            if line.of == under {
                entry.line = Some(Line {
                    of,
                    factor: line.factor.wrapping_mul(factor) & all,
                    offset: line.factor.wrapping_mul(offset).wrapping_add(line.offset) & all,
                });
            }
        }
    }

    /// Assumes `factor·var = product` modulo 2^width.
    fn solve(&mut self, var: V, factor: u128, product: u128) -> Result<(), Bottom> {
        let value = self.entry(var).value;
        let width = value.width();
        let (result, by) = (Value::exactly(width, product), Value::exactly(width, factor));
        let (left, _) = Value::backward(Op::Mul, &result, &value, &by).ok_or(Bottom)?;
        self.refine(var, &left)
    }

    /// A node told by the representative of its class as a whole number, where nothing wraps around: a factor, the
    /// representative and a number.
    pub(super) fn affine(&self, node: Node<V>) -> Option<(i128, Node<V>, i128)> {
        let entry = self.entry(node.var);
        let width = entry.value.width();
        let line = entry.line?;
        let of = Node { var: line.of, reading: node.reading };
        let factor = signed(width, line.factor);
        let offset = signed(width, line.offset);
        let (low, high) = self.node_bounds(of)?;
        let ends = [low, high].map(|end| factor.checked_mul(end)?.checked_add(offset));
        let (low, high) = (ends[0]?.min(ends[1]?), ends[0]?.max(ends[1]?));
        let turns = turns(node.reading, width, low, high)?;
        Some((factor, of, offset.checked_sub(turns)?))
    }

    /// How `x` is told by `y` as words, if it is: factor and offset.
    pub(super) fn told_by(&self, x: V, y: V) -> Option<(u128, u128)> {
        let (a, b) = (self.line_of(x), self.line_of(y));
        if a.of != b.of || b.factor == 0 {
            return None;
        }
        let width = self.entry(x).value.width();
        let zeros = trailing_zeros(width, b.factor);
        if trailing_zeros(width, a.factor) < zeros {
            return None;
        }
        // b.factor = 2^zeros·odd, so odd⁻¹·(a.factor / 2^zeros) times y is a.factor times the representative.
        let factor = (a.factor >> zeros).wrapping_mul(inverse(width, b.factor >> zeros)) & mask(width);
        let offset = a.offset.wrapping_sub(factor.wrapping_mul(b.offset)) & mask(width);
        Some((factor, offset))
    }

    /// Takes a variable out of its class; if it is the representative, the member that can tell most others takes over.
    pub(super) fn leave_class(&mut self, var: V) {
        let members: Vec<V> = self
            .entries
            .iter()
            .filter(|entry| entry.line.is_some_and(|it| it.of == var))
            .map(|it| it.var)
            .collect();
        let at = self.position(var).expect("a variable of the state");
        self.entries[at].line = None;
        self.changed();
        let Some(next) = members.iter().copied().min_by_key(|it| self.line_of(*it).factor.trailing_zeros())
        else {
            return;
        };
        let told: Vec<(V, Option<(u128, u128)>)> =
            members.iter().map(|it| (*it, self.told_by(*it, next))).collect();
        for (member, line) in told {
            let at = self.position(member).expect("a variable of the state");
            let line = line.filter(|_| member != next);
            self.entries[at].line = line.map(|(factor, offset)| Line { of: next, factor, offset });
        }
    }

    /// The members of classes with their representatives.
    pub(super) fn lines(&self) -> impl Iterator<Item = (V, Line<V>)> + '_ {
        self.entries.iter().filter_map(|entry| Some((entry.var, entry.line?)))
    }

    /// The variable as an expression over representatives, as far as nothing wraps around.
    pub(super) fn reduced(&self, expression: &Linear<V>) -> Option<Linear<V>> {
        let mut out = Linear::constant(expression.constant);
        for (node, coefficient) in &expression.parts {
            if !self.contains(node.var) {
                out = out.plus(*coefficient, &Linear { parts: vec![(*node, 1)], constant: 0 })?;
                continue;
            }
            let node = self.canonical(*node);
            if let Some((low, high)) = self.node_bounds(node)
                && low == high
            {
                out = out.offset(coefficient.checked_mul(low)?)?;
                continue;
            }
            let (factor, of, offset) = self.affine(node).unwrap_or((1, node, 0));
            let part = Linear { parts: vec![(self.canonical(of), factor)], constant: offset };
            out = out.plus(*coefficient, &part)?;
        }
        Some(out)
    }
}

/// The multiple of 2^width by which numbers between two leave the range of a reading, if it is the same for all.
pub(crate) fn turns(reading: crate::linear::Reading, width: u32, low: i128, high: i128) -> Option<i128> {
    let period = (half(width) as i128).checked_mul(2)?;
    let (least, _) = reading.range(width);
    let turn = |number: i128| Some(number.checked_sub(least)?.div_euclid(period));
    let (first, last) = (turn(low)?, turn(high)?);
    (first == last).then(|| first.checked_mul(period)).flatten()
}
