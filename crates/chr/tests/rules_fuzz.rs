//! Random rules and goals against brute force: the rule engine must not derive what its rules do
//! not imply.
//!
//! The predicates p/1, q/2 and r/1 range over two integers and are false elsewhere. A rule is read
//! as "for all values: head and guard imply body"; every variable occurs in a positive head, so
//! only values for which predicates can be true matter. Removal has no logical meaning and may
//! only lose consequences.

use chr::{Answer, Budget, Solver, Theories};

const VALUES: i64 = 2;
const GOAL_VARS: [&str; 3] = ["a", "b", "c"];
const RULE_VARS: [&str; 3] = ["X", "Y", "Z"];

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

#[derive(Clone, Copy)]
enum Term {
    Var(usize),
    Const(i64),
    /// A variable plus one.
    Next(usize),
}

#[derive(Clone)]
enum Atom {
    P(Term),
    Q(Term, Term),
    R(Term),
    Equal(Term, Term),
    Less(Term, Term),
}

#[derive(Clone)]
struct Literal {
    positive: bool,
    atom: Atom,
}

struct Rule {
    heads: Vec<(Literal, bool)>,
    /// X $< Y, by variable numbers.
    guard: Option<(usize, usize)>,
    all: bool,
    body: Vec<Literal>,
}

#[derive(Clone)]
struct Model {
    p: [bool; 2],
    q: [[bool; 2]; 2],
    r: [bool; 2],
    goal_vars: [i64; 3],
}

fn value(t: Term, vars: &[i64]) -> i64 {
    match t {
        Term::Var(i) => vars[i],
        Term::Const(n) => n,
        Term::Next(i) => vars[i] + 1,
    }
}

impl Model {
    fn holds(&self, l: &Literal, vars: &[i64]) -> bool {
        let index = |t| usize::try_from(value(t, vars)).ok().filter(|&i| i < 2);
        let truth = match &l.atom {
            Atom::P(t) => index(*t).is_some_and(|i| self.p[i]),
            Atom::R(t) => index(*t).is_some_and(|i| self.r[i]),
            Atom::Q(s, t) => matches!((index(*s), index(*t)), (Some(i), Some(j)) if self.q[i][j]),
            Atom::Equal(s, t) => value(*s, vars) == value(*t, vars),
            Atom::Less(s, t) => value(*s, vars) < value(*t, vars),
        };
        truth == l.positive
    }

    fn obeys(&self, rule: &Rule) -> bool {
        let n = VALUES;
        (0..n * n * n).all(|code| {
            let vars = [code % n, code / n % n, code / n / n];
            let applies = rule.heads.iter().all(|(h, _)| self.holds(h, &vars))
                && rule.guard.is_none_or(|(x, y)| vars[x] < vars[y]);
            let mut body = rule.body.iter().map(|l| self.holds(l, &vars));
            !applies || if rule.all { body.all(|b| b) } else { body.any(|b| b) }
        })
    }
}

fn show(t: Term, names: &[&str]) -> String {
    match t {
        Term::Var(i) => names[i].to_string(),
        Term::Const(n) => n.to_string(),
        Term::Next(i) => format!("{} + 1", names[i]),
    }
}

fn show_literal(l: &Literal, names: &[&str]) -> String {
    let s = |t: &Term| show(*t, names);
    let atom = match &l.atom {
        Atom::P(t) => format!("p({})", s(t)),
        Atom::R(t) => format!("r({})", s(t)),
        Atom::Q(t, u) => format!("q({}, {})", s(t), s(u)),
        Atom::Equal(t, u) => format!("{} = {}", s(t), s(u)),
        Atom::Less(t, u) => format!("{} < {}", s(t), s(u)),
    };
    format!("{}{atom}", if l.positive { "" } else { "not " })
}

fn show_rule(rule: &Rule) -> String {
    let side = |removed: bool| -> Vec<String> {
        let heads = rule.heads.iter().filter(|(_, r)| *r == removed);
        heads.map(|(h, _)| show_literal(h, &RULE_VARS)).collect()
    };
    let (kept, removed) = (side(false).join(" /\\ "), side(true).join(" /\\ "));
    let (head, arrow) = match (kept.is_empty(), removed.is_empty()) {
        (false, false) => (format!("{kept} \\ {removed}"), "<=>"),
        (false, true) => (kept, "==>"),
        _ => (removed, "<=>"),
    };
    let guard = rule.guard.map_or(String::new(), |(x, y)| format!("{} $< {} | ", RULE_VARS[x], RULE_VARS[y]));
    let body: Vec<String> = rule.body.iter().map(|l| show_literal(l, &RULE_VARS)).collect();
    let body = match (body.is_empty(), rule.all) {
        (true, all) => all.to_string(),
        (false, true) => body.join(" /\\ "),
        (false, false) => body.join(" \\/ "),
    };
    format!("{head} {arrow} {guard}{body};")
}

fn predicate(r: &mut Random, term: &mut impl FnMut(&mut Random) -> Term) -> Atom {
    match r.below(4) {
        0 => Atom::P(term(r)),
        1 => Atom::R(term(r)),
        _ => Atom::Q(term(r), term(r)),
    }
}

