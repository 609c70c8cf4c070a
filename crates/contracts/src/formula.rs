//! Annotations with names and types resolved: terms, formulas, sets.
//!
//! What they mean at a point of an execution is said in `meaning.rs`.

use crate::types::Ty;
use ir::{FuncId, GlobalId, VarId};

/// A term with its type.
#[derive(Clone, PartialEq, Debug)]
pub struct Term {
    /// What it is.
    pub kind: TermKind,
    /// Its type.
    pub ty: Ty,
}

/// The kinds of terms.
#[derive(Clone, PartialEq, Debug)]
pub enum TermKind {
    /// A number.
    Int(i128),
    /// The null pointer.
    Null,
    /// The value of a parameter when the function began, by its number in the source.
    Param(usize),
    /// The value of a local variable now.
    Local(VarId),
    /// The variable of the quantifier with this number, from the outermost.
    Bound(usize),
    /// What the function returns.
    Result,
    /// A member of a struct by value, a parameter or the result, by its offset.
    Part(Box<Term>, i64),
    /// The value in the state in which the function began.
    Old(Box<Term>),
    /// What is stored at an address.
    Load(Box<Term>),
    /// The address of a local variable.
    AddressOf(VarId),
    /// The address of a global variable.
    Global(GlobalId),
    /// The address of a function.
    Function(FuncId),
    /// A pointer, an index, and the size of an element.
    Element(Box<Term>, Box<Term>, i64),
    /// A pointer plus bytes.
    Shift(Box<Term>, i64),
    /// The difference of two pointers in elements of a size.
    Distance(Box<Term>, Box<Term>, i64),
    /// An operation on integers of the term's type.
    Binary(Op, Box<Term>, Box<Term>),
    /// A conversion to the term's type.
    Cast(Box<Term>),
    /// One of two terms.
    If(Box<Formula>, Box<Term>, Box<Term>),
    /// The pointer that blocks a list.
    Block(Box<Term>, i64),
    /// The offset of a pointer.
    Off(Box<Term>),
    /// The object of a pointer.
    Obj(Box<Term>),
    /// One if the formula holds, else zero.
    Truth(Box<Formula>),
}

/// Operations on integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
}

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Rel {
    Eq,
    Lt,
    Le,
}

/// A formula.
#[derive(Clone, PartialEq, Debug)]
pub enum Formula {
    /// True or false.
    Truth(bool),
    /// A comparison of terms of one type.
    Compare(Rel, Term, Term),
    /// Negation.
    Not(Box<Formula>),
    /// Conjunction.
    And(Box<Formula>, Box<Formula>),
    /// Disjunction.
    Or(Box<Formula>, Box<Formula>),
    /// Implication.
    Implies(Box<Formula>, Box<Formula>),
    /// Equivalence.
    Iff(Box<Formula>, Box<Formula>),
    /// All elements of the set satisfy the formula; the number is that of the variable.
    Forall(usize, Box<Set>, Box<Formula>),
    /// Some element does.
    Exists(usize, Box<Set>, Box<Formula>),
    /// The pointer is an element.
    In(Term, Box<Set>),
    /// R_n.
    Reach(Term, i64, Term),
    /// Whether a pointer is blocking.
    Blocking(Term),
    /// Whether the object of a pointer is allocated.
    Allocated(Term),
    /// Whether a pointer points to so many accessible bytes, aligned.
    Valid(Term, u64, u64),
    /// Whether a pointer points to a function that obeys a type.
    Obeys(Term, FuncId),
    /// Whether the object of a pointer is no constant of the program.
    Writable(Term),
    /// Whether `free` may be given a pointer.
    Freeable(Term),
    /// Whether a list ends with null.
    Acyclic(Term, i64),
    /// The formula in the state in which the function began.
    Old(Box<Formula>),
}

impl Formula {
    /// The conjunction.
    pub fn and(self, other: Formula) -> Formula {
        Formula::And(Box::new(self), Box::new(other))
    }

    /// The negation.
    pub fn negated(self) -> Formula {
        Formula::Not(Box::new(self))
    }

    /// The conjuncts, left to right.
    pub fn conjuncts(&self) -> Vec<&Formula> {
        match self {
            Formula::And(one, other) => [one.conjuncts(), other.conjuncts()].concat(),
            other => vec![other],
        }
    }
}

/// A set of pointers.
#[derive(Clone, PartialEq, Debug)]
pub struct Set {
    /// What it is.
    pub kind: SetKind,
    /// The type of its elements.
    pub ty: Ty,
    /// How many bytes an element that is assigned may have; none for a word.
    pub extent: Option<u64>,
}

/// The kinds of sets.
#[derive(Clone, PartialEq, Debug)]
pub enum SetKind {
    /// The elements, one by one.
    Elements(Vec<(Term, Option<u64>)>),
    /// The blocking pointers.
    Blocking,
    /// Everything that the pointer reaches.
    List(Box<Term>, i64),
    /// Everything that the pointer reaches and that does not block.
    Nodes(Box<Term>, i64),
    /// First element, distance in bytes, number.
    Array(Box<Term>, i64, Box<Term>),
    /// Each element plus bytes.
    Shift(Box<Set>, i64),
    /// The pointers stored at the elements.
    Deref(Box<Set>),
    /// What is in one of them.
    Union(Box<Set>, Box<Set>),
    /// What is in both.
    Intersection(Box<Set>, Box<Set>),
    /// What is in the first only.
    Difference(Box<Set>, Box<Set>),
    /// The set in the state in which the function began.
    Old(Box<Set>),
}
