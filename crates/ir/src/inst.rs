//! Instructions: few, scalar, and each with its meaning in its doc comment.
//!
//! "Undefined" below means undefined behaviour in C. Whether an engine reports it depends on the chosen
//! properties; it never goes unnoticed.

use crate::{BlockId, FloatKind, FuncId, GlobalId, Scalar, Span, TypeId, ValueId, VarId};
use smallvec::SmallVec;

/// The values an instruction defines: none or one, except that calls of functions with several results define
/// several.
pub type Results = SmallVec<[ValueId; 1]>;

/// An instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct Inst {
    /// The values it defines.
    pub results: Results,
    /// What it does.
    pub kind: InstKind,
    /// Where it comes from.
    pub span: Option<Span>,
}

impl Inst {
    /// The value it defines, where it defines exactly one.
    pub fn result(&self) -> Option<ValueId> {
        match self.results.as_slice() {
            [result] => Some(*result),
            _ => None,
        }
    }
}

/// What an instruction or terminator reads: an SSA value or a constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// The value defined by an instruction, a phi or a parameter.
    Value(ValueId),
    /// An integer constant; bits above the width are zero.
    Int {
        /// The width, 1 to 128.
        bits: u8,
        /// The value, read as unsigned.
        value: u128,
    },
    /// A floating-point constant by its encoding.
    Float {
        /// The format.
        kind: FloatKind,
        /// The encoding.
        bits: u128,
    },
    /// The null pointer.
    Null,
    /// The address `offset` bytes into a global.
    Global {
        /// The global.
        id: GlobalId,
        /// The offset, possibly out of bounds.
        offset: i64,
    },
    /// The address of a function.
    Func(FuncId),
    /// The address of a block, as `&&label` gives it.
    Block(FuncId, BlockId),
    /// An indeterminate value: what reading an uninitialised variable gives. Each read of it may differ.
    Undef(Scalar),
}

impl Operand {
    /// An integer constant of the given width.
    pub fn int(bits: u8, value: u128) -> Operand {
        let mask = if bits >= 128 { u128::MAX } else { (1 << bits) - 1 };
        Operand::Int { bits, value: value & mask }
    }

    /// The value this operand names, unless it is a constant.
    pub fn value(self) -> Option<ValueId> {
        match self {
            Operand::Value(id) => Some(id),
            _ => None,
        }
    }
}

impl From<ValueId> for Operand {
    fn from(id: ValueId) -> Operand {
        Operand::Value(id)
    }
}

/// Integer operations. Operands and result have one width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// Wrapping addition.
    Add,
    /// Wrapping subtraction.
    Sub,
    /// Wrapping multiplication.
    Mul,
    /// Unsigned division; undefined by zero.
    UDiv,
    /// Signed division towards zero; undefined by zero and for MIN / -1.
    SDiv,
    /// Unsigned remainder; undefined by zero.
    URem,
    /// Signed remainder with the dividend's sign; undefined by zero and for MIN % -1.
    SRem,
    /// Shift left; undefined for amounts of the width or more.
    Shl,
    /// Logical shift right; undefined for amounts of the width or more.
    LShr,
    /// Arithmetic shift right; undefined for amounts of the width or more.
    AShr,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// IEEE addition.
    FAdd,
    /// IEEE subtraction.
    FSub,
    /// IEEE multiplication.
    FMul,
    /// IEEE division.
    FDiv,
    /// The remainder as C's `fmod` computes it.
    FRem,
}

impl BinaryOp {
    /// Whether the operands are floats.
    pub fn is_float(self) -> bool {
        use BinaryOp::*;
        matches!(self, FAdd | FSub | FMul | FDiv | FRem)
    }
}

/// Comparisons of integers and pointers; the result is a truth value (`i1`). Pointers compare as unsigned
/// addresses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CmpOp {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Unsigned less.
    Ult,
    /// Unsigned less or equal.
    Ule,
    /// Unsigned greater.
    Ugt,
    /// Unsigned greater or equal.
    Uge,
    /// Signed less.
    Slt,
    /// Signed less or equal.
    Sle,
    /// Signed greater.
    Sgt,
    /// Signed greater or equal.
    Sge,
}

impl CmpOp {
    /// All of them.
    pub const ALL: [CmpOp; 10] = [
        CmpOp::Eq,
        CmpOp::Ne,
        CmpOp::Ult,
        CmpOp::Ule,
        CmpOp::Ugt,
        CmpOp::Uge,
        CmpOp::Slt,
        CmpOp::Sle,
        CmpOp::Sgt,
        CmpOp::Sge,
    ];

