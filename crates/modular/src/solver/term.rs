//! Values and formulas of the analysis.
//!
//! A value is a symbol plus a constant: addresses in nodes are base and offset, and equality between such terms is
//! the same in machine words as in the integers, because offsets are small. Other arithmetic gives symbols of which
//! nothing is known. So the solver never decides anything by the absence of overflow.

use crate::types::layout::TargetId;
use chr::{Cmp, Expr};

/// Offsets beyond this are not tracked.
const LARGEST_OFFSET: i64 = 1 << 40;

/// A value that is not known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Sym(pub u32);

impl Sym {
    /// The index in a table of symbols.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The value that is this symbol.
    pub fn value(self) -> Lin {
        Lin { base: Some(self), offset: 0 }
    }
}

/// A symbol plus a constant, or a constant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lin {
    /// The symbol.
    pub base: Option<Sym>,
    /// The constant.
    pub offset: i64,
}

impl Lin {
    /// Null, and zero.
    pub const ZERO: Lin = Lin { base: None, offset: 0 };

    /// A constant.
    pub fn constant(offset: i64) -> Lin {
        Lin { base: None, offset }
    }

    /// The value `offset` further; none where it gets too large to be tracked.
    pub fn plus(self, offset: i64) -> Option<Lin> {
        let sum = self.offset.checked_add(offset)?;
        (sum.unsigned_abs() <= LARGEST_OFFSET.unsigned_abs()).then_some(Lin { base: self.base, offset: sum })
    }

    /// The symbol, where nothing is added.
    pub fn symbol(self) -> Option<Sym> {
        self.base.filter(|_| self.offset == 0)
    }

    fn expr(self) -> Expr {
        match self.base {
            None => Expr::int(self.offset),
            Some(sym) if self.offset == 0 => Expr::var(format!("x{}", sym.0)),
            Some(sym) => Expr::var(format!("x{}", sym.0)).plus(self.offset),
        }
    }
}

/// The link or number at an offset of a target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Field {
    /// The target.
    pub owner: TargetId,
    /// The offset.
    pub at: u64,
}

/// A formula over values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Formula {
    /// A truth value.
    Bool(bool),
    /// Equality.
    Eq(Lin, Lin),
    /// Signed order.
    Less(Lin, Lin),
    /// The first is the sum of the others.
    Sum(Lin, Lin, Lin),
    /// The address is that of a node of the published data structure, as of a generation and all that follow.
    Shared(TargetId, u32, Lin),
    /// The address is that of a node that was allocated in this function before the piece began, and not published.
    Private(TargetId, Lin),
    /// What a link of a node held when a generation began: the field, the generation, the node, the content.
    Content(Field, u32, Lin, Lin),
    /// The same for the private nodes when the piece began.
    PrivateContent(Field, Lin, Lin),
    /// The block is not part of the published data structure of a generation, nor of one before.
    Outside(u32, Lin),
    /// No private node is part of the published data structure of a generation, nor of one before.
    PrivateOutside(u32),
    /// Negation.
    Not(Box<Formula>),
    /// Conjunction.
    And(Vec<Formula>),
    /// Disjunction.
    Or(Vec<Formula>),
}

impl Formula {
    /// The negation, simplified.
    pub fn negated(self) -> Formula {
        match self {
            Formula::Bool(value) => Formula::Bool(!value),
            Formula::Not(inner) => *inner,
            formula => Formula::Not(Box::new(formula)),
        }
    }

    /// Equality, decided where that is easy.
    pub fn equal(one: Lin, other: Lin) -> Formula {
        match one.base == other.base {
            true => Formula::Bool(one.offset == other.offset),
            false => Formula::Eq(one.min(other), one.max(other)),
        }
    }

    /// Inequality.
    pub fn differ(one: Lin, other: Lin) -> Formula {
        Formula::equal(one, other).negated()
    }

    /// Signed order, decided where that is easy.
    pub fn less(one: Lin, other: Lin) -> Formula {
        match one.base == other.base && one.base.is_none() {
            true => Formula::Bool(one.offset < other.offset),
            false => Formula::Less(one, other),
        }
    }

    /// The formula for the solver.
    pub fn expr(&self) -> Expr {
        let generation = |number: &u32| Expr::int(i64::from(*number));
        match self {
            Formula::Bool(value) => Expr::bool(*value),
            Formula::Eq(one, other) => one.expr().eq(other.expr()),
            Formula::Less(one, other) => one.expr().cmp(Cmp::Lt, other.expr()),
            Formula::Sum(sum, one, other) => sum.expr().eq(one.expr().add(other.expr())),
            Formula::Shared(target, number, value) => {
                Expr::call(format!("shared_{}", target.0), [generation(number), value.expr()])
            }
            Formula::Private(target, value) => Expr::call(format!("private_{}", target.0), [value.expr()]),
            Formula::Content(field, number, node, content) => Expr::call(
                format!("content_{}_{}", field.owner.0, field.at),
                [generation(number), node.expr(), content.expr()],
            ),
            Formula::PrivateContent(field, node, content) => {
                Expr::call(format!("inner_{}_{}", field.owner.0, field.at), [node.expr(), content.expr()])
            }
            Formula::Outside(number, block) => Expr::call("outside", [generation(number), block.expr()]),
            Formula::PrivateOutside(number) => Expr::call("hidden", [generation(number)]),
            Formula::Not(inner) => inner.expr().not(),
            Formula::And(parts) => Expr::and(parts.iter().map(Formula::expr)),
            Formula::Or(parts) => Expr::or(parts.iter().map(Formula::expr)),
        }
    }

    /// Calls `visit` with every value that the formula speaks of.
    pub fn for_each_value(&self, visit: &mut impl FnMut(Lin)) {
        match self {
            Formula::Bool(_) | Formula::PrivateOutside(_) => {}
            Formula::Eq(one, other) | Formula::Less(one, other) => {
                visit(*one);
                visit(*other);
            }
            Formula::Sum(sum, one, other) => [sum, one, other].into_iter().for_each(|it| visit(*it)),
            Formula::Shared(_, _, value) | Formula::Private(_, value) | Formula::Outside(_, value) => {
                visit(*value);
            }
            Formula::Content(_, _, node, content) | Formula::PrivateContent(_, node, content) => {
                visit(*node);
                visit(*content);
            }
            Formula::Not(inner) => inner.for_each_value(visit),
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().for_each(|part| part.for_each_value(visit));
            }
        }
    }

    /// Calls `visit` with every target whose rules the formula needs.
    pub fn for_each_target(&self, visit: &mut impl FnMut(TargetId)) {
        match self {
            Formula::Shared(target, ..) | Formula::Private(target, _) => visit(*target),
            Formula::Content(field, ..) | Formula::PrivateContent(field, ..) => visit(field.owner),
            Formula::Not(inner) => inner.for_each_target(visit),
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().for_each(|part| part.for_each_target(visit));
            }
            Formula::Bool(_)
            | Formula::Eq(..)
            | Formula::Less(..)
            | Formula::Sum(..)
            | Formula::Outside(..)
            | Formula::PrivateOutside(_) => {}
        }
    }
}
