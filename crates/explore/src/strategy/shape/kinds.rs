//! Kinds of nodes: where a number that the program tests divides a list.
//!
//! A list may consist of nodes of one kind, then of nodes of another, and say so in a member: ones, then twos, and a three
//! at its end. As long as there are few such parts they stay apart, as a segment each, so that a loop that goes on while
//! it sees a one is known to stop before the list ends. A list in which kinds alternate is one list of any kinds.
//!
//! Nodes that change their kind while they are in the list, such as the slots of a ring that are full or not, may divide it
//! everywhere. Where an analysis that divided lists comes to its end without a proof, another takes all nodes to be alike.

use crate::strategy::shape::Analysis;
use crate::strategy::shape::generalize::{chain, is_start};
use heap::{Fold, Heap, Object, ObjectId, Symbols};
use ir::tested_members::TestedMembers;
use ir::types::TypeTable;
use std::rc::Rc;

/// How often the kind of the nodes of a list may change for its parts to stay apart.
const CHANGES: usize = 3;

/// The figure that counts the borders between nodes of different kinds.
pub const DIVIDED: &str = "divided";

/// Whether lists are divided by the kinds of their nodes.
#[derive(Clone, Copy)]
pub enum Kinds {
    /// They are, so many times so far.
    Apart(u64),
    /// All nodes are of one kind.
    Alike,
}

impl Default for Kinds {
    fn default() -> Kinds {
        Kinds::Apart(0)
    }
}

impl Kinds {
    /// How often a list was divided.
    pub fn divided(self) -> u64 {
        match self {
            Kinds::Apart(borders) => borders,
            Kinds::Alike => 0,
        }
    }
}

impl Analysis<'_, '_> {
    /// Of the pairs of neighbours, the second nodes of those that are of different kinds.
    pub(super) fn borders_of_kinds(&mut self, heap: &Heap, pairs: &[Fold]) -> Vec<ObjectId> {
        let Kinds::Apart(divided) = self.known.kinds else { return Vec::new() };
        let program = self.transfer.context.program();
        let tested = self.known.tested.get_or_insert_with(|| Rc::new(TestedMembers::new(program))).clone();
        let symbols = &mut self.transfer.symbols;
        let mut borders = Vec::new();
        for start in pairs.iter().filter(|start| is_start(pairs, start)) {
            let mut changes = chain(pairs, start);
            changes.retain(|pair| {
                let nodes = [pair.first, pair.second].map(|id| heap.object(id));
                are_told_apart(symbols, &program.types, &tested, nodes)
            });
            if changes.len() <= CHANGES {
                borders.extend(changes.iter().map(|pair| pair.second));
            }
        }
        self.known.kinds = Kinds::Apart(divided + borders.len() as u64);
        borders
    }
}

/// Whether a test of the program has different results for two nodes.
fn are_told_apart(
    symbols: &mut Symbols,
    types: &TypeTable,
    tested: &TestedMembers,
    nodes: [&Object; 2],
) -> bool {
    let [Some(one), Some(other)] = nodes.map(|node| node.used_as) else { return false };
    let mut members = tested.of(types, one).filter(|_| one == other);
    members.any(|(member, constants)| {
        let bytes = u64::from(member.width.div_ceil(8));
        let [Some(one), Some(other)] = nodes.map(|node| {
            let held = node.content.known(symbols, member.offset, bytes)?;
            symbols.store.as_const(held)?.to_u128()
        }) else {
            return false;
        };
        one != other && (constants.contains(&one) || constants.contains(&other))
    })
}
