//! Hash-consed terms: the arena and the shape of its nodes.
//!
//! A [`Term`] is a 32-bit id into a [`TermStore`]; equal ids mean equal terms, so states hold ids, copy them
//! freely and compare them in one instruction. Every term is a bit-vector; a Boolean is a bit-vector of width 1
//! (as LLVM's `i1`), so there is one set of connectives and no conversion between sorts.
//!
//! The operator set is small on purpose: what can be said with fewer operators is rewritten by the constructors
//! (module `build`), so that rules, facts, evaluator and bit-blaster have few cases. There is no `sub`, `neg`,
//! `or`, `ule` or `sle` node: `a - b` is `a + (-1)·b`, `a | b` is `¬(¬a ∧ ¬b)`, `a ≤ b` is `¬(b < a)`.
//!
//! Invariants: arguments have smaller ids than the term that uses them (so ids are a topological order); a
//! constant is always a `Const` node; each term carries its unconditional [`Facts`], and a term whose facts
//! leave one value only is that constant.

use crate::bits::BitVec;
use crate::facts::{self, Facts};
use rustc_hash::FxHashMap;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};

/// A term of one [`TermStore`]. Ordering is the order of creation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(NonZeroU32);

impl Term {
    fn from_index(index: usize) -> Self {
        let id = u32::try_from(index + 1).expect("fewer than 2^32 terms");
        Term(NonZeroU32::new(id).expect("not zero"))
    }

    pub(crate) fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl std::fmt::Debug for Term {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "t{}", self.index())
    }
}

/// A variable of one [`TermStore`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(u32);

impl std::fmt::Debug for VarId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "v{}", self.0)
    }
}

/// A constant of one [`TermStore`]; see [`TermStore::const_value`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConstId(u32);

/// Binary operators that survive normalisation. Those from `Eq` on give one bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinOp {
    /// Wrapping sum.
    Add,
    /// Wrapping product; a constant factor is the second argument.
    Mul,
    /// Unsigned quotient.
    Udiv,
    /// Unsigned remainder.
    Urem,
    /// Signed quotient.
    Sdiv,
    /// Signed remainder.
    Srem,
    /// Left shift by a symbolic amount.
    Shl,
    /// Logical right shift by a symbolic amount.
    Lshr,
    /// Arithmetic right shift by a symbolic amount.
    Ashr,
    /// Bitwise and.
    And,
    /// Bitwise exclusive or.
    Xor,
    /// Equality.
    Eq,
    /// Unsigned less than.
    Ult,
    /// Signed less than.
    Slt,
}

/// What a term is made of. The width is kept beside it ([`TermStore::width`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A constant.
    Const(ConstId),
    /// A variable.
    Var(VarId),
    /// Bitwise complement.
    Not(Term),
    /// A binary operator.
    Bin(BinOp, Term, Term),
    /// High part, low part.
    Concat(Term, Term),
    /// The term's width many bits of the argument, from bit `low` upwards.
    Extract {
        /// Where the bits come from.
        arg: Term,
        /// The lowest bit taken.
        low: u32,
    },
    /// Zero extension to the term's width.
    Zext(Term),
    /// Sign extension to the term's width.
    Sext(Term),
    /// Condition (one bit), value if it holds, value otherwise.
    Ite(Term, Term, Term),
}

impl Node {
    /// The arguments, in order.
    pub fn args(&self) -> impl Iterator<Item = Term> + use<> {
        let (a, b, c) = match *self {
            Node::Const(_) | Node::Var(_) => (None, None, None),
            Node::Not(a) | Node::Extract { arg: a, .. } | Node::Zext(a) | Node::Sext(a) => {
                (Some(a), None, None)
            }
            Node::Bin(_, a, b) | Node::Concat(a, b) => (Some(a), Some(b), None),
            Node::Ite(a, b, c) => (Some(a), Some(b), Some(c)),
        };
        [a, b, c].into_iter().flatten()
    }
}

struct VarInfo {
    name: Box<str>,
    term: Term,
}

/// The arena of terms. Terms live as long as it does; nothing is ever removed.
pub struct TermStore {
    /// Distinguishes stores, so that a solver can refuse the terms of another one.
    id: u64,
    nodes: Vec<(Node, u32)>,
    facts: Vec<Facts>,
    unique: FxHashMap<(Node, u32), Term>,
    consts: Vec<BitVec>,
    const_terms: FxHashMap<BitVec, Term>,
    vars: Vec<VarInfo>,
    named: FxHashMap<Box<str>, Term>,
    truth: Term,
    falsity: Term,
}

impl Default for TermStore {
    fn default() -> Self {
        Self::new()
    }
}

