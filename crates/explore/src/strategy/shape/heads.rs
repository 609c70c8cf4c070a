//! Loop heads: the states that were explored from there, and whether a new one adds to them.

use crate::state::{Agenda, Moving, State};
use crate::strategy::shape::Analysis;
use crate::strategy::shape::EntryId;
use crate::strategy::shape::join::{Apart, Joint};
use crate::strategy::shape::literals::{Difference, Flags, Marks};
use heap::ObjectId;
use ir::member_reads::MemberReads;
use ir::{BlockId, FuncId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// How many states that differ in small numbers only stay apart at a loop head before they are joined.
const APART: usize = 10;
/// The same of states that differ in how many rounds of loops there were.
const ROUNDS: usize = 2;
/// How many states may be at a loop head before joins that lose more are made.
const MANY: usize = 24;

/// How many states may be at a loop head before those are joined, too, that differ in flags.
const TOO_MANY: usize = 1000;

/// How many states may be at a loop head before pointers are forgotten there that nobody reads.
const CROWDED: usize = 6;

/// Of how many variables of a loop the cases are told apart at its head.
const CASES: usize = 4;

/// Whether an array of a state has elements that are told apart.
fn has_elements(state: &State) -> bool {
    state.heap.objects().any(|(_, object)| object.content.has_elements())
}

/// Where a state is: what its calls are executing, outermost first, and whether it is apart from others at a loop head
/// because it is about to leave.
pub(super) type Position = (Option<EntryId>, Vec<(FuncId, BlockId, usize)>, usize, Vec<Agenda>, bool);

/// A state at a loop head from which the exploration goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct HeadStateId(u32);

/// How a state waits at a loop head.
#[derive(Clone, Copy, Debug)]
pub struct AtHead {
    pub(super) id: HeadStateId,
    /// Whether it has closed the loop.
    pub closes: bool,
}

/// The states at all loop heads.
#[derive(Default)]
pub struct Heads {
    at: FxHashMap<Position, Vec<Explored>>,
    /// The states that were sure to enter a loop, or to leave it, and met no others at its head.
    passed: FxHashMap<Position, Vec<Moving>>,
    /// Whether pointers that nobody reads are forgotten, because so many states came to a head.
    is_crowded: bool,
    /// Where they were forgotten in the states that were there before.
    thinned: FxHashSet<Position>,
    /// Which members of structures are read where, once that was asked for.
    pub(super) members: Option<Rc<MemberReads>>,
    /// How many states there were.
    count: u32,
    /// Those that are no longer there, because others cover them.
    superseded: FxHashSet<HeadStateId>,
}

/// A state from which the exploration went on.
pub(super) struct Explored {
    pub(super) state: Moving,
    pub(super) marks: Marks,
    pub(super) id: HeadStateId,
    /// How often it was made more general.
    pub(super) joins: u32,
}

impl Explored {
    fn marked(&self) -> (&State, &Marks) {
        (&self.state, &self.marks)
    }
}

impl Heads {
    /// Whether a state that waits at a loop head need not be explored, because one that came there since covers it. Of
    /// several lists each could be empty: only the state that covers all the cases shall go on.
    pub fn is_superseded(&self, state: &State) -> bool {
        state.notes.at_head.is_some_and(|at| self.was_superseded(at.id))
    }

    /// Whether another state covers one that waited.
    pub(super) fn was_superseded(&self, id: HeadStateId) -> bool {
        self.superseded.contains(&id)
    }

    /// Another state covers one that waits.
    pub(super) fn supersede(&mut self, id: HeadStateId) {
        self.superseded.insert(id);
    }

    pub(super) fn next_id(&mut self) -> HeadStateId {
        self.count += 1;
        HeadStateId(self.count)
    }

    /// The states from which the exploration went on, those of one place together, in an order that depends on nothing
    /// but the places.
    pub(super) fn states(&self) -> Vec<Vec<&State>> {
        let mut places: Vec<&Position> = self.at.keys().collect();
        places.extend(self.passed.keys().filter(|place| !self.at.contains_key(*place)));
        places.sort_by_key(|(context, frames, abandoned, agenda, leaves)| {
            (*context, frames, *abandoned, agenda.len(), *leaves)
        });
        let at = |place: &Position| -> Vec<&State> {
            let known = self.at.get(place).into_iter().flatten().map(|explored| &*explored.state);
            known.chain(self.passed.get(place).into_iter().flatten().map(|state| &**state)).collect()
        };
        places.into_iter().map(at).collect()
    }
}

pub(super) fn position(state: &State) -> Position {
    let frames = state.frames.iter().map(|frame| (frame.function, frame.block, frame.next)).collect();
    let agenda = state.agenda.iter().map(|item| match item {
        Agenda::Call(function, _) => Agenda::Call(*function, None),
        other => *other,
    });
    (state.notes.entry, frames, state.abandoned.len(), agenda.collect(), false)
}

impl Analysis<'_, '_> {
    /// A state at a loop head: goes on unless it is covered, and may be made more general before. Where a variable of
    /// the loop may be null, the cases meet others by themselves.
    pub(super) fn join_at_head_by_case(&mut self, state: Moving, closes: bool) {
        let state = self.resolve_counted(state);
        let cases = self.tell_null_apart(state).into_iter();
        let cases: Vec<Moving> = cases.flat_map(|state| self.transfer.without_lost(state)).collect();
        for mut state in cases {
            if closes && let Some(leaving) = self.part_leaving(&mut state) {
                let leaving = self.join_before_leaving(leaving);
                self.later.extend(leaving);
            }
            if let Some(state) = self.join_at_head(state, closes) {
                self.later.push(state);
            }
        }
    }

    /// A state that closes a loop and leaves it then meets others of its kind only.
    fn join_before_leaving(&mut self, mut state: Moving) -> Option<Moving> {
        self.simplify(&mut state);
        self.abstract_lists(&mut state);
        let (entry, frames, abandoned, agenda, _) = position(&state);
        self.join_with_others((entry, frames, abandoned, agenda, true), state, true)
    }

    fn join_at_head(&mut self, mut state: Moving, closes: bool) -> Option<Moving> {
        self.simplify(&mut state);
        // A state that comes in for the first time and was never made general is kept as it is: it may be one of a
        // list of fixed length.
        let special = (!closes && self.is_sure_to_enter(&state)).then(|| state.clone());
        if self.known.heads.is_crowded && self.forget_unread_pointers(&mut state) {
            self.simplify(&mut state);
        }
        if closes || state.is_general {
            if special.is_none() && self.is_sure_to_leave(&state) && self.abstract_alike(&mut state) {
                return self.leave_at_head(state, closes);
            }
            self.abstract_lists(&mut state);
        }
        if let Some(special) = special {
            // What makes sure that the loop is entered may be what a node holds.
            let state = if self.is_sure_to_enter(&state) { state } else { special };
            self.known.heads.passed.entry(position(&state)).or_default().push(state.clone());
            return Some(state);
        }
        self.join_with_others(position(&state), state, closes)
    }

    /// A state that leaves the loop, in which neighbouring nodes have different parts. Nothing grows any more in this
    /// loop, so they stay apart, and what was done to a node in its last rounds is still known behind it: the loop
    /// around it may do the same to the next node. Others may cover it; it covers none.
    fn leave_at_head(&mut self, state: Moving, closes: bool) -> Option<Moving> {
        let position = position(&state);
        let mut general = state.clone();
        self.abstract_lists(&mut general);
        let known = self.known.heads.at.remove(&position).unwrap_or_default();
        let is_known = known.iter().any(|it| self.covers(&it.state, &general));
        self.known.heads.at.insert(position.clone(), known);
        let passed = self.known.heads.passed.remove(&position).unwrap_or_default();
        let is_covered = is_known || passed.iter().any(|it| self.covers(it, &state));
        let is_full = passed.len() >= MANY;
        self.known.heads.passed.insert(position.clone(), passed);
        if is_covered {
            self.transfer.said.figures.merged += 1;
            return None;
        }
        if is_full {
            return self.join_with_others(position, general, closes);
        }
        self.known.heads.passed.entry(position).or_default().push(state.clone());
        Some(state)
    }

    /// Whether a state covers another at the same place.
    fn covers(&mut self, one: &State, other: &State) -> bool {
        self.join_states(one, other, 0).is_some_and(|joint| !joint.left_lost)
    }

    /// A state meets those that were explored from its place: none if it is covered, otherwise the state to go on with.
    fn join_with_others(&mut self, position: Position, state: Moving, closes: bool) -> Option<Moving> {
        let mut known = self.known.heads.at.remove(&position).unwrap_or_default();
        if self.known.heads.is_crowded && self.known.heads.thinned.insert(position.clone()) {
            known = self.thin_out(known);
        }
        let result = self.add_at_head(&mut known, state, closes);
        self.known.heads.is_crowded |= known.len() >= CROWDED;
        self.known.heads.at.insert(position, known);
        if result.is_none() {
            self.transfer.said.figures.merged += 1;
        }
        result
    }

    /// Forgets the pointers that nobody reads in states that were explored from a place: what becomes more general by
    /// it is explored again. Otherwise those would be joined for ever with states that have forgotten them.
    fn thin_out(&mut self, known: Vec<Explored>) -> Vec<Explored> {
        let mut thinned = Vec::new();
        for explored in known {
            let mut state = explored.state.clone();
            if !self.forget_unread_pointers(&mut state) {
                thinned.push(explored);
                continue;
            }
            self.known.heads.superseded.insert(explored.id);
            self.simplify(&mut state);
            self.abstract_lists(&mut state);
            if let Some(state) = self.add_at_head(&mut thinned, state, true) {
                self.later.push(state);
            }
        }
        thinned
    }

    /// Adds a state to those that were explored from its place: none if it is covered, otherwise the one to go on with.
    fn add_at_head(&mut self, known: &mut Vec<Explored>, state: Moving, closes: bool) -> Option<Moving> {
        let mut result = self.add_to(known, state);
        if let (Some(state), Some(added)) = (&mut result, known.last()) {
            state.notes.at_head = Some(AtHead { id: added.id, closes });
        }
        result
    }

    /// Adds a state to those that were explored at a place: none if it is covered, otherwise the state to go on with.
    pub(super) fn add_to(&mut self, known: &mut Vec<Explored>, state: Moving) -> Option<Moving> {
        let mut state = state;
        let mut joins = 0;
        let set = self.set_by_loop(&state);
        'again: loop {
            let mut apart: Vec<(usize, Joint)> = Vec::new();
            let mut rounds: Vec<(usize, Joint)> = Vec::new();
            let mut best: Option<(usize, Joint)> = None;
            let mut alike = 0;
            for number in 0..known.len() {
                let kept = match self.known.literals.difference(
                    &mut self.transfer.symbols,
                    known[number].marked(),
                    &state,
                    &set,
                ) {
                    Difference::Literal => self.known.flags == Flags::Apart && known.len() < TOO_MANY,
                    Difference::Null => alike < MANY,
                    Difference::Small => false,
                };
                if kept {
                    continue;
                }
                alike += 1;
                let widen = known[number].joins;
                let Some(joint) = self.join_with(&known[number].state, &state, widen) else { continue };
                if !joint.left_lost {
                    // Found states move to the front: the next one is likely to be like them.
                    known.swap(0, number);
                    return None;
                }
                if !joint.right_lost {
                    // The new state covers the known one.
                    joins = joins.max(known[number].joins);
                    self.known.heads.superseded.insert(known.remove(number).id);
                    continue 'again;
                }
                match joint.apart {
                    Apart::ByCase => apart.push((number, joint)),
                    Apart::ByRounds => rounds.push((number, joint)),
                    Apart::Never if best.is_none() => best = Some((number, joint)),
                    Apart::Never => {}
                }
            }
            if best.is_none() && rounds.len() >= ROUNDS && !self.is_followed(&state) {
                best = rounds.pop();
            }
            apart.append(&mut rounds);
            if best.is_none() && (apart.len() >= APART || alike >= MANY) {
                best = apart.pop();
            }
            let Some((number, joint)) = best else {
                let id = self.known.heads.next_id();
                let marks = self.known.literals.marks(&self.transfer.symbols.store, &state);
                known.push(Explored { state: state.clone(), marks, id, joins });
                return Some(state);
            };
            joins = joins.max(known[number].joins) + 1;
            self.transfer.said.figures.joined += 1;
            state = self.complete(joint);
            self.simplify(&mut state);
            self.abstract_lists(&mut state);
            // Runs that were split to be joined are one again: what was known may cover that.
            if has_elements(&state) && self.covers(&known[number].state, &state) {
                known.swap(0, number);
                return None;
            }
            self.known.heads.superseded.insert(known.remove(number).id);
        }
    }

    /// Whether a state at a loop head is rather followed to the end of the loop: nothing depends on an input so far, or it
    /// is known by now how the loop goes on.
    fn is_followed(&mut self, state: &State) -> bool {
        state.path.is_empty() || self.is_decided_ahead(state)
    }

    /// The state that covers a known one and a new one. A known one that was kept as it is may be what the new one
    /// covers once its lists are folded, too; a join of nodes with a segment could make that shorter.
    fn join_with(&mut self, known: &Moving, state: &State, widen: u32) -> Option<Joint> {
        let joint = self.join_states(known, state, widen);
        let covers = joint.as_ref().is_some_and(|joint| !joint.left_lost || !joint.right_lost);
        if covers || known.is_general || !state.is_general {
            return joint;
        }
        let mut general = known.clone();
        self.abstract_lists(&mut general);
        let other = if general.is_general { self.join_states(&general, state, widen) } else { None };
        // The folded one was never explored, so it covers nothing.
        let other = other.filter(|other| !other.right_lost).map(|mut other| {
            other.left_lost = true;
            other
        });
        other.or(joint)
    }

    /// The variables that the loop sets at whose head a state is.
    pub(super) fn set_by_loop(&self, state: &State) -> Vec<ir::ValueId> {
        // The values of the outermost frame of an entry are ghosts.
        let is_ghost = state.is_at_end_of_entry();
        let Some(frame) = state.frames.last().filter(|_| !is_ghost) else { return Vec::new() };
        let insts = &self.transfer.context.body(frame.function).block(frame.block).insts;
        let phis = insts.iter().take_while(|inst| matches!(inst.kind, ir::InstKind::Phi { .. }));
        phis.filter_map(|inst| inst.result()).collect()
    }

    /// A state in which segments that may be empty are resolved where their counts leave one case: what an empty list
    /// would be skipped to need not be kept apart from it.
    pub(super) fn resolve_counted(&mut self, mut state: Moving) -> Moving {
        let may_be_empty = |object: &heap::Object| {
            object.owner.is_none()
                && object.count().is_some()
                && object.segment().is_some_and(|it| it.may_be_empty())
        };
        let segments = state.heap.objects().filter(|(_, object)| may_be_empty(object));
        let segments: Vec<ObjectId> = segments.map(|(id, _)| id).collect();
        for id in segments {
            let is_there = state.heap.find(id).is_some_and(may_be_empty);
            if is_there && self.transfer.is_decided_by_count(&state, id) {
                let mut cases = self.transfer.split_empty(state.clone(), id);
                if let (1, Some(case)) = (cases.len(), cases.pop()) {
                    state = case;
                }
            }
        }
        state
    }

    /// A state at the head of a loop: the cases of segments that variables of the loop point to, where those are null
    /// if the segment is empty. Where loops are nested the cases would multiply, so it stays as it is.
    fn tell_null_apart(&mut self, state: Moving) -> Vec<Moving> {
        if !self.transfer.context.code(state.top().function).has_one_loop() {
            return vec![state];
        }
        let phis: Vec<ir::ValueId> = self.set_by_loop(&state).into_iter().take(CASES).collect();
        let mut states = vec![state];
        for phi in phis {
            let mut told = Vec::new();
            for state in states {
                let term = state.top().values[phi.index()];
                let symbols = &mut self.transfer.symbols;
                match term.and_then(|term| state.heap.null_if_empty(symbols, term)) {
                    Some(id) => told.extend(self.transfer.split_empty(state, id)),
                    None => told.push(state),
                }
            }
            states = told;
        }
        states
    }
}
