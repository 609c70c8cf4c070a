//! The tree of an annotation.

/// A clause.
#[derive(Clone, PartialEq, Debug)]
pub struct Clause {
    /// Where it begins.
    pub at: usize,
    /// Where it ends.
    pub end: usize,
    /// What it says.
    pub kind: ClauseKind,
}

/// What a clause says.
#[derive(Clone, PartialEq, Debug)]
pub enum ClauseKind {
    /// `requires φ`
    Requires(Expr),
    /// `ensures φ`
    Ensures(Expr),
    /// `assigns S, …`
    Assigns(Vec<Expr>),
    /// `frees S, …`
    Frees(Vec<Expr>),
    /// `loop invariant φ`
    Invariant(Expr),
    /// `loop assigns S, …`
    LoopAssigns(Vec<Expr>),
    /// `assert φ`
    Assert(Expr),
    /// `ghost BS += {e, …}` or `ghost BS -= {e, …}`
    Ghost {
        /// Whether the pointers become blocking.
        add: bool,
        /// The pointers.
        set: Expr,
    },
}

/// An expression: a term, formula, set or link.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// Where its operator stands.
    pub at: usize,
    /// What it is.
    pub kind: ExprKind,
}

/// The kinds of expressions.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// An integer constant.
    Int {
        /// Its value.
        value: u128,
        /// Whether a suffix makes it unsigned.
        unsigned: bool,
        /// Whether a suffix makes it long.
        long: bool,
    },
    /// A name.
    Name(String),
    /// `\result`
    Result,
    /// `\nothing`
    Nothing,
    /// `f(e, …)`: an operator of the language.
    Call(String, Vec<Expr>),
    /// `{e, …}`
    Set(Vec<Expr>),
    /// A prefix operator: `!`, `-`, `+`, `~`, `*`, `&`.
    Unary(&'static str, Box<Expr>),
    /// An infix operator.
    Binary(&'static str, Box<Expr>, Box<Expr>),
    /// `c ? a : b`
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `e.f`
    Member(Box<Expr>, String),
    /// `e->f`
    Arrow(Box<Expr>, String),
    /// `e[i]`
    Index(Box<Expr>, Box<Expr>),
    /// `(T) e`
    Cast(TypeName, Box<Expr>),
    /// `sizeof (T)`
    SizeofType(TypeName),
    /// `sizeof e`
    Sizeof(Box<Expr>),
}

/// A type: words such as `unsigned long` or `struct node`, stars, and an array bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeName {
    /// Where it stands.
    pub at: usize,
    /// The words, without qualifiers.
    pub words: Vec<String>,
    /// The number of stars.
    pub stars: usize,
}
