//! What is known of a value without solving: bits, an unsigned and a signed interval.
//!
//! [`Facts`] is the reduced product of known bits, `umin ≤ x ≤ umax` (unsigned) and `smin ≤ x ≤ smax` (two's
//! complement). [`transfer`] computes the facts of a node from those of its arguments; the term store runs it
//! once per term with unconditional facts, the solver's first line runs it again with facts that hold on a path.
//!
//! Obligation of every function here: if each argument's value is admitted by its facts, the result's value is
//! admitted by the result. Facts need not notice that they admit nothing (say `5 ≤ x ≤ 6` and `x` a multiple of 4);
//! what follows from such facts is vacuous. Values wider than 64 bits carry no facts (`top`).

use crate::bits::BitVec;
use crate::term::{BinOp, Node, Term, TermStore};

/// The set of values a term of at most 64 bits may take; no information above that width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    width: u32,
    zeros: u64,
    ones: u64,
    umin: u64,
    umax: u64,
    smin: i64,
    smax: i64,
}

const LIMIT: u32 = 64;

fn mask(width: u32) -> u64 {
    if width >= LIMIT { u64::MAX } else { (1 << width) - 1 }
}

/// The two's complement reading of the low `width` bits.
fn signed(width: u32, v: u64) -> i64 {
    let shift = LIMIT - width;
    (v << shift) as i64 >> shift
}

fn signed_min(width: u32) -> i64 {
    -1 << (width - 1)
}

fn signed_max(width: u32) -> i64 {
    !signed_min(width)
}

/// All bits up to the highest set bit of `v`.
fn fill_below(v: u64) -> u64 {
    if v == 0 { 0 } else { u64::MAX >> v.leading_zeros() }
}

impl Facts {
    /// No information.
    pub fn top(width: u32) -> Self {
        let (smin, smax) =
            if width <= LIMIT { (signed_min(width), signed_max(width)) } else { (i64::MIN, i64::MAX) };
        Facts { width, zeros: 0, ones: 0, umin: 0, umax: mask(width), smin, smax }
    }

    /// Exactly `value` (no information when it is wider than 64 bits).
    pub fn constant(value: &BitVec) -> Self {
        let width = value.width();
        match value.to_u64() {
            Some(v) if width <= LIMIT => Self::exactly(width, v),
            _ => Self::top(width),
        }
    }

    fn exactly(width: u32, v: u64) -> Self {
        let s = signed(width, v);
        Facts { width, zeros: !v & mask(width), ones: v, umin: v, umax: v, smin: s, smax: s }
    }

    fn truth(value: Option<bool>) -> Self {
        value.map_or(Self::top(1), |b| Self::exactly(1, b.into()))
    }

    /// Values between two unsigned bounds; `None` when there are none.
    pub fn unsigned(width: u32, min: u64, max: u64) -> Option<Self> {
        Facts { umin: min, umax: max, ..Self::top(width) }.reduce()
    }

    /// Values between two signed bounds; `None` when there are none.
    pub fn signed(width: u32, min: i64, max: i64) -> Option<Self> {
        Facts { smin: min, smax: max, ..Self::top(width) }.reduce()
    }

    /// What is left when `v`, if it lies at an end of an interval, is excluded; `None` when nothing is.
    pub(crate) fn without(&self, v: u64) -> Option<Self> {
        let mut out = *self;
        let s = signed(self.width, v);
        if self.umin == self.umax && self.umin == v {
            return None;
        }
        if out.umin == v {
            out.umin += 1;
        }
        if out.umax == v {
            out.umax -= 1;
        }
        if out.smin == s {
            out.smin = out.smin.checked_add(1)?;
        }
        if out.smax == s {
            out.smax = out.smax.checked_sub(1)?;
        }
        out.reduce()
    }

    /// Values with the given bits known; the two masks must not overlap.
    pub(crate) fn bits(width: u32, zeros: u64, ones: u64) -> Self {
        Facts { zeros: zeros & mask(width), ones: ones & mask(width), ..Self::top(width) }
            .reduce()
            .expect("no bit is both zero and one")
    }

    /// Does it say anything at all at this width?
    pub fn tracks(&self) -> bool {
        self.width <= LIMIT
    }

    /// The single admitted value, if there is only one.
    pub fn value(&self) -> Option<u64> {
        (self.tracks() && self.umin == self.umax).then_some(self.umin)
    }

    /// The truth value of a Boolean, when known.
    pub fn as_bool(&self) -> Option<bool> {
        debug_assert_eq!(self.width, 1);
        self.value().map(|v| v == 1)
    }

    /// The least unsigned value.
    pub fn umin(&self) -> u64 {
        self.umin
    }

    /// The greatest unsigned value.
    pub fn umax(&self) -> u64 {
        self.umax
    }

    /// The least signed value.
    pub fn smin(&self) -> i64 {
        self.smin
    }

