//! Terms as people write them: infix, with the operators that normalisation took away put back.

use crate::bits::BitVec;
use crate::term::{BinOp, Node, Term, TermStore, VarId};
use std::fmt;
use std::ops::Deref;

/// Deeper parts are elided as `…`.
const DEPTH: u32 = 16;

/// What a variable is called; none where its own name will do.
type VarNames<'s> = &'s dyn Fn(VarId) -> Option<String>;

/// Prints a term; see [`TermStore::show`].
pub struct Show<'s> {
    terms: Named<'s>,
    term: Term,
}

/// A store whose variables may have other names.
struct Named<'s> {
    store: &'s TermStore,
    names: Option<VarNames<'s>>,
}

impl Deref for Named<'_> {
    type Target = TermStore;

    fn deref(&self) -> &TermStore {
        self.store
    }
}

impl TermStore {
    /// The term in infix notation, for reports and debugging. Signed operators carry an `s`; deep parts are
    /// elided.
    pub fn show(&self, term: Term) -> Show<'_> {
        Show { terms: Named { store: self, names: None }, term }
    }

    /// The same with names for variables.
    pub fn show_with<'s>(&'s self, term: Term, names: VarNames<'s>) -> Show<'s> {
        Show { terms: Named { store: self, names: Some(names) }, term }
    }
}

impl fmt::Display for Show<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(&self.terms, self.term, DEPTH, false, f)
    }
}

fn write(s: &Named<'_>, t: Term, depth: u32, inner: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if depth == 0 {
        return f.write_str("…");
    }
    let sub = |t: Term, f: &mut fmt::Formatter<'_>| write(s, t, depth - 1, true, f);
    let infix = |a: Term, op: &str, b: Term, f: &mut fmt::Formatter<'_>| {
        f.write_str(if inner { "(" } else { "" })?;
        sub(a, f)?;
        write!(f, " {op} ")?;
        sub(b, f)?;
        f.write_str(if inner { ")" } else { "" })
    };
    match s.node(t) {
        Node::Const(id) => write_constant(s.const_value(id), f),
        Node::Var(v) => match s.names.and_then(|names| names(v)) {
            Some(name) => f.write_str(&name),
            None => f.write_str(s.var_name(v)),
        },
        Node::Not(a) => match s.node(a) {
            Node::Bin(BinOp::Eq, x, y) => infix(x, "≠", y, f),
            Node::Bin(BinOp::Ult, x, y) => infix(y, "≤", x, f),
            Node::Bin(BinOp::Slt, x, y) => infix(y, "≤s", x, f),
            Node::Bin(BinOp::Xor, x, y) if s.width(a) == 1 => infix(x, "=", y, f),
            Node::Bin(BinOp::And, x, y) => {
                f.write_str(if inner { "(" } else { "" })?;
                write_negated(s, x, depth - 1, f)?;
                f.write_str(if s.width(a) == 1 { " ∨ " } else { " | " })?;
                write_negated(s, y, depth - 1, f)?;
                f.write_str(if inner { ")" } else { "" })
            }
            _ => {
                f.write_str(if s.width(a) == 1 { "¬" } else { "~" })?;
                sub(a, f)
            }
        },
        Node::Concat(a, b) => infix(a, "++", b, f),
        Node::Extract { arg, low } => {
            sub(arg, f)?;
            write!(f, "[{}:{low}]", low + s.width(t) - 1)
        }
        Node::Zext(a) => {
            write!(f, "zext{}(", s.width(t))?;
            write(s, a, depth - 1, false, f)?;
            f.write_str(")")
        }
        Node::Sext(a) => {
            write!(f, "sext{}(", s.width(t))?;
            write(s, a, depth - 1, false, f)?;
            f.write_str(")")
        }
        Node::Ite(c, a, b) => {
            f.write_str(if inner { "(" } else { "" })?;
            sub(c, f)?;
            f.write_str(" ? ")?;
            sub(a, f)?;
            f.write_str(" : ")?;
            sub(b, f)?;
            f.write_str(if inner { ")" } else { "" })
        }
        Node::Bin(BinOp::Add, a, b) => {
            // a + (-1)·x and a + (-c) are differences.
            if let Node::Bin(BinOp::Mul, x, c) = s.node(b)
                && s.as_const(c).is_some_and(BitVec::is_ones)
            {
                return infix(a, "-", x, f);
            }
            match s.as_const(b) {
                Some(c) if c.msb() => {
                    f.write_str(if inner { "(" } else { "" })?;
                    sub(a, f)?;
                    f.write_str(" - ")?;
                    write_constant(&c.neg(), f)?;
                    f.write_str(if inner { ")" } else { "" })
                }
                _ => infix(a, "+", b, f),
            }
        }
        Node::Bin(BinOp::Mul, a, c) if s.as_const(c).is_some_and(BitVec::is_ones) => {
            f.write_str("-")?;
            sub(a, f)
        }
        Node::Bin(op, a, b) => {
            let word = match op {
                BinOp::Add => "+",
                BinOp::Mul => "*",
                BinOp::Udiv => "/",
                BinOp::Urem => "%",
                BinOp::Sdiv => "/s",
                BinOp::Srem => "%s",
                BinOp::Shl => "<<",
                BinOp::Lshr => ">>",
                BinOp::Ashr => ">>s",
                BinOp::And if s.width(t) == 1 => "∧",
                BinOp::And => "&",
                BinOp::Xor if s.width(t) == 1 => "≠",
                BinOp::Xor => "^",
                BinOp::Eq => "=",
                BinOp::Ult => "<",
                BinOp::Slt => "<s",
            };
            infix(a, word, b, f)
        }
    }
}

