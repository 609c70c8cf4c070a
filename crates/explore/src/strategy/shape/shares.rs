//! Numbers that share room: `x + y ≤ z` and `x + y ≤ c`, as of an offset and the bytes that are used from there.
//!
//! Whatever is assumed is implied by both sides of a join, and there are finitely many shares of its quantities.

use super::relations::Search;
use logic::{Node, Term, TermStore, VarId};

/// How many quantities are tried.
const SHARED: usize = 8;
/// How many questions are asked about them.
const QUESTIONS: u32 = 24;
/// What no sum of two numbers is bounded by that matters.
const HUGE: i128 = 1 << 31;

impl Search<'_, '_> {
    /// Which quantities have room beside each other within a third, or within a constant: `first + shown ≤ 64`,
    /// `used + n ≤ room`. None of them is negative, so that the sum does not wrap around. Only those are looked at of which
    /// a side compares something that is computed of both, or each side fixes another, or one loses what the other gains; and
    /// where one is fixed, those of which a side compares something that is computed of the others: of `i ≤ n - m` the
    /// first round says nothing, and the second that one is at most `n - m`.
    pub(super) fn shares(&mut self) {
        let free: Vec<usize> = self.free().into_iter().take(SHARED).collect();
        let before = self.asked;
        let sums = [0, 1].map(|side| self.sums_compared(side));
        let count = self.quantities.terms.len();
        let mut meet = vec![vec![false; count]; count];
        for x in free.iter().copied() {
            for y in free.iter().copied().filter(|y| *y != x) {
                meet[x][y] = self.meet_in_sum(&sums, x, y);
            }
        }
        let is_fixed =
            |x: usize| self.there.iter().any(|there| self.paths.store.as_const(there[x]).is_some());
        let fixed: Vec<bool> = (0..count).map(is_fixed).collect();
        for (number, x) in free.iter().copied().enumerate() {
            for y in free[..number].iter().copied() {
                if self.are_strangers(x, y) {
                    continue;
                }
                // An index may be narrower than a place: it counts as it is read.
                let [a, b] = [x, y].map(|quantity| self.quantities.terms[quantity]);
                let width = self.paths.store.width(a).max(self.paths.store.width(b));
                let [a, b] = [a, b].map(|term| self.paths.store.sext(term, width));
                let is_said = meet[x][y] || self.take_turns(x, y) || self.balance(x, y);
                let is_rest = |z: usize| (fixed[x] && meet[y][z]) || (fixed[y] && meet[x][z]);
                if !is_said && !free.iter().any(|z| is_rest(*z)) {
                    continue;
                }
                if !self.everywhere(|point| 0 <= point[x].min(point[y])) {
                    continue;
                }
                for z in free.iter().copied().filter(|z| ![x, y].contains(z)) {
                    let c = self.quantities.terms[z];
                    let is_new = self.changed[x] || self.changed[y] || self.changed[z];
                    let fits = is_new && (is_said || is_rest(z)) && self.paths.store.width(c) <= width;
                    if fits && self.everywhere(|point| point[x] + point[y] <= point[z]) {
                        let c = self.paths.store.sext(c, width);
                        let candidate = share(self.paths.store, a, b, c);
                        self.ask(candidate);
                    }
                    if self.is_over() || self.asked - before >= QUESTIONS {
                        return;
                    }
                }
                if is_said && (self.changed[x] || self.changed[y]) {
                    let sum = |point: &[i128]| point[x] + point[y];
                    let mut bounds = self.quantities.thresholds.clone();
                    // That two sizes are those of objects says nothing about both together.
                    bounds.retain(|bound| *bound < HUGE);
                    self.tightest(bounds, width, true, sum, |store, bound| share(store, a, b, bound));
                }
            }
        }
    }

    /// The variables of each condition of a side in which something that is computed is compared.
    fn sums_compared(&self, side: usize) -> Vec<Vec<VarId>> {
        let store = &self.paths.store;
        let is_computed = |term: &Term| match store.node(*term) {
            Node::Bin(_, a, b) => store.as_var(a).is_none() || store.as_var(b).is_none(),
            _ => true,
        };
        let conditions = self.paths.sides[side].terms().into_iter().filter(is_computed);
        conditions.map(|condition| store.support(&[condition])).filter(|vars| vars.len() > 1).collect()
    }

    /// Whether a condition of a side compares something that is computed of two quantities.
    fn meet_in_sum(&self, sums: &[Vec<Vec<VarId>>; 2], x: usize, y: usize) -> bool {
        (0..2).any(|side| {
            let [x, y] = [x, y].map(|quantity| self.paths.store.support(&[self.there[side][quantity]]));
            let has_one = |sum: &[VarId], of: &[VarId]| of.iter().any(|var| sum.contains(var));
            sums[side].iter().any(|sum| has_one(sum, &x) && has_one(sum, &y))
        })
    }

    /// Whether on a side one quantity loses what the other gains, so that their sum does not depend on it.
    fn balance(&mut self, x: usize, y: usize) -> bool {
        (0..2).any(|side| {
            let [a, b] = [x, y].map(|quantity| self.there[side][quantity]);
            let store = &mut *self.paths.store;
            if store.as_const(a).is_some() || store.as_const(b).is_some() {
                return false;
            }
            let width = store.width(a).max(store.width(b));
            let [one, other] = [a, b].map(|term| store.sext(term, width));
            let sum = store.add(one, other);
            store.support(&[sum]).len() < store.support(&[a, b]).len()
        })
    }

    /// Whether one quantity is a constant on one side, and another on the other side.
    fn take_turns(&self, x: usize, y: usize) -> bool {
        let is_constant =
            |side: usize, quantity: usize| self.paths.store.as_const(self.there[side][quantity]).is_some();
        (is_constant(0, x) && is_constant(1, y)) || (is_constant(1, x) && is_constant(0, y))
    }
}

/// The condition that two numbers have room beside each other within a third.
fn share(store: &mut TermStore, a: Term, b: Term, c: Term) -> Term {
    let rest = store.sub(c, a);
    let (first, second) = (store.ule(a, c), store.ule(b, rest));
    store.and(first, second)
}
