//! The invariants of a program, and the check that it keeps them.
//!
//! Engines rely on these without looking; whoever builds or changes a program runs [`validate`] in tests.
//!
//! **Tables.** Every id is in range. A pointer has 4 or 8 bytes. Alignments are powers of two. Every cycle of
//! types passes through a struct or union, and no type contains itself. The initial bytes of a global fit its
//! size; its addresses stand at ascending offsets that do not overlap, inside it, over zero bytes. Constructors
//! take no parameters. Hints of values and blocks have letters, digits, `_` and `.` only.
//!
//! **Control flow.** A body has a block, its terminators name existing blocks, and nothing jumps to the entry. No
//! switch has a value twice. Phis stand first and have exactly one incoming value per distinct predecessor.
//!
//! **SSA.** The first values are the parameters, with their types. Every other value is defined by exactly one
//! instruction. In reachable code the definition dominates every use; what a phi reads is used at the end of the
//! predecessor.
//!
//! **Types.** `word` is the integer as wide as a pointer, `int` any integer, `float` any float.
//!
//! | instruction | operands | results |
//! |---|---|---|
//! | `alloca` | size `word` | `ptr` |
//! | `scope_begin`, `scope_end` | the result of a scoped `alloca` | – |
//! | `stacksave`; `stackrestore` | –; token `ptr` | `ptr`; – |
//! | `x := v`; `end x` | anything; – | – |
//! | `load T`; `store T` | `ptr`; T, `ptr` (T of whole bytes) | T; – |
//! | `memcpy`, `memmove`; `memset` | `ptr`, `ptr`, `int`; `ptr`, `i8`, `int` | – |
//! | `ptradd` | `ptr`, `word` | `ptr` |
//! | integer operations; float operations | T, T: an `int`; a `float` | T |
//! | `cmp`; `fcmp` | T, T: an `int` or `ptr`; a `float` | `i1` |
//! | `trunc`; `zext`, `sext` | wider `int`; narrower `int` | `int` |
//! | `fptrunc`; `fpext` | wider `float`; narrower `float` | `float` |
//! | `fptoui`, `fptosi`; `uitofp`, `sitofp` | `float`; `int` | `int`; `float` |
//! | `ptrtoint`; `inttoptr` | `ptr`; `int` | `int`; `ptr` |
//! | `bitcast` | `int`, `float` or `ptr` of the result's width | any |
//! | `select` | `i1`, T, T | T |
//! | `…_overflows` | T, T: an `int` | `i1` |
//! | `is_fpclass` | `float`, a constant `int` | `i1` |
//! | other intrinsics | all T: an `int`, or a `float` for those that C has on floats | T |
//! | `phi` | all T | T |
//! | `call` | each argument as its type says; by-value ones are `ptr` | any |
//! | `va_start`, `va_end`, `va_copy` | `ptr` | – |
//! | `trap`; `unsupported` | – | –; any |
//!
//! `branch` reads an `i1`, `switch` an `int`, `indirect` a `ptr`, `return` what the signature says. Integers have
//! 1 to 128 bits and constants fit their width. The arguments and results of a call may differ from the
//! signature of the function called: C allows the call and leaves the outcome undefined, which is for engines to
//! notice. By-value arguments go to variadic arguments and functions without a body only.

mod function;
mod tables;
mod typing;

pub(crate) use tables::types_are_sound;

use crate::{BlockId, Operand, Program, Scalar, Span};
use std::fmt;

/// An invariant that a program breaks, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The name of the function.
    pub function: Option<String>,
    /// The block.
    pub block: Option<BlockId>,
    /// The number of the instruction in the block; none for the block itself and its terminator.
    pub inst: Option<usize>,
    /// The text of the instruction.
    pub text: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(function) = &self.function {
            write!(out, "@{function}")?;
            if let Some(block) = self.block {
                write!(out, " bb{}", block.0)?;
            }
            if let Some(inst) = self.inst {
                write!(out, " instruction {inst}")?;
            }
            if let Some(text) = &self.text {
                write!(out, " `{text}`")?;
            }
            write!(out, ": ")?;
        }
        write!(out, "{}", self.message)
    }
}

/// Checks every invariant; gives all violations, in the order of the program.
pub fn validate(program: &Program) -> Result<(), Vec<Violation>> {
    let mut checker = Checker { program, function: None, block: None, inst: None, violations: Vec::new() };
    checker.tables();
    for id in program.function_ids() {
        checker.function(id);
    }
    match checker.violations.is_empty() {
        true => Ok(()),
        false => Err(checker.violations),
    }
}

/// The program, the place that is looked at, and what was found so far.
struct Checker<'a> {
    program: &'a Program,
    function: Option<&'a crate::Function>,
    block: Option<BlockId>,
    inst: Option<usize>,
    violations: Vec<Violation>,
}

impl Checker<'_> {
    /// Records a violation at the current place unless `holds`.
    fn check(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if holds {
            return;
        }
        let text = self.function.and_then(|function| {
            let block = function.body.as_ref()?.blocks.get(self.block?.index())?;
            Some(crate::print::inst(self.program, function, block.insts.get(self.inst?)?))
        });
        self.violations.push(Violation {
            function: self.function.map(|function| function.name.clone()),
            block: self.block,
            inst: self.inst,
            text,
            message: message(),
        });
    }

    fn span(&mut self, span: Option<Span>) {
        let known = span.is_none_or(|span| span.file.index() < self.program.files.len());
        self.check(known, || "the span names a file that does not exist".to_string());
    }

    fn type_id(&mut self, ty: Option<crate::TypeId>) {
        let known = ty.is_none_or(|ty| ty.index() < self.program.types.len());
        self.check(known, || format!("type #{} does not exist", ty.map_or(0, |ty| ty.0)));
    }

    fn align(&mut self, align: u64) {
        self.check(align.is_power_of_two(), || format!("alignment {align} is not a power of two"));
    }

    fn by_value(&mut self, ty: Scalar, by_value: Option<(u64, u64)>) {
        if let Some((_, align)) = by_value {
            self.align(align);
            self.check(ty == Scalar::Ptr, || "what is passed by value must be a pointer".to_string());
        }
    }

    fn scalar(&mut self, ty: Scalar) {
        let fine = !matches!(ty, Scalar::Int(bits) if !(1..=128).contains(&bits));
        self.check(fine, || "an integer must have 1 to 128 bits".to_string());
    }

    /// Checks an operand that is a constant.
    fn constant(&mut self, operand: Operand) {
        let program = self.program;
        match operand {
            Operand::Value(_) | Operand::Null => {}
            Operand::Int { bits, value } => {
                self.scalar(Scalar::Int(bits));
                let fits = bits >= 128 || value >> bits == 0;
                self.check(fits, || format!("constant {value:#x} does not fit {bits} bits"));
            }
            Operand::Float { kind, bits } => {
                let fits = kind.bits() >= 128 || bits >> kind.bits() == 0;
                self.check(fits, || format!("constant {bits:#x} does not fit {} bits", kind.bits()));
            }
            Operand::Global { id, .. } => {
                self.check(id.index() < program.globals.len(), || format!("global {} does not exist", id.0));
            }
            Operand::Func(id) => {
                self.check(id.index() < program.functions.len(), || {
                    format!("function {} does not exist", id.0)
                });
            }
            Operand::Block(id, block) => {
                let body = program.functions.get(id.index()).and_then(|function| function.body.as_ref());
                let exists = body.is_some_and(|body| block.index() < body.blocks.len());
                self.check(exists, || format!("function {} has no block bb{}", id.0, block.0));
            }
            Operand::Undef(ty) => self.scalar(ty),
        }
    }
}
