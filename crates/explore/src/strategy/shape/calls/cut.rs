//! Taking a state apart at a call: what the callee can reach, and the rest.

use super::locals::Locals;
use super::{Caller, Ghost, Naming};
use crate::state::{Agenda, Frame, Moving, State};
use crate::strategy::shape::Analysis;
use crate::transfer::leak::KEPT_IN_DISGUISE;
use engine::Reason;
use heap::{Fill, Kind, Object, ObjectId, Pointer, Uncertain};
use ir::{FuncId, Property};
use logic::Term;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

impl Analysis<'_, '_> {
    /// Takes apart a state whose innermost call has just begun: the entry, and the caller with all the rest. What
    /// exists from the start of the program, and what handlers get at exit, belongs to the entry. Gives, too, a block
    /// of the entry that the rest does not hold for certain.
    pub(super) fn cut(&mut self, mut state: Moving) -> (Moving, Caller, Option<Uncertain>) {
        let callee = state.frames.pop().expect("a call has begun");
        let roots = callee.values.iter().chain(&callee.vars).flatten().copied().chain(pending(&state));
        let roots: Vec<Term> = roots.collect();
        let fixed = state.heap.objects().filter(|(_, object)| !is_dynamic(object)).map(|(id, _)| id);
        let objects: Vec<ObjectId> = callee.stack.iter().copied().chain(fixed).collect();
        let order = state.heap.closure(&mut self.transfer.symbols, roots, objects);
        let inside: FxHashMap<ObjectId, usize> = order.iter().enumerate().map(|(at, id)| (*id, at)).collect();

        self.forget_unread(&mut state, &inside);
        let named = self.named_by_rest(&state, &inside);
        self.note_disguised(&state, &inside, &named);
        let uncertain = self.uncertain_of_rest(&state, &inside);
        // Ghosts are in the order in which the callee comes to what they point to, so that calls can be compared.
        let mut ghosts: BTreeMap<usize, Ghost> = BTreeMap::new();
        let mut held: BTreeMap<usize, ObjectId> = BTreeMap::new();
        for id in state.frames.iter().chain(&state.abandoned).flat_map(|frame| &frame.stack) {
            if let Some(at) = inside.get(id) {
                held.insert(*at, *id);
            }
        }
        for (term, _) in named {
            for id in self.transfer.symbols.objects_in(term) {
                if let (Some(at), Some(object)) = (inside.get(&id), state.heap.find(id))
                    && is_dynamic(object)
                {
                    let whole = state.heap.segment_of(id).unwrap_or(id);
                    let segment = state.heap.object(whole).segment();
                    let exists = segment.is_none_or(|segment| !segment.may_be_empty());
                    ghosts.insert(*at, Ghost { id, base: object.base, whole, exists });
                }
            }
        }
        let ghosts: Vec<Ghost> = ghosts.into_values().collect();
        let held: Vec<ObjectId> = held.into_values().collect();
        let caller = state.top();
        let frame = Frame {
            calls: 0,
            function: caller.function,
            block: caller.block,
            next: caller.next,
            values: ghosts.iter().map(|ghost| Some(ghost.base)).collect(),
            vars: Vec::new(),
            stack: held.clone(),
            variadic: None,
        };
        let entry = Box::new(State {
            heap: state.heap.restricted(|id| inside.contains_key(&id)),
            frames: vec![Arc::new(frame), callee],
            abandoned: Vec::new(),
            notes: state.notes.outside(),
            ..State::clone(&state)
        });
        state.heap = state.heap.restricted(|id| !inside.contains_key(&id));
        (entry, Caller { rest: state, ghosts, held, naming: Naming::Same }, uncertain)
    }
}

impl Analysis<'_, '_> {
    /// Forgets pointers to what the callee can reach in locals of the callers that are never read again: the callee
    /// holds what they point to.
    fn forget_unread(&mut self, state: &mut State, inside: &FxHashMap<ObjectId, usize>) {
        let ghosts = usize::from(state.is_in_entry());
        for frame in state.frames.clone().iter().skip(ghosts) {
            for id in frame.stack.iter().filter(|id| !inside.contains_key(id)) {
                let Some(object) = state.heap.find(*id).filter(|object| object.is_alive()) else { continue };
                let Kind::Stack(function, Some(var)) = object.kind else { continue };
                let locals = self.locals(function);
                let mut dead: Vec<(u64, u64)> = Vec::new();
                for (term, edge) in object.content.terms() {
                    let ids = self.transfer.symbols.objects_in(term);
                    let is_inside = !ids.is_empty() && ids.iter().all(|id| inside.contains_key(id));
                    let bytes = (edge.offset, edge.end());
                    if is_inside && !locals.may_read(var, bytes, frame.block, frame.next) {
                        dead.push((edge.offset, edge.len));
                    }
                }
                for (offset, len) in dead {
                    state.heap.object_mut(*id).content.fill(offset, len, Fill::Undefined);
                }
            }
        }
    }

