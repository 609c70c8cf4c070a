//! Bounds of linear expressions: the one question from which entailment and refinement are made.
//!
//! An expression is told by representatives first, so that `4·i + 4 - size` with `size = 4·n` becomes `4·i - 4·n + 4`,
//! and what its coefficients have in common is divided out: the bound of `i - n` is asked for. Sums of more readings are
//! bounded by pairing summands of opposite sign, or with the help of one row.

use super::{Numbers, Signed, Variable, bounds};
use crate::linear::{Linear, Node};
use crate::value::Value;

/// Longer expressions are bounded by their variables only.
const LONGEST: usize = 6;

impl<V: Variable> Numbers<V> {
    /// An upper bound of an expression. `outside` tells what is known of variables that are not in the state.
    pub fn upper(&self, expression: &Linear<V>, outside: &dyn Fn(V) -> Option<Value>) -> Option<i128> {
        let reduced = self.reduced(expression)?;
        let mut best = self.upper_without_rows(&reduced, outside);
        // A pair may have been written before its variables were told by others.
        if let [(x, c @ (1 | -1)), (y, d @ (1 | -1))] = expression.parts[..]
            && reduced.parts != expression.parts
            && let Some(most) = self.path(signed(self.canonical(x), c), signed(self.canonical(y), d))
        {
            best = least(best, most.checked_add(expression.constant));
        }
        for row in &self.rows {
            if row.parts == expression.parts {
                best = least(best, expression.constant.checked_sub(row.constant));
            }
            // expression = (expression - row) + row, and the row is at most 0. One that has no number in common with the
            // expression makes it no shorter.
            let is_part = |var: V| reduced.parts.iter().any(|(node, _)| node.var == var);
            let is_common = |var: V| is_part(var) || (self.contains(var) && is_part(self.line_of(var).of));
            if !row.parts.iter().any(|(node, _)| is_common(node.var)) {
                continue;
            }
            let Some(row) = self.reduced(row) else { continue };
            let Some(rest) = reduced.minus(&row) else { continue };
            if rest.parts.len() < reduced.parts.len().max(2) {
                best = least(best, self.upper_without_rows(&rest, outside));
            }
        }
        best
    }

    /// A lower bound of an expression.
    pub fn lower(&self, expression: &Linear<V>, outside: &dyn Fn(V) -> Option<Value>) -> Option<i128> {
        self.upper(&expression.times(-1)?, outside)?.checked_neg()
    }

    fn upper_without_rows(&self, reduced: &Linear<V>, outside: &dyn Fn(V) -> Option<Value>) -> Option<i128> {
        let content = reduced.content();
        if content == 0 {
            return Some(reduced.constant);
        }
        let parts: Vec<(Node<V>, i128)> =
            reduced.parts.iter().map(|(node, c)| (*node, c / content)).collect();
        let most = self.upper_of_parts(&parts, outside)?;
        content.checked_mul(most)?.checked_add(reduced.constant)
    }

    fn upper_of_parts(
        &self,
        parts: &[(Node<V>, i128)],
        outside: &dyn Fn(V) -> Option<Value>,
    ) -> Option<i128> {
        let by_bounds =
            parts.iter().try_fold(0i128, |sum, (node, c)| sum.checked_add(self.single(*node, *c, outside)?));
        if parts.len() < 2 || parts.len() > LONGEST {
            return by_bounds;
        }
        let mut best = by_bounds;
        // Take a pair of summands together, as often as both contain it, and bound the rest.
        for (i, (x, c)) in parts.iter().enumerate() {
            for (j, (y, d)) in parts.iter().enumerate().skip(i + 1) {
                let times = c.abs().min(d.abs());
                let Some(together) = self.path(signed(*x, *c), signed(*y, *d)) else { continue };
                let mut rest: Vec<(Node<V>, i128)> = parts.to_vec();
                rest[i].1 -= times * c.signum();
                rest[j].1 -= times * d.signum();
                rest.retain(|(_, c)| *c != 0);
                let rest = if rest.is_empty() { Some(0) } else { self.upper_of_parts(&rest, outside) };
                let sum = times.checked_mul(together).zip(rest).and_then(|(a, b)| a.checked_add(b));
                best = least(best, sum);
            }
        }
        best
    }

    /// The bound of a multiple of a node by the values of its variable.
    fn single(&self, node: Node<V>, c: i128, outside: &dyn Fn(V) -> Option<Value>) -> Option<i128> {
        let (low, high) = match self.node_bounds(node) {
            Some(known) => known,
            None => bounds(&outside(node.var)?, node.reading)?,
        };
        c.checked_mul(if c < 0 { low } else { high })
    }

    /// Is the expression at most 0?
    pub fn entails(&self, expression: &Linear<V>) -> bool {
        self.upper(expression, &|_| None).is_some_and(|most| most <= 0)
    }
}

/// A node with the sign of its coefficient.
pub(super) fn signed<V>(node: Node<V>, coefficient: i128) -> Signed<V> {
    Signed { node, negative: coefficient < 0 }
}

pub(super) fn least(a: Option<i128>, b: Option<i128>) -> Option<i128> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
