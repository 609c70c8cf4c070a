//! Promotion: stack slots of scalars whose address is never taken become SSA values.
//!
//! before: `%p = alloca 8; store %0, %p; …; %x = load %p`  
//! after:  `p := %0; …` and every use of `%x` reads `%0`, or a phi where several stores reach it.
//!
//! LLVM has such a pass (`mem2reg`); ours differs in three ways that matter to a verifier. What a variable holds before
//! its first write of *this* scope is one value ([`InstKind::Unwritten`]), a new one in the second iteration of a loop
//! (LLVM lets every read differ, and the value of the first iteration survive). Every write stays visible as `VarIs`, so traces can tell the values of variables and a
//! heap block stays reachable until the variable that holds it is overwritten or goes out of scope. And phis carry
//! the variable they stand for.
//!
//! Phis are placed on iterated dominance frontiers (Cytron et al. 1991), only where the slot is live.
//!
//! Invariant: the executions of the body, memory errors included, are the same before and after.

use crate::bitset::BitSet;
use crate::cfg::Cfg;
use crate::{Block, BlockId, Body, Inst, InstKind, Operand, Scalar, Target, ValueId, ValueInfo, VarId};
use smallvec::smallvec;
use std::collections::HashMap;

/// A stack slot that becomes SSA values.
struct Slot {
    ty: Scalar,
    var: Option<VarId>,
    name: Option<String>,
}

/// Promotes every slot of `body` for which that is possible, then renumbers the values densely.
pub fn promote(body: &mut Body, target: Target) {
    let slots = find_slots(body, target);
    if !slots.is_empty() {
        Promotion::new(body, slots).run();
    }
    renumber(body);
}

/// What is known about an alloca while its uses are inspected: the type it is accessed with, if promotable.
enum Candidate {
    Unused,
    Accessed(Scalar),
    Escapes,
}

/// The allocas that are only loaded and stored, with one type that fits them, and scoped.
fn find_slots(body: &Body, target: Target) -> HashMap<ValueId, Slot> {
    let mut candidates: HashMap<ValueId, (Candidate, u64, Option<VarId>)> = HashMap::new();
    // What is allocated after a `StackSave` may be gone after the restore, and accesses to it are errors.
    let lasting = |inst: &&Inst| !matches!(inst.kind, InstKind::StackSave);
    for inst in body.block(Body::ENTRY).insts.iter().take_while(lasting) {
        if let (InstKind::Alloca { size: Operand::Int { value, .. }, var, .. }, Some(result)) =
            (&inst.kind, inst.result())
        {
            candidates.insert(result, (Candidate::Unused, *value as u64, *var));
        }
    }
    let mut access = |ptr: &Operand, ty: Scalar, volatile: bool| {
        if let Some((candidate, size, _)) = ptr.value().and_then(|ptr| candidates.get_mut(&ptr)) {
            let fits = !volatile && u64::from(ty.bytes(target)) <= *size;
            *candidate = match candidate {
                Candidate::Unused if fits => Candidate::Accessed(ty),
                Candidate::Accessed(other) if fits && *other == ty => Candidate::Accessed(ty),
                _ => Candidate::Escapes,
            };
        }
    };
    let mut escaping = Vec::new();
    for block in &body.blocks {
        for inst in &block.insts {
            match &inst.kind {
                InstKind::Load { ty, ptr, volatile, .. } => access(ptr, *ty, *volatile),
                InstKind::Store { ty, value, ptr, volatile, .. } => {
                    access(ptr, *ty, *volatile);
                    escaping.extend(value.value());
                }
                InstKind::ScopeBegin { .. } | InstKind::ScopeEnd { .. } => {}
                other => other.for_each_value(|value| escaping.push(value)),
            }
        }
        block.terminator.kind.for_each_value(|value| escaping.push(value));
    }
    for value in escaping {
        candidates.remove(&value);
    }
    let promotable = candidates.into_iter().filter_map(|(value, (candidate, _, var))| match candidate {
        Candidate::Accessed(ty) => {
            let name = var.map(|var| hint(&body.var(var).name));
            Some((value, Slot { ty, var, name: name.or_else(|| body.values[value.index()].name.clone()) }))
        }
        Candidate::Unused | Candidate::Escapes => None,
    });
    promotable.collect()
}

