//! The validator: a valid program, and for every rule a mutant that breaks just this rule.

use ir::{Function, Operand, Program, Scalar, Span, Target, parse, validate};

/// A function whose parts the mutants replace.
const VALID: &str = "target 64
file 0 \"a.c\" in \"/\"
type #0 = base \"int\" signed size 4
type #1 = struct node { +0 #0 data, +8 #2 next } size 16
type #2 = pointer #1 size 8
constructor 1 @start
loss \"asm\" !0:1:1
global @g size 24 align 8 init \"\\x01\" with +8 @g, +16 @f type #1 !0:2:1
declare @start()
declare @take(ptr byval(16, 8), ...)
func @own(ptr byval(16, 8) %0) {
bb0:
  return
}
func @f(ptr %p.0, i32 %n.1, f64 %d.2) -> i32 type #0 !0:3:1 {
  var $x.0: #0 !4:1
bb0.entry:
  %x.3 = alloca 4 align 4 scoped $x.0 type #0
  %y.4 = alloca 4 align 4
  scope_begin %x.3
  store i32 %n.1, %x.3
  %5 = load i32 %x.3 !5:1
  scope_end %x.3
  %6 = ptradd %p.0, 8 via #1
  memcpy %p.0, %6, 4
  memset %p.0, 0, 4
  $x.0 := %5
  end $x.0
  %7 = cmp slt %5, %n.1
  %8: i64 = sext %n.1
  %9: f64 = fadd %d.2, 1.0
  %10 = fcmp olt %d.2, %9
  %11: i32 = select %7, %5, %n.1
  %12: i32 = ctpop(%n.1)
  %13: i1 = sadd_overflows(%5, %n.1)
  call @take(ptr byval(16, 8) %p.0, ..., i32 %5)
  call @own(ptr %p.0)
  call *%p.0(i32 1)
  %14: i32 = add signed %5, 1
  %15 = stacksave
  stackrestore %15
  va_start %p.0
  switch i32 %n.1 [0: bb1, 1: bb1, else: bb2]
bb1:
  %16: i32 = phi [bb0: %14] $x.0
  branch %7, bb2, bb3
bb2:
  %17: i32 = phi [bb0: 0, bb1: %16]
  indirect label @f bb3 [bb3]
bb3:
  return %n.1
bb4.dead:
  %18: i32 = add %18, 1
  jump bb3
}
";

#[test]
fn the_original_is_valid() {
    if let Err(violations) = validate(&parse(VALID).unwrap()) {
        panic!("{}", violations[0]);
    }
}

/// Replaces a line of the valid program and checks the first complaint.
#[track_caller]
fn mutant(line: &str, instead: &str, complaint: &str) {
    assert_eq!(VALID.matches(line).count(), 1, "`{line}` must stand in the program once");
    let program = parse(&VALID.replace(line, instead)).unwrap_or_else(|error| panic!("{error}"));
    complains(&program, complaint);
}

#[track_caller]
fn complains(program: &Program, complaint: &str) {
    let violations = validate(program).expect_err("the mutant was accepted");
    let all: Vec<String> = violations.iter().map(|violation| violation.to_string()).collect();
    assert!(
        all.iter().any(|violation| violation.contains(complaint)),
        "expected `{complaint}`, got {all:#?}"
    );
}

/// Changes the valid program where the text form cannot express the mutant.
#[track_caller]
fn changed(change: impl FnOnce(&mut Program), complaint: &str) {
    let mut program = parse(VALID).unwrap();
    change(&mut program);
    complains(&program, complaint);
}

fn f(program: &mut Program) -> &mut Function {
    program.functions.iter_mut().find(|function| function.name == "f").unwrap()
}

