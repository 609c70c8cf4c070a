//! What a program says of elements of arrays: the source of claims (`elements`).
//!
//! A comparison that reads an element says something of it, with either outcome; `a[i] = e` says `a[i] == e`. Both may be
//! said only behind another comparison of the same element. The index is a variable that the address is computed from.
//! For each loop it is then decided of which elements that is claimed: of those that the loop has gone over, of the
//! rest, or of all.

use crate::cases::Case;
use crate::elements::{Definitions, Elements, End, Expression, Region, is_in_array};
use crate::encode::{Encoding, Head};
use crate::inline::Flat;
use crate::rows::Entity;
use ir::cfg::Cfg;
use ir::{BinaryOp, BlockId, CastOp, CmpOp, InstKind, Operand, Scalar, TerminatorKind, ValueId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Larger expressions are left out.
const MOST_NODES: usize = 40;
/// Loops have no more claims than this.
const MOST_CLAIMS: usize = 128;
/// How many variables of a loop, and how many limits, bound regions.
const MOST_ENDS: usize = 3;

/// What the elements of a region are to a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// It has gone over them.
    Done,
    /// It has not come to them yet.
    Rest,
    /// Neither.
    Whole,
}

/// How rich the claims are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guards {
    /// They hold always.
    None,
    /// They hold in a case.
    Cases,
}

/// The claims of a loop.
pub fn claims(encoding: &Encoding<'_>, harvest: &Harvest<'_>, head: &Head, guards: Guards) -> Vec<Elements> {
    let mut list: Vec<Elements> = Vec::new();
    let cases = match guards {
        Guards::None => vec![None],
        Guards::Cases => flags(encoding, harvest, head).into_iter().map(Some).collect(),
    };
    for fact in &harvest.facts {
        let is_own = encoding.blocks_of(head).contains(&fact.block);
        let Some(what) = harvest.expression(head, fact) else { continue };
        if !is_own && !what.is_changed(encoding, head) {
            continue;
        }
        let what = Rc::new(what);
        let Some(index) = fact.index else {
            // What was written at a place is there still.
            if !is_own && !list.iter().any(|it| it.what == what) {
                list.extend(cases.iter().map(|case| Elements {
                    what: what.clone(),
                    bits: encoding.widths.word,
                    region: None,
                    case: *case,
                }));
            }
            continue;
        };
        let bits = harvest.bits(index);
        for (region, part) in harvest.regions(head, index) {
            let region = Some(region);
            let is_told = match part {
                Part::Whole => true,
                // What a loop finds or makes, or what is asked behind it, holds of what it has done.
                Part::Done => is_own || fact.said.is_comparison(),
                // What held before holds of the rest.
                Part::Rest => !is_own,
            };
            let is_same = |it: &Elements| it.what == what && it.bits == bits && it.region == region;
            if !is_told || list.iter().any(is_same) {
                continue;
            }
            list.extend(cases.iter().map(|case| Elements { what: what.clone(), bits, region, case: *case }));
        }
    }
    list.truncate(MOST_CLAIMS);
    list
}

/// The cases that flags make: comparisons of variables that are no indexes with constants.
fn flags(encoding: &Encoding<'_>, harvest: &Harvest<'_>, head: &Head) -> Vec<Case> {
    let mut list = crate::cases::cases(encoding, head, MOST_ENDS * 2);
    list.retain(|case| match case.entity {
        Entity::Register(id) => !harvest.indexes.contains(&id),
        _ => false,
    });
    list
}

/// Something that the program says of an element.
#[derive(Clone, Copy, Debug)]
enum Said {
    /// A comparison, or its opposite.
    Compared(ValueId, bool),
    /// A value that is written.
    Written { ty: Scalar, ptr: Operand, value: Operand },
}

impl Said {
    fn is_comparison(self) -> bool {
        matches!(self, Said::Compared(..))
    }
}

