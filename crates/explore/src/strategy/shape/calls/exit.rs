//! The program exits inside of a call that is explored by itself.
//!
//! All calls stay as they are, with their locals alive, but none goes on. What only they can reach is out of reach for
//! good: it can neither be accessed nor lost, so it is forgotten. What handlers can reach stays, and so do the values
//! of the calls that point there: a block that they hold is not lost when a handler forgets it.

use super::Way;
use super::cut::{is_dynamic, pending};
use crate::state::{Frame, Moving, State};
use crate::strategy::shape::Analysis;
use heap::{ObjectId, Pointer};
use ir::Property;
use logic::Term;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

impl Analysis<'_, '_> {
    /// The program exits in a state of an entry: so it does in all calls that wait.
    pub(in crate::strategy::shape) fn exit_call(&mut self, mut state: Moving) {
        let roots: Vec<Term> = pending(&state).collect();
        let fixed = state.heap.objects().filter(|(_, object)| !is_dynamic(object)).map(|(id, _)| id);
        let fixed: Vec<ObjectId> = fixed.collect();
        let order = state.heap.closure(&mut self.transfer.symbols, roots, fixed);
        let inside: FxHashMap<ObjectId, usize> = order.iter().enumerate().map(|(at, id)| (*id, at)).collect();
        let mut kept: BTreeMap<usize, Term> = BTreeMap::new();
        let frames = std::mem::take(&mut state.frames);
        for term in frames.iter().flat_map(|frame| frame.values.iter().chain(&frame.vars)).flatten() {
            // What is there in disguise only does not keep a block; that it may is left out, so it may seem lost.
            if let Pointer::Into(id, _) = state.heap.pointer(&mut self.transfer.symbols, *term)
                && let (Some(at), Some(object)) = (inside.get(&id), state.heap.find(id))
                && is_dynamic(object)
            {
                kept.insert(*at, object.base);
            }
        }
        let ids = state.heap.objects().map(|(id, _)| id).filter(|id| !inside.contains_key(id));
        let left: Vec<ObjectId> = ids.collect();
        self.abandon(&mut state, left);
        let values: Vec<Option<Term>> = kept.into_values().map(Some).collect();
        let way = Way::Exits(values.len());
        let place = &frames[0];
        let (function, block, next) = (place.function, place.block, place.next);
        let (vars, stack) = (Vec::new(), Vec::new());
        state.frames =
            vec![Arc::new(Frame { function, calls: 0, block, next, values, vars, stack, variadic: None })];
        self.leave_entry(state, way);
    }

    /// The program exits in the call that was waiting: so it does in the calls around it.
    pub(super) fn exit_further(&mut self, state: Moving) {
        match state.notes.entry {
            Some(_) => {
                let way = Way::Exits(state.top().values.len());
                self.leave_entry(state, way);
            }
            None => {
                let state = self.transfer.abandon_calls(state);
                self.later.push(state);
            }
        }
    }

    /// Forgets objects that are out of reach while the program exits. Blocks among them are never freed.
    pub(super) fn abandon(&mut self, state: &mut State, objects: Vec<ObjectId>) {
        for id in objects {
            let object = state.heap.object(id);
            if object.is_live_heap()
                && self.transfer.context.task.properties.contains(Property::ValidMemcleanup)
                && !state.lost.contains(&object.place)
            {
                state.lost.push(object.place);
            }
            state.heap.forget(id);
        }
        state.count_blocks();
    }
}
