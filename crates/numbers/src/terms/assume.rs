//! What a condition says of its terms.
//!
//! A comparison is used three times: of values, from where it goes down into the operands of terms ([`Knowledge::narrow`]);
//! of words, where an equality of sums makes one of variables; of whole numbers, as a linear constraint. A disjunction is
//! used if one part is left; of several, what all of them say of single terms is kept.

use super::Knowledge;
use super::read::{Reader, operation};
use crate::linear::{Linear, Reading};
use crate::op::Op;
use crate::state::Bottom;
use crate::value::Value;
use crate::word::{MAX_WIDTH, inverse, mask};
use logic::{BinOp, Node, Term, TermStore};

/// How deep a condition, and the value of a term, goes down.
const DEPTH: u32 = 10;
/// Disjunctions of more parts are left alone.
const PARTS: usize = 8;
/// How many terms one condition may narrow.
const FUEL: u32 = 100;
/// How deep disjunctions may be nested.
const NESTED: u32 = 2;

impl Knowledge {
    /// Assumes that a condition holds, or that it does not.
    pub fn assume(&mut self, store: &TermStore, condition: Term, holds: bool) -> Result<(), Bottom> {
        self.fuel = FUEL;
        self.assume_at(store, condition, holds, NESTED)
    }

    /// Looks at disjunctions again: later conditions may have left one part only.
    pub fn reconsider(&mut self, store: &TermStore) -> Result<(), Bottom> {
        for (condition, holds) in std::mem::take(&mut self.open) {
            self.assume(store, condition, holds)?;
        }
        Ok(())
    }

    fn assume_at(
        &mut self,
        store: &TermStore,
        condition: Term,
        holds: bool,
        nested: u32,
    ) -> Result<(), Bottom> {
        if let Some(known) = store.as_bool(condition) {
            return if known == holds { Ok(()) } else { Err(Bottom) };
        }
        match (store.node(condition), holds) {
            (Node::Not(a), _) => self.assume_at(store, a, !holds, nested),
            (Node::Bin(BinOp::And, a, b), true) => {
                self.assume_at(store, a, true, nested)?;
                self.assume_at(store, b, true, nested)
            }
            (Node::Bin(BinOp::And, ..), false) => self.assume_one_of(store, condition, nested),
            (Node::Bin(BinOp::Eq | BinOp::Xor, a, b), _) if store.width(a) == 1 => {
                let is_eq = matches!(store.node(condition), Node::Bin(BinOp::Eq, ..));
                let same = is_eq == holds;
                self.remember(condition, holds)?;
                match (self.decide(store, a), self.decide(store, b)) {
                    (Some(a), _) => self.assume_at(store, b, a == same, nested),
                    (None, Some(b)) => self.assume_at(store, a, b == same, nested),
                    (None, None) => Ok(()),
                }
            }
            (Node::Bin(BinOp::Eq, a, b), true) => self.assume_equal(store, a, b),
            (Node::Bin(BinOp::Eq, a, b), false) => self.assume_different(store, a, b),
            (Node::Bin(BinOp::Ult, a, b), true) => self.assume_less(store, a, b, Reading::Unsigned, true),
            (Node::Bin(BinOp::Ult, a, b), false) => self.assume_less(store, b, a, Reading::Unsigned, false),
            (Node::Bin(BinOp::Slt, a, b), true) => self.assume_less(store, a, b, Reading::Signed, true),
            (Node::Bin(BinOp::Slt, a, b), false) => self.assume_less(store, b, a, Reading::Signed, false),
            (Node::Ite(c, a, b), _) => match self.decide(store, c) {
                Some(true) => self.assume_at(store, a, holds, nested),
                Some(false) => self.assume_at(store, b, holds, nested),
                None => self.remember(condition, holds),
            },
            _ => self.narrow(store, condition, &Value::exactly(1, holds.into()), DEPTH),
        }
    }

