//! Walking over what instructions read.

use crate::{Callee, InstKind, Operand, TerminatorKind, ValueId};

/// Calls `$visit` on every operand of an instruction, by reference or, with `mut`, by mutable reference.
macro_rules! visit_inst {
    ($kind:expr, $visit:expr $(, $m:ident)?) => {
        match $kind {
            InstKind::Alloca { size, .. } => $visit(size),
            InstKind::StackRestore { token } => $visit(token),
            InstKind::VarIs { value, .. } | InstKind::Cast { value, .. } => $visit(value),
            InstKind::Load { ptr, .. } => $visit(ptr),
            InstKind::Store { value, ptr, .. } => {
                $visit(value);
                $visit(ptr);
            }
            InstKind::MemCopy { dst, src, len, .. } => {
                $visit(dst);
                $visit(src);
                $visit(len);
            }
            InstKind::MemSet { dst, byte, len } => {
                $visit(dst);
                $visit(byte);
                $visit(len);
            }
            InstKind::PtrAdd { base, offset, .. } => {
                $visit(base);
                $visit(offset);
            }
            InstKind::Binary { lhs, rhs, .. }
            | InstKind::Compare { lhs, rhs, .. }
            | InstKind::FCompare { lhs, rhs, .. } => {
                $visit(lhs);
                $visit(rhs);
            }
            InstKind::Select { cond, then, otherwise } => {
                $visit(cond);
                $visit(then);
                $visit(otherwise);
            }
            InstKind::Intrinsic { args, .. } => {
                for arg in args {
                    $visit(arg);
                }
            }
            InstKind::Phi { incoming, .. } => {
                for pair in incoming {
                    $visit(& $($m)? pair.1);
                }
            }
            InstKind::Call { callee, args, .. } => {
                if let Callee::Indirect(pointer) = callee {
                    $visit(pointer);
                }
                for arg in args {
                    $visit(& $($m)? arg.value);
                }
            }
            InstKind::VaStart { list } | InstKind::VaEnd { list } => $visit(list),
            InstKind::VaCopy { dst, src } => {
                $visit(dst);
                $visit(src);
            }
            InstKind::ScopeBegin { .. }
            | InstKind::ScopeEnd { .. }
            | InstKind::StackSave
            | InstKind::Unwritten { .. }
            | InstKind::VarEnd { .. }
            | InstKind::Trap
            | InstKind::Unsupported { .. } => {}
        }
    };
}

/// Like `visit_inst`, for terminators.
macro_rules! visit_terminator {
    ($kind:expr, $visit:expr) => {
        match $kind {
            TerminatorKind::Branch { cond, .. } => $visit(cond),
            TerminatorKind::Switch { value, .. } => $visit(value),
            TerminatorKind::Indirect { address, .. } => $visit(address),
            TerminatorKind::Return(values) => {
                for value in values {
                    $visit(value);
                }
            }
            TerminatorKind::Jump(_) | TerminatorKind::Unreachable => {}
        }
    };
}

impl InstKind {
    /// Calls `visit` on every operand. The slot of a `ScopeBegin` or `ScopeEnd` is not an operand.
    pub fn for_each_operand(&self, mut visit: impl FnMut(&Operand)) {
        visit_inst!(self, visit);
    }

    /// Calls `visit` on every operand, to change it.
    pub fn for_each_operand_mut(&mut self, mut visit: impl FnMut(&mut Operand)) {
        visit_inst!(self, visit, mut);
    }

    /// Calls `visit` on every SSA value that is read, slots included.
    pub fn for_each_value(&self, mut visit: impl FnMut(ValueId)) {
        if let InstKind::ScopeBegin { slot } | InstKind::ScopeEnd { slot } = self {
            visit(*slot);
        }
        self.for_each_operand(|operand| {
            if let Operand::Value(id) = operand {
                visit(*id);
            }
        });
    }
}

impl TerminatorKind {
    /// Calls `visit` on every operand.
    pub fn for_each_operand(&self, mut visit: impl FnMut(&Operand)) {
        visit_terminator!(self, visit);
    }

    /// Calls `visit` on every operand, to change it.
    pub fn for_each_operand_mut(&mut self, mut visit: impl FnMut(&mut Operand)) {
        visit_terminator!(self, visit);
    }

    /// Calls `visit` on every SSA value that is read.
    pub fn for_each_value(&self, mut visit: impl FnMut(ValueId)) {
        self.for_each_operand(|operand| {
            if let Operand::Value(id) = operand {
                visit(*id);
            }
        });
    }
}
