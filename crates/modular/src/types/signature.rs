//! What the source types say about the scalars of a function: structs that are passed by value travel in pieces, in a
//! copy, or, as results, through a pointer that the caller gives.

use crate::types::layout::{Layouts, SpotKind, TargetId};
use ir::types::TypeKind;
use ir::{Function, Program, Scalar, TypeId};

/// What a scalar parameter or result is in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A pointer of this type.
    Pointer(TypeId),
    /// A link that is part of a struct passed by value.
    Link(TargetId),
    /// The address of a copy of a struct that belongs to the callee.
    Copy(TargetId),
    /// The address where the callee stores its result.
    Result(TargetId),
    /// A number, or something that carries no links.
    Plain,
}

/// The roles of the scalars of a function.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Signature {
    /// The parameters.
    pub params: Vec<Role>,
    /// The results.
    pub results: Vec<Role>,
    /// Whether the source type explains all scalars; otherwise nothing may be concluded from them.
    pub is_known: bool,
}

/// The signature of a function.
pub fn signature(program: &Program, layouts: &Layouts<'_>, function: &Function) -> Signature {
    let params: Vec<Passed> = function
        .params
        .iter()
        .map(|param| Passed { ty: param.ty, is_copy: param.by_value.is_some() })
        .collect();
    of_type(program, layouts, function.ty, &params, &function.results)
}

/// A scalar that is passed.
#[derive(Clone, Copy, Debug)]
pub struct Passed {
    /// Its type.
    pub ty: Scalar,
    /// Whether it is the address of a copy of a struct.
    pub is_copy: bool,
}

/// The signature of a function of some source type, with the scalars that are passed.
pub fn of_type(
    program: &Program,
    layouts: &Layouts<'_>,
    ty: Option<TypeId>,
    params: &[Passed],
    results: &[Scalar],
) -> Signature {
    explain(program, layouts, ty, params, results).unwrap_or_else(|| Signature {
        params: vec![Role::Plain; params.len()],
        results: vec![Role::Plain; results.len()],
        is_known: false,
    })
}

fn explain(
    program: &Program,
    layouts: &Layouts<'_>,
    ty: Option<TypeId>,
    passed: &[Passed],
    returned: &[Scalar],
) -> Option<Signature> {
    let ty = program.types.strip(ty?);
    let TypeKind::Function { result, params, .. } = &program.types.get(ty).kind else { return None };
    let mut scalars = passed.iter();
    let mut roles = Vec::new();
    let mut results = Vec::new();
    if let Some(record) = record(program, layouts, *result) {
        match returned {
            [] => {
                scalars.next().filter(|param| param.ty == Scalar::Ptr)?;
                roles.push(Role::Result(record));
            }
            scalars => results = parts(program, layouts, record, scalars),
        }
    } else if let [scalar] = returned {
        results.push(plain(program, *result, *scalar));
    }
    if results.len() != returned.len() {
        return None;
    }
    for &param in params {
        let Some(record) = record(program, layouts, param) else {
            roles.push(plain(program, param, scalars.next()?.ty));
            continue;
        };
        let first = scalars.clone().next();
        if let Some(copied) = first
            && copied.is_copy
        {
            scalars.next();
            roles.push(Role::Copy(record));
            continue;
        }
        let count = layouts.get(record).size.div_ceil(u64::from(program.target.pointer_bytes)) as usize;
        let pieces: Vec<Scalar> = scalars.by_ref().take(count).map(|param| param.ty).collect();
        if pieces.len() != count {
            return None;
        }
        roles.extend(parts(program, layouts, record, &pieces));
    }
    let complete = scalars.next().is_none();
    complete.then_some(Signature { params: roles, results, is_known: true })
}

/// The struct or union that a type is.
fn record(program: &Program, layouts: &Layouts<'_>, ty: TypeId) -> Option<TargetId> {
    let is_record =
        matches!(program.types.get(program.types.strip(ty)).kind, TypeKind::Struct(_) | TypeKind::Union(_));
    is_record.then(|| layouts.object_target(ty)).flatten()
}

fn plain(program: &Program, ty: TypeId, scalar: Scalar) -> Role {
    match program.types.pointee(ty).is_some() && scalar == Scalar::Ptr {
        true => Role::Pointer(ty),
        false => Role::Plain,
    }
}

/// The roles of the pieces in which a small struct travels: one for each word.
fn parts(program: &Program, layouts: &Layouts<'_>, record: TargetId, scalars: &[Scalar]) -> Vec<Role> {
    let word = u64::from(program.target.pointer_bytes);
    let role = |(index, scalar): (usize, &Scalar)| {
        let spot = layouts.spot(record, (index as u64 * word) as i64, word);
        match (scalar, spot.map(|spot| spot.kind)) {
            (Scalar::Ptr, Some(SpotKind::Link(target))) => Role::Link(target),
            _ => Role::Plain,
        }
    };
    scalars.iter().enumerate().map(role).collect()
}
