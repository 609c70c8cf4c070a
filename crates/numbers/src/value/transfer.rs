//! Transfer functions: what is known of a result, given what is known of the operands.
//!
//! Few words are computed one by one. For larger sets, sums and products go over the circle of words: an interval of
//! operands gives an *arc* of results that starts anywhere and is cut where the two halves meet, so wrap-around costs
//! precision only where the arc is longer than the circle.

use super::{Bits, Congruence, Halves, Many, Range, Value};
use crate::op::Op;
use crate::word::{half, mask, signed};

/// More pairs of words than this are not computed one by one.
const PAIRS: usize = 64;
/// Amounts of shifts that are tried one by one.
const SHIFTS: u128 = 8;

impl Value {
    /// The result of an operation.
    pub fn binary(op: Op, a: &Value, b: &Value) -> Value {
        debug_assert_eq!(a.width, b.width);
        let width = a.width;
        if let (Some(x), Some(y)) = (a.few(), b.few())
            && x.len() * y.len() <= PAIRS
        {
            let results = x.iter().flat_map(|x| y.iter().map(move |y| op.evaluate(width, *x, *y)));
            return Value::of(width, &results.collect::<Vec<_>>()).expect("not empty");
        }
        match op {
            Op::Add => reduced(width, add(width, &a.many(), &b.many())),
            Op::Sub => reduced(width, subtract(width, &a.many(), &b.many())),
            Op::Mul => reduced(width, multiply(width, &a.many(), &b.many())),
            Op::Udiv => divide(a, b),
            Op::Urem => remainder(a, b),
            Op::Sdiv => by_sign(a, b, |x, y, is_opposite, _| {
                let quotient = Value::binary(Op::Udiv, x, y);
                if is_opposite { quotient.neg() } else { quotient }
            }),
            Op::Srem => by_sign(a, b, |x, y, _, is_negative| {
                let rest = Value::binary(Op::Urem, x, y);
                if is_negative { rest.neg() } else { rest }
            }),
            Op::Shl => shift(a, b, Value::shl_by, |value, least| {
                let low = (value.many().bits.zeros.trailing_ones().min(width) + least).min(width);
                let zeros = if low == 0 { 0 } else { mask(low) };
                Value::with_bits(width, zeros, 0).expect("no bit is both")
            }),
            Op::Lshr => shift(a, b, Value::lshr_by, |value, least| {
                let (_, high) = value.unsigned_bounds();
                Value::unsigned(width, 0, high >> least.min(width - 1)).expect("not empty")
            }),
            Op::Ashr => {
                let each = |is_negative: bool| {
                    let part = a.with_sign(is_negative)?;
                    let part = if is_negative { part.not() } else { part };
                    let shifted = Value::binary(Op::Lshr, &part, b);
                    Some(if is_negative { shifted.not() } else { shifted })
                };
                join_all([each(false), each(true)])
            }
            Op::And => {
                let (x, y) = (a.many(), b.many());
                let high = a.unsigned_bounds().1.min(b.unsigned_bounds().1);
                let mut many = Many { halves: Halves::NONE, ..Many::any(width) };
                many.halves.add_range(width, Range { low: 0, high });
                many.bits = x.bits.and(&y.bits);
                reduced(width, many)
            }
            Op::Or => Value::binary(Op::And, &a.not(), &b.not()).not(),
            Op::Xor => {
                let bits = a.many().bits.xor(&b.many().bits);
                reduced(width, Many { bits, ..Many::any(width) })
            }
        }
    }

    /// The result of a function of one word.
    fn map(&self, width: u32, word: impl Fn(u128) -> u128, many: impl Fn(Many) -> Many) -> Value {
        match self.few() {
            Some(words) => {
                Value::of(width, &words.iter().map(|it| word(*it)).collect::<Vec<_>>()).expect("not empty")
            }
            None => reduced(width, many(self.many())),
        }
    }

    /// The bitwise complement.
    pub fn not(&self) -> Value {
        let (width, all) = (self.width, mask(self.width));
        let flip = |range: Option<Range>| range.map(|it| Range { low: all - it.high, high: all - it.low });
        self.map(
            width,
            |word| !word & all,
            |many| Many {
                halves: Halves([flip(many.halves.0[1]), flip(many.halves.0[0])]),
                bits: many.bits.not(),
                congruence: many.congruence.subtract_from(all),
            },
        )
    }