/// The name of a variable as a hint for values, which have no other characters than letters, digits, `_` and `.`.
fn hint(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || c == '.' { c } else { '_' }).collect()
}

struct Promotion<'a> {
    body: &'a mut Body,
    cfg: Cfg,
    slots: Vec<Slot>,
    /// The number in `slots` of each promoted alloca, by value.
    number: Vec<Option<usize>>,
    /// The slots that the inserted phis of each block stand for, in their order at its start.
    phis: Vec<Vec<usize>>,
    /// What each removed load reads, by value.
    replaced: Vec<Option<Operand>>,
    /// For every block the slots whose value at its start may still be read.
    live_in: Vec<BitSet>,
}

impl<'a> Promotion<'a> {
    fn new(body: &'a mut Body, slots: HashMap<ValueId, Slot>) -> Self {
        let cfg = Cfg::new(body);
        let mut slots: Vec<_> = slots.into_iter().collect();
        slots.sort_by_key(|(value, _)| *value);
        let mut number = vec![None; body.values.len()];
        for (index, (value, _)) in slots.iter().enumerate() {
            number[value.index()] = Some(index);
        }
        let slots = slots.into_iter().map(|(_, slot)| slot).collect();
        let phis = vec![Vec::new(); body.blocks.len()];
        let replaced = vec![None; body.values.len()];
        Promotion { body, cfg, slots, number, phis, replaced, live_in: Vec::new() }
    }

    fn run(mut self) {
        self.live_in = self.find_live_in();
        self.insert_phis();
        self.rename();
        self.replace_loads();
    }

    /// The slot that an instruction reads, or writes (also by the begin or end of its scope).
    fn touched(&self, kind: &InstKind) -> (Option<usize>, Option<usize>) {
        let slot = |operand: &Operand| operand.value().and_then(|value| self.slot(value));
        match kind {
            InstKind::Load { ptr, .. } => (slot(ptr), None),
            InstKind::Store { ptr, .. } => (None, slot(ptr)),
            InstKind::ScopeBegin { slot } | InstKind::ScopeEnd { slot } => (None, self.slot(*slot)),
            _ => (None, None),
        }
    }

    /// The number of the slot that a value is the address of. Values added since are no addresses.
    fn slot(&self, value: ValueId) -> Option<usize> {
        self.number.get(value.index()).copied().flatten()
    }

    fn find_live_in(&self) -> Vec<BitSet> {
        let count = self.slots.len();
        let mut live_in = vec![BitSet::new(count); self.body.blocks.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for &block in self.cfg.reverse_postorder().iter().rev() {
                let mut live = BitSet::new(count);
                for next in self.cfg.successors(block) {
                    live.union(&live_in[next.index()]);
                }
                for inst in self.body.block(block).insts.iter().rev() {
                    let (read, written) = self.touched(&inst.kind);
                    if let Some(slot) = written {
                        live.remove(slot);
                    }
                    if let Some(slot) = read {
                        live.insert(slot);
                    }
                }
                changed |= live_in[block.index()].union(&live);
            }
        }
        live_in
    }

    fn insert_phis(&mut self) {
        let frontiers = self.cfg.dominance_frontiers();
        let mut writers = vec![Vec::new(); self.slots.len()];
        for &block in self.cfg.reverse_postorder() {
            for inst in &self.body.block(block).insts {
                if let (_, Some(slot)) = self.touched(&inst.kind) {
                    writers[slot].push(block);
                }
            }
        }
        let mut phis: Vec<Vec<Inst>> = vec![Vec::new(); self.body.blocks.len()];
        for (slot, mut work) in writers.into_iter().enumerate() {
            let mut placed = BitSet::new(self.body.blocks.len());
            while let Some(block) = work.pop() {
                for &join in &frontiers[block.index()] {
                    if self.live_in[join.index()].contains(slot) && placed.insert(join.index()) {
                        let Slot { ty, var, name } = &self.slots[slot];
                        let value = self.body.add_value(*ty, name.clone());
                        self.phis[join.index()].push(slot);
                        let kind = InstKind::Phi { incoming: Vec::new(), var: *var };
                        phis[join.index()].push(Inst { results: smallvec![value], kind, span: None });
                        work.push(join);
                    }
                }
            }
        }
        for (block, phis) in self.body.blocks.iter_mut().zip(phis) {
            block.insts.splice(0..0, phis);
        }
    }

