//! Substitution of variables by terms, and rebuilding terms in general.

use crate::term::{BinOp, Node, Term, TermStore, VarId};
use rustc_hash::FxHashMap;

impl TermStore {
    /// The same operator on other arguments of the same widths, simplified anew.
    pub fn rebuild(&mut self, node: Node, width: u32, mut map: impl FnMut(Term) -> Term) -> Option<Term> {
        Some(match node {
            Node::Const(_) | Node::Var(_) => return None,
            Node::Not(a) => self.not(map(a)),
            Node::Concat(a, b) => self.concat(map(a), map(b)),
            Node::Extract { arg, low } => self.extract(map(arg), low, width),
            Node::Zext(a) => self.zext(map(a), width),
            Node::Sext(a) => self.sext(map(a), width),
            Node::Ite(c, a, b) => self.ite(map(c), map(a), map(b)),
            Node::Bin(op, a, b) => {
                let (a, b) = (map(a), map(b));
                match op {
                    BinOp::Add => self.add(a, b),
                    BinOp::Mul => self.mul(a, b),
                    BinOp::Udiv => self.udiv(a, b),
                    BinOp::Urem => self.urem(a, b),
                    BinOp::Sdiv => self.sdiv(a, b),
                    BinOp::Srem => self.srem(a, b),
                    BinOp::Shl => self.shl(a, b),
                    BinOp::Lshr => self.lshr(a, b),
                    BinOp::Ashr => self.ashr(a, b),
                    BinOp::And => self.and(a, b),
                    BinOp::Xor => self.xor(a, b),
                    BinOp::Eq => self.eq(a, b),
                    BinOp::Ult => self.ult(a, b),
                    BinOp::Slt => self.slt(a, b),
                }
            }
        })
    }

    /// Replaces variables until none with a replacement is left. `lookup` must not be cyclic. `memo` keeps
    /// results between calls with the same `lookup`.
    pub fn substitute(
        &mut self,
        root: Term,
        memo: &mut FxHashMap<Term, Term>,
        lookup: impl Fn(VarId) -> Option<Term>,
    ) -> Term {
        let mut stack = vec![root];
        while let Some(&t) = stack.last() {
            if memo.contains_key(&t) {
                stack.pop();
                continue;
            }
            let node = self.node(t);
            let result = match node {
                Node::Const(_) => Some(t),
                Node::Var(v) => match lookup(v) {
                    None => Some(t),
                    Some(by) => {
                        let done = memo.get(&by).copied();
                        if done.is_none() {
                            stack.push(by);
                        }
                        done
                    }
                },
                _ => {
                    let depth = stack.len();
                    stack.extend(node.args().filter(|a| !memo.contains_key(a)));
                    if stack.len() > depth {
                        None
                    } else if node.args().all(|a| memo[&a] == a) {
                        Some(t)
                    } else {
                        self.rebuild(node, self.width(t), |a| memo[&a])
                    }
                }
            };
            if let Some(result) = result {
                memo.insert(t, result);
                stack.pop();
            }
        }
        memo[&root]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replacements_chain_and_simplify() {
        let mut s = TermStore::new();
        let (x, y, z) = (s.var("x", 32), s.var("y", 32), s.var("z", 32));
        let (one, two) = (s.num(32, 1), s.num(32, 2));
        // y → x + 1, x → z + 1
        let (y_by, x_by) = (s.add(x, one), s.add(z, one));
        let map: FxHashMap<VarId, Term> =
            [(s.as_var(y).unwrap(), y_by), (s.as_var(x).unwrap(), x_by)].into_iter().collect();
        let t = s.sub(y, z);
        let r = s.substitute(t, &mut FxHashMap::default(), |v| map.get(&v).copied());
        assert_eq!(r, two);
    }
}
