//! What holds of all elements of an array up to a place: `a[q] == b[q]` for all `q` below `i`.
//!
//! Bounds of all elements (`rows`) say nothing of an array that a loop has filled in part, and nothing of two arrays
//! whose elements belong together. The program itself says what to look for: a comparison that reads an element, and
//! `a[i] = e`, which makes `a[i] == e` true. Its index is replaced by an arbitrary one, and the claim is that it holds
//! of all indexes of a *region* that the variables of a loop bound. Claims are kept as long as no model refutes them
//! (Flanagan and Leino's Houdini), since the right ones are among a few dozen.
//!
//! One *witness* stands for all indexes: as an obligation a claim is about a fresh number. As an assumption it is
//! instantiated at the witness and at the indexes that the program uses. That suffices because one round of a loop
//! touches few elements.
//!
//! Invariant: what a claim says at a point is a function of the state there and of the index, the same in every formula
//! of the program; which values it is made of is decided by the program's text alone.

use crate::cases::Case;
use crate::encode::{Encoding, Head, State};
use crate::exec::compared;
use crate::memory::is_array;
use crate::points::ClassShape;
use crate::rows::{Entity, Point, value};
use crate::value::{Pointer, Value, choose};
use ir::cfg::Cfg;
use ir::{BinaryOp, BlockId, CastOp, CmpOp, Inst, InstKind, Operand, Scalar, TerminatorKind, ValueId};
use logic::{BitVec, Term, TermStore};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Larger expressions are left out.
const MOST_NODES: usize = 40;
/// Loops have no more claims than this.
const MOST_CLAIMS: usize = 128;
/// How many variables of a loop, and how many limits, bound regions.
const MOST_ENDS: usize = 3;

/// A claim about all elements of a region.
#[derive(Clone, Debug)]
pub struct Elements {
    /// What holds, as a Boolean of the index.
    pub what: Rc<Expression>,
    /// The bits of the index.
    bits: u32,
    /// The indexes of which it holds.
    pub region: Region,
    /// The case in which it holds; none for always.
    pub case: Option<Case>,
}

/// An expression of the program in terms of an index and of the values at the head of a loop.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Expression {
    Index,
    Constant(Operand),
    Value(Entity),
    Not(Box<Expression>),
    Binary(BinaryOp, Box<Expression>, Box<Expression>),
    Compare(CmpOp, Box<Expression>, Box<Expression>),
    Cast(CastOp, u32, Box<Expression>),
    Select(Box<Expression>, Box<Expression>, Box<Expression>),
    PtrAdd(Box<Expression>, Box<Expression>),
    /// What is read through a pointer of the program, at the place that the expression gives.
    Load(Scalar, Operand, Box<Expression>),
}

/// The indexes from one end on and below the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Region {
    /// The first index.
    pub low: End,
    /// Whether the low end itself is left out.
    pub beyond: bool,
    /// The index behind the last.
    pub high: End,
    signed: bool,
}

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

