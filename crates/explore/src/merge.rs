//! States that are equal up to renaming are explored once.
//!
//! Where states may meet (loop heads, joins) a state is reduced to a key: frames, heap and the part of the path
//! condition that shares variables with them, with objects and variables numbered in the order in which a
//! fixed walk meets them. Equal keys mean that the continuations are the same up to names.
//!
//! Why leaving out the rest of the path is sound: it speaks of other variables only, it is satisfiable (the path is
//! possible), and nothing that happens later can mention those variables again. Inside of a tabulated call those that
//! its callers know are mentioned again where it returns, so conditions on them always belong to the state. What is
//! left out of the key besides: histories and counters, which influence no later step.
//!
//! Keys are hashes of 128 bits; that two different states get the same one is less likely than a broken machine.

use crate::explorer::{Explorer, Mode, Moving};
use crate::state::{Frame, State};
use heap::{Data, Fill, Heap, Kind, Life, Object, ObjectId, Shape, Symbols};
use ir::{BlockId, FuncId};
use logic::{Node, Term, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// The keys of the states seen so far.
#[derive(Default)]
pub struct Seen {
    keys: FxHashSet<u128>,
    /// The variables of conditions, computed once.
    supports: FxHashMap<Term, Rc<[VarId]>>,
    /// The heap before the first instruction.
    start: Heap,
    /// For each block how often states came there, and how often one was like another.
    visits: FxHashMap<(FuncId, BlockId), (u32, u32)>,
}

/// How often a key is made for a place before it is asked whether that pays.
const TRIES: u32 = 64;
/// One hit in so many tries pays.
const PAYS: u32 = 16;
/// Where it does not pay, one visit in so many is tried.
const SAMPLE: u32 = 32;

impl Seen {
    /// Remembers the objects that exist from the start: as long as they are unchanged they need no mention.
    pub fn note_start(&mut self, heap: &Heap) {
        self.start = heap.clone();
    }

    /// Whether to make a key at a place: where states were hardly ever alike, only now and then. A key not made
    /// costs a repetition at most.
    fn is_worth_it(&mut self, at: (FuncId, BlockId)) -> bool {
        let (visits, hits) = self.visits.entry(at).or_default();
        *visits += 1;
        *visits <= TRIES || *hits * PAYS >= *visits || visits.is_multiple_of(SAMPLE)
    }

    fn note_hit(&mut self, at: (FuncId, BlockId)) {
        self.visits.entry(at).or_default().1 += 1;
    }
}

impl Explorer<'_> {
    /// The state where states may meet: none if one like it was seen, or if it has to wait for shallower ones.
    pub fn meet(&mut self, state: Moving, closes: bool) -> Option<Moving> {
        let mut state = state;
        if self.mode == Mode::Shape {
            let (function, block) = (state.top().function, state.top().block);
            if self.code(function).is_head(block) {
                return self.meet_at_head_by_case(state, closes);
            }
        }
        if !state.dying.is_empty()
            && let Some(id) = self.find_lost(&mut state)
        {
            let states = self.split_empty(state, id);
            let met: Vec<Option<Moving>> = states.into_iter().map(|state| self.meet(state, closes)).collect();
            return self.one_of(met);
        }
        if state.heap.len() >= state.collect_at {
            self.collect(&mut state);
        }
        let at = (state.top().function, state.top().block);
        if !self.seen.is_worth_it(at) {
            return self.wait_or_go_on(state, closes);
        }
        let rigid = self.calls.rigid(&state);
        let key = Key::new(&mut self.symbols, &self.seen.start, rigid.as_deref())
            .state(&state, &mut self.seen.supports);
        if !self.seen.keys.insert(key) {
            self.figures.merged += 1;
            self.seen.note_hit(at);
            return None;
        }
        self.wait_or_go_on(state, closes)
    }

    /// A state that closed a loop waits for those that come earlier.
    fn wait_or_go_on(&mut self, state: Moving, closes: bool) -> Option<Moving> {
        if closes && self.earlier_waits(&state) {
            self.push(state);
            return None;
        }
        Some(state)
    }
}

/// Two lanes of a simple mixing hash.
#[derive(Clone, Copy)]
struct Mix(u64, u64);

impl Mix {
    const START: Mix = Mix(0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344);

    fn add(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        self.0 ^= self.0 >> 32;
        self.1 = (self.1.rotate_left(23) ^ word).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        self.1 ^= self.1 >> 29;
    }

    fn value(mut self) -> u128 {
        self.add(0x5555);
        self.add(0xaaaa);
        u128::from(self.0) << 64 | u128::from(self.1)
    }
}

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ self.1
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
        self.add(bytes.len() as u64);
    }

    fn write_u32(&mut self, number: u32) {
        self.add(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }
}

/// The walk that makes a key.
struct Key<'a> {
    symbols: &'a mut Symbols,
    start: &'a Heap,
    /// Variables that are known outside of the state, which no other can stand for.
    rigid: Option<&'a FxHashSet<VarId>>,
    mix: Mix,
    objects: FxHashMap<ObjectId, u32>,
    vars: FxHashMap<VarId, u32>,
    terms: FxHashMap<Term, u128>,
    work: VecDeque<ObjectId>,
    order: Vec<ObjectId>,
}

