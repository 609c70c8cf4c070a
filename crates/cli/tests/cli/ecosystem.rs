//! What programs of others make of ours: SARIF in CodeChecker, verdicts in BenchExec, witnesses in a linter.
//!
//! `scripts/setup.sh` installs them below `target/tools`.

use crate::support::{SAFE, Scratch, USE_AFTER_FREE};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use testkit::witnesses::{self, Witnessed};
use testkit::{corpus, tools};

/// Of the errors in the corpus, each of so many is witnessed here; `cargo xtask witnesses` does all.
const EVERY: usize = 25;

/// The schema of the standard, as the crate has it from which its types are made.
fn schema() -> PathBuf {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut metadata = Command::new(cargo);
    let platform = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    metadata.args(["metadata", "--format-version=1", "--locked", "--filter-platform", &platform]);
    metadata.current_dir(tools::root());
    let output = tools::succeed(&mut metadata).unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let crate_of_types = packages.iter().find(|package| package["name"] == "serde-sarif").unwrap();
    let manifest = Path::new(crate_of_types["manifest_path"].as_str().unwrap());
    manifest.with_file_name("src").join("schema.json")
}

#[test]
fn sarif_follows_the_schema_and_codechecker_reads_it() {
    let scratch = Scratch::with("bad.c", USE_AFTER_FREE);
    scratch.write("good.c", SAFE);
    let long = "#include <stdlib.h>\nint main(void)\n{\n    int sum = 0;\n    for (int i = 0; i < 2000; i++)\n        \
                sum += i;\n    int *p = malloc(4);\n    free(p);\n    free(p);\n    return sum; // heapproof: allow leak: x\n}\n";
    scratch.write("long.c", long);
    scratch.write(
        "lib.c",
        "struct n { struct n *next; };\nvoid cut(struct n *n) { n->next = (struct n *)1; }\n",
    );
    for (line, code) in
        [("check bad.c", 1), ("check good.c", 0), ("check long.c", 1), ("lib --no-cache lib.c", 1)]
    {
        let name = format!("{}.sarif", line.rsplit(' ').next().unwrap());
        scratch.write(&name, scratch.run(&format!("{line} --format sarif")).expect(code).stdout);
    }
    let mut check = tools::python().unwrap();
    check.arg(tools::root().join("scripts/sarif_check.py")).arg(schema()).arg(scratch.path());
    for name in ["bad.c.sarif", "good.c.sarif", "lib.c.sarif", "long.c.sarif"] {
        check.arg(scratch.path().join(name));
    }
    let told = String::from_utf8(tools::succeed(&mut check).unwrap().stdout).unwrap();
    assert!(told.contains("bad.c.sarif: 1 results, 1 read"), "{told}");
    assert!(told.contains("long.c.sarif: 1 results, 1 read"), "{told}");
}

#[test]
fn benchexec_runs_heapproof() {
    let scratch = Scratch::with("bad.c", USE_AFTER_FREE);
    let binary = Path::new(env!("CARGO_BIN_EXE_heapproof"));
    scratch.write("memsafety.prp", "CHECK( init(main()), LTL(G valid-deref) )\n");
    let task = "format_version: '2.0'\ninput_files: 'bad.c'\nproperties:\n  - property_file: memsafety.prp\n    \
                expected_verdict: false\n    subproperty: valid-deref\noptions:\n  language: C\n  data_model: LP64\n";
    scratch.write("task.yml", task);
    let output = scratch.run("check --prp memsafety.prp --format svcomp bad.c").expect(1).stdout;
    scratch.write("output.log", output);
    let mut test = tools::python().unwrap();
    test.args([
        "-m",
        "benchexec.test_tool_info",
        "--no-container",
        "heapproof_tool.heapproof",
        "--tool-directory",
    ])
    .arg(binary.parent().unwrap())
    .args(["--task-definition", "task.yml", "--tool-output", "output.log"])
    .env("PYTHONPATH", tools::root().join("contrib/benchexec"))
    .current_dir(scratch.path());
    let output = tools::succeed(&mut test).unwrap();
    let told =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    for wanted in ["heapproof", "--prp", "-m64", "--format=svcomp", "false(valid-deref)"] {
        assert!(told.contains(wanted), "`{wanted}` is not in:\n{told}");
    }
    // The test calls the tool by its absolute path; nothing else is to be warned of.
    let complaints = told.lines().filter(|line| line.contains("WARNING") && !line.contains("absolute"));
    assert_eq!(complaints.collect::<Vec<_>>(), Vec::<&str>::new(), "{told}");
}

#[test]
fn witnesses_of_the_corpus_are_linted_and_replay() {
    let scratch = Scratch::new();
    let binary = Path::new(env!("CARGO_BIN_EXE_heapproof"));
    let folder = std::fs::canonicalize(testkit::corpus_directory()).unwrap();
    let programs = corpus::programs(&folder).unwrap();
    let mut all = Vec::new();
    for (program, truth) in programs.iter().filter(|(_, truth)| !truth.bugs.is_empty()).step_by(EVERY) {
        match witnesses::replay(binary, &folder, program, truth, scratch.path()) {
            Ok(Witnessed::Replayed(witnesses)) => all.extend(witnesses),
            Ok(Witnessed::Nothing) => {}
            Err(problem) => panic!("{}: {problem:#}", program.display()),
        }
    }
    assert!(all.len() > 20, "{} witnesses", all.len());
    // Proofs, too.
    scratch.write("good.c", SAFE);
    scratch.run("check --witness proof.yml good.c").expect(0);
    scratch.run("check --witness proof.graphml good.c").expect(0);
    witnesses::lint(scratch.path(), &["proof.yml", "proof.graphml"].map(|name| scratch.path().join(name)))
        .unwrap();
    witnesses::lint(&folder, &all).unwrap();
    // The linter notices a witness that is wrong.
    let text = std::fs::read_to_string(scratch.path().join("proof.yml")).unwrap();
    let wrong = scratch.write("wrong.yml", text.replace("data_model: \"LP64\"", "data_model: \"64\""));
    assert!(witnesses::lint(scratch.path(), &[wrong]).is_err());
}
