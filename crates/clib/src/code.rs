//! Library functions with a body: the models in C, compiled to IR, and how they get into a program.
//!
//! The text of the compiled models is part of this crate, for pointers of 8 and of 4 bytes; a test of this crate
//! compiles the C again and fails when the text is stale.
//!
//! Linking gives a body to every declared function that has a model, and to what that body needs in turn.
//! A function that the program defines itself is left alone; a model that calls one of that name gets its own
//! copy, because the real library would call its own, too.

use crate::Feature;
use ir::types::{Record, Type, TypeKind};
use ir::{
    Body, Callee, FileId, FuncId, Function, Global, GlobalId, InstKind, Operand, Outline, Program, Span,
    Target, TypeId,
};
use std::collections::HashMap;
use std::sync::OnceLock;

/// The compiled models for pointers of 8 bytes.
const MODELS_64: &str = include_str!("../models/64.ir");
/// The compiled models for pointers of 4 bytes.
const MODELS_32: &str = include_str!("../models/32.ir");

/// The variable behind `errno`.
const ERRNO: &str = "__libc_errno";

/// The models for a machine.
struct Models {
    /// Most programs need few of them, so bodies are read when they are asked for.
    outline: Outline<'static>,
    /// Those with a body that programs can call, by all their names.
    by_name: HashMap<String, FuncId>,
}

impl Models {
    fn read(target: Target) -> Models {
        let outline =
            Outline::parse(text(target)).expect("the compiled models are a program, as a test checks");
        let mut by_name = HashMap::new();
        for id in outline.program().function_ids() {
            let function = outline.program().function(id);
            if function.body.is_none() || function.local {
                continue;
            }
            by_name.insert(function.name.clone(), id);
            let aliases = crate::row(&function.name).map_or(&[][..], |row| row.aliases);
            by_name.extend(aliases.iter().map(|alias| (alias.to_string(), id)));
        }
        Models { outline, by_name }
    }
}

/// The models for a machine.
fn models(target: Target) -> &'static Models {
    static WIDE: OnceLock<Models> = OnceLock::new();
    static NARROW: OnceLock<Models> = OnceLock::new();
    match target.pointer_bytes {
        4 => NARROW.get_or_init(|| Models::read(target)),
        _ => WIDE.get_or_init(|| Models::read(target)),
    }
}

/// The text of the models for a machine.
fn text(target: Target) -> &'static str {
    match target.pointer_bytes {
        4 => MODELS_32,
        _ => MODELS_64,
    }
}

/// Whether the library has code for a function.
pub fn has_code(name: &str, target: Target) -> bool {
    models(target).by_name.contains_key(name)
}

/// Whether [`link`] has nothing to do.
pub fn is_linked(program: &Program) -> bool {
    let models = models(program.target);
    let has_model = |function: &Function| {
        let model = models.by_name.get(function.name.as_str());
        model.is_some_and(|model| is_declaration_of(function, models.outline.program().function(*model)))
    };
    !program.functions.iter().any(has_model) && crate::fortified::is_simple(program)
}

/// Whether a program's function is one of the library that it declares. With other parameters it is another one that
/// happens to have the name; a declaration without a prototype tells nothing.
fn is_declaration_of(function: &Function, model: &Function) -> bool {
    let is_unprototyped = function.variadic && function.params.is_empty();
    let is_same = || function.variadic == model.variadic && function.params == model.params;
    function.body.is_none() && !function.local && (is_unprototyped || is_same())
}

/// Whether a linked program may set handlers of signals, so that a signal need not end it.
pub fn handles_signals(program: &Program) -> bool {
    let sets_handlers = |function: &Function| {
        crate::row(&function.name).is_some_and(|row| row.brings.contains(&Feature::Signals))
            && is_of_library(program, function.span)
    };
    program.functions.iter().any(sets_handlers)
}

/// The variable behind `errno`, where a linked program has one.
pub fn error_number(program: &Program) -> Option<GlobalId> {
    let is_it = |global: &Global| global.name == ERRNO && is_of_library(program, global.span);
    program.globals.iter().position(is_it).map(GlobalId::new)
}

/// Whether something of a linked program stands in a model.
pub fn is_of_library(program: &Program, span: Option<Span>) -> bool {
    span.is_some_and(|span| crate::is_library_file(&program.file(span.file).name))
}

