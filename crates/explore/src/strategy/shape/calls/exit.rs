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
        let place = state.frames[0].clone();
        let roots: Vec<Term> = pending(&state).collect();
        let values = self.leave_calls(&mut state, roots, &[]);
        let way = Way::Exits(values.len());
        state.frames = vec![holding(&place, values)];
        self.leave_entry(state, way);
    }

    /// All calls of a state never go on: what only they can reach is forgotten. What can be reached from some roots and
    /// objects stays, and what exists from the start of the program. Gives the values by which the calls hold what stays.
    pub(super) fn leave_calls(
        &mut self,
        state: &mut State,
        roots: Vec<Term>,
        objects: &[ObjectId],
    ) -> Vec<Option<Term>> {
        let fixed = state.heap.objects().filter(|(_, object)| !is_dynamic(object)).map(|(id, _)| id);
        let objects: Vec<ObjectId> = objects.iter().copied().chain(fixed).collect();
        let order = state.heap.closure(&mut self.transfer.symbols, roots, objects);
        let inside: FxHashMap<ObjectId, usize> = order.iter().enumerate().map(|(at, id)| (*id, at)).collect();
        let frames =
            std::mem::take(&mut state.frames).into_iter().chain(std::mem::take(&mut state.abandoned));
        let frames: Vec<Arc<Frame>> = frames.collect();
        let mut held: Vec<Term> = frames
            .iter()
            .flat_map(|frame| frame.values.iter().chain(&frame.vars))
            .flatten()
            .copied()
            .collect();
        let ids = state.heap.objects().map(|(id, _)| id).filter(|id| !inside.contains_key(id));
        let left: Vec<ObjectId> = ids.collect();
        for id in &left {
            // Nodes that may not exist hold nothing for certain.
            let (unsure, _) = state.heap.unsure_terms(&mut self.transfer.symbols, *id);
            let edges = state.heap.object(*id).content.edges().iter();
            let whole = edges.filter_map(|edge| edge.whole(&self.transfer.symbols));
            held.extend(whole.filter(|term| !unsure.contains(term)));
        }
        let mut kept: BTreeMap<usize, Term> = BTreeMap::new();
        for term in held {
            // What is there in disguise only does not keep a block; that it may is left out, so it may seem lost.
            if let Pointer::Into(id, _) = state.heap.pointer(&mut self.transfer.symbols, term)
                && let (Some(at), Some(object)) = (inside.get(&id), state.heap.find(id))
                && is_dynamic(object)
            {
                kept.insert(*at, object.base);
            }
        }
        self.abandon(state, left);
        kept.into_values().map(Some).collect()
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

/// A call that does nothing but hold values.
pub(super) fn holding(place: &Frame, values: Vec<Option<Term>>) -> Arc<Frame> {
    let &Frame { function, block, next, .. } = place;
    let (vars, stack) = (Vec::new(), Vec::new());
    Arc::new(Frame { function, calls: 0, block, next, values, vars, stack, variadic: None })
}
