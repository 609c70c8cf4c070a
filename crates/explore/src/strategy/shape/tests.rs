//! Tests of the analysis on small states made by hand: what joins keep and forget, that they come to an end, which
//! relations are found, what is folded, and that looking ahead leaves no trace.

use super::calls::Calls;
use super::heads::Heads;
use super::literals::Literals;
use super::{Analysis, Known};
use crate::context::{Context, Precision};
use crate::state::{Moving, State};
use crate::steps::Next;
use crate::strategy::Strategy;
use crate::strategy::seen::Seen;
use crate::strategy::shape::{Flags, Kinds, Settings, ShapeStrategy};
use crate::transfer::{AllocCheck, Possible, Transfer};
use engine::{Budget, Malloc, Task};
use heap::{Fill, New, Pointer, Rights, Shape};
use ir::{BlockId, PropertySet, ValueId};
use logic::Term;

/// A function with a loop that sets three numbers and two pointers; it is left when the first number is 100.
const PROGRAM: &str = "\
target 64
func @main() -> i32 {
bb0:
  jump bb1
bb1:
  %i.0: i64 = phi [bb0: 0, bb2: %i.0]
  %j.1: i64 = phi [bb0: 0, bb2: %j.1]
  %k.2: i64 = phi [bb0: 0, bb2: %k.2]
  %p.3: ptr = phi [bb0: null, bb2: %p.3]
  %q.4: ptr = phi [bb0: null, bb2: %q.4]
  %more.5 = cmp ne %i.0, i64 100
  branch %more.5, bb2, bb3
bb2:
  jump bb1
bb3:
  return 0
}
";

const I: usize = 0;
const J: usize = 1;
const P: usize = 3;
const Q: usize = 4;

/// Runs a test at the head of the loop, with all numbers zero and all pointers null.
fn at_loop_head(test: impl FnOnce(&mut Analysis<'_, '_>, Moving)) {
    let program = ir::parse(PROGRAM).unwrap_or_else(|error| panic!("{error}"));
    let entry = program.find_function("main").expect("there is a main");
    let task = Task { program: &program, entry, properties: PropertySet::default(), malloc: Malloc::Ok };
    let budget = Budget::unlimited();
    let precision: Precision = ShapeStrategy::new(&program, Settings::default()).precision();
    let context = Context::new(&task, &budget, AllocCheck::Default, precision);
    let mut transfer = Transfer::new(context, &budget);
    let mut known = Known {
        heads: Heads::default(),
        merges: Default::default(),
        literals: Literals::new(&program),
        calls: Calls::default(),
        seen: Seen::default(),
        kinds: Kinds::default(),
        flags: Flags::Apart,
        tested: None,
        indexes_addresses: false,
        indexes: Vec::new(),
        strides: Default::default(),
        max_heap: None,
        counts: false,
        ranges: false,
    };
    let mut state = transfer.initial_state();
    loop {
        let next = transfer.step(state).take_next().next().expect("the program comes to its loop");
        state = match next {
            Next::Arrives(state, edge) if edge.to == BlockId::new(1) => {
                break test_at(
                    &mut Analysis { transfer: &mut transfer, known: &mut known, later: Vec::new() },
                    state,
                    test,
                );
            }
            Next::Goes(state) | Next::Waits(state) | Next::Arrives(state, _) => state,
            Next::Enters(_) | Next::Leaves(..) | Next::Exits(_) => panic!("nothing is called"),
        };
    }
}

fn test_at(analysis: &mut Analysis<'_, '_>, state: Moving, test: impl FnOnce(&mut Analysis<'_, '_>, Moving)) {
    test(analysis, state);
}

/// The state with another value.
fn with(mut state: Moving, value: usize, term: Term) -> Moving {
    state.set(ValueId::new(value), term);
    state
}

fn number(analysis: &mut Analysis<'_, '_>, value: u64) -> Term {
    analysis.transfer.symbols.size(value)
}

/// The state with another number.
fn with_number(analysis: &mut Analysis<'_, '_>, state: Moving, value: usize, number: u64) -> Moving {
    let term = analysis.transfer.symbols.size(number);
    with(state, value, term)
}

