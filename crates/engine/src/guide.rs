//! A hint from one engine to another: where an error is thought possible, and how execution may get there.

use ir::{BlockId, FuncId, Span};
use std::collections::BTreeSet;

/// An edge of the control flow of a function.
pub type Edge = (FuncId, BlockId, BlockId);

/// The place of an error that is thought possible.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Target {
    /// The function.
    pub function: FuncId,
    /// Where in it; none where only the function is known.
    pub span: Option<Span>,
}

/// What leads an exploration to errors that another engine thinks possible.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Guide {
    /// The errors.
    pub targets: Vec<Target>,
    /// The edges that were taken on the ways to them.
    pub trail: BTreeSet<Edge>,
    /// How much work it took to find this out; what follows the guide should not take very much more.
    pub work: u64,
}

impl Guide {
    /// Whether there is nothing to look for.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// Adds an error, and the edges that lead to it.
    pub fn add(&mut self, target: Target, trail: impl IntoIterator<Item = Edge>) {
        if !self.targets.contains(&target) {
            self.targets.push(target);
        }
        self.trail.extend(trail);
    }

    /// Whether an error is one that is looked for.
    pub fn is_target(&self, target: Target) -> bool {
        self.targets.contains(&target)
    }
}
