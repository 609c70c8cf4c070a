//! The values in registers: bits, which of them are undefined, and whose address they carry.
//!
//! A register holds up to 64 bits; wider scalars take two. Unused upper bits are zero in `bits` and `undef`.
//! A bit is undefined where it was never written or computed from such bits. It has a value all the same, the one that
//! memory held before ([`crate::Garbage`]), and keeps it: `undef` marks it for the property `initialized` only.
//!
//! **Provenance** belongs to bits, not to types: an integer made from a pointer carries the pointer's object
//! through copies, additions and masks, so that casting it back gives a usable pointer. Where two objects mix
//! or an operation scrambles the bits, the result is [`Prov::DERIVED`]: it was computed from addresses, and used
//! as a pointer it means whatever exposed object lies there. Comparisons whose outcome depends on where objects
//! lie give a derived truth value, which is how a branch knows that it depends on the layout.

/// Whose address a value carries: an entry of the object table. The first two entries are no objects.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Prov(pub u32);

impl Prov {
    /// Nobody's: a plain number.
    pub const NONE: Prov = Prov(0);
    /// Computed from addresses, but no longer the address of one object.
    pub const DERIVED: Prov = Prov(1);

    /// The entry of the object table.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it names an object.
    pub fn is_object(self) -> bool {
        self.0 > 1
    }
}

/// The content of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// The bits.
    pub bits: u64,
    /// The undefined bits.
    pub undef: u64,
    /// Whose address it carries.
    pub prov: Prov,
}

/// The lowest `bits` bits.
#[inline]
pub fn mask(bits: u8) -> u64 {
    u64::MAX >> (64 - u32::from(bits.clamp(1, 64)))
}

/// The number with its bit `bits - 1` copied into all higher ones.
#[inline]
pub fn sign_extend(value: u64, bits: u8) -> i64 {
    let shift = 64 - u32::from(bits.clamp(1, 64));
    ((value << shift) as i64) >> shift
}

impl Value {
    /// Zero.
    pub const ZERO: Value = Value::int(0);

    /// A defined number.
    #[inline]
    pub const fn int(bits: u64) -> Value {
        Value { bits, undef: 0, prov: Prov::NONE }
    }

    /// A pointer to an address in an object.
    #[inline]
    pub const fn pointer(address: u64, prov: Prov) -> Value {
        Value { bits: address, undef: 0, prov }
    }

    /// A value of which these bits are undefined and the others zero.
    pub const fn undefined(undef: u64) -> Value {
        Value { bits: 0, undef, prov: Prov::NONE }
    }

    /// Whether every bit is defined and it is a plain number.
    #[inline]
    pub fn is_plain(self) -> bool {
        self.undef == 0 && self.prov == Prov::NONE
    }

    /// The value cut to `bits` bits.
    #[inline]
    pub fn truncated(self, bits: u8) -> Value {
        Value { bits: self.bits & mask(bits), undef: self.undef & mask(bits), prov: self.prov }
    }
}

/// A scalar of any width: two registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wide {
    /// The lower 64 bits.
    pub lo: Value,
    /// The upper bits; zero for scalars of up to 64 bits.
    pub hi: Value,
}

impl Wide {
    /// A scalar of at most 64 bits.
    pub fn narrow(lo: Value) -> Wide {
        Wide { lo, hi: Value::ZERO }
    }

    /// The same value with these bits marked as undefined too.
    pub fn marked(self, undef: u128) -> Wide {
        let mark = |value: Value, undef: u64| Value { undef: value.undef | undef, ..value };
        Wide { lo: mark(self.lo, undef as u64), hi: mark(self.hi, (undef >> 64) as u64) }
    }

    /// The same value with the bits of another one, which are zero here.
    pub fn with_upper(self, upper: Wide) -> Wide {
        let add = |value: Value, upper: Value| Value {
            bits: value.bits | upper.bits,
            undef: value.undef | upper.undef,
            ..value
        };
        Wide { lo: add(self.lo, upper.lo), hi: add(self.hi, upper.hi) }
    }

    /// A defined number.
    pub fn from_bits(bits: u128) -> Wide {
        Wide { lo: Value::int(bits as u64), hi: Value::int((bits >> 64) as u64) }
    }

    /// A value of which these bits are undefined and the others zero.
    pub fn undefined(undef: u128) -> Wide {
        Wide { lo: Value::undefined(undef as u64), hi: Value::undefined((undef >> 64) as u64) }
    }

    /// The bits.
    pub fn bits(self) -> u128 {
        u128::from(self.hi.bits) << 64 | u128::from(self.lo.bits)
    }

    /// The undefined bits.
    pub fn undef(self) -> u128 {
        u128::from(self.hi.undef) << 64 | u128::from(self.lo.undef)
    }

    /// Whether every bit is defined.
    pub fn is_defined(self) -> bool {
        self.lo.undef | self.hi.undef == 0
    }
}
