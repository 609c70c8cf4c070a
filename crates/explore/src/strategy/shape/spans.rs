//! Relations of three numbers, and of two by a step or a ratio: what cursors that move together keep.
//!
//! - *differences* `x ≤ y + c`: `for (i = 0; i < n; i += 3)` leaves i at most two beyond n. The constant c is the step by which
//!   x goes on, or one less.
//! - *slopes* `x ≤ k·y + c`, where an object has `k·n + d` bytes: at most two characters are written for each that is read
//!   into a block of `2·n + 1` bytes. The constant c is small: what is written before and behind the others.
//! - *planes* `a·x = b·y + c·z + d`: four characters are written for three bytes that are read, and two arrays are merged
//!   into a third. They are the affine hull of the models that the solver gives ([`numbers::planes`]).
//! - *extents* `k·y ≤ x`, where x is the size of an object, or what is left of it behind a pointer, and the program multiplies
//!   by k.
//!
//! Differences and multiples are relations of whole numbers. They are written in a width in which nothing wraps around:
//! modulo the width of its numbers, `3·x = 4·y` would bound neither by the other.
//!
//! Whatever is assumed is implied by both sides. Differences, slopes and extents are finitely many in any number of joins; the
//! equations of a join hold of its left side, so from join to join they span less, and a space of n numbers can shrink
//! n times only.

use super::relations::Search;
use logic::{BinOp, BitVec, Node, Term};
use numbers::{Plane, planes};

/// How many quantities are put together.
const SUMMANDS: usize = 10;
/// How many hulls are made of one set of quantities.
const HULLS: usize = 24;
/// The longest step.
const LONGEST: i128 = 64;
/// The largest coefficient and the largest constant of an equation.
const STEEPEST: i128 = 64;
const FARTHEST: i128 = 1 << 32;
/// The steepest slope, the largest constant of one, and how many questions are asked about slopes.
const SLOPE: i128 = 16;
const START: i128 = 8;
const SLOPES: u32 = 16;
/// How many more bits a sum of so many multiples takes.
const WIDER: u32 = 12;

impl Search<'_, '_> {
    /// Which quantities are beyond others by no more than the step by which they go on.
    pub(super) fn differences(&mut self) {
        let free = self.free();
        for x in free.iter().copied() {
            let Some(step) = self.step_of(x) else { continue };
            for y in free.iter().copied() {
                if x != y && !self.is_over() && !self.are_strangers(x, y) {
                    self.difference(x, y, &[step - 1, step]);
                }
            }
        }
    }

    /// By how much a quantity is larger on the right, where that is a constant of more than one: by one it goes on as
    /// orderings say.
    fn step_of(&mut self, x: usize) -> Option<i128> {
        let [left, right] = [0, 1].map(|side| self.there[side][x]);
        let step = self.paths.store.sub(right, left);
        let step = self.paths.store.as_const(step)?.to_i128()?;
        (2..=LONGEST).contains(&step).then_some(step)
    }

    /// Adds `x ≤ y + c` for the least c for which it holds, if it is not an ordering.
    fn difference(&mut self, x: usize, y: usize, gaps: &[i128]) {
        let [a, b] = [x, y].map(|quantity| self.quantities.terms[quantity]);
        let width = self.paths.store.width(a);
        if width != self.paths.store.width(b) || self.everywhere(|point| point[x] <= point[y]) {
            return;
        }
        for gap in gaps {
            if self.everywhere(|point| point[x] <= point[y].saturating_add(*gap)) {
                let [left, right] = [a, b].map(|term| self.paths.store.sext(term, width + 2));
                let store = &mut *self.paths.store;
                let gap = store.constant(BitVec::from_i128(width + 2, *gap));
                let right = store.add(right, gap);
                let candidate = store.sle(left, right);
                if self.ask(candidate) || self.is_over() {
                    return;
                }
            }
        }
    }

