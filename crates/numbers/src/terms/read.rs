//! Reading terms: values bottom-up, and linear expressions.
//!
//! A sum of words is a sum of whole numbers only where it does not wrap around, or wraps around the same number of times
//! for all values. [`Reader::linear`] adds up the readings of the summands, asks the state for the bounds of that, and
//! keeps the expression if they lie within one period of 2^width. Otherwise the term is a variable of its own.

use crate::linear::{Linear, Reading, WIDEST};
use crate::op::Op;
use crate::state::{Numbers, bounds, turns};
use crate::value::Value;
use crate::word::{MAX_WIDTH, mask, signed};
use logic::{BinOp, Node, Term, TermStore};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

/// Terms are looked at to this depth.
const DEPTH: u32 = 12;
/// One reader computes the values of at most so many terms.
const FUEL: u32 = 400;
/// Sums of more terms are variables of their own.
const SUMMANDS: usize = 6;

/// `offset + Σ coefficient · term` modulo 2^width.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub(super) parts: Vec<(Term, u128)>,
    pub(super) offset: u128,
}

/// Reads terms in one state. The state must not change meanwhile.
pub(super) struct Reader<'a> {
    store: &'a TermStore,
    state: &'a Numbers<Term>,
    values: RefCell<FxHashMap<Term, Value>>,
    fuel: Cell<u32>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(store: &'a TermStore, state: &'a Numbers<Term>) -> Self {
        Reader { store, state, values: RefCell::default(), fuel: Cell::new(FUEL) }
    }

    /// What is known of a term; `None` if it is too wide.
    pub(super) fn value(&self, term: Term) -> Option<Value> {
        self.value_at(term, DEPTH)
    }

    fn value_at(&self, term: Term, depth: u32) -> Option<Value> {
        let width = self.store.width(term);
        if width > MAX_WIDTH {
            return None;
        }
        if let Some(constant) = self.store.as_const(term) {
            return constant.to_u128().map(|word| Value::exactly(width, word));
        }
        if let Some(known) = self.values.borrow().get(&term) {
            return Some(*known);
        }
        let own = self.state.value(term).copied();
        let node = self.store.node(term);
        if matches!(node, Node::Var(_)) || own.is_some_and(|it| it.as_constant().is_some()) {
            return Some(own.unwrap_or_else(|| Value::any(width)));
        }
        if depth == 0 || self.fuel.get() == 0 {
            return Some(own.unwrap_or_else(|| by_facts(self.store, term)));
        }
        self.fuel.set(self.fuel.get() - 1);
        let computed = self.compute(node, width, depth - 1).unwrap_or_else(|| by_facts(self.store, term));
        // Values that contradict mean that the state is impossible; any answer is then right.
        let both = own.map_or(computed, |own| own.meet(&computed).unwrap_or(own));
        self.values.borrow_mut().insert(term, both);
        Some(both)
    }

    fn compute(&self, node: Node, width: u32, depth: u32) -> Option<Value> {
        let of = |term: Term| self.value_at(term, depth);
        Some(match node {
            Node::Const(_) | Node::Var(_) => return None,
            Node::Not(a) => of(a)?.not(),
            Node::Zext(a) => of(a)?.zext(width),
            Node::Sext(a) => of(a)?.sext(width),
            Node::Extract { arg, low } => of(arg)?.extract(low, width),
            Node::Concat(a, b) => of(a)?.concat(&of(b)?)?,
            Node::Ite(c, a, b) => match of(c)?.as_bool() {
                Some(true) => of(a)?,
                Some(false) => of(b)?,
                None => of(a)?.join(&of(b)?),
            },
            Node::Bin(BinOp::Eq, a, b) => Value::truth(of(a)?.equals(&of(b)?)),
            Node::Bin(BinOp::Ult, a, b) => Value::truth(of(a)?.ult(&of(b)?)),
            Node::Bin(BinOp::Slt, a, b) => Value::truth(of(a)?.slt(&of(b)?)),
            Node::Bin(op, a, b) => Value::binary(operation(op)?, &of(a)?, &of(b)?),
        })
    }

    /// The term as a sum of others modulo 2^width; itself, if it is no sum.
    pub(super) fn sum(&self, term: Term) -> Sum {
        let width = self.store.width(term);
        let all = if width <= MAX_WIDTH { mask(width) } else { u128::MAX };
        let mut out = Sum { parts: Vec::new(), offset: 0 };
        let mut todo = vec![(term, 1u128)];
        while let Some((term, factor)) = todo.pop() {
            let constant = |term: Term| self.store.as_const(term).and_then(|it| it.to_u128());
            match self.store.node(term) {
                Node::Const(_) if width <= MAX_WIDTH => {
                    let word = constant(term).unwrap_or_default();
                    out.offset = out.offset.wrapping_add(factor.wrapping_mul(word)) & all;
                }
                Node::Bin(BinOp::Add, a, b) if todo.len() + out.parts.len() < SUMMANDS => {
                    todo.push((a, factor));
                    todo.push((b, factor));
                }
                Node::Bin(BinOp::Mul, a, b) if constant(b).is_some() && width <= MAX_WIDTH => {
                    let by = constant(b).unwrap_or_default();
                    todo.push((a, factor.wrapping_mul(by) & all));
                }
                // ¬a = -a - 1
                Node::Not(a) if width > 1 && width <= MAX_WIDTH => {
                    out.offset = out.offset.wrapping_sub(factor) & all;
                    todo.push((a, factor.wrapping_neg() & all));
                }
                _ => match out.parts.iter_mut().find(|(it, _)| *it == term) {
                    Some((_, known)) => *known = known.wrapping_add(factor) & all,
                    None => out.parts.push((term, factor)),
                },
            }
        }
        out.parts.retain(|(_, factor)| *factor != 0);
        out
    }

    /// The difference of two terms modulo 2^width, of at most 128 bits.
    pub(super) fn difference(&self, a: Term, b: Term) -> Sum {
        let all = mask(self.store.width(a));
        let (mut out, other) = (self.sum(a), self.sum(b));
        out.offset = out.offset.wrapping_sub(other.offset) & all;
        for (term, factor) in other.parts {
            match out.parts.iter_mut().find(|(it, _)| *it == term) {
                Some((_, known)) => *known = known.wrapping_sub(factor) & all,
                None => out.parts.push((term, factor.wrapping_neg() & all)),
            }
        }
        out.parts.retain(|(_, factor)| *factor != 0);
        out
    }

    pub(super) fn width(&self, term: Term) -> u32 {
        self.store.width(term)
    }

    /// The reading of a term as a linear expression.
    pub(super) fn linear(&self, term: Term, reading: Reading) -> Linear<Term> {
        self.linear_at(term, reading, DEPTH)
    }

    fn linear_at(&self, term: Term, reading: Reading, depth: u32) -> Linear<Term> {
        let width = self.store.width(term);
        let opaque = || Linear::node(term, reading);
        if width > WIDEST || depth == 0 {
            return opaque();
        }
        if let Some(word) = self.store.as_const(term).and_then(|it| it.to_u128()) {
            return Linear::constant(match reading {
                Reading::Unsigned => word as i128,
                Reading::Signed => signed(width, word),
            });
        }
        // Where values do not tell, relations of pairs may, as of `n - i`.
        let is_within = |arg: Term, reading: Reading, (least, greatest): (i128, i128)| {
            let range = self.value(arg).and_then(|value| bounds(&value, reading));
            range.is_some_and(|(low, high)| least <= low && high <= greatest) || {
                let (low, high) = self.range(&self.linear_at(arg, reading, depth - 1));
                low.is_some_and(|low| least <= low) && high.is_some_and(|high| high <= greatest)
            }
        };
        match self.store.node(term) {
            Node::Zext(a) => self.linear_at(a, Reading::Unsigned, depth - 1),
            Node::Sext(a) if reading == Reading::Signed || is_within(a, Reading::Signed, (0, i128::MAX)) => {
                self.linear_at(a, Reading::Signed, depth - 1)
            }
            Node::Extract { arg, low: 0 } if is_within(arg, reading, reading.range(width)) => {
                self.linear_at(arg, reading, depth - 1)
            }
            Node::Bin(BinOp::Add | BinOp::Mul, ..) | Node::Not(_) => {
                let sum = self.sum(term);
                if sum.parts.len() == 1 && sum.parts[0] == (term, 1) {
                    return opaque();
                }
                let others = match reading {
                    Reading::Unsigned => Reading::Signed,
                    Reading::Signed => Reading::Unsigned,
                };
                let found =
                    [reading, others].into_iter().find_map(|by| self.whole(&sum, by, width, reading, depth));
                found.unwrap_or_else(opaque)
            }
            _ => opaque(),
        }
    }

    /// A sum of words as one of whole numbers, if it does not wrap around, or always in the same way.
    fn whole(
        &self,
        sum: &Sum,
        by: Reading,
        width: u32,
        reading: Reading,
        depth: u32,
    ) -> Option<Linear<Term>> {
        let mut out = Linear::constant(signed(width, sum.offset));
        for (part, factor) in &sum.parts {
            out = out.plus(signed(width, *factor), &self.linear_at(*part, by, depth - 1))?;
        }
        let outside = |term: Term| self.value(term);
        let (low, high) = (self.state.lower(&out, &outside)?, self.state.upper(&out, &outside)?);
        let turns = turns(reading, width, low, high)?;
        out.offset(turns.checked_neg()?)
    }

    /// The bounds of an expression in the state, as far as they are known.
    pub(super) fn range(&self, expression: &Linear<Term>) -> (Option<i128>, Option<i128>) {
        let outside = |term: Term| self.value(term);
        (self.state.lower(expression, &outside), self.state.upper(expression, &outside))
    }
}

