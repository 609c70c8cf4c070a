//! Whether linear constraints contradict each other, by elimination of variables.
//!
//! The relations of a state are between two numbers. Lengths of strings make sums of more: a place in the rest of a text
//! lies behind its start, `start + place ≤ end`. Such a system is small, so its variables are eliminated one by one:
//! equalities are solved for a variable, and of inequalities each upper bound of a variable is put together with each
//! lower bound (Fourier and Motzkin). What is left are constants, one of which is too large where the system has no
//! solution. All numbers are whole, so constants are rounded where coefficients have a common divisor.
//!
//! *Sound*: each inequality is implied by those before it, so leaving some out, where there are too many or numbers leave
//! 128 bits, only misses contradictions. *Bounded*: by the number of inequalities at a time, and of those that are made.

use crate::linear::{Linear, Node};
use std::collections::BTreeMap;

/// How many inequalities there are at most at a time.
const AT_ONCE: usize = 200;
/// How many inequalities are made.
const MADE: usize = 4000;

/// Constraints on whole numbers.
#[derive(Clone, Debug)]
pub(crate) struct System<V> {
    /// Expressions that are zero.
    zero: Vec<Linear<V>>,
    /// Expressions that are at most zero: parts, and the largest constant that comes with them.
    at_most: BTreeMap<Vec<(Node<V>, i128)>, i128>,
    /// Whether a contradiction was seen.
    is_impossible: bool,
}

impl<V: Copy + Ord> System<V> {
    /// No constraints.
    pub(crate) fn new() -> Self {
        System { zero: Vec::new(), at_most: BTreeMap::new(), is_impossible: false }
    }

    /// Adds that an expression is zero.
    pub(crate) fn add_zero(&mut self, expression: Linear<V>) {
        self.zero.push(expression);
    }

    /// Adds that an expression is at most zero.
    pub(crate) fn add(&mut self, expression: &Linear<V>) {
        let divisor = expression.content();
        if divisor == 0 {
            self.is_impossible |= expression.constant > 0;
            return;
        }
        let parts = expression.parts.iter().map(|(node, factor)| (*node, factor / divisor)).collect();
        let Some(constant) = expression.constant.checked_neg() else { return };
        let constant = -constant.div_euclid(divisor);
        let known = self.at_most.entry(parts).or_insert(constant);
        *known = (*known).max(constant);
    }

