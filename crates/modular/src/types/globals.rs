//! What global variables hold when the program starts: functions take their links to be nodes, so they must be.

use crate::types::layout::{Layouts, SpotKind};
use crate::types::promises::Promise;
use ir::{Global, Init, Operand, Program};

/// The globals whose links start with something that is neither null nor a node, and what it is about.
pub fn broken<'a>(program: &'a Program, layouts: &Layouts<'_>) -> Vec<(&'a Global, String)> {
    let mut all = Vec::new();
    for global in &program.globals {
        let target = global.ty.and_then(|ty| layouts.object_target(ty));
        let (Some(target), Some(init)) = (target, &global.init) else { continue };
        for (offset, spot, _) in layouts.all_cells(target) {
            if !holds_node(program, layouts, init, offset, spot.kind) {
                all.push((
                    global,
                    format!("the link at offset {offset} of `{}` starts as no node", global.name),
                ));
            }
        }
        for (at, owner) in layouts.claimed_in(target) {
            for claim in layouts.tagged().iter().filter(|it| it.link.owner == owner) {
                let value = number(init, at + claim.tag.at, claim.tag_size);
                let wanted = value.and_then(|value| claim.cases.get(&value));
                let link = at + claim.link.at;
                if wanted.is_some_and(|to| !holds_node(program, layouts, init, link, SpotKind::Link(*to))) {
                    let text =
                        format!("the link at offset {link} of `{}` does not agree with its tag", global.name);
                    all.push((global, text));
                }
            }
        }
    }
    all
}

/// Whether all globals keep a promise of structs when the program starts: those that start with zeros, if it allows that,
/// and no others.
pub fn keep(program: &Program, layouts: &Layouts<'_>, promise: &Promise) -> bool {
    let is_one = |target| {
        let promising = layouts.with_promises(vec![promise.clone()]);
        promising.claimed_in(target).iter().any(|(_, owner)| *owner == promise.owner)
    };
    let has_zeros = |global: &Global| {
        global
            .init
            .as_ref()
            .is_some_and(|init| init.relocs.is_empty() && init.bytes.iter().all(|it| *it == 0))
    };
    let mut globals = program
        .globals
        .iter()
        .filter(|global| global.ty.and_then(|ty| layouts.object_target(ty)).is_some_and(is_one));
    globals.all(|global| global.init.is_none() || has_zeros(global) && promise.allows_zeros())
}

/// The number at an offset of an initialiser; none where it is no number.
fn number(init: &Init, offset: u64, size: u64) -> Option<i64> {
    let end = offset + size;
    if size > 8 || init.relocs.iter().any(|reloc| (offset..end).contains(&reloc.offset)) {
        return None;
    }
    let byte = |at: u64| u128::from(init.bytes.get(at as usize).copied().unwrap_or(0));
    let value = (0..size).fold(0, |value, index| value | byte(offset + index) << (8 * index));
    Some(crate::exec::scalars::signed(value, size as u32 * 8))
}

/// Whether a link of an initialiser is null or the address of a global of the right type.
fn holds_node(program: &Program, layouts: &Layouts<'_>, init: &Init, offset: u64, kind: SpotKind) -> bool {
    let SpotKind::Link(link) = kind else { return true };
    let pointer = u64::from(program.target.pointer_bytes);
    let end = offset + pointer;
    match init.relocs.iter().find(|reloc| reloc.offset < end && offset < reloc.offset + pointer) {
        Some(reloc) if reloc.offset == offset => match reloc.target {
            Operand::Global { id, offset } => {
                let object = program.global(id).ty.and_then(|ty| layouts.object_target(ty));
                let at = u64::try_from(offset).ok();
                object.zip(at).is_some_and(|(object, at)| layouts.contains(object, at, link))
            }
            _ => false,
        },
        Some(_) => false,
        None => (offset..end).all(|at| init.bytes.get(at as usize).is_none_or(|byte| *byte == 0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_start_as_null_or_as_nodes() {
        let types = "target 64\ntype #0 = base \"int\" signed size 4\n\
                     type #1 = struct node { +0 #0 value, +8 #2 next } size 16\ntype #2 = pointer #1 size 8\n";
        let broken_in = |globals: &str| {
            let program: Program = format!("{types}{globals}").parse().unwrap();
            let layouts = Layouts::new(&program);
            broken(&program, &layouts).len()
        };
        let node = "global @a size 16 align 8 local init type #1\n";
        assert_eq!(broken_in(node), 0);
        let other = |init: &str| format!("{node}global @b size 16 align 8 local init {init} type #1\n");
        assert_eq!(broken_in(&other("with +8 @a")), 0, "a node");
        assert_eq!(broken_in(&other("with +8 @a+8")), 1, "inside of a node");
        assert_eq!(broken_in(&other("\"12345678x\"")), 1, "a number");
    }
}
