//! From trees to formulas: names, types, links, and C's conversions.
//!
//! Terms have C's types and conversions. Inside `deref(…)` arithmetic on pointers counts bytes, as in the paper;
//! everywhere else it is C's. Whatever has no meaning is a mistake with its place.

mod arithmetic;
mod names;
mod sets;

use crate::formula::{Formula, Op, Rel, Set, SetKind, Term, TermKind};
use crate::syntax::ast::{Expr, ExprKind, TypeName};
use crate::syntax::{Mistake, closest};
use crate::types::{self, Ty};
use ir::types::{Encoding, TypeKind};
use ir::{Body, FuncId, GlobalId, Program, VarId, VarKind};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A place inside of a function.
#[derive(Clone, Copy)]
pub struct Inside<'a> {
    /// The body.
    pub body: &'a Body,
    /// The line.
    pub line: u32,
    /// The words, with their lines, of blocks and loops that ended before it.
    pub ended: &'a BTreeSet<(u32, String)>,
}

/// The names that are in scope.
pub struct Scope<'a> {
    /// The program.
    pub program: &'a Program,
    /// Names that stand for an expression.
    pub constants: Arc<BTreeMap<String, String>>,
    /// The parameters of the function by name, where its contract is meant.
    pub params: Vec<(String, Ty)>,
    /// Where a place inside of a function is meant.
    pub inside: Option<Inside<'a>>,
    /// What the function returns, where `\result` has a meaning.
    pub result: Option<Ty>,
    /// The links that were used.
    pub links: RefCell<Vec<i64>>,
    bound: RefCell<Vec<(String, Ty)>>,
    expanding: RefCell<Vec<String>>,
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
    "\\valid_read",
    "\\freeable",
    "\\old",
    "R",
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
        constants: Arc<BTreeMap<String, String>>,
        params: Vec<(String, Ty)>,
        inside: Option<Inside<'a>>,
        result: Option<Ty>,
    ) -> Scope<'a> {
        let (links, bound, expanding) = (RefCell::default(), RefCell::default(), RefCell::default());
        let bytes = Cell::new(false);
        Scope { program, constants, params, inside, result, links, bound, expanding, bytes }
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
                "true" | "false" | "reach" | "R" | "acyclic" | "BS" | "forall" | "exists" | "in"
                | "alloc" | "\\valid" | "\\valid_read" | "\\freeable" | "old_alloc" => true,
                _ => false,
            },
            _ => false,
        }
    }

    /// The formula that an operator makes; none where it makes a term.
    fn predicate(&self, at: usize, name: &str, arguments: &[Expr]) -> Result<Option<Formula>> {
        Ok(Some(match name {
            "\\true" | "\\false" => Formula::Truth(name == "\\true"),
            "reach" | "R" => {
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
            "\\freeable" => {
                self.arity(at, name, arguments, 1)?;
                Formula::Freeable(self.pointer(&arguments[0])?)
            }
            "\\valid" | "\\valid_read" => {
                self.arity(at, name, arguments, 1)?;
                let pointer = self.pointer(&arguments[0])?;
                let target = pointer.ty.pointee().cloned().unwrap_or(Ty::Void);
                if let Ty::Function(ty) = target {
                    let Some(ty) = ty else {
                        return wrong(
                            arguments[0].at,
                            "a pointer to a function is valid if it obeys its type; give it a typedef with a contract",
                        );
                    };
                    return Ok(Some(Formula::Obeys(pointer, ty)));
                }
                let Some(size) = target.size(self.program) else {
                    return wrong(
                        arguments[0].at,
                        "how many bytes are valid? cast it to a pointer to a complete type",
                    );
                };
                let constants = self.program.globals.iter().any(|global| global.constant);
                let writable = (name == "\\valid" && constants).then(|| Formula::Writable(pointer.clone()));
                let valid = Formula::Valid(pointer, size, target.align(self.program));
                match writable {
                    Some(writable) => valid.and(writable),
                    None => valid,
                }
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
            Ty::Function(_) => match term.kind {
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
                    TermKind::Param(_) | TermKind::Part(..) => {
                        wrong(at, "a parameter has no address in a contract")
                    }
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
                if let Ty::Record(id) = place.ty
                    && let Some((whole, off, old)) = by_value(&place)
                {
                    let address = Term { kind: TermKind::Null, ty: place.ty.clone().pointer() };
                    let member = self.member(at, address, id, name)?;
                    let TermKind::Load(address) = &member.kind else { return Ok(member) };
                    let off = off + shifted(address).1;
                    let part = Term { kind: TermKind::Part(Box::new(whole), off), ty: member.ty };
                    return Ok(if old { self::old(part) } else { part });
                }
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
                let place = self.any_term(base)?;
                if let (Ty::Array(element, count), Some((whole, off, old))) = (&place.ty, by_value(&place)) {
                    let (TermKind::Int(number), Some(size)) =
                        (self.term(index)?.kind, element.size(self.program))
                    else {
                        return wrong(index.at, "an array in a struct by value has constant indices here");
                    };
                    if number < 0 || count.is_some_and(|count| number >= i128::from(count)) {
                        return wrong(index.at, "the index is outside of the array");
                    }
                    let off = off + number as i64 * size as i64;
                    let kind = TermKind::Part(Box::new(whole), off);
                    let part = Term { kind, ty: (**element).clone() };
                    return Ok(if old { self::old(part) } else { part });
                }
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
                let is_function = self.program.functions.iter().any(|function| function.name == *name);
                let advice = match closest(name, OPERATORS.iter().copied()) {
                    _ if name == "\\separated" => "objects differ where `Obj(p) != Obj(q)`".to_string(),
                    Some(known) if !is_function => format!("did you mean `{known}`?"),
                    _ => "functions of the program cannot be called in annotations".to_string(),
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
                    | "R"
                    | "acyclic"
                    | "BS"
                    | "alloc"
                    | "old_alloc"
                    | "\\valid"
                    | "\\valid_read"
                    | "\\freeable"
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
}

/// The parameter or result that a term is a part of, the offset of the part, and whether it is that of the state before.
fn by_value(place: &Term) -> Option<(Term, i64, bool)> {
    match &place.kind {
        TermKind::Param(_) | TermKind::Result => Some((place.clone(), 0, false)),
        TermKind::Part(whole, off) => Some(((**whole).clone(), *off, false)),
        TermKind::Old(inner) => by_value(inner).map(|(whole, off, _)| (whole, off, true)),
        _ => None,
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
    Term { kind: TermKind::Function(id), ty: Ty::Function(None).pointer() }
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