    /// The values of the rest of a state in which addresses occur, and whether all of each is there.
    fn named_by_rest(&mut self, state: &State, inside: &FxHashMap<ObjectId, usize>) -> Vec<(Term, bool)> {
        let frames = state.frames.iter().chain(&state.abandoned);
        let values = frames.flat_map(|frame| frame.values.iter().chain(&frame.vars)).flatten();
        let mut named: Vec<(Term, bool)> = values.map(|term| (*term, true)).collect();
        for (_, object) in state.heap.objects().filter(|(id, _)| !inside.contains_key(id)) {
            let terms = object.content.terms();
            named.extend(terms.map(|(term, edge)| (term, edge.whole(&self.transfer.symbols).is_some())));
        }
        named.retain(|(term, _)| self.transfer.symbols.has_base(*term));
        named
    }

    /// Gives up on a block that the callee can reach and whose address the rest of a state has in disguise only: the
    /// callee knows one way of being named by the rest, a pointer, and would not notice that it loses the block.
    fn note_disguised(&mut self, state: &State, inside: &FxHashMap<ObjectId, usize>, named: &[(Term, bool)]) {
        if !self.transfer.context.task.properties.contains(Property::ValidMemtrack) {
            return;
        }
        let whole = |id: ObjectId| state.heap.segment_of(id).unwrap_or(id);
        let mut disguised: FxHashSet<ObjectId> = FxHashSet::default();
        let mut held: FxHashSet<ObjectId> = FxHashSet::default();
        for &(term, is_whole) in named {
            match state.heap.pointer(&mut self.transfer.symbols, term) {
                Pointer::Into(id, _) if is_whole => _ = held.insert(whole(id)),
                _ => disguised.extend(self.transfer.symbols.objects_in(term).into_iter().map(whole)),
            }
        }
        let is_block = |id: &ObjectId| {
            inside.contains_key(id) && state.heap.find(*id).is_some_and(|object| object.is_live_heap())
        };
        if disguised.difference(&held).any(is_block) {
            self.transfer.loss(state, Reason::Unsupported, KEPT_IN_DISGUISE);
        }
    }

    /// A block that the callee can reach and that the rest of a state holds, but not for certain. The callee would not
    /// notice that it loses the block where the nodes which hold it do not exist.
    fn uncertain_of_rest(&mut self, state: &State, inside: &FxHashMap<ObjectId, usize>) -> Option<Uncertain> {
        let heap = &state.heap;
        let mut uncertain: Vec<Uncertain> = Vec::new();
        let mut sure: Vec<Term> = Vec::new();
        for (id, object) in heap.objects().filter(|(id, _)| !inside.contains_key(id)) {
            let (unsure, segments) = heap.unsure_terms(&mut self.transfer.symbols, id);
            for term in &unsure {
                for named in self.transfer.symbols.objects_in(*term) {
                    let block = heap.segment_of(named).unwrap_or(named);
                    let is_block = heap.find(block).is_some_and(|object| object.is_live_heap());
                    if is_block && inside.contains_key(&block) {
                        uncertain.push(Uncertain { block, segments: segments.clone() });
                    }
                }
            }
            let whole = object.content.edges().iter().filter_map(|edge| edge.whole(&self.transfer.symbols));
            sure.extend(whole.filter(|term| !unsure.contains(term)));
        }
        if uncertain.is_empty() {
            return None;
        }
        for frame in state.frames.iter().chain(&state.abandoned) {
            sure.extend(frame.values.iter().chain(&frame.vars).flatten());
        }
        for term in sure {
            if let Pointer::Into(named, _) = heap.pointer(&mut self.transfer.symbols, term) {
                let block = heap.segment_of(named).unwrap_or(named);
                uncertain.retain(|uncertain| uncertain.block != block);
            }
        }
        uncertain.into_iter().next()
    }

    fn locals(&mut self, function: FuncId) -> Rc<Locals> {
        let (body, target) = (self.transfer.context.body(function), self.transfer.context.program().target);
        self.known.calls.locals.entry(function).or_insert_with(|| Rc::new(Locals::new(body, target))).clone()
    }
}

/// Whether an object comes and goes with calls and allocations: others are known by their id on every path.
pub(super) fn is_dynamic(object: &Object) -> bool {
    matches!(object.kind, Kind::Heap(_) | Kind::Stack(..) | Kind::Variadic | Kind::Text | Kind::Element)
}

/// The values that are used when the program exits.
pub(super) fn pending(state: &State) -> impl Iterator<Item = Term> {
    let handlers = state.exit_handlers.iter().flat_map(|(function, argument)| [Some(*function), *argument]);
    let agenda = state.agenda.iter().map(|item| match item {
        Agenda::Call(_, argument) => *argument,
        _ => None,
    });
    handlers.chain(agenda).flatten()
}
