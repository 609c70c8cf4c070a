//! Node types: what debug info says about the memory that pointers point to.
//!
//! A *target* is a type that pointers point to: a struct, but also a single pointer or number (`T **`, `int *`). Its
//! layout says which bytes are *cells* (pointers to structs: links of the data structure), which belong to nested
//! structs, which are *mixed* (a union of links and other things: no integrity is claimed for them), and leaves all
//! others to data, of which anything may be said. Every byte has one owner: the innermost struct around it, so that a
//! link has the same name whether it is reached through the outer or the inner struct.
//!
//! Invariant: cells, nested targets and mixed ranges of one layout do not overlap.

use crate::solver::solve::Compiled;
use crate::solver::term::Field;
use crate::state::seen::{Bytes, Seen};
use crate::types::pointers;
use crate::types::promises::Promise;
use crate::types::tags::Tagged;
use engine::Assumption;
use ir::types::{Encoding, Record, TypeKind};
use ir::{Program, TypeId};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

/// Arrays in nodes with more elements than this are mixed memory.
const LARGEST_ARRAY: u64 = 64;

/// A type that pointers point to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TargetId(pub u32);

impl TargetId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// The layout of a target.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The C spelling of the type.
    pub name: String,
    /// The source type.
    pub ty: TypeId,
    /// The size in bytes.
    pub size: u64,
    /// The links, by offset.
    pub cells: Vec<Cell>,
    /// The nested targets, by offset.
    pub nested: Vec<(u64, TargetId)>,
    /// Ranges of bytes (start and end) for which nothing is claimed.
    pub mixed: Vec<(u64, u64)>,
    /// Whether it is a struct or union: pointers to others carry no integrity in memory.
    pub is_record: bool,
    /// Whether its elements are one type, repeated.
    pub is_array: bool,
}

/// A pointer to a struct, in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Where it is.
    pub offset: u64,
    /// What it points to.
    pub target: TargetId,
}

/// What an access touches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// The innermost target around it.
    pub owner: TargetId,
    /// Where the owner starts, from the start of the target that was asked.
    pub owner_at: u64,
    /// Where the access starts, from the start of the owner.
    pub at: u64,
    /// What is there.
    pub kind: SpotKind,
}

/// What is at a spot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpotKind {
    /// A link.
    Link(TargetId),
    /// Data: anything may be there.
    Data,
    /// A union of links and other things.
    Mixed,
    /// Parts of a link: such an access can break it.
    Torn,
}

/// All layouts of a program.
#[derive(Clone, Debug)]
pub struct Layouts<'a> {
    program: &'a Program,
    all: Vec<Layout>,
    known: HashMap<TypeId, TargetId>,
    /// Complete records by keyword and tag: a declaration in one file is the definition in another.
    by_tag: HashMap<(bool, String), TypeId>,
    /// The structs of the library's models, as the program declares them.
    declared: HashMap<TypeId, TypeId>,
    /// What each type is behind names and declarations: nearly every access asks.
    canonical: Arc<Vec<TypeId>>,
    /// Whether pointers to a target may point to more than it, as far as somebody asked.
    open: Arc<Vec<OnceLock<bool>>>,
    /// The links in unions for which integrity is claimed.
    tagged: Vec<Tagged>,
    /// What structs promise of themselves.
    promises: Vec<Promise>,
    /// Solvers with the rules of these types.
    compiled: Arc<Compiled>,
}

