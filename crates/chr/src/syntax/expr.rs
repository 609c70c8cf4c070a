//! Expressions: formulas and terms as written, and a builder for programs.

use super::Span;
use std::fmt;

/// Two-place operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinOp {
    /// `->`
    Implies,
    /// `<->`
    Iff,
    /// `xor`
    Xor,
    /// A comparison that becomes a constraint.
    Cmp(Cmp),
    /// `$=`, `$<`, ..: a comparison that a guard evaluates.
    Test(Cmp),
    /// `:=`, in guards.
    Assign,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`: exact division.
    Div,
    /// `^`
    Pow,
}

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cmp {
    /// Equal.
    Eq,
    /// Different.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
}

impl Cmp {
    /// Whether the comparison holds for an ordering.
    pub fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Cmp::Eq => order.is_eq(),
            Cmp::Ne => order.is_ne(),
            Cmp::Lt => order.is_lt(),
            Cmp::Le => order.is_le(),
            Cmp::Gt => order.is_gt(),
            Cmp::Ge => order.is_ge(),
        }
    }

    pub(crate) fn text(self) -> &'static str {
        match self {
            Cmp::Eq => "=",
            Cmp::Ne => "!=",
            Cmp::Lt => "<",
            Cmp::Le => "<=",
            Cmp::Gt => ">",
            Cmp::Ge => ">=",
        }
    }
}

/// The shape of an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExprKind {
    /// A variable.
    Var(String),
    /// `_`: a variable of its own.
    Wild,
    /// An integer.
    Int(i64),
    /// `@name`
    Atom(String),
    /// A string.
    Str(String),
    /// `nil`
    Nil,
    /// `true` or `false`
    Bool(bool),
    /// A constraint or a function application.
    Call(String, Vec<Expr>),
    /// `not`
    Not(Box<Expr>),
    /// Unary minus.
    Neg(Box<Expr>),
    /// A conjunction.
    And(Vec<Expr>),
    /// A disjunction.
    Or(Vec<Expr>),
    /// Any other operator.
    Bin(BinOp, Box<Expr>, Box<Expr>),
}

/// An expression with the place it came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it is written.
    pub span: Span,
}

impl Expr {
    pub(crate) fn new(kind: ExprKind, span: Span) -> Expr {
        Expr { kind, span }
    }

    fn made(kind: ExprKind) -> Expr {
        Expr { kind, span: Span::default() }
    }

    /// The variable `name`: a term, or a Boolean where a formula is expected.
    pub fn var(name: impl Into<String>) -> Expr {
        Expr::made(ExprKind::Var(name.into()))
    }

    /// An integer constant.
    pub fn int(value: i64) -> Expr {
        Expr::made(ExprKind::Int(value))
    }

    /// A truth value.
    pub fn bool(value: bool) -> Expr {
        Expr::made(ExprKind::Bool(value))
    }

    /// A constraint, or a function application inside a term.
    pub fn call(name: impl Into<String>, args: impl IntoIterator<Item = Expr>) -> Expr {
        Expr::made(ExprKind::Call(name.into(), args.into_iter().collect()))
    }

    /// The conjunction of all parts.
    pub fn and(parts: impl IntoIterator<Item = Expr>) -> Expr {
        Expr::made(ExprKind::And(parts.into_iter().collect()))
    }

    /// The disjunction of all parts.
    pub fn or(parts: impl IntoIterator<Item = Expr>) -> Expr {
        Expr::made(ExprKind::Or(parts.into_iter().collect()))
    }

    /// The negation.
    #[allow(clippy::should_implement_trait)]
    pub fn not(self) -> Expr {
        Expr::made(ExprKind::Not(Box::new(self)))
    }

    /// `self -> other`
    pub fn implies(self, other: Expr) -> Expr {
        Expr::made(ExprKind::Bin(BinOp::Implies, Box::new(self), Box::new(other)))
    }

    /// `self <-> other`
    pub fn iff(self, other: Expr) -> Expr {
        Expr::made(ExprKind::Bin(BinOp::Iff, Box::new(self), Box::new(other)))
    }

    /// A comparison such as `self < other`.
    pub fn cmp(self, op: Cmp, other: Expr) -> Expr {
        Expr::made(ExprKind::Bin(BinOp::Cmp(op), Box::new(self), Box::new(other)))
    }

    /// `self = other`
    pub fn eq(self, other: Expr) -> Expr {
        self.cmp(Cmp::Eq, other)
    }

    /// `self != other`
    pub fn ne(self, other: Expr) -> Expr {
        self.cmp(Cmp::Ne, other)
    }

    /// `self + other`
    #[allow(clippy::should_implement_trait)]
    pub fn add(self, other: Expr) -> Expr {
        Expr::made(ExprKind::Bin(BinOp::Add, Box::new(self), Box::new(other)))
    }

    /// `self + offset`
    pub fn plus(self, offset: i64) -> Expr {
        self.add(Expr::int(offset))
    }

    /// `factor * self`
    pub fn times(self, factor: i64) -> Expr {
        Expr::made(ExprKind::Bin(BinOp::Mul, Box::new(Expr::int(factor)), Box::new(self)))
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, parts: &[Expr], between: &str, empty: &str| {
            if parts.is_empty() {
                return f.write_str(empty);
            }
            for (i, part) in parts.iter().enumerate() {
                if i > 0 {
                    write!(f, " {between} ")?;
                }
                write!(f, "{part}")?;
            }
            Ok(())
        };
        match &self.kind {
            ExprKind::Var(name) => f.write_str(name),
            ExprKind::Wild => f.write_str("_"),
            ExprKind::Int(n) => write!(f, "{n}"),
            ExprKind::Atom(name) => write!(f, "@{name}"),
            ExprKind::Str(text) => write!(f, "{text:?}"),
            ExprKind::Nil => f.write_str("nil"),
            ExprKind::Bool(b) => write!(f, "{b}"),
            ExprKind::Call(name, args) => {
                write!(f, "{name}(")?;
                for (i, arg) in args.iter().enumerate() {
                    write!(f, "{}{arg}", if i > 0 { "," } else { "" })?;
                }
                f.write_str(")")
            }
            ExprKind::Not(inner) => write!(f, "not {inner}"),
            ExprKind::Neg(inner) => write!(f, "-{inner}"),
            ExprKind::And(parts) => {
                f.write_str("(")?;
                list(f, parts, "/\\", "true")?;
                f.write_str(")")
            }
            ExprKind::Or(parts) => {
                f.write_str("(")?;
                list(f, parts, "\\/", "false")?;
                f.write_str(")")
            }
            ExprKind::Bin(op, a, b) => {
                let text = match op {
                    BinOp::Implies => "->",
                    BinOp::Iff => "<->",
                    BinOp::Xor => "xor",
                    BinOp::Cmp(c) => c.text(),
                    BinOp::Test(c) => return write!(f, "{a} ${} {b}", c.text()),
                    BinOp::Assign => ":=",
                    BinOp::Add => "+",
                    BinOp::Sub => "-",
                    BinOp::Mul => "*",
                    BinOp::Div => "/",
                    BinOp::Pow => "^",
                };
                match op {
                    BinOp::Cmp(_) | BinOp::Assign => write!(f, "{a} {text} {b}"),
                    _ => write!(f, "({a} {text} {b})"),
                }
            }
        }
    }
}
