//! Tests of tests: what is in them, for programs made by hand. That they compile and show the errors is tested with
//! the binary.

use super::*;
use ir::FuncId;

const PROGRAM: &str = "\
target 64
func @main(i32 %argc.0, ptr %argv.1) -> i32 {
bb0:
  return 0
}
declare @malloc(i64) -> ptr
declare @__VERIFIER_nondet_int() -> i32
declare @__VERIFIER_nondet_double() -> f64
declare @__VERIFIER_assume(i32)
declare @getenv(ptr) -> ptr
declare @time(ptr) -> i64
declare @mystery()
";

fn finding(kind: ErrorKind, scenario: Option<Scenario>) -> Finding {
    Finding {
        certainty: engine::Certainty::Confirmed,
        scenario,
        ..Finding::new(kind, None, "main", "something */ goes wrong")
    }
}

fn invocation() -> Invocation {
    Invocation {
        files: vec![b"a.c".to_vec()],
        clang_args: vec![b"-DX=a b".to_vec()],
        clang: "clang-19".to_string(),
        reads_stdin: true,
        ..Invocation::default()
    }
}

fn render(kind: ErrorKind, scenario: Option<Scenario>) -> Result<String, Impossible> {
    render_for(&invocation(), kind, scenario)
}

fn render_for(
    invocation: &Invocation,
    kind: ErrorKind,
    scenario: Option<Scenario>,
) -> Result<String, Impossible> {
    let program: Program = PROGRAM.parse().unwrap();
    let harness = Harness { program: &program, entry: FuncId(0), invocation, file: b"test.c" };
    harness.render(&[finding(kind, scenario)])
}

#[test]
fn every_primitive_that_allocates_what_it_is_asked_for_has_a_stand_in() {
    let is_asked = |row: &&clib::Row| row.allocates.is_some_and(|size| size != clib::Size::Computed);
    for row in clib::rows().filter(is_asked) {
        let stands_in = library::ALLOCATORS.iter().any(|allocator| allocator.name == row.name);
        assert!(stands_in || !matches!(row.does, clib::Does::Primitive(_)), "{}", row.name);
    }
    for allocator in library::ALLOCATORS {
        let row = clib::row(allocator.name);
        assert!(row.is_some_and(|row| row.allocates.is_some()), "{}", allocator.name);
    }
}

#[test]
fn what_allocates_inside_of_the_library_cannot_be_made_to_fail() {
    let program: Program = format!("{PROGRAM}declare @getline(ptr, ptr, ptr) -> i64\n").parse().unwrap();
    let invocation = invocation();
    let harness = Harness { program: &program, entry: FuncId(0), invocation: &invocation, file: b"test.c" };
    let scenario = |allocations: &[bool]| Scenario { allocations: allocations.into(), ..Scenario::default() };
    let leak = |scenario| harness.render(&[finding(ErrorKind::Leak, Some(scenario))]);
    assert_eq!(leak(scenario(&[false])), Err(Impossible::Allocates("getline".into())));
    assert!(leak(scenario(&[true])).is_ok());
}

#[test]
fn a_test_with_everything_in_it() {
    let scenario = Scenario {
        inputs: vec![5, 0, u128::from(u32::MAX), 0],
        allocations: vec![true, false],
        stdin: b"7 x\n".to_vec(),
        args: vec![b"-v".to_vec()],
        env: vec![(b"HOME".to_vec(), b"/\"".to_vec())],
        time: 99,
        recycled: false,
        garbage: Vec::new(),
        files: None,
    };
    insta::assert_snapshot!(render(ErrorKind::NotFreed, Some(scenario)).unwrap());
}

#[test]
fn what_does_not_matter_is_left_out() {
    let text = render(ErrorKind::Leak, Some(Scenario::default())).unwrap();
    assert!(!text.contains("__wrap_malloc") && !text.contains("use_globals"), "{text}");
    assert!(render(ErrorKind::UninitializedRead, Some(Scenario::default())).unwrap().contains("=memory"));
}

#[test]
fn without_inputs_there_is_no_test() {
    assert_eq!(render(ErrorKind::Leak, None), Err(Impossible::NotConfirmed));
}

#[test]
fn a_project_is_compiled_as_its_database_says() {
    let project = Invocation { database: Some(b"b/compile_commands.json".to_vec()), ..invocation() };
    let text = render_for(&project, ErrorKind::Leak, Some(Scenario::default())).unwrap();
    assert!(text.contains("Compile the program as b/compile_commands.json says"), "{text}");
    assert!(text.contains(" OBJECTS test.c ") && !text.contains("a.c test.c"), "{text}");
}
