//! What the user says about constructs whose meaning C leaves open.

/// What a program means where C does not say, as decided on the command line.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Meaning {
    /// What functions do that have neither a body nor a model.
    pub foreign: Foreign,
    /// What reading a volatile object gives.
    pub volatile: Volatile,
    /// Functions without a body that do not return, by name.
    pub noreturn: Vec<String>,
    /// Functions that allocate and free as those of C do, by their own names.
    pub allocators: Vec<String>,
    /// How many bytes of the heap are in use at once at most; none for as many as there are addresses.
    pub max_heap: Option<u64>,
}

/// What functions do that have neither a body nor a model. Their results are arbitrary in any case.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Foreign {
    /// Nobody knows: errors behind a call are looked for, nothing is proved.
    #[default]
    Unknown,
    /// They may change what their pointer arguments reach, free and keep none of it, and do nothing else.
    Havoc,
    /// They do nothing.
    Pure,
}

/// What reading a volatile object gives.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Volatile {
    /// What was written last.
    #[default]
    Memory,
    /// Anything.
    Any,
}