    /// Keeps the truth value of a condition that cannot be used otherwise.
    fn remember(&mut self, condition: Term, holds: bool) -> Result<(), Bottom> {
        self.state.add(condition, Value::exactly(1, holds.into()))
    }

    /// Assumes that a conjunction does not hold.
    fn assume_one_of(&mut self, store: &TermStore, conjunction: Term, nested: u32) -> Result<(), Bottom> {
        let reader = Reader::new(store, &self.state);
        let mut parts = Vec::new();
        for part in store.conjuncts(conjunction) {
            match self.decide_by(&reader, store, part, DEPTH) {
                Some(true) => {}
                Some(false) => return Ok(()),
                None => parts.push(part),
            }
        }
        match parts[..] {
            [] => return Err(Bottom),
            [part] => return self.assume_at(store, part, false, nested),
            _ => {}
        }
        self.open.push((conjunction, false));
        if nested == 0 || parts.len() > PARTS {
            return Ok(());
        }
        let mut cases: Vec<Knowledge> = Vec::new();
        for part in parts {
            let mut case = Knowledge { state: self.state.clone(), open: Vec::new(), fuel: FUEL };
            if case.assume_at(store, part, false, nested - 1).is_ok() {
                cases.push(case);
            }
        }
        let [first, others @ ..] = &cases[..] else { return Err(Bottom) };
        if others.is_empty() {
            self.state = first.state.clone();
            return Ok(());
        }
        for var in first.state.variables() {
            let values: Option<Vec<&Value>> = cases.iter().map(|case| case.state.value(var)).collect();
            let joined = values.and_then(|values| values.into_iter().copied().reduce(|a, b| a.join(&b)));
            if let Some(value) = joined
                && !value.is_any()
            {
                self.state.add(var, value)?;
            }
        }
        Ok(())
    }

    /// Makes a term a variable of the state, with what its node says of it.
    pub(super) fn ensure(&mut self, store: &TermStore, term: Term) -> Result<(), Bottom> {
        if self.state.contains(term) || store.width(term) > MAX_WIDTH {
            return Ok(());
        }
        let reader = Reader::new(store, &self.state);
        let Some(value) = reader.value(term) else { return Ok(()) };
        let of =
            |arg: Term, reading: Reading| Linear::node(term, reading).minus(&reader.linear(arg, reading));
        let (equal, at_most) = match store.node(term) {
            Node::Zext(a) => (of(a, Reading::Unsigned), None),
            Node::Sext(a) => (of(a, Reading::Signed), None),
            // Remainders, quotients, masks and shifts are no larger.
            Node::Bin(BinOp::Urem | BinOp::Lshr, a, _) => (None, of(a, Reading::Unsigned)),
            Node::Bin(BinOp::Udiv, a, b) if store.as_const(b).is_some_and(|it| !it.is_zero()) => {
                (None, of(a, Reading::Unsigned))
            }
            Node::Bin(BinOp::And, a, _) => (None, of(a, Reading::Unsigned)),
            Node::Bin(BinOp::Add | BinOp::Mul, ..) | Node::Not(_) => (of(term, Reading::Unsigned), None),
            _ => (None, None),
        };
        let sum = reader.sum(term);
        self.state.add(term, value)?;
        if let [(part, factor)] = sum.parts[..]
            && part != term
        {
            self.ensure(store, part)?;
            return self.state.equate(term, factor, part, sum.offset);
        }
        if let Some(expression) = equal {
            self.ensure_all(store, &expression)?;
            self.state.assume_zero(&expression)?;
        }
        if let Some(expression) = at_most {
            self.ensure_all(store, &expression)?;
            self.state.assume(&expression)?;
        }
        Ok(())
    }

    fn ensure_all(&mut self, store: &TermStore, expression: &Linear<Term>) -> Result<(), Bottom> {
        expression.parts.iter().try_for_each(|(node, _)| self.ensure(store, node.var))
    }

