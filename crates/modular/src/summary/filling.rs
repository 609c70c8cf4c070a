//! Parameters that a function fills: what was there before does not matter to it.

use ir::{BlockId, Body, InstKind, Operand, Program, TerminatorKind, ValueId};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The bytes (offset and number) behind a parameter that a function writes before every return; none of them where it may
/// also read there, or hands the address on.
pub fn filled(program: &Program, body: &Body, param: usize) -> Vec<(i64, u64)> {
    let mut offsets: HashMap<ValueId, i64> = HashMap::from([(ValueId::new(param), 0)]);
    let mut written: BTreeMap<(i64, u64), HashMap<BlockId, bool>> = BTreeMap::new();
    for (number, block) in body.blocks.iter().enumerate() {
        for inst in &block.insts {
            let at = |operand: &Operand| operand.value().and_then(|id| offsets.get(&id)).copied();
            let length = |len: &Operand| match len {
                Operand::Int { value, .. } => u64::try_from(*value).ok(),
                _ => None,
            };
            let target = match &inst.kind {
                InstKind::Store { ty, ptr, value, .. } if at(value).is_none() => {
                    at(ptr).zip(Some(u64::from(ty.bytes(program.target))))
                }
                InstKind::MemSet { dst, len, .. } => at(dst).zip(length(len)),
                InstKind::MemCopy { dst, src, len, .. } if at(src).is_none() => at(dst).zip(length(len)),
                InstKind::PtrAdd { base, offset: Operand::Int { value, .. }, .. } => {
                    if let (Some(start), Some(result)) = (at(base), inst.result()) {
                        offsets.insert(result, start.wrapping_add(*value as i64));
                    }
                    continue;
                }
                InstKind::Compare { .. } | InstKind::VarIs { .. } => continue,
                _ => None,
            };
            let mut uses = false;
            inst.kind.for_each_operand(|operand| uses |= at(operand).is_some());
            match target {
                Some(target) => {
                    written.entry(target).or_default().insert(BlockId::new(number), true);
                }
                None if uses => return Vec::new(),
                None => {}
            }
        }
        let mut uses = false;
        block.terminator.kind.for_each_operand(|operand| {
            uses |= operand.value().is_some_and(|id| offsets.contains_key(&id));
        });
        if uses {
            return Vec::new();
        }
    }
    written.into_iter().filter(|(_, writes)| always(body, writes)).map(|(bytes, _)| bytes).collect()
}

/// Whether every path to a return passes a block that writes.
pub fn always(body: &Body, writes: &HashMap<BlockId, bool>) -> bool {
    let mut seen = BTreeSet::new();
    let mut pending = vec![Body::ENTRY];
    while let Some(block) = pending.pop() {
        if writes.get(&block) == Some(&true) || !seen.insert(block) {
            continue;
        }
        let kind = &body.block(block).terminator.kind;
        if matches!(kind, TerminatorKind::Return(_) | TerminatorKind::Indirect { .. }) {
            return false;
        }
        pending.extend(kind.successors());
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(code: &str) -> Vec<(i64, u64)> {
        let text = format!("target 64\nfunc @f(ptr %0, i64 %1) {{\n{code}\n}}\ndeclare @other(ptr)\n");
        let program: Program = text.parse().unwrap();
        let body = program.functions[0].body.clone().unwrap();
        filled(&program, &body, 0)
    }

    #[test]
    fn what_is_written_on_all_paths_is_filled() {
        let members = "bb0:\n  store i64 %1, %0\n  %2 = ptradd %0, 8\n  store i32 0, %2\n  return";
        assert_eq!(found(members), [(0, 8), (8, 4)]);
        let one_side = "bb0:\n  %2 = cmp ne %1, i64 0\n  branch %2, bb1, bb2\nbb1:\n  store i64 %1, %0\n  \
                        return\nbb2:\n  return";
        assert_eq!(found(one_side), []);
    }

    #[test]
    fn who_reads_or_hands_on_fills_nothing() {
        assert_eq!(found("bb0:\n  store i64 %1, %0\n  %2 = load i64 %0\n  return"), []);
        assert_eq!(found("bb0:\n  store i64 %1, %0\n  call @other(ptr %0)\n  return"), []);
    }
}