/// The models that take the place of functions because of what a program can have, by the names of the functions.
fn beside(program: &Program, models: &'static Program) -> HashMap<&'static str, FuncId> {
    let is_wanted = |function: &&Function| function.body.is_none() && !function.local;
    let declared = program.functions.iter().filter(is_wanted);
    let features: Vec<Feature> = declared
        .filter_map(|function| crate::row(&function.name))
        .flat_map(|row| row.brings.iter().copied())
        .collect();
    let mut taken = HashMap::new();
    for row in crate::rows() {
        let model = row.beside.filter(|(feature, _)| features.contains(feature));
        if let Some(id) = model.and_then(|(_, model)| models.find_function(model)) {
            taken.extend(row.names().filter(|name| !is_internal(name)).map(|name| (name, id)));
        }
    }
    taken
}

/// Whether a name is used by models alone: it is never replaced.
pub(crate) fn is_internal(name: &str) -> bool {
    name.starts_with("__heapproof_")
}

/// Gives bodies to the functions that a program declares and the library has code for, also to primitives that have
/// more to do because of what else it declares. Calls of fortified variants become plain ones. Ids that are in use keep
/// their meaning.
pub fn link(program: &mut Program) {
    crate::fortified::simplify(program);
    let models = models(program.target);
    let mut linker = Linker {
        bodies: &models.outline,
        models: models.outline.program(),
        beside: beside(program, models.outline.program()),
        functions: HashMap::new(),
        globals: HashMap::new(),
        types: HashMap::new(),
        files: HashMap::new(),
        pending: Vec::new(),
    };
    for id in program.function_ids() {
        let function = program.function(id);
        let name = function.name.as_str();
        let model = linker.beside.get(name).or_else(|| models.by_name.get(name)).copied();
        let is_it = |model: &FuncId| is_declaration_of(function, linker.models.function(*model));
        if let Some(model) = model.filter(is_it) {
            linker.functions.insert(model, id);
            linker.pending.push((model, id));
        }
    }
    while let Some((model, id)) = linker.pending.pop() {
        let function = linker.function(program, model);
        // An alias keeps its name.
        let name = std::mem::take(&mut program.functions[id.index()].name);
        program.functions[id.index()] = Function { name, ..function };
    }
    crate::failing::add(program);
}

/// What has been taken over from the models, and under which ids.
struct Linker<'a> {
    /// The models with their bodies.
    bodies: &'a Outline<'a>,
    /// The models without.
    models: &'a Program,
    /// The models that take the place of functions because of what the program can have.
    beside: HashMap<&'static str, FuncId>,
    functions: HashMap<FuncId, FuncId>,
    globals: HashMap<GlobalId, GlobalId>,
    types: HashMap<TypeId, TypeId>,
    files: HashMap<FileId, FileId>,
    /// Functions of the models whose place in the program waits for their body.
    pending: Vec<(FuncId, FuncId)>,
}

