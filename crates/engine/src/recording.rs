//! A replayed execution as something to be watched: its steps, and what each changes in memory.
//!
//! Memory is told by differences, so that the recording of a long run is as large as what happens in it. A
//! [`Memory`] is what they add up to.

use crate::Step;
use crate::heap::{Object, Variable};
use std::collections::BTreeMap;

/// A replayed execution.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Recording {
    /// Its steps, in order.
    pub moments: Vec<Moment>,
}

/// A step and what it changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The step.
    pub step: Step,
    /// What it changes in memory.
    pub changes: Vec<Change>,
}

/// What changes in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// A call begins, or its variables change.
    Call(Call),
    /// The call with this number ends.
    CallEnded(u64),
    /// An object comes into view, or changes.
    Object(Box<Located>),
    /// The object with this number goes out of view.
    ObjectGone(u64),
    /// So many live objects are not in view.
    Omitted(u64),
}

/// An active call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Its number: calls that begin later have higher ones.
    pub id: u64,
    /// The function.
    pub function: String,
    /// The variables that are in no memory and have a value.
    pub variables: Vec<Variable>,
}

/// An object and where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Located {
    /// The object.
    pub object: Object,
    /// Where it is.
    pub home: Home,
    /// How many members it has that are not told.
    pub hidden: u64,
}

/// Where an object is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Home {
    /// In static memory.
    Global,
    /// In the frame of the call with this number; none where that call has ended.
    Stack(Option<u64>),
    /// On the heap.
    Heap,
}

/// Memory at a moment.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Memory {
    /// The active calls by number.
    pub calls: BTreeMap<u64, Call>,
    /// The objects by number.
    pub objects: BTreeMap<u64, Located>,
    /// How many live objects there are besides.
    pub omitted: u64,
}

impl Memory {
    /// Applies what a step changes.
    pub fn apply(&mut self, changes: &[Change]) {
        for change in changes {
            match change.clone() {
                Change::Call(call) => drop(self.calls.insert(call.id, call)),
                Change::CallEnded(id) => drop(self.calls.remove(&id)),
                Change::Object(object) => drop(self.objects.insert(object.object.id, *object)),
                Change::ObjectGone(id) => drop(self.objects.remove(&id)),
                Change::Omitted(count) => self.omitted = count,
            }
        }
    }
}
