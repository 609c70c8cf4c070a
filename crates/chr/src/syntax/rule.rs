//! What a rule file declares: types, rules and rewritings, as written.

use super::Span;
use super::expr::Expr;
use crate::symbol::Priority;

/// One declaration of a rule file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// `type p(var of num, atom) priority high;` or `type f(num) = str;`
    Type(TypeDecl),
    /// A constraint handling rule.
    Rule(RuleDecl),
    /// `head --> body;`
    Rewrite(RewriteDecl),
}

/// The declared signature of a constraint or function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeDecl {
    /// The symbol.
    pub name: String,
    /// Per argument: the type's name and whether it is `var of` that type.
    pub args: Vec<(String, bool)>,
    /// The result of a function; nothing for constraints.
    pub result: Option<String>,
    /// The priority, when declared.
    pub priority: Option<Priority>,
    /// Where it is written.
    pub span: Span,
}

/// A constraint in a rule's head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeadDecl {
    /// Matches the negated constraint.
    pub negated: bool,
    /// The symbol.
    pub name: String,
    /// Variables, constants or `_`.
    pub args: Vec<Expr>,
    /// Removed from the store when the rule fires.
    pub removed: bool,
    /// Where it is written.
    pub span: Span,
}

/// `kept \ removed <=> guard | body;` and its two simpler forms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleDecl {
    /// All head constraints.
    pub heads: Vec<HeadDecl>,
    /// Tests, assignments and `inc`.
    pub guards: Vec<Expr>,
    /// The formula that follows from the head.
    pub body: Expr,
    /// The file, for derivations.
    pub file: String,
    /// Where it is written.
    pub span: Span,
}

/// A goal constraint and the formula that replaces it; variables of the body that the head does
/// not bind are fresh.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RewriteDecl {
    /// Applies to the negated constraint.
    pub negated: bool,
    /// The symbol.
    pub name: String,
    /// The argument patterns.
    pub args: Vec<Expr>,
    /// The replacement.
    pub body: Expr,
    /// Where it is written.
    pub span: Span,
}
