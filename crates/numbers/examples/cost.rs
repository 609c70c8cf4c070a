//! What operations cost on a state of fifty variables: `cargo run -p numbers --release --example cost`.
//!
//! The state is that of a program with counters, indices and sizes: each second variable is below its neighbour, each
//! fifth is four times another, all are bounded.

use logic::{Term, TermStore};
use numbers::{Correspondence, Joining, Knowledge, Linear, Numbers, Reading, Value};
use std::hint::black_box;
use std::time::Instant;

const VARIABLES: u32 = 50;

fn node(var: u32) -> Linear<u32> {
    Linear::node(var, Reading::Unsigned)
}

fn state(step: u128) -> Numbers<u32> {
    let mut state = Numbers::new();
    for var in 0..VARIABLES {
        let high = (1 << 20) + u128::from(var) * step;
        state.add(var, Value::unsigned(64, step, high).expect("not empty")).expect("possible");
    }
    for var in (1..VARIABLES).step_by(2) {
        let below = node(var - 1).minus(&node(var)).and_then(|it| it.offset(1)).expect("small");
        state.assume(&below).expect("possible");
    }
    for var in (4..VARIABLES).step_by(5) {
        state.equate(var, 4, var - 2, 0).expect("possible");
    }
    state
}

/// Prints the least time of several batches: other programs on the machine only make it longer.
fn measure<T>(what: &str, times: u32, mut run: impl FnMut() -> T) {
    let mut best = f64::MAX;
    for _ in 0..20 {
        let start = Instant::now();
        for _ in 0..times {
            black_box(run());
        }
        best = best.min(start.elapsed().as_nanos() as f64 / f64::from(times) / 1000.0);
    }
    println!("{what:48} {best:9.2} µs");
}

fn main() {
    let (one, other) = (state(1), state(2));
    println!("{VARIABLES} variables, {} relations, {} bytes a value", one.relations(), size_of::<Value>());
    let question = node(10).minus(&node(11)).expect("small");
    let far = node(10).minus(&node(21)).expect("small");
    measure("clone", 100, || one.clone());
    measure("entailment of a relation, asked again", 100, || one.entails(&question));
    measure("entailment of a relation, first time", 100, || {
        let mut state = one.clone();
        state.refine(48, &Value::unsigned(64, 5, 1 << 19).expect("not empty")).expect("possible");
        state.entails(&question)
    });
    measure("question that stays open", 100, || one.entails(&far));
    measure("clone, assume a relation", 100, || {
        let mut state = one.clone();
        state.assume(&far).expect("possible");
        state
    });
    measure("join", 2, || one.join(&other));
    measure("widen", 2, || one.widen(&other, &[0, 1 << 30]));
    measure("includes", 2, || one.includes(&other));
    measure("forget one variable", 2, || {
        let mut state = one.clone();
        state.forget(11);
        state
    });
    measure("rename", 20, || one.rename(|var| VARIABLES - var));

    let mut store = TermStore::new();
    let vars: Vec<Term> = (0..VARIABLES).map(|it| store.var(&format!("x{it}"), 64)).collect();
    let bound = store.num(64, 1 << 20);
    let four = store.num(64, 4);
    let mut conditions: Vec<Term> = vars.iter().map(|it| store.ult(*it, bound)).collect();
    for pair in vars.chunks(2) {
        conditions.push(store.ult(pair[0], pair[1]));
    }
    for group in vars.chunks(5) {
        let product = store.mul(group[2], four);
        conditions.push(store.eq(group[4], product));
    }
    let known = Knowledge::of(&store, &conditions).expect("possible");
    let end = store.mul(vars[0], four);
    let end = store.add(end, four);
    let size = store.mul(vars[1], four);
    let inside = store.ule(end, size);
    assert_eq!(known.decide(&store, inside), Some(true));
    println!("{} conditions", conditions.len());
    measure("knowledge of all conditions", 2, || Knowledge::of(&store, &conditions));
    measure("decide 4·i + 4 ≤ 4·n", 100, || known.decide(&store, inside));
    let outs: Vec<Term> = (0..8).map(|it| store.var(&format!("out{it}"), 64)).collect();
    let terms: Vec<Correspondence> = outs
        .iter()
        .enumerate()
        .map(|(it, out)| Correspondence { out: *out, sides: [vars[it], vars[it + 8]] })
        .collect();
    measure("join of 8 numbers that differ, to terms", 1, || {
        Knowledge::join(&mut store, [&known, &known], &terms, Joining::Join)
    });
}
