//! Reading operands and references.

use super::{Parsed, Parser, Symbol, TokenKind, scalar};
use crate::{BlockId, FloatKind, FuncId, GlobalId, Operand, Scalar, ValueId, VarId};

impl Parser {
    /// An operand; a constant without a type has type `expected`.
    pub(super) fn operand(&mut self, expected: Option<Scalar>) -> Parsed<Operand> {
        match self.peek().clone() {
            TokenKind::Value(_, number) => {
                self.advance();
                Ok(Operand::Value(ValueId(number)))
            }
            TokenKind::Symbol(_) | TokenKind::Global(_) | TokenKind::Func(_) => self.address(),
            TokenKind::Punct('-') => self.constant(expected),
            TokenKind::Word(word) => match word.as_str() {
                "null" => {
                    self.advance();
                    Ok(Operand::Null)
                }
                "undef" => {
                    self.advance();
                    match (self.peek_word().and_then(scalar), expected) {
                        (Some(ty), _) => {
                            self.advance();
                            Ok(Operand::Undef(ty))
                        }
                        (None, Some(ty)) => Ok(Operand::Undef(ty)),
                        (None, None) => self.error("expected a type after `undef`", false),
                    }
                }
                "label" => {
                    self.advance();
                    let function = self.function_id()?;
                    Ok(Operand::Block(function, self.block_id()?))
                }
                _ => match scalar(&word) {
                    Some(ty) => {
                        self.advance();
                        self.constant(Some(ty))
                    }
                    None => self.constant(expected),
                },
            },
            _ => self.error("expected an operand", false),
        }
    }

    /// A global with an optional offset, or a function.
    fn address(&mut self) -> Parsed<Operand> {
        let id = match self.symbol()? {
            Symbol::Func(id) => return Ok(Operand::Func(id)),
            Symbol::Global(id) => id,
            Symbol::Ambiguous => {
                return self.error("several things have this name: use `@#g3` or `@#f3`", true);
            }
        };
        let negative = match self.peek() {
            TokenKind::Punct('+') => false,
            TokenKind::Punct('-') => true,
            _ => return Ok(Operand::Global { id, offset: 0 }),
        };
        self.advance();
        let offset = i128::from(self.number::<u64>()?);
        match i64::try_from(if negative { -offset } else { offset }) {
            Ok(offset) => Ok(Operand::Global { id, offset }),
            Err(_) => self.error("expected an offset of 64 bits", true),
        }
    }

    fn symbol(&mut self) -> Parsed<Symbol> {
        let symbol = match self.peek() {
            TokenKind::Global(number) => Some(Symbol::Global(GlobalId(*number))),
            TokenKind::Func(number) => Some(Symbol::Func(FuncId(*number))),
            TokenKind::Symbol(name) => self.symbols.get(name).copied(),
            _ => return self.error("expected a global or function such as `@main`", false),
        };
        match symbol {
            Some(symbol) => {
                self.advance();
                Ok(symbol)
            }
            None => self.error("nothing has this name", false),
        }
    }

    /// The name at a definition.
    pub(super) fn symbol_name(&mut self) -> Parsed<String> {
        let TokenKind::Symbol(name) = self.peek() else {
            return self.error("expected a name such as `@main`", false);
        };
        let name = name.clone();
        self.advance();
        Ok(name)
    }

    pub(super) fn function_id(&mut self) -> Parsed<FuncId> {
        match self.symbol()? {
            Symbol::Func(id) => Ok(id),
            Symbol::Global(_) => self.error("expected a function, this is a global", true),
            Symbol::Ambiguous => self.error("several things have this name: use `@#f3`", true),
        }
    }

    pub(super) fn block_id(&mut self) -> Parsed<BlockId> {
        let number = self.peek_word().and_then(|word| word.strip_prefix("bb"));
        // A hint may follow the number.
        let number = number.and_then(|word| word.split('.').next()?.parse().ok());
        match number {
            Some(number) => {
                self.advance();
                Ok(BlockId(number))
            }
            None => self.error("expected a block such as `bb3`", false),
        }
    }

    pub(super) fn value_id(&mut self) -> Parsed<ValueId> {
        let TokenKind::Value(_, number) = *self.peek() else {
            return self.error("expected a value such as `%7`", false);
        };
        self.advance();
        Ok(ValueId(number))
    }

    pub(super) fn var_id(&mut self) -> Parsed<VarId> {
        let TokenKind::Var(_, number) = *self.peek() else {
            return self.error("expected a variable such as `$0`", false);
        };
        self.advance();
        Ok(VarId(number))
    }

    /// A variable on the same line; one that starts a line belongs to the next instruction.
    pub(super) fn optional_var(&mut self) -> Parsed<Option<VarId>> {
        match self.peek() {
            TokenKind::Var(..) if !self.tokens[self.at].first => self.var_id().map(Some),
            _ => Ok(None),
        }
    }

    /// A number of the type.
    fn constant(&mut self, ty: Option<Scalar>) -> Parsed<Operand> {
        match ty {
            Some(Scalar::Int(bits)) => Ok(Operand::Int { bits, value: self.int(bits)? }),
            Some(Scalar::Float(kind)) => Ok(Operand::Float { kind, bits: self.float(kind)? }),
            Some(Scalar::Ptr) => self.error("expected a pointer: a value, `null` or a symbol", false),
            None => self.error("expected an operand; a constant needs its type here, such as `i32 5`", false),
        }
    }

    /// The bits of an integer: raw in hexadecimal; in decimal within the range of the width, signed or unsigned.
    pub(super) fn int(&mut self, bits: u8) -> Parsed<u128> {
        let negative = self.eat_punct('-');
        let word = self.word("a number")?;
        let value = match (word.strip_prefix("0x"), negative) {
            (Some(digits), false) => u128::from_str_radix(digits, 16).ok(),
            (Some(_), true) => None,
            (None, false) => word
                .parse()
                .ok()
                .filter(|value| Operand::int(bits, *value) == (Operand::Int { bits, value: *value })),
            (None, true) => {
                let lowest = 1u128 << (bits - 1);
                let magnitude = word.parse().ok().filter(|magnitude| *magnitude <= lowest);
                magnitude.map(|magnitude: u128| magnitude.wrapping_neg() & (lowest | (lowest - 1)))
            }
        };
        match value {
            Some(value) => Ok(value),
            None => self.error(format!("expected an integer of {bits} bits"), true),
        }
    }

    fn float(&mut self, kind: FloatKind) -> Parsed<u128> {
        let negative = self.eat_punct('-');
        let word = self.word("a number")?;
        let signed = if negative { format!("-{word}") } else { word.clone() };
        let bits = match (word.strip_prefix("0x"), kind) {
            (Some(digits), _) if !negative => u128::from_str_radix(digits, 16).ok(),
            (None, FloatKind::F32) => signed.parse::<f32>().ok().map(|float| u128::from(float.to_bits())),
            (None, FloatKind::F64) => signed.parse::<f64>().ok().map(|float| u128::from(float.to_bits())),
            _ => None,
        };
        match bits {
            Some(bits) => Ok(bits),
            None => self.error("expected a float, in hexadecimal unless it is an f32 or f64", true),
        }
    }
}
