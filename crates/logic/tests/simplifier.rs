//! The constructors against plain evaluation: whatever they rewrite, the value stays, and the facts attached to a
//! term admit it.

mod common;

use common::{Pool, Recipe, recipe};
use proptest::prelude::*;

fn check(recipe: &Recipe) -> Result<(), TestCaseError> {
    let pool = Pool::build(recipe);
    for (term, values) in &pool.items {
        for (model, expected) in pool.models.iter().zip(values) {
            let value = model.eval(&pool.store, *term);
            prop_assert_eq!(&value, expected, "{}", pool.store.show(*term));
            prop_assert!(pool.store.facts(*term).admits(&value), "{:?}", pool.store.facts(*term));
        }
        if let [first, rest @ ..] = &values[..] {
            // Facts may fix a value only if it is the value in every assignment.
            if pool.store.as_const(*term).is_some() {
                prop_assert!(rest.iter().all(|v| v == first));
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(common::config(3000))]

    #[test]
    fn small_widths(r in recipe(&[1, 2, 3, 4], 24, 12)) {
        check(&r)?;
    }

    #[test]
    fn machine_widths(r in recipe(&[1, 8, 16, 32, 64], 24, 12)) {
        check(&r)?;
    }

    #[test]
    fn odd_and_wide(r in recipe(&[7, 33, 63, 65, 128, 130], 16, 8)) {
        check(&r)?;
    }
}
