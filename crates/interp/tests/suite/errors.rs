//! Every kind of error that stops a run, with a correct twin.

use super::{check, check_with, run};
use budget::Budget;
use interp::{Outcome, Signal, Stopped};
use std::time::Duration;

#[test]
fn null_dereference() {
    check("#include <stddef.h>\nint main(void) {\n int *p = NULL;\n return *p; // ERROR null-deref\n}");
    check(
        "struct s { int a[100]; int b; };\nint main(void) {\n struct s *p = 0;\n p->b = 1; // ERROR null-deref\n}",
    );
    check("int main(void) {\n void (*f)(void) = 0;\n f(); // ERROR null-deref\n}");
    check("#include <string.h>\nint main(void) {\n return strlen((char *)0); // ERROR null-deref\n}");
    check("int main(void) { int x = 0; int *p = &x; return *p; }");
}

#[test]
fn use_after_free() {
    check(
        "#include <stdlib.h>
        int main(void) {
            int *p = malloc(4);
            *p = 1;
            free(p);
            return *p; // ERROR use-after-free
        }",
    );
    check(
        "#include <stdlib.h>
        int main(void) {
            int *p = malloc(4), *q = p;
            p = realloc(p, 64);
            *q = 1; // ERROR use-after-free
        }",
    );
    check(
        "#include <stdlib.h>\nint main(void) { int *p = malloc(4); *p = 0; int v = *p; free(p); return v; }",
    );
}

#[test]
fn out_of_bounds() {
    check("int a[4];\nint main(void) {\n int i = 4;\n return a[i]; // ERROR out-of-bounds\n}");
    check("int main(void) {\n char b[3];\n *(int *)b = 1; // ERROR out-of-bounds\n}");
    check("int main(void) {\n int a[2], i = -1;\n a[i] = 0; // ERROR out-of-bounds\n}");
    check(
        "#include <stdlib.h>
        #include <string.h>
        int main(void) {
            char *p = malloc(5);
            strcpy(p, \"hello\"); // ERROR out-of-bounds
        }",
    );
    check(
        "#include <stdarg.h>
        static int f(int n, ...) {
            va_list list;
            va_start(list, n);
            int sum = 0;
            while (n-- > 0)
                sum += va_arg(list, int); // ERROR out-of-bounds
            va_end(list);
            return sum;
        }
        int main(void) { return f(3, 1, 2); }",
    );
    check("#include <string.h>\nint main(void) { char b[6]; strcpy(b, \"hello\"); return b[5]; }");
}

#[test]
fn use_after_scope() {
    check(
        "int main(void) {
            int *p;
            { int x = 1; p = &x; }
            return *p; // ERROR use-after-scope
        }",
    );
    check(
        "int *f(void) { int x = 1; int *p = &x; return p; }
        int main(void) {
            return *f(); // ERROR use-after-scope
        }",
    );
    check(
        "int main(void) {
            int *p = 0, sum = 0;
            for (int i = 0; i < 3; i++) {
                int x = i;
                if (p) sum += *p; // ERROR use-after-scope
                p = &x;
            }
        }",
    );
}

#[test]
fn invalid_pointers() {
    check("int main(void) {\n *(int *)0x123450 = 1; // ERROR invalid-pointer\n}");
    check("int main(void) {\n char *s = \"abc\";\n s[0] = 'x'; // ERROR invalid-pointer\n}");
    check("int main(void) {\n return *(char *)main; // ERROR invalid-pointer\n}");
    check("int x;\nint main(void) {\n ((void (*)(void))&x)(); // ERROR invalid-pointer\n}");
    check("int main(void) {\n int *p;\n return *p; // ERROR invalid-pointer\n}");
}

#[test]
fn overlapping_copies() {
    check(
        "#include <string.h>
        int main(void) {
            char b[8] = \"abcdefg\";
            memcpy(b + 1, b, 4); // ERROR overlapping-copy
        }",
    );
    check("#include <string.h>\nint main(void) { char b[8] = {1}; memmove(b + 1, b, 4); return b[1] - 1; }");
    check(
        "#include <string.h>\nint main(void) {\n char b[8] = \"abc\";\n strcpy(b + 1, b); // ERROR overlapping-copy\n}",
    );
}

#[test]
fn frees() {
    check(
        "#include <stdlib.h>\nint main(void) {\n char *p = malloc(1);\n free(p);\n free(p); // ERROR double-free\n}",
    );
    check("#include <stdlib.h>\nint main(void) {\n int x;\n free(&x); // ERROR invalid-free\n}");
    check("#include <stdlib.h>\nint x;\nint main(void) {\n free(&x); // ERROR invalid-free\n}");
    check(
        "#include <stdlib.h>\nint main(void) {\n char *p = malloc(9);\n free(p + 1); // ERROR invalid-free\n}",
    );
    check("#include <stdlib.h>\nint main(void) {\n free((void *)8); // ERROR invalid-free\n}");
    check("#include <stdlib.h>\nint main(void) { free(0); free(malloc(0)); free(realloc(0, 3)); return 0; }");
}

#[test]
fn assertions() {
    check(
        "#include <assert.h>\nint main(void) {\n int x = 1;\n assert(x == 2); // ERROR assertion-failure\n}",
    );
    check("void reach_error(void);\nint main(void) {\n reach_error(); // ERROR reach-error\n}");
    check("#include <assert.h>\nint main(void) { assert(1); return 0; }");
    let report = run("#include <assert.h>\nint main(void) { assert(0); }", "memsafety");
    assert!(matches!(report.outcome, Outcome::Signalled(Signal::Abort)), "{:?}", report.outcome);
}

