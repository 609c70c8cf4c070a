//! Reading instructions.

use super::function::Values;
use super::{Parsed, Parser, TokenKind};
use crate::print::words::Word;
use crate::{Arg, BinaryOp, Callee, CastOp, Inst, InstKind, Intrinsic, Operand, Results, Scalar, ValueInfo};
use smallvec::SmallVec;

impl Parser {
    /// An instruction with its results, which become known to `values`.
    pub(super) fn inst(&mut self, values: &mut Values) -> Parsed<Inst> {
        let mut results: Results = SmallVec::new();
        let mut infos: Vec<(Option<Scalar>, Option<String>)> = Vec::new();
        while let TokenKind::Value(hint, _) = self.peek().clone() {
            results.push(self.value_id()?);
            let ty = if self.eat_punct(':') { Some(self.scalar()?) } else { None };
            infos.push((ty, hint));
            if !self.eat_punct(',') {
                self.expect_punct('=')?;
                break;
            }
        }
        let kind = self.inst_kind(infos.first().and_then(|info| info.0))?;
        let implied = kind.implied_type();
        for (result, (ty, name)) in results.iter().zip(infos) {
            let Some(ty) = ty.or(implied) else {
                return self.error(format!("expected a type after %{}, such as `%7: i32`", result.0), true);
            };
            values.insert(result.0, ValueInfo { ty, name });
        }
        Ok(Inst { results, kind, span: self.optional_span()? })
    }

    /// An instruction after its results, the first of which has type `result`.
    fn inst_kind(&mut self, result: Option<Scalar>) -> Parsed<InstKind> {
        if matches!(self.peek(), TokenKind::Var(..)) {
            let var = self.var_id()?;
            if !self.eat(&TokenKind::Assign) {
                return self.error("expected `:=`", false);
            }
            return Ok(InstKind::VarIs { var, value: self.operand(None)? });
        }
        let op = self.word("an instruction")?;
        let word = Some(self.program.target.word());
        Ok(match op.as_str() {
            "alloca" => {
                let size = self.operand(word)?;
                self.expect_word("align")?;
                let align = self.number()?;
                let scoped = self.eat_word("scoped");
                let var = self.optional_var()?;
                InstKind::Alloca { size, align, scoped, var, ty: self.optional_type()? }
            }
            "scope_begin" => InstKind::ScopeBegin { slot: self.value_id()? },
            "scope_end" => InstKind::ScopeEnd { slot: self.value_id()? },
            "stacksave" => InstKind::StackSave,
            "stackrestore" => InstKind::StackRestore { token: self.operand(None)? },
            "unwritten" => InstKind::Unwritten { ty: self.scalar()?, var: self.optional_var()? },
            "end" => InstKind::VarEnd { var: self.var_id()? },
            "load" => {
                let ty = self.scalar()?;
                let ptr = self.operand(None)?;
                let (align, volatile) = self.access(ty)?;
                InstKind::Load { ty, ptr, align, volatile }
            }
            "store" => {
                let ty = self.scalar()?;
                let value = self.operand(Some(ty))?;
                let ptr = self.next_operand(None)?;
                let (align, volatile) = self.access(ty)?;
                InstKind::Store { ty, value, ptr, align, volatile }
            }
            "memcpy" | "memmove" => {
                let dst = self.operand(None)?;
                let src = self.next_operand(None)?;
                let len = self.next_operand(word)?;
                InstKind::MemCopy { dst, src, len, may_overlap: op == "memmove" }
            }
            "memset" => {
                let dst = self.operand(None)?;
                let byte = self.next_operand(Some(Scalar::Int(8)))?;
                InstKind::MemSet { dst, byte, len: self.next_operand(word)? }
            }
            "ptradd" => {
                let base = self.operand(None)?;
                let offset = self.next_operand(word)?;
                let via = if self.eat_word("via") { Some(self.type_id()?) } else { None };
                InstKind::PtrAdd { base, offset, via }
            }
            "cmp" => {
                let op = self.table_word("a comparison")?;
                let lhs = self.operand(None)?;
                InstKind::Compare { op, lhs, rhs: self.next_operand(None)? }
            }
            "fcmp" => {
                let op = self.table_word("a comparison of floats")?;
                let lhs = self.operand(None)?;
                InstKind::FCompare { op, lhs, rhs: self.next_operand(None)? }
            }
            "select" => {
                let cond = self.operand(Some(Scalar::BOOL))?;
                let then = self.next_operand(result)?;
                InstKind::Select { cond, then, otherwise: self.next_operand(result)? }
            }
            "phi" => {
                let mut incoming = Vec::new();
                self.list('[', ']', |parser| {
                    let block = parser.block_id()?;
                    parser.expect_punct(':')?;
                    incoming.push((block, parser.operand(result)?));
                    Ok(())
                })?;
                InstKind::Phi { incoming, var: self.optional_var()? }
            }
            "call" => self.call()?,
            "va_start" => InstKind::VaStart { list: self.operand(None)? },
            "va_end" => InstKind::VaEnd { list: self.operand(None)? },
            "va_copy" => {
                let dst = self.operand(None)?;
                InstKind::VaCopy { dst, src: self.next_operand(None)? }
            }
            "trap" => InstKind::Trap,
            "unsupported" => InstKind::Unsupported { what: self.text()? },
            _ => return self.operation(&op, result),
        })
    }

    /// A binary operation, cast or intrinsic after its word.
    fn operation(&mut self, word: &str, result: Option<Scalar>) -> Parsed<InstKind> {
        if let Some(op) = BinaryOp::from_word(word) {
            let signed = self.eat_word("signed");
            let lhs = self.operand(result)?;
            return Ok(InstKind::Binary { op, lhs, rhs: self.next_operand(result)?, signed });
        }
        if let Some(op) = CastOp::from_word(word) {
            return Ok(InstKind::Cast { op, value: self.operand(None)? });
        }
        if let Some(op) = Intrinsic::from_word(word) {
            let mut args = SmallVec::new();
            self.list('(', ')', |parser| {
                args.push(parser.operand(None)?);
                Ok(())
            })?;
            return Ok(InstKind::Intrinsic { op, args });
        }
        self.error("expected an instruction", true)
    }

    fn call(&mut self) -> Parsed<InstKind> {
        let callee = match self.eat_punct('*') {
            true => Callee::Indirect(self.operand(None)?),
            false => Callee::Direct(self.function_id()?),
        };
        let (mut args, mut variadic_from) = (Vec::new(), None);
        self.list('(', ')', |parser| {
            if variadic_from.is_none() && parser.eat_word("...") {
                variadic_from = Some(args.len() as u32);
                return Ok(());
            }
            let ty = parser.scalar()?;
            let by_value = parser.optional_by_value()?;
            args.push(Arg { value: parser.operand(Some(ty))?, ty, by_value });
            Ok(())
        })?;
        Ok(InstKind::Call { callee, args, variadic_from })
    }

    /// A comma and an operand.
    fn next_operand(&mut self, expected: Option<Scalar>) -> Parsed<Operand> {
        self.expect_punct(',')?;
        self.operand(expected)
    }

    /// The alignment (that of the size unless told) and whether the access is volatile.
    fn access(&mut self, ty: Scalar) -> Parsed<(u64, bool)> {
        let align = match self.eat_word("align") {
            true => self.number()?,
            false => u64::from(ty.bytes(self.program.target)),
        };
        Ok((align, self.eat_word("volatile")))
    }
}
