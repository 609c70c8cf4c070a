//! Equality, with offsets: a weighted union-find that explains itself.
//!
//! Terms form classes in which every member is the root plus a known integer. `x = y` merges with
//! offset 0, `x = y + c` with offset c, and `x = c` relates x to the zero term, so that constants,
//! equalities and base+offset pointers are one structure. Two terms are *equal* when they share
//! root and offset; those lie in one bucket, which rules use to match modulo equality.
//!
//! Explanations come from a proof forest (Nieuwenhuis and Oliveras): each merge adds one edge
//! labelled with the literal that caused it, and the reason for an equality is the labels on the
//! path. Undoing a merge removes its edge, in whichever direction later merges have turned it.
//!
//! Congruence for constraints and functions is in `congruence.rs`.
//!
//! Invariant: the classes are exactly what the asserted positive literals imply, and every lemma's
//! premises are asserted literals.

use crate::core::Core;
use crate::proof::Source;
use crate::sat::Keep;
use crate::sat::lit::{Lit, Var};
use crate::symbol::Kind;
use crate::term::TermId;
use rustc_hash::FxHashMap;

/// An atom that states `left = right + offset`.
#[derive(Clone, Copy, Debug)]
struct Link {
    left: TermId,
    right: TermId,
    offset: i128,
    lit: Lit,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    root: TermId,
    offset: i128,
}

#[derive(Clone, Debug)]
struct Merge {
    winner: TermId,
    loser: TermId,
    shift: i128,
    edge: (TermId, TermId),
    constant: Option<TermId>,
}

#[derive(Clone, Default, Debug)]
pub(crate) struct Equality {
    nodes: Vec<Node>,
    members: Vec<Vec<TermId>>,
    buckets: FxHashMap<(TermId, i128), Vec<TermId>>,
    forest: Vec<Option<(TermId, Lit)>>,
    /// By root: the constant of another type than integer in the class.
    constants: Vec<Option<TermId>>,
    links: Vec<Link>,
    links_of: Vec<Vec<u32>>,
    link_of_var: FxHashMap<Var, u32>,
    merges: Vec<Merge>,
    marks: Vec<usize>,
    /// Terms that became equal to others, or to a constant, since the last look.
    pub(crate) touched: Vec<TermId>,
    /// Whether rules and congruence see variables that are equal as the same. Otherwise they only
    /// see a variable with a known value as that constant.
    pub(crate) joins: bool,
    /// Whether `x = y + c` is understood.
    offsets: bool,
}

impl Equality {
    pub(crate) fn new(joins: bool, offsets: bool) -> Equality {
        Equality { joins, offsets, ..Equality::default() }
    }

    fn grow(&mut self, core: &Core) {
        for i in self.nodes.len()..core.terms.len() {
            let t = TermId(i as u32);
            self.nodes.push(Node { root: t, offset: 0 });
            self.members.push(vec![t]);
            self.buckets.insert((t, 0), vec![t]);
            self.forest.push(None);
            let constant = !core.terms.is_var(t) && core.terms.as_int(t).is_none();
            self.constants.push(constant.then_some(t));
            self.links_of.push(Vec::new());
        }
    }

    /// The node that stands for a term: integer constants are offsets from zero.
    fn anchor(core: &Core, t: TermId) -> (TermId, i128) {
        match core.terms.as_int(t) {
            Some(n) => (TermId::ZERO, i128::from(n)),
            None => (t, 0),
        }
    }

    /// Root and offset of a term.
    pub(crate) fn position(&self, core: &Core, t: TermId) -> (TermId, i128) {
        let (t, extra) = Self::anchor(core, t);
        match self.nodes.get(t.index()) {
            Some(n) => (n.root, n.offset + extra),
            None => (t, extra),
        }
    }

    pub(crate) fn equal(&self, core: &Core, a: TermId, b: TermId) -> bool {
        a == b || self.position(core, a) == self.position(core, b)
    }

    /// The integer that a term is known to be.
    pub(crate) fn value(&self, core: &Core, t: TermId) -> Option<i64> {
        if let Some(n) = core.terms.as_int(t) {
            return Some(n);
        }
        let (zero, zero_offset) = self.position(core, TermId::ZERO);
        let (root, offset) = self.position(core, t);
        if root == zero { i64::try_from(offset - zero_offset).ok() } else { None }
    }

