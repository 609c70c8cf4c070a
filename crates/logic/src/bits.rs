//! Bit-vector constants of any width, with SMT-LIB's total semantics.
//!
//! A [`BitVec`] of at most 128 bits lives inline in a `u128`; wider ones own a boxed slice of little-endian
//! 64-bit limbs. The limb routines work at every width, so tests run them against the inline ones.
//!
//! Invariant: bits at and above `width` are zero, so derived equality and hashing are value equality.

use std::cmp::Ordering;
use std::fmt;

/// A constant: `width` bits, read as unsigned or as two's complement depending on the operation.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BitVec {
    width: u32,
    repr: Repr,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Inline(u128),
    Wide(Box<[u64]>),
}

const INLINE: u32 = 128;

fn mask(width: u32) -> u128 {
    if width >= INLINE { u128::MAX } else { (1 << width) - 1 }
}

impl BitVec {
    /// The low `width` bits of `value`. Panics when `width` is zero.
    pub fn new(width: u32, value: u128) -> Self {
        assert!(width > 0, "a bit-vector has at least one bit");
        if width <= INLINE {
            BitVec { width, repr: Repr::Inline(value & mask(width)) }
        } else {
            Self::from_limbs(width, vec![value as u64, (value >> 64) as u64])
        }
    }

    /// The two's complement representation of `value`, cut or sign-extended to `width` bits.
    pub fn from_i128(width: u32, value: i128) -> Self {
        if width <= INLINE {
            return Self::new(width, value as u128);
        }
        let fill = if value < 0 { u64::MAX } else { 0 };
        let mut limbs = vec![fill; limb_count(width)];
        limbs[0] = value as u64;
        limbs[1] = (value >> 64) as u64;
        Self::from_limbs(width, limbs)
    }

    /// Little-endian limbs, padded with zeros or cut to `width` bits.
    pub fn from_limbs(width: u32, mut limbs: Vec<u64>) -> Self {
        assert!(width > 0, "a bit-vector has at least one bit");
        limbs.resize(limb_count(width), 0);
        if !width.is_multiple_of(64) {
            *limbs.last_mut().expect("at least one limb") &= (1 << (width % 64)) - 1;
        }
        if width <= INLINE {
            let high = limbs.get(1).copied().unwrap_or(0);
            BitVec { width, repr: Repr::Inline(u128::from(high) << 64 | u128::from(limbs[0])) }
        } else {
            BitVec { width, repr: Repr::Wide(limbs.into_boxed_slice()) }
        }
    }

    /// All bits zero.
    pub fn zero(width: u32) -> Self {
        Self::new(width, 0)
    }

    /// The number one.
    pub fn one(width: u32) -> Self {
        Self::new(width, 1)
    }

    /// All bits one.
    pub fn ones(width: u32) -> Self {
        Self::from_i128(width, -1)
    }

    /// Only the sign bit set: the least signed value.
    pub fn sign_bit(width: u32) -> Self {
        Self::one(width).shl_by(width - 1)
    }

    /// A Boolean as one bit.
    pub fn bool(value: bool) -> Self {
        Self::new(1, u128::from(value))
    }

    /// The number of bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The little-endian limbs, as many as the width needs.
    pub fn limbs(&self) -> Vec<u64> {
        match &self.repr {
            Repr::Inline(v) => {
                let mut limbs = vec![*v as u64, (*v >> 64) as u64];
                limbs.truncate(limb_count(self.width));
                limbs
            }
            Repr::Wide(limbs) => limbs.to_vec(),
        }
    }

    /// The unsigned value when it fits.
    pub fn to_u128(&self) -> Option<u128> {
        match &self.repr {
            Repr::Inline(v) => Some(*v),
            Repr::Wide(limbs) => {
                limbs[2..].iter().all(|&l| l == 0).then(|| u128::from(limbs[1]) << 64 | u128::from(limbs[0]))
            }
        }
    }

    /// The unsigned value when it fits.
    pub fn to_u64(&self) -> Option<u64> {
        self.to_u128().and_then(|v| u64::try_from(v).ok())
    }