    /// How C writes it; the types of its operands tell whether they have a sign.
    pub fn symbol(self) -> &'static str {
        match self {
            CmpOp::Eq => "==",
            CmpOp::Ne => "!=",
            CmpOp::Ult | CmpOp::Slt => "<",
            CmpOp::Ule | CmpOp::Sle => "<=",
            CmpOp::Ugt | CmpOp::Sgt => ">",
            CmpOp::Uge | CmpOp::Sge => ">=",
        }
    }

    /// Whether the comparison holds of two numbers, which are given both without and with a sign.
    #[inline(always)]
    pub fn holds<U: Ord, S: Ord>(self, unsigned: (U, U), signed: (S, S)) -> bool {
        match self {
            CmpOp::Eq => unsigned.0 == unsigned.1,
            CmpOp::Ne => unsigned.0 != unsigned.1,
            CmpOp::Ult => unsigned.0 < unsigned.1,
            CmpOp::Ule => unsigned.0 <= unsigned.1,
            CmpOp::Ugt => unsigned.0 > unsigned.1,
            CmpOp::Uge => unsigned.0 >= unsigned.1,
            CmpOp::Slt => signed.0 < signed.1,
            CmpOp::Sle => signed.0 <= signed.1,
            CmpOp::Sgt => signed.0 > signed.1,
            CmpOp::Sge => signed.0 >= signed.1,
        }
    }

    /// The comparison that holds where this one does not.
    pub fn negated(self) -> CmpOp {
        match self {
            CmpOp::Eq => CmpOp::Ne,
            CmpOp::Ne => CmpOp::Eq,
            CmpOp::Ult => CmpOp::Uge,
            CmpOp::Ule => CmpOp::Ugt,
            CmpOp::Ugt => CmpOp::Ule,
            CmpOp::Uge => CmpOp::Ult,
            CmpOp::Slt => CmpOp::Sge,
            CmpOp::Sle => CmpOp::Sgt,
            CmpOp::Sgt => CmpOp::Sle,
            CmpOp::Sge => CmpOp::Slt,
        }
    }

    /// The comparison with its operands exchanged.
    pub fn swapped(self) -> CmpOp {
        match self {
            CmpOp::Eq | CmpOp::Ne => self,
            CmpOp::Ult => CmpOp::Ugt,
            CmpOp::Ule => CmpOp::Uge,
            CmpOp::Ugt => CmpOp::Ult,
            CmpOp::Uge => CmpOp::Ule,
            CmpOp::Slt => CmpOp::Sgt,
            CmpOp::Sle => CmpOp::Sge,
            CmpOp::Sgt => CmpOp::Slt,
            CmpOp::Sge => CmpOp::Sle,
        }
    }
}

/// Comparisons of floats: `O…` are false and `U…` are true when an operand is a NaN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum FCmpOp {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Uno,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    True,
}

/// Conversions between scalars.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastOp {
    /// Keep the low bits.
    Trunc,
    /// Extend with zeros.
    ZExt,
    /// Extend with the sign.
    SExt,
    /// Float to a narrower float, rounding to nearest even.
    FpTrunc,
    /// Float to a wider float.
    FpExt,
    /// Float to unsigned integer towards zero; undefined when out of range.
    FpToUi,
    /// Float to signed integer towards zero; undefined when out of range.
    FpToSi,
    /// Unsigned integer to float.
    UiToFp,
    /// Signed integer to float.
    SiToFp,
    /// The address of a pointer as an integer.
    PtrToInt,
    /// A pointer with the address of an integer.
    IntToPtr,
    /// The same bits as a float or integer of the same width.
    Bitcast,
}

