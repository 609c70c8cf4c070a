//! The call graph: which functions can call themselves, directly or through others.
//!
//! Only calls by name are looked at. Recursion through pointers is noticed when it happens, one level later.

use clib::Primitive;
use ir::{Callee, FuncId, InstKind, Program};

/// What is known of calls before they are explored.
pub struct CallGraph {
    /// For each function that is recursive, the group of functions that call each other.
    groups: Vec<Option<u32>>,
    /// Whether the program jumps out of calls.
    jumps: bool,
}

impl CallGraph {
    /// The graph of a program.
    pub fn new(program: &Program, primitive: impl Fn(FuncId) -> Option<Primitive>) -> CallGraph {
        // It may be called through a pointer, too.
        let jumps = program.function_ids().any(|id| primitive(id) == Some(Primitive::Longjmp));
        let mut calls: Vec<Vec<usize>> = Vec::new();
        for function in &program.functions {
            let mut callees = Vec::new();
            for inst in function.body.iter().flat_map(|body| &body.blocks).flat_map(|block| &block.insts) {
                if let InstKind::Call { callee: Callee::Direct(id), .. } = inst.kind {
                    callees.push(id.index());
                }
            }
            callees.sort_unstable();
            callees.dedup();
            calls.push(callees);
        }
        CallGraph { groups: groups(&calls), jumps }
    }

    /// Whether calls return where they were made, if at all.
    pub fn calls_nest(&self) -> bool {
        !self.jumps
    }

    /// Whether a function can call itself.
    pub fn is_recursive(&self, function: FuncId) -> bool {
        self.groups[function.index()].is_some()
    }

    /// The group of functions that call each other to which a function belongs, where it is recursive.
    pub(super) fn group(&self, function: FuncId) -> Option<u32> {
        self.groups[function.index()]
    }

    /// Whether two functions can call each other.
    pub fn is_one_group(&self, one: FuncId, other: FuncId) -> bool {
        let group = self.groups[one.index()];
        one == other || group.is_some() && group == self.groups[other.index()]
    }
}

/// For each node on a cycle the number of its strongly connected component (Tarjan's algorithm without recursion).
fn groups(calls: &[Vec<usize>]) -> Vec<Option<u32>> {
    let mut groups = vec![None; calls.len()];
    let mut order: Vec<Option<usize>> = vec![None; calls.len()];
    let mut low = vec![0; calls.len()];
    let mut is_open = vec![false; calls.len()];
    let (mut open, mut count, mut next_group) = (Vec::new(), 0, 0);
    for start in 0..calls.len() {
        if order[start].is_some() {
            continue;
        }
        let mut path = vec![(start, 0)];
        while let Some((node, edge)) = path.last_mut() {
            let node = *node;
            if *edge == 0 && order[node].is_none() {
                order[node] = Some(count);
                low[node] = count;
                count += 1;
                open.push(node);
                is_open[node] = true;
            }
            if let Some(&to) = calls[node].get(*edge) {
                *edge += 1;
                match order[to] {
                    None => path.push((to, 0)),
                    Some(number) if is_open[to] => low[node] = low[node].min(number),
                    Some(_) => {}
                }
                continue;
            }
            path.pop();
            if let Some((above, _)) = path.last() {
                low[*above] = low[*above].min(low[node]);
            }
            if order[node] == Some(low[node]) {
                let first =
                    open.iter().rposition(|other| *other == node).expect("an open node is on the stack");
                let members = open.split_off(first);
                let is_cycle = members.len() > 1 || calls[node].contains(&node);
                for member in members {
                    is_open[member] = false;
                    groups[member] = is_cycle.then_some(next_group);
                }
                next_group += 1;
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_groups() {
        // 0 → 1 ⇄ 2, 2 → 3, 3 → 3, 4 → 0.
        let found = groups(&[vec![1], vec![2], vec![1, 3], vec![3], vec![0]]);
        assert_eq!((found[0], found[4]), (None, None));
        assert!(found[1].is_some() && found[1] == found[2]);
        assert!(found[3].is_some() && found[3] != found[1]);
    }
}
