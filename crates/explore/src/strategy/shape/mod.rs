//! Shape analysis: proofs for lists of any length, as Predator makes them (Dudka, Peringer, Vojnar, "Byte-Precise
//! Verification of Low-Level List Manipulation", 2013), by the same symbolic execution as exact exploration.
//!
//! Where a loop closes, a state is made general: neighbouring list nodes become segments ([`generalize`]), and it
//! is joined with what came there before ([`join`]). A state that is covered by an earlier one is not explored again;
//! since joins only make states more general and few steps more, the exploration ends. Where an instruction needs a
//! node of a segment, its cases are told apart again ([`crate::transfer`]).
//!
//! Recursive functions are explored by themselves, on what they can reach, once for each way they are entered
//! ([`calls`]). Other calls are followed where they are made: that is as fast, and more precise.
//!
//! A state that was made general covers executions that do not exist, so what is found in it is *possible* until a
//! run shows it; what is not found in it does not happen.

mod ahead;
mod attempts;
mod between;
mod borders;
mod bounds;
mod calls;
mod copies;
mod counters;
mod descents;
mod generalize;
mod heads;
mod homes;
mod indexed;
mod join;
mod kinds;
mod literals;
mod merges;
mod order;
mod paths;
mod placed;
mod relations;
mod remainders;
mod rounds;
mod shares;
mod spans;
#[cfg(test)]
mod tests;
mod unread;

pub use attempts::Attempts;
pub use calls::EntryId;
pub use heads::AtHead;

use crate::context::Precision;
use crate::outcome::{Describer, TOLD};
use crate::state::{Moving, State};
use crate::steps::{Edge, Error};
use crate::strategy::guided::add_target;
use crate::strategy::seen::Seen;
use crate::strategy::{EFFORT_AFTER_FINDING, Strategy, Turn};
use crate::transfer::Transfer;
use calls::Calls;
use engine::{Guide, Outcome};
use heads::Heads;
use ir::tested_members::TestedMembers;
use ir::{BlockId, FuncId, GlobalId, Program};
pub use kinds::{DIVIDED, Kinds};
pub use literals::Flags;
use literals::Literals;
use logic::Term;
use merges::Merges;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::rc::Rc;

/// At how many offsets a write is told apart: what is made general anyway is not worth many questions.
const WRITE_CANDIDATES: usize = 16;

/// Shape analysis.
pub struct ShapeStrategy {
    known: Known,
    /// The ways to errors that were found.
    targets: Guide,
}

/// What the analysis knows of the states that it saw.
struct Known {
    /// The states at loop heads.
    heads: Heads,
    /// The states that wait where branches meet.
    merges: Merges,
    /// The constants that tell states apart there.
    literals: Literals,
    /// The functions that are explored by themselves.
    calls: Calls,
    /// The states seen at other places where states may meet.
    seen: Seen,
    /// Whether lists are divided by the kinds of their nodes.
    kinds: Kinds,
    /// What becomes of flags.
    flags: Flags,
    /// Which members of nodes the program tests, once that was asked for.
    tested: Option<Rc<TestedMembers>>,
    /// Whether blocks of unknown type may be arrays of addresses.
    indexes_addresses: bool,
    /// The global variables by which arrays of addresses are indexed.
    indexes: Vec<GlobalId>,
    /// What the program multiplies by.
    strides: FxHashSet<i128>,
    /// How much of the heap is in use at once at most, where that is assumed.
    max_heap: Option<u64>,
    /// Whether nodes are counted whatever the program counts.
    counts: bool,
    /// Whether it is known between which numbers those in an array lie.
    ranges: bool,
}

