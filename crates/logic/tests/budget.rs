//! Limits are honoured inside the search, and a solver that ran out goes on working.

use logic::{Answer, BitVec, Budget, Exhausted, PathCondition, Solver, Term, TermStore};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How long an answer may take that a limit ends: far more than the limit, because the machine may be busy, and far
/// less than the questions need.
const PATIENCE: Duration = Duration::from_secs(60);

/// Factor the product of two primes near 2^31 without overflow: far beyond a second of search.
fn hard(s: &mut TermStore) -> Vec<Term> {
    let (x, y) = (s.var("x", 64), s.var("y", 64));
    let product = s.mul(x, y);
    let n = s.num(64, 2_147_483_647 * 2_147_483_629);
    let (one, limit) = (s.num(64, 1), s.num(64, 1 << 32));
    vec![s.eq(product, n), s.ult(one, x), s.ult(one, y), s.ult(x, limit), s.ult(y, limit), s.ule(x, y)]
}

fn easy(s: &mut TermStore) -> Term {
    let (p, q) = (s.var("p", 16), s.var("q", 16));
    let product = s.mul(p, q);
    let c = s.num(16, 143);
    s.eq(product, c)
}

fn expect_unknown(budget: Budget) -> (Exhausted, Duration) {
    let mut s = TermStore::new();
    let (hard, easy) = (hard(&mut s), easy(&mut s));
    let mut solver = Solver::with_budget(budget);
    let start = Instant::now();
    let answer = solver.check(&mut s, &PathCondition::new(), &hard);
    let elapsed = start.elapsed();
    let Answer::Unknown(reason) = answer else { panic!("too easy: {answer:?}") };
    assert_eq!(solver.stats().unknown, 1);
    // The same solver answers what it can afford.
    solver.set_budget(Budget::unlimited());
    assert!(solver.check(&mut s, &PathCondition::new(), &[easy]).is_sat());
    (reason, elapsed)
}

#[test]
fn time_per_check() {
    let (reason, elapsed) = expect_unknown(Budget::unlimited().within(Duration::from_millis(100)));
    assert_eq!(reason, Exhausted::Time);
    assert!(elapsed < PATIENCE, "{elapsed:?}");
}

#[test]
fn overall_deadline() {
    let (reason, _) = expect_unknown(Budget::unlimited().within(Duration::ZERO));
    assert_eq!(reason, Exhausted::Time);
}

#[test]
fn conflicts() {
    let (reason, _) = expect_unknown(Budget::unlimited().with_work(200));
    assert_eq!(reason, Exhausted::Work);
}

#[test]
fn memory() {
    let (reason, _) = expect_unknown(Budget::unlimited().with_memory(1 << 20));
    assert_eq!(reason, Exhausted::Memory);
}

#[test]
fn cancelled_from_another_thread() {
    let budget = Budget::unlimited();
    let remote = budget.cancel_flag().clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        remote.store(true, Ordering::Relaxed);
    });
    let (reason, elapsed) = expect_unknown(budget);
    thread.join().unwrap();
    assert_eq!(reason, Exhausted::Interrupted);
    assert!(elapsed < PATIENCE, "{elapsed:?}");
}

#[test]
fn translation_alone_can_run_out() {
    // A thousand 128-bit divisions make millions of clauses before any search.
    let mut s = TermStore::new();
    let mut t = s.var("x", 128);
    for i in 0..1000 {
        let v = s.fresh("v", 128);
        let q = s.udiv(t, v);
        let c = s.num(128, i);
        t = s.xor(q, c);
    }
    let goal = s.constant(BitVec::new(128, 77));
    let goal = s.eq(t, goal);
    let mut solver = Solver::with_budget(Budget::unlimited().within(Duration::from_millis(200)));
    let start = Instant::now();
    let answer = solver.check(&mut s, &PathCondition::new(), &[goal]);
    assert!(matches!(answer, Answer::Unknown(Exhausted::Time)), "{answer:?}");
    assert!(start.elapsed() < PATIENCE);
}

#[test]
fn solvers_move_between_threads() {
    fn sendable<T: Send>(_: T) {}
    sendable(Solver::new());
    sendable(TermStore::new());
    sendable(PathCondition::new());
}
