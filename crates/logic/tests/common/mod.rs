//! Random terms with their meaning computed beside them.
//!
//! A [`Recipe`] is a list of [`Step`]s over a growing pool of terms. Each pool entry keeps, for every assignment,
//! the value that plain constant arithmetic gives: an oracle that shares no code with simplifier, facts or
//! bit-blaster. Dropping steps keeps a recipe meaningful, so failing cases shrink well.
#![allow(dead_code)]

use logic::{BitVec, Model, Term, TermStore};
use proptest::prelude::*;

/// `cases` per property, or what `PROPTEST_CASES` says.
pub fn config(cases: u32) -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|v| v.parse().ok()).unwrap_or(cases);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// One construction: an operator and operands picked from the pool by position.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    op: u8,
    a: u8,
    b: u8,
    c: u8,
    imm: u16,
}

/// What to build.
#[derive(Clone, Debug)]
pub struct Recipe {
    pub widths: Vec<u32>,
    /// One value per variable and assignment.
    pub assignments: Vec<Vec<(u8, u64)>>,
    pub steps: Vec<Step>,
}

/// Recipes over variables of the given widths.
pub fn recipe(widths: &'static [u32], steps: usize, assignments: usize) -> impl Strategy<Value = Recipe> {
    let step = (any::<u8>(), any::<u8>(), any::<u8>(), any::<u8>(), any::<u16>())
        .prop_map(|(op, a, b, c, imm)| Step { op, a, b, c, imm });
    let value = (any::<u8>(), any::<u64>());
    (
        prop::collection::vec(prop::sample::select(widths), 2..4),
        prop::collection::vec(prop::collection::vec(value, 4), assignments),
        prop::collection::vec(step, 1..steps),
    )
        .prop_map(|(widths, assignments, steps)| Recipe { widths, assignments, steps })
}

/// A value biased towards the edges.
fn edge_value(width: u32, (kind, raw): (u8, u64)) -> BitVec {
    match kind % 8 {
        0 => BitVec::zero(width),
        1 => BitVec::one(width),
        2 => BitVec::ones(width),
        3 => BitVec::sign_bit(width),
        4 => BitVec::sign_bit(width).not(),
        5 => BitVec::new(width, u128::from(raw % 16)),
        6 => BitVec::from_i128(width, -i128::from(raw % 16)),
        _ => BitVec::new(width, u128::from(raw) * 0x1_0000_0001_0000_0001),
    }
}

/// The built terms with their expected values.
pub struct Pool {
    pub store: TermStore,
    pub vars: Vec<Term>,
    pub models: Vec<Model>,
    pub items: Vec<(Term, Vec<BitVec>)>,
}

impl Pool {
    /// Under the recipe's own assignments.
    pub fn build(recipe: &Recipe) -> Pool {
        let row = |a: &Vec<(u8, u64)>| recipe.widths.iter().zip(a).map(|(&w, &v)| edge_value(w, v)).collect();
        Self::under(recipe, recipe.assignments.iter().map(row).collect())
    }

    /// Under every assignment there is. The widths must be small.
    pub fn exhaustive(recipe: &Recipe) -> Pool {
        let mut rows: Vec<Vec<BitVec>> = vec![Vec::new()];
        for &w in &recipe.widths {
            let extend = |row: Vec<BitVec>| {
                (0..1u128 << w).map(move |v| row.iter().cloned().chain([BitVec::new(w, v)]).collect())
            };
            rows = rows.into_iter().flat_map(extend).collect();
        }
        Self::under(recipe, rows)
    }

    fn under(recipe: &Recipe, rows: Vec<Vec<BitVec>>) -> Pool {
        let mut store = TermStore::new();
        let vars: Vec<Term> =
            recipe.widths.iter().enumerate().map(|(i, &w)| store.var(&format!("x{i}"), w)).collect();
        let mut models = vec![Model::new(); rows.len()];
        let mut items = Vec::new();
        for (i, &v) in vars.iter().enumerate() {
            let values: Vec<BitVec> = rows.iter().map(|row| row[i].clone()).collect();
            for (m, value) in models.iter_mut().zip(&values) {
                m.set(store.as_var(v).unwrap(), value.clone());
            }
            items.push((v, values));
        }
        let mut pool = Pool { store, vars, models, items };
        for step in &recipe.steps {
            pool.step(*step);
        }
        pool
    }

