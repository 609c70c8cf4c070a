//! The premises of a question in parts that share no value.
//!
//! Invariant: premises of two parts have no symbol in common. Premises without any symbol (whether private nodes are published)
//! belong to every part.

use crate::solver::term::{Field, Formula, Lin, Sym};
use rustc_hash::FxHashMap;

/// Some premises, in their order.
#[derive(Default)]
pub struct Part<'f> {
    /// The premises.
    pub facts: Vec<&'f Formula>,
}

/// The part of the premises that a formula is about, and the others.
pub fn split<'f>(facts: &[&'f Formula], formula: &Formula) -> (Part<'f>, Vec<Part<'f>>) {
    let mut classes = Classes::default();
    let about = classes.join(formula);
    let firsts: Vec<Option<Sym>> = facts.iter().map(|fact| classes.join(fact)).collect();
    let about = about.map(|sym| classes.find(sym));
    let mut numbers: FxHashMap<u32, usize> = FxHashMap::default();
    let mut parts: Vec<Part<'f>> = vec![Part::default()];
    let mut ground: Vec<&'f Formula> = Vec::new();
    for (&fact, first) in facts.iter().zip(firsts) {
        let Some(first) = first else {
            if *fact != Formula::Bool(true) {
                ground.push(fact);
                parts.iter_mut().for_each(|part| part.facts.push(fact));
            }
            continue;
        };
        let class = classes.find(first);
        let at = match Some(class) == about {
            true => 0,
            false => *numbers.entry(class).or_insert_with(|| {
                parts.push(Part { facts: ground.clone() });
                parts.len() - 1
            }),
        };
        parts[at].facts.push(fact);
    }
    let others = parts.split_off(1);
    (parts.pop().unwrap_or_default(), others)
}

/// Classes of symbols that premises have in common.
#[derive(Default)]
struct Classes {
    parents: Vec<u32>,
}

impl Classes {
    /// Joins the classes of the symbols of a formula; returns one of them.
    fn join(&mut self, formula: &Formula) -> Option<Sym> {
        let mut first: Option<Sym> = None;
        formula.for_each_value(&mut |value| {
            let Some(sym) = value.base else { return };
            match first {
                None => first = Some(sym),
                Some(first) => {
                    let (one, other) = (self.find(first), self.find(sym));
                    self.parents[one.max(other) as usize] = one.min(other);
                }
            }
        });
        first
    }

    fn find(&mut self, sym: Sym) -> u32 {
        let known = self.parents.len() as u32;
        self.parents.extend(known..=sym.0.max(known));
        let mut at = sym.0;
        while self.parents[at as usize] != at {
            // Halves the way for those who come later.
            self.parents[at as usize] = self.parents[self.parents[at as usize] as usize];
            at = self.parents[at as usize];
        }
        at
    }
}

impl Part<'_> {
    /// What the answer depends on: premises and question, with symbols numbered as they occur.
    pub fn key(&self, formula: &Formula) -> Vec<u64> {
        let mut key = Key { words: Vec::with_capacity(16 * self.facts.len()), numbers: FxHashMap::default() };
        self.facts.iter().for_each(|fact| key.formula(fact));
        key.formula(formula);
        key.words
    }
}

struct Key {
    words: Vec<u64>,
    numbers: FxHashMap<Sym, u64>,
}

impl Key {
    fn formula(&mut self, formula: &Formula) {
        match formula {
            Formula::Bool(value) => self.words.push(u64::from(*value)),
            Formula::Eq(one, other) => self.values(2, &[*one, *other]),
            Formula::Less(one, other) => self.values(3, &[*one, *other]),
            Formula::Sum(sum, one, other) => self.values(4, &[*sum, *one, *other]),
            Formula::Shared(target, generation, value) => {
                self.words.extend([5, u64::from(target.0), u64::from(*generation)]);
                self.value(*value);
            }
            Formula::Private(target, value) => {
                self.words.extend([6, u64::from(target.0)]);
                self.value(*value);
            }
            Formula::Content(field, generation, node, content) => {
                self.field(7, *field);
                self.words.push(u64::from(*generation));
                self.value(*node);
                self.value(*content);
            }
            Formula::PrivateContent(field, node, content) => {
                self.field(8, *field);
                self.value(*node);
                self.value(*content);
            }
            Formula::Outside(generation, block) => {
                self.words.extend([9, u64::from(*generation)]);
                self.value(*block);
            }
            Formula::PrivateOutside(generation) => self.words.extend([10, u64::from(*generation)]),
            Formula::Not(inner) => {
                self.words.push(12);
                self.formula(inner);
            }
            Formula::And(parts) => self.all(13, parts),
            Formula::Or(parts) => self.all(14, parts),
        }
    }

    fn all(&mut self, kind: u64, parts: &[Formula]) {
        self.words.extend([kind, parts.len() as u64]);
        parts.iter().for_each(|part| self.formula(part));
    }

    fn field(&mut self, kind: u64, field: Field) {
        self.words.extend([kind, u64::from(field.owner.0), field.at]);
    }

    fn values(&mut self, kind: u64, values: &[Lin]) {
        self.words.push(kind);
        values.iter().for_each(|value| self.value(*value));
    }

    fn value(&mut self, value: Lin) {
        let next = self.numbers.len() as u64 + 1;
        let number = value.base.map_or(0, |sym| *self.numbers.entry(sym).or_insert(next));
        self.words.extend([number, value.offset as u64]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn less(one: u32, other: u32) -> Formula {
        Formula::Less(Sym(one).value(), Sym(other).value())
    }

    #[test]
    fn premises_about_other_values_are_other_parts() {
        let facts = [less(0, 1), less(5, 6), less(1, 2), less(6, 7), Formula::PrivateOutside(1)];
        let facts: Vec<&Formula> = facts.iter().collect();
        let (about, others) = split(&facts, &less(2, 9));
        assert_eq!(about.facts, [facts[0], facts[2], facts[4]]);
        assert_eq!(others.len(), 1);
        assert_eq!(others[0].facts, [facts[1], facts[3], facts[4]]);
    }

    #[test]
    fn a_part_that_another_premise_connects_is_one() {
        let facts = [less(0, 1), less(2, 3), less(1, 3)];
        let facts: Vec<&Formula> = facts.iter().collect();
        let (about, others) = split(&facts, &less(0, 0));
        assert_eq!((about.facts.len(), others.len()), (3, 0));
    }

    #[test]
    fn how_symbols_are_numbered_does_not_matter() {
        let (one, other) = (less(3, 4), less(8, 2));
        let key = |fact: &Formula, about: &Formula| Part { facts: vec![fact] }.key(about);
        assert_eq!(key(&one, &less(4, 3)), key(&other, &less(2, 8)));
        assert_ne!(key(&one, &less(4, 3)), key(&other, &less(8, 2)));
    }
}