/// How much the analysis tells apart, and what it assumes.
#[derive(Clone, Copy, Default)]
pub struct Settings {
    /// Whether lists are divided by the kinds of their nodes.
    pub kinds: Kinds,
    /// What becomes of flags.
    pub flags: Flags,
    /// How much of the heap is in use at once at most, where that is assumed.
    pub max_heap: Option<u64>,
    /// Whether the nodes of lists are counted though the program does not count in numbers as wide as addresses.
    pub counts: bool,
    /// Whether it is known between which numbers those in an array lie.
    pub ranges: bool,
}

impl ShapeStrategy {
    /// The analysis of a program.
    pub fn new(program: &Program, settings: Settings) -> ShapeStrategy {
        let Settings { kinds, flags, max_heap, counts, ranges } = settings;
        let known = Known {
            heads: Heads::default(),
            merges: Merges::default(),
            literals: Literals::new(program),
            calls: Calls::default(),
            seen: Seen::default(),
            kinds,
            flags,
            tested: None,
            indexes_addresses: false,
            indexes: Vec::new(),
            strides: FxHashSet::default(),
            max_heap,
            counts,
            ranges,
        };
        ShapeStrategy { known, targets: Guide::default() }
    }

    /// Runs a part of the analysis. Gives the states that it leaves for later.
    fn with<'a>(
        &mut self,
        transfer: &mut Transfer<'a>,
        run: impl FnOnce(&mut Analysis<'_, 'a>) -> Option<Moving>,
    ) -> Vec<Turn> {
        let mut analysis = Analysis { transfer, known: &mut self.known, later: Vec::new() };
        let now = run(&mut analysis);
        let later = analysis.later.into_iter().map(Turn::Waits);
        now.map(Turn::Now).into_iter().chain(later).collect()
    }
}

impl Strategy for ShapeStrategy {
    fn precision(&self) -> Precision {
        Precision {
            types_of_blocks: true,
            forks_at_choices: true,
            fixes_offsets: true,
            bounds_torn_writes: true,
            write_candidates: WRITE_CANDIDATES,
            tells_elements_apart: false,
            takes_arrays_apart: true,
            max_heap: self.known.max_heap,
            bounds_elements: self.known.ranges,
            divides_exactly: false,
            computes_floats: false,
            any_text: true,
            keeps_put_back: false,
            questions: u64::MAX,
        }
    }

    fn begins(&mut self, transfer: &mut Transfer<'_>, start: &State) {
        let (program, library) = (transfer.context.program(), &transfer.context.library);
        self.known.indexes_addresses = indexed::indexes_addresses(program, library);
        (self.known.indexes, self.known.strides) = indexed::indexes(&transfer.context);
        transfer.symbols.counts_nodes = self.known.counts
            || counters::counts(program, library)
            || (self.known.max_heap.is_some() && counters::counts_narrowly(program, library));
        self.known.seen.note_start(&start.heap);
    }

    fn rank(&mut self, transfer: &mut Transfer<'_>, state: &State) -> Vec<u32> {
        order::position(&transfer.context, &self.known.calls, state)
    }

    fn is_obsolete(&mut self, state: &State) -> bool {
        self.known.merges.goes_on(state);
        self.known.calls.is_stale(state) || self.known.heads.is_superseded(state)
    }

    fn arrives(&mut self, transfer: &mut Transfer<'_>, mut state: Moving, edge: Edge) -> Vec<Turn> {
        state.notes.course.note_edge(state.top().function, edge);
        self.with(transfer, |analysis| {
            analysis.arrive(state, edge);
            None
        })
    }

    fn enters(&mut self, transfer: &mut Transfer<'_>, state: Moving) -> Vec<Turn> {
        self.with(transfer, |analysis| analysis.begin_call(state))
    }

    fn leaves(&mut self, transfer: &mut Transfer<'_>, state: Moving, values: Vec<Term>) -> Vec<Turn> {
        self.with(transfer, |analysis| {
            analysis.end_call(state, values);
            None
        })
    }

    fn exits(&mut self, transfer: &mut Transfer<'_>, state: Moving) -> Vec<Turn> {
        self.with(transfer, |analysis| {
            analysis.exit_call(state);
            None
        })
    }

