//! Starting a program in a function other than `main`: a *starter* makes arguments of any value and calls it.
//!
//! The starter and what it calls are IR, so that every engine, the interpreter among them, reads the same code:
//!
//! - a number is anything that a verifier may choose;
//! - a pointer is null or leads to a new heap block of its type, whose members are made in the same way. A type with one
//!   link to itself gives a list of any length, built by a loop; one with several gives a tree, built by recursion;
//! - a `char *` is null or a string of any length, a `void *` null or a block of any size.
//!
//! Two arguments that are pointers to one type may be the same pointer. Everything else is apart from each other, which
//! is an assumption of the verdict. A value that cannot be made (a pointer to a function, an incomplete struct) is null,
//! and *unsupported* otherwise, so that nothing is proved of it.
//!
//! The starter keeps the arguments and the result in memory of its own and ends the program without returning: what the
//! function leaves behind is not lost, what it loses is.

mod code;
mod members;

use crate::LIBRARY_PREFIX;
use code::Code;
use ir::types::{Encoding, TypeKind};
use ir::{
    Arg, BinaryOp, Body, CastOp, CmpOp, FileId, FloatKind, FuncId, Function, Operand, Param, Program, Scalar,
    SourceFile, Span, TerminatorKind, TypeId,
};
use members::{Kind, Member, members, number};
use std::collections::HashMap;

/// The name of the starter.
const STARTER: &str = "__heapproof_start";

/// The function to start in so that `entry` is executed: itself where it takes nothing or what `main` takes, otherwise a
/// starter, which is added to the program.
pub fn start(program: &mut Program, entry: FuncId) -> FuncId {
    if program.function(entry).params.is_empty() || is_like_main(program, entry) {
        return entry;
    }
    program.files.push(SourceFile { name: format!("{LIBRARY_PREFIX}/start"), directory: String::new() });
    let home = Span::new(FileId::new(program.files.len() - 1), 1, 0);
    let span = program.function(entry).span;
    let mut maker = Maker { program, home, span, makers: HashMap::new() };
    maker.starter(entry)
}

/// The starter of a program that has one.
pub fn starter(program: &Program) -> Option<FuncId> {
    program.find_function(STARTER)
}

/// Whether a function is called `main`, or takes the arguments of a program as `main` does.
fn is_like_main(program: &Program, entry: FuncId) -> bool {
    let function = program.function(entry);
    let types = &program.types;
    let is_int = |ty: TypeId| {
        matches!(types.get(types.strip(ty)).kind, TypeKind::Base { encoding: Encoding::Signed, .. })
    };
    let is_strings = |ty: TypeId| {
        let string = types.pointee(ty).and_then(|pointer| types.pointee(pointer));
        string.is_some_and(|character| is_character(program, character))
    };
    let params = function.ty.map(|ty| &types.get(ty).kind);
    let takes_arguments = match params {
        Some(TypeKind::Function { params, .. }) => match params.as_slice() {
            [count, strings] => is_int(*count) && is_strings(*strings),
            [count, strings, more] => is_int(*count) && is_strings(*strings) && is_strings(*more),
            _ => false,
        },
        _ => false,
    };
    function.name == "main" || takes_arguments
}

/// Whether a type is one of characters.
fn is_character(program: &Program, ty: TypeId) -> bool {
    let kind = &program.types.get(program.types.strip(ty)).kind;
    matches!(kind, TypeKind::Base { encoding: Encoding::SignedChar | Encoding::UnsignedChar, .. })
}

/// Adds functions to a program that make values of its types.
struct Maker<'a> {
    program: &'a mut Program,
    /// Where the functions stand: in the library.
    home: Option<Span>,
    /// Where what they do is shown: at the function that is started.
    span: Option<Span>,
    /// The functions that give pointers, by what these point to.
    makers: HashMap<TypeId, FuncId>,
}

