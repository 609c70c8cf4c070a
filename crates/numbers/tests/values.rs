//! Values of 8 to 128 bits: random ones, with words that they admit.

use numbers::{Op, Value};
use proptest::prelude::*;

const WIDTHS: [u32; 6] = [8, 16, 32, 64, 100, 128];

/// A part of the description of a value: what kind, and numbers for it.
type Part = (u8, u128, u128);

/// A value that admits a word: parts that exclude the word are left out.
fn around(width: u32, word: u128, parts: &[Part]) -> Value {
    let all = u128::MAX >> (128 - width);
    let mut value = Value::any(width);
    for (kind, x, y) in parts {
        let near = word.wrapping_add(x % 1000) & all;
        let part = match kind % 6 {
            0 => Value::unsigned(width, word.min(x & all), word.max(y & all)),
            1 => Value::unsigned(width, word.min(near), word.max(near)),
            2 => Value::with_bits(width, !word & x, word & x),
            3 => Value::congruent(width, x % 100 + 1, word % (x % 100 + 1)),
            4 => Value::of(width, &[word, x & all, y & all, near]),
            _ => Value::signed(width, *x as i128 >> (128 - width), *y as i128 >> (128 - width)),
        };
        let met = part.filter(|it| it.admits(word)).and_then(|it| value.meet(&it));
        value = met.unwrap_or(value);
    }
    assert!(value.admits(word), "{value:?} does not admit {word}");
    value
}

fn parts() -> impl Strategy<Value = Vec<Part>> {
    let number = prop_oneof![any::<u128>(), (0..300u128), (0..300u128).prop_map(|it| it.wrapping_neg())];
    prop::collection::vec((any::<u8>(), number.clone(), number), 0..4)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn operations_are_sound(
        width in prop::sample::select(&WIDTHS[..]),
        (x, y) in (any::<u128>(), prop_oneof![any::<u128>(), 0..200u128]),
        (a, b) in (parts(), parts()),
    ) {
        let all = u128::MAX >> (128 - width);
        let (x, y) = (x & all, y & all);
        let (a, b) = (around(width, x, &a), around(width, y, &b));
        for op in Op::ALL {
            let word = op.evaluate(width, x, y);
            let result = Value::binary(op, &a, &b);
            prop_assert!(result.admits(word), "{op:?} {a:?} {b:?}: {result:?} lacks {word}");
            let (left, right) = Value::backward(op, &result, &a, &b).expect("there is a result");
            prop_assert!(left.admits(x) && right.admits(y), "{op:?} {a:?} {b:?}");
            let (left, right) = Value::backward(op, &Value::exactly(width, word), &a, &b).expect("a result");
            prop_assert!(left.admits(x) && right.admits(y), "{op:?} {a:?} {b:?} {word}");
        }
        let join = a.join(&b);
        prop_assert!(join.includes(&a) && join.includes(&b));
        prop_assert!(join.admits(x) && join.admits(y));
        let wide = a.widen(&b, &[-100, 0, 100, 1 << 20]);
        prop_assert!(wide.admits(x) && wide.admits(y));
        prop_assert!(a.meet(&b).is_some() || x != y);
        for (less, refined) in [(x < y, Value::assume_ult(&a, &b)), (x <= y, Value::assume_ule(&a, &b))] {
            if less {
                let (left, right) = refined.expect("it holds of two words");
                prop_assert!(left.admits(x) && right.admits(y));
            }
        }
        let low = (y % u128::from(width)) as u32;
        let part = a.extract(low, width - low);
        prop_assert!(part.admits(x >> low));
        prop_assert!(part.backward_extract(low, width).expect("a word").admits(x));
        if width < 128 {
            let sign = x >> (width - 1) & 1 == 1;
            let added = u128::MAX >> (128 - width - 1) & !all;
            prop_assert!(a.zext(width + 1).admits(x));
            let extended = if sign { x | added } else { x };
            prop_assert!(a.sext(width + 1).admits(extended));
        }
    }
}
