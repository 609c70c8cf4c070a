//! Pairs as a graph: the bound of `x - y` is the shortest path from y to x.
//!
//! A vertex is a node or its negation (Miné's octagons). `u - v ≤ c` is an edge from v to u of length c, and another from
//! `-u` to `-v`. Besides the pairs there are *ties* that hold because nothing wraps around: between the two readings of a
//! variable, and between a variable and the representative of its class. Paths through the number zero are left out:
//! bounds of variables are kept tight apart from the graph, and are compared with the result of a search.
//!
//! Every length that a search has found at any time is a sound bound, so a search may stop early. The number of its steps
//! is limited, which also ends it where a contradiction makes a cycle of negative length.

use super::{Numbers, Signed, Variable};
use crate::linear::{Node, Reading};
use crate::word::half;
use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

/// A graph of vertices; vertex `2·i` is node i, `2·i + 1` its negation.
#[derive(Debug)]
pub(super) struct Graph<V> {
    nodes: Vec<Node<V>>,
    edges: Vec<Vec<(usize, i128)>>,
    /// For each node the first one with which pairs and equalities, of any slope, connect it.
    component: Vec<usize>,
    /// The lengths of paths from each vertex, once they were asked for.
    distances: Vec<OnceLock<Vec<Option<i128>>>>,
}

/// Steps of a search for each vertex.
const STEPS: usize = 8;

impl<V: Variable> Graph<V> {
    /// The graph of the relations of a state.
    pub(super) fn new(state: &Numbers<V>) -> Self {
        let pairs = state.pairs.iter().flat_map(|pair| [pair.first.node.var, pair.second.node.var]);
        let lines = state.lines().flat_map(|(var, line)| [var, line.of]);
        let mut vars: Vec<V> = pairs.chain(lines).collect();
        vars.sort_unstable();
        vars.dedup();
        let mut nodes: Vec<Node<V>> = Vec::with_capacity(vars.len());
        for var in vars {
            let nodes_of = Reading::ALL.map(|reading| state.canonical(Node { var, reading }));
            nodes.push(nodes_of[0]);
            if nodes_of[0] != nodes_of[1] {
                nodes.push(nodes_of[1]);
            }
        }
        let component = (0..nodes.len()).collect();
        let distances = (0..2 * nodes.len()).map(|_| OnceLock::new()).collect();
        let mut graph = Graph { edges: vec![Vec::new(); 2 * nodes.len()], nodes, component, distances };
        for (var, line) in state.lines() {
            for reading in Reading::ALL {
                let [one, other] =
                    [var, line.of].map(|var| graph.index(state.canonical(Node { var, reading })));
                one.zip(other).into_iter().for_each(|(one, other)| graph.unite(one, other));
            }
        }
        for pair in &state.pairs {
            let [first, second] =
                [pair.first, pair.second].map(|it| Signed { node: state.canonical(it.node), ..it });
            graph.connect(first, second, pair.bound);
        }
        for index in 0..graph.nodes.len() {
            let node = graph.nodes[index];
            if let Some((factor @ (1 | -1), of, offset)) = state.affine(node) {
                // node = ±of + offset
                let plus = Signed { node, negative: false };
                let of = Signed { node: state.canonical(of), negative: factor == 1 };
                graph.connect(plus, of, offset);
                graph.connect(plus.opposite(), of.opposite(), -offset);
            }
            let other = Node { reading: Reading::Signed, ..node };
            if node.reading == Reading::Unsigned && graph.index(other).is_some() {
                // There are two nodes only where both signs are possible: U(x) - S(x) is 0 or 2^width.
                let period = 2 * half(state.entry(node.var).value.width()) as i128;
                let (u, s) = (Signed { node, negative: false }, Signed { node: other, negative: false });
                let exact = state.value(node.var).is_some_and(|value| value.signed_bounds().1 < 0);
                graph.connect(u, s.opposite(), period);
                graph.connect(u.opposite(), s, if exact { -period } else { 0 });
            }
        }
        graph
    }