#[test]
fn tables() {
    changed(|program| program.target = Target { pointer_bytes: 2 }, "cannot have 2 bytes");
    mutant("pointer #1", "pointer #7", "type #2 refers to a type that does not exist");
    mutant("pointer #1", "pointer #2", "passes through no struct");
    mutant("+0 #0 data", "+0 #1 data", "a type contains itself");
    mutant("constructor 1 @start", "constructor 1 @f", "cannot run by itself");
    mutant("constructor 1 @start", "constructor 1 @#f9", "cannot run by itself");
    mutant("loss \"asm\" !0:1:1", "loss \"asm\" !3:1:1", "the span names a file that does not exist");
    mutant("@g size 24 align 8", "@g size 24 align 3", "alignment 3 is not a power of two");
    mutant("@g size 24 align 8", "@g size 24 align 0", "alignment 0 is not a power of two");
    mutant("init \"\\x01\"", "init zeros 25", "more bytes than its size");
    mutant("+8 @g, +16 @f", "+8 @g, +12 @f", "overlap or do not ascend at +12");
    mutant("+8 @g, +16 @f", "+8 @g, +20 @f", "outside of @g");
    mutant("+8 @g, +16 @f", "+0 @g, +16 @f", "not zero under the address at +0");
    mutant("+8 @g, +16 @f", "+8 @g, +16 null", "is not an address");
    mutant("+8 @g, +16 @f", "+8 @g, +16 @#g4", "global 4 does not exist");
    mutant("+8 @g, +16 @f", "+8 @g, +16 label @f bb9", "has no block bb9");
    mutant("type #1 !0:2:1", "type #8 !0:2:1", "type #8 does not exist");
}

#[test]
fn ids() {
    mutant("type #0 !0:3:1", "type #5 !0:3:1", "type #5 does not exist");
    mutant("var $x.0: #0 !4:1", "var $x.0: #4 !4:1", "type #4 does not exist");
    mutant("var $x.0: #0 !4:1", "var $x.0: #0 !6:4:1", "file that does not exist");
    mutant("store i32 %n.1, %x.3", "store i32 %99, %x.3", "value %99 does not exist");
    mutant("store i32 %n.1, %x.3", "store i32 %n.1, @#g7", "global 7 does not exist");
    mutant("end $x.0", "end $1", "the variable does not exist");
    mutant("branch %7, bb2, bb3", "branch %7, bb2, bb9", "block bb9 does not exist");
    mutant("[bb0: %14] $x.0", "[bb7: %14] $x.0", "block bb7 does not exist");
    mutant("call @own(ptr %p.0)", "call @#f9(ptr %p.0)", "function 9 does not exist");
    mutant("%5 = load i32 %x.3 !5:1", "%5 = load i32 %x.3 !4:5:1", "file that does not exist");
    mutant("8 via #1", "8 via #6", "type #6 does not exist");
    mutant("$x.0 type #0\n", "$x.0 type #6\n", "type #6 does not exist");
}

#[test]
fn signatures() {
    changed(
        |program| f(program).body.as_mut().unwrap().params = 2,
        "the first values are not the parameters",
    );
    changed(|program| f(program).params[0].ty = Scalar::Int(32), "the first values are not the parameters");
    changed(|program| f(program).params[1].by_value = Some((8, 8)), "must be a pointer");
    changed(|program| f(program).results[0] = Scalar::Int(0), "1 to 128 bits");
    changed(|program| f(program).params[1].ty = Scalar::Int(129), "1 to 128 bits");
    changed(|program| f(program).body.as_mut().unwrap().values[5].ty = Scalar::Int(200), "1 to 128 bits");
    changed(|program| f(program).body.as_mut().unwrap().blocks.clear(), "the body has no block");
    changed(
        |program| f(program).body.as_mut().unwrap().values[5].name = Some("a b".to_string()),
        "other characters than letters",
    );
    changed(
        |program| f(program).body.as_mut().unwrap().blocks[1].name = Some("a-b".to_string()),
        "other characters than letters",
    );
}

#[test]
fn control_flow() {
    mutant("branch %7, bb2, bb3", "branch %7, bb2, bb0", "the entry block has predecessors");
    mutant("[0: bb1, 1: bb1,", "[1: bb1, 1: bb1,", "case 1 twice");
    mutant("[bb0: %14]", "[]", "not one value per predecessor");
    mutant("[bb0: %14]", "[bb0: %14, bb0: %14]", "not one value per predecessor");
    mutant("[bb0: 0, bb1: %16]", "[bb0: 0, bb3: %16]", "not one value per predecessor");
    mutant(
        "%16: i32 = phi [bb0: %14] $x.0",
        "trap\n  %16: i32 = phi [bb0: %14]",
        "stands behind another instruction",
    );
}

