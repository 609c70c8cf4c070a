//! Printing operands: values with their hints, constants with their types.

use super::words::Word;
use super::{Printer, is_bare, name, numbered, quoted};
use crate::{Body, FloatKind, FuncId, GlobalId, Operand, Scalar, ValueId, VarId};

/// The text of a scalar type.
pub(super) fn scalar(ty: Scalar) -> String {
    match ty {
        Scalar::Int(bits) => format!("i{bits}"),
        Scalar::Float(kind) => kind.word().to_string(),
        Scalar::Ptr => "ptr".to_string(),
    }
}

/// The text of an integer constant: decimal, negative where the top bit of a wider integer is set; raw
/// hexadecimal where the value does not fit the width.
pub(super) fn int(bits: u8, value: u128) -> String {
    let fits = (1..=128).contains(&bits) && Operand::int(bits, value) == Operand::Int { bits, value };
    if !fits {
        return format!("{value:#x}");
    }
    let negative = bits > 1 && value >> (bits - 1) & 1 == 1;
    match negative {
        // Shifting the value to the top and back fills the upper bits with the sign.
        true => ((value << (128 - bits)) as i128 >> (128 - bits)).to_string(),
        false => value.to_string(),
    }
}

/// The text of a float constant: decimal where that is exact to read back, else its encoding.
fn float(kind: FloatKind, bits: u128) -> String {
    let decimal = match kind {
        FloatKind::F32 => u32::try_from(bits)
            .ok()
            .map(f32::from_bits)
            .filter(|float| float.is_finite())
            .map(|float| format!("{float:?}")),
        FloatKind::F64 => u64::try_from(bits)
            .ok()
            .map(f64::from_bits)
            .filter(|float| float.is_finite())
            .map(|float| format!("{float:?}")),
        _ => None,
    };
    decimal.unwrap_or_else(|| format!("{bits:#x}"))
}

impl Printer<'_, '_> {
    pub(super) fn value(&self, body: &Body, id: ValueId) -> String {
        let hint = body.values.get(id.index()).and_then(|info| info.name.as_deref());
        numbered('%', hint, id.0)
    }

    pub(super) fn var(&self, body: &Body, id: VarId) -> String {
        numbered('$', body.vars.get(id.index()).map(|var| var.name.as_str()), id.0)
    }

    /// An operand where the syntax does not tell its type.
    pub(super) fn operand(&self, body: &Body, operand: Operand) -> String {
        self.operand_as(body, operand, None)
    }

    /// An operand that is expected to have type `expected`: constants of that type need not tell it.
    pub(super) fn operand_as(&self, body: &Body, operand: Operand, expected: Option<Scalar>) -> String {
        match operand {
            Operand::Value(id) => self.value(body, id),
            constant => self.constant(constant, expected),
        }
    }

    pub(super) fn constant(&self, operand: Operand, expected: Option<Scalar>) -> String {
        let typed = |ty: Scalar, text: String| match expected == Some(ty) {
            true => text,
            false => format!("{} {text}", scalar(ty)),
        };
        match operand {
            Operand::Value(id) => numbered('%', None, id.0),
            Operand::Int { bits, value } => typed(Scalar::Int(bits), int(bits, value)),
            Operand::Float { kind, bits } => typed(Scalar::Float(kind), float(kind, bits)),
            Operand::Null => "null".to_string(),
            Operand::Global { id, offset: 0 } => self.global_name(id),
            Operand::Global { id, offset } => format!("{}{offset:+}", self.global_name(id)),
            Operand::Func(id) => self.function_name(id),
            Operand::Block(function, block) => {
                format!("label {} bb{}", self.function_name(function), block.0)
            }
            Operand::Undef(ty) if expected == Some(ty) => "undef".to_string(),
            Operand::Undef(ty) => format!("undef {}", scalar(ty)),
        }
    }

    pub(super) fn global_name(&self, id: GlobalId) -> String {
        let global = self.program.globals.get(id.index());
        self.symbol(global.map(|global| global.name.as_str()), 'g', id.0)
    }

    pub(super) fn function_name(&self, id: FuncId) -> String {
        let function = self.program.functions.get(id.index());
        self.symbol(function.map(|function| function.name.as_str()), 'f', id.0)
    }

    /// A reference to a global or function: by name where just one has it, else by number.
    fn symbol(&self, symbol: Option<&str>, class: char, number: u32) -> String {
        match symbol.filter(|symbol| self.symbols.get(symbol) == Some(&1)) {
            Some(symbol) => format!("@{}", name(symbol)),
            None => format!("@#{class}{number}"),
        }
    }

    /// The name at a definition.
    pub(super) fn defined_name(&self, symbol: &str) -> String {
        match is_bare(symbol) {
            true => format!("@{symbol}"),
            false => format!("@{}", quoted(symbol)),
        }
    }
}