    fn index(&self, node: Node<V>) -> Option<usize> {
        self.nodes.binary_search(&node).ok()
    }

    /// The number of a vertex.
    pub(super) fn vertex(&self, it: Signed<V>) -> Option<usize> {
        Some(2 * self.index(it.node)? + usize::from(it.negative))
    }

    /// `a + b ≤ bound`: from -b to a, and from -a to b.
    fn connect(&mut self, a: Signed<V>, b: Signed<V>, bound: i128) {
        let (Some(x), Some(y)) = (self.vertex(a), self.vertex(b)) else { return };
        if x != y ^ 1 {
            self.unite(x / 2, y / 2);
            self.edges[y ^ 1].push((x, bound));
            self.edges[x ^ 1].push((y, bound));
        }
    }

    fn unite(&mut self, one: usize, other: usize) {
        let (one, other) = (self.component_of(one), self.component_of(other));
        self.component[one.max(other)] = one.min(other);
    }

    fn component_of(&self, mut node: usize) -> usize {
        while self.component[node] != node {
            node = self.component[node];
        }
        node
    }

    /// Do relations connect two vertices?
    pub(super) fn are_connected(&self, one: usize, other: usize) -> bool {
        self.component_of(one / 2) == self.component_of(other / 2)
    }

    /// The lengths of paths from a vertex, as far as they were found.
    pub(super) fn distances(&self, from: usize) -> &[Option<i128>] {
        self.distances[from].get_or_init(|| self.search(from))
    }

    fn search(&self, from: usize) -> Vec<Option<i128>> {
        let mut distances: Vec<Option<i128>> = vec![None; self.edges.len()];
        distances[from] = Some(0);
        let mut queue = VecDeque::from([from]);
        let mut waits = vec![false; self.edges.len()];
        let mut steps = STEPS * self.edges.len();
        while let Some(vertex) = queue.pop_front() {
            waits[vertex] = false;
            let Some(so_far) = distances[vertex] else { continue };
            for (to, length) in &self.edges[vertex] {
                let Some(length) = so_far.checked_add(*length) else { continue };
                if distances[*to].is_none_or(|known| length < known) && steps > 0 {
                    steps -= 1;
                    distances[*to] = Some(length);
                    if !std::mem::replace(&mut waits[*to], true) {
                        queue.push_back(*to);
                    }
                }
            }
        }
        distances
    }
}

impl<V: Variable> Numbers<V> {
    /// The least upper bound of `a + b` that pairs and ties give; both are canonical nodes.
    pub(super) fn path(&self, a: Signed<V>, b: Signed<V>) -> Option<i128> {
        if self.pairs.is_empty() && self.lines().next().is_none() {
            return None;
        }
        let graph = self.graph();
        let (from, to) = (graph.vertex(b.opposite())?, graph.vertex(a)?);
        graph.distances(from)[to]
    }
}

impl<V: Variable> Numbers<V> {
    /// The graph of the relations, made when it is first asked for.
    pub(super) fn graph(&self) -> Arc<Graph<V>> {
        self.graph.get_or_init(|| Graph::new(self))
    }

    /// To be called when a value or relation changes.
    pub(super) fn changed(&mut self) {
        self.graph.clear();
    }
}

/// A graph that is made when it is asked for. It is no part of what a state knows, so all are equal.
#[derive(Clone, Debug)]
pub(super) struct Cache<V>(OnceLock<Arc<Graph<V>>>);

impl<V> Cache<V> {
    pub(super) fn get_or_init(&self, make: impl FnOnce() -> Graph<V>) -> Arc<Graph<V>> {
        self.0.get_or_init(|| Arc::new(make())).clone()
    }

    pub(super) fn clear(&mut self) {
        self.0.take();
    }
}

impl<V> Default for Cache<V> {
    fn default() -> Self {
        Cache(OnceLock::new())
    }
}

impl<V> PartialEq for Cache<V> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<V> Eq for Cache<V> {}
