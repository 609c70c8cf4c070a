//! Concrete evaluation and models.
//!
//! A [`Model`] assigns constants to variables; a variable it does not mention is zero. [`Evaluation`] computes
//! terms under a model and remembers what it computed, so asking for many terms of one path costs each node once.

use crate::bits::BitVec;
use crate::term::{BinOp, Node, Term, TermStore, VarId};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// An assignment: variable → constant. Variables left out are zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    values: BTreeMap<VarId, BitVec>,
}

impl Model {
    /// The model in which everything is zero.
    pub fn new() -> Self {
        Self::default()
    }

    /// Assigns a variable.
    pub fn set(&mut self, var: VarId, value: BitVec) {
        self.values.insert(var, value);
    }

    /// The assigned value, if the model mentions the variable.
    pub fn get(&self, var: VarId) -> Option<&BitVec> {
        self.values.get(&var)
    }

    /// The assignments in order of the variables' creation.
    pub fn iter(&self) -> impl Iterator<Item = (VarId, &BitVec)> {
        self.values.iter().map(|(&v, c)| (v, c))
    }

    /// The value of a term.
    pub fn eval(&self, store: &TermStore, term: Term) -> BitVec {
        Evaluation::new(self).value(store, term).clone()
    }

    /// Does the Boolean hold?
    pub fn satisfies(&self, store: &TermStore, term: Term) -> bool {
        Evaluation::new(self).holds(store, term)
    }
}

/// Terms evaluated under one model, each at most once.
pub struct Evaluation<'m> {
    model: &'m Model,
    memo: Memo,
}

/// Remembered values; valid for one model only.
pub(crate) type Memo = FxHashMap<Term, BitVec>;

impl<'m> Evaluation<'m> {
    /// Nothing evaluated yet.
    pub fn new(model: &'m Model) -> Self {
        Evaluation { model, memo: Memo::default() }
    }

    /// The value of a term.
    pub fn value(&mut self, store: &TermStore, term: Term) -> &BitVec {
        evaluate(store, self.model, &mut self.memo, term);
        &self.memo[&term]
    }

    /// Does the Boolean hold?
    pub fn holds(&mut self, store: &TermStore, term: Term) -> bool {
        self.value(store, term).is_one()
    }
}

/// Fills `memo` with the value of `root` and of all terms below it.
pub(crate) fn evaluate(store: &TermStore, model: &Model, memo: &mut Memo, root: Term) {
    let mut stack = vec![root];
    while let Some(&t) = stack.last() {
        if memo.contains_key(&t) {
            stack.pop();
            continue;
        }
        let node = store.node(t);
        let depth = stack.len();
        stack.extend(node.args().filter(|a| !memo.contains_key(a)));
        if stack.len() == depth {
            let value = apply(store, node, store.width(t), model, |a| &memo[&a]);
            memo.insert(t, value);
            stack.pop();
        }
    }
}

fn apply<'a>(
    store: &TermStore,
    node: Node,
    width: u32,
    model: &Model,
    of: impl Fn(Term) -> &'a BitVec,
) -> BitVec {
    match node {
        Node::Const(id) => store.const_value(id).clone(),
        Node::Var(v) => model.get(v).cloned().unwrap_or_else(|| BitVec::zero(width)),
        Node::Not(a) => of(a).not(),
        Node::Concat(a, b) => of(a).concat(of(b)),
        Node::Extract { arg, low } => of(arg).extract(low, width),
        Node::Zext(a) => of(a).zext(width),
        Node::Sext(a) => of(a).sext(width),
        Node::Ite(c, a, b) => if of(c).is_one() { of(a) } else { of(b) }.clone(),
        Node::Bin(op, a, b) => apply_bin(op, of(a), of(b)),
    }
}

/// The value of a binary operator.
pub(crate) fn apply_bin(op: BinOp, a: &BitVec, b: &BitVec) -> BitVec {
    match op {
        BinOp::Add => a.add(b),
        BinOp::Mul => a.mul(b),
        BinOp::Udiv => a.udiv(b),
        BinOp::Urem => a.urem(b),
        BinOp::Sdiv => a.sdiv(b),
        BinOp::Srem => a.srem(b),
        BinOp::Shl => a.shl(b),
        BinOp::Lshr => a.lshr(b),
        BinOp::Ashr => a.ashr(b),
        BinOp::And => a.and(b),
        BinOp::Xor => a.xor(b),
        BinOp::Eq => BitVec::bool(a == b),
        BinOp::Ult => BitVec::bool(a.ult(b)),
        BinOp::Slt => BitVec::bool(a.slt(b)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unmentioned_variables_are_zero() {
        let mut s = TermStore::new();
        let (x, y) = (s.var("x", 32), s.var("y", 32));
        let t = s.sub(x, y);
        let mut m = Model::new();
        m.set(s.as_var(y).unwrap(), BitVec::new(32, 5));
        assert_eq!(m.eval(&s, t), BitVec::from_i128(32, -5));
        let below = s.slt(t, x);
        assert!(m.satisfies(&s, below));
    }
}
