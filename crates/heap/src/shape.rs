//! Abstract objects: list segments of any length, trees of any size, and objects that may be absent.
//!
//! An object of a [`Heap`] is a plain region, or it stands for a *segment*: a chain of nodes of one size whose
//! contents are described once, by a template. Four addresses belong to a segment, each a *target specifier* with an
//! object of its own, so that every pointer is still `base + offset`:
//!
//! - the segment's own base is the address of its **first** node;
//! - the base of its *last specifier* is the address of its **last** node (doubly-linked segments only);
//! - the base of its *node specifier* is, inside of the template and of what belongs to it, the address of **each**
//!   node itself;
//! - the base of its *after specifier* is, inside of the same, the address of what **follows** each node: the next
//!   node, or after the last one whatever the segment leads to. So a part of a node may lead to the next node, as a
//!   list does between two nodes of a skip list.
//!
//! The links inside of the chain are implied: the template holds at the offsets of the links what the *ends* of the
//! segment point to. Objects whose [`Object::owner`] is the node specifier exist once for each node; everything
//! else that a template points to is shared by all nodes. Predator (Dudka, Peringer, Vojnar, "Byte-Precise
//! Verification of Low-Level List Manipulation", 2013) writes the same with target specifiers (`fst`, `lst`, `all`)
//! and nesting levels.
//!
//! A *tree* is a segment, too: its base is the address of its root, the links inside are implied, and the template
//! holds null at the offsets of its links, which is what the leaves have there.
//!
//! Where a segment may be empty its bases are no addresses but stand for what the segment is skipped to: the first
//! node for what follows, the last one for what precedes, the root of a tree for null. So nothing may be concluded
//! from such a base before the two cases are told apart ([`Heap::remove_empty`], [`Heap::require_node`]).
//!
//! [`Heap`]: crate::Heap
//! [`Heap::remove_empty`]: crate::Heap::remove_empty
//! [`Heap::require_node`]: crate::Heap::require_node
//! [`Object::owner`]: crate::Object::owner

use crate::ObjectId;
use logic::Term;

/// What an object stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Shape {
    /// Itself.
    #[default]
    Region,
    /// A segment; the object's base is the address of its first node.
    Segment(Segment),
    /// The last node of the segment.
    Last(ObjectId),
    /// Each node of the segment, in what belongs to that node.
    Node(ObjectId),
    /// What follows each node of the segment, in what belongs to that node.
    After(ObjectId),
}

/// A chain of nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Segment {
    /// How the nodes hang together.
    pub links: Links,
    /// The least number of nodes.
    pub min: u32,
    /// The greatest number of nodes, where there is one.
    pub max: Option<u32>,
    /// The number of nodes, where they are counted ([`Symbols::counts_nodes`](crate::Symbols::counts_nodes)): only
    /// those of a list that is no part of a node.
    pub count: Option<Term>,
    /// The node specifier.
    pub node: ObjectId,
    /// The last specifier, where there is a link backwards.
    pub last: Option<ObjectId>,
    /// The after specifier, where there are links.
    pub after: Option<ObjectId>,
}

/// How the nodes of a segment hang together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Links {
    /// By a pointer at offset `next` to offset `head` of the next node, and perhaps one back at offset `prev`.
    List {
        /// Where links point to.
        head: u64,
        /// Where the link to the next node is.
        next: u64,
        /// Where the link to the node before is.
        prev: Option<u64>,
    },
    /// By pointers each of which is null or leads to the start of the root of a further tree.
    Tree(Branches),
    /// Not at all: there is at most one node, and where there is none its address is null.
    Optional,
}

/// The most links that a node of a tree may have.
const BRANCHES: usize = 4;

/// Where the nodes of a tree have their links: at two to four offsets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Branches {
    first: u64,
    more: [Option<u64>; BRANCHES - 1],
}

impl Branches {
    /// Links at some offsets; none where these are too few or too many for a tree.
    pub fn new(offsets: &[u64]) -> Option<Branches> {
        let (first, rest) = offsets.split_first()?;
        if rest.is_empty() || rest.len() >= BRANCHES {
            return None;
        }
        let mut more = [None; BRANCHES - 1];
        more.iter_mut().zip(rest).for_each(|(to, offset)| *to = Some(*offset));
        Some(Branches { first: *first, more })
    }

    /// Whether a link is at an offset.
    pub fn has(self, offset: u64) -> bool {
        self.offsets().any(|link| link == offset)
    }

    /// The offsets.
    pub fn offsets(self) -> impl Iterator<Item = u64> + use<> {
        std::iter::once(self.first).chain(self.more.into_iter().flatten())
    }
}

impl Segment {
    /// Whether it may have no node.
    pub fn may_be_empty(&self) -> bool {
        self.min == 0
    }

    /// All specifiers.
    pub fn specifiers(&self) -> impl Iterator<Item = ObjectId> + use<> {
        [Some(self.node), self.last, self.after].into_iter().flatten()
    }

    /// The offset to which links point.
    pub fn head(&self) -> u64 {
        match self.links {
            Links::List { head, .. } => head,
            Links::Tree(_) | Links::Optional => 0,
        }
    }

    /// The offset of the link to the next node.
    pub fn next(&self) -> Option<u64> {
        match self.links {
            Links::List { next, .. } => Some(next),
            Links::Tree(_) | Links::Optional => None,
        }
    }

    /// The offset of the link to the node before.
    pub fn prev(&self) -> Option<u64> {
        match self.links {
            Links::List { prev, .. } => prev,
            Links::Tree(_) | Links::Optional => None,
        }
    }

    /// The offsets of all links.
    pub fn link_offsets(&self) -> impl Iterator<Item = u64> + use<> {
        let (list, tree) = match self.links {
            Links::List { next, prev, .. } => ([Some(next), prev], None),
            Links::Tree(branches) => ([None; 2], Some(branches)),
            Links::Optional => ([None; 2], None),
        };
        list.into_iter().flatten().chain(tree.into_iter().flat_map(|branches| branches.offsets()))
    }
}