    /// Zero minus the value.
    pub fn neg(&self) -> Value {
        Value::binary(Op::Sub, &Value::exactly(self.width, 0), self)
    }

    /// Extended by zeros.
    pub fn zext(&self, width: u32) -> Value {
        let added = mask(width) & !mask(self.width);
        let extend = |many: Many| {
            let mut halves = Halves::NONE;
            many.halves.ranges().for_each(|range| halves.add_range(width, range));
            let bits = Bits { zeros: many.bits.zeros | added, ..many.bits };
            Many { halves, bits, ..many }
        };
        self.map(width, |word| word, extend)
    }

    /// Extended by copies of the sign.
    pub fn sext(&self, width: u32) -> Value {
        let added = mask(width) & !mask(self.width);
        let sign = half(self.width);
        let extend = |many: Many| {
            let mut halves = Halves::NONE;
            let [low, high] = many.halves.0;
            low.into_iter().for_each(|range| halves.add_range(width, range));
            let lifted = high.map(|range| Range { low: range.low | added, high: range.high | added });
            lifted.into_iter().for_each(|range| halves.add_range(width, range));
            let copies = |known: u128| if known & sign != 0 { known | added } else { known };
            let bits = Bits { zeros: copies(many.bits.zeros), ones: copies(many.bits.ones) };
            let congruence = match (low, high) {
                (Some(_), None) => many.congruence,
                (None, _) => many.congruence.add(&Congruence::exactly(added)),
                _ => many.congruence.modulo(added),
            };
            Many { halves, bits, congruence }
        };
        self.map(width, |word| if word & sign != 0 { word | added } else { word }, extend)
    }

    /// The low bits.
    pub fn trunc(&self, width: u32) -> Value {
        if width == self.width {
            return *self;
        }
        let all = mask(width);
        let cut = |many: Many| {
            let mut halves = Halves::NONE;
            many.halves.ranges().for_each(|range| halves.add_arc(width, range.low, range.span()));
            let bits = Bits { zeros: many.bits.zeros & all, ones: many.bits.ones & all };
            let fits = many.halves.unsigned().1 <= all;
            let congruence = if fits { many.congruence } else { many.congruence.modulo(all + 1) };
            Many { halves, bits, congruence }
        };
        self.map(width, |word| word & all, cut)
    }

    /// `width` bits from bit `low` upwards.
    pub fn extract(&self, low: u32, width: u32) -> Value {
        self.lshr_by(low).trunc(width)
    }

    /// The value followed by that of lower bits; `None` where the result is too wide.
    pub fn concat(&self, low: &Value) -> Option<Value> {
        let width = self.width + low.width;
        if width > crate::word::MAX_WIDTH {
            return None;
        }
        Some(Value::binary(Op::Add, &self.zext(width).shl_by(low.width), &low.zext(width)))
    }

    fn shl_by(&self, by: u32) -> Value {
        let width = self.width;
        match by {
            0 => *self,
            _ if by >= width => Value::exactly(width, 0),
            _ => {
                let shifted = Value::binary(Op::Mul, self, &Value::exactly(width, 1 << by));
                let bits = self.many().bits.shl(width, by);
                let known = Value::with_bits(width, bits.zeros, bits.ones).expect("no bit is both");
                shifted.meet(&known).expect("a result is admitted by both")
            }
        }
    }

    fn lshr_by(&self, by: u32) -> Value {
        let width = self.width;
        match by {
            0 => *self,
            _ if by >= width => Value::exactly(width, 0),
            _ => self.map(
                width,
                |word| word >> by,
                |many| {
                    let mut halves = Halves::NONE;
                    let shifted = |range: Range| Range { low: range.low >> by, high: range.high >> by };
                    many.halves.ranges().for_each(|range| halves.add_range(width, shifted(range)));
                    Many {
                        halves,
                        bits: many.bits.lshr(width, by),
                        congruence: many.congruence.divided(1 << by),
                    }
                },
            ),
        }
    }

