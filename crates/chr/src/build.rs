//! From expressions to formulas over primitive constraints.
//!
//! One pass does flattening, negation normal form and rewriting: a formula is built for a wanted
//! polarity, terms inside constraints get names, and each literal is offered to the rewrite rules
//! that apply to its polarity. Both polarities of a subformula are needed below `<->` and `xor`;
//! there a variable stands for it, which keeps the result linear in size.
//!
//! Rewriting a negated constraint introduces Skolem variables (section 4, "Handling Negation").
//! The result is kept per literal, so the same literal always speaks of the same witnesses.

use crate::core::Core;
use crate::formula::Formula;
use crate::heaps;
use crate::linear::{Overflow, Poly};
use crate::proof::Source;
use crate::symbol::{ArgType, SymId};
use crate::syntax::expr::{BinOp, Cmp, Expr, ExprKind};
use crate::syntax::{Error, Span};
use crate::term::{Term, TermId, TypeId, in_range};
use rustc_hash::FxHashMap;

/// `head --> body`, with the head's arguments as patterns.
#[derive(Clone, Debug)]
pub(crate) struct Rewrite {
    pub(crate) args: Vec<Expr>,
    pub(crate) body: Expr,
}

/// The rewrite rules by symbol and sign, and what they have produced.
#[derive(Clone, Default, Debug)]
pub(crate) struct Rewrites {
    pub(crate) rules: FxHashMap<(SymId, bool), Vec<Rewrite>>,
    done: FxHashMap<(SymId, Box<[TermId]>, bool), Formula>,
}

/// How names are understood.
enum Scope {
    /// Each name is a variable of the goal.
    Goal,
    /// Names are bound by a rule's head; others are fresh for this instance.
    Rule(Vec<(String, TermId)>),
}

const MAX_REWRITES: u32 = 64;

pub(crate) struct Build<'a> {
    core: &'a mut Core,
    rewrites: &'a mut Rewrites,
    scope: Scope,
    depth: u32,
}

