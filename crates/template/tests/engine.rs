//! The engine on small programs: what it proves, what it finds, and what it must not prove.

use engine::{Budget, Engine, Malloc, Outcome, Silent, Task, Verdict};
use ir::{ErrorKind, PropertySet};
use template::Template;

fn decide(text: &str, properties: &str) -> Outcome {
    let program = ir::parse(text).expect("the program is well formed");
    let entry = program.find_function("main").expect("there is a main");
    let properties: PropertySet = properties.parse().expect("properties have names");
    let task = Task { program: &program, entry, properties, malloc: Malloc::Ok };
    Template::default().run(&task, &Budget::unlimited(), &Silent)
}

const LIBRARY: &str = "declare @malloc(i64) -> ptr
declare @free(ptr)
declare @__VERIFIER_nondet_int() -> i32
declare @__VERIFIER_error()
";

/// A list of numbers from 10 up to a limit is built; then the numbers are looked at.
fn list(limit: u32) -> String {
    format!(
        "target 64
func @main() -> i32 {{
bb0:
  jump bb1
bb1:
  %list.0: ptr = phi [bb0: null, bb2: %list.0, bb3: %node.4]
  %more.1: i32 = call @__VERIFIER_nondet_int()
  %go.2 = cmp ne %more.1, i32 0
  branch %go.2, bb2, bb4
bb2:
  %number.3: i32 = call @__VERIFIER_nondet_int()
  %low.5 = cmp sge %number.3, i32 10
  %high.6 = cmp sle %number.3, i32 {limit}
  %fits.7: i1 = and %low.5, %high.6
  branch %fits.7, bb3, bb1
bb3:
  %node.4: ptr = call @malloc(i64 16)
  store i32 %number.3, %node.4
  %next.8 = ptradd %node.4, 8
  store ptr %list.0, %next.8
  jump bb1
bb4:
  %at.9: ptr = phi [bb1: %list.0, bb6: %after.14]
  %some.10 = cmp ne %at.9, null
  branch %some.10, bb5, bb8
bb5:
  %seen.11 = load i32 %at.9
  %large.12 = cmp sgt %seen.11, i32 20
  branch %large.12, bb7, bb6
bb6:
  %link.13 = ptradd %at.9, 8
  %after.14 = load ptr %link.13
  jump bb4
bb7:
  call @__VERIFIER_error()
  unreachable
bb8:
  return 0
}}
{LIBRARY}"
    )
}

#[test]
fn the_numbers_of_a_list_of_any_length_are_bounded() {
    let outcome = decide(&list(20), "unreach-call,valid-deref,valid-free");
    assert_eq!(outcome.verdict(), Verdict::Safe, "{:?}", outcome.ledger);
    let formulas: Vec<String> = outcome.invariants.into_iter().filter_map(|it| it.condition).collect();
    assert!(
        formulas.iter().any(|formula| formula.contains("10 <= ") && formula.contains(" <= 20")),
        "{formulas:?}"
    );
}

#[test]
fn an_error_comes_with_the_inputs_that_show_it() {
    let outcome = decide(&list(21), "unreach-call");
    let finding = outcome.findings.first().expect("the error is found");
    assert_eq!(finding.kind, ErrorKind::ReachError);
    let inputs = &finding.scenario.as_ref().expect("there are inputs").inputs;
    assert!(inputs.contains(&21), "{inputs:?}");
}

/// A block is freed in each round; `kept` is what the next round uses.
fn rounds(kept: &str) -> String {
    format!(
        "target 64
func @main() -> i32 {{
bb0:
  jump bb1
bb1:
  %old.0: ptr = phi [bb0: null, bb4: {kept}]
  %more.1: i32 = call @__VERIFIER_nondet_int()
  %go.2 = cmp ne %more.1, i32 0
  branch %go.2, bb2, bb5
bb2:
  %node.3: ptr = call @malloc(i64 16)
  store i32 1, %node.3
  %some.4 = cmp ne %old.0, null
  branch %some.4, bb3, bb4
bb3:
  %seen.5 = load i32 %old.0
  jump bb4
bb4:
  call @free(ptr %node.3)
  jump bb1
bb5:
  return 0
}}
{LIBRARY}"
    )
}

#[test]
fn blocks_of_different_rounds_are_told_apart() {
    let properties = "valid-deref,valid-free";
    let outcome = decide(&rounds("%node.3"), properties);
    assert_eq!(outcome.findings.first().map(|finding| finding.kind), Some(ErrorKind::UseAfterFree.into()));
    assert_eq!(decide(&rounds("null"), properties).verdict(), Verdict::Safe);
}

#[test]
fn what_is_not_modelled_is_never_skipped() {
    let text = "target 64
func @main() -> i32 {
bb0:
  call @foreign()
  return 0
}
declare @foreign()
";
    assert_eq!(decide(text, "unreach-call").verdict(), Verdict::Unknown);
}

#[test]
fn counting_needs_a_relation() {
    let text = |last: &str| {
        format!(
            "target 64
func @main() -> i32 {{
bb0:
  %n.0: i32 = call @__VERIFIER_nondet_int()
  %ok.1 = cmp sge %n.0, i32 0
  branch %ok.1, bb1, bb5
bb1:
  %i.2: i32 = phi [bb0: 0, bb2: %next.4]
  %go.3 = cmp slt %i.2, %n.0
  branch %go.3, bb2, bb3
bb2:
  %next.4: i32 = add signed %i.2, 1
  jump bb1
bb3:
  %same.5 = cmp {last} %i.2, %n.0
  branch %same.5, bb5, bb4
bb4:
  call @__VERIFIER_error()
  unreachable
bb5:
  return 0
}}
{LIBRARY}"
        )
    };
    assert_eq!(decide(&text("eq"), "unreach-call").verdict(), Verdict::Safe);
    assert!(!decide(&text("sgt"), "unreach-call").findings.is_empty());
}
