//! Every operation against sets of words: exhaustively at small widths.

use super::*;
use crate::op::Op;
use std::collections::HashSet;

/// All words of a width that a value admits.
fn words(value: &Value) -> Vec<u128> {
    (0..=mask(value.width())).filter(|word| value.admits(*word)).collect()
}

/// All values of a width: every description, reduced, and every set of few words. Those that stand for the same set
/// but were reached differently are kept apart.
fn all(width: u32) -> Vec<Value> {
    let mut seen = HashSet::new();
    let mut out = Vec::new();
    let mut add = |value: Option<Value>| {
        if let Some(value) = value
            && seen.insert(value)
        {
            out.push(value);
        }
    };
    let ranges = |which| {
        let Range { low, high } = Halves::whole(width, which);
        let each = move |low| (low..=high).map(move |high| Some(Range { low, high }));
        (low..=high).flat_map(each).chain([None]).collect::<Vec<_>>()
    };
    let size = mask(width) + 1;
    let mut bits = Vec::new();
    for zeros in 0..size {
        bits.extend((0..size).filter(|ones| zeros & ones == 0).map(|ones| Bits { zeros, ones }));
    }
    let moduli = if width > 3 { vec![1, 3, 5] } else { (1..size).collect() };
    for low in ranges(0) {
        for high in ranges(1) {
            for bits in &bits {
                for modulus in &moduli {
                    for residue in 0..*modulus {
                        let congruence = Congruence::new(*modulus, residue);
                        add(Many { halves: Halves([low, high]), bits: *bits, congruence }.reduce(width));
                    }
                }
            }
        }
    }
    for a in 0..size {
        for b in a..size {
            for c in b..size {
                add(Value::of(width, &[a, b, c]));
            }
        }
    }
    out
}

/// Some of the values of a width, evenly spread.
fn some(width: u32, count: usize) -> Vec<Value> {
    let all = all(width);
    let step = (all.len() / count).max(1);
    all.into_iter().step_by(step).collect()
}

