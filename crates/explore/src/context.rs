//! What does not change while a task is explored: the task itself, facts about its program, and how precise to be.

use crate::program::code::Code;
use crate::state::{Frame, State};
use crate::transfer::AllocCheck;
use crate::transfer::library::Library;
use engine::{Budget, Task};
use ir::{BlockId, Body, FuncId, Program};
use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

/// How much the transfer function tells apart. What suits a state that is explored as it is does not suit one that is
/// joined with others, so each strategy chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Precision {
    /// Whether blocks remember the type as which they are used: nodes of one list are of one type.
    pub types_of_blocks: bool,
    /// Whether a choice is a fork, where states are joined.
    pub forks_at_choices: bool,
    /// Whether an offset that turns out to be a number is written as one where memory holds it: what is assumed of
    /// variables may be lost in a join.
    pub fixes_offsets: bool,
    /// Whether the path is asked for the extent of a write that would tear has-value edges longer than it.
    pub bounds_torn_writes: bool,
    /// At how many offsets a write at a symbolic offset is told apart.
    pub write_candidates: usize,
    /// Whether the elements of an array are told apart where an access can mean any of many: each gets a name.
    pub tells_elements_apart: bool,
    /// Whether the elements of an array of addresses are told apart by number only, and described together where they
    /// are alike.
    pub takes_arrays_apart: bool,
    /// How much of the heap is in use at once at most, where that is assumed: no block is larger.
    pub max_heap: Option<u64>,
    /// Whether it is known between which numbers those in an array lie.
    pub bounds_elements: bool,
    /// Whether the remainder of a division by a number that is not constant is computed, and not just bounded.
    pub divides_exactly: bool,
    /// Whether an integer that is computed in floats, one of many, is computed, and not just bounded.
    pub computes_floats: bool,
    /// Whether inputs are texts of any length, each described at once, and not byte by byte.
    pub any_text: bool,
    /// Whether a character that is put back into the input is kept in the state.
    pub keeps_put_back: bool,
    /// How many questions one instruction may ask the solver.
    pub questions: u64,
}

/// What does not change while a task is explored.
pub struct Context<'a> {
    /// What is to be decided.
    pub task: &'a Task<'a>,
    /// What the library does.
    pub library: Library,
    /// How the object of an access is found.
    pub alloc_check: AllocCheck,
    /// How much is told apart.
    pub precision: Precision,
    /// When the budget ends.
    pub deadline: Option<Instant>,
    /// Facts about functions, computed when they are first asked for.
    codes: Vec<OnceCell<Rc<Code>>>,
}

impl<'a> Context<'a> {
    /// The context of a task.
    pub fn new(
        task: &'a Task<'a>,
        budget: &Budget,
        alloc_check: AllocCheck,
        precision: Precision,
    ) -> Context<'a> {
        Context {
            task,
            library: Library::new(task.program),
            alloc_check,
            precision,
            deadline: budget.deadline(),
            codes: task.program.functions.iter().map(|_| OnceCell::new()).collect(),
        }
    }

    /// The program.
    pub fn program(&self) -> &'a Program {
        self.task.program
    }

    /// The function of the user's in which a state is, and the block of it.
    pub fn users_place(&self, state: &State) -> Option<(FuncId, BlockId)> {
        let is_users = |frame: &&Arc<Frame>| {
            let span = self.program().function(frame.function).span;
            span.is_some_and(|span| !clib::is_library_file(&self.program().file(span.file).name))
        };
        let frame = state.frames.iter().rev().find(is_users)?;
        Some((frame.function, frame.block))
    }

    /// The body of a function that has one.
    pub fn body(&self, function: FuncId) -> &'a Body {
        self.task.program.function(function).body.as_ref().expect("a function with a body")
    }

    /// The facts about a function that has a body.
    pub fn code(&self, function: FuncId) -> Rc<Code> {
        let body = self.body(function);
        let new = || Rc::new(Code::new(body, self.library.saves_place(body)));
        self.codes[function.index()].get_or_init(new).clone()
    }
}
