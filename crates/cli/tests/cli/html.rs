//! The report as a page, opened in a browser: no error, no request, every finding and every step by keyboard.
//!
//! The browser is Debian's `chromium`, driven by `scripts/browser/visit.mjs`; `scripts/setup.sh` installs both.

use crate::support::{SAFE, Scratch, USE_AFTER_FREE};
use serde_json::Value;
use std::path::{Path, PathBuf};
use testkit::pages;

const LIST: &str = "#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\nstruct node { struct node *next; };\nint main(void)\n{\n    \
                    struct node *list = 0;\n    while (__VERIFIER_nondet_int()) {\n        struct node *node = malloc(sizeof *node);\n        \
                    if (!node) break;\n        node->next = list;\n        list = node;\n    }\n    \
                    while (list) { struct node *next = list->next; free(list); list = next; }\n    return 0;\n}\n";

/// What is seen on the pages that runs in a directory wrote below these folders. Nothing may be wrong with them.
#[track_caller]
fn visited(scratch: &Scratch, folders: &[&str]) -> Vec<Value> {
    let page = |folder: &&str| scratch.path().join(folder).join("index.html");
    let seen = pages::visit(&folders.iter().map(page).collect::<Vec<PathBuf>>(), None).unwrap();
    for page in &seen {
        assert_eq!(pages::problems(page), Vec::<String>::new(), "{page}");
    }
    seen
}

#[test]
fn programs_of_all_kinds_have_pages_that_work() {
    let scratch = Scratch::new();
    let binary = Path::new(env!("CARGO_BIN_EXE_heapproof"));
    let runs = pages::sample().unwrap();
    assert!(runs.len() >= 20);
    let written: Vec<PathBuf> =
        runs.iter().map(|run| pages::write(binary, run, scratch.path()).unwrap()).collect();
    let seen = pages::visit(&written, None).unwrap();
    let wrong: Vec<String> = seen
        .iter()
        .flat_map(|page| pages::problems(page).into_iter().map(move |it| format!("{}: {it}", page["page"])))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_error_a_proof_and_functions_are_stepped_through() {
    let scratch = Scratch::with("a.c", USE_AFTER_FREE);
    scratch.run("check --html error a.c").expect(1).says("use-after-free");
    scratch.write("list.c", LIST);
    scratch.run("check --html proof list.c").expect(0);
    scratch.write("lib.c", "struct s { int a; };\nint get(struct s *s) { return s->a; }\n");
    scratch.run("lib --no-cache --html lib lib.c").expect(0);
    let contract = "struct node { struct node *next; int value; };\n/*@ requires acyclic(list, next); */\n\
                    int second(struct node *list)\n{\n    return list ? list->next->value : 0;\n}\n";
    scratch.write("contract.c", contract);
    scratch.run("prove --html contract contract.c").expect(1);
    let page = |name: &str| std::fs::read_to_string(scratch.path().join(name).join("index.html")).unwrap();
    assert!(page("proof").contains("what always holds") && page("proof").contains("class='segment"));
    assert!(page("lib").contains("<code>s != NULL</code>") && page("lib").contains("id=\"search\""));
    assert!(page("contract").contains("A heap that it fails for"), "the failing context is drawn");

    let seen = visited(&scratch, &["error", "proof", "lib", "contract"]);
    let error = &seen[0]["stories"][0];
    assert_eq!(error["last"], 9, "the last step is the error: {error}");
    assert!(error["steps"].as_u64() >= Some(4) && error["heaps"].as_u64() >= Some(4), "{error}");
    assert!(seen[1]["stories"][0]["heaps"].as_u64() >= Some(2), "{}", seen[1]);
    assert_eq!(seen[2]["functions"]["all"], 1);
    assert!(seen[3]["stories"].as_array().is_some_and(|stories| !stories.is_empty()));
}

#[test]
fn ten_thousand_steps_stay_fluid_and_explain_steps_through_them() {
    let long = "#include <stdlib.h>\nint main(void)\n{\n    int sum = 0;\n    for (int i = 0; i < 3400; i++)\n        \
                sum += i;\n    int *p = malloc(4);\n    if (!p)\n        return 0;\n    free(p);\n    return *p + sum;\n}\n";
    let scratch = Scratch::with("long.c", long);
    scratch.run("check --html page long.c").expect(1);
    let seen = pages::visit(&[scratch.path().join("page/index.html")], None).unwrap();
    let story = &seen[0]["stories"][0];
    assert!(story["steps"].as_u64() > Some(9_000), "{story}");
    assert!(story["pace"].as_f64().is_some_and(|pace| pace < 100.0), "{story}");
    assert!(seen[0]["bytes"].as_u64() < Some(6_000_000), "{}", seen[0]["bytes"]);
    let told = scratch.run_with_input("explain long.c", "e\nf\nq\n").expect(1).stdout;
    assert!(
        told.contains("use-after-free") && told.contains("frees block 1") && told.contains("(dangling)"),
        "{told}"
    );
    scratch.write("safe.c", SAFE);
    scratch.run("explain safe.c").expect(0).says("safe:");
}