    /// The two's complement value when it fits.
    pub fn to_i128(&self) -> Option<i128> {
        if self.width <= INLINE {
            let v = self.to_u128()?;
            let shift = INLINE - self.width;
            return Some((v << shift) as i128 >> shift);
        }
        let cut = self.extract(0, INLINE);
        (cut.sext(self.width) == *self).then(|| cut.to_i128().expect("128 bits are inline"))
    }

    /// Bit `i`, counted from the least significant.
    pub fn bit(&self, i: u32) -> bool {
        debug_assert!(i < self.width);
        match &self.repr {
            Repr::Inline(v) => v >> i & 1 == 1,
            Repr::Wide(limbs) => limbs[(i / 64) as usize] >> (i % 64) & 1 == 1,
        }
    }

    /// The sign bit.
    pub fn msb(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// Is every bit zero?
    pub fn is_zero(&self) -> bool {
        match &self.repr {
            Repr::Inline(v) => *v == 0,
            Repr::Wide(limbs) => limbs.iter().all(|&l| l == 0),
        }
    }

    /// Is it the number one?
    pub fn is_one(&self) -> bool {
        self.to_u128() == Some(1)
    }

    /// Is every bit one?
    pub fn is_ones(&self) -> bool {
        match &self.repr {
            Repr::Inline(v) => *v == mask(self.width),
            Repr::Wide(_) => *self == Self::ones(self.width),
        }
    }

    /// Number of low zero bits (the width when all are zero).
    pub fn trailing_zeros(&self) -> u32 {
        match &self.repr {
            Repr::Inline(v) => v.trailing_zeros().min(self.width),
            Repr::Wide(limbs) => match limbs.iter().position(|&l| l != 0) {
                Some(i) => i as u32 * 64 + limbs[i].trailing_zeros(),
                None => self.width,
            },
        }
    }

    /// Number of high zero bits (the width when all are zero).
    pub fn leading_zeros(&self) -> u32 {
        match &self.repr {
            Repr::Inline(v) => v.leading_zeros() - (INLINE - self.width),
            Repr::Wide(limbs) => match limbs.iter().rposition(|&l| l != 0) {
                Some(i) => self.width - (i as u32 * 64 + 64 - limbs[i].leading_zeros()),
                None => self.width,
            },
        }
    }

    /// Number of one bits.
    pub fn count_ones(&self) -> u32 {
        match &self.repr {
            Repr::Inline(v) => v.count_ones(),
            Repr::Wide(limbs) => limbs.iter().map(|l| l.count_ones()).sum(),
        }
    }

    fn zip(
        &self,
        other: &Self,
        narrow: impl Fn(u128, u128) -> u128,
        wide: fn(&[u64], &[u64]) -> Vec<u64>,
    ) -> Self {
        assert_eq!(self.width, other.width, "operands of different width");
        match (&self.repr, &other.repr) {
            (Repr::Inline(a), Repr::Inline(b)) => Self::new(self.width, narrow(*a, *b)),
            _ => Self::from_limbs(self.width, wide(&self.limbs(), &other.limbs())),
        }
    }

    /// Sum, wrapping.
    pub fn add(&self, other: &Self) -> Self {
        self.zip(other, u128::wrapping_add, limbs_add)
    }

    /// Difference, wrapping.
    pub fn sub(&self, other: &Self) -> Self {
        self.add(&other.neg())
    }

    /// Negation, wrapping.
    pub fn neg(&self) -> Self {
        match &self.repr {
            Repr::Inline(v) => Self::new(self.width, v.wrapping_neg()),
            Repr::Wide(_) => self.not().add(&Self::one(self.width)),
        }
    }

    /// Product, wrapping.
    pub fn mul(&self, other: &Self) -> Self {
        self.zip(other, u128::wrapping_mul, limbs_mul)
    }

    /// Unsigned quotient; all ones when the divisor is zero.
    pub fn udiv(&self, other: &Self) -> Self {
        if other.is_zero() {
            return Self::ones(self.width);
        }
        self.zip(other, |a, b| a / b, |a, b| limbs_divide(a, b).0)
    }

    /// Unsigned remainder; the dividend when the divisor is zero.
    pub fn urem(&self, other: &Self) -> Self {
        if other.is_zero() {
            return self.clone();
        }
        self.zip(other, |a, b| a % b, |a, b| limbs_divide(a, b).1)
    }

    fn magnitude(&self) -> Self {
        if self.msb() { self.neg() } else { self.clone() }
    }

    /// Signed quotient, rounded towards zero; division by zero gives 1 for a negative dividend, else -1.
    pub fn sdiv(&self, other: &Self) -> Self {
        let q = self.magnitude().udiv(&other.magnitude());
        if self.msb() != other.msb() { q.neg() } else { q }
    }

    /// Signed remainder with the sign of the dividend; the dividend when the divisor is zero.
    pub fn srem(&self, other: &Self) -> Self {
        let r = self.magnitude().urem(&other.magnitude());
        if self.msb() { r.neg() } else { r }
    }

    fn amount(&self) -> Option<u32> {
        self.to_u64().and_then(|v| u32::try_from(v).ok()).filter(|&v| v < self.width)
    }

    fn shl_by(&self, by: u32) -> Self {
        match &self.repr {
            Repr::Inline(v) => Self::new(self.width, v << by),
            Repr::Wide(limbs) => Self::from_limbs(self.width, limbs_shl(limbs, by)),
        }
    }

    fn lshr_by(&self, by: u32) -> Self {
        match &self.repr {
            Repr::Inline(v) => Self::new(self.width, v >> by),
            Repr::Wide(limbs) => Self::from_limbs(self.width, limbs_shr(limbs, by)),
        }
    }

    /// Left shift; zero when the amount reaches the width.
    pub fn shl(&self, amount: &Self) -> Self {
        amount.amount().map_or_else(|| Self::zero(self.width), |by| self.shl_by(by))
    }

    /// Logical right shift; zero when the amount reaches the width.
    pub fn lshr(&self, amount: &Self) -> Self {
        amount.amount().map_or_else(|| Self::zero(self.width), |by| self.lshr_by(by))
    }

    /// Arithmetic right shift; copies of the sign when the amount reaches the width.
    pub fn ashr(&self, amount: &Self) -> Self {
        if self.msb() { self.not().lshr(amount).not() } else { self.lshr(amount) }
    }

    /// Bitwise and.
    pub fn and(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b, |a, b| a.iter().zip(b).map(|(x, y)| x & y).collect())
    }

