//! Back to terms: what is known, as conditions; and what two states know of terms that correspond.
//!
//! A relation of whole numbers is written in a width in which nothing wraps around, unless its form or the bounds of its
//! terms show that their own width suffices. Congruences that are no known bits are not written: a remainder is a circuit
//! of division to a solver, and lines say more.

use super::Knowledge;
use super::read::Reader;
use crate::linear::{Linear, Node as Part, Reading};
use crate::state::{Bottom, Numbers, Variable};
use crate::value::Value;
use crate::word::{half, mask};
use logic::{BitVec, Term, TermStore};
use rustc_hash::FxHashSet;

/// A term of the result of a join with what it is on either side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Correspondence {
    /// In the result.
    pub out: Term,
    /// On the left and on the right side.
    pub sides: [Term; 2],
}

/// How the states of a join are made one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joining<'a> {
    /// What holds on both sides.
    Join,
    /// What holds on both sides, such that chains are finite; with ascending thresholds.
    Widen(&'a [i128]),
}

/// A variable of a state in which a join is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Key {
    /// A term that is the same on both sides.
    Same(Term),
    /// A term of the result.
    Out(Term),
}

impl Knowledge {
    /// What is known of all terms, as conditions.
    pub fn conditions(&self, store: &mut TermStore) -> Vec<Term> {
        write(&self.state, store, |term| term)
    }

    /// What two states know of corresponding terms, and of terms without variables of the result, as conditions on the
    /// result.
    pub fn join(
        store: &mut TermStore,
        sides: [&Knowledge; 2],
        terms: &[Correspondence],
        how: Joining<'_>,
    ) -> Vec<Term> {
        let terms = with_wide(store, sides, terms);
        let outs: Vec<Term> = terms.iter().map(|it| it.out).collect();
        let taken: FxHashSet<_> = store.support(&outs).into_iter().collect();
        let same =
            |store: &TermStore, term: Term| !store.support(&[term]).iter().any(|var| taken.contains(var));
        let views =
            [0, 1].map(|side| sides[side].view(store, terms.iter().map(|it| (it.out, it.sides[side]))));
        // A side without executions leaves what holds on the other.
        let joined = match views {
            [Err(Bottom), Err(Bottom)] => return vec![store.falsity()],
            [Ok(one), Err(Bottom)] | [Err(Bottom), Ok(one)] => one,
            [Ok(mut left), Ok(mut right)] => {
                let vars: Vec<Key> = left.variables().filter(|key| right.contains(*key)).collect();
                let keep: Vec<Key> = vars
                    .into_iter()
                    .filter(|key| match key {
                        Key::Out(_) => true,
                        Key::Same(term) => same(store, *term),
                    })
                    .collect();
                for side in [&mut left, &mut right] {
                    side.project(|key| keep.binary_search(&key).is_ok());
                }
                match how {
                    Joining::Join => left.join(&right),
                    Joining::Widen(thresholds) => left.widen(&right, thresholds),
                }
            }
        };
        let mut joined = joined;
        joined.project(|key| match key {
            Key::Out(_) => true,
            Key::Same(term) => same(store, term),
        });
        write(&joined, store, |key| match key {
            Key::Out(term) | Key::Same(term) => term,
        })
    }

    /// The state with the terms of the result added, as they are on this side.
    fn view(
        &self,
        store: &TermStore,
        terms: impl Iterator<Item = (Term, Term)>,
    ) -> Result<Numbers<Key>, Bottom> {
        let terms: Vec<(Term, Term)> = terms.collect();
        let mut known = self.clone();
        for (_, here) in &terms {
            if store.as_const(*here).is_none() {
                known.ensure(store, *here)?;
            }
        }
        let reader = Reader::new(store, &known.state);
        let values: Vec<Option<Value>> = terms.iter().map(|(_, here)| reader.value(*here)).collect();
        let mut state = known.state.rename(Key::Same);
        for ((out, here), value) in terms.iter().zip(values) {
            let Some(value) = value else { continue };
            state.add(Key::Out(*out), value)?;
            if known.state.contains(*here) {
                state.equate(Key::Out(*out), 1, Key::Same(*here), 0)?;
            }
        }
        Ok(state)
    }
}

/// The correspondences, and, where terms are wider than others, the narrower ones extended to their width: a size of 64 bits
/// may be a multiple of a count of 32.
fn with_wide(store: &mut TermStore, sides: [&Knowledge; 2], terms: &[Correspondence]) -> Vec<Correspondence> {
    let mut all: Vec<Correspondence> = Vec::new();
    for term in terms {
        if store.as_const(term.out).is_none() && !all.iter().any(|it| it.out == term.out) {
            all.push(*term);
        }
    }
    let widest = all.iter().map(|it| store.width(it.out)).max().unwrap_or(0);
    if widest > crate::linear::WIDEST {
        return all;
    }
    for term in all.clone() {
        let width = store.width(term.out);
        let is_number = |side: usize| {
            let value = sides[side].value(store, term.sides[side]);
            value.is_some_and(|it| it.signed_bounds().0 >= 0)
        };
        if width > 1 && width < widest && (0..2).all(is_number) {
            let out = store.zext(term.out, widest);
            let sides = term.sides.map(|it| store.zext(it, widest));
            all.push(Correspondence { out, sides });
        }
    }
    all
}

