//! Reading what stands before the functions: files, types, constructors, losses, globals.

use super::{Parsed, Parser, TokenKind};
use crate::print::words::Word;
use crate::types::{Field, Qualifier, Record, Type, TypeKind};
use crate::{Constructor, Global, Init, Loss, Reloc, SourceFile};

impl Parser {
    pub(super) fn source_file(&mut self) -> Parsed<()> {
        if self.number::<usize>()? != self.program.files.len() {
            return self.error(format!("expected file number {}", self.program.files.len()), true);
        }
        let name = self.text()?;
        self.expect_word("in")?;
        let directory = self.text()?;
        self.program.files.push(SourceFile { name, directory });
        Ok(())
    }

    pub(super) fn constructor(&mut self) -> Parsed<Constructor> {
        let priority = self.number()?;
        Ok(Constructor { priority, function: self.function_id()? })
    }

    pub(super) fn loss(&mut self) -> Parsed<()> {
        let what = self.text()?;
        let span = self.optional_span()?;
        self.program.losses.push(Loss { what, span });
        Ok(())
    }

    pub(super) fn global(&mut self) -> Parsed<()> {
        let name = self.symbol_name()?;
        self.expect_word("size")?;
        let size = self.number()?;
        self.expect_word("align")?;
        let align = self.number()?;
        let constant = self.eat_word("const");
        let local = self.eat_word("local");
        let mergeable = self.eat_word("mergeable");
        let init = match self.eat_word("extern") {
            true => None,
            false => Some(self.init()?),
        };
        let ty = self.optional_type()?;
        let span = self.optional_span()?;
        self.program.globals.push(Global { name, size, align, constant, local, mergeable, init, ty, span });
        Ok(())
    }

    fn init(&mut self) -> Parsed<Init> {
        self.expect_word("init")?;
        let mut init = Init::default();
        loop {
            if let TokenKind::Text(bytes) = self.peek() {
                init.bytes.extend(bytes);
                self.advance();
            } else if self.eat_word("zeros") {
                // A bound keeps nonsense from exhausting memory; larger zero tails are implied, not written.
                let zeros: usize = self.number()?;
                if zeros > 1 << 30 {
                    return self.error("expected at most 2^30 zeros", true);
                }
                init.bytes.resize(init.bytes.len() + zeros, 0);
            } else {
                break;
            }
        }
        if self.eat_word("with") {
            loop {
                self.expect_punct('+')?;
                let offset = self.number()?;
                init.relocs.push(Reloc { offset, target: self.operand(None)? });
                if !self.eat_punct(',') {
                    break;
                }
            }
        }
        Ok(init)
    }

    pub(super) fn type_definition(&mut self) -> Parsed<()> {
        if self.type_id()?.index() != self.program.types.len() {
            return self.error(format!("expected type number {}", self.program.types.len()), true);
        }
        self.expect_punct('=')?;
        let kind = self.type_kind()?;
        self.expect_word("size")?;
        let size = self.number()?;
        self.program.types.push(Type { kind, size });
        Ok(())
    }

    fn type_kind(&mut self) -> Parsed<TypeKind> {
        let word = self.word("a kind of type")?;
        Ok(match word.as_str() {
            "void" => TypeKind::Void,
            "base" => TypeKind::Base { name: self.text()?, encoding: self.table_word("an encoding")? },
            "enum" => {
                let name = self.optional_name()?;
                let mut values = Vec::new();
                self.list('{', '}', |parser| {
                    let name = parser.name()?;
                    parser.expect_punct('=')?;
                    let value = parser.signed_number()?;
                    values.push((name, value));
                    Ok(())
                })?;
                TypeKind::Enum { name, values }
            }
            "pointer" => TypeKind::Pointer(self.type_id()?),
            "array" => {
                let element = self.type_id()?;
                let count = if self.eat_word("count") { Some(self.number()?) } else { None };
                TypeKind::Array { element, count }
            }
            "opaque" => match self.word("struct or union")?.as_str() {
                "struct" => TypeKind::Struct(self.record(false)?),
                "union" => TypeKind::Union(self.record(false)?),
                _ => return self.error("expected struct or union", true),
            },
            "struct" => TypeKind::Struct(self.record(true)?),
            "union" => TypeKind::Union(self.record(true)?),
            "function" => {
                let (mut params, mut variadic) = (Vec::new(), false);
                self.list('(', ')', |parser| {
                    match !variadic && parser.eat_word("...") {
                        true => variadic = true,
                        false => params.push(parser.type_id()?),
                    }
                    Ok(())
                })?;
                if !self.eat(&TokenKind::Arrow) {
                    return self.error("expected `->`", false);
                }
                TypeKind::Function { result: self.type_id()?, params, variadic }
            }
            "typedef" => TypeKind::Typedef { name: self.name()?, target: self.type_id()? },
            _ => match Qualifier::from_word(&word) {
                Some(qualifier) => TypeKind::Qualified { qualifier, target: self.type_id()? },
                None => return self.error("expected a kind of type", true),
            },
        })
    }

    fn signed_number(&mut self) -> Parsed<i64> {
        let sign = if self.eat_punct('-') { -1 } else { 1 };
        match i64::try_from(sign * i128::from(self.number::<u64>()?)) {
            Ok(number) => Ok(number),
            Err(_) => self.error("expected a number of 64 bits", true),
        }
    }

    fn record(&mut self, complete: bool) -> Parsed<Record> {
        let name = self.optional_name()?;
        let mut fields = Vec::new();
        self.list('{', '}', |parser| {
            parser.expect_punct('+')?;
            let bytes: u64 = parser.number()?;
            let bits: u64 = if parser.eat_punct(':') { parser.number()? } else { 0 };
            let offset = bytes.checked_mul(8).and_then(|offset| offset.checked_add(bits));
            let Some(bit_offset) = offset else { return parser.error("expected a smaller offset", true) };
            let bit_width = if parser.eat_word("bits") { Some(parser.number()?) } else { None };
            let ty = parser.type_id()?;
            fields.push(Field { name: parser.optional_name()?, ty, bit_offset, bit_width });
            Ok(())
        })?;
        Ok(Record { name, fields, complete })
    }
}