    /// Bitwise or.
    pub fn or(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b, |a, b| a.iter().zip(b).map(|(x, y)| x | y).collect())
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a ^ b, |a, b| a.iter().zip(b).map(|(x, y)| x ^ y).collect())
    }

    /// Bitwise complement.
    pub fn not(&self) -> Self {
        self.xor(&Self::ones(self.width))
    }

    /// Unsigned order.
    pub fn ucmp(&self, other: &Self) -> Ordering {
        assert_eq!(self.width, other.width, "operands of different width");
        match (&self.repr, &other.repr) {
            (Repr::Inline(a), Repr::Inline(b)) => a.cmp(b),
            _ => self.limbs().iter().rev().cmp(other.limbs().iter().rev()),
        }
    }

    /// Two's complement order.
    pub fn scmp(&self, other: &Self) -> Ordering {
        other.msb().cmp(&self.msb()).then_with(|| self.ucmp(other))
    }

    /// Unsigned less than.
    pub fn ult(&self, other: &Self) -> bool {
        self.ucmp(other).is_lt()
    }

    /// Signed less than.
    pub fn slt(&self, other: &Self) -> bool {
        self.scmp(other).is_lt()
    }

    /// `self` as the high part, `low` as the low part.
    pub fn concat(&self, low: &Self) -> Self {
        let width = self.width + low.width;
        self.zext(width).shl_by(low.width).or(&low.zext(width))
    }

    /// `width` bits from bit `low` upwards.
    pub fn extract(&self, low: u32, width: u32) -> Self {
        assert!(low + width <= self.width, "extract beyond the operand");
        match &self.repr {
            Repr::Inline(v) => Self::new(width, v >> low),
            Repr::Wide(limbs) => Self::from_limbs(width, limbs_shr(limbs, low)),
        }
    }

    /// Zero extension to `width` bits.
    pub fn zext(&self, width: u32) -> Self {
        assert!(width >= self.width, "zext to a smaller width");
        match &self.repr {
            Repr::Inline(v) => Self::new(width, *v),
            Repr::Wide(limbs) => Self::from_limbs(width, limbs.to_vec()),
        }
    }

    /// Sign extension to `width` bits.
    pub fn sext(&self, width: u32) -> Self {
        if self.msb() { self.not().zext(width).not() } else { self.zext(width) }
    }

    /// The inverse modulo 2^width of an odd number (Newton's iteration doubles the correct bits).
    pub(crate) fn odd_inverse(&self) -> Self {
        debug_assert!(self.bit(0), "only odd numbers are invertible");
        let two = Self::new(self.width, 2);
        let mut inverse = self.clone();
        let mut correct = 1;
        while correct < self.width {
            inverse = inverse.mul(&two.sub(&self.mul(&inverse)));
            correct *= 2;
        }
        inverse
    }
}

