//! Source types: what debug info says about layout, field names and pointees.
//!
//! Engines compute on bytes; source types are for people (names in traces and invariants) and for the analyses
//! that start from declared types. A type table may be empty: a program compiled without `-g` is still a program.

use crate::TypeId;

/// A source type and its size.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Type {
    /// What kind of type it is.
    pub kind: TypeKind,
    /// The size in bytes; 0 for `void`, functions and incomplete types.
    pub size: u64,
}

/// The kinds of source types.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    /// `void`, or a type debug info does not describe.
    Void,
    /// An integer, character, truth value or floating-point type.
    Base {
        /// Its spelling, such as `unsigned int`.
        name: String,
        /// How its bits are read.
        encoding: Encoding,
    },
    /// An enumeration.
    Enum {
        /// Its tag, if it has one.
        name: Option<String>,
        /// Its enumerators.
        values: Vec<(String, i64)>,
    },
    /// A pointer (or a C++ reference).
    Pointer(TypeId),
    /// An array.
    Array {
        /// The type of an element.
        element: TypeId,
        /// The number of elements; none for `[]` and variable-length arrays.
        count: Option<u64>,
    },
    /// A struct or class.
    Struct(Record),
    /// A union.
    Union(Record),
    /// A function.
    Function {
        /// The result.
        result: TypeId,
        /// The parameters.
        params: Vec<TypeId>,
        /// Whether more arguments may follow.
        variadic: bool,
    },
    /// A name for another type.
    Typedef {
        /// The name.
        name: String,
        /// The type it stands for.
        target: TypeId,
    },
    /// A qualified type.
    Qualified {
        /// The qualifier, such as `const`.
        qualifier: Qualifier,
        /// The type it qualifies.
        target: TypeId,
    },
}

/// Type qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Qualifier {
    /// `const`
    Const,
    /// `volatile`
    Volatile,
    /// `restrict`
    Restrict,
    /// `_Atomic`
    Atomic,
}

/// How the bits of a base type are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// A truth value.
    Bool,
    /// Two's complement.
    Signed,
    /// Unsigned binary.
    Unsigned,
    /// A signed character.
    SignedChar,
    /// An unsigned character.
    UnsignedChar,
    /// Floating point.
    Float,
    /// A complex number: two floats.
    Complex,
}

/// The members of a struct or union.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Record {
    /// The tag, if it has one.
    pub name: Option<String>,
    /// The members in order of declaration.
    pub fields: Vec<Field>,
    /// False where only a declaration was seen.
    pub complete: bool,
}

/// A member of a struct or union.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// The name; none for an anonymous struct or union member.
    pub name: Option<String>,
    /// The type.
    pub ty: TypeId,
    /// The offset in bits from the start of the record.
    pub bit_offset: u64,
    /// The width of a bit-field.
    pub bit_width: Option<u32>,
}

impl Field {
    /// The offset in bytes from the start of the record (of the byte that holds the first bit).
    pub fn offset(&self) -> u64 {
        self.bit_offset / 8
    }
}

/// The types of a program. Types may be recursive through pointers.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TypeTable {
    types: Vec<Type>,
}

impl TypeTable {
    /// Adds a type.
    pub fn push(&mut self, ty: Type) -> TypeId {
        self.types.push(ty);
        TypeId::new(self.types.len() - 1)
    }

    /// Replaces a type: how a recursive type that was entered as incomplete gets its members.
    pub fn set(&mut self, id: TypeId, ty: Type) {
        self.types[id.index()] = ty;
    }

