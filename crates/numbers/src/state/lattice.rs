//! Join, widening, narrowing, inclusion, and forgetting.
//!
//! A join keeps what both sides know. Equalities: two variables that are constants on a side make a point there, so the
//! first join of `n = 1, size = 4` and `n = 2, size = 8` finds the line through both, and later joins only lose lines.
//! Pairs: the bounds of all differences and sums on either side, without those that others imply.
//!
//! **Why widening ends.** It keeps pairs and rows of the left side only as they are written there, and a bound that does
//! not hold moves to a threshold or away; new relations appear only between variables that were constants on the left,
//! which happens once for each. Between such changes, bounds of variables come from thresholds and finitely many relations,
//! and ascend. Closing a state in between, as every question does, does not change what is written.

use super::{Bottom, Numbers, Pair, Signed, Variable, is_unsigned};
use crate::linear::{Linear, Node, Reading, WIDEST};
use crate::word::{mask, signed};

/// The steepest line through two points.
const STEEPEST: i128 = 1 << 16;

/// How two variables go together on a side of a join.
enum Relation {
    /// Both are constants, of the signed reading.
    Point(i128, i128),
    /// `x = factor·y + offset`.
    Line(u128, u128),
}

impl<V: Variable> Numbers<V> {
    fn relation(&self, x: V, y: V) -> Option<Relation> {
        let (a, b) = (self.entry(x), self.entry(y));
        let width = a.value.width();
        match (a.value.as_constant(), b.value.as_constant()) {
            (Some(x), Some(y)) => Some(Relation::Point(signed(width, x), signed(width, y))),
            _ => self.told_by(x, y).map(|(factor, offset)| Relation::Line(factor, offset)),
        }
    }

    /// `x = factor·y + offset`, if it holds on both sides.
    fn common_line(&self, other: &Self, x: V, y: V) -> Option<(u128, u128)> {
        let width = self.entry(x).value.width();
        let all = mask(width);
        let holds = |(factor, offset): (u128, u128), x: i128, y: i128| {
            factor.wrapping_mul(y as u128).wrapping_add(offset) & all == x as u128 & all
        };
        match (self.relation(x, y)?, other.relation(x, y)?) {
            (Relation::Line(a, b), Relation::Line(c, d)) => ((a, b) == (c, d)).then_some((a, b)),
            (Relation::Line(a, b), Relation::Point(x, y)) | (Relation::Point(x, y), Relation::Line(a, b)) => {
                holds((a, b), x, y).then_some((a, b))
            }
            (Relation::Point(x0, y0), Relation::Point(x1, y1)) => {
                let (rise, run) = (x1.checked_sub(x0)?, y1.checked_sub(y0)?);
                if run == 0 || rise == 0 || rise % run != 0 || (rise / run).abs() > STEEPEST {
                    return None;
                }
                let factor = (rise / run) as u128 & all;
                let offset = (x0 as u128).wrapping_sub(factor.wrapping_mul(y0 as u128)) & all;
                Some((factor, offset))
            }
        }
    }

    /// Adds the equalities of `self` and `other` that hold in both to a state that covers them.
    fn join_lines(&self, other: &Self, out: &mut Self) {
        let vars: Vec<V> = out.variables().collect();
        let mut representatives: Vec<V> = Vec::new();
        for x in vars {
            if out.entry(x).value.as_constant().is_some() {
                continue;
            }
            let width = out.entry(x).value.width();
            let mut is_told = false;
            for y in representatives.clone() {
                if out.entry(y).value.width() != width {
                    continue;
                }
                if let Some((factor, offset)) = self.common_line(other, x, y) {
                    out.attach(x, factor, y, offset);
                    is_told = true;
                    break;
                }
                if let Some((factor, offset)) = self.common_line(other, y, x) {
                    out.attach(y, factor, x, offset);
                    representatives.retain(|it| *it != y);
                }
            }
            if !is_told {
                representatives.push(x);
            }
        }
    }

    /// A state of the variables that both have, with the values that either has.
    fn join_values(&self, other: &Self) -> Self {
        let mut out = Self::new();
        for entry in &self.entries {
            if let Some(value) = other.value(entry.var) {
                let value = entry.value.join(value);
                out.entries.push(super::Entry { var: entry.var, value, line: None });
            }
        }
        out
    }

    /// What holds in both states, for the variables that both have.
    pub fn join(&self, other: &Self) -> Self {
        let mut out = self.join_values(other);
        self.join_lines(other, &mut out);
        let nodes = out.free_nodes([self, other]);
        let bounds = [self, other].map(|side| side.closure(&nodes));
        let larger = |a: &Option<i128>, b: &Option<i128>| a.zip(*b).map(|(a, b)| a.max(b));
        let matrix: Vec<Option<i128>> = bounds[0].iter().zip(&bounds[1]).map(|(a, b)| larger(a, b)).collect();
        out.add_matrix(&nodes, matrix);
        for row in self.rows.iter().chain(&other.rows) {
            let is_there = row.parts.iter().all(|(node, _)| out.contains(node.var));
            if is_there && self.entails(row) && other.entails(row) && !out.entails(row) {
                out.rows.push(row.clone());
            }
        }
        out
    }

