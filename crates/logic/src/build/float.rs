//! Floating-point numbers as bit-vectors: IEEE 754 arithmetic spelled out in integer operations.
//!
//! A float is its bit pattern, so loads, stores and copies need nothing special, and comparisons, conversions and
//! arithmetic are terms that the simplifier folds and the bit-blaster knows. All operations round to nearest, ties
//! to even, the only mode that C programs have unless they ask for another.
//!
//! **How a result is made.** Every operation computes an exact result, or one with a *sticky* lowest bit that says
//! whether something was cut off, as sign, exponent and a significand with its leading one on top; [`Exact`] is
//! that form, and one function rounds it ([`TermStore::rounded`]).
//!
//! **Not a number.** IEEE 754 leaves sign and payload of a NaN result open, and compilers differ. The caller gives
//! the pattern (`nan`), usually with fresh variables inside; [`FloatFormat::quiet_nan`] makes one.

use crate::bits::BitVec;
use crate::term::{Term, TermStore};

/// An interchange format of IEEE 754, or one that is made like those.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FloatFormat {
    /// The number of bits of the exponent.
    pub exponent: u32,
    /// The number of bits of the fraction, without the leading one.
    pub fraction: u32,
}

/// A number that is not zero: `(-1)^sign · significand / 2^(width-1) · 2^exponent`, the significand's top bit one.
struct Exact {
    sign: Term,
    /// Signed, [`FloatFormat::wide`] bits.
    exponent: Term,
    significand: Term,
}

/// The fields of a float. The significand of a subnormal number has no leading one.
struct Fields {
    sign: Term,
    /// Exponent and fraction: the greater, the greater the absolute value.
    magnitude: Term,
    /// Signed, [`FloatFormat::wide`] bits; that of subnormal numbers is the least.
    exponent: Term,
    /// One bit more than the fraction.
    significand: Term,
    nan: Term,
    infinite: Term,
    zero: Term,
}

impl FloatFormat {
    /// `_Float16`.
    pub const HALF: FloatFormat = FloatFormat { exponent: 5, fraction: 10 };
    /// `__bf16`.
    pub const BFLOAT: FloatFormat = FloatFormat { exponent: 8, fraction: 7 };
    /// `float`.
    pub const SINGLE: FloatFormat = FloatFormat { exponent: 8, fraction: 23 };
    /// `double`.
    pub const DOUBLE: FloatFormat = FloatFormat { exponent: 11, fraction: 52 };
    /// `_Float128`.
    pub const QUAD: FloatFormat = FloatFormat { exponent: 15, fraction: 112 };

    /// The number of bits of a float.
    pub fn width(self) -> u32 {
        1 + self.exponent + self.fraction
    }

    /// What is added to an exponent where it is stored.
    fn bias(self) -> i128 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The exponent of the least normal and of all subnormal numbers.
    fn least(self) -> i128 {
        1 - self.bias()
    }

    /// A width in which exponents of exact results, and shifts by them, do not overflow.
    fn wide(self) -> u32 {
        self.exponent.max(16) + 4
    }

    /// A quiet NaN from `fraction` bits that say its sign and payload.
    pub fn quiet_nan(self, store: &mut TermStore, bits: Term) -> Term {
        let ones = store.constant(BitVec::ones(self.exponent + 1));
        let sign = store.sign(bits);
        let payload = store.extract(bits, 0, self.fraction - 1);
        let high = store.concat(sign, ones);
        store.concat(high, payload)
    }

    fn infinity(self, store: &mut TermStore, sign: Term) -> Term {
        let (ones, zeros) = (store.constant(BitVec::ones(self.exponent)), store.zero(self.fraction));
        let magnitude = store.concat(ones, zeros);
        store.concat(sign, magnitude)
    }

    fn zero(self, store: &mut TermStore, sign: Term) -> Term {
        let zeros = store.zero(self.exponent + self.fraction);
        store.concat(sign, zeros)
    }
}