impl<'a> Key<'a> {
    fn new(symbols: &'a mut Symbols, start: &'a Heap, rigid: Option<&'a FxHashSet<VarId>>) -> Key<'a> {
        Key {
            symbols,
            start,
            rigid,
            mix: Mix::START,
            objects: FxHashMap::default(),
            vars: FxHashMap::default(),
            terms: FxHashMap::default(),
            work: VecDeque::new(),
            order: Vec::new(),
        }
    }

    fn state(mut self, state: &State, supports: &mut FxHashMap<Term, Rc<[VarId]>>) -> u128 {
        for frame in &state.frames {
            self.frame(frame);
        }
        for frame in &state.abandoned {
            self.frame(frame);
        }
        self.mix.add(state.frames.len() as u64);
        state.context.hash(&mut self.mix);
        state.agenda.len().hash(&mut self.mix);
        for item in &state.agenda {
            // The arguments of pending calls are terms, which must be renamed like all others.
            match item {
                crate::state::Agenda::Call(function, argument) => {
                    function.hash(&mut self.mix);
                    self.optional(*argument);
                }
                other => other.hash(&mut self.mix),
            }
        }
        for (function, argument) in &state.exit_handlers {
            self.term(*function);
            self.optional(*argument);
        }
        state.end_of_input.hash(&mut self.mix);
        state.closed.hash(&mut self.mix);
        state.put_back.len().hash(&mut self.mix);
        for byte in &state.put_back {
            self.term(*byte);
        }
        state.lost.hash(&mut self.mix);
        // What lives counts even where nothing points to it, and so does what changed since the start.
        for (id, object) in state.heap.objects() {
            let counts = match self.start.find(id) {
                Some(_) => !self.is_unchanged(&state.heap, id),
                None => object.is_live_heap(),
            };
            if counts {
                self.object(id);
            }
        }
        while let Some(id) = self.work.pop_front() {
            match state.heap.find(id) {
                Some(object) => self.content(&state.heap, id, object),
                None => self.mix.add(0xdead),
            }
        }
        self.lifetimes(&state.heap);
        self.path(state, supports);
        self.mix.value()
    }

    fn frame(&mut self, frame: &Frame) {
        (frame.function, frame.block, frame.next).hash(&mut self.mix);
        for value in frame.values.iter().chain(&frame.vars) {
            self.optional(*value);
        }
        frame.stack.len().hash(&mut self.mix);
        for id in frame.stack.iter().chain(&frame.variadic) {
            self.object(*id);
        }
    }

    fn optional(&mut self, term: Option<Term>) {
        match term {
            Some(term) => self.term(term),
            None => self.mix.add(0),
        }
    }

    fn term(&mut self, term: Term) {
        let hash = self.hash(term);
        self.mix.add((hash >> 64) as u64);
        self.mix.add(hash as u64);
    }

    fn object(&mut self, id: ObjectId) -> u32 {
        let next = self.objects.len() as u32;
        let number = *self.objects.entry(id).or_insert(next);
        if number == next {
            self.work.push_back(id);
            self.order.push(id);
        }
        self.mix.add(number.into());
        number
    }

    /// Whether an object is as it was before the first instruction.
    fn is_unchanged(&self, heap: &Heap, id: ObjectId) -> bool {
        heap.shares(self.start, id)
            || self.start.find(id).is_some_and(|start| start.content == heap.object(id).content)
    }

    fn content(&mut self, heap: &Heap, id: ObjectId, object: &Object) {
        // Functions and globals are the same on every path; heap blocks and locals are named by number.
        match object.kind {
            Kind::Heap(_) => self.mix.add(1),
            other => other.hash(&mut self.mix),
        }
        match object.life {
            Life::Ended(place) => place.hash(&mut self.mix),
            other => other.hash(&mut self.mix),
        }
        object.place.hash(&mut self.mix);
        self.term(object.size);
        self.shape(object);
        if self.is_unchanged(heap, id) {
            self.mix.add(2);
            return;
        }
        let content = &object.content;
        self.fill(content.rest());
        for piece in content.pieces() {
            (piece.offset, piece.len).hash(&mut self.mix);
            match piece.data {
                Data::Bits { term, skip } => {
                    skip.hash(&mut self.mix);
                    self.term(term);
                }
                Data::OneOf(term) => {
                    self.mix.add(7);
                    self.term(term);
                }
                Data::Fill(fill) => self.fill(fill),
            }
        }
        self.mix.add(content.pieces().len() as u64);
    }

    /// What an object stands for, and to what it belongs.
    fn shape(&mut self, object: &Object) {
        match object.shape {
            Shape::Region => self.mix.add(5),
            Shape::Segment(segment) => {
                (segment.links, segment.min, segment.max).hash(&mut self.mix);
                self.optional(segment.count);
                self.object(segment.node);
                for handle in segment.last.into_iter().chain(segment.after) {
                    self.object(handle);
                }
            }
            Shape::Last(of) => {
                self.mix.add(6);
                self.object(of);
            }
            Shape::Node(of) => {
                self.mix.add(7);
                self.object(of);
            }
            Shape::After(of) => {
                self.mix.add(9);
                self.object(of);
            }
        }
        if let Some(owner) = object.owner {
            self.mix.add(8);
            self.object(owner);
        }
    }

    fn fill(&mut self, fill: Fill) {
        match fill {
            Fill::Undefined => self.mix.add(3),
            Fill::Unknown => self.mix.add(4),
            Fill::Repeat(term) => self.term(term),
        }
    }

    /// Whether objects that ended coexisted with others decides where these can lie.
    fn lifetimes(&mut self, heap: &Heap) {
        let found: Vec<&Object> = self.order.iter().filter_map(|id| heap.find(*id)).collect();
        if found.iter().any(|object| object.died.is_some()) {
            let mut times: Vec<u32> =
                found.iter().flat_map(|object| [Some(object.born), object.died]).flatten().collect();
            times.sort_unstable();
            for object in found {
                let rank = |time: u32| times.partition_point(|other| *other < time) as u64;
                self.mix.add(rank(object.born));
                self.mix.add(object.died.map_or(u64::MAX, rank));
            }
        }
    }

    /// The conditions that share variables with the state or with its callers, directly or through others.
    fn path(&mut self, state: &State, supports: &mut FxHashMap<Term, Rc<[VarId]>>) {
        let mut conditions: Vec<(Term, Rc<[VarId]>, bool)> = Vec::new();
        for term in state.path.terms() {
            let support = supports.entry(term).or_insert_with(|| self.symbols.store.support(&[term]).into());
            conditions.push((term, support.clone(), false));
        }
        let rigid = self.rigid.into_iter().flatten();
        let mut relevant: FxHashSet<VarId> = self.vars.keys().chain(rigid).copied().collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (_, support, taken) in &mut conditions {
                let known = |var: &VarId| {
                    relevant.contains(var)
                        || self.symbols.object_of(*var).is_some_and(|id| self.objects.contains_key(&id))
                };
                if !*taken && support.iter().any(known) {
                    *taken = true;
                    relevant.extend(support.iter().copied());
                    changed = true;
                }
            }
        }
        for (term, _, taken) in conditions {
            if taken {
                self.term(term);
            }
        }
    }