/// An end of a region.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    /// A number.
    Constant(u128),
    /// A value at the head of the loop.
    Entity(Entity),
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
        let is_own = encoding.loops.list[head.number].blocks.contains(&fact.block);
        let Some(what) = harvest.expression(head, fact) else { continue };
        if !is_own && !what.is_changed(encoding, head) {
            continue;
        }
        let (what, bits) = (Rc::new(what), harvest.bits(fact.index));
        for (region, part) in harvest.regions(head, fact.index) {
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

impl Elements {
    /// Whether another claim says the same of more elements.
    pub fn is_part_of(&self, other: &Elements) -> bool {
        let from_zero = other.region.low == End::Constant(0) && self.region.low != other.region.low;
        let is_same = |a: &Elements, b: &Elements| {
            a.what == b.what && a.bits == b.bits && a.case == b.case && a.region.high == b.region.high
        };
        from_zero && matches!(self.region.low, End::Constant(_)) && is_same(self, other)
    }

    /// The index of which nothing is known.
    pub fn witness(&self, encoding: &mut Encoding<'_>) -> Term {
        let store = &mut encoding.store;
        *encoding.witnesses.entry(self.bits).or_insert_with(|| store.fresh("witness", self.bits))
    }

    /// The indexes at which it is assumed: the witness, and those of the program.
    pub fn indexes(&self, encoding: &mut Encoding<'_>) -> Vec<Term> {
        let mut list = vec![self.witness(encoding)];
        list.extend(encoding.indexes.iter().filter(|term| encoding.store.width(**term) == self.bits));
        list
    }

    /// The guard and the expression, which is positive where the claim is wrong.
    pub fn at(&self, encoding: &mut Encoding<'_>, point: &Point<'_>, index: Term) -> Option<(Term, Term)> {
        let mut guard = point.state.guard;
        let low = self.region.low.at(encoding, point, self.bits)?;
        let high = self.region.high.at(encoding, point, self.bits)?;
        let store = &mut encoding.store;
        let above = match (self.region.signed, self.region.beyond) {
            (true, true) => store.slt(low, index),
            (true, false) => store.sle(low, index),
            (false, true) => store.ult(low, index),
            (false, false) => store.ule(low, index),
        };
        let below = if self.region.signed { store.slt(index, high) } else { store.ult(index, high) };
        guard = store.and(guard, above);
        guard = store.and(guard, below);
        if let Some(case) = self.case {
            let holds = case.at(encoding, point)?;
            guard = encoding.store.and(guard, holds);
        }
        if encoding.store.as_bool(guard) == Some(false) {
            return None;
        }
        let Value::Number(holds) = self.what.at(encoding, point, index)? else { return None };
        let wrong = encoding.store.not(holds);
        Some((guard, encoding.store.zext(wrong, 2)))
    }
}

impl End {
    fn at(self, encoding: &mut Encoding<'_>, point: &Point<'_>, bits: u32) -> Option<Term> {
        match self {
            End::Constant(constant) => Some(encoding.store.num(bits, constant)),
            End::Entity(entity) => match value(encoding, entity, point, None)? {
                Value::Number(term) if encoding.store.width(term) == bits => Some(term),
                _ => None,
            },
        }
    }
}

impl Expression {
    /// Whether a loop changes a value or memory that it depends on.
    fn is_changed(&self, encoding: &Encoding<'_>, head: &Head) -> bool {
        let any = |parts: &[&Expression]| parts.iter().any(|part| part.is_changed(encoding, head));
        match self {
            Expression::Index | Expression::Constant(_) => false,
            Expression::Value(entity) => matches!(entity, Entity::Register(_)),
            Expression::Not(it) | Expression::Cast(_, _, it) => any(&[it]),
            Expression::Binary(_, a, b) | Expression::Compare(_, a, b) | Expression::PtrAdd(a, b) => {
                any(&[a, b])
            }
            Expression::Select(cond, a, b) => any(&[cond, a, b]),
            Expression::Load(_, ptr, at) => {
                let sites = encoding.sites_of(*ptr);
                let changed = head.forgotten.iter().flat_map(|(_, sites)| sites);
                changed.into_iter().any(|site| sites.contains(site)) || any(&[at])
            }
        }
    }

    fn at(&self, encoding: &mut Encoding<'_>, point: &Point<'_>, index: Term) -> Option<Value> {
        let number = |encoding: &mut Encoding<'_>, it: &Expression| match it.at(encoding, point, index)? {
            Value::Number(term) => Some(term),
            Value::Pointer(_) => None,
        };
        let term = match self {
            Expression::Index => index,
            Expression::Constant(operand) => return Some(encoding.operand(point.state, *operand)),
            Expression::Value(entity) => {
                let (Entity::Register(id) | Entity::Outer(id)) = entity else { return None };
                if let Some(object) = point.state.slots.get(id) {
                    let offset = encoding.store.zero(encoding.widths.word);
                    return Some(Value::Pointer(Pointer { object: *object, offset }));
                }
                return value(encoding, *entity, point, None);
            }
            Expression::Not(it) => {
                let it = number(encoding, it)?;
                encoding.store.not(it)
            }
            Expression::Binary(op, a, b) => {
                let (a, b) = (number(encoding, a)?, number(encoding, b)?);
                binary(&mut encoding.store, *op, a, b)?
            }
            Expression::Compare(op, a, b) => {
                let (a, b) = (number(encoding, a)?, number(encoding, b)?);
                compared(&mut encoding.store, *op, a, b)
            }
            Expression::Cast(op, bits, it) => {
                let it = number(encoding, it)?;
                match op {
                    CastOp::Trunc => encoding.store.extract(it, 0, *bits),
                    CastOp::ZExt => encoding.store.zext(it, *bits),
                    CastOp::SExt => encoding.store.sext(it, *bits),
                    _ => return None,
                }
            }
            Expression::Select(cond, a, b) => {
                let cond = number(encoding, cond)?;
                let (a, b) = (a.at(encoding, point, index)?, b.at(encoding, point, index)?);
                return Some(choose(&mut encoding.store, cond, a, b));
            }
            Expression::PtrAdd(base, by) => {
                let Value::Pointer(base) = base.at(encoding, point, index)? else { return None };
                let by = number(encoding, by)?;
                let by = encoding.store.sext_or_trunc(by, encoding.widths.word);
                let offset = encoding.store.add(base.offset, by);
                return Some(Value::Pointer(Pointer { offset, ..base }));
            }
            Expression::Load(ty, operand, at) => {
                let Value::Pointer(pointer) = at.at(encoding, point, index)? else { return None };
                return encoding.peek(point.state, *ty, *operand, pointer);
            }
        };
        Some(Value::Number(term))
    }
}

