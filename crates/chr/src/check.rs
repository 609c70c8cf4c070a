//! Type checking of goals and rules.
//!
//! Every variable has one type; `any` is a type not yet known. The check unifies: an equation
//! gives both sides one type, an argument gets the type its symbol declares. It also tells
//! formulas from terms, so that `x` is a Boolean in `x <-> a < 5` and an integer in `x + 1`.

use crate::core::Core;
use crate::symbol::Symbols;
use crate::syntax::expr::{BinOp, Cmp, Expr, ExprKind};
use crate::syntax::{Error, Span};
use crate::term::{TypeId, Types};
use rustc_hash::FxHashMap;

pub(crate) struct Checker<'a> {
    types: &'a Types,
    symbols: &'a Symbols,
    /// Where variables may have got a type from earlier goals.
    known: Option<&'a Core>,
    vars: FxHashMap<String, usize>,
    order: Vec<String>,
    parent: Vec<usize>,
    ty: Vec<TypeId>,
}

impl<'a> Checker<'a> {
    /// A checker for a rule, whose variables are its own.
    pub(crate) fn rule(types: &'a Types, symbols: &'a Symbols) -> Checker<'a> {
        Checker {
            types,
            symbols,
            known: None,
            vars: FxHashMap::default(),
            order: Vec::new(),
            parent: Vec::new(),
            ty: Vec::new(),
        }
    }

    /// A checker for a goal, whose variables may be known from earlier goals.
    pub(crate) fn goal(core: &'a Core) -> Checker<'a> {
        Checker { known: Some(core), ..Checker::rule(&core.types, &core.syms) }
    }

    /// The types found, by variable, in the order of first mention.
    pub(crate) fn result(mut self) -> Vec<(String, TypeId)> {
        let order = std::mem::take(&mut self.order);
        order
            .into_iter()
            .map(|name| {
                let root = self.root(self.vars[&name]);
                (name, self.ty[root])
            })
            .collect()
    }

    fn root(&self, mut i: usize) -> usize {
        while self.parent[i] != i {
            i = self.parent[i];
        }
        i
    }

    fn slot(&mut self, name: &str) -> usize {
        if let Some(&i) = self.vars.get(name) {
            return self.root(i);
        }
        let i = self.parent.len();
        self.parent.push(i);
        self.ty.push(self.known.map_or(TypeId::ANY, |core| core.known_type(name)));
        self.vars.insert(name.to_string(), i);
        self.order.push(name.to_string());
        i
    }

    fn mismatch(&self, e: &Expr, expected: TypeId, found: TypeId) -> Error {
        let (expected, found) = (self.types.name(expected), self.types.name(found));
        Error::at(e.span, format!("type error: `{e}` has type {found}, but {expected} is expected here"))
    }

    fn agree(&self, e: &Expr, expected: TypeId, found: TypeId) -> Result<TypeId, Error> {
        if expected == TypeId::ANY || found == TypeId::ANY || expected == found {
            Ok(if found == TypeId::ANY { expected } else { found })
        } else {
            Err(self.mismatch(e, expected, found))
        }
    }

    /// Checks a formula.
    pub(crate) fn formula(&mut self, e: &Expr) -> Result<(), Error> {
        self.expr(e, TypeId::BOOL).map(|_| ())
    }

    /// Checks the arguments of a constraint in a rule head.
    pub(crate) fn head(&mut self, name: &str, args: &[Expr], span: Span) -> Result<(), Error> {
        let call = Expr::new(ExprKind::Call(name.to_string(), args.to_vec()), span);
        self.formula(&call)
    }

    /// Checks a guard of a rule.
    pub(crate) fn guard(&mut self, e: &Expr) -> Result<(), Error> {
        match &e.kind {
            ExprKind::Bin(BinOp::Test(Cmp::Eq | Cmp::Ne), a, b) => {
                self.expr(a, TypeId::ANY)?;
                self.expr(b, TypeId::ANY).map(|_| ())
            }
            ExprKind::Bin(BinOp::Test(_) | BinOp::Assign, a, b) => {
                self.expr(a, TypeId::NUM)?;
                self.expr(b, TypeId::NUM).map(|_| ())
            }
            ExprKind::Call(name, args) if name == "inc" && args.len() == 3 => {
                args.iter().try_for_each(|a| self.expr(a, TypeId::NUM).map(|_| ()))
            }
            ExprKind::Bool(true) => Ok(()),
            _ => {
                Err(Error::at(e.span, format!("`{e}` is not a guard; use `$<` and the like, `:=` or `inc`")))
            }
        }
    }

    /// Checks an expression against an expected type and returns what is known of its type.
    fn expr(&mut self, e: &Expr, expected: TypeId) -> Result<TypeId, Error> {
        match &e.kind {
            ExprKind::Var(name) => {
                let slot = self.slot(name);
                let ty = self.agree(e, expected, self.ty[slot])?;
                self.ty[slot] = ty;
                Ok(ty)
            }
            ExprKind::Wild => Ok(expected),
            ExprKind::Int(_) => self.agree(e, expected, TypeId::NUM),
            ExprKind::Atom(_) => self.agree(e, expected, TypeId::ATOM),
            ExprKind::Str(_) => self.agree(e, expected, TypeId::STR),
            ExprKind::Nil => self.agree(e, expected, TypeId::NIL),
            ExprKind::Bool(_) => self.agree(e, expected, TypeId::BOOL),
            ExprKind::Not(inner) => {
                self.formula(inner)?;
                self.agree(e, expected, TypeId::BOOL)
            }
            ExprKind::And(parts) | ExprKind::Or(parts) => {
                parts.iter().try_for_each(|p| self.formula(p))?;
                self.agree(e, expected, TypeId::BOOL)
            }
            ExprKind::Neg(inner) => {
                self.expr(inner, TypeId::NUM)?;
                self.agree(e, expected, TypeId::NUM)
            }
            ExprKind::Call(name, args) => self.call(e, name, args, expected),
            ExprKind::Bin(op, a, b) => match op {
                BinOp::Implies | BinOp::Iff | BinOp::Xor => {
                    self.formula(a)?;
                    self.formula(b)?;
                    self.agree(e, expected, TypeId::BOOL)
                }
                BinOp::Cmp(Cmp::Eq | Cmp::Ne) => {
                    self.equation(e, a, b)?;
                    self.agree(e, expected, TypeId::BOOL)
                }
                BinOp::Cmp(_) => {
                    self.expr(a, TypeId::NUM)?;
                    self.expr(b, TypeId::NUM)?;
                    self.agree(e, expected, TypeId::BOOL)
                }
                BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Pow => {
                    self.expr(a, TypeId::NUM)?;
                    self.expr(b, TypeId::NUM)?;
                    self.agree(e, expected, TypeId::NUM)
                }
                BinOp::Test(_) | BinOp::Assign => {
                    Err(Error::at(e.span, format!("`{e}` may only stand in the guard of a rule")))
                }
            },
        }
    }

    fn equation(&mut self, e: &Expr, a: &Expr, b: &Expr) -> Result<(), Error> {
        let left = self.expr(a, TypeId::ANY)?;
        let right = self.expr(b, TypeId::ANY)?;
        if left != TypeId::ANY && right != TypeId::ANY && left != right {
            let (left, right) = (self.types.name(left), self.types.name(right));
            let message = format!("type error: the sides of `{e}` have different types, {left} and {right}");
            return Err(Error::at(e.span, message));
        }
        self.expr(a, right)?;
        self.expr(b, left)?;
        if let (ExprKind::Var(x), ExprKind::Var(y)) = (&a.kind, &b.kind) {
            let (x, y) = (self.slot(x), self.slot(y));
            if x != y {
                self.parent[x] = y;
            }
        }
        Ok(())
    }

    fn call(&mut self, e: &Expr, name: &str, args: &[Expr], expected: TypeId) -> Result<TypeId, Error> {
        let signature =
            self.symbols.find(name, args.len()).and_then(|s| self.symbols.get(s).signature.clone());
        let Some(signature) = signature else {
            for arg in args {
                self.expr(arg, TypeId::ANY)?;
            }
            // An undeclared symbol is a constraint in a formula and a function of any type in a term.
            return Ok(expected);
        };
        let result = self.agree(e, expected, signature.result)?;
        for (arg, ty) in args.iter().zip(&signature.args) {
            self.expr(arg, ty.ty)?;
        }
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse_goal;

    fn check(text: &str) -> Result<(), Error> {
        let (types, symbols) = (Types::new(), Symbols::new());
        Checker::rule(&types, &symbols).formula(&parse_goal(text, 1)?)
    }

    #[test]
    fn formulas_and_terms_are_told_apart() {
        assert!(check("x <-> a < 5 /\\ p(x2, y) /\\ y = x2 + 1").is_ok());
        for wrong in
            ["5", "x + y + 5", "3 = \"s\"", "2 = x /\\ x = y /\\ y = \"s\"", "x <-> a < 5 /\\ y = x + z"]
        {
            let error = check(wrong).unwrap_err();
            assert!(error.message.starts_with("type error"), "{wrong}: {error}");
        }
    }
}
