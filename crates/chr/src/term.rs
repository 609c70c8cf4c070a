//! Interned terms: the variables and constants that constraints speak about.
//!
//! Goals are flattened, so a term is never nested: `p + 1` is a variable of its own with a
//! definition. Interning makes equality of terms equality of ids, and term tables flat arrays.

use rustc_hash::FxHashMap;
use std::fmt;

/// The type of a term. Types are names; a user's declaration may add new ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TypeId(pub(crate) u32);

impl TypeId {
    /// Not yet known; treated as an integer when an operation needs a type.
    pub const ANY: TypeId = TypeId(0);
    /// Integers, written `num` or `int`.
    pub const NUM: TypeId = TypeId(1);
    /// Truth values.
    pub const BOOL: TypeId = TypeId(2);
    /// Atoms such as `@red`.
    pub const ATOM: TypeId = TypeId(3);
    /// Strings.
    pub const STR: TypeId = TypeId(4);
    /// The type of the one constant `nil`.
    pub const NIL: TypeId = TypeId(5);
    /// Finite partial maps from integers to integers.
    pub const HEAP: TypeId = TypeId(6);
}

/// The types known by name.
#[derive(Clone, Debug)]
pub(crate) struct Types {
    names: Vec<Box<str>>,
}

impl Types {
    pub(crate) fn new() -> Types {
        let names = ["any", "int", "bool", "atom", "str", "nil", "heap"];
        Types { names: names.iter().map(|&n| n.into()).collect() }
    }

    pub(crate) fn named(&mut self, name: &str) -> TypeId {
        let name = match name {
            "num" => "int",
            "string" => "str",
            other => other,
        };
        let at = self.names.iter().position(|n| **n == *name).unwrap_or_else(|| {
            self.names.push(name.into());
            self.names.len() - 1
        });
        TypeId(at as u32)
    }

    pub(crate) fn name(&self, t: TypeId) -> &str {
        &self.names[t.0 as usize]
    }
}

/// An interned term.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(pub(crate) u32);

impl TermId {
    /// The integer zero, to which all integer constants are related by an offset.
    pub const ZERO: TermId = TermId(0);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for TermId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

/// What a term is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// A variable, by name.
    Var(Box<str>),
    /// An integer.
    Int(i64),
    /// An atom constant; printed with `@`.
    Atom(Box<str>),
    /// A string constant.
    Str(Box<str>),
    /// The constant `nil`.
    Nil,
    /// A truth value as an argument.
    Bool(bool),
}

/// Integers beyond this magnitude are refused by the front end and left alone by the theories, so
/// that sums and small products never overflow.
pub(crate) const INT_LIMIT: i64 = 1 << 58;

/// Whether an integer is one that theories may calculate with.
pub(crate) fn in_range(n: i64) -> bool {
    (-INT_LIMIT..=INT_LIMIT).contains(&n)
}

#[derive(Clone, Debug)]
pub(crate) struct Terms {
    data: Vec<Term>,
    ids: FxHashMap<Term, TermId>,
    types: Vec<TypeId>,
    fresh: u32,
}

impl Terms {
    pub(crate) fn new() -> Terms {
        let mut terms = Terms { data: Vec::new(), ids: FxHashMap::default(), types: Vec::new(), fresh: 0 };
        let zero = terms.intern(Term::Int(0));
        debug_assert_eq!(zero, TermId::ZERO);
        terms
    }

    pub(crate) fn intern(&mut self, term: Term) -> TermId {
        if let Some(&id) = self.ids.get(&term) {
            return id;
        }
        let id = TermId(self.data.len() as u32);
        self.types.push(match term {
            Term::Var(_) => TypeId::ANY,
            Term::Int(_) => TypeId::NUM,
            Term::Atom(_) => TypeId::ATOM,
            Term::Str(_) => TypeId::STR,
            Term::Nil => TypeId::NIL,
            Term::Bool(_) => TypeId::BOOL,
        });
        self.data.push(term.clone());
        self.ids.insert(term, id);
        id
    }

    pub(crate) fn int(&mut self, value: i64) -> TermId {
        self.intern(Term::Int(value))
    }

    pub(crate) fn find_int(&self, value: i64) -> Option<TermId> {
        self.ids.get(&Term::Int(value)).copied()
    }

    pub(crate) fn find_var(&self, name: &str) -> Option<TermId> {
        self.ids.get(&Term::Var(name.into())).copied()
    }

    pub(crate) fn var(&mut self, name: &str) -> TermId {
        self.intern(Term::Var(name.into()))
    }

    /// A variable that no goal mentions; `base` hints at its origin.
    pub(crate) fn fresh(&mut self, base: &str, ty: TypeId) -> TermId {
        loop {
            let name: Box<str> = format!("_{base}{}", self.fresh).into();
            self.fresh += 1;
            let term = Term::Var(name);
            if !self.ids.contains_key(&term) {
                let id = self.intern(term);
                self.set_type(id, ty);
                return id;
            }
        }
    }

    pub(crate) fn get(&self, t: TermId) -> &Term {
        &self.data[t.index()]
    }

    pub(crate) fn is_var(&self, t: TermId) -> bool {
        matches!(self.data[t.index()], Term::Var(_))
    }

    pub(crate) fn as_int(&self, t: TermId) -> Option<i64> {
        match self.data[t.index()] {
            Term::Int(n) => Some(n),
            _ => None,
        }
    }

    pub(crate) fn type_of(&self, t: TermId) -> TypeId {
        self.types[t.index()]
    }

    pub(crate) fn set_type(&mut self, t: TermId, ty: TypeId) {
        self.types[t.index()] = ty;
    }

    pub(crate) fn len(&self) -> usize {
        self.data.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interning_and_fresh_names() {
        let mut terms = Terms::new();
        assert_eq!(terms.var("x"), terms.var("x"));
        assert_ne!(terms.var("x"), terms.intern(Term::Atom("x".into())));
        terms.var("_F0");
        let fresh = terms.fresh("F", TypeId::NUM);
        assert_eq!(*terms.get(fresh), Term::Var("_F1".into()), "a name in use is never handed out");
    }
}
