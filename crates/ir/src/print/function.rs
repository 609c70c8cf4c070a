//! Printing functions: signature, variables, blocks, instructions.

use super::operand::{int, scalar};
use super::tables::comment;
use super::words::Word;
use super::{Printer, name};
use crate::types::TypeKind;
use crate::{
    Arg, Block, Body, Callee, Function, Inst, InstKind, Operand, Scalar, Terminator, TerminatorKind, VarKind,
};
use std::fmt;

impl InstKind {
    /// The type of the result where the text of the instruction alone tells it.
    pub(crate) fn implied_type(&self) -> Option<Scalar> {
        match self {
            InstKind::Load { ty, .. } | InstKind::Unwritten { ty, .. } => Some(*ty),
            InstKind::Alloca { .. } | InstKind::StackSave | InstKind::PtrAdd { .. } => Some(Scalar::Ptr),
            InstKind::Compare { .. } | InstKind::FCompare { .. } => Some(Scalar::BOOL),
            _ => None,
        }
    }
}

/// ` byval(size, align)`, or nothing.
fn by_value(by_value: Option<(u64, u64)>) -> String {
    by_value.map(|(size, align)| format!(" byval({size}, {align})")).unwrap_or_default()
}

impl Printer<'_, '_> {
    pub(super) fn function(&mut self, function: &Function) -> fmt::Result {
        self.file = None;
        let keyword = if function.body.is_some() { "func" } else { "declare" };
        write!(self.out, "{keyword} {}({})", self.defined_name(&function.name), self.params(function))?;
        for (number, ty) in function.results.iter().enumerate() {
            write!(self.out, "{}{}", if number == 0 { " -> " } else { ", " }, scalar(*ty))?;
        }
        for (word, holds) in [("local", function.local), ("noreturn", function.noreturn)] {
            if holds {
                write!(self.out, " {word}")?;
            }
        }
        if let Some(ty) = function.ty {
            write!(self.out, " type #{}", ty.0)?;
        }
        self.span(function.span)?;
        self.file = function.span.map(|span| span.file);
        let Some(body) = &function.body else { return writeln!(self.out) };
        writeln!(self.out, " {{")?;
        for (number, var) in body.vars.iter().enumerate() {
            write!(self.out, "  var {}", self.var(body, crate::VarId::new(number)))?;
            if let Some(ty) = var.ty {
                write!(self.out, ": #{}", ty.0)?;
            }
            if let VarKind::Param(number) = var.kind {
                write!(self.out, " param {number}")?;
            }
            self.span(var.span)?;
            writeln!(self.out)?;
        }
        for (number, block) in body.blocks.iter().enumerate() {
            self.block(function, body, number, block)?;
        }
        self.file = None;
        writeln!(self.out, "}}")
    }

    fn params(&self, function: &Function) -> String {
        let param = |(number, param): (usize, &crate::Param)| {
            let ty = scalar(param.ty) + &by_value(param.by_value);
            match &function.body {
                Some(body) => format!("{ty} {}", self.value(body, crate::ValueId::new(number))),
                None => ty,
            }
        };
        let mut list: Vec<_> = function.params.iter().enumerate().map(param).collect();
        list.extend(function.variadic.then(|| "...".to_string()));
        list.join(", ")
    }

    fn block(&mut self, function: &Function, body: &Body, number: usize, block: &Block) -> fmt::Result {
        match block.name.as_deref() {
            Some("") => writeln!(self.out, "bb{number}.:")?,
            Some(hint) => writeln!(self.out, "bb{number}.{}:", name(hint))?,
            None => writeln!(self.out, "bb{number}:")?,
        }
        let mut last = None;
        for inst in &block.insts {
            self.source_line(inst.span, &mut last)?;
            write!(self.out, "  ")?;
            self.inst(function, inst)?;
            writeln!(self.out)?;
        }
        self.source_line(block.terminator.span, &mut last)?;
        self.terminator(function, body, &block.terminator)
    }

