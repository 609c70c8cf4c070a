//! What a run tells: how it ended, what went wrong, and what its course depended on.

use crate::Coverage;
use ir::{ErrorKind, Scalar, Span, Step};
use std::sync::Arc;

/// What a run tells.
#[derive(Clone, Debug)]
pub struct Report {
    /// How it ended.
    pub outcome: Outcome,
    /// The errors after which the run went on, in order, where it was asked to ([`crate::Config::goes_on`]).
    pub passed: Vec<Fault>,
    /// The heap blocks whose last pointer was lost, in the order of the loss, where `valid-memtrack` is checked.
    pub leaks: Vec<Fault>,
    /// One of the lost blocks, told at its allocation, where there was no time to find out when all were lost. That
    /// place says nothing about the error, so it is none of the [`faults`](Report::faults).
    pub unplaced: Option<Fault>,
    /// The heap blocks that were still allocated when the program exited, where `valid-memcleanup` is checked.
    pub not_freed: Vec<Fault>,
    /// What its course depended on.
    pub notes: Notes,
    /// The number of instructions executed.
    pub steps: u64,
    /// The edges of the control flow that were taken, where that was asked for.
    pub coverage: Option<Box<Coverage>>,
}

impl Report {
    /// A run of which nothing more is known yet than how it ended.
    pub(crate) fn new(outcome: Outcome, notes: Notes, steps: u64) -> Report {
        Report {
            outcome,
            passed: Vec::new(),
            leaks: Vec::new(),
            unplaced: None,
            not_freed: Vec::new(),
            notes,
            steps,
            coverage: None,
        }
    }

    /// All violations of the checked properties: the fault that ended the run last.
    pub fn faults(&self) -> impl Iterator<Item = &Fault> {
        let last = match &self.outcome {
            Outcome::Fault(fault) => Some(&**fault),
            Outcome::Exited(_) | Outcome::Signalled(_) | Outcome::Stopped(_) => None,
        };
        self.passed.iter().chain(&self.leaks).chain(&self.not_freed).chain(last)
    }
}

impl Report {
    /// Removes the spans that the caller cannot know.
    pub(crate) fn forget_spans(&mut self, unknown: impl Fn(&Span) -> bool) {
        let forget_site = |site: &mut Site| site.span = site.span.filter(|span| !unknown(span));
        let forget = |fault: &mut Fault| {
            forget_site(&mut fault.site);
            if let Some(object) = &mut fault.object {
                object.allocated.iter_mut().chain(&mut object.ended).for_each(forget_site);
            }
            for event in &mut fault.trace {
                event.span = event.span.filter(|span| !unknown(span));
            }
        };
        self.passed
            .iter_mut()
            .chain(&mut self.leaks)
            .chain(&mut self.unplaced)
            .chain(&mut self.not_freed)
            .for_each(forget);
        match &mut self.outcome {
            Outcome::Fault(fault) => forget(fault),
            Outcome::Stopped(
                Stopped::Undefined { site, .. }
                | Stopped::UnmodelledCall { site, .. }
                | Stopped::Unsupported { site, .. }
                | Stopped::AssumptionFailed { site }
                | Stopped::StackOverflow { site }
                | Stopped::OutOfMemory { site }
                | Stopped::LongLoop { site, .. }
                | Stopped::StepLimit { site }
                | Stopped::Deadline { site }
                | Stopped::Cancelled { site },
            ) => forget_site(site),
            Outcome::Exited(_) | Outcome::Signalled(_) => {}
        }
        let notes = &mut self.notes;
        notes.inputs.iter_mut().for_each(|input| forget_site(&mut input.site));
        notes.allocations.iter_mut().for_each(|allocation| forget_site(&mut allocation.site));
        notes.uninitialized.iter_mut().chain(&mut notes.layout).for_each(forget_site);
        notes.undefined.iter_mut().chain(&mut notes.losses).for_each(|(_, site)| forget_site(site));
    }
}

/// How a run ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The program returned from its entry function or called `exit`, with this code (0 to 255).
    Exited(u8),
    /// The program ended itself abnormally, without violating a checked property.
    Signalled(Signal),
    /// A checked property was violated.
    Fault(Box<Fault>),
    /// The run could not or must not go on.
    Stopped(Stopped),
}

