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
    let harness = Harness {
        program: &program,
        entry: FuncId(0),
        invocation,
        file: b"test.c",
        is_library: &|_| false,
        is_known: &|name| name != "mystery",
        choice_type: &|name| match name.strip_prefix("__VERIFIER_nondet_")? {
            "double" => Some("double"),
            _ => Some("int"),
        },
    };
    harness.render(&[finding(kind, scenario)])
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
