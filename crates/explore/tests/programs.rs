//! Small C programs through the front end: every kind of error is found where it is, and its safe twin is proved.

use engine::{Budget, Coverage, Engine, Malloc, Outcome, Reason, Silent, Task, Verdict};
use explore::AllocCheck;
use ir::PropertySet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// A file that is removed when the test is done with it.
struct Source(PathBuf);

impl Source {
    fn new(text: &str) -> Source {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("explore-{}-{number}.c", std::process::id()));
        std::fs::write(&path, text).expect("a temporary file can be written");
        Source(path)
    }
}

impl Drop for Source {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

const PRELUDE: &str = "#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n#include <assert.h>\n\
    extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void);\n\
    struct node { int value; struct node *next; };\n";

/// Explores a program for a list of properties, `standard` for the usual ones.
fn explore_for(text: &str, properties: &str, malloc: Malloc) -> Outcome {
    explore_with(text, properties, malloc, AllocCheck::Default)
}

fn explore_with(text: &str, properties: &str, malloc: Malloc, alloc_check: AllocCheck) -> Outcome {
    let source = Source::new(&format!("{PRELUDE}{text}"));
    let options = frontend::Options { quiet: true, ..Default::default() };
    let mut program =
        frontend::load(std::slice::from_ref(&source.0), &options).expect("the program compiles");
    clib::link(&mut program);
    let entry = program.find_function("main").expect("main");
    let properties = match properties {
        "standard" => PropertySet::standard(),
        list => list.parse().expect("properties"),
    };
    let task = Task { program: &program, entry, properties, malloc };
    let budget = Budget::new(Some(Duration::from_secs(60)), None, Default::default());
    explore::Exact { alloc_check, work: None }.run(&task, &budget, &Silent)
}

fn explore(text: &str) -> Outcome {
    explore_for(text, "standard", Malloc::MayFail)
}

/// The kinds found, each once, in order of discovery.
fn kinds(outcome: &Outcome) -> Vec<&'static str> {
    let mut kinds: Vec<_> = outcome.findings.iter().map(|finding| finding.kind.name()).collect();
    kinds.dedup();
    kinds
}

/// Asserts that a program has one kind of error, and that the finding carries these inputs.
fn finds(text: &str, kind: &str) -> Outcome {
    let outcome = explore(text);
    assert_eq!(kinds(&outcome), [kind], "{text}\n{:?}", outcome.ledger);
    assert!(outcome.findings.iter().all(|finding| !finding.is_confirmed() && finding.scenario.is_some()));
    outcome
}

fn proves(text: &str) {
    let outcome = explore(text);
    assert_eq!(outcome.verdict(), Verdict::Safe, "{text}\n{:?}\n{:?}", kinds(&outcome), outcome.ledger);
    assert_eq!(outcome.coverage, Coverage::Complete);
}

#[test]
fn null_pointers() {
    let outcome = finds("int main(void) { int *p = malloc(4); *p = 1; free(p); return 0; }", "null-deref");
    assert_eq!(outcome.findings[0].scenario.as_ref().unwrap().allocations, [false]);
    proves("int main(void) { int *p = malloc(4); if (p) *p = 1; free(p); return 0; }");
}

#[test]
fn freed_memory() {
    finds(
        "int main(void) { int *p = calloc(1, 4); if (!p) return 0; free(p); return *p; }",
        "use-after-free",
    );
    finds("int main(void) { void *p = malloc(4); void *q = p; free(p); free(q); return 0; }", "double-free");
    finds("int main(void) { char *p = malloc(4); if (p) free(p + 1); return 0; }", "invalid-free");
    finds("int main(void) { int x; free(&x); return 0; }", "invalid-free");
    proves("int main(void) { void *p = malloc(4); free(p); p = 0; free(p); return 0; }");
}

