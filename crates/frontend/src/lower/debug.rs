//! Debug info to source files, source types and spans.
//!
//! Types that mean the same are entered once: structural types by their content, records and typedefs by their name
//! and place of declaration, so that a header's types are shared between the files that include it. Records are
//! entered empty and filled from a work list, which is how recursive types end and why deep type graphs do not
//! overflow the stack.

use crate::llvm::{DiType, Node};
use ir::types::{Encoding, Field, Qualifier, Record, Type, TypeKind, TypeTable};
use ir::{FileId, SourceFile, Span, TypeId};
use rustc_hash::FxHashMap;
use std::collections::HashMap;

/// DWARF's numbers for kinds of types.
mod tag {
    pub const ARRAY: u32 = 0x01;
    pub const CLASS: u32 = 0x02;
    pub const ENUM: u32 = 0x04;
    pub const MEMBER: u32 = 0x0d;
    pub const POINTER: u32 = 0x0f;
    pub const REFERENCE: u32 = 0x10;
    pub const STRUCT: u32 = 0x13;
    pub const SUBROUTINE: u32 = 0x15;
    pub const TYPEDEF: u32 = 0x16;
    pub const UNION: u32 = 0x17;
    pub const INHERITANCE: u32 = 0x1c;
    pub const BASE: u32 = 0x24;
    pub const CONST: u32 = 0x26;
    pub const VOLATILE: u32 = 0x35;
    pub const RESTRICT: u32 = 0x37;
    pub const RVALUE_REFERENCE: u32 = 0x42;
    pub const ATOMIC: u32 = 0x47;
}

/// Bits of a type's flags.
mod flag {
    pub const DECLARATION: u32 = 1 << 2;
    pub const STATIC_MEMBER: u32 = 1 << 12;
    pub const BIT_FIELD: u32 = 1 << 19;
}

/// Declarators nested deeper than this (thousands of `*`) are of interest to nobody, and end in `void`.
const MAX_DEPTH: u32 = 256;

/// Where a named type is declared: what tells two declarations apart.
type Place = (u32, String, u64, Option<FileId>, u32);

