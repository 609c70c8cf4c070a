//! The programmer's interface: expressions, assumptions, budgets, derivations.

use chr::{Answer, Budget, Cmp, Exhausted, Expr, Solver, Theories};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn unlimited() -> Budget {
    Budget::unlimited()
}

#[test]
fn many_conditions_under_shared_premises() {
    let mut solver = Solver::new(Theories::all());
    let [x, y, z] = ["x", "y", "z"].map(Expr::var);
    solver.assert(&x.clone().cmp(Cmp::Lt, y.clone())).unwrap();
    solver.assert(&y.clone().cmp(Cmp::Lt, z.clone())).unwrap();
    // Proved: the negation contradicts the premises.
    let refutable = solver.assume(&x.clone().plus(2).cmp(Cmp::Gt, z.clone())).unwrap();
    let possible = solver.assume(&x.clone().plus(2).cmp(Cmp::Ge, z.clone())).unwrap();
    for _ in 0..3 {
        assert_eq!(solver.check_assuming(&[refutable], &unlimited()), Ok(Answer::Unsat));
        assert_eq!(solver.check_assuming(&[possible], &unlimited()), Ok(Answer::Unknown));
        assert_eq!(solver.check_assuming(&[possible, refutable], &unlimited()), Ok(Answer::Unsat));
        assert_eq!(solver.check(&unlimited()), Ok(Answer::Unknown));
    }
    solver.assert(&x.eq(z)).unwrap();
    assert_eq!(solver.check(&unlimited()), Ok(Answer::Unsat));
    assert_eq!(solver.check_assuming(&[possible], &unlimited()), Ok(Answer::Unsat));
}

#[test]
fn failed_assumptions_are_those_that_matter() {
    let mut solver = Solver::new(Theories::all());
    solver.assert_text("p(x)").unwrap();
    let [unrelated, wrong] = ["q(y) /\\ y > 3", "not p(x)"]
        .map(|text| solver.assume(&chr::syntax::parse_goal(text, 1).unwrap()).unwrap());
    assert_eq!(solver.check_assuming(&[unrelated, wrong], &unlimited()), Ok(Answer::Unsat));
    assert_eq!(solver.failed_assumptions(), [wrong]);
}

#[test]
fn the_store_can_be_read() {
    let mut solver = Solver::new(Theories::all());
    solver.assert_text("in(H, p, v) /\\ p > 7 /\\ v = p + 2 /\\ x = 3 /\\ p <= 8").unwrap();
    assert_eq!(solver.check(&unlimited()), Ok(Answer::Unknown));
    assert_eq!((solver.value("p"), solver.value("v"), solver.value("x")), (Some(8), Some(10), Some(3)));
    assert_eq!(solver.value("nobody"), None);
    let facts = solver.facts();
    assert!(facts.iter().any(|f| f.positive && f.name == "in" && f.args == ["H", "p", "v"]), "{facts:?}");
    assert!(solver.store().contains(&"dom(H,p)".to_string()));
}

#[test]
fn large_numbers_are_refused_or_left_open() {
    let mut solver = Solver::new(Theories::all());
    let x = || Expr::var("x");
    for n in [i64::MIN, i64::MAX] {
        assert!(solver.assert(&x().cmp(Cmp::Gt, Expr::int(n))).is_err());
        assert!(solver.assert(&Expr::call("p", [Expr::int(n)])).is_err());
    }
    let large = 1 << 58;
    for factor in [large, -large, 3] {
        let goal = x().times(factor).add(Expr::var("y").times(large - 1)).cmp(Cmp::Gt, Expr::int(large));
        let _ = solver.assert(&goal);
    }
    solver.assert(&x().cmp(Cmp::Ge, Expr::int(large))).unwrap();
    solver.assert(&x().plus(large).eq(Expr::var("z"))).unwrap();
    solver.assert(&Expr::var("z").plus(large).eq(Expr::var("w"))).unwrap();
    assert_ne!(solver.check(&unlimited()), Ok(Answer::Unsat));
}

#[test]
fn a_solver_can_move_to_another_thread() {
    fn movable<T: Send + 'static>() {}
    movable::<Solver>();
}

#[test]
fn types_carry_over_between_goals() {
    let mut solver = Solver::new(Theories::all());
    solver.assert_text("x = \"text\"").unwrap();
    assert!(solver.assert_text("x + 1 = y").is_err());
    solver.assert_text("a \\/ b").unwrap();
    assert!(solver.assert_text("a = 3").is_err());
    assert_eq!(solver.check(&unlimited()), Ok(Answer::Unknown));
}

#[test]
fn a_derivation_names_its_rules() {
    let mut solver = Solver::new(Theories::all());
    solver.explain();
    solver.load_rules("node(p, F) ==> p = 0 \\/ dom(F, p + 1);", "list.chr").unwrap();
    solver.assert_text("sep(H, F, C) /\\ node(xs, F) /\\ xs != 0 /\\ dom(C, xs + 1)").unwrap();
    assert_eq!(solver.check(&unlimited()), Ok(Answer::Unsat));
    let derivation = solver.derivation().unwrap();
    let text = derivation.to_string();
    for expected in ["sep(H,F,C)    [goal]", "[rule list.chr:1]", "[heaps: disjoint]", "xs != 0"] {
        assert!(text.contains(expected), "{expected} is missing in\n{text}");
    }
    assert!(!text.contains("heaps: whole"), "a step that was not needed:\n{text}");
}

#[test]
fn a_search_can_be_stopped() {
    // Pigeons: hard enough to run into any limit.
    let n = 9;
    let mut solver = Solver::new(Theories { eq: true, ..Theories::default() });
    for i in 0..=n {
        let somewhere = (0..n).map(|h| Expr::call("at", [Expr::int(i), Expr::int(h)]));
        solver.assert(&Expr::or(somewhere)).unwrap();
    }
    solver.load_rules("type at(num, num); at(i, h) /\\ at(j, h) ==> i $< j | false;", "pigeons.chr").unwrap();
    let stopped = solver.check(&Budget::unlimited().with_work(500));
    assert_eq!(stopped, Ok(Answer::Stopped(Exhausted::Work)));
    let stopped = solver.check(&Budget::unlimited().within(Duration::from_millis(1)));
    assert_eq!(stopped, Ok(Answer::Stopped(Exhausted::Time)));
    let flag = Arc::new(AtomicBool::new(true));
    let stopped = solver.check(&Budget::unlimited().until(flag));
    assert_eq!(stopped, Ok(Answer::Stopped(Exhausted::Interrupted)));
}

#[test]
fn runs_are_reproducible() {
    let text = || {
        let mut solver = Solver::new(Theories::all());
        solver.explain();
        let goal = "sep(h, a, b) /\\ (dom(a, p) \\/ dom(b, q)) /\\ (p = q \\/ in(h, p, r)) /\\ (r < p \\/ r > q + 3)";
        solver.assert_text(goal).unwrap();
        solver.check(&unlimited()).unwrap();
        (solver.store(), solver.stats())
    };
    assert_eq!(text(), text());
}