    /// The variables, as they are read.
    pub(crate) fn nodes(&self) -> Vec<Node<V>> {
        let parts = self.zero.iter().map(|expression| &expression.parts).chain(self.at_most.keys());
        let mut nodes: Vec<Node<V>> = parts.flatten().map(|(node, _)| *node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    /// Whether no whole numbers satisfy all constraints; no answer where that was not found out.
    pub(crate) fn contradicts(mut self) -> bool {
        self.solve_equalities();
        let mut made = 0;
        while !self.is_impossible && self.at_most.len() <= AT_ONCE && made <= MADE {
            let Some(node) = self.cheapest() else { return false };
            made += self.eliminate(node);
        }
        self.is_impossible
    }

    /// Replaces variables that equalities tell by others.
    fn solve_equalities(&mut self) {
        while let Some(equality) = self.zero.pop() {
            let divisor = equality.content();
            if divisor == 0 || equality.constant % divisor != 0 {
                self.is_impossible |= equality.constant != 0;
                continue;
            }
            let unit = equality.parts.iter().find(|(_, factor)| factor.abs() == divisor);
            let Some((node, factor)) = unit.copied() else {
                self.add(&equality);
                if let Some(other) = equality.times(-1) {
                    self.add(&other);
                }
                continue;
            };
            let without = |expression: &Linear<V>| {
                let there =
                    expression.parts.iter().find(|(it, _)| *it == node).map_or(0, |(_, there)| *there);
                match there {
                    0 => Some(expression.clone()),
                    // Both are multiplied by what makes them whole; the sign of an inequality must not change.
                    _ => expression
                        .times(factor.abs())?
                        .plus(there.checked_neg()?.checked_mul(factor.signum())?, &equality),
                }
            };
            self.zero = self.zero.iter().filter_map(without).collect();
            let at_most = std::mem::take(&mut self.at_most);
            for (parts, constant) in at_most {
                if let Some(expression) = without(&Linear { parts, constant }) {
                    self.add(&expression);
                }
            }
        }
    }

    /// The variable whose elimination makes the fewest inequalities.
    fn cheapest(&self) -> Option<Node<V>> {
        let mut signs: BTreeMap<Node<V>, (usize, usize)> = BTreeMap::new();
        for (node, factor) in self.at_most.keys().flatten() {
            let (above, below) = signs.entry(*node).or_default();
            *if *factor > 0 { above } else { below } += 1;
        }
        signs.into_iter().min_by_key(|(_, (above, below))| above * below).map(|(node, _)| node)
    }

    /// Eliminates a variable. Gives how many inequalities were made.
    fn eliminate(&mut self, node: Node<V>) -> usize {
        let (mut above, mut below) = (Vec::new(), Vec::new());
        for (parts, constant) in std::mem::take(&mut self.at_most) {
            let factor = parts.iter().find(|(it, _)| *it == node).map_or(0, |(_, factor)| *factor);
            let expression = Linear { parts, constant };
            match factor {
                0 => self.add(&expression),
                1.. => above.push((expression, factor)),
                _ => below.push((expression, -factor)),
            }
        }
        for (upper, c) in &above {
            for (lower, d) in &below {
                if let Some(sum) = upper.times(*d).and_then(|upper| upper.plus(*c, lower)) {
                    self.add(&sum);
                }
            }
        }
        above.len() * below.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::Reading;
    use proptest::prelude::*;

    /// `Σ factor · variable + constant`.
    fn sum(parts: &[(char, i128)], constant: i128) -> Linear<char> {
        parts.iter().fold(Linear::constant(constant), |sum, (var, factor)| {
            sum.plus(*factor, &Linear::node(*var, Reading::Signed)).expect("small numbers")
        })
    }

    #[test]
    fn a_place_in_the_rest_lies_before_the_end() {
        let mut system = System::new();
        // place ≤ length, length + start ≤ end, and yet end < start + place.
        system.add(&sum(&[('p', 1), ('l', -1)], 0));
        system.add(&sum(&[('l', 1), ('s', 1), ('e', -1)], 0));
        assert!(!system.clone().contradicts());
        system.add(&sum(&[('e', 1), ('s', -1), ('p', -1)], 1));
        assert!(system.contradicts());
    }

    #[test]
    fn whole_numbers_are_rounded() {
        let mut system = System::new();
        // 0 < 2·x < 2
        system.add(&sum(&[('x', -2)], 1));
        system.add(&sum(&[('x', 2)], -1));
        assert!(system.contradicts());
        let mut system = System::new();
        system.add_zero(sum(&[('x', 2), ('y', -4)], 3));
        assert!(system.contradicts(), "an odd number is no even one");
    }

    proptest! {
        #[test]
        fn a_system_with_a_solution_is_possible(
            point in prop::array::uniform4(-5i128..6),
            rows in prop::collection::vec((prop::array::uniform4(-3i128..4), 0i128..4, any::<bool>()), 1..9),
        ) {
            let names = ['w', 'x', 'y', 'z'];
            let mut system = System::new();
            for (factors, slack, is_equal) in rows {
                let value: i128 = factors.iter().zip(&point).map(|(c, x)| c * x).sum();
                let parts: Vec<(char, i128)> = names.into_iter().zip(factors).collect();
                match is_equal {
                    true => system.add_zero(sum(&parts, -value)),
                    false => system.add(&sum(&parts, -value - slack)),
                }
            }
            prop_assert!(!system.contradicts());
        }
    }
}
