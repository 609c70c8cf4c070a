//! Lists whose nodes all have one offset: a pointer with another is on none of them.
//!
//! With several links in use a store of a word is a store to each, at pointers that lie side by side. A contract says of
//! each list that its nodes begin at one offset of their objects; so a word that is stored in a node is mostly a link of
//! that list only. Where that is plain from what the path says, word for word, a question is answered without a row of a
//! table, and what depends on it is not asked at all.

use super::*;
use crate::formula::{Rel, SetKind, Term as Said, TermKind};

/// What the path says word for word.
#[derive(Clone, Default)]
pub struct Offsets {
    /// What quantified formulas say, by their guards: the nodes of a list have an offset.
    guarded: Map<Term, (Ver, i64, Ptr, i64)>,
    /// The lists of which it is said.
    lists: Map<(Ver, i64, Ptr), i64>,
    /// Those that are known to pass nodes only.
    of_nodes: Members<(Ver, i64, Ptr)>,
    /// Terms that are said to be constants.
    constants: Map<Term, i64>,
    /// Disjunctions and negations that hold.
    said: Members<Term>,
}

impl World<'_> {
    /// Notes that a guard implies a formula for all elements of a set.
    pub fn note_guard(&mut self, guard: Term, (number, set, body): (usize, &Set, &Formula), env: &Env) {
        let (SetKind::Nodes(first, link) | SetKind::List(first, link)) = &set.kind else { return };
        let is_base = matches!(&self.s.versions[env.now].1, Change::Base(Base { mem: None, .. }));
        let Some(offset) = body.conjuncts().into_iter().find_map(|part| offset_of(part, number)) else {
            return;
        };
        if is_base && matches!(first.kind, TermKind::Param(_)) {
            let from = self.pointer(first, env);
            self.s.offsets.guarded.insert(guard, (env.now, *link, from, offset));
        }
    }

    /// Notes a fact of the path.
    pub(super) fn note_offset(&mut self, fact: Term) {
        match self.t.node(fact) {
            Node::Var(_) => {
                if let Some((ver, link, from, offset)) = self.s.offsets.guarded.get(&fact).copied() {
                    self.s.offsets.lists.insert((ver, link, from), offset);
                }
            }
            Node::Bin(BinOp::Eq, one, other) if self.t.width(one) == self.bits() => {
                for (term, constant) in [(one, other), (other, one)] {
                    if let Some(value) = self.t.as_const(constant).and_then(|value| value.to_u64()) {
                        self.s.offsets.constants.insert(term, value as i64);
                    }
                }
            }
            Node::Not(_) => {
                self.s.offsets.said.insert(fact);
            }
            _ => {}
        }
    }

    /// Whether it is plain that a list does not pass the pointer `by` bytes behind another, because its nodes have another
    /// offset.
    pub(super) fn is_off_list(&mut self, ver: Ver, link: i64, from: Ptr, to: Ptr, by: i64) -> bool {
        let Some(offset) = self.s.offsets.lists.get(&(ver, link, from)).copied() else { return false };
        // Null is at offset 0, and the list of null passes it.
        let other = self.constant_offset(to.off).map(|other| other.wrapping_add(by));
        let Some(other) = other.filter(|other| *other != offset && *other != 0) else { return false };
        let bits = self.bits();
        if bits < 64 && (other as u64 ^ offset as u64) & (u64::MAX >> (64 - bits)) == 0 {
            return false;
        }
        self.passes_nodes_only(ver, link, from)
    }

    /// Whether a list is that of null, or its first node does not block: then all that it passes are nodes.
    fn passes_nodes_only(&mut self, ver: Ver, link: i64, from: Ptr) -> bool {
        if self.s.offsets.of_nodes.contains(&(ver, link, from)) {
            return true;
        }
        let null = self.null();
        let (empty, blocks) = (self.same(from, null), self.blocking(ver, from));
        let open = self.t.not(blocks);
        let fine = self.t.or(empty, open);
        let holds = self.s.offsets.said.contains(&open) || self.s.offsets.said.contains(&fine);
        if holds {
            self.s.offsets.of_nodes.insert((ver, link, from));
        }
        holds
    }

    /// The constant that an offset is said to be.
    fn constant_offset(&self, off: Term) -> Option<i64> {
        if let Some(value) = self.t.as_const(off).and_then(|value| value.to_u64()) {
            return Some(value as i64);
        }
        if let Some(value) = self.s.offsets.constants.get(&off) {
            return Some(*value);
        }
        match self.t.node(off) {
            Node::Bin(BinOp::Add, one, other) => {
                Some(self.constant_offset(one)?.wrapping_add(self.constant_offset(other)?))
            }
            _ => None,
        }
    }
}

/// The constant that a formula says the offset of a bound variable is.
fn offset_of(formula: &Formula, number: usize) -> Option<i64> {
    let Formula::Compare(Rel::Eq, one, other) = formula else { return None };
    let is_offset = |term: &Said| match &uncast(term).kind {
        TermKind::Off(inner) => inner.kind == TermKind::Bound(number),
        _ => false,
    };
    let constant = |term: &Said| match uncast(term).kind {
        TermKind::Int(value) => i64::try_from(value).ok(),
        _ => None,
    };
    match (is_offset(one), is_offset(other)) {
        (true, _) => constant(other),
        (_, true) => constant(one),
        _ => None,
    }
}

/// A number without conversions of constants, which do not change small ones.
fn uncast(term: &Said) -> &Said {
    match &term.kind {
        TermKind::Cast(inner) if matches!(inner.kind, TermKind::Int(0..=0xffff)) => inner,
        _ => term,
    }
}
