//! What can go wrong in a program: properties, and the kinds of error that violate them.
//!
//! The names are part of the command line and of the reports. A kind exists only where a user does something
//! different about it; a property only where someone wants it checked on its own.

use std::fmt;
use std::str::FromStr;

/// Declares an enum with a name for each variant.
macro_rules! named {
    ($(#[$doc:meta])* $type:ident { $($(#[$variant_doc:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $type {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $type {
            /// All of them, in order.
            pub const ALL: &'static [$type] = &[$($type::$variant,)*];

            /// The name in the command line and in reports.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)*
                }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.pad(self.name())
            }
        }

        impl FromStr for $type {
            type Err = String;

            fn from_str(name: &str) -> Result<$type, String> {
                let found = $type::ALL.iter().find(|item| item.name() == name);
                found.copied().ok_or_else(|| format!("`{name}` is unknown"))
            }
        }
    };
}

named! {
    /// Something a program can be checked for.
    Property {
        /// Every access is to live memory, within bounds.
        ValidDeref = "valid-deref",
        /// Only live heap blocks are freed, by their first address.
        ValidFree = "valid-free",
        /// Every heap block stays reachable until it is freed.
        ValidMemtrack = "valid-memtrack",
        /// Every heap block is freed before the program exits.
        ValidMemcleanup = "valid-memcleanup",
        /// No assertion fails and no error function is called.
        UnreachCall = "unreach-call",
        /// No decision depends on memory that was never written.
        Initialized = "initialized",
        /// No signed arithmetic overflows.
        NoOverflow = "no-overflow",
    }
}

named! {
    /// How a property is violated.
    ErrorKind {
        /// An access through a null pointer (or at a small offset from it).
        NullDeref = "null-deref",
        /// An access to a heap block after it was freed.
        UseAfterFree = "use-after-free",
        /// An access outside the bounds of a live object.
        OutOfBounds = "out-of-bounds",
        /// An access to a local variable after its scope ended.
        UseAfterScope = "use-after-scope",
        /// An access through something that is the address of no object, or a write to constant memory.
        InvalidPointer = "invalid-pointer",
        /// A copy between blocks that overlap, by a function that forbids it.
        OverlappingCopy = "overlapping-copy",
        /// A heap block is freed twice.
        DoubleFree = "double-free",
        /// Something is freed that is not the first address of a heap block.
        InvalidFree = "invalid-free",
        /// The last pointer to a heap block is lost.
        Leak = "leak",
        /// A heap block is still allocated when the program exits.
        NotFreed = "not-freed",
        /// A call of `assert` with a false condition.
        AssertionFailure = "assertion-failure",
        /// A call of an error function, such as `reach_error`.
        ReachError = "reach-error",
        /// A decision depends on memory that was never written.
        UninitializedRead = "uninitialized-read",
        /// Signed arithmetic overflows.
        SignedOverflow = "signed-overflow",
    }
}

impl ErrorKind {
    /// The property that an error of this kind violates.
    pub fn property(self) -> Property {
        use ErrorKind::*;
        match self {
            NullDeref | UseAfterFree | OutOfBounds | UseAfterScope | InvalidPointer | OverlappingCopy => {
                Property::ValidDeref
            }
            DoubleFree | InvalidFree => Property::ValidFree,
            Leak => Property::ValidMemtrack,
            NotFreed => Property::ValidMemcleanup,
            AssertionFailure | ReachError => Property::UnreachCall,
            UninitializedRead => Property::Initialized,
            SignedOverflow => Property::NoOverflow,
        }
    }

    /// Whether execution can go on after an error of this kind: a leak does no harm at once.
    pub fn is_recoverable(self) -> bool {
        matches!(self, ErrorKind::Leak | ErrorKind::NotFreed)
    }
}

/// A set of properties.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct PropertySet(u8);

impl PropertySet {
    /// What is checked unless the user says otherwise: memory safety, and assertions.
    pub fn standard() -> PropertySet {
        PropertySet::memsafety().with(Property::UnreachCall)
    }

    /// Valid dereferences and frees, and no lost memory.
    pub fn memsafety() -> PropertySet {
        PropertySet::default()
            .with(Property::ValidDeref)
            .with(Property::ValidFree)
            .with(Property::ValidMemtrack)
    }

    /// The set with one more property.
    pub fn with(self, property: Property) -> PropertySet {
        PropertySet(self.0 | 1 << property as u8)
    }

    /// Whether the property is in the set.
    pub fn contains(self, property: Property) -> bool {
        self.0 & 1 << property as u8 != 0
    }

    /// The properties in order.
    pub fn iter(self) -> impl Iterator<Item = Property> {
        Property::ALL.iter().copied().filter(move |property| self.contains(*property))
    }
}

impl FromStr for PropertySet {
    type Err = String;

    /// Reads a comma-separated list of properties; `memsafety` stands for its three.
    fn from_str(list: &str) -> Result<PropertySet, String> {
        list.split(',').map(str::trim).try_fold(PropertySet::default(), |set, name| match name {
            "memsafety" => Ok(PropertySet(set.0 | PropertySet::memsafety().0)),
            _ => name.parse().map(|property| set.with(property)).map_err(|_| {
                let known: Vec<_> = Property::ALL.iter().map(|property| property.name()).collect();
                format!("`{name}` is not a property; there are memsafety, {}", known.join(", "))
            }),
        })
    }
}

/// What an access does to memory: the first word of what is told when it goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// It reads.
    Read,
    /// It writes.
    Write,
}

impl Access {
    /// As a verb.
    pub fn verb(self) -> &'static str {
        match self {
            Access::Read => "reads",
            Access::Write => "writes",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn property_lists_are_read() {
        let set: PropertySet = "memsafety, no-overflow".parse().unwrap();
        let names: Vec<_> = set.iter().map(Property::name).collect();
        assert_eq!(names, ["valid-deref", "valid-free", "valid-memtrack", "no-overflow"]);
        assert!("valid-derefs".parse::<PropertySet>().unwrap_err().contains("valid-deref,"));
    }

    #[test]
    fn names_are_read_back() {
        for kind in ErrorKind::ALL {
            assert_eq!(kind.name().parse(), Ok(*kind));
        }
    }
}
