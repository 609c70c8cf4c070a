//! Propositional variables, literals and clauses: the vocabulary of the SAT core.
//!
//! A literal packs a variable and a sign into one word (`2 * var + negative`), so that a literal
//! and its negation are neighbours and both index flat tables.

use std::fmt;
use std::ops::Not;

/// A propositional variable; constraint atoms and Boolean variables of a goal each own one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(pub(crate) u32);

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(pub(crate) u32);

impl Var {
    /// The position of this variable in tables that are indexed by variables.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal that holds when the variable is `value`.
    pub fn lit(self, value: bool) -> Lit {
        Lit(self.0 << 1 | u32::from(!value))
    }
}

impl Lit {
    /// The variable below the sign.
    pub fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Whether the literal is a variable without negation.
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", if self.is_positive() { "" } else { "-" }, self.0 >> 1)
    }
}

/// The index of a clause in the clause database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClauseRef(pub(crate) u32);

/// A clause of the database. The first two literals are the watched ones.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub(crate) lits: Vec<Lit>,
    /// May be forgotten: learnt by resolution, or a theory consequence that can be found again.
    pub(crate) redundant: bool,
    pub(crate) deleted: bool,
    pub(crate) activity: f32,
    /// The number of distinct decision levels when the clause was learnt; small is valuable.
    pub(crate) glue: u32,
    /// Where the clause stands in the proof log.
    pub(crate) step: u32,
}

/// A clause in a watch list, with another of its literals: when that one is true, the clause
/// need not be looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pub(crate) clause: ClauseRef,
    pub(crate) blocker: Lit,
}