/// What debug info has given so far.
#[derive(Default)]
pub struct DebugInfo<'m> {
    /// The files met.
    pub files: Vec<SourceFile>,
    /// The types met.
    pub types: TypeTable,
    file_ids: HashMap<SourceFile, FileId>,
    scope_files: FxHashMap<Node<'m>, Option<FileId>>,
    last_scope: Option<(Node<'m>, Option<FileId>)>,
    by_node: FxHashMap<Node<'m>, TypeId>,
    by_content: HashMap<Type, TypeId>,
    by_place: HashMap<Place, TypeId>,
    /// Records by the name that LLVM's struct types carry, with their size.
    records: HashMap<(String, u64), TypeId>,
    unfilled: Vec<(TypeId, Node<'m>)>,
    /// How deep the declarator is that is being entered.
    depth: u32,
    void: Option<TypeId>,
}

impl<'m> DebugInfo<'m> {
    /// The file of a file node.
    fn file(&mut self, node: Node<'m>) -> Option<FileId> {
        let (name, directory) = node.file_name()?;
        let file = SourceFile { name: name.into_owned(), directory: directory.into_owned() };
        if let Some(id) = self.file_ids.get(&file) {
            return Some(*id);
        }
        let id = FileId::new(self.files.len());
        self.files.push(file.clone());
        self.file_ids.insert(file, id);
        Some(id)
    }

    /// The file of a scope or file node.
    fn scope_file(&mut self, scope: Node<'m>) -> Option<FileId> {
        if let Some((_, file)) = self.last_scope.filter(|(last, _)| *last == scope) {
            return file;
        }
        let file = match self.scope_files.get(&scope) {
            Some(file) => *file,
            None => {
                let file = scope.scope_file().and_then(|file| self.file(file));
                self.scope_files.insert(scope, file);
                file
            }
        };
        self.last_scope = Some((scope, file));
        file
    }

    /// The span of a location node.
    pub fn location(&mut self, node: Node<'m>) -> Option<Span> {
        let (line, column, scope) = node.location()?;
        Span::new(self.scope_file(scope)?, line, column)
    }

    /// The span of a declaration.
    pub fn declaration(&mut self, file: Option<Node<'m>>, line: u32) -> Option<Span> {
        Span::new(self.scope_file(file?)?, line, 0)
    }

    /// The record that LLVM's struct type of this name and size stands for: `struct.node`, `union.u.12`.
    pub fn record(&self, llvm_name: &str, size: u64) -> Option<TypeId> {
        let name =
            ["struct.", "union.", "class."].iter().find_map(|prefix| llvm_name.strip_prefix(prefix))?;
        let find = |name: &str| self.records.get(&(name.to_string(), size)).copied();
        find(name).or_else(|| {
            // LLVM numbers a second type of the same name.
            let (stem, number) = name.rsplit_once('.')?;
            number.bytes().all(|byte| byte.is_ascii_digit()).then(|| find(stem)).flatten()
        })
    }

    /// The type of a node; none is `void`.
    pub fn ty(&mut self, node: Option<Node<'m>>) -> TypeId {
        let id = self.enter(node);
        while let Some((id, node)) = self.unfilled.pop() {
            self.fill(id, node);
        }
        id
    }

    /// The type of a node that must be there: where none is given, none is known.
    pub fn known(&mut self, node: Option<Node<'m>>) -> Option<TypeId> {
        node.map(|node| self.ty(Some(node)))
    }

    fn void(&mut self) -> TypeId {
        match self.void {
            Some(id) => id,
            None => {
                let id = self.types.push(Type { kind: TypeKind::Void, size: 0 });
                self.void = Some(id);
                id
            }
        }
    }

    fn intern(&mut self, kind: TypeKind, size: u64) -> TypeId {
        let ty = Type { kind, size };
        if let Some(id) = self.by_content.get(&ty) {
            return *id;
        }
        let id = self.types.push(ty.clone());
        self.by_content.insert(ty, id);
        id
    }

    fn enter(&mut self, node: Option<Node<'m>>) -> TypeId {
        let Some(node) = node else { return self.void() };
        if let Some(id) = self.by_node.get(&node) {
            return *id;
        }
        let Some(ty) = node.as_type().filter(|_| self.depth < MAX_DEPTH) else { return self.void() };
        self.depth += 1;
        let id = match ty.tag {
            tag::STRUCT | tag::CLASS | tag::UNION => self.enter_record(node, &ty),
            _ => self.enter_other(&ty),
        };
        self.depth -= 1;
        self.by_node.insert(node, id);
        id
    }

    fn place(&mut self, ty: &DiType<'m>) -> Option<Place> {
        // A type inside a function or record is told apart by its node alone.
        let local = ty.scope.is_some_and(|scope| !scope.is_file_scope());
        if local || ty.name.is_empty() {
            return None;
        }
        let file = ty.file.and_then(|file| self.scope_file(file));
        Some((ty.tag, ty.name.to_string(), ty.size_bits, file, ty.line))
    }

    fn enter_record(&mut self, node: Node<'m>, ty: &DiType<'m>) -> TypeId {
        let place = self.place(ty);
        if let Some(id) = place.as_ref().and_then(|place| self.by_place.get(place)) {
            return *id;
        }
        let complete = ty.flags & flag::DECLARATION == 0;
        let record = Record { name: name(ty), fields: Vec::new(), complete };
        let kind = match ty.tag {
            tag::UNION => TypeKind::Union(record),
            _ => TypeKind::Struct(record),
        };
        let size = ty.size_bits / 8;
        let id = self.types.push(Type { kind, size });
        if let Some(place) = place {
            self.by_place.insert(place, id);
        }
        if complete {
            if !ty.name.is_empty() {
                self.records.entry((ty.name.to_string(), size)).or_insert(id);
            }
            self.unfilled.push((id, node));
        }
        id
    }

    /// Gives a record its members.
    fn fill(&mut self, id: TypeId, node: Node<'m>) {
        let Some(ty) = node.as_type() else { return };
        let members = ty.elements.map(Node::operands).unwrap_or_default();
        let mut fields = Vec::new();
        for member in members.into_iter().flatten().filter_map(Node::as_type) {
            let is_field = matches!(member.tag, tag::MEMBER | tag::INHERITANCE);
            if !is_field || member.flags & flag::STATIC_MEMBER != 0 {
                continue;
            }
            let ty = self.enter(member.base);
            let bit_field = member.flags & flag::BIT_FIELD != 0;
            let bit_width = bit_field.then(|| u32::try_from(member.size_bits).unwrap_or(u32::MAX));
            fields.push(Field { name: name(&member), ty, bit_offset: member.offset_bits, bit_width });
        }
        let mut filled = self.types.get(id).clone();
        if let TypeKind::Struct(record) | TypeKind::Union(record) = &mut filled.kind {
            record.fields = fields;
        }
        self.types.set(id, filled);
    }

    fn enter_other(&mut self, ty: &DiType<'m>) -> TypeId {
        let size = ty.size_bits / 8;
        match ty.tag {
            tag::BASE => {
                let kind = TypeKind::Base { name: ty.name.to_string(), encoding: encoding(ty.encoding) };
                self.intern(kind, size)
            }
            tag::POINTER | tag::REFERENCE | tag::RVALUE_REFERENCE => {
                let target = self.enter(ty.base);
                self.intern(TypeKind::Pointer(target), size)
            }
            tag::ARRAY => self.enter_array(ty),
            tag::ENUM => {
                let values = ty.elements.map(Node::operands).unwrap_or_default();
                let values = values.into_iter().flatten().filter_map(Node::enumerator);
                let values = values.map(|(name, value)| (name.into_owned(), value)).collect();
                self.intern(TypeKind::Enum { name: name(ty), values }, size)
            }
            tag::TYPEDEF => self.enter_typedef(ty),
            tag::CONST => self.enter_qualified(ty, Qualifier::Const),
            tag::VOLATILE => self.enter_qualified(ty, Qualifier::Volatile),
            tag::RESTRICT => self.enter_qualified(ty, Qualifier::Restrict),
            tag::ATOMIC => self.enter_qualified(ty, Qualifier::Atomic),
            tag::SUBROUTINE => {
                let list = ty.elements.map(Node::operands).unwrap_or_default();
                let result = self.enter(list.first().copied().flatten());
                let mut params = list.get(1..).unwrap_or_default();
                // A null node in last place stands for `...`.
                let variadic = params.last().is_some_and(Option::is_none);
                if variadic {
                    params = &params[..params.len() - 1];
                }
                let params = params.iter().map(|param| self.enter(*param)).collect();
                self.intern(TypeKind::Function { result, params, variadic }, 0)
            }
            _ => self.void(),
        }
    }

    fn enter_qualified(&mut self, ty: &DiType<'m>, qualifier: Qualifier) -> TypeId {
        let target = self.enter(ty.base);
        let size = self.types.get(target).size;
        self.intern(TypeKind::Qualified { qualifier, target }, size)
    }

    fn enter_typedef(&mut self, ty: &DiType<'m>) -> TypeId {
        let place = self.place(ty);
        // What was only declared in one file may be defined in another.
        let target = self.enter(ty.base);
        if let Some(id) = place.as_ref().and_then(|place| self.by_place.get(place)) {
            return *id;
        }
        let size = self.types.get(target).size;
        let id = self.intern(TypeKind::Typedef { name: ty.name.to_string(), target }, size);
        if let TypeKind::Struct(record) | TypeKind::Union(record) = &self.types.get(target).kind {
            // LLVM names the type of an anonymous record after its typedef.
            if record.name.is_none() {
                self.records.entry((ty.name.to_string(), size)).or_insert(id);
            }
        }
        if let Some(place) = place {
            self.by_place.insert(place, id);
        }
        id
    }

    fn enter_array(&mut self, ty: &DiType<'m>) -> TypeId {
        let mut element = self.enter(ty.base);
        let ranges = ty.elements.map(Node::operands).unwrap_or_default();
        for range in ranges.into_iter().rev() {
            let count = range.and_then(Node::subrange_count).and_then(|count| u64::try_from(count).ok());
            let size = self.types.get(element).size.saturating_mul(count.unwrap_or(0));
            element = self.intern(TypeKind::Array { element, count }, size);
        }
        element
    }

    /// Gives records that were only declared in one file the members that another file declares, where the name
    /// leaves no doubt.
    pub fn complete_records(&mut self) {
        let mut complete: HashMap<(bool, &str), Option<TypeId>> = HashMap::new();
        let mut incomplete = Vec::new();
        for (id, ty) in self.types.iter() {
            let (is_union, record) = match &ty.kind {
                TypeKind::Struct(record) => (false, record),
                TypeKind::Union(record) => (true, record),
                _ => continue,
            };
            let Some(name) = &record.name else { continue };
            match record.complete {
                true => {
                    let entry = complete.entry((is_union, name.as_str()));
                    entry.and_modify(|id| *id = None).or_insert(Some(id));
                }
                false => incomplete.push((id, is_union, name.as_str())),
            }
        }
        let found = |(id, is_union, name)| Some((id, complete.get(&(is_union, name)).copied()??));
        let pairs: Vec<(TypeId, TypeId)> = incomplete.into_iter().filter_map(found).collect();
        for (id, full) in &pairs {
            self.types.set(*id, self.types.get(*full).clone());
        }
        // Other names for them have their size.
        let is_name = |ty: &Type| matches!(ty.kind, TypeKind::Typedef { .. } | TypeKind::Qualified { .. });
        let names: Vec<TypeId> =
            self.types.iter().filter(|(_, ty)| is_name(ty) && ty.size == 0).map(|(id, _)| id).collect();
        for id in names.into_iter().filter(|_| !pairs.is_empty()) {
            let size = self.types.get(self.types.strip(id)).size;
            let named = Type { size, ..self.types.get(id).clone() };
            self.types.set(id, named);
        }
    }
}

fn name(ty: &DiType) -> Option<String> {
    (!ty.name.is_empty()).then(|| ty.name.to_string())
}

/// What DWARF's numbers for the readings of bits mean.
fn encoding(number: u32) -> Encoding {
    match number {
        0x02 => Encoding::Bool,
        0x03 | 0x80 => Encoding::Complex,
        0x04 => Encoding::Float,
        0x06 => Encoding::SignedChar,
        0x07 => Encoding::Unsigned,
        0x08 | 0x10 => Encoding::UnsignedChar,
        _ => Encoding::Signed,
    }
}