impl Outcome {
    /// The exit code that a shell would show, where the program came to an end.
    pub fn shell_code(&self) -> Option<u8> {
        match self {
            Outcome::Exited(code) => Some(*code),
            Outcome::Signalled(signal) => Some(128 + signal.number()),
            Outcome::Fault(_) | Outcome::Stopped(_) => None,
        }
    }
}

/// The signals by which a program ends itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signal {
    /// By `abort`, or an assertion that is not checked.
    Abort,
    /// By `__builtin_trap`.
    IllegalInstruction,
    /// By `raise` or `kill` of another signal.
    Other(u8),
}

impl Signal {
    /// The number of the signal on Linux.
    pub fn number(self) -> u8 {
        match self {
            Signal::Abort => 6,
            Signal::IllegalInstruction => 4,
            Signal::Other(number) => number,
        }
    }
}

/// Why a run could not or must not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// Undefined behaviour that no checked property covers.
    Undefined {
        /// What happened.
        message: String,
        /// Where.
        site: Site,
    },
    /// A call of a function that has neither a body nor a model.
    UnmodelledCall {
        /// The function.
        name: String,
        /// Where it is called.
        site: Site,
    },
    /// Something the interpreter does not execute.
    Unsupported {
        /// What it was.
        what: String,
        /// Where.
        site: Site,
    },
    /// An assumption (`__VERIFIER_assume`) does not hold: this execution does not count.
    AssumptionFailed {
        /// Where.
        site: Site,
    },
    /// The stack is full.
    StackOverflow {
        /// Where.
        site: Site,
    },
    /// The memory limit is reached.
    OutOfMemory {
        /// Where.
        site: Site,
    },
    /// A loop goes round so often that nobody waits for its end, and was executed for as long as was asked for.
    LongLoop {
        /// How long it takes.
        reason: String,
        /// Where it is.
        site: Site,
    },
    /// The step limit is reached.
    StepLimit {
        /// Where.
        site: Site,
    },
    /// The deadline has passed.
    Deadline {
        /// Where.
        site: Site,
    },
    /// Another thread asked to stop.
    Cancelled {
        /// Where.
        site: Site,
    },
}

/// A place in the program.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Site {
    /// Where in the source: the user's call for what happens inside a library function.
    pub span: Option<Span>,
    /// The function that the span is in.
    pub function: String,
    /// The library function in which it happened, where it is one with a body or a model.
    pub library: Option<String>,
}

/// A violation of a property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What kind.
    pub kind: ErrorKind,
    /// Where it happened; for a leak where the last pointer was lost.
    pub site: Site,
    /// What happened, in one sentence without a full stop.
    pub message: String,
    /// The object concerned.
    pub object: Option<ObjectInfo>,
    /// How it came about: the first and the last events that led here.
    pub trace: Vec<Step>,
    /// What each of these events changed in memory, where [`crate::Config::views`] asks for it; else empty.
    pub changes: Vec<Vec<Change>>,
}

/// The kinds of memory that a program tells apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Storage {
    /// A heap block.
    Heap,
    /// A variable of the source, local or global.
    Variable,
    /// Anything else: temporaries, arguments, functions, what belongs to the library.
    Other,
}

/// An object of memory, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectInfo {
    /// How to call it: `block 3`, `variable x`, `global table`, `string literal`.
    pub name: String,
    /// What kind of memory it is.
    pub storage: Storage,
    /// Its size in bytes.
    pub size: u64,
    /// The offset into it that was meant.
    pub offset: Option<i64>,
    /// Where it was allocated or declared.
    pub allocated: Option<Site>,
    /// Where it was freed, or where its scope ended.
    pub ended: Option<Site>,
}

/// What changed in memory, as people see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// A call began, or its variables changed.
    Call(CallView),
    /// The call with this number ended.
    CallEnded(u64),
    /// An object came into view, or changed.
    Object(Arc<ObjectView>),
    /// The object with this number is no longer in view.
    ObjectGone(u64),
    /// So many live objects are not in view.
    Omitted(u64),
}

/// An active call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallView {
    /// Its number: calls that began later have higher ones.
    pub id: u64,
    /// The function.
    pub function: String,
    /// The variables that are in no memory and have a value.
    pub variables: Vec<(String, Cell)>,
}

