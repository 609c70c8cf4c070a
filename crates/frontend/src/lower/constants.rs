//! Constant expressions: a global plus an offset, or an integer.
//!
//! Nearly every constant expression that clang makes is an address inside a global or the integer of one. What is
//! more is computed by instructions at the place of use.

use super::{Lowering, Symbol};
use crate::llvm::{Opcode, Type, TypeKind, Value, ValueKind};
use ir::Operand;

/// A folded constant: `base + offset`, where no base means a plain number.
#[derive(Clone, Copy)]
pub struct Folded {
    /// A `Global` (at offset 0), `Func` or `Block` operand.
    pub base: Option<Operand>,
    /// What is added, modulo 2^128.
    pub offset: i128,
}

impl Folded {
    fn number(value: i128) -> Folded {
        Folded { base: None, offset: value }
    }

    fn plus(self, other: i128) -> Folded {
        Folded { base: self.base, offset: self.offset.wrapping_add(other) }
    }

    /// The pointer operand for this address, where there is one.
    pub fn pointer(self) -> Option<Operand> {
        match (self.base, self.offset) {
            (None, 0) => Some(Operand::Null),
            (Some(Operand::Global { id, .. }), offset) => {
                Some(Operand::Global { id, offset: i64::try_from(offset).ok()? })
            }
            (base, 0) => base,
            _ => None,
        }
    }
}

/// The value read as a signed number of `bits` bits.
pub fn sign_extend(value: u128, bits: u32) -> i128 {
    match bits {
        0 => 0,
        1..=127 => (value << (128 - bits)) as i128 >> (128 - bits),
        _ => value as i128,
    }
}

impl<'m> Lowering<'m> {
    /// The folded form of a constant pointer or integer. The address of a weak symbol that no file defines has none.
    pub(super) fn fold(&mut self, value: Value<'m>) -> Option<Folded> {
        match value.kind() {
            ValueKind::LLVMConstantPointerNullValueKind => Some(Folded::number(0)),
            ValueKind::LLVMConstantIntValueKind => {
                let bits = value.ty().int_bits();
                (bits <= 128).then(|| Folded::number(sign_extend(value.int_value(), bits)))
            }
            ValueKind::LLVMGlobalVariableValueKind | ValueKind::LLVMFunctionValueKind => {
                if self.weak.contains(&value) {
                    return None;
                }
                let base = match self.symbols.get(&value)? {
                    Symbol::Function(id) => Operand::Func(*id),
                    Symbol::Global(id) => Operand::Global { id: *id, offset: 0 },
                };
                Some(Folded { base: Some(base), offset: 0 })
            }
            ValueKind::LLVMGlobalAliasValueKind => self.fold(value.aliasee()?),
            ValueKind::LLVMBlockAddressValueKind => {
                let (function, block) = value.block_address();
                let Symbol::Function(id) = self.symbols.get(&function)? else { return None };
                let (id, plan) = (*id, self.plan(function));
                let block = plan.ids.get(&block)?;
                Some(Folded { base: Some(Operand::Block(id, *block)), offset: 0 })
            }
            ValueKind::LLVMConstantExprValueKind => self.fold_expression(value),
            _ => None,
        }
    }