    /// The Booleans of the pool, most recent first.
    pub fn booleans(&self) -> Vec<(Term, Vec<BitVec>)> {
        self.items.iter().rev().filter(|(t, _)| self.store.width(*t) == 1).cloned().collect()
    }

    fn pick(&self, i: u8) -> (Term, Vec<BitVec>) {
        // Recent entries are the interesting ones.
        let n = self.items.len();
        let i = usize::from(i);
        self.items[if i % 2 == 0 { n - 1 - (i / 2) % n } else { (i / 2) % n }].clone()
    }

    /// Brings an operand to a width, by one of three conversions.
    fn fit(&mut self, (t, v): (Term, Vec<BitVec>), width: u32, how: u16) -> (Term, Vec<BitVec>) {
        let from = self.store.width(t);
        if width <= from {
            let low = if how % 4 == 3 { from - width } else { 0 };
            let values = v.iter().map(|x| x.extract(low, width)).collect();
            (self.store.extract(t, low, width), values)
        } else if how.is_multiple_of(2) {
            (self.store.zext(t, width), v.iter().map(|x| x.zext(width)).collect())
        } else {
            (self.store.sext(t, width), v.iter().map(|x| x.sext(width)).collect())
        }
    }

    fn constant(&mut self, width: u32, step: Step) -> (Term, Vec<BitVec>) {
        let value = edge_value(width, (step.c, u64::from(step.imm)));
        (self.store.constant(value.clone()), vec![value; self.models.len()])
    }

