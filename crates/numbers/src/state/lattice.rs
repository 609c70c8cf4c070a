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

use super::graph::Graph;
use super::{Bottom, Numbers, Pair, Signed, Variable, is_unsigned};
use crate::linear::{Linear, Node, Reading, WIDEST};
use crate::word::{mask, signed};
use std::sync::Arc;

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
                out.names.push(entry.var);
                out.entries.push(super::Entry { var: entry.var, value, line: None });
            }
        }
        out
    }

    /// What holds in both states, for the variables that both have.
    pub fn join(&self, other: &Self) -> Self {
        let mut out = self.join_values(other);
        self.join_lines(other, &mut out);
        out.add_common([self, other], out.free_nodes([self, other]));
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
        out.add_common([self, next], nodes);
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
        if gone.is_empty() {
            return;
        }
        let concerned = |var: V| gone.binary_search(&var).is_ok();
        let is_about = |pair: &Pair<V>| concerned(pair.first.node.var) || concerned(pair.second.node.var);
        let is_related = self.pairs.iter().any(is_about);
        let mut out = self.clone();
        for var in &gone {
            out.leave_class(*var);
        }
        out.names.retain(|var| !concerned(*var));
        out.entries.retain(|entry| !concerned(entry.var));
        out.pairs.retain(|pair| !is_about(pair));
        out.rows.retain(|row| row.parts.iter().all(|(node, _)| !concerned(node.var)));
        out.changed();
        if is_related {
            let mentioned = |node: &Node<V>| self.pairs.iter().any(|pair| pair.mentions(node.var));
            let mut nodes = out.free_nodes([self, self]);
            nodes.retain(|node| {
                mentioned(node) || self.lines().any(|(var, line)| var == node.var || line.of == node.var)
            });
            out.add_common([self, self], nodes);
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

    /// Adds the bounds of sums and differences of nodes that hold on both sides and say more than the values do: those
    /// that a relation gives on a side, those of variables that are constants on both, and orders that the values have on
    /// both sides but not together. (Any two intervals that grow would give a bound; these are not kept.)
    fn add_common(&mut self, sides: [&Self; 2], nodes: Vec<Node<V>>) {
        let mut found: Vec<(Vertex, Vertex, i128)> = Vec::new();
        let count = 2 * nodes.len();
        let mine = Closure::new(self, &nodes);
        let views = sides.map(|side| Closure::new(side, &nodes));
        for from in 0..count {
            let rows = [0, 1].map(|side| views[side].row(sides[side], from));
            let is_point = views.iter().all(|view| view.is_constant(from));
            for to in from + 2 - from % 2..count {
                let [a, b] = [0, 1].map(|side| {
                    let by_values = views[side].by_values(from, to);
                    let by_path = rows[side].as_ref().and_then(|row| row[to]).filter(|it| *it < by_values);
                    (by_path.unwrap_or(by_values), by_path.is_some())
                });
                let bound = a.0.max(b.0);
                let by_values = mine.by_values(from, to);
                let is_kept = a.1
                    || b.1
                    || is_point && views.iter().all(|view| view.is_constant(to))
                    || from % 2 == to % 2 && bound <= 0 && by_values > 0;
                if is_kept && bound < by_values {
                    found.push((from, to, bound));
                }
            }
        }
        for (from, to, bound) in without_implied(count, &found) {
            let vertex = |it: Vertex| Signed { node: nodes[it / 2], negative: it % 2 == 1 };
            self.add_pair(Pair::new(vertex(to), vertex(from).opposite(), bound));
        }
    }
}

/// A node, or its negation where the number is odd.
type Vertex = usize;

/// Beyond all bounds.
const FAR: i128 = i128::MAX / 4;

/// The bounds of differences of some nodes in a state.
struct Closure<V> {
    graph: Arc<Graph<V>>,
    nodes: Vec<Node<V>>,
    /// Where the vertices are in the graph.
    places: Vec<Option<usize>>,
    /// The greatest values of the vertices.
    most: Vec<i128>,
    /// Nodes that are multiples of others.
    steep: Vec<bool>,
}

impl<V: Variable> Closure<V> {
    fn new(state: &Numbers<V>, nodes: &[Node<V>]) -> Self {
        let graph = state.graph();
        let nodes: Vec<Node<V>> = nodes.iter().map(|node| state.canonical(*node)).collect();
        let (mut places, mut most) = (Vec::new(), Vec::new());
        for node in &nodes {
            let (low, high) = state.node_bounds(*node).unwrap_or((-FAR, FAR));
            most.extend([high, -low]);
            places.extend([false, true].map(|negative| graph.vertex(Signed { node: *node, negative })));
        }
        let is_steep = |node: &Node<V>| state.affine(*node).is_some_and(|(factor, ..)| factor.abs() > 1);
        let steep = nodes.iter().map(is_steep).collect();
        Closure { graph, nodes, places, most, steep }
    }

    fn is_constant(&self, vertex: Vertex) -> bool {
        self.most[vertex] == -self.most[vertex ^ 1]
    }

    /// The bound of `to - from` by the values of both.
    fn by_values(&self, from: Vertex, to: Vertex) -> i128 {
        self.most[to] + self.most[from ^ 1]
    }

    /// The bounds of differences to a vertex by relations.
    fn row(&self, state: &Numbers<V>, from: Vertex) -> Option<Vec<Option<i128>>> {
        let start = self.places[from]?;
        let distances = self.graph.distances(start);
        let row = |to: Vertex| {
            let end = self.places[to]?;
            let by_path = distances[end];
            let is_steep = self.steep[from / 2] || self.steep[to / 2];
            if from / 2 == to / 2 || !is_steep || !self.graph.are_connected(start, end) {
                return by_path;
            }
            let part = |vertex: Vertex, sign: i128| {
                let sign = if vertex % 2 == 1 { -sign } else { sign };
                Linear { parts: vec![(self.nodes[vertex / 2], sign)], constant: 0 }
            };
            let difference = part(to, 1).plus(1, &part(from, -1))?;
            super::upper::least(by_path, state.upper(&difference, &|_| None))
        };
        Some((0..self.places.len()).map(row).collect())
    }
}

/// The bounds of differences that do not follow from others. Each stands for two, of the vertices and of their
/// negations.
fn without_implied(count: usize, found: &[(Vertex, Vertex, i128)]) -> Vec<(Vertex, Vertex, i128)> {
    let mut edges: Vec<Vec<(Vertex, i128)>> = vec![Vec::new(); count];
    for (from, to, bound) in found {
        edges[*from].push((*to, *bound));
        edges[*to ^ 1].push((*from ^ 1, *bound));
    }
    let mut kept = Vec::new();
    for (from, to, bound) in found {
        let implied = edges[*from].iter().any(|(middle, first)| {
            middle != to && edges[*middle].iter().any(|(end, second)| end == to && first + second <= *bound)
        });
        if implied {
            edges[*from].retain(|(end, _)| end != to);
            let (start, end) = (to ^ 1, from ^ 1);
            edges[start].retain(|(it, _)| *it != end);
        } else {
            kept.push((*from, *to, *bound));
        }
    }
    kept
}
