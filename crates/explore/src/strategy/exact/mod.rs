//! Exact exploration: every path by itself, without abstraction, shallow ones first.
//!
//! A state's *depth* is the number of loops it closed and calls it nested. Taking the shallowest state first means
//! that loops are unrolled by increasing depth, so the shortest way to an error is found first, and an endless
//! loop cannot keep other paths from being seen. Of two states that are equal up to renaming ([`Seen`]) only the first
//! is explored.

use crate::context::Precision;
use crate::program::reachable;
use crate::state::{Moving, State};
use crate::steps::Edge;
use crate::strategy::seen::Seen;
use crate::strategy::{Strategy, Turn};
use crate::transfer::Transfer;
use engine::Reason;

/// After how many rounds a loop is given up that goes round too often to wait for its end. What is found is found before,
/// and can be replayed with as many rounds.
pub const LONG_LOOP_ROUNDS: u64 = 1000;

/// At how many offsets a write is told apart.
const WRITE_CANDIDATES: usize = 64;

/// How many questions one instruction may ask: one that parses a number in a text of unknown characters would make
/// thousands of states, and nothing would be seen of the program for a minute.
const QUESTIONS: u64 = 4000;

/// Exact exploration.
#[derive(Default)]
pub struct ExactStrategy {
    seen: Seen,
}

impl Strategy for ExactStrategy {
    fn precision(&self) -> Precision {
        Precision {
            types_of_blocks: false,
            forks_at_choices: false,
            fixes_offsets: false,
            bounds_torn_writes: false,
            write_candidates: WRITE_CANDIDATES,
            tells_elements_apart: true,
            takes_arrays_apart: false,
            max_heap: None,
            bounds_elements: false,
            divides_exactly: true,
            computes_floats: true,
            any_text: false,
            keeps_put_back: true,
            questions: QUESTIONS,
        }
    }

    fn begins(&mut self, _: &mut Transfer<'_>, start: &State) {
        self.seen.note_start(&start.heap);
    }

    fn rank(&mut self, _: &mut Transfer<'_>, state: &State) -> Vec<u32> {
        vec![state.depth]
    }

    fn arrives(&mut self, transfer: &mut Transfer<'_>, mut state: Moving, edge: Edge) -> Vec<Turn> {
        if edge.closes && gives_up_loop(transfer, &state, edge) {
            return Vec::new();
        }
        let code = transfer.context.code(state.top().function);
        if !edge.closes && !code.is_join(edge.to) {
            return vec![Turn::Now(state)];
        }
        // Nothing is a segment here, so there are no cases to tell apart.
        if !state.dying.is_empty() {
            let segment = transfer.find_lost(&mut state);
            debug_assert!(segment.is_none(), "no segment without abstraction");
        }
        transfer.collect_if_many(&mut state);
        match (self.seen.is_new(transfer, &state, None), edge.closes) {
            (false, _) => Vec::new(),
            (true, true) => vec![Turn::InOrder(state)],
            (true, false) => vec![Turn::Now(state)],
        }
    }

    /// A recursive call waits for what comes before it, as if it closed a loop.
    fn enters(&mut self, _: &mut Transfer<'_>, state: Moving) -> Vec<Turn> {
        match state.top().calls > 0 {
            true => vec![Turn::InOrder(state)],
            false => vec![Turn::Now(state)],
        }
    }
}

/// Whether a state has gone round a loop often enough that nobody waits for its end. That is written down.
fn gives_up_loop(transfer: &mut Transfer<'_>, state: &State, edge: Edge) -> bool {
    let frame = state.top();
    let code = transfer.context.code(frame.function);
    let Some(long) = code.long_loop(edge.to) else { return false };
    let last = transfer.symbols.store.num(long.bits().into(), long.after(LONG_LOOP_ROUNDS));
    if frame.values[long.counter().index()] != Some(last) {
        return false;
    }
    let span = reachable::span_of(transfer.context.body(frame.function), edge.to);
    transfer.said.lose(Reason::WorkLimit, span, long.reason());
    true
}
