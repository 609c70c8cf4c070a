//! Soundness of states against all assignments of three variables of few bits, and the lattice laws.

use super::*;
use crate::op::Op;
use crate::word::{mask, signed};
use proptest::prelude::*;

/// The widths of the variables 0, 1 and 2: two that equalities can tie, and a narrower one.
const WIDTHS: [u32; 3] = [3, 3, 2];

type Assignment = [u128; 3];

fn assignments() -> Vec<Assignment> {
    let mut out = Vec::new();
    for a in 0..=mask(WIDTHS[0]) {
        for b in 0..=mask(WIDTHS[1]) {
            out.extend((0..=mask(WIDTHS[2])).map(|c| [a, b, c]));
        }
    }
    out
}

fn read(node: Node<usize>, at: &Assignment) -> i128 {
    match node.reading {
        Reading::Unsigned => at[node.var] as i128,
        Reading::Signed => signed(WIDTHS[node.var], at[node.var]),
    }
}

fn evaluate(expression: &Linear<usize>, at: &Assignment) -> i128 {
    expression.parts.iter().map(|(node, c)| c * read(*node, at)).sum::<i128>() + expression.constant
}

/// Does a state admit an assignment of its variables?
fn admits(state: &Numbers<usize>, at: &Assignment) -> bool {
    state.entries.iter().all(|entry| entry.value.admits(at[entry.var]))
        && state.lines().all(|(var, line)| {
            let told = line.factor.wrapping_mul(at[line.of]).wrapping_add(line.offset);
            told & mask(WIDTHS[var]) == at[var]
        })
        && state.constraints().all(|it| evaluate(&it, at) <= 0)
}

/// One piece of knowledge.
#[derive(Clone, Debug)]
enum Fact {
    Refine(usize, Vec<u128>),
    Equate(u128, u128),
    AtMost(Linear<usize>),
    Zero(Linear<usize>),
    NotZero(Linear<usize>),
}

impl Fact {
    fn holds(&self, at: &Assignment) -> bool {
        match self {
            Fact::Refine(var, words) => words.iter().any(|word| word & mask(WIDTHS[*var]) == at[*var]),
            Fact::Equate(factor, offset) => (factor * at[1] + offset) & mask(3) == at[0],
            Fact::AtMost(it) => evaluate(it, at) <= 0,
            Fact::Zero(it) => evaluate(it, at) == 0,
            Fact::NotZero(it) => evaluate(it, at) != 0,
        }
    }

    fn add_to(&self, state: &mut Numbers<usize>) -> Result<(), Bottom> {
        match self {
            Fact::Refine(var, words) => state.refine(*var, &Value::of(WIDTHS[*var], words).unwrap()),
            Fact::Equate(factor, offset) => state.equate(0, *factor, 1, *offset),
            Fact::AtMost(it) => state.assume(it),
            Fact::Zero(it) => state.assume_zero(it),
            Fact::NotZero(it) => state.assume_not_zero(it),
        }
    }
}

fn expression() -> impl Strategy<Value = Linear<usize>> {
    let part = (0..3usize, prop::bool::ANY, prop::sample::select(vec![-2i128, -1, -1, 1, 1, 2]));
    (prop::collection::vec(part, 1..4), -6i128..6).prop_map(|(parts, constant)| {
        parts.iter().fold(Linear::constant(constant), |sum, (var, is_signed, c)| {
            let reading = if *is_signed { Reading::Signed } else { Reading::Unsigned };
            sum.plus(*c, &Linear::node(*var, reading)).unwrap()
        })
    })
}

fn fact() -> impl Strategy<Value = Fact> {
    prop_oneof![
        (0..3usize, prop::collection::vec(0..8u128, 1..7)).prop_map(|(var, words)| Fact::Refine(var, words)),
        (0..8u128, 0..8u128).prop_map(|(factor, offset)| Fact::Equate(factor, offset)),
        expression().prop_map(Fact::AtMost),
        expression().prop_map(Fact::Zero),
        expression().prop_map(Fact::NotZero),
    ]
}

