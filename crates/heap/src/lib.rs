//! The symbolic heap that exact exploration and the shape analysis share.
//!
//! A [`Heap`] is the set of objects of one path, byte-precise and cheap to copy; a value is a bit-vector term, and a
//! pointer is a term in which the address variable of an object occurs ([`Symbols`]). A symbolic heap of SL-CPA,
//! `Π ∧ Σ`, is a path condition and a [`Heap`]; a symbolic memory graph is the same seen as a graph: objects with
//! has-value edges ([`Content`]) and points-to edges ([`Symbols::pointer`]).
//!
//! Architecture invariant: nothing here executes instructions, asks a solver or knows an engine. What terms alone
//! cannot decide is handed back as a term.

mod cells;
mod certain;
mod columns;
mod content;
mod counted;
mod cut;
mod elements;
mod fold;
mod heap;
mod join;
mod materialise;
mod object;
mod paths;
mod print;
mod reach;
mod shape;
mod symbols;
mod tails;
mod tree;
mod unread;
mod unwritten;
mod well_formed;

pub use cells::Cell;
pub use certain::Uncertain;
pub use columns::Column;
pub use content::{Content, Data, Fill, Fresh, HasValue};
pub use cut::Renaming;
pub use elements::{ELEMENTS, Elements, Item};
pub use fold::{Cost, Fold, Folded};
pub use heap::{Bitwise, Counter, Heap, NULL_PAGE, New};
pub use join::{JOINED, Join, JoinedHeap, Number, Offset, Side, may_be_tag};
pub use materialise::{End, Substitution};
pub use object::{Kind, Life, Object, ObjectId, Place, Rights};
pub use paths::DOWN;
pub use print::{Names, Numbers, is_shown};
pub use reach::Reach;
pub use shape::{Branches, Links, Segment, Shape};
pub use symbols::{Bases, Pointer, Symbols, Traits};
pub use tails::BACK;
pub use unwritten::Unwritten;
