//! What terms, formulas and sets mean at a point of a path (figures 7 and 8 of the paper).
//!
//! A formula becomes a Boolean term that is used in one direction only: to assume it, or to assume its negation. Where it
//! is assumed, an existential quantifier is a new pointer, and a universal one is a guard whose instances are made on
//! demand (`theory.rs`); where its negation is assumed, the other way round.

use crate::abi::{self, Aggregate};
use crate::formula::{Formula, Op, Rel, Set, SetKind, Term, TermKind};
use crate::types::Ty;
use crate::world::{Kind, OBJECT_BITS, Ptr, Universal, Val, Ver, World};
use ir::VarId;
use logic::Term as Bits;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A local variable: its value, or where it lies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Local {
    /// It is in no memory.
    Value(Val),
    /// It is in memory.
    Memory(Ptr),
}

/// The state that a formula is meant in.
#[derive(Clone, Debug)]
pub struct Env {
    /// The memory now.
    pub now: Ver,
    /// The memory when the function began.
    pub old: Ver,
    /// The parameters when the function began.
    pub params: Rc<Vec<Val>>,
    /// The local variables now.
    pub locals: Rc<BTreeMap<VarId, Local>>,
    /// Which local variables are parameters, by number.
    pub param_vars: Rc<BTreeMap<VarId, usize>>,
    /// The parameters that are structs, by number.
    pub structs: Rc<BTreeMap<usize, Aggregate>>,
    /// The result.
    pub result: Option<Val>,
    /// The result where it is a struct.
    pub result_struct: Option<Aggregate>,
    /// The pointers that quantified variables stand for.
    pub bound: Vec<Ptr>,
}

impl Env {
    /// The same names in the state in which the function began.
    fn before(&self) -> Env {
        let locals = self.locals.iter().map(|(var, local)| match self.param_vars.get(var) {
            Some(number) => (*var, Local::Value(self.params[*number])),
            None => (*var, *local),
        });
        Env { now: self.old, locals: Rc::new(locals.collect()), ..self.clone() }
    }

    fn with(&self, number: usize, ptr: Ptr) -> Env {
        let mut env = self.clone();
        env.bound.truncate(number);
        env.bound.push(ptr);
        env
    }
}

