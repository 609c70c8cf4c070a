//! Entries: which of them a call can use, and what comes out of them.

use super::graph::CallGraph;
use super::trees::tree_links;
use super::{Caller, Entry, EntryId, Naming, Way};
use crate::state::{Frame, Moving, State};
use crate::strategy::shape::Analysis;
use crate::strategy::shape::join::{Apart, Joint};
use crate::strategy::shape::order::rank_of_call;
use crate::transfer::leak::{KEPT_BY_NODES, roots};
use engine::Reason;
use heap::{Branches, Number};
use ir::FuncId;
use logic::{Term, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

/// How many entries that differ in small numbers only stay apart before they are joined.
const APART: usize = 8;
/// How many entries a function may have before joins that lose more are made.
const MANY: usize = 12;
/// How many entries a function may have.
const LIMIT: usize = 48;
/// In how many loops a call must be to be explored by itself though it is not recursive.
const DEEP: usize = 3;
/// How many ghosts a recursive call may have. Where each level of a recursion holds a node that the next level can
/// reach by another way, there is one more of them with each.
const GHOSTS: usize = 12;

impl Analysis<'_, '_> {
    /// A state whose innermost call has just begun: none if the call is explored as an entry, by itself.
    pub(in crate::strategy::shape) fn begin_call(&mut self, mut state: Moving) -> Option<Moving> {
        if self.is_last_call(&state) {
            self.begin_last_call(state);
            return None;
        }
        let function = state.top().function;
        let graph = self.call_graph();
        let is_again = |frame: &std::sync::Arc<Frame>| graph.is_one_group(frame.function, function);
        let repeats = state.frames.iter().rev().skip(1).any(is_again);
        if !graph.calls_nest() || !(graph.is_recursive(function) || repeats || self.is_deep(&state)) {
            return Some(state);
        }
        let rank = rank_of_call(&self.transfer.context, &self.known.calls, &state);
        if repeats {
            self.forget_unread_pointers(&mut state);
        }
        self.simplify(&mut state);
        let whole = state.clone();
        let (mut entry, caller, uncertain) = self.cut(state);
        if let Some(uncertain) = uncertain {
            if let Some(id) = uncertain.outermost(&whole.heap) {
                for case in self.transfer.split_empty(whole, id) {
                    if let Some(state) = self.begin_call(case) {
                        self.later.push(state);
                    }
                }
                return None;
            }
            self.transfer.loss(&caller.rest, Reason::Imprecise, KEPT_BY_NODES);
        }
        if repeats && caller.ghosts.len() > GHOSTS {
            let what = "each level of a recursion holds another part of what the next one reaches";
            self.transfer.loss(&caller.rest, Reason::Imprecise, what);
            return None;
        }
        self.simplify(&mut entry);
        if repeats || entry.is_general {
            self.abstract_lists(&mut entry);
        }
        self.use_entry(function, entry, caller, rank);
        None
    }

    /// Whether a function with a loop is called inside of so many loops that it is explored by itself. Each round of a
    /// loop comes with another heap, so that what is called there would be explored again for each; where loops are
    /// nested the number of times would double with each. A function that is called in many ways is left alone.
    fn is_deep(&mut self, state: &State) -> bool {
        let function = state.top().function;
        let ways = self.known.calls.of.get(&function).map_or(0, Vec::len);
        if ways >= MANY || !self.transfer.context.code(function).has_loop() {
            return false;
        }
        let ghosts = usize::from(state.is_in_entry());
        let callers = state.frames.iter().skip(ghosts).rev().skip(1);
        let around =
            callers.map(|frame| self.transfer.context.code(frame.function).loops_around(frame.block));
        around.sum::<usize>() >= DEEP
    }

    /// What is known of calls.
    pub(super) fn call_graph(&mut self) -> Rc<CallGraph> {
        let (program, library) = (self.transfer.context.program(), &self.transfer.context.library);
        let graph = self
            .known
            .calls
            .graph
            .get_or_insert_with(|| Rc::new(CallGraph::new(program, |id| library.primitive(id))));
        graph.clone()
    }

    /// By which offsets trees are linked, as far as the program says so.
    pub(in crate::strategy::shape) fn tree_links(&mut self) -> Rc<[Branches]> {
        if let Some(known) = &self.known.calls.trees {
            return known.clone();
        }
        let (program, graph) = (self.transfer.context.program(), self.call_graph());
        let mut found: BTreeSet<Branches> = tree_links(program, &graph).into_iter().collect();
        found.extend(self.descents().links());
        self.known.calls.trees.insert(found.into_iter().collect()).clone()
    }

    /// Finds the entry for a call, or makes it.
    fn use_entry(&mut self, function: FuncId, start: Moving, caller: Caller, rank: Vec<u32>) {
        let known: Vec<EntryId> = self.known.calls.of.get(&function).cloned().unwrap_or_default();
        let mut apart: Vec<(EntryId, Joint)> = Vec::new();
        let mut best: Option<(EntryId, Joint)> = None;
        for id in &known {
            let entry = self.known.calls.entry(*id);
            let differ = known.len() < MANY && self.differ_in_null(&entry.start, &start);
            if differ || !is_comparable(&entry.start, &start) {
                continue;
            }
            let (other, joins) = (entry.start.clone(), entry.joins);
            let Some(joint) = self.join_starts(&other, &start, joins) else { continue };
            if !joint.left_lost {
                let there = self.numbers(&start);
                let numbers = &self.known.calls.entry(*id).numbers;
                let map = self.values(&joint.numbers, numbers, &there, |it| (it.left, it.right));
                let naming = Naming::Mapped(map);
                self.wait(*id, Caller { naming, ..caller });
                return;
            }
            match joint.apart {
                Apart::ByCase | Apart::ByRounds => apart.push((*id, joint)),
                Apart::Never if best.is_none() => best = Some((*id, joint)),
                Apart::Never => {}
            }
        }
        if best.is_none() && (apart.len() >= APART || known.len() >= MANY) {
            best = apart.pop();
        }
        let Some((old, joint)) = best else {
            if known.len() >= LIMIT {
                self.transfer.loss(&caller.rest, Reason::WorkLimit, "a function is called in too many ways");
                return;
            }
            let id = self.add_entry(function, start, 0, rank);
            self.wait(id, caller);
            let start = self.known.calls.entry(id).start.clone();
            self.later.push(start);
            return;
        };
        let there = self.numbers(&start);
        self.supersede(old, joint, caller, &there);
    }

    /// Whether a pointer is passed that is null in one of two entries of a function only. What comes out of a call for
    /// nothing is known exactly, so that such calls stay apart from others.
    fn differ_in_null(&self, one: &State, other: &State) -> bool {
        let body = self.transfer.context.body(one.top().function);
        let is_null = |state: &State, param: ir::ValueId| {
            let term = state.top().values[param.index()];
            term.and_then(|term| self.transfer.symbols.store.as_const(term))
                .is_some_and(|value| value.is_zero())
        };
        let mut pointers = body.param_values().filter(|param| body.value_type(*param) == ir::Scalar::Ptr);
        pointers.any(|param| is_null(one, param) != is_null(other, param))
    }

    /// A more general entry takes the place of one; whoever waits for that waits for the new one.
    fn supersede(&mut self, old: EntryId, joint: Joint, caller: Caller, there: &FxHashSet<VarId>) {
        self.transfer.said.figures.joined += 1;
        let differing = joint.numbers.clone();
        let mut start = self.complete(joint);
        self.simplify(&mut start);
        self.abstract_lists(&mut start);
        let entry = self.known.calls.entry_mut(old);
        entry.is_superseded = true;
        let (function, joins, rank) = (entry.function, entry.joins + 1, entry.rank.clone());
        let waiting = std::mem::take(&mut entry.callers);
        entry.exits.clear();
        self.known.calls.of.entry(function).or_default().retain(|id| *id != old);
        let id = self.add_entry(function, start, joins, rank);
        let numbers = self.known.calls.entry(id).numbers.clone();
        let known = &self.known.calls.entry(old).numbers;
        let before = self.values(&differing, &numbers, known, |it| (it.out, it.left));
        for waiting in waiting {
            let mut map = before.clone();
            if let Naming::Mapped(known) = &waiting.naming {
                let store = &mut self.transfer.symbols.store;
                map.retain(|_, value| {
                    let vars = store.support(&[*value]);
                    let is_known = vars.into_iter().all(|var| known.contains_key(&store.var_term(var)));
                    *value = store.replace(*value, known);
                    is_known
                });
            }
            let waiting = Caller {
                rest: waiting.rest.clone(),
                ghosts: waiting.ghosts.clone(),
                held: waiting.held.clone(),
                naming: Naming::Mapped(map),
            };
            self.wait(id, waiting);
        }
        let naming = Naming::Mapped(self.values(&differing, &numbers, there, |it| (it.out, it.right)));
        self.wait(id, Caller { naming, ..caller });
        let start = self.known.calls.entry(id).start.clone();
        self.later.push(start);
    }

    /// What the numbers of an entry are on one side of a join. Those that were not joined are themselves, if they occur
    /// on that side; nothing is said of the others.
    fn values(
        &self,
        joined: &[Number],
        numbers: &FxHashSet<VarId>,
        there: &FxHashSet<VarId>,
        sides: impl Fn(&Number) -> (Term, Term),
    ) -> FxHashMap<Term, Term> {
        let mut map: FxHashMap<Term, Term> = FxHashMap::default();
        for var in numbers.intersection(there) {
            let term = self.transfer.symbols.store.var_term(*var);
            map.insert(term, term);
        }
        for number in joined {
            let (from, to) = sides(number);
            map.insert(from, to);
        }
        map
    }

    /// The numbers of a state.
    fn numbers(&mut self, state: &State) -> FxHashSet<VarId> {
        let values = roots(state);
        state.heap.numbers(&mut self.transfer.symbols, values)
    }

    fn add_entry(&mut self, function: FuncId, mut start: Moving, joins: u32, rank: Vec<u32>) -> EntryId {
        let id = EntryId(self.known.calls.entries.len() as u32);
        start.notes.entry = Some(id);
        let numbers = self.numbers(&start);
        let (callers, exits) = (Vec::new(), Vec::new());
        let mut rigid = numbers.clone();
        rigid.extend(self.transfer.symbols.store.support(&start.path.terms()));
        rigid.retain(|var| {
            let term = self.transfer.symbols.store.var_term(*var);
            !self.transfer.symbols.is_each(term)
        });
        self.known.calls.entries.push(Entry {
            function,
            start,
            numbers,
            rigid: Rc::new(rigid),
            joins,
            is_superseded: false,
            rank,
            exits,
            callers,
        });
        self.known.calls.of.entry(function).or_default().push(id);
        id
    }

    /// A call waits for what comes out of an entry, and gets what is known already.
    fn wait(&mut self, id: EntryId, caller: Caller) {
        let caller = Rc::new(caller);
        let entry = self.known.calls.entry_mut(id);
        entry.callers.push(caller.clone());
        let mut exits: Vec<(Way, Moving)> = Vec::new();
        for (way, known) in &entry.exits {
            exits.extend(known.iter().map(|explored| (*way, explored.state.clone())));
        }
        for (way, exit) in exits {
            self.go_on_in(id, &caller, way, &exit);
        }
    }

    /// A state in which the function of an entry has returned: goes on in all calls that wait.
    pub(in crate::strategy::shape) fn end_call(&mut self, mut state: Moving, values: Vec<Term>) {
        state.top_mut().values.extend(values.into_iter().map(Some));
        let way = Way::Returns(state.top().values.len());
        self.leave_entry(state, way);
    }

    /// Something comes out of an entry.
    pub(super) fn leave_entry(&mut self, state: Moving, way: Way) {
        for state in self.transfer.without_lost(state) {
            self.leave_entry_by_case(state, way);
        }
    }

    fn leave_entry_by_case(&mut self, mut state: Moving, way: Way) {
        let id = state.notes.entry.expect("a state of an entry");
        if self.known.calls.entry(id).is_superseded {
            return;
        }
        self.simplify(&mut state);
        self.abstract_lists(&mut state);
        let exits = &mut self.known.calls.entry_mut(id).exits;
        let number = match exits.iter().position(|(known, _)| *known == way) {
            Some(number) => number,
            None => {
                exits.push((way, Vec::new()));
                exits.len() - 1
            }
        };
        let mut known = std::mem::take(&mut exits[number].1);
        let exit = self.add_to(&mut known, state);
        self.known.calls.entry_mut(id).exits[number].1 = known;
        match exit {
            None => self.transfer.said.figures.merged += 1,
            Some(exit) => {
                for caller in self.known.calls.entry(id).callers.clone() {
                    self.go_on_in(id, &caller, way, &exit);
                }
            }
        }
    }

    /// Goes on in a call with something that came out of its entry.
    fn go_on_in(&mut self, id: EntryId, caller: &Caller, way: Way, exit: &State) {
        if self.known.calls.is_stale(&caller.rest) {
            return;
        }
        match way {
            Way::Returns(_) => {
                let Some((mut state, values)) = self.combine(id, caller, exit) else { return };
                for value in &values {
                    self.transfer.dies(&mut state, *value);
                }
                let state = self.transfer.resume(state, values);
                self.later.push(state);
            }
            Way::Exits(_) => {
                if let Some(state) = self.combine_at_exit(id, caller, exit) {
                    self.exit_further(state);
                }
            }
        }
    }
}

/// Whether two entries of one function have as many ghosts and as many locals of callers.
fn is_comparable(one: &State, other: &State) -> bool {
    let (a, b) = (&one.frames[0], &other.frames[0]);
    a.values.len() == b.values.len() && a.stack.len() == b.stack.len()
}
