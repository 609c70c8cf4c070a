//! Numbers of nodes: whether they are counted, and what is true of all of them.
//!
//! Many a list comes with its number of nodes, by which it is told whether it is empty. Where a program counts in
//! numbers that are as wide as addresses the nodes of its lists are counted as well ([`heap::Segment::count`]), and
//! [`super::relations`] finds what the two have to do with each other. A narrower counter may overflow before memory is
//! full, so it tells nothing about a long list.

use crate::state::State;
use crate::strategy::shape::Analysis;
use crate::transfer::Possible;
use crate::transfer::library::Library;
use ir::{BinaryOp, Body, FuncId, InstKind, Operand, Program};
use rustc_hash::FxHashMap;

/// Whether some function counts in numbers that are as wide as addresses.
pub fn counts(program: &Program, library: &Library) -> bool {
    let own = program.functions.iter().enumerate().filter(|(id, _)| !library.is_library(FuncId::new(*id)));
    let word = program.target.pointer_bytes * 8;
    own.filter_map(|(_, function)| function.body.as_ref()).any(|body| has_counter(body, word))
}

/// Whether a number has one added or taken away, and becomes what it was: in the memory from which it was read, or where
/// paths meet.
fn has_counter(body: &Body, word: u32) -> bool {
    let insts = || body.blocks.iter().flat_map(|block| &block.insts);
    let minus_one = u128::MAX >> (u128::BITS - word);
    let is_one = |operand: &Operand| {
        matches!(operand, Operand::Int { bits, value }
            if u32::from(*bits) == word && (*value == 1 || *value == minus_one))
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
    /// each takes a byte or more, has fewer than a quarter of all addresses.
    pub(super) fn assume_counts(&mut self, state: &mut State) {
        let word = u64::from(self.transfer.symbols.word() / 8);
        let arrays = state.heap.objects().filter(|(_, object)| object.content.has_elements());
        for array in arrays.map(|(id, _)| id).collect::<Vec<_>>() {
            if let Some(elements) = state.heap.elements(&mut self.transfer.symbols, array, word) {
                self.transfer.assume_elements(state, array, &elements);
            }
        }
        let segments = state.heap.objects().filter_map(|(_, object)| object.segment());
        let counts: Vec<_> = segments.filter_map(|segment| Some((segment.count?, segment.min))).collect();
        for (count, min) in counts {
            let most = self.transfer.symbols.size(1 << (self.transfer.symbols.word() - 2));
            let least = self.transfer.symbols.size(min.into());
            for (low, high) in [(least, count), (count, most)] {
                let condition = self.transfer.symbols.store.ule(low, high);
                let negation = self.transfer.symbols.store.not(condition);
                if self.transfer.can(state, negation) != Possible::No {
                    self.transfer.assume(state, condition);
                }
            }
        }
    }
}
