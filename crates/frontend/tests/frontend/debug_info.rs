//! Types, variables and positions from debug info.

use super::support::{Scratch, load, program};
use frontend::Options;
use ir::types::{Encoding, TypeKind};
use ir::{InstKind, Program, Scalar, TypeId, VarKind};

fn global_type(program: &Program, name: &str) -> TypeId {
    let global = program.globals.iter().find(|global| global.name == name).expect("the global exists");
    global.ty.expect("it has a type")
}

fn declaration(program: &Program, name: &str) -> String {
    program.types.declaration(global_type(program, name), name)
}

#[test]
fn types_are_spelled_as_in_the_source() {
    let source = "
        struct node { struct node *next; int value; };
        typedef struct node node_t;
        typedef int (*compare)(const void *, const void *);
        node_t *a; const char *const b = 0; int c[2][3]; compare d; volatile unsigned long e; _Atomic int f;
        int (*g[4])(int, ...); _Bool h; long double i; enum color { RED, GREEN = 5, BLUE = -1 } j;
        union { int x; float y; } k; void (*l)(void); extern int m[]; int m[3]; double _Complex n;
        int keep(void) { return (int)e; }";
    let program = program(source);
    let spellings =
        ["node_t *a", "const char *const b", "int c[2][3]", "compare d", "volatile unsigned long e"];
    for (name, spelling) in ["a", "b", "c", "d", "e"].into_iter().zip(spellings) {
        assert_eq!(declaration(&program, name), spelling);
    }
    assert_eq!(declaration(&program, "f"), "_Atomic int f");
    assert_eq!(declaration(&program, "g"), "int (*g[4])(int, ...)");
    assert_eq!(declaration(&program, "h"), "_Bool h");
    assert_eq!(declaration(&program, "l"), "void (*l)(void)");
    assert_eq!(declaration(&program, "m"), "int m[3]");
    let size = |name| program.types.get(global_type(&program, name)).size;
    assert_eq!((size("c"), size("g"), size("i"), size("k"), size("a")), (24, 32, 16, 4, 8));
    let encoding = |name| match program.types.get(program.types.strip(global_type(&program, name))).kind {
        TypeKind::Base { encoding, .. } => encoding,
        _ => panic!("{name} is no base type"),
    };
    assert_eq!(encoding("h"), Encoding::Bool);
    assert_eq!(encoding("e"), Encoding::Unsigned);
    assert_eq!(encoding("i"), Encoding::Float);
    assert_eq!(encoding("n"), Encoding::Complex);
    match &program.types.get(global_type(&program, "j")).kind {
        TypeKind::Enum { name, values } => {
            assert_eq!(name.as_deref(), Some("color"));
            let expected =
                [("RED", 0), ("GREEN", 5), ("BLUE", -1)].map(|(name, value)| (name.to_string(), value));
            assert_eq!(values, &expected);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn records_have_their_members() {
    let source = "
        struct s { char c; unsigned a : 3; unsigned b : 7; struct { int x; union { long l; char t[8]; }; }; struct s *self; } g;
        struct opaque; struct opaque *o;";
    let program = program(source);
    let id = global_type(&program, "g");
    let path = |offset, size| program.types.path_at(id, offset, Some(size)).unwrap_or_default();
    assert_eq!(path(0, 1), ".c");
    assert_eq!(path(8, 4), ".x");
    assert_eq!(path(20, 1), ".t[4]");
    assert_eq!(path(24, 8), ".self");
    match &program.types.get(id).kind {
        TypeKind::Struct(record) => {
            assert!(record.complete);
            let bits: Vec<_> =
                record.fields.iter().map(|field| (field.bit_offset, field.bit_width)).collect();
            assert_eq!(bits, [(0, None), (8, Some(3)), (11, Some(7)), (64, None), (192, None)]);
            assert_eq!(program.types.pointee(record.fields[4].ty), Some(id));
        }
        other => panic!("{other:?}"),
    }
    let opaque = program.types.pointee(global_type(&program, "o")).expect("a pointer");
    assert!(matches!(&program.types.get(opaque).kind, TypeKind::Struct(record) if !record.complete));
}

#[test]
fn local_types_of_one_name_stay_apart() {
    let source = "void use(void *); \
        int f(void) { struct s { int a; } x = {1}; use(&x); return x.a; } int g(void) { struct s { float b; } x = {1}; use(&x); return x.b; }";
    let program = program(source);
    let field = |function: &str| {
        let id = program.find_function(function).expect("it exists");
        let body = program.function(id).body.as_ref().expect("it is defined");
        let ty = body.vars[0].ty.expect("it has a type");
        match &program.types.get(ty).kind {
            TypeKind::Struct(record) => record.fields[0].name.clone().unwrap_or_default(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!((field("f"), field("g")), ("a".to_string(), "b".to_string()));
}

#[test]
fn variables_and_positions_are_known() {
    let source = "int f(int *p,\n      int n) {\n  int local = *p;\n  {\n    int local = n;\n    return local;\n  }\n}\n";
    let program = program(source);
    let function = program.function(program.find_function("f").expect("it exists"));
    assert_eq!(function.span.map(|span| span.line.get()), Some(1));
    let body = function.body.as_ref().expect("it is defined");
    let vars: Vec<_> = body
        .vars
        .iter()
        .map(|var| (var.name.as_str(), var.kind, var.span.map_or(0, |span| span.line.get())))
        .collect();
    let expected = [
        ("p", VarKind::Param(0), 1),
        ("n", VarKind::Param(1), 2),
        ("local", VarKind::Local, 3),
        ("local", VarKind::Local, 5),
    ];
    assert_eq!(vars, expected);
    let insts: Vec<_> = body.blocks.iter().flat_map(|block| &block.insts).collect();
    let load = insts.iter().find(|inst| matches!(inst.kind, InstKind::Load { .. })).expect("a load");
    assert_eq!(load.span.map(|span| (span.line.get(), span.column)), Some((3, 15)));
    let returned = body.blocks[0].terminator.span;
    assert_eq!(returned.map(|span| (span.line.get(), span.column)), Some((6, 5)));
}

#[test]
fn variables_in_memory_name_their_object() {
    let source = "struct big { long v[4]; }; void use(void *); void f(struct big b, int n) { int a[n]; int x; use(&x); use(a); use(&b); }";
    let program = program(source);
    let function = program.function(program.find_function("f").expect("it exists"));
    let body = function.body.as_ref().expect("it is defined");
    let mut named = Vec::new();
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        if let InstKind::Alloca { var: Some(var), ty, scoped, .. } = &inst.kind {
            let var = body.var(*var);
            assert_eq!(*ty, var.ty);
            named.push((var.name.as_str(), *scoped));
        }
    }
    named.sort();
    assert_eq!(named, [("a", false), ("b", false), ("x", true)]);
    assert_eq!(function.params[0].by_value, Some((32, 8)));
}

#[test]
fn values_of_optimised_variables_are_told() {
    let scratch = Scratch::new();
    let source = scratch.file("a.c", "int g(int); int f(int n) { int twice = n + n; return g(twice); }");
    let target = scratch.path().join("a.bc");
    let mut clang = std::process::Command::new("clang-19");
    clang.args(["-c", "-emit-llvm", "-g", "-O2", "-o"]).arg(&target).arg(source);
    assert!(clang.status().expect("clang-19 runs").success());
    let program = load(&[target], &Options::default()).expect("it loads");
    let function = program.function(program.find_function("f").expect("it exists"));
    let body = function.body.as_ref().expect("it is defined");
    let told = body.blocks[0].insts.iter().filter_map(|inst| match inst.kind {
        InstKind::VarIs { var, value } => Some((body.var(var).name.as_str(), body.operand_type(value))),
        _ => None,
    });
    assert_eq!(told.collect::<Vec<_>>(), [("n", Scalar::Int(32)), ("twice", Scalar::Int(32))]);
}