    /// A state that covers both, of which chains are finite. Thresholds are ascending.
    pub fn widen(&self, next: &Self, thresholds: &[i128]) -> Self {
        let mut out = self.join_values(next);
        for entry in &mut out.entries {
            let (old, new) = (self.entry(entry.var).value, next.entry(entry.var).value);
            entry.value = old.widen(&new, thresholds);
        }
        self.join_lines(next, &mut out);
        for pair in &self.pairs {
            if out.contains(pair.first.node.var) && out.contains(pair.second.node.var) {
                let mut sum = pair.expression();
                sum.constant = 0;
                let Some(most) = next.upper(&sum, &|_| None) else { continue };
                let bound = match most <= pair.bound {
                    true => Some(pair.bound),
                    false => thresholds.iter().copied().find(|it| *it >= most),
                };
                if let Some(bound) = bound {
                    out.add_pair(Pair { bound, ..*pair });
                }
            }
        }
        for row in &self.rows {
            if row.parts.iter().all(|(node, _)| out.contains(node.var)) && next.entails(row) {
                out.rows.push(row.clone());
            }
        }
        // What were constants so far may go together from now on.
        let mut nodes = out.free_nodes([self, next]);
        nodes.retain(|node| self.entry(node.var).value.as_constant().is_some());
        let bounds = [self, next].map(|side| side.closure(&nodes));
        let larger = |a: &Option<i128>, b: &Option<i128>| a.zip(*b).map(|(a, b)| a.max(b));
        let matrix: Vec<Option<i128>> = bounds[0].iter().zip(&bounds[1]).map(|(a, b)| larger(a, b)).collect();
        out.add_matrix(&nodes, matrix);
        out
    }

    /// Takes from `next`, which is covered, what widening gave up. A bound or relation is taken once, so chains are finite.
    pub fn narrow(&self, next: &Self) -> Result<Self, Bottom> {
        let mut out = self.clone();
        for index in 0..out.entries.len() {
            let Some(new) = next.value(out.entries[index].var) else { continue };
            out.entries[index].value = out.entries[index].value.narrow(new).ok_or(Bottom)?;
        }
        for pair in &next.pairs {
            let is_new = self.pairs.iter().all(|it| (it.first, it.second) != (pair.first, pair.second));
            if is_new && out.contains(pair.first.node.var) && out.contains(pair.second.node.var) {
                out.add_pair(*pair);
            }
        }
        Ok(out)
    }

    /// Is every assignment of the other state one of this one, as far as is seen? The other must have all its variables.
    pub fn includes(&self, other: &Self) -> bool {
        self.entries.iter().all(|entry| other.value(entry.var).is_some_and(|it| entry.value.includes(it)))
            && self.lines().all(|(var, line)| match other.relation(var, line.of) {
                Some(Relation::Line(factor, offset)) => (factor, offset) == (line.factor, line.offset),
                Some(Relation::Point(x, y)) => {
                    let all = mask(self.entry(var).value.width());
                    line.factor.wrapping_mul(y as u128).wrapping_add(line.offset) & all == x as u128 & all
                }
                None => false,
            })
            && self.constraints().all(|it| other.entails(&it))
    }

    /// Assumes all that another state knows of variables of this one.
    pub fn meet(&mut self, other: &Self) -> Result<(), Bottom> {
        for entry in &other.entries {
            if self.contains(entry.var) {
                self.refine(entry.var, &entry.value)?;
            }
        }
        for (var, line) in other.lines() {
            if self.contains(var) && self.contains(line.of) {
                self.equate(var, line.factor, line.of, line.offset)?;
            }
        }
        for constraint in other.constraints() {
            if constraint.parts.iter().all(|(node, _)| self.contains(node.var)) {
                self.assume(&constraint)?;
            }
        }
        Ok(())
    }

    /// Forgets a variable; what it says about others is kept.
    pub fn forget(&mut self, var: V) {
        if self.contains(var) {
            self.project(|it| it != var);
        }
    }

    /// Forgets all other variables; what they say about these is kept.
    pub fn project(&mut self, keep: impl Fn(V) -> bool) {
        let gone: Vec<V> = self.variables().filter(|var| !keep(*var)).collect();
        let concerned = |var: V| gone.contains(&var);
        let is_related = self.pairs.iter().any(|pair| gone.iter().any(|var| pair.mentions(*var)));
        let mut out = self.clone();
        for var in &gone {
            out.leave_class(*var);
        }
        out.entries.retain(|entry| !concerned(entry.var));
        out.pairs.retain(|pair| gone.iter().all(|var| !pair.mentions(*var)));
        out.rows.retain(|row| row.parts.iter().all(|(node, _)| !concerned(node.var)));
        out.changed();
        if is_related {
            let mentioned = |node: &Node<V>| self.pairs.iter().any(|pair| pair.mentions(node.var));
            let mut nodes = out.free_nodes([self, self]);
            nodes.retain(|node| mentioned(node) || self.lines().any(|(var, line)| var == node.var || line.of == node.var));
            let matrix = self.closure(&nodes);
            out.add_matrix(&nodes, matrix);
        }
        *self = out;
    }

