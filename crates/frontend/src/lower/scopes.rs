//! Where objects of the stack end for which clang says nothing.
//!
//! Clang marks where the scope of a variable begins and ends, but not of every object: not of compound literals, nor
//! of variables that a `goto` or a `case` jumps over or that stand behind a label. An address of one that is kept
//! beyond its block would be valid until the function returns. For these the block is taken from the debug info, and
//! the object ends, and another one begins in its place, wherever the program leaves the block:
//!
//! - where an instruction of the block is followed by one outside of it. Only those count that access memory or
//!   return, since clang gives others (the branch of an `if`) the place where the statement around them starts; and
//!   one that names a variable is in the block of that variable, wherever it says to be. Accesses to what clang adds
//!   by itself (the result of the function) tell nothing.
//! - where the next iteration of a loop statement starts whose body has the block.
//! - where a loop statement ends, for a literal that is in its condition or that is in its body without braces:
//!   these have no block of their own in the debug info.
//!
//! Outside of its block nobody can name an object, so a place too many does no harm. But since the slot denotes another
//! object from there on, its address is copied wherever it is more than the place of an access.
//!
//! Temporaries (the structure that a call returns) end with their expression, which nothing tells, and a variable whose
//! declaration is never reached, since it stands before the first `case` of a `switch`, has no debug info. Where the
//! address of one of these is kept, that is unsupported.

use super::body::BodyLowering;
use super::keeping;
use super::loops::{self, Loop};
use super::{Lower, Plan, next_blocks};
use crate::llvm::{Block, Node, Opcode, Value, ValueKind};
use ir::{InstKind, Operand, Scalar};
use rustc_hash::{FxHashMap, FxHashSet};

/// How clang calls the slots of compound literals.
const LITERAL: &str = ".compoundliteral";

/// What is known about the ends of unmarked objects in a body.
#[derive(Default)]
pub struct Scopes<'m> {
    /// The allocas whose objects end here.
    slots: FxHashSet<Value<'m>>,
    /// Those that end before an instruction.
    ends: FxHashMap<Value<'m>, Vec<Value<'m>>>,
    /// The instructions that keep the address of an object whose end is not known.
    keepers: FxHashSet<Value<'m>>,
}

/// Where a variable is declared.
#[derive(Clone, Copy)]
pub struct Declared<'m> {
    /// The scope.
    pub scope: Node<'m>,
    /// The block of instructions.
    pub block: Block<'m>,
}

/// An object that is alive in a block only.
struct Slot<'m> {
    alloca: Value<'m>,
    scope: Node<'m>,
}

impl<'m> Scopes<'m> {
    /// Whether the life of an alloca without markers is known.
    pub fn contains(&self, alloca: Value<'m>) -> bool {
        self.slots.contains(&alloca)
    }

    /// Why an instruction has no meaning, if it keeps an address that may be kept too long.
    pub fn keeps(&self, inst: Value<'m>) -> Option<&'static str> {
        self.keepers.contains(&inst).then_some(
            "the address of an object that nothing tells the end of: \
             a temporary, or a variable whose declaration is never reached",
        )
    }
}

impl<'m> BodyLowering<'_, 'm> {
    /// Finds the objects whose life clang does not mark, and where it ends.
    pub(super) fn find_scopes(&mut self, plan: &Plan<'m>, declared: FxHashMap<Value<'m>, Declared<'m>>) {
        let Some(entry) = plan.blocks.first() else { return };
        let has_debug_info = self.function.subprogram().is_some();
        let mut finder = Finder::default();
        let mut loops = None;
        for alloca in entry.instructions().filter(|inst| is_static_alloca(*inst)) {
            if self.scoped.contains(&alloca) {
                continue;
            }
            if let Some(Declared { scope, block }) = declared.get(&alloca).copied() {
                if scope.is_block_scope() {
                    let loops = loops.get_or_insert_with(|| loops::statements(plan));
                    finder.add_variable(alloca, scope, block, loops);
                }
                continue;
            }
            let is_literal = alloca.name().starts_with(LITERAL);
            match is_literal.then(|| literal_scope(plan, alloca)).flatten() {
                Some((scope, block)) => {
                    let loops = loops.get_or_insert_with(|| loops::statements(plan));
                    finder.add_literal(alloca, scope, block, loops);
                }
                // Without debug info the code says all there is to know.
                None if is_literal || has_debug_info => finder.found.keepers.extend(keeping::keepers(alloca)),
                None => {}
            }
        }
        if !finder.slots.is_empty() {
            let homes = declared.into_iter().map(|(place, declared)| (place, declared.scope));
            finder.find_leavings(plan, homes.collect());
        }
        self.scoped.extend(&finder.found.slots);
        self.scopes = finder.found;
    }