    /// Are all nodes of an expression variables of the state?
    fn is_expressed(&self, expression: &Linear<Term>) -> bool {
        expression.parts.iter().all(|(node, _)| self.state.contains(node.var))
    }

    fn assume_equal(&mut self, store: &TermStore, a: Term, b: Term) -> Result<(), Bottom> {
        let reader = Reader::new(store, &self.state);
        if let (Some(x), Some(y)) = (reader.value(a), reader.value(b)) {
            let both = x.meet(&y).ok_or(Bottom)?;
            self.narrow(store, a, &both, DEPTH)?;
            self.narrow(store, b, &both, DEPTH)?;
        }
        self.equate(store, a, b)?;
        for reading in Reading::ALL {
            let reader = Reader::new(store, &self.state);
            let difference = reader.linear(a, reading).minus(&reader.linear(b, reading));
            if let Some(difference) = difference {
                self.ensure_all(store, &difference)?;
                if self.is_expressed(&difference) {
                    self.state.assume_zero(&difference)?;
                }
            }
        }
        Ok(())
    }

    /// An equality of two sums as one of two variables, modulo 2^width.
    fn equate(&mut self, store: &TermStore, a: Term, b: Term) -> Result<(), Bottom> {
        let width = store.width(a);
        if width > MAX_WIDTH {
            return Ok(());
        }
        let all = mask(width);
        let difference = Reader::new(store, &self.state).difference(a, b);
        match difference.parts[..] {
            [] => return if difference.offset == 0 { Ok(()) } else { Err(Bottom) },
            [(x, factor)] => {
                self.ensure(store, x)?;
                let known = *self.state.value(x).expect("just added");
                let product = Value::exactly(width, difference.offset.wrapping_neg());
                let refined = Value::backward(Op::Mul, &product, &known, &Value::exactly(width, factor));
                self.narrow(store, x, &refined.ok_or(Bottom)?.0, DEPTH)?;
            }
            [(x, c), (y, d)] => {
                let (x, c, y, d) = if c & 1 == 1 { (x, c, y, d) } else { (y, d, x, c) };
                if c & 1 == 1 {
                    // c·x + d·y + offset = 0
                    let root = inverse(width, c).wrapping_neg();
                    self.ensure(store, x)?;
                    self.ensure(store, y)?;
                    let (factor, offset) =
                        (root.wrapping_mul(d) & all, root.wrapping_mul(difference.offset) & all);
                    self.state.equate(x, factor, y, offset)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn assume_different(&mut self, store: &TermStore, a: Term, b: Term) -> Result<(), Bottom> {
        let reader = Reader::new(store, &self.state);
        if let (Some(x), Some(y)) = (reader.value(a), reader.value(b)) {
            let (x, y) = Value::assume_ne(&x, &y).ok_or(Bottom)?;
            self.narrow(store, a, &x, DEPTH)?;
            self.narrow(store, b, &y, DEPTH)?;
        }
        for reading in Reading::ALL {
            let reader = Reader::new(store, &self.state);
            let Some(difference) = reader.linear(a, reading).minus(&reader.linear(b, reading)) else {
                continue;
            };
            let range = reader.range(&difference);
            if range == (Some(0), Some(0)) {
                return Err(Bottom);
            }
            if range.0 == Some(0) || range.1 == Some(0) {
                self.ensure_all(store, &difference)?;
                if self.is_expressed(&difference) {
                    self.state.assume_not_zero(&difference)?;
                }
            }
        }
        Ok(())
    }

    /// Assumes `a < b`, or `a ≤ b` if it need not be strict.
    fn assume_less(
        &mut self,
        store: &TermStore,
        a: Term,
        b: Term,
        reading: Reading,
        strict: bool,
    ) -> Result<(), Bottom> {
        let reader = Reader::new(store, &self.state);
        if let (Some(x), Some(y)) = (reader.value(a), reader.value(b)) {
            let refined = match (reading, strict) {
                (Reading::Unsigned, true) => Value::assume_ult(&x, &y),
                (Reading::Unsigned, false) => Value::assume_ule(&x, &y),
                (Reading::Signed, true) => Value::assume_slt(&x, &y),
                (Reading::Signed, false) => Value::assume_sle(&x, &y),
            };
            let (x, y) = refined.ok_or(Bottom)?;
            self.narrow(store, a, &x, DEPTH)?;
            self.narrow(store, b, &y, DEPTH)?;
        }
        let reader = Reader::new(store, &self.state);
        let difference = reader.linear(a, reading).minus(&reader.linear(b, reading));
        let Some(difference) = difference.and_then(|it| it.offset(strict.into())) else { return Ok(()) };
        self.ensure_all(store, &difference)?;
        if self.is_expressed(&difference) {
            self.state.assume(&difference)?;
        }
        Ok(())
    }

    /// Assumes that a term has one of these values, and what that says of its operands.
    fn narrow(&mut self, store: &TermStore, term: Term, to: &Value, depth: u32) -> Result<(), Bottom> {
        let reader = Reader::new(store, &self.state);
        let Some(known) = reader.value(term) else { return Ok(()) };
        let both = known.meet(to).ok_or(Bottom)?;
        if both == known || store.as_const(term).is_some() || self.fuel == 0 {
            return Ok(());
        }
        self.fuel -= 1;
        let reader = Reader::new(store, &self.state);
        let width = store.width(term);
        let value = |arg: Term| reader.value(arg);
        // The operands, as far as they are told by the result; whether that is all that the value says.
        let mut operands: Vec<(Term, Value)> = Vec::new();
        let mut is_told = false;
        match store.node(term) {
            _ if depth == 0 => {}
            Node::Const(_) | Node::Var(_) => {}
            Node::Not(a) => {
                operands.push((a, both.not()));
                is_told = true;
            }
            Node::Zext(a) => {
                operands.push((a, both.backward_zext(store.width(a)).ok_or(Bottom)?));
                is_told = true;
            }
            Node::Sext(a) => {
                operands.push((a, both.backward_sext(store.width(a)).ok_or(Bottom)?));
                is_told = true;
            }
            Node::Extract { arg, low } => {
                if store.width(arg) <= MAX_WIDTH {
                    operands.push((arg, both.backward_extract(low, store.width(arg)).ok_or(Bottom)?));
                }
            }
            Node::Concat(a, b) => {
                let split = store.width(b);
                operands.push((a, both.extract(split, width - split)));
                operands.push((b, both.extract(0, split)));
            }
            Node::Ite(c, a, b) => {
                let fits = |arg: Term| value(arg).is_none_or(|it| it.meet(&both).is_some());
                let choice = match (fits(a), fits(b)) {
                    (false, false) => return Err(Bottom),
                    (true, true) => value(c).and_then(|it| it.as_bool()),
                    (first, _) => Some(first),
                };
                if let Some(choice) = choice {
                    self.assume_at(store, c, choice, 0)?;
                    self.narrow(store, if choice { a } else { b }, &both, depth - 1)?;
                }
            }
            Node::Bin(BinOp::Eq | BinOp::Ult | BinOp::Slt, ..) => {
                if let Some(holds) = both.as_bool() {
                    return self.assume_at(store, term, holds, 0);
                }
            }
            Node::Bin(op, a, b) => {
                if let (Some(op), Some(x), Some(y)) = (operation(op), value(a), value(b)) {
                    let (x, y) = Value::backward(op, &both, &x, &y).ok_or(Bottom)?;
                    operands.extend([(a, x), (b, y)]);
                    is_told = op == Op::Add && store.as_const(b).is_some();
                }
            }
        }
        if !is_told {
            self.ensure(store, term)?;
            self.state.refine(term, &both)?;
        }
        for (operand, value) in operands {
            self.narrow(store, operand, &value, depth - 1)?;
        }
        Ok(())
    }
}
