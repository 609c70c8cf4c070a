//! A state: everything one path of the exploration has, as plain data.
//!
//! Copies are cheap: frames are shared until written, the heap and all histories are persistent.

use crate::strategy::Notes;
use heap::{Heap, ObjectId, Place};
use ir::{BlockId, FuncId, Span, ValueId, VarId};
use logic::{PathCondition, Term};
use std::sync::Arc;

/// A state on its way. Steps consume it and give back those that follow.
pub type Moving = Box<State>;

/// An active call.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The function.
    pub function: FuncId,
    /// How many calls of the function were active when it was called.
    pub calls: usize,
    /// The block it is at.
    pub block: BlockId,
    /// The next instruction of the block; the terminator after the last.
    pub next: usize,
    /// The SSA values that may still be read.
    pub values: Vec<Option<Term>>,
    /// The values of source variables in scope that live in no memory, as far as they hold addresses.
    pub vars: Vec<Option<Term>>,
    /// The stack objects, in the order of their creation.
    pub stack: Vec<ObjectId>,
    /// The object with the variadic arguments.
    pub variadic: Option<ObjectId>,
}

impl Frame {
    /// The value of an SSA value that was defined and may still be read.
    pub fn value(&self, id: ValueId) -> Term {
        self.values[id.index()].expect("a value is defined before it is read and kept until then")
    }

    /// Forgets the value of a source variable, and tells what it was.
    pub fn end_var(&mut self, var: VarId) -> Option<Term> {
        self.vars[var.index()].take()
    }
}

/// What runs when the frame stack is empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Agenda {
    /// A constructor, an exit handler or a destructor; its result does not matter.
    Call(FuncId, Option<Term>),
    /// The entry function.
    Entry(FuncId),
    /// The functions that were registered to run at exit, last first.
    Handlers,
    /// The program has exited.
    Exited,
}

/// Something that was decided from outside of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// A `__VERIFIER_nondet_*` function gave this value.
    Input(FuncId, Term),
    /// A volatile object gave this value.
    Volatile(Term),
    /// An allocation succeeded or failed.
    Allocation(bool),
    /// A byte was read from the standard input.
    Byte(Term),
    /// The standard input came to its end.
    EndOfInput,
    /// A number was read from the standard input as text.
    Number(Term, Notation),
    /// Something that is no number was met on the standard input.
    NoNumber,
    /// The clock gave this many seconds.
    Time(Term),
    /// The program has this many arguments, which it does not look at.
    Arguments(Term),
    /// A string of the surroundings: an argument of the program, or the variable of the environment whose name is
    /// at a place in memory that does not change. It is the content of an object that does not change either.
    String(Outside, ObjectId),
}

/// How a number is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// Decimal, with a sign where it is negative.
    Signed,
    /// Decimal.
    Unsigned,
    /// Hexadecimal.
    Hexadecimal,
    /// Octal.
    Octal,
    /// A `float`, from its bits.
    Single,
    /// A `double`, from its bits.
    Double,
}

/// Whether the standard input is at its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndOfInput {
    /// There may be more.
    Open,
    /// There is no more, and the stream's mark says so.
    Marked,
    /// There is no more, and the mark was cleared: the next read sets it again.
    Cleared,
}

/// Where a string of the surroundings comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outside {
    /// An argument of the program.
    Argument,
    /// The variable of the environment whose name is in this object.
    Environment(ObjectId),
}

/// Something on the way that a person wants to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A function was called.
    Calls(FuncId),
    /// A function returned.
    Returns(FuncId),
    /// A condition was decided where it could have gone both ways.
    Condition(bool),
    /// A source variable got a value.
    Assigns(FuncId, VarId, Term),
    /// A choice was made.
    Chooses(Choice),
}

/// A persistent list, newest first.
#[derive(Clone, Debug)]
pub struct History<T>(Option<Arc<(T, History<T>)>>);

impl<T> Default for History<T> {
    fn default() -> Self {
        History(None)
    }
}

