//! The types of terms in annotations: C's, as debug info describes them, without names and qualifiers.

use crate::function_types;
use ir::types::{Encoding, Record, TypeKind};
use ir::{FuncId, Program, TypeId};

/// The type of a term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ty {
    /// No value.
    Void,
    /// An integer.
    Int {
        /// The width.
        bits: u32,
        /// Whether it is signed.
        signed: bool,
    },
    /// A floating-point number of so many bytes.
    Float(u32),
    /// A pointer.
    Ptr(Box<Ty>),
    /// A struct or union.
    Record(TypeId),
    /// An array.
    Array(Box<Ty>, Option<u64>),
    /// A function; with the type that it is known by, where that has a contract.
    Function(Option<FuncId>),
    /// What `Obj` gives.
    Object,
}

impl Ty {
    /// C's `int`.
    pub const INT: Ty = Ty::Int { bits: 32, signed: true };

    /// The integer as wide as a pointer.
    pub fn word(program: &Program, signed: bool) -> Ty {
        Ty::Int { bits: program.target.pointer_bytes * 8, signed }
    }

    /// A pointer to this type.
    pub fn pointer(self) -> Ty {
        Ty::Ptr(Box::new(self))
    }

    /// The type with this id.
    pub fn of(program: &Program, id: TypeId) -> Ty {
        let stripped = program.types.strip(id);
        let ty = program.types.get(stripped);
        let bits = ty.size as u32 * 8;
        match &ty.kind {
            TypeKind::Void | TypeKind::Typedef { .. } | TypeKind::Qualified { .. } => Ty::Void,
            TypeKind::Base { encoding, .. } => match encoding {
                Encoding::Float | Encoding::Complex => Ty::Float(ty.size as u32),
                Encoding::Signed | Encoding::SignedChar => Ty::Int { bits, signed: true },
                Encoding::Bool | Encoding::Unsigned | Encoding::UnsignedChar => {
                    Ty::Int { bits, signed: false }
                }
            },
            // C's enumerators are ints; an enumeration without negative ones is unsigned in clang.
            TypeKind::Enum { values, .. } => {
                Ty::Int { bits, signed: values.iter().any(|(_, value)| *value < 0) }
            }
            TypeKind::Pointer(target) => match program.types.get(program.types.strip(*target)).kind {
                TypeKind::Function { .. } => Ty::Function(function_types::of(program, id)).pointer(),
                _ => Ty::of(program, *target).pointer(),
            },
            TypeKind::Array { element, count } => Ty::Array(Box::new(Ty::of(program, *element)), *count),
            TypeKind::Struct(_) | TypeKind::Union(_) => Ty::Record(stripped),
            TypeKind::Function { .. } => Ty::Function(function_types::of(program, id)),
        }
    }

    /// The size in bytes; none where C has none.
    pub fn size(&self, program: &Program) -> Option<u64> {
        match self {
            Ty::Void | Ty::Function(_) | Ty::Object => None,
            Ty::Int { bits, .. } => Some(u64::from(*bits / 8)),
            Ty::Float(bytes) => Some(u64::from(*bytes)),
            Ty::Ptr(_) => Some(u64::from(program.target.pointer_bytes)),
            Ty::Record(id) => {
                record(program, *id).filter(|record| record.complete).map(|_| program.types.get(*id).size)
            }
            Ty::Array(element, count) => Some(element.size(program)? * (*count)?),
        }
    }

    /// The alignment that C demands of a pointer to it.
    pub fn align(&self, program: &Program) -> u64 {
        match self {
            Ty::Record(id) => {
                let fields = record(program, *id).map(|record| &record.fields[..]).unwrap_or_default();
                let most =
                    fields.iter().map(|field| Ty::of(program, field.ty).align(program)).max().unwrap_or(1);
                // A packed struct says so by its size and offsets.
                let packed = fields.iter().any(|field| {
                    field.bit_width.is_none()
                        && field.offset() % Ty::of(program, field.ty).align(program) != 0
                });
                if packed || !program.types.get(*id).size.is_multiple_of(most) { 1 } else { most }
            }
            Ty::Array(element, _) => element.align(program),
            _ => match self.size(program) {
                Some(size @ (1 | 2 | 4 | 8)) => size.min(u64::from(program.target.pointer_bytes)),
                _ => 1,
            },
        }
    }

    /// What a pointer points to, or an array consists of.
    pub fn pointee(&self) -> Option<&Ty> {
        match self {
            Ty::Ptr(target) => Some(target),
            Ty::Array(element, _) => Some(element),
            _ => None,
        }
    }

    /// Whether values of this type are read and written at once.
    pub fn is_scalar(&self) -> bool {
        matches!(self, Ty::Int { .. } | Ty::Float(_) | Ty::Ptr(_))
    }