    /// The greatest signed value.
    pub fn smax(&self) -> i64 {
        self.smax
    }

    /// Bits known to be zero.
    pub fn known_zeros(&self) -> u64 {
        self.zeros
    }

    /// Bits known to be one.
    pub fn known_ones(&self) -> u64 {
        self.ones
    }

    /// Is the value (of the right width) one of those admitted?
    pub fn admits(&self, value: &BitVec) -> bool {
        debug_assert_eq!(value.width(), self.width);
        if !self.tracks() {
            return true;
        }
        let v = value.to_u64().expect("at most 64 bits");
        let s = signed(self.width, v);
        v & self.zeros == 0
            && v & self.ones == self.ones
            && (self.umin..=self.umax).contains(&v)
            && (self.smin..=self.smax).contains(&s)
    }

    /// Lets the three components tighten each other; `None` when they contradict.
    fn reduce(mut self) -> Option<Self> {
        if !self.tracks() {
            return Some(self);
        }
        let (mask, half) = (mask(self.width), 1u64 << (self.width - 1));
        for _ in 0..3 {
            let before = self;
            self.umin = self.umin.max(self.ones);
            self.umax = self.umax.min(!self.zeros & mask);
            if self.umin > self.umax || self.zeros & self.ones != 0 {
                return None;
            }
            let fixed = mask & !fill_below(self.umin ^ self.umax);
            self.ones |= self.umin & fixed;
            self.zeros |= !self.umin & fixed;
            if self.umax < half || self.umin >= half {
                self.smin = self.smin.max(signed(self.width, self.umin));
                self.smax = self.smax.min(signed(self.width, self.umax));
            }
            if self.smin > self.smax {
                return None;
            }
            if self.smin >= 0 || self.smax < 0 {
                self.umin = self.umin.max(self.smin as u64 & mask);
                self.umax = self.umax.min(self.smax as u64 & mask);
                if self.umin > self.umax {
                    return None;
                }
            }
            if self == before {
                break;
            }
        }
        (self.zeros & self.ones == 0).then_some(self)
    }

    /// What holds when both hold; `None` when that is impossible.
    pub fn meet(&self, other: &Self) -> Option<Self> {
        debug_assert_eq!(self.width, other.width);
        Facts {
            width: self.width,
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
            umin: self.umin.max(other.umin),
            umax: self.umax.min(other.umax),
            smin: self.smin.max(other.smin),
            smax: self.smax.min(other.smax),
        }
        .reduce()
    }

    /// What holds when at least one of them holds.
    pub fn join(&self, other: &Self) -> Self {
        debug_assert_eq!(self.width, other.width);
        Facts {
            width: self.width,
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            umin: self.umin.min(other.umin),
            umax: self.umax.max(other.umax),
            smin: self.smin.min(other.smin),
            smax: self.smax.max(other.smax),
        }
    }

    /// Is there certainly no common value?
    pub fn disjoint(&self, other: &Self) -> bool {
        self.meet(other).is_none()
    }

    fn is_top(&self) -> bool {
        *self == Self::top(self.width)
    }

    /// Intervals given as exact integers; each is kept only where it fits without wrapping.
    fn from_ranges(width: u32, unsigned: Option<(u128, u128)>, signed: Option<(i128, i128)>) -> Self {
        let mut out = Self::top(width);
        if let Some((lo, hi)) = unsigned {
            let modulus = u128::from(mask(width)) + 1;
            // Also sound when every value wraps the same number of times.
            if lo / modulus == hi / modulus {
                (out.umin, out.umax) = ((lo % modulus) as u64, (hi % modulus) as u64);
            }
        }
        if let Some((lo, hi)) = signed
            && lo >= signed_min(width).into()
            && hi <= signed_max(width).into()
        {
            (out.smin, out.smax) = (lo as i64, hi as i64);
        }
        out.reduce().unwrap_or(Self::top(width))
    }

    fn and_bits(self, zeros: u64, ones: u64) -> Self {
        self.meet(&Self::bits(self.width, zeros, ones)).unwrap_or(self)
    }

    pub(crate) fn not(&self) -> Self {
        let m = mask(self.width);
        Facts {
            width: self.width,
            zeros: self.ones,
            ones: self.zeros,
            umin: m - self.umax,
            umax: m - self.umin,
            smin: !self.smax,
            smax: !self.smin,
        }
    }