#[test]
fn bounds_that_depend_on_inputs() {
    let program = |limit: &str| {
        format!(
            "int main(void) {{ int a[10] = {{0}}; int i = __VERIFIER_nondet_int();
             if (i < 0 || i > {limit}) return 0; a[i] = 7; assert(a[i] == 7); return 0; }}"
        )
    };
    let outcome = finds(&program("10"), "out-of-bounds");
    assert_eq!(outcome.findings[0].scenario.as_ref().unwrap().inputs, [10]);
    proves(&program("9"));
}

#[test]
fn blocks_of_symbolic_size() {
    let program = |access: &str| {
        format!(
            "int main(void) {{ unsigned n = __VERIFIER_nondet_uchar(); char *p = malloc(n);
             if (!p || n < 2) {{ free(p); return 0; }} memset(p, 1, n); {access} free(p); return 0; }}"
        )
    };
    finds(&program("p[n] = 0;"), "out-of-bounds");
    proves(&program("p[n - 1] = 0;"));
    proves(&program("assert(p[1] == 1);"));
}

#[test]
fn scopes() {
    finds(
        "int main(void) { int *p = 0; for (int i = 0; i < 2; i++) { int x = 0; if (i > 0) *p = 1; p = &x; }
         return 0; }",
        "use-after-scope",
    );
    finds(
        "int *f(void) { int x = 1; int *p = &x; return p; } int main(void) { return *f(); }",
        "use-after-scope",
    );
}

#[test]
fn lost_memory_is_reported_where_the_last_pointer_dies() {
    let outcome = finds(
        "int main(void) {\n struct node *p = malloc(sizeof *p);\n if (!p) return 0;\n p->next = 0;\n p = 0;\n return 0;\n}",
        "leak",
    );
    let line = PRELUDE.lines().count() as u32 + 5;
    assert_eq!(outcome.findings[0].span.unwrap().line.get(), line);
    // A cycle keeps itself alive only.
    finds(
        "int main(void) { struct node *p = malloc(sizeof *p); if (!p) return 0; p->next = p; return 0; }",
        "leak",
    );
    proves("struct node *g; int main(void) { g = malloc(sizeof *g); return 0; }");
    let outcome = explore_for(
        "struct node *g; int main(void) { g = malloc(sizeof *g); return 0; }",
        "valid-memcleanup",
        Malloc::Ok,
    );
    assert_eq!(kinds(&outcome), ["not-freed"]);
}

#[test]
fn endless_loops_with_inputs_are_exhausted() {
    proves(
        "int main(void) { while (__VERIFIER_nondet_int()) { char *p = malloc(3); if (p) p[2] = 0; free(p); }
         return 0; }",
    );
    proves("int main(void) { for (;;) { int *p = malloc(4); free(p); } }");
}

#[test]
fn unbounded_lists_give_shallow_bugs_first() {
    let outcome = explore(
        "int main(void) { struct node *h = 0;
         while (__VERIFIER_nondet_int()) { struct node *n = malloc(sizeof *n); if (!n) break; n->next = h; h = n; }
         while (h) { struct node *t = h->next; if (t && t->next) free(t->next); free(h); h = t; }
         return 0; }",
    );
    assert_eq!(kinds(&outcome)[0], "use-after-free");
    let scenario = outcome.findings[0].scenario.as_ref().unwrap();
    assert_eq!(scenario.allocations, [true, true, true]);
}

#[test]
fn assertions_and_library_code() {
    finds(
        "int main(void) { int x = __VERIFIER_nondet_int(); assert(x != 42); return 0; }",
        "assertion-failure",
    );
    proves(
        "int main(void) { char s[4]; for (int i = 0; i < 3; i++) s[i] = __VERIFIER_nondet_uchar(); s[3] = 0;
         char t[4]; strcpy(t, s); assert(strlen(t) <= 3 && strcmp(s, t) == 0); printf(\"%s\\n\", t); return 0; }",
    );
    finds("int main(void) { char t[3]; strcpy(t, \"abc\"); return 0; }", "out-of-bounds");
    finds("int main(void) { char t[8] = \"abcdefg\"; memcpy(t, t + 1, 4); return 0; }", "overlapping-copy");
}

#[test]
fn pointers_in_disguise() {
    proves(
        "#include <stdint.h>
         int main(void) { long *p = malloc(16); if (!p) return 0; uintptr_t tagged = (uintptr_t)p | 1;
         p = 0; long *q = (long *)(tagged & ~(uintptr_t)7); q[1] = tagged & 1; assert(q[1] == 1); free(q);
         return 0; }",
    );
    proves(
        "int main(void) { int x = 1, *p = &x, *q; unsigned char *from = (void *)&p, *to = (void *)&q;
         for (unsigned i = 0; i < sizeof p; i++) to[i] = from[i]; *q = 2; assert(x == 2); return 0; }",
    );
}

