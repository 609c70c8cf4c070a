//! Stack objects, loads, stores and address arithmetic.

use super::body::{BodyLowering, Vals, int_bits};
use super::layout::{Flat, Piece};
use super::{Lower, Unsupported};
use crate::llvm::{TypeKind, Value};
use ir::{BinaryOp, CastOp, InstKind, Operand, Scalar, TypeId};
use smallvec::smallvec;

/// How memory is accessed.
#[derive(Clone, Copy)]
pub struct Access {
    /// The alignment of the address.
    pub align: u64,
    /// Whether it is volatile.
    pub volatile: bool,
}

impl Access {
    /// The access to a part `offset` bytes further on.
    fn at(self, offset: u64) -> Access {
        let align = match offset {
            0 => self.align,
            _ => self.align.min(1 << offset.trailing_zeros()),
        };
        Access { align, volatile: self.volatile }
    }
}

impl<'m> BodyLowering<'_, 'm> {
    pub(super) fn lower_alloca(&mut self, inst: Value<'m>) -> Lower<Vals> {
        let word = int_bits(self.context.target.word())?;
        let element = inst.allocated_type().alloc_size(self.context.module);
        let count = self.val(inst.operand(0))?;
        let count = self.resize(count, word, false);
        let each = Operand::int(word, u128::from(element));
        let size = match count {
            Operand::Int { value, .. } => Operand::int(word, value.wrapping_mul(u128::from(element))),
            count if element == 1 => count,
            count => self.binary(BinaryOp::Mul, count, each),
        };
        let (var, ty) = self.variable_at(inst);
        let scoped = self.scoped.contains(&inst);
        let kind = InstKind::Alloca { size, align: inst.align(), scoped, var, ty };
        let address = self.emit(Scalar::Ptr, kind);
        if let (true, Operand::Value(slot)) = (self.scopes.contains(inst), address) {
            // Nothing marks where its block is entered: it is there from the start.
            self.effect(InstKind::ScopeBegin { slot });
        }
        Ok(smallvec![address])
    }

    pub(super) fn lower_load(&mut self, inst: Value<'m>) -> Lower<Vals> {
        let flat = self.context.flat(inst.ty())?;
        let ptr = self.place(inst.operand(0))?;
        self.load(&flat, ptr, Access { align: inst.align(), volatile: inst.is_volatile() })
    }

    pub(super) fn lower_store(&mut self, inst: Value<'m>) -> Lower<Vals> {
        let flat = self.context.flat(inst.operand(0).ty())?;
        let vals = self.vals(inst.operand(0))?;
        let ptr = self.place(inst.operand(1))?;
        self.store(&flat, &vals, ptr, Access { align: inst.align(), volatile: inst.is_volatile() })?;
        Ok(Vals::new())
    }

    /// Reads the scalars of a type.
    pub(super) fn load(&mut self, flat: &Flat, ptr: Operand, access: Access) -> Lower<Vals> {
        let mut vals = Vals::new();
        for piece in &flat.pieces {
            match *piece {
                Piece::Scalar { ty, offset } => vals.push(self.load_scalar(ty, ptr, offset, access)),
                Piece::Packed { count, bits, offset } => {
                    let total = packed_bits(count, bits)?;
                    let all = self.load_scalar(Scalar::Int(total), ptr, offset, access);
                    for index in 0..count {
                        vals.push(self.bits_at(all, index * u32::from(bits), bits)?);
                    }
                }
            }
        }
        Ok(vals)
    }

    /// Writes the scalars of a type.
    pub(super) fn store(&mut self, flat: &Flat, vals: &[Operand], ptr: Operand, access: Access) -> Lower<()> {
        let mut vals = vals.iter().copied();
        for piece in &flat.pieces {
            match *piece {
                Piece::Scalar { ty, offset } => {
                    let value = vals.next().ok_or_else(|| Unsupported::new("a store of too few scalars"))?;
                    self.store_scalar(ty, value, ptr, offset, access);
                }
                Piece::Packed { count, bits, offset } => {
                    let total = packed_bits(count, bits)?;
                    let parts: Vals = vals.by_ref().take(count as usize).collect();
                    let all = self.concat(&parts, bits, total)?;
                    self.store_scalar(Scalar::Int(total), all, ptr, offset, access);
                }
            }
        }
        Ok(())
    }

    fn load_scalar(&mut self, ty: Scalar, ptr: Operand, offset: u64, access: Access) -> Operand {
        let ptr = self.offset_by(ptr, offset as i64);
        let Access { align, volatile } = access.at(offset);
        let whole = whole_bytes(ty);
        let value = self.emit(whole, InstKind::Load { ty: whole, ptr, align, volatile });
        match whole == ty {
            true => value,
            false => self.cast(CastOp::Trunc, value, ty),
        }
    }

    fn store_scalar(&mut self, ty: Scalar, value: Operand, ptr: Operand, offset: u64, access: Access) {
        let ptr = self.offset_by(ptr, offset as i64);
        let Access { align, volatile } = access.at(offset);
        let value = match whole_bytes(ty) {
            Scalar::Int(bits) => self.resize(value, bits, false),
            _ => value,
        };
        self.effect(InstKind::Store { ty: whole_bytes(ty), value, ptr, align, volatile });
    }

    /// The address a constant number of bytes further on.
    pub(super) fn offset_by(&mut self, ptr: Operand, offset: i64) -> Operand {
        match ptr {
            _ if offset == 0 => ptr,
            Operand::Global { id, offset: before } => {
                Operand::Global { id, offset: before.wrapping_add(offset) }
            }
            _ => {
                let offset = self.context.word(offset);
                self.emit(Scalar::Ptr, InstKind::PtrAdd { base: ptr, offset, via: None })
            }
        }
    }

    pub(super) fn lower_gep(&mut self, inst: Value<'m>) -> Lower<Vals> {
        let lanes = match inst.ty().kind() {
            TypeKind::LLVMVectorTypeKind => inst.ty().sequence().1 as usize,
            _ => 1,
        };
        let bases = self.vals(inst.operand(0))?;
        let mut indices = Vec::new();
        for index in 1..inst.operand_count() {
            indices.push(self.vals(inst.operand(index))?);
        }
        let mut results = Vals::new();
        for lane in 0..lanes {
            let pick = |vals: &Vals| *vals.get(lane).unwrap_or(&vals[0]);
            let lane_indices: Vals = indices.iter().map(pick).collect();
            results.push(self.address(inst, pick(&bases), &lane_indices)?);
        }
        Ok(results)
    }

    /// The address that a GEP computes from scalars.
    fn address(&mut self, gep: Value<'m>, base: Operand, indices: &[Operand]) -> Lower<Operand> {
        let module = self.context.module;
        let mut ty = gep.gep_source();
        let word = int_bits(self.context.target.word())?;
        let via = self.gep_record(gep);
        let mut base = base;
        // The sum of the constant parts and the scaled variable ones.
        let mut constant = 0i128;
        let mut variable: Option<Operand> = None;
        for (position, &index) in indices.iter().enumerate() {
            let fixed = match index {
                Operand::Int { bits, value } => Some(super::constants::sign_extend(value, u32::from(bits))),
                _ => None,
            };
            let stride = match (position, fixed) {
                (0, _) => ty.alloc_size(module),
                (_, Some(fixed)) => {
                    if position == 1 && via.is_some() {
                        // What comes before the record is another step than what is inside of it.
                        base = self.step(base, &mut constant, &mut variable, None)?;
                    }
                    let step = self.context.gep_step(ty, fixed);
                    let (place, element) =
                        step.ok_or_else(|| Unsupported::new("a step into no aggregate"))?;
                    constant += place;
                    ty = element;
                    continue;
                }
                (_, None) => match ty.kind() {
                    TypeKind::LLVMArrayTypeKind | TypeKind::LLVMVectorTypeKind => {
                        ty = ty.sequence().0;
                        ty.alloc_size(module)
                    }
                    _ => return Err(Unsupported::new("a variable index into a struct")),
                },
            };
            match fixed {
                Some(fixed) => constant += fixed.wrapping_mul(i128::from(stride)),
                None => {
                    let index = self.resize(index, word, true);
                    let scaled = match stride {
                        1 => index,
                        _ => self.binary(BinaryOp::Mul, index, Operand::int(word, u128::from(stride))),
                    };
                    variable = Some(match variable {
                        Some(sum) => self.binary(BinaryOp::Add, sum, scaled),
                        None => scaled,
                    });
                }
            }
        }
        self.step(base, &mut constant, &mut variable, via)
    }

    /// Adds the collected offset to an address, and starts anew.
    fn step(
        &mut self,
        base: Operand,
        constant: &mut i128,
        variable: &mut Option<Operand>,
        via: Option<TypeId>,
    ) -> Lower<Operand> {
        let word = int_bits(self.context.target.word())?;
        let fixed = Operand::int(word, std::mem::take(constant) as u128);
        let offset = match variable.take() {
            None if via.is_none() && fixed == Operand::int(word, 0) => return Ok(base),
            None => fixed,
            Some(sum) if fixed == Operand::int(word, 0) => sum,
            Some(sum) => self.binary(BinaryOp::Add, sum, fixed),
        };
        Ok(self.emit(Scalar::Ptr, InstKind::PtrAdd { base, offset, via }))
    }

    /// The source record whose member a GEP computes the address of.
    fn gep_record(&mut self, gep: Value<'m>) -> Option<TypeId> {
        let ty = gep.gep_source();
        if ty.kind() != TypeKind::LLVMStructTypeKind || gep.operand_count() < 3 {
            return None;
        }
        self.context.record_of(gep.gep_record()?, ty)
    }
}

/// The width of a packed vector as one integer.
fn packed_bits(count: u32, bits: u8) -> Lower<u8> {
    match count.checked_mul(u32::from(bits)) {
        Some(total @ 1..=128) => Ok(total as u8),
        _ => Err(Unsupported::new("a packed vector of more than 128 bits")),
    }
}

/// The type with which a scalar is accessed: integers are widened to whole bytes.
fn whole_bytes(ty: Scalar) -> Scalar {
    match ty {
        Scalar::Int(bits) => Scalar::Int(bits.div_ceil(8) * 8),
        other => other,
    }
}
