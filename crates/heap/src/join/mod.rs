//! Join: one heap that covers two.
//!
//! A parallel walk pairs values and objects of the left and the right heap and builds what covers both: equal parts
//! stay, a region and a segment become a segment, numbers that differ become a new variable (or, for the nodes of a
//! segment, bytes of which nothing is known; offsets and sizes become a variable that each node has by itself). Where
//! only one side has a segment, the other is taken to have an empty one there. The walk fails where the heaps do not
//! fit; then they stay apart.
//!
//! The same walk merges two neighbouring nodes of *one* heap into a segment ([`crate::Heap::fold`]): there objects
//! reached from both nodes are shared, and objects reached from one of them only come to belong to each node.
//!
//! Whatever the walk decides, [`crate::Heap::is_well_formed`] judges the result: a pointer from outside into what
//! belongs to the nodes of a segment, or to an object that is gone, makes the join fail.

mod borders;
mod cells;
mod choice;
mod columns;
mod content;
mod forget;
mod objects;
mod skip;
mod tag;
mod twice;
mod values;

pub use tag::may_be_tag;

use crate::heap::Heap;
use crate::object::{Kind, Life, Object, ObjectId};
use crate::{Content, Fill, Symbols};
use logic::{Term, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// The name of the variables that stand for numbers in which states differ.
pub const JOINED: &str = "join";

/// How deep values may lead to values before a join gives up.
const DEPTH: u32 = 24;
/// How many segments a join tries to skip before it gives up.
const TRIES: u32 = 1000;

/// The heaps of a join.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The first.
    Left,
    /// The second.
    Right,
}

impl Side {
    fn index(self) -> usize {
        match self {
            Side::Left => 0,
            Side::Right => 1,
        }
    }

    fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// What is joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// Two states of a program.
    States,
    /// Two nodes of one heap, for the segment with this node specifier.
    Nodes(ObjectId),
}

impl Purpose {
    /// To what an object belongs that belongs to no segment on either side.
    fn owner(self) -> Option<ObjectId> {
        match self {
            Purpose::States => None,
            Purpose::Nodes(node) => Some(node),
        }
    }
}

/// A number of the result and what it is on either side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number {
    /// The variable in the result.
    pub out: Term,
    /// What it is on the left.
    pub left: Term,
    /// What it is on the right.
    pub right: Term,
}

/// An offset of the result where it covers two, or where the size of the object does that it leads into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offset {
    /// The offset.
    pub term: Term,
    /// The size of the object.
    pub size: Term,
    /// Whether the offset covers two.
    pub differs: bool,
}

/// A value of the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Joined {
    Term(Term),
    /// One of several values, which a content can hold.
    OneOf(Term),
    Fill(Fill),
}

/// Which address of an object is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Specifier {
    Own,
    Last,
    Node,
    After,
}

/// What belongs to one node specifier of a side comes to belong to another one of the result: what a region holds that
/// has become a segment, each node of that segment holds.
#[derive(Clone, Copy, Debug)]
struct Move {
    from: Option<ObjectId>,
    to: Option<ObjectId>,
    /// The object of that side and the offset in it where the walk is.
    at: Option<(ObjectId, u64)>,
}

/// A segment that one side lacks.
#[derive(Clone, Copy, Debug)]
struct Skipped {
    out: ObjectId,
    next: bool,
    prev: bool,
}

/// What the walk has decided so far.
#[derive(Clone, Default)]
struct Decisions {
    pairs: FxHashMap<(ObjectId, ObjectId), ObjectId>,
    /// For each side the partner of an object on the other.
    partners: [FxHashMap<ObjectId, ObjectId>; 2],
    /// For each side the segments that the other lacks.
    skipped: [FxHashMap<ObjectId, Skipped>; 2],
    work: VecDeque<(ObjectId, ObjectId)>,
    numbers: Vec<Number>,
    offsets: Vec<Offset>,
    known: FxHashMap<(Term, Term), Term>,
    /// Variables that are themselves on both sides.
    same: FxHashSet<VarId>,
    /// Where pointers were forgotten: the objects of both sides and the offset in them.
    forgotten: Vec<([ObjectId; 2], u64)>,
    /// Whether the result covers more than a side.
    lost: [bool; 2],
    /// Whether the result may have parts that a side has not, or in other numbers.
    reshaped: [bool; 2],
    /// Whether objects of a side are younger in the result: beside whom they lived is not known any more.
    younger: [bool; 2],
    /// Whether a heap block of characters holds a string that ends on one side, and none on the other.
    ends_differ: bool,
    out: Heap,
}

