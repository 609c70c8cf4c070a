//! Steps: everything that the transfer function has to say about a state and its next instruction.
//!
//! Executing an instruction gives the states that follow, the errors in which executions end, what could not be
//! accounted for, what was assumed, and figures. The transfer function writes none of it down anywhere else. The
//! [scheduler](crate::scheduler) books what the steps say; whoever only wants to know what would happen drops them.

use crate::state::{Moving, State};
use engine::{Assumption, Reason};
use heap::{ObjectId, Place};
use ir::{BlockId, ErrorKind, Span};
use logic::Term;
use std::ops::AddAssign;

/// A state that follows, and where it is.
pub enum Next {
    /// Before its next instruction.
    Goes(Moving),
    /// Before its next instruction, where others shall have their turn first: it was left by a jump or an exit, or it
    /// begins the program in one of several ways.
    Waits(Moving),
    /// At the start of a block of its innermost call, to which it came over an edge.
    Arrives(Moving, Edge),
    /// In a function that was just called.
    Enters(Moving),
    /// In an entry that is explored by itself, whose function has returned these values.
    Leaves(Moving, Vec<Term>),
    /// In an entry that is explored by itself, in which the program exits.
    Exits(Moving),
}

/// An edge of the control flow of one function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The block that it leaves.
    pub from: BlockId,
    /// The block to which it leads.
    pub to: BlockId,
    /// Whether it closes a loop.
    pub closes: bool,
}

/// An execution that ends in an error, or goes on after one from which it can recover.
pub struct Error {
    /// The state in which it happens.
    pub state: Moving,
    /// The kind.
    pub kind: ErrorKind,
    /// What happens.
    pub message: String,
    /// The object that it happens to.
    pub object: Option<ObjectId>,
    /// Where it happens.
    pub place: Place,
}

/// Executions that are not accounted for.
#[derive(PartialEq, Eq)]
pub struct Loss {
    /// Why.
    pub reason: Reason,
    /// Where.
    pub span: Option<Span>,
    /// What they do.
    pub detail: String,
}

/// Figures about what was done.
#[derive(Clone, Copy, Default, Debug)]
pub struct Figures {
    /// Instructions executed.
    pub instructions: u64,
    /// States that equalled one seen before, or that one seen before covers.
    pub merged: u64,
    /// Paths that came to the end of the program.
    pub exits: u64,
    /// Times a pointer to a heap block died.
    pub leak_checks: u64,
    /// Times a whole heap was searched for lost blocks.
    pub leak_searches: u64,
    /// Questions that were asked to find the object of an access.
    pub alloc_queries: u64,
    /// Those of them that an external solver was asked.
    pub alloc_external: u64,
    /// Those of them that it did not answer.
    pub alloc_fallbacks: u64,
    /// Times a node was materialised from a segment.
    pub materialised: u64,
    /// Times lists of a state were folded.
    pub folded: u64,
    /// Times two states were joined.
    pub joined: u64,
}

impl AddAssign for Figures {
    fn add_assign(&mut self, other: Figures) {
        self.instructions += other.instructions;
        self.merged += other.merged;
        self.exits += other.exits;
        self.leak_checks += other.leak_checks;
        self.leak_searches += other.leak_searches;
        self.alloc_queries += other.alloc_queries;
        self.alloc_external += other.alloc_external;
        self.alloc_fallbacks += other.alloc_fallbacks;
        self.materialised += other.materialised;
        self.folded += other.folded;
        self.joined += other.joined;
    }
}

/// What was said.
#[derive(Default)]
pub struct Steps {
    /// The states that follow: the first, which mostly is the only one, and the others.
    first: Option<Next>,
    others: Vec<Next>,
    /// Errors.
    pub errors: Vec<Error>,
    /// Executions that are not accounted for.
    pub losses: Vec<Loss>,
    /// What was assumed.
    pub assumptions: Vec<Assumption>,
    /// Figures.
    pub figures: Figures,
    /// Whether the instruction that is executed leaves longer inputs.
    pub leaves_longer: bool,
}

impl Steps {
    /// Adds a state that follows.
    pub fn push(&mut self, next: Next) {
        match self.first {
            None => self.first = Some(next),
            Some(_) => self.others.push(next),
        }
    }

    /// Takes the states that follow, in order.
    pub fn take_next(&mut self) -> impl Iterator<Item = Next> + use<> {
        self.first.take().into_iter().chain(std::mem::take(&mut self.others))
    }

    /// The state that goes on, where nothing else was said than figures.
    pub fn only(mut self) -> Option<Moving> {
        let is_quiet = self.errors.is_empty() && self.losses.is_empty() && self.others.is_empty();
        match self.first.take() {
            Some(Next::Goes(state)) if is_quiet => Some(state),
            _ => None,
        }
    }

    /// Says that executions of a state end in an error.
    pub fn error(
        &mut self,
        state: &State,
        kind: ErrorKind,
        message: String,
        object: Option<ObjectId>,
        place: Place,
    ) {
        self.errors.push(Error { state: Box::new(state.clone()), kind, message, object, place });
    }

    /// Says that executions are not accounted for.
    pub fn lose(&mut self, reason: Reason, span: Option<Span>, detail: impl Into<String>) {
        let loss = Loss { reason, span, detail: detail.into() };
        if self.losses.last() != Some(&loss) {
            self.losses.push(loss);
        }
    }

    /// Says what is assumed.
    pub fn assume(&mut self, assumption: Assumption) {
        self.assumptions.push(assumption);
    }
}
