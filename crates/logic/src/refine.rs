//! Facts that hold under the current path condition.
//!
//! [`PathFacts`] narrows the unconditional facts of terms by what the path asserts: asserting `x < 10` bounds `x`,
//! and from there the parts `x` is made of. Evaluating a question bottom-up with the narrowed facts often decides
//! it. Both directions are cut off at a fixed depth: this is a first line, not a decision procedure.
//!
//! Soundness obligation: in every model of the conjuncts asserted so far, each term's value is admitted by
//! [`PathFacts::eval`]; a contradiction means there is no such model. Changes are undone in reverse order.

use crate::bits::BitVec;
use crate::facts::{self, Facts};
use crate::term::{BinOp, Node, Term, TermStore};
use rustc_hash::FxHashMap;

/// How deep a question is re-evaluated.
const DEPTH: u32 = 10;
/// How many terms one question may visit.
const FUEL: u32 = 400;

/// The asserted conjuncts have no common model.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Contradiction;

/// Narrowed facts with an undo trail.
#[derive(Default)]
pub(crate) struct PathFacts {
    known: FxHashMap<Term, Facts>,
    trail: Vec<(Term, Option<Facts>)>,
    memo: FxHashMap<Term, Facts>,
}

impl PathFacts {
    /// A point to return to.
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Forgets everything learnt since the mark.
    pub(crate) fn undo(&mut self, mark: usize) {
        for (term, before) in self.trail.drain(mark..).rev() {
            match before {
                Some(f) => self.known.insert(term, f),
                None => self.known.remove(&term),
            };
        }
    }

    /// What is known of a term: its own narrowing and what its parts imply.
    pub(crate) fn eval(&mut self, store: &TermStore, term: Term) -> Facts {
        self.memo.clear();
        let mut fuel = FUEL;
        self.eval_at(store, term, DEPTH, &mut fuel)
    }

    fn shallow(&self, store: &TermStore, term: Term) -> Facts {
        self.known.get(&term).copied().unwrap_or(*store.facts(term))
    }

    fn eval_at(&mut self, store: &TermStore, term: Term, depth: u32, fuel: &mut u32) -> Facts {
        let own = self.shallow(store, term);
        if depth == 0 || *fuel == 0 || self.known.is_empty() || own.value().is_some() {
            return own;
        }
        if let Some(&f) = self.memo.get(&term) {
            return f;
        }
        *fuel -= 1;
        let node = store.node(term);
        if matches!(node, Node::Const(_) | Node::Var(_)) {
            return own;
        }
        let mut args = [None; 3];
        for (slot, a) in args.iter_mut().zip(node.args()) {
            *slot = Some((a, self.eval_at(store, a, depth - 1, fuel)));
        }
        let of = |t: Term| args.iter().flatten().find(|(a, _)| *a == t).expect("an argument").1;
        let computed = facts::transfer(store, node, store.width(term), of);
        // Contradicting facts mean that the path has no model; any answer is then right.
        let both = own.meet(&computed).unwrap_or(own);
        self.memo.insert(term, both);
        both
    }

    /// The truth value of a Boolean under the path, if the facts decide it.
    pub(crate) fn decides(&mut self, store: &TermStore, term: Term) -> Option<bool> {
        self.eval(store, term).as_bool()
    }

    /// Asserts a Boolean.
    pub(crate) fn assert(&mut self, store: &TermStore, term: Term, value: bool) -> Result<(), Contradiction> {
        self.narrow(store, term, &Facts::constant(&BitVec::bool(value)), DEPTH)
    }

    fn narrow(&mut self, store: &TermStore, term: Term, to: &Facts, depth: u32) -> Result<(), Contradiction> {
        if !to.tracks() {
            return Ok(());
        }
        let before = self.shallow(store, term);
        let after = before.meet(to).ok_or(Contradiction)?;
        if after == before || store.as_const(term).is_some() {
            return Ok(());
        }
        let old = self.known.insert(term, after);
        self.trail.push((term, old));
        if depth == 0 {
            return Ok(());
        }
        self.descend(store, term, &after, depth - 1)
    }

    /// What the value of a term says about its arguments.
    fn descend(&mut self, store: &TermStore, term: Term, f: &Facts, depth: u32) -> Result<(), Contradiction> {
        let width = store.width(term);
        match store.node(term) {
            Node::Const(_) | Node::Var(_) => Ok(()),
            Node::Not(a) => self.narrow(store, a, &f.not(), depth),
            Node::Zext(a) => self.narrow(store, a, &f.extract(0, store.width(a)), depth),
            Node::Sext(a) => {
                let inner = store.width(a);
                let range = Facts::signed(inner, f.smin(), f.smax()).ok_or(Contradiction)?;
                self.narrow(store, a, &range, depth)
            }
            Node::Concat(h, l) => {
                let split = store.width(l);
                self.narrow(store, h, &f.extract(split, width - split), depth)?;
                self.narrow(store, l, &f.extract(0, split), depth)
            }
            Node::Extract { arg, low } => {
                let whole = store.width(arg);
                if whole > 64 {
                    return Ok(());
                }
                let mut out = Facts::bits(whole, f.known_zeros() << low, f.known_ones() << low);
                if low + width == whole {
                    let fill = (1u64 << low) - 1;
                    let range = Facts::unsigned(whole, f.umin() << low, f.umax() << low | fill);
                    out = range.and_then(|r| out.meet(&r)).ok_or(Contradiction)?;
                }
                self.narrow(store, arg, &out, depth)
            }
            Node::Ite(c, a, b) => {
                let (x, y) = (self.shallow(store, a), self.shallow(store, b));
                match self.shallow(store, c).as_bool() {
                    Some(true) => self.narrow(store, a, f, depth),
                    Some(false) => self.narrow(store, b, f, depth),
                    None if x.disjoint(f) => {
                        self.assert_at(store, c, false, depth)?;
                        self.narrow(store, b, f, depth)
                    }
                    None if y.disjoint(f) => {
                        self.assert_at(store, c, true, depth)?;
                        self.narrow(store, a, f, depth)
                    }
                    None => Ok(()),
                }
            }
            Node::Bin(op, a, b) => self.descend_binary(store, op, a, b, f, depth),
        }
    }

