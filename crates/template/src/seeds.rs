//! What the program compares: the pairs whose differences are worth a row, the signs of numbers, and the constants at
//! which widening stops.

use crate::encode::Encoding;
use crate::rows::Entity;
use ir::types::{Encoding as Reading, TypeKind};
use ir::{BinaryOp, CastOp, CmpOp, Inst, InstKind, Operand, TerminatorKind, ValueId};
use std::collections::{BTreeMap, BTreeSet};

/// What a number comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Root {
    /// A value.
    Value(ValueId),
    /// A cell of a class.
    Cell(usize, usize),
}

/// What the comparisons of a program suggest.
#[derive(Debug, Default)]
pub struct Seeds {
    /// What is compared with each other, and whether as signed numbers.
    pub pairs: BTreeSet<(Root, Root, bool)>,
    /// Numbers that variables are compared with or start with, and their neighbours.
    pub constants: BTreeSet<i128>,
    /// How numbers are compared: as signed, as unsigned.
    signs: BTreeMap<Root, (bool, bool)>,
}

/// How far a number is followed to what it comes from.
const DEPTH: usize = 6;

impl Seeds {
    /// Looks at all comparisons.
    pub fn new(encoding: &Encoding<'_>) -> Seeds {
        let mut seeds = Seeds::default();
        let body = &encoding.flat.body;
        let definitions: BTreeMap<ValueId, &Inst> = body
            .blocks
            .iter()
            .flat_map(|block| &block.insts)
            .flat_map(|inst| inst.results.iter().map(move |result| (*result, inst)))
            .collect();
        for block in &body.blocks {
            for inst in &block.insts {
                match &inst.kind {
                    InstKind::Compare { op, lhs, rhs } => {
                        seeds.constant(*lhs);
                        seeds.constant(*rhs);
                        let unsigned = matches!(op, CmpOp::Ult | CmpOp::Ule | CmpOp::Ugt | CmpOp::Uge);
                        let signed = matches!(op, CmpOp::Slt | CmpOp::Sle | CmpOp::Sgt | CmpOp::Sge);
                        let (mut a, mut b) = (BTreeSet::new(), BTreeSet::new());
                        roots(encoding, &definitions, *lhs, DEPTH, &mut a);
                        roots(encoding, &definitions, *rhs, DEPTH, &mut b);
                        for root in a.iter().chain(&b) {
                            let known = seeds.signs.entry(*root).or_default();
                            *known = (known.0 | signed, known.1 | unsigned);
                        }
                        for one in &a {
                            for other in b.iter().filter(|other| *other != one) {
                                let pair = if one <= other { (*one, *other) } else { (*other, *one) };
                                seeds.pairs.insert((pair.0, pair.1, !unsigned));
                            }
                        }
                    }
                    InstKind::Binary { op: BinaryOp::UDiv | BinaryOp::URem, lhs, .. }
                    | InstKind::Cast { op: CastOp::ZExt, value: lhs } => {
                        let mut a = BTreeSet::new();
                        roots(encoding, &definitions, *lhs, DEPTH, &mut a);
                        a.iter().for_each(|root| seeds.signs.entry(*root).or_default().1 = true);
                    }
                    InstKind::Phi { var: Some(var), incoming } => {
                        incoming.iter().for_each(|(_, operand)| seeds.constant(*operand));
                        let unsigned = body.var(*var).ty.is_some_and(|ty| is_unsigned(encoding, ty));
                        if let Some(result) = inst.result().filter(|_| unsigned) {
                            seeds.signs.entry(Root::Value(result)).or_default().1 = true;
                        }
                    }
                    _ => {}
                }
            }
            if let TerminatorKind::Switch { cases, .. } = &block.terminator.kind {
                for (case, _) in cases {
                    seeds.constants.extend(i128::try_from(*case));
                }
            }
        }
        let near: Vec<i128> = seeds.constants.iter().flat_map(|it| [it - 1, it + 1]).collect();
        seeds.constants.extend(near);
        seeds.constants.extend([-1, 0, 1]);
        let negated: Vec<i128> = seeds.constants.iter().map(|it| -it).collect();
        seeds.constants.extend(negated);
        seeds
    }