/// What the program says of the element with an index, and where. It may say so only where a comparison has an outcome.
#[derive(Clone, Copy, Debug)]
struct Fact {
    said: Said,
    /// The variable that is made arbitrary; none where it is said of one element alone.
    index: Option<ValueId>,
    block: BlockId,
    only: Option<(ValueId, bool)>,
}

/// What the program says of elements of arrays.
pub struct Harvest<'a> {
    facts: Vec<Fact>,
    /// The variables by which arrays are indexed.
    indexes: BTreeSet<ValueId>,
    /// What indexes are compared with, and whether as signed numbers.
    limits: BTreeMap<ValueId, BTreeSet<(Limit, bool)>>,
    definitions: Rc<Definitions<'a>>,
    flat: &'a Flat,
    loops: &'a ir::Loops,
    cfg: Cfg,
}

/// What an index is compared with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Limit {
    Constant(u128),
    Value(ValueId),
}

impl<'a> Harvest<'a> {
    /// Looks at a program.
    pub fn new(encoding: &Encoding<'a>) -> Harvest<'a> {
        let body = &encoding.flat.body;
        let mut harvest = Harvest {
            facts: Vec::new(),
            indexes: BTreeSet::new(),
            limits: BTreeMap::new(),
            definitions: encoding.definitions.clone(),
            flat: encoding.flat,
            loops: encoding.loops,
            cfg: Cfg::new(body),
        };
        let (mut compared, mut written) = (Vec::new(), Vec::new());
        let insts =
            body.block_ids().flat_map(|block| body.block(block).insts.iter().map(move |it| (block, it)));
        for (block, inst) in insts {
            let mut indexes = BTreeSet::new();
            let (saids, list) = match &inst.kind {
                InstKind::Compare { .. } => {
                    let Some(result) = inst.result() else { continue };
                    harvest.indexes_of(encoding, Operand::Value(result), &mut indexes);
                    ([true, false].map(|holds| Said::Compared(result, holds)).to_vec(), &mut compared)
                }
                InstKind::Store { ty, value, ptr, .. } if is_in_array(encoding, *ptr) => {
                    harvest.leaves(*ptr, &mut indexes);
                    (vec![Said::Written { ty: *ty, ptr: *ptr, value: *value }], &mut written)
                }
                _ => continue,
            };
            // It may be said of those elements only of which something else is known.
            let mut known = BTreeSet::new();
            let only = harvest.outcome(block);
            if let Some((id, _)) = only {
                harvest.indexes_of(encoding, Operand::Value(id), &mut known);
            }
            if matches!(inst.kind, InstKind::Store { .. }) {
                list.push(Fact { said: saids[0], index: None, block, only: None });
            }
            for index in indexes {
                let only = only.filter(|_| known.contains(&index));
                let index = Some(index);
                for said in &saids {
                    list.push(Fact { said: *said, index, block, only: None });
                    list.extend(only.map(|_| Fact { said: *said, index, block, only }));
                }
            }
        }
        written.extend(compared);
        harvest.indexes = written.iter().filter_map(|fact| fact.index).collect();
        harvest.facts = written;
        harvest.find_limits();
        harvest
    }

    fn bits(&self, id: ValueId) -> u32 {
        match self.flat.body.value_type(id) {
            Scalar::Int(bits) => bits.into(),
            _ => 0,
        }
    }

    /// What a value is computed from, where it can be computed anew.
    fn pure(&self, id: ValueId) -> Option<InstKind> {
        let (block, inst) = self.definitions.get(&id)?;
        let pure = match &inst.kind {
            InstKind::Phi { incoming, .. } => return self.chosen(*block, incoming),
            InstKind::Binary { op, .. } => !op.is_float(),
            InstKind::Cast { op, .. } => matches!(op, CastOp::Trunc | CastOp::ZExt | CastOp::SExt),
            InstKind::Load { volatile, .. } => !volatile,
            InstKind::Compare { .. } | InstKind::Select { .. } | InstKind::PtrAdd { .. } => true,
            _ => false,
        };
        pure.then(|| inst.kind.clone())
    }

    /// `c ? a : b` and `a || b` where two ways meet that a branch has parted.
    fn chosen(&self, block: BlockId, incoming: &[(BlockId, Operand)]) -> Option<InstKind> {
        let [(one, a), (other, b)] = incoming else { return None };
        let parting = self.cfg.immediate_dominator(block)?;
        let TerminatorKind::Branch { cond, then, otherwise } = self.flat.body.block(parting).terminator.kind
        else {
            return None;
        };
        // Whether an edge to the block is taken only where the branch goes to `side`, and always then.
        let by = |from: BlockId, side: BlockId, opposite: BlockId| match from == parting {
            true => side == block && opposite != block,
            false => side != block && self.cfg.dominates(side, from) && !self.cfg.dominates(opposite, from),
        };
        if by(*one, then, otherwise) && by(*other, otherwise, then) {
            Some(InstKind::Select { cond, then: *a, otherwise: *b })
        } else if by(*one, otherwise, then) && by(*other, then, otherwise) {
            Some(InstKind::Select { cond, then: *b, otherwise: *a })
        } else {
            None
        }
    }

    /// The comparison that a block is behind, and its outcome.
    fn outcome(&self, block: BlockId) -> Option<(ValueId, bool)> {
        let [before] = self.cfg.predecessors(block) else { return None };
        match self.flat.body.block(*before).terminator.kind {
            TerminatorKind::Branch { cond: Operand::Value(id), then, otherwise } if then != otherwise => {
                Some((id, then == block))
            }
            _ => None,
        }
    }

    /// The variables that are the indexes of elements which a value depends on.
    fn indexes_of(&self, encoding: &Encoding<'_>, operand: Operand, found: &mut BTreeSet<ValueId>) {
        let Some(kind) = operand.value().and_then(|id| self.pure(id)) else { return };
        match &kind {
            InstKind::Load { ptr, .. } => {
                if is_in_array(encoding, *ptr) {
                    self.leaves(*ptr, found);
                }
            }
            kind => kind.for_each_value(|id| self.indexes_of(encoding, Operand::Value(id), found)),
        }
    }

    /// The variables, numbers all, that the index of an address is computed from.
    fn leaves(&self, operand: Operand, found: &mut BTreeSet<ValueId>) {
        let Some(id) = operand.value() else { return };
        match self.pure(id) {
            Some(InstKind::Load { .. }) | None => {
                if self.bits(id) > 1 {
                    found.insert(id);
                }
            }
            Some(kind) => kind.for_each_value(|id| self.leaves(Operand::Value(id), found)),
        }
    }

    fn find_limits(&mut self) {
        let body = &self.flat.body;
        let mut limits: BTreeMap<ValueId, BTreeSet<(Limit, bool)>> = BTreeMap::new();
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            let InstKind::Compare { op, lhs, rhs } = &inst.kind else { continue };
            let signed = match op {
                CmpOp::Slt | CmpOp::Sle | CmpOp::Sgt | CmpOp::Sge => true,
                CmpOp::Ult | CmpOp::Ule | CmpOp::Ugt | CmpOp::Uge => false,
                CmpOp::Eq | CmpOp::Ne => continue,
            };
            for (index, limit) in [(*lhs, *rhs), (*rhs, *lhs)] {
                let Some(index) = index.value().filter(|id| self.indexes.contains(id)) else { continue };
                let limit = match limit {
                    Operand::Int { value, .. } => Limit::Constant(value),
                    Operand::Value(id) => Limit::Value(id),
                    _ => continue,
                };
                limits.entry(index).or_default().insert((limit, signed));
            }
        }
        self.limits = limits;
    }

