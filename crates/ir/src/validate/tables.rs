//! Checking what stands outside of functions.

use super::Checker;
use crate::types::{TypeKind, TypeTable};
use crate::{Constructor, Global, Init, Operand, TypeId};

impl Checker<'_> {
    pub(super) fn tables(&mut self) {
        let program = self.program;
        let pointer = program.target.pointer_bytes;
        self.check(pointer == 4 || pointer == 8, || format!("a pointer cannot have {pointer} bytes"));
        for (id, ty) in program.types.iter() {
            let known = references(&ty.kind).iter().all(|part| part.index() < program.types.len());
            self.check(known, || format!("type #{} refers to a type that does not exist", id.0));
        }
        let in_range = |id: TypeId| id.index() < program.types.len();
        if program.types.iter().all(|(_, ty)| references(&ty.kind).into_iter().all(in_range)) {
            let sound = types_are_sound(&program.types);
            self.check(sound, || {
                "a cycle of types passes through no struct, or a type contains itself".to_string()
            });
        }
        for Constructor { function, .. } in program.constructors.iter().chain(&program.destructors) {
            let params = program.functions.get(function.index()).map(|function| function.params.len());
            self.check(params == Some(0), || {
                format!("function {} cannot run by itself: it does not exist or takes parameters", function.0)
            });
        }
        for loss in &program.losses {
            self.span(loss.span);
        }
        for global in &program.globals {
            self.global(global);
        }
    }

    fn global(&mut self, global: &Global) {
        self.align(global.align);
        self.type_id(global.ty);
        self.span(global.span);
        let Some(Init { bytes, relocs }) = &global.init else { return };
        let name = &global.name;
        self.check(bytes.len() as u64 <= global.size, || format!("@{name} has more bytes than its size"));
        let width = u64::from(self.program.target.pointer_bytes);
        let mut free = 0;
        for reloc in relocs {
            let offset = reloc.offset;
            self.check(offset >= free, || {
                format!("the addresses in @{name} overlap or do not ascend at +{offset}")
            });
            let end = offset.saturating_add(width);
            free = end;
            self.check(end <= global.size, || format!("the address at +{offset} is outside of @{name}"));
            let over = bytes.iter().skip(offset.try_into().unwrap_or(usize::MAX)).take(width as usize);
            let zero = over.into_iter().all(|byte| *byte == 0);
            self.check(zero, || {
                format!("@{name} has bytes that are not zero under the address at +{offset}")
            });
            let address =
                matches!(reloc.target, Operand::Global { .. } | Operand::Func(_) | Operand::Block(..));
            self.check(address, || format!("what stands at +{offset} of @{name} is not an address"));
            self.constant(reloc.target);
        }
    }
}

/// The types that a type refers to.
fn references(kind: &TypeKind) -> Vec<TypeId> {
    match kind {
        TypeKind::Void | TypeKind::Base { .. } | TypeKind::Enum { .. } => Vec::new(),
        TypeKind::Pointer(target) | TypeKind::Typedef { target, .. } | TypeKind::Qualified { target, .. } => {
            vec![*target]
        }
        TypeKind::Array { element, .. } => vec![*element],
        TypeKind::Struct(record) | TypeKind::Union(record) => {
            record.fields.iter().map(|field| field.ty).collect()
        }
        TypeKind::Function { result, params, .. } => {
            [*result].into_iter().chain(params.iter().copied()).collect()
        }
    }
}

/// Whether walks over types end: ids are in range, every cycle passes through a struct or union, and none contains
/// itself.
pub(crate) fn types_are_sound(types: &TypeTable) -> bool {
    let spelled = |kind: &TypeKind| match kind {
        TypeKind::Struct(_) | TypeKind::Union(_) => Vec::new(),
        _ => references(kind),
    };
    let contained = |kind: &TypeKind| match kind {
        TypeKind::Pointer(_) | TypeKind::Function { .. } => Vec::new(),
        _ => references(kind),
    };
    let in_range = |id: TypeId| id.index() < types.len();
    types.iter().all(|(_, ty)| references(&ty.kind).into_iter().all(in_range))
        && is_acyclic(types, spelled)
        && is_acyclic(types, contained)
}

/// Whether no type reaches itself along `edges`: removes types without an edge to a remaining type until nothing
/// remains, or only cycles do.
fn is_acyclic(types: &TypeTable, edges: impl Fn(&TypeKind) -> Vec<TypeId>) -> bool {
    let mut users = vec![Vec::new(); types.len()];
    let mut open = vec![0; types.len()];
    for (id, ty) in types.iter() {
        for target in edges(&ty.kind) {
            users[target.index()].push(id);
            open[id.index()] += 1;
        }
    }
    let mut done: Vec<TypeId> = types.iter().map(|(id, _)| id).filter(|id| open[id.index()] == 0).collect();
    let mut count = 0;
    while let Some(id) = done.pop() {
        count += 1;
        for user in &users[id.index()] {
            open[user.index()] -= 1;
            if open[user.index()] == 0 {
                done.push(*user);
            }
        }
    }
    count == types.len()
}
