//! A heap in which a check of a function fails: the counterexample that the function can begin with.

/// The values of parameters and of memory. What is not said is arbitrary. Objects have letters.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Example {
    /// The parameters, when the function begins.
    pub parameters: Vec<Held>,
    /// The memory, when the function begins.
    pub cells: Vec<Held>,
    /// The lists, when the function begins.
    pub lists: Vec<ListEnd>,
    /// What lists pass through cells that are not told.
    pub passes: Vec<Passes>,
    /// The objects.
    pub objects: Vec<ObjectFact>,
    /// The variables that have other values where the check fails.
    pub variables: Vec<Held>,
}

/// A place and what it holds, as C would write them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    /// The place.
    pub place: String,
    /// The value.
    pub value: String,
}

/// A list and the blocking pointer that ends it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListEnd {
    /// The first node.
    pub from: String,
    /// The link, where there are several.
    pub link: Option<String>,
    /// The blocking pointer.
    pub end: String,
}

/// A list and a pointer that it passes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passes {
    /// The first node.
    pub from: String,
    /// The link, where there are several.
    pub link: Option<String>,
    /// The pointer.
    pub to: String,
}

/// What is known of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ObjectFact {
    /// It is not allocated.
    Unallocated {
        /// The object.
        object: String,
    },
    /// It is allocated.
    Sized {
        /// The object.
        object: String,
        /// Its size.
        bytes: u64,
    },
    /// Lists end with this pointer.
    Blocking {
        /// The pointer.
        pointer: String,
    },
}

impl Example {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == Example::default()
    }
}
