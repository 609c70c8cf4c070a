//! Which parts of a function's local variables in memory may still be read after a call.
//!
//! A pointer in a local that is never read again would be a ghost for nothing: each level of a recursion would hold
//! one more node of the list that it handed on. Only locals whose address goes nowhere are looked at, so that no
//! callee can read them; a read counts as possible wherever there is a way to it, whatever is written in between.

use ir::cfg::Cfg;
use ir::{BlockId, Body, InstKind, Operand, Target, ValueId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The reads of locals of one function.
pub struct Locals {
    /// The locals whose address goes nowhere.
    private: FxHashSet<VarId>,
    reads: Vec<Read>,
    /// For each block those that an edge or several lead to.
    reachable: Vec<FxHashSet<BlockId>>,
}

/// An instruction that reads a local.
struct Read {
    var: VarId,
    block: BlockId,
    inst: usize,
    /// The bytes; none where they are not known.
    bytes: Option<(u64, u64)>,
}

/// A pointer into a local, at an offset where it is known.
type Derived = FxHashMap<ValueId, (VarId, Option<u64>)>;

impl Locals {
    /// Looks at a function.
    pub fn new(body: &Body, target: Target) -> Locals {
        let derived = derived(body);
        let mut private: FxHashSet<VarId> = derived.values().map(|(var, _)| *var).collect();
        let mut reads = Vec::new();
        let local = |operand: Operand| match operand {
            Operand::Value(id) => derived.get(&id).copied(),
            _ => None,
        };
        for block in body.block_ids() {
            for (inst, instruction) in body.block(block).insts.iter().enumerate() {
                let mut uses: Vec<ValueId> = Vec::new();
                instruction.kind.for_each_value(|value| uses.push(value));
                let mut read = |operand: Operand, len: Option<u64>| {
                    if let Some((var, offset)) = local(operand) {
                        let bytes = offset.zip(len).map(|(from, len)| (from, from.saturating_add(len)));
                        reads.push(Read { var, block, inst, bytes });
                    }
                };
                let stored = match &instruction.kind {
                    InstKind::Load { ty, ptr, .. } => {
                        read(*ptr, Some(u64::from(ty.bytes(target))));
                        continue;
                    }
                    InstKind::MemCopy { src, .. } => {
                        read(*src, None);
                        continue;
                    }
                    InstKind::MemSet { .. } | InstKind::ScopeBegin { .. } | InstKind::ScopeEnd { .. } => {
                        continue;
                    }
                    InstKind::PtrAdd { offset, .. } => Some(*offset),
                    InstKind::Store { value, .. } => Some(*value),
                    _ => None,
                };
                match stored {
                    Some(operand) => {
                        if let Some((var, _)) = local(operand) {
                            private.remove(&var);
                        }
                    }
                    None => uses.iter().filter_map(|id| derived.get(id)).for_each(|(var, _)| {
                        private.remove(var);
                    }),
                }
            }
            body.block(block).terminator.kind.for_each_value(|value| {
                if let Some((var, _)) = derived.get(&value) {
                    private.remove(var);
                }
            });
        }
        Locals { private, reads, reachable: reachable(body) }
    }

    /// Whether some bytes of a local may still be read from a place on.
    pub fn may_read(&self, var: VarId, bytes: (u64, u64), block: BlockId, next: usize) -> bool {
        !self.private.contains(&var)
            || self.reads.iter().any(|read| {
                let is_later = read.block == block && read.inst >= next
                    || self.reachable[block.index()].contains(&read.block);
                read.var == var
                    && is_later
                    && read.bytes.is_none_or(|(from, to)| from < bytes.1 && bytes.0 < to)
            })
    }
}

/// The pointers into locals. A variable that has several stack objects is left out.
fn derived(body: &Body) -> Derived {
    let mut derived = Derived::default();
    let mut seen = FxHashSet::default();
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        if let (InstKind::Alloca { var: Some(var), .. }, Some(result)) = (&inst.kind, inst.result()) {
            match seen.insert(*var) {
                true => drop(derived.insert(result, (*var, Some(0)))),
                false => derived.retain(|_, known| known.0 != *var),
            }
        }
    }
    let mut count = 0;
    while count < derived.len() {
        count = derived.len();
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            if let (InstKind::PtrAdd { base: Operand::Value(base), offset, .. }, Some(result)) =
                (&inst.kind, inst.result())
                && let Some((var, at)) = derived.get(base).copied()
            {
                let offset = match offset {
                    Operand::Int { value, .. } => u64::try_from(*value).ok(),
                    _ => None,
                };
                let at = at.zip(offset).and_then(|(at, offset)| at.checked_add(offset));
                derived.insert(result, (var, at));
            }
        }
    }
    derived
}

fn reachable(body: &Body) -> Vec<FxHashSet<BlockId>> {
    let cfg = Cfg::new(body);
    let from = |block: BlockId| {
        let mut found = FxHashSet::default();
        let mut work: Vec<BlockId> = cfg.successors(block).to_vec();
        while let Some(block) = work.pop() {
            if found.insert(block) {
                work.extend(cfg.successors(block));
            }
        }
        found
    };
    body.block_ids().map(from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A function with an array of two pointers; the second argument of its last call is given.
    fn locals(last: &str) -> (Locals, VarId) {
        let text = format!(
            "target 64\n\
             type #0 = void size 0\n\
             type #1 = pointer #0 size 8\n\
             type #2 = array #1 count 2 size 16\n\
             type #3 = function (#1) -> #1 size 0\n\
             func @f(ptr %a.0) -> ptr type #3 {{\n\
             var $h.0: #2\n\
             bb0:\n\
             %h.1 = alloca 16 align 16 $h.0 type #2\n\
             store ptr %a.0, %h.1\n\
             %second.2 = ptradd %h.1, 8\n\
             store ptr %a.0, %second.2\n\
             %x.3 = load ptr %h.1\n\
             %y.4: ptr = call @use(ptr %x.3)\n\
             %z.5 = load ptr %second.2\n\
             %r.6: ptr = call @use(ptr {last})\n\
             return %r.6\n\
             }}\n\
             declare @use(ptr) -> ptr type #3\n"
        );
        let program = ir::parse(&text).expect("a program");
        let body = program.functions[0].body.as_ref().expect("a body");
        (Locals::new(body, program.target), VarId::new(0))
    }

    #[test]
    fn what_is_behind_is_not_read_again() {
        let (locals, array) = locals("%z.5");
        let may_read = |bytes, next| locals.may_read(array, bytes, Body::ENTRY, next);
        assert!(may_read((0, 8), 4) && may_read((8, 16), 4));
        assert!(!may_read((0, 8), 6) && may_read((8, 16), 6));
        assert!(!may_read((0, 8), 8) && !may_read((8, 16), 8));
    }

    #[test]
    fn what_others_know_may_always_be_read() {
        let (locals, array) = locals("%second.2");
        assert!(locals.may_read(array, (0, 8), Body::ENTRY, 8));
    }
}
