//! Random goals and rule files: what is printed parses back, and no text makes the parser panic.

use super::expr::{BinOp, Cmp, Expr, ExprKind};
use super::parser::{parse_goal, parse_rules};
use proptest::prelude::*;

/// A rule file with one of everything.
const RULES: &str = "\
type leq(var of num, var of num) priority high;
type next(num) = num;
leq(x, y) /\\ leq(y, z) ==> leq(x, z);
leq(x, x) <=> true;
lb(x, m) \\ lb(x, n) <=> m $> n | true;
closed(h) /\\ not p(x) ==> x = -1 \\/ in(h, x, \"s\");
not closed(h) --> in(h, s, t) /\\ not p(t); // with a witness
inc(q, p) <=> r := p + 1 | q = r;
";

fn made(kind: ExprKind) -> Expr {
    Expr { kind, ..Expr::int(0) }
}

fn number() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        "[a-z][a-z0-9_]{0,3}".prop_filter("a name", |name| !is_word(name)).prop_map(Expr::var),
        any::<i32>().prop_map(|value| Expr::int(i64::from(value).abs())),
        Just(made(ExprKind::Nil)),
        "[a-z]{1,4}".prop_map(|name| made(ExprKind::Atom(name))),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        let op = prop_oneof![Just(BinOp::Add), Just(BinOp::Sub), Just(BinOp::Mul)];
        prop_oneof![
            (op, inner.clone(), inner.clone()).prop_map(|(op, one, other)| made(ExprKind::Bin(
                op,
                Box::new(one),
                Box::new(other)
            ))),
            proptest::collection::vec(inner, 1..3).prop_map(|args| Expr::call("f", args)),
        ]
    })
}

fn goal() -> impl Strategy<Value = Expr> {
    let cmp = prop_oneof![Just(Cmp::Eq), Just(Cmp::Ne), Just(Cmp::Lt), Just(Cmp::Ge)];
    let leaf = prop_oneof![
        (cmp, number(), number()).prop_map(|(cmp, one, other)| one.cmp(cmp, other)),
        proptest::collection::vec(number(), 1..3).prop_map(|args| Expr::call("p", args)),
        any::<bool>().prop_map(Expr::bool),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(Expr::not),
            proptest::collection::vec(inner.clone(), 2..4).prop_map(Expr::and),
            proptest::collection::vec(inner.clone(), 2..4).prop_map(Expr::or),
            (inner.clone(), inner.clone()).prop_map(|(one, other)| one.implies(other)),
            (inner.clone(), inner).prop_map(|(one, other)| one.iff(other)),
        ]
    })
}

fn is_word(name: &str) -> bool {
    ["nil", "true", "false", "not", "xor", "type"].contains(&name)
}

/// Replaces pieces of a text: cuts, repeats, and tokens in odd places.
fn edited(text: &str, edits: &[(u16, u16, usize)]) -> String {
    const INSTEAD: [&str; 12] =
        ["(", ")", "\"", "'", "/*", "9223372036854775808", "$", "|", ":=", ";", "\u{e9}", "==> <=>"];
    let mut letters: Vec<char> = text.chars().collect();
    for (at, count, edit) in edits {
        let at = *at as usize % (letters.len() + 1);
        let end = (at + *count as usize % 20).min(letters.len());
        let piece: Vec<char> = letters[at..end].to_vec();
        let instead = match edit {
            0 => Vec::new(),
            1 => [piece.clone(), piece].concat(),
            edit => INSTEAD[edit - 2].chars().collect(),
        };
        letters.splice(at..end, instead);
    }
    letters.into_iter().collect()
}

fn edits() -> impl Strategy<Value = Vec<(u16, u16, usize)>> {
    proptest::collection::vec((any::<u16>(), any::<u16>(), 0usize..14), 1..6)
}

#[test]
fn the_rule_file_is_right() {
    assert_eq!(parse_rules(RULES, "rules.chr").unwrap().len(), 8);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_was_printed_parses_back(goal in goal()) {
        let text = goal.to_string();
        match parse_goal(&text, 1) {
            Ok(parsed) => prop_assert_eq!(parsed.to_string(), text),
            Err(error) => prop_assert!(false, "{}\n{}", error, text),
        }
    }

    #[test]
    fn a_broken_goal_gives_an_error_in_the_text_and_no_panic(goal in goal(), edits in edits()) {
        let text = edited(&goal.to_string(), &edits);
        match parse_goal(&text, 1) {
            Ok(parsed) => {
                let printed = parsed.to_string();
                // Names in quotes are printed without them.
                if !text.contains('\'') && !text.contains('"') {
                    prop_assert_eq!(parse_goal(&printed, 1).map(|it| it.to_string()), Ok(printed));
                }
            }
            Err(error) => prop_assert!(error.span.line as usize <= text.lines().count() + 1, "{}", error),
        }
    }

    #[test]
    fn a_broken_rule_file_gives_an_error_in_the_text_and_no_panic(edits in edits()) {
        let text = edited(RULES, &edits);
        if let Err(error) = parse_rules(&text, "rules.chr") {
            prop_assert!(error.span.line as usize <= text.lines().count() + 1, "{}", error);
        }
    }
}
