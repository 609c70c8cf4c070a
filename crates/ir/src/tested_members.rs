//! Which members of structures a program compares with constants, and with which.
//!
//! A member that is only set to `1`, `2` or `3` and tested for these says of what kind a node is. Whoever joins nodes
//! wants to know which differences a program sees: nodes that no test tells apart are alike.
//!
//! This is a hint and no proof: a member can be tested through a pointer of another type, or after a detour.

use crate::types::TypeTable;
use crate::{Body, CmpOp, InstKind, Operand, Program, Scalar, TerminatorKind, TypeId, ValueId};
use std::collections::{BTreeMap, BTreeSet};

/// A number in a structure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Member {
    /// Where it begins.
    pub offset: u64,
    /// How many bits it has.
    pub width: u32,
}

/// The members that are compared with constants, and the constants.
#[derive(Clone, Default, Debug)]
pub struct TestedMembers {
    of: BTreeMap<TypeId, BTreeMap<Member, BTreeSet<u128>>>,
}

impl TestedMembers {
    /// Looks at all functions of a program.
    pub fn new(program: &Program) -> TestedMembers {
        let mut found = TestedMembers::default();
        for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
            found.look_at(&program.types, body);
        }
        found
    }

    /// The members of a record that are tested, each with the constants.
    pub fn of(&self, types: &TypeTable, record: TypeId) -> impl Iterator<Item = (Member, &BTreeSet<u128>)> {
        let members = self.of.get(&types.strip(record));
        members.into_iter().flatten().map(|(member, constants)| (*member, constants))
    }

    fn look_at(&mut self, types: &TypeTable, body: &Body) {
        let read = read(types, body);
        let mut note = |value: Operand, constants: &mut dyn Iterator<Item = u128>| {
            let Some((record, member)) = value.value().and_then(|value| read.get(&value)) else { return };
            let mask = u128::MAX >> (128 - member.width);
            let tested = self.of.entry(*record).or_default().entry(*member).or_default();
            tested.extend(constants.map(|constant| constant & mask));
        };
        for block in &body.blocks {
            for inst in &block.insts {
                let InstKind::Compare { op: CmpOp::Eq | CmpOp::Ne, lhs, rhs } = inst.kind else { continue };
                match (lhs, rhs) {
                    (value, Operand::Int { value: constant, .. })
                    | (Operand::Int { value: constant, .. }, value) => {
                        note(value, &mut std::iter::once(constant));
                    }
                    _ => {}
                }
            }
            match &block.terminator.kind {
                TerminatorKind::Branch { cond, .. } => note(*cond, &mut std::iter::once(0)),
                TerminatorKind::Switch { value, cases, .. } => {
                    note(*value, &mut cases.iter().map(|(case, _)| *case));
                }
                _ => {}
            }
        }
    }
}

/// The values of a body that are read from a member, also cast to other widths. A member of a member belongs to the
/// outermost record.
fn read(types: &TypeTable, body: &Body) -> BTreeMap<ValueId, (TypeId, Member)> {
    let mut addresses: BTreeMap<ValueId, (TypeId, u64)> = BTreeMap::new();
    let mut read: BTreeMap<ValueId, (TypeId, Member)> = BTreeMap::new();
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        let Some(result) = inst.result() else { continue };
        match &inst.kind {
            InstKind::PtrAdd { base, offset: Operand::Int { value, .. }, via: Some(ty) } => {
                let outer = base.value().and_then(|base| addresses.get(&base));
                let (record, at) = outer.copied().unwrap_or((types.strip(*ty), 0));
                addresses.insert(result, (record, at.wrapping_add(*value as u64)));
            }
            InstKind::Load { ty: Scalar::Int(width @ 1..=128), ptr, .. } => {
                if let Some((record, offset)) = ptr.value().and_then(|ptr| addresses.get(&ptr)) {
                    read.insert(result, (*record, Member { offset: *offset, width: u32::from(*width) }));
                }
            }
            InstKind::Cast { value, .. } => {
                if let Some(member) = value.value().and_then(|value| read.get(&value)).copied() {
                    read.insert(result, member);
                }
            }
            _ => {}
        }
    }
    read
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_belong_to_the_members_that_are_compared_with_them() {
        let text = "\
target 64
type #0 = base \"int\" signed size 4
type #1 = struct node { +0 #0 kind, +4 #0 id, +8 #2 flags } size 16
type #2 = struct flags { +0 #0 low, +4 #0 high } size 8
func @main(ptr %p.0) {
bb0:
  %1 = ptradd %p.0, 0 via #1
  %2: i32 = load i32 %1
  %3 = cmp eq %2, i32 -1
  branch %3, bb1, bb2
bb1:
  %4 = ptradd %p.0, 8 via #1
  %5 = ptradd %4, 4 via #2
  %6: i8 = load i8 %5
  %7: i32 = sext %6
  switch i32 %7 [7: bb2, 8: bb2, else: bb2]
bb2:
  %8 = ptradd %p.0, 4 via #1
  %9: i32 = load i32 %8
  %10 = cmp slt %9, i32 3
  branch %10, bb3, bb3
bb3:
  return
}
";
        let program = crate::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let tested = TestedMembers::new(&program);
        let of = |record: u32| -> Vec<(u64, u32, Vec<u128>)> {
            let members = tested.of(&program.types, TypeId(record));
            members
                .map(|(it, constants)| (it.offset, it.width, constants.iter().copied().collect()))
                .collect()
        };
        assert_eq!(of(1), [(0, 32, vec![0xffff_ffff]), (12, 8, vec![7, 8])]);
        assert_eq!(of(2), []);
    }
}
