//! What can be violated: a property of a whole program, or a check of a function. The names are part of reports.

use ir::{ErrorKind, Property};
use std::fmt;

/// What is violated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Violation {
    /// An execution does something wrong.
    Error(ErrorKind),
    /// A check of a function fails.
    Check(Check),
}

/// The checks of functions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Check {
    /// Links of published nodes are null or point to whole nodes of their type.
    Integrity,
    /// Accesses stay inside nodes.
    Spatial,
    /// No access is through null.
    Null,
    /// Freed memory is not accessed, and nothing is freed twice.
    Temporal,
    /// No pointer to a local variable outlives it.
    Stack,
    /// What is accessed is allocated.
    Memory,
    /// The precondition of a called function holds.
    Precondition,
    /// The postcondition holds when the function returns.
    Postcondition,
    /// Nothing is assigned but what the contract allows.
    Assigns,
    /// Nothing is freed but what the contract allows.
    Frees,
    /// The invariant of a loop holds when it is entered, and after each round.
    LoopInvariant,
    /// An annotated assertion holds.
    Assertion,
    /// Reachability stays well-founded.
    WellFounded,
}

impl Check {
    /// All checks: first those of data structures, then those of contracts.
    pub const ALL: [Check; 13] = [
        Check::Integrity,
        Check::Spatial,
        Check::Null,
        Check::Temporal,
        Check::Stack,
        Check::Memory,
        Check::Precondition,
        Check::Postcondition,
        Check::Assigns,
        Check::Frees,
        Check::LoopInvariant,
        Check::Assertion,
        Check::WellFounded,
    ];

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Check::Integrity => "data-structure-integrity",
            Check::Spatial => "spatial-safety",
            Check::Null => "null-deref",
            Check::Temporal => "temporal-safety",
            Check::Stack => "stack-lifetime",
            Check::Memory => "memory",
            Check::Precondition => "precondition",
            Check::Postcondition => "postcondition",
            Check::Assigns => "assigns",
            Check::Frees => "frees",
            Check::LoopInvariant => "loop-invariant",
            Check::Assertion => "assertion",
            Check::WellFounded => "well-founded",
        }
    }

    /// The check with this name.
    pub fn named(name: &str) -> Option<Check> {
        Check::ALL.into_iter().find(|check| check.name() == name)
    }
}

impl Violation {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Violation::Error(kind) => kind.name(),
            Violation::Check(check) => check.name(),
        }
    }

    /// The kind of error; none for a check of a function.
    pub fn error(self) -> Option<ErrorKind> {
        match self {
            Violation::Error(kind) => Some(kind),
            Violation::Check(_) => None,
        }
    }

    /// The property that is violated; none for a check of a function.
    pub fn property(self) -> Option<Property> {
        self.error().map(ErrorKind::property)
    }

    /// Whether execution goes on afterwards.
    pub fn is_recoverable(self) -> bool {
        self.error().is_some_and(ErrorKind::is_recoverable)
    }
}

impl From<ErrorKind> for Violation {
    fn from(kind: ErrorKind) -> Violation {
        Violation::Error(kind)
    }
}

impl PartialEq<ErrorKind> for Violation {
    fn eq(&self, kind: &ErrorKind) -> bool {
        self.error() == Some(*kind)
    }
}

impl PartialEq<Check> for Violation {
    fn eq(&self, check: &Check) -> bool {
        *self == Violation::Check(*check)
    }
}

impl From<Check> for Violation {
    fn from(check: Check) -> Violation {
        Violation::Check(check)
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_check_has_a_name_of_its_own() {
        for check in Check::ALL {
            assert_eq!(Check::named(check.name()), Some(check));
        }
    }
}
