//! Propositional goals are decided exactly, also under assumptions and after many checks.

use chr::{Answer, Assumption, Budget, Expr, Solver, Theories};

const VARS: usize = 7;

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

enum Formula {
    Var(usize),
    Not(Box<Formula>),
    Bin(u8, Box<Formula>, Box<Formula>),
}

fn random(r: &mut Random, depth: u32) -> Formula {
    match r.below(if depth == 0 { 2 } else { 8 }) {
        0 | 1 => {
            let v = Formula::Var(r.below(VARS as u64) as usize);
            if r.below(2) == 0 { v } else { Formula::Not(Box::new(v)) }
        }
        2 => Formula::Not(Box::new(random(r, depth - 1))),
        op => {
            let (a, b) = (Box::new(random(r, depth - 1)), Box::new(random(r, depth - 1)));
            Formula::Bin((op - 3) as u8, a, b)
        }
    }
}

fn expr(f: &Formula) -> Expr {
    match f {
        Formula::Var(i) => Expr::var(format!("v{i}")),
        Formula::Not(a) => expr(a).not(),
        Formula::Bin(op, a, b) => match op {
            0 | 1 => Expr::or([expr(a), expr(b)]),
            2 => Expr::and([expr(a), expr(b)]),
            3 => expr(a).implies(expr(b)),
            _ => expr(a).iff(expr(b)),
        },
    }
}

fn holds(f: &Formula, model: u32) -> bool {
    match f {
        Formula::Var(i) => model >> i & 1 == 1,
        Formula::Not(a) => !holds(a, model),
        Formula::Bin(op, a, b) => {
            let (a, b) = (holds(a, model), holds(b, model));
            match op {
                0 | 1 => a || b,
                2 => a && b,
                3 => !a || b,
                _ => a == b,
            }
        }
    }
}

#[test]
fn propositional_goals_are_decided() {
    for seed in 0..600 {
        let mut r = Random(seed);
        let formulas: Vec<Formula> = (0..4 + r.below(10)).map(|_| random(&mut r, 3)).collect();
        let mut solver = Solver::new(Theories::default());
        let firm = r.below(formulas.len() as u64) as usize;
        for f in &formulas[..firm] {
            solver.assert(&expr(f)).unwrap();
        }
        let assumptions: Vec<Assumption> =
            formulas[firm..].iter().map(|f| solver.assume(&expr(f)).unwrap()).collect();
        for _ in 0..8 {
            let chosen: Vec<usize> = (0..assumptions.len()).filter(|_| r.below(2) == 0).collect();
            let satisfiable = (0..1u32 << VARS).any(|model| {
                formulas[..firm].iter().all(|f| holds(f, model))
                    && chosen.iter().all(|&i| holds(&formulas[firm + i], model))
            });
            let used: Vec<Assumption> = chosen.iter().map(|&i| assumptions[i]).collect();
            let answer = solver.check_assuming(&used, &Budget::unlimited()).unwrap();
            assert_eq!(answer == Answer::Unknown, satisfiable, "seed {seed}");
            if answer == Answer::Unsat {
                // The failed assumptions alone are contradictory, too.
                let failed = solver.failed_assumptions();
                let still = (0..1u32 << VARS).any(|model| {
                    formulas[..firm].iter().all(|f| holds(f, model))
                        && chosen
                            .iter()
                            .all(|&i| !failed.contains(&assumptions[i]) || holds(&formulas[firm + i], model))
                });
                assert!(!still, "seed {seed}: the failed assumptions are not enough");
            }
        }
    }
}
