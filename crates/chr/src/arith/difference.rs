//! Equalities implied by order: the zero-weight cycles of difference logic.
//!
//! A bound on `x - y` that the present solution meets exactly is a *tight* edge. On a cycle of
//! tight edges all slack is used up, so all its differences are fixed: from `x <= y`, `y <= z`,
//! `z <= x` follows `x = y = z`. Rules and heaps match modulo equality and need to know. Equalities
//! are only exported between terms that occur outside arithmetic.

use super::{Arith, Quantity};
use crate::core::Core;
use crate::normal::Made;
use crate::proof::Source;
use crate::sat::Keep;
use crate::term::TermId;

/// `from - to <= bound`, met exactly. The constant zero is a node, too.
struct Edge {
    from: usize,
    to: usize,
    event: u32,
}

impl Arith {
    /// States equalities that follow from tight bounds. Returns whether there were new ones.
    pub(super) fn export_equalities(&mut self, core: &mut Core) -> bool {
        let n = self.info.len();
        let zero = n;
        let mut edges: Vec<Edge> = Vec::new();
        for i in 0..n {
            let info = &self.info[i];
            let ends = match (&*info.form, info.term) {
                ([(x, 1), (y, -1)], _) => (x.index(), y.index()),
                ([], Some(_)) => (i, zero),
                _ => continue,
            };
            if info.lower.is_none() && info.upper.is_none() {
                continue;
            }
            let Some(value) = self.solution(Quantity(i as u32)).and_then(|v| v.as_int()) else { continue };
            if let Some(u) = info.upper.filter(|u| u.value == value) {
                edges.push(Edge { from: ends.0, to: ends.1, event: u.event });
            }
            if let Some(l) = info.lower.filter(|l| l.value == value) {
                edges.push(Edge { from: ends.1, to: ends.0, event: l.event });
            }
        }
        if edges.is_empty() {
            return false;
        }
        let mut next: Vec<Vec<usize>> = vec![Vec::new(); n + 1];
        for (e, edge) in edges.iter().enumerate() {
            next[edge.from].push(e);
        }
        let component = components(&next, &edges);
        let mut groups: std::collections::BTreeMap<(usize, i64), Vec<usize>> = Default::default();
        for (i, &comp) in component.iter().enumerate().take(n) {
            let shared = self.info[i].term.is_some_and(|t| self.matters(core, t));
            if comp != usize::MAX && shared {
                let value = self.solution(Quantity(i as u32)).and_then(|v| v.as_int());
                if let Some(value) = value {
                    groups.entry((comp, value)).or_default().push(i);
                }
            }
        }
        let mut pairs: Vec<(usize, usize, TermId)> = Vec::new();
        for ((comp, value), group) in groups {
            if component[zero] == comp {
                let constant = core.int_term(value);
                pairs.extend(group.into_iter().map(|i| (i, zero, constant)));
            } else {
                for pair in group.windows(2) {
                    pairs.extend(self.info[pair[1]].term.map(|t| (pair[0], pair[1], t)));
                }
            }
        }
        let mut stated = false;
        for (i, j, other) in pairs {
            let Some(x) = self.info[i].term else { continue };
            let Made::Lit(l) = core.equality(x, other) else { continue };
            if core.sat.is_true(l) {
                continue;
            }
            let mut events = path(&next, &edges, &component, i, j);
            events.extend(path(&next, &edges, &component, j, i));
            let premises = self.explain(&events, &[]);
            core.imply(&premises, &[l], Keep::Redundant, Source::Theory("linear: tight cycle"));
            stated = true;
        }
        stated
    }

    /// Whether a term, or a name for an offset from it, occurs outside arithmetic.
    fn matters(&self, core: &Core, t: TermId) -> bool {
        core.is_shared(t) || core.is_base(t)
    }
}

/// Strongly connected components with more than one node; other nodes get `usize::MAX`.
fn components(next: &[Vec<usize>], edges: &[Edge]) -> Vec<usize> {
    let n = next.len();
    let mut index = vec![usize::MAX; n];
    let mut low = vec![0; n];
    let mut on_stack = vec![false; n];
    let mut component = vec![usize::MAX; n];
    let (mut stack, mut counter, mut found) = (Vec::new(), 0, 0);
    for root in 0..n {
        if index[root] != usize::MAX || next[root].is_empty() {
            continue;
        }
        let mut work = vec![(root, 0)];
        while let Some(&mut (v, ref mut at)) = work.last_mut() {
            if *at == 0 && index[v] == usize::MAX {
                index[v] = counter;
                low[v] = counter;
                counter += 1;
                stack.push(v);
                on_stack[v] = true;
            }
            if let Some(&e) = next[v].get(*at) {
                *at += 1;
                let w = edges[e].to;
                if index[w] == usize::MAX {
                    work.push((w, 0));
                } else if on_stack[w] {
                    low[v] = low[v].min(index[w]);
                }
                continue;
            }
            work.pop();
            if let Some(&(parent, _)) = work.last() {
                low[parent] = low[parent].min(low[v]);
            }
            if low[v] == index[v] {
                let start = stack.iter().rposition(|&w| w == v).expect("v is on the stack");
                let members = stack.split_off(start);
                for &w in &members {
                    on_stack[w] = false;
                    if members.len() > 1 {
                        component[w] = found;
                    }
                }
                found += 1;
            }
        }
    }
    component
}

/// The events along a shortest path inside one component.
fn path(next: &[Vec<usize>], edges: &[Edge], component: &[usize], from: usize, to: usize) -> Vec<u32> {
    let mut came: Vec<Option<usize>> = vec![None; next.len()];
    let mut queue = std::collections::VecDeque::from([from]);
    while let Some(v) = queue.pop_front() {
        if v == to {
            break;
        }
        for &e in &next[v] {
            let w = edges[e].to;
            if w != from && came[w].is_none() && component[w] == component[from] {
                came[w] = Some(e);
                queue.push_back(w);
            }
        }
    }
    let mut events = Vec::new();
    let mut v = to;
    while v != from {
        let e = came[v].expect("both nodes lie in one component");
        events.push(edges[e].event);
        v = edges[e].from;
    }
    events
}
