//! Join: one heap that covers two.
//!
//! A parallel walk pairs values and objects of the left and the right heap and builds what covers both: equal parts
//! stay, a region and a segment become a segment, numbers that differ become a new variable (or, for the nodes of a
//! segment, bytes of which nothing is known). Where only one side has a segment, the other is taken to have an empty
//! one there. The walk fails where the heaps do not fit; then they stay apart.
//!
//! The same walk merges two neighbouring nodes of *one* heap into a segment ([`crate::Heap::fold`]): there objects
//! reached from both nodes are shared, and objects reached from one of them only come to belong to each node.
//!
//! Whatever the walk decides, [`crate::Heap::is_well_formed`] judges the result: a pointer from outside into what
//! belongs to the nodes of a segment, or to an object that is gone, makes the join fail.

use crate::heap::Heap;
use crate::object::{Kind, Life, Object, ObjectId};
use crate::{Content, Data, Fill, Links, Piece, Pointer, Segment, Shape, Symbols};
use logic::{Node, Term, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// How deep values may lead to values before a join gives up.
const DEPTH: u32 = 24;

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
    /// Two nodes of one heap, for the segment with this node handle.
    Nodes(ObjectId),
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

/// A value of the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Joined {
    Term(Term),
    Fill(Fill),
}

/// Which address of an object is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Handle {
    Own,
    Last,
    Node,
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
    known: FxHashMap<(Term, Term), Term>,
    /// Variables that are themselves on both sides.
    same: FxHashSet<VarId>,
    /// Whether the result covers more than a side.
    lost: [bool; 2],
    out: Heap,
}

/// A join in progress.
pub struct Join<'a> {
    symbols: &'a mut Symbols,
    heaps: [&'a Heap; 2],
    purpose: Purpose,
    now: Decisions,
    depth: u32,
    /// The segments that are being skipped: skipping one must not lead to skipping it.
    busy: Vec<(Side, ObjectId)>,
    /// For each side to what an object comes to belong that only this side reaches from where the walk is.
    owner_here: [Option<ObjectId>; 2],
}

/// The result of a join.
pub struct JoinedHeap {
    /// The heap that covers both.
    pub heap: Heap,
    /// The numbers that differ.
    pub numbers: Vec<Number>,
    /// Whether the heap covers more than the left one.
    pub left_lost: bool,
    /// Whether the heap covers more than the right one.
    pub right_lost: bool,
}

