//! The order of exploration: inner loops and calls come before what follows them, so that they are done before it is
//! gone on. What leaves a loop waits until nothing is left to be done in it.

use super::calls::Calls;
use crate::context::Context;
use crate::state::State;

/// The rank of a state by its place. Of two calls in one block the first comes first.
pub(super) fn position(context: &Context<'_>, calls: &Calls, state: &State) -> Vec<u32> {
    let (mut rank, skip) = match state.notes.entry {
        // The frame of the ghosts is where the call was made.
        Some(id) => (calls.rank(id).to_vec(), 1),
        None => (vec![u32::MAX - state.agenda.len() as u32], 0),
    };
    // Calls that never return come last, when all that make them have met.
    if state.notes.is_last {
        rank.push(u32::MAX);
    }
    for frame in state.frames.iter().skip(skip) {
        rank.extend([context.code(frame.function).rank(frame.block), frame.next as u32]);
    }
    // What has closed a loop waits for what is still in it: it may be joined with that, and go on once for all.
    if let (Some(frame), Some(at)) = (state.frames.get(skip..).and_then(<[_]>::last), state.notes.at_head)
        && at.closes
    {
        let end = rank.len() - 2;
        rank[end] = context.code(frame.function).rank_of_closed(frame.block);
    }
    rank.push(u32::MAX);
    rank
}

/// The rank of the calls around the innermost one.
pub(super) fn rank_of_call(context: &Context<'_>, calls: &Calls, state: &State) -> Vec<u32> {
    let mut rank = position(context, calls, state);
    rank.truncate(rank.len() - 3);
    rank
}