    /// The type with this id.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.index()]
    }

    /// The number of types.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Whether there is no type at all.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// All types with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (TypeId, &Type)> {
        self.types.iter().enumerate().map(|(index, ty)| (TypeId::new(index), ty))
    }

    /// The type behind typedefs and qualifiers.
    pub fn strip(&self, id: TypeId) -> TypeId {
        let mut id = id;
        while let TypeKind::Typedef { target, .. } | TypeKind::Qualified { target, .. } = self.get(id).kind {
            id = target;
        }
        id
    }

    /// What a pointer type points to, behind typedefs and qualifiers of the pointer itself.
    pub fn pointee(&self, id: TypeId) -> Option<TypeId> {
        match self.get(self.strip(id)).kind {
            TypeKind::Pointer(target) => Some(target),
            _ => None,
        }
    }

    /// Whether an integer type is signed; none for what is no integer.
    pub fn signedness(&self, id: TypeId) -> Option<bool> {
        let TypeKind::Base { encoding, .. } = self.get(self.strip(id)).kind else { return None };
        match encoding {
            Encoding::Signed | Encoding::SignedChar => Some(true),
            Encoding::Bool | Encoding::Unsigned | Encoding::UnsignedChar => Some(false),
            Encoding::Float | Encoding::Complex => None,
        }
    }

    /// The C spelling of a type, such as `struct node *`.
    pub fn spelling(&self, id: TypeId) -> String {
        self.declarator(id, String::new())
    }

    /// The C declaration of `name` with type `id`, such as `int a[4]`.
    pub fn declaration(&self, id: TypeId, name: &str) -> String {
        self.declarator(id, name.to_string())
    }

    /// Wraps `inner` (what is being declared, possibly empty) in the declarator of `id`.
    fn declarator(&self, id: TypeId, inner: String) -> String {
        let with_base = |base: &str| match inner.is_empty() {
            true => base.to_string(),
            false => format!("{base} {inner}"),
        };
        let tagged = |keyword: &str, name: &Option<String>| match name {
            Some(name) => with_base(&format!("{keyword} {name}")),
            None => with_base(&format!("{keyword} {{…}}")),
        };
        match &self.get(id).kind {
            TypeKind::Void => with_base("void"),
            TypeKind::Base { name, .. } | TypeKind::Typedef { name, .. } => with_base(name),
            TypeKind::Enum { name, .. } => tagged("enum", name),
            TypeKind::Struct(record) => tagged("struct", &record.name),
            TypeKind::Union(record) => tagged("union", &record.name),
            TypeKind::Pointer(target) => match self.get(*target).kind {
                TypeKind::Array { .. } | TypeKind::Function { .. } => {
                    self.declarator(*target, format!("(*{inner})"))
                }
                _ => self.declarator(*target, format!("*{inner}")),
            },
            TypeKind::Array { element, count } => {
                let count = count.map(|count| count.to_string()).unwrap_or_default();
                self.declarator(*element, format!("{inner}[{count}]"))
            }
            TypeKind::Function { result, params, variadic } => {
                let mut list: Vec<String> = params.iter().map(|param| self.spelling(*param)).collect();
                if *variadic {
                    list.push("...".to_string());
                }
                if list.is_empty() {
                    list.push("void".to_string());
                }
                self.declarator(*result, format!("{inner}({})", list.join(", ")))
            }
            TypeKind::Qualified { qualifier, target } => {
                let word = match qualifier {
                    Qualifier::Const => "const",
                    Qualifier::Volatile => "volatile",
                    Qualifier::Restrict => "restrict",
                    Qualifier::Atomic => "_Atomic",
                };
                match self.get(*target).kind {
                    TypeKind::Pointer(_) => self.declarator(*target, with_base(word)),
                    _ => format!("{word} {}", self.declarator(*target, inner)),
                }
            }
        }
    }

    /// The access path of the member at byte `offset` of a value of type `id`, such as `.list.next` or `[3].x`:
    /// the outermost member that starts there and, where `size` is given, descends until the member is no larger
    /// than `size`. Empty where the type has no members; none where `offset` is inside no member.
    pub fn path_at(&self, id: TypeId, offset: u64, size: Option<u64>) -> Option<String> {
        let ty = self.get(self.strip(id));
        let fits = size.is_none_or(|size| ty.size <= size);
        match &ty.kind {
            _ if offset == 0 && fits => Some(String::new()),
            TypeKind::Struct(record) | TypeKind::Union(record) => record.fields.iter().find_map(|field| {
                let end = field.offset().saturating_add(self.get(field.ty).size);
                if offset < field.offset() || offset >= end {
                    return None;
                }
                // Without a size the first member that starts here is meant, not what is nested in it.
                let rest = match offset == field.offset() && size.is_none() && field.name.is_some() {
                    true => String::new(),
                    false => self.path_at(field.ty, offset - field.offset(), size)?,
                };
                Some(match &field.name {
                    Some(name) => format!(".{name}{rest}"),
                    None => rest,
                })
            }),
            TypeKind::Array { element, .. } => {
                let each = self.get(*element).size;
                let index = offset.checked_div(each)?;
                Some(format!("[{index}]{}", self.path_at(*element, offset % each, size)?))
            }
            _ if offset == 0 => Some(String::new()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(types: &mut TypeTable, name: &str, size: u64) -> TypeId {
        types.push(Type { kind: TypeKind::Base { name: name.into(), encoding: Encoding::Signed }, size })
    }

    fn field(name: &str, ty: TypeId, offset: u64) -> Field {
        Field { name: Some(name.into()), ty, bit_offset: offset * 8, bit_width: None }
    }

    fn record(types: &mut TypeTable, name: &str, fields: Vec<Field>, size: u64) -> TypeId {
        let record = Record { name: Some(name.into()), fields, complete: true };
        types.push(Type { kind: TypeKind::Struct(record), size })
    }

    #[test]
    fn spells_nested_declarators_as_c_does() {
        let mut types = TypeTable::default();
        let int = base(&mut types, "int", 4);
        let array = types.push(Type { kind: TypeKind::Array { element: int, count: Some(4) }, size: 16 });
        let to_array = types.push(Type { kind: TypeKind::Pointer(array), size: 8 });
        let function = TypeKind::Function { result: to_array, params: vec![int], variadic: true };
        let function = types.push(Type { kind: function, size: 0 });
        let to_function = types.push(Type { kind: TypeKind::Pointer(function), size: 8 });
        let kind = TypeKind::Qualified { qualifier: Qualifier::Const, target: to_function };
        let constant = types.push(Type { kind, size: 8 });
        assert_eq!(types.declaration(to_array, "a"), "int (*a)[4]");
        assert_eq!(types.spelling(to_function), "int (*(*)(int, ...))[4]");
        assert_eq!(types.declaration(constant, "f"), "int (*(*const f)(int, ...))[4]");
    }

    #[test]
    fn paths_name_the_member_at_an_offset() {
        let mut types = TypeTable::default();
        let int = base(&mut types, "int", 4);
        let link = record(&mut types, "link", vec![field("next", int, 0), field("prev", int, 4)], 8);
        let links = types.push(Type { kind: TypeKind::Array { element: link, count: Some(2) }, size: 16 });
        let node = record(&mut types, "node", vec![field("data", int, 0), field("links", links, 4)], 20);
        assert_eq!(types.path_at(node, 0, Some(20)).as_deref(), Some(""));
        assert_eq!(types.path_at(node, 0, Some(4)).as_deref(), Some(".data"));
        assert_eq!(types.path_at(node, 4, None).as_deref(), Some(".links"));
        assert_eq!(types.path_at(node, 16, Some(4)).as_deref(), Some(".links[1].prev"));
        assert_eq!(types.path_at(node, 24, Some(4)), None);
    }

    #[test]
    fn a_member_at_the_end_of_the_address_space_has_a_path() {
        let mut types = TypeTable::default();
        let wide = base(&mut types, "wide", u64::MAX);
        let node = record(&mut types, "node", vec![field("last", wide, u64::MAX / 8)], u64::MAX);
        assert_eq!(types.path_at(node, u64::MAX / 8, None).as_deref(), Some(".last"));
    }
}