    /// Whether a value is known before a loop and not changed by it.
    fn is_outer(&self, head: &Head, id: ValueId) -> bool {
        let it = head.number.map(|number| &self.loops.list[number]);
        match (self.definitions.get(&id), it) {
            (None, _) => true,
            (Some((block, _)), Some(it)) => !it.blocks.contains(block) && self.cfg.dominates(*block, it.head),
            (Some(_), None) => false,
        }
    }

    /// A value as it is at the head of a loop.
    fn entity(&self, head: &Head, id: ValueId) -> Option<Entity> {
        match head.registers.iter().any(|(it, _)| *it == id) {
            true => Some(Entity::Register(id)),
            false => self.is_outer(head, id).then_some(Entity::Outer(id)),
        }
    }

    /// What is said of an element, with the index made arbitrary.
    fn expression(&self, head: &Head, fact: &Fact) -> Option<Expression> {
        let mut nodes = 0;
        let mut of = |operand: Operand| self.of(head, fact.index, operand, &mut nodes);
        let what = match fact.said {
            Said::Compared(id, true) => of(Operand::Value(id))?,
            Said::Compared(id, false) => Expression::Not(of(Operand::Value(id))?.into()),
            Said::Written { ty: Scalar::Ptr, .. } => return None,
            Said::Written { ty, ptr, value } => {
                let element = Expression::Load(ty, ptr, of(ptr)?.into());
                Expression::Compare(CmpOp::Eq, element.into(), of(value)?.into())
            }
        };
        let Some((id, outcome)) = fact.only else { return Some(what) };
        let cond = of(Operand::Value(id))?;
        let fails = if outcome { Expression::Not(cond.into()) } else { cond };
        Some(Expression::Binary(BinaryOp::Or, fails.into(), what.into()))
    }

