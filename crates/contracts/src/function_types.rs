//! Function types with a contract: `typedef int (*compare)(const int *a, const int *b);` with clauses before it.
//!
//! A pointer of such a type that is called is called by that contract. What makes this sound is a predicate of functions:
//! a function *obeys* a type if it can do whatever the contract of the type demands of it. Parameters of the type are null
//! or obey it: callers show that, the function assumes it. Of other pointers annotations say it: `\valid(p->less)`.
//!
//! Both the type and the obligations become functions of the program, so that nothing else needs to know of them:
//!
//! - the type is a function without a body that has the contract; a call through a pointer that obeys is a call of it;
//! - that `less` obeys `compare` is a function `less as compare` that has the contract and calls `less`.
//!
//! The latter is proved where a proof made use of it. Invariant: functions of the program keep their numbers.

use crate::types::Ty;
use ir::types::{Encoding, TypeKind};
use ir::{
    Annotation, Arg, Block, Body, Callee, FuncId, Function, Inst, InstKind, Operand, Param, Program, Scalar,
    Span, Subject, Terminator, TerminatorKind, TypeId, Var, VarKind,
};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

/// The function types of a program that have a contract.
#[derive(Default, Debug)]
pub struct FunctionTypes {
    /// How many functions the program has without those that stand for types.
    pub own: usize,
    /// For a function and a type that it fits, the function that shows that it obeys.
    pub shown_by: BTreeMap<(FuncId, FuncId), FuncId>,
    /// Functions that proofs took to obey a type.
    used: Mutex<BTreeSet<(FuncId, FuncId)>>,
}

impl FunctionTypes {
    /// Notes that a proof took a function to obey a type.
    pub fn using(&self, function: FuncId, ty: FuncId) {
        self.used.lock().unwrap_or_else(PoisonError::into_inner).insert((function, ty));
    }

    /// What proofs took for granted so far.
    pub fn used(&self) -> BTreeSet<(FuncId, FuncId)> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Forgets what was used by a proof that came to nothing.
    pub fn back_to(&self, used: BTreeSet<(FuncId, FuncId)>) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = used;
    }

    /// The functions that show that others obey types.
    pub fn all(&self) -> impl Iterator<Item = FuncId> {
        self.shown_by.values().copied()
    }

    /// Whether a function shows that another obeys a type.
    pub fn is_shown(&self, id: FuncId) -> bool {
        self.shown_by.values().any(|it| *it == id)
    }

    /// The functions that may obey a type.
    pub fn candidates(&self, ty: FuncId) -> impl Iterator<Item = FuncId> {
        self.shown_by.keys().filter(move |(_, to)| *to == ty).map(|(function, _)| *function)
    }

    /// The types that have a contract.
    pub fn types(program: &Program) -> impl Iterator<Item = FuncId> {
        program.function_ids().filter(|id| program.function(*id).name.starts_with(PREFIX))
    }
}

/// No function of a C program has a blank in its name.
const PREFIX: &str = "type ";

/// The function that stands for a type that has a contract.
pub fn find(program: &Program, name: &str) -> Option<FuncId> {
    program.find_function(&format!("{PREFIX}{name}"))
}

/// The type with a contract that a type of the program is: by its name, or by that of what it points to.
pub fn of(program: &Program, ty: TypeId) -> Option<FuncId> {
    let (mut ty, mut is_pointer) = (ty, false);
    loop {
        match &program.types.get(ty).kind {
            TypeKind::Typedef { name, target } => match find(program, name) {
                Some(id) => return Some(id),
                None => ty = *target,
            },
            TypeKind::Qualified { target, .. } => ty = *target,
            TypeKind::Pointer(target) if !is_pointer => (ty, is_pointer) = (*target, true),
            _ => return None,
        }
    }
}

/// The function type that a named type is, or points to; none where there is no such type of functions.
pub fn function_type(program: &Program, name: &str) -> Option<TypeId> {
    let named = |ty: &TypeKind| matches!(ty, TypeKind::Typedef { name: here, .. } if here == name);
    let (id, _) = program.types.iter().find(|(_, ty)| named(&ty.kind))?;
    let id = program.types.strip(id);
    let target = program.types.pointee(id).map_or(id, |target| program.types.strip(target));
    matches!(program.types.get(target).kind, TypeKind::Function { .. }).then_some(target)
}