/// Pure functions of scalars that machines have and C expressions do not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Intrinsic {
    /// Number of leading zeros; the width for zero. One argument.
    Ctlz,
    /// Number of trailing zeros; the width for zero. One argument.
    Cttz,
    /// Number of ones. One argument.
    Ctpop,
    /// Bytes reversed. One argument.
    Bswap,
    /// Bits reversed. One argument.
    BitReverse,
    /// Absolute value, MIN stays MIN. One argument.
    Abs,
    /// Signed minimum.
    SMin,
    /// Signed maximum.
    SMax,
    /// Unsigned minimum.
    UMin,
    /// Unsigned maximum.
    UMax,
    /// Upper half of (a:b) << (c mod width). Three arguments.
    FunnelShl,
    /// Lower half of (a:b) >> (c mod width). Three arguments.
    FunnelShr,
    /// Whether a + b overflows as signed; the result is a truth value.
    SAddOverflows,
    /// Whether a + b overflows as unsigned.
    UAddOverflows,
    /// Whether a - b overflows as signed.
    SSubOverflows,
    /// Whether a - b overflows as unsigned.
    USubOverflows,
    /// Whether a * b overflows as signed.
    SMulOverflows,
    /// Whether a * b overflows as unsigned.
    UMulOverflows,
    /// a + b clamped to the signed range.
    SAddSat,
    /// a + b clamped to the unsigned range.
    UAddSat,
    /// a - b clamped to the signed range.
    SSubSat,
    /// a - b clamped to the unsigned range.
    USubSat,
    /// The float with its sign flipped, also of zeros and NaNs.
    FNeg,
    /// The float with its sign cleared.
    FAbs,
    /// The first float with the sign of the second.
    CopySign,
    /// Square root.
    Sqrt,
    /// Largest integral float not above.
    Floor,
    /// Smallest integral float not below.
    Ceil,
    /// Integral float towards zero.
    Truncate,
    /// Nearest integral float, halves to even.
    RoundEven,
    /// Nearest integral float, halves away from zero.
    Round,
    /// a * b + c rounded once. Three arguments.
    Fma,
    /// Minimum as C's `fmin`.
    FMin,
    /// Maximum as C's `fmax`.
    FMax,
    /// Whether the float is in one of the classes of the mask (a constant second argument, LLVM's numbering).
    IsFpClass,
}

/// Who is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Callee {
    /// A known function.
    Direct(FuncId),
    /// Whatever function the pointer is the address of.
    Indirect(Operand),
}

/// An argument of a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arg {
    /// The value, or the address of the memory that is passed.
    pub value: Operand,
    /// Its type.
    pub ty: Scalar,
    /// The size and alignment of the memory at `value` that is passed by value. Only on variadic arguments and
    /// on arguments of functions without a body: a function with a body copies such parameters itself.
    pub by_value: Option<(u64, u64)>,
}