/// How a number becomes integral.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Integral {
    /// Towards zero.
    Truncate,
    /// Towards minus infinity.
    Floor,
    /// Towards plus infinity.
    Ceil,
    /// To the nearest, ties away from zero.
    Round,
    /// To the nearest, ties to even.
    RoundEven,
}

impl TermStore {
    fn signed_num(&mut self, width: u32, value: i128) -> Term {
        self.constant(BitVec::from_i128(width, value))
    }

    fn fields(&mut self, format: FloatFormat, a: Term) -> Fields {
        let FloatFormat { exponent: e, fraction: f } = format;
        let (sign, magnitude) = (self.sign(a), self.extract(a, 0, e + f));
        let (stored, fraction) = (self.extract(a, f, e), self.extract(a, 0, f));
        let ones = self.constant(BitVec::ones(e));
        let special = self.eq(stored, ones);
        let some = self.is_nonzero(fraction);
        let none = self.not(some);
        let normal = self.is_nonzero(stored);
        let wide = self.zext(stored, format.wide());
        let bias = self.signed_num(format.wide(), format.bias());
        let unbiased = self.sub(wide, bias);
        let least = self.signed_num(format.wide(), format.least());
        let tiny = self.is_nonzero(magnitude);
        Fields {
            sign,
            magnitude,
            exponent: self.ite(normal, unbiased, least),
            significand: self.concat(normal, fraction),
            nan: self.and(special, some),
            infinite: self.and(special, none),
            zero: self.not(tiny),
        }
    }

    /// Shifts left until the top bit is one; also by how much, in `width` bits. Zero stays zero.
    fn normalised(&mut self, a: Term, width: u32) -> (Term, Term) {
        let bits = self.width(a);
        let (mut value, mut shift) = (a, self.zero(width));
        let mut step = bits.next_power_of_two() / 2;
        while step > 0 {
            if step < bits {
                let top = self.extract(value, bits - step, step);
                let some = self.is_nonzero(top);
                let moved = self.shl_by(value, step);
                value = self.ite(some, value, moved);
                let by = self.num(width, step.into());
                let more = self.add(shift, by);
                shift = self.ite(some, shift, more);
            }
            step /= 2;
        }
        (value, shift)
    }

    /// Brings the top bit of a significand to one; the value stays the same.
    fn exact(&mut self, format: FloatFormat, sign: Term, exponent: Term, significand: Term) -> Exact {
        let (significand, shift) = self.normalised(significand, format.wide());
        Exact { sign, exponent: self.sub(exponent, shift), significand }
    }

    /// Shifts right by a signed amount that is not negative; what falls out makes the lowest bit one.
    fn shift_sticky(&mut self, a: Term, amount: Term) -> Term {
        let (width, from) = (self.width(a), self.width(amount));
        let room = width.max(from);
        let (wide, by) = (self.zext(a, room), self.zext(amount, room));
        let shifted = self.lshr(wide, by);
        let back = self.shl(shifted, by);
        let lost = self.ne(back, wide);
        let shifted = self.extract(shifted, 0, width);
        let sticky = self.zext(lost, width);
        self.or(shifted, sticky)
    }

