//! The data-structure solver, generated from the node types (section 4 of "Shape Neutral Analysis of Graph-based
//! Data-structures" by Duck, Jaffar and Yap).
//!
//! The paper partitions the heap by field and derives membership of addresses in field heaps. Here a node is the
//! notion: `shared_T(g, p)` says that `p` is the address of a node of type T in the published data structure as of
//! generation `g`, `private_T(p)` the same for nodes that only this function knows. Nodes are never taken away, so
//! generations only grow: what is shared in one is shared in all that have a greater number. The rules compare the numbers
//! instead of stating each node in each generation. The separation of nodes decides which cells differ without partitions.
//! What remains are the two rule schemas of the paper, closedness and node, and freshness of allocated blocks.
//!
//! Rules are for what a question mentions. A node that a link leads to, or that is a part of another one, matters only where
//! its own type is mentioned, that of a part of it, or as an address that is not null.

use crate::types::layout::{Layouts, TargetId};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The rules for some targets, and for those that they link to or that contain them.
pub fn rules(layouts: &Layouts<'_>, wanted: &BTreeSet<TargetId>) -> String {
    let mut about = About { layouts, wanted, matters: BTreeMap::new() };
    let mut all = BTreeSet::new();
    let linked = |target: &TargetId| layouts.get(*target).cells.iter().map(|cell| cell.target);
    let mut pending: Vec<TargetId> = wanted.iter().copied().chain(wanted.iter().flat_map(linked)).collect();
    while let Some(target) = pending.pop() {
        if all.insert(target) {
            pending.extend(about.parts(target).into_iter().map(|(_, part)| part));
        }
    }
    let mut text = String::new();
    for &target in &all {
        node_rules(target, &mut text);
        // What links hold is known only of targets that are mentioned.
        for cell in layouts.get(target).cells.iter().filter(|_| wanted.contains(&target)) {
            closed_rules(target, cell.offset, cell.target, &mut text);
        }
        for (at, part) in about.parts(target) {
            nesting_rule(target, at, part, &mut text);
        }
    }
    text
}

/// Nodes are not null, and differ from blocks that are not part of the structure.
fn node_rules(target: TargetId, text: &mut String) {
    let t = target.0;
    let _ = write!(
        text,
        "shared_{t}(g, p) ==> p != 0;\n\
         shared_{t}(g, p) /\\ outside(h, b) ==> g $<= h | p != b;\n\
         shared_{t}(g, p) /\\ not shared_{t}(h, q) ==> g $<= h | p != q;\n\
         private_{t}(p) ==> p != 0;\n\
         private_{t}(p) /\\ not private_{t}(q) ==> p != q;\n\
         private_{t}(p) /\\ shared_{t}(g, q) /\\ hidden(h) ==> g $<= h | p != q;\n",
    );
}

/// What a link of a node holds is null or a node (the paper's *closed*), and is one value.
fn closed_rules(target: TargetId, offset: u64, to: TargetId, text: &mut String) {
    let (t, u) = (target.0, to.0);
    let _ = write!(
        text,
        "content_{t}_{offset}(g, p, v) /\\ shared_{t}(h, p) ==> h $<= g | v = 0 \\/ shared_{u}(g, v);\n\
         content_{t}_{offset}(g, p, v) /\\ content_{t}_{offset}(g, p, w) ==> v = w;\n\
         inner_{t}_{offset}(p, v) /\\ private_{t}(p) ==> v = 0 \\/ shared_{u}(0, v) \\/ private_{u}(v);\n\
         inner_{t}_{offset}(p, v) /\\ inner_{t}_{offset}(p, w) ==> v = w;\n",
    );
}

/// A node contains a node.
fn nesting_rule(target: TargetId, at: u64, part: TargetId, text: &mut String) {
    let (t, u) = (target.0, part.0);
    let _ = write!(
        text,
        "shared_{t}(g, p) ==> shared_{u}(g, p + {at});\n\
         private_{t}(p) ==> private_{u}(p + {at});\n"
    );
}