    pub(super) fn inst(&mut self, function: &Function, inst: &Inst) -> fmt::Result {
        let no_body = Body::default();
        let body = function.body.as_ref().unwrap_or(&no_body);
        let implied = inst.kind.implied_type();
        for (number, result) in inst.results.iter().enumerate() {
            write!(self.out, "{}{}", if number == 0 { "" } else { ", " }, self.value(body, *result))?;
            if let Some(info) = body.values.get(result.index()).filter(|info| Some(info.ty) != implied) {
                write!(self.out, ": {}", scalar(info.ty))?;
            }
        }
        if !inst.results.is_empty() {
            write!(self.out, " = ")?;
        }
        let result = inst.results.first().and_then(|result| body.values.get(result.index()));
        let text = self.inst_kind(body, &inst.kind, result.map(|info| info.ty));
        write!(self.out, "{text}")?;
        self.span(inst.span)?;
        match self.member(&inst.kind) {
            Some(member) => write!(self.out, " ; {}", comment(&member)),
            None => Ok(()),
        }
    }

    /// The member that a `ptradd` with a constant offset selects, such as `->next`.
    fn member(&self, kind: &InstKind) -> Option<String> {
        let InstKind::PtrAdd { offset: Operand::Int { value, .. }, via: Some(via), .. } = *kind else {
            return None;
        };
        if !self.types_sound || via.index() >= self.program.types.len() {
            return None;
        }
        let types = &self.program.types;
        let path = match (&types.get(types.strip(via)).kind, value) {
            // At offset 0 the path is empty, but here a member is meant.
            (TypeKind::Struct(record) | TypeKind::Union(record), 0) => {
                format!(".{}", record.fields.first()?.name.as_ref()?)
            }
            _ => types.path_at(via, u64::try_from(value).ok()?, None)?,
        };
        path.strip_prefix('.').map(|path| format!("->{path}"))
    }

    fn inst_kind(&self, body: &Body, kind: &InstKind, result: Option<Scalar>) -> String {
        let any = |operand: &Operand| self.operand(body, *operand);
        let typed = |operand: &Operand, ty: Option<Scalar>| self.operand_as(body, *operand, ty);
        let word = Some(self.program.target.word());
        let access = |ty: &Scalar, align: u64, volatile: bool| {
            let natural = u64::from(ty.bytes(self.program.target)) == align;
            let align = if natural { String::new() } else { format!(" align {align}") };
            align + if volatile { " volatile" } else { "" }
        };
        match kind {
            InstKind::Alloca { size, align, scoped, var, ty } => {
                let mut text = format!("alloca {} align {align}", typed(size, word));
                text += if *scoped { " scoped" } else { "" };
                text += &var.map(|var| format!(" {}", self.var(body, var))).unwrap_or_default();
                text + &ty.map(|ty| format!(" type #{}", ty.0)).unwrap_or_default()
            }
            InstKind::ScopeBegin { slot } => format!("scope_begin {}", self.value(body, *slot)),
            InstKind::ScopeEnd { slot } => format!("scope_end {}", self.value(body, *slot)),
            InstKind::StackSave => "stacksave".to_string(),
            InstKind::Unwritten { ty, var } => {
                let var = var.map(|var| format!(" {}", self.var(body, var))).unwrap_or_default();
                format!("unwritten {}{var}", scalar(*ty))
            }
            InstKind::StackRestore { token } => format!("stackrestore {}", any(token)),
            InstKind::VarIs { var, value } => format!("{} := {}", self.var(body, *var), any(value)),
            InstKind::VarEnd { var } => format!("end {}", self.var(body, *var)),
            InstKind::Load { ty, ptr, align, volatile } => {
                format!("load {} {}{}", scalar(*ty), any(ptr), access(ty, *align, *volatile))
            }
            InstKind::Store { ty, value, ptr, align, volatile } => {
                let value = typed(value, Some(*ty));
                format!("store {} {value}, {}{}", scalar(*ty), any(ptr), access(ty, *align, *volatile))
            }
            InstKind::MemCopy { dst, src, len, may_overlap } => {
                let op = if *may_overlap { "memmove" } else { "memcpy" };
                format!("{op} {}, {}, {}", any(dst), any(src), typed(len, word))
            }
            InstKind::MemSet { dst, byte, len } => {
                format!("memset {}, {}, {}", any(dst), typed(byte, Some(Scalar::Int(8))), typed(len, word))
            }
            InstKind::PtrAdd { base, offset, via } => {
                let via = via.map(|via| format!(" via #{}", via.0)).unwrap_or_default();
                format!("ptradd {}, {}{via}", any(base), typed(offset, word))
            }
            InstKind::Binary { op, lhs, rhs, signed } => {
                let signed = if *signed { " signed" } else { "" };
                format!("{}{signed} {}, {}", op.word(), typed(lhs, result), typed(rhs, result))
            }
            InstKind::Compare { op, lhs, rhs } => format!("cmp {} {}, {}", op.word(), any(lhs), any(rhs)),
            InstKind::FCompare { op, lhs, rhs } => format!("fcmp {} {}, {}", op.word(), any(lhs), any(rhs)),
            InstKind::Cast { op, value } => format!("{} {}", op.word(), any(value)),
            InstKind::Select { cond, then, otherwise } => {
                let cond = typed(cond, Some(Scalar::BOOL));
                format!("select {cond}, {}, {}", typed(then, result), typed(otherwise, result))
            }
            InstKind::Intrinsic { op, args } => {
                let args: Vec<_> = args.iter().map(any).collect();
                format!("{}({})", op.word(), args.join(", "))
            }
            InstKind::Phi { incoming, var } => {
                let pair = |(block, value): &(crate::BlockId, Operand)| {
                    format!("bb{}: {}", block.0, typed(value, result))
                };
                let list: Vec<_> = incoming.iter().map(pair).collect();
                let var = var.map(|var| format!(" {}", self.var(body, var))).unwrap_or_default();
                format!("phi [{}]{var}", list.join(", "))
            }
            InstKind::Call { callee, args, variadic_from } => {
                let callee = match callee {
                    Callee::Direct(function) => self.function_name(*function),
                    Callee::Indirect(pointer) => format!("*{}", any(pointer)),
                };
                format!("call {callee}({})", self.args(body, args, *variadic_from))
            }
            InstKind::VaStart { list } => format!("va_start {}", any(list)),
            InstKind::VaEnd { list } => format!("va_end {}", any(list)),
            InstKind::VaCopy { dst, src } => format!("va_copy {}, {}", any(dst), any(src)),
            InstKind::Trap => "trap".to_string(),
            InstKind::Unsupported { what } => format!("unsupported {}", super::quoted(what)),
        }
    }

