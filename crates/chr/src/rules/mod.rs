//! User rules: compiled to join plans, run on the store.
//!
//! Each head of a rule can be the *active* constraint. For each such occurrence the compiler fixes
//! an order in which the other heads are looked up and the guards evaluated; at run time the most
//! selective known argument picks the index. Matching is modulo equality: when two terms are equal
//! but not the same, their equality becomes a premise of the instance.
//!
//! Semantics (as in SMCHR): the store is a set, so one constraint may match several heads; a rule
//! instance is a clause, stated once; removed constraints are out of the rules' sight until the
//! search backtracks, but stay true. So removal can only lose consequences, never invent them.

mod compile;
mod run;

pub(crate) use compile::compile;
pub(crate) use run::Engine;

use crate::symbol::SymId;
use crate::syntax::expr::{Cmp, Expr};
use crate::term::TermId;

/// What an argument of a head has to be.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pattern {
    /// Bound by the first occurrence, compared at the others.
    Slot(u16),
    Constant(TermId),
    Anything,
}

#[derive(Clone, Debug)]
pub(crate) struct Head {
    pub(crate) sym: SymId,
    pub(crate) negated: bool,
    pub(crate) args: Vec<Pattern>,
    pub(crate) removed: bool,
}

/// Integer expressions of guards.
#[derive(Clone, Debug)]
pub(crate) enum Number {
    Slot(u16),
    Constant(i64),
    Add(Box<Number>, Box<Number>),
    Sub(Box<Number>, Box<Number>),
    Mul(Box<Number>, Box<Number>),
    Div(Box<Number>, Box<Number>),
}

#[derive(Clone, Debug)]
pub(crate) enum Guard {
    Compare(Cmp, Number, Number),
    /// Binds the slot, or compares when it is bound.
    Assign(u16, Number),
    /// Binds the first slot to the term "second plus number".
    Increment(u16, u16, Number),
}

/// An argument of a body constraint.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Argument {
    /// A slot; one that the head leaves unbound becomes a fresh variable.
    Slot(u16),
    Constant(TermId),
}

#[derive(Clone, Debug)]
pub(crate) enum BodyAtom {
    Constraint(SymId, Vec<Argument>),
    Equal(Argument, Argument),
}

#[derive(Clone, Debug)]
pub(crate) enum Body {
    /// All of the literals, or one of them.
    Literals { all: bool, literals: Vec<(bool, BodyAtom)> },
    /// Anything else, built by the front end for each instance.
    Formula(Expr),
}

#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) heads: Vec<Head>,
    pub(crate) guards: Vec<Guard>,
    pub(crate) body: Body,
    /// By slot: the variable's name.
    pub(crate) slots: Vec<String>,
    /// The rule's place, for derivations.
    pub(crate) label: String,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    Join(usize),
    Guard(usize),
}

/// How to complete a match that starts with one head.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) rule: usize,
    pub(crate) active: usize,
    pub(crate) steps: Vec<Step>,
}
