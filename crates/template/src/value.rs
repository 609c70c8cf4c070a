//! Values in the formula: numbers are bit-vectors, pointers an object and an offset.
//!
//! An *object* is a bit-vector of two parts, the allocation site and which of its instances. Only equality and, within
//! a site, the order of allocation of instances is ever asked. So the few objects that one pass through the program
//! can tell apart may be numbered densely, whatever their true number is: a narrow bit-vector loses no execution.

use crate::points::{FUNCTION, INVALID, NULL, SiteId};
use logic::{Term, TermStore};

/// How many bits number the instances of a site.
pub const INSTANCE_BITS: u32 = 12;

/// A pointer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pointer {
    /// The object.
    pub object: Term,
    /// The offset in bytes.
    pub offset: Term,
}

/// A scalar.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A number, or the bits of a float.
    Number(Term),
    /// A pointer.
    Pointer(Pointer),
}

/// The widths of the parts of pointers.
#[derive(Clone, Copy, Debug)]
pub struct Widths {
    /// Bits of a site.
    pub site: u32,
    /// Bits of an address.
    pub word: u32,
}

impl Widths {
    /// The object of a site with a number.
    pub fn object(self, store: &mut TermStore, site: SiteId, instance: Term) -> Term {
        let site = store.num(self.site, site.0.into());
        store.concat(site, instance)
    }

    /// The only object of a site.
    pub fn single(self, store: &mut TermStore, site: SiteId) -> Term {
        let none = store.zero(INSTANCE_BITS);
        self.object(store, site, none)
    }

    /// The site of an object.
    pub fn site_of(self, store: &mut TermStore, object: Term) -> Term {
        store.extract(object, INSTANCE_BITS, self.site)
    }

    /// The number of an object among those of its site.
    pub fn instance_of(self, store: &mut TermStore, object: Term) -> Term {
        store.extract(object, 0, INSTANCE_BITS)
    }

    /// Whether an object is of a site.
    pub fn is_site(self, store: &mut TermStore, object: Term, site: SiteId) -> Term {
        let own = self.site_of(store, object);
        let site = store.num(self.site, site.0.into());
        store.eq(own, site)
    }

    /// The null pointer.
    pub fn null(self, store: &mut TermStore) -> Pointer {
        Pointer { object: self.single(store, NULL), offset: store.zero(self.word) }
    }

    /// A pointer of which nothing is known.
    pub fn invalid(self, store: &mut TermStore) -> Pointer {
        Pointer { object: self.single(store, INVALID), offset: store.zero(self.word) }
    }

    /// Whether an object is none: what points there cannot be dereferenced.
    pub fn is_none(self, store: &mut TermStore, object: Term) -> Term {
        let own = self.site_of(store, object);
        let last = store.num(self.site, FUNCTION.0.into());
        store.ule(own, last)
    }

    /// A number as a pointer: null, or nothing that is known.
    pub fn pointer_of(self, store: &mut TermStore, number: Term) -> Pointer {
        let (null, invalid) = (self.null(store), self.invalid(store));
        let zero = store.zero(store.width(number));
        let is_null = store.eq(number, zero);
        choose_pointer(store, is_null, null, invalid)
    }
}

/// One of two pointers.
pub fn choose_pointer(store: &mut TermStore, cond: Term, then: Pointer, otherwise: Pointer) -> Pointer {
    Pointer {
        object: store.ite(cond, then.object, otherwise.object),
        offset: store.ite(cond, then.offset, otherwise.offset),
    }
}

/// One of two values of one kind.
pub fn choose(store: &mut TermStore, cond: Term, then: Value, otherwise: Value) -> Value {
    match (then, otherwise) {
        (Value::Number(a), Value::Number(b)) => Value::Number(store.ite(cond, a, b)),
        (Value::Pointer(a), Value::Pointer(b)) => Value::Pointer(choose_pointer(store, cond, a, b)),
        _ => panic!("the values of one variable are all numbers or all pointers"),
    }
}

/// Whether two values of one kind are the same.
pub fn same(store: &mut TermStore, one: Value, other: Value) -> Term {
    match (one, other) {
        (Value::Number(a), Value::Number(b)) => store.eq(a, b),
        (Value::Pointer(a), Value::Pointer(b)) => {
            let objects = store.eq(a.object, b.object);
            let offsets = store.eq(a.offset, b.offset);
            store.and(objects, offsets)
        }
        _ => panic!("the values of one variable are all numbers or all pointers"),
    }
}