impl Maker<'_> {
    /// The starter: arguments, the call, the end.
    fn starter(&mut self, entry: FuncId) -> FuncId {
        let function = self.program.function(entry);
        let (params, results) = (function.params.clone(), function.results.clone());
        let sources = match function.ty.map(|ty| &self.program.types.get(ty).kind) {
            Some(TypeKind::Function { params, .. }) => params.clone(),
            _ => Vec::new(),
        };
        let mut code = Code::new(self.span);
        let mut args = Vec::new();
        // The pointers among the arguments, with what they point to.
        let mut pointers: Vec<(TypeId, Operand)> = Vec::new();
        for (number, param) in params.iter().enumerate() {
            // A struct that travels in several registers has more parameters here than in the source.
            let source = sources.get(number).copied().filter(|_| sources.len() == params.len());
            let pointee = match (param.ty, param.by_value) {
                (Scalar::Ptr, None) => source.and_then(|ty| self.program.types.pointee(ty)),
                _ => None,
            };
            let pointee = pointee.map(|ty| self.program.types.strip(ty));
            let same =
                pointers.iter().filter(|(ty, _)| Some(*ty) == pointee).map(|(_, value)| *value).collect();
            let value = self.one_of_or(&mut code, same, |maker, code| maker.argument(code, param, source));
            pointers.extend(pointee.map(|ty| (ty, value)));
            args.push(Arg { value, ty: param.ty, by_value: None });
        }
        for arg in args.iter().filter(|arg| arg.ty == Scalar::Ptr) {
            self.keep(&mut code, arg.value);
        }
        let given = code.call(entry, args, &results);
        for (value, _) in given.iter().zip(&results).filter(|(_, ty)| **ty == Scalar::Ptr) {
            self.keep(&mut code, *value);
        }
        let exit = self.declared("_Exit", &[Scalar::Int(32)], &[]);
        code.call(exit, vec![Arg { value: Operand::int(32, 0), ty: Scalar::Int(32), by_value: None }], &[]);
        self.define(STARTER, code.finish(TerminatorKind::Unreachable), &[])
    }

    /// One of these pointers, or what is made instead.
    fn one_of_or(
        &mut self,
        code: &mut Code,
        pointers: Vec<Operand>,
        make: impl FnOnce(&mut Self, &mut Code) -> Operand,
    ) -> Operand {
        if pointers.is_empty() {
            return make(self, code);
        }
        let mut incoming = Vec::new();
        for pointer in pointers {
            let is_same = self.coin(code);
            let (same, other) = code.branch(is_same);
            incoming.push((same, pointer));
            code.begin(other);
        }
        let made = make(self, code);
        incoming.push((code.at, made));
        code.meet(Scalar::Ptr, incoming)
    }

    /// An argument of any value. Without a source type only numbers can be made.
    fn argument(&mut self, code: &mut Code, param: &Param, source: Option<TypeId>) -> Operand {
        if let Some((size, align)) = param.by_value {
            let object = code.alloca(self.word(size), align);
            match source {
                Some(ty) => self.fill(code, object, ty),
                None => code.unsupported("a parameter whose type is not known"),
            }
            return object;
        }
        match param.ty {
            Scalar::Ptr => match source.and_then(|ty| self.program.types.pointee(ty)) {
                Some(pointee) => self.value(code, &Kind::Pointer(pointee)),
                None => self.value(code, &Kind::Unsupported("a parameter whose type is not known")),
            },
            Scalar::Int(bits) => {
                let wide = Scalar::Int(bits.next_power_of_two().max(8));
                let chosen = self.value(code, &number(wide.bytes(self.program.target).into()));
                if wide == param.ty { chosen } else { code.cast(CastOp::Trunc, chosen, param.ty) }
            }
            Scalar::Float(FloatKind::F32) => self.choice(code, "float", param.ty),
            Scalar::Float(FloatKind::F64) => self.choice(code, "double", param.ty),
            Scalar::Float(_) => {
                code.unsupported("an argument that is a floating-point number of an unusual format");
                Operand::Undef(param.ty)
            }
        }
    }

    /// Keeps a pointer in memory, so that what it leads to is not lost.
    fn keep(&mut self, code: &mut Code, pointer: Operand) {
        let slot = code.alloca(self.word(u64::from(self.program.target.pointer_bytes)), 8);
        code.store(Scalar::Ptr, pointer, slot);
    }

    /// A value.
    fn value(&mut self, code: &mut Code, kind: &Kind) -> Operand {
        match kind {
            Kind::Number(choice, ty) => self.choice(code, choice, *ty),
            Kind::Truth => {
                let truth = self.coin(code);
                code.cast(CastOp::ZExt, truth, Scalar::Int(8))
            }
            Kind::Pointer(pointee) => {
                let maker = self.maker(*pointee);
                code.call(maker, Vec::new(), &[Scalar::Ptr])[0]
            }
            Kind::Unsupported(what) => {
                self.unless_chosen(code, what);
                Operand::Null
            }
        }
    }

    /// Goes on one way; on the other it is over.
    fn unless_chosen(&mut self, code: &mut Code, what: &'static str) {
        let is_there = self.coin(code);
        let (over, on) = code.branch(is_there);
        code.begin(over);
        code.unsupported(what);
        code.end(TerminatorKind::Unreachable);
        code.begin(on);
    }

    /// Gives all members of an object a value.
    fn fill(&mut self, code: &mut Code, object: Operand, ty: TypeId) {
        for member in members(self.program, ty) {
            let value = self.value(code, &member.value);
            self.set(code, object, &member, value, ty);
        }
    }

    fn set(&mut self, code: &mut Code, object: Operand, member: &Member, value: Operand, via: TypeId) {
        let ty = match member.value {
            Kind::Number(_, ty) => ty,
            Kind::Truth => Scalar::Int(8),
            Kind::Pointer(_) | Kind::Unsupported(_) => Scalar::Ptr,
        };
        let place = code.add(object, self.word(member.offset), Some(via));
        code.store(ty, value, place);
    }

    /// The function that gives pointers to a type.
    fn maker(&mut self, pointee: TypeId) -> FuncId {
        let pointee = self.program.types.strip(pointee);
        if let Some(known) = self.makers.get(&pointee) {
            return *known;
        }
        // Its id is known before its body: types are recursive.
        let name = format!("{STARTER}_{}", self.makers.len());
        let id = self.define(&name, Body::default(), &[Scalar::Ptr]);
        self.makers.insert(pointee, id);
        let ty = self.program.types.get(pointee);
        let body = match &ty.kind {
            TypeKind::Void => self.any_block(),
            TypeKind::Function { .. } => self.nothing_but_null("an argument that is a pointer to a function"),
            _ if ty.size == 0 => self.nothing_but_null("an argument that leads to a type of no known size"),
            _ if is_character(self.program, pointee) => self.any_string(),
            _ => self.any_object(pointee, ty.size),
        };
        self.program.functions[id.index()].body = Some(body);
        id
    }

    fn nothing_but_null(&mut self, what: &'static str) -> Body {
        let mut code = Code::new(self.span);
        self.unless_chosen(&mut code, what);
        code.finish(TerminatorKind::Return([Operand::Null].into_iter().collect()))
    }

    /// Null or a block of any size.
    fn any_block(&mut self) -> Body {
        let mut code = Code::new(self.span);
        self.null_or_more(&mut code);
        let size = self.any_size(&mut code);
        let block = self.allocate(&mut code, size);
        code.finish(TerminatorKind::Return([block].into_iter().collect()))
    }

    /// Null or a string of any length: every character is chosen, and a zero follows the last.
    fn any_string(&mut self) -> Body {
        let word = self.size_type();
        let mut code = Code::new(self.span);
        self.null_or_more(&mut code);
        let length = self.any_size(&mut code);
        let one = self.word(1);
        let size = code.binary(BinaryOp::Add, length, one, word);
        let block = self.allocate(&mut code, size);
        let before = code.at;
        let head = code.jump();
        code.begin(head);
        let index = code.phi(word, before, self.word(0));
        let is_done = code.compare(CmpOp::Eq, index.into(), length);
        let (end, next) = code.branch(is_done);
        code.begin(next);
        let character = self.choice(&mut code, "uchar", Scalar::Int(8));
        let place = code.add(block, index.into(), None);
        code.store(Scalar::Int(8), character, place);
        let following = code.binary(BinaryOp::Add, index.into(), one, word);
        code.close(head, index, following);
        code.begin(end);
        let place = code.add(block, length, None);
        code.store(Scalar::Int(8), Operand::int(8, 0), place);
        code.finish(TerminatorKind::Return([block].into_iter().collect()))
    }

    /// Null or an object of a type: a list of any length where it has one link to its own type.
    fn any_object(&mut self, ty: TypeId, size: u64) -> Body {
        let members = members(self.program, ty);
        let leads_back = |member: &Member| match member.value {
            Kind::Pointer(pointee) => self.program.types.strip(pointee) == ty,
            _ => false,
        };
        let links: Vec<usize> = (0..members.len()).filter(|at| leads_back(&members[*at])).collect();
        let mut code = Code::new(self.span);
        let size = self.word(size);
        let [link] = links.as_slice() else {
            self.null_or_more(&mut code);
            let object = self.allocate(&mut code, size);
            self.fill(&mut code, object, ty);
            return code.finish(TerminatorKind::Return([object].into_iter().collect()));
        };
        let before = code.at;
        let head = code.jump();
        code.begin(head);
        let list = code.phi(Scalar::Ptr, before, Operand::Null);
        let is_longer = self.coin(&mut code);
        let (longer, done) = code.branch(is_longer);
        code.begin(longer);
        let node = self.allocate(&mut code, size);
        for (at, member) in members.iter().enumerate() {
            let value = if at == *link { list.into() } else { self.value(&mut code, &member.value) };
            self.set(&mut code, node, member, value, ty);
        }
        code.close(head, list, node);
        code.begin(done);
        code.finish(TerminatorKind::Return([Operand::from(list)].into_iter().collect()))
    }

    /// Returns null one way, and goes on the other.
    fn null_or_more(&mut self, code: &mut Code) {
        let is_there = self.coin(code);
        let (more, null) = code.branch(is_there);
        code.begin(null);
        code.end(TerminatorKind::Return([Operand::Null].into_iter().collect()));
        code.begin(more);
    }

    /// A truth value that a verifier chooses.
    fn coin(&mut self, code: &mut Code) -> Operand {
        let byte = self.choice(code, "uchar", Scalar::Int(8));
        code.compare(CmpOp::Ne, byte, Operand::int(8, 0))
    }

    /// The size of a block that fits into memory.
    fn any_size(&mut self, code: &mut Code) -> Operand {
        let word = self.size_type();
        let size = self.choice(code, "ulong", word);
        let most = self.word(1 << (self.program.target.pointer_bytes * 8 - 2));
        let fits = code.compare(CmpOp::Ult, size, most);
        self.assume(code, fits);
        size
    }

    /// A new block of heap memory, which is always to be had.
    fn allocate(&mut self, code: &mut Code, size: Operand) -> Operand {
        let word = self.size_type();
        let malloc = self.declared("malloc", &[word], &[Scalar::Ptr]);
        let block = code.call(malloc, vec![Arg { value: size, ty: word, by_value: None }], &[Scalar::Ptr])[0];
        let is_there = code.compare(CmpOp::Ne, block, Operand::Null);
        self.assume(code, is_there);
        block
    }

    fn assume(&mut self, code: &mut Code, condition: Operand) {
        let int = Scalar::Int(32);
        let assume = self.declared("__VERIFIER_assume", &[int], &[]);
        let value = code.cast(CastOp::ZExt, condition, int);
        code.call(assume, vec![Arg { value, ty: int, by_value: None }], &[]);
    }

    /// A number that a verifier chooses.
    fn choice(&mut self, code: &mut Code, name: &str, ty: Scalar) -> Operand {
        let choose = self.declared(&format!("__VERIFIER_nondet_{name}"), &[], &[ty]);
        code.call(choose, Vec::new(), &[ty])[0]
    }

    /// The type of sizes.
    fn size_type(&self) -> Scalar {
        Scalar::Int((self.program.target.pointer_bytes * 8) as u8)
    }

    /// A number as wide as an address.
    fn word(&self, value: u64) -> Operand {
        Operand::int((self.program.target.pointer_bytes * 8) as u8, value.into())
    }

    /// The function of the library with this name.
    fn declared(&mut self, name: &str, params: &[Scalar], results: &[Scalar]) -> FuncId {
        if let Some(id) = self.program.find_function(name) {
            return id;
        }
        let params = params.iter().map(|ty| Param { ty: *ty, by_value: None }).collect();
        self.push(Function { params, body: None, ..function(name, results, None) })
    }

    fn define(&mut self, name: &str, body: Body, results: &[Scalar]) -> FuncId {
        self.push(Function { body: Some(body), ..function(name, results, self.home) })
    }

    fn push(&mut self, function: Function) -> FuncId {
        self.program.functions.push(function);
        FuncId::new(self.program.functions.len() - 1)
    }
}

