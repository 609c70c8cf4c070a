//! Several files become one program.

use super::support::{Scratch, failure, load};
use frontend::Options;
use ir::{Callee, InstKind, Operand, Program};

fn options(args: &[&str]) -> Options {
    Options { clang_args: args.iter().map(Into::into).collect(), ..Default::default() }
}

fn called(program: &Program, function: &str) -> Vec<String> {
    let id = program.find_function(function).expect("the function exists");
    let body = program.function(id).body.as_ref().expect("it is defined");
    let insts = body.blocks.iter().flat_map(|block| &block.insts);
    let name = |inst: &ir::Inst| match inst.kind {
        InstKind::Call { callee: Callee::Direct(id), .. } => Some(program.function(id).name.clone()),
        _ => None,
    };
    insts.filter_map(name).collect()
}

#[test]
fn declarations_meet_their_definitions() {
    let scratch = Scratch::new();
    let header = "struct node { struct node *next; int value; };\nextern struct node *head;\nint length(struct node *);\n";
    scratch.file("list.h", header);
    let one = scratch.file("one.c", "#include \"list.h\"\nint main(void) { return length(head); }\n");
    let two = "#include \"list.h\"\nstruct node *head;\nint length(struct node *n) { return n ? 1 + length(n->next) : 0; }\n";
    let two = scratch.file("two.c", two);
    let program = load(&[one, two], &Options::default()).expect("it links");
    let length = program.find_function("length").expect("it exists");
    assert!(program.function(length).body.is_some());
    assert_eq!(called(&program, "main"), ["length"]);
    assert_eq!(program.functions.len(), 2);
    assert_eq!(program.globals.len(), 1);
    assert!(program.globals[0].init.is_some());
    // The header's type is there once, although both files include it.
    let nodes = program.types.iter().filter(|(id, _)| program.types.spelling(*id) == "struct node").count();
    assert_eq!(nodes, 1);
    assert_eq!(program.files.iter().filter(|file| file.name.ends_with("list.h")).count(), 1);
}

#[test]
fn a_name_for_a_declared_struct_stands_for_its_definition() {
    let scratch = Scratch::new();
    scratch.file("table.h", "typedef struct table table;\nint size(table *);\n");
    let user = "#include \"table.h\"\nint twice(table *t) { return 2 * size(t); }\n";
    let user = scratch.file("user.c", user);
    let owner = "#include \"table.h\"\nstruct table { int size; };\nint size(table *t) { return t->size; }\n";
    let owner = scratch.file("owner.c", owner);
    let program = load(&[user, owner], &Options::default()).expect("it links");
    let named = program.types.iter().filter(|(id, _)| program.types.spelling(*id) == "table");
    let sizes: Vec<(u64, u64)> =
        named.map(|(id, ty)| (ty.size, program.types.get(program.types.strip(id)).size)).collect();
    assert!(!sizes.is_empty() && sizes.iter().all(|it| *it == (4, 4)), "{sizes:?}");
}

#[test]
fn private_names_do_not_clash() {
    let scratch = Scratch::new();
    let one = scratch
        .file("one.c", "static int n = 1; static int f(void) { return n; } int a(void) { return f(); }");
    let two = scratch
        .file("two.c", "static int n = 2; static int f(void) { return n; } int b(void) { return f(); }");
    let program = load(&[one, two], &Options::default()).expect("it links");
    assert_ne!(called(&program, "a"), called(&program, "b"));
    assert_eq!(program.globals.len(), 2);
    assert!(program.globals.iter().all(|global| global.local));
}

#[test]
fn duplicate_definitions_name_both_files() {
    let scratch = Scratch::new();
    let one = scratch.file("one.c", "int f(void) { return 1; }");
    let two = scratch.file("two.c", "int f(void) { return 2; }");
    let message = failure(&[one.clone(), two], &Options::default());
    assert!(message.contains("`f` is defined twice"), "{message}");
    assert!(message.contains("one.c") && message.contains("two.c"), "{message}");
    assert!(failure(&[one.clone(), one], &Options::default()).contains("given twice"));
}