    /// Walks the tree of dominators with the value of every slot at each point; removes the slots' allocas, loads
    /// and stores; fills the phis. What a block changes is undone when its part of the tree is left, so that one
    /// list of values serves all blocks, however many blocks and slots a function has.
    fn rename(&mut self) {
        enum Visit {
            Enter(BlockId),
            /// Restores the values that a block changed.
            Leave(Vec<(usize, Operand)>),
        }
        let mut children = vec![Vec::new(); self.body.blocks.len()];
        for &block in self.cfg.reverse_postorder().iter().rev() {
            if let Some(dominator) = self.cfg.immediate_dominator(block) {
                children[dominator.index()].push(block);
            }
        }
        let mut current: Vec<Operand> = self.slots.iter().map(|slot| Operand::Undef(slot.ty)).collect();
        // What cannot be reached has no dominator, and starts with undefined values like the entry.
        let roots = self.body.block_ids().filter(|block| self.cfg.immediate_dominator(*block).is_none());
        let mut stack: Vec<Visit> = roots.map(Visit::Enter).collect();
        stack.reverse();
        while let Some(visit) = stack.pop() {
            match visit {
                Visit::Enter(block) => {
                    let changed = self.rename_block(block, &mut current);
                    stack.push(Visit::Leave(changed));
                    stack.extend(children[block.index()].iter().copied().map(Visit::Enter));
                }
                Visit::Leave(changed) => {
                    for (slot, value) in changed.into_iter().rev() {
                        current[slot] = value;
                    }
                }
            }
        }
        for (block, phis) in self.body.blocks.iter_mut().zip(&self.phis) {
            for inst in &mut block.insts[..phis.len()] {
                if let InstKind::Phi { incoming, .. } = &mut inst.kind {
                    incoming.sort_by_key(|(from, _)| *from);
                }
            }
        }
    }

    /// Renames one block and enters the values at its end into the phis after it; what it changed, in order.
    fn rename_block(&mut self, block: BlockId, current: &mut [Operand]) -> Vec<(usize, Operand)> {
        let mut changed = Vec::new();
        let mut insts = std::mem::take(&mut self.body.blocks[block.index()].insts);
        for (inst, &slot) in insts.iter().zip(&self.phis[block.index()]) {
            let value = inst.result().expect("a phi has a result");
            changed.push((slot, current[slot]));
            current[slot] = Operand::Value(value);
        }
        let reachable = self.cfg.number(block).is_some();
        let read_unwritten = self.read_unwritten(block, &insts);
        let mut number = 0;
        insts.retain_mut(|inst| {
            let begins = read_unwritten.binary_search(&number).is_ok();
            number += 1;
            match begins {
                true => self.begin_unwritten(inst, current, &mut changed),
                false => self.rename_inst(inst, current, &mut changed, reachable),
            }
        });
        self.body.blocks[block.index()].insts = insts;
        for next in self.cfg.successors(block) {
            let phis = &self.phis[next.index()];
            for (inst, &slot) in self.body.blocks[next.index()].insts.iter_mut().zip(phis) {
                if let InstKind::Phi { incoming, .. } = &mut inst.kind {
                    incoming.push((block, current[slot]));
                }
            }
        }
        changed
    }

    /// The instructions of a block, by number, at which the scope of a slot begins that may be read before it is written.
    fn read_unwritten(&self, block: BlockId, insts: &[Inst]) -> Vec<usize> {
        let mut live = BitSet::new(self.slots.len());
        for next in self.cfg.successors(block) {
            live.union(&self.live_in[next.index()]);
        }
        let mut found = Vec::new();
        for (number, inst) in insts.iter().enumerate().rev() {
            if self.begun(inst).is_some_and(|slot| live.contains(slot)) {
                found.push(number);
            }
            let (read, written) = self.touched(&inst.kind);
            if let Some(slot) = written {
                live.remove(slot);
            }
            if let Some(slot) = read {
                live.insert(slot);
            }
        }
        found.reverse();
        found
    }