/// A join in progress.
pub struct Join<'a> {
    symbols: &'a mut Symbols,
    heaps: [&'a Heap; 2],
    purpose: Purpose,
    now: Decisions,
    depth: u32,
    /// How often it was tried to skip a segment.
    tries: u32,
    /// The segments that are being skipped: skipping one must not lead to skipping it.
    busy: Vec<(Side, ObjectId)>,
    /// For each side what happens to owners where the walk is.
    here: [Move; 2],
    /// The object of the result and the offset in it where the walk is.
    inside: Option<(ObjectId, u64)>,
    /// The values of the program, where one heap is joined with itself.
    roots: &'a [Term],
    /// The nodes that are folded.
    main: Option<[ObjectId; 2]>,
    /// For each side the elements of arrays that begin at a border, which has a number.
    borders: [Vec<(ObjectId, u32)>; 2],
    /// Whether pointers in which they differ may be forgotten.
    pub(crate) forgets: bool,
}

/// What a walk decided about two nodes.
pub(crate) struct Parts {
    pub(crate) out: Heap,
    /// For each side the objects that are gone.
    pub(crate) consumed: [Vec<ObjectId>; 2],
    pub(crate) reshaped: [bool; 2],
    pub(crate) lost: [bool; 2],
    pub(crate) numbers: Vec<Number>,
    pub(crate) offsets: Vec<Offset>,
}

/// The result of a join.
pub struct JoinedHeap {
    /// The heap that covers both.
    pub heap: Heap,
    /// The numbers that differ.
    pub numbers: Vec<Number>,
    /// The offsets that differ.
    pub offsets: Vec<Offset>,
    /// Whether the heap covers more than the left one.
    pub left_lost: bool,
    /// Whether the heap covers more than the right one.
    pub right_lost: bool,
    /// Whether a heap block holds a string that is known to end on one side only.
    pub ends_differ: bool,
}

impl<'a> Join<'a> {
    /// The join of the heaps of two states. Objects that exist from the start are paired by id.
    pub fn new(symbols: &'a mut Symbols, left: &'a Heap, right: &'a Heap) -> Option<Join<'a>> {
        let mut out = left.clone();
        out.next = left.next.max(right.next);
        out.clock = left.clock.max(right.clock) + 1;
        out.blocks = left.blocks.max(right.blocks);
        out.fresh = left.fresh.max(right.fresh);
        out.begun.forget_all();
        let mut join = Join::with(symbols, left, right, Purpose::States, out, &[]);
        let dynamic = |object: &Object| {
            matches!(
                object.kind,
                Kind::Heap(_) | Kind::Stack(..) | Kind::Variadic | Kind::Text | Kind::Element
            )
        };
        let mut gone = Vec::new();
        for (id, object) in left.objects() {
            if dynamic(object) {
                gone.push(id);
                continue;
            }
            let same = left.shares(right, id);
            let rest = match object.content.rest() {
                Fill::Repeat(term) => Some(term),
                Fill::Undefined | Fill::Unknown | Fill::Texts(_) => None,
            };
            let layer = object.content.layer_terms();
            let terms = object.content.terms().map(|(term, _)| term).chain(rest).chain(layer);
            let terms: Vec<Term> = terms.collect();
            let plain = same && terms.iter().all(|term| !join.symbols.has_base(*term));
            match right.find(id) {
                Some(other) if plain || other.kind == object.kind => join.now.note(id, id, id),
                _ => return None,
            }
            match plain {
                true => terms.into_iter().for_each(|term| join.keep(term)),
                false => join.now.work.push_back((id, id)),
            }
        }
        let only_right = |(id, object): &(ObjectId, &Object)| !dynamic(object) && left.find(*id).is_none();
        if right.objects().any(|entry| only_right(&entry)) {
            return None;
        }
        for id in gone {
            join.now.out.forget(id);
        }
        Some(join)
    }

    pub(crate) fn with(
        symbols: &'a mut Symbols,
        left: &'a Heap,
        right: &'a Heap,
        purpose: Purpose,
        out: Heap,
        roots: &'a [Term],
    ) -> Join<'a> {
        let now = Decisions { out, ..Decisions::default() };
        let base = purpose.owner();
        Join {
            symbols,
            heaps: [left, right],
            purpose,
            now,
            depth: 0,
            tries: 0,
            busy: Vec::new(),
            here: [Move { from: None, to: base, at: None }; 2],
            inside: None,
            roots,
            main: None,
            borders: Default::default(),
            forgets: false,
        }
    }

