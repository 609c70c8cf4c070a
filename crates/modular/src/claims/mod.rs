//! Cut-points: what is claimed at the heads of loops.
//!
//! A function is cut at the targets of retreating edges. The claim at a cut is the weakest of what holds when control
//! arrives there: for each live pointer whether it is a node (shared, or any), and not null; for each local variable
//! in memory the same of its links; which numbers are in bounds, or less than others; and which links may be unset (*holes*, named by a live variable and a member).
//! Claims only get weaker, so the iteration ends.

pub mod arrive;
pub mod counted;
pub mod guarded;
pub mod orders;
pub mod resume;
pub mod rooms;

use crate::claims::counted::Counted;
use crate::claims::guarded::Guarded;
use crate::claims::orders::Ordered;
use crate::claims::rooms::Roomy;
use crate::solver::term::Field;
use crate::types::layout::TargetId;
use ir::ValueId;
use std::collections::{BTreeMap, BTreeSet};

/// Which of several variables that name a node is said to have its unset links.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The first one.
    First,
    /// The last one.
    Last,
}

/// Which nodes a pointer is claimed to point to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Known {
    /// It is null.
    Null,
    /// Nodes that others can reach.
    Shared,
    /// Nodes that only this function knows.
    Private,
    /// Nodes that others can reach, and local variables in memory.
    Local,
    /// Any nodes.
    Any,
    /// Nothing is claimed; the value may be of no known kind.
    Nothing,
    /// Nothing is claimed; the value may be unset or made up.
    Bad,
}

/// What is claimed of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// What it points to, by its type.
    pub target: Option<TargetId>,
    /// Which nodes.
    pub known: Known,
    /// Whether it is not null.
    pub nonnull: bool,
    /// Whether it may have been freed.
    pub freed: bool,
    /// Whether it was null at every arrival so far, so that nothing is known against any class.
    pub only_null: bool,
}

/// What is claimed at a cut-point.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Cut {
    /// The live values.
    pub values: BTreeMap<ValueId, Claim>,
    /// The links of local variables in memory: the alloca and the offset.
    pub slots: BTreeMap<(ValueId, u64), Claim>,
    /// Numbers, with a least and a greatest value.
    pub bounds: BTreeMap<ValueId, (Option<i64>, Option<i64>)>,
    /// Numbers that are less than others.
    pub orders: BTreeSet<Ordered>,
    /// Pointers that are not null unless something else is what it was at the start.
    pub guarded: BTreeSet<Guarded>,
    /// Pointers to buffers of this function.
    pub rooms: BTreeSet<Roomy>,
    /// Pointers that walk along lists.
    pub counted: BTreeSet<Counted>,
    /// Pointers to strings that callers gave, and that still are strings.
    pub texts: BTreeSet<ValueId>,
    /// Whether bytes of callers may have been overwritten.
    pub is_touched: bool,
    /// Whether zeros may have been written to strings of callers.
    pub is_shortened: bool,
    /// Whether private nodes may link to each other.
    pub links_private: bool,
    /// Local variables that others can reach.
    pub shared_slots: BTreeSet<ValueId>,
    /// Local variables whose addresses others may have kept.
    pub kept_slots: BTreeSet<ValueId>,
    /// Local variables whose addresses functions had that are not in view.
    pub abroad_slots: BTreeSet<ValueId>,
    /// Links that may be unset, and whether even where others can reach the node.
    pub holes: BTreeMap<(ValueId, Field), bool>,
}

impl Cut {
    /// Whether private nodes may exist.
    pub fn has_private(&self) -> bool {
        let mut claims = self.values.values().chain(self.slots.values());
        claims.any(|claim| matches!(claim.known, Known::Any | Known::Private))
    }
}
