//! Terms to words.
//!
//! Each term is translated once per instance, arguments first and without recursion; the budget is consulted
//! between terms, so even a path full of 128-bit divisions stops in time.

use super::gates::{Gates, Lit, Verdict};
use super::words::Word;
use crate::bits::BitVec;
use crate::eval::Model;
use crate::term::{BinOp, Node, Term, TermStore, VarId};
use budget::{Budget, Exhausted};
use rustc_hash::FxHashMap;

/// A SAT instance and the words of the terms it knows.
pub(crate) struct Blaster {
    gates: Gates,
    words: FxHashMap<Term, Word>,
    /// Quotient and remainder share their circuit.
    divisions: FxHashMap<(Term, Term, bool), (Word, Word)>,
    vars: Vec<(VarId, Term)>,
}

impl Blaster {
    pub(crate) fn new() -> Self {
        Blaster::with(Gates::new(false))
    }

    /// An instance whose search stays with what it met last.
    pub(crate) fn focused() -> Self {
        Blaster::with(Gates::new(true))
    }

    fn with(gates: Gates) -> Self {
        Blaster { gates, words: FxHashMap::default(), divisions: FxHashMap::default(), vars: Vec::new() }
    }

    /// Starts the account of a check.
    pub(crate) fn start(&mut self, budget: &Budget) {
        self.gates.start(budget);
    }

    /// How many SAT variables there are.
    pub(crate) fn size(&self) -> usize {
        self.gates.size()
    }

    /// Propagations and conflicts of all searches so far.
    pub(crate) fn work(&self) -> (u64, u64) {
        self.gates.work()
    }

    /// The literal of a Boolean.
    pub(crate) fn literal(&mut self, store: &TermStore, term: Term) -> Result<Lit, Exhausted> {
        debug_assert_eq!(store.width(term), 1);
        self.translate(store, term)?;
        Ok(self.words[&term][0])
    }

    /// Makes a literal true for good.
    pub(crate) fn require(&mut self, literal: Lit) {
        self.gates.require(literal);
    }

    /// Makes a Boolean true by giving a variable that is not translated yet its bits; false where that is not possible.
    pub(crate) fn define(&mut self, store: &TermStore, term: Term) -> Result<bool, Exhausted> {
        let is_new = |it: &Self, term: Term| match store.node(term) {
            Node::Var(var) if !it.words.contains_key(&term) => Some(var),
            _ => None,
        };
        let (term, value) = match store.node(term) {
            Node::Not(inner) => (inner, false),
            _ => (term, true),
        };
        if let Some(var) = is_new(self, term) {
            self.vars.push((var, term));
            let bit = self.gates.bool(value);
            self.words.insert(term, vec![bit]);
            return Ok(true);
        }
        let Node::Bin(BinOp::Eq, a, b) = store.node(term) else { return Ok(false) };
        if !value {
            return Ok(false);
        }
        for (left, right) in [(a, b), (b, a)] {
            if is_new(self, left).is_none() {
                continue;
            }
            self.translate(store, right)?;
            // The right side may mention the variable.
            let Some(var) = is_new(self, left) else { return Ok(false) };
            self.vars.push((var, left));
            self.words.insert(left, self.words[&right].clone());
            return Ok(true);
        }
        Ok(false)
    }

    pub(crate) fn solve(&mut self, assumptions: &[Lit]) -> Verdict {
        self.gates.solve(assumptions)
    }

    /// The values of all variables this instance knows, after `Sat`.
    pub(crate) fn model(&self) -> Model {
        let mut model = Model::new();
        for &(var, term) in &self.vars {
            model.set(var, self.value(&self.words[&term]));
        }
        model
    }

    fn value(&self, word: &[Lit]) -> BitVec {
        let mut limbs = vec![0u64; word.len().div_ceil(64)];
        for (i, &l) in word.iter().enumerate() {
            limbs[i / 64] |= u64::from(self.gates.bit(l)) << (i % 64);
        }
        BitVec::from_limbs(word.len() as u32, limbs)
    }

    fn translate(&mut self, store: &TermStore, root: Term) -> Result<(), Exhausted> {
        let mut stack = vec![root];
        while let Some(&t) = stack.last() {
            if self.words.contains_key(&t) {
                stack.pop();
                continue;
            }
            let node = store.node(t);
            let depth = stack.len();
            stack.extend(node.args().filter(|a| !self.words.contains_key(a)));
            if stack.len() == depth {
                if let Some(reason) = self.gates.exhausted() {
                    return Err(reason);
                }
                let word = self.word(store, t, node);
                debug_assert_eq!(word.len(), store.width(t) as usize);
                self.words.insert(t, word);
                stack.pop();
            }
        }
        Ok(())
    }

    fn word(&mut self, store: &TermStore, term: Term, node: Node) -> Word {
        let width = store.width(term) as usize;
        let g = &mut self.gates;
        match node {
            Node::Const(id) => g.constant_word(store.const_value(id)),
            Node::Var(v) => {
                self.vars.push((v, term));
                (0..width).map(|_| g.fresh()).collect()
            }
            Node::Not(a) => g.not_word(&self.words[&a]),
            Node::Concat(a, b) => [&self.words[&b][..], &self.words[&a][..]].concat(),
            Node::Extract { arg, low } => self.words[&arg][low as usize..low as usize + width].to_vec(),
            Node::Zext(a) => {
                let mut word = self.words[&a].clone();
                word.resize(width, g.bool(false));
                word
            }
            Node::Sext(a) => {
                let mut word = self.words[&a].clone();
                word.resize(width, word[word.len() - 1]);
                word
            }
            Node::Ite(c, a, b) => g.mux_word(self.words[&c][0], &self.words[&a], &self.words[&b]),
            Node::Bin(op, a, b) => self.binary(store, op, a, b),
        }
    }