    pub(crate) fn add(&self, other: &Self) -> Self {
        let w = self.width;
        let unsigned =
            (u128::from(self.umin) + u128::from(other.umin), u128::from(self.umax) + u128::from(other.umax));
        let signed =
            (i128::from(self.smin) + i128::from(other.smin), i128::from(self.smax) + i128::from(other.smax));
        // A bit of the sum is known where both addends and the carry into it are known: compare the sums of the
        // least and of the greatest bit patterns.
        let (a_max, b_max) = (!self.zeros & mask(w), !other.zeros & mask(w));
        let least = self.ones.wrapping_add(other.ones);
        let greatest = a_max.wrapping_add(b_max);
        let carry_known = !(least ^ self.ones ^ other.ones) ^ (greatest ^ a_max ^ b_max);
        let known = carry_known & (self.zeros | self.ones) & (other.zeros | other.ones);
        Self::from_ranges(w, Some(unsigned), Some(signed)).and_bits(!least & known, least & known)
    }

    fn mul(&self, other: &Self) -> Self {
        let w = self.width;
        let unsigned = u128::from(self.umax)
            .checked_mul(other.umax.into())
            .map(|hi| (u128::from(self.umin) * u128::from(other.umin), hi));
        let corners = [
            (self.smin, other.smin),
            (self.smin, other.smax),
            (self.smax, other.smin),
            (self.smax, other.smax),
        ]
        .map(|(a, b)| i128::from(a) * i128::from(b));
        let signed = (corners.iter().copied().min().unwrap_or(0), corners.iter().copied().max().unwrap_or(0));
        let low_zeros = (self.zeros.trailing_ones() + other.zeros.trailing_ones()).min(w);
        Self::from_ranges(w, unsigned, Some(signed)).and_bits(mask(low_zeros), 0)
    }

    fn udiv(&self, other: &Self) -> Self {
        if other.umin == 0 {
            return Self::top(self.width);
        }
        Self::from_ranges(
            self.width,
            Some(((self.umin / other.umax).into(), (self.umax / other.umin).into())),
            None,
        )
    }

    fn urem(&self, other: &Self) -> Self {
        let bound = if other.umin == 0 { self.umax } else { self.umax.min(other.umax - 1) };
        Self::from_ranges(self.width, Some((0, bound.into())), None)
    }

    fn sdiv(&self, other: &Self) -> Self {
        if self.smin >= 0 && other.smin > 0 {
            return self.udiv(other);
        }
        if other.umin == 0 {
            return Self::top(self.width); // the divisor may be zero
        }
        let reach = i128::from(self.smin).abs().max(i128::from(self.smax).abs());
        Self::from_ranges(self.width, None, Some((-reach, reach.min(signed_max(self.width).into()))))
    }

    fn srem(&self, other: &Self) -> Self {
        if self.smin >= 0 && other.smin >= 0 {
            return self.urem(other);
        }
        Self::from_ranges(self.width, None, Some((self.smin.min(0).into(), self.smax.max(0).into())))
    }

    fn shl(&self, amount: &Self) -> Self {
        let low = (u64::from(self.zeros.trailing_ones()) + amount.umin).min(self.width.into()) as u32;
        Self::bits(self.width, mask(low), 0)
    }

    fn lshr(&self, amount: &Self) -> Self {
        let shift = |v: u64, by: u64| if by >= self.width.into() { 0 } else { v >> by };
        let range = (shift(self.umin, amount.umax), shift(self.umax, amount.umin));
        Self::from_ranges(self.width, Some((range.0.into(), range.1.into())), None)
    }

    fn ashr(&self, amount: &Self) -> Self {
        let shift = |v: i64, by: u64| v >> by.min(u64::from(self.width) - 1);
        let lo = shift(self.smin, if self.smin < 0 { amount.umin } else { amount.umax });
        let hi = shift(self.smax, if self.smax < 0 { amount.umax } else { amount.umin });
        Self::from_ranges(self.width, None, Some((lo.into(), hi.into())))
    }

    fn and(&self, other: &Self) -> Self {
        Self::from_ranges(self.width, Some((0, self.umax.min(other.umax).into())), None)
            .and_bits(self.zeros | other.zeros, self.ones & other.ones)
    }

    pub(crate) fn xor(&self, other: &Self) -> Self {
        let zeros = (self.zeros & other.zeros) | (self.ones & other.ones);
        let ones = (self.zeros & other.ones) | (self.ones & other.zeros);
        Self::bits(self.width, zeros, ones)
    }

    fn concat(&self, low: &Self) -> Self {
        let k = low.width;
        let range = (
            u128::from(self.umin) << k | u128::from(low.umin),
            u128::from(self.umax) << k | u128::from(low.umax),
        );
        Self::from_ranges(self.width + k, Some(range), None)
            .and_bits(self.zeros << k | low.zeros, self.ones << k | low.ones)
    }

    pub(crate) fn extract(&self, low: u32, width: u32) -> Self {
        let range = (u128::from(self.umin >> low), u128::from(self.umax >> low));
        Self::from_ranges(width, Some(range), None).and_bits(self.zeros >> low, self.ones >> low)
    }