/// What a state says, as conditions.
fn write<V: Variable>(state: &Numbers<V>, store: &mut TermStore, term: impl Fn(V) -> Term) -> Vec<Term> {
    let mut out = Vec::new();
    let vars: Vec<V> = state.variables().collect();
    for var in &vars {
        let value = *state.value(*var).expect("a variable of the state");
        write_value(store, term(*var), &value, &mut out);
    }
    for var in &vars {
        if let Some((factor, of, offset)) = state.line(*var) {
            let value = state.value(*var).expect("a variable of the state");
            if value.as_constant().is_some() {
                continue;
            }
            let width = value.width();
            let [factor, offset] = [factor, offset].map(|it| store.num(width, it));
            let product = store.mul(factor, term(of));
            let along = store.add(product, offset);
            out.push(store.eq(term(*var), along));
        }
    }
    for constraint in state.constraints() {
        out.extend(write_constraint(state, store, &term, &constraint));
    }
    let truth = store.truth();
    out.retain(|condition| *condition != truth);
    let mut seen = FxHashSet::default();
    out.retain(|condition| seen.insert(*condition));
    out
}

fn write_value(store: &mut TermStore, term: Term, value: &Value, out: &mut Vec<Term>) {
    let width = value.width();
    if store.as_const(term).is_some() {
        return;
    }
    if let Some(words) = value.few() {
        if !value.is_any() {
            let mut one_of = store.falsity();
            for word in words {
                let number = store.num(width, *word);
                let is_word = store.eq(term, number);
                one_of = store.or(one_of, is_word);
            }
            out.push(one_of);
        }
        return;
    }
    let (low, high) = value.unsigned_bounds();
    let (least, greatest) = value.signed_bounds();
    let is_positive = least >= 0;
    if low > 0 {
        let bound = store.num(width, low);
        out.push(store.ule(bound, term));
    }
    if high < mask(width) {
        let bound = store.num(width, high);
        out.push(store.ule(term, bound));
    }
    if !is_positive && least > -(half(width) as i128) {
        let bound = store.constant(BitVec::from_i128(width, least));
        out.push(store.sle(bound, term));
    }
    if !is_positive && greatest < half(width) as i128 - 1 {
        let bound = store.constant(BitVec::from_i128(width, greatest));
        out.push(store.sle(term, bound));
    }
    let (zeros, ones) = value.known_bits();
    let count = (zeros | ones).trailing_ones().min(width);
    if count > 0 {
        let part = store.extract(term, 0, count);
        let number = store.num(count, ones & mask(count));
        out.push(store.eq(part, number));
    }
    // Bounds say all of the leading bits that both of them share.
    let apart = low ^ high;
    let open = if apart == 0 { 0 } else { u128::MAX >> apart.leading_zeros() };
    let inner = (zeros | ones) & open & if count == 0 { u128::MAX } else { !mask(count) };
    if inner != 0 {
        let [inner, ones] = [inner, ones & inner].map(|it| store.num(width, it));
        let part = store.and(term, inner);
        out.push(store.eq(part, ones));
    }
}

/// A linear constraint as a condition; `None` where numbers are too large.
fn write_constraint<V: Variable>(
    state: &Numbers<V>,
    store: &mut TermStore,
    term: &impl Fn(V) -> Term,
    constraint: &Linear<V>,
) -> Option<Term> {
    if let [(a, c), (b, d)] = constraint.parts[..]
        && c + d == 0
        && c.abs() == 1
        && a.reading == b.reading
        && store.width(term(a.var)) == store.width(term(b.var))
    {
        // low + gap ≤ high, which does not wrap around where the gap is not negative.
        let (low, high) = if c == 1 { (a, b) } else { (b, a) };
        let gap = constraint.constant;
        let width = store.width(term(low.var));
        let (_, most) = low.reading.range(width);
        let fits = gap >= 0 || {
            let top = state.upper(&Linear { parts: vec![(high, 1)], constant: 0 }, &|_| None)?;
            top - gap <= most
        };
        if fits && gap.unsigned_abs() <= most.unsigned_abs() {
            let number = store.constant(BitVec::from_i128(width, gap.abs()));
            let (mut left, mut right) = (term(low.var), term(high.var));
            match gap {
                1.. => left = store.add(left, number),
                0 => {}
                _ => right = store.add(right, number),
            }
            let is_strict = gap == 1;
            let start = term(low.var);
            return Some(match (low.reading, is_strict) {
                (Reading::Unsigned, true) => store.ult(start, right),
                (Reading::Signed, true) => store.slt(start, right),
                (Reading::Unsigned, false) => store.ule(left, right),
                (Reading::Signed, false) => store.sle(left, right),
            });
        }
    }
    // In a width in which no part and no sum wraps around.
    let weight = constraint.parts.iter().try_fold(1u128, |sum, (_, c)| sum.checked_add(c.unsigned_abs()))?;
    let widest = constraint.parts.iter().map(|(node, _)| store.width(term(node.var))).max()?;
    let width = widest + (u128::BITS - weight.leading_zeros()) + 2;
    if width > 126 || constraint.constant.unsigned_abs() >> (width - 2) != 0 {
        return None;
    }
    let mut sum = store.constant(BitVec::from_i128(width, constraint.constant));
    for (Part { var, reading }, coefficient) in &constraint.parts {
        let wide = match reading {
            Reading::Unsigned => store.zext(term(*var), width),
            Reading::Signed => store.sext(term(*var), width),
        };
        let coefficient = store.constant(BitVec::from_i128(width, *coefficient));
        let product = store.mul(coefficient, wide);
        sum = store.add(sum, product);
    }
    let zero = store.zero(width);
    Some(store.sle(sum, zero))
}