fn binary(store: &mut TermStore, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
    Some(match op {
        BinaryOp::Add => store.add(a, b),
        BinaryOp::Sub => store.sub(a, b),
        BinaryOp::Mul => store.mul(a, b),
        BinaryOp::UDiv => store.udiv(a, b),
        BinaryOp::SDiv => store.sdiv(a, b),
        BinaryOp::URem => store.urem(a, b),
        BinaryOp::SRem => store.srem(a, b),
        BinaryOp::Shl => store.shl(a, b),
        BinaryOp::LShr => store.lshr(a, b),
        BinaryOp::AShr => store.ashr(a, b),
        BinaryOp::And => store.and(a, b),
        BinaryOp::Or => store.or(a, b),
        BinaryOp::Xor => store.xor(a, b),
        _ => return None,
    })
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
    index: ValueId,
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
    flat: &'a crate::inline::Flat,
    loops: &'a ir::Loops,
    cfg: Cfg,
}

/// The instructions that define values, and their blocks.
pub type Definitions<'a> = BTreeMap<ValueId, (BlockId, &'a Inst)>;

/// Finds the instructions that define values.
pub fn definitions(flat: &crate::inline::Flat) -> Definitions<'_> {
    let mut all = BTreeMap::new();
    for block in flat.body.block_ids() {
        for inst in &flat.body.block(block).insts {
            all.extend(inst.results.iter().map(|result| (*result, (block, inst))));
        }
    }
    all
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
            for index in indexes {
                let only = only.filter(|_| known.contains(&index));
                for said in &saids {
                    list.push(Fact { said: *said, index, block, only: None });
                    list.extend(only.map(|_| Fact { said: *said, index, block, only }));
                }
            }
        }
        written.extend(compared);
        harvest.indexes = written.iter().map(|fact| fact.index).collect();
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
        let it = &self.loops.list[head.number];
        match self.definitions.get(&id) {
            None => true,
            Some((block, _)) => !it.blocks.contains(block) && self.cfg.dominates(*block, it.head),
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

    fn depends(&self, id: ValueId, index: ValueId, depth: usize) -> bool {
        if id == index {
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

    fn of(&self, head: &Head, index: ValueId, operand: Operand, nodes: &mut usize) -> Option<Expression> {
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
        if id == index {
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
        let Some((_, inst)) = self.definitions.get(&id) else { return None };
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

fn is_in_array(encoding: &Encoding<'_>, ptr: Operand) -> bool {
    encoding.points.class_of_access(ptr).is_some_and(|class| is_array(encoding.points, class))
}

impl Encoding<'_> {
    /// Notes the index by which a read finds its element: claims are assumed there.
    pub(crate) fn note_index(&mut self, state: &State, ptr: Operand, pointer: Pointer) {
        let Some(class) = self.points.class_of_access(ptr) else { return };
        let ClassShape::Array(stride) = self.points.classes[class].shape else { return };
        let mut found = Vec::new();
        let mut open = vec![ptr];
        while let Some(operand) = open.pop() {
            let Some(id) = operand.value() else { continue };
            let is_number = matches!(self.flat.body.value_type(id), Scalar::Int(_));
            let mut is_scaled = false;
            match self.definitions.get(&id).map(|(_, inst)| &inst.kind) {
                Some(InstKind::PtrAdd { base, offset, .. }) => open.extend([*base, *offset]),
                Some(InstKind::Cast { op: CastOp::Trunc | CastOp::ZExt | CastOp::SExt, value }) => {
                    is_scaled = true;
                    open.push(*value);
                }
                Some(InstKind::Binary { op, lhs, rhs, .. }) => match op {
                    BinaryOp::Add | BinaryOp::Sub => open.extend([*lhs, *rhs]),
                    BinaryOp::Mul | BinaryOp::Shl => {
                        is_scaled = true;
                        open.extend([*lhs, *rhs]);
                    }
                    _ => {}
                },
                _ => {}
            }
            if is_number && !is_scaled {
                found.push(self.operand(state, operand));
            }
        }
        if let Some(offset) = self.store.as_const(pointer.offset).and_then(BitVec::to_u64) {
            let number = u128::from(offset / stride);
            found.extend([32, self.widths.word].map(|bits| Value::Number(self.store.num(bits, number))));
        }
        for value in found {
            if let Value::Number(term) = value
                && !self.indexes.contains(&term)
            {
                self.indexes.push(term);
            }
        }
    }
}
