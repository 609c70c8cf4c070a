//! From trees to formulas: names, types, links, and C's conversions.
//!
//! Terms have C's types and conversions. Inside `deref(…)` arithmetic on pointers counts bytes, as in the paper;
//! everywhere else it is C's. Whatever has no meaning is a mistake with its place.

use crate::formula::{Formula, Op, Rel, Set, SetKind, Term, TermKind};
use crate::syntax::ast::{Expr, ExprKind, TypeName};
use crate::syntax::{Mistake, closest};
use crate::types::{self, Ty};
use ir::types::{Encoding, TypeKind};
use ir::{Body, FuncId, GlobalId, Program, VarId, VarKind};
use std::cell::{Cell, RefCell};

/// The names that are in scope.
pub struct Scope<'a> {
    /// The program.
    pub program: &'a Program,
    /// The parameters of the function by name, where its contract is meant.
    pub params: Vec<(String, Ty)>,
    /// The body and the line of the annotation, where a place inside is meant.
    pub inside: Option<(&'a Body, u32)>,
    /// What the function returns, where `\result` has a meaning.
    pub result: Option<Ty>,
    /// The links that were used.
    pub links: RefCell<Vec<i64>>,
    bound: RefCell<Vec<(String, Ty)>>,
    bytes: Cell<bool>,
}

/// The operators of the language.
const OPERATORS: &[&str] = &[
    "reach",
    "block",
    "list",
    "nodes",
    "acyclic",
    "BS",
    "Obj",
    "Off",
    "array",
    "incr",
    "decr",
    "deref",
    "union",
    "intersection",
    "difference",
    "forall",
    "exists",
    "in",
    "alloc",
    "\\valid",
    "\\old",
    "B",
    "old",
    "old_deref",
    "old_list",
    "old_block",
    "old_alloc",
    "addr",
];

type Result<T> = std::result::Result<T, Mistake>;

fn wrong<T>(at: usize, message: impl Into<String>) -> Result<T> {
    Err(Mistake::new(at, message))
}

impl<'a> Scope<'a> {
    /// The names of a contract, or of a place inside of a body.
    pub fn new(
        program: &'a Program,
        params: Vec<(String, Ty)>,
        inside: Option<(&'a Body, u32)>,
        result: Option<Ty>,
    ) -> Scope<'a> {
        let (links, bound) = (RefCell::default(), RefCell::default());
        Scope { program, params, inside, result, links, bound, bytes: Cell::new(false) }
    }

    /// An expression that is meant as a formula.
    pub fn formula(&self, expr: &Expr) -> Result<Formula> {
        let at = expr.at;
        Ok(match &expr.kind {
            ExprKind::Unary("!", inner) => self.formula(inner)?.negated(),
            ExprKind::Binary(sign @ ("&&" | "||" | "==>" | "<==>"), one, other) => {
                let (one, other) = (Box::new(self.formula(one)?), Box::new(self.formula(other)?));
                match *sign {
                    "&&" => Formula::And(one, other),
                    "||" => Formula::Or(one, other),
                    "==>" => Formula::Implies(one, other),
                    _ => Formula::Iff(one, other),
                }
            }
            ExprKind::Binary(sign @ ("==" | "!="), one, other)
                if self.is_formula(one) && self.is_formula(other) =>
            {
                let same = Formula::Iff(Box::new(self.formula(one)?), Box::new(self.formula(other)?));
                if *sign == "==" { same } else { same.negated() }
            }
            ExprKind::Binary(sign @ ("==" | "!=" | "<" | "<=" | ">" | ">="), one, other) => {
                let (one, other) = self.comparable(at, self.term(one)?, self.term(other)?)?;
                let ordered = !matches!(*sign, "==" | "!=");
                if ordered && matches!(one.ty, Ty::Object | Ty::Float(_)) || matches!(one.ty, Ty::Float(_)) {
                    return wrong(at, format!("`{sign}` does not compare {}", one.ty.words(self.program)));
                }
                match *sign {
                    "==" => Formula::Compare(Rel::Eq, one, other),
                    "!=" => Formula::Compare(Rel::Eq, one, other).negated(),
                    "<" => Formula::Compare(Rel::Lt, one, other),
                    "<=" => Formula::Compare(Rel::Le, one, other),
                    ">" => Formula::Compare(Rel::Lt, other, one),
                    _ => Formula::Compare(Rel::Le, other, one),
                }
            }
            ExprKind::Conditional(condition, then, otherwise)
                if self.is_formula(then) || self.is_formula(otherwise) =>
            {
                let condition = self.formula(condition)?;
                let then = Formula::Implies(Box::new(condition.clone()), Box::new(self.formula(then)?));
                let otherwise =
                    Formula::Implies(Box::new(condition.negated()), Box::new(self.formula(otherwise)?));
                then.and(otherwise)
            }
            ExprKind::Call(name, arguments) => match self.predicate(at, name, arguments)? {
                Some(formula) => formula,
                None => self.is_true(at, self.term(expr)?)?,
            },
            ExprKind::Set(_) | ExprKind::Nothing => {
                return wrong(at, "a formula is expected here, not a set");
            }
            _ => self.is_true(at, self.term(expr)?)?,
        })
    }