fn value(state: &Moving, value: usize) -> Term {
    state.top().value(ValueId::new(value))
}

/// The address of a new block of 16 bytes that holds a pointer at offset 8.
fn node(analysis: &mut Analysis<'_, '_>, state: &mut Moving, next: Term) -> Term {
    let kind = state.heap.next_block();
    let symbols = &mut analysis.transfer.symbols;
    let new = New {
        kind,
        size: symbols.size(16),
        align: 16,
        fill: Fill::Unknown,
        alive: true,
        rights: Rights::Write,
        place: None,
    };
    let id = state.heap.create(symbols, new);
    state.heap.write(id, 8, 8, next);
    state.live_blocks += 1;
    state.heap.object(id).base
}

/// A list of so many nodes, at `p`.
fn with_list(analysis: &mut Analysis<'_, '_>, mut state: Moving, nodes: usize) -> Moving {
    let mut first = analysis.transfer.symbols.null();
    for _ in 0..nodes {
        first = node(analysis, &mut state, first);
    }
    with(state, P, first)
}

fn holds(analysis: &mut Analysis<'_, '_>, state: &Moving, condition: Term) -> bool {
    let negation = analysis.transfer.symbols.store.not(condition);
    analysis.transfer.can(state, negation) == Possible::No
}

/// The state that covers two.
fn joined(analysis: &mut Analysis<'_, '_>, left: &State, right: &State, joins: u32) -> Moving {
    let joint = analysis.join_states(left, right, joins).expect("the states fit");
    analysis.complete(joint)
}

#[test]
fn a_state_covers_itself() {
    at_loop_head(|analysis, state| {
        let state = with_list(analysis, state, 2);
        let joint = analysis.join_states(&state, &state, 0).expect("equal states fit");
        assert!(!joint.left_lost && !joint.right_lost);
        assert!(joint.numbers.is_empty());
    });
}

#[test]
fn numbers_that_differ_become_a_variable_between_them() {
    at_loop_head(|analysis, state| {
        let left = with_number(analysis, state.clone(), I, 20);
        let right = with_number(analysis, state, I, 60);
        let joint = analysis.join_states(&left, &right, 0).expect("numbers do not keep states apart");
        assert!(joint.left_lost && joint.right_lost);
        let joint = analysis.complete(joint);
        let joined = value(&joint, I);
        assert!(analysis.transfer.symbols.store.as_var(joined).is_some());
        let (low, high) = (number(analysis, 20), number(analysis, 60));
        let above = analysis.transfer.symbols.store.ule(low, joined);
        let below = analysis.transfer.symbols.store.ule(joined, high);
        assert!(holds(analysis, &joint, above) && holds(analysis, &joint, below));
        let middle = number(analysis, 40);
        let is_middle = analysis.transfer.symbols.store.eq(joined, middle);
        assert_eq!(analysis.transfer.can(&joint, is_middle), Possible::Yes);
    });
}

#[test]
fn a_joint_state_covers_both_sides() {
    at_loop_head(|analysis, state| {
        let left = with_number(analysis, state.clone(), I, 20);
        let right = with_number(analysis, state, I, 60);
        let joint = joined(analysis, &left, &right, 0);
        for side in [left, right] {
            let again = analysis.join_states(&joint, &side, 0).expect("a covered state fits");
            assert!(!again.left_lost, "nothing is lost of a state that covers the other");
        }
    });
}

#[test]
fn widening_ends() {
    at_loop_head(|analysis, state| {
        let mut known = with_number(analysis, state.clone(), I, 0);
        for round in 1..100 {
            let next = with_number(analysis, state.clone(), I, round * 1000);
            let joint = analysis.join_states(&known, &next, round as u32).expect("numbers fit");
            if !joint.left_lost {
                return;
            }
            known = analysis.complete(joint);
        }
        panic!("each join was still more general than the one before");
    });
}