    fn step(&mut self, step: Step) {
        let (a, va) = self.pick(step.a);
        let width = self.store.width(a);
        let second = if step.c.is_multiple_of(3) { self.constant(width, step) } else { self.pick(step.b) };
        let (b, vb) = self.fit(second, width, step.imm);
        let s = &mut self.store;
        let unary = |f: &dyn Fn(&BitVec) -> BitVec| va.iter().map(f).collect::<Vec<_>>();
        let binary = |f: &dyn Fn(&BitVec, &BitVec) -> BitVec| {
            va.iter().zip(&vb).map(|(x, y)| f(x, y)).collect::<Vec<_>>()
        };
        let truth = |f: &dyn Fn(&BitVec, &BitVec) -> bool| binary(&|x, y| BitVec::bool(f(x, y)));
        // The exact result in twice the width, compared with what fits.
        let signed_overflow = |f: fn(&BitVec, &BitVec) -> BitVec| {
            truth(&|x, y| {
                let exact = f(&x.sext(2 * width + 1), &y.sext(2 * width + 1));
                exact.extract(0, width).sext(2 * width + 1) != exact
            })
        };
        let unsigned_overflow = |f: fn(&BitVec, &BitVec) -> BitVec| {
            truth(&|x, y| {
                let exact = f(&x.zext(2 * width + 1), &y.zext(2 * width + 1));
                exact.extract(0, width).zext(2 * width + 1) != exact
            })
        };
        let item = match step.op % 46 {
            0 | 1 => (s.add(a, b), binary(&BitVec::add)),
            2 | 3 => (s.sub(a, b), binary(&BitVec::sub)),
            4 => (s.mul(a, b), binary(&BitVec::mul)),
            5 => (s.udiv(a, b), binary(&BitVec::udiv)),
            6 => (s.urem(a, b), binary(&BitVec::urem)),
            7 => (s.sdiv(a, b), binary(&BitVec::sdiv)),
            8 => (s.srem(a, b), binary(&BitVec::srem)),
            9 => (s.shl(a, b), binary(&BitVec::shl)),
            10 => (s.lshr(a, b), binary(&BitVec::lshr)),
            11 => (s.ashr(a, b), binary(&BitVec::ashr)),
            12 | 13 => (s.and(a, b), binary(&BitVec::and)),
            14 | 15 => (s.or(a, b), binary(&BitVec::or)),
            16 => (s.xor(a, b), binary(&BitVec::xor)),
            17 => (s.not(a), unary(&BitVec::not)),
            18 => (s.neg(a), unary(&BitVec::neg)),
            19 | 20 => (s.eq(a, b), truth(&|x, y| x == y)),
            21 => (s.ult(a, b), truth(&BitVec::ult)),
            22 => (s.ule(a, b), truth(&|x, y| !y.ult(x))),
            23 => (s.slt(a, b), truth(&BitVec::slt)),
            24 => (s.sle(a, b), truth(&|x, y| !y.slt(x))),
            25 if width < 100 => (s.concat(a, b), binary(&BitVec::concat)),
            26 | 27 => {
                let low = u32::from(step.imm) % width;
                let take = 1 + u32::from(step.c) % (width - low);
                (s.extract(a, low, take), unary(&|x| x.extract(low, take)))
            }
            28 => {
                let to = width + u32::from(step.imm) % 9;
                (s.zext(a, to), unary(&|x| x.zext(to)))
            }
            29 => {
                let to = width + u32::from(step.imm) % 9;
                (s.sext(a, to), unary(&|x| x.sext(to)))
            }
            30..=32 => {
                let condition = self.pick(step.c.wrapping_add(step.imm as u8));
                let (c, vc) = self.fit(condition, 1, step.imm);
                let values = (0..va.len()).map(|i| if vc[i].is_one() { &va[i] } else { &vb[i] }.clone());
                let values = values.collect();
                (self.store.ite(c, a, b), values)
            }
            33 => (s.uadd_overflow(a, b), unsigned_overflow(BitVec::add)),
            34 => (s.sadd_overflow(a, b), signed_overflow(BitVec::add)),
            35 => (s.usub_overflow(a, b), unsigned_overflow(BitVec::sub)),
            36 => (s.ssub_overflow(a, b), signed_overflow(BitVec::sub)),
            37 => (s.umul_overflow(a, b), unsigned_overflow(BitVec::mul)),
            38 => (s.smul_overflow(a, b), signed_overflow(BitVec::mul)),
            39 => (s.popcount(a), unary(&|x| BitVec::new(width, x.count_ones().into()))),
            40 => (s.ctlz(a), unary(&|x| BitVec::new(width, x.leading_zeros().into()))),
            41 => (s.cttz(a), unary(&|x| BitVec::new(width, x.trailing_zeros().into()))),
            42 if width.is_multiple_of(8) => {
                let swapped = |x: &BitVec| {
                    let byte = |i| x.extract(8 * i, 8);
                    (1..width / 8).fold(byte(0), |acc, i| acc.concat(&byte(i)))
                };
                (s.bswap(a), unary(&swapped))
            }
            43 => {
                let funnel = |x: &BitVec, y: &BitVec| {
                    let by = y.to_u128().unwrap_or(0) % u128::from(width);
                    x.concat(y).shl(&BitVec::new(2 * width, by)).extract(width, width)
                };
                if width > 128 {
                    return;
                }
                (s.fshl(a, b, b), binary(&funnel))
            }
            44 => {
                let funnel = |x: &BitVec, y: &BitVec| {
                    let by = y.to_u128().unwrap_or(0) % u128::from(width);
                    x.concat(y).lshr(&BitVec::new(2 * width, by)).extract(0, width)
                };
                if width > 128 {
                    return;
                }
                (s.fshr(a, b, b), binary(&funnel))
            }
            45 => {
                let reversed = |x: &BitVec| {
                    let bit = |i| x.extract(i, 1);
                    (1..width).fold(bit(0), |acc, i| acc.concat(&bit(i)))
                };
                (s.bitreverse(a), unary(&reversed))
            }
            _ => return,
        };
        self.items.push(item);
    }
}
