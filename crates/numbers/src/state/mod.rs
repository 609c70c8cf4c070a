//! What is known of several machine integers together.
//!
//! A [`Numbers`] holds, for each of its variables, a [`Value`], and relations of three kinds:
//!
//! - *equalities* `x = c·y + d` **modulo 2^width** between variables of one width ([`classes`]): they hold of words, so
//!   wrap-around does not matter to them. All variables of a class are told by one, its representative. So a size `4·n`
//!   stays tied to `n`, whatever n is.
//! - *pairs* `±x ± y ≤ c` between *readings*, as whole numbers ([`graph`]). Nothing wraps in them; the condition
//!   `x < y`, unsigned, is the pair `U(x) - U(y) ≤ -1`. The two readings of a variable, and of variables that an equality
//!   ties, are related as far as their values show that nothing wraps: this is found out when a question is asked, so that
//!   relations get stronger as bounds do.
//! - *rows*: linear constraints over more readings, few of them, as `i + n ≤ size`.
//!
//! The relations are kept sparse, as they were asserted, and are closed when a question is asked: the bound of a linear
//! expression ([`Numbers::upper`]) is found by shortest paths from one node. Bounds of variables are the exception: they
//! are kept tight by propagation when something is asserted, so that most questions need no relation at all.
//!
//! There is no bottom state. An operation that finds a contradiction returns [`Bottom`].
//!
//! Literature: Miné, *The octagon abstract domain*, 2006; Gange et al., *Exploiting sparsity in difference-bound matrices*,
//! 2016 (bounds apart from relations, lazy closure); Müller-Olm and Seidl, *Analysis of modular arithmetic*, 2007.

mod assume;
mod classes;
mod graph;
mod lattice;
mod upper;

#[cfg(test)]
mod tests;

pub(crate) use classes::turns;

use crate::linear::{Linear, Node, Reading, WIDEST};
use crate::value::Value;
use std::fmt::Debug;
use std::hash::Hash;

/// What can name a variable: any id that is cheap to copy and has an order.
pub trait Variable: Copy + Ord + Hash + Debug {}
impl<T: Copy + Ord + Hash + Debug> Variable for T {}

/// The state is impossible: no words satisfy it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bottom;

/// `x = factor·of + offset` modulo 2^width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Line<V> {
    pub(crate) of: V,
    pub(crate) factor: u128,
    pub(crate) offset: u128,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry<V> {
    var: V,
    value: Value,
    /// How the representative of its class tells it; `None` if it is that.
    line: Option<Line<V>>,
}

/// A node with a sign: `node` or `-node`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Signed<V> {
    pub(crate) node: Node<V>,
    pub(crate) negative: bool,
}

/// `first + second ≤ bound`, with the node of `first` before that of `second`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Pair<V> {
    pub(crate) first: Signed<V>,
    pub(crate) second: Signed<V>,
    pub(crate) bound: i128,
}

/// What is known of some variables together. See the module documentation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers<V> {
    /// The variables, ascending: what is searched for lies close together.
    names: Vec<V>,
    /// In the order of the names.
    entries: Vec<Entry<V>>,
    /// Ascending; each sum once.
    pairs: Vec<Pair<V>>,
    /// Each at most 0.
    rows: Vec<Linear<V>>,
    /// What follows from the others; whoever changes them clears it.
    graph: graph::Cache<V>,
}

impl<V> Default for Numbers<V> {
    fn default() -> Self {
        Numbers {
            names: Vec::new(),
            entries: Vec::new(),
            pairs: Vec::new(),
            rows: Vec::new(),
            graph: Default::default(),
        }
    }
}

impl<V: Variable> Numbers<V> {
    /// No variables.
    pub fn new() -> Self {
        Self::default()
    }

    fn position(&self, var: V) -> Result<usize, usize> {
        self.names.binary_search(&var)
    }

    fn entry(&self, var: V) -> &Entry<V> {
        &self.entries[self.position(var).expect("a variable of the state")]
    }

    /// Adds a variable, or narrows it if it is there.
    pub fn add(&mut self, var: V, value: Value) -> Result<(), Bottom> {
        match self.position(var) {
            Ok(_) => self.refine(var, &value),
            Err(at) => {
                self.names.insert(at, var);
                self.entries.insert(at, Entry { var, value, line: None });
                Ok(())
            }
        }
    }

    /// Is the variable there?
    pub fn contains(&self, var: V) -> bool {
        self.position(var).is_ok()
    }

