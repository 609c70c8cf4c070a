//! Projects over time: the file with a project's options, suppressions, baselines.

use crate::support::{Scratch, USE_AFTER_FREE};

const LEAK: &str =
    "#include <stdlib.h>\nvoid lose(void)\n{\n    char *block = malloc(8);\n    block = 0;\n}\n";

#[test]
fn options_of_a_project_are_found_upwards_and_the_command_line_wins() {
    let scratch = Scratch::with(".heapproof.toml", "property = ['valid-free']\n[lib]\nno-cache = true\n");
    std::fs::create_dir(scratch.path().join("src")).unwrap();
    scratch.write("src/a.c", USE_AFTER_FREE);
    scratch.run("check src/a.c").expect(3).says("unknown");
    scratch.run("check --property valid-deref src/a.c").expect(1).says("use-after-free");
    scratch.write(".heapproof.toml", "propery = 'memsafety'\n");
    scratch.run("check src/a.c").expect(2).complains("`propery` is no option");
}

#[test]
fn a_suppression_needs_a_kind_and_a_reason() {
    let main = "int main(void) { lose(); return 0; }\n";
    let with =
        |comment: &str| format!("{}{main}", LEAK.replace("block = 0;", &format!("block = 0; {comment}")));
    let scratch = Scratch::with("a.c", with("// heapproof: allow leak: the arena frees it"));
    scratch.run("check a.c").expect(1).says("1 finding suppressed in the source").says("the arena frees it");
    scratch.run("check --fail-on introduced a.c").expect(0);
    scratch.run("check --format json a.c").expect(1).says("\"suppressed\": \"the arena frees it\"");
    scratch.run("check --format sarif a.c").expect(1).says("\"justification\": \"the arena frees it\"");
    scratch.write("a.c", with("/* heapproof: allow leak */"));
    scratch.run("check --fail-on introduced a.c").expect(1).says("needs a reason");
    scratch.write("a.c", with("// heapproof: allow double-free: other"));
    scratch.run("check --fail-on introduced a.c").expect(1);
}

#[test]
fn only_what_is_new_is_introduced() {
    let main = "int main(void)\n{\n    lose();\n    return 0;\n}\n";
    let scratch = Scratch::with("a.c", format!("{LEAK}{main}"));
    let base = scratch.run("check --format json a.c").expect(1).stdout;
    scratch.write("base.json", &base);
    let check = "check --baseline base.json --fail-on introduced";
    scratch.run(&format!("{check} a.c")).expect(0).says("0 introduced, 1 unchanged, 0 fixed");
    // A blank line, a moved function, another name.
    scratch.write("b.c", format!("\n\nvoid lose(void);\n{main}\n\n{LEAK}"));
    scratch.run(&format!("{check} b.c")).expect(0).says("0 introduced, 1 unchanged, 0 fixed");
    // A planted bug is the only one.
    scratch.write("b.c", format!("{LEAK}{}", main.replace("return 0;", "char *p = 0;\n    return *p;")));
    let planted = scratch.run(&format!("{check} --format json b.c")).expect(1).stdout;
    assert_eq!(planted.matches("\"baseline\": \"introduced\"").count(), 1, "{planted}");
    assert_eq!(planted.matches("\"baseline\": \"unchanged\"").count(), 1, "{planted}");
    scratch.write("b.c", "int main(void) { return 0; }\n");
    scratch.run("check --baseline base.json b.c").expect(0).says("1 fixed").says("fixed: a.c:5: leak");
    scratch.write("bad.json", "[]");
    scratch.run("check --baseline bad.json a.c").expect(2).complains("no report of heapproof");
}

/// Findings as a report counts them: introduced, unchanged, fixed.
fn against(scratch: &Scratch, file: &str) -> (usize, usize, usize) {
    let told = scratch.run(&format!("check --baseline base.json --format json {file}")).stdout;
    let report: serde_json::Value = serde_json::from_str(&told).unwrap();
    let all = report["findings"].as_array().unwrap();
    let count = |state: &str| all.iter().filter(|finding| finding["baseline"] == state).count();
    let fixed = report["fixed"].as_array().map_or(0, Vec::len);
    assert_eq!(count("introduced") + count("unchanged"), all.len(), "{told}");
    (count("introduced"), count("unchanged"), fixed)
}

#[test]
fn what_does_not_change_a_program_introduces_nothing() {
    // Several errors, two of them with the same text.
    let functions = [
        "static void lose(void)\n{\n    char *block = malloc(8);\n    block = 0;\n}\n",
        "static void twice(void)\n{\n    char *block = malloc(3);\n    block = malloc(4);\n    \
         if (block)\n        block[0] = 1;\n    block = malloc(4);\n    free(block);\n}\n",
        "static void drop(int *p)\n{\n    free(p);\n    free(p);\n}\n",
    ];
    let head = "#include <stdlib.h>\n";
    let main = "int main(void)\n{\n    int *p = malloc(4);\n    lose();\n    twice();\n    \
                if (p)\n        drop(p);\n    return 0;\n}\n";
    let program = |order: [usize; 3], between: &str| {
        let functions: Vec<&str> = order.iter().map(|number| functions[*number]).collect();
        format!("{head}{}{between}{main}", functions.join(between))
    };
    let scratch = Scratch::with("a.c", program([0, 1, 2], ""));
    let base = scratch.run("check --format json a.c").expect(1).stdout;
    let known = base.matches("\"fingerprint\"").count();
    assert!(known >= 4, "{base}");
    scratch.write("base.json", &base);
    assert_eq!(against(&scratch, "a.c"), (0, known, 0));
    // A blank line anywhere.
    let lines: Vec<String> = program([0, 1, 2], "").lines().map(str::to_string).collect();
    for at in (0..=lines.len()).step_by(4) {
        let mut changed = lines.clone();
        changed.insert(at, String::new());
        scratch.write("a.c", changed.join("\n") + "\n");
        assert_eq!(against(&scratch, "a.c"), (0, known, 0), "a blank line before line {}", at + 1);
    }
    // Functions in another order, comments between them, another indentation, another name, another folder.
    scratch.write("a.c", program([2, 0, 1], "/* moved */\n"));
    assert_eq!(against(&scratch, "a.c"), (0, known, 0));
    scratch.write("a.c", program([0, 1, 2], "").replace("    ", "\t"));
    assert_eq!(against(&scratch, "a.c"), (0, known, 0));
    std::fs::create_dir(scratch.path().join("src")).unwrap();
    scratch.write("src/renamed.c", program([1, 2, 0], "\n"));
    assert_eq!(against(&scratch, "src/renamed.c"), (0, known, 0));
    // A planted error is the only one that is introduced, wherever it is; one that is repaired the only one fixed.
    for planted in ["    lose();\n", "    twice();\n"] {
        let text = program([2, 0, 1], "\n");
        let at = text.rfind(planted).unwrap();
        let bug = "    p = p ? realloc(p, 8) : malloc(5);\n";
        scratch.write("a.c", format!("{}{bug}{}", &text[..at], &text[at..]));
        assert_eq!(against(&scratch, "a.c"), (1, known, 0), "before {planted:?}");
    }
    scratch.write("a.c", program([0, 1, 2], "").replace("    free(p);\n    free(p);", "    free(p);"));
    assert_eq!(against(&scratch, "a.c"), (0, known - 1, 1));
}
