//! The key of a state: a hash of it up to the names of objects and variables.
//!
//! Objects and variables are numbered in the order in which a fixed walk meets them, so that states which differ in
//! names only have the same key. The hash is SipHash with 128 bits: that two different states get the same one is less
//! likely than a broken machine.

use crate::state::{Agenda, Frame, State};
use heap::{Data, Fill, Heap, Kind, Life, Object, ObjectId, Shape, Symbols};
use logic::{Node, Term, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use rustc_stable_hash::FromStableHash;
use rustc_stable_hash::hashers::{SipHasher128Hash, StableSipHasher128};
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A hash of 128 bits.
struct Value(u128);

impl FromStableHash for Value {
    type Hash = SipHasher128Hash;

    fn from(SipHasher128Hash([high, low]): SipHasher128Hash) -> Value {
        Value(u128::from(high) << 64 | u128::from(low))
    }
}

/// A hash in the making.
#[derive(Default)]
struct Mix(StableSipHasher128);

impl Mix {
    fn add(&mut self, word: u64) {
        self.0.write_u64(word);
    }

    fn value(self) -> u128 {
        let Value(value) = self.0.finish();
        value
    }
}

/// The walk that makes a key.
pub(super) struct Key<'a> {
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
    /// Begins a walk.
    pub(super) fn new(
        symbols: &'a mut Symbols,
        start: &'a Heap,
        rigid: Option<&'a FxHashSet<VarId>>,
    ) -> Key<'a> {
        Key {
            symbols,
            start,
            rigid,
            mix: Mix::default(),
            objects: FxHashMap::default(),
            vars: FxHashMap::default(),
            terms: FxHashMap::default(),
            work: VecDeque::new(),
            order: Vec::new(),
        }
    }

    /// The key of a state.
    pub(super) fn state(mut self, state: &State, supports: &mut FxHashMap<Term, Rc<[VarId]>>) -> u128 {
        for frame in &state.frames {
            self.frame(frame);
        }
        for frame in &state.abandoned {
            self.frame(frame);
        }
        self.mix.add(state.frames.len() as u64);
        state.notes.entry.hash(&mut self.mix.0);
        state.agenda.len().hash(&mut self.mix.0);
        for item in &state.agenda {
            // The arguments of pending calls are terms, which must be renamed like all others.
            match item {
                Agenda::Call(function, argument) => {
                    function.hash(&mut self.mix.0);
                    self.optional(*argument);
                }
                other => other.hash(&mut self.mix.0),
            }
        }
        for (function, argument) in &state.exit_handlers {
            self.term(*function);
            self.optional(*argument);
        }
        state.end_of_input.hash(&mut self.mix.0);
        state.closed.hash(&mut self.mix.0);
        state.put_back.len().hash(&mut self.mix.0);
        for byte in &state.put_back {
            self.term(*byte);
        }
        state.lost.hash(&mut self.mix.0);
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
        (frame.function, frame.block, frame.next).hash(&mut self.mix.0);
        for value in frame.values.iter().chain(&frame.vars) {
            self.optional(*value);
        }
        frame.stack.len().hash(&mut self.mix.0);
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
            other => other.hash(&mut self.mix.0),
        }
        match object.life {
            Life::Ended(place) => place.hash(&mut self.mix.0),
            other => other.hash(&mut self.mix.0),
        }
        object.place.hash(&mut self.mix.0);
        self.mix.add(object.rights as u64);
        self.term(object.size);
        self.shape(object);
        if self.is_unchanged(heap, id) {
            self.mix.add(2);
            return;
        }
        let content = &object.content;
        self.fill(content.rest());
        for edge in content.edges() {
            (edge.offset, edge.len).hash(&mut self.mix.0);
            match edge.data {
                Data::Bits { term, skip } => {
                    skip.hash(&mut self.mix.0);
                    self.term(term);
                }
                Data::OneOf(term) => {
                    self.mix.add(7);
                    self.term(term);
                }
                Data::Fill(fill) => self.fill(fill),
            }
        }
        self.mix.add(content.edges().len() as u64);
        for cell in content.cells() {
            cell.len.hash(&mut self.mix.0);
            self.term(cell.offset);
            self.term(cell.value);
        }
        self.mix.add(content.cells().len() as u64);
        for column in content.columns() {
            let kind = (column.open.is_some(), column.range.is_some());
            (column.start, column.stride, column.at, column.len, kind).hash(&mut self.mix.0);
            column.terms().for_each(|term| self.term(term));
        }
        self.mix.add(content.columns().len() as u64);
    }

    /// What an object stands for, and to what it belongs.
    fn shape(&mut self, object: &Object) {
        match object.shape {
            Shape::Region => self.mix.add(5),
            Shape::Segment(segment) => {
                (segment.links, segment.min, segment.max).hash(&mut self.mix.0);
                self.optional(segment.count);
                self.object(segment.node);
                for specifier in segment.last.into_iter().chain(segment.after) {
                    self.object(specifier);
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
            Fill::Texts(rights) => {
                self.mix.add(8);
                self.mix.add(rights as u64);
            }
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
            let mut mix = Mix::default();
            mix.add(self.symbols.store.width(at).into());
            match node {
                Node::Const(id) => self.symbols.store.const_value(id).hash(&mut mix.0),
                Node::Var(var) => self.variable(var, &mut mix),
                Node::Not(_) => mix.add(11),
                Node::Bin(op, ..) => {
                    mix.add(12);
                    op.hash(&mut mix.0);
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
                var.hash(&mut mix.0);
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
