//! Integer arithmetic is decided exactly on bounded systems, by every method that can do it.

use chr::{Answer, Budget, Cmp, Solver, Theories};

const HIGH: i64 = 3;

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

struct Row {
    coefficients: Vec<i64>,
    op: Cmp,
    constant: i64,
}

impl Row {
    fn random(r: &mut Random, n: usize) -> Row {
        let op = [Cmp::Eq, Cmp::Eq, Cmp::Ne, Cmp::Le, Cmp::Ge, Cmp::Lt][r.below(6) as usize];
        let coefficients = (0..n).map(|_| if r.below(3) == 0 { 0 } else { r.below(11) as i64 - 5 }).collect();
        Row { coefficients, op, constant: r.below(25) as i64 - 8 }
    }

    fn text(&self) -> String {
        let sum: Vec<String> =
            self.coefficients.iter().enumerate().map(|(i, c)| format!("{c}*x{i}")).collect();
        let op = match self.op {
            Cmp::Eq => "=",
            Cmp::Ne => "!=",
            Cmp::Lt => "<",
            Cmp::Le => "<=",
            Cmp::Gt => ">",
            Cmp::Ge => ">=",
        };
        format!("{} {op} {}", sum.join(" + "), self.constant)
    }

    fn holds(&self, x: &[i64]) -> bool {
        let sum: i64 = self.coefficients.iter().zip(x).map(|(c, x)| c * x).sum();
        self.op.holds(sum.cmp(&self.constant))
    }
}

/// Whether every clause (a disjunction of rows) has a common solution in the box.
fn solvable(clauses: &[Vec<Row>], n: usize) -> bool {
    let side = (HIGH + 1) as usize;
    (0..side.pow(n as u32)).any(|mut code| {
        let x: Vec<i64> = (0..n)
            .map(|_| {
                let digit = code % side;
                code /= side;
                digit as i64
            })
            .collect();
        clauses.iter().all(|rows| rows.iter().any(|row| row.holds(&x)))
    })
}

#[test]
fn bounded_systems_are_decided() {
    let linear = Theories { linear: true, ..Theories::default() };
    let dom = Theories { dom: true, ..Theories::default() };
    let count = std::env::var("CHR_FUZZ_GOALS").ok().and_then(|v| v.parse().ok()).unwrap_or(1500u64);
    let (mut refuted, mut total) = (0, 0);
    for seed in 0..count {
        let mut r = Random(seed + 17);
        let n = 2 + r.below(3) as usize;
        let clauses: Vec<Vec<Row>> = (0..2 + r.below(4))
            .map(|_| (0..1 + r.below(2)).map(|_| Row::random(&mut r, n)).collect())
            .collect();
        let text: Vec<String> = clauses
            .iter()
            .map(|rows| format!("({})", rows.iter().map(Row::text).collect::<Vec<_>>().join(" \\/ ")))
            .collect();
        let text = text.join(" /\\ ");
        let boxed: Vec<String> = (0..n).map(|i| format!("x{i} >= 0 /\\ x{i} <= {HIGH}")).collect();
        let domains: Vec<String> = (0..n).map(|i| format!("int_dom(x{i}, 0, {HIGH})")).collect();
        let expected = if solvable(&clauses, n) { Answer::Unknown } else { Answer::Unsat };
        total += 1;
        refuted += u32::from(expected == Answer::Unsat);
        let ways = [
            (linear, &boxed),
            (Theories { bounds: true, ..dom }, &domains),
            (Theories { linear: true, ..dom }, &domains),
        ];
        for (theories, bounds) in ways {
            let mut solver = Solver::new(theories);
            let goal = format!("{text} /\\ {}", bounds.join(" /\\ "));
            solver.assert_text(&goal).unwrap();
            let answer = solver.check(&Budget::unlimited()).unwrap();
            assert_eq!(answer, expected, "seed {seed}, {theories:?}:\n{goal}");
        }
    }
    assert!(refuted * 10 > total, "too few contradictions to test anything");
}
