//! Numbers of nodes: whether they are counted, and what is true of all of them.
//!
//! Many a list comes with its number of nodes, by which it is told whether it is empty. Where a program counts in
//! numbers that are as wide as addresses the nodes of its lists are counted as well ([`heap::Segment::count`]), and
//! [`super::relations`] finds what the two have to do with each other. A narrower counter may overflow before memory is
//! full, so it tells nothing about a long list, unless it is assumed how much memory there is: then the nodes that
//! memory has room for are fewer than the counter can tell.

use crate::state::State;
use crate::strategy::shape::Analysis;
use crate::transfer::Possible;
use crate::transfer::library::Library;
use heap::Object;
use ir::{BinaryOp, Body, FuncId, InstKind, Operand, Program};
use logic::Term;
use rustc_hash::FxHashMap;

/// The width of the numbers in which most programs count.
const NARROW: u32 = 32;

/// Whether some function counts in numbers that are as wide as addresses.
pub fn counts(program: &Program, library: &Library) -> bool {
    has_counters(program, library, program.target.pointer_bytes * 8)
}

/// Whether some function counts in numbers that are narrower than addresses.
pub fn counts_narrowly(program: &Program, library: &Library) -> bool {
    program.target.pointer_bytes * 8 > NARROW && has_counters(program, library, NARROW)
}

fn has_counters(program: &Program, library: &Library, width: u32) -> bool {
    let own = program.functions.iter().enumerate().filter(|(id, _)| !library.is_library(FuncId::new(*id)));
    own.filter_map(|(_, function)| function.body.as_ref()).any(|body| has_counter(body, width))
}

/// Whether a number has one added or taken away, and becomes what it was: in the memory from which it was read, or where
/// paths meet.
fn has_counter(body: &Body, width: u32) -> bool {
    let insts = || body.blocks.iter().flat_map(|block| &block.insts);
    let minus_one = u128::MAX >> (u128::BITS - width);
    let is_one = |operand: &Operand| {
        matches!(operand, Operand::Int { bits, value }
            if u32::from(*bits) == width && (*value == 1 || *value == minus_one))
    };
    let mut read: FxHashMap<Operand, Operand> = FxHashMap::default();
    let mut next: FxHashMap<Operand, Operand> = FxHashMap::default();
    for inst in insts() {
        let Some(result) = inst.results.first().copied().map(Operand::Value) else { continue };
        match &inst.kind {
            InstKind::Load { ptr, .. } => _ = read.insert(result, *ptr),
            InstKind::Binary { op: BinaryOp::Add | BinaryOp::Sub, lhs, rhs, .. } if is_one(rhs) => {
                next.insert(result, *lhs);
            }
            _ => {}
        }
    }
    insts().any(|inst| match &inst.kind {
        InstKind::Store { value, ptr, .. } => {
            next.get(value).and_then(|before| read.get(before)) == Some(ptr)
        }
        InstKind::Phi { incoming, .. } => incoming.iter().any(|(_, value)| next.contains_key(value)),
        _ => false,
    })
}

impl Analysis<'_, '_> {
    /// Assumes what is true of the number of nodes of every list: the least that is known of it, and that memory, in which
    /// each takes a byte or more, has fewer than a quarter of all addresses, or less where that is assumed.
    pub(super) fn assume_counts(&mut self, state: &mut State) {
        let word = u64::from(self.transfer.symbols.word() / 8);
        let arrays = state.heap.objects().filter(|(_, object)| object.content.has_elements());
        for array in arrays.map(|(id, _)| id).collect::<Vec<_>>() {
            if let Some(elements) = state.heap.elements(&mut self.transfer.symbols, array, word) {
                self.transfer.assume_elements(state, array, &elements);
            }
        }
        let mut rooms: FxHashMap<Term, u64> = FxHashMap::default();
        let mut counts: Vec<(Term, u64)> = Vec::new();
        for (_, object) in state.heap.objects() {
            let Some((segment, count)) = object.segment().and_then(|it| Some((it, it.count?))) else {
                continue;
            };
            let most = self.most_nodes(object);
            rooms.entry(count).and_modify(|it| *it = most.max(*it)).or_insert(most);
            counts.push((count, segment.min.into()));
        }
        for (count, min) in counts {
            let [least, most] = [min, rooms[&count]].map(|bound| self.transfer.symbols.size(bound));
            self.assume_at_most(state, least, count);
            self.assume_at_most(state, count, most);
        }
        if self.known.max_heap.is_none() {
            return;
        }
        // Segments that follow each other share what memory there is.
        for chain in state.heap.counted_chains(&mut self.transfer.symbols) {
            if let [first, rest @ ..] = &chain[..]
                && !rest.is_empty()
                && let Some(most) = chain.iter().filter_map(|count| rooms.get(count)).max().copied()
            {
                let all = rest.iter().fold(*first, |sum, count| self.transfer.symbols.store.add(sum, *count));
                let most = self.transfer.symbols.size(most);
                self.assume_at_most(state, all, most);
            }
        }
    }

    /// How many nodes like that of a segment memory has room for: of those on the heap as many as it may have, of all
    /// others fewer than a quarter of all addresses.
    fn most_nodes(&self, node: &Object) -> u64 {
        let symbols = &self.transfer.symbols;
        let addresses = 1 << (symbols.word() - 2);
        let bytes = symbols.store.as_const(node.size).and_then(|size| size.to_u64());
        let bytes = bytes.filter(|bytes| node.is_live_heap() && *bytes > 0);
        let room = self.known.max_heap.zip(bytes).map(|(heap, bytes)| heap / bytes);
        room.map_or(addresses, |room| room.min(addresses))
    }

    fn assume_at_most(&mut self, state: &mut State, low: Term, high: Term) {
        let condition = self.transfer.symbols.store.ule(low, high);
        let negation = self.transfer.symbols.store.not(condition);
        if self.transfer.can(state, negation) != Possible::No {
            self.transfer.assume(state, condition);
        }
    }
}