#[test]
fn calls_through_pointers_and_with_lists() {
    proves(
        "#include <stdarg.h>
         static int sum(int n, ...) { va_list l; va_start(l, n); int s = 0; while (n--) s += va_arg(l, int);
         va_end(l); return s; }
         static int twice(int x) { return 2 * x; }
         int main(void) { int (*f)(int) = twice; assert(f(sum(3, 1, 2, 3)) == 12); return 0; }",
    );
    finds("int main(void) { void (*f)(void) = 0; f(); return 0; }", "null-deref");
}

#[test]
fn other_properties_are_checked_when_asked_for() {
    let text = "int main(void) { int x = __VERIFIER_nondet_int(); return x + 1 > x; }";
    proves(text);
    assert_eq!(kinds(&explore_for(text, "no-overflow", Malloc::Ok)), ["signed-overflow"]);
    let text = "int main(void) { int x; int *p = &x; if (*p) return 1; return 0; }";
    assert_eq!(kinds(&explore_for(text, "initialized", Malloc::Ok)), ["uninitialized-read"]);
    // Without the property the memory may hold anything, and the verdict says so.
    let outcome = explore(text);
    assert_eq!((kinds(&outcome).len(), outcome.verdict()), (0, Verdict::Safe));
    assert!(outcome.assumptions.contains(&engine::Assumption::Unwritten));
    finds("int main(void) { int x, *p = &x, *q = p; if (*p) q = 0; return *q & 1; }", "null-deref");
}

#[test]
fn all_allocation_checks_agree() {
    let program = |limit: &str| {
        format!(
            "int main(void) {{ int *p = malloc(16); int b = 1; if (!p) return b; p[0] = p[1] = p[2] = p[3] = 0;
             unsigned i = __VERIFIER_nondet_uchar(); if (i < {limit}) p[i] = 1; free(p); return 0; }}"
        )
    };
    for alloc_check in [AllocCheck::Default, AllocCheck::Smt, AllocCheck::Model, AllocCheck::Sl] {
        let safe = explore_with(&program("4"), "standard", Malloc::MayFail, alloc_check);
        assert_eq!(safe.verdict(), Verdict::Safe, "{alloc_check:?}");
        let queries = safe.stats.counters["alloc-queries"];
        assert_eq!(queries > 0, alloc_check != AllocCheck::Default, "{alloc_check:?}: {queries} queries");
        let wrong = explore_with(&program("5"), "standard", Malloc::MayFail, alloc_check);
        assert_eq!(kinds(&wrong), ["out-of-bounds"], "{alloc_check:?}");
    }
}

#[test]
fn what_is_not_modelled_is_never_proved() {
    let outcome = explore("extern int mystery(int *); int main(void) { int x = 0; return mystery(&x); }");
    assert_eq!(outcome.verdict(), Verdict::Unknown);
    assert_eq!(outcome.ledger.entries()[0].reason, Reason::UnmodelledCall);
}

#[test]
fn errors_behind_what_is_not_modelled_are_found() {
    let outcome = explore(
        "extern int mystery(int *);\nint main(void) { int a[2] = {0}, x = 0; mystery(&x); return a[x]; }",
    );
    assert_eq!(kinds(&outcome), ["out-of-bounds"]);
    assert_eq!(outcome.verdict(), Verdict::Unknown);
}
