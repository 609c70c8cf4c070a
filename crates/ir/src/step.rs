//! How execution gets to an error, as the interpreter and engines tell it: steps, and the inputs that the program reads.
//!
//! Values and places are written as C would write them; what happens to them is data, and the words for it are the
//! reports'.

use crate::Span;

/// A step of a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The place.
    pub span: Option<Span>,
    /// The function it is in.
    pub function: String,
    /// What happens.
    pub action: Action,
}

/// What happens in a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A variable, or a place in memory, gets a value.
    Assigned {
        /// Where, such as `head` or `block 1.next`.
        target: String,
        /// The value.
        value: String,
    },
    /// A function is called.
    Called {
        /// The function.
        function: String,
    },
    /// A function was called in what was left out before, and has not returned.
    InCall {
        /// The function.
        function: String,
    },
    /// A function returns.
    Returned {
        /// The function.
        function: String,
        /// The value, where there is one and it is known.
        value: Option<String>,
    },
    /// Memory is allocated.
    Allocated {
        /// The block, where it has a name.
        block: Option<String>,
        /// Its size in bytes, where it is known.
        size: Option<u64>,
    },
    /// An allocation fails.
    NotAllocated {
        /// The size in bytes, where it is known.
        size: Option<u64>,
    },
    /// A block is freed.
    Freed {
        /// The block.
        block: String,
    },
    /// A condition of the source decides.
    Decided {
        /// Whether it holds.
        holds: bool,
    },
    /// A switch decides.
    Switched {
        /// The value; none where it is that of no case.
        value: Option<String>,
    },
    /// Something is read from outside.
    Read {
        /// From where.
        source: Source,
        /// The value, where it is known.
        value: Option<String>,
    },
    /// Nothing more is there to be read.
    EndOfInput,
    /// Steps are left out.
    LeftOut {
        /// How many; none where nobody counted.
        steps: Option<u64>,
    },
    /// Some pass of a loop begins: which one is not known.
    LoopPass,
}

/// An input that the program read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputValue {
    /// Where it was read.
    pub span: Option<Span>,
    /// From where it comes.
    pub source: Source,
    /// The value, as C would write it.
    pub value: String,
}

/// Where an input comes from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// A function that gives any value, such as `__VERIFIER_nondet_int`.
    Call(String),
    /// A volatile object.
    Volatile,
    /// The system: processes, users, terminals.
    System,
    /// The clock.
    Clock,
    /// The number of the process.
    Process,
    /// The usable size of a block.
    BlockSize,
    /// Whether memory is there to be allocated.
    Allocation,
    /// The standard input.
    StandardInput(Unit),
    /// The arguments of the program.
    Arguments,
    /// Their number.
    ArgumentCount,
    /// One of them.
    Argument,
    /// A variable of the environment.
    Environment(String),
    /// A file.
    File(String),
    /// The names in a directory.
    Directory(String),
    /// All memory that was never written.
    NewMemory,
    /// Memory of one object that was never written.
    Memory {
        /// The object.
        object: String,
        /// Its first byte of these.
        offset: u64,
        /// How many bytes.
        size: u64,
    },
}

/// What is read of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unit {
    /// Text.
    Text,
    /// How many bytes.
    Count,
    /// One byte.
    Byte,
    /// A number in words.
    Number,
    /// A word that is no number.
    Word,
}

impl Source {
    /// The kind of input. The names are part of reports.
    pub fn kind(&self) -> &'static str {
        match self {
            Source::Call(_)
            | Source::Volatile
            | Source::System
            | Source::Clock
            | Source::Process
            | Source::BlockSize => "call",
            Source::Allocation | Source::NewMemory | Source::Memory { .. } => "memory",
            Source::StandardInput(_) => "standard input",
            Source::Arguments | Source::ArgumentCount | Source::Argument => "arguments",
            Source::Environment(_) => "environment",
            Source::File(_) | Source::Directory(_) => "file",
        }
    }
}