    fn assert_at(
        &mut self,
        store: &TermStore,
        t: Term,
        value: bool,
        depth: u32,
    ) -> Result<(), Contradiction> {
        self.narrow(store, t, &Facts::constant(&BitVec::bool(value)), depth)
    }

    fn descend_binary(
        &mut self,
        store: &TermStore,
        op: BinOp,
        a: Term,
        b: Term,
        f: &Facts,
        depth: u32,
    ) -> Result<(), Contradiction> {
        let (x, y) = (self.shallow(store, a), self.shallow(store, b));
        let width = store.width(a);
        match op {
            BinOp::Add => {
                // a + c within f: a within f - c.
                if let Some(c) = store.as_const(b) {
                    let shifted = f.add(&Facts::constant(&c.neg()));
                    return self.narrow(store, a, &shifted, depth);
                }
                Ok(())
            }
            BinOp::Mul => {
                let Some(c) = store.as_const(b).and_then(BitVec::to_u64).filter(|&c| c > 0) else {
                    return Ok(());
                };
                if c.checked_mul(x.umax()).is_none_or(|m| m > Facts::top(width).umax()) {
                    return Ok(()); // may wrap
                }
                let range =
                    Facts::unsigned(width, f.umin().div_ceil(c), f.umax() / c).ok_or(Contradiction)?;
                self.narrow(store, a, &range, depth)
            }
            BinOp::And => {
                // A one in the result is a one in both; a zero next to a one comes from the other side.
                let ones = f.known_ones();
                let from_b = f.known_zeros() & y.known_ones();
                let from_a = f.known_zeros() & x.known_ones();
                if from_a & ones != 0 || from_b & ones != 0 {
                    return Err(Contradiction);
                }
                self.narrow(store, a, &Facts::bits(width, from_b, ones), depth)?;
                self.narrow(store, b, &Facts::bits(width, from_a, ones), depth)
            }
            BinOp::Xor => {
                self.narrow(store, a, &f.xor(&y), depth)?;
                self.narrow(store, b, &f.xor(&x), depth)
            }
            BinOp::Eq | BinOp::Ult | BinOp::Slt if !x.tracks() => Ok(()),
            BinOp::Eq => match f.as_bool() {
                Some(true) => {
                    let both = x.meet(&y).ok_or(Contradiction)?;
                    self.narrow(store, a, &both, depth)?;
                    self.narrow(store, b, &both, depth)
                }
                Some(false) => {
                    for (t, whole, point) in [(a, x, y.value()), (b, y, x.value())] {
                        let Some(v) = point else { continue };
                        self.narrow(store, t, &whole.without(v).ok_or(Contradiction)?, depth)?;
                    }
                    Ok(())
                }
                None => Ok(()),
            },
            BinOp::Ult => {
                let (lo, hi) = match f.as_bool() {
                    // a < b
                    Some(true) => (
                        Facts::unsigned(width, 0, y.umax().checked_sub(1).ok_or(Contradiction)?),
                        Facts::unsigned(width, x.umin().checked_add(1).ok_or(Contradiction)?, y.umax()),
                    ),
                    // a ≥ b
                    Some(false) => {
                        (Facts::unsigned(width, y.umin(), x.umax()), Facts::unsigned(width, 0, x.umax()))
                    }
                    None => return Ok(()),
                };
                self.narrow(store, a, &lo.ok_or(Contradiction)?, depth)?;
                self.narrow(store, b, &hi.ok_or(Contradiction)?, depth)
            }
            BinOp::Slt => {
                let top = Facts::top(width);
                let (lo, hi) = match f.as_bool() {
                    Some(true) => (
                        Facts::signed(width, top.smin(), y.smax().checked_sub(1).ok_or(Contradiction)?),
                        Facts::signed(width, x.smin().checked_add(1).ok_or(Contradiction)?, y.smax()),
                    ),
                    Some(false) => {
                        (Facts::signed(width, y.smin(), x.smax()), Facts::signed(width, top.smin(), x.smax()))
                    }
                    None => return Ok(()),
                };
                self.narrow(store, a, &lo.ok_or(Contradiction)?, depth)?;
                self.narrow(store, b, &hi.ok_or(Contradiction)?, depth)
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_flow_down_and_up() {
        let mut s = TermStore::new();
        let b = s.var("b", 32);
        let i = s.zext(b, 64);
        let (c8, c10, c80) = (s.num(64, 8), s.num(64, 10), s.num(64, 80));
        let below = s.ult(i, c10);
        let offset = s.mul(i, c8);
        let inside = s.ult(offset, c80);
        let mut f = PathFacts::default();
        assert_eq!(f.decides(&s, inside), None);
        let mark = f.mark();
        f.assert(&s, below, true).unwrap();
        assert_eq!(f.decides(&s, inside), Some(true));
        f.undo(mark);
        assert_eq!(f.decides(&s, inside), None);
    }

    #[test]
    fn contradictions_are_found() {
        let mut s = TermStore::new();
        let x = s.var("x", 32);
        let (c5, c9) = (s.num(32, 5), s.num(32, 9));
        let (low, high) = (s.ult(x, c5), s.ult(c9, x));
        let mut f = PathFacts::default();
        f.assert(&s, low, true).unwrap();
        assert_eq!(f.assert(&s, high, true), Err(Contradiction));
    }
}
