//! The solver against brute force, and its layers against plain SAT.
//!
//! A random walk extends a path, goes back, and asks; truth tables over all assignments say what the answer must
//! be. Models are looked up in the tables, cores are intersected: nothing here trusts the evaluator.

mod common;

use common::{Pool, Recipe, recipe};
use logic::{Answer, BitVec, PathCondition, Solver, Term};
use proptest::prelude::*;

/// One move of the walk; numbers pick Booleans from the pool.
#[derive(Clone, Debug)]
enum Move {
    Push(u8),
    /// Back to a path seen before.
    Back(u8),
    Check(Vec<u8>),
}

fn moves() -> impl Strategy<Value = Vec<Move>> {
    let one = prop_oneof![
        3 => any::<u8>().prop_map(Move::Push),
        1 => any::<u8>().prop_map(Move::Back),
        4 => prop::collection::vec(any::<u8>(), 0..3).prop_map(Move::Check),
    ];
    prop::collection::vec(one, 1..24)
}

/// A Boolean with the set of assignments that satisfy it.
type Table = (Term, Vec<bool>);

fn tables(pool: &mut Pool) -> Vec<Table> {
    let mut out: Vec<Table> = Vec::new();
    for (t, values) in pool.booleans() {
        let truth: Vec<bool> = values.iter().map(BitVec::is_one).collect();
        let negation = pool.store.not(t);
        out.push((negation, truth.iter().map(|b| !b).collect()));
        out.push((t, truth));
    }
    out
}

fn satisfying<'a>(n: usize, tables: impl Iterator<Item = &'a Table>) -> Vec<bool> {
    tables.fold(vec![true; n], |acc, (_, t)| acc.iter().zip(t).map(|(a, b)| *a && *b).collect())
}

fn walk(recipe: &Recipe, moves: &[Move], mut solver: Solver) -> Result<(), TestCaseError> {
    let mut pool = Pool::exhaustive(recipe);
    let tables = tables(&mut pool);
    if tables.is_empty() {
        return Ok(());
    }
    let n = pool.models.len();
    let pick = |i: &u8| &tables[usize::from(*i) % tables.len()];
    let mut path = PathCondition::new();
    let mut held: Vec<&Table> = Vec::new();
    let mut seen = vec![(path.clone(), held.clone())];
    for m in moves {
        match m {
            Move::Push(i) => {
                let table = pick(i);
                path.push(&pool.store, table.0);
                held.push(table);
                seen.push((path.clone(), held.clone()));
            }
            Move::Back(i) => (path, held) = seen[usize::from(*i) % seen.len()].clone(),
            Move::Check(list) => {
                let asked: Vec<&Table> = list.iter().map(pick).collect();
                let assumptions: Vec<Term> = asked.iter().map(|t| t.0).collect();
                let expected = satisfying(n, held.iter().chain(&asked).copied());
                match solver.check(&mut pool.store, &path, &assumptions) {
                    Answer::Sat(model) => {
                        let at = pool.models.iter().position(|m| {
                            pool.vars.iter().all(|&v| m.eval(&pool.store, v) == model.eval(&pool.store, v))
                        });
                        prop_assert!(expected[at.unwrap()], "the model satisfies the query");
                    }
                    Answer::Unsat(core) => {
                        prop_assert!(!expected.contains(&true), "unsatisfiable by brute force too");
                        let all = path.terms();
                        prop_assert!(core.path.iter().all(|t| all.contains(t)));
                        prop_assert!(core.assumptions.iter().all(|t| assumptions.contains(t)));
                        let inside =
                            |t: &&&Table| core.path.contains(&t.0) || core.assumptions.contains(&t.0);
                        let rest = satisfying(n, held.iter().chain(&asked).filter(inside).copied());
                        prop_assert!(!rest.contains(&true), "the core by itself is unsatisfiable");
                    }
                    Answer::Unknown(reason) => prop_assert!(false, "no limit was set: {reason}"),
                }
            }
        }
    }
    let stats = solver.stats();
    prop_assert_eq!(stats.queries, stats.sat + stats.unsat);
    Ok(())
}

proptest! {
    #![proptest_config(common::config(1500))]

    #[test]
    fn layered_answers_match_brute_force(r in recipe(&[1, 2, 3], 24, 1), m in moves()) {
        walk(&r, &m, Solver::new())?;
    }

    #[test]
    fn plain_answers_match_brute_force(r in recipe(&[1, 2, 3], 16, 1), m in moves()) {
        walk(&r, &m, Solver::plain())?;
    }
}

proptest! {
    #![proptest_config(common::config(150))]

    /// Circuits at machine widths: with the inputs fixed, a term has its value and no other.
    #[test]
    fn circuits_at_machine_widths(r in recipe(&[8, 16, 32, 64], 10, 2)) {
        let mut pool = Pool::build(&r);
        let mut solver = Solver::plain();
        let items: Vec<_> = pool.items.iter().rev().take(3).cloned().collect();
        for (i, model) in pool.models.iter().enumerate() {
            let mut path = PathCondition::new();
            for &v in &pool.vars {
                let value = pool.store.constant(model.eval(&pool.store, v));
                let fixed = pool.store.eq(v, value);
                path.push(&pool.store, fixed);
            }
            for (t, values) in &items {
                let value = pool.store.constant(values[i].clone());
                let (same, other) = (pool.store.eq(*t, value), pool.store.ne(*t, value));
                prop_assert!(solver.check(&mut pool.store, &path, &[same]).is_sat());
                prop_assert!(solver.check(&mut pool.store, &path, &[other]).is_unsat());
            }
        }
    }
}

proptest! {
    #![proptest_config(common::config(300))]

    /// Layers and plain SAT agree on 8-bit paths, where brute force is too slow; hard ones are skipped.
    #[test]
    fn layers_agree_with_plain_sat(r in recipe(&[1, 8, 8], 16, 1), list in prop::collection::vec(any::<u8>(), 1..8)) {
        let mut pool = Pool::build(&r);
        let tables = tables(&mut pool);
        if tables.is_empty() {
            return Ok(());
        }
        let budget = logic::Budget::unlimited().with_work(2000);
        let (mut layered, mut plain) = (Solver::with_budget(budget.clone()), Solver::plain());
        plain.set_budget(budget);
        let mut path = PathCondition::new();
        for i in list {
            let (t, _) = tables[usize::from(i) % tables.len()];
            let (a, b) = (
                layered.check(&mut pool.store, &path, &[t]),
                plain.check(&mut pool.store, &path, &[t]),
            );
            if !matches!(a, Answer::Unknown(_)) && !matches!(b, Answer::Unknown(_)) {
                prop_assert_eq!(a.is_sat(), b.is_sat());
            }
            if a.is_sat() || i % 16 == 0 {
                path.push(&pool.store, t);
            }
        }
    }
}
