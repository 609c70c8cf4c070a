//! Promotion of stack slots, before → after, on the text form.

use ir::promote::promote;
use ir::{FuncId, Program, parse, validate};

/// The text of a function `@f`, declarations after it, and its types and variables.
fn program(function: &str) -> Program {
    let program =
        parse(&format!("target 64\n{function}")).unwrap_or_else(|error| panic!("{error}\n{function}"));
    validate(&program).unwrap_or_else(|violations| panic!("{}", violations[0]));
    program
}

/// Promotes `before` and compares with `after`, the body of the function without indentation of the test.
#[track_caller]
fn check(before: &str, after: &str) {
    let mut program = program(before);
    let target = program.target;
    promote(program.functions[0].body.as_mut().unwrap(), target);
    let text = ir::print::function(&program, FuncId(0), Default::default());
    validate(&program).unwrap_or_else(|violations| panic!("{}\n{text}", violations[0]));
    let lines = |text: &str| {
        text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(lines(&text), lines(after));
}

#[test]
fn a_parameter_becomes_its_value() {
    check(
        "func @f(i32 %x.0) -> i32 {
           var $x.0 param 0
         bb0:
           %x.addr.1 = alloca 4 align 4 $x.0
           store i32 %x.0, %x.addr.1
           %2 = load i32 %x.addr.1
           return %2
         }",
        "func @f(i32 %x.0) -> i32 {
           var $x.0 param 0
         bb0:
           $x.0 := %x.0
           return %x.0
         }",
    );
}

#[test]
fn a_loop_variable_becomes_a_phi() {
    check(
        "func @f(i32 %n.0) -> i32 {
           var $i.0
         bb0.entry:
           %i.1 = alloca 4 align 4 scoped $i.0
           scope_begin %i.1
           store i32 0, %i.1
           jump bb1
         bb1.cond:
           %2 = load i32 %i.1
           %3 = cmp slt %2, %n.0
           branch %3, bb2, bb3
         bb2.body:
           %4 = load i32 %i.1
           %5: i32 = add signed %4, 1
           store i32 %5, %i.1
           jump bb1
         bb3.end:
           %6 = load i32 %i.1
           scope_end %i.1
           return %6
         }",
        "func @f(i32 %n.0) -> i32 {
           var $i.0
         bb0.entry:
           $i.0 := i32 0
           jump bb1
         bb1.cond:
           %i.1: i32 = phi [bb0: 0, bb2: %3] $i.0
           %2 = cmp slt %i.1, %n.0
           branch %2, bb2, bb3
         bb2.body:
           %3: i32 = add signed %i.1, 1
           $i.0 := %3
           jump bb1
         bb3.end:
           end $i.0
           return %i.1
         }",
    );
}

/// LLVM's pass would let the value of the first iteration survive into the second.
#[test]
fn what_is_read_before_the_first_write_is_new_in_every_iteration() {
    check(
        "func @f(i1 %again.0) {
           var $x.0
         bb0:
           %x.1 = alloca 4 align 4 scoped $x.0
           jump bb1
         bb1:
           scope_begin %x.1
           %2 = load i32 %x.1
           call @use(i32 %2)
           store i32 7, %x.1
           %3 = load i32 %x.1
           call @use(i32 %3)
           scope_end %x.1
           branch %again.0, bb1, bb2
         bb2:
           return
         }
         declare @use(i32)",
        "func @f(i1 %again.0) {
           var $x.0
         bb0:
           jump bb1
         bb1:
           %x.1 = unwritten i32 $x.0
           call @use(i32 %x.1)
           $x.0 := i32 7
           call @use(i32 7)
           end $x.0
           branch %again.0, bb1, bb2
         bb2:
           return
         }",
    );
}

