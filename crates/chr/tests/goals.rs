//! Goals of every kind with their answers: what the theories, the rules and their combination
//! must decide, and what they must leave open.

use chr::command::{Options, Status, run};

/// Solves one goal and returns what is printed.
#[track_caller]
fn answer(solvers: &str, rules: &str, goal: &str) -> String {
    let mut options = Options { silent: true, verbosity: 1, ..Options::default() };
    options.add_solvers(solvers).unwrap();
    options.rules.push(("test.chr".to_string(), rules.to_string()));
    let mut out = Vec::new();
    run(&options, "goal", goal.as_bytes(), false, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[track_caller]
fn unsat(solvers: &str, rules: &str, goal: &str) {
    assert_eq!(answer(solvers, rules, goal), "UNSAT\n", "{goal}");
}

#[track_caller]
fn unknown(solvers: &str, rules: &str, goal: &str) -> String {
    let text = answer(solvers, rules, goal);
    assert!(text.starts_with("UNKNOWN"), "{goal}: {text}");
    text
}

#[test]
fn propositional() {
    unsat("", "", "(a \\/ b) /\\ (a \\/ not b) /\\ not a");
    unsat("", "", "(a xor b) /\\ (a <-> b)");
    unsat("", "", "a /\\ a -> b /\\ not b");
    unknown("", "", "a -> b -> c");
    unknown("", "", "not (a <-> (b <-> (c xor d)))");
}

#[test]
fn equality_and_congruence() {
    unsat("eq", "", "x = y /\\ y = z /\\ p(x, w) /\\ not p(z, w)");
    unsat("eq", "", "x = \"a\" /\\ y = \"b\" /\\ x = y");
    unsat("eq", "", "x = y /\\ a = f(x) /\\ b = f(y) /\\ a != b");
    unsat("eq", "", "f(f(f(x))) = x /\\ f(f(f(f(f(x))))) = x /\\ f(x) != x");
    unsat("eq", "", "x = @red /\\ x = @green");
    unknown("eq", "", "f(x) = f(y) /\\ x != y");
}

#[test]
fn offsets_and_order() {
    unsat("linear", "", "q = p + 1 /\\ r = p + 1 /\\ q != r");
    unsat("linear", "", "2*x = 2*y + 1");
    unsat("linear", "", "x <= y /\\ y <= z /\\ z <= x /\\ p(x) /\\ not p(z)");
    unsat("linear", "", "x < y /\\ y < z /\\ z < x + 2");
    unsat("linear", "", "x > 0 /\\ y > 0 /\\ x + y < 2");
    unsat("linear", "", "3*x + 5*y = 7 /\\ 0 <= x /\\ x <= 3 /\\ y = 0");
    unsat("linear", "", "x + y = 2*a /\\ x - y = 2*b + 1");
    // 29 is the largest amount that coins of 6, 10 and 15 cannot pay.
    let coins = "0 <= x /\\ 0 <= y /\\ 0 <= z /\\ 6*x + 10*y + 15*z";
    unsat("linear", "", &format!("{coins} = 29"));
    unknown("linear", "", &format!("{coins} = 30"));
    unsat("linear", "", "1 <= x /\\ x <= 2 /\\ x != 1 /\\ x != 2");
    unsat("linear", "", "x * y = 6 /\\ x = 2 /\\ y != 3");
    unknown("linear", "", "x < y /\\ y < z /\\ z < x + 3");
    unknown("linear", "", "3*x + 5*y = 7");
    unknown("", "", "x = y /\\ x < y");
}

#[test]
fn finite_domains() {
    let text = unknown("bounds,dom", "", "int_dom(x, 1, 3) /\\ int_dom(y, 1, 3) /\\ x + y = 6");
    assert!(text.contains("x = 3") && text.contains("y = 3"), "{text}");
    unsat(
        "bounds,dom",
        "",
        "int_dom(x, 1, 2) /\\ int_dom(y, 1, 2) /\\ int_dom(z, 1, 2) /\\ x != y /\\ y != z /\\ x != z",
    );
    unsat("linear,dom", "", "int_dom(x, 5, 4)");
}

#[test]
fn heaps() {
    unsat("heaps", "", "in(H, p, v) /\\ in(H, p, w) /\\ v != w");
    unsat("heaps", "", "sep(H, A, B, C) /\\ dom(A, p) /\\ dom(C, p)");
    unsat("heaps", "", "sep(H, A, B, C) /\\ dom(H, p) /\\ not dom(A, p) /\\ not dom(B, p) /\\ not dom(C, p)");
    unsat("heaps", "", "sep(H, A, B, C) /\\ in(H, p, v) /\\ dom(B, p) /\\ not in(B, p, v)");
    unsat("heaps", "", "sep(H, A, B, C) /\\ sep(G, C, A, B) /\\ not eq(H, G)");
    unsat("heaps", "", "sub(A, B) /\\ sub(B, A) /\\ not eq(A, B)");
    unsat("heaps", "", "assign(H, G, p, v) /\\ in(G, q, w) /\\ not in(H, q, w) /\\ p != q");
    unsat("heaps", "", "alloc(H, G, p, v) /\\ dom(G, p)");
    unsat("heaps,linear", "", "assign(H, G, p + 1, v) /\\ access(G, p, w) /\\ not access(H, p, w)");
    unsat("heaps,linear", "", "sep(H, A, B) /\\ dom(A, p) /\\ dom(B, q) /\\ p <= q /\\ q <= p");
    // An index in a range is compared with the cells of the range.
    let array = "sep(H, F, C) /\\ dom(F, p) /\\ dom(F, p + 1) /\\ dom(F, p + 2) /\\ dom(C, p + i) /\\ 0 <= i";
    unsat("heaps,linear", "", &format!("{array} /\\ i < 3"));
    unknown("heaps,linear", "", &format!("{array} /\\ i < 4"));
    let crowded = "sep(H, A, B, C) /\\ dom(A, p) /\\ dom(B, q) /\\ dom(C, r)";
    let few = "0 < p /\\ p < 3 /\\ 0 < q /\\ q < 3 /\\ 0 < r /\\ r < 3";
    unsat("heaps,linear", "", &format!("{crowded} /\\ {few}"));
    unknown("heaps", "", "assign(H, G, p, v) /\\ in(G, q, w) /\\ not in(H, q, w)");
    unknown("heaps", "", "sep(H, A, B) /\\ dom(A, p) /\\ dom(B, q)");
    unknown("heaps", "", "not sep(H, A, B, C)");
}

const ORDER: &str =
    "leq(x, x) <=> true;\n leq(x, y) /\\ leq(y, x) ==> x = y;\n leq(x, y) /\\ leq(y, z) ==> leq(x, z);";

#[test]
fn rules() {
    unsat("eq", ORDER, "leq(x, y) /\\ leq(y, z) /\\ leq(z, x) /\\ x != z");
    let text = unknown("eq", ORDER, "leq(x, y) /\\ leq(y, z)");
    assert!(text.contains("leq(x,z)"), "{text}");
    // Removal hides a constraint from later rules.
    unknown("", "p(x) <=> r(x); p(x) /\\ r(x) ==> false;", "p(x)");
    // Set semantics: a rule that restates its head terminates.
    unknown("", "p(x) <=> p(x);", "p(x)");
    // Guards, arithmetic and negated heads.
    unsat("", "type n(num); n(x) ==> x $> 0 /\\ y := x - 1 | n(y); n(0) ==> false;", "n(5)");
    unknown("", "type n(num); n(x) ==> x $> 0 /\\ y := x - 1 | n(y); n(0) ==> false;", "n(-1)");
    unsat("", "not p(x) /\\ q(x) ==> false;", "q(x) /\\ not p(x)");
    // A body of any shape, terms included.
    unsat("linear", "p(x) ==> x = 0 \\/ (q(x + 1) /\\ q(x + 2)); q(x) ==> x < 10;", "p(x) /\\ x > 7");
    unknown("linear", "p(x) ==> x = 0 \\/ (q(x + 1) /\\ q(x + 2)); q(x) ==> x < 10;", "p(x) /\\ x > 6");
    // `inc` names p + c.
    unsat("linear", "p(x) ==> inc(y, x, 2) | q(y);", "p(x) /\\ y = x + 1 /\\ z = y + 1 /\\ not q(z)");
    // Fresh variables are witnesses of the instance.
    unknown("eq", "some(h) ==> in(h, s, t);", "some(h) /\\ not in(h, p, v)");
    // Rewriting of a negated constraint.
    unsat("eq", "not all(h) --> at(h, s) /\\ not p(s); at(h, s) ==> p(s);", "not all(h)");
}

#[test]
fn a_guard_on_unequal_variables_does_not_guess() {
    // x and y may still turn out equal, so the rule must not fire.
    unknown("eq", "p(x) /\\ p(y) ==> x $!= y | false;", "p(x) /\\ p(y)");
    unsat("eq", "p(x) /\\ p(y) ==> x $!= y | false;", "p(1) /\\ p(2)");
}

#[test]
fn matching_is_modulo_equality() {
    unsat("eq", "p(x) /\\ q(x) ==> false;", "p(x) /\\ q(y) /\\ x = y");
    unsat("eq", "p(x) /\\ q(x) ==> false;", "p(x) /\\ q(y) /\\ x = z /\\ (z = y \\/ z = w) /\\ q(w)");
    unsat("linear", "p(x) /\\ q(x) ==> false;", "p(x + 1) /\\ q(y) /\\ y = x + 1");
    unsat("", "p(4) ==> false;", "p(x) /\\ x = 4");
    unknown("eq", "p(x) /\\ q(x) ==> false;", "p(x) /\\ q(y)");
}

#[test]
fn mistakes_are_reported_and_reading_goes_on() {
    let mut options = Options { silent: true, verbosity: 1, ..Options::default() };
    options.add_solvers("eq").unwrap();
    let mut out = Vec::new();
    let goals = "x = /\\ y\n3 = \"three\"\n/* a comment\nover lines */\n\np(x) /\\ not p(x)\n:nonsense\n";
    let status = run(&options, "g.txt", goals.as_bytes(), false, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert_eq!(status, Status::BadInput);
    assert!(text.contains("g.txt:1:5: expected an expression"), "{text}");
    assert!(text.contains("g.txt:2:3: type error"), "{text}");
    assert!(text.contains("\nUNSAT\n"), "{text}");
    assert!(text.contains("unknown command"), "{text}");

    let bad_rules = [
        ("p(x) ==> q(x)", "expected `;`"),
        ("type p(num); type p(atom);", "conflicting typeinst declarations"),
        ("type p(num); type q(bool); p(x) ==> q(x);", "type error"),
        ("p(x) ==> y $> 3 | q(x);", "binds"),
        ("p(f(x)) ==> true;", "variables or constants"),
    ];
    for (rules, message) in bad_rules {
        let text = answer("eq", rules, "true\n");
        assert!(text.contains("test.chr:1:") && text.contains(message), "{rules}: {text}");
    }
}

#[test]
fn script_mode_reports_goals_that_are_not_unsat() {
    let options = Options { silent: true, script: true, ..Options::default() };
    let status = |goals: &str| run(&options, "g", goals.as_bytes(), false, &mut Vec::new()).unwrap();
    assert_eq!(status("false\nfalse\n"), Status::Success);
    assert_eq!(status("false\ntrue\n"), Status::NotUnsat);
}

#[test]
fn garbage_never_panics() {
    let pieces = [
        "x",
        "y",
        "p(",
        ")",
        "(",
        " /\\ ",
        " \\/ ",
        "not ",
        " = ",
        " < ",
        "3",
        "-",
        "+",
        "*",
        "/",
        "^",
        "@a",
        "\"s\"",
        "nil",
        "true",
        ",",
        " -> ",
        " <-> ",
        "xor",
        "_",
        "'q r'",
        "sep(H,A,B)",
        "in(H,",
        "emp(x)",
        "==>",
        ";",
        "|",
        "$<",
        ":=",
        "999999999999999999",
        "0",
        "int_eq_c(x, y)",
        "int_dom(x, 0, 3)",
        "sep(",
        "f(x)",
        "/*",
        "*/",
        "#",
    ];
    let mut seed = 7u64;
    let mut next = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize
    };
    let mut options = Options { silent: true, verbosity: 1, ..Options::default() };
    options.add_solvers("eq,linear,heaps,dom").unwrap();
    options.timeout = Some(std::time::Duration::from_secs(5));
    for _ in 0..3000 {
        let text: String = (0..1 + next() % 9).map(|_| pieces[next() % pieces.len()]).collect();
        run(&options, "g", format!("{text}\n").as_bytes(), false, &mut Vec::new()).unwrap();
        let with_rules = Options { rules: vec![("r.chr".into(), text)], ..options.clone() };
        run(&with_rules, "g", "p(x, y)\n".as_bytes(), false, &mut Vec::new()).unwrap();
    }
}
