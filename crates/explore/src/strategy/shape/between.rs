//! Orders that hold through a number that is forgotten: x < g and g ≤ y say x < y, when g is gone as before.
//!
//! A program replaces a number by one that is compared with it (`if (n < length) length = n`), and then what bounded the old one
//! bounds the new one. This eliminates a variable from the orders in which it stands alone on a side, as Fourier and
//! Motzkin do. What follows was implied before, so nothing is assumed that a state does not say, and the constants and
//! terms in it are those that were there.

use logic::{BinOp, Node, Term, TermStore};

/// How many orders come of one number at most.
const MOST: usize = 16;

/// `low < high`, or `low ≤ high`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Order {
    low: Term,
    high: Term,
    is_strict: bool,
    is_signed: bool,
}

impl Order {
    fn read(store: &TermStore, condition: Term) -> Option<Order> {
        let less = |term: Term| match store.node(term) {
            Node::Bin(BinOp::Slt, a, b) => Some((a, b, true)),
            Node::Bin(BinOp::Ult, a, b) => Some((a, b, false)),
            _ => None,
        };
        if let Some((low, high, is_signed)) = less(condition) {
            return Some(Order { low, high, is_strict: true, is_signed });
        }
        let Node::Not(negated) = store.node(condition) else { return None };
        let (high, low, is_signed) = less(negated)?;
        Some(Order { low, high, is_strict: false, is_signed })
    }

    fn write(self, store: &mut TermStore) -> Term {
        let Order { low, high, .. } = self;
        match (self.is_strict, self.is_signed) {
            (true, true) => store.slt(low, high),
            (true, false) => store.ult(low, high),
            (false, true) => store.sle(low, high),
            (false, false) => store.ule(low, high),
        }
    }
}

/// What conditions say of other numbers by what they say of one.
pub(super) fn orders_through(store: &mut TermStore, conditions: &[Term], gone: Term) -> Vec<Term> {
    let orders: Vec<Order> =
        conditions.iter().filter_map(|condition| Order::read(store, *condition)).collect();
    let mut found = Vec::new();
    for below in orders.iter().filter(|order| order.high == gone && order.low != gone) {
        for above in orders.iter().filter(|order| order.low == gone && order.high != gone) {
            if below.is_signed != above.is_signed || found.len() == MOST {
                continue;
            }
            let is_strict = below.is_strict || above.is_strict;
            let order = Order { low: below.low, high: above.high, is_strict, is_signed: below.is_signed };
            let condition = order.write(store);
            if store.as_bool(condition).is_none() {
                found.push(condition);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_bounded_the_old_number_bounds_the_new_one() {
        let mut store = TermStore::new();
        let [n, length, room] = ["n", "length", "room"].map(|name| store.var(name, 32));
        let conditions = [store.slt(n, length), store.sle(length, room), store.ule(length, n)];
        let expected = store.slt(n, room);
        assert_eq!(orders_through(&mut store, &conditions, length), [expected]);
        assert!(orders_through(&mut store, &conditions, room).is_empty());
    }
}