    /// Remembers the way to the error. Even in a state that was not made general the inputs may be lost: conditions on
    /// numbers that are gone are forgotten.
    fn finds(&mut self, error: &Error) -> u64 {
        add_target(&mut self.targets, error.place, &error.state.notes.course);
        EFFORT_AFTER_FINDING
    }

    /// What is lost by joining more may be lost for that reason: another analysis tells.
    fn gives_up(&self, outcome: &Outcome) -> bool {
        self.known.flags == Flags::Joined && !(outcome.findings.is_empty() && outcome.ledger.is_empty())
    }

    fn progress(&self, seen: u64, waiting: u64, _loops: u32) -> String {
        format!("the proof has come to {seen} states, {waiting} wait")
    }

    /// Where everything was accounted for and nothing was found, the states at loop heads are invariants.
    fn ends(&mut self, transfer: &mut Transfer<'_>, outcome: &mut Outcome, work: u64) {
        outcome.stats.counters.insert(DIVIDED, self.known.kinds.divided());
        self.targets.work = work;
        outcome.guide = std::mem::take(&mut self.targets);
        if outcome.is_closed() {
            let mut analysis = Analysis { transfer, known: &mut self.known, later: Vec::new() };
            let loops = analysis.states_at_loops();
            // What was asked to find what covers what is no part of the exploration.
            drop(transfer.take_said());
            outcome.invariants.extend(Describer::new(transfer).invariants(loops));
        }
    }
}

/// A part of the analysis at work: the transfer function, what is known, and the states that are left for later.
struct Analysis<'s, 'a> {
    transfer: &'s mut Transfer<'a>,
    known: &'s mut Known,
    later: Vec<Moving>,
}

impl Analysis<'_, '_> {
    /// A state at the start of a block waits until nothing is left to be done in the loops that it leaves. Where
    /// several edges meet it meets others.
    fn arrive(&mut self, state: Moving, edge: Edge) {
        let code = self.transfer.context.code(state.top().function);
        if code.is_head(edge.to) {
            self.join_at_head_by_case(state, edge.closes);
        } else if code.is_join(edge.to) {
            for mut state in self.transfer.without_lost(state) {
                self.transfer.collect_if_many(&mut state);
                let rigid = self.known.calls.rigid(&state);
                if self.known.seen.is_new(self.transfer, &state, rigid.as_deref()) {
                    self.wait_at_merge(state);
                }
            }
        } else {
            self.later.push(state);
        }
    }

    /// The states at loop heads of the program from which the exploration went on.
    fn states_at_loops(&mut self) -> BTreeMap<(FuncId, BlockId), Vec<State>> {
        let mut loops: BTreeMap<(FuncId, BlockId), Vec<State>> = BTreeMap::new();
        let places = self.known.heads.states();
        let places: Vec<Vec<State>> =
            places.into_iter().map(|states| states.into_iter().cloned().collect()).collect();
        for states in places {
            for state in self.uncovered(states) {
                if !self.known.calls.is_stale(&state)
                    && let Some(frame) = state.frames.last()
                    && !self.transfer.context.library.is_library(frame.function)
                {
                    loops.entry((frame.function, frame.block)).or_default().push(state);
                }
            }
        }
        loops
    }

    /// The states of one place without those that others of them cover.
    fn uncovered(&mut self, mut states: Vec<State>) -> Vec<State> {
        if states.len() > TOLD {
            return states;
        }
        let mut number = 0;
        while number < states.len() {
            let others = (0..states.len()).filter(|other| *other != number);
            let mut covers = |other: usize| {
                let joint = self.join_states(&states[other], &states[number], 0);
                joint.is_some_and(|joint| !joint.left_lost)
            };
            match others.into_iter().any(&mut covers) {
                true => drop(states.remove(number)),
                false => number += 1,
            }
        }
        states
    }
}
