//! Before an instruction looks at an address of a segment, the cases of the segment are told apart.
//!
//! What an instruction only hands on (stores, passes, returns, adds to) stays as it is. What it accesses must be a
//! node, so the node is taken off its segment; what it compares or computes with must be an address, so a segment
//! that may be empty is split into the two cases; and where the two ends of a segment are compared, it is
//! split by whether they are one node. A node on a path down a tree has a case for each link by which the path may go
//! on. After each such step the instruction is looked at again.

use crate::state::{Agenda, Moving, State};
use crate::transfer::{Possible, Transfer};
use engine::Reason;
use heap::{Bases, Branches, End, ObjectId, Pointer, Shape, Substitution};
use ir::{Callee, InstKind, Operand};
use logic::{PathCondition, Term};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What an instruction needs to know of a segment.
enum Need {
    /// Whether it is empty.
    Decided(ObjectId),
    /// Its node at an end, by itself.
    Node(ObjectId, End),
    /// Whether it has one node only.
    Single(ObjectId),
    /// Which of several values an object holds at an offset.
    Choice(ObjectId, u64, Vec<Term>),
    /// By which of its links a path goes on at a node.
    Branch(ObjectId, Branches),
}

/// How many nodes a segment has.
#[derive(Clone, Copy)]
enum Count {
    Exactly(u64),
    AtLeast(u64),
}

/// The state with other limits for the number of nodes of a segment.
fn with_range(mut state: Moving, id: ObjectId, (min, max): (u32, Option<u32>)) -> Moving {
    if let Shape::Segment(segment) = &mut state.heap.object_mut(id).shape {
        (segment.min, segment.max) = (min, max);
    }
    state
}