    /// The undefined weak symbol whose address is part of a constant.
    pub(super) fn weak_symbol_in(&self, value: Value<'m>) -> Option<Value<'m>> {
        match value.kind() {
            ValueKind::LLVMConstantExprValueKind => {
                (0..value.operand_count()).find_map(|index| self.weak_symbol_in(value.operand(index)))
            }
            _ => self.weak.contains(&value).then_some(value),
        }
    }

    fn fold_expression(&mut self, value: Value<'m>) -> Option<Folded> {
        match value.opcode()? {
            Opcode::LLVMGetElementPtr => {
                let base = self.fold(value.operand(0))?;
                Some(base.plus(self.fold_gep_offset(value)?))
            }
            Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast => {
                let scalar = |ty: Type| {
                    matches!(ty.kind(), TypeKind::LLVMPointerTypeKind | TypeKind::LLVMIntegerTypeKind)
                };
                let from = value.operand(0);
                (scalar(from.ty()) && scalar(value.ty())).then(|| self.fold(from)).flatten()
            }
            Opcode::LLVMPtrToInt => {
                let folded = self.fold(value.operand(0))?;
                let bits = int_bits(value.ty())?;
                match folded.base {
                    None => Some(Folded::number(sign_extend(folded.offset as u128, bits))),
                    Some(_) => (bits == self.target.pointer_bytes * 8).then_some(folded),
                }
            }
            Opcode::LLVMIntToPtr => {
                let folded = self.fold(value.operand(0))?;
                let (from, to) = (int_bits(value.operand(0).ty())?, self.target.pointer_bytes * 8);
                match folded.base {
                    // The number is extended with zeros, or cut.
                    None if from < to => Some(Folded::number(zero_extend(folded.offset as u128, from))),
                    None => Some(Folded::number(sign_extend(folded.offset as u128, to))),
                    Some(_) => (from == to).then_some(folded),
                }
            }
            Opcode::LLVMTrunc => {
                let folded = self.fold(value.operand(0))?;
                let bits = int_bits(value.ty())?;
                folded.base.is_none().then(|| Folded::number(sign_extend(folded.offset as u128, bits)))
            }
            Opcode::LLVMAdd => {
                let (left, right) = (self.fold(value.operand(0))?, self.fold(value.operand(1))?);
                match (left.base, right.base) {
                    (_, None) => Some(left.plus(right.offset)),
                    (None, _) => Some(right.plus(left.offset)),
                    _ => None,
                }
            }
            Opcode::LLVMSub => {
                let (left, right) = (self.fold(value.operand(0))?, self.fold(value.operand(1))?);
                match (left.base, right.base) {
                    (_, None) => Some(left.plus(right.offset.wrapping_neg())),
                    (left_base, right_base) if left_base == right_base => {
                        Some(Folded::number(left.offset.wrapping_sub(right.offset)))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The offset of a GEP whose indices are all constant.
    fn fold_gep_offset(&mut self, gep: Value<'m>) -> Option<i128> {
        if gep.ty().kind() != TypeKind::LLVMPointerTypeKind {
            return None;
        }
        let mut ty = gep.gep_source();
        let mut offset = 0i128;
        for index in 1..gep.operand_count() {
            let at = self.fold(gep.operand(index)).filter(|folded| folded.base.is_none())?.offset;
            if index == 1 {
                offset = offset.wrapping_add(at.wrapping_mul(i128::from(ty.alloc_size(self.module))));
                continue;
            }
            let (place, element) = self.gep_step(ty, at)?;
            offset = offset.wrapping_add(place);
            ty = element;
        }
        Some(offset)
    }

    /// The offset and type of the element of `ty` with a constant index.
    pub(super) fn gep_step(&self, ty: Type<'m>, index: i128) -> Option<(i128, Type<'m>)> {
        match ty.kind() {
            TypeKind::LLVMStructTypeKind => {
                let number = u32::try_from(index).ok()?;
                let field = ty.fields().get(number as usize).copied()?;
                Some((i128::from(ty.field_offset(self.module, number)), field))
            }
            TypeKind::LLVMArrayTypeKind | TypeKind::LLVMVectorTypeKind => {
                let (element, _) = ty.sequence();
                Some((index.wrapping_mul(i128::from(element.alloc_size(self.module))), element))
            }
            _ => None,
        }
    }
}

fn int_bits(ty: Type) -> Option<u32> {
    (ty.kind() == TypeKind::LLVMIntegerTypeKind).then(|| ty.int_bits())
}

fn zero_extend(value: u128, bits: u32) -> i128 {
    match bits {
        0..=127 => (value & ((1 << bits) - 1)) as i128,
        _ => value as i128,
    }
}
