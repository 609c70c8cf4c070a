//! Queries per CPU second on two workloads of 64-bit paths, with all layers and with SAT alone.
//!
//! - **D**, incremental: a path grows; each step computes a value from earlier ones, then asks about both sides of
//!   a branch on it and takes a possible one. One solver follows the path.
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
    let budget = || Budget { conflicts: Some(20_000), ..Budget::default() };
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

fn main() {
    let mut args = std::env::args().skip(1).map(|a| a.parse().expect("a number"));
    let (paths, steps) = (args.next().unwrap_or(20), args.next().unwrap_or(50));
    for (name, fresh) in [("D incremental", false), ("B fresh", true)] {
        for (kind, make) in [("layers", Solver::new as fn() -> Solver), ("SAT only", Solver::plain)] {
            let run = run(paths, steps, fresh, make);
            let rate = run.queries as f64 / run.time.as_secs_f64();
            println!("{name:14} {kind:9} {rate:9.0} queries/s ({} unknown)", run.unknown);
            println!("    {}; {:.1} % without SAT", run.stats, 100.0 * run.stats.without_sat());
        }
    }
}
