//! Which members of structures may still be read from a point of a program on.
//!
//! A list may be linked backwards although nothing ever goes back, or each of its nodes may point to the last one
//! although nobody asks for it. Whoever makes states general wants to know: what is not read need not be known.
//!
//! An address that is computed as `p->member` is used for reading or writing where it stands, or it goes elsewhere (into
//! a call, a variable, another computation); then the member counts as read everywhere. Reads are collected for each
//! block, with those of the functions that it calls, and handed back along the control flow.
//!
//! This is a hint and no proof: a member can be read through a pointer of another type. Who forgets a member on its
//! account must still cover what is read then.

use crate::bitset::BitSet;
use crate::cfg::Cfg;
use crate::types::{TypeKind, TypeTable};
use crate::{BlockId, Body, Callee, FuncId, InstKind, Operand, Program, TypeId, ValueId};
use std::collections::{BTreeMap, BTreeSet};

/// The members of a program, and where they are read.
#[derive(Clone, Debug)]
pub struct MemberReads {
    /// The members that are named, each with a number: of which record, and at which offset in it.
    numbers: BTreeMap<(TypeId, u64), usize>,
    /// For each function and block the members that are read from there on, until the function returns.
    from: Vec<Vec<BitSet>>,
    /// What is read anywhere.
    anywhere: BitSet,
}

/// What a body does with the members that it names.
#[derive(Default)]
struct Uses {
    read: Vec<(BlockId, (TypeId, u64))>,
    elsewhere: BTreeSet<(TypeId, u64)>,
}

impl MemberReads {
    /// Looks at all functions of a program.
    pub fn new(program: &Program) -> MemberReads {
        let mut numbers = BTreeMap::new();
        let uses: Vec<Uses> = program
            .functions
            .iter()
            .map(|function| {
                function.body.as_ref().map_or_else(Uses::default, |it| uses(&program.types, it, &mut numbers))
            })
            .collect();
        for (number, (_, value)) in numbers.iter_mut().enumerate() {
            *value = number;
        }
        let count = numbers.len();
        let mut everywhere = BitSet::new(count);
        for member in uses.iter().flat_map(|uses| &uses.elsewhere) {
            everywhere.insert(numbers[member]);
        }
        let mut anywhere = everywhere.clone();
        let mut from: Vec<Vec<BitSet>> = Vec::new();
        for (function, uses) in program.functions.iter().zip(&uses) {
            let blocks = function.body.as_ref().map_or(0, |body| body.blocks.len());
            let mut reads = vec![everywhere.clone(); blocks];
            for (block, member) in &uses.read {
                reads[block.index()].insert(numbers[member]);
                anywhere.insert(numbers[member]);
            }
            from.push(reads);
        }
        let mut found = MemberReads { numbers, from, anywhere };
        found.hand_back(program);
        found
    }

    /// Hands what is read to the blocks before and to callers, until nothing changes.
    fn hand_back(&mut self, program: &Program) {
        let bodies: Vec<(FuncId, &Body, Cfg)> = program
            .function_ids()
            .filter_map(|id| program.function(id).body.as_ref().map(|body| (id, body, Cfg::new(body))))
            .collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (id, body, cfg) in &bodies {
                for &block in cfg.reverse_postorder().iter().rev() {
                    let mut reads = self.from[id.index()][block.index()].clone();
                    for next in cfg.successors(block) {
                        reads.union(&self.from[id.index()][next.index()]);
                    }
                    for inst in &body.block(block).insts {
                        match &inst.kind {
                            InstKind::Call { callee: Callee::Direct(callee), .. } => {
                                if let Some(entry) = self.from[callee.index()].first() {
                                    reads.union(entry);
                                }
                            }
                            InstKind::Call { .. } => {
                                reads.union(&self.anywhere);
                            }
                            _ => {}
                        }
                    }
                    changed |= self.from[id.index()][block.index()].union(&reads);
                }
            }
        }
    }

    /// What is read from a block on, until its function returns.
    pub fn from(&self, function: FuncId, block: BlockId) -> &BitSet {
        &self.from[function.index()][block.index()]
    }

    /// What is read anywhere in the program.
    pub fn anywhere(&self) -> &BitSet {
        &self.anywhere
    }

    /// The offsets in a record of the pointers that are written somewhere, and of which `reads` has none. Where that goes
    /// for all of them nobody cares for the record any more, and it keeps what it has.
    pub fn unread_pointers(&self, types: &TypeTable, record: TypeId, reads: &BitSet) -> Vec<u64> {
        let mut found = BTreeMap::new();
        self.note_pointers(types, &mut vec![(types.strip(record), 0)], reads, &mut found);
        if found.values().all(|is_unread| *is_unread) {
            return Vec::new();
        }
        found.into_iter().filter(|(_, is_unread)| *is_unread).map(|(offset, _)| offset).collect()
    }

    /// Notes for the pointers in the last of the records that lie in each other, each with its offset in the first,
    /// whether they are written and not read. Where members overlap, all of them count.
    fn note_pointers(
        &self,
        types: &TypeTable,
        within: &mut Vec<(TypeId, u64)>,
        reads: &BitSet,
        found: &mut BTreeMap<u64, bool>,
    ) {
        let Some(&(record, at)) = within.last() else { return };
        let (TypeKind::Struct(layout) | TypeKind::Union(layout)) = &types.get(record).kind else { return };
        for field in layout.fields.iter().filter(|field| field.bit_width.is_none()) {
            let offset = at + field.offset();
            // A member of a member is named at once or in steps.
            let names: Vec<usize> = within
                .iter()
                .filter_map(|(outer, start)| self.numbers.get(&(*outer, offset - start)).copied())
                .collect();
            let is_read = names.iter().any(|number| reads.contains(*number));
            let ty = types.strip(field.ty);
            if let TypeKind::Pointer(_) = types.get(ty).kind {
                let is_unread = !names.is_empty() && !is_read;
                found.entry(offset).and_modify(|known| *known &= is_unread).or_insert(is_unread);
                continue;
            }
            within.push((ty, offset));
            self.note_pointers(types, within, reads, found);
            within.pop();
            // The address of a member is that of its first member.
            if let (true, Some(first)) = (is_read, found.get_mut(&offset)) {
                *first = false;
            }
        }
    }
}