    pub(crate) fn zext(&self, width: u32) -> Self {
        let high = mask(width) & !mask(self.width);
        Self::from_ranges(width, Some((self.umin.into(), self.umax.into())), None)
            .and_bits(self.zeros | high, self.ones)
    }

    pub(crate) fn sext(&self, width: u32) -> Self {
        let extend = |v: u64| signed(self.width, v) as u64;
        Self::from_ranges(width, None, Some((self.smin.into(), self.smax.into())))
            .and_bits(extend(self.zeros), extend(self.ones))
    }

    /// Is `self < other` (unsigned) decided?
    pub fn ult(&self, other: &Self) -> Option<bool> {
        if self.umax < other.umin {
            Some(true)
        } else if self.umin >= other.umax {
            Some(false)
        } else {
            None
        }
    }

    /// Is `self < other` (signed) decided?
    pub fn slt(&self, other: &Self) -> Option<bool> {
        if self.smax < other.smin {
            Some(true)
        } else if self.smin >= other.smax {
            Some(false)
        } else {
            None
        }
    }

    /// The lesser, or the greater, of two values by a comparison: it is one of them, and no greater, or no less, than
    /// either.
    fn extreme(&self, other: &Self, op: BinOp, is_least: bool) -> Self {
        let either = self.join(other);
        let mut bounded = either;
        match (op, is_least) {
            (BinOp::Ult, true) => bounded.umax = self.umax.min(other.umax),
            (BinOp::Ult, false) => bounded.umin = self.umin.max(other.umin),
            (_, true) => bounded.smax = self.smax.min(other.smax),
            (_, false) => bounded.smin = self.smin.max(other.smin),
        }
        bounded.reduce().unwrap_or(either)
    }

    /// Is `self == other` decided?
    pub fn equal(&self, other: &Self) -> Option<bool> {
        match (self.value(), other.value()) {
            (Some(a), Some(b)) => Some(a == b),
            _ => self.disjoint(other).then_some(false),
        }
    }
}

/// Whether `c ? a : b` is the lesser or the greater of the two, and by which comparison.
fn extreme(store: &TermStore, c: Term, a: Term, b: Term) -> Option<(BinOp, bool)> {
    let (comparison, is_negated) = match store.node(c) {
        Node::Not(inner) => (store.node(inner), true),
        node => (node, false),
    };
    let Node::Bin(op @ (BinOp::Ult | BinOp::Slt), x, y) = comparison else { return None };
    match (x, y) {
        _ if (x, y) == (a, b) => Some((op, !is_negated)),
        _ if (x, y) == (b, a) => Some((op, is_negated)),
        _ => None,
    }
}

/// The facts of `node` (of `width` bits) given those of its arguments.
pub(crate) fn transfer(store: &TermStore, node: Node, width: u32, of: impl Fn(Term) -> Facts) -> Facts {
    match node {
        Node::Const(_) | Node::Var(_) => Facts::top(width),
        Node::Bin(op @ (BinOp::Eq | BinOp::Ult | BinOp::Slt), a, b) => {
            let (x, y) = (of(a), of(b));
            if !x.tracks() {
                return Facts::top(1);
            }
            Facts::truth(match op {
                BinOp::Eq => x.equal(&y),
                BinOp::Ult => x.ult(&y),
                _ => x.slt(&y),
            })
        }
        _ if width > LIMIT => Facts::top(width),
        Node::Extract { arg, .. } if store.width(arg) > LIMIT => Facts::top(width),
        Node::Extract { arg, low } => of(arg).extract(low, width),
        Node::Not(a) => of(a).not(),
        Node::Concat(a, b) => of(a).concat(&of(b)),
        Node::Zext(a) => of(a).zext(width),
        Node::Sext(a) => of(a).sext(width),
        Node::Ite(c, a, b) => match of(c).as_bool() {
            Some(true) => of(a),
            Some(false) => of(b),
            None => match extreme(store, c, a, b) {
                Some((op, is_least)) => of(a).extreme(&of(b), op, is_least),
                None => of(a).join(&of(b)),
            },
        },
        Node::Bin(op, a, b) => {
            let (x, y) = (of(a), of(b));
            if x.is_top() && y.is_top() {
                return Facts::top(width);
            }
            match op {
                BinOp::Add => x.add(&y),
                BinOp::Mul => x.mul(&y),
                BinOp::Udiv => x.udiv(&y),
                BinOp::Urem => x.urem(&y),
                BinOp::Sdiv => x.sdiv(&y),
                BinOp::Srem => x.srem(&y),
                BinOp::Shl => x.shl(&y),
                BinOp::Lshr => x.lshr(&y),
                BinOp::Ashr => x.ashr(&y),
                BinOp::And => x.and(&y),
                BinOp::Xor => x.xor(&y),
                BinOp::Eq | BinOp::Ult | BinOp::Slt => unreachable!("comparisons are handled above"),
            }
        }
    }
}