fn random_rule(r: &mut Random) -> Rule {
    let mut seen = [false; 3];
    let mut heads = Vec::new();
    for i in 0..1 + r.below(3) {
        // Later heads may be negated, then only over variables that are bound already.
        let negated = i > 0 && r.below(4) == 0;
        let atom = predicate(r, &mut |r| {
            let bound: Vec<usize> = (0..3).filter(|&v| seen[v]).collect();
            match r.below(5) {
                0 => Term::Const(r.below(2) as i64),
                _ if negated && bound.is_empty() => Term::Const(0),
                _ if negated => Term::Var(bound[r.below(bound.len() as u64) as usize]),
                _ => {
                    let v = r.below(3) as usize;
                    seen[v] = true;
                    Term::Var(v)
                }
            }
        });
        heads.push((Literal { positive: !negated, atom }, r.below(3) == 0));
    }
    let bound: Vec<usize> = (0..3).filter(|&v| seen[v]).collect();
    let pick = |r: &mut Random| bound[r.below(bound.len() as u64) as usize];
    let guard = (bound.len() > 1 && r.below(4) == 0).then(|| (pick(r), pick(r)));
    let mut term = |r: &mut Random| match r.below(6) {
        _ if bound.is_empty() => Term::Const(r.below(2) as i64),
        0 => Term::Const(r.below(2) as i64),
        1 => Term::Next(pick(r)),
        _ => Term::Var(pick(r)),
    };
    let body = (0..r.below(4)).map(|_| {
        let atom = match r.below(7) {
            0 => Atom::Equal(term(r), term(r)),
            1 => Atom::Less(term(r), term(r)),
            _ => predicate(r, &mut term),
        };
        Literal { positive: r.below(4) > 0, atom }
    });
    let body = body.collect();
    Rule { heads, guard, all: r.below(2) == 0, body }
}

fn random_clause(r: &mut Random) -> Vec<Literal> {
    let mut term = |r: &mut Random| match r.below(6) {
        0 => Term::Const(r.below(2) as i64),
        1 => Term::Next(r.below(3) as usize),
        _ => Term::Var(r.below(3) as usize),
    };
    let literals = (0..1 + r.below(2)).map(|_| {
        let atom = match r.below(6) {
            0 => Atom::Equal(term(r), term(r)),
            1 => Atom::Less(term(r), term(r)),
            _ => predicate(r, &mut term),
        };
        Literal { positive: r.below(4) > 0, atom }
    });
    literals.collect()
}

fn model_of(rules: &[Rule], clauses: &[Vec<Literal>]) -> Option<Model> {
    (0..1u32 << 11).find_map(|code| {
        let bit = |i: u32| code >> i & 1 == 1;
        let number = |i: u32| i64::from(bit(i));
        let model = Model {
            p: [bit(0), bit(1)],
            r: [bit(2), bit(3)],
            q: [[bit(4), bit(5)], [bit(6), bit(7)]],
            goal_vars: [number(8), number(9), number(10)],
        };
        let fits = clauses.iter().all(|c| c.iter().any(|l| model.holds(l, &model.goal_vars)));
        (fits && rules.iter().all(|rule| model.obeys(rule))).then_some(model)
    })
}

#[test]
fn rules_imply_only_what_they_say() {
    let count = std::env::var("CHR_FUZZ_GOALS").ok().and_then(|v| v.parse().ok()).unwrap_or(2000u64);
    let (mut unsat, mut decided) = (0, 0);
    for seed in 0..count {
        let mut r = Random(seed);
        let rules: Vec<Rule> = (0..1 + r.below(5)).map(|_| random_rule(&mut r)).collect();
        let clauses: Vec<Vec<Literal>> = (0..2 + r.below(6)).map(|_| random_clause(&mut r)).collect();
        let rule_text: Vec<String> = rules.iter().map(show_rule).collect();
        let goal: Vec<String> = clauses
            .iter()
            .map(|c| {
                let literals: Vec<String> = c.iter().map(|l| show_literal(l, &GOAL_VARS)).collect();
                format!("({})", literals.join(" \\/ "))
            })
            .collect();
        let (rule_text, goal) = (rule_text.join("\n"), goal.join(" /\\ "));
        let theories = match r.below(3) {
            0 => Theories { eq: true, ..Theories::default() },
            1 => Theories::default(),
            _ => Theories { linear: true, ..Theories::default() },
        };
        let mut solver = Solver::new(theories);
        solver.load_rules(&rule_text, "random.chr").unwrap_or_else(|e| panic!("{e} in\n{rule_text}"));
        solver.assert_text(&goal).unwrap_or_else(|e| panic!("{e} in {goal}"));
        // Rules that speak of X + 1 may go on forever.
        let answer = solver.check(&Budget::unlimited().with_work(3000)).unwrap();
        decided += u64::from(!matches!(answer, Answer::Stopped(_)));
        if answer == Answer::Unsat {
            unsat += 1;
            if model_of(&rules, &clauses).is_some() {
                panic!("WRONG UNSAT, seed {seed}, {theories:?}\n{rule_text}\n{goal}");
            }
        }
    }
    println!("{count} goals, {decided} decided, {unsat} UNSAT, all confirmed");
    assert!(unsat * 20 > count, "too few contradictions to test anything");
}