#[test]
fn a_variable_set_on_one_path_only_keeps_an_arbitrary_value_on_the_other() {
    check(
        "func @f(i1 %c.0) -> ptr {
           var $p.0
         bb0:
           %p.1 = alloca 8 align 8 $p.0
           branch %c.0, bb1, bb2
         bb1:
           store ptr null, %p.1
           jump bb2
         bb2:
           %2 = load ptr %p.1
           return %2
         }",
        "func @f(i1 %c.0) -> ptr {
           var $p.0
         bb0:
           %p.1 = unwritten ptr $p.0
           branch %c.0, bb1, bb2
         bb1:
           $p.0 := null
           jump bb2
         bb2:
           %p.2: ptr = phi [bb0: %p.1, bb1: null] $p.0
           return %p.2
         }",
    );
}

/// A predecessor that reaches the join by several edges of a switch counts once.
#[test]
fn a_switch_gives_one_incoming_value_per_block() {
    check(
        "func @f(i32 %n.0) -> i32 {
         bb0:
           %x.1 = alloca 4 align 4
           store i32 1, %x.1
           switch i32 %n.0 [0: bb2, -1: bb2, 5: bb1, else: bb2]
         bb1:
           store i32 2, %x.1
           jump bb2
         bb2:
           %2 = load i32 %x.1
           return %2
         }",
        "func @f(i32 %n.0) -> i32 {
         bb0:
           switch i32 %n.0 [0: bb2, -1: bb2, 5: bb1, else: bb2]
         bb1:
           jump bb2
         bb2:
           %x.1: i32 = phi [bb0: 1, bb1: 2]
           return %x.1
         }",
    );
}

/// Where no later read needs the merged value, no phi is made.
#[test]
fn dead_variables_get_no_phi() {
    check(
        "func @f(i1 %c.0) {
           var $x.0
         bb0:
           %x.1 = alloca 4 align 4 $x.0
           branch %c.0, bb1, bb2
         bb1:
           store i32 1, %x.1
           jump bb2
         bb2:
           return
         }",
        "func @f(i1 %c.0) {
           var $x.0
         bb0:
           branch %c.0, bb1, bb2
         bb1:
           $x.0 := i32 1
           jump bb2
         bb2:
           return
         }",
    );
}

#[test]
fn loaded_values_are_followed_through_several_variables() {
    check(
        "func @f(ptr %p.0) -> ptr {
           var $a.0
           var $b.1
         bb0:
           %a.1 = alloca 8 align 8 $a.0
           %b.2 = alloca 8 align 8 $b.1
           store ptr %p.0, %a.1
           %3 = load ptr %a.1
           store ptr %3, %b.2
           %4 = load ptr %b.2
           store ptr %4, %a.1
           %5 = load ptr %a.1
           return %5
         }",
        "func @f(ptr %p.0) -> ptr {
           var $a.0
           var $b.1
         bb0:
           $a.0 := %p.0
           $b.1 := %p.0
           $a.0 := %p.0
           return %p.0
         }",
    );
}

/// Swapping two variables in a loop: the phis read each other, as they are evaluated together.
#[test]
fn swapped_variables_become_crossing_phis() {
    check(
        "func @f(i1 %c.0) -> i32 {
         bb0:
           %a.1 = alloca 4 align 4
           %b.2 = alloca 4 align 4
           store i32 1, %a.1
           store i32 2, %b.2
           jump bb1
         bb1:
           %3 = load i32 %a.1
           %4 = load i32 %b.2
           store i32 %4, %a.1
           store i32 %3, %b.2
           branch %c.0, bb1, bb2
         bb2:
           %5 = load i32 %a.1
           return %5
         }",
        "func @f(i1 %c.0) -> i32 {
         bb0:
           jump bb1
         bb1:
           %a.1: i32 = phi [bb0: 1, bb1: %b.2]
           %b.2: i32 = phi [bb0: 2, bb1: %a.1]
           branch %c.0, bb1, bb2
         bb2:
           return %b.2
         }",
    );
}

