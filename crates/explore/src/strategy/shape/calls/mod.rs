//! Calls by tabulation: a function is explored once for each way it is entered, however often it is called so.
//!
//! Where a recursive function is called, or one with a loop inside of several loops, the state is taken apart
//! ([`cut`]): the *entry* is what the callee can reach, the *rest* waits. Pointers from the rest into the entry are
//! kept as *ghosts*, values of a frame below the callee's, so that whatever is folded, joined or freed it stays known
//! where they point. An entry that is covered by a known one is not explored again, and one that is like it is joined
//! with it ([`entries`]); so is what comes out at the return. Each exit is put together with the rest of each call
//! that waits ([`combine`]): for a call inside of its own entry, that makes a fixpoint.
//!
//! Invariants: in a state with a [`Notes::entry`](crate::strategy::Notes::entry), the outermost frame is that of the
//! ghosts. What a superseded entry would still find, the one that superseded it finds.

mod combine;
mod cut;
mod entries;
mod exit;
mod graph;
mod last;
mod locals;
mod trees;

use crate::state::{Moving, State};
use crate::strategy::shape::descents::Descents;
use crate::strategy::shape::heads::Explored;
use graph::CallGraph;
use ir::FuncId;
use last::LastCalls;
use locals::Locals;
use logic::{Term, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A way to enter a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EntryId(u32);

/// How an entry is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// By a return; the frame has the ghosts and the values that are returned, so many in all.
    Returns(usize),
    /// By the exit of the program; the frame has so many values that keep what handlers can reach from being lost.
    Exits(usize),
}

/// A way to enter a function, and what comes out.
struct Entry {
    function: FuncId,
    /// The state before the first instruction: the frame of the ghosts and that of the function.
    start: Moving,
    /// The numbers of that state.
    numbers: FxHashSet<VarId>,
    /// Those that callers know, of which the path speaks, too. What they are is not for the entry to choose.
    rigid: Rc<FxHashSet<VarId>>,
    /// How often it was made more general.
    joins: u32,
    /// Whether a more general one took its place.
    is_superseded: bool,
    /// The rank of the first call in the order of exploration.
    rank: Vec<u32>,
    /// What comes out.
    exits: Vec<(Way, Vec<Explored>)>,
    /// The calls that wait for that.
    callers: Vec<Rc<Caller>>,
}

/// A call that waits.
struct Caller {
    /// The state without what the callee can reach, just after the call.
    rest: Moving,
    /// The objects of the entry that the rest names, in the order of the ghosts.
    ghosts: Vec<Ghost>,
    /// The objects of the entry that the frames of the rest list, in the order of the ghosts' frame.
    held: Vec<heap::ObjectId>,
    /// What the numbers of the entry are here.
    naming: Naming,
}

/// An object of the entry that the rest of a call names.
#[derive(Clone, Copy)]
struct Ghost {
    id: heap::ObjectId,
    base: Term,
    /// The object itself, or the segment that it is a specifier of.
    whole: heap::ObjectId,
    /// Whether it exists; a segment may be empty.
    exists: bool,
}

/// What the names of an entry mean where it is called.
#[derive(Clone)]
enum Naming {
    /// What they mean there: the entry was made from this very call, and its names go on from those of the rest.
    Same,
    /// Its numbers are these terms; all its objects, and the numbers that come up later, are new.
    Mapped(FxHashMap<Term, Term>),
}

/// All entries.
#[derive(Default)]
pub struct Calls {
    graph: Option<Rc<CallGraph>>,
    /// By which offsets trees are linked.
    trees: Option<Rc<[heap::Branches]>>,
    /// The loops that go down trees.
    pub(super) descents: Option<Rc<Descents>>,
    locals: FxHashMap<FuncId, Rc<Locals>>,
    entries: Vec<Entry>,
    of: FxHashMap<FuncId, Vec<EntryId>>,
    /// What is known of calls that never return.
    last: LastCalls,
}

impl Calls {
    fn entry(&self, id: EntryId) -> &Entry {
        &self.entries[id.0 as usize]
    }

    fn entry_mut(&mut self, id: EntryId) -> &mut Entry {
        &mut self.entries[id.0 as usize]
    }

    /// Whether a state belongs to an entry that a more general one took the place of.
    pub fn is_stale(&self, state: &State) -> bool {
        state.notes.entry.is_some_and(|id| self.entry(id).is_superseded)
    }

    /// The numbers whose values the callers of the entry know in which a state is, if it is in one.
    pub fn rigid(&self, state: &State) -> Option<Rc<FxHashSet<VarId>>> {
        state.notes.entry.map(|id| self.entry(id).rigid.clone())
    }

    /// The rank of the call that an entry was made for.
    pub fn rank(&self, id: EntryId) -> &[u32] {
        &self.entry(id).rank
    }
}