#[test]
fn uninitialized_reads() {
    let check = |source| check_with(source, "initialized");
    check("int main(void) {\n int x;\n if (x) return 1; // ERROR uninitialized-read\n return 0;\n}");
    check(
        "int main(void) {\n int a[2], i;\n a[1] = 0;\n i = a[0];\n return a[i]; // ERROR uninitialized-read\n}",
    );
    check(
        "#include <stdlib.h>
        #include <stdio.h>
        int main(void) {
            int *p = malloc(8);
            p[1] = p[0];
            printf(\"%d\", p[1]); // ERROR uninitialized-read
        }",
    );
    // Copying and bit-fields beside uninitialised ones are fine.
    check(
        "#include <string.h>
        struct s { unsigned a : 3, b : 5; char pad; int c; };
        int main(void) {
            struct s x, y;
            x.a = 5;
            y = x;
            memcpy(&x, &y, sizeof x);
            return x.a == 5 ? 0 : 1;
        }",
    );
    check(
        "struct s { unsigned a : 3, b : 5; };
        int main(void) {
            struct s x;
            x.a = 5;
            return x.b == 1 ? 3 : 4; // ERROR uninitialized-read
        }",
    );
}

#[test]
fn signed_overflow() {
    let check = |source| check_with(source, "no-overflow");
    check(
        "#include <limits.h>\nint main(void) {\n int x = INT_MAX;\n x = x + 1; // ERROR signed-overflow\n}",
    );
    check(
        "#include <limits.h>\nint main(void) {\n long x = LONG_MIN;\n x = x * -1; // ERROR signed-overflow\n}",
    );
    check(
        "#include <limits.h>\nint main(void) {\n int x = INT_MIN, y = -1;\n x = x / y; // ERROR signed-overflow\n}",
    );
    check(
        "#include <limits.h>\nint main(void) { unsigned x = UINT_MAX; x++; short s = 32767; s++; return x; }",
    );
}

#[test]
fn undefined_behaviour_outside_the_properties_stops_without_a_fault() {
    for source in
        ["int main(void) { int *p = 0; return *p; }", "int main(void) { volatile int x = 0; return 1 / x; }"]
    {
        let report = run(source, "unreach-call");
        assert!(
            matches!(report.outcome, Outcome::Stopped(Stopped::Undefined { .. })),
            "{:?}",
            report.outcome
        );
    }
}

#[test]
fn unknown_functions_are_noted() {
    let report = run("void mystery(void); int main(void) { mystery(); int *p = 0; return *p; }", "memsafety");
    let names: Vec<&str> = report.notes.foreign.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["mystery"]);
    assert!(!report.notes.is_independent());
    assert!(matches!(report.outcome, Outcome::Fault(_)), "{:?}", report.outcome);
}

#[test]
fn memory_of_unknown_functions_is_no_error() {
    let source = "int *mystery(void); int main(void) { int *p = mystery(); return p ? *p : 0; }";
    let program = super::compile(source, &[]);
    for (input, stops) in [(0, false), (4096, true)] {
        let config = interp::Config { inputs: vec![input], ..Default::default() };
        let (report, _) = super::run_program(&program, &config);
        assert_eq!(matches!(report.outcome, Outcome::Stopped(Stopped::Unsupported { .. })), stops, "{input}");
    }
}

#[test]
fn errors_in_library_code_are_the_callers() {
    let source = "#include <string.h>\nint main(void) {\n char *s = 0;\n char *t = strdup(s);\n}";
    let report = run(source, "memsafety");
    let Outcome::Fault(fault) = report.outcome else { panic!("{:?}", report.outcome) };
    assert_eq!(fault.site.library.as_deref(), Some("strdup"));
    assert_eq!(fault.site.function, "main");
    assert_eq!(fault.site.span.map(|span| span.line.get()), Some(4));
}

#[test]
fn loops_that_go_round_too_often_are_given_up() {
    let source = "#include <stdlib.h>\nint main(void) {\n char *last = 0;\n for (unsigned i = 1; i; i++) {\n \
                  char *new = malloc(1);\n last = new;\n }\n free(last);\n}";
    let program = super::compile(source, &[]);
    let config = interp::Config { long_loops: Some(1000), ..Default::default() };
    let (report, _) = super::run_program(&program, &config);
    match &report.outcome {
        Outcome::Stopped(Stopped::LongLoop { reason, site }) => {
            assert!(reason.contains("4294967295"), "{reason}");
            assert_eq!(site.span.map(|span| span.line.get()), Some(4));
        }
        other => panic!("{other:?}"),
    }
    // What went wrong until then counts: the second round loses what the first allocated.
    let lines: Vec<_> = report.leaks.iter().map(|leak| leak.site.span.map(|span| span.line.get())).collect();
    assert_eq!(lines, [Some(6)]);
}

#[test]
fn limits_end_a_run() {
    let program =
        super::compile("int f(int n) { return f(n + 1) + 1; } int main(void) { return f(0); }", &[]);
    let (report, _) = super::run_program(&program, &interp::Config::default());
    assert!(
        matches!(report.outcome, Outcome::Stopped(Stopped::StackOverflow { .. })),
        "{:?}",
        report.outcome
    );
    let program = super::compile("int main(void) { for (;;) ; }", &[]);
    let config = interp::Config { step_limit: Some(1000), ..Default::default() };
    let (report, _) = super::run_program(&program, &config);
    assert!(matches!(report.outcome, Outcome::Stopped(Stopped::StepLimit { .. })), "{:?}", report.outcome);
    let config = interp::Config { budget: Budget::unlimited().within(Duration::ZERO), ..Default::default() };
    let (report, _) = super::run_program(&program, &config);
    assert!(matches!(report.outcome, Outcome::Stopped(Stopped::Deadline { .. })), "{:?}", report.outcome);
}
