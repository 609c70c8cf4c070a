//! The scalars that objects of a type consist of.

use ir::types::{Encoding, TypeKind};
use ir::{FloatKind, Program, Scalar, TypeId};

/// How many members of an object are made one by one; what lies behind them stays as it is in new memory.
const MEMBERS: usize = 64;

/// What is at an offset of an object.
pub struct Member {
    pub offset: u64,
    pub value: Kind,
}

/// What a value is.
#[derive(Clone)]
pub enum Kind {
    /// A number of a type that a verifier chooses, by the end of the function's name, and as memory has it.
    Number(&'static str, Scalar),
    /// A truth value.
    Truth,
    /// A pointer to a type.
    Pointer(TypeId),
    /// Something that cannot be made.
    Unsupported(&'static str),
}

/// A number of so many bytes, a power of two up to 16.
pub fn number(bytes: u64) -> Kind {
    match bytes {
        1 => Kind::Number("uchar", Scalar::Int(8)),
        2 => Kind::Number("ushort", Scalar::Int(16)),
        4 => Kind::Number("uint", Scalar::Int(32)),
        8 => Kind::Number("ulonglong", Scalar::Int(64)),
        _ => Kind::Number("uint128", Scalar::Int(128)),
    }
}

/// The scalars that an object of a type consists of. Where there are more than [`MEMBERS`], numbers behind them are left
/// out, as are bit-fields, unions and unusual numbers: new memory holds anything there. Pointers are not left out.
pub fn members(program: &Program, ty: TypeId) -> Vec<Member> {
    let mut found = Vec::new();
    collect(program, ty, 0, &mut found);
    found
}

fn collect(program: &Program, ty: TypeId, offset: u64, found: &mut Vec<Member>) {
    if found.len() >= MEMBERS && !has_pointer(program, ty) {
        return;
    }
    let ty = program.types.get(program.types.strip(ty));
    let value = match &ty.kind {
        _ if found.len() >= MEMBERS => {
            Kind::Unsupported("an argument that leads to an object with many pointers")
        }
        TypeKind::Base { encoding: Encoding::Bool, .. } => Kind::Truth,
        TypeKind::Base { encoding: Encoding::Float, .. } => match ty.size {
            4 => Kind::Number("float", Scalar::Float(FloatKind::F32)),
            8 => Kind::Number("double", Scalar::Float(FloatKind::F64)),
            _ => return,
        },
        TypeKind::Base { encoding: Encoding::Complex, .. } => return,
        TypeKind::Base { .. } | TypeKind::Enum { .. } => match ty.size {
            1 | 2 | 4 | 8 | 16 => number(ty.size),
            _ => return,
        },
        TypeKind::Pointer(pointee) => Kind::Pointer(*pointee),
        TypeKind::Array { element, count } => {
            let size = program.types.get(program.types.strip(*element)).size;
            for index in 0..count.unwrap_or(0).min(MEMBERS as u64 + 1) {
                collect(program, *element, offset + index * size, found);
            }
            return;
        }
        TypeKind::Struct(record) => {
            for field in record.fields.iter().filter(|field| field.bit_width.is_none()) {
                collect(program, field.ty, offset + field.offset(), found);
            }
            return;
        }
        TypeKind::Union(record) => match record.fields.iter().any(|field| has_pointer(program, field.ty)) {
            true => Kind::Unsupported("an argument that leads to a union with pointers"),
            false => return,
        },
        TypeKind::Void
        | TypeKind::Function { .. }
        | TypeKind::Typedef { .. }
        | TypeKind::Qualified { .. } => return,
    };
    found.push(Member { offset, value });
}

/// Whether an object of a type holds a pointer.
fn has_pointer(program: &Program, ty: TypeId) -> bool {
    match &program.types.get(program.types.strip(ty)).kind {
        TypeKind::Pointer(_) => true,
        TypeKind::Array { element, .. } => has_pointer(program, *element),
        TypeKind::Struct(record) | TypeKind::Union(record) => {
            record.fields.iter().any(|field| has_pointer(program, field.ty))
        }
        _ => false,
    }
}