/// An object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectView {
    /// Its number.
    pub id: u64,
    /// How to call it: `block 3`, or the variable that it is.
    pub name: String,
    /// What kind of memory it is.
    pub storage: Storage,
    /// The call whose variable it is.
    pub call: Option<u64>,
    /// Its type, as C spells it.
    pub type_name: Option<String>,
    /// Its size in bytes.
    pub size: u64,
    /// Whether it lives.
    pub is_alive: bool,
    /// Name, offset and content of its members; no content where nothing was written.
    pub members: Vec<(String, u64, Option<Cell>)>,
    /// How many more members it has.
    pub hidden: u64,
}

/// A value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// As C would write it.
    pub text: String,
    /// The number of the object that it points to, and where in it.
    pub target: Option<(u64, i64)>,
}

/// What the course of a run depended on besides the program's text. A run with none of these is the only run the
/// program has.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Notes {
    /// What was read from outside, in order; at most [`Notes::LIMIT`].
    pub inputs: Vec<InputRead>,
    /// The outcome of each allocation under the policy, in order; at most [`Notes::LIMIT`].
    pub allocations: Vec<Allocation>,
    /// Decisions that depended on memory that was never written; the run went on as if it held zeros.
    pub uninitialized: Vec<Site>,
    /// Decisions that depended on where objects lie in memory.
    pub layout: Vec<Site>,
    /// Undefined behaviour without a kind of its own that did not stop the run, such as a shift by too much.
    pub undefined: Vec<(String, Site)>,
    /// What the run could not observe, such as a block that is kept only by a disguised pointer.
    pub losses: Vec<(String, Site)>,
    /// Calls of functions that have neither a body nor a model; they did nothing, and gave what the inputs said.
    pub foreign: Vec<(String, Site)>,
    /// Random numbers that were drawn: of the sequence that the GNU C library has for the seed.
    pub random: Vec<Site>,
    /// Allocations that failed because this run has no memory for them, though another machine may have.
    pub unaffordable: Vec<Site>,
    /// Whether an allocation failed because no machine has memory for it ([`clib::largest_block`]).
    pub impossible_allocation: bool,
    /// What was taken for granted on the way.
    pub assumed: Vec<clib::Assumption>,
}

impl Notes {
    /// Notes that something is taken for granted.
    pub fn assume(&mut self, what: clib::Assumption) {
        if !self.assumed.contains(&what) {
            self.assumed.push(what);
        }
    }

    /// How many inputs and allocations are listed; of the others each place is listed once.
    pub const LIMIT: usize = 100_000;

    /// Whether nothing but the program's text and the allocation outcomes determined the run.
    pub fn is_independent(&self) -> bool {
        self.inputs.is_empty()
            && self.uninitialized.is_empty()
            && self.layout.is_empty()
            && self.undefined.is_empty()
            && self.losses.is_empty()
            && self.foreign.is_empty()
            && self.random.is_empty()
            && self.unaffordable.is_empty()
    }
}

/// Something that was read from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputRead {
    /// What kind of input.
    pub source: InputSource,
    /// The value that was given.
    pub value: u128,
    /// Whether the configuration had a value for it; otherwise it was zero.
    pub given: bool,
    /// Where.
    pub site: Site,
}

/// The kinds of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputSource {
    /// A `__VERIFIER_nondet_*` function, and the type it returns.
    Nondet(String, Scalar),
    /// A volatile object that may hold anything.
    Volatile,
    /// The standard input; the value is the number of bytes read.
    Stdin,
    /// The arguments of `main`.
    Arguments,
    /// An environment variable.
    Environment(String),
    /// A file that is opened or asked for by its name; the value is its size.
    File(Vec<u8>),
    /// The names in a directory.
    Directory(Vec<u8>),
    /// Another call of the system, where it has just the files that the configuration names.
    System,
    /// Whether there is room for output.
    Room,
    /// The clock.
    Clock,
    /// The number of the process.
    Process,
    /// How much more memory the allocator gave than it was asked for.
    Allocator,
}

/// An allocation and what the policy decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Allocation {
    /// Whether it succeeded.
    pub succeeded: bool,
    /// Where.
    pub site: Site,
}
