//! Reading functions: signature, variables, blocks, terminators.

use super::{Parsed, Parser, TokenKind};
use crate::{
    Block, BlockId, Body, Function, Operand, Param, Scalar, Terminator, TerminatorKind, ValueInfo, Var,
    VarKind,
};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// What is known of the values of a function while it is read, by number.
pub(super) type Values = BTreeMap<u32, ValueInfo>;

impl Parser {
    /// A function after its keyword.
    pub(super) fn function(&mut self, defined: bool) -> Parsed<()> {
        self.file = None;
        let name = self.symbol_name()?;
        let mut values = Values::new();
        let (params, variadic) = self.params(defined.then_some(&mut values))?;
        let mut results = Vec::new();
        if self.eat(&TokenKind::Arrow) {
            results.push(self.scalar()?);
            while self.eat_punct(',') {
                results.push(self.scalar()?);
            }
        }
        let local = self.eat_word("local");
        let noreturn = self.eat_word("noreturn");
        let ty = self.optional_type()?;
        let span = self.optional_span()?;
        self.file = span.map(|span| span.file);
        let body = match defined {
            true => Some(self.body(params.len(), &results, values)?),
            false => None,
        };
        self.file = None;
        self.program.functions.push(Function {
            name,
            params,
            variadic,
            results,
            local,
            noreturn,
            ty,
            span,
            body,
        });
        Ok(())
    }

    fn params(&mut self, mut values: Option<&mut Values>) -> Parsed<(Vec<Param>, bool)> {
        let (mut params, mut variadic) = (Vec::new(), false);
        self.list('(', ')', |parser| {
            if variadic {
                return parser.error("expected nothing after `...`", false);
            }
            if parser.eat_word("...") {
                variadic = true;
                return Ok(());
            }
            let ty = parser.scalar()?;
            let by_value = parser.optional_by_value()?;
            if let Some(values) = &mut values {
                let TokenKind::Value(hint, number) = parser.peek().clone() else {
                    return parser.error("expected the value of the parameter, such as `%0`", false);
                };
                if number as usize != params.len() {
                    return parser.error(format!("expected value number {}", params.len()), false);
                }
                parser.advance();
                values.insert(number, ValueInfo { ty, name: hint });
            }
            params.push(Param { ty, by_value });
            Ok(())
        })?;
        Ok((params, variadic))
    }

    /// `byval(size, align)`, where it stands.
    pub(super) fn optional_by_value(&mut self) -> Parsed<Option<(u64, u64)>> {
        if !self.eat_word("byval") {
            return Ok(None);
        }
        self.expect_punct('(')?;
        let size = self.number()?;
        self.expect_punct(',')?;
        let align = self.number()?;
        self.expect_punct(')')?;
        Ok(Some((size, align)))
    }

    fn body(&mut self, params: usize, results: &[Scalar], mut values: Values) -> Parsed<Body> {
        self.expect_punct('{')?;
        self.end_of_line()?;
        let mut body = Body { params, ..Body::default() };
        while self.peek_word() == Some("var") {
            self.advance();
            let var = self.variable(body.vars.len())?;
            body.vars.push(var);
            self.end_of_line()?;
        }
        while !self.eat_punct('}') {
            let name = self.label(body.blocks.len())?;
            self.end_of_line()?;
            let mut insts = Vec::new();
            let terminator = loop {
                if let Some(kind) = self.terminator(results)? {
                    break Terminator { kind, span: self.optional_span()? };
                }
                insts.push(self.inst(&mut values)?);
                self.end_of_line()?;
            };
            self.end_of_line()?;
            body.blocks.push(Block { name, insts, terminator });
        }
        for (expected, number) in values.keys().enumerate() {
            if *number as usize != expected {
                return self.error(format!("value %{expected} is defined nowhere in this function"), true);
            }
        }
        body.values = values.into_values().collect();
        Ok(body)
    }

    fn variable(&mut self, number: usize) -> Parsed<Var> {
        let TokenKind::Var(Some(name), found) = self.peek().clone() else {
            return self.error("expected a variable with its name, such as `$x.0`", false);
        };
        if found as usize != number {
            return self.error(format!("expected variable number {number}"), false);
        }
        self.advance();
        let ty = if self.eat_punct(':') { Some(self.type_id()?) } else { None };
        let kind = if self.eat_word("param") { VarKind::Param(self.number()?) } else { VarKind::Local };
        Ok(Var { name, ty, kind, span: self.optional_span()? })
    }

    /// The label of block `number`; gives its hint.
    fn label(&mut self, number: usize) -> Parsed<Option<String>> {
        let expected = format!("bb{number}");
        let rest = self.peek_word().and_then(|word| word.strip_prefix(&expected)).map(str::to_string);
        let hint = match rest.as_deref() {
            Some("") => None,
            Some(rest) if rest.starts_with('.') => Some(rest[1..].to_string()),
            _ => return self.error(format!("expected block {expected} or `}}`"), false),
        };
        self.advance();
        let hint = match (hint, self.peek()) {
            (Some(hint), TokenKind::Text(_)) if hint.is_empty() => Some(self.text()?),
            (hint, _) => hint,
        };
        self.expect_punct(':')?;
        Ok(hint)
    }

    /// A terminator; none where the line is an instruction.
    fn terminator(&mut self, results: &[Scalar]) -> Parsed<Option<TerminatorKind>> {
        let word = self.peek_word().unwrap_or_default().to_string();
        let known = ["jump", "branch", "switch", "indirect", "return", "unreachable"];
        if !known.contains(&word.as_str()) {
            return Ok(None);
        }
        self.advance();
        Ok(Some(match word.as_str() {
            "jump" => TerminatorKind::Jump(self.block_id()?),
            "branch" => {
                let cond = self.operand(Some(Scalar::BOOL))?;
                self.expect_punct(',')?;
                let then = self.block_id()?;
                self.expect_punct(',')?;
                TerminatorKind::Branch { cond, then, otherwise: self.block_id()? }
            }
            "switch" => self.switch()?,
            "indirect" => {
                let address = self.operand(None)?;
                let mut targets = Vec::new();
                self.list('[', ']', |parser| {
                    targets.push(parser.block_id()?);
                    Ok(())
                })?;
                TerminatorKind::Indirect { address, targets }
            }
            "return" => {
                let mut values: SmallVec<[Operand; 1]> = SmallVec::new();
                let nothing = self.tokens[self.at].first || *self.peek() == TokenKind::Punct('!');
                while values.is_empty() && !nothing || self.eat_punct(',') {
                    let value = self.operand(results.get(values.len()).copied())?;
                    values.push(value);
                }
                TerminatorKind::Return(values)
            }
            _ => TerminatorKind::Unreachable,
        }))
    }

    fn switch(&mut self) -> Parsed<TerminatorKind> {
        let Scalar::Int(bits) = self.scalar()? else { return self.error("expected an integer type", true) };
        let value = self.operand(Some(Scalar::Int(bits)))?;
        let mut cases = Vec::new();
        let mut default: Option<BlockId> = None;
        self.list('[', ']', |parser| {
            if default.is_some() {
                return parser.error("expected `]` after the default", false);
            }
            if parser.eat_word("else") {
                parser.expect_punct(':')?;
                default = Some(parser.block_id()?);
                return Ok(());
            }
            let case = parser.int(bits)?;
            parser.expect_punct(':')?;
            cases.push((case, parser.block_id()?));
            Ok(())
        })?;
        match default {
            Some(default) => Ok(TerminatorKind::Switch { value, cases, default }),
            None => self.error("expected `else` and a block in the switch", true),
        }
    }
}