impl Transfer<'_> {
    /// The state if its next instruction can be executed. Otherwise a case of a segment is told apart: gives back
    /// the states to look at again.
    pub fn materialise_for_next(&mut self, mut state: Moving) -> Result<Moving, Vec<Moving>> {
        match self.need(&mut state) {
            None => Ok(state),
            Some(Need::Decided(id)) => Err(self.split_empty(state, id)),
            Some(Need::Single(id)) => Err(self.split_single(state, id)),
            Some(Need::Choice(id, at, values)) => Err(self.split_choice(state, id, at, values)),
            Some(Need::Branch(id, links)) => Err(self.split_path(&state, id, links)),
            Some(Need::Node(id, end)) => Err(self.materialise_node(state, id, end).into_iter().collect()),
        }
    }

    /// Whether cases must be told apart before the next instruction can be executed.
    pub(crate) fn needs_cases(&mut self, state: &mut State) -> bool {
        self.need(state).is_some()
    }

    fn need(&mut self, state: &mut State) -> Option<Need> {
        let frame = state.frames.last()?;
        let body = self.context.body(frame.function);
        let inst = body.block(frame.block).insts.get(frame.next)?;
        let (mut accessed, mut examined): (Vec<Operand>, Vec<Operand>) = (Vec::new(), Vec::new());
        match &inst.kind {
            InstKind::Load { ptr, .. } | InstKind::Store { ptr, .. } => accessed.push(*ptr),
            InstKind::MemCopy { dst, src, .. } => accessed.extend([*dst, *src]),
            InstKind::MemSet { dst, .. } => accessed.push(*dst),
            InstKind::VaStart { list } | InstKind::VaEnd { list } => accessed.push(*list),
            InstKind::VaCopy { dst, src } => accessed.extend([*dst, *src]),
            InstKind::Compare { lhs, rhs, .. } | InstKind::Binary { lhs, rhs, .. } => {
                examined.extend([*lhs, *rhs]);
            }
            InstKind::Cast { value, .. } => examined.push(*value),
            InstKind::Intrinsic { args, .. } => examined.extend(args.iter().copied()),
            InstKind::Select { cond, .. } => examined.push(*cond),
            InstKind::Call { callee, args, .. } => match callee {
                Callee::Direct(id) if self.context.program().function(*id).body.is_some() => {}
                Callee::Direct(_) => accessed.extend(args.iter().map(|arg| arg.value)),
                Callee::Indirect(pointer) => {
                    examined.push(*pointer);
                    let pointer = self.operand(state, *pointer);
                    let is_body = self.has_body(state, pointer);
                    let used = args.iter().filter(|arg| !is_body || arg.by_value.is_some());
                    accessed.extend(used.map(|arg| arg.value));
                }
            },
            _ => {}
        }
        let accessed: Vec<Term> = accessed.into_iter().map(|it| self.operand(state, it)).collect();
        for term in &accessed {
            if let Some(need) = self.accessed(state, *term) {
                return Some(need);
            }
        }
        if let InstKind::Load { ty, .. } = &inst.kind {
            let len = u64::from(ty.bytes(self.context.program().target));
            return self.loaded(state, accessed[0], len);
        }
        let examined: Vec<Term> = examined.into_iter().map(|it| self.operand(state, it)).collect();
        for term in &examined {
            if let Some(need) = self.examined(state, *term) {
                return Some(need);
            }
        }
        match examined[..] {
            [one, other] => self.compared(state, one, other),
            _ => None,
        }
    }

    /// Whether an address is that of a function with a body, which accesses by itself what it is given.
    fn has_body(&mut self, state: &State, pointer: Term) -> bool {
        let function = self.function_at(&state.heap, pointer);
        function.is_some_and(|id| self.context.program().function(id).body.is_some())
    }

    fn accessed(&mut self, state: &State, term: Term) -> Option<Need> {
        if !self.symbols.has_base(term) {
            return None;
        }
        if let Some(need) = self.examined(state, term) {
            return Some(need);
        }
        let id = match state.heap.pointer(&mut self.symbols, term) {
            Pointer::Into(id, _) => id,
            // Computed from the address of one object in other ways than by adding an offset.
            Pointer::Mixed => match self.symbols.traits(term).bases {
                Bases::One(id) => state.heap.find(id).map(|_| id)?,
                Bases::None | Bases::Many => return None,
            },
            Pointer::Null | Pointer::Number => return None,
        };
        let object = state.heap.object(id);
        match object.shape {
            Shape::Region => object.path.map(|links| Need::Branch(id, links)),
            Shape::Node(_) | Shape::After(_) => None,
            Shape::Segment(_) => Some(Need::Node(id, End::First)),
            Shape::Last(of) => Some(Need::Node(of, End::Last)),
        }
    }

    /// What is read must be one value.
    fn loaded(&mut self, state: &State, term: Term, len: u64) -> Option<Need> {
        let Pointer::Into(id, offset) = state.heap.pointer(&mut self.symbols, term) else { return None };
        let at = self.constant(offset)?;
        let values = state.heap.object(id).content.one_of(&self.symbols, at, len)?;
        Some(Need::Choice(id, at, values))
    }

    fn examined(&mut self, state: &State, term: Term) -> Option<Need> {
        if !self.symbols.has_base(term) {
            return None;
        }
        let ids = self.symbols.objects_in(term);
        let segments = ids.into_iter().filter_map(|id| state.heap.segment_of(id));
        let mut empty =
            segments.filter(|id| state.heap.object(*id).segment().is_some_and(|it| it.may_be_empty()));
        empty.next().map(Need::Decided)
    }

    fn compared(&mut self, state: &State, one: Term, other: Term) -> Option<Need> {
        let (Pointer::Into(a, _), Pointer::Into(b, _)) =
            (state.heap.pointer(&mut self.symbols, one), state.heap.pointer(&mut self.symbols, other))
        else {
            return None;
        };
        let segment =
            state.heap.segment_of(a).filter(|id| a != b && state.heap.segment_of(b) == Some(*id))?;
        let min = state.heap.object(segment).segment()?.min;
        (min < 2).then_some(Need::Single(segment))
    }

    /// Whether a segment that may be empty is known by its count to be, or not to be.
    pub(crate) fn is_decided_by_count(&mut self, state: &State, id: ObjectId) -> bool {
        let Some(count) = state.heap.object(id).count() else { return false };
        let zero = self.symbols.size(0);
        let is_empty = self.symbols.store.eq(count, zero);
        let is_filled = self.symbols.store.not(is_empty);
        [is_empty, is_filled].into_iter().any(|case| self.can(state, case) == Possible::No)
    }

    /// A segment that may be empty: the state where it is not, and the one where it is.
    pub(crate) fn split_empty(&mut self, state: Moving, id: ObjectId) -> Vec<Moving> {
        let mut states = Vec::new();
        if let Some(mut filled) = self.counted(state.clone(), id, Count::AtLeast(1)) {
            filled.heap.require_node(id);
            states.push(filled);
        }
        let Some(mut empty) = self.counted(state, id, Count::Exactly(0)) else { return states };
        // What its nodes held in common with others loses a pointer, be it in a node or in what belongs to one.
        for id in empty.heap.parts_of(id) {
            self.note_content(&mut empty, id);
        }
        match empty.heap.remove_empty(&mut self.symbols, id) {
            Some(with) if self.substitute(&mut empty, &with) => {
                empty.count_blocks();
                states.push(empty);
            }
            _ => self.cannot_materialise(&empty),
        }
        states
    }

    /// A segment with a node: the state where it has one only, and the one where it has more.
    fn split_single(&mut self, state: Moving, id: ObjectId) -> Vec<Moving> {
        let Some(&segment) = state.heap.object(id).segment() else { return vec![state] };
        let several = match segment.max {
            Some(..=1) => None,
            _ => self.counted(state.clone(), id, Count::AtLeast(2)),
        };
        let several = several.map(|state| with_range(state, id, (2, segment.max)));
        let single = self.counted(state, id, Count::Exactly(1));
        let single = single.map(|state| with_range(state, id, (segment.min, Some(1))));
        let single = single.and_then(|state| self.materialise_node(state, id, End::First));
        single.into_iter().chain(several).collect()
    }

    /// An object that holds one of several values: a state for each.
    fn split_choice(&mut self, state: Moving, id: ObjectId, at: u64, values: Vec<Term>) -> Vec<Moving> {
        let word = u64::from(self.symbols.word() / 8);
        let told = values.into_iter().map(|value| {
            let mut state = state.clone();
            state.heap.object_mut(id).content.rename(at, word, value);
            state
        });
        told.collect()
    }

    /// A node on a path down a tree: a state for each link by which the path may go on.
    fn split_path(&mut self, state: &Moving, id: ObjectId, links: Branches) -> Vec<Moving> {
        let told = links.offsets().enumerate().map(|(link, _)| {
            let mut state = state.clone();
            state.heap.leave_path(&mut self.symbols, id, link);
            state
        });
        told.collect()
    }

    /// Takes a node off a segment that has one.
    pub(crate) fn materialise_node(&mut self, state: Moving, id: ObjectId, end: End) -> Option<Moving> {
        let mut state = self.counted(state, id, Count::AtLeast(1))?;
        match state.heap.materialise(&mut self.symbols, id, end) {
            Some(with) if self.substitute(&mut state, &with) => {
                self.assume_of_node(&mut state, &with);
                state.count_blocks();
                self.said.figures.materialised += 1;
                Some(state)
            }
            _ => {
                self.cannot_materialise(&state);
                None
            }
        }
    }

    /// A state in which a segment has so many nodes. None where they are counted and that cannot be.
    fn counted(&mut self, mut state: Moving, id: ObjectId, nodes: Count) -> Option<Moving> {
        let Some(count) = state.heap.object(id).count() else {
            return Some(state);
        };
        let condition = match nodes {
            Count::Exactly(number) => {
                let number = self.symbols.size(number);
                self.symbols.store.eq(count, number)
            }
            Count::AtLeast(number) => {
                let number = self.symbols.size(number);
                self.symbols.store.ule(number, count)
            }
        };
        if self.can(&state, condition) == Possible::No {
            return None;
        }
        self.assume(&mut state, condition);
        Some(state)
    }

    fn cannot_materialise(&mut self, state: &State) {
        self.loss(state, Reason::Imprecise, "an address of a list node occurs in disguise");
    }

    /// Replaces addresses in everything of a state that is not in its heap. Gives whether that was possible.
    pub(crate) fn substitute(&mut self, state: &mut State, with: &Substitution) -> bool {
        if with.is_empty() {
            return true;
        }
        let symbols = &mut self.symbols;
        let mut fine = true;
        let mut map = |term: &mut Term| match with.apply(symbols, *term) {
            Some(new) => *term = new,
            None => fine = false,
        };
        for frame in state.frames.iter_mut().chain(&mut state.abandoned) {
            let frame = Arc::make_mut(frame);
            frame.values.iter_mut().chain(&mut frame.vars).flatten().for_each(&mut map);
        }
        for (function, argument) in &mut state.exit_handlers {
            map(function);
            argument.iter_mut().for_each(&mut map);
        }
        for item in &mut state.agenda {
            if let Agenda::Call(_, Some(argument)) = item {
                map(argument);
            }
        }
        let mut path = PathCondition::new();
        for condition in state.path.terms() {
            // A condition that cannot be carried over is forgotten: that covers more.
            if let Some(condition) = with.apply(&mut self.symbols, condition) {
                path.push(&self.symbols.store, condition);
            }
        }
        state.path = path;
        fine
    }

    /// What holds of each node holds of one that was taken off.
    pub(crate) fn assume_of_node(&mut self, state: &mut State, with: &Substitution) {
        if with.instances().is_empty() {
            return;
        }
        let mut map: FxHashMap<Term, Term> = with.instances().iter().copied().collect();
        let mut rest: Vec<(Term, Vec<Term>)> = Vec::new();
        for condition in state.path.terms() {
            let (each, _) = self.symbols.each_in(condition);
            if !each.is_empty() {
                rest.push((condition, each));
            }
        }
        // Conditions that lead from the variables of the node to others concern it, too.
        while let Some(at) = rest.iter().position(|(_, each)| each.iter().any(|it| map.contains_key(it))) {
            let (condition, each) = rest.remove(at);
            for var in each {
                let width = self.symbols.store.width(var);
                map.entry(var).or_insert_with(|| state.heap.fresh.unknown(&mut self.symbols, width));
            }
            let condition = self.symbols.store.replace(condition, &map);
            state.path.push(&self.symbols.store, condition);
        }
    }
}
