//! What a run depends on is noted: inputs, allocation outcomes, the layout of memory, junk.

use super::{compile, run, run_program};
use interp::{Config, InputSource, MallocPolicy, Outcome, Stdin};

#[test]
fn a_closed_program_depends_on_nothing() {
    let source = "#include <stdlib.h>
        #include <stdio.h>
        #include <string.h>
        struct node { int v; struct node *next; };
        int main(void) {
            struct node *list = 0;
            char text[16];
            for (int i = 0; i < 4; i++) {
                struct node *n = malloc(sizeof *n);
                n->v = i;
                n->next = list;
                list = n;
            }
            for (struct node *n = list; n != 0; n = n->next)
                if (n == list->next || n->v > 2)
                    sprintf(text, \"%d\", n->v);
            while (list) { struct node *n = list; list = n->next; free(n); }
            return strcmp(text, \"2\");
        }";
    let report = run(source, "memsafety");
    assert!(matches!(report.outcome, Outcome::Exited(0)), "{:?}", report.outcome);
    assert!(report.notes.is_independent(), "{:?}", report.notes);
    assert_eq!(report.notes.allocations.len(), 4);
}

#[test]
fn inputs_come_from_the_list_and_are_noted() {
    let source = "int __VERIFIER_nondet_int(void); char __VERIFIER_nondet_char(void);
        int main(void) { int a = __VERIFIER_nondet_int(); char c = __VERIFIER_nondet_char(); return a + c; }";
    let config = Config { inputs: vec![40, 0x102], ..Config::default() };
    let (report, _) = run_program(&compile(source, &[]), &config);
    assert!(matches!(report.outcome, Outcome::Exited(42)), "{:?}", report.outcome);
    assert_eq!(report.notes.inputs.len(), 2);
    assert!(report.notes.inputs.iter().all(|input| input.given));
    let (report, _) = run_program(&compile(source, &[]), &Config::default());
    assert!(matches!(report.outcome, Outcome::Exited(0)));
    assert!(report.notes.inputs.iter().all(|input| !input.given));
}

#[test]
fn arguments_environment_stdin_and_clock_are_inputs() {
    let source = "#include <stdio.h>
        #include <stdlib.h>
        #include <time.h>
        int main(int argc, char **argv) {
            printf(\"%d %s %s %d %d\", argc, argv[1], getenv(\"HOME\"), getchar(), (int)time(0));
            return 0;
        }";
    let config = Config {
        args: vec![b"p".to_vec(), b"x".to_vec()],
        env: vec![(b"HOME".to_vec(), b"/h".to_vec())],
        stdin: Stdin::Bytes(b"A".to_vec()),
        time: 5,
        ..Config::default()
    };
    let (report, output) = run_program(&compile(source, &[]), &config);
    assert_eq!(output, "2 x /h 65 5");
    let count = |wanted: fn(&InputSource) -> bool| {
        report.notes.inputs.iter().filter(|input| wanted(&input.source)).count()
    };
    assert_eq!(count(|source| matches!(source, InputSource::Arguments)), 1);
    assert_eq!(count(|source| matches!(source, InputSource::Environment(_))), 1);
    assert_eq!(count(|source| matches!(source, InputSource::Stdin)), 1);
    assert_eq!(count(|source| matches!(source, InputSource::Clock)), 1);
}

#[test]
fn an_assumption_that_fails_ends_the_run() {
    let report = run(
        "void __VERIFIER_assume(int); int main(void) { __VERIFIER_assume(0); return *(int *)0; }",
        "memsafety",
    );
    assert!(matches!(report.outcome, Outcome::Stopped(interp::Stopped::AssumptionFailed { .. })));
}

#[test]
fn allocations_fail_by_script() {
    let source = "#include <stdlib.h>
        int main(void) {
            void *a = malloc(1), *b = malloc(2), *c = calloc(3, 1);
            int code = (a == 0) + 2 * (b == 0) + 4 * (c == 0);
            free(a); free(b); free(c);
            return code;
        }";
    let config = Config { malloc: MallocPolicy::Script(vec![true, false]), ..Config::default() };
    let (report, _) = run_program(&compile(source, &[]), &config);
    assert!(matches!(report.outcome, Outcome::Exited(2)), "{:?}", report.outcome);
    let outcomes: Vec<bool> =
        report.notes.allocations.iter().map(|allocation| allocation.succeeded).collect();
    assert_eq!(outcomes, [true, false, true]);
}

#[test]
fn decisions_by_layout_are_noted() {
    let noted = |body: &str| {
        let source = format!(
            "#include <stdlib.h>\n#include <stdint.h>\nint x, y, a[3];\nint main(void) {{ int r = 0; {body} return r; }}"
        );
        !run(&source, "memsafety").notes.layout.is_empty()
    };
    assert!(noted("if (&x < &y) r = 0;"));
    assert!(noted("int *p = &a[3]; if (p == &x) r = 1;"));
    assert!(noted("void *p = malloc(1); free(p); void *q = malloc(1); if (p == q) r = 0; free(q);"));
    assert!(noted("if ((uintptr_t)&x % 64 == 16) r = 0;"));
    assert!(noted(
        "unsigned h = (unsigned)((uintptr_t)&x >> 4) * 31; volatile unsigned v = h; if (v & 1) r = 0;"
    ));
    assert!(!noted("if (&a[0] < &a[2]) r = 0;"));
    assert!(!noted("if (&x == &y) r = 1;"));
    assert!(!noted("if (((uintptr_t)&x & 3) != 0) r = 1;"));
    assert!(!noted("int *p = &a[3]; while (p != a) p--;"));
    assert!(!noted("void *p = malloc(1); if (!p) r = 1; free(p);"));
}

#[test]
fn decisions_by_junk_are_noted_where_they_are_no_errors() {
    let report = run("int main(void) { int x; if (x) return 1; return 0; }", "memsafety");
    assert!(matches!(report.outcome, Outcome::Exited(0)));
    assert_eq!(report.notes.uninitialized.len(), 1);
}

#[test]
fn shifts_by_too_much_are_noted() {
    let report = run("int main(void) { volatile int n = 33; return 1 << n; }", "memsafety");
    assert!(matches!(report.outcome, Outcome::Exited(2)), "{:?}", report.outcome);
    assert_eq!(report.notes.undefined.len(), 1);
}

#[test]
fn recycled_memory_has_old_addresses_and_junk() {
    let source = "#include <stdlib.h>
        int main(void) {
            char *first = malloc(24);
            free(first);
            char *other = malloc(25), *second = malloc(24);
            int code = (first == second) + 2 * (first == other);
            if (second[3])
                code += 4;
            free(other);
            free(second);
            return code;
        }";
    let program = compile(source, &[]);
    let (report, _) = run_program(&program, &Config::default());
    assert!(matches!(report.outcome, Outcome::Exited(0)), "{:?}", report.outcome);
    let (report, _) = run_program(&program, &Config { recycle: true, ..Config::default() });
    assert!(matches!(report.outcome, Outcome::Exited(5)), "{:?}", report.outcome);
}

#[test]
fn whether_literals_share_memory_is_open() {
    let codes = |source: &str| {
        let program = compile(source, &[]);
        [false, true].map(|share_literals| {
            let (report, _) = run_program(&program, &Config { share_literals, ..Config::default() });
            let Outcome::Exited(code) = report.outcome else { panic!("{:?}", report.outcome) };
            (code, report.notes.layout.len())
        })
    };
    let compare = |a: &str, b: &str| {
        codes(&format!("int main(void) {{ const char *a = {a}, *b = {b}; return a == b ? 1 : 0; }}"))
    };
    assert_eq!(compare("\"xabc\" + 1", "\"abc\""), [(0, 1), (1, 1)]);
    assert_eq!(compare("\"xabc\"", "\"abc\""), [(0, 0), (0, 0)], "their bytes differ");
    assert_eq!(compare("\"ab\"", "\"abc\""), [(0, 0), (0, 0)], "one ends before the other");
}

#[test]
fn allocations_that_are_too_large_are_noted() {
    let source = "#include <stdlib.h>
        int main(void) { return malloc(SIZE) != 0; }";
    let config = Config { memory_limit: 1 << 20, ..Config::default() };
    let (report, _) = run_program(&compile(source, &["-DSIZE=1<<30"]), &config);
    assert_eq!((report.notes.unaffordable.len(), report.notes.impossible_allocation), (1, false));
    let (report, _) = run_program(&compile(source, &["-DSIZE=-1ul"]), &config);
    assert_eq!((report.notes.unaffordable.len(), report.notes.impossible_allocation), (0, true));
}

#[test]
fn random_numbers_are_noted() {
    let source = "#include <stdlib.h>
        int main(void) { int sum = 0; for (int i = 0; i < 3; i++) sum += rand() & 1; return sum > 3; }";
    let (report, _) = run_program(&compile(source, &[]), &Config::default());
    assert_eq!((report.notes.random.len(), report.notes.is_independent()), (1, false));
}
