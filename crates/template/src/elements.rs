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
use crate::exec::{compared, computed};
use crate::inline::Flat;
use crate::memory::is_array;
use crate::points::ClassShape;
use crate::rows::{Entity, Point, value};
use crate::value::{Pointer, Value, choose};
use ir::{BinaryOp, BlockId, CastOp, CmpOp, Inst, InstKind, Operand, Scalar, ValueId};
use logic::{BitVec, Term};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A claim about all elements of a region.
#[derive(Clone, Debug)]
pub struct Elements {
    /// What holds, as a Boolean of the index.
    pub what: Rc<Expression>,
    /// The bits of the index.
    pub bits: u32,
    /// The indexes of which it holds; none where there is no index in it.
    pub region: Option<Region>,
    /// The case in which it holds; none for always.
    pub case: Option<Case>,
}

/// An expression of the program in terms of an index and of the values at the head of a loop.
#[derive(Clone, PartialEq, Debug)]
pub enum Expression {
    /// The index.
    Index,
    /// A number, or the address of a variable.
    Constant(Operand),
    /// A value at the head of the loop.
    Value(Entity),
    /// The opposite of a truth value.
    Not(Box<Expression>),
    /// An operation.
    Binary(BinaryOp, Box<Expression>, Box<Expression>),
    /// A comparison of numbers.
    Compare(CmpOp, Box<Expression>, Box<Expression>),
    /// A number with another number of bits.
    Cast(CastOp, u32, Box<Expression>),
    /// One of two values.
    Select(Box<Expression>, Box<Expression>, Box<Expression>),
    /// An address some bytes away.
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
    /// Whether indexes are compared as signed numbers.
    pub signed: bool,
}

/// An end of a region.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    /// A number.
    Constant(u128),
    /// A value at the head of the loop.
    Entity(Entity),
}

impl Elements {
    /// Whether another claim says the same of more elements.
    pub fn is_part_of(&self, other: &Elements) -> bool {
        let (Some(own), Some(theirs)) = (self.region, other.region) else { return false };
        let from_zero = theirs.low == End::Constant(0) && own.low != theirs.low;
        let is_same = |a: &Elements, b: &Elements| {
            a.what == b.what && a.bits == b.bits && a.case == b.case && own.high == theirs.high
        };
        from_zero && matches!(own.low, End::Constant(_)) && is_same(self, other)
    }

    /// The index of which nothing is known.
    pub fn witness(&self, encoding: &mut Encoding<'_>) -> Term {
        let store = &mut encoding.store;
        *encoding.witnesses.entry(self.bits).or_insert_with(|| store.fresh("witness", self.bits))
    }

    /// The indexes at which it is assumed: the witness, and those of the program.
    pub fn indexes(&self, encoding: &mut Encoding<'_>) -> Vec<Term> {
        let mut list = vec![self.witness(encoding)];
        if self.region.is_none() {
            return list;
        }
        list.extend(encoding.indexes.iter().filter(|term| encoding.store.width(**term) == self.bits));
        list
    }

    /// The guard and the expression, which is positive where the claim is wrong.
    pub fn at(&self, encoding: &mut Encoding<'_>, point: &Point<'_>, index: Term) -> Option<(Term, Term)> {
        let mut guard = point.state.guard;
        if let Some(region) = self.region {
            let inside = region.at(encoding, point, index)?;
            guard = encoding.store.and(guard, inside);
        }
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

impl Region {
    /// That an index is in it.
    fn at(&self, encoding: &mut Encoding<'_>, point: &Point<'_>, index: Term) -> Option<Term> {
        let bits = encoding.store.width(index);
        let (low, high) = (self.low.at(encoding, point, bits)?, self.high.at(encoding, point, bits)?);
        let store = &mut encoding.store;
        let above = match (self.signed, self.beyond) {
            (true, true) => store.slt(low, index),
            (true, false) => store.sle(low, index),
            (false, true) => store.ult(low, index),
            (false, false) => store.ule(low, index),
        };
        let below = if self.signed { store.slt(index, high) } else { store.ult(index, high) };
        Some(store.and(above, below))
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
    pub fn is_changed(&self, encoding: &Encoding<'_>, head: &Head) -> bool {
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
                computed(&mut encoding.store, *op, a, b)?
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

/// The instructions that define values, and their blocks.
pub type Definitions<'a> = BTreeMap<ValueId, (BlockId, &'a Inst)>;

/// Finds the instructions that define values.
pub fn definitions(flat: &Flat) -> Definitions<'_> {
    let mut all = BTreeMap::new();
    for block in flat.body.block_ids() {
        for inst in &flat.body.block(block).insts {
            all.extend(inst.results.iter().map(|result| (*result, (block, inst))));
        }
    }
    all
}

/// Whether an address is that of an element of an array.
pub fn is_in_array(encoding: &Encoding<'_>, ptr: Operand) -> bool {
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
