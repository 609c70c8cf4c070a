//! Adding knowledge: values, and linear constraints over readings; and its propagation to bounds.

use super::upper::signed;
use super::{Bottom, Numbers, Pair, Variable};
use crate::linear::{Linear, Node, Reading};
use crate::op::Op;
use crate::value::Value;

/// How many rows are kept.
const ROWS: usize = 24;
/// Rows are at most this long.
const LONGEST_ROW: usize = 4;
/// Values that are looked at again when something is added, at most.
const STEPS: usize = 256;

impl<V: Variable> Numbers<V> {
    /// Assumes that a variable has one of these values.
    pub fn refine(&mut self, var: V, value: &Value) -> Result<(), Bottom> {
        let mut changed = Vec::new();
        self.narrow_to(var, value, &mut changed)?;
        self.settle(&mut changed)
    }

    /// Assumes that an expression over variables of the state is at most 0.
    pub fn assume(&mut self, expression: &Linear<V>) -> Result<(), Bottom> {
        let Some(reduced) = self.reduced(expression) else { return Ok(()) };
        let content = reduced.content();
        if content == 0 {
            return if reduced.constant <= 0 { Ok(()) } else { Err(Bottom) };
        }
        // content·e + constant ≤ 0, so e ≤ -constant / content, rounded down.
        let parts: Vec<(Node<V>, i128)> =
            reduced.parts.iter().map(|(node, c)| (*node, c / content)).collect();
        let Some(bound) = reduced.constant.checked_neg().map(|it| it.div_euclid(content)) else {
            return Ok(());
        };
        let row = Linear { parts, constant: bound.saturating_neg() };
        if self.entails(&row) {
            return Ok(());
        }
        if self.lower(&row, &|_| None).is_some_and(|least| least > 0) {
            return Err(Bottom);
        }
        let mut changed = Vec::new();
        self.bound_by(&row, &mut changed)?;
        match row.parts[..] {
            [_] => {}
            [(x, c @ (1 | -1)), (y, d @ (1 | -1))] => {
                self.add_pair(Pair::new(signed(x, c), signed(y, d), bound))
            }
            _ if row.parts.len() <= LONGEST_ROW => {
                if self.rows.len() == ROWS {
                    self.rows.remove(0);
                }
                self.rows.push(row);
            }
            _ => {}
        }
        self.settle(&mut changed)
    }

    /// Assumes that an expression is 0.
    pub fn assume_zero(&mut self, expression: &Linear<V>) -> Result<(), Bottom> {
        self.assume(expression)?;
        match expression.times(-1) {
            Some(opposite) => self.assume(&opposite),
            None => Ok(()),
        }
    }

    /// Assumes that an expression is not 0: it can be told where one bound is 0.
    pub fn assume_not_zero(&mut self, expression: &Linear<V>) -> Result<(), Bottom> {
        for factor in [1, -1] {
            let Some(expression) = expression.times(factor) else { continue };
            if self.upper(&expression, &|_| None) == Some(0)
                && let Some(strict) = expression.offset(1)
            {
                self.assume(&strict)?;
            }
        }
        Ok(())
    }

    pub(super) fn add_pair(&mut self, pair: Pair<V>) {
        self.changed();
        match self.pairs.binary_search_by_key(&(pair.first, pair.second), |it| (it.first, it.second)) {
            Ok(at) => self.pairs[at].bound = self.pairs[at].bound.min(pair.bound),
            Err(at) => self.pairs.insert(at, pair),
        }
    }

    /// Narrows a variable, and notes it if that changes anything.
    fn narrow_to(&mut self, var: V, value: &Value, changed: &mut Vec<V>) -> Result<(), Bottom> {
        let at = self.position(var).expect("a variable of the state");
        let known = &mut self.entries[at].value;
        let both = known.meet(value).ok_or(Bottom)?;
        if both != *known {
            *known = both;
            self.changed();
            if !changed.contains(&var) {
                changed.push(var);
            }
        }
        Ok(())
    }