/// The complement of a term, without a visible negation where there is one inside.
fn write_negated(s: &Named<'_>, t: Term, depth: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let op = match s.node(t) {
        Node::Not(a) => return write(s, a, depth, true, f),
        Node::Const(id) => return write_constant(&s.const_value(id).not(), f),
        Node::Bin(BinOp::Eq, a, b) => Some((a, "≠", b)),
        Node::Bin(BinOp::Ult, a, b) => Some((b, "≤", a)),
        Node::Bin(BinOp::Slt, a, b) => Some((b, "≤s", a)),
        _ => None,
    };
    match op {
        Some((a, word, b)) => {
            f.write_str("(")?;
            write(s, a, depth, true, f)?;
            write!(f, " {word} ")?;
            write(s, b, depth, true, f)?;
            f.write_str(")")
        }
        None => {
            f.write_str(if s.width(t) == 1 { "¬" } else { "~" })?;
            write(s, t, depth, true, f)
        }
    }
}

fn write_constant(value: &BitVec, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match (value.width(), value.to_u128(), value.to_i128()) {
        (1, Some(v), _) => f.write_str(if v == 1 { "true" } else { "false" }),
        (_, Some(v), _) if v < 1 << 16 => write!(f, "{v}"),
        (_, _, Some(v)) if (-(1 << 16)..0).contains(&v) => write!(f, "{v}"),
        _ => write!(f, "{value:#x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_like_the_source() {
        let mut s = TermStore::new();
        let (x, y) = (s.var("x", 32), s.var("y", 32));
        let (c3, d) = (s.num(32, 3), s.sub(x, y));
        let e = s.sub(x, c3);
        let p = s.ule(e, y);
        assert_eq!(s.show(p).to_string(), "(x - 3) ≤ y");
        assert_eq!(s.show(d).to_string(), "x - y");
        let q = s.ne(x, y);
        let r = s.or(p, q);
        assert_eq!(s.show(r).to_string(), "((x - 3) ≤ y) ∨ (x ≠ y)");
        let b = s.extract(x, 0, 8);
        let z = s.zext(b, 32);
        assert_eq!(s.show(z).to_string(), "zext32(x[7:0])");
        let m = s.constant(BitVec::from_i128(32, -2));
        let o = s.slt(m, x);
        assert_eq!(s.show(o).to_string(), "-2 <s x");
        let w = s.or(x, y);
        assert_eq!(s.show(w).to_string(), "x | y");
        let x = s.as_var(x).unwrap();
        let named = |var| (var == x).then(|| "count".to_string());
        assert_eq!(s.show_with(w, &named).to_string(), "count | y");
    }
}
