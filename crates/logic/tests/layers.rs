//! Each layer answers what it is there for, so a broken layer shows even though SAT would cover for it.

use logic::{Answer, Layer, PathCondition, Solver, Term, TermStore};

struct Bench {
    s: TermStore,
    solver: Solver,
    path: PathCondition,
}

impl Bench {
    fn new() -> Self {
        Bench { s: TermStore::new(), solver: Solver::new(), path: PathCondition::new() }
    }

    fn assume(&mut self, t: Term) {
        self.path.push(&self.s, t);
    }

    /// Asks, and names the layer that answered.
    fn ask(&mut self, t: Term) -> (Answer, Layer) {
        let before = *self.solver.stats();
        let answer = self.solver.check(&mut self.s, &self.path, &[t]);
        let after = self.solver.stats();
        let layer = Layer::ALL.into_iter().find(|&l| after.answered_by(l) > before.answered_by(l));
        (answer, layer.expect("some layer answered"))
    }

    fn unsat(&mut self, t: Term) -> Layer {
        let (answer, layer) = self.ask(t);
        assert!(answer.is_unsat(), "{answer:?}");
        layer
    }

    fn sat(&mut self, t: Term) -> Layer {
        let (answer, layer) = self.ask(t);
        assert!(answer.is_sat(), "{answer:?}");
        layer
    }
}

#[test]
fn equalities_are_substituted() {
    let mut b = Bench::new();
    let (x, y, z) = (b.s.var("x", 32), b.s.var("y", 32), b.s.var("z", 32));
    let (c1, c2) = (b.s.num(32, 1), b.s.num(32, 2));
    let (x1, y1) = (b.s.add(x, c1), b.s.add(y, c1));
    let (first, second) = (b.s.eq(y, x1), b.s.eq(z, y1));
    b.assume(first);
    b.assume(second);
    let x2 = b.s.add(x, c2);
    let different = b.s.ne(z, x2);
    let (answer, layer) = b.ask(different);
    assert_eq!(layer, Layer::Simplify);
    let Answer::Unsat(core) = answer else { panic!("z = x + 2") };
    assert_eq!(core.path, vec![first, second]);
}

#[test]
fn asserted_and_denied_verbatim() {
    let mut b = Bench::new();
    let (x, y) = (b.s.var("x", 32), b.s.var("y", 32));
    let product = b.s.mul(x, y);
    let odd = b.s.extract(product, 0, 1);
    let below = b.s.ult(x, product);
    b.assume(below);
    b.assume(odd);
    let not_below = b.s.not(below);
    assert_eq!(b.unsat(not_below), Layer::Simplify);
}

#[test]
fn intervals_decide() {
    let mut b = Bench::new();
    let (i, n) = (b.s.var("i", 64), b.s.var("n", 64));
    let (ten, hundred) = (b.s.num(64, 10), b.s.num(64, 100));
    let (p, q) = (b.s.ult(i, n), b.s.ule(n, ten));
    b.assume(q);
    b.assume(p);
    let beyond = b.s.ule(hundred, i);
    assert_eq!(b.unsat(beyond), Layer::Facts);
    // i < n excludes n ≤ i and i = n without any arithmetic.
    let (at, equal) = (b.s.ult(n, i), b.s.eq(i, n));
    assert_eq!(b.unsat(at), Layer::Facts);
    assert_eq!(b.unsat(equal), Layer::Facts);
}

#[test]
fn guesses_and_old_models_answer_most_branches() {
    let mut b = Bench::new();
    let (i, n) = (b.s.var("i", 32), b.s.var("n", 32));
    let five = b.s.num(32, 5);
    let large = b.s.ult(five, n);
    assert_eq!(b.sat(large), Layer::Guess);
    b.assume(large);
    let less = b.s.ult(i, n);
    assert_eq!(b.sat(less), Layer::Model);
}

#[test]
fn repeated_questions_come_from_the_cache() {
    let mut b = Bench::new();
    let (x, y) = (b.s.var("x", 16), b.s.var("y", 16));
    // x² is 0, 1, 4 or 1 modulo 8, never 3: no interval says so.
    let square = b.s.mul(x, x);
    let low = b.s.extract(square, 0, 3);
    let three = b.s.num(3, 3);
    let impossible = b.s.eq(low, three);
    assert_eq!(b.unsat(impossible), Layer::Sat);
    assert_eq!(b.unsat(impossible), Layer::Cache);
    // Also with more around it, and on another path.
    let other = b.s.ult(y, square);
    b.assume(other);
    assert_eq!(b.unsat(impossible), Layer::Cache);
}

#[test]
fn refuted_paths_stay_refuted() {
    let mut b = Bench::new();
    let (x, y) = (b.s.var("x", 16), b.s.var("y", 16));
    let (three, nine) = (b.s.num(16, 3), b.s.num(16, 9));
    let (low, high) = (b.s.ult(x, three), b.s.ult(nine, x));
    let side = b.s.ult(y, nine);
    b.assume(side);
    b.assume(low);
    let good = b.path.clone();
    b.assume(high);
    let (answer, layer) = b.ask(side);
    assert_eq!(layer, Layer::Path);
    let Answer::Unsat(core) = answer else { panic!("x < 3 and x > 9") };
    assert_eq!((core.path, core.assumptions), (vec![low, high], vec![]));
    b.path = good;
    assert!(b.ask(side).0.is_sat());
}

#[test]
fn only_the_connected_part_of_the_path_is_in_a_core() {
    let mut b = Bench::new();
    let mut conditions = Vec::new();
    for k in 0..20 {
        let (x, y) = (b.s.fresh("x", 16), b.s.fresh("y", 16));
        let product = b.s.mul(x, y);
        let c = b.s.num(16, 77 + k);
        let t = b.s.eq(product, c);
        conditions.push((t, x, y));
        b.assume(t);
    }
    let (t, x, y) = conditions[7];
    // x·y = 84 with both even and neither a multiple of 4 … has the solution 2·42; forbid it by parity of x.
    let (x0, y0) = (b.s.extract(x, 0, 2), b.s.extract(y, 0, 2));
    let zero = b.s.zero(2);
    let (p, q) = (b.s.eq(x0, zero), b.s.eq(y0, zero));
    let both = b.s.and(p, q);
    let (answer, layer) = b.ask(both);
    assert_eq!(layer, Layer::Sat);
    let Answer::Unsat(core) = answer else { panic!("16 does not divide 84") };
    assert_eq!((core.path, core.assumptions), (vec![t], vec![both]));
}

#[test]
fn values_that_a_path_fixes() {
    let mut b = Bench::new();
    let (x, y) = (b.s.var("x", 32), b.s.var("y", 32));
    let (c7, c8) = (b.s.num(32, 7), b.s.num(32, 8));
    let (low, high) = (b.s.ult(x, c8), b.s.ule(c7, x));
    b.assume(low);
    b.assume(high);
    let sum = b.s.add(x, c8);
    let value = b.solver.unique_value(&mut b.s, &b.path, sum).unwrap();
    assert_eq!(value.and_then(|v| v.to_u64()), Some(15));
    assert_eq!(b.solver.unique_value(&mut b.s, &b.path, y), Ok(None));
    assert_eq!(b.solver.entails(&mut b.s, &b.path, low), Some(true));
}

#[test]
#[should_panic(expected = "one store")]
fn a_solver_serves_one_store() {
    let mut b = Bench::new();
    let t = b.s.truth();
    b.sat(t);
    let mut other = TermStore::new();
    let t = other.truth();
    b.solver.check(&mut other, &PathCondition::new(), &[t]);
}