impl TermStore {
    /// An empty store.
    pub fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let mut store = TermStore {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            nodes: Vec::new(),
            facts: Vec::new(),
            unique: FxHashMap::default(),
            consts: Vec::new(),
            const_terms: FxHashMap::default(),
            vars: Vec::new(),
            named: FxHashMap::default(),
            truth: Term::from_index(1),
            falsity: Term::from_index(0),
        };
        store.constant(BitVec::bool(false));
        store.constant(BitVec::bool(true));
        store
    }

    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// The number of distinct terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a store always holds `true` and `false`.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The constant `true`: one bit, set.
    pub fn truth(&self) -> Term {
        self.truth
    }

    /// The constant `false`: one bit, clear.
    pub fn falsity(&self) -> Term {
        self.falsity
    }

    /// A Boolean constant.
    pub fn bool(&self, value: bool) -> Term {
        if value { self.truth } else { self.falsity }
    }

    /// A constant.
    pub fn constant(&mut self, value: BitVec) -> Term {
        if let Some(&term) = self.const_terms.get(&value) {
            return term;
        }
        let id = ConstId(self.consts.len() as u32);
        let term = self.push(Node::Const(id), value.width(), Facts::constant(&value));
        self.consts.push(value.clone());
        self.const_terms.insert(value, term);
        term
    }

    /// The low `width` bits of `value` as a constant.
    pub fn num(&mut self, width: u32, value: u128) -> Term {
        self.constant(BitVec::new(width, value))
    }

    /// The constant zero.
    pub fn zero(&mut self, width: u32) -> Term {
        self.num(width, 0)
    }

    /// The variable called `name`, created on first use. Panics when it exists with another width.
    pub fn var(&mut self, name: &str, width: u32) -> Term {
        if let Some(&term) = self.named.get(name) {
            assert_eq!(self.width(term), width, "variable {name} used with two widths");
            return term;
        }
        let term = self.fresh(name, width);
        self.named.insert(name.into(), term);
        term
    }

    /// A new variable, different from all others; `name` need not be unique and is only for people.
    pub fn fresh(&mut self, name: &str, width: u32) -> Term {
        assert!(width > 0, "a bit-vector has at least one bit");
        let id = VarId(u32::try_from(self.vars.len()).expect("fewer than 2^32 variables"));
        let term = self.push(Node::Var(id), width, Facts::top(width));
        self.vars.push(VarInfo { name: name.into(), term });
        term
    }

    /// The name a variable was created with.
    pub fn var_name(&self, var: VarId) -> &str {
        &self.vars[var.0 as usize].name
    }

    /// The variable as a term.
    pub fn var_term(&self, var: VarId) -> Term {
        self.vars[var.0 as usize].term
    }

    /// The width of a variable.
    pub fn var_width(&self, var: VarId) -> u32 {
        self.width(self.var_term(var))
    }

    /// What the term is made of.
    pub fn node(&self, term: Term) -> Node {
        self.nodes[term.index()].0
    }

    /// The number of bits.
    pub fn width(&self, term: Term) -> u32 {
        self.nodes[term.index()].1
    }

    /// What holds of the term in every assignment.
    pub fn facts(&self, term: Term) -> &Facts {
        &self.facts[term.index()]
    }

    /// The value, when the term is a constant.
    pub fn as_const(&self, term: Term) -> Option<&BitVec> {
        match self.node(term) {
            Node::Const(id) => Some(self.const_value(id)),
            _ => None,
        }
    }

    /// The value of a constant.
    pub fn const_value(&self, id: ConstId) -> &BitVec {
        &self.consts[id.0 as usize]
    }

    /// The truth value, when the term is a Boolean constant.
    pub fn as_bool(&self, term: Term) -> Option<bool> {
        match term {
            t if t == self.truth => Some(true),
            t if t == self.falsity => Some(false),
            _ => None,
        }
    }

    /// The variable, when the term is one.
    pub fn as_var(&self, term: Term) -> Option<VarId> {
        match self.node(term) {
            Node::Var(id) => Some(id),
            _ => None,
        }
    }

    /// The only way to a compound term: shares it, attaches facts, and folds it when the facts fix its value.
    pub(crate) fn intern(&mut self, node: Node, width: u32) -> Term {
        if let Some(&term) = self.unique.get(&(node, width)) {
            return term;
        }
        let facts = facts::transfer(self, node, width, |t| *self.facts(t));
        if let Some(value) = facts.value() {
            let term = self.num(width, value.into());
            self.unique.insert((node, width), term);
            return term;
        }
        let term = self.push(node, width, facts);
        self.unique.insert((node, width), term);
        term
    }

    fn push(&mut self, node: Node, width: u32, facts: Facts) -> Term {
        let term = Term::from_index(self.nodes.len());
        self.nodes.push((node, width));
        self.facts.push(facts);
        term
    }

    /// The variables that occur in `roots`, in order of creation.
    pub fn support(&self, roots: &[Term]) -> Vec<VarId> {
        let mut vars = Vec::new();
        self.visit(roots, |store, t| vars.extend(store.as_var(t)));
        vars.sort_unstable();
        vars
    }

    /// Calls `f` once for each term below `roots`, arguments before users. Needs no recursion, so depth is
    /// limited by memory only.
    pub fn visit(&self, roots: &[Term], mut f: impl FnMut(&Self, Term)) {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack: Vec<(Term, bool)> = roots.iter().rev().map(|&t| (t, false)).collect();
        while let Some((t, expanded)) = stack.pop() {
            if expanded {
                f(self, t);
            } else if seen.insert(t) {
                stack.push((t, true));
                let first = stack.len();
                stack.extend(self.node(t).args().map(|a| (a, false)));
                stack[first..].reverse();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_are_one_term() {
        let mut s = TermStore::new();
        let (x, y) = (s.var("x", 32), s.var("y", 32));
        assert_eq!(s.var("x", 32), x);
        assert_ne!(s.fresh("x", 32), x);
        assert_eq!(s.add(x, y), s.add(y, x));
        assert_eq!(s.num(8, 257), s.num(8, 1));
        assert_ne!(s.num(8, 1), s.num(9, 1));
        assert_eq!(s.truth(), s.num(1, 1));
        assert_eq!(s.falsity(), s.num(1, 0));
        assert_eq!(std::mem::size_of::<Option<Term>>(), 4);
    }

    #[test]
    fn support_and_visit_survive_deep_terms() {
        let mut s = TermStore::new();
        let (x, y) = (s.var("x", 16), s.var("y", 16));
        let mut t = x;
        for _ in 0..200_000 {
            t = s.mul(t, y);
            t = s.not(t);
        }
        let sum = s.add(t, x);
        assert_eq!(s.support(&[sum]), vec![s.as_var(x).unwrap(), s.as_var(y).unwrap()]);
    }
}