impl<'a> Build<'a> {
    pub(crate) fn goal(core: &'a mut Core, rewrites: &'a mut Rewrites) -> Build<'a> {
        Build { core, rewrites, scope: Scope::Goal, depth: 0 }
    }

    /// A builder for the body of a rule whose variables are bound as given.
    pub(crate) fn body(
        core: &'a mut Core,
        rewrites: &'a mut Rewrites,
        bound: Vec<(String, TermId)>,
    ) -> Build<'a> {
        Build { core, rewrites, scope: Scope::Rule(bound), depth: 0 }
    }

    /// The formula that is equivalent to `e` or, with `positive` false, to its negation.
    pub(crate) fn formula(&mut self, e: &Expr, positive: bool) -> Result<Formula, Error> {
        match &e.kind {
            ExprKind::Bool(b) => Ok(Formula::constant(*b == positive)),
            ExprKind::Var(name) => {
                if let Some(&Term::Bool(b)) = self.bound(name).map(|t| self.core.terms.get(t)) {
                    return Ok(Formula::constant(b == positive));
                }
                Ok(Formula::Lit(self.core.bool_var(name).lit(positive)))
            }
            ExprKind::Wild => Ok(Formula::Lit(self.core.new_var().lit(positive))),
            ExprKind::Not(inner) => self.formula(inner, !positive),
            ExprKind::And(parts) | ExprKind::Or(parts) => {
                let built: Result<Vec<Formula>, Error> =
                    parts.iter().map(|p| self.formula(p, positive)).collect();
                let conjunction = matches!(e.kind, ExprKind::And(_)) == positive;
                Ok(if conjunction { Formula::and(built?) } else { Formula::or(built?) })
            }
            ExprKind::Bin(BinOp::Implies, a, b) => {
                let parts = [self.formula(a, !positive)?, self.formula(b, positive)?];
                Ok(if positive { Formula::or(parts) } else { Formula::and(parts) })
            }
            ExprKind::Bin(BinOp::Iff, a, b) => self.equivalence(a, b, positive),
            ExprKind::Bin(BinOp::Xor, a, b) => self.equivalence(a, b, !positive),
            ExprKind::Bin(BinOp::Cmp(op), a, b) => self.comparison(e, *op, a, b, positive),
            ExprKind::Call(name, args) => self.constraint(e.span, name, args, positive),
            _ => Err(Error::at(e.span, format!("type error: `{e}` is not a formula"))),
        }
    }

    fn bound(&self, name: &str) -> Option<TermId> {
        match &self.scope {
            Scope::Goal => None,
            Scope::Rule(bound) => bound.iter().find(|(n, _)| n == name).map(|(_, t)| *t),
        }
    }

    fn equivalence(&mut self, a: &Expr, b: &Expr, positive: bool) -> Result<Formula, Error> {
        let (a, not_a) = self.both(a)?;
        let (b, not_b) = self.both(b)?;
        Ok(if positive {
            Formula::and([Formula::or([not_a, b]), Formula::or([a, not_b])])
        } else {
            Formula::and([Formula::or([a, b]), Formula::or([not_a, not_b])])
        })
    }

    /// A formula and its negation.
    fn both(&mut self, e: &Expr) -> Result<(Formula, Formula), Error> {
        let (yes, no) = (self.formula(e, true)?, self.formula(e, false)?);
        match (&yes, &no) {
            (Formula::Lit(a), Formula::Lit(b)) if *a == !*b => return Ok((yes, no)),
            (Formula::True | Formula::False, _) => return Ok((yes, no)),
            _ => {}
        }
        let name = self.core.new_var();
        self.core.imply_formula(&[name.lit(true)], yes, Source::Definition);
        self.core.imply_formula(&[name.lit(false)], no, Source::Definition);
        Ok((Formula::Lit(name.lit(true)), Formula::Lit(name.lit(false))))
    }

    /// What is known of the type of a term.
    fn type_of(&mut self, e: &Expr) -> TypeId {
        match &e.kind {
            ExprKind::Var(name) => {
                if let Some(t) = self.bound(name) {
                    return self.core.terms.type_of(t);
                }
                if matches!(self.scope, Scope::Goal) && self.core.bools.contains_key(name.as_str()) {
                    return TypeId::BOOL;
                }
                match self.scope {
                    Scope::Goal => {
                        let t = self.core.terms.var(name);
                        self.core.terms.type_of(t)
                    }
                    Scope::Rule(_) => TypeId::ANY,
                }
            }
            ExprKind::Wild => TypeId::ANY,
            ExprKind::Atom(_) => TypeId::ATOM,
            ExprKind::Str(_) => TypeId::STR,
            ExprKind::Nil => TypeId::NIL,
            ExprKind::Bool(_) | ExprKind::Not(_) | ExprKind::And(_) | ExprKind::Or(_) => TypeId::BOOL,
            ExprKind::Bin(BinOp::Implies | BinOp::Iff | BinOp::Xor | BinOp::Cmp(_), ..) => TypeId::BOOL,
            ExprKind::Int(_) | ExprKind::Neg(_) | ExprKind::Bin(..) => TypeId::NUM,
            ExprKind::Call(name, args) => {
                let declared = self.core.syms.find(name, args.len());
                let signature = declared.and_then(|s| self.core.syms.get(s).signature.as_ref());
                signature.map_or(TypeId::NUM, |s| s.result)
            }
        }
    }

    fn comparison(
        &mut self,
        e: &Expr,
        op: Cmp,
        a: &Expr,
        b: &Expr,
        positive: bool,
    ) -> Result<Formula, Error> {
        let (left, right) = (self.type_of(a), self.type_of(b));
        let ty = if left == TypeId::ANY { right } else { left };
        if ty == TypeId::BOOL {
            return self.equivalence(a, b, (op == Cmp::Eq) == positive);
        }
        let equation = matches!(op, Cmp::Eq | Cmp::Ne);
        if equation && (op == Cmp::Eq) == positive {
            // x = f(..) is a primitive of its own.
            for (x, call) in [(a, b), (b, a)] {
                if let (ExprKind::Var(_), ExprKind::Call(name, args)) = (&x.kind, &call.kind) {
                    let sym = self.core.syms.call(name, args.len(), &self.core.types);
                    let signature = self.core.syms.get(sym).signature.clone();
                    let mut terms = vec![self.term(x, None)?];
                    for (i, arg) in args.iter().enumerate() {
                        terms.push(self.term(arg, signature.as_ref().map(|s| s.args[i + 1]))?);
                    }
                    return Ok(self.core.make(sym, &terms).formula());
                }
            }
        }
        if equation && !matches!(ty, TypeId::ANY | TypeId::NUM) {
            let (x, y) = (self.term(a, None)?, self.term(b, None)?);
            for t in [x, y] {
                if self.core.terms.is_var(t) && self.core.terms.type_of(t) == TypeId::ANY {
                    self.core.terms.set_type(t, ty);
                }
            }
            return self.equality(x, y, (op == Cmp::Eq) == positive, e.span);
        }
        let difference = self.poly(a)?.sub(&self.poly(b)?).map_err(|o| overflow(o, e.span))?.numerator();
        let one = Poly::constant(1);
        let mut build = || -> Result<_, Overflow> {
            let core = &mut *self.core;
            Ok(match op {
                Cmp::Eq => difference.equals_zero(core)?,
                Cmp::Ne => difference.equals_zero(core)?.negate(),
                Cmp::Gt => difference.above_zero(core)?,
                Cmp::Ge => difference.add(&one)?.above_zero(core)?,
                Cmp::Lt => difference.scale(-1)?.above_zero(core)?,
                Cmp::Le => difference.scale(-1)?.add(&one)?.above_zero(core)?,
            })
        };
        let made = build().map_err(|o| overflow(o, e.span))?;
        Ok(if positive { made } else { made.negate() }.formula())
    }

    /// Equality of two terms of a type other than integers.
    pub(crate) fn equality(
        &mut self,
        x: TermId,
        y: TermId,
        positive: bool,
        span: Span,
    ) -> Result<Formula, Error> {
        let (tx, ty) = (self.core.terms.type_of(x), self.core.terms.type_of(y));
        let ty = if tx == TypeId::ANY { ty } else { tx };
        if self.core.terms.is_var(x) && self.core.terms.is_var(y) && x != y {
            let sym = self.core.syms.equality(ty, &self.core.types);
            return self.literal(sym, &[x, y], positive, span);
        }
        let made = self.core.equality(x, y);
        Ok(if positive { made } else { made.negate() }.formula())
    }

    fn constraint(
        &mut self,
        span: Span,
        name: &str,
        args: &[Expr],
        positive: bool,
    ) -> Result<Formula, Error> {
        let name = if name == "access" && args.len() == 3 { "in" } else { name };
        let sym = self.core.syms.named(name, args.len());
        let signature = self.core.syms.get(sym).signature.clone();
        let mut terms = Vec::with_capacity(args.len());
        for (i, arg) in args.iter().enumerate() {
            terms.push(self.term(arg, signature.as_ref().map(|s| s.args[i]))?);
        }
        self.literal(sym, &terms, positive, span)
    }

    /// A literal after rewriting.
    pub(crate) fn literal(
        &mut self,
        sym: SymId,
        args: &[TermId],
        positive: bool,
        span: Span,
    ) -> Result<Formula, Error> {
        let key = (sym, Box::from(args), positive);
        if let Some(done) = self.rewrites.done.get(&key) {
            return Ok(done.clone());
        }
        let matched = self.rewrites.rules.get(&(sym, positive)).and_then(|rules| {
            rules.iter().find_map(|rule| {
                let bound = self.core.match_pattern(&rule.args, args)?;
                Some((bound, rule.body.clone()))
            })
        });
        let formula = if let Some((bound, body)) = matched {
            self.depth += 1;
            if self.depth > MAX_REWRITES {
                let name = &self.core.syms.get(sym).name;
                return Err(Error::at(span, format!("the rewrite rules for `{name}` never come to an end")));
            }
            let scope = std::mem::replace(&mut self.scope, Scope::Rule(bound));
            let built = self.formula(&body, true);
            self.scope = scope;
            self.depth -= 1;
            built?
        } else if let Some(formula) = (!positive).then(|| heaps::negation(self.core, sym, args)).flatten() {
            formula
        } else {
            let made = self.core.make(sym, args);
            return Ok(if positive { made } else { made.negate() }.formula());
        };
        self.rewrites.done.insert(key, formula.clone());
        Ok(formula)
    }

    fn poly(&mut self, e: &Expr) -> Result<Poly, Error> {
        let at = |o| overflow(o, e.span);
        match &e.kind {
            ExprKind::Int(n) if in_range(*n) => Ok(Poly::constant(*n)),
            ExprKind::Int(_) => Err(overflow(Overflow, e.span)),
            ExprKind::Var(_) | ExprKind::Wild | ExprKind::Call(..) => {
                let t = self.term(e, None)?;
                Ok(Poly::term(self.core, t))
            }
            ExprKind::Neg(inner) => self.poly(inner)?.scale(-1).map_err(at),
            ExprKind::Bin(BinOp::Add, a, b) => self.poly(a)?.add(&self.poly(b)?).map_err(at),
            ExprKind::Bin(BinOp::Sub, a, b) => self.poly(a)?.sub(&self.poly(b)?).map_err(at),
            ExprKind::Bin(BinOp::Mul, a, b) => {
                let (left, right) = (self.poly(a)?, self.poly(b)?);
                match (left.as_constant(), right.as_constant()) {
                    (Some(n), _) => right.scale(n).map_err(at),
                    (_, Some(n)) => left.scale(n).map_err(at),
                    _ => {
                        let (x, y) = (self.name(&left, a.span)?, self.name(&right, b.span)?);
                        let product = self.core.product(x, y);
                        Ok(Poly::term(self.core, product))
                    }
                }
            }
            ExprKind::Bin(BinOp::Div, a, b) => {
                let (left, right) = (self.poly(a)?, self.poly(b)?);
                match right.as_constant() {
                    Some(0) => Err(Error::at(b.span, "division by zero")),
                    Some(n) => left.divide(n).map_err(at),
                    None => Err(Error::at(b.span, format!("`{b}` is not a constant divisor"))),
                }
            }
            ExprKind::Bin(BinOp::Pow, a, b) => {
                let base = self.poly(a)?;
                let exponent = match self.poly(b)?.as_constant() {
                    Some(n @ 1..=64) => n,
                    _ => {
                        return Err(Error::at(
                            b.span,
                            "an exponent is a positive constant not greater than 64",
                        ));
                    }
                };
                if let Some(n) = base.as_constant() {
                    let mut power = Poly::constant(1);
                    for _ in 0..exponent {
                        power = power.scale(n).map_err(at)?;
                    }
                    return Ok(power);
                }
                let x = self.name(&base, a.span)?;
                let power = (1..exponent).fold(x, |power, _| self.core.product(power, x));
                Ok(Poly::term(self.core, power))
            }
            _ => Err(Error::at(e.span, format!("type error: `{e}` is not an integer"))),
        }
    }

    fn name(&mut self, p: &Poly, span: Span) -> Result<TermId, Error> {
        if !p.is_integral() {
            return Err(Error::at(span, "a quotient cannot be an argument; multiply it out"));
        }
        let sum: Vec<(TermId, i128)> = p.coefficients.iter().map(|(&t, &a)| (t, a)).collect();
        self.core.name_linear(&sum, p.constant).map_err(|o| overflow(o, span))
    }

    /// The term for an argument.
    fn term(&mut self, e: &Expr, declared: Option<ArgType>) -> Result<TermId, Error> {
        let ty = declared.map_or(TypeId::ANY, |d| d.ty);
        let t = match &e.kind {
            ExprKind::Var(name) => match (self.bound(name), &mut self.scope) {
                (Some(t), _) => t,
                (None, Scope::Goal) => self.core.terms.var(name),
                (None, Scope::Rule(bound)) => {
                    let t = self.core.terms.fresh("S", ty);
                    bound.push((name.clone(), t));
                    t
                }
            },
            ExprKind::Wild => self.core.terms.fresh("W", ty),
            ExprKind::Int(n) if in_range(*n) => self.core.int_term(*n),
            ExprKind::Int(_) => return Err(overflow(Overflow, e.span)),
            ExprKind::Atom(name) => self.core.terms.intern(Term::Atom(name.as_str().into())),
            ExprKind::Str(text) => self.core.terms.intern(Term::Str(text.as_str().into())),
            ExprKind::Nil => self.core.terms.intern(Term::Nil),
            ExprKind::Bool(b) => self.core.terms.intern(Term::Bool(*b)),
            ExprKind::Call(name, args) => {
                let sym = self.core.syms.call(name, args.len(), &self.core.types);
                let signature = self.core.syms.get(sym).signature.clone();
                let mut terms = Vec::with_capacity(args.len());
                for (i, arg) in args.iter().enumerate() {
                    terms.push(self.term(arg, signature.as_ref().map(|s| s.args[i + 1]))?);
                }
                self.core.call_term(sym, &terms)
            }
            ExprKind::Neg(_)
            | ExprKind::Bin(BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Pow, ..) => {
                let p = self.poly(e)?;
                self.name(&p, e.span)?
            }
            _ => return Err(Error::at(e.span, format!("the formula `{e}` cannot be an argument"))),
        };
        if self.core.terms.is_var(t) {
            if declared.is_some_and(|d| !d.var && d.ty != TypeId::ANY) {
                let message = format!("a constant is expected here, but `{e}` is a variable");
                return Err(Error::at(e.span, message));
            }
            let known = self.core.terms.type_of(t);
            if known == TypeId::ANY && ty != TypeId::ANY {
                self.core.terms.set_type(t, ty);
            } else if known == TypeId::BOOL || ty == TypeId::BOOL {
                return Err(Error::at(e.span, format!("the Boolean variable `{e}` cannot be an argument")));
            }
        }
        Ok(t)
    }
}