impl Linker<'_> {
    /// A function of the models with all ids those of the program.
    fn function(&mut self, program: &mut Program, id: FuncId) -> Function {
        let mut function = self.bodies.function(id).expect("each model can be read, as a test checks");
        function.ty = function.ty.map(|ty| self.ty(program, ty));
        function.span = function.span.map(|span| self.span(program, span));
        if let Some(body) = &mut function.body {
            self.body(program, body);
        }
        function
    }

    fn body(&mut self, program: &mut Program, body: &mut Body) {
        for var in &mut body.vars {
            var.ty = var.ty.map(|ty| self.ty(program, ty));
            var.span = var.span.map(|span| self.span(program, span));
        }
        for block in &mut body.blocks {
            for inst in &mut block.insts {
                inst.span = inst.span.map(|span| self.span(program, span));
                match &mut inst.kind {
                    InstKind::Alloca { ty, .. } => *ty = ty.map(|ty| self.ty(program, ty)),
                    InstKind::PtrAdd { via, .. } => *via = via.map(|via| self.ty(program, via)),
                    InstKind::Call { callee: Callee::Direct(id), .. } => *id = self.function_id(program, *id),
                    _ => {}
                }
                inst.kind.for_each_operand_mut(|operand| self.operand(program, operand));
            }
            block.terminator.span = block.terminator.span.map(|span| self.span(program, span));
            block.terminator.kind.for_each_operand_mut(|operand| self.operand(program, operand));
        }
    }

    fn operand(&mut self, program: &mut Program, operand: &mut Operand) {
        match operand {
            Operand::Global { id, .. } => *id = self.global_id(program, *id),
            Operand::Func(id) | Operand::Block(id, _) => *id = self.function_id(program, *id),
            Operand::Value(_)
            | Operand::Int { .. }
            | Operand::Float { .. }
            | Operand::Null
            | Operand::Undef(_) => {}
        }
    }

    /// The program's id of a function of the models, which is added where it is missing.
    fn function_id(&mut self, program: &mut Program, id: FuncId) -> FuncId {
        let id = self.beside.get(self.models.function(id).name.as_str()).copied().unwrap_or(id);
        if let Some(known) = self.functions.get(&id) {
            return *known;
        }
        let model = self.models.function(id);
        let named = program.find_function(&model.name).filter(|_| !model.local);
        let undefined = named.filter(|named| program.function(*named).body.is_none());
        let place = match (undefined, &model.body) {
            (Some(named), _) => named,
            (None, body) => {
                let mut declaration = Function { body: None, ..model.clone() };
                declaration.ty = declaration.ty.map(|ty| self.ty(program, ty));
                declaration.span = declaration.span.map(|span| self.span(program, span));
                // The program's own function of that name hides the library's from everybody else.
                declaration.local |= named.is_some() && body.is_some();
                program.functions.push(declaration);
                FuncId::new(program.functions.len() - 1)
            }
        };
        self.functions.insert(id, place);
        if model.body.is_some() {
            self.pending.push((id, place));
        }
        place
    }

    fn global_id(&mut self, program: &mut Program, id: GlobalId) -> GlobalId {
        if let Some(known) = self.globals.get(&id) {
            return *known;
        }
        let mut global: Global = self.models.global(id).clone();
        global.ty = global.ty.map(|ty| self.ty(program, ty));
        global.span = global.span.map(|span| self.span(program, span));
        // A variable that the program only declares is this one; one that it defines hides this one.
        let is_it = |other: &Global| !other.local && other.name == global.name;
        let named = program.globals.iter().position(is_it).filter(|_| !global.local);
        let declared = named.filter(|named| program.globals[*named].init.is_none());
        let place = match declared {
            Some(declared) => GlobalId::new(declared),
            None => {
                global.local |= named.is_some();
                program.globals.push(global.clone());
                GlobalId::new(program.globals.len() - 1)
            }
        };
        self.globals.insert(id, place);
        if let Some(init) = &mut global.init {
            init.relocs.iter_mut().for_each(|reloc| self.operand(program, &mut reloc.target));
        }
        program.globals[place.index()] = global;
        place
    }

    fn span(&mut self, program: &mut Program, span: Span) -> Span {
        let models = self.models;
        let file = *self.files.entry(span.file).or_insert_with(|| {
            program.files.push(models.file(span.file).clone());
            FileId::new(program.files.len() - 1)
        });
        Span { file, ..span }
    }

    /// The program's id of a type. Records are entered before their members, so that recursion ends.
    fn ty(&mut self, program: &mut Program, id: TypeId) -> TypeId {
        if let Some(known) = self.types.get(&id) {
            return *known;
        }
        let ty = self.models.types.get(id).clone();
        let place = program.types.push(Type { kind: TypeKind::Void, size: ty.size });
        self.types.insert(id, place);
        let record = |linker: &mut Self, program: &mut Program, mut record: Record| {
            for field in &mut record.fields {
                field.ty = linker.ty(program, field.ty);
            }
            record
        };
        let kind = match ty.kind {
            TypeKind::Pointer(target) => TypeKind::Pointer(self.ty(program, target)),
            TypeKind::Array { element, count } => {
                TypeKind::Array { element: self.ty(program, element), count }
            }
            TypeKind::Struct(members) => TypeKind::Struct(record(self, program, members)),
            TypeKind::Union(members) => TypeKind::Union(record(self, program, members)),
            TypeKind::Function { result, params, variadic } => {
                let result = self.ty(program, result);
                let params = params.into_iter().map(|param| self.ty(program, param)).collect();
                TypeKind::Function { result, params, variadic }
            }
            TypeKind::Typedef { name, target } => {
                TypeKind::Typedef { name, target: self.ty(program, target) }
            }
            TypeKind::Qualified { qualifier, target } => {
                TypeKind::Qualified { qualifier, target: self.ty(program, target) }
            }
            kind @ (TypeKind::Void | TypeKind::Base { .. } | TypeKind::Enum { .. }) => kind,
        };
        program.types.set(place, Type { kind, size: ty.size });
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compiled_models_are_valid_programs() {
        for target in [Target::BITS64, Target::BITS32] {
            let program = ir::parse(text(target)).unwrap();
            assert_eq!(ir::validate(&program), Ok(()));
            for id in program.function_ids() {
                assert_eq!(models(target).outline.function(id).as_ref(), Ok(program.function(id)));
            }
            assert!(has_code("strtol", target) && !has_code("malloc", target));
        }
    }

    #[test]
    fn no_model_is_a_primitive_too() {
        for target in [Target::BITS64, Target::BITS32] {
            for function in &models(target).outline.program().functions {
                let primitive = crate::primitive(&function.name, target).is_some();
                assert_ne!(function.body.is_some(), primitive, "{}", function.name);
            }
        }
    }

    #[test]
    fn every_model_has_a_row_and_every_row_its_model() {
        for target in [Target::BITS64, Target::BITS32] {
            for function in &models(target).outline.program().functions {
                let is_public = !function.local && !function.name.starts_with("__libc_");
                let row = crate::row(&function.name);
                assert!(row.is_some() || !is_public, "`{}` has no row", function.name);
                for block in row.iter().flat_map(|row| row.reads.iter().chain(row.writes)) {
                    let param = function.params.get(block.pointer);
                    let fits = param.map_or(function.variadic, |param| param.ty == ir::Scalar::Ptr);
                    assert!(fits, "argument {} of `{}` is no pointer", block.pointer, function.name);
                }
            }
            let is_of_other = |name: &str| {
                name.starts_with("_Zn") && name.ends_with(|c| (c == 'm') != (target == Target::BITS64))
            };
            for row in crate::rows().filter(|row| row.does == crate::Does::Model && !is_of_other(row.name)) {
                assert!(has_code(row.name, target), "`{}` has no model", row.name);
            }
        }
    }

    #[test]
    fn an_alias_is_linked_under_its_own_name() {
        let mut program = ir::parse("target 64\ndeclare @__strdup(ptr) -> ptr\n").unwrap();
        link(&mut program);
        assert_eq!(ir::validate(&program), Ok(()));
        assert!(program.functions[0].name == "__strdup" && program.functions[0].body.is_some());
    }

    #[test]
    fn abort_is_code_where_a_handler_may_be_set() {
        let linked = |text: &str| {
            let mut program = ir::parse(text).unwrap();
            link(&mut program);
            assert_eq!(ir::validate(&program), Ok(()));
            (program.functions[0].body.is_some(), handles_signals(&program))
        };
        let abort = "target 64\ndeclare @abort()\n";
        assert_eq!(linked(abort), (false, false));
        assert_eq!(linked(&format!("{abort}declare @signal(i32, ptr) -> ptr\n")), (true, true));
        let own = "func @signal(i32 %a.0, ptr %b.1) -> ptr {\nbb0:\n  return null\n}\n";
        assert_eq!(linked(&format!("{abort}{own}")), (false, false));
    }

    #[test]
    fn linking_brings_what_a_model_needs_and_nothing_else() {
        let text = "target 64\ndeclare @strdup(ptr) -> ptr\ndeclare @unknown()\n";
        let mut program = ir::parse(text).unwrap();
        link(&mut program);
        assert_eq!(ir::validate(&program), Ok(()));
        let mut names: Vec<_> =
            program.functions.iter().map(|f| (f.name.as_str(), f.body.is_some())).collect();
        names.sort_unstable();
        let expected = [
            ("__heapproof_length", false),
            ("malloc", false),
            ("memcpy", false),
            ("strdup", true),
            ("strlen", true),
            ("unknown", false),
        ];
        assert_eq!(names, expected);
        assert!(program.files.iter().all(|file| crate::is_library_file(&file.name)));
    }
}
