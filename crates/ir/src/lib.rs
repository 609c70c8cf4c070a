//! The program as every engine sees it.
//!
//! A [`Program`] is what clang's output becomes once LLVM is out of the picture: functions in SSA form over
//! **scalars only** (integers, floats, pointers), a flat byte-addressed memory of objects, and the source's own
//! types, variable names and positions from debug info. Vectors, structs as values, constant expressions,
//! atomics and by-value parameters have been lowered to scalars and memory operations before anything else runs.
//!
//! The invariants that engines may rely on are listed at [`mod@validate`]; the meaning of each instruction is the
//! doc comment of its variant in [`InstKind`], and the executable meaning is the crate `interp`.
//!
//! Architecture invariant: this crate knows neither LLVM nor any engine, reads no files, and holds no state of
//! an execution.

mod annotation;
pub mod bitset;
pub mod call_graph;
pub mod calling;
pub mod cfg;
pub mod diagnosis;
mod errors;
mod function;
mod global;
mod ids;
mod inst;
pub mod liveness;
pub mod long_loops;
mod loops;
mod meaning;
pub mod member_reads;
pub mod parse;
pub mod print;
mod program;
pub mod promote;
mod scalar;
mod span;
mod step;
pub mod tested_members;
pub mod types;
pub mod validate;
mod visit;

pub use annotation::{Annotation, Position, Subject};
pub use call_graph::CallGraph;
pub use errors::{Access, ErrorKind, Property, PropertySet};
pub use function::{Block, Body, Function, Param, ValueInfo, Var, VarKind};
pub use global::{Global, Init, Reloc};
pub use ids::{BlockId, FileId, FuncId, GlobalId, TypeId, ValueId, VarId};
pub use inst::{
    Arg, BinaryOp, Callee, CastOp, CmpOp, FCmpOp, Inst, InstKind, Intrinsic, Operand, Results, Terminator,
    TerminatorKind,
};
pub use loops::{Loop, Loops};
pub use meaning::{Foreign, Meaning, Volatile};
pub use parse::{Outline, ParseError, parse};
pub use program::{Constructor, Loss, Program};
pub use scalar::{FloatKind, Scalar, Target};
pub use span::{SourceFile, Span};
pub use step::{Action, InputValue, Source, Step, Unit};
pub use validate::{Violation, validate};