/// Which parts of nodes matter to a question.
struct About<'q> {
    layouts: &'q Layouts<'q>,
    /// What the question mentions.
    wanted: &'q BTreeSet<TargetId>,
    /// Whether a target or a part of it is mentioned, as far as that was looked at.
    matters: BTreeMap<TargetId, bool>,
}

impl About<'_> {
    /// The nodes that a node contains, as far as they matter: nested structs, and single links where pointers to links are
    /// in play.
    fn parts(&mut self, target: TargetId) -> Vec<(u64, TargetId)> {
        let layout = self.layouts.get(target);
        let nested = layout.nested.iter().copied();
        let mut parts: Vec<(u64, TargetId)> = nested.filter(|(_, part)| self.matters(*part)).collect();
        let links = self.wanted.iter().filter(|link| **link != target && !self.layouts.get(**link).is_record);
        for &link in links {
            let cells = layout.cells.iter().map(|cell| cell.offset);
            parts.extend(cells.filter(|at| self.layouts.contains(target, *at, link)).map(|at| (at, link)));
        }
        parts
    }

    fn matters(&mut self, target: TargetId) -> bool {
        if let Some(known) = self.matters.get(&target) {
            return *known;
        }
        // A struct does not contain itself.
        let matters = self.wanted.contains(&target) || !self.parts(target).is_empty();
        self.matters.insert(target, matters);
        matters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "target 64\ntype #0 = base \"int\" signed size 4\n\
                        type #1 = struct node { +0 #0 value, +8 #2 next } size 16\ntype #2 = pointer #1 size 8\n\
                        type #3 = struct outer { +0 #0 value, +8 #1 inner } size 24\ntype #4 = pointer #3 size 8\n";

    #[test]
    fn a_list_gets_the_rules_of_the_paper() {
        let program: ir::Program = LIST.parse().unwrap();
        let layouts = Layouts::new(&program);
        let node = layouts.pointer_target(ir::TypeId(2)).unwrap();
        let text = rules(&layouts, &BTreeSet::from([node]));
        let closed = format!(
            "content_{0}_8(g, p, v) /\\ shared_{0}(h, p) ==> h $<= g | v = 0 \\/ shared_{0}(g, v);",
            node.0
        );
        assert!(text.contains(&closed), "{text}");
        let answer = |goal: String| {
            let mut solver = chr::Solver::new(chr::Theories::all());
            solver.load_rules(&text, "list").unwrap();
            solver.assert_text(&goal).unwrap();
            solver.check(&engine::Budget::unlimited()).unwrap()
        };
        // What is a node stays one; what is none now may be one later.
        let n = node.0;
        assert_eq!(answer(format!("shared_{n}(0, p) /\\ outside(2, b) /\\ p = b")), chr::Answer::Unsat);
        assert_eq!(answer(format!("shared_{n}(2, p) /\\ outside(0, b) /\\ p = b")), chr::Answer::Unknown);
        assert_eq!(answer(format!("shared_{n}(0, p) /\\ not shared_{n}(2, p)")), chr::Answer::Unsat);
        let link = format!("content_{n}_8(2, p, v) /\\ v != 0 /\\ not shared_{n}(2, v)");
        assert_eq!(answer(format!("shared_{n}(0, p) /\\ {link}")), chr::Answer::Unsat);
        assert_eq!(answer(format!("shared_{n}(3, p) /\\ {link}")), chr::Answer::Unknown);
    }

    #[test]
    fn parts_that_nobody_mentions_have_no_rules() {
        let program: ir::Program = LIST.parse().unwrap();
        let layouts = Layouts::new(&program);
        let [node, outer] = [2, 4].map(|ty| layouts.pointer_target(ir::TypeId(ty)).unwrap());
        let nests = format!("shared_{}(g, p) ==> shared_{}(g, p + 8);", outer.0, node.0);
        assert!(!rules(&layouts, &BTreeSet::from([outer])).contains(&nests));
        assert!(rules(&layouts, &BTreeSet::from([node, outer])).contains(&nests));
    }
}