    /// Is it less than the other, unsigned?
    pub fn ult(&self, other: &Value) -> Option<bool> {
        compare(self.unsigned_bounds(), other.unsigned_bounds())
    }

    /// Is it less than the other, signed?
    pub fn slt(&self, other: &Value) -> Option<bool> {
        compare(self.signed_bounds(), other.signed_bounds())
    }

    /// Is it equal to the other?
    pub fn equals(&self, other: &Value) -> Option<bool> {
        match (self.as_constant(), other.as_constant()) {
            (Some(a), Some(b)) => Some(a == b),
            _ => self.meet(other).is_none().then_some(false),
        }
    }
}

fn compare<N: Ord>((a_low, a_high): (N, N), (b_low, b_high): (N, N)) -> Option<bool> {
    if a_high < b_low {
        Some(true)
    } else if a_low >= b_high {
        Some(false)
    } else {
        None
    }
}

/// The result of a transfer function: as operands are not empty, it is not.
fn reduced(width: u32, many: Many) -> Value {
    many.reduce(width).expect("operands have a result")
}

fn join_all(parts: impl IntoIterator<Item = Option<Value>>) -> Value {
    parts.into_iter().flatten().reduce(|a, b| a.join(&b)).expect("operands have a result")
}

/// How often the circle is completed by all numbers between two, if it is the same number of times.
fn turns(width: u32, low: Option<u128>, high: Option<u128>) -> Option<u128> {
    let turns = |number: u128| if width == 128 { 0 } else { number >> width };
    low.zip(high).filter(|(low, high)| turns(*low) == turns(*high)).map(|(low, _)| turns(low))
}

/// A congruence of whole numbers that wrap around the same number of times, or of any number of times.
fn wrapped(width: u32, exact: Congruence, turns: Option<u128>) -> Congruence {
    match (turns, width) {
        (Some(0), _) => exact,
        (Some(turns), _) => exact.minus(turns << width),
        (None, 128) => Congruence::ANY, // known bits tell the powers of two
        (None, _) => exact.modulo(1 << width),
    }
}

fn add(width: u32, a: &Many, b: &Many) -> Many {
    let mut halves = Halves::NONE;
    for x in a.halves.ranges() {
        for y in b.halves.ranges() {
            halves.add_arc(width, x.low.wrapping_add(y.low), x.span().saturating_add(y.span()));
        }
    }
    let ((a_low, a_high), (b_low, b_high)) = (a.halves.unsigned(), b.halves.unsigned());
    let turns = turns(width, a_low.checked_add(b_low), a_high.checked_add(b_high));
    let congruence = wrapped(width, a.congruence.add(&b.congruence), turns);
    Many { halves, bits: a.bits.add(&b.bits, width, false), congruence }
}

/// `a - b` is `a + ¬b + 1`.
fn subtract(width: u32, a: &Many, b: &Many) -> Many {
    let mut halves = Halves::NONE;
    for x in a.halves.ranges() {
        for y in b.halves.ranges() {
            halves.add_arc(width, x.low.wrapping_sub(y.high), x.span().saturating_add(y.span()));
        }
    }
    let ((a_low, a_high), (b_low, b_high)) = (a.halves.unsigned(), b.halves.unsigned());
    let all = mask(width);
    let complement = b.congruence.subtract_from(all);
    let exact = a.congruence.add(&complement).add(&Congruence::exactly(1));
    let sum = |x: u128, y: u128| x.checked_add(all - y).and_then(|it| it.checked_add(1));
    let turns = turns(width, sum(a_low, b_high), sum(a_high, b_low));
    let congruence = wrapped(width, exact, turns);
    Many { halves, bits: a.bits.add(&b.bits.not(), width, true), congruence }
}