    /// Whether an expression can only be a formula.
    fn is_formula(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Unary("!", _) => true,
            ExprKind::Binary(sign, ..) => {
                matches!(*sign, "&&" | "||" | "==>" | "<==>" | "==" | "!=" | "<" | "<=" | ">" | ">=")
            }
            ExprKind::Call(name, arguments) => match name.as_str() {
                "\\old" | "old" => arguments.first().is_some_and(|inner| self.is_formula(inner)),
                "true" | "false" | "reach" | "acyclic" | "BS" | "forall" | "exists" | "in" | "alloc"
                | "\\valid" | "old_alloc" => true,
                _ => false,
            },
            _ => false,
        }
    }

    /// The formula that an operator makes; none where it makes a term.
    fn predicate(&self, at: usize, name: &str, arguments: &[Expr]) -> Result<Option<Formula>> {
        Ok(Some(match name {
            "\\true" | "\\false" => Formula::Truth(name == "\\true"),
            "reach" => {
                self.arity(at, name, arguments, 3)?;
                let from = self.pointer(&arguments[0])?;
                let link = self.link(&from.ty, &arguments[1])?;
                Formula::Reach(from, link, self.pointer(&arguments[2])?)
            }
            "acyclic" => {
                self.arity(at, name, arguments, 2)?;
                let from = self.pointer(&arguments[0])?;
                let link = self.link(&from.ty, &arguments[1])?;
                Formula::Acyclic(from, link)
            }
            "BS" => {
                self.arity(at, name, arguments, 1)?;
                Formula::Blocking(self.pointer(&arguments[0])?)
            }
            "alloc" => {
                self.arity(at, name, arguments, 1)?;
                Formula::Allocated(self.pointer(&arguments[0])?)
            }
            "old_alloc" => {
                self.arity(at, name, arguments, 1)?;
                Formula::Old(Box::new(Formula::Allocated(self.pointer(&arguments[0])?)))
            }
            "\\valid" => {
                self.arity(at, name, arguments, 1)?;
                let pointer = self.pointer(&arguments[0])?;
                let target = pointer.ty.pointee().cloned().unwrap_or(Ty::Void);
                let Some(size) = target.size(self.program) else {
                    return wrong(
                        arguments[0].at,
                        "how many bytes are valid? cast it to a pointer to a complete type",
                    );
                };
                Formula::Valid(pointer, size, target.align(self.program))
            }
            "in" => {
                self.arity(at, name, arguments, 2)?;
                Formula::In(self.pointer(&arguments[0])?, Box::new(self.set(&arguments[1])?))
            }
            "forall" | "exists" => {
                self.arity(at, name, arguments, 3)?;
                let ExprKind::Name(variable) = &arguments[0].kind else {
                    return wrong(
                        arguments[0].at,
                        format!("`{name}(x, S, φ)` begins with the name of a variable"),
                    );
                };
                let set = Box::new(self.set(&arguments[1])?);
                let number = self.bound.borrow().len();
                self.bound.borrow_mut().push((variable.clone(), set.ty.clone()));
                let body = self.formula(&arguments[2]);
                self.bound.borrow_mut().pop();
                match name {
                    "forall" => Formula::Forall(number, set, Box::new(body?)),
                    _ => Formula::Exists(number, set, Box::new(body?)),
                }
            }
            "\\old" | "old" if arguments.len() == 1 && self.is_formula(&arguments[0]) => {
                Formula::Old(Box::new(self.formula(&arguments[0])?))
            }
            _ => return Ok(None),
        }))
    }

    fn is_true(&self, at: usize, term: Term) -> Result<Formula> {
        if let TermKind::Truth(formula) = term.kind {
            return Ok(*formula);
        }
        let zero = match term.ty {
            Ty::Int { .. } => Term { kind: TermKind::Int(0), ty: term.ty.clone() },
            Ty::Ptr(_) => Term { kind: TermKind::Null, ty: term.ty.clone() },
            _ => {
                return wrong(at, format!("a formula is expected here, not {}", term.ty.words(self.program)));
            }
        };
        Ok(Formula::Compare(Rel::Eq, term, zero).negated())
    }

    fn arity(&self, at: usize, name: &str, arguments: &[Expr], count: usize) -> Result<()> {
        match arguments.len() == count {
            true => Ok(()),
            false => wrong(at, format!("`{name}` takes {count} arguments, not {}", arguments.len())),
        }
    }

    /// An expression that is meant as a term. Arrays become pointers to their first element.
    pub fn term(&self, expr: &Expr) -> Result<Term> {
        let term = self.any_term(expr)?;
        match term.ty {
            Ty::Array(..) | Ty::Record(_) => match term.kind {
                TermKind::Load(address) => match term.ty {
                    Ty::Array(element, _) => Ok(Term { kind: address.kind, ty: element.pointer() }),
                    _ => wrong(expr.at, "a whole struct is no term; name a member"),
                },
                _ => wrong(expr.at, "a whole struct is no term; name a member"),
            },
            Ty::Function => match term.kind {
                TermKind::Load(address) => Ok(*address),
                _ => Ok(term),
            },
            _ => Ok(term),
        }
    }

    fn pointer(&self, expr: &Expr) -> Result<Term> {
        let term = self.term(expr)?;
        match (&term.ty, &term.kind) {
            (Ty::Ptr(_), _) => Ok(term),
            (Ty::Int { .. }, TermKind::Int(0)) => Ok(null()),
            _ => wrong(expr.at, format!("a pointer is expected here, not {}", term.ty.words(self.program))),
        }
    }

    fn any_term(&self, expr: &Expr) -> Result<Term> {
        let at = expr.at;
        match &expr.kind {
            ExprKind::Int { value, unsigned, long } => {
                let fits_int = *value < 1 << 31 && !long && !unsigned;
                let bits = if fits_int || (!long && *unsigned && *value < 1 << 32) { 32 } else { 64 };
                Ok(Term { kind: TermKind::Int(*value as i128), ty: Ty::Int { bits, signed: !unsigned } })
            }
            ExprKind::Name(name) => self.name(at, name),
            ExprKind::Result => match &self.result {
                Some(Ty::Void) | None => wrong(at, "there is no result to speak of here"),
                Some(ty) => Ok(Term { kind: TermKind::Result, ty: ty.clone() }),
            },
            ExprKind::Unary("*", inner) => {
                let address = self.pointer(inner)?;
                self.load(at, address)
            }
            ExprKind::Unary("&", inner) => {
                let place = self.any_term(inner)?;
                match place.kind {
                    TermKind::Load(address) => Ok(Term { kind: address.kind, ty: place.ty.pointer() }),
                    TermKind::Local(var) => {
                        Ok(Term { kind: TermKind::AddressOf(var), ty: place.ty.pointer() })
                    }
                    TermKind::Function(_) => Ok(place),
                    TermKind::Param(_) => wrong(at, "a parameter has no address in a contract"),
                    _ => wrong(at, "`&` takes the address of a variable or member"),
                }
            }
            ExprKind::Unary("!", _) => Ok(truth(self.formula(expr)?)),
            ExprKind::Unary(sign, inner) => {
                let operand = self.promoted(inner.at, self.term(inner)?)?;
                let constant = |value| Term { kind: TermKind::Int(value), ty: operand.ty.clone() };
                match (*sign, &operand.kind) {
                    ("+", _) => Ok(operand),
                    ("-", TermKind::Int(value)) => Ok(constant(-value)),
                    ("-", _) => Ok(self.binary(Op::Sub, constant(0), operand.clone())),
                    _ => Ok(self.binary(Op::Xor, operand.clone(), constant(-1))),
                }
            }
            ExprKind::Binary(sign, one, other) => match *sign {
                "==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||" | "==>" | "<==>" => {
                    Ok(truth(self.formula(expr)?))
                }
                _ => self.arithmetic(at, sign, self.term(one)?, self.term(other)?),
            },
            ExprKind::Conditional(condition, then, otherwise) => {
                let condition = self.formula(condition)?;
                let (then, otherwise) = self.comparable(at, self.term(then)?, self.term(otherwise)?)?;
                let ty = then.ty.clone();
                Ok(Term { kind: TermKind::If(Box::new(condition), Box::new(then), Box::new(otherwise)), ty })
            }
            ExprKind::Member(base, name) => {
                let place = self.any_term(base)?;
                let (TermKind::Load(_) | TermKind::Local(_), Ty::Record(id)) = (&place.kind, &place.ty)
                else {
                    let advice = if place.ty.pointee().is_some() { "; write `->`" } else { "" };
                    return wrong(
                        at,
                        format!("{} has no member `{name}`{advice}", place.ty.words(self.program)),
                    );
                };
                let id = *id;
                let address = match place.kind {
                    TermKind::Load(address) => *address,
                    TermKind::Local(var) => {
                        Term { kind: TermKind::AddressOf(var), ty: place.ty.clone().pointer() }
                    }
                    _ => return wrong(at, "a member of a struct that is not in memory"),
                };
                self.member(at, address, id, name)
            }
            ExprKind::Arrow(base, name) => {
                let address = self.pointer(base)?;
                match address.ty.pointee() {
                    Some(Ty::Record(id)) => {
                        let id = *id;
                        self.member(at, address, id, name)
                    }
                    _ => wrong(at, format!("{} has no member `{name}`", address.ty.words(self.program))),
                }
            }
            ExprKind::Index(base, index) => {
                let bytes = self.bytes.replace(false);
                let address = self.arithmetic(at, "+", self.term(base)?, self.term(index)?);
                self.bytes.set(bytes);
                self.load(at, address?)
            }
            ExprKind::Cast(name, inner) => {
                let ty = self.type_named(name)?;
                let inner = self.term(inner)?;
                self.converted(at, inner, ty)
            }
            ExprKind::SizeofType(name) => {
                let ty = self.type_named(name)?;
                self.sizeof(at, &ty)
            }
            ExprKind::Sizeof(inner) => {
                let ty = self.any_term(inner)?.ty;
                self.sizeof(at, &ty)
            }
            ExprKind::Call(name, arguments) => self.operator(at, name, arguments, expr),
            ExprKind::Set(_) | ExprKind::Nothing => wrong(at, "a term is expected here, not a set"),
        }
    }

    /// The term that an operator makes.
    fn operator(&self, at: usize, name: &str, arguments: &[Expr], whole: &Expr) -> Result<Term> {
        if self.predicate_name(name, arguments) {
            return Ok(truth(self.formula(whole)?));
        }
        match name {
            "block" | "B" | "old_block" => {
                self.arity(at, name, arguments, 2)?;
                let from = self.pointer(&arguments[0])?;
                let link = self.link(&from.ty, &arguments[1])?;
                let ty = from.ty.clone();
                let block = Term { kind: TermKind::Block(Box::new(from), link), ty };
                Ok(if name == "old_block" { old(block) } else { block })
            }
            "Off" => {
                self.arity(at, name, arguments, 1)?;
                let pointer = self.pointer(&arguments[0])?;
                Ok(Term { kind: TermKind::Off(Box::new(pointer)), ty: Ty::word(self.program, true) })
            }
            "Obj" => {
                self.arity(at, name, arguments, 1)?;
                Ok(Term { kind: TermKind::Obj(Box::new(self.pointer(&arguments[0])?)), ty: Ty::Object })
            }
            "deref" | "old_deref" => {
                self.arity(at, name, arguments, 1)?;
                let bytes = self.bytes.replace(true);
                let address = self.pointer(&arguments[0]);
                self.bytes.set(bytes);
                let loaded = self.deref(at, address?)?;
                Ok(if name == "old_deref" { old(loaded) } else { loaded })
            }
            "\\old" | "old" => {
                self.arity(at, name, arguments, 1)?;
                Ok(old(self.any_term(&arguments[0])?))
            }
            "addr" => {
                self.arity(at, name, arguments, 1)?;
                let inner = Box::new(arguments[0].clone());
                self.any_term(&Expr { at, kind: ExprKind::Unary("&", inner) })
            }
            "list" | "nodes" | "array" | "incr" | "decr" | "union" | "intersection" | "difference"
            | "old_list" => wrong(at, format!("`{name}` is a set; a term or formula is expected here")),
            _ => {
                let advice = match closest(name, OPERATORS.iter().copied()) {
                    Some(known) => format!("did you mean `{known}`?"),
                    None => "functions of the program cannot be called in annotations".to_string(),
                };
                wrong(at, format!("there is no operator `{name}`; {advice}"))
            }
        }
    }

    fn predicate_name(&self, name: &str, arguments: &[Expr]) -> bool {
        match name {
            "\\old" | "old" => arguments.first().is_some_and(|inner| self.is_formula(inner)),
            _ => matches!(
                name,
                "reach"
                    | "acyclic"
                    | "BS"
                    | "alloc"
                    | "old_alloc"
                    | "\\valid"
                    | "in"
                    | "forall"
                    | "exists"
                    | "\\true"
                    | "\\false"
            ),
        }
    }

    /// What is stored at an address, as the types of the program have it.
    fn deref(&self, at: usize, address: Term) -> Result<Term> {
        let (base, delta) = shifted(&address);
        let target = base.ty.pointee().cloned().unwrap_or(Ty::Void);
        match types::scalar_at(self.program, &target, delta) {
            Some(ty) => Ok(Term { kind: TermKind::Load(Box::new(address)), ty }),
            None => {
                wrong(at, "what is stored at that address has no one type; write `*(T *) (…)` with its type")
            }
        }
    }

    fn load(&self, at: usize, address: Term) -> Result<Term> {
        match address.ty.pointee() {
            Some(Ty::Void) | None => wrong(at, "a pointer to void is not followed; cast it first"),
            Some(ty) => {
                let ty = ty.clone();
                Ok(Term { kind: TermKind::Load(Box::new(address)), ty })
            }
        }
    }

    fn member(&self, at: usize, address: Term, id: ir::TypeId, name: &str) -> Result<Term> {
        match types::member(self.program, id, name) {
            Some((_, _, true)) => {
                wrong(at, format!("`{name}` is a bit-field; annotations cannot speak of it"))
            }
            Some((offset, ty, false)) => {
                let place = shift(address, offset as i64, ty.clone().pointer());
                Ok(Term { kind: TermKind::Load(Box::new(place)), ty })
            }
            None => {
                let names = types::member_names(self.program, id);
                let advice =
                    closest(name, names).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                wrong(at, format!("{} has no member `{name}`{advice}", self.program.types.spelling(id)))
            }
        }
    }

    fn sizeof(&self, at: usize, ty: &Ty) -> Result<Term> {
        match ty.size(self.program) {
            Some(size) => Ok(Term { kind: TermKind::Int(size as i128), ty: Ty::word(self.program, false) }),
            None => wrong(at, "the size of this type is not known"),
        }
    }

    fn name(&self, at: usize, name: &str) -> Result<Term> {
        let bound = self.bound.borrow();
        if let Some(number) = bound.iter().rposition(|(here, _)| here == name) {
            return Ok(Term { kind: TermKind::Bound(number), ty: bound[number].1.clone() });
        }
        if name == "NULL" {
            return Ok(null());
        }
        if let Some((var, ty)) = self.local(name) {
            return Ok(Term { kind: TermKind::Local(var), ty });
        }
        if let Some(index) = self.params.iter().position(|(here, _)| here == name) {
            return Ok(Term { kind: TermKind::Param(index), ty: self.params[index].1.clone() });
        }
        let globals = &self.program.globals;
        if let Some(index) = globals.iter().position(|global| global.name == name) {
            let Some(ty) = globals[index].ty.map(|id| Ty::of(self.program, id)) else {
                return wrong(at, format!("the type of `{name}` is not known"));
            };
            let address = Term { kind: TermKind::Global(GlobalId::new(index)), ty: ty.clone().pointer() };
            return Ok(Term { kind: TermKind::Load(Box::new(address)), ty });
        }
        if let Some(id) = self.program.find_function(name) {
            return Ok(function(id));
        }
        if let Some(value) = self.enumerator(name) {
            return Ok(Term { kind: TermKind::Int(i128::from(value)), ty: Ty::INT });
        }
        if OPERATORS.contains(&name) {
            return wrong(at, format!("`{name}` is followed by its arguments in parentheses"));
        }
        let known = self.names();
        let advice = closest(name, known.iter().map(String::as_str))
            .map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        wrong(at, format!("there is no `{name}` in scope{advice}"))
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.params.iter().map(|(name, _)| name.clone()).collect();
        names.extend(self.bound.borrow().iter().map(|(name, _)| name.clone()));
        if let Some((body, _)) = self.inside {
            names.extend(body.vars.iter().map(|var| var.name.clone()));
        }
        names.extend(self.program.globals.iter().map(|global| global.name.clone()));
        names
    }

    /// The innermost variable of a name: the one that was declared last before the annotation.
    fn local(&self, name: &str) -> Option<(VarId, Ty)> {
        let (body, line) = self.inside?;
        let before = |var: &ir::Var| match var.kind {
            VarKind::Param(_) => true,
            VarKind::Local => var.span.is_some_and(|span| span.line.get() <= line),
        };
        let (index, var) =
            body.vars.iter().enumerate().filter(|(_, var)| var.name == name && before(var)).max_by_key(
                |(_, var)| {
                    (matches!(var.kind, VarKind::Local), var.span.map(|span| (span.line, span.column)))
                },
            )?;
        Some((VarId::new(index), Ty::of(self.program, var.ty?)))
    }

    fn enumerator(&self, name: &str) -> Option<i64> {
        self.program.types.iter().find_map(|(_, ty)| match &ty.kind {
            TypeKind::Enum { values, .. } => {
                values.iter().find(|(here, _)| here == name).map(|(_, value)| *value)
            }
            _ => None,
        })
    }

    /// The type that words and stars name.
    fn type_named(&self, name: &TypeName) -> Result<Ty> {
        let words: Vec<&str> = name.words.iter().map(String::as_str).collect();
        let found = match words[..] {
            [keyword @ ("struct" | "union" | "enum"), tag] => self.tagged(keyword, tag),
            [word]
                if !matches!(
                    word,
                    "int"
                        | "char"
                        | "short"
                        | "long"
                        | "unsigned"
                        | "signed"
                        | "void"
                        | "_Bool"
                        | "float"
                        | "double"
                ) =>
            {
                self.typedef(word)
            }
            _ => basic(self.program, &words),
        };
        let Some(mut ty) = found else {
            return wrong(name.at, format!("the program has no type `{}`", name.words.join(" ")));
        };
        for _ in 0..name.stars {
            ty = ty.pointer();
        }
        Ok(ty)
    }

    fn tagged(&self, keyword: &str, tag: &str) -> Option<Ty> {
        let mut found = None;
        for (id, ty) in self.program.types.iter() {
            let matches = match (&ty.kind, keyword) {
                (TypeKind::Struct(record), "struct") | (TypeKind::Union(record), "union") => {
                    record.name.as_deref() == Some(tag) && (record.complete || found.is_none())
                }
                (TypeKind::Enum { name, .. }, "enum") => name.as_deref() == Some(tag),
                _ => false,
            };
            if matches {
                found = Some(Ty::of(self.program, id));
            }
        }
        found
    }

    fn typedef(&self, word: &str) -> Option<Ty> {
        let named = self
            .program
            .types
            .iter()
            .find(|(_, ty)| matches!(&ty.kind, TypeKind::Typedef { name, .. } if name == word));
        named.map(|(id, _)| Ty::of(self.program, id)).or_else(|| basic_typedef(self.program, word))
    }

    /// The offset of a link: a member of what the pointer points to, or a number of bytes.
    fn link(&self, pointer: &Ty, expr: &Expr) -> Result<i64> {
        let offset = match self.path(pointer.pointee(), expr)? {
            Some(offset) => offset,
            None => match self.term(expr)?.kind {
                TermKind::Int(value) => value as i64,
                _ => {
                    return wrong(
                        expr.at,
                        "a link is a member such as `next`, or a constant number of bytes",
                    );
                }
            },
        };
        let word = i64::from(self.program.target.pointer_bytes);
        if offset % word != 0 {
            return wrong(expr.at, format!("a link at offset {offset} is not aligned as a pointer"));
        }
        if !self.links.borrow().contains(&offset) {
            self.links.borrow_mut().push(offset);
        }
        Ok(offset)
    }

    /// The offset of a path of members, if the expression is one.
    fn path(&self, target: Option<&Ty>, expr: &Expr) -> Result<Option<i64>> {
        let mut names = Vec::new();
        let mut here = expr;
        loop {
            match &here.kind {
                ExprKind::Name(name) => {
                    names.push(name.as_str());
                    break;
                }
                ExprKind::Member(base, name) => {
                    names.push(name.as_str());
                    here = base;
                }
                _ => return Ok(None),
            }
        }
        let mut ty = match target {
            Some(ty @ Ty::Record(_)) => ty.clone(),
            _ => {
                return wrong(
                    expr.at,
                    "the pointer's type has no members; give the link as a number of bytes",
                );
            }
        };
        let mut offset = 0;
        for name in names.into_iter().rev() {
            let Ty::Record(id) = ty else {
                return wrong(expr.at, format!("`{name}` is not a member"));
            };
            let Some((at, member, _)) = types::member(self.program, id, name) else {
                let near = closest(name, types::member_names(self.program, id));
                let advice = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                let whole = self.program.types.spelling(id);
                return wrong(expr.at, format!("{whole} has no member `{name}` to link by{advice}"));
            };
            offset += at as i64;
            ty = member;
        }
        match ty {
            Ty::Ptr(_) => Ok(Some(offset)),
            other => wrong(
                expr.at,
                format!("a link is a member that holds a pointer, not {}", other.words(self.program)),
            ),
        }
    }

    /// An expression that is meant as a set.
    pub fn set(&self, expr: &Expr) -> Result<Set> {
        let at = expr.at;
        let set = |kind, ty, extent| Ok(Set { kind, ty, extent });
        match &expr.kind {
            ExprKind::Nothing => set(SetKind::Elements(Vec::new()), Ty::Void.pointer(), None),
            ExprKind::Set(elements) => {
                let terms: Vec<Term> =
                    elements.iter().map(|element| self.pointer(element)).collect::<Result<_>>()?;
                let ty = terms.first().map_or(Ty::Void.pointer(), |first| first.ty.clone());
                let sized = |term: Term| {
                    let size = term.ty.pointee().and_then(|target| target.size(self.program));
                    (term, size)
                };
                set(SetKind::Elements(terms.into_iter().map(sized).collect()), ty, None)
            }
            ExprKind::Name(name) if name == "BS" => set(SetKind::Blocking, Ty::Void.pointer(), None),
            ExprKind::Arrow(base, name) => {
                let base = self.set(base)?;
                let Some(Ty::Record(id)) = base.ty.pointee() else {
                    return wrong(at, format!("the elements of the set have no member `{name}`"));
                };
                let place = self.member(at, null_of(base.ty.clone()), *id, name)?;
                let ty = place.ty.clone();
                let TermKind::Load(address) = place.kind else { return wrong(at, "a member is expected") };
                let (_, offset) = shifted(&address);
                let size = ty.size(self.program);
                set(SetKind::Shift(Box::new(base), offset), ty.pointer(), size)
            }
            ExprKind::Member(base, name) => {
                // `S->a.b`: a member of a member.
                let base = self.set(base)?;
                let Some(Ty::Record(id)) = base.ty.pointee() else {
                    return wrong(at, format!("the elements of the set have no member `{name}`"));
                };
                let Some((offset, ty, _)) = types::member(self.program, *id, name) else {
                    return wrong(at, format!("there is no member `{name}`"));
                };
                let size = ty.size(self.program);
                set(SetKind::Shift(Box::new(base), offset as i64), ty.pointer(), size)
            }
            ExprKind::Call(name, arguments) => match name.as_str() {
                "list" | "nodes" | "old_list" => {
                    self.arity(at, name, arguments, 2)?;
                    let from = self.pointer(&arguments[0])?;
                    let link = self.link(&from.ty, &arguments[1])?;
                    let ty = from.ty.clone();
                    match name.as_str() {
                        "nodes" => set(SetKind::Nodes(Box::new(from), link), ty, None),
                        "list" => set(SetKind::List(Box::new(from), link), ty, None),
                        _ => {
                            let list = Set {
                                kind: SetKind::List(Box::new(from), link),
                                ty: ty.clone(),
                                extent: None,
                            };
                            set(SetKind::Old(Box::new(list)), ty, None)
                        }
                    }
                }
                "array" => {
                    self.arity(at, name, arguments, 3)?;
                    let first = self.pointer(&arguments[0])?;
                    let step = self.constant(&arguments[1])?;
                    if step <= 0 {
                        return wrong(
                            arguments[1].at,
                            "elements of an array are a positive number of bytes apart",
                        );
                    }
                    let count = self.promoted(arguments[2].at, self.term(&arguments[2])?)?;
                    let (ty, extent) = (first.ty.clone(), Some(step as u64));
                    set(SetKind::Array(Box::new(first), step, Box::new(count)), ty, extent)
                }
                "incr" | "decr" => {
                    self.arity(at, name, arguments, 2)?;
                    let base = self.set(&arguments[0])?;
                    let by = self.constant(&arguments[1])?;
                    let by = if name == "incr" { by } else { -by };
                    let ty = base.ty.pointee().and_then(|target| types::scalar_at(self.program, target, by));
                    set(SetKind::Shift(Box::new(base), by), ty.unwrap_or(Ty::Void).pointer(), None)
                }
                "deref" | "old_deref" => {
                    self.arity(at, name, arguments, 1)?;
                    let base = self.set(&arguments[0])?;
                    let target = base.ty.pointee().cloned().unwrap_or(Ty::Void);
                    let Some(ty @ Ty::Ptr(_)) = types::scalar_at(self.program, &target, 0) else {
                        return wrong(at, "the elements of the set are not addresses of pointers");
                    };
                    let deref = Set { kind: SetKind::Deref(Box::new(base)), ty: ty.clone(), extent: None };
                    match name.as_str() {
                        "deref" => Ok(deref),
                        _ => set(SetKind::Old(Box::new(deref)), ty, None),
                    }
                }
                "union" | "intersection" | "difference" => {
                    if arguments.len() < 2 {
                        return wrong(at, format!("`{name}` takes two sets"));
                    }
                    let mut sets = arguments.iter().map(|argument| self.set(argument));
                    let mut whole = sets.next().unwrap_or_else(|| wrong(at, "a set is expected"))?;
                    for other in sets {
                        let other = other?;
                        let ty = whole.ty.clone();
                        let (one, other) = (Box::new(whole), Box::new(other));
                        let kind = match name.as_str() {
                            "union" => SetKind::Union(one, other),
                            "intersection" => SetKind::Intersection(one, other),
                            _ => SetKind::Difference(one, other),
                        };
                        whole = Set { kind, ty, extent: None };
                    }
                    Ok(whole)
                }
                "\\old" | "old" => {
                    self.arity(at, name, arguments, 1)?;
                    let inner = self.set(&arguments[0])?;
                    let (ty, extent) = (inner.ty.clone(), inner.extent);
                    set(SetKind::Old(Box::new(inner)), ty, extent)
                }
                _ => wrong(
                    at,
                    format!(
                        "`{name}` is no set; sets are list(p, link), nodes(p, link), array(e, n, k), {{e}}, S->f, …"
                    ),
                ),
            },
            _ => wrong(
                at,
                "a set is expected here: list(p, link), nodes(p, link), array(e, n, k), {e}, S->f, …",
            ),
        }
    }

    fn constant(&self, expr: &Expr) -> Result<i64> {
        match self.term(expr)?.kind {
            TermKind::Int(value) => Ok(value as i64),
            _ => wrong(expr.at, "a constant number of bytes is expected"),
        }
    }

    // C's conversions.

    fn promoted(&self, at: usize, term: Term) -> Result<Term> {
        match term.ty {
            Ty::Int { bits, .. } if bits < 32 => self.converted(at, term, Ty::INT),
            Ty::Int { .. } => Ok(term),
            _ => wrong(at, format!("an integer is expected here, not {}", term.ty.words(self.program))),
        }
    }

    fn converted(&self, at: usize, term: Term, ty: Ty) -> Result<Term> {
        if term.ty == ty {
            return Ok(term);
        }
        match (&term.kind, &term.ty, &ty) {
            (TermKind::Int(0), _, Ty::Ptr(_)) => Ok(null_of(ty)),
            (TermKind::Int(value), _, Ty::Int { bits, signed }) => {
                Ok(Term { kind: TermKind::Int(wrapped(*value, *bits, *signed)), ty })
            }
            (_, Ty::Ptr(_) | Ty::Int { .. }, Ty::Ptr(_) | Ty::Int { .. }) => {
                Ok(Term { kind: TermKind::Cast(Box::new(term)), ty })
            }
            (_, from, _) => wrong(
                at,
                format!("{} is not converted to {}", from.words(self.program), ty.words(self.program)),
            ),
        }
    }

    /// Both terms with one type, as comparisons need them.
    fn comparable(&self, at: usize, one: Term, other: Term) -> Result<(Term, Term)> {
        match (&one.ty, &other.ty) {
            (Ty::Int { .. }, Ty::Int { .. }) => self.balanced(at, one, other),
            (Ty::Ptr(_), Ty::Ptr(_)) | (Ty::Object, Ty::Object) => Ok((one, other)),
            (Ty::Ptr(_), Ty::Int { .. }) if other.kind == TermKind::Int(0) => {
                let ty = one.ty.clone();
                Ok((one, null_of(ty)))
            }
            (Ty::Int { .. }, Ty::Ptr(_)) if one.kind == TermKind::Int(0) => {
                let ty = other.ty.clone();
                Ok((null_of(ty), other))
            }
            (one, other) => wrong(
                at,
                format!("{} and {} are not comparable", one.words(self.program), other.words(self.program)),
            ),
        }
    }

    fn balanced(&self, at: usize, one: Term, other: Term) -> Result<(Term, Term)> {
        let (one, other) = (self.promoted(at, one)?, self.promoted(at, other)?);
        let (Ty::Int { bits: a, signed: s }, Ty::Int { bits: b, signed: r }) = (&one.ty, &other.ty) else {
            return wrong(at, "integers are expected");
        };
        let bits = (*a).max(*b);
        let signed = match a.cmp(b) {
            std::cmp::Ordering::Equal => *s && *r,
            std::cmp::Ordering::Greater => *s,
            std::cmp::Ordering::Less => *r,
        };
        let ty = Ty::Int { bits, signed };
        Ok((self.converted(at, one, ty.clone())?, self.converted(at, other, ty)?))
    }

    fn arithmetic(&self, at: usize, sign: &str, one: Term, other: Term) -> Result<Term> {
        match (sign, &one.ty, &other.ty) {
            ("+" | "-", Ty::Ptr(_), Ty::Int { .. }) => self.moved(at, one, other, sign == "-"),
            ("+", Ty::Int { .. }, Ty::Ptr(_)) => self.moved(at, other, one, false),
            ("-", Ty::Ptr(_), Ty::Ptr(_)) => {
                let size = if self.bytes.get() { Some(1) } else { self.step(&one.ty) };
                let Some(size) = size else {
                    return wrong(at, "the size of what is pointed to is not known");
                };
                let ty = Ty::word(self.program, true);
                Ok(Term { kind: TermKind::Distance(Box::new(one), Box::new(other), size), ty })
            }
            _ => {
                let op = match sign {
                    "+" => Op::Add,
                    "-" => Op::Sub,
                    "*" => Op::Mul,
                    "/" => Op::Div,
                    "%" => Op::Rem,
                    "&" => Op::And,
                    "|" => Op::Or,
                    "^" => Op::Xor,
                    "<<" => Op::Shl,
                    _ => Op::Shr,
                };
                let (one, other) = self.balanced(at, one, other)?;
                Ok(self.binary(op, one, other))
            }
        }
    }

    fn binary(&self, op: Op, one: Term, other: Term) -> Term {
        let ty = one.ty.clone();
        if let (TermKind::Int(a), TermKind::Int(b), Ty::Int { bits, signed }) = (&one.kind, &other.kind, &ty)
        {
            let value = match op {
                Op::Add => Some(a + b),
                Op::Sub => Some(a - b),
                Op::Mul => a.checked_mul(*b),
                _ => None,
            };
            if let Some(value) = value {
                return Term { kind: TermKind::Int(wrapped(value, *bits, *signed)), ty };
            }
        }
        Term { kind: TermKind::Binary(op, Box::new(one), Box::new(other)), ty }
    }

    fn step(&self, pointer: &Ty) -> Option<i64> {
        match pointer.pointee()? {
            Ty::Void | Ty::Function => Some(1),
            target => target.size(self.program).map(|size| size as i64),
        }
    }

    /// A pointer plus or minus an integer.
    fn moved(&self, at: usize, pointer: Term, by: Term, back: bool) -> Result<Term> {
        let step = if self.bytes.get() { Some(1) } else { self.step(&pointer.ty) };
        let Some(step) = step else { return wrong(at, "the size of what is pointed to is not known") };
        let step = if back { -step } else { step };
        let ty = pointer.ty.clone();
        if let TermKind::Int(value) = by.kind {
            return Ok(shift(pointer, value as i64 * step, ty));
        }
        Ok(Term { kind: TermKind::Element(Box::new(pointer), Box::new(by), step), ty })
    }
}

