//! States that are equal up to renaming are explored once.
//!
//! Where states may meet (loop heads, joins) a state is reduced to a key: frames, heap and the part of the path
//! condition that shares variables with them, with objects and variables numbered in the order in which a
//! fixed walk meets them. Equal keys mean that the continuations are the same up to names.
//!
//! Why leaving out the rest of the path is sound: it speaks of other variables only, it is satisfiable (the path is
//! possible), and nothing that happens later can mention those variables again. Inside of a tabulated call those that
//! its callers know are mentioned again where it returns, so conditions on them always belong to the state. What is
//! left out of the key besides: histories and counters, which influence no later step.

mod key;

use crate::state::State;
use crate::transfer::Transfer;
use heap::Heap;
use ir::{BlockId, FuncId};
use key::Key;
use logic::{Term, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The keys of the states seen so far.
#[derive(Default)]
pub struct Seen {
    keys: FxHashSet<u128>,
    /// The variables of conditions, computed once.
    supports: FxHashMap<Term, Rc<[VarId]>>,
    /// The heap before the first instruction.
    start: Heap,
    /// For each block how often states came there, and how often one was like another.
    visits: FxHashMap<(FuncId, BlockId), (u32, u32)>,
}

/// How often a key is made for a place before it is asked whether that pays.
const TRIES: u32 = 64;
/// One hit in so many tries pays.
const PAYS: u32 = 16;
/// How many conditions are known by their variables before those are computed anew.
const SUPPORTS: usize = 1 << 16;
/// Where it does not pay, one visit in so many is tried.
const SAMPLE: u32 = 32;

impl Seen {
    /// Remembers the objects that exist from the start: as long as they are unchanged they need no mention.
    pub fn note_start(&mut self, heap: &Heap) {
        self.start = heap.clone();
    }

    /// Whether to make a key at a place: where states were hardly ever alike, only now and then. A key not made
    /// costs a repetition at most.
    fn is_worth_it(&mut self, at: (FuncId, BlockId)) -> bool {
        let (visits, hits) = self.visits.entry(at).or_default();
        *visits += 1;
        *visits <= TRIES || *hits * PAYS >= *visits || visits.is_multiple_of(SAMPLE)
    }

    /// Whether no state like this one was seen where it is. Some variables are known outside of the state.
    pub fn is_new(
        &mut self,
        transfer: &mut Transfer<'_>,
        state: &State,
        rigid: Option<&FxHashSet<VarId>>,
    ) -> bool {
        let at = (state.top().function, state.top().block);
        if !self.is_worth_it(at) {
            return true;
        }
        if self.supports.len() > SUPPORTS {
            self.supports.clear();
        }
        let key = Key::new(&mut transfer.symbols, &self.start, rigid).state(state, &mut self.supports);
        if self.keys.insert(key) {
            return true;
        }
        transfer.said.figures.merged += 1;
        self.note_hit(at);
        false
    }

    fn note_hit(&mut self, at: (FuncId, BlockId)) {
        self.visits.entry(at).or_default().1 += 1;
    }
}