    fn binary(&mut self, store: &TermStore, op: BinOp, a: Term, b: Term) -> Word {
        let g = &mut self.gates;
        let (x, y) = (&self.words[&a], &self.words[&b]);
        match op {
            // x + (-1)·z is one subtraction.
            BinOp::Add => {
                let minus = |t: Term| match store.node(t) {
                    Node::Bin(BinOp::Mul, z, c) if store.as_const(c).is_some_and(BitVec::is_ones) => Some(z),
                    _ => None,
                };
                if let Some(z) = minus(b) {
                    g.sub_word(x, &self.words[&z]).0
                } else if let Some(z) = minus(a) {
                    g.sub_word(y, &self.words[&z]).0
                } else {
                    g.add_word(x, y, g.bool(false)).0
                }
            }
            BinOp::Mul => match store.as_const(b) {
                Some(c) => g.mul_constant(x, c),
                None => g.mul_word(x, y),
            },
            BinOp::Udiv => self.division(a, b, false).0.clone(),
            BinOp::Urem => self.division(a, b, false).1.clone(),
            BinOp::Sdiv => self.division(a, b, true).0.clone(),
            BinOp::Srem => self.division(a, b, true).1.clone(),
            BinOp::Shl => g.shift_left(x, y),
            BinOp::Lshr => g.shift_right(x, y, g.bool(false)),
            BinOp::Ashr => g.shift_right(x, y, x[x.len() - 1]),
            BinOp::And => x.iter().zip(y).map(|(&p, &q)| g.and(p, q)).collect(),
            BinOp::Xor => x.iter().zip(y).map(|(&p, &q)| g.xor(p, q)).collect(),
            BinOp::Eq => vec![g.equal(x, y)],
            BinOp::Ult => vec![g.below(x, y)],
            BinOp::Slt => vec![g.signed_below(x, y)],
        }
    }

    fn division(&mut self, a: Term, b: Term, signed: bool) -> &(Word, Word) {
        let (g, x, y) = (&mut self.gates, &self.words[&a], &self.words[&b]);
        self.divisions
            .entry((a, b, signed))
            .or_insert_with(|| if signed { g.signed_divide(x, y) } else { g.divide(x, y) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a term of two variables should be.
    type Meaning = Box<dyn Fn(&BitVec, &BitVec) -> BitVec>;

    /// All operators at widths 1 to 4 on all inputs, as raw nodes: the simplifier cannot hide a wrong circuit.
    #[test]
    fn circuits_compute_their_operators() {
        use BinOp::*;
        for width in 1..=4u32 {
            let mut store = TermStore::new();
            let (x, y) = (store.var("x", width), store.var("y", width));
            let mut cases: Vec<(Term, Meaning)> = Vec::new();
            for op in [Add, Mul, Udiv, Urem, Sdiv, Srem, Shl, Lshr, Ashr, And, Xor, Eq, Ult, Slt] {
                let out = if matches!(op, Eq | Ult | Slt) { 1 } else { width };
                let term = store.intern(Node::Bin(op, x, y), out);
                cases.push((term, Box::new(move |a, b| crate::eval::apply_bin(op, a, b))));
                for k in 0..1u32 << width {
                    // A constant operand takes other ways through the circuits.
                    let value = BitVec::new(width, k.into());
                    let c = store.constant(value.clone());
                    let term = store.intern(Node::Bin(op, x, c), out);
                    cases.push((term, Box::new(move |a, _| crate::eval::apply_bin(op, a, &value))));
                }
            }
            let not = store.intern(Node::Not(x), width);
            cases.push((not, Box::new(|a, _| a.not())));
            let concat = store.intern(Node::Concat(x, y), 2 * width);
            cases.push((concat, Box::new(|a, b| a.concat(b))));
            let zext = store.intern(Node::Zext(x), width + 2);
            cases.push((zext, Box::new(move |a, _| a.zext(width + 2))));
            let sext = store.intern(Node::Sext(x), width + 2);
            cases.push((sext, Box::new(move |a, _| a.sext(width + 2))));
            for low in 0..width {
                for take in 1..=width - low {
                    let extract = store.intern(Node::Extract { arg: x, low }, take);
                    cases.push((extract, Box::new(move |a, _| a.extract(low, take))));
                }
            }
            let bit = store.intern(Node::Extract { arg: y, low: 0 }, 1);
            let ite = store.intern(Node::Ite(bit, x, y), width);
            cases.push((ite, Box::new(|a, b| if b.bit(0) { a.clone() } else { b.clone() })));
            let minus = store.constant(BitVec::ones(width));
            let negated = store.intern(Node::Bin(Mul, y, minus), width);
            let difference = store.intern(Node::Bin(Add, x, negated), width);
            cases.push((difference, Box::new(|a, b| a.sub(b))));

            let mut blaster = Blaster::new();
            for (t, _) in &cases {
                blaster.translate(&store, *t).unwrap();
            }
            for a in 0..1u128 << width {
                for b in 0..1u128 << width {
                    let (a, b) = (BitVec::new(width, a), BitVec::new(width, b));
                    let mut assume = Vec::new();
                    for (var, value) in [(x, &a), (y, &b)] {
                        if let Some(word) = blaster.words.get(&var) {
                            assume.extend((0..width).map(|i| word[i as usize].apply_sign(value.bit(i))));
                        }
                    }
                    assert!(matches!(blaster.solve(&assume), Verdict::Sat));
                    for (t, expected) in &cases {
                        let got = blaster.value(&blaster.words[t]);
                        assert_eq!(got, expected(&a, &b), "{:?} on {a}, {b}", store.node(*t));
                    }
                }
            }
        }
    }
}