    /// Whether rules may take one term for the other.
    pub(crate) fn matches(&self, core: &Core, a: TermId, b: TermId) -> bool {
        let may = self.joins || !core.terms.is_var(a) || !core.terms.is_var(b);
        a == b || may && self.position(core, a) == self.position(core, b)
    }

    /// Visits the terms that rules may take for `t`, itself included.
    pub(crate) fn for_matching(&self, core: &Core, t: TermId, mut visit: impl FnMut(TermId)) {
        if self.joins || !core.terms.is_var(t) {
            return self.for_equal(core, t, visit);
        }
        visit(t);
        if let Some(c) = self.value(core, t).and_then(|n| core.terms.find_int(n)) {
            visit(c);
        }
    }

    /// Whether no other term is equal to `t`.
    pub(crate) fn is_alone(&self, core: &Core, t: TermId) -> bool {
        let position = self.position(core, t);
        let zero = self.position(core, TermId::ZERO).0;
        position.0 != zero && self.buckets.get(&position).is_none_or(|b| b.len() <= 1)
    }

    /// Visits the terms equal to `t`, itself included.
    pub(crate) fn for_equal(&self, core: &Core, t: TermId, mut visit: impl FnMut(TermId)) {
        let (root, offset) = self.position(core, t);
        let bucket = self.buckets.get(&(root, offset)).map_or(&[] as &[TermId], |b| b);
        let mut self_seen = false;
        for &m in bucket {
            self_seen |= m == t;
            if m != TermId::ZERO {
                visit(m);
            }
        }
        let (zero, zero_offset) = self.position(core, TermId::ZERO);
        if root == zero {
            let constant = i64::try_from(offset - zero_offset).ok().and_then(|n| core.terms.find_int(n));
            if let Some(c) = constant {
                self_seen |= c == t;
                visit(c);
            }
        }
        if !self_seen {
            visit(t);
        }
    }

    /// Takes note of an atom that may state an equality.
    pub(crate) fn register(&mut self, core: &mut Core, v: Var) {
        self.grow(core);
        let Some(cons) = core.cons(v) else { return };
        let (sym, args) = (cons.sym, cons.args.clone());
        let kind = core.syms.kind(sym);
        let (left, right, offset) = match kind {
            Kind::Eq => (args[0], args[1], 0),
            Kind::EqC if core.terms.is_var(args[0]) => {
                let (anchor, extra) = Self::anchor(core, args[1]);
                (args[0], anchor, extra)
            }
            Kind::EqPlusC if self.offsets => match core.terms.as_int(args[2]) {
                Some(c) if core.terms.is_var(args[0]) && core.terms.is_var(args[1]) => {
                    (args[0], args[1], i128::from(c))
                }
                _ => return,
            },
            _ => return,
        };
        let id = self.links.len() as u32;
        self.links.push(Link { left, right, offset, lit: v.lit(true) });
        self.links_of[left.index()].push(id);
        if right != left {
            self.links_of[right.index()].push(id);
        }
        self.link_of_var.insert(v, id);
        self.evaluate(core, id);
    }

    /// Processes an asserted literal.
    pub(crate) fn assert(&mut self, core: &mut Core, l: Lit) {
        let Some(&id) = self.link_of_var.get(&l.var()) else { return };
        if l.is_positive() {
            self.merge(core, self.links[id as usize]);
        } else {
            self.evaluate(core, id);
            self.check_forward(core, id);
        }
    }