impl<'a> Layouts<'a> {
    /// Reads the types of a program.
    pub fn new(program: &'a Program) -> Layouts<'a> {
        let mut by_tag = HashMap::new();
        for (id, ty) in program.types.iter() {
            if let Some((is_union, record)) = record(&ty.kind)
                && record.complete
                && let Some(name) = &record.name
            {
                by_tag.entry((is_union, name.clone())).or_insert(id);
            }
        }
        let mut layouts = Layouts {
            program,
            all: Vec::new(),
            known: HashMap::new(),
            by_tag,
            declared: declared(program),
            canonical: Arc::default(),
            open: Arc::default(),
            tagged: Vec::new(),
            promises: Vec::new(),
            compiled: Arc::default(),
        };
        let canonical: Vec<TypeId> = program.types.iter().map(|(id, _)| layouts.find_canonical(id)).collect();
        layouts.canonical = Arc::new(canonical);
        for (id, _) in program.types.iter() {
            layouts.pointee(id);
            layouts.object(id);
        }
        layouts.open = Arc::new(layouts.all.iter().map(|_| OnceLock::new()).collect());
        layouts
    }

    /// All targets.
    pub fn ids(&self) -> impl Iterator<Item = TargetId> + use<> {
        (0..self.all.len() as u32).map(TargetId)
    }

    /// The layout of a target.
    pub fn get(&self, id: TargetId) -> &Layout {
        &self.all[id.index()]
    }

    /// Solvers with the rules of these types, as far as they were needed.
    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// What a pointer of this type points to; none for `void *`, functions and incomplete types.
    pub fn pointer_target(&self, ty: TypeId) -> Option<TargetId> {
        let pointee = self.program.types.pointee(ty)?;
        self.object_target(pointee)
    }

    /// Whether a pointer type points to a struct of the library's models.
    pub fn is_of_library(&self, ty: TypeId) -> bool {
        let types = &self.program.types;
        let pointee = types.pointee(ty).map(|pointee| &types.get(types.strip(pointee)).kind);
        let tag = pointee.and_then(record).and_then(|(_, record)| record.name.as_deref());
        tag.is_some_and(clib::is_library_tag)
    }

    /// The target that is a whole object of this type.
    pub fn object_target(&self, ty: TypeId) -> Option<TargetId> {
        self.known.get(&self.canonical(ty)).copied()
    }

    /// The type behind names, and behind a declaration the definition.
    fn canonical(&self, ty: TypeId) -> TypeId {
        self.canonical[ty.index()]
    }

    fn find_canonical(&self, ty: TypeId) -> TypeId {
        let types = &self.program.types;
        let ty = types.strip(ty);
        let ty = self.declared.get(&ty).copied().unwrap_or(ty);
        let Some((is_union, declared)) = record(&types.get(ty).kind) else { return ty };
        let Some(tag) = declared.name.clone() else { return ty };
        let Some(&defined) = self.by_tag.get(&(is_union, tag)) else { return ty };
        let definition = record(&types.get(defined).kind).map(|it| it.1);
        let is_same = |one: &ir::types::Field, other: &ir::types::Field| {
            (&one.name, one.bit_offset, one.bit_width) == (&other.name, other.bit_offset, other.bit_width)
        };
        let has_same_members = |other: &Record| {
            other.fields.len() == declared.fields.len()
                && other.fields.iter().zip(&declared.fields).all(|(one, other)| is_same(one, other))
        };
        // Two files may use one tag for different things.
        let same = !declared.complete
            || types.get(ty).size == types.get(defined).size && definition.is_some_and(has_same_members);
        if same { defined } else { ty }
    }

    fn pointee(&mut self, ty: TypeId) {
        if let Some(pointee) = self.program.types.pointee(ty) {
            self.object(pointee);
        }
    }

    /// Enters the layout of a type, and of all types it mentions.
    fn object(&mut self, ty: TypeId) -> Option<TargetId> {
        let ty = self.canonical(ty);
        if let Some(&known) = self.known.get(&ty) {
            return Some(known);
        }
        let source = self.program.types.get(ty);
        let is_record = match &source.kind {
            TypeKind::Struct(record) | TypeKind::Union(record) if record.complete => true,
            TypeKind::Pointer(_) | TypeKind::Base { .. } | TypeKind::Enum { .. } | TypeKind::Array { .. } => {
                false
            }
            _ => return None,
        };
        if source.size == 0 {
            return None;
        }
        let id = TargetId(self.all.len() as u32);
        self.known.insert(ty, id);
        self.all.push(Layout {
            name: self.program.types.spelling(ty),
            ty,
            size: source.size,
            cells: Vec::new(),
            nested: Vec::new(),
            mixed: Vec::new(),
            is_record,
            is_array: matches!(source.kind, TypeKind::Array { .. }),
        });
        let mut parts = Parts::default();
        match &source.kind {
            TypeKind::Pointer(_) => {
                parts.cells.extend(self.link(ty).map(|target| Cell { offset: 0, target }))
            }
            TypeKind::Array { .. } => self.member(ty, 0, &mut parts),
            TypeKind::Struct(record) => {
                for field in record.fields.iter().filter(|field| field.bit_width.is_none()) {
                    self.member(field.ty, field.offset(), &mut parts);
                }
            }
            TypeKind::Union(_) if self.has_links(ty) => parts.mixed.push((0, source.size)),
            _ => {}
        }
        let layout = &mut self.all[id.index()];
        (layout.cells, layout.nested, layout.mixed) = (parts.cells, parts.nested, parts.mixed);
        Some(id)
    }

    /// The struct that a pointer type links to.
    fn link(&mut self, ty: TypeId) -> Option<TargetId> {
        let pointee = self.canonical(self.program.types.pointee(ty)?);
        record(&self.program.types.get(pointee).kind)?;
        self.object(pointee)
    }

    /// Enters a member of type `ty` at `offset`.
    fn member(&mut self, ty: TypeId, offset: u64, parts: &mut Parts) {
        let ty = self.canonical(ty);
        let source = self.program.types.get(ty);
        match &source.kind {
            TypeKind::Pointer(_) => {
                parts.cells.extend(self.link(ty).map(|target| Cell { offset, target }));
            }
            TypeKind::Struct(_) => parts.nested.extend(self.object(ty).map(|target| (offset, target))),
            TypeKind::Union(_) if self.has_links(ty) => parts.mixed.push((offset, offset + source.size)),
            TypeKind::Array { element, count } if self.has_links(*element) => match count {
                Some(count) if *count <= LARGEST_ARRAY => {
                    let element = self.canonical(*element);
                    let size = self.program.types.get(element).size;
                    for index in 0..*count {
                        // Elements are targets of their own, so that an element with unknown index can be named.
                        match self.program.types.get(element).kind {
                            TypeKind::Pointer(_) => {
                                parts
                                    .nested
                                    .extend(self.object(element).map(|id| (offset + index * size, id)));
                            }
                            _ => self.member(element, offset + index * size, parts),
                        }
                    }
                }
                _ => parts.mixed.push((offset, offset + source.size)),
            },
            _ => {}
        }
    }

    /// Whether a type contains pointers to structs.
    fn has_links(&mut self, ty: TypeId) -> bool {
        let ty = self.canonical(ty);
        match &self.program.types.get(ty).kind {
            TypeKind::Pointer(_) => {
                let pointee = self.program.types.pointee(ty).map(|pointee| self.canonical(pointee));
                pointee.is_some_and(|ty| {
                    record(&self.program.types.get(ty).kind).is_some_and(|it| it.1.complete)
                })
            }
            TypeKind::Array { element, .. } => self.has_links(*element),
            TypeKind::Struct(record) | TypeKind::Union(record) => {
                record.fields.iter().any(|field| self.has_links(field.ty))
            }
            _ => false,
        }
    }

    /// What an access of `size` bytes at `offset` of a target touches; none outside of it.
    pub fn spot(&self, target: TargetId, offset: i64, size: u64) -> Option<Spot> {
        let layout = self.get(target);
        let offset = u64::try_from(offset).ok()?;
        if offset.checked_add(size)? > layout.size {
            return None;
        }
        let end = offset + size;
        let overlaps = |from: u64, to: u64| from < end && offset < to;
        let pointer = u64::from(self.program.target.pointer_bytes);
        for &(at, nested) in &layout.nested {
            let nested_end = at + self.get(nested).size;
            if at <= offset && end <= nested_end {
                let inner = self.spot(nested, (offset - at) as i64, size)?;
                return Some(Spot { owner_at: inner.owner_at + at, ..inner });
            }
            if overlaps(at, nested_end) && self.carries_links(nested) {
                return Some(Spot { owner: target, owner_at: 0, at: offset, kind: SpotKind::Torn });
            }
        }
        let kind = match layout.cells.iter().find(|cell| overlaps(cell.offset, cell.offset + pointer)) {
            Some(cell) if cell.offset == offset && size == pointer => SpotKind::Link(cell.target),
            Some(_) => SpotKind::Torn,
            None if layout.mixed.iter().any(|&(from, to)| overlaps(from, to)) => {
                match self.has_tags(target) {
                    // What a tag tells is followed like any number.
                    true => SpotKind::Data,
                    false => SpotKind::Mixed,
                }
            }
            None => SpotKind::Data,
        };
        Some(Spot { owner: target, owner_at: 0, at: offset, kind })
    }

    /// Whether a member is declared as a pointer.
    pub fn is_pointer_at(&self, field: Field) -> bool {
        pointers::member(self.program, self.get(field.owner).ty, field.at).is_some()
    }

    /// The type of the number or pointer of some size at an offset of a target.
    pub fn scalar_at(&self, target: TargetId, at: u64, size: u64) -> Option<TypeId> {
        self.scalar_in(self.get(target).ty, at, size)
    }

    fn scalar_in(&self, ty: TypeId, at: u64, size: u64) -> Option<TypeId> {
        let ty = self.canonical(ty);
        let source = self.program.types.get(ty);
        match &source.kind {
            TypeKind::Struct(record) => record.fields.iter().find_map(|field| {
                let end = field.offset() + self.program.types.get(self.canonical(field.ty)).size;
                let inside = field.bit_width.is_none() && (field.offset()..end).contains(&at);
                inside.then(|| self.scalar_in(field.ty, at - field.offset(), size))?
            }),
            TypeKind::Array { element, .. } => {
                let each = self.program.types.get(self.canonical(*element)).size;
                self.scalar_in(*element, at.checked_rem(each)?, size)
            }
            TypeKind::Base { .. } | TypeKind::Pointer(_) | TypeKind::Enum { .. } => {
                (at == 0 && source.size == size).then_some(ty)
            }
            _ => None,
        }
    }

    /// Whether a member that a path ends with is declared without sign.
    pub fn is_unsigned_member(&self, seen: &Seen) -> bool {
        self.declared_member(seen).is_some_and(|ty| self.is_unsigned(ty))
    }

    /// Whether values of a type have no sign.
    pub fn is_unsigned(&self, ty: TypeId) -> bool {
        matches!(
            &self.program.types.get(ty).kind,
            TypeKind::Base { encoding: Encoding::Unsigned | Encoding::UnsignedChar | Encoding::Bool, .. }
                | TypeKind::Pointer(_)
        )
    }

    /// Whether a member has a sign, or as many bits as an address: then it compares with sizes as it is.
    pub fn is_wide_or_signed(&self, seen: &Seen) -> bool {
        let size = self.declared_member(seen).map(|ty| self.program.types.get(ty).size);
        size.is_some_and(|size| size == 8 || !self.is_unsigned_member(seen))
    }

    /// The declared type of the member that a path ends with.
    pub fn declared_member(&self, seen: &Seen) -> Option<TypeId> {
        match seen {
            Seen::Member(_, target, Bytes { at, size }) => self.scalar_at(*target, *at, *size),
            Seen::Param(_) | Seen::Global(_) | Seen::Length(_) => None,
        }
    }

    /// Claims integrity for links in unions.
    pub fn claim_tagged(&mut self, tagged: Vec<Tagged>) {
        self.tagged = tagged;
    }

    /// The links in unions for which integrity is claimed.
    pub fn tagged(&self) -> &[Tagged] {
        &self.tagged
    }

    /// The same types, where structs promise other things.
    pub fn with_promises(&self, promises: Vec<Promise>) -> Layouts<'a> {
        Layouts { promises, ..self.clone() }
    }

