//! Loops that go down trees: a variable of the loop moves on by several members of the node that it points to.
//!
//! `cur = key < cur->key ? cur->left : cur->right` does, and so does a pointer to links, `p = &(*p)->left`, or a variable in
//! memory. A loop along a doubly-linked list moves by one of its links. As with recursive calls
//! ([`super::calls`]) that is a hint where to look for trees, and nothing more.

use super::Analysis;
use heap::Branches;
use ir::cfg::Cfg;
use ir::{BlockId, Body, FuncId, Inst, InstKind, Operand, Program, ValueId};
use ir::{Loop, Loops};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The offsets by which the variables of loops move on.
#[derive(Default)]
pub struct Descents {
    at: FxHashMap<(FuncId, BlockId), Vec<BTreeSet<u64>>>,
}

impl Descents {
    /// The loops of some functions.
    pub fn new(program: &Program, is_left_out: impl Fn(FuncId) -> bool) -> Descents {
        let mut descents = Descents::default();
        for (number, function) in program.functions.iter().enumerate() {
            let id = FuncId::new(number);
            if let Some(body) = function.body.as_ref().filter(|_| !is_left_out(id)) {
                let values = Values::new(body);
                for one in &values.loops.list {
                    let found = values.offsets(one);
                    if !found.is_empty() {
                        descents.at.insert((id, one.head), found);
                    }
                }
            }
        }
        descents
    }

    /// By which offsets trees are linked.
    pub fn links(&self) -> BTreeSet<Branches> {
        let all = self.at.values().flatten();
        all.filter_map(|offsets| Branches::new(&offsets.iter().copied().collect::<Vec<u64>>())).collect()
    }

    /// By how many of these links a variable of the loop at a place moves on.
    pub fn ways(&self, place: (FuncId, BlockId), links: Branches) -> usize {
        let found = self.at.get(&place).into_iter().flatten();
        found.map(|offsets| offsets.iter().filter(|offset| links.has(**offset)).count()).max().unwrap_or(0)
    }
}

/// Where the values of a body come from.
struct Values<'a> {
    body: &'a Body,
    loops: Loops,
    defined: FxHashMap<ValueId, &'a Inst>,
    heads: FxHashSet<ValueId>,
}

impl<'a> Values<'a> {
    fn new(body: &'a Body) -> Values<'a> {
        let loops = Loops::new(&Cfg::new(body));
        let insts = body.blocks.iter().flat_map(|block| &block.insts);
        let defined = insts.filter_map(|inst| inst.result().map(|result| (result, inst))).collect();
        let phis = loops.list.iter().flat_map(|it| &body.block(it.head).insts);
        let phis = phis.filter(|inst| matches!(inst.kind, InstKind::Phi { .. }));
        let heads = phis.filter_map(|inst| inst.result()).collect();
        Values { body, loops, defined, heads }
    }

    /// The offsets by which each variable of a loop moves on.
    fn offsets(&self, one: &Loop) -> Vec<BTreeSet<u64>> {
        let mut found: FxHashMap<Operand, BTreeSet<u64>> = FxHashMap::default();
        let mut order = Vec::new();
        let mut note = |cursor: Operand, offset: u64| {
            if !found.contains_key(&cursor) {
                order.push(cursor);
            }
            found.entry(cursor).or_default().insert(offset);
        };
        for inst in &self.body.block(one.head).insts {
            let (InstKind::Phi { incoming, .. }, Some(phi)) = (&inst.kind, inst.result()) else { break };
            let phi = Operand::Value(phi);
            for (_, value) in incoming.iter().filter(|(from, _)| one.blocks.contains(from)) {
                for (from, offset) in self.members(*value) {
                    let is_next = from == phi || self.loaded_from(from) == Some(phi);
                    if is_next {
                        note(phi, offset);
                    }
                }
            }
        }
        for inst in one.blocks.iter().flat_map(|block| &self.body.block(*block).insts) {
            let InstKind::Store { value, ptr, .. } = inst.kind else { continue };
            for (from, offset) in self.members(value) {
                if self.loaded_from(from) == Some(ptr) {
                    note(ptr, offset);
                }
            }
        }
        order.into_iter().filter_map(|cursor| found.remove(&cursor)).collect()
    }

    /// What a value may be that is put together where paths meet inside of loops.
    fn choices(&self, value: Operand) -> Vec<Operand> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut work = vec![value];
        while let Some(value) = work.pop() {
            let Operand::Value(id) = value else { continue };
            if !seen.insert(id) {
                continue;
            }
            match self.defined.get(&id).map(|inst| &inst.kind) {
                Some(InstKind::Phi { incoming, .. }) if !self.heads.contains(&id) => {
                    work.extend(incoming.iter().map(|(_, value)| *value));
                }
                Some(InstKind::Select { then, otherwise, .. }) => work.extend([*then, *otherwise]),
                _ => found.push(value),
            }
        }
        found
    }

    /// Where a value is what a member holds, or the address of one: the address of the node, and the offset.
    fn members(&self, value: Operand) -> Vec<(Operand, u64)> {
        let mut found = Vec::new();
        for value in self.choices(value) {
            let address = self.loaded_from(value).unwrap_or(value);
            for address in self.choices(address) {
                let Operand::Value(id) = address else { continue };
                if let Some(InstKind::PtrAdd { base, offset: Operand::Int { value, .. }, .. }) =
                    self.defined.get(&id).map(|inst| &inst.kind)
                    && let Ok(offset) = u64::try_from(*value)
                {
                    found.extend(self.choices(*base).into_iter().map(|base| (base, offset)));
                }
            }
        }
        found
    }

    /// The address from which a value is loaded.
    fn loaded_from(&self, value: Operand) -> Option<Operand> {
        let Operand::Value(id) = value else { return None };
        match self.defined.get(&id)?.kind {
            InstKind::Load { ptr, .. } => Some(ptr),
            _ => None,
        }
    }
}

impl Analysis<'_, '_> {
    /// The loops of the program that go down trees.
    pub(super) fn descents(&mut self) -> Rc<Descents> {
        let (program, library) = (self.transfer.context.program(), &self.transfer.context.library);
        let new = || Rc::new(Descents::new(program, |id| library.is_library(id)));
        self.known.calls.descents.get_or_insert_with(new).clone()
    }
}
