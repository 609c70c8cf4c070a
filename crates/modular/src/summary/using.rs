//! Parameters that a function uses as pointers on every way through it.
//!
//! That a parameter must not be null is asked for where any path follows it, and callers need not take that path. A null
//! pointer surely fails only in a function that follows it wherever it goes.
//!
//! Invariant: a parameter is listed only if no way from the entry to a return, or to another end of the function, passes
//! by all its uses.

use ir::cfg::Cfg;
use ir::{BlockId, Body, Callee, InstKind, Operand, Program, TerminatorKind, ValueId};
use std::collections::BTreeSet;

/// For each function, the parameters that it surely follows.
pub fn all(program: &Program) -> Vec<BTreeSet<usize>> {
    let mut found: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); program.functions.len()];
    // A function that calls itself before it uses anything uses nothing by that, so what is found only grows.
    let mut changed = true;
    while changed {
        changed = false;
        for id in program.function_ids() {
            let Some(body) = &program.function(id).body else { continue };
            let cfg = Cfg::new(body);
            for param in 0..body.params {
                if !found[id.index()].contains(&param) && is_used(body, &cfg, &found, param) {
                    changed |= found[id.index()].insert(param);
                }
            }
        }
    }
    found
}

/// Whether every way from the entry uses a parameter.
fn is_used(body: &Body, cfg: &Cfg, found: &[BTreeSet<usize>], param: usize) -> bool {
    let param = ValueId::new(param);
    let mut pending = vec![Body::ENTRY];
    let mut seen = BTreeSet::from([Body::ENTRY]);
    while let Some(block) = pending.pop() {
        if uses(body, cfg, found, block, param) {
            continue;
        }
        let next = cfg.successors(block);
        let ends =
            next.is_empty() || matches!(body.block(block).terminator.kind, TerminatorKind::Indirect { .. });
        if ends {
            return false;
        }
        pending.extend(next.iter().copied().filter(|next| seen.insert(*next)));
    }
    true
}

/// Whether a block uses a parameter when control comes there first.
fn uses(body: &Body, cfg: &Cfg, found: &[BTreeSet<usize>], block: BlockId, param: ValueId) -> bool {
    let mut names = BTreeSet::from([param]);
    for inst in &body.block(block).insts {
        let is_it = |operand: &Operand| operand.value().is_some_and(|value| names.contains(&value));
        match &inst.kind {
            // At the head of a loop it is what the loop begins with.
            InstKind::Phi { incoming, .. } => {
                let mut first = incoming.iter().filter(|(from, _)| !cfg.is_retreating(*from, block));
                if first.clone().next().is_some() && first.all(|(_, value)| is_it(value)) {
                    names.extend(inst.result());
                }
            }
            InstKind::PtrAdd { base, offset: Operand::Int { .. }, .. } if is_it(base) => {
                names.extend(inst.result());
            }
            InstKind::Load { ptr, .. } if is_it(ptr) => return true,
            InstKind::Store { ptr, .. } if is_it(ptr) => return true,
            InstKind::Call { callee, args, .. } => {
                let surely = match callee {
                    Callee::Direct(id) => &found[id.index()],
                    _ => return false,
                };
                if args.iter().enumerate().any(|(index, arg)| is_it(&arg.value) && surely.contains(&index)) {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surely(code: &str) -> Vec<usize> {
        let text = format!(
            "target 64\nfunc @f(ptr %0, i64 %1) -> i64 {{\n{code}\n}}\n\
             func @reads(ptr %0) -> i64 {{\nbb0:\n  %1 = load i64 %0\n  return %1\n}}\n"
        );
        let program: Program = text.parse().unwrap();
        all(&program)[0].iter().copied().collect()
    }

    #[test]
    fn what_every_way_follows_is_used() {
        assert_eq!(surely("bb0:\n  %2 = ptradd %0, 8\n  %3 = load i64 %2\n  return %3"), [0]);
        let both = "bb0:\n  %2 = cmp ne %1, i64 0\n  branch %2, bb1, bb2\nbb1:\n  store i64 %1, %0\n  return 0\n\
                    bb2:\n  %3: i64 = call @reads(ptr %0)\n  return %3";
        assert_eq!(surely(both), [0]);
    }

    #[test]
    fn what_one_way_passes_by_is_not() {
        let one = "bb0:\n  %2 = cmp ne %1, i64 0\n  branch %2, bb1, bb2\nbb1:\n  store i64 %1, %0\n  return 0\n\
                   bb2:\n  return 7";
        assert_eq!(surely(one), Vec::<usize>::new());
    }

    #[test]
    fn a_loop_begins_with_what_it_walks() {
        let list = "bb0:\n  jump bb1\nbb1:\n  %2: ptr = phi [bb0: %0, bb2: %3]\n  %3 = load ptr %2\n  \
                    %4 = cmp ne %3, null\n  branch %4, bb2, bb3\nbb2:\n  jump bb1\nbb3:\n  return 0";
        assert_eq!(surely(list), [0]);
    }
}