    /// What structs promise of themselves.
    pub fn promises(&self) -> &[Promise] {
        &self.promises
    }

    /// What a struct promises of itself, with the number of each promise.
    pub fn promises_of(&self, owner: TargetId) -> impl Iterator<Item = (usize, &Promise)> {
        self.promises.iter().enumerate().filter(move |(_, it)| it.owner == owner)
    }

    fn has_tags(&self, owner: TargetId) -> bool {
        self.tagged.iter().any(|it| it.link.owner == owner)
    }

    /// Whether a struct has tags, or promises something of itself.
    fn has_claims(&self, owner: TargetId) -> bool {
        self.has_tags(owner) || self.promises_of(owner).next().is_some()
    }

    /// What is claimed of the bytes of a member, as a link in a union.
    pub fn tagged_link(&self, field: Field, size: u64) -> Option<&Tagged> {
        let pointer = u64::from(self.program.target.pointer_bytes);
        self.tagged.iter().find(|it| it.link == field && size == pointer)
    }

    /// The structs with tags or promises in a target, itself and nested ones, with their offsets.
    pub fn claimed_in(&self, target: TargetId) -> Vec<(u64, TargetId)> {
        let mut all = Vec::new();
        if self.has_claims(target) {
            all.push((0, target));
        }
        for &(at, nested) in &self.get(target).nested {
            all.extend(self.claimed_in(nested).into_iter().map(|(offset, owner)| (at + offset, owner)));
        }
        all
    }

