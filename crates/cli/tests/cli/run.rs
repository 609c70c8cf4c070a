//! Executing programs.

use crate::support::{Scratch, USE_AFTER_FREE, finish};
use std::io::{BufRead, BufReader};

#[test]
fn output_and_exit_code_are_the_programs() {
    let source =
        "#include <stdio.h>\nint main(void) { puts(\"out\"); fputs(\"err\\n\", stderr); return 42; }\n";
    let finished = Scratch::with("a.c", source).run("run a.c").expect(42);
    assert_eq!((finished.stdout.as_str(), finished.stderr.as_str()), ("out\n", "err\n"));
}

#[test]
fn a_signal_is_an_exit_code_as_in_a_shell() {
    let source = "#include <stdlib.h>\nint main(void) { abort(); }\n";
    Scratch::with("a.c", source).run("run a.c").expect(128 + 6);
}

#[test]
fn arguments_and_input_reach_the_program() {
    let source = "#include <stdio.h>
        int main(int argc, char **argv) {
            int c;
            printf(\"%d %s\\n\", argc, argv[argc - 1]);
            while ((c = getchar()) != EOF) putchar(c);
            return 0;
        }";
    let finished = Scratch::with("a.c", source).run_with_input("run a.c -- one -q", "typed\n").expect(0);
    assert_eq!(finished.stdout, "3 -q\ntyped\n");
}

#[test]
fn a_memory_error_is_reported_on_the_standard_error() {
    let finished = Scratch::with("a.c", USE_AFTER_FREE).run("run a.c").expect(1);
    let finished = finished.complains("error[use-after-free]: ").complains("--> a.c:9:18");
    assert_eq!(finished.stdout, "");
    assert!(!finished.stderr.contains("unsafe:"), "one execution is no verdict:\n{}", finished.stderr);
}

#[test]
fn inputs_and_failing_allocations_are_chosen() {
    let source = "#include <stdlib.h>
        int __VERIFIER_nondet_int(void); signed char __VERIFIER_nondet_char(void);
        int main(void) {
            int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_char(), c = __VERIFIER_nondet_int();
            void *p = malloc(1), *q = malloc(1);
            int code = a + (b == -1) * 10 + (c == 0) * 20 + !p * 40 + !q * 80;
            free(p); free(q);
            return code;
        }";
    let scratch = Scratch::with("a.c", source);
    scratch.run("run --input=3,-1 a.c").expect(33);
    scratch.run("run --input 0x5,0x1ff,7 --fail-allocation 2 a.c").expect(95);
}

#[test]
fn what_cannot_be_run_is_unknown() {
    let source = "void mystery(void);\nint main(void) { mystery(); return 0; }\n";
    Scratch::with("a.c", source).run("run a.c").expect(3).complains("unknown[unmodelled-call]");
    let source = "void __VERIFIER_assume(int);\nint main(void) { __VERIFIER_assume(0); return 0; }\n";
    Scratch::with("a.c", source).run("run a.c").expect(3).complains("assumption");
    let source = "int main(void) { for (;;) {} }\n";
    Scratch::with("a.c", source).run("run --timeout 1 a.c").expect(3).complains("unknown[timeout]");
}

#[test]
fn a_program_whose_reader_is_gone_ends() {
    let source = "#include <stdio.h>\nint main(void) { for (;;) puts(\"yes\"); }\n";
    let scratch = Scratch::with("a.c", source);
    let mut child = scratch.start("run a.c");
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "yes\n");
    assert_eq!(finish(child).expect(141).stderr, "");
}
