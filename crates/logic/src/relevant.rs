//! The part of a model that matters: variables whose values justify that terms have theirs.
//!
//! A disjunction that holds needs one disjunct, a choice one branch. What is left out may have any value: the terms stay
//! as they are. Where a model is inspected for contradictions that the terms do not know of, only this part need be free
//! of them.
//!
//! Invariant: a model that agrees on the relevant variables gives every root the same value.

use crate::eval::Evaluation;
use crate::term::{BinOp, Node, Term, TermStore, VarId};
use rustc_hash::FxHashSet;

/// The variables that justify the values of the roots.
pub fn relevant(store: &TermStore, values: &mut Evaluation<'_>, roots: &[Term]) -> FxHashSet<VarId> {
    let mut vars = FxHashSet::default();
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut due: Vec<Term> = Vec::new();
    // Where either argument would do, the choice waits until all else is known: it may be relevant already.
    let mut choices: Vec<(Term, Term)> = Vec::new();
    due.extend(roots);
    loop {
        let Some(term) = due.pop() else {
            let Some((a, b)) = choices.pop() else { return vars };
            if !seen.contains(&a) && !seen.contains(&b) {
                due.push(a);
            }
            continue;
        };
        if !seen.insert(term) {
            continue;
        }
        match store.node(term) {
            Node::Const(_) => {}
            Node::Var(var) => {
                vars.insert(var);
            }
            Node::Bin(BinOp::And, a, b) if store.width(term) == 1 => {
                match (values.holds(store, a), values.holds(store, b)) {
                    (true, true) => due.extend([a, b]),
                    (false, true) => due.push(a),
                    (true, false) => due.push(b),
                    (false, false) => choices.push((a, b)),
                }
            }
            Node::Ite(on, then, otherwise) => {
                let branch = if values.holds(store, on) { then } else { otherwise };
                due.extend([on, branch]);
            }
            node => due.extend(node.args()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::BitVec;
    use crate::eval::Model;

    #[test]
    fn one_disjunct_and_one_branch_are_enough() {
        let mut store = TermStore::new();
        let (a, b, c) = (store.var("a", 1), store.var("b", 1), store.var("c", 1));
        let (x, y) = (store.var("x", 8), store.var("y", 8));
        let either = store.or(a, b);
        let chosen = store.ite(c, x, y);
        let five = store.num(8, 5);
        let equal = store.eq(chosen, five);
        let mut model = Model::new();
        for (term, width, value) in [(a, 1, 0), (b, 1, 1), (c, 1, 1), (x, 8, 5), (y, 8, 9)] {
            let Node::Var(var) = store.node(term) else { panic!("a variable") };
            model.set(var, BitVec::new(width, value));
        }
        let mut values = Evaluation::new(&model);
        let vars = relevant(&store, &mut values, &[either, equal]);
        let has = |term| matches!(store.node(term), Node::Var(var) if vars.contains(&var));
        assert_eq!([a, b, c, x, y].map(has), [false, true, true, true, false]);
    }
}