    /// What is claimed of a link in a union, in words.
    pub fn tag_assumptions(&self, tagged: &Tagged) -> Vec<Assumption> {
        let pointer = u64::from(self.program.target.pointer_bytes);
        let owner = &self.get(tagged.link.owner).name;
        let tag = self.member_name(tagged.tag.owner, tagged.tag.at, tagged.tag_size);
        let case = |(value, target): (&i64, &TargetId)| {
            let node = self.get(*target).name.clone();
            let link = self.member_name(tagged.link.owner, tagged.link.at, pointer);
            Assumption::Tagged { owner: owner.clone(), link, node, tag: tag.clone(), value: *value }
        };
        tagged.cases.iter().map(case).collect()
    }

    /// The target that is a single pointer to a target.
    pub fn link_to(&self, target: TargetId) -> Option<TargetId> {
        let is_it = |layout: &Layout| {
            !layout.is_record
                && !layout.is_array
                && matches!(layout.cells.as_slice(), [cell] if cell.offset == 0 && cell.target == target)
        };
        self.all.iter().position(is_it).map(|index| TargetId(index as u32))
    }

    /// Whether links are somewhere in a target.
    pub fn carries_links(&self, target: TargetId) -> bool {
        let layout = self.get(target);
        !layout.cells.is_empty() || layout.nested.iter().any(|(_, nested)| self.carries_links(*nested))
    }