fn limb_count(width: u32) -> usize {
    width.div_ceil(64) as usize
}

fn limbs_add(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut carry = false;
    let step = |(x, y): (&u64, &u64)| {
        let (s, c1) = x.overflowing_add(*y);
        let (s, c2) = s.overflowing_add(u64::from(carry));
        carry = c1 || c2;
        s
    };
    a.iter().zip(b).map(step).collect()
}

fn limbs_mul(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut out = vec![0u64; a.len()];
    for (i, &x) in a.iter().enumerate() {
        let mut carry = 0u128;
        for (j, &y) in b[..b.len() - i].iter().enumerate() {
            let t = u128::from(x) * u128::from(y) + u128::from(out[i + j]) + carry;
            out[i + j] = t as u64;
            carry = t >> 64;
        }
    }
    out
}

fn limbs_shl(a: &[u64], by: u32) -> Vec<u64> {
    let (skip, bits) = ((by / 64) as usize, by % 64);
    let at = |i: usize| if i < a.len() { a[i] } else { 0 };
    let limb = |i: usize| match i.checked_sub(skip) {
        None => 0,
        Some(k) if bits == 0 || k == 0 => at(k) << bits,
        Some(k) => at(k) << bits | at(k - 1) >> (64 - bits),
    };
    (0..a.len()).map(limb).collect()
}

fn limbs_shr(a: &[u64], by: u32) -> Vec<u64> {
    let (skip, bits) = ((by / 64) as usize, by % 64);
    let at = |i: usize| if i < a.len() { a[i] } else { 0 };
    let limb = |i: usize| {
        let low = at(i + skip) >> bits;
        if bits == 0 { low } else { low | at(i + skip + 1) << (64 - bits) }
    };
    (0..a.len()).map(limb).collect()
}

/// Schoolbook binary long division: quotient and remainder. The divisor is not zero.
fn limbs_divide(a: &[u64], b: &[u64]) -> (Vec<u64>, Vec<u64>) {
    let n = a.len();
    // One limb more, so that doubling the remainder cannot overflow.
    let mut divisor = b.to_vec();
    divisor.push(0);
    let mut minus = divisor.iter().map(|l| !l).collect::<Vec<_>>();
    let mut one = vec![0; n + 1];
    one[0] = 1;
    minus = limbs_add(&minus, &one);
    let mut rest = vec![0; n + 1];
    let mut quotient = vec![0; n];
    for i in (0..n * 64).rev() {
        rest = limbs_shl(&rest, 1);
        rest[0] |= a[i / 64] >> (i % 64) & 1;
        if rest.iter().rev().cmp(divisor.iter().rev()).is_ge() {
            rest = limbs_add(&rest, &minus);
            quotient[i / 64] |= 1 << (i % 64);
        }
    }
    rest.truncate(n);
    (quotient, rest)
}