    fn depends(&self, id: ValueId, index: Option<ValueId>, depth: usize) -> bool {
        if Some(id) == index {
            return true;
        }
        let mut any = false;
        if depth < MOST_NODES
            && let Some(kind) = self.pure(id)
        {
            kind.for_each_value(|id| any |= self.depends(id, index, depth + 1));
        }
        any
    }

    fn of(
        &self,
        head: &Head,
        index: Option<ValueId>,
        operand: Operand,
        nodes: &mut usize,
    ) -> Option<Expression> {
        *nodes += 1;
        if *nodes > MOST_NODES {
            return None;
        }
        let id = match operand {
            Operand::Value(id) => id,
            Operand::Int { .. } | Operand::Global { .. } | Operand::Null => {
                return Some(Expression::Constant(operand));
            }
            _ => return None,
        };
        if Some(id) == index {
            return Some(Expression::Index);
        }
        if !self.depends(id, index, 0)
            && let Some(entity) = self.entity(head, id)
        {
            return Some(Expression::Value(entity));
        }
        let mut of = |operand: Operand| self.of(head, index, operand, nodes).map(Box::new);
        Some(match &self.pure(id)? {
            InstKind::Binary { op, lhs, rhs, .. } => Expression::Binary(*op, of(*lhs)?, of(*rhs)?),
            InstKind::Compare { op, lhs, rhs } => match self.truth(*op, *lhs, *rhs) {
                Some((truth, true)) => *of(truth)?,
                Some((truth, false)) => Expression::Not(of(truth)?),
                None => Expression::Compare(*op, of(*lhs)?, of(*rhs)?),
            },
            InstKind::Cast { op, value } => Expression::Cast(*op, self.bits(id), of(*value)?),
            InstKind::Select { cond, then, otherwise } => {
                Expression::Select(of(*cond)?, of(*then)?, of(*otherwise)?)
            }
            InstKind::PtrAdd { base, offset, .. } => Expression::PtrAdd(of(*base)?, of(*offset)?),
            InstKind::Load { ty, ptr, .. } if *ty != Scalar::Ptr => Expression::Load(*ty, *ptr, of(*ptr)?),
            _ => return None,
        })
    }

    /// The truth value that a comparison of its number with zero asks for, and whether for its opposite.
    fn truth(&self, op: CmpOp, lhs: Operand, rhs: Operand) -> Option<(Operand, bool)> {
        let (_, inst) = self.definitions.get(&lhs.value()?)?;
        match (&inst.kind, rhs, op) {
            (
                InstKind::Cast { op: CastOp::ZExt, value },
                Operand::Int { value: 0, .. },
                CmpOp::Eq | CmpOp::Ne,
            ) if self.bits(value.value()?) == 1 => Some((*value, op == CmpOp::Ne)),
            _ => None,
        }
    }