    /// The arguments of a call, with `...` before the variadic ones.
    fn args(&self, body: &Body, args: &[Arg], variadic_from: Option<u32>) -> String {
        let arg = |arg: &Arg| {
            let value = self.operand_as(body, arg.value, Some(arg.ty));
            format!("{}{} {value}", scalar(arg.ty), by_value(arg.by_value))
        };
        let mut list: Vec<_> = args.iter().map(arg).collect();
        if let Some(fixed) = variadic_from {
            list.insert((fixed as usize).min(args.len()), "...".to_string());
        }
        list.join(", ")
    }

    fn terminator(&mut self, function: &Function, body: &Body, terminator: &Terminator) -> fmt::Result {
        let text = match &terminator.kind {
            TerminatorKind::Jump(target) => format!("jump bb{}", target.0),
            TerminatorKind::Branch { cond, then, otherwise } => {
                let cond = self.operand_as(body, *cond, Some(Scalar::BOOL));
                format!("branch {cond}, bb{}, bb{}", then.0, otherwise.0)
            }
            TerminatorKind::Switch { value, cases, default } => {
                // The type stands first, so that negative cases can be read.
                let ty = match value {
                    Operand::Value(id) => body.values.get(id.index()).map(|info| info.ty),
                    constant => Some(body.operand_type(*constant)),
                };
                let bits = match ty {
                    Some(Scalar::Int(bits)) => bits,
                    _ => 128,
                };
                let value = self.operand_as(body, *value, Some(Scalar::Int(bits)));
                let case = |(value, target): &(u128, crate::BlockId)| {
                    format!("{}: bb{}, ", int(bits, *value), target.0)
                };
                let cases: String = cases.iter().map(case).collect();
                format!("switch i{bits} {value} [{cases}else: bb{}]", default.0)
            }
            TerminatorKind::Indirect { address, targets } => {
                let targets: Vec<_> = targets.iter().map(|target| format!("bb{}", target.0)).collect();
                format!("indirect {} [{}]", self.operand(body, *address), targets.join(", "))
            }
            TerminatorKind::Return(values) => {
                let mut text = String::from("return");
                for (number, value) in values.iter().enumerate() {
                    text += if number == 0 { " " } else { ", " };
                    text += &self.operand_as(body, *value, function.results.get(number).copied());
                }
                text
            }
            TerminatorKind::Unreachable => "unreachable".to_string(),
        };
        write!(self.out, "  {text}")?;
        self.span(terminator.span)?;
        writeln!(self.out)
    }
}
