//! Queries per CPU second on three workloads, with all layers and with SAT alone.
//!
//! - **D**, incremental: a path grows; each step computes a value from earlier ones, then asks about both sides of
//!   a branch on it and takes a possible one. One solver follows the path.
//! - **L**, a loop over a buffer, as C programs have it: bounds checks, a byte compared, an accumulated sum.
//! - **B**, fresh: the queries of the same paths, each by a new solver that has seen nothing.
//!
//! Run with `cargo run --release -p logic --example throughput [paths [steps]]`.

use logic::{Answer, Budget, PathCondition, Solver, Stats, Term, TermStore};
use std::time::{Duration, Instant};

/// CPU time of this thread, so that a busy machine does not matter; wall-clock time where the system does not say.
fn now(start: Instant) -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = text.and_then(|t| t.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// A small deterministic generator (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }

    fn pick(&mut self, from: &[Term]) -> Term {
        from[self.below(from.len() as u64) as usize]
    }
}

/// One value of the program: a new variable and the equation that defines it.
fn step(s: &mut TermStore, r: &mut Random, values: &mut Vec<Term>) -> Term {
    let (a, b) = (r.pick(values), r.pick(values));
    let small = r.below(1 << 10);
    let k = s.num(64, small.into());
    let result = match r.below(10) {
        0 | 1 => s.add(a, b),
        2 => s.sub(a, b),
        3 => s.add(a, k),
        4 => s.mul(a, k),
        5 => s.and(a, k),
        6 => s.xor(a, b),
        7 => {
            let by = s.num(64, u128::from(small % 64));
            s.lshr(a, by)
        }
        8 => {
            let low = s.extract(a, 0, 32);
            s.sext(low, 64)
        }
        _ => {
            let by = s.num(64, 63);
            let amount = s.and(b, by);
            s.shl(a, amount)
        }
    };
    let fresh = s.fresh("v", 64);
    values.push(fresh);
    s.eq(fresh, result)
}

fn condition(s: &mut TermStore, r: &mut Random, values: &[Term]) -> Term {
    let recent = &values[values.len().saturating_sub(6)..];
    let a = r.pick(recent);
    let b = if r.below(2) == 0 { r.pick(values) } else { s.num(64, r.below(1 << 16).into()) };
    match r.below(4) {
        0 => s.ult(a, b),
        1 => s.slt(a, b),
        2 => s.eq(a, b),
        _ => s.ule(b, a),
    }
}

struct Run {
    queries: u64,
    unknown: u64,
    time: Duration,
    stats: Stats,
}

/// Explores `paths` paths; `fresh` asks every query with a new solver.
fn run(paths: u64, steps: u64, fresh: bool, make: fn() -> Solver) -> Run {
    let budget = || Budget::unlimited().with_work(20_000);
    let mut out = Run { queries: 0, unknown: 0, time: Duration::ZERO, stats: Stats::default() };
    let clock = Instant::now();
    let start = now(clock);
    for p in 0..paths {
        let mut r = Random(0x9e37_79b9_7f4a_7c15 ^ (p + 1));
        let mut s = TermStore::new();
        let mut values: Vec<Term> = (0..6).map(|i| s.var(&format!("in{i}"), 64)).collect();
        let mut path = PathCondition::new();
        let mut solver = make();
        solver.set_budget(budget());
        for _ in 0..steps {
            let equation = step(&mut s, &mut r, &mut values);
            path.push(&s, equation);
            let yes = condition(&mut s, &mut r, &values);
            let no = s.not(yes);
            let mut taken = None;
            for side in [yes, no] {
                if fresh {
                    out.stats.merge(solver.stats());
                    solver = make();
                    solver.set_budget(budget());
                }
                let answer = solver.check(&mut s, &path, &[side]);
                out.queries += 1;
                match answer {
                    Answer::Sat(_) => taken = taken.filter(|_| r.below(2) == 0).or(Some(side)),
                    Answer::Unsat(_) => {}
                    Answer::Unknown(_) => out.unknown += 1,
                }
            }
            path.push(&s, taken.unwrap_or(s.truth()));
        }
        out.stats.merge(solver.stats());
    }
    out.time = now(clock) - start;
    out
}

/// `for (i = 0; i < n; i++) { k = idx[i]; if (k >= n) break; if (buf[k] == c) sum += buf[k]; }` for `n ≤ 64`.
fn run_loop(paths: u64, steps: u64, make: fn() -> Solver) -> Run {
    let mut out = Run { queries: 0, unknown: 0, time: Duration::ZERO, stats: Stats::default() };
    let clock = Instant::now();
    let start = now(clock);
    for _ in 0..paths {
        let mut s = TermStore::new();
        let mut solver = make();
        let (n, c) = (s.var("n", 32), s.var("c", 8));
        let (limit, size, four) = (s.num(32, 64), s.num(64, 256), s.num(64, 4));
        let small = s.ule(n, limit);
        let mut path = PathCondition::new().and(&s, small);
        let mut sum = s.zero(32);
        let mut ask = |s: &mut TermStore, path: &PathCondition, t: Term| {
            out.queries += 1;
            let answer = solver.check(s, path, &[t]);
            out.unknown += u64::from(matches!(answer, Answer::Unknown(_)));
            answer.is_sat()
        };
        for i in 0..steps.min(64) {
            let at = s.num(32, i.into());
            let goes_on = s.ult(at, n);
            let ends = s.not(goes_on);
            ask(&mut s, &path, ends);
            if !ask(&mut s, &path, goes_on) {
                break;
            }
            path.push(&s, goes_on);
            let k = s.fresh("k", 32);
            let inside = s.ult(k, n);
            let outside = s.not(inside);
            ask(&mut s, &path, outside);
            ask(&mut s, &path, inside);
            path.push(&s, inside);
            // The access to four bytes at 4·k stays below the size of the buffer.
            let wide = s.zext(k, 64);
            let offset = s.mul(wide, four);
            let end = s.add(offset, four);
            let beyond = s.ult(size, end);
            assert!(!ask(&mut s, &path, beyond), "the access is in bounds");
            let byte = s.fresh("byte", 8);
            let (same, other) = (s.eq(byte, c), s.ne(byte, c));
            ask(&mut s, &path, other);
            ask(&mut s, &path, same);
            let taken = if i % 3 == 0 { same } else { other };
            path.push(&s, taken);
            let value = s.zext(byte, 32);
            sum = s.add(sum, value);
            let zero = s.zero(32);
            let negative = s.slt(sum, zero);
            assert!(!ask(&mut s, &path, negative), "the sum stays small");
        }
        out.stats.merge(solver.stats());
    }
    out.time = now(clock) - start;
    out
}

fn print(name: &str, kind: &str, run: &Run) {
    let rate = run.queries as f64 / run.time.as_secs_f64();
    println!("{name:14} {kind:9} {rate:9.0} queries/s ({} unknown)", run.unknown);
    println!("    {}; {:.1} % without SAT", run.stats, 100.0 * run.stats.without_sat());
}

fn main() {
    let mut args = std::env::args().skip(1).map(|a| a.parse().expect("a number"));
    let (paths, steps) = (args.next().unwrap_or(20), args.next().unwrap_or(50));
    let kinds = [("layers", Solver::new as fn() -> Solver), ("SAT only", Solver::plain)];
    for (kind, make) in kinds {
        print("D incremental", kind, &run(paths, steps, false, make));
    }
    for (kind, make) in kinds {
        print("L loop", kind, &run_loop(paths, steps, make));
    }
    for (kind, make) in kinds {
        print("B fresh", kind, &run(paths, steps, true, make));
    }
}