    /// Which quantities grow at most so many times as fast as others: `x ≤ k·y + c` for the least k and c for which it holds.
    pub(super) fn slopes(&mut self) {
        let factors = self.factors_of_sizes();
        if factors.is_empty() {
            return;
        }
        let free = self.free();
        let before = self.asked;
        for x in free.iter().copied().filter(|x| self.changed[*x]).collect::<Vec<usize>>() {
            for y in free.iter().copied().filter(|y| *y != x && self.changed[*y]).collect::<Vec<usize>>() {
                let [a, b] = [x, y].map(|quantity| self.quantities.terms[quantity]);
                let is_natural = self.everywhere(|point| 0 <= point[x].min(point[y]));
                // What is never larger needs no slope.
                let is_below = self.everywhere(|point| point[x] <= point[y]);
                let fits = self.paths.store.width(a) == self.paths.store.width(b) && is_natural && !is_below;
                for scale in factors.iter().copied() {
                    if !fits || self.is_over() || self.asked - before >= SLOPES {
                        break;
                    }
                    if self.slope(x, y, scale) {
                        break;
                    }
                }
            }
        }
    }

    /// The constants k of objects of `k·n + c` bytes, ascending, where these are no k bytes for each of several elements.
    fn factors_of_sizes(&self) -> Vec<i128> {
        let store = &self.paths.store;
        let split = |term: Term, wanted: BinOp| match store.node(term) {
            Node::Bin(op, a, b) if op == wanted => match (store.as_const(a), store.as_const(b)) {
                (Some(constant), None) => Some((constant.to_i128()?, b)),
                (None, Some(constant)) => Some((constant.to_i128()?, a)),
                _ => None,
            },
            _ => None,
        };
        let factor = |x: usize| {
            let (more, product) = split(self.quantities.terms[x], BinOp::Add)?;
            let (factor, _) = split(product, BinOp::Mul)?;
            ((2..=SLOPE).contains(&factor) && more % factor != 0).then_some(factor)
        };
        let sizes = (0..self.quantities.terms.len()).filter(|x| self.quantities.sizes[*x]);
        let mut found: Vec<i128> = sizes.filter_map(factor).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Adds `x ≤ k·y + c` for the least c for which it holds, and gives whether it does for some. A model that refutes one
    /// tells the next that is worth asking for.
    fn slope(&mut self, x: usize, y: usize, scale: i128) -> bool {
        let width = self.paths.store.width(self.quantities.terms[x]) + WIDER;
        loop {
            let beyond = |point: &Vec<i128>| point[x].saturating_sub(scale.saturating_mul(point[y]));
            let start = self.points.iter().flatten().map(beyond).fold(0, i128::max);
            if start > START || self.is_over() {
                return false;
            }
            let store = &mut *self.paths.store;
            let [left, right] = [x, y].map(|quantity| store.sext(self.quantities.terms[quantity], width));
            let [times, more] = [scale, start].map(|it| store.constant(BitVec::from_i128(width, it)));
            let right = store.mul(times, right);
            let right = store.add(right, more);
            let candidate = store.sle(left, right);
            let known = self.points.iter().map(Vec::len).sum::<usize>();
            if self.ask(candidate) {
                return true;
            }
            if self.points.iter().map(Vec::len).sum::<usize>() == known {
                return false;
            }
        }
    }

    /// How many elements are surely within the size of an object, or within what is left of it behind a pointer: the part
    /// of an array that a function is given is told by where it begins and how many elements it has.
    pub(super) fn extents(&mut self) {
        let free = self.free();
        let spans = (0..self.quantities.terms.len()).filter(|x| self.quantities.spans[*x]);
        for x in spans.filter(|x| !self.is_told(*x)).collect::<Vec<usize>>() {
            for y in free.iter().copied().filter(|y| *y != x) {
                self.extent(x, y);
            }
        }
    }

    /// Adds `k·y ≤ x` for the largest k for which it holds.
    fn extent(&mut self, x: usize, y: usize) {
        let quantities = self.quantities;
        let store = &self.paths.store;
        let [wide, narrow] = [x, y].map(|quantity| store.width(quantities.terms[quantity]));
        let is_new = self.changed[x] || self.changed[y];
        if narrow > wide || !is_new {
            return;
        }
        for scale in quantities.scales.iter().rev() {
            // Without a scale it is an ordering.
            let is_ordering = *scale == 1 && narrow == wide;
            let within = |point: &[i128]| 0 <= point[y] && scale.saturating_mul(point[y]) <= point[x];
            if is_ordering || self.is_over() || !self.everywhere(within) {
                continue;
            }
            let store = &mut *self.paths.store;
            let scale = store.constant(BitVec::from_i128(wide, *scale));
            let end = store.sext(quantities.terms[y], wide);
            let end = store.mul(scale, end);
            let candidate = store.ule(end, quantities.terms[x]);
            if self.ask(candidate) {
                return;
            }
        }
    }

    /// Which quantities others determine together. Models that refute an equation are points of the next hull, so that few
    /// questions are asked.
    pub(super) fn planes(&mut self) {
        for width in [64, 32] {
            let is_wide = |x: &usize| self.paths.store.width(self.quantities.terms[*x]) == width;
            let chosen: Vec<usize> = self.free().into_iter().filter(is_wide).take(SUMMANDS).collect();
            if chosen.iter().any(|x| self.changed[*x]) {
                self.planes_of(&chosen, width);
            }
        }
    }

    fn planes_of(&mut self, chosen: &[usize], width: u32) {
        let (mut held, mut failed): (Vec<Plane>, Vec<Plane>) = Default::default();
        for _ in 0..HULLS {
            let on = |point: &Vec<i128>| chosen.iter().map(|x| point[*x]).collect();
            let points: Vec<Vec<i128>> = self.points.iter().flatten().map(on).collect();
            let mut found = planes(&points);
            found.retain(|plane| self.is_worth(plane, chosen));
            let open = |plane: &&Plane| !held.contains(plane) && !failed.contains(plane);
            let Some(plane) = found.iter().find(open).filter(|_| !self.is_over()) else {
                held.retain(|plane| found.contains(plane));
                break;
            };
            let candidate = self.equation(plane, chosen, width);
            let list = if self.holds(candidate) { &mut held } else { &mut failed };
            list.push(plane.clone());
        }
        for plane in held {
            let equation = self.equation(&plane, chosen, width);
            self.paths.add(equation);
        }
    }

    /// Whether an equation says what lines do not, and not by chance: of numbers that the join changes, not all of which
    /// are constants on both sides.
    fn is_worth(&self, plane: &Plane, chosen: &[usize]) -> bool {
        let with = plane.coefficients.iter().zip(chosen).filter(|(factor, _)| **factor != 0);
        let with: Vec<(&i128, usize)> = with.map(|(factor, x)| (factor, *x)).collect();
        let is_line = with.len() < 3 && with.iter().all(|(factor, _)| factor.abs() == 1);
        let are_points = with.iter().all(|(_, x)| self.are_points(*x, *x));
        !is_line
            && with.len() > 1
            && (!are_points || with.len() == 2)
            && with.iter().any(|(_, x)| self.changed[*x])
            && with.iter().all(|(factor, _)| factor.abs() <= STEEPEST)
            && plane.constant.abs() <= FARTHEST
    }

    /// An equation as a condition: in the width of its numbers where it only adds them, otherwise in one in which nothing
    /// wraps around.
    fn equation(&mut self, plane: &Plane, chosen: &[usize], width: u32) -> Term {
        let is_sum = plane.coefficients.iter().all(|factor| factor.abs() <= 1);
        let width = if is_sum { width } else { width + WIDER };
        let store = &mut *self.paths.store;
        let mut sides = [store.constant(BitVec::from_i128(width, plane.constant)), store.zero(width)];
        for (factor, x) in plane.coefficients.iter().zip(chosen).filter(|(factor, _)| **factor != 0) {
            let number = store.sext(self.quantities.terms[*x], width);
            let times = store.constant(BitVec::from_i128(width, factor.abs()));
            let part = store.mul(times, number);
            let side = &mut sides[usize::from(*factor < 0)];
            *side = store.add(*side, part);
        }
        store.eq(sides[0], sides[1])
    }
}