    fn constant(&mut self, operand: Operand) {
        if let Operand::Int { bits, value } = operand {
            let unused = 128 - u32::from(bits);
            self.constants.insert(((value << unused) as i128) >> unused);
        }
    }

    /// As what an entity is bounded: signed, unsigned or both.
    pub fn signs(&self, encoding: &Encoding<'_>, entity: Entity) -> Vec<bool> {
        if crate::rows::width(encoding, entity) == Some(1) {
            return vec![false];
        }
        let root = match entity {
            Entity::Register(id) | Entity::Outer(id) => Root::Value(id),
            Entity::Cell(site, cell) | Entity::Was(site, cell) => {
                Root::Cell(encoding.points.class_of[site.0 as usize], cell)
            }
            Entity::Ended(_) => return vec![false],
            Entity::Offset(_) | Entity::Remainder(..) => return vec![true],
        };
        match self.signs.get(&root) {
            Some((true, true)) => vec![true, false],
            Some((false, true)) => vec![false],
            _ => vec![true],
        }
    }

    /// The next number at which the widening of a sum with so many bits stops: a constant of the program, or a bound of
    /// the types of its parts, which are narrower by two bits.
    pub fn next(&self, from: i128, width: u32) -> Option<i128> {
        let part = width.saturating_sub(2).clamp(1, 120);
        let bounds = [(1i128 << (part - 1)) - 1, 1i128 << (part - 1), (1i128 << part) - 1];
        let of_type = bounds.into_iter().find(|bound| *bound >= from);
        let own = self.constants.range(from..).next().copied();
        own.into_iter().chain(of_type).min()
    }
}

/// Whether a source type is an unsigned number.
fn is_unsigned(encoding: &Encoding<'_>, ty: ir::TypeId) -> bool {
    let types = &encoding.task.program.types;
    match &types.get(types.strip(ty)).kind {
        TypeKind::Base { encoding, .. } => {
            matches!(encoding, Reading::Unsigned | Reading::UnsignedChar | Reading::Bool)
        }
        _ => false,
    }
}

/// What a number comes from, through additions of constants, conversions and choices.
fn roots(
    encoding: &Encoding<'_>,
    definitions: &BTreeMap<ValueId, &Inst>,
    operand: Operand,
    depth: usize,
    found: &mut BTreeSet<Root>,
) {
    let Operand::Value(id) = operand else { return };
    if !found.insert(Root::Value(id)) || depth == 0 {
        return;
    }
    let Some(inst) = definitions.get(&id) else { return };
    let mut follow = |operand: Operand| roots(encoding, definitions, operand, depth - 1, found);
    match &inst.kind {
        InstKind::Binary { op: BinaryOp::Add | BinaryOp::Sub, lhs, rhs, .. } => {
            follow(*lhs);
            follow(*rhs);
        }
        InstKind::Cast { op: CastOp::SExt | CastOp::ZExt | CastOp::Trunc, value } => follow(*value),
        InstKind::Select { then, otherwise, .. } => {
            follow(*then);
            follow(*otherwise);
        }
        InstKind::Phi { incoming, .. } => incoming.iter().for_each(|(_, value)| follow(*value)),
        InstKind::Call { .. } => {
            if let Some(returned) = encoding.flat.returned().get(&id) {
                follow(Operand::Value(*returned));
            }
        }
        InstKind::Load { ptr, ty, .. } => {
            let Some(class) = encoding.points.class_of_access(*ptr) else { return };
            let bytes = u64::from(ty.bytes(encoding.task.program.target));
            for cell in encoding.cells_touched(class, *ptr, bytes) {
                found.insert(Root::Cell(class, cell));
            }
        }
        _ => {}
    }
}
