//! Arithmetic on words of 1 to 128 bits, kept in the low bits of a `u128`.

/// The widest word.
pub const MAX_WIDTH: u32 = 128;

/// The largest word, all bits set.
pub(crate) fn mask(width: u32) -> u128 {
    debug_assert!((1..=MAX_WIDTH).contains(&width));
    u128::MAX >> (MAX_WIDTH - width)
}

/// The least word with the sign bit set.
pub(crate) fn half(width: u32) -> u128 {
    1 << (width - 1)
}

/// The two's complement reading.
pub(crate) fn signed(width: u32, word: u128) -> i128 {
    let shift = MAX_WIDTH - width;
    (word << shift) as i128 >> shift
}

/// The number of low bits that are zero, at most `width`.
pub(crate) fn trailing_zeros(width: u32, word: u128) -> u32 {
    word.trailing_zeros().min(width)
}

/// The inverse of an odd word modulo 2^width, by Newton's iteration: each step doubles the number of right bits.
pub(crate) fn inverse(width: u32, odd: u128) -> u128 {
    debug_assert!(odd & 1 == 1);
    let mut x = odd; // right in the three low bits
    for _ in 0..6 {
        x = x.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(x)));
    }
    x & mask(width)
}

/// The greatest common divisor; that of 0 and n is n.
pub(crate) fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_words_have_inverses() {
        for width in [1, 2, 5, 8, 32, 64, 128] {
            for odd in (1..=99u128).step_by(2).chain([u128::MAX]) {
                assert_eq!(odd.wrapping_mul(inverse(width, odd)) & mask(width), 1);
            }
        }
    }
}
