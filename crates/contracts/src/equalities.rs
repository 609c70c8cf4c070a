//! Equality is transitive: said in clauses, where bits would have to find it out.
//!
//! Pointers and numbers are words of bits. That `a = b` and `b = c` give `a = c` a SAT solver learns bit by bit, a few
//! conflicts each, again in every context. With a clause for each triangle of equations that a question speaks of it sees
//! it at once. The clauses hold in every model; no equation is made that nobody asked about (after Bryant and Velev,
//! "Boolean satisfiability with transitivity constraints").

use logic::{BinOp, Node, Term, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

/// Narrower words are found out as fast.
const NARROWEST: u32 = 8;
/// More triangles cost more than they spare.
const MOST: usize = 3_000;

/// The equations of a question so far.
#[derive(Default)]
pub struct Equalities {
    seen: FxHashSet<Term>,
    /// For each word the others that it is compared with, and the equation.
    edges: FxHashMap<Term, Vec<(Term, Term)>>,
    triangles: usize,
}

impl Equalities {
    /// What holds of the equations in these terms, together with those that came before.
    pub fn facts(&mut self, t: &mut TermStore, terms: &[Term]) -> Vec<Term> {
        let mut found = Vec::new();
        let mut due = terms.to_vec();
        while let Some(term) = due.pop() {
            if !self.seen.insert(term) {
                continue;
            }
            let node = t.node(term);
            if let Node::Bin(BinOp::Eq, a, b) = node
                && t.width(a) >= NARROWEST
                && t.as_const(a).is_none()
                && t.as_const(b).is_none()
            {
                found.push((a, b, term));
            }
            due.extend(node.args());
        }
        let mut facts = Vec::new();
        for (a, b, equation) in found {
            let others = self.edges.get(&b).cloned().unwrap_or_default();
            let others: FxHashMap<Term, Term> = others.into_iter().collect();
            for (c, to_a) in self.edges.get(&a).cloned().unwrap_or_default() {
                let Some(to_b) = others.get(&c) else { continue };
                self.triangles += 1;
                if self.triangles > MOST {
                    return facts;
                }
                for (one, other, third) in
                    [(equation, to_a, *to_b), (equation, *to_b, to_a), (to_a, *to_b, equation)]
                {
                    let both = t.and(one, other);
                    facts.push(t.implies(both, third));
                }
            }
            self.edges.entry(a).or_default().push((b, equation));
            self.edges.entry(b).or_default().push((a, equation));
        }
        facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_gives_three_facts() {
        let mut t = TermStore::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| t.var(name, 64));
        let (ab, bc) = (t.eq(a, b), t.eq(b, c));
        let mut equalities = Equalities::default();
        assert!(equalities.facts(&mut t, &[ab, bc]).is_empty());
        let ca = t.eq(c, a);
        let facts = equalities.facts(&mut t, &[ca]);
        assert_eq!(facts.len(), 3);
        assert!(equalities.facts(&mut t, &[ca]).is_empty());
    }
}
