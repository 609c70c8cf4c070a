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

impl Global {
    /// Whether an address in this variable and one in another may be equal because both share their memory: then they
    /// agree in all bytes that they would have in common.
    pub fn may_share(&self, at: u64, other: &Global, other_at: u64) -> bool {
        if !self.mergeable || !other.mergeable {
            return false;
        }
        let (Some(one), Some(two)) = (&self.init, &other.init) else { return true };
        let before = at.min(other_at);
        let behind = self.size.saturating_sub(at).min(other.size.saturating_sub(other_at));
        let byte = |init: &Init, at: u64| init.bytes.get(at as usize).copied().unwrap_or(0);
        let has_addresses = !one.relocs.is_empty() || !two.relocs.is_empty();
        let agrees = |step: u64| byte(one, at - before + step) == byte(two, other_at - before + step);
        // Addresses may be those of constants that share their memory in turn.
        has_addresses || (0..before.saturating_add(behind)).all(agrees)
    }
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

#[cfg(test)]
mod tests {
    use crate::Program;

    #[test]
    fn literals_share_memory_where_they_agree() {
        let literal = |name: &str, text: &str| {
            format!("global @{name} size {} align 1 const local mergeable init \"{text}\"\n", text.len() + 1)
        };
        let text = ["abc", "xabc", "ab"].map(|text| literal(text, text)).concat();
        let program: Program = format!("target 64\n{text}").parse().unwrap();
        let [whole, longer, part] = &program.globals[..] else { panic!("three globals") };
        assert!(whole.may_share(0, longer, 1) && whole.may_share(3, longer, 4));
        assert!(!whole.may_share(0, longer, 0) && !whole.may_share(0, part, 0));
    }
}