/// A function without parameters and body.
fn function(name: &str, results: &[Scalar], span: Option<Span>) -> Function {
    Function {
        name: name.to_string(),
        params: Vec::new(),
        variadic: false,
        results: results.to_vec(),
        local: false,
        noreturn: false,
        ty: None,
        span,
        body: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "target 64
file 0 \"a.c\" in \"/\"
type #0 = base \"int\" signed size 4
type #1 = struct node { +0 #0 value, +8 #2 next } size 16
type #2 = pointer #1 size 8
type #3 = base \"char\" signed_char size 1
type #4 = pointer #3 size 8
type #5 = pointer #4 size 8
type #6 = function (#2, #0, #4) -> #2 size 0
type #7 = function (#0, #5) -> #0 size 0
func @push(ptr %list.0, i32 %value.1, ptr %name.2) -> ptr type #6 !0:1:0 {
bb0.entry:
  return %list.0
}
func @tool(i32 %argc.0, ptr %argv.1) -> i32 type #7 !0:2:0 {
bb0.entry:
  return 0
}
";

    #[test]
    fn a_function_with_arguments_gets_a_starter() {
        let mut program = ir::parse(LIST).unwrap();
        let push = program.find_function("push").unwrap();
        let started = start(&mut program, push);
        assert_eq!(starter(&program), Some(started));
        assert!(program.function(started).params.is_empty());
        ir::validate(&program).unwrap();
    }

    #[test]
    fn what_is_called_as_main_is_starts_itself() {
        let mut program = ir::parse(LIST).unwrap();
        let tool = program.find_function("tool").unwrap();
        assert_eq!(start(&mut program, tool), tool);
        assert_eq!(starter(&program), None);
    }
}
