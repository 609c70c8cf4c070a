//! Queries as SMT-LIB 2 text (logic QF_BV), for other solvers.
//!
//! Every compound term becomes one `define-fun`, in dependency order: sharing is kept and nesting stays flat, so
//! the text is linear in the size of the query and no reader runs out of stack. Booleans stay bit-vectors of
//! width 1; comparisons are converted by `ite`.

use crate::bits::BitVec;
use crate::term::{BinOp, Node, Term, TermStore};
use std::fmt::Write;

impl TermStore {
    /// A script that asks whether the Booleans are satisfiable together.
    pub fn to_smtlib(&self, asserted: &[Term]) -> String {
        let mut out = String::from("(set-logic QF_BV)\n");
        self.visit(asserted, |store, t| {
            let width = store.width(t);
            match store.node(t) {
                Node::Const(_) => {}
                Node::Var(_) => {
                    let _ = writeln!(out, "(declare-const {} (_ BitVec {width}))", store.smt_name(t));
                }
                _ => {
                    let name = store.smt_name(t);
                    let body = store.smt_body(t);
                    let _ = writeln!(out, "(define-fun {name} () (_ BitVec {width}) {body})");
                }
            }
        });
        for &t in asserted {
            assert_eq!(self.width(t), 1, "only Booleans can be asserted");
            let _ = writeln!(out, "(assert (= {} #b1))", self.smt_name(t));
        }
        out.push_str("(check-sat)\n");
        out
    }

    /// What a term is called in the script. Variables show the name they were given, made unique by their number.
    pub fn smt_name(&self, t: Term) -> String {
        match self.node(t) {
            Node::Const(id) => smt_constant(self.const_value(id)),
            Node::Var(v) => {
                let name: String = self
                    .var_name(v)
                    .chars()
                    .filter(|c| (' '..='~').contains(c) && !"|\\".contains(*c))
                    .collect();
                format!("|{name}!{}|", t.index())
            }
            _ => format!("t{}", t.index()),
        }
    }

    /// The right side of the definition of a term, in the names of its arguments.
    pub fn smt_body(&self, t: Term) -> String {
        let name = |t: Term| self.smt_name(t);
        match self.node(t) {
            Node::Const(_) | Node::Var(_) => name(t),
            Node::Not(a) => format!("(bvnot {})", name(a)),
            Node::Concat(a, b) => format!("(concat {} {})", name(a), name(b)),
            Node::Extract { arg, low } => {
                format!("((_ extract {} {low}) {})", low + self.width(t) - 1, name(arg))
            }
            Node::Zext(a) => format!("((_ zero_extend {}) {})", self.width(t) - self.width(a), name(a)),
            Node::Sext(a) => format!("((_ sign_extend {}) {})", self.width(t) - self.width(a), name(a)),
            Node::Ite(c, a, b) => format!("(ite (= {} #b1) {} {})", name(c), name(a), name(b)),
            Node::Bin(op, a, b) => {
                let word = match op {
                    BinOp::Add => "bvadd",
                    BinOp::Mul => "bvmul",
                    BinOp::Udiv => "bvudiv",
                    BinOp::Urem => "bvurem",
                    BinOp::Sdiv => "bvsdiv",
                    BinOp::Srem => "bvsrem",
                    BinOp::Shl => "bvshl",
                    BinOp::Lshr => "bvlshr",
                    BinOp::Ashr => "bvashr",
                    BinOp::And => "bvand",
                    BinOp::Xor => "bvxor",
                    BinOp::Eq => "=",
                    BinOp::Ult => "bvult",
                    BinOp::Slt => "bvslt",
                };
                let plain = format!("({word} {} {})", name(a), name(b));
                match op {
                    BinOp::Eq | BinOp::Ult | BinOp::Slt => format!("(ite {plain} #b1 #b0)"),
                    _ => plain,
                }
            }
        }
    }
}

fn smt_constant(value: &BitVec) -> String {
    if value.width().is_multiple_of(4) {
        let digits = (value.width() / 4) as usize;
        let hex = format!("{value:x}");
        format!("#x{}{hex}", "0".repeat(digits - hex.len()))
    } else {
        let bits = (0..value.width()).rev().map(|i| if value.bit(i) { '1' } else { '0' });
        format!("#b{}", bits.collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn script_is_flat_and_shared() {
        let mut s = TermStore::new();
        let (x, y) = (s.var("x", 8), s.var("y|", 8));
        let sum = s.add(x, y);
        let c = s.num(8, 10);
        let (p, q) = (s.ult(sum, c), s.eq(sum, x));
        let text = s.to_smtlib(&[p, q]);
        let (x, y) = (x.index(), y.index());
        assert!(text.starts_with("(set-logic QF_BV)\n"));
        assert!(text.contains(&format!("(declare-const |y!{y}| (_ BitVec 8))")));
        assert_eq!(text.matches("(bvadd ").count(), 1);
        assert!(text.contains("#x0a"));
        assert!(text.contains(&format!("|x!{x}|")));
        assert_eq!(text.matches("(assert ").count(), 2);
        assert!(text.ends_with("(check-sat)\n"));
    }

    #[test]
    fn constants_keep_their_width() {
        assert_eq!(smt_constant(&BitVec::new(12, 10)), "#x00a");
        assert_eq!(smt_constant(&BitVec::new(3, 2)), "#b010");
        assert_eq!(smt_constant(&BitVec::zero(132)), format!("#x{}", "0".repeat(33)));
    }
}