    /// The variables, ascending.
    pub fn variables(&self) -> impl Iterator<Item = V> {
        self.names.iter().copied()
    }

    /// The number of variables.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Are there no variables?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What is known of a variable by itself.
    pub fn value(&self, var: V) -> Option<&Value> {
        self.position(var).ok().map(|at| &self.entries[at].value)
    }

    /// The number of pairs and rows.
    pub fn relations(&self) -> usize {
        self.pairs.len() + self.rows.len()
    }

    /// The variable told by another: `var = factor·other + offset` modulo 2^width.
    pub fn line(&self, var: V) -> Option<(u128, V, u128)> {
        self.entry(var).line.map(|line| (line.factor, line.of, line.offset))
    }

    /// The pairs and rows as expressions that are at most 0.
    pub fn constraints(&self) -> impl Iterator<Item = Linear<V>> {
        self.pairs.iter().map(Pair::expression).chain(self.rows.iter().cloned())
    }

    /// Other names for the variables. Different ones must stay different.
    pub fn rename<W: Variable>(&self, mut name: impl FnMut(V) -> W) -> Numbers<W> {
        let names: Vec<W> = self.entries.iter().map(|entry| name(entry.var)).collect();
        let of = |var: V| names[self.position(var).expect("a variable of the state")];
        let node = |node: Node<V>| Node { var: of(node.var), reading: node.reading };
        let mut entries: Vec<Entry<W>> = (self.entries.iter())
            .map(|entry| {
                let line = entry.line.map(|it| Line { of: of(it.of), factor: it.factor, offset: it.offset });
                Entry { var: of(entry.var), value: entry.value, line }
            })
            .collect();
        entries.sort_unstable_by_key(|entry| entry.var);
        assert!(entries.windows(2).all(|two| two[0].var != two[1].var), "variables stay different");
        let signed = |it: Signed<V>| Signed { node: node(it.node), negative: it.negative };
        let mut pairs: Vec<Pair<W>> =
            self.pairs.iter().map(|it| Pair::new(signed(it.first), signed(it.second), it.bound)).collect();
        pairs.sort_unstable();
        let row = |row: &Linear<V>| {
            let mut parts: Vec<_> = row.parts.iter().map(|(it, c)| (node(*it), *c)).collect();
            parts.sort_unstable();
            Linear { parts, constant: row.constant }
        };
        Numbers {
            names: entries.iter().map(|entry| entry.var).collect(),
            entries,
            pairs,
            rows: self.rows.iter().map(row).collect(),
            graph: Default::default(),
        }
    }

    /// The bounds of a node, if its width takes part in relations.
    fn node_bounds(&self, node: Node<V>) -> Option<(i128, i128)> {
        bounds(self.value(node.var)?, node.reading)
    }

    /// The node of a variable; where both readings are the same it is the unsigned one.
    fn canonical(&self, node: Node<V>) -> Node<V> {
        match self.value(node.var).is_some_and(is_unsigned) {
            true => Node { reading: Reading::Unsigned, ..node },
            false => node,
        }
    }
}

/// The bounds of a reading, if the width takes part in relations.
pub(crate) fn bounds(value: &Value, reading: Reading) -> Option<(i128, i128)> {
    if value.width() > WIDEST {
        return None;
    }
    Some(match reading {
        Reading::Signed => value.signed_bounds(),
        Reading::Unsigned => {
            let (low, high) = value.unsigned_bounds();
            (low as i128, high as i128)
        }
    })
}

/// Do both readings of all words agree?
pub(crate) fn is_unsigned(value: &Value) -> bool {
    value.signed_bounds().0 >= 0
}

impl<V: Variable> Pair<V> {
    fn new(a: Signed<V>, b: Signed<V>, bound: i128) -> Self {
        let (first, second) = if a.node <= b.node { (a, b) } else { (b, a) };
        Pair { first, second, bound }
    }

    /// `first + second - bound`, at most 0.
    fn expression(&self) -> Linear<V> {
        let part = |it: Signed<V>| (it.node, if it.negative { -1 } else { 1 });
        let (a, b) = (part(self.first), part(self.second));
        Linear { parts: vec![a, b], constant: self.bound.saturating_neg() }
    }

    fn mentions(&self, var: V) -> bool {
        self.first.node.var == var || self.second.node.var == var
    }
}

impl<V: Variable> Signed<V> {
    fn opposite(self) -> Self {
        Signed { negative: !self.negative, ..self }
    }
}