/// What a body does with members; each that it names is entered into `members`.
fn uses(types: &TypeTable, body: &Body, members: &mut BTreeMap<(TypeId, u64), usize>) -> Uses {
    let mut addresses: BTreeMap<ValueId, (TypeId, u64)> = BTreeMap::new();
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        if let InstKind::PtrAdd { offset: Operand::Int { value, .. }, via: Some(ty), .. } = inst.kind
            && let Some(result) = inst.result()
        {
            let member = (types.strip(ty), value as u64);
            addresses.insert(result, member);
            members.insert(member, 0);
        }
    }
    let member = |operand: &Operand| operand.value().and_then(|value| addresses.get(&value)).copied();
    let mut uses = Uses::default();
    for block in body.block_ids() {
        for inst in &body.block(block).insts {
            match &inst.kind {
                InstKind::Load { ptr, .. } => uses.read.extend(member(ptr).map(|it| (block, it))),
                InstKind::Store { value, .. } => uses.elsewhere.extend(member(value)),
                // A member of a member is looked at by itself.
                InstKind::PtrAdd { offset: Operand::Int { .. }, via: Some(_), .. } => {}
                // The value is looked at where it is used.
                InstKind::VarIs { .. } => {}
                other => other.for_each_operand(|operand| uses.elsewhere.extend(member(operand))),
            }
        }
        body.block(block).terminator.kind.for_each_value(|value| {
            uses.elsewhere.extend(addresses.get(&value));
        });
    }
    uses
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `main` reads `next` and writes `prev` and the pointer in `link`; `f`, which it calls last, reads `prev`.
    const PROGRAM: &str = "\
target 64
type #0 = pointer #1 size 8
type #1 = struct node { +0 #0 next, +8 #0 prev, +16 #2 link, +32 #0 other } size 40
type #2 = struct link { +0 #0 to, +8 #0 from } size 16
func @main(ptr %p.0) {
bb0:
  %1 = ptradd %p.0, 0 via #1
  %2 = load ptr %1
  jump bb1
bb1:
  %3 = ptradd %p.0, 8 via #1
  store ptr %p.0, %3
  %4 = ptradd %p.0, 16 via #1
  %5 = ptradd %4, 8 via #2
  store ptr %p.0, %5
  call @f(ptr %p.0)
  jump bb2
bb2:
  %6 = ptradd %p.0, 24 via #1
  store ptr null, %6
  return
}
func @f(ptr %p.0) {
bb0:
  %1 = ptradd %p.0, 8 via #1
  %2 = load ptr %1
  return
}
func @g(ptr %p.0) {
bb0:
  %1 = ptradd %p.0, 8 via #2
  call @f(ptr %1)
  return
}
";

    #[test]
    fn members_are_read_until_the_last_read_of_the_function_or_its_callees() {
        let program = crate::parse(PROGRAM).unwrap_or_else(|error| panic!("{error}"));
        let reads = MemberReads::new(&program);
        let main = program.find_function("main").unwrap();
        let unread =
            |block: u32| reads.unread_pointers(&program.types, TypeId(1), reads.from(main, BlockId(block)));
        // What `g` hands on may be read anywhere; what is never named is nobody's business.
        assert_eq!((unread(0), unread(1), unread(2)), (vec![16], vec![0, 16], vec![0, 8, 16]));
        let calm = PROGRAM.replace("  call @f(ptr %1)\n", "");
        let program = crate::parse(&calm).unwrap_or_else(|error| panic!("{error}"));
        let reads = MemberReads::new(&program);
        let unread =
            |block: u32| reads.unread_pointers(&program.types, TypeId(1), reads.from(main, BlockId(block)));
        assert_eq!((unread(0), unread(1), unread(2)), (vec![16, 24], vec![0, 16, 24], vec![0, 8, 16, 24]));
        assert_eq!(reads.unread_pointers(&program.types, TypeId(1), reads.anywhere()), vec![16, 24]);
    }
}
