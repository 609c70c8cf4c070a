//! A state in which a function is called, as a machine can build it, and what shows that a check fails in it.
//!
//! An engine that decides about single functions hands this over with a finding; the interpreter then calls the function
//! in that state. What the state does not say is arbitrary.

use ir::{FuncId, GlobalId};

/// A call that shows a failure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The function that is called.
    pub function: FuncId,
    /// The objects, besides variables and functions of the program.
    pub objects: Vec<SetupObject>,
    /// What is in memory.
    pub cells: Vec<SetupCell>,
    /// The arguments.
    pub arguments: Vec<SetupValue>,
    /// Whether each allocation of the call succeeds, in order.
    pub allocations: Vec<bool>,
    /// What shows the failure.
    pub shown_by: SetupEnd,
}

/// An object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetupObject {
    /// Its size in bytes.
    pub size: u64,
    /// Whether it is a heap block.
    pub heap: bool,
    /// Whether it is allocated when the function is called, and not freed before.
    pub is_alive: bool,
}

/// What a pointer points into.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SetupBase {
    /// Nothing: it is a number.
    Nothing,
    /// One of the objects.
    Object(usize),
    /// A variable of the program.
    Global(GlobalId),
    /// A function of the program.
    Function(FuncId),
}

/// A value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupValue {
    /// A number, or the encoding of a floating-point number.
    Number {
        /// Its width in bits.
        width: u8,
        /// Its bits.
        bits: u128,
    },
    /// A pointer.
    Pointer {
        /// What it points into.
        base: SetupBase,
        /// The offset in bytes.
        offset: i64,
    },
}

/// A place in memory and what it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetupCell {
    /// The object.
    pub base: SetupBase,
    /// The offset in bytes.
    pub offset: u64,
    /// What it holds.
    pub value: SetupValue,
}

/// What shows the failure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupEnd {
    /// An error at the place of the finding.
    Error,
    /// The function returns in a state that the finding's formula excludes.
    Returns {
        /// What it returns, where the function has one result.
        result: Option<SetupValue>,
        /// What memory holds then.
        cells: Vec<SetupCell>,
    },
}