    /// The float nearest to a number that is not zero.
    fn rounded(&mut self, format: FloatFormat, exact: Exact) -> Term {
        let FloatFormat { exponent: e, fraction: f } = format;
        let wide = format.wide();
        // At least the kept bits, one that decides and one that breaks the tie.
        let mut significand = exact.significand;
        let mut width = self.width(significand);
        if width < f + 3 {
            let zeros = self.zero(f + 3 - width);
            significand = self.concat(significand, zeros);
            width = f + 3;
        }
        let least = self.signed_num(wide, format.least());
        let small = self.slt(exact.exponent, least);
        let below = self.sub(least, exact.exponent);
        let none = self.zero(wide);
        let amount = self.ite(small, below, none);
        let significand = self.shift_sticky(significand, amount);
        let kept = self.extract(significand, width - 1 - f, f);
        let half = self.extract(significand, width - 2 - f, 1);
        let rest = self.extract(significand, 0, width - 2 - f);
        let (rest, odd) = (self.is_nonzero(rest), self.extract(kept, 0, 1));
        let tie_breaker = self.or(rest, odd);
        let up = self.and(half, tie_breaker);
        let bias = self.signed_num(wide, format.bias());
        let stored = self.add(exact.exponent, bias);
        let stored = self.extract(stored, 0, e);
        let subnormal = self.zero(e);
        let stored = self.ite(small, subnormal, stored);
        // Rounding up carries from the fraction into the exponent, up to infinity: that is how floats are made.
        let magnitude = self.concat(stored, kept);
        let carry = self.zext(up, e + f);
        let magnitude = self.add(magnitude, carry);
        let result = self.concat(exact.sign, magnitude);
        let most = self.signed_num(wide, format.bias());
        let too_big = self.slt(most, exact.exponent);
        let infinity = format.infinity(self, exact.sign);
        self.ite(too_big, infinity, result)
    }

    /// `a + b`.
    pub fn float_add(&mut self, format: FloatFormat, a: Term, b: Term, nan: Term) -> Term {
        // The greater one first, in absolute value.
        let bits = format.exponent + format.fraction;
        let (size_a, size_b) = (self.extract(a, 0, bits), self.extract(b, 0, bits));
        let swap = self.ult(size_a, size_b);
        let (big, small) = (self.ite(swap, b, a), self.ite(swap, a, b));
        let (x, y) = (self.fields(format, big), self.fields(format, small));
        let differ = self.xor(x.sign, y.sign);
        // Two bits more, and a sticky one, are enough: after a cancellation of more than one bit nothing was lost.
        let three = self.zero(3);
        let (sx, sy) = (self.concat(x.significand, three), self.concat(y.significand, three));
        let distance = self.sub(x.exponent, y.exponent);
        let sy = self.shift_sticky(sy, distance);
        let width = format.fraction + 5;
        let (sx, sy) = (self.zext(sx, width), self.zext(sy, width));
        let (sum, difference) = (self.add(sx, sy), self.sub(sx, sy));
        let significand = self.ite(differ, difference, sum);
        let one = self.signed_num(format.wide(), 1);
        let exponent = self.add(x.exponent, one);
        let nothing = self.is_nonzero(significand);
        let nothing = self.not(nothing);
        let exact = self.exact(format, x.sign, exponent, significand);
        let finite = self.rounded(format, exact);
        // A sum of zero is positive unless both are negative.
        let both = self.and(x.sign, y.sign);
        let zero = format.zero(self, both);
        let finite = self.ite(nothing, zero, finite);
        let (infinite, opposite) = (x.infinite, self.and(y.infinite, differ));
        let result = self.ite(infinite, big, finite);
        let some_nan = self.or(x.nan, y.nan);
        let wrong = self.or(some_nan, opposite);
        self.ite(wrong, nan, result)
    }

    /// `a - b`.
    pub fn float_sub(&mut self, format: FloatFormat, a: Term, b: Term, nan: Term) -> Term {
        let sign = self.constant(BitVec::sign_bit(format.width()));
        let minus = self.xor(b, sign);
        self.float_add(format, a, minus, nan)
    }

    /// `a · b`.
    pub fn float_mul(&mut self, format: FloatFormat, a: Term, b: Term, nan: Term) -> Term {
        let (x, y) = (self.fields(format, a), self.fields(format, b));
        let sign = self.xor(x.sign, y.sign);
        let width = 2 * (format.fraction + 1);
        let (sx, sy) = (self.zext(x.significand, width), self.zext(y.significand, width));
        let product = self.mul(sx, sy);
        let one = self.signed_num(format.wide(), 1);
        let exponent = self.add(x.exponent, y.exponent);
        let exponent = self.add(exponent, one);
        let exact = self.exact(format, sign, exponent, product);
        let finite = self.rounded(format, exact);
        let (zero, infinity) = (format.zero(self, sign), format.infinity(self, sign));
        let nothing = self.or(x.zero, y.zero);
        let endless = self.or(x.infinite, y.infinite);
        let result = self.ite(nothing, zero, finite);
        let result = self.ite(endless, infinity, result);
        let undefined = self.and(nothing, endless);
        let wrong = self.any([x.nan, y.nan, undefined]);
        self.ite(wrong, nan, result)
    }