/// Everything that must stay in memory: an address that escapes (into a call, a store, a phi, a comparison),
/// volatile accesses, two types, an access wider than the slot, a variable size, no access at all.
#[test]
fn slots_that_are_not_plain_scalars_stay() {
    let before = "func @f(i64 %n.0, ptr %out.1) -> i1 {
           var $v.0
         bb0:
           %called.2 = alloca 4 align 4
           %stored.3 = alloca 4 align 4
           %compared.4 = alloca 4 align 4
           %volatile.5 = alloca 4 align 4 $v.0
           %mixed.6 = alloca 4 align 4
           %wide.7 = alloca 2 align 4
           %sized.8 = alloca %n.0 align 4
           %unused.9 = alloca 4 align 4
           %offset.10 = alloca 8 align 4
           %chosen.11 = alloca 4 align 4
           store i32 0, %called.2
           call @use(ptr %called.2)
           store i32 0, %stored.3
           store ptr %stored.3, %out.1
           store i32 0, %compared.4
           %12 = cmp eq %compared.4, %out.1
           store i32 0, %volatile.5 volatile
           store i32 0, %mixed.6
           %13 = load f32 %mixed.6
           %14 = load i32 %wide.7
           store i32 0, %sized.8
           %15 = ptradd %offset.10, 4
           store i32 0, %15
           store i32 0, %offset.10
           store i32 0, %chosen.11
           branch %12, bb1, bb2
         bb1:
           jump bb2
         bb2:
           %16: ptr = phi [bb0: %chosen.11, bb1: %out.1]
           store i32 1, %16
           return %12
         }";
    check(&format!("{before}\ndeclare @use(ptr)"), before);
}

/// A slot that a `StackRestore` may end is not promoted: an access after it is an error.
#[test]
fn slots_allocated_after_a_stack_save_stay() {
    let text = "func @f() -> i32 {
         bb0:
           %0 = stacksave
           %x.1 = alloca 4 align 4
           store i32 1, %x.1
           stackrestore %0
           %2 = load i32 %x.1
           return %2
         }";
    check(text, text);
}

/// In unreachable code definitions need not come before uses; promotion neither loops nor invents values.
#[test]
fn unreachable_blocks_read_undefined_values() {
    check(
        "func @f() -> i32 {
         bb0:
           %x.0 = alloca 4 align 4
           store i32 1, %x.0
           jump bb2
         bb1:
           store i32 %1, %x.0
           %1 = load i32 %x.0
           call @use(i32 %1)
           jump bb2
         bb2:
           %2 = load i32 %x.0
           return %2
         }
         declare @use(i32)",
        "func @f() -> i32 {
         bb0:
           jump bb2
         bb1:
           call @use(i32 undef)
           jump bb2
         bb2:
           return 1
         }",
    );
}

#[test]
fn values_are_renumbered_densely() {
    check(
        "func @f(i32 %x.0) -> i32 {
         bb0:
           %slot.1 = alloca 4 align 4
           store i32 %x.0, %slot.1
           %2 = load i32 %slot.1
           %kept.3 = alloca 4 align 4 scoped
           scope_begin %kept.3
           call @use(ptr %kept.3)
           scope_end %kept.3
           %4: i32 = add %2, 1
           return %4
         }
         declare @use(ptr)",
        "func @f(i32 %x.0) -> i32 {
         bb0:
           %kept.1 = alloca 4 align 4 scoped
           scope_begin %kept.1
           call @use(ptr %kept.1)
           scope_end %kept.1
           %2: i32 = add %x.0, 1
           return %2
         }",
    );
}

/// C identifiers may have characters that hints do not.
#[test]
fn names_of_variables_become_valid_hints() {
    check(
        "func @f(i1 %c.0) -> i32 {
           var $\"a$b\".0
         bb0:
           %1 = alloca 4 align 4 $0
           branch %c.0, bb1, bb2
         bb1:
           store i32 1, %1
           jump bb2
         bb2:
           %2 = load i32 %1
           return %2
         }",
        "func @f(i1 %c.0) -> i32 {
           var $\"a$b\".0
         bb0:
           %a_b.1 = unwritten i32 $\"a$b\".0
           branch %c.0, bb1, bb2
         bb1:
           $\"a$b\".0 := i32 1
           jump bb2
         bb2:
           %a_b.2: i32 = phi [bb0: %a_b.1, bb1: 1] $\"a$b\".0
           return %a_b.2
         }",
    );
}