    /// Bounds each variable of a constraint by the others.
    fn bound_by(&mut self, row: &Linear<V>, changed: &mut Vec<V>) -> Result<(), Bottom> {
        let least = |state: &Self, node: Node<V>, c: i128| {
            let (low, high) = state.node_bounds(node)?;
            c.checked_mul(if c < 0 { high } else { low })
        };
        for (index, (node, c)) in row.parts.iter().enumerate() {
            let others = row.parts.iter().enumerate().filter(|(other, _)| *other != index);
            let mut rest = others.map(|(_, (node, c))| least(self, *node, *c));
            let Some(rest) = rest.try_fold(row.constant, |sum, it| sum.checked_add(it?)) else { continue };
            // c·node ≤ -rest
            let Some(most) = rest.checked_neg() else { continue };
            let width = self.entry(node.var).value.width();
            let (low, high) = node.reading.range(width);
            let (low, high) = if *c > 0 {
                (low, high.min(most.div_euclid(*c)))
            } else {
                // node ≥ most / c, rounded up
                (low.max(-most.div_euclid(-*c)), high)
            };
            let value = match node.reading {
                _ if low > high => None,
                Reading::Unsigned => Value::unsigned(width, low as u128, high as u128),
                Reading::Signed => Value::signed(width, low, high),
            };
            self.narrow_to(node.var, &value.ok_or(Bottom)?, changed)?;
        }
        Ok(())
    }

    /// Bounds the representatives of the variables of a constraint: these may be fewer.
    fn bound_by_reduced(&mut self, row: &Linear<V>, changed: &mut Vec<V>) -> Result<(), Bottom> {
        let Some(reduced) = self.reduced(row) else { return Ok(()) };
        if reduced.parts.is_empty() && reduced.constant > 0 {
            return Err(Bottom);
        }
        self.bound_by(&reduced, changed)
    }

    /// Lets relations bound what is related to variables that changed. The number of steps is limited: bounds that go up
    /// one by one would take forever.
    pub(super) fn settle(&mut self, changed: &mut Vec<V>) -> Result<(), Bottom> {
        let mut steps = STEPS;
        while let Some(var) = changed.pop() {
            if steps == 0 {
                return Ok(());
            }
            steps -= 1;
            self.settle_class(var, changed)?;
            for index in 0..self.pairs.len() {
                if self.pairs[index].mentions(var) {
                    self.bound_by_reduced(&self.pairs[index].expression(), changed)?;
                }
            }
            for index in 0..self.rows.len() {
                if self.rows[index].parts.iter().any(|(node, _)| node.var == var) {
                    self.bound_by_reduced(&self.rows[index].clone(), changed)?;
                }
            }
        }
        Ok(())
    }

    /// The values of a class after one changed.
    fn settle_class(&mut self, var: V, changed: &mut Vec<V>) -> Result<(), Bottom> {
        if let Some(line) = self.entry(var).line {
            let value = self.entry(var).value;
            let width = value.width();
            let (factor, offset) = (Value::exactly(width, line.factor), Value::exactly(width, line.offset));
            let product = Value::binary(Op::Sub, &value, &offset);
            let of = self.entry(line.of).value;
            let (of, _) = Value::backward(Op::Mul, &product, &of, &factor).ok_or(Bottom)?;
            let told = Value::binary(Op::Add, &Value::binary(Op::Mul, &of, &factor), &offset);
            self.narrow_to(line.of, &of, changed)?;
            return self.narrow_to(var, &told, changed);
        }
        let members: Vec<_> = self.lines().filter(|(_, line)| line.of == var).collect();
        for (member, line) in members {
            let of = self.entry(var).value;
            let width = of.width();
            let product = Value::binary(Op::Mul, &of, &Value::exactly(width, line.factor));
            let told = Value::binary(Op::Add, &product, &Value::exactly(width, line.offset));
            self.narrow_to(member, &told, changed)?;
        }
        Ok(())
    }
}