#[test]
fn ssa() {
    mutant("%14: i32 = add", "%12: i32 = add 1, 1\n  %14: i32 = add", "value %12 is defined twice");
    mutant("%14: i32 = add", "%n.1: i32 = add 1, 1\n  %14: i32 = add", "value %1 is defined twice");
    changed(
        |program| {
            f(program).body.as_mut().unwrap().add_value(Scalar::Ptr, None);
        },
        "value %19 is never defined",
    );
    mutant(
        "store i32 %n.1, %x.3",
        "store i32 %5, %x.3",
        "value %5 is used where its definition does not reach",
    );
    mutant("  return %n.1", "  return %17", "value %17 is used where");
    mutant("[bb0: %14] $x.0", "[bb0: %16]", "value %16 is used where");
    mutant("branch %7,", "branch %18,", "value %18 is used where");
    mutant("scope_begin %x.3\n  store i32 %n.1, %x.3", "scope_begin %5\n", "value %5 is used where");
}

#[test]
fn memory_instructions() {
    mutant("%y.4 = alloca 4 align 4", "%y.4 = alloca i32 4 align 4", "the size has type Int(32)");
    mutant("%y.4 = alloca 4 align 4", "%y.4 = alloca 4 align 5", "alignment 5");
    mutant("%y.4 = alloca 4 align 4", "%y.4: i64 = alloca 4 align 4", "results is wrong");
    mutant("scope_begin %x.3", "scope_begin %y.4", "not the result of a scoped alloca");
    mutant("scope_end %x.3", "scope_end %p.0", "not the result of a scoped alloca");
    mutant("%5 = load i32 %x.3", "%5: i32 = load i31 %x.3", "whole bytes");
    mutant("%5 = load i32 %x.3", "%5: i32 = load i64 %x.3", "results is wrong");
    mutant("%5 = load i32 %x.3", "%5 = load i32 %x.3 align 3", "alignment 3");
    mutant("%5 = load i32 %x.3", "%5 = load i32 %n.1", "the address has type Int(32)");
    mutant("store i32 %n.1, %x.3", "store i32 i64 1, %x.3", "the value has type Int(64)");
    mutant("store i32 %n.1, %x.3", "store i1 1, %x.3", "whole bytes");
    mutant("store i32 %n.1, %x.3", "store i32 1, %n.1", "the address has type Int(32)");
    mutant("memcpy %p.0, %6, 4", "memcpy %n.1, %6, 4", "the destination has type Int(32)");
    mutant("memcpy %p.0, %6, 4", "memcpy %p.0, %n.1, 4", "the source has type Int(32)");
    mutant("memcpy %p.0, %6, 4", "memcpy %p.0, %6, null", "the length has type Ptr");
    mutant("memset %p.0, 0, 4", "memset %p.0, i32 0, 4", "the byte has type Int(32)");
    mutant("%p.0, 8 via #1", "%p.0, i32 8 via #1", "the offset has type Int(32)");
    mutant("%p.0, 8 via #1", "%n.1, 8 via #1", "the base has type Int(32)");
    mutant("stackrestore %15", "stackrestore %n.1", "the token has type Int(32)");
    mutant("%15 = stacksave", "%15: i64 = stacksave", "results is wrong");
    mutant("va_start %p.0", "va_start %n.1", "the list has type Int(32)");
    mutant("va_start %p.0", "va_copy %p.0, %n.1", "the source has type Int(32)");
    mutant("$x.0 := %5", "%19: i32 = trap", "results is wrong");
}