fn facts() -> impl Strategy<Value = Vec<Fact>> {
    prop::collection::vec(fact(), 0..6)
}

fn all() -> Numbers<usize> {
    let mut state = Numbers::new();
    for (var, width) in WIDTHS.into_iter().enumerate() {
        state.add(var, Value::any(width)).unwrap();
    }
    state
}

/// The state after some facts, if it is possible, and the assignments that satisfy them.
fn build(facts: &[Fact]) -> (Option<Numbers<usize>>, Vec<Assignment>) {
    let mut state = all();
    let exact: Vec<Assignment> =
        assignments().into_iter().filter(|at| facts.iter().all(|fact| fact.holds(at))).collect();
    let result = facts.iter().try_for_each(|fact| fact.add_to(&mut state));
    (result.ok().map(|()| state), exact)
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn states_admit_what_satisfies_the_facts(facts in facts(), question in expression()) {
        let (state, exact) = build(&facts);
        let Some(state) = state else {
            prop_assert!(exact.is_empty(), "a possible state became bottom: {:?}", exact);
            return Ok(());
        };
        for at in &exact {
            prop_assert!(admits(&state, at), "{:?} is lost in {:?}", at, state);
        }
        if let Some(most) = state.upper(&question, &|_| None) {
            prop_assert!(exact.iter().all(|at| evaluate(&question, at) <= most), "upper bound {} in {:?}", most, state);
        }
        if let Some(least) = state.lower(&question, &|_| None) {
            prop_assert!(exact.iter().all(|at| evaluate(&question, at) >= least));
        }
        prop_assert!(state.includes(&state));
    }

    #[test]
    fn joins_cover_both_sides(a in facts(), b in facts(), question in expression()) {
        let ((Some(left), one), (Some(right), other)) = (build(&a), build(&b)) else { return Ok(()) };
        let join = left.join(&right);
        let wide = left.widen(&right, &[-1, 0, 1, 3]);
        for at in one.iter().chain(&other) {
            prop_assert!(admits(&join, at), "{:?} is lost in the join {:?}", at, join);
            prop_assert!(admits(&wide, at), "{:?} is lost in the widening {:?}", at, wide);
        }
        for covered in [&left, &right] {
            prop_assert!(covered.includes(covered));
        }
        if join.includes(&left) {
            prop_assert!(one.iter().all(|at| admits(&join, at)));
        }
        if let Some(most) = join.upper(&question, &|_| None) {
            prop_assert!(one.iter().chain(&other).all(|at| evaluate(&question, at) <= most));
        }
        let narrow = wide.narrow(&join).expect("not empty");
        prop_assert!(one.iter().chain(&other).all(|at| admits(&narrow, at)), "{:?} {:?} {:?}", wide, join, narrow);
        let mut both = left.clone();
        let met = both.meet(&right);
        for at in one.iter().filter(|at| other.contains(at)) {
            prop_assert!(met.is_ok() && admits(&both, at));
        }
        if right.includes(&left) {
            prop_assert!(one.iter().all(|at| admits(&right, at)), "{:?} does not include {:?}", right, left);
        }
    }

    #[test]
    fn forgetting_and_renaming_keep_the_rest(facts in facts(), var in 0..3usize) {
        let (Some(state), exact) = build(&facts) else { return Ok(()) };
        let mut less = state.clone();
        less.forget(var);
        prop_assert!(!less.contains(var) && less.len() == 2);
        for at in &exact {
            prop_assert!(admits(&less, at), "{:?} is lost without {} in {:?}", at, var, less);
        }
        prop_assert_eq!(state.rename(|it| 2 - it).rename(|it| 2 - it), state);
    }

    #[test]
    fn widening_ends(start in facts(), more in prop::collection::vec(facts(), 12)) {
        let (Some(mut state), _) = build(&start) else { return Ok(()) };
        let mut changes = 0;
        for facts in &more {
            let (Some(next), _) = build(facts) else { continue };
            let wide = state.widen(&state.join(&next), &[0, 3]);
            changes += u32::from(wide != state);
            state = wide;
        }
        // The chain goes on with what it ended with.
        for facts in more.iter().chain(&more).chain(&more) {
            let (Some(next), _) = build(facts) else { continue };
            let wide = state.widen(&state.join(&next), &[0, 3]);
            changes += u32::from(wide != state);
            state = wide;
        }
        for facts in &more {
            let (Some(next), _) = build(facts) else { continue };
            prop_assert_eq!(&state.widen(&state.join(&next), &[0, 3]), &state, "no end after {} changes", changes);
        }
    }
}

