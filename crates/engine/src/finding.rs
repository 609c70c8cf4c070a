//! What an engine found: errors with their traces, and invariants.

use crate::heap::Heap;
use crate::{Example, InputValue, Step, Violation};
use ir::Span;

/// How certain a finding is, from least to most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Certainty {
    /// The engine could not rule it out.
    Possible,
    /// The engine shows a context and a path on which it happens, which were not executed.
    Shown,
    /// The interpreter replayed it.
    Confirmed,
}

/// An error, in the program or, where it is one of the findings of a [`crate::FunctionOutcome`], in that function.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// What is violated.
    pub kind: Violation,
    /// How certain it is.
    pub certainty: Certainty,
    /// The offending place.
    pub span: Option<Span>,
    /// The function it is in.
    pub function: String,
    /// What happens there, in a sentence.
    pub message: String,
    /// Other places that explain it: where the memory was allocated, freed, or left its scope.
    pub notes: Vec<Note>,
    /// How execution gets there, in source terms.
    pub trace: Vec<Step>,
    /// The inputs that lead there.
    pub inputs: Vec<InputValue>,
    /// The heap at the failing step.
    pub heap: Option<Heap>,
    /// For a check of a function: a heap that it may begin with.
    pub example: Option<Example>,
    /// The same inputs for a machine, where the engine knows them.
    pub scenario: Option<Scenario>,
}

impl Finding {
    /// A finding that nothing is known of but what happens where. It is possible.
    pub fn new(
        kind: impl Into<Violation>,
        span: Option<Span>,
        function: impl Into<String>,
        message: impl Into<String>,
    ) -> Finding {
        Finding {
            kind: kind.into(),
            certainty: Certainty::Possible,
            span,
            function: function.into(),
            message: message.into(),
            notes: Vec::new(),
            trace: Vec::new(),
            inputs: Vec::new(),
            heap: None,
            example: None,
            scenario: None,
        }
    }

    /// Whether the interpreter replayed it.
    pub fn is_confirmed(&self) -> bool {
        self.certainty == Certainty::Confirmed
    }

    /// Whether two findings are the same error for a user: same kind at the same place.
    pub fn same_error(&self, other: &Finding) -> bool {
        (self.kind, self.span, &self.function) == (other.kind, other.span, &other.function)
    }
}

/// A place that explains a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The place.
    pub span: Option<Span>,
    /// What is to be said about it.
    pub remark: Remark,
}

/// What explains a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// An object begins its life.
    Begins {
        /// The kind of memory.
        storage: Storage,
        /// What the object is called.
        name: String,
        /// Its size in bytes.
        size: u64,
    },
    /// An object ends its life.
    Ends {
        /// The kind of memory.
        storage: Storage,
        /// What the object is called.
        name: String,
    },
    /// The finding was made in an abstract state, in which these things are told of.
    Abstract(Vec<String>),
}

/// The kinds of memory that have words of their own for how life begins and ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Storage {
    /// A heap block.
    Block,
    /// A variable of the source.
    Variable,
    /// Anything else: temporaries, arguments, what belongs to the library.
    Other,
}

/// Something that holds whenever execution passes a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// The place.
    pub span: Option<Span>,
    /// The invariant in words.
    pub text: String,
    /// The same as a C expression, where it is one.
    pub condition: Option<String>,
    /// The heap there.
    pub heap: Option<Heap>,
}

/// The choices from outside that lead an execution to a finding, as a machine can replay them. What the lists do
/// not say is as in an ordinary run: reads beyond them give zero, allocations beyond them succeed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Scenario {
    /// The values that `__VERIFIER_nondet_*` give, in order of reading.
    pub inputs: Vec<u128>,
    /// Whether each allocation succeeds, in order.
    pub allocations: Vec<bool>,
    /// The bytes of the standard input.
    pub stdin: Vec<u8>,
    /// The arguments of the program after its name.
    pub args: Vec<Vec<u8>>,
    /// The environment, as names and values.
    pub env: Vec<(Vec<u8>, Vec<u8>)>,
    /// What the clock says, in seconds.
    pub time: i64,
    /// Whether memory is recycled: freed addresses are used again at once, and decisions see ones where memory was
    /// never written.
    pub recycled: bool,
}
