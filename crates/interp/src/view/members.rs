//! What an object holds, member by member.

use super::plain;
use crate::machine::Machine;
use crate::memory::{Kind, Life};
use crate::report::Cell;
use crate::value::{Prov, Value, Wide};
use ir::types::{Encoding, TypeKind};
use ir::{FloatKind, Program, Scalar, TypeId};

/// How many members of an object are seen.
const MEMBERS: usize = 24;
/// How many characters of a string are seen.
const CHARACTERS: usize = 24;

/// A pointer to an object, with the type of what it points to.
#[derive(Clone, Copy, Debug)]
pub struct Typed {
    /// The object.
    pub to: Prov,
    /// Where in it.
    pub offset: i64,
    /// The type of what is there.
    pub pointee: Option<TypeId>,
}

/// Reads members.
pub struct Members<'a, 'm> {
    /// The run.
    pub machine: &'a Machine<'m>,
}

/// Name, offset and content; none where nothing was written.
type Member = (String, u64, Option<Cell>);

impl Members<'_, '_> {
    /// The members of an object of a type, where they point, and how many more there are.
    pub fn of(&self, prov: Prov, ty: Option<TypeId>) -> (Vec<Member>, Vec<Typed>, u64) {
        let meta = &self.machine.memory.metas[prov.index()];
        if meta.life != Life::Alive {
            return (Vec::new(), Vec::new(), 0);
        }
        let mut found = Found::default();
        match ty {
            Some(ty) => {
                let types = &self.machine.prepared.program.types;
                let each = types.get(types.strip(ty)).size;
                match meta.size.checked_div(each) {
                    Some(count) if count > 1 => self.array(prov, "", ty, 0, count, &mut found),
                    _ => self.member(prov, "", ty, 0, &mut found),
                }
            }
            None => self.words(prov, &mut found),
        }
        let Found { members, targets, hidden } = found;
        (members, targets, hidden)
    }

    fn member(&self, prov: Prov, path: &str, ty: TypeId, at: u64, found: &mut Found) {
        let types = &self.machine.prepared.program.types;
        let stripped = types.strip(ty);
        let size = types.get(stripped).size;
        let object = &self.machine.memory.objects[prov.index()];
        match &types.get(stripped).kind {
            TypeKind::Struct(record) => {
                for field in &record.fields {
                    let name = match (&field.name, path) {
                        (Some(name), "") => name.clone(),
                        (Some(name), path) => format!("{path}.{name}"),
                        (None, path) => path.to_string(),
                    };
                    if field.bit_width.is_none() {
                        self.member(prov, &name, field.ty, at + field.offset(), found);
                    } else if object.readable >= at + field.offset() + types.get(field.ty).size {
                        found.push(name, at + field.offset(), self.bits(prov, at, field));
                    }
                }
            }
            TypeKind::Union(record) => {
                // Which member is meant is not known: a pointer that is there tells, else the first.
                let word = self.machine.memory.word;
                let is_pointer = (at as usize) < object.readable as usize
                    && object.byte_provenance(at as usize, word).is_object();
                let fits = |field: &&ir::types::Field| types.pointee(field.ty).is_some() == is_pointer;
                let field = record.fields.iter().find(fits).or(record.fields.first());
                if let Some(field) = field {
                    let name = field.name.as_deref().unwrap_or_default();
                    let name = if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
                    self.member(prov, &name, field.ty, at, found);
                }
            }
            TypeKind::Array { element, count } => {
                let each = types.get(types.strip(*element)).size;
                let rest = object.readable.saturating_sub(at).checked_div(each).unwrap_or(0);
                self.array(prov, path, *element, at, count.unwrap_or(rest).min(rest), found);
            }
            TypeKind::Void | TypeKind::Function { .. } => {}
            _ if size == 0 || at + size > object.readable => {}
            _ if found.members.len() >= MEMBERS => found.hidden += 1,
            _ => {
                let (cell, target) = self.scalar(prov, stripped, at, size);
                found.targets.extend(target);
                found.push(path.to_string(), at, cell);
            }
        }
    }

    /// The elements of an array: a string as one member.
    fn array(&self, prov: Prov, path: &str, element: TypeId, at: u64, count: u64, found: &mut Found) {
        let types = &self.machine.prepared.program.types;
        let each = types.get(types.strip(element)).size;
        if each == 1 && count > 1 {
            let cell = self.string(prov, at, count);
            return found.push(path.to_string(), at, cell);
        }
        for index in 0..count {
            if found.members.len() >= MEMBERS {
                found.hidden += count - index;
                return;
            }
            self.member(prov, &format!("{path}[{index}]"), element, at + index * each, found);
        }
    }

    /// Memory of unknown type: by words, as far as it was written.
    fn words(&self, prov: Prov, found: &mut Found) {
        let object = &self.machine.memory.objects[prov.index()];
        let word = self.machine.memory.word as u64;
        for at in (0..object.readable).step_by(word as usize) {
            let count = word.min(object.readable - at);
            let value = object.load(at as usize, count as usize, word as usize);
            if value.undef == mask(count) {
                continue;
            }
            if found.members.len() >= MEMBERS {
                found.hidden += 1;
                continue;
            }
            let (cell, target) = self.value(value, None);
            found.targets.extend(target);
            found.push(format!("+{at}"), at, Some(cell));
        }
    }