fn overflow(_: Overflow, span: Span) -> Error {
    Error::at(span, "the numbers here are too large for exact arithmetic")
}

impl Core {
    /// Binds the variables of argument patterns, or finds that they do not fit.
    fn match_pattern(&mut self, patterns: &[Expr], args: &[TermId]) -> Option<Vec<(String, TermId)>> {
        let mut bound: Vec<(String, TermId)> = Vec::new();
        for (pattern, &arg) in patterns.iter().zip(args) {
            let fits = match &pattern.kind {
                ExprKind::Wild => true,
                ExprKind::Var(name) => match bound.iter().find(|(n, _)| n == name) {
                    Some((_, t)) => *t == arg,
                    None => {
                        bound.push((name.clone(), arg));
                        true
                    }
                },
                constant => self.constant(constant) == Some(arg),
            };
            if !fits {
                return None;
            }
        }
        Some(bound)
    }

    /// The term for a constant expression.
    pub(crate) fn constant(&mut self, kind: &ExprKind) -> Option<TermId> {
        Some(match kind {
            ExprKind::Int(n) => self.int_term(*n),
            ExprKind::Atom(name) => self.terms.intern(Term::Atom(name.as_str().into())),
            ExprKind::Str(text) => self.terms.intern(Term::Str(text.as_str().into())),
            ExprKind::Nil => self.terms.intern(Term::Nil),
            ExprKind::Bool(b) => self.terms.intern(Term::Bool(*b)),
            _ => return None,
        })
    }
}
