//! How an LLVM type becomes scalars, and where these lie in memory.
//!
//! A struct or array is the list of the scalars of its members, a vector one scalar per element. In memory a scalar
//! stands at its offset, except that the elements of a vector whose width is no whole number of bytes are packed
//! bit by bit, as LLVM lays them out.

use super::{Lower, Unsupported};
use crate::llvm::{Module, Type, TypeKind};
use ir::{FloatKind, Scalar};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Values of more scalars than this (whole arrays loaded at once) are not worth expanding.
const MAX_SCALARS: u64 = 4096;

/// A type as scalars.
pub struct Flat {
    /// The scalars in order.
    pub scalars: Vec<Scalar>,
    /// Where they lie in memory, in the same order.
    pub pieces: Vec<Piece>,
}

/// A part of the memory image of a type.
#[derive(Clone, Copy)]
pub enum Piece {
    /// One scalar.
    Scalar {
        /// Its type; an integer may have any width.
        ty: Scalar,
        /// Its place in bytes.
        offset: u64,
    },
    /// Several integers packed without gaps.
    Packed {
        /// How many.
        count: u32,
        /// The width of each.
        bits: u8,
        /// Their place in bytes.
        offset: u64,
    },
}

/// The flattened forms of the types met so far.
#[derive(Default)]
pub struct Layouts<'m> {
    known: FxHashMap<Type<'m>, Rc<Flat>>,
}

impl<'m> Layouts<'m> {
    /// The scalars of a type.
    pub fn flat(&mut self, module: &Module, ty: Type<'m>) -> Lower<Rc<Flat>> {
        if let Some(flat) = self.known.get(&ty) {
            return Ok(flat.clone());
        }
        let mut flat = Flat { scalars: Vec::new(), pieces: Vec::new() };
        self.append(module, ty, 0, &mut flat)?;
        let flat = Rc::new(flat);
        self.known.insert(ty, flat.clone());
        Ok(flat)
    }

    fn append(&mut self, module: &Module, ty: Type<'m>, offset: u64, flat: &mut Flat) -> Lower<()> {
        match ty.kind() {
            TypeKind::LLVMVoidTypeKind => {}
            TypeKind::LLVMStructTypeKind => {
                if !ty.is_sized() {
                    return Err(Unsupported::new("a value of incomplete type"));
                }
                for (index, field) in ty.fields().into_iter().enumerate() {
                    let place = ty.field_offset(module, index as u32);
                    self.append(module, field, offset + place, flat)?;
                }
            }
            TypeKind::LLVMArrayTypeKind => {
                let (element, count) = ty.sequence();
                limit(count)?;
                let stride = element.alloc_size(module);
                for index in 0..count {
                    self.append(module, element, offset + index * stride, flat)?;
                    limit(flat.scalars.len() as u64)?;
                }
            }
            TypeKind::LLVMVectorTypeKind => {
                let (element, count) = ty.sequence();
                limit(count)?;
                let element = scalar(element)?;
                flat.scalars.extend(std::iter::repeat_n(element, count as usize));
                match element {
                    Scalar::Int(bits) if bits % 8 != 0 => {
                        flat.pieces.push(Piece::Packed { count: count as u32, bits, offset });
                    }
                    _ => {
                        let bytes = match element {
                            Scalar::Ptr => u64::from(module.pointer_bytes()),
                            Scalar::Int(bits) => u64::from(bits) / 8,
                            Scalar::Float(kind) => u64::from(kind.bits()) / 8,
                        };
                        let piece = |index| Piece::Scalar { ty: element, offset: offset + index * bytes };
                        flat.pieces.extend((0..count).map(piece));
                    }
                }
            }
            _ => {
                let ty = scalar(ty)?;
                flat.scalars.push(ty);
                flat.pieces.push(Piece::Scalar { ty, offset });
            }
        }
        limit(flat.scalars.len() as u64)
    }
}

fn limit(count: u64) -> Lower<()> {
    match count > MAX_SCALARS {
        true => Err(Unsupported::new(format!("a value of more than {MAX_SCALARS} scalars"))),
        false => Ok(()),
    }
}

/// The scalar that a type is.
pub fn scalar(ty: Type) -> Lower<Scalar> {
    Ok(match ty.kind() {
        TypeKind::LLVMIntegerTypeKind => match ty.int_bits() {
            bits @ 1..=128 => Scalar::Int(bits as u8),
            bits => return Err(Unsupported::new(format!("an integer of {bits} bits"))),
        },
        TypeKind::LLVMPointerTypeKind => Scalar::Ptr,
        TypeKind::LLVMHalfTypeKind => Scalar::Float(FloatKind::F16),
        TypeKind::LLVMBFloatTypeKind => Scalar::Float(FloatKind::BF16),
        TypeKind::LLVMFloatTypeKind => Scalar::Float(FloatKind::F32),
        TypeKind::LLVMDoubleTypeKind => Scalar::Float(FloatKind::F64),
        TypeKind::LLVMX86_FP80TypeKind => Scalar::Float(FloatKind::X87),
        TypeKind::LLVMFP128TypeKind => Scalar::Float(FloatKind::F128),
        TypeKind::LLVMX86_MMXTypeKind => return Err(Unsupported::new("an MMX value")),
        TypeKind::LLVMX86_AMXTypeKind => return Err(Unsupported::new("an AMX value")),
        TypeKind::LLVMScalableVectorTypeKind => return Err(Unsupported::new("a scalable vector")),
        kind => return Err(Unsupported::new(format!("a value of LLVM type kind {kind:?}"))),
    })
}