fn multiply(width: u32, a: &Many, b: &Many) -> Many {
    let mut halves = Halves::NONE;
    for x in a.halves.ranges() {
        for y in b.halves.ranges() {
            // The signed reading has the least magnitude, and all readings agree modulo 2^width.
            let [x, y] = [x, y].map(|range| [signed(width, range.low), signed(width, range.high)]);
            let corners = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(i, j)| x[i].checked_mul(y[j]));
            let bounds = corners.into_iter().collect::<Option<Vec<i128>>>().and_then(|corners| {
                let (low, high) = (corners.iter().min()?, corners.iter().max()?);
                Some((*low, high.checked_sub(*low)?))
            });
            match bounds {
                Some((low, span)) => halves.add_arc(width, low as u128, span as u128),
                None => halves = Halves::any(width),
            }
        }
    }
    let ((a_low, a_high), (b_low, b_high)) = (a.halves.unsigned(), b.halves.unsigned());
    let turns = turns(width, a_low.checked_mul(b_low), a_high.checked_mul(b_high));
    let congruence = wrapped(width, a.congruence.mul(&b.congruence), turns);
    Many { halves, bits: a.bits.mul(&b.bits, width), congruence }
}

fn divide(a: &Value, b: &Value) -> Value {
    let width = a.width;
    if let Some(by) = b.as_constant().filter(|by| by.is_power_of_two()) {
        return a.lshr_by(by.trailing_zeros());
    }
    let by_zero = b.admits(0).then(|| Value::exactly(width, mask(width)));
    let by_others = b.without(0).map(|by| {
        let (x, y) = (a.many(), by.many());
        let mut many = Many { halves: Halves::NONE, ..Many::any(width) };
        for x in x.halves.ranges() {
            for y in y.halves.ranges() {
                let y = Range { low: y.low.max(1), ..y };
                many.halves.add_range(width, Range { low: x.low / y.high, high: x.high / y.low });
            }
        }
        if let Some(by) = by.as_constant() {
            many.congruence = x.congruence.divided(by);
        }
        reduced(width, many)
    });
    join_all([by_zero, by_others])
}

fn remainder(a: &Value, b: &Value) -> Value {
    let width = a.width;
    if let Some(by) = b.as_constant().filter(|by| by.is_power_of_two()) {
        return Value::binary(Op::And, a, &Value::exactly(width, by - 1));
    }
    let by_zero = b.admits(0).then_some(*a);
    let by_others = b.without(0).map(|by| {
        let (a_low, a_high) = a.unsigned_bounds();
        let (b_low, b_high) = by.unsigned_bounds();
        if a_high < b_low {
            return *a;
        }
        let (mut low, mut high) = (0, a_high.min(b_high - 1));
        let mut congruence = Congruence::ANY;
        if let Some(by) = by.as_constant() {
            if a_low / by == a_high / by {
                (low, high) = (a_low % by, a_high % by);
            }
            congruence = a.many().congruence.modulo(by);
        }
        let mut many = Many { halves: Halves::NONE, congruence, ..Many::any(width) };
        many.halves.add_range(width, Range { low, high });
        reduced(width, many)
    });
    join_all([by_zero, by_others])
}

/// An operation on magnitudes, for all signs of the operands. It is told whether these are opposite, and whether the
/// first one is negative.
fn by_sign(a: &Value, b: &Value, op: impl Fn(&Value, &Value, bool, bool) -> Value) -> Value {
    let magnitude = |value: Value, is_negative: bool| if is_negative { value.neg() } else { value };
    let signs = [(false, false), (false, true), (true, false), (true, true)];
    join_all(signs.map(|(first, second)| {
        let x = magnitude(a.with_sign(first)?, first);
        let y = magnitude(b.with_sign(second)?, second);
        Some(op(&x, &y, first != second, first))
    }))
}

/// A shift: for few amounts one by one, else from the least amount.
fn shift(
    a: &Value,
    b: &Value,
    by: impl Fn(&Value, u32) -> Value,
    coarse: impl Fn(&Value, u32) -> Value,
) -> Value {
    let width = a.width;
    let clip = |amount: u128| amount.min(width.into()) as u32;
    if let Some(amounts) = b.few() {
        return join_all(amounts.iter().map(|amount| Some(by(a, clip(*amount)))));
    }
    let (least, most) = b.unsigned_bounds();
    let (least, most) = (clip(least), clip(most));
    if u128::from(most - least) <= SHIFTS {
        return join_all((least..=most).map(|amount| Some(by(a, amount))));
    }
    coarse(a, least)
}
