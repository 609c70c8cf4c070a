//! Whether a condition holds in all assignments of a state, in none, or in some.

use super::Knowledge;
use super::read::{Reader, Sum};
use crate::linear::Reading;
use logic::{BinOp, Node, Term, TermStore};

/// Conditions are looked at to this depth.
const DEPTH: u32 = 12;

impl Knowledge {
    /// Does the condition hold? `None` if that is open. Of a state that is impossible any answer is right.
    pub fn decide(&self, store: &TermStore, condition: Term) -> Option<bool> {
        self.decide_by(&Reader::new(store, &self.state), store, condition, DEPTH)
    }

    /// As [`Self::decide`], but what is open is assumed, and its negation, to see whether that is impossible.
    pub fn decide_by_cases(&self, store: &TermStore, condition: Term) -> Option<bool> {
        self.decide(store, condition).or_else(|| {
            [true, false].into_iter().find(|value| {
                let mut other = self.clone();
                other.assume(store, condition, !*value).and_then(|()| other.reconsider(store)).is_err()
            })
        })
    }

    pub(super) fn decide_by(
        &self,
        reader: &Reader<'_>,
        store: &TermStore,
        condition: Term,
        depth: u32,
    ) -> Option<bool> {
        if let Some(known) = store.as_bool(condition) {
            return Some(known);
        }
        if let Some(known) = self.state.value(condition).and_then(|value| value.as_bool()) {
            return Some(known);
        }
        if depth == 0 {
            return None;
        }
        let decide = |term: Term| self.decide_by(reader, store, term, depth - 1);
        match store.node(condition) {
            Node::Not(a) => decide(a).map(|known| !known),
            Node::Bin(BinOp::And, a, b) => match (decide(a), decide(b)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Node::Bin(BinOp::Xor, a, b) => decide(a).zip(decide(b)).map(|(a, b)| a != b),
            Node::Bin(BinOp::Eq, a, b) if store.width(a) == 1 => {
                decide(a).zip(decide(b)).map(|(a, b)| a == b)
            }
            Node::Ite(c, a, b) => match decide(c) {
                Some(true) => decide(a),
                Some(false) => decide(b),
                None => decide(a).filter(|known| decide(b) == Some(*known)),
            },
            Node::Bin(BinOp::Eq, a, b) => self.equal(reader, a, b),
            Node::Bin(BinOp::Ult, a, b) => less(reader, a, b, Reading::Unsigned),
            Node::Bin(BinOp::Slt, a, b) => less(reader, a, b, Reading::Signed),
            _ => reader.value(condition)?.as_bool(),
        }
    }

    fn equal(&self, reader: &Reader<'_>, a: Term, b: Term) -> Option<bool> {
        if let Some(known) = reader.value(a).zip(reader.value(b)).and_then(|(a, b)| a.equals(&b)) {
            return Some(known);
        }
        // Words: what the two are told by may cancel out.
        let width = reader.width(a);
        if width <= crate::word::MAX_WIDTH {
            let difference = self.told(&reader.difference(a, b), width);
            match &difference.parts[..] {
                [] => return Some(difference.offset == 0),
                // A multiple of 2^k cannot make up for an offset that is none.
                parts => {
                    let zeros = parts.iter().map(|(_, factor)| factor.trailing_zeros()).min().unwrap_or(0);
                    if difference.offset.trailing_zeros() < zeros {
                        return Some(false);
                    }
                }
            }
        }
        for reading in Reading::ALL {
            let Some(difference) = reader.linear(a, reading).minus(&reader.linear(b, reading)) else {
                continue;
            };
            match reader.range(&difference) {
                (Some(0), Some(0)) => return Some(true),
                (Some(1..), _) | (_, Some(..=-1)) => return Some(false),
                _ => {}
            }
        }
        None
    }

    /// A sum with the representatives of classes in place of their members.
    fn told(&self, sum: &Sum, width: u32) -> Sum {
        let all = crate::word::mask(width);
        let mut out = Sum { parts: Vec::new(), offset: sum.offset };
        for (term, factor) in &sum.parts {
            let line = if self.state.contains(*term) { self.state.line(*term) } else { None };
            let (slope, of, offset) = line.unwrap_or((1, *term, 0));
            out.offset = out.offset.wrapping_add(factor.wrapping_mul(offset)) & all;
            let slope = factor.wrapping_mul(slope) & all;
            match out.parts.iter_mut().find(|(it, _)| *it == of) {
                Some((_, known)) => *known = known.wrapping_add(slope) & all,
                None => out.parts.push((of, slope)),
            }
        }
        out.parts.retain(|(_, factor)| *factor != 0);
        out
    }
}

fn less(reader: &Reader<'_>, a: Term, b: Term, reading: Reading) -> Option<bool> {
    let by_values = reader.value(a).zip(reader.value(b)).and_then(|(a, b)| match reading {
        Reading::Unsigned => a.ult(&b),
        Reading::Signed => a.slt(&b),
    });
    if by_values.is_some() {
        return by_values;
    }
    let difference = reader.linear(a, reading).minus(&reader.linear(b, reading))?;
    match reader.range(&difference) {
        (_, Some(..=-1)) => Some(true),
        (Some(0..), _) => Some(false),
        _ => None,
    }
}
