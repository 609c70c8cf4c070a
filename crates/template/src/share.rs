//! Which functions are worth a summary: those whose copies, one for each call, would make the formula too large.
//!
//! A copy of a function is exact, and knows where it is called from. A summary says what rows can say of parameters,
//! results and memory, but the function stands in the formula once. So functions are inlined as long as the program stays
//! small; beyond that the function whose copies take most is shared, and then the next, until little is left or nothing
//! more to share. With functions that call each other in a diamond the copies grow exponentially with the depth of calls,
//! and the shared code does not.
//!
//! Invariant: a function that is shared reaches no other function that reaches it. Then its calls of itself are the only
//! edges back to where it is entered.

use ir::call_graph::addresses_taken;
use ir::{Callee, FuncId, InstKind, Program};
use std::collections::{BTreeMap, BTreeSet};

/// A program of at most so many instructions is inlined.
const SMALL: usize = 1_000;

/// Beyond that functions are shared until the program has no more than this: a copy of a function that calls shared ones
/// brings exit rows for each of these calls.
const ENOUGH: usize = 300;

/// What the exit rows of a call cost, in instructions.
const CALL: usize = 20;

/// The functions that the entry of a program reaches, and how they call each other.
struct Calls {
    /// How often each function calls another one.
    callees: BTreeMap<FuncId, BTreeMap<FuncId, usize>>,
    /// How many instructions each has.
    sizes: BTreeMap<FuncId, usize>,
    /// The functions, callers before callees where they do not reach each other.
    order: Vec<FuncId>,
}

/// The functions whose calls are cut, so that their code stands in the formula once.
pub fn share(program: &Program, entry: FuncId) -> BTreeSet<FuncId> {
    let calls = Calls::new(program, entry);
    let mut shared = BTreeSet::new();
    let eligible: Vec<FuncId> =
        calls.order.iter().copied().filter(|id| *id != entry && calls.is_shareable(*id)).collect();
    loop {
        let copies = calls.copies(entry, &shared);
        let size = |id: &FuncId| calls.sizes[id];
        let cuts = |id: &FuncId| {
            let calls = calls.callees[id].iter().filter(|(callee, _)| shared.contains(callee));
            calls.map(|(_, count)| count * CALL).sum::<usize>()
        };
        let total = copies
            .iter()
            .fold(0usize, |sum, (id, count)| sum.saturating_add(count.saturating_mul(size(id) + cuts(id))));
        if total <= if shared.is_empty() { SMALL } else { ENOUGH } {
            return shared;
        }
        let wasted = |id: &FuncId| (copies[id] - 1).saturating_mul(calls.inlined(*id, &shared));
        let open = eligible.iter().copied().filter(|id| !shared.contains(id) && copies[id] > 1);
        let Some(worst) = open.max_by_key(|id| (wasted(id), std::cmp::Reverse(*id))) else { return shared };
        shared.insert(worst);
    }
}

impl Calls {
    fn new(program: &Program, entry: FuncId) -> Calls {
        let taken = addresses_taken(program);
        let mut calls = Calls { callees: BTreeMap::new(), sizes: BTreeMap::new(), order: Vec::new() };
        calls.visit(program, entry, &taken);
        calls.order.reverse();
        calls
    }

    /// Adds a function and those that it reaches, callees first.
    fn visit(&mut self, program: &Program, id: FuncId, taken: &BTreeSet<FuncId>) {
        let Some(body) = &program.function(id).body else { return };
        if self.callees.contains_key(&id) {
            return;
        }
        let mut called: BTreeMap<FuncId, usize> = BTreeMap::new();
        let insts = body.blocks.iter().flat_map(|block| &block.insts);
        for inst in insts {
            match inst.kind {
                InstKind::Call { callee: Callee::Direct(id), .. } => *called.entry(id).or_default() += 1,
                // A call through a pointer may be one of each function whose address is taken.
                InstKind::Call { callee: Callee::Indirect(_), .. } => {
                    taken.iter().for_each(|id| *called.entry(*id).or_default() += 1);
                }
                _ => {}
            }
        }
        called.retain(|id, _| program.function(*id).body.is_some());
        let inner: Vec<FuncId> = called.keys().copied().collect();
        self.callees.insert(id, called);
        self.sizes.insert(id, body.blocks.iter().map(|block| block.insts.len() + 1).sum());
        inner.into_iter().for_each(|id| self.visit(program, id, taken));
        self.order.push(id);
    }