fn wrapped(value: i128, bits: u32, signed: bool) -> i128 {
    let modulus = 1i128 << bits;
    let value = value.rem_euclid(modulus);
    if signed && value >= modulus / 2 { value - modulus } else { value }
}

fn null() -> Term {
    null_of(Ty::Void.pointer())
}

fn null_of(ty: Ty) -> Term {
    Term { kind: TermKind::Null, ty }
}

fn function(id: FuncId) -> Term {
    Term { kind: TermKind::Function(id), ty: Ty::Function.pointer() }
}

fn truth(formula: Formula) -> Term {
    Term { kind: TermKind::Truth(Box::new(formula)), ty: Ty::INT }
}

fn old(term: Term) -> Term {
    let ty = term.ty.clone();
    // The address of what was stored is that in the old state too: `&\old(p->next)` is not allowed.
    Term { kind: TermKind::Old(Box::new(term)), ty }
}

/// A pointer plus bytes, as one step.
fn shift(pointer: Term, by: i64, ty: Ty) -> Term {
    match pointer.kind {
        TermKind::Shift(inner, more) => Term { kind: TermKind::Shift(inner, more + by), ty },
        _ => Term { kind: TermKind::Shift(Box::new(pointer), by), ty },
    }
}

/// The pointer that a pointer is a number of bytes from.
fn shifted(pointer: &Term) -> (&Term, i64) {
    match &pointer.kind {
        TermKind::Shift(inner, by) => (inner, *by),
        _ => (pointer, 0),
    }
}

