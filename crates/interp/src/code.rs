//! The decoded form of a function: what the executor walks over.
//!
//! Every SSA value has a fixed register of the frame (two for scalars wider than 64 bits), and so has every source
//! variable that lives in no memory. Operands are register numbers or, with the top bit set, positions in the
//! function's pool of constants, addresses of globals included. Phis have become moves on the edges. Operations
//! on plain numbers of up to 64 bits have an `Op` of their own; whatever is rare stands in a side table.

use crate::value::Value;
use ir::{BinaryOp, CastOp, CmpOp, FCmpOp, FloatKind, FuncId, Intrinsic, Scalar, VarId};

/// What an operation reads: a register, or a constant of the pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Src(pub u32);

impl Src {
    /// The bit that marks constants.
    pub const CONST: u32 = 1 << 31;

    /// The second half of a wide operand.
    pub fn high(self) -> Src {
        Src(self.0 + 1)
    }
}

/// The register an operation writes.
pub type Dst = u32;

/// The position of an operation.
pub type Pc = u32;

/// An operation.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Op {
    Move {
        to: Dst,
        from: Src,
    },
    Add {
        bits: u8,
        to: Dst,
        a: Src,
        b: Src,
    },
    Sub {
        bits: u8,
        to: Dst,
        a: Src,
        b: Src,
    },
    Mul {
        bits: u8,
        to: Dst,
        a: Src,
        b: Src,
    },
    And {
        to: Dst,
        a: Src,
        b: Src,
    },
    Or {
        to: Dst,
        a: Src,
        b: Src,
    },
    Xor {
        to: Dst,
        a: Src,
        b: Src,
    },
    Shl {
        bits: u8,
        to: Dst,
        a: Src,
        b: Src,
    },
    LShr {
        bits: u8,
        to: Dst,
        a: Src,
        b: Src,
    },
    AShr {
        bits: u8,
        to: Dst,
        a: Src,
        b: Src,
    },
    /// Any integer operation of any width; `signed` where overflow is to be reported.
    Arith {
        op: BinaryOp,
        bits: u8,
        signed: bool,
        to: Dst,
        a: Src,
        b: Src,
    },
    Float {
        op: BinaryOp,
        kind: FloatKind,
        to: Dst,
        a: Src,
        b: Src,
    },
    PtrAdd {
        to: Dst,
        base: Src,
        offset: Src,
    },
    Compare {
        op: CmpOp,
        bits: u8,
        to: Dst,
        a: Src,
        b: Src,
    },
    FCompare {
        op: FCmpOp,
        kind: FloatKind,
        to: Dst,
        a: Src,
        b: Src,
    },
    Select {
        to: Dst,
        cond: Src,
        then: Src,
        otherwise: Src,
    },
    Trunc {
        bits: u8,
        to: Dst,
        from: Src,
    },
    SExt {
        bits: u8,
        wide: u8,
        to: Dst,
        from: Src,
    },
    Load8 {
        to: Dst,
        ptr: Src,
    },
    Load4 {
        to: Dst,
        ptr: Src,
    },
    Load {
        bytes: u8,
        to: Dst,
        ptr: Src,
    },
    Store8 {
        from: Src,
        ptr: Src,
    },
    Store4 {
        from: Src,
        ptr: Src,
    },
    Store {
        bytes: u8,
        from: Src,
        ptr: Src,
    },
    Jump {
        to: Pc,
    },
    Branch {
        cond: Src,
        then: Pc,
        otherwise: Pc,
    },
    CompareBranch {
        op: CmpOp,
        bits: u8,
        a: Src,
        b: Src,
        then: Pc,
        otherwise: Pc,
    },
    Switch {
        table: u32,
    },
    Indirect {
        table: u32,
    },
    Return {
        table: u32,
    },
    Unreachable,
    Call {
        table: u32,
    },
    VarIs {
        var: Dst,
        from: Src,
    },
    VarEnd {
        var: Dst,
    },
    /// Something rare.
    Rare {
        table: u32,
    },
}

