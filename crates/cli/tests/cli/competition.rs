//! The conventions of SV-COMP: property files, task definitions, verdict strings, witnesses that replay.

use crate::support::{SAFE, Scratch, USE_AFTER_FREE};

const MEMSAFETY: &str = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n\
                         CHECK( init(main()), LTL(G valid-memtrack) )\n";

const PICKY: &str = r#"
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int();
    char *one = malloc(4), *other = malloc(4);
    if (one && !other && first == -5 && second == 70000)
        one[4] = 0;
    free(one);
    free(other);
    return 0;
}
"#;

#[test]
fn verdicts_are_spelled_as_in_the_competition() {
    let scratch = Scratch::with("memsafety.prp", MEMSAFETY);
    scratch.write("bad.c", USE_AFTER_FREE);
    scratch.write("good.c", SAFE);
    let verdict = |file: &str, code| {
        scratch.run(&format!("check --prp memsafety.prp --format svcomp {file}")).expect(code).stdout
    };
    assert_eq!(verdict("bad.c", 1), "false(valid-deref)\n");
    assert_eq!(verdict("good.c", 0), "true\n");
    scratch.write("end.prp", "CHECK( init(main()), LTL(F end) )\n");
    scratch.run("check --prp end.prp good.c").expect(2).complains("no property that heapproof checks");
}

#[test]
fn a_task_definition_stands_for_its_files() {
    let scratch = Scratch::with("memsafety.prp", MEMSAFETY);
    scratch.write("bad.c", USE_AFTER_FREE);
    let task = "format_version: '2.0'\ninput_files: 'bad.c'\nproperties:\n  - property_file: memsafety.prp\n    \
                expected_verdict: false\noptions:\n  language: C\n  data_model: ILP32\n";
    scratch.write("task.yml", task);
    scratch.run("check --format svcomp task.yml").expect(1).says("false(valid-deref)");
    scratch.run("check task.yml").expect(1).says("32-bit");
    scratch.write("task.yml", "a: 1\n");
    scratch.run("check task.yml").expect(2).complains("no task definition");
}

#[test]
fn witnesses_replay() {
    let scratch = Scratch::with("picky.c", PICKY);
    for name in ["witness.graphml", "witness.yml"] {
        scratch.run(&format!("check --witness {name} picky.c")).expect(1);
        let text = std::fs::read_to_string(scratch.path().join(name)).unwrap();
        assert!(text.contains("\\result == -5"), "{text}");
        scratch.run(&format!("run --witness {name} picky.c")).expect(1).complains("out-of-bounds");
    }
    scratch.run("run picky.c").expect(0);
    scratch.write("good.c", SAFE);
    scratch.run("check --witness proof.yml good.c").expect(0);
    scratch.run("run --witness proof.yml good.c").expect(2).complains("no violation_sequence");
}
