//! The data-structure solver, generated from the node types (section 4 of "Shape Neutral Analysis of Graph-based
//! Data-structures" by Duck, Jaffar and Yap).
//!
//! The paper partitions the heap by field and derives membership of addresses in field heaps. Here a node is the
//! notion: `shared_T(g, p)` says that `p` is the address of a node of type T in the published data structure as of
//! generation `g`, `private_T(p)` the same for nodes that only this function knows. Nodes are never taken away, so
//! generations only grow, and the separation of nodes decides which cells differ without partitions. What remains are
//! the two rule schemas of the paper, closedness and node, and freshness of allocated blocks.

use crate::types::layout::{Layouts, TargetId};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The rules for some targets, and for those that they link to.
pub fn rules(layouts: &Layouts<'_>, wanted: &BTreeSet<TargetId>) -> String {
    let mut all = BTreeSet::new();
    let mut pending: Vec<TargetId> = wanted.iter().copied().collect();
    while let Some(target) = pending.pop() {
        if all.insert(target) {
            let layout = layouts.get(target);
            pending.extend(layout.cells.iter().map(|cell| cell.target));
            pending.extend(layout.nested.iter().map(|(_, nested)| *nested));
        }
    }
    let mut text = String::new();
    for &target in &all {
        node_rules(target, &mut text);
        for cell in &layouts.get(target).cells {
            closed_rules(target, cell.offset, cell.target, &mut text);
        }
        nesting_rules(layouts, target, &all, &mut text);
    }
    text
}

/// Nodes are not null, stay nodes, and differ from blocks that are not part of the structure.
fn node_rules(target: TargetId, text: &mut String) {
    let t = target.0;
    let _ = write!(
        text,
        "shared_{t}(g, p) ==> p != 0;\n\
         shared_{t}(g, p) /\\ next(g, h) ==> shared_{t}(h, p);\n\
         shared_{t}(g, p) /\\ outside(g, b) ==> p != b;\n\
         shared_{t}(g, p) /\\ not shared_{t}(g, q) ==> p != q;\n\
         private_{t}(p) ==> p != 0;\n\
         private_{t}(p) /\\ not private_{t}(q) ==> p != q;\n\
         private_{t}(p) /\\ shared_{t}(g, q) /\\ hidden(g) ==> p != q;\n",
    );
}

/// What a link of a node holds is null or a node (the paper's *closed*), and is one value.
fn closed_rules(target: TargetId, offset: u64, to: TargetId, text: &mut String) {
    let (t, u) = (target.0, to.0);
    let _ = write!(
        text,
        "content_{t}_{offset}(g, p, v) /\\ shared_{t}(g, p) ==> v = 0 \\/ shared_{u}(g, v);\n\
         content_{t}_{offset}(g, p, v) /\\ content_{t}_{offset}(g, p, w) ==> v = w;\n\
         inner_{t}_{offset}(p, v) /\\ private_{t}(p) ==> v = 0 \\/ shared_{u}(0, v) \\/ private_{u}(v);\n\
         inner_{t}_{offset}(p, v) /\\ inner_{t}_{offset}(p, w) ==> v = w;\n",
    );
}

/// A node contains nodes: nested structs, and single links where pointers to links are in play.
fn nesting_rules(layouts: &Layouts<'_>, target: TargetId, all: &BTreeSet<TargetId>, text: &mut String) {
    let t = target.0;
    let layout = layouts.get(target);
    let mut inner: Vec<(u64, TargetId)> = layout.nested.clone();
    for &other in all.iter().filter(|other| !layouts.get(**other).is_record && **other != target) {
        let cells = layout.cells.iter().map(|cell| cell.offset);
        inner.extend(cells.filter(|at| layouts.contains(target, *at, other)).map(|at| (at, other)));
    }
    for (at, other) in inner {
        let u = other.0;
        let _ = write!(
            text,
            "shared_{t}(g, p) ==> shared_{u}(g, p + {at});\n\
             private_{t}(p) ==> private_{u}(p + {at});\n"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_gets_the_rules_of_the_paper() {
        let text = "target 64\ntype #0 = base \"int\" signed size 4\n\
                    type #1 = struct node { +0 #0 value, +8 #2 next } size 16\ntype #2 = pointer #1 size 8\n";
        let program: ir::Program = text.parse().unwrap();
        let layouts = Layouts::new(&program);
        let node = layouts.pointer_target(ir::TypeId(2)).unwrap();
        let text = rules(&layouts, &BTreeSet::from([node]));
        let closed =
            format!("content_{0}_8(g, p, v) /\\ shared_{0}(g, p) ==> v = 0 \\/ shared_{0}(g, v);", node.0);
        assert!(text.contains(&closed), "{text}");
        let mut solver = chr::Solver::new(chr::Theories::all());
        solver.load_rules(&text, "list").unwrap();
    }
}
