//! The types of SSA values: scalars and nothing else.

/// The format of a floating-point scalar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatKind {
    /// IEEE 754 binary16.
    F16,
    /// The upper half of a binary32.
    BF16,
    /// IEEE 754 binary32, C's `float`.
    F32,
    /// IEEE 754 binary64, C's `double`.
    F64,
    /// The 80-bit format of the x87, C's `long double` on x86.
    X87,
    /// IEEE 754 binary128.
    F128,
}

impl FloatKind {
    /// The number of bits of the encoding.
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::F16 | FloatKind::BF16 => 16,
            FloatKind::F32 => 32,
            FloatKind::F64 => 64,
            FloatKind::X87 => 80,
            FloatKind::F128 => 128,
        }
    }
}

/// The type of an SSA value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Scalar {
    /// An integer of 1 to 128 bits, without a sign of its own.
    Int(u8),
    /// A floating-point number.
    Float(FloatKind),
    /// A pointer, to data or to a function.
    Ptr,
}

impl Scalar {
    /// The type of a truth value.
    pub const BOOL: Scalar = Scalar::Int(1);

    /// The number of bits of a value of this type.
    pub fn bits(self, target: Target) -> u32 {
        match self {
            Scalar::Int(bits) => u32::from(bits),
            Scalar::Float(kind) => kind.bits(),
            Scalar::Ptr => target.pointer_bytes * 8,
        }
    }

    /// The number of bytes that a load or store of this type touches.
    pub fn bytes(self, target: Target) -> u32 {
        self.bits(target).div_ceil(8)
    }
}

/// The machine the program is compiled for. Memory is little-endian, a byte has 8 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    /// The size of a pointer: 4 or 8.
    pub pointer_bytes: u32,
}

impl Target {
    /// 64-bit pointers, the default.
    pub const BITS64: Target = Target { pointer_bytes: 8 };
    /// 32-bit pointers (`-m32`).
    pub const BITS32: Target = Target { pointer_bytes: 4 };

    /// The integer type as wide as a pointer.
    pub fn word(self) -> Scalar {
        Scalar::Int((self.pointer_bytes * 8) as u8)
    }
}
