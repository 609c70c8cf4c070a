//! Interval propagation along linear forms, and through products.
//!
//! For a form `s = a1*x1 + .. + an*xn`, each member is bounded by the others. Chains such as
//! `x > y, y > x` could climb forever; each quantity may move a limited number of times per call,
//! and simplex finds what is left.

use super::{Arith, BOUND_LIMIT, Quantity};
use crate::core::Core;
use crate::linear::gcd;
use crate::normal::Made;
use crate::proof::Source;
use crate::sat::Keep;
use crate::term::TermId;

const MAX_MOVES: u32 = 60;

impl Arith {
    /// Propagates to a fixpoint, a conflict or the limit of patience.
    pub(crate) fn propagate(&mut self, core: &mut Core) {
        if self.queue.is_empty() && !self.moved {
            return;
        }
        self.moved = false;
        self.effort.fill(0);
        let mut head = 0;
        while head < self.queue.len() && !self.conflict {
            let form = self.queue[head];
            head += 1;
            self.queued[form.index()] = false;
            self.visit_form(core, form);
        }
        // After a conflict the rest stays: forms that are new have not been looked at yet.
        self.queue.drain(..head);
        for i in 0..self.products.len() {
            let (v, args) = self.products[i];
            if core.sat.is_true(v.lit(true)) && !self.conflict {
                self.visit_product(core, i, args);
            }
        }
    }

    /// Bounds every member of `s - sum = 0` by the others.
    fn visit_form(&mut self, core: &mut Core, form: Quantity) {
        let mut members: Vec<(Quantity, i128)> =
            self.info[form.index()].form.iter().map(|&(q, a)| (q, i128::from(a))).collect();
        if members.is_empty() {
            return;
        }
        members.push((form, -1));
        if self.indivisible(core, &members) {
            return;
        }
        for sign in [1, -1] {
            // The least value of each summand of `sign * (sum - s)`.
            let least = |this: &Arith, q: Quantity, a: i128| {
                let info = &this.info[q.index()];
                let bound = if a > 0 { info.lower } else { info.upper };
                bound.map(|b| (a * i128::from(b.value), b.event))
            };
            let mut total = 0;
            let mut missing = 0;
            for &(q, a) in &members {
                match least(self, q, a * sign) {
                    Some((n, _)) => total += n,
                    None => missing += 1,
                }
            }
            if missing > 1 {
                continue;
            }
            for i in 0..members.len() {
                let (q, a) = (members[i].0, members[i].1 * sign);
                let own = least(self, q, a);
                if missing == 1 && own.is_some() {
                    continue;
                }
                // a * q <= room
                let room = own.map_or(0, |(n, _)| n) - total;
                let limit = if a > 0 { room.div_euclid(a) } else { -room.div_euclid(-a) };
                let info = &self.info[q.index()];
                let stronger = if a > 0 {
                    info.upper.is_none_or(|b| limit < i128::from(b.value))
                } else {
                    info.lower.is_none_or(|b| limit > i128::from(b.value))
                };
                if !stronger || limit.abs() >= BOUND_LIMIT || self.effort[q.index()] >= MAX_MOVES {
                    continue;
                }
                self.effort[q.index()] += 1;
                let mut because = Vec::with_capacity(members.len() - 1);
                for (j, &(other, b)) in members.iter().enumerate() {
                    if j != i {
                        because.extend(least(self, other, b * sign).map(|(_, event)| event));
                    }
                }
                if a > 0 {
                    self.upper(core, q, limit as i64, None, &because, &[]);
                } else {
                    self.lower(core, q, limit as i64, None, &because, &[]);
                }
                if self.conflict {
                    return;
                }
                let moved = least(self, q, a).map(|(n, _)| n);
                // The bound just set is the opposite one, unless a disequality moved this one too.
                if moved != own.map(|(n, _)| n) {
                    self.schedule(form);
                    return;
                }
            }
        }
    }

