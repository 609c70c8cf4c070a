//! The source types of pointers, as variables, parameters and members say: what an indirect call calls.

use ir::types::TypeKind;
use ir::{Body, Function, InstKind, Operand, Program, TypeId, ValueId};

/// How many instructions are looked through.
const DEPTH: u32 = 8;

/// The source type of a pointer.
pub fn type_of(program: &Program, function: &Function, body: &Body, pointer: Operand) -> Option<TypeId> {
    operand(program, function, body, pointer, DEPTH)
}

fn operand(program: &Program, function: &Function, body: &Body, it: Operand, depth: u32) -> Option<TypeId> {
    let Operand::Value(id) = it else { return None };
    if depth == 0 {
        return None;
    }
    if id.index() < body.params {
        return param(program, function, id);
    }
    let mut insts = body.blocks.iter().flat_map(|block| &block.insts);
    // A variable knows best: a value that is put into one has its type.
    let named = insts.clone().find_map(|inst| match &inst.kind {
        InstKind::VarIs { var, value: Operand::Value(value) } if *value == id => body.var(*var).ty,
        InstKind::Phi { var: Some(var), .. } if inst.result() == Some(id) => body.var(*var).ty,
        _ => None,
    });
    if named.is_some() {
        return named;
    }
    let inst = insts.find(|inst| inst.results.contains(&id))?;
    match &inst.kind {
        InstKind::Load { ptr: Operand::Global { id, offset }, .. } => {
            member(program, program.global(*id).ty?, u64::try_from(*offset).ok()?)
        }
        InstKind::Load { ptr: Operand::Value(address), .. } => pointed(program, body, *address),
        InstKind::Phi { incoming, .. } => {
            incoming.iter().find_map(|(_, value)| operand(program, function, body, *value, depth - 1))
        }
        InstKind::Select { then, otherwise, .. } => [then, otherwise]
            .into_iter()
            .find_map(|value| operand(program, function, body, *value, depth - 1)),
        _ => None,
    }
}

/// The type of a parameter, where each is one scalar.
fn param(program: &Program, function: &Function, id: ValueId) -> Option<TypeId> {
    let ty = program.types.strip(function.ty?);
    let TypeKind::Function { params, .. } = &program.types.get(ty).kind else { return None };
    (params.len() == function.params.len()).then(|| params.get(id.index()).copied()).flatten()
}

/// The type of what an address is the address of: a member, or a local variable in memory.
fn pointed(program: &Program, body: &Body, address: ValueId) -> Option<TypeId> {
    let mut insts = body.blocks.iter().flat_map(|block| &block.insts);
    let inst = insts.find(|inst| inst.result() == Some(address))?;
    match &inst.kind {
        InstKind::PtrAdd { offset: Operand::Int { value, .. }, via: Some(via), .. } => {
            member(program, *via, u64::try_from(*value).ok()?)
        }
        InstKind::Alloca { ty: Some(ty), .. } => Some(*ty),
        _ => None,
    }
}

/// The type of the pointer at an offset of an object.
pub fn member(program: &Program, ty: TypeId, offset: u64) -> Option<TypeId> {
    let stripped = program.types.strip(ty);
    match &program.types.get(stripped).kind {
        TypeKind::Pointer(_) if offset == 0 => Some(ty),
        TypeKind::Struct(record) => record.fields.iter().find_map(|field| {
            let size = program.types.get(program.types.strip(field.ty)).size;
            let inside = (field.offset()..field.offset() + size).contains(&offset);
            inside.then(|| member(program, field.ty, offset - field.offset()))?
        }),
        TypeKind::Array { element, .. } => {
            let size = program.types.get(program.types.strip(*element)).size;
            member(program, *element, offset.checked_rem(size)?)
        }
        _ => None,
    }
}