    /// `a / b`.
    pub fn float_div(&mut self, format: FloatFormat, a: Term, b: Term, nan: Term) -> Term {
        let (x, y) = (self.fields(format, a), self.fields(format, b));
        let sign = self.xor(x.sign, y.sign);
        let wide = format.wide();
        let (sx, lx) = self.normalised(x.significand, wide);
        let (sy, ly) = self.normalised(y.significand, wide);
        let (ex, ey) = (self.sub(x.exponent, lx), self.sub(y.exponent, ly));
        let below = self.zero(format.fraction + 3);
        let dividend = self.concat(sx, below);
        let divisor = self.zext(sy, self.width(dividend));
        let quotient = self.udiv(dividend, divisor);
        let remainder = self.urem(dividend, divisor);
        let sticky = self.is_nonzero(remainder);
        // The quotient is above one half and below two: its leading one is at bit `fraction + 3` or below.
        let kept = self.extract(quotient, 0, format.fraction + 4);
        let significand = self.concat(kept, sticky);
        let exponent = self.sub(ex, ey);
        let exact = self.exact(format, sign, exponent, significand);
        let finite = self.rounded(format, exact);
        let (zero, infinity) = (format.zero(self, sign), format.infinity(self, sign));
        let nothing = self.or(x.zero, y.infinite);
        let endless = self.or(x.infinite, y.zero);
        let result = self.ite(nothing, zero, finite);
        let result = self.ite(endless, infinity, result);
        let zeros = self.and(x.zero, y.zero);
        let infinities = self.and(x.infinite, y.infinite);
        let wrong = self.any([x.nan, y.nan, zeros, infinities]);
        self.ite(wrong, nan, result)
    }

    /// Is `a` not a number?
    pub fn float_is_nan(&mut self, format: FloatFormat, a: Term) -> Term {
        self.fields(format, a).nan
    }

    /// Are both numbers, and equal? Zeros are equal whatever their signs.
    pub fn float_eq(&mut self, format: FloatFormat, a: Term, b: Term) -> Term {
        let (x, y) = (self.fields(format, a), self.fields(format, b));
        let (same, zeros) = (self.eq(a, b), self.and(x.zero, y.zero));
        let equal = self.or(same, zeros);
        let nan = self.or(x.nan, y.nan);
        let numbers = self.not(nan);
        self.and(numbers, equal)
    }

    /// Are both numbers, and `a < b`?
    pub fn float_lt(&mut self, format: FloatFormat, a: Term, b: Term) -> Term {
        let (x, y) = (self.fields(format, a), self.fields(format, b));
        let (up, down) = (self.ult(x.magnitude, y.magnitude), self.ult(y.magnitude, x.magnitude));
        let same = self.ite(x.sign, down, up);
        let zeros = self.and(x.zero, y.zero);
        let some = self.not(zeros);
        let across = self.and(x.sign, some);
        let differ = self.xor(x.sign, y.sign);
        let less = self.ite(differ, across, same);
        let nan = self.or(x.nan, y.nan);
        let numbers = self.not(nan);
        self.and(numbers, less)
    }

    /// The float nearest to an integer.
    pub fn float_from_int(&mut self, format: FloatFormat, a: Term, signed: bool) -> Term {
        let width = self.width(a);
        let sign = if signed { self.sign(a) } else { self.falsity() };
        let minus = self.neg(a);
        let magnitude = self.ite(sign, minus, a);
        let some = self.is_nonzero(a);
        let exponent = self.signed_num(format.wide(), i128::from(width) - 1);
        let exact = self.exact(format, sign, exponent, magnitude);
        let number = self.rounded(format, exact);
        let zero = self.zero(format.width());
        self.ite(some, number, zero)
    }