impl fmt::Display for BitVec {
    /// Hexadecimal with the width: `0x1f:8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#x}:{}", self.width)
    }
}

impl fmt::Debug for BitVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::LowerHex for BitVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.repr {
            Repr::Inline(v) => fmt::LowerHex::fmt(v, f),
            Repr::Wide(limbs) => {
                let digits: String = limbs.iter().rev().map(|l| format!("{l:016x}")).collect();
                let digits = digits.trim_start_matches('0');
                f.pad_integral(true, "0x", if digits.is_empty() { "0" } else { digits })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn wide(v: &BitVec) -> BitVec {
        v.zext(256)
    }

    proptest! {
        /// Limb arithmetic at 256 bits, cut to the inline width, agrees with `u128`.
        #[test]
        fn limbs_agree_with_inline(a: u128, b: u128, width in 1u32..=128, shift in 0u32..140) {
            let (x, y) = (BitVec::new(width, a), BitVec::new(width, b));
            let cut = |v: BitVec| v.extract(0, width);
            prop_assert_eq!(cut(wide(&x).add(&wide(&y))), x.add(&y));
            prop_assert_eq!(cut(wide(&x).sub(&wide(&y))), x.sub(&y));
            prop_assert_eq!(cut(wide(&x).mul(&wide(&y))), x.mul(&y));
            if !y.is_zero() {
                prop_assert_eq!(cut(wide(&x).udiv(&wide(&y))), x.udiv(&y));
                prop_assert_eq!(cut(wide(&x).urem(&wide(&y))), x.urem(&y));
            }
            prop_assert_eq!(cut(x.sext(256).sdiv(&y.sext(256))), x.sdiv(&y));
            prop_assert_eq!(cut(x.sext(256).srem(&y.sext(256))), x.srem(&y));
            let (by, by_wide) = (BitVec::new(width, shift.into()), BitVec::new(256, shift.into()));
            if by.to_u64() == Some(shift.into()) {
                prop_assert_eq!(cut(wide(&x).shl(&by_wide)), x.shl(&by));
                prop_assert_eq!(cut(wide(&x).lshr(&by_wide)), x.lshr(&by));
                prop_assert_eq!(cut(x.sext(256).ashr(&by_wide)), x.ashr(&by));
            }
            prop_assert_eq!(wide(&x).ult(&wide(&y)), x.ult(&y));
            prop_assert_eq!(x.sext(256).slt(&y.sext(256)), x.slt(&y));
            prop_assert_eq!(wide(&x).trailing_zeros().min(width), x.trailing_zeros());
            prop_assert_eq!(wide(&x).leading_zeros() - (256 - width), x.leading_zeros());
            prop_assert_eq!(x.concat(&y).extract(0, width), y.clone());
            prop_assert_eq!(x.concat(&y).extract(width, width), x.clone());
            prop_assert_eq!(x.sext(200).to_i128(), x.to_i128());
            if x.bit(0) {
                prop_assert!(x.mul(&x.odd_inverse()).is_one());
            }
        }
    }

    #[test]
    fn division_by_zero_is_smtlibs() {
        let (zero, minus3) = (BitVec::zero(8), BitVec::from_i128(8, -3));
        assert!(minus3.udiv(&zero).is_ones());
        assert_eq!(minus3.urem(&zero), minus3);
        assert!(minus3.sdiv(&zero).is_one());
        assert!(BitVec::new(8, 3).sdiv(&zero).is_ones());
        assert_eq!(minus3.srem(&zero), minus3);
        let least = BitVec::sign_bit(8);
        assert_eq!(least.sdiv(&BitVec::ones(8)), least);
    }

    #[test]
    fn prints_the_width() {
        assert_eq!(BitVec::new(8, 31).to_string(), "0x1f:8");
        assert_eq!(BitVec::one(200).shl_by(132).to_string(), format!("0x1{}:200", "0".repeat(33)));
    }
}
