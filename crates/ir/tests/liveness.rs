//! Liveness of SSA values, on the text form.

use ir::cfg::Cfg;
use ir::liveness::Liveness;
use ir::{BlockId, Body, parse, validate};

const LOOP: &str = "target 64
func @sum(ptr %list.0) -> i32 {
bb0:
  %zero.1: i32 = add 0, 0
  jump bb1
bb1:
  %p.2: ptr = phi [bb0: %list.0, bb2: %next.7]
  %sum.3: i32 = phi [bb0: %zero.1, bb2: %more.6]
  %4 = cmp ne %p.2, null
  branch %4, bb2, bb3
bb2:
  %5 = load i32 %p.2
  %more.6: i32 = add %sum.3, %5
  %next.7 = load ptr %p.2
  jump bb1
bb3:
  return %sum.3
}
";

fn body() -> Body {
    let program = parse(LOOP).unwrap();
    validate(&program).unwrap();
    program.functions[0].body.clone().unwrap()
}

/// Checks the numbers of the values that are live after instruction `inst` of `block`.
#[track_caller]
fn live_after(block: u32, inst: Option<usize>, expected: &[usize]) {
    let body = body();
    let liveness = Liveness::new(&body, &Cfg::new(&body));
    let live = liveness.live_after(&body, BlockId(block), inst);
    assert_eq!(live.iter().collect::<Vec<_>>(), expected);
}

#[test]
fn operands_of_phis_live_to_the_end_of_the_predecessor() {
    let body = body();
    let liveness = Liveness::new(&body, &Cfg::new(&body));
    let out = |block: u32| liveness.live_out(BlockId(block)).iter().collect::<Vec<_>>();
    assert_eq!(out(0), [0, 1]);
    assert_eq!(out(2), [6, 7]);
}

#[test]
fn operands_of_phis_are_not_live_in_the_block_of_the_phi() {
    live_after(1, None, &[]);
    live_after(1, Some(1), &[2, 3]);
}

#[test]
fn a_value_dies_with_its_last_use() {
    live_after(2, None, &[2, 3]);
    live_after(2, Some(0), &[2, 3, 5]);
    live_after(2, Some(1), &[2, 6]);
    live_after(2, Some(2), &[6, 7]);
    live_after(3, None, &[3]);
}

#[test]
fn a_branch_reads_its_condition() {
    live_after(1, Some(2), &[2, 3, 4]);
    let body = body();
    let liveness = Liveness::new(&body, &Cfg::new(&body));
    assert_eq!(liveness.live_out(BlockId(1)).iter().collect::<Vec<_>>(), [2, 3]);
}