    /// The address of the object that a slot denotes now. The slot denotes another one when its block was left, which
    /// whoever keeps the address must not notice.
    pub(super) fn address_now(&mut self, alloca: Value<'m>) -> Lower<Operand> {
        let base = self.place(alloca)?;
        let offset = self.context.word(0);
        Ok(self.emit(Scalar::Ptr, InstKind::PtrAdd { base, offset, via: None }))
    }

    /// The place of an access: a slot as it is, so that it can become a value.
    pub(super) fn place(&mut self, address: Value<'m>) -> Lower<Operand> {
        match self.values.get(&address).map(|vals| vals.as_slice()) {
            Some([slot]) if self.scopes.contains(address) => Ok(*slot),
            _ => self.val(address),
        }
    }

    /// Ends the objects whose blocks are left before an instruction.
    pub(super) fn end_scopes(&mut self, inst: Value<'m>) {
        for alloca in self.scopes.ends.remove(&inst).unwrap_or_default() {
            let slot = self.values.get(&alloca).and_then(|vals| vals.first()?.value());
            let Some(slot) = slot else { continue };
            let last = self.insts.last().and_then(|last| last.span);
            let span = self.span;
            self.span = last.or(span);
            self.effect(InstKind::ScopeEnd { slot });
            self.effect(InstKind::ScopeBegin { slot });
            self.span = span;
        }
    }
}

#[derive(Default)]
struct Finder<'m> {
    slots: Vec<Slot<'m>>,
    found: Scopes<'m>,
}

impl<'m> Finder<'m> {
    fn add(&mut self, alloca: Value<'m>, scope: Node<'m>) {
        self.found.slots.insert(alloca);
        self.slots.push(Slot { alloca, scope });
    }

    /// A variable is never in the head of a loop, but for those of statement expressions, which end there, too.
    fn add_variable(&mut self, alloca: Value<'m>, scope: Node<'m>, block: Block<'m>, loops: &[Loop<'m>]) {
        self.add(alloca, scope);
        for statement in loops.iter().filter(|statement| statement.contains(block)) {
            self.end_at(statement.header, alloca);
        }
    }

    fn add_literal(&mut self, alloca: Value<'m>, scope: Node<'m>, block: Block<'m>, loops: &[Loop<'m>]) {
        let around: Vec<_> = loops.iter().filter(|statement| statement.contains(block)).collect();
        if around.is_empty() && !scope.is_block_scope() {
            // It lives as long as the function.
            return;
        }
        self.add(alloca, scope);
        for statement in around {
            match statement.has_directly(scope) {
                true => {
                    if statement.has_in_body(block) {
                        self.end_at(statement.next, alloca);
                    }
                    for exit in &statement.exits {
                        self.end_at(*exit, alloca);
                    }
                }
                false => self.end_at(statement.header, alloca),
            }
        }
    }

    /// Ends an object where a block starts.
    fn end_at(&mut self, block: Block<'m>, alloca: Value<'m>) {
        let mut insts = block.instructions();
        if let Some(first) = insts.find(|inst| inst.opcode() != Some(Opcode::LLVMPHI)) {
            self.end_before(first, alloca);
        }
    }

    fn end_before(&mut self, inst: Value<'m>, alloca: Value<'m>) {
        let ends = self.found.ends.entry(inst).or_default();
        if !ends.contains(&alloca) {
            ends.push(alloca);
        }
    }

    /// Finds the instructions outside of a slot's block that follow one inside.
    fn find_leavings(&mut self, plan: &Plan<'m>, mut homes: FxHashMap<Value<'m>, Node<'m>>) {
        homes.extend(self.slots.iter().map(|slot| (slot.alloca, slot.scope)));
        let mut inside = Inside { slots: &self.slots, homes, known: FxHashMap::default() };
        // What each block does: the slots in whose block its last instruction is, if that says where it is.
        let last: FxHashMap<Block, Option<Vec<bool>>> = plan
            .order
            .iter()
            .map(|block| (*block, block.instructions().filter_map(|inst| inside.at(inst)).last()))
            .collect();
        let mut entries: FxHashMap<Block, Vec<bool>> =
            plan.order.iter().map(|block| (*block, vec![false; self.slots.len()])).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for block in &plan.order {
                let end = last[block].clone().unwrap_or_else(|| entries[block].clone());
                for next in next_blocks(*block) {
                    let Some(entry) = entries.get_mut(&next) else { continue };
                    for (before, now) in entry.iter_mut().zip(&end) {
                        changed |= *now && !*before;
                        *before |= *now;
                    }
                }
            }
        }
        let mut ends = Vec::new();
        for block in &plan.order {
            let mut before = entries.remove(block).unwrap_or_default();
            for inst in block.instructions() {
                let Some(now) = inside.at(inst) else { continue };
                for (index, slot) in self.slots.iter().enumerate() {
                    // With the function everything ends.
                    if before[index] && !now[index] && inst.opcode() != Some(Opcode::LLVMRet) {
                        ends.push((inst, slot.alloca));
                    }
                }
                before = now;
            }
        }
        for (inst, alloca) in ends {
            self.end_before(inst, alloca);
        }
    }
}