    /// A number without its fraction as an integer of `width` bits, and whether it is one of those.
    pub fn float_to_int(&mut self, format: FloatFormat, a: Term, width: u32, signed: bool) -> (Term, Term) {
        let x = self.fields(format, a);
        let wide = format.wide();
        let zero = self.zero(wide);
        let fraction = self.slt(x.exponent, zero);
        let limit = self.signed_num(wide, i128::from(width) - i128::from(signed));
        let huge = self.slt(limit, x.exponent);
        let by = self.ite(fraction, zero, x.exponent);
        // Room for the significand at its greatest shift; what is left of it when the number is huge does not count.
        let room = (format.fraction + 2 + width).max(wide);
        let (significand, by) = (self.zext(x.significand, room), self.zext(by, room));
        let shifted = self.shl(significand, by);
        let integer = self.extract(shifted, format.fraction, width + 1);
        let none = self.zero(width + 1);
        let magnitude = self.ite(fraction, none, integer);
        let half = self.constant(BitVec::sign_bit(width).zext(width + 1));
        let fits = if signed {
            let (below, at_most) = (self.ult(magnitude, half), self.ule(magnitude, half));
            self.ite(x.sign, at_most, below)
        } else {
            let (some, high) = (self.is_nonzero(magnitude), self.sign(magnitude));
            let wrong = self.ite(x.sign, some, high);
            self.not(wrong)
        };
        let special = self.any([x.nan, x.infinite, huge]);
        let plain = self.not(special);
        let fits = self.and(plain, fits);
        let low = self.extract(magnitude, 0, width);
        let minus = self.neg(low);
        (self.ite(x.sign, minus, low), fits)
    }

    /// The nearest float of another format.
    pub fn float_convert(&mut self, from: FloatFormat, into: FloatFormat, a: Term, nan: Term) -> Term {
        let x = self.fields(from, a);
        // The larger of both exponent widths holds either.
        let wide = if from.exponent > into.exponent { from } else { into };
        let exponent = self.sext_or_trunc(x.exponent, wide.wide());
        let exact = self.exact(wide, x.sign, exponent, x.significand);
        let number = self.rounded_from(into, wide, exact);
        let (zero, infinity) = (into.zero(self, x.sign), into.infinity(self, x.sign));
        let result = self.ite(x.zero, zero, number);
        let result = self.ite(x.infinite, infinity, result);
        self.ite(x.nan, nan, result)
    }

    /// Rounds a number whose exponent is as wide as another format has it.
    fn rounded_from(&mut self, into: FloatFormat, from: FloatFormat, exact: Exact) -> Term {
        if from.wide() == into.wide() {
            return self.rounded(into, exact);
        }
        // Beyond these bounds everything is infinite, or rounds to zero.
        let width = from.wide();
        let (most, least) = (into.bias() + 1, into.least() - i128::from(into.fraction) - 2);
        let (most, least) = (self.signed_num(width, most), self.signed_num(width, least));
        let (above, below) = (self.slt(most, exact.exponent), self.slt(exact.exponent, least));
        let exponent = self.ite(above, most, exact.exponent);
        let exponent = self.ite(below, least, exponent);
        let exponent = self.extract(exponent, 0, into.wide());
        self.rounded(into, Exact { exponent, ..exact })
    }