    /// `sum of a*q = 0` where the open members share a factor that does not divide the fixed part.
    fn indivisible(&mut self, core: &mut Core, members: &[(Quantity, i128)]) -> bool {
        let mut common = 0;
        let mut fixed_part: i128 = 0;
        for &(q, a) in members {
            let info = &self.info[q.index()];
            match (info.lower, info.upper) {
                (Some(l), Some(u)) if l.value == u.value => fixed_part += a * i128::from(l.value),
                _ => common = gcd(common, a),
            }
            if common == 1 {
                return false;
            }
        }
        if common == 0 || fixed_part % common == 0 {
            return false; // With nothing open, the bounds tell more.
        }
        // Modulo a divisor of the common factor, members with a multiple of it do not matter; pick
        // the divisor that leaves the fewest reasons.
        let relevant = |m: i128| members.iter().filter(|&&(_, a)| a % m != 0).count();
        let divisors = (2..=13).filter(|m| common % m == 0 && fixed_part % m != 0).chain([common]);
        let modulus = divisors.min_by_key(|&m| relevant(m)).unwrap_or(common);
        let fixed = members.iter().filter(|&&(_, a)| a % modulus != 0).filter_map(|&(q, _)| {
            let (l, u) = (self.info[q.index()].lower?, self.info[q.index()].upper?);
            (l.value == u.value).then_some([l.event, u.event])
        });
        let events: Vec<u32> = fixed.flatten().collect();
        let premises = self.explain(&events, &[]);
        core.imply(&premises, &[], Keep::Redundant, Source::Theory("linear: divisibility"));
        self.conflict = true;
        true
    }

    /// x = y * z: linear once a factor is known, and by intervals otherwise.
    fn visit_product(&mut self, core: &mut Core, index: usize, [x, y, z]: [TermId; 3]) {
        let v = self.products[index].0;
        for (factor, other) in [(y, z), (z, y)] {
            if let Some((n, events)) = self.fixed(factor)
                && n.abs() < 1 << 30
                && self.instantiated.insert((v, factor, n))
            {
                let c = core.int_term(n);
                let linear = core.make(core.syms.builtin.eq_mul_c, &[x, other, c]);
                let known = core.make(core.syms.builtin.eq, &[factor, c]);
                let premises = self.explain(&events, &[]);
                if let Made::Lit(k) = known {
                    core.imply(&premises, &[k], Keep::Redundant, Source::Theory("linear: fixed"));
                    let mut premises = vec![v.lit(true)];
                    premises.push(k);
                    let choices = if let Made::Lit(l) = linear { vec![l] } else { Vec::new() };
                    if linear != Made::True {
                        core.imply(&premises, &choices, Keep::Problem, Source::Theory("linear: product"));
                    }
                }
                return;
            }
        }
        let range = |this: &Arith, t: TermId| {
            if let Some(n) = core.terms.as_int(t) {
                return Some((n, n, Vec::new()));
            }
            let info = &this.info[this.of_term.get(&t)?.index()];
            let (l, u) = (info.lower?, info.upper?);
            Some((l.value, u.value, vec![l.event, u.event]))
        };
        let (Some(&q), Some((yl, yu, mut events)), Some((zl, zu, more))) =
            (self.of_term.get(&x), range(self, y), range(self, z))
        else {
            return;
        };
        events.extend(more);
        let corners = [(yl, zl), (yl, zu), (yu, zl), (yu, zu)].map(|(a, b)| i128::from(a) * i128::from(b));
        let (least, most) = (corners.iter().min(), corners.iter().max());
        if let (Some(&least), Some(&most)) = (least, most)
            && least.abs() < BOUND_LIMIT
            && most.abs() < BOUND_LIMIT
        {
            let l = v.lit(true);
            self.lower(core, q, least as i64, None, &events, &[l]);
            self.upper(core, q, most as i64, None, &events, &[l]);
        }
    }
}