impl World<'_> {
    /// The kind of cell that a value of a type is kept in.
    pub fn kind(&self, ty: &Ty) -> Kind {
        match ty {
            Ty::Ptr(_) | Ty::Function(_) => Kind::Ptr,
            _ => Kind::Int(ty.size(self.cx.program).unwrap_or(1) as u32),
        }
    }

    /// The value of a pointer term.
    pub fn pointer(&mut self, term: &Term, env: &Env) -> Ptr {
        let value = self.value(term, env);
        self.as_pointer(value)
    }

    /// A value as a pointer.
    pub fn as_pointer(&mut self, value: Val) -> Ptr {
        match value {
            Val::Ptr(ptr) | Val::Int(_, Some(ptr)) => ptr,
            Val::Int(bits, None) => self.forged(bits),
        }
    }

    /// The value of an integer term, as wide as its type.
    fn integer(&mut self, term: &Term, env: &Env) -> Bits {
        let width = match &term.ty {
            Ty::Int { bits, .. } => *bits,
            Ty::Object => OBJECT_BITS,
            _ => self.bits(),
        };
        match self.value(term, env) {
            Val::Int(bits, _) => self.t.zext_or_trunc(bits, width),
            Val::Ptr(ptr) => self.address(ptr, width),
        }
    }

    /// The value of a term.
    pub fn value(&mut self, term: &Term, env: &Env) -> Val {
        match &term.kind {
            TermKind::Int(value) => {
                let width = match &term.ty {
                    Ty::Int { bits, .. } => *bits,
                    _ => self.bits(),
                };
                let bits = logic::BitVec::from_i128(width, *value);
                Val::Int(self.t.constant(bits), None)
            }
            TermKind::Null => Val::Ptr(self.null()),
            TermKind::Param(number) => match env.params.get(*number) {
                Some(value) => *value,
                None => self.anything(&term.ty),
            },
            TermKind::Local(var) => match env.locals.get(var) {
                Some(Local::Value(value)) => *value,
                Some(Local::Memory(at)) => self.read(env.now, self.kind(&term.ty), *at),
                None => self.anything(&term.ty),
            },
            TermKind::Bound(number) => match env.bound.get(*number) {
                Some(ptr) => Val::Ptr(*ptr),
                None => self.anything(&term.ty),
            },
            TermKind::Result => match env.result {
                Some(value) => value,
                None => self.anything(&term.ty),
            },
            TermKind::Part(whole, off) => {
                let whole = match whole.kind {
                    TermKind::Param(number) => env.structs.get(&number).cloned(),
                    _ => env.result_struct.clone(),
                };
                self.part(whole, *off, &term.ty, env)
            }
            TermKind::Old(inner) => self.value(inner, &env.before()),
            TermKind::Load(address) => {
                let at = self.pointer(address, env);
                self.read(env.now, self.kind(&term.ty), at)
            }
            TermKind::AddressOf(var) => match env.locals.get(var) {
                Some(Local::Memory(at)) => Val::Ptr(*at),
                _ => self.anything(&term.ty),
            },
            TermKind::Global(id) => {
                let obj = self.global(*id);
                let off = self.offset(0);
                Val::Ptr(Ptr { obj, off })
            }
            TermKind::Function(id) => {
                let obj = self.object(crate::exec::function_object(self.cx.program, *id));
                let off = self.offset(0);
                Val::Ptr(Ptr { obj, off })
            }
            TermKind::Element(base, index, step) => {
                let base = self.pointer(base, env);
                let index = self.wide(index, env);
                let step = self.offset(*step);
                let by = self.t.mul(index, step);
                Val::Ptr(Ptr { obj: base.obj, off: self.t.add(base.off, by) })
            }
            TermKind::Shift(base, by) => {
                let base = self.pointer(base, env);
                Val::Ptr(self.shifted(base, *by))
            }
            TermKind::Distance(one, other, step) => {
                let (one, other) = (self.pointer(one, env), self.pointer(other, env));
                let bytes = self.t.sub(one.off, other.off);
                let step = self.offset(*step);
                Val::Int(self.t.sdiv(bytes, step), None)
            }
            TermKind::Binary(op, one, other) => self.binary(*op, one, other, &term.ty, env),
            TermKind::Cast(inner) => self.cast(inner, &term.ty, env),
            TermKind::If(condition, then, otherwise) => {
                let both = self.exact(condition, env);
                match (self.value(then, env), self.value(otherwise, env)) {
                    (Val::Ptr(then), Val::Ptr(otherwise)) => Val::Ptr(self.either(both, then, otherwise)),
                    (Val::Int(then, _), Val::Int(otherwise, _)) => {
                        Val::Int(self.t.ite(both, then, otherwise), None)
                    }
                    (then, _) => then,
                }
            }
            TermKind::Block(from, link) => {
                let from = self.pointer(from, env);
                Val::Ptr(self.block(env.now, *link, from))
            }
            TermKind::Off(inner) => Val::Int(self.pointer(inner, env).off, None),
            TermKind::Obj(inner) => Val::Int(self.pointer(inner, env).obj, None),
            TermKind::Truth(formula) => {
                let truth = self.exact(formula, env);
                Val::Int(self.t.bool_to_num(truth, 32), None)
            }
        }
    }

    /// A member of a struct by value.
    fn part(&mut self, whole: Option<Aggregate>, off: i64, ty: &Ty, env: &Env) -> Val {
        let bits = self.bytes(self.kind(ty)) as u32 * 8;
        match whole {
            Some(Aggregate::Memory(at)) => {
                let at = self.shifted(at, off);
                self.read(env.old, self.kind(ty), at)
            }
            Some(Aggregate::Returned(at)) => {
                let at = self.shifted(at, off);
                self.read(env.now, self.kind(ty), at)
            }
            Some(Aggregate::Pieces(pieces)) => {
                let part = u64::try_from(off)
                    .ok()
                    .and_then(|off| abi::part_of(self.t, &pieces, off, u64::from(bits / 8)));
                part.unwrap_or_else(|| self.anything(ty))
            }
            None => self.anything(ty),
        }
    }

    /// A Boolean that is true exactly if the formula holds. A quantifier has none: it is anything.
    fn exact(&mut self, formula: &Formula, env: &Env) -> Bits {
        let (holds, fails) = (self.formula(formula, env, true), self.formula(formula, env, false));
        if holds == fails {
            return holds;
        }
        let truth = self.t.fresh("truth", 1);
        let (one, other) = (self.t.implies(truth, holds), self.t.implies(fails, truth));
        self.assume(one);
        self.assume(other);
        truth
    }

    /// A value of which nothing is known.
    pub fn anything(&mut self, ty: &Ty) -> Val {
        match self.kind(ty) {
            Kind::Ptr => Val::Ptr(self.any_pointer("any")),
            kind => self.any_value(kind),
        }
    }

    /// An integer term as wide as an address, extended by its sign.
    fn wide(&mut self, term: &Term, env: &Env) -> Bits {
        let bits = self.integer(term, env);
        let width = self.bits();
        self.widened(bits, width, !matches!(term.ty, Ty::Int { signed: false, .. }))
    }

    fn cast(&mut self, inner: &Term, ty: &Ty, env: &Env) -> Val {
        let value = self.value(inner, env);
        match (value, ty) {
            (_, Ty::Ptr(_)) => Val::Ptr(self.as_pointer(value)),
            (Val::Ptr(ptr), Ty::Int { bits, .. }) => {
                let from = (*bits == self.bits()).then_some(ptr);
                Val::Int(self.address(ptr, *bits), from)
            }
            (Val::Int(term, from), Ty::Int { bits, .. }) => {
                let from = from.filter(|_| *bits == self.bits());
                let signed = matches!(inner.ty, Ty::Int { signed: true, .. });
                Val::Int(self.widened(term, *bits, signed), from)
            }
            _ => value,
        }
    }

    fn binary(&mut self, op: Op, one: &Term, other: &Term, ty: &Ty, env: &Env) -> Val {
        let signed = matches!(ty, Ty::Int { signed: true, .. });
        let (left, right) = (self.value(one, env), self.value(other, env));
        let (a, b) = (self.integer(one, env), self.integer(other, env));
        let from = match (op, left, right) {
            (Op::Add, Val::Int(_, Some(ptr)), Val::Int(by, None))
            | (Op::Add, Val::Int(by, None), Val::Int(_, Some(ptr))) => {
                Some(Ptr { obj: ptr.obj, off: self.t.add(ptr.off, by) })
            }
            (Op::Sub, Val::Int(_, Some(ptr)), Val::Int(by, None)) => {
                Some(Ptr { obj: ptr.obj, off: self.t.sub(ptr.off, by) })
            }
            _ => None,
        };
        let result = match op {
            Op::Add => self.t.add(a, b),
            Op::Sub => self.t.sub(a, b),
            Op::Mul => self.t.mul(a, b),
            Op::Div if signed => self.t.sdiv(a, b),
            Op::Div => self.t.udiv(a, b),
            Op::Rem if signed => self.t.srem(a, b),
            Op::Rem => self.t.urem(a, b),
            Op::And => self.t.and(a, b),
            Op::Or => self.t.or(a, b),
            Op::Xor => self.t.xor(a, b),
            Op::Shl => self.t.shl(a, b),
            Op::Shr if signed => self.t.ashr(a, b),
            Op::Shr => self.t.lshr(a, b),
        };
        Val::Int(result, from)
    }

    /// A formula as it is assumed (`holds`), or as its negation is.
    pub fn formula(&mut self, formula: &Formula, env: &Env, holds: bool) -> Bits {
        match formula {
            Formula::Truth(truth) => self.t.bool(*truth),
            Formula::Compare(rel, one, other) => self.compare(*rel, one, other, env),
            Formula::Not(inner) => {
                let inner = self.formula(inner, env, !holds);
                self.t.not(inner)
            }
            Formula::And(one, other) => {
                let (one, other) = (self.formula(one, env, holds), self.formula(other, env, holds));
                self.t.and(one, other)
            }
            Formula::Or(one, other) => {
                let (one, other) = (self.formula(one, env, holds), self.formula(other, env, holds));
                self.t.or(one, other)
            }
            Formula::Implies(one, other) => {
                let (one, other) = (self.formula(one, env, !holds), self.formula(other, env, holds));
                self.t.implies(one, other)
            }
            Formula::Iff(one, other) => {
                let (a, b) = (self.formula(one, env, !holds), self.formula(other, env, holds));
                let forth = self.t.implies(a, b);
                let (a, b) = (self.formula(other, env, !holds), self.formula(one, env, holds));
                let back = self.t.implies(a, b);
                self.t.and(forth, back)
            }
            Formula::Forall(number, set, body) => match holds {
                true => self.universal(*number, set, body, env),
                false => {
                    let witness = self.any_pointer("x");
                    self.ground(witness, false);
                    let member = self.member(set, env, witness, true);
                    let inside = self.formula(body, &env.with(*number, witness), false);
                    self.t.implies(member, inside)
                }
            },
            Formula::Exists(number, set, body) => match holds {
                true => {
                    let witness = self.any_pointer("x");
                    self.ground(witness, false);
                    let member = self.member(set, env, witness, true);
                    let inside = self.formula(body, &env.with(*number, witness), true);
                    self.t.and(member, inside)
                }
                false => {
                    let negated = Formula::Not(body.clone());
                    let none = self.universal(*number, set, &negated, env);
                    self.t.not(none)
                }
            },
            Formula::In(term, set) => {
                let ptr = self.pointer(term, env);
                self.member(set, env, ptr, holds)
            }
            Formula::Reach(from, link, to) => {
                let (from, to) = (self.pointer(from, env), self.pointer(to, env));
                self.reach(env.now, *link, from, to)
            }
            Formula::Blocking(term) => {
                let ptr = self.pointer(term, env);
                self.blocking(env.now, ptr)
            }
            Formula::Allocated(term) => {
                let ptr = self.pointer(term, env);
                self.allocated(env.now, ptr.obj)
            }
            Formula::Valid(term, size, align) => {
                let ptr = self.pointer(term, env);
                let accessible = self.accessible(env.now, ptr, *size);
                let aligned = self.aligned(ptr.off, *align);
                self.t.and(accessible, aligned)
            }
            Formula::Obeys(term, ty) => {
                let ptr = self.pointer(term, env);
                self.obeys(*ty, ptr)
            }
            Formula::Writable(term) => {
                let ptr = self.pointer(term, env);
                self.writable(ptr.obj)
            }
            Formula::Freeable(term) => {
                let ptr = self.pointer(term, env);
                let (lives, heap) = (self.allocated(env.now, ptr.obj), self.heap(ptr.obj));
                let zero = self.offset(0);
                let whole = self.t.eq(ptr.off, zero);
                self.t.all([lives, heap, whole])
            }
            Formula::Acyclic(term, link) => {
                let ptr = self.pointer(term, env);
                let null = self.null();
                let empty = self.same(ptr, null);
                let blocker = self.block(env.now, *link, ptr);
                let ends = self.same(blocker, null);
                self.t.or(empty, ends)
            }
            Formula::Old(inner) => self.formula(inner, &env.before(), holds),
        }
    }

    /// A guard that implies the formula for all elements.
    fn universal(&mut self, number: usize, set: &Set, body: &Formula, env: &Env) -> Bits {
        let guard = self.t.fresh("all", 1);
        let depth = self.s.depth;
        // An array is as long as it says: its last element is looked at even where nobody names it.
        for last in self.last_elements(set, env) {
            self.ground(last, true);
        }
        self.note_guard(guard, (number, set, body), env);
        self.s.universals.push(Rc::new(Universal {
            guard,
            number,
            set: Rc::new(set.clone()),
            body: Rc::new(body.clone()),
            env: env.clone(),
            depth,
            said: self.cx.said(),
            asked: Vec::new(),
        }));
        guard
    }

    /// The last elements of the arrays in a set.
    fn last_elements(&mut self, set: &Set, env: &Env) -> Vec<Ptr> {
        match &set.kind {
            SetKind::Array(first, step, count) => {
                let first = self.pointer(first, env);
                let count = self.count(count, env);
                let (one, step) = (self.offset(1), self.offset(*step));
                let index = self.t.sub(count, one);
                let distance = self.t.mul(index, step);
                vec![Ptr { obj: first.obj, off: self.t.add(first.off, distance) }]
            }
            SetKind::Shift(inner, by) => {
                let inner = self.last_elements(inner, env);
                inner.into_iter().map(|ptr| self.shifted(ptr, *by)).collect()
            }
            SetKind::Union(one, other) => {
                let mut all = self.last_elements(one, env);
                all.extend(self.last_elements(other, env));
                all
            }
            SetKind::Old(inner) => self.last_elements(inner, &env.before()),
            _ => Vec::new(),
        }
    }

    /// The instance of a universal formula for a pointer.
    pub fn instance(&mut self, universal: &Universal, ptr: Ptr) -> Bits {
        let env = universal.env.with(universal.number, ptr);
        self.formula(&universal.body, &env, true)
    }

    fn compare(&mut self, rel: Rel, one: &Term, other: &Term, env: &Env) -> Bits {
        if matches!(one.ty, Ty::Ptr(_)) {
            let (one, other) = (self.pointer(one, env), self.pointer(other, env));
            if rel == Rel::Eq {
                return self.same(one, other);
            }
            let objects = self.t.eq(one.obj, other.obj);
            let order = match rel {
                Rel::Lt => self.t.slt(one.off, other.off),
                _ => self.t.sle(one.off, other.off),
            };
            return self.t.and(objects, order);
        }
        let signed = !matches!(one.ty, Ty::Int { signed: false, .. });
        let (a, b) = (self.integer(one, env), self.integer(other, env));
        match rel {
            Rel::Eq => self.t.eq(a, b),
            Rel::Lt if signed => self.t.slt(a, b),
            Rel::Lt => self.t.ult(a, b),
            Rel::Le if signed => self.t.sle(a, b),
            Rel::Le => self.t.ule(a, b),
        }
    }

    /// Whether a pointer is an element of a set, as it is assumed (`holds`) or as its negation is.
    pub fn member(&mut self, set: &Set, env: &Env, ptr: Ptr, holds: bool) -> Bits {
        match &set.kind {
            SetKind::Elements(elements) => {
                let mut any = self.t.falsity();
                for (element, _) in elements {
                    let element = self.pointer(element, env);
                    let same = self.same(element, ptr);
                    any = self.t.or(any, same);
                }
                any
            }
            SetKind::Blocking => self.blocking(env.now, ptr),
            SetKind::List(from, link) => {
                let from = self.pointer(from, env);
                self.reach(env.now, *link, from, ptr)
            }
            SetKind::Nodes(from, link) => {
                let from = self.pointer(from, env);
                let reached = self.reach(env.now, *link, from, ptr);
                let blocks = self.blocking(env.now, ptr);
                let passes = self.t.not(blocks);
                self.t.and(reached, passes)
            }
            SetKind::Array(first, step, count) => {
                let first = self.pointer(first, env);
                let count = self.count(count, env);
                let step_bits = self.offset(*step);
                let objects = self.t.eq(first.obj, ptr.obj);
                let distance = self.t.sub(ptr.off, first.off);
                let (rest, index) = match (*step as u64).is_power_of_two() {
                    true => (None, {
                        let shift = self.offset(i64::from(step.trailing_zeros()));
                        self.t.lshr(distance, shift)
                    }),
                    false => (Some(self.t.urem(distance, step_bits)), self.t.udiv(distance, step_bits)),
                };
                let whole = match rest {
                    None => self.aligned(distance, *step as u64),
                    Some(rest) => {
                        let zero = self.offset(0);
                        self.t.eq(rest, zero)
                    }
                };
                let inside = self.t.ult(index, count);
                self.t.all([objects, whole, inside])
            }
            SetKind::Shift(inner, by) => {
                let back = self.shifted(ptr, -by);
                self.member(inner, env, back, holds)
            }
            SetKind::Deref(inner) => {
                // Some element holds the pointer: a quantifier over the inner set.
                let number = env.bound.len();
                let env = env.with(number, ptr);
                let variable = |number| Term { kind: TermKind::Bound(number), ty: set.ty.clone() };
                let address = Term { kind: TermKind::Bound(number + 1), ty: set.ty.clone().pointer() };
                let held = Term { kind: TermKind::Load(Box::new(address)), ty: set.ty.clone() };
                let body = Formula::Compare(Rel::Eq, held, variable(number));
                let exists = Formula::Exists(number + 1, inner.clone(), Box::new(body));
                self.formula(&exists, &env, holds)
            }
            SetKind::Union(one, other) => {
                let (one, other) = (self.member(one, env, ptr, holds), self.member(other, env, ptr, holds));
                self.t.or(one, other)
            }
            SetKind::Intersection(one, other) => {
                let (one, other) = (self.member(one, env, ptr, holds), self.member(other, env, ptr, holds));
                self.t.and(one, other)
            }
            SetKind::Difference(one, other) => {
                let (one, other) = (self.member(one, env, ptr, holds), self.member(other, env, ptr, !holds));
                let not = self.t.not(other);
                self.t.and(one, not)
            }
            SetKind::Old(inner) => self.member(inner, &env.before(), ptr, holds),
        }
    }

    /// The number of elements of an array: none if it is negative.
    fn count(&mut self, term: &Term, env: &Env) -> Bits {
        let count = self.wide(term, env);
        match term.ty {
            Ty::Int { signed: true, .. } => {
                let bits = self.bits();
                let zero = self.t.zero(bits);
                let negative = self.t.slt(count, zero);
                self.t.ite(negative, zero, count)
            }
            _ => count,
        }
    }

    /// Whether a pointer is an element of one of the sets.
    pub fn in_any(&mut self, sets: &[Set], env: &Env, ptr: Ptr, holds: bool) -> Bits {
        let mut any = self.t.falsity();
        for set in sets {
            let member = self.member(set, env, ptr, holds);
            any = self.t.or(any, member);
        }
        any
    }

    /// Whether `element` is an element that may be assigned, and the bytes that may be assigned there overlap `size`
    /// bytes at `at`; assumed.
    pub fn touches(&mut self, sets: &[Set], env: &Env, element: Ptr, at: Ptr, size: u64) -> Bits {
        let mut any = self.t.falsity();
        for set in sets {
            let one = self.touched(set, env, element, at, size);
            any = self.t.or(any, one);
        }
        any
    }

    fn touched(&mut self, set: &Set, env: &Env, element: Ptr, at: Ptr, size: u64) -> Bits {
        match &set.kind {
            SetKind::Union(one, other) => {
                let one = self.touched(one, env, element, at, size);
                let other = self.touched(other, env, element, at, size);
                self.t.or(one, other)
            }
            SetKind::Old(inner) => self.touched(inner, &env.before(), element, at, size),
            SetKind::Elements(elements) => {
                let mut any = self.t.falsity();
                for (place, extent) in elements {
                    let place = self.pointer(place, env);
                    let same = self.same(place, element);
                    let near = self.near(place, *extent, at, size);
                    let both = self.t.and(same, near);
                    any = self.t.or(any, both);
                }
                any
            }
            _ => {
                let member = self.member(set, env, element, true);
                let near = self.near(element, set.extent, at, size);
                self.t.and(member, near)
            }
        }
    }

    /// Whether bytes that may be assigned at an element overlap others.
    fn near(&mut self, element: Ptr, extent: Option<u64>, at: Ptr, size: u64) -> Bits {
        let word = self.word();
        if self.cx.typed && extent.is_none_or(|extent| extent <= word) {
            return self.same(element, at);
        }
        let extent = self.offset(extent.unwrap_or(word) as i64);
        let size = self.offset(size as i64);
        self.overlap(at, size, element, extent)
    }

    /// Whether `size` bytes at `at` may be assigned; its negation is assumed.
    pub fn covered(&mut self, sets: &[Set], env: &Env, at: Ptr, size: Bits) -> Bits {
        let mut any = self.t.falsity();
        for set in sets {
            let one = self.covers(set, env, at, size);
            any = self.t.or(any, one);
        }
        any
    }

    fn covers(&mut self, set: &Set, env: &Env, at: Ptr, size: Bits) -> Bits {
        let word = self.word();
        match &set.kind {
            SetKind::Union(one, other) => {
                let (one, other) = (self.covers(one, env, at, size), self.covers(other, env, at, size));
                self.t.or(one, other)
            }
            SetKind::Old(inner) => self.covers(inner, &env.before(), at, size),
            SetKind::Elements(elements) => {
                let mut any = self.t.falsity();
                for (place, extent) in elements {
                    let fits = self.is_within(size, extent.unwrap_or(word));
                    if self.t.as_bool(fits) != Some(false) {
                        let place = self.pointer(place, env);
                        let same = self.same(place, at);
                        let covers = self.t.and(fits, same);
                        any = self.t.or(any, covers);
                    }
                }
                any
            }
            kind => {
                let extent = set.extent.unwrap_or(word);
                let fits = self.is_within(size, extent);
                if self.t.as_bool(fits) == Some(true) {
                    return self.member(set, env, at, false);
                }
                let step = match kind {
                    SetKind::Array(_, step, _) if *step > 0 && extent >= *step as u64 => Some(*step),
                    _ => None,
                };
                if step.is_none() && self.t.as_bool(fits) == Some(false) {
                    return fits;
                }
                let first = self.member(set, env, at, false);
                let mut reaches = fits;
                // Elements without gaps: all from the first to the last, of which a part may be enough.
                if let Some(step) = step {
                    let behind = match (step as u64).is_power_of_two() {
                        true => {
                            let (one, mask) = (self.offset(1), self.offset(-step));
                            let last = self.t.sub(size, one);
                            self.t.and(last, mask)
                        }
                        false => {
                            let back = self.offset(-step);
                            self.t.add(size, back)
                        }
                    };
                    let end = Ptr { obj: at.obj, off: self.t.add(at.off, behind) };
                    let last = self.member(set, env, end, false);
                    reaches = self.t.or(fits, last);
                }
                self.t.and(first, reaches)
            }
        }
    }

    fn is_within(&mut self, size: Bits, extent: u64) -> Bits {
        let extent = self.offset(extent as i64);
        self.t.ule(size, extent)
    }
}