/// Something rare.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Rare {
    Alloca {
        to: Dst,
        size: Src,
        align: u64,
        scoped: bool,
        var: Option<VarId>,
    },
    ScopeBegin {
        slot: Dst,
    },
    ScopeEnd {
        slot: Dst,
    },
    /// Ends the run where the counter of a loop has this value: it goes round too often to wait for its end.
    LongLoop {
        counter: Src,
        value: u64,
        reason: Box<str>,
    },
    /// Leaves out rounds of the loop that begins at `head` and only counts; `rounds` counts them.
    Accelerate {
        rounds: Dst,
        head: Pc,
    },
    StackSave {
        to: Dst,
    },
    StackRestore {
        token: Src,
    },
    Unwritten {
        to: Dst,
        ty: Scalar,
    },
    LoadScalar {
        to: Dst,
        ptr: Src,
        ty: Scalar,
    },
    LoadVolatile {
        to: Dst,
        ptr: Src,
        ty: Scalar,
    },
    StoreScalar {
        from: Src,
        ptr: Src,
        ty: Scalar,
    },
    MemCopy {
        dst: Src,
        src: Src,
        len: Src,
        may_overlap: bool,
    },
    MemSet {
        dst: Src,
        byte: Src,
        len: Src,
    },
    CompareWide {
        op: CmpOp,
        bits: u8,
        to: Dst,
        a: Src,
        b: Src,
    },
    SelectWide {
        to: Dst,
        cond: Src,
        then: Src,
        otherwise: Src,
    },
    Cast {
        op: CastOp,
        from: Scalar,
        into: Scalar,
        to: Dst,
        value: Src,
    },
    /// The arguments come with their types.
    Intrinsic {
        op: Intrinsic,
        ty: Scalar,
        result: Scalar,
        to: Dst,
        args: Vec<(Src, Scalar)>,
    },
    VaStart {
        list: Src,
    },
    VaCopy {
        dst: Src,
        src: Src,
    },
    Trap,
    Unsupported {
        what: String,
    },
}

/// Who is called.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    /// A known function.
    Direct(FuncId),
    /// The function at an address.
    Indirect(Src),
}

/// A call.
#[derive(Clone, Debug)]
pub struct Call {
    /// Who is called.
    pub target: Target,
    /// The arguments.
    pub args: Vec<CallArg>,
    /// The registers of all arguments in a row, where the callee is known to expect exactly them.
    pub direct: Option<Vec<Src>>,
    /// Where the results go.
    pub results: Vec<(Dst, Scalar)>,
}

/// An argument.
#[derive(Clone, Copy, Debug)]
pub struct CallArg {
    /// Its register.
    pub from: Src,
    /// Its type.
    pub ty: Scalar,
    /// The size and alignment of the memory passed by value.
    pub by_value: Option<(u64, u64)>,
}

/// A switch: the targets by value, sorted.
#[derive(Clone, Debug)]
pub struct Switch {
    /// The value.
    pub value: Src,
    /// Its type.
    pub ty: Scalar,
    /// The targets, sorted by value.
    pub cases: Vec<(u128, Pc)>,
    /// The target of all other values.
    pub default: Pc,
}

/// An indirect jump: the targets by their address.
#[derive(Clone, Debug)]
pub struct Indirect {
    /// The address.
    pub address: Src,
    /// The targets.
    pub targets: Vec<(u64, Pc)>,
}

/// Where an operation comes from: an instruction of a block, or its terminator (one past the last instruction).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The block.
    pub block: u32,
    /// The instruction.
    pub inst: u32,
    /// Whether it is a move on an edge: some phis of the target have their values, others not yet.
    pub edge: bool,
}

/// A decoded function.
#[derive(Clone, Debug)]
pub struct Code {
    /// The function.
    pub id: FuncId,
    /// Its operations.
    pub ops: Vec<Op>,
    /// Where each comes from.
    pub origins: Vec<Origin>,
    /// The constants.
    pub consts: Vec<Value>,
    /// How many registers a frame has.
    pub registers: usize,
    /// The first register of each SSA value.
    pub slots: Vec<Dst>,
    /// The first register of each source variable.
    pub var_slots: Vec<Dst>,
    /// For each source variable whether a pointer fits into it.
    pub pointer_vars: Vec<bool>,
    /// The calls.
    pub calls: Vec<Call>,
    /// The rare operations.
    pub rares: Vec<Rare>,
    /// The switches.
    pub switches: Vec<Switch>,
    /// The indirect jumps.
    pub indirects: Vec<Indirect>,
    /// What each return gives.
    pub returns: Vec<Vec<(Src, Scalar)>>,
}