/// What an instruction does.
#[derive(Clone, PartialEq, Debug)]
pub enum InstKind {
    /// A new stack object of `size` bytes, uninitialised, that lives until the function returns, or until the
    /// `StackRestore` of a token saved before it. The result is its address.
    Alloca {
        /// The size in bytes, an integer as wide as a pointer.
        size: Operand,
        /// The alignment of its address.
        align: u64,
        /// Whether the object's life begins and ends at `ScopeBegin` and `ScopeEnd` instead.
        scoped: bool,
        /// The source variable it holds.
        var: Option<VarId>,
        /// Its source type.
        ty: Option<TypeId>,
    },
    /// The life of a scoped stack object begins: `slot`, the result of an `Alloca`, denotes a new uninitialised
    /// object from now on. If it was alive, the former object's life ends.
    ScopeBegin {
        /// The alloca's result.
        slot: ValueId,
    },
    /// The life of the stack object that `slot` denotes ends.
    ScopeEnd {
        /// The alloca's result.
        slot: ValueId,
    },
    /// The result is a token for `StackRestore`.
    StackSave,
    /// Ends the life of all stack objects allocated since the token was saved.
    StackRestore {
        /// The token.
        token: Operand,
    },
    /// An arbitrary value: what a variable that lives in no memory holds where its scope begins, until it is written.
    Unwritten {
        /// Its type.
        ty: Scalar,
        /// The source variable.
        var: Option<VarId>,
    },
    /// From here on the source variable `var` (one that lives in no memory) has this value. No effect.
    VarIs {
        /// The variable.
        var: VarId,
        /// Its value.
        value: Operand,
    },
    /// The scope of the source variable `var` (one that lives in no memory) ends. No effect but that its value
    /// no longer keeps heap memory reachable.
    VarEnd {
        /// The variable.
        var: VarId,
    },
    /// Reads a value of type `ty`, a whole number of bytes.
    Load {
        /// The type.
        ty: Scalar,
        /// The address.
        ptr: Operand,
        /// The alignment that the compiler assumes.
        align: u64,
        /// Whether the access is volatile.
        volatile: bool,
    },
    /// Writes a value of type `ty`, a whole number of bytes.
    Store {
        /// The type.
        ty: Scalar,
        /// The value.
        value: Operand,
        /// The address.
        ptr: Operand,
        /// The alignment that the compiler assumes.
        align: u64,
        /// Whether the access is volatile.
        volatile: bool,
    },
    /// Copies `len` bytes. Unless `may_overlap`, blocks that overlap without being equal are an error.
    MemCopy {
        /// Where to.
        dst: Operand,
        /// Where from.
        src: Operand,
        /// How many bytes, an integer.
        len: Operand,
        /// Whether the blocks may overlap (`memmove`).
        may_overlap: bool,
    },
    /// Sets `len` bytes to `byte` (an `i8`).
    MemSet {
        /// Where.
        dst: Operand,
        /// The byte.
        byte: Operand,
        /// How many bytes, an integer.
        len: Operand,
    },
    /// The address `offset` bytes from `base`; out-of-bounds results are no error until used.
    PtrAdd {
        /// The address.
        base: Operand,
        /// The offset, a signed integer as wide as a pointer.
        offset: Operand,
        /// The source type that `base` is taken to point to, where known: with a constant offset it names a
        /// member.
        via: Option<TypeId>,
    },
    /// An operation on two scalars of one type.
    Binary {
        /// The operation.
        op: BinaryOp,
        /// The left operand.
        lhs: Operand,
        /// The right operand.
        rhs: Operand,
        /// Whether signed overflow is undefined, as C's arithmetic on signed integers has it.
        signed: bool,
    },
    /// Compares integers or pointers.
    Compare {
        /// The comparison.
        op: CmpOp,
        /// The left operand.
        lhs: Operand,
        /// The right operand.
        rhs: Operand,
    },
    /// Compares floats.
    FCompare {
        /// The comparison.
        op: FCmpOp,
        /// The left operand.
        lhs: Operand,
        /// The right operand.
        rhs: Operand,
    },
    /// Converts a scalar to the type of the result.
    Cast {
        /// The conversion.
        op: CastOp,
        /// The value.
        value: Operand,
    },
    /// One of two values.
    Select {
        /// The condition, an `i1`.
        cond: Operand,
        /// The value if it holds.
        then: Operand,
        /// The value if it does not.
        otherwise: Operand,
    },
    /// A pure function of scalars.
    Intrinsic {
        /// Which.
        op: Intrinsic,
        /// The arguments.
        args: SmallVec<[Operand; 2]>,
    },
    /// The value that belongs to the block control came from. Phis stand first in their block and are evaluated
    /// together.
    Phi {
        /// A value for each predecessor.
        incoming: Vec<(BlockId, Operand)>,
        /// The source variable it stands for.
        var: Option<VarId>,
    },
    /// Calls a function.
    Call {
        /// Who is called.
        callee: Callee,
        /// The arguments.
        args: Vec<Arg>,
        /// How many arguments are fixed; the rest are variadic. None where the call's type is not variadic.
        variadic_from: Option<u32>,
    },
    /// Initialises the `va_list` at `list` with the variadic arguments of this call, as the ABI of the target lays
    /// them out: on x86-64 in saved registers (integers and pointers in slots of 8 bytes, floats of 16) and then in
    /// slots of 8 bytes in the overflow area, on i386 in slots of 4 bytes.
    VaStart {
        /// The address of the `va_list`.
        list: Operand,
    },
    /// Ends the use of the `va_list` at `list`.
    VaEnd {
        /// The address of the `va_list`.
        list: Operand,
    },
    /// Copies a `va_list`.
    VaCopy {
        /// Where to.
        dst: Operand,
        /// Where from.
        src: Operand,
    },
    /// Ends the program abnormally (`__builtin_trap`).
    Trap,
    /// Something that has no meaning here. Reaching it ends the path, and nothing is proved.
    Unsupported {
        /// What it was.
        what: String,
    },
}

/// How a block ends.
#[derive(Clone, PartialEq, Debug)]
pub struct Terminator {
    /// What it does.
    pub kind: TerminatorKind,
    /// Where it comes from.
    pub span: Option<Span>,
}

/// What a terminator does.
#[derive(Clone, PartialEq, Debug)]
pub enum TerminatorKind {
    /// Goes on at a block.
    Jump(BlockId),
    /// Goes on at one of two blocks.
    Branch {
        /// The condition, an `i1`.
        cond: Operand,
        /// The block if it holds.
        then: BlockId,
        /// The block if it does not.
        otherwise: BlockId,
    },
    /// Goes on at the block of the value, or at the default.
    Switch {
        /// The value, an integer.
        value: Operand,
        /// The blocks by value; no value stands twice.
        cases: Vec<(u128, BlockId)>,
        /// The block for all other values.
        default: BlockId,
    },
    /// Goes on at the block whose address is given (`goto *p`).
    Indirect {
        /// The address.
        address: Operand,
        /// The blocks it may be.
        targets: Vec<BlockId>,
    },
    /// Returns to the caller.
    Return(SmallVec<[Operand; 1]>),
    /// Cannot be reached; reaching it is undefined.
    Unreachable,
}