impl<'a> Join<'a> {
    /// The join of the heaps of two states. Objects that exist from the start are paired by id.
    pub fn new(symbols: &'a mut Symbols, left: &'a Heap, right: &'a Heap) -> Option<Join<'a>> {
        let mut out = left.clone();
        out.next = left.next.max(right.next);
        out.clock = left.clock.max(right.clock) + 1;
        out.blocks = left.blocks.max(right.blocks);
        out.fresh = left.fresh.max(right.fresh);
        let mut join = Join::with(symbols, left, right, Purpose::States, out);
        let dynamic =
            |object: &Object| matches!(object.kind, Kind::Heap(_) | Kind::Stack(..) | Kind::Variadic);
        let mut gone = Vec::new();
        for (id, object) in left.objects() {
            if dynamic(object) {
                gone.push(id);
                continue;
            }
            let same = left.shares(right, id);
            let plain = same && object.content.terms().all(|(term, _)| !join.symbols.has_base(term));
            match right.find(id) {
                Some(other) if plain || other.kind == object.kind => join.now.note(id, id, id),
                _ => return None,
            }
            match plain {
                true => object.content.terms().for_each(|(term, _)| join.keep(term)),
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
    ) -> Join<'a> {
        let now = Decisions { out, ..Decisions::default() };
        let base = match purpose {
            Purpose::States => None,
            Purpose::Nodes(node) => Some(node),
        };
        Join {
            symbols,
            heaps: [left, right],
            purpose,
            now,
            depth: 0,
            busy: Vec::new(),
            owner_here: [base; 2],
        }
    }

    /// Pairs two objects from the start.
    pub(crate) fn preset(&mut self, left: ObjectId, right: ObjectId, out: ObjectId) {
        self.now.note(left, right, out);
    }

    /// The terms.
    pub fn symbols(&mut self) -> &mut Symbols {
        self.symbols
    }

    /// Pairs two objects, such as the locals of two calls; gives the object that stands for both.
    pub fn object(&mut self, left: ObjectId, right: ObjectId) -> Option<ObjectId> {
        self.target(left, right)
    }

    /// The value that covers a value of either side, which are as wide.
    pub fn value(&mut self, left: Term, right: Term) -> Option<Term> {
        match self.joined(left, right)? {
            Joined::Term(term) => Some(term),
            Joined::Fill(_) => None,
        }
    }

    /// Joins the contents of all objects that were met, and gives the result.
    pub fn finish(mut self, roots: &[Term]) -> Option<JoinedHeap> {
        self.process()?;
        self.copy_skipped()?;
        // What lives on one side only must be accounted for.
        for side in [Side::Left, Side::Right] {
            let heap = self.heaps[side.index()];
            for (id, object) in heap.objects().filter(|(_, object)| object.is_live_heap()) {
                if object.owner.is_none()
                    && !self.now.partners[side.index()].contains_key(&id)
                    && !self.now.skipped[side.index()].contains_key(&id)
                {
                    return None;
                }
            }
        }
        let mut now = self.now;
        // A variable that is kept in one place and replaced in another was equal to itself.
        for number in &now.numbers {
            for (side, term) in [(0, number.left), (1, number.right)] {
                now.lost[side] |= self.symbols.store.as_var(term).is_some_and(|var| now.same.contains(&var));
            }
        }
        now.out.is_well_formed(self.symbols, roots).then_some(JoinedHeap {
            heap: now.out,
            numbers: now.numbers,
            left_lost: now.lost[0],
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
                _ => self.content(&a.content, &b.content, &[], Some([left, right, out]))?,
            };
            self.now.out.object_mut(out).content = content;
        }
        Some(())
    }

    /// What the walk decided, after [`Join::process`] and [`Join::copy_skipped`].
    pub(crate) fn into_parts(self) -> (Heap, [Vec<ObjectId>; 2], [bool; 2]) {
        let now = self.now;
        let consumed = [0, 1].map(|side| {
            let paired = now.partners[side].iter().filter(|(one, other)| one != other).map(|(one, _)| *one);
            let mut consumed: Vec<ObjectId> = paired.chain(now.skipped[side].keys().copied()).collect();
            consumed.sort_unstable();
            consumed
        });
        (now.out, consumed, now.lost)
    }

    /// A segment that covers two chains of nodes, where the offsets of links are left out.
    pub(crate) fn content(
        &mut self,
        left: &Content,
        right: &Content,
        links: &[(u64, u64)],
        objects: Option<[ObjectId; 3]>,
    ) -> Option<Content> {
        let mut cuts: Vec<u64> = Vec::new();
        for piece in left.pieces().iter().chain(right.pieces()) {
            cuts.extend([piece.offset, piece.end()]);
        }
        for (at, len) in links {
            cuts.extend([*at, at + len]);
        }
        cuts.sort_unstable();
        cuts.dedup();
        let rest = self.fills(left.rest(), right.rest())?;
        let mut content = Content::filled(rest);
        let mut first = 0;
        while first + 1 < cuts.len() {
            let from = cuts[first];
            // Pieces that are the same range on both sides, or a piece against a filling, are taken whole.
            let to = self.extent(left, right, from, cuts[first + 1]);
            first = cuts.partition_point(|cut| *cut < to);
            if links.iter().any(|(at, len)| from >= *at && from < at + len) {
                continue;
            }
            self.owner_here = [Side::Left, Side::Right].map(|side| self.owner_at(side, objects, from));
            let (a, b) = (left.parts(from, to - from), right.parts(from, to - from));
            let ([a], [b]) = (&a[..], &b[..]) else { return None };
            match self.parts(a, b)? {
                Joined::Term(term) => content.write(from, to - from, term),
                Joined::Fill(fill) => content.fill(from, to - from, fill),
            }
        }
        Some(content)
    }

    /// The end of the range from `from` that can be joined at once.
    fn extent(&self, left: &Content, right: &Content, from: u64, next: u64) -> u64 {
        let whole = |content: &Content| {
            content
                .pieces()
                .iter()
                .find(|piece| piece.offset == from && matches!(piece.data, Data::Bits { .. }))
                .map(Piece::end)
        };
        let is_fill = |content: &Content, to: u64| {
            let parts = content.parts(from, to - from);
            matches!(parts[..], [Piece { data: Data::Fill(_), .. }])
        };
        match (whole(left), whole(right)) {
            (Some(a), Some(b)) if a == b => a,
            (Some(a), None) if is_fill(right, a) => a,
            (None, Some(b)) if is_fill(left, b) => b,
            _ => next,
        }
    }

    fn parts(&mut self, a: &Piece, b: &Piece) -> Option<Joined> {
        match (a.data, b.data) {
            (Data::Fill(a), Data::Fill(b)) => self.fills(a, b).map(Joined::Fill),
            (Data::Bits { .. }, Data::Fill(fill)) => self.bits_and_fill(a, fill, Side::Left),
            (Data::Fill(fill), Data::Bits { .. }) => self.bits_and_fill(b, fill, Side::Right),
            (Data::Bits { term: x, skip: s }, Data::Bits { term: y, skip: t }) => {
                let whole = |symbols: &Symbols, term: Term, skip: u64, len: u64| {
                    skip == 0 && u64::from(symbols.store.width(term)) == len * 8
                };
                if whole(self.symbols, x, s, a.len) && whole(self.symbols, y, t, b.len) {
                    return self.joined(x, y);
                }
                if self.symbols.has_base(x) || self.symbols.has_base(y) {
                    return None;
                }
                self.now.lost = [true; 2];
                let undefined = self.symbols.is_undefined(x) || self.symbols.is_undefined(y);
                Some(Joined::Fill(if undefined { Fill::Undefined } else { Fill::Unknown }))
            }
        }
    }

    /// Bytes that are bits on one side and a filling on the other.
    fn bits_and_fill(&mut self, piece: &Piece, fill: Fill, side: Side) -> Option<Joined> {
        let Data::Bits { term, skip } = piece.data else { return None };
        let whole = skip == 0 && u64::from(self.symbols.store.width(term)) == piece.len * 8;
        if let (Fill::Repeat(byte), true) = (fill, whole) {
            let value = Content::filled(fill).known(self.symbols, 0, piece.len).unwrap_or(byte);
            return match side {
                Side::Left => self.joined(term, value),
                Side::Right => self.joined(value, term),
            };
        }
        if self.symbols.has_base(term) {
            return None;
        }
        self.now.lost[side.index()] = true;
        let undefined = self.symbols.is_undefined(term) || fill == Fill::Undefined;
        match fill {
            Fill::Repeat(_) => {
                self.now.lost = [true; 2];
                Some(Joined::Fill(if undefined { Fill::Undefined } else { Fill::Unknown }))
            }
            _ => {
                self.now.lost[side.other().index()] |= undefined && fill != Fill::Undefined;
                Some(Joined::Fill(if undefined { Fill::Undefined } else { Fill::Unknown }))
            }
        }
    }

    fn fills(&mut self, a: Fill, b: Fill) -> Option<Fill> {
        if a == b {
            if let Fill::Repeat(term) = a {
                self.keep(term);
            }
            return Some(a);
        }
        let weight = |fill: Fill| match fill {
            Fill::Repeat(_) => 0,
            Fill::Unknown => 1,
            Fill::Undefined => 2,
        };
        let bases = |symbols: &mut Symbols, fill: Fill| match fill {
            Fill::Repeat(term) => symbols.has_base(term),
            _ => false,
        };
        if bases(self.symbols, a) || bases(self.symbols, b) {
            return None;
        }
        Some(match (weight(a), weight(b)) {
            (0, 0) => {
                self.now.lost = [true; 2];
                Fill::Unknown
            }
            (x, y) if x > y => {
                self.now.lost[1] = true;
                a
            }
            _ => {
                self.now.lost[0] = true;
                b
            }
        })
    }

    fn joined(&mut self, left: Term, right: Term) -> Option<Joined> {
        let bases = self.symbols.has_base(left) || self.symbols.has_base(right);
        if !bases {
            return Some(self.number(left, right));
        }
        if self.symbols.store.width(left) != self.symbols.word() {
            return self.unchanged(left, right).map(Joined::Term);
        }
        self.depth += 1;
        let joined = if self.depth > DEPTH { None } else { self.pointers(left, right) };
        self.depth -= 1;
        joined.map(Joined::Term)
    }

    fn pointers(&mut self, left: Term, right: Term) -> Option<Term> {
        let one = self.heaps[0].pointer(self.symbols, left);
        let other = self.heaps[1].pointer(self.symbols, right);
        if let (Pointer::Into(a, x), Pointer::Into(b, y)) = (one, other) {
            let saved = self.now.clone();
            if let Some(out) = self.target(a, b)
                && let Some(offset) = self.offset(x, y)
            {
                let base = self.now.out.object(out).base;
                return Some(self.symbols.store.add(base, offset));
            }
            self.now = saved;
        }
        if matches!(one, Pointer::Mixed) || matches!(other, Pointer::Mixed) {
            return self.unchanged(left, right);
        }
        let mut ways = Vec::new();
        for (side, pointer, otherwise, against) in
            [(Side::Left, one, right, other), (Side::Right, other, left, one)]
        {
            if let Pointer::Into(id, offset) = pointer {
                let rank = self.skip_rank(side, id, against);
                ways.push((rank, side, id, offset, otherwise));
            }
        }
        ways.sort_by_key(|way| way.0);
        for (_, side, id, offset, otherwise) in ways {
            let saved = self.now.clone();
            if let Some(out) = self.skip(side, id, offset, otherwise) {
                return Some(out);
            }
            self.now = saved;
        }
        None
    }

    /// How likely skipping a segment is right: it was skipped before, or what follows it is known to correspond to
    /// what the other side has in its place, or it may be empty.
    fn skip_rank(&mut self, side: Side, id: ObjectId, against: Pointer) -> u32 {
        let Some((segment_id, handle)) = self.canonical(side, id) else { return 4 };
        if self.now.skipped[side.index()].contains_key(&segment_id) {
            return 0;
        }
        let heap = self.heaps[side.index()];
        let Some(segment) = heap.object(segment_id).segment().copied() else { return 4 };
        let link = match handle {
            Handle::Last => segment.prev(),
            _ => segment.next(),
        };
        let word = u64::from(self.symbols.word() / 8);
        let beyond = link.and_then(|link| heap.object(segment_id).content.known(self.symbols, link, word));
        let beyond = beyond.map(|term| heap.pointer(self.symbols, term));
        let corresponds = match (beyond, against) {
            (Some(Pointer::Into(next, _)), Pointer::Into(other, _)) => {
                let next = self.canonical(side, next).map(|it| it.0);
                let other = self.canonical(side.other(), other).map(|it| it.0);
                let partner = next.and_then(|next| self.now.partners[side.index()].get(&next).copied());
                partner.is_some() && partner == other
            }
            (Some(Pointer::Null), Pointer::Null) => true,
            _ => false,
        };
        match (corresponds, segment.may_be_empty()) {
            (true, _) => 1,
            (false, true) => 2,
            (false, false) => 3,
        }
    }

    /// Two offsets into one object.
    fn offset(&mut self, x: Term, y: Term) -> Option<Term> {
        match self.number(x, y) {
            Joined::Term(term) => Some(term),
            Joined::Fill(_) => None,
        }
    }

    /// A value over addresses that is the same on both sides, if the objects are.
    fn unchanged(&mut self, left: Term, right: Term) -> Option<Term> {
        if left != right {
            return None;
        }
        for id in self.symbols.objects_in(left) {
            if self.target(id, id) != Some(id) {
                return None;
            }
        }
        Some(left)
    }

    /// The number that covers two.
    fn number(&mut self, left: Term, right: Term) -> Joined {
        if left == right {
            self.keep(left);
            return Joined::Term(left);
        }
        let undefined = self.symbols.is_undefined(left) || self.symbols.is_undefined(right);
        if let Purpose::Nodes(_) = self.purpose {
            self.now.lost = [true; 2];
            return Joined::Fill(if undefined { Fill::Undefined } else { Fill::Unknown });
        }
        Joined::Term(self.generalize(left, right, undefined))
    }

    /// A number that is the same on both sides.
    fn keep(&mut self, term: Term) {
        if self.symbols.store.as_const(term).is_none() && self.purpose == Purpose::States {
            self.now.same.extend(self.symbols.store.support(&[term]));
        }
    }

    /// The most special term of which both are instances.
    fn generalize(&mut self, left: Term, right: Term, undefined: bool) -> Term {
        if left == right {
            self.keep(left);
            return left;
        }
        if let Some(&known) = self.now.known.get(&(left, right)) {
            return known;
        }
        let (one, other) = (self.symbols.store.node(left), self.symbols.store.node(right));
        let width = self.symbols.store.width(left);
        let same_operator = match (one, other) {
            (Node::Not(_), Node::Not(_))
            | (Node::Concat(..), Node::Concat(..))
            | (Node::Zext(_), Node::Zext(_))
            | (Node::Sext(_), Node::Sext(_))
            | (Node::Ite(..), Node::Ite(..)) => true,
            (Node::Bin(a, ..), Node::Bin(b, ..)) => a == b,
            (Node::Extract { low: a, .. }, Node::Extract { low: b, .. }) => a == b,
            _ => false,
        };
        let args: Vec<(Term, Term)> = one.args().zip(other.args()).collect();
        let same_widths =
            args.iter().all(|(a, b)| self.symbols.store.width(*a) == self.symbols.store.width(*b));
        let term = if same_operator && same_widths && !undefined {
            let mut made: FxHashMap<Term, Term> = FxHashMap::default();
            let mut clash = false;
            for (a, b) in &args {
                let term = self.generalize(*a, *b, false);
                clash |= made.insert(*a, term).is_some_and(|old| old != term);
            }
            match clash {
                // The same argument twice, against two different ones.
                true => None,
                false => self.symbols.store.rebuild(one, width, |arg| made[&arg]),
            }
        } else {
            None
        };
        let term = term.unwrap_or_else(|| {
            let out = match undefined {
                true => crate::Fresh::undefined(&mut self.now.out.fresh, self.symbols, width),
                false => self.symbols.store.fresh("join", width),
            };
            self.now.numbers.push(Number { out, left, right });
            // A variable of its own that becomes another variable loses nothing.
            for (side, term) in [(0, left), (1, right)] {
                let is_first =
                    self.now.numbers.iter().filter(|known| [known.left, known.right][side] == term).count()
                        == 1;
                let is_var = self.symbols.store.as_var(term).is_some();
                let is_undefined = undefined && !self.symbols.is_undefined(term);
                self.now.lost[side] |= !is_var || !is_first || is_undefined;
            }
            out
        });
        self.now.known.insert((left, right), term);
        term
    }

    /// The object of which an object is a handle, and which.
    fn canonical(&self, side: Side, id: ObjectId) -> Option<(ObjectId, Handle)> {
        Some(match self.heaps[side.index()].find(id)?.shape {
            Shape::Region | Shape::Segment(_) => (id, Handle::Own),
            Shape::Last(of) => (of, Handle::Last),
            Shape::Node(of) => (of, Handle::Node),
        })
    }

    /// The object of the result that stands for one of either side.
    fn target(&mut self, left: ObjectId, right: ObjectId) -> Option<ObjectId> {
        let ((a, x), (b, y)) = (self.canonical(Side::Left, left)?, self.canonical(Side::Right, right)?);
        let out = match self.now.pairs.get(&(a, b)) {
            Some(&out) => out,
            None => self.pair(a, b)?,
        };
        let Some(segment) = self.now.out.object(out).segment().copied() else {
            return (x == Handle::Own && y == Handle::Own).then_some(out);
        };
        if a == b && matches!(self.purpose, Purpose::Nodes(_)) {
            // Shared by both nodes, untouched.
            return (x == y).then_some(left);
        }
        // Where there is at most one node, it is the first and the last.
        let is_single = |heap: &Heap, id: ObjectId| match heap.object(id).shape {
            Shape::Segment(segment) => segment.max == Some(1),
            _ => true,
        };
        let is_region = |heap: &Heap, id: ObjectId| heap.object(id).segment().is_none();
        let is_main = matches!(self.purpose, Purpose::Nodes(node) if segment.node == node);
        let handle = if is_main {
            // Whatever a node of the new segment says of itself, each node says.
            let own = (x == Handle::Own && is_region(self.heaps[0], a)) || x == Handle::Node;
            let other = (y == Handle::Own && is_region(self.heaps[1], b)) || y == Handle::Node;
            (own && other).then_some(Handle::Node)?
        } else {
            match (x, y) {
                (x, y) if x == y => x,
                (Handle::Own, y) if is_single(self.heaps[0], a) => y,
                (x, Handle::Own) if is_single(self.heaps[1], b) => x,
                _ => return None,
            }
        };
        match handle {
            Handle::Own => Some(out),
            Handle::Last => segment.last,
            Handle::Node => Some(segment.node),
        }
    }

    /// Pairs two objects that were not met before.
    fn pair(&mut self, a: ObjectId, b: ObjectId) -> Option<ObjectId> {
        if self.is_taken(Side::Left, a) || self.is_taken(Side::Right, b) {
            return None;
        }
        if a == b && matches!(self.purpose, Purpose::Nodes(_)) {
            // Both nodes point to it: it is shared, and stays what it is.
            self.now.note(a, b, a);
            return Some(a);
        }
        let (one, other) = (self.heaps[0].object(a).clone(), self.heaps[1].object(b).clone());
        let kinds = match (one.kind, other.kind) {
            (Kind::Heap(_), Kind::Heap(_)) => true,
            (a, b) => a == b,
        };
        let lives = match (one.life, other.life) {
            (Life::Ended(_), Life::Ended(_)) => true,
            (a, b) => a == b,
        };
        if !kinds || !lives || one.rights != other.rights {
            return None;
        }
        let size = match one.size == other.size {
            true => {
                self.keep(one.size);
                one.size
            }
            false if self.purpose == Purpose::States => self.offset(one.size, other.size)?,
            false => return None,
        };
        let segment = self.pair_shapes(&one, &other)?;
        let owner = self.pair_owners(one.owner, other.owner)?;
        let states = self.purpose == Purpose::States;
        let out = match states && a == b && self.now.out.find(a).is_none() {
            true => a,
            false => self.now.out.fresh_id(),
        };
        let align = one.align.min(other.align);
        let same_times = a == b && one.born == other.born && one.died == other.died;
        let (born, died) = match (same_times, one.died) {
            (true, died) => (one.born, died),
            (false, None) => (self.now.out.clock, None),
            // Of an object that ended at different times nothing is said about who lived beside it.
            (false, Some(_)) => (0, Some(0)),
        };
        let mut object = Object {
            base: self.symbols.base(out, align),
            size,
            align,
            born,
            died,
            content: Content::filled(Fill::Undefined),
            shape: Shape::Region,
            owner,
            ..one
        };
        if let Some(segment) = segment {
            object.shape = Shape::Segment(self.add_handles(out, &object, segment));
        }
        self.now.out.insert(out, object);
        self.now.note(a, b, out);
        self.now.work.push_back((a, b));
        Some(out)
    }

    fn is_taken(&self, side: Side, id: ObjectId) -> bool {
        self.now.partners[side.index()].contains_key(&id) || self.now.skipped[side.index()].contains_key(&id)
    }

    /// The segment that covers two objects, unless both are regions; its handles are still to be made.
    fn pair_shapes(&mut self, one: &Object, other: &Object) -> Option<Option<Segment>> {
        let range = |object: &Object| match object.shape {
            Shape::Segment(segment) => (segment.min, segment.max),
            _ => (1, Some(1)),
        };
        let template = match (one.shape, other.shape) {
            (Shape::Region, Shape::Region) => return Some(None),
            (Shape::Segment(a), Shape::Segment(b)) if a.links == b.links => a,
            (Shape::Segment(a), Shape::Segment(b)) => {
                // An object that may be absent is a list of at most one node if that ends in null.
                let (optional, list) = match (a.links, b.links) {
                    (Links::Optional, Links::List { .. }) => (one, b),
                    (Links::List { .. }, Links::Optional) => (other, a),
                    _ => return None,
                };
                let null = self.symbols.null();
                let word = u64::from(self.symbols.word() / 8);
                for link in [list.next(), list.prev()].into_iter().flatten() {
                    if optional.content.known(self.symbols, link, word) != Some(null) {
                        return None;
                    }
                }
                list
            }
            (Shape::Segment(a), Shape::Region) => a,
            (Shape::Region, Shape::Segment(b)) => b,
            _ => return None,
        };
        if !one.is_live_heap() || !other.is_live_heap() {
            return None;
        }
        let ((min, max), (least, most)) = (range(one), range(other));
        let range = (min.min(least), max.zip(most).map(|(a, b)| a.max(b)));
        self.now.lost[0] |= range != (min, max);
        self.now.lost[1] |= range != (least, most);
        Some(Some(Segment { min: range.0, max: range.1, ..template }))
    }

    /// Makes the handles of a segment of the result.
    fn add_handles(&mut self, out: ObjectId, object: &Object, segment: Segment) -> Segment {
        let handle = |join: &mut Self, shape: Shape| {
            let id = join.now.out.fresh_id();
            let base = join.symbols.base(id, object.align);
            let content = Content::filled(Fill::Undefined);
            join.now.out.insert(id, Object { base, shape, content, owner: None, ..object.clone() });
            id
        };
        let node = handle(self, Shape::Node(out));
        let last = segment.prev().map(|_| handle(self, Shape::Last(out)));
        Segment { node, last, ..segment }
    }

    /// To what the object that covers two belongs.
    fn pair_owners(&self, one: Option<ObjectId>, other: Option<ObjectId>) -> Option<Option<ObjectId>> {
        let base = match self.purpose {
            Purpose::States => None,
            Purpose::Nodes(node) => Some(node),
        };
        let segment = match (one, other) {
            (None, None) => return Some(base),
            (Some(a), None) => self.owner_in_result(Side::Left, a)?,
            (None, Some(b)) => self.owner_in_result(Side::Right, b)?,
            (Some(a), Some(b)) => {
                let owner = self.owner_in_result(Side::Left, a)?;
                (self.owner_in_result(Side::Right, b)? == owner).then_some(owner)?
            }
        };
        Some(Some(segment))
    }

    /// The node handle in the result for one of a side.
    fn owner_in_result(&self, side: Side, node: ObjectId) -> Option<ObjectId> {
        let (segment, _) = self.canonical(side, node)?;
        let out = match self.now.partners[side.index()].get(&segment) {
            Some(&partner) => match side {
                Side::Left => self.now.pairs[&(segment, partner)],
                Side::Right => self.now.pairs[&(partner, segment)],
            },
            None => self.now.skipped[side.index()].get(&segment)?.out,
        };
        self.now.out.object(out).segment().map(|segment| segment.node)
    }

    /// A pointer into a segment that the other side lacks: there it stands for what the segment is skipped to.
    fn skip(&mut self, side: Side, id: ObjectId, offset: Term, other: Term) -> Option<Term> {
        let (segment_id, handle) = self.canonical(side, id)?;
        if handle == Handle::Node || self.now.partners[side.index()].contains_key(&segment_id) {
            return None;
        }
        let heap = self.heaps[side.index()];
        let object = heap.object(segment_id).clone();
        if !object.is_live_heap() {
            return None;
        }
        let segment = match object.shape {
            Shape::Segment(segment) => segment,
            // What only one of two nodes has, each node may have.
            Shape::Region if matches!(self.purpose, Purpose::Nodes(_)) => {
                Segment { links: Links::Optional, min: 1, max: Some(1), node: id, last: None }
            }
            _ => return None,
        };
        let skipped = match self.now.skipped[side.index()].get(&segment_id) {
            Some(&skipped) => skipped,
            None => self.start_skip(side, segment_id, &object, segment)?,
        };
        let made = *self.now.out.object(skipped.out).segment()?;
        let (link, done, base) = match handle {
            Handle::Own => (segment.next(), skipped.next, self.now.out.object(skipped.out).base),
            Handle::Last => (segment.prev(), skipped.prev, self.now.out.object(made.last?).base),
            Handle::Node => return None,
        };
        let Some(link) = link else {
            // An object that may be absent: its address is null then.
            let null = self.symbols.null();
            let zero = self.symbols.size(0);
            return (other == null && offset == zero).then_some(base);
        };
        let word = u64::from(self.symbols.word() / 8);
        let head = self.symbols.size(segment.head());
        let beyond = heap.object(segment_id).content.known(self.symbols, link, word)?;
        let shift = self.symbols.store.sub(offset, head);
        let beyond = self.symbols.store.add(beyond, shift);
        if self.busy.contains(&(side, segment_id)) {
            return None;
        }
        self.busy.push((side, segment_id));
        // What follows the segment belongs to what the segment belongs to.
        let here = std::mem::replace(&mut self.owner_here, [self.now.out.object(skipped.out).owner; 2]);
        let joined = match side {
            Side::Left => self.pointers_or_number(beyond, other),
            Side::Right => self.pointers_or_number(other, beyond),
        };
        self.busy.pop();
        self.owner_here = here;
        let content = self.symbols.store.sub(joined?, shift);
        let known = self.now.out.object(skipped.out).content.known(self.symbols, link, word);
        if done && known != Some(content) {
            // A segment is skipped to one place only.
            return None;
        }
        if !done {
            self.now.out.write(skipped.out, link, word, content);
            let entry = self.now.skipped[side.index()].get_mut(&segment_id)?;
            match handle {
                Handle::Own => entry.next = true,
                _ => entry.prev = true,
            }
        }
        Some(self.symbols.store.add(base, offset))
    }

    fn pointers_or_number(&mut self, left: Term, right: Term) -> Option<Term> {
        match self.joined(left, right)? {
            Joined::Term(term) => Some(term),
            Joined::Fill(_) => None,
        }
    }

    /// To what an object comes to belong that one side reaches from an offset of two objects, of which the third is
    /// the result: what a region holds, each node of the segment holds that the region has become part of.
    fn owner_at(&self, side: Side, objects: Option<[ObjectId; 3]>, offset: u64) -> Option<ObjectId> {
        let base = match self.purpose {
            Purpose::States => None,
            Purpose::Nodes(node) => Some(node),
        };
        let Some(objects) = objects else { return base };
        let source = self.heaps[side.index()].object(objects[side.index()]);
        let out = self.now.out.object(objects[2]);
        match out.segment() {
            // A link leads out of the segment.
            Some(segment)
                if source.segment().is_none()
                    && ![segment.next(), segment.prev()].contains(&Some(offset)) =>
            {
                Some(segment.node)
            }
            _ => out.owner.or(base),
        }
    }

    fn start_skip(&mut self, side: Side, id: ObjectId, object: &Object, segment: Segment) -> Option<Skipped> {
        let owner = match object.owner {
            None => self.owner_here[side.index()],
            Some(node) => Some(self.owner_in_result(side, node)?),
        };
        let out = self.now.out.fresh_id();
        let born = self.now.out.clock;
        let base = self.symbols.base(out, object.align);
        let content = Content::filled(Fill::Undefined);
        let mut new = Object { base, born, content, owner, shape: Shape::Region, ..object.clone() };
        let segment_out = self.add_handles(out, &new, Segment { min: 0, ..segment });
        new.shape = Shape::Segment(segment_out);
        self.now.out.insert(out, new);
        self.now.lost[side.other().index()] = true;
        self.now.lost[side.index()] |= segment.min > 0;
        let skipped = Skipped { out, next: false, prev: false };
        self.now.skipped[side.index()].insert(id, skipped);
        Some(skipped)
    }

    /// Fills in the segments that only one side has, once all pairs are known.
    pub(crate) fn copy_skipped(&mut self) -> Option<()> {
        for side in [Side::Left, Side::Right] {
            let mut todo: Vec<(ObjectId, Skipped)> =
                self.now.skipped[side.index()].iter().map(|(id, skipped)| (*id, *skipped)).collect();
            todo.sort_unstable_by_key(|entry| entry.0);
            let mut done = 0;
            while done < todo.len() {
                let (id, skipped) = todo[done];
                done += 1;
                self.copy_one(side, id, skipped, &mut todo)?;
            }
        }
        Some(())
    }

    fn copy_one(
        &mut self,
        side: Side,
        id: ObjectId,
        skipped: Skipped,
        todo: &mut Vec<(ObjectId, Skipped)>,
    ) -> Option<()> {
        let object = self.heaps[side.index()].object(id).clone();
        let segment = self.now.out.object(skipped.out).segment().copied();
        let word = u64::from(self.symbols.word() / 8);
        let mut content = Content::filled(object.content.rest());
        // The links that are known already.
        let links = [
            segment.and_then(|segment| segment.next()).filter(|_| skipped.next),
            segment.and_then(|segment| segment.prev()).filter(|_| skipped.prev),
        ];
        for link in links.into_iter().flatten() {
            let value = self.now.out.object(skipped.out).content.known(self.symbols, link, word)?;
            content.write(link, word, value);
        }
        for piece in object.content.pieces() {
            if links.contains(&Some(piece.offset)) {
                continue;
            }
            match piece.data {
                Data::Bits { term, skip } if self.symbols.has_base(term) => {
                    let term = self.copy_pointer(side, id, term, todo)?;
                    let piece = Piece { data: Data::Bits { term, skip }, ..*piece };
                    content.paste(&[piece], piece.offset, piece.offset);
                }
                Data::Bits { term, .. } | Data::Fill(Fill::Repeat(term)) => {
                    let plain = self.symbols.store.as_const(term).is_some()
                        || matches!(self.purpose, Purpose::Nodes(_));
                    let undefined = self.symbols.is_undefined(term);
                    match plain && !undefined {
                        true => content.paste(&[*piece], piece.offset, piece.offset),
                        false => {
                            self.now.lost[side.index()] = true;
                            let fill = if undefined { Fill::Undefined } else { Fill::Unknown };
                            content.fill(piece.offset, piece.len, fill);
                        }
                    }
                }
                Data::Fill(_) => content.paste(&[*piece], piece.offset, piece.offset),
            }
        }
        self.now.out.object_mut(skipped.out).content = content;
        Some(())
    }

    /// A pointer of one side in the result; what belongs to the nodes of a copied segment is copied too.
    fn copy_pointer(
        &mut self,
        side: Side,
        from: ObjectId,
        term: Term,
        todo: &mut Vec<(ObjectId, Skipped)>,
    ) -> Option<Term> {
        let heap = self.heaps[side.index()];
        let Pointer::Into(id, offset) = heap.pointer(self.symbols, term) else { return None };
        let (canonical, handle) = self.canonical(side, id)?;
        let nodes = matches!(self.purpose, Purpose::Nodes(_));
        let out = if let Some(&partner) = self.now.partners[side.index()].get(&canonical) {
            match side {
                Side::Left => self.now.pairs[&(canonical, partner)],
                Side::Right => self.now.pairs[&(partner, canonical)],
            }
        } else if let Some(skipped) = self.now.skipped[side.index()].get(&canonical) {
            skipped.out
        } else {
            let object = heap.object(canonical).clone();
            match object.owner {
                // Shared by all nodes; in the same heap it stays what it is.
                None if nodes => return Some(term),
                None => return None,
                Some(node) => {
                    let owner = Some(self.owner_in_result(side, node)?);
                    let out = self.now.out.fresh_id();
                    let base = self.symbols.base(out, object.align);
                    let content = Content::filled(Fill::Undefined);
                    let mut new = Object { base, content, owner, shape: Shape::Region, ..object.clone() };
                    if let Shape::Segment(segment) = object.shape {
                        let segment = self.add_handles(out, &new, segment);
                        new.shape = Shape::Segment(segment);
                    }
                    self.now.out.insert(out, new);
                    let skipped = Skipped { out, next: false, prev: false };
                    self.now.skipped[side.index()].insert(canonical, skipped);
                    todo.push((canonical, skipped));
                    out
                }
            }
        };
        let made = self.now.out.object(out).segment().copied();
        let is_main = |segment: Segment| matches!(self.purpose, Purpose::Nodes(node) if segment.node == node);
        let is_itself = canonical == from && heap.object(from).segment().is_none();
        let target = match (handle, made) {
            (Handle::Own, Some(segment)) if is_itself || is_main(segment) => segment.node,
            (Handle::Own, _) => out,
            (Handle::Last, Some(segment)) => segment.last?,
            (Handle::Node, Some(segment)) => segment.node,
            (_, None) => return None,
        };
        let base = self.now.out.object(target).base;
        Some(self.symbols.store.add(base, offset))
    }
}

impl Decisions {
    fn note(&mut self, left: ObjectId, right: ObjectId, out: ObjectId) {
        self.pairs.insert((left, right), out);
        self.partners[0].insert(left, right);
        self.partners[1].insert(right, left);
    }
}