    /// The number made integral.
    pub fn float_integral(&mut self, format: FloatFormat, how: Integral, a: Term, nan: Term) -> Term {
        let x = self.fields(format, a);
        let FloatFormat { exponent: e, fraction: f } = format;
        let bits = e + f;
        let wide = format.wide();
        let zero = self.zero(wide);
        let fraction_only = self.slt(x.exponent, zero);
        let limit = self.signed_num(wide, f.into());
        let whole = self.sle(limit, x.exponent);
        // From one on: cut the bits below one off, and add one where that is wanted.
        let cut = self.sub(limit, x.exponent);
        let room = bits.max(wide);
        let by = self.zext(cut, room);
        let magnitude = self.zext(x.magnitude, room);
        let kept = self.lshr(magnitude, by);
        let odd = self.extract(kept, 0, 1);
        let kept = self.shl(kept, by);
        let rest = self.sub(magnitude, kept);
        let one = self.num(room, 1);
        let unit = self.shl(one, by);
        let half = self.lshr_by(unit, 1);
        let some = self.is_nonzero(rest);
        let (tie, above) = (self.eq(rest, half), self.ult(half, rest));
        let positive = self.not(x.sign);
        // Below one: the result is zero or one.
        let stored_half = self.num(bits, u128::try_from(format.bias() - 1).expect("positive") << f);
        let (small_some, small_tie, small_above) = {
            let not_zero = self.not(x.zero);
            let tie = self.eq(x.magnitude, stored_half);
            (not_zero, tie, self.ult(stored_half, x.magnitude))
        };
        let (up, small_up) = match how {
            Integral::Truncate => (self.falsity(), self.falsity()),
            Integral::Floor => (self.and(some, x.sign), self.and(small_some, x.sign)),
            Integral::Ceil => (self.and(some, positive), self.and(small_some, positive)),
            Integral::Round => (self.or(tie, above), self.or(small_tie, small_above)),
            Integral::RoundEven => {
                let tie_up = self.and(tie, odd);
                (self.or(above, tie_up), small_above)
            }
        };
        let more = self.add(kept, unit);
        let result = self.ite(up, more, kept);
        let result = self.extract(result, 0, bits);
        let unity = self.num(bits, u128::try_from(format.bias()).expect("positive") << f);
        let nothing = self.zero(bits);
        let small = self.ite(small_up, unity, nothing);
        let result = self.ite(fraction_only, small, result);
        let result = self.ite(whole, x.magnitude, result);
        let result = self.concat(x.sign, result);
        self.ite(x.nan, nan, result)
    }

    /// Is the number in one of the classes of LLVM's `is.fpclass` that the mask names?
    pub fn float_is_class(&mut self, format: FloatFormat, a: Term, mask: u32) -> Term {
        let x = self.fields(format, a);
        let quiet = self.extract(a, format.fraction - 1, 1);
        let stored = self.extract(a, format.fraction, format.exponent);
        let stored_some = self.is_nonzero(stored);
        let special = self.or(x.nan, x.infinite);
        let plain = self.not(special);
        let normal = self.and(plain, stored_some);
        let not_normal = self.not(stored_some);
        let some = self.not(x.zero);
        let subnormal = self.and(not_normal, some);
        let (positive, loud) = (self.not(x.sign), self.not(quiet));
        let classes = [
            (x.nan, loud),
            (x.nan, quiet),
            (x.infinite, x.sign),
            (normal, x.sign),
            (subnormal, x.sign),
            (x.zero, x.sign),
            (x.zero, positive),
            (subnormal, positive),
            (normal, positive),
            (x.infinite, positive),
        ];
        let mut holds = self.falsity();
        for (bit, (class, side)) in classes.into_iter().enumerate() {
            if mask >> bit & 1 == 1 {
                let here = self.and(class, side);
                holds = self.or(holds, here);
            }
        }
        holds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, PathCondition, Solver};

    const DOUBLE: FloatFormat = FloatFormat::DOUBLE;
    const SINGLE: FloatFormat = FloatFormat::SINGLE;

