//! The analysis from the outside: verdicts, preconditions, determinism, and results that are kept.

use engine::{Budget, Check, FunctionEngine, FunctionTask, FunctionVerdict, Malloc, Outcome, Silent};
use ir::Program;
use std::num::NonZeroUsize;
use std::path::Path;

/// A list with a correct `push`, one that leaves the link unset, and `second`, which needs two nodes.
const LIST: &str = include_str!("list.ir");

fn analyse(text: &str, jobs: usize, cache: Option<&Path>) -> Outcome {
    let mut program: Program = text.parse().unwrap();
    clib::link(&mut program);
    let task =
        FunctionTask { program: &program, annotations: &[], wanted: &|_| true, malloc: Malloc::MayFail };
    let cache = cache.map(Path::to_path_buf);
    let modular = modular::Modular { jobs: NonZeroUsize::new(jobs), function_time: None, cache };
    modular.run(&task, &Budget::unlimited(), &Silent).expect("there is no annotation")
}

fn verdicts(outcome: &Outcome) -> Vec<(&str, FunctionVerdict)> {
    outcome.functions.iter().map(|function| (function.name.as_str(), function.verdict())).collect()
}

#[test]
fn each_function_gets_its_verdict() {
    let outcome = analyse(LIST, 1, None);
    let expected = [
        ("push", FunctionVerdict::Safe),
        ("push_unset", FunctionVerdict::Unsafe),
        ("second", FunctionVerdict::Conditional),
    ];
    assert_eq!(verdicts(&outcome), expected);
    let unset = &outcome.functions[1].findings;
    assert_eq!(unset.len(), 1);
    assert_eq!(unset[0].kind, Check::Integrity);
    assert!(
        unset[0].message.contains("`node->next` is not set when the function returns"),
        "{}",
        unset[0].message
    );
    let requires: Vec<String> = outcome.functions[2].requires.iter().map(ToString::to_string).collect();
    assert_eq!(requires, ["list != NULL", "list->next != NULL"]);
}

#[test]
fn a_block_that_is_too_small_is_no_node() {
    let outcome = analyse(&LIST.replace("call @malloc(i64 16)", "call @malloc(i64 8)"), 1, None);
    assert_eq!(outcome.functions[0].verdict(), FunctionVerdict::Unsafe);
    assert_eq!(outcome.functions[0].findings[0].kind, Check::Spatial);
}

#[test]
fn what_is_not_modelled_is_never_safe() {
    let text = LIST.replace("  store ptr %list.0, %next.5 !9:16", "  unsupported \"a riddle\" !9:16");
    assert_ne!(text, LIST);
    assert_eq!(analyse(&text, 1, None).functions[0].verdict(), FunctionVerdict::Unknown);
}

#[test]
fn the_number_of_cores_does_not_matter() {
    assert_eq!(analyse(LIST, 1, None).functions, analyse(LIST, 4, None).functions);
}

#[test]
fn results_are_kept_and_belong_to_the_content() {
    let folder = tempfile::tempdir().unwrap();
    let first = analyse(LIST, 1, Some(folder.path()));
    let entries = || std::fs::read_dir(folder.path()).unwrap().count();
    let count = entries();
    assert!(count >= 3, "an entry for each function");
    assert_eq!(analyse(LIST, 1, Some(folder.path())).functions, first.functions);
    assert_eq!(entries(), count, "all were found");
    let changed = LIST.replace("call @malloc(i64 16) !5:25", "call @malloc(i64 8) !5:25");
    assert_ne!(changed, LIST);
    assert_eq!(analyse(&changed, 1, Some(folder.path())).functions[0].verdict(), FunctionVerdict::Unsafe);
}