    fn bits(&self, prov: Prov, at: u64, field: &ir::types::Field) -> Option<Cell> {
        let width = u64::from(field.bit_width.unwrap_or(1)).clamp(1, 56);
        let byte = at as usize + field.offset() as usize;
        let count = ((field.bit_offset % 8 + width).div_ceil(8) as usize).min(8);
        let object = &self.machine.memory.objects[prov.index()];
        if (byte + count) as u64 > object.readable {
            return None;
        }
        let value = object.load(byte, count, self.machine.memory.word);
        let shift = field.bit_offset % 8;
        let cut = |bits: u64| (bits >> shift) & (u64::MAX >> (64 - width));
        (cut(value.undef) == 0).then(|| plain(cut(value.bits).to_string()))
    }

    /// A scalar in memory.
    fn scalar(&self, prov: Prov, ty: TypeId, at: u64, size: u64) -> (Option<Cell>, Option<Typed>) {
        let object = &self.machine.memory.objects[prov.index()];
        let word = self.machine.memory.word;
        if size > 8 {
            let kind = match size {
                16 => Scalar::Float(FloatKind::X87),
                _ => return (None, None),
            };
            let is_float = matches!(
                self.machine.prepared.program.types.get(ty).kind,
                TypeKind::Base { encoding: Encoding::Float, .. }
            );
            let (lo, hi) = (object.load(at as usize, 8, word), object.load(at as usize + 8, 2, word));
            let value = Wide { lo, hi };
            return match value.is_defined() && is_float {
                true => (Some(plain(self.machine.show(value, kind, None))), None),
                false => (None, None),
            };
        }
        let value = object.load(at as usize, size as usize, word);
        if value.undef != 0 {
            return (None, None);
        }
        let (cell, target) = self.value(value, Some(ty));
        (Some(cell), target)
    }

    /// A defined value of a type, and where it points.
    pub fn value(&self, value: Value, ty: Option<TypeId>) -> (Cell, Option<Typed>) {
        let program = self.machine.prepared.program;
        let types = &program.types;
        if let Some((to, offset)) = self.machine.pointed(value) {
            let meta = &self.machine.memory.metas[to.index()];
            let text = match meta.kind {
                Kind::Function(id) => return (plain(program.function(id).name.clone()), None),
                Kind::Global(id) if program.global(id).constant => {
                    self.machine.show(Wide::narrow(value), Scalar::Ptr, None)
                }
                Kind::Library(what) => return (plain(what), None),
                _ => self.machine.name_of(to),
            };
            let text = match offset {
                0 => text,
                _ if offset > 0 => format!("{text} + {offset}"),
                _ => format!("{text} - {}", offset.unsigned_abs()),
            };
            let pointee = ty.and_then(|ty| types.pointee(ty));
            let cell = Cell { text, target: Some((u64::from(to.0), offset)) };
            return (cell, Some(Typed { to, offset, pointee }));
        }
        let kind = ty.map(|ty| types.get(types.strip(ty)));
        let size = kind.map_or(8, |ty| ty.size).clamp(1, 8);
        let scalar = match kind.map(|ty| &ty.kind) {
            Some(TypeKind::Pointer(_)) => Scalar::Ptr,
            Some(TypeKind::Base { encoding: Encoding::Float, .. }) if size == 4 => {
                Scalar::Float(FloatKind::F32)
            }
            Some(TypeKind::Base { encoding: Encoding::Float, .. }) => Scalar::Float(FloatKind::F64),
            Some(TypeKind::Enum { values, .. }) => {
                let number = crate::value::sign_extend(value.bits, 8 * size as u8);
                if let Some((name, _)) = values.iter().find(|(_, value)| *value == number) {
                    return (plain(name.clone()), None);
                }
                Scalar::Int(8 * size as u8)
            }
            _ => Scalar::Int(8 * size as u8),
        };
        let cut = value.truncated(8 * size as u8);
        (plain(self.machine.show(Wide::narrow(cut), scalar, ty)), None)
    }

    /// Characters as a string in quotes; none where nothing was written.
    fn string(&self, prov: Prov, at: u64, count: u64) -> Option<Cell> {
        let object = &self.machine.memory.objects[prov.index()];
        let count = count.min(object.readable.saturating_sub(at)) as usize;
        if count == 0 {
            return None;
        }
        let shown = count.min(256);
        let (bytes, shadow) = object.bytes(at as usize, shown);
        let defined: Vec<u8> =
            bytes.iter().zip(shadow).take_while(|(_, undef)| *undef == 0).map(|(byte, _)| *byte).collect();
        if defined.is_empty() {
            return None;
        }
        let text = defined.split(|byte| *byte == 0).next().unwrap_or_default();
        let has_end = text.len() < defined.len();
        let cut: String = text.iter().take(CHARACTERS).map(|byte| byte.escape_ascii().to_string()).collect();
        let open = if text.len() > CHARACTERS || !has_end { "…" } else { "" };
        Some(plain(format!("\"{cut}{open}\"")))
    }
}

/// What was found so far.
#[derive(Default)]
struct Found {
    members: Vec<Member>,
    targets: Vec<Typed>,
    hidden: u64,
}

impl Found {
    fn push(&mut self, name: String, at: u64, cell: Option<Cell>) {
        match self.members.len() < MEMBERS {
            true => self.members.push((name, at, cell)),
            false => self.hidden += 1,
        }
    }
}

/// All bits of so many bytes.
fn mask(bytes: u64) -> u64 {
    u64::MAX >> (64 - 8 * bytes.clamp(1, 8))
}

/// The type of an object of some size: an array where several fit.
pub fn spelling(program: &Program, ty: TypeId, size: u64) -> String {
    let types = &program.types;
    let each = types.get(types.strip(ty)).size;
    match size.checked_div(each) {
        Some(count) if count > 1 => format!("{}[{count}]", types.spelling(ty)),
        _ => types.spelling(ty),
    }
}
