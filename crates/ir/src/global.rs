//! Global variables and their initial bytes.

use crate::{Operand, Span, TypeId};

/// A global variable.
#[derive(Clone, PartialEq, Debug)]
pub struct Global {
    /// The linkage name.
    pub name: String,
    /// The size in bytes.
    pub size: u64,
    /// The alignment of its address.
    pub align: u64,
    /// Whether writing to it is an error.
    pub constant: bool,
    /// Whether it is visible in its own file only.
    pub local: bool,
    /// Whether it may share its memory with other constants of which this holds and that agree with it in all bytes they
    /// have in common. C allows it for literals, and linkers do it.
    pub mergeable: bool,
    /// Its first content; none for a variable that another file defines.
    pub init: Option<Init>,
    /// Its source type.
    pub ty: Option<TypeId>,
    /// Where it is declared.
    pub span: Option<Span>,
}

/// The bytes a global starts with.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Init {
    /// The first bytes; those that follow, up to the global's size, are zero.
    pub bytes: Vec<u8>,
    /// The addresses in it, by ascending offset; `bytes` has zeros there.
    pub relocs: Vec<Reloc>,
}

/// An address in an initialiser.
#[derive(Clone, PartialEq, Debug)]
pub struct Reloc {
    /// Where it stands, in bytes from the start of the global.
    pub offset: u64,
    /// What it is the address of: a `Global`, `Func` or `Block` operand.
    pub target: Operand,
}