    /// All links of a target with their offsets, those of nested targets included.
    pub fn all_cells(&self, target: TargetId) -> Vec<(u64, Spot, TargetId)> {
        let layout = self.get(target);
        let own = layout.cells.iter().map(|cell| {
            let kind = SpotKind::Link(cell.target);
            (cell.offset, Spot { owner: target, owner_at: 0, at: cell.offset, kind }, cell.target)
        });
        let mut all: Vec<_> = own.collect();
        for &(at, nested) in &layout.nested {
            all.extend(
                self.all_cells(nested).into_iter().map(|(offset, spot, to)| {
                    (offset + at, Spot { owner_at: spot.owner_at + at, ..spot }, to)
                }),
            );
        }
        all.sort_by_key(|cell| cell.0);
        all
    }

    /// Whether a target is the other one, or has one at `offset` inside.
    pub fn contains(&self, outer: TargetId, offset: u64, inner: TargetId) -> bool {
        if outer == inner && offset == 0 {
            return true;
        }
        // An array has its elements.
        if self.get(outer).is_array
            && let TypeKind::Array { element, .. } = &self.program.types.get(self.get(outer).ty).kind
            && let Some(element) = self.object_target(*element)
            && self.contains(element, offset % self.get(element).size.max(1), inner)
        {
            return offset < self.get(outer).size;
        }
        // A pointer or a number is part of every struct that has such a member.
        let (wanted, size) = (self.get(inner), self.get(inner).size);
        if !wanted.is_record && !wanted.is_array && outer != inner {
            let kind = self.spot(outer, offset as i64, size).map(|spot| spot.kind);
            return match (wanted.cells.first(), kind) {
                (Some(cell), Some(SpotKind::Link(target))) => cell.target == target,
                (None, Some(SpotKind::Data)) => true,
                _ => false,
            };
        }
        let is_nested = self.get(outer).nested.iter().any(|&(at, nested)| {
            at <= offset
                && offset - at < self.get(nested).size.max(1)
                && self.contains(nested, offset - at, inner)
        });
        // Of a struct that holds data alone nothing is claimed but that it is there: in an array or a union, too.
        is_nested
            || wanted.is_record
                && !self.carries_links(inner)
                && self.claimed_in(inner).is_empty()
                && self.has_part(self.get(outer).ty, offset, wanted.ty)
    }