#[test]
fn sizes_stay_tied_to_counts() {
    let mut sides = Vec::new();
    for n in [1u128, 2] {
        let mut side = Numbers::new();
        side.add("n", Value::exactly(64, n)).unwrap();
        side.add("size", Value::exactly(64, 4 * n)).unwrap();
        side.add("i", Value::exactly(64, n - 1)).unwrap();
        sides.push(side);
    }
    let join = sides[0].join(&sides[1]);
    let mut wide = join.clone();
    // The loop goes on: i and n go up in step, until n is large.
    let mut next = Numbers::new();
    for (name, low, high) in [("n", 1, 1 << 40), ("size", 4, 4 << 40), ("i", 0, 1 << 40)] {
        next.add(name, Value::unsigned(64, low, high).unwrap()).unwrap();
    }
    next.equate("size", 4, "n", 0).unwrap();
    let [i, n] = ["i", "n"].map(|name| Linear::node(name, Reading::Unsigned));
    next.assume(&i.minus(&n).unwrap().offset(1).unwrap()).unwrap();
    wide = wide.widen(&next, &[0, 1 << 40]);
    // 4·i + 4 ≤ size follows from i < n, in this state and in one where n has no bound but that.
    let size = Linear::node("size", Reading::Unsigned);
    let inside = i.times(4).unwrap().offset(4).unwrap().minus(&size).unwrap();
    assert!(next.entails(&inside));
    assert!(wide.told_by("size", "n").is_some(), "{wide:?}");
    assert!(join.entails(&inside), "{join:?}");
}

#[test]
fn wrap_around_breaks_readings_but_no_equality() {
    let mut state = Numbers::new();
    state.add('x', Value::any(8)).unwrap();
    state.add('y', Value::any(8)).unwrap();
    state.equate('y', 1, 'x', 1).unwrap();
    let [x, y] = ['x', 'y'].map(|name| Linear::node(name, Reading::Unsigned));
    let above = x.minus(&y).unwrap().offset(1).unwrap();
    assert!(!state.entails(&above), "255 + 1 is 0");
    state.refine('x', &Value::unsigned(8, 0, 254).unwrap()).unwrap();
    assert!(state.entails(&above));
    assert_eq!(state.line('y'), Some((1, 'x', 1)));
}

#[test]
fn rows_relate_three() {
    let mut state = Numbers::new();
    for name in ["position", "length", "size"] {
        state.add(name, Value::unsigned(32, 0, 1 << 20).unwrap()).unwrap();
    }
    let [position, length, size] =
        ["position", "length", "size"].map(|name| Linear::node(name, Reading::Unsigned));
    let fits = position.plus(1, &length).unwrap().minus(&size).unwrap();
    state.assume(&fits).unwrap();
    assert!(state.entails(&fits) && !state.entails(&fits.offset(1).unwrap()));
    assert!(state.entails(&length.minus(&size).unwrap()));
}

#[test]
fn values_that_cannot_be_are_bottom() {
    let mut state = Numbers::new();
    state.add('x', Value::any(32)).unwrap();
    state.add('y', Value::any(32)).unwrap();
    let [x, y] = ['x', 'y'].map(|name| Linear::node(name, Reading::Signed));
    let less = x.minus(&y).unwrap().offset(1).unwrap();
    let more = y.minus(&x).unwrap().offset(1).unwrap();
    state.assume(&less).unwrap();
    assert_eq!(state.clone().assume(&more), Err(Bottom));
    assert_eq!(state.equate('x', 1, 'y', 0).and_then(|()| state.assume(&less)), Err(Bottom));
    assert_eq!(Op::Add.evaluate(8, 255, 1), 0);
}