    /// The nodes between which relations are looked for: representatives that are not constant, in the reading that fits.
    fn free_nodes(&self, sides: [&Self; 2]) -> Vec<Node<V>> {
        let mut nodes = Vec::new();
        for entry in &self.entries {
            let value = &entry.value;
            if entry.line.is_some() || value.width() > WIDEST || value.as_constant().is_some() {
                continue;
            }
            let node = |reading| Node { var: entry.var, reading };
            if is_unsigned(value) {
                nodes.push(node(Reading::Unsigned));
                continue;
            }
            let unsigned = node(Reading::Unsigned);
            let is_used = |pair: &Pair<V>| pair.first.node == unsigned || pair.second.node == unsigned;
            if sides.iter().any(|side| side.pairs.iter().any(is_used)) {
                nodes.push(unsigned);
            }
            nodes.push(node(Reading::Signed));
        }
        nodes
    }

    /// The bounds of all sums `v - u` of vertices of nodes; row u, column v.
    fn closure(&self, nodes: &[Node<V>]) -> Vec<Option<i128>> {
        let graph = self.graph();
        let count = 2 * nodes.len();
        let nodes: Vec<Node<V>> = nodes.iter().map(|node| self.canonical(*node)).collect();
        let vertex = |index: usize| Signed { node: nodes[index / 2], negative: index % 2 == 1 };
        let steep: Vec<bool> = (nodes.iter())
            .map(|node| self.affine(*node).is_some_and(|(factor, ..)| factor.abs() > 1))
            .collect();
        let most: Vec<Option<i128>> = (0..count)
            .map(|index| {
                let (low, high) = self.node_bounds(nodes[index / 2])?;
                Some(if index % 2 == 1 { -low } else { high })
            })
            .collect();
        let places: Vec<Option<usize>> = (0..count).map(|index| graph.vertex(vertex(index))).collect();
        let mut matrix = vec![None; count * count];
        for from in 0..count {
            let distances = places[from].map(|it| graph.distances(it));
            for to in 0..count {
                let by_bounds = most[to].zip(most[from ^ 1]).map(|(a, b)| a + b);
                let by_path = distances.as_ref().zip(places[to]).and_then(|(it, to)| it[to]);
                let mut best = super::upper::least(by_bounds, by_path);
                if from / 2 != to / 2 && (steep[from / 2] || steep[to / 2]) {
                    let part = |index: usize, sign: i128| (nodes[index / 2], if index % 2 == 1 { -sign } else { sign });
                    let [a, b] = [part(to, 1), part(from, -1)].map(|it| Linear { parts: vec![it], constant: 0 });
                    best = super::upper::least(best, a.plus(1, &b).and_then(|it| self.upper(&it, &|_| None)));
                }
                matrix[from * count + to] = best;
            }
        }
        matrix
    }

    /// Adds the bounds of a matrix that say more than the values of variables and than other bounds of it.
    fn add_matrix(&mut self, nodes: &[Node<V>], mut matrix: Vec<Option<i128>>) {
        let count = 2 * nodes.len();
        let most: Vec<Option<i128>> = (0..count)
            .map(|index| {
                let (low, high) = self.node_bounds(self.canonical(nodes[index / 2]))?;
                Some(if index % 2 == 1 { -low } else { high })
            })
            .collect();
        for from in 0..count {
            for to in 0..count {
                let by_bounds = most[to].zip(most[from ^ 1]).map(|(a, b)| a + b);
                let bound = &mut matrix[from * count + to];
                if from / 2 == to / 2 || bound.zip(by_bounds).is_none_or(|(a, b)| a >= b) {
                    *bound = None;
                }
            }
        }
        for from in 0..count {
            for to in 0..count {
                let Some(bound) = matrix[from * count + to] else { continue };
                let through = |middle: usize| {
                    let (a, b) = (matrix[from * count + middle], matrix[middle * count + to]);
                    a.zip(b).is_some_and(|(a, b)| a + b <= bound)
                };
                // Each bound is there twice; the two go together.
                let twin = (to ^ 1) * count + (from ^ 1);
                if (0..count).any(|middle| middle != from && middle != to && through(middle)) {
                    matrix[from * count + to] = None;
                    matrix[twin] = None;
                }
            }
        }
        for from in 0..count {
            for to in 0..count {
                if let Some(bound) = matrix[from * count + to] {
                    let vertex = |index: usize| Signed { node: nodes[index / 2], negative: index % 2 == 1 };
                    self.add_pair(Pair::new(vertex(to), vertex(from).opposite(), bound));
                }
            }
        }
    }
}