#[test]
fn weak_and_inline_definitions_merge() {
    let scratch = Scratch::new();
    let weak = "__attribute__((weak)) int f(void) { return 1; } inline int g(void) { return 2; }";
    let one = scratch.file("one.c", format!("{weak} int a(void) {{ return f() + g(); }}"));
    let two = scratch.file("two.c", "int f(void) { return 3; } extern inline int g(void) { return 2; }");
    let program = load(&[one, two], &Options::default()).expect("it links");
    assert_eq!(program.functions.iter().filter(|function| function.name == "f").count(), 1);
    let f = program.function(program.find_function("f").expect("f")).body.as_ref().expect("defined");
    let returned = &f.blocks[0].terminator.kind;
    assert_eq!(*returned, ir::TerminatorKind::Return([Operand::int(32, 3)].into_iter().collect()));
}

#[test]
fn machines_must_agree() {
    let scratch = Scratch::new();
    let ll = "target datalayout = \"e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128\"\ntarget triple = \"i386-pc-linux-gnu\"\n@x = global i32 1\n";
    let one = scratch.file("one.ll", ll);
    let two = scratch.file("two.c", "int y;");
    let message = failure(&[one.clone(), two.clone()], &Options::default());
    assert!(message.contains("different machines"), "{message}");
    let program = load(&[one, two], &options(&["-m32"])).expect("both are for 32 bits");
    assert_eq!(program.target, ir::Target::BITS32);
}

#[test]
fn arguments_reach_clang() {
    let scratch = Scratch::new();
    scratch.file("include/value.h", "#define VALUE 4\n");
    let file = scratch.file("a.c", "#include \"value.h\"\nlong a[N + VALUE];\n");
    let include = format!("-I{}", scratch.path().join("include").display());
    let program =
        load(&[file], &options(&["-DN=2", &include, "-m32", "-O3", "-o", "x"])).expect("it compiles");
    assert_eq!(program.globals[0].size, 24);
}

#[test]
fn preprocessed_and_assembly_files_load() {
    let scratch = Scratch::new();
    let i = scratch.file("a.i", "# 1 \"orig.c\"\nint f(void) { return 1; }\n");
    let program = load(&[i], &Options::default()).expect("it compiles");
    assert_eq!(program.files[0].name, "orig.c");
    let ll = scratch.file("b.ll", "define i64 @f(ptr %p) {\n  %v = load i64, ptr %p\n  ret i64 %v\n}\n");
    let program = load(&[ll], &Options::default()).expect("it loads without a target");
    assert_eq!(program.target, ir::Target::BITS64);
    assert!(program.types.is_empty() && program.files.is_empty());
}

#[test]
fn order_does_not_depend_on_timing() {
    let scratch = Scratch::new();
    let file = |n: usize| scratch.file(&format!("f{n}.c"), format!("int f{n}(void) {{ return {n}; }}"));
    let files: Vec<_> = (0..12).map(file).collect();
    let first = load(&files, &Options::default()).expect("it links");
    let names: Vec<&str> = first.functions.iter().map(|function| function.name.as_str()).collect();
    assert_eq!(names, ["f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11"]);
    assert!(load(&files, &Options::default()).expect("it links") == first);
}

#[test]
fn structures_with_the_same_members_stay_apart() {
    let scratch = Scratch::new();
    let one = scratch.file("one.c", "int main(void) { return 0; }\n");
    let two = "struct node { struct node *left, *right; };\nstruct tree { struct node *root, *last; };\n\
               struct node *f(struct tree *tree) { return tree->last->right; }\n";
    let two = scratch.file("two.c", two);
    let program = load(&[one, two], &Options::default()).expect("it links");
    let f =
        program.find_function("f").and_then(|id| program.function(id).body.as_ref()).expect("it is there");
    let through = f.blocks.iter().flat_map(|block| &block.insts).filter_map(|inst| match inst.kind {
        InstKind::PtrAdd { via, .. } => via.map(|ty| program.types.spelling(ty)),
        _ => None,
    });
    assert_eq!(through.collect::<Vec<_>>(), ["struct tree", "struct node"]);
}
