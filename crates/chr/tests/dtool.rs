//! Verification conditions of linked data structures, as the modular analysis will pose them:
//! the examples of sections 3 and 4 of the shape-neutral analysis paper.

use chr::{Answer, Budget, Solver, Theories};

/// The data-structure solver for `struct list_node { int val; list_node *next; }`.
const LIST: &str = r"
    closed(V, N) /\ in(N, _, v) ==> node(v, V, N);
    node(p, V, N) ==> p = 0 \/ (dom(V, p) /\ dom(N, p + 1));
    not node(p, V, N) --> p != 0 /\ (not dom(V, p) \/ not dom(N, p + 1));
    not closed(V, N) --> in(N, s, t) /\ t != 0 /\ (not dom(V, t) \/ not dom(N, t + 1));
";

/// No memory is mapped on the first page.
const NULL_PAGE: &str = "dom(H, p) ==> p > 4096;";

fn solve(rules: &[&str], goal: &str) -> Answer {
    let mut solver = Solver::new(Theories::all());
    for text in rules {
        solver.load_rules(text, "list.chr").unwrap();
    }
    solver.assert_text(goal).unwrap();
    solver.check(&Budget::unlimited()).unwrap()
}

const BEFORE: &str = r"sep(H, V, N, C) /\ closed(V, N) /\ node(xs, V, N)";

#[test]
fn reading_a_field_stays_in_the_footprint() {
    let unsafe_read = format!(r"{BEFORE} /\ dom(C, xs + 1)");
    assert_eq!(solve(&[LIST, NULL_PAGE], &unsafe_read), Answer::Unsat);
    assert_eq!(solve(&[LIST], &format!(r"{unsafe_read} /\ xs != 0")), Answer::Unsat);
    // As printed in Figure 4, nothing rules out that xs is null and 1 is mapped.
    assert_eq!(solve(&[LIST], &unsafe_read), Answer::Unknown);
    // An array-like access is not covered.
    assert_eq!(solve(&[LIST, NULL_PAGE], &format!(r"{BEFORE} /\ dom(C, xs + 3)")), Answer::Unknown);
}

#[test]
fn following_a_link_gives_a_node() {
    let next = format!(r"{BEFORE} /\ xs != 0 /\ access(H, xs + 1, ys)");
    assert_eq!(solve(&[LIST], &format!(r"{next} /\ not node(ys, V, N)")), Answer::Unsat);
    assert_eq!(
        solve(&[LIST], &format!(r"{next} /\ access(H, ys + 1, zs) /\ ys != 0 /\ not node(zs, V, N)")),
        Answer::Unsat
    );
    // A value field may hold anything.
    let value = format!(r"{BEFORE} /\ xs != 0 /\ access(H, xs, v) /\ not node(v, V, N)");
    assert_eq!(solve(&[LIST], &value), Answer::Unknown);
}

/// The new field heaps: the new heap restricted to the old domains.
const AFTER: &str =
    r"sub(V1, H1) /\ domsub(V, V1) /\ domsub(V1, V) /\ sub(N1, H1) /\ domsub(N, N1) /\ domsub(N1, N)";

#[test]
fn stores_preserve_integrity_or_are_refused() {
    let store = |address: &str, value: &str| {
        format!(r"{BEFORE} /\ node(ys, V, N) /\ xs != 0 /\ assign(H1, H, {address}, {value}) /\ {AFTER}")
    };
    let broken = r"(not sep(H1, V1, N1, C) \/ not closed(V1, N1) \/ not node(xs, V1, N1))";
    assert_eq!(solve(&[LIST], &format!(r"{} /\ {broken}", store("xs + 1", "ys"))), Answer::Unsat);
    assert_eq!(solve(&[LIST], &format!(r"{} /\ {broken}", store("xs + 1", "0"))), Answer::Unsat);
    assert_eq!(solve(&[LIST], &format!(r"{} /\ {broken}", store("xs", "17"))), Answer::Unsat);
    // An interior pointer, an unknown integer, and an address beyond the node.
    assert_eq!(solve(&[LIST], &format!(r"{} /\ {broken}", store("xs + 1", "xs + 1"))), Answer::Unknown);
    assert_eq!(solve(&[LIST], &format!(r"{} /\ {broken}", store("xs + 1", "i"))), Answer::Unknown);
    assert_eq!(solve(&[LIST], &format!(r"{} /\ {broken}", store("xs + 2", "ys"))), Answer::Unknown);
    // The premises are not contradictory by themselves.
    assert_eq!(solve(&[LIST], &store("xs + 1", "ys")), Answer::Unknown);
}

#[test]
fn a_new_node_can_be_linked_in() {
    // p = malloc(2); p->val = 0; p->next = xs
    let fresh = format!(
        r"{BEFORE} /\ p != 0 /\ alloc(A, H, p, u) /\ alloc(B, A, p + 1, w) /\ assign(D, B, p, 0) /\ assign(H1, D, p + 1, xs)
          /\ sub(V1, H1) /\ domsub(V, V1) /\ dom(V1, p) /\ alloc(VV, V, p, u) /\ domsub(V1, VV)
          /\ sub(N1, H1) /\ domsub(N, N1) /\ dom(N1, p + 1) /\ alloc(NN, N, p + 1, w) /\ domsub(N1, NN)"
    )
    .replace('\n', " ");
    assert_eq!(solve(&[LIST], &fresh), Answer::Unknown);
    for post in ["closed(V1, N1)", "node(p, V1, N1)", "node(xs, V1, N1)", "sep(H1, V1, N1, C)"] {
        assert_eq!(solve(&[LIST], &format!(r"{fresh} /\ not {post}")), Answer::Unsat, "{post}");
    }
    // Without initialising the link, the structure is not closed.
    let uninitialised = fresh.replace(r"assign(H1, D, p + 1, xs)", "eq(H1, D)");
    assert_eq!(solve(&[LIST], &format!(r"{uninitialised} /\ not closed(V1, N1)")), Answer::Unknown);
}