/// The types that words such as `unsigned long` name.
fn basic(program: &Program, words: &[&str]) -> Option<Ty> {
    let word_bits = program.target.pointer_bytes * 8;
    let count = |word: &str| words.iter().filter(|here| **here == word).count();
    let signed = count("unsigned") == 0;
    let known = ["int", "char", "short", "long", "unsigned", "signed", "void", "_Bool", "float", "double"];
    if !words.iter().all(|word| known.contains(word)) {
        return None;
    }
    Some(match () {
        () if count("void") > 0 => Ty::Void,
        () if count("_Bool") > 0 => Ty::Int { bits: 8, signed: false },
        () if count("float") > 0 => Ty::Float(4),
        () if count("double") > 0 => Ty::Float(8),
        () if count("char") > 0 => Ty::Int { bits: 8, signed },
        () if count("short") > 0 => Ty::Int { bits: 16, signed },
        () if count("long") == 1 => Ty::Int { bits: word_bits, signed },
        () if count("long") > 1 => Ty::Int { bits: 64, signed },
        () => Ty::Int { bits: 32, signed },
    })
}

/// The typedefs of the standard headers that a program may not use itself.
fn basic_typedef(program: &Program, word: &str) -> Option<Ty> {
    Some(match word {
        "size_t" | "uintptr_t" => Ty::word(program, false),
        "ptrdiff_t" | "intptr_t" | "ssize_t" => Ty::word(program, true),
        "uint8_t" => Ty::Int { bits: 8, signed: false },
        "uint16_t" => Ty::Int { bits: 16, signed: false },
        "uint32_t" => Ty::Int { bits: 32, signed: false },
        "uint64_t" => Ty::Int { bits: 64, signed: false },
        "int8_t" => Ty::Int { bits: 8, signed: true },
        "int16_t" => Ty::Int { bits: 16, signed: true },
        "int32_t" => Ty::Int { bits: 32, signed: true },
        "int64_t" => Ty::Int { bits: 64, signed: true },
        _ => return None,
    })
}

/// Whether a name is that of a type, as the parser asks.
pub fn is_type(program: &Program, word: &str) -> bool {
    let defined = program
        .types
        .iter()
        .any(|(_, ty)| matches!(&ty.kind, TypeKind::Typedef { name, .. } if name == word));
    let base = program
        .types
        .iter()
        .any(|(_, ty)| matches!(&ty.kind, TypeKind::Base { name, encoding: Encoding::Bool } if name == word));
    defined || base || basic_typedef(program, word).is_some()
}
