//! Path conditions: persistent lists of asserted Booleans.
//!
//! A state holds a [`PathCondition`]; cloning it is one reference count, extending it allocates one link, and two
//! states that branched share everything before the branch. A solver recognises the shared part by its links.

use crate::term::{Term, TermStore};
use std::sync::Arc;

/// The conjunction of the terms pushed so far.
#[derive(Clone, Default)]
pub struct PathCondition {
    last: Option<Arc<Link>>,
}

struct Link {
    term: Term,
    len: usize,
    before: PathCondition,
}

impl PathCondition {
    /// The empty conjunction: `true`.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a conjunct; `true` is left out.
    pub fn push(&mut self, store: &TermStore, term: Term) {
        assert_eq!(store.width(term), 1, "a condition has one bit");
        if term == store.truth() {
            return;
        }
        let before = std::mem::take(self);
        self.last = Some(Arc::new(Link { term, len: before.len() + 1, before }));
    }

    /// The condition with one more conjunct.
    pub fn and(&self, store: &TermStore, term: Term) -> Self {
        let mut out = self.clone();
        out.push(store, term);
        out
    }

    /// The number of conjuncts.
    pub fn len(&self) -> usize {
        self.last.as_ref().map_or(0, |l| l.len)
    }

    /// Is it the empty conjunction?
    pub fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    /// The last conjunct and what was before it.
    pub fn split_last(&self) -> Option<(Term, &PathCondition)> {
        self.last.as_ref().map(|l| (l.term, &l.before))
    }

    /// The conjuncts, oldest first.
    pub fn terms(&self) -> Vec<Term> {
        let mut out = Vec::with_capacity(self.len());
        let mut at = self;
        while let Some((term, before)) = at.split_last() {
            out.push(term);
            at = before;
        }
        out.reverse();
        out
    }

    /// Is it literally the same list (not only equal)?
    pub(crate) fn same(&self, other: &Self) -> bool {
        match (&self.last, &other.last) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        }
    }
}

impl std::fmt::Debug for PathCondition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.terms()).finish()
    }
}

/// Releases long lists link by link instead of by recursion.
impl Drop for PathCondition {
    fn drop(&mut self) {
        let mut next = self.last.take();
        while let Some(link) = next {
            next = Arc::into_inner(link).and_then(|mut link| link.before.last.take());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_share_their_prefix() {
        let mut s = TermStore::new();
        let (p, q) = (s.var("p", 1), s.var("q", 1));
        let base = PathCondition::new().and(&s, p).and(&s, s.truth());
        let not_q = s.not(q);
        let (left, right) = (base.and(&s, q), base.and(&s, not_q));
        assert_eq!(left.terms(), vec![p, q]);
        assert_eq!(right.len(), 2);
        let (_, before_left) = left.split_last().unwrap();
        let (_, before_right) = right.split_last().unwrap();
        assert!(before_left.same(before_right));
        assert!(!left.same(&right));
    }

    #[test]
    fn long_paths_drop_without_recursion() {
        let mut s = TermStore::new();
        let p = s.var("p", 1);
        let mut path = PathCondition::new();
        for _ in 0..1_000_000 {
            path.push(&s, p);
        }
        drop(path);
    }
}