    /// Whether no other function that a function reaches reaches it.
    fn is_shareable(&self, id: FuncId) -> bool {
        let others = self.callees[&id].keys().filter(|callee| **callee != id);
        others.into_iter().all(|callee| !self.reaches(*callee, id))
    }

    fn reaches(&self, from: FuncId, to: FuncId) -> bool {
        let (mut seen, mut open) = (BTreeSet::from([from]), vec![from]);
        while let Some(id) = open.pop() {
            if id == to {
                return true;
            }
            open.extend(self.callees[&id].keys().copied().filter(|callee| seen.insert(*callee)));
        }
        false
    }

    /// How many copies of each function there are. A recursive function calls itself without another copy.
    fn copies(&self, entry: FuncId, shared: &BTreeSet<FuncId>) -> BTreeMap<FuncId, usize> {
        let mut copies: BTreeMap<FuncId, usize> = self.order.iter().map(|id| (*id, 0)).collect();
        copies.insert(entry, 1);
        let mut done = BTreeSet::new();
        for id in &self.order {
            done.insert(*id);
            if shared.contains(id) {
                copies.insert(*id, 1);
            }
            let own = copies[id];
            for (callee, count) in self.callees[id].iter().filter(|(callee, _)| !done.contains(callee)) {
                let known = copies.entry(*callee).or_default();
                *known = known.saturating_add(own.saturating_mul(*count));
            }
        }
        copies
    }

    /// How many instructions a copy of a function has, with the functions that are inlined there.
    fn inlined(&self, id: FuncId, shared: &BTreeSet<FuncId>) -> usize {
        let mut own = shared.clone();
        own.remove(&id);
        let copies = self.copies(id, &own);
        let reached = self.order.iter().filter(|it| !own.contains(it) && self.reaches(id, **it));
        reached.fold(0usize, |sum, it| sum.saturating_add(copies[it].saturating_mul(self.sizes[it])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    /// So many functions, each of which calls the one before twice, and the first itself if that is wanted.
    fn diamond(depth: usize, recursive: bool) -> Program {
        let mut text = "target 64\nfunc @f0(i32 %x.0) -> i32 {\nbb0:\n".to_string();
        if recursive {
            text += "  %r.1: i32 = call @f0(i32 %x.0)\n";
        }
        text += "  return %x.0\n}\n";
        for number in 1..=depth {
            let inner = number - 1;
            let _ = write!(
                text,
                "func @f{number}(i32 %x.0) -> i32 {{\nbb0:\n  %y.1: i32 = call @f{inner}(i32 %x.0)\n  \
                 %z.2: i32 = call @f{inner}(i32 %y.1)\n  return %z.2\n}}\n"
            );
        }
        let _ = write!(
            text,
            "func @main() -> i32 {{\nbb0:\n  %r.0: i32 = call @f{depth}(i32 0)\n  return 0\n}}\n"
        );
        ir::parse(&text).expect("the program is well formed")
    }

    fn shared(program: &Program) -> BTreeSet<FuncId> {
        share(program, program.find_function("main").expect("there is a main"))
    }

    #[test]
    fn small_programs_are_inlined() {
        assert!(shared(&diamond(4, false)).is_empty());
    }

    #[test]
    fn copies_that_grow_exponentially_are_shared() {
        for recursive in [false, true] {
            let program = diamond(60, recursive);
            let functions = shared(&program);
            assert!(functions.contains(&program.find_function("f0").expect("it is there")));
            let flat = crate::inline::flatten(
                &program,
                program.find_function("main").expect("there is a main"),
                crate::inline::Recursion::Cut,
                &functions,
            );
            let flat = flat.expect("it is small");
            assert!(flat.body.blocks.len() < 1000, "there are {} blocks", flat.body.blocks.len());
        }
    }

    #[test]
    fn functions_that_call_each_other_are_not_shared() {
        let mut text = "target 64\n".to_string();
        for (name, other) in [("a", "b"), ("b", "a")] {
            let _ = write!(text, "func @{name}(i32 %x.0) -> i32 {{\nbb0:\n");
            for number in 1..2000 {
                let _ = writeln!(text, "  %y.{number}: i32 = add %x.0, {number}");
            }
            let _ = write!(text, "  %r.2000: i32 = call @{other}(i32 %x.0)\n  return %r.2000\n}}\n");
        }
        text += "func @main() -> i32 {\nbb0:\n  %r.0: i32 = call @a(i32 0)\n  %s.1: i32 = call @b(i32 0)\n  \
                 return 0\n}\n";
        assert!(shared(&ir::parse(&text).expect("the program is well formed")).is_empty());
    }
}