#[test]
fn operations() {
    mutant("add signed %5, 1", "add signed %d.2, f64 1.0", "the left operand has type Float(F64)");
    mutant("add signed %5, 1", "add signed %5, i8 1", "the right operand has type Int(8)");
    mutant("add signed %5, 1", "and signed %5, 1", "no signed overflow");
    mutant("%14: i32 = add signed %5, 1", "%14: i64 = add signed %5, i32 1", "results is wrong");
    mutant("fadd %d.2, 1.0", "fadd i32 1, i32 1", "the left operand has type Int(32)");
    mutant("cmp slt %5, %n.1", "cmp slt %5, i64 1", "the right operand has type Int(64)");
    mutant("cmp slt %5, %n.1", "cmp slt %d.2, %d.2", "the left operand is a float");
    mutant("fcmp olt %d.2, %9", "fcmp olt %5, %n.1", "the left operand is not a float");
    mutant("sext %n.1", "trunc %n.1", "cannot convert Int(32) to Int(64)");
    mutant("sext %n.1", "fptosi %n.1", "cannot convert Int(32) to Int(64)");
    mutant("sext %n.1", "bitcast %n.1", "cannot convert Int(32) to Int(64)");
    mutant("sext %n.1", "ptrtoint %n.1", "cannot convert Int(32) to Int(64)");
    mutant("select %7, %5, %n.1", "select %5, %5, %n.1", "the condition has type Int(32)");
    mutant("select %7, %5, %n.1", "select %7, %5, i8 1", "the other value has type Int(8)");
    mutant("ctpop(%n.1)", "ctpop(%n.1, %n.1)", "1 arguments are expected");
    mutant("ctpop(%n.1)", "ctpop()", "1 arguments are expected");
    mutant("ctpop(%n.1)", "fabs(%n.1)", "an argument has type Int(32)");
    mutant("ctpop(%n.1)", "smin(%n.1, i8 1)", "an argument has type Int(8)");
    mutant("%13: i1 = sadd_overflows(%5, %n.1)", "%13: i32 = sadd_overflows(%5, %n.1)", "results is wrong");
    mutant("sadd_overflows(%5, %n.1)", "is_fpclass(%d.2, %n.1)", "the mask is not a constant");
    mutant("[bb0: %14] $x.0", "[bb0: i64 1]", "the value from bb0 has type Int(64)");
    mutant("%5, 1\n  %15", "%5, 0x100000000\n  %15", "constant 0x100000000 does not fit 32 bits");
    mutant("%d.2, 1.0", "%d.2, 0x10000000000000000", "does not fit 64 bits");
    changed(
        |program| {
            let body = f(program).body.as_mut().unwrap();
            body.blocks[0].insts[3]
                .kind
                .for_each_operand_mut(|operand| *operand = Operand::Undef(Scalar::Int(0)));
        },
        "1 to 128 bits",
    );
}

#[test]
fn calls() {
    mutant("call *%p.0(i32 1)", "call *%n.1(i32 1)", "the callee has type Int(32)");
    mutant("call *%p.0(i32 1)", "call *%p.0(i32 i64 1)", "an argument has type Int(64)");
    mutant("call *%p.0(i32 1)", "call *%p.0(i32 byval(4, 4) 1)", "must be a pointer");
    mutant("call @own(ptr %p.0)", "call @own(ptr byval(16, 8) %p.0)", "copies by-value parameters itself");
    changed(
        |program| {
            let insts = &mut f(program).body.as_mut().unwrap().blocks[0].insts;
            let fixed = insts.iter_mut().find_map(|inst| match &mut inst.kind {
                ir::InstKind::Call { variadic_from: Some(fixed), .. } => Some(fixed),
                _ => None,
            });
            *fixed.unwrap() = 3;
        },
        "fewer arguments than fixed ones",
    );
    // C lets a call disagree with the function called.
    let text = VALID.replace("call @own(ptr %p.0)", "%19: i8 = call @own(i32 1, i32 2)");
    assert_eq!(validate(&parse(&text).unwrap()), Ok(()));
}

#[test]
fn terminators() {
    mutant("branch %7,", "branch %n.1,", "the condition has type Int(32)");
    mutant("switch i32 %n.1", "switch i32 %p.0", "the value has type Ptr");
    mutant("[0: bb1, 1:", "[0: bb1, 0x100000000:", "does not fit 32 bits");
    mutant("indirect label @f bb3", "indirect %n.1", "the address has type Int(32)");
    mutant("indirect label @f bb3", "indirect label @f bb5", "has no block bb5");
    mutant("  return %n.1", "  return", "returned are [], declared [Int(32)]");
    mutant("  return %n.1", "  return %d.2", "returned are [Float(F64)]");
}

#[test]
fn violations_say_where() {
    let program = parse(&VALID.replace("scope_end %x.3", "scope_end %y.4")).unwrap();
    assert_eq!(
        validate(&program).unwrap_err()[0].to_string(),
        "@f bb0 instruction 5 `scope_end %y.4`: the slot is not the result of a scoped alloca"
    );
    let mut program = parse(VALID).unwrap();
    program.globals[0].span = Span::new(ir::FileId(5), 1, 1);
    assert_eq!(validate(&program).unwrap_err()[0].to_string(), "the span names a file that does not exist");
}