    fn merge(&mut self, core: &mut Core, link: Link) {
        let (x, y) = (self.nodes[link.left.index()], self.nodes[link.right.index()]);
        if x.root == y.root {
            if x.offset != y.offset + link.offset {
                let mut premises = self.explain(core, link.left, link.right);
                premises.push(link.lit);
                core.imply(&premises, &[], Keep::Redundant, Source::Theory("eq: offsets differ"));
            }
            return;
        }
        if let (Some(a), Some(b)) = (self.constants[x.root.index()], self.constants[y.root.index()]) {
            let mut premises = self.explain(core, a, link.left);
            premises.extend(self.explain(core, b, link.right));
            premises.push(link.lit);
            core.imply(&premises, &[], Keep::Redundant, Source::Theory("eq: constants differ"));
            return;
        }
        // The class of zero, or of another constant, or the larger one keeps its root.
        let zero = self.nodes[TermId::ZERO.index()].root;
        let rank = |root: TermId| {
            (root == zero, self.constants[root.index()].is_some(), self.members[root.index()].len())
        };
        let left_loses = rank(x.root) < rank(y.root);
        let (winner, loser, shift, edge) = if left_loses {
            (y.root, x.root, y.offset + link.offset - x.offset, (link.left, link.right))
        } else {
            (x.root, y.root, x.offset - y.offset - link.offset, (link.right, link.left))
        };
        self.reroot(edge.0);
        self.forest[edge.0.index()] = Some((edge.1, link.lit));
        let constant = self.constants[winner.index()];
        let constant_wins = winner == zero || constant.is_some();
        let moved = self.members[loser.index()].clone();
        for &m in &moved {
            let node = &mut self.nodes[m.index()];
            node.root = winner;
            node.offset += shift;
            let bucket = self.buckets.entry((winner, node.offset)).or_default();
            if !bucket.is_empty() || constant_wins {
                self.touched.push(m);
            }
            bucket.push(m);
        }
        self.members[winner.index()].extend_from_slice(&moved);
        self.merges.push(Merge { winner, loser, shift, edge, constant });
        if constant.is_none() {
            self.constants[winner.index()] = self.constants[loser.index()];
        }
        for &m in &moved {
            for i in 0..self.links_of[m.index()].len() {
                let id = self.links_of[m.index()][i];
                self.evaluate(core, id);
                if winner == zero && core.sat.is_false(self.links[id as usize].lit) {
                    self.check_forward(core, id);
                }
            }
        }
    }

    /// States the truth value of an equality atom whose sides are related.
    fn evaluate(&mut self, core: &mut Core, id: u32) {
        let link = self.links[id as usize];
        let (x, y) = (self.nodes[link.left.index()], self.nodes[link.right.index()]);
        if x.root != y.root {
            return;
        }
        let holds = x.offset == y.offset + link.offset;
        let conclusion = if holds { link.lit } else { !link.lit };
        if !core.sat.is_true(conclusion) {
            let premises = self.explain(core, link.left, link.right);
            core.imply(&premises, &[conclusion], Keep::Redundant, Source::Theory("eq"));
        }
    }

    /// A disequality with one side known excludes a value of the other side.
    fn check_forward(&mut self, core: &mut Core, id: u32) {
        let link = self.links[id as usize];
        if !core.sat.is_false(link.lit) || link.left == TermId::ZERO || link.right == TermId::ZERO {
            return;
        }
        let (left, right) = (self.value(core, link.left), self.value(core, link.right));
        let (known, other, excluded) = match (left, right) {
            (Some(n), None) => (link.left, link.right, i128::from(n) - link.offset),
            (None, Some(n)) => (link.right, link.left, i128::from(n) + link.offset),
            _ => return,
        };
        let constant = i64::try_from(excluded).ok().and_then(|n| core.terms.find_int(n));
        let atom = constant.and_then(|c| core.find(core.syms.builtin.eq_c, &[other, c]));
        if let Some(atom) = atom.filter(|a| core.sat.value(a.lit(true)).is_none()) {
            let mut premises = self.explain(core, known, TermId::ZERO);
            premises.push(!link.lit);
            let source = Source::Theory("eq: value excluded");
            core.imply(&premises, &[atom.lit(false)], Keep::Redundant, source);
        }
    }

    /// Repeats propagations that were forgotten with their clauses. Returns whether any was due.
    pub(crate) fn final_check(&mut self, core: &mut Core) -> bool {
        let before = core.lemmas.len();
        for id in 0..self.links.len() as u32 {
            self.evaluate(core, id);
        }
        core.lemmas.len() > before
    }

    fn reroot(&mut self, t: TermId) {
        let mut previous = None;
        let mut current = Some(t);
        while let Some(c) = current {
            let next = std::mem::replace(&mut self.forest[c.index()], previous);
            previous = next.map(|(_, why)| (c, why));
            current = next.map(|(p, _)| p);
        }
    }

