//! The text form on programs written by hand: every variant once, and source lines as comments.

use ir::print::{self, Options};
use ir::{InstKind, parse, validate};
use std::collections::HashSet;

const EVERY_VARIANT: &str = include_str!("every_variant.ir");

#[test]
fn every_variant_prints_as_it_was_written() {
    let program = parse(EVERY_VARIANT).unwrap_or_else(|error| panic!("{error}"));
    validate(&program).unwrap_or_else(|violations| panic!("{}", violations[0]));
    // Only the order of globals and functions is free in the text.
    let (rest, last_global) = EVERY_VARIANT.split_at(EVERY_VARIANT.find("global @odd.1").unwrap());
    let first_function = rest.find("func @setup").unwrap();
    let expected = format!("{}{last_global}{}", &rest[..first_function], &rest[first_function..]);
    for (found, expected) in program.to_string().lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(parse(&program.to_string()), Ok(program));
}

/// Keeps the file complete: a new kind of instruction must be added to it.
#[test]
fn every_kind_of_instruction_is_in_the_file() {
    let program = parse(EVERY_VARIANT).unwrap();
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let insts = bodies.flat_map(|body| &body.blocks).flat_map(|block| &block.insts);
    let kinds: HashSet<_> = insts
        .map(|inst| match &inst.kind {
            InstKind::Alloca { .. } => 0,
            InstKind::ScopeBegin { .. } => 1,
            InstKind::ScopeEnd { .. } => 2,
            InstKind::StackSave => 3,
            InstKind::StackRestore { .. } => 4,
            InstKind::VarIs { .. } => 5,
            InstKind::VarEnd { .. } => 6,
            InstKind::Load { .. } => 7,
            InstKind::Store { .. } => 8,
            InstKind::MemCopy { .. } => 9,
            InstKind::MemSet { .. } => 10,
            InstKind::PtrAdd { .. } => 11,
            InstKind::Binary { .. } => 12,
            InstKind::Compare { .. } => 13,
            InstKind::FCompare { .. } => 14,
            InstKind::Cast { .. } => 15,
            InstKind::Select { .. } => 16,
            InstKind::Intrinsic { .. } => 17,
            InstKind::Phi { .. } => 18,
            InstKind::Call { .. } => 19,
            InstKind::VaStart { .. } => 20,
            InstKind::VaEnd { .. } => 21,
            InstKind::VaCopy { .. } => 22,
            InstKind::Trap => 23,
            InstKind::Unsupported { .. } => 24,
            InstKind::Unwritten { .. } => 25,
        })
        .collect();
    assert_eq!(kinds.len(), 26);
}

#[test]
fn source_lines_stand_before_their_instructions() {
    let text = "target 64
file 0 \"list.c\" in \"/src\"
func @f(ptr %p.0) -> ptr !0:1:1 {
bb0.entry:
  ; list.c:2  p = p->next;
  %1 = ptradd %p.0, 8 !2:9
  %2 = load ptr %1 !2:9
  ; list.c:3  return p;
  return %2 !3:3
}
";
    let program = parse(text).unwrap();
    let sources =
        vec![Some("struct node *f(struct node *p) {\n  p = p->next;\n\treturn p;\n}\n".to_string())];
    assert_eq!(print::program(&program, Options { source: Some(&sources) }), text);
    let unreadable: Vec<Option<String>> = vec![None];
    let without: String =
        text.lines().filter(|line| !line.contains(';')).map(|line| format!("{line}\n")).collect();
    assert_eq!(print::program(&program, Options { source: Some(&unreadable) }), without);
}

/// Names that two things have are replaced by numbers.
#[test]
fn ambiguous_names_are_numbered() {
    let text = "target 32
global @x size 4 align 4 local init with +0 @#g1
global @x size 4 align 4 local init with +0 @#f0
declare @x()
";
    let program = parse(text).unwrap();
    assert_eq!(program.to_string(), text);
    let error = parse("target 32\nglobal @x size 4 align 4 init with +0 @x\ndeclare @x()\n").unwrap_err();
    assert_eq!(error.to_string(), "2:39: several things have this name: use `@#g3` or `@#f3`");
}

/// Types that refer to themselves without a struct have no spelling; printing them must end all the same.
#[test]
fn unsound_types_print_without_spelling() {
    let text = "target 64\ntype #0 = pointer #0 size 8\ntype #1 = typedef t #9 size 8\n";
    let program = parse(text).unwrap();
    assert_eq!(program.to_string(), text);
    assert!(validate(&program).is_err());
}