/// The program with a function for each type that has a contract, and one for each function that may obey it.
pub fn extended<'a>(program: &'a Program, annotations: &[Annotation]) -> (Cow<'a, Program>, FunctionTypes) {
    let mut extended = Cow::Borrowed(program);
    let mut types = FunctionTypes { own: program.functions.len(), ..FunctionTypes::default() };
    let taken = ir::call_graph::addresses_taken(program);
    for annotation in annotations {
        let Subject::Type { name, params } = &annotation.subject else { continue };
        if find(&extended, name).is_some() {
            continue;
        }
        let Some(prototype) = function_type(program, name).and_then(|ty| prototype(program, name, ty)) else {
            continue;
        };
        let whole = extended.to_mut();
        let ty = FuncId::new(whole.functions.len());
        let fitting: Vec<FuncId> =
            taken.iter().copied().filter(|id| fits(program, program.function(*id), &prototype)).collect();
        whole.functions.push(prototype.clone());
        let span = Span::new(annotation.file, annotation.start.line, annotation.start.column);
        for function in fitting {
            types.shown_by.insert((function, ty), FuncId::new(whole.functions.len()));
            let name = format!("{} as {name}", program.function(function).name);
            let span = program.function(function).span.or(span);
            let mut caller = caller(name, function, &prototype, span);
            if let Some(body) = &mut caller.body {
                body.vars = variables(program, &prototype, params);
            }
            whole.functions.push(caller);
        }
    }
    (extended, types)
}

/// A type as a function that is only declared; none where its parameters or its result are no scalars.
fn prototype(program: &Program, name: &str, ty: TypeId) -> Option<Function> {
    let TypeKind::Function { result, params, variadic: false } = &program.types.get(ty).kind else {
        return None;
    };
    let params = params.iter().map(|param| Some(Param { ty: scalar(program, *param)?, by_value: None }));
    let results = match Ty::of(program, *result) {
        Ty::Void => Vec::new(),
        _ => vec![scalar(program, *result)?],
    };
    Some(Function {
        name: format!("{PREFIX}{name}"),
        params: params.collect::<Option<Vec<Param>>>()?,
        variadic: false,
        results,
        local: false,
        noreturn: false,
        ty: Some(ty),
        span: None,
        body: None,
    })
}

/// The scalar that a value of a type is.
fn scalar(program: &Program, ty: TypeId) -> Option<Scalar> {
    let is_bool = |kind: &TypeKind| matches!(kind, TypeKind::Base { encoding: Encoding::Bool, .. });
    match Ty::of(program, ty) {
        _ if is_bool(&program.types.get(program.types.strip(ty)).kind) => Some(Scalar::BOOL),
        Ty::Int { bits, .. } => Some(Scalar::Int(u8::try_from(bits).ok()?)),
        Ty::Ptr(_) => Some(Scalar::Ptr),
        _ => None,
    }
}

/// Whether a function has the type of a prototype.
fn fits(program: &Program, function: &Function, prototype: &Function) -> bool {
    let signature = |function: &Function| match &program.types.get(program.types.strip(function.ty?)).kind {
        TypeKind::Function { result, params, .. } => {
            let params: Vec<Ty> = params.iter().map(|param| Ty::of(program, *param)).collect();
            Some((Ty::of(program, *result), params))
        }
        _ => None,
    };
    function.params == prototype.params
        && function.results == prototype.results
        && !function.variadic
        && signature(function).is_some_and(|own| Some(own) == signature(prototype))
}

/// The parameters of a type, with the names that its declaration gives them: examples speak of them.
fn variables(program: &Program, prototype: &Function, names: &[String]) -> Vec<Var> {
    let types = match prototype.ty.map(|ty| &program.types.get(ty).kind) {
        Some(TypeKind::Function { params, .. }) => &params[..],
        _ => &[],
    };
    let variable = |(number, (ty, name)): (usize, (&TypeId, &String))| Var {
        name: name.clone(),
        ty: Some(*ty),
        kind: VarKind::Param(number as u32),
        span: None,
    };
    types.iter().zip(names).enumerate().map(variable).collect()
}

/// A function that only calls another one.
fn caller(name: String, callee: FuncId, prototype: &Function, span: Option<Span>) -> Function {
    let mut body = Body { params: prototype.params.len(), ..Body::default() };
    let mut args = Vec::new();
    for param in &prototype.params {
        let value = body.add_value(param.ty, None);
        args.push(Arg { value: Operand::Value(value), ty: param.ty, by_value: None });
    }
    let results: Vec<_> = prototype.results.iter().map(|ty| body.add_value(*ty, None)).collect();
    let kind = InstKind::Call { callee: Callee::Direct(callee), args, variadic_from: None };
    let returned = results.iter().map(|result| Operand::Value(*result)).collect();
    body.blocks.push(Block {
        name: None,
        insts: vec![Inst { results: results.into_iter().collect(), kind, span }],
        terminator: Terminator { kind: TerminatorKind::Return(returned), span },
    });
    Function { name, local: false, span, body: Some(body), ..prototype.clone() }
}