    /// Pairs the nodes that are folded from the start.
    pub(crate) fn preset(&mut self, left: ObjectId, right: ObjectId, out: ObjectId) {
        self.main = Some([left, right]);
        self.now.note(left, right, out);
    }

    /// The size of an object of the result, where it is known only after the object was made.
    pub(crate) fn resize(&mut self, out: ObjectId, size: Term) {
        self.now.out.object_mut(out).size = size;
    }

    /// The terms.
    pub fn symbols(&mut self) -> &mut Symbols {
        self.symbols
    }

    /// Variables that are themselves on both sides, though they may occur nowhere.
    pub fn keep_all(&mut self, vars: impl IntoIterator<Item = VarId>) {
        self.now.same.extend(vars);
    }

    /// Pairs two objects, such as the locals of two calls; gives the object that stands for both.
    pub fn object(&mut self, left: ObjectId, right: ObjectId) -> Option<ObjectId> {
        self.target(left, right)
    }

    /// The value that covers a value of either side, which are as wide.
    pub fn value(&mut self, left: Term, right: Term) -> Option<Term> {
        match self.joined(left, right)? {
            Joined::Term(term) => Some(term),
            Joined::OneOf(_) | Joined::Fill(_) => None,
        }
    }

    /// The result covers more than a side, for a reason outside of the heaps.
    pub fn lose(&mut self, side: Side) {
        self.now.lost[side.index()] = true;
    }

    /// Joins the contents of all objects that were met, and gives the result.
    pub fn finish(mut self, roots: &[Term]) -> Option<JoinedHeap> {
        self.process()?;
        self.copy_skipped()?;
        // What lives on one side only must be accounted for.
        for side in [Side::Left, Side::Right] {
            let heap = self.heaps[side.index()];
            for (id, object) in heap.objects().filter(|(_, object)| object.is_live_heap()) {
                if (object.owner.is_none() || self.has_forgotten())
                    && !self.now.partners[side.index()].contains_key(&id)
                    && !self.now.skipped[side.index()].contains_key(&id)
                {
                    return None;
                }
            }
        }
        if self.has_forgotten() && !self.now.out.holds_all(self.symbols, roots) {
            return None;
        }
        let mut now = self.now;
        now.out.count_no_parts();
        let has_ended = now.out.objects().any(|(_, object)| object.died.is_some_and(|died| died > 0));
        for side in 0..2 {
            now.lost[side] |= now.younger[side] && has_ended;
        }
        // A variable that is kept in one place and replaced in another was equal to itself.
        for number in &now.numbers {
            for (side, term) in [(0, number.left), (1, number.right)] {
                now.lost[side] |= self.symbols.store.as_var(term).is_some_and(|var| now.same.contains(&var));
            }
        }
        now.out.is_well_formed(self.symbols, roots).then_some(JoinedHeap {
            heap: now.out,
            numbers: now.numbers,
            offsets: now.offsets,
            left_lost: now.lost[0],
            ends_differ: now.ends_differ,
            right_lost: now.lost[1],
        })
    }

    /// Joins the contents of the objects that wait, and of those met on the way.
    pub(crate) fn process(&mut self) -> Option<()> {
        while let Some((left, right)) = self.now.work.pop_front() {
            let out = self.now.pairs[&(left, right)];
            let (a, b) = (self.heaps[0].object(left), self.heaps[1].object(right));
            let content = match a.life {
                Life::Ended(_) => Content::filled(Fill::Undefined),
                _ if a.size != b.size => {
                    let [x, y] = self.as_large(a, b);
                    self.content(&x, &y, &[], Some([left, right, out]))?
                }
                _ => self.content(&a.content, &b.content, &[], Some([left, right, out]))?,
            };
            self.now.out.object_mut(out).content = content;
        }
        Some(())
    }

    /// What the walk decided, after [`Join::process`] and [`Join::copy_skipped`].
    pub(crate) fn into_parts(self) -> Parts {
        let now = self.now;
        let consumed = [0, 1].map(|side| {
            let paired = now.partners[side].iter().filter(|(one, other)| one != other).map(|(one, _)| *one);
            let mut consumed: Vec<ObjectId> = paired.chain(now.skipped[side].keys().copied()).collect();
            consumed.sort_unstable();
            consumed
        });
        Parts {
            out: now.out,
            consumed,
            reshaped: now.reshaped,
            lost: now.lost,
            numbers: now.numbers,
            offsets: now.offsets,
        }
    }
}

impl Decisions {
    fn note(&mut self, left: ObjectId, right: ObjectId, out: ObjectId) {
        self.pairs.insert((left, right), out);
        self.partners[0].insert(left, right);
        self.partners[1].insert(right, left);
    }
}
