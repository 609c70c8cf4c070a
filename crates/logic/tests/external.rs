//! The same queries to another solver, when one is installed (`z3`, `cvc5` or `bitwuzla` on the PATH).
//!
//! Without one there is nothing to compare and the test says so; everything it could find is also looked for by
//! the tests against brute force, at smaller widths.

mod common;

use common::{Pool, recipe};
use logic::{Answer, Budget, PathCondition, Solver};
use proptest::prelude::*;
use std::io::Write;
use std::process::{Command, Stdio};

/// Program and arguments that make it read a script from standard input.
const SOLVERS: [(&str, &[&str]); 3] = [
    ("z3", &["-in", "-T:10"]),
    ("cvc5", &["--lang=smt2", "--tlimit=10000", "-"]),
    ("bitwuzla", &["-t", "10000"]),
];

fn installed() -> Option<(&'static str, &'static [&'static str])> {
    SOLVERS.into_iter().find(|(name, _)| Command::new(name).arg("--version").output().is_ok())
}

/// `Some(satisfiable)`, or nothing when the other solver gave up.
fn ask((name, args): (&str, &[&str]), script: &str) -> Option<bool> {
    let mut child = Command::new(name)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the solver starts");
    child.stdin.take().expect("piped").write_all(script.as_bytes()).expect("the solver reads");
    let output = child.wait_with_output().expect("the solver ends");
    let text = String::from_utf8_lossy(&output.stdout);
    match text.trim() {
        "sat" => Some(true),
        "unsat" => Some(false),
        t if t.contains("error") => panic!("{name} rejects the script: {t}\n{script}"),
        _ => None,
    }
}

proptest! {
    #![proptest_config(common::config(60))]

    #[test]
    fn verdicts_agree(r in recipe(&[1, 8, 16, 32], 20, 1), picks in prop::collection::vec(any::<u8>(), 1..6)) {
        let Some(other) = installed() else {
            eprintln!("no external solver on the PATH: nothing compared");
            return Ok(());
        };
        let mut pool = Pool::build(&r);
        let booleans = pool.booleans();
        if booleans.is_empty() {
            return Ok(());
        }
        let mut solver = Solver::with_budget(Budget::unlimited().with_work(20_000));
        let mut path = PathCondition::new();
        for (i, p) in picks.iter().enumerate() {
            let mut t = booleans[usize::from(*p) % booleans.len()].0;
            if i % 2 == 1 {
                t = pool.store.not(t);
            }
            path.push(&pool.store, t);
        }
        let verdict = match solver.check(&mut pool.store, &path, &[]) {
            Answer::Sat(_) => true,
            Answer::Unsat(core) => {
                // The core must be unsatisfiable for the other solver too.
                prop_assert_ne!(ask(other, &pool.store.to_smtlib(&core.path)), Some(true));
                false
            }
            Answer::Unknown(_) => return Ok(()),
        };
        if let Some(theirs) = ask(other, &pool.store.to_smtlib(&path.terms())) {
            prop_assert_eq!(verdict, theirs);
        }
    }
}
