//! Where answers come from.

use std::fmt;

/// The layer that answered a query, cheapest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layer {
    /// The path was already refuted, or is known satisfiable and implies the question.
    Path,
    /// Simplification after substituting the path's equalities, or the question is asserted or denied verbatim.
    Simplify,
    /// Known bits and intervals under the path.
    Facts,
    /// An earlier model satisfies the query.
    Model,
    /// A model guessed from the facts satisfies the query.
    Guess,
    /// The same query, or one with an unsatisfiable part in common, was answered before.
    Cache,
    /// The numbers that occur contradict each other ([`Refuter`](super::Refuter)).
    Numbers,
    /// The SAT solver.
    Sat,
}

impl Layer {
    /// All layers, cheapest first.
    pub const ALL: [Layer; 8] = [
        Layer::Path,
        Layer::Simplify,
        Layer::Facts,
        Layer::Model,
        Layer::Guess,
        Layer::Cache,
        Layer::Numbers,
        Layer::Sat,
    ];

    fn name(self) -> &'static str {
        match self {
            Layer::Path => "path",
            Layer::Simplify => "simplify",
            Layer::Facts => "facts",
            Layer::Model => "model",
            Layer::Guess => "guess",
            Layer::Cache => "cache",
            Layer::Numbers => "numbers",
            Layer::Sat => "sat",
        }
    }
}

/// Counters of one solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Checks asked.
    pub queries: u64,
    /// Checks answered `Sat`.
    pub sat: u64,
    /// Checks answered `Unsat`.
    pub unsat: u64,
    /// Checks not answered.
    pub unknown: u64,
    /// SAT instances begun (the first, and each one after a discarded one).
    pub instances: u64,
    /// Propagations of the SAT searches: a measure of work that does not depend on the machine.
    pub propagations: u64,
    /// Conflicts of the SAT searches.
    pub conflicts: u64,
    /// SAT variables made by translation.
    pub variables: u64,
    answered: [u64; 8],
}

impl Stats {
    /// The number of checks a layer answered.
    pub fn answered_by(&self, layer: Layer) -> u64 {
        self.answered[layer as usize]
    }

    /// The share of checks that never reached the SAT solver, between 0 and 1.
    pub fn without_sat(&self) -> f64 {
        if self.queries == 0 { 1.0 } else { 1.0 - self.answered_by(Layer::Sat) as f64 / self.queries as f64 }
    }

    pub(crate) fn count(&mut self, layer: Layer) {
        self.answered[layer as usize] += 1;
    }

    /// Adds the counters of another solver.
    pub fn merge(&mut self, other: &Stats) {
        self.queries += other.queries;
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
        self.instances += other.instances;
        self.propagations += other.propagations;
        self.conflicts += other.conflicts;
        self.variables += other.variables;
        for (a, b) in self.answered.iter_mut().zip(other.answered) {
            *a += b;
        }
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stats { queries, sat, unsat, unknown, instances, .. } = self;
        write!(f, "{queries} queries ({sat} sat, {unsat} unsat, {unknown} unknown), answered by")?;
        for layer in Layer::ALL {
            write!(f, " {} {}", layer.name(), self.answered_by(layer))?;
        }
        let Stats { propagations, conflicts, variables, .. } = self;
        write!(
            f,
            "; SAT: {instances} instances, {variables} variables, {propagations} propagations, {conflicts} conflicts"
        )
    }
}