    /// The slot whose scope an instruction begins.
    fn begun(&self, inst: &Inst) -> Option<usize> {
        match inst.kind {
            InstKind::Alloca { .. } => inst.result().and_then(|result| self.slot(result)),
            InstKind::ScopeBegin { slot } => self.slot(slot),
            _ => None,
        }
    }

    /// The scope of a slot begins, and its value may be read before it is written. The instruction stays.
    fn begin_unwritten(
        &mut self,
        inst: &mut Inst,
        current: &mut [Operand],
        changed: &mut Vec<(usize, Operand)>,
    ) -> bool {
        let Some(slot) = self.begun(inst) else { return true };
        let Slot { ty, var, name } = &self.slots[slot];
        let value = self.body.add_value(*ty, name.clone());
        inst.kind = InstKind::Unwritten { ty: *ty, var: *var };
        inst.results = smallvec![value];
        changed.push((slot, current[slot]));
        current[slot] = Operand::Value(value);
        true
    }

    /// Whether an instruction stays, possibly changed.
    fn rename_inst(
        &mut self,
        inst: &mut Inst,
        current: &mut [Operand],
        changed: &mut Vec<(usize, Operand)>,
        reachable: bool,
    ) -> bool {
        if inst.result().is_some_and(|result| self.slot(result).is_some()) {
            return false; // the alloca itself
        }
        let (read, written) = self.touched(&inst.kind);
        if let Some(slot) = read {
            // Where definitions need not come before uses, a load could read what was stored from itself.
            let value = if reachable { current[slot] } else { Operand::Undef(self.slots[slot].ty) };
            let result = inst.result().expect("a load has a result");
            self.replaced[result.index()] = Some(value);
            return false;
        }
        let Some(slot) = written else { return true };
        let Slot { ty, var, .. } = &self.slots[slot];
        let value = match &inst.kind {
            InstKind::Store { value, .. } => *value,
            _ => Operand::Undef(*ty),
        };
        changed.push((slot, current[slot]));
        current[slot] = value;
        let instead = match (&inst.kind, *var) {
            (InstKind::Store { .. }, Some(var)) => InstKind::VarIs { var, value },
            (InstKind::ScopeEnd { .. }, Some(var)) => InstKind::VarEnd { var },
            _ => return false,
        };
        inst.kind = instead;
        true
    }

    /// Replaces the results of removed loads everywhere, following chains of loads of loaded values.
    fn replace_loads(&mut self) {
        let replaced = &self.replaced;
        let resolve = |operand: &mut Operand| {
            let instead = |operand: &Operand| *replaced.get(operand.value()?.index())?;
            while let Some(instead) = instead(operand) {
                *operand = instead;
            }
        };
        for Block { insts, terminator, .. } in &mut self.body.blocks {
            for inst in insts {
                inst.kind.for_each_operand_mut(resolve);
            }
            terminator.kind.for_each_operand_mut(resolve);
        }
    }
}

/// Numbers the values densely in order of definition; parameters keep their place at the front.
fn renumber(body: &mut Body) {
    let mut new_ids: Vec<Option<ValueId>> = vec![None; body.values.len()];
    let mut values = Vec::new();
    let params = (0..body.params).map(ValueId::new);
    let defined =
        body.blocks.iter().flat_map(|block| &block.insts).flat_map(|inst| inst.results.iter().copied());
    for value in params.chain(defined) {
        new_ids[value.index()] = Some(ValueId::new(values.len()));
        let info = &mut body.values[value.index()];
        values.push(ValueInfo { ty: info.ty, name: info.name.take() });
    }
    let rename = |value: &mut ValueId| *value = new_ids[value.index()].expect("every value read is defined");
    for Block { insts, terminator, .. } in &mut body.blocks {
        let rename_operand = |operand: &mut Operand| {
            if let Operand::Value(value) = operand {
                rename(value);
            }
        };
        for inst in insts {
            inst.results.iter_mut().for_each(rename);
            if let InstKind::ScopeBegin { slot } | InstKind::ScopeEnd { slot } = &mut inst.kind {
                rename(slot);
            }
            inst.kind.for_each_operand_mut(rename_operand);
        }
        terminator.kind.for_each_operand_mut(rename_operand);
    }
    body.values = values;
}