    /// The literals that relate two terms of one class.
    pub(crate) fn explain(&self, core: &Core, a: TermId, b: TermId) -> Vec<Lit> {
        let (a, b) = (Self::anchor(core, a).0, Self::anchor(core, b).0);
        if a == b || a.index() >= self.nodes.len() || b.index() >= self.nodes.len() {
            return Vec::new();
        }
        let path = |mut t: TermId| {
            let mut path = vec![(t, None)];
            while let Some((parent, why)) = self.forest[t.index()] {
                path.push((parent, Some(why)));
                t = parent;
            }
            path
        };
        let (mut up_a, mut up_b) = (path(a), path(b));
        while up_a.len() > 1 && up_b.len() > 1 && up_a[up_a.len() - 2].0 == up_b[up_b.len() - 2].0 {
            up_a.pop();
            up_b.pop();
        }
        debug_assert_eq!(up_a.last().map(|n| n.0), up_b.last().map(|n| n.0), "explaining unrelated terms");
        let mut lits: Vec<Lit> = up_a.into_iter().chain(up_b).filter_map(|(_, why)| why).collect();
        lits.sort_unstable();
        lits.dedup();
        lits
    }

    pub(crate) fn push(&mut self) {
        self.marks.push(self.merges.len());
    }

    pub(crate) fn pop(&mut self, level: u32) {
        self.touched.clear();
        if self.marks.len() <= level as usize {
            return;
        }
        let keep = self.marks[level as usize];
        self.marks.truncate(level as usize);
        while self.merges.len() > keep {
            let merge = self.merges.pop().expect("counted above");
            let count = self.members[merge.loser.index()].len();
            let list = &mut self.members[merge.winner.index()];
            let moved = list.split_off(list.len() - count);
            for &m in moved.iter().rev() {
                let node = &mut self.nodes[m.index()];
                let bucket = self.buckets.get_mut(&(merge.winner, node.offset)).expect("filled by the merge");
                let popped = bucket.pop();
                debug_assert_eq!(popped, Some(m));
                node.root = merge.loser;
                node.offset -= merge.shift;
            }
            self.constants[merge.winner.index()] = merge.constant;
            let (from, to) = merge.edge;
            if self.forest[from.index()].is_some_and(|(p, _)| p == to) {
                self.forest[from.index()] = None;
            } else {
                self.forest[to.index()] = None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normal::Made;

    fn setup() -> (Core, Equality) {
        (Core::new(), Equality::new(true, true))
    }

    fn lit(core: &mut Core, sym: crate::symbol::SymId, args: &[TermId]) -> Lit {
        let Made::Lit(l) = core.make(sym, args) else { panic!("not a literal") };
        l
    }

    #[test]
    fn offsets_constants_and_undo() {
        let (mut core, mut eq) = setup();
        let b = core.syms.builtin;
        let [p, q, r] = ["p", "q", "r"].map(|n| core.terms.var(n));
        let (one, seven) = (core.int_term(1), core.int_term(7));
        let l1 = lit(&mut core, b.eq_plus_c, &[q, p, one]);
        let l2 = lit(&mut core, b.eq_plus_c, &[r, p, one]);
        let l3 = lit(&mut core, b.eq_c, &[p, seven]);
        for l in [l1, l2, l3] {
            eq.register(&mut core, l.var());
        }
        eq.push();
        eq.assert(&mut core, l1);
        eq.assert(&mut core, l2);
        assert!(eq.equal(&core, q, r));
        assert_eq!(eq.explain(&core, q, r), [l1, l2]);
        eq.push();
        eq.assert(&mut core, l3);
        assert_eq!(eq.value(&core, r), Some(8));
        eq.pop(1);
        assert_eq!(eq.value(&core, r), None);
        assert!(eq.equal(&core, q, r));
        eq.pop(0);
        assert!(!eq.equal(&core, q, r));
    }

    #[test]
    fn a_contradicting_offset_is_explained() {
        let (mut core, mut eq) = setup();
        let b = core.syms.builtin;
        let [x, y, z] = ["x", "y", "z"].map(|n| core.terms.var(n));
        let one = core.int_term(1);
        let l1 = lit(&mut core, b.eq, &[x, y]);
        let l2 = lit(&mut core, b.eq, &[y, z]);
        let l3 = lit(&mut core, b.eq_plus_c, &[x, z, one]);
        for l in [l1, l2, l3] {
            eq.register(&mut core, l.var());
        }
        eq.assert(&mut core, l1);
        eq.assert(&mut core, l2);
        let lemma = core.lemmas.pop().expect("x = z + 1 is refuted");
        assert_eq!(lemma.lits, [!l1, !l2, !l3]);
    }
}
