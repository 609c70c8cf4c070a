//! Lost memory: at the instruction that loses the last pointer.

use super::{check, check_with, run, violations};

#[test]
fn the_last_pointer_is_overwritten() {
    check(
        "#include <stdlib.h>
        int main(void) {
            char *p = malloc(1);
            p = 0; // ERROR leak
            return 0;
        }",
    );
    check("#include <stdlib.h>\nint main(void) {\n malloc(1); // ERROR leak\n return 0;\n}");
    check(
        "#include <stdlib.h>
        char *g;
        int main(void) {
            g = malloc(1);
            g = malloc(2); // ERROR leak
            return 0;
        }",
    );
}

#[test]
fn the_last_pointer_goes_out_of_scope() {
    check(
        "#include <stdlib.h>
        int main(void) {
            if (1) {
                char *p = malloc(1);
            } // ERROR leak
            return 0;
        }",
    );
    check(
        "#include <stdlib.h>
        void f(void) {
            char *p = malloc(1);
        } // ERROR leak
        int main(void) { f(); return 0; }",
    );
    check(
        "#include <stdlib.h>
        struct s { char *p; };
        void f(void) {
            struct s x[2];
            x[1].p = malloc(1);
        } // ERROR leak
        int main(void) { f(); return 0; }",
    );
}

#[test]
fn returning_from_main_ends_its_locals_but_exit_does_not() {
    check(
        "#include <stdlib.h>
        int main(void) {
            char *p = malloc(1);
            return 0;
        } // ERROR leak",
    );
    check("#include <stdlib.h>\nint main(void) { char *p = malloc(1); exit(0); }");
    check("#include <stdlib.h>\nchar *g;\nint main(void) { g = malloc(1); return 0; }");
}

#[test]
fn freeing_the_owner_loses_what_it_owns() {
    check(
        "#include <stdlib.h>
        struct node { struct node *next; };
        int main(void) {
            struct node *p = malloc(sizeof *p);
            p->next = malloc(sizeof *p);
            p->next->next = 0;
            free(p); // ERROR leak
            return 0;
        }",
    );
}

#[test]
fn pointers_into_the_middle_and_in_integers_keep_a_block() {
    check(
        "#include <stdlib.h>
        #include <stdint.h>
        #include <string.h>
        char *middle;
        uintptr_t number;
        char bytes[8];
        int main(void) {
            middle = (char *)malloc(8) + 3;
            number = (uintptr_t)malloc(4) + 1;
            void *p = malloc(2);
            for (int i = 0; i < 8; i++) bytes[i] = ((char *)&p)[i];
            p = 0;
            free(middle - 3);
            free((void *)(number - 1));
            memcpy(&p, bytes, 8);
            free(p);
            return 0;
        }",
    );
}

#[test]
fn a_leak_in_a_long_run_is_found_exactly() {
    check(
        "#include <stdlib.h>
        static int *keep;
        int main(void) {
            for (int i = 0; i < 200000; i++) {
                int *p = malloc(4);
                *p = i;
                if (i == 123456)
                    p = 0; // ERROR leak
                free(p);
            }
            return 0;
        }",
    );
}

#[test]
fn each_allocation_site_is_reported_once() {
    let source =
        "#include <stdlib.h>\nint main(void) {\n for (int i = 0; i < 10; i++)\n malloc(i);\n malloc(99);\n}";
    let report = run(source, "valid-memtrack");
    assert_eq!(violations(&report), ["leak:4", "leak:5"]);
    assert!(report.leaks[0].message.contains("10 blocks"), "{}", report.leaks[0].message);
}

#[test]
fn blocks_of_a_lost_list_are_told_by_their_head() {
    let source = "#include <stdlib.h>
        struct node { struct node *next; };
        int main(void) {
            struct node *list = 0;
            for (int i = 0; i < 3; i++) {
                struct node *n = malloc(sizeof *n);
                n->next = list;
                list = n;
            }
            list = 0;
            return 0;
        }";
    let report = run(source, "valid-memtrack");
    assert_eq!(violations(&report), ["leak:10"]);
    let object = report.leaks[0].object.as_ref().expect("a leak has an object");
    assert_eq!(object.name, "block 3");
    assert_eq!(object.allocated.as_ref().and_then(|site| site.span).map(|span| span.line.get()), Some(6));
}

#[test]
fn exclusive_or_hides_pointers_without_a_leak() {
    let source = "#include <stdlib.h>
        #include <stdint.h>
        uintptr_t hidden;
        int main(void) {
            hidden = (uintptr_t)malloc(4) ^ 0xdeadbeef;
            return 0;
        }";
    let report = run(source, "valid-memtrack");
    assert!(report.leaks.is_empty());
    assert_eq!(report.notes.losses.len(), 1);
    // What was hidden can be used again.
    check(
        "#include <stdlib.h>
        #include <stdint.h>
        int main(void) {
            int *p = malloc(4), *q = malloc(4);
            uintptr_t both = (uintptr_t)p ^ (uintptr_t)q;
            int *r = (int *)(both ^ (uintptr_t)q);
            *r = 7;
            free(r);
            free(q);
            return 0;
        }",
    );
}

#[test]
fn memory_that_is_not_freed_is_another_property() {
    let source =
        "#include <stdlib.h>\nchar *g;\nint main(void) {\n g = malloc(3); // ERROR not-freed\n exit(0);\n}";
    check_with(source, "valid-memcleanup");
    check_with("#include <stdlib.h>\nint main(void) { free(malloc(3)); return 0; }", "valid-memcleanup");
}

#[test]
fn what_exit_handlers_hold_is_not_lost() {
    check(
        "#include <stdlib.h>
        static void *g;
        static void cleanup(void) { free(g); }
        int main(void) {
            g = malloc(1);
            atexit(cleanup);
            return 0;
        }",
    );
}