/// The operation of the domain that is one of terms.
pub(super) fn operation(op: BinOp) -> Option<Op> {
    Some(match op {
        BinOp::Add => Op::Add,
        BinOp::Mul => Op::Mul,
        BinOp::Udiv => Op::Udiv,
        BinOp::Urem => Op::Urem,
        BinOp::Sdiv => Op::Sdiv,
        BinOp::Srem => Op::Srem,
        BinOp::Shl => Op::Shl,
        BinOp::Lshr => Op::Lshr,
        BinOp::Ashr => Op::Ashr,
        BinOp::And => Op::And,
        BinOp::Xor => Op::Xor,
        BinOp::Eq | BinOp::Ult | BinOp::Slt => return None,
    })
}

/// What the store knows of a term in every assignment.
fn by_facts(store: &TermStore, term: Term) -> Value {
    let width = store.width(term);
    let facts = store.facts(term);
    if !facts.tracks() {
        return Value::any(width);
    }
    let parts = [
        Value::unsigned(width, facts.umin().into(), facts.umax().into()),
        Value::signed(width, facts.smin().into(), facts.smax().into()),
        Value::with_bits(width, facts.known_zeros().into(), facts.known_ones().into()),
    ];
    let all = parts.into_iter().flatten();
    all.fold(Value::any(width), |known, part| known.meet(&part).unwrap_or(known))
}