/// In which blocks instructions are.
struct Inside<'a, 'm> {
    slots: &'a [Slot<'m>],
    /// The blocks of variables and literals, by their alloca.
    homes: FxHashMap<Value<'m>, Node<'m>>,
    /// The slots whose block a scope is in.
    known: FxHashMap<Node<'m>, Vec<bool>>,
}

impl<'m> Inside<'_, 'm> {
    /// For each slot whether an instruction is in its block; none for one that does not tell.
    fn at(&mut self, inst: Value<'m>) -> Option<Vec<bool>> {
        if !tells_place(inst) || self.is_hidden(inst) {
            return None;
        }
        let mut location = Some(inst.debug_location()?);
        let mut inside = vec![false; self.slots.len()];
        while let Some(place) = location {
            self.mark(place.enclosing_scope(), &mut inside);
            location = place.inlined_at();
        }
        for index in 0..inst.operand_count() {
            self.mark(self.homes.get(&inst.operand(index)).copied(), &mut inside);
        }
        Some(inside)
    }

    /// Whether an instruction accesses what no source names: where to go after a cleanup, what to return.
    fn is_hidden(&self, inst: Value<'m>) -> bool {
        let place = match inst.opcode() {
            Some(Opcode::LLVMLoad) => inst.operand(0),
            Some(Opcode::LLVMStore) => inst.operand(1),
            _ => return false,
        };
        place.opcode() == Some(Opcode::LLVMAlloca) && !self.homes.contains_key(&place)
    }

    fn mark(&mut self, scope: Option<Node<'m>>, inside: &mut [bool]) {
        let Some(scope) = scope else { return };
        let slots = self.slots;
        let known = self.known.entry(scope).or_insert_with(|| {
            let chain = scopes_around(scope);
            slots.iter().map(|slot| chain.contains(&slot.scope)).collect()
        });
        for (inside, known) in inside.iter_mut().zip(known) {
            *inside |= *known;
        }
    }
}

/// Whether the place of an instruction is where the program is.
fn tells_place(inst: Value) -> bool {
    use Opcode::*;
    match inst.opcode() {
        Some(LLVMLoad | LLVMStore | LLVMAtomicRMW | LLVMAtomicCmpXchg | LLVMInvoke | LLVMRet) => true,
        Some(LLVMCall) => {
            let called = inst.called();
            called.kind() != ValueKind::LLVMFunctionValueKind || !called.name().starts_with("llvm.lifetime.")
        }
        // A `goto`.
        Some(LLVMBr) => match inst.successors().as_slice() {
            [target] => target.has_label(),
            _ => false,
        },
        _ => false,
    }
}

/// The scope in which a literal is initialised, and the block of instructions. What is done with its address then may
/// be in others.
fn literal_scope<'m>(plan: &Plan<'m>, alloca: Value<'m>) -> Option<(Node<'m>, Block<'m>)> {
    let users: FxHashSet<Value> = alloca.users().into_iter().collect();
    let blocks = users.iter().filter_map(|user| user.block()).filter(|block| plan.ids.contains_key(block));
    let block = blocks.min_by_key(|block| plan.ids[block])?;
    let first = block.instructions().find(|inst| users.contains(inst))?;
    Some((first.debug_location()?.enclosing_scope()?, block))
}

/// A scope and those around it, the innermost first.
fn scopes_around<'m>(scope: Node<'m>) -> Vec<Node<'m>> {
    std::iter::successors(Some(scope), |scope| scope.enclosing_scope()).collect()
}

/// Whether an instruction allocates one object that is there from the start of the function.
fn is_static_alloca(inst: Value) -> bool {
    inst.opcode() == Some(Opcode::LLVMAlloca) && {
        let count = inst.operand(0);
        count.kind() == ValueKind::LLVMConstantIntValueKind
            && count.int_value() == 1
            && count.ty().int_bits() == 32
    }
}
