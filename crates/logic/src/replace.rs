//! Replacing subterms: the same term built again over other leaves, simplified on the way.

use crate::term::{Term, TermStore};
use rustc_hash::FxHashMap;

impl TermStore {
    /// The term with every occurrence of a key replaced by its value, which must be as wide; what replaces is not
    /// looked into again. Needs no recursion.
    pub fn replace(&mut self, term: Term, with: &FxHashMap<Term, Term>) -> Term {
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        let mut stack = vec![term];
        while let Some(&at) = stack.last() {
            if done.contains_key(&at) {
                stack.pop();
                continue;
            }
            if let Some(&new) = with.get(&at) {
                assert_eq!(self.width(at), self.width(new), "what replaces a term is as wide");
                done.insert(at, new);
                stack.pop();
                continue;
            }
            let node = self.node(at);
            let depth = stack.len();
            stack.extend(node.args().filter(|arg| !done.contains_key(arg)));
            if stack.len() > depth {
                continue;
            }
            let new = match node.args().all(|arg| done[&arg] == arg) {
                true => at,
                false => self.rebuild(node, self.width(at), |arg| done[&arg]).unwrap_or(at),
            };
            done.insert(at, new);
            stack.pop();
        }
        done[&term]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_are_exchanged_and_the_term_is_simplified() {
        let mut s = TermStore::new();
        let (x, y, seven) = (s.var("x", 32), s.var("y", 32), s.num(32, 7));
        let sum = s.add(x, seven);
        let less = s.slt(sum, y);
        let with = FxHashMap::from_iter([(x, y)]);
        let other = s.add(y, seven);
        let expected = s.slt(other, y);
        assert_eq!(s.replace(less, &with), expected);
        let three = s.num(32, 3);
        let constants = FxHashMap::from_iter([(x, three), (y, seven)]);
        assert_eq!(s.replace(less, &constants), s.falsity());
        // What replaces is not looked into.
        let swap = FxHashMap::from_iter([(x, y), (y, x)]);
        let back = s.replace(less, &swap);
        assert_eq!(s.replace(back, &swap), less);
    }
}