    /// How messages call it.
    pub fn words(&self, program: &Program) -> String {
        match self {
            Ty::Void => "void".into(),
            Ty::Int { bits, signed } => {
                format!("{} integer of {bits} bits", if *signed { "a signed" } else { "an unsigned" })
            }
            Ty::Float(_) => "a floating-point number".into(),
            Ty::Ptr(target) => match &**target {
                Ty::Record(id) => format!("a pointer to {}", program.types.spelling(*id)),
                _ => "a pointer".into(),
            },
            Ty::Record(id) => program.types.spelling(*id),
            Ty::Array(..) => "an array".into(),
            Ty::Function(_) => "a function".into(),
            Ty::Object => "an object".into(),
        }
    }
}

/// The members of a struct or union.
pub fn record(program: &Program, id: TypeId) -> Option<&Record> {
    match &program.types.get(id).kind {
        TypeKind::Struct(record) | TypeKind::Union(record) => Some(record),
        _ => None,
    }
}

/// A member: its offset in bytes, its type, and whether it is a bit-field.
pub fn member(program: &Program, id: TypeId, name: &str) -> Option<(u64, Ty, bool)> {
    for field in &record(program, id)?.fields {
        match &field.name {
            Some(here) if here == name => {
                return Some((field.offset(), Ty::of(program, field.ty), field.bit_width.is_some()));
            }
            None => {
                let inner = program.types.strip(field.ty);
                if let Some((offset, ty, bits)) = member(program, inner, name) {
                    return Some((field.offset() + offset, ty, bits));
                }
            }
            _ => {}
        }
    }
    None
}

/// The names of the members of a struct or union, those of anonymous members included.
pub fn member_names(program: &Program, id: TypeId) -> Vec<&str> {
    let mut names = Vec::new();
    for field in record(program, id).map(|record| &record.fields[..]).unwrap_or_default() {
        match &field.name {
            Some(name) => names.push(name.as_str()),
            None => names.extend(member_names(program, program.types.strip(field.ty))),
        }
    }
    names
}

/// The scalars in a struct, with their offsets; arrays are left out.
pub fn scalars(program: &Program, id: TypeId) -> Vec<(String, u64, Ty)> {
    let mut found = Vec::new();
    for field in record(program, id).map(|record| &record.fields[..]).unwrap_or_default() {
        if field.bit_width.is_some() {
            continue;
        }
        let ty = Ty::of(program, field.ty);
        let name = field.name.as_ref().map_or(String::new(), |name| format!(".{name}"));
        match ty {
            Ty::Record(inner) => found.extend(
                scalars(program, inner)
                    .into_iter()
                    .map(|(rest, off, ty)| (format!("{name}{rest}"), field.offset() + off, ty)),
            ),
            _ if ty.is_scalar() => found.push((name, field.offset(), ty)),
            _ => {}
        }
    }
    found
}

/// The pointer member at an offset, as it is written: `next`, `link.Flink`.
pub fn scalar_name(program: &Program, id: TypeId, offset: i64) -> Option<String> {
    let offset = u64::try_from(offset).ok()?;
    let path = program.types.path_at(id, offset, Some(u64::from(program.target.pointer_bytes)))?;
    path.strip_prefix('.').map(str::to_string)
}

/// The scalar that begins `delta` bytes from a pointer to `target`, as the types of the program have it: a member of
/// `target`, or of a struct that holds a `target` as a member. None where types disagree.
pub fn scalar_at(program: &Program, target: &Ty, delta: i64) -> Option<Ty> {
    let own = usize::try_from(delta).ok().and_then(|offset| scalar_in(program, target, offset as u64));
    if own.is_some() {
        return own;
    }
    let mut found: Option<Ty> = None;
    for (id, ty) in program.types.iter() {
        if !matches!(ty.kind, TypeKind::Struct(_) | TypeKind::Union(_)) {
            continue;
        }
        for field in &record(program, id)?.fields {
            if Ty::of(program, field.ty) != *target {
                continue;
            }
            let Ok(offset) = u64::try_from(field.offset() as i64 + delta) else { continue };
            match (scalar_in(program, &Ty::Record(id), offset), &found) {
                (Some(ty), Some(known)) if ty != *known => return None,
                (Some(ty), _) => found = Some(ty),
                (None, _) => {}
            }
        }
    }
    found
}

/// The scalar that begins at an offset of a value.
fn scalar_in(program: &Program, ty: &Ty, offset: u64) -> Option<Ty> {
    match ty {
        _ if ty.is_scalar() => (offset == 0).then(|| ty.clone()),
        Ty::Array(element, _) => {
            let size = element.size(program).filter(|size| *size > 0)?;
            scalar_in(program, element, offset % size)
        }
        Ty::Record(id) => record(program, *id)?.fields.iter().find_map(|field| {
            let inside = offset.checked_sub(field.offset())?;
            let ty = Ty::of(program, field.ty);
            (inside < ty.size(program)? && field.bit_width.is_none())
                .then(|| scalar_in(program, &ty, inside))?
        }),
        _ => None,
    }
}
