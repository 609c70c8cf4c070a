//! Putting a state together again: what came out of an entry, and the rest of a call that waits for it.

use super::cut::is_dynamic;
use super::{Caller, EntryId, Ghost, Naming};
use crate::state::{Frame, Moving, State};
use crate::strategy::shape::Analysis;
use crate::transfer::COLLECT;
use crate::transfer::leak::roots;
use engine::Reason;
use heap::{Heap, ObjectId, Renaming, Substitution};
use logic::{Answer, PathCondition, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

impl Analysis<'_, '_> {
    /// The state in which a call goes on, with the values that are returned. None where the two do not fit.
    ///
    /// Obligation: for every execution that reaches the call in a state that the rest and the entry cover, and the
    /// exit from there in a state that the exit covers, the result covers the state after the call.
    pub(super) fn combine(
        &mut self,
        id: EntryId,
        caller: &Caller,
        exit: &State,
    ) -> Option<(Moving, Vec<Term>)> {
        let mut state = caller.rest.clone();
        let renamed;
        let exit = match &caller.naming {
            Naming::Same => exit,
            Naming::Mapped(values) => {
                renamed = self.renamed(id, values, &mut state.heap, exit);
                &*renamed
            }
        };
        let ghosts = &exit.frames[0];
        if self.contradicts(caller, ghosts) {
            return None;
        }

        // What the rest names in the entry is now where the ghosts are.
        let mut with = Substitution::default();
        for (ghost, value) in caller.ghosts.iter().zip(ghosts.values.iter().flatten()) {
            if ghost.base != *value {
                with.insert(ghost.id, ghost.base, *value);
            }
        }
        let fits = state.heap.substitute(&mut self.transfer.symbols, &with).is_some()
            && self.transfer.substitute(&mut state, &with);
        if !fits {
            self.transfer.loss(&state, Reason::Imprecise, "an address of a list node occurs in disguise");
            return None;
        }
        let held: FxHashMap<ObjectId, ObjectId> =
            caller.held.iter().copied().zip(ghosts.stack.iter().copied()).collect();
        for frame in state.frames.iter_mut().chain(&mut state.abandoned) {
            if frame.stack.iter().any(|id| held.get(id).is_some_and(|now| now != id)) {
                let frame = Arc::make_mut(frame);
                for id in frame.stack.iter_mut().chain(&mut frame.variadic) {
                    *id = held.get(id).copied().unwrap_or(*id);
                }
            }
        }

        self.take_over(id, caller, exit, &mut state)?;
        state.heap.absorb(&exit.heap);
        for (ghost, value) in caller.ghosts.iter().zip(ghosts.values.iter().flatten()) {
            if ghost.exists {
                state.heap.require_node_at(&mut self.transfer.symbols, *value);
            }
        }
        state.collect_at = 2 * state.heap.len() + COLLECT;
        state.count_blocks();
        let values = ghosts.values.iter().skip(caller.ghosts.len()).flatten().copied().collect();
        Some((state, values))
    }

    /// Whether ghosts came out that cannot be those of a call: addresses do not change, so what exists is not at a
    /// fixed number such as null, and what is apart is not one. An entry may be more general than the call.
    fn contradicts(&self, caller: &Caller, frame: &Frame) -> bool {
        let values: Vec<(&Ghost, Term)> = caller
            .ghosts
            .iter()
            .zip(frame.values.iter().flatten().copied())
            .filter(|it| it.0.exists)
            .collect();
        let is_number = |value: Term| self.transfer.symbols.store.as_const(value).is_some();
        let are_one = |number: usize, ghost: &Ghost, value: Term| {
            values[..number].iter().any(|(other, known)| *known == value && other.whole != ghost.whole)
        };
        values
            .iter()
            .enumerate()
            .any(|(number, (ghost, value))| is_number(*value) || are_one(number, ghost, *value))
    }

    /// The state in which the program exits in a call. Nothing can reach the rest any more: what is left are the
    /// values that keep blocks from being lost.
    pub(super) fn combine_at_exit(&mut self, id: EntryId, caller: &Caller, exit: &State) -> Option<Moving> {
        let mut state = caller.rest.clone();
        let renamed;
        let exit = match &caller.naming {
            Naming::Same => exit,
            Naming::Mapped(values) => {
                renamed = self.renamed(id, values, &mut state.heap, exit);
                &*renamed
            }
        };
        self.take_over(id, caller, exit, &mut state)?;
        let left: Vec<ObjectId> = state.heap.objects().map(|(id, _)| id).collect();
        self.abandon(&mut state, left);
        state.heap.absorb(&exit.heap);
        state.frames = exit.frames.clone();
        state.abandoned.clear();
        state.count_blocks();
        Some(state)
    }

    /// Takes over what came out of an entry besides the heap. None where it contradicts what is known of the call.
    fn take_over(&mut self, id: EntryId, caller: &Caller, exit: &State, state: &mut State) -> Option<()> {
        let mut path = PathCondition::new();
        let mut seen = FxHashSet::default();
        for condition in state.path.terms().into_iter().chain(exit.path.terms()) {
            match self.transfer.symbols.store.as_bool(condition) {
                Some(true) => {}
                Some(false) => return None,
                None if seen.insert(condition) => path.push(&self.transfer.symbols.store, condition),
                None => {}
            }
        }
        if let Answer::Unsat(_) = self.transfer.solver.check(&mut self.transfer.symbols.store, &path, &[]) {
            return None;
        }
        let is_same = matches!(caller.naming, Naming::Same);
        if is_same {
            state.choices = exit.choices.clone();
            state.events = exit.events.clone();
        }
        state.path = path;
        state.exit_handlers = exit.exit_handlers.clone();
        state.inputs = state.inputs.max(exit.inputs);
        state.end_of_input = exit.end_of_input;
        state.closed = exit.closed;
        let before = self.known.calls.entry(id).start.lost.len();
        state.lost.extend(exit.lost.iter().skip(before));
        state.last = exit.last;
        state.depth = state.depth.max(exit.depth);
        state.notes.course = state.notes.course.union(&exit.notes.course);
        state.is_general |= exit.is_general || !is_same;
        Some(())
    }

    /// What came out of an entry under names that mean something where the entry was called from elsewhere: its
    /// numbers are what they are there; what came up since gets new names.
    fn renamed(
        &mut self,
        id: EntryId,
        values: &FxHashMap<Term, Term>,
        rest: &mut Heap,
        exit: &State,
    ) -> Moving {
        let mut names = Renaming::default();
        rest.skip_to(&exit.heap);
        let now = rest.tick();
        for (object_id, object) in exit.heap.objects() {
            let is_fixed =
                !is_dynamic(object) && self.known.calls.entry(id).start.heap.find(object_id).is_some();
            if !is_fixed {
                let to = rest.reserve();
                names.object(&mut self.transfer.symbols, object, object_id, to);
            }
        }
        let conditions = exit.path.terms();
        let terms = roots(exit).into_iter().chain(conditions.iter().copied());
        let mut numbers: Vec<_> = exit.heap.numbers(&mut self.transfer.symbols, terms).into_iter().collect();
        numbers.sort_unstable();
        for var in numbers {
            let term = self.transfer.symbols.store.var_term(var);
            let traits = self.transfer.symbols.traits(term);
            let value = match values.get(&term).filter(|_| !traits.each) {
                Some(value) => *value,
                None => {
                    let width = self.transfer.symbols.store.width(term);
                    match traits.undefined {
                        true => rest.fresh.undefined(&mut self.transfer.symbols, width),
                        // What each node has it has by itself, whatever it was before the call.
                        false if traits.each => self.transfer.symbols.each(width),
                        false => self.transfer.symbols.store.fresh("call", width),
                    }
                }
            };
            names.number(&self.transfer.symbols, var, value);
        }
        let symbols = &mut self.transfer.symbols;
        let mut path = PathCondition::new();
        for condition in conditions {
            let condition = names.term(symbols, condition);
            path.push(&symbols.store, condition);
        }
        let heap = exit.heap.renamed(symbols, &names, now);
        let frame = |symbols: &mut heap::Symbols, frame: &Frame| {
            let mut frame = frame.clone();
            for term in frame.values.iter_mut().chain(&mut frame.vars).flatten() {
                *term = names.term(symbols, *term);
            }
            for id in frame.stack.iter_mut().chain(&mut frame.variadic) {
                *id = names.id(*id);
            }
            Arc::new(frame)
        };
        let frames = exit.frames.iter().map(|it| frame(symbols, it)).collect();
        let exit_handlers = exit.exit_handlers.iter().map(|(function, argument)| {
            (names.term(symbols, *function), argument.map(|argument| names.term(symbols, argument)))
        });
        let exit_handlers = exit_handlers.collect();
        Box::new(State { heap, frames, path, exit_handlers, ..exit.clone() })
    }
}