    /// Whether a type has a part of another one at an offset: a member, an element, or a member of a union.
    fn has_part(&self, ty: TypeId, offset: u64, part: TypeId) -> bool {
        let ty = self.canonical(ty);
        if offset == 0 && ty == self.canonical(part) {
            return true;
        }
        let source = self.program.types.get(ty);
        match &source.kind {
            TypeKind::Struct(record) | TypeKind::Union(record) => record.fields.iter().any(|field| {
                let end = field.offset() + self.program.types.get(self.canonical(field.ty)).size;
                let is_inside = field.bit_width.is_none() && (field.offset()..end).contains(&offset);
                is_inside && self.has_part(field.ty, offset - field.offset(), part)
            }),
            TypeKind::Array { element, .. } if offset < source.size => {
                let each = self.program.types.get(self.canonical(*element)).size;
                offset.checked_rem(each).is_some_and(|rest| self.has_part(*element, rest, part))
            }
            _ => false,
        }
    }

    /// Whether pointers to a struct may well point to more than it: another struct begins as it does (which stands for
    /// inheritance), or some file does not know what it is, so that it stands for what it is cast to.
    pub fn is_open(&self, target: TargetId) -> bool {
        *self.open[target.index()].get_or_init(|| self.find_open(target))
    }

    fn find_open(&self, target: TargetId) -> bool {
        let types = &self.program.types;
        let own = self.get(target).ty;
        let Some((is_union, this)) = record(&types.get(own).kind) else { return false };
        let is_declaration = |kind: &TypeKind| {
            let other = record(kind).filter(|it| !it.1.complete && it.0 == is_union);
            other.is_some_and(|it| it.1.name.is_some() && it.1.name == this.name)
        };
        let begins_alike = |(id, ty): (TypeId, &ir::types::Type)| {
            let other = record(&ty.kind).filter(|_| id != own && ty.size > types.get(own).size);
            other.is_some_and(|(_, other)| self.begins_as(other, this) || self.begins_with(other, own))
        };
        types.iter().any(|(_, ty)| is_declaration(&ty.kind)) || types.iter().any(begins_alike)
    }

    /// Whether the first member of a struct is of a type.
    fn begins_with(&self, record: &Record, ty: TypeId) -> bool {
        let first = record.fields.iter().find(|field| field.offset() == 0);
        first.is_some_and(|field| self.canonical(field.ty) == ty)
    }

    /// Whether a struct begins with all members of another one.
    fn begins_as(&self, record: &Record, other: &Record) -> bool {
        let is_same = |one: &ir::types::Field, other: &ir::types::Field| {
            let (one_ty, other_ty) = (self.canonical(one.ty), self.canonical(other.ty));
            (one.bit_offset, one.bit_width, &one.name) == (other.bit_offset, other.bit_width, &other.name)
                && (one_ty == other_ty || self.spelled_alike(one_ty, other_ty))
        };
        other.fields.len() < record.fields.len()
            && !other.fields.is_empty()
            && record.fields.iter().zip(&other.fields).all(|(one, other)| is_same(one, other))
    }

    /// Whether two types are spelled alike, as those of two files may be.
    fn spelled_alike(&self, one: TypeId, other: TypeId) -> bool {
        let types = &self.program.types;
        types.get(one).size == types.get(other).size && types.spelling(one) == types.spelling(other)
    }