impl<T: Copy> History<T> {
    /// Adds an entry.
    pub fn push(&mut self, entry: T) {
        let before = std::mem::take(self);
        self.0 = Some(Arc::new((entry, before)));
    }

    /// The entries, oldest first.
    pub fn entries(&self) -> Vec<T> {
        let mut entries = Vec::new();
        let mut at = &self.0;
        while let Some(link) = at {
            entries.push(link.0);
            at = &link.1.0;
        }
        entries.reverse();
        entries
    }
}

impl<T> Drop for History<T> {
    /// Releases long lists link by link instead of by recursion.
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(link) = next {
            next = Arc::into_inner(link).and_then(|mut link| link.1.0.take());
        }
    }
}

/// Everything one path has.
#[derive(Clone, Debug)]
pub struct State {
    /// The objects.
    pub heap: Heap,
    /// The active calls, innermost last.
    pub frames: Vec<Arc<Frame>>,
    /// The calls that were active when the program exited: their locals are alive, but they do not go on.
    pub abandoned: Vec<Arc<Frame>>,
    /// What runs when they are over, next last.
    pub agenda: Vec<Agenda>,
    /// The functions to run at exit, in order of registration, with the argument of those that have one.
    pub exit_handlers: Vec<(Term, Option<Term>)>,
    /// What is assumed of the variables.
    pub path: PathCondition,
    /// What was decided from outside, in order.
    pub choices: History<(Choice, Place)>,
    /// What happened, in order.
    pub events: History<(Event, FuncId, Option<Span>)>,
    /// The number of inputs read.
    pub inputs: u32,
    /// Whether the standard input is at its end.
    pub end_of_input: EndOfInput,
    /// Which of the standard streams are closed, in the order of their descriptors.
    pub closed: [bool; 3],
    /// The bytes that were put back into the standard input, the next one last.
    pub put_back: Vec<Term>,
    /// How often what is executed next was executed before, for shorter inputs.
    pub round: u32,
    /// Heap blocks that are lost but were not freed, in the order of the loss.
    pub lost: Vec<Option<Place>>,
    /// The number of heap blocks that are alive and not lost.
    pub live_blocks: u32,
    /// Whether a function that nobody defines may keep blocks: then none is known to be lost.
    pub keeps: bool,
    /// From how many objects on it is looked for some that nothing names any more.
    pub collect_at: usize,
    /// The place of the last instruction.
    pub last: Place,
    /// The heap blocks to which a pointer died since it was last looked for blocks that are lost.
    pub dying: Vec<ObjectId>,
    /// How deep the path is: how many loops were closed and calls nested on the way.
    pub depth: u32,
    /// Whether it covers executions that do not exist, because it was made general.
    pub is_general: bool,
    /// What the strategy that runs has noted.
    pub notes: Notes,
}

impl State {
    /// The innermost call.
    pub fn top(&self) -> &Frame {
        self.frames.last().expect("an active call")
    }

    /// The innermost call, to change it.
    pub fn top_mut(&mut self) -> &mut Frame {
        Arc::make_mut(self.frames.last_mut().expect("an active call"))
    }

    /// Whether a function is explored by itself, not the program from its start: the outermost frame is that of the
    /// ghosts, which are no values of a call.
    pub fn is_in_entry(&self) -> bool {
        self.notes.entry.is_some()
    }

    /// Whether the function of the entry in which the state is has returned: what is left is the frame of the ghosts.
    pub fn is_at_end_of_entry(&self) -> bool {
        self.is_in_entry() && self.frames.len() == 1
    }

    /// Counts the blocks that are alive, after segments came or went.
    pub fn count_blocks(&mut self) {
        self.live_blocks = self.heap.live_blocks() as u32;
    }

    /// Defines an SSA value.
    pub fn set(&mut self, id: ValueId, value: Term) {
        self.top_mut().values[id.index()] = Some(value);
    }
}