#[test]
fn what_both_sides_assume_is_kept() {
    at_loop_head(|analysis, state| {
        let store = &mut analysis.transfer.symbols.store;
        let any = store.var("n/64", 64);
        let bound = store.num(64, 7);
        let is_small = store.ult(any, bound);
        let mut left = with(state, I, any);
        left.path.push(&analysis.transfer.symbols.store, is_small);
        let right = with_number(analysis, left.clone(), J, 50);
        let joint = joined(analysis, &left, &right, 0);
        assert!(holds(analysis, &joint, is_small));
    });
}

#[test]
fn numbers_on_a_line_stay_on_it() {
    at_loop_head(|analysis, state| {
        // Two counters that go in step, at some distance.
        let mut sides = Vec::new();
        for round in [3, 40] {
            let side = with_number(analysis, state.clone(), I, round);
            sides.push(with_number(analysis, side, J, round + 5));
        }
        let joint = joined(analysis, &sides[0], &sides[1], 0);
        let (i, j) = (value(&joint, I), value(&joint, J));
        let five = number(analysis, 5);
        let sum = analysis.transfer.symbols.store.add(i, five);
        let is_line = analysis.transfer.symbols.store.eq(j, sum);
        assert!(holds(analysis, &joint, is_line));
    });
}

#[test]
fn no_relation_is_found_that_one_side_refutes() {
    at_loop_head(|analysis, state| {
        let left = with_number(analysis, state.clone(), I, 3);
        let left = with_number(analysis, left, J, 8);
        let right = with_number(analysis, state, I, 40);
        let right = with_number(analysis, right, J, 2);
        let joint = joined(analysis, &left, &right, 0);
        let (i, j) = (value(&joint, I), value(&joint, J));
        let below = analysis.transfer.symbols.store.ule(i, j);
        assert_eq!(analysis.transfer.can(&joint, below), Possible::Yes);
        let above = analysis.transfer.symbols.store.ult(j, i);
        assert_eq!(analysis.transfer.can(&joint, above), Possible::Yes);
    });
}

#[test]
fn lists_of_two_lengths_become_one_segment() {
    at_loop_head(|analysis, state| {
        let mut long = with_list(analysis, state.clone(), 5);
        let mut short = with_list(analysis, state, 2);
        for state in [&mut long, &mut short] {
            analysis.simplify(state);
            analysis.abstract_lists(state);
            let segments = state.heap.objects().filter(|(_, object)| object.segment().is_some()).count();
            assert_eq!(segments, 1, "all nodes are in one segment");
            assert!(state.is_general);
        }
        let joint = joined(analysis, &short, &long, 0);
        let least = joint.heap.objects().find_map(|(_, object)| Some(object.segment()?.min));
        assert_eq!(least, Some(2));
    });
}

#[test]
fn a_node_that_is_pointed_at_is_not_folded_away() {
    at_loop_head(|analysis, state| {
        // Of four nodes `p` points to the first and `q` to the last.
        let mut state = with_list(analysis, state, 1);
        let base = value(&state, P);
        let mut at = base;
        for _ in 0..3 {
            at = node(analysis, &mut state, at);
        }
        let mut state = with(with(state, P, at), Q, base);
        analysis.abstract_lists(&mut state);
        assert!(state.is_general, "the first three are folded");
        let Pointer::Into(last, _) = state.heap.pointer(&mut analysis.transfer.symbols, base) else {
            panic!("an address of a node")
        };
        assert_eq!(state.heap.object(last).shape, Shape::Region);
    });
}

#[test]
fn looking_ahead_says_nothing() {
    at_loop_head(|analysis, state| {
        assert!(analysis.is_sure_to_enter(&state), "zero is not a hundred");
        let last = with_number(analysis, state, I, 100);
        assert!(analysis.is_sure_to_leave(&last));
        let said = analysis.transfer.take_said();
        assert_eq!(said.figures.instructions, 0);
        assert!(said.errors.is_empty() && said.losses.is_empty());
    });
}

#[test]
fn a_state_that_is_covered_does_not_go_on() {
    at_loop_head(|analysis, state| {
        let mut known = Vec::new();
        assert!(analysis.add_to(&mut known, state.clone()).is_some());
        assert!(analysis.add_to(&mut known, state).is_none());
        assert_eq!(known.len(), 1);
    });
}