    /// The hash of a term under the numbering so far; variables that are new get the next numbers.
    fn hash(&mut self, term: Term) -> u128 {
        if let Some(&known) = self.terms.get(&term) {
            return known;
        }
        let mut stack = vec![term];
        while let Some(&at) = stack.last() {
            if self.terms.contains_key(&at) {
                stack.pop();
                continue;
            }
            let node = self.symbols.store.node(at);
            let depth = stack.len();
            for arg in node.args() {
                if !self.terms.contains_key(&arg) {
                    stack.push(arg);
                }
            }
            if stack.len() > depth {
                // The first argument is on top: names are given from left to right.
                stack[depth..].reverse();
                continue;
            }
            let mut mix = Mix::START;
            mix.add(self.symbols.store.width(at).into());
            match node {
                Node::Const(id) => self.symbols.store.const_value(id).hash(&mut mix),
                Node::Var(var) => self.variable(var, &mut mix),
                Node::Not(_) => mix.add(11),
                Node::Bin(op, ..) => {
                    mix.add(12);
                    op.hash(&mut mix);
                }
                Node::Concat(..) => mix.add(13),
                Node::Extract { low, .. } => {
                    mix.add(14);
                    mix.add(low.into());
                }
                Node::Zext(_) => mix.add(15),
                Node::Sext(_) => mix.add(16),
                Node::Ite(..) => mix.add(17),
            }
            for arg in node.args() {
                let hash = self.terms[&arg];
                mix.add((hash >> 64) as u64);
                mix.add(hash as u64);
            }
            self.terms.insert(at, mix.value());
            stack.pop();
        }
        self.terms[&term]
    }

    fn variable(&mut self, var: VarId, mix: &mut Mix) {
        match self.symbols.object_of(var) {
            Some(id) => {
                let next = self.objects.len() as u32;
                let number = *self.objects.entry(id).or_insert(next);
                if number == next {
                    self.work.push_back(id);
                    self.order.push(id);
                }
                mix.add(20);
                mix.add(number.into());
            }
            None if self.rigid.is_some_and(|rigid| rigid.contains(&var)) => {
                mix.add(25);
                var.hash(mix);
            }
            None => {
                let next = self.vars.len() as u32;
                let number = *self.vars.entry(var).or_insert(next);
                let term = self.symbols.store.var_term(var);
                let traits = self.symbols.traits(term);
                mix.add(if traits.undefined { 21 } else { 22 + u64::from(traits.each) });
                mix.add(number.into());
            }
        }
    }
}