#[test]
fn reduction_keeps_exactly_the_words_that_satisfy_all_parts() {
    let width = 3;
    for low in [None, Some(Range { low: 0, high: 3 }), Some(Range { low: 1, high: 2 })] {
        for high in [None, Some(Range { low: 4, high: 7 }), Some(Range { low: 5, high: 7 })] {
            for zeros in 0..8 {
                for ones in (0..8).filter(|ones| zeros & ones == 0) {
                    for modulus in 1..6 {
                        for residue in 0..modulus {
                            let congruence = Congruence::new(modulus, residue);
                            let many =
                                Many { halves: Halves([low, high]), bits: Bits { zeros, ones }, congruence };
                            let before: Vec<u128> = (0..8).filter(|word| many.admits(*word)).collect();
                            let after = many.reduce(width).map_or(Vec::new(), |value| words(&value));
                            assert_eq!(before, after);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn bounds_bits_and_congruences_are_those_of_the_words() {
    for width in 1..=4 {
        for value in some(width, 2000) {
            let words = words(&value);
            assert!(!words.is_empty(), "{value:?} admits nothing");
            let (low, high) = value.unsigned_bounds();
            assert_eq!((low, high), (words[0], words[words.len() - 1]), "{value:?}");
            let signs = words.iter().map(|word| signed(width, *word));
            assert_eq!(
                value.signed_bounds(),
                (signs.clone().min().unwrap(), signs.max().unwrap()),
                "{value:?}"
            );
            let (zeros, ones) = value.known_bits();
            let (modulus, residue) = value.congruence();
            for word in words {
                assert!(word & zeros == 0 && word & ones == ones);
                assert!(if modulus == 0 { word == residue } else { word % modulus == residue });
            }
        }
    }
}

#[test]
fn lattice_laws() {
    for width in 1..=4 {
        let values = some(width, 250);
        for a in &values {
            assert!(a.includes(a) && a.join(a).includes(a) && Value::any(width).includes(a));
            assert_eq!(a.meet(a), Some(*a));
            for b in &values {
                let join = a.join(b);
                assert_eq!(join, b.join(a));
                assert!(join.includes(a) && join.includes(b), "{a:?} {b:?} {join:?}");
                let in_both: Vec<u128> = words(a).into_iter().filter(|word| b.admits(*word)).collect();
                let meet = a.meet(b).map_or(Vec::new(), |value| words(&value));
                assert_eq!(meet, in_both, "{a:?} {b:?}");
                if b.includes(a) {
                    assert!(words(a).iter().all(|word| b.admits(*word)), "{b:?} includes {a:?}");
                }
                let wide = a.widen(b, &[-1, 0, 2]);
                assert!(
                    words(a).iter().chain(&words(b)).all(|word| wide.admits(*word)),
                    "{a:?} {b:?} {wide:?}"
                );
                let narrow = wide.narrow(&join).expect("not empty");
                assert!(words(&join).iter().all(|word| narrow.admits(*word)), "{wide:?} {join:?} {narrow:?}");
                for word in 0..=mask(width) {
                    let rest = a.without(word).map_or(Vec::new(), |value| words(&value));
                    assert!(words(a).iter().all(|it| *it == word || rest.contains(it)));
                }
            }
        }
    }
}

#[test]
fn widening_ends() {
    let width = 8;
    let thresholds = [-3, 0, 7, 100];
    let mut value = Value::exactly(width, 5);
    let mut seed = 1u64;
    let mut changes = 0;
    for _ in 0..10_000 {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let next = Value::of(width, &[u128::from(seed >> 33), u128::from(seed >> 50)]).unwrap();
        let wide = value.widen(&value.join(&next), &thresholds);
        changes += u32::from(wide != value);
        value = wide;
    }
    assert!(changes < 40, "{changes} changes");
}

#[test]
fn operations_admit_every_result() {
    for (width, count) in [(1, 10), (2, 100), (3, 400), (4, 160)] {
        let values = some(width, count);
        let sets: Vec<Vec<u128>> = values.iter().map(words).collect();
        for (a, xs) in values.iter().zip(&sets) {
            for (b, ys) in values.iter().zip(&sets) {
                for op in Op::ALL {
                    let result = Value::binary(op, a, b);
                    for x in xs {
                        for y in ys {
                            let word = op.evaluate(width, *x, *y);
                            assert!(
                                result.admits(word),
                                "{op:?} {a:?} {b:?} = {result:?}, not {x} {y} = {word}"
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn refinements_keep_every_operand() {
    let width = 3;
    let values = some(width, 40);
    for a in &values {
        for b in &values {
            for result in &values {
                for op in Op::ALL {
                    let refined = Value::backward(op, result, a, b);
                    for x in words(a) {
                        for y in words(b) {
                            if result.admits(op.evaluate(width, x, y)) {
                                let (left, right) = refined
                                    .unwrap_or_else(|| panic!("{op:?} {a:?} {b:?} {result:?} is empty"));
                                assert!(
                                    left.admits(x) && right.admits(y),
                                    "{op:?} {a:?} {b:?} {result:?} {x} {y}"
                                );
                            }
                        }
                    }
                }
            }
        }
    }
}

type Comparison = (fn(&Value, &Value) -> Option<(Value, Value)>, fn(u32, u128, u128) -> bool);

#[test]
fn comparisons_decide_and_refine() {
    let comparisons: [Comparison; 5] = [
        (Value::assume_ult, |_, x, y| x < y),
        (Value::assume_ule, |_, x, y| x <= y),
        (Value::assume_slt, |w, x, y| signed(w, x) < signed(w, y)),
        (Value::assume_sle, |w, x, y| signed(w, x) <= signed(w, y)),
        (Value::assume_ne, |_, x, y| x != y),
    ];
    for width in [1, 2, 3] {
        let values = some(width, 300);
        for a in &values {
            for b in &values {
                let (xs, ys) = (words(a), words(b));
                for (assume, holds) in comparisons {
                    let refined = assume(a, b);
                    for x in &xs {
                        for y in ys.iter().filter(|y| holds(width, *x, **y)) {
                            let (left, right) = refined.expect("there are such words");
                            assert!(left.admits(*x) && right.admits(*y), "{a:?} {b:?}");
                        }
                    }
                }
                for x in &xs {
                    for y in &ys {
                        assert!(a.ult(b).is_none_or(|it| it == (x < y)));
                        assert!(a.slt(b).is_none_or(|it| it == (signed(width, *x) < signed(width, *y))));
                        assert!(a.equals(b).is_none_or(|it| it == (x == y)));
                    }
                }
            }
        }
    }
}

#[test]
fn conversions_admit_every_result() {
    let [two, three, four] = [2, 3, 4].map(|width| some(width, if width < 3 { 20 } else { 600 }));
    for value in &three {
        let (not, neg) = (value.not(), value.neg());
        let (zext, sext) = (value.zext(5), value.sext(5));
        for word in words(value) {
            assert!(not.admits(!word & 7) && neg.admits(word.wrapping_neg() & 7));
            let extended = if word & 4 != 0 { word | 24 } else { word };
            assert!(zext.admits(word) && sext.admits(extended), "{value:?} {zext:?} {sext:?}");
        }
        for low in &two {
            let both = value.concat(low).unwrap();
            for high in words(value) {
                assert!(words(low).iter().all(|low| both.admits(high << 2 | low)));
            }
        }
    }
    for value in &four {
        for low in 0..4 {
            for width in 1..=4 - low {
                let part = value.extract(low, width);
                assert!(words(value).iter().all(|word| part.admits(word >> low & mask(width))), "{value:?}");
            }
        }
        let (zext, sext) = (value.backward_zext(3), value.backward_sext(3));
        for word in 0..8u128 {
            let extended = if word & 4 != 0 { word | 8 } else { word };
            assert!(!value.admits(word) || zext.is_some_and(|it| it.admits(word)), "{value:?}");
            assert!(!value.admits(extended) || sext.is_some_and(|it| it.admits(word)), "{value:?}");
        }
    }
}

#[test]
fn refinements_of_conversions_keep_every_operand() {
    for width in 1..=3 {
        for part in some(width, 200) {
            for low in 0..=4 - width {
                let whole = part.backward_extract(low, 4);
                let fits = |word: &u128| part.admits(word >> low & mask(width));
                assert!(
                    (0..16).filter(fits).all(|word| whole.is_some_and(|it| it.admits(word))),
                    "{part:?} {low}"
                );
            }
        }
    }
}

/// The shares of results that are as good as the domain can express, so that a loss of precision is noticed.
#[test]
fn sums_and_differences_are_nearly_as_good_as_can_be() {
    let width = 3;
    let values = some(width, 300);
    for (op, least) in
        [(Op::Add, 85), (Op::Sub, 85), (Op::Mul, 70), (Op::And, 40), (Op::Udiv, 40), (Op::Urem, 40)]
    {
        let (mut best, mut total) = (0, 0);
        for a in &values {
            for b in &values {
                let results: Vec<u128> = words(a)
                    .iter()
                    .flat_map(|x| words(b).into_iter().map(|y| op.evaluate(width, *x, y)))
                    .collect();
                total += 1;
                best +=
                    u32::from(words(&Value::of(width, &results).unwrap()) == words(&Value::binary(op, a, b)));
            }
        }
        assert!(best * 100 >= total * least, "{op:?}: {best} of {total} are best");
    }
}