    /// Whether some target has `inner` nested at `offset`.
    pub fn nested_somewhere(&self, offset: u64, inner: TargetId) -> bool {
        (0..self.all.len())
            .map(|index| TargetId(index as u32))
            .any(|outer| self.contains(outer, offset, inner))
    }

    /// The array that is at an offset of a target: where it starts, the size of its elements and their number.
    pub fn array_at(&self, target: TargetId, offset: i64) -> Option<(u64, u64, u64)> {
        self.array_in(self.get(target).ty, u64::try_from(offset).ok()?)
    }

    fn array_in(&self, ty: TypeId, offset: u64) -> Option<(u64, u64, u64)> {
        let ty = self.canonical(ty);
        let source = self.program.types.get(ty);
        match &source.kind {
            TypeKind::Array { element, count: Some(count) } => {
                let size = self.program.types.get(self.canonical(*element)).size;
                // The innermost array counts.
                let inner = offset.checked_rem(size).and_then(|rest| self.array_in(*element, rest));
                match inner {
                    Some((start, each, count)) => Some((offset - offset % size + start, each, count)),
                    None => Some((0, size, *count)),
                }
            }
            TypeKind::Struct(record) => record.fields.iter().find_map(|field| {
                let end = field.offset() + self.program.types.get(self.canonical(field.ty)).size;
                let inside = (field.offset()..end).contains(&offset);
                let (start, each, count) =
                    inside.then(|| self.array_in(field.ty, offset - field.offset()))??;
                Some((start + field.offset(), each, count))
            }),
            _ => None,
        }
    }

    /// Whether a struct ends in an array of any number of elements, or of one, which often stands for that: then memory goes on
    /// behind it.
    pub fn has_tail(&self, target: TargetId) -> bool {
        let types = &self.program.types;
        let Some((false, this)) = record(&types.get(self.get(target).ty).kind) else { return false };
        let last = this.fields.iter().max_by_key(|field| field.offset());
        last.is_some_and(|field| {
            let kind = &types.get(self.canonical(field.ty)).kind;
            matches!(kind, TypeKind::Array { count, .. } if count.is_none_or(|count| count <= 1))
        })
    }

    /// The name of the member at an offset, such as `next`.
    pub fn member_name(&self, target: TargetId, offset: u64, size: u64) -> String {
        let types = &self.program.types;
        let ty = self.get(target).ty;
        let path = types.path_at(ty, offset, Some(size)).unwrap_or_default();
        // A struct that is no larger than its only member is not meant: the member is.
        let first = record(&types.get(types.strip(ty)).kind).and_then(|it| it.1.fields.first());
        match (path.is_empty(), first.and_then(|field| Some((field.name.as_ref()?, field.ty)))) {
            (true, Some((name, ty))) => {
                format!("{name}{}", types.path_at(ty, 0, Some(size)).unwrap_or_default())
            }
            _ => path.trim_start_matches('.').to_string(),
        }
    }
}

/// The parts of a layout while it is made.
#[derive(Default)]
struct Parts {
    cells: Vec<Cell>,
    nested: Vec<(u64, TargetId)>,
    mixed: Vec<(u64, u64)>,
}

fn record(kind: &TypeKind) -> Option<(bool, &Record)> {
    match kind {
        TypeKind::Struct(record) => Some((false, record)),
        TypeKind::Union(record) => Some((true, record)),
        _ => None,
    }
}
/// The structs of the library's models, each with the one that the program declares under the same typedef.
fn declared(program: &Program) -> HashMap<TypeId, TypeId> {
    let types = &program.types;
    let named = |is_model: bool| {
        let mut all: BTreeMap<&str, TypeId> = BTreeMap::new();
        for (id, ty) in types.iter() {
            let TypeKind::Typedef { name, .. } = &ty.kind else { continue };
            let target = types.strip(id);
            let tag = record(&types.get(target).kind).and_then(|(_, record)| record.name.as_deref());
            if tag.is_some_and(|tag| clib::is_library_tag(tag) == is_model) {
                all.entry(name).or_insert(target);
            }
        }
        all
    };
    let own = named(false);
    named(true).into_iter().filter_map(|(name, model)| Some((model, *own.get(name)?))).collect()
}
