//! How the solver scales with the number of fields of a struct.
//!
//! The condition is that of the statement `xs->f = ys` for a node type with k pointer fields
//! (sections 3 and 4 of the shape-neutral analysis paper): if the footprint was a closed data
//! structure before, it is one after. The heap is partitioned by field in one n-ary `sep`,
//! addresses are base+offset terms, and the negated postcondition is solved conjunct by conjunct
//! under shared premises. The witnesses for the new field heaps are the restrictions of the new
//! heap to the old domains.
//!
//! Usage: `cargo run --release -p chr --example store_condition [K…]`

use chr::{Answer, Budget, Expr, Solver, Theories};
use std::time::Instant;

/// `F1, .., Fk`, with a suffix.
fn fields(k: usize, suffix: &str) -> Vec<String> {
    (1..=k).map(|i| format!("F{i}{suffix}")).collect()
}

/// The rules of the data-structure solver for one node type with k pointer fields.
pub fn rules(k: usize) -> String {
    let f = fields(k, "").join(", ");
    let mut text = String::new();
    for i in 1..=k {
        text.push_str(&format!("closed({f}) /\\ in(F{i}, _, v) ==> node(v, {f});\n"));
    }
    let cells: Vec<String> = (1..=k).map(|i| format!("dom(F{i}, p + {})", i - 1)).collect();
    text.push_str(&format!("node(p, {f}) ==> p = 0 \\/ ({});\n", cells.join(" /\\ ")));
    let missing: Vec<String> = (1..=k).map(|i| format!("not dom(F{i}, p + {})", i - 1)).collect();
    text.push_str(&format!("not node(p, {f}) --> p != 0 /\\ ({});\n", missing.join(" \\/ ")));
    let dangling: Vec<String> = (1..=k)
        .map(|i| {
            format!("(in(F{i}, s, t) /\\ t != 0 /\\ ({}))", missing.join(" \\/ ").replace("p + ", "t + "))
        })
        .collect();
    text.push_str(&format!("not closed({f}) --> {};\n", dangling.join(" \\/ ")));
    text
}

/// The premises: the state before, the store, and the witnesses for the state after. With `valid`
/// false, the stored value is not known to be a node.
pub fn premises(k: usize, valid: bool) -> String {
    let f = fields(k, "").join(", ");
    let mut parts = vec![
        format!("sep(H0, {f}, Cxt)"),
        format!("closed({f})"),
        format!("node(xs, {f})"),
        "xs != 0".to_string(),
        format!("assign(H, H0, xs + {}, ys)", k / 2),
    ];
    if valid {
        parts.push(format!("node(ys, {f})"));
    }
    for i in 1..=k {
        parts.push(format!("sub(F{i}n, H) /\\ domsub(F{i}, F{i}n) /\\ domsub(F{i}n, F{i})"));
    }
    parts.join(" /\\ ")
}

/// The negated conjuncts of the postcondition, each to be refuted.
pub fn negated_posts(k: usize) -> Vec<String> {
    let g = fields(k, "n").join(", ");
    vec![format!("not sep(H, {g}, Cxt)"), format!("not closed({g})"), format!("not node(xs, {g})")]
}

/// A solver that holds the premises.
pub fn prepared(k: usize, valid: bool) -> Solver {
    let mut solver = Solver::new(Theories::all());
    solver.load_rules(&rules(k), "fields.chr").expect("the generated rules are fine");
    solver.assert_text(&premises(k, valid)).expect("the generated premises are fine");
    solver
}

/// The answers for the conjuncts of the postcondition, one by one.
pub fn solve(solver: &mut Solver, k: usize) -> Vec<Answer> {
    negated_posts(k)
        .iter()
        .map(|post| {
            let post: Expr = chr::syntax::parse_goal(post, 1).expect("the generated goal is fine");
            let assumption = solver.assume(&post).expect("the generated goal is fine");
            solver.check_assuming(&[assumption], &Budget::unlimited()).expect("no errors while solving")
        })
        .collect()
}

#[allow(dead_code)]
fn main() {
    let given: Vec<usize> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let sizes = if given.is_empty() { vec![2, 3, 4, 6, 8, 12, 16, 24, 32] } else { given };
    println!("{:>4} {:>12} {:>12}  answers", "k", "split", "monolithic");
    for k in sizes {
        let begin = Instant::now();
        let answers = solve(&mut prepared(k, true), k);
        let split = begin.elapsed();
        let begin = Instant::now();
        let mut whole = prepared(k, true);
        whole.assert_text(&negated_posts(k).join(" \\/ ")).expect("the generated goal is fine");
        let answer = whole.check(&Budget::unlimited()).expect("no errors while solving");
        println!("{k:>4} {:>9.1} ms {:>9.1} ms  {answers:?} {answer:?}", ms(split), ms(begin.elapsed()));
    }
}

#[allow(dead_code)]
fn ms(d: std::time::Duration) -> f64 {
    d.as_secs_f64() * 1000.0
}
