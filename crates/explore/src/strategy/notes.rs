//! What strategies note of a state. Nobody else reads it: the transfer function takes it along.

pub use super::course::Course;
use super::shape::{AtHead, EntryId};

/// What strategies note of a state.
#[derive(Clone, Default, Debug)]
pub struct Notes {
    /// The entry of a function that is explored by itself; none for the program from its start.
    pub entry: Option<EntryId>,
    /// Where it waits at a loop head to be explored: which of the states there it is.
    pub at_head: Option<AtHead>,
    /// Whether it executes a call that never returns, whose callers were forgotten.
    pub is_last: bool,
    /// How it came about.
    pub course: Course,
}

impl Notes {
    /// The state has waited and goes on.
    pub fn go_on(&mut self) {
        self.at_head = None;
    }

    /// What is noted of a state that was like another and goes on by itself, outside of any entry.
    pub fn outside(&self) -> Notes {
        Notes { entry: None, at_head: None, is_last: self.is_last, course: self.course.clone() }
    }
}
