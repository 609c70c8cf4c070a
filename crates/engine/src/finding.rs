//! What an engine found: errors with their traces, and invariants.

use crate::heap::Heap;
use crate::{Example, InputValue, Setup, Step, Violation};
use ir::Span;
use std::fmt;
use std::str::FromStr;

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
    /// For a check of a function: the same heap for a machine, where an execution may show the failure.
    pub setup: Option<Box<Setup>>,
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
            setup: None,
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
    /// The invariant in words, but for numbers; empty where it says nothing else.
    pub text: String,
    /// What the integers of the function lie between, where that is less than all of their type.
    pub ranges: Vec<Range>,
    /// The same as a C expression, where it is one.
    pub condition: Option<String>,
    /// The heap there.
    pub heap: Option<Heap>,
}

/// The least and the greatest value of a variable, where they are not those of its type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Range {
    /// The variable.
    pub name: String,
    /// The least value.
    pub least: Option<i128>,
    /// The greatest value.
    pub most: Option<i128>,
}

impl Range {
    /// What holds of a variable in one case or the other; none where that is nothing.
    pub fn join(&self, other: &Range) -> Option<Range> {
        let least = self.least.zip(other.least).map(|(one, other)| one.min(other));
        let most = self.most.zip(other.most).map(|(one, other)| one.max(other));
        let is_known = self.name == other.name && (least.is_some() || most.is_some());
        is_known.then(|| Range { name: self.name.clone(), least, most })
    }
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
    /// Whether memory is recycled: freed addresses are used again at once, and memory that was never written holds ones.
    pub recycled: bool,
    /// What memory holds that was never written, where it matters.
    pub garbage: Vec<Garbage>,
    /// The files that there are, as names and contents; none where outcomes of calls of the system are among `inputs`.
    pub files: Option<Vec<(Vec<u8>, Vec<u8>)>>,
}

/// Bytes that memory holds before they are written. The text form is `3+8=ff00`: of object 3, from byte 8 on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Garbage {
    /// The object: those that begin without content are numbered from zero, as are variables outside of memory.
    pub object: u64,
    /// The first byte.
    pub offset: u64,
    /// The bytes.
    pub bytes: Vec<u8>,
}

impl Garbage {
    /// Whether bytes lie just behind these.
    pub fn is_followed_by(&self, next: &Garbage) -> bool {
        self.object == next.object && self.offset + self.bytes.len() as u64 == next.offset
    }
}

impl fmt::Display for Garbage {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}+{}=", self.object, self.offset)?;
        self.bytes.iter().try_for_each(|byte| write!(out, "{byte:02x}"))
    }
}

impl FromStr for Garbage {
    type Err = ();

    fn from_str(text: &str) -> Result<Garbage, ()> {
        let (place, digits) = text.split_once('=').ok_or(())?;
        let (object, offset) = place.split_once('+').ok_or(())?;
        let byte = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
        let bytes: Option<Vec<u8>> = (0..digits.len()).step_by(2).map(byte).collect();
        let number = |text: &str| text.parse().map_err(|_| ());
        Ok(Garbage { object: number(object)?, offset: number(offset)?, bytes: bytes.ok_or(())? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn garbage_is_read_as_it_is_written() {
        let garbage = Garbage { object: 3, offset: 8, bytes: vec![0xff, 1] };
        assert_eq!(garbage.to_string(), "3+8=ff01");
        assert_eq!("3+8=ff01".parse(), Ok(garbage));
        for wrong in ["", "3", "3+8", "3=ff", "3+8=f", "x+8=ff", "3+8=fg"] {
            assert_eq!(wrong.parse::<Garbage>(), Err(()), "{wrong}");
        }
    }
}