    /// Patterns that are hard, and random ones: near each other, near powers of two, near the ends of the range.
    fn patterns() -> Vec<u64> {
        let mut all: Vec<u64> = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            -0.5,
            1.5,
            2.5,
            -2.5,
            3.5,
            0.1,
            10.0,
            255.5,
            1e300,
            -1e-300,
            4503599627370497.5,
            2147483647.0,
            2147483648.0,
            -2147483648.0,
            -2147483649.0,
            9.3e18,
            f64::MAX,
            f64::MIN_POSITIVE,
            f64::EPSILON,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            0.49999999999999994,
            1.0 + f64::EPSILON,
            1.0 - f64::EPSILON / 2.0,
        ]
        .iter()
        .map(|x: &f64| x.to_bits())
        .collect();
        all.extend([1, 2, 3, (1 << 52) - 1, (1 << 52) + 1, (1u64 << 63) + 1]);
        let mut seed = 0x9e37_79b9_7f4a_7c15u64;
        for round in 0..60 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            // Every third is near one, so that sums cancel and quotients round.
            all.push(if round % 3 == 0 { seed >> 12 | 0x3ff0_0000_0000_0000 } else { seed });
        }
        all
    }

    fn nan(s: &mut TermStore, format: FloatFormat) -> Term {
        let bits = s.zero(format.fraction);
        format.quiet_nan(s, bits)
    }

    fn same(s: &TermStore, term: Term, expected: f64, what: &str) {
        let bits = s.as_const(term).and_then(BitVec::to_u64).expect("constants are folded");
        let got = f64::from_bits(bits);
        assert!(
            bits == expected.to_bits() || (got.is_nan() && expected.is_nan()),
            "{what}: {got:e} is not {expected:e}"
        );
    }

    fn same_single(s: &TermStore, term: Term, expected: f32, what: &str) {
        let bits = s.as_const(term).and_then(BitVec::to_u64).expect("constants are folded") as u32;
        let got = f32::from_bits(bits);
        assert!(
            bits == expected.to_bits() || (got.is_nan() && expected.is_nan()),
            "{what}: {got:e} is not {expected:e}"
        );
    }

    #[test]
    fn arithmetic_is_that_of_the_machine() {
        let mut s = TermStore::new();
        let (nan, nan32) = (nan(&mut s, DOUBLE), nan(&mut s, SINGLE));
        for &p in &patterns() {
            for &q in &patterns() {
                let (x, y) = (f64::from_bits(p), f64::from_bits(q));
                let (a, b) = (s.num(64, p.into()), s.num(64, q.into()));
                let what = format!("{x:e} and {y:e}");
                let sum = s.float_add(DOUBLE, a, b, nan);
                same(&s, sum, x + y, &what);
                let difference = s.float_sub(DOUBLE, a, b, nan);
                same(&s, difference, x - y, &what);
                let product = s.float_mul(DOUBLE, a, b, nan);
                same(&s, product, x * y, &what);
                let quotient = s.float_div(DOUBLE, a, b, nan);
                same(&s, quotient, x / y, &what);
                let (less, equal) = (s.float_lt(DOUBLE, a, b), s.float_eq(DOUBLE, a, b));
                assert_eq!((s.as_bool(less), s.as_bool(equal)), (Some(x < y), Some(x == y)), "{what}");
                let (x, y) = (f32::from_bits((p >> 32) as u32), f32::from_bits((q >> 32) as u32));
                let (a, b) = (s.num(32, (p >> 32).into()), s.num(32, (q >> 32).into()));
                let sum = s.float_add(SINGLE, a, b, nan32);
                same_single(&s, sum, x + y, &what);
                let product = s.float_mul(SINGLE, a, b, nan32);
                same_single(&s, product, x * y, &what);
                let quotient = s.float_div(SINGLE, a, b, nan32);
                same_single(&s, quotient, x / y, &what);
            }
        }
    }

    #[test]
    fn conversions_are_those_of_the_machine() {
        let mut s = TermStore::new();
        let (nan, nan32) = (nan(&mut s, DOUBLE), nan(&mut s, SINGLE));
        for &p in &patterns() {
            let x = f64::from_bits(p);
            let a = s.num(64, p.into());
            let what = format!("{x:e}");
            for (width, signed) in [(8, true), (32, true), (32, false), (64, true), (64, false), (128, true)]
            {
                let (integer, fits) = s.float_to_int(DOUBLE, a, width, signed);
                let (low, high) = match signed {
                    true => (-2f64.powi(width as i32 - 1), 2f64.powi(width as i32 - 1)),
                    false => (0.0, 2f64.powi(width as i32)),
                };
                let inside = x.trunc() >= low && x.trunc() < high;
                assert_eq!(s.as_bool(fits), Some(inside), "{what} to {width} bits");
                if inside {
                    let expected = BitVec::from_i128(width, x as i128);
                    assert_eq!(s.as_const(integer), Some(&expected), "{what} to {width} bits");
                }
            }
            let single = s.float_convert(DOUBLE, SINGLE, a, nan32);
            same_single(&s, single, x as f32, &what);
            let narrow = s.num(32, (p >> 32).into());
            let double = s.float_convert(SINGLE, DOUBLE, narrow, nan);
            same(&s, double, f64::from(f32::from_bits((p >> 32) as u32)), &what);
            let (signed, unsigned) = (s.float_from_int(DOUBLE, a, true), s.float_from_int(DOUBLE, a, false));
            same(&s, signed, p as i64 as f64, "from signed");
            same(&s, unsigned, p as f64, "from unsigned");
            let single = s.float_from_int(SINGLE, a, true);
            same_single(&s, single, p as i64 as f32, "from signed");
            for (how, expected) in [
                (Integral::Truncate, x.trunc()),
                (Integral::Floor, x.floor()),
                (Integral::Ceil, x.ceil()),
                (Integral::Round, x.round()),
                (Integral::RoundEven, x.round_ties_even()),
            ] {
                let integral = s.float_integral(DOUBLE, how, a, nan);
                same(&s, integral, expected, &format!("{what} {how:?}"));
            }
            for (mask, expected) in [
                (0x003, x.is_nan()),
                (0x204, x.is_infinite()),
                (0x108, x.is_normal()),
                (0x090, x.is_subnormal()),
                (0x060, x == 0.0),
                (0x03c, x.is_sign_negative() && !x.is_nan()),
            ] {
                let class = s.float_is_class(DOUBLE, a, mask);
                assert_eq!(s.as_bool(class), Some(expected), "{what} in class {mask:#x}");
            }
        }
    }

    #[test]
    fn wider_formats_convert_too() {
        let mut s = TermStore::new();
        let quad_nan = nan(&mut s, FloatFormat::QUAD);
        let nan = nan(&mut s, DOUBLE);
        for &p in &patterns() {
            let a = s.num(64, p.into());
            let wide = s.float_convert(DOUBLE, FloatFormat::QUAD, a, quad_nan);
            let back = s.float_convert(FloatFormat::QUAD, DOUBLE, wide, nan);
            same(&s, back, f64::from_bits(p), "there and back");
        }
    }

    #[test]
    fn the_solver_reasons_about_floats() {
        let mut s = TermStore::new();
        let mut solver = Solver::new();
        let nan = nan(&mut s, SINGLE);
        let x = s.var("x", 32);
        let number = |s: &mut TermStore, value: f32| s.num(32, value.to_bits().into());
        let (quarter, three) = (number(&mut s, 0.25), number(&mut s, 3.0));
        // x + 0.25 == 3 has the one solution 2.75.
        let sum = s.float_add(SINGLE, x, quarter, nan);
        let equal = s.float_eq(SINGLE, sum, three);
        let path = PathCondition::new().and(&s, equal);
        let Answer::Sat(model) = solver.check(&mut s, &path, &[]) else { panic!("there is a solution") };
        let value = f32::from_bits(model.eval(&s, x).to_u64().expect("32 bits") as u32);
        assert_eq!(value + 0.25, 3.0);
        // What lies between the bounds of an integer type fits it.
        let (low, high) = (number(&mut s, -100.0), number(&mut s, 100.0));
        let (above, below) = (s.float_lt(SINGLE, low, x), s.float_lt(SINGLE, x, high));
        let (_, fits) = s.float_to_int(SINGLE, x, 8, true);
        let outside = s.not(fits);
        let path = PathCondition::new().and(&s, above).and(&s, below);
        assert!(solver.check(&mut s, &path, &[outside]).is_unsat());
    }
}
