//! Objects: the regions of memory and where they are in their lives.

use crate::{Branches, Content, Segment, Shape};
use ir::{FuncId, GlobalId, Span, TypeId, VarId};
use logic::Term;

/// An object of memory. Ids are counted per path and never reused on it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub u32);

/// A place in the program, as user code sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The function.
    pub function: FuncId,
    /// The position in the source.
    pub span: Option<Span>,
}

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A global variable.
    Global(GlobalId),
    /// A function: its address, and the addresses of its labels behind it.
    Function(FuncId),
    /// A stack object of a function, and the source variable it holds.
    Stack(FuncId, Option<VarId>),
    /// The heap block with this number, counted from 1 on each path.
    Heap(u32),
    /// The variadic arguments of a call.
    Variadic,
    /// A text of the surroundings, of any length: an argument of the program, a variable of the environment. Two of
    /// them may be the same.
    Text,
    /// An element of an array, or a run of them (`elements.rs`): a part of the array, which is freed with it.
    Element,
    /// Something that belongs to the library or the environment: a stream, the arguments of `main`.
    Library(&'static str),
}

/// Where an object is in its life.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Life {
    /// Its scope has not begun.
    Unborn,
    /// It is alive.
    Alive,
    /// It ended there: it was freed, or its scope ended.
    Ended(Place),
}

/// What may be done with the memory of an object that is alive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rights {
    /// Nothing: only its address is known.
    None,
    /// It may be read.
    Read,
    /// It may be read and written.
    Write,
}

/// An object.
#[derive(Clone, Debug)]
pub struct Object {
    /// What it is.
    pub kind: Kind,
    /// Where it is in its life.
    pub life: Life,
    /// What may be done with its memory.
    pub rights: Rights,
    /// Its address.
    pub base: Term,
    /// Its size in bytes, as wide as a pointer.
    pub size: Term,
    /// The alignment of its address.
    pub align: u64,
    /// Where it was allocated.
    pub place: Option<Place>,
    /// When its life began, by the clock of its path.
    pub born: u32,
    /// When its life ended; none while it has not.
    pub died: Option<u32>,
    /// Its bytes; for a segment those of each node, with the links of its ends.
    pub content: Content,
    /// Whether it may share its memory with other constants of which this holds ([`ir::Global::mergeable`]).
    pub mergeable: bool,
    /// What it stands for.
    pub shape: Shape,
    /// The node specifier of the segment to each node of which one such object belongs.
    pub owner: Option<ObjectId>,
    /// The source type as which the program uses it: a hint at which objects are nodes of one list, no more.
    pub used_as: Option<TypeId>,
    /// For a node on a path down a tree, or a segment of such, the links of the tree ([`crate::DOWN`]).
    pub path: Option<Branches>,
}

impl Object {
    /// Whether it is alive.
    pub fn is_alive(&self) -> bool {
        self.life == Life::Alive
    }

    /// Whether it is a heap block that is alive, or a segment of such blocks; elements of arrays are like them.
    pub fn is_live_heap(&self) -> bool {
        self.is_alive()
            && matches!(self.kind, Kind::Heap(_) | Kind::Element)
            && matches!(self.shape, Shape::Region | Shape::Segment(_))
    }

    /// Whether it is a heap block that is alive, or a segment of such, and no part of one.
    pub fn is_live_block(&self) -> bool {
        self.is_live_heap() && self.kind != Kind::Element
    }

    /// Whether both are known to be of one type.
    pub fn is_like(&self, other: &Object) -> bool {
        self.size == other.size && self.used_as.is_some() && self.used_as == other.used_as
    }

    /// The segment it stands for.
    pub fn segment(&self) -> Option<&Segment> {
        match &self.shape {
            Shape::Segment(segment) => Some(segment),
            _ => None,
        }
    }

    /// The number of its nodes, where it is a segment of which they are counted.
    pub fn count(&self) -> Option<Term> {
        self.segment().and_then(|segment| segment.count)
    }

    /// Whether both were alive at some time: then their addresses do not overlap.
    pub fn coexists(&self, other: &Object) -> bool {
        let before = |died: Option<u32>, born: u32| died.is_some_and(|died| died <= born);
        !before(self.died, other.born) && !before(other.died, self.born)
    }
}