    /// The regions that the variables of a loop make.
    fn regions(&self, head: &Head, index: ValueId) -> Vec<(Region, Part)> {
        let bits = self.bits(index);
        let fits = |id: &ValueId| self.bits(*id) == bits;
        let own: Vec<ValueId> = head.registers.iter().map(|(id, _)| *id).filter(fits).collect();
        let mut cursors: Vec<ValueId> = own.iter().copied().filter(|id| self.indexes.contains(id)).collect();
        if cursors.is_empty() {
            cursors = own;
        }
        cursors.truncate(MOST_ENDS);
        let limits = |id: &ValueId| self.limits.get(id).into_iter().flatten().copied();
        let all: BTreeSet<(Limit, bool)> = limits(&index).chain(cursors.iter().flat_map(limits)).collect();
        let signed = !all.iter().any(|(_, signed)| !signed) || all.iter().any(|(_, signed)| *signed);
        let mut highs: Vec<End> = Vec::new();
        for (limit, _) in &all {
            let end = match limit {
                Limit::Constant(0) => None,
                Limit::Constant(constant) => Some(End::Constant(*constant)),
                Limit::Value(id) if fits(id) => self.entity(head, *id).map(End::Entity),
                Limit::Value(_) => None,
            };
            highs.extend(end.filter(|end| !highs.contains(end)));
        }
        highs.truncate(MOST_ENDS);
        let zero = End::Constant(0);
        let mut list: Vec<(Region, Part)> = Vec::new();
        let mut add = |low: End, beyond: bool, high: End, part: Part| {
            let region = (Region { low, beyond, high, signed }, part);
            if low != high && !list.contains(&region) {
                list.push(region);
            }
        };
        for cursor in &cursors {
            let here = End::Entity(Entity::Register(*cursor));
            let goes_up = self.goes_up(*cursor);
            let below = if goes_up == Some(false) { Part::Rest } else { Part::Done };
            let above = if goes_up == Some(true) { Part::Rest } else { Part::Done };
            add(zero, false, here, below);
            if goes_up != Some(false) {
                for start in self.starts(*cursor) {
                    add(End::Constant(start), false, here, below);
                }
            }
            for high in &highs {
                add(here, false, *high, above);
                if goes_up != Some(true) {
                    add(here, true, *high, above);
                }
            }
            if goes_up == Some(false) {
                for start in self.starts(*cursor) {
                    add(here, true, End::Constant(start + 1), above);
                }
            }
        }
        for high in &highs {
            add(zero, false, *high, Part::Whole);
        }
        list
    }

    /// Whether a variable of a loop goes up; none where that is not plain.
    fn goes_up(&self, id: ValueId) -> Option<bool> {
        let (_, inst) = self.definitions.get(&id)?;
        let InstKind::Phi { incoming, .. } = &inst.kind else { return None };
        incoming.iter().find_map(|(_, operand)| {
            let (_, step) = self.definitions.get(&operand.value()?)?;
            match &step.kind {
                InstKind::Binary {
                    op, lhs: Operand::Value(of), rhs: Operand::Int { bits, value }, ..
                } if *of == id => {
                    let is_negative = value >> (bits - 1) & 1 == 1;
                    match op {
                        BinaryOp::Add => Some(!is_negative),
                        BinaryOp::Sub => Some(is_negative),
                        _ => None,
                    }
                }
                _ => None,
            }
        })
    }

    /// The constants that a variable of a loop starts with.
    fn starts(&self, id: ValueId) -> Vec<u128> {
        match self.definitions.get(&id).map(|(_, inst)| &inst.kind) {
            Some(InstKind::Phi { incoming, .. }) => incoming
                .iter()
                .filter_map(|(_, operand)| match operand {
                    Operand::Int { value, .. } if *value != 0 => Some(*value),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        }
    }
}
